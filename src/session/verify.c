/* verify.c -- evidence and an answer, world by world, side by side through the verifier. */
#include "session/session.h"

#include "session/answer.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* ---- Progress ------------------------------------------------------------------------------- */

typedef struct run {
    kerf *k;
    const kerf_verify_options *options;
    struct timespec said;
    kf_bound *bound; /* NULL: no certificate */
} run;

static double seconds_between(const struct timespec *a, const struct timespec *b)
{
    return (double)(b->tv_sec - a->tv_sec) + 1e-9 * (double)(b->tv_nsec - a->tv_nsec);
}

static kerf_status tick(void *context, const kf_rule *rule, uint64_t done, uint64_t total)
{
    run *r = context;
    const kerf_verify_options *options = r->options;
    if (options && options->stop && options->stop(options->context)) return KERF_INTERRUPTED;
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

static kerf_status verify_answer(run *r, kf_verifier *v, const kf_evidence *answer)
{
    kf_dyadic bound = { 0 };
    if (r->bound) KF_TRY(kf_bound_world(r->bound, &bound));
    kf_dyadic_join(&r->k->verified->bound, &bound);
    if (r->options && r->options->only_bound) return KERF_OK;
    KF_TRY(kf_verifier_run(v, answer));
    return r->bound ? kf_bound_accept(r->bound, &bound) : KERF_OK;
}

static kerf_status verify_world(run *r, kf_verifier *v, kf_answer *answer)
{
    kerf *k = r->k;
    kf_evidence *world = NULL;
    KF_TRY(kf_verifier_begin(v, k->evidence, kerf_world_name(k)));
    kerf_status status = kf_answer_next(answer, v, k->evidence, kerf_world_name(k), &world);
    if (status == KERF_OK) status = verify_answer(r, v, world);
    kf_evidence_free(world);
    kf_verifier_end(v);
    return status;
}

static kerf_status verify_worlds(run *r, kf_verifier *v, kf_answer *answer, uint64_t *n)
{
    int more = 1;
    for (;;) {
        KF_TRY(kerf_next_world(r->k, &more));
        if (!more) break;
        KF_TRY(verify_world(r, v, answer));
        ++*n;
    }
    KF_TRY(kf_answer_finish(answer));
    return r->bound ? kf_bound_finish(r->bound) : KERF_OK;
}

/* ---- Certificates --------------------------------------------------------------------------- */

static const size_t MOST_BYTES = (size_t)1 << 32;

/* The text is the caller's to free, n + 1 bytes. */
static kerf_status read_certificate(kerf *k, const char *path, char **text, size_t *n)
{
    kf_input *in = NULL;
    const char *why = NULL;
    KF_TRY(kf_session_claim(k, path));
    KF_TRY(kf_session_open(k, &in, path));
    kerf_status status = kf_input_read_all(in, MOST_BYTES, text, n, &why);
    kf_input_close(in);
    if (status == KERF_IO || status == KERF_LIMIT) return kf_session_io(k, "read", path, why);
    return status;
}

static void judge_bound(kf_verified *v, bool all)
{
    kerf_verification *t = &v->total;
    kf_dyadic gap = v->bound;
    t->certified = 1;
    t->proven_bound = kf_dyadic_floor(&v->bound);
    t->proven_gap = NAN;
    if (!all) return;
    kf_dyadic_negate(&gap);
    kf_dyadic_join(&gap, kf_verifier_cost(v->verifier));
    t->proven_gap = kf_dyadic_ceil(&gap);
    t->proven_optimal = t->hard_violations == 0 && t->contradictions == 0
                        && t->proven_gap <= 1e-9 * fmax(kf_verifier_unit(v->verifier), t->cost);
}

/* ---- Results -------------------------------------------------------------------------------- */

void kf_verified_free(kf_verified *v, kf_mem *mem)
{
    if (!v) return;
    kf_verifier_free(v->verifier);
    kf_mem_free(mem, v->shown, v->n_rules + 1, sizeof *v->shown);
    kf_mem_free(mem, v, 1, sizeof *v);
}

static void add_up(kf_verified *v)
{
    kf_sum score = { 0 }, cost = { 0 };
    for (size_t i = 0; i <= v->n_rules; i++) {
        const kf_tally *check = kf_verifier_tally(v->verifier, i);
        if (!check || (i == v->n_rules && check->groundings == 0)) continue;
        v->shown[v->n_shown++] = i;
        kf_sum_join(&score, &check->score);
        kf_sum_join(&cost, &check->cost);
        v->total.hard_violations += check->violations;
    }
    v->total.score = kf_sum_get(&score);
    v->total.cost = kf_sum_get(&cost);
}

static kerf_status open_verified(kerf *k, run *r)
{
    kf_verified *v = kf_mem_calloc(&k->mem, 1, sizeof *v);
    if (!v) return KERF_NO_MEMORY;
    k->verified = v;
    v->n_rules = k->model->rules.n;
    v->shown = kf_mem_calloc(&k->mem, v->n_rules + 1, sizeof *v->shown);
    if (!v->shown) return KERF_NO_MEMORY;
    kf_verify_options options = { .examples = r->options ? r->options->examples : 5,
                                  .tick = tick,
                                  .context = r };
    return kf_verifier_new(&v->verifier, &k->mem, k->model, &options, k->diags);
}

static kerf_status verify_all(kerf *k, kf_answer *answer, run *r)
{
    const char *path = r->options ? r->options->certificate : NULL;
    char *text = NULL;
    size_t n = 0;
    KF_TRY(open_verified(k, r));
    kf_verified *v = k->verified;
    if (path) KF_TRY(read_certificate(k, path, &text, &n));
    kerf_status status = KERF_OK;
    if (path) status = kf_bound_new(&r->bound, v->verifier, path, (kf_str){ text, n });
    if (status == KERF_OK) status = verify_worlds(r, v->verifier, answer, &v->total.worlds);
    kf_bound_free(r->bound);
    if (path) kf_mem_free(&k->mem, text, n + 1, 1);
    if (status != KERF_OK) return status;
    bool all = !r->options || !r->options->only_bound;
    v->total.contradictions = kf_answer_contradictions(answer);
    if (all) add_up(v);
    else v->total.score = v->total.cost = NAN;
    if (path) judge_bound(v, all);
    return KERF_OK;
}

/* The input becomes the answer's. */
static kerf_status verify(kerf *k, kf_input *in, const char *name,
                          const kerf_verify_options *options, kerf_verification *out)
{
    run r = { .k = k, .options = options };
    kf_answer *answer = NULL;
    clock_gettime(CLOCK_MONOTONIC, &r.said);
    kerf_status status = kf_answer_open(&answer, &k->mem, k->model, in, name, k->diags);
    if (status == KERF_OK) status = verify_all(k, answer, &r);
    kf_answer_close(answer);
    if (status == KERF_OK) {
        *out = k->verified->total;
        return KERF_OK;
    }
    kf_verified_free(k->verified, &k->mem);
    k->verified = NULL;
    k->phase = KF_PHASE_BROKEN;
    return status;
}

/* ---- The public side ------------------------------------------------------------------------ */

static kerf_status begin_verify(kerf *k, const char *what, const kerf_verification *out)
{
    KF_TRY(kf_session_begin(k));
    if (k->phase == KF_PHASE_BROKEN)
        return kf_session_misuse(k, "reading failed before: start a new session");
    if (k->phase == KF_PHASE_NEW)
        return kf_session_misuse(k, "an answer is verified after the model is read");
    if (k->worlds.n > 0 || k->phase == KF_PHASE_END)
        return kf_session_misuse(k, "kerf_verify() reads the worlds itself, from the first one on");
    KF_TRY(kf_session_needs_memory(k, "verifying"));
    if (!what) return kf_session_misuse(k, "an answer needs a file name or a name for messages");
    if (!out) return kf_session_misuse(k, "there is no place for the answer");
    return KERF_OK;
}

kerf_status kerf_verify(kerf *k, const char *path, const kerf_verify_options *options,
                        kerf_verification *out)
{
    KF_TRY(begin_verify(k, path, out));
    KF_TRY(kf_session_claim(k, path));
    kf_input *in = NULL;
    kerf_status status = kf_session_open(k, &in, path);
    bool standard = strcmp(path, "-") == 0;
    if (status == KERF_OK) status = verify(k, in, standard ? "standard input" : path, options, out);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, status);
}

kerf_status kerf_verify_memory(kerf *k, const char *name, const void *text, size_t n,
                               const kerf_verify_options *options, kerf_verification *out)
{
    KF_TRY(begin_verify(k, name, out));
    if (!text && n > 0) return kf_session_misuse(k, "an answer in memory needs its text");
    kf_input *in = NULL;
    kerf_status status = kf_input_open_memory(&in, &k->mem, text ? text : "", n);
    if (status == KERF_OK) status = verify(k, in, name, options, out);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, status);
}

size_t kerf_verified_count(const kerf *k)
{
    return k && k->verified ? k->verified->n_shown : 0;
}

static kerf_status begin_get(kerf *k, size_t index, const void *out)
{
    KF_TRY(kf_session_begin(k));
    if (!out) return kf_session_misuse(k, "there is no place for the answer");
    if (index >= kerf_verified_count(k))
        return kf_session_misuse(k, "index %zu is past the end, %zu", index,
                                 kerf_verified_count(k));
    return KERF_OK;
}

kerf_status kerf_verified_get(kerf *k, size_t index, kerf_verified_info *out)
{
    KF_TRY(begin_get(k, index, out));
    size_t rule = k->verified->shown[index];
    kerf_formula_info formula = { .label = "evidence", .weight = NAN };
    if (rule < k->model->rules.n) KF_TRY(kerf_formula_get(k, rule, &formula));
    const kf_tally *check = kf_verifier_tally(k->verified->verifier, rule);
    *out = (kerf_verified_info){
        .label = formula.label,
        .line = formula.line,
        .hard = formula.hard,
        .weight = formula.weight,
        .groundings = check->groundings,
        .satisfied = check->satisfied,
        .unsatisfied = check->unsatisfied,
        .violations = check->violations,
        .score = kf_sum_get(&check->score),
        .cost = kf_sum_get(&check->cost),
        .examples = check->examples.n,
    };
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_verified_example(kerf *k, size_t index, size_t example, const char **world,
                                  const char **text)
{
    KF_TRY(begin_get(k, index, text));
    const kf_tally *check = kf_verifier_tally(k->verified->verifier, k->verified->shown[index]);
    if (example >= check->examples.n)
        return kf_session_misuse(k, "index %zu is past the end, %zu", example, check->examples.n);
    if (world) *world = check->examples.at[example].world;
    *text = check->examples.at[example].text;
    return kf_session_end(k, KERF_OK);
}

kerf_status kerf_write_verification(kerf *k, kerf_report_format format, kerf_write_fn *write,
                                    void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->verified) return kf_session_misuse(k, "nothing has been verified");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    switch (format) {
    case KERF_REPORT_TEXT: kf_report_verification(&text, k->model, k->verified); break;
    case KERF_REPORT_JSON: kf_report_verification_json(&text, k->model, k->verified); break;
    default: return kf_session_misuse(k, "there is no format %d", (int)format);
    }
    return kf_session_deliver(k, &text, write, context);
}
