/* run.c -- the differential tests: seeded random programs, engine against plain enumeration.
 *
 *     run SHARD SHARDS [N]   the kept programs (shard 0), then this shard's share of N seeds
 *                            (500); speaks TAP
 *     run seed N [N]         one seed, or from one to another; says what each does
 *     run stores N N         the same, but only whether all stores agree
 *     run marginal N N       only probabilities; run explain N N: only explanations
 *     run edits N N          the same, but only sessions that are changed and asked again
 *     run least N N          the same, but only least changes of evidence
 *     run show N             the program of a seed
 *     run stats N            how often each feature occurs in N programs
 *     run file PATH...       programs from files
 *
 * Programs run in a child process, so that a crash is one failure of many. A failing program is
 * made smaller, line by line, as long as it fails, and printed; put it into kept/ to have it run
 * first from then on. */
#include "generate.h"
#include "trial.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAMS = 500, FULL_FAULTS = 20, SERVER_FAULTS = 50, SERVER_STRIDE = 11, WHY = 2000 };

/* A session that is changed and asked again takes as long as everything else together, and so do
 * least changes: some of the programs have them. Sanitizers take ten times as long. What repeats a
 * way through the code that other programs go too is done there less often. */
#if defined(__SANITIZE_ADDRESS__)
enum { FULL_STRIDE = 7, KEPT_STRIDE = 61, EDITS_EVERY = 8, LEAST_EVERY = 16 };
#else
enum { FULL_STRIDE = 1, KEPT_STRIDE = 7, EDITS_EVERY = 4, LEAST_EVERY = 8 };
#endif

typedef struct shared { /* between a child and its parent */
    uint64_t seed;
    uint64_t held, skipped;
    forgeries forged;
    edited edited;
    summed summed;
    char why[WHY];
} shared;

static shared *common;
static bool in_kept; /* programs of files are looked at */

/* ---- One program ---------------------------------------------------------------------------- */

/* Memory runs out at every allocation of some programs, at a few of the others. */
static uint32_t stride_of(uint64_t seed)
{
    if (in_kept) return KEPT_STRIDE;
    return seed % FULL_FAULTS == 0 ? FULL_STRIDE : 61 + (uint32_t)(seed % 31);
}

static bool has_edits(uint64_t seed)
{
    return seed % EDITS_EVERY == 1 % EDITS_EVERY || seed % FULL_FAULTS == 0;
}

static bool has_least(uint64_t seed)
{
    return seed % LEAST_EVERY == 2;
}

static uint64_t sums = UINT64_MAX; /* so many are to be summed, where only that is looked at */
static bool only_stores, only_marginal, only_explain, only_edits, only_least;

static outcome check(const program *p, uint64_t seed, char *why)
{
    if (only_stores) {
        outcome agree = trial_run_stores(p, seed, why, WHY);
        bool faults = agree == HOLDS && seed % SERVER_FAULTS == 0;
        return faults ? trial_faults_on_server(p, SERVER_STRIDE, why, WHY) : agree;
    }
    if (only_marginal) return trial_run_marginal(p, seed, why, WHY);
    if (only_explain) return trial_run_explain(p, seed, why, WHY);
    if (only_edits) return trial_run_edits(p, seed, why, WHY);
    if (only_least) return trial_run_least_change(p, seed, why, WHY);
    outcome result = trial_run(p, seed, why, WHY);
    if (result == HOLDS) result = trial_faults(p, seed, stride_of(seed), why, WHY);
    if (result == HOLDS && has_edits(seed) && trial_run_edits(p, seed, why, WHY) == FAILS)
        result = FAILS;
    if (result == HOLDS && has_least(seed)) result = trial_run_least_change(p, seed, why, WHY);
    return result;
}

static outcome check_apart(const program *p, uint64_t seed, bool quiet)
{
    common->why[0] = '\0';
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (quiet && !freopen("/dev/null", "w", stderr)) _exit(FAILS);
        _exit((int)check(p, seed, common->why));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return FAILS;
    bool said = WIFEXITED(status) && (WEXITSTATUS(status) != FAILS || common->why[0]);
    if (said && WEXITSTATUS(status) <= SKIPPED) return (outcome)WEXITSTATUS(status);
    snprintf(common->why, WHY, "it crashed");
    return FAILS;
}

/* ---- Making it smaller ---------------------------------------------------------------------- */

/* Without one line, then the next; again until none can go. */
static void shrink(program *p, uint64_t seed)
{
    program *smaller = malloc(sizeof *smaller);
    bool again = smaller != NULL;
    while (again) {
        again = false;
        for (uint32_t i = p->n; i-- > 0;) {
            *smaller = *p;
            memmove(&smaller->at[i], &smaller->at[i + 1], (p->n - i - 1) * sizeof(line));
            smaller->n--;
            if (check_apart(smaller, seed, true) != FAILS) continue;
            *p = *smaller;
            again = true;
        }
    }
    free(smaller);
    check_apart(p, seed, true); /* for `why` */
}

static void report(program *p, uint64_t seed, const char *why)
{
    printf("# %s\n# made smaller:\n", why);
    fflush(stdout);
    shrink(p, seed);
    program_print(p, stdout);
    printf("# %s\n", common->why);
    fflush(stdout);
}

/* ---- Many ----------------------------------------------------------------------------------- */

static bool is_summed(void)
{
    return only_marginal && common->summed.programs >= sums;
}

static void run_seeds(uint64_t from, uint64_t to, uint64_t step, program *p)
{
    for (uint64_t seed = from; seed <= to && !is_summed(); seed += step) {
        uint32_t counts[N_FEATURES] = { 0 };
        common->seed = seed;
        common->why[0] = '\0';
        generate(p, seed, counts);
        outcome result = check(p, seed, common->why);
        if (result == FAILS) _exit(FAILS);
        *(result == HOLDS ? &common->held : &common->skipped) += 1;
    }
    _exit(HOLDS);
}

/* In a child that is begun anew behind a seed that fails. Returns how many did. */
static uint64_t all_seeds(uint64_t from, uint64_t to, uint64_t step, program *p)
{
    uint64_t failed = 0;
    while (from <= to && failed < 5) {
        fflush(NULL);
        pid_t child = fork();
        int status = 0;
        if (child == 0) run_seeds(from, to, step, p);
        if (child < 0 || waitpid(child, &status, 0) < 0) return failed + 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == HOLDS) return failed;
        char why[WHY];
        bool crashed = !WIFEXITED(status) || WEXITSTATUS(status) != FAILS || !common->why[0];
        snprintf(why, sizeof why, "%s", crashed ? "it crashed" : common->why);
        uint64_t seed = common->seed;
        uint32_t counts[N_FEATURES] = { 0 };
        generate(p, seed, counts);
        printf("# seed %llu\n", (unsigned long long)seed);
        report(p, seed, why);
        failed++;
        from = seed + step;
    }
    return failed;
}

static int run_files(int n, char **paths, program *p)
{
    int failed = 0;
    for (int i = 0; i < n; i++) {
        common->why[0] = '\0';
        outcome result = program_read(p, paths[i]) ? check_apart(p, FULL_FAULTS, false) : FAILS;
        printf("%s %d - %s%s%s\n", result == HOLDS ? "ok" : "not ok", i + 1, paths[i],
               result == HOLDS ? "" : ": ", result == HOLDS ? "" : common->why);
        failed += result != HOLDS;
    }
    return failed;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int run_kept(program *p, int *n_paths)
{
    enum { MOST = 500 };
    static char *paths[MOST];
    static const char folder[] = "tests/differential/kept";
    DIR *dir = opendir(folder);
    int n = 0, failed;
    for (const struct dirent *e; dir && n < MOST && (e = readdir(dir)) != NULL;) {
        size_t length = strlen(e->d_name), size = sizeof folder + length + 1;
        if (length < 4 || strcmp(e->d_name + length - 4, ".txt") != 0) continue;
        paths[n] = malloc(size);
        if (paths[n]) snprintf(paths[n++], size, "%s/%s", folder, e->d_name);
    }
    if (dir) closedir(dir);
    qsort(paths, (size_t)n, sizeof *paths, by_text);
    in_kept = true;
    failed = run_files(n, paths, p);
    in_kept = false;
    for (int i = 0; i < n; i++) free(paths[i]);
    *n_paths = n;
    return failed;
}

static void print_forged(void)
{
    const forgeries *f = &common->forged;
    printf(
        "# %llu certificates with a false bound, %llu of them wrong in another way, too, and %llu "
        "as good as true ones\n",
        (unsigned long long)f->tried, (unsigned long long)f->unreadable,
        (unsigned long long)f->as_good);
}

static void print_summed(void)
{
    const summed *s = &common->summed;
    printf("# probabilities of %llu programs, held against the sum over all their worlds: %llu, of "
           "which %llu are off by more than 1e-12, %g at most, and %llu outside their interval; "
           "%llu programs have no world or nothing open\n",
           (unsigned long long)s->programs, (unsigned long long)s->chances,
           (unsigned long long)s->off, s->most, (unsigned long long)s->outside,
           (unsigned long long)s->without);
}

static void print_edited(void)
{
    printf("# %llu edits, %llu answers and %llu probabilities after them as fresh sessions give "
           "them\n",
           (unsigned long long)common->edited.edits, (unsigned long long)common->edited.answers,
           (unsigned long long)common->edited.probabilities);
}

/* Half of the programs have too many worlds to sum up: probabilities alone are looked at of more,
 * until as many are held against a sum as there are programs. */
static uint64_t more_seeds(uint64_t first, uint64_t most, uint64_t shards, program *p)
{
    only_marginal = true;
    sums = first <= most ? (most - first) / shards + 1 : 0;
    uint64_t wrong = all_seeds(most + first, 4 * most, shards, p);
    wrong += !wrong && !is_summed();
    only_marginal = false;
    return wrong;
}

static int run_shard(uint64_t shard, uint64_t shards, uint64_t most, program *p)
{
    int n = 0, failed = shard == 0 ? run_kept(p, &n) : 0;
    uint64_t first = 1 + shard, wrong = all_seeds(first, most, shards, p);
    if (!wrong) wrong = more_seeds(first, most, shards, p);
    print_forged();
    print_edited();
    print_summed();
    failed |= common->forged.as_good == 0; /* then nobody tried to forge anything */
    printf("%s %d - seeds %llu to %llu by %llu: %llu hold, %llu not looked at\n1..%d\n",
           wrong ? "not ok" : "ok", n + 1, (unsigned long long)first, (unsigned long long)most,
           (unsigned long long)shards, (unsigned long long)common->held,
           (unsigned long long)common->skipped, n + 1);
    return failed || wrong;
}

static int run_stats(uint64_t n, program *p)
{
    uint32_t counts[N_FEATURES] = { 0 };
    for (uint64_t seed = 1; seed <= n; seed++) generate(p, seed, counts);
    for (uint32_t i = 0; i < N_FEATURES; i++)
        printf("%7u %5.1f%%  %s\n", counts[i], 100.0 * counts[i] / (double)n, feature_text[i]);
    return 0;
}

static int run_some(uint64_t from, uint64_t to, program *p)
{
    int failed = 0;
    for (uint64_t seed = from; seed <= to; seed++) {
        uint32_t counts[N_FEATURES] = { 0 };
        generate(p, seed, counts);
        common->why[0] = '\0';
        outcome result = from == to ? check(p, seed, common->why) : check_apart(p, seed, false);
        printf("%llu %s %s\n", (unsigned long long)seed,
               result == HOLDS   ? "holds"
               : result == FAILS ? "FAILS"
                                 : "skipped",
               common->why);
        if (result == FAILS) report(p, seed, common->why);
        failed |= result == FAILS;
    }
    print_forged();
    print_edited();
    print_summed();
    return failed;
}

static int run(int argc, char **argv, program *p)
{
    uint64_t a = strtoull(argv[2], NULL, 10), b = argc > 3 ? strtoull(argv[3], NULL, 10) : a;
    only_stores = strcmp(argv[1], "stores") == 0;
    only_marginal = strcmp(argv[1], "marginal") == 0;
    only_explain = strcmp(argv[1], "explain") == 0;
    only_edits = strcmp(argv[1], "edits") == 0;
    only_least = strcmp(argv[1], "least") == 0;
    bool part = only_stores || only_marginal || only_explain || only_edits || only_least;
    if (part || strcmp(argv[1], "seed") == 0) return run_some(a, b, p);
    if (strcmp(argv[1], "stats") == 0) return run_stats(a, p);
    if (strcmp(argv[1], "file") == 0) return run_files(argc - 2, argv + 2, p) > 0;
    if (strcmp(argv[1], "show") == 0) {
        uint32_t counts[N_FEATURES] = { 0 };
        generate(p, a, counts);
        program_print(p, stdout);
        return 0;
    }
    return a > 0 ? run_shard(strtoull(argv[1], NULL, 10), a, argc > 3 ? b : PROGRAMS, p) : 2;
}

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    program *p = malloc(sizeof *p);
    if (common != MAP_FAILED) {
        trial_forgeries = &common->forged;
        trial_edited = &common->edited;
        trial_summed = &common->summed;
    }
    int code = p && common != MAP_FAILED ? run(argc, argv, p) : 2;
    free(p);
    return code;
}
