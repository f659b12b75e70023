/* flips.h -- generated citations with their model, opened, and hidden atoms of these turned
 * round. */
#ifndef BENCH_FLIPS_H
#define BENCH_FLIPS_H

#include "citations.h"
#include "session.h"

typedef struct data {
    kf_mem mem;
    kf_text evidence;
    weights w;
    const char *name;
    size_t rows;
} data;

static void data_made(data *x, uint32_t n)
{
    kf_mem_init(&x->mem, 0);
    kf_text_init(&x->evidence, &x->mem);
    x->w = plain_weights;
    citations_write(&x->evidence, n, 1);
    if (x->evidence.failed) fail("no memory");
    x->name = "generated citations";
    x->rows = 0;
    for (size_t i = 0; i < x->evidence.n; i++) x->rows += x->evidence.at[i] == '\n';
}

static void data_free(data *x)
{
    kf_text_free(&x->evidence);
}

/* where: evidence is kept; NULL: in memory. */
static void open_model_in(session *s, const data *x, bool only_transitivity, const char *where)
{
    kf_text model;
    kf_text_init(&model, NULL);
    kf_mem mem;
    kf_mem_init(&mem, 0);
    model.mem = &mem;
    resolution_model(&model, &x->w, only_transitivity);
    session_open_in(s, model.at, model.n, x->evidence.at, x->evidence.n, resolution_hidden, where);
    kf_text_free(&model);
}

static inline void open_model(session *s, const data *x, bool only_transitivity)
{
    open_model_in(s, x, only_transitivity, NULL);
}

/* Turn k hidden atoms round, chosen anew. */
static void flip_some(session *s, uint64_t *seed, uint32_t k)
{
    for (uint32_t i = 0; i < k; i++) {
        uint32_t a, row[2];
        do {
            a = (uint32_t)(citations_random(seed) % s->g->predicate_of.n);
        } while (s->g->predicate_of.at[a] == KF_NONE);
        uint32_t predicate = s->g->predicate_of.at[a];
        const kf_relation *rel = s->g->atoms[predicate];
        for (uint32_t c = 0; c < rel->width; c++) row[c] = rel->columns[c][s->g->row_of.at[a]];
        must(s, kf_grounder_set(s->g, predicate, row, !kf_database_holds(s->d, predicate, row)),
             "a flip");
    }
}

#endif
