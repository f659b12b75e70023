/* report_times.c -- where the time went: one list of steps, as a JSON object and as a plot. */
#include "report/pages/times.h"

#include <assert.h>
#include <math.h>

void kf_times_json(kf_json *j, const kf_times *t)
{
    kf_json_object(j, "seconds");
    for (size_t i = 0; i < t->n; i++)
        if (t->steps[i].key) kf_json_seconds(j, t->steps[i].key, t->steps[i].seconds);
    kf_json_seconds(j, "total", t->total);
    kf_json_close(j);
}

kerf_status kf_page_times(kf_page *page, const kf_times *t, const char *caption)
{
    kf_str names[KF_MOST_STEPS + 1];
    double values[KF_MOST_STEPS + 1], rest = t->total;
    size_t n = 0;
    assert(t->n <= KF_MOST_STEPS);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->steps[i].before) rest -= t->steps[i].seconds;
        if (t->steps[i].seconds <= 0) continue; /* it did not take place */
        names[n] = kf_str_of(t->steps[i].name);
        values[n++] = t->steps[i].seconds;
    }
    names[n] = KF_STR("other");
    values[n++] = fmax(0, rest);
    kf_series series = { KF_STR("time"), values };
    kf_plot p = { .title = "Where the time went",
                  .x_name = "",
                  .n = n,
                  .names = names,
                  .n_series = 1,
                  .series = &series,
                  .seconds = true };
    return kf_page_figure(page, kf_plot_rows, &p, caption);
}

kf_times kf_times_of_chances(const kf_chance_run *runs, size_t n)
{
    enum { PARSE, LOAD, COMPILE, GROUND, SOLVE, STEPS };
    kf_times t = { .steps = { [PARSE] = { "parse", "read model", runs[0].parse, true },
                              [LOAD] = { "load", "load evidence", 0, true },
                              [COMPILE] = { "compile", "prepare", 0, false },
                              [GROUND] = { "ground", "ground", 0, false },
                              [SOLVE] = { "solve", "solve", 0, false } },
                   .n = STEPS };
    for (size_t i = 0; i < n; i++) {
        t.steps[LOAD].seconds += runs[i].load;
        t.steps[COMPILE].seconds += runs[i].compile;
        t.steps[GROUND].seconds += runs[i].ground;
        t.steps[SOLVE].seconds += runs[i].solve;
        t.total += runs[i].result.seconds;
    }
    return t;
}

kf_times kf_times_of_runs(kf_runs runs)
{
    enum { PARSE, LOAD, COMPILE, SEPARATE, SOLVE, STEPS };
    kf_times t = { .steps = { [PARSE] = { "parse", "read model", runs.at[0].parse, true },
                              [LOAD] = { "load", "load evidence", 0, true },
                              [COMPILE] = { "compile", "prepare", 0, false },
                              [SEPARATE] = { "separate", "separate", 0, false },
                              [SOLVE] = { "solve", "solve", 0, false } },
                   .n = STEPS };
    for (size_t i = 0; i < runs.n; i++) {
        const kf_map_run *s = &runs.at[i];
        t.steps[LOAD].seconds += s->load;
        t.steps[COMPILE].seconds += s->compile;
        t.steps[SEPARATE].seconds += s->separate;
        t.steps[SOLVE].seconds += s->solve;
        t.total += s->result.seconds;
    }
    return t;
}
