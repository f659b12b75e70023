/* db_foreign.c -- hints for what stands in evidence and is none: comments of other languages,
 * signs of formulas, numbers as others write them, files that are no evidence. */
#include "lang/db_scan.h"

#include <string.h>

static const char comments[] = "comments begin with //";
static const char formulas[] = "formulas belong to the model; evidence lists atoms";
static const char negated[] = "write !P(A) for an atom that is false";
static const char numbers[] = "write 0.7 P(A) or P(A) 0.7";
static const char other_files[] =
    "evidence lists atoms such as P(A, B); --table PREDICATE=FILE reads a table";

/* What begins a line. */
static const char *hint_of_line(const char *p)
{
    switch (*p) {
    case '#':
    case '%':
    case ';': return comments;
    case '-': return p[1] == '-' ? comments : NULL;
    case '<': return "XML and RDF are not read: evidence lists atoms such as P(A, B)";
    case '{':
    case '[': return other_files;
    case '=': return p[1] == '=' ? "a line that begins with >> begins a world" : NULL;
    default: return NULL;
    }
}

/* A decimal comma, or one between atoms or cells. */
static const char *hint_of_comma(const kf_db_scan *s, const char *p)
{
    const char *text = s->db->window.text;
    char before = p > text ? p[-1] : '\n';
    size_t digits = strspn(p + 1, "0123456789");
    bool number = before >= '0' && before <= '9' && digits > 0 && *p == ',';
    if (number && kf_db_is(p + 1 + digits, KF_DB_BLANK)) return "decimals have a point: 0.7 P(A)";
    return before == ')' || *p == ';' ? "separate atoms by blanks" : other_files;
}

const char *kf_db_foreign_hint(const kf_db_scan *s, const char *p)
{
    const char *hint = s->db->mode == KF_DB_AT_START ? hint_of_line(p) : NULL;
    if (hint) return hint;
    unsigned char c = (unsigned char)*p;
    if (c > 0 && c < ' ' && !kf_db_ends_line(p) && !kf_db_is(p, KF_DB_BLANK))
        return "evidence is text: is this another file?";
    switch (*p) {
    case ',':
    case ';': return hint_of_comma(s, p);
    case ':': return p[1] == '-' ? formulas : numbers;
    case '#': return comments;
    case '*': return "the * of an observed predicate stands in the model";
    case '~': return negated;
    case '-': return kf_db_is(p + 1, KF_DB_FIRST) ? negated : NULL;
    case '(': return "the predicate stands before its arguments: P(A, B)";
    case '^':
    case '&':
    case '|':
    case '=':
    case '<': return formulas;
    case '.': return "evidence has no dots behind its atoms";
    default: break;
    }
    bool asks = p > s->db->window.text && p[-1] == '?';
    if (asks && (kf_db_ends_line(p) || p == s->limit)) return "?P(A) is an atom that is not known";
    if (p[strcspn(p, "; \t\r\n(")] == ';') return other_files;
    if (kf_db_is(p, KF_DB_DIGIT) && p[strcspn(p, "% \t\r\n")] == '%') return numbers;
    return NULL;
}

const char *kf_db_foreign_word(kf_str name)
{
    static const struct {
        const char *word, *hint;
    } words[] = { { "not", negated },
                  { "true", "an atom alone is true" },
                  { "false", negated },
                  { "and", formulas },
                  { "or", formulas },
                  { "v", formulas },
                  { "exist", formulas },
                  { "forall", formulas },
                  { "nan", "a probability is a number from 0 to 1" } };
    for (size_t i = 0; i < KF_LENGTH(words); i++) {
        if (kf_str_eq_nocase(name, kf_str_of(words[i].word))) return words[i].hint;
    }
    return NULL;
}
