/* messages.c -- messages for people, on standard error:
 *
 *     smoking.mln:4:7: error: unknown predicate 'Smoks'
 *       1.5 Smoks(x) => Cancer(x)
 *           ^~~~~
 *       hint: did you mean 'Smokes'?
 *
 * and the live line that shows how far a long call has come. Columns count what a terminal shows,
 * not bytes. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_ERRORS = 20 }; /* reading stops there: see kerf_message_count() */
enum { WIDTH = 100, LEAST_WIDTH = 40, MARGIN = 9 };

static bool terminal, coloured, live;
static size_t width;     /* columns of source that are shown */
static size_t shown;     /* messages of the session that were printed */
static bool after_error; /* the last of them that is no note is an error */

/* A line of source with its indent and the dots at cut ends must not wrap. */
static size_t source_width(void)
{
    struct winsize size;
    if (!terminal || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return WIDTH;
    return size.ws_col > LEAST_WIDTH + MARGIN ? size.ws_col - MARGIN : LEAST_WIDTH;
}

void messages_init(void)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    coloured = terminal && !(no_color && *no_color);
    width = source_width();
    shown = 0;
    after_error = false;
}

static const char *colour(const char *code)
{
    return coloured ? code : "";
}

#define BOLD colour("\033[1m")
#define PLAIN colour("\033[0m")
#define GREEN colour("\033[1;32m")

static const char *severity_colour(kerf_severity severity)
{
    if (severity == KERF_ERROR) return colour("\033[1;31m");
    return severity == KERF_WARNING ? colour("\033[1;35m") : colour("\033[1;36m");
}

static const char *severity_text(kerf_severity severity)
{
    if (severity == KERF_ERROR) return "error";
    return severity == KERF_WARNING ? "warning" : "note";
}

/* ---- Columns --------------------------------------------------------------------------------- */

/* One character: its bytes and its code. Invalid bytes count as one character each. */
static size_t decode(const char *text, size_t n, unsigned *code)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    *code = at[0];
    if (length <= 1 || length > n) return 1;
    unsigned c = at[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) return 1;
        c = c << 6 | (at[i] & 0x3fU);
    }
    *code = c;
    return length;
}

/* Columns that a terminal gives to a character: none to accents, two to wide scripts. */
static size_t columns_of(unsigned code)
{
    static const struct {
        unsigned from, to;
    } wide[] = { { 0x1100, 0x115f },  { 0x2e80, 0xa4cf },   { 0xac00, 0xd7a3 },
                 { 0xf900, 0xfaff },  { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },
                 { 0xffe0, 0xffe6 },  { 0x1f300, 0x1f64f }, { 0x1f900, 0x1f9ff },
                 { 0x20000, 0x3fffd } };
    if ((code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200d)) return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (code >= wide[i].from && code <= wide[i].to) return 2;
    return 1;
}

static size_t columns(const char *text, size_t n)
{
    size_t sum = 0;
    for (size_t i = 0; i < n;) {
        unsigned code;
        i += decode(text + i, n - i, &code);
        sum += columns_of(code);
    }
    return sum;
}

/* ---- The source line ------------------------------------------------------------------------- */

typedef struct window { /* the bytes [from, to) of a line, of which [mark, mark_end) is meant */
    const char *line;
    size_t n, from, to, mark, mark_end;
    bool cut_before, cut_after;
} window;

static size_t step_back(const char *line, size_t at)
{
    do at--;
    while (at > 0 && ((unsigned char)line[at] & 0xc0) == 0x80);
    return at;
}

/* As much as fits, with the mark in it. */
static void choose_window(window *w)
{
    unsigned code;
    w->from = w->mark;
    while (w->from > 0 && columns(w->line + w->from, w->mark - w->from) < width * 2 / 5)
        w->from = step_back(w->line, w->from);
    if (columns(w->line, w->n) <= width) w->from = 0;
    size_t used = 0;
    for (w->to = w->from; w->to < w->n;) {
        size_t length = decode(w->line + w->to, w->n - w->to, &code);
        used += columns_of(code);
        if (used > width) break;
        w->to += length;
    }
    w->cut_before = w->cut_before || w->from > 0;
    w->cut_after = w->to < w->n;
    if (w->mark_end > w->to) w->mark_end = w->to;
}

static void print_bytes(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        fputc(c == '\t' ? ' ' : c < 0x20 || c == 0x7f ? '?' : c, stderr);
    }
}

static void repeat(char c, size_t n)
{
    while (n-- > 0) fputc(c, stderr);
}

static void print_source(const kerf_message *m)
{
    window w = { .line = m->source, .n = strlen(m->source), .cut_before = m->skipped > 0 };
    w.mark = m->column > m->skipped ? m->column - m->skipped - 1 : 0;
    if (w.mark > w.n) w.mark = w.n;
    w.mark_end = m->length < w.n - w.mark ? w.mark + m->length : w.n;
    choose_window(&w);
    fprintf(stderr, "  %s", w.cut_before ? "..." : "");
    print_bytes(w.line + w.from, w.to - w.from);
    fprintf(stderr, "%s\n  ", w.cut_after ? "..." : "");
    repeat(' ', columns(w.line + w.from, w.mark - w.from) + (w.cut_before ? 3 : 0));
    fprintf(stderr, "%s^", GREEN);
    size_t under = w.mark_end > w.mark ? columns(w.line + w.mark, w.mark_end - w.mark) : 1;
    repeat('~', under > 0 ? under - 1 : 0);
    fprintf(stderr, "%s\n", PLAIN);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void print_message(const kerf_message *m)
{
    fputs(BOLD, stderr);
    if (!m->file) fputs("kerf: ", stderr);
    else if (m->line == 0) fprintf(stderr, "%s: ", m->file);
    else if (m->column == 0) fprintf(stderr, "%s:%u: ", m->file, m->line);
    else fprintf(stderr, "%s:%u:%u: ", m->file, m->line, m->column);
    fprintf(stderr, "%s%s: %s%s%s%s\n", severity_colour(m->severity), severity_text(m->severity),
            PLAIN, BOLD, m->text, PLAIN);
    if (m->source && m->line > 0 && m->column > 0) print_source(m);
    if (m->hint) fprintf(stderr, "  hint: %s\n", m->hint);
}

void message_line(const char *severity, const char *text)
{
    progress_erase();
    fprintf(stderr, "kerf: %s: %s\n", severity, text);
}

/* Notes after an error explain it: they are there with --quiet, too. */
void messages_show(cli *c)
{
    const kerf_message *m;
    progress_erase();
    for (; (m = kerf_message_get(c->session, shown)); shown++) {
        if (m->severity != KERF_NOTE) after_error = m->severity == KERF_ERROR;
        if (m->severity != KERF_NOTE || after_error || !c->quiet) print_message(m);
    }
}

static void print_number(size_t n, const char *what)
{
    fprintf(stderr, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

static size_t count_kept(const cli *c, kerf_severity severity)
{
    size_t n = 0;
    const kerf_message *m;
    for (size_t i = 0; (m = kerf_message_get(c->session, i)); i++) n += m->severity == severity;
    return n;
}

void messages_count(const cli *c)
{
    size_t errors = kerf_message_total(c->session, KERF_ERROR);
    size_t warnings = kerf_message_total(c->session, KERF_WARNING);
    size_t kept = count_kept(c, KERF_WARNING);
    if (errors == 0 && warnings == kept) return;
    if (errors > 0) print_number(errors, "error");
    if (errors > 0 && warnings > 0) fputs(", ", stderr);
    if (warnings > 0) print_number(warnings, "warning");
    if (warnings > kept) fprintf(stderr, " (%zu shown)", kept);
    if (errors >= MOST_ERRORS) fputs("; there may be more", stderr);
    fputc('\n', stderr);
}

/* ---- The live line --------------------------------------------------------------------------- */

void progress_show(const char *text)
{
    if (!terminal) return;
    fprintf(stderr, "\r\033[K%.*s", (int)width, text);
    fflush(stderr);
    live = true;
}

void progress_erase(void)
{
    if (!live) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    live = false;
}

void on_log(void *context, int level, const char *text)
{
    const cli *c = context;
    if (level == KERF_LOG_PROGRESS && !c->quiet) progress_show(text);
    if (level == KERF_LOG_DEBUG) message_line("debug", text); /* only if it was asked for */
}
