/* local_search.c -- see local_search.h.
 *
 * While a hard constraint is violated, a step takes a random violated row and makes the best move
 * that repairs it, by the weights of violated rows. Where no move improves, the weights of all
 * violated rows grow, so that rows that are hard to satisfy together come first (the breakout
 * method, Morris 1993; Thornton 2005). An atom that was just flipped is tabu for a few flips. After
 * a while without progress the weights are reset, and the search restarts from the best assignment.
 *
 * Once the assignment is feasible, search_cool.c searches for cheaper ones. */
#include "solve/walk/searching.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { POLL = 1 << 16, LOG = 256, TENURE = 3, TENURE_SPREAD = 8, MOST_RAISED = 100 };
static const double SIDEWAYS = 0.05; /* chance that a move for the worse is made */
static const double EQUAL = 1e-9;

/* ---- The best assignment ---- */

static bool is_best(const kf_searching *s)
{
    const kf_search_rows *r = &s->rows;
    if (r->hard.n != s->best_broken) return r->hard.n < s->best_broken;
    return r->cost < s->best_cost - EQUAL * fmax(1, fabs(s->best_cost));
}

void kf_search_keep_best(kf_searching *s)
{
    if (!is_best(s)) return;
    s->best_broken = s->rows.hard.n;
    s->best_cost = s->rows.cost;
    if (s->stale) memcpy(s->best, s->rows.assignment, s->rows.component->n_atoms * sizeof(bool));
    else
        for (size_t i = 0; i < s->log_n; i++) s->best[s->log[i]] ^= true;
    s->log_n = 0;
    s->stale = false;
}

void kf_search_flip(kf_searching *s, uint32_t atom)
{
    kf_search_rows_flip(&s->rows, atom);
    s->moved[atom] = ++s->now;
    if (s->log_n == s->log_cap) s->stale = true;
    if (!s->stale) s->log[s->log_n++] = atom;
}

void kf_search_move(kf_searching *s, const kf_move *m)
{
    assert(m->n == 1 || (m->n == 2 && m->atoms[0] != m->atoms[1]));
    for (uint32_t i = 0; i < m->n; i++) kf_search_flip(s, m->atoms[i]);
}

void kf_search_return(kf_searching *s)
{
    memcpy(s->rows.assignment, s->best, s->rows.component->n_atoms * sizeof(bool));
    s->log_n = 0;
    s->stale = false;
    kf_search_rows_derive(&s->rows);
}

bool kf_search_over(kf_searching *s)
{
    if (s->rows.work >= s->until) return true;
    if (s->rows.work - s->polled < POLL) return s->stopped;
    s->polled = s->rows.work;
    return s->stopped = kf_limits_reached(s->limits);
}

/* ---- Mending ---- */

static void raise_broken(kf_searching *s)
{
    const kf_search_list *l = &s->rows.hard;
    uint32_t n = l->n < MOST_RAISED ? l->n : MOST_RAISED;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = l->at[l->n < MOST_RAISED ? i : kf_random_below(&s->random, l->n)];
        const kf_search_row *r = &s->rows.rows[id];
        kf_search_rows_raise(&s->rows, id, r->total > 0 ? (double)r->n / (double)r->total : 1);
    }
}

static void mend_once(kf_searching *s)
{
    const kf_search_list *l = &s->rows.hard;
    uint32_t row = l->at[kf_random_below(&s->random, l->n)];
    uint64_t tenure = TENURE + kf_random_below(&s->random, TENURE_SPREAD);
    kf_move m;
    s->rows.work++;
    bool some = kf_search_choose(s, row, s->now > tenure ? s->now - tenure : 0, &m)
                || kf_search_choose(s, row, s->now, &m);
    if (some && (m.score.hard < -EQUAL || kf_random_unit(&s->random) < SIDEWAYS)) {
        kf_search_move(s, &m);
        kf_search_keep_best(s);
        return;
    }
    raise_broken(s);
}

static void find(kf_searching *s, uint64_t work)
{
    uint64_t end = s->rows.work + work;
    for (uint64_t share = work / 4; s->rows.hard.n > 0 && !s->stopped; share = work / 4) {
        s->until = s->rows.work + share < end ? s->rows.work + share : end;
        while (s->rows.hard.n > 0 && !kf_search_over(s)) mend_once(s);
        if (s->rows.hard.n == 0 || s->rows.work >= end || s->stopped) return;
        kf_search_rows_forget(&s->rows);
        kf_search_return(s);
    }
}

/* ---- The whole ---- */

static kerf_status open_search(kf_searching *s, const kf_component *p, const kf_limits *limits,
                               kf_mem *mem, const bool *assignment)
{
    *s = (kf_searching){ .limits = limits, .best_broken = UINT64_MAX };
    kf_stop stop = kf_limits_stop(limits);
    kf_patience patience = kf_patience_of(&stop);
    KF_TRY(kf_search_rows_open(&s->rows, p, &patience, mem));
    kf_arena *a = &s->rows.arena;
    s->log_cap = p->n_atoms / 4 + LOG;
    s->moved = kf_arena_alloc(a, p->n_atoms, sizeof *s->moved);
    s->best = kf_arena_room(a, p->n_atoms, sizeof *s->best);
    s->log = kf_arena_room(a, s->log_cap, sizeof *s->log);
    if (!s->moved || !s->best || !s->log) return KERF_NO_MEMORY;
    memcpy(s->rows.assignment, assignment, p->n_atoms * sizeof *assignment);
    s->stale = true;
    return kf_search_rows_mark_open(&s->mark, &s->rows);
}

static void run(kf_searching *s, kf_search_effort effort)
{
    s->random = (kf_random){ effort.seed };
    kf_search_rows_derive(&s->rows);
    kf_search_keep_best(s);
    find(s, effort.find);
    if (s->rows.hard.n > 0 || s->stopped) return;
    s->until = s->rows.work + effort.improve;
    kf_search_improve(s);
}

static void tell(const kf_component *p, const bool *assignment, uint64_t work, kf_searched *out)
{
    double cost = kf_component_cost(p, assignment, &out->broken);
    out->cost = out->broken ? INFINITY : cost;
    out->work = work;
}

kerf_status kf_search_locally(const kf_component *p, const kf_limits *limits, kf_mem *mem,
                              kf_search_effort effort, bool *assignment, kf_searched *out)
{
    kf_searching s;
    kerf_status st = open_search(&s, p, limits, mem, assignment);
    if (st == KERF_OK && p->n_atoms > 0) {
        run(&s, effort);
        KF_CHECK(kf_search_rows_check(&s.rows));
        memcpy(assignment, s.best, p->n_atoms * sizeof *assignment);
    }
    tell(p, assignment, st == KERF_OK ? s.rows.work : 0, out);
    assert(st != KERF_OK || p->n_atoms == 0 || !out->broken == !s.best_broken);
    kf_search_rows_close(&s.rows);
    return st == KERF_LIMIT ? KERF_OK : st;
}
