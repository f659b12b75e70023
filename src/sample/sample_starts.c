/* sample_starts.c -- where the chains begin: at the given assignment, and at random feasible ones.
 *
 * A random one is what local search makes of coin flips, without a look at soft costs. Where it
 * finds none, a chain begins where another does. */
#include "sample/sampler.h"

#include "solve/walk/local_search.h"

#include <string.h>

/* Literals that local search may look at, for each of the component. */
enum { FIND = 200, FIND_LEAST = 1 << 20 };

/* The first chain takes the given one. */
static kerf_status find_start(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    kf_sampler *s = context;
    const kf_component *p = s->component;
    bool *x = s->chain[job].assignment;
    uint64_t broken = 0;
    (void)worker;
    if (job == 0 && s->options->start) {
        memcpy(x, s->options->start, p->n_atoms * sizeof *x);
        kf_component_cost(p, x, &broken);
        s->begun[job] = broken == 0;
        if (s->begun[job]) return KERF_OK;
    }
    kf_search_effort effort = { .seed = kf_random_next(&s->chain[job].random),
                                .find = FIND_LEAST + FIND * kf_component_size(p) };
    kf_searched found;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        int8_t fixed = s->rows.fixed[a];
        x[a] = fixed < 0 ? kf_random_below(&s->chain[job].random, 2) == 1 : fixed == 1;
    }
    KF_TRY(kf_search_locally(p, &s->options->limits, mem, effort, x, &found));
    kf_component_cost(p, x, &broken);
    s->begun[job] = broken == 0;
    return KERF_OK;
}

/* Those that have none begin where another does. */
static void share_starts(kf_sampler *s)
{
    uint32_t from = 0;
    while (from < s->chains && !s->begun[from]) from++;
    for (uint32_t c = 0; c < s->chains && from < s->chains; c++) {
        if (!s->begun[c])
            memcpy(s->chain[c].assignment, s->chain[from].assignment,
                   s->component->n_atoms * sizeof(bool));
        kf_chain_begin(&s->chain[c], s->chain[c].assignment);
        if (c > from) s->begun[c] = true;
    }
    for (uint32_t c = 0; c < from && from < s->chains; c++) s->begun[c] = true;
}

kerf_status kf_sampler_begin(kf_sampler *s)
{
    KF_TRY(kf_crew_run(s->threads, s->chains, find_start, s, s->mem, &s->stop));
    share_starts(s);
    return KERF_OK;
}
