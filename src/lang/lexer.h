/* lexer.h -- model text to tokens, one at a time.
 *
 * The state is one offset, so a parser looks ahead by copying the lexer. A newline is not a token:
 * each token knows whether one stands before it, because whether it ends a statement depends on
 * what is complete so far. */
#ifndef KF_LEXER_H
#define KF_LEXER_H

#include "lang/ast.h"

typedef enum kf_token_kind {
    KF_TOKEN_END,
    KF_TOKEN_ERROR, /* `problem` says what is wrong */
    KF_TOKEN_NAME,
    KF_TOKEN_NUMBER,
    KF_TOKEN_STRING,
    KF_TOKEN_LPAREN,
    KF_TOKEN_RPAREN,
    KF_TOKEN_LBRACKET,
    KF_TOKEN_RBRACKET,
    KF_TOKEN_LBRACE,
    KF_TOKEN_RBRACE,
    KF_TOKEN_COMMA,
    KF_TOKEN_DOT,
    KF_TOKEN_ELLIPSIS,
    KF_TOKEN_COLON,
    KF_TOKEN_RULE,   /* :- */
    KF_TOKEN_ASSIGN, /* := */
    KF_TOKEN_NOT,
    KF_TOKEN_QUESTION,
    KF_TOKEN_STAR,
    KF_TOKEN_PLUS,
    KF_TOKEN_INCREMENT,
    KF_TOKEN_MINUS,
    KF_TOKEN_DECREMENT,
    KF_TOKEN_SLASH,
    KF_TOKEN_PERCENT,
    KF_TOKEN_AND,
    KF_TOKEN_OR, /* the sign; the letter v is a name */
    KF_TOKEN_IMPLIES,
    KF_TOKEN_IFF,
    KF_TOKEN_COMPARE, /* op */
    KF_TOKEN_BAR,
    KF_TOKEN_AT,
    KF_TOKEN_DOLLAR, /* $name */
    KF_TOKEN_SEMICOLON,
    KF_TOKEN_HASH
} kf_token_kind;

typedef struct kf_token {
    uint8_t kind, op;
    bool newline; /* a line ended since the token before */
    bool blank;   /* white space or the start of the text stands before it */
    uint32_t offset, length;
    double number;
    const char *problem, *hint; /* ERROR: static text */
} kf_token;

typedef struct kf_lexer {
    const char *text;
    uint32_t at, n;
    bool quotes; /* thebeast: 'a' is a string */
    bool loose;  /* pracmln: an argument such as COR_500.000_ or ja!_ is one name */
} kf_lexer;

kf_token kf_lexer_next(kf_lexer *);
/* The content of a string token, unescaped, appended to `out`. */
void kf_lexer_unescape(kf_str token, kf_text *out);
/* Is all of the text one name, in every dialect? */
bool kf_lexer_is_name(kf_str);
/* Does a name begin like a constant (upper case or digit)? */
bool kf_name_is_upper(kf_str name);

#endif
