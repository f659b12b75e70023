/* test_convert.c -- models into other dialects: the text, the refusals, and the meaning.
 *
 * Meaning is checked by brute force: both models are scored in every world of a tiny universe
 * (eval_model.h); the same worlds must be allowed and scores may differ by one constant. */
#include "lang/print_tree.h"
#include "model/convert/convert.h"
#include "report/report.h"

#include "eval_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { ALCHEMY = 1, TUFFY = 2, ROCKIT = 4 };

typedef struct sample {
    const char *text;
    unsigned targets; /* that can express it */
    kf_dialect dialect;
} sample;

#define K KF_DIALECT_KERF

static const sample samples[] = {
    /* clauses */
    { "S(p)\nF(p,p)\n1.5 S(x) ^ F(x,y) => S(y)\n-2 S(x)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\nS(x) ^ F(x,y) => S(y).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\n1e-30 S(x)\n-2.5e-7 S(x)\n1e22 S(x)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\n1 !S(x) v !F(x,x)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\n@0.5 S(x)\nnamed: 2 !S(x)\n", ALCHEMY | TUFFY | ROCKIT, K },
    /* conjunctions: negated clauses */
    { "S(p)\nF(p,p)\n1 S(x) ^ F(x,y)\n-3 S(x) ^ !S(y)\n", ALCHEMY | TUFFY | ROCKIT, K },
    /* neither */
    { "S(p)\nF(p,p)\n1 S(x) <=> F(x,y)\n", 0, K },
    { "S(p)\nF(p,p)\nS(x) <=> F(x,x).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\nR(p)\n(S(x) ^ R(x)) v (F(x,x) ^ !R(x)).\n", ALCHEMY | TUFFY | ROCKIT, K },
    /* quantifiers */
    { "S(p)\nF(p,p)\n1 EXIST y F(x,y)\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 S(x) => EXIST y F(x,y)\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 FORALL y F(x,y)\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 S(x) v FORALL y F(x,y)\n", 0, K },
    { "S(p)\nF(p,p)\nS(x) v FORALL y F(x,y).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\n(FORALL y F(x,y)) v (FORALL y F(y,x)).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\nEXIST y F(x,y).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\nEXIST y (F(x,y) ^ S(y)).\n", ALCHEMY, K },
    { "S(p)\nF(p,p)\nEXIST y (F(x,y) ^ S(x)).\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\nEXIST y FORALL x F(x,y).\n", ALCHEMY, K },
    { "S(p)\nF(p,p)\n1 (EXIST y F(x,y)) v (EXIST z F(z,x)) v S(x)\n", ALCHEMY | TUFFY, K },
    /* comparisons and terms */
    { "S(p)\nF(p,p)\n1 F(x,y) => x = y\nF(x,y) ^ x != y => S(x).\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 F(x,y) ^ F(y,z) ^ x != y ^ y != z => S(x)\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 S(x) v S(y) v x = y\n1 !S(x) v x = A\n", ALCHEMY | TUFFY, K },
    { "At(t)\nNext(t,t)\n1 At(x) => At(x + 1)\n", ALCHEMY, K },
    { "At(t)\nNext(t,t)\n1 At(x) ^ At(y) ^ x < y + 1 => Next(x,y)\n", ALCHEMY | TUFFY, K },
    { "S(p)\np f(p)\n1 S(x) => S(f(x))\n", ALCHEMY, K },
    { "S(p)\nF(p,p)\n1 F(x,y) ^ substr(x, y) => S(x)\n", ALCHEMY, K },
    /* constants, variables and types that need another spelling */
    { "S(Person)\n1 S(Anna)\n2 S(\"anna b\")\n3 S(12)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\n1 S(\"a,b\")\n", ALCHEMY | TUFFY, K },
    { "S(p)\nF(p,p)\n1 F(v, V1) => S(v)\n", ALCHEMY | TUFFY | ROCKIT, KF_DIALECT_ROCKIT },
    { "S(p)\nF(p,p)\n1 F(X, x) => S(X)\n", ALCHEMY | TUFFY | ROCKIT, KF_DIALECT_ROCKIT },
    { "S(p)\nF(p,p)\n1 F(?x, Y) ^ S(y) => S(?x)\n", ALCHEMY | TUFFY | ROCKIT, KF_DIALECT_PRACMLN },
    /* lists of constants */
    { "p = {A, bob}\nS(p)\nF(p,p)\n1 S(x) => F(x,y)\n", ALCHEMY | TUFFY, K },
    /* no arguments, no weight, numbers */
    { "Rain\nS(p)\n1 Rain => S(x)\n", ALCHEMY, K },
    { "S(p)\nS(x)\n", ALCHEMY, K },
    { "*L(p,p,double)\nF(p,p)\nw: L(x,y,w) => F(x,y)\n", TUFFY | ROCKIT, K },
    { "*L(p,p,double)\nF(p,p)\nw: L(x,y,w) ^ F(x,y)\n", 0, K },
    { "*L(p,p,double)\nF(p,p)\n1 L(x,y,w) ^ w > 1 => F(x,y)\n", TUFFY, K },
    /* weight tables */
    { "S(p)\nF(p,p)\nF(+x, y) => S(y)\n1 F(A, y) => S(y)\n-2 F(B, y) => S(y)\n",
      ALCHEMY | TUFFY | ROCKIT, K },
    { "S(p)\nF(p,p)\nF(+x, y) ^ S(y)\n1 F(A, y) ^ S(y)\n", ALCHEMY | TUFFY | ROCKIT, K },
    /* marks and cardinalities */
    { "Has(p, q!)\n1 Has(x, y)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "Has(p, q?)\n1 Has(x, y)\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|y : F(x,y)| <= 1.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|y : F(x,y)| = 1.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|x,y : F(x,y)| <= 1.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|x,y : F(x,y)| >= 1.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|y : F(x,y)| <= 0.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "F(p,p)\n|y : F(x,y)| >= 2.\n", ROCKIT, K },
    { "*S(p)\nF(p,p)\n|y : F(x,y) ^ S(y)| <= 1.\n", ALCHEMY | TUFFY | ROCKIT, K },
    { "*S(p)\nF(p,p)\n|y : F(x,y) ^ S(y)| <= 2.\n", ROCKIT, K },
    { "*S(p)\nF(p,p)\n|y : F(x,y) ^ S(y)| >= 1.\n", ALCHEMY, K },
    { "S(p)\nF(p,p)\n|y : F(x,y) ^ S(y)| <= 1.\n", ALCHEMY | TUFFY, K },
    { "*S(p)\nF(p,p)\n|y| !S(y) v F(x,y) <= 1\n", ALCHEMY | TUFFY | ROCKIT, KF_DIALECT_ROCKIT },
    { "F(p,p)\n0.5 |y : F(x,y)| <= 1\n", 0, K },
    { "F(p,p)\nacyclic F.\n", 0, K },
    /* Alchemy's own reading */
    { "S(p)\nF(p,p)\n1 S(x) <=> F(x,y)\n", ALCHEMY | TUFFY | ROCKIT, KF_DIALECT_ALCHEMY },
    { "S(p)\nF(p,p)\n1 *S(x) ^ *F(x,y)\n", ALCHEMY | TUFFY | ROCKIT, K },
};

static const char *const pair[] = { "A", "B" };
static const char *const numbers[] = { "1", "2" };

static void open_sample(parsed *p, const sample *s)
{
    parsed_open(p, s->text, s->dialect, s->dialect == KF_DIALECT_ALCHEMY);
    if (p->status != KERF_OK) {
        parsed_say(p);
        fprintf(stderr, "in:\n%s", s->text);
    }
    assert_int_equal(p->status, KERF_OK);
}

static void check_target(const sample *s, kf_dialect target, bool expressible)
{
    parsed p, again;
    kf_text text;
    open_sample(&p, s);
    assert_int_equal(parsed_settle(&p, NULL), KERF_OK);
    kf_text_init(&text, &p.mem);
    size_t errors = kf_diags_errors(p.diags);
    kerf_status st = kf_convert(&text, p.model, target, false, p.diags);
    if ((st == KERF_OK) != expressible) {
        parsed_say(&p);
        fprintf(stderr, "for %s:\n%s", kf_dialect_name(target), s->text);
    }
    assert_int_equal(st, expressible ? KERF_OK : KERF_UNSUPPORTED);
    if (!expressible) {
        assert_int_equal(text.n, 0);
        assert_true(kf_diags_errors(p.diags) > errors);
        kf_text_free(&text);
        parsed_close(&p);
        return;
    }
    parsed_open(&again, text.at, target, target == KF_DIALECT_ALCHEMY);
    bool good = again.status == KERF_OK && parsed_settle(&again, NULL) == KERF_OK;
    universe u;
    universe_open(&u, p.model, strstr(s->text, "At(") ? numbers : pair, 2);
    good = good && same_meaning(&u, p.model, again.model);
    if (!good) {
        parsed_say(&again);
        fprintf(stderr, "from:\n%sto:\n%s", s->text, text.at);
    }
    assert_true(good);
    parsed_close(&again);
    kf_text_free(&text);
    parsed_close(&p);
}

static void meaning(void **state)
{
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(samples); i++) {
        check_target(&samples[i], KF_DIALECT_KERF, true);
        check_target(&samples[i], KF_DIALECT_ALCHEMY, samples[i].targets & ALCHEMY);
        check_target(&samples[i], KF_DIALECT_TUFFY, samples[i].targets & TUFFY);
        check_target(&samples[i], KF_DIALECT_ROCKIT, samples[i].targets & ROCKIT);
    }
}

/* ---- kerf to kerf: the same dump ---------------------------------------------------------- */

static const sample round_trips[] = {
    { "p = {A, b, \"c d\", 5}\nt = {1, ..., 10}\nu = {-2, -1, 0, 1}\ne = {}\nS(p x, t)\n"
      "*O(p)\n**C(u)\nR(e)\nNone\nQ(p!, t, u?)\np f(p)\nt g(p, t)\n"
      "1.5 S(x, 3) => O(x)\nl: -2 S(f(x), g(x, t)) v None\n@3 None\nO(x).\nNone\nS(x, t)\n",
      0, K },
    { "P(a, b)\nP(+x, y) => P(x, +y)\n1 P(A, B) => P(A, B)\n2.5 P(C, D) => P(C, D)\n", 0, K },
    { "P(a, b)\n1 P(A1, x)\n2 P(A2, x)\n3 P(A3, x)\n4 P(A4, x)\n5 P(A5, x)\n6 P(A6, x)\n7 P(A7, "
      "x)\n"
      "8 P(A8, x)\n9 P(A9, x)\n10 P(B1, x)\n11 P(B2, x)\n",
      0, K },
    { "P(a, a)\n1 P(x, y) ^ x != y ^ (P(y, x) v x = B) <=> EXIST z (P(x, z) ^ z != \"q r\")\n", 0,
      K },
    { "P(a, a)\nEXIST x,y (P(x, y) ^ FORALL x P(x, y)).\n", 0, K },
    { "P(a, t)\n1 P(x, t) ^ t * 2 + 1 >= 3 - (t - 1) => P(x, succ(t % 3) / 2)\n"
      "1 P(x, t) => P(concat(x, \"y\"), t--)\n",
      0, K },
    { "L(a, double)\nP(a)\nconf: L(x, conf) => P(x)\n1 L(x, 0.5) ^ L(x, w) ^ w >= -1.5 => P(x)\n",
      0, K },
    { "P(a, b)\n|x : P(x, y)| <= 3.\n1 |x, y : P(x, y) ^ x != A| >= 2\nc: |x : P(x, y)| = 0.\n"
      "|x| !P(x, y) >= 2\nQ(a, a)\nacyclic Q.\n",
      0, K },
    { "*o(T, T)\n*conf(T, float_)\nh(T)\n1.0 !o(X, x) v h(X) v h(\"x\")\nc: !conf(y, c) v h(y)\n"
      "|y| !o(x, y) v h(y) <= 1\n!h(x) v !h(\"Anna\").\n",
      0, KF_DIALECT_ROCKIT },
    { "*F(person, person)\nS(person)\n1 F(x, y), S(x), [x != y] => S(y)\nEXIST y F(x, y) v S(x).\n"
      "*W(person, float_ w)\nw: W(x, w) => S(x)\n",
      0, KF_DIALECT_TUFFY },
    { "p(a, a)\nq(a)\n1 p(?x, x) ^ q(?y) v q(Y)\ncount(p(?x, ?y) | ?x) = 1.\n", 0,
      KF_DIALECT_PRACMLN },
    { "S(p)\nF(p, p)\nl: 3 S(x) <=> F(x, y)\n1 *S(x) v *F(x, x)\n", 0, KF_DIALECT_ALCHEMY },
    { "S(p)\nx: 1 S(x)\n1 1 = 1\n0 < 1.\n1 S(x) ^ 1 < 2\n", 0, K },
};

static void dump_of(parsed *p, kf_text *text)
{
    kf_text_init(text, &p->mem);
    kf_report_model(text, p->model);
    assert_false(text->failed);
}

static void round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < KF_LENGTH(round_trips) + KF_LENGTH(samples); i++) {
        const sample *s =
            i < KF_LENGTH(round_trips) ? &round_trips[i] : &samples[i - KF_LENGTH(round_trips)];
        parsed p, again;
        kf_text text, dump, second;
        open_sample(&p, s);
        kf_text_init(&text, &p.mem);
        assert_int_equal(kf_convert(&text, p.model, KF_DIALECT_KERF, false, p.diags), KERF_OK);
        parsed_open(&again, text.at, KF_DIALECT_KERF, false);
        if (again.status != KERF_OK) {
            parsed_say(&again);
            fprintf(stderr, "%s", text.at);
        }
        assert_int_equal(again.status, KERF_OK);
        dump_of(&p, &dump);
        dump_of(&again, &second);
        if (strcmp(dump.at, second.at) != 0) fprintf(stderr, "written:\n%s", text.at);
        assert_string_equal(dump.at, second.at);
        kf_text_free(&second);
        kf_text_free(&dump);
        kf_text_free(&text);
        parsed_close(&again);
        parsed_close(&p);
    }
}

/* ---- Random models ------------------------------------------------------------------------ */

static uint64_t seed;

static unsigned pick(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % n;
}

/* A random formula over S(p), F(p,p) and the observed O(p); the variables x, y, z and a
 * constant. */
static void random_formula(kf_text *t, unsigned depth)
{
    static const char *const terms[] = { "x", "y", "z", "x", "y", "A" };
    unsigned kind = pick(depth ? 10 : 4);
    const char *a = terms[pick(6)], *b = terms[pick(5)]; /* A = A would be decided on reading */
    switch (kind) {
    case 0: kf_text_addf(t, "%sS(%s)", pick(2) ? "!" : "", a); return;
    case 1: kf_text_addf(t, "%sF(%s, %s)", pick(2) ? "!" : "", a, b); return;
    case 2: kf_text_addf(t, "%sO(%s)", pick(2) ? "!" : "", a); return;
    case 3: kf_text_addf(t, "(F(%s, %s) v %s %s %s)", a, b, a, pick(2) ? "=" : "!=", b); return;
    case 4: kf_text_addf(t, "%s", "!("); break;
    case 5: kf_text_addf(t, "(%s %s (", pick(2) ? "EXIST" : "FORALL", terms[pick(3)]); break;
    default: kf_text_addf(t, "("); break;
    }
    if (kind == 5) {
        /* the bound variable must have a type, whichever it is */
        kf_text_addf(t, "F(x, y) v F(z, z) v ");
        random_formula(t, depth - 1);
        kf_text_addf(t, "))");
        return;
    }
    random_formula(t, depth - 1);
    if (kind > 5) {
        static const char *const joins[] = { " ^ ", " v ", " => ", " <=> " };
        kf_text_addf(t, "%s", joins[kind - 6]);
        random_formula(t, depth - 1);
    }
    kf_text_addf(t, ")");
}

static void random_models(void **state)
{
    static const kf_dialect targets[] = { KF_DIALECT_KERF, KF_DIALECT_ALCHEMY, KF_DIALECT_TUFFY,
                                          KF_DIALECT_ROCKIT, KF_DIALECT_LOMRF };
    (void)state;
    size_t written[KF_LENGTH(targets)] = { 0 };
    kf_mem mem;
    kf_text source;
    kf_mem_init(&mem, 0);
    kf_text_init(&source, &mem);
    seed = 1;
    for (unsigned round = 0; round < 400; round++) {
        kf_text_clear(&source);
        kf_text_addf(&source, "*O(p)\nS(p)\nF(p, p)\n");
        bool hard = pick(2);
        if (!hard) kf_text_addf(&source, "%s ", pick(2) ? "1.5" : "-0.25");
        if (pick(4) == 0) {
            kf_text_addf(&source, "|%s : F(x, y) ^ %sO(y)| %s %u", pick(2) ? "x" : "x, y",
                         pick(2) ? "!" : "", pick(2) ? "<=" : "=", pick(3));
        } else {
            random_formula(&source, 1 + pick(3));
        }
        kf_text_addf(&source, "%s\n", hard ? "." : "");
        for (size_t i = 0; i < KF_LENGTH(targets); i++) {
            parsed p, again;
            kf_text text;
            parsed_open(&p, source.at, KF_DIALECT_KERF, false);
            if (p.status != KERF_OK) { /* a variable without a type */
                parsed_close(&p);
                break;
            }
            assert_int_equal(parsed_settle(&p, NULL), KERF_OK);
            kf_text_init(&text, &p.mem);
            kerf_status st = kf_convert(&text, p.model, targets[i], false, p.diags);
            assert_true(st == KERF_OK || (st == KERF_UNSUPPORTED && targets[i] != KF_DIALECT_KERF));
            if (st == KERF_OK) {
                written[i]++;
                parsed_open(&again, text.at, targets[i], targets[i] == KF_DIALECT_ALCHEMY);
                universe u;
                universe_open(&u, p.model, pair, 2);
                bool good = again.status == KERF_OK && parsed_settle(&again, NULL) == KERF_OK
                            && same_meaning(&u, p.model, again.model);
                if (good && targets[i] == KF_DIALECT_KERF) {
                    kf_text dump, second;
                    dump_of(&p, &dump);
                    dump_of(&again, &second);
                    assert_string_equal(dump.at, second.at);
                    kf_text_free(&second);
                    kf_text_free(&dump);
                }
                if (!good) {
                    parsed_say(&again);
                    fprintf(stderr, "from:\n%sto:\n%s", source.at, text.at);
                }
                assert_true(good);
                parsed_close(&again);
            }
            kf_text_free(&text);
            parsed_close(&p);
        }
    }
    kf_text_free(&source);
    for (size_t i = 0; i < KF_LENGTH(targets); i++) assert_true(written[i] > 40);
}

/* ---- The text itself ---------------------------------------------------------------------- */

static const char *const model = "person = {Anna, bob}\n"
                                 "*Friends(person, person)\n"
                                 "*Conf(person, double)\n"
                                 "Smokes(person)\n"
                                 "Job(person, job!)\n"
                                 "1.5 Smokes(x) ^ Friends(x, y) ^ x != y => Smokes(y)\n"
                                 "0.5 Smokes(x) ^ Job(x, \"night guard\")\n"
                                 "w: Conf(x, w) => Smokes(x)\n"
                                 "2 Smokes(x) <=> Smokes(y)\n"
                                 "Smokes(Anna) v Smokes(bob).\n"
                                 "|x : Smokes(x)| <= 3.\n";

static void check_text(kf_dialect target, bool partial, const char *wanted)
{
    parsed p;
    kf_text text;
    parsed_open(&p, model, KF_DIALECT_KERF, false);
    assert_int_equal(p.status, KERF_OK);
    kf_text_init(&text, &p.mem);
    kerf_status st = kf_convert(&text, p.model, target, partial, p.diags);
    assert_int_equal(st, wanted ? KERF_OK : KERF_UNSUPPORTED);
    if (wanted) assert_string_equal(text.at, wanted);
    kf_text_free(&text);
    parsed_close(&p);
}

static void texts(void **state)
{
    (void)state;
    check_text(KF_DIALECT_KERF, false,
               "// written by kerf for kerf\n"
               "person = {Anna, \"bob\"}\n"
               "*Friends(person, person)\n"
               "*Conf(person, double)\n"
               "Smokes(person)\n"
               "Job(person, job!)\n"
               "\n"
               "1.5 Smokes(x) ^ Friends(x, y) ^ x != y => Smokes(y)\n"
               "0.5 Smokes(x) ^ Job(x, \"night guard\")\n"
               "w: Conf(x, w) => Smokes(x)\n"
               "2 Smokes(x) <=> Smokes(y)\n"
               "Smokes(Anna) v Smokes(\"bob\").\n"
               "|x : Smokes(x)| <= 3.\n");
    check_text(KF_DIALECT_ALCHEMY, false, NULL);
    check_text(
        KF_DIALECT_ALCHEMY, true,
        "// written by kerf for Alchemy\n"
        "// hidden, to be named with -q: Smokes,Job\n"
        "person = {Anna, \"bob\"}\n"
        "Friends(person, person)\n"
        "// not expressible in Alchemy (there are no numbers as arguments): *Conf(person, double)\n"
        "Smokes(person)\n"
        "Job(person, job!)\n"
        "\n"
        "1.5 Smokes(x) ^ Friends(x, y) ^ !(x = y) => Smokes(y)\n"
        "// negated, with the weight's sign changed: the score differs by a constant\n"
        "-0.5 !Smokes(x) v !Job(x, \"night guard\")\n"
        "// not expressible in Alchemy (it uses a predicate that cannot be declared): w: Conf(x, "
        "w) => Smokes(x)\n"
        "// not expressible in Alchemy (its weight would be divided over several clauses): 2 "
        "Smokes(x) <=> Smokes(y)\n"
        "Smokes(Anna) v Smokes(\"bob\").\n"
        "// not expressible in Alchemy (a cardinality other than none, one, at most one and at "
        "least one cannot be stated): |x : Smokes(x)| <= 3.\n");
    check_text(KF_DIALECT_TUFFY, true,
               "// written by kerf for Tuffy\n"
               "*Friends(person, person)\n"
               "*Conf(person, float_)\n"
               "Smokes(person)\n"
               "Job(person, job)\n"
               "\n"
               "// the constants of person\n"
               "0 Friends(Anna, x1)\n"
               "0 Friends(\"bob\", x1)\n"
               "1.5 Smokes(x), Friends(x, y), [x != y] => Smokes(y)\n"
               "// negated, with the weight's sign changed: the score differs by a constant\n"
               "-0.5 Smokes(x) => !Job(x, \"night guard\")\n"
               "w: Conf(x, w) => Smokes(x)\n"
               "// not expressible in Tuffy (neither it nor its negation is a clause): 2 "
               "Smokes(x) <=> Smokes(y)\n"
               "Smokes(Anna) v Smokes(\"bob\").\n"
               "// not expressible in Tuffy (a cardinality other than none, one, at most one and "
               "at least one cannot be stated): |x : Smokes(x)| <= 3.\n"
               "Job(x1, x2), [x2 != x2_2] => !Job(x1, x2_2).\n"
               "EXIST x2 Job(x1, x2).\n");
    check_text(KF_DIALECT_ROCKIT, true,
               "// written by kerf for RockIt\n"
               "*Friends(person, person)\n"
               "*Conf(person, float_)\n"
               "Smokes(person)\n"
               "Job(person, job)\n"
               "// not expressible in RockIt (the constants of a type come from the evidence "
               "there): person = {Anna, \"bob\"}\n"
               "\n"
               "// not expressible in RockIt (there are no comparisons): 1.5 Smokes(x) ^ "
               "Friends(x, y) ^ x != y => Smokes(y)\n"
               "// negated, with the weight's sign changed: the score differs by a constant\n"
               "-0.5 !Smokes(x) v !Job(x, \"night guard\")\n"
               "w: !Conf(x, w) v Smokes(x)\n"
               "// not expressible in RockIt (neither it nor its negation is a clause): 2 "
               "Smokes(x) <=> Smokes(y)\n"
               "Smokes(\"Anna\") v Smokes(\"bob\").\n"
               "|x| Smokes(x) <= 3\n"
               "|x2| Job(x1, x2) <= 1\n"
               "|x2| Job(x1, x2) >= 1\n");
}

static void refusals(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(&p, "P(a, a)\n\nacyclic P.\n", KF_DIALECT_KERF, false);
    kf_text_init(&text, &p.mem);
    kf_text_add(&text, KF_STR("before"));
    assert_int_equal(kf_convert(&text, p.model, KF_DIALECT_ROCKIT, false, p.diags),
                     KERF_UNSUPPORTED);
    assert_string_equal(text.at, "before");
    assert_int_equal(kf_diags_errors(p.diags), 1);
    const kerf_message *m = kf_diags_get(p.diags, kf_diags_count(p.diags) - 1);
    assert_string_equal(m->text, "cannot be written for RockIt: acyclicity cannot be stated");
    assert_int_equal(m->line, 3);
    assert_int_equal(kf_convert(&text, p.model, KF_DIALECT_ROCKIT, true, p.diags), KERF_OK);
    assert_int_equal(kf_diags_errors(p.diags), 1);
    assert_int_equal(kf_diags_warnings(p.diags), 1);
    assert_int_equal(kf_convert(&text, p.model, KF_DIALECT_PRACMLN, true, p.diags), KERF_MISUSE);
    kf_text_free(&text);
    parsed_close(&p);
}

/* Every allocation made to fail in turn: a clean status, no leak. */
static void faults(void **state)
{
    static const kf_dialect targets[] = { KF_DIALECT_KERF, KF_DIALECT_ALCHEMY, KF_DIALECT_TUFFY,
                                          KF_DIALECT_ROCKIT, KF_DIALECT_LOMRF };
    (void)state;
    parsed p;
    kf_mem other;
    kf_mem_init(&other, 0);
    kf_diags *diags = kf_diags_new(&other);
    parsed_open(&p, model, KF_DIALECT_KERF, false);
    for (size_t t = 0; t < KF_LENGTH(targets); t++) {
        kerf_status st = KERF_NO_MEMORY;
        size_t before = p.mem.used;
        for (int64_t n = 0; st != KERF_OK; n++) {
            kf_text text;
            kf_text_init(&text, &p.mem);
            p.mem.fail_after = n;
            st = kf_convert(&text, p.model, targets[t], true, diags);
            p.mem.fail_after = -1;
            assert_true(st == KERF_OK || st == KERF_NO_MEMORY);
            assert_true(st == KERF_OK || text.n == 0);
            kf_text_free(&text);
            assert_int_equal(p.mem.used, before);
        }
    }
    kf_diags_free(diags);
    parsed_close(&p);
}

/* Reports and printing under the same treatment: they only set `failed`. */
static void report_faults(void **state)
{
    (void)state;
    parsed p;
    parsed_open(&p, model, KF_DIALECT_KERF, false);
    for (int what = 0; what < 3; what++) {
        bool failed = true;
        size_t before = p.mem.used;
        for (int64_t n = 0; failed; n++) {
            kf_text text;
            kf_text_init(&text, &p.mem);
            p.mem.fail_after = n;
            if (what == 0) kf_print_tree(&text, p.program);
            if (what == 1) kf_report_model(&text, p.model);
            if (what == 2) kf_report_summary(&text, &(kf_record){ .model = p.model });
            p.mem.fail_after = -1;
            failed = text.failed;
            kf_text_free(&text);
            assert_int_equal(p.mem.used, before);
        }
    }
    parsed_close(&p);
}

/* A table from a .weights file, with a constant that nothing else names. */
static void side_table(void **state)
{
    (void)state;
    parsed p;
    kf_text text;
    parsed_open(&p, "S(p)\nS(+x)\n1 S(A)\n0.5 |y : F(+x, y)| <= 1\nF(p, q)\n", KF_DIALECT_KERF,
                false);
    assert_int_equal(p.status, KERF_OK);
    kf_rule *r = &p.model->rules.at[0];
    assert_int_equal(r->cost, KF_COST_TABLE);
    uint32_t type = kf_model_find_type(p.model, KF_STR("p"));
    uint32_t key = kf_symbols_add(p.model->types.at[type].constants, KF_STR("new one"));
    kf_model_fix_constants(p.model);
    assert_int_equal(kf_weight_table_set(r->table, &key, -1.5, NULL), KERF_OK);
    kf_rule *count = &p.model->rules.at[1];
    count->cost = KF_COST_TABLE;
    count->table = r->table;
    kf_text_init(&text, &p.mem);
    assert_int_equal(kf_convert(&text, p.model, KF_DIALECT_KERF, false, p.diags), KERF_OK);
    assert_string_equal(
        text.at,
        "// written by kerf for kerf\n"
        "S(p)\n"
        "F(p, q)\n"
        "\n"
        "(S(+x))\n"
        "// these name constants that were only in a weight table: here they are in every world\n"
        "1 S(A)\n"
        "-1.5 S(\"new one\")\n"
        "// these name constants that were only in a weight table: here they are in every world\n"
        "1 |y : F(A, y)| <= 1\n"
        "-1.5 |y : F(\"new one\", y)| <= 1\n");
    kf_text_free(&text);
    parsed_close(&p);
}

/* The evaluator itself: it must tell models apart. */
static void oracle(void **state)
{
    static const char *const different[] = { "P(a)\n1 P(x)\n",         "P(a)\n1.5 P(x)\n",
                                             "P(a)\nP(x).\n",          "P(a)\n1 P(x) ^ P(y)\n",
                                             "P(a)\n1 EXIST x P(x)\n", "P(a)\n|x : P(x)| <= 1.\n",
                                             "P(a)\n1 P(A)\n" };
    (void)state;
    parsed p[KF_LENGTH(different)];
    universe u;
    for (size_t i = 0; i < KF_LENGTH(different); i++) {
        parsed_open(&p[i], different[i], KF_DIALECT_KERF, false);
        assert_int_equal(p[i].status, KERF_OK);
    }
    universe_open(&u, p[0].model, pair, 2);
    assert_int_equal(u.n_atoms, 2);
    for (size_t i = 0; i < KF_LENGTH(different); i++) {
        for (size_t j = 0; j < KF_LENGTH(different); j++) {
            assert_int_equal(same_meaning(&u, p[i].model, p[j].model), i == j);
        }
    }
    uint8_t world[2] = { 1, 0 };
    uint64_t violated;
    assert_true(eval_model(&u, p[0].model, world, &violated) == 1.0);
    assert_true(eval_model(&u, p[2].model, world, &violated) == 0.0);
    assert_int_equal(violated, 1);
    for (size_t i = 0; i < KF_LENGTH(different); i++) parsed_close(&p[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),    cmocka_unit_test(meaning),
        cmocka_unit_test(texts),         cmocka_unit_test(refusals),
        cmocka_unit_test(faults),        cmocka_unit_test(oracle),
        cmocka_unit_test(report_faults), cmocka_unit_test(random_models),
        cmocka_unit_test(side_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
