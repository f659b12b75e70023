/* import_text.c -- tables of the database server as evidence, as the user names them.
 *
 * A mapping file has one predicate or function a line, `Author = SELECT bib, name FROM
 * citation_author`, blank lines and comments that begin with # or //. The query is the server's
 * business. A table that is named in the place of a file, `postgres:citation_author(bib, name)`,
 * becomes such a query; its names are put into quotes here, folded to lower case unless they were
 * quoted, as SQL has it. */
#include "evidence/load/load.h"
#include "evidence/load/loading.h"

#include <string.h>

static const char prefix[] = "postgres:";

bool kf_import_is_table(const char *path)
{
    return strncmp(path, prefix, sizeof prefix - 1) == 0;
}

static bool find(const kf_model *m, kf_str name, kf_table *what)
{
    *what = (kf_table){ KF_SAID_TRUE, kf_model_find_predicate(m, name) };
    if (what->id == KF_NONE) *what = (kf_table){ KF_SAID_VALUE, kf_model_find_function(m, name) };
    return what->id != KF_NONE;
}

static kerf_status add(kf_loader *l, kf_str name, kf_str query, const kf_place *place)
{
    kf_import one = { .line = place->line };
    if (!find(l->model, name, &one.what)) {
        kf_diag_add(l->diags, KERF_ERROR, place, "declare it in the model, or check its spelling",
                    "there is no predicate or function %.*s", name.n > 60 ? 60 : (int)name.n,
                    name.at);
        return KERF_INVALID;
    }
    one.query = kf_arena_string(&l->arena, query);
    one.file = place->file;
    return one.query ? kf_loader_add_import(l, &one) : KERF_NO_MEMORY;
}

/* ---- postgres:TABLE(COLUMN, ...) ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
           || c == '$' || (unsigned char)c >= 0x80;
}

static void skip_blanks(const char **at)
{
    while (is_blank(**at)) (*at)++;
}

/* One name, quoted. False: there is none. */
static bool take_name(const char **at, kf_text *to)
{
    skip_blanks(at);
    const char *begin = *at;
    kf_text_addc(to, '"');
    if (**at == '"') {
        for ((*at)++; **at && !(**at == '"' && (*at)[1] != '"'); (*at)++) {
            if (**at == '"') (*at)++;
            kf_text_addc(to, **at);
            if (**at == '"') kf_text_addc(to, '"');
        }
        if (**at != '"' || *at == begin + 1) return false;
        (*at)++;
    } else {
        for (; is_name_byte(**at); (*at)++)
            kf_text_addc(to, **at >= 'A' && **at <= 'Z' ? (char)(**at - 'A' + 'a') : **at);
        if (*at == begin) return false;
    }
    kf_text_addc(to, '"');
    skip_blanks(at);
    return true;
}

static bool take_names(const char **at, char separator, kf_text *to)
{
    for (bool first = true;; first = false) {
        if (!first) kf_text_addf(to, separator == ',' ? ", " : ".");
        if (!take_name(at, to)) return false;
        if (**at != separator) return true;
        (*at)++;
    }
}

/* SELECT "column", ... FROM "schema"."table" */
static bool write_query(const char *at, kf_text *table, kf_text *to)
{
    if (!take_names(&at, '.', table) || *at++ != '(') return false;
    kf_text_add(to, KF_STR("SELECT "));
    if (!take_names(&at, ',', to) || *at++ != ')') return false;
    skip_blanks(&at);
    if (*at) return false;
    kf_text_add(to, KF_STR(" FROM "));
    kf_text_add(to, kf_text_get(table));
    return true;
}

kerf_status kf_import_add_table(kf_loader *l, const char *predicate, const char *path)
{
    const kf_place place = { .file = path };
    kf_text table, query;
    kf_text_init(&table, l->mem);
    kf_text_init(&query, l->mem);
    kerf_status st = KERF_OK;
    assert(kf_import_is_table(path));
    if (!write_query(path + sizeof prefix - 1, &table, &query)) {
        st = KERF_MISUSE;
    } else if (table.failed || query.failed) {
        st = KERF_NO_MEMORY;
    } else {
        st = add(l, kf_str_of(predicate), kf_text_get(&query), &place);
    }
    kf_text_free(&table);
    kf_text_free(&query);
    return st;
}

/* ---- A mapping file ---- */

static kf_str trim(kf_str s)
{
    while (s.n > 0 && is_blank(s.at[0])) s = (kf_str){ s.at + 1, s.n - 1 };
    while (s.n > 0 && is_blank(s.at[s.n - 1])) s.n--;
    return s;
}

static kerf_status take_line(kf_loader *l, const char *file, kf_str line, uint32_t number)
{
    const kf_place place = { .file = file, .line = number, .column = 1, .source = line };
    kf_str text = trim(line);
    if (text.n == 0 || text.at[0] == '#' || (text.n > 1 && memcmp(text.at, "//", 2) == 0))
        return KERF_OK;
    const char *equals = memchr(text.at, '=', text.n);
    size_t at = equals ? (size_t)(equals - text.at) : 0;
    kf_str predicate = trim((kf_str){ text.at, at });
    kf_str query = equals ? trim((kf_str){ equals + 1, text.n - at - 1 }) : (kf_str){ 0 };
    if (query.n > 0 && query.at[query.n - 1] == ';')
        query = trim((kf_str){ query.at, query.n - 1 });
    if (predicate.n > 0 && query.n > 0 && !memchr(query.at, '\0', query.n))
        return add(l, predicate, query, &place);
    kf_diag_add(l->diags, KERF_ERROR, &place, "Predicate = SELECT column, ... FROM table",
                "a line of a mapping is a predicate, = and a query");
    return KERF_INVALID;
}

kerf_status kf_import_add_mapping(kf_loader *l, const char *file, kf_str text)
{
    size_t errors = kf_diags_errors(l->diags);
    uint32_t number = 1;
    size_t begin = text.n >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t at = begin; at < text.n && !kf_diags_full(l->diags); number++) {
        const char *end = memchr(text.at + at, '\n', text.n - at);
        size_t n = end ? (size_t)(end - text.at) - at : text.n - at;
        kerf_status st = take_line(l, file, (kf_str){ text.at + at, n }, number);
        if (st != KERF_OK && st != KERF_INVALID) return st;
        at += n + 1;
    }
    return kf_diags_errors(l->diags) > errors ? KERF_INVALID : KERF_OK;
}
