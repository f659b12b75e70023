/* query_file.c -- Tuffy's query files: which predicates are asked for.
 *
 * One predicate a line (or several with commas), with or without arguments, // to the end of the
 * line. Arguments only narrow what Tuffy prints, so the names are all that counts here. */
#include "evidence/load/load.h"

#include <string.h>

typedef struct scanner {
    kf_diags *diags;
    const char *file;
    kf_str text;
    size_t at, line_start;
    uint32_t line;
    kf_symbols *seen;
    kf_text *names;
} scanner;

static char peek(const scanner *s)
{
    return s->at < s->text.n ? s->text.at[s->at] : '\0';
}

static void advance(scanner *s)
{
    if (peek(s) == '\n') {
        s->line++;
        s->line_start = s->at + 1;
    }
    s->at++;
}

static bool at_comment(const scanner *s)
{
    return s->at + 1 < s->text.n && memcmp(s->text.at + s->at, "//", 2) == 0;
}

static void skip_line(scanner *s)
{
    while (s->at < s->text.n && peek(s) != '\n') advance(s);
}

/* Blanks, separators and comments between names. */
static void skip_space(scanner *s)
{
    for (; s->at < s->text.n; advance(s)) {
        if (at_comment(s)) skip_line(s);
        if (s->at >= s->text.n || !strchr(" \t\r\n,;", peek(s)) || peek(s) == '\0') return;
    }
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || (unsigned char)c >= 0x80;
}

static kerf_status complain(scanner *s, size_t at, size_t length, const char *text)
{
    kf_place place = kf_place_in(s->file, s->text, at, length, s->line, s->line_start);
    kf_diag_add(s->diags, KERF_ERROR, &place, NULL, "%s", text);
    return KERF_INVALID;
}

/* From '(' to its ')', on one line; the content does not matter. */
static kerf_status skip_arguments(scanner *s)
{
    size_t begin = s->at;
    bool quoted = false;
    for (; s->at < s->text.n && peek(s) != '\n'; advance(s)) {
        if (peek(s) == '"') quoted = !quoted;
        if (peek(s) == ')' && !quoted) {
            advance(s);
            return KERF_OK;
        }
    }
    return complain(s, begin, 1, "this parenthesis is not closed");
}

static kerf_status add_name(scanner *s, kf_str name)
{
    uint32_t before = kf_symbols_count(s->seen);
    uint32_t id = kf_symbols_add(s->seen, name);
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (id < before) return KERF_OK; /* asked for twice, with other arguments */
    if (before > 0) kf_text_addc(s->names, ',');
    kf_text_add(s->names, name);
    return s->names->failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status scan_name(scanner *s)
{
    size_t begin = s->at;
    while (s->at < s->text.n && is_name_byte(peek(s))) advance(s);
    if (s->at == begin) return complain(s, begin, 1, "expected the name of a predicate");
    KF_TRY(add_name(s, (kf_str){ s->text.at + begin, s->at - begin }));
    while (peek(s) == ' ' || peek(s) == '\t') advance(s);
    return peek(s) == '(' ? skip_arguments(s) : KERF_OK;
}

static kerf_status scan(scanner *s)
{
    for (skip_space(s); s->at < s->text.n; skip_space(s)) KF_TRY(scan_name(s));
    if (s->names->n > 0) return KERF_OK;
    const kf_place whole = { .file = s->file };
    kf_diag_add(s->diags, KERF_ERROR, &whole, "write the hidden predicates, one a line",
                "the query file names no predicate");
    return KERF_INVALID;
}

kerf_status kf_query_file_scan(kf_mem *mem, const char *file, kf_str text, kf_text *names,
                               kf_diags *diags)
{
    scanner s = { .diags = diags, .file = file, .text = text, .line = 1, .names = names };
    s.seen = kf_symbols_new(mem);
    kerf_status status = s.seen ? scan(&s) : KERF_NO_MEMORY;
    kf_symbols_free(s.seen);
    return status;
}
