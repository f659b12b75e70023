/* map.c -- finds the most probable world and lists what is true in it.
 *
 *     cc map.c $(pkg-config --cflags --libs kerf) -o map
 *     ./map smokers.mln smokers.db
 *
 * Ctrl-C stops the search; the best answer so far is listed all the same. */
#include <kerf.h>

#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    interrupted = 1;
    signal(number, SIG_DFL); /* the second one ends it */
}

static int stop(void *context)
{
    (void)context;
    return interrupted;
}

static void progress(void *context, const kerf_iteration *i)
{
    (void)context;
    fprintf(stderr, "iteration %u: score %g, at most %g\n", i->iteration, i->score, i->bound);
}

static kerf_status solve(kerf *k)
{
    kerf_map_options options = { .size = sizeof options, .stop = stop, .progress = progress };
    kerf_result r = { .size = sizeof r };
    kerf_atom a = { .size = sizeof a };
    kerf_status status = kerf_map(k, &options, &r);
    if (status != KERF_OK) return status;
    printf("%s: score %g, at most %g is possible\n", kerf_outcome_text(r.outcome), r.score,
           r.bound);
    for (size_t i = 0; kerf_answer_get(k, i, &a) == KERF_OK; i++) {
        printf("%s", a.predicate);
        for (unsigned n = 0; n < a.arity; n++) printf(" %s", a.arguments[n]);
        printf("\n");
    }
    return KERF_OK;
}

int main(int argc, char **argv)
{
    int more = 1;
    if (argc < 2) {
        fprintf(stderr, "usage: map MODEL [EVIDENCE...]\n");
        return 2;
    }
    signal(SIGINT, on_interrupt);
    kerf *k = kerf_new(NULL);
    kerf_status status = kerf_set(k, "time-limit", "60");
    if (status == KERF_OK) status = kerf_read_model(k, argv[1]);
    for (int i = 2; status == KERF_OK && i < argc; i++) status = kerf_add_evidence(k, argv[i]);
    while (status == KERF_OK && more && !interrupted) {
        status = kerf_next_world(k, &more);
        if (status == KERF_OK && more) status = solve(k);
    }
    if (status != KERF_OK) fprintf(stderr, "%s\n", kerf_error(k));
    kerf_free(k);
    return status == KERF_OK ? 0 : 1;
}
