/* components_new.c -- what a change has brought, placed among the rest.
 *
 * Before a large component is solved again, atoms that are new and those that share a new clause
 * with others are given their best values with all others as they are. What they violate then is
 * ground first, so that the whole is seldom solved more than once; then only what is new since is
 * placed again. It is a guess, and proves nothing. */
#include "infer/components/components_state.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>

/* The problem of these atoms alone, numbered from 0. */
typedef struct newcomers {
    kf_components *c;
    kf_problem *p;
    KF_VEC(uint32_t) atoms;
    uint32_t *number;         /* by atom of the whole: its number here, if it is one of them */
    KF_VEC(uint32_t) clauses; /* that have any of them */
    KF_VEC(kf_lit) literals;
} newcomers;

/* Atoms of the whole; UINT32_MAX: it is none of these. */
static uint32_t number_of(const newcomers *x, uint32_t atom)
{
    uint32_t number = x->number[atom];
    return number < x->atoms.n && x->atoms.at[number] == atom ? number : UINT32_MAX;
}

/* It is in no clause: its costs alone choose. */
static bool is_alone(const kf_components *c, uint32_t atom)
{
    return c->mend.open && c->mend.reduced.first.at[atom] == UINT32_MAX;
}

static kerf_status take_atom(newcomers *x, uint32_t atom)
{
    const kf_problem *from = x->c->p;
    kf_atom is;
    if (number_of(x, atom) != UINT32_MAX) return KERF_OK;
    if (is_alone(x->c, atom))
        return kf_components_set(x->c, atom, kf_components_prefers_true(from, atom));
    KF_TRY(kf_problem_add_atom(x->p, &is));
    kf_problem_add_cost(x->p, is, from->cost_true.at[atom], from->cost_false.at[atom]);
    assert(is.id == x->atoms.n);
    x->number[atom] = is.id;
    return kf_vec_push(x->c->mem, &x->atoms, atom) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status take_atoms(newcomers *x)
{
    const kf_problem *from = x->c->p;
    for (size_t i = x->c->new_atoms; i < from->parent.n; i++) KF_TRY(take_atom(x, (uint32_t)i));
    for (size_t i = 0; i < x->c->changed.n; i++) KF_TRY(take_atom(x, x->c->changed.at[i]));
    for (size_t i = x->c->new_clauses; i < from->clauses.n; i++) {
        const kf_clause *k = &from->clauses.at[i];
        for (uint32_t j = k->start; j < k->start + k->n; j++)
            KF_TRY(take_atom(x, kf_lit_atom(from->literals.at[j]).id));
    }
    return KERF_OK;
}

/* Without literals of other atoms; not at all if one of these makes it true. */
static kerf_status take_clause(newcomers *x, const kf_clause *k)
{
    const kf_lit *l = x->c->p->literals.at + k->start;
    double constant = 0;
    bool any = false;
    for (uint32_t i = 0; i < k->n && !any; i++) any = number_of(x, l[i].code / 2) != UINT32_MAX;
    if (!any || k->weight == 0) return KERF_OK;
    x->literals.n = 0;
    for (uint32_t i = 0; i < k->n; i++) {
        uint32_t at = number_of(x, l[i].code / 2);
        if (at == UINT32_MAX && kf_lit_true(l[i], x->c->assignment.at)) return KERF_OK;
        if (at == UINT32_MAX) continue;
        kf_lit is = { 2 * at + (l[i].code & 1) };
        if (!kf_vec_push(x->c->mem, &x->literals, is)) return KERF_NO_MEMORY;
    }
    return kf_problem_add_clause(x->p, x->literals.at, (uint32_t)x->literals.n, k->weight,
                                 &constant);
}

/* Where reduced costs are kept, clauses are listed by atom: nothing else is looked at. */
static kerf_status take_listed(newcomers *x, const kf_reduced *listed)
{
    for (size_t i = 0; i < x->atoms.n; i++) {
        uint32_t at = listed->first.at[x->atoms.at[i]];
        for (; at != UINT32_MAX; at = listed->next.at[at]) {
            uint32_t owner = listed->owner.at[at];
            if (owner & KF_OWNER_COUNT) continue;
            if (!kf_vec_push(x->c->mem, &x->clauses, owner)) return KERF_NO_MEMORY;
        }
    }
    KF_TRY(kf_numbers_sort_unique(x->c->mem, x->clauses.at, &x->clauses.n));
    for (size_t i = 0; i < x->clauses.n; i++)
        KF_TRY(take_clause(x, &x->c->p->clauses.at[x->clauses.at[i]]));
    return KERF_OK;
}

static kerf_status take_clauses(newcomers *x)
{
    const kf_problem *p = x->c->p;
    const kf_mend *m = &x->c->mend;
    if (m->open) return take_listed(x, &m->reduced);
    for (size_t i = 0; i < p->clauses.n; i++) KF_TRY(take_clause(x, &p->clauses.at[i]));
    return KERF_OK;
}

static kerf_status take_values(kf_components *c, const newcomers *x, const bool *values)
{
    for (size_t i = 0; i < x->atoms.n; i++) KF_TRY(kf_components_set(c, x->atoms.at[i], values[i]));
    return KERF_OK;
}

static kerf_status solve(kf_components *c, newcomers *x, const kf_limits *limits)
{
    kf_cpi_options o = *c->o;
    kf_components *apart;
    kf_standing s;
    kf_limits brief = *limits; /* a proof is of no use */
    brief.effort = KF_EFFORT_LOOSE;
    o.memo = NULL;
    KF_TRY(take_atoms(x));
    KF_TRY(take_clauses(x));
    KF_TRY(kf_components_new(&apart, c->mem, x->p, &o));
    kerf_status st = kf_components_solve(apart, &brief, &s);
    if (st == KERF_OK && s.broken == 0 && !isinf(s.bound))
        st = take_values(c, x, kf_components_assignment(apart));
    kf_components_free(apart);
    return st;
}

kerf_status kf_components_place_new(kf_components *c, const kf_limits *limits)
{
    size_t n = c->p->parent.n;
    newcomers x = { .c = c };
    assert(c->new_atoms <= n && c->new_clauses <= c->p->clauses.n);
    c->flipped.n = 0;
    KF_TRY(kf_components_extend(c));
    if (c->new_clauses == c->p->clauses.n) return KERF_OK;
    KF_TRY(kf_components_follow(c));
    x.p = kf_problem_new(c->mem);
    x.number = c->hooks.local.at;
    kerf_status st = x.p ? solve(c, &x, limits) : KERF_NO_MEMORY;
    kf_vec_free(c->mem, &x.atoms);
    kf_vec_free(c->mem, &x.clauses);
    kf_vec_free(c->mem, &x.literals);
    kf_problem_free(x.p);
    c->new_atoms = n;
    c->new_clauses = c->p->clauses.n;
    c->changed.n = 0;
    return st;
}
