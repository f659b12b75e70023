/* foreign_forms.c -- hints for statements in the form of other languages: declarations with a word
 * before them, lists of constants, arguments without parentheses, counts; see foreign.c. */
#include "lang/parser.h"

#include <string.h>

static const char types[] = "types need no declaration; person = {Anna, Bob} lists constants";
static const char predicates[] = "a declaration is a name with types: Friends(person, person)";
static const char queries[] =
    "-q NAMES says what is hidden, and * before a declaration what is not";
static const char lists[] = "person = {Anna, Bob} lists the constants of a type";
static const char ranges[] = "write {1, ..., 10} for a range";
static const char counts[] = "|x : P(x)| >= 3 is a count";
static const char models[] = "a model has lines such as 1.5 P(x) => Q(x)";
static const char joined[] = "join formulas by ^ v => <=>, or give each a line of its own";
static const char commas[] = "commas stand between arguments; quote a constant of several words";
static const char arguments[] = "arguments stand in parentheses: P(x)";

static char at(const kf_parser *p, uint32_t offset)
{
    return offset < p->lexer.n ? p->lexer.text[offset] : '\0';
}

static uint32_t line_of(const kf_parser *p, kf_token t)
{
    uint32_t from = t.offset;
    while (from > 0 && at(p, from - 1) != '\n' && at(p, from - 1) != '\r') from--;
    while (at(p, from) == ' ' || at(p, from) == '\t') from++;
    return from;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The word that begins at an offset. */
static kf_str word_at(const kf_parser *p, uint32_t from)
{
    uint32_t end = from;
    while (is_letter(at(p, end)) || (at(p, end) >= '0' && at(p, end) <= '9')) end++;
    return (kf_str){ p->lexer.text + from, end - from };
}

/* The line, up to the token, holds this text. */
static bool has_before(const kf_parser *p, kf_token t, const char *text)
{
    size_t n = strlen(text);
    for (uint32_t from = line_of(p, t); from + n <= t.offset; from++)
        if (memcmp(p->lexer.text + from, text, n) == 0) return true;
    return false;
}

/* The first word of a line where the second is not expected. */
static const char *hint_of_first(const kf_parser *p, kf_token t)
{
    static const struct {
        const char *word, *hint;
    } words[] = { { "type", types },
                  { "domain", types },
                  { "sort", types },
                  { "include", "write #include \"file.mln\"" },
                  { "import", "write #include \"file.mln\"" },
                  { "predicate", predicates },
                  { "predicates", predicates },
                  { "declare", predicates },
                  { "rel", predicates },
                  { "query", queries },
                  { "evidence", queries } };
    kf_str first = word_at(p, line_of(p, t));
    if (first.at + first.n != p->lexer.text + p->end) return NULL; /* more is between them */
    for (size_t i = 0; i < KF_LENGTH(words); i++)
        if (kf_str_eq_nocase(first, kf_str_of(words[i].word))) return words[i].hint;
    return NULL;
}

/* Does the token stand among the arguments of an atom: is P( the last that is open on its line? */
static bool is_argument(const kf_parser *p, kf_token t)
{
    int closed = 0;
    for (uint32_t i = t.offset; i > line_of(p, t); i--) {
        if (at(p, i - 1) == ')') closed++;
        if (at(p, i - 1) == '(' && closed-- == 0) return i > 1 && word_at(p, i - 2).n > 0;
    }
    return false;
}

/* A predicate whose arguments are in brackets, or behind a blank; arguments without a comma; a
 * formula behind another. */
static const char *hint_of_arguments(const kf_parser *p, kf_token t)
{
    uint32_t from = p->end;
    if (t.kind == KF_TOKEN_NAME && !t.newline && from > 0 && at(p, from - 1) == ')')
        return kf_parser_peek(p).kind == KF_TOKEN_LPAREN ? joined : NULL;
    while (from > 0 && word_at(p, from - 1).n > 0) from--;
    kf_str word = word_at(p, from);
    if (word.n == 0 || word.at + word.n != p->lexer.text + p->end) return NULL;
    if (t.kind == KF_TOKEN_LBRACKET && !t.blank) return arguments;
    uint32_t name = kf_symbols_find(p->program->names, word);
    if (t.kind == KF_TOKEN_NAME && t.blank && is_argument(p, t)) return commas;
    bool declared = name != KF_NO_SYMBOL && name < p->declared.n && p->declared.at[name];
    return declared && t.kind == KF_TOKEN_NAME && !t.newline ? arguments : NULL;
}

/* type = ( or [ in place of braces, and braces behind a colon. */
static const char *hint_of_list(const kf_parser *p, kf_token t)
{
    uint32_t from = line_of(p, t);
    if (t.kind == KF_TOKEN_LBRACE || (t.kind == KF_TOKEN_COMPARE && at(p, from) == '<'))
        return t.offset == from ? models : t.kind == KF_TOKEN_LBRACE ? lists : NULL;
    if (t.kind == KF_TOKEN_DOT) {
        char before = t.offset > 0 ? at(p, t.offset - 1) : ' ';
        bool number = before >= '0' && before <= '9';
        return before == '.' || (number && at(p, t.offset + 1) == '.') ? ranges : NULL;
    }
    if (t.kind != KF_TOKEN_COMMA && t.kind != KF_TOKEN_LBRACKET) return NULL;
    from += (uint32_t)word_at(p, from).n;
    while (at(p, from) == ' ') from++;
    if (at(p, from) != '=') return NULL;
    do from++;
    while (at(p, from) == ' ');
    return at(p, from) == '(' || at(p, from) == '[' ? lists : NULL;
}

/* A number and nothing else, or w = 1.5, before a formula. */
static const char *hint_of_weight(const kf_parser *p, kf_token t)
{
    uint32_t from = line_of(p, t);
    kf_str word = word_at(p, from);
    if (word.n > 0 && is_letter(word.at[0])) {
        from += (uint32_t)word.n;
        while (at(p, from) == ' ') from++;
        if (at(p, from++) != '=') return NULL;
        while (at(p, from) == ' ') from++;
    }
    kf_str rest = { p->lexer.text + from, p->end > from ? p->end - from : 0 };
    double value;
    bool number = rest.n > 0 && kf_number_scan(rest, &value) == rest.n;
    bool meant = t.kind == KF_TOKEN_COMMA || t.kind == KF_TOKEN_NAME;
    return number && meant && !t.newline ? "a weight is a number before its formula: 1.5 P(x)"
                                         : NULL;
}

static const char *hint_of_colon(const kf_parser *p, kf_token t)
{
    if (at(p, t.offset + 1) == '/' && at(p, t.offset + 2) == '/')
        return "put a constant with other signs into quotes: \"http://a.org\"";
    if (has_before(p, t, "count(") || has_before(p, t, "COUNT(")) return counts;
    return p->parens > 0 || has_before(p, t, "(")
               ? "a declaration is a name with types: P(person, person)"
               : NULL;
}

const char *kf_parser_form_hint(const kf_parser *p, kf_token t)
{
    const char *hint = hint_of_first(p, t);
    if (!hint) hint = hint_of_list(p, t);
    if (!hint) hint = hint_of_arguments(p, t);
    if (!hint) hint = hint_of_weight(p, t);
    if (hint) return hint;
    switch (t.kind) {
    case KF_TOKEN_RULE: return t.newline ? "for what must not hold, write !P(x)." : NULL;
    case KF_TOKEN_RPAREN: return p->parens == 0 ? "no parenthesis is open here" : NULL;
    case KF_TOKEN_COLON: return hint_of_colon(p, t);
    case KF_TOKEN_LPAREN: return has_before(p, t, "|") ? counts : NULL;
    case KF_TOKEN_COMPARE: return has_before(p, t, "not(") ? "write ! for not" : NULL;
    default: return NULL;
    }
}
