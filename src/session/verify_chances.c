/* verify_chances.c -- kerf_verify_probabilities(): a file of probabilities, computed anew.
 *
 * Where few atoms are open, every possible world is scored by the verifier, which shares nothing
 * with grounding or elimination. Else elimination runs in another order, whose tables, sums and
 * rounding errors are others. */
#include "session/session.h"

#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "marginal/marginal.h"
#include "verify/chances/chances.h"

#include <math.h>
#include <stdlib.h>

enum { OTHER_ORDERS = 4 };
static const size_t MOST_BYTES = (size_t)1 << 32;

typedef struct checking {
    kerf *k;
    kf_chance_file f;
    double groundings;
    kerf_probability_check *out;
} checking;

/* ---- What is right: by elimination ---- */

/* Those without a chance are free. */
static kf_known_chance known_of(const kf_marginals *m, uint32_t atom)
{
    kf_known_chance x = { .p = 0.5, .lo = 0.5, .hi = 0.5, .free = atom >= m->chances.n };
    if (x.free) return x;
    const kf_chance *from = &m->chances.at[atom];
    x.p = from->p;
    x.lo = from->lo;
    x.hi = from->hi;
    x.unknown = from->method == KF_BY_NOTHING;
    return x;
}

static kerf_status collect(checking *c, const kf_grounder *g, const kf_marginals *m)
{
    kf_mem *mem = &c->k->mem;
    kf_text text;
    kf_text_init(&text, mem);
    kerf_status st = KERF_OK;
    for (uint32_t a = 0; st == KERF_OK && a < kf_grounder_named(g); a++) {
        kf_known_chance x = known_of(m, a);
        x.predicate = kf_grounder_atom_row(g, a, x.row);
        if (x.predicate == KF_NONE) continue;
        kf_text_clear(&text);
        kf_print_fact(&text, c->k->model, x.predicate, x.row);
        x.text = text.failed ? NULL : kf_arena_string(&c->f.w.arena, kf_text_get(&text));
        if (!x.text || !kf_vec_push(mem, &c->f.w.known, x)) st = KERF_NO_MEMORY;
    }
    kf_text_free(&text);
    if (c->f.w.known.n > 1)
        qsort(c->f.w.known.at, c->f.w.known.n, sizeof *c->f.w.known.at, kf_known_by_text);
    return st;
}

static void count_groundings(checking *c, const kf_grounder *g)
{
    c->groundings = 1;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        c->groundings += (double)kf_ground_rule_groundings(kf_grounder_rule(g, i));
}

static kerf_status collect_sums(checking *c, const kf_marginals *m)
{
    kf_chance_world *w = &c->f.w;
    w->log_z = m->log_z;
    w->log_z_lo = m->log_z_lo;
    w->log_z_hi = m->log_z_hi;
    w->free = kf_arena_copy(&w->arena, m->free, m->n_predicates, sizeof *w->free);
    return w->free ? KERF_OK : KERF_NO_MEMORY;
}

/* Atoms that no formula names are made where the file names some. */
static kerf_status collect_free(checking *c, kf_grounder *g, const kf_marginals *m)
{
    const kf_model *model = c->k->model;
    if (!kf_chances_unknown(&c->f.w)) return KERF_OK;
    for (uint32_t i = 0; i < model->predicates.n; i++)
        if (model->predicates.at[i].hidden && m->free[i] > 0) KF_TRY(kf_grounder_name_all(g, i));
    c->f.w.known.n = 0;
    return collect(c, g, m);
}

static kerf_status eliminate(checking *c)
{
    kerf *k = c->k;
    kf_grounded x;
    kf_marginals m;
    const kf_marginal_options options = { .how = KF_HOW_EXACT,
                                          .threads = kf_session_threads(k),
                                          .skip = OTHER_ORDERS,
                                          .limits = { .deadline = INFINITY } };
    KF_TRY(kf_session_ground(k, &x));
    k->changed = true;
    kerf_status st = kf_marginal_run(x.g, &options, &m);
    if (st == KERF_OK) {
        count_groundings(c, x.g);
        st = collect_sums(c, &m);
        if (st == KERF_OK) st = collect(c, x.g, &m);
        if (st == KERF_OK) st = collect_free(c, x.g, &m);
        kf_marginals_free(&m);
    }
    kf_session_unground(&x);
    return st;
}

/* ---- World by world ---- */

static kerf_status check_world(checking *c)
{
    bool enumerated = false;
    KF_TRY(kf_chance_file_next(&c->f));
    KF_TRY(eliminate(c));
    KF_TRY(kf_chances_enumerate(&c->f, c->k->evidence, kerf_world_name(c->k), c->groundings,
                                &enumerated));
    c->out->enumerated += enumerated;
    KF_TRY(kf_judge_chances(&c->f, &c->k->strings, c->out));
    c->out->worlds++;
    return KERF_OK;
}

static kerf_status check_worlds(checking *c)
{
    int more = 1;
    for (;;) {
        KF_TRY(kerf_next_world(c->k, &more));
        if (!more) return kf_chance_file_end(&c->f);
        KF_TRY(check_world(c));
    }
}

static void tell_gaps(const checking *c)
{
    const kerf_probability_check *out = c->out;
    kf_place place = { .file = c->f.path };
    if (out->unchecked > 0)
        kf_diag_add(c->k->diags, KERF_WARNING, &place, NULL,
                    "atoms that are not compared: %llu; a component is too wide to be computed "
                    "anew exactly",
                    (unsigned long long)out->unchecked);
    if (out->missing > 0)
        kf_diag_add(c->k->diags, KERF_WARNING, &place, NULL,
                    "open atoms that are not in the file: %llu", (unsigned long long)out->missing);
}

static kerf_status check_file(kerf *k, const char *path, kerf_probability_check *out)
{
    kf_input *in = NULL;
    const char *why = NULL;
    char *text = NULL;
    size_t n = 0;
    KF_TRY(kf_session_claim(k, path));
    KF_TRY(kf_session_open(k, &in, path));
    kerf_status st = kf_input_read_all(in, MOST_BYTES, &text, &n, &why);
    kf_input_close(in);
    if (st == KERF_IO || st == KERF_LIMIT) return kf_session_io(k, "read", path, why);
    KF_TRY(st);
    checking c = { .k = k, .out = out };
    kf_chance_file_open(&c.f, &k->mem, k->model, k->diags, path, (kf_str){ text, n });
    st = check_worlds(&c);
    if (st == KERF_OK) tell_gaps(&c);
    kf_chance_file_close(&c.f);
    kf_mem_free(&k->mem, text, n + 1, 1);
    return st;
}

kerf_status kerf_verify_probabilities(kerf *k, const char *path, kerf_probability_check *out)
{
    kerf_probability_check own = { .size = sizeof own, .atom = "", .log_z_off = -1 };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    if (!path) return kf_session_misuse(k, "probabilities need a file name");
    KF_TRY(kf_session_may_read(k));
    kerf_status st = check_file(k, path, &own);
    if (st == KERF_OK) kf_session_give(out, &own, sizeof own);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, st);
}
