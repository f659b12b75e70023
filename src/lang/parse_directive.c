/* parse_directive.c -- lines that begin with # or $: #include, and what pracmln has besides.
 *
 *     #unique{+?a, +?b}   the next formula has one weight per set of two constants, not per pair
 *     #fixweight          learning leaves the next formula alone
 *     #fuzzy              the next predicate has degrees of truth: read as true or false
 *     #group, #group.     around formulas; without meaning
 *     $w = log(2)         a name for a weight
 */
#include "lang/parser.h"

#include "base/check.h"

static void warn(kf_parser *p, kf_token t, const char *hint, const char *text)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    kf_diag_add(p->diags, KERF_WARNING, &place, hint, "%s", text);
}

static bool end_of_line(kf_parser *p)
{
    return kf_parser_at_end(p, p->token) || kf_parser_unexpected(p, "the end of the line");
}

/* #unique{+?a, +?b}: the current token is behind the word. */
static bool unique(kf_parser *p, kf_token word)
{
    size_t from = p->stack.n;
    if (!kf_parser_expect(p, KF_TOKEN_LBRACE, "{ and variables")) return false;
    do {
        kf_term *term = kf_parser_primary(p);
        if (!term) return false;
        if (!term->plus || term->kind != KF_TERM_NAME) {
            kf_token t = { .offset = term->pos.offset, .length = term->pos.length };
            return kf_parser_error(p, t, "write #unique{+a, +b}",
                                   "#unique names variables that have a +");
        }
        if (!kf_parser_push(p, term)) return false;
    } while (kf_parser_accept(p, KF_TOKEN_COMMA));
    if (!kf_parser_expect(p, KF_TOKEN_RBRACE, "`,` or `}`")) return false;
    p->unique_at = word;
    p->unique = kf_parser_pop(p, from, &p->n_unique);
    return p->unique && end_of_line(p);
}

static bool unknown(kf_parser *p)
{
    bool alone = p->token.newline || p->token.kind == KF_TOKEN_END; /* the # is all there is */
    kf_token hash = { .offset = p->end - 1, .length = 1 };
    kf_str text = alone ? KF_STR("") : kf_parser_text(p, p->token);
    int shown = text.n > 40 ? 40 : (int)text.n;
    return kf_parser_error(p, alone ? hash : p->token,
                           alone || p->token.blank
                               ? "comments begin with //"
                               : "comments begin with //; known are #include \"file\" and "
                                 "pracmln's #unique{+a, +b}, #fixweight, "
                                 "#fuzzy, #group",
                           "unknown directive `#%.*s`", shown, text.at);
}

bool kf_parser_end_unique(kf_parser *p)
{
    if (!p->unique) return true;
    p->unique = NULL;
    p->n_unique = 0;
    return kf_parser_error(p, p->unique_at, NULL, "no formula follows this #unique");
}

bool kf_parser_directive(kf_parser *p)
{
    assert(p->token.kind == KF_TOKEN_HASH);
    kf_parser_advance(p);
    kf_token word = p->token;
    bool is_include = kf_parser_is(p, word, "include"), is_unique = kf_parser_is(p, word, "unique");
    if ((is_include || is_unique) && !kf_parser_end_unique(p)) return false;
    if (is_include) return kf_parser_include(p);
    bool fix = kf_parser_is(p, word, "fixweight") || kf_parser_is(p, word, "fixWeightFreq");
    bool fuzzy = kf_parser_is(p, word, "fuzzy"), group = kf_parser_is(p, word, "group");
    if (!fix && !fuzzy && !group && !is_unique) return unknown(p);
    kf_parser_advance(p);
    if (is_unique) return unique(p, word);
    if (group) kf_parser_accept(p, KF_TOKEN_DOT);
    if (fix) p->fix_next = true;
    if (fuzzy) {
        warn(p, word, "degrees of truth in the evidence are read as probabilities",
             "a fuzzy predicate is read as one that is true or false, as in pracmln's first-order "
             "logic");
    }
    return end_of_line(p);
}

bool kf_parser_at_constant(const kf_parser *p)
{
    if (p->token.kind != KF_TOKEN_DOLLAR) return false;
    kf_token next = kf_parser_peek(p);
    return next.kind == KF_TOKEN_COMPARE && next.op == KF_OP_EQ && !next.newline;
}

bool kf_parser_take_constant(kf_parser *p)
{
    assert(kf_parser_at_constant(p));
    kf_constant c = { .name = kf_parser_text(p, p->token) };
    kf_parser_advance(p);
    kf_parser_advance(p);
    if (!kf_parser_constant(p, &c.value) || !end_of_line(p)) return false;
    for (size_t i = 0; i < p->constants.n; i++) {
        if (!kf_str_eq(p->constants.at[i].name, c.name)) continue;
        p->constants.at[i].value = c.value;
        return true;
    }
    return kf_vec_push(p->mem, &p->constants, c) || kf_parser_out_of_memory(p);
}
