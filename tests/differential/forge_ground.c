/* forge_ground.c -- certificates of one grounding each; see oracle.h.
 *
 * Either with a tree of all values of its atoms. Each leaf says what the grounding pays there, by
 * a row that holds there. So the certificate is an honest one, but for one thing: nothing is paid
 * for a grounding that no value of its atoms changes, and this says so even of those. Or with one
 * leaf and one row, any of those that the format has, whether it holds or not. */
#include "generate.h"
#include "oracle_ground.h"

#include <math.h>
#include <string.h>

enum { MOST_OPEN = 5, MOST_NAMED = 24, MOST_TERMS = 24 };

typedef struct named { /* an atom of the certificate: of the world, or a conjunction of others */
    uint32_t predicate, row[MOST_ROW];
    uint32_t n, literals[MOST_TERMS]; /* 2 * place + negated; n > 0: a conjunction */
    uint32_t clause;                  /* of its definition, the first: its number */
} named;

typedef struct scribe {
    oracle *o;
    const kf_model *m;
    kf_grounding g;
    kf_residue residue;
    named atoms[MOST_NAMED];
    uint32_t n_atoms, n_open;
    uint32_t literals[MOST_TERMS], n_terms; /* of the clause or count */
    uint32_t times[MOST_TERMS];
    uint64_t base;
    bool too_large;
    uint64_t *state;
    kf_text *to;
} scribe;

/* ---- Atoms ---------------------------------------------------------------------------------- */

static kerf_status number_of(void *context, uint32_t predicate, const uint32_t *row, uint32_t *atom)
{
    scribe *s = context;
    size_t size = s->m->predicates.at[predicate].arity * sizeof *row;
    for (*atom = 0; *atom < s->n_atoms; ++*atom) {
        const named *a = &s->atoms[*atom];
        if (a->n == 0 && a->predicate == predicate && (!size || memcmp(a->row, row, size) == 0))
            return KERF_OK;
    }
    if (s->n_open == MOST_OPEN || s->n_atoms == MOST_NAMED) {
        s->too_large = true;
        *atom = 0;
        return KERF_OK;
    }
    s->atoms[s->n_atoms] = (named){ .predicate = predicate };
    if (size) memcpy(s->atoms[s->n_atoms].row, row, size);
    s->n_open++;
    s->n_atoms++;
    return KERF_OK;
}

/* The atom for a conjunction. */
static uint32_t define(scribe *s, const uint32_t *literals, uint32_t n)
{
    for (uint32_t i = 0; i < s->n_atoms; i++)
        if (s->atoms[i].n == n && memcmp(s->atoms[i].literals, literals, n * sizeof *literals) == 0)
            return 2 * i;
    if (s->n_atoms == MOST_NAMED) {
        s->too_large = true;
        return 0;
    }
    named *a = &s->atoms[s->n_atoms];
    *a = (named){ .n = n };
    memcpy(a->literals, literals, n * sizeof *literals);
    return 2 * s->n_atoms++;
}

/* In order of their numbers, as the certificate has them; each once. */
static uint32_t sort_literals(uint32_t *at, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0 && at[k - 1] > at[k]; k--) {
            uint32_t x = at[k];
            at[k] = at[k - 1];
            at[k - 1] = x;
        }
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || at[i] != at[kept - 1]) at[kept++] = at[i];
    return kept;
}

static uint32_t literal_of(scribe *s, const kf_rest *t)
{
    uint32_t at[MOST_TERMS], n = 0, opposite = t->kind == KF_REST_ANY;
    if (t->n_literals + t->n_kids > MOST_TERMS) s->too_large = true;
    if (s->too_large) return 0;
    for (uint32_t i = 0; i < t->n_literals; i++) at[n++] = t->literals[i] ^ opposite;
    for (uint32_t i = 0; i < t->n_kids; i++) at[n++] = literal_of(s, t->kids[i]) ^ opposite;
    n = sort_literals(at, n);
    return (n == 1 ? at[0] : define(s, at, n)) ^ opposite;
}

static bool is_true(const scribe *s, uint32_t literal, uint32_t world)
{
    const named *a = &s->atoms[literal / 2];
    bool value = a->n > 0;
    if (a->n == 0) {
        uint32_t place = 0;
        for (uint32_t i = 0; i < literal / 2; i++) place += s->atoms[i].n == 0;
        value = world >> place & 1;
    }
    for (uint32_t i = 0; i < a->n; i++) value = value && is_true(s, a->literals[i], world);
    return value != (literal & 1);
}

/* ---- What the grounding is ------------------------------------------------------------------ */

static kerf_status add_once(scribe *s, const kf_logic *body)
{
    kf_rest *t;
    kf_verdict v = kf_truth_open(&s->g, body);
    if (v == KF_IS_FALSE || v == KF_IS_UNDEFINED || s->too_large) return KERF_OK;
    KF_TRY(kf_residue_of(&s->residue, &s->g, body, &t));
    if (t->kind == KF_REST_FALSE) return KERF_OK;
    s->base += t->kind == KF_REST_TRUE;
    if (t->kind == KF_REST_TRUE) return KERF_OK;
    uint32_t literal = literal_of(s, t), i = 0;
    while (i < s->n_terms && s->literals[i] / 2 != literal / 2) i++;
    s->too_large |= i == MOST_TERMS;
    if (s->too_large) return KERF_OK;
    if (i == s->n_terms) {
        s->literals[i] = literal;
        s->times[i] = 0;
        s->n_terms++;
    }
    if (s->literals[i] == literal) {
        s->times[i]++;
        return KERF_OK;
    }
    s->base++; /* one of the two holds */
    s->times[i]--;
    if (s->times[i] == 0) {
        s->literals[i] = s->literals[--s->n_terms];
        s->times[i] = s->times[s->n_terms];
    }
    return KERF_OK;
}

static kerf_status add_counted(void *context, const kf_logic *body, uint64_t times)
{
    scribe *s = context;
    if (!body) s->base += times;
    for (uint64_t i = 0; body && i < times; i++) KF_TRY(add_once(s, body));
    return KERF_OK;
}

/* *when_true: what it pays for is that the clause holds. */
static kerf_status read_clause(scribe *s, bool *when_true)
{
    kf_rest *t;
    bool wanted = kf_grounding_weight(&s->g) > 0;
    if (kf_truth_open(&s->g, s->g.rule->body) != KF_IS_OPEN) return KERF_OK;
    KF_TRY(kf_residue_of(&s->residue, &s->g, s->g.rule->body, &t));
    if (t->kind <= KF_REST_TRUE || t->n_literals + t->n_kids > MOST_TERMS) return KERF_OK;
    uint32_t opposite = t->kind == KF_REST_ALL;
    *when_true = wanted == (bool)opposite;
    for (uint32_t i = 0; i < t->n_literals; i++)
        s->literals[s->n_terms++] = t->literals[i] ^ opposite;
    for (uint32_t i = 0; i < t->n_kids; i++)
        s->literals[s->n_terms++] = literal_of(s, t->kids[i]) ^ opposite;
    s->n_terms = sort_literals(s->literals, s->n_terms);
    return KERF_OK;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_literal(scribe *s, uint32_t literal)
{
    kf_text_addf(s->to, " %s%u", literal & 1 ? "-" : "", literal / 2 + 1);
}

static void write_atoms(scribe *s)
{
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        const named *a = &s->atoms[i];
        kf_text_add(s->to, a->n > 0 ? KF_STR("define") : KF_STR("atom "));
        for (uint32_t k = 0; k < a->n; k++) write_literal(s, a->literals[k]);
        if (a->n == 0) kf_print_row(s->to, s->m, a->predicate, a->row);
        kf_text_addc(s->to, '\n');
    }
}

typedef struct limits {
    uint64_t least, most, total;
} limits;

static void write_constraint(scribe *s, bool count, limits l)
{
    if (!count) kf_text_add(s->to, KF_STR("clause"));
    else kf_text_addf(s->to, "count %llu ", (unsigned long long)l.least);
    if (count && l.most < l.total) kf_text_addf(s->to, "%llu", (unsigned long long)l.most);
    else if (count) kf_text_addc(s->to, '-');
    for (uint32_t i = 0; i < s->n_terms; i++) {
        if (count) kf_text_addf(s->to, " %u", s->times[i]);
        write_literal(s, s->literals[i]);
    }
    kf_text_addc(s->to, '\n');
}

/* lift: what its payer is worth in the row. */
static void write_row(scribe *s, uint32_t part, double lift)
{
    kf_text_add(s->to, KF_STR("row 1"));
    if (part > 0) kf_text_addf(s->to, ".%u", part);
    kf_text_addc(s->to, ' ');
    kf_text_add_number(s->to, fabs(kf_grounding_weight(&s->g)) / lift);
    kf_text_addc(s->to, '\n');
}

/* One leaf with one row that need not hold, as dear as its payer allows. */
static void write_bold(scribe *s, bool count, uint32_t part, limits l)
{
    double least = (double)l.least, most = (double)(l.most < l.total ? l.most : l.total);
    double total = (double)l.total, lift = 1;
    if (count && part == 1) lift = least;
    if (count && part == 2) lift = total - most;
    if (count && part == 3) lift = total - least + 1;
    if (count && part == 4) lift = most + 1;
    kf_text_add(s->to, KF_STR("leaf\n"));
    write_row(s, count ? part : part - 1, lift < 1 ? 1 : lift);
}

static void write_clause_leaf(scribe *s, uint32_t world, bool when_true)
{
    uint32_t k = 0;
    kf_text_add(s->to, KF_STR("leaf\n"));
    while (k < s->n_terms && !is_true(s, s->literals[k], world)) k++;
    if (when_true && k < s->n_terms) write_row(s, k + 1, 1);
    if (!when_true && k == s->n_terms) write_row(s, 0, 1);
}

/* Any row that says it: atoms are fixed, so 1 and 2, or 3 and 4, do as well as 5 and 6. */
static void write_count_leaf(scribe *s, uint32_t world, limits l)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->n_terms; i++)
        if (is_true(s, s->literals[i], world)) sum += s->times[i];
    bool holds = sum >= l.least && sum <= l.most, any = random_below(s->state, 2);
    kf_text_add(s->to, KF_STR("leaf\n"));
    if (kf_grounding_weight(&s->g) > 0 && !holds) {
        double lift = sum < l.least ? (double)(l.least - sum) : (double)(sum - l.most);
        write_row(s, any ? 5 : sum < l.least ? 1 : 2, any ? 1 : lift);
    } else if (kf_grounding_weight(&s->g) < 0 && holds) {
        bool low = l.least > 0;
        double lift = low ? (double)(sum - l.least) + 1 : (double)(l.most - sum) + 1;
        any |= !low && l.most >= l.total;
        write_row(s, any ? 6 : low ? 3 : 4, any ? 1 : lift);
    }
}

/* The clauses that follow from definitions. */
static void write_definitions(scribe *s)
{
    uint32_t number = 2;
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        named *a = &s->atoms[i];
        if (a->n == 0) continue;
        a->clause = number;
        number += a->n + 1;
        kf_text_addf(s->to, "clause %u", i + 1);
        for (uint32_t k = 0; k < a->n; k++) write_literal(s, a->literals[k] ^ 1);
        for (uint32_t k = 0; k < a->n; k++) {
            kf_text_addf(s->to, "\nclause -%u", i + 1);
            write_literal(s, a->literals[k]);
        }
        kf_text_addc(s->to, '\n');
    }
}

typedef struct kind {
    bool count, when_true;
    limits l;
} kind;

/* All atoms of the world have values: so have those that are defined, the other value is
 * refuted. */
static void write_defined(scribe *s, uint32_t atom, uint32_t world, const kind *k)
{
    const named *a = &s->atoms[atom];
    uint32_t missing = 0;
    while (atom < s->n_atoms && s->atoms[atom].n == 0) a = &s->atoms[++atom];
    if (atom >= s->n_atoms) {
        if (k->count) write_count_leaf(s, world, k->l);
        else write_clause_leaf(s, world, k->when_true);
        return;
    }
    while (missing < a->n && is_true(s, a->literals[missing], world)) missing++;
    bool value = missing == a->n;
    kf_text_addf(s->to, "branch %u\n", atom + 1);
    if (value) write_defined(s, atom + 1, world, k);
    kf_text_addf(s->to, "refute\nrow %u 1\n", a->clause + (value ? 0 : 1 + missing));
    if (!value) write_defined(s, atom + 1, world, k);
}

static void write_tree(scribe *s, uint32_t depth, uint32_t world, const kind *k)
{
    uint32_t atom = 0;
    if (depth == s->n_open) {
        write_defined(s, 0, world, k);
        return;
    }
    for (uint32_t left = depth;; atom++)
        if (s->atoms[atom].n == 0 && left-- == 0) break;
    kf_text_addf(s->to, "branch %u\n", atom + 1);
    write_tree(s, depth + 1, world | 1u << depth, k);
    write_tree(s, depth + 1, world, k);
}

static kerf_status write_all(scribe *s, uint32_t way, bool *made)
{
    bool count = s->g.rule->kind == KF_RULE_COUNT, when_true = false;
    limits l = { 0, 0, 0 };
    KF_TRY(count ? kf_truth_counted(&s->g, add_counted, s) : read_clause(s, &when_true));
    if (s->too_large || s->n_terms == 0 || s->n_open == 0) return KERF_OK;
    kf_truth_limits(s->g.rule, &l.least, &l.most);
    if (count && l.most < s->base) return KERF_OK;
    l.least = l.least > s->base ? l.least - s->base : 0;
    if (l.most != UINT64_MAX) l.most -= s->base;
    for (uint32_t i = 0; i < s->n_terms; i++) l.total += s->times[i];
    kf_text_add(s->to, KF_STR("kerf certificate 1\nworld\ncomponent\n"));
    write_atoms(s);
    write_constraint(s, count, l);
    write_definitions(s);
    kind k = { count, when_true, l };
    if (way > 0) write_bold(s, count, way, l);
    else write_tree(s, 0, 0, &k);
    kf_text_add(s->to, KF_STR("end\n"));
    *made = true;
    return KERF_OK;
}

bool oracle_forge(oracle *o, uint32_t grounding, uint32_t way, const kf_model *m, uint64_t *state,
                  kf_text *to)

{
    static scribe s; /* large */
    bool made = false;
    s = (scribe){ .o = o, .m = m, .to = to, .state = state };
    if (oracle_ground(o, grounding, &s.g) != KERF_OK) return false;
    kf_residue_init(&s.residue, s.g.mem);
    s.residue.number_of = number_of;
    s.residue.context = &s;
    bool soft = s.g.rule->cost != KF_COST_HARD && kf_grounding_weight(&s.g) != 0;
    kerf_status status = soft ? write_all(&s, way, &made) : KERF_OK;
    kf_residue_free(&s.residue);
    oracle_unground(&s.g);
    return status == KERF_OK && made;
}
