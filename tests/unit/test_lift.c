/* test_lift.c -- symmetric parts: their classes, their folded form, and their optima. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "parts.h"
#include "tasks.h"
#include "solve/symmetry/lift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kf_settings settings = { .seed = 1, .flips = 1000, .tries = 1 };
static const kf_task no_limits = { .settings = &settings, .limits.deadline = INFINITY };

static bool near(double a, double b, double within)
{
    return a == b || fabs(a - b) <= within * fmax(1, fmax(fabs(a), fabs(b)));
}

/* ---- Symmetric parts ---- */

/* Atoms are renumbered at random, so that nothing rests on their order. */
typedef struct shuffled {
    made_component *m;
    uint32_t order[PART_ATOMS];
} shuffled;

static void begin(shuffled *s, made_component *m, kf_random *r, uint32_t n)
{
    s->m = m;
    part_begin(m, n);
    for (uint32_t i = 0; i < n; i++) s->order[i] = i;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = kf_random_below(r, i + 1), at = s->order[i];
        s->order[i] = s->order[k];
        s->order[k] = at;
    }
}

static uint32_t code_of(const shuffled *s, uint32_t code)
{
    return 2 * s->order[code / 2] + code % 2;
}

static void clause(shuffled *s, const uint32_t *codes, uint32_t n, double weight)
{
    uint32_t moved[16];
    for (uint32_t i = 0; i < n; i++) moved[i] = code_of(s, codes[i]);
    part_clause(s->m, moved, n, weight);
}

static void pair(shuffled *s, uint32_t a, uint32_t b, double weight)
{
    clause(s, (uint32_t[]){ a, b }, 2, weight);
}

static void count(shuffled *s, const uint32_t *codes, const uint32_t *by, uint32_t n,
                  uint64_t least, uint64_t most, double weight)
{
    uint32_t moved[PART_ATOMS];
    for (uint32_t i = 0; i < n; i++) moved[i] = code_of(s, codes[i]);
    part_count(s->m, moved, by, n, least, most, weight);
}

static double weight_of(kf_random *r)
{
    double w = 0.25 * (1 + kf_random_below(r, 8));
    uint32_t kind = kf_random_below(r, 8);
    return kind == 0 ? INFINITY : kind < 3 ? -w : w;
}

/* A random part of `each` atoms, `copies` times over, and clauses that tie every copy to the next
 * ones (a ring) or to all others (a clique), each the same for all. */
static void make_copies(made_component *m, kf_random *r, uint32_t copies, uint32_t each)
{
    static made_component base;
    shuffled s;
    part_random(&base, r, each);
    each = base.component.n_atoms;
    begin(&s, m, r, copies * each);
    for (uint32_t c = 0; c < copies; c++) {
        const kf_component *p = &base.component;
        uint32_t codes[16], by = c * each * 2;
        for (uint32_t a = 0; a < each; a++) {
            m->cost_true[s.order[c * each + a]] = p->cost_true[a];
            m->cost_false[s.order[c * each + a]] = p->cost_false[a];
        }
        for (uint32_t i = 0; i < p->n_clauses; i++) {
            uint32_t n = p->start[i + 1] - p->start[i];
            for (uint32_t k = 0; k < n; k++) codes[k] = p->literals[p->start[i] + k].code + by;
            clause(&s, codes, n, p->weight[i]);
        }
        for (uint32_t i = 0; i < p->n_counts && c < PART_COUNTS / 4; i++) {
            const kf_count *x = &p->counts[i];
            for (uint32_t k = 0; k < x->n; k++) codes[k] = x->literals[k].code + by;
            count(&s, codes, x->coefficients, x->n, x->least, x->most, x->weight);
        }
    }
    bool clique = kf_random_below(r, 3) == 0 && copies <= 12;
    for (uint32_t i = 0, links = each ? kf_random_below(r, 3) : 0; i < links; i++) {
        uint32_t a = kf_random_below(r, 2 * each), b = kf_random_below(r, 2 * each);
        double w = weight_of(r);
        for (uint32_t c = 0; c < copies; c++)
            for (uint32_t d = 1; d < (clique ? copies : 2); d++)
                pair(&s, a + 2 * each * c, b + 2 * each * ((c + d) % copies), w);
    }
}

/* Neighbours of a ring exclude each other, and all would like to be true. */
static void make_ring(made_component *m, kf_random *r, uint32_t n, double weight)
{
    shuffled s;
    begin(&s, m, r, n);
    for (uint32_t i = 0; i < n; i++) {
        m->cost_false[i] = 1;
        pair(&s, 2 * i + 1, 2 * ((i + 1) % n) + 1, weight);
    }
}

/* Several groups, in each of which one atom at most may be true or pays. */
static void make_cliques(made_component *m, kf_random *r, uint32_t groups, uint32_t each,
                         double weight)
{
    shuffled s;
    begin(&s, m, r, groups * each);
    for (uint32_t a = 0; a < groups * each; a++) m->cost_false[a] = 1;
    for (uint32_t g = 0; g < groups; g++)
        for (uint32_t i = 0; i < each; i++)
            for (uint32_t k = i + 1; k < each; k++)
                pair(&s, 2 * (g * each + i) + 1, 2 * (g * each + k) + 1, weight);
}

/* Rows and columns of a grid hold so many at least and so many at most. */
static void make_grid(made_component *m, kf_random *r, uint32_t n, uint64_t least, uint64_t most,
                      double weight)
{
    shuffled s;
    begin(&s, m, r, n * n);
    for (uint32_t a = 0; a < n * n; a++) m->cost_true[a] = 0.5;
    for (uint32_t line = 0; line < 2 * n; line++) {
        uint32_t codes[16], ones[16];
        for (uint32_t i = 0; i < n; i++) {
            codes[i] = 2 * (line < n ? line * n + i : i * n + line - n);
            ones[i] = 1;
        }
        count(&s, codes, ones, n, least, most, weight);
    }
}

/* Two sides: each of one side is tied to `degree` of the other. */
static void make_bipartite(made_component *m, kf_random *r, uint32_t n, uint32_t degree,
                           double weight)
{
    shuffled s;
    begin(&s, m, r, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        m->cost_false[s.order[i]] = 1;
        m->cost_true[s.order[n + i]] = 0.75;
        for (uint32_t d = 0; d < degree; d++)
            pair(&s, 2 * i + 1, 2 * (n + (i + d * d) % n), weight);
    }
}

/* Clauses that pay when true, of atoms that are alike with both signs. */
static void make_mixed(made_component *m, kf_random *r, uint32_t n)
{
    shuffled s;
    begin(&s, m, r, n);
    for (uint32_t i = 0; i < n; i++) {
        m->cost_false[i] = 0.5;
        pair(&s, 2 * i, 2 * ((i + 1) % n) + 1, -1.5);
        pair(&s, 2 * i + 1, 2 * ((i + 2) % n) + 1, 2);
    }
}

/* ---- Classes ---- */

typedef struct mark { /* how something stands in relation to a class */
    uint64_t a, b, how;
} mark;

static int by_mark(const void *a, const void *b)
{
    const mark *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    if (x->b != y->b) return x->b < y->b ? -1 : 1;
    return (x->how > y->how) - (x->how < y->how);
}

typedef struct marks {
    mark at[PART_LITERALS];
    uint32_t n;
} marks;

static void add_mark(marks *m, uint64_t a, uint64_t b, uint64_t how)
{
    if (m->n == PART_LITERALS) abort();
    m->at[m->n++] = (mark){ a, b, how };
}

static bool same(marks *x, marks *y)
{
    qsort(x->at, x->n, sizeof(mark), by_mark);
    qsort(y->at, y->n, sizeof(mark), by_mark);
    return x->n == y->n && memcmp(x->at, y->at, x->n * sizeof(mark)) == 0;
}

static void clause_marks(const kf_component *p, const kf_classes *c, uint32_t i, marks *out)
{
    out->n = 0;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        add_mark(out, c->of[p->literals[k].code / 2], 0, p->literals[k].code & 1);
}

static void count_marks(const kf_component *p, const kf_classes *c, uint32_t i, marks *out)
{
    const kf_count *x = &p->counts[i];
    out->n = 0;
    for (uint32_t k = 0; k < x->n; k++)
        add_mark(out, c->of[x->literals[k].code / 2], x->coefficients[k], x->literals[k].code & 1);
}

static void atom_marks(const kf_component *p, const kf_classes *c, uint32_t atom, marks *out)
{
    out->n = 0;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            if (p->literals[k].code / 2 == atom)
                add_mark(out, c->clause[i].a, c->clause[i].b, p->literals[k].code & 1);
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; k < p->counts[i].n; k++)
            if (p->counts[i].literals[k].code / 2 == atom)
                add_mark(out, c->count[i].a, c->count[i].b,
                         p->counts[i].coefficients[k] * 2 + (p->counts[i].literals[k].code & 1));
}

static bool same_colour(kf_colour x, kf_colour y)
{
    return x.a == y.a && x.b == y.b;
}

/* Every atom of a class, and every constraint of a class, sees what the first of them sees. */
static void check_equitable(const kf_component *p, const kf_classes *c)
{
    static marks x, y;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        uint32_t first = 0;
        while (c->of[first] != c->of[a]) first++;
        if (first == a) continue;
        assert_true(p->cost_true[a] == p->cost_true[first]
                    && p->cost_false[a] == p->cost_false[first]);
        atom_marks(p, c, first, &x);
        atom_marks(p, c, a, &y);
        assert_true(same(&x, &y));
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t first = 0;
        while (!same_colour(c->clause[first], c->clause[i])) first++;
        if (first == i) continue;
        assert_true(p->weight[first] == p->weight[i]);
        clause_marks(p, c, first, &x);
        clause_marks(p, c, i, &y);
        assert_true(same(&x, &y));
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        uint32_t first = 0;
        while (!same_colour(c->count[first], c->count[i])) first++;
        const kf_count *k = &p->counts[i], *f = &p->counts[first];
        assert_true(k->weight == f->weight && k->least == f->least && k->most == f->most);
        count_marks(p, c, first, &x);
        count_marks(p, c, i, &y);
        assert_true(same(&x, &y));
    }
}

/* ---- The relaxation ---- */

static double relaxed_bound(const kf_component *p)
{
    static double x[PART_ATOMS], price[PART_ATOMS];
    static bool assignment[PART_ATOMS];
    kf_mem mem;
    kf_solved out;
    kf_relaxed r = { .x = x, .price = price };
    kf_tree_options options = kf_tree_defaults;
    options.relaxed = &r;
    memset(assignment, 0, sizeof assignment);
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_tree(p, &no_limits, &mem, assignment, &out, &options), KERF_OK);
    assert_int_equal(mem.used, 0);
    return out.bound;
}

/* Classes are sound, and so is the folded program; how many classes there are. */
static uint32_t check_folding(const kf_component *p, const bool *alone, uint64_t seed)
{
    kf_mem mem;
    kf_arena arena;
    kf_classes c;
    kf_component small;
    kf_mem_init(&mem, 0);
    kf_arena_init(&arena, &mem);
    assert_int_equal(kf_refine(p, alone, NULL, &arena, &c), KERF_OK);
    check_equitable(p, &c);
    kerf_status st = kf_fold(p, &c, &arena, &small);
    assert_true(st == KERF_OK || st == KERF_UNSUPPORTED);
    if (st == KERF_OK) {
        assert_int_equal(small.n_atoms, c.n);
        double whole = relaxed_bound(p), folded = relaxed_bound(&small);
        if (!near(whole, folded, 1e-6))
            fail_msg("part %llu: relaxation %.12g, folded %.12g", (unsigned long long)seed, whole,
                     folded);
    }
    uint32_t n = c.n;
    kf_arena_free(&arena);
    assert_int_equal(mem.used, 0);
    return n;
}

static bool built_in(void)
{
    kf_mem mem;
    kf_component nothing = { 0 };
    bool assignment[1];
    kf_solved s;
    kf_mem_init(&mem, 0);
    if (solve_by("ilp", &nothing, &no_limits, &mem, assignment, &s) != KERF_UNSUPPORTED)
        return true;
    print_message("NOT TESTED: built without Clp\n");
    return false;
}

static void copies(void **state)
{
    (void)state;
    static made_component m;
    uint32_t smaller = 0;
    if (!built_in()) skip();
    for (uint64_t seed = 1; seed <= trials_of(400); seed++) {
        kf_random r = { seed };
        bool alone[PART_ATOMS] = { false };
        make_copies(&m, &r, 3 + kf_random_below(&r, 8), 4);
        smaller += check_folding(&m.component, NULL, seed) < m.component.n_atoms;
        if (m.component.n_atoms == 0) continue;
        alone[kf_random_below(&r, m.component.n_atoms)] = true;
        check_folding(&m.component, alone, seed);
    }
    assert_true(smaller > met_of(300));
}

static void known_classes(void **state)
{
    (void)state;
    static made_component m;
    kf_random r = { 1 };
    bool alone[PART_ATOMS] = { [5] = true };
    if (!built_in()) skip();
    make_ring(&m, &r, 41, INFINITY);
    assert_int_equal(check_folding(&m.component, NULL, 0), 1);
    assert_int_equal(check_folding(&m.component, alone, 0), 21); /* by distance */
    make_cliques(&m, &r, 10, 5, 0.5);
    assert_int_equal(check_folding(&m.component, NULL, 1), 1);
    make_grid(&m, &r, 7, 2, 3, INFINITY);
    assert_int_equal(check_folding(&m.component, NULL, 2), 1);
    assert_int_equal(check_folding(&m.component, alone, 2), 3); /* itself, same line, the rest */
    make_bipartite(&m, &r, 20, 3, 0.5);
    assert_int_equal(check_folding(&m.component, NULL, 3), 2);
    make_mixed(&m, &r, 41);
    assert_int_equal(check_folding(&m.component, NULL, 4), 1);
}

/* ---- Optima ---- */

static kf_solved solve_ilp(const kf_component *p, const char *what, uint64_t seed)
{
    static bool assignment[PART_ATOMS];
    kf_mem mem;
    kf_solved got;
    uint64_t broken;
    kf_random r = { seed };
    for (uint32_t a = 0; a < p->n_atoms; a++) assignment[a] = kf_random_below(&r, 2);
    kf_mem_init(&mem, 0);
    assert_int_equal(solve_by("ilp", p, &no_limits, &mem, assignment, &got), KERF_OK);
    assert_int_equal(mem.used, 0);
    double cost = kf_component_cost(p, assignment, &broken);
    if (got.found ? broken > 0 || !near(cost, got.cost, 1e-9) || got.bound != got.cost
                  : !isinf(got.bound))
        fail_msg("%s %llu: cost %.12g, the world %.12g (%d broken), bound %.12g by %s", what,
                 (unsigned long long)seed, got.cost, cost, (int)broken, got.bound, got.method);
    return got;
}

/* Against exact, which knows nothing of symmetry. */
static void check_exact(const kf_component *p, const char *what, uint64_t seed, uint32_t *proven)
{
    static bool assignment[PART_ATOMS];
    kf_settings some = settings;
    kf_task how = { .settings = &some, .limits.deadline = INFINITY };
    kf_mem mem;
    kf_solved want, got = solve_ilp(p, what, seed);
    some.nodes = 20000;
    memset(assignment, 0, sizeof assignment);
    kf_mem_init(&mem, 0);
    kerf_status st = solve_by("exact", p, &how, &mem, assignment, &want);
    assert_true(st == KERF_OK || st == KERF_LIMIT);
    bool above = got.cost > want.cost && !near(got.cost, want.cost, 1e-9);
    bool below = want.bound > got.bound && !near(got.bound, want.bound, 1e-9);
    if (above || below)
        fail_msg("%s %llu: cost %.12g by %s, by exact %.12g, at least %.12g", what,
                 (unsigned long long)seed, got.cost, got.method, want.cost, want.bound);
    *proven += st == KERF_OK;
}

static void random_optima(void **state)
{
    (void)state;
    static made_component m;
    uint32_t proven = 0;
    if (!built_in()) skip();
    for (uint64_t seed = 1; seed <= trials_of(100); seed++) {
        kf_random r = { seed + 1000 };
        make_copies(&m, &r, 8 + kf_random_below(&r, 6), 5);
        check_exact(&m.component, "copies", seed, &proven);
    }
    assert_true(proven > met_of(70));
}

/* Most of these are fractional where the classes are kept. */
static void known_optima(void **state)
{
    (void)state;
    static made_component m;
    kf_random r = { 2 };
    if (!built_in()) skip();
    for (uint32_t n = 40; n <= 43; n++) {
        double best = ceil(n / 2.0);
        make_ring(&m, &r, n, INFINITY);
        assert_true(near(solve_ilp(&m.component, "ring", n).cost, best, 1e-9));
        make_ring(&m, &r, n, 1.5);
        assert_true(near(solve_ilp(&m.component, "soft ring", n).cost, best, 1e-9));
    }
    make_cliques(&m, &r, 1, 40, INFINITY);
    assert_true(near(solve_ilp(&m.component, "clique", 1).cost, 39, 1e-9));
    make_cliques(&m, &r, 9, 5, INFINITY);
    assert_true(near(solve_ilp(&m.component, "cliques", 1).cost, 36, 1e-9));
    make_cliques(&m, &r, 8, 5, 0.75); /* two true, one pair paid for: 3.75; or one: 4 */
    assert_true(near(solve_ilp(&m.component, "soft cliques", 1).cost, 30, 1e-9));
    make_grid(&m, &r, 7, 2, 3, INFINITY);
    assert_true(near(solve_ilp(&m.component, "grid", 1).cost, 7, 1e-9));
    make_grid(&m, &r, 7, 2, 3, 0.25); /* dearer to keep than to break */
    assert_true(near(solve_ilp(&m.component, "soft grid", 1).cost, 3.5, 1e-9));
    make_bipartite(&m, &r, 20, 3, 3);
    assert_true(near(solve_ilp(&m.component, "bipartite", 1).cost, 15, 1e-9));
}

/* Stopped at any moment or content with less, what it says is true of the assignment it leaves, and
 * the bound holds. */
static void cut_short(void **state)
{
    (void)state;
    static made_component m;
    static bool assignment[PART_ATOMS];
    if (!built_in()) skip();
    for (uint64_t seed = 1; seed <= 30; seed++) {
        kf_random r = { seed + 1000 };
        make_copies(&m, &r, 8 + kf_random_below(&r, 6), 5);
        kf_solved best = solve_ilp(&m.component, "copies", seed);
        for (uint32_t polls = 0; polls < 12; polls++) {
            kf_stop stop = stop_after(polls);
            uint64_t broken;
            kf_mem mem;
            kf_solved got;
            kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
            if (polls == 0) how.limits.effort = KF_EFFORT_LOOSE, how.limits.slack = 0.05;
            else how.limits.stop = &stop;
            kf_mem_init(&mem, 0);
            for (uint32_t a = 0; a < m.component.n_atoms; a++)
                assignment[a] = kf_random_below(&r, 2);
            assert_int_equal(solve_by("ilp", &m.component, &how, &mem, assignment, &got), KERF_OK);
            assert_int_equal(mem.used, 0);
            double cost = kf_component_cost(&m.component, assignment, &broken);
            assert_int_equal(got.found, broken == 0);
            if (got.found) assert_true(near(cost, got.cost, 1e-9));
            assert_true(got.bound <= best.cost || near(got.bound, best.cost, 1e-9));
            if (got.found && got.bound >= got.cost) assert_true(near(got.cost, best.cost, 1e-9));
        }
    }
}

/* These are too much for exact; without folding, ilp can do them. */
static void mixed_signs(void **state)
{
    (void)state;
    static made_component m;
    static bool assignment[PART_ATOMS];
    if (!built_in()) skip();
    for (uint32_t n = 40; n < (getenv("KERF_LONG") ? 48 : 43); n++) {
        kf_random r = { n };
        kf_mem mem;
        kf_solved want;
        kf_mem_init(&mem, 0);
        memset(assignment, 0, sizeof assignment);
        make_mixed(&m, &r, n);
        kf_solved got = solve_ilp(&m.component, "mixed", n);
        assert_int_equal(
            solve_tree(&m.component, &no_limits, &mem, assignment, &want, &kf_tree_defaults),
            KERF_OK);
        assert_true(near(got.cost, want.cost, 1e-9));
    }
}

/* ---- Fixing by price ---- */

/* Odd rings, whose relaxation is short of the optimum, among atoms that know what they want. */
static void make_priced(made_component *m, kf_random *r, uint32_t rings, uint32_t sure)
{
    part_begin(m, 5 * rings + sure);
    for (uint32_t i = 0; i < rings; i++) {
        for (uint32_t k = 0; k < 5; k++) {
            uint32_t a = 5 * i + k, b = 5 * i + (k + 1) % 5, c = 5 * rings + (a * 7) % sure;
            m->cost_false[a] = 1 + 0.125 * kf_random_unit(r);
            part_clause(m, (uint32_t[]){ 2 * a + 1, 2 * b + 1 }, 2, INFINITY);
            part_clause(m, (uint32_t[]){ 2 * a, 2 * c }, 2, 0.0625);
        }
    }
    for (uint32_t a = 5 * rings; a < 5 * rings + sure; a++) {
        (kf_random_below(r, 2) ? m->cost_true : m->cost_false)[a] = 20 + kf_random_unit(r);
        if (a > 5 * rings)
            part_clause(m, (uint32_t[]){ 2 * a - 2, 2 * a + 1 }, 2, kf_random_unit(r) + 0.5);
    }
}

static void reduced(void **state)
{
    (void)state;
    static made_component m;
    uint32_t used = 0, proven = 0;
    if (!built_in()) skip();
    for (uint64_t seed = 1; seed <= trials_of(60); seed++) {
        kf_random r = { seed };
        make_priced(&m, &r, 1 + kf_random_below(&r, 4), 60);
        kf_solved got = solve_ilp(&m.component, "priced", seed);
        used += strcmp(got.method, "reduced") == 0;
        check_exact(&m.component, "priced", seed, &proven);
    }
    assert_true(used > met_of(30) && proven > met_of(30));
}

/* ---- Memory ---- */

static void refused_memory(void **state)
{
    (void)state;
    static made_component m;
    static bool assignment[PART_ATOMS];
    if (!built_in()) skip();
    for (uint64_t seed = 1; seed <= 6; seed++) {
        kf_random r = { seed };
        kerf_status st = KERF_NO_MEMORY;
        if (seed == 1) make_ring(&m, &r, 41, INFINITY);
        else if (seed == 2) make_grid(&m, &r, 7, 2, 3, INFINITY);
        else if (seed == 3) make_priced(&m, &r, 2, 60);
        else if (seed == 4) make_mixed(&m, &r, 40);
        else make_copies(&m, &r, 12, 5);
        for (int64_t n = 0; st == KERF_NO_MEMORY; n += 1 + n / 40) {
            kf_mem mem;
            kf_solved got;
            kf_mem_init(&mem, 0);
            mem.fail_after = n;
            memset(assignment, 0, sizeof assignment);
            st = solve_by("ilp", &m.component, &no_limits, &mem, assignment, &got);
            assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
            assert_int_equal(mem.used, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies),        cmocka_unit_test(known_classes),
        cmocka_unit_test(random_optima), cmocka_unit_test(known_optima),
        cmocka_unit_test(cut_short),     cmocka_unit_test(mixed_signs),
        cmocka_unit_test(reduced),       cmocka_unit_test(refused_memory),
    };
    return cmocka_run_group_tests_name("lift", tests, NULL, NULL);
}
