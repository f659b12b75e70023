/* test_tables.c -- search over networks of factors against all assignments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "dice.h"
#include "solve/tables/hybrid.h"
#include "solve/tables/separators.h"

#include <string.h>

enum { NETWORKS = 3000, MOST_VARIABLES = 9, MOST_VALUES = 4, MOST_CELLS = 256 };
enum { WIDE = 10 }; /* values */
enum { ROOM = 80 }; /* variables of networks that fall apart */
enum { MOST_NODES = 4000 };

typedef struct network {
    uint32_t n, sizes[ROOM];
    kf_factors factors;
    kf_mem mem;
} network;

static void random_cells(kf_random *r, uint32_t n, double *cells)
{
    uint32_t hard = kf_random_below(r, 3) ? 0 : kf_random_below(r, 40);
    double most = ldexp(1, (int)kf_random_below(r, 41));
    for (uint32_t c = 0; c < n; c++) {
        cells[c] = kf_random_below(r, 3) ? floor(most * kf_random_unit(r)) : 0;
        if (kf_random_below(r, 100) < hard) cells[c] = INFINITY;
    }
}

static void add_factor(network *net, kf_random *r)
{
    uint32_t scope[MOST_VARIABLES], n = 0, size = 1, wanted = kf_random_below(r, 5);
    double cells[MOST_CELLS];
    for (uint32_t v = 0; v < net->n; v++)
        if (n < wanted && kf_random_below(r, net->n) < wanted && size * net->sizes[v] <= MOST_CELLS)
            scope[n++] = v, size *= net->sizes[v];
    random_cells(r, size, cells);
    assert_int_equal(kf_factors_add(&net->factors, n, scope, cells), KERF_OK);
}

static void open_network(network *net, kf_random *r)
{
    kf_mem_init(&net->mem, 0);
    bool wide = kf_random_below(r, 4) == 0; /* few variables with many values */
    net->n = 1 + kf_random_below(r, wide ? 4 : MOST_VARIABLES);
    for (uint32_t v = 0; v < net->n; v++) {
        net->sizes[v] = 2 + (kf_random_below(r, 3) ? 0 : kf_random_below(r, MOST_VALUES - 1));
        if (wide) net->sizes[v] = 2 + kf_random_below(r, WIDE - 1);
    }
    assert_int_equal(kf_factors_open(&net->factors, net->n, net->sizes, &net->mem), KERF_OK);
    uint32_t n = kf_random_below(r, 4 * net->n);
    for (uint32_t k = 0; k < n; k++) add_factor(net, r);
}

static void close_network(network *net)
{
    kf_factors_close(&net->factors);
    assert_int_equal(net->mem.used, 0);
}

static bool count_on(const network *net, uint32_t *values)
{
    for (uint32_t v = net->n; v-- > 0; values[v] = 0)
        if (++values[v] < net->sizes[v]) return true;
    return false;
}

static double least_cost(const network *net)
{
    uint32_t values[MOST_VARIABLES] = { 0 };
    double least = INFINITY;
    do least = fmin(least, kf_factors_cost(&net->factors, values));
    while (count_on(net, values));
    return least < KF_COST_LIMIT ? least : INFINITY;
}

/* ---- Elimination ---- */

static void values_come_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(NETWORKS); seed++) {
        kf_random r = { seed };
        network net, whole;
        uint32_t values[MOST_VARIABLES] = { 0 }, best[MOST_VARIABLES] = { 0 };
        double least = INFINITY;
        open_network(&net, &r);
        r = (kf_random){ seed };
        open_network(&whole, &r);
        assert_int_equal(kf_factors_shrink(&net.factors), KERF_OK);
        do {
            double cost = kf_factors_cost(&net.factors, values);
            if (cost < least) least = cost, memcpy(best, values, sizeof best);
        } while (count_on(&net, values));
        kf_factors_extend(&net.factors, best);
        double truth = least_cost(&whole);
        if (least >= KF_COST_LIMIT) assert_true(isinf(truth));
        else assert_true(least == truth && kf_factors_cost(&whole.factors, best) == truth);
        close_network(&net);
        close_network(&whole);
    }
}

/* ---- Messages ---- */

/* What the messages make of the cost of an assignment. */
static double respelled(const kf_messages *m, const uint32_t *values)
{
    double sum = m->bound;
    for (uint32_t i = 0; i < m->n_receivers; i++)
        sum += m->receivers[i].unary[values[m->receivers[i].variable]];
    for (uint32_t k = 0; k < m->n_senders; k++) {
        const kf_sender *f = &m->senders[k];
        uint32_t at = 0;
        for (uint32_t j = 0; j < f->n; j++)
            at = at * f->sizes[j] + values[m->receivers[f->scope[j]].variable];
        sum += f->cells[at];
        for (uint32_t j = 0; j < f->n; j++)
            sum -= f->message[j][values[m->receivers[f->scope[j]].variable]];
    }
    return sum;
}

/* Every assignment costs what it did, or as much as the top. */
static void check_costs(const network *net, const kf_messages *m)
{
    uint32_t values[MOST_VARIABLES] = { 0 };
    do {
        bool left = true;
        double cost = kf_factors_cost(&net->factors, values);
        for (uint32_t i = 0; i < m->n_receivers; i++)
            left &= kf_messages_has(m, i, values[m->receivers[i].variable]);
        if (left && cost < KF_COST_LIMIT) assert_true(respelled(m, values) == cost);
    } while (count_on(net, values));
}

static void sweeps_keep_costs(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= trials_of(NETWORKS / 4); seed++) {
        kf_random r = { seed };
        network net;
        kf_messages m;
        open_network(&net, &r);
        double least = least_cost(&net);
        assert_int_equal(kf_messages_open(&m, &net.factors, &net.mem), KERF_OK);
        bool open = m.bound < m.top;
        for (int k = 0; open && k < 6; k++) {
            kf_messages_wake_all(&m);
            open = kf_messages_sweep(&m, k % 2 == 0);
            if (open) check_costs(&net, &m);
        }
        assert_true(open ? m.bound <= least : isinf(least));
        if (seed % 2) m.last_level = UINT32_MAX; /* after a long search */
        kf_messages_mark mark = kf_messages_get_mark(&m);
        double bound = m.bound;
        for (int k = 0; open && k < 5; k++) {
            uint32_t i = kf_random_below(&r, m.n_receivers);
            uint32_t a = kf_random_below(&r, m.receivers[i].n_values);
            if (kf_messages_has(&m, i, a)) kf_messages_remove(&m, i, a);
            bool below = kf_messages_sweep(&m, true) && kf_messages_sweep(&m, false);
            if (below) check_costs(&net, &m);
            kf_messages_rest(&m);
            if (below && k % 2) continue;
            kf_messages_undo(&m, mark);
            assert_true(m.bound == bound);
            check_costs(&net, &m);
        }
        kf_messages_close(&m);
        close_network(&net);
    }
}

/* ---- Search ---- */

static void search_is_exact(void **state)
{
    (void)state;
    uint64_t nodes = 0, stopped = 0;
    for (uint64_t seed = 1; seed <= trials_of(NETWORKS); seed++) {
        kf_random r = { seed };
        network net;
        open_network(&net, &r);
        double least = least_cost(&net), top = KF_COST_LIMIT;
        bool stops = seed % 5 == 0;
        kf_limits limits = { .deadline = INFINITY };
        if (seed % 3 == 0) assert_int_equal(kf_factors_shrink(&net.factors), KERF_OK);
        if (seed % 4 == 0 && !isinf(least)) top = least + kf_random_below(&r, 3);
        kf_hybrid h = { .factors = &net.factors, .limits = &limits, .work = UINT64_MAX };
        h.far = UINT64_MAX;
        h.apart = seed % 2;
        h.rounds = 1 + kf_random_below(&r, 30);
        if (seed % 7 == 0) h.gap = floor(0.1 * fmin(least, 1e6));
        if (stops) h.work = 1 + kf_random_below(&r, 1000);
        assert_int_equal(kf_hybrid_run(&h, top, &net.mem), KERF_OK);
        nodes += h.nodes;
        stopped += h.stopped;
        assert_true(h.bound <= fmax(least, top));
        if (!isinf(h.cost)) {
            assert_true(h.cost >= least && h.cost < top);
            assert_true(kf_factors_cost(&net.factors, h.best) == h.cost);
        }
        if (!h.stopped && least < top && h.gap == 0) assert_true(h.cost == least);
        if (!h.stopped && least < top) assert_true(h.cost <= least + h.gap);
        if (!h.stopped && least >= top) assert_true(isinf(h.cost) && h.bound >= top);
        if (!h.stopped && !isinf(h.cost)) assert_true(h.bound >= h.cost - h.gap);
        kf_hybrid_close(&h);
        close_network(&net);
    }
    print_message("%llu nodes, %llu stopped\n", (unsigned long long)nodes,
                  (unsigned long long)stopped);
    assert_true(stopped > met_of(NETWORKS / 20));
}

static void add_triple(network *net, kf_random *r)
{
    uint32_t scope[3];
    double cells[8];
    scope[0] = kf_random_below(r, net->n / 3);
    scope[1] = net->n / 3 + kf_random_below(r, net->n / 3);
    scope[2] = 2 * net->n / 3 + kf_random_below(r, net->n / 3);
    for (uint32_t c = 0; c < KF_LENGTH(cells); c++) cells[c] = (double)kf_random_below(r, 1000);
    assert_int_equal(kf_factors_add(&net->factors, 3, scope, cells), KERF_OK);
}

/* Random tables over three variables each, for which bounds say little: the order of variables
 * decides. By reduced costs first it takes 17,000 nodes. */
static void conflicts_lead(void **state)
{
    (void)state;
    uint64_t nodes = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        kf_random r = { seed };
        kf_limits limits = { .deadline = INFINITY };
        network net = { .n = 60 };
        kf_mem_init(&net.mem, 0);
        for (uint32_t v = 0; v < net.n; v++) net.sizes[v] = 2;
        assert_int_equal(kf_factors_open(&net.factors, net.n, net.sizes, &net.mem), KERF_OK);
        for (uint32_t k = 0; k < 90; k++) add_triple(&net, &r);
        kf_hybrid h = { .factors = &net.factors, .limits = &limits, .rounds = 100 };
        h.work = h.far = UINT64_MAX;
        assert_int_equal(kf_hybrid_run(&h, KF_COST_LIMIT, &net.mem), KERF_OK);
        assert_true(h.bound == h.cost && kf_factors_cost(&net.factors, h.best) == h.cost);
        nodes += h.nodes;
        kf_hybrid_close(&h);
        close_network(&net);
    }
    print_message("%llu nodes for triples\n", (unsigned long long)nodes);
    assert_true(nodes < MOST_NODES);
}

/* ---- Parts ---- */

static void join_two(network *net, kf_random *r, uint32_t a, uint32_t b)
{
    double cells[MOST_VALUES * MOST_VALUES];
    if (a == b) return;
    uint32_t scope[] = { a < b ? a : b, a < b ? b : a };
    bool attract = kf_random_below(r, 2);
    double cost = kf_random_below(r, 40) ? (double)kf_random_below(r, 1000) : INFINITY;
    for (uint32_t c = 0; c < net->sizes[a] * net->sizes[b]; c++) {
        bool equal = c / net->sizes[scope[1]] == c % net->sizes[scope[1]];
        cells[c] = equal == attract ? 0 : cost;
    }
    assert_int_equal(kf_factors_add(&net->factors, 2, scope, cells), KERF_OK);
}

/* Blocks in a row, each with two factors to the one before it. */
static void open_blocks(network *net, kf_random *r, uint32_t blocks, uint32_t each)
{
    kf_mem_init(&net->mem, 0);
    net->n = blocks * each;
    assert_true(net->n <= ROOM);
    for (uint32_t v = 0; v < net->n; v++) net->sizes[v] = kf_random_below(r, 8) ? 2 : 3;
    assert_int_equal(kf_factors_open(&net->factors, net->n, net->sizes, &net->mem), KERF_OK);
    for (uint32_t b = 0; b < blocks; b++) {
        uint32_t first = b * each, last = b > 0 ? first - each : 0;
        for (uint32_t k = 0; k < 5 * each / 2; k++)
            join_two(net, r, first + kf_random_below(r, each), first + kf_random_below(r, each));
        for (uint32_t k = 0; k < 2 && b > 0; k++)
            join_two(net, r, first + k, last + kf_random_below(r, each));
    }
}

typedef struct outcome {
    double cost;
    uint64_t steps, splits;
} outcome;

static outcome search_blocks(uint64_t seed, uint32_t blocks, uint32_t each, bool apart)
{
    kf_random r = { seed };
    kf_limits limits = { .deadline = INFINITY };
    network net;
    open_blocks(&net, &r, blocks, each);
    kf_hybrid h = { .factors = &net.factors, .limits = &limits, .rounds = 2 };
    h.work = h.far = UINT64_MAX;
    h.apart = apart;
    assert_int_equal(kf_hybrid_run(&h, KF_COST_LIMIT, &net.mem), KERF_OK);
    outcome x = { h.cost, h.messages.steps, h.parts.splits };
    assert_true(isinf(h.cost) || kf_factors_cost(&net.factors, h.best) == h.cost);
    assert_true(h.bound >= fmin(h.cost, KF_COST_LIMIT));
    kf_hybrid_close(&h);
    close_network(&net);
    return x;
}

/* Whether nodes are searched part by part or not, the least cost is the same. */
static void parts_are_exact(void **state)
{
    (void)state;
    uint64_t splits = 0;
    for (uint64_t seed = 1; seed <= trials_of(300); seed++) {
        uint32_t blocks = 2 + (uint32_t)(seed % 3), each = 5 + (uint32_t)(seed % 6);
        outcome whole = search_blocks(seed, blocks, each, false);
        outcome apart = search_blocks(seed, blocks, each, true);
        assert_true(apart.cost == whole.cost);
        splits += apart.splits;
    }
    print_message("%llu nodes fell apart\n", (unsigned long long)splits);
    assert_true(splits > met_of(100));
}

/* Three blocks of twenty: few variables are between them. */
static void separators_are_found(void **state)
{
    (void)state;
    uint64_t whole = 0, apart = 0;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        kf_random r = { seed };
        network net;
        kf_messages m;
        uint32_t level[ROOM], first = 0;
        bool some;
        open_blocks(&net, &r, 3, 24);
        assert_int_equal(kf_messages_open(&m, &net.factors, &net.mem), KERF_OK);
        assert_int_equal(kf_separators_find(&m, level, &some), KERF_OK);
        for (uint32_t i = 0; i < m.n_receivers; i++) first += level[i] == 1;
        assert_true(some && first >= 1 && first <= 4);
        kf_messages_close(&m);
        close_network(&net);
        outcome x = search_blocks(seed, 4, 15, false);
        outcome y = search_blocks(seed, 4, 15, true);
        assert_true(x.cost == y.cost);
        whole += x.steps;
        apart += y.steps;
    }
    print_message("%llu steps as a whole, %llu by parts\n", (unsigned long long)whole,
                  (unsigned long long)apart);
    assert_true(apart < whole);
}

/* Every allocation fails once. */
static void memory_runs_out(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        kerf_status st = KERF_NO_MEMORY;
        for (int64_t after = 0; st == KERF_NO_MEMORY; after++) {
            kf_random r = { seed };
            network net;
            kf_limits limits = { .deadline = INFINITY };
            if (seed % 2) open_network(&net, &r);
            else open_blocks(&net, &r, 3, 5);
            net.mem.fail_after = after;
            kf_hybrid h = { .factors = &net.factors, .limits = &limits, .rounds = 2 };
            h.work = h.far = UINT64_MAX;
            h.apart = true;
            st = kf_factors_shrink(&net.factors);
            if (st == KERF_OK) st = kf_hybrid_run(&h, KF_COST_LIMIT, &net.mem);
            net.mem.fail_after = -1;
            kf_hybrid_close(&h);
            close_network(&net);
        }
        assert_int_equal(st, KERF_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back),     cmocka_unit_test(sweeps_keep_costs),
        cmocka_unit_test(search_is_exact),      cmocka_unit_test(parts_are_exact),
        cmocka_unit_test(separators_are_found), cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(conflicts_lead),
    };
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
