/* stuck.c -- atoms that hard constraints keep where they are.
 *
 * A step of a chain changes a block of variables. Where hard rows tie more together than a block
 * has, or where constraints are not in the component and blocks do not follow them, there may be
 * assignments that no step leads to: the chain is right on the part that it began in, and says
 * nothing of the others. Chains that all began in the same part agree, so that R-hat does not show
 * it. What does is an atom that never changed and that no draw of it alone could have changed.
 *
 * Of each of these a search over the hard rows tells, if it ends in time, whether there is an
 * assignment with the other value. If there is none, the atom is proven to have one value. If there
 * is one that differs in a few variables from where a chain is, blocks may go there. If it differs
 * in more, a chain begins there: then chains disagree until they have found a way, and R-hat shows
 * it. What is left is stuck, and no atom of the component counts as sampled more often than there
 * are chains.
 *
 * The search begins at an assignment x that keeps all hard rows, gives one atom the other value and
 * propagates. It decides open atoms of rows that have an atom whose value is not that of x, the
 * value of x first. When there is none it is done: such rows are fixed and hold, and all others are
 * as in x. Decisions are taken back in order, so that it is complete. */
#include "sample/sampler.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum {
    STEPS = 1 << 14,     /* of the search for one atom: literals that it looks at */
    ALL_STEPS = 1 << 25, /* for all atoms */
    FEW = 8,             /* atoms that one block may change */
    FEWEST_REFUSALS = 8, /* below that many a change may just be improbable */
    REFUSALS = 64        /* samples for each change that a test refused */
};

typedef struct decision {
    uint32_t mark; /* length of the trail before it */
    uint32_t atom;
    uint32_t at; /* place in the trail from which rows are looked at */
    bool turned; /* it has the second value */
} decision;

typedef struct hunt {
    const kf_sample_rows *rows;
    kf_units units;
    const bool *x;
    decision *stack;
    uint32_t n; /* decisions */
    uint32_t at;
    uint64_t steps; /* that are left of this search */
} hunt;

typedef enum verdict { NO_OTHER, OTHER, UNKNOWN } verdict;

static kerf_status open_hunt(hunt *h, const kf_sample_rows *rows, kf_arena *arena)
{
    *h = (hunt){ .rows = rows };
    KF_TRY(kf_units_open(&h->units, rows, arena));
    for (uint32_t i = 0; i < rows->n_rows; i++)
        h->units.on[i] = isinf(rows->rows[i].price) && !rows->rows[i].idle;
    h->stack = kf_arena_room(arena, rows->component->n_atoms, sizeof *h->stack);
    return h->stack ? KERF_OK : KERF_NO_MEMORY;
}

/* An open atom of a hard row that has this one; KF_NO_VARIABLE: there is none, or no steps are
 * left. */
static uint32_t open_beside(hunt *h, uint32_t atom)
{
    const kf_sample_rows *s = h->rows;
    for (size_t i = s->first[atom]; i < s->first[atom + 1]; i++) {
        uint32_t row = s->uses[i].row;
        const kf_sample_row *r = &s->rows[row];
        for (size_t k = r->start; k < r->start + r->n && h->units.on[row] && h->steps > 0; k++) {
            uint32_t other = kf_lit_atom(s->literals[k]).id;
            h->steps--;
            if (h->units.value[other] < 0 && s->coefficients[k] > 0) return other;
        }
    }
    return KF_NO_VARIABLE;
}

static uint32_t next_open(hunt *h)
{
    for (; h->at < h->units.n_trail; h->at++) {
        uint32_t atom = h->units.trail[h->at];
        if (h->units.value[atom] == h->x[atom]) continue;
        uint32_t open = open_beside(h, atom);
        if (open != KF_NO_VARIABLE || h->steps == 0) return open;
    }
    return KF_NO_VARIABLE;
}

static void decide(hunt *h, uint32_t atom, bool turned)
{
    assert(h->n < h->rows->component->n_atoms && h->units.value[atom] < 0);
    h->stack[h->n++] = (decision){ h->units.n_trail, atom, h->at, turned };
    kf_units_fix(&h->units, atom, h->x[atom] != turned);
    kf_units_run(&h->units);
}

/* Takes decisions back to the last that had its first value, and gives it the second. false: there
 * is none. */
static bool turn(hunt *h)
{
    while (h->n > 0) {
        decision d = h->stack[--h->n];
        kf_units_undo(&h->units, d.mark);
        h->at = d.at;
        if (d.turned) continue;
        decide(h, d.atom, true);
        return true;
    }
    return false;
}

/* Is there an assignment in which the atom is not as in x? OTHER: what it changes is fixed in
 * `units`, until the caller undoes it. */
static verdict seek(hunt *h, uint32_t atom, const bool *x, uint64_t *all_steps)
{
    uint64_t steps = *all_steps < STEPS ? *all_steps : STEPS;
    h->x = x;
    h->n = h->at = 0;
    h->steps = steps;
    kf_units_fix(&h->units, atom, !x[atom]);
    kf_units_run(&h->units);
    verdict v = UNKNOWN;
    while (h->steps > 0) {
        uint32_t next = h->units.conflict ? KF_NO_VARIABLE : next_open(h);
        if (next != KF_NO_VARIABLE) {
            decide(h, next, false);
        } else if (!h->units.conflict) {
            if (h->steps > 0) v = OTHER;
            break;
        } else if (h->steps--, !turn(h)) {
            v = NO_OTHER;
            break;
        }
    }
    *all_steps -= steps - h->steps;
    return v;
}

/* ---- What becomes of an atom ---- */

static bool is_loose(const kf_sampler *s, uint32_t atom)
{
    for (uint32_t c = 0; c < s->chains; c++)
        if (s->chain[c].loose[atom] || s->chain[c].assignment[atom] != s->chain[0].assignment[atom])
            return true;
    return false;
}

static uint32_t count_changed(const hunt *h)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->units.n_trail; i++)
        n += h->units.value[h->units.trail[i]] != h->x[h->units.trail[i]];
    return n;
}

/* May one block have all that changed? Rows tie it together, and a block that is grown at random
 * may be any such set. */
static bool fits_block(const kf_sampler *s, const hunt *h)
{
    uint32_t n = count_changed(h);
    return n <= FEW && n <= UINT32_C(1) << s->cover[0].most;
}

/* A chain begins at what was found, if constraints that are not in the component allow it. */
static kerf_status begin_there(kf_sampler *s, const hunt *h, uint32_t chain, bool *done)
{
    const kf_sample_test *t = s->options->test;
    kf_chain *c = &s->chain[chain];
    bool broken = false;
    assert(chain < s->chains);
    for (uint32_t i = 0; i < h->units.n_trail; i++)
        s->spare[h->units.trail[i]] = h->units.value[h->units.trail[i]] == 1;
    if (t) KF_TRY(t->enter(t->context, s->spare));
    if (t) KF_TRY(t->breaks(t->context, &broken));
    *done = !broken;
    if (!broken) kf_chain_begin(c, s->spare);
    return KERF_OK;
}

static void loosen_changed(kf_sampler *s, const hunt *h)
{
    for (uint32_t i = 0; i < h->units.n_trail; i++) {
        uint32_t atom = h->units.trail[i];
        if (h->units.value[atom] != h->x[atom]) s->chain[0].loose[atom] = true;
    }
}

typedef struct unsticking {
    hunt hunt;
    uint64_t steps;
    uint32_t chain; /* the next that may begin elsewhere */
} unsticking;

static kerf_status unstick(kf_sampler *s, unsticking *u, uint32_t atom)
{
    const bool *x = s->chain[0].assignment;
    bool began = false;
    verdict v = seek(&u->hunt, atom, x, &u->steps);
    kerf_status st = KERF_OK;
    if (v == NO_OTHER) s->proven[atom] = x[atom];
    if (v == OTHER && fits_block(s, &u->hunt)) {
        loosen_changed(s, &u->hunt);
    } else if (v == OTHER && u->chain < s->chains) {
        memcpy(s->spare, x, s->component->n_atoms * sizeof *x);
        st = begin_there(s, &u->hunt, u->chain, &began);
    }
    u->chain += began;
    kf_units_undo(&u->hunt.units, 0);
    return st;
}

kerf_status kf_sampler_unstick(kf_sampler *s, bool *moved)
{
    kf_arena arena;
    unsticking u = { .steps = ALL_STEPS, .chain = 1 };
    kf_patience patience = kf_patience_of(&s->stop);
    kf_arena_init(&arena, s->mem);
    kerf_status st = open_hunt(&u.hunt, &s->rows, &arena);
    s->spare = kf_arena_room(&s->arena, s->component->n_atoms, sizeof *s->spare);
    if (!s->spare) st = KERF_NO_MEMORY;
    for (uint32_t a = 0; st == KERF_OK && a < s->component->n_atoms && u.steps > 0; a++) {
        uint64_t before = u.steps;
        if (s->proven[a] >= 0 || is_loose(s, a)) continue;
        st = unstick(s, &u, a);
        if (!kf_patience_spend(&patience, before - u.steps)) break;
    }
    *moved = u.chain > 1;
    kf_arena_free(&arena);
    return st;
}

bool kf_sampler_is_stuck(const kf_sampler *s, uint32_t atom)
{
    uint64_t refused = 0, samples = 0;
    if (s->proven[atom] >= 0) return false;
    for (uint32_t c = 0; c < s->chains; c++) {
        refused += s->chain[c].refused[atom];
        samples += s->sweeps[c];
    }
    return !is_loose(s, atom) || (refused >= FEWEST_REFUSALS && refused >= samples / REFUSALS);
}
