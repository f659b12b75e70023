/* atoms.c -- all atoms of a hidden predicate: how many evidence leaves open, and naming them. */
#include "ground/grounding.h"

static const uint64_t MOST_ATOMS = UINT64_C(1) << 31; /* of a problem: literals have 32 bits */

uint64_t kf_grounder_open_atoms(const kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    uint64_t atoms = 1;
    bool overflow = false;
    for (uint32_t i = 0; i < p->arity; i++) {
        uint64_t size = g->d->domains[p->slots[i].type].n;
        if (size == 0) return 0;
        overflow = overflow || __builtin_mul_overflow(atoms, size, &atoms);
    }
    if (overflow) return UINT64_MAX;
    return atoms - g->d->fixed_true[predicate]->alive - g->d->fixed_false[predicate]->alive;
}

static bool next_row(const kf_domain **domains, uint32_t n, uint32_t *at, uint32_t *row)
{
    for (uint32_t i = n; i-- > 0;) {
        if (++at[i] < domains[i]->n) {
            row[i] = domains[i]->ids[at[i]];
            return true;
        }
        at[i] = 0;
        row[i] = domains[i]->ids[0];
    }
    return false;
}

static kerf_status too_many(kf_grounder *g, uint32_t predicate, uint64_t open)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    kf_place place = kf_sources_place(g->d->m->program->sources, p->pos);
    kf_str name = kf_predicate_name(g->d->m, predicate);
    kf_text sizes;
    kf_text_init(&sizes, g->mem);
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_addf(&sizes, "%s%u", i ? " x " : "", g->d->domains[p->slots[i].type].n);
    }
    kf_diag_add(g->diags, KERF_ERROR, &place, "leave out its formula without conditions",
                "every atom of %.*s has a cost, and there are %s%llu of them (%s); 2^31 is the "
                "most",
                name.n > 60 ? 60 : (int)name.n, name.at, open == UINT64_MAX ? "more than " : "",
                (unsigned long long)open, sizes.failed ? "" : sizes.at);
    kf_text_free(&sizes);
    return KERF_LIMIT;
}

kerf_status kf_grounder_name_all(kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    const kf_domain *domains[KF_MOST_ARITY];
    uint32_t at[KF_MOST_ARITY] = { 0 }, row[KF_MOST_ARITY] = { 0 };
    uint64_t open = kf_grounder_open_atoms(g, predicate);
    if (open == 0) return KERF_OK;
    if (open > MOST_ATOMS) return too_many(g, predicate, open);
    for (uint32_t i = 0; i < p->arity; i++) {
        domains[i] = &g->d->domains[p->slots[i].type];
        row[i] = domains[i]->ids[0];
    }
    do {
        kf_atom atom;
        KF_TRY(kf_grounder_spend(g, 4));
        if (kf_database_fixed(g->d, predicate, row) != KF_UNKNOWN) continue;
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    } while (next_row(domains, p->arity, at, row));
    return KERF_OK;
}
