/* runs_json.c -- see runs_json.h. */
#include "report/print/runs_json.h"

#include <assert.h>

static void add_run(kf_json *j, const kf_runs_json *x, size_t i)
{
    kf_json_object(j, NULL);
    x->run(j, x->record, i);
    kf_json_close(j);
}

void kf_runs_write(kf_text *to, const kf_runs_json *x)
{
    kf_json j = kf_json_to(to);
    assert(x->n > 0);
    if (x->n == 1) {
        add_run(&j, x, 0);
    } else {
        kf_json_object(&j, NULL);
        x->totals(&j, x->record);
        kf_json_array(&j, "worlds");
        for (size_t i = 0; i < x->n && !to->failed; i++) add_run(&j, x, i);
        kf_json_close(&j);
        kf_json_close(&j);
    }
    kf_text_addc(to, '\n');
}

void kf_times_json(kf_json *j, const kf_times *t)
{
    kf_json_object(j, "seconds");
    for (size_t i = 0; i < t->n; i++)
        if (t->steps[i].key) kf_json_seconds(j, t->steps[i].key, t->steps[i].seconds);
    kf_json_seconds(j, "total", t->total);
    kf_json_close(j);
}

void kf_asked_json(kf_json *j, const kerf_result *r)
{
    if (r->left_components == 0) return;
    kf_json_object(j, "asked");
    kf_json_bool(j, "optimal", r->asked_optimal != 0);
    kf_json_count(j, "left_components", r->left_components);
    kf_json_close(j);
}
