/* check_certificate.c -- certificates: what they prove holds, and is all there is to prove.
 *
 * The certificate of an answer must be accepted, its bound must not be above the least cost, and where
 * nothing was left out of it, not below. One that is changed anywhere must be refused, or prove
 * something that still holds. */
#include "trial.h"

#include "generate.h"
#include "infer/certify.h"

#include <math.h>
#include <string.h>

enum { CHANGES = 24 };

/* ---- Changing a text ------------------------------------------------------------------------- */

/* Mostly one with a multiplier, if there is one. */
static size_t random_line(const char *text, size_t n, uint64_t *state)
{
    size_t at = 0;
    bool any = random_below(state, 4) == 0;
    for (int tries = 0; tries < 20; tries++) {
        at = random_below(state, (uint32_t)n);
        while (at > 0 && text[at - 1] != '\n') at--;
        if (any || (n - at > 4 && memcmp(text + at, "row ", 4) == 0)) break;
    }
    return at;
}

static size_t line_end(const char *text, size_t n, size_t at)
{
    while (at < n && text[at] != '\n') at++;
    return at < n ? at + 1 : n;
}

/* A number a little larger or smaller: what a forger would try first. */
static bool add_scaled(kf_text *to, kf_str word, uint64_t *state)
{
    static const double by[] = { 2, 1.5, 1.25, 0.5, -1 };
    double value;
    if (!kf_number_read(word, &value)) return false;
    kf_text_add_number(to, value * by[random_below(state, KF_LENGTH(by))]);
    return true;
}

/* One number or word becomes another, a line goes, comes twice, or the rest is cut off. */
static void change(kf_text *to, const char *text, size_t n, uint64_t *state)
{
    static const char *const words[] = { "0",  "1", "2",   "-1",     "1e9",  "1e300",  "nan",
                                         "-3", "7", "inf", "branch", "leaf", "refute", "0.5" };
    size_t at = random_line(text, n, state), end = line_end(text, n, at);
    kf_text_add(to, (kf_str){ text, at });
    switch (random_below(state, 6)) {
    case 0: break;
    case 1:
        kf_text_add(to, (kf_str){ text + at, end - at });
        kf_text_add(to, (kf_str){ text + at, end - at });
        break;
    case 2: return;
    default: {
        size_t from = at + random_below(state, (uint32_t)(end - at)), past;
        while (from > at && text[from - 1] != ' ') from--;
        past = from;
        while (past < end && text[past] != ' ' && text[past] != '\n') past++;
        kf_text_add(to, (kf_str){ text + at, from - at });
        bool scaled = random_below(state, 4) > 0
                      && add_scaled(to, (kf_str){ text + from, past - from }, state);
        if (!scaled) kf_text_add(to, kf_str_of(words[random_below(state, KF_LENGTH(words))]));
        kf_text_add(to, (kf_str){ text + past, end - past });
        break;
    }
    }
    kf_text_add(to, (kf_str){ text + end, n - end });
}

/* ---- Checking -------------------------------------------------------------------------------- */

static bool is_above(double bound, double cost)
{
    return bound > cost + 1e-9 * (1 + fabs(cost));
}

static bool changed(trial *t, kf_str text, double least, uint64_t *state)
{
    kf_text other;
    bool good = true;
    kf_text_init(&other, &t->engine.mem);
    for (int i = 0; good && i < CHANGES; i++) {
        kf_dyadic bound = { 0 };
        kf_text_clear(&other);
        change(&other, text.at, text.n, state);
        kerf_status status = oracle_bound(t->o, kf_text_get(&other), &bound);
        if (status == KERF_OK && is_above(kf_dyadic_floor(&bound), least))
            good =
                trial_wrong(t, "a changed certificate proves %.17g, the least cost is %.17g:\n%s",
                            kf_dyadic_floor(&bound), least, other.at);
    }
    kf_text_free(&other);
    return good;
}

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
    kf_limits limits = { .settings = &settings, .deadline = INFINITY };
    kf_certified proof;
    kf_dyadic bound = { 0 };
    kf_text text;
    kf_text_init(&text, &t->engine.mem);
    kf_text_add(&text, KF_STR("kerf certificate 1\n"));
    bool good = kf_certify(g, &limits, &text, &proof) == KERF_OK
                || trial_wrong(t, "there is no certificate");
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
    if (proof.bound > 0) good = good && changed(t, kf_text_get(&text), least, state);
    kf_text_free(&text);
    return good;
}
