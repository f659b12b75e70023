/* chance_record.c -- the record of probabilities: atoms with their chances, free atoms by the name
 * of their predicate, and the statistics of the run. */
#include "report/fill/chance_record.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "report/fill/answer_atoms.h"
#include "report/fill/map_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kerf_status collect_atoms(kf_chanced *x, const kf_grounder *g, const kf_marginals *m)
{
    const kf_model *model = kf_grounder_model(g);
    uint32_t row[KF_MOST_ARITY] = { 0 };
    assert(m->chances.n >= kf_grounder_named(g));
    for (uint32_t a = 0; a < kf_grounder_named(g); a++) {
        uint32_t predicate = kf_grounder_atom_row(g, a, row);
        if (predicate == KF_NONE || m->chances.at[a].free) continue;
        uint32_t arity = model->predicates.at[predicate].arity;
        kf_told_chance told = { .atom = { .predicate = predicate, .ids = x->ids.n },
                                .chance = m->chances.at[a] };
        if (!kf_vec_reserve(x->mem, &x->ids, arity)) return KERF_NO_MEMORY;
        if (arity > 0) memcpy(x->ids.at + x->ids.n, row, arity * sizeof *row);
        x->ids.n += arity;
        if (!kf_vec_push(x->mem, &x->atoms, told)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

typedef struct named {
    kf_str name;
    kf_free_atoms free;
} named;

static int by_name(const void *a, const void *b)
{
    return kf_str_cmp(((const named *)a)->name, ((const named *)b)->name);
}

static kerf_status collect_free(kf_chanced *x, const kf_model *model, const kf_marginals *m)
{
    size_t n = 0;
    named *list = kf_mem_alloc(x->mem, m->n_predicates, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < m->n_predicates; i++)
        if (m->free[i] > 0) list[n++] = (named){ kf_predicate_name(model, i), { i, m->free[i] } };
    if (n > 1) qsort(list, n, sizeof *list, by_name);
    bool room = kf_vec_reserve(x->mem, &x->free, n);
    for (size_t i = 0; room && i < n; i++) x->free.at[x->free.n++] = list[i].free;
    kf_mem_free(x->mem, list, m->n_predicates, sizeof *list);
    return room ? KERF_OK : KERF_NO_MEMORY;
}

kerf_marginal_result kf_chances_result(const kf_marginals *m, kerf_ending stopped)
{
    kerf_marginal_result result = {
        .size = sizeof result,
        .certainty = m->certainty,
        .log_z = m->log_z,
        .log_z_lo = m->log_z_lo,
        .log_z_hi = m->log_z_hi,
        .atoms = m->atoms,
        .free_atoms = m->free_atoms,
        .components = m->components,
        .exact_components = m->by_method[KF_BY_ELIMINATION],
        .sampled_components = m->by_method[KF_BY_GIBBS] + m->by_method[KF_BY_MCSAT],
        .width = m->width,
        .chains = m->chains,
        .samples = m->samples,
        .max_rhat = m->max_rhat,
        .min_ess = m->min_ess,
    };
    if (result.certainty == KERF_UNCONVERGED && m->interrupted) result.ending = stopped;
    return result;
}

static kerf_status record_expectations(kf_chance_run *s, kf_arena *to, const kf_marginals *m)
{
    if (!m->expected) return KERF_OK;
    s->n_expected = m->n_rules;
    s->expected = kf_arena_copy(to, m->expected, m->n_rules, sizeof *m->expected);
    s->expected_rows =
        kf_arena_copy(to, m->expected_rows.at, m->expected_rows.n, sizeof *m->expected_rows.at);
    bool all = s->expected && (m->expected_rows.n == 0 || s->expected_rows);
    return all ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status record_statistics(kf_chance_run *s, kf_arena *to, const kf_marginals *m)
{
    s->ground = m->seconds_ground;
    s->solve = m->seconds_solve;
    s->peak_rss = kf_peak_rss();
    s->entries = m->entries;
    s->waiting = m->waiting;
    memcpy(s->by_method, m->by_method, sizeof s->by_method);
    s->n_parts = m->parts.n;
    s->parts = kf_arena_copy(to, m->parts.at, m->parts.n, sizeof *s->parts);
    return s->parts ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_chanced_record(kf_chanced *x, kf_grounder *g, const kf_marginals *m,
                              const kf_chances_told *told, const kf_chance_run *run)
{
    const kf_model *model = kf_grounder_model(g);
    kf_chance_run s = *run;
    assert(!x->told && x->atoms.n == 0 && x->free.n == 0);
    KF_TRY(collect_atoms(x, g, m));
    KF_TRY(collect_free(x, model, m));
    if (told->asked) kf_chanced_narrow(x, told->asked);
    KF_TRY(record_expectations(&s, &x->strings, m));
    if (told->report) {
        KF_TRY(kf_chanced_word(x, model, NULL));
        KF_TRY(kf_told_chances_make(&s.told, &x->strings, g, m, x, told->precision, &x->untold));
    }
    KF_TRY(record_statistics(&s, &x->strings, m));
    s.world = kf_arena_string(&x->strings, kf_str_of(told->world));
    if (!s.world || !kf_vec_push(x->mem, &x->runs, s)) return KERF_NO_MEMORY;
    x->told = true;
    return KERF_OK;
}

kerf_status kf_chanced_record_none(kf_chanced *x, const char *world, double seconds,
                                   const kf_chance_run *run)
{
    kf_chance_run s = *run;
    assert(!x->told);
    s.infeasible = true;
    s.peak_rss = kf_peak_rss();
    s.world = kf_arena_string(&x->strings, kf_str_of(world));
    s.result = (kerf_marginal_result){ .size = sizeof s.result,
                                       .certainty = KERF_UNCONVERGED,
                                       .log_z = -INFINITY,
                                       .log_z_lo = -INFINITY,
                                       .log_z_hi = -INFINITY,
                                       .max_rhat = NAN,
                                       .min_ess = NAN,
                                       .seconds = seconds };
    return s.world && kf_vec_push(x->mem, &x->runs, s) ? KERF_OK : KERF_NO_MEMORY;
}
