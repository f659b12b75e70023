/* cell_fan_sums.c -- what fans sum up to, by how many cells are in which state; see
 * cell_counting.h.
 *
 * A bundle is a factor a + b z, where z counts its mark: a and b are what its leaves sum up to
 * where it is not counted, and where it is. They depend on the states of the owner and of the other
 * cell, so that a fan has a type of factor for each state of each class, and one for each kind of
 * bundles that touch the owner alone. The product of all of them has in the place of z^k what
 * worlds weigh in which k are counted, and a sum over k with what that costs is the fan.
 *
 * Powers are kept up to the k from which on costs are the same, with the rest in one. Factors are
 * scaled such that a + b = 1; what that takes off is added up as logarithms. Everything is positive
 * and nothing cancels, so that numbers are off by as many units as there are steps. Numbers that
 * get too small for this are noticed, and the component is left to others. */
#include "base/check.h"
#include "base/neumaier.h"
#include "solve/eliminate/cell_counting.h"
#include "solve/network/networking.h"

#include <float.h>
#include <math.h>

static const double MOST_POWERS = 0x1p22, MOST_WORK = 0x1p32;

typedef struct factor { /* by state of the owner */
    bool can[2];        /* not be counted, be counted: costs are finite */
    long double share[2], scale;
    long double *power; /* by exponent, up to `most` of the type, and by sum */
} factor;

typedef struct type {
    uint32_t in_class, state; /* of the other cell; KF_NO_CELL: `most` is how many there are */
    uint32_t kind;            /* of those that touch the owner alone */
    uint32_t most;            /* in any fan */
    factor of[KF_CELL_STATES];
} type;

typedef struct kf_fan_sums {
    uint32_t owner, n_states; /* class */
    uint32_t n, cap;          /* bundles of a fan; sums from cap on are one */
    uint32_t n_types;
    type type[KF_FAN_TYPES];
    uint32_t scope[KF_CELL_CLASSES], n_scope; /* classes that it depends on, the owner's, too */
    uint32_t table;                           /* of the network of counts, if there are several */
    double least;                             /* what sums cost at the least */
    long double *weight;                      /* by sum: exp(least - cost) */
    uint32_t *feasible;                       /* sums below this one that can be */
    bool *pays[KF_FAN_ROWS];                  /* by sum */
    long double *product[2];                  /* by sum */
    uint32_t *now[KF_CELL_CLASSES];           /* room: counts of a class */
    double units;                             /* by which what follows is wrong, relatively */
    long double share[KF_CELL_STATES][KF_FAN_TYPES][2]; /* what kf_fan_share() is made of */
    long double paying[KF_FAN_ROWS][2];                 /* of a row, that it pays, or not */
} kf_fan_sums;

/* ---- Types of factors ---- */

static bool add_type(kf_fan_sums *f, type t)
{
    if (f->n_types == KF_FAN_TYPES) return false;
    f->type[f->n_types++] = t;
    return true;
}

static bool find_types(const kf_cell_counting *c, kf_fan_sums *f)
{
    const kf_fan *fan = &c->fans.at[c->cells.at[c->classes[f->owner].first].fan];
    for (uint32_t b = 0; b < c->n_classes; b++) {
        const kf_cell_class *k = &c->classes[b];
        bool there = c->n_spokes[f->owner][b] > 0;
        if (k->n_counts > 1 && (there || b == f->owner)) f->scope[f->n_scope++] = b;
        for (uint32_t t = 0; there && t < k->n_states; t++)
            if (!add_type(f, (type){ .in_class = b, .state = t, .most = k->size })) return false;
    }
    for (uint32_t k = 0; k < c->n_kinds[f->owner]; k++) {
        type t = { .in_class = KF_NO_CELL, .kind = k, .most = fan->alone[k] };
        if (!add_type(f, t)) return false;
    }
    return f->n_scope > 0;
}

static kerf_status open_sums(kf_cell_counting *c, kf_fan_sums *f)
{
    const kf_fan *fan = &c->fans.at[c->cells.at[c->classes[f->owner].first].fan];
    f->n = f->cap = fan->n;
    while (f->cap > 0 && kf_fan_cost(c, fan, f->cap - 1) == kf_fan_cost(c, fan, f->n)) f->cap--;
    f->weight = kf_arena_alloc(&c->arena, f->cap + 1, sizeof *f->weight);
    f->feasible = kf_arena_alloc(&c->arena, f->n + 2, sizeof *f->feasible);
    for (uint32_t i = 0; i < 2; i++) {
        f->product[i] = kf_arena_alloc(&c->arena, f->cap + 1, sizeof *f->product[i]);
        f->pays[i] = kf_arena_alloc(&c->arena, f->cap + 1, sizeof *f->pays[i]);
        if (!f->product[i] || !f->pays[i]) return KERF_NO_MEMORY;
    }
    if (!f->weight || !f->feasible) return KERF_NO_MEMORY;
    f->least = INFINITY;
    for (uint32_t k = 0; k <= f->n; k++) {
        double cost = kf_fan_cost(c, fan, k);
        f->feasible[k + 1] = f->feasible[k] + !isinf(cost);
        f->least = fmin(f->least, cost);
    }
    for (uint32_t k = 0; k <= f->cap; k++) {
        double cost = kf_fan_cost(c, fan, k);
        f->weight[k] = isinf(cost) ? 0 : expl((long double)f->least - cost);
        for (uint32_t i = 0; i < fan->n_rows; i++) {
            const kf_row *row = &c->net.rows.at[fan->row[i]];
            f->pays[i][k] = kf_row_cost(row, row->base + k) > 0;
        }
    }
    return KERF_OK;
}

/* Times a + b z. */
static void multiply_by_factor(uint32_t cap, const long double *p, const long double share[2],
                               long double *to)
{
    for (uint32_t k = 0; k <= cap; k++) to[k] = p[k] * share[0] + (k > 0 ? p[k - 1] * share[1] : 0);
    to[cap] += p[cap] * share[1];
}

static kerf_status open_factor(kf_cell_counting *c, kf_fan_sums *f, uint32_t s, type *t)
{
    const kf_spoke *from =
        t->in_class == KF_NO_CELL ? &c->alone[f->owner][t->kind] : &c->spoke[f->owner][t->in_class];
    uint32_t at = s * KF_CELL_STATES + (t->in_class == KF_NO_CELL ? 0 : t->state);
    double a = from->cost[0][at], b = from->cost[1][at], least = fmin(a, b);
    factor *x = &t->of[s];
    size_t row = f->cap + 1;
    x->can[0] = !isinf(a);
    x->can[1] = !isinf(b);
    if (isinf(least)) return KERF_OK;
    long double p = expl((long double)least - a), q = expl((long double)least - b);
    x->share[0] = p / (p + q);
    x->share[1] = q / (p + q);
    x->scale = least - logl(p + q);
    x->power = kf_arena_room(&c->arena, (t->most + 1) * row, sizeof *x->power);
    if (!x->power) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k <= f->cap; k++) x->power[k] = k == 0;
    for (uint32_t e = 0; e < t->most; e++)
        multiply_by_factor(f->cap, x->power + e * row, x->share, x->power + (e + 1) * row);
    return KERF_OK;
}

double kf_fans_entries(const kf_cell_counting *c)
{
    double all = 0;
    for (uint32_t a = 0; a < c->n_classes; a++) {
        double entries = 1;
        for (uint32_t i = 0; c->sums[a] && i < c->sums[a]->n_scope; i++)
            entries *= (double)c->classes[c->sums[a]->scope[i]].n_counts;
        all += c->sums[a] ? entries : 0;
    }
    return all;
}

/* Additions to get the sums, and the way back. */
static bool is_little_work(const kf_cell_counting *c, const kf_fan_sums *f)
{
    double powers = 0, row = f->cap + 1.0, entries = 1;
    for (uint32_t j = 0; j < f->n_types; j++) powers += (f->type[j].most + 1.0) * row;
    for (uint32_t i = 0; i < f->n_scope; i++) entries *= (double)c->classes[f->scope[i]].n_counts;
    double products = f->n_states * (2.0 + f->n_types) * f->n_types;
    return powers * f->n_states <= MOST_POWERS && entries * products * row * row <= MOST_WORK;
}

static kerf_status open_fan(kf_cell_counting *c, uint32_t a, bool *fits)
{
    kf_fan_sums *f = kf_arena_alloc(&c->arena, 1, sizeof *f);
    if (!f) return KERF_NO_MEMORY;
    *f = (kf_fan_sums){ .owner = a, .n_states = c->classes[a].n_states };
    c->sums[a] = f;
    *fits = find_types(c, f);
    if (*fits) KF_TRY(open_sums(c, f));
    *fits = *fits && is_little_work(c, f) && !isinf(f->least);
    for (uint32_t s = 0; *fits && s < f->n_states; s++)
        for (uint32_t j = 0; j < f->n_types; j++) KF_TRY(open_factor(c, f, s, &f->type[j]));
    return KERF_OK;
}

kerf_status kf_fans_open(kf_cell_counting *c, bool *fits)
{
    for (uint32_t a = 0; a < c->n_classes && *fits; a++)
        if (c->cells.at[c->classes[a].first].fan != KF_NO_FAN) KF_TRY(open_fan(c, a, fits));
    return KERF_OK;
}

/* ---- Products ---- */

/* How many factors of a type a fan has whose owner is in a state, where cells are in states as
 * `counts` says. */
static uint32_t exponent(const kf_fan_sums *f, const uint32_t *const *counts, uint32_t s,
                         const type *t)
{
    if (t->in_class == KF_NO_CELL) return t->most;
    return counts[t->in_class][t->state] - (t->in_class == f->owner && t->state == s);
}

static void multiply(uint32_t cap, const long double *p, const long double *q, long double *to)
{
    long double tail = 0, rest = 0;
    for (uint32_t k = 0; k < cap; k++) {
        long double sum = 0;
        for (uint32_t i = 0; i <= k; i++) sum += p[i] * q[k - i];
        to[k] = sum;
    }
    for (uint32_t i = 0; i <= cap; i++) {
        tail += q[cap - i];
        rest += p[i] * tail;
    }
    to[cap] = rest;
}

/* Of all factors, but for one of the type `without`; n_types: of all. False: there is no world with
 * these states. */
static bool multiply_all(const kf_fan_sums *f, const uint32_t *const *counts, uint32_t s,
                         uint32_t without, long double **product)
{
    uint32_t low = 0, high = 0, at = 0;
    for (uint32_t k = 0; k <= f->cap; k++) f->product[0][k] = k == 0;
    for (uint32_t j = 0; j < f->n_types; j++) {
        const type *t = &f->type[j];
        uint32_t e = exponent(f, counts, s, t) - (j == without);
        if (e == 0) continue;
        const factor *x = &t->of[s];
        if (!x->can[0] && !x->can[1]) return false;
        low += x->can[0] ? 0 : e;
        high += x->can[1] ? e : 0;
        multiply(f->cap, f->product[at], x->power + e * (size_t)(f->cap + 1), f->product[1 - at]);
        at = 1 - at;
    }
    *product = f->product[at];
    return without < f->n_types || f->feasible[high + 1] > f->feasible[low];
}

/* Where a mark is counted beside them, or not. */
static long double weigh(const kf_fan_sums *f, const long double *product, uint32_t counted)
{
    long double sum = 0;
    for (uint32_t k = 0; k <= f->cap; k++)
        sum += product[k] * f->weight[k + counted < f->cap ? k + counted : f->cap];
    return sum;
}

/* Steps, each of which is off by a unit at the most. */
static long double steps_of(const kf_fan_sums *f)
{
    return 16 + 4.0L * f->n + f->n_types * (f->cap + 8.0L) + f->cap;
}

/* ---- Tables ---- */

/* Calls of something for every choice of counts, in the order of the entries of a table. */
typedef struct walk {
    const uint32_t *counts[KF_CELL_CLASSES];
    uint64_t value[KF_CELL_CLASSES], entry;
} walk;

static void begin_walk(const kf_cell_counting *c, const kf_fan_sums *f, walk *w)
{
    *w = (walk){ .entry = 0 };
    w->counts[f->owner] = c->classes[f->owner].counts;
    for (uint32_t i = 0; i < f->n_scope; i++)
        w->counts[f->scope[i]] = c->classes[f->scope[i]].counts;
}

static bool walk_on(const kf_cell_counting *c, const kf_fan_sums *f, walk *w)
{
    w->entry++;
    for (uint32_t i = f->n_scope; i-- > 0;) {
        const kf_cell_class *k = &c->classes[f->scope[i]];
        bool more = ++w->value[i] < k->n_counts;
        if (!more) w->value[i] = 0;
        w->counts[f->scope[i]] = k->counts + w->value[i] * k->n_states;
        if (more) return true;
    }
    return false;
}

typedef struct total { /* how large the terms are, too */
    long double sum, sizes;
} total;

static void add(total *t, long double x)
{
    t->sum += x;
    t->sizes += fabsl(x);
}

/* What the fans of a class cost; false: a number is too small. */
static bool cost_of(const kf_fan_sums *f, const uint32_t *const *counts, total *t)
{
    static const long double SMALL = LDBL_MIN * 0x1p200L;
    for (uint32_t s = 0; s < f->n_states; s++) {
        uint32_t n = counts[f->owner][s];
        long double *product, times = n;
        if (n == 0) continue;
        if (!multiply_all(f, counts, s, f->n_types, &product)) {
            t->sum = INFINITY;
            return true;
        }
        long double all = weigh(f, product, 0);
        if (!(all > SMALL)) return false;
        add(t, -times * logl(all));
        add(t, times * f->least);
        for (uint32_t j = 0; j < f->n_types; j++) {
            uint32_t e = exponent(f, counts, s, &f->type[j]);
            if (e > 0) add(t, times * e * f->type[j].of[s].scale);
        }
    }
    return true;
}

static uint64_t work_of(const kf_fan_sums *f)
{
    return (uint64_t)(f->cap + 1) * (f->cap + 1) * f->n_types * f->n_states + 64;
}

/* Bundles cost what their tables do, and rows what they weigh: each may be wrong by some units. */
static void note_error(kf_cell_counting *c, const kf_fan_sums *f, long double sizes,
                       long double most)
{
    const long double unit = DBL_EPSILON;
    const kf_cell_class *k = &c->classes[f->owner];
    const kf_fan *fan = &c->fans.at[c->cells.at[k->first].fan];
    long double weights = 0;
    for (uint32_t i = 0; i < fan->n_rows; i++) {
        double weight = c->net.rows.at[fan->row[i]].weight;
        if (isfinite(weight)) weights += fabs(weight) * (c->options->slack + 6 + KF_FAN_ROWS);
    }
    c->off += (double)(128 * LDBL_EPSILON * sizes + (4 + KF_CELL_ROWS) * unit * most);
    c->off += (double)(k->size * (LDBL_EPSILON * steps_of(f) + unit * weights));
}

static kerf_status add_fan(kf_cell_counting *c, kf_network *to, kf_fan_sums *f, bool *fits)
{
    long double sizes = 0, most = 0;
    bool several = f->n_scope > 1;
    kf_cost_table *t = several ? kf_network_table(to, f->scope, f->n_scope) : NULL;
    walk w;
    if (several && !t) return KERF_NO_MEMORY;
    double *cost = t ? t->cost : to->unary.at[f->scope[0]];
    if (t) t->parts += 2;
    if (t) f->table = (uint32_t)(t - to->tables.at);
    if (c->options->only_forecast) return KERF_OK;
    begin_walk(c, f, &w);
    do {
        total x = { 0, 0 };
        if (!kf_patience_spend(&c->patience, work_of(f))) return KERF_OK;
        *fits = cost_of(f, w.counts, &x);
        if (!*fits) return KERF_OK;
        cost[w.entry] += (double)x.sum;
        sizes = fmaxl(sizes, x.sizes);
        if (isfinite(cost[w.entry])) most = fmaxl(most, fabs(cost[w.entry]) + fabsl(x.sum));
    } while (walk_on(c, f, &w));
    note_error(c, f, sizes, most);
    return KERF_OK;
}

kerf_status kf_fans_add(kf_cell_counting *c, kf_network *to, bool *fits)
{
    for (uint32_t a = 0; a < c->n_classes && *fits; a++)
        if (c->sums[a]) KF_TRY(add_fan(c, to, c->sums[a], fits));
    return KERF_OK;
}

/* ---- The way back ---- */

/* An owner is in state s, so probable, and the sum of everything is `all`. */
static void tell_types(const kf_cell_counting *c, kf_fan_sums *f, const uint32_t *const *counts,
                       uint32_t s, long double p)
{
    for (uint32_t j = 0; j < f->n_types; j++) {
        const type *t = &f->type[j];
        long double *product, some[2], share = 1;
        uint32_t e = exponent(f, counts, s, t);
        if (e == 0 || !multiply_all(f, counts, s, j, &product)) continue;
        if (t->in_class != KF_NO_CELL)
            share = e / (c->classes[t->in_class].size - (t->in_class == f->owner ? 1.0L : 0.0L));
        for (uint32_t one = 0; one < 2; one++) some[one] = weigh(f, product, one);
        long double all = some[0] * t->of[s].share[0] + some[1] * t->of[s].share[1];
        if (!(all > 0)) continue;
        for (uint32_t one = 0; one < 2; one++) f->share[s][j][one] += p * share * some[one] / all;
    }
}

static void tell_rows(kf_fan_sums *f, const uint32_t *const *counts, uint32_t s, long double p)
{
    long double *product;
    if (!multiply_all(f, counts, s, f->n_types, &product)) return;
    long double all = weigh(f, product, 0);
    for (uint32_t i = 0; i < KF_FAN_ROWS && all > 0; i++)
        for (uint32_t k = 0; k <= f->cap; k++)
            f->paying[i][f->pays[i][k]] += p * product[k] * f->weight[k] / all;
}

static void tell_fan(kf_cell_counting *c, const kf_class_beliefs *beliefs, kf_fan_sums *f)
{
    const kf_cell_class *k = &c->classes[f->owner];
    const double *from = f->n_scope > 1 ? beliefs->table[f->table] : beliefs->count[f->scope[0]];
    walk w;
    begin_walk(c, f, &w);
    do {
        if (!kf_patience_spend(&c->patience, work_of(f) * (f->n_types + 1))) return;
        for (uint32_t s = 0; s < k->n_states && from[w.entry] > 0; s++) {
            long double p = (long double)from[w.entry] * w.counts[f->owner][s] / k->size;
            if (p > 0) tell_types(c, f, w.counts, s, p);
            if (p > 0) tell_rows(f, w.counts, s, p);
        }
    } while (walk_on(c, f, &w));
    f->units = f->n_scope > 1 ? beliefs->table_units[f->table] : beliefs->units[f->scope[0]];
    f->units += (double)(2 * steps_of(f) * (LDBL_EPSILON / DBL_EPSILON)) + 4.0 * (double)w.entry;
}

kerf_status kf_fans_tell(kf_cell_counting *c, const kf_class_beliefs *beliefs)
{
    for (uint32_t a = 0; a < c->n_classes; a++)
        if (c->sums[a]) tell_fan(c, beliefs, c->sums[a]);
    return KERF_OK;
}

static const kf_fan_sums *sums_of(const kf_cell_counting *c, uint32_t fan)
{
    return c->sums[c->cells.at[c->fans.at[fan].owner].in_class];
}

double kf_fan_share(const kf_cell_counting *c, const kf_bundle *b, const uint32_t state[2],
                    bool counted, double cost)
{
    const kf_fan_sums *f = sums_of(c, b->fan);
    bool turned;
    uint32_t to = kf_fan_other(c, b, &turned), j = 0;
    bool two = to != KF_NO_CELL;
    uint32_t in_class = two ? c->cells.at[to].in_class : KF_NO_CELL;
    uint32_t s = state[turned], other = two ? state[!turned] : b->kind;
    for (; j < f->n_types; j++) {
        const type *t = &f->type[j];
        if (t->in_class == in_class && (two ? t->state : t->kind) == other) break;
    }
    assert(j < f->n_types);
    if (isinf(cost)) return 0;
    return (double)(f->share[s][j][counted] * expl(f->type[j].of[s].scale - cost));
}

double kf_fan_units(const kf_cell_counting *c, const kf_bundle *b)
{
    return sums_of(c, b->fan)->units;
}

kf_row_shares kf_fan_row_shares(const kf_cell_counting *c, uint32_t fan, uint32_t row)
{
    const kf_fan *x = &c->fans.at[fan];
    const kf_fan_sums *f = sums_of(c, fan);
    uint32_t i = 0;
    while (i < x->n_rows && x->row[i] != row) i++;
    assert(i < x->n_rows);
    return (kf_row_shares){ (double)f->paying[i][1], (double)f->paying[i][0], f->units };
}
