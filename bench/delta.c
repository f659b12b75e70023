/* delta.c -- what separation after flips costs in each store, by flips and by evidence.
 *
 * Usage: delta [CITATIONS...]      default: 1000 5000 20000
 * A store that asks about what flipped pays for flips, not for evidence: numbers grow from left to
 * right and not from one block to the next. Generated citations, the model with 46 formulas; mean
 * of rounds, on the wall, sending the flips included. $KERF_STORE_POSTGRES names a server
 * (postgres://...); without it that row is left out. */
#include "flips.h"
#include "query/backend.h"

#include <string.h>
#include <unistd.h>

enum { ROUNDS = 10 };
static const uint32_t flips[] = { 1, 10, 100, 1000, 10000 };

/* The grounder asks this store from now on. */
static void use_store(session *s, const char *where)
{
    kf_backend_site site = { .where = where, .diags = s->diags, .connections = 1 };
    kf_backend *store;
    must(s, kf_backend_open(&store, &s->mem, s->d, &site), where);
    kf_grounder_take_store(s->g, store);
}

static void measure(uint32_t citations, const char *name, const char *where)
{
    data x;
    session s;
    kf_separated out;
    uint64_t seed = 7;
    data_made(&x, citations);
    open_model_in(&s, &x, false, strcmp(where, "memory") == 0 ? NULL : where);
    session_ground(&s, 1);
    use_store(&s, where);
    must(&s, kf_ground_local(s.g), "local scores");
    solve_locally(&s);
    double start = wall();
    must(&s, kf_separate(s.g, true, &out), "separating");
    printf("  %9u %9zu  %-9s %9.1f", citations, x.rows, name, (wall() - start) * 1e3);
    flip_some(&s, &seed, 10);
    must(&s, kf_separate(s.g, false, &out), "separating"); /* indexes are built */
    for (size_t k = 0; k < KF_LENGTH(flips); k++) {
        double seconds = 0;
        for (int r = 0; r < ROUNDS; r++) {
            flip_some(&s, &seed, flips[k]);
            start = wall();
            must(&s, kf_separate(s.g, false, &out), "separating");
            seconds += wall() - start;
        }
        printf(" %9.2f", seconds / ROUNDS * 1e3);
    }
    printf("\n");
    fflush(stdout);
    session_close(&s);
    data_free(&x);
}

static void measure_all(uint32_t citations)
{
    static const char file[] = "delta.store";
    static const char *const beside[] = { "delta.store", "delta.store-wal", "delta.store-shm" };
    const char *server = getenv("KERF_STORE_POSTGRES");
    measure(citations, "memory", "memory");
    if (kf_backend_is_known("sqlite:delta.store")) {
        unlink(file);
        measure(citations, "sqlite", "sqlite:delta.store");
        for (size_t i = 0; i < KF_LENGTH(beside); i++) unlink(beside[i]);
    }
    if (server) measure(citations, "postgres", server);
}

int main(int argc, char **argv)
{
    printf("ms for separation: the first, then after so many flips\n");
    printf("  %9s %9s  %-9s %9s", "citations", "evidence", "store", "first");
    for (size_t k = 0; k < KF_LENGTH(flips); k++) printf(" %9u", flips[k]);
    printf("\n");
    if (argc < 2) {
        measure_all(1000);
        measure_all(5000);
        measure_all(20000);
    }
    for (int i = 1; i < argc; i++) measure_all((uint32_t)strtoul(argv[i], NULL, 10));
    return 0;
}
