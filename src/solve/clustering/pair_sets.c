/* pair_sets.c -- separation: rows of two sets of nodes that the smoothed values violate.
 *
 * See pair_dual.h for the rows. S begins with two nodes that are rather apart and have neighbours
 * in common, T with the one that is nearest to both. Both grow by the node that adds most to the
 * violation, of those that are near to one of these three: T first, S as soon as T is the larger
 * one. From the same two nodes the next nearest begins a T of its own.
 *
 * Beginnings are as many as there are pairs. Where that is too much work for one round, the next
 * one goes on from there. */
#include "base/check.h"
#include "solve/clustering/pair_dual.h"

enum { MOST_S = 4, MOST_T = 8, STARTS = 2, MOST_NEAR = 64, MOST_WORK = 1 << 24 };
static const float LEAST = .03f; /* violation */
static const float LEAST_GAIN = .001f;
static const float TAKEN = -1e6f;
static const float APART = .5f;    /* at most, of the two that begin */
static const float PRESENT = .05f; /* at least, of a node with those that it is near to */

typedef struct two_sets {
    uint32_t n, node[MOST_NEAR];             /* that may join */
    float to_s[MOST_NEAR], to_t[MOST_NEAR];  /* what each would add to the violation */
    uint32_t s[MOST_S], t[MOST_T], n_s, n_t; /* nodes */
    uint32_t best_s, best_t;                 /* places of those that would add most */
    float over;                              /* the violation */
} two_sets;

static const float *near_to(const kf_pair_dual *d, uint32_t node)
{
    return d->near + (size_t)node * d->n;
}

/* The node is taken; what others would add changes by their values with it. */
static void take(const kf_pair_dual *d, two_sets *x, uint32_t place, float *own, float *other)
{
    const float *near = near_to(d, x->node[place]);
    x->over += own[place];
    own[place] = other[place] = TAKEN;
    x->best_s = x->best_t = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        float by = near[x->node[i]];
        own[i] -= by;
        other[i] += by;
        if (x->to_s[i] > x->to_s[x->best_s]) x->best_s = i;
        if (x->to_t[i] > x->to_t[x->best_t]) x->best_t = i;
    }
}

static void take_to_s(const kf_pair_dual *d, two_sets *x, uint32_t place)
{
    x->s[x->n_s++] = x->node[place];
    take(d, x, place, x->to_s, x->to_t);
}

static void take_to_t(const kf_pair_dual *d, two_sets *x, uint32_t place)
{
    x->t[x->n_t++] = x->node[place];
    take(d, x, place, x->to_t, x->to_s);
}

/* Two nodes in S, one in T, and those that may join: as many as there is room for. */
static void begin(const kf_pair_dual *d, two_sets *x, uint32_t a, uint32_t b, uint32_t first)
{
    const float *from_a = near_to(d, a), *from_b = near_to(d, b), *from_t = near_to(d, first);
    x->node[0] = first;
    x->n = 1;
    for (uint32_t i = 0; i < d->n && x->n < MOST_NEAR; i++) {
        bool near = from_a[i] + from_b[i] > PRESENT || from_t[i] > PRESENT;
        if (near && i != a && i != b && i != first) x->node[x->n++] = i;
    }
    for (uint32_t i = 0; i < x->n; i++) {
        x->to_t[i] = from_a[x->node[i]] + from_b[x->node[i]];
        x->to_s[i] = -x->to_t[i] - d->own[x->node[i]];
    }
    x->s[0] = a;
    x->s[1] = b;
    x->n_s = 2;
    x->n_t = 0;
    x->over = -d->own[a] - d->own[b] - from_a[b];
    take_to_t(d, x, 0);
}

static void grow(const kf_pair_dual *d, two_sets *x)
{
    for (;;) {
        bool s_too = x->n_t > 2 && x->n_s < MOST_S;
        if (s_too && x->to_s[x->best_s] > LEAST_GAIN) take_to_s(d, x, x->best_s);
        else if (x->n_t < MOST_T && x->to_t[x->best_t] > LEAST_GAIN) take_to_t(d, x, x->best_t);
        else return;
    }
}

static uint32_t *list_pairs(const kf_pair_dual *d, const uint32_t *set, uint32_t n, uint32_t *end)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) *end++ = kf_pair_var(d, set[i], set[k]);
    return end;
}

static kerf_status add_sets(kf_pair_dual *d, const two_sets *x, uint64_t *added)
{
    kf_new_row r = { .plus = (uint16_t)(x->n_s * x->n_t), .right = (uint8_t)x->n_s };
    uint32_t *end = r.var;
    for (uint32_t i = 0; i < x->n_s; i++)
        for (uint32_t k = 0; k < x->n_t; k++) *end++ = kf_pair_var(d, x->s[i], x->t[k]);
    end = list_pairs(d, x->s, x->n_s, end);
    end = list_pairs(d, x->t, x->n_t, end);
    for (uint32_t i = 0; i < x->n_s; i++) {
        if (d->charged[x->s[i]] == KF_MERGED) continue;
        *end++ = d->charged[x->s[i]];
        r.right--;
    }
    r.minus = (uint16_t)(end - r.var - r.plus);
    assert(end - r.var <= KF_ROW_VARS && r.right <= x->n_s);
    return kf_pair_dual_add(d, &r, added);
}

/* The nodes that are nearest to both, of those that are near to each; returns how many. Rows whose
 * T has no three of these are little more than two rows of one node and a set. */
static uint32_t list_firsts(const kf_pair_dual *d, uint32_t a, uint32_t b, uint32_t *first)
{
    const float *from_a = near_to(d, a), *from_b = near_to(d, b);
    uint32_t n = 0, common = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        if (from_a[i] <= PRESENT || from_b[i] <= PRESENT) continue;
        float both = from_a[i] + from_b[i];
        common++;
        if (n == STARTS && both <= from_a[first[n - 1]] + from_b[first[n - 1]]) continue;
        uint32_t k = n < STARTS ? n++ : n - 1;
        for (; k > 0 && from_a[first[k - 1]] + from_b[first[k - 1]] < both; k--)
            first[k] = first[k - 1];
        first[k] = i;
    }
    return common < 3 ? 0 : n;
}

static kerf_status separate_from(kf_pair_dual *d, uint32_t a, uint32_t b, uint64_t *added)
{
    uint32_t first[STARTS], n = list_firsts(d, a, b, first);
    d->work += d->n / 4;
    for (uint32_t i = 0; i < n; i++) {
        two_sets x;
        begin(d, &x, a, b, first[i]);
        grow(d, &x);
        d->work += d->n / 2 + (uint64_t)x.n * (x.n_s + x.n_t);
        if (x.over > LEAST) KF_TRY(add_sets(d, &x, added));
    }
    return KERF_OK;
}

/* From a node and each later one, where few pairs have a value: those with three near to both. */
static kerf_status separate_sparse(kf_pair_dual *d, uint32_t a, uint64_t *added)
{
    const float *near = near_to(d, a);
    uint32_t *common = d->between;
    for (uint32_t b = 0; b < d->n; b++) common[b] = 0;
    for (uint32_t i = d->first_beside[a]; i < d->first_beside[a + 1]; i++) {
        uint32_t v = d->beside.at[i];
        const float *from_v = near_to(d, v);
        if (from_v[a] <= PRESENT) continue;
        d->work += d->first_beside[v + 1] - d->first_beside[v];
        for (uint32_t k = d->first_beside[v]; k < d->first_beside[v + 1]; k++)
            common[d->beside.at[k]] += from_v[d->beside.at[k]] > PRESENT;
    }
    for (uint32_t b = a + 1; b < d->n; b++)
        if (common[b] >= 3 && near[b] <= APART) KF_TRY(separate_from(d, a, b, added));
    return KERF_OK;
}

kerf_status kf_pair_dual_two_sets(kf_pair_dual *d, uint64_t *added)
{
    uint64_t before = d->work;
    const uint32_t n = d->n;
    for (uint32_t i = 0; i < n && d->work - before < MOST_WORK; i++) {
        uint32_t a = d->turn;
        const float *near = near_to(d, a);
        if (kf_pair_dual_must_stop(d)) break;
        if (d->sparse) KF_TRY(separate_sparse(d, a, added));
        for (uint32_t b = a + 1; b < n && !d->sparse; b++)
            if (near[b] <= APART) KF_TRY(separate_from(d, a, b, added));
        d->turn = (a + 1) % n;
    }
    return KERF_OK;
}
