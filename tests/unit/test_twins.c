/* test_twins.c -- inference over one of several constants that evidence does not tell apart: the
 * same optimum as over all of them, found by trying every world or by the exact solver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "dice.h"
#include "ground/score/totals.h"
#include "ground/twins/twins.h"
#include "ground_model.h"
#include "infer/gate.h"
#include "infer/lifted.h"
#include "ground/ground_rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program {
    char model[4096], evidence[4096];
    size_t n_model, n_evidence;
    uint64_t dice;
    uint32_t things, strings;
    bool torn; /* twins are better apart, and each of them better with others */
} program;

/* ---- Random programs: things that are the same if their names are, and the other way round
 * ---- */

static void add(char *text, size_t *n, size_t most, const char *line)
{
    size_t more = strlen(line);
    assert_true(*n + more < most);
    memcpy(text + *n, line, more + 1);
    *n += more;
}

static void say(program *x, const char *line)
{
    add(x->model, &x->n_model, sizeof x->model, line);
}

static void know(program *x, const char *line)
{
    add(x->evidence, &x->n_evidence, sizeof x->evidence, line);
}

/* most: tenths of the weight, of either sign. */
static void weigh(program *x, int least, int most, const char *formula)
{
    char line[200];
    int tenths = least + (int)below(&x->dice, (uint32_t)(most - least + 1));
    snprintf(line, sizeof line, "%d.%d %s\n", tenths / 10, abs(tenths % 10), formula);
    if (tenths < 0 && tenths > -10)
        snprintf(line, sizeof line, "-0.%d %s\n", abs(tenths % 10), formula);
    say(x, line);
}

static const char *const PLAIN[] = {
    "Title(a,x) ^ Title(b,y) => !Alike(x,y)",
    "Title(a,x) ^ Title(b,y) ^ Close(x,y) => Alike(x,y)",
    "Title(a,x) ^ Title(b,y) ^ Close(x,y) => Same(a,b)",
    "Venue(a,x) ^ Venue(b,y) => Same(a,b)",
    "Title(a,x) ^ Venue(b,x) => Same(a,b)",
    "Big(a) => Same(a,b)",
    "Big(a) ^ Title(a,x) => Alike(x,x)",
    "Same(a,b)",
    "Alike(x,y)",
};

/* Which forbid that things are merged; 0 is none. */
static const char *const FORBIDDING[] = {
    "",
    "0.7 a != b => Same(a,b)\n",
    "-1.5 Same(a,a)\n",
    "1.2 Same(a,b) => Same(b,a)\n",
    "0.4 Same(a,B0)\n",
    "0.9 Link(a,b) => Same(a,b)\n",
    "|b: Same(a,b)| <= 2.\n",
    "0.6 EXIST b (Same(a,b) ^ Big(b))\n",
    "0.5 Seen(a) v Same(a,b)\n",
};
enum { SEEN = 8 };

static void write_model(program *x, uint32_t forbids)
{
    say(x, "*Title(thing, string)\n*Venue(thing, string)\n*Close(string, string)\n*Big(thing)\n"
           "*Link(thing, thing)\nSame(thing, thing)\nAlike(string, string)\n");
    if (forbids == SEEN) say(x, "Seen(thing)\n");
    say(x, "Same(a,b) ^ Same(b,c) => Same(a,c).\n");
    if (x->torn || below(&x->dice, 3) == 0) say(x, "Same(a,b) => Same(b,a).\n");
    if (below(&x->dice, 6) == 0) say(x, "Alike(x,y) ^ Alike(y,z) => Alike(x,z).\n");
    if (below(&x->dice, 8) == 0)
        say(x, "Big(a) ^ Title(a,x) ^ Title(b,y) ^ Same(a,b) => Alike(x,y).\n");
    if (x->torn) {
        weigh(x, -25, -15, "Same(a,b)");
        weigh(x, 35, 50, "Title(a,x) ^ Title(b,y) ^ Close(x,y) => Same(a,b)");
        weigh(x, 1, 3, "Title(a,x) ^ Title(b,y) ^ Same(a,b) => Alike(x,y)");
        return;
    }
    weigh(x, 5, 60, "Title(a,x) ^ Title(b,y) ^ Same(a,b) => Alike(x,y)");
    weigh(x, -10, 60, "Title(a,x) ^ Title(b,y) ^ Alike(x,y) => Same(a,b)");
    for (size_t i = 0; i < KF_LENGTH(PLAIN); i++)
        if (below(&x->dice, 2)) weigh(x, -40, 60, PLAIN[i]);
    say(x, FORBIDDING[forbids]);
}

static const char *hidden_of(const program *x)
{
    return strstr(x->model, "Seen") ? "Same,Alike,Seen" : "Same,Alike";
}

static void write_evidence(program *x)
{
    char line[100];
    for (uint32_t i = 0; i < x->things; i++) {
        bool twin = i > 0 && below(&x->dice, 3) > 0; /* of thing 0 */
        snprintf(line, sizeof line, "Title(B%u, S%u)\n", i, twin ? 0 : below(&x->dice, x->strings));
        know(x, line);
        if (!twin && below(&x->dice, 3) == 0) {
            snprintf(line, sizeof line, "Venue(B%u, S%u)\n", i, below(&x->dice, x->strings));
            know(x, line);
        }
        if (!twin && i > 0 && below(&x->dice, 4) == 0) {
            snprintf(line, sizeof line, "Big(B%u)\n", i);
            know(x, line);
        }
    }
    for (uint32_t i = 0; i < x->strings; i++)
        for (uint32_t k = 0; k < x->strings; k++) {
            if (x->torn ? i == k : below(&x->dice, i == k ? 3 : 2) == 0) continue;
            snprintf(line, sizeof line, "Close(S%u, S%u)\n", i, k);
            know(x, line);
        }
    if (below(&x->dice, 4) == 0) know(x, below(&x->dice, 2) ? "Same(B0, B1)\n" : "!Same(B1, B0)\n");
    if (below(&x->dice, 4) == 0) know(x, "Link(B0, B1)\n");
}

/* ---- Both ways ---- */

static kf_cpi_options options_of(const char *solver)
{
    kf_cpi_options o = { .solver = kf_solver_find(solver),
                         .settings.nodes = 0,
                         .simplify = true,
                         .twins = true,
                         .twins_from = true,
                         .threads = 1,
                         .max_iterations = 1000,
                         .deadline = INFINITY };
    return o;
}

static void open_uncounted(ground_model *f)
{
    kf_grounder_free(f->g);
    kf_problem_free(f->p);
    f->p = kf_problem_new(&f->mem);
    assert_int_equal(kf_grounder_open(&f->g, &f->mem, f->d, f->p, f->diags), KERF_OK);
}

typedef struct outcome {
    kerf_outcome is;
    double cost, score;
} outcome;

/* Without twins, in a database of its own. */
static outcome solve_whole(const program *x, const char *solver)
{
    ground_model f;
    kf_cpi_result r;
    kf_cpi_options o = options_of(solver);
    o.settings.off = KF_CLUSTERING;
    ground_open(&f, x->model, x->evidence, hidden_of(x));
    assert_int_equal(kf_cpi_run(f.g, &o, &r), KERF_OK);
    outcome out = { r.outcome, r.cost, r.score };
    kf_cpi_result_free(&r, &f.mem);
    ground_close(&f);
    return out;
}

/* Does the gate let the world through, over the whole database? */
static void check_gate(ground_model *f, const kf_cpi_result *r)
{
    size_t n = kf_grounder_n_rules(f->g);
    kf_gate_count *counts = kf_mem_calloc(&f->mem, n, sizeof *counts);
    kerf_status st = kf_gate_pass(f->g, r, true, NULL, counts);
    if (st != KERF_OK) print_error("%s\n", kf_diags_get(f->diags, 0)->text);
    assert_int_equal(st, KERF_OK);
    kf_mem_free(&f->mem, counts, n, sizeof *counts);
}

static bool solve_lifted(const program *x, outcome *out)
{
    ground_model f;
    kf_cpi_result r;
    bool done;
    kf_cpi_options o = options_of("auto");
    ground_open(&f, x->model, x->evidence, hidden_of(x));
    double best = kf_grounder_best(f.g);
    open_uncounted(&f);
    assert_int_equal(kf_cpi_run_lifted(f.g, &o, &r, &done), KERF_OK);
    if (done) {
        *out = (outcome){ r.outcome, r.cost, r.score };
        assert_true(r.lifted);
        assert_near(r.score + r.cost, kf_grounder_best(f.g), 1e-7);
        assert_true(kf_grounder_best(f.g) <= best + 1e-7); /* what evidence decides is off */
        check_gate(&f, &r);
        kf_cpi_result_free(&r, &f.mem);
    } else { /* as it was: it can be counted and run */
        assert_int_equal(kf_grounder_count(f.g), KERF_OK);
        assert_near(kf_grounder_best(f.g), best, 1e-9);
    }
    ground_close(&f);
    return done;
}

static bool compare(program *x, const char *solver)
{
    outcome lifted;
    if (!solve_lifted(x, &lifted)) return false;
    outcome whole = solve_whole(x, solver);
    bool same = lifted.is == whole.is && fabs(lifted.cost - whole.cost) <= 1e-7
                && fabs(lifted.score - whole.score) <= 1e-7;
    if (!same)
        print_error("cost %.9g, but %.9g over twins\n%s%s", whole.cost, lifted.cost, x->model,
                    x->evidence);
    assert_true(same);
    assert_int_equal(lifted.is, KERF_OPTIMAL);
    return true;
}

/* forbids: what of FORBIDDING is in the model. Returns how many were lifted. */
static uint32_t run_programs(uint32_t n, uint64_t seed, uint32_t most_things, uint32_t most_strings,
                             const char *solver, uint32_t forbids)
{
    uint32_t lifted = 0;
    for (uint32_t i = 0; i < trials_of(n); i++) {
        program x = { .dice = seed + i };
        for (int k = 0; k < 4; k++) below(&x.dice, 2);
        x.things = 2 + below(&x.dice, most_things - 1);
        x.strings = 1 + below(&x.dice, most_strings);
        x.torn = forbids == 0 && below(&x.dice, 4) == 0;
        write_model(&x, forbids);
        write_evidence(&x);
        lifted += compare(&x, solver);
    }
    return lifted;
}

/* Every world is tried. */
static void test_every_world(void **state)
{
    (void)state;
    uint32_t lifted = run_programs(1600, 1, 3, 2, "brute", 0);
    assert_true(lifted >= trials_of(1600) / 10);
}

static void test_more_things(void **state)
{
    (void)state;
    uint32_t lifted = run_programs(600, 1000, 7, 3, "exact", 0);
    assert_true(lifted >= trials_of(600) / 10);
}

/* What tells twins apart, or what the proof does not reach, is left alone. */
static void test_left_alone(void **state)
{
    (void)state;
    for (uint32_t k = 1; k < KF_LENGTH(FORBIDDING); k++)
        assert_int_equal(run_programs(25, 5000 + k, 5, 2, "exact", k), 0);
}

/* ---- Classes ---- */

static const char *const ALIKE = "*Title(thing, string)\n"
                                 "Same(thing, thing)\n"
                                 "Alike(string, string)\n"
                                 "Same(a,b) ^ Same(b,c) => Same(a,c).\n"
                                 "2 Title(a,x) ^ Title(b,y) ^ Same(a,b) => Alike(x,y)\n"
                                 "-1 Same(a,b)\n"
                                 "3 Title(a,x) ^ Title(b,x) => Same(a,b)\n";

static kf_twin_classes classes_of(ground_model *f, const char *model, const char *evidence,
                                  bool *found)
{
    kf_twin_classes c = { 0 };
    ground_open(f, model, evidence, "Same,Alike");
    open_uncounted(f);
    assert_int_equal(kf_twins_find(f->g, 0, &c, found), KERF_OK);
    return c;
}

static uint32_t id_of(const ground_model *f, uint32_t type, const char *name)
{
    return kf_symbols_find(f->m.model->types.at[type].constants, kf_str_of(name));
}

/* Same(B0,B0) gains 3 - 1 and may lose 2: that is not enough, unless Alike(S0,S0) is sure. */
static void test_licence(void **state)
{
    (void)state;
    const char *evidence = "Title(B0, S0)\nTitle(B1, S1)\nTitle(B2, S0)\n";
    const char *more[] = { "", "2.5 Title(a,x) => Alike(x,x)\n",
                           "-2.5 Title(a,x) => Alike(x,x)\n" };
    for (int i = 0; i < 3; i++) {
        char model[1000];
        ground_model f;
        bool found;
        snprintf(model, sizeof model, "%s%s", ALIKE, more[i]);
        kf_twin_classes c = classes_of(&f, model, evidence, &found);
        assert_int_equal(found, i < 2); /* nothing is against Alike(S0,S0) in the first either */
        if (found) {
            uint32_t b0 = id_of(&f, c.type, "B0"), b1 = id_of(&f, c.type, "B1");
            uint32_t b2 = id_of(&f, c.type, "B2");
            assert_int_equal(c.first[b2], b0);
            assert_int_equal(c.next[b0], b2);
            assert_int_equal(c.sizes[b0], 2);
            assert_int_equal(c.sizes[b1], 1);
            assert_int_equal(c.sizes[b2], 0);
            kf_twin_classes_free(&c, &f.mem);
        }
        ground_close(&f);
    }
}

/* Evidence of the predicate itself tells twins apart, and so does one fact more. */
static void test_told_apart(void **state)
{
    (void)state;
    const char *evidence[] = { "Title(B0, S0)\nTitle(B1, S0)\n!Same(B0, B0)\n",
                               "Title(B0, S0)\nTitle(B1, S0)\nTitle(B1, S1)\n",
                               "Title(B0, S0)\nTitle(B1, S0)\n0.7 Same(B1, B0)\n" };
    for (size_t i = 0; i < KF_LENGTH(evidence); i++) {
        ground_model f;
        bool found;
        classes_of(&f, ALIKE, evidence[i], &found);
        assert_false(found);
        ground_close(&f);
    }
}

/* A quotient's queries give what the whole database's give, with all ways. */
static void test_totals(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < trials_of(100); i++) {
        program x = { .dice = 9000 + i, .things = 5, .strings = 2 };
        ground_model f;
        bool found;
        write_model(&x, 0);
        write_evidence(&x);
        kf_twin_classes c = { 0 };
        ground_open(&f, x.model, x.evidence, hidden_of(&x));
        double best = kf_grounder_best(f.g);
        open_uncounted(&f);
        assert_int_equal(kf_twins_find(f.g, 0, &c, &found), KERF_OK);
        if (found) {
            kf_database *d;
            kf_problem *p = kf_problem_new(&f.mem);
            kf_grounder *g;
            assert_int_equal(kf_database_quotient(&d, f.d, &c), KERF_OK);
            assert_int_equal(kf_grounder_new(&g, &f.mem, d, p, f.diags), KERF_OK);
            assert_near(kf_grounder_best(g), best, 1e-9 * fmax(1, fabs(best)));
            kf_grounder_free(g);
            kf_problem_free(p);
            kf_database_free(d);
            kf_twin_classes_free(&c, &f.mem);
        }
        ground_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_world), cmocka_unit_test(test_more_things),
        cmocka_unit_test(test_left_alone),  cmocka_unit_test(test_licence),
        cmocka_unit_test(test_told_apart),  cmocka_unit_test(test_totals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
