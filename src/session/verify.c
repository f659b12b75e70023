/* verify.c -- an answer held against its evidence, world by world, through the verifier
 * (kerf_verify()), or a file of probabilities against the same computed anew
 * (kerf_verify_probabilities()). */
#include "session/session.h"

#include "base/check.h"
#include "base/stop.h"
#include "marginal/marginal.h"
#include "report/fill/known_chances.h"
#include "report/fill/verified_record.h"
#include "report/report.h"
#include "verify/answer.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const size_t MOST_BYTES = (size_t)1 << 32; /* of a certificate, of probabilities */

/* ---- Progress ------------------------------------------------------------------------------- */

typedef struct run {
    kerf *k;
    kerf_verify_options options;
    kf_stop stop; /* the caller's */
    struct timespec said;
    kf_verifier *verifier;
    kf_bound *bound;  /* NULL: no certificate */
    kf_dyadic proven; /* what it proves, over all worlds */
} run;

static double seconds_between(const struct timespec *a, const struct timespec *b)
{
    return (double)(b->tv_sec - a->tv_sec) + 1e-9 * (double)(b->tv_nsec - a->tv_nsec);
}

static kerf_status tick(void *context, const kf_rule *rule, uint64_t done, uint64_t total)
{
    run *r = context;
    assert(done <= total);
    if (kf_stop_ask(&r->stop)) return KERF_INTERRUPTED;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (seconds_between(&r->said, &now) < 0.2) return KERF_OK;
    r->said = now;
    kf_session_log(r->k, KERF_LOG_PROGRESS, "verifying %.*s: %.0f%% of %.3g groundings",
                   rule->label.n > 100 ? 100 : (int)rule->label.n, rule->label.at,
                   100.0 * (double)done / (double)total, (double)total);
    return KERF_OK;
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static kerf_status verify_answer(run *r, const kf_evidence *answer)
{
    kf_dyadic bound = { 0 };
    if (r->bound) KF_TRY(kf_bound_world(r->bound, &bound));
    kf_dyadic_join(&r->proven, &bound);
    if (r->options.only_bound) return KERF_OK;
    KF_TRY(kf_verifier_run(r->verifier, answer));
    return r->bound ? kf_bound_accept(r->bound, &bound) : KERF_OK;
}

static kerf_status verify_world(run *r, kf_answer *answer)
{
    kerf *k = r->k;
    kf_verifier *v = r->verifier;
    kf_evidence *given = NULL; /* the answer's world */
    KF_TRY(kf_verifier_begin(v, k->evidence, kerf_world_name(k)));
    kerf_status status = kf_answer_next(answer, v, k->evidence, kerf_world_name(k), &given);
    if (status == KERF_OK) status = verify_answer(r, given);
    kf_evidence_free(given);
    kf_verifier_end(v);
    return status;
}

static kerf_status verify_worlds(run *r, kf_answer *answer, uint64_t *n)
{
    int more = 1;
    for (;;) {
        KF_TRY(kerf_next_world(r->k, &more));
        if (!more) break;
        KF_TRY(verify_world(r, answer));
        ++*n;
    }
    KF_TRY(kf_answer_finish(answer));
    return r->bound ? kf_bound_finish(r->bound) : KERF_OK;
}

/* ---- All worlds ----------------------------------------------------------------------------- */

static kerf_status verify_all(run *r, kf_answer *answer, kf_verified *v)
{
    kerf *k = r->k;
    const char *path = r->options.certificate;
    char *text = NULL;
    size_t n = 0;
    if (path) KF_TRY(kf_session_read_text(k, path, MOST_BYTES, &text, &n));
    kerf_status status = KERF_OK;
    if (path) status = kf_bound_new(&r->bound, r->verifier, path, (kf_str){ text, n });
    if (status == KERF_OK) status = verify_worlds(r, answer, &v->total.worlds);
    kf_bound_free(r->bound);
    if (path) kf_mem_free(&k->mem, text, n + 1, 1);
    if (status != KERF_OK) return status;
    v->total.contradictions = kf_answer_contradictions(answer);
    return kf_verified_fill(v, r->verifier, k->model, !r->options.only_bound,
                            path ? &r->proven : NULL);
}

static kerf_status verify_answers(run *r, kf_answer *answer)
{
    kerf *k = r->k;
    kf_verify_options options = { .examples = r->options.examples, .tick = tick, .context = r };
    assert(k->record.worlds.n == 0 && !k->record.verified);
    k->record.verified = kf_verified_new(&k->mem);
    if (!k->record.verified) return KERF_NO_MEMORY;
    KF_TRY(kf_verifier_new(&r->verifier, &k->mem, k->model, &options, k->diags));
    kerf_status status = verify_all(r, answer, k->record.verified);
    kf_verifier_free(r->verifier);
    return status;
}

/* The input becomes the answer's. */
static kerf_status verify(kerf *k, kf_input *in, const char *name,
                          const kerf_verify_options *options, kerf_verification *out)
{
    run r = { .k = k, .options = *options, .stop = kf_stop_when(options->stop, options->context) };
    kf_answer *answer = NULL;
    clock_gettime(CLOCK_MONOTONIC, &r.said);
    kerf_status status = kf_answer_open(&answer, &k->mem, k->model, in, name, k->diags);
    if (status == KERF_OK) status = verify_answers(&r, answer);
    kf_answer_close(answer);
    if (status == KERF_OK) {
        kf_session_give(out, &k->record.verified->total, sizeof *out);
        return KERF_OK;
    }
    kf_verified_free(k->record.verified);
    k->record.verified = NULL;
    k->phase = KF_PHASE_BROKEN;
    return status;
}

/* ---- The public side ------------------------------------------------------------------------ */

static kerf_status begin_verify(kerf *k, const char *what, const kerf_verify_options *options,
                                kerf_verify_options *own, const kerf_verification *out)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_take(k, own, sizeof *own, options));
    if (!options) own->examples = 5;
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase == KF_PHASE_NEW)
        return kf_session_misuse(k, "an answer is verified after the model is read");
    if (k->record.worlds.n > 0 || k->phase == KF_PHASE_END || k->loaded)
        return kf_session_misuse(k, "kerf_verify() reads the worlds itself, from the first one on");
    KF_TRY(kf_session_needs_memory(k, "verifying"));
    if (!what) return kf_session_misuse(k, "an answer needs a file name or a name for messages");
    return kf_session_check_place(k, out);
}

kerf_status kerf_verify(kerf *k, const char *path, const kerf_verify_options *options,
                        kerf_verification *out)
{
    kerf_verify_options own;
    KF_TRY(begin_verify(k, path, options, &own, out));
    KF_TRY(kf_session_claim(k, path));
    kf_input *in = NULL;
    kerf_status status = kf_session_open(k, &in, path);
    bool standard = strcmp(path, "-") == 0;
    if (status == KERF_OK) status = verify(k, in, standard ? "standard input" : path, &own, out);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, status);
}

kerf_status kerf_verify_memory(kerf *k, const char *name, const void *text, size_t n,
                               const kerf_verify_options *options, kerf_verification *out)
{
    kerf_verify_options own;
    KF_TRY(begin_verify(k, name, options, &own, out));
    if (!text && n > 0) return kf_session_misuse(k, "an answer in memory needs its text");
    kf_input *in = NULL;
    kerf_status status = kf_input_open_memory(&in, &k->mem, text ? text : "", n);
    if (status == KERF_OK) status = verify(k, in, name, &own, out);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, status);
}

size_t kerf_verified_count(const kerf *k)
{
    return k && k->record.verified ? k->record.verified->formulas.n : 0;
}

static kerf_status begin_get(kerf *k, size_t index, const kf_verified_formula **out)
{
    KF_TRY(kf_session_check_index(k, index, kerf_verified_count(k)));
    *out = &k->record.verified->formulas.at[index];
    return KERF_OK;
}

kerf_status kerf_verified_get(kerf *k, size_t index, kerf_verified_info *out)
{
    const kf_verified_formula *f = NULL;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(begin_get(k, index, &f));
    assert(f);
    kerf_formula_info formula = { .size = sizeof formula, .label = "evidence", .weight = NAN };
    if (f->rule) KF_TRY(kerf_formula_get(k, (size_t)(f->rule - k->model->rules.at), &formula));
    kerf_verified_info info = {
        .label = formula.label,
        .line = formula.line,
        .hard = formula.hard,
        .weight = formula.weight,
        .groundings = f->groundings,
        .satisfied = f->satisfied,
        .unsatisfied = f->unsatisfied,
        .violations = f->violations,
        .score = f->score,
        .cost = f->cost,
        .examples = f->n_examples,
    };
    kf_session_give(out, &info, sizeof info);
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_verified_example(kerf *k, size_t index, size_t example, const char **world,
                                  const char **text)
{
    const kf_verified_formula *f = NULL;
    KF_TRY(kf_session_begin(k));
    if (!text) return kf_session_misuse(k, "there is no place for the answer");
    KF_TRY(begin_get(k, index, &f));
    assert(f);
    KF_TRY(kf_session_check_index(k, example, f->n_examples));
    if (world) *world = f->examples[example].world;
    *text = f->examples[example].text;
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_write_verification(kerf *k, kerf_report_format format, kerf_write_fn *write,
                                    void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->record.verified) return kf_session_misuse(k, "nothing has been verified");
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_REPORT_JSON));
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_verification(&text, &k->record, format);
    return kf_session_deliver(k, KERF_OK, &text, write, context);
}

/* ---- Probabilities --------------------------------------------------------------------------
 *
 * Where few atoms are open, every possible world is scored by the verifier, which shares nothing
 * with grounding or elimination. Else elimination runs in another order, whose tables, sums and
 * rounding errors are others. */

enum { OTHER_ORDERS = 4 };

typedef struct checking {
    kerf *k;
    kf_chance_file f;
    double groundings;
    kerf_probability_check *out;
} checking;

static kerf_status eliminate(checking *c)
{
    kerf *k = c->k;
    kf_grounded x;
    kf_marginals m;
    const kf_marginal_options options = { .how = KERF_MARGINAL_EXACT,
                                          .threads = kf_session_threads(k),
                                          .skip = OTHER_ORDERS,
                                          .limits = { .deadline = INFINITY } };
    KF_TRY(kf_session_ground(k, &x));
    k->changed = true;
    kerf_status st = kf_marginal_run(x.g, &options, &m);
    if (st == KERF_OK) {
        c->groundings = kf_known_groundings(x.g);
        st = kf_known_collect(&c->f, x.g, &m);
        kf_marginals_free(&m);
    }
    kf_session_unground(&x);
    return st;
}

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

static kerf_status check_file(kerf *k, const char *path, kerf_probability_check *out)
{
    char *text = NULL;
    size_t n = 0;
    KF_TRY(kf_session_read_text(k, path, MOST_BYTES, &text, &n));
    checking c = { .k = k, .out = out };
    kf_chance_file_open(&c.f, &k->mem, k->model, k->diags, path, (kf_str){ text, n });
    kerf_status st = check_worlds(&c);
    if (st == KERF_OK) kf_chances_tell_gaps(&c.f, out);
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
