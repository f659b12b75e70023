/* ground.c -- grounds the current world: problems for other solvers, plans, forecasts, stores.
 *
 * The database belongs to the world: it is made once, when first needed, since making it gives
 * functions without values their constants, and freed with the world. Grounder and problem belong
 * to one call. */
#include "session/session.h"

#include "base/check.h"
#include "ground/forecast.h"
#include "ground/full.h"
#include "ground/ground_rule.h"
#include "ground/grounder.h"
#include "ground/local/local.h"
#include "ground/print/print_ground.h"
#include "ground/refusals.h"
#include "ground/score/totals.h"
#include "ground/separate/separate.h"
#include "marginal/marginal.h"
#include "problem/export.h"
#include "query/database.h"
#include "query/relation.h"
#include "report/fill/forecast_record.h"
#include "report/report.h"

#include <string.h>

/* ---- From the world to a grounder ----------------------------------------------------------- */

void kf_session_forget_database(kerf *k)
{
    kf_session_drop_aside(k);
    kf_session_drop_ground(k);
    kf_database_free(k->database);
    k->database = NULL;
    k->changed = false;
}

void kf_session_unground(kf_grounded *x)
{
    kf_grounder_free(x->g);
    kf_problem_free(x->p);
    *x = (kf_grounded){ .stopped_in = KF_NONE };
}

static kerf_status open_database(kerf *k)
{
    assert(k->model->settled && k->evidence);
    if (k->database) return KERF_OK;
    kf_session_drop_aside(k);
    KF_TRY(kf_session_compact(k));
    if (k->unmade) KF_TRY(kf_session_make_constants(k, k->stop));
    kerf_status st = kf_database_new(&k->database, &k->mem, k->model, k->evidence);
    if (st == KERF_LIMIT) kf_blame_functions(k->model, k->evidence, &k->mem, k->diags);
    return st;
}

/* Every hidden atom that evidence leaves open is false again. */
static kerf_status reset_world(kerf *k)
{
    if (k->changed) KF_TRY(kf_database_reset(k->database, k->stop));
    k->changed = false;
    return KERF_OK;
}

/* The backend that the option names, over the database as it is now. */
static kerf_status open_backend(kerf *k, const char *where, kf_backend **backend)
{
    kf_backend_site site = kf_session_site(k, where);
    return kf_backend_open(backend, &k->mem, k->database, &site);
}

static kerf_status use_backend(kerf *k, const char *where, kf_grounder *g)
{
    kf_backend *backend;
    if (kf_backend_is_memory(where)) return KERF_OK;
    KF_TRY(open_backend(k, where, &backend));
    kf_grounder_take_backend(g, backend);
    return KERF_OK;
}

/* What the next world asks as well. */
static kerf_status keep_for_next(kerf *k, kf_grounder *g)
{
    if (!k->kept) k->kept = kf_kept_new(&k->mem);
    if (!k->kept) return KERF_NO_MEMORY;
    kf_grounder_borrow_kept(g, k->kept);
    return KERF_OK;
}

/* counted: with the number of groundings, which takes a query each. */
static kerf_status open_grounded_in(kerf *k, const char *where, bool counted, kf_grounded *x)
{
    *x = (kf_grounded){ .stopped_in = KF_NONE };
    KF_TRY(kf_session_check_store(k));
    kf_session_drop_ground(k);
    KF_TRY(open_database(k));
    KF_TRY(reset_world(k));
    x->p = kf_problem_new(&k->mem);
    kerf_status st = x->p ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_grounder_open(&x->g, &k->mem, k->database, x->p, k->diags);
    if (st == KERF_OK) st = keep_for_next(k, x->g);
    if (st == KERF_OK) {
        kf_backend_site site = kf_session_site(k, where);
        kf_grounder_on_stop(x->g, site.stop);
    }
    if (st == KERF_OK) st = use_backend(k, where, x->g);
    if (st == KERF_OK && counted) st = kf_grounder_count(x->g);
    uint32_t stopped_in = x->g ? kf_grounder_stopped_in(x->g) : KF_NONE;
    if (st != KERF_OK) kf_session_unground(x);
    x->stopped_in = stopped_in;
    return st;
}

static kerf_status open_grounded(kerf *k, bool counted, kf_grounded *x)
{
    return open_grounded_in(k, k->options.store, counted, x);
}

kerf_status kf_session_ground(kerf *k, kf_grounded *x)
{
    KF_TRY(kf_ground_needs_weights(k->model, k->diags));
    return open_grounded(k, true, x);
}

kerf_status kf_session_open_ground(kerf *k, kf_grounded *x)
{
    KF_TRY(kf_ground_needs_weights(k->model, k->diags));
    return open_grounded(k, false, x);
}

kerf_status kf_session_count_ground(kf_grounded *x)
{
    kerf_status st = kf_grounder_count(x->g);
    uint32_t stopped_in = kf_grounder_stopped_in(x->g);
    if (st != KERF_OK) kf_session_unground(x);
    x->stopped_in = stopped_in;
    return st;
}

/* ---- Stages --------------------------------------------------------------------------------- */

kerf_status kf_session_needs_world(kerf *k)
{
    if (k->record.worlds.n > 0 && k->phase != KF_PHASE_BROKEN) return KERF_OK;
    return kf_session_misuse(k, "there is no world: kerf_next_world() gives one");
}

static kerf_status add_statement(void *context, const char *statement)
{
    kf_text_addf(context, "%s;\n", statement);
    return KERF_OK;
}

/* How the tables are spread over a cluster. */
static kerf_status write_spread(kerf *k, kf_text *to)
{
    KF_TRY(kf_distribute(k->database, false, k->diags, add_statement, to));
    return kf_distribute(k->database, true, k->diags, add_statement, to);
}

static kerf_status write_plans(kerf *k, const char *where, bool sql, kf_text *to)
{
    kf_grounded x;
    bool distribute = k->options.distribute;
    k->options.distribute = false; /* it is only shown */
    kerf_status st = open_grounded_in(k, where, false, &x);
    k->options.distribute = distribute;
    KF_TRY(st);
    if (sql && k->loader) kf_text_add(to, kf_loader_statements(k->loader));
    if (sql && distribute) st = write_spread(k, to);
    if (st == KERF_OK) st = kf_print_queries(to, x.g);
    kf_session_unground(&x);
    return st;
}

/* Evidence in memory as SQLite would have it. */
static kerf_status copy_evidence(kerf *k, const char *where, kf_evidence **out)
{
    const kf_backend_site site = kf_session_site(k, where);
    kf_provider *provider;
    bool there;
    kf_evidence *copy = kf_evidence_new(&k->mem, k->model);
    if (!copy) return KERF_NO_MEMORY;
    kerf_status st = kf_sql_provider_open(&provider, &k->mem, k->model, &site, "-", &there);
    if (st == KERF_OK) {
        kf_evidence_take_provider(copy, provider);
        st = kf_evidence_copy(copy, k->evidence, k->diags);
    }
    if (st != KERF_OK) kf_evidence_free(copy);
    else *out = copy;
    return st;
}

/* As SQL: what the database is sent or, where all is in memory, what SQLite would be. */
static kerf_status write_sql(kerf *k, kf_text *to)
{
    static const char sqlite[] = "sqlite::memory:";
    kf_evidence *kept = k->evidence;
    if (kf_session_is_stored(k)) return write_plans(k, k->options.store, true, to);
    kf_session_forget_database(k);
    KF_TRY(copy_evidence(k, sqlite, &k->evidence));
    kerf_status st = write_plans(k, sqlite, true, to);
    kf_session_forget_database(k);
    kf_evidence_free(k->evidence);
    k->evidence = kept;
    return st;
}

static kerf_status write_problem_stage(kerf *k, kf_text *to)
{
    kf_grounded x;
    kf_separated found;
    KF_TRY(kf_ground_needs_weights(k->model, k->diags));
    KF_TRY(open_grounded(k, true, &x));
    kerf_status st = kf_ground_local(x.g);
    if (st == KERF_OK) st = kf_separate(x.g, true, &found);
    if (st == KERF_OK) kf_print_problem(to, x.g);
    kf_session_unground(&x);
    return st;
}

kerf_status kf_session_stage(kerf *k, kerf_stage stage, kf_text *to)
{
    KF_TRY(kf_session_needs_world(k));
    assert(stage == KERF_STAGE_PROBLEM || stage == KERF_STAGE_SQL || stage == KERF_STAGE_PLAN);
    if (stage == KERF_STAGE_PROBLEM) return write_problem_stage(k, to);
    if (stage == KERF_STAGE_SQL) return write_sql(k, to);
    return write_plans(k, k->options.store, false, to);
}

/* ---- Forecasts ------------------------------------------------------------------------------ */

/* What keeps it from being known is for those to be told who ask for probabilities. */
static kerf_status forecast_chances(kerf *k, kf_text *to)
{
    const kf_marginal_options options = { .how = KERF_MARGINAL_AUTO,
                                          .threads = 1,
                                          .forecast = true,
                                          .limits = { .deadline = INFINITY } };
    kf_diags_mark mark = kf_diags_get_mark(k->diags);
    kf_marginals m;
    kf_grounded x;
    kerf_status st = kf_session_ground(k, &x);
    if (st == KERF_OK) {
        k->changed = true;
        st = kf_marginal_run(x.g, &options, &m);
        if (st == KERF_OK) kf_report_chance_forecast(to, &m);
        if (st == KERF_OK) kf_marginals_free(&m);
        kf_session_unground(&x);
    }
    kf_diags_rewind(k->diags, mark);
    kf_report_no_chances(to, st);
    return st == KERF_NO_MEMORY ? st : KERF_OK;
}

kerf_status kf_session_forecast(kerf *k, kf_text *to)
{
    kf_grounded x;
    KF_TRY(kf_session_needs_world(k));
    KF_TRY(open_grounded(k, false, &x));
    kerf_status st = kf_record_forecast(&k->record, x.g, k->mem.limit);
    kf_session_unground(&x);
    KF_CHECK(kf_record_check(&k->record));
    KF_TRY(st);
    kf_report_forecast(to, &k->record);
    return forecast_chances(k, to);
}

/* ---- Stores --------------------------------------------------------------------------------- */

static kerf_status fill_store(kerf *k)
{
    kf_backend *backend;
    bool postgres = strncmp(k->options.store, "postgres", 8) == 0;
    if (kf_backend_is_memory(k->options.store) || (postgres && !k->options.schema))
        return kf_session_misuse(
            k, "load into which store? --store=sqlite:FILE, or postgres://... with a --schema");
    KF_TRY(kf_session_check_store(k));
    KF_TRY(open_database(k));
    KF_TRY(reset_world(k));
    KF_TRY(open_backend(k, k->options.store, &backend));
    kf_backend_free(backend);
    return KERF_OK;
}

kerf_status kerf_fill_store(kerf *k)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_needs_world(k));
    return kf_session_end(k, fill_store(k));
}

/* ---- Problems for other solvers ------------------------------------------------------------- */

static bool name_atom(void *context, kf_atom atom, kf_text *to)
{
    return kf_print_ground_atom(to, context, atom);
}

static kerf_status write_problem(kerf *k, kerf_problem_format format, kerf_write_fn *write,
                                 void *context)
{
    kf_grounded x;
    const char *why = NULL;
    KF_TRY(kf_ground_needs_weights(k->model, k->diags));
    KF_TRY(kf_refuse_acyclic(k->model, k->diags));
    KF_TRY(open_grounded(k, true, &x));
    kerf_status st = kf_ground_all(x.g);
    if (st == KERF_OK) {
        kf_export e = { .p = x.p,
                        .best = kf_grounder_best(x.g) - kf_grounder_constant(x.g),
                        .name = name_atom,
                        .names = x.g,
                        .put = write,
                        .to = context };
        st = format == KERF_PROBLEM_WCNF ? kf_write_wcnf(&e, &why)
             : format == KERF_PROBLEM_LP ? kf_write_lp(&e)
                                         : kf_write_mps(&e);
        if (st == KERF_IO) kf_session_say(k, "the writer stopped");
        if (why) kf_session_say(k, why);
    }
    kf_session_unground(&x);
    return st;
}

kerf_status kerf_write_problem(kerf *k, kerf_problem_format format, kerf_write_fn *write,
                               void *context)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_writer(k, write, (unsigned)format, KERF_PROBLEM_MPS));
    KF_TRY(kf_session_needs_world(k));
    return kf_session_end(k, write_problem(k, format, write, context));
}
