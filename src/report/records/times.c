/* times.c -- see times.h. */
#include "report/records/times.h"

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
