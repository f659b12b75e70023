/* foreign.c -- hints for what other languages write: signs and words for connectives, weights
 * behind their formulas, comments. */
#include "lang/parser.h"

#include <string.h>

static const char before[] = "a weight is a number before its formula: 1.5 P(x)";
static const char turned[] = "write the condition first: Q(x) => P(x)";

static bool says(const kf_parser *p, uint32_t at, const char *sign)
{
    size_t n = strlen(sign);
    return p->lexer.n - at >= n && memcmp(p->lexer.text + at, sign, n) == 0;
}

/* What other languages write for connectives; NULL: the token is none of it. */
static const char *hint_of_sign(const kf_parser *p, kf_token t)
{
    static const struct {
        const char *sign, *hint;
    } signs[] = { { "<->", "write <=> for if and only if" },
                  { "->", "write => for implies" },
                  { "&&", "write ^ for and" },
                  { "||", "write v for or" },
                  { "?-", "what is asked for stands in no model: kerf map -q P" },
                  { "==", "write = between terms, <=> between formulas" },
                  { "\u2192", "write => for implies" },
                  { "\u21d2", "write => for implies" },
                  { "\u2194", "write <=> for if and only if" },
                  { "\u21d4", "write <=> for if and only if" } };
    static const struct {
        const char *word, *hint;
    } words[] = { { "and", "write ^ for and" },
                  { "or", "write v for or" },
                  { "implies", "write => for implies" },
                  { "iff", "write <=> for if and only if" },
                  { "then", "write => for implies" },
                  { "if", turned },
                  { "is", "write = or !=" },
                  { "xor", "write !(a <=> b) for either ... or" } };
    for (size_t i = 0; i < KF_LENGTH(words); i++) {
        if (kf_parser_is(p, t, words[i].word)) return words[i].hint;
    }
    for (uint32_t back = 2; back <= 2; back--) { /* 2, 1, 0 */
        for (size_t i = 0; t.offset >= back && i < KF_LENGTH(signs); i++) {
            if (strlen(signs[i].sign) > back && says(p, t.offset - back, signs[i].sign))
                return signs[i].hint;
        }
    }
    return NULL;
}

/* The word before the token: perhaps a quantifier or a negation as others write it. */
static const char *hint_of_word(const kf_parser *p, kf_token t)
{
    static const struct {
        const char *word, *hint;
    } words[] = { { "not", "write ! for not" },       { "if", "write => for implies" },
                  { "all", "write FORALL x (P(x))" }, { "every", "write FORALL x (P(x))" },
                  { "some", "write EXIST x (P(x))" }, { "weight", before } };
    uint32_t at = p->end;
    while (at > 0 && (unsigned char)p->lexer.text[at - 1] > ' ') at--;
    if (says(p, at, "\u2200")) return "write FORALL x (P(x))";
    if (says(p, at, "\u2203")) return "write EXIST x (P(x))";
    if (t.kind != KF_TOKEN_NAME && t.kind != KF_TOKEN_NUMBER) return NULL;
    kf_str word = { p->lexer.text + at, p->end - at };
    for (size_t i = 0; i < KF_LENGTH(words); i++) {
        if (kf_str_eq_nocase(word, kf_str_of(words[i].word))) return words[i].hint;
    }
    return NULL;
}

/* A weight behind its formula, with a colon or a comma; a comment that begins with another sign; a
 * minus before a formula. */
static const char *hint_of_place(const kf_parser *p, kf_token t)
{
    char last = p->end > 0 ? p->lexer.text[p->end - 1] : '\n';
    if (last == '-' && p->end > 1 && says(p, p->end - 2, "<-")) return turned;
    if (last == '-' && t.kind == KF_TOKEN_NAME && kf_parser_peek(p).kind == KF_TOKEN_LPAREN)
        return "write ! for not; a weight is a number";
    bool colon = t.kind == KF_TOKEN_COLON, number = t.kind == KF_TOKEN_NUMBER;
    if (colon && (last == ')' || (last >= '0' && last <= '9'))) return before;
    if (number && last == ')')
        return kf_parser_at_end(p, kf_parser_peek(p)) ? before : "a formula has a line of its own";
    bool digit = last >= '0' && last <= '9';
    if (t.kind == KF_TOKEN_COMMA && digit && !t.blank && kf_parser_peek(p).kind == KF_TOKEN_NUMBER
        && !kf_parser_peek(p).blank)
        return "decimals have a point: 1.5 P(x)";
    if (says(p, t.offset, "#") && !t.newline) return "comments begin with //";
    bool comment = t.kind == KF_TOKEN_PERCENT || t.kind == KF_TOKEN_DECREMENT;
    return comment && (t.newline || t.offset == 0) ? "comments begin with //" : NULL;
}

/* Alchemy's hybrid models: P(x) * (Q(x) = 0.1), a feature that is a number. */
static const char *hint_of_hybrid(const kf_parser *p, kf_token t)
{
    for (uint32_t at = t.offset; at > 0 && p->lexer.text[at - 1] != '\n'; at--) {
        if (says(p, at - 1, ") * (") || says(p, at - 1, ") * -("))
            return "numeric features (formula * term) of hybrid models are not supported";
    }
    return NULL;
}

const char *kf_parser_foreign_hint(const kf_parser *p, kf_token t)
{
    if (t.kind == KF_TOKEN_DOLLAR && p->parens > 0)
        return "atoms as arguments ($P(x)) are not supported: give them a predicate of their own";
    const char *hint = hint_of_sign(p, t);
    if (!hint) hint = hint_of_word(p, t);
    if (!hint) hint = hint_of_place(p, t);
    if (!hint) hint = hint_of_hybrid(p, t);
    return hint ? hint : kf_parser_form_hint(p, t);
}
