/* over.c -- sessions that share a model: kerf_new_over(), kerf_clone().
 *
 * What a model is after it was read is shared: syntax, names, bodies of formulas, weight tables.
 * A session over it has its own types with their constants, its own predicates and rules (what
 * settling and weights change), and its own memory. The session that read the model stays until the
 * last of them is freed; `users` counts, and is all that threads share and change. */
#include "session/session.h"

#include "base/check.h"
#include "query/database.h"

#include <string.h>

kerf_status kf_session_owns_model(kerf *k, const char *what)
{
    if (!k->over && atomic_load(&k->users) == 1) return KERF_OK;
    return kf_session_misuse(k, "%s would change a model that other sessions share", what);
}

/* ---- Making --------------------------------------------------------------------------------- */

static kerf_status copy_options(kerf *k, const kerf *from)
{
    for (size_t i = 0; i < kerf_option_count(); i++) {
        const char *name = kerf_option_get(i)->name;
        if (!from->options.texts[i]) continue;
        if (strcmp(name, "memory-limit") == 0 && k->config.memory_limit > 0) continue;
        KF_TRY(kerf_set(k, name, from->options.texts[i]));
    }
    return KERF_OK;
}

static kerf_status share_model(kerf *k, const kerf *from)
{
    kerf *owner = from->over ? from->over : (kerf *)from;
    KF_TRY(copy_options(k, from));
    k->model = kf_model_share(from->model, owner->model, &k->mem);
    if (!k->model) return KERF_NO_MEMORY;
    k->program = owner->program;
    k->over = owner;
    atomic_fetch_add(&owner->users, 1);
    k->record.model = k->model;
    k->phase = KF_PHASE_MODEL;
    return KERF_OK;
}

static bool has_model(const kerf *from)
{
    return from && from->model && from->phase != KF_PHASE_BROKEN;
}

kerf *kerf_new_over(const kerf *from, const kerf_config *config)
{
    kerf *k = has_model(from) ? kerf_new(config) : NULL;
    if (k && share_model(k, from) == KERF_OK) return k;
    kerf_free(k);
    return NULL;
}

/* ---- The world, too ------------------------------------------------------------------------- */

static kerf_status copy_name(kerf *k, const kerf *from)
{
    const char *name = kerf_world_name(from);
    k->name = kf_arena_string(&k->strings, kf_str_of(name));
    return k->name ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status copy_statistics(kerf *k, const kerf *from)
{
    kf_worlds *w = &k->record.worlds;
    size_t types = k->model->types.n, predicates = k->model->predicates.n;
    w->least = kf_mem_calloc(&k->mem, types, sizeof *w->least);
    w->most = kf_mem_calloc(&k->mem, types, sizeof *w->most);
    k->warned = kf_mem_calloc(&k->mem, predicates, sizeof *k->warned);
    if (!w->least || !w->most || !k->warned) return KERF_NO_MEMORY;
    memcpy(k->warned, from->warned, predicates * sizeof *k->warned);
    kf_session_count_world(k, k->evidence);
    return KERF_OK;
}

/* Functions without values have given constants to the database of the other: they are not the
 * world's. */
static kerf_status copy_world(kerf *k, const kerf *from)
{
    kf_stop stop = kf_stop_when(k->config.stop, k->config.stop_context);
    const uint32_t *counts = from->database ? from->database->n_before : NULL;
    KF_TRY(kf_model_copy_constants(k->model, from->model, counts, &stop));
    k->evidence = kf_evidence_new(&k->mem, k->model);
    if (!k->evidence) return KERF_NO_MEMORY;
    KF_TRY(kf_evidence_clone(k->evidence, from->evidence, &stop));
    k->unmade = from->unmade;
    KF_TRY(copy_statistics(k, from));
    KF_TRY(copy_name(k, from));
    k->begun = true;
    k->phase = KF_PHASE_END;
    KF_CHECK(kf_session_check(k));
    return KERF_OK;
}

kerf *kerf_clone(const kerf *from, const kerf_config *config)
{
    bool there =
        has_model(from) && from->record.worlds.n > 0 && kf_evidence_is_in_memory(from->evidence);
    kerf *k = there ? kerf_new_over(from, config) : NULL;
    if (k && copy_world(k, from) == KERF_OK) return k;
    kerf_free(k);
    return NULL;
}
