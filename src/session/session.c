/* session.c -- the life of a session. */
#include "session/session.h"

#include <assert.h>
#include <stdio.h>

static void free_worlds(kerf *k)
{
    size_t n = k->model ? k->model->types.n : 0;
    kf_mem_free(&k->mem, k->worlds.least, n, sizeof(*k->worlds.least));
    kf_mem_free(&k->mem, k->worlds.most, n, sizeof(*k->worlds.most));
    kf_mem_free(&k->mem, k->warned, k->model ? k->model->predicates.n : 0, sizeof(bool));
}

/* The limit is also an option, so that kerf_get() tells the truth. */
static kerf_status set_limit(kerf *k)
{
    if (k->config.memory_limit == 0) return KERF_OK;
    char text[32];
    snprintf(text, sizeof(text), "%zu", k->config.memory_limit);
    return kerf_set(k, "memory-limit", text);
}

kerf *kerf_new(const kerf_config *config)
{
    static const kerf_config plain = { 0 };
    if (!config) config = &plain;

    kf_mem mem;
    kf_mem_init(&mem, 0);
    if (config->test_faults) mem.fail_after = config->fail_after;
    kerf *k = kf_mem_calloc(&mem, 1, sizeof *k);
    if (!k) return NULL;
    k->mem = mem; /* from here on the session's own copy counts */
    k->config = *config;
    kf_arena_init(&k->strings, &k->mem);
    kf_options_init(&k->options);
    kf_mapped_init(&k->mapped, &k->mem);
    k->diags = kf_diags_new(&k->mem);
    if (!k->diags || set_limit(k) != KERF_OK) {
        kerf_free(k);
        return NULL;
    }
    return k;
}

void kerf_free(kerf *k)
{
    if (!k) return;
    free_worlds(k);
    kf_verified_free(k->verified, &k->mem);
    kf_mapped_free(&k->mapped);
    kf_evaluated_free(k->evaluated, &k->mem);
    kf_learn_record_free(k->learned);
    kf_session_forget_database(k);
    kf_loader_free(k->loader);
    kf_evidence_free(k->evidence);
    kf_model_free(k->model);
    kf_program_free(k->program);
    kf_diags_free(k->diags);
    kf_options_free(&k->options, &k->mem);
    kf_arena_free(&k->strings);
    kf_vec_free(&k->mem, &k->inputs);
    kf_mem mem = k->mem; /* the session's own block goes last */
    kf_mem_free(&mem, k, 1, sizeof *k);
    assert(mem.used == 0); /* every block was given back, with its right size */
}

size_t kerf_memory_used(const kerf *k)
{
    return k ? k->mem.used : 0;
}

size_t kerf_memory_peak(const kerf *k)
{
    return k ? k->mem.peak : 0;
}
