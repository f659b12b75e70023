/* forest_move.c -- exact moves on random induced forests; see forest_move.h. (Hamze and de Freitas
 * 2004, "From fields to trees", draw samples of such trees.) */
#include "solve/walk/forest_move.h"

#include "base/check.h"

#include <math.h>

enum { LONG = 32 }; /* of the variables of a longer factor only some are neighbours to grow to */

/* ---- Opening ---- */

kerf_status kf_forest_open(kf_forest *f, const kf_network *net, uint32_t most, kf_arena *a)
{
    uint32_t n = (uint32_t)net->size.n;
    uint64_t values = 0;
    *f = (kf_forest){ .most = most < n ? most : n };
    KF_TRY(kf_forest_state_open(&f->state, net, a));
    f->order = kf_arena_room(a, f->most, sizeof *f->order);
    f->parent = kf_arena_room(a, n, sizeof *f->parent);
    f->seen = kf_arena_alloc(a, n, sizeof *f->seen);
    f->open = kf_arena_room(a, n, sizeof *f->open);
    f->belief_at = kf_arena_room(a, n, sizeof *f->belief_at);
    if (!f->order || !f->parent || !f->seen || !f->open || !f->belief_at) return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < n; v++) {
        uint32_t size = net->size.at[v];
        f->belief_at[v] = (uint32_t)values;
        values += size;
        if (size > f->widest) f->widest = size;
    }
    if (values > UINT32_MAX) return KERF_LIMIT;
    f->belief = kf_arena_room(a, values, sizeof *f->belief);
    f->choice = kf_arena_room(a, (size_t)f->most * f->widest, sizeof *f->choice);
    for (int i = 0; i < KF_FOREST_QUANTILES; i++)
        f->quantile[i] = -log(-log((i + 0.5) / KF_FOREST_QUANTILES));
    f->edge = kf_arena_room(a, (size_t)f->widest * f->widest, sizeof *f->edge);
    return f->belief && f->choice && f->edge ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Growing ---- */

static uint32_t members_of(const kf_forest *f, const kf_forest_factor *x)
{
    return x->stamp == f->now ? x->members : 0;
}

/* The only member that it shares factors with, KF_NO_VALUE: none. False: it must not join. */
static bool find_parent(kf_forest *f, uint32_t v, uint32_t *parent)
{
    const kf_forest_state *s = &f->state;
    *parent = KF_NO_VALUE;
    f->work += s->first[v + 1] - s->first[v];
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        const kf_forest_factor *x = &s->factors[s->uses[k].factor];
        uint32_t members = members_of(f, x);
        if (members == 0) continue;
        if (members > 1 || (*parent != KF_NO_VALUE && *parent != x->first)) return false;
        *parent = x->first;
    }
    return true;
}

static void meet(kf_forest *f, uint32_t v)
{
    if (f->seen[v] == f->now) return;
    f->seen[v] = f->now;
    f->open[f->n_open++] = v;
}

static void meet_neighbours(kf_forest *f, const kf_forest_factor *x)
{
    uint32_t n = x->n < LONG ? x->n : LONG;
    uint32_t from = x->n > LONG ? kf_random_below(&f->random, x->n) : 0;
    for (uint32_t i = 0; i < n; i++) meet(f, x->scope[(from + i) % x->n]);
}

static void join(kf_forest *f, uint32_t v, uint32_t parent)
{
    const kf_forest_state *s = &f->state;
    const double *unary = s->net->unary.at[v];
    f->order[f->n++] = v;
    f->parent[v] = parent;
    for (uint32_t x = 0; x < s->net->size.at[v]; x++) f->belief[f->belief_at[v] + x] = unary[x];
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        kf_forest_factor *x = &s->factors[s->uses[k].factor];
        bool first = members_of(f, x) == 0;
        if (first) {
            x->first = v;
            x->use = k;
        }
        x->members = first ? 1 : 2;
        x->stamp = f->now;
        if (first) meet_neighbours(f, x);
    }
}

void kf_forest_grow(kf_forest *f, uint32_t from, uint32_t most)
{
    assert(from < f->state.net->size.n && most > 0);
    f->now++;
    f->work++;
    f->n = f->n_open = 0;
    if (most > f->most) most = f->most;
    meet(f, from);
    while (f->n_open > 0 && f->n < most) {
        uint32_t parent, at = kf_random_below(&f->random, f->n_open), v = f->open[at];
        f->open[at] = f->open[--f->n_open];
        if (find_parent(f, v, &parent)) join(f, v, parent);
    }
}

/* ---- Choosing ---- */

/* Which end of the forest a factor with this variable belongs to. */
typedef enum side { ALONE, BELOW, ABOVE } side;

static side side_of(const kf_forest_factor *x, uint32_t v)
{
    if (x->members == 1) return ALONE;
    return x->first == v ? BELOW : ABOVE;
}

/* Costs of the factors in which no other variable of the forest is. */
static void add_alone(kf_forest *f, uint32_t v, double *belief)
{
    const kf_forest_state *s = &f->state;
    uint32_t size = s->net->size.at[v];
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        const kf_forest_use *u = &s->uses[k];
        const kf_forest_factor *x = &s->factors[u->factor];
        if (side_of(x, v) != ALONE) continue;
        uint64_t rest = x->at - kf_forest_step(u, s->values[v]);
        f->work += size;
        for (uint32_t i = 0; i < size; i++)
            belief[i] += kf_forest_cost(x, rest + kf_forest_step(u, i));
    }
}

static void add_noise(kf_forest *f, uint32_t v, double *belief, double temperature)
{
    for (uint32_t i = 0; i < f->state.net->size.at[v]; i++)
        belief[i] -= temperature * f->quantile[kf_random_below(&f->random, KF_FOREST_QUANTILES)];
}

static uint32_t least_of(const double *cost, uint32_t n, uint32_t from)
{
    uint32_t best = from;
    for (uint32_t i = 0; i < n; i++)
        if (cost[i] < cost[best]) best = i;
    return best;
}

/* Adds up the factors that a variable has in common with its parent. */
static void add_edge(kf_forest *f, uint32_t v, uint32_t size, uint32_t above)
{
    const kf_forest_state *s = &f->state;
    for (uint32_t i = 0; i < size * above; i++) f->edge[i] = 0;
    for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
        const kf_forest_use *u = &s->uses[k];
        const kf_forest_factor *x = &s->factors[u->factor];
        if (side_of(x, v) != ABOVE) continue;
        const kf_forest_use *w = &s->uses[x->use];
        uint64_t rest = x->at - kf_forest_step(u, s->values[v]);
        rest -= kf_forest_step(w, s->values[f->parent[v]]);
        double *edge = f->edge;
        f->work += (uint64_t)size * above;
        for (uint32_t j = 0; j < above; j++) {
            uint64_t row = rest + kf_forest_step(w, j);
            for (uint32_t i = 0; i < size; i++)
                *edge++ += kf_forest_cost(x, row + kf_forest_step(u, i));
        }
    }
}

/* What the subtree costs at least, by value of the parent, goes to the parent. */
static void tell_parent(kf_forest *f, uint32_t v, double *belief, uint32_t *choice)
{
    const kf_network *net = f->state.net;
    uint32_t size = net->size.at[v], above = net->size.at[f->parent[v]];
    uint32_t from = kf_random_below(&f->random, size);
    double *to = f->belief + f->belief_at[f->parent[v]];
    add_edge(f, v, size, above);
    for (uint32_t j = 0; j < above; j++) {
        double *edge = f->edge + j * size;
        for (uint32_t i = 0; i < size; i++) edge[i] += belief[i];
        choice[j] = least_of(edge, size, from);
        to[j] += edge[choice[j]];
    }
}

double kf_forest_present(const kf_forest *f)
{
    const kf_forest_state *s = &f->state;
    double sum = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t v = f->order[i];
        sum += s->net->unary.at[v][s->values[v]];
        for (uint32_t k = s->first[v]; k < s->first[v + 1]; k++) {
            const kf_forest_factor *x = &s->factors[s->uses[k].factor];
            if (side_of(x, v) != BELOW) sum += kf_forest_cost(x, x->at);
        }
    }
    return sum;
}

static void change(kf_forest *f, uint32_t v, uint32_t value)
{
    if (f->logging) {
        assert(f->n_log < KF_FOREST_LOG);
        f->log[f->n_log][0] = v;
        f->log[f->n_log++][1] = f->state.values[v];
    }
    f->work += f->state.first[v + 1] - f->state.first[v];
    kf_forest_state_set(&f->state, v, value);
}

/* From the leaves to the roots. */
static void go_up(kf_forest *f, double temperature)
{
    for (uint32_t i = f->n; i-- > 0;) {
        uint32_t v = f->order[i];
        double *belief = f->belief + f->belief_at[v];
        add_alone(f, v, belief);
        if (temperature > 0) add_noise(f, v, belief, temperature);
        if (f->parent[v] != KF_NO_VALUE) tell_parent(f, v, belief, f->choice + i * f->widest);
    }
}

/* And back. Returns what the roots say that all costs. */
static double go_down(kf_forest *f)
{
    const kf_forest_state *s = &f->state;
    double sum = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t v = f->order[i], p = f->parent[v], value;
        const double *belief = f->belief + f->belief_at[v];
        if (p == KF_NO_VALUE) {
            value = least_of(belief, s->net->size.at[v], s->values[v]);
            sum += belief[value];
        } else {
            value = f->choice[i * f->widest + s->values[p]];
        }
        if (value != s->values[v]) change(f, v, value);
    }
    return sum;
}

double kf_forest_choose(kf_forest *f)
{
    double before = kf_forest_present(f);
    assert(isfinite(before));
    go_up(f, 0);
    double after = go_down(f);
    assert(after <= before + 1e-6 * fmax(1, before));
    return after - before;
}

void kf_forest_draw(kf_forest *f, double temperature)
{
    assert(temperature > 0);
    go_up(f, temperature);
    go_down(f);
    assert(isfinite(kf_forest_present(f)));
}

void kf_forest_undo(kf_forest *f)
{
    while (f->n_log > 0) {
        const uint32_t *last = f->log[--f->n_log];
        kf_forest_state_set(&f->state, last[0], last[1]);
    }
}

double kf_forest_spread(kf_forest *f, uint32_t *n)
{
    uint32_t v = f->order[0], size = f->state.net->size.at[v];
    double *belief = f->belief + f->belief_at[v], sum = 0;
    add_alone(f, v, belief);
    double least = belief[least_of(belief, size, 0)];
    for (uint32_t i = 0; i < size; i++) {
        if (isinf(belief[i]) || belief[i] <= least) continue;
        sum += belief[i] - least;
        ++*n;
    }
    return sum;
}
