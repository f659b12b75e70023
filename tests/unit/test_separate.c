/* test_separate.c -- separation with threads gives the same bytes; penalties are found when an atom
 * is named, not before. (What separation finds is tested against plain enumeration elsewhere.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "ground_model.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    return below(&seed, n);
}

/* ---- threads ---- */

enum { NODES = 90 };

typedef struct bytes {
    size_t n;
    char *at;
} bytes;

/* Everything that separation leaves behind: units, literals, clauses. */
static bytes snapshot(const ground_model *f)
{
    bytes b = { 0 };
    FILE *file = open_memstream(&b.at, &b.n);
    assert_non_null(file);
    for (size_t i = 0; i < f->g->rules.n; i++) {
        for (int side = 0; side < 2; side++) {
            const kf_tuple_map *u = &f->g->rules.at[i].tuples[side];
            if (kf_tuple_map_count(u) == 0) continue;
            fwrite(u->tuples.at, sizeof(uint32_t), u->tuples.n, file);
            fwrite(u->times.at, sizeof(uint64_t), u->times.n, file);
            fwrite(u->weights.at, sizeof(double), u->weights.n, file);
        }
    }
    fwrite(f->p->literals.at, sizeof(kf_lit), f->p->literals.n, file);
    for (size_t i = 0; i < f->p->clauses.n; i++) {
        fwrite(&f->p->clauses.at[i].start, sizeof(uint32_t), 1, file);
        fwrite(&f->p->clauses.at[i].weight, sizeof(double), 1, file);
    }
    fclose(file);
    return b;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char model[] = "E(n,n)\nC(n,c)\nL(n,n)\nL(x,y) ^ L(y,z) => L(x,z).\n"
                                "0.3 E(x,y) ^ C(y,c) ^ C(x,c) ^ L(x,z) => L(z,y)\n"
                                "-0.7 L(x,y) v L(y,x)\n";
    char *evidence;
    size_t length;
    FILE *file = open_memstream(&evidence, &length);
    for (int i = 0; i < NODES; i++) {
        for (int k = 0; k < 6; k++) fprintf(file, "E(N%d,N%u)\n", i, random_below(NODES));
        for (int k = 0; k < 3; k++) fprintf(file, "C(N%d,C%u)\n", i, random_below(4));
    }
    fclose(file);
    ground_model f;
    ground_open(&f, model, evidence, "L");
    free(evidence);
    uint32_t predicate = ground_predicate(&f, "L");
    for (int i = 0; i < NODES * NODES / 3; i++) {
        uint32_t row[2] = { random_below(NODES), random_below(NODES) };
        assert_int_equal(kf_grounder_set(f.g, predicate, row, true), KERF_OK);
    }
    bytes one = { 0 };
    for (uint32_t threads = 1; threads <= 4; threads++) {
        kf_separated out;
        ground_again(&f);
        kf_grounder_set_threads(f.g, threads);
        assert_int_equal(kf_separate(f.g, true, &out), KERF_OK);
        assert_true(out.tuples > 10000);
        bytes b = snapshot(&f);
        if (threads == 1) {
            one = b;
            continue;
        }
        assert_int_equal(b.n, one.n);
        assert_memory_equal(b.at, one.at, one.n);
        free(b.at);
    }
    free(one.at);
    ground_close(&f);
}

/* A memory limit is a status, whichever thread meets it. */
static void threads_respect_the_limit(void **state)
{
    (void)state;
    static const char model[] = "L(n,n)\nM(n)\nL(x,y) ^ L(y,z) => L(x,z).\n";
    char *evidence;
    size_t length;
    FILE *file = open_memstream(&evidence, &length);
    for (int i = 0; i < NODES; i++) fprintf(file, "M(N%d)\n", i);
    fclose(file);
    ground_model f;
    ground_open(&f, model, evidence, "L");
    free(evidence);
    for (int i = 0; i < NODES * NODES / 3; i++) {
        uint32_t row[2] = { random_below(NODES), random_below(NODES) };
        assert_int_equal(kf_grounder_set(f.g, ground_predicate(&f, "L"), row, true), KERF_OK);
    }
    kf_separated out;
    kf_grounder_set_threads(f.g, 3);
    f.mem.limit = f.mem.used + 600000;
    assert_int_equal(kf_separate(f.g, true, &out), KERF_NO_MEMORY);
    ground_close(&f);
}

/* ---- penalties ---- */

/* Every pair of titles is asked to be different; only those that something else names are atoms. */
static void penalties_are_lazy(void **state)
{
    (void)state;
    enum { TITLES = 300, BIBS = 700 };
    static const char model[] = "Title(bib,title)\nNear(title,title)\nSame(title,title)\n"
                                "0.5 Title(b,x) ^ Title(c,y) => !Same(x,y)\n"
                                "2 Near(x,y) => Same(x,y)\n";
    uint32_t of[BIBS], n[TITLES] = { 0 };
    char *evidence;
    size_t length;
    FILE *file = open_memstream(&evidence, &length);
    for (int t = 0; t < TITLES; t++) fprintf(file, "Near(T%d,T%d)\n", t, (t + 1) % TITLES);
    for (int b = 0; b < BIBS; b++) {
        of[b] = b < TITLES ? (uint32_t)b : random_below(TITLES);
        n[of[b]]++;
        fprintf(file, "Title(B%d,T%u)\n", b, of[b]);
    }
    fprintf(file, "Same(T5,T9)\n");
    fclose(file);
    ground_model lazy, plain;
    ground_open(&lazy, model, evidence, "Same");
    ground_open(&plain, model, evidence, "Same");
    free(evidence);
    kf_grounder_set_penalties_from(plain.g, 1e18);
    assert_int_equal(kf_ground_local(lazy.g), KERF_OK);
    assert_int_equal(kf_ground_local(plain.g), KERF_OK);
    assert_int_equal(lazy.g->predicate_of.n, TITLES);
    assert_int_equal(plain.g->predicate_of.n, TITLES * TITLES - 1);
    assert_near(lazy.g->best, plain.g->best, 1e-6);
    for (int i = 0; i < 100; i++) { /* a name brings the cost with it */
        uint32_t row[2] = { random_below(TITLES), random_below(TITLES) };
        uint32_t same = ground_predicate(&lazy, "Same");
        kf_atom a, b;
        if (kf_database_fixed(lazy.d, same, row) != KF_UNKNOWN) continue;
        assert_int_equal(kf_grounder_atom(lazy.g, same, row, &a), KERF_OK);
        assert_int_equal(kf_grounder_atom(plain.g, same, row, &b), KERF_OK);
        assert_near(lazy.p->cost_true.at[a.id], 0.5 * n[row[0]] * n[row[1]], 1e-9);
        assert_near(lazy.p->cost_true.at[a.id], plain.p->cost_true.at[b.id], 1e-9);
        assert_near(lazy.p->cost_false.at[a.id], plain.p->cost_false.at[b.id], 1e-9);
        assert_int_equal(kf_grounder_set(lazy.g, same, row, true), KERF_OK);
        assert_int_equal(kf_grounder_set(plain.g, same, row, true), KERF_OK);
    }
    for (size_t i = 0; i < lazy.g->rules.n; i++) { /* and is reported, named or not */
        uint64_t x, y, hard;
        double c, d;
        assert_int_equal(kf_grounder_unsatisfied(lazy.g, &lazy.g->rules.at[i], true, &x, &c, &hard),
                         0);
        assert_int_equal(
            kf_grounder_unsatisfied(plain.g, &plain.g->rules.at[i], true, &y, &d, &hard), 0);
        assert_true(x > 0);
        assert_int_equal(x, y);
        assert_near(c, d, 1e-6);
    }
    ground_close(&lazy);
    ground_close(&plain);
}

/* Texts that are put together may be as long as they like: src/verify has no limit either. */
static void long_texts(void **state)
{
    (void)state;
    enum { LONG = 3000 };
    char evidence[LONG + 20] = "O(A";
    memset(evidence + 3, 'a', LONG);
    memcpy(evidence + 3 + LONG, ")\n", 3);
    ground_model f;
    kf_separated out;
    ground_open(&f,
                "O(t)\nH(t)\n"
                "1 O(x) ^ concat(x, concat(x, 12.5)) != substr(concat(x, x), 1, 4000) => H(x)\n"
                "1 O(x) => EXIST y (O(y) ^ H(y) ^ substr(x, concat(y, y)))\n",
                evidence, "H");
    assert_int_equal(f.g->rules.at[0].groundings, 1);
    assert_int_equal(kf_ground_local(f.g), KERF_OK);
    assert_int_equal(kf_separate(f.g, true, &out), KERF_OK);
    assert_int_equal(out.tuples, 1);
    assert_near(f.p->cost_false.at[0], 2, 0); /* a unit of one literal is a cost, too */
    ground_close(&f);
}

/* ---- groups ---- */

static void set(ground_model *f, uint32_t a, uint32_t b, bool value)
{
    uint32_t row[] = { a, b };
    assert_int_equal(kf_grounder_set(f->g, ground_predicate(f, "R"), row, value), KERF_OK);
}

static void check_separated(ground_model *f, uint64_t units, uint64_t beside, double cost)
{
    kf_separated out;
    assert_int_equal(kf_separate(f->g, false, &out), KERF_OK);
    assert_int_equal(out.tuples, units);
    assert_int_equal(out.beside, beside);
    assert_int_equal(out.beside_groundings, beside);
    assert_near(out.cost, cost, 1e-12);
}

/* Every two atoms that were in a violated pair of a row, now or before, are in a pair. What pays in
 * the current world is told from what does not. */
static void groups_are_complete(void **state)
{
    (void)state;
    for (int complete = 0; complete < 2; complete++) {
        ground_model f;
        ground_open(&f, "P(n)\nR(n,n)\n0.5 !R(a,b) v !R(a,c) v b = c\n",
                    "P(N0)\nP(N1)\nP(N2)\nP(N3)\nP(N4)\n", "R");
        kf_grounder_set_complete_groups(f.g, complete);
        set(&f, 0, 1, true);
        set(&f, 0, 2, true);
        set(&f, 1, 1, true); /* alone in its row */
        check_separated(&f, 2, 0, 1);
        set(&f, 0, 1, false);
        set(&f, 0, 3, true);
        set(&f, 1, 1, false);
        set(&f, 1, 2, true);
        check_separated(&f, 2, complete ? 2 : 0, 1); /* 2 3; beside them 1 3 */
        set(&f, 0, 2, false);
        set(&f, 0, 4, true);
        check_separated(&f, 2, complete ? 4 : 0, 1); /* 3 4; 1 4, 2 4 */
        set(&f, 0, 1, true);
        set(&f, 0, 2, true);
        check_separated(&f, complete ? 0 : 6, 0, complete ? 0 : 3);
        set(&f, 0, 1, false);
        check_separated(&f, 0, 0, 0);
        ground_close(&f);
    }
}

/* ---- Clauses that hold since no atom of theirs is true ---- */

/* What was found of a random world, and what its clause says of every pair. */
static void check_constants(ground_model *f, bool (*world)[2])
{
    uint64_t wrong = 0, groundings, hard;
    double cost;
    for (uint32_t i = 0; i < 24; i++)
        for (uint32_t k = 0; k < 24; k++) wrong += i != k && world[i][1] && world[k][1];
    assert_int_equal(
        kf_grounder_unsatisfied(f->g, &f->g->rules.at[0], false, &groundings, &cost, &hard),
        KERF_OK);
    assert_int_equal(hard, wrong);
}

/* Few true atoms are looked at, many are not; some are of another constant, and some were true
 * before. */
static void clauses_hold(void **state)
{
    (void)state;
    uint64_t dice = 3;
    kf_text evidence;
    ground_model f;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text_init(&evidence, &mem);
    for (int i = 0; i < 24; i++) kf_text_addf(&evidence, "P(N%d)\n", i);
    ground_open(&f, "r = {X, Y}\nP(n)\nR(n,r)\nR(a,Y) ^ R(b,Y) => a = b.\n", evidence.at, "R");
    bool world[24][2] = { { 0 } };
    for (int step = 0; step < 300; step++) {
        uint32_t row[] = { below(&dice, step % 60 < 30 ? 24 : 6), below(&dice, 2) };
        bool value = step % 60 < 20 || below(&dice, 3) == 0;
        kf_separated out;
        world[row[0]][row[1]] = value;
        assert_int_equal(kf_grounder_set(f.g, ground_predicate(&f, "R"), row, value), KERF_OK);
        assert_int_equal(kf_separate(f.g, false, &out), KERF_OK);
        check_constants(&f, world);
    }
    ground_close(&f);
    kf_text_free(&evidence);
    assert_int_equal(mem.used, 0);
}

/* ---- Triangles of a fractional point ---- */

enum { CORNERS = 7 };

typedef struct fraction {
    ground_model f;
    kf_atom atom[CORNERS][CORNERS];
    double x[CORNERS * CORNERS];
} fraction;

/* One pair is true by evidence, one false; the others are named, in the order of rows. */
static void open_fraction(fraction *t)
{
    static const char model[] = "L(n,n)\nM(n)\nL(x,z) v !L(y,z) v !L(x,y).\n";
    ground_open(&t->f, model, "M(A)\nM(B)\nM(C)\nM(D)\nM(E)\nM(F)\nM(G)\nL(A,B)\n!L(A,C)\n", "L");
    uint32_t predicate = ground_predicate(&t->f, "L");
    for (uint32_t i = 0; i < CORNERS; i++) {
        for (uint32_t j = 0; j < CORNERS; j++) {
            uint32_t row[] = { i, j };
            t->atom[i][j].id = UINT32_MAX;
            if (kf_database_fixed(t->f.d, predicate, row) != KF_UNKNOWN) continue;
            assert_int_equal(kf_grounder_atom(t->f.g, predicate, row, &t->atom[i][j]), KERF_OK);
        }
    }
}

static double value(const fraction *t, uint32_t i, uint32_t j)
{
    return t->atom[i][j].id == UINT32_MAX ? 0 : t->x[t->atom[i][j].id];
}

/* Of the pair, the most that a triangle is violated by the point. */
static double violation(const fraction *t, uint32_t i, uint32_t k)
{
    double most = 0;
    for (uint32_t j = 0; j < CORNERS; j++)
        if (j != i && j != k)
            most = fmax(most, value(t, i, j) + value(t, j, k) - value(t, i, k) - 1);
    return most;
}

static void check_clause(const fraction *t, uint32_t clause)
{
    const kf_problem *p = t->f.p;
    uint32_t start = p->clauses.at[clause].start, positive = 0, n = 0;
    double sum = 0;
    for (uint32_t i = start; i < p->literals.n && n < 3; i++, n++) {
        kf_lit l = p->literals.at[i];
        if (clause + 1 < p->clauses.n && i == p->clauses.at[clause + 1].start) break;
        double x = t->x[kf_lit_atom(l).id];
        positive += !kf_lit_negated(l);
        sum += kf_lit_negated(l) ? 1 - x : x;
    }
    assert_true(n >= 2 && positive <= 1 && sum < 1);
    assert_true(isinf(p->clauses.at[clause].weight));
}

static void triangles_of_a_point(void **state)
{
    static fraction t;
    (void)state;
    open_fraction(&t);
    for (uint32_t round = 0; round < 50; round++) {
        kf_separated out;
        uint32_t before = (uint32_t)t.f.p->clauses.n, expected = 0;
        for (uint32_t i = 0; i < t.f.p->parent.n; i++) t.x[i] = random_below(11) / 10.0;
        for (uint32_t i = 0; i < CORNERS; i++)
            for (uint32_t k = 0; k < CORNERS; k++)
                expected += !(i == 0 && k == 1) && violation(&t, i, k) > 0.05;
        assert_int_equal(kf_separate_triangles(t.f.g, t.x, &out), KERF_OK);
        assert_true(out.tuples <= expected);
        if (round == 0) assert_int_equal(out.tuples, expected);
        assert_int_equal(t.f.p->clauses.n - before, out.tuples);
        for (uint32_t c = before; c < t.f.p->clauses.n; c++) check_clause(&t, c);
        assert_int_equal(kf_separate_triangles(t.f.g, t.x, &out), KERF_OK);
    }
    assert_true(t.f.p->clauses.n > 100);
    ground_close(&t.f);
}

static void triangles_without_memory(void **state)
{
    static fraction t;
    kerf_status st = KERF_NO_MEMORY;
    (void)state;
    for (int64_t n = 0; st != KERF_OK; n++) {
        kf_separated out;
        open_fraction(&t);
        for (uint32_t i = 0; i < t.f.p->parent.n; i++) t.x[i] = i % 3 / 2.0;
        t.f.mem.fail_after = n;
        st = kf_separate_triangles(t.f.g, t.x, &out);
        t.f.mem.fail_after = -1;
        assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
        assert_true(n < 200);
        ground_close(&t.f);
    }
}

/* ---- Interrupted, and gone on with ---- */

static int after_some(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void everybody(ground_model *f, const char *name, bool value)
{
    uint32_t predicate = ground_predicate(f, name);
    const kf_domain *people = &f->d->domains[f->m.model->predicates.at[predicate].slots[0].type];
    for (uint32_t i = 0; i < people->n; i++)
        assert_int_equal(kf_grounder_set(f->g, predicate, &people->ids[i], value), KERF_OK);
}

/* What the problem makes the world pay in which P is true and Q is not. */
static double paid(const ground_model *f, uint64_t *broken)
{
    bool world[1024] = { false };
    uint32_t p = ground_predicate(f, "P");
    assert_true(f->p->parent.n <= KF_LENGTH(world));
    for (size_t i = 0; i < f->p->parent.n; i++) world[i] = f->g->predicate_of.at[i] == p;
    return kf_problem_cost(f->p, world, broken);
}

/* Units stand for many groundings; wherever the search for them was interrupted, in the end they
 * weigh as much as if it had not been. */
static void recovers(void **state)
{
    (void)state;
    enum { PEOPLE = 500, SOME = 400 };
    kf_text evidence;
    ground_model f;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_text_init(&evidence, &mem);
    for (int i = 0; i < SOME; i++) {
        kf_text_addf(&evidence, "S(A%d)\n", i);
        for (int k = 0; k < PEOPLE; k++) kf_text_addf(&evidence, "F(A%d, A%d)\n", i, k);
    }
    kf_text_addc(&evidence, '\0');
    ground_open(&f, "*S(t)\n*F(t, t)\nP(t)\nQ(t)\n0.5 S(y) ^ F(y, x) ^ P(x) => Q(x)\n",
                kf_text_get(&evidence).at, "P,Q");
    int cut = 0;
    kerf_status st = KERF_INTERRUPTED;
    for (int n = 0; st != KERF_OK; n++) {
        kf_separated out;
        uint64_t broken;
        int left = n;
        everybody(&f, "P", false);
        ground_again(&f);
        assert_int_equal(kf_ground_local(f.g), KERF_OK);
        everybody(&f, "P", true);
        kf_stop stop = kf_stop_when(after_some, &left);
        kf_grounder_on_stop(f.g, &stop);
        st = kf_separate(f.g, true, &out);
        kf_grounder_on_stop(f.g, NULL);
        if (st == KERF_INTERRUPTED) {
            cut++;
            assert_int_equal(kf_grounder_recover(f.g), KERF_OK);
            assert_int_equal(kf_separate(f.g, false, &out), KERF_OK);
        }
        assert_near(paid(&f, &broken), 0.5 * SOME * PEOPLE, 1e-6);
        assert_int_equal(broken, 0);
        assert_true(n < 10000);
    }
    assert_true(cut > 1);
    everybody(&f, "P", false);
    ground_close(&f);
    kf_text_free(&evidence);
    assert_int_equal(mem.used, 0);
}

/* A formula that is passed over at first, with a count that no assignment reaches: what evidence
 * decides is known once it was separated, too. */
static void knows_what_is_decided(void **state)
{
    static const uint32_t stages[] = { 0, 1 };
    ground_model f;
    kf_separated found;
    uint64_t groundings, hard;
    double cost;
    (void)state;
    ground_open(&f,
                "place = {A, B}\nlabel = {L1, L2, L3}\nTag(place, label)\nOpen(label)\n"
                "2 Tag(p, l) v Open(l)\n3 |l : Tag(p, l) ^ Open(l)| >= 4\n",
                "", "Tag,Open");
    kf_grounder_set_stages(f.g, stages);
    assert_false(kf_grounder_knows_decided(f.g));
    assert_int_equal(kf_separate(f.g, false, &found), KERF_OK);
    assert_int_equal(found.tuples, 6);
    assert_false(found.complete);
    assert_true(kf_grounder_has_separated(f.g) && !kf_grounder_knows_decided(f.g));
    assert_int_equal(kf_separate_rest(f.g, &found), KERF_OK);
    assert_true(found.complete && kf_grounder_knows_decided(f.g));
    kf_ground_rule *gr = kf_grounder_rule(f.g, 1);
    assert_int_equal(kf_grounder_unsatisfied(f.g, gr, false, &groundings, &cost, &hard), KERF_OK);
    assert_int_equal(groundings, 0);
    assert_near(cost, 0, 0);
    ground_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_respect_the_limit),
        cmocka_unit_test(penalties_are_lazy),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(groups_are_complete),
        cmocka_unit_test(clauses_hold),
        cmocka_unit_test(triangles_of_a_point),
        cmocka_unit_test(triangles_without_memory),
        cmocka_unit_test(recovers),
        cmocka_unit_test(knows_what_is_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
