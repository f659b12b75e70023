/* verify_chances.c -- kerf_verify_probabilities(): a file of probabilities, computed anew.
 *
 * Where few atoms are open, every possible world is scored by the verifier, which shares nothing
 * with grounding or elimination. Else elimination runs in another order, whose tables, sums and
 * rounding errors are others. */
#include "session/session.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "marginal/marginal.h"
#include "session/verify/chance_lines.h"
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ATOMS = 24, OTHER_ORDERS = 4 };
static const double MOST_STEPS = 0x1p26; /* worlds times groundings */
static const size_t MOST_BYTES = (size_t)1 << 32;

typedef struct known { /* an open atom */
    const char *text;
    uint32_t predicate;
    uint32_t row[KF_MOST_ARITY];
    double p;
    bool met; /* in the file */
} known;

typedef struct checking {
    kerf *k;
    const char *path, *at, *end; /* of the text that is left */
    uint32_t line;
    kf_arena arena;      /* of a world */
    KF_VEC(known) atoms; /* sorted by text */
    double groundings;
    kerf_probability_check *out;
} checking;

/* ---- What is right: by elimination ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(((const known *)a)->text, ((const known *)b)->text);
}

static kerf_status collect(checking *c, const kf_grounder *g, const kf_marginals *m)
{
    kf_mem *mem = &c->k->mem;
    kf_text text;
    kf_text_init(&text, mem);
    kerf_status st = KERF_OK;
    for (uint32_t a = 0; st == KERF_OK && a < kf_grounder_named(g); a++) {
        known x = { .p = m->chances.at[a].p };
        x.predicate = kf_grounder_atom_row(g, a, x.row);
        if (x.predicate == KF_NONE) continue;
        kf_text_clear(&text);
        kf_session_add_atom(&text, c->k->model, x.predicate, x.row);
        x.text = text.failed ? NULL : kf_arena_string(&c->arena, kf_text_get(&text));
        if (!x.text || !kf_vec_push(mem, &c->atoms, x)) st = KERF_NO_MEMORY;
    }
    kf_text_free(&text);
    if (c->atoms.n > 1) qsort(c->atoms.at, c->atoms.n, sizeof *c->atoms.at, by_text);
    return st;
}

static void count_groundings(checking *c, const kf_grounder *g)
{
    c->groundings = 1;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        c->groundings += (double)kf_ground_rule_groundings(kf_grounder_rule(g, i));
}

static kerf_status eliminate(checking *c)
{
    kerf *k = c->k;
    kf_grounded x;
    kf_marginals m;
    const kf_marginal_options options = { .how = KF_HOW_EXACT,
                                          .threads = kf_session_threads(k),
                                          .skip = OTHER_ORDERS,
                                          .limits = { .deadline = INFINITY } };
    KF_TRY(kf_session_ground(k, &x));
    k->changed = true;
    kerf_status st = kf_marginal_run(x.g, &options, &m);
    if (st == KERF_OK) {
        count_groundings(c, x.g);
        if (m.status == KF_MARGINAL_EXACT) st = collect(c, x.g, &m);
        else st = KERF_LIMIT;
        kf_marginals_free(&m);
    }
    kf_session_unground(&x);
    if (st == KERF_LIMIT) kf_session_say(k, "a component is too wide to be computed anew exactly");
    return st;
}

/* ---- What is right: world by world ---- */

typedef struct worlds {
    checking *c;
    kf_verifier *v;
    double *score;
    double most;
} worlds;

static double total_score(const worlds *w, uint64_t *violations)
{
    kf_sum sum = { 0 };
    *violations = 0;
    for (size_t i = 0; i <= w->c->k->model->rules.n; i++) {
        const kf_tally *t = kf_verifier_tally(w->v, i);
        if (!t) continue;
        kf_sum_join(&sum, &t->score);
        *violations += t->violations;
    }
    return kf_sum_get(&sum);
}

static kerf_status fill_world(const worlds *w, uint32_t world, kf_evidence *answer)
{
    const checking *c = w->c;
    uint32_t file;
    KF_TRY(kf_evidence_file(answer, c->path, &file));
    for (uint32_t i = 0; i < c->atoms.n; i++)
        if (world >> i & 1)
            KF_TRY(kf_evidence_add(answer, c->atoms.at[i].predicate, KF_SAID_TRUE,
                                   c->atoms.at[i].row, 0, 0, file, 1));
    return kf_evidence_close(answer, c->k->diags);
}

/* Tallies go on from world to world: a world's are what it adds. */
static kerf_status score_world(worlds *w, uint32_t world)
{
    kerf *k = w->c->k;
    uint64_t before, after;
    kf_evidence *answer = kf_evidence_new(&k->mem, k->model);
    if (!answer) return KERF_NO_MEMORY;
    double score = total_score(w, &before);
    kerf_status st = fill_world(w, world, answer);
    if (st == KERF_OK) st = kf_verifier_run(w->v, answer);
    kf_evidence_free(answer);
    if (st != KERF_OK) return st;
    w->score[world] = total_score(w, &after) - score;
    if (after > before) w->score[world] = -INFINITY;
    w->most = fmax(w->most, w->score[world]);
    return KERF_OK;
}

static void add_up(const worlds *w)
{
    checking *c = w->c;
    kf_sum all = { 0 };
    assert(c->atoms.n <= MOST_ATOMS && isfinite(w->most)); /* some world keeps what is hard */
    for (uint32_t i = 0; i < 1u << c->atoms.n; i++) kf_sum_add(&all, exp(w->score[i] - w->most));
    for (uint32_t a = 0; a < c->atoms.n; a++) {
        kf_sum some = { 0 };
        for (uint32_t i = 0; i < 1u << c->atoms.n; i++)
            if (i >> a & 1) kf_sum_add(&some, exp(w->score[i] - w->most));
        c->atoms.at[a].p = kf_sum_get(&some) / kf_sum_get(&all);
        assert(c->atoms.at[a].p >= 0 && c->atoms.at[a].p <= 1 + 1e-12);
    }
}

static kerf_status score_worlds(worlds *w)
{
    checking *c = w->c;
    kerf *k = c->k;
    const kf_verify_options none = { 0 };
    size_t n = (size_t)1 << c->atoms.n;
    KF_TRY(kf_verifier_new(&w->v, &k->mem, k->model, &none, k->diags));
    kerf_status st = kf_verifier_begin(w->v, k->evidence, kerf_world_name(k));
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) st = score_world(w, i);
    kf_verifier_end(w->v);
    kf_verifier_free(w->v);
    if (st == KERF_OK) add_up(w);
    return st;
}

/* Constants of functions are made by both sides, each its own: such models are not enumerated. */
static kerf_status enumerate(checking *c)
{
    worlds w = { .c = c, .most = -INFINITY };
    size_t n = c->atoms.n <= MOST_ATOMS ? (size_t)1 << c->atoms.n : 0;
    if (n == 0 || (double)n * c->groundings > MOST_STEPS || c->k->model->functions.n > 0)
        return KERF_OK;
    w.score = kf_mem_alloc(&c->k->mem, n, sizeof *w.score);
    if (!w.score) return KERF_NO_MEMORY;
    kerf_status st = score_worlds(&w);
    kf_mem_free(&c->k->mem, w.score, n, sizeof *w.score);
    if (st == KERF_OK) c->out->enumerated++;
    return st;
}

/* ---- What the file says ---- */

static kerf_status say_wrong(const checking *c, const char *what)
{
    kf_place place = { .file = c->path, .line = c->line };
    kf_diag_add(c->k->diags, KERF_ERROR, &place, "a line is an atom and its probability", "%s",
                what);
    return KERF_INVALID;
}

static bool next_line(checking *c, kf_str *line)
{
    if (c->at == c->end) return false;
    const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
    line->at = c->at;
    line->n = (size_t)((stop ? stop : c->end) - c->at);
    c->at = stop ? stop + 1 : c->end;
    c->line++;
    while (line->n > 0 && strchr(" \t\r", line->at[line->n - 1])) line->n--;
    return true;
}

static void compare(checking *c, known *x, double given)
{
    double off = fabs(given - x->p);
    assert(off <= 1 + 1e-12);
    kerf_probability_check *out = c->out;
    x->met = true;
    out->atoms++;
    if (off <= out->largest && *out->atom) return;
    const char *text = kf_arena_string(&c->k->strings, kf_str_of(x->text));
    out->largest = off;
    out->atom = text ? text : "";
    out->given = given;
    out->recomputed = x->p;
}

static kerf_status take_chance(checking *c, kf_str atom, double given)
{
    known key = { .text = kf_arena_string(&c->arena, atom) };
    if (!key.text) return KERF_NO_MEMORY;
    known *x =
        c->atoms.n ? bsearch(&key, c->atoms.at, c->atoms.n, sizeof *c->atoms.at, by_text) : NULL;
    if (!x && given == 0.5) return KERF_OK; /* of an atom that no formula names */
    if (!x) return say_wrong(c, "this is no open atom that a formula names, as kerf writes it");
    compare(c, x, given);
    return KERF_OK;
}

static kerf_status take_db_line(checking *c, kf_str line)
{
    size_t cut = line.n;
    double given;
    while (cut > 0 && line.at[cut - 1] != ' ' && line.at[cut - 1] != '\t') cut--;
    kf_str number = { line.at + cut, line.n - cut };
    if (cut == 0 || !kf_number_read(number, &given) || !(given >= 0 && given <= 1))
        return say_wrong(c, "there is no probability at the end of this line");
    while (cut > 0 && strchr(" \t", line.at[cut - 1])) cut--;
    return take_chance(c, (kf_str){ line.at, cut }, given);
}

static kerf_status take_row(checking *c, kf_str line, kf_text *atom)
{
    double given;
    if (!kf_chance_line_row(line, atom, &given) || !(given >= 0 && given <= 1))
        return say_wrong(c, "this is no line as kerf marginal --format=tsv writes it");
    return atom->failed ? KERF_NO_MEMORY : take_chance(c, kf_text_get(atom), given);
}

/* A world on one line. */
static kerf_status take_object(checking *c, kf_str line, kf_text *atom)
{
    kf_chance_object o = { .at = line.at, .end = line.at + line.n };
    double given;
    while (kf_chance_next(&o, atom, &given)) {
        if (atom->failed) return KERF_NO_MEMORY;
        KF_TRY(take_chance(c, kf_text_get(atom), given));
        kf_text_clear(atom);
    }
    if (o.wrong) return say_wrong(c, "this is no object as kerf marginal --format=json writes it");
    return KERF_OK;
}

static kerf_status take_line(checking *c, kf_str line)
{
    kf_text atom;
    if (*line.at != '{' && !kf_is_chance_row(line)) return take_db_line(c, line);
    kf_text_init(&atom, &c->k->mem);
    kerf_status st = *line.at == '{' ? take_object(c, line, &atom) : take_row(c, line, &atom);
    kf_text_free(&atom);
    return st;
}

/* Up to where the next world begins. */
static kerf_status take_lines(checking *c)
{
    kf_str line;
    for (bool first = true;; first = false) {
        const char *before = c->at;
        if (!next_line(c, &line)) return KERF_OK;
        bool world = line.n >= 2 && memcmp(line.at, ">>", 2) == 0;
        if (world && !first) {
            c->at = before;
            c->line--;
            return KERF_OK;
        }
        bool comment = line.n >= 2 && memcmp(line.at, "//", 2) == 0;
        if (line.n > 0 && !world && !comment) KF_TRY(take_line(c, line));
        if (line.n > 0 && *line.at == '{') return KERF_OK;
    }
}

/* ---- World by world ---- */

static kerf_status check_world(checking *c)
{
    c->atoms.n = 0;
    kf_arena_clear(&c->arena);
    KF_TRY(eliminate(c));
    KF_TRY(enumerate(c));
    KF_TRY(take_lines(c));
    for (size_t i = 0; i < c->atoms.n; i++) c->out->missing += !c->atoms.at[i].met;
    c->out->worlds++;
    return KERF_OK;
}

static kerf_status check_worlds(checking *c)
{
    int more = 1;
    for (;;) {
        KF_TRY(kerf_next_world(c->k, &more));
        if (!more) break;
        KF_TRY(check_world(c));
    }
    kf_str line;
    while (next_line(c, &line))
        if (line.n > 0) return say_wrong(c, "there are more worlds here than in the evidence");
    return KERF_OK;
}

static kerf_status check_file(kerf *k, const char *path, kerf_probability_check *out)
{
    kf_input *in = NULL;
    const char *why = NULL;
    char *text = NULL;
    size_t n = 0;
    KF_TRY(kf_session_claim(k, path));
    KF_TRY(kf_session_open(k, &in, path));
    kerf_status st = kf_input_read_all(in, MOST_BYTES, &text, &n, &why);
    kf_input_close(in);
    if (st == KERF_IO || st == KERF_LIMIT) return kf_session_io(k, "read", path, why);
    KF_TRY(st);
    checking c = { .k = k, .path = path, .at = text, .end = text + n, .out = out };
    kf_arena_init(&c.arena, &k->mem);
    st = check_worlds(&c);
    kf_vec_free(&k->mem, &c.atoms);
    kf_arena_free(&c.arena);
    kf_mem_free(&k->mem, text, n + 1, 1);
    return st;
}

kerf_status kerf_verify_probabilities(kerf *k, const char *path, kerf_probability_check *out)
{
    kerf_probability_check own = { .size = sizeof own, .atom = "" };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    if (!path) return kf_session_misuse(k, "probabilities need a file name");
    KF_TRY(kf_session_may_read(k));
    kerf_status st = check_file(k, path, &own);
    if (st == KERF_OK) kf_session_give(out, &own, sizeof own);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, st);
}
