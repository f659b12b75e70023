/* reason.c -- which evidence makes parts of a hard grounding false; see reason.h.
 *
 * Formulas are read with three values: an atom that evidence leaves open is unknown. Nothing is
 * negated in memory: a body that must not hold, as what counts against the limit of a cardinality,
 * is read with `no`, where AND is OR and EXIST is FORALL. */
#include "ground/why/reason.h"

#include "base/check.h"
#include "ground/grounding.h"

#include <string.h>

enum { MOST_STEPS = 1 << 21 }; /* instances to look at, for one grounding */

typedef enum place { UNBOUND, BOUND, ANY } place; /* of a variable: no value; one; all in turn */

typedef struct reader {
    kf_reasons *out;
    kf_grounder *g;
    const kf_database *d;
    const kf_rule *r;
    const kf_blame *blame;
    kf_binding *b;
    uint8_t *places; /* by variable */
    uint32_t steps;
    bool undefined;     /* a term of the instance at hand has no value */
    kerf_status status; /* of what cannot return one */
} reader;

/* ---- What is not said ----------------------------------------------------------------------- */

static bool has_value(const reader *x, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) return x->places[e->id] == BOUND;
    for (uint32_t i = 0; i < e->n; i++)
        if (!has_value(x, e->args[i])) return false;
    return true;
}

/* No atom like this one, whatever the values of variables that take all in turn. */
static kerf_status add_absent(reader *x, const kf_logic *atom)
{
    kf_reasons *out = x->out;
    uint32_t arity = x->d->m->predicates.at[atom->id].arity, pattern[KF_MOST_ARITY];
    for (uint32_t i = 0; i < arity; i++) {
        if (!has_value(x, atom->args[i])
            || !kf_eval_constant(x->d, atom->args[i], x->b, &pattern[i]))
            pattern[i] = KF_NONE;
    }
    for (uint32_t i = 0; i < kf_reasons_count(out); i++) {
        kf_reason r = kf_reasons_get(out, i);
        if (r.kind != KF_REASON_ABSENT || r.id != atom->id) continue;
        if (memcmp(out->patterns.at + r.row, pattern, arity * sizeof *pattern) == 0)
            return out->met++, KERF_OK;
    }
    uint32_t at = (uint32_t)out->patterns.n;
    if (!kf_vec_reserve(x->g->mem, &out->patterns, arity + 1)) return KERF_NO_MEMORY;
    memcpy(out->patterns.at + at, pattern, arity * sizeof *pattern);
    out->patterns.at[at + arity] = KF_NONE; /* so that no two begin at one place */
    out->patterns.n += arity + 1;
    return kf_reasons_add(out, x->g->mem, KF_REASON_ABSENT, atom->id, at);
}

/* The mappings that give a term its value. */
static kerf_status add_mappings(reader *x, const kf_expr *e)
{
    uint32_t args[KF_MOST_ARITY + 1], at;
    for (uint32_t i = 0; i < e->n; i++) KF_TRY(add_mappings(x, e->args[i]));
    if (e->kind != KF_EXPR_CALL) return KERF_OK;
    bool found;
    for (uint32_t i = 0; i < e->n; i++)
        if (!kf_eval_constant(x->d, e->args[i], x->b, &args[i])) return KERF_OK;
    KF_TRY(kf_evidence_find_mapping(x->d->w, e->id, args, &found, &at));
    if (!found) return KERF_OK;
    return kf_reasons_add(x->out, x->g->mem, KF_REASON_MAPPED, e->id, at);
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

static bool ground_atom(reader *x, const kf_logic *f, uint32_t *row, double *number)
{
    const kf_predicate *p = &x->d->m->predicates.at[f->id];
    *number = 0;
    for (uint32_t i = 0; i < p->arity; i++)
        if (!kf_eval_constant(x->d, f->args[i], x->b, &row[i])) return false;
    return !p->number || kf_eval_number(x->d, f->args[p->arity], x->b, number);
}

static kf_truth opposite(kf_truth t, bool no)
{
    if (t == KF_UNKNOWN || !no) return t;
    return t == KF_TRUE ? KF_FALSE : KF_TRUE;
}

static kf_truth atom_truth(reader *x, const kf_logic *f, bool no)
{
    const kf_predicate *p = &x->d->m->predicates.at[f->id];
    uint32_t row[KF_MOST_ARITY];
    double number;
    if (!ground_atom(x, f, row, &number)) {
        x->undefined = true;
        return KF_FALSE;
    }
    kf_truth t;
    if (p->hidden) t = kf_database_fixed(x->d, f->id, row);
    else if (p->number)
        t = kf_relation_has_number(x->d->atoms[f->id], row, number) ? KF_TRUE : KF_FALSE;
    else t = kf_relation_has(x->d->atoms[f->id], row) ? KF_TRUE : KF_FALSE;
    return opposite(t, f->negated != no);
}

/* Who of the contradiction names an open atom: see kf_blame. */
static uint32_t named_by(reader *x, const kf_logic *f)
{
    uint32_t row[KF_MOST_ARITY];
    double number;
    if (!x->d->m->predicates.at[f->id].hidden || !ground_atom(x, f, row, &number)) return 0;
    if (kf_database_fixed(x->d, f->id, row) != KF_UNKNOWN) return 0;
    uint32_t at = kf_relation_find(x->g->atoms[f->id], row);
    assert(at == KF_NO_ROW || at < x->g->atom_of[f->id].n);
    return at == KF_NO_ROW ? 0 : x->blame->named_by[x->g->atom_of[f->id].at[at]];
}

/* ---- Instances ------------------------------------------------------------------------------ */

typedef struct instances { /* of a quantifier, but for those that its guard settles */
    bool numbers;
    kf_numbers by_number;
    kf_values by_value;
} instances;

/* Nothing to choose from. */
static kerf_status add_empty(reader *x, const kf_logic *f)
{
    uint32_t type = x->r->variables[f->id].type;
    if (type == KF_TYPE_NUMBER || x->d->domains[type].n > 0) return KERF_OK;
    return kf_reasons_add(x->out, x->g->mem, KF_REASON_EMPTY, type, 0);
}

static const kf_logic *begin(reader *x, const kf_logic *f, instances *all)
{
    all->numbers = x->r->variables[f->id].type == KF_TYPE_NUMBER;
    if (all->numbers) kf_numbers_begin(&all->by_number, x->d, f, x->b);
    else kf_values_begin(&all->by_value, x->d, x->r, f, x->b, true);
    return all->numbers ? all->by_number.guard : all->by_value.guard;
}

static bool next(reader *x, const kf_logic *f, instances *all)
{
    assert(x->steps <= MOST_STEPS);
    if (x->steps == MOST_STEPS) {
        x->out->cut_off = true;
        return false;
    }
    x->steps++;
    x->undefined = false;
    return all->numbers ? kf_numbers_next(&all->by_number, &x->b->numbers[f->id])
                        : kf_values_next(&all->by_value, &x->b->ids[f->id]);
}

static void end(instances *all)
{
    if (all->numbers) kf_numbers_end(&all->by_number);
    else kf_values_end(&all->by_value);
}

/* ---- Three values --------------------------------------------------------------------------- */

static kf_truth truth(reader *, const kf_logic *, bool no);

static bool is_or(const kf_logic *f, bool no)
{
    return f->kind == (no ? KF_LOGIC_AND : KF_LOGIC_OR);
}

static bool is_exist(const kf_logic *f, bool no)
{
    return f->kind == (no ? KF_LOGIC_FORALL : KF_LOGIC_EXIST);
}

/* One that has the value `settles` settles all. */
static kf_truth quantified_truth(reader *x, const kf_logic *f, bool no)
{
    kf_truth settles = is_exist(f, no) ? KF_TRUE : KF_FALSE;
    kf_truth t = opposite(settles, true);
    bool undefined = x->undefined;
    instances all;
    begin(x, f, &all);
    while (t != settles && next(x, f, &all)) {
        kf_truth one = truth(x, f->kids[0], no);
        if (x->undefined) continue;
        if (one == settles || one == KF_UNKNOWN) t = one;
    }
    end(&all);
    x->undefined = undefined;
    return t;
}

static kf_truth joined_truth(reader *x, const kf_logic *f, bool no)
{
    kf_truth settles = is_or(f, no) ? KF_TRUE : KF_FALSE;
    kf_truth t = opposite(settles, true);
    for (uint32_t i = 0; i < f->n; i++) { /* every kid: one may be undefined */
        kf_truth one = truth(x, f->kids[i], no);
        if (t != settles && (one == settles || one == KF_UNKNOWN)) t = one;
    }
    return t;
}

static kf_truth truth(reader *x, const kf_logic *f, bool no)
{
    bool defined = true, holds;
    switch (f->kind) {
    case KF_LOGIC_ATOM: return atom_truth(x, f, no);
    case KF_LOGIC_AND:
    case KF_LOGIC_OR: return joined_truth(x, f, no);
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: return quantified_truth(x, f, no);
    default:
        holds = kf_eval_logic(x->d, x->r, f, x->b, &defined);
        x->undefined |= !defined;
        return holds != no ? KF_TRUE : KF_FALSE;
    }
}

/* ---- Why it is not true --------------------------------------------------------------------- */

static kerf_status why(reader *, const kf_logic *, bool no);

/* Does it name an atom of the contradiction? Else it has no part in it. */
static bool is_blamed(reader *x, const kf_logic *f)
{
    bool found = false;
    if (!x->blame->named_by) return true;
    if (f->kind == KF_LOGIC_ATOM) return named_by(x, f) != 0;
    if (kf_logic_binds(f)) {
        instances all;
        begin(x, f, &all);
        while (!found && next(x, f, &all)) found = is_blamed(x, f->kids[0]);
        end(&all);
        return found;
    }
    bool leaf = f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; !leaf && !found && i < f->n; i++) found = is_blamed(x, f->kids[i]);
    return found;
}

static kerf_status why_leaf(reader *x, const kf_logic *f, bool no)
{
    uint32_t row[KF_MOST_ARITY];
    double number;
    bool given = true;
    for (uint32_t i = 0; i < f->n; i++) KF_TRY(add_mappings(x, f->args[i]));
    if (f->kind != KF_LOGIC_ATOM || atom_truth(x, f, no) == KF_UNKNOWN) return KERF_OK;
    if (ground_atom(x, f, row, &number))
        KF_TRY(kf_reasons_given(x->out, x->g, f->id, row, number, &given));
    return given ? KERF_OK : add_absent(x, f);
}

/* How much there is to say of a part that is false: the less the better. */
static uint32_t words_for(reader *x, const kf_logic *f)
{
    uint32_t row[KF_MOST_ARITY], at;
    double number;
    if (f->kind != KF_LOGIC_ATOM)
        return f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR ? 3 : kf_logic_binds(f) ? 4 : 0;
    if (!ground_atom(x, f, row, &number)) return 2;
    bool said = false;
    kerf_status st = kf_evidence_find(x->d->w, f->id, KF_SAID_TRUE, row, number, &said, &at);
    if (st == KERF_OK && !said)
        st = kf_evidence_find(x->d->w, f->id, KF_SAID_FALSE, row, number, &said, &at);
    if (st != KERF_OK) x->status = st;
    return said ? 1 : 2;
}

/* A conjunction: one part that is false, or all that have a part in it. */
static kerf_status why_all(reader *x, const kf_logic *f, bool no)
{
    const kf_logic *best = NULL;
    bool is_false = truth(x, f, no) == KF_FALSE;
    for (uint32_t i = 0; i < f->n; i++) {
        const kf_logic *kid = f->kids[i];
        kf_truth t = truth(x, kid, no);
        if (!is_false && t == KF_UNKNOWN && is_blamed(x, kid)) KF_TRY(why(x, kid, no));
        if (!is_false || t != KF_FALSE) continue;
        if (!best || words_for(x, kid) < words_for(x, best)) best = kid;
    }
    return best ? why(x, best, no) : KERF_OK;
}

static kerf_status why_some(reader *x, const kf_logic *f, bool no)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (truth(x, f->kids[i], no) != KF_TRUE) KF_TRY(why(x, f->kids[i], no));
    return KERF_OK;
}

/* Every instance fails: with the constants that the guard leaves out, since the guard does. */
static kerf_status why_exist(reader *x, const kf_logic *f, bool no)
{
    instances all;
    const kf_logic *guard = begin(x, f, &all);
    kerf_status st = guard ? add_absent(x, guard) : add_empty(x, f);
    assert(x->places[f->id] == UNBOUND); /* no variable is quantified within itself */
    x->places[f->id] = ANY;
    while (st == KERF_OK && next(x, f, &all)) {
        kf_truth t = truth(x, f->kids[0], no);
        if (!x->undefined && t != KF_TRUE) st = why(x, f->kids[0], no);
    }
    end(&all);
    x->places[f->id] = UNBOUND;
    return st;
}

static kerf_status why_forall(reader *x, const kf_logic *f, bool no)
{
    instances all;
    kerf_status st = KERF_OK;
    bool is_false = truth(x, f, no) == KF_FALSE;
    begin(x, f, &all);
    x->places[f->id] = BOUND;
    while (st == KERF_OK && next(x, f, &all)) {
        kf_truth t = truth(x, f->kids[0], no);
        if (x->undefined || t == KF_TRUE || (is_false && t != KF_FALSE)) continue;
        if (is_false || is_blamed(x, f->kids[0])) st = why(x, f->kids[0], no);
        if (is_false) break;
    }
    end(&all);
    x->places[f->id] = UNBOUND;
    return st;
}

/* Of a part that is false or unknown. */
static kerf_status why(reader *x, const kf_logic *f, bool no)
{
    if (kf_logic_binds(f)) return is_exist(f, no) ? why_exist(x, f, no) : why_forall(x, f, no);
    if (f->kind == KF_LOGIC_AND || f->kind == KF_LOGIC_OR)
        return is_or(f, no) ? why_some(x, f, no) : why_all(x, f, no);
    if (f->kind == KF_LOGIC_TRUE || f->kind == KF_LOGIC_FALSE) return KERF_OK;
    return why_leaf(x, f, no);
}

/* ---- Cardinalities -------------------------------------------------------------------------- */

typedef struct counting {
    uint8_t bounds;
    bool only_true; /* these are too many already */
    bool freely;    /* an open tuple need not count if nobody else cares about one of its atoms */
    uint64_t is, can_be;
} counting;

/* What is counted, apart from the condition before the count. */
static const kf_logic *counted_of(const reader *x)
{
    return x->r->member ? x->r->member : x->r->body;
}

/* Calls `each` with every tuple of the counted variables, but for those that a guard settles. */
static kerf_status each_tuple(reader *x, const kf_logic *f, counting *c,
                              kerf_status (*each)(reader *, counting *, kf_truth))
{
    assert(f == counted_of(x) || kf_logic_binds(f));
    if (f == counted_of(x)) {
        kf_truth t = truth(x, f, false);
        return x->undefined ? KERF_OK : each(x, c, t);
    }
    instances all;
    kerf_status st = KERF_OK;
    const kf_logic *guard = begin(x, f, &all);
    if (c->bounds == KF_BOUND_LEAST) st = guard ? add_absent(x, guard) : add_empty(x, f);
    x->places[f->id] = c->bounds == KF_BOUND_LEAST ? ANY : BOUND;
    while (st == KERF_OK && next(x, f, &all)) st = each_tuple(x, f->kids[0], c, each);
    end(&all);
    x->places[f->id] = UNBOUND;
    return st;
}

static kerf_status tally(reader *x, counting *c, kf_truth t)
{
    (void)x;
    c->is += t == KF_TRUE;
    c->can_be += t != KF_FALSE;
    return KERF_OK;
}

static kerf_status why_missing(reader *x, counting *c, kf_truth t)
{
    (void)c;
    return t == KF_TRUE ? KERF_OK : why(x, counted_of(x), false);
}

/* Could it be left out, since nothing else says what one of its atoms is? */
static bool is_free(reader *x, const kf_logic *f)
{
    if (f->kind == KF_LOGIC_ATOM)
        return atom_truth(x, f, false) == KF_UNKNOWN && named_by(x, f) == x->blame->number;
    if (f->kind != KF_LOGIC_AND) return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (is_free(x, f->kids[i])) return true;
    return false;
}

static kerf_status why_counted(reader *x, counting *c, kf_truth t)
{
    if (t == KF_FALSE || (t == KF_UNKNOWN && c->only_true)) return KERF_OK;
    if (t == KF_UNKNOWN && c->freely && is_free(x, counted_of(x))) return KERF_OK;
    return why(x, counted_of(x), true);
}

/* The bounds that matter, where they are not given. */
static uint8_t bounds_of(const kf_rule *r, const counting *c)
{
    uint64_t bound = (uint64_t)r->bound;
    if (r->op != KF_OP_EQ) return r->op == KF_OP_LE ? KF_BOUND_MOST : KF_BOUND_LEAST;
    if (c->is > bound) return KF_BOUND_MOST;
    return c->can_be < bound ? KF_BOUND_LEAST : KF_BOUND_LEAST | KF_BOUND_MOST;
}

/* No predicate stands in it with and without a !. */
static bool has_one_sign(const kf_logic *f)
{
    for (uint32_t i = 0; f->kind == KF_LOGIC_AND && i < f->n; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const kf_logic *a = f->kids[i], *b = f->kids[k];
            if (a->kind == KF_LOGIC_ATOM && b->kind == KF_LOGIC_ATOM && a->id == b->id
                && a->negated != b->negated)
                return false;
        }
    }
    return true;
}

static kerf_status why_count(reader *x, const kf_logic *tuples)
{
    counting c = { 0 };
    KF_TRY(each_tuple(x, tuples, &c, tally));
    assert(c.is <= c.can_be);
    uint8_t bounds =
        x->blame->bounds && x->r->op == KF_OP_EQ ? x->blame->bounds : bounds_of(x->r, &c);
    x->out->is = c.is;
    x->out->can_be = c.can_be;
    x->out->bounds = bounds;
    c.only_true = c.is > (uint64_t)x->r->bound;
    c.freely = x->blame->named_by && bounds == KF_BOUND_MOST && has_one_sign(counted_of(x));
    if (bounds & KF_BOUND_MOST) {
        c.bounds = KF_BOUND_MOST;
        KF_TRY(each_tuple(x, tuples, &c, why_counted));
    }
    if (bounds & KF_BOUND_LEAST) {
        c.bounds = KF_BOUND_LEAST;
        KF_TRY(each_tuple(x, tuples, &c, why_missing));
    }
    return KERF_OK;
}

/* The counted variables as quantifiers around the body: each_tuple() goes through them as such. */
static kerf_status read_count(reader *x, kf_arena *scratch)
{
    uint32_t n = x->r->n_counted;
    kf_logic *nodes = kf_arena_alloc(scratch, n, sizeof *nodes);
    kf_logic **kids = kf_arena_alloc(scratch, n + 1, sizeof(kf_logic *));
    if (!nodes || !kids) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        kids[i] = &nodes[i];
        nodes[i] = (kf_logic){ .kind = KF_LOGIC_EXIST, .id = x->r->counted[i], .n = 1 };
        nodes[i].kids = &kids[i + 1];
    }
    for (uint32_t i = 0; i < x->r->n_condition; i++) KF_TRY(why(x, x->r->body->kids[i], true));
    kids[n] = x->r->member ? x->r->member : x->r->body;
    kf_rule quantified = *x->r;
    quantified.body = kids[0];
    KF_TRY(kf_database_prepare(x->g->d, &quantified)); /* indexes for guards */
    return why_count(x, kids[0]);
}

kerf_status kf_reasons_find(kf_reasons *out, kf_grounder *g, const kf_rule *r,
                            const kf_blame *blame, kf_binding *b)
{
    reader x = { .out = out, .g = g, .d = g->d, .r = r, .blame = blame, .b = b };
    kf_arena scratch;
    kf_arena_init(&scratch, g->mem);
    assert(r->n_free <= r->n_variables);
    x.places = kf_arena_alloc(&scratch, r->n_variables + 1, sizeof *x.places);
    kerf_status st = x.places ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < r->n_variables; i++)
        x.places[i] = i < r->n_free ? BOUND : UNBOUND;
    if (st == KERF_OK)
        st = r->kind == KF_RULE_COUNT ? read_count(&x, &scratch) : why(&x, r->body, false);
    kf_arena_free(&scratch);
    return st == KERF_OK ? x.status : st;
}
