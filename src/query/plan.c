/* plan.c -- choosing the order of steps; see plan.h. */
#include "query/plan.h"

#include "query/planning.h"

#include <math.h>
#include <string.h>

static void *fresh(kf_planner *p, size_t n, size_t each)
{
    void *block = kf_arena_alloc(p->arena, n ? n : 1, each);
    if (!block) p->status = KERF_NO_MEMORY;
    return block;
}

static kf_step *add_step(kf_planner *p, kf_step_kind kind, const kf_literal *l)
{
    if (p->n_steps == p->cap_steps) {
        uint32_t cap = p->cap_steps ? p->cap_steps * 2 : p->q->n + 2;
        kf_step *more = fresh(p, cap, sizeof *more);
        if (!more) return NULL;
        if (p->n_steps) memcpy(more, p->steps, p->n_steps * sizeof *more);
        p->steps = more;
        p->cap_steps = cap;
    }
    kf_step *s = &p->steps[p->n_steps++];
    *s = (kf_step){ .kind = (uint8_t)kind, .literal = l, .variable = KF_NONE };
    return s;
}

static bool all_bound(const kf_planner *p, const kf_literal *l)
{
    for (uint32_t i = 0; i < l->n_uses; i++) {
        if (!p->bound[l->uses[i]]) return false;
    }
    return true;
}

/* The relation that a step goes over; that of a weight table is made only for this. */
static kerf_status find_rel(kf_database *d, kf_step *s)
{
    const kf_literal *l = s->literal;
    if (l->kind == KF_LITERAL_TABLE) return kf_database_table(d, l->id, &s->rel);
    s->rel = relation_of(s->whole ? d->whole : d, l);
    return KERF_OK;
}

static bool set_rel(kf_planner *p, kf_step *s)
{
    p->status = find_rel(p->d, s);
    return p->status == KERF_OK;
}

/* ---- Steps over relations ---- */

/* Which columns are known, which bind, which repeat a variable that an earlier one binds. */
static bool split_columns(kf_planner *p, kf_step *s, const kf_literal *l)
{
    s->key = fresh(p, 3 * (size_t)l->n, sizeof *s->key);
    if (!s->key) return false;
    s->set = s->key + l->n;
    s->same = s->set + l->n;
    for (uint32_t i = 0; i < l->n; i++) {
        kf_column c = { i, l->args[i] };
        bool repeated = false;
        for (uint32_t k = 0; k < s->n_set; k++)
            repeated |= s->set[k].arg.variable == c.arg.variable;
        if (is_bound(p, c.arg)) {
            s->key[s->n_key++] = c;
        } else if (repeated) {
            s->same[s->n_same++] = c;
        } else {
            s->set[s->n_set++] = c;
        }
    }
    return true;
}

static void bind_number(kf_planner *p, kf_step *s, const kf_literal *l)
{
    if (!l->right || l->right->kind != KF_EXPR_VARIABLE || p->bound[l->right->id]) return;
    s->binds_number = true;
    p->bound[l->right->id] = true;
}

/* Do its constants stand for others? */
static bool is_sized(const kf_planner *p, uint32_t variable)
{
    uint32_t type = p->q->c->types[variable];
    return p->sized && type != KF_TYPE_NUMBER && p->d->domains[type].sizes;
}

/* Does another literal that is still to come, or the answer, ask for this variable? */
static bool asked_elsewhere(const kf_planner *p, uint32_t variable, const kf_literal *self)
{
    if (p->wanted[variable]) return true;
    for (uint32_t i = 0; i < p->q->n; i++) {
        const kf_literal *l = &p->q->literals[i];
        if (p->used[i] || l == self) continue;
        for (uint32_t u = 0; u < l->n_uses; u++) {
            if (l->uses[u] == variable) return true;
        }
    }
    return false;
}

/* The unbound columns that somebody asks for. Where the others are asked for by nobody (and are
 * distinct variables), distinct keys with their counts are enough. */
static bool key_columns(const kf_planner *p, const kf_literal *l, uint32_t *mask)
{
    *mask = 0;
    if (l->right && l->right->kind == KF_EXPR_VARIABLE && !p->bound[l->right->id]) return false;
    bool rest = false;
    for (uint32_t i = 0; i < l->n; i++) {
        if (is_bound(p, l->args[i])) continue;
        for (uint32_t k = 0; k < i; k++) {
            if (l->args[k].variable == l->args[i].variable) return false;
        }
        bool sized = l->hidden && is_sized(p, l->args[i].variable); /* rows are not enough */
        if (sized || asked_elsewhere(p, l->args[i].variable, l)) *mask |= 1u << i;
        else rest = true;
    }
    return rest && !l->right;
}

/* Rows are counted, and some column that nobody asks for has constants that stand for others: the
 * whole database has as many rows as that makes. Observed literals have one such column. */
static void count_whole(kf_planner *p, kf_step *s, uint32_t keys)
{
    for (uint32_t i = 0; i < s->n_set; i++) {
        uint32_t v = s->set[i].arg.variable;
        if (keys >> s->set[i].column & 1 || !is_sized(p, v)) continue;
        assert(!s->literal->hidden && !s->whole);
        s->whole = true;
        p->sized[v] = true;
    }
}

static void mark_bound(kf_planner *p, const kf_step *s)
{
    for (uint32_t i = 0; i < s->n_set; i++) p->bound[s->set[i].arg.variable] = true;
}

static bool add_seed(kf_planner *p)
{
    const kf_literal *l = p->q->seed;
    kf_step *s = add_step(p, KF_STEP_SEED, l);
    if (!s || !split_columns(p, s, l)) return false;
    s->rel = rel_of(p, l);
    mark_bound(p, s);
    if (p->q->seed_at != KF_NONE) p->used[p->q->seed_at] = true;
    s->estimate = p->rows;
    return true;
}

static bool index_for(kf_planner *p, kf_step *s, uint32_t mask)
{
    if (!p->indexes) return true;
    s->mask = mask;
    kerf_status st = kf_relation_index_until(s->rel, mask, p->stop, &s->index);
    if (st != KERF_OK) p->status = st;
    return st == KERF_OK;
}

/* By all columns, for tests. */
static bool index_all(kf_planner *p, kf_step *s)
{
    uint32_t n = s->rel->width;
    return n == 0 || index_for(p, s, n == 32 ? UINT32_MAX : (1u << n) - 1);
}

/* Rows that match what is bound. */
static bool add_rows(kf_planner *p, uint32_t literal)
{
    const kf_literal *l = &p->q->literals[literal];
    uint32_t mask = bound_mask(p, l), keys;
    p->used[literal] = true;
    bool distinct = key_columns(p, l, &keys);
    if (distinct && keys == 0 && mask) {
        kf_step *s = add_step(p, KF_STEP_COUNT, l);
        if (!s || !split_columns(p, s, l)) return false;
        count_whole(p, s, 0);
        if (!set_rel(p, s)) return false;
        s->estimate = p->rows;
        for (uint32_t i = 0; i < s->n_set; i++) p->bound[s->set[i].arg.variable] = true;
        return index_for(p, s, mask);
    }
    if (distinct && keys && !mask) {
        kf_step *s = add_step(p, KF_STEP_KEYS, l);
        if (!s || !split_columns(p, s, l)) return false;
        count_whole(p, s, keys);
        if (!set_rel(p, s)) return false;
        mark_bound(p, s);
        uint32_t kept = 0; /* only the key's columns are set */
        for (uint32_t i = 0; i < s->n_set; i++) {
            if (keys >> s->set[i].column & 1) s->set[kept++] = s->set[i];
        }
        s->n_set = kept;
        double est = 1;
        for (uint32_t i = 0; i < l->n; i++) {
            if (keys >> i & 1) est *= s->rel->constants[i];
        }
        p->rows *= est < s->rel->alive ? est : s->rel->alive;
        s->estimate = p->rows;
        return index_for(p, s, keys);
    }
    kf_step *s = add_step(p, mask ? KF_STEP_PROBE : KF_STEP_SCAN, l);
    if (!s || !split_columns(p, s, l) || !set_rel(p, s)) return false;
    p->rows *= kf_planner_estimate(p, l, mask);
    s->estimate = p->rows;
    mark_bound(p, s);
    bind_number(p, s, l);
    return !mask || index_for(p, s, mask);
}

/* ---- Tests ---- */

/* How many of the rows so far pass a test, as a share of them. */
static double share_of(const kf_planner *p, const kf_literal *l)
{
    double all = 1;
    if (l->kind == KF_LITERAL_COMPARE && l->op != KF_OP_EQ) return 0.9;
    if (l->kind != KF_LITERAL_TABLE) return l->negated ? 0.9 : 0.5;
    for (uint32_t i = 0; i < l->n; i++) all *= constants_of(p, l, i);
    return fmin(1, rows_of(p, l) / fmax(all, 1));
}

static bool add_test(kf_planner *p, const kf_literal *l)
{
    static const uint8_t kinds[] = {
        [KF_LITERAL_ATOM] = KF_STEP_TEST,       [KF_LITERAL_FUNCTION] = KF_STEP_TEST,
        [KF_LITERAL_COMPARE] = KF_STEP_COMPARE, [KF_LITERAL_CONTAINS] = KF_STEP_CONTAINS,
        [KF_LITERAL_COMPUTE] = KF_STEP_COMPUTE, [KF_LITERAL_TREE] = KF_STEP_TREE,
        [KF_LITERAL_TABLE] = KF_STEP_TABLE
    };
    kf_step *s = add_step(p, (kf_step_kind)kinds[l->kind], l);
    if (!s) return false;
    if (is_relation(l) && !split_columns(p, s, l)) return false;
    if (s->kind == KF_STEP_TEST && (!set_rel(p, s) || !index_all(p, s))) return false;
    if (l->kind == KF_LITERAL_COMPUTE) {
        s->variable = l->args[0].variable;
        s->check = p->bound[s->variable];
        p->bound[s->variable] = true;
    }
    p->rows *= share_of(p, l);
    s->estimate = p->rows;
    return true;
}

/* A computed variable is known once what it is computed from is. */
static bool ready(const kf_planner *p, const kf_literal *l)
{
    if (l->kind != KF_LITERAL_COMPUTE) return all_bound(p, l);
    for (uint32_t i = 0; i < l->n_uses; i++) {
        if (!p->bound[l->uses[i]] && l->uses[i] != l->args[0].variable) return false;
    }
    return true;
}

static bool add_ready_tests(kf_planner *p, const bool *allowed)
{
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < p->q->n; i++) {
            if (p->used[i] || (allowed && !allowed[i]) || !ready(p, &p->q->literals[i])) continue;
            p->used[i] = again = true;
            if (!add_test(p, &p->q->literals[i])) return false;
        }
    }
    return true;
}

/* ---- What next ---- */

static bool add_domain(kf_planner *p, uint32_t variable)
{
    kf_step *s = add_step(p, KF_STEP_DOMAIN, NULL);
    if (!s) return false;
    s->variable = variable;
    p->bound[variable] = true;
    p->rows *= p->d->domains[p->q->c->types[variable]].n;
    s->estimate = p->rows;
    return true;
}

static bool wanted_left(const kf_planner *p)
{
    for (uint32_t v = 0; v < p->q->c->n_variables; v++) {
        if (p->wanted[v] && !p->bound[v]) return true;
    }
    return false;
}

/* Bind every wanted variable. */
static bool bind_wanted(kf_planner *p, const bool *allowed)
{
    if (!add_ready_tests(p, allowed)) return false;
    while (wanted_left(p)) {
        kf_planner_reach(p, allowed);
        uint32_t literal = kf_planner_relation(p, p->helps);
        if (literal != KF_NONE) {
            if (!add_rows(p, literal)) return false;
        } else {
            uint32_t v = kf_planner_variable(p);
            if (v == KF_NONE) { /* a number that nothing binds: no grounding; cannot happen */
                p->status = KERF_MISUSE;
                return false;
            }
            if (!add_domain(p, v)) return false;
        }
        if (!add_ready_tests(p, allowed)) return false;
    }
    return true;
}

/* ---- Constants that stand for others ---- */

/* Variables that are bound by now count as often as their constants stand for others. */
static bool add_sizes(kf_planner *p)
{
    for (uint32_t v = 0; p->sized && v < p->q->c->n_variables; v++) {
        if (!p->bound[v] || p->sized[v] || !is_sized(p, v)) continue;
        kf_step *s = add_step(p, KF_STEP_SIZE, NULL);
        if (!s) return false;
        s->variable = v;
        s->estimate = p->rows;
        p->sized[v] = true;
    }
    return true;
}

static bool has_sizes(const kf_database *d)
{
    for (uint32_t i = 1; d->whole && i < d->n_types; i++)
        if (d->domains[i].sizes) return true;
    return false;
}

/* ---- Independent parts ---- */

/* The literals that hang together with one, through unbound variables. */
static void collect_part(const kf_planner *p, uint32_t first, bool *part, bool *variables)
{
    part[first] = true;
    bool again = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < p->q->n; i++) {
            const kf_literal *l = &p->q->literals[i];
            if (!part[i]) continue;
            for (uint32_t u = 0; u < l->n_uses; u++) {
                uint32_t v = l->uses[u];
                if (p->bound[v] || variables[v]) continue;
                variables[v] = true;
                for (uint32_t k = 0; k < p->q->n; k++) {
                    if (p->used[k] || part[k]) continue;
                    for (uint32_t w = 0; w < p->q->literals[k].n_uses; w++) {
                        if (p->q->literals[k].uses[w] == v) part[k] = again = true;
                    }
                }
            }
        }
    }
}

/* In how many places of a literal does a variable stand? In what is no positive observed atom, it
 * must be bound, which counts as several. */
static uint32_t places_of(const kf_planner *p, const kf_literal *l, uint32_t variable)
{
    uint32_t n = 0, uses = 0;
    bool plain = l->kind == KF_LITERAL_ATOM && !l->hidden && !l->negated && !l->right;
    for (uint32_t u = 0; u < l->n_uses; u++) uses += l->uses[u] == variable;
    for (uint32_t i = 0; plain && i < l->n; i++) n += l->args[i].variable == variable;
    return plain && p->indexes ? n : 2 * uses;
}

/* Which variables of a part must be bound? Those that join its literals. Rows that differ in others
 * are counted by their index, or all are bound if that is all there is. */
static void want_joins(kf_planner *p, const bool *part, const bool *variables)
{
    bool any = false;
    for (uint32_t v = 0; v < p->q->c->n_variables; v++) {
        uint32_t places = 0;
        for (uint32_t i = 0; variables[v] && i < p->q->n; i++)
            places += part[i] ? places_of(p, &p->q->literals[i], v) : 0;
        p->wanted[v] = places > 1;
        any |= p->wanted[v];
    }
    for (uint32_t v = 0; !any && v < p->q->c->n_variables; v++) p->wanted[v] = variables[v];
}

static bool add_part(kf_planner *p, uint32_t first);

/* The literals of a part that bound nothing. */
static bool add_counts(kf_planner *p, const bool *part)
{
    for (uint32_t i = 0; i < p->q->n; i++)
        if (part[i] && !p->used[i] && !add_part(p, i)) return false;
    return true;
}

static bool add_part(kf_planner *p, uint32_t first)
{
    uint32_t n_variables = p->q->c->n_variables, members = 0;
    bool *part = fresh(p, p->q->n, sizeof(bool));
    bool *variables = fresh(p, n_variables, sizeof(bool));
    if (!part || !variables) return false;
    collect_part(p, first, part, variables);
    for (uint32_t i = 0; i < p->q->n; i++) members += part[i];
    const kf_literal *l = &p->q->literals[first];
    uint32_t keys;
    if (members == 1 && is_relation(l) && !l->negated && bound_mask(p, l)
        && key_columns(p, l, &keys) && keys == 0) {
        return add_rows(p, first); /* one lookup */
    }
    uint32_t at = p->n_steps;
    if (!add_step(p, KF_STEP_PARTS, NULL)) return false;
    kf_planner inner = *p;
    inner.steps = NULL;
    inner.n_steps = inner.cap_steps = 0;
    inner.rows = 1;
    inner.wanted = fresh(p, n_variables, sizeof(bool));
    if (!inner.wanted) return false;
    want_joins(&inner, part, variables);
    bool good = bind_wanted(&inner, part) && add_sizes(&inner) && add_counts(&inner, part);
    p->status = inner.status;
    if (!good) return false;
    p->steps[at].steps = inner.steps;
    p->steps[at].n_steps = inner.n_steps;
    p->steps[at].estimate = p->rows;
    return true;
}

static bool add_parts(kf_planner *p)
{
    for (uint32_t i = 0; i < p->q->n; i++) {
        if (!p->used[i] && !add_part(p, i)) return false;
    }
    for (uint32_t v = 0; v < p->q->c->n_variables; v++) {
        if (p->bound[v] || !p->q->scope[v] || p->q->c->types[v] == KF_TYPE_NUMBER) continue;
        kf_step *s = add_step(p, KF_STEP_TIMES, NULL);
        if (!s) return false;
        s->variable = v;
        s->estimate = p->rows;
        p->bound[v] = true;
        if (p->sized) p->sized[v] = true; /* the type's size has it */
    }
    return true;
}

kerf_status kf_plan_make(kf_plan **out, kf_arena *arena, kf_database *d, const kf_request *q,
                         bool indexes, kf_stop *stop)
{
    assert(d->m->settled);
    kf_planner p = { .arena = arena, .d = d, .q = q, .rows = 1, .indexes = indexes, .stop = stop };
    uint32_t n_variables = q->c->n_variables;
    assert(!q->seed || q->seed_at == KF_NONE || q->seed_at < q->n);
    p.bound = fresh(&p, 3 * (size_t)n_variables + 2 * (size_t)q->n, sizeof(bool));
    kf_plan *plan = fresh(&p, 1, sizeof *plan);
    if (p.status != KERF_OK) return p.status;
    p.wanted = p.bound + n_variables;
    p.touched = p.wanted + n_variables;
    p.used = p.touched + n_variables;
    p.helps = p.used + q->n;
    memcpy(p.wanted, q->needed, q->c->n_variables * sizeof(bool));
    if (has_sizes(d)) {
        p.sized = fresh(&p, n_variables, sizeof(bool));
        if (!p.sized) return p.status;
    }
    bool good = !q->seed || add_seed(&p);
    good = good && bind_wanted(&p, NULL) && add_sizes(&p) && add_parts(&p);
    if (!good) return p.status == KERF_OK ? KERF_NO_MEMORY : p.status;
    *plan = (kf_plan){ q->c, p.n_steps, p.steps };
    KF_CHECK(kf_plan_check(plan, q->needed));
    *out = plan;
    return KERF_OK;
}

static kerf_status rebind(kf_step *steps, uint32_t n, kf_database *d, kf_stop *stop)
{
    for (kf_step *s = steps; s < steps + n; s++) {
        if (s->rel) KF_TRY(find_rel(d, s));
        if (s->mask) KF_TRY(kf_relation_index_until(s->rel, s->mask, stop, &s->index));
        KF_TRY(rebind(s->steps, s->n_steps, d, stop));
    }
    return KERF_OK;
}

kerf_status kf_plan_rebind(kf_plan *p, kf_database *d, kf_stop *stop)
{
    return rebind(p->steps, p->n_steps, d, stop);
}
