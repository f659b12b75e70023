/* counted_back.c -- from the counts of classes back to atoms and constraints; see counted.c.
 *
 * A member of a class of n is true with E[k] / n, two members both with E[k (k - 1)] / (n (n - 1)).
 * A leaf follows from the variables that it was in a table with. Of the variables of a constraint
 * the leaf that went first had all others beside it, so that their joint probabilities and its own
 * share are all that there is to know. */
#include "solve/eliminate/counting.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double UNIT = 0x1p-53;

typedef struct shared_two { /* of a member of one class and one of another, or of the same */
    bool known;
    double share[4]; /* by values: how probable */
    double units;
} shared_two;

typedef struct telling {
    const kf_counting *c;
    const kf_class_beliefs *beliefs;
    double *p, *units;  /* by variable: that its value is 1 */
    shared_two *shared; /* by the class of the one, then of the other */
} telling;

/* How probable the four choices of values of two members are. */
static double share_two(const telling *y, uint32_t u, uint32_t v, double *to)
{
    const kf_counting *c = y->c;
    uint32_t a = c->class_of[u], b = c->class_of[v];
    bool turned = a > b;
    if (turned) a = c->class_of[v], b = c->class_of[u];
    memset(to, 0, 4 * sizeof *to);
    double n = c->size[a], m = c->size[b];
    const double *belief = a == b ? y->beliefs->count[a] : y->beliefs->joint[a * c->n_classes + b];
    for (uint32_t k = 0; k <= c->size[a]; k++)
        for (uint32_t l = 0; l <= (a == b ? 0 : c->size[b]); l++) {
            double t = k, f = n - t, s = a == b ? t : l, g = m - s;
            double both = a == b ? n * (n - 1) : n * m;
            double p = a == b ? belief[k] : belief[(size_t)k * (c->size[b] + 1) + l];
            to[3] += p * t * (a == b ? s - 1 : s) / both;
            to[0] += p * f * (a == b ? g - 1 : g) / both;
            to[turned ? 1 : 2] += p * t * g / both;
            to[turned ? 2 : 1] += p * f * s / both;
        }
    return (a == b ? y->beliefs->units[a] : y->beliefs->joint_units[a * c->n_classes + b]) + n
           + m * n;
}

static const shared_two *share_of(telling *y, uint32_t u, uint32_t v)
{
    const kf_counting *c = y->c;
    shared_two *two = &y->shared[c->class_of[u] * c->n_classes + c->class_of[v]];
    if (!two->known) two->units = share_two(y, u, v, two->share);
    two->known = true;
    return two;
}

/* ---- Atoms ---- */

/* How probable values of two members are, or of one variable. */
static double chance_of_members(telling *y, const uint32_t *member, uint32_t n, uint32_t values,
                                double *units)
{
    if (n == 2) {
        const shared_two *two = share_of(y, member[0], member[1]);
        *units = two->units;
        return two->share[values];
    }
    *units = y->units[member[0]];
    return values ? y->p[member[0]] : 1 - y->p[member[0]];
}

/* The place of a variable in the rest of a leaf. */
static uint32_t place_in(const kf_leaf *x, uint32_t v)
{
    uint32_t i = 0;
    while (i < x->n && x->rest[i] != v) i++;
    assert(i < x->n);
    return i;
}

/* Of a leaf that is in the rest of another: how probable its value is beside the others there. */
static double share_beside(const kf_leaf *x, uint32_t place, uint32_t values, const kf_leaf *inner)
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < inner->n; k++)
        at = 2 * at + (values >> (x->n - 1 - place_in(x, inner->rest[k])) & 1);
    return values >> (x->n - 1 - place) & 1 ? inner->share[at] : 1 - inner->share[at];
}

/* How probable it is that the rest of a leaf has these values. */
static double chance_of_rest(telling *y, const kf_leaf *x, uint32_t values, double *units)
{
    const kf_counting *c = y->c;
    uint32_t inner = kf_leaf_inner(c, x), member[3] = { 0 }, n = 0, rest = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        if (i == inner) continue;
        member[n++] = x->rest[i];
        rest = 2 * rest + (values >> (x->n - 1 - i) & 1);
    }
    double p = chance_of_members(y, member, n, rest, units);
    if (inner == x->n) return p;
    *units += 64;
    return p * share_beside(x, inner, values, &c->leaves.at[c->leaf_of[x->rest[inner]] - 1]);
}

static void tell_leaf(telling *y, const kf_leaf *x)
{
    double p = 0, units = 0;
    for (uint32_t k = 0; k < 1u << x->n; k++) p += chance_of_rest(y, x, k, &units) * x->share[k];
    y->p[x->variable] = p;
    y->units[x->variable] = units + 64;
}

static void tell_classes(telling *y)
{
    const kf_counting *c = y->c;
    for (uint32_t v = 0; v < c->net.size.n; v++) {
        if (c->is_leaf[v]) continue;
        uint32_t a = c->class_of[v];
        double mean = 0;
        for (uint32_t k = 1; k <= c->size[a]; k++) mean += k * y->beliefs->count[a][k];
        y->p[v] = mean / c->size[a];
        y->units[v] = y->beliefs->units[a] + 2.0 * c->size[a];
    }
}

static void tell_atom(const telling *y, uint32_t atom, double *to, double *error)
{
    const kf_counting *c = y->c;
    const kf_atom_value *at = &c->net.place[atom];
    bool certain = c->net.size.at[at->variable] == 1;
    double p = y->p[at->variable], relative = 2.02 * y->units[at->variable] * UNIT + 2 * c->off;
    if (certain) p = at->value == 0;
    else if (at->value != 1) p = at->value == 0 ? 1 - p : 0;
    *to = at->negated ? 1 - p : p;
    *error = certain ? 0 : relative < 0.1 ? 1.2 * relative * fmin(p, 1 - p) + 4 * UNIT : 1;
}

/* ---- Constraints ---- */

typedef struct choice { /* variables and their values: one of the ways in which a clause is false */
    uint32_t n, variable[3], value[3];
    bool none; /* there is no such way */
} choice;

/* The literal is false. */
static void choose(const kf_counting *c, kf_lit l, choice *x)
{
    const kf_atom_value *at = &c->net.place[kf_lit_atom(l).id];
    bool holds = kf_lit_negated(l) != at->negated; /* is the value the atom's, or another? */
    uint32_t size = c->net.size.at[at->variable], value = at->value;
    if (size == 1 || value > 1) {
        x->none |= (value == 0 && size == 1) != holds;
        return;
    }
    if (!holds) value = 1 - value;
    for (uint32_t i = 0; i < x->n; i++) {
        if (x->variable[i] != at->variable) continue;
        x->none |= x->value[i] != value;
        return;
    }
    x->variable[x->n] = at->variable;
    x->value[x->n++] = value;
}

/* Does a variable have this value, as far as the choice says? */
static bool agrees(const choice *x, uint32_t variable, uint32_t value)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (x->variable[i] == variable && x->value[i] != value) return false;
    return true;
}

static double chance_beside(telling *y, const kf_leaf *leaf, const choice *x, double *units)
{
    double sum = 0;
    for (uint32_t k = 0; k < 1u << leaf->n; k++) {
        double one = leaf->share[k], rest = chance_of_rest(y, leaf, k, units);
        bool agree = true;
        for (uint32_t i = 0; i < leaf->n; i++)
            agree &= agrees(x, leaf->rest[i], k >> (leaf->n - 1 - i) & 1);
        if (agree) sum += rest * (agrees(x, leaf->variable, 1) ? one : 1 - one);
    }
    *units += 64;
    return sum;
}

/* How probable the choice is. */
static double chance_of(telling *y, const choice *x, double *units)
{
    uint32_t leaf = 0;
    *units = 0;
    if (x->none) return 0;
    if (x->n == 0) return 1;
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t other = y->c->leaf_of[x->variable[i]];
        if (other && (!leaf || other < leaf)) leaf = other;
    }
    if (leaf) return chance_beside(y, &y->c->leaves.at[leaf - 1], x, units);
    assert(x->n <= 2);
    if (x->n == 2) {
        const shared_two *two = share_of(y, x->variable[0], x->variable[1]);
        *units = two->units;
        return two->share[x->value[0] * 2 + x->value[1]];
    }
    *units = y->units[x->variable[0]];
    return x->value[0] ? y->p[x->variable[0]] : 1 - y->p[x->variable[0]];
}

static void tell_clauses(telling *y, kf_beliefs *out)
{
    const kf_component *p = y->c->component;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        choice x = { 0 };
        double units;
        assert(p->start[i + 1] - p->start[i] <= 3);
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) choose(y->c, p->literals[k], &x);
        double broken = chance_of(y, &x, &units);
        out->pays[i] = p->weight[i] > 0 ? broken : 1 - broken;
        out->pays_error[i] = fmin(1, 1.2 * (2.02 * units * UNIT + 2 * y->c->off) + 8 * UNIT);
    }
}

/* ---- All ---- */

kerf_status kf_counted_tell(const kf_counting *c, const kf_class_beliefs *beliefs, kf_beliefs *out)
{
    telling y = { .c = c, .beliefs = beliefs };
    kf_arena arena;
    size_t n = c->net.size.n;
    kf_arena_init(&arena, c->mem);
    y.p = kf_arena_alloc(&arena, n, sizeof *y.p);
    y.units = kf_arena_alloc(&arena, n, sizeof *y.units);
    y.shared = kf_arena_alloc(&arena, (size_t)c->n_classes * c->n_classes, sizeof *y.shared);
    bool room = y.p && y.units && y.shared;
    if (room) tell_classes(&y);
    for (size_t i = c->leaves.n; room && i-- > 0;) tell_leaf(&y, &c->leaves.at[i]);
    for (uint32_t a = 0; room && a < c->component->n_atoms; a++)
        tell_atom(&y, a, &out->p[a], &out->p_error[a]);
    if (room && out->pays) tell_clauses(&y, out);
    kf_arena_free(&arena);
    return room ? KERF_OK : KERF_NO_MEMORY;
}
