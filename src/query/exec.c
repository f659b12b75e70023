/* exec.c -- running plans: index nested loops, depth first, no allocation; see plan.h. */
#include "query/plan.h"

#include "base/check.h"
#include "model/weight_table.h"

typedef struct run {
    const kf_database *d;
    const kf_rule *rule;
    const uint32_t *types; /* by variable */
    const kf_seeds *seeds;
    kf_binding *b;
    kf_emit_fn *emit;
    void *context;
    kerf_status status;
    bool counting; /* inside a part: add up instead of emitting */
    uint64_t count;
    uint32_t part, parts; /* slice of the first step */
    kf_patience patience;
} run;

static bool go(run *, kf_step *, uint32_t left, uint64_t times);
static bool probe(run *, kf_step *, uint32_t left, uint64_t times);
static bool size(run *, kf_step *, uint32_t left, uint64_t times);

static bool stop(run *r, kerf_status status)
{
    r->status = status;
    return false;
}

/* So many rows are about to be looked at. */
static inline bool spend(run *r, uint64_t rows)
{
    return kf_patience_spend(&r->patience, rows) || stop(r, KERF_INTERRUPTED);
}

static inline bool emit(run *r, uint64_t times)
{
    if (r->counting) {
        return !__builtin_add_overflow(r->count, times, &r->count) || stop(r, KERF_LIMIT);
    }
    return r->emit(r->context, r->b, times) || stop(r, KERF_INTERRUPTED);
}

/* What is left of the plan: often nothing, or a probe. */
static inline bool go_on(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    if (left == 0) return emit(r, times);
    if (s->kind == KF_STEP_PROBE) return probe(r, s, left, times);
    return s->kind == KF_STEP_SIZE ? size(r, s, left, times) : go(r, s, left, times);
}

/* The slice of [0, n) that this run takes at the first step. */
static void slice(const run *r, bool first, uint64_t n, uint64_t *from, uint64_t *to)
{
    *from = 0;
    *to = n;
    if (!first || r->parts <= 1) return;
    *from = n * r->part / r->parts;
    *to = n * (r->part + 1) / r->parts;
}

static void fill_key(const run *r, const kf_step *s, uint32_t *row)
{
    for (uint32_t i = 0; i < s->n_key; i++) {
        kf_arg a = s->key[i].arg;
        row[s->key[i].column] = a.variable == KF_NONE ? a.constant : r->b->ids[a.variable];
    }
}

/* Without arguments and numbers there is one atom, and no row for it. */
static bool is_single(const kf_relation *rel)
{
    return rel->width == 0 && !rel->numbers;
}

static bool number_fits(const run *r, const kf_step *s, uint32_t at)
{
    if (!s->rel->numbers || !s->literal->right) return true;
    if (s->binds_number) {
        r->b->numbers[s->literal->right->id] = s->rel->numbers[at];
        return true;
    }
    double number;
    return kf_eval_number(r->d, s->literal->right, r->b, &number) && number == s->rel->numbers[at];
}

static bool is_there(const run *r, const kf_step *s)
{
    uint32_t row[KF_MOST_ARITY + 1];
    fill_key(r, s, row);
    bool there = kf_relation_has(s->rel, row);
    if (!there || !s->rel->numbers || !s->literal->right) return there;
    double number;
    return kf_eval_number(r->d, s->literal->right, r->b, &number)
           && kf_relation_has_number(s->rel, row, number);
}

/* One row of a relation: bind, check. */
static bool row_fits(const run *r, const kf_step *s, uint32_t at)
{
    uint32_t **columns = s->rel->columns;
    for (uint32_t i = 0; i < s->n_set; i++) {
        r->b->ids[s->set[i].arg.variable] = columns[s->set[i].column][at];
    }
    for (uint32_t i = 0; i < s->n_same; i++) {
        if (columns[s->same[i].column][at] != r->b->ids[s->same[i].arg.variable]) return false;
    }
    return number_fits(r, s, at);
}

/* Rows that bind one variable or two, and nothing else: most are. */
static bool scan_plain(run *r, kf_step *s, uint32_t left, uint64_t times, uint64_t from,
                       uint64_t to)
{
    const kf_column *a = &s->set[0], *b = &s->set[s->n_set - 1];
    const uint32_t *column_a = s->rel->columns[a->column], *column_b = s->rel->columns[b->column];
    uint32_t *to_a = &r->b->ids[a->arg.variable], *to_b = &r->b->ids[b->arg.variable];
    for (uint64_t at = from; at < to; at++) {
        *to_a = column_a[at];
        *to_b = column_b[at];
        s->rows++;
        if (!go_on(r, s + 1, left - 1, times)) return false;
    }
    return true;
}

static bool scan(run *r, kf_step *s, uint32_t left, uint64_t times, bool first)
{
    if (is_single(s->rel)) return !s->rel->alive || go(r, s + 1, left - 1, times);
    uint64_t from, to;
    slice(r, first, s->rel->n, &from, &to);
    if (!spend(r, to - from)) return false;
    const bool *dead = s->rel->dead;
    if (!dead && !s->rel->numbers && s->n_same == 0 && s->n_set - 1 < 2 && to > from)
        return scan_plain(r, s, left, times, from, to);
    for (uint64_t at = from; at < to; at++) {
        if ((dead && dead[at]) || !row_fits(r, s, (uint32_t)at)) continue;
        s->rows++;
        if (!go(r, s + 1, left - 1, times)) return false;
    }
    return true;
}

/* Rows of one value each, then a test in a relation of pairs: where joins spend their time. */
static bool probe_and_test(run *r, kf_step *s, uint32_t left, uint64_t times, const uint32_t *rows,
                           uint32_t count)
{
    kf_step *test = s + 1;
    const kf_index *set = test->rel->set;
    const uint32_t *column = s->rel->columns[s->set[0].column];
    uint32_t *to = &r->b->ids[s->set[0].arg.variable];
    const kf_arg *x = &test->key[0].arg, *y = &test->key[1].arg;
    const uint32_t *a = x->variable == KF_NONE ? &x->constant : &r->b->ids[x->variable];
    const uint32_t *b = y->variable == KF_NONE ? &y->constant : &r->b->ids[y->variable];
    uint64_t mixed = kf_hash_add(0, *a), mask = set->size - 1;
    bool negated = test->literal->negated;
    for (uint32_t i = 0; i < count; i++) {
        *to = column[rows[i]];
        if (a == to) mixed = kf_hash_add(0, *a);
        bool there;
        if (set->direct) {
            there = set->heads[*a * set->stride + *b] < KF_DEAD_KEY;
        } else {
            uint64_t key = (uint64_t)*a << 32 | *b, at = kf_key_place(mixed, *b) & mask;
            while (set->keys[at] != key && set->keys[at] != KF_NO_KEY)
                at = (at + KF_KEY_STRIDE) & mask;
            there = set->keys[at] == key;
        }
        if (there == negated) continue;
        test->rows++;
        if (!go_on(r, s + 2, left - 2, times)) return false;
    }
    return true;
}

/* The rows with the key at hand. */
static inline const uint32_t *key_rows(const run *r, const kf_step *s, uint32_t *count)
{
    const kf_index *ix = s->index;
    uint32_t row[KF_MOST_ARITY + 1];
    if (s->n_key != 1 || !ix->direct || !ix->lists) {
        fill_key(r, s, row);
        return kf_index_rows(s->rel, ix, row, count);
    }
    kf_arg a = s->key[0].arg; /* one column, looked up by its constant */
    uint32_t slot = a.variable == KF_NONE ? a.constant : r->b->ids[a.variable];
    assert(ix->columns == 1 && slot < ix->size);
    *count = ix->heads[slot] < KF_DEAD_KEY ? ix->counts[slot] : 0;
    return *count > 0 ? ix->pool.at + ix->starts[slot] : NULL;
}

static bool probe(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    uint32_t count;
    const uint32_t *rows = key_rows(r, s, &count);
    if (!spend(r, count)) return false;
    if (s->n_set == 1 && s->n_same == 0 && !s->rel->numbers) { /* most are: one value a row */
        const kf_relation *tested = left > 1 && s[1].kind == KF_STEP_TEST ? s[1].rel : NULL;
        s->rows += count;
        if (tested && tested->width == 2 && !tested->numbers) {
            return probe_and_test(r, s, left, times, rows, count);
        }
        const uint32_t *column = s->rel->columns[s->set[0].column];
        uint32_t *to = &r->b->ids[s->set[0].arg.variable];
        for (uint32_t i = 0; i < count; i++) {
            *to = column[rows[i]];
            if (!go_on(r, s + 1, left - 1, times)) return false;
        }
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!row_fits(r, s, rows[i])) continue;
        s->rows++;
        if (!go(r, s + 1, left - 1, times)) return false;
    }
    return true;
}

static bool keys(run *r, kf_step *s, uint32_t left, uint64_t times, bool first)
{
    uint64_t from, to, more;
    slice(r, first, s->index->size, &from, &to);
    if (!spend(r, to - from)) return false;
    for (uint64_t slot = from; slot < to; slot++) {
        uint32_t at = s->index->heads[slot];
        if (at >= KF_NO_ROW - 1) continue;
        for (uint32_t i = 0; i < s->n_set; i++) {
            r->b->ids[s->set[i].arg.variable] = s->rel->columns[s->set[i].column][at];
        }
        s->rows++;
        uint64_t n = s->index->lists ? s->index->counts[slot] : 1;
        if (__builtin_mul_overflow(times, n, &more)) {
            return stop(r, KERF_LIMIT);
        }
        if (!go(r, s + 1, left - 1, more)) return false;
    }
    return true;
}

static bool count(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    uint32_t row[KF_MOST_ARITY + 1], n;
    fill_key(r, s, row);
    kf_index_rows(s->rel, s->index, row, &n);
    if (n == 0) return true;
    s->rows++;
    if (__builtin_mul_overflow(times, (uint64_t)n, &times)) return stop(r, KERF_LIMIT);
    return go(r, s + 1, left - 1, times);
}

static bool has_row(const run *r, const kf_literal *l)
{
    uint32_t row[KF_MOST_ARITY];
    kf_literal_row(l, r->b, row);
    return kf_weight_table_find(r->d->m->rules.at[l->id].table, row) != KF_NONE;
}

static bool holds(run *r, const kf_step *s)
{
    const kf_literal *l = s->literal;
    bool defined = true;
    switch (s->kind) {
    case KF_STEP_TABLE: return has_row(r, l);
    case KF_STEP_COMPARE: return kf_eval_compare(r->d, (kf_op)l->op, l->left, l->right, r->b);
    case KF_STEP_CONTAINS: return kf_eval_contains(r->d, l->left, l->right, r->b) != l->negated;
    default: return kf_eval_logic(r->d, r->rule, l->tree, r->b, &defined) != l->negated;
    }
}

/* A quantified part; false, with a status, if it was given up. */
static bool holds_tree(run *r, const kf_step *s)
{
    bool is = holds(r, s);
    return r->patience.over ? stop(r, KERF_INTERRUPTED) : is;
}

static bool compute(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    uint32_t id;
    if (!kf_eval_constant(r->d, s->literal->left, r->b, &id)) return true;
    if (s->check) {
        if (r->b->ids[s->variable] != id) return true;
    } else {
        r->b->ids[s->variable] = id;
    }
    s->rows++;
    return go(r, s + 1, left - 1, times);
}

static const kf_domain *domain_of(const run *r, const kf_step *s)
{
    return &r->d->domains[r->types[s->variable]];
}

static bool domain(run *r, kf_step *s, uint32_t left, uint64_t times, bool first)
{
    const kf_domain *dom = domain_of(r, s);
    uint64_t from, to;
    slice(r, first, dom->n, &from, &to);
    if (!spend(r, to - from)) return false;
    for (uint64_t i = from; i < to; i++) {
        r->b->ids[s->variable] = dom->ids[i];
        s->rows++;
        if (!go(r, s + 1, left - 1, times)) return false;
    }
    return true;
}

static bool seed(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    uint32_t width = s->literal->n;
    uint64_t from, to;
    slice(r, true, r->seeds->n, &from, &to);
    if (!spend(r, to - from)) return false;
    for (uint64_t i = from; i < to; i++) {
        const uint32_t *row = r->seeds->rows + i * width;
        bool fits = true;
        for (uint32_t k = 0; k < s->n_key && fits; k++) {
            uint32_t wanted = s->key[k].arg.constant;
            fits = wanted == KF_NONE || row[s->key[k].column] == wanted;
        }
        for (uint32_t k = 0; k < s->n_set; k++)
            r->b->ids[s->set[k].arg.variable] = row[s->set[k].column];
        for (uint32_t k = 0; k < s->n_same && fits; k++) {
            fits = row[s->same[k].column] == r->b->ids[s->same[k].arg.variable];
        }
        if (!fits) continue;
        s->rows++;
        if (!go_on(r, s + 1, left - 1, times)) return false;
    }
    return true;
}

static bool parts(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    bool counting = r->counting;
    uint64_t sum = r->count;
    r->counting = true;
    r->count = 0;
    bool good = go_on(r, s->steps, s->n_steps, 1);
    uint64_t found = r->count;
    r->counting = counting;
    r->count = sum;
    if (!good) return false;
    if (found == 0) return true;
    s->rows++;
    if (__builtin_mul_overflow(times, found, &times)) return stop(r, KERF_LIMIT);
    return go_on(r, s + 1, left - 1, times);
}

/* Such steps follow one another. */
static bool size(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    for (; left > 0 && s->kind == KF_STEP_SIZE; s++, left--) {
        uint64_t n = kf_domain_times(domain_of(r, s), r->b->ids[s->variable]);
        if (__builtin_mul_overflow(times, n, &times)) return stop(r, KERF_LIMIT);
        s->rows++;
    }
    return go_on(r, s, left, times);
}

static bool step(run *r, kf_step *s, uint32_t left, uint64_t times, bool first)
{
    switch (s->kind) {
    case KF_STEP_SCAN: return scan(r, s, left, times, first);
    case KF_STEP_PROBE: return probe(r, s, left, times);
    case KF_STEP_KEYS: return keys(r, s, left, times, first);
    case KF_STEP_COUNT: return count(r, s, left, times);
    case KF_STEP_COMPUTE: return compute(r, s, left, times);
    case KF_STEP_DOMAIN: return domain(r, s, left, times, first);
    case KF_STEP_SEED: return seed(r, s, left, times);
    case KF_STEP_TIMES:
        if (__builtin_mul_overflow(times, kf_domain_size(domain_of(r, s)), &times))
            return stop(r, KERF_LIMIT);
        return times == 0 || go(r, s + 1, left - 1, times);
    case KF_STEP_SIZE: return size(r, s, left, times);
    case KF_STEP_PARTS: return parts(r, s, left, times);
    default: assert(false); return true; /* tests are go()'s */
    }
}

/* Tests one after another, until a step that ranges over something or the end. */
static bool go(run *r, kf_step *s, uint32_t left, uint64_t times)
{
    for (; left; s++, left--) {
        switch (s->kind) {
        case KF_STEP_TEST:
            if (is_there(r, s) == s->literal->negated) return true;
            break;
        case KF_STEP_TREE:
            if (!holds_tree(r, s)) return r->status == KERF_OK;
            break;
        case KF_STEP_COMPARE:
        case KF_STEP_CONTAINS:
        case KF_STEP_TABLE:
            if (!holds(r, s)) return true;
            break;
        case KF_STEP_PROBE: return probe(r, s, left, times);
        default: return step(r, s, left, times, false);
        }
        s->rows++;
    }
    return emit(r, times);
}

/* Only steps that range over something can be sliced; a plan that begins otherwise is run whole by
 * the first part. */
static bool can_slice(const kf_step *s)
{
    return s->kind == KF_STEP_SCAN || s->kind == KF_STEP_KEYS || s->kind == KF_STEP_DOMAIN
           || s->kind == KF_STEP_SEED;
}

#ifndef NDEBUG
/* Are the rows of all steps in memory? */
static bool is_here(const kf_step *steps, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (steps[i].kind != KF_STEP_SEED && steps[i].rel && steps[i].rel->provider) return false;
        if (!is_here(steps[i].steps, steps[i].n_steps)) return false;
    }
    return true;
}
#endif

kerf_status kf_plan_run(kf_plan *p, const kf_backend *backend, const kf_rule *rule,
                        const kf_seeds *seeds, kf_binding *b, uint32_t k, uint32_t n, kf_emit_fn *f,
                        void *context)
{
    run r = { .d = backend->d,
              .rule = rule,
              .types = p->c->types,
              .seeds = seeds,
              .b = b,
              .emit = f,
              .context = context,
              .status = KERF_OK,
              .part = k,
              .parts = n,
              .patience = kf_patience_of(backend->stop) };
    assert(k < n && is_here(p->steps, p->n_steps));
    if (p->n_steps == 0) {
        if (k == 0) emit(&r, 1);
        return r.status;
    }
    if (!can_slice(p->steps) || (p->steps->kind == KF_STEP_SCAN && is_single(p->steps->rel))) {
        if (k > 0) return KERF_OK;
        r.parts = 1;
    }
    b->patience = &r.patience;
    if (can_slice(p->steps)) step(&r, p->steps, p->n_steps, 1, true);
    else go(&r, p->steps, p->n_steps, 1);
    b->patience = NULL;
    return r.status;
}

/* ---- Copies for threads ---- */

static kf_step *copy_steps(kf_arena *arena, const kf_step *steps, uint32_t n)
{
    kf_step *to = kf_arena_copy(arena, steps, n ? n : 1, sizeof *to);
    for (uint32_t i = 0; to && i < n; i++) {
        to[i].rows = 0;
        if (!to[i].steps) continue;
        to[i].steps = copy_steps(arena, steps[i].steps, steps[i].n_steps);
        if (!to[i].steps) return NULL;
    }
    return to;
}

kerf_status kf_plan_copy(kf_plan **out, kf_arena *arena, const kf_plan *p)
{
    kf_plan *copy = kf_arena_copy(arena, p, 1, sizeof *p);
    if (!copy) return KERF_NO_MEMORY;
    if (p->n_steps) copy->steps = copy_steps(arena, p->steps, p->n_steps);
    if (p->n_steps && !copy->steps) return KERF_NO_MEMORY;
    *out = copy;
    return KERF_OK;
}

static void add_rows(kf_step *to, const kf_step *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        to[i].rows += from[i].rows;
        if (to[i].steps) add_rows(to[i].steps, from[i].steps, to[i].n_steps);
    }
}

void kf_plan_add_rows(kf_plan *p, const kf_plan *copy)
{
    assert(p != copy && p->n_steps == copy->n_steps);
    add_rows(p->steps, copy->steps, p->n_steps);
}
