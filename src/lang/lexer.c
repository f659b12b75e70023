/* lexer.c -- model text to tokens; see lexer.h. The text is valid UTF-8 without NUL bytes. */
#include "lang/lexer.h"

#include "base/check.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool is_name_char(unsigned char c)
{
    return is_name_start(c) || is_digit((char)c) || c == '\'';
}

static char peek(const kf_lexer *l, uint32_t ahead)
{
    return l->n - l->at > ahead ? l->text[l->at + ahead] : '\0';
}

/* Signs beyond ASCII that are operators; 0: none. */
static uint8_t unicode_operator(const kf_lexer *l, uint32_t at, uint32_t *length)
{
    static const struct {
        const char *bytes;
        uint32_t n;
        uint8_t kind;
    } signs[] = { { "\xc2\xac", 2, KF_TOKEN_NOT },
                  { "\xe2\x88\xa7", 3, KF_TOKEN_AND },
                  { "\xe2\x88\xa8", 3, KF_TOKEN_OR } };
    for (size_t i = 0; i < KF_LENGTH(signs); i++) {
        if (l->n - at >= signs[i].n && memcmp(l->text + at, signs[i].bytes, signs[i].n) == 0) {
            *length = signs[i].n;
            return signs[i].kind;
        }
    }
    return 0;
}

static kf_token make(kf_lexer *l, kf_token t, uint8_t kind, uint32_t length)
{
    assert(length <= l->n - l->at && (length > 0 || kind == KF_TOKEN_END));
    t.kind = kind;
    t.offset = l->at;
    t.length = length;
    l->at += length;
    return t;
}

static kf_token problem(kf_lexer *l, kf_token t, uint32_t length, const char *text,
                        const char *hint)
{
    t.problem = text;
    t.hint = hint;
    return make(l, t, KF_TOKEN_ERROR, length);
}

/* White space and comments. Returns false, with a problem token, if a comment has no end. */
static bool skip_blank(kf_lexer *l, kf_token *t)
{
    uint32_t start = l->at;
    t->blank = start == 0;
    while (l->at < l->n) {
        char c = l->text[l->at];
        if (c == '\n' || c == '\r') t->newline = true;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
            l->at++;
        } else if (c == '/' && peek(l, 1) == '/') {
            while (l->at < l->n && l->text[l->at] != '\n' && l->text[l->at] != '\r') l->at++;
        } else if (c == '/' && peek(l, 1) == '*') {
            uint32_t open = l->at;
            for (l->at += 2; l->at < l->n; l->at++) {
                if (l->text[l->at] == '*' && peek(l, 1) == '/') break;
                if (l->text[l->at] == '\n') t->newline = true;
            }
            if (l->at >= l->n) {
                l->at = open;
                *t = problem(l, *t, 2, "this comment has no end", "close it with */");
                l->at = l->n;
                return false;
            }
            l->at += 2;
        } else {
            break;
        }
    }
    if (l->at != start) t->blank = true;
    return true;
}

/* A hyphen inside a constant: Post-Quals. Behind a small letter it is a minus: t-1. */
static bool is_hyphen(const kf_lexer *l, uint32_t start, uint32_t at)
{
    char first = l->text[start];
    return l->text[at] == '-' && first >= 'A' && first <= 'Z' && at > start && at + 1 < l->n
           && (is_digit(l->text[at + 1]) || is_name_start((unsigned char)l->text[at + 1]));
}

/* Length of a name from `at`; stops before operator signs. */
static uint32_t name_length(const kf_lexer *l, uint32_t at)
{
    uint32_t end = at, length;
    while (end < l->n && (is_name_char((unsigned char)l->text[end]) || is_hyphen(l, at, end))) {
        if ((unsigned char)l->text[end] >= 0x80 && unicode_operator(l, end, &length)) break;
        end++;
    }
    return end - at;
}

/* What pracmln takes for a part of a constant beyond letters and digits. */
static bool is_loose_char(const kf_lexer *l, uint32_t at)
{
    char c = l->text[at], next = at + 1 < l->n ? l->text[at + 1] : '\0';
    if (c == '/') return next != '/' && next != '*';
    return c == '.' || c == ':' || c == ';' || c == '$' || c == '~' || c == '\\' || c == '!'
           || c == '-';
}

/* Length of a constant of pracmln's that fills an argument, or 0. A mark behind a type, as in
 * tag!, is no part of it, and 0.9/0.1 is no constant but a quotient. */
static uint32_t loose_length(const kf_lexer *l)
{
    uint32_t end = l->at, length;
    bool word = false;
    if (!l->loose) return 0;
    while (end < l->n && (is_name_char((unsigned char)l->text[end]) || is_loose_char(l, end))) {
        char c = l->text[end];
        if ((unsigned char)c >= 0x80 && unicode_operator(l, end, &length)) return 0;
        word |= is_name_start((unsigned char)c) && c != 'e' && c != 'E';
        end++;
    }
    if ((is_digit(l->text[l->at]) || l->text[l->at] == '.') && !word) return 0;
    uint32_t behind = end;
    while (behind < l->n && (l->text[behind] == ' ' || l->text[behind] == '\t')) behind++;
    char c = behind < l->n ? l->text[behind] : '\0';
    if (c != ',' && c != ')' && c != '}') return 0;
    length = name_length(l, l->at);
    bool marked = length + 1 == end - l->at && l->text[end - 1] == '!';
    return marked ? 0 : end - l->at;
}

/* A number, or a name that starts with a digit (3D, 1st). "1." is a number and a dot. */
static kf_token number_or_name(kf_lexer *l, kf_token t)
{
    kf_str rest = { l->text + l->at, l->n - l->at };
    size_t used = kf_number_scan(rest, &t.number);
    if (used > 0 && rest.at[used - 1] == '.') used--;
    uint32_t as_name = name_length(l, l->at), loose = loose_length(l);
    if (loose > as_name) as_name = loose;
    if (as_name > used) return make(l, t, KF_TOKEN_NAME, as_name);
    if (used < rest.n && is_name_char((unsigned char)rest.at[used])) {
        uint32_t length = (uint32_t)used + name_length(l, l->at + (uint32_t)used);
        return problem(l, t, length, "a number runs into a name", "separate them by a blank");
    }
    if (!isfinite(t.number)) {
        return problem(l, t, (uint32_t)used, "this number is out of range",
                       "a hard formula ends with a dot");
    }
    return make(l, t, KF_TOKEN_NUMBER, (uint32_t)used);
}

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Four hex digits, or -1. */
static int32_t hex4(const char *at, size_t n)
{
    int32_t code = 0;
    if (n < 4) return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0) return -1;
        code = code * 16 + digit;
    }
    return code;
}

/* The code point of an escape \uXXXX (a surrogate pair takes two), or -1; `at` is behind the u. */
static int32_t unicode_escape(const char *at, size_t n, size_t *used)
{
    int32_t code = hex4(at, n);
    *used = 4;
    if (code >= 0xdc00 && code < 0xe000) return -1;
    if (code >= 0xd800 && code < 0xdc00) {
        if (n < 10 || at[4] != '\\' || at[5] != 'u') return -1;
        int32_t low = hex4(at + 6, n - 6);
        if (low < 0xdc00 || low >= 0xe000) return -1;
        *used = 10;
        return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    return code == 0 ? -1 : code;
}

static kf_token string_token(kf_lexer *l, kf_token t)
{
    uint32_t end = l->at + 1;
    char quote = l->text[l->at];
    while (end < l->n && l->text[end] != quote) {
        char c = l->text[end];
        if (c == '\n' || c == '\r') break;
        if (c == '\\') {
            char e = end + 1 < l->n ? l->text[end + 1] : '\0';
            size_t used = 0;
            bool good = e == 'n' || e == 't' || e == '"' || e == '\\' || e == 'r' || e == '/';
            if (e == 'u') {
                good = unicode_escape(l->text + end + 2, l->n - end - 2, &used) >= 0;
            }
            if (!good) {
                l->at = end;
                t = problem(l, t, e == '\0' || e == '\n' ? 1 : 2, "unknown escape in a string",
                            "known are \\n \\t \\r \\\" \\\\ and \\uXXXX");
                return t;
            }
            end += 1 + (uint32_t)used;
        }
        end++;
    }
    if (end >= l->n || l->text[end] != quote) {
        return problem(l, t, (end > l->n ? l->n : end) - l->at,
                       "this string has no end on its line", "close it with \"");
    }
    return make(l, t, KF_TOKEN_STRING, end + 1 - l->at);
}

void kf_lexer_unescape(kf_str token, kf_text *out)
{
    assert(token.n >= 2 && token.at[0] == token.at[token.n - 1]);
    for (size_t i = 1; i + 1 < token.n; i++) {
        char c = token.at[i];
        if (c != '\\') {
            kf_text_addc(out, c);
            continue;
        }
        c = token.at[++i];
        if (c == 'u') {
            size_t used = 0;
            int32_t code = unicode_escape(token.at + i + 1, token.n - i - 1, &used);
            char bytes[4];
            size_t n = kf_utf8_encode((uint32_t)code, bytes);
            kf_text_add(out, (kf_str){ bytes, n });
            i += used;
        } else {
            kf_text_addc(out, c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
        }
    }
}

static kf_token compare(kf_lexer *l, kf_token t, kf_op op, uint32_t length)
{
    t.op = (uint8_t)op;
    return make(l, t, KF_TOKEN_COMPARE, length);
}

/* = and what may follow it; < likewise. */
static kf_token equals_or_less(kf_lexer *l, kf_token t)
{
    char a = peek(l, 0), b = peek(l, 1), c = peek(l, 2);
    if (a == '=') {
        if (b == '>') return make(l, t, KF_TOKEN_IMPLIES, 2);
        if (b == '/' && c == '=') return compare(l, t, KF_OP_NE, 3);
        if (b == '<') return compare(l, t, KF_OP_LE, 2);
        bool twice = b == '=' && l->quotes; /* thebeast */
        return compare(l, t, KF_OP_EQ, twice ? 2 : 1);
    }
    if (b == '=' && c == '>') return make(l, t, KF_TOKEN_IFF, 3);
    if (b == '=') return compare(l, t, KF_OP_LE, 2);
    if (b == '>') return compare(l, t, KF_OP_NE, 2);
    return compare(l, t, KF_OP_LT, 1);
}

static kf_token dot(kf_lexer *l, kf_token t)
{
    if (peek(l, 1) == '.' && peek(l, 2) == '.') return make(l, t, KF_TOKEN_ELLIPSIS, 3);
    /* .5, -.5 and log(.3/.7) have numbers; behind a word, the dot of a hard formula comes first */
    char before = t.blank ? ' ' : l->text[l->at - 1];
    if (before != '\0' && strchr(" -+*/(@", before) && is_digit(peek(l, 1)))
        return number_or_name(l, t);
    return make(l, t, KF_TOKEN_DOT, 1);
}

/* Has the line a :- before this place? */
static bool is_behind_rule(const kf_lexer *l)
{
    for (uint32_t at = l->at; at > 1 && l->text[at - 1] != '\n'; at--)
        if (l->text[at - 1] == '-' && l->text[at - 2] == ':') return true;
    return false;
}

static const char *hint_of_character(const kf_lexer *l, kf_token t)
{
    switch (peek(l, 0)) {
    case '~': return "write ! for not";
    case '\\':
        if (l->at > 0 && l->text[l->at - 1] == '/') return "write ^ for and";
        return peek(l, 1) == '+'   ? "write ! for not"
               : peek(l, 1) == '=' ? "write !="
               : peek(l, 1) == '/' ? "write v for or"
                                   : NULL;
    case '\'': return "write double quotes around a constant";
    case ';':
        if (is_behind_rule(l)) return "write v for or";
        return t.newline || l->at == 0
                   ? "comments begin with //"
                   : "a statement ends with its line; commas are between constants";
    case '$': return "a weight has a name ($w = 1.5); atoms as arguments are not supported";
    default: return NULL;
    }
}

static kf_token unknown_character(kf_lexer *l, kf_token t)
{
    return problem(l, t, 1, "this character has no meaning here", hint_of_character(l, t));
}

static kf_token punctuation(kf_lexer *l, kf_token t)
{
    char next = peek(l, 1);
    switch (peek(l, 0)) {
    case '(': return make(l, t, KF_TOKEN_LPAREN, 1);
    case ')': return make(l, t, KF_TOKEN_RPAREN, 1);
    case '[': return make(l, t, KF_TOKEN_LBRACKET, 1);
    case ']': return make(l, t, KF_TOKEN_RBRACKET, 1);
    case '{': return make(l, t, KF_TOKEN_LBRACE, 1);
    case '}': return make(l, t, KF_TOKEN_RBRACE, 1);
    case ',': return make(l, t, KF_TOKEN_COMMA, 1);
    case '.': return dot(l, t);
    case ':':
        if (next == '-') return make(l, t, KF_TOKEN_RULE, 2);
        if (next == '=') return make(l, t, KF_TOKEN_ASSIGN, 2);
        return make(l, t, KF_TOKEN_COLON, 1);
    case '!':
        if (next == '=') return compare(l, t, KF_OP_NE, 2);
        return make(l, t, KF_TOKEN_NOT, 1);
    case '?': return make(l, t, KF_TOKEN_QUESTION, 1);
    case '*': return make(l, t, KF_TOKEN_STAR, 1);
    case '+':
        if (next == '+') return make(l, t, KF_TOKEN_INCREMENT, 2);
        return make(l, t, KF_TOKEN_PLUS, 1);
    case '-':
        if (next == '-') return make(l, t, KF_TOKEN_DECREMENT, 2);
        return make(l, t, KF_TOKEN_MINUS, 1);
    case '/': return make(l, t, KF_TOKEN_SLASH, 1);
    case '%': return make(l, t, KF_TOKEN_PERCENT, 1);
    case '^':
    case '&': return make(l, t, KF_TOKEN_AND, 1);
    case '=':
    case '<': return equals_or_less(l, t);
    case '>':
        if (next == '=') return compare(l, t, KF_OP_GE, 2);
        return compare(l, t, KF_OP_GT, 1);
    case '|': return make(l, t, KF_TOKEN_BAR, 1);
    case '@': return make(l, t, KF_TOKEN_AT, 1);
    case '$':
        if (!is_name_start((unsigned char)next)) break;
        return make(l, t, KF_TOKEN_DOLLAR, 1 + name_length(l, l->at + 1));
    case ';':
        if (!l->quotes) break;
        return make(l, t, KF_TOKEN_SEMICOLON, 1);
    case '#': return make(l, t, KF_TOKEN_HASH, 1);
    default: break;
    }
    return unknown_character(l, t);
}

kf_token kf_lexer_next(kf_lexer *l)
{
    kf_token t = { 0 };
    assert(l->at <= l->n);
    if (!skip_blank(l, &t)) return t;
    if (l->at >= l->n) return make(l, t, KF_TOKEN_END, 0);
    char c = l->text[l->at];
    if (is_digit(c)) return number_or_name(l, t);
    if (c == '"' || (c == '\'' && l->quotes)) return string_token(l, t);
    if (is_name_start((unsigned char)c)) {
        uint32_t length;
        uint8_t sign = unicode_operator(l, l->at, &length);
        if (sign) return make(l, t, sign, length);
        length = loose_length(l);
        return make(l, t, KF_TOKEN_NAME, length > 0 ? length : name_length(l, l->at));
    }
    return punctuation(l, t);
}

bool kf_name_is_upper(kf_str name)
{
    uint32_t c = 0;
    if (name.n == 0 || kf_utf8_decode(name, &c) == 0) return false;
    if (c < 0x80) return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (c >= 0xc0 && c <= 0xde) return c != 0xd7;
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14a && c <= 0x177)) return c % 2 == 0;
    if (c >= 0x139 && c <= 0x148) return c % 2 == 1;
    if (c >= 0x391 && c <= 0x3ab) return true; /* Greek */
    return c >= 0x400 && c <= 0x42f;           /* Cyrillic */
}

bool kf_lexer_is_name(kf_str text)
{
    kf_lexer l = { .text = text.at, .n = (uint32_t)text.n };
    kf_token t = kf_lexer_next(&l);
    return t.kind == KF_TOKEN_NAME && t.length == text.n;
}
