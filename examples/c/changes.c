/* changes.c -- facts come and go, and after each change the most probable world is asked for again.
 *
 *     cc changes.c $(pkg-config --cflags --libs kerf) -o changes
 *     ./changes smokers.mln smokers.db
 *
 * People become friends one after the other. Each answer is the one that a fresh session would
 * give for the facts as they are then. At the end a clone tells what would be if Anna did not
 * smoke, and the session itself never hears of it. */
#include <kerf.h>

#include <stdio.h>
#include <string.h>

/* Asks, and lists who smokes. */
static kerf_status ask(kerf *k, const char *when)
{
    kerf_result r = { .size = sizeof r };
    kerf_atom a = { .size = sizeof a };
    kerf_status status = kerf_map(k, NULL, &r);
    if (status != KERF_OK) return status;
    printf("%s: %s, cost %g, smokers:", when, kerf_outcome_text(r.outcome), r.cost);
    for (size_t i = 0; kerf_answer_get(k, i, &a) == KERF_OK; i++)
        if (strcmp(a.predicate, "Smokes") == 0) printf(" %s", a.arguments[0]);
    printf("\n");
    return KERF_OK;
}

static kerf_status befriend(kerf *k, const char *one, const char *other)
{
    const char *there[] = { one, other }, *back[] = { other, one };
    kerf_status status = kerf_assert_atom(k, "Friends", there, 2, KERF_TRUE, 0);
    return status == KERF_OK ? kerf_assert_atom(k, "Friends", back, 2, KERF_TRUE, 0) : status;
}

static kerf_status follow(kerf *k)
{
    static const char *const news[] = { "Bob", "Edward", "Frank", "Gary", "Zoe" };
    kerf_status status = ask(k, "at first");
    for (size_t i = 0; status == KERF_OK && i < sizeof news / sizeof *news; i++) {
        char when[40];
        snprintf(when, sizeof when, "Anna and %s are friends", news[i]);
        status = befriend(k, "Anna", news[i]); /* Zoe is new: nobody has named her before */
        if (status == KERF_OK) status = ask(k, when);
    }
    return status;
}

static kerf_status what_if(kerf *k)
{
    const char *anna[] = { "Anna" };
    kerf *copy = kerf_clone(k, NULL);
    if (!copy) return KERF_NO_MEMORY;
    kerf_status status = kerf_assert_atom(copy, "Smokes", anna, 1, KERF_FALSE, 0);
    if (status == KERF_OK) status = ask(copy, "if Anna did not smoke");
    if (status != KERF_OK) fprintf(stderr, "%s\n", kerf_error(copy));
    kerf_free(copy);
    return status == KERF_OK ? ask(k, "as it is") : status;
}

int main(int argc, char **argv)
{
    int more;
    if (argc < 2) {
        fprintf(stderr, "usage: changes MODEL [EVIDENCE...]\n");
        return 2;
    }
    kerf *k = kerf_new(NULL);
    kerf_status status = kerf_read_model(k, argv[1]);
    for (int i = 2; status == KERF_OK && i < argc; i++) status = kerf_add_evidence(k, argv[i]);
    if (status == KERF_OK) status = kerf_next_world(k, &more);
    if (status == KERF_OK) status = follow(k);
    if (status == KERF_OK) status = what_if(k);
    if (status != KERF_OK) fprintf(stderr, "%s\n", kerf_error(k));
    kerf_free(k);
    return status == KERF_OK ? 0 : 1;
}
