/* worlds.c -- worlds, one after the other.
 *
 * The first world settles what is observed and what hidden; every world is then checked against
 * that. Invariant: after kerf_next_world() has given a world, the model is settled. */
#include "session/session.h"

#include "evidence/load/loader.h"
#include "base/clock.h"

/* ---- Queueing ------------------------------------------------------------------------------- */

static void report_progress(void *context, uint64_t bytes)
{
    if (kf_session_is_stored(context)) kf_session_report_stored(context, bytes);
    else
        kf_session_log(context, KERF_LOG_PROGRESS, "reading evidence: %llu MB",
                       (unsigned long long)(bytes >> 20));
}

static kerf_status new_statistics(kerf *k)
{
    size_t types = k->model->types.n;
    if (!k->record.worlds.least)
        k->record.worlds.least = kf_mem_calloc(&k->mem, types, sizeof(uint32_t));
    if (!k->record.worlds.most)
        k->record.worlds.most = kf_mem_calloc(&k->mem, types, sizeof(uint32_t));
    if (!k->warned) k->warned = kf_mem_calloc(&k->mem, k->model->predicates.n, sizeof(bool));
    return k->record.worlds.least && k->record.worlds.most && k->warned ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_session_loader(kerf *k, kf_loader **out)
{
    kf_loader_options options = {
        .skip_unknown = k->options.skip_unknown,
        .strict_types = k->options.strict_types,
        .header = (kf_header_choice)k->options.header,
        .progress = report_progress,
        .step = kf_session_is_stored(k) ? 1 << 20 : 0,
        .begin = kf_session_begin_world,
        .end = kf_session_import,
        .context = k,
    };
    return kf_loader_new(out, &k->mem, k->model, k->evidence, &options, k->diags);
}

static kerf_status new_loader(kerf *k)
{
    if (!k->evidence) k->evidence = kf_evidence_new(&k->mem, k->model);
    if (!k->evidence) return KERF_NO_MEMORY;
    KF_TRY(new_statistics(k));
    KF_TRY(kf_session_loader(k, &k->loader));
    KF_TRY(kf_session_read_mapping(k));
    k->phase = KF_PHASE_EVIDENCE;
    return KERF_OK;
}

kerf_status kf_session_may_read(kerf *k)
{
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase == KF_PHASE_NEW)
        return kf_session_misuse(k, "evidence comes after the model: read one first");
    return KERF_OK;
}

static kerf_status begin_evidence(kerf *k)
{
    KF_TRY(kf_session_begin(k));
    return kf_session_may_read(k);
}

static kerf_status begin_adding(kerf *k, const char *what)
{
    KF_TRY(begin_evidence(k));
    if (k->phase == KF_PHASE_END)
        return kf_session_misuse(k, "every world has been read: no more evidence can be added");
    if (!what) return kf_session_misuse(k, "evidence needs a file name or a name for messages");
    return k->loader ? KERF_OK : kf_session_end(k, new_loader(k));
}

kerf_status kerf_add_evidence(kerf *k, const char *path)
{
    KF_TRY(begin_adding(k, path));
    KF_TRY(kf_session_claim(k, path));
    kerf_status status = kf_loader_add_file(k->loader, path);
    if (status == KERF_OK && !kf_session_note_input(k, path)) status = KERF_NO_MEMORY;
    return kf_session_end(k, status);
}

kerf_status kerf_add_world(kerf *k, const char *path)
{
    KF_TRY(begin_adding(k, path));
    KF_TRY(kf_session_claim(k, path));
    kerf_status status = kf_loader_add_world(k->loader, path);
    if (status == KERF_OK && !kf_session_note_input(k, path)) status = KERF_NO_MEMORY;
    return kf_session_end(k, status);
}

kerf_status kerf_add_evidence_memory(kerf *k, const char *name, const void *text, size_t n)
{
    KF_TRY(begin_adding(k, name));
    if (!text && n > 0) return kf_session_misuse(k, "evidence in memory needs its text");
    return kf_session_end(k, kf_loader_add_memory(k->loader, name, text ? text : "", n));
}

kerf_status kerf_add_evidence_stream(kerf *k, const char *name, kerf_read_fn *read, void *context)
{
    KF_TRY(begin_adding(k, name));
    if (!read) return kf_session_misuse(k, "evidence from a stream needs a reader");
    return kf_session_end(k, kf_loader_add_stream(k->loader, name, read, context));
}

kerf_status kerf_add_table(kerf *k, const char *predicate, const char *path)
{
    KF_TRY(begin_adding(k, path));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (kf_session_is_import(path))
        return kf_session_end(k, kf_session_add_import(k, predicate, path));
    KF_TRY(kf_session_claim(k, path));
    kerf_status status = kf_loader_add_table(k->loader, predicate, path);
    if (status == KERF_OK && !kf_session_note_input(k, path)) status = KERF_NO_MEMORY;
    return kf_session_end(k, status);
}

kerf_status kerf_add_table_memory(kerf *k, const char *predicate, const char *name,
                                  const void *text, size_t n)
{
    KF_TRY(begin_adding(k, name));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (!text && n > 0) return kf_session_misuse(k, "a table in memory needs its text");
    return kf_session_end(
        k, kf_loader_add_table_memory(k->loader, predicate, name, text ? text : "", n));
}

kerf_status kerf_add_table_stream(kerf *k, const char *predicate, const char *name,
                                  kerf_read_fn *read, void *context)
{
    KF_TRY(begin_adding(k, name));
    if (!predicate) return kf_session_misuse(k, "a table needs the name of its predicate");
    if (!read) return kf_session_misuse(k, "a table from a stream needs a reader");
    return kf_session_end(k, kf_loader_add_table_stream(k->loader, predicate, name, read, context));
}

/* ---- Settling ------------------------------------------------------------------------------- */

static kerf_status settle_with(kerf *k, const char *query_file_names)
{
    kf_settle_options options = {
        .query = k->options.query,
        .open = k->options.open,
        .closed = k->options.closed,
        .query_file_names = query_file_names,
    };
    size_t n = k->model->predicates.n;
    kf_seen *seen = kf_mem_calloc(&k->mem, n, sizeof *seen);
    if (!seen) return KERF_NO_MEMORY;
    kf_evidence_seen(k->evidence, seen);
    kerf_status status = kf_model_settle(k->model, &options, seen, k->diags);
    kf_mem_free(&k->mem, seen, n, sizeof *seen);
    return status;
}

static kerf_status settle(kerf *k)
{
    if (!k->options.query_file) return settle_with(k, NULL);
    kf_text names;
    kf_text_init(&names, &k->mem);
    kerf_status status = kf_query_file_read(k, k->options.query_file, &names);
    if (status == KERF_OK) status = settle_with(k, names.at);
    kf_text_free(&names);
    return status;
}

/* ---- Checking a world ----------------------------------------------------------------------- */

/* A probability or a question mark makes sense only where there is something to find out. */
static void check_certain(kerf *k, uint32_t predicate, kf_said part)
{
    const kf_facts *rows = kf_evidence_facts(k->evidence, predicate, part);
    if (!rows || rows->n == 0) return;
    kf_str name = kf_predicate_name(k->model, predicate);
    kf_place place = kf_evidence_place(k->evidence, rows, 0);
    kf_diag_add(k->diags, KERF_ERROR, &place,
                "make it hidden with --query or --open, or say true or false",
                "%.*s is observed, so its evidence cannot be %s", (int)name.n, name.at,
                part == KF_SAID_SOFT ? "a probability" : "unknown");
}

/* The first world had nothing of this predicate; this one has. */
static void check_late(kerf *k, uint32_t predicate)
{
    const kf_predicate *p = &k->model->predicates.at[predicate];
    const kf_facts *rows = kf_evidence_facts(k->evidence, predicate, KF_SAID_TRUE);
    if (p->why != KF_WHY_NO_EVIDENCE || k->warned[predicate]) return;
    if (!rows || rows->n == 0) rows = kf_evidence_facts(k->evidence, predicate, KF_SAID_FALSE);
    if (!rows || rows->n == 0) return;
    k->warned[predicate] = true;
    kf_str name = kf_predicate_name(k->model, predicate);
    kf_place place = kf_evidence_place(k->evidence, rows, 0);
    kf_diag_add(k->diags, KERF_WARNING, &place, "name what is hidden with --query",
                "%.*s has evidence here but had none in the first world, so it was taken as hidden",
                (int)name.n, name.at);
}

kerf_status kf_session_check_world(kerf *k)
{
    size_t errors = kf_diags_errors(k->diags);
    for (uint32_t p = 0; p < k->model->predicates.n; p++) {
        if (k->model->predicates.at[p].hidden) {
            check_late(k, p);
        } else {
            check_certain(k, p, KF_SAID_SOFT);
            check_certain(k, p, KF_SAID_UNKNOWN);
        }
    }
    return kf_diags_errors(k->diags) > errors ? KERF_INVALID : KERF_OK;
}

void kf_session_count_world(kerf *k, const kf_evidence *world)
{
    kf_worlds *w = &k->record.worlds;
    for (uint32_t t = 0; t < k->model->types.n; t++) {
        uint32_t size = kf_evidence_type_size(world, t);
        if (w->n == 0 || size < w->least[t]) w->least[t] = size;
        if (w->n == 0 || size > w->most[t]) w->most[t] = size;
    }
    w->rows += kf_evidence_rows(world);
    w->n++;
}

/* ---- The next world ------------------------------------------------------------------------- */

static kerf_status read_world(kerf *k, bool *more)
{
    if (!k->loader) KF_TRY(new_loader(k));
    kf_mapped_forget(&k->record.mapped);
    kf_session_forget_database(k);
    double begun = kf_now();
    bool there = false;
    if (k->record.worlds.n == 0) KF_TRY(kf_session_look_in_store(k, &there));
    if (there) *more = true;
    else KF_TRY(kf_loader_next(k->loader, more));
    if (!*more) {
        k->phase = KF_PHASE_END;
        return KERF_OK;
    }
    bool first = !k->model->settled;
    if (first) KF_TRY(settle(k));
    KF_TRY(kf_session_end_world(k));
    if (first) kf_session_warn_of_names(k);
    KF_TRY(kf_session_check_world(k));
    kf_session_count_world(k, k->evidence);
    k->record.mapped.load = kf_now() - begun;
    return KERF_OK;
}

kerf_status kf_session_next_world(kerf *k, bool *more)
{
    k->begun = true;
    kf_session_begin_reading(k);
    return kf_session_end_reading(k, read_world(k, more));
}

kerf_status kerf_next_world(kerf *k, int *more)
{
    KF_TRY(begin_evidence(k));
    if (!more) return kf_session_misuse(k, "kerf_next_world needs a place for its answer");
    bool got = false;
    if (k->phase != KF_PHASE_END) {
        kerf_status status = kf_session_next_world(k, &got);
        if (status != KERF_OK) {
            k->phase = KF_PHASE_BROKEN;
            return kf_session_end(k, status);
        }
    }
    *more = got;
    return kf_session_end(k, KERF_OK);
}

const char *kerf_world_name(const kerf *k)
{
    const char *name = k && k->loader ? kf_loader_world_name(k->loader) : k ? k->name : NULL;
    return name ? name : "";
}
