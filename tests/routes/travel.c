/* travel.c -- one route: a session, kerf_map() with a stop after so many questions, and its answer
 * held against kerf_verify(). */
#include "route.h"

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool wrong(trial *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!t->why[0]) vsnprintf(t->why, sizeof t->why, format, arguments);
    va_end(arguments);
    return false;
}

uint32_t dice(trial *t, uint32_t n)
{
    return (uint32_t)(random_bits(&t->state) % n);
}

bool is_near(double a, double b, double scale)
{
    return a == b || fabs(a - b) <= 2e-8 * fmax(1, scale);
}

int buffer_write(void *context, const char *text, size_t n)
{
    buffer *b = context;
    if (b->n + n + 1 > b->room) {
        b->room = 2 * (b->n + n) + 256;
        b->at = need(realloc(b->at, b->room));
    }
    memcpy(b->at + b->n, text, n);
    b->n += n;
    b->at[b->n] = '\0';
    return 0;
}

/* ---- Plans ---------------------------------------------------------------------------------- */

void set(plan *p, const char *name, const char *format, ...)
{
    va_list arguments;
    uint32_t at = 0;
    while (at < p->n && strcmp(p->names[at], name) != 0) at++;
    if (at == MOST_SETTINGS) return;
    p->n += at == p->n;
    p->names[at] = name;
    va_start(arguments, format);
    vsnprintf(p->values[at], sizeof p->values[at], format, arguments);
    va_end(arguments);
}

void plan_text(const plan *p, char *text, size_t n)
{
    size_t at = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < p->n && at < n; i++)
        at += (size_t)snprintf(text + at, n - at, "--%s=%s ", p->names[i], p->values[i]);
    if (p->polls && at < n)
        at += (size_t)snprintf(text + at, n - at, "stopped after %llu polls ",
                               (unsigned long long)p->polls);
    if (p->hurried && at < n) at += (size_t)snprintf(text + at, n - at, "hurried ");
    if (p->lp_work && at < n) at += (size_t)snprintf(text + at, n - at, "lp_work=1 ");
    if (p->nodes && at < n)
        at += (size_t)snprintf(text + at, n - at, "nodes=%llu ", (unsigned long long)p->nodes);
    if (p->certificate && at < n) snprintf(text + at, n - at, "--certificate ");
}

/* ---- Sessions ------------------------------------------------------------------------------- */

static kerf_status read_program(kerf *k, const trial *t, const plan *p, const char *evidence)
{
    kerf_status st = kerf_set(k, "dialect", "kerf");
    for (uint32_t i = 0; st == KERF_OK && p && i < p->n; i++)
        st = kerf_set(k, p->names[i], p->values[i]);
    if (st == KERF_OK) st = kerf_read_model_memory(k, "m.mln", t->model, strlen(t->model));
    if (st == KERF_OK && t->weights[0])
        st = kerf_read_weights_memory(k, "m.weights", t->weights, strlen(t->weights));
    if (st == KERF_OK) st = kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence));
    return st;
}

kerf *open_session(trial *t, const plan *p, const char *evidence)
{
    kerf *k = need(kerf_new(NULL));
    if (read_program(k, t, p, evidence) == KERF_OK) return k;
    wrong(t, "reading: %s", kerf_error(k));
    kerf_free(k);
    return NULL;
}

/* ---- Methods -------------------------------------------------------------------------------- */

static void count_method(tally *y, const char *name, size_t n, uint64_t components)
{
    uint32_t i = 0;
    while (i < MOST_METHODS && y->methods[i].name[0]
           && (strncmp(y->methods[i].name, name, n) != 0 || y->methods[i].name[n]))
        i++;
    if (i == MOST_METHODS || n >= sizeof y->methods[i].name) return;
    memcpy(y->methods[i].name, name, n);
    y->methods[i].components += components;
}

/* Out of the statistics: {"method": "exact", "components": 3, ...}, each. */
static void count_methods(trial *t, kerf *k)
{
    buffer b = { 0 };
    if (kerf_write_statistics(k, buffer_write, &b) != KERF_OK || !b.at) return;
    char *at = strstr(b.at, "\"methods\""), *end = at ? strchr(at, ']') : NULL;
    for (; at && end && (at = strstr(at, "\"method\"")) != NULL && at < end; at++) {
        char *name = strchr(strchr(at, ':'), '"') + 1, *close = strchr(name, '"');
        char *components = strstr(close, "\"components\"");
        if (!components || components > end) break;
        count_method(t->tally, name, (size_t)(close - name),
                     strtoull(strchr(components, ':') + 1, NULL, 10));
        at = close;
    }
    free(b.at);
}

/* ---- Solving -------------------------------------------------------------------------------- */

typedef struct stopping {
    atomic_uint_least64_t asked;
    uint64_t most;
} stopping;

static int stop(void *context)
{
    stopping *s = context;
    return atomic_fetch_add(&s->asked, poll_weight) >= s->most;
}

static void take_answer(route *r, kerf *k)
{
    buffer b = { 0 };
    buffer_write(&b, "", 0);
    if (kerf_write_answer(k, KERF_ANSWER_DB, buffer_write, &b) == KERF_OK) r->answer = b.at;
    else free(b.at);
}

static void take_certificate(route *r, kerf *k)
{
    buffer b = { 0 };
    for (size_t i = 0; i < kerf_message_count(k); i++)
        r->proves_less |= strstr(kerf_message_get(k, i)->text, "certificate proves less") != NULL;
    if (kerf_write_certificate(k, buffer_write, &b) == KERF_OK) r->certificate = b.at;
    else free(b.at);
}

static void solve(trial *t, route *r, kerf *k)
{
    stopping s = { .most = r->plan.polls ? r->plan.polls : UINT64_MAX };
    const kerf_map_options options = {
        .size = sizeof options, .stop = stop, .context = &s, .certificate = r->plan.certificate
    };
    injected_nodes = r->plan.nodes;
    injected_lp_work = r->plan.lp_work;
    injected_rescue = r->plan.hurried ? 1e-9 : 0.02;
    r->r.size = sizeof r->r;
    r->status = kerf_map(k, &options, &r->r);
    r->polls = s.asked;
    snprintf(r->error, sizeof r->error, "%s", kerf_error(k));
    if (r->status == KERF_OK) take_answer(r, k);
    if (r->status == KERF_OK && r->plan.certificate) take_certificate(r, k);
    count_methods(t, k);
    t->tally->routes++;
}

/* ---- What a route may say ------------------------------------------------------------------- */

static bool complain(trial *t, const route *r, const char *format, ...)
{
    char text[1000], options[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plan_text(&r->plan, options, sizeof options);
    return wrong(t, "%s[%s]", text, options);
}

static bool right_status(trial *t, const route *r)
{
    switch (r->status) {
    case KERF_OK:
        if (r->r.outcome == KERF_CONTRADICTION) return complain(t, r, "status ok, but infeasible ");
        return r->answer || complain(t, r, "there is no answer ");
    case KERF_INFEASIBLE:
        return r->r.outcome == KERF_CONTRADICTION || complain(t, r, "infeasible, but not said so ");
    case KERF_LIMIT:
        if (r->plan.may_fail || r->r.ending == KERF_MOST_ITERATIONS) return true;
        return complain(t, r, "a limit was reached: %s ", r->error);
    case KERF_INTERRUPTED: return r->plan.polls > 0 || complain(t, r, "interrupted by nobody ");
    default: return complain(t, r, "status %d: %s ", (int)r->status, r->error);
    }
}

/* Local search proves little. */
static bool is_walk(const plan *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (strcmp(p->names[i], "solver") == 0)
            return strcmp(p->values[i], "mws") == 0 || strcmp(p->values[i], "walk") == 0;
    return false;
}

static bool right_numbers(trial *t, const route *r)
{
    const kerf_result *x = &r->r;
    if (r->status != KERF_OK) return true;
    if (isnan(x->cost_bound) || isnan(x->bound) || isnan(x->score))
        return complain(t, r, "score %g, bound %g, cost bound %g ", x->score, x->bound,
                        x->cost_bound);
    if ((x->outcome == KERF_UNPROVED) != (x->hard_violations > 0))
        return complain(t, r, "%s with %llu hard violations ", kerf_outcome_text(x->outcome),
                        (unsigned long long)x->hard_violations);
    if (x->hard_violations > 0) return true;
    if (x->cost_bound > x->cost && !is_near(x->cost_bound, x->cost, x->cost))
        return complain(t, r, "cost bound %.12g above cost %.12g ", x->cost_bound, x->cost);
    if (x->outcome == KERF_OPTIMAL && !(x->gap <= 1.001e-9 * fmax(1, x->cost)))
        return complain(t, r, "optimal with a gap of %g at cost %g ", x->gap, x->cost);
    if (x->outcome == KERF_BOUNDED && x->ending == KERF_CONVERGED && !is_walk(&r->plan))
        return complain(t, r, "bounded, cost %.12g, bound %.12g, though nothing stopped it ",
                        x->cost, x->cost_bound);
    return true;
}

/* Verify does not try all values of more than twelve atoms in a grounding: it may take what cannot
 * be otherwise for a loss. Then all worlds of the program cost so much more. */
static bool right_cost(trial *t, double more, double scale)
{
    if (isnan(t->guessed)) t->guessed = t->wide && more > 2e-8 * fmax(1, scale) ? more : 0;
    return is_near(more, t->guessed, scale);
}

/* The answer is the world that was said. */
static bool right_answer(trial *t, route *r, const kerf_verification *v)
{
    double scale = fmax(fabs(v->score), fabs(v->cost));
    if (!is_near(v->score, r->r.score, scale))
        return complain(t, r, "score %.12g, by verify %.12g ", r->r.score, v->score);
    bool same = t->acyclic ? (v->hard_violations > 0) == (r->r.hard_violations > 0)
                           : v->hard_violations == r->r.hard_violations;
    if (!same)
        return complain(t, r, "%llu hard violations, by verify %llu ",
                        (unsigned long long)r->r.hard_violations,
                        (unsigned long long)v->hard_violations);
    if (!v->hard_violations && !right_cost(t, v->cost - r->r.cost, scale))
        return complain(t, r, "cost %.12g, by verify %.12g ", r->r.cost, v->cost);
    r->feasible = v->hard_violations == 0;
    r->score = v->score;
    r->cost = r->r.cost;
    return true;
}

static const route *same_answer(const trial *t, const route *r)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const route *o = &t->routes[i];
        if (o != r && o->answer && strcmp(o->answer, r->answer) == 0) return o;
    }
    return NULL;
}

bool verify_answer(trial *t, route *r, const char *evidence)
{
    kerf_verification v = { .size = sizeof v };
    const route *known = same_answer(t, r);
    if (known && !isnan(known->r.cost)) {
        v.score = known->score;
        v.cost = known->cost + (isnan(t->guessed) ? 0 : t->guessed);
        v.hard_violations = known->feasible ? 0 : known->r.hard_violations;
        return right_answer(t, r, &v);
    }
    kerf *k = open_session(t, NULL, evidence);
    if (!k) return false;
    kerf_status st = kerf_verify_memory(k, "a.db", r->answer, strlen(r->answer), NULL, &v);
    bool good = st == KERF_OK || complain(t, r, "verify: status %d: %s ", (int)st, kerf_error(k));
    if (good && v.contradictions) good = complain(t, r, "the answer contradicts the evidence ");
    kerf_free(k);
    return good && right_answer(t, r, &v);
}

static void tell(const route *r)
{
    char options[400];
    plan_text(&r->plan, options, sizeof options);
    fprintf(stderr, "%-12s %-10s cost %-14.10g bound %-14.10g %6llu polls, %.3f s: %s\n",
            kerf_status_text(r->status), kerf_outcome_text(r->r.outcome), r->r.cost,
            r->r.cost_bound, (unsigned long long)r->polls, r->r.seconds, options);
}

route *travel(trial *t, const plan *p)
{
    int more;
    if (t->n == MOST_ROUTES) return NULL;
    route *r = &t->routes[t->n];
    *r = (route){ .plan = *p };
    kerf *k = open_session(t, p, t->evidence);
    if (!k) return NULL;
    r->status = kerf_next_world(k, &more);
    if (r->status == KERF_OK) solve(t, r, k);
    else wrong(t, "reading: %s", kerf_error(k));
    kerf_free(k);
    t->n++;
    if (looks & LOOK_CLOSELY) tell(r);
    bool good = !t->why[0] && right_status(t, r) && right_numbers(t, r)
                && (!r->answer || verify_answer(t, r, t->evidence));
    return good ? r : NULL;
}

/* ---- Certificates --------------------------------------------------------------------------- */

static bool right_proof(trial *t, const route *r, const kerf_verification *v)
{
    double best = best_cost(t) + t->guessed, claimed = r->r.cost_bound;
    if (!v->certified) return complain(t, r, "certificate: it was not looked at ");
    if (v->proven_bound > best && !is_near(v->proven_bound, best, best))
        return complain(t, r, "certificate: proves %.12g, a world costs %.12g ", v->proven_bound,
                        best);
    if (!r->proves_less && claimed > v->proven_bound && !is_near(claimed, v->proven_bound, claimed))
        return complain(t, r, "certificate: proves %.12g, claimed was %.12g ", v->proven_bound,
                        claimed);
    return true;
}

bool check_certificate(trial *t, const route *r)
{
    char path[] = "/tmp/kerf-routes-XXXXXX";
    kerf_verify_options options = { .size = sizeof options, .certificate = path };
    kerf_verification v = { .size = sizeof v };
    if (!r->certificate) return complain(t, r, "certificate: there is none ");
    int file = mkstemp(path);
    size_t n = strlen(r->certificate);
    bool good = file >= 0 && write(file, r->certificate, n) == (ssize_t)n;
    if (!good) wrong(t, "%s: cannot be written", path);
    if (file >= 0) close(file);
    kerf *k = good ? open_session(t, NULL, t->evidence) : NULL;
    if (k && kerf_verify_memory(k, "a.db", r->answer, strlen(r->answer), &options, &v) != KERF_OK)
        complain(t, r, "certificate: refused: %s ", kerf_error(k));
    kerf_free(k);
    unlink(path);
    t->tally->certificates++;
    return !t->why[0] && right_proof(t, r, &v);
}
