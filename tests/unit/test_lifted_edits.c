/* test_lifted_edits.c -- facts that come and go while one constant stands for many: every answer is
 * that of a fresh session without twins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "dice.h"
#include "session/session.h"

#include <kerf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { THINGS = 64, STRINGS = 6, EDITS = 12 };

typedef struct world {
    uint64_t dice;
    char model[4096];
    size_t n;
    bool title[THINGS][STRINGS], venue[THINGS][STRINGS], close[STRINGS][STRINGS], big[THINGS];
    uint32_t things; /* that facts may be about at first */
    uint32_t followed, lifted;
} world;

static void say(world *w, const char *line)
{
    size_t n = strlen(line);
    assert_true(w->n + n < sizeof w->model);
    memcpy(w->model + w->n, line, n + 1);
    w->n += n;
}

static void weigh(world *w, int least, int most, const char *formula)
{
    char line[200];
    double weight = (least + (int)below(&w->dice, (uint32_t)(most - least + 1))) / 10.0;
    snprintf(line, sizeof line, "%g %s\n", weight, formula);
    say(w, line);
}

static const char *const PLAIN[] = {
    "Title(a,x) ^ Title(b,y) => !Alike(x,y)",
    "Title(a,x) ^ Title(b,y) ^ Close(x,y) => Alike(x,y)",
    "Title(a,x) ^ Title(b,y) ^ Close(x,y) => Same(a,b)",
    "Title(a,x) ^ Venue(b,x) => Same(a,b)",
    "Big(a) => Same(a,b)",
    "Alike(x,y)",
};

static void write_model(world *w)
{
    say(w, "*Title(thing,string)\n*Venue(thing,string)\n*Close(string,string)\n*Big(thing)\n"
           "Same(thing,thing)\nAlike(string,string)\n"
           "Same(a,b) ^ Same(b,c) => Same(a,c).\n");
    weigh(w, -20, -5, "Same(a,b)");
    weigh(w, 20, 60, "Title(a,x) ^ Title(b,x) => Same(a,b)");
    weigh(w, 5, 30, "Title(a,x) ^ Title(b,y) ^ Same(a,b) => Alike(x,y)");
    if (below(&w->dice, 2)) weigh(w, 5, 20, "Venue(a,x) ^ Venue(b,x) => Same(a,b)");
    for (size_t i = 0; i < KF_LENGTH(PLAIN); i++)
        if (below(&w->dice, 3) == 0) weigh(w, -20, 20, PLAIN[i]);
}

static void write_facts(world *w)
{
    w->things = 50 + below(&w->dice, THINGS - 50);
    for (uint32_t i = 0; i < w->things; i++) {
        w->title[i][below(&w->dice, STRINGS)] = true;
        w->venue[i][below(&w->dice, 2)] = true;
    }
    for (uint32_t i = 0; i < STRINGS; i++) w->close[i][below(&w->dice, STRINGS)] = true;
}

/* ---- Sessions ---- */

static void check(kerf *k, kerf_status status)
{
    if (status != KERF_OK) print_error("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
}

static void tell(kerf *k, const char *predicate, int32_t thing, int32_t first, int32_t second,
                 bool value)
{
    char texts[2][16];
    const char *arguments[2] = { texts[0], texts[1] };
    size_t n = 0;
    if (thing >= 0) snprintf(texts[n++], sizeof texts[0], "B%d", thing);
    if (first >= 0) snprintf(texts[n++], sizeof texts[0], "S%d", first);
    if (second >= 0) snprintf(texts[n++], sizeof texts[0], "S%d", second);
    check(k, value ? kerf_assert_atom(k, predicate, arguments, n, KERF_TRUE, 0)
                   : kerf_retract_atom(k, predicate, arguments, n));
}

static kerf *open_session(const world *w, bool twins)
{
    static const char none[] = "thing = {B0}\nstring = {S0}\n";
    kerf *k = kerf_new(NULL);
    int more;
    assert_non_null(k);
    check(k, kerf_set(k, "threads", "1"));
    check(k, kerf_set(k, "twins", twins ? "true" : "false"));
    check(k, kerf_read_model_memory(k, "model", w->model, w->n));
    check(k, kerf_add_evidence_memory(k, "world", none, sizeof none - 1));
    check(k, kerf_next_world(k, &more));
    for (int32_t i = 0; i < THINGS; i++) {
        if (w->big[i]) tell(k, "Big", i, -1, -1, true);
        for (int32_t s = 0; s < STRINGS; s++) {
            if (w->title[i][s]) tell(k, "Title", i, s, -1, true);
            if (w->venue[i][s]) tell(k, "Venue", i, s, -1, true);
        }
    }
    for (int32_t i = 0; i < STRINGS; i++)
        for (int32_t s = 0; s < STRINGS; s++)
            if (w->close[i][s]) tell(k, "Close", -1, i, s, true);
    return k;
}

static kerf_result ask(kerf *k)
{
    kerf_result r = { .size = sizeof r };
    check(k, kerf_map(k, NULL, &r));
    return r;
}

static void compare(const world *w, const kerf_result *r)
{
    kerf *k = open_session(w, false);
    kerf_result fresh = ask(k);
    double near = 1e-7 * (1 + fabs(fresh.cost));
    bool same = r->outcome == fresh.outcome && fabs(r->cost - fresh.cost) <= near
                && fabs(r->cost_bound - fresh.cost_bound) <= near
                && fabs(r->score - fresh.score) <= 1e-7 * (1 + fabs(fresh.score));
    if (!same)
        print_error("cost %.12g, of a fresh session %.12g\n%s", r->cost, fresh.cost, w->model);
    assert_true(same);
    kerf_free(k);
}

/* ---- Edits ---- */

static void flip(kerf *k, bool *fact, const char *predicate, int32_t thing, int32_t first,
                 int32_t second)
{
    *fact = !*fact;
    tell(k, predicate, thing, first, second, *fact);
}

/* All that is said of a thing is taken back, or is what is said of another. */
static void make_like(world *w, kerf *k, uint32_t thing, uint32_t other, bool gone)
{
    for (uint32_t s = 0; s < STRINGS; s++) {
        bool title = !gone && w->title[other][s], venue = !gone && w->venue[other][s];
        if (w->title[thing][s] != title)
            flip(k, &w->title[thing][s], "Title", (int32_t)thing, (int32_t)s, -1);
        if (w->venue[thing][s] != venue)
            flip(k, &w->venue[thing][s], "Venue", (int32_t)thing, (int32_t)s, -1);
    }
}

static void edit(world *w, kerf *k)
{
    uint32_t thing = below(&w->dice, THINGS), s = below(&w->dice, STRINGS);
    switch (below(&w->dice, 6)) {
    case 0: flip(k, &w->title[thing][s], "Title", (int32_t)thing, (int32_t)s, -1); break;
    case 1: flip(k, &w->venue[thing][s], "Venue", (int32_t)thing, (int32_t)s, -1); break;
    case 2:
        flip(k, &w->close[s][0], "Close", -1, (int32_t)s, 0);
        if (below(&w->dice, 2)) flip(k, &w->big[thing], "Big", (int32_t)thing, -1, -1);
        break;
    case 3: make_like(w, k, thing, 0, true); break;
    default: make_like(w, k, thing, below(&w->dice, THINGS), false); break;
    }
}

static void run_script(world *w)
{
    write_model(w);
    write_facts(w);
    kerf *k = open_session(w, true);
    kerf_result r = ask(k);
    compare(w, &r);
    for (uint32_t i = 0; i < EDITS; i++) {
        const void *before = k->last.lifted;
        for (uint32_t n = 1 + below(&w->dice, 2); n > 0; n--) edit(w, k);
        r = ask(k);
        compare(w, &r);
        w->lifted += k->last.lifted != NULL;
        w->followed += before && k->last.lifted == before;
    }
    kerf_free(k);
}

static void test_edits(void **state)
{
    uint32_t n = trials_of(16), lifted = 0, followed = 0;
    (void)state;
    for (uint32_t i = 0; i < n; i++) {
        world w = { .dice = 100 + i };
        run_script(&w);
        lifted += w.lifted;
        followed += w.followed;
    }
    assert_true(lifted >= n * EDITS / 4);
    assert_true(followed >= n * EDITS / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_edits) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
