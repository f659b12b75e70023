/* fixings.c -- atoms whose value in the answer no pin elsewhere can make worse; see fixings.h. */
#include "infer/fixings.h"

#include "base/check.h"

#include <math.h>

#define NOWHERE UINT32_MAX

void kf_fixings_free(kf_fixings *f)
{
    kf_vec_free(f->mem, &f->first);
    kf_vec_free(f->mem, &f->next);
    kf_vec_free(f->mem, &f->owner);
    kf_vec_free(f->mem, &f->rank);
    kf_vec_free(f->mem, &f->unfixed);
    kf_vec_free(f->mem, &f->stack);
    kf_vec_free(f->mem, &f->weights);
}

/* ---- Where an atom is ---- */

static void list(kf_fixings *f, uint32_t start, uint32_t n, uint32_t owner)
{
    for (uint32_t i = start; i < start + n; i++) {
        uint32_t atom = kf_lit_atom(f->p->literals.at[i]).id;
        f->owner.at[i] = owner;
        f->next.at[i] = f->first.at[atom];
        f->first.at[atom] = i;
    }
}

kerf_status kf_fixings_extend(kf_fixings *f, const bool *answer)
{
    const kf_problem *p = f->p;
    size_t atoms = p->parent.n, places = p->literals.n;
    if (p->clauses.n >= KF_OWNER_COUNT || p->cardinalities.n >= KF_OWNER_COUNT) return KERF_LIMIT;
    if (!kf_vec_reserve(f->mem, &f->first, atoms - f->first.n)
        || !kf_vec_reserve(f->mem, &f->rank, atoms - f->rank.n)
        || !kf_vec_reserve(f->mem, &f->next, places - f->next.n)
        || !kf_vec_reserve(f->mem, &f->owner, places - f->owner.n)
        || !kf_vec_reserve(f->mem, &f->weights, p->clauses.n - f->clauses)) {
        return KERF_NO_MEMORY;
    }
    f->answer = answer;
    for (size_t i = f->first.n; i < atoms; i++) {
        f->first.at[i] = NOWHERE;
        f->rank.at[i] = 0;
    }
    f->first.n = f->rank.n = atoms;
    f->next.n = f->owner.n = places;
    for (; f->clauses < p->clauses.n; f->clauses++) {
        const kf_clause *c = &p->clauses.at[f->clauses];
        list(f, c->start, c->n, (uint32_t)f->clauses);
        f->weights.at[f->weights.n++] = 0; /* its atoms were not looked at yet */
    }
    for (; f->counts < p->cardinalities.n; f->counts++) {
        const kf_cardinality *c = &p->cardinalities.at[f->counts];
        list(f, c->start, c->n, (uint32_t)f->counts | KF_OWNER_COUNT);
    }
    return KERF_OK;
}

/* ---- What fixes an atom ---- */

/* Does an atom of lower rank make it true, as it is in the answer? */
static bool is_decided(const kf_fixings *f, const kf_clause *c, uint32_t rank)
{
    for (uint32_t i = c->start; i < c->start + c->n; i++) {
        kf_lit l = f->p->literals.at[i];
        uint32_t other = f->rank.at[kf_lit_atom(l).id];
        if (other > 0 && other < rank && kf_lit_true(l, f->answer)) return true;
    }
    return false;
}

bool kf_fixings_decide(const kf_fixings *f, const kf_clause *c)
{
    return is_decided(f, c, UINT32_MAX);
}

/* Would the clause, or can it, pay because of this literal as it is in the answer? */
static bool wants_other(const kf_fixings *f, const kf_clause *c, kf_lit l)
{
    return c->weight != 0 && kf_lit_true(l, f->answer) == (c->weight < 0);
}

/* What its own costs are worth to the atom as it is. */
static double own_gain(const kf_fixings *f, uint32_t atom)
{
    double gain = f->p->cost_true.at[atom] - f->p->cost_false.at[atom];
    return f->answer[atom] ? -gain : gain;
}

/* With atoms of lower rank fixed. */
static bool stays(const kf_fixings *f, uint32_t atom, uint32_t rank)
{
    double gain = own_gain(f, atom), wanted = 0;
    for (uint32_t at = f->first.at[atom]; at != NOWHERE; at = f->next.at[at]) {
        if (f->owner.at[at] & KF_OWNER_COUNT) return false;
        const kf_clause *c = &f->p->clauses.at[f->owner.at[at]];
        if (!wants_other(f, c, f->p->literals.at[at]) || is_decided(f, c, rank)) continue;
        wanted += fabs(c->weight);
        if (wanted > gain) return false;
    }
    return gain >= wanted;
}

/* ---- The first time ---- */

typedef struct opening {
    kf_fixings *f;
    double *wanted;  /* by atom: what constraints would pay for it to be otherwise, about */
    uint32_t *hard;  /* of these, hard ones and cardinalities */
    uint32_t *queue; /* atoms that may be fixed */
    size_t n;
} opening;

static void count(opening *o, uint32_t atom, double weight, int by)
{
    if (isinf(weight)) o->hard[atom] += (uint32_t)by;
    else o->wanted[atom] += by * fabs(weight);
}

static void look(opening *o, uint32_t atom)
{
    kf_fixings *f = o->f;
    const double rounding = 1e-9;
    if (kf_is_fixed(f, atom) || o->hard[atom] > 0) return;
    double gain = own_gain(f, atom), wanted = o->wanted[atom];
    if (gain * (1 + rounding) + rounding < wanted || !stays(f, atom, UINT32_MAX)) return;
    f->rank.at[atom] = ++f->last;
    o->queue[o->n++] = atom;
}

/* What the atom decides from now on wants nothing any more. */
static void spread(opening *o, uint32_t atom)
{
    kf_fixings *f = o->f;
    const kf_problem *p = f->p;
    for (uint32_t at = f->first.at[atom]; at != NOWHERE; at = f->next.at[at]) {
        const kf_clause *c = &p->clauses.at[f->owner.at[at]];
        if (!kf_lit_true(p->literals.at[at], f->answer)) continue;
        if (is_decided(f, c, f->rank.at[atom])) continue; /* before */
        for (uint32_t i = c->start; i < c->start + c->n; i++) {
            uint32_t other = kf_lit_atom(p->literals.at[i]).id;
            if (other == atom || !wants_other(f, c, p->literals.at[i])) continue;
            count(o, other, c->weight, -1);
            look(o, other);
        }
    }
}

static kerf_status fix_all(kf_fixings *f, kf_arena *arena)
{
    const kf_problem *p = f->p;
    opening o = { .f = f };
    o.wanted = kf_arena_alloc(arena, p->parent.n + 1, sizeof *o.wanted);
    o.hard = kf_arena_alloc(arena, p->parent.n + 1, sizeof *o.hard);
    o.queue = kf_arena_room(arena, p->parent.n + 1, sizeof *o.queue);
    if (!o.wanted || !o.hard || !o.queue) return KERF_NO_MEMORY;
    for (size_t i = 0; i < p->clauses.n; i++) {
        const kf_clause *c = &p->clauses.at[i];
        for (uint32_t k = c->start; k < c->start + c->n; k++)
            if (wants_other(f, c, p->literals.at[k]))
                count(&o, kf_lit_atom(p->literals.at[k]).id, c->weight, 1);
    }
    for (size_t i = 0; i < p->clauses.n; i++) f->weights.at[i] = p->clauses.at[i].weight;
    for (uint32_t i = 0; i < p->parent.n; i++) look(&o, i);
    for (size_t i = 0; i < o.n; i++) spread(&o, o.queue[i]);
    return KERF_OK;
}

kerf_status kf_fixings_open(kf_fixings *f, kf_mem *mem, const kf_problem *p, const bool *answer)
{
    kf_arena arena;
    *f = (kf_fixings){ .mem = mem, .p = p };
    KF_TRY(kf_fixings_extend(f, answer));
    kf_arena_init(&arena, mem);
    kerf_status st = fix_all(f, &arena);
    kf_arena_free(&arena);
    if (st == KERF_OK) KF_CHECK(kf_fixings_check(f));
    return st;
}

/* ---- Changes ---- */

static kerf_status open_atom(kf_fixings *f, uint32_t atom)
{
    kf_unfixed was = { atom, f->rank.at[atom] };
    if (was.rank == 0) return KERF_OK;
    if (!kf_vec_push(f->mem, &f->unfixed, was) || !kf_vec_push(f->mem, &f->stack, was))
        return KERF_NO_MEMORY;
    f->rank.at[atom] = 0;
    return KERF_OK;
}

static kerf_status review(kf_fixings *f, uint32_t atom)
{
    uint32_t rank = f->rank.at[atom];
    return rank > 0 && !stays(f, atom, rank) ? open_atom(f, atom) : KERF_OK;
}

/* Atoms of a clause that want to be otherwise for it, if they rank above `rank`. */
static kerf_status review_clause(kf_fixings *f, const kf_clause *c, uint32_t rank)
{
    for (uint32_t i = c->start; i < c->start + c->n; i++) {
        kf_lit l = f->p->literals.at[i];
        uint32_t atom = kf_lit_atom(l).id;
        if (f->rank.at[atom] > rank && wants_other(f, c, l)) KF_TRY(review(f, atom));
    }
    return KERF_OK;
}

/* The clauses that opened atoms no longer decide. */
static kerf_status follow(kf_fixings *f)
{
    while (f->stack.n > 0) {
        kf_unfixed was = f->stack.at[--f->stack.n];
        for (uint32_t at = f->first.at[was.atom]; at != NOWHERE; at = f->next.at[at]) {
            if (f->owner.at[at] & KF_OWNER_COUNT) continue;
            const kf_clause *c = &f->p->clauses.at[f->owner.at[at]];
            if (kf_lit_true(f->p->literals.at[at], f->answer) && !is_decided(f, c, was.rank))
                KF_TRY(review_clause(f, c, was.rank));
        }
    }
    return KERF_OK;
}

kerf_status kf_fixings_undo(kf_fixings *f, uint32_t atom)
{
    KF_TRY(open_atom(f, atom));
    return follow(f);
}

kerf_status kf_fixings_review(kf_fixings *f, uint32_t atom)
{
    KF_TRY(review(f, atom));
    for (uint32_t at = f->first.at[atom]; at != NOWHERE; at = f->next.at[at]) {
        uint32_t owner = f->owner.at[at];
        if ((owner & KF_OWNER_COUNT) || f->weights.at[owner] == f->p->clauses.at[owner].weight)
            continue;
        f->weights.at[owner] = f->p->clauses.at[owner].weight;
        KF_TRY(review_clause(f, &f->p->clauses.at[owner], 0));
    }
    return follow(f);
}

kerf_status kf_fixings_restore(kf_fixings *f)
{
    size_t n = f->unfixed.n;
    for (size_t i = 0; i < n; i++) f->rank.at[f->unfixed.at[i].atom] = f->unfixed.at[i].rank;
    for (size_t i = 0; i < n; i++) {
        KF_TRY(review(f, f->unfixed.at[i].atom));
        KF_TRY(follow(f));
    }
    f->unfixed.n = 0; /* the others stay open */
    KF_CHECK(kf_fixings_check(f));
    return KERF_OK;
}

void kf_fixings_check(const kf_fixings *f)
{
#ifndef NDEBUG
    assert(f->first.n == f->rank.n && f->clauses == f->p->clauses.n);
    for (uint32_t i = 0; i < f->rank.n; i++)
        assert(f->rank.at[i] == 0 || stays(f, i, f->rank.at[i]));
#else
    (void)f;
#endif
}
