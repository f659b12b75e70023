/* check.c -- reads a model and evidence and lists the predicates.
 *
 *     cc check.c $(pkg-config --cflags --libs kerf) -o check
 *     ./check smoking.mln smoking.db */
#include <kerf.h>

#include <stdio.h>

static kerf_status list_predicates(kerf *k)
{
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        kerf_predicate_info p = { .size = sizeof p };
        kerf_status status = kerf_predicate_get(k, i, &p);
        if (status != KERF_OK) return status;
        printf("%s/%u is %s (%s): %zu true, %zu false\n", p.name, p.arity,
               p.hidden ? "hidden" : "observed", p.why, p.true_atoms, p.false_atoms);
    }
    return KERF_OK;
}

int main(int argc, char **argv)
{
    int more = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: check MODEL [EVIDENCE...]\n");
        return 2;
    }
    kerf *k = kerf_new(NULL);
    kerf_status status = kerf_read_model(k, argv[1]);
    for (int i = 2; status == KERF_OK && i < argc; i++) status = kerf_add_evidence(k, argv[i]);
    if (status == KERF_OK) status = kerf_next_world(k, &more);
    if (status == KERF_OK) status = list_predicates(k);
    if (status != KERF_OK) fprintf(stderr, "%s\n", kerf_error(k));
    kerf_free(k);
    return status == KERF_OK ? 0 : 1;
}
