/* no_answer.c -- the error where a limit or the caller ended the search before there was an
 * answer. */
#include "report/conflict/explain.h"

#include <assert.h>

/* The search ended early, and there is no answer: a text says why, what was tried and what to
 * try. */
static void say_no_answer(kf_diags *diags, const char *what, const kf_tried *tried,
                          const char *hint)
{
    if (tried->rounds == 0) kf_diag_add(diags, KERF_ERROR, NULL, hint, "%s", what);
    else
        kf_diag_add(diags, KERF_ERROR, NULL, hint,
                    "%s: of %u worlds that were mended, the best breaks %llu of their groundings",
                    what, tried->rounds, (unsigned long long)tried->least);
}

static kerf_status no_answer(kf_diags *diags, kerf_ending ending, const kf_tried *tried)
{
    switch (ending) {
    case KERF_MOST_ITERATIONS:
        say_no_answer(diags, "no world that keeps the hard formulas was found in so few iterations",
                      tried,
                      "more iterations; if there is none, --solver=auto proves it in the end");
        return KERF_LIMIT;
    case KERF_OUT_OF_TIME:
        say_no_answer(diags, "no world that keeps the hard formulas was found in so short a time",
                      tried, "more time; if there is none, --solver=auto proves it in the end");
        return KERF_LIMIT;
    case KERF_STOPPED:
        say_no_answer(diags, "interrupted before a world was found that keeps the hard formulas",
                      tried, "more time; if there is none, --solver=auto proves it in the end");
        return KERF_INTERRUPTED;
    default: return KERF_OK;
    }
}

/* What follows from the declaration of an observed predicate is no question. */
static bool has_hard_formulas(const kf_model *m)
{
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->implied && !m->predicates.at[r->body->id].hidden) continue;
        if (r->cost == KF_COST_HARD) return true;
    }
    return false;
}

/* Any world would do, but what the first one violates takes too long to find: its score is not
 * known. */
static kerf_status no_score(kf_diags *diags, const kf_model *m, const kf_cpi_result *found)
{
    const char *hint = "more time; kerf check --forecast tells how many groundings formulas have";
    bool stopped = found->ending == KERF_STOPPED;
    const char *why = stopped ? "interrupted before" : "the time ended before";
    if (found->slow_rule == KF_NONE) {
        kf_diag_add(diags, KERF_ERROR, NULL, hint, "%s any world was evaluated", why);
    } else {
        const kf_rule *r = &m->rules.at[found->slow_rule];
        kf_place place = kf_sources_place(m->program->sources, r->pos);
        kf_diag_add(diags, KERF_ERROR, &place, hint,
                    "%s any world was evaluated: the groundings of %.*s take long to find", why,
                    r->label.n > 100 ? 100 : (int)r->label.n, r->label.at);
    }
    return stopped ? KERF_INTERRUPTED : KERF_LIMIT;
}

kerf_status kf_explain_no_answer(kf_diags *diags, const kf_model *m, const kf_cpi_result *found)
{
    assert(found->none || found->hard_violations > 0);
    assert(found->slow_rule == KF_NONE || found->slow_rule < m->rules.n);
    bool early = found->ending == KERF_STOPPED || found->ending == KERF_OUT_OF_TIME;
    if (found->none && early && !has_hard_formulas(m)) return no_score(diags, m, found);
    return no_answer(diags, found->ending, &found->tried);
}
