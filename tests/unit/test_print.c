/* test_print.c -- rules to text and back: kf_print_*, the syntax tree, the dump, the summary. */
#include "lang/print_tree.h"
#include "report/report.h"

#include "eval_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static const char *const declarations =
    "person = {Anna, Bob, carl, \"Anna Lee\"}\n"
    "time = {1, ..., 10}\n"
    "Smokes(person)\nFriends(person, person)\nAt(person, time)\nRain\n"
    "*Score(person, person, double)\n"
    "Says(person, word)\n"
    "person boss(person)\n";

typedef struct example {
    const char *formula, *printed;
} example;

static const example examples[] = {
    /* weights, labels, hardness */
    { "1.5 Smokes(x)", "1.5 Smokes(x)" },
    { "-2e-3 Smokes(x)", "-0.002 Smokes(x)" },
    { "@1e-30 Smokes(x)", "@1e-30 Smokes(x)" },
    { "Smokes(x).", "Smokes(x)." },
    { "Smokes(x)", "(Smokes(x))" },
    { "Smokes(person)", NULL }, /* a declaration again */
    { "!Smokes(x)", "!Smokes(x)" },
    { "habit: 2 Smokes(x)", "habit: 2 Smokes(x)" },
    { "habit: Smokes(x)", "habit: Smokes(x)" },
    { "w: Score(x, y, w) => Friends(x, y)", "w: Score(x, y, w) => Friends(x, y)" },
    { "1 Rain", "1 Rain" },
    /* connectives */
    { "1 Smokes(x) ^ Rain => Smokes(y)", "1 Smokes(x) ^ Rain => Smokes(y)" },
    { "1 Smokes(x) <=> Rain", "1 Smokes(x) <=> Rain" },
    { "1 Smokes(x) v Rain => 1 = 2", "1 !Smokes(x) ^ !Rain" },
    { "1 Smokes(x) ^ 1 = 1 => Rain", "1 Smokes(x) => Rain" },
    { "1 !(Smokes(x) v Rain)", "1 !Smokes(x) ^ !Rain" },
    { "1 Smokes(x) ^ (Rain v Smokes(y))", "1 Smokes(x) ^ (Rain v Smokes(y))" },
    /* quantifiers */
    { "EXIST y Friends(x,y).", "EXIST y Friends(x, y)." },
    { "EXIST y EXIST z Friends(y,z).", "EXIST y,z Friends(y, z)." },
    { "!(EXIST y Friends(x,y)).", "FORALL y !Friends(x, y)." },
    { "Smokes(x) => EXIST y Friends(x,y).", "Smokes(x) => EXIST y Friends(x, y)." },
    { "(EXIST y Friends(x,y)) => Smokes(x).", "(EXIST y Friends(x, y)) => Smokes(x)." },
    { "EXIST y (Friends(x,y) ^ Smokes(y)).", "EXIST y (Friends(x, y) ^ Smokes(y))." },
    { "EXIST y FORALL z Friends(y,z).", "EXIST y FORALL z Friends(y, z)." },
    { "EXIST x (Smokes(x) ^ EXIST x Friends(x, x)).",
      "EXIST x (Smokes(x) ^ EXIST x Friends(x, x))." },
    /* comparisons and terms */
    { "Friends(x,y) => x != y.", "Friends(x, y) => x != y." },
    { "Friends(x,y) => !(x = y).", "Friends(x, y) => x != y." },
    { "1 At(x,t) => At(x, t + 1)", "1 At(x, t) => At(x, t + 1)" },
    { "1 At(x,t) => At(x, t++)", "1 At(x, t) => At(x, t + 1)" },
    { "1 At(x, (t + 1) * 2 - 3)", "1 At(x, (t + 1) * 2 - 3)" },
    { "1 At(x, 2 - (t - 3))", "1 At(x, 2 - (t - 3))" },
    { "1 At(x, succ(t))", "1 At(x, succ(t))" },
    { "1 At(x,t) ^ t >= 3 => Rain", "1 At(x, t) ^ t >= 3 => Rain" },
    { "1 Smokes(boss(x))", "1 Smokes(boss(x))" },
    { "1 Says(x, a) ^ Says(x, b) => substr(a, b)", "1 Says(x, a) ^ Says(x, b) => substr(a, b)" },
    /* constants */
    { "1 Smokes(Anna)", "1 Smokes(Anna)" },
    { "1 Smokes(carl)", "1 Smokes(\"carl\")" },
    { "1 Smokes(\"Anna Lee\")", "1 Smokes(\"Anna Lee\")" },
    { "1 Says(x, \"a \\\"b\\\" \\\\ \\n\")", "1 Says(x, \"a \\\"b\\\" \\\\ \\n\")" },
    { "1 Says(x, \"EXIST\")", "1 Says(x, \"EXIST\")" },
    { "1 Says(x, -5)", "1 Says(x, -5)" },
    { "1 Says(x, 05)", "1 Says(x, \"05\")" },
    { "1 Says(x, 3D)", "1 Says(x, \"3D\")" },
    /* variables */
    { "1 Smokes(v)", "1 Smokes(v)" },
    { "1 Smokes(v) ^ Smokes(x) => x = v", "1 Smokes(v_0) ^ Smokes(x) => x = v_0" },
    { "1 EXIST X Smokes(X)", "1 EXIST x Smokes(x)" },
    { "1 Smokes(x) v EXIST X Smokes(X)", "1 Smokes(x) v EXIST x_1 Smokes(x_1)" },
    /* parameters */
    { "Says(x, +w)", "(Says(x, +w))" },
    { "Says(+x, +w) => Smokes(x)", "Says(+x, +w) => Smokes(+x)" },
    /* cardinality, acyclicity */
    { "|y : Friends(x,y)| <= 2.", "|y : Friends(x, y)| <= 2." },
    { "lazy: 0.5 |y : Friends(x,y) ^ Smokes(y)| = 2",
      "lazy: 0.5 |y : Friends(x, y) ^ Smokes(y)| = 2" },
    { "|y| !Smokes(y) v Friends(x,y) >= 1", "|y| !Smokes(y) v Friends(x, y) >= 1." },
    { "count(Friends(x,y) | x) = 1.", "|y : Friends(x, y)| = 1." },
    { "acyclic Friends.", "acyclic Friends." },
    /* decided at once */
    { "1 1 = 1", "1 0 = 0" },
    { "1 Smokes(x) ^ 1 = 1", "1 Smokes(x)" },
};

static void open_with(parsed *p, const char *formula)
{
    char text[2000];
    snprintf(text, sizeof text, "%s\n%s\n", declarations, formula);
    parsed_open(p, text, KF_DIALECT_KERF, false);
    if (p->status != KERF_OK) {
        parsed_say(p);
        fprintf(stderr, "in: %s\n", formula);
    }
    assert_int_equal(p->status, KERF_OK);
}

static void print_first(parsed *p, kf_text *to)
{
    kf_text_init(to, &p->mem);
    assert_true(p->model->rules.n > 0);
    kf_print_rule(to, p->model, &p->model->rules.at[0]);
    assert_false(to->failed);
}

static void rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(examples); i++) {
        parsed p, again;
        kf_text text, second;
        open_with(&p, examples[i].formula);
        if (!examples[i].printed) {
            assert_int_equal(p.model->rules.n, 0);
            parsed_close(&p);
            continue;
        }
        print_first(&p, &text);
        assert_string_equal(text.at, examples[i].printed);
        open_with(&again, text.at); /* what is printed is a fixed point */
        print_first(&again, &second);
        assert_string_equal(second.at, text.at);
        kf_text_free(&second);
        parsed_close(&again);
        kf_text_free(&text);
        parsed_close(&p);
        assert_int_equal(p.mem.used, 0);
    }
}

static void constants(void **state)
{
    static const example list[] = {
        { "Anna", "Anna" },
        { "A_1", "A_1" },
        { "anna", "\"anna\"" },
        { "12", "12" },
        { "-12", "-12" },
        { "-", "\"-\"" },
        { "0", "0" },
        { "-0", "\"-0\"" },
        { "007", "\"007\"" },
        { "1.5", "\"1.5\"" },
        { "", "\"\"" },
        { "V", "\"V\"" },
        { "Exist", "\"Exist\"" },
        { "A'b", "\"A'b\"" },
        { "A-b", "\"A-b\"" },
        { "_x", "\"_x\"" },
        { "Ärger", "\"Ärger\"" },
        { "a\tb", "\"a\\tb\"" },
    };
    (void)state;
    kf_mem mem;
    kf_text text;
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    for (size_t i = 0; i < KF_LENGTH(list); i++) {
        kf_text_clear(&text);
        kf_print_constant(&text, kf_str_of(list[i].formula));
        assert_string_equal(text.at, list[i].printed);
    }
    kf_text_free(&text);
}

/* RockIt's X and x are two variables; so are pracmln's ?x and the constant x. */
static void foreign_variables(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(&p, "p(a, a)\n1 p(X, x) v p(X1, x_1)\n", KF_DIALECT_ROCKIT, false);
    assert_int_equal(p.status, KERF_OK);
    print_first(&p, &text);
    assert_string_equal(text.at, "1 p(x_0, x) v p(x1, x_1)");
    kf_text_free(&text);
    parsed_close(&p);

    parsed_open(&p, "p(a, a)\n1 p(?x, x)\n", KF_DIALECT_PRACMLN, false);
    assert_int_equal(p.status, KERF_OK);
    print_first(&p, &text);
    assert_string_equal(text.at, "1 p(x, \"x\")");
    kf_text_free(&text);
    parsed_close(&p);

    parsed_open(&p, "a = {x, y}\np(a, a)\n1 p(?x, x)\n", KF_DIALECT_PRACMLN, false);
    assert_int_equal(p.status, KERF_OK);
    print_first(&p, &text);
    assert_string_equal(text.at, "1 p(x_0, \"x\")");
    kf_text_free(&text);
    parsed_close(&p);
}

static void tree(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(
        &p,
        "t = {A, 2}\n*P(t name, t!)\nt f(t)\nl: 1.5 P(f(x), +y) ^ !x = \"B\" => EXIST z P(z, z)\n"
        "|x : P(x, y)| <= 2.\nacyclic P.\n",
        KF_DIALECT_KERF, false);
    kf_text_init(&text, &p.mem);
    kf_print_tree(&text, p.program);
    assert_string_equal(text.at, "dialect kerf\n"
                                 "line 1: type t\n"
                                 "  name A\n"
                                 "  number 2\n"
                                 "line 2: predicate *P\n"
                                 "  argument t named name\n"
                                 "  argument t, exactly one\n"
                                 "line 3: function f to t\n"
                                 "  argument t\n"
                                 "line 4: formula, label l, weight 1.5\n"
                                 "  implies\n"
                                 "    and\n"
                                 "      atom P\n"
                                 "        apply f\n"
                                 "          name x\n"
                                 "        name +y\n"
                                 "      not\n"
                                 "        compare =\n"
                                 "          name x\n"
                                 "          string \"B\"\n"
                                 "    exist z\n"
                                 "      atom P\n"
                                 "        name z\n"
                                 "        name z\n"
                                 "line 5: count <= 2, hard\n"
                                 "  counted\n"
                                 "    name x\n"
                                 "  atom P\n"
                                 "    name x\n"
                                 "    name y\n"
                                 "line 6: acyclic P\n");
    kf_text_free(&text);
    parsed_close(&p);
}

static void dump(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(
        &p,
        "person = {Anna, Bob}\n*Friends(person, person)\nSmokes(person)\nHas(person, thing!)\n"
        "habit: 1.5 Smokes(x) ^ Friends(x, y) => Smokes(y)\nHas(Anna, \"red car\").\n",
        KF_DIALECT_KERF, false);
    assert_int_equal(p.status, KERF_OK);
    kf_text_init(&text, &p.mem);
    kf_report_model(&text, p.model);
    assert_string_equal(text.at, "type person\n"
                                 "  listed (2) Anna, Bob\n"
                                 "type thing\n"
                                 "  named by formulas (1) \"red car\"\n"
                                 "predicate *Friends(person, person)\n"
                                 "predicate Smokes(person)\n"
                                 "predicate Has(person, thing!)\n"
                                 "formula habit\n"
                                 "  !Smokes(x) v !Friends(x, y) v Smokes(y)\n"
                                 "  weight: 1.5\n"
                                 "  free: x person, y person\n"
                                 "formula\n"
                                 "  Has(Anna, \"red car\")\n"
                                 "  hard\n"
                                 "cardinality, implied by a mark\n"
                                 "  |x2 : Has(x1, x2)| = 1\n"
                                 "  hard\n"
                                 "  free: x1 person\n"
                                 "  bound: x2 thing\n");
    kf_text_free(&text);
    parsed_close(&p);
}

static void summary(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(
        &p,
        "person = {Anna, Bob}\n*Friends(person, person)\nHas(person, thing!)\n"
        "habit: 1.5 Has(x, t) ^ Friends(x, y) => Has(y, t)\nHas(x, t) => x != Anna.\nHas(x, T1)\n",
        KF_DIALECT_KERF, false);
    assert_int_equal(p.status, KERF_OK);
    assert_int_equal(parsed_settle(&p, NULL), KERF_OK);
    kf_text_init(&text, &p.mem);
    kf_report_summary(&text, &(kf_record){ .model = p.model });
    assert_string_equal(
        text.at, "dialect  kerf\n"
                 "meaning  a weighted formula counts once per grounding, as a whole; a hard one "
                 "must hold\n"
                 "worlds   none read\n"
                 "\n"
                 "types\n"
                 "  person  2  listed\n"
                 "  thing   1  from formulas and evidence\n"
                 "\n"
                 "predicates\n"
                 "  *Friends(person, person)  observed  by the * in declarations\n"
                 "  Has(person, thing!)       hidden    by the * in declarations\n"
                 "\n"
                 "formulas\n"
                 "  habit  1.5    line 4  !Has(x, t) v !Friends(x, y) v Has(y, t)\n"
                 "  F2     hard   line 5  !Has(x, t) v x != Anna\n"
                 "  F3     learn  line 6  Has(x, T1)\n"
                 "\n"
                 "decisions\n"
                 "  in Has exactly one thing per person (hard, from the mark in its declaration)\n"
                 "  1 formula has no weight: to be learned, not for map\n");
    kf_text_free(&text);
    parsed_close(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules), cmocka_unit_test(constants), cmocka_unit_test(foreign_variables),
        cmocka_unit_test(tree),  cmocka_unit_test(dump),      cmocka_unit_test(summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
