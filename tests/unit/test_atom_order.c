/* test_atom_order.c -- atoms of an answer are sorted as their texts are, whatever their constants
 * are made of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model[] = "Link(node, node)\nLin(node)\nLinkage(node, node, node)\nRain()\n"
                            "Rainy(node)\n0.1 Link(x, y) ^ Lin(x)\n0.1 Linkage(x, y, z)\n"
                            "0.1 Rain() ^ Rainy(x)\n";

/* Constants that begin with each other, need quotes, or have what stands between arguments. */
static const char *const constants[] = {
    "A",      "A1",    "A10",     "A_",      "a",     "\"A, B\"",    "\"A\\\"\"",   "\"\"",
    "\"A)\"", "\"1\"", "\"A b\"", "\"A-b\"", "\"-\"", "Aaaaaaaaaa1", "Aaaaaaaaaa2", "\"\303\244\"",
};
enum { N = sizeof constants / sizeof *constants };

static uint32_t draw(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % n;
}

static size_t write_world(char *to, size_t room, uint64_t seed)
{
    static const char *const names[] = { "Link", "Lin", "Linkage", "Rainy" };
    static const int arity[] = { 2, 1, 3, 1 };
    uint64_t state = seed;
    int n = snprintf(to, room, "Rain()\n");
    for (int i = 0; i < (seed % 2 ? 300 : 12); i++) { /* many, or so few that texts are compared */
        uint32_t p = draw(&state, 4);
        n += snprintf(to + n, room - (size_t)n, "%s(", names[p]);
        for (int c = 0; c < arity[p]; c++)
            n += snprintf(to + n, room - (size_t)n, "%s%s", c ? ", " : "",
                          constants[draw(&state, N)]);
        n += snprintf(to + n, room - (size_t)n, ")\n");
    }
    return (size_t)n;
}

static void texts_ascend(void **state)
{
    enum { ROOM = 1 << 16, SEEDS = 20 };
    char *world = malloc(ROOM);
    (void)state;
    assert_non_null(world);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int more;
        kerf *k = kerf_new(NULL);
        kerf_result r = { .size = sizeof r };
        kerf_atom last = { .size = sizeof last }, a = { .size = sizeof a };
        assert_non_null(k);
        size_t n = write_world(world, ROOM, seed);
        assert_int_equal(kerf_set(k, "query", "Link,Lin,Linkage,Rain,Rainy"), KERF_OK);
        assert_int_equal(kerf_read_model_memory(k, "m", model, sizeof model - 1), KERF_OK);
        assert_int_equal(kerf_add_evidence_memory(k, "w", world, n), KERF_OK);
        assert_int_equal(kerf_next_world(k, &more), KERF_OK);
        assert_int_equal(kerf_map(k, NULL, &r), KERF_OK);
        assert_true(kerf_answer_count(k) > 200);
        for (size_t i = 0; i < kerf_answer_count(k); i++) {
            assert_int_equal(kerf_answer_get(k, i, &a), KERF_OK);
            if (i > 0) assert_true(strcmp(last.text, a.text) < 0);
            last = a;
        }
        kerf_free(k);
    }
    free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_ascend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
