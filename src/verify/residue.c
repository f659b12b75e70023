/* residue.c -- what evidence leaves of a formula: a tree of literals; see verifier.h.
 *
 * Parts that evidence decides are removed, nested parts of the same kind are merged, a repeated
 * literal counts once, and a literal beside its opposite decides the part. So formulas with the
 * same grounding have the same tree, however the model writes them. */
#include "verify/verifier.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/sort.h"

#include <string.h>

void kf_residue_init(kf_residue *r, kf_mem *mem)
{
    *r = (kf_residue){ .mem = mem };
    kf_arena_init(&r->arena, mem);
}

void kf_residue_free(kf_residue *r)
{
    kf_vec_free(r->mem, &r->stack);
    kf_arena_free(&r->arena);
}

/* ---- Building ------------------------------------------------------------------------------- */

typedef struct builder {
    kf_residue *r;
    kf_grounding *g;
} builder;

static kerf_status build(builder *b, const kf_logic *f); /* leaves it on the stack */

static kf_rest TRUTHS[] = { { .kind = KF_REST_FALSE }, { .kind = KF_REST_TRUE } };

static kerf_status push(builder *b, kf_rest *t)
{
    return kf_vec_push(b->r->mem, &b->r->stack, t) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status push_literal(builder *b, const kf_logic *f)
{
    uint32_t row[KF_MOST_ARITY], atom;
    double number;
    kf_rest *t = kf_arena_alloc(&b->r->arena, 1, sizeof *t);
    uint32_t *literal = kf_arena_alloc(&b->r->arena, 1, sizeof *literal);
    if (!t || !literal) return KERF_NO_MEMORY;
    if (!kf_truth_row(b->g, f, row, &number)) return push(b, &TRUTHS[0]); /* it is not open */
    KF_TRY(b->r->number_of(b->r->context, f->id, row, &atom));
    *literal = 2 * atom + f->negated;
    *t = (kf_rest){ .kind = KF_REST_LITERAL, .n_literals = 1, .literals = literal };
    return push(b, t);
}

/* Each literal once; false: one is there with its opposite. */
static bool sort_literals(kf_rest *t)
{
    uint32_t kept = 0, *at = t->literals;
    if (t->n_literals > 1) kf_numbers_sort(at, t->n_literals);
    for (uint32_t i = 0; i < t->n_literals; i++) {
        if (kept > 0 && at[kept - 1] == at[i]) continue;
        if (kept > 0 && at[kept - 1] == (at[i] ^ 1)) return false;
        at[kept++] = at[i];
    }
    t->n_literals = kept;
    return true;
}

/* The parts that stand on the stack from `from` on; those of the same kind become one with it. */
static void take_parts(kf_rest *t, kf_rest **parts, size_t n)
{
    t->n_literals = t->n_kids = 0;
    for (size_t i = 0; i < n; i++) {
        const kf_rest *p = parts[i];
        if (p->kind != t->kind && p->kind >= KF_REST_ALL) {
            t->kids[t->n_kids++] = parts[i];
            continue;
        }
        for (uint32_t k = 0; k < p->n_literals; k++) t->literals[t->n_literals++] = p->literals[k];
        for (uint32_t k = 0; k < p->n_kids; k++) t->kids[t->n_kids++] = p->kids[k];
    }
}

/* Is one part enough to decide? */
static bool is_absorbed(kf_rest **parts, size_t n, kf_rest_kind absorbing)
{
    for (size_t i = 0; i < n; i++)
        if (parts[i]->kind == absorbing) return true;
    return false;
}

static kerf_status join(builder *b, kf_rest_kind kind, size_t from)
{
    kf_residue *r = b->r;
    kf_rest **parts = r->stack.at + from, *neutral = &TRUTHS[kind == KF_REST_ALL];
    size_t n = r->stack.n - from, literals = 0, kids = 0;
    r->stack.n = from;
    if (is_absorbed(parts, n, kind == KF_REST_ALL ? KF_REST_FALSE : KF_REST_TRUE))
        return push(b, &TRUTHS[kind == KF_REST_ANY]);
    for (size_t i = 0; i < n; i++) {
        literals += parts[i]->n_literals;
        kids += parts[i]->n_kids + 1;
    }
    kf_rest *t = kf_arena_alloc(&r->arena, 1, sizeof *t);
    if (!t) return KERF_NO_MEMORY;
    t->kind = kind;
    t->literals = kf_arena_room(&r->arena, literals, sizeof *t->literals);
    t->kids = kf_arena_room(&r->arena, kids, sizeof *t->kids);
    if (!t->literals || !t->kids) return KERF_NO_MEMORY;
    take_parts(t, parts, n);
    if (!sort_literals(t)) return push(b, &TRUTHS[kind == KF_REST_ANY]);
    if (t->n_literals + t->n_kids == 0) return push(b, neutral);
    if (t->n_literals == 0 && t->n_kids == 1) return push(b, t->kids[0]);
    if (t->n_literals == 1 && t->n_kids == 0) t->kind = KF_REST_LITERAL;
    return push(b, t);
}

/* An instance that is not defined is left out. */
static kerf_status build_instances(builder *b, const kf_logic *f)
{
    size_t from = b->r->stack.n;
    for (kf_instances v = kf_instances_of(b->g, f->id); kf_instances_next(b->g, &v);)
        if (kf_truth_open(b->g, f->kids[0]) != KF_IS_UNDEFINED) KF_TRY(build(b, f->kids[0]));
    return join(b, f->kind == KF_LOGIC_FORALL ? KF_REST_ALL : KF_REST_ANY, from);
}

static kerf_status build(builder *b, const kf_logic *f)
{
    size_t from = b->r->stack.n;
    kf_verdict v = kf_truth_open(b->g, f);
    if (v != KF_IS_OPEN) return push(b, &TRUTHS[v == KF_IS_TRUE]);
    if (f->kind == KF_LOGIC_ATOM) return push_literal(b, f);
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) return build_instances(b, f);
    for (uint32_t i = 0; i < f->n; i++) KF_TRY(build(b, f->kids[i]));
    return join(b, f->kind == KF_LOGIC_AND ? KF_REST_ALL : KF_REST_ANY, from);
}

void kf_rest_check(const kf_rest *t)
{
    (void)t;
#ifndef NDEBUG
    assert(t->kind <= KF_REST_ANY);
    if (t->kind <= KF_REST_TRUE) assert(t->n_literals + t->n_kids == 0);
    if (t->kind == KF_REST_LITERAL) assert(t->n_literals == 1 && t->n_kids == 0);
    if (t->kind >= KF_REST_ALL) assert(t->n_literals + t->n_kids >= 2);
    for (uint32_t i = 1; i < t->n_literals; i++)
        assert(t->literals[i - 1] / 2 < t->literals[i] / 2);
    for (uint32_t i = 0; i < t->n_kids; i++) {
        assert(t->kids[i]->kind >= KF_REST_ALL && t->kids[i]->kind != t->kind);
        kf_rest_check(t->kids[i]);
    }
#endif
}

kerf_status kf_residue_of(kf_residue *r, kf_grounding *g, const kf_logic *f, kf_rest **out)
{
    builder b = { r, g };
    kf_arena_clear(&r->arena);
    r->stack.n = 0;
    KF_TRY(build(&b, f));
    assert(r->stack.n == 1);
    *out = r->stack.at[0];
    KF_CHECK(kf_rest_check(*out));
    return KERF_OK;
}

/* ---- Is it decided after all? --------------------------------------------------------------- */

typedef struct letters {
    uint32_t atoms[KF_MOST_TRIED], n;
    uint64_t uses;
    bool too_many;
} letters;

static void collect(const kf_rest *t, letters *l)
{
    for (uint32_t i = 0; i < t->n_literals; i++) {
        uint32_t atom = t->literals[i] / 2, k = 0;
        l->uses++;
        while (k < l->n && l->atoms[k] != atom) k++;
        if (k < l->n) continue;
        if (l->n == KF_MOST_TRIED) l->too_many = true;
        else l->atoms[l->n++] = atom;
    }
    for (uint32_t i = 0; i < t->n_kids; i++) collect(t->kids[i], l);
}

static bool holds(const kf_rest *t, const letters *l, uint32_t values)
{
    bool all = t->kind != KF_REST_ANY;
    for (uint32_t i = 0; i < t->n_literals; i++) {
        uint32_t k = 0;
        while (l->atoms[k] != t->literals[i] / 2) k++;
        assert(k < l->n);
        if (((values >> k & 1) != (t->literals[i] & 1)) != all) return !all;
    }
    for (uint32_t i = 0; i < t->n_kids; i++)
        if (holds(t->kids[i], l, values) != all) return !all;
    return all;
}

kf_verdict kf_rest_decide(const kf_rest *t, bool *guessed)
{
    letters l = { .n = 0 };
    *guessed = false;
    if (t->kind <= KF_REST_TRUE) return t->kind == KF_REST_TRUE ? KF_IS_TRUE : KF_IS_FALSE;
    if (t->n_kids == 0) return KF_IS_OPEN; /* each atom stands there once */
    collect(t, &l);
    *guessed = l.too_many;
    if (l.too_many || l.uses == l.n) return KF_IS_OPEN;
    bool first = holds(t, &l, 0);
    for (uint32_t values = 1; values < 1u << l.n; values++)
        if (holds(t, &l, values) != first) return KF_IS_OPEN;
    return first ? KF_IS_TRUE : KF_IS_FALSE;
}

/* ---- Numbers of atoms, where there is no certificate to give them --------------------------- */

typedef struct numbering {
    kf_mem *mem;
    const kf_model *model;
    KF_VEC(uint32_t) rows;   /* predicate and constants, atom after atom */
    KF_VEC(uint32_t) starts; /* by atom */
    uint32_t *slots;         /* by hash: the atom's number and one; 0: none */
    uint64_t n_slots;
} numbering;

static uint64_t hash_row(const uint32_t *row, uint32_t n)
{
    uint64_t hash = KF_HASH_SEED;
    for (uint32_t i = 0; i < n; i++) hash = kf_hash_add(hash, row[i]);
    return hash;
}

static uint32_t width_of(const numbering *x, uint32_t predicate)
{
    return x->model->predicates.at[predicate].arity + 1;
}

static kerf_status make_room(numbering *x)
{
    if (2 * (x->starts.n + 1) < x->n_slots) return KERF_OK;
    uint64_t size = x->n_slots ? 2 * x->n_slots : 64;
    uint32_t *slots = kf_mem_calloc(x->mem, size, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->starts.n; i++) {
        const uint32_t *row = x->rows.at + x->starts.at[i];
        uint64_t at = hash_row(row, width_of(x, row[0])) & (size - 1);
        while (slots[at]) at = (at + 1) & (size - 1);
        slots[at] = i + 1;
    }
    kf_mem_free(x->mem, x->slots, x->n_slots, sizeof *slots);
    x->slots = slots;
    x->n_slots = size;
    return KERF_OK;
}

static kerf_status number_of(void *context, uint32_t predicate, const uint32_t *row, uint32_t *atom)
{
    numbering *x = context;
    uint32_t key[KF_MOST_ARITY + 1] = { predicate }, width = width_of(x, predicate);
    if (width > 1) memcpy(key + 1, row, (width - 1) * sizeof *row);
    KF_TRY(make_room(x));
    uint64_t at = hash_row(key, width) & (x->n_slots - 1);
    for (; x->slots[at]; at = (at + 1) & (x->n_slots - 1)) {
        *atom = x->slots[at] - 1;
        const uint32_t *other = x->rows.at + x->starts.at[*atom];
        if (other[0] == predicate && memcmp(other, key, width * sizeof *key) == 0) return KERF_OK;
    }
    if (x->rows.n > UINT32_MAX / 2) return KERF_LIMIT;
    *atom = (uint32_t)x->starts.n;
    if (!kf_vec_push(x->mem, &x->starts, (uint32_t)x->rows.n)
        || !kf_vec_reserve(x->mem, &x->rows, width))
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < width; i++) x->rows.at[x->rows.n++] = key[i];
    assert(x->slots[at] == 0 && x->starts.n < x->n_slots);
    x->slots[at] = *atom + 1;
    return KERF_OK;
}

/* ---- What a grounding can be ---------------------------------------------------------------- */

typedef struct question {
    kf_grounding *g;
    kf_residue residue;
    kf_reach sums;
    bool mixed; /* a counted tuple is more than a conjunction */
} question;

static kerf_status count_tuple(void *context, const kf_logic *body, uint64_t times)
{
    question *q = context;
    kf_rest *t;
    if (!body) return kf_reach_add(&q->sums, NULL, 0, times);
    kf_verdict v = kf_truth_open(q->g, body);
    if (v == KF_IS_FALSE || v == KF_IS_UNDEFINED) return KERF_OK;
    KF_TRY(kf_residue_of(&q->residue, q->g, body, &t));
    if (t->kind == KF_REST_FALSE) return KERF_OK;
    q->mixed |= t->kind == KF_REST_ANY || t->n_kids > 0;
    return kf_reach_add(&q->sums, t->literals, t->n_literals, times);
}

static kerf_status count_can_be(question *q, bool wanted, bool *can)
{
    kf_grounding *g = q->g;
    uint64_t least, most;
    bool can_hold, can_fail;
    KF_TRY(kf_truth_counted(g, count_tuple, q));
    kf_truth_limits(g->rule, &least, &most);
    KF_TRY(kf_reach_decide(&q->sums, least, most, &can_hold, &can_fail));
    *can = q->mixed || (wanted ? can_hold : can_fail);
    g->too_many = q->mixed;
    return KERF_OK;
}

static kerf_status formula_can_be(question *q, bool wanted, bool *can)
{
    kf_rest *t;
    KF_TRY(kf_residue_of(&q->residue, q->g, q->g->rule->body, &t));
    kf_verdict v = kf_rest_decide(t, &q->g->too_many);
    *can = v == KF_IS_OPEN || v == (wanted ? KF_IS_TRUE : KF_IS_FALSE);
    return KERF_OK;
}

kerf_status kf_residue_can_be(kf_grounding *g, bool wanted, bool *can)
{
    numbering x = { .mem = g->mem, .model = g->model };
    question q = { .g = g, .sums = { .mem = g->mem } };
    kf_residue_init(&q.residue, g->mem);
    q.residue.number_of = number_of;
    q.residue.context = &x;
    bool counts = g->rule->kind == KF_RULE_COUNT;
    kerf_status status = counts ? count_can_be(&q, wanted, can) : formula_can_be(&q, wanted, can);
    kf_residue_free(&q.residue);
    kf_reach_free(&q.sums);
    kf_vec_free(g->mem, &x.rows);
    kf_vec_free(g->mem, &x.starts);
    kf_mem_free(g->mem, x.slots, x.n_slots, sizeof *x.slots);
    return status;
}
