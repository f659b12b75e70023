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

/* All rows of a predicate, in order; no domain is empty. */
typedef struct rows {
    uint32_t n;
    const kf_domain *domains[KF_MOST_ARITY];
    uint32_t at[KF_MOST_ARITY], row[KF_MOST_ARITY];
} rows;

static rows first_row(const kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    rows r = { .n = p->arity };
    for (uint32_t i = 0; i < r.n; i++) {
        r.domains[i] = &g->d->domains[p->slots[i].type];
        r.row[i] = r.domains[i]->ids[0];
    }
    return r;
}

static bool next_row(rows *r)
{
    for (uint32_t i = r->n; i-- > 0;) {
        if (++r->at[i] < r->domains[i]->n) {
            r->row[i] = r->domains[i]->ids[r->at[i]];
            return true;
        }
        r->at[i] = 0;
        r->row[i] = r->domains[i]->ids[0];
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
    uint64_t open = kf_grounder_open_atoms(g, predicate);
    if (open == 0) return KERF_OK;
    if (open > MOST_ATOMS) return too_many(g, predicate, open);
    rows r = first_row(g, predicate);
    do {
        kf_atom atom;
        KF_TRY(kf_grounder_spend(g, 4));
        if (kf_database_fixed(g->d, predicate, r.row) != KF_UNKNOWN) continue;
        KF_TRY(kf_grounder_atom(g, predicate, r.row, &atom));
    } while (next_row(&r));
    return KERF_OK;
}

kerf_status kf_grounder_name_some(kf_grounder *g, uint32_t predicate, uint32_t most)
{
    enum { LOOK_AT = 10000 };
    if (kf_grounder_open_atoms(g, predicate) <= g->atom_of[predicate].n) return KERF_OK;
    rows r = first_row(g, predicate);
    for (uint32_t seen = 0, named = 0; named < most && seen < LOOK_AT; seen++) {
        kf_atom atom;
        if (kf_database_fixed(g->d, predicate, r.row) == KF_UNKNOWN
            && kf_relation_find(g->atoms[predicate], r.row) == KF_NO_ROW) {
            KF_TRY(kf_grounder_atom(g, predicate, r.row, &atom));
            named++;
        }
        if (!next_row(&r)) break;
    }
    return KERF_OK;
}
