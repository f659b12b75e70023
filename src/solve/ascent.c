/* ascent.c -- see ascent.h. */
#include "solve/ascent.h"

#include "solve/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    LEVELS = 40, /* temperatures */
    NEAR = 24,   /* the same where a world and a bound near each other will do */
    SWEEPS = 10, /* over the rows at each; the first over all, the others not over those at rest */
    FIRST = 15,  /* temperature at which worlds are made of the point; and then each */
    AGAIN = 8,
    HALVINGS = 20
};
static const double COOLER = 0.85; /* from one temperature to the next */
static const double WIDEST = 4;    /* step of a price, in temperatures */
static const double TINY = 0.02;   /* one that is not worth it, likewise */
static const double IDLE = -0.05;  /* a row without a price that is kept by so much can rest */

typedef struct leaning { /* of an atom, at its cost and the temperature */
    double share;        /* to which it is true */
    double slope;        /* how fast that falls with the cost */
} leaning;

typedef struct ascent {
    const kf_part *part;
    const kf_limits *limits;
    kf_mem *mem;
    kf_linear rows;
    double *price;           /* by atom: its reduced cost, less what rounding may have added */
    double *reduced;         /* by atom: cost of true less cost of false, at the prices */
    leaning *leaning;        /* by atom */
    long double *sum, *size; /* by atom: room for the bound */
    bool *resting;           /* by row */
    double temperature;
    kf_rounder *rounder;
    bool *trial;
    double cost;     /* of the best world */
    uint64_t broken; /* hard constraints that it breaks */
    uint64_t steps;
} ascent;

/* ---- Literals ---- */

static double cost_of(const ascent *a, kf_lit l)
{
    double reduced = a->reduced[l.code / 2];
    return l.code & 1 ? -reduced : reduced;
}

static void relax(ascent *a, uint32_t atom)
{
    double cost = a->reduced[atom], soft = 4 * a->temperature * a->temperature;
    double inverse = 1 / sqrt(cost * cost + soft);
    a->leaning[atom].share = 0.5 * (1 - cost * inverse);
    a->leaning[atom].slope = 0.5 * soft * inverse * inverse * inverse;
}

static void pay(ascent *a, kf_lit l, double amount)
{
    a->reduced[l.code / 2] += l.code & 1 ? amount : -amount;
    relax(a, l.code / 2);
}

/* ---- One row ---- */

/* ANY, COUNT and SOFT: a Newton step of the price. */
static void step(ascent *a, uint32_t c)
{
    kf_linear_row *row = &a->rows.rows[c];
    const kf_lit *literals = a->rows.literals + row->start;
    const uint32_t *by = a->rows.coefficients + row->start;
    double missing = (double)row->goal, bend = 0;
    for (uint32_t i = 0; i < row->n; i++) {
        const leaning *l = &a->leaning[literals[i].code / 2];
        double times = by[i];
        missing -= times * (literals[i].code & 1 ? 1 - l->share : l->share);
        bend += times * times * l->slope;
    }
    a->resting[c] = row->price <= 0 && missing < IDLE;
    if (row->price <= 0 && missing <= 0) return;
    double most = isinf(row->weight) ? 2 * a->rows.most : row->weight / (double)row->goal;
    double change = missing / bend, limit = WIDEST * a->temperature;
    change = fmax(fmin(change, limit), -limit);
    double price = fmax(0, fmin(row->price + change, most));
    change = price - row->price;
    if (fabs(change) < TINY * a->temperature) return;
    row->price = price;
    for (uint32_t i = 0; i < row->n; i++) pay(a, literals[i], change * by[i]);
}

/* ALL: the weight is shared out so that the dearest literals come down to one level. It is found by
 * halving, from the side on which less than the weight is spent. */
static void share_out(ascent *a, const kf_linear_row *row)
{
    const kf_lit *literals = a->rows.literals + row->start;
    double *share = a->rows.share + row->start;
    double high = -INFINITY;
    for (uint32_t i = 0; i < row->n; i++) pay(a, literals[i], -share[i]);
    for (uint32_t i = 0; i < row->n; i++) high = fmax(high, cost_of(a, literals[i]));
    double low = high - row->weight;
    for (int i = 0; i < HALVINGS; i++) {
        double sum = 0, level = low + (high - low) / 2;
        for (uint32_t k = 0; k < row->n; k++) sum += fmax(0, cost_of(a, literals[k]) - level);
        if (sum > row->weight) low = level;
        else high = level;
    }
    for (uint32_t i = 0; i < row->n; i++) {
        share[i] = fmax(0, cost_of(a, literals[i]) - high);
        pay(a, literals[i], share[i]);
    }
}

static void sweep(ascent *a, bool all)
{
    for (uint32_t i = 0; all && i < a->rows.n_atoms; i++) relax(a, i); /* the temperature is new */
    for (uint32_t c = 0; c < a->rows.n_rows; c++) {
        if (a->resting[c] && !all) continue;
        if (a->rows.rows[c].kind == KF_LINEAR_ALL) share_out(a, &a->rows.rows[c]);
        else step(a, c);
        a->steps += a->rows.rows[c].n;
    }
}

/* ---- The bound ---- */

typedef struct total {
    long double sum, size;
} total;

static void add(total *t, long double term)
{
    t->sum += term;
    t->size += fabsl(t->sum) + fabsl(term);
}

/* A literal is paid for being true. What that takes off the cost of false is the row's loss. */
static void charge(ascent *a, total *t, kf_lit l, long double amount)
{
    uint32_t atom = l.code / 2;
    a->sum[atom] += l.code & 1 ? amount : -amount;
    a->size[atom] += fabsl(a->sum[atom]) + fabsl(amount);
    if (l.code & 1) add(t, -amount);
}

/* The bound of the prices as they are, what rounding may have added taken off; the same for each
 * atom's own price. Leaves no error in `reduced` that steps have left there. */
static double prove(ascent *a)
{
    const kf_linear *r = &a->rows;
    total t = { 0, 0 };
    add(&t, r->constant);
    for (uint32_t i = 0; i < r->n_atoms; i++) {
        a->sum[i] = (long double)r->cost_true[i] - r->cost_false[i];
        a->size[i] = fabsl(a->sum[i]);
    }
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        bool each = row->kind == KF_LINEAR_ALL;
        if (!each && row->price <= 0) continue;
        long double left = row->weight; /* what its violation costs beyond the prices */
        if (!each) {
            add(&t, (long double)row->price * row->goal);
            left -= (long double)row->price * row->goal;
        }
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            if (each) add(&t, r->share[i]);
            long double amount = each ? r->share[i] : (long double)row->price * r->coefficients[i];
            charge(a, &t, r->literals[i], amount);
            if (each) left -= amount;
        }
        if (left < 0) add(&t, left);
    }
    for (uint32_t i = 0; i < r->n_atoms; i++) {
        long double error = a->size[i] * LDBL_EPSILON * 4;
        add(&t, r->cost_false[i]);
        if (a->sum[i] < 0) add(&t, a->sum[i]);
        t.size += a->size[i];
        a->reduced[i] = (double)a->sum[i];
        double sure = (double)fmaxl(0, fabsl(a->sum[i]) - error) * (1 - DBL_EPSILON);
        a->price[i] = a->sum[i] < 0 ? -sure : sure;
    }
    long double bound = t.sum - t.size * LDBL_EPSILON * 4;
    double d = (double)bound;
    return (long double)d > bound ? nextafter(d, -INFINITY) : d;
}

/* ---- Worlds ---- */

static void tell_point(const ascent *a, double *x)
{
    double soft = 4 * a->temperature * a->temperature;
    for (uint32_t i = 0; i < a->part->n_atoms; i++) {
        double cost = a->reduced[i];
        x[i] = 0.5 * (1 - cost / sqrt(cost * cost + soft));
    }
}

static void offer(ascent *a, bool *world)
{
    uint64_t broken;
    double cost = kf_part_cost(a->part, a->trial, &broken);
    if (broken > a->broken || (broken == a->broken && cost >= a->cost)) return;
    a->broken = broken;
    a->cost = cost;
    memcpy(world, a->trial, a->part->n_atoms * sizeof *world);
}

static kerf_status make_worlds(ascent *a, const double *x, bool *world)
{
    bool made = false;
    for (int up = 0; up <= 1; up++) {
        kf_rounder_run(a->rounder, x, up, a->trial);
        offer(a, world);
    }
    if (kf_uses(a->limits, KF_TRANSITIVE))
        KF_TRY(kf_cluster(a->part, a->mem, a->rounder, a->trial, &made));
    if (made) offer(a, world);
    return KERF_OK;
}

/* ---- The whole ---- */

static kerf_status open_ascent(ascent *a, kf_arena *arena)
{
    KF_TRY(kf_linear_build(&a->rows, a->part, arena));
    uint32_t n = a->rows.n_atoms;
    double sum = 0, used = 0;
    a->reduced = kf_arena_alloc(arena, n, sizeof *a->reduced);
    a->leaning = kf_arena_alloc(arena, n, sizeof *a->leaning);
    a->price = kf_arena_alloc(arena, n, sizeof *a->price);
    a->sum = kf_arena_alloc(arena, n, sizeof *a->sum);
    a->size = kf_arena_alloc(arena, n, sizeof *a->size);
    a->resting = kf_arena_alloc(arena, a->rows.n_rows, sizeof(bool));
    a->trial = kf_arena_alloc(arena, n, sizeof(bool));
    if (!a->reduced || !a->leaning || !a->price || !a->sum || !a->size || !a->resting || !a->trial)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        a->reduced[i] = a->rows.cost_true[i] - a->rows.cost_false[i];
        sum += fabs(a->reduced[i]);
        used += a->reduced[i] != 0;
    }
    a->temperature = used > 0 ? 0.5 * sum / used : 1;
    return kf_rounder_new(a->part, a->mem, &a->rounder);
}

static kerf_status cool(ascent *a, kf_relaxed *r, bool *world)
{
    int levels = a->limits->slack > 0 ? NEAR : LEVELS;
    for (int level = 0; level < levels && !kf_limits_reached(a->limits); level++) {
        for (int i = 0; i < SWEEPS && !(i && kf_limits_reached(a->limits)); i++) sweep(a, i == 0);
        double bound = prove(a);
        if (bound > r->bound) {
            r->bound = bound;
            memcpy(r->price, a->price, a->part->n_atoms * sizeof *a->price);
            tell_point(a, r->x);
        }
        if (level >= FIRST && (level - FIRST) % AGAIN == 0) KF_TRY(make_worlds(a, r->x, world));
        if (a->broken == 0 && a->cost - r->bound <= kf_limits_gap(a->limits, a->cost)) break;
        a->temperature *= COOLER;
    }
    return KERF_OK;
}

kerf_status kf_ascend(const kf_part *p, const kf_limits *limits, kf_mem *mem, kf_relaxed *r,
                      bool *world, kf_solved *out)
{
    ascent a = { .part = p, .limits = limits, .mem = mem };
    kf_arena arena;
    kf_arena_init(&arena, mem);
    a.cost = kf_part_cost(p, world, &a.broken);
    kerf_status st = open_ascent(&a, &arena);
    r->bound = -INFINITY;
    if (st == KERF_OK) st = cool(&a, r, world);
    kf_rounder_free(a.rounder);
    kf_arena_free(&arena);
    if (st != KERF_OK) return st;
    r->known = isfinite(r->bound);
    double cost = a.broken ? INFINITY : a.cost;
    *out = (kf_solved){ .found = !a.broken, .cost = cost, .unique = -1, .work = a.steps };
    out->bound = fmin(r->bound, cost);
    if (out->found && cost - r->bound <= 1e-9 * fmax(1, cost)) out->bound = cost;
    out->method = "ascent";
    return KERF_OK;
}
