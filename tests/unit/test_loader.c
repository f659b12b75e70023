/* test_loader.c -- evidence files and tables into worlds: what is loaded, in which world, and
 * every complaint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "evidence/load/loader.h"
#include "model_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char model_text[] = "Rain\nSmokes(person)\nFriends(person a, person b)\n"
                                 "At(person, place)\nAge(person, float_)\nperson boss(person)\n"
                                 "place = {Home, Work}\n1 Smokes(x)\n";

/* ---- loading into a transcript --------------------------------------------------------------- */

typedef struct source {
    const char *table; /* predicate: `text` goes to a file of that `name` */
    const char *name, *text;
    size_t n; /* 0: strlen */
} source;

typedef struct feed {
    const char *at;
    size_t n, most;
} feed;

static ptrdiff_t read_feed(void *context, void *to, size_t n)
{
    feed *f = context;
    if (n > f->most) n = f->most;
    if (n > f->n) n = f->n;
    memcpy(to, f->at, n);
    f->at += n;
    f->n -= n;
    return (ptrdiff_t)n;
}

static void write_row(kf_text *to, const kf_model *m, uint32_t p, kf_said part, const kf_facts *r,
                      uint32_t row)
{
    static const char *const signs[] = { "", "!", "?", "" };
    const kf_predicate *predicate = &m->predicates.at[p];
    kf_text_addf(to, "%s", signs[part]);
    kf_text_add(to, kf_predicate_name(m, p));
    kf_text_addc(to, '(');
    for (uint32_t c = 0; c < r->width; c++) {
        kf_text_addf(to, "%s", c ? "," : "");
        kf_text_add(to, kf_constant_text(m, predicate->slots[c].type, r->columns[c][row]));
    }
    if (r->number) {
        kf_text_addc(to, ',');
        kf_text_add_number(to, r->numbers[row]);
    }
    kf_text_addc(to, ')');
    if (r->soft) {
        kf_text_addc(to, '=');
        kf_text_add_number(to, r->probabilities[row]);
    }
    kf_text_addc(to, ' ');
}

static void write_world(kf_text *to, const kf_model *m, const kf_evidence *w, const char *name)
{
    kf_text_addf(to, "[%s] ", name);
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        for (int part = KF_SAID_TRUE; part <= KF_SAID_SOFT; part++) {
            const kf_facts *r = kf_evidence_facts(w, p, (kf_said)part);
            for (uint32_t i = 0; i < r->n; i++) write_row(to, m, p, (kf_said)part, r, i);
        }
    }
    for (uint32_t f = 0; f < m->functions.n; f++) {
        const kf_facts *r = kf_evidence_function(w, f);
        for (uint32_t i = 0; i < r->n; i++) {
            kf_text_add(to, kf_constant_text(m, m->functions.at[f].result, r->columns[1][i]));
            kf_text_addf(to, "=boss(");
            kf_text_add(to,
                        kf_constant_text(m, m->functions.at[f].slots[0].type, r->columns[0][i]));
            kf_text_addf(to, ") ");
        }
    }
    kf_text_addc(to, '\n');
}

static void write_messages(kf_text *to, const kf_diags *diags)
{
    for (size_t i = 0; i < kf_diags_count(diags); i++) {
        const kerf_message *m = kf_diags_get(diags, i);
        kf_text_addf(to, "%s:%u:%u: %s%s", m->file ? m->file : "", m->line, m->column,
                     m->severity == KERF_WARNING ? "warning: " : "", m->text);
        kf_text_addf(to, m->hint ? " (%s)\n" : "\n", m->hint);
    }
}

static void write_file(const source *s)
{
    FILE *file = fopen(s->name, "wb");
    assert_non_null(file);
    size_t n = s->n ? s->n : strlen(s->text);
    assert_int_equal(fwrite(s->text, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static kerf_status add_sources(kf_loader *loader, const source *sources, feed *feeds, size_t step)
{
    for (size_t i = 0; sources[i].name; i++) {
        const source *s = &sources[i];
        if (s->table) {
            KF_TRY(kf_loader_add_table(loader, s->table, s->name));
        } else if (!s->text) {
            KF_TRY(kf_loader_add_file(loader, s->name));
        } else if (step == 0) {
            KF_TRY(kf_loader_add_memory(loader, s->name, s->text, s->n ? s->n : strlen(s->text)));
        } else {
            feeds[i] = (feed){ s->text, s->n ? s->n : strlen(s->text), step };
            KF_TRY(kf_loader_add_stream(loader, s->name, read_feed, &feeds[i]));
        }
    }
    return KERF_OK;
}

static kerf_status load_worlds(kf_loader *loader, kf_text *to, const kf_model *m,
                               const kf_evidence *w)
{
    for (;;) {
        bool more = false;
        KF_TRY(kf_loader_next(loader, &more));
        if (!more) return KERF_OK;
        write_world(to, m, w, kf_loader_world_name(loader));
    }
}

/* mem: everything but the transcript comes from here. */
static kerf_status load(kf_mem *mem, kf_text *to, const char *model, const source *sources,
                        const kf_loader_options *options, size_t step)
{
    feed feeds[8];
    test_model m = { 0 };
    kf_loader *loader = NULL;
    kf_evidence *world = NULL;
    kf_diags *diags = kf_diags_new(mem);
    kerf_status status = test_model_open(&m, mem, model, diags);
    if (status == KERF_OK) {
        kf_diags_clear(diags);
        world = kf_evidence_new(mem, m.model);
        status =
            world ? kf_loader_new(&loader, mem, m.model, world, options, diags) : KERF_NO_MEMORY;
    }
    if (status == KERF_OK) status = add_sources(loader, sources, feeds, step);
    if (status == KERF_OK) status = load_worlds(loader, to, m.model, world);
    if (status == KERF_OK || status == KERF_INVALID || status == KERF_IO) write_messages(to, diags);
    kf_loader_free(loader);
    kf_evidence_free(world);
    test_model_close(&m);
    kf_diags_free(diags);
    return status;
}

static void expect_sources(const source *sources, const kf_loader_options *options,
                           kerf_status status, const char *expected)
{
    static const size_t steps[] = { 0, 1, 7 };
    for (size_t i = 0; sources[i].name; i++) {
        if (sources[i].table && sources[i].text) write_file(&sources[i]);
    }
    for (size_t i = 0; i < KF_LENGTH(steps); i++) {
        kf_mem mem, quiet;
        kf_text got;
        kf_mem_init(&mem, 0);
        kf_mem_init(&quiet, 0);
        kf_text_init(&got, &quiet);
        kerf_status was = load(&mem, &got, model_text, sources, options, steps[i]);
        assert_string_equal(got.at ? got.at : "", expected);
        assert_int_equal(was, status);
        assert_int_equal(mem.used, 0);
        kf_text_free(&got);
    }
}

static void expect(const char *text, const char *expected)
{
    expect_sources((source[]){ { NULL, "e.db", text, 0 }, { 0 } }, NULL, KERF_OK, expected);
}

static void expect_errors(const char *text, const char *expected)
{
    expect_sources((source[]){ { NULL, "e.db", text, 0 }, { 0 } }, NULL, KERF_INVALID, expected);
}

/* ---- atoms ----------------------------------------------------------------------------------- */

static void atoms(void **state)
{
    (void)state;
    expect("Friends(Anna,Bob) Smokes(Anna)\n!Smokes(Bob)\n?Smokes(\"C D\")\nRain\nSmokes(Anna)\n",
           "[] Rain() Smokes(Anna) !Smokes(Bob) ?Smokes(C D) Friends(Anna,Bob) \n");
    expect("Age(Anna, 3.50) Age(Bob,-0) Age(Bob,0) !Age(Bob,\"2\")",
           "[] Age(Anna,3.5) Age(Bob,0) !Age(Bob,2) \n");
    expect(
        "0.25 Smokes(Anna)\nSmokes(Bob) 1\nSmokes(Carl) 0.0\n0.25 !Smokes(Dora)\n1 !Smokes(Emil)\n",
        "[] Smokes(Bob) !Smokes(Carl) !Smokes(Emil) Smokes(Anna)=0.25 Smokes(Dora)=0.75 \n");
    expect("Bob = boss(Anna)\nboss(Bob) = Carl\n", "[] Bob=boss(Anna) Carl=boss(Bob) \n");
}

static void several_sources(void **state)
{
    (void)state;
    expect_sources((source[]){ { NULL, "a.db", "Smokes(Anna)\n", 0 },
                               { NULL, "b.db", "", 0 },
                               { NULL, "c.db", "!Smokes(Anna)", 0 },
                               { 0 } },
                   NULL, KERF_INVALID, "c.db:1:1: Smokes(Anna) is false here but true at a.db:1\n");
    expect_sources(
        (source[]){ { NULL, "a.db", "Smokes(Anna)", 0 }, { NULL, "b.db", "Rain", 0 }, { 0 } }, NULL,
        KERF_OK, "[] Rain() Smokes(Anna) \n");
    expect_sources(
        (source[]){ { NULL, "a.db", "Rain", 0 }, { NULL, "missing.db", NULL, 0 }, { 0 } }, NULL,
        KERF_IO, ":0:0: cannot read missing.db: no such file or directory\n");
}

static void worlds(void **state)
{
    (void)state;
    expect_sources((source[]){ { 0 } }, NULL, KERF_OK, "[] \n");
    expect("", "[] \n");
    expect("---\n// nothing\n---\n", "[] \n");
    expect(">> a\n", "[a] \n");
    expect(">> a\nRain\n>>\n>> b c\nSmokes(A)\n", "[a] Rain() \n[] \n[b c] Smokes(A) \n");
    expect("Rain\n>> a\n", "[] Rain() \n[a] \n");
    expect("Rain\n---\nSmokes(A)\n", "[] Rain() \n[] Smokes(A) \n");
    expect("---\n---\nRain\n---\n---\n---\nSmokes(A)\n---\n---\n",
           "[] Rain() \n[] \n[] \n[] Smokes(A) \n");
    expect("Rain\n---\n---\n>> a\n---\nRain\n", "[] Rain() \n[] \n[a] \n[] Rain() \n");
    expect("Smokes(A) Friends(B,A)\n---\nFriends(A,B)\n",
           "[] Smokes(A) Friends(B,A) \n[] Friends(A,B) \n");
    expect("Smokes(A)\n---\n!Smokes(A)\n", "[] Smokes(A) \n[] !Smokes(A) \n");
    expect_errors("Smokes(A)\n>> x\n!Smokes(A)\nSmokes(A)\n",
                  "[] Smokes(A) \ne.db:4:1: Smokes(A) is true here but false at e.db:3\n");
    expect_sources((source[]){ { NULL, "a.db", "Rain\n---\nSmokes(A)", 0 },
                               { NULL, "b.db", "Smokes(B)\n---\n", 0 },
                               { 0 } },
                   NULL, KERF_OK, "[] Rain() \n[] Smokes(A) Smokes(B) \n");
}

/* ---- complaints ------------------------------------------------------------------------------ */

static void complaints(void **state)
{
    (void)state;
    expect_errors(
        "Freinds(A,B)\nSmokes(A)\nFreinds(B,C)\nZzz\n",
        "e.db:1:1: predicate Freinds is not declared (did you mean Friends?)\n"
        "e.db:4:1: predicate Zzz is not declared (declare it in the model; --skip-unknown "
        "passes over what the model does not have)\n");
    expect_errors("Friends(A,B,C) Rain(x) Smokes\n",
                  "e.db:1:1: Friends takes 2 arguments, 3 are given (declared at m.mln:3)\n"
                  "e.db:1:16: Rain takes 0 arguments, 1 is given (declared at m.mln:1)\n"
                  "e.db:1:24: Smokes takes 1 argument, 0 are given (declared at m.mln:2)\n");
    expect_errors("Age(Anna,old)\nAge(Anna,1e999)\n0.5 Age(Anna,3)\nAge(Anna)\n",
                  "e.db:1:10: the last argument of Age is a number, not old\n"
                  "e.db:2:10: this number is out of range\n"
                  "e.db:3:5: Age has a number argument and cannot have a probability, too\n"
                  "e.db:4:1: Age takes 2 arguments, 1 is given (declared at m.mln:5)\n");
    expect_errors("boss(Anna)\nA = Smokes(Anna)\nA = bos(B)\nA = boss(B,C)\n",
                  "e.db:1:1: predicate boss is not declared (it is a function: write A = f(B))\n"
                  "e.db:2:5: function Smokes is not declared (it is a predicate: write P(A) where "
                  "it is true, "
                  "!P(A) where it is false, 0.7 P(A))\n"
                  "e.db:3:5: function bos is not declared (did you mean boss?)\n"
                  "e.db:4:5: boss takes 1 argument, 2 are given (declared at m.mln:6)\n");
    expect_errors("A = boss(B)\nC = boss(B)\n", "e.db:2:1: boss(B) is C here but A at e.db:1\n");
    expect_errors("Smokes(\n",
                  "e.db:1:8: the line ends where an argument or ) is expected (an atom must "
                  "be on one line)\n");
}

static void skipped_names(void **state)
{
    (void)state;
    const kf_loader_options options = { .skip_unknown = true };
    const source sources[] = {
        { NULL, "e.db", "Freinds(A,B)\nRain Huh\n Freinds(B,C)\n---\nFreinds(C,D) a = b(c)\n", 0 },
        { 0 }
    };
    expect_sources(
        sources, &options, KERF_OK,
        "[] Rain() \n[] \n"
        "e.db:1:1: warning: predicate Freinds is not declared: 2 items skipped (did you mean "
        "Friends?)\n"
        "e.db:2:6: warning: predicate Huh is not declared: 1 item skipped\n"
        "e.db:5:18: warning: function b is not declared: 1 item skipped\n");
}

static void listed_types(void **state)
{
    (void)state;
    const kf_loader_options strict = { .strict_types = true };
    const source sources[] = {
        { NULL, "e.db", "At(Anna,Home)\nAt(Anna,Hone) At(Bob,Moon)\nAt(Carl, Hone)\n", 0 }, { 0 }
    };
    expect_sources(
        sources, NULL, KERF_OK,
        "[] At(Anna,Home) At(Anna,Hone) At(Bob,Moon) At(Carl,Hone) \n"
        "e.db:2:9: warning: Hone is not among the constants listed for type place and is added "
        "to them (did you mean Home?)\n");
    expect_sources(sources, &strict, KERF_INVALID,
                   "e.db:2:9: unknown constant Hone in type place (did you mean Home?)\n"
                   "e.db:2:22: unknown constant Moon in type place\n");
}

static void many_errors(void **state)
{
    (void)state;
    kf_mem mem, quiet;
    kf_text text, got;
    kf_mem_init(&mem, 0);
    kf_mem_init(&quiet, 0);
    kf_text_init(&text, &quiet);
    kf_text_init(&got, &quiet);
    for (int i = 0; i < 100000; i++) kf_text_addf(&text, "Unknown%d(A) Smokes(A,B)\n", i);
    source sources[] = { { NULL, "e.db", text.at, text.n }, { 0 } };
    assert_int_equal(load(&mem, &got, model_text, sources, NULL, 0), KERF_INVALID);
    size_t lines = 0;
    for (size_t i = 0; i < got.n; i++) lines += got.at[i] == '\n';
    assert_int_equal(lines, KF_MOST_ERRORS);
    assert_int_equal(mem.used, 0);
    kf_text_free(&text);
    kf_text_free(&got);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void expect_table(const char *predicate, const char *name, const char *text,
                         kerf_status status, const char *expected)
{
    expect_sources((source[]){ { predicate, name, text, 0 }, { 0 } }, NULL, status, expected);
}

#define HEADER_NOTE "t.csv:1:1: the first row is read as a header\n"

static void tables(void **state)
{
    (void)state;
    expect_table(
        "Friends", "t.csv",
        "Anna,Bob\n Carl , Dora \r\n\r\n\"E, F\",\"G \"\"H\"\"\"\n\" I \" ,J\r\"K\nL\",\"\"",
        KERF_OK,
        "[] Friends(Anna,Bob) Friends(Carl,Dora) Friends(E, F,G \"H\") Friends( I ,J) "
        "Friends(K\nL,) \n");
    expect_table("Friends", "t.csv",
                 "\xef\xbb\xbf"
                 "A,B\nAnna,Bob\n",
                 KERF_OK, "[] Friends(Anna,Bob) \n" HEADER_NOTE);
    expect_table("Friends", "t.csv", "Person,b\nAnna,Bob\nperson,b\n", KERF_OK,
                 "[] Friends(Anna,Bob) Friends(person,b) \n" HEADER_NOTE);
    expect_table("Friends", "t.csv", "a\tb\nAnna, x\tBob\n", KERF_OK,
                 "[] Friends(Anna, x,Bob) \n" HEADER_NOTE);
    expect_table("Friends", "t.tsv", "Anna, Bob\tC\tD\n", KERF_INVALID,
                 "t.tsv:1:1: Friends takes 2 arguments, this row has 3 columns (choose columns by "
                 "header or number: --table 'P=FILE(1, 2)')\n");
    expect_table("Smokes", "t.csv", "Anna\n\nBob\n   \n", KERF_OK,
                 "[] Smokes(Anna) Smokes(Bob) \n");
    expect_table("Age", "t.csv", "Who,Years\nAnna,3\nBob,4.5", KERF_OK,
                 "[] Age(Anna,3) Age(Bob,4.5) \n" HEADER_NOTE);
    expect_table("Age", "t.csv", "person,3\n", KERF_OK, "[] Age(person,3) \n");
    expect_table("Smokes", "t.csv", "", KERF_OK, "[] \nt.csv:0:0: warning: this table is empty\n");
    expect_sources((source[]){ { NULL, "e.db", "Rain\n---\nSmokes(A)\n", 0 },
                               { "Smokes", "t.csv", "B\n", 0 },
                               { 0 } },
                   NULL, KERF_OK, "[] Rain() \n[] Smokes(A) Smokes(B) \n");
}

static void table_complaints(void **state)
{
    (void)state;
    expect_table(
        "Friends", "t.csv", "Anna\nAnna,Bob\nA,\n\"A\" x,B\nC,\"D\"\"\n\xff,C\n", KERF_INVALID,
        "t.csv:4:5: the cell goes on after its closing quote (a quote within a quoted cell is "
        "doubled: \"\")\n"
        "t.csv:6:1: byte 0xff is not valid UTF-8 (files must be text in UTF-8: "
        "iconv -f latin1 -t utf8 converts)\n"
        "t.csv:1:1: Friends takes 2 arguments, this row has 1 column (commas, semicolons or tabs "
        "separate columns)\n"
        "t.csv:3:1: warning: 1 row is skipped: a cell is empty (--blank=keep takes an empty cell "
        "for the constant \"\", --blank=error refuses it)\n");
    expect_table(
        "Smokes", "t.csv", "A\n\"B\nC\n", KERF_INVALID,
        "t.csv:2:1: this quote is not closed (a quote within a quoted cell is doubled: \"\")\n");
    expect_table("Age", "t.csv", "Anna,3\nBob,old\n", KERF_INVALID,
                 "t.csv:2:5: the last argument of Age is a number, not old (an empty cell leaves "
                 "its row out)\n");
    expect_table("Smoke", "t.csv", "A\n", KERF_INVALID,
                 "t.csv:0:0: predicate Smoke is not declared (did you mean Smokes?)\n");
    expect_table(
        "At", "t.csv", "A,Home\nA,\"H\"\"\"\nA,Hone\n", KERF_OK,
        "[] At(A,Home) At(A,H\") At(A,Hone) \n"
        "t.csv:2:1: warning: H\" is not among the constants listed for type place and is added to "
        "them\n");
    const kf_loader_options skip = { .skip_unknown = true };
    expect_sources(
        (source[]){ { "Huh", "t.csv", "A\n", 0 }, { NULL, "e.db", "Rain", 0 }, { 0 } }, &skip,
        KERF_OK,
        "[] Rain() \nt.csv:0:0: warning: predicate Huh is not declared: the table is skipped\n");
}

static void large_table(void **state)
{
    (void)state;
    kf_mem mem, quiet;
    kf_text text, got;
    kf_mem_init(&mem, 0);
    kf_mem_init(&quiet, 0);
    kf_text_init(&text, &quiet);
    kf_text_init(&got, &quiet);
    for (int i = 0; i < 60000; i++) kf_text_addf(&text, "P%d,\"Q\"\"%d\"\r\n", i, i % 100);
    source sources[] = { { "Friends", "t.csv", text.at, text.n }, { 0 } };
    write_file(&sources[0]);
    assert_int_equal(load(&mem, &got, model_text, sources, NULL, 0), KERF_OK);
    assert_non_null(strstr(got.at, "Friends(P59999,Q\"99)"));
    size_t atoms_read = 0;
    for (size_t i = 0; i < got.n; i++) atoms_read += got.at[i] == '(';
    assert_int_equal(atoms_read, 60000);
    assert_int_equal(mem.used, 0);
    kf_text_free(&got);
    kf_text_init(&got, &quiet);
    kf_text_clear(&text);
    kf_text_addf(&text, "A,\"");
    for (int i = 0; i < 3000000; i++) kf_text_addc(&text, 'x');
    kf_text_addf(&text, "\nC,D\n");
    sources[0] = (source){ "Friends", "t.csv", text.at, text.n };
    write_file(&sources[0]);
    assert_int_equal(load(&mem, &got, model_text, sources, NULL, 0), KERF_INVALID);
    assert_string_equal(got.at,
                        "t.csv:1:1: this row is longer than 1 MiB (is a quote not closed?)\n");
    kf_text_free(&got);
    kf_text_free(&text);
}

/* ---- many constants: ids in order of first sight, any batch ---------------------------------- */

static void order_of_ids(void **state)
{
    (void)state;
    kf_mem mem, quiet;
    kf_text text, expected, got;
    kf_mem_init(&mem, 0);
    kf_mem_init(&quiet, 0);
    kf_text_init(&text, &quiet);
    kf_text_init(&expected, &quiet);
    kf_text_init(&got, &quiet);
    kf_text_addf(&expected, "[] ");
    for (int i = 0; i < 30000; i++) {
        kf_text_addf(&text, "Friends(P%d,P%d)%s", i * 7 % 30000, i, i % 5 ? " " : "\n");
        kf_text_addf(&expected, "Friends(P%d,P%d) ", i * 7 % 30000, i);
    }
    kf_text_addf(&expected, "\n");
    source sources[] = { { NULL, "e.db", text.at, text.n }, { 0 } };
    assert_int_equal(load(&mem, &got, model_text, sources, NULL, 0), KERF_OK);
    assert_string_equal(got.at, expected.at);
    kf_text_free(&text);
    kf_text_free(&expected);
    kf_text_free(&got);

    test_model m;
    kf_loader *loader;
    bool more;
    static const char small[] = "Friends(A,B) At(C,X) Friends(B,D)\nC = boss(E)\nSmokes(F)\n";
    kf_diags *diags = kf_diags_new(&mem);
    assert_int_equal(test_model_open(&m, &mem, model_text, diags), KERF_OK);
    kf_evidence *world = kf_evidence_new(&mem, m.model);
    assert_int_equal(kf_loader_new(&loader, &mem, m.model, world, NULL, diags), KERF_OK);
    assert_int_equal(kf_loader_add_memory(loader, "e.db", small, sizeof small - 1), KERF_OK);
    assert_int_equal(kf_loader_next(loader, &more), KERF_OK);
    uint32_t person = kf_model_find_type(m.model, KF_STR("person"));
    for (uint32_t i = 0; i < 6; i++) {
        char letter = "ABCDEF"[i];
        assert_true(kf_str_eq(kf_constant_text(m.model, person, i), (kf_str){ &letter, 1 }));
    }
    assert_int_equal(kf_evidence_type_size(world, person), 6);
    kf_loader_free(loader);
    kf_evidence_free(world);
    test_model_close(&m);
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

/* ---- failing memory -------------------------------------------------------------------------- */

static void faults(void **state)
{
    (void)state;
    const source sources[] = {
        { NULL, "e.db",
          "Friends(Anna,\"B\\u0041\") 0.5\nUnknown(A)\nA = boss(B)\n>> x\nAge(A,3)\n---\n---\n"
          "At(A,Hone)\nSmokes(A)\n",
          0 },
        { "Friends", "t.csv", "A,\"B\"\"C\"\n", 0 },
        { NULL, "f.db", "!Smokes(A) (\n", 0 },
        { 0 }
    };
    const kf_loader_options options = { .skip_unknown = true };
    write_file(&sources[1]);
    for (int64_t n = 0;; n++) {
        kf_mem mem, quiet;
        kf_text got;
        kf_mem_init(&mem, 0);
        kf_mem_init(&quiet, 0);
        kf_text_init(&got, &quiet);
        mem.fail_after = n;
        kerf_status status = load(&mem, &got, model_text, sources, &options, 0);
        kf_text_free(&got);
        assert_int_equal(mem.used, 0);
        assert_true(status == KERF_NO_MEMORY || status == KERF_INVALID);
        if (mem.fail_after > 0) {
            assert_int_equal(status, KERF_INVALID);
            break;
        }
    }
}

/* Tables need files: everything happens in a folder of its own. */
static char folder[] = "/tmp/kerf-loader-XXXXXX";

static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    (void)state;
    unlink("t.csv");
    unlink("t.tsv");
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms),
        cmocka_unit_test(several_sources),
        cmocka_unit_test(worlds),
        cmocka_unit_test(complaints),
        cmocka_unit_test(skipped_names),
        cmocka_unit_test(listed_types),
        cmocka_unit_test(many_errors),
        cmocka_unit_test(tables),
        cmocka_unit_test(table_complaints),
        cmocka_unit_test(large_table),
        cmocka_unit_test(order_of_ids),
        cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests_name("test_loader", tests, enter_folder, leave_folder);
}
