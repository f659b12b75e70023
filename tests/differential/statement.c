/* statement.c -- random statements: formulas and cardinalities with their weights, acyclicity,
 * pairs. */
#include "generator.h"

#include <string.h>

/* ---- Weights -------------------------------------------------------------------------------- */

static void put_weight(generator *g)
{
    if (want(g, USE_ZERO)) {
        put(g, "0 ");
        return;
    }
    if (want(g, USE_NEGATIVE)) put(g, "-");
    put(g, "%u.%s", below(g, 4), percent(g, 50) ? "25" : "5");
    if (g->wide && want(g, USE_WIDE)) put(g, "e%d", (int)below(g, 13) - 6);
    put(g, " ");
}

static void put_signed_weight(generator *g)
{
    bool below_zero = percent(g, 50);
    put(g, below_zero ? "@<=0 -%u.25 " : "@>=0 %u.25 ", below(g, 4));
}

static void start_statement(generator *g)
{
    begin(g, IN_MODEL);
    g->n_bound = g->n_named = g->used = g->n_hidden = g->seen = g->depth = g->n_parameters = 0;
    g->may_plus = g->may_number = g->weight_number = g->used_number = false;
}

/* Rows of the weight table, for some of the keys. */
static void put_rows(generator *g, uint32_t label, bool need)
{
    uint32_t size[2] = { 1, 1 };
    for (uint32_t i = 0; i < g->n_parameters; i++)
        size[i] = g->size[type_index(g->parameters[i].type)] + 1;
    for (uint32_t i = 0; i < size[0]; i++) {
        for (uint32_t k = 0; k < size[1]; k++) {
            if (!percent(g, 60) && !(need && i == 0 && k == 0)) continue;
            begin(g, IN_WEIGHTS);
            put(g, "L%u\t", label);
            put_constant(g, g->parameters[0].type, i);
            if (g->n_parameters > 1) {
                put(g, "\t");
                put_constant(g, g->parameters[1].type, k);
            }
            put(g, "\t");
            put_weight(g);
            g->line->text[g->n - 1] = '\0'; /* without the blank */
        }
    }
}

/* label: weight CONTENT, with rows of a table. The content puts + where it can. */
static void with_table(generator *g, void (*content)(generator *))
{
    uint32_t label = ++g->n_labels;
    bool bare = want(g, USE_NO_DEFAULT);
    g->may_plus = true;
    put(g, "L%u: ", label);
    size_t at = g->n;
    if (!bare) put_weight(g);
    size_t behind = g->n;
    content(g);
    if (g->n_parameters > 0) {
        note(g, USE_PLUS);
        put_rows(g, label, bare);
    } else if (bare) { /* no variable to put it at: a plain weight */
        memmove(g->line->text + at + 2, g->line->text + behind, g->n - behind + 1);
        memcpy(g->line->text + at, "1 ", 2);
    }
}

static void from_data(generator *g)
{
    uint32_t how = below(g, 3);
    g->weight_number = true;
    put(g, "w: ");
    if (how == 1) put(g, "!");
    put_atom(g, THE_WEIGHTS, NULL);
    if (how == 1) put(g, " v ");
    if (how == 0 && percent(g, 40)) put(g, " ^ w %s 0.5", percent(g, 50) ? ">" : "<=");
    if (how != 1) put(g, how == 0 ? " => " : " ^ ");
    if (percent(g, 50)) {
        atom(g, HIDDEN);
        if (percent(g, 50)) {
            put(g, how == 2 ? " ^ " : " v ");
            atom(g, ANY);
        }
    } else {
        put(g, "(");
        tree(g, 1);
        put(g, ")");
    }
}

static void formula(generator *g)
{
    start_statement(g);
    if (g->declared[THE_WEIGHTS] && want(g, USE_FROM_DATA)) {
        from_data(g);
    } else if (tempted(g, USE_PLUS)) {
        with_table(g, body);
    } else if (want(g, USE_HARD)) {
        g->may_number = true;
        put(g, "(");
        body(g);
        put(g, ").");
    } else {
        g->may_number = true;
        if (want(g, USE_SIGN)) put_signed_weight(g);
        else put_weight(g);
        body(g);
    }
}

static void both_signs(generator *g)
{
    start_statement(g);
    note(g, USE_BOTH_SIGNS);
    put_weight(g);
    put(g, "*");
    put_atom(g, pick(g, HIDDEN, 0), NULL);
    put(g, percent(g, 50) ? " v " : " ^ ");
    if (percent(g, 50)) put(g, "*");
    put_atom(g, pick(g, ANY, 0), NULL);
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

static void count(generator *g)
{
    static const char *const ops[] = { "<=", ">=", "=" };
    uint32_t op = below(g, 3);
    note(g, (feature)(USE_COUNT_LE + op));
    if (want(g, USE_COUNT_UNDER)) {
        uint32_t conditions = 1 + below(g, 3);
        for (uint32_t i = 0; i < conditions; i++) {
            literal(g, percent(g, 40) ? OBSERVED : ANY);
            put(g, i + 1 < conditions ? " ^ " : " => ");
        }
    }
    uint32_t n = bind_names(g, want(g, USE_COUNT_TWO));
    put(g, "|");
    put_names(g, n);
    put(g, " : ");
    atoms_of_names(g, n, " ^ ");
    uint32_t more = below(g, 4);
    for (uint32_t i = 0; i < more; i++) {
        put(g, " ^ ");
        if (percent(g, 50)) {
            literal(g, OBSERVED);
            note(g, USE_COUNT_OBSERVED);
        } else {
            literal(g, ANY);
        }
    }
    if (g->n_hidden > 1) note(g, USE_COUNT_HIDDEN);
    put(g, "| %s %u", ops[op], below(g, 4));
}

static void cardinality(generator *g)
{
    start_statement(g);
    note(g, USE_COUNT);
    if (percent(g, 45)) {
        note(g, USE_COUNT_HARD);
        count(g);
        put(g, ".");
        return;
    }
    note(g, USE_COUNT_SOFT);
    if (percent(g, 15)) {
        with_table(g, count);
    } else {
        put_weight(g);
        count(g);
    }
}

/* ---- Any ------------------------------------------------------------------------------------ */

static void acyclicity(generator *g)
{
    start_statement(g);
    note(g, USE_ACYCLIC);
    put(g, "acyclic H2.");
}

/* At most one atom of a row, rather, or all but one: every two of them in a clause. Some pairs may
 * be worth more than others, and that there is one at all may have its price. */
static void pairs(generator *g, uint32_t which)
{
    const symbol *s = &predicates[which];
    const char *sign = percent(g, 75) ? "!" : "", *not_sign = sign[0] ? "" : "!";
    bool hard = want(g, USE_PAIRS_HARD);
    note(g, USE_PAIRS);
    start_statement(g);
    if (!hard) put(g, "%u.%u ", below(g, 3), 1 + below(g, 9));
    put(g, "%s%s(x, y) v %s%s(x, z) v y = z%s", sign, s->name, sign, s->name, hard ? "." : "");
    if (want(g, USE_PAIRS_UNEQUAL)) {
        start_statement(g);
        put(g, "0.%u %s%s(x, ", 1 + below(g, 9), sign, s->name);
        put_constant(g, s->types[1], 0);
        put(g, ") v %s%s(x, ", sign, s->name);
        put_constant(g, s->types[1], 1);
        put(g, ")");
    }
    if (want(g, USE_PAIRS_PAID)) {
        start_statement(g);
        put(g, "-%u.%u EXIST y %s%s(x, y)", below(g, 3), 1 + below(g, 9), not_sign, s->name);
    }
}

void statement(generator *g)
{
    uint32_t dice = below(g, 20);
    if (dice < 3) cardinality(g);
    else if (dice < 4 && g->declared[7]) acyclicity(g);
    else if (dice < 5) both_signs(g);
    else if (dice < 7 && g->declared[7]) pairs(g, 7);
    else if (dice < 8 && g->declared[11]) pairs(g, 11);
    else formula(g);
}
