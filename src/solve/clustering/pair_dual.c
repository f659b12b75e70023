/* pair_dual.c -- dual ascent on the relaxation of a clustering; see pair_dual.h.
 *
 * The dual is piecewise linear, and setting prices one by one gets stuck at its edges. So max(0, c)
 * is smoothed to T log(1 + exp(c / T)), whose slope is x = 1 / (1 + exp(-c / T)), and T falls. A
 * price takes a Newton step. How good a step is does not matter to what it proves: the bound is
 * computed afresh from the prices, with max(0, c), and its rounding error added. */
#include "solve/clustering/pair_dual.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

static const double ROUNDING = 0x1p-52; /* of what is added, each time */
enum { ASK_EVERY = 1 << 20 };           /* work */

/* ---- Life ---- */

static bool make_room(kf_pair_dual *d)
{
    d->score = kf_mem_alloc(d->mem, d->n_vars, sizeof *d->score);
    d->reduced = kf_mem_alloc(d->mem, d->n_vars, sizeof *d->reduced);
    d->x = kf_mem_calloc(d->mem, d->n_vars, sizeof *d->x);
    d->known = kf_mem_calloc(d->mem, d->n_vars, sizeof *d->known);
    d->times = kf_mem_alloc(d->mem, d->n_vars, sizeof *d->times);
    d->near = kf_mem_alloc(d->mem, (size_t)d->n * d->n, sizeof *d->near);
    d->own = kf_mem_alloc(d->mem, d->n, sizeof *d->own);
    d->first_beside = kf_mem_alloc(d->mem, (size_t)d->n + 1, sizeof *d->first_beside);
    d->best = kf_mem_alloc(d->mem, d->n, sizeof *d->best);
    d->between = kf_mem_alloc(d->mem, d->n, sizeof *d->between);
    if (!d->first_beside || !d->best || !d->between) return false;
    return d->score && d->reduced && d->x && d->known && d->times && d->near && d->own;
}

/* Scores of pairs and charges; a typical score is the mean of those that are positive. */
static void read_scores(kf_pair_dual *d, const kf_net *g, double forbidden)
{
    double sum = 0;
    uint32_t positive = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        const kf_edge *e = kf_net_edges(g, i);
        for (uint32_t k = i + 1; k < d->n; k++)
            d->score[kf_pair_var(d, i, k)] = -g->unlisted * g->size[i] * g->size[k];
        for (uint32_t k = 0; k < g->degree[i]; k++)
            if (e[k].to > i) d->score[kf_pair_var(d, i, e[k].to)] += e[k].excess;
        if (d->charged[i] != KF_MERGED) d->score[d->charged[i]] = -g->charge[i];
    }
    for (uint32_t i = 0; i < d->n_pairs; i++) {
        if (d->score[i] < forbidden) {
            d->score[i] = 0;
            d->known[i] = KF_APART;
        }
        if (d->score[i] <= 0) continue;
        sum += d->score[i];
        positive++;
    }
    d->scale = positive ? sum / positive : 1;
    memcpy(d->reduced, d->score, d->n_vars * sizeof *d->score);
}

kerf_status kf_pair_dual_open(kf_pair_dual *d, const kf_net *g, double forbidden)
{
    assert(g->alive == g->n && g->n >= 2);
    *d = (kf_pair_dual){ .mem = g->mem, .n = g->n, .heat = 1, .leap = 2 };
    d->charged = kf_mem_alloc(g->mem, g->n, sizeof *d->charged);
    if (!d->charged) return KERF_NO_MEMORY;
    d->n_pairs = d->n_vars = (uint32_t)((uint64_t)g->n * (g->n - 1) / 2);
    for (uint32_t i = 0; i < g->n; i++) d->charged[i] = g->charge[i] > 0 ? d->n_vars++ : KF_MERGED;
    if (!make_room(d)) return KERF_NO_MEMORY;
    read_scores(d, g, forbidden);
    d->bound = INFINITY;
    return KERF_OK;
}

void kf_pair_dual_free(kf_pair_dual *d)
{
    kf_mem_free(d->mem, d->score, d->n_vars, sizeof *d->score);
    kf_mem_free(d->mem, d->reduced, d->n_vars, sizeof *d->reduced);
    kf_mem_free(d->mem, d->x, d->n_vars, sizeof *d->x);
    kf_mem_free(d->mem, d->known, d->n_vars, sizeof *d->known);
    kf_mem_free(d->mem, d->times, d->n_vars, sizeof *d->times);
    kf_mem_free(d->mem, d->near, (size_t)d->n * d->n, sizeof *d->near);
    kf_mem_free(d->mem, d->own, d->n, sizeof *d->own);
    kf_mem_free(d->mem, d->first_beside, (size_t)d->n + 1, sizeof *d->first_beside);
    kf_mem_free(d->mem, d->best, d->n, sizeof *d->best);
    kf_mem_free(d->mem, d->between, d->n, sizeof *d->between);
    kf_vec_free(d->mem, &d->beside);
    kf_mem_free(d->mem, d->charged, d->n, sizeof *d->charged);
    kf_mem_free(d->mem, d->slots, d->n_slots, sizeof *d->slots);
    kf_vec_free(d->mem, &d->vars);
    kf_vec_free(d->mem, &d->rows);
    kf_vec_free(d->mem, &d->prices);
    kf_vec_free(d->mem, &d->queue);
}

bool kf_pair_dual_must_stop(kf_pair_dual *d)
{
    if (d->stopped || !d->limits || d->work - d->asked < ASK_EVERY) return d->stopped;
    d->asked = d->work;
    return d->stopped = kf_limits_reached(d->limits);
}

void kf_pair_nodes(const kf_pair_dual *d, uint32_t var, uint32_t *a, uint32_t *b)
{
    assert(var < d->n_pairs);
    double n = d->n - .5;
    uint32_t low = (uint32_t)fmax(0, floor(n - sqrt(n * n - 2. * var)));
    while (low > 0 && kf_pair_var(d, low, low + 1) > var) low--;
    while (low + 2 < d->n && kf_pair_var(d, low + 1, low + 2) <= var) low++;
    *a = low;
    *b = var - kf_pair_var(d, low, low + 1) + low + 1;
}

/* ---- Ascent ---- */

/* 1 / (1 + exp(-z)), to three digits or so: exp by halving the exponent into a float's bits. */
static inline float slope(float z)
{
    if (z > 16) return 1;
    if (z < -16) return 0;
    float y = -z * 1.442695041f, whole = floorf(y), part = y - whole;
    float mantissa = 1 + part * (.6951786f + part * (.2276397f + part * .0771817f));
    int32_t bits;
    memcpy(&bits, &mantissa, sizeof bits);
    bits += (int32_t)whole * (1 << 23);
    memcpy(&mantissa, &bits, sizeof bits);
    return 1 / (1 + mantissa);
}

static inline void set_value(kf_pair_dual *d, uint32_t var, float inverse)
{
    if (d->known[var] == KF_FREE) d->x[var] = slope((float)d->reduced[var] * inverse);
}

void kf_pair_dual_smooth(kf_pair_dual *d, double heat)
{
    float inverse = (float)(1 / heat);
    d->heat = heat;
    for (uint32_t i = 0; i < d->n_vars; i++) {
        if (d->known[i] != KF_FREE) d->x[i] = d->known[i] == KF_TOGETHER;
        else set_value(d, i, inverse);
    }
}

/* How much the row is violated, and the sum of x (1 - x). */
static inline float violation(const kf_pair_dual *d, const kf_dual_row *r, float *curve)
{
    const uint32_t *v = d->vars.at + r->start;
    float sum = -(float)r->right, bend = 0;
    for (uint32_t i = 0; i < r->plus; i++) {
        float x = d->x[v[i]];
        sum += x;
        bend += x * (1 - x);
    }
    for (uint32_t i = r->plus; i < (uint32_t)r->plus + r->minus; i++) {
        float x = d->x[v[i]];
        sum -= x;
        bend += x * (1 - x);
    }
    *curve = bend;
    return sum;
}

static inline void change_price(kf_pair_dual *d, size_t row, double by, float inverse)
{
    const kf_dual_row *r = &d->rows.at[row];
    const uint32_t *v = d->vars.at + r->start;
    d->prices.at[row] += by;
    for (uint32_t i = 0; i < r->plus; i++) {
        d->reduced[v[i]] -= by;
        set_value(d, v[i], inverse);
    }
    for (uint32_t i = r->plus; i < (uint32_t)r->plus + r->minus; i++) {
        d->reduced[v[i]] += by;
        set_value(d, v[i], inverse);
    }
}

/* Rows without a price that hold by far rest for some passes. */
static void pass_over(kf_pair_dual *d)
{
    const float least_curve = .02f, enough = 3e-4f, far = -.05f;
    const uint8_t longest = 7;
    float inverse = (float)(1 / d->heat);
    for (size_t i = 0; i < d->rows.n; i++) {
        if (i % 1024 == 0 && kf_pair_dual_must_stop(d)) return;
        kf_dual_row *r = &d->rows.at[i];
        double price = d->prices.at[i];
        if (r->rest > 0 && price == 0) {
            r->rest--;
            continue;
        }
        float curve, over = violation(d, r, &curve);
        d->work += (uint64_t)r->plus + r->minus;
        if (price == 0 && over < 0) {
            r->rest = over < far ? longest : 1;
            continue;
        }
        if (fabsf(over) < enough) continue;
        double step = d->heat * (double)over / fmax((double)curve, (double)least_curve);
        step = fmin(step, 3 * d->heat);
        if (step < -price) step = -price;
        change_price(d, i, step, inverse);
    }
    d->work += d->rows.n;
}

/* While it is hot, passes alone are fast. */
kerf_status kf_pair_dual_ascend(kf_pair_dual *d, uint32_t passes)
{
    enum { STRIDE = 4 };
    const double warm = .05;
    bool leaps = d->heat <= warm * d->scale && d->rows.n > 0;
    size_t n = leaps ? d->rows.n : 0;
    double *before = kf_mem_alloc(d->mem, n, sizeof *before);
    if (!before) return KERF_NO_MEMORY;
    for (uint32_t pass = 0; pass < passes && !d->stopped; pass++) {
        if (leaps && pass % STRIDE == 0) memcpy(before, d->prices.at, n * sizeof *before);
        pass_over(d);
        if (leaps && pass % STRIDE == STRIDE - 1) kf_pair_dual_leap(d, before);
    }
    kf_mem_free(d->mem, before, n, sizeof *before);
    return KERF_OK;
}

/* ---- The bound ---- */

/* *size: of all that is added up; returns how often at most for one variable. */
static uint32_t reduce_scores(kf_pair_dual *d, double *size)
{
    uint32_t most = 0;
    memcpy(d->reduced, d->score, d->n_vars * sizeof *d->score);
    memset(d->times, 0, d->n_vars * sizeof *d->times);
    for (size_t i = 0; i < d->rows.n; i++) {
        const kf_dual_row *r = &d->rows.at[i];
        const uint32_t *v = d->vars.at + r->start;
        double price = d->prices.at[i];
        if (price == 0) continue;
        for (uint32_t k = 0; k < (uint32_t)r->plus + r->minus; k++) {
            d->reduced[v[k]] += k < r->plus ? -price : price;
            uint32_t times = ++d->times[v[k]];
            most = times > most ? times : most;
        }
        *size += price * (r->plus + r->minus + r->right);
    }
    return most;
}

double kf_pair_dual_bound(kf_pair_dual *d)
{
    double size = 0;
    long double prices = 0, sum = 0; /* what these lose is nothing beside that */
    uint32_t times = reduce_scores(d, &size);
    for (size_t i = 0; i < d->rows.n; i++)
        prices += (long double)d->rows.at[i].right * d->prices.at[i];
    for (uint32_t i = 0; i < d->n_vars; i++) {
        double c = d->reduced[i];
        if (d->known[i] == KF_TOGETHER || (d->known[i] == KF_FREE && c > 0)) sum += c;
        size += fabs(d->score[i]);
    }
    d->bound = (double)(prices + sum) + ROUNDING * (times + 4) * size;
    return d->bound;
}

/* ---- What is known ---- */

static kerf_status learn(kf_pair_dual *d, uint32_t var, uint8_t known, bool *clash)
{
    if (d->known[var] == known) return KERF_OK;
    if (d->known[var] != KF_FREE) {
        *clash = true;
        return KERF_OK;
    }
    d->known[var] = known;
    d->x[var] = known == KF_TOGETHER;
    return kf_vec_push(d->mem, &d->queue, var) ? KERF_OK : KERF_NO_MEMORY;
}

/* A node that is alone. */
static kerf_status follow_alone(kf_pair_dual *d, uint32_t node, bool *clash)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (i != node) KF_TRY(learn(d, kf_pair_var(d, node, i), KF_APART, clash));
    return KERF_OK;
}

/* Who is with a is with b, and who is not, is not. */
static kerf_status follow_pair(kf_pair_dual *d, uint32_t a, uint32_t b, uint8_t known, bool *clash)
{
    bool together = known == KF_TOGETHER;
    for (uint32_t i = 0; i < d->n && !*clash; i++) {
        if (i == a || i == b) continue;
        uint32_t x = kf_pair_var(d, a, i), y = kf_pair_var(d, b, i);
        uint8_t at_a = d->known[x], at_b = d->known[y];
        if (together && at_a != KF_FREE) KF_TRY(learn(d, y, at_a, clash));
        if (together && at_b != KF_FREE) KF_TRY(learn(d, x, at_b, clash));
        if (!together && at_a == KF_TOGETHER) KF_TRY(learn(d, y, KF_APART, clash));
        if (!together && at_b == KF_TOGETHER) KF_TRY(learn(d, x, KF_APART, clash));
    }
    if (!together) return KERF_OK;
    if (d->charged[a] != KF_MERGED) KF_TRY(learn(d, d->charged[a], KF_TOGETHER, clash));
    if (d->charged[b] != KF_MERGED) KF_TRY(learn(d, d->charged[b], KF_TOGETHER, clash));
    return KERF_OK;
}

static kerf_status follow(kf_pair_dual *d, bool *clash)
{
    while (d->queue.n > 0 && !*clash && !kf_pair_dual_must_stop(d)) {
        uint32_t var = d->queue.at[--d->queue.n], a, b;
        if (var < d->n_pairs) {
            kf_pair_nodes(d, var, &a, &b);
            d->work += d->n;
            KF_TRY(follow_pair(d, a, b, d->known[var], clash));
            continue;
        }
        for (a = 0; d->known[var] == KF_APART && a < d->n; a++)
            if (d->charged[a] == var) KF_TRY(follow_alone(d, a, clash));
    }
    d->queue.n = 0;
    return KERF_OK;
}

kerf_status kf_pair_dual_set(kf_pair_dual *d, uint32_t var, uint8_t known, bool *clash)
{
    KF_TRY(learn(d, var, known, clash));
    return follow(d, clash);
}

kerf_status kf_pair_dual_fix(kf_pair_dual *d, double left, bool *clash)
{
    for (uint32_t i = 0; i < d->n_vars && !*clash; i++) {
        if (d->known[i] != KF_FREE) continue;
        double c = d->reduced[i];
        if (c > left) KF_TRY(learn(d, i, KF_TOGETHER, clash));
        else if (c < -left) KF_TRY(learn(d, i, KF_APART, clash));
    }
    return follow(d, clash);
}
