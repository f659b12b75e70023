/* judge_chances.c -- what a file says of probabilities, held against the same computed anew.
 *
 * What is exact lies in an interval that contains the truth, and so does what was computed anew:
 * two such intervals have a point in common, or one of them is wrong. What was sampled has an
 * interval that follows from its effective sample size (Wilson's, with 95 %): a narrower one is not
 * honest, however near the truth it is. The truth may lie outside of one interval in twenty, but
 * not six standard errors away. */
#include "verify/chances/chances.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct judging {
    const kf_chance_file *f;
    kf_arena *strings; /* for the name of an atom */
    kf_chance_world *w;
    kerf_probability_check *out;
    uint32_t line;
} judging;

static kf_place place_of(const judging *j)
{
    return (kf_place){ .file = j->f->path, .line = j->line };
}

/* ---- What cannot be so ---- */

static void refuse(judging *j, const char *atom, const char *why)
{
    kf_place place = place_of(j);
    j->out->refused++;
    kf_diag_add(j->f->diags, KERF_ERROR, &place, NULL, "%.200s: %s", atom, why);
}

static void refuse_by(judging *j, const char *atom, const char *why, double computed)
{
    kf_place place = place_of(j);
    j->out->refused++;
    kf_diag_add(j->f->diags, KERF_ERROR, &place, NULL, "%.200s: %s (computed anew: %.12g)", atom,
                why, computed);
}

/* ---- Atoms ---- */

static void judge_exact(judging *j, const kf_said_chance *s, const kf_known_chance *x)
{
    const kf_claim *c = &s->claim;
    if (!isnan(c->ess) || !isnan(c->rhat))
        refuse(j, s->text, "what is exact has no samples, but an ESS or R-hat is given");
    else if (c->lo == c->hi && c->p > 0 && c->p < 1)
        refuse(j, s->text, "an interval without width is honest for 0 and 1 alone");
    else if (!x->unknown && (c->lo > x->hi || c->hi < x->lo))
        refuse_by(j, s->text, "the interval does not contain the exact probability", x->p);
}

/* Is the interval at least as wide as so many samples make it? Written numbers are rounded. */
static bool is_wide_enough(const kf_claim *c)
{
    const double z = 1.959963984540054, rounding = 1e-9;
    double n = fmax(c->ess, 1e-3), by = 1 + z * z / n, middle = (c->p + z * z / (2 * n)) / by;
    double half = z / by * sqrt(c->p * (1 - c->p) / n + z * z / (4 * n * n));
    double lo = c->p <= 0 ? 0 : fmax(middle - half, 0), hi = c->p >= 1 ? 1 : fmin(middle + half, 1);
    return c->lo <= lo + rounding && c->hi >= hi - rounding;
}

/* Six standard errors of so many samples, with at least one of either kind among them. */
static bool is_near(const kf_claim *c, double truth)
{
    double n = fmax(c->ess, 1e-3), error = sqrt(fmax(truth * (1 - truth), 1 / n) / n);
    return fabs(c->p - truth) <= 6 * error;
}

static void judge_sampled(judging *j, const kf_said_chance *s, const kf_known_chance *x)
{
    const kf_claim *c = &s->claim;
    if (!is_wide_enough(c)) refuse(j, s->text, "the interval is narrower than the ESS allows");
    if (x->unknown) return;
    j->out->sampled++;
    j->out->inside += c->lo <= x->hi && c->hi >= x->lo;
    if (!is_near(c, x->p))
        refuse_by(j, s->text, "off by more than six standard errors of its ESS", x->p);
}

static void compare(judging *j, const kf_said_chance *s, const kf_known_chance *x)
{
    double off = fabs(s->claim.p - x->p);
    assert(strcmp(s->text, x->text) == 0);
    kerf_probability_check *out = j->out;
    out->atoms++;
    if (x->unknown) {
        out->unchecked++;
        return;
    }
    if (s->claim.method != KF_CLAIM_SAMPLED) out->largest_exact = fmax(out->largest_exact, off);
    if (off <= out->largest && *out->atom) return;
    const char *text = kf_arena_string(j->strings, kf_str_of(x->text));
    out->largest = off;
    out->atom = text ? text : "";
    out->given = s->claim.p;
    out->recomputed = x->p;
}

static kf_known_chance *find(const kf_chance_world *w, const char *text)
{
    const kf_known_chance key = { .text = text };
    if (w->known.n == 0) return NULL;
    return bsearch(&key, w->known.at, w->known.n, sizeof *w->known.at, kf_known_by_text);
}

static kerf_status judge_atom(judging *j, const kf_said_chance *s)
{
    kf_known_chance *x = find(j->w, s->text);
    const kf_claim *c = &s->claim;
    kf_place place = { .file = j->f->path, .line = s->line };
    j->line = s->line;
    if (!x) {
        kf_diag_add(j->f->diags, KERF_ERROR, &place, "a line is an atom and its probability",
                    "%.200s is no open atom, as kerf writes it", s->text);
        return KERF_INVALID;
    }
    if (x->met) {
        refuse(j, s->text, "named before");
        return KERF_OK;
    }
    x->met = true;
    compare(j, s, x);
    if (c->method != KF_CLAIM_NONE && !(c->lo <= c->p && c->p <= c->hi))
        refuse(j, s->text, "the interval does not contain its own probability");
    else if (c->method == KF_CLAIM_EXACT) judge_exact(j, s, x);
    else if (c->method == KF_CLAIM_SAMPLED) judge_sampled(j, s, x);
    return KERF_OK;
}

/* ---- Atoms that the file does not have ---- */

/* How many of a predicate it tells in one number. */
static double told_free(const judging *j, kf_str predicate)
{
    double sum = 0;
    for (size_t i = 0; i < j->w->said_free.n; i++)
        if (kf_str_eq(kf_str_of(j->w->said_free.at[i].predicate), predicate))
            sum += j->w->said_free.at[i].atoms;
    return sum;
}

/* JSON and tsv tell them without a list. A list of some is not whole. */
static void judge_free(judging *j, uint32_t predicate)
{
    kf_str name = kf_predicate_name(j->f->model, predicate);
    double all = (double)j->w->free[predicate], told = told_free(j, name), listed = 0;
    for (size_t i = 0; i < j->w->known.n; i++) {
        const kf_known_chance *x = &j->w->known.at[i];
        listed += x->free && x->met && x->predicate == predicate;
    }
    if (told + listed > all) {
        kf_place place = place_of(j);
        j->out->refused++;
        kf_diag_add(j->f->diags, KERF_ERROR, &place, NULL,
                    "%.*s: %.0f atoms that no formula names, not %.0f", (int)name.n, name.at, all,
                    told + listed);
    } else if (j->w->json || told + listed > 0) j->out->missing += (uint64_t)(all - told - listed);
}

/* Of a name that is no predicate's, or of one without atoms that are free. */
static void judge_names(judging *j)
{
    for (size_t i = 0; i < j->w->said_free.n; i++) {
        kf_str name = kf_str_of(j->w->said_free.at[i].predicate);
        bool there = false;
        for (uint32_t p = 0; p < j->f->model->predicates.n; p++)
            there |= kf_str_eq(kf_predicate_name(j->f->model, p), name);
        if (!there) refuse(j, j->w->said_free.at[i].predicate, "there is no such predicate");
    }
}

static void judge_missing(judging *j)
{
    const kf_chance_world *w = j->w;
    for (size_t i = 0; i < w->known.n; i++)
        j->out->missing += !w->known.at[i].met && !w->known.at[i].free;
    for (uint32_t p = 0; p < j->f->model->predicates.n; p++) judge_free(j, p);
    judge_names(j);
}

/* ---- log Z and status ---- */

static void judge_log_z(judging *j)
{
    const kf_chance_world *w = j->w;
    const kf_chance_object *o = &w->object;
    bool lacking = isnan(o->log_z) || isnan(o->log_z_lo) || isnan(o->log_z_hi);
    if (isnan(o->log_z) && isnan(o->log_z_lo) && isnan(o->log_z_hi)) {
        if (o->exact) refuse(j, "log Z", "not given, but the status is exact");
        return;
    }
    j->out->log_z_off =
        isnan(w->log_z) ? j->out->log_z_off : fmax(j->out->log_z_off, fabs(o->log_z - w->log_z));
    if (o->known && !o->exact)
        refuse(j, "log Z", "given, but its status says that something was sampled");
    else if (lacking || !(o->log_z_lo <= o->log_z && o->log_z <= o->log_z_hi))
        refuse(j, "log Z", "the interval does not contain its own value");
    else if (o->log_z_lo == o->log_z_hi && o->log_z != 0)
        refuse(j, "log Z", "an interval without width is not honest");
    else if (o->log_z_lo > w->log_z_hi || o->log_z_hi < w->log_z_lo)
        refuse_by(j, "log Z", "the interval does not contain the exact value", w->log_z);
}

static void judge_status(judging *j)
{
    bool sampled = false;
    for (size_t i = 0; i < j->w->said.n; i++)
        sampled |= j->w->said.at[i].claim.method == KF_CLAIM_SAMPLED;
    if (j->w->object.exact && sampled) refuse(j, "status", "exact, but an atom was sampled");
}

/* ---- All of it ---- */

static int by_text_and_line(const void *a, const void *b)
{
    const kf_said_chance *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

bool kf_chances_unknown(kf_chance_world *w)
{
    if (w->said.n > 1) qsort(w->said.at, w->said.n, sizeof *w->said.at, by_text_and_line);
    for (size_t i = 0; i < w->said.n; i++)
        if (!find(w, w->said.at[i].text)) return true;
    return false;
}

kerf_status kf_judge_chances(kf_chance_file *f, kf_arena *strings, kerf_probability_check *out)
{
    kf_chance_world *w = &f->w;
    judging j = { f, strings, w, out, w->line };
    for (size_t i = 0; i < w->said.n; i++) KF_TRY(judge_atom(&j, &w->said.at[i]));
    j.line = w->line;
    judge_missing(&j);
    if (!w->json) return KERF_OK;
    judge_status(&j);
    judge_log_z(&j);
    return KERF_OK;
}

void kf_chances_tell_gaps(const kf_chance_file *f, const kerf_probability_check *out)
{
    kf_place place = { .file = f->path };
    if (out->unchecked > 0)
        kf_diag_add(f->diags, KERF_WARNING, &place, NULL,
                    "atoms that are not compared: %llu; a component is too wide to be computed "
                    "anew exactly",
                    (unsigned long long)out->unchecked);
    if (out->missing > 0)
        kf_diag_add(f->diags, KERF_WARNING, &place, NULL,
                    "open atoms that are not in the file: %llu", (unsigned long long)out->missing);
}
