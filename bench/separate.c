/* separate.c -- how fast separation is, beside SQLite doing the same joins in the same run.
 *
 * Usage: separate            every measurement
 *        separate WHAT...    only these: join, model, threads, delta, grow,
 *                            product, frames, fours
 *        valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no
 *          separate flips-N  instructions of 2,000 separations after a flip each, N citations;
 *                            also of frames, or of fours
 * The Cora citations are read from $KERF_CORPORA (../shared/corpora if unset; from the folder that
 * `make bench` runs in, that of the repository counts). Without them generated citations stand in,
 * which is said. Best of three rounds, unless a line says otherwise. bench/README.md explains the
 * columns. */
#include "cora.h"
#include "flips.h"
#include "sqlite.h"

#ifdef __has_include
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_START_INSTRUMENTATION (void)0
#define CALLGRIND_TOGGLE_COLLECT (void)0
#endif

enum { ROUNDS = 3, STAND_IN = 1300 };

static void data_cora(data *x)
{
    kf_mem_init(&x->mem, 0);
    kf_text_init(&x->evidence, &x->mem);
    x->name = "the Cora citations";
    x->w = plain_weights;
    const char *folder = cora_folder();
    if (!cora_weights(folder, &x->w)
        || !cora_write(folder, 1, CORA_FOLDS, 0, &x->mem, &x->evidence)) {
        printf("no Cora citations in %s: %d generated ones stand in\n", folder, STAND_IN);
        kf_text_free(&x->evidence);
        data_made(x, STAND_IN);
    }
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* ---- The transitivity join alone ---- */

typedef struct rows {
    uint64_t n;
    uint32_t last; /* something that depends on every row */
} rows;

static bool take_row(void *context, const kf_binding *b, uint64_t times)
{
    rows *r = context;
    r->n += times;
    r->last ^= b->ids[0] ^ b->ids[1] ^ b->ids[2];
    return true;
}

/* The separation query itself: every literal of the clause false. Prepared and run. */
static double query_time(session *s, const kf_ground_rule *gr, uint64_t *n)
{
    enum { MOST = 8 };
    const kf_compiled *c = &gr->c;
    uint32_t ids[MOST] = { 0 };
    double numbers[MOST];
    bool needed[MOST] = { false };
    kf_literal literals[MOST];
    kf_binding b = { .ids = ids, .numbers = numbers };
    kf_request q = { .c = c,
                     .n = c->n_literals,
                     .literals = literals,
                     .needed = needed,
                     .scope = needed,
                     .seed_at = KF_NONE };
    kf_query *query;
    rows r = { 0 };
    if (c->n_variables > MOST || c->n_literals > MOST) fail("a formula is too large");
    for (uint32_t i = 0; i < c->n_tuple; i++) needed[c->tuple[i]] = true;
    for (uint32_t i = 0; i < c->n_literals; i++) {
        literals[i] = c->literals[i];
        literals[i].negated = !literals[i].negated;
    }
    double start = now();
    must(s, kf_backend_prepare(s->g->backend, &q, &query), "planning");
    must(s, kf_query_run(query, NULL, &b, take_row, &r), "running");
    double seconds = now() - start;
    kf_query_free(query);
    *n += r.n;
    return seconds;
}

/* Those of all formulas that are not local. */
static double queries_time(session *s, uint64_t *n)
{
    double seconds = 0;
    *n = 0;
    for (size_t i = 0; i < s->g->rules.n; i++) {
        if (!s->g->rules.at[i].local) seconds += query_time(s, &s->g->rules.at[i], n);
    }
    return seconds;
}

/* The world of the local solution, made by the whole model, into a session with one formula. */
static void copy_world(const session *from, session *to)
{
    uint32_t p = predicate_of(from, "SameBib"), row[2];
    const kf_relation *rel = from->d->atoms[p];
    for (uint32_t i = 0; i < rel->n; i++) {
        if (rel->dead && rel->dead[i]) continue;
        row[0] = rel->columns[0][i];
        row[1] = rel->columns[1][i];
        must(to, kf_grounder_set(to->g, predicate_of(to, "SameBib"), row, true), "setting an atom");
    }
}

#ifdef HAVE_SQLITE
static void print_ratio(double other, double own, double bar)
{
    printf("  %8.1f x", other / own);
    if (bar > 0) printf(" (bar %.0f x)%s", bar, other / own < bar ? "  BELOW" : "");
    printf("\n");
}
#endif

static void measure_join(void)
{
    data x;
    data_cora(&x);
    session whole, s;
    open_model(&whole, &x, false);
    session_ground(&whole, 1);
    must(&whole, kf_ground_local(whole.g), "local scores");
    solve_locally(&whole);
    open_model(&s, &x, true);
    session_ground(&s, 1);
    copy_world(&whole, &s);
    uint64_t n = 0;
    double query = 1e9, full[3] = { 1e9, 1e9, 1e9 };
    kf_separated out = { 0 };
    for (int i = 0; i < ROUNDS; i++) query = least(query, queries_time(&s, &n));
    printf("transitivity join, %s, local solution: %u true SameBib atoms, %llu violated\n", x.name,
           s.d->atoms[predicate_of(&s, "SameBib")]->alive, (unsigned long long)n);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        for (int i = 0; i < ROUNDS; i++) {
            session_unground(&s);
            session_ground(&s, threads);
            double start = wall();
            must(&s, kf_separate(s.g, true, &out), "separating");
            full[threads] = least(full[threads], wall() - start);
            if (out.tuples != n) fail("separation and query disagree");
        }
    }
    printf("  kerf, the query                    %9.2f ms\n", query * 1e3);
    printf("  kerf, into the problem, 1 thread   %9.2f ms\n", full[1] * 1e3);
    printf("  kerf, into the problem, 2 threads  %9.2f ms\n", full[2] * 1e3);
#ifdef HAVE_SQLITE
    sql q;
    sql_open(&q);
    sql_copy(&q, &s, "SameBib");
    sql_run(&q, "ANALYZE");
    double other = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t found;
        other = least(other, sql_time(&q, sql_transitivity, &found));
        if (found != n) fail("SQLite finds another number of rows");
    }
    printf("  SQLite                             %9.2f ms", other * 1e3);
    print_ratio(other, query, 30);
    sql_close(&q);
#else
    printf("  SQLite: skipped, libsqlite3 was not there when this was built\n");
#endif
    session_close(&s);
    session_close(&whole);
    data_free(&x);
}

/* ---- The whole model ---- */

typedef struct model_times {
    double compile, local, first, queries, wall[3];
    uint64_t true_atoms, tuples, rows;
    size_t atoms, clauses;
} model_times;

/* One round from compiling to the first separation; the best of each stage is kept. */
static void time_model(session *s, uint32_t threads, double penalties_from, model_times *t)
{
    kf_separated out;
    session_unground(s);
    for (uint32_t i = 0; i < s->d->n_predicates; i++) { /* the world is all false again */
        kf_relation *rel = s->d->atoms[i];
        uint32_t row[2];
        for (uint32_t at = 0; s->model->predicates.at[i].hidden && at < rel->n; at++) {
            if (rel->dead[at]) continue;
            for (int c = 0; c < 2; c++) row[c] = rel->columns[c][at];
            kf_relation_remove(rel, row);
        }
    }
    double start = now();
    session_ground(s, threads);
    t->compile = least(t->compile, now() - start);
    if (penalties_from > 0) kf_grounder_set_penalties_from(s->g, penalties_from);
    start = now();
    must(s, kf_ground_local(s->g), "local scores");
    t->local = least(t->local, now() - start);
    t->atoms = s->g->predicate_of.n;
    t->true_atoms = solve_locally(s);
    t->queries = least(t->queries, queries_time(s, &t->rows));
    double from = wall();
    start = now();
    must(s, kf_separate(s->g, true, &out), "separating");
    t->first = least(t->first, now() - start);
    t->wall[threads] = least(t->wall[threads], wall() - from);
    t->tuples = out.tuples;
    t->clauses = s->p->clauses.n;
    if (out.tuples != t->rows) fail("separation and queries disagree");
}

static void measure_model(void)
{
    data x;
    session s;
    data_cora(&x);
    open_model(&s, &x, false);
    model_times two = { 1e9, 1e9, 1e9, 1e9, { 1e9, 1e9, 1e9 }, 0, 0, 0, 0, 0 }, all = two, t = two;
    for (int i = 0; i < ROUNDS; i++) time_model(&s, 2, 0, &two);
    for (int i = 0; i < ROUNDS; i++) time_model(&s, 1, 1e18, &all);
    for (int i = 0; i < ROUNDS; i++) time_model(&s, 1, 0, &t);
    if (all.true_atoms != t.true_atoms || all.tuples != t.tuples)
        fail("penalties change the solution");
    printf("all 46 formulas, %s: %zu atoms named, %llu true; %llu tuples, %zu clauses\n", x.name,
           t.atoms, (unsigned long long)t.true_atoms, (unsigned long long)t.tuples, t.clauses);
    printf("  kerf, compiling and totals         %9.2f ms\n", t.compile * 1e3);
    printf("  kerf, local scores                 %9.2f ms\n", t.local * 1e3);
    printf("    if all %7zu atoms are named   %9.2f ms\n", all.atoms, all.local * 1e3);
    printf("  kerf, first separation             %9.2f ms\n", t.first * 1e3);
    printf("    its queries alone                %9.2f ms\n", t.queries * 1e3);
    printf("    on the wall, 1 and 2 threads     %9.2f ms %9.2f ms\n", t.wall[1] * 1e3,
           two.wall[2] * 1e3);
#ifdef HAVE_SQLITE
    sql q;
    uint64_t found = 0;
    sql_open(&q);
    sql_copy_all(&q, &s, false);
    double scores = sql_scores(&q, &x.w), separation = 1e9;
    sql_copy_all(&q, &s, true);
    for (int i = 0; i < ROUNDS; i++) separation = least(separation, sql_separate(&q, &found));
    if (found != t.tuples) fail("SQLite finds another number of rows");
    printf("  SQLite, local scores (one round)   %9.2f ms", scores * 1e3);
    print_ratio(scores, t.local, 10);
    printf("  SQLite, first separation           %9.2f ms", separation * 1e3);
    print_ratio(separation, t.queries, 10);
    printf("    against tuples in the problem                ");
    print_ratio(separation, t.first, 0);
    printf("  both, into the problem             %9.2f ms", (scores + separation) * 1e3);
    print_ratio(scores + separation, t.local + t.first, 10);
    printf("    if all atoms are named                      ");
    print_ratio(scores + separation, all.local + all.first, 0);
    sql_close(&q);
#else
    printf("  SQLite: skipped, libsqlite3 was not there when this was built\n");
#endif
    session_close(&s);
    data_free(&x);
}

/* ---- Threads ---- */

/* A world of whole clusters: transitivity is tested everywhere and holds, so that the query is all
 * there is to do. */
static void measure_threads(void)
{
    enum { CLUSTERS = 300, SIZE = 50 };
    data x;
    session s;
    data_made(&x, CLUSTERS * SIZE);
    open_model(&s, &x, true);
    session_ground(&s, 1);
    uint32_t p = predicate_of(&s, "SameBib");
    for (uint32_t i = 0; i < CLUSTERS * SIZE; i++) {
        for (uint32_t k = 0; k < SIZE; k++) {
            uint32_t row[2] = { i, i - i % SIZE + k };
            must(&s, kf_grounder_set(s.g, p, row, true), "setting an atom");
        }
    }
    double seconds[3] = { 0, 1e9, 1e9 };
    for (int i = 0; i < ROUNDS; i++) {
        for (uint32_t threads = 1; threads <= 2; threads++) {
            kf_separated out;
            kf_grounder_set_threads(s.g, threads);
            double start = wall();
            must(&s, kf_separate(s.g, true, &out), "separating");
            seconds[threads] = least(seconds[threads], wall() - start);
            if (out.tuples) fail("whole clusters are transitive");
        }
    }
    printf("transitivity over %d clusters of %d, nothing violated, on the wall:\n"
           "  1 thread %.1f ms, 2 threads %.1f ms: %.2f x\n",
           CLUSTERS, SIZE, seconds[1] * 1e3, seconds[2] * 1e3, seconds[1] / seconds[2]);
    session_close(&s);
    data_free(&x);
}

/* ---- After flips ---- */

static double delta_time(session *s, uint64_t *seed, uint32_t k, uint64_t *tuples)
{
    kf_separated out;
    flip_some(s, seed, k);
    double start = now();
    must(s, kf_separate(s->g, false, &out), "separating");
    *tuples += out.tuples;
    return now() - start;
}

/* Generated citations up to the first separation, and with every index that flips ask for. */
static void open_flips(data *x, session *s, uint32_t n, uint64_t *seed)
{
    kf_separated out;
    data_made(x, n);
    open_model(s, x, false);
    session_ground(s, 1);
    must(s, kf_ground_local(s->g), "local scores");
    solve_locally(s);
    must(s, kf_separate(s->g, true, &out), "separating");
    uint64_t warm = 0;
    delta_time(s, seed, 10, &warm);
}

/* Instructions of one flip at a time, N citations: the clock is noisy, these are not. */
static void measure_flips(uint32_t n)
{
    enum { FLIPS = 2000 };
    data x;
    session s;
    uint64_t seed = 7, tuples = 0;
    double seconds = 0;
    open_flips(&x, &s, n, &seed);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_TOGGLE_COLLECT;
    for (int k = 0; k < FLIPS; k++) seconds += delta_time(&s, &seed, 1, &tuples);
    CALLGRIND_TOGGLE_COLLECT;
    printf("%u citations, %d flips one by one: %.2f new tuples and %.2f us each\n", n, FLIPS,
           (double)tuples / FLIPS, seconds / FLIPS * 1e6);
    session_close(&s);
    data_free(&x);
}

static void measure_delta(void)
{
    static const uint32_t sizes[] = { 5000, 20000 }, flips[] = { 1, 10, 100, 1000 };
    printf("separation after flips, generated citations, mean of 20 rounds\n");
    printf("  %9s %12s %8s %12s %12s %14s\n", "citations", "evidence", "flips", "new tuples", "ms",
           "us per flip");
    for (size_t i = 0; i < KF_LENGTH(sizes); i++) {
        data x;
        session s;
        uint64_t seed = 7;
        open_flips(&x, &s, sizes[i], &seed);
        for (size_t k = 0; k < KF_LENGTH(flips); k++) {
            double seconds = 0;
            uint64_t tuples = 0;
            for (int r = 0; r < 20; r++) seconds += delta_time(&s, &seed, flips[k], &tuples);
            printf("  %9u %12zu %8u %12.1f %12.4f %14.2f\n", sizes[i], x.rows, flips[k],
                   (double)tuples / 20, seconds / 20 * 1e3, seconds / 20 * 1e6 / flips[k]);
        }
        session_close(&s);
        data_free(&x);
    }
}

/* ---- Growing ---- */

static void measure_growth(void)
{
    static const uint32_t sizes[] = { 1000, 5000, 20000 };
    printf("generated citations: scores and first separation, one round\n");
    printf("  %9s %10s %10s %9s %10s %9s %9s %10s %12s %14s\n", "citations", "evidence", "atoms",
           "true", "tuples", "scores s", "first s", "peak MB", "B/evidence", "pairs of bibs");
    for (size_t i = 0; i < KF_LENGTH(sizes); i++) {
        data x;
        session s;
        kf_separated out;
        data_made(&x, sizes[i]);
        open_model(&s, &x, false);
        size_t before = s.mem.used;
        s.mem.peak = before;
        double start = now();
        session_ground(&s, 1);
        must(&s, kf_ground_local(s.g), "local scores");
        double local = now() - start;
        uint64_t n = solve_locally(&s);
        start = now();
        must(&s, kf_separate(s.g, true, &out), "separating");
        double first = now() - start;
        double peak = (double)(s.mem.peak - before);
        printf("  %9u %10zu %10zu %9llu %10llu %9.3f %9.3f %10.1f %12.1f %14.0f\n", sizes[i],
               x.rows, s.g->predicate_of.n, (unsigned long long)n, (unsigned long long)out.tuples,
               local, first, peak / 1e6, peak / (double)x.rows, (double)sizes[i] * sizes[i]);
        session_close(&s);
        data_free(&x);
    }
}

/* ---- Many tiny worlds ---- */

/* As in semantic role labelling: a dozen words, which are arguments, and of what kind. */
static const char frame_model[] =
    "kind = {A0, A1, AM}\nWord(token,word)\nPath(token,path)\nNext(token,token)\n"
    "Argument(token)\nRole(token,kind)\n"
    "-1 Argument(t)\n0.7 Word(t,w) ^ Path(t,Up) => Argument(t)\n2 Path(t,Down) => Argument(t)\n"
    "0.5 Path(t,Up) => Role(t,A0)\n0.6 Path(t,Down) => Role(t,A1)\n"
    "0.4 Path(t,Over) => Role(t,AM)\n-0.3 Role(t,k)\n"
    "Role(t,k) => Argument(t).\nArgument(t) => EXIST k Role(t,k).\n"
    "Role(t,a) ^ Role(t,b) => a = b.\n0.8 Next(t,u) ^ Role(t,A0) => Role(u,A1)\n"
    "-0.9 Next(t,u) ^ Role(t,k) ^ Role(u,k)\n";

static void write_frame(kf_text *to, uint64_t *seed)
{
    static const char *const paths[] = { "Up", "Down", "Over", "Under" };
    enum { WORDS = 12 };
    for (int i = 0; i < WORDS; i++) {
        kf_text_addf(to, "Word(T%d,W%d)\nPath(T%d,%s)\n", i, (int)(citations_random(seed) % 1000),
                     i, paths[citations_random(seed) % 4]);
        if (i > 0) kf_text_addf(to, "Next(T%d,T%d)\n", i - 1, i);
    }
}

enum { WORLDS = 1000 };

/* Everything from a loaded world to its third separation. */
static void ground_tiny(session *s, uint64_t *tuples, uint64_t *seed)
{
    kf_separated out;
    must(s, kf_database_new(&s->d, &s->mem, s->model, s->world), "the database");
    session_ground(s, 1);
    must(s, kf_ground_local(s->g), "local scores");
    solve_locally(s);
    must(s, kf_separate(s->g, false, &out), "separating");
    *tuples += out.tuples;
    for (int k = 0; k < 2; k++) delta_time(s, seed, 3, tuples);
    session_unground(s);
    kf_database_free(s->d);
    s->d = NULL;
}

static void measure_worlds(const char *name, const kf_text *model, const kf_text *evidence,
                           const char *hidden)
{
    session s;
    double seconds = 0;
    uint64_t tuples = 0, atoms = 0, seed = 7;
    bool more = true;
    session_open(&s, model->at, model->n, evidence->at, evidence->n, hidden);
    for (uint32_t i = 0; i < s.model->predicates.n; i++) {
        const kf_predicate *p = &s.model->predicates.at[i];
        uint64_t n = 1;
        for (uint32_t c = 0; c < p->arity; c++) n *= s.d->domains[p->slots[c].type].n;
        if (p->hidden) atoms += n;
    }
    kf_database_free(s.d);
    s.d = NULL;
    int worlds = 0;
    for (; more; worlds++) {
        double start = now();
        if (worlds > 0) CALLGRIND_TOGGLE_COLLECT;
        ground_tiny(&s, &tuples, &seed);
        if (worlds > 0) CALLGRIND_TOGGLE_COLLECT;
        if (worlds > 0) seconds += now() - start; /* not what is made once for a model */
        must(&s, kf_loader_next(s.loader, &more), "the evidence");
    }
    printf("%d tiny worlds, %s: %llu hidden atoms, %zu formulas\n"
           "  database, totals, local scores, three separations: %.1f tuples, %.1f us each\n",
           worlds, name, (unsigned long long)atoms, s.model->rules.n, (double)tuples / worlds,
           seconds / (worlds - 1) * 1e6);
    session_close(&s);
}

static void measure_tiny(const char *name, const char *hidden, bool frames)
{
    kf_mem mem;
    kf_text model, evidence;
    uint64_t seed = 1;
    kf_mem_init(&mem, 0);
    kf_text_init(&model, &mem);
    kf_text_init(&evidence, &mem);
    for (uint32_t i = 0; i < WORLDS; i++) {
        kf_text_addf(&evidence, ">> w%u\n", i);
        if (frames) write_frame(&evidence, &seed);
        else citations_write(&evidence, 4, i);
    }
    if (frames) kf_text_add(&model, kf_str_of(frame_model));
    else resolution_model(&model, &plain_weights, false);
    CALLGRIND_START_INSTRUMENTATION;
    measure_worlds(name, &model, &evidence, hidden);
    kf_text_free(&model);
    kf_text_free(&evidence);
}

static void measure_frames(void)
{
    measure_tiny("roles of a frame", "Argument,Role", true);
}

static void measure_fours(void)
{
    measure_tiny("four citations", resolution_hidden, false);
}

/* ---- The bad case ---- */

/* 1.0 p(x) ^ q(y), nearly all of it violated: two counts. */
static void measure_product(void)
{
    enum { N = 10000 };
    static const uint32_t trues[][2] = { { 0, 0 }, { 1, 1 }, { 100, 7 }, { N, N } };
    kf_mem mem;
    kf_text evidence;
    kf_mem_init(&mem, 0);
    kf_text_init(&evidence, &mem);
    for (int i = 0; i < N; i++) kf_text_addf(&evidence, "A(X%d)\nB(Y%d)\n", i, i);
    static const char model[] = "A(s)\nB(t)\np(s)\nq(t)\n1.0 p(x) ^ q(y)\n";
    session s;
    session_open(&s, model, sizeof model - 1, evidence.at, evidence.n, "p,q");
    kf_text_free(&evidence);
    size_t before = s.mem.used;
    s.mem.peak = before;
    double start = now();
    session_ground(&s, 1);
    must(&s, kf_ground_local(s.g), "local scores");
    double built = now() - start;
    printf("1.0 p(x) ^ q(y) over %d x %d: compiled in %.3f ms\n", N, N, built * 1e3);
    printf("  %8s %8s %16s %16s %10s %10s\n", "true p", "true q", "cost", "by formula", "ms",
           "peak MB");
    for (size_t i = 0; i < KF_LENGTH(trues); i++) {
        const char *const names[] = { "p", "q" };
        for (int k = 0; k < 2; k++) {
            for (uint32_t id = 0; id < trues[i][k]; id++) {
                must(&s, kf_grounder_set(s.g, predicate_of(&s, names[k]), &id, true), "a flip");
            }
        }
        kf_separated out;
        start = now();
        must(&s, kf_separate(s.g, false, &out), "separating");
        double seconds = now() - start, expected = 1e8 - (double)trues[i][0] * trues[i][1];
        printf("  %8u %8u %16.1f %16.1f %10.3f %10.2f\n", trues[i][0], trues[i][1], out.cost,
               expected, seconds * 1e3, (double)(s.mem.peak - before) / 1e6);
        if (out.cost != expected) fail("the product is wrong");
    }
    session_close(&s);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } all[] = { { "join", measure_join },       { "model", measure_model },
                { "threads", measure_threads }, { "delta", measure_delta },
                { "grow", measure_growth },     { "product", measure_product },
                { "frames", measure_frames },   { "fours", measure_fours } };
    for (int a = 1; a < argc; a++) {
        if (strncmp(argv[a], "flips-", 6) == 0)
            measure_flips((uint32_t)strtoul(argv[a] + 6, NULL, 10));
    }
    for (size_t i = 0; i < KF_LENGTH(all); i++) {
        bool wanted = argc == 1;
        for (int a = 1; a < argc; a++) wanted |= strcmp(argv[a], all[i].name) == 0;
        if (wanted) all[i].run();
        if (wanted) printf("\n");
    }
    return 0;
}
