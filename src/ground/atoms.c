/* atoms.c -- atoms of the ground problem: names, costs and values in the database; see atoms.h. */
#include "ground/atoms.h"

#include "ground/graph/graph.h"
#include "ground/local/penalty.h"
#include "model/asked.h"

#include <string.h>

static const uint64_t MOST_ATOMS = UINT64_C(1) << 31; /* of a problem: literals have 32 bits */

/* ---- One name ---- */

kerf_status kf_grounder_expect(kf_grounder *g, uint32_t predicate, uint32_t n)
{
    assert(g->atoms[predicate]);
    KF_TRY(kf_relation_expect(g->atoms[predicate], n));
    bool room = kf_vec_reserve(g->mem, &g->atom_of[predicate], n)
                && kf_vec_reserve(g->mem, &g->predicate_of, n)
                && kf_vec_reserve(g->mem, &g->row_of, n);
    return room ? kf_problem_expect_atoms(g->p, n) : KERF_NO_MEMORY;
}

/* How many atoms this one stands for: more than itself in a quotient only. */
static double times_of(const kf_grounder *g, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    double times = 1;
    for (uint32_t i = 0; g->d->whole && i < p->arity; i++)
        times *= kf_domain_times(&g->d->domains[p->slots[i].type], row[i]);
    return times;
}

kerf_status kf_grounder_atom(kf_grounder *g, uint32_t predicate, const uint32_t *row, kf_atom *atom)
{
    assert(g->atoms[predicate]); /* it is hidden */
    kf_relation *rel = g->atoms[predicate];
    uint32_t at = kf_relation_find(rel, row);
    if (at != KF_NO_ROW && (rel->width || g->atom_of[predicate].n)) {
        atom->id = g->atom_of[predicate].at[at];
        return KERF_OK;
    }
    double penalty = 0;
    if (kf_has_penalties(g, predicate)) KF_TRY(kf_penalties_of(g, predicate, row, &penalty));
    if (!kf_vec_reserve(g->mem, &g->atom_of[predicate], 1)
        || !kf_vec_reserve(g->mem, &g->predicate_of, 1) || !kf_vec_reserve(g->mem, &g->row_of, 1)) {
        return KERF_NO_MEMORY;
    }
    if (at == KF_NO_ROW) KF_TRY(kf_relation_add(rel, row, &at));
    KF_TRY(kf_problem_add_atom(g->p, atom));
    double times = times_of(g, predicate, row);
    kf_problem_add_cost(g->p, *atom, g->default_true[predicate] * times + penalty,
                        g->default_false[predicate] * times);
    kf_problem_add_rest(g->p, *atom, g->default_rest[0][predicate] * times,
                        g->default_rest[1][predicate] * times);
    g->row_of.at[g->row_of.n++] = at;
    if (at == g->atom_of[predicate].n) g->atom_of[predicate].n++;
    g->atom_of[predicate].at[at] = atom->id;
    g->predicate_of.at[g->predicate_of.n++] = predicate;
    if (!(g->relation[predicate] & KF_TRANSITIVE_RELATION)) return KERF_OK;
    bool symmetric = g->relation[predicate] & KF_SYMMETRIC_RELATION;
    return kf_problem_set_ends(g->p, *atom, (kf_ends){ predicate, row[0], row[1], symmetric });
}

uint32_t kf_grounder_atom_row(const kf_grounder *g, uint32_t atom, uint32_t *row)
{
    assert(atom < g->predicate_of.n);
    uint32_t predicate = g->predicate_of.at[atom];
    if (predicate == KF_NONE) return KF_NONE;
    const kf_relation *rel = g->atoms[predicate];
    for (uint32_t i = 0; i < rel->width; i++) row[i] = rel->columns[i][g->row_of.at[atom]];
    return predicate;
}

bool kf_grounder_is_transitive(const kf_grounder *g, uint32_t predicate)
{
    return (g->relation[predicate] & KF_TRANSITIVE_RELATION)
           && !kf_grounder_pair_costs(g, predicate);
}

uint32_t kf_grounder_named(const kf_grounder *g)
{
    return (uint32_t)g->predicate_of.n;
}

kerf_status kf_grounder_unname(kf_grounder *g, uint32_t atom)
{
    uint32_t row[KF_MOST_ARITY], predicate = kf_grounder_atom_row(g, atom, row);
    assert(predicate != KF_NONE && !kf_database_holds(g->d, predicate, row));
    g->atom_of[predicate].at[g->row_of.at[atom]] = KF_NONE;
    kf_relation_remove(g->atoms[predicate], row);
    g->predicate_of.at[atom] = KF_NONE;
    return kf_problem_bury_atom(g->p, (kf_atom){ atom });
}

/* ---- All names of a predicate ---- */

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
    uint64_t fixed =
        (uint64_t)g->d->fixed_true[predicate]->alive + g->d->fixed_false[predicate]->alive;
    assert(overflow || fixed <= atoms);
    return overflow ? UINT64_MAX : atoms - fixed;
}

/* Rows of a predicate, in order; no domain is empty. */
typedef struct rows {
    uint32_t n;
    const kf_domain *domains[KF_MOST_ARITY];
    uint32_t at[KF_MOST_ARITY], row[KF_MOST_ARITY];
    const kf_asked_part *part; /* NULL: all of them */
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

/* Of a part: does the argument go through all constants by itself? */
static bool goes_through(const rows *r, uint32_t i)
{
    return !r->part || (r->part->first[i] == i && r->part->constants[i] == KF_NONE);
}

static bool next_row(rows *r)
{
    for (uint32_t i = r->n; i-- > 0;) {
        if (!goes_through(r, i)) continue;
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
    assert(g->atoms[predicate]);
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

static bool has_constant(const kf_domain *d, uint32_t id)
{
    for (uint32_t i = 0; i < d->n; i++)
        if (d->ids[i] == id) return true;
    return false;
}

/* Gives arguments that follow from the part their values. */
static void complete_row(rows *r)
{
    for (uint32_t i = 0; i < r->n; i++) r->row[i] = r->row[r->part->first[i]];
}

kerf_status kf_grounder_name_part(kf_grounder *g, const kf_asked_part *part)
{
    kf_atom atom;
    if (kf_grounder_open_atoms(g, part->predicate) == 0) return KERF_OK;
    rows r = first_row(g, part->predicate);
    r.part = part;
    for (uint32_t i = 0; i < r.n; i++) {
        if (part->constants[i] == KF_NONE) continue;
        if (!has_constant(r.domains[i], part->constants[i])) return KERF_OK;
        r.row[i] = part->constants[i];
    }
    do {
        complete_row(&r);
        KF_TRY(kf_grounder_spend(g, 4));
        if (kf_database_fixed(g->d, part->predicate, r.row) == KF_UNKNOWN)
            KF_TRY(kf_grounder_atom(g, part->predicate, r.row, &atom));
    } while (next_row(&r));
    return KERF_OK;
}

kerf_status kf_grounder_name_some(kf_grounder *g, uint32_t predicate, uint32_t most)
{
    assert(g->atoms[predicate]);
    enum { LOOK_AT = 10000 };
    if (kf_grounder_open_atoms(g, predicate) <= g->atoms[predicate]->alive) return KERF_OK;
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

/* ---- Costs ---- */

double kf_grounder_default_cost(const kf_grounder *g, uint32_t predicate, bool value)
{
    return value ? g->default_true[predicate] : g->default_false[predicate];
}

void kf_grounder_add_default(kf_grounder *g, uint32_t predicate, double if_false)
{
    assert(if_false >= 0);
    for (size_t i = 0; i < g->atom_of[predicate].n; i++)
        if (g->atom_of[predicate].at[i] != KF_NONE)
            kf_problem_add_cost(g->p, (kf_atom){ g->atom_of[predicate].at[i] }, 0, if_false);
    g->default_false[predicate] += if_false;
}

/* How many open atoms have no name, those included that others stand for. */
static double unnamed(const kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    const kf_relation *rel = g->atoms[predicate];
    uint64_t open = kf_grounder_open_atoms(g, predicate), named = rel->alive;
    if (open <= named) return 0;
    if (!g->d->whole) return (double)(open - named);
    double all = 1,
           fixed = (double)g->d->fixed_true[predicate]->alive + g->d->fixed_false[predicate]->alive;
    for (uint32_t i = 0; i < p->arity; i++)
        all *= (double)kf_domain_size(&g->d->domains[p->slots[i].type]);
    for (uint32_t i = 0; i < g->atom_of[predicate].n; i++) {
        uint32_t row[KF_MOST_ARITY];
        if (g->atom_of[predicate].at[i] == KF_NONE) continue;
        for (uint32_t c = 0; c < rel->width; c++) row[c] = rel->columns[c][i];
        all -= times_of(g, predicate, row);
    }
    return all - fixed; /* evidence fixes none that another stands for */
}

double kf_grounder_unnamed_cost(const kf_grounder *g)
{
    double cost = g->constant + g->settled_cost;
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_false[i] == 0) continue;
        cost += unnamed(g, i) * g->default_false[i];
    }
    return cost;
}

bool kf_grounder_unnamed_ties(const kf_grounder *g)
{
    for (uint32_t i = 0; i < g->d->n_predicates; i++) {
        if (!g->d->m->predicates.at[i].hidden || g->default_true[i] > g->default_false[i]) continue;
        if (kf_grounder_open_atoms(g, i) > g->atoms[i]->alive) return true;
    }
    return false;
}

/* ---- The assignment ---- */

kerf_status kf_grounder_set(kf_grounder *g, uint32_t predicate, const uint32_t *row, bool value)
{
    assert(g->atoms[predicate]); /* it is hidden */
    bool changed;
    uint32_t width = g->d->m->predicates.at[predicate].arity;
    kf_flips *f = &g->flips[predicate];
    if (!kf_vec_reserve(g->mem, &f->up, width + 1)
        || !kf_vec_reserve(g->mem, &f->down, width + 1)) {
        return KERF_NO_MEMORY;
    }
    /* A true atom has a name where that is what gives it its cost. */
    kf_atom atom;
    if (value && kf_has_penalties(g, predicate)
        && kf_database_fixed(g->d, predicate, row) == KF_UNKNOWN) {
        KF_TRY(kf_grounder_atom(g, predicate, row, &atom));
    }
    KF_TRY(kf_backend_set(g->backend, predicate, row, value, &changed));
    if (!changed) return KERF_OK;
    g->changes++;
    uint32_t *to = value ? f->up.at + f->up.n : f->down.at + f->down.n;
    if (width) memcpy(to, row, width * sizeof *row);
    else to[0] = 0; /* a row of no columns still counts as one */
    if (value) f->up.n += width ? width : 1;
    else f->down.n += width ? width : 1;
    return KERF_OK;
}

kerf_status kf_grounder_set_atom(kf_grounder *g, uint32_t atom, bool value)
{
    uint32_t row[KF_MOST_ARITY], predicate = kf_grounder_atom_row(g, atom, row);
    return predicate == KF_NONE ? KERF_OK : kf_grounder_set(g, predicate, row, value);
}

bool kf_grounder_holds(const kf_grounder *g, uint32_t atom)
{
    uint32_t row[KF_MOST_ARITY], predicate = kf_grounder_atom_row(g, atom, row);
    return predicate != KF_NONE && kf_database_holds(g->d, predicate, row);
}

uint64_t kf_grounder_changes(const kf_grounder *g)
{
    return g->changes;
}
