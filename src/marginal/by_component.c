/* by_component.c -- the probabilities of all atoms, component by component.
 *
 * Components are independent of each other. One of a single atom without constraints is a formula.
 * The others are eliminated: first all of them, several at a time, within little memory; then, one
 * at a time, those that take more. What is too wide for that is sampled, its chains several at a
 * time. What is done with a component depends on it and on the memory limit alone, never on
 * threads, and each writes to a place of its own: so the result is the same for any number of
 * threads. */
#include "marginal/sections.h"

#include "base/check.h"
#include "base/pool.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "model/asked.h"
#include "sample/sample.h"
#include "solve/eliminate/beliefs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double UNIT = 0x1p-53;
static const double SMALL_ENTRIES = 0x1p22, SMALL_BYTES = 0x1p25; /* several at a time */
/* Shares of the time where it ends: of what is exact, and of this of the search for an order. */
static const double EXACT = 0.6, ORDERS = 0.2;

/* ---- What goes the same way ---- */

static void add_kind(kf_marginals *out, const kf_marginal_part *p)
{
    uint32_t i = 0;
    while (i < out->n_kinds && strcmp(out->kinds[i].route, p->route) != 0) i++;
    assert(i < KF_MARGINAL_KINDS);
    kf_marginal_kind *k = &out->kinds[i];
    if (i == out->n_kinds) {
        *k = (kf_marginal_kind){ .route = p->route, .exact = p->method == KF_BY_ELIMINATION };
        out->n_kinds++;
    }
    k->components++;
    k->atoms += p->atoms;
    if (p->width > k->width) k->width = p->width;
    k->entries = fmax(k->entries, p->entries);
    k->bytes = fmax(k->bytes, p->bytes);
}

/* ---- An atom on its own ---- */

/* Which atoms have a name depends on the order in which formulas were looked at. What names them
 * may have turned out to be true whatever their values. */
static bool is_free(const kf_sections *c, uint32_t atom)
{
    const kf_asked *asked = c->options->asked;
    uint32_t row[KF_MOST_ARITY], predicate;
    if (c->p->cost_true.at[atom] != 0 || c->p->cost_false.at[atom] != 0) return false;
    if (c->options->all || kf_grounder_is_auxiliary(c->g, atom)) return false;
    predicate = kf_grounder_atom_row(c->g, atom, row);
    if (!asked || kf_asked_has_all(asked, predicate)) return true;
    return !kf_asked_has(asked, predicate, row);
}

static void tell_single(kf_sections *c, uint32_t atom)
{
    double t = c->p->cost_true.at[atom], f = c->p->cost_false.at[atom];
    double true_rest = c->p->rest_true.at[atom], false_rest = c->p->rest_false.at[atom];
    double by = (t - f) + (true_rest - false_rest), p = 1 / (1 + exp(by)), more = fabs(by);
    assert(t >= 0 && f >= 0 && isfinite(more));
    double units = (t + f) * c->slack + more + 8;
    double error = units * UNIT * 1.1 * p * (1 - p) + 4 * UNIT * p + (more > 0 ? 1e-300 : 0);
    if (is_free(c, atom)) {
        c->out->chances.at[atom] = (kf_chance){ 0.5, 0.5, 0.5, NAN, NAN, KF_BY_ELIMINATION, true };
        return;
    }
    kf_set_chance(&c->out->chances.at[atom], p, error);
    kf_neumaier_add(&c->log_z, by < 0 ? -t : -f);
    kf_neumaier_add(&c->log_z, by < 0 ? -true_rest : -false_rest);
    kf_neumaier_add(&c->log_z, log1p(exp(-more)));
    c->error += ((t + f) * c->slack + 8) * UNIT * 1.1;
    c->out->by_method[KF_BY_ELIMINATION]++;
    c->out->components++;
    if (c->out->width == 0) c->out->width = 1;
    add_kind(
        c->out,
        &(kf_marginal_part){
            .atoms = 1, .method = KF_BY_ELIMINATION, .width = 1, .entries = 2, .route = "alone" });
}

static bool is_single(const kf_sections *c, uint32_t atom)
{
    return c->p->next.at[atom] == atom && c->out->waiting == 0
           && c->hooks.clause_of.at[atom] == UINT32_MAX && c->hooks.count_of.at[atom] == UINT32_MAX;
}

/* ---- Elimination ---- */

static kf_belief_options belief_options(const kf_sections *c, const kf_section *x, double entries,
                                        double bytes)
{
    return (kf_belief_options){ .entries = entries,
                                .bytes = bytes,
                                .slack = x->slack,
                                .skip = c->options->skip,
                                .limits = &c->exact,
                                .orders = c->options->how == KERF_MARGINAL_AUTO ? ORDERS : 0 };
}

/* How far weights may have moved the cost of an assignment where an atom keeps the difference of
 * its costs alone: that is far less than they, perhaps, and its error is not. */
static double cancelled_error(const kf_sections *c, const kf_section *x)
{
    return x->x.cancelled * c->slack * UNIT * 1.1;
}

/* Odds are off by no more than twice that, beside what they are off by anyway. */
static void widen(double *p, double *error, uint32_t n, double off)
{
    for (uint32_t i = 0; i < n && off > 0; i++)
        error[i] += fmin(expm1(2 * off), 1) * p[i] * (1 - p[i]);
}

/* Of the component, and of what is paid in every assignment. */
static void set_log_z(kf_section *x, const kf_beliefs *b)
{
    x->log_z = (kf_neumaier){ b->log_z, b->log_z_rest };
    if (isfinite(b->log_z)) {
        kf_neumaier_add(&x->log_z, -x->x.base);
        kf_neumaier_add(&x->log_z, -x->x.base_rest);
    }
    x->told.log_z = kf_neumaier_get(&x->log_z);
}

static kerf_status eliminate(const kf_sections *c, kf_section *x, const kf_belief_options *o,
                             kf_mem *mem)
{
    const kf_component *component = &x->x.component;
    uint32_t n = component->n_atoms, n_pays = component->n_clauses + component->n_counts;
    size_t all = 2 * (size_t)n + (c->paying->clauses ? 2 * (size_t)n_pays : 0);
    double *room = kf_mem_alloc(mem, all, sizeof *room), *pays = room + 2 * (size_t)n;
    kf_beliefs b = { .p = room, .p_error = room + n };
    assert(!x->known && !x->waits);
    if (!room) return KERF_NO_MEMORY;
    if (c->paying->clauses) b.pays = pays, b.pays_error = pays + n_pays;
    kerf_status st = kf_believe(component, o, mem, &b);
    if (st == KERF_OK) {
        x->told.entries = b.entries;
        x->told.width = b.width;
        x->told.bytes = b.bytes;
        x->tables = b.tables;
        x->told.route = b.route;
        x->known = b.done;
    }
    if (st == KERF_OK && b.done) {
        double off = cancelled_error(c, x);
        set_log_z(x, &b);
        x->error = b.error + fabs(x->x.base) * (x->slack + 0x1p-40) * UNIT + off;
        widen(room, room + n, n, off);
        if (b.pays) widen(pays, pays + n_pays, n_pays, off);
        x->told.method = KF_BY_ELIMINATION;
    }
    for (uint32_t a = 0; st == KERF_OK && b.done && isfinite(b.log_z) && a < n; a++)
        kf_set_chance(&c->out->chances.at[x->x.atoms[a]], room[a], room[n + a]);
    if (st == KERF_OK && b.done && isfinite(b.log_z) && b.pays)
        kf_section_set_paying(c, x, b.pays, b.pays_error);
    kf_mem_free(mem, room, all, sizeof *room);
    return st;
}

/* Where there is no memory for it, it is left to a later try; and so is one that is large or alone:
 * a try that fails takes as long as one without these limits. */
static kerf_status eliminate_small(void *context, size_t job, uint32_t worker, kf_mem *mem)
{
    enum { SMALL_ATOMS = 1 << 14 };
    kf_sections *c = context;
    kf_belief_options o = belief_options(c, &c->at[job], SMALL_ENTRIES, SMALL_BYTES);
    (void)worker;
    bool alone = c->n == 1 || c->at[job].x.component.n_atoms > SMALL_ATOMS;
    bool later = alone || c->at[job].waits || c->options->entries > 0;
    if (later || kf_limits_reached(&c->exact)) return KERF_OK;
    kerf_status st = eliminate(c, &c->at[job], &o, mem);
    return st == KERF_NO_MEMORY ? KERF_OK : st;
}

static double most_bytes(const kf_mem *mem)
{
    return mem->limit ? (double)mem->limit / 2 : KF_BELIEF_BYTES;
}

static kerf_status eliminate_large(kf_sections *c, kf_section *x)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    double entries = c->options->entries > 0 ? c->options->entries : KF_BELIEF_ENTRIES;
    kf_belief_options o = belief_options(c, x, entries, most_bytes(mem));
    o.search = KF_BELIEF_SEARCH;
    if (x->waits || kf_limits_reached(&c->exact)) return KERF_OK;
    kerf_status st = eliminate(c, x, &o, mem);
    x->no_memory =
        st == KERF_NO_MEMORY && c->options->how == KERF_MARGINAL_EXACT; /* else it is sampled */
    return st == KERF_NO_MEMORY ? KERF_OK : st;
}

/* ---- All parts ---- */

static kerf_status tell_singles(kf_sections *c, kf_patience *patience, size_t *others)
{
    for (uint32_t a = 0; a < c->p->parent.n; a++) {
        if (!kf_patience_spend(patience, 1)) return KERF_INTERRUPTED;
        if (kf_problem_component(c->p, (kf_atom){ a }) != a) continue;
        if (is_single(c, a)) tell_single(c, a);
        else ++*others;
    }
    return KERF_OK;
}

static kerf_status inline_part(const kf_sections *c, kf_section *x)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    uint32_t n = x->x.component.n_atoms, some = 0;
    x->slack = c->slack;
    bool *auxiliary = kf_mem_alloc(mem, n, sizeof *auxiliary);
    if (!auxiliary) return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < n; a++) {
        auxiliary[a] = kf_grounder_is_auxiliary(c->g, x->x.atoms[a]);
        some += auxiliary[a];
    }
    kf_inlined *back = c->paying->clauses ? &x->inlined : NULL;
    kerf_status st = KERF_OK;
    if (some) st = kf_inline_auxiliaries(&x->x, auxiliary, mem, &x->slack, back);
    kf_mem_free(mem, auxiliary, n, sizeof *auxiliary);
    return st;
}

kerf_status kf_section_extract(kf_sections *c, kf_section *x)
{
    KF_TRY(kf_extract_component(&x->x, kf_grounder_mem(c->g), c->p, &c->hooks, x->root));
    return inline_part(c, x);
}

#ifndef NDEBUG
/* Each is one component of the problem, or what inlining has left of it: of auxiliary atoms alone
 * perhaps nothing. */
static void check_parts(const kf_sections *c)
{
    for (size_t i = 0; i < c->n; i++) {
        const kf_section *x = &c->at[i];
        assert(x->x.component.n_atoms > 0 || kf_grounder_is_auxiliary(c->g, x->root));
        assert(i == 0 || c->at[i - 1].root < x->root);
        for (uint32_t a = 0; a < x->x.component.n_atoms; a++)
            assert(kf_problem_component(c->p, (kf_atom){ x->x.atoms[a] }) == x->root);
    }
}
#endif

static kerf_status open_parts(kf_sections *c)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    kf_patience patience = kf_patience_of(c->hooks.stop);
    size_t n = 0;
    KF_TRY(kf_hooks_extend(&c->hooks, c->p));
    KF_TRY(tell_singles(c, &patience, &n));
    c->at = kf_mem_calloc(mem, n, sizeof *c->at);
    if (!c->at) return KERF_NO_MEMORY;
    c->n = n;
    size_t i = 0;
    for (uint32_t a = 0; a < c->p->parent.n; a++) {
        if (kf_problem_component(c->p, (kf_atom){ a }) != a || is_single(c, a)) continue;
        kf_section *x = &c->at[i++];
        if (!kf_patience_spend(&patience, 1)) return KERF_INTERRUPTED;
        x->all = c;
        x->root = a;
        KF_TRY(kf_section_extract(c, x));
        x->waits = c->out->waiting > 0 && kf_lazily_concerns(c->g, &x->x);
        const kf_component *p = &x->x.component;
        x->told = (kf_marginal_part){ .atoms = p->n_atoms,
                                      .constraints = kf_constraints_of(p),
                                      .entries = NAN,
                                      .route = kf_chance_method_text(KF_BY_NOTHING),
                                      .log_z = NAN };
    }
    assert(i == n);
    KF_CHECK(check_parts(c));
    return KERF_OK;
}

static void close_parts(kf_sections *c)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x.arena.mem) kf_extracted_free(&c->at[i].x);
    kf_mem_free(mem, c->at, c->n, sizeof *c->at);
    kf_hooks_free(&c->hooks, mem);
}

void kf_section_progress(const kf_section *x, const char *method, const kf_sampled *s)
{
    const kf_sections *c = x->all;
    assert(!x->known && c->n_known < c->n);
    kf_marginal_progress p = { .components = c->out->components + c->n,
                               .done = c->out->components + c->n_known,
                               .atoms = x->told.atoms,
                               .method = method,
                               .samples = s ? s->samples : 0,
                               .converged = s ? s->converged : 0,
                               .max_rhat = s && s->samples > 0 ? s->max_rhat : NAN };
    if (c->options->progress) c->options->progress(c->options->context, &p);
}

/* What would be done with it. */
static kerf_status forecast(kf_sections *c, kf_section *x)
{
    kf_mem *mem = kf_grounder_mem(c->g);
    double bytes = most_bytes(mem);
    kf_belief_options o = belief_options(c, x, KF_BELIEF_ENTRIES, bytes);
    kf_sample_method sampled;
    o.only_forecast = true;
    if (kf_limits_reached(o.limits)) return KERF_OK;
    KF_TRY(eliminate(c, x, &o, mem));
    if (x->known) return KERF_OK; /* nothing is feasible */
    if (x->told.entries <= KF_BELIEF_ENTRIES && x->told.bytes <= bytes) {
        x->told.method = KF_BY_ELIMINATION;
        x->told.bytes += x->tables;
        return KERF_OK;
    }
    KF_TRY(kf_sample_forecast(&x->x.component, mem, &sampled));
    x->told.method = sampled == KF_SAMPLE_GIBBS ? KF_BY_GIBBS : KF_BY_MCSAT;
    x->told.route = kf_chance_method_text(x->told.method);
    return KERF_OK;
}

static kerf_status go_on(kf_sections *c, kf_section *x, const char *method,
                         kerf_status (*solve)(kf_sections *, kf_section *))
{
    kf_section_progress(x, method, NULL);
    KF_TRY(solve(c, x));
    c->n_known += x->known;
    return KERF_OK;
}

/* Elimination if it is asked for and fits, else sampling. */
static kerf_status solve_parts(kf_sections *c)
{
    const kf_marginal_options *o = c->options;
    for (size_t i = 0; o->forecast && i < c->n; i++) KF_TRY(forecast(c, &c->at[i]));
    if (o->forecast) return KERF_OK;
    bool exact = o->how == KERF_MARGINAL_AUTO || o->how == KERF_MARGINAL_EXACT;
    if (exact)
        KF_TRY(kf_crew_run(o->threads, c->n, eliminate_small, c, kf_grounder_mem(c->g),
                           o->limits.stop));
    for (size_t i = 0; i < c->n; i++) c->n_known += c->at[i].known;
    for (size_t i = 0; exact && i < c->n; i++)
        if (!c->at[i].known) KF_TRY(go_on(c, &c->at[i], "elimination", eliminate_large));
    for (size_t i = 0; i < c->n; i++)
        if (!c->at[i].known) KF_TRY(go_on(c, &c->at[i], "sampling", kf_section_sample));
    return KERF_OK;
}

static int larger_first(const void *a, const void *b)
{
    const kf_marginal_part *x = a, *y = b;
    if (x->atoms != y->atoms) return x->atoms < y->atoms ? 1 : -1;
    if (x->constraints != y->constraints) return x->constraints < y->constraints ? 1 : -1;
    return (x->log_z > y->log_z) - (x->log_z < y->log_z);
}

static kerf_status list_parts(kf_sections *c)
{
    kf_marginals *out = c->out;
    for (size_t i = 0; i < c->n; i++) {
        add_kind(out, &c->at[i].told);
        if (!kf_vec_push(out->mem, &out->parts, c->at[i].told)) return KERF_NO_MEMORY;
    }
    if (out->parts.n > 1) qsort(out->parts.at, out->parts.n, sizeof *out->parts.at, larger_first);
    if (out->parts.n > KF_MARGINAL_PARTS) out->parts.n = KF_MARGINAL_PARTS;
    return KERF_OK;
}

static void add_part(kf_sections *c, const kf_section *x)
{
    kf_marginals *out = c->out;
    assert(x->told.method < KF_CHANCE_METHODS);
    assert(!x->known || x->told.method != KF_BY_NOTHING);
    out->components++;
    out->by_method[x->told.method]++;
    if (x->told.method == KF_BY_ELIMINATION) {
        c->infeasible |= isinf(x->told.log_z);
        kf_neumaier_add(&c->log_z, x->log_z.sum);
        if (isfinite(x->log_z.sum)) kf_neumaier_add(&c->log_z, x->log_z.rest);
        c->error += x->error;
        c->coarse |= !isfinite(x->error) && isfinite(x->told.log_z);
        if (x->told.width > out->width) out->width = x->told.width;
        out->entries = fmax(out->entries, x->told.entries);
        return;
    }
    c->unknown = true;
    c->unconverged |= x->no_memory;
    if (x->no_memory && !out->no_memory) out->no_memory = x->told.atoms;
    if (x->known || c->left) return;
    c->left = true;
    out->left = x->told;
    out->no_start = x->no_start;
    out->too_large = x->too_large;
}

static kerf_status conclude(kf_sections *c)
{
    kf_marginals *out = c->out;
    for (size_t i = 0; i < c->n; i++) add_part(c, &c->at[i]);
    uint64_t exact = out->by_method[KF_BY_ELIMINATION];
    out->log_z = c->unknown ? NAN : kf_neumaier_get(&c->log_z);
    out->log_z_lo = (c->log_z.sum - out->log_z) + c->log_z.rest; /* for now: its rest, and */
    out->log_z_hi = c->error; /* its error: the caller knows what else there is */
    out->coarse = c->coarse;
    out->interrupted = kf_limits_reached(&c->options->limits);
    out->stopped = c->left;
    out->certainty = c->left || c->unconverged || c->coarse ? KERF_UNCONVERGED
                     : !c->sampled                          ? KERF_EXACT
                     : exact > 0                            ? KERF_MIXED
                                                            : KERF_SAMPLED;
    KF_TRY(list_parts(c));
    return c->infeasible ? KERF_INFEASIBLE : KERF_OK;
}

/* Where what does not get done may be sampled, some of the time is left for that. */
static kf_limits limits_of_exact(const kf_marginal_options *o)
{
    bool some = o->how == KERF_MARGINAL_AUTO && !o->forecast;
    return some ? kf_limits_share(&o->limits, EXACT) : o->limits;
}

kerf_status kf_marginal_components(kf_grounder *g, const kf_marginal_options *options, double slack,
                                   kf_paying *paying, kf_marginals *out)
{
    kf_sections c = { .g = g,
                      .p = kf_grounder_problem(g),
                      .options = options,
                      .slack = slack,
                      .paying = paying,
                      .out = out };
    size_t n = c.p->parent.n;
    c.exact = limits_of_exact(options);
    kf_stop stop = kf_limits_stop(&options->limits);
    c.hooks.stop = &stop;
    if (!kf_vec_reserve(out->mem, &out->chances, n)) return KERF_NO_MEMORY;
    out->chances.n = n;
    for (size_t i = 0; i < n; i++)
        out->chances.at[i] = (kf_chance){ 0.5, 0, 1, NAN, NAN, KF_BY_NOTHING, false };
    kerf_status st = open_parts(&c);
    if (st == KERF_OK) st = solve_parts(&c);
    if (st == KERF_OK) st = conclude(&c);
    close_parts(&c);
    return st;
}
