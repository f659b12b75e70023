/* check_same.c -- programs that are written differently and mean the same, or as good as.
 *
 *   renamed     other constants, in the opposite order where nothing depends on order
 *   permuted    statements and evidence in another order
 *   split       a formula's weight over two copies of it
 *   satisfied   one more formula that every world satisfies
 *   scaled      all weights a thousand times as large, or as small
 *   labelled    a label for every formula, so that none is folded into a table
 *
 * Each must have the same outcome, and a best score that is moved as it must be. */
#include "trial.h"

#include "generate.h"
#include "infer/cpi.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HUGE_FACTOR 0x1p960 /* sums stay below 1e304 */

/* ---- Text ----------------------------------------------------------------------------------- */

/* The weight at the beginning of a statement, behind its label if it has one; NULL: none there. */
static char *weight_in(line *l)
{
    char *at = l->text;
    if (l->part != IN_MODEL) return NULL;
    if (at[0] == 'L' && isdigit((unsigned char)at[1])) at = strchr(at, ' ') + 1;
    if (at[0] == '@') at += strlen("@>=0 "); /* a sign that learning keeps */
    bool number = isdigit((unsigned char)at[at[0] == '-']);
    return number && strchr(at, ' ') ? at : NULL;
}

static bool is_statement(line *l)
{
    size_t n = strlen(l->text);
    if (l->part != IN_MODEL || n == 0) return false;
    return weight_in(l) || l->text[n - 1] == '.' || l->text[0] == 'L'
           || strncmp(l->text, "w: ", 3) == 0;
}

/* A number, and whatever is behind it, in place of the number at `at`. */
static bool replace_number(line *l, char *at, double number)
{
    char behind[MOST_LINE], text[32];
    snprintf(behind, sizeof behind, "%s", at + strcspn(at, " "));
    int n = snprintf(text, sizeof text, "%.17g", number);
    size_t room = MOST_LINE - (size_t)(at - l->text);
    if ((size_t)n + strlen(behind) + 1 > room) return false;
    snprintf(at, room, "%s%s", text, behind);
    return true;
}

/* The greatest weight: sums are as exact as this allows. */
static double heaviest(program *p)
{
    double most = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        line *l = &p->at[i];
        const char *at = l->part == IN_WEIGHTS ? strrchr(l->text, '\t') : weight_in(l);
        if (at) most = fmax(most, fabs(strtod(at, NULL)));
    }
    return most;
}

static bool add_line(program *p, section part, const char *text)
{
    if (p->n == MOST_LINES) return false;
    p->at[p->n].part = part;
    snprintf(p->at[p->n++].text, MOST_LINE, "%s", text);
    return true;
}

static bool mentions(const program *p, const char *text)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (strstr(p->at[i].text, text)) return true;
    return false;
}

/* ---- Changes: false if it is not for this program ------------------------------------------- */

typedef struct change {
    const char *name;
    bool (*make)(program *, uint64_t *seed);
    double factor, more; /* of the score; per constant of type a */
    bool folds;          /* other formulas may become rows of a table */
} change;

/* A1 to K9, B1 to Y9: constants are a letter and a digit; no predicate begins like that. */
static bool renamed(program *p, uint64_t *seed)
{
    (void)seed;
    if (mentions(p, "concat") || mentions(p, "substr")) return false;
    bool ordered =
        mentions(p, " < ") || mentions(p, " > ") || mentions(p, " <= ") || mentions(p, " >= ");
    for (uint32_t i = 0; i < p->n; i++) {
        for (char *at = p->at[i].text; *at; at++) {
            bool begins = at == p->at[i].text || !isalnum((unsigned char)at[-1]);
            if (!begins || (*at != 'A' && *at != 'B') || !isdigit((unsigned char)at[1])
                || isalnum((unsigned char)at[2]))
                continue;
            *at = *at == 'A' ? 'K' : 'Y';
            if (!ordered) at[1] = (char)('0' + '9' - at[1]);
        }
    }
    return true;
}

static bool permuted(program *p, uint64_t *seed)
{
    for (int what = 0; what < 2; what++) {
        uint32_t places[MOST_LINES], n = 0;
        for (uint32_t i = 0; i < p->n; i++)
            if (what == 0 ? is_statement(&p->at[i]) : p->at[i].part == IN_EVIDENCE) places[n++] = i;
        while (n > 1) {
            uint32_t with = random_below(seed, n--);
            line swapped = p->at[places[n]];
            p->at[places[n]] = p->at[places[with]];
            p->at[places[with]] = swapped;
        }
    }
    return true;
}

static bool split(program *p, uint64_t *seed)
{
    uint32_t from = random_below(seed, p->n + 1);
    for (uint32_t k = 0; k < p->n; k++) {
        line *l = &p->at[(from + k) % p->n];
        char *at = weight_in(l);
        if (!at || at != l->text) continue;
        double weight = strtod(at, NULL);
        if (!add_line(p, IN_MODEL, l->text)) return false;
        line *copy = &p->at[p->n - 1];
        return replace_number(l, at, 0.25 * weight)
               && replace_number(copy, copy->text, 0.75 * weight);
    }
    return false;
}

/* Every program does, until it is made smaller. */
static bool declares_h1(const program *p)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->at[i].part == IN_MODEL && strncmp(p->at[i].text, "H1(a", 4) == 0) return true;
    return false;
}

static bool satisfied(program *p, uint64_t *seed)
{
    (void)seed;
    return declares_h1(p) && add_line(p, IN_MODEL, "2.5 H1(x) v !H1(x)");
}

static bool satisfied_hard(program *p, uint64_t *seed)
{
    (void)seed;
    return declares_h1(p) && add_line(p, IN_MODEL, "(H1(x) v !H1(x)).");
}

/* Not where weights are data, or odds. */
static bool scale(program *p, double factor)
{
    for (uint32_t i = 0; i < p->n; i++) {
        line *l = &p->at[i];
        char *at = l->part == IN_WEIGHTS ? strrchr(l->text, '\t') + 1 : weight_in(l);
        if (l->part == IN_EVIDENCE && isdigit((unsigned char)l->text[0]) && l->text[1] == '.')
            return false;
        if (strncmp(l->text, "w: ", 3) == 0) return false;
        if (at && !replace_number(l, at, factor * strtod(at, NULL))) return false;
    }
    return true;
}

static bool larger(program *p, uint64_t *seed)
{
    (void)seed;
    return scale(p, 1e3);
}

static bool huge(program *p, uint64_t *seed)
{
    (void)seed;
    return scale(p, HUGE_FACTOR);
}

static bool smaller(program *p, uint64_t *seed)
{
    (void)seed;
    return scale(p, 1e-3);
}

/* A formula with +x and no weight needs those that are folded into it. */
static bool labelled(program *p, uint64_t *seed)
{
    (void)seed;
    if (mentions(p, "(+p") || mentions(p, ", +p")) return false;
    for (uint32_t i = 0; i < p->n; i++) {
        line *l = &p->at[i];
        char text[MOST_LINE];
        if (weight_in(l) != l->text) continue;
        if (snprintf(text, sizeof text, "label%u: %s", i, l->text) >= (int)sizeof text)
            return false;
        memcpy(l->text, text, sizeof text);
    }
    return true;
}

static const change changes[] = {
    { "renamed", renamed, 1, 0, false },
    { "permuted", permuted, 1, 0, true },
    { "split", split, 1, 0, true },
    { "with a satisfied formula", satisfied, 1, 2.5, false },
    { "scaled up", larger, 1e3, 0, false },
    { "scaled up by far", huge, HUGE_FACTOR, 0, false },
    { "with a satisfied hard formula", satisfied_hard, 1, 0, false },
    { "scaled down", smaller, 1e-3, 0, false },
    { "labelled", labelled, 1, 0, true },
};

/* ---- Answers -------------------------------------------------------------------------------- */

typedef struct answer {
    kerf_status status;
    kerf_outcome outcome;
    double score, best;
    uint32_t constants; /* of type a */
    double heaviest;    /* weight */
    bool folded;        /* some formula became a row of a table */
} answer;

static kerf_status find(loaded *l, answer *out)
{
    const kf_cpi_options options = { .solver = kf_solver_find("auto"),
                                     .settings = { .seed = 1, .tries = 1 },
                                     .simplify = true,
                                     .threads = 1,
                                     .max_iterations = 1000,
                                     .deadline = INFINITY };
    kf_database *d = NULL;
    kf_grounder *g = NULL;
    kf_cpi_result r = { 0 };
    KF_TRY(kf_database_new(&d, &l->mem, l->model, l->world));
    kf_problem *p = kf_problem_new(&l->mem);
    kerf_status st = p ? kf_grounder_new(&g, &l->mem, d, p, l->diags) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_cpi_run(g, &options, &r);
    if (st == KERF_OK) {
        uint32_t type = kf_model_find_type(l->model, KF_STR("a"));
        uint32_t n = type == KF_NONE ? 0 : d->domains[type].n;
        *out = (answer){ KERF_OK, r.outcome, r.score, g->best, n, 0, l->model->folded > 0 };
    }
    kf_cpi_result_free(&r, &l->mem);
    kf_grounder_free(g);
    kf_problem_free(p);
    kf_database_free(d);
    return st;
}

static answer answer_to(const program *p)
{
    answer out = { 0 };
    loaded *l = malloc(sizeof *l);
    if (!l) return (answer){ .status = KERF_NO_MEMORY };
    out.status = loaded_open(l, p);
    if (out.status == KERF_OK) out.status = find(l, &out);
    loaded_close(l);
    free(l);
    return out;
}

static bool compare(trial *t, const change *c, const answer *one, const answer *other)
{
    if (other->status != one->status)
        return trial_wrong(t, "%s: status %d, not %d", c->name, (int)other->status,
                           (int)one->status);
    if (one->status != KERF_OK) return true;
    if (other->outcome != one->outcome)
        return trial_wrong(t, "%s: outcome %d, not %d", c->name, (int)other->outcome,
                           (int)one->outcome);
    double more = c->more * one->constants,
           scale = c->factor * (1 + fabs(one->best) + one->heaviest);
    double best = c->factor * one->best + more, score = c->factor * one->score + more;
    if (fabs(other->best - best) > 1e-9 * scale)
        return trial_wrong(t, "%s: the best that could be is %.12g, not %.12g", c->name,
                           other->best, best);
    if (one->outcome == KERF_OPTIMAL && fabs(other->score - score) > 1e-9 * scale)
        return trial_wrong(t, "%s: score %.12g, not %.12g", c->name, other->score, score);
    return true;
}

/* Weights of a file replace those of rows. Of formulas that are the same the first is a row. */
static bool may_replace(const program *p, const answer *a)
{
    bool file = false;
    for (uint32_t i = 0; i < p->n; i++) file |= p->at[i].part == IN_WEIGHTS;
    return file && a->folded;
}

bool trial_same(trial *t, const program *p, uint64_t seed)
{
    bool good = true;
    program *changed = malloc(sizeof *changed);
    answer one = answer_to(p);
    if (!changed) return trial_wrong(t, "no memory");
    *changed = *p;
    one.heaviest = heaviest(changed);
    for (size_t i = 0; good && i < KF_LENGTH(changes); i++) {
        *changed = *p;
        if (changes[i].folds && may_replace(p, &one)) continue;
        if (!changes[i].make(changed, &seed)) continue;
        answer other = answer_to(changed);
        good = compare(t, &changes[i], &one, &other);
    }
    free(changed);
    return good;
}
