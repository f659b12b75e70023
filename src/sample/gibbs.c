/* gibbs.c -- Gibbs sampling: all variables are drawn, block by block, each given all others. */
#include "sample/sampler.h"

#include <math.h>

/* A row that costs more is nearly hard: what it ties together changes at one time, or
 * hardly ever. */
static const double NEARLY_HARD = 4;

/* Sweeps from one by blocks to the next. In between, variables are drawn one by one, which takes a
 * tenth of the time and is as good where little ties them together. */
enum { BLOCKS_EVERY = 4 };
/* Sweeps in which the sizes of blocks are learned. */
enum { LEARN = 32 };

static bool ties(const kf_sample_rows *s, const kf_sample_row *r)
{
    uint32_t first = KF_NO_VARIABLE;
    for (size_t k = r->start; k < r->start + r->n; k++) {
        uint32_t v = s->variable_of[kf_lit_atom(s->literals[k]).id];
        if (v == KF_NO_VARIABLE || v == first) continue;
        if (first != KF_NO_VARIABLE) return true;
        first = v;
    }
    return false;
}

bool kf_gibbs_suits(const kf_sample_rows *s)
{
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_sample_row *r = &s->rows[i];
        if (r->idle || r->absorbed || r->price < NEARLY_HARD) continue;
        if (ties(s, r)) return false;
    }
    return true;
}

void kf_gibbs_sweep(kf_cover *c, uint32_t *variables, uint64_t sweep)
{
    uint32_t n = c->block.chain->rows->n_variables;
    if (sweep == LEARN) kf_cover_settle(c);
    kf_cover_singly(c, variables, n);
    if (sweep % BLOCKS_EVERY == 0) kf_cover_draw(c, variables, n);
}
