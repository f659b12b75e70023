/* search_cool.c -- from a feasible assignment to cheaper ones, by simulated annealing; see
 * local_search.h.
 *
 * It moves among feasible assignments (Kirkpatrick et al. 1983). A move begins with a row or an
 * atom that pays. Further moves, a few at most, repair the hard rows that it violates. The whole
 * chain is undone where a hard row stays violated, or where it costs more than the temperature
 * allows. The first round is short; each further one is twice as long and starts from the best
 * assignment. */
#include "solve/walk/searching.h"

#include "base/check.h"

#include <math.h>

enum { CHAIN = 24, SAMPLES = 64, STEPS = 40, FIRST_ROUND = 200 };
static const double EQUAL = 1e-9;
static const double FOCUS = 0.5; /* share of moves that begin with something that pays */
static const double COLD = 0.02; /* of the temperature at first */

typedef struct cooling {
    kf_searching *s;
    double temperature;
    uint32_t chain[CHAIN + 2];
    uint32_t n;
} cooling;

static bool accepts(cooling *c, double more)
{
    if (more <= 0) return true;
    return kf_random_unit(&c->s->random) < exp(-more / c->temperature);
}

static void undo(cooling *c)
{
    while (c->n > 0) kf_search_flip(c->s, c->chain[--c->n]);
}

static void make(cooling *c, const kf_move *m)
{
    assert(c->n + m->n <= CHAIN + 2);
    kf_search_move(c->s, m);
    for (uint32_t i = 0; i < m->n; i++) c->chain[c->n++] = m->atoms[i];
}

/* Mends what the first move broke; false: that takes too much. */
static bool go_on(cooling *c, uint64_t before)
{
    kf_searching *s = c->s;
    while (s->rows.hard.n > 0) {
        kf_move m;
        if (c->n >= CHAIN) return false;
        uint32_t row = s->rows.hard.at[kf_random_below(&s->random, s->rows.hard.n)];
        if (!kf_search_choose(s, row, before, &m)) return false;
        make(c, &m);
    }
    return true;
}

/* Something that pays; else any atom. */
static uint32_t pick(kf_searching *s)
{
    const kf_search_list *l = &s->rows.soft;
    if (l->n > 0 && kf_random_unit(&s->random) < FOCUS)
        return l->at[kf_random_below(&s->random, l->n)];
    return s->rows.n_rows + kf_random_below(&s->random, s->rows.component->n_atoms);
}

static void step(cooling *c)
{
    kf_searching *s = c->s;
    kf_move m;
    uint64_t before = s->now;
    double cost = s->rows.cost;
    s->rows.work++;
    kf_search_propose(s, pick(s), &m);
    if (m.score.hard <= EQUAL && !accepts(c, m.score.soft)) return;
    c->n = 0;
    make(c, &m);
    if (s->rows.hard.n > 0 && (!go_on(c, before) || !accepts(c, s->rows.cost - cost))) undo(c);
    assert(s->rows.hard.n == 0);
    kf_search_keep_best(s);
}

/* What moves cost more, on average, where they do. */
static double first_temperature(cooling *c)
{
    kf_searching *s = c->s;
    double sum = 0, n = 0;
    for (int i = 0; i < SAMPLES; i++) {
        kf_move m;
        kf_search_propose(s, pick(s), &m);
        double by = fabs(m.score.soft);
        if (by > EQUAL) sum += by, n++;
    }
    return n > 0 ? sum / n : 1;
}

/* From warm to cold, in so many steps of temperature. */
static void round_of(cooling *c, double warm, uint64_t work)
{
    kf_searching *s = c->s;
    double factor = pow(COLD, 1.0 / STEPS);
    c->temperature = warm;
    for (int i = 0; i < STEPS; i++) {
        uint64_t end = s->rows.work + work / STEPS;
        while (s->rows.work < end && s->best_cost > 0 && !kf_search_over(s)) step(c);
        c->temperature *= factor;
    }
}

void kf_search_improve(kf_searching *s)
{
    cooling c = { .s = s };
    assert(s->rows.hard.n == 0 && s->best_broken == 0);
    uint64_t work = FIRST_ROUND * (uint64_t)(s->rows.component->n_atoms + 1);
    double warm = first_temperature(&c);
    for (; s->best_cost > 0 && !kf_search_over(s); work *= 2) {
        round_of(&c, warm, work);
        if (!s->stopped) kf_search_return(s);
    }
}
