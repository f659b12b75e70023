/* mws.c -- MaxWalkSAT: a random walk that repairs one violated constraint after the other.
 *
 * Each step takes a random violated constraint, a hard one while there is one, and flips one of the
 * atoms that can repair it: with probability `noise` any of them, else the one whose flip changes
 * the cost for the best. In that sum a hard constraint has a weight. Were it infinite from the
 * beginning, hard constraints would be repaired in the way that suits them alone, and what soft
 * ones say of it be lost. So it begins far below the soft weights and grows, until in the last part
 * of a try hard constraints come first. A clause of negative weight is repaired by making its true
 * literals false; a count, by moving its sum to the nearer limit, or past one; the cost of an atom,
 * by flipping it. The flip is made even where it makes things worse: that is how the walk leaves
 * local optima. After a number of steps the next try starts at a random assignment. (Kautz, Selman
 * and Jiang 1996; Riedel 2008, section 3.1)
 *
 * The incumbent is not copied each time it improves. Flips since the last copy are logged; the copy
 * is updated from the log when that is full or the walk ends. */
#include "solve/walk/mws.h"

#include "base/check.h"
#include "base/random.h"
#include "solve/walk/walk_state.h"

#include <math.h>
#include <string.h>

enum { POLL = 4096, REFRESH = 1 << 22, LOG = 1024, RAISE = 64, SWEEPS = 8 };
#define NO_ATOM UINT32_MAX

/* The weight of a hard constraint at the beginning, and after GROWING of the flips of a try, as a
 * share of the one that makes the hard constraints of an atom weigh as much as its soft ones. Then
 * it is infinite; and where the walk has more than TOO_MANY hard constraints to repair with each
 * flip that is left. */
static const double FIRST = 0.02, LAST = 3, GROWING = 0.8, TOO_MANY = 20;
/* A random assignment is far from what soft constraints want. For this share of the flips, hard and
 * soft ones are repaired in proportion to what they cost. */
static const double LEVELLING = 0.3;
/* The start of a partial problem gives way to another one that breaks no more than this share of
 * the hard constraints that it breaks. */
static const double FAR_FEWER = 0.01;

typedef struct search {
    kf_walk walk;
    const kf_limits *limits;
    const kf_settings *settings;
    kf_random random;
    uint64_t now;      /* steps, over all tries */
    uint64_t flips;    /* steps that found an atom to flip */
    uint64_t *free_at; /* by atom: the step at which it is no longer tabu; NULL: no tabu */
    double even;       /* weight of a hard constraint that makes an atom's two sides alike */
    double weight;     /* of a hard constraint at present; INFINITY: they come first */
    bool levelling;

    bool *best; /* the best assignment as it was when the log began, but for log_best flips */
    uint64_t best_broken;
    double best_cost;
    uint32_t *log; /* atoms flipped since then */
    size_t log_n, log_cap;
    size_t log_best; /* the best assignment came after so many of them */
    bool stale;      /* nothing is logged: the walk has gone too far from the best assignment */
} search;

/* ---- The best assignment ---- */

/* Put the best assignment into `best`, and log nothing until a better one is found. */
static void settle_best(search *s)
{
    assert(s->log_best <= s->log_n);
    for (size_t i = 0; i < s->log_best; i++) s->best[s->log[i]] ^= true;
    s->log_n = s->log_best = 0;
    s->stale = true;
}

static void log_flip(search *s, uint32_t atom)
{
    if (s->stale) return;
    if (s->log_n == s->log_cap) settle_best(s);
    else s->log[s->log_n++] = atom;
}

static void keep_best(search *s)
{
    const kf_walk *w = &s->walk;
    if (w->hard.n > s->best_broken) return;
    if (w->hard.n == s->best_broken && !(w->cost < s->best_cost)) return;
    s->best_broken = w->hard.n;
    s->best_cost = w->cost;
    s->log_best = s->log_n;
    if (s->stale && w->component->n_atoms) memcpy(s->best, w->assignment, w->component->n_atoms);
    s->stale = false;
}

/* ---- One step ---- */

/* Which flip changes more for the better? Negative: that of a. */
static int compare(const search *s, const kf_walk_atom *a, const kf_walk_atom *b)
{
    if (isinf(s->weight)) {
        if (a->hard != b->hard) return a->hard < b->hard ? -1 : 1;
        return (a->soft > b->soft) - (a->soft < b->soft);
    }
    double x = a->soft + s->weight * a->hard, y = b->soft + s->weight * b->hard;
    return (x > y) - (x < y);
}

static uint32_t pick_constraint(search *s)
{
    const kf_walk *w = &s->walk;
    const kf_walk_list *list = w->hard.n ? &w->hard : &w->soft;
    if (s->levelling && w->hard.n && w->soft.n) {
        double hard = s->weight * w->hard.n;
        if (kf_random_unit(&s->random) * (hard + w->cost) >= hard) list = &w->soft;
    }
    return list->at[kf_random_below(&s->random, list->n)];
}

/* Among equals each is as likely as the other; in a random step all are equal. */
static uint32_t pick_atom(search *s, uint32_t constraint)
{
    const kf_walk *w = &s->walk;
    kf_lit unit;
    kf_walk_way way = kf_walk_repair(w, constraint, &unit);
    bool greedy = kf_random_unit(&s->random) >= s->settings->noise;
    uint32_t pick = NO_ATOM, equals = 0;
    for (uint32_t i = 0; i < way.n; i++) {
        uint32_t atom = kf_lit_atom(way.literals[i]).id;
        if (!(kf_lit_true(way.literals[i], w->assignment) ? way.down : way.up)) continue;
        if (way.coefficients && way.coefficients[i] == 0) continue;
        if (s->free_at && s->now < s->free_at[atom]) continue;
        int order = greedy && equals ? compare(s, &w->atoms[atom], &w->atoms[pick]) : 0;
        if (order > 0) continue;
        equals = order < 0 ? 1 : equals + 1;
        if (equals == 1 || kf_random_below(&s->random, equals) == 0) pick = atom;
    }
    return pick;
}

static void step(search *s)
{
    uint32_t atom = pick_atom(s, pick_constraint(s));
    s->now++;
    if (atom == NO_ATOM) return;
    kf_walk_flip(&s->walk, atom);
    if (s->free_at) s->free_at[atom] = s->now + s->settings->tabu;
    s->flips++;
    log_flip(s, atom);
    keep_best(s);
}

/* ---- Tries ---- */

static bool nothing_violated(const search *s)
{
    return s->walk.hard.n == 0 && s->walk.soft.n == 0;
}

/* Literals of soft constraints by their weights, for each literal of a hard one. */
static double even_weight(const kf_component *p)
{
    double soft = 0, hard = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) soft += p->cost_true[i] + p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t n = p->start[i + 1] - p->start[i];
        if (isinf(p->weight[i])) hard += n;
        else soft += n * fabs(p->weight[i]);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        if (isinf(c->weight)) hard += c->n;
        else soft += c->n * fabs(c->weight);
    }
    return hard > 0 ? soft / hard : 0;
}

/* The weight of hard constraints after so many flips of a try. */
static void set_weight(search *s, uint64_t flips, bool random)
{
    double all = (double)s->settings->flips, part = (double)flips / (GROWING * all);
    bool many = (double)s->walk.hard.n > TOO_MANY * (all - (double)flips);
    s->weight = INFINITY;
    if (part < 1 && !many && s->even > 0) s->weight = s->even * FIRST * pow(LAST / FIRST, part);
    s->levelling = random && (double)flips < LEVELLING * all && !isinf(s->weight);
}

/* False: the walk is over. */
static bool try_once(search *s, bool random)
{
    uint64_t refresh = REFRESH;
    if (s->walk.component->n_clauses)
        refresh += s->walk.component->start[s->walk.component->n_clauses];
    s->now += s->settings->tabu; /* the last try's flips do not count */
    kf_walk_derive(&s->walk);
    keep_best(s);
    for (uint64_t i = 0; i < s->settings->flips; i++) {
        if (nothing_violated(s)) return false;
        if (i % POLL == 0 && kf_limits_reached(s->limits)) return false;
        if (i % refresh == refresh - 1) kf_walk_derive(&s->walk);
        if (i % RAISE == 0) set_weight(s, i, random);
        step(s);
    }
    return !nothing_violated(s);
}

static void random_assignment(search *s)
{
    for (uint32_t a = 0; a < s->walk.component->n_atoms; a++)
        s->walk.assignment[a] = kf_random_next(&s->random) >> 63;
}

/* Flips atoms as long as soft constraints alone gain by it, SWEEPS times over all at most. That
 * makes a start, as drawing one does: it is no step of the walk. */
static void descend(search *s)
{
    kf_walk *w = &s->walk;
    bool more = true;
    for (int i = 0; i < SWEEPS && more && !kf_limits_reached(s->limits); i++) {
        more = false;
        for (uint32_t a = 0; a < w->component->n_atoms; a++) {
            if (w->atoms[a].soft >= 0) continue;
            kf_walk_flip(w, a);
            more = true;
        }
    }
}

/* How many hard constraints may the hint break, and a start elsewhere, to be begun with? */
static void starts(const search *s, double broken, double *near, double *elsewhere)
{
    *near = *elsewhere = TOO_MANY * (double)s->settings->flips;
    if (s->limits->partial) {
        *near = 0;
        *elsewhere = FAR_FEWER * broken;
    }
}

/* Flips that make a world consistent make the most of what is in it. In a partial problem wrong
 * clusters so grow from one to the next until they are complete; and in any, where there are far
 * too few flips. Such a start gives way to one where soft constraints are at rest, from everything
 * false on. */
static void begin_near(search *s, const bool *hint)
{
    kf_walk *w = &s->walk;
    double near, elsewhere;
    if (w->component->n_atoms == 0) return;
    memcpy(w->assignment, hint, w->component->n_atoms);
    kf_walk_derive(w);
    starts(s, w->hard.n, &near, &elsewhere);
    if (w->hard.n <= near || s->settings->flips == 0) return;
    keep_best(s);
    settle_best(s);
    memset(w->assignment, false, w->component->n_atoms);
    kf_walk_derive(w);
    descend(s);
    if (w->hard.n > elsewhere) memcpy(w->assignment, hint, w->component->n_atoms);
}

static void walk_all(search *s, const bool *hint)
{
    bool random = s->settings->random_start, more = true;
    if (!random) begin_near(s, hint);
    for (uint32_t t = 0; more && (t == 0 || t < s->settings->tries); t++) {
        if (t > 0) random = true;
        if (random) random_assignment(s);
        more = try_once(s, random);
        settle_best(s);
    }
}

static kerf_status prepare(search *s, const kf_task *task)
{
    const kf_component *p = task->component;
    *s = (search){ .limits = &task->limits,
                   .settings = task->settings,
                   .random = { task->settings->seed },
                   .best_broken = UINT64_MAX,
                   .even = even_weight(p),
                   .log_cap = (size_t)p->n_atoms + LOG,
                   .stale = true };
    KF_TRY(kf_walk_open(&s->walk, p, task->mem));
    kf_arena *a = &s->walk.arena;
    s->best = kf_arena_alloc(a, p->n_atoms, sizeof *s->best);
    s->log = kf_arena_alloc(a, s->log_cap, sizeof *s->log);
    if (!s->best || !s->log) return KERF_NO_MEMORY;
    if (task->settings->tabu == 0) return KERF_OK;
    s->free_at = kf_arena_alloc(a, p->n_atoms, sizeof *s->free_at);
    return s->free_at ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_mws(kf_task *task)
{
    const kf_component *p = task->component;
    bool *assignment = task->assignment;
    search s;
    kerf_status st = prepare(&s, task);
    if (st == KERF_OK) {
        uint64_t broken;
        walk_all(&s, assignment);
        KF_CHECK(kf_walk_check(&s.walk));
        if (p->n_atoms) memcpy(assignment, s.best, p->n_atoms);
        double cost = kf_component_cost(p, assignment, &broken);
        assert(broken == s.best_broken);
        task->solved = (kf_solved){ .found = broken == 0,
                                    .cost = broken ? INFINITY : cost,
                                    .bound = 0, /* costs are not negative */
                                    .unique = -1,
                                    .work = s.flips,
                                    .method = "mws" };
    }
    kf_walk_close(&s.walk);
    return st;
}
