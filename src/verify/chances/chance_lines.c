/* chance_lines.c -- reads what `kerf marginal` writes as tsv and json; see chance_lines.h.
 *
 * Of JSON it is as much as kerf writes: an object with a status and log Z, then an array "atoms" of
 * objects whose fields are in any order, then an array "free". */
#include "verify/chances/chance_lines.h"

#include "base/check.h"
#include "model/model.h"

#include <ctype.h>
#include <math.h>
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
    if (x->n > 0) kf_print_fact_constant(x->to, text);
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

static kf_claim_method method_of(kf_str field)
{
    if (kf_str_eq(field, KF_STR("exact"))) return KF_CLAIM_EXACT;
    bool sampled = kf_str_eq(field, KF_STR("gibbs")) || kf_str_eq(field, KF_STR("mcsat"));
    return sampled ? KF_CLAIM_SAMPLED : KF_CLAIM_NONE;
}

/* Fields before p: the method is the third after it. Empty fields at the end may be missing. */
static size_t count_names(kf_str line)
{
    size_t tabs = count_tabs(line), method = 0;
    kf_str field;
    for (size_t i = 0; next_field(&line, &field); i++)
        if (i + 2 >= tabs && method_of(field) != KF_CLAIM_NONE) method = i;
    return method > 3 ? method - 3 : 0;
}

static bool is_share(double x)
{
    return x >= 0 && x <= 1;
}

/* Everything that belongs to a claim is there, and nothing is out of range. */
static bool is_whole(const kf_claim *x)
{
    bool samples = x->method != KF_CLAIM_SAMPLED || x->ess > 0;
    return is_share(x->p) && is_share(x->lo) && is_share(x->hi) && x->method != KF_CLAIM_NONE
           && samples;
}

/* A cell that is empty or not there is NAN. */
static bool next_number(kf_str *line, double *to)
{
    kf_str field;
    *to = NAN;
    return !next_field(line, &field) || field.n == 0 || kf_number_read(field, to);
}

bool kf_chance_line_row(kf_str line, kf_text *atom, kf_claim *to)
{
    parts x = { .to = atom };
    kf_str field;
    size_t names = count_names(line);
    for (size_t i = 0; i < names && next_field(&line, &field); i++) add_escaped(&x, field);
    end_parts(&x);
    *to = (kf_claim){ .method = KF_CLAIM_NONE };
    if (names == 0 || !next_number(&line, &to->p) || !next_number(&line, &to->lo)
        || !next_number(&line, &to->hi) || !next_field(&line, &field))
        return false;
    to->method = method_of(field);
    return next_number(&line, &to->ess) && next_number(&line, &to->rhat) && is_whole(to);
}

bool kf_chance_line_free(kf_str line, kf_text *predicate, double *atoms)
{
    static const char mark[] = "free:";
    const size_t n = sizeof mark - 1;
    kf_str name, field;
    parts x = { .to = predicate };
    if (!next_field(&line, &name)) return false;
    field = name;
    while (next_field(&line, &field)) continue; /* the last: what is empty was cut off */
    if (field.n <= n || memcmp(field.at, mark, n) != 0) return false;
    add_escaped(&x, name);
    return kf_number_read((kf_str){ field.at + n, field.n - n }, atoms) && *atoms > 0;
}

/* ---- json ---- */

static bool fail(kf_chance_object *o)
{
    o->wrong = true;
    return false;
}

static bool pass_blanks_to(kf_chance_object *o, char c)
{
    while (o->at < o->end && strchr(" \t\r\n", *o->at)) o->at++;
    return o->at < o->end && *o->at == c;
}

static bool take(kf_chance_object *o, char c)
{
    if (!pass_blanks_to(o, c)) return false;
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
    if (pass_blanks_to(o, '"')) return read_string(o, scratch);
    if (pass_blanks_to(o, '[') || pass_blanks_to(o, '{')) return fail(o);
    return read_word(o).n > 0 || fail(o);
}

static bool read_arguments(kf_chance_object *o, parts *x, kf_text *scratch)
{
    if (!take(o, '[')) return fail(o);
    while (!take(o, ']')) {
        if (!read_string(o, scratch)) return false;
        add_part(x, kf_text_get(scratch));
        if (!take(o, ',') && !pass_blanks_to(o, ']')) return fail(o);
    }
    return true;
}

/* A number, or null. */
static bool read_number(kf_chance_object *o, double *to)
{
    pass_blanks_to(o, ' ');
    kf_str word = read_word(o);
    *to = NAN;
    return kf_str_eq(word, KF_STR("null")) || kf_number_read(word, to) || fail(o);
}

typedef struct field { /* of an object: a number that somebody waits for */
    kf_str name;
    double *to;
} field;

/* *there: the name is one of these. */
static bool read_known(kf_chance_object *o, kf_str name, const field *fields, size_t n, bool *there)
{
    *there = false;
    for (size_t i = 0; i < n && !*there; i++) {
        if (!kf_str_eq(name, fields[i].name)) continue;
        *there = true;
        return read_number(o, fields[i].to);
    }
    return true;
}

static bool read_name(kf_chance_object *o, kf_text *scratch)
{
    return (read_string(o, scratch) && take(o, ':')) || fail(o);
}

/* One field of an atom; `predicate` comes before `arguments`. */
static bool read_field(kf_chance_object *o, parts *x, kf_claim *to, kf_text *scratch)
{
    const field numbers[] = { { KF_STR("p"), &to->p },
                              { KF_STR("lo"), &to->lo },
                              { KF_STR("hi"), &to->hi },
                              { KF_STR("ess"), &to->ess },
                              { KF_STR("rhat"), &to->rhat } };
    bool there;
    if (!read_name(o, scratch)) return false;
    kf_str name = kf_text_get(scratch);
    if (kf_str_eq(name, KF_STR("arguments")))
        return x->n == 1 ? read_arguments(o, x, scratch) : fail(o);
    bool method = kf_str_eq(name, KF_STR("method"));
    bool predicate = kf_str_eq(name, KF_STR("predicate"));
    if (!read_known(o, name, numbers, KF_LENGTH(numbers), &there)) return false;
    if (there) return true;
    if (!method && !predicate) return skip_value(o, scratch);
    if (!read_string(o, scratch)) return false;
    if (method) to->method = method_of(kf_text_get(scratch));
    else add_part(x, kf_text_get(scratch));
    return true;
}

static bool read_atom(kf_chance_object *o, kf_text *atom, kf_claim *to, kf_text *scratch)
{
    parts x = { .to = atom };
    *to = (kf_claim){ NAN, NAN, NAN, NAN, NAN, KF_CLAIM_NONE };
    if (!take(o, '{')) return fail(o);
    while (!take(o, '}')) {
        if (!read_field(o, &x, to, scratch)) return false;
        if (!take(o, ',') && !pass_blanks_to(o, '}')) return fail(o);
    }
    end_parts(&x);
    return (x.n > 0 && is_whole(to)) || fail(o);
}

static bool read_status(kf_chance_object *o, kf_text *scratch)
{
    if (!read_string(o, scratch)) return false;
    kf_str word = kf_text_get(scratch);
    o->exact = kf_str_eq(word, KF_STR("exact"));
    o->known = o->exact || kf_str_eq(word, KF_STR("mixed")) || kf_str_eq(word, KF_STR("sampled"));
    return o->known || kf_str_eq(word, KF_STR("unconverged")) || fail(o);
}

/* Up to the first atom. */
static bool begin(kf_chance_object *o, kf_text *scratch)
{
    const field numbers[] = { { KF_STR("log_z"), &o->log_z },
                              { KF_STR("log_z_lo"), &o->log_z_lo },
                              { KF_STR("log_z_hi"), &o->log_z_hi } };
    bool there, status = false;
    o->begun = true;
    o->log_z = o->log_z_lo = o->log_z_hi = NAN;
    if (!take(o, '{')) return fail(o);
    for (;;) {
        if (!read_name(o, scratch)) return false;
        kf_str name = kf_text_get(scratch);
        if (kf_str_eq(name, KF_STR("atoms"))) return (status && take(o, '[')) || fail(o);
        bool is_status = kf_str_eq(name, KF_STR("status"));
        if (!read_known(o, name, numbers, KF_LENGTH(numbers), &there)) return false;
        if (is_status && !read_status(o, scratch)) return false;
        status |= is_status;
        if (!there && !is_status && !skip_value(o, scratch)) return false;
        if (!take(o, ',')) return fail(o);
    }
}

bool kf_chance_next(kf_chance_object *o, kf_text *atom, kf_claim *to)
{
    kf_text scratch;
    kf_text_init(&scratch, atom->mem);
    assert(o->at <= o->end && !o->wrong);
    bool there = o->begun ? take(o, ',') : begin(o, &scratch) && !pass_blanks_to(o, ']');
    bool good = there && read_atom(o, atom, to, &scratch);
    if (!there && !o->wrong && !take(o, ']')) fail(o);
    atom->failed |= scratch.failed;
    kf_text_free(&scratch);
    return good;
}

/* ---- Atoms that no formula names ---- */

static bool read_free(kf_chance_object *o, kf_text *predicate, double *atoms, kf_text *scratch)
{
    bool there;
    *atoms = NAN;
    if (!take(o, '{')) return fail(o);
    while (!take(o, '}')) {
        const field number = { KF_STR("atoms"), atoms };
        if (!read_name(o, scratch)) return false;
        bool name = kf_str_eq(kf_text_get(scratch), KF_STR("predicate"));
        if (!read_known(o, kf_text_get(scratch), &number, 1, &there)) return false;
        if (!there && !(name ? read_string(o, predicate) : skip_value(o, scratch))) return false;
        if (!take(o, ',') && !pass_blanks_to(o, '}')) return fail(o);
    }
    return *atoms >= 0 || fail(o);
}

/* From behind the atoms to the first of them. */
static bool begin_free(kf_chance_object *o, kf_text *scratch)
{
    if (!read_name(o, scratch)) return false;
    return (kf_str_eq(kf_text_get(scratch), KF_STR("free")) && take(o, '[')) || fail(o);
}

/* Behind the atoms there is a comma, and so there is behind one of them. */
bool kf_chance_next_free(kf_chance_object *o, kf_text *predicate, double *atoms)
{
    kf_text scratch;
    if (o->wrong) return false;
    assert(o->begun && o->at <= o->end);
    kf_text_init(&scratch, predicate->mem);
    bool there = take(o, ',');
    if (there && pass_blanks_to(o, '"')) there = begin_free(o, &scratch) && !pass_blanks_to(o, ']');
    bool good = there && read_free(o, predicate, atoms, &scratch);
    if (!there && !o->wrong) take(o, ']');
    if (!there && !o->wrong && !take(o, '}')) fail(o);
    predicate->failed |= scratch.failed;
    kf_text_free(&scratch);
    return good;
}
