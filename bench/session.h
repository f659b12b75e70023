/* session.h -- a model and its evidence, from text to a database, for the benchmarks that look
 * inside the library. Whatever goes wrong ends the program. */
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "evidence/load/loader.h"
#include "ground/full.h"
#include "ground/grounding.h"
#include "ground/local/local.h"
#include "lang/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct session {
    kf_mem mem;
    kf_diags *diags;
    kf_program *program;
    kf_model *model;
    kf_evidence *world;
    kf_loader *loader;
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
} session;

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* CPU seconds of this process: what others do on the machine disturbs these least. */
static inline double now(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

/* Seconds by the clock on the wall, for what runs in several threads. */
static double wall(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

static void fail(const char *what)
{
    fprintf(stderr, "separate: %s\n", what);
    exit(1);
}

static void must(const session *s, kerf_status status, const char *what)
{
    if (status == KERF_OK) return;
    for (size_t i = 0; s && s->diags && i < kf_diags_count(s->diags); i++) {
        fprintf(stderr, "%s\n", kf_diags_get(s->diags, i)->text);
    }
    fail(what);
}

/* Up to the database; hidden atoms are false. `hidden` are the names of the hidden predicates. */
/* where: evidence is kept; NULL: in memory. */
static void session_open_in(session *s, const char *model, size_t model_n, const char *evidence,
                            size_t evidence_n, const char *hidden, const char *where)
{
    *s = (session){ 0 };
    kf_mem_init(&s->mem, 0);
    s->diags = kf_diags_new(&s->mem);
    s->program = kf_program_new(&s->mem);
    s->model = kf_model_new(&s->mem);
    if (!s->diags || !s->program || !s->model) fail("no memory");
    kf_input *in;
    kf_parse_options parse = { .dialect = KF_DIALECT_KERF };
    kf_build_options build = { 0 };
    must(s, kf_input_open_memory(&in, &s->mem, model, model_n), "the model");
    must(s, kf_parse(s->program, in, "model.mln", &parse, s->diags), "the model");
    kf_input_close(in);
    must(s, kf_model_build(s->model, s->program, &build, s->diags), "the model");
    kf_model_fix_constants(s->model);
    kf_loader_options load = { 0 };
    bool more;
    s->world = kf_evidence_new(&s->mem, s->model);
    if (!s->world) fail("no memory");
    must(s, kf_loader_new(&s->loader, &s->mem, s->model, s->world, &load, s->diags), "the loader");
    must(s, kf_loader_add_memory(s->loader, "evidence.db", evidence, evidence_n), "the evidence");
    const kf_backend_site site = { .where = where, .diags = s->diags, .connections = 1 };
    if (where) kf_loader_keep_in(s->loader, &site);
    must(s, kf_loader_next(s->loader, &more), "the evidence");
    kf_loader_keep_in(s->loader, NULL);
    kf_seen *seen = calloc(s->model->predicates.n, sizeof *seen);
    kf_settle_options settle = { .query = hidden };
    if (!seen) fail("no memory");
    kf_evidence_seen(s->world, seen);
    must(s, kf_model_settle(s->model, &settle, seen, s->diags), "hidden predicates");
    free(seen);
    must(s, kf_evidence_settle(s->world, s->diags), "the evidence");
    must(s, kf_database_new(&s->d, &s->mem, s->model, s->world), "the database");
}

static inline void session_open(session *s, const char *model, size_t model_n, const char *evidence,
                                size_t evidence_n, const char *hidden)
{
    session_open_in(s, model, model_n, evidence, evidence_n, hidden, NULL);
}

static void session_ground(session *s, uint32_t threads)
{
    s->p = kf_problem_new(&s->mem);
    if (!s->p) fail("no memory");
    must(s, kf_grounder_open(&s->g, &s->mem, s->d, s->p, s->diags), "compiling");
    if (!kf_evidence_is_in_memory(s->world)) {
        const kf_backend_site site = { .diags = s->diags, .connections = 1 };
        kf_backend *backend;
        must(s, kf_backend_open(&backend, &s->mem, s->d, &site), "the backend");
        kf_grounder_take_backend(s->g, backend);
    }
    must(s, kf_grounder_count(s->g), "counting");
    kf_grounder_set_threads(s->g, threads);
}

static void session_unground(session *s)
{
    kf_grounder_free(s->g);
    kf_problem_free(s->p);
    s->g = NULL;
    s->p = NULL;
}

static void session_close(session *s)
{
    session_unground(s);
    kf_database_free(s->d);
    kf_loader_free(s->loader);
    kf_evidence_free(s->world);
    kf_model_free(s->model);
    kf_program_free(s->program);
    kf_diags_free(s->diags);
    if (s->mem.used) fail("memory was not given back");
}

static inline uint32_t predicate_of(const session *s, const char *name)
{
    uint32_t p = kf_model_find_predicate(s->model, kf_str_of(name));
    if (p == KF_NONE) fail("a predicate is missing");
    return p;
}

/* The local solution: every atom true iff that alone costs less. Returns how many are. */
static uint64_t solve_locally(session *s)
{
    uint64_t n = 0;
    for (uint32_t a = 0; a < s->g->predicate_of.n; a++) {
        uint32_t predicate = s->g->predicate_of.at[a], row[KF_MOST_ARITY];
        if (predicate == KF_NONE || !(s->p->cost_true.at[a] < s->p->cost_false.at[a])) continue;
        const kf_relation *rel = s->g->atoms[predicate];
        for (uint32_t c = 0; c < rel->width; c++) row[c] = rel->columns[c][s->g->row_of.at[a]];
        must(s, kf_grounder_set(s->g, predicate, row, true), "setting an atom");
        n++;
    }
    return n;
}

#endif
