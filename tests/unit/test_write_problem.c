/* test_write_problem.c -- files for other solvers: random problems, read back and searched plainly,
 * cost in every world what the problem says they cost; exact texts; writers that stop; memory that
 * runs out; misuse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "problem/writing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Problems ---- */

static uint64_t seed;

static uint32_t draw(uint32_t n)
{
    return below(&seed, n);
}

static kf_lit draw_lit(uint32_t atoms)
{
    return kf_lit_of((kf_atom){ draw(atoms) }, draw(2) == 1);
}

/* Quarters, or numbers that no power of ten makes whole. */
static double draw_weight(bool whole)
{
    static const double list[] = { 1, 2.5, 0.25, 3, 10 };
    double w = whole ? list[draw(5)] : 0.1 + draw(1000) / 777.0;
    if (draw(6) == 0) w = INFINITY;
    return draw(2) ? w : -w;
}

static void random_problem(kf_problem *p, bool whole)
{
    uint32_t atoms = 1 + draw(4);
    double constant = 0;
    for (uint32_t i = 0; i < atoms; i++) {
        kf_atom atom;
        assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
        kf_problem_add_cost(p, atom, draw(3) * 0.5, draw(3) * 0.75);
    }
    for (uint32_t i = draw(4); i > 0; i--) {
        kf_lit lits[4];
        uint32_t n = 1 + draw(4);
        for (uint32_t k = 0; k < n; k++) lits[k] = draw_lit(atoms);
        assert_int_equal(kf_problem_add_clause(p, lits, n, draw_weight(whole), &constant), KERF_OK);
    }
    for (uint32_t i = draw(2); i > 0; i--) {
        kf_lit lits[4];
        uint32_t coefficients[4], n = 1 + draw(4), most = 1 + draw(3);
        uint64_t least = draw(4);
        for (uint32_t k = 0; k < n; k++) {
            lits[k] = draw_lit(atoms);
            coefficients[k] = 1 + draw(most);
        }
        assert_int_equal(kf_problem_add_cardinality(p, lits, coefficients, n, least,
                                                    draw(3) ? least + draw(3) : UINT64_MAX,
                                                    draw_weight(whole)),
                         KERF_OK);
    }
}

/* ---- Reading back ---- */

typedef struct text {
    char *at;
    size_t n, cap, stop_after;
} text;

static int gather(void *context, const char *from, size_t n)
{
    text *t = context;
    if (t->stop_after && t->n + n > t->stop_after) return 1;
    if (t->n + n + 1 > t->cap) {
        t->cap = 2 * (t->n + n + 1);
        t->at = realloc(t->at, t->cap);
        assert_non_null(t->at);
    }
    memcpy(t->at + t->n, from, n);
    t->n += n;
    t->at[t->n] = '\0';
    return 0;
}

static bool name(void *context, kf_atom atom, kf_text *to)
{
    (void)context;
    if (atom.id > 25) return false;
    kf_text_addf(to, "Atom(%c)", 'A' + (int)atom.id);
    return true;
}

static kf_export export_of(const kf_problem *p, text *t)
{
    return (kf_export){ .p = p, .best = 100, .name = name, .put = gather, .to = t };
}

enum { MOST_LITERALS = 20000, MOST_READ = 4000 };

typedef struct wcnf {
    long long variables, clauses, top;
    double offset, scale, error;
    size_t n, n_literals;
    struct {
        long long weight;
        size_t from, to;
    } clause[MOST_READ];
    int literals[MOST_LITERALS];
} wcnf;

static void read_comment(wcnf *w, const char *line)
{
    if (sscanf(line, "c score = %lf - objective / %lf", &w->offset, &w->scale) == 1) w->scale = 1;
    sscanf(line, "c weights are rounded to integers: the score is at most %lf off", &w->error);
}

static void read_clause(wcnf *w, char *line)
{
    char *end;
    assert_true(w->n < MOST_READ);
    w->clause[w->n].weight = strtoll(line, &end, 10);
    w->clause[w->n].from = w->n_literals;
    for (;;) {
        long l = strtol(end, &end, 10);
        if (l == 0) break;
        assert_true(labs(l) <= w->variables && w->n_literals < MOST_LITERALS);
        w->literals[w->n_literals++] = (int)l;
    }
    assert_int_equal(*end, '\0');
    w->clause[w->n++].to = w->n_literals;
}

static void read_wcnf(wcnf *w, char *from)
{
    memset(w, 0, sizeof *w);
    for (char *line = strtok(from, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == 'c') read_comment(w, line);
        else if (*line == 'p')
            assert_int_equal(
                sscanf(line, "p wcnf %lld %lld %lld", &w->variables, &w->clauses, &w->top), 3);
        else read_clause(w, line);
    }
    assert_int_equal(w->n, (size_t)w->clauses);
}

/* Of one assignment; INFINITY: a hard clause is false. */
static double cost_of(const wcnf *w, uint64_t world)
{
    double cost = 0;
    for (size_t i = 0; i < w->n; i++) {
        bool holds = false;
        for (size_t k = w->clause[i].from; k < w->clause[i].to && !holds; k++) {
            int l = w->literals[k];
            holds = (world >> (abs(l) - 1) & 1) == (l > 0);
        }
        if (holds) continue;
        if (w->clause[i].weight == w->top) return INFINITY;
        cost += (double)w->clause[i].weight;
    }
    return cost;
}

static double best_cost(const wcnf *w, size_t atoms, uint64_t world)
{
    double best = INFINITY;
    for (uint64_t rest = 0; rest < UINT64_C(1) << ((size_t)w->variables - atoms); rest++) {
        best = fmin(best, cost_of(w, world | rest << atoms));
    }
    return best;
}

/* What the problem itself says; INFINITY: something hard is broken. */
static double true_cost(const kf_problem *p, uint64_t world)
{
    bool values[64];
    uint64_t broken;
    for (size_t i = 0; i < p->parent.n; i++) values[i] = world >> i & 1;
    double cost = kf_problem_cost(p, values, &broken);
    return broken ? INFINITY : cost;
}

static void wcnf_costs_the_same(void **state)
{
    (void)state;
    static wcnf w;
    size_t tried = 0;
    for (uint64_t s = 1; s <= 3000; s++) {
        kf_mem mem;
        text t = { 0 };
        const char *why = NULL;
        bool whole = s % 3 > 0;
        seed = s;
        kf_mem_init(&mem, 0);
        kf_problem *p = kf_problem_new(&mem);
        random_problem(p, whole);
        kf_export e = export_of(p, &t);
        assert_int_equal(kf_write_wcnf(&e, &why), KERF_OK);
        read_wcnf(&w, t.at);
        if (whole) assert_true(w.error == 0);
        if ((size_t)w.variables - p->parent.n <= 12) tried++;
        for (uint64_t world = 0; world < 1u << p->parent.n; world++) {
            if ((size_t)w.variables - p->parent.n > 12) break;
            double expected = true_cost(p, world), got = best_cost(&w, p->parent.n, world);
            double score = w.offset - got / w.scale;
            bool same =
                isinf(expected) ? isinf(got) : fabs(score - (100 - expected)) <= w.error + 1e-9;
            if (!same)
                fail_msg("seed %llu, world %llu: cost %.15g, score in the file %.15g, error %.15g, "
                         "scale %g",
                         (unsigned long long)s, (unsigned long long)world, expected, score, w.error,
                         w.scale);
        }
        kf_problem_free(p);
        free(t.at);
        assert_int_equal(mem.used, 0);
    }
    assert_true(tried > 2000);
}

/* ---- Rows ---- */

enum { MOST_ROWS = 200, MOST_TERMS = 2000, MOST_EXTRA = 16 };

typedef struct program {
    size_t atoms, n_extra, n_rows, n_terms;
    double cost[MOST_EXTRA];
    bool binary[MOST_EXTRA];
    kf_written_row rows[MOST_ROWS];
    kf_written_entry terms[MOST_TERMS];
} program;

static bool keep_column(void *context, uint32_t index, double cost, bool binary)
{
    program *x = context;
    assert_int_equal(index, x->atoms + x->n_extra);
    assert_true(x->n_extra < MOST_EXTRA && cost >= 0);
    x->cost[x->n_extra] = cost;
    x->binary[x->n_extra++] = binary;
    return true;
}

static bool keep_row(void *context, const kf_written_row *r)
{
    program *x = context;
    assert_true(x->n_rows < MOST_ROWS && x->n_terms + r->n <= MOST_TERMS && r->n > 0);
    x->rows[x->n_rows] = *r;
    x->rows[x->n_rows++].terms = x->terms + x->n_terms;
    for (uint32_t i = 0; i < r->n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            assert_int_not_equal(r->terms[i].column, r->terms[k].column);
        }
        assert_true(r->terms[i].column < x->atoms + x->n_extra);
        x->terms[x->n_terms++] = r->terms[i];
    }
    return true;
}

static bool row_holds(const program *x, const kf_written_row *r, uint64_t values)
{
    double sum = 0;
    (void)x;
    for (uint32_t i = 0; i < r->n; i++) {
        if (values >> r->terms[i].column & 1) sum += r->terms[i].value;
    }
    return r->sense == '<' ? sum <= r->right : r->sense == '>' ? sum >= r->right : sum == r->right;
}

/* Every z is 0 or 1 at the best point, given the atoms and the binaries. */
static double best_value(const program *x, uint64_t world)
{
    double best = INFINITY;
    for (uint64_t extra = 0; extra < UINT64_C(1) << x->n_extra; extra++) {
        uint64_t values = world | extra << x->atoms;
        double cost = 0;
        bool holds = true;
        for (size_t i = 0; i < x->n_rows && holds; i++) holds = row_holds(x, &x->rows[i], values);
        for (size_t i = 0; i < x->n_extra; i++) cost += extra >> i & 1 ? x->cost[i] : 0;
        if (holds) best = fmin(best, cost);
    }
    return best;
}

static void rows_cost_the_same(void **state)
{
    (void)state;
    static program x;
    for (uint64_t s = 1; s <= 3000; s++) {
        kf_mem mem;
        seed = s;
        kf_mem_init(&mem, 0);
        kf_problem *p = kf_problem_new(&mem);
        random_problem(p, s % 2);
        x = (program){ .atoms = p->parent.n };
        const kf_rows_visitor v = { keep_column, keep_row, &x };
        assert_int_equal(kf_rows_visit(p, &v), KERF_OK);
        for (uint64_t world = 0; world < 1u << p->parent.n; world++) {
            double expected = true_cost(p, world), got = best_value(&x, world);
            double atoms = kf_export_base(p, true);
            for (size_t i = 0; i < p->parent.n; i++) {
                if (world >> i & 1) atoms += kf_export_cost(p, i);
            }
            bool same = isinf(expected) ? isinf(got) : fabs(got + atoms - expected) <= 1e-9;
            if (!same)
                fail_msg("seed %llu, world %llu: cost %g, by rows %g", (unsigned long long)s,
                         (unsigned long long)world, expected, got + atoms);
        }
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
}

/* ---- Texts ---- */

static void small_problem(kf_problem *p)
{
    kf_atom a[3];
    double constant = 0;
    for (int i = 0; i < 3; i++) assert_int_equal(kf_problem_add_atom(p, &a[i]), KERF_OK);
    kf_problem_add_cost(p, a[0], 0.5, 2);
    kf_problem_add_cost(p, a[1], 1, 0);
    kf_lit two[2] = { kf_lit_of(a[0], true), kf_lit_of(a[1], false) };
    kf_lit all[3] = { kf_lit_of(a[0], false), kf_lit_of(a[1], false), kf_lit_of(a[2], true) };
    uint32_t coefficients[3] = { 1, 1, 2 };
    assert_int_equal(kf_problem_add_clause(p, two, 2, 1.5, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_clause(p, all + 1, 2, -3, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_clause(p, all, 3, INFINITY, &constant), KERF_OK);
    assert_int_equal(kf_problem_add_cardinality(p, all, coefficients, 3, 1, 2, 4), KERF_OK);
}

static void texts_are_these(void **state)
{
    (void)state;
    static const char lp[] =
        "\\ a ground Markov logic network, written by kerf; minimise the objective\n"
        "\\ score = 98 - objective\n"
        "\\ variables that are not named here are auxiliary\n"
        "\\ x1 = Atom(A)\n\\ x2 = Atom(B)\n\\ x3 = Atom(C)\n"
        "Minimize\n obj: - 1.5 x1 + x2 + 0 x3 + 1.5 z1 + 3 z2 + 4 z3\n"
        "Subject To\n"
        " c1: - x1 + x2 + z1 >= 0\n"
        " c2: + x2 - z2 <= 0\n"
        " c3: - x3 - z2 <= -1\n"
        " c4: + x1 + x2 - x3 >= 0\n"
        " c5: + x1 + x2 - 2 x3 + z3 >= -1\n"
        " c6: + x1 + x2 - 2 x3 - 2 z3 <= 0\n"
        "Bounds\n z1 <= 1\n z2 <= 1\n"
        "Binary\n x1\n x2\n x3\n z3\nEnd\n";
    static const char mps[] = "NAME kerf FREE\n"
                              "ROWS\n N obj\n G c1\n L c2\n L c3\n G c4\n G c5\n L c6\n"
                              "COLUMNS\n"
                              " x1 obj -1.5\n x1 c1 -1\n x1 c4 1\n x1 c5 1\n x1 c6 1\n"
                              " x2 obj 1\n x2 c1 1\n x2 c2 1\n x2 c4 1\n x2 c5 1\n x2 c6 1\n"
                              " x3 obj 0\n x3 c3 -1\n x3 c4 -1\n x3 c5 -2\n x3 c6 -2\n"
                              " z1 obj 1.5\n z1 c1 1\n"
                              " z2 obj 3\n z2 c2 -1\n z2 c3 -1\n"
                              " z3 obj 4\n z3 c5 1\n z3 c6 -2\n"
                              "RHS\n rhs c3 -1\n rhs c5 -1\n"
                              "BOUNDS\n BV bnd x1 1\n BV bnd x2 1\n BV bnd x3 1\n"
                              " UP bnd z1 1\n UP bnd z2 1\n BV bnd z3 1\n"
                              "ENDATA\n";
    static const char wcnf_text[] = "c score = 99.5 - objective / 10\n";
    kf_mem mem;
    text t = { 0 };
    const char *why = NULL;
    kf_mem_init(&mem, 0);
    kf_problem *p = kf_problem_new(&mem);
    small_problem(p);
    kf_export e = export_of(p, &t);
    assert_int_equal(kf_write_lp(&e), KERF_OK);
    assert_string_equal(t.at, lp);
    t.n = 0;
    assert_int_equal(kf_write_mps(&e), KERF_OK);
    assert_non_null(strstr(t.at, "* score = 98 - objective\n"));
    assert_string_equal(strstr(t.at, "NAME"), mps);
    t.n = 0;
    assert_int_equal(kf_write_wcnf(&e, &why), KERF_OK);
    assert_non_null(strstr(t.at, wcnf_text));
    assert_non_null(strstr(t.at, "\n15 1 0\n10 -2 0\n15 -1 2 0\n"));
    kf_problem_free(p);
    free(t.at);
    assert_int_equal(mem.used, 0);
}

/* ---- Limits ---- */

static kerf_status write_format(const kf_export *e, int format)
{
    const char *why = NULL;
    return format == 0 ? kf_write_wcnf(e, &why) : format == 1 ? kf_write_lp(e) : kf_write_mps(e);
}

static void writers_may_stop(void **state)
{
    (void)state;
    for (int format = 0; format < 3; format++) {
        kf_mem mem;
        text t = { .stop_after = 10 };
        kf_mem_init(&mem, 0);
        kf_problem *p = kf_problem_new(&mem);
        small_problem(p);
        kf_export e = export_of(p, &t);
        assert_int_equal(write_format(&e, format), KERF_IO);
        kf_problem_free(p);
        free(t.at);
        assert_int_equal(mem.used, 0);
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    for (int format = 0; format < 3; format++) {
        kf_mem mem;
        kf_mem_init(&mem, 0);
        kf_problem *p = kf_problem_new(&mem);
        small_problem(p);
        kerf_status status = KERF_NO_MEMORY;
        for (int64_t n = 0; status == KERF_NO_MEMORY; n++) {
            text t = { 0 };
            kf_export e = export_of(p, &t);
            mem.fail_after = n;
            status = write_format(&e, format);
            free(t.at);
            assert_true(n < 1000);
        }
        assert_int_equal(status, KERF_OK);
        mem.fail_after = -1;
        kf_problem_free(p);
        assert_int_equal(mem.used, 0);
    }
}

static void large_cardinalities_are_refused(void **state)
{
    (void)state;
    enum { N = 3000 };
    kf_mem mem;
    text t = { 0 };
    const char *why = NULL;
    static kf_lit lits[N];
    static uint32_t ones[N];
    kf_mem_init(&mem, 0);
    kf_problem *p = kf_problem_new(&mem);
    for (uint32_t i = 0; i < N; i++) {
        kf_atom atom;
        assert_int_equal(kf_problem_add_atom(p, &atom), KERF_OK);
        lits[i] = kf_lit_of(atom, false);
        ones[i] = 1;
    }
    assert_int_equal(kf_problem_add_cardinality(p, lits, ones, N, 0, 1500, INFINITY), KERF_OK);
    kf_export e = export_of(p, &t);
    assert_int_equal(kf_write_wcnf(&e, &why), KERF_UNSUPPORTED);
    assert_string_equal(why, "a cardinality is too large for clauses; LP and MPS take it as it is");
    assert_null(t.at);
    assert_int_equal(kf_write_lp(&e), KERF_OK);
    kf_problem_free(p);
    free(t.at);
    assert_int_equal(mem.used, 0);
}

/* ---- The public side ---- */

static const char model[] = "*Friends(person, person)\nSmokes(person)\nCancer(person)\n"
                            "person best(person)\n"
                            "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                            "!Friends(x,x).\n"
                            "-0.5 Smokes(x)\n"
                            "2 Friends(x,y) => (Smokes(x) <=> Cancer(best(y)))\n"
                            "0.25 EXIST y (Friends(x,y) ^ Smokes(y))\n"
                            "1.5 |x : Smokes(x)| <= 2\n"
                            "|x : Cancer(x)| >= 1.\n";
static const char evidence[] = "Friends(Anna, Bob)\nFriends(Bob, Carl)\nSmokes(Anna)\n"
                               "Smokes(Carl) 0.7\n!Cancer(Bob)\n"
                               "best(Anna) = Bob\nbest(Bob) = Bob\nbest(Carl) = Anna\n";

static kerf_status begin(kerf *k)
{
    int more = 0;
    kerf_status s = kerf_set(k, "query", "Smokes,Cancer");
    if (s == KERF_OK) s = kerf_read_model_memory(k, "m.mln", model, sizeof model - 1);
    if (s == KERF_OK) s = kerf_add_evidence_memory(k, "e.db", evidence, sizeof evidence - 1);
    return s == KERF_OK ? kerf_next_world(k, &more) : s;
}

static kerf_status write_all(kerf *k, text *t)
{
    kerf_status s = begin(k);
    if (s == KERF_OK) s = kerf_write_problem(k, KERF_PROBLEM_WCNF, gather, t);
    if (s == KERF_OK) s = kerf_write_problem(k, KERF_PROBLEM_LP, gather, t);
    if (s == KERF_OK) s = kerf_write_problem(k, KERF_PROBLEM_MPS, gather, t);
    if (s == KERF_OK) s = kerf_write_stage(k, KERF_STAGE_PLAN, gather, t);
    if (s == KERF_OK) s = kerf_write_stage(k, KERF_STAGE_PROBLEM, gather, t);
    if (s == KERF_OK) s = kerf_write_forecast(k, gather, t);
    return s;
}

static void grounding_may_run_out_of_memory(void **state)
{
    (void)state;
    kerf_status status = KERF_NO_MEMORY;
    int64_t n = 0;
    for (; status != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        text t = { 0 };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = write_all(k, &t);
        if (status != KERF_OK && status != KERF_NO_MEMORY)
            fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
        kerf_free(k);
        free(t.at);
        assert_true(n < 100000);
    }
    assert_true(n > 100);
}

static void calls_may_be_wrong(void **state)
{
    (void)state;
    text t = { 0 };
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_write_problem(NULL, KERF_PROBLEM_LP, gather, &t), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, sizeof model - 1), KERF_OK);
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_LP, gather, &t), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no world: kerf_next_world() gives one");
    assert_int_equal(kerf_write_stage(k, KERF_STAGE_PLAN, gather, &t), KERF_MISUSE);
    assert_int_equal(kerf_write_forecast(k, gather, &t), KERF_MISUSE);
    kerf_free(k);
    k = kerf_new(NULL);
    assert_int_equal(begin(k), KERF_OK);
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_LP, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_problem(k, (kerf_problem_format)7, gather, &t), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "there is no format 7");
    t.stop_after = 5;
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_LP, gather, &t), KERF_IO);
    assert_string_equal(kerf_error(k), "the writer stopped");
    kerf_free(k);
    free(t.at);
}

/* A second writing is as the first: nothing of a grounding stays behind, constants of functions
 * included. */
static void writing_again_is_the_same(void **state)
{
    (void)state;
    static const char text_of[] = "p f(p)\nS(p)\n1 S(x) => S(f(x))\n0.5 S(x)\n";
    text first = { 0 }, second = { 0 };
    int more;
    kerf *k = kerf_new(NULL);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", text_of, sizeof text_of - 1), KERF_OK);
    assert_int_equal(kerf_set(k, "query", "S"), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", "?S(A)\n", 6), KERF_OK);
    kerf_status status = kerf_next_world(k, &more);
    if (status != KERF_OK) print_error("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_WCNF, gather, &first), KERF_OK);
    assert_int_equal(kerf_write_problem(k, KERF_PROBLEM_WCNF, gather, &second), KERF_OK);
    assert_string_equal(first.at, second.at);
    kerf_free(k);
    free(first.at);
    free(second.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wcnf_costs_the_same),
        cmocka_unit_test(rows_cost_the_same),
        cmocka_unit_test(texts_are_these),
        cmocka_unit_test(writers_may_stop),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(large_cardinalities_are_refused),
        cmocka_unit_test(grounding_may_run_out_of_memory),
        cmocka_unit_test(calls_may_be_wrong),
        cmocka_unit_test(writing_again_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
