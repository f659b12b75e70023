/* difference.c -- the difference between a truth and an answer; see difference.h. */
#include "learn/difference.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "ground/influence/influence.h"
#include "ground/tuple_map.h"

#include <math.h>
#include <string.h>

typedef struct atoms { /* rows of one predicate, one after another */
    KF_VEC(uint32_t) rows;
} atoms;

struct kf_differ {
    kf_mem *mem;
    const kf_model *m;
    const kf_parameters *p;
    kf_locals *locals;
    atoms *wrong, *missed; /* by predicate */
    uint32_t n_predicates;
    KF_VEC(kf_changed) changed;
    KF_VEC(uint32_t) place; /* by parameter: its entry, or KF_NONE; between two runs none has one */
};

kerf_status kf_differ_new(kf_differ **out, const kf_learning *l, kf_locals *locals)
{
    kf_mem *mem = l->mem;
    kf_differ *d = kf_mem_calloc(mem, 1, sizeof *d);
    if (!d) return KERF_NO_MEMORY;
    *d = (kf_differ){ .mem = mem, .m = l->m, .p = l->p, .locals = locals };
    d->n_predicates = (uint32_t)l->m->predicates.n;
    d->wrong = kf_mem_calloc(mem, d->n_predicates, sizeof *d->wrong);
    d->missed = kf_mem_calloc(mem, d->n_predicates, sizeof *d->missed);
    if (!d->wrong || !d->missed) {
        kf_differ_free(d);
        return KERF_NO_MEMORY;
    }
    *out = d;
    return KERF_OK;
}

void kf_differ_free(kf_differ *d)
{
    if (!d) return;
    for (uint32_t i = 0; i < d->n_predicates; i++) {
        if (d->wrong) kf_vec_free(d->mem, &d->wrong[i].rows);
        if (d->missed) kf_vec_free(d->mem, &d->missed[i].rows);
    }
    kf_mem_free(d->mem, d->wrong, d->n_predicates, sizeof *d->wrong);
    kf_mem_free(d->mem, d->missed, d->n_predicates, sizeof *d->missed);
    kf_vec_free(d->mem, &d->changed);
    kf_vec_free(d->mem, &d->place);
    kf_mem_free(d->mem, d, 1, sizeof *d);
}

/* ---- Atoms ---- */

static kerf_status add_row(kf_differ *d, atoms *to, const uint32_t *row, uint32_t width)
{
    uint32_t step = width ? width : 1; /* a row of no columns still counts as one */
    assert(width <= KF_MOST_ARITY);
    if (!kf_vec_reserve(d->mem, &to->rows, step)) return KERF_NO_MEMORY;
    if (width) memcpy(to->rows.at + to->rows.n, row, width * sizeof *row);
    else to->rows.at[to->rows.n] = 0;
    to->rows.n += step;
    return KERF_OK;
}

static kerf_status find_missed(kf_differ *d, const kf_example *x, uint32_t p, kf_difference *out)
{
    const kf_facts *truth = kf_evidence_facts(x->d->w, p, KF_SAID_TRUE);
    uint32_t row[KF_MOST_ARITY];
    for (uint32_t i = 0; i < truth->n; i++) {
        for (uint32_t c = 0; c < truth->width; c++) row[c] = truth->columns[c][i];
        if (kf_database_holds(x->d, p, row)) out->right++;
        else KF_TRY(add_row(d, &d->missed[p], row, truth->width));
    }
    return KERF_OK;
}

static kerf_status find_wrong(kf_differ *d, const kf_example *x, uint32_t p)
{
    const kf_facts *truth = kf_evidence_facts(x->d->w, p, KF_SAID_TRUE);
    const kf_relation *now = x->d->atoms[p];
    uint32_t row[KF_MOST_ARITY], n = now->width > 0 ? now->n : now->alive;
    for (uint32_t i = 0; i < n; i++) {
        if (now->dead && now->dead[i]) continue;
        for (uint32_t c = 0; c < now->width; c++) row[c] = now->columns[c][i];
        if (!kf_facts_find(truth, row, 0, NULL)) KF_TRY(add_row(d, &d->wrong[p], row, now->width));
    }
    return KERF_OK;
}

static uint32_t n_atoms(const kf_differ *d, const atoms *a, uint32_t predicate)
{
    uint32_t width = d->m->predicates.at[predicate].arity;
    assert(a->rows.n % (width ? width : 1) == 0);
    return (uint32_t)(a->rows.n / (width ? width : 1));
}

static kerf_status compare_atoms(kf_differ *d, const kf_example *x, const double *costs,
                                 kf_difference *out)
{
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        d->missed[p].rows.n = d->wrong[p].rows.n = 0;
        if (!d->m->predicates.at[p].hidden) continue;
        KF_TRY(find_missed(d, x, p, out));
        KF_TRY(find_wrong(d, x, p));
        uint32_t missed = n_atoms(d, &d->missed[p], p), wrong = n_atoms(d, &d->wrong[p], p);
        out->missed += missed;
        out->wrong += wrong;
        out->loss += costs[p] * ((double)missed + wrong);
    }
    return KERF_OK;
}

/* Flips to the truth, or back to the answer; the grounder's flips are then the atoms that
 * differ. */
static kerf_status flip_to(kf_differ *d, kf_example *x, bool truth)
{
    kf_grounder_forget_flips(x->g);
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        uint32_t width = d->m->predicates.at[p].arity;
        for (int missed = 0; missed < 2; missed++) {
            const atoms *a = missed ? &d->missed[p] : &d->wrong[p];
            for (uint32_t i = 0; i < n_atoms(d, a, p); i++)
                KF_TRY(kf_grounder_set(x->g, p, a->rows.at + (size_t)i * width,
                                       (missed != 0) == truth));
        }
    }
    return KERF_OK;
}

/* ---- Features and score ---- */

static kerf_status add_feature(kf_differ *d, kf_difference *out, uint32_t id, double value)
{
    while (d->place.n <= id)
        if (!kf_vec_push(d->mem, &d->place, KF_NONE)) return KERF_NO_MEMORY;
    if (d->place.at[id] == KF_NONE) {
        if (!kf_vec_push(d->mem, &out->features, (kf_entry){ id, 0 })) return KERF_NO_MEMORY;
        d->place.at[id] = (uint32_t)out->features.n - 1;
    }
    out->features.at[d->place.at[id]].value += value;
    return KERF_OK;
}

static kerf_status add_rule(kf_differ *d, kf_example *x, kf_ground_rule *gr, double sign,
                            kf_difference *out)
{
    kf_tuple_map u;
    bool holds;
    kf_tuple_map_init(&u, kf_touched_width(x->g, gr));
    kerf_status st = kf_ground_touched(x->g, gr, &u, &holds);
    if (!holds)
        sign = -sign; /* what is not false is true, and both assignments have as many groundings */
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(&u); i++) {
        uint32_t id = kf_parameters_find(d->p, kf_ground_rule_id(gr), kf_touched_key(gr, &u, i));
        out->score += sign * u.weights.at[i];
        if (id != KF_NONE) st = add_feature(d, out, id, sign * (double)u.times.at[i]);
    }
    kf_tuple_map_free(&u, d->mem);
    return st;
}

static kerf_status add_rules(kf_differ *d, kf_example *x, double sign, kf_difference *out)
{
    for (size_t i = 0; i < kf_grounder_n_rules(x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(x->g, i);
        if (d->m->rules.at[kf_ground_rule_id(gr)].cost == KF_COST_HARD
            || kf_ground_rule_is_kept(gr))
            continue;
        KF_TRY(add_rule(d, x, gr, sign, out));
    }
    return KERF_OK;
}

typedef struct adding {
    kf_differ *d;
    kf_difference *out;
} adding;

static kerf_status add_local(void *context, uint32_t id, double times)
{
    const adding *a = context;
    a->out->score += times * kf_parameters_get(a->d->p, id);
    return add_feature(a->d, a->out, id, times);
}

/* Of the formulas that are kept. */
static kerf_status add_locals(kf_differ *d, const kf_example *x, kf_difference *out)
{
    adding a = { d, out };
    d->changed.n = 0;
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        uint32_t width = d->m->predicates.at[p].arity;
        for (int missed = 0; missed < 2; missed++) {
            const atoms *list = missed ? &d->missed[p] : &d->wrong[p];
            for (uint32_t i = 0; i < n_atoms(d, list, p); i++) {
                kf_changed c = { p, list->rows.at + (size_t)i * width, missed ? 1 : -1 };
                if (!kf_vec_push(d->mem, &d->changed, c)) return KERF_NO_MEMORY;
            }
        }
    }
    return kf_locals_compare(d->locals, x, d->changed.at, d->changed.n, add_local, &a);
}

/* Soft evidence is a formula of its own on its atom. */
static void add_soft_evidence(const kf_differ *d, const kf_example *x, kf_difference *out)
{
    for (uint32_t p = 0; p < d->n_predicates; p++) {
        const kf_facts *soft = kf_evidence_facts(x->d->w, p, KF_SAID_SOFT);
        uint32_t width = d->m->predicates.at[p].arity;
        for (int missed = 0; soft->n > 0 && missed < 2; missed++) {
            const atoms *a = missed ? &d->missed[p] : &d->wrong[p];
            for (uint32_t i = 0, at; i < n_atoms(d, a, p); i++) {
                if (!kf_facts_find(soft, a->rows.at + (size_t)i * width, 0, &at)) continue;
                double q = kf_evidence_probability(x->d->w, p, at);
                out->score += (missed ? 1 : -1) * log(q / (1 - q));
            }
        }
    }
}

static void drop_zeros(kf_differ *d, kf_difference *out)
{
    size_t n = 0;
    for (size_t i = 0; i < out->features.n; i++) {
        kf_entry e = out->features.at[i];
        d->place.at[e.id] = KF_NONE;
        if (e.value != 0) out->features.at[n++] = e;
    }
    out->features.n = n;
}

static kerf_status compare_groundings(kf_differ *d, kf_example *x, kf_difference *out)
{
    KF_TRY(flip_to(d, x, true));
    KF_TRY(add_rules(d, x, 1, out));
    KF_TRY(flip_to(d, x, false));
    KF_TRY(add_rules(d, x, -1, out));
    KF_TRY(add_locals(d, x, out));
    add_soft_evidence(d, x, out);
    return KERF_OK;
}

#ifndef NDEBUG
static void check_difference(kf_differ *d, const kf_difference *x)
{
    assert(x->loss >= 0 && isfinite(x->score));
    for (size_t i = 0; i < d->place.n; i++) assert(d->place.at[i] == KF_NONE);
    for (size_t i = 0; i < x->features.n; i++) { /* each parameter once, and none is 0 */
        uint32_t id = x->features.at[i].id;
        assert(id < kf_parameters_count(d->p) && d->place.at[id] == KF_NONE);
        assert(x->features.at[i].value != 0 && isfinite(x->features.at[i].value));
        d->place.at[id] = (uint32_t)i;
    }
    for (size_t i = 0; i < x->features.n; i++) d->place.at[x->features.at[i].id] = KF_NONE;
}
#endif

kerf_status kf_differ_atoms(kf_differ *d, kf_example *x, const double *costs, kf_difference *out)
{
    out->features.n = 0;
    out->loss = out->score = 0;
    out->right = out->wrong = out->missed = 0;
    return compare_atoms(d, x, costs, out);
}

kerf_status kf_differ_run(kf_differ *d, kf_example *x, const double *costs, kf_difference *out)
{
    KF_TRY(kf_differ_atoms(d, x, costs, out));
    if (out->missed + out->wrong == 0) return KERF_OK;
    kerf_status st = compare_groundings(d, x, out);
    drop_zeros(d, out);
    if (st == KERF_OK) KF_CHECK(check_difference(d, out));
    return st;
}
