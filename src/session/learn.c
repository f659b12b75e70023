/* learn.c -- kerf_learn(): reads training worlds and options, runs the learner, keeps its record.
 *
 * All worlds are read once and kept packed. Development data come after the training worlds,
 * through a loader of their own, so that constants which only they have can be told. */
#include "session/session.h"

#include "base/check.h"
#include "base/clock.h"
#include "base/stop.h"
#include "learn/checkpoint.h"
#include "learn/learn.h"
#include "learn/unknown.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct run {
    kerf *k;
    kerf_learn_options options;
    kf_learning l;
    kf_learn_options o;
    double *costs;  /* by predicate */
    bool told;      /* that a world is one part */
    uint32_t parts; /* that the first world has */
    kf_unknown unknown;
    kf_checkpoint checkpoint;
    kf_learn_record *record;
    kf_stop stop; /* the caller's */
    double began;
} run;

/* ---- Options -------------------------------------------------------------------------------- */

enum {
    MIRA = 1 << KF_METHOD_MIRA,
    PERCEPTRON = 1 << KF_METHOD_PERCEPTRON,
    PLL = 1 << KF_METHOD_PLL
};

/* The others, of which some are for inference, mean something to all methods. */
static const struct {
    int index;
    unsigned methods;
} method_options[] = {
    { KF_OPTION_clip, MIRA },
    { KF_OPTION_k, MIRA },
    { KF_OPTION_average, MIRA | PERCEPTRON },
    { KF_OPTION_cost, MIRA | PERCEPTRON },
    { KF_OPTION_effort, MIRA | PERCEPTRON },
    { KF_OPTION_epochs, MIRA | PERCEPTRON },
    { KF_OPTION_loss_augmented, MIRA | PERCEPTRON },
    { KF_OPTION_shuffle, MIRA | PERCEPTRON },
    { KF_OPTION_negatives, PLL },
    { KF_OPTION_sigma, PLL },
};

static const char *owners(unsigned methods)
{
    if (methods == MIRA) return "method mira";
    return methods == PLL ? "method pll" : "the methods mira and perceptron";
}

static kerf_status check_method(kerf *k)
{
    for (size_t i = 0; i < KF_LENGTH(method_options); i++) {
        int index = method_options[i].index;
        if (!k->options.texts[index] || method_options[i].methods >> k->options.method & 1)
            continue;
        return kf_session_misuse(k, "option --%s: it belongs to %s, and the method is %s",
                                 kerf_option_get((size_t)index)->name,
                                 owners(method_options[i].methods), kerf_get(k, "method"));
    }
    return KERF_OK;
}

static kerf_status bad_cost(kerf *k, kf_str item)
{
    return kf_session_misuse(k, "option --cost: expected PREDICATE=X with X at least 0, not '%.*s'",
                             item.n > 100 ? 100 : (int)item.n, item.at);
}

/* Option "cost": PREDICATE=X, ... */
static kerf_status read_costs(run *r)
{
    kerf *k = r->k;
    for (size_t i = 0; i < k->model->predicates.n; i++) r->costs[i] = 1;
    const char *at = k->options.cost;
    for (kf_str item; at && (item = kf_str_next_item(&at)).n > 0;) {
        const char *equals = memchr(item.at, '=', item.n);
        double cost;
        if (!equals) return bad_cost(k, item);
        kf_str name = { item.at, (size_t)(equals - item.at) };
        kf_str number = { equals + 1, item.n - name.n - 1 };
        uint32_t p = kf_model_find_predicate(k->model, name);
        if (p == KF_NONE)
            return kf_session_misuse(k, "option --cost: there is no predicate %.*s",
                                     name.n > 100 ? 100 : (int)name.n, name.at);
        if (!kf_number_read(number, &cost) || !isfinite(cost) || cost < 0) return bad_cost(k, item);
        r->costs[p] = cost;
    }
    return KERF_OK;
}

static void progress(void *context, const kerf_learn_progress *p)
{
    const run *r = context;
    kf_learn_record_note(r->record, p);
    if (r->options.progress) r->options.progress(r->options.context, p);
}

static kerf_status resume(void *context, kf_learn_state *s)
{
    run *r = context;
    return kf_checkpoint_read(&r->checkpoint, s);
}

static kerf_status save(void *context, const kf_learn_state *s)
{
    run *r = context;
    return kf_checkpoint_write(&r->checkpoint, s);
}

/* Worlds are counted once and then not looked at any more: there are no epochs. */
static kerf_status check_pll(run *r)
{
    kerf *k = r->k;
    if (!kf_learn_has_pll()) {
        snprintf(k->error, sizeof k->error,
                 "method pll needs liblbfgs, and this kerf was built without it");
        return KERF_UNSUPPORTED;
    }
    if (k->options.checkpoint)
        return kf_session_misuse(k, "option --checkpoint: method pll keeps none, it is soon done");
    return KERF_OK;
}

static kerf_status set_options(run *r)
{
    const kf_options *o = &r->k->options;
    const kf_solver *solver;
    bool keeps = o->checkpoint != NULL;
    if (o->method == KF_METHOD_PLL) KF_TRY(check_pll(r));
    KF_TRY(check_method(r->k));
    KF_TRY(kf_session_solver(r->k, &solver));
    KF_TRY(read_costs(r));
    r->o = (kf_learn_options){
        .method = (kf_method)o->method,
        .epochs = (uint32_t)o->epochs,
        .clip = o->clip,
        .k = o->method == KF_METHOD_MIRA ? (uint32_t)o->k : 1,
        .loss_augmented = o->loss_augmented,
        .shuffle = o->shuffle,
        .average = o->average,
        .seed = (uint64_t)o->seed,
        .sigma = o->sigma,
        .iterations = (uint32_t)o->max_iterations,
        .negatives = o->negatives,
        .costs = r->costs,
        .all = o->all,
        .min_count = (uint32_t)o->min_count,
        .effort = (kf_learn_effort)o->effort,
        .deadline = o->time_limit > 0 ? r->began + o->time_limit : INFINITY,
        .cpi = kf_session_inference(r->k, solver),
        .stop = &r->stop,
        .progress = progress,
        .resume = keeps ? resume : NULL,
        .save = keeps ? save : NULL,
        .context = r,
    };
    assert(r->o.k >= 1 && r->o.epochs >= 1 && r->o.iterations >= 1);
    r->o.cpi.full = r->o.cpi.choose = false;
    r->o.cpi.any_best = true;
    r->o.cpi.gap = 0;
    return KERF_OK;
}

/* ---- Worlds --------------------------------------------------------------------------------- */

/* The world that was read, or its parts. Of the first world, how many these are is of interest in
 * any case. */
static kerf_status add_world(run *r)
{
    kerf *k = r->k;
    kf_split *split = NULL;
    const char *name = kerf_world_name(k);
    bool first = kf_examples_count(r->l.train) == 0;
    if (!first && !k->options.split) return kf_examples_add(r->l.train, name);
    KF_TRY(kf_split_new(&split, &k->mem, k->model, k->evidence));
    if (first) r->parts = kf_split_parts(split);
    bool parts = k->options.split && kf_split_parts(split) > 1;
    if (k->options.split && !parts && !r->told) kf_split_warn_whole(split, k->model, k->diags);
    r->told |= k->options.split && !parts;
    kerf_status st =
        parts ? kf_examples_add_parts(r->l.train, name, split) : kf_examples_add(r->l.train, name);
    kf_split_free(split);
    return st;
}

/* One world that is many: online methods would move their weights once an epoch. */
static void advise_split(const run *r)
{
    enum { MANY = 10 };
    const kerf *k = r->k;
    if (k->options.split || r->parts < MANY || kf_examples_count(r->l.train) > 1) return;
    if (k->options.method == KF_METHOD_PLL) return;
    kf_diag_add(k->diags, KERF_NOTE, NULL,
                "--split takes each part for a world: weights move more often, and answers are "
                "found sooner",
                "the training world falls apart into %u independent parts", r->parts);
}

static kerf_status read_training(run *r)
{
    kerf *k = r->k;
    bool more = true;
    assert(k->record.worlds.n == 0 && !k->record.learned);
    KF_TRY(kf_examples_new(&r->l.train, &k->mem, k->model, k->evidence, k->diags));
    for (;;) {
        KF_TRY(kf_session_next_world(k, &more));
        if (!more) return KERF_OK;
        if (kf_stop_ask(&r->stop)) return KERF_INTERRUPTED;
        KF_TRY(add_world(r));
    }
}

static kerf_status read_dev_worlds(run *r, kf_loader *loader)
{
    bool more;
    for (;;) {
        KF_TRY(kf_loader_next(loader, &more));
        if (!more) return KERF_OK;
        if (kf_stop_ask(&r->stop)) return KERF_INTERRUPTED;
        KF_TRY(kf_session_check_world(r->k));
        kf_unknown_look(&r->unknown, r->l.train, r->k->evidence);
        KF_TRY(kf_examples_add(r->l.dev, kf_loader_world_name(loader)));
    }
}

static kerf_status read_dev(run *r)
{
    kerf *k = r->k;
    kf_loader *loader;
    if (!r->options.dev || !*r->options.dev) return KERF_OK;
    KF_TRY(kf_unknown_begin(&r->unknown, &k->mem, k->model));
    KF_TRY(kf_examples_new(&r->l.dev, &k->mem, k->model, k->evidence, k->diags));
    KF_TRY(kf_session_loader(k, &loader));
    kerf_status status = KERF_OK;
    for (const char *const *path = r->options.dev; status == KERF_OK && *path; path++)
        status = kf_loader_add_world(loader, *path);
    if (status == KERF_OK) status = read_dev_worlds(r, loader);
    kf_loader_free(loader);
    if (status == KERF_OK) kf_unknown_warn(&r->unknown, k->diags);
    return status;
}

/* ---- Learning ------------------------------------------------------------------------------- */

static kerf_status open_run(run *r)
{
    kerf *k = r->k;
    r->costs = kf_mem_calloc(&k->mem, k->model->predicates.n, sizeof *r->costs);
    r->checkpoint = (kf_checkpoint){ .mem = &k->mem, .model = k->model, .diags = k->diags };
    kf_text_init(&r->checkpoint.settings, &k->mem);
    r->record = kf_learn_record_new(&k->mem, k->model->rules.n);
    if (!r->costs || !r->record) return KERF_NO_MEMORY;
    r->record->pll = k->options.method == KF_METHOD_PLL;
    r->record->parse = k->record.mapped.parse;
    return KERF_OK;
}

static void close_run(run *r)
{
    kerf *k = r->k;
    kf_mem_free(&k->mem, r->costs, k->model->predicates.n, sizeof *r->costs);
    kf_unknown_free(&r->unknown);
    kf_text_free(&r->checkpoint.settings);
    kf_learn_record_free(r->record);
    kf_parameters_free(r->l.p);
    kf_examples_free(r->l.train);
    kf_examples_free(r->l.dev);
}

/* What kerf_write_report() needs beside what was told on the way. */
static kerf_status fill_record(run *r)
{
    kf_learn_record *to = r->record;
    assert(to->n_rules == r->k->model->rules.n);
    to->averaged = r->o.average && !to->pll;
    for (uint32_t i = 0; i < to->n_rules; i++) to->rules[i] = kf_parameters_has(r->l.p, i);
    KF_CHECK(kf_learn_record_check(to));
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status learn_from_worlds(run *r, kerf_learned *found)
{
    kerf *k = r->k;
    if (k->options.checkpoint) KF_TRY(kerf_check_output(k, k->options.checkpoint));
    KF_TRY(set_options(r));
    KF_TRY(read_training(r));
    advise_split(r);
    KF_TRY(read_dev(r));
    r->record->read = kf_now() - r->began;
    r->l.mem = &k->mem;
    r->l.m = k->model;
    r->l.diags = k->diags;
    r->l.o = &r->o;
    KF_TRY(kf_parameters_new(&r->l.p, &k->mem, k->model));
    r->checkpoint.path = k->options.checkpoint;
    r->checkpoint.p = r->l.p;
    const kf_learn_words said = { .method = kerf_get(k, "method"),
                                  .solver = kerf_get(k, "solver"),
                                  .effort = kerf_get(k, "effort"),
                                  .cost = k->options.cost };
    kf_checkpoint_describe(&r->checkpoint, &r->l, &said);
    KF_TRY(kf_learn(&r->l, found));
    kf_evidence_clear(k->evidence);
    return fill_record(r);
}

/* What the learner has left to its caller. */
static void complete(const run *r, kerf_learned *found)
{
    bool late = isfinite(r->o.deadline) && !atomic_load(&r->stop.stopped);
    if (found->stopped) found->stopped = late ? 2 : 1;
    found->size = sizeof *found;
    found->worlds = kf_examples_count(r->l.train);
    found->dev_worlds = r->l.dev ? kf_examples_count(r->l.dev) : 0;
    found->parameters = kf_parameters_count(r->l.p);
    found->seconds = kf_now() - r->began;
    assert(found->best_epoch <= found->epochs && found->worlds > 0);
}

kerf_status kerf_learn(kerf *k, const kerf_learn_options *options, kerf_learned *out)
{
    kerf_learned found = { 0 };
    run r = { .k = k, .began = kf_now() };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    KF_TRY(kf_session_take(k, &r.options, sizeof r.options, options));
    r.stop = kf_stop_when(r.options.stop, r.options.context);
    KF_TRY(kf_session_needs_memory(k, "learning"));
    KF_TRY(kf_session_owns_model(k, "learning"));
    if (k->phase != KF_PHASE_EVIDENCE || k->record.worlds.n > 0 || k->loaded || k->record.learned)
        return kf_session_misuse(k, "learning needs training worlds that have not been read yet");
    if (k->model->sized)
        return kf_session_misuse(k,
                                 "learning does not take weights by domSize(...): write numbers");
    kerf_status status = open_run(&r);
    if (status == KERF_OK) status = learn_from_worlds(&r, &found);
    k->phase = status == KERF_OK ? KF_PHASE_END : KF_PHASE_BROKEN;
    if (status == KERF_OK) {
        complete(&r, &found);
        kf_session_give(out, &found, sizeof found);
        r.record->result = found;
        k->record.learned = r.record;
        r.record = NULL;
        k->record.worlds.n = 0; /* training worlds are gone */
    }
    close_run(&r);
    KF_CHECK(kf_record_check(&k->record));
    return kf_session_end(k, status);
}
