/* test_learn.c -- learning through kerf.h: separable data, signs, the same bytes for any thread
 * count and after an interruption, order of calls, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "dice.h"
#include "one_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char chain[] = "*Word(place, word)\n"
                            "*Next(place, place)\n"
                            "Tag(place, tag!)\n"
                            "w: Word(p,+w) ^ Tag(p,+t)\n"
                            "n: Next(p,q) ^ Tag(p,+s) ^ Tag(q,+t)\n"
                            "@>=0 Next(p,q) ^ Tag(p,t) => Tag(q,t)\n";

/* Words that mostly say what they are, in sentences of five. */
static void write_sentences(char *to, size_t n, uint32_t worlds, bool noise)
{
    static const char *const words[] = { "the", "a", "dog", "cat", "sees", "runs" };
    static const char *const tags[] = { "D", "D", "N", "N", "V", "V" };
    uint64_t state = 5;
    size_t used = 0;
    for (uint32_t w = 0; w < worlds; w++) {
        used += (size_t)snprintf(to + used, n - used, ">> s%u\n", w);
        for (uint32_t i = 0; i < 5; i++) {
            uint32_t word = below(&state, 6), tag = noise && below(&state, 9) == 0 ? 0 : word;
            used += (size_t)snprintf(to + used, n - used, "Word(P%u,%s) Tag(P%u,%s)\n", i,
                                     words[word], i, tags[tag]);
            if (i > 0) used += (size_t)snprintf(to + used, n - used, "Next(P%u,P%u)\n", i - 1, i);
        }
    }
    assert_true(used < n);
}

typedef struct watch {
    uint32_t stop_after; /* worlds; 0: never */
    uint32_t stop_at;    /* question; 0: never */
    uint32_t worlds, questions;
    double last_loss;
} watch;

static int stop(void *context)
{
    watch *w = context;
    w->questions++;
    return (w->stop_after > 0 && w->worlds >= w->stop_after)
           || (w->stop_at > 0 && w->questions >= w->stop_at);
}

static void progress(void *context, const kerf_learn_progress *p)
{
    watch *w = context;
    if (!p->epoch_ended) w->worlds++;
    if (p->epoch_ended) w->last_loss = p->loss;
}

/* Settings: "name=value name=value". The model that is learned, as text. */
static kerf_learned run(const char *settings, bool noise, watch *w, buffer *out)
{
    static char train[32768];
    char copy[512], *rest = copy;
    kerf *k = kerf_new(NULL);
    kerf_learned result = { .size = sizeof result };
    write_sentences(train, sizeof train, 40, noise);
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *one; (one = strtok_r(rest, " ", &rest)) != NULL;) {
        char *equals = strchr(one, '=');
        *equals = '\0';
        assert_int_equal(kerf_set(k, one, equals + 1), KERF_OK);
    }
    assert_int_equal(kerf_set(k, "query", "Tag"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "t.db", train, strlen(train)), KERF_OK);
    kerf_learn_options options = {
        .size = sizeof options, .stop = stop, .progress = progress, .context = w
    };
    kerf_status status = kerf_learn(k, &options, &result);
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    out->n = 0;
    assert_int_equal(kerf_write_model(k, "kerf", 0, collect, out), KERF_OK);
    kerf_free(k);
    return result;
}

/* A deadline that is over when learning begins: the weights are as they were. */
static void time_limit(void **test)
{
    (void)test;
    static buffer out;
    watch w = { 0 };
    kerf_learned r = run("time-limit=1e-9", false, &w, &out);
    assert_int_equal(r.stopped, 2);
    assert_int_equal(r.epochs, 0);
    assert_int_equal(w.worlds, 0);
    w = (watch){ .stop_after = 1 };
    r = run("time-limit=1e6", false, &w, &out);
    assert_int_equal(r.stopped, 1);
    assert_int_equal(r.epochs, 0);
}

static void separable(void **test)
{
    (void)test;
    static buffer out;
    static const char *const settings[] = { "method=perceptron", "method=mira", "method=mira k=4",
                                            "method=mira loss-augmented=yes C=0.5" };
    for (size_t i = 0; i < KF_LENGTH(settings); i++) {
        watch w = { 0 };
        kerf_learned r = run(settings[i], false, &w, &out);
        assert_in_range(r.epochs, 2, 10); /* it ends once nothing is learned */
        assert_int_equal(r.worlds, 40);
        if (!strstr(settings[i], "loss")) assert_true(w.last_loss == 0);
        else assert_true(fabs(r.f1 - 1) <= 0.2);
    }
}

static void same_bytes(void **test)
{
    (void)test;
    static buffer first, second;
    watch w = { 0 };
    run("threads=1 epochs=4", true, &w, &first);
    run("threads=4 epochs=4", true, &w, &second);
    assert_string_equal(first.text, second.text);
    run("threads=1 epochs=4 seed=2", true, &w, &second);
    assert_string_not_equal(first.text, second.text);
    run("threads=1 epochs=4 average=no", true, &w, &second);
    assert_string_not_equal(first.text, second.text);
    static const char *const efforts[] = { "effort=exact epochs=4", "effort=near epochs=4" };
    for (size_t i = 0; i < KF_LENGTH(efforts); i++) { /* all of these worlds are easy */
        run(efforts[i], true, &w, &second);
        assert_string_equal(first.text, second.text);
    }
}

/* Stopped in the middle of an epoch, and then again, it comes to the same end. */
static void goes_on(void **test)
{
    (void)test;
    static buffer whole, pieces;
    char path[] = "/tmp/kerf-learn-XXXXXX", settings[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    unlink(path);
    snprintf(settings, sizeof settings, "epochs=5 k=2 checkpoint=%s", path);
    watch never = { 0 };
    run("epochs=5 k=2", true, &never, &whole);
    uint32_t stops[] = { 17, 40, 63, 0 };
    for (size_t i = 0; i < KF_LENGTH(stops); i++) {
        watch w = { .stop_after = stops[i] };
        kerf_learned r = run(settings, true, &w, &pieces);
        assert_int_equal(r.stopped, stops[i] > 0);
    }
    assert_string_equal(whole.text, pieces.text);
    unlink(path);
}

/* The same where it is stopped while it looks for the second best answer, or the third. */
static void goes_on_from_any_question(void **test)
{
    (void)test;
    enum { TIMES = 12 };
    static buffer whole, pieces;
    char path[] = "/tmp/kerf-learn-XXXXXX", settings[200];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(settings, sizeof settings, "epochs=1 k=3 checkpoint=%s", path);
    watch never = { 0 };
    run("epochs=1 k=3", true, &never, &whole);
    uint32_t first = never.questions / 4; /* before, examples are collected */
    assert_true(never.questions > 2 * TIMES);
    for (uint32_t i = 0; i < TIMES; i++) {
        watch w = { .stop_at = first + i * (never.questions - first) / TIMES }, rest = { 0 };
        unlink(path);
        assert_true(run(settings, true, &w, &pieces).stopped);
        run(settings, true, &rest, &pieces);
        assert_string_equal(whole.text, pieces.text);
    }
    unlink(path);
}

/* Repeating a tag is never worth anything here: the weight would like to be negative. */
static void keeps_signs(void **test)
{
    (void)test;
    static buffer out;
    watch w = { 0 };
    run("epochs=3 average=no", true, &w, &out);
    assert_non_null(strstr(out.text, "@>=0 "));
    assert_null(strstr(out.text, "@>=0 -"));
}

static void order_of_calls(void **test)
{
    (void)test;
    kerf *k = kerf_new(NULL);
    kerf_learned r = { .size = sizeof r };
    int more;
    assert_int_equal(kerf_learn(NULL, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE); /* no worlds */
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", "Tag(A,B)", 8), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(kerf_learn(k, NULL, &r), KERF_MISUSE); /* one is gone */
    kerf_free(k);
}

static int count_bytes(void *to, const char *bytes, size_t n)
{
    (void)bytes;
    *(size_t *)to += n;
    return 0;
}

/* And the report about it. */
static kerf_status whole_way(kerf *k, const char *train)
{
    size_t written = 0;
    kerf_learned r = { .size = sizeof r };
    kerf_status status = kerf_set(k, "query", "Tag");
    if (status == KERF_OK) status = kerf_set(k, "epochs", "2");
    if (status == KERF_OK) status = kerf_set(k, "k", "2");
    if (status == KERF_OK) status = kerf_read_model_memory(k, "m.mln", chain, strlen(chain));
    if (status == KERF_OK) status = kerf_add_evidence_memory(k, "t.db", train, strlen(train));
    if (status == KERF_OK) status = kerf_learn(k, NULL, &r);
    if (status == KERF_OK) status = kerf_write_report(k, count_bytes, &written);
    assert_true(status != KERF_OK || written > 0);
    return status;
}

static int stop_later(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

/* Whatever was learned until then is reported, and that it is not all. */
static void reports_an_interrupt(void **test)
{
    (void)test;
    static char train[4096];
    static buffer p;
    int left = 60;
    kerf_learn_options options = { .size = sizeof options, .stop = stop_later, .context = &left };
    kerf_learned r = { .size = sizeof r };
    kerf *k = kerf_new(NULL);
    write_sentences(train, sizeof train, 2, true);
    assert_int_equal(kerf_set(k, "query", "Tag"), KERF_OK);
    assert_int_equal(kerf_set(k, "epochs", "1000"), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", chain, strlen(chain)), KERF_OK);
    assert_int_equal(kerf_write_report(k, collect, &p), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_memory(k, "t.db", train, strlen(train)), KERF_OK);
    assert_int_equal(kerf_learn(k, &options, &r), KERF_OK);
    assert_true(r.stopped && r.epochs > 0);
    assert_int_equal(kerf_write_report(k, collect, &p), KERF_OK);
    assert_non_null(strstr(p.text, "Learning was interrupted before its end."));
    assert_non_null(strstr(p.text, "Loss by epoch"));
    kerf_free(k);
}

/* ---- Little memory ---- */

static const char pairs[] = "*Has(thing, feature)\n"
                            "Kind(thing, kind)\n"
                            "kind = {A, B, C}\n"
                            "Has(x, +f) ^ Has(x, +g) ^ Kind(x, +k)\n"
                            "Kind(x, +k)\n"
                            "Kind(x, k) ^ Kind(x, l) => k = l.\n";

/* Many groundings of few rows: nearly all memory is for what is kept of them. */
static void write_things(char *to, size_t size)
{
    uint64_t state = 7;
    size_t n = 0;
    for (int world = 0; world < 400; world++) {
        n += (size_t)snprintf(to + n, size - n, ">> %d\n", world);
        for (int thing = 0; thing < 8; thing++) {
            uint32_t sum = 0;
            for (int i = 0; i < 10; i++) {
                uint32_t feature = below(&state, 16);
                sum += feature;
                n += (size_t)snprintf(to + n, size - n, "Has(%d, F%u) ", thing, feature);
            }
            n += (size_t)snprintf(to + n, size - n, "Kind(%d, %c)\n", thing, 'A' + (int)(sum % 3));
            assert_true(n < size);
        }
    }
}

/* limit 0: none. The weights, and the most memory that it took. */
static kerf_status learn_things(const char *train, size_t limit, buffer *out, size_t *peak)
{
    kerf_config config = { .size = sizeof config, .memory_limit = limit };
    kerf *k = kerf_new(&config);
    kerf_learned r = { .size = sizeof r };
    kerf_status status = kerf_set(k, "epochs", "2");
    if (status == KERF_OK) status = kerf_read_model_memory(k, "m.mln", pairs, strlen(pairs));
    if (status == KERF_OK) status = kerf_add_evidence_memory(k, "t.db", train, strlen(train));
    if (status == KERF_OK) status = kerf_learn(k, NULL, &r);
    *peak = kerf_memory_peak(k);
    out->n = 0;
    if (status == KERF_OK) {
        assert_int_equal(kerf_message_total(k, KERF_ERROR), 0);
        assert_int_equal(kerf_write_model(k, "kerf", 0, collect, out), KERF_OK);
    }
    kerf_free(k);
    return status;
}

/* With less of it less is kept, and the weights are the same. */
static void little_memory(void **test)
{
    (void)test;
    static char train[1 << 19];
    static buffer all, out;
    size_t peak, other, least = 0, step = 20 / trials_of(4); /* 5, or 20 under sanitizers */
    write_things(train, sizeof train);
    assert_int_equal(learn_things(train, 0, &all, &peak), KERF_OK);
    for (size_t share = 95; share >= step; share -= step) {
        kerf_status status = learn_things(train, peak / 100 * share, &out, &other);
        assert_true(status == KERF_OK || status == KERF_NO_MEMORY);
        if (status != KERF_OK) break;
        assert_string_equal(out.text, all.text);
        least = share;
    }
    assert_in_range(least, 5, 60);
}

static void every_allocation_may_fail(void **test)
{
    (void)test;
    static char train[4096];
    kerf_status status = KERF_NO_MEMORY;
    write_sentences(train, sizeof train, 2, true);
    for (int64_t n = 0; status == KERF_NO_MEMORY; n += 1 + n / 200) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        kerf *k = kerf_new(&config);
        if (!k) continue;
        status = whole_way(k, train);
        if (status != KERF_OK && status != KERF_NO_MEMORY)
            fail_msg("allocation %lld: %s", (long long)n, kerf_error(k));
        kerf_free(k);
        assert_true(n < 1000000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_limit),
        cmocka_unit_test(separable),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(goes_on),
        cmocka_unit_test(goes_on_from_any_question),
        cmocka_unit_test(keeps_signs),
        cmocka_unit_test(order_of_calls),
        cmocka_unit_test(reports_an_interrupt),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
