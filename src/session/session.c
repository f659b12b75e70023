/* session.c -- the life of a session, its invariant, and the structs of its callers. */
#include "session/session.h"

#include "base/check.h"
#include "infer/change/memo.h"

#include <stdio.h>
#include <string.h>

/* ---- Structs of callers --------------------------------------------------------------------- */

/* No struct of kerf.h will ever be so large: a size beyond it was never set. */
enum { MOST_STRUCT = 4096 };

static size_t size_of(const void *theirs)
{
    size_t size;
    memcpy(&size, theirs, sizeof size); /* the first member of all of them */
    return size;
}

static bool has_size(const void *theirs)
{
    size_t size = size_of(theirs);
    return size > sizeof size && size <= MOST_STRUCT;
}

/* The part that both sides know, but for the size. */
static void copy_known(void *to, const void *from, size_t n)
{
    if (n > sizeof n) memcpy((char *)to + sizeof n, (const char *)from + sizeof n, n - sizeof n);
}

static size_t known(const void *theirs, size_t own)
{
    size_t size = size_of(theirs);
    return size < own ? size : own;
}

kerf_status kf_session_check_place(kerf *k, const void *theirs)
{
    if (!theirs) return kf_session_misuse(k, "there is no place for the answer");
    if (has_size(theirs)) return KERF_OK;
    return kf_session_misuse(k, "the size of a struct is not set: { .size = sizeof x } does it");
}

kerf_status kf_session_take(kerf *k, void *own, size_t n, const void *theirs)
{
    assert(n > sizeof(size_t) && n <= MOST_STRUCT);
    memset(own, 0, n);
    if (!theirs) return KERF_OK;
    KF_TRY(kf_session_check_place(k, theirs));
    copy_known(own, theirs, known(theirs, n));
    return KERF_OK;
}

void kf_session_give(void *theirs, const void *own, size_t n)
{
    assert(has_size(theirs) && n <= MOST_STRUCT);
    copy_known(theirs, own, known(theirs, n));
}

/* ---- Life ----------------------------------------------------------------------------------- */

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
    kerf_config own = { 0 };
    if (config && !has_size(config)) return NULL;
    if (config) copy_known(&own, config, known(config, sizeof own));

    kf_mem mem;
    kf_mem_init(&mem, 0);
    if (own.test_faults) mem.fail_after = own.fail_after;
    kerf *k = kf_mem_calloc(&mem, 1, sizeof *k);
    if (!k) return NULL;
    k->mem = mem; /* from here on the session's own copy counts */
    k->config = own;
    atomic_init(&k->users, 1);
    kf_arena_init(&k->strings, &k->mem);
    kf_options_init(&k->options);
    k->diags = kf_diags_new(&k->mem);
    kf_record_init(&k->record, &k->mem, k->diags);
    if (!k->diags || set_limit(k) != KERF_OK) {
        kerf_free(k);
        return NULL;
    }
    return k;
}

/* All but the model and what belongs to it, which other sessions may share. */
static void free_world(kerf *k)
{
    kf_session_drop_ground(k);
    kf_record_free(&k->record);
    kf_mem_free(&k->mem, k->warned, k->model ? k->model->predicates.n : 0, sizeof(bool));
    kf_session_close_changes(k);
    kf_memo_free(k->memo);
    kf_session_forget_database(k);
    kf_kept_free(k->kept);
    kf_loader_free(k->loader);
    kf_evidence_free(k->evidence);
}

static void free_model(kerf *k)
{
    if (k->over) {
        kf_model_free_share(k->model);
        return;
    }
    kf_model_free(k->model);
    kf_program_free(k->program);
}

/* The last user of a session's model, in whatever thread, frees what is left of it. */
static void release(kerf *k)
{
    if (!k || atomic_fetch_sub(&k->users, 1) > 1) return;
    kerf *over = k->over;
    free_model(k);
    kf_diags_free(k->diags);
    kf_options_free(&k->options, &k->mem);
    kf_arena_free(&k->strings);
    kf_vec_free(&k->mem, &k->inputs);
    kf_mem mem = k->mem; /* the session's own block goes last */
    kf_mem_free(&mem, k, 1, sizeof *k);
    assert(mem.used == 0); /* every block was given back, with its right size */
    release(over);
}

void kerf_free(kerf *k)
{
    if (!k) return;
    free_world(k);
    release(k);
}

size_t kerf_memory_used(const kerf *k)
{
    return k ? k->mem.used : 0;
}

size_t kerf_memory_peak(const kerf *k)
{
    return k ? k->mem.peak : 0;
}

/* ---- The invariant -------------------------------------------------------------------------- */

#ifndef NDEBUG
void kf_session_check(const kerf *k)
{
    bool read = k->phase != KF_PHASE_NEW && k->phase != KF_PHASE_BROKEN;
    assert(!read || (k->model && k->program));
    assert(k->phase != KF_PHASE_NEW || (!k->model && !k->loader && !k->evidence));
    assert(k->phase < KF_PHASE_EVIDENCE || k->phase == KF_PHASE_BROKEN || k->evidence);
    assert(!k->model == !k->program);
    assert(k->record.model == k->model);
    assert(k->record.worlds.n == 0 || (k->evidence && k->warned));
    assert(k->record.worlds.n == 0 || (k->model && k->model->settled));
    assert(!k->loader || k->evidence);
    assert(!k->database || k->evidence);
    assert(!k->changed || k->database);
    kf_aside_check(&k->aside);
    assert(!k->last.ground.g || (k->changed && k->record.mapped.answered));
    assert(k->first_message <= kf_diags_count(k->diags) && k->logged <= kf_diags_count(k->diags));
    assert(k->mem.limit == 0 || k->mem.limit == k->options.memory_limit);
    assert(memchr(k->error, '\0', sizeof k->error));
}
#endif
