/* test_gather.c -- pairs gathered into cliques: the same costs, the same optima, better bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/presolve/gather.h"
#include "solve/symmetry/lift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ATOMS = 11, WORLDS = 1 << MOST_ATOMS };

static const kf_settings with = { .seed = 1, .flips = 1000, .tries = 1 };
static const kf_settings without = { .off = KF_CLIQUES, .seed = 1, .flips = 1000, .tries = 1 };
static const kf_task no_limits = { .settings = &with, .limits.deadline = INFINITY };

static bool near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-9 * fmax(1, fmax(fabs(a), fabs(b)));
}

/* ---- Random parts with cliques in them ---- */

typedef enum sort { EQUAL, UNEQUAL, HARD, PATCHY, SORTS } sort;

static double pair_weight(kf_random *r, sort how, double weight)
{
    if (how == HARD) return INFINITY;
    if (how == EQUAL) return weight;
    return weight * (1 + 0.3 * kf_random_unit(r));
}

/* Every two of n literals, given by their codes; patchy: some of these are missing. */
static void add_pairs(made_component *m, kf_random *r, const uint32_t *codes, uint32_t n, sort how)
{
    double weight = 0.25 * (1 + kf_random_below(r, 8));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i + 1; k < n; k++) {
            if (how == PATCHY && kf_random_below(r, 5) == 0) continue;
            part_clause(m, (uint32_t[]){ codes[i], codes[k] }, 2, pair_weight(r, how, weight));
        }
}

static uint32_t choose(kf_random *r, uint32_t atoms, uint32_t least, uint32_t *codes)
{
    uint32_t n = 0, signs = kf_random_below(r, 3); /* all of one sign, or any */
    while (n < least) {
        n = 0;
        for (uint32_t a = 0; a < atoms; a++)
            if (kf_random_below(r, 3))
                codes[n++] = 2 * a + (signs ? signs - 1 : kf_random_below(r, 2));
    }
    return n;
}

/* Two groups of which one each may be true, as counts, and hard pairs between them, some of them
 * missing at times; some counts ask for one, or for less of one literal. */
static void add_groups(made_component *m, kf_random *r, uint32_t atoms)
{
    uint32_t codes[MOST_ATOMS], ones[MOST_ATOMS], n = choose(r, atoms, 4, codes), half = n / 2;
    uint32_t holes = kf_random_below(r, 3) ? 0 : 4;
    for (uint32_t i = 0; i < n; i++) ones[i] = 1;
    if (kf_random_below(r, 4) == 0) ones[kf_random_below(r, n)] = 2;
    part_count(m, codes, ones, half, kf_random_below(r, 6) == 0, 1, INFINITY);
    part_count(m, codes + half, ones + half, n - half, 0, 1 + (kf_random_below(r, 6) == 0),
               kf_random_below(r, 6) ? INFINITY : 0.5);
    for (uint32_t i = 0; i < half; i++)
        for (uint32_t k = half; k < n; k++)
            if (!holes || kf_random_below(r, holes))
                part_clause(m, (uint32_t[]){ codes[i] ^ 1, codes[k] ^ 1 }, 2, INFINITY);
}

static void make(made_component *m, kf_random *r, uint32_t most_atoms)
{
    uint32_t atoms = 4 + kf_random_below(r, most_atoms - 3), codes[MOST_ATOMS];
    part_begin(m, atoms);
    for (uint32_t a = 0; a < atoms; a++)
        (kf_random_below(r, 2) ? m->cost_true : m->cost_false)[a] =
            kf_random_below(r, 4) ? 3 * kf_random_unit(r) : 0;
    uint32_t cliques = 1 + kf_random_below(r, 3);
    for (uint32_t i = 0; i < cliques; i++) {
        uint32_t n = choose(r, atoms, 3, codes);
        add_pairs(m, r, codes, n, (sort)kf_random_below(r, SORTS));
        if (kf_random_below(r, 2)) continue;
        for (uint32_t k = 0; k < n; k++) codes[k] ^= 1;
        part_clause(m, codes, n, -2 * kf_random_unit(r) - 0.1);
    }
    for (uint32_t i = kf_random_below(r, 6); i-- > 0;) {
        uint32_t n = choose(r, atoms, 1, codes);
        if (n > 3) n = 3;
        part_clause(m, codes, n, (kf_random_below(r, 3) ? 1 : -1) * (0.1 + kf_random_unit(r)));
    }
    if (kf_random_below(r, 3) == 0) /* said twice */
        part_clause(m, (uint32_t[]){ 1, 3 }, 2, 0.5);
    if (kf_random_below(r, 3) == 0) add_groups(m, r, atoms);
}

static void set_world(bool *world, uint32_t bits)
{
    for (uint32_t i = 0; i < MOST_ATOMS; i++) world[i] = bits >> i & 1;
}

/* Not kf_component_cost. */
static double least_cost(const kf_component *p)
{
    double best = INFINITY;
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool world[MOST_ATOMS], feasible;
        set_world(world, bits);
        double cost = part_cost(p, world, &feasible);
        if (feasible && cost < best) best = cost;
    }
    return best;
}

/* ---- Costs ---- */

static void check_costs(const kf_component *p, const kf_component *gathered)
{
    for (uint32_t bits = 0; bits < UINT32_C(1) << p->n_atoms; bits++) {
        bool world[MOST_ATOMS], feasible;
        uint64_t broken;
        set_world(world, bits);
        double cost = part_cost(p, world, &feasible);
        double other = kf_component_cost(gathered, world, &broken);
        assert_true((broken == 0) == feasible);
        if (feasible) assert_true(near(cost, other));
    }
}

/* What the clause that is said to pay when one is false has in it. */
static void check_paid(const kf_component *p, const kf_clique *c)
{
    assert_true(c->paid < p->n_clauses && p->weight[c->paid] < 0);
    for (uint32_t i = 0; i < c->n; i++) {
        bool in = false;
        for (uint32_t k = p->start[c->paid]; k < p->start[c->paid + 1]; k++)
            in |= p->literals[k].code == kf_lit_not(c->literals[i]).code;
        assert_true(in);
    }
}

static void same_costs(void **state)
{
    (void)state;
    uint32_t hard = 0, soft = 0, paid = 0, gave_back = 0, large = 0, counts = 0;
    made_component *m = malloc(sizeof *m);
    for (uint64_t seed = 1; seed <= trials_of(400); seed++) {
        kf_random r = { seed };
        kf_mem mem;
        kf_arena arena;
        kf_component gathered;
        make(m, &r, MOST_ATOMS);
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        assert_int_equal(kf_gather(&m->component, &arena, NULL, &gathered), KERF_OK);
        check_costs(&m->component, &gathered);
        for (uint32_t i = 0; i < gathered.n_cliques; i++) {
            const kf_clique *c = &gathered.cliques[i];
            assert_true(c->n >= 3 && c->most == c->n && c->weight > 0);
            hard += isinf(c->weight) != 0;
            soft += isinf(c->weight) == 0;
            large += c->n > 5;
            paid += c->paid != KF_NO_CLAUSE;
            if (c->paid != KF_NO_CLAUSE) check_paid(&gathered, c);
        }
        gave_back += gathered.constant < 0;
        counts += m->component.n_counts - gathered.n_counts;
        kf_arena_free(&arena);
        assert_int_equal(mem.used, 0);
    }
    free(m);
    assert_true(hard > met_of(100) && soft > met_of(300) && paid > met_of(150));
    assert_true(gave_back > met_of(50) && large > met_of(100) && counts > met_of(100));
}

/* ---- Optima ---- */

static void check_solved(const kf_component *p, const kf_solved *s, const bool *world, double best)
{
    bool feasible;
    double cost = part_cost(p, world, &feasible);
    if (isinf(best)) {
        assert_true(!s->found && isinf(s->bound));
        return;
    }
    assert_true(s->found && feasible && near(cost, best) && near(s->cost, best));
    assert_true(near(s->bound, s->cost));
}

static void same_optima(void **state)
{
    (void)state;
    const kf_tree_options narrow = { .pivots = UINT64_MAX, .rows.per_round = 1 };
    const kf_tree_options full = { .pivots = UINT64_MAX, .rows.all = true };
    const kf_tree_options library = { .pivots = 0 };
    made_component *m = malloc(sizeof *m);
    for (uint64_t seed = 1; seed <= trials_of(400); seed++) {
        kf_random r = { seed };
        kf_mem mem;
        kf_arena arena;
        kf_component gathered;
        kf_solved s;
        make(m, &r, MOST_ATOMS - 2);
        double best = least_cost(&m->component);
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        assert_int_equal(kf_gather(&m->component, &arena, NULL, &gathered), KERF_OK);
        for (int way = 0; way < 5; way++) {
            bool world[MOST_ATOMS] = { false };
            kf_task how = no_limits;
            const kf_tree_options *o = way == 2 ? &narrow : way == 3 ? &full : &library;
            if (way == 1) how.settings = &without;
            if (way == 4 && seed % 10) continue; /* a process each */
            kerf_status st = way < 2 ? solve_by("ilp", &m->component, &how, &mem, world, &s)
                                     : solve_tree(&gathered, &how, &mem, world, &s, o);
            assert_int_equal(st, KERF_OK);
            check_solved(&m->component, &s, world, best);
        }
        kf_arena_free(&arena);
        assert_int_equal(mem.used, 0);
    }
    free(m);
}

/* Copies of one clique, all atoms alike; `mixed`: its literals have both signs. */
static void make_copies(made_component *m, uint64_t seed, uint32_t copies)
{
    kf_random r = { seed };
    uint32_t each = 3 + kf_random_below(&r, 4), codes[8];
    double cost = 0.5 + kf_random_unit(&r), paid = kf_random_unit(&r);
    bool mixed = seed % 4 == 0;
    part_begin(m, copies * each);
    for (uint32_t copy = 0; copy < copies; copy++) {
        kf_random same = r;
        for (uint32_t i = 0; i < each; i++) {
            codes[i] = 2 * (copy * each + i) + (mixed ? i % 2 : 1);
            m->cost_false[copy * each + i] = cost;
        }
        add_pairs(m, &same, codes, each, seed % 3 ? EQUAL : HARD);
        for (uint32_t i = 0; i < each; i++) codes[i] ^= 1;
        if (seed % 2) part_clause(m, codes, each, -paid);
    }
}

static void folded_cliques(void **state)
{
    (void)state;
    enum { COPIES = 14, PARTS = 60 };
    uint32_t folded = 0, cliques = 0;
    made_component *m = malloc(sizeof *m);
    for (uint64_t seed = 1; seed <= PARTS; seed++) {
        kf_mem mem;
        kf_arena arena;
        kf_component gathered, small;
        kf_classes classes;
        kf_solved s;
        bool world[PART_ATOMS] = { false };
        make_copies(m, seed, 1);
        double best = COPIES * least_cost(&m->component);
        make_copies(m, seed, COPIES);
        kf_mem_init(&mem, 0);
        kf_arena_init(&arena, &mem);
        assert_int_equal(kf_gather(&m->component, &arena, NULL, &gathered), KERF_OK);
        assert_int_equal(gathered.n_cliques, COPIES);
        assert_int_equal(kf_refine(&gathered, NULL, NULL, &arena, &classes), KERF_OK);
        if (kf_fold(&gathered, &classes, &arena, &small) == KERF_OK) {
            folded++;
            cliques += small.n_cliques;
        }
        assert_int_equal(solve_by("ilp", &m->component, &no_limits, &mem, world, &s), KERF_OK);
        check_solved(&m->component, &s, world, best);
        kf_arena_free(&arena);
        assert_int_equal(mem.used, 0);
    }
    free(m);
    assert_true(folded > PARTS / 2 && cliques == folded); /* one for all copies */
}

/* ---- Bounds ---- */

/* A square of atoms with scores, at most one in a row and in a column, rather, a price for a
 * row. */
static void make_square(made_component *m, uint32_t n, sort how, uint64_t seed)
{
    kf_random r = { seed };
    part_begin(m, n * n);
    for (uint32_t i = 0; i < n * n; i++) m->cost_false[i] = 0.5 + 3 * kf_random_unit(&r);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[16], column[16];
        for (uint32_t k = 0; k < n; k++) {
            row[k] = 2 * (i * n + k) + 1;
            column[k] = 2 * (k * n + i) + 1;
        }
        kf_random same = { 2 }, other = { 3 };
        add_pairs(m, &same, row, n, how);
        add_pairs(m, &other, column, n, how);
        for (uint32_t k = 0; k < n; k++) row[k] ^= 1;
        part_clause(m, row, n, -1.5);
    }
}

static void tight_bound(void **state)
{
    (void)state;
    made_component *m = malloc(sizeof *m);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        kf_mem mem;
        kf_solved s[2];
        make_square(m, 6, seed == 5 ? HARD : EQUAL, seed);
        kf_mem_init(&mem, 0);
        for (int off = 0; off < 2; off++) {
            bool world[PART_ATOMS] = { false };
            kf_task how = no_limits;
            if (off) how.settings = &without;
            assert_int_equal(solve_by("ilp", &m->component, &how, &mem, world, &s[off]), KERF_OK);
        }
        assert_true(near(s[0].cost, s[1].cost) && s[0].bound == s[0].cost);
        assert_string_equal(s[0].method, "lp");
        assert_string_not_equal(s[1].method, "lp");
    }
    free(m);
}

/* Three groups that exclude each other are one clique, of which no pair and no count is left. */
static void one_of_groups(void **state)
{
    (void)state;
    enum { GROUPS = 3, EACH = 5 };
    made_component *m = malloc(sizeof *m);
    kf_mem mem;
    kf_arena arena;
    kf_component gathered;
    kf_solved s;
    bool world[GROUPS * EACH] = { false };
    part_begin(m, GROUPS * EACH);
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t codes[EACH], ones[EACH];
        for (uint32_t k = 0; k < EACH; k++) {
            codes[k] = 2 * (i * EACH + k);
            ones[k] = 1;
            m->cost_false[i * EACH + k] = 1;
        }
        part_count(m, codes, ones, EACH, 0, 1, INFINITY);
        for (uint32_t a = 0; a < i * EACH; a++)
            for (uint32_t k = 0; k < EACH; k++)
                part_clause(m, (uint32_t[]){ 2 * a + 1, codes[k] + 1 }, 2, INFINITY);
    }
    kf_mem_init(&mem, 0);
    kf_arena_init(&arena, &mem);
    assert_int_equal(kf_gather(&m->component, &arena, NULL, &gathered), KERF_OK);
    assert_int_equal(gathered.n_cliques, 1);
    assert_int_equal(gathered.cliques[0].n, GROUPS * EACH);
    assert_true(gathered.n_counts == 0 && gathered.n_clauses == 0);
    assert_int_equal(solve_by("ilp", &m->component, &no_limits, &mem, world, &s), KERF_OK);
    check_solved(&m->component, &s, world, GROUPS * EACH - 1);
    assert_string_equal(s.method, "lp");
    kf_arena_free(&arena);
    assert_int_equal(mem.used, 0);
    free(m);
}

/* What one solve notes makes the next one shorter. */
static void warm_start(void **state)
{
    (void)state;
    made_component *m = malloc(sizeof *m);
    uint64_t names[PART_ATOMS];
    kf_mem mem;
    kf_notes notes = { 0 };
    kf_recall recall = { 0 };
    kf_solved s[2];
    make_square(m, 8, EQUAL, 7);
    for (uint32_t i = 0; i < m->component.n_atoms; i++) names[i] = kf_recall_mix(i + 1, 77);
    m->component.names = names;
    kf_mem_init(&mem, 0);
    for (int again = 0; again < 2; again++) {
        bool world[PART_ATOMS] = { false };
        kf_task how = no_limits;
        how.notes = &notes;
        if (again) how.recall = &recall;
        assert_int_equal(solve_by("ilp", &m->component, &how, &mem, world, &s[again]), KERF_OK);
        assert_int_equal(kf_recall_put(&recall, &mem, &notes), KERF_OK);
    }
    assert_true(s[0].cost == s[1].cost && s[0].work > 20 && s[1].work < s[0].work / 4);
    kf_vec_free(&mem, &notes);
    kf_recall_free(&recall, &mem);
    assert_int_equal(mem.used, 0);
    free(m);
}

/* ---- Memory ---- */

static void refused_memory(void **state)
{
    (void)state;
    made_component *m = malloc(sizeof *m);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        kf_random r = { seed };
        if (seed <= 2) make_square(m, 7, seed == 1 ? EQUAL : UNEQUAL, seed);
        else make(m, &r, MOST_ATOMS);
        for (int64_t after = 0;; after++) {
            kf_mem mem;
            kf_solved s;
            bool world[PART_ATOMS] = { false };
            kf_mem_init(&mem, 0);
            mem.fail_after = after;
            kerf_status status = solve_by("ilp", &m->component, &no_limits, &mem, world, &s);
            assert_int_equal(mem.used, 0);
            if (status == KERF_OK) break;
            assert_int_equal(status, KERF_NO_MEMORY);
            assert_true(after < 5000);
        }
    }
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_costs),     cmocka_unit_test(same_optima),
        cmocka_unit_test(folded_cliques), cmocka_unit_test(tight_bound),
        cmocka_unit_test(warm_start),     cmocka_unit_test(refused_memory),
        cmocka_unit_test(one_of_groups),
    };
    const struct CMUnitTest costs[] = { cmocka_unit_test(same_costs) };
    kf_component nothing = { 0 };
    kf_mem mem;
    kf_solved s;
    bool world[1];
    kf_mem_init(&mem, 0);
    if (solve_by("ilp", &nothing, &no_limits, &mem, world, &s) == KERF_UNSUPPORTED) {
        print_message("NOT TESTED: linear programs; built without Clp\n");
        return cmocka_run_group_tests_name("test_gather", costs, NULL, NULL);
    }
    return cmocka_run_group_tests_name("test_gather", tests, NULL, NULL);
}
