/* dialect.c -- the names of dialects, and the detection of the one that a text is written in.
 *
 * Only syntax that dialects read differently counts (see doc/language.md); without any the text is
 * read as kerf. Alchemy is never detected: no syntax tells its reading of weights from kerf's, so a
 * user asks for it by name. RockIt's clauses hold only literals and v: a file with float_ and
 * another connective is not RockIt's, where every bare name is a variable. */
#include "lang/parser.h"

#include "base/check.h"

static const char *const names[] = { "auto",   "kerf",  "alchemy", "tuffy",
                                     "rockit", "lomrf", "pracmln", "thebeast" };

const char *kf_dialect_name(kf_dialect d)
{
    assert(d < KF_LENGTH(names));
    return names[d];
}

bool kf_dialect_find(kf_str name, kf_dialect *d)
{
    for (size_t i = 0; i < KF_LENGTH(names); i++) {
        if (kf_str_eq(name, kf_str_of(names[i]))) {
            *d = (kf_dialect)i;
            return true;
        }
    }
    return false;
}

kf_op kf_op_opposite(kf_op op)
{
    switch (op) {
    case KF_OP_EQ: return KF_OP_NE;
    case KF_OP_NE: return KF_OP_EQ;
    case KF_OP_LT: return KF_OP_GE;
    case KF_OP_LE: return KF_OP_GT;
    case KF_OP_GT: return KF_OP_LE;
    default: assert(op == KF_OP_GE); return KF_OP_LT;
    }
}

const char *kf_op_text(kf_op op)
{
    static const char *const text[] = { "",       "=",   "!=",  "<",    "<=",  ">",    ">=",
                                        "+",      "-",   "*",   "/",    "%",   "succ", "concat",
                                        "substr", "min", "max", "sqrt", "bins" };
    assert(op < KF_LENGTH(text));
    return text[op];
}

/* What the last few tokens were, and what was seen so far. */
typedef struct scan {
    kf_str text;
    kf_lexer lexer;
    kf_token token, before;
    int depth, braces;
    kf_token number;                        /* first float_; length 0: none */
    bool connected;                         /* => or ^ occurs, or what stands for them */
    kf_token found[KF_DIALECT_PRACMLN + 1]; /* first mark of each dialect; length 0: none */
} scan;

static void mark(scan *s, kf_dialect d, kf_token t)
{
    if (s->found[d].length == 0) s->found[d] = t;
}

static bool is(const scan *s, kf_token t, const char *word)
{
    return t.kind == KF_TOKEN_NAME
           && kf_str_eq_nocase((kf_str){ s->text.at + t.offset, t.length }, kf_str_of(word));
}

/* |x, y| without a colon, at a statement's start: RockIt's cardinality. */
static bool rockit_count(const scan *s)
{
    kf_lexer ahead = s->lexer;
    kf_token t = kf_lexer_next(&ahead);
    while (t.kind == KF_TOKEN_NAME) {
        t = kf_lexer_next(&ahead);
        if (t.kind == KF_TOKEN_BAR) return true;
        if (t.kind != KF_TOKEN_COMMA) return false;
        t = kf_lexer_next(&ahead);
    }
    return false;
}

/* count( ... | ... ) on one line. */
static bool pracmln_count(const scan *s)
{
    kf_lexer ahead = s->lexer;
    int depth = 0;
    for (;;) {
        kf_token t = kf_lexer_next(&ahead);
        depth += (t.kind == KF_TOKEN_LPAREN) - (t.kind == KF_TOKEN_RPAREN);
        if (t.kind == KF_TOKEN_END || t.newline || depth <= 0) return false;
        if (t.kind == KF_TOKEN_BAR) return true;
    }
}

/* logx( ... ), float('inf') */
static bool is_pracmln_weight(const scan *s, kf_token t)
{
    kf_lexer ahead = s->lexer;
    bool call = kf_lexer_next(&ahead).kind == KF_TOKEN_LPAREN;
    if (call && is(s, t, "logx")) return kf_lexer_next(&ahead).kind == KF_TOKEN_NUMBER;
    return call && is(s, t, "float") && ahead.at < ahead.n && ahead.text[ahead.at] == '\'';
}

static bool is_pracmln_directive(const scan *s, kf_token t)
{
    return is(s, t, "unique") || is(s, t, "fuzzy") || is(s, t, "fixweight");
}

/* Is there a comparison behind := on this line, and no atom? Then it is RockIt's. */
static bool is_numeric(const scan *s)
{
    kf_lexer ahead = s->lexer;
    bool compares = false, name = false, function = false;
    for (;;) {
        kf_token t = kf_lexer_next(&ahead);
        if (t.kind == KF_TOKEN_END || t.newline) return compares;
        if (t.kind == KF_TOKEN_LPAREN && name && !function) return false;
        function = t.kind == KF_TOKEN_COLON || (function && t.kind == KF_TOKEN_NAME);
        name = t.kind == KF_TOKEN_NAME;
        compares |= t.kind == KF_TOKEN_COMPARE;
    }
}

static void look(scan *s)
{
    kf_token t = s->token, b = s->before;
    kf_token next;
    kf_lexer ahead = s->lexer;
    switch (t.kind) {
    case KF_TOKEN_LPAREN: s->depth++; break;
    case KF_TOKEN_RPAREN: s->depth--; break;
    case KF_TOKEN_LBRACE: s->braces++; break;
    case KF_TOKEN_RBRACE: s->braces--; break;
    case KF_TOKEN_BAR:
        if (t.newline && s->depth == 0 && rockit_count(s)) mark(s, KF_DIALECT_ROCKIT, t);
        break;
    case KF_TOKEN_NAME:
        if (s->depth > 0 && is(s, t, "float_") && s->number.length == 0) s->number = t;
        if (s->depth == 0 && is(s, t, "count") && pracmln_count(s)) mark(s, KF_DIALECT_PRACMLN, t);
        if (t.newline && is_pracmln_weight(s, t)) mark(s, KF_DIALECT_PRACMLN, t);
        if (b.kind == KF_TOKEN_HASH && is_pracmln_directive(s, t)) mark(s, KF_DIALECT_PRACMLN, t);
        break;
    case KF_TOKEN_QUESTION:
        next = kf_lexer_next(&ahead);
        if (next.kind == KF_TOKEN_NAME && !next.blank
            && (b.kind == KF_TOKEN_LPAREN || b.kind == KF_TOKEN_COMMA || b.kind == KF_TOKEN_PLUS)) {
            t.length += next.length;
            mark(s, KF_DIALECT_PRACMLN, t);
        }
        break;
    case KF_TOKEN_COMMA:
        if (s->depth == 0 && s->braces == 0
            && (b.kind == KF_TOKEN_RPAREN || b.kind == KF_TOKEN_RBRACKET)) {
            mark(s, KF_DIALECT_TUFFY, t);
        }
        break;
    case KF_TOKEN_AND:
    case KF_TOKEN_IMPLIES:
    case KF_TOKEN_IFF: s->connected = true; break;
    case KF_TOKEN_ASSIGN: mark(s, is_numeric(s) ? KF_DIALECT_ROCKIT : KF_DIALECT_TUFFY, t); break;
    case KF_TOKEN_RULE: mark(s, KF_DIALECT_LOMRF, t); break;
    case KF_TOKEN_INCREMENT:
    case KF_TOKEN_DECREMENT:
        if (s->depth > 0) mark(s, KF_DIALECT_LOMRF, t);
        break;
    default: break;
    }
    if (s->depth < 0) s->depth = 0;
}

kf_dialect kf_dialect_detect(kf_str text, kf_token *where)
{
    static const kf_dialect order[] = { KF_DIALECT_ROCKIT, KF_DIALECT_PRACMLN, KF_DIALECT_TUFFY,
                                        KF_DIALECT_LOMRF };
    scan s = { .text = text, .lexer = { .text = text.at, .n = (uint32_t)text.n } };
    s.token = kf_lexer_next(&s.lexer);
    s.token.newline = true;
    while (s.token.kind != KF_TOKEN_END) {
        look(&s);
        s.before = s.token;
        s.token = kf_lexer_next(&s.lexer);
    }
    bool clauses = !s.connected && s.found[KF_DIALECT_TUFFY].length == 0;
    if (clauses && s.number.length) mark(&s, KF_DIALECT_ROCKIT, s.number);
    for (size_t i = 0; i < KF_LENGTH(order); i++) {
        if (s.found[order[i]].length == 0) continue;
        *where = s.found[order[i]];
        return order[i];
    }
    return KF_DIALECT_KERF;
}
