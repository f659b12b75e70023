/* report_html.c -- a record as one HTML page: inference, probabilities or learning. */
#include "report/report.h"

#include "base/check.h"
#include "report/pages/page.h"

#include <stdio.h>
#include <string.h>

static kerf_status add_page(kf_page *page, const kf_record *r)
{
    bool chances = r->chanced && r->chanced->runs.n > 0;
    char title[256];
    const char *model = kf_sources_name(r->model->program->sources, 0);
    const char *slash = strrchr(model, '/');
    snprintf(title, sizeof title, "kerf %s: %s",
             r->learned ? "learn"
             : chances  ? "marginal"
                        : "map",
             slash ? slash + 1 : model);
    kf_html_begin(page->to, kf_str_of(title));
    if (r->learned) KF_TRY(kf_page_learned(page, r->learned));
    else if (chances) KF_TRY(kf_page_chanced(page, r));
    else KF_TRY(kf_page_mapped(page, r));
    kf_page_setup(page, r);
    kf_html_end(page->to);
    return KERF_OK;
}

kerf_status kf_report_html(kf_text *to, const kf_record *r)
{
    assert(r->model && (r->mapped.runs.n > 0 || r->learned || r->chanced));
    KF_CHECK(kf_record_check(r));
    kf_page page = { .to = to, .m = r->model, .level = 2 };
    kf_arena_init(&page.scratch, to->mem);
    kf_text_init(&page.cell, to->mem);
    kerf_status status = add_page(&page, r);
    kf_text_free(&page.cell);
    kf_arena_free(&page.scratch);
    return status;
}
