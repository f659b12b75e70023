/* certify_block.c -- a component that is eliminated, as one block of a certificate; see citation.h.
 *
 * The order is that of solve/eliminate. Sums that are chains there are carried along by the
 * checker, from one of their variables to the next. What it will hold and look at is forecast here,
 * as the checker does it: tables with the variable that goes are joined, and a sum is in one of
 * them. */
#include "prove/citation.h"

#include "base/block_limits.h"
#include "base/check.h"
#include "solve/eliminate/elimination.h"

#include <math.h>
#include <string.h>

enum { VARIABLES = 8, TRIES = 6, MOST_TRIES = 200 };
static const uint64_t CELLS = 4096; /* of the table of a constraint */

typedef struct table { /* axes: variables by their turn, then sums */
    uint32_t n;
    uint32_t *axes;
    double cells;
    struct table *next;
} table;

typedef struct row { /* a constraint by its variables */
    uint32_t n;
    uint32_t *turns; /* of these, ascending */
    bool sum;
    uint32_t at;   /* variables that have gone */
    double *range; /* by these: sums that they can make, at most */
} row;

typedef struct blocking {
    const kf_component *p;
    const uint32_t *origin;
    kf_elimination e;
    kf_arena arena;
    kf_mem *mem;
    kf_citation *out;
    uint32_t n_turns;
    uint32_t *turn; /* by variable of the network */
    double *size;   /* by turn: values */
    row *rows;      /* by constraint */
    uint32_t n_rows;
    table **bucket; /* by turn: tables for which it is the next */
    double work, live, peak;
} blocking;

/* ---- The order ---- */

static kerf_status find_turns(blocking *b)
{
    const kf_network *net = &b->e.net;
    b->turn = kf_arena_alloc(&b->arena, net->size.n, sizeof *b->turn);
    b->size = kf_arena_alloc(&b->arena, net->n_given, sizeof *b->size);
    b->bucket = kf_arena_alloc(&b->arena, net->n_given, sizeof(table *));
    if (!b->turn || !b->size || !b->bucket) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < net->size.n; i++) {
        uint32_t v = b->e.order.sequence[i];
        if (v >= net->n_given) continue; /* a partial sum */
        b->turn[v] = b->n_turns;
        b->size[b->n_turns++] = net->size.at[v];
    }
    assert(b->n_turns == net->n_given);
    return KERF_OK;
}

/* ---- Constraints ---- */

typedef struct terms {
    const kf_lit *literals;
    const uint32_t *coefficients; /* NULL: 1 each */
    uint32_t n;
} terms;

static terms terms_of(const kf_component *p, uint32_t i)
{
    if (i < p->n_clauses)
        return (terms){ p->literals + p->start[i], NULL, p->start[i + 1] - p->start[i] };
    const kf_count *c = &p->counts[i - p->n_clauses];
    return (terms){ c->literals, c->coefficients, c->n };
}

static uint32_t turn_of(const blocking *b, kf_lit l)
{
    return b->turn[b->e.net.place[kf_lit_atom(l).id].variable];
}

static void insert(uint32_t *at, uint32_t *n, uint32_t x)
{
    uint32_t i = *n;
    while (i > 0 && at[i - 1] > x) i--;
    if (i > 0 && at[i - 1] == x) return;
    memmove(at + i + 1, at + i, (*n - i) * sizeof *at);
    at[i] = x;
    ++*n;
}

/* Sums beyond the limits of the constraint are one. */
static double most_sums(const kf_component *p, uint32_t i)
{
    if (i < p->n_clauses) return 3;
    const kf_count *c = &p->counts[i - p->n_clauses];
    return 3.0 + (double)(c->most == UINT64_MAX ? c->least : c->most);
}

static kerf_status find_ranges(blocking *b, row *r, uint32_t i)
{
    terms t = terms_of(b->p, i);
    double most = most_sums(b->p, i), sum = 1;
    r->range = kf_arena_alloc(&b->arena, r->n, sizeof *r->range);
    if (!r->range) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < t.n; k++) {
        uint32_t turn = turn_of(b, t.literals[k]), at = 0;
        while (r->turns[at] != turn) at++;
        r->range[at] += t.coefficients ? t.coefficients[k] : 1;
    }
    for (uint32_t k = 0; k < r->n; k++) {
        sum += r->range[k];
        r->range[k] = fmin(sum, most);
    }
    return KERF_OK;
}

static kerf_status add_row(blocking *b, uint32_t i)
{
    terms t = terms_of(b->p, i);
    row *r = &b->rows[i];
    double cells = 1;
    r->turns = kf_arena_alloc(&b->arena, t.n, sizeof *r->turns);
    if (!r->turns) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < t.n; k++) insert(r->turns, &r->n, turn_of(b, t.literals[k]));
    for (uint32_t k = 0; k < r->n; k++) cells *= b->size[r->turns[k]];
    r->sum = r->n > VARIABLES || cells > (double)CELLS;
    return r->sum ? find_ranges(b, r, i) : KERF_OK;
}

/* ---- The forecast ---- */

static double size_of(const blocking *b, uint32_t axis)
{
    if (axis < b->n_turns) return b->size[axis];
    const row *r = &b->rows[axis - b->n_turns];
    return r->range[r->at - 1];
}

static void put(blocking *b, table *t)
{
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t axis = t->axes[i];
        if (axis >= b->n_turns) {
            const row *r = &b->rows[axis - b->n_turns];
            axis = r->turns[r->at];
        }
        if (axis < next) next = axis;
    }
    b->live += t->cells;
    b->peak = fmax(b->peak, b->live);
    if (next == UINT32_MAX) return;
    t->next = b->bucket[next];
    b->bucket[next] = t;
}

static kerf_status put_rows(blocking *b)
{
    for (uint32_t i = 0; i < b->n_rows; i++) {
        row *r = &b->rows[i];
        if (r->sum || r->n == 0) continue;
        table *t = kf_arena_alloc(&b->arena, 1, sizeof *t);
        if (!t) return KERF_NO_MEMORY;
        *t = (table){ .n = r->n, .axes = r->turns, .cells = 1 };
        for (uint32_t k = 0; k < r->n; k++) t->cells *= b->size[r->turns[k]];
        b->work += t->cells;
        put(b, t);
    }
    return KERF_OK;
}

/* Sums that the variable contributes to: by turn, a list. */
typedef struct moving {
    uint32_t *first, *sums;
} moving;

static kerf_status list_sums(blocking *b, moving *m)
{
    size_t n = 0;
    for (uint32_t i = 0; i < b->n_rows; i++) n += b->rows[i].sum ? b->rows[i].n : 0;
    m->first = kf_arena_alloc(&b->arena, b->n_turns + (size_t)2, sizeof *m->first);
    m->sums = kf_arena_alloc(&b->arena, n, sizeof *m->sums);
    if (!m->first || !m->sums) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < b->n_rows; i++)
        for (uint32_t k = 0; b->rows[i].sum && k < b->rows[i].n; k++)
            m->first[b->rows[i].turns[k] + 2]++;
    for (uint32_t v = 0; v < b->n_turns; v++) m->first[v + 2] += m->first[v + 1];
    for (uint32_t i = 0; i < b->n_rows; i++)
        for (uint32_t k = 0; b->rows[i].sum && k < b->rows[i].n; k++)
            m->sums[m->first[b->rows[i].turns[k] + 1]++] = i;
    return KERF_OK;
}

/* What is looked at: the joint table. What is left of it. */
static kerf_status eliminate(blocking *b, uint32_t v, const moving *m)
{
    uint32_t most = m->first[v + 1] - m->first[v] + 1, n = 0;
    double cells = b->size[v], gone = 0;
    for (const table *t = b->bucket[v]; t; t = t->next) most += t->n;
    uint32_t *axes = kf_arena_alloc(&b->arena, most, sizeof *axes);
    table *out = kf_arena_alloc(&b->arena, 1, sizeof *out);
    if (!axes || !out) return KERF_NO_MEMORY;
    for (const table *t = b->bucket[v]; t; t = t->next) {
        gone += t->cells;
        for (uint32_t i = 0; i < t->n; i++)
            if (t->axes[i] != v) insert(axes, &n, t->axes[i]);
    }
    for (uint32_t i = 0; i < n; i++) cells *= size_of(b, axes[i]);
    b->work += cells;
    for (uint32_t k = m->first[v]; k < m->first[v + 1]; k++) {
        row *r = &b->rows[m->sums[k]];
        uint32_t axis = b->n_turns + m->sums[k], i = 0;
        if (++r->at < r->n) insert(axes, &n, axis);
        while (i < n && axes[i] != axis) i++;
        if (r->at < r->n || i == n) continue;
        memmove(axes + i, axes + i + 1, (n - i - 1) * sizeof *axes); /* it is known now */
        n--;
    }
    *out = (table){ .n = n, .axes = axes, .cells = 1 };
    for (uint32_t i = 0; i < n; i++) out->cells *= size_of(b, axes[i]);
    put(b, out);
    b->live -= gone;
    return KERF_OK;
}

/* Would the checker take it? The forecast may be off by a little. */
static kerf_status forecast(blocking *b, bool *fits)
{
    moving m;
    *fits = true;
    for (uint32_t i = 0; i < b->n_rows; i++) {
        KF_TRY(add_row(b, i));
        const row *r = &b->rows[i];
        if (r->sum && r->n > 0) *fits &= r->range[r->n - 1] <= KF_BLOCK_STATES;
    }
    for (uint32_t v = 0; v < b->n_turns; v++) *fits &= 2 * b->size[v] <= KF_BLOCK_VALUES;
    if (!*fits) return KERF_OK;
    KF_TRY(list_sums(b, &m));
    KF_TRY(put_rows(b));
    for (uint32_t v = 0; v < b->n_turns && *fits; v++) {
        KF_TRY(eliminate(b, v, &m));
        *fits = 2 * b->peak <= (double)KF_BLOCK_CELLS && 2 * b->work <= (double)KF_BLOCK_WORK;
    }
    return KERF_OK;
}

/* ---- The proof ---- */

static double cost_or_none(double weight)
{
    return isfinite(weight) ? fabs(weight) : 0;
}

static double sum_of_costs(const kf_component *p)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) sum += p->cost_true[i] + p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) sum += cost_or_none(p->weight[i]);
    for (uint32_t i = 0; i < p->n_counts; i++) sum += cost_or_none(p->counts[i].weight);
    return sum;
}

/* What the checker may lose by rounding each cost down to a unit. */
static double rounding(const kf_component *p)
{
    double terms_at_most = 4.0 * (p->n_clauses + (double)p->n_counts) + 2.0 * p->n_atoms;
    return terms_at_most * sum_of_costs(p) * ldexp(1, 1 - KF_BLOCK_BITS);
}

/* The least cost, less what rounding may be. */
static kerf_status find_least(blocking *b, const bool *assignment, const kf_task *how,
                              double *least)
{
    bool *copy = kf_arena_copy(&b->arena, assignment, b->p->n_atoms, sizeof *copy);
    if (!copy) return KERF_NO_MEMORY;
    kf_task task = { .component = b->p,
                     .settings = how->settings,
                     .limits = how->limits,
                     .mem = b->mem,
                     .assignment = copy };
    KF_TRY(kf_elimination_solve(&b->e, &task));
    *least = isfinite(task.solved.bound) ? fmax(task.solved.bound - rounding(b->p), 0) : 0;
    return KERF_OK;
}

/* Atoms of constraints. Others are where they cost nothing; and one that stands for the same as
 * another, in whose place that is, has no name. */
static bool *find_cited(blocking *b)
{
    bool *cited = kf_arena_alloc(&b->arena, b->p->n_atoms, sizeof *cited);
    for (uint32_t i = 0; cited && i < b->n_rows; i++) {
        terms t = terms_of(b->p, i);
        for (uint32_t k = 0; k < t.n; k++) cited[kf_lit_atom(t.literals[k]).id] = true;
    }
    return cited;
}

static kerf_status cite_variables(blocking *b)
{
    const kf_network *net = &b->e.net;
    uint32_t n = b->p->n_atoms;
    uint32_t *first = kf_arena_alloc(&b->arena, b->n_turns + (size_t)2, sizeof *first);
    const bool *cited = find_cited(b);
    if (!first || !cited || !kf_vec_reserve(b->mem, &b->out->atoms, n)) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < n; a++) first[b->turn[net->place[a].variable] + 2] += cited[a];
    for (uint32_t v = 0; v < b->n_turns; v++) first[v + 2] += first[v + 1];
    for (uint32_t a = 0; a < n; a++)
        if (cited[a]) b->out->atoms.at[first[b->turn[net->place[a].variable] + 1]++] = a;
    b->out->atoms.n = b->n_turns > 0 ? first[b->n_turns] : 0;
    for (uint32_t v = 0; v < b->n_turns; v++) {
        kf_cited_variable x = { first[v], first[v + 1] };
        if (x.first == x.end) continue;
        if (!kf_vec_push(b->mem, &b->out->variables, x)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status cite(blocking *b, double least)
{
    kf_citation *out = b->out;
    KF_TRY(cite_variables(b));
    for (uint32_t i = 0; i < b->n_rows; i++) {
        kf_cited_member m = { b->origin[i], b->rows[i].sum };
        if (!kf_vec_push(b->mem, &out->members, m)) return KERF_NO_MEMORY;
    }
    kf_cited_block block = { 0, out->members.n, 0, out->variables.n };
    kf_cited_node leaf = { .kind = KF_CITED_LEAF };
    if (!kf_vec_push(b->mem, &out->blocks, block) || !kf_vec_push(b->mem, &out->nodes, leaf))
        return KERF_NO_MEMORY;
    out->bound = least;
    return KERF_OK;
}

static kerf_status prove(blocking *b, const bool *assignment, const kf_task *how)
{
    bool fits;
    double least = 0;
    b->n_rows = b->p->n_clauses + b->p->n_counts;
    b->rows = kf_arena_alloc(&b->arena, b->n_rows, sizeof *b->rows);
    if (!b->rows) return KERF_NO_MEMORY;
    KF_TRY(find_turns(b));
    KF_TRY(forecast(b, &fits));
    if (fits) KF_TRY(find_least(b, assignment, how, &least));
    return least > 0 ? cite(b, least) : KERF_OK;
}

kerf_status kf_certify_eliminated(const kf_component *p, const uint32_t *origin,
                                  const bool *assignment, const kf_task *how, kf_mem *mem,
                                  kf_citation *out)
{
    blocking b = { .p = p, .origin = origin, .mem = mem, .out = out };
    kf_elimination_limits limits = { .entries = (double)KF_BLOCK_WORK / 4,
                                     .bytes = 8.0 * (double)KF_BLOCK_CELLS,
                                     .variables = VARIABLES,
                                     .work = UINT64_C(1) << 26,
                                     .few = TRIES,
                                     .most = MOST_TRIES,
                                     .seed = 1,
                                     .limits = &how->limits };
    *out = (kf_citation){ .bound = 0, .complete = true };
    if (kf_limits_reached(&how->limits)) return KERF_OK;
    kerf_status status = kf_elimination_open(&b.e, p, limits, mem);
    if (status != KERF_OK) return status == KERF_NO_MEMORY ? KERF_OK : status;
    kf_arena_init(&b.arena, mem);
    if (b.e.fits && !b.e.net.infeasible) status = prove(&b, assignment, how);
    kf_arena_free(&b.arena);
    kf_elimination_close(&b.e);
    return status;
}
