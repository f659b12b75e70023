/* no_chances.c -- messages where probabilities are not what was asked for: a component that is too
 * wide, too large or without a world to begin with, or a limit that ended the run. */
#include "report/conflict/explain.h"

#include "marginal/marginal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

static void say_left(kf_diags *diags, const kf_marginals *m)
{
    const kf_marginal_part *p = &m->left;
    char size[40];
    if (isfinite(p->entries)) snprintf(size, sizeof size, "2^%.0f entries", log2(p->entries));
    else snprintf(size, sizeof size, "more than 2^31 entries");
    kf_diag_add(
        diags, KERF_ERROR, NULL,
        "--method=auto samples it; evidence on some of its atoms, or more --memory-limit, "
        "may make it narrow enough",
        "a component of %llu atoms is too wide to be exact: the tables of the best order of "
        "elimination that was found have %s",
        (unsigned long long)p->atoms, size);
}

static void say_no_memory(kf_diags *diags, const kf_marginals *m)
{
    bool none = m->stopped;
    kf_diag_add(diags, none ? KERF_ERROR : KERF_WARNING, NULL,
                "a larger --memory-limit, or fewer --chains",
                "memory was too little for a component of %llu atoms; what is known is written",
                (unsigned long long)m->no_memory);
}

/* A component that has no probabilities at all: why? */
static void say_stopped(kf_diags *diags, const kf_marginals *m, kerf_ending ending)
{
    assert(m->stopped);
    if (ending == KERF_OUT_OF_TIME)
        kf_diag_add(diags, KERF_ERROR, NULL, "give it a longer --time-limit",
                    "time was up before all probabilities were known; what is known is written");
    else if (m->too_large)
        kf_diag_add(diags, KERF_ERROR, NULL, "evidence on some of its atoms makes it smaller",
                    "a component of %llu atoms is too large for chains; what is known is written",
                    (unsigned long long)m->left.atoms);
    else if (m->no_start)
        kf_diag_add(diags, KERF_ERROR, NULL,
                    "kerf map looks for one longer, or proves that there is none",
                    "no world was found that keeps the hard formulas about %llu atoms: chains have "
                    "nowhere to begin",
                    (unsigned long long)m->left.atoms);
    else say_left(diags, m);
}

/* Half of the widest interval of what was sampled. */
static double widest_of(const kf_marginals *m)
{
    double most = 0;
    for (size_t i = 0; i < m->chances.n; i++) {
        const kf_chance *c = &m->chances.at[i];
        if (c->method == KF_BY_GIBBS || c->method == KF_BY_MCSAT)
            most = fmax(most, (c->hi - c->lo) / 2);
    }
    return most;
}

/* All samples were drawn, and some atom is not known as well as was asked for. */
static void say_unconverged(kf_diags *diags, const kf_marginals *m, double precision)
{
    static const char more[] = "--samples=N draws more; --report=FILE shows how the chains went";
    double widest = widest_of(m);
    if (m->max_rhat > m->agreed_rhat)
        kf_diag_add(diags, KERF_WARNING, NULL, more,
                    "the chains do not agree (R-hat %.3f, above %.2f): the truth may lie outside "
                    "of intervals",
                    m->max_rhat, m->agreed_rhat);
    else if (precision > 0 && widest > precision)
        kf_diag_add(diags, KERF_WARNING, NULL,
                    "--samples=N draws more, --precision=X asks for less",
                    "all samples are drawn, and some probability is known to plus or minus %.2g, "
                    "not %g",
                    widest, precision);
    else if (m->min_ess < m->enough_ess)
        kf_diag_add(diags, KERF_WARNING, NULL, more,
                    "all samples are drawn, and tell of some atom as much as %.0f independent "
                    "ones, not %.0f",
                    m->min_ess, m->enough_ess);
}

kerf_status kf_explain_chances(kf_diags *diags, const kf_marginals *m, double precision,
                               kerf_ending ending)
{
    if (m->coarse)
        kf_diag_add(
            diags, KERF_WARNING, NULL, "make such formulas hard, or divide all weights",
            "weights are so large that doubles cannot tell worlds apart: intervals say what "
            "is known");
    if (m->no_memory) say_no_memory(diags, m);
    bool drawn = !m->stopped && !m->interrupted && m->samples > 0;
    if (drawn && m->certainty == KERF_UNCONVERGED && !m->coarse && !m->no_memory)
        say_unconverged(diags, m, precision);
    if (!m->stopped) return KERF_OK;
    if (ending == KERF_STOPPED) return KERF_INTERRUPTED;
    if (!m->no_memory) say_stopped(diags, m, ending);
    return KERF_LIMIT;
}

kerf_status kf_explain_not_ground(kf_diags *diags, bool stopped)
{
    kf_diag_add(diags, KERF_ERROR, NULL,
                "more time; kerf check --forecast tells how many groundings formulas have",
                "%s before all formulas were ground: nothing is known yet",
                stopped ? "interrupted" : "time was up");
    return stopped ? KERF_INTERRUPTED : KERF_LIMIT;
}

kerf_status kf_explain_no_world(kf_diags *diags, const char *world, bool said)
{
    assert(world);
    if (!said)
        kf_diag_add(diags, KERF_ERROR, NULL, "kerf map names the groundings and the evidence",
                    "the hard formulas contradict each other%s%s: there is no world to be probable",
                    *world ? " with the evidence of >> " : "", world);
    return KERF_INFEASIBLE;
}
