/* test_roundtrip.c -- every constant that can be read can be written and read again: in answers, in
 * weight tables, in learned and converted models, in tables and JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 2048, WIDTH = 16 };

static char folder[] = "/tmp/kerf-roundtrip-XXXXXX";
static kf_mem mem;
static char constants[MOST][WIDTH];
static size_t n_constants;

/* ---- Constants ------------------------------------------------------------------------------ */

static void add_constant(const char *text)
{
    for (size_t i = 0; i < n_constants; i++)
        if (strcmp(constants[i], text) == 0) return;
    assert_true(n_constants < MOST && strlen(text) < WIDTH);
    strcpy(constants[n_constants++], text);
}

/* A character alone, within, before and behind a word, and twice. */
static void add_character(uint32_t code)
{
    static const char *const around[] = { "%s", "a%sb", "A%s", "%sA", "%s%s", "\\%s", "%s\\" };
    char bytes[5] = "", text[WIDTH];
    bytes[kf_utf8_encode(code, bytes)] = '\0';
    for (size_t i = 0; i < KF_LENGTH(around); i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
        snprintf(text, sizeof text, around[i], bytes, bytes);
#pragma GCC diagnostic pop
        add_constant(text);
    }
}

static void make_constants(void)
{
    static const char *const words[] = {
        "",        "A",     "a",    "1",   "01",   "-1",    "1.5",    "1e5", "+1",   "v",
        "EXIST",   "true",  "nan",  "inf", "// A", "/*",    "*/",     "# A", ">> A", "---",
        "\\u0041", "\\x41", "A.b",  "A,b", "f(A)", "A = b", "?x",     "!x",  "A  b", "A-b",
        "\"\"",    "\r\n",  "\n\r", "int", "A'b",  "\\\\n", "acyclic"
    };
    static const uint32_t codes[] = { 0x80,   0x85,   0xa0,   0xac,   0xe9,    0x2028,  0x2227,
                                      0x2228, 0xd7ff, 0xe000, 0xfeff, 0xffff,  0x10000, 0x1f600,
                                      0x202e, 0x3b1,  0x391,  0x416,  0x10ffff };
    for (uint32_t code = 1; code < 0x80; code++) add_character(code);
    for (size_t i = 0; i < KF_LENGTH(codes); i++) add_character(codes[i]);
    for (size_t i = 0; i < KF_LENGTH(words); i++) add_constant(words[i]);
}

static int is_constant(const char *text)
{
    for (size_t i = 0; i < n_constants; i++)
        if (strcmp(constants[i], text) == 0) return 1;
    return 0;
}

/* ---- Sessions ------------------------------------------------------------------------------- */

static const char MODEL[] = "*W(t, u)\nP(u)\nlab: W(x, +y) ^ P(y)\n";

static void good(kerf *k, kerf_status status)
{
    if (status != KERF_OK) fail_msg("%s: %s", kerf_status_text(status), kerf_error(k));
}

static int take(void *context, const char *text, size_t n)
{
    kf_text_add(context, (kf_str){ text, n });
    return 0;
}

static const char *inside(const char *name)
{
    static char paths[4][256];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static void read_file(const char *path, kf_text *to)
{
    char part[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        kf_text_add(to, (kf_str){ part, n });
    fclose(file);
}

/* W and, where it is the truth, P of every constant; quoted, with the least of escapes or
 * \uXXXX. */
static void make_evidence(kf_text *to, int with_truth, int all_escaped)
{
    for (size_t i = 0; i < n_constants; i++) {
        for (int p = 0; p <= with_truth; p++) {
            kf_text_add(to, kf_str_of(p ? "P(" : "W(A, "));
            if (!all_escaped) {
                kf_text_add_quoted(to, kf_str_of(constants[i]));
            } else {
                kf_text_addc(to, '"');
                for (const char *c = constants[i]; *c; c++) {
                    if ((unsigned char)*c < 0x80) kf_text_addf(to, "\\u%04X", (unsigned)*c);
                    else kf_text_addc(to, *c);
                }
                kf_text_addc(to, '"');
            }
            kf_text_add(to, KF_STR(")\n"));
        }
    }
}

static void map(kerf *k, const kf_text *evidence, const char *model)
{
    int more;
    kerf_result r;
    if (model) good(k, kerf_read_model(k, model));
    good(k, kerf_add_evidence_memory(k, "evidence", evidence->at, evidence->n));
    good(k, kerf_next_world(k, &more));
    good(k, kerf_map(k, NULL, &r));
}

/* The answer is P of every constant. */
static void has_all(kerf *k)
{
    kerf_atom a;
    assert_int_equal(kerf_answer_count(k), n_constants);
    for (size_t i = 0; kerf_answer_get(k, i, &a) == KERF_OK; i++)
        assert_true(is_constant(a.arguments[0]));
}

/* ---- Learned models and answers -------------------------------------------------------------- */

static void learn(const char *path)
{
    kerf *k = kerf_new(NULL);
    kf_text evidence;
    kerf_learned result;
    kf_text_init(&evidence, &mem);
    make_evidence(&evidence, 1, 0);
    good(k, kerf_set(k, "query", "P"));
    good(k, kerf_set(k, "epochs", "2"));
    good(k, kerf_read_model_memory(k, "model", MODEL, sizeof MODEL - 1));
    good(k, kerf_add_evidence_memory(k, "truth", evidence.at, evidence.n));
    good(k, kerf_learn(k, NULL, &result));
    assert_int_equal(result.parameters, n_constants);
    good(k, kerf_write_learned(k, path));
    kerf_free(k);
    kf_text_free(&evidence);
}

static void same_file(const char *a, const char *b)
{
    kf_text x, y;
    kf_text_init(&x, &mem);
    kf_text_init(&y, &mem);
    read_file(a, &x);
    read_file(b, &y);
    assert_true(kf_str_eq(kf_text_get(&x), kf_text_get(&y)));
    kf_text_free(&x);
    kf_text_free(&y);
}

static void learned_models(void **state)
{
    (void)state;
    learn(inside("a.mln"));
    kerf *k = kerf_new(NULL);
    kerf_formula_info info;
    good(k, kerf_read_model(k, inside("a.mln")));
    good(k, kerf_formula_get(k, 0, &info));
    assert_int_equal(info.table_rows, n_constants);
    good(k, kerf_write_learned(k, inside("b.mln")));
    kerf_free(k);
    same_file(inside("a.mln"), inside("b.mln"));
    same_file(inside("a.weights"), inside("b.weights"));
}

/* The answer of a learned model, and the answer as evidence once more. */
static void check_answers(int all_escaped, const char *store)
{
    kf_text evidence, answer, again;
    kf_text_init(&evidence, &mem);
    kf_text_init(&answer, &mem);
    kf_text_init(&again, &mem);
    make_evidence(&evidence, 0, all_escaped);
    kerf *k = kerf_new(NULL);
    if (store) good(k, kerf_set(k, "store", store));
    map(k, &evidence, inside("a.mln"));
    has_all(k);
    good(k, kerf_write_answer(k, KERF_ANSWER_DB, take, &answer));
    kerf_free(k);
    k = kerf_new(NULL);
    good(k, kerf_set(k, "weights", "-"));
    good(k, kerf_read_model_memory(k, "model", "P(u)\n-1 P(x)\n", 13));
    good(k, kerf_set(k, "query", "P"));
    map(k, &answer, NULL);
    has_all(k);
    good(k, kerf_write_answer(k, KERF_ANSWER_DB, take, &again));
    assert_true(kf_str_eq(kf_text_get(&answer), kf_text_get(&again)));
    kerf_free(k);
    kf_text_free(&evidence);
    kf_text_free(&answer);
    kf_text_free(&again);
}

static void answers(void **state)
{
    (void)state;
    learn(inside("a.mln"));
    check_answers(0, NULL);
    check_answers(1, NULL);
}

static void answers_of_a_store(void **state)
{
    char store[300];
    (void)state;
    for (size_t i = 0; kerf_feature(i); i++) {
        if (strncmp(kerf_feature(i), "SQLite", 6) != 0) continue;
        learn(inside("a.mln"));
        snprintf(store, sizeof store, "sqlite:%s", inside("store"));
        check_answers(0, store);
        return;
    }
    skip();
}

/* ---- Tables and JSON ------------------------------------------------------------------------- */

/* The text of one cell or string, whose escapes are \t \n \r \\ \" and \uXXXX. */
static void unescape(const char *at, size_t n, char *to)
{
    static const char letters[] = "tnr\\\"", meant[] = "\t\n\r\\\"";
    for (size_t i = 0; i < n; i++) {
        if (at[i] != '\\') {
            *to++ = at[i];
        } else if (at[++i] == 'u') {
            char digits[5] = { at[i + 1], at[i + 2], at[i + 3], at[i + 4], '\0' };
            to += kf_utf8_encode((uint32_t)strtoul(digits, NULL, 16), to);
            i += 4;
        } else {
            assert_non_null(strchr(letters, at[i]));
            *to++ = meant[strchr(letters, at[i]) - letters];
        }
    }
    *to = '\0';
}

/* Cuts the text at every `open`, to the next `close`; each piece must be a constant. */
static void check_pieces(kf_str text, const char *open, const char *close)
{
    char found[4 * WIDTH];
    size_t n = 0;
    const char *at = strstr(text.at, open);
    for (; at; at = strstr(at, open), n++) {
        at += strlen(open);
        const char *end = strstr(at, close);
        assert_non_null(end);
        unescape(at, (size_t)(end - at), found);
        assert_true(is_constant(found));
        at = end;
    }
    assert_int_equal(n, n_constants);
}

static void tables_and_json(void **state)
{
    (void)state;
    kf_text evidence, text;
    kf_text_init(&evidence, &mem);
    kf_text_init(&text, &mem);
    make_evidence(&evidence, 0, 0);
    learn(inside("a.mln"));
    kerf *k = kerf_new(NULL);
    map(k, &evidence, inside("a.mln"));
    good(k, kerf_write_answer(k, KERF_ANSWER_TSV, take, &text));
    check_pieces(kf_text_get(&text), "P\t", "\n");
    kf_text_clear(&text);
    good(k, kerf_write_answer(k, KERF_ANSWER_JSON, take, &text));
    check_pieces(kf_text_get(&text), "[\"P\",\"", "\"]");
    kerf_free(k);
    kf_text_free(&evidence);
    kf_text_free(&text);
}

/* ---- Converted models ------------------------------------------------------------------------ */

static kerf_status convert(const char *text, size_t n, const char *from, const char *to,
                           kf_text *out)
{
    kerf *k = kerf_new(NULL);
    good(k, kerf_set(k, "dialect", from));
    good(k, kerf_read_model_memory(k, "model", text, n));
    kerf_status status = kerf_write_model(k, to, 0, take, out);
    kerf_free(k);
    return status;
}

/* To another dialect and back to kerf's: nothing is lost, or it is refused. */
static void check_dialect(const char *dialect, const char *constant)
{
    kf_text model, direct, there, back;
    kf_text *all[] = { &model, &direct, &there, &back };
    for (size_t i = 0; i < 4; i++) kf_text_init(all[i], &mem);
    kf_text_add(&model, KF_STR("P(u)\n1.5 P("));
    kf_text_add_quoted(&model, kf_str_of(constant));
    kf_text_add(&model, KF_STR(")\n"));
    assert_int_equal(convert(model.at, model.n, "kerf", "kerf", &direct), KERF_OK);
    if (convert(model.at, model.n, "kerf", dialect, &there) == KERF_OK) {
        assert_int_equal(convert(there.at, there.n, dialect, "kerf", &back), KERF_OK);
        if (!kf_str_eq(kf_text_get(&direct), kf_text_get(&back)))
            fail_msg("%s:\n%s%s%s", dialect, direct.at, there.at, back.at);
    } else {
        assert_string_not_equal(dialect, "kerf");
    }
    for (size_t i = 0; i < 4; i++) kf_text_free(all[i]);
}

static void converted_models(void **state)
{
    static const char *const dialects[] = { "kerf", "alchemy", "tuffy", "rockit" };
    (void)state;
    for (size_t i = 0; i < n_constants; i++)
        for (size_t d = 0; d < KF_LENGTH(dialects); d++) check_dialect(dialects[d], constants[i]);
}

/* ---- What cannot be read
 * ---------------------------------------------------------------------- */

static void refused(const char *atom, size_t n)
{
    int more;
    kerf *k = kerf_new(NULL);
    good(k, kerf_read_model_memory(k, "model", MODEL, sizeof MODEL - 1));
    good(k, kerf_add_evidence_memory(k, "evidence", atom, n));
    assert_int_equal(kerf_next_world(k, &more), KERF_INVALID);
    kerf_free(k);
}

static void bytes_that_are_no_text(void **state)
{
    char atom[] = "P(\"a?b\")\n";
    (void)state;
    refused("P(\"\\u0000\")", 11);
    for (int c = 0x7f; c <= 0xff; c++) {
        atom[4] = (char)(c == 0x7f ? 0 : c);
        refused(atom, sizeof atom - 1);
    }
}

/* ---- All of it
 * -------------------------------------------------------------------------------- */

static int setup(void **state)
{
    (void)state;
    kf_mem_init(&mem, 0);
    make_constants();
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    static const char *const names[] = { "a.mln", "a.weights", "b.mln", "b.weights", "store" };
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(names); i++) unlink(inside(names[i]));
    return rmdir(folder) == 0 && mem.used == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(learned_models),     cmocka_unit_test(answers),
        cmocka_unit_test(answers_of_a_store), cmocka_unit_test(tables_and_json),
        cmocka_unit_test(converted_models),   cmocka_unit_test(bytes_that_are_no_text),
    };
    return cmocka_run_group_tests_name("test_roundtrip", tests, setup, teardown);
}
