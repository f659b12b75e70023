/* online.c -- MIRA and the perceptron: for each example, answer, compare with the truth, update
 * weights.
 *
 * Averages (Collins 2002) are kept without touching all weights: a change d at step t is part of
 * the weights from then on, so with T steps in all the average is w - (sum of (t - 1) d) / T.
 * Examples are taken one by one, so the result does not depend on the number of threads. The order
 * of an epoch depends on the seed and the epoch only, so that a run can resume at any epoch. */
#include "learn/answers.h"
#include "learn/mira.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

typedef struct online {
    kf_learning *l;
    kf_locals *locals;
    kf_answers *answers;
    kf_differ *differ;
    kf_difference *found; /* k of them */
    double *steps;        /* as many */
    uint32_t *order;      /* of the epoch */
    kf_learn_state s;
    double began;
    uint64_t done; /* examples in this run, for the time that is left */
    bool settled;  /* the last epoch has moved no weight, and so will none after it */
} online;

/* ---- Life ---- */

static kerf_status open_online(online *x)
{
    const kf_learning *l = x->l;
    assert(l->o->k > 0 && l->o->costs);
    uint32_t n = x->s.n = kf_parameters_count(l->p), examples = kf_examples_count(l->train);
    x->found = kf_mem_calloc(l->mem, l->o->k, sizeof *x->found);
    x->steps = kf_mem_calloc(l->mem, l->o->k, sizeof *x->steps);
    x->order = kf_mem_calloc(l->mem, examples, sizeof *x->order);
    x->s.sums = kf_mem_calloc(l->mem, n, sizeof(double));
    x->s.best = kf_mem_calloc(l->mem, n, sizeof(double));
    if (!x->found || !x->steps || !x->order || !x->s.sums || !x->s.best) return KERF_NO_MEMORY;
    KF_TRY(kf_locals_new(&x->locals, l));
    KF_TRY(kf_answers_new(&x->answers, l, x->locals));
    KF_TRY(kf_differ_new(&x->differ, l, x->locals));
    for (uint32_t i = 0; i < n; i++) /* weights that were given, too */
        kf_parameters_set(l->p, i, kf_parameters_allowed(l->p, i, kf_parameters_get(l->p, i)));
    return l->o->resume ? l->o->resume(l->o->context, &x->s) : KERF_OK;
}

static void close_online(online *x)
{
    kf_mem *mem = x->l->mem;
    uint32_t k = x->l->o->k, n = x->s.n;
    for (uint32_t i = 0; x->found && i < k; i++) kf_vec_free(mem, &x->found[i].features);
    kf_mem_free(mem, x->found, k, sizeof *x->found);
    kf_mem_free(mem, x->steps, k, sizeof *x->steps);
    kf_mem_free(mem, x->order, kf_examples_count(x->l->train), sizeof *x->order);
    kf_mem_free(mem, x->s.sums, n, sizeof(double));
    kf_mem_free(mem, x->s.best, n, sizeof(double));
    kf_answers_free(x->answers);
    kf_differ_free(x->differ);
    kf_locals_free(x->locals);
}

/* ---- Order ---- */

static void set_order(online *x)
{
    uint32_t n = kf_examples_count(x->l->train);
    kf_random random = { x->l->o->seed };
    random.state = kf_random_next(&random) + x->s.epoch;
    for (uint32_t i = 0; i < n; i++) x->order[i] = i;
    for (uint32_t i = n; x->l->o->shuffle && i > 1; i--) {
        uint32_t k = (uint32_t)(kf_random_next(&random) % i), example = x->order[k];
        x->order[k] = x->order[i - 1];
        x->order[i - 1] = example;
    }
}

/* ---- One example ---- */

static kerf_status blame_example(online *x, kf_examples *in, uint32_t index)
{
    const kf_place nowhere = { 0 };
    const char *name = kf_examples_name(in, index);
    kf_diag_add(x->l->diags, KERF_ERROR, &nowhere,
                "'kerf map' with this world's evidence says which contradict each other",
                "the hard formulas contradict the evidence of %s world %u%s%s",
                in == x->l->train ? "training" : "development", index + 1, *name ? ", " : "", name);
    return KERF_INFEASIBLE;
}

/* The last epoch is proven. So is what predicts development data for a result without epochs. */
static kf_answer_effort effort_now(const online *x)
{
    const kf_learn_options *o = x->l->o;
    bool last = x->s.epoch + 1 >= o->epochs || o->method == KF_METHOD_PLL;
    if (o->effort == KF_LEARN_EXACT) return KF_ANSWER_PROVEN;
    return o->effort == KF_LEARN_RISING && last ? KF_ANSWER_BEST : KF_ANSWER_NEAR;
}

/* The answer into the example's database. KERF_INTERRUPTED: it was stopped. */
static kerf_status infer(online *x, kf_examples *in, kf_example *e, kf_answer_effort effort)
{
    kf_cpi_result r;
    const kf_learn_options *o = x->l->o;
    bool training = in == x->l->train;
    kf_answer_ask ask = { .effort = effort,
                          .augmented = training && o->loss_augmented,
                          .k = training && o->method == KF_METHOD_MIRA ? o->k : 1 };
    KF_TRY(kf_answers_find(x->answers, e, &ask, &r));
    kerf_outcome outcome = r.outcome;
    bool stopped = r.ending == KERF_STOPPED;
    kf_cpi_result_free(&r, x->l->mem);
    if (outcome == KERF_CONTRADICTION) return blame_example(x, in, e->index);
    return stopped ? KERF_INTERRUPTED : KERF_OK;
}

static kerf_status move_weight(online *x, uint32_t id, double by)
{
    kf_parameters *p = x->l->p;
    double before = kf_parameters_get(p, id);
    double after = kf_parameters_allowed(p, id, before + by);
    if (!isfinite(after)) {
        const kf_place nowhere = { 0 };
        kf_diag_add(x->l->diags, KERF_ERROR, &nowhere, "choose a smaller --C",
                    "a weight grew beyond all numbers in epoch %u", x->s.epoch + 1);
        return KERF_INVALID;
    }
    assert(id < x->s.n && after * kf_parameters_sign(p, id) >= 0);
    kf_parameters_set(p, id, after);
    x->s.sums[id] += (double)x->s.steps * (after - before);
    return KERF_OK;
}

static kerf_status take_step(online *x, const kf_difference *d, double step)
{
    for (size_t i = 0; step > 0 && i < d->features.n; i++)
        KF_TRY(move_weight(x, d->features.at[i].id, step * d->features.at[i].value));
    return KERF_OK;
}

static kerf_status update(online *x, uint32_t n)
{
    const kf_learn_options *o = x->l->o;
    bool moves = false;
    if (o->method == KF_METHOD_PERCEPTRON) x->steps[0] = x->found[0].loss > 0 ? 1 : 0;
    else KF_TRY(kf_mira_steps(x->l->mem, x->found, n, o->clip, x->steps));
    for (uint32_t i = 0; i < n; i++) {
        KF_TRY(take_step(x, &x->found[i], x->steps[i]));
        moves = moves || (x->steps[i] > 0 && x->found[i].features.n > 0);
    }
    x->s.now.updates += moves;
    return KERF_OK;
}

/* The best answer, and with MIRA the next best. */
static kerf_status compare(online *x, kf_example *e, uint32_t *n)
{
    const double *costs = x->l->o->costs;
    uint32_t others = kf_answers_count(x->answers);
    KF_TRY(kf_differ_run(x->differ, e, costs, &x->found[0]));
    for (uint32_t i = 0; i < others; i++) {
        KF_TRY(kf_answers_show(x->answers, e, i));
        KF_TRY(kf_differ_run(x->differ, e, costs, &x->found[i + 1]));
    }
    *n = others + 1;
    return KERF_OK;
}

/* Where memory ended, what is kept for speed makes room for what is needed: then it is worth
 * another try, and what was said since the mark does not count. */
static bool makes_room(online *x, kerf_status st, kf_diags_mark mark)
{
    if (st != KERF_NO_MEMORY || !kf_locals_forget(x->locals)) return false;
    kf_diags_rewind(x->l->diags, mark);
    return true;
}

static kerf_status answer_once(online *x, uint32_t index, kf_answer_effort effort, uint32_t *n)
{
    kf_example e;
    KF_TRY(kf_locals_open(x->locals, x->l->train, index, &e));
    kerf_status st = infer(x, x->l->train, &e, effort);
    if (st == KERF_OK) st = compare(x, &e, n);
    kf_example_close(&e);
    return st;
}

static kerf_status answer_with(online *x, uint32_t index, kf_answer_effort effort, uint32_t *n)
{
    kf_diags_mark mark = kf_diags_get_mark(x->l->diags);
    kerf_status st = answer_once(x, index, effort, n);
    return makes_room(x, st, mark) ? answer_once(x, index, effort, n) : st;
}

/* Would an update move weights? */
static bool teaches(const online *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const kf_difference *d = &x->found[i];
        bool wrong = x->l->o->method == KF_METHOD_PERCEPTRON ? d->loss > 0 : kf_mira_missing(d) > 0;
        if (wrong && d->features.n > 0) return true;
    }
    return false;
}

/* Any world that scores too much may teach: it need not be the best one. That none does has to be
 * shown by the best. */
static kerf_status answer_example(online *x, uint32_t index, uint32_t *n)
{
    kf_answer_effort effort = effort_now(x);
    KF_TRY(answer_with(x, index, effort, n));
    bool open = !kf_answers_are_proven(x->answers) && !teaches(x, *n);
    if (effort != KF_ANSWER_NEAR || !open || !x->l->o->cpi.solver->proves) return KERF_OK;
    return answer_with(x, index, KF_ANSWER_BEST, n);
}

static kerf_status learn_from(online *x, uint32_t index)
{
    kerf_learn_progress *now = &x->s.now;
    uint32_t n;
    KF_TRY(answer_example(x, index, &n));
    assert(n >= 1 && n <= x->l->o->k);
    const kf_difference *d = &x->found[0];
    now->loss += d->loss;
    now->violated += d->loss > 0 ? fmax(0, kf_mira_missing(d)) : 0;
    now->right += d->right;
    now->wrong += d->wrong;
    now->missed += d->missed;
    now->proven += kf_answers_are_proven(x->answers);
    return update(x, n);
}

static double f1_of(uint64_t right, uint64_t wrong, uint64_t missed)
{
    double all = 2 * (double)right + (double)wrong + (double)missed;
    return all > 0 ? 2 * (double)right / all : NAN;
}

static void report(online *x, bool ended, double dev_f1)
{
    kerf_learn_progress *now = &x->s.now;
    const kf_learn_options *o = x->l->o;
    uint32_t worlds = kf_examples_count(x->l->train);
    double left = (double)(o->epochs - x->s.epoch) * worlds - x->s.world;
    now->epoch = x->s.epoch + 1;
    now->epochs = o->epochs;
    now->world = x->s.world;
    now->worlds = worlds;
    now->epoch_ended = ended;
    now->f1 = f1_of(now->right, now->wrong, now->missed);
    now->dev_f1 = dev_f1;
    now->objective = NAN;
    now->parameters = x->s.n;
    now->seconds = kf_now() - x->began;
    now->seconds_left = x->done > 0 ? now->seconds / (double)x->done * left : NAN;
    if (o->progress) o->progress(o->context, now);
}

static kerf_status learn_next(online *x)
{
    assert(x->s.world < kf_examples_count(x->l->train));
    KF_TRY(learn_from(x, x->order[x->s.world]));
    x->s.steps++;
    x->s.world++;
    x->done++;
    report(x, false, NAN);
    return KERF_OK;
}

/* ---- Averages ---- */

static double averaged(const online *x, uint32_t id)
{
    double w = kf_parameters_get(x->l->p, id);
    if (!x->l->o->average || x->s.steps == 0) return w;
    w = kf_parameters_allowed(x->l->p, id, w - x->s.sums[id] / (double)x->s.steps);
    return w + 0.0; /* -0 is 0 */
}

/* Swaps the weights of the model with those in the list. */
static void swap_weights(online *x, double *with)
{
    for (uint32_t i = 0; i < x->s.n; i++) {
        double w = kf_parameters_get(x->l->p, i);
        kf_parameters_set(x->l->p, i, with[i]);
        with[i] = w;
    }
}

/* ---- Development data ---- */

static kerf_status predict_once(online *x, uint32_t index, kf_difference *d)
{
    kf_example e;
    KF_TRY(kf_locals_open(x->locals, x->l->dev, index, &e));
    kerf_status st = infer(x, x->l->dev, &e, effort_now(x));
    if (st == KERF_OK) st = kf_differ_atoms(x->differ, &e, x->l->o->costs, d);
    kf_example_close(&e);
    return st;
}

static kerf_status predict(online *x, double *f1)
{
    uint64_t right = 0, wrong = 0, missed = 0;
    kf_difference *d = &x->found[0];
    for (uint32_t i = 0; i < kf_examples_count(x->l->dev); i++) {
        if (kf_stop_ask(x->l->o->stop)) return KERF_INTERRUPTED;
        kf_diags_mark mark = kf_diags_get_mark(x->l->diags);
        kerf_status st = predict_once(x, i, d);
        if (makes_room(x, st, mark)) st = predict_once(x, i, d);
        KF_TRY(st);
        right += d->right;
        wrong += d->wrong;
        missed += d->missed;
    }
    *f1 = f1_of(right, wrong, missed);
    return KERF_OK;
}

kerf_status kf_learn_predict(kf_learning *l, double *f1)
{
    online x = { .l = l, .began = kf_now() };
    kerf_status st = open_online(&x);
    if (st == KERF_OK) st = predict(&x, f1);
    close_online(&x);
    return st;
}

/* With the weights that would be the result now; those of the best epoch are kept. */
static kerf_status try_out(online *x, double *f1)
{
    double *weights = kf_mem_alloc(x->l->mem, x->s.n, sizeof *weights);
    if (!weights) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->s.n; i++) weights[i] = averaged(x, i);
    swap_weights(x, weights);
    kerf_status st = predict(x, f1);
    swap_weights(x, weights);
    double score = isnan(*f1) ? 0 : *f1;
    if (st == KERF_OK && (x->s.best_epoch == 0 || score > x->s.best_f1)) {
        x->s.best_epoch = x->s.epoch + 1;
        x->s.best_f1 = score;
        memcpy(x->s.best, weights, x->s.n * sizeof *weights);
    }
    kf_mem_free(x->l->mem, weights, x->s.n, sizeof *weights);
    return st;
}

/* ---- Epochs ---- */

static kerf_status run_epoch(online *x, kerf_learned *out)
{
    const kf_learn_options *o = x->l->o;
    double dev_f1 = NAN;
    set_order(x);
    while (x->s.world < kf_examples_count(x->l->train)) {
        if (kf_stop_ask(o->stop)) return KERF_INTERRUPTED;
        KF_TRY(learn_next(x));
    }
    if (x->l->dev) KF_TRY(try_out(x, &dev_f1));
    report(x, true, dev_f1);
    out->f1 = x->s.now.f1;
    out->dev_f1 = x->s.now.dev_f1;
    x->settled = x->s.now.updates == 0 && x->s.now.proven == x->s.world;
    x->s.epoch++;
    x->s.world = 0;
    x->s.now = (kerf_learn_progress){ 0 };
    KF_CHECK(kf_parameters_check(x->l->p));
    KF_CHECK(kf_locals_check(x->locals));
    return o->save ? o->save(o->context, &x->s) : KERF_OK;
}

static void set_result(online *x, kerf_learned *out)
{
    out->epochs = x->s.epoch;
    out->best_epoch = x->s.best_epoch;
    for (uint32_t i = 0; i < x->s.n; i++)
        kf_parameters_set(x->l->p, i, x->s.best_epoch ? x->s.best[i] : averaged(x, i));
}

/* All answers are proven, so that the epochs that are left would find the same: they count in the
 * average as if they had been gone through. */
static void skip_rest(online *x)
{
    uint32_t epochs = x->l->o->epochs;
    if (!x->settled || x->s.epoch >= epochs) return;
    x->s.steps += (uint64_t)(epochs - x->s.epoch) * kf_examples_count(x->l->train);
    kf_diag_add(x->l->diags, KERF_NOTE, &(kf_place){ 0 }, NULL,
                "epoch %u has moved no weight: those that are left would not, either", x->s.epoch);
}

static void warn_of_nothing(const online *x, const kerf_learned *out)
{
    /* The first epoch answers before it has learned, and augmented answers are to be wrong. NAN:
     * nothing is true. */
    bool begins = x->s.epoch < 2 && !x->settled;
    if (begins || out->f1 != 0 || x->l->o->loss_augmented) return;
    kf_diag_add(x->l->diags, KERF_WARNING, &(kf_place){ 0 },
                x->l->o->method == KF_METHOD_MIRA
                    ? "try --loss-augmented, more --epochs, or a formula for each hidden predicate"
                    : "try --method=mira, more --epochs, or a formula for each hidden predicate",
                "no answer of the last epoch has a true atom right: F1 is 0");
}

static kerf_status run_epochs(online *x, kerf_learned *out)
{
    const kf_learn_options *o = x->l->o;
    kerf_status st = KERF_OK;
    while (st == KERF_OK && x->s.epoch < o->epochs && !x->settled) st = run_epoch(x, out);
    if (st == KERF_INTERRUPTED) {
        out->stopped = true;
        st = o->save ? o->save(o->context, &x->s) : KERF_OK;
    }
    if (st == KERF_OK && !out->stopped) skip_rest(x);
    if (st == KERF_OK) warn_of_nothing(x, out);
    set_result(x, out);
    return st;
}

kerf_status kf_learn_online(kf_learning *l, kerf_learned *out)
{
    online x = { .l = l, .began = kf_now() };
    kerf_status st = open_online(&x);
    if (st == KERF_OK) st = run_epochs(&x, out);
    close_online(&x);
    return st;
}
