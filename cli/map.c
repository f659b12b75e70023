/* map.c -- kerf map: the most probable world, or worlds, one after the other.
 *
 * With one thread, or where the run itself is to be watched, each world is read, solved and written
 * before the next one; else several at a time, written in their order. The first interrupt asks the
 * search to stop, and what it has is written; the second ends the run on the spot. */
#include "cli.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

typedef struct totals {
    size_t worlds;
    bool answers; /* these are answers to one world that changes */
    size_t outcomes[KERF_RELAXED + 1];
    kerf_result sum; /* of one world: its result */
    int code;        /* what the run will end with */
} totals;

typedef struct job {
    cli *c;
    totals t;
    kerf_write_fn *put; /* of the file that all answers go to; NULL: standard output */
    void *to;
    int failed; /* CLI_OK, or why standard output was given up */
} job;

/* ---- Progress -------------------------------------------------------------------------------- */

/* A score is a sum of weights less the cost: below a trillionth of that only rounding is left. */
static void add_score(char *to, size_t n, double score, double cost)
{
    double least = isfinite(cost) ? fmax(1e-12 * fabs(cost), 1e-15) : 1e-15;
    if (isfinite(score)) snprintf(to, n, "%.10g", fabs(score) < least ? 0 : score);
    else snprintf(to, n, "none");
}

static int stop(void *context)
{
    (void)context;
    return interrupted();
}

/* A line that stays with -v, else one that the next replaces. */
static void show_iteration(void *context, const kerf_iteration *i)
{
    const cli *c = context;
    char line[256], score[32], bound[32], gap[32];
    if (c->quiet) return;
    unsigned long long groundings = i->groundings;
    groundings += i->new_groundings;
    double scale =
        fmax(isfinite(i->score) ? fabs(i->score) : 0, isfinite(i->bound) ? fabs(i->bound) : 0);
    scale = fmax(scale, 1); /* what it costs is not known here */
    add_score(score, sizeof score, i->score, scale);
    add_score(bound, sizeof bound, i->bound, scale);
    add_score(gap, sizeof gap, i->gap, scale);
    snprintf(line, sizeof line,
             "iteration %u: %llu atoms, %llu groundings, score %s, bound %s, gap %s, %.2f s",
             i->iteration, (unsigned long long)i->atoms, groundings, score, bound, gap, i->seconds);
    if (c->verbose) {
        progress_erase();
        fprintf(stderr, "%s\n", line);
    } else {
        progress_show(line);
    }
}

/* ---- The last line --------------------------------------------------------------------------- */

static const char *ending(kerf_ending e)
{
    switch (e) {
    case KERF_GAP_REACHED: return ", stopped at the gap";
    case KERF_MOST_ITERATIONS: return ", stopped by --max-iterations";
    case KERF_OUT_OF_TIME: return ", stopped by --time-limit";
    case KERF_STOPPED: return ", interrupted";
    default: return "";
    }
}

/* Not kerf's own proof: the name of the library as it is written, "CBC". */
static void print_trusted(const totals *t)
{
    if (!t->sum.trusted) return;
    fputs(t->worlds == 1 ? " (by " : " (some by ", stderr);
    for (const char *at = t->sum.trusted; *at; at++) fputc(toupper((unsigned char)*at), stderr);
    fputc(')', stderr);
}

static void print_outcomes(const totals *t)
{
    if (t->worlds == 1) {
        fputs(kerf_outcome_text(t->sum.outcome), stderr);
        return;
    }
    fprintf(stderr, "%zu %s", t->worlds, t->answers ? "answers" : "worlds");
    for (int i = 0; i <= KERF_RELAXED; i++)
        if (t->outcomes[i] > 0)
            fprintf(stderr, ", %zu %s", t->outcomes[i], kerf_outcome_text((kerf_outcome)i));
}

static void print_summary(const cli *c, const totals *t)
{
    const kerf_result *r = &t->sum;
    char score[32], cost[32], bound[32], gap[32];
    progress_erase();
    if (c->quiet || t->worlds == 0) return;
    add_score(score, sizeof score, r->score, r->cost);
    add_score(cost, sizeof cost, r->cost, r->cost);
    add_score(bound, sizeof bound, r->bound, r->cost);
    add_score(gap, sizeof gap, r->gap, r->cost);
    print_outcomes(t);
    print_trusted(t);
    fprintf(stderr, ": score %s", score);
    if (r->outcome == KERF_BOUNDED) fprintf(stderr, ", at most %s (gap %s)", bound, gap);
    fprintf(stderr, ", cost %s", cost);
    if (r->hard_violations > 0)
        fprintf(stderr, ", %llu hard violation%s", (unsigned long long)r->hard_violations,
                r->hard_violations == 1 ? "" : "s");
    fprintf(stderr, ", %u iteration%s, %.2f s%s\n", r->iterations, r->iterations == 1 ? "" : "s",
            r->seconds, r->outcome == KERF_OPTIMAL ? "" : ending(r->ending));
    if (r->left_components > 0)
        fprintf(stderr, "%s; %llu component%s not solved\n",
                r->asked_optimal ? "what was asked for is optimal"
                                 : "what was asked for is not proven optimal",
                (unsigned long long)r->left_components,
                r->left_components == 1 ? " was" : "s were");
}

static void add_up(totals *t, const kerf_result *r)
{
    kerf_result *sum = &t->sum;
    t->outcomes[r->outcome]++;
    if (t->worlds++ == 0) {
        *sum = *r;
        return;
    }
    if (r->outcome > sum->outcome) sum->outcome = r->outcome;
    if (r->ending != KERF_CONVERGED) sum->ending = r->ending;
    sum->score += r->score;
    sum->cost += r->cost;
    sum->bound += r->bound;
    sum->gap += r->gap;
    if (r->trusted) sum->trusted = r->trusted;
    sum->hard_violations += r->hard_violations;
    sum->left_components += r->left_components;
    sum->asked_optimal = sum->asked_optimal && r->asked_optimal;
    sum->iterations += r->iterations;
    sum->seconds += r->seconds;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static kerf_map_options options_of(cli *c)
{
    return (kerf_map_options){ .size = sizeof(kerf_map_options),
                               .stop = stop,
                               .progress = show_iteration,
                               .context = c,
                               .statistics = c->stats != NULL,
                               .certificate = c->certificate != NULL,
                               .report = c->report != NULL };
}

static bool is_any_hidden(kerf *k)
{
    kerf_predicate_info info = { .size = sizeof info };
    for (size_t i = 0; kerf_predicate_get(k, i, &info) == KERF_OK; i++)
        if (info.hidden) return true;
    return false;
}

static bool is_any_constant(kerf *k)
{
    kerf_type_info info = { .size = sizeof info };
    size_t n = kerf_type_count(k);
    for (size_t i = 0; i < n && kerf_type_get(k, i, &info) == KERF_OK; i++)
        if (info.constants > 0) return true;
    return n == 0;
}

/* The names of observed predicates that have no facts, some of them: false. */
static bool name_without_facts(kerf *k, char *to, size_t room)
{
    kerf_predicate_info p = { .size = sizeof p };
    size_t n = 0;
    for (size_t i = 0; n < room && kerf_predicate_get(k, i, &p) == KERF_OK; i++) {
        bool any = p.true_atoms > 0 || p.false_atoms > 0 || p.unknown_atoms > 0 || p.soft_atoms > 0;
        if (!p.hidden && !any)
            n += (size_t)snprintf(to + n, room - n, "%s%s", n > 0 ? ", " : "", p.name);
    }
    return n > 0;
}

/* The answer is empty. That evidence lacks a predicate may be why: it is false of everything. */
static void note_missing_facts(kerf *k)
{
    char names[200] = "", text[400];
    if (!name_without_facts(k, names, sizeof names)) return;
    snprintf(text, sizeof text,
             "nothing is true in the answer, and the evidence has no facts of what is observed: %s",
             names);
    message_line("note", text);
}

/* The first world: an answer that has no atom, or cannot have one, is hardly what was wanted. */
static void warn_of_nothing(const job *j, kerf *k)
{
    if (j->t.worlds > 0) return;
    if (!is_any_hidden(k))
        message_line("warning", "no predicate is hidden, so there is nothing to find out: name "
                                "what is wanted with -q");
    else if (!is_any_constant(k))
        message_line("warning", "the world is empty: neither model nor evidence names a constant; "
                                "evidence follows the model");
    else if (kerf_answer_count(k) == 0 && !j->c->quiet) note_missing_facts(k);
}

static void take_result(job *j, const kerf_result *result)
{
    add_up(&j->t, result);
    if (result->ending != KERF_STOPPED) return;
    j->t.code = CLI_INTERRUPTED;
    heed_interrupt();
}

/* The answer is there: an interrupt that comes only now does not take it away. */
static kerf_status write_found(const cli *c, kerf *k, kerf_write_fn *put, void *to)
{
    begin_answer();
    kerf_status status = c->clusters ? kerf_write_clusters(k, c->clusters, put, to)
                                     : kerf_write_answer(k, answer_format(c), put, to);
    end_answer();
    return status;
}

/* The world that is there: find its answer and write it. */
static kerf_status map_world(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    cli *c = j->c;
    kerf_map_options options = options_of(c);
    kerf_result result = { .size = sizeof result };
    kerf_status status = c->clusters ? kerf_check_clusters(k, c->clusters) : KERF_OK;
    if (status == KERF_OK) status = kerf_map(k, &options, &result);
    progress_erase();
    messages_show(c);
    if (status != KERF_OK) return status;
    warn_of_nothing(j, k);
    take_result(j, &result);
    status = c->changes ? explain_changes(c, k) : explain_atoms(c, k);
    return status == KERF_OK ? write_found(c, k, put, to) : status;
}

/* ---- One world after the other ---- */

/* Evidence from a pipe may wait for the answer to what it has said so far: nothing is read
 * ahead. */
static bool may_wait(const source *s)
{
    struct stat is;
    const char *path = s->table ? strchr(s->text, '=') + 1 : s->text;
    return strcmp(path, "-") == 0 || strncmp(path, "-(", 2) == 0
           || (stat(path, &is) == 0 && !S_ISREG(is.st_mode));
}

static bool any_may_wait(const cli *c)
{
    for (size_t i = 0; i < c->n_sources; i++)
        if (may_wait(&c->sources[i])) return true;
    return false;
}

/* An interrupt that came too late for the answer before: if there is another world, that is
 * left. One that comes while a world is read ends the search for its answer. */
static bool is_late(const job *j)
{
    return interrupted() && j->t.worlds > 0;
}

/* All worlds into one file, which is there only if all have an answer. */
static kerf_status solve_all(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    int more = 1;
    while (j->t.code == CLI_OK) {
        bool late = is_late(j);
        kerf_status status = next_world(j->c, j->t.worlds + 1, &more);
        if (status != KERF_OK || !more) return status;
        if (late) return KERF_INTERRUPTED;
        status = map_world(k, put, to, context);
        if (status != KERF_OK) return status;
    }
    return KERF_OK; /* stopped: the answer so far is an answer */
}

/* To standard output, each as it comes. */
static int solve_each(job *j)
{
    int more = 1, code = CLI_OK;
    bool waits = any_may_wait(j->c);
    while (code == CLI_OK && j->t.code == CLI_OK) {
        bool late = is_late(j);
        if (waits) release_interrupts(); /* else it goes on until something comes */
        kerf_status status = next_world(j->c, j->t.worlds + 1, &more);
        if (waits) hold_interrupts();
        if (status != KERF_OK) return fail(j->c, status);
        if (!more) break;
        if (late) return fail(j->c, KERF_INTERRUPTED);
        code = write_output(j->c, map_world, j);
    }
    return code;
}

/* ---- Several worlds at a time ---------------------------------------------------------------- */

/* Is each world to be told of as it is read? Is there but one thread, or a store for one world? */
static bool one_by_one(const cli *c)
{
    return any_may_wait(c) || c->verbose || c->changes || c->clusters || has_atoms(c)
           || strcmp(kerf_get(c->session, "threads"), "1") == 0
           || strcmp(kerf_get(c->session, "store"), "memory") != 0;
}

typedef struct answer {
    const cli *c;
    kerf *k; /* that has it */
} answer;

static kerf_status write_answer(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    const answer *a = context;
    (void)k;
    return write_found(a->c, a->k, put, to);
}

static kerf_status take_answer(kerf *k, const kerf_result *result, void *context)
{
    job *j = context;
    answer a = { j->c, k };
    progress_erase();
    messages_show(j->c);
    warn_of_nothing(j, k);
    take_result(j, result);
    if (j->put) return write_answer(k, j->put, j->to, &a);
    j->failed = write_output(j->c, write_answer, &a);
    return j->failed == CLI_OK ? KERF_OK : KERF_IO;
}

/* All worlds into one file. */
static kerf_status solve_together(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    kerf_map_options options = options_of(j->c);
    j->put = put;
    j->to = to;
    return kerf_map_worlds(k, &options, take_answer, j);
}

/* To standard output, each when its turn comes. */
static int solve_each_together(job *j)
{
    kerf_map_options options = options_of(j->c);
    kerf_status status = kerf_map_worlds(j->c->session, &options, take_answer, j);
    progress_erase();
    if (j->failed != CLI_OK) return j->failed;
    return status == KERF_OK ? CLI_OK : fail(j->c, status);
}

/* ---- One world that changes ------------------------------------------------------------------ */

/* The first world, and the file of its changes. */
static kerf_status open_changes(cli *c)
{
    int more;
    kerf_status status = next_world(c, 1, &more);
    return status == KERF_OK ? kerf_open_changes(c->session, c->changes_from) : status;
}

static kerf_status next_changes(const job *j, int *more)
{
    if (interrupted() && j->t.worlds > 0) return KERF_INTERRUPTED;
    release_interrupts(); /* what comes through a pipe may be long in coming */
    kerf_status status = kerf_next_changes(j->c->session, more);
    hold_interrupts();
    progress_erase();
    messages_show(j->c);
    return status;
}

/* All answers into one file, which is there only if all were found. */
static kerf_status solve_changes(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    job *j = context;
    int more = 1;
    kerf_status status = open_changes(j->c);
    while (status == KERF_OK && j->t.code == CLI_OK) {
        status = next_changes(j, &more);
        if (status != KERF_OK || !more) return status;
        status = map_world(k, put, to, context);
    }
    return status;
}

/* To standard output, each as it comes. */
static int solve_each_change(job *j)
{
    int more = 1, code = CLI_OK;
    kerf_status status = open_changes(j->c);
    while (status == KERF_OK && code == CLI_OK && j->t.code == CLI_OK) {
        status = next_changes(j, &more);
        if (status != KERF_OK || !more) break;
        code = write_output(j->c, map_world, j);
    }
    return status == KERF_OK ? code : fail(j->c, status);
}

static int solve_worlds(job *j)
{
    const cli *c = j->c;
    bool to_file = c->output && strcmp(c->output, "-") != 0;
    if (c->changes_from) {
        j->t.answers = true;
        return to_file ? write_output(j->c, solve_changes, j) : solve_each_change(j);
    }
    if (one_by_one(c)) return to_file ? write_output(j->c, solve_all, j) : solve_each(j);
    return to_file ? write_output(j->c, solve_together, j) : solve_each_together(j);
}

/* ---- All of it ------------------------------------------------------------------------------- */

static kerf_status fill_certificate(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    (void)context;
    return kerf_write_certificate(k, put, to);
}

/* Only of answers that keep the hard formulas. */
static int write_certificate(cli *c, const totals *t, int code)
{
    if (!c->certificate || code != CLI_OK || t->sum.hard_violations > 0) return code;
    kerf_status status = kerf_write_file(c->session, c->certificate, fill_certificate, NULL);
    if (status == KERF_OK) return code;
    int failed = fail(c, status);
    return status == KERF_IO ? CLI_FAILURE : failed;
}

static void advise_relax(cli *c, int code)
{
    if (code != CLI_INFEASIBLE || c->quiet || strcmp(kerf_get(c->session, "relax"), "yes") == 0)
        return;
    message_line("note", "--relax looks for a world that breaks as few of them as possible");
}

int run_map(cli *c)
{
    job j = { .c = c };
    if (has_atoms(c) && !c->report) return usage_error(c, "--explain needs --report");
    if (has_atoms(c) && c->changes)
        return usage_error(c, "--explain and --changes do not go together");
    if (c->least_change && !has_atoms(c) && !c->changes)
        return usage_error(c, "--least-change needs --explain or --changes");
    if (c->clusters && c->format)
        return usage_error(c, "--clusters writes a table of its own, without --format");
    int code = read_inputs(c, NO_WORLD);
    if (code != CLI_OK) return code;
    hold_interrupts();
    code = solve_worlds(&j);
    if (code == CLI_OK) code = j.t.code;
    code = write_certificate(c, &j.t, code);
    code = write_aside(c, c->changes, fill_explanations, code);
    code = write_aside(c, c->stats, fill_statistics, code);
    code = write_aside(c, c->report, fill_report, code);
    print_summary(c, &j.t);
    advise_relax(c, code);
    return interrupted() ? CLI_INTERRUPTED : code;
}
