/* forecast_record.c -- the forecast of each formula, and warnings of large ones. */
#include "report/fill/forecast_record.h"

#include "base/check.h"
#include "ground/forecast.h"
#include "ground/ground_rule.h"
#include "report/print/columns.h"

/* Beyond a billion groundings or the limit, grounding in full is not for this machine. */
static void warn(kf_grounder *g, const kf_rule *r, const kf_forecast *f, size_t limit)
{
    bool many = f->open.groundings > 1e9, large = limit > 0 && f->open_bytes > (double)limit;
    if (!many && !large) return;
    kf_place place = kf_sources_place(kf_grounder_model(g)->program->sources, r->pos);
    kf_text n, bytes;
    kf_text_init(&n, kf_grounder_mem(g));
    kf_text_init(&bytes, kf_grounder_mem(g));
    kf_add_large(&n, f->open.groundings);
    kf_add_bytes(&bytes, f->open_bytes);
    if (!n.failed && !bytes.failed) {
        kf_diag_add(kf_grounder_diags(g), KERF_WARNING, &place,
                    "'kerf ground' would need them all; fewer variables or smaller types help",
                    "%.*s has %s groundings that the evidence leaves open: about %s",
                    (int)r->label.n, r->label.at, n.at, bytes.at);
    }
    kf_text_free(&n);
    kf_text_free(&bytes);
}

kerf_status kf_record_forecast(kf_record *to, kf_grounder *g, size_t limit)
{
    const kf_model *m = kf_grounder_model(g);
    assert(to->model == m);
    to->forecast.n = 0;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(g, i);
        kf_forecast_row row = { .rule = &m->rules.at[kf_ground_rule_id(gr)] };
        KF_TRY(kf_forecast_rule(g, gr, &row.forecast));
        warn(g, row.rule, &row.forecast, limit);
        if (!kf_vec_push(to->mem, &to->forecast, row)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}
