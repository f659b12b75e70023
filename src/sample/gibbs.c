/* gibbs.c -- Gibbs sampling: every variable is drawn in turn, given all others. */
#include "sample/sampler.h"

void kf_gibbs_sweep(kf_chain *c)
{
    for (uint32_t i = 0; i < c->rows->n_variables; i++) kf_chain_draw(c, i);
}
