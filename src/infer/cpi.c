/* cpi.c -- see cpi.h. */
#include "infer/cpi.h"

kerf_status kf_cpi_run(kf_grounder *g, const kf_cpi_options *o, kf_cpi_result *r)
{
    (void)g, (void)o, (void)r;
    return KERF_UNSUPPORTED;
}

void kf_cpi_result_free(kf_cpi_result *r, kf_mem *mem)
{
    kf_vec_free(mem, &r->trace);
    kf_vec_free(mem, &r->conflict);
}
