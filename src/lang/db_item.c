/* db_item.c -- scans one item of evidence: an atom, a mapping or a world line.
 *
 * The hot path is kf_db_scan_item -> scan_name -> scan_arguments -> skip_bare for P(A,B) at the
 * end of a line; everything else (signs, numbers, strings, mappings, errors) leaves it early.
 * Scanners take and return a position and put NULL where they did not get through; why is then
 * in scan.outcome. All rely on the NUL at the window's limit. */
#include "lang/db_scan.h"

#include "base/check.h"
#include "base/text.h"

#include <stdarg.h>
#include <string.h>

#define B (KF_DB_BLANK | KF_DB_STOP)
#define F (KF_DB_FIRST | KF_DB_NAME)
#define D (KF_DB_DIGIT | KF_DB_NAME)
#define S KF_DB_STOP
#define N KF_DB_NAME
#define O 0
/* clang-format off */
const uint8_t kf_db_class[256] = {
    S, S, S, S, S, S, S, S, S, B, S, B, B, S, S, S, /* 00: tab, LF, VT, FF, CR */
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, /* 10 */
    B, O, S, O, O, O, O, N, S, S, O, KF_DB_DIGIT, S, D, KF_DB_DIGIT, O, /* 20:  !"#$%&'()*+,-./ */
    D, D, D, D, D, D, D, D, D, D, O, O, O, O, O, O, /* 30: 0-9:;<=>? */
    O, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* 40: @A-O */
    F, F, F, F, F, F, F, F, F, F, F, O, O, O, O, F, /* 50: P-Z[\]^_ */
    O, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* 60: `a-o */
    F, F, F, F, F, F, F, F, F, F, F, O, O, O, O, O, /* 70: p-z{|}~ */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* 80 */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* 90 */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* a0 */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* b0 */
    F, F, N, F, F, F, F, F, F, F, F, F, F, F, F, F, /* c0: c2 may begin the sign for not */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* d0 */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, /* e0 */
    F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F  /* f0 */
};
/* clang-format on */
#undef B
#undef F
#undef D
#undef S
#undef N
#undef O

typedef kf_db_scan scan;

/* ---- errors ------------------------------------------------------------------------------- */

const char *kf_db_wrong(scan *s, const char *at, size_t n, const char *hint, const char *format,
                        ...)
{
    const kf_window *w = &s->db->window;
    kf_place place = kf_window_place(w, at, n, s->db->line);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(w->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
    s->db->wrong_at = (size_t)(at - w->text);
    assert(s->db->wrong_at >= s->db->at); /* the rest of the line is skipped from there */
    s->outcome = KF_DB_WRONG;
    return NULL;
}

/* Something else was expected at p. */
const char *kf_db_unexpected(scan *s, const char *p, const char *expected, const char *hint)
{
    const kf_window *w = &s->db->window;
    if (kf_db_cut_off(s, p)) return NULL;
    if (p == s->limit && w->bad) {
        kf_window_blame(w, s->db->line);
        s->db->wrong_at = w->limit;
        s->outcome = KF_DB_WRONG;
        return NULL;
    }
    if (p == s->limit)
        return kf_db_wrong(s, p, 1, hint, "the file ends where %s is expected", expected);
    if (kf_db_ends_line(p))
        return kf_db_wrong(s, p, 1, hint, "the line ends where %s is expected", expected);
    uint32_t code = 0;
    size_t n = kf_utf8_decode((kf_str){ p, (size_t)(s->limit - p) }, &code);
    if (code < 0x20 || code == 0x7f)
        return kf_db_wrong(s, p, 1, hint, "%s is expected, not control character 0x%02x", expected,
                           code);
    return kf_db_wrong(s, p, n, hint, "%s is expected, not \"%.*s\"", expected, (int)n, p);
}

/* ---- strings ------------------------------------------------------------------------------ */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* The four digits after \u; false if there are fewer. */
static bool hex_code(const char *p, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(p[i]);
        if (digit < 0) return false;
        *code = *code * 16 + (uint32_t)digit;
    }
    return true;
}

/* \uXXXX at p, or two of them for what lies beyond; returns what follows. */
static const char *unescape_code(scan *s, const char *p, char **to)
{
    uint32_t code, low;
    size_t used = 6;
    if (!hex_code(p + 2, &code))
        return kf_db_wrong(s, p, 2, NULL, "\\u takes four hexadecimal digits");
    if (code >= 0xd800 && code < 0xdc00) {
        if (p[6] != '\\' || p[7] != 'u' || !hex_code(p + 8, &low) || low < 0xdc00 || low > 0xdfff)
            return kf_db_wrong(s, p, 6, NULL,
                               "\\u%.4s is half of a pair and the other half is missing", p + 2);
        code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
        used = 12;
    }
    if (code == 0) return kf_db_wrong(s, p, 6, NULL, "a constant cannot hold \\u0000");
    size_t n = kf_utf8_encode(code, *to);
    if (n == 0)
        return kf_db_wrong(s, p, 6, NULL, "\\u%.4s is half of a pair and the other half is missing",
                           p + 2);
    *to += n;
    return p + used;
}

static const char *unescape_one(scan *s, const char *p, char **to)
{
    switch (p[1]) {
    case 'n': *(*to)++ = '\n'; break;
    case 't': *(*to)++ = '\t'; break;
    case 'r': *(*to)++ = '\r'; break;
    case '"': *(*to)++ = '"'; break;
    case '\\': *(*to)++ = '\\'; break;
    case 'u': return unescape_code(s, p, to);
    default:
        return kf_db_wrong(s, p, 2, "write \\\\ for a backslash",
                           "there is no such escape; known are \\n \\t \\r \\\" \\\\ \\uXXXX");
    }
    return p + 2;
}

/* The content between begin and end, the closing quote, without its escapes. */
static bool unescape(scan *s, const char *begin, const char *end, kf_str *out)
{
    kf_db *db = s->db;
    size_t n = (size_t)(end - begin);
    char *start = kf_window_spare(&db->window, n), *to = start;
    if (!start) {
        s->outcome = KF_DB_REFUSED;
        return false;
    }
    for (const char *p = begin; p < end;) {
        if (*p != '\\') *to++ = *p++;
        else if (!(p = unescape_one(s, p, &to))) return false;
    }
    assert((size_t)(to - start) <= n); /* an escape is never shorter than what it means */
    assert(db->n_escaped < KF_LENGTH(db->escaped));
    *out = (kf_str){ start, (size_t)(to - start) };
    db->escaped[db->n_escaped++] = (kf_db_escaped){ start, (size_t)(begin - db->window.text), n };
    return true;
}

/* To a quote, a backslash, the end of the line or the guard; some bytes below these stop it,
 * too. */
static inline const char *skip_quoted(const char *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
    for (;; p += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, p, sizeof word); /* at worst KF_WINDOW_SLACK is read, too */
        uint64_t slash = word ^ ones * '\\';
        uint64_t found = (word - ones * ('"' + 1)) & ~word; /* its lowest bit is right */
        found = (found | ((slash - ones) & ~slash)) & tops;
        if (found != 0) return p + (unsigned)__builtin_ctzll(found) / 8;
    }
#else
    return p;
#endif
}

/* A string at its opening quote; returns what follows the closing one. Escapes are undone only
 * when the end has been seen, so an item that is scanned again leaves nothing behind. */
const char *kf_db_scan_string(scan *s, const char *open, kf_str *out)
{
    assert(*open == '"');
    const char *p = skip_quoted(open + 1);
    bool escapes = false;
    for (; *p != '"'; p = skip_quoted(p + 1)) {
        if (*p == '\\' && p[1] != '\0' && !kf_db_ends_line(p + 1)) {
            escapes = true;
            p++;
        } else if (kf_db_ends_line(p) || *p == '\0') {
            if (*p == '\0' && (kf_db_cut_off(s, p) || s->db->window.bad))
                return kf_db_unexpected(s, p, "a closing quote", NULL);
            return kf_db_wrong(s, open, (size_t)(p - open), "close it with \" on the same line",
                               "this string has no end");
        }
    }
    *out = (kf_str){ open + 1, (size_t)(p - open - 1) };
    if (escapes && !unescape(s, open + 1, p, out)) return NULL;
    return p + 1;
}

/* ---- arguments ---------------------------------------------------------------------------- */

/* To the end of a bare argument. Every byte that ends one is below '-', so eight bytes at a time
 * are searched for such a byte; the few harmless ones among them are told by the table. */
static inline const char *skip_bare(const char *p)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones * 0x80;
    for (;;) {
        uint64_t word;
        memcpy(&word, p, sizeof word); /* at worst KF_WINDOW_SLACK is read, too */
        uint64_t low = (word - ones * '-') & ~word & tops; /* its lowest bit is right */
        if (low == 0) {
            p += sizeof word;
            continue;
        }
        p += (unsigned)__builtin_ctzll(low) / 8;
        if (kf_db_is(p, KF_DB_STOP)) return p;
        p++;
    }
#else
    while (!kf_db_is(p, KF_DB_STOP)) p++;
    return p;
#endif
}

static const char *no_argument(scan *s, const char *p)
{
    if (*p == '(')
        return kf_db_wrong(s, p, 1, "give its value: A = f(B)",
                           "a function cannot stand in an argument");
    if (kf_db_ends_line(p))
        return kf_db_unexpected(s, p, "an argument or )", "an atom must be on one line");
    return kf_db_unexpected(s, p, "an argument", NULL);
}

static const char *no_separator(scan *s, const char *p)
{
    if (*p == '(')
        return kf_db_wrong(s, p, 1, "give its value: A = f(B)",
                           "a function cannot stand in an argument");
    if (kf_db_ends_line(p) || p == s->limit)
        return kf_db_unexpected(s, p, ", or )", "an atom must be on one line");
    if (*p == '"') return kf_db_unexpected(s, p, ", or )", "commas are between arguments");
    return kf_db_unexpected(s, p, ", or )", "quote a constant that is not one word: \"New York\"");
}

/* What stands between ( and ); returns what follows. */
static inline const char *scan_arguments(scan *s, const char *p)
{
    kf_db *db = s->db;
    uint32_t n = 0;
    p = kf_db_skip_blanks(p);
    if (*p == ')') {
        db->n_args = 0;
        return p + 1;
    }
    for (;;) {
        const char *begin = p;
        kf_str *arg = &db->args[n];
        if (*p == '"') {
            p = kf_db_scan_string(s, p, arg);
            if (!p) return NULL;
        } else {
            p = skip_bare(p);
            if (p == begin) return no_argument(s, p);
            *arg = (kf_str){ begin, (size_t)(p - begin) };
        }
        n++;
        p = kf_db_skip_blanks(p);
        if (*p == ')') break;
        if (*p != ',') return no_separator(s, p);
        if (n == KF_DB_MOST_ARGS)
            return kf_db_wrong(s, p, 1, NULL, "there are more than %d arguments", KF_DB_MOST_ARGS);
        p = kf_db_skip_blanks(p + 1);
    }
    db->n_args = n;
    return p + 1;
}

/* ---- numbers ------------------------------------------------------------------------------ */

/* A number that is a word of its own at p; returns what follows, or p if there is none. */
static const char *scan_number(scan *s, const char *p, double *value)
{
    const char *end = skip_bare(p);
    if (kf_db_cut_off(s, end)) return NULL;
    size_t n = kf_number_scan((kf_str){ p, (size_t)(end - p) }, value);
    const char *after = p + n;
    bool ends =
        after == end || *after == '=' || (*after == '/' && (after[1] == '/' || after[1] == '*'));
    return n > 0 && ends ? after : p;
}

/* Does an = follow, after blanks? NULL: that cannot be told yet. */
static const char *find_equals(scan *s, const char *p)
{
    p = kf_db_skip_blanks(p);
    return kf_db_cut_off(s, p) ? NULL : p;
}

static const char *take_probability(scan *s, const char *p, const char *after, double value)
{
    size_t n = (size_t)(after - p);
    if (!(value >= 0.0 && value <= 1.0))
        return kf_db_wrong(s, p, n, "a number before or after an atom is its probability",
                           "%.*s is not between 0 and 1", n > 40 ? 40 : (int)n, p);
    if (s->item->truth == KF_UNKNOWN)
        return kf_db_wrong(s, p, n, NULL, "an unknown atom cannot have a probability");
    s->item->soft = true;
    s->item->probability = value;
    return after;
}

/* ---- items -------------------------------------------------------------------------------- */

static inline const char *scan_name(scan *s, const char *p)
{
    const char *begin = p;
    while (kf_db_is(p, KF_DB_NAME)) p++;
    s->item->name = (kf_str){ begin, (size_t)(p - begin) };
    return p;
}

/* A bare constant outside of parentheses ends at an =, too. */
static const char *scan_constant(scan *s, const char *p, kf_str *out)
{
    if (*p == '"') return kf_db_scan_string(s, p, out);
    const char *begin = p;
    while (!kf_db_is(p, KF_DB_STOP) && *p != '=') p++;
    if (p == begin) return kf_db_unexpected(s, p, "a constant", NULL);
    *out = (kf_str){ begin, (size_t)(p - begin) };
    return p;
}

static const char *check_mapping(scan *s, const char *equals)
{
    if (s->item->soft)
        return kf_db_wrong(s, equals, 1, NULL, "a mapping cannot have a probability");
    if (s->item->truth != KF_TRUE)
        return kf_db_wrong(s, equals, 1, NULL, "a mapping cannot be negated or unknown");
    s->item->kind = KF_DB_MAPPING;
    return equals;
}

/* result = name(args), from the = on. */
static const char *scan_mapping(scan *s, const char *equals)
{
    if (!check_mapping(s, equals)) return NULL;
    const char *p = kf_db_skip_blanks(equals + 1);
    if (*p == '{' && s->item->name.n > 0) return kf_db_begin_domain(s, p);
    if (!kf_db_is(p, KF_DB_FIRST | KF_DB_NAME)) return kf_db_unexpected(s, p, "a function", NULL);
    p = scan_name(s, p);
    if (kf_db_cut_off(s, p)) return NULL;
    s->db->n_args = 0;
    return *p == '(' ? scan_arguments(s, p + 1) : p;
}

/* name(args) = result, from the = on. */
static const char *scan_result(scan *s, const char *equals)
{
    if (kf_db_cut_off(s, equals + 1)) return NULL;
    if (equals[1] == '>')
        return kf_db_unexpected(s, equals, "an atom", kf_db_foreign_hint(s, equals));
    if (!check_mapping(s, equals)) return NULL;
    const char *p = scan_constant(s, kf_db_skip_blanks(equals + 1), &s->item->result);
    if (!p || kf_db_cut_off(s, p)) return NULL;
    if (*p == '(')
        return kf_db_wrong(s, p, 1, "give its value: A = f(B)",
                           "there is a function on both sides");
    return p;
}

/* What may follow an atom on its line: a probability, or = and a result. */
static const char *scan_tail(scan *s, const char *atom_end, bool applied)
{
    const char *p = find_equals(s, atom_end);
    if (!p) return NULL;
    if (*p == '=') {
        if (applied) return scan_result(s, p);
        s->item->result = s->item->name; /* A = f(B): what looked like a name is a constant */
        return scan_mapping(s, p);
    }
    if (*p == '(' && !applied) {
        p = scan_arguments(s, p + 1);
        return p ? scan_tail(s, p, true) : NULL;
    }
    if (*p == ',' && !applied) /* a row of a table, rather */
        return kf_db_unexpected(s, p, "an atom", kf_db_foreign_hint(s, p));
    if (s->mode != KF_DB_SUFFIX || !kf_db_is(p, KF_DB_DIGIT)) return atom_end;
    double value;
    const char *after = scan_number(s, p, &value);
    if (!after) return NULL;
    if (after == p) return atom_end;
    const char *next = find_equals(s, after);
    if (!next) return NULL;
    if (*next == '=') return atom_end; /* 10 = f(A): the next item */
    return take_probability(s, p, after, value);
}

/* A constant of another shape than a name: it can only be the result of a mapping. */
static const char *scan_other(scan *s, const char *begin)
{
    const char *p = scan_constant(s, begin, &s->item->result);
    if (!p) return NULL;
    const char *equals = find_equals(s, p);
    if (!equals) return NULL;
    if (*equals == '=') return scan_mapping(s, equals);
    size_t n = (size_t)(p - begin);
    if (*begin == '"') return kf_db_wrong(s, begin, n, NULL, "an atom is expected, not a string");
    return kf_db_wrong(s, begin, n, kf_db_foreign_hint(s, begin),
                       "an atom is expected, not \"%.*s\"", n > 40 ? 40 : (int)n, begin);
}

static const char *scan_atom(scan *s, const char *p)
{
    if (!kf_db_is(p, KF_DB_FIRST) && (unsigned char)*p != 0xc2)
        return kf_db_unexpected(s, p, "an atom", kf_db_foreign_hint(s, p));
    p = scan_name(s, p);
    if (*p == '(') {
        p = scan_arguments(s, p + 1);
        if (!p || *p == '\n') return p; /* the usual end */
        return scan_tail(s, p, true);
    }
    if (kf_db_cut_off(s, p) || (*p == '/' && kf_db_cut_off(s, p + 1))) return NULL;
    s->db->n_args = 0;
    bool comment = *p == '/' && (p[1] == '/' || p[1] == '*');
    /* A word that goes on with other bytes, as in a-b/c = f(A), can be a result only. */
    if (!kf_db_is(p, KF_DB_STOP) && *p != '=' && !comment) return scan_other(s, s->item->name.at);
    return scan_tail(s, p, false);
}

/* An item that starts like a number: 0.7 P(A), 10 = f(A). */
static const char *scan_leading_number(scan *s, const char *p)
{
    double value;
    const char *after = scan_number(s, p, &value);
    if (!after) return NULL;
    if (after == p) return scan_other(s, p);
    const char *next = find_equals(s, after);
    if (!next) return NULL;
    if (*next == '=') return scan_other(s, p);
    if (s->mode == KF_DB_SUFFIX) {
        return kf_db_wrong(s, p, (size_t)(after - p), "write 0.7 P(A) or P(A) 0.7",
                           "this number belongs to no atom");
    }
    if (!take_probability(s, p, after, value)) return NULL;
    if (*next == '!') {
        s->item->truth = KF_FALSE;
        next = kf_db_skip_blanks(next + 1);
    } else if ((unsigned char)*next == 0xc2 && (unsigned char)next[1] == 0xac) {
        s->item->truth = KF_FALSE;
        next = kf_db_skip_blanks(next + 2);
    } else if (*next == '?') {
        return kf_db_wrong(s, next, 1, NULL, "an unknown atom cannot have a probability");
    }
    return scan_atom(s, next);
}

/* The rest of a line that starts a world. */
static const char *scan_world_name(scan *s, const char *p)
{
    const char *begin = kf_db_skip_blanks(p), *end = begin;
    for (p = begin; !kf_db_ends_line(p) && p != s->limit; p++) {
        if (!kf_db_is(p, KF_DB_BLANK)) end = p + 1;
    }
    if (p == s->limit && (kf_db_cut_off(s, p) || s->db->window.bad))
        return kf_db_unexpected(s, p, "a name", NULL);
    s->db->list = 0;
    s->item->kind = KF_DB_WORLD;
    s->item->named = true;
    s->item->name = (kf_str){ begin, (size_t)(end - begin) };
    s->db->n_args = 0;
    return p;
}

/* Three dashes or more alone on a line; p if that is not what stands here. */
static const char *scan_dashes(scan *s, const char *p)
{
    const char *end = p;
    while (*end == '-') end++;
    size_t n = (size_t)(end - p);
    end = kf_db_skip_blanks(end);
    if (kf_db_cut_off(s, end)) return NULL;
    if (n < 3 || (end != s->limit && !kf_db_ends_line(end))) return p;
    s->item->kind = KF_DB_WORLD;
    s->db->n_args = 0;
    return end;
}

static const char *scan_sign(scan *s, const char *p, kf_truth truth, size_t n)
{
    s->item->truth = truth;
    return scan_atom(s, kf_db_skip_blanks(p + n));
}

/* Everything that does not start like a name. */
static const char *scan_unusual(scan *s, const char *p)
{
    switch (*p) {
    case '!': return scan_sign(s, p, KF_FALSE, 1);
    case '?': return scan_sign(s, p, KF_UNKNOWN, 1);
    case '>':
        if (p[1] == '\0' && kf_db_cut_off(s, p + 1)) return NULL;
        if (p[1] != '>' && s->db->mode == KF_DB_AT_START) return kf_db_begin_list(s, p);
        if (p[1] != '>') break;
        if (s->db->mode == KF_DB_AT_START) return scan_world_name(s, p + 2);
        return kf_db_wrong(s, p, 2, NULL, "a new world must start on a line of its own");
    case '"': return scan_other(s, p);
    default: break;
    }
    if ((unsigned char)*p == 0xc2)
        return (unsigned char)p[1] == 0xac ? scan_sign(s, p, KF_FALSE, 2) : scan_atom(s, p);
    if (*p == '-' && s->db->mode == KF_DB_AT_START) {
        const char *after = scan_dashes(s, p);
        if (after != p) return after;
    }
    if (kf_db_is(p, KF_DB_DIGIT)) return scan_leading_number(s, p);
    return kf_db_unexpected(s, p, "an atom", kf_db_foreign_hint(s, p));
}

/* A line of a list: a row, unless dashes begin a world, where the list ends. */
static const char *scan_listed(scan *s, const char *p)
{
    const char *after = *p == '-' ? scan_dashes(s, p) : p;
    if (after == p) return kf_db_scan_row(s, p);
    if (after) s->db->list = 0;
    return after;
}

kf_db_outcome kf_db_scan_item(kf_db *db, kf_db_item *item)
{
    const kf_window *w = &db->window;
    const char *begin = w->text + db->at;
    assert(db->at < w->limit && !kf_db_is(begin, KF_DB_BLANK) && !kf_db_ends_line(begin));
    bool usual = kf_db_is(begin, KF_DB_FIRST);
    scan s = { .db = db, .limit = w->text + w->limit, .item = item, .mode = db->mode };
    if (s.mode == KF_DB_AT_START)
        s.mode = kf_db_is(begin, KF_DB_DIGIT) ? KF_DB_PREFIX : KF_DB_SUFFIX;
    item->kind = KF_DB_ATOM;
    item->truth = KF_TRUE;
    item->soft = false;
    item->named = false;
    item->range = false;
    item->probability = 1.0;
    item->name = (kf_str){ begin, 0 };
    item->result = (kf_str){ begin, 0 };
    item->args = db->args;
    item->line = db->line;
    db->n_escaped = 0;
    bool row = db->list > 0 && *begin != '>';
    const char *end = db->n_domain > 0 ? kf_db_scan_domain(&s, begin)
                      : row            ? scan_listed(&s, begin)
                      : usual          ? scan_atom(&s, begin)
                                       : scan_unusual(&s, begin);
    if (!end) return s.outcome;
    if (end - begin > KF_WINDOW_ITEM) {
        kf_db_wrong(&s, begin, 1, NULL, "this item is longer than 1 MiB");
        return KF_DB_WRONG;
    }
    item->n = db->n_args;
    db->item_start = db->at;
    db->item_line = db->line;
    db->name = item->name;
    db->mode = s.mode;
    db->at = (size_t)(end - w->text);
    return KF_DB_DONE;
}
