/* polls.c -- how long a call works without asking whether it should stop.
 *
 * Usage: polls [FACTS [TASK]]     default 300,000, and every task; else those that begin so
 *
 * Whoever presses Ctrl-C waits for the next question. Each line is one call: CPU seconds of its
 * thread, how often it asked, and the longest time between two questions, its beginning and its
 * end among them. With POLLS_TRACE=SECONDS in the environment, every longer wait writes stacks to
 * standard error: where the call works while nobody is asked, and who asks at its end. addr2line
 * makes names of them.
 *
 * Lines "stopped" are calls that are told to stop at one of their questions, some of them from the
 * first to the last: what is left to do then, and the longest of these times. */
#include "kerf.h"
#include "kerf_arrow.h"

#include <execinfo.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

typedef struct watch {
    double last, longest, trace;
    uint64_t asked;
    uint64_t stop_at; /* this question is answered with a stop; 0: none */
    double stopped;   /* then */
} watch;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(void *p)
{
    if (p) return p;
    fprintf(stderr, "polls: no memory\n");
    exit(1);
}

static void tell(const char *what, double waited)
{
    void *stack[24];
    fprintf(stderr, "%s %.3f s\n", what, waited);
    backtrace_symbols_fd(stack, backtrace(stack, 24), 2);
}

static void look(watch *w)
{
    double at = now(), waited = at - w->last;
    if (waited > w->longest) w->longest = waited;
    if (w->trace > 0 && waited > w->trace) tell("asked after", waited);
    w->last = now();
}

/* Every so often: is this a long wait? What it calls is not for signal handlers, and may hang. */
static watch *traced;

static void look_inside(int signal)
{
    (void)signal;
    double waited = now() - traced->last;
    if (traced->last > 0 && waited > traced->trace) tell("waits for", waited);
}

static void trace(watch *w, double seconds)
{
    const struct itimerval often = { { 0, 20000 }, { 0, 20000 } };
    struct sigaction action = { .sa_handler = look_inside, .sa_flags = SA_RESTART };
    w->trace = seconds;
    traced = w;
    sigaction(SIGPROF, &action, NULL);
    setitimer(ITIMER_PROF, &often, NULL);
}

static int ask(void *context)
{
    watch *w = context;
    w->asked++;
    look(w);
    if (w->stop_at == 0 || w->asked < w->stop_at) return 0;
    if (w->asked == w->stop_at) w->stopped = now();
    return 1;
}

/* ---- Tasks ---- */

static const char edges_model[] = "*Edge(n, n)\n*S(n, t)\nSide(n)\n"
                                  "1 Edge(x, y) => !(Side(x) <=> Side(y))\n-.5 Side(x)\n"
                                  ".3 Edge(x, y) ^ Edge(y, z) => Side(x) v Side(z)\n";
static const char same_model[] = "*Edge(n, n)\nSame(n, n)\n1 Edge(x, y) => Same(x, y)\n"
                                 "-.5 Same(x, y)\nSame(x, y) ^ Same(y, z) => Same(x, z).\n"
                                 "Same(x, y) => Same(y, x).\n";

static uint64_t step(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Lines of evidence: `facts` random edges between `nodes`. */
static char *make_text(size_t facts, uint64_t nodes, size_t *n)
{
    char *text = need(malloc(facts * 40 + 1));
    uint64_t state = 1;
    *n = 0;
    for (size_t i = 0; i < facts; i++)
        *n += (size_t)sprintf(text + *n, "Edge(%" PRIu64 ", %" PRIu64 ")\n", step(&state) % nodes,
                              step(&state) % nodes);
    return text;
}

static char *make_model(size_t formulas, size_t *n)
{
    char *text = need(malloc(formulas * 60 + 100));
    *n = (size_t)sprintf(text, "*Edge(n, n)\nSide(n)\n");
    for (size_t i = 0; i < formulas; i++)
        *n += (size_t)sprintf(text + *n, "1.5 Edge(C%zu, x) => Side(x)\n", i);
    return text;
}

typedef struct task {
    watch w;
    kerf *k;
    const char *only; /* or NULL */
} task;

static void start(task *t)
{
    kerf_config config = { .size = sizeof config, .stop = ask, .stop_context = &t->w };
    const char *seconds = getenv("POLLS_TRACE");
    t->w = (watch){ .last = 0 };
    if (seconds) trace(&t->w, strtod(seconds, NULL));
    t->k = need(kerf_new(&config));
}

/* One call, between this ... */
static double begin(task *t)
{
    t->w.asked = 0;
    t->w.longest = 0;
    return t->w.last = now();
}

/* ... and this. */
static void end(task *t, const char *name, double begun, kerf_status status)
{
    look(&t->w);
    if (status != KERF_OK && status != KERF_LIMIT) {
        fprintf(stderr, "polls: %s: %s\n", name, kerf_error(t->k));
        exit(1);
    }
    if (t->only && strncmp(name, t->only, strlen(t->only)) != 0) return;
    printf("%-20s %7.2f s  %9" PRIu64 " questions  longest wait %.3f s\n", name, now() - begun,
           t->w.asked, t->w.longest);
}

static void read_model(task *t, const char *name, const char *text, size_t n)
{
    double begun = begin(t);
    end(t, name, begun, kerf_read_model_memory(t->k, "model", text, n));
}

static void read_facts(task *t, const char *name, const char *text, size_t n)
{
    int more;
    double begun = begin(t);
    kerf_status status = kerf_add_evidence_memory(t->k, "facts", text, n);
    if (status == KERF_OK) status = kerf_next_world(t->k, &more);
    end(t, name, begun, status);
}

static kerf_status map(task *t, const char *name)
{
    kerf_map_options o = { .size = sizeof o, .stop = ask, .context = &t->w };
    kerf_result r = { .size = sizeof r };
    double begun = begin(t);
    kerf_status status = kerf_map(t->k, &o, &r);
    end(t, name, begun, status);
    return status;
}

static void marginal(task *t, const char *name)
{
    kerf_marginal_options o = { .size = sizeof o, .stop = ask, .context = &t->w };
    kerf_marginal_result r = { .size = sizeof r };
    double begun = begin(t);
    end(t, name, begun, kerf_marginal(t->k, &o, &r));
}

static void explain(task *t, const char *name, const char *atom)
{
    kerf_explain_options o = { .size = sizeof o, .stop = ask, .context = &t->w };
    double begun = begin(t);
    end(t, name, begun, kerf_explain(t->k, atom, &o, NULL));
}

static void read_answer(task *t, const char *name)
{
    kerf_atom atom = { .size = sizeof atom };
    struct ArrowArrayStream stream;
    double begun = begin(t);
    kerf_status status = kerf_answer_get(t->k, 0, &atom);
    end(t, name, begun, status);
    begun = begin(t);
    status = kerf_answer_arrow(t->k, "Same", 1, &stream);
    if (status == KERF_OK) stream.release(&stream);
    end(t, "answer: arrow", begun, status);
}

static int drop(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
    return 0;
}

/* The call again, stopped at TIMES of its questions. */
static void stop_map(task *t, const char *name)
{
    enum { TIMES = 12 };
    kerf_map_options o = { .size = sizeof o, .stop = ask, .context = &t->w };
    uint64_t all = t->w.asked;
    double longest = 0;
    for (uint64_t i = 0; i <= TIMES && all > 0; i++) {
        kerf_result r = { .size = sizeof r };
        begin(t);
        t->w.stopped = 0;
        t->w.stop_at = 1 + (all - 1) * i / TIMES;
        kerf_map(t->k, &o, &r);
        double left = t->w.stopped > 0 ? now() - t->w.stopped : 0;
        if (left > longest) longest = left;
    }
    t->w.stop_at = 0;
    if (t->only && strncmp(name, t->only, strlen(t->only)) != 0) return;
    printf("%-20s %9s  %9" PRIu64 " questions  longest rest %.3f s\n", name, "", all, longest);
}

/* An answer of as many true atoms as there are facts. */
static void of_answers(task *t, size_t facts)
{
    static const char model[] = "*Edge(n, n)\nSame(n, n)\n1 Edge(x, y) => Same(x, y)\n"
                                "-.5 Same(x, y)\n.2 Same(x, y) => Same(y, x)\n";
    size_t n;
    char *text = make_text(facts, facts / 5 + 1, &n);
    start(t);
    read_model(t, "answer: model", model, sizeof model - 1);
    read_facts(t, "answer: facts", text, n);
    map(t, "answer: map");
    stop_map(t, "answer: stopped");
    map(t, "answer: map");
    read_answer(t, "answer: get");
    double begun = begin(t);
    end(t, "answer: write", begun, kerf_write_answer(t->k, KERF_ANSWER_DB, drop, NULL));
    marginal(t, "answer: marginal");
    kerf_free(t->k);
    free(text);
}

static void of_edges(task *t, size_t facts)
{
    size_t n;
    char *text = make_text(facts, facts / 5 + 1, &n);
    start(t);
    kerf_set(t->k, "time-limit", "60");
    read_model(t, "edges: model", edges_model, sizeof edges_model - 1);
    read_facts(t, "edges: facts", text, n);
    if (map(t, "edges: map") == KERF_OK) explain(t, "edges: explain", "Side(1)");
    marginal(t, "edges: marginal");
    kerf_free(t->k);
    free(text);
}

static void of_clusters(task *t, size_t facts)
{
    size_t n;
    char *text = make_text(facts / 30, facts / 90 + 1, &n);
    start(t);
    kerf_set(t->k, "time-limit", "60");
    read_model(t, "clusters: model", same_model, sizeof same_model - 1);
    read_facts(t, "clusters: facts", text, n);
    map(t, "clusters: map");
    marginal(t, "clusters: marginal");
    kerf_free(t->k);
    free(text);
}

static void of_formulas(task *t, size_t facts)
{
    size_t n;
    char *text = make_model(facts / 4, &n);
    start(t);
    read_model(t, "formulas: model", text, n);
    read_facts(t, "formulas: facts", "Edge(C1, C2)\n", 13);
    map(t, "formulas: map");
    kerf_free(t->k);
    free(text);
}

/* May lines that begin so be wanted? */
static int is_asked(const task *t, const char *group)
{
    size_t n = strlen(group);
    if (!t->only) return 1;
    return strncmp(group, t->only, strlen(t->only) < n ? strlen(t->only) : n) == 0;
}

int main(int argc, char **argv)
{
    size_t facts = argc > 1 ? strtoull(argv[1], NULL, 10) : 300000;
    task t = { .only = argc > 2 ? argv[2] : NULL };
    if (is_asked(&t, "answer:")) of_answers(&t, facts);
    if (is_asked(&t, "edges:")) of_edges(&t, facts);
    if (is_asked(&t, "clusters:")) of_clusters(&t, facts);
    if (is_asked(&t, "formulas:")) of_formulas(&t, facts);
    return 0;
}
