/* check_certificate.c -- certificates: what they prove holds, and is all there is to prove.
 *
 * The certificate of an answer must be accepted, its bound must not be above the least cost, and
 * where nothing was left out of it, not below.
 *
 * From there a forger tries to prove more, which is false: the least cost is known. He changes the
 * certificate (forge.h) and goes on from what is accepted and proves no less, so that changes come
 * together which are harmless one by one. With the false bound written into it, none may pass. */
#include "forge.h"

#include "generate.h"

#include "prove/certify.h"

#include <math.h>
#include <string.h>

enum { CLIMBS = 5, CHANGES = 16, MOST_NAMES = 64, MOST_SINGLE = 8, SINGLE_CHANGES = 2 };

forgeries *trial_forgeries;

static bool is_above(double bound, double cost)
{
    return bound > cost + 1e-9 * (1 + fabs(cost));
}

/* ---- Forging --------------------------------------------------------------------------------- */

typedef struct climb {
    trial *t;
    double least;
    uint64_t *state;
    kf_str names[MOST_NAMES]; /* of ground atoms */
    uint32_t n_names;
    kf_text name_text, next, claimed;
} climb;

static void name_atom(climb *c, const ground_atom *a)
{
    const kf_model *m = c->t->plain.model;
    const kf_predicate *p = &m->predicates.at[a->predicate];
    kf_text_add(&c->name_text, kf_model_name(m, p->name));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(&c->name_text, i ? KF_STR(", \"") : KF_STR("(\""));
        kf_text_add(&c->name_text, kf_constant_text(m, p->slots[i].type, a->row[i]));
        kf_text_addc(&c->name_text, '"');
    }
    if (p->arity > 0) kf_text_addc(&c->name_text, ')');
    kf_text_addc(&c->name_text, '\n');
}

static void name_atoms(climb *c)
{
    for (uint32_t i = 0; i < c->t->n_atoms && i < MOST_NAMES; i++) name_atom(c, &c->t->atoms[i]);
    size_t from = 0;
    for (size_t i = 0; i < c->name_text.n && c->n_names < MOST_NAMES; i++) {
        if (c->name_text.at[i] != '\n') continue;
        c->names[c->n_names++] = (kf_str){ c->name_text.at + from, i - from };
        from = i + 1;
    }
}

/* The text says that it proves so much. False: that is believed. */
static bool refuses(climb *c, kf_str text, double claim)
{
    kf_dyadic bound = { 0 };
    kf_text_clear(&c->claimed);
    kf_text_add(&c->claimed, text);
    kf_text_add(&c->claimed, KF_STR("bound "));
    kf_text_add_number(&c->claimed, claim);
    kf_text_addc(&c->claimed, '\n');
    trial_forgeries->tried++;
    return oracle_bound(c->t->o, kf_text_get(&c->claimed), &bound) != KERF_OK
           || trial_wrong(c->t,
                          "a certificate passes that says %.17g, the least cost is %.17g:\n%s",
                          claim, c->least, c->claimed.at);
}

/* A little more than is true, as near as the error of our own sums allows. */
static double falsehood(const climb *c)
{
    return (c->least + 1e-9 * (1 + fabs(c->least))) * (1 + 1e-9);
}

/* *bound: what the current text proves. */
static bool step(climb *c, kf_text *text, double *bound)
{
    kf_dyadic proven = { 0 };
    kf_text_clear(&c->next);
    forge(&c->next, kf_text_get(text), c->names, c->n_names, c->state);
    kerf_status status = oracle_bound(c->t->o, kf_text_get(&c->next), &proven);
    double value = kf_dyadic_floor(&proven);
    if (status != KERF_OK) {
        trial_forgeries->tried++;
        trial_forgeries->unreadable++;
        return true;
    }
    if (is_above(value, c->least))
        return trial_wrong(c->t, "a forged certificate proves %.17g, the least cost is %.17g:\n%s",
                           value, c->least, c->next.at);
    if (!refuses(c, kf_text_get(&c->next), falsehood(c))) return false;
    trial_forgeries->as_good += value >= *bound;
    if (value < *bound) return true;
    *bound = value;
    kf_text_clear(text);
    kf_text_add(text, kf_text_get(&c->next));
    return true;
}

/* Without the line that says what it proves. */
static kf_str without_claim(kf_str text)
{
    size_t n = text.n > 0 ? text.n - 1 : 0;
    while (n > 0 && text.at[n - 1] != '\n') n--;
    bool said = text.n - n > 6 && memcmp(text.at + n, "bound ", 6) == 0;
    return (kf_str){ text.at, said ? n : text.n };
}

/* ---- Of single groundings -------------------------------------------------------------------- */

/* What a grounding is said to pay, and what becomes of it when it is changed. */
static bool forged_grounding(climb *c, uint32_t grounding, uint32_t way, kf_text *text)
{
    kf_dyadic bound = { 0 };
    kf_text_clear(text);
    if (!oracle_forge(c->t->o, grounding, way, c->t->plain.model, c->state, text)) return true;
    double value = 0;
    if (oracle_bound(c->t->o, kf_text_get(text), &bound) == KERF_OK) {
        value = kf_dyadic_floor(&bound);
        trial_forgeries->single++;
    }
    if (is_above(value, c->least))
        return trial_wrong(
            c->t, "a certificate of one grounding proves %.17g, the least cost is %.17g:\n%s",
            value, c->least, text->at);
    for (int i = 0; way == 0 && i < SINGLE_CHANGES; i++)
        if (!step(c, text, &value)) return false;
    return true;
}

static bool forged_groundings(climb *c, kf_text *text)
{
    uint32_t n = c->t->n_all, from = n > 0 ? random_below(c->state, n) : 0;
    for (uint32_t i = 0; i < n && i < MOST_SINGLE; i++)
        for (uint32_t way = 0; way <= ORACLE_WAYS; way++)
            if (!forged_grounding(c, (from + i) % n, way, text)) return false;
    return true;
}

/* A bound above what an answer costs is refused, whatever the certificate. */
static bool contradicted(trial *t)
{
    verdicts v;
    if (oracle_verify(t->o, &v) != KERF_OK) return trial_wrong(t, "the answer is not verified");
    double above = v.cost + 1e-9 * (1 + v.cost), below = v.cost - 1e-9 * (1 + v.cost);
    if (!oracle_accepts(t->o, below))
        return trial_wrong(t, "a bound below the cost of an answer, %.17g, is refused", v.cost);
    if (v.hard + v.cycles == 0 && oracle_accepts(t->o, above))
        return trial_wrong(t, "a bound above the cost of an answer, %.17g, is accepted", v.cost);
    return true;
}

static bool forged(trial *t, kf_str certificate, double proven, double least, uint64_t *state)
{
    climb c = { .t = t, .least = least, .state = state };
    kf_str bare = without_claim(certificate);
    kf_text text;
    kf_text_init(&text, &t->engine.mem);
    kf_text_init(&c.name_text, &t->engine.mem);
    kf_text_init(&c.next, &t->engine.mem);
    kf_text_init(&c.claimed, &t->engine.mem);
    name_atoms(&c);
    bool good = refuses(&c, bare, nextafter(proven, INFINITY)) && refuses(&c, bare, falsehood(&c))
                && refuses(&c, bare, least + 1e-6 * (1 + fabs(least)));
    for (int i = 0; good && i < CLIMBS; i++) {
        double bound = proven;
        kf_text_clear(&text);
        kf_text_add(&text, bare);
        for (int k = 0; good && k < CHANGES; k++) good = step(&c, &text, &bound);
    }
    good = good && forged_groundings(&c, &text) && contradicted(t);
    kf_text_free(&text);
    kf_text_free(&c.name_text);
    kf_text_free(&c.next);
    kf_text_free(&c.claimed);
    return good;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static bool has_product(const kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (g->rules.at[i].product && g->rules.at[i].product->active) return true;
    return false;
}

bool trial_certificate(trial *t, kf_grounder *g, const kf_cpi_result *r, double least,
                       uint64_t *state)
{
    static const kf_settings settings = { .seed = 1 };
    kf_task how = { .settings = &settings, .limits.deadline = INFINITY };
    kf_certified proof;
    kf_dyadic bound = { 0 };
    kf_text text;
    kf_text_init(&text, &t->engine.mem);
    kf_text_add(&text, KF_STR("kerf certificate 1\n"));
    bool good =
        kf_certify(g, &how, &text, &proof) == KERF_OK || trial_wrong(t, "there is no certificate");
    good =
        good
        && (oracle_bound(t->o, kf_text_get(&text), &bound) == KERF_OK
            || trial_wrong(t, "the certificate is refused: %s\n%s", oracle_error(t->o), text.at));
    double proven = kf_dyadic_floor(&bound);
    if (good && is_above(proven, least))
        good = trial_wrong(t, "the certificate proves %.17g, the least cost is %.17g:\n%s", proven,
                           least, text.at);
    bool whole = proof.complete && !proof.partial && !has_product(g);
    if (good && whole && r->outcome == KF_OPTIMAL && is_above(r->cost, proven))
        good = trial_wrong(t, "the certificate proves %.17g of a cost of %.17g:\n%s", proven,
                           r->cost, text.at);
    good = good && forged(t, kf_text_get(&text), proven, least, state);
    kf_text_free(&text);
    return good;
}
