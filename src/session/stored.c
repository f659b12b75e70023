/* stored.c -- evidence that goes into a store while it is read, or is there from an earlier run.
 *
 * A store is opened before the first world is read. If it holds what the sources hold, by a
 * fingerprint of their bytes, they are not read again; without sources, whatever it holds will do.
 * Else each world takes the place of what was there, when it is complete. */
#include "session/session.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool kf_session_is_stored(const kerf *k)
{
    return !kf_backend_is_memory(k->options.store);
}

kerf_status kf_session_check_store(kerf *k)
{
    bool postgres = strncmp(k->options.store, "postgres", 8) == 0;
    if (k->options.distribute && !postgres)
        return kf_session_misuse(k, "only tables on a PostgreSQL server can be distributed");
    if (k->options.schema && !postgres)
        return kf_session_misuse(k, "only a PostgreSQL server has schemas");
    if (kf_backend_is_known(k->options.store)) return KERF_OK;
    /* What follows a sign may be a password, in a form that is not one of ours. */
    int shown = (int)strcspn(k->options.store, "=/@ :");
    if (k->options.store[shown] == ':') shown++;
    return kf_session_misuse(k, "there is no store '%.*s%s': memory, sqlite:FILE or postgres://...",
                             shown > 100 ? 100 : shown, k->options.store,
                             k->options.store[shown] ? "..." : "");
}

kerf_status kf_session_needs_memory(kerf *k, const char *what)
{
    if (!kf_session_is_stored(k)) return KERF_OK;
    return kf_session_misuse(k, "%s needs evidence in memory: leave out the option store", what);
}

static bool is_stopped(const kerf *k)
{
    return k->config.stop && k->config.stop(k->config.stop_context);
}

static void set_stop(kerf *k, double deadline)
{
    k->stored.stop = kf_stop_when(k->config.stop, k->config.stop_context);
    k->stored.stop.deadline = deadline;
}

/* Reading has as long as the search after it. */
void kf_session_begin_reading(kerf *k)
{
    double limit = k->options.time_limit;
    set_stop(k, limit > 0 && kf_session_is_stored(k) ? kf_now() + limit : 0);
}

kerf_status kf_session_end_reading(kerf *k, kerf_status status)
{
    bool late = status == KERF_INTERRUPTED && k->stored.stop.deadline > 0 && !is_stopped(k);
    set_stop(k, 0);
    if (!late) return status;
    kf_diag_add(k->diags, KERF_ERROR, NULL, "kerf load has no limit, and keeps it for later runs",
                "the time limit was over before all evidence was in the store");
    return KERF_LIMIT;
}

static void report_storing(void *context, uint64_t rows, uint64_t all)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "storing evidence: %llu of %llu rows",
                   (unsigned long long)rows, (unsigned long long)all);
}

/* Longer than a line of the log is otherwise. */
static void report_explained(void *context, const char *text)
{
    const kerf *k = context;
    if (k->config.log) k->config.log(k->config.log_context, KERF_LOG_DEBUG, text);
}

static void report_sorting(void *context, size_t table, size_t all)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "sorting evidence: table %zu of %zu", table + 1,
                   all);
}

static void report_waiting(void *context, const char *why, double seconds)
{
    kf_session_log(context, KERF_LOG_PROGRESS, "%.150s: waiting for %.0f s", why, seconds);
}

void kf_session_report_stored(kerf *k, uint64_t bytes)
{
    enum { WIDTH = 20 };
    static const char full[] = "####################", empty[] = "--------------------";
    uint64_t all = kf_loader_bytes(k->loader);
    unsigned long long mb = (unsigned long long)(bytes >> 20);
    if (all == 0) {
        kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence: %llu MB", mb);
        return;
    }
    double part = bytes < all ? (double)bytes / (double)all : 1;
    int done = (int)(part * WIDTH);
    kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence [%.*s%.*s] %d%%, %llu MB", done, full,
                   WIDTH - done, empty, (int)(100 * part), mb);
}

kf_backend_site kf_session_site(kerf *k, const char *where)
{
    set_stop(k, k->stored.stop.deadline);
    return (kf_backend_site){ .where = where,
                              .schema = k->options.schema,
                              .diags = k->diags,
                              .stop = k->stop ? k->stop : &k->stored.stop,
                              .world = kerf_world_name(k),
                              .fingerprint = k->stored.fingerprint,
                              .progress = report_storing,
                              .sorting = report_sorting,
                              .waiting = report_waiting,
                              .progress_context = k,
                              .explain = k->options.analyze ? report_explained : NULL,
                              .connections = kf_session_threads(k),
                              .distribute = k->options.distribute };
}

static kerf_status open_vault(kerf *k, const char *fingerprint, kf_vault **vault, bool *there)
{
    kf_backend_site site = kf_session_site(k, k->options.store);
    KF_TRY(kf_vault_open(vault, &k->mem, k->model, &site));
    kerf_status status = kf_vault_begin(*vault, fingerprint, there);
    if (status == KERF_OK) return KERF_OK;
    kf_vault_free(*vault);
    return status;
}

/* What no evidence has, so that it makes room. */
static const char nothing[] = "-";

kerf_status kf_session_begin_world(void *context)
{
    kerf *k = context;
    bool there;
    if (!kf_session_is_stored(k)) return KERF_OK;
    if (!k->stored.vault) KF_TRY(open_vault(k, nothing, &k->stored.vault, &there));
    kf_evidence_take_vault(k->evidence, k->stored.vault);
    k->stored.vault = NULL;
    return KERF_OK;
}

/* Of a world that cannot be found again by what its sources hold: no other has it. */
static void make_unique(kerf *k, kf_fingerprint *print)
{
    double now = kf_now();
    uint64_t bits;
    memcpy(&bits, &now, sizeof bits);
    kf_fingerprint_add(print, bits);
    kf_fingerprint_add(print, (uint64_t)getpid());
    kf_fingerprint_add(print, k->worlds.n);
}

kerf_status kf_session_end_world(kerf *k)
{
    kf_fingerprint print = k->stored.print;
    if (!kf_session_is_stored(k)) return KERF_OK;
    if (!k->stored.known || !kf_loader_is_only(k->loader)) make_unique(k, &print);
    kf_fingerprint_write(&print, k->stored.fingerprint);
    return kf_evidence_bring_hidden(k->evidence);
}

static kerf_status take_up(kerf *k, kf_vault *vault)
{
    kf_text name;
    kf_evidence_clear(k->evidence);
    kf_evidence_take_vault(k->evidence, vault);
    kf_text_init(&name, &k->mem);
    kerf_status status = kf_evidence_restore(k->evidence, &name, k->diags);
    if (status == KERF_OK) status = kf_loader_skip(k->loader, kf_text_get(&name));
    kf_text_free(&name);
    return status;
}

static kerf_status refuse_empty(kerf *k)
{
    kf_diag_add(k->diags, KERF_ERROR, NULL, "name the evidence; kerf load keeps it for later runs",
                "there is no evidence in the store, nor was any given");
    return KERF_INVALID;
}

/* A file that is not there; it would appear by being opened. */
static bool is_missing(const char *file)
{
    return file && access(file, F_OK) != 0 && errno == ENOENT;
}

kerf_status kf_session_look_in_store(kerf *k, bool *there)
{
    kf_vault *vault;
    char text[KF_FINGERPRINT_TEXT];
    bool given = kf_loader_source_count(k->loader) > 0 || k->imports.n > 0;
    *there = false;
    if (!kf_session_is_stored(k)) return KERF_OK;
    KF_TRY(kf_session_check_store(k));
    if (!given && is_missing(kf_backend_file(k->options.store))) return refuse_empty(k);
    KF_TRY(kf_loader_fingerprint(k->loader, &k->stored.print, &k->stored.known));
    if (k->imports.n > 0) k->stored.known = false; /* tables change */
    kf_fingerprint_write(&k->stored.print, text);
    KF_TRY(open_vault(k, !given ? NULL : k->stored.known ? text : nothing, &vault, there));
    if (*there) return take_up(k, vault);
    if (given) {
        k->stored.vault = vault;
        return KERF_OK;
    }
    kf_vault_free(vault);
    return refuse_empty(k);
}
