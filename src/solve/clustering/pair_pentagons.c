/* pair_pentagons.c -- separation: pentagons that the smoothed values violate.
 *
 * Of five nodes in a circle, the pairs of neighbours less the pairs of others are at most 2: the
 * odd cycles with 2-chords of Groetschel and Wakabayashi (1990), for five. For add up
 * x(i,j) + x(j,k) - x(i,k) <= 1 and -x(i,k) <= 0 around the circle: twice the left side is at most
 * 5, and it is a whole number. Rows of two sets do not imply them: five pairs at one half with
 * nothing between them violate a pentagon alone. Longer circles gain next to nothing.
 *
 * For two nodes a and b that are partly together: the few c that are with b rather than with a, the
 * few e that are with a rather than with b, and for each two of these the best d. Where that is too
 * much work for one round, the next one goes on from there. */
#include "base/check.h"
#include "solve/clustering/pair_dual.h"

enum { BEST = 5, MOST_WORK = 1 << 24 };
static const float LEAST = .03f;   /* violation */
static const float PRESENT = .15f; /* of a pair that begins, and of those beside it */

typedef struct ends { /* those that are nearest to one node, less to another; the best first */
    uint32_t n, node[BEST];
    float gain[BEST];
} ends;

static const float *near_to(const kf_pair_dual *d, uint32_t node)
{
    return d->near + (size_t)node * d->n;
}

static void find_ends(const kf_pair_dual *d, uint32_t with, uint32_t not, ends *x)
{
    const float *near = near_to(d, with), *far = near_to(d, not );
    x->n = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        float gain = near[i] - far[i];
        if (gain < PRESENT || i == not || i == with) continue;
        if (x->n == BEST && x->gain[BEST - 1] >= gain) continue;
        uint32_t k = x->n < BEST ? x->n++ : BEST - 1;
        for (; k > 0 && x->gain[k - 1] < gain; k--) {
            x->node[k] = x->node[k - 1];
            x->gain[k] = x->gain[k - 1];
        }
        x->node[k] = i;
        x->gain[k] = gain;
    }
}

/* The node opposite to the pair a, b. */
static float find_tip(const kf_pair_dual *d, const uint32_t *v, uint32_t *tip)
{
    const float *a = near_to(d, v[0]), *b = near_to(d, v[1]);
    const float *c = near_to(d, v[2]), *e = near_to(d, v[4]);
    float most = -1;
    for (uint32_t i = 0; i < d->n; i++) {
        float gain = c[i] + e[i] - a[i] - b[i];
        if (gain <= most || i == v[0] || i == v[1] || i == v[2] || i == v[4]) continue;
        most = gain;
        *tip = i;
    }
    return most;
}

static kerf_status add_pentagon(kf_pair_dual *d, const uint32_t *v, uint64_t *added)
{
    kf_new_row r = { .plus = 5, .minus = 5, .right = 2 };
    for (uint32_t i = 0; i < 5; i++) {
        r.var[i] = kf_pair_var(d, v[i], v[(i + 1) % 5]);
        r.var[5 + i] = kf_pair_var(d, v[i], v[(i + 2) % 5]);
    }
    return kf_pair_dual_add(d, &r, added);
}

static kerf_status separate_from(kf_pair_dual *d, uint32_t a, uint32_t b, uint64_t *added)
{
    ends c, e;
    float with = near_to(d, a)[b];
    find_ends(d, b, a, &c);
    find_ends(d, a, b, &e);
    d->work += d->n / 2 + (uint64_t)c.n * e.n * d->n / 4;
    for (uint32_t i = 0; i < c.n; i++)
        for (uint32_t k = 0; k < e.n; k++) {
            uint32_t v[5] = { a, b, c.node[i], 0, e.node[k] };
            float over = with + c.gain[i] + e.gain[k] - near_to(d, v[2])[v[4]] - 2;
            if (v[2] == v[4]) continue;
            over += find_tip(d, v, &v[3]);
            if (over > LEAST) KF_TRY(add_pentagon(d, v, added));
        }
    return KERF_OK;
}

kerf_status kf_pair_dual_pentagons(kf_pair_dual *d, uint64_t *added)
{
    uint64_t before = d->work;
    for (uint32_t i = 0; i < d->n && d->work - before < MOST_WORK; i++) {
        uint32_t a = d->pentagon_turn;
        const float *near = near_to(d, a);
        if (kf_pair_dual_must_stop(d)) break;
        for (uint32_t b = a + 1; b < d->n; b++)
            if (near[b] >= PRESENT) KF_TRY(separate_from(d, a, b, added));
        d->pentagon_turn = (a + 1) % d->n;
    }
    return KERF_OK;
}
