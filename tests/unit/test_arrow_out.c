/* test_arrow_out.c -- answers and probabilities as Arrow tables: dictionaries or text, parts that
 * are moved out, memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"
#include "kerf_arrow.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void add_cell(buffer *w, const struct ArrowSchema *s, const struct ArrowArray *a, int64_t i)
{
    char text[64];
    if (s->dictionary) {
        add_cell(w, s->dictionary, a->dictionary, ((const int32_t *)a->buffers[1])[i]);
        return;
    }
    if (strcmp(s->format, "u") == 0) {
        const int32_t *offsets = a->buffers[1];
        collect(w, (const char *)a->buffers[2] + offsets[i], (size_t)(offsets[i + 1] - offsets[i]));
    } else {
        const uint8_t *valid = a->buffers[0];
        bool null = valid && !(valid[i / 8] >> (i % 8) & 1);
        int n = snprintf(text, sizeof text, "%.3g", ((const double *)a->buffers[1])[i]);
        collect(w, null ? "null" : text, null ? 4 : (size_t)n);
    }
    collect(w, " ", 1);
}

static void add_stream(buffer *w, struct ArrowArrayStream *stream)
{
    struct ArrowSchema s;
    struct ArrowArray a;
    assert_int_equal(stream->get_schema(stream, &s), 0);
    assert_string_equal(s.format, "+s");
    for (int64_t c = 0; c < s.n_children; c++) {
        collect(w, s.children[c]->name, strlen(s.children[c]->name));
        collect(w, " ", 1);
    }
    assert_int_equal(stream->get_next(stream, &a), 0);
    for (int64_t i = 0; i < a.length; i++) {
        collect(w, "/ ", 2);
        for (int64_t c = 0; c < a.n_children; c++) add_cell(w, s.children[c], a.children[c], i);
    }
    a.release(&a);
    assert_int_equal(stream->get_next(stream, &a), 0);
    assert_null(a.release);
    s.release(&s);
    stream->release(stream);
    assert_null(stream->release);
}

static const char pairs_model[] = "*E(node from, node to)\nSame(node, node)\nGood(node)\n"
                                  "2 E(x, y) => Same(x, y)\n-1 Same(x, y)\n1 Good(N1)\n";
static const char pairs[] = "E(N1, N2) E(N2, \"N 3\") E(N1, \"N 3\")\n";

static kerf *mapped(const kerf_config *config, kerf_status *status)
{
    kerf *k = kerf_new(config);
    kerf_result r = { .size = sizeof r };
    int more;
    *status = KERF_NO_MEMORY;
    if (!k) return NULL;
    *status = kerf_read_model_memory(k, "m", pairs_model, sizeof pairs_model - 1);
    if (*status == KERF_OK) *status = kerf_add_evidence_memory(k, "e", pairs, sizeof pairs - 1);
    if (*status == KERF_OK) *status = kerf_next_world(k, &more);
    if (*status == KERF_OK) *status = kerf_map(k, NULL, &r);
    return k;
}

static void answers_as_arrow(void **state)
{
    (void)state;
    buffer w = { .n = 0 };
    struct ArrowArrayStream s, good;
    kerf_status status;
    kerf *k = mapped(NULL, &status);
    assert_int_equal(status, KERF_OK);
    for (int plain = 0; plain < 2; plain++) {
        w.n = 0;
        assert_int_equal(kerf_answer_arrow(k, "Same", plain, &s), KERF_OK);
        add_stream(&w, &s);
        assert_string_equal(w.text, "node_1 node_2 / N1 N 3 / N1 N2 / N2 N 3 ");
    }
    assert_int_equal(kerf_answer_arrow(k, "Good", 0, &good), KERF_OK);
    assert_error(k, kerf_answer_arrow(k, "E", 0, &s), KERF_MISUSE,
                 "E is observed: answers are about hidden predicates");
    assert_error(k, kerf_answer_arrow(k, "Bad", 0, &s), KERF_MISUSE,
                 "predicate Bad is not declared");
    assert_error(k, kerf_answer_arrow(k, NULL, 0, &s), KERF_MISUSE,
                 "an Arrow table needs the name of its predicate");
    assert_error(k, kerf_answer_arrow(k, "Same", 0, NULL), KERF_MISUSE,
                 "an Arrow stream needs a place");
    kerf_free(k); /* what came out stays */
    w.n = 0;
    add_stream(&w, &good);
    assert_string_equal(w.text, "node / N1 ");
}

static void parts_may_be_moved_out(void **state)
{
    (void)state;
    struct ArrowArrayStream s;
    struct ArrowArray a, child;
    kerf_status status;
    buffer w = { .n = 0 };
    kerf *k = mapped(NULL, &status);
    assert_int_equal(kerf_answer_arrow(k, "Same", 1, &s), KERF_OK);
    kerf_free(k);
    assert_int_equal(s.get_next(&s, &a), 0);
    child = *a.children[1];
    a.children[1]->release = NULL;
    s.release(&s);
    a.release(&a);
    struct ArrowSchema text = { .format = "u" };
    add_cell(&w, &text, &child, 1);
    assert_string_equal(w.text, "N2 ");
    child.release(&child);
    k = mapped(NULL, &status); /* a stream that nobody reads */
    assert_int_equal(kerf_answer_arrow(k, "Same", 1, &s), KERF_OK);
    s.release(&s);
    kerf_free(k);
}

static void probabilities_as_arrow(void **state)
{
    (void)state;
    struct ArrowArrayStream s;
    kerf_marginal_result r = { .size = sizeof r };
    kerf_status status;
    buffer w = { .n = 0 };
    kerf *k = mapped(NULL, &status);
    assert_error(k, kerf_probabilities_arrow(k, "Good", 0, &s), KERF_MISUSE,
                 "there are no probabilities: kerf_marginal() finds them");
    assert_int_equal(kerf_marginal(k, NULL, &r), KERF_OK);
    assert_int_equal(kerf_probabilities_arrow(k, "Good", 0, &s), KERF_OK);
    kerf_free(k);
    add_stream(&w, &s);
    assert_string_equal(w.text,
                        "node p lo hi method ess rhat / N1 0.731 0.731 0.731 exact null null ");
}

static void every_allocation_of_an_answer_may_fail(void **state)
{
    (void)state;
    kerf_status status = KERF_NO_MEMORY;
    for (int64_t n = 0; status != KERF_OK; n++) {
        kerf_config config = { .size = sizeof config, .test_faults = 1, .fail_after = n };
        struct ArrowArrayStream s;
        kerf *k = mapped(&config, &status);
        if (status == KERF_OK) {
            status = kerf_answer_arrow(k, "Same", 0, &s);
            if (status == KERF_OK) s.release(&s);
            else assert_int_equal(status, KERF_NO_MEMORY);
        }
        kerf_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_as_arrow),
        cmocka_unit_test(parts_may_be_moved_out),
        cmocka_unit_test(probabilities_as_arrow),
        cmocka_unit_test(every_allocation_of_an_answer_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
