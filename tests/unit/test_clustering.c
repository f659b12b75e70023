/* test_clustering.c -- clusterings of a few nodes: every rule, bound and answer against all of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "base/random.h"
#include "base/stop.h"
#include "solve/clustering/clustering.h"
#include "solve/clustering/contract.h"
#include "solve/clustering/moves.h"
#include "solve/clustering/pair_dual.h"
#include "solve/clustering/pair_tree.h"

#include <math.h>
#include <string.h>

enum { MOST = 15, MOST_LISTED = MOST * MOST };

/* ---- Instances ---- */

typedef struct instance {
    kf_clustering c;
    double charges[MOST];
    kf_scored_pair pairs[MOST_LISTED];
    double score[MOST][MOST]; /* of every pair */
} instance;

static double draw(kf_random *r, uint32_t style)
{
    double x = kf_random_unit(r) * 8 - 4;
    if (style == 0) return x;
    if (style == 1) return x > 0 ? 1 : -1;
    return style == 2 ? (double)(int)x : (double)(int)(x * 10) / 10;
}

/* Of every kind: dense or sparse, with charges or not, ties, forced and forbidden pairs. */
static void make(instance *x, kf_random *r, uint32_t n, bool infinite)
{
    static const double unlisted[] = { 0, 0, 1, .5, .3 };
    uint32_t style = kf_random_below(r, 4), density = 30 + kf_random_below(r, 71);
    bool charged = kf_random_below(r, 2), few = kf_random_below(r, 2);
    *x = (instance){ .c = { .n = n, .unlisted = unlisted[kf_random_below(r, 5)] } };
    x->c.charges = x->charges;
    x->c.pairs = x->pairs;
    for (uint32_t a = 0; a < n; a++) {
        if (charged && kf_random_below(r, 3)) x->charges[a] = few ? .5 : kf_random_unit(r) * 3;
        if (infinite && kf_random_below(r, 25) == 0) x->charges[a] = INFINITY;
        for (uint32_t b = a + 1; b < n; b++) {
            double score = -x->c.unlisted;
            if (kf_random_below(r, 100) < density) {
                score = draw(r, style);
                if (infinite && kf_random_below(r, 12) == 0) score = -INFINITY;
                if (infinite && kf_random_below(r, 20) == 0) score = INFINITY;
                x->pairs[x->c.n_pairs++] = (kf_scored_pair){ a, b, score };
            }
            x->score[a][b] = x->score[b][a] = score;
        }
    }
}

/* What a clustering gains; -INFINITY: it is not allowed. Forced pairs score nothing. */
static double gain(const instance *x, const uint32_t *cluster)
{
    double sum = 0;
    for (uint32_t a = 0; a < x->c.n; a++) {
        uint32_t size = 1;
        for (uint32_t b = 0; b < x->c.n; b++) {
            bool together = cluster[a] == cluster[b];
            if (a == b) continue;
            size += together;
            if (x->score[a][b] == INFINITY && !together) return -INFINITY;
            if (b > a && together && x->score[a][b] != INFINITY) sum += x->score[a][b];
        }
        if (size > 1) sum -= x->charges[a];
    }
    return sum;
}

/* The most that any clustering gains. */
static double best_of_all(const instance *x, uint32_t *cluster, uint32_t node, uint32_t used)
{
    double best = -INFINITY;
    if (node == x->c.n) return gain(x, cluster);
    for (uint32_t c = 0; c <= used; c++) {
        cluster[node] = c;
        best = fmax(best, best_of_all(x, cluster, node + 1, c == used ? used + 1 : used));
    }
    return best;
}

static double optimum(const instance *x)
{
    uint32_t cluster[MOST];
    return best_of_all(x, cluster, 0, 0);
}

static void open_net(const instance *x, kf_mem *mem, kf_net *g)
{
    assert_int_equal(kf_net_open(g, mem, x->c.n, MOST_LISTED), KERF_OK);
    g->unlisted = x->c.unlisted;
    for (uint32_t a = 0; a < x->c.n; a++) {
        g->charge[a] = x->charges[a];
        kf_net_begin_node(g, a);
        for (size_t i = 0; i < x->c.n_pairs; i++) {
            const kf_scored_pair *p = &x->pairs[i];
            double excess = p->score + x->c.unlisted;
            if (p->a == a) kf_net_add_edge(g, a, p->b, excess);
            if (p->b == a) kf_net_add_edge(g, a, p->a, excess);
        }
    }
    kf_net_close(g);
}

/* The alive nodes as a net of their own; the first is freed. */
static void compact(kf_net *g)
{
    kf_net part;
    uint32_t nodes[MOST], index[MOST], n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        index[i] = KF_MERGED;
        if (kf_net_is_alive(g, i)) nodes[n++] = i;
    }
    assert_int_equal(kf_net_part(g, nodes, n, index, &part), KERF_OK);
    kf_net_free(g);
    *g = part;
}

static double best_by_sets(const kf_net *g)
{
    uint32_t label[MOST], count[MOST];
    double value, size[MOST];
    assert_int_equal(kf_cluster_few(g, label, &value), KERF_OK);
    assert_true(fabs(kf_net_value(g, label, size, count) - value) <= 1e-9);
    return value;
}

static const kf_limits unlimited = { .deadline = INFINITY };

/* ---- Rules ---- */

static void sets_find_the_best(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 1 };
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(1500); round++) {
        instance x;
        kf_net g;
        make(&x, &r, 2 + kf_random_below(&r, 6), false);
        open_net(&x, &mem, &g);
        assert_true(fabs(best_by_sets(&g) - optimum(&x)) <= 1e-9);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
}

/* What the rule merges, some best clustering has together. */
static uint32_t merge_some(bool subsets, uint64_t seed)
{
    kf_mem mem;
    kf_random r = { seed };
    uint32_t merged = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(4000); round++) {
        instance x;
        kf_net g;
        uint32_t label[MOST], n = 3 + kf_random_below(&r, 6);
        double gained = 0;
        make(&x, &r, n, false);
        open_net(&x, &mem, &g);
        double best = best_by_sets(&g);
        for (uint32_t i = 0; i < n; i++) label[i] = kf_random_below(&r, 1 + kf_random_below(&r, 3));
        if (subsets && kf_random_below(&r, 2))
            assert_int_equal(kf_join_greedily(&g, &unlimited, label), KERF_OK);
        if (subsets)
            assert_int_equal(kf_merge_subsets(&g, &g, label, &unlimited, &gained), KERF_OK);
        else assert_int_equal(kf_merge_pairs(&g, &g, &unlimited, &gained), KERF_OK);
        merged += n - g.alive;
        compact(&g);
        assert_true(fabs(gained + best_by_sets(&g) - best) <= 1e-9);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
    return merged;
}

static void pairs_merge_rightly(void **state)
{
    (void)state;
    assert_true(merge_some(false, 2) > met_of(2000));
}

static void subsets_merge_rightly(void **state)
{
    (void)state;
    assert_true(merge_some(true, 3) > met_of(500));
}

/* One rule on what the other left: sizes differ, and charges are gone. */
static void rules_follow_each_other(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 4 };
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(3000); round++) {
        instance x;
        kf_net g;
        uint32_t label[MOST], kept, n = 4 + kf_random_below(&r, 6);
        double gained = 0;
        make(&x, &r, n, false);
        open_net(&x, &mem, &g);
        if (kf_random_below(&r, 2)) {
            assert_int_equal(kf_net_merge(&g, 0, 1 + kf_random_below(&r, n - 1), &kept), KERF_OK);
            compact(&g);
        }
        double best = best_by_sets(&g);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(kf_merge_pairs(&g, &g, &unlimited, &gained), KERF_OK);
            compact(&g);
            assert_int_equal(kf_join_greedily(&g, &unlimited, label), KERF_OK);
            assert_int_equal(kf_merge_subsets(&g, &g, label, &unlimited, &gained), KERF_OK);
            compact(&g);
        }
        assert_true(fabs(gained + best_by_sets(&g) - best) <= 1e-9);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
}

/* ---- Local search ---- */

static void moves_never_lose(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 5 };
    uint32_t missed = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(800); round++) {
        instance x;
        kf_net g;
        kf_moves m;
        uint32_t label[MOST], count[MOST];
        double size[MOST];
        make(&x, &r, 4 + kf_random_below(&r, 5), false);
        open_net(&x, &mem, &g);
        assert_int_equal(kf_join_greedily(&g, &unlimited, label), KERF_OK);
        double before = kf_net_value(&g, label, size, count);
        assert_int_equal(kf_moves_open(&m, &g, label), KERF_OK);
        assert_int_equal(kf_moves_settle(&m, &unlimited), KERF_OK);
        kf_moves_read(&m, label);
        double settled = kf_net_value(&g, label, size, count);
        assert_true(settled >= before - 1e-9);
        assert_int_equal(kf_moves_search(&m, &unlimited, &r, 20000), KERF_OK);
        kf_moves_check(&m);
        kf_moves_read(&m, label);
        double after = kf_net_value(&g, label, size, count), best = best_by_sets(&g);
        assert_true(after >= settled - 1e-9 && after <= best + 1e-9);
        missed += after < best - 1e-9;
        kf_moves_free(&m);
        kf_net_free(&g);
    }
    assert_true(missed < 8);
    assert_int_equal(mem.used, 0);
}

/* ---- Bounds ---- */

/* Every bound on the way holds; what is fixed, clusterings better than `left` allows have. */
static void bounds_hold(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 6 };
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(1500); round++) {
        instance x;
        kf_net g;
        kf_pair_dual d;
        make(&x, &r, 3 + kf_random_below(&r, 6), false);
        open_net(&x, &mem, &g);
        double best = best_by_sets(&g), below = kf_random_below(&r, 2) ? 1e-6 : 1;
        assert_int_equal(kf_pair_dual_open(&d, &g, -INFINITY), KERF_OK);
        double heat = .3 * d.scale;
        d.two_sets = kf_random_below(&r, 2);
        d.pentagons = kf_random_below(&r, 2);
        for (int i = 0; i < 25; i++, heat *= .85) {
            uint64_t added;
            bool clash = false;
            kf_pair_dual_smooth(&d, heat);
            assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
            assert_int_equal(kf_pair_dual_ascend(&d, 4), KERF_OK);
            assert_true(kf_pair_dual_bound(&d) >= best - 1e-9);
            if (i % 3 == 2) kf_pair_dual_purge(&d, 0);
            assert_int_equal(kf_pair_dual_fix(&d, d.bound - (best - below), &clash), KERF_OK);
            assert_false(clash); /* the best is better than that */
        }
        kf_pair_dual_free(&d);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
}

/* A stop ends the work on a large net at once, and what is known then is true. */
static void bounds_hold_when_stopped(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 10 };
    instance x;
    kf_net g;
    kf_pair_dual d;
    uint64_t added;
    kf_stop soon = { .most = 1 };
    kf_limits limits = { .deadline = INFINITY, .stop = &soon };
    kf_mem_init(&mem, 0);
    make(&x, &r, 9, false);
    open_net(&x, &mem, &g);
    assert_int_equal(kf_pair_dual_open(&d, &g, -INFINITY), KERF_OK);
    kf_pair_dual_smooth(&d, .1 * d.scale);
    assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
    assert_true(added > 0 && !d.stopped);
    d.limits = &limits;
    kf_pair_dual_ascend(&d, 10000000);
    assert_true(d.stopped && d.work < UINT64_C(1) << 24);
    assert_true(kf_pair_dual_bound(&d) >= best_by_sets(&g) - 1e-9);
    assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
    assert_int_equal(added, 0);
    kf_pair_dual_free(&d);
    kf_net_free(&g);
    assert_int_equal(mem.used, 0);
}

/* Every row holds for every clustering. */
static void check_rows(const kf_pair_dual *d, uint32_t *cluster, uint32_t node, uint32_t used)
{
    int x[MOST * MOST] = { 0 };
    for (uint32_t c = 0; node < d->n && c <= used; c++) {
        cluster[node] = c;
        check_rows(d, cluster, node + 1, c == used ? used + 1 : used);
    }
    if (node < d->n) return;
    for (uint32_t a = 0; a < d->n; a++)
        for (uint32_t b = a + 1; b < d->n; b++) {
            if (cluster[a] != cluster[b]) continue;
            x[kf_pair_var(d, a, b)] = 1;
            if (d->charged[a] != KF_MERGED) x[d->charged[a]] = 1;
            if (d->charged[b] != KF_MERGED) x[d->charged[b]] = 1;
        }
    for (size_t i = 0; i < d->rows.n; i++) {
        const kf_dual_row *r = &d->rows.at[i];
        int sum = 0;
        for (uint32_t k = 0; k < (uint32_t)r->plus + r->minus; k++)
            sum += k < r->plus ? x[d->vars.at[r->start + k]] : -x[d->vars.at[r->start + k]];
        assert_true(sum <= r->right);
    }
}

static void rows_hold(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 11 };
    uint64_t sets = 0, pentagons = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(300); round++) {
        instance x;
        kf_net g;
        kf_pair_dual d;
        uint32_t cluster[MOST];
        make(&x, &r, 5 + kf_random_below(&r, 3), false);
        open_net(&x, &mem, &g);
        assert_int_equal(kf_pair_dual_open(&d, &g, -INFINITY), KERF_OK);
        for (int i = 0; i < 6; i++) {
            uint64_t added, before;
            for (uint32_t k = 0; k < d.n_vars; k++) d.x[k] = (float)kf_random_unit(&r);
            assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
            before = added;
            assert_int_equal(kf_pair_dual_two_sets(&d, &added), KERF_OK);
            sets += added - before;
            before = added;
            assert_int_equal(kf_pair_dual_pentagons(&d, &added), KERF_OK);
            pentagons += added - before;
        }
        check_rows(&d, cluster, 0, 0);
        kf_pair_dual_free(&d);
        kf_net_free(&g);
    }
    assert_true(sets > met_of(1000) && pentagons > met_of(1000));
    assert_int_equal(mem.used, 0);
}

/* Two nodes that are wanted by three, and nobody else by anybody: two is the most. With x = 2/3
 * where it is wanted and 1/3 elsewhere all rows of one node and a set hold, and that gains 8/3. */
static void two_sets_bound(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    for (int two = 0; two < 2; two++) {
        instance x = { .c = { .n = 5, .unlisted = 1, .pairs = x.pairs, .charges = x.charges } };
        kf_net g;
        kf_pair_dual d;
        for (uint32_t a = 0; a < 2; a++)
            for (uint32_t b = 2; b < 5; b++) x.pairs[x.c.n_pairs++] = (kf_scored_pair){ a, b, 1 };
        open_net(&x, &mem, &g);
        assert_int_equal(kf_pair_dual_open(&d, &g, -INFINITY), KERF_OK);
        d.two_sets = two;
        for (double heat = .3; heat > .001; heat *= .9) {
            uint64_t added;
            kf_pair_dual_smooth(&d, heat);
            assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
            assert_int_equal(kf_pair_dual_ascend(&d, 8), KERF_OK);
        }
        double bound = kf_pair_dual_bound(&d);
        assert_true(two ? bound >= 2 && bound < 2.02 : bound > 2.66);
        kf_pair_dual_free(&d);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
}

/* Five nodes in a circle, each wanted by the next: two is the most, and one half everywhere gains
 * 5/2 where only pentagons are missing. */
static void pentagons_bound(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    for (int some = 0; some < 2; some++) {
        instance x = { .c = { .n = 5, .unlisted = 1, .pairs = x.pairs, .charges = x.charges } };
        kf_net g;
        kf_pair_dual d;
        for (uint32_t a = 0; a < 4; a++) x.pairs[x.c.n_pairs++] = (kf_scored_pair){ a, a + 1, 1 };
        x.pairs[x.c.n_pairs++] = (kf_scored_pair){ 0, 4, 1 };
        open_net(&x, &mem, &g);
        assert_int_equal(kf_pair_dual_open(&d, &g, -INFINITY), KERF_OK);
        d.two_sets = true;
        d.pentagons = some;
        for (double heat = .3; heat > .001; heat *= .9) {
            uint64_t added;
            kf_pair_dual_smooth(&d, heat);
            assert_int_equal(kf_pair_dual_separate(&d, &added), KERF_OK);
            assert_int_equal(kf_pair_dual_ascend(&d, 8), KERF_OK);
        }
        double bound = kf_pair_dual_bound(&d);
        assert_true(some ? bound >= 2 && bound < 2.02 : bound > 2.49);
        kf_pair_dual_free(&d);
        kf_net_free(&g);
    }
    assert_int_equal(mem.used, 0);
}

static void pairs_have_their_nodes(void **state)
{
    (void)state;
    for (uint32_t n = 2; n < 60; n++) {
        kf_pair_dual d = { .n = n, .n_pairs = n * (n - 1) / 2 };
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = a + 1; b < n; b++) {
                uint32_t x, y;
                kf_pair_nodes(&d, kf_pair_var(&d, b, a), &x, &y);
                assert_int_equal(x, a);
                assert_int_equal(y, b);
            }
    }
}

/* From nodes alone to the proven optimum. */
static void proofs_are_right(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 7 };
    uint32_t branched = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < 700; round++) {
        instance x;
        kf_net g;
        uint32_t label[MOST];
        make(&x, &r, 2 + kf_random_below(&r, 8), false);
        open_net(&x, &mem, &g);
        for (uint32_t i = 0; i < g.n; i++) label[i] = i;
        kf_pair_proof p = { .g = &g, .forbidden = -INFINITY, .label = label };
        assert_int_equal(kf_prove_clustering(&p, &unlimited, &r), KERF_OK);
        assert_true(p.closed && p.bound == p.value);
        assert_true(fabs(p.value - best_by_sets(&g)) <= 1e-9);
        branched += p.nodes > 1;
        kf_net_free(&g);
    }
    assert_true(branched > 0);
    assert_int_equal(mem.used, 0);
}

/* ---- All of it ---- */

static void check_answer(const instance *x, const kf_clustered *out, double best, bool whole)
{
    assert_true(fabs(gain(x, out->cluster) - out->value) <= 1e-9);
    assert_true(out->gap >= 0 && out->value <= best + 1e-9);
    assert_true(out->value + out->gap >= best - 1e-9);
    if (whole) assert_true(out->gap == 0);
}

static void answers_are_right(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 8 };
    uint32_t none = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(3000); round++) {
        instance x;
        uint32_t cluster[MOST];
        kf_clustered out = { .cluster = cluster };
        make(&x, &r, 1 + kf_random_below(&r, 8), round % 2);
        double best = optimum(&x);
        assert_int_equal(kf_clustering_solve(&x.c, &unlimited, &mem, 1, &out), KERF_OK);
        assert_true(out.contradiction == (best == -INFINITY));
        none += out.contradiction;
        if (!out.contradiction) check_answer(&x, &out, best, true);
        kf_stop soon = { .most = 1 + kf_random_below(&r, 6) };
        kf_limits stopped = { .deadline = INFINITY, .stop = &soon };
        assert_int_equal(kf_clustering_solve(&x.c, &stopped, &mem, 1, &out), KERF_OK);
        if (!out.contradiction) check_answer(&x, &out, best, false);
    }
    assert_true(none > met_of(20));
    assert_int_equal(mem.used, 0);
}

/* More nodes than enumeration takes, so that residuals are proven; sets in the test are larger. */
static double best_of_sets(const instance *x)
{
    static double cluster[1 << 13], best[1 << 13];
    uint32_t n = x->c.n;
    for (uint32_t set = 1; set < 1u << n; set++) {
        double sum = 0;
        for (uint32_t a = 0; a < n; a++)
            for (uint32_t b = a + 1; (set >> a & 1) && b < n; b++)
                if (set >> b & 1) sum += x->score[a][b];
        for (uint32_t a = 0; a < n && (set & (set - 1)); a++)
            if (set >> a & 1) sum -= x->charges[a];
        cluster[set] = sum;
    }
    for (uint32_t set = 1; set < 1u << n; set++) {
        uint32_t rest = set & (set - 1), low = set ^ rest;
        best[set] = best[rest];
        for (uint32_t part = rest; part; part = (part - 1) & rest)
            best[set] = fmax(best[set], cluster[part | low] + best[rest ^ part]);
    }
    return best[(1u << n) - 1];
}

static void residuals_are_proven(void **state)
{
    (void)state;
    kf_mem mem;
    kf_random r = { 9 };
    uint64_t residuals = 0;
    kf_mem_init(&mem, 0);
    for (int round = 0; round < (int)trials_of(150); round++) {
        instance x;
        uint32_t cluster[MOST], again[MOST];
        kf_clustered out = { .cluster = cluster }, same = { .cluster = again };
        make(&x, &r, 12 + kf_random_below(&r, 2), false);
        double best = best_of_sets(&x);
        assert_int_equal(kf_clustering_solve(&x.c, &unlimited, &mem, 1, &out), KERF_OK);
        check_answer(&x, &out, best, true);
        assert_true(fabs(out.value - best) <= 1e-9);
        residuals += out.components;
        assert_int_equal(kf_clustering_solve(&x.c, &unlimited, &mem, 1, &same), KERF_OK);
        assert_memory_equal(cluster, again, x.c.n * sizeof *cluster);
        for (uint32_t most = 1; most < 200; most = most * 2 + 1) {
            kf_stop soon = { .most = most };
            kf_limits stopped = { .deadline = INFINITY, .stop = &soon };
            assert_int_equal(kf_clustering_solve(&x.c, &stopped, &mem, 1, &out), KERF_OK);
            check_answer(&x, &out, best, false);
        }
    }
    assert_true(residuals > met_of(20));
    assert_int_equal(mem.used, 0);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    kf_random r = { 10 };
    instance x;
    uint32_t cluster[MOST];
    do make(&x, &r, 13, false);
    while (x.c.n_pairs < 70 || x.c.unlisted == 0);
    for (int64_t n = 0;; n++) {
        kf_mem mem;
        kf_clustered out = { .cluster = cluster };
        kf_mem_init(&mem, 0);
        mem.fail_after = n;
        kerf_status st = kf_clustering_solve(&x.c, &unlimited, &mem, 1, &out);
        assert_int_equal(mem.used, 0);
        if (st == KERF_OK) break;
        assert_int_equal(st, KERF_NO_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_find_the_best),
        cmocka_unit_test(pairs_merge_rightly),
        cmocka_unit_test(subsets_merge_rightly),
        cmocka_unit_test(rules_follow_each_other),
        cmocka_unit_test(moves_never_lose),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(pairs_have_their_nodes),
        cmocka_unit_test(proofs_are_right),
        cmocka_unit_test(answers_are_right),
        cmocka_unit_test(residuals_are_proven),
        cmocka_unit_test(memory_may_be_refused),
        cmocka_unit_test(bounds_hold_when_stopped),
        cmocka_unit_test(rows_hold),
        cmocka_unit_test(two_sets_bound),
        cmocka_unit_test(pentagons_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
