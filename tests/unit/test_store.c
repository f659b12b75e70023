/* test_store.c -- a store other than the one in memory: the interface is enough for one.
 *
 * The other store is as plain as can be: it tries every choice of constants and looks every literal
 * up on kerf's own side. It has no slices, no seeds of its own (each choice is checked against
 * them) and nothing to refresh. Local scores and separation must not tell it from the one in
 * memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ground_model.h"
#include "ground/print/print_ground.h"

#include <stdlib.h>

typedef struct plain_query {
    kf_query base;
    kf_request q;
} plain_query;

static uint32_t sets_seen;

static uint32_t value(kf_arg a, const kf_binding *b)
{
    return a.variable == KF_NONE ? a.constant : b->ids[a.variable];
}

static bool holds(const plain_query *x, const kf_literal *l, kf_binding *b)
{
    const kf_database *d = x->base.backend->d;
    const kf_rule *r = &d->m->rules.at[x->q.c->rule];
    uint32_t row[KF_MOST_ARITY];
    bool defined = true;
    switch (l->kind) {
    case KF_LITERAL_ATOM:
        for (uint32_t i = 0; i < l->n; i++) row[i] = value(l->args[i], b);
        return kf_database_holds(d, l->id, row) != l->negated;
    case KF_LITERAL_COMPARE: return kf_eval_compare(d, (kf_op)l->op, l->left, l->right, b);
    case KF_LITERAL_TREE: return kf_eval_logic(d, r, l->tree, b, &defined) != l->negated;
    default: fail(); return false;
    }
}

/* In how many of the seeds could this choice stand? Two may match where some columns are open. */
static uint64_t seeds_that_fit(const plain_query *x, const kf_seeds *seeds, const kf_binding *b)
{
    const kf_literal *l = x->q.seed;
    uint64_t n = 0;
    if (!l) return 1;
    for (uint32_t i = 0; i < seeds->n; i++) {
        const uint32_t *row = seeds->rows + (size_t)i * l->n;
        bool fits = true;
        for (uint32_t k = 0; k < l->n; k++) {
            bool open = l->args[k].variable == KF_NONE && l->args[k].constant == KF_NONE;
            fits = fits && (open || value(l->args[k], b) == row[k]);
        }
        n += fits;
    }
    return n;
}

static bool asked(const plain_query *x, uint32_t v)
{
    bool yes = x->q.needed[v] || x->q.scope[v];
    for (uint32_t i = 0; i < x->q.n; i++) {
        for (uint32_t u = 0; u < x->q.literals[i].n_uses; u++) yes |= x->q.literals[i].uses[u] == v;
    }
    return yes;
}

/* Variables from v on; every choice is emitted by itself, once. */
static bool choose(const plain_query *x, uint32_t v, const kf_seeds *seeds, kf_binding *b,
                   kf_emit_fn *emit, void *context)
{
    if (v == x->q.c->n_variables) {
        for (uint32_t i = 0; i < x->q.n; i++) {
            if (!holds(x, &x->q.literals[i], b)) return true;
        }
        for (uint64_t n = seeds_that_fit(x, seeds, b); n > 0; n--) {
            if (!emit(context, b, 1)) return false;
        }
        return true;
    }
    if (!asked(x, v)) return choose(x, v + 1, seeds, b, emit, context);
    const kf_domain *dom = &x->base.backend->d->domains[x->q.c->types[v]];
    for (uint32_t i = 0; i < dom->n; i++) {
        b->ids[v] = dom->ids[i];
        if (!choose(x, v + 1, seeds, b, emit, context)) return false;
    }
    return true;
}

static kerf_status prepare(kf_backend *s, const kf_request *q, kf_query **out)
{
    plain_query *x = malloc(sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    *x = (plain_query){ { s }, *q };
    *out = &x->base;
    return KERF_OK;
}

static kerf_status run(kf_query *q, const kf_seeds *seeds, kf_binding *b, kf_emit_fn *emit,
                       void *context)
{
    const plain_query *x = (const plain_query *)q;
    return choose(x, 0, seeds, b, emit, context) ? KERF_OK : KERF_INTERRUPTED;
}

static bool distinct(const kf_query *q)
{
    (void)q;
    return false; /* it does not know */
}

static void estimate(const kf_query *q, kf_estimate *out)
{
    (void)q;
    *out = (kf_estimate){ 1, 1, 1 };
}

static void describe(const kf_query *q, kf_text *to, bool ran, uint32_t indent)
{
    (void)q;
    kf_text_addf(to, "%*severything is tried%s\n", (int)indent, "", ran ? ", and was" : "");
}

static void free_query(kf_query *q)
{
    free(q);
}

static double rows(const kf_backend *s, uint32_t predicate)
{
    return s->d->atoms[predicate]->alive;
}

static kerf_status set(kf_backend *s, uint32_t predicate, const uint32_t *row, bool value_now)
{
    assert_true(kf_database_holds(s->d, predicate, row) == value_now); /* kerf's side comes first */
    sets_seen++;
    return KERF_OK;
}

static void free_store(kf_backend *s)
{
    free(s);
}

static const kf_backend_ops plain_ops = { .name = "plain",
                                          .prepare = prepare,
                                          .run = run,
                                          .distinct = distinct,
                                          .estimate = estimate,
                                          .describe = describe,
                                          .free_query = free_query,
                                          .rows = rows,
                                          .set = set,
                                          .free = free_store };

static const char model[] = "node = {A, B, C, D, E}\nEdge(node,node)\nLink(node,node)\nRed(node)\n"
                            "Link(x,y) ^ Link(y,z) => Link(x,z).\n"
                            "0.7 Edge(x,y) ^ Red(x) => Red(y)\n-0.4 Link(x,y) ^ Red(x)\n"
                            "1.1 Edge(x,y) => Link(x,y)\n0.3 Red(x) => EXIST y Link(x,y)\n"
                            "0.9 (Red(x) <=> Red(y)) v x = y\n|x : Red(x)| <= 2.\n-0.2 Red(x)\n";
static const char evidence[] = "Edge(A,B)\nEdge(B,C)\nEdge(C,D)\nEdge(D,A)\nLink(E,A)\n!Red(E)\n";

static void use_plain(ground_model *f)
{
    kf_backend *s = malloc(sizeof *s);
    assert_non_null(s);
    *s = (kf_backend){ .ops = &plain_ops, .mem = &f->mem, .d = f->d };
    kf_grounder_take_backend(f->g, s);
}

/* A few rounds of local scores, flips and separations; what is left behind is compared. */
static void step(ground_model *f, uint32_t k, kf_separated *out)
{
    uint32_t red = ground_predicate(f, "Red"), link = ground_predicate(f, "Link");
    if (k == 0) assert_int_equal(kf_ground_local(f->g), KERF_OK);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t row[2] = { (k + i) % 4, (2 * k + i) % 5 };
        bool now = kf_database_holds(f->d, link, row);
        assert_int_equal(kf_grounder_set(f->g, link, row, !now), KERF_OK);
    }
    uint32_t one = k % 4;
    assert_int_equal(kf_grounder_set(f->g, red, &one, !kf_database_holds(f->d, red, &one)),
                     KERF_OK);
    assert_int_equal(kf_separate(f->g, false, out), KERF_OK);
}

static void another_store_finds_the_same(void **state)
{
    (void)state;
    ground_model a, b;
    ground_open(&a, model, evidence, "Link,Red");
    ground_open(&b, model, evidence, "Link,Red");
    use_plain(&b);
    kf_grounder_set_threads(b.g, 2); /* there are no slices: it makes no difference */
    kf_grounder_set_always_threads(b.g, true);
    sets_seen = 0;
    for (uint32_t k = 0; k < 12; k++) {
        kf_separated x, y;
        step(&a, k, &x);
        step(&b, k, &y);
        assert_int_equal(x.tuples, y.tuples);
        assert_int_equal(x.groundings, y.groundings);
        assert_int_equal(x.hard, y.hard);
        assert_near(x.cost, y.cost, 1e-9);
    }
    assert_true(sets_seen > 12);
    assert_near(a.g->best, b.g->best, 1e-9);
    assert_int_equal(a.p->parent.n, b.p->parent.n);
    assert_int_equal(a.p->clauses.n, b.p->clauses.n);
    assert_int_equal(a.p->literals.n, b.p->literals.n);
    ground_close(&a);
    ground_close(&b);
}

static void another_store_describes_itself(void **state)
{
    (void)state;
    ground_model f;
    kf_text text;
    ground_open(&f, model, evidence, "Link,Red");
    use_plain(&f);
    kf_text_init(&text, &f.mem);
    assert_int_equal(kf_print_queries(&text, f.g), KERF_OK);
    assert_non_null(strstr(text.at, "    everything is tried, and was\n    gives"));
    assert_null(strstr(text.at, "scan"));
    kf_text_free(&text);
    ground_close(&f);
}

/* The world grows a hundredfold and shrinks again: kept queries are planned anew on the way, and
 * what flips lead to is all there is. */
static void kept_queries_follow_the_world(void **state)
{
    (void)state;
    static const uint32_t sizes[] = { 3, 9, 300, 900, 40, 1200, 0, 500 };
    enum { NODES = 40 };
    ground_model f;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (int i = 0; i < NODES; i++) kf_text_addf(&text, "Edge(N%d,N%d)\n", i, (i * 7 + 3) % NODES);
    ground_open(&f,
                "Edge(n,n)\nLink(n,n)\nMark(n,n)\nLink(x,y) ^ Link(y,z) => Link(x,z).\n"
                "0.5 Edge(x,y) ^ Link(y,z) ^ Mark(z,x) => Mark(x,y)\n"
                "-0.3 Link(x,y) ^ Mark(y,x) ^ Edge(x,z)\n0.1 Link(x,y) => EXIST z Mark(y,z)\n",
                text.at, "Link,Mark");
    kf_text_free(&text);
    assert_int_equal(kf_ground_local(f.g), KERF_OK);
    uint64_t found = 0;
    for (size_t k = 0; k < KF_LENGTH(sizes); k++) {
        for (uint32_t i = 0; i < NODES * NODES; i++) {
            uint32_t row[2] = { i * 769 % (NODES * NODES) / NODES, i * 769 % NODES };
            const char *name = (i + k) % 3 ? "Link" : "Mark";
            assert_int_equal(kf_grounder_set(f.g, ground_predicate(&f, name), row, i < sizes[k]),
                             KERF_OK);
        }
        kf_separated out;
        assert_int_equal(kf_separate(f.g, false, &out), KERF_OK);
        found += out.tuples;
        assert_int_equal(kf_separate(f.g, true, &out), KERF_OK);
        assert_int_equal(out.tuples, 0);
    }
    assert_true(found > 1000);
    ground_close(&f);
}

/* ---- SQL ---- */

#ifdef HAVE_SQLITE

/* Over evidence that is kept there. */
static const char sqlite[] = "sqlite::memory:";

static void same_costs(const ground_model *a, const ground_model *b)
{
    size_t n = a->p->cost_true.n;
    assert_int_equal(n, b->p->cost_true.n);
    assert_memory_equal(a->p->cost_true.at, b->p->cost_true.at, n * sizeof(double));
    assert_memory_equal(a->p->cost_false.at, b->p->cost_false.at, n * sizeof(double));
    assert_int_equal(a->p->literals.n, b->p->literals.n);
    assert_memory_equal(a->p->literals.at, b->p->literals.at, a->p->literals.n * sizeof(kf_lit));
}

/* Atoms that pay when they are named, by a local formula, by separation and one by one: a store
 * that is far is asked for many of them at once. */
static void penalties_are_asked_ahead(void **state)
{
    (void)state;
    enum { TITLES = 60, BIBS = 130 };
    ground_model a, b;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (int i = 0; i < BIBS; i++) kf_text_addf(&text, "Title(B%d,T%d)\n", i, i * i % TITLES);
    for (int i = 0; i < TITLES; i++) kf_text_addf(&text, "Near(T%d,T%d)\n", i, (i + 1) % TITLES);
    static const char titles[] = "Title(bib,title)\nNear(title,title)\nSame(title,title)\n"
                                 "0.3 Title(b,x) ^ Title(c,y) => !Same(x,y)\n"
                                 "2 Near(x,y) => Same(x,y)\n"
                                 "1.1 Same(x,y) ^ Same(y,z) => Same(x,z)\n";
    ground_open(&a, titles, text.at, "Same");
    ground_open_in(&b, titles, text.at, "Same", sqlite);
    kf_text_free(&text);
    assert_true(b.g->backend->ops->far);
    kf_grounder_set_penalties_from(a.g, 100);
    kf_grounder_set_penalties_from(b.g, 100);
    assert_int_equal(kf_ground_local(a.g), KERF_OK);
    assert_int_equal(kf_ground_local(b.g), KERF_OK);
    uint32_t same = ground_predicate(&a, "Same");
    assert_int_equal(a.g->n_penalties[same], 1);
    assert_int_equal(b.g->n_penalties[same], 1);
    same_costs(&a, &b);
    for (uint32_t k = 0; k < 6; k++) {
        for (uint32_t i = 0; i < 40; i++) {
            uint32_t row[2] = { (7 * i + k) % TITLES, (i + 3 * k) % TITLES };
            assert_int_equal(kf_grounder_set(a.g, same, row, i % 5 != k % 5), KERF_OK);
            assert_int_equal(kf_grounder_set(b.g, same, row, i % 5 != k % 5), KERF_OK);
        }
        kf_separated x, y;
        assert_int_equal(kf_separate(a.g, k == 4, &x), KERF_OK);
        assert_int_equal(kf_separate(b.g, k == 4, &y), KERF_OK);
        assert_int_equal(x.tuples, y.tuples);
        same_costs(&a, &b);
    }
    assert_true(a.p->cost_true.n > 200);
    ground_close(&a);
    ground_close(&b);
}

static int always(void *context)
{
    ++*(uint32_t *)context;
    return true;
}

/* An index takes long. If somebody stops that, others can go on. */
static void an_index_may_be_stopped(void **state)
{
    (void)state;
    enum { TITLES = 200 };
    ground_model f;
    kf_mem mem;
    kf_text text;
    uint32_t asked = 0;
    kf_separated found;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (int i = 0; i < TITLES; i++) {
        for (int k = 0; k < TITLES; k++) kf_text_addf(&text, "Near(T%d,T%d)\n", i, k);
    }
    ground_open_in(&f, "Near(t,t)\nGood(t)\nSame(t)\n1 Near(x,y) ^ Same(y) => Good(x)\n", text.at,
                   "Same,Good", sqlite);
    kf_text_free(&text);
    uint32_t same = ground_predicate(&f, "Same"), row[1] = { 7 };
    assert_int_equal(kf_grounder_set(f.g, same, row, true), KERF_OK);
    kf_stop stop = kf_stop_when(always, &asked);
    kf_grounder_on_stop(f.g, &stop);
    assert_int_equal(kf_separate(f.g, true, &found), KERF_INTERRUPTED);
    assert_true(asked > 0);
    kf_grounder_on_stop(f.g, NULL);
    assert_int_equal(kf_separate(f.g, true, &found), KERF_OK);
    assert_int_equal(found.tuples, TITLES);
    ground_close(&f);
}

static int at_last(void *context)
{
    uint32_t *left = context;
    return *left > 0 && --*left == 0;
}

/* Whatever is under way when somebody stops it, the tables stay: others can go on. */
static void a_stop_leaves_the_tables(void **state)
{
    (void)state;
    enum { NODES = 150 };
    bool stopped = true;
    uint32_t stops = 0;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (int i = 0; i < NODES; i++) kf_text_addf(&text, "Node(N%d)\n", i);
    for (uint32_t k = 1; stopped; k++) {
        ground_model f;
        kf_separated found;
        uint32_t left = k;
        ground_open_in(&f, "Node(n)\nLink(n,n)\nMark(n,n)\n1 Link(x,y) => Mark(y,x)\n", text.at,
                       "Link,Mark", sqlite);
        uint32_t link = ground_predicate(&f, "Link");
        assert_int_equal(kf_separate(f.g, true, &found), KERF_OK);
        kf_stop stop = kf_stop_when(at_last, &left);
        kf_grounder_on_stop(f.g, &stop);
        for (uint32_t i = 0; i < NODES * NODES; i++) {
            uint32_t row[2] = { i / NODES, i % NODES };
            assert_int_equal(kf_grounder_set(f.g, link, row, true), KERF_OK);
        }
        kerf_status st = kf_separate(f.g, false, &found);
        stopped = st == KERF_INTERRUPTED;
        stops += stopped;
        assert_true(stopped || st == KERF_OK);
        kf_grounder_on_stop(f.g, NULL);
        assert_int_equal(kf_separate(f.g, true, &found), KERF_OK);
        assert_int_equal(kf_tuple_map_count(&f.g->rules.at[0].tuples[0]), NODES * NODES);
        ground_close(&f);
    }
    kf_text_free(&text);
    assert_true(stops > 3);
}

/* Atoms are asked for together, and somebody stops that: when they are named later they pay all. */
static void penalties_are_stopped(void **state)
{
    (void)state;
    enum { TITLES = 200, BIBS = 4000, RINGS = 8 };
    static const char titles[] = "Title(bib,title)\nSame(title,title)\n"
                                 "0.5 Title(b,x) ^ Title(c,y) => !Same(x,y)\n"
                                 "1 Same(x,y) ^ Same(y,z) => Same(x,z)\n";
    bool stopped = true;
    uint32_t stops = 0;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (int i = 0; i < BIBS; i++) kf_text_addf(&text, "Title(B%d,T%d)\n", i, i % TITLES);
    for (uint32_t k = 1; stopped; k++) {
        ground_model f;
        kf_separated found;
        uint32_t left = k;
        ground_open_in(&f, titles, text.at, "Same", sqlite);
        kf_grounder_set_penalties_from(f.g, 100);
        uint32_t same = ground_predicate(&f, "Same");
        assert_int_equal(kf_ground_local(f.g), KERF_OK);
        assert_int_equal(f.g->n_penalties[same], 1);
        for (uint32_t i = 0; i < RINGS * TITLES; i++) {
            uint32_t row[2] = { i % TITLES, (i + i / TITLES + 1) % TITLES };
            assert_int_equal(kf_grounder_set(f.g, same, row, true), KERF_OK);
        }
        kf_stop stop = kf_stop_when(at_last, &left);
        kf_grounder_on_stop(f.g, &stop);
        kerf_status st = kf_separate(f.g, false, &found);
        stopped = st == KERF_INTERRUPTED;
        stops += stopped;
        assert_true(stopped || st == KERF_OK);
        kf_grounder_on_stop(f.g, NULL);
        for (uint32_t i = 0; stopped && i < TITLES; i++) {
            kf_atom atom;
            uint32_t row[2] = { i, (i + RINGS + 1) % TITLES };
            assert_int_equal(kf_grounder_atom(f.g, same, row, &atom), KERF_OK);
        }
        assert_true(f.p->cost_true.n > 0);
        for (size_t i = 1; i < f.p->cost_true.n; i++)
            assert_near(f.p->cost_true.at[i], 0.5 * (BIBS / TITLES) * (BIBS / TITLES), 1e-9);
        ground_close(&f);
    }
    kf_text_free(&text);
    assert_true(stops > 0);
}

#endif

static void there_is_no_such_store(void **state)
{
    (void)state;
    ground_model f;
    kf_backend *s;
    ground_open(&f, model, evidence, "Link,Red");
    assert_int_equal(kf_backend_open(&s, &f.mem, f.d, &(kf_backend_site){ .where = "nowhere" }),
                     KERF_MISUSE);
    ground_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(another_store_finds_the_same),
                                        cmocka_unit_test(kept_queries_follow_the_world),
#ifdef HAVE_SQLITE
                                        cmocka_unit_test(penalties_are_asked_ahead),
                                        cmocka_unit_test(an_index_may_be_stopped),
                                        cmocka_unit_test(a_stop_leaves_the_tables),
                                        cmocka_unit_test(penalties_are_stopped),
#endif
                                        cmocka_unit_test(there_is_no_such_store),
                                        cmocka_unit_test(another_store_describes_itself) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
