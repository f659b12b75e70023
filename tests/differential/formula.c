/* formula.c -- random formulas: terms, atoms, comparisons, and what is made of them.
 *
 * Variables are named by type, so that every formula is well typed: x y z of a, u k of b, s r of t,
 * o l of e; d and w are numbers; bound ones are q1, q2, ... */
#include "generator.h"

#include <string.h>

/* ---- Terms ---------------------------------------------------------------------------------- */

static void some_constant(generator *g, char type)
{
    uint32_t n = g->size[type_index(type)];
    if (type == 't' && want(g, USE_SAME_NUMBER)) put(g, "2.0");
    else if (want(g, USE_NEW_CONSTANT)) put_constant(g, type, n + 4);
    else put_constant(g, type, below(g, n ? n : 1));
}

static const char *free_name(char type, uint32_t which)
{
    static const char *const names[4][3] = {
        { "x", "y", "z" }, { "u", "k", "u" }, { "s", "r", "s" }, { "o", "l", "o" }
    };
    return names[type_index(type)][which];
}

static void some_free(generator *g, char type, bool direct)
{
    uint32_t dice = below(g, 10), which = dice < 5 ? 0 : dice < 9 ? 1 : type == 'a' ? 2 : 0;
    const char *text = free_name(type, which);
    g->used |= 1u << (3 * type_index(type) + which);
    if (direct && g->may_plus && g->depth == 0 && type != 'e') {
        bool known = false;
        for (uint32_t i = 0; i < g->n_parameters; i++)
            known |= strcmp(g->parameters[i].text, text) == 0;
        if (!known && (g->n_parameters == 0 || (g->n_parameters == 1 && want(g, USE_PLUS_TWO)))) {
            name *to = &g->parameters[g->n_parameters++];
            snprintf(to->text, sizeof to->text, "%s", text);
            to->type = type;
            known = true;
        }
        if (known) put(g, "+");
    }
    put(g, "%s", text);
}

static bool some_bound(generator *g, char type)
{
    uint32_t start = g->n_bound ? below(g, g->n_bound) : 0;
    for (uint32_t i = 0; i < g->n_bound; i++) {
        const name *b = &g->bound[(start + i) % g->n_bound];
        if (b->type != type) continue;
        put(g, "%s", b->text);
        return true;
    }
    return false;
}

static void variable(generator *g, char type, bool direct)
{
    if (percent(g, 60) && some_bound(g, type)) return;
    some_free(g, type, direct);
}

static bool application(generator *g, char type, uint32_t depth, bool sure);

static void term(generator *g, char type, uint32_t depth)
{
    static const char *const after[] = { "++", " + 1", " - 1", " * 2", "--" };
    if (type != 'e' && want(g, USE_CONSTANT)) {
        some_constant(g, type);
    } else if (type == 't' && want(g, USE_ARITHMETIC)) {
        static const char *const before[] = { "succ(", "min(2, ", "max(2, ", "bins(1, 2, " };
        uint32_t which = below(g, KF_LENGTH(after) + KF_LENGTH(before));
        bool within = which >= KF_LENGTH(after);
        if (within) put(g, "%s", before[which - KF_LENGTH(after)]);
        variable(g, type, false);
        put(g, "%s", within ? ")" : after[which]);
    } else if (type == 'a' && want(g, USE_TEXTS)) {
        bool cut = percent(g, 50);
        put(g, cut ? "substr(" : "concat(\"A\", ");
        variable(g, cut ? 'a' : 't', false);
        if (cut) put(g, ", %u, 2", below(g, 2));
        put(g, ")");
    } else if (depth >= 2 || !application(g, type, depth, false)) {
        variable(g, type, depth == 0);
    }
}

static bool application(generator *g, char type, uint32_t depth, bool sure)
{
    uint32_t first = below(g, N_FUNCTIONS);
    for (uint32_t i = 0; i < N_FUNCTIONS; i++) {
        uint32_t which = (first + i) % N_FUNCTIONS;
        const symbol *f = &functions[which];
        if (g->functions[which] == NO_FUNCTION || f->types[0] != type) continue;
        if (!sure && !tempted(g, USE_FUNCTION)) return false;
        note(g, USE_FUNCTION);
        put(g, "%s(", f->name);
        for (uint32_t k = 1; f->types[k]; k++) {
            if (k > 1) put(g, ", ");
            term(g, f->types[k], depth + 1);
        }
        put(g, ")");
        return true;
    }
    return false;
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

/* At the last place of an atom that holds numbers. */
static void put_number(generator *g)
{
    if (percent(g, 60) && some_bound(g, 'd')) return;
    if (g->weight_number && g->depth == 0) {
        put(g, "w");
    } else if (g->may_number && (g->depth == 0 || want(g, USE_NUMBER_DEEP))
               && want(g, USE_NUMBER)) {
        put(g, "d");
        g->used_number = true;
    } else {
        note(g, USE_NUMBER_VALUE);
        put(g, "%s1.5", percent(g, 40) ? "-" : "");
    }
}

static void same_variable(generator *g, size_t from)
{
    const char *text = g->line->text + from;
    const char *open = strchr(text, '('), *comma = strchr(text, ',');
    if (!open || !comma || strchr(open + 1, '(')) return;
    size_t n = (size_t)(comma - open) - 1;
    if (strncmp(comma + 2, open + 1, n) == 0 && comma[2 + n] == ')' && open[1] >= 'a')
        note(g, USE_SAME_VARIABLE);
}

/* An atom; `given`, if any, stands at the first place of its type. */
void put_atom(generator *g, uint32_t which, const name *given)
{
    const symbol *s = &predicates[which];
    size_t from = g->n;
    bool placed = false;
    if (s->hidden) {
        if (g->seen >> which & 1) note(g, USE_SAME_PREDICATE);
        g->seen |= 1u << which;
        if (++g->n_hidden == 2) note(g, USE_SEVERAL_HIDDEN);
    }
    put(g, "%s", s->name);
    if (!s->types[0] && !s->number) {
        note(g, USE_NO_ARGUMENTS);
        return;
    }
    put(g, "(");
    for (uint32_t i = 0; s->types[i]; i++) {
        if (i > 0) put(g, ", ");
        if (given && !placed && s->types[i] == given->type) {
            put(g, "%s", given->text);
            placed = true;
        } else {
            term(g, s->types[i], 0);
        }
    }
    if (s->number && s->types[0]) put(g, ", ");
    else if (s->number) note(g, USE_NUMBER_ALONE);
    if (s->number && given && given->type == 'd') put(g, "%s", given->text);
    else if (s->number) put_number(g);
    put(g, ")");
    same_variable(g, from);
}

/* A declared predicate, with a place of that type if one is asked for; N_PREDICATES: none. */
uint32_t pick(generator *g, kind sort, char type)
{
    uint32_t fit[N_PREDICATES], n = 0;
    for (uint32_t i = 0; i < N_PREDICATES; i++) {
        const symbol *s = &predicates[i];
        if (!g->declared[i] || (sort != ANY && s->hidden != (sort == HIDDEN))) continue;
        if (type == 'd' ? !s->number : type && !strchr(s->types, type)) continue;
        if (sort == ANY && strchr(s->types, 'e') && type != 'e' && percent(g, 80)) continue;
        fit[n++] = i;
    }
    return n ? fit[below(g, n)] : N_PREDICATES;
}

void atom(generator *g, kind sort)
{
    uint32_t which = pick(g, sort, 0);
    if (which == N_PREDICATES) which = 0;
    if (want(g, USE_NEGATED)) put(g, "!");
    put_atom(g, which, NULL);
}

/* ---- Comparisons ---------------------------------------------------------------------------- */

static uint32_t known_variables(const generator *g, char type, const char **names)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < 3; i++)
        if (g->used >> (3 * type_index(type) + i) & 1) names[n++] = free_name(type, i);
    for (uint32_t i = 0; i < g->n_bound; i++)
        if (g->bound[i].type == type) names[n++] = g->bound[i].text;
    return n;
}

static bool number_comparison(generator *g)
{
    static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=" };
    const char *names[2 + MOST_BOUND], *numbers[3 + MOST_BOUND];
    uint32_t n = 0;
    if (g->used_number) names[n++] = "d";
    if (g->weight_number) names[n++] = "w";
    for (uint32_t i = 0; i < g->n_bound; i++)
        if (g->bound[i].type == 'd') names[n++] = g->bound[i].text;
    if (n == 0) return false;
    note(g, USE_NUMBER_COMPARED);
    put(g, "%s%s %s ", names[below(g, n)], percent(g, 20) ? " + 1" : "", ops[below(g, 6)]);
    uint32_t times = known_variables(g, 't', numbers);
    if (percent(g, 30)) put(g, "%s", names[below(g, n)]);
    else if (times > 0 && percent(g, 30)) put(g, "%s", numbers[0]);
    else put(g, "%s", percent(g, 50) ? "1.5" : "0");
    return true;
}

/* Only over variables whose type an atom gives; false if there is none. */
static bool comparison(generator *g)
{
    static const char *const ops[] = { "=", "!=", "<", "<=", ">", ">=" };
    char type = percent(g, 50) ? 't' : types[below(g, 3)];
    const char *names[3 + MOST_BOUND];
    uint32_t n = known_variables(g, type, names);
    if (percent(g, 50) && number_comparison(g)) return true;
    if (n == 0) return false;
    uint32_t op = percent(g, 60) ? below(g, 2) : 2 + below(g, 4);
    const char *left = names[below(g, n)], *right = names[below(g, n)];
    if (want(g, USE_CONTAINS)) {
        put(g, "%ssubstr(%s, %s)", percent(g, 30) ? "!" : "", left, right);
        return true;
    }
    note(g, op < 2 ? USE_EQUAL : USE_ORDER);
    bool call = tempted(g, USE_CALL_COMPARED) && application(g, type, 0, true);
    if (call) note(g, USE_CALL_COMPARED);
    else put(g, "%s", left);
    if (type == 't' && want(g, USE_CALCULATED)) {
        static const char *const sums[] = { " + 1", " - 1", " * 2", " % 2", " / 2" };
        put(g, "%s", sums[below(g, KF_LENGTH(sums))]);
    }
    put(g, " %s ", ops[op]);
    if (percent(g, 30)) some_constant(g, type);
    else put(g, "%s", right);
    return true;
}

void literal(generator *g, kind sort)
{
    if (sort == ANY && percent(g, 22) && comparison(g)) return;
    if (sort == OBSERVED && percent(g, 40) && comparison(g)) return;
    atom(g, sort == ANY && percent(g, 60) ? HIDDEN : sort);
}

/* ---- Formulas ------------------------------------------------------------------------------- */

/* Names for one or two bound variables of types that some predicate has. */
uint32_t bind_names(generator *g, bool two)
{
    uint32_t n = 0, most = two ? 2 : 1;
    for (uint32_t tries = 0; n < most && tries < 10 && g->n_bound + n < MOST_BOUND; tries++) {
        char type = types[below(g, percent(g, 10) ? 4 : 3)];
        if (percent(g, 8)) type = 'd';
        if (pick(g, ANY, type) == N_PREDICATES) continue;
        name *b = &g->bound[g->n_bound + n++];
        snprintf(b->text, sizeof b->text, "q%u", ++g->n_named % 100);
        b->type = type;
        if (type == 'd') note(g, USE_NUMBER_BOUND);
    }
    return n;
}

/* q1, q2; then an atom for each of them. */
void put_names(generator *g, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put(g, "%s%s", i > 0 ? ", " : "", g->bound[g->n_bound + i].text);
    g->n_bound += n;
}

void atoms_of_names(generator *g, uint32_t n, const char *between)
{
    for (uint32_t i = 0; i < n; i++) {
        name given = g->bound[g->n_bound - n + i];
        uint32_t which = pick(g, percent(g, 70) ? HIDDEN : ANY, given.type);
        if (which == N_PREDICATES) which = pick(g, ANY, given.type);
        if (i > 0) put(g, "%s", between);
        if (want(g, USE_NEGATED)) put(g, "!");
        put_atom(g, which, &given);
    }
}

/* An observed atom of a bound variable, which may tell what the others need be tried with. */
static void guard(generator *g)
{
    static const char *const between[] = { " ^ ", " => ", " v " };
    name given = g->bound[g->n_bound - 1];
    uint32_t which = pick(g, OBSERVED, given.type);
    if (which == N_PREDICATES || !want(g, USE_GUARDED)) return;
    if (percent(g, 30)) put(g, "!");
    put_atom(g, which, &given);
    put(g, "%s", between[below(g, KF_LENGTH(between))]);
}

static void quantifier(generator *g, uint32_t depth)
{
    bool exist = percent(g, 55);
    uint32_t n = bind_names(g, want(g, USE_SEVERAL_BOUND));
    if (n == 0) {
        literal(g, ANY);
        return;
    }
    note(g, exist ? USE_EXIST : USE_FORALL);
    if (g->depth > 0) note(g, USE_NESTED);
    put(g, exist ? "(EXIST " : "(FORALL ");
    put_names(g, n);
    g->depth++;
    put(g, " (");
    guard(g);
    atoms_of_names(g, n, percent(g, 50) ? " v " : " ^ ");
    if (g->depth < 3 && percent(g, depth > 0 ? 75 : 50)) {
        static const char *const between[] = { ") v (", ") ^ (", ") => (", ") <=> (" };
        put(g, "%s", between[below(g, KF_LENGTH(between))]);
        tree(g, depth > 0 ? depth - 1 : 0);
    }
    put(g, "))");
    g->depth--;
    g->n_bound -= n;
}

static void pair(generator *g, uint32_t depth, feature f, const char *between)
{
    note(g, f);
    put(g, "(");
    tree(g, depth - 1);
    put(g, "%s", between);
    tree(g, depth - 1);
    put(g, ")");
}

void tree(generator *g, uint32_t depth)
{
    uint32_t dice = depth > 0 ? below(g, 20) : percent(g, g->depth == 1 ? 20 : 5) ? 19 : 0;
    if (dice < 4) {
        literal(g, ANY);
    } else if (dice < 8) {
        pair(g, depth, USE_OR, " v ");
    } else if (dice < 11) {
        pair(g, depth, USE_AND, " ^ ");
    } else if (dice < 13) {
        pair(g, depth, USE_IMPLIES, " => ");
    } else if (dice < 15) {
        pair(g, depth, USE_IFF, " <=> ");
    } else if (dice < 16) {
        note(g, USE_NOT);
        put(g, "!(");
        tree(g, depth - 1);
        put(g, ")");
    } else {
        quantifier(g, depth > 0 ? depth - 1 : 0);
    }
}

static void literals(generator *g, uint32_t n, kind sort, const char *between)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0) put(g, "%s", between);
        if (sort == ANY && percent(g, 8)) quantifier(g, 1);
        else literal(g, sort);
    }
}

static void local(generator *g)
{
    uint32_t n = below(g, 3);
    note(g, USE_LOCAL);
    if (n > 0 && percent(g, 70)) {
        literals(g, n, OBSERVED, " ^ ");
        put(g, " => ");
        n = 0;
    }
    atom(g, HIDDEN);
    if (n > 0) put(g, " ^ ");
    literals(g, n, OBSERVED, " ^ ");
}

void body(generator *g)
{
    uint32_t dice = below(g, 20);
    if (dice < 4) {
        note(g, USE_CLAUSE);
        literals(g, 2 + below(g, 3), ANY, " v ");
    } else if (dice < 7) {
        note(g, USE_CONJUNCTION);
        literals(g, 2 + below(g, 3), ANY, " ^ ");
    } else if (dice < 10) {
        note(g, USE_IMPLICATION);
        literals(g, 1 + below(g, 3), ANY, " ^ ");
        put(g, " => ");
        literals(g, 1 + below(g, 2), ANY, " v ");
    } else if (dice < 13) {
        local(g);
    } else if (dice < 14) {
        literals(g, 1 + below(g, 3), OBSERVED, percent(g, 50) ? " v " : " ^ ");
    } else {
        note(g, USE_TREE);
        tree(g, 2);
    }
    if (g->n_hidden == 0) note(g, USE_NO_HIDDEN);
}
