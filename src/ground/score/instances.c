/* instances.c -- a few groundings that the current assignment violates, with their atoms.
 *
 * The queries of unsatisfied.c list them. A soft grounding that evidence decides is passed over,
 * since no assignment does better: each grounding is evaluated by evidence alone, in three truth
 * values, while its atoms are collected. Where an open atom stands more than once, a grounding may
 * be constant without looking so; then all values of a few such atoms are tried, as in
 * instantiate.c. */
#include "ground/score/instances.h"

#include "ground/count/count.h"
#include "ground/grounding.h"

#include <string.h>

enum { MOST_LOOKED_AT = 1000, MOST_TRIED = 12 };

typedef struct search {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    kf_binding binding;
    uint32_t most, looked_at, shown;
    kf_instance_fn *show;
    void *context;
    kf_instance found;
    kf_instance_atom atoms[KF_MOST_DESCRIBED]; /* of it */
    uint32_t most_atoms;
    /* Open atoms of the grounding at hand, and how often they stand in it. */
    kf_instance_atom open[MOST_TRIED];
    uint32_t n_open, uses;
    bool too_many;
    bool trying; /* they are as the bits of `values` say; nothing is collected */
    uint32_t values;
    kerf_status status;
} search;

/* ---- Atoms ---------------------------------------------------------------------------------- */

static bool same_atom(const kf_instance_atom *a, const kf_instance_atom *b, uint32_t arity)
{
    return a->predicate == b->predicate && memcmp(a->row, b->row, arity * sizeof *a->row) == 0
           && !(a->number < b->number) && !(a->number > b->number);
}

/* Its place in a list, or n. */
static uint32_t place_of(const search *x, const kf_instance_atom *list, uint32_t n,
                         const kf_instance_atom *a)
{
    uint32_t arity = x->g->d->m->predicates.at[a->predicate].arity, i = 0;
    while (i < n && !same_atom(&list[i], a, arity)) i++;
    return i;
}

static void add_atom(search *x, const kf_instance_atom *a)
{
    kf_instance *e = &x->found;
    if (a->open) {
        x->uses++;
        if (place_of(x, x->open, x->n_open, a) == x->n_open) {
            if (x->n_open < MOST_TRIED) x->open[x->n_open++] = *a;
            else x->too_many = true;
        }
    }
    if (place_of(x, x->atoms, e->n, a) < e->n) return;
    if (e->n < x->most_atoms) x->atoms[e->n++] = *a;
    else e->more = true;
}

/* Its truth by evidence alone, or by what is tried. */
static kf_truth look_at_atom(search *x, const kf_logic *f, bool *defined)
{
    const kf_database *d = x->g->d;
    const kf_predicate *p = &d->m->predicates.at[f->id];
    kf_instance_atom a = { .predicate = f->id };
    bool there = true;
    for (uint32_t i = 0; i < p->arity; i++)
        there = there && kf_eval_constant(d, f->args[i], &x->binding, &a.row[i]);
    if (p->number) there = there && kf_eval_number(d, f->args[p->arity], &x->binding, &a.number);
    kf_truth truth = KF_UNKNOWN;
    if (p->hidden && there) truth = kf_database_fixed(d, f->id, a.row);
    a.open = p->hidden && truth == KF_UNKNOWN;
    bool holds = kf_eval_logic(d, x->r, f, &x->binding, defined);
    a.value = holds != f->negated;
    if (!there || !a.open || !x->trying) {
        if (there && !x->trying) add_atom(x, &a);
        return a.open && there ? KF_UNKNOWN : holds ? KF_TRUE : KF_FALSE;
    }
    uint32_t place = place_of(x, x->open, x->n_open, &a);
    assert(place < x->n_open);
    bool value = x->values >> place & 1;
    return value != f->negated ? KF_TRUE : KF_FALSE;
}

/* ---- Formulas ------------------------------------------------------------------------------- */

static kf_truth look_at(search *, const kf_logic *, bool *defined);

/* Of the parts so far and one more: `ends` is what settles it. */
static kf_truth join(kf_truth a, kf_truth b, kf_truth ends)
{
    if (a == ends || b == ends) return ends;
    return a == KF_UNKNOWN ? a : b;
}

static kf_truth look_at_instance(search *x, const kf_logic *f, kf_truth so_far, kf_truth ends)
{
    bool defined = true;
    if (x->status == KERF_OK) x->status = kf_grounder_spend(x->g, 1);
    if (x->status != KERF_OK) return KF_UNKNOWN;
    kf_truth truth = look_at(x, f->kids[0], &defined);
    return defined ? join(so_far, truth, ends) : so_far;
}

static kf_truth look_at_quantifier(search *x, const kf_logic *f)
{
    kf_truth ends = f->kind == KF_LOGIC_EXIST ? KF_TRUE : KF_FALSE;
    kf_truth truth = ends == KF_TRUE ? KF_FALSE : KF_TRUE;
    if (x->r->variables[f->id].type == KF_TYPE_NUMBER) {
        kf_numbers numbers;
        kf_numbers_begin(&numbers, x->g->d, f, &x->binding);
        while (truth != ends && kf_numbers_next(&numbers, &x->binding.numbers[f->id]))
            truth = look_at_instance(x, f, truth, ends);
        kf_numbers_end(&numbers);
    } else {
        kf_values values;
        kf_values_begin(&values, x->g->d, x->r, f, &x->binding, true);
        while (truth != ends && kf_values_next(&values, &x->binding.ids[f->id]))
            truth = look_at_instance(x, f, truth, ends);
        kf_values_end(&values);
    }
    return truth;
}

static kf_truth look_at(search *x, const kf_logic *f, bool *defined)
{
    kf_truth ends = f->kind == KF_LOGIC_OR ? KF_TRUE : KF_FALSE;
    kf_truth truth = ends == KF_TRUE ? KF_FALSE : KF_TRUE;
    switch (f->kind) {
    case KF_LOGIC_ATOM: return look_at_atom(x, f, defined);
    case KF_LOGIC_AND:
    case KF_LOGIC_OR:
        for (uint32_t i = 0; i < f->n; i++)
            truth = join(truth, look_at(x, f->kids[i], defined), ends);
        return truth;
    case KF_LOGIC_EXIST:
    case KF_LOGIC_FORALL: return look_at_quantifier(x, f);
    default: return kf_eval_logic(x->g->d, x->r, f, &x->binding, defined) ? KF_TRUE : KF_FALSE;
    }
}

/* Nothing that evidence leaves open changes it. */
static bool is_constant(search *x)
{
    bool defined = true, constant = true;
    assert(x->n_open <= x->uses && x->n_open <= MOST_TRIED);
    if (x->uses == x->n_open || x->too_many) return false;
    x->trying = true;
    kf_truth first = look_at(x, x->r->body, &defined);
    for (x->values = 1; constant && x->values < 1u << x->n_open; x->values++)
        constant = look_at(x, x->r->body, &defined) == first;
    x->values = 0;
    x->trying = false;
    return constant;
}

/* Collects the atoms of the grounding; could another assignment do better? */
static bool collect(search *x)
{
    bool hard = x->r->cost == KF_COST_HARD, defined = true;
    x->found.n = x->n_open = x->uses = 0;
    x->found.more = x->too_many = false;
    if (x->r->kind == KF_RULE_COUNT) return hard || !(x->gr->decided[0] || x->gr->decided[1]);
    kf_truth truth = look_at(x, x->r->body, &defined);
    return hard || (truth == KF_UNKNOWN && !is_constant(x));
}

/* ---- One after the other -------------------------------------------------------------------- */

static kerf_status tell(search *x, const kf_binding *b, uint64_t count)
{
    for (uint32_t i = x->gr->c.n_free; i < x->r->n_variables; i++) x->binding.ids[i] = KF_NONE;
    assert(x->found.n <= x->most_atoms);
    x->found.binding = &x->binding;
    x->found.atoms = x->atoms;
    x->found.weight = kf_grounder_weight(x->g, x->gr, b);
    x->found.count = count;
    return x->show(x->context, &x->found);
}

static void bind(search *x, const kf_binding *b)
{
    uint32_t n = x->gr->c.n_free;
    memcpy(x->binding.ids, b->ids, n * sizeof *b->ids);
    memcpy(x->binding.numbers, b->numbers, n * sizeof *b->numbers);
}

static bool look_at_grounding(void *context, const kf_binding *b, uint64_t times)
{
    search *x = context;
    assert(x->shown < x->most);
    bind(x, b);
    if (collect(x) && x->status == KERF_OK) {
        x->status = tell(x, b, times);
        x->shown++;
    }
    return x->status == KERF_OK && x->shown < x->most && ++x->looked_at < MOST_LOOKED_AT;
}

static kerf_status open_search(search *x, kf_grounder *g, kf_ground_rule *gr, kf_arena *scratch)
{
    x->g = g;
    x->gr = gr;
    x->r = &g->d->m->rules.at[gr->rule];
    return kf_binding_new(&x->binding, scratch, g->d, gr->c.n_variables + x->r->n_variables + 1);
}

kerf_status kf_ground_examples(kf_grounder *g, kf_ground_rule *gr, uint32_t most,
                               kf_instance_fn *show, void *context)
{
    search x = { .most = most, .show = show, .context = context, .most_atoms = KF_MOST_SHOWN };
    kf_arena scratch;
    if (most == 0) return KERF_OK;
    kf_arena_init(&scratch, g->mem);
    kerf_status st = open_search(&x, g, gr, &scratch);
    if (st == KERF_OK) st = kf_grounder_list_unsatisfied(g, gr, look_at_grounding, &x);
    if (x.status != KERF_OK) st = x.status;
    kf_arena_free(&scratch);
    return st == KERF_INTERRUPTED ? KERF_OK : st;
}

/* ---- One grounding -------------------------------------------------------------------------- */

/* Of what is counted, the atoms that make it so. */
static bool note_member(void *context, const kf_binding *b, uint64_t times)
{
    search *x = context;
    const kf_database *d = x->g->d;
    (void)times;
    for (uint32_t i = 0; i < x->gr->c.n_literals; i++) {
        const kf_literal *l = &x->gr->c.literals[i];
        kf_instance_atom a = { .predicate = l->id, .value = !l->negated };
        if (l->kind != KF_LITERAL_ATOM) continue;
        kf_literal_row(l, b, a.row);
        if (l->right && !kf_eval_number(d, l->right, b, &a.number)) continue;
        a.open = l->hidden && kf_database_fixed(d, l->id, a.row) == KF_UNKNOWN;
        add_atom(x, &a);
    }
    return !x->found.more;
}

kerf_status kf_ground_describe(kf_grounder *g, kf_ground_rule *gr, const kf_binding *b,
                               kf_instance_fn *show, void *context)
{
    search x = { .show = show, .context = context, .most_atoms = KF_MOST_DESCRIBED };
    kf_arena scratch;
    kf_arena_init(&scratch, g->mem);
    kerf_status st = open_search(&x, g, gr, &scratch);
    if (st == KERF_OK) {
        bind(&x, b);
        collect(&x);
        st = x.status;
    }
    if (st == KERF_OK && x.r->kind == KF_RULE_COUNT)
        st = kf_count_list_members(g, gr, b, note_member, &x);
    if (st == KERF_INTERRUPTED && x.found.more) st = KERF_OK;
    if (st == KERF_OK) st = tell(&x, b, 0);
    kf_arena_free(&scratch);
    return st;
}
