/* chance_lines.c -- reads what `kerf marginal` writes as tsv and json; see chance_lines.h.
 *
 * Of JSON it is as much as kerf writes: an object with an array "atoms" of objects whose fields
 * "predicate", "arguments" and "p" are in any order among others. */
#include "session/verify/chance_lines.h"

#include "session/session.h"

#include <ctype.h>
#include <string.h>

/* ---- An atom, as its parts come ---- */

typedef struct parts {
    kf_text *to;
    uint32_t n; /* predicate, then arguments */
} parts;

static void add_part(parts *x, kf_str text)
{
    if (x->n == 0) kf_text_add(x->to, text);
    if (x->n > 0) kf_text_add(x->to, x->n == 1 ? KF_STR("(") : KF_STR(", "));
    if (x->n > 0) kf_session_add_constant(x->to, text);
    x->n++;
}

static void end_parts(const parts *x)
{
    if (x->n > 1) kf_text_addc(x->to, ')');
}

/* ---- tsv ---- */

static bool next_field(kf_str *line, kf_str *field)
{
    if (!line->at) return false;
    const char *tab = line->n ? memchr(line->at, '\t', line->n) : NULL;
    field->at = line->at;
    field->n = tab ? (size_t)(tab - line->at) : line->n;
    line->n = tab ? line->n - field->n - 1 : 0;
    line->at = tab ? tab + 1 : NULL;
    return true;
}

static size_t count_tabs(kf_str line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.n; i++) n += line.at[i] == '\t';
    return n;
}

bool kf_is_chance_row(kf_str line)
{
    kf_str field;
    size_t tabs = count_tabs(line);
    return tabs >= 2 && next_field(&line, &field)
           && (field.n == 0 || !memchr(field.at, '(', field.n));
}

static void add_escaped(parts *x, kf_str field)
{
    kf_text text;
    kf_text_init(&text, x->to->mem);
    for (size_t i = 0; i < field.n; i++) {
        char c = field.at[i];
        if (c == '\\' && i + 1 < field.n && kf_unescape(field.at[i + 1], &c)) i++;
        kf_text_addc(&text, c);
    }
    x->to->failed |= text.failed;
    add_part(x, kf_text_get(&text));
    kf_text_free(&text);
}

static bool is_method(kf_str field)
{
    return kf_str_eq(field, KF_STR("exact")) || kf_str_eq(field, KF_STR("gibbs"))
           || kf_str_eq(field, KF_STR("mcsat"));
}

/* Fields before p: the method is the third after it. Empty fields at the end may be missing. */
static size_t count_names(kf_str line)
{
    size_t tabs = count_tabs(line), method = 0;
    kf_str field;
    for (size_t i = 0; next_field(&line, &field); i++)
        if (i + 2 >= tabs && is_method(field)) method = i;
    return method > 3 ? method - 3 : 0;
}

bool kf_chance_line_row(kf_str line, kf_text *atom, double *p)
{
    parts x = { .to = atom };
    kf_str field;
    size_t names = count_names(line);
    for (size_t i = 0; i < names && next_field(&line, &field); i++) add_escaped(&x, field);
    end_parts(&x);
    return names > 0 && next_field(&line, &field) && kf_number_read(field, p);
}

/* ---- json ---- */

static bool fail(kf_chance_object *o)
{
    o->wrong = true;
    return false;
}

static bool is_next(kf_chance_object *o, char c)
{
    while (o->at < o->end && strchr(" \t\r\n", *o->at)) o->at++;
    return o->at < o->end && *o->at == c;
}

static bool take(kf_chance_object *o, char c)
{
    if (!is_next(o, c)) return false;
    o->at++;
    return true;
}

/* \uXXXX, of control characters alone: kerf writes all others as they are. */
static bool read_code(kf_chance_object *o, kf_text *to)
{
    unsigned code = 0;
    for (int i = 0; i < 4; i++, o->at++) {
        if (o->at == o->end || !isxdigit((unsigned char)*o->at)) return fail(o);
        char c = *o->at;
        code = code * 16 + (unsigned)(isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    if (code == 0 || code >= 0x80) return fail(o);
    kf_text_addc(to, (char)code);
    return true;
}

static bool read_escape(kf_chance_object *o, kf_text *to)
{
    static const char letters[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    if (o->at == o->end) return fail(o);
    char c = *o->at++;
    if (c == 'u') return read_code(o, to);
    const char *at = memchr(letters, c, sizeof letters - 1);
    if (!at) return fail(o);
    kf_text_addc(to, plain[at - letters]);
    return true;
}

static bool read_string(kf_chance_object *o, kf_text *to)
{
    kf_text_clear(to);
    if (!take(o, '"')) return fail(o);
    while (o->at < o->end && *o->at != '"') {
        char c = *o->at++;
        if (c != '\\') kf_text_addc(to, c);
        else if (!read_escape(o, to)) return false;
    }
    if (o->at == o->end) return fail(o);
    o->at++;
    return true;
}

/* A number or a word; of strings, arrays and objects see the callers. */
static kf_str read_word(kf_chance_object *o)
{
    kf_str word = { o->at, 0 };
    while (o->at < o->end && !strchr(",]} \t\r\n", *o->at)) o->at++;
    word.n = (size_t)(o->at - word.at);
    return word;
}

static bool skip_value(kf_chance_object *o, kf_text *scratch)
{
    if (is_next(o, '"')) return read_string(o, scratch);
    if (is_next(o, '[') || is_next(o, '{')) return fail(o);
    return read_word(o).n > 0 || fail(o);
}

static bool read_arguments(kf_chance_object *o, parts *x, kf_text *scratch)
{
    if (!take(o, '[')) return fail(o);
    while (!take(o, ']')) {
        if (!read_string(o, scratch)) return false;
        add_part(x, kf_text_get(scratch));
        if (!take(o, ',') && !is_next(o, ']')) return fail(o);
    }
    return true;
}

/* One field of an atom; `predicate` comes before `arguments`. */
static bool read_field(kf_chance_object *o, parts *x, double *p, kf_text *scratch)
{
    if (!read_string(o, scratch) || !take(o, ':')) return fail(o);
    kf_str name = kf_text_get(scratch);
    if (kf_str_eq(name, KF_STR("arguments")))
        return x->n == 1 ? read_arguments(o, x, scratch) : fail(o);
    if (kf_str_eq(name, KF_STR("p"))) {
        is_next(o, ' ');
        return kf_number_read(read_word(o), p) || fail(o);
    }
    if (!kf_str_eq(name, KF_STR("predicate"))) return skip_value(o, scratch);
    if (!read_string(o, scratch)) return false;
    add_part(x, kf_text_get(scratch));
    return true;
}

static bool read_atom(kf_chance_object *o, kf_text *atom, double *p, kf_text *scratch)
{
    parts x = { .to = atom };
    *p = -1;
    if (!take(o, '{')) return fail(o);
    while (!take(o, '}')) {
        if (!read_field(o, &x, p, scratch)) return false;
        if (!take(o, ',') && !is_next(o, '}')) return fail(o);
    }
    end_parts(&x);
    return (x.n > 0 && *p >= 0) || fail(o);
}

/* Up to the first atom. */
static bool begin(kf_chance_object *o, kf_text *scratch)
{
    o->begun = true;
    if (!take(o, '{')) return fail(o);
    for (;;) {
        if (!read_string(o, scratch) || !take(o, ':')) return fail(o);
        if (kf_str_eq(kf_text_get(scratch), KF_STR("atoms"))) return take(o, '[') || fail(o);
        if (!skip_value(o, scratch) || !take(o, ',')) return fail(o);
    }
}

bool kf_chance_next(kf_chance_object *o, kf_text *atom, double *p)
{
    kf_text scratch;
    kf_text_init(&scratch, atom->mem);
    bool there = o->begun ? take(o, ',') : begin(o, &scratch) && !is_next(o, ']');
    bool good = there && read_atom(o, atom, p, &scratch);
    if (!there && !o->wrong && !is_next(o, ']')) fail(o);
    atom->failed |= scratch.failed;
    kf_text_free(&scratch);
    return good;
}
