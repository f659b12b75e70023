/* test_reading.c -- models, weights and evidence from sources of every kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sessions.h"

#include <stdbool.h>
#include <zlib.h>

typedef struct stream { /* gives a few bytes at a time */
    const char *at;
    size_t n, step;
    bool broken;
} stream;

static ptrdiff_t read_stream(void *context, void *to, size_t n)
{
    stream *s = context;
    if (s->broken && s->n < 10) return -1;
    if (n > s->step) n = s->step;
    if (n > s->n) n = s->n;
    memcpy(to, s->at, n);
    s->at += n;
    s->n -= n;
    return (ptrdiff_t)n;
}

static void check_first_world(kerf *k)
{
    assert_int_equal(next(k), 1);
    assert_string_equal(kerf_world_name(k), "one");
    assert_int_equal(predicate(k, "Friends").true_atoms, 1);
    assert_int_equal(predicate(k, "Smokes").true_atoms, 1);
    assert_int_equal(predicate(k, "Smokes").false_atoms, 1);
    assert_int_equal(next(k), 1);
    assert_string_equal(kerf_world_name(k), "two");
    assert_int_equal(predicate(k, "Friends").true_atoms, 2);
    assert_int_equal(predicate(k, "Smokes").true_atoms, 0);
    assert_int_equal(next(k), 0);
}

static void from_memory(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    assert_int_equal(kerf_set(k, "query", "Smokes,Good"), KERF_OK);
    assert_int_equal(kerf_read_weights_memory(k, "w", weights, sizeof weights - 1), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, sizeof evidence - 1), KERF_OK);
    assert_int_equal(predicate(k, "Smokes").hidden, -1);
    check_first_world(k);
    assert_int_equal(predicate(k, "Smokes").hidden, 1);
    assert_int_equal(predicate(k, "Friends").hidden, 0);
    kerf_free(k);
}

/* Sources may come between worlds; a table of the server, too. */
static void tables_of_a_server_may_come_late(void **state)
{
    (void)state;
    static const char rows[] = "P(A)\n---\nP(B)\n";
    kerf *k = new_session();
    int more = 0;
    assert_int_equal(kerf_read_model_memory(k, "m", "*P(t)\nQ(t)\n", 11), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e", rows, sizeof rows - 1), KERF_OK);
    assert_int_equal(next(k), 1);
    assert_int_equal(kerf_add_table(k, "P", "postgres:things(name)"), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_INVALID); /* there is no server */
    assert_non_null(strstr(kerf_error(k), "on a PostgreSQL server only"));
    kerf_free(k);
}

static void from_streams(void **state)
{
    (void)state;
    stream m = { model, sizeof model - 1, 3, false };
    stream e = { evidence, sizeof evidence - 1, 1, false };
    kerf *k = new_session();
    assert_int_equal(kerf_read_model_stream(k, "m", read_stream, &m), KERF_OK);
    assert_int_equal(kerf_add_evidence_stream(k, "e", read_stream, &e), KERF_OK);
    check_first_world(k);
    kerf_free(k);

    stream broken = { model, sizeof model - 1, 3, true };
    k = new_session();
    assert_int_not_equal(kerf_read_model_stream(k, "m", read_stream, &broken), KERF_OK);
    assert_non_null(strstr(kerf_error(k), "the reader failed"));
    kerf_free(k);
}

static void tables_from_memory_and_stream(void **state)
{
    (void)state;
    static const char near[] = "Anna,Bar\nBob,Home\n", more[] = "Anna\tHome\nDan\tBar\n";
    stream m = { more, sizeof more - 1, 3, false };
    kerf *k = with_model(model);
    assert_int_equal(kerf_add_table_memory(k, "Near", "near", near, sizeof near - 1), KERF_OK);
    assert_int_equal(kerf_add_table_stream(k, "Near", "more.tsv", read_stream, &m), KERF_OK);
    assert_int_equal(next(k), 1);
    assert_int_equal(predicate(k, "Near").true_atoms, 4);
    kerf_free(k);
}

static size_t compress_text(const char *text, size_t n, unsigned char *to, size_t room)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (unsigned)n;
    z.next_out = to;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t used = room - z.avail_out;
    deflateEnd(&z);
    return used;
}

static void from_compressed_memory(void **state)
{
    (void)state;
    unsigned char m[1024], e[1024];
    size_t m_n = compress_text(model, sizeof model - 1, m, sizeof m);
    size_t e_n = compress_text(evidence, sizeof evidence - 1, e, sizeof e);
    kerf *k = new_session();
    assert_int_equal(kerf_read_model_memory(k, "m", m, m_n), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e", e, e_n), KERF_OK);
    check_first_world(k);
    kerf_free(k);

    k = with_model(model);
    int more;
    assert_int_equal(kerf_add_evidence_memory(k, "e", e, e_n / 2), KERF_OK);
    assert_int_not_equal(kerf_next_world(k, &more), KERF_OK);
    assert_non_null(strstr(kerf_error(k), "gzip data is cut off"));
    kerf_free(k);
}

static void from_files_with_weights_beside(void **state)
{
    (void)state;
    write_file("m.mln", model);
    write_file("m.weights", weights);
    write_file("e.db", evidence);
    write_file("near.csv", "Anna,Bar\nBob,Home\n");
    kerf *k = new_session();
    assert_int_equal(kerf_read_model(k, path_of("m.mln")), KERF_OK);
    bool noted = false;
    for (size_t i = 0; i < kerf_message_count(k); i++)
        noted |= kerf_message_get(k, i)->severity == KERF_NOTE
                 && strstr(kerf_message_get(k, i)->text, "weights read with the model") != NULL;
    assert_true(noted);
    kerf_formula_info f = { .size = sizeof f };
    size_t rows = 0;
    for (size_t i = 0; i < kerf_formula_count(k); i++) {
        assert_int_equal(kerf_formula_get(k, i, &f), KERF_OK);
        if (strcmp(f.label, "habit") == 0) rows = f.table_rows;
    }
    assert_int_equal(rows, 2);
    assert_int_equal(kerf_add_evidence(k, path_of("e.db")), KERF_OK);
    assert_int_equal(next(k), 1);
    kerf_free(k);

    k = new_session();
    assert_int_equal(kerf_set(k, "weights", "-"), KERF_OK);
    assert_int_equal(kerf_read_model(k, path_of("m.mln")), KERF_OK);
    assert_int_equal(kerf_add_table(k, "Near", path_of("near.csv")), KERF_OK);
    assert_int_equal(next(k), 1);
    assert_int_equal(predicate(k, "Near").true_atoms, 2);
    kerf_free(k);
}

static void no_evidence_is_one_empty_world(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    assert_int_equal(next(k), 1);
    assert_string_equal(kerf_world_name(k), "");
    assert_int_equal(predicate(k, "Friends").true_atoms, 0);
    assert_int_equal(next(k), 0);
    kerf_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_memory),
        cmocka_unit_test(from_streams),
        cmocka_unit_test(tables_of_a_server_may_come_late),
        cmocka_unit_test(tables_from_memory_and_stream),
        cmocka_unit_test(from_compressed_memory),
        cmocka_unit_test(from_files_with_weights_beside),
        cmocka_unit_test(no_evidence_is_one_empty_world),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
