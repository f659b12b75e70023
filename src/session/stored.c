/* stored.c -- the option "store": where evidence is kept, how long that may take, and what is told on the
 * way. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"

#include <string.h>

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
    k->reading = kf_stop_when(k->config.stop, k->config.stop_context);
    k->reading.deadline = deadline;
}

/* Reading has as long as the search after it. */
void kf_session_begin_reading(kerf *k)
{
    double limit = k->options.time_limit;
    set_stop(k, limit > 0 && kf_session_is_stored(k) ? kf_now() + limit : 0);
}

kerf_status kf_session_end_reading(kerf *k, kerf_status status)
{
    bool late = status == KERF_INTERRUPTED && k->reading.deadline > 0 && !is_stopped(k);
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
    assert(k->loader && kf_session_is_stored(k));
    uint64_t all = kf_loader_bytes(k->loader);
    unsigned long long mb = (unsigned long long)(bytes >> 20);
    if (all == 0) {
        kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence: %llu MB", mb);
        return;
    }
    double part = bytes < all ? (double)bytes / (double)all : 1;
    int done = (int)(part * WIDTH);
    assert(done >= 0 && done <= WIDTH);
    kf_session_log(k, KERF_LOG_PROGRESS, "storing evidence [%.*s%.*s] %d%%, %llu MB", done, full,
                   WIDTH - done, empty, (int)(100 * part), mb);
}

kf_backend_site kf_session_site(kerf *k, const char *where)
{
    assert(k->model);
    set_stop(k, k->reading.deadline);
    return (kf_backend_site){ .where = where,
                              .file = kf_backend_file(where),
                              .schema = k->options.schema,
                              .diags = k->diags,
                              .stop = k->stop ? k->stop : &k->reading,
                              .world = kerf_world_name(k),
                              .fingerprint = k->loader ? kf_loader_fingerprint(k->loader) : NULL,
                              .progress = report_storing,
                              .sorting = report_sorting,
                              .waiting = report_waiting,
                              .progress_context = k,
                              .explain = k->options.analyze ? report_explained : NULL,
                              .connections = kf_session_threads(k),
                              .distribute = k->options.distribute };
}
