/* test_api.c -- the public interface as a program uses it: order of calls, messages,
 * looking and writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sessions.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Helpers ------------------------------------------------------------------------------ */

typedef struct buffer {
    char text[65536];
    size_t n;
} buffer;

static int collect(void *context, const char *text, size_t n)
{
    buffer *b = context;
    assert_true(b->n + n < sizeof b->text);
    memcpy(b->text + b->n, text, n);
    b->text[b->n += n] = '\0';
    return 0;
}

static int refuse(void *context, const char *text, size_t n)
{
    (void)context, (void)text, (void)n;
    return 1;
}

static void read_back(const char *name, buffer *b)
{
    FILE *f = fopen(path_of(name), "r");
    assert_non_null(f);
    b->n = fread(b->text, 1, sizeof b->text - 1, f);
    b->text[b->n] = '\0';
    fclose(f);
}

/* ---- Order of calls ----------------------------------------------------------------------- */

static void nothing_needs_a_session(void **state)
{
    (void)state;
    int more;
    kerf_predicate_info p = { .size = sizeof p };
    kerf_free(NULL);
    assert_int_equal(kerf_read_model(NULL, "x"), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence(NULL, "x"), KERF_MISUSE);
    assert_int_equal(kerf_next_world(NULL, &more), KERF_MISUSE);
    assert_int_equal(kerf_predicate_get(NULL, 0, &p), KERF_MISUSE);
    assert_int_equal(kerf_write_summary(NULL, collect, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_file(NULL, "x", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_message_count(NULL), 0);
    assert_null(kerf_message_get(NULL, 0));
    assert_int_equal(kerf_message_total(NULL, KERF_ERROR), 0);
    kerf_message_clear(NULL);
    assert_int_equal(kerf_memory_used(NULL) + kerf_memory_peak(NULL), 0);
    assert_true(*kerf_error(NULL) != '\0');
    assert_string_equal(kerf_world_name(NULL), "");
}

static void calls_have_an_order(void **state)
{
    (void)state;
    int more;
    kerf *k = new_session();
    assert_int_equal(kerf_next_world(k, &more), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence(k, "x.db"), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "evidence comes after the model: read one first");
    assert_int_equal(kerf_read_weights(k, "x.weights"), KERF_MISUSE);
    assert_int_equal(kerf_write_summary(k, collect, NULL), KERF_MISUSE);
    assert_int_equal(kerf_read_model(k, NULL), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m", NULL, 3), KERF_MISUSE);
    assert_int_equal(kerf_read_model_stream(k, "m", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, sizeof model - 1), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, sizeof model - 1), KERF_MISUSE);
    assert_int_equal(kerf_next_world(k, NULL), KERF_MISUSE);
    assert_int_equal(kerf_add_table(k, NULL, "x.csv"), KERF_MISUSE);
    assert_int_equal(kerf_add_table_memory(k, NULL, "x.csv", "", 0), KERF_MISUSE);
    assert_int_equal(kerf_add_table_memory(k, "Near", "x.csv", NULL, 1), KERF_MISUSE);
    assert_int_equal(kerf_add_table_stream(k, NULL, "x.csv", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_add_table_stream(k, "Near", "x.csv", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_memory(k, "e", NULL, 1), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_stream(k, "e", NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_read_weights_memory(k, "w", weights, sizeof weights - 1), KERF_MISUSE);
    assert_int_equal(next(k), 1);
    assert_int_equal(next(k), 0);
    assert_int_equal(next(k), 0);
    assert_int_equal(kerf_add_evidence(k, "x.db"), KERF_MISUSE);
    assert_int_equal(kerf_write_summary(k, NULL, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_model(k, "cobol", 0, refuse, NULL), KERF_MISUSE);
    assert_int_equal(kerf_write_stage(k, (kerf_stage)99, refuse, NULL), KERF_MISUSE);
    kerf_free(k);
}

static void standard_input_is_read_once(void **state)
{
    (void)state;
    assert_non_null(freopen("/dev/null", "r", stdin));
    kerf *k = with_model(model);
    assert_int_equal(kerf_read_weights(k, "-"), KERF_OK);
    assert_int_equal(kerf_read_weights(k, "-"), KERF_MISUSE);
    assert_string_equal(kerf_error(k), "standard input can be read only once");
    assert_int_equal(kerf_add_evidence(k, "-"), KERF_MISUSE);
    kerf_free(k);
}

static void a_failed_session_stays_failed(void **state)
{
    (void)state;
    int more;
    kerf *k = new_session();
    assert_int_equal(kerf_read_model(k, path_of("absent.mln")), KERF_IO);
    assert_non_null(strstr(kerf_error(k), "absent.mln: no such file or directory"));
    assert_int_equal(kerf_message_count(k), 1);
    assert_int_equal(kerf_message_get(k, 0)->severity, KERF_ERROR);
    assert_int_equal(kerf_read_model(k, path_of("absent.mln")), KERF_MISUSE);
    assert_int_equal(kerf_next_world(k, &more), KERF_MISUSE);
    assert_int_equal(kerf_read_weights(k, "x"), KERF_MISUSE);
    kerf_free(k);

    k = with_model(model);
    assert_int_equal(kerf_add_evidence(k, path_of("absent.db")), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_IO);
    assert_non_null(strstr(kerf_error(k), "absent.db"));
    assert_int_equal(kerf_next_world(k, &more), KERF_MISUSE);
    assert_int_equal(kerf_predicate_count(k), 4); /* the model is still there */
    kerf_free(k);
}

/* ---- Messages ----------------------------------------------------------------------------- */

static void errors_have_places(void **state)
{
    (void)state;
    static const char text[] = "Smokes(person)\n1.5 Smoks(x)\n";
    kerf *k = new_session();
    assert_int_equal(kerf_read_model_memory(k, "bad.mln", text, sizeof text - 1), KERF_INVALID);
    const kerf_message *m = NULL;
    for (size_t i = 0; i < kerf_message_count(k); i++)
        if (kerf_message_get(k, i)->severity == KERF_ERROR) m = kerf_message_get(k, i);
    assert_non_null(m);
    assert_string_equal(m->file, "bad.mln");
    assert_int_equal(m->line, 2);
    assert_int_equal(m->column, 5);
    assert_string_equal(m->source, "1.5 Smoks(x)");
    assert_non_null(m->hint);
    assert_int_equal(strncmp(kerf_error(k), "bad.mln:2:5: ", 13), 0);
    assert_int_equal(kerf_message_total(k, KERF_ERROR), 1);
    assert_int_equal(kerf_predicate_count(k), 0);
    kerf_message_clear(k);
    assert_int_equal(kerf_message_count(k), 0);
    assert_null(kerf_message_get(k, 0));
    kerf_free(k);
}

/* A source line that is too long for a message ends with a whole character. */
static void long_lines_are_cut_between_characters(void **state)
{
    (void)state;
    enum { KEPT = 160, MOST_PAD = 4 };
    for (int pad = 0; pad < MOST_PAD; pad++) {
        char atom[500], text[1100];
        int n = snprintf(atom, sizeof atom, "Smokes(\"%.*s", pad, "aaa");
        while (n < 2 * KEPT) n += snprintf(atom + n, sizeof atom - (size_t)n, "\u20ac");
        snprintf(text, sizeof text, "%s\")\n!%s\")\n", atom, atom);
        write_file("long.db", text);
        kerf *k = new_session();
        int more;
        assert_int_equal(kerf_read_model_memory(k, "m", "Smokes(person)\n", 15), KERF_OK);
        assert_int_equal(kerf_add_evidence(k, path_of("long.db")), KERF_OK);
        assert_int_equal(kerf_next_world(k, &more), KERF_INVALID);
        const char *source = kerf_message_get(k, kerf_message_count(k) - 1)->source;
        assert_non_null(source);
        assert_true(strlen(source) <= KEPT && strlen(source) > KEPT - 3);
        assert_null(strchr(source, '?')); /* as bytes become that are no character */
        kerf_free(k);
    }
}

static int logged;

static void count_log(void *context, int level, const char *text)
{
    (void)context;
    if (level == KERF_LOG_NOTE && strstr(text, "error: ")) logged++;
    assert_null(strchr(text, '\n'));
}

static void the_log_hears_messages(void **state)
{
    (void)state;
    kerf_config config = { .size = sizeof config, .log = count_log };
    kerf *k = kerf_new(&config);
    logged = 0;
    assert_int_equal(kerf_read_model_memory(k, "m", "P(t)\n1 Q(x)\n1 R(x)\n", 19), KERF_INVALID);
    assert_int_equal(logged, 2);
    kerf_free(k);
}

static void a_long_name_is_cut(void **state)
{
    (void)state;
    char *name = malloc(100001);
    memset(name, 'x', 100000);
    name[100000] = '\0';
    kerf *k = new_session();
    assert_int_equal(kerf_read_model(k, name), KERF_IO);
    assert_true(strlen(kerf_error(k)) < 2000);
    assert_string_equal(kerf_error(k) + strlen(kerf_error(k)) - 3, "...");
    kerf_free(k);
    k = new_session();
    assert_int_equal(kerf_set(k, name, name), KERF_MISUSE);
    assert_int_equal(kerf_set(k, "dialect", name), KERF_MISUSE);
    kerf_free(k);
    free(name);
}

/* ---- Observed and hidden -------------------------------------------------------------------- */

static void query_files_name_predicates(void **state)
{
    (void)state;
    write_file("q.txt", "// what is asked\nSmokes(x), Good\nSmokes(Anna) // again\n\n");
    kerf *k = with_model(model);
    assert_int_equal(kerf_set(k, "query-file", path_of("q.txt")), KERF_OK);
    assert_int_equal(next(k), 1);
    assert_int_equal(predicate(k, "Smokes").hidden, 1);
    assert_int_equal(predicate(k, "Good").hidden, 1);
    assert_int_equal(predicate(k, "Friends").hidden, 0);
    kerf_free(k);

    static const struct {
        const char *text, *error;
    } bad[] = { { "Smokes(x\n", "q.txt:1:7: this parenthesis is not closed" },
                { "\n  +Smokes\n", "q.txt:2:3: expected the name of a predicate" },
                { "// nothing\n", "q.txt:" } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int more;
        write_file("q.txt", bad[i].text);
        k = with_model(model);
        assert_int_equal(kerf_set(k, "query-file", path_of("q.txt")), KERF_OK);
        assert_int_equal(kerf_next_world(k, &more), KERF_INVALID);
        assert_non_null(strstr(kerf_error(k), bad[i].error));
        kerf_free(k);
    }
}

static void observed_evidence_is_certain(void **state)
{
    (void)state;
    static const char *const uncertain[] = { "Smokes(Anna)\n0.7 Friends(Anna, Bob)\n",
                                             "Smokes(Anna)\n?Friends(Anna, Bob)\n" };
    for (size_t i = 0; i < 2; i++) {
        int more;
        kerf *k = with_model(model);
        assert_int_equal(kerf_set(k, "query", "Smokes"), KERF_OK);
        assert_int_equal(kerf_add_evidence_memory(k, "e.db", uncertain[i], strlen(uncertain[i])),
                         KERF_OK);
        assert_int_equal(kerf_next_world(k, &more), KERF_INVALID);
        assert_int_equal(strncmp(kerf_error(k), "e.db:2:", 7), 0);
        assert_non_null(strstr(kerf_error(k), "Friends is observed"));
        kerf_free(k);
    }
}

static void late_evidence_is_pointed_out_once(void **state)
{
    (void)state;
    static const char text[] = ">>\nFriends(A, B)\n>>\nSmokes(A)\n>>\nSmokes(B)\n";
    kerf *k = with_model(model);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", text, sizeof text - 1), KERF_OK);
    size_t late = 0;
    while (next(k))
        ;
    for (size_t i = 0; i < kerf_message_count(k); i++)
        late += strstr(kerf_message_get(k, i)->text, "had none in the first world") != NULL;
    assert_int_equal(late, 1);
    kerf_free(k);
}

/* ---- Looking ------------------------------------------------------------------------------ */

static void everything_can_be_looked_at(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    kerf_type_info t = { .size = sizeof t };
    kerf_formula_info f = { .size = sizeof f }, first = { .size = sizeof first };
    assert_int_equal(kerf_type_count(k), 2);
    assert_int_equal(kerf_type_get(k, 0, &t), KERF_OK);
    assert_string_equal(t.name, "person");
    assert_int_equal(kerf_type_get(k, 2, &t), KERF_MISUSE);
    assert_int_equal(kerf_formula_count(k), 4);
    assert_int_equal(kerf_formula_get(k, 0, &first), KERF_OK);
    assert_int_equal(kerf_formula_get(k, 1, &f), KERF_OK);
    assert_int_equal(first.line, 5);
    assert_true(first.weight > 1.4 && first.weight < 1.6);
    assert_string_equal(first.file, "m.mln");
    assert_non_null(strstr(first.text, "Smokes(y)")); /* still valid after the next get */
    assert_true(f.hard && isinf(f.weight));
    assert_int_equal(kerf_formula_get(k, 3, &f), KERF_OK);
    assert_true(f.learnable);
    assert_int_equal(kerf_formula_get(k, 4, &f), KERF_MISUSE);
    assert_int_equal(kerf_formula_get(k, 0, NULL), KERF_MISUSE);
    assert_int_equal(kerf_add_evidence_memory(k, "e", evidence, sizeof evidence - 1), KERF_OK);
    assert_int_equal(next(k), 1);
    assert_int_equal(kerf_type_get(k, 0, &t), KERF_OK);
    assert_int_equal(t.constants, 3); /* Anna, Bob, Carl */
    kerf_free(k);
}

/* ---- Writing ------------------------------------------------------------------------------ */

static kerf_status fill_summary(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    (void)context;
    return kerf_write_summary(k, put, to);
}

static kerf_status fill_half(kerf *k, kerf_write_fn *put, void *to, void *context)
{
    (void)k, (void)context;
    put(to, "half", 4);
    return KERF_INVALID;
}

static void text_goes_to_writers(void **state)
{
    (void)state;
    kerf *k = with_model(model);
    buffer *b = calloc(1, sizeof *b);
    assert_int_equal(kerf_write_summary(k, collect, b), KERF_OK);
    assert_non_null(strstr(b->text, "Smokes"));
    b->n = 0;
    assert_int_equal(kerf_write_stage(k, KERF_STAGE_TREE, collect, b), KERF_OK);
    assert_true(b->n > 0);
    b->n = 0;
    assert_int_equal(kerf_write_stage(k, KERF_STAGE_MODEL, collect, b), KERF_OK);
    assert_true(b->n > 0);
    b->n = 0;
    assert_int_equal(kerf_write_model(k, "kerf", 0, collect, b), KERF_OK);
    assert_true(b->n > 0);
    assert_int_equal(kerf_write_summary(k, refuse, NULL), KERF_IO);
    assert_string_equal(kerf_error(k), "the writer stopped");
    free(b);
    kerf_free(k);
}

static void files_are_whole_and_inputs_safe(void **state)
{
    (void)state;
    buffer *b = calloc(1, sizeof *b);
    write_file("part.mln", "Smokes(person)\n");
    write_file("main.mln", "#include \"part.mln\"\n1 Smokes(x)\n");
    write_file("old.txt", "old");
    kerf *k = new_session();
    assert_int_equal(kerf_read_model(k, path_of("main.mln")), KERF_OK);
    assert_int_equal(kerf_write_file(k, path_of("main.mln"), fill_summary, NULL), KERF_MISUSE);
    assert_non_null(strstr(kerf_error(k), "is an input"));
    assert_int_equal(kerf_check_output(k, path_of("part.mln")), KERF_MISUSE);
    assert_int_equal(kerf_check_output(k, path_of("old.txt")), KERF_OK);
    assert_int_equal(kerf_check_output(k, NULL), KERF_OK);
    assert_int_equal(kerf_write_file(k, path_of("old.txt"), fill_half, NULL), KERF_INVALID);
    read_back("old.txt", b);
    assert_string_equal(b->text, "old");
    assert_int_equal(kerf_write_file(k, path_of("old.txt"), fill_summary, NULL), KERF_OK);
    read_back("old.txt", b);
    assert_non_null(strstr(b->text, "Smokes"));
    assert_int_equal(kerf_write_file(k, path_of("no/such/folder"), fill_summary, NULL), KERF_IO);
    assert_int_equal(strncmp(kerf_error(k), "cannot write ", 13), 0);
    assert_int_equal(kerf_write_file(k, "/dev/full", fill_summary, NULL), KERF_IO);
    assert_int_equal(strncmp(kerf_error(k), "cannot write /dev/full: no space left", 37), 0);
    free(b);
    kerf_free(k);
}

/* ---- About -------------------------------------------------------------------------------- */

static void about(void **state)
{
    (void)state;
    assert_true(strchr(kerf_version(), '.') != NULL);
    assert_int_equal(strncmp(kerf_feature(0), "zlib ", 5), 0);
    assert_null(kerf_feature(99));
    for (int i = KERF_OK; i <= KERF_SOLVER; i++)
        assert_true(*kerf_status_text((kerf_status)i) != '\0');
    assert_string_equal(kerf_status_text(KERF_INTERNAL), "an internal check failed");
    assert_string_equal(kerf_status_text((kerf_status)77), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_needs_a_session),
        cmocka_unit_test(calls_have_an_order),
        cmocka_unit_test(standard_input_is_read_once),
        cmocka_unit_test(a_failed_session_stays_failed),
        cmocka_unit_test(errors_have_places),
        cmocka_unit_test(long_lines_are_cut_between_characters),
        cmocka_unit_test(the_log_hears_messages),
        cmocka_unit_test(a_long_name_is_cut),
        cmocka_unit_test(query_files_name_predicates),
        cmocka_unit_test(observed_evidence_is_certain),
        cmocka_unit_test(late_evidence_is_pointed_out_once),
        cmocka_unit_test(everything_can_be_looked_at),
        cmocka_unit_test(text_goes_to_writers),
        cmocka_unit_test(files_are_whole_and_inputs_safe),
        cmocka_unit_test(about),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
