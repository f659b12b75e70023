/* twopart.c -- see twopart.h.
 *
 * Which inequality is violated most is a hard question; a greedy answer does (Groetschel and
 * Wakabayashi, "A cutting plane algorithm for a clustering problem", 1989). For every node, from
 * every other node with a fractional pair: the node that adds most to the left side joins, while
 * one adds something. */
#include "solve/cuts/twopart.h"

#include "base/check.h"
#include "solve/primal/nodes.h"

#include <math.h>
#include <stdlib.h>

#define FRACTIONAL 1e-6
#define VIOLATED 0.01
/* Of nodes, of steps in a round, of rows for each node in a round, of rounds for which a row is
 * slack. */
enum { MOST_NODES = 1500, MOST_STEPS = 4000000, MOST_ROWS = 4, MOST_SLACK = 3 };

typedef struct cut {
    double merit; /* how much it is violated, less for long ones */
    uint32_t node;
    uint32_t n; /* of its set */
    size_t set; /* where it begins in the pool of sets */
} cut;

typedef struct added_row {
    int row;
    uint32_t slack; /* rounds for which it was */
} added_row;

struct kf_twopart {
    kf_mem *mem;
    uint32_t n;     /* nodes */
    uint32_t *atom; /* n by n: of a pair, either way; UINT32_MAX: it is not here */
    uint32_t *near; /* nodes that have a fractional pair with the one at hand, ascending */
    double *gain;   /* by place in `near`: what it would add; -INFINITY: it must not join */
    bool *covered;  /* by place in `near`: in a set that was found already */
    uint32_t n_near;
    uint32_t next;  /* the node to begin with: where the last round ran out of steps */
    uint64_t steps; /* of this round */
    KF_VEC(cut) found;
    KF_VEC(uint32_t) sets;
    KF_VEC(added_row) rows; /* in the program now, ascending */
    KF_VEC(int) dropped;    /* room */
};

/* ---- Nodes and pairs ---- */

static void place_pairs(kf_twopart *t, const kf_nodes *nodes)
{
    size_t n = t->n;
    for (size_t i = 0; i < n * n; i++) t->atom[i] = UINT32_MAX;
    for (uint32_t a = 0; a < nodes->n_atoms; a++) {
        uint32_t from = nodes->from[a], to = nodes->to[a];
        if (from == KF_NO_NODE || from == to) continue;
        /* Of a pair and its mirror image, where both are here, one does. */
        if (t->atom[from * n + to] == UINT32_MAX)
            t->atom[from * n + to] = t->atom[to * n + from] = a;
    }
}

static bool make_room(kf_twopart *t)
{
    size_t n = t->n;
    t->atom = kf_mem_alloc(t->mem, n * n, sizeof *t->atom);
    t->near = kf_mem_alloc(t->mem, n, sizeof *t->near);
    t->gain = kf_mem_alloc(t->mem, n, sizeof *t->gain);
    t->covered = kf_mem_alloc(t->mem, n, sizeof *t->covered);
    return t->atom && t->near && t->gain && t->covered;
}

void kf_twopart_free(kf_twopart *t)
{
    if (!t) return;
    size_t n = t->n;
    kf_mem_free(t->mem, t->atom, n * n, sizeof *t->atom);
    kf_mem_free(t->mem, t->near, n, sizeof *t->near);
    kf_mem_free(t->mem, t->gain, n, sizeof *t->gain);
    kf_mem_free(t->mem, t->covered, n, sizeof *t->covered);
    kf_vec_free(t->mem, &t->found);
    kf_vec_free(t->mem, &t->sets);
    kf_vec_free(t->mem, &t->rows);
    kf_vec_free(t->mem, &t->dropped);
    kf_mem_free(t->mem, t, 1, sizeof *t);
}

kerf_status kf_twopart_new(const kf_component *p, kf_mem *mem, kf_twopart **out)
{
    kf_nodes nodes;
    kf_twopart *t = NULL;
    kerf_status st = kf_nodes_open(&nodes, p, mem, true);
    *out = NULL;
    if (st == KERF_OK && nodes.n >= 3 && nodes.n <= MOST_NODES) {
        t = kf_mem_calloc(mem, 1, sizeof *t);
        if (t) t->mem = mem;
        if (t) t->n = nodes.n;
        st = t && make_room(t) ? KERF_OK : KERF_NO_MEMORY;
    }
    if (st == KERF_OK && t) {
        place_pairs(t, &nodes);
        *out = t;
    } else kf_twopart_free(t);
    kf_nodes_free(&nodes, mem);
    return st;
}

/* ---- Inequalities ---- */

static uint32_t pair(const kf_twopart *t, uint32_t i, uint32_t j)
{
    return t->atom[(size_t)i * t->n + j];
}

static void list_near(kf_twopart *t, const double *x, uint32_t i)
{
    t->n_near = 0;
    for (uint32_t j = 0; j < t->n; j++) {
        uint32_t a = pair(t, i, j);
        if (a == UINT32_MAX || x[a] <= FRACTIONAL || x[a] >= 1 - FRACTIONAL) continue;
        t->covered[t->n_near] = false;
        t->near[t->n_near++] = j;
    }
}

/* The node at this place joins: the others lose their pairs with it. */
static void join(kf_twopart *t, const double *x, uint32_t place)
{
    uint32_t j = t->near[place];
    for (uint32_t k = 0; k < t->n_near; k++) {
        uint32_t a = pair(t, j, t->near[k]);
        if (a == UINT32_MAX) t->gain[k] = -INFINITY; /* itself, or not known */
        else t->gain[k] -= x[a];
    }
    t->steps += t->n_near;
}

static uint32_t best_place(const kf_twopart *t)
{
    uint32_t best = UINT32_MAX;
    double most = FRACTIONAL;
    for (uint32_t k = 0; k < t->n_near; k++) {
        if (t->gain[k] <= most) continue;
        most = t->gain[k];
        best = k;
    }
    return best;
}

static kerf_status grow(kf_twopart *t, const double *x, uint32_t i, uint32_t first)
{
    cut c = { .node = i, .set = t->sets.n };
    double violation = -1;
    for (uint32_t k = 0; k < t->n_near; k++) t->gain[k] = x[pair(t, i, t->near[k])];
    for (uint32_t place = first; place != UINT32_MAX; place = best_place(t)) {
        if (!kf_vec_push(t->mem, &t->sets, place)) return KERF_NO_MEMORY;
        violation += t->gain[place];
        join(t, x, place);
    }
    c.n = (uint32_t)(t->sets.n - c.set);
    c.merit = violation / sqrt(c.n * (c.n + 1.0) / 2);
    if (violation <= VIOLATED) {
        t->sets.n = c.set;
        return KERF_OK;
    }
    for (size_t k = c.set; k < t->sets.n; k++) {
        t->covered[t->sets.at[k]] = true;
        t->sets.at[k] = t->near[t->sets.at[k]];
    }
    return kf_vec_push(t->mem, &t->found, c) ? KERF_OK : KERF_NO_MEMORY;
}

static int by_merit(const void *a, const void *b)
{
    const cut *x = a, *y = b;
    if (x->merit != y->merit) return x->merit < y->merit ? 1 : -1;
    return (x->set > y->set) - (x->set < y->set);
}

static bool add(kf_twopart *t, kf_lp *lp, const cut *c)
{
    const uint32_t *set = t->sets.at + c->set;
    assert(c->n > 1); /* of one node it says nothing */
    for (uint32_t k = 0; k < c->n; k++) {
        assert(pair(t, c->node, set[k]) != UINT32_MAX);
        if (!kf_lp_term(lp, (int)pair(t, c->node, set[k]), 1)) return false;
        for (uint32_t l = 0; l < k; l++) assert(pair(t, set[k], set[l]) != UINT32_MAX);
        for (uint32_t l = 0; l < k; l++)
            if (!kf_lp_term(lp, (int)pair(t, set[k], set[l]), -1)) return false;
    }
    added_row row = { (int)kf_lp_rows(lp), 0 };
    return kf_vec_push(t->mem, &t->rows, row) && kf_lp_row(lp, -INFINITY, 1);
}

static bool is_slack(const kf_lp *lp, int row)
{
    double sum = 0;
    assert((size_t)row < kf_lp_rows(lp) && lp->most.at[row] == 1);
    for (int k = lp->start.at[row]; k < lp->start.at[row + 1]; k++)
        sum += lp->value.at[k] * lp->x.at[lp->index.at[k]];
    return sum < lp->most.at[row] - FRACTIONAL;
}

/* Rows that have been slack for some rounds make way: a program of fewer rows is faster, and what
 * is violated again is found again. */
static kerf_status drop_slack(kf_twopart *t, kf_lp *lp)
{
    size_t kept = 0;
    t->dropped.n = 0;
    if (!kf_vec_reserve(t->mem, &t->dropped, t->rows.n)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < t->rows.n; i++) {
        added_row r = t->rows.at[i];
        r.slack = is_slack(lp, r.row) ? r.slack + 1 : 0;
        if (r.slack >= MOST_SLACK) t->dropped.at[t->dropped.n++] = r.row;
        else {
            r.row -= (int)t->dropped.n;
            t->rows.at[kept++] = r;
        }
    }
    t->rows.n = kept;
    kf_lp_drop(lp, t->dropped.at, t->dropped.n);
    return KERF_OK;
}

#ifndef NDEBUG
static void check_rows(const kf_twopart *t, const kf_lp *lp)
{
    for (size_t i = 0; i < t->rows.n; i++) {
        int row = t->rows.at[i].row;
        assert((size_t)row < kf_lp_rows(lp) && (i == 0 || t->rows.at[i - 1].row < row));
    }
}
#endif

kerf_status kf_twopart_separate(kf_twopart *t, kf_lp *lp, size_t *added)
{
    const double *x = lp->x.at;
    size_t most = MOST_ROWS * (size_t)t->n;
    t->found.n = t->sets.n = 0;
    t->steps = 0;
    for (uint32_t count = 0; count < t->n && t->steps < MOST_STEPS; count++) {
        uint32_t i = t->next;
        t->next = i + 1 < t->n ? i + 1 : 0;
        list_near(t, x, i);
        t->steps += t->n;
        for (uint32_t first = 0; first < t->n_near; first++)
            if (!t->covered[first]) KF_TRY(grow(t, x, i, first));
    }
    *added = t->found.n < most ? t->found.n : most;
    if (*added == 0) return KERF_OK;
    KF_TRY(drop_slack(t, lp));
    qsort(t->found.at, t->found.n, sizeof *t->found.at, by_merit);
    for (size_t k = 0; k < *added; k++)
        if (!add(t, lp, &t->found.at[k])) return KERF_NO_MEMORY;
    KF_CHECK(check_rows(t, lp));
    return KERF_OK;
}
