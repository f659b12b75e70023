/* cell_back.c -- from how many cells are in which state back to atoms; see cell_counting.h. */
#include "solve/eliminate/cell_counting.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double UNIT = 0x1p-53;

typedef struct
    states { /* of one cell or two: how probable, by state of the one, then of the other */
    bool known;
    double share[KF_CELL_STATES * KF_CELL_STATES];
    double units;
} states;

typedef struct telling {
    kf_cells *c;
    const kf_class_beliefs *beliefs;
    states one[KF_CELL_CLASSES], two[KF_CELL_CLASSES][KF_CELL_CLASSES];
    double *some, *others, *units; /* by variable: of value 1 and of value 0 */
} telling;

/* ---- States of cells ---- */

static void tell_one(telling *y, uint32_t a)
{
    const kf_cell_class *k = &y->c->classes[a];
    states *to = &y->one[a];
    for (uint64_t i = 0; i < k->n_counts; i++)
        for (uint32_t s = 0; s < k->n_states; s++)
            to->share[s] += y->beliefs->count[a][i] * k->counts[i * k->n_states + s] / k->size;
    to->units = y->beliefs->units[a] + 2.0 * (double)k->n_counts;
}

/* Two members of a class. */
static void tell_within(telling *y, uint32_t a, states *to)
{
    const kf_cell_class *k = &y->c->classes[a];
    double pairs = (double)k->size * (k->size - 1.0);
    for (uint64_t i = 0; i < k->n_counts; i++) {
        const uint32_t *n = k->counts + i * k->n_states;
        double p = y->beliefs->count[a][i] / pairs;
        for (uint32_t s = 0; s < k->n_states; s++)
            for (uint32_t t = 0; t < k->n_states; t++)
                to->share[s * KF_CELL_STATES + t] += p * n[s] * (s == t ? n[t] - 1.0 : n[t]);
    }
    to->units = y->beliefs->units[a] + 4.0 * (double)k->n_counts;
}

/* Of two classes, a < b. */
static void tell_between(telling *y, uint32_t a, uint32_t b, states *to)
{
    const kf_cell_class *k = &y->c->classes[a], *l = &y->c->classes[b];
    const double *joint = y->beliefs->joint[a * y->c->n_classes + b];
    double pairs = (double)k->size * l->size;
    for (uint64_t i = 0; i < k->n_counts && kf_patience_spend(&y->c->patience, 64 * l->n_counts);
         i++)
        for (uint64_t j = 0; j < l->n_counts; j++) {
            const uint32_t *n = k->counts + i * k->n_states, *m = l->counts + j * l->n_states;
            double p = joint[i * l->n_counts + j] / pairs;
            for (uint32_t s = 0; p > 0 && s < k->n_states; s++)
                for (uint32_t t = 0; t < l->n_states; t++)
                    to->share[s * KF_CELL_STATES + t] += p * n[s] * m[t];
        }
    to->units = y->beliefs->joint_units[a * y->c->n_classes + b]
                + 4.0 * (double)k->n_counts * (double)l->n_counts;
}

/* Of the cells of a bundle; *turned: the first is of the later class. */
static const states *states_of(telling *y, const kf_bundle *b, bool *turned)
{
    uint32_t a = y->c->cells.at[b->cell[0]].in_class;
    *turned = false;
    if (b->n_cells == 1) return &y->one[a];
    uint32_t other = y->c->cells.at[b->cell[1]].in_class;
    *turned = a > other;
    states *to = *turned ? &y->two[other][a] : &y->two[a][other];
    if (!to->known && a == other) tell_within(y, a, to);
    else if (!to->known) tell_between(y, *turned ? other : a, *turned ? a : other, to);
    to->known = true;
    return to;
}

/* ---- Leaves ---- */

/* Given the states of the cells: how probable values of the leaves are, times `p`. */
static void add_leaves(telling *y, const kf_bundle *b, const uint32_t state[2], double p)
{
    double cost[1 << KF_BUNDLE_LEAVES], least = INFINITY, sum = 0;
    uint32_t n = 1u << b->n_leaves;
    for (uint32_t l = 0; l < n; l++) {
        cost[l] = kf_bundle_cost(y->c, b, state, l);
        least = fmin(least, cost[l]);
    }
    if (isinf(least)) return; /* and so p is 0 */
    for (uint32_t l = 0; l < n; l++) sum += exp(least - cost[l]);
    for (uint32_t l = 0; l < n; l++)
        for (uint32_t i = 0; i < b->n_leaves; i++) {
            double one = p * exp(least - cost[l]) / sum;
            if (l >> i & 1) y->some[b->leaf[i]] += one;
            else y->others[b->leaf[i]] += one;
        }
}

static void tell_bundle(telling *y, const kf_bundle *b)
{
    const kf_cells *c = y->c;
    bool turned = false;
    if (b->n_leaves == 0) return;
    const states *from = b->n_cells ? states_of(y, b, &turned) : NULL;
    uint32_t n = b->n_cells > 0 ? 1u << c->cells.at[b->cell[0]].n : 1;
    uint32_t m = b->n_cells > 1 ? 1u << c->cells.at[b->cell[1]].n : 1;
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t t = 0; t < m; t++) {
            const uint32_t state[2] = { s, t };
            uint32_t at = b->n_cells < 2 ? s
                          : turned       ? t * KF_CELL_STATES + s
                                         : s * KF_CELL_STATES + t;
            add_leaves(y, b, state, from ? from->share[at] : 1);
        }
    for (uint32_t i = 0; i < b->n_leaves; i++)
        y->units[b->leaf[i]] = (from ? from->units : 0) + 256;
}

/* ---- Atoms ---- */

static void tell_core(telling *y, uint32_t v)
{
    const kf_cells *c = y->c;
    const kf_cell *x = &c->cells.at[c->cell_of[v]];
    const states *from = &y->one[x->in_class];
    for (uint32_t s = 0; s < 1u << x->n; s++)
        if (s >> c->place[v] & 1) y->some[v] += from->share[s];
        else y->others[v] += from->share[s];
    y->units[v] = from->units + KF_CELL_STATES;
}

static void tell_atom(const telling *y, uint32_t atom, double *p, double *error)
{
    const kf_cells *c = y->c;
    const kf_atom_value *at = &c->net.place[atom];
    uint32_t v = at->variable;
    if (c->net.size.at[v] == 1 || at->value > 1) {
        *p = ((c->net.size.at[v] == 1 && at->value == 0) != at->negated);
        *error = 0;
        return;
    }
    bool one = (at->value == 1) != at->negated;
    double some = one ? y->some[v] : y->others[v], others = one ? y->others[v] : y->some[v];
    double relative = 2.02 * y->units[v] * UNIT + 2 * c->off;
    *p = some / (some + others);
    *error = relative < 0.1 ? 2.4 * relative * *p * (others / (some + others)) + 4 * UNIT : 1;
}

static kerf_status tell_atoms(telling *y, kf_beliefs *out)
{
    const kf_cells *c = y->c;
    for (uint32_t a = 0; a < c->n_classes; a++) tell_one(y, a);
    for (size_t i = 0; i < c->bundles.n && kf_patience_spend(&y->c->patience, 256); i++)
        tell_bundle(y, &c->bundles.at[i]);
    for (uint32_t v = 0; v < c->net.size.n; v++)
        if (c->is_core[v]) tell_core(y, v);
    for (uint32_t a = 0; a < c->component->n_atoms; a++)
        tell_atom(y, a, &out->p[a], &out->p_error[a]);
    return KERF_OK;
}

kerf_status kf_cells_tell(kf_cells *c, const kf_class_beliefs *beliefs, kf_beliefs *out)
{
    kf_arena arena;
    size_t n = c->net.size.n;
    kf_arena_init(&arena, c->mem);
    telling *y = kf_arena_alloc(&arena, 1, sizeof *y);
    kerf_status st = KERF_NO_MEMORY;
    if (y) {
        *y = (telling){ .c = c, .beliefs = beliefs };
        y->some = kf_arena_alloc(&arena, n, sizeof *y->some);
        y->others = kf_arena_alloc(&arena, n, sizeof *y->others);
        y->units = kf_arena_alloc(&arena, n, sizeof *y->units);
        if (y->some && y->others && y->units) st = tell_atoms(y, out);
    }
    kf_arena_free(&arena);
    return st;
}
