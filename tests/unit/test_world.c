/* test_world.c -- relations against naive lists, contradictions, presence, failing memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dice.h"
#include "model_text.h"
#include "evidence/evidence.h"

#include <stdio.h>
#include <stdlib.h>

static const char model_text[] = "Rain\nSmokes(person)\nFriends(person, person)\n"
                                 "At(person, place, time)\nAge(person, float_)\n"
                                 "person boss(person)\nplace home(person, time)\nplace center()\n"
                                 "person = {Anna, Bob}\n1 Smokes(Carl)\n";

typedef struct fixture {
    kf_mem mem;
    kf_diags *diags;
    test_model m;
    kf_evidence *world;
    uint32_t person, place, time;
} fixture;

static void open_fixture(fixture *f)
{
    kf_mem_init(&f->mem, 0);
    f->diags = kf_diags_new(&f->mem);
    kerf_status status = test_model_open(&f->m, &f->mem, model_text, f->diags);
    if (status != KERF_OK) print_error("%s\n", kf_diags_get(f->diags, 0)->text);
    assert_int_equal(status, KERF_OK);
    kf_diags_clear(f->diags);
    f->world = kf_evidence_new(&f->mem, f->m.model);
    f->person = kf_model_find_type(f->m.model, KF_STR("person"));
    f->place = kf_model_find_type(f->m.model, KF_STR("place"));
    f->time = kf_model_find_type(f->m.model, KF_STR("time"));
}

static void close_fixture(fixture *f)
{
    kf_evidence_free(f->world);
    test_model_close(&f->m);
    kf_diags_free(f->diags);
    assert_int_equal(f->mem.used, 0);
}

static uint32_t predicate(const fixture *f, const char *name)
{
    uint32_t p = kf_model_find_predicate(f->m.model, kf_str_of(name));
    assert_true(p != KF_NONE);
    return p;
}

static uint32_t function(const fixture *f, const char *name)
{
    uint32_t p = kf_model_find_function(f->m.model, kf_str_of(name));
    assert_true(p != KF_NONE);
    return p;
}

static uint32_t constant(const fixture *f, uint32_t type, const char *text)
{
    return kf_symbols_add(f->m.model->types.at[type].constants, kf_str_of(text));
}

static uint64_t seed = 1;

static uint32_t random_below(uint32_t n)
{
    return below(&seed, n);
}

/* ---- sets ----------------------------------------------------------------------------------- */

enum { MOST = 4000, WIDTH = 3 };

typedef struct row {
    uint32_t ids[WIDTH];
    double number;
    uint32_t file, line;
} row;

static row rows[MOST];

static uint32_t naive_find(uint32_t n, const row *wanted)
{
    uint32_t i = 0;
    while (i < n
           && (memcmp(rows[i].ids, wanted->ids, sizeof wanted->ids) != 0
               || rows[i].number != wanted->number))
        i++;
    return i;
}

static void against_a_list(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t width, range;
        bool number;
    } cases[] = {
        { "Rain", 0, 1, false },     { "Smokes", 1, 50, false }, { "Smokes", 1, 100000, false },
        { "Friends", 2, 60, false }, { "At", 3, 8, false },      { "At", 3, 1000, false },
        { "Age", 1, 20, true },
    };
    for (size_t c = 0; c < KF_LENGTH(cases); c++) {
        fixture f;
        open_fixture(&f);
        uint32_t p = predicate(&f, cases[c].name), n = 0, file = 0, files = 1;
        assert_int_equal(kf_evidence_file(f.world, "0.db", &file), KERF_OK);
        for (uint32_t step = 1; step <= MOST; step++) {
            row r = { .file = file, .line = step };
            for (uint32_t i = 0; i < cases[c].width; i++) r.ids[i] = random_below(cases[c].range);
            if (cases[c].number) r.number = random_below(10) / 4.0;
            assert_int_equal(
                kf_evidence_add(f.world, p, KF_SAID_TRUE, r.ids, r.number, 0, file, step), KERF_OK);
            if (naive_find(n, &r) == n) rows[n++] = r;
            if (random_below(500) == 0) {
                char name[16];
                snprintf(name, sizeof name, "%u.db", files++);
                assert_int_equal(kf_evidence_file(f.world, name, &file), KERF_OK);
            }
        }
        assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_OK);
        const kf_facts *r = kf_evidence_facts(f.world, p, KF_SAID_TRUE);
        assert_int_equal(r->n, n);
        assert_int_equal(kf_evidence_rows(f.world), n);
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t w = 0; w < cases[c].width; w++)
                assert_int_equal(r->columns[w][i], rows[i].ids[w]);
            if (cases[c].number) assert_true(r->numbers[i] == rows[i].number);
            kf_place place = kf_evidence_place(f.world, r, i);
            assert_int_equal(place.line, rows[i].line);
            assert_int_equal(strtol(place.file, NULL, 10), rows[i].file);
        }
        for (int i = 0; i < 2000; i++) {
            row wanted = { .line = 0 };
            for (uint32_t w = 0; w < cases[c].width; w++)
                wanted.ids[w] = random_below(cases[c].range + 2);
            if (cases[c].number) wanted.number = random_below(12) / 4.0;
            uint32_t at = KF_NONE, expected = naive_find(n, &wanted);
            assert_int_equal(kf_facts_find(r, wanted.ids, wanted.number, &at), expected < n);
            if (expected < n) assert_int_equal(at, expected);
        }
        close_fixture(&f);
    }
}

static void empty_world(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f);
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_OK);
    assert_int_equal(kf_evidence_rows(f.world), 0);
    uint32_t p = predicate(&f, "Friends"), key[] = { 0, 1 };
    assert_false(kf_facts_find(kf_evidence_facts(f.world, p, KF_SAID_TRUE), key, 0, NULL));
    assert_int_equal(kf_evidence_type_size(f.world, f.person), 3); /* Carl is in a formula */
    close_fixture(&f);
}

static void parts_and_seen(void **state)
{
    (void)state;
    fixture f;
    kf_seen seen[16] = { { false, false } };
    open_fixture(&f);
    uint32_t smokes = predicate(&f, "Smokes"), friends = predicate(&f, "Friends");
    uint32_t ids[] = { 0, 1 };
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_FALSE, &ids[0], 0, 0, 0, 1), KERF_OK);
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_SOFT, &ids[1], 0, 0.25, 0, 2),
                     KERF_OK);
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_SOFT, &ids[1], 0, 0.25, 0, 3),
                     KERF_OK);
    assert_int_equal(kf_evidence_add(f.world, friends, KF_SAID_UNKNOWN, ids, 0, 0, 0, 4), KERF_OK);
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_OK);
    kf_evidence_seen(f.world, seen);
    assert_true(seen[smokes].hard && seen[smokes].soft);
    assert_true(!seen[friends].hard && seen[friends].soft);
    assert_true(!seen[predicate(&f, "Rain")].hard && !seen[predicate(&f, "Rain")].soft);
    assert_int_equal(kf_evidence_facts(f.world, smokes, KF_SAID_SOFT)->n, 1);
    assert_true(kf_evidence_probability(f.world, smokes, 0) == 0.25);
    assert_int_equal(kf_evidence_rows(f.world), 3);
    kf_evidence_clear(f.world);
    assert_int_equal(kf_evidence_rows(f.world), 0);
    close_fixture(&f);
}

/* ---- contradictions ------------------------------------------------------------------------- */

static void expect_message(const fixture *f, size_t index, const char *file, uint32_t line,
                           const char *text)
{
    const kerf_message *m = kf_diags_get(f->diags, index);
    assert_non_null(m);
    assert_string_equal(m->text, text);
    assert_string_equal(m->file, file);
    assert_int_equal(m->line, line);
}

static void contradictions(void **state)
{
    (void)state;
    fixture f;
    uint32_t a, b;
    open_fixture(&f);
    assert_int_equal(kf_evidence_file(f.world, "a.db", &a), KERF_OK);
    assert_int_equal(kf_evidence_file(f.world, "b.db", &b), KERF_OK);
    uint32_t smokes = predicate(&f, "Smokes"), age = predicate(&f, "Age"),
             rain = predicate(&f, "Rain");
    uint32_t anna = constant(&f, f.person, "Anna"), york = constant(&f, f.person, "New York");
    kf_evidence_add(f.world, smokes, KF_SAID_TRUE, &anna, 0, 0, a, 3);
    kf_evidence_add(f.world, smokes, KF_SAID_FALSE, &anna, 0, 0, b, 2);
    kf_evidence_add(f.world, smokes, KF_SAID_FALSE, &york, 0, 0, a, 9);
    kf_evidence_add(f.world, smokes, KF_SAID_TRUE, &york, 0, 0, b, 1);
    kf_evidence_add(f.world, age, KF_SAID_TRUE, &anna, 3, 0, b, 5);
    kf_evidence_add(f.world, age, KF_SAID_FALSE, &anna, 4, 0, b, 5);
    kf_evidence_add(f.world, age, KF_SAID_FALSE, &anna, 3, 0, b, 6);
    kf_evidence_add(f.world, rain, KF_SAID_SOFT, NULL, 0, 0.5, b, 7);
    kf_evidence_add(f.world, rain, KF_SAID_UNKNOWN, NULL, 0, 0, b, 8);
    kf_evidence_add(f.world, rain, KF_SAID_SOFT, NULL, 0, 0.25, b, 9);
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_INVALID);
    assert_int_equal(kf_diags_errors(f.diags), 5);
    expect_message(&f, 0, "b.db", 9,
                   "Rain has probability 0.25 here but has probability 0.5 at b.db:7");
    expect_message(&f, 1, "b.db", 8, "Rain is unknown here but has probability 0.5 at b.db:7");
    expect_message(&f, 2, "b.db", 2, "Smokes(Anna) is false here but true at a.db:3");
    expect_message(&f, 3, "b.db", 1, "Smokes(\"New York\") is true here but false at a.db:9");
    expect_message(&f, 4, "b.db", 6, "Age(Anna,3) is false here but true at b.db:5");
    close_fixture(&f);
}

static void many_contradictions(void **state)
{
    (void)state;
    fixture f;
    uint32_t file;
    open_fixture(&f);
    assert_int_equal(kf_evidence_file(f.world, "a.db", &file), KERF_OK);
    uint32_t smokes = predicate(&f, "Smokes");
    for (uint32_t i = 0; i < 5000; i++) {
        char name[16];
        snprintf(name, sizeof name, "P%u", i);
        uint32_t id = constant(&f, f.person, name);
        kf_evidence_add(f.world, smokes, KF_SAID_TRUE, &id, 0, 0, file, i);
        kf_evidence_add(f.world, smokes, KF_SAID_FALSE, &id, 0, 0, file, i);
    }
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_INVALID);
    assert_int_equal(kf_diags_errors(f.diags), KF_MOST_ERRORS);
    close_fixture(&f);
}

static void functions(void **state)
{
    (void)state;
    fixture f;
    uint32_t file, at;
    open_fixture(&f);
    assert_int_equal(kf_evidence_file(f.world, "a.db", &file), KERF_OK);
    uint32_t boss = function(&f, "boss"), home = function(&f, "home"),
             center = function(&f, "center");
    uint32_t anna = constant(&f, f.person, "Anna"), bob = constant(&f, f.person, "Bob");
    uint32_t here = constant(&f, f.place, "Here"), noon = constant(&f, f.time, "12");
    uint32_t args[] = { anna, noon };
    kf_evidence_map(f.world, boss, &anna, bob, file, 1);
    kf_evidence_map(f.world, boss, &bob, bob, file, 2);
    kf_evidence_map(f.world, boss, &anna, bob, file, 3);
    kf_evidence_map(f.world, home, args, here, file, 4);
    kf_evidence_map(f.world, center, NULL, here, file, 5);
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_OK);
    const kf_facts *r = kf_evidence_function(f.world, boss);
    assert_int_equal(r->n, 2);
    assert_true(kf_facts_find(r, &anna, 0, &at));
    assert_int_equal(r->columns[1][at], bob);
    r = kf_evidence_function(f.world, home);
    assert_true(kf_facts_find(r, args, 0, &at));
    assert_int_equal(r->columns[2][at], here);
    assert_true(kf_facts_find(kf_evidence_function(f.world, center), NULL, 0, &at));
    kf_evidence_clear(f.world);

    assert_int_equal(kf_evidence_file(f.world, "b.db", &file), KERF_OK);
    kf_evidence_map(f.world, boss, &anna, bob, file, 1);
    kf_evidence_map(f.world, boss, &anna, anna, file, 7);
    here = constant(&f, f.place, "Here");
    uint32_t there = constant(&f, f.place, "there");
    kf_evidence_map(f.world, center, NULL, here, file, 8);
    kf_evidence_map(f.world, center, NULL, there, file, 9);
    assert_int_equal(kf_evidence_close(f.world, f.diags), KERF_INVALID);
    expect_message(&f, 0, "b.db", 7, "boss(Anna) is Anna here but Bob at b.db:1");
    assert_int_equal(kf_diags_get(f.diags, 1)->line, 9);
    close_fixture(&f);
}

/* ---- who is there --------------------------------------------------------------------------- */

static void presence(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f);
    uint32_t smokes = predicate(&f, "Smokes");
    uint32_t dora = constant(&f, f.person, "Dora"), emil = constant(&f, f.person, "Emil");
    kf_model_fix_constants(f.m.model); /* as after reading a weight table that names these two */
    uint32_t fred = constant(&f, f.person, "Fred");
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_TRUE, &fred, 0, 0, 0, 1), KERF_OK);
    assert_int_equal(kf_evidence_type_size(f.world, f.person), 4);
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_TRUE, &emil, 0, 0, 0, 2), KERF_OK);
    assert_int_equal(kf_evidence_add(f.world, smokes, KF_SAID_FALSE, &emil, 0, 0, 0, 3), KERF_OK);
    assert_int_equal(kf_evidence_type_size(f.world, f.person), 5);
    assert_true(kf_evidence_has(f.world, f.person, fred)
                && kf_evidence_has(f.world, f.person, emil));
    assert_true(kf_evidence_has(f.world, f.person, 0) && kf_evidence_has(f.world, f.person, 2));
    assert_false(kf_evidence_has(f.world, f.person, dora));
    assert_false(kf_evidence_has(f.world, f.person, fred + 1));
    assert_int_equal(kf_evidence_constant(f.world, f.person, dora), KERF_OK);
    assert_int_equal(kf_evidence_type_size(f.world, f.person), 6);
    kf_evidence_clear(f.world);
    assert_int_equal(kf_evidence_type_size(f.world, f.person), 3);
    assert_false(kf_evidence_has(f.world, f.person, fred));
    assert_int_equal(kf_evidence_type_size(f.world, KF_TYPE_NUMBER), 0);
    close_fixture(&f);
}

/* ---- failing memory -------------------------------------------------------------------------- */

static kerf_status fill(fixture *f, kf_evidence *world)
{
    uint32_t file;
    uint32_t smokes = predicate(f, "Smokes"), at = predicate(f, "At"), age = predicate(f, "Age");
    KF_TRY(kf_evidence_file(world, "a.db", &file));
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t ids[] = { i % 3, i % 2, i };
        KF_TRY(kf_evidence_add(world, smokes, i % 2 ? KF_SAID_TRUE : KF_SAID_SOFT, ids, 0, 0.5,
                               file, i));
        KF_TRY(kf_evidence_add(world, at, KF_SAID_TRUE, ids, 0, 0, file, i));
        KF_TRY(kf_evidence_add(world, age, KF_SAID_FALSE, ids, i, 0, file, i));
        KF_TRY(kf_evidence_map(world, function(f, "boss"), ids, i % 3, file, i));
        if (i == 20) KF_TRY(kf_evidence_file(world, "b.db", &file));
    }
    return kf_evidence_close(world, f->diags);
}

static void faults(void **state)
{
    (void)state;
    fixture f;
    open_fixture(&f);
    for (uint32_t i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "C%u", i);
        constant(&f, f.person, name);
        constant(&f, f.place, name);
        constant(&f, f.time, name);
    }
    kf_model_fix_constants(f.m.model);
    for (int64_t n = 0;; n++) {
        kf_diags_clear(f.diags);
        f.mem.fail_after = n;
        kf_evidence *world = kf_evidence_new(&f.mem, f.m.model);
        kerf_status status = world ? fill(&f, world) : KERF_NO_MEMORY;
        bool done = f.mem.fail_after > 0;
        if (world && n % 2) kf_evidence_clear(world);
        kf_evidence_free(world);
        f.mem.fail_after = -1;
        kf_diags_clear(f.diags);
        assert_true(status == KERF_NO_MEMORY || status == KERF_INVALID);
        if (done) break;
    }
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_a_list),
        cmocka_unit_test(empty_world),
        cmocka_unit_test(parts_and_seen),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(many_contradictions),
        cmocka_unit_test(functions),
        cmocka_unit_test(presence),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests_name("test_world", tests, NULL, NULL);
}
