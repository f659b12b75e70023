/* separators.c -- small separators of the variables; see separators.h.
 *
 * Two sets of variables are taken at opposite ends of a part, by breadth-first search. As many
 * paths as there can be lead from one to the other without a common variable: so many variables are
 * a separator, and no fewer are (Menger). Beyond MOST paths it is given up. What it leaves is
 * looked at likewise, part by part. */
#include "solve/tables/separators.h"

#include "base/check.h"

#include <string.h>

enum { MOST = 5, MOST_CHOICES = 64, LEAST_PART = 20, MOST_LEVEL = 12 };
static const double ENDS[] = { 0.35, 0.2 }; /* of a part, at either end */
#define NONE UINT32_MAX
#define AN_END (UINT32_MAX - 1) /* in the place of a variable: it leads to one of the two ends */

enum { BETWEEN, SOURCE, SINK };

typedef struct separating {
    const kf_messages *m;
    kf_arena arena;
    uint32_t *level;
    uint32_t *start, *beside; /* by receiver: those that share a factor with it */
    uint32_t *of;             /* by receiver: the part that it is in; 0: none */
    uint32_t parts;           /* so far */
    uint8_t *side;            /* by receiver: BETWEEN the ends, or in one */
    uint32_t *queue, n_queue; /* states: twice a receiver, and 1 behind it; or receivers */
    uint32_t *from;           /* by state: the one before it; NONE: it is not reached */
    uint32_t *before, *after; /* by receiver: on a path; NONE: it is on none */
    uint32_t *members;        /* of the parts, one after the other */
    uint32_t *other;          /* room for a list of receivers */
    bool some;
} separating;

/* ---- The graph ---- */

static kerf_status link_up(separating *s)
{
    const kf_messages *m = s->m;
    size_t most = 0;
    uint32_t n = 0;
    for (uint32_t k = 0; k < m->n_senders; k++) most += (size_t)m->senders[k].n * m->senders[k].n;
    if (most >= NONE) return KERF_LIMIT;
    s->beside = kf_arena_alloc(&s->arena, most, sizeof *s->beside);
    s->start = kf_arena_alloc(&s->arena, m->n_receivers + (size_t)1, sizeof *s->start);
    uint32_t *seen = kf_arena_alloc(&s->arena, m->n_receivers, sizeof *seen);
    if (!s->beside || !s->start || !seen) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < m->n_receivers; i++) {
        const kf_receiver *v = &m->receivers[i];
        seen[i] = i + 1;
        for (uint32_t k = 0; k < v->n_uses; k++) {
            const kf_sender *f = &m->senders[v->uses[k].factor];
            for (uint32_t j = 0; j < f->n; j++) {
                uint32_t u = f->scope[j];
                if (seen[u] == i + 1) continue;
                seen[u] = i + 1;
                s->beside[n++] = u;
            }
        }
        s->start[i + 1] = n;
    }
    assert(n <= most);
    return KERF_OK;
}

/* The variables of a part by their distance from one of them, in s->queue. */
static void sweep(separating *s, uint32_t first, const uint32_t *members, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) s->from[members[k]] = NONE;
    s->n_queue = 0;
    s->from[first] = 0;
    s->queue[s->n_queue++] = first;
    for (uint32_t at = 0; at < s->n_queue; at++) {
        uint32_t i = s->queue[at];
        for (uint32_t k = s->start[i]; k < s->start[i + 1]; k++) {
            uint32_t u = s->beside[k];
            if (s->of[u] != s->of[first] || s->from[u] != NONE) continue;
            s->from[u] = 0;
            s->queue[s->n_queue++] = u;
        }
    }
    assert(s->n_queue == n); /* a part is connected */
}

/* ---- Paths ---- */

static bool is_beside(const separating *s, uint32_t i, uint8_t side)
{
    for (uint32_t k = s->start[i]; k < s->start[i + 1]; k++) {
        uint32_t u = s->beside[k];
        if (s->of[u] == s->of[i] && s->side[u] == side) return true;
    }
    return false;
}

static void reach(separating *s, uint32_t state, uint32_t from)
{
    if (s->from[state] != NONE) return;
    s->from[state] = from;
    assert(s->n_queue < 2 * s->m->n_receivers);
    s->queue[s->n_queue++] = state;
}

/* From a state to those that another path may go to, given the paths that are there: through a
 * variable on none; along a path backwards. */
static void go_on(separating *s, uint32_t state)
{
    uint32_t i = state / 2;
    bool used = s->before[i] != NONE;
    if (state % 2 == 0) {
        if (!used) reach(s, state + 1, state);
        else if (s->before[i] != AN_END) reach(s, 2 * s->before[i] + 1, state);
        return;
    }
    if (used) reach(s, state - 1, state);
    for (uint32_t k = s->start[i]; k < s->start[i + 1]; k++) {
        uint32_t u = s->beside[k];
        if (s->of[u] == s->of[i] && s->side[u] == BETWEEN && s->after[i] != u)
            reach(s, 2 * u, state);
    }
}

/* The last state of one more path; NONE: there is none, and what can be reached is known. */
static uint32_t find_path(separating *s, const uint32_t *members, uint32_t n)
{
    s->n_queue = 0;
    for (uint32_t k = 0; k < n; k++) s->from[2 * members[k]] = s->from[2 * members[k] + 1] = NONE;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = members[k];
        if (s->side[i] != BETWEEN || !is_beside(s, i, SOURCE)) continue;
        reach(s, 2 * i, AN_END);
    }
    for (uint32_t at = 0; at < s->n_queue; at++) {
        uint32_t state = s->queue[at], i = state / 2;
        if (state % 2 == 1 && s->after[i] != AN_END && is_beside(s, i, SINK)) return state;
        go_on(s, state);
    }
    return NONE;
}

/* What it takes back first, then what it adds. */
static void add_path(separating *s, uint32_t last)
{
    for (uint32_t state = last, from; state != AN_END; state = from) {
        from = s->from[state];
        if (from == AN_END || from % 2 == 1 || state % 2 == 0 || from / 2 == state / 2) continue;
        s->before[from / 2] = NONE;
        s->after[state / 2] = NONE;
    }
    s->after[last / 2] = AN_END;
    for (uint32_t state = last, from; state != AN_END; state = from) {
        from = s->from[state];
        if (state % 2 == 1) continue;
        if (from == AN_END) s->before[state / 2] = AN_END;
        if (from == AN_END || from % 2 == 0 || from / 2 == state / 2) continue;
        s->before[state / 2] = from / 2;
        s->after[from / 2] = state / 2;
    }
}

/* The variables that are reached, but not what is behind them; 0: too many, or none. */
static uint32_t find_cut(separating *s, const uint32_t *members, uint32_t n, uint32_t *cut)
{
    uint32_t paths = 0, found = 0, last;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = members[k];
        s->before[i] = s->after[i] = NONE;
        if (s->side[i] == SOURCE && is_beside(s, i, SINK)) return 0;
    }
    while ((last = find_path(s, members, n)) != NONE) {
        if (++paths > MOST) return 0;
        add_path(s, last);
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = members[k];
        if (s->side[i] != BETWEEN || s->from[2 * i] == NONE || s->from[2 * i + 1] != NONE) continue;
        if (found == MOST) return 0;
        cut[found++] = i;
    }
    assert(found == paths); /* Menger: no fewer separate the ends, and these do */
    return found;
}

/* ---- Parts ---- */

static bool is_worth(const separating *s, const uint32_t *cut, uint32_t n)
{
    uint64_t choices = 1;
    for (uint32_t k = 0; k < n; k++) choices *= s->m->receivers[cut[k]].n_values;
    return n > 0 && choices <= MOST_CHOICES;
}

/* A share of the variables at either end; false: they would meet. */
static bool set_ends(separating *s, const uint32_t *members, uint32_t n, double share)
{
    uint32_t ends = (uint32_t)(share * n);
    for (uint32_t k = 0; k < n; k++) s->side[members[k]] = BETWEEN;
    sweep(s, members[0], members, n);
    sweep(s, s->queue[n - 1], members, n);
    uint32_t far = s->queue[n - 1];
    for (uint32_t k = 0; k < ends; k++) s->side[s->queue[k]] = SOURCE;
    sweep(s, far, members, n);
    for (uint32_t k = 0; k < ends; k++) {
        if (s->side[s->queue[k]] == SOURCE) return false;
        s->side[s->queue[k]] = SINK;
    }
    return ends > 0;
}

static uint32_t separate(separating *s, const uint32_t *members, uint32_t n, uint32_t *cut)
{
    for (size_t k = 0; k < KF_LENGTH(ENDS); k++) {
        uint32_t found = set_ends(s, members, n, ENDS[k]) ? find_cut(s, members, n, cut) : 0;
        if (is_worth(s, cut, found)) return found;
    }
    return 0;
}

/* The connected part of a variable among those with the same number gets a number of its own, and
 * is put behind the others. */
typedef struct part {
    uint32_t first, n, level;
} part;

static part take_part(separating *s, uint32_t i, uint32_t first)
{
    uint32_t old = s->of[i], number = ++s->parts, n = 0;
    s->of[i] = number;
    s->other[first + n++] = i;
    for (uint32_t at = 0; at < n; at++) {
        uint32_t v = s->other[first + at];
        for (uint32_t k = s->start[v]; k < s->start[v + 1]; k++) {
            uint32_t u = s->beside[k];
            if (s->of[u] != old) continue;
            s->of[u] = number;
            s->other[first + n++] = u;
        }
    }
    return (part){ first, n, 0 };
}

/* The parts that variables of a run fall into, in the place of the run; how many it takes. */
static uint32_t take_parts(separating *s, part run, part *to)
{
    uint32_t n = 0, at = run.first, old = s->parts;
    for (uint32_t k = run.first; k < run.first + run.n; k++) {
        uint32_t i = s->members[k];
        if (s->of[i] == 0 || s->of[i] > old) continue; /* in the separator, or taken */
        to[n] = take_part(s, i, at);
        to[n].level = run.level + 1;
        at += to[n++].n;
    }
    assert(at <= run.first + run.n);
    memcpy(s->members + run.first, s->other + run.first, (at - run.first) * sizeof *s->members);
    return n;
}

static void look_at_all(separating *s, part *to_do, uint32_t n)
{
    uint32_t cut[MOST];
    while (n > 0) {
        part p = to_do[--n];
        if (p.n < LEAST_PART || p.level > MOST_LEVEL) continue;
        uint32_t found = separate(s, s->members + p.first, p.n, cut);
        for (uint32_t k = 0; k < found; k++) {
            s->level[cut[k]] = p.level;
            s->of[cut[k]] = 0;
        }
        s->some |= found > 0;
        if (found > 0) n += take_parts(s, p, to_do + n);
    }
}

static kerf_status find(separating *s, kf_arena *arena)
{
    uint32_t n = s->m->n_receivers;
    KF_TRY(link_up(s));
    s->of = kf_arena_alloc(arena, n, sizeof *s->of);
    s->side = kf_arena_alloc(arena, n, sizeof *s->side);
    s->queue = kf_arena_alloc(arena, 2 * (size_t)n, sizeof *s->queue);
    s->from = kf_arena_alloc(arena, 2 * (size_t)n, sizeof *s->from);
    s->before = kf_arena_alloc(arena, n, sizeof *s->before);
    s->after = kf_arena_alloc(arena, n, sizeof *s->after);
    s->members = kf_arena_alloc(arena, n, sizeof *s->members);
    s->other = kf_arena_alloc(arena, n, sizeof *s->other);
    part *to_do = kf_arena_alloc(arena, n + (size_t)1, sizeof *to_do);
    if (!s->of || !s->side || !s->queue || !s->from || !s->before || !s->after || !s->members
        || !s->other || !to_do)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        s->level[i] = 0;
        s->members[i] = i;
        s->of[i] = 1;
    }
    s->parts = 1;
    look_at_all(s, to_do, take_parts(s, (part){ 0, n, 0 }, to_do));
    return KERF_OK;
}

kerf_status kf_separators_find(const kf_messages *m, uint32_t *level, bool *some)
{
    separating s = { .m = m, .level = level };
    kf_arena_init(&s.arena, m->mem);
    kerf_status st = find(&s, &s.arena);
    kf_arena_free(&s.arena);
    *some = st == KERF_OK && s.some;
    return st == KERF_LIMIT ? KERF_OK : st; /* too large to look at */
}
