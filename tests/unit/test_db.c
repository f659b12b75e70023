/* test_db.c -- the evidence reader: every form of item, every error, every block boundary. */
#include "lang/db.h"
#include "lang/window.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- reading a text into a readable transcript ---------------------------------------------- */

typedef struct feed { /* a stream that gives at most `most` bytes at a time */
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

static void write_item(kf_text *to, const kf_db_item *item)
{
    if (item->kind == KF_DB_WORLD) {
        kf_text_addf(to, "%u world %s[%.*s]\n", item->line, item->named ? "named " : "",
                     (int)item->name.n, item->name.at);
        return;
    }
    kf_text_addf(to, "%u ", item->line);
    if (item->kind == KF_DB_MAPPING)
        kf_text_addf(to, "[%.*s] = ", (int)item->result.n, item->result.at);
    if (item->kind == KF_DB_DOMAIN)
        kf_text_addf(to, "domain%s of %u ", item->range ? " with a range" : "", item->n);
    if (item->truth != KF_TRUE) kf_text_addc(to, item->truth == KF_FALSE ? '!' : '?');
    kf_text_add(to, item->name);
    kf_text_addc(to, '(');
    for (uint32_t i = 0; i < item->n; i++) {
        if (i > 0) kf_text_addc(to, ',');
        kf_text_add(to, item->args[i]);
    }
    kf_text_addc(to, ')');
    if (item->soft) {
        kf_text_addc(to, ' ');
        kf_text_add_number(to, item->probability);
    }
    kf_text_addc(to, '\n');
}

static void write_messages(kf_text *to, const kf_diags *diags)
{
    for (size_t i = 0; i < kf_diags_count(diags); i++) {
        const kerf_message *m = kf_diags_get(diags, i);
        kf_text_addf(to, "%s:%u:%u: %s\n", m->file, m->line, m->column, m->text);
    }
}

static kerf_status read_items(kf_db *db, kf_text *to, bool held)
{
    kf_db_item item;
    for (;;) {
        kerf_status status = held ? kf_db_next_held(db, &item) : kf_db_next(db, &item);
        if (status != KERF_OK) return status;
        if (item.kind == KF_DB_END) return KERF_OK;
        if (item.kind != KF_DB_PAUSE) write_item(to, &item);
    }
}

static kerf_status transcribe_into(kf_text *to, kf_mem *mem, const char *text, size_t n,
                                   size_t window, size_t step, bool held)
{
    feed source = { text, n, step };
    kf_input *input = NULL;
    kf_db *db = NULL;
    kf_diags *diags = kf_diags_new(mem);
    kerf_status status = diags ? KERF_OK : KERF_NO_MEMORY;
    if (status == KERF_OK) status = kf_input_open_stream(&input, mem, read_feed, &source);
    if (status == KERF_OK) status = kf_db_open_sized(&db, mem, input, "e.db", diags, window);
    if (status == KERF_OK) status = read_items(db, to, held);
    if (diags) write_messages(to, diags);
    kf_db_close(db);
    kf_input_close(input);
    kf_diags_free(diags);
    return status;
}

/* Malloc'ed by the C library; also checks that nothing leaks. */
static char *transcribe(const char *text, size_t n, size_t window, size_t step, bool held)
{
    kf_mem mem;
    kf_text out;
    kf_mem_init(&mem, 0);
    kf_text_init(&out, &mem);
    transcribe_into(&out, &mem, text, n, window, step, held);
    assert_false(out.failed);
    char *copy = strdup(out.at ? out.at : "");
    kf_text_free(&out);
    assert_int_equal(mem.used, 0);
    return copy;
}

static void expect_bytes(const char *text, size_t n, const char *expected)
{
    static const size_t windows[] = { KF_WINDOW_SIZE, 1, 2, 3, 5, 16, 64 };
    static const size_t steps[] = { SIZE_MAX, 1, 2, 3, 7 };
    for (size_t w = 0; w < KF_LENGTH(windows); w++) {
        for (size_t s = 0; s < KF_LENGTH(steps); s++) {
            for (int held = 0; held < 2; held++) {
                char *got = transcribe(text, n, windows[w], steps[s], held);
                if (strcmp(got, expected) != 0)
                    print_error("window %zu step %zu held %d\n", windows[w], steps[s], held);
                assert_string_equal(got, expected);
                free(got);
            }
        }
    }
}

static void expect(const char *text, const char *expected)
{
    expect_bytes(text, strlen(text), expected);
}

/* ---- what is read --------------------------------------------------------------------------- */

static void domains(void **state)
{
    (void)state;
    expect("t = {A, b 3 \"x y\"}", "1 domain of 4 t(A,b,3,x y)\n");
    expect("t={A,\n  B // c\n,C}P(A)",
           "1 domain of 1 t(A)\n2 domain of 1 t(B)\n3 domain of 1 t(C)\n3 P(A)\n");
    expect("t = {}\nt = {\n}", "1 domain of 0 t()\n2 domain of 0 t()\n3 domain of 0 t()\n");
    expect("t = {1, 2, ..., 10}", "1 domain with a range of 3 t(1,2,10)\n");
    expect("t = {1...3}", "1 domain of 1 t(1...3)\n");
    expect("t = {1 ... 3} u={.5}", "1 domain with a range of 2 t(1,3)\n1 domain of 1 u(.5)\n");
    expect("t = {A, (}\nP(A)", "2 P(A)\ne.db:1:9: a constant or } is expected, not \"(\"\n");
    expect("t = {A\n", "1 domain of 1 t(A)\ne.db:2:1: the list of the constants of t has no end\n");
    expect("!t = {A}", "e.db:1:4: a mapping cannot be negated or unknown\n");
}

static void atoms(void **state)
{
    (void)state;
    expect("", "");
    expect("P(A)", "1 P(A)\n");
    expect("P(A)\n!P(B)\n?P(C)\n\xc2\xacP(D)\n", "1 P(A)\n2 !P(B)\n3 ?P(C)\n4 !P(D)\n");
    expect("! P(A) ? P(B)", "1 !P(A)\n1 ?P(B)\n");
    expect("P(A) Q(B,C)\tR( D , E )\n\n S(F)", "1 P(A)\n1 Q(B,C)\n1 R(D,E)\n3 S(F)\n");
    expect("P(A)Q(B)", "1 P(A)\n1 Q(B)\n");
    expect("P\nQ()\nR( )\n!S\n", "1 P()\n2 Q()\n3 R()\n4 !S()\n");
    expect("P Q", "1 P()\n1 Q()\n");
    expect("P (A)", "1 P(A)\n");
    expect("p'1_x(a)", "1 p'1_x(a)\n");
    expect("\xc3\x84hnlich(\xc3\xb6,\xe2\x82\xac)", "1 \xc3\x84hnlich(\xc3\xb6,\xe2\x82\xac)\n");
}

static void bare_arguments(void **state)
{
    (void)state;
    expect("P(http://x/y,a=b,-3,1.5e3)", "1 P(http://x/y,a=b,-3,1.5e3)\n");
    expect("P(/*,//,!?#$%&'*+-./:;<=>@[]^`{|}~)", "1 P(/*,//,!?#$%&'*+-./:;<=>@[]^`{|}~)\n");
    expect("P(abcdefghijklmnopqrstuvwxyz0123456789)",
           "1 P(abcdefghijklmnopqrstuvwxyz0123456789)\n");
    expect("P(\xff)", "e.db:1:3: byte 0xff is not valid UTF-8\n");
}

static void line_ends(void **state)
{
    (void)state;
    expect("P(A)\r\nP(B)\rP(C)\n\rP(D)\r\n\r\nP(E)", "1 P(A)\n2 P(B)\n3 P(C)\n5 P(D)\n7 P(E)\n");
    expect("\xef\xbb\xbfP(A) !\n", "1 P(A)\ne.db:1:7: the line ends where an atom is expected\n");
    expect("P(A)\f\v P(B)", "1 P(A)\n1 P(B)\n");
}

static void strings(void **state)
{
    (void)state;
    expect("P(\"a b\", \"(,)\" )", "1 P(a b,(,))\n");
    expect("P(\"\")", "1 P()\n");
    expect("P(\"a\\n\\t\\r\\\"\\\\b\")", "1 P(a\n\t\r\"\\b)\n");
    expect("P(\"\\u0041\\u00e4\\u20AC\\ud83d\\ude00x\",\"y\\\\\")",
           "1 P(A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80x,y\\)\n");
    expect("P(\"// no comment /* here\")", "1 P(// no comment /* here)\n");
    expect("P(\"\\\\\",\"\\\\\") P(\"\\\"\")", "1 P(\\,\\)\n1 P(\")\n");
}

static void comments(void **state)
{
    (void)state;
    expect("// one\nP(A) // two\n/* three\n four */ P(B) /**/ P(C) /***/ P(D) /* * / */",
           "2 P(A)\n4 P(B)\n4 P(C)\n4 P(D)\n");
    expect("P(A)// x\nP// y\nQ/* z */R(B)", "1 P(A)\n2 P()\n3 Q()\n3 R(B)\n");
    expect("/* a\r\n b \r c */P(A)", "3 P(A)\n");
    expect("// no end", "");
    expect("P(A)\n  /* no\n end *", "1 P(A)\ne.db:2:3: this comment has no end\n");
    expect("P(A) /", "1 P(A)\ne.db:1:6: an atom is expected, not \"/\"\n");
}

static void probabilities(void **state)
{
    (void)state;
    expect("0.7 P(A)\nP(B) 0.25\n0 P(C) 1 P(D) P(E)\nP(F) 0 P(G) 1.0 P(H)\n",
           "1 P(A) 0.7\n2 P(B) 0.25\n3 P(C) 0\n3 P(D) 1\n3 P(E)\n4 P(F) 0\n4 P(G) 1\n4 P(H)\n");
    expect("0.7 !P(A)\n!P(B) .5\n1e-3 \xc2\xacP(C)\n", "1 !P(A) 0.7\n2 !P(B) 0.5\n3 !P(C) 0.001\n");
    expect("P 0.5\n0.5 Q\nR() 0.5// c\n", "1 P() 0.5\n2 Q() 0.5\n3 R() 0.5\n");
    expect("/* c */ 0.5 P(A) 0.25 P(B)\nP(C)\n", "1 P(A) 0.5\n1 P(B) 0.25\n2 P(C)\n");
    expect("P(A)\n0.5 P(B)\n", "1 P(A)\n2 P(B) 0.5\n"); /* a suffix stands on the same line */
    expect("1.5 P(A)\nP(B) -0.1\nP(C) 1e999\n",
           "e.db:1:1: 1.5 is not between 0 and 1\ne.db:2:6: -0.1 is not between 0 and 1\n"
           "e.db:3:6: 1e999 is not between 0 and 1\n");
    expect("?P(A) 0.5\n0.5 ?P(A)\n", "e.db:1:7: an unknown atom cannot have a probability\n"
                                     "e.db:2:5: an unknown atom cannot have a probability\n");
    expect("P(A) 0.5 0.6\n0.5\n0.5 0.6 P(A)\n",
           "1 P(A) 0.5\ne.db:1:10: this number belongs to no atom\n"
           "e.db:2:4: the line ends where an atom is expected\n"
           "e.db:3:5: an atom is expected, not \"0\"\n");
}

static void mappings(void **state)
{
    (void)state;
    expect("A = f(B,C)\nf(B) = A\nA=f(B)\nf(B)=A\n\"x y\" = f(\"\\\"\")\n",
           "1 [A] = f(B,C)\n2 [A] = f(B)\n3 [A] = f(B)\n4 [A] = f(B)\n5 [x y] = f(\")\n");
    expect("10 = f(A) f(B) = -2.5 f(C) = \"\\u0041\"\nf() = A\nA = f\n",
           "1 [10] = f(A)\n1 [-2.5] = f(B)\n1 [A] = f(C)\n2 [A] = f()\n3 [A] = f()\n");
    expect("P(A) 10 = f(A)\na-b/c = f(A)\n3rd = f(B)\n",
           "1 P(A)\n1 [10] = f(A)\n2 [a-b/c] = f(A)\n3 [3rd] = f(B)\n");
    expect("!A = f(B)\nf(A) = g(B)\n0.5 A = f(B)\nA = \nf(A) =\n= f(A)\n",
           "e.db:1:4: a mapping cannot be negated or unknown\n"
           "e.db:2:9: there is a function on both sides\n"
           "e.db:3:7: a mapping cannot have a probability\n"
           "e.db:4:5: the line ends where a function is expected\n"
           "e.db:5:7: the line ends where a constant is expected\n"
           "e.db:6:1: an atom is expected, not \"=\"\n");
}

static void worlds(void **state)
{
    (void)state;
    expect(">> one\nP(A)\n>>two  words \r\n>>\n---\nP(B)\n  -----  \n>>",
           "1 world named [one]\n2 P(A)\n3 world named [two  words]\n4 world named []\n"
           "5 world []\n6 P(B)\n7 world []\n8 world named []\n");
    expect("P(A) >> x\n--\n--- P(A)\n> x\n",
           "1 P(A)\ne.db:1:6: a new world must start on a line of its own\n"
           "e.db:2:1: an atom is expected, not \"--\"\ne.db:3:1: an atom is expected, not \"---\"\n"
           "e.db:4:2: > or a predicate is expected, not \" \"\n");
}

/* Of thebeast: >name, and rows below. */
static void lists(void **state)
{
    (void)state;
    expect(">w\n0 \"the dog\"\n\n1  b // c\n>p q\n>s\n\tA/b,\nA\n",
           "2 w(0,the dog)\n4 w(1,b)\n8 s(A)\n"
           "e.db:5:4: the end of the line is expected, not \"q\"\n"
           "e.db:7:5: a constant is expected, not \",\"\n");
    expect(">w // c\r\nA\r\n>> x\nP(A)\n>w\nB/*\n*/\n>v\n>w\n-5 -\n---\nP(B)\n0.5 P(C)",
           "2 w(A)\n3 world named [x]\n4 P(A)\n6 w(B/*)\n7 w(*/)\n10 w(-5,-)\n11 world []\n"
           "12 P(B)\n13 P(C) 0.5\n");
    expect(">\n>w(A)\nP(A)\n>w\nP(A)\nA\n>w",
           "3 P(A)\n6 w(A)\ne.db:1:2: the line ends where > or a predicate is expected\n"
           "e.db:2:3: the end of the line is expected, not \"(\"\n"
           "e.db:5:2: a constant is expected, not \"(\"\n");
}

static void too_many_lists(void **state)
{
    (void)state;
    static char text[4097 * 8 + 256 * 2 + 1];
    size_t n = 0;
    for (int i = 0; i < 4097; i++) n += (size_t)sprintf(text + n, ">w%d\n", i);
    char *got = transcribe(text, n, KF_WINDOW_SIZE, SIZE_MAX, false);
    assert_string_equal(got, "e.db:4097:2: lists of more than 4096 predicates\n");
    free(got);
    n = (size_t)sprintf(text, ">w\n");
    for (int i = 0; i < 256; i++) n += (size_t)sprintf(text + n, "A ");
    got = transcribe(text, n, KF_WINDOW_SIZE, SIZE_MAX, false);
    assert_string_equal(got, "e.db:2:511: a row of more than 255 constants\n");
    free(got);
}

static void errors(void **state)
{
    (void)state;
    expect("P(A\nP(B)\n", "2 P(B)\ne.db:1:4: the line ends where , or ) is expected\n");
    expect("P(A", "e.db:1:4: the file ends where , or ) is expected\n");
    expect("P(A,)\nP(,A)\nP(A B)\nP(f(A))\nP((A))\nP(\"a\"b)\n",
           "e.db:1:5: an argument is expected, not \")\"\n"
           "e.db:2:3: an argument is expected, not \",\"\n"
           "e.db:3:5: , or ) is expected, not \"B\"\n"
           "e.db:4:4: a function cannot stand in an argument\n"
           "e.db:5:3: a function cannot stand in an argument\n"
           "e.db:6:6: , or ) is expected, not \"b\"\n");
    expect("P(\"a)\nP(B)\nP(\"a\\", "2 P(B)\ne.db:1:3: this string has no end\n"
                                    "e.db:3:3: this string has no end\n");
    expect("P(\"\\q\")\nP(\"\\u12\")\nP(\"\\ud800\")\nP(\"\\ud800\\u0041\")\nP(\"\\udc00\")\nP("
           "\"\\u0000\")\n",
           "e.db:1:4: there is no such escape; known are \\n \\t \\r \\\" \\\\ \\uXXXX\n"
           "e.db:2:4: \\u takes four hexadecimal digits\n"
           "e.db:3:4: \\ud800 is half of a pair and the other half is missing\n"
           "e.db:4:4: \\ud800 is half of a pair and the other half is missing\n"
           "e.db:5:4: \\udc00 is half of a pair and the other half is missing\n"
           "e.db:6:4: a constant cannot hold \\u0000\n");
    expect("P(A), P(B)\nP(C);\n)\n\001\n\"s\"\nfoo:bar\n!!P(A)\n",
           "1 P(A)\n2 P(C)\ne.db:1:5: an atom is expected, not \",\"\n"
           "e.db:2:5: an atom is expected, not \";\"\ne.db:3:1: an atom is expected, not \")\"\n"
           "e.db:4:1: an atom is expected, not control character 0x01\n"
           "e.db:5:1: an atom is expected, not a string\n"
           "e.db:6:1: an atom is expected, not \"foo:bar\"\n"
           "e.db:7:2: an atom is expected, not \"!\"\n");
}

static void bad_bytes(void **state)
{
    (void)state;
    static const char nul[] = "P(A)\nP(\0B)\nP(C)\n// \0 x\nP(\"\0\")\nP(D)\0";
    /* A NUL ends it: what is no text may have no further line, however long one looks for it. */
    expect_bytes(nul, sizeof nul - 1, "1 P(A)\ne.db:2:3: there is a NUL byte here\n");
    expect_bytes(nul + 11, sizeof nul - 12, "1 P(C)\ne.db:2:4: there is a NUL byte here\n");
    expect("P(A)\nP(\xe4)\xff\nP(B)\n/* \xc3( */\nP(\xe2\x82", /* the last: cut off */
           "1 P(A)\n3 P(B)\ne.db:2:3: byte 0xe4 is not valid UTF-8\n"
           "e.db:5:3: byte 0xe2 is not valid UTF-8\n"); /* a comment may have any bytes */
}

static void stops_after_enough_errors(void **state)
{
    (void)state;
    kf_mem mem;
    kf_text out, text;
    kf_mem_init(&mem, 0);
    kf_text_init(&out, &mem);
    kf_text_init(&text, &mem);
    for (int i = 0; i < 100; i++) kf_text_addf(&text, ")\n");
    assert_int_equal(transcribe_into(&out, &mem, text.at, text.n, 64, SIZE_MAX, false),
                     KERF_INVALID);
    size_t lines = 0;
    for (size_t i = 0; i < out.n; i++) lines += out.at[i] == '\n';
    assert_int_equal(lines, KF_MOST_ERRORS);
    kf_text_free(&out);
    kf_text_free(&text);
}

/* ---- sizes ---------------------------------------------------------------------------------- */

/* "P(" a... ")" with n bytes in all. */
static char *long_item(size_t n)
{
    char *text = malloc(n + 32);
    memset(text, 'a', n);
    memcpy(text, "P(", 2);
    strcpy(text + n - 1, ")\nP(B)\n");
    return text;
}

static void long_items(void **state)
{
    (void)state;
    char *text = long_item(KF_WINDOW_ITEM);
    char *got = transcribe(text, strlen(text), KF_WINDOW_SIZE, SIZE_MAX, true);
    assert_int_equal(strlen(got), KF_WINDOW_ITEM + strlen("1 \n2 P(B)\n"));
    free(got);
    free(text);
    static const size_t sizes[] = { KF_WINDOW_ITEM + 1, KF_WINDOW_ITEM + 1000, 5 * KF_WINDOW_ITEM };
    for (size_t i = 0; i < KF_LENGTH(sizes); i++) {
        text = long_item(sizes[i]);
        got = transcribe(text, strlen(text), KF_WINDOW_SIZE, SIZE_MAX, true);
        assert_string_equal(got, "2 P(B)\ne.db:1:1: this item is longer than 1 MiB\n");
        free(got);
        free(text);
    }
}

typedef struct endless { /* many atoms on one line, made up as they are read */
    size_t items, given;
    char word[32];
    size_t at, n;
} endless;

static ptrdiff_t read_endless(void *context, void *to, size_t n)
{
    endless *e = context;
    char *out = to;
    size_t i = 0;
    while (i < n) {
        if (e->at == e->n) {
            if (e->given == e->items) break;
            e->n = (size_t)snprintf(e->word, sizeof e->word, "Word(D%zu,w%zu) ", e->given,
                                    e->given % 1000);
            e->given++;
            e->at = 0;
        }
        out[i++] = e->word[e->at++];
    }
    return (ptrdiff_t)i;
}

static void long_line_in_bounded_memory(void **state)
{
    (void)state;
    kf_mem mem;
    kf_input *input;
    kf_db *db;
    kf_db_item item;
    endless source = { .items = 1000000 };
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    assert_int_equal(kf_input_open_stream(&input, &mem, read_endless, &source), KERF_OK);
    assert_int_equal(kf_db_open(&db, &mem, input, "e.db", diags), KERF_OK);
    size_t items = 0;
    for (;; items++) {
        assert_int_equal(kf_db_next(db, &item), KERF_OK);
        if (item.kind == KF_DB_END) break;
        if (items == 777777) {
            kf_place place = kf_db_place(db, 1);
            assert_int_equal(place.line, 1);
            assert_true(place.column > 10000000);
            assert_memory_equal(place.source.at + (place.column - 1 - place.skipped), "w777)", 5);
            assert_true(place.source.n <= 160);
        }
    }
    assert_int_equal(items, source.items);
    assert_true(mem.peak < 1024 * 1024);
    kf_db_close(db);
    kf_input_close(input);
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

/* ---- places --------------------------------------------------------------------------------- */

static void places(void **state)
{
    (void)state;
    static const char text[] = "P(A)\n  Friends(Anna, \"B\\u0041b\")\n";
    kf_mem mem;
    kf_input *input;
    kf_db *db;
    kf_db_item item;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    assert_int_equal(kf_input_open_memory(&input, &mem, text, sizeof text - 1), KERF_OK);
    assert_int_equal(kf_db_open(&db, &mem, input, "e.db", diags), KERF_OK);
    assert_int_equal(kf_db_next(db, &item), KERF_OK);
    assert_int_equal(kf_db_next(db, &item), KERF_OK);
    static const struct {
        int argument;
        uint32_t column, length;
    } cases[] = { { -1, 3, 25 }, { -2, 3, 7 }, { 0, 11, 4 }, { 1, 18, 8 } };
    for (size_t i = 0; i < KF_LENGTH(cases); i++) {
        kf_place place = kf_db_place(db, cases[i].argument);
        assert_string_equal(place.file, "e.db");
        assert_int_equal(place.line, 2);
        assert_int_equal(place.column, cases[i].column);
        assert_int_equal(place.length, cases[i].length);
        assert_memory_equal(place.source.at, text + 5, place.source.n);
        assert_int_equal(place.source.n, 27);
    }
    kf_db_close(db);
    kf_input_close(input);
    kf_diags_free(diags);
}

/* ---- random texts, any block boundary, any failing allocation ------------------------------ */

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

static void random_texts(void **state)
{
    (void)state;
    static const char *const pieces[] = { "P(A)",     "Q(b,c)",  "\n",
                                          " ",        "\r\n",    "\r",
                                          "// c",     "/* d */", "/*",
                                          "*/",       "\"s\"",   "\"\\u0041\"",
                                          "0.5",      "1.5",     "=",
                                          "f(x)",     "!",       "?",
                                          "---",      ">> w",    "(",
                                          ")",        ",",       "\xc3\xa4",
                                          "\xe2\x82", "A",       "\"",
                                          "\\",       "\n0.2 ",  "\nR(\"a\\nb\",c)\n",
                                          "\xc2\xac", "\n---\n", "\nA = f(B)\n",
                                          "\x01",     "-",       "/",
                                          "\n>w\n",   ">v" };
    uint64_t seed = 7;
    for (int round = 0; round < 400; round++) {
        char text[1200] = "";
        size_t n = 0;
        size_t count = next_random(&seed) % 100;
        for (size_t i = 0; i < count; i++) {
            const char *piece = pieces[next_random(&seed) % KF_LENGTH(pieces)];
            n += strlen(strcpy(text + n, piece));
        }
        if (n > 5 && next_random(&seed) % 8 == 0) text[next_random(&seed) % n] = '\0';
        char *expected = transcribe(text, n, KF_WINDOW_SIZE, SIZE_MAX, false);
        expect_bytes(text, n, expected);
        free(expected);
    }
}

static void failing_memory(void **state)
{
    (void)state;
    static const char text[] =
        "P(A,\"\\u0041\") 0.5\nA = f(B)\nP(\n/* x\n*/ >>\n)\n>w\nA\n>v\n\"B\"";
    for (int64_t n = 0;; n++) {
        kf_mem mem, quiet;
        kf_text out;
        kf_mem_init(&mem, 0);
        kf_mem_init(&quiet, 0);
        kf_text_init(&out, &quiet);
        mem.fail_after = n;
        kerf_status status = transcribe_into(&out, &mem, text, sizeof text - 1, 8, 5, true);
        kf_text_free(&out);
        assert_int_equal(mem.used, 0);
        if (mem.fail_after > 0) {
            assert_int_equal(status, KERF_OK);
            break;
        }
        assert_true(status == KERF_NO_MEMORY || status == KERF_OK);
    }
}

static ptrdiff_t read_and_fail(void *context, void *to, size_t n)
{
    int *calls = context;
    (void)n;
    if (++*calls > 3) return -1;
    memcpy(to, "P(A)", 4);
    return 4;
}

static void failing_input(void **state)
{
    (void)state;
    kf_mem mem;
    kf_input *input;
    kf_db *db;
    kf_db_item item;
    int calls = 0;
    kf_mem_init(&mem, 0);
    kf_diags *diags = kf_diags_new(&mem);
    assert_int_equal(kf_input_open_stream(&input, &mem, read_and_fail, &calls), KERF_OK);
    assert_int_equal(kf_db_open(&db, &mem, input, "e.db", diags), KERF_OK);
    assert_int_equal(kf_db_next(db, &item), KERF_IO);
    assert_int_equal(kf_diags_errors(diags), 1);
    kf_db_close(db);
    kf_input_close(input);
    kf_diags_free(diags);
    assert_int_equal(mem.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atoms),          cmocka_unit_test(domains),
        cmocka_unit_test(bare_arguments), cmocka_unit_test(line_ends),
        cmocka_unit_test(strings),        cmocka_unit_test(comments),
        cmocka_unit_test(probabilities),  cmocka_unit_test(mappings),
        cmocka_unit_test(lists),          cmocka_unit_test(too_many_lists),
        cmocka_unit_test(worlds),         cmocka_unit_test(errors),
        cmocka_unit_test(bad_bytes),      cmocka_unit_test(stops_after_enough_errors),
        cmocka_unit_test(long_items),     cmocka_unit_test(long_line_in_bounded_memory),
        cmocka_unit_test(places),         cmocka_unit_test(random_texts),
        cmocka_unit_test(failing_memory), cmocka_unit_test(failing_input),
    };
    return cmocka_run_group_tests_name("db", tests, NULL, NULL);
}
