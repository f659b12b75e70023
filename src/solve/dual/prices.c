/* prices.c -- see prices.h. */
#include "solve/dual/prices.h"

#include "base/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum {
    FULL = 10,   /* one sweep of so many is over all rows, the others not over those at rest */
    REACH = 5,   /* after so many, prices go on the way that they came */
    LONGEST = 3, /* a row whose price has not changed is passed over so often */
    HALVINGS = 20
};
static const double WIDEST = 4;   /* step of a price, in temperatures */
static const double TINY = 0.02;  /* one that is not worth it, likewise */
static const double IDLE = -0.05; /* a row without a price that is kept by so much can rest */

/* ---- Beginning ---- */

/* Room for rows that come later. */
static kerf_status make_room(kf_linear *r, kf_arena *arena, uint32_t rows, uint32_t literals)
{
    size_t n = (size_t)r->n_rows + rows, n_literals = (size_t)r->n_literals + literals;
    kf_linear_row *row = kf_arena_alloc(arena, n, sizeof *row);
    kf_lit *literal = kf_arena_alloc(arena, n_literals, sizeof *literal);
    uint32_t *coefficient = kf_arena_alloc(arena, n_literals, sizeof *coefficient);
    double *share = kf_arena_alloc(arena, n_literals, sizeof *share);
    if (!row || !literal || !coefficient || !share) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_rows; i++) row[i] = r->rows[i];
    for (uint32_t i = 0; i < r->n_literals; i++) {
        literal[i] = r->literals[i];
        coefficient[i] = r->coefficients[i];
        share[i] = r->share[i];
    }
    r->rows = row;
    r->literals = literal;
    r->coefficients = coefficient;
    r->share = share;
    return KERF_OK;
}

kerf_status kf_prices_open(kf_prices *p, const kf_component *component, kf_arena *arena,
                           uint32_t rows, uint32_t literals)
{
    *p = (kf_prices){ .reach = 1 };
    KF_TRY(kf_linear_build(&p->rows, component, arena));
    if (rows > 0) KF_TRY(make_room(&p->rows, arena, rows, literals));
    uint32_t n = p->rows.n_atoms;
    size_t most = (size_t)p->rows.n_rows + rows;
    double sum = 0, used = 0;
    p->reduced = kf_arena_alloc(arena, n, sizeof *p->reduced);
    p->trial = kf_arena_alloc(arena, n, sizeof *p->trial);
    p->tilt = kf_arena_alloc(arena, n, sizeof *p->tilt);
    p->sure = kf_arena_alloc(arena, n, sizeof *p->sure);
    p->sum = kf_arena_alloc(arena, n, sizeof *p->sum);
    p->size = kf_arena_alloc(arena, n, sizeof *p->size);
    p->held = kf_arena_alloc(arena, n, sizeof *p->held);
    p->rest = kf_arena_alloc(arena, most, sizeof *p->rest);
    p->idle = kf_arena_alloc(arena, most, sizeof *p->idle);
    p->settled = kf_arena_alloc(arena, most, sizeof *p->settled);
    p->before = kf_arena_alloc(arena, most, sizeof *p->before);
    p->ahead = kf_arena_alloc(arena, most, sizeof *p->ahead);
    if (!p->reduced || !p->trial || !p->tilt || !p->sure || !p->sum || !p->size || !p->held
        || !p->rest || !p->idle || !p->settled || !p->before || !p->ahead)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        p->reduced[i] = p->rows.cost_true[i] - p->rows.cost_false[i];
        sum += fabs(p->reduced[i]);
        used += p->reduced[i] != 0;
    }
    p->mean = used > 0 ? sum / used : 1;
    kf_prices_set_temperature(p, p->mean);
    return KERF_OK;
}

void kf_prices_add(kf_prices *p, const kf_lit *literals, uint32_t n, int64_t goal)
{
    kf_linear *r = &p->rows;
    kf_linear_row *row = &r->rows[r->n_rows];
    assert(goal > 0 && goal <= n);
    *row =
        (kf_linear_row){ .start = r->n_literals, .n = n, .largest = 1, .goal = goal, .total = n };
    row->kind = KF_LINEAR_COUNT;
    row->weight = INFINITY;
    for (uint32_t k = 0; k < n; k++) {
        r->literals[r->n_literals] = literals[k];
        r->share[r->n_literals] = 0;
        r->coefficients[r->n_literals++] = 1;
    }
    p->before[r->n_rows] = 0;
    p->settled[r->n_rows] = false;
    p->idle[r->n_rows] = 0;
    p->rest[r->n_rows++] = 0;
}

/* ---- Literals ---- */

/* fmin() and fmax() are calls. */
static double between(double least, double x, double most)
{
    if (x > most) x = most;
    return x < least ? least : x;
}

static double cost_of(const kf_prices *p, kf_lit l)
{
    double reduced = p->reduced[l.code / 2];
    return l.code & 1 ? -reduced : reduced;
}

static void relax(kf_prices *p, uint32_t atom)
{
    if (p->held[atom]) {
        p->tilt[atom] = (kf_tilt){ p->held[atom] > 0, 0 };
        return;
    }
    double share = 1 / (1 + exp(p->reduced[atom] / p->temperature));
    p->tilt[atom].share = share;
    p->tilt[atom].slope = share * (1 - share) / p->temperature;
}

static void pay(kf_prices *p, kf_lit l, double amount)
{
    p->reduced[l.code / 2] += l.code & 1 ? amount : -amount;
    relax(p, l.code / 2);
}

/* ---- One row ---- */

static double most_price(const kf_prices *p, const kf_linear_row *row)
{
    return isinf(row->weight) ? 2 * p->rows.most : row->weight / (double)row->goal;
}

/* Twice as long as the last time: what does not move now seldom does soon. */
static void let_rest(kf_prices *p, uint32_t c, uint8_t most)
{
    uint8_t n = most == FULL ? FULL : (uint8_t)(2 * p->idle[c] + 1);
    p->rest[c] = p->idle[c] = n < most ? n : most;
}

/* ANY, COUNT and SOFT: a Newton step of the price. */
static void step(kf_prices *p, uint32_t c)
{
    kf_linear_row *row = &p->rows.rows[c];
    const kf_lit *literals = p->rows.literals + row->start;
    const uint32_t *by = p->rows.coefficients + row->start;
    double missing = (double)row->goal, bend = 0;
    for (uint32_t i = 0; i < row->n; i++) {
        const kf_tilt *l = &p->tilt[literals[i].code / 2];
        double times = by[i];
        missing -= times * (literals[i].code & 1 ? 1 - l->share : l->share);
        bend += times * times * l->slope;
    }
    if (row->price <= 0 && missing <= 0) {
        let_rest(p, c, missing < IDLE ? FULL : LONGEST);
        return;
    }
    double most = most_price(p, row);
    double change = missing / (bend > 1e-12 ? bend : 1e-12), limit = WIDEST * p->temperature;
    double price = between(0, row->price + between(-limit, change, limit), most);
    change = price - row->price;
    if (fabs(change) < TINY * p->temperature) {
        let_rest(p, c, LONGEST);
        return;
    }
    p->idle[c] = 0;
    row->price = price;
    for (uint32_t i = 0; i < row->n; i++) pay(p, literals[i], change * by[i]);
}

/* ALL: the weight is shared out so that the dearest literals come down to one level. It is found by
 * halving, from the side on which less than the weight is spent. */
static void share_out(kf_prices *p, const kf_linear_row *row)
{
    const kf_lit *literals = p->rows.literals + row->start;
    double *share = p->rows.share + row->start;
    double high = -INFINITY;
    for (uint32_t i = 0; i < row->n; i++) pay(p, literals[i], -share[i]);
    for (uint32_t i = 0; i < row->n; i++) high = fmax(high, cost_of(p, literals[i]));
    double low = high - row->weight;
    for (int i = 0; i < HALVINGS; i++) {
        double sum = 0, level = low + (high - low) / 2;
        for (uint32_t k = 0; k < row->n; k++) sum += fmax(0, cost_of(p, literals[k]) - level);
        if (sum > row->weight) low = level;
        else high = level;
    }
    for (uint32_t i = 0; i < row->n; i++) {
        share[i] = fmax(0, cost_of(p, literals[i]) - high);
        pay(p, literals[i], share[i]);
    }
}

static void relax_all(kf_prices *p)
{
    for (uint32_t i = 0; i < p->rows.n_atoms; i++) relax(p, i);
}

static void sweep(kf_prices *p, bool all)
{
    for (uint32_t c = 0; c < p->rows.n_rows; c++) {
        if (p->settled[c]) continue;
        if (p->rest[c] > 0 && !all) {
            p->rest[c]--;
            continue;
        }
        if (p->rows.rows[c].kind == KF_LINEAR_ALL) share_out(p, &p->rows.rows[c]);
        else step(p, c);
        p->steps += p->rows.rows[c].n;
    }
}

/* ---- All rows at once ---- */

/* What an atom pays at least, rounded off. */
static double pays_least(const kf_prices *p, uint32_t atom, double cost)
{
    if (p->held[atom]) return p->held[atom] > 0 ? cost : 0;
    double c = cost / p->temperature;
    if (c > 40) return 0;
    return c < -40 ? cost : -p->temperature * log1p(exp(-c));
}

/* Looks further ahead on the way that the prices came; what the dual function gains. */
static double look_ahead(kf_prices *p)
{
    const kf_linear *r = &p->rows;
    double gain = 0;
    memcpy(p->trial, p->reduced, r->n_atoms * sizeof(double));
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        double price = row->price + p->reach * (row->price - p->before[c]);
        p->ahead[c] = between(0, price, most_price(p, row));
        double change = p->ahead[c] - row->price;
        if (change == 0 || row->kind == KF_LINEAR_ALL) continue;
        gain += change * (double)row->goal;
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            double amount = change * r->coefficients[i];
            bool negated = r->literals[i].code & 1;
            p->trial[r->literals[i].code / 2] += negated ? amount : -amount;
            if (negated) gain -= amount;
        }
    }
    for (uint32_t i = 0; i < r->n_atoms; i++)
        gain += pays_least(p, i, p->trial[i]) - pays_least(p, i, p->reduced[i]);
    return gain;
}

/* One price at a time is slow where many have to move together: they go on the way that they came,
 * if that pays. */
static void reach_ahead(kf_prices *p)
{
    bool pays = look_ahead(p) > 0;
    p->reach = pays ? 1.5 * p->reach : fmax(0.5, 0.5 * p->reach);
    p->steps += p->rows.n_rows;
    if (pays) {
        double *swap = p->reduced;
        p->reduced = p->trial;
        p->trial = swap;
        relax_all(p);
    }
    for (uint32_t c = 0; c < p->rows.n_rows; c++) {
        if (pays) p->rows.rows[c].price = p->ahead[c];
        p->before[c] = p->rows.rows[c].price;
    }
}

void kf_prices_sweep(kf_prices *p, int sweeps, const kf_limits *limits)
{
    for (int i = 0; i < sweeps && !(i && kf_limits_reached(limits)); i++) {
        sweep(p, i % FULL == 0);
        if (i % REACH == REACH - 1) reach_ahead(p);
    }
    KF_CHECK(kf_prices_check(p));
}

#ifndef NDEBUG
void kf_prices_check(const kf_prices *p)
{
    const kf_linear *r = &p->rows;
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        double shared = 0;
        for (uint32_t i = row->start; i < row->start + row->n; i++) {
            assert(r->share[i] >= 0);
            shared += r->share[i];
        }
        if (row->kind == KF_LINEAR_ALL) assert(shared <= row->weight * (1 + 1e-9));
        else assert(row->price >= 0 && row->price <= most_price(p, row));
    }
    for (uint32_t i = 0; i < r->n_atoms; i++)
        assert(isfinite(p->reduced[i]) && p->tilt[i].share >= 0 && p->tilt[i].share <= 1);
}
#endif

void kf_prices_set_temperature(kf_prices *p, double temperature)
{
    assert(temperature >= 0);
    p->temperature = temperature;
    relax_all(p);
}

/* ---- Atoms that are held ---- */

void kf_prices_hold(kf_prices *p, uint32_t atom, int8_t value)
{
    assert(atom < p->rows.n_atoms && value >= -1 && value <= 1);
    p->held[atom] = value;
    relax(p, atom);
}

/* What the true ones of the literals that are held add up to. */
static int64_t sum_held(const kf_prices *p, const kf_linear_row *row)
{
    int64_t sum = 0;
    for (uint32_t i = row->start; i < row->start + row->n; i++) {
        kf_lit l = p->rows.literals[i];
        int8_t held = p->held[l.code / 2];
        if (held != 0 && (held > 0) != (bool)(l.code & 1)) sum += p->rows.coefficients[i];
    }
    return sum;
}

void kf_prices_settle(kf_prices *p)
{
    for (uint32_t c = 0; c < p->rows.n_rows; c++) {
        const kf_linear_row *row = &p->rows.rows[c];
        if (p->settled[c] || row->kind == KF_LINEAR_ALL || row->price > 0) continue;
        p->settled[c] = p->before[c] <= 0 && sum_held(p, row) >= row->goal;
    }
}

void kf_prices_point(const kf_prices *p, double *x, uint32_t n)
{
    assert(n <= p->rows.n_atoms);
    for (uint32_t i = 0; i < n; i++)
        x[i] = p->held[i] ? p->held[i] > 0 : 1 / (1 + exp(p->reduced[i] / p->temperature));
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
static void charge(kf_prices *p, total *t, kf_lit l, long double amount)
{
    uint32_t atom = l.code / 2;
    p->sum[atom] += l.code & 1 ? amount : -amount;
    p->size[atom] += fabsl(p->sum[atom]) + fabsl(amount);
    if (l.code & 1) add(t, -amount);
}

static void charge_row(kf_prices *p, total *t, const kf_linear_row *row)
{
    const kf_linear *r = &p->rows;
    bool each = row->kind == KF_LINEAR_ALL;
    if (!each && row->price <= 0) return;
    long double left = row->weight; /* what its violation costs beyond the prices */
    if (!each) {
        add(t, (long double)row->price * row->goal);
        left -= (long double)row->price * row->goal;
    }
    for (uint32_t i = row->start; i < row->start + row->n; i++) {
        if (each) add(t, r->share[i]);
        long double amount = each ? r->share[i] : (long double)row->price * r->coefficients[i];
        charge(p, t, r->literals[i], amount);
        if (each) left -= amount;
    }
    if (left < 0) add(t, left);
}

/* What rounding may have added is taken off. */
double kf_prices_prove(kf_prices *p)
{
    const kf_linear *r = &p->rows;
    total t = { 0, 0 };
    add(&t, r->constant);
    for (uint32_t i = 0; i < r->n_atoms; i++) {
        p->sum[i] = (long double)r->cost_true[i] - r->cost_false[i];
        p->size[i] = fabsl(p->sum[i]);
    }
    for (uint32_t c = 0; c < r->n_rows; c++) charge_row(p, &t, &r->rows[c]);
    for (uint32_t i = 0; i < r->n_atoms; i++) {
        long double error = p->size[i] * LDBL_EPSILON * 4;
        add(&t, r->cost_false[i]);
        if (p->held[i] ? p->held[i] > 0 : p->sum[i] < 0) add(&t, p->sum[i]);
        t.size += p->size[i];
        p->reduced[i] = (double)p->sum[i];
        double sure = (double)fmaxl(0, fabsl(p->sum[i]) - error) * (1 - DBL_EPSILON);
        p->sure[i] = p->sum[i] < 0 ? -sure : sure;
    }
    long double bound = t.sum - t.size * LDBL_EPSILON * 4;
    double d = (double)bound;
    assert(!isnan(d));
    return (long double)d > bound ? nextafter(d, -INFINITY) : d;
}
