/* routes.c -- random programs too large to enumerate, solved along independent routes; see route.h.
 *
 *     routes SHARD SHARDS N        the kept programs (shard 0), then its share of N seeds; for
 *                                  run.py, which adds up
 *     routes --seed N [N]          one seed, or from one to another; says what each does
 *     routes --show N              the program of a seed
 *     routes --file PATH [SEED]    a program from a file
 *
 * Before these, switches: --no-certificates, --no-stops, --tools (cbc, glpsol, clasp and toulbar2
 * for every seed), --no-shrink, --most N (failures after which a shard ends).
 *
 * Programs run in a child process, so that a crash is one failure of many. A failing program is
 * made smaller as long as it fails in the same way, and printed; put it into kept/ to have it run
 * first from then on, as NAME.SEED.txt if it takes the routes of that seed. */
#include "maker.h"
#include "route.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_FAILURES = 5, MOST_SECONDS = 120, MOST_TRIALS = 1500 };

typedef struct shared { /* between a child and its parent */
    uint64_t seed;
    tally tally;
    char why[WHY];
} shared;

static shared *common;
static uint64_t most_failures = MOST_FAILURES;
static bool shrinks = true;

/* ---- One program ---------------------------------------------------------------------------- */

/* Processor time, so that only what never ends is ended. */
static void begin_watch(void)
{
    struct itimerval limit = { .it_value = { .tv_sec = MOST_SECONDS } };
    setitimer(ITIMER_PROF, &limit, NULL);
}

static const char *how_it_ended(int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) return "it does not end";
    return "it crashed";
}

static outcome check_apart(const script *s, uint64_t seed, bool quiet)
{
    static tally ignored;
    common->why[0] = '\0';
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (quiet && !freopen("/dev/null", "w", stderr)) _exit(FAILS);
        begin_watch();
        _exit((int)trial_run(s, seed, quiet ? &ignored : &common->tally, common->why));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0) return FAILS;
    bool said = WIFEXITED(status) && (WEXITSTATUS(status) != FAILS || common->why[0]);
    if (said && WEXITSTATUS(status) <= SKIPPED) return (outcome)WEXITSTATUS(status);
    snprintf(common->why, WHY, "%s", how_it_ended(status));
    return FAILS;
}

/* The first words of a complaint: up to a number, a bracket or a colon. */
static size_t kind_of(const char *why)
{
    return strcspn(why, "0123456789[:");
}

typedef struct failing {
    uint64_t seed;
    uint32_t trials; /* so far */
    char why[WHY];
} failing;

static bool fails_likewise(void *context, const script *s)
{
    failing *f = context;
    size_t n = kind_of(f->why);
    if (f->trials++ == MOST_TRIALS) fprintf(stderr, "this takes long: it is left as it is\n");
    return f->trials <= MOST_TRIALS && check_apart(s, f->seed, true) == FAILS
           && strncmp(common->why, f->why, n) == 0 && kind_of(common->why) == n;
}

static void report(script *s, uint64_t seed, const char *why)
{
    failing f = { .seed = seed };
    snprintf(f.why, sizeof f.why, "%s", why);
    printf("# %s\n", why);
    fflush(stdout);
    if (!shrinks) return;
    script_shrink(s, fails_likewise, &f);
    check_apart(s, seed, true); /* for `why` */
    printf("# made smaller:\n");
    script_print(s, stdout);
    printf("# %s\n", common->why);
    fflush(stdout);
}

/* ---- Many ----------------------------------------------------------------------------------- */

static _Noreturn void run_seeds(uint64_t from, uint64_t to, uint64_t step)
{
    for (uint64_t seed = from; seed <= to; seed += step) {
        script s = { 0 };
        common->seed = seed;
        common->why[0] = '\0';
        begin_watch();
        common->tally.by_family[make_script(&s, seed)]++;
        outcome result = trial_run(&s, seed, &common->tally, common->why);
        script_free(&s);
        if (result == FAILS) _exit(FAILS);
        *(result == HOLDS ? &common->tally.held : &common->tally.skipped) += 1;
    }
    _exit(HOLDS);
}

static void report_seed(uint64_t seed, const char *why)
{
    script s = { 0 };
    uint32_t which = make_script(&s, seed);
    printf("not ok - seed %llu (%s)\n", (unsigned long long)seed, families[which].name);
    report(&s, seed, why);
    script_free(&s);
}

/* In a child that is begun anew behind a seed that fails. Returns how many did. */
static uint64_t all_seeds(uint64_t from, uint64_t to, uint64_t step)
{
    uint64_t failed = 0;
    while (from <= to && failed < most_failures) {
        fflush(NULL);
        pid_t child = fork();
        int status = 0;
        if (child == 0) run_seeds(from, to, step);
        if (child < 0 || waitpid(child, &status, 0) < 0) return failed + 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == HOLDS) return failed;
        char why[WHY];
        bool said = WIFEXITED(status) && WEXITSTATUS(status) == FAILS && common->why[0];
        snprintf(why, sizeof why, "%s", said ? common->why : how_it_ended(status));
        report_seed(common->seed, why);
        failed++;
        from = common->seed + step;
    }
    return failed;
}

/* ---- Coverage ------------------------------------------------------------------------------- */

/* Lines of two words and a number, which run.py adds up over shards. */
static void print_tally(const tally *y)
{
    const struct {
        const char *name;
        uint64_t n;
    } all[] = {
        { "held", y->held },        { "unreadable", y->skipped },
        { "proven", y->proven },    { "infeasible", y->infeasible },
        { "open", y->open },        { "routes", y->routes },
        { "stops", y->stops },      { "certificates", y->certificates },
        { "exports", y->exported }, { "eliminations", y->eliminated },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        printf("# all %s %llu\n", all[i].name, (unsigned long long)all[i].n);
    for (uint32_t i = 0; i < MOST_METHODS && y->methods[i].name[0]; i++)
        printf("# method %s %llu\n", y->methods[i].name,
               (unsigned long long)y->methods[i].components);
    print_tools(y);
    for (uint32_t i = 0; i < n_families; i++)
        printf("# family %s %llu\n", families[i].name, (unsigned long long)y->by_family[i]);
}

/* ---- Commands ------------------------------------------------------------------------------- */

static bool run_file(const char *path, uint64_t seed)
{
    script s = { 0 };
    common->why[0] = '\0';
    looks |= LOOK_EVERYWHERE;
    outcome result = script_read(&s, path) ? check_apart(&s, seed, false) : FAILS;
    printf("%s - %s%s%s\n", result == HOLDS ? "ok" : "not ok", path, result == HOLDS ? "" : ": ",
           result == HOLDS ? "" : common->why);
    script_free(&s);
    return result == HOLDS;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Several seeds each, since the routes depend on them. */
static uint64_t run_kept(void)
{
    enum { MOST = 500, SEEDS = 3 };
    static char *paths[MOST];
    static const char folder[] = "tests/routes/kept";
    uint64_t failed = 0;
    int n = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && n < MOST && (e = readdir(dir)) != NULL;) {
        size_t size = sizeof folder + strlen(e->d_name) + 1;
        if (!strstr(e->d_name, ".txt")) continue;
        paths[n] = need(malloc(size));
        snprintf(paths[n++], size, "%s/%s", folder, e->d_name);
    }
    if (dir) closedir(dir);
    qsort(paths, (size_t)n, sizeof *paths, by_text);
    uint32_t before = looks;
    for (int i = 0; i < n; i++) {
        const char *dot = strchr(paths[i], '.');
        uint64_t own = dot ? strtoull(dot + 1, NULL, 10) : 0; /* NAME.SEED.txt */
        for (uint64_t seed = 1; seed <= SEEDS; seed++) failed += !run_file(paths[i], seed);
        if (own > SEEDS) failed += !run_file(paths[i], own);
        free(paths[i]);
    }
    looks = before;
    return failed;
}

static int run_shard(uint64_t shard, uint64_t shards, uint64_t most)
{
    uint64_t failed = shard == 0 ? run_kept() : 0, first = 1 + shard;
    uint64_t bad = all_seeds(first, most, shards);
    print_tally(&common->tally);
    return failed + bad > 0;
}

static int run_some(uint64_t from, uint64_t to)
{
    bool failed = false;
    for (uint64_t seed = from; seed <= to; seed++) {
        script s = { 0 };
        uint32_t which = make_script(&s, seed);
        common->tally.by_family[which]++;
        outcome result = check_apart(&s, seed, false);
        printf("%llu %s %s %s\n", (unsigned long long)seed, families[which].name,
               result == HOLDS   ? "holds"
               : result == FAILS ? "FAILS"
                                 : "skipped",
               common->why);
        *(result == HOLDS ? &common->tally.held : &common->tally.skipped) += result != FAILS;
        if (result == FAILS) report(&s, seed, common->why);
        failed |= result == FAILS;
        script_free(&s);
    }
    print_tally(&common->tally);
    return failed;
}

static int show(uint64_t seed)
{
    script s = { 0 };
    make_script(&s, seed);
    script_print(&s, stdout);
    script_free(&s);
    return 0;
}

/* Switches come first; returns how many arguments they are. */
static int read_switches(int argc, char **argv)
{
    int i = 1;
    for (; i < argc; i++) {
        if (strcmp(argv[i], "--no-certificates") == 0) looks &= ~(uint32_t)LOOK_CERTIFICATES;
        else if (strcmp(argv[i], "--no-stops") == 0) looks &= ~(uint32_t)LOOK_STOPS;
        else if (strcmp(argv[i], "--tools") == 0) looks |= LOOK_TOOLS;
        else if (strcmp(argv[i], "-v") == 0) looks |= LOOK_CLOSELY;
        else if (strcmp(argv[i], "--no-shrink") == 0) shrinks = false;
        else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc)
            most_failures = strtoull(argv[++i], NULL, 10);
        else break;
    }
    return i - 1;
}

int main(int argc, char **argv)
{
    int skip = read_switches(argc, argv);
    argc -= skip;
    argv += skip;
    if (argc < 3) return 2;
    common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (common == MAP_FAILED) return 2;
    uint64_t a = strtoull(argv[2], NULL, 10), b = argc > 3 ? strtoull(argv[3], NULL, 10) : a;
    if (strcmp(argv[1], "--seed") == 0) return run_some(a, b);
    if (strcmp(argv[1], "--show") == 0) return show(a);
    if (strcmp(argv[1], "--file") == 0)
        return !run_file(argv[2], argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    return a > 0 ? run_shard(strtoull(argv[1], NULL, 10), a, b) : 2;
}
