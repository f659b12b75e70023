/* export.c -- the exported problem, and bucket elimination on its clauses: where variables can be
 * summed out one by one through small tables, the least weight is known without any search. */
#include "export.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIABLES = 1500, WIDEST = 14, MOST_CELLS = 2000000 };

/* ---- Files ---------------------------------------------------------------------------------- */

/* The weight of a clause that must hold, out of the line "p wcnf VARIABLES CLAUSES TOP"; 0: there
 * is no such line. */
static double read_top(const char *text, uint32_t *variables)
{
    const char *head = strstr(text, "p wcnf ");
    if (!head) return 0;
    char *at;
    unsigned long n = strtoul(head + 7, &at, 10);
    if (variables) *variables = (uint32_t)n;
    strtoul(at, &at, 10);
    return strtod(at, NULL);
}

static void read_head(exported *x)
{
    const char *score = strstr(x->text, "score = "), *off = strstr(x->text, "score is at most ");
    char *end;
    x->scale = 1;
    if (!score) return;
    x->offset = strtod(score + 8, &end);
    if (strncmp(end, " - objective / ", 15) == 0) x->scale = strtod(end + 15, NULL);
    if (off) x->error = strtod(off + 17, NULL);
    x->top = read_top(x->text, NULL);
}

kerf_status export_problem(trial *t, kerf_problem_format format, exported *x)
{
    buffer b = { 0 };
    int more;
    *x = (exported){ 0 };
    kerf *k = open_session(t, NULL, t->evidence);
    if (!k) return KERF_INVALID;
    kerf_status st = kerf_next_world(k, &more);
    if (st == KERF_OK) st = kerf_write_problem(k, format, buffer_write, &b);
    if (st != KERF_OK && st != KERF_UNSUPPORTED && st != KERF_LIMIT && st != KERF_INFEASIBLE)
        wrong(t, "export: status %d: %s", (int)st, kerf_error(k));
    kerf_free(k);
    x->text = b.at;
    if (st == KERF_OK) read_head(x);
    return st;
}

/* ---- Against the routes --------------------------------------------------------------------- */

static const route *proven(const trial *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const route *r = &t->routes[i];
        if (r->status == KERF_OK && r->r.outcome == KERF_OPTIMAL) return r;
    }
    return NULL;
}

static bool any_infeasible(const trial *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->routes[i].status == KERF_INFEASIBLE) return true;
    return false;
}

bool check_objective(trial *t, const char *who, const exported *x, double objective)
{
    double score = x->offset - objective / x->scale, best = -INFINITY;
    const route *r = proven(t);
    for (uint32_t i = 0; i < t->n; i++)
        if (t->routes[i].feasible) best = fmax(best, t->routes[i].score);
    double slack = 2 * x->error + 1e-6 * fmax(1, fmax(fabs(score), fabs(x->offset)));
    if (isinf(objective))
        return isinf(best) || wrong(t, "%s: there is no answer; ours scores %.12g", who, best);
    if (any_infeasible(t)) return wrong(t, "%s: score %.12g; ours is infeasible", who, score);
    if (best > score + slack)
        return wrong(t, "%s: at most %.12g; ours scores %.12g", who, score, best);
    if (r && score > r->score + slack)
        return wrong(t, "%s: score %.12g; ours is optimal with %.12g", who, score, r->score);
    return true;
}

/* ---- Elimination ---------------------------------------------------------------------------- */

typedef struct table {                 /* least cost by the values of its variables */
    uint32_t n, variables[WIDEST + 1]; /* ascending */
    double *cost;                      /* 2^n */
    bool gone;
} table;

typedef struct bucket { /* of a variable: the tables that have it */
    uint32_t *tables, n, room;
    uint32_t degree; /* variables in these, itself included; 0: to be counted again */
    bool done;
} bucket;

typedef struct buckets {
    table *at;
    uint32_t n, room, n_variables;
    bucket *of; /* by variable, from 1 */
    uint64_t cells;
    double paid;
    bool gave_up;
} buckets;

static void add_table(buckets *b, const table *x)
{
    if (b->n == b->room) {
        b->room = b->room ? 2 * b->room : 256;
        b->at = need(realloc(b->at, b->room * sizeof *b->at));
    }
    for (uint32_t i = 0; i < x->n; i++) {
        bucket *of = &b->of[x->variables[i]];
        if (of->n == of->room) {
            of->room = of->room ? 2 * of->room : 8;
            of->tables = need(realloc(of->tables, of->room * sizeof *of->tables));
        }
        of->tables[of->n++] = b->n;
        of->degree = 0;
    }
    b->at[b->n++] = *x;
}

static int by_variable(const void *a, const void *b)
{
    int x = abs(*(const int *)a), y = abs(*(const int *)b);
    return x < y ? -1 : x > y;
}

/* Pays where every literal is false. Literals of a clause are of different variables. */
static void add_clause(buckets *b, double weight, int *literals, uint32_t n)
{
    table x = { .n = n };
    if (n > WIDEST) b->gave_up = true;
    if (n == 0) b->paid += weight;
    if (n > WIDEST || n == 0) return;
    qsort(literals, n, sizeof *literals, by_variable);
    uint32_t all_false = 0;
    for (uint32_t i = 0; i < n; i++) {
        x.variables[i] = (uint32_t)abs(literals[i]);
        all_false |= (uint32_t)(literals[i] < 0) << i;
    }
    x.cost = need(calloc((size_t)1 << n, sizeof *x.cost));
    x.cost[all_false] = weight;
    add_table(b, &x);
}

static void read_clause(buckets *b, char *line, double top)
{
    int literals[WIDEST + 2];
    uint32_t n = 0;
    char *at = line;
    double weight = strtod(at, &at);
    for (int x; (x = (int)strtol(at, &at, 10)) != 0;)
        if (n <= WIDEST) literals[n++] = x;
    add_clause(b, weight >= top ? INFINITY : weight, literals, n);
}

static void read_clauses(buckets *b, const char *text)
{
    double top = read_top(text, &b->n_variables);
    b->gave_up = b->n_variables > MOST_VARIABLES;
    b->of = need(calloc(b->n_variables + 1, sizeof *b->of));
    char *copy = need(strdup(text)), *rest = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line && !b->gave_up;
         line = strtok_r(NULL, "\n", &rest))
        if (line[0] != 'c' && line[0] != 'p') read_clause(b, line, top);
    free(copy);
}

/* The variables of all tables with this one, ascending; WIDEST + 1: too many. */
static uint32_t neighbours(const buckets *b, uint32_t variable, uint32_t *to)
{
    uint32_t n = 0;
    const bucket *of = &b->of[variable];
    assert(of->n == 0 || b->at);
    for (uint32_t i = 0; i < of->n; i++) {
        const table *x = &b->at[of->tables[i]];
        for (uint32_t k = 0; k < x->n && !x->gone; k++) {
            uint32_t at = 0;
            while (at < n && to[at] < x->variables[k]) at++;
            if (at < n && to[at] == x->variables[k]) continue;
            if (n == WIDEST) return WIDEST + 1;
            memmove(to + at + 1, to + at, (n - at) * sizeof *to);
            to[at] = x->variables[k];
            n++;
        }
    }
    return n;
}

/* Adds a table into the sum over the variables `to`. */
static void add_up(const table *x, const uint32_t *to, uint32_t n, double *sum)
{
    uint32_t place[WIDEST + 1] = { 0 };
    for (uint32_t k = 0; k < x->n; k++)
        for (uint32_t i = 0; i < n; i++)
            if (to[i] == x->variables[k]) place[k] = i;
    for (uint32_t v = 0; v < 1u << n; v++) {
        uint32_t key = 0;
        for (uint32_t k = 0; k < x->n; k++) key |= (v >> place[k] & 1) << k;
        sum[v] += x->cost[key];
    }
}

/* The sum of all tables of a bucket, which are gone then. */
static double *sum_up(buckets *b, uint32_t variable, const uint32_t *to, uint32_t n)
{
    bucket *of = &b->of[variable];
    double *sum = need(calloc((size_t)1 << n, sizeof *sum));
    assert(of->n == 0 || b->at);
    for (uint32_t i = 0; i < of->n; i++) {
        table *x = &b->at[of->tables[i]];
        if (x->gone) continue;
        add_up(x, to, n, sum);
        b->cells += 1u << n;
        x->gone = true;
        free(x->cost);
        x->cost = NULL;
    }
    for (uint32_t i = 0; i < n; i++) b->of[to[i]].degree = 0;
    of->done = true;
    return sum;
}

static void eliminate(buckets *b, uint32_t variable, const uint32_t *to, uint32_t n)
{
    assert(n > 0 && n <= WIDEST);
    table out = { .n = n - 1 };
    uint32_t at = 0;
    double *sum = sum_up(b, variable, to, n);
    while (to[at] != variable) at++;
    for (uint32_t i = 0, k = 0; i < n; i++)
        if (i != at) out.variables[k++] = to[i];
    out.cost = need(calloc((size_t)1 << out.n, sizeof *out.cost));
    for (uint32_t v = 0; v < 1u << out.n; v++) {
        uint32_t low = v & ((1u << at) - 1), key = (v >> at << (at + 1)) | low;
        out.cost[v] = fmin(sum[key], sum[key | 1u << at]);
    }
    free(sum);
    if (out.n > 0) add_table(b, &out);
    else b->paid += out.cost[0];
    if (out.n == 0) free(out.cost);
}

/* The variable with the fewest neighbours first; false: none is left, or they have too many. */
static bool eliminate_next(buckets *b)
{
    uint32_t best = 0, least = WIDEST + 1, to[WIDEST + 1] = { 0 };
    bool left = false;
    for (uint32_t v = 1; v <= b->n_variables; v++) {
        bucket *of = &b->of[v];
        if (of->done) continue;
        if (of->degree == 0) of->degree = neighbours(b, v, to);
        if (of->degree == 0) of->done = true;
        left |= !of->done;
        if (of->done || of->degree >= least) continue;
        best = v;
        least = of->degree;
    }
    b->gave_up = b->gave_up || (left && best == 0) || b->cells > MOST_CELLS;
    if (best == 0 || b->gave_up) return false;
    eliminate(b, best, to, neighbours(b, best, to));
    return true;
}

static void buckets_free(buckets *b)
{
    for (uint32_t i = 0; i < b->n; i++) free(b->at[i].cost);
    for (uint32_t i = 0; b->of && i <= b->n_variables; i++) free(b->of[i].tables);
    free(b->at);
    free(b->of);
}

bool try_elimination(trial *t)
{
    exported x;
    buckets b = { 0 };
    kerf_status st = export_problem(t, KERF_PROBLEM_WCNF, &x);
    if (st == KERF_OK) read_clauses(&b, x.text);
    while (!b.gave_up && st == KERF_OK && eliminate_next(&b)) continue;
    bool good = !t->why[0];
    if (good && st == KERF_INFEASIBLE) good = check_objective(t, "export", &x, INFINITY);
    if (good && st == KERF_OK && !b.gave_up) {
        good = check_objective(t, "elimination", &x, b.paid);
        t->tally->eliminated++;
    }
    buckets_free(&b);
    free(x.text);
    return good;
}
