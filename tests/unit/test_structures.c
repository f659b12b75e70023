/* test_structures.c -- what messages and reports say, as values of kerf.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <math.h>
#include <string.h>

static kerf *world(const char *model, const char *weights, const char *evidence)
{
    kerf *k = kerf_new(NULL);
    int more;
    assert_non_null(k);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    if (weights)
        assert_int_equal(kerf_read_weights_memory(k, "w", weights, strlen(weights)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    return k;
}

static const char model[] = "*Friends(person, person)\nSmokes(person)\n"
                            "1.5 Friends(x, y) ^ Smokes(x) => Smokes(y)\n"
                            "-2 Smokes(x)\n";
static const char evidence[] = "Friends(Anna, Bob) Friends(Anna, Carl) Friends(Anna, Dan)\n"
                               "Smokes(Anna)\n";

static void formulas_and_violations(void **state)
{
    (void)state;
    kerf_map_options options = { .size = sizeof options, .violations = 2 };
    kerf_result r = { .size = sizeof r };
    kerf_formula_result f = { .size = sizeof f };
    kerf_violation v = { .size = sizeof v };
    kerf *k = world(model, NULL, evidence);
    assert_int_equal(kerf_formula_result_get(k, 0, &f), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "nothing was counted: kerf_map() counts if it is asked");
    assert_int_equal(kerf_map(k, &options, &r), KERF_OK);
    assert_int_equal(kerf_formula_result_get(k, 0, &f), KERF_OK);
    assert_int_equal(f.groundings, 16);
    assert_int_equal(f.unsatisfied, 3);
    assert_true(f.cost == 4.5);
    assert_int_equal(f.violations, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(kerf_violation_get(k, 0, i, &v), KERF_OK);
        assert_string_equal(v.text, i == 0 ? "Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)"
                                           : "Friends(Anna, Carl) ^ Smokes(Anna) => Smokes(Carl)");
        assert_true(v.weight == 1.5 && v.n_atoms == 3 && !v.more);
        assert_string_equal(v.atoms[1].text, "Smokes(Anna)");
        assert_true(v.atoms[1].value && !v.atoms[1].open);
        assert_true(!v.atoms[2].value && v.atoms[2].open);
    }
    assert_int_equal(kerf_violation_get(k, 0, 2, &v), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "index 2 is past the end, 2");
    assert_int_equal(kerf_formula_result_get(k, 1, &f), KERF_OK);
    assert_int_equal(f.violations, f.unsatisfied);
    assert_int_equal(kerf_formula_result_get(k, 2, &f), KERF_MISUSE);
    assert_int_equal(kerf_violation_get(k, 2, 0, &v), KERF_MISUSE);
    assert_int_equal(kerf_formula_result_get(k, 1, NULL), KERF_MISUSE);
    assert_int_equal(kerf_formula_result_get(NULL, 1, &f), KERF_MISUSE);
    kerf_free(k);
}

static void weight_rows(void **state)
{
    (void)state;
    kerf_formula_info f = { .size = sizeof f };
    kerf_weight_row row = { .size = sizeof row };
    kerf *k =
        world("*Near(person, place)\nGood(person)\nhabit: Near(x, +p) => Good(x)\n1 Good(x)\n",
              "habit\tBar\t0.5\nhabit\tHome\t-0.25\n", "Near(Anna, Bar)\n");
    assert_int_equal(kerf_formula_get(k, 0, &f), KERF_OK);
    assert_int_equal(f.table_rows, 2);
    assert_int_equal(kerf_weight_row_get(k, 0, 1, &row), KERF_OK);
    assert_int_equal(row.n_constants, 1);
    assert_string_equal(row.constants[0], "Home");
    assert_true(row.weight == -0.25);
    assert_int_equal(kerf_weight_row_get(k, 0, 0, &row), KERF_OK);
    assert_string_equal(row.constants[0], "Bar");
    assert_int_equal(kerf_weight_row_get(k, 0, 2, &row), KERF_MISUSE);
    assert_int_equal(kerf_weight_row_get(k, 1, 0, &row), KERF_MISUSE);
    assert_int_equal(kerf_weight_row_get(k, 9, 0, &row), KERF_MISUSE);
    kerf_free(k);
}

static void conflicts(void **state)
{
    (void)state;
    static const struct {
        size_t formula;
        const char *file, *text;
        uint32_t line;
    } lines[] = {
        { 1, "m.mln", "Friends(Anna, Bob) => Smokes(Anna)", 4 },
        { KERF_NO_FORMULA, "e.db", "evidence says that Friends(Anna, Bob) is true", 1 },
        { 0, "m.mln", "Friends(Anna, Bob) ^ Smokes(Anna) => Smokes(Bob)", 3 },
        { 2, "m.mln", "!Smokes(Bob)", 5 },
    };
    kerf_result r = { .size = sizeof r };
    kerf_conflict c = { .size = sizeof c };
    kerf *k = world("*Friends(person, person)\nSmokes(person)\n"
                    "Friends(x, y) ^ Smokes(x) => Smokes(y).\nFriends(x, y) => Smokes(x).\n"
                    "!Smokes(Bob).\n",
                    NULL, "Friends(Anna, Bob)\n");
    assert_int_equal(kerf_conflict_count(k), 0);
    assert_int_equal(kerf_map(k, NULL, &r), KERF_INFEASIBLE);
    assert_int_equal(kerf_conflict_count(k), 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(kerf_conflict_get(k, i, &c), KERF_OK);
        assert_string_equal(c.text, lines[i].text);
        assert_int_equal(c.formula, lines[i].formula);
        assert_string_equal(c.file, lines[i].file);
        assert_int_equal(c.line, lines[i].line);
    }
    assert_int_equal(kerf_conflict_get(k, 4, &c), KERF_MISUSE);
    assert_int_equal(kerf_conflict_count(NULL), 0);
    kerf_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_and_violations),
        cmocka_unit_test(weight_rows),
        cmocka_unit_test(conflicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
