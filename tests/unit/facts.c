/* facts.c -- see facts.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "facts.h"

#include <stdio.h>
#include <string.h>

const char facts_model[] = "*Friends(person, person)\n"
                           "*Age(person, float_)\n"
                           "*Rain\n"
                           "colour = {Red, Green}\n"
                           "*Likes(person who, colour what)\n"
                           "Smokes(person)\n"
                           "1.1 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
                           "0.5 Age(x, n) ^ n > 20 => Smokes(x)\n"
                           "0.2 Likes(x, Red) ^ Rain => Smokes(x)\n"
                           "-0.3 Smokes(x)\n";

kerf *start_with(const kerf_config *config)
{
    kerf *k = kerf_new(config);
    if (k && kerf_read_model_memory(k, "m.mln", facts_model, strlen(facts_model)) == KERF_OK)
        return k;
    kerf_free(k);
    return NULL;
}

kerf *start(void)
{
    kerf *k = start_with(NULL);
    assert_non_null(k);
    return k;
}

/* What a world comes to: counts of evidence, the score and the answer. */
void finish(kerf *k, buffer *w)
{
    int more = 0;
    kerf_result r = { .size = sizeof r };
    kerf_predicate_info p = { .size = sizeof p };
    w->n = 0;
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        char line[100];
        assert_int_equal(kerf_predicate_get(k, i, &p), KERF_OK);
        int n = snprintf(line, sizeof line, "%s %zu %zu %zu %zu\n", p.name, p.true_atoms,
                         p.false_atoms, p.unknown_atoms, p.soft_atoms);
        collect(w, line, (size_t)n);
    }
    assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
    assert_int_equal(r.outcome, KERF_OPTIMAL);
    assert_int_equal(kerf_write_answer(k, KERF_ANSWER_JSON, collect, w), KERF_OK);
}

void same_as_text(kerf *k, const char *text)
{
    buffer a = { .n = 0 }, b = { .n = 0 };
    kerf *other = start();
    assert_int_equal(kerf_add_evidence_memory(other, "e", text, strlen(text)), KERF_OK);
    finish(k, &a);
    finish(other, &b);
    assert_string_equal(a.text, b.text);
    kerf_free(k);
    kerf_free(other);
}

void assert_error(kerf *k, kerf_status got, kerf_status expected, const char *text)
{
    if (got != expected || strcmp(kerf_error(k), text) != 0)
        print_error("%d: %s\n", (int)got, kerf_error(k));
    assert_int_equal(got, expected);
    assert_string_equal(kerf_error(k), text);
}

static const char *const people[] = { "Anna", "Bob", "Carl", "Dan" };

kerf_column codes(const int32_t *at)
{
    return (kerf_column){ .size = sizeof(kerf_column),
                          .kind = KERF_COLUMN_CODES,
                          .strings = people,
                          .n_entries = 4,
                          .codes = at };
}

kerf_column strings(const char *const *at)
{
    return (kerf_column){ .size = sizeof(kerf_column), .kind = KERF_COLUMN_STRINGS, .strings = at };
}

kerf_column numbers(const double *at)
{
    return (kerf_column){ .size = sizeof(kerf_column), .kind = KERF_COLUMN_NUMBERS, .numbers = at };
}
