/* verify_chances.c -- kerf_verify_probabilities(): a file of probabilities, computed anew.
 *
 * Where few atoms are open, every possible world is scored by the verifier, which shares nothing
 * with grounding or elimination. Else elimination runs in another order, whose tables, sums and
 * rounding errors are others. */
#include "session/verify/chances.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/ground_rule.h"
#include "marginal/marginal.h"
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ATOMS = 24, OTHER_ORDERS = 4 };
static const double MOST_STEPS = 0x1p26; /* worlds times groundings */
static const size_t MOST_BYTES = (size_t)1 << 32;

typedef struct checking {
    kerf *k;
    const char *path, *at, *end; /* of the text that is left */
    uint32_t line;
    kf_chance_world w;
    double groundings;
    kerf_probability_check *out;
} checking;

/* ---- What is right: by elimination ---- */

/* Those without a chance are free. */
static kf_known_chance known_of(const kf_marginals *m, uint32_t atom)
{
    kf_known_chance x = { .p = 0.5, .lo = 0.5, .hi = 0.5, .free = atom >= m->chances.n };
    if (x.free) return x;
    const kf_chance *from = &m->chances.at[atom];
    x.p = from->p;
    x.lo = from->lo;
    x.hi = from->hi;
    x.unknown = from->method == KF_BY_NOTHING;
    return x;
}

static kerf_status collect(checking *c, const kf_grounder *g, const kf_marginals *m)
{
    kf_mem *mem = &c->k->mem;
    kf_text text;
    kf_text_init(&text, mem);
    kerf_status st = KERF_OK;
    for (uint32_t a = 0; st == KERF_OK && a < kf_grounder_named(g); a++) {
        kf_known_chance x = known_of(m, a);
        x.predicate = kf_grounder_atom_row(g, a, x.row);
        if (x.predicate == KF_NONE) continue;
        kf_text_clear(&text);
        kf_session_add_atom(&text, c->k->model, x.predicate, x.row);
        x.text = text.failed ? NULL : kf_arena_string(&c->w.arena, kf_text_get(&text));
        if (!x.text || !kf_vec_push(mem, &c->w.known, x)) st = KERF_NO_MEMORY;
    }
    kf_text_free(&text);
    if (c->w.known.n > 1)
        qsort(c->w.known.at, c->w.known.n, sizeof *c->w.known.at, kf_known_by_text);
    return st;
}

static void count_groundings(checking *c, const kf_grounder *g)
{
    c->groundings = 1;
    for (size_t i = 0; i < kf_grounder_n_rules(g); i++)
        c->groundings += (double)kf_ground_rule_groundings(kf_grounder_rule(g, i));
}

static kerf_status collect_sums(checking *c, const kf_marginals *m)
{
    kf_chance_world *w = &c->w;
    w->log_z = m->log_z;
    w->log_z_lo = m->log_z_lo;
    w->log_z_hi = m->log_z_hi;
    w->free = kf_arena_copy(&w->arena, m->free, m->n_predicates, sizeof *w->free);
    return w->free ? KERF_OK : KERF_NO_MEMORY;
}

/* Atoms that no formula names are made where the file names some. */
static kerf_status collect_free(checking *c, kf_grounder *g, const kf_marginals *m)
{
    const kf_model *model = c->k->model;
    if (!kf_chances_unknown(&c->w)) return KERF_OK;
    for (uint32_t i = 0; i < model->predicates.n; i++)
        if (model->predicates.at[i].hidden && m->free[i] > 0) KF_TRY(kf_grounder_name_all(g, i));
    c->w.known.n = 0;
    return collect(c, g, m);
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
        st = collect_sums(c, &m);
        if (st == KERF_OK) st = collect(c, x.g, &m);
        if (st == KERF_OK) st = collect_free(c, x.g, &m);
        kf_marginals_free(&m);
    }
    kf_session_unground(&x);
    return st;
}

/* ---- What is right: world by world ---- */

typedef struct worlds {
    checking *c;
    kf_verifier *v;
    uint32_t atom[MOST_ATOMS], n; /* by bit of a world: place among the known */
    double *score;
    double most, size; /* the best score, and the largest by size */
} worlds;

static kf_sum total_score(const worlds *w, uint64_t *violations)
{
    kf_sum sum = { 0 };
    *violations = 0;
    for (size_t i = 0; i <= w->c->k->model->rules.n; i++) {
        const kf_tally *t = kf_verifier_tally(w->v, i);
        if (!t) continue;
        kf_sum_join(&sum, &t->score);
        *violations += t->violations;
    }
    return sum;
}

static kerf_status fill_world(const worlds *w, uint32_t world, kf_evidence *answer)
{
    const checking *c = w->c;
    uint32_t file;
    KF_TRY(kf_evidence_file(answer, c->path, &file));
    for (uint32_t i = 0; i < w->n; i++) {
        const kf_known_chance *x = &c->w.known.at[w->atom[i]];
        if (world >> i & 1)
            KF_TRY(kf_evidence_add(answer, x->predicate, KF_SAID_TRUE, x->row, 0, 0, file, 1));
    }
    return kf_evidence_close(answer, c->k->diags);
}

/* Tallies go on from world to world: a world's are what it adds. Of sums with compensation, lest
 * what all worlds scored hides it. */
static kerf_status score_world(worlds *w, uint32_t world)
{
    kerf *k = w->c->k;
    uint64_t before, after;
    kf_evidence *answer = kf_evidence_new(&k->mem, k->model);
    if (!answer) return KERF_NO_MEMORY;
    kf_sum old = total_score(w, &before);
    kerf_status st = fill_world(w, world, answer);
    if (st == KERF_OK) st = kf_verifier_run(w->v, answer);
    kf_evidence_free(answer);
    if (st != KERF_OK) return st;
    kf_sum score = total_score(w, &after);
    kf_sum_add(&score, -old.sum);
    kf_sum_add(&score, -old.rest);
    w->score[world] = after > before ? -INFINITY : kf_sum_get(&score);
    w->most = fmax(w->most, w->score[world]);
    if (after == before) w->size = fmax(w->size, fabs(w->score[world]));
    return KERF_OK;
}

/* Scores are wrong by a few units of their last place, and so are their differences; exp() makes
 * that a relative error. */
static void add_up(const worlds *w)
{
    kf_chance_world *to = &w->c->w;
    kf_sum all = { 0 };
    double error = 16 * 0x1p-53 * (w->size + 2), free = 0;
    assert(isfinite(w->most)); /* some world keeps what is hard */
    for (uint32_t i = 0; i < 1u << w->n; i++) kf_sum_add(&all, exp(w->score[i] - w->most));
    for (uint32_t a = 0; a < w->n; a++) {
        kf_known_chance *x = &to->known.at[w->atom[a]];
        kf_sum some = { 0 };
        for (uint32_t i = 0; i < 1u << w->n; i++)
            if (i >> a & 1) kf_sum_add(&some, exp(w->score[i] - w->most));
        x->p = kf_sum_get(&some) / kf_sum_get(&all);
        assert(x->p >= 0 && x->p <= 1 + 1e-12);
        x->lo = fmax(x->p * (1 - error), 0);
        x->hi = fmin(x->p * (1 + error) + 1e-300, 1);
        x->unknown = false;
    }
    for (size_t i = 0; i < w->c->k->model->predicates.n; i++) free += (double)to->free[i];
    to->log_z = w->most + log(kf_sum_get(&all)) + free * M_LN2;
    to->log_z_lo = to->log_z - error * (1 + free);
    to->log_z_hi = to->log_z + error * (1 + free);
}

static kerf_status score_worlds(worlds *w)
{
    checking *c = w->c;
    kerf *k = c->k;
    const kf_verify_options none = { 0 };
    size_t n = (size_t)1 << w->n;
    KF_TRY(kf_verifier_new(&w->v, &k->mem, k->model, &none, k->diags));
    kerf_status st = kf_verifier_begin(w->v, k->evidence, kerf_world_name(k));
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) st = score_world(w, i);
    kf_verifier_end(w->v);
    kf_verifier_free(w->v);
    if (st == KERF_OK) add_up(w);
    return st;
}

/* The atoms that formulas name, if they are few. */
static bool choose_atoms(worlds *w)
{
    const kf_chance_world *from = &w->c->w;
    for (uint32_t i = 0; i < from->known.n; i++) {
        if (from->known.at[i].free) continue;
        if (w->n == MOST_ATOMS) return false;
        w->atom[w->n++] = i;
    }
    return true;
}

/* Where evidence gives a function no values each application is a constant. Both sides make their
 * own, so that such models are not enumerated. */
static bool makes_constants(const kerf *k)
{
    for (uint32_t i = 0; i < k->model->functions.n; i++)
        if (kf_evidence_count_values(k->evidence, i) == 0) return true;
    return false;
}

static kerf_status enumerate(checking *c)
{
    worlds w = { .c = c, .most = -INFINITY };
    if (!choose_atoms(&w) || makes_constants(c->k)) return KERF_OK;
    size_t n = (size_t)1 << w.n;
    if ((double)n * c->groundings > MOST_STEPS) return KERF_OK;
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

static kerf_status take_chance(checking *c, kf_str atom, const kf_claim *claim)
{
    kf_said_chance x = { .line = c->line, .claim = *claim };
    x.text = kf_arena_string(&c->w.arena, atom);
    return x.text && kf_vec_push(&c->k->mem, &c->w.said, x) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status take_db_line(checking *c, kf_str line)
{
    size_t cut = line.n;
    kf_claim said = { NAN, NAN, NAN, NAN, NAN, KF_CLAIM_NONE };
    while (cut > 0 && line.at[cut - 1] != ' ' && line.at[cut - 1] != '\t') cut--;
    kf_str number = { line.at + cut, line.n - cut };
    if (cut == 0 || !kf_number_read(number, &said.p) || !(said.p >= 0 && said.p <= 1))
        return say_wrong(c, "there is no probability at the end of this line");
    while (cut > 0 && strchr(" \t", line.at[cut - 1])) cut--;
    return take_chance(c, (kf_str){ line.at, cut }, &said);
}

static kerf_status keep_free(checking *c, const kf_text *name, double atoms)
{
    kf_said_free x = { .atoms = atoms };
    x.predicate = name->failed ? NULL : kf_arena_string(&c->w.arena, kf_text_get(name));
    bool kept = x.predicate && kf_vec_push(&c->k->mem, &c->w.said_free, x);
    return kept ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status take_row(checking *c, kf_str line, kf_text *atom)
{
    kf_claim said;
    double atoms;
    if (kf_chance_line_free(line, atom, &atoms)) return keep_free(c, atom, atoms);
    kf_text_clear(atom);
    if (!kf_chance_line_row(line, atom, &said))
        return say_wrong(c, "this is no line as kerf marginal --format=tsv writes it");
    return atom->failed ? KERF_NO_MEMORY : take_chance(c, kf_text_get(atom), &said);
}

static kerf_status take_free(checking *c, kf_text *name)
{
    double atoms;
    kf_text_clear(name);
    while (kf_chance_next_free(&c->w.object, name, &atoms)) {
        KF_TRY(keep_free(c, name, atoms));
        kf_text_clear(name);
    }
    return KERF_OK;
}

/* A world on one line. */
static kerf_status take_object(checking *c, kf_str line, kf_text *atom)
{
    kf_chance_object *o = &c->w.object;
    kf_claim said;
    *o = (kf_chance_object){ .at = line.at, .end = line.at + line.n };
    c->w.json = true;
    c->w.line = c->line;
    while (kf_chance_next(o, atom, &said)) {
        if (atom->failed) return KERF_NO_MEMORY;
        KF_TRY(take_chance(c, kf_text_get(atom), &said));
        kf_text_clear(atom);
    }
    KF_TRY(take_free(c, atom));
    if (o->wrong) return say_wrong(c, "this is no object as kerf marginal --format=json writes it");
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

static void clear_world(kf_chance_world *w, uint32_t line)
{
    w->known.n = w->said.n = w->said_free.n = 0;
    w->json = false;
    w->line = line + 1;
    kf_arena_clear(&w->arena);
}

static kerf_status check_world(checking *c)
{
    clear_world(&c->w, c->line);
    KF_TRY(take_lines(c));
    KF_TRY(eliminate(c));
    KF_TRY(enumerate(c));
    KF_TRY(kf_judge_chances(c->k, c->path, &c->w, c->out));
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

static void tell_gaps(const checking *c)
{
    const kerf_probability_check *out = c->out;
    kf_place place = { .file = c->path };
    if (out->unchecked > 0)
        kf_diag_add(c->k->diags, KERF_WARNING, &place, NULL,
                    "atoms that are not compared: %llu; a component is too wide to be computed "
                    "anew exactly",
                    (unsigned long long)out->unchecked);
    if (out->missing > 0)
        kf_diag_add(c->k->diags, KERF_WARNING, &place, NULL,
                    "open atoms that are not in the file: %llu", (unsigned long long)out->missing);
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
    kf_arena_init(&c.w.arena, &k->mem);
    st = check_worlds(&c);
    if (st == KERF_OK) tell_gaps(&c);
    kf_vec_free(&k->mem, &c.w.known);
    kf_vec_free(&k->mem, &c.w.said);
    kf_vec_free(&k->mem, &c.w.said_free);
    kf_arena_free(&c.w.arena);
    kf_mem_free(&k->mem, text, n + 1, 1);
    return st;
}

kerf_status kerf_verify_probabilities(kerf *k, const char *path, kerf_probability_check *out)
{
    kerf_probability_check own = { .size = sizeof own, .atom = "", .log_z_off = -1 };
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_check_place(k, out));
    if (!path) return kf_session_misuse(k, "probabilities need a file name");
    KF_TRY(kf_session_may_read(k));
    kerf_status st = check_file(k, path, &own);
    if (st == KERF_OK) kf_session_give(out, &own, sizeof own);
    else k->phase = KF_PHASE_BROKEN;
    return kf_session_end(k, st);
}
