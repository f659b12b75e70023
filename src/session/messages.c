/* messages.c -- messages of a session, the text of its last failure, and its log. */
#include "session/session.h"

#include "base/check.h"
#include "base/redact.h"

#include <stdio.h>
#include <string.h>

static const char *severity_text(kerf_severity severity)
{
    switch (severity) {
    case KERF_ERROR: return "error: ";
    case KERF_WARNING: return "warning: ";
    case KERF_NOTE: return "note: ";
    }
    return "";
}

/* "file:line:column: label text" in a fixed buffer; what does not fit is cut off visibly. */
static void format_message(char *to, size_t n, const kerf_message *m, const char *label)
{
    int length;
    assert(m->text && (m->file || m->line == 0));
    if (!m->file) length = snprintf(to, n, "%s%s", label, m->text);
    else if (m->line == 0) length = snprintf(to, n, "%s: %s%s", m->file, label, m->text);
    else length = snprintf(to, n, "%s:%u:%u: %s%s", m->file, m->line, m->column, label, m->text);
    if (length > 0 && (size_t)length >= n) memcpy(to + n - 4, "...", 4);
}

/* ---- Beginning and ending a call ------------------------------------------------------------ */

kerf_status kf_session_begin(kerf *k)
{
    if (!k) return KERF_MISUSE;
    k->error[0] = '\0';
    k->first_message = kf_diags_count(k->diags);
    return KERF_OK;
}

static const kerf_message *first_error(const kerf *k)
{
    for (size_t i = k->first_message; i < kf_diags_count(k->diags); i++) {
        const kerf_message *m = kf_diags_get(k->diags, i);
        if (m->severity == KERF_ERROR) return m;
    }
    return NULL;
}

/* Uses no memory but the buffer. */
static void say_out_of_memory(kerf *k)
{
    const char *limit = kerf_get(k, "memory-limit");
    char unit = limit[strlen(limit) - 1];
    if (k->mem.limit == 0) snprintf(k->error, sizeof(k->error), "out of memory");
    else
        snprintf(k->error, sizeof(k->error), "out of memory: the limit is %s%s", limit,
                 unit >= '0' && unit <= '9' ? " bytes" : "");
}

static void log_messages(kerf *k)
{
    char line[sizeof(k->error) + 16];
    size_t n = kf_diags_count(k->diags);
    for (; k->config.log && k->logged < n; k->logged++) {
        const kerf_message *m = kf_diags_get(k->diags, k->logged);
        format_message(line, sizeof(line), m, severity_text(m->severity));
        k->config.log(k->config.log_context, KERF_LOG_NOTE, line);
    }
}

kerf_status kf_session_end(kerf *k, kerf_status status)
{
    KF_CHECK(kf_session_check(k));
    log_messages(k);
    if (status == KERF_OK && k->evidence)
        status =
            kf_provider_status(kf_evidence_provider(k->evidence)); /* that could not return it */
    if (status == KERF_OK || k->error[0] != '\0') return status;
    const kerf_message *m = first_error(k);
    /* An error that could not be recorded was refused its memory. */
    if (!m && status == KERF_INVALID) status = KERF_NO_MEMORY;
    if (status == KERF_NO_MEMORY) say_out_of_memory(k);
    else if (m) format_message(k->error, sizeof(k->error), m, "");
    else snprintf(k->error, sizeof(k->error), "%s", kerf_status_text(status));
    return status;
}

/* ---- Ways to fail --------------------------------------------------------------------------- */

void kf_session_say(kerf *k, const char *text)
{
    assert(*text);
    snprintf(k->error, sizeof(k->error), "%s", text);
}

kerf_status kf_session_misuse(kerf *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(k->error, sizeof(k->error), format, args);
    va_end(args);
    kf_redact(k->error);
    return KERF_MISUSE;
}

kerf_status kf_session_check_index(kerf *k, size_t index, size_t n)
{
    if (index < n) return KERF_OK;
    return kf_session_misuse(k, "index %zu is past the end, %zu", index, n);
}

kerf_status kf_session_check_writer(kerf *k, kerf_write_fn *write, unsigned format, unsigned last)
{
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    if (format > last) return kf_session_misuse(k, "there is no format %d", (int)format);
    return KERF_OK;
}

kerf_status kf_session_io(kerf *k, const char *doing, const char *path, const char *why)
{
    bool standard = !path || strcmp(path, "-") == 0;
    assert(strcmp(doing, "read") == 0 || strcmp(doing, "write") == 0);
    const char *stream = strcmp(doing, "read") == 0 ? "standard input" : "standard output";
    const kf_place nowhere = { 0 };
    kf_diag_add(k->diags, KERF_ERROR, &nowhere, NULL, "cannot %s %s: %s", doing,
                standard ? stream
                : *path  ? path
                         : "''",
                why ? why : "unknown failure");
    return KERF_IO;
}

void kf_session_log(kerf *k, int level, const char *format, ...)
{
    if (k->config.log == NULL) return;
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    kf_redact(line);
    k->config.log(k->config.log_context, level, line);
}

/* ---- The public side ------------------------------------------------------------------------ */

size_t kerf_message_count(const kerf *k)
{
    return k ? kf_diags_count(k->diags) : 0;
}

const kerf_message *kerf_message_get(const kerf *k, size_t index)
{
    return index < kerf_message_count(k) ? kf_diags_get(k->diags, index) : NULL;
}

static size_t count_notes(const kerf *k)
{
    size_t n = 0;
    for (size_t i = 0; i < kf_diags_count(k->diags); i++)
        n += kf_diags_get(k->diags, i)->severity == KERF_NOTE;
    return n;
}

size_t kerf_message_total(const kerf *k, kerf_severity severity)
{
    if (!k) return 0;
    switch (severity) {
    case KERF_ERROR: return kf_diags_errors(k->diags);
    case KERF_WARNING: return kf_diags_warnings(k->diags);
    case KERF_NOTE: return count_notes(k);
    }
    return 0;
}

void kerf_message_clear(kerf *k)
{
    if (!k) return;
    kf_diags_clear(k->diags);
    k->logged = k->first_message = 0;
}

void kerf_mask_passwords(char *text)
{
    if (text) kf_redact(text);
}

const char *kerf_error(const kerf *k)
{
    return k ? k->error : "there is no session";
}

const char *kerf_status_text(kerf_status status)
{
    switch (status) {
    case KERF_OK: return "ok";
    case KERF_MISUSE: return "misuse of the interface";
    case KERF_INVALID: return "invalid input";
    case KERF_IO: return "input or output failed";
    case KERF_UNSUPPORTED: return "not supported";
    case KERF_NO_MEMORY: return "out of memory";
    case KERF_LIMIT: return "a limit was reached";
    case KERF_INFEASIBLE: return "infeasible";
    case KERF_INTERRUPTED: return "interrupted";
    case KERF_SOLVER: return "a solver failed";
    case KERF_STORE: return "a store failed";
    case KERF_INTERNAL: return "an internal check failed";
    }
    return "unknown status";
}
