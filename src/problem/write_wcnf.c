/* write_wcnf.c -- the problem as weighted CNF, in the classic format: p wcnf VARIABLES CLAUSES TOP.
 *
 * Weights are integers there, so all are scaled by one power of ten: one that makes them whole if
 * there is any, else one that keeps each to a millionth of itself. A clause that pays when true
 * gets a variable z, implied by each of its literals, that pays. A cardinality is a clause, or
 * pairs, or a sequential counter over coefficients: s(i,j) is implied where the first i literals
 * count j or more (Sinz 2005; with coefficients, Hoelldobler et al. 2012). Only this direction is
 * needed; a soft one has a literal in place of the contradiction, which pays.
 * The format wants its counts first: everything is generated twice, to count and to write. */
#include "problem/writing.h"

#include <math.h>

enum { MOST_PAIRED = 24 };            /* literals whose pairs are written out */
#define MOST_COUNTER (1u << 22)       /* variables of one counter */
#define MOST_SUM 4611686018427387904. /* 2^62: of all weights; the top fits readers of 64 bits */

typedef struct writer {
    kf_sink s;
    const kf_problem *p;
    bool counting;
    uint64_t variables, clauses, sum, top;
    double scale, error;
    bool too_large;
} writer;

/* ---- Weights ---- */

typedef struct weights {
    double least, sum;
    double scale, worst; /* worst: how far the weights are from whole, relative */
} weights;

static void look_at_weight(weights *w, double x)
{
    x = fabs(x);
    if (x == 0 || isinf(x)) return;
    if (w->least == 0 || x < w->least) w->least = x;
    w->sum += x;
    double scaled = x * w->scale, off = fabs(scaled - nearbyint(scaled));
    if (off > w->worst * fmax(1, scaled)) w->worst = off / fmax(1, scaled);
}

static weights look_at_weights(const kf_problem *p, double scale)
{
    weights w = { .scale = scale };
    for (size_t i = 0; i < p->parent.n; i++) look_at_weight(&w, kf_export_cost(p, i));
    for (size_t i = 0; i < p->clauses.n; i++) look_at_weight(&w, p->clauses.at[i].weight);
    for (size_t i = 0; i < p->cardinalities.n; i++) {
        look_at_weight(&w, p->cardinalities.at[i].weight);
    }
    return w;
}

static double choose_scale(const kf_problem *p)
{
    double scale = 1;
    weights w = look_at_weights(p, 1);
    double most = w.sum > 0 ? MOST_SUM / w.sum : 1;
    for (int digits = 0; digits < 10 && scale <= most; digits++) {
        if (look_at_weights(p, scale).worst <= 1e-11) return scale;
        scale *= 10;
    }
    scale = 1;
    while (w.least * scale < 5e5) scale *= 10;
    while (scale > most) scale /= 10;
    return scale;
}

/* 0: too small to count. */
static uint64_t whole(writer *w, double weight)
{
    double scaled = fabs(weight) * w->scale, rounded = nearbyint(scaled);
    if (w->counting) {
        w->sum += (uint64_t)rounded;
        w->error += fabs(scaled - rounded) / w->scale;
    }
    return (uint64_t)rounded;
}

/* ---- Clauses ---- */

static int64_t number_of(kf_lit l)
{
    int64_t variable = (int64_t)kf_lit_atom(l).id + 1;
    return kf_lit_negated(l) ? -variable : variable;
}

static int64_t new_variable(writer *w)
{
    return (int64_t)++w->variables;
}

static void begin(writer *w, uint64_t weight) /* 0: hard */
{
    if (w->counting) w->clauses++;
    else kf_text_addf(&w->s.text, "%llu", (unsigned long long)(weight ? weight : w->top));
}

static void literal(writer *w, int64_t l)
{
    if (!w->counting) kf_text_addf(&w->s.text, " %lld", (long long)l);
}

static void end(writer *w)
{
    if (w->counting) return;
    kf_text_add(&w->s.text, KF_STR(" 0"));
    kf_sink_line(&w->s);
}

/* A hard clause of up to three literals; 0: none. */
static void hard(writer *w, int64_t a, int64_t b, int64_t c)
{
    begin(w, 0);
    if (a) literal(w, a);
    if (b) literal(w, b);
    if (c) literal(w, c);
    end(w);
}

/* Pays where the literal is true. */
static void pay(writer *w, int64_t l, double weight)
{
    uint64_t n = whole(w, weight);
    if (n == 0) return;
    begin(w, n);
    literal(w, -l);
    end(w);
}

static void one_clause(writer *w, const kf_clause *c)
{
    const kf_lit *l = w->p->literals.at + c->start;
    bool soft = !isinf(c->weight);
    if (c->weight > 0) {
        uint64_t n = soft ? whole(w, c->weight) : 0;
        if (soft && n == 0) return;
        begin(w, n);
        for (uint32_t i = 0; i < c->n; i++) literal(w, number_of(l[i]));
        end(w);
        return;
    }
    int64_t z = soft ? new_variable(w) : 0;
    for (uint32_t i = 0; i < c->n; i++) hard(w, -number_of(l[i]), z, 0);
    if (soft) pay(w, z, c->weight);
}

/* ---- Cardinalities ---- */

typedef struct count {
    const kf_lit *lits;
    const uint32_t *coefficients;
    uint32_t n;
    bool turned; /* count the false ones */
    uint64_t total;
    bool ones; /* every coefficient is 1 */
} count;

static int64_t counted(const count *c, uint32_t i)
{
    int64_t l = number_of(c->lits[i]);
    return c->turned ? -l : l;
}

/* s(i,j) for j = 1..k, from s(i-1,j) at `before` on (0: there is none) to `after` on. */
static void counter_step(writer *w, const count *c, uint32_t i, uint64_t k, int64_t before,
                         int64_t after, int64_t relaxed)
{
    int64_t x = counted(c, i);
    uint64_t a = c->coefficients[i];
    for (uint64_t j = 1; j <= k; j++) {
        if (after && j <= a) hard(w, -x, after + (int64_t)j - 1, 0);
        if (after && before) hard(w, -(before + (int64_t)j - 1), after + (int64_t)j - 1, 0);
        if (after && before && j + a <= k) {
            hard(w, -(before + (int64_t)j - 1), -x, after + (int64_t)(j + a) - 1);
        }
    }
    if (a > k) hard(w, -x, relaxed, 0);
    else if (before && a) hard(w, -(before + (int64_t)(k - a)), -x, relaxed);
}

static void counter(writer *w, const count *c, uint64_t k, int64_t relaxed)
{
    int64_t before = 0;
    if (k > MOST_COUNTER / c->n) {
        w->too_large = true;
        return;
    }
    for (uint32_t i = 0; i < c->n; i++) {
        int64_t after = i + 1 < c->n ? (int64_t)w->variables + 1 : 0;
        if (after) w->variables += k;
        counter_step(w, c, i, k, before, after, relaxed);
        before = after;
    }
}

/* The count is at most k, or `relaxed` is true (0: it must be). k < total. */
static void at_most(writer *w, const count *c, uint64_t k, int64_t relaxed)
{
    if (k == 0) {
        for (uint32_t i = 0; i < c->n; i++) hard(w, -counted(c, i), relaxed, 0);
    } else if (c->ones && k + 1 == c->n) { /* not all of them */
        begin(w, 0);
        for (uint32_t i = 0; i < c->n; i++) literal(w, -counted(c, i));
        if (relaxed) literal(w, relaxed);
        end(w);
    } else if (c->ones && k == 1 && c->n <= MOST_PAIRED) {
        for (uint32_t i = 1; i < c->n; i++) {
            for (uint32_t j = 0; j < i; j++) hard(w, -counted(c, j), -counted(c, i), relaxed);
        }
    } else {
        counter(w, c, k, relaxed);
    }
}

/* 0 < k <= total: at most total - k are false. */
static void at_least(writer *w, const count *c, uint64_t k, int64_t relaxed)
{
    count turned = *c;
    turned.turned = !c->turned;
    at_most(w, &turned, c->total - k, relaxed);
}

/* Holds, or `relaxed` is true. */
static void between(writer *w, const count *c, uint64_t least, uint64_t most, int64_t relaxed)
{
    if (least > c->total) hard(w, relaxed, 0, 0);
    else if (least > 0) at_least(w, c, least, relaxed);
    if (most < c->total) at_most(w, c, most, relaxed);
}

/* Does not hold, or z is true: then the count is below (if that can be) or above. */
static void outside(writer *w, const count *c, uint64_t least, uint64_t most, int64_t z)
{
    int64_t below = least > 0 ? new_variable(w) : 0;
    int64_t above = most < c->total ? new_variable(w) : 0;
    hard(w, z, below, above);
    if (below && least <= c->total) at_most(w, c, least - 1, -below);
    if (above) at_least(w, c, most + 1, -above);
}

static void one_cardinality(writer *w, const kf_cardinality *k)
{
    count c = { .lits = w->p->literals.at + k->start,
                .coefficients = w->p->coefficients.at + k->start,
                .n = k->n,
                .ones = true };
    for (uint32_t i = 0; i < k->n; i++) {
        c.total += c.coefficients[i];
        c.ones = c.ones && c.coefficients[i] == 1;
    }
    if (k->weight == 0 || k->n == 0) return;
    int64_t z = isinf(k->weight) ? 0 : new_variable(w);
    if (k->weight > 0) between(w, &c, k->least, k->most, z);
    else outside(w, &c, k->least, k->most, z);
    if (z) pay(w, z, k->weight);
}

/* ---- All of it ---- */

static void one_atom(writer *w, size_t i)
{
    double cost = kf_export_cost(w->p, i);
    int64_t x = (int64_t)i + 1;
    if (cost != 0) pay(w, cost > 0 ? x : -x, cost);
}

static void all(writer *w)
{
    const kf_problem *p = w->p;
    w->variables = p->parent.n;
    for (size_t i = 0; i < p->parent.n && w->s.status == KERF_OK; i++) one_atom(w, i);
    for (size_t i = 0; i < p->clauses.n && w->s.status == KERF_OK; i++) {
        if (p->clauses.at[i].weight != 0) one_clause(w, &p->clauses.at[i]);
    }
    for (size_t i = 0; i < p->cardinalities.n && w->s.status == KERF_OK && !w->too_large; i++) {
        one_cardinality(w, &p->cardinalities.at[i]);
    }
}

kerf_status kf_write_wcnf(const kf_export *e, const char **why)
{
    writer w = { .p = e->p, .counting = true, .scale = choose_scale(e->p) };
    kf_sink_open(&w.s, e);
    all(&w);
    if (w.too_large) {
        *why = "a cardinality is too large for clauses; LP and MPS take it as it is";
        kf_sink_close(&w.s);
        return KERF_UNSUPPORTED;
    }
    w.counting = false;
    w.top = w.sum + 1;
    double error = w.error > 1e-12 * fmax(1, (double)w.sum / w.scale) ? w.error : 0;
    kf_sink_comments(&w.s, "c", e->best - kf_export_base(e->p, false), w.scale, error);
    kf_text_addf(&w.s.text, "p wcnf %llu %llu %llu", (unsigned long long)w.variables,
                 (unsigned long long)w.clauses, (unsigned long long)w.top);
    kf_sink_line(&w.s);
    all(&w);
    return kf_sink_close(&w.s);
}
