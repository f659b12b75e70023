/* count.c -- cardinalities: groups whose count is off.
 *
 * Counting what holds now is one query with the groups as its answer. Where too many is the only
 * fault, groups with none are never looked at; otherwise every group is. Invariant: between two
 * separations `sums` holds what each group counted at the last one, and every group that paid then
 * is a tuple. So only groups whose sum has changed are looked at. With one hidden literal, what
 * flipped tells by how much: a counted tuple has one hidden atom. With several, the groups that a
 * flipped atom may belong to are counted anew, or all if these are too many. */
#include "ground/count/count.h"

#include "base/cardinality.h"

#include <math.h>

enum { STEPS_PER_GROUP = 64 };

typedef struct counter {
    kf_grounder *g;
    kf_ground_rule *gr;
    const kf_rule *r;
    kf_tuple_map counts; /* groups with something in them, now */
    bool all;            /* groups that do not pay now, too */
    uint64_t scale;      /* what an answer counts */
    bool only_count;     /* what pays, in groups and cost: no tuple is made */
    kf_emit_fn *emit;    /* or NULL: with only_count, each group that pays, and what it counts */
    void *context;
    uint64_t groups;
    double cost;
    kerf_status status;
} counter;

bool kf_count_is_plain(const kf_grounder *g, const kf_ground_rule *gr, kf_range *bounds)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    bounds->least = r->op == KF_OP_LE ? 0 : (uint64_t)r->bound;
    bounds->most = r->op == KF_OP_GE ? UINT64_MAX : (uint64_t)r->bound;
    return gr->c.n_tuple > 0 && r->n_condition == 0
           && (r->cost == KF_COST_HARD || (r->cost == KF_COST_NUMBER && r->weight > 0));
}

void kf_count_ask(kf_ask *a, const kf_range *outside)
{
    const kf_compiled *c = &a->gr->c;
    for (uint32_t i = 0; i < c->n_literals; i++) kf_ask_add(a, &c->literals[i], false);
    kf_ask_need_tuple(a);
    a->outside = outside;
}

static bool count_group(void *context, const kf_binding *b, uint64_t times)
{
    counter *x = context;
    uint32_t tuple[KF_MOST_TUPLE];
    for (uint32_t i = 0; i < x->gr->c.n_tuple; i++) tuple[i] = b->ids[x->gr->c.tuple[i]];
    x->status = kf_tuple_map_add(&x->counts, x->g->mem, tuple, 0, times * x->scale, 0);
    return x->status == KERF_OK;
}

/* ---- What is too much ---- */

static kerf_status too_many_groups(kf_grounder *g, const kf_rule *r)
{
    kf_place place = kf_sources_place(g->d->m->program->sources, r->pos);
    kf_diag_add(g->diags, KERF_ERROR, &place, "give it fewer variables, or smaller types",
                "this cardinality has more than 2^32 groups");
    return KERF_LIMIT;
}

/* ---- Groups ---- */

/* The group of a query that starts from groups: an atom of its variables. */
kerf_status kf_count_group_literal(kf_ask *a, kf_literal *l)
{
    const kf_compiled *c = &a->gr->c;
    *l = (kf_literal){ .kind = KF_LITERAL_ATOM, .n = c->n_tuple };
    l->args = kf_arena_alloc(&a->scratch, c->n_tuple + 1, sizeof *l->args);
    for (uint32_t i = 0; l->args && i < c->n_tuple; i++) l->args[i].variable = c->tuple[i];
    return l->args ? KERF_OK : KERF_NO_MEMORY;
}

/* An ask that was begun: its answers are counted, of all groups, or of these. */
static kerf_status count_answers(counter *x, kf_ask *a, const kf_tuple_map *groups)
{
    kf_literal group;
    kerf_status st = kf_count_group_literal(a, &group);
    kf_seeds seeds = { groups ? kf_tuple_map_count(groups) : 0, groups ? groups->tuples.at : NULL };
    if (st == KERF_OK)
        st = kf_ask_run(a, groups ? &group : NULL, KF_NONE, groups ? &seeds : NULL, count_group, x);
    kf_ask_end(a);
    if (st == KERF_LIMIT || x->status == KERF_LIMIT) return kf_count_too_large(x->g, x->r);
    return x->status != KERF_OK ? x->status : st;
}

/* What holds now, into `counts`: in all groups, or in these (then there are variables). */
static kerf_status count_groups(counter *x, const kf_tuple_map *groups)
{
    const kf_compiled *c = &x->gr->c;
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, c->n_literals));
    kf_count_ask(&a, NULL);
    x->scale = 1;
    KF_TRY(count_answers(x, &a, groups));
    x->scale = (uint64_t)x->r->bound; /* a condition that does not hold is as good as that many */
    for (uint32_t i = 0; i < c->n_unless; i++) {
        KF_TRY(kf_count_unless_begin(&a, x->g, x->gr, i));
        KF_TRY(count_answers(x, &a, groups));
    }
    return KERF_OK;
}

/* Does this group pay now, or are all wanted? Then it is a tuple. */
static kerf_status look_at(counter *x, const uint32_t *tuple, uint64_t count, kf_binding *b)
{
    uint64_t least, most;
    kf_count_bounds(x->r, &least, &most);
    for (uint32_t i = 0; i < x->gr->c.n_tuple; i++) b->ids[x->gr->c.tuple[i]] = tuple[i];
    double w = kf_grounder_weight(x->g, x->gr, b);
    if (!kf_count_is_within(x->g, x->gr, b)) count = (uint64_t)x->r->bound;
    if (w == 0 || (!x->all && !kf_count_pays(w, least, most, count))) return KERF_OK;
    int side = w > 0 ? 0 : 1;
    x->groups++;
    x->cost += fabs(w);
    if (x->emit && !x->emit(x->context, b, count)) return KERF_INTERRUPTED;
    if (x->only_count) return KERF_OK;
    kf_tuple_map *u = &x->gr->tuples[side];
    return kf_tuple_map_add(u, x->g->mem, tuple, kf_tuple_map_count(u), 1, fabs(w));
}

static uint64_t count_of(const counter *x, const uint32_t *tuple)
{
    uint32_t entry = kf_tuple_map_find(&x->counts, tuple);
    return entry == UINT32_MAX ? 0 : x->counts.times.at[entry];
}

/* All groups, in order of their constants. */
static kerf_status every_group(counter *x, kf_binding *b)
{
    const kf_compiled *c = &x->gr->c;
    uint32_t n = c->n_tuple;
    const kf_domain *domains[KF_MOST_TUPLE];
    uint32_t at[KF_MOST_TUPLE] = { 0 }, tuple[KF_MOST_TUPLE];
    uint64_t groups = 1;
    for (uint32_t i = 0; i < n; i++) {
        domains[i] = &x->g->d->domains[c->types[c->tuple[i]]];
        if (domains[i]->n == 0) return KERF_OK;
        if (__builtin_mul_overflow(groups, (uint64_t)domains[i]->n, &groups)
            || groups > UINT32_MAX) {
            return too_many_groups(x->g, x->r);
        }
    }
    for (uint64_t k = 0; k < groups; k++) {
        KF_TRY(kf_grounder_spend(x->g, 1));
        for (uint32_t i = 0; i < n; i++) tuple[i] = domains[i]->ids[at[i]];
        KF_TRY(look_at(x, tuple, count_of(x, tuple), b));
        for (uint32_t i = n; i-- > 0;) {
            if (++at[i] < domains[i]->n) break;
            at[i] = 0;
        }
    }
    return KERF_OK;
}

typedef struct within {
    counter *x;
    kf_binding *b;
    kerf_status status;
} within;

static bool look_within(void *context, const kf_binding *b, uint64_t times)
{
    within *w = context;
    const kf_compiled *c = &w->x->gr->c;
    uint32_t tuple[KF_MOST_TUPLE];
    (void)times;
    for (uint32_t i = 0; i < c->n_tuple; i++) tuple[i] = b->ids[c->tuple[i]];
    w->status = look_at(w->x, tuple, count_of(w->x, tuple), w->b);
    return w->status == KERF_OK;
}

/* Groups whose observed condition holds, in order of their constants. */
static kerf_status groups_within(counter *x, kf_binding *b)
{
    within w = { x, b, KERF_OK };
    kf_ask a;
    KF_TRY(kf_count_within_begin(&a, x->g, x->gr, 0));
    kerf_status st = kf_ask_run_ordered(&a, NULL, KF_NONE, NULL, look_within, &w);
    kf_ask_end(&a);
    return w.status != KERF_OK ? w.status : st;
}

/* ---- Into the problem ---- */

static kerf_status take_groups(kf_grounder *g, kf_ground_rule *gr, int side, kf_separated *out)
{
    kf_tuple_map *u = &gr->tuples[side];
    bool hard = g->d->m->rules.at[gr->rule].cost == KF_COST_HARD;
    KF_TRY(kf_tuple_map_sort(u, g->mem, gr->done[side]));
    for (; gr->done[side] < kf_tuple_map_count(u); gr->done[side]++) {
        uint32_t i = gr->done[side];
        bool decided;
        KF_TRY(kf_grounder_spend(g, STEPS_PER_GROUP));
        KF_TRY(kf_ground_group(g, gr, side, i, &decided));
        if (hard) out->hard++;
        if (decided) {
            gr->decided[side]++;
            gr->paid[side] += u->weights.at[i];
            if (!hard) kf_best_add(g, -u->weights.at[i]);
            else kf_separated_decided(out, gr, 1);
            continue;
        }
        out->tuples++;
        out->groundings++;
        if (!hard) out->cost += u->weights.at[i];
    }
    return KERF_OK;
}

/* ---- By what flipped ---- */

struct kf_counts {
    kf_tuple_map
        sums; /* times: what a group counts; those that never counted anything are left out */
    bool known;
};

void kf_counts_free(struct kf_counts *c, kf_mem *mem)
{
    if (c) kf_tuple_map_free(&c->sums, mem);
}

typedef struct shift {
    kf_grounder *g;
    const kf_compiled *c;
    kf_tuple_map *sums;   /* NULL: groups are only noted */
    bool less;            /* what is found does not count any more */
    kf_tuple_map touched; /* groups */
    uint32_t most;        /* of them */
    bool too_many;
    kerf_status status;
} shift;

static bool shift_group(void *context, const kf_binding *b, uint64_t times)
{
    shift *x = context;
    uint32_t tuple[KF_MOST_TUPLE];
    kf_mem *mem = x->g->mem;
    for (uint32_t i = 0; i < x->c->n_tuple; i++) tuple[i] = b->ids[x->c->tuple[i]];
    x->status = kf_tuple_map_add(&x->touched, mem, tuple, 0, 0, 0);
    x->too_many = kf_tuple_map_count(&x->touched) > x->most;
    if (x->status == KERF_OK && x->sums) {
        x->status = kf_tuple_map_add(x->sums, mem, tuple, 0, x->less ? 0 : times, 0);
        if (x->less) x->sums->times.at[kf_tuple_map_find(x->sums, tuple)] -= times;
    }
    return x->status == KERF_OK && !x->too_many;
}

/* Tuples that the flipped atoms of a literal are part of, as far as observed literals tell. */
static kerf_status follow(shift *x, kf_ground_rule *gr, uint32_t literal, bool up)
{
    const kf_compiled *c = &gr->c;
    const kf_flips *f = &x->g->flips[c->literals[literal].id];
    uint32_t width = c->literals[literal].n ? c->literals[literal].n : 1;
    kf_seeds seeds = { (uint32_t)((up ? f->up.n : f->down.n) / width), up ? f->up.at : f->down.at };
    kf_ask a;
    if (seeds.n == 0) return KERF_OK;
    KF_TRY(kf_ask_begin(&a, x->g, gr, c->n_observed + 1));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], false);
    kf_ask_add(&a, &c->literals[literal], false);
    kf_ask_need_tuple(&a);
    kerf_status st = kf_ask_run(&a, &a.literals[a.n - 1], a.n - 1, &seeds, shift_group, x);
    kf_ask_end(&a);
    if (x->too_many && x->status == KERF_OK) return KERF_OK;
    return x->status != KERF_OK ? x->status : st;
}

/* Groups of a case of `unless` that the flipped atoms of its last literal may move. */
static kerf_status follow_condition(shift *x, kf_ground_rule *gr, uint32_t which, bool up)
{
    const kf_conjunction *unless = &gr->c.unless[which];
    const kf_literal *l = &unless->at[unless->n - 1];
    const kf_flips *f = &x->g->flips[l->id];
    uint32_t width = l->n ? l->n : 1;
    kf_seeds seeds = { (uint32_t)((up ? f->up.n : f->down.n) / width), up ? f->up.at : f->down.at };
    kf_ask a;
    if (seeds.n == 0) return KERF_OK;
    KF_TRY(kf_count_within_begin(&a, x->g, gr, 1));
    kf_ask_add(&a, l, false);
    kerf_status st = kf_ask_run(&a, &a.literals[a.n - 1], a.n - 1, &seeds, shift_group, x);
    kf_ask_end(&a);
    if (x->too_many && x->status == KERF_OK) return KERF_OK;
    return x->status != KERF_OK ? x->status : st;
}

/* All groups that an atom which flipped may belong to, unless there are too many. */
static kerf_status follow_all(shift *x, kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    for (int up = 0; up < 2; up++) {
        for (uint32_t i = c->n_observed; i < c->n_literals && !x->too_many; i++)
            KF_TRY(follow(x, gr, i, up));
        for (uint32_t i = 0; i < c->n_unless && !x->too_many; i++)
            KF_TRY(follow_condition(x, gr, i, up));
    }
    return KERF_OK;
}

/* The groups that are in `touched`, counted anew. */
static kerf_status count_touched(counter *x, kf_tuple_map *touched)
{
    kf_tuple_map *sums = &x->gr->counts->sums;
    kf_tuple_map_init(&x->counts, x->gr->c.n_tuple);
    kerf_status st = count_groups(x, touched);
    for (uint32_t i = 0; st == KERF_OK && i < kf_tuple_map_count(touched); i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(touched, i);
        st = kf_tuple_map_add(sums, x->g->mem, tuple, 0, 0, 0);
        if (st == KERF_OK) sums->times.at[kf_tuple_map_find(sums, tuple)] = count_of(x, tuple);
    }
    kf_tuple_map_free(&x->counts, x->g->mem);
    return st;
}

/* Sums as they are now. *all: there was too much to do, and they are not. */
static kerf_status update(counter *x, shift *s, bool *all)
{
    enum { SHARE = 4 }; /* of all groups: beyond it, counting all is cheaper */
    const kf_compiled *c = &x->gr->c;
    kf_tuple_map *sums = &x->gr->counts->sums;
    if (c->n_literals == c->n_observed + 1 && c->n_unless == 0) {
        bool negated = c->literals[c->n_observed].negated;
        s->most = UINT32_MAX;
        s->sums = sums;
        s->less = true; /* first, so that no sum is beyond what it is in the end */
        KF_TRY(follow(s, x->gr, c->n_observed, negated));
        s->less = false;
        return follow(s, x->gr, c->n_observed, !negated);
    }
    uint64_t most = x->gr->groundings / SHARE + 1;
    s->most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    KF_TRY(follow_all(s, x->gr));
    *all = s->too_many || c->n_tuple == 0;
    return *all ? KERF_OK : count_touched(x, &s->touched);
}

static bool flipped(const counter *x, const kf_literal *l)
{
    const kf_flips *f = &x->g->flips[l->id];
    return f->up.n || f->down.n;
}

static bool has_flips(const counter *x)
{
    const kf_compiled *c = &x->gr->c;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (flipped(x, &c->literals[i])) return true;
    for (uint32_t i = 0; i < c->n_unless; i++)
        if (flipped(x, &c->unless[i].at[c->unless[i].n - 1])) return true;
    return false;
}

/* Only flips that bring a group nearer to a bound it must keep; several literals may name it. */
kerf_status kf_count_touched_groups(kf_grounder *g, kf_ground_rule *gr, const kf_range *bounds,
                                    uint64_t most, kf_tuple_map *touched, bool *too_many)
{
    const kf_compiled *c = &gr->c;
    shift s = { .g = g, .c = c, .touched = *touched };
    kerf_status st = KERF_OK;
    s.most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        bool rising = !c->literals[i].negated;
        if (bounds->most != UINT64_MAX && st == KERF_OK && !s.too_many)
            st = follow(&s, gr, i, rising);
        if (bounds->least > 0 && st == KERF_OK && !s.too_many) st = follow(&s, gr, i, !rising);
    }
    *touched = s.touched;
    *too_many = s.too_many;
    return st;
}

/* ---- All of it ---- */

/* Counts what holds now and looks at every group that may pay. */
static kerf_status look_at_all(counter *x, kf_binding *b)
{
    KF_TRY(count_groups(x, NULL));
    bool wanted = x->r->cost == KF_COST_HARD || (x->r->cost == KF_COST_NUMBER && x->r->weight > 0);
    bool only_too_many = !x->all && x->r->op == KF_OP_LE && x->gr->c.n_tuple > 0 && wanted;
    if (!only_too_many)
        return wanted && x->gr->c.n_within > 0 ? groups_within(x, b) : every_group(x, b);
    for (uint32_t i = 0; i < kf_tuple_map_count(&x->counts); i++) {
        KF_TRY(look_at(x, kf_tuple_map_tuple(&x->counts, i), x->counts.times.at[i], b));
    }
    return KERF_OK;
}

static kerf_status look_at_changes(counter *x, kf_binding *b, bool *all)
{
    shift s = { .g = x->g, .c = &x->gr->c };
    struct kf_counts *c = x->gr->counts;
    c->known = false; /* until they are */
    kf_tuple_map_init(&s.touched, x->gr->c.n_tuple);
    kerf_status st = update(x, &s, all);
    for (uint32_t i = 0; st == KERF_OK && !*all && i < kf_tuple_map_count(&s.touched); i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(&s.touched, i);
        st = look_at(x, tuple, c->sums.times.at[kf_tuple_map_find(&c->sums, tuple)], b);
    }
    c->known = st == KERF_OK && !*all;
    kf_tuple_map_free(&s.touched, x->g->mem);
    return st;
}

/* Sums are kept from here on. */
static kerf_status look_anew(counter *x, kf_binding *b)
{
    struct kf_counts *c = x->gr->counts;
    if (!c) c = kf_arena_alloc(&x->g->arena, 1, sizeof *c);
    if (!c) return KERF_NO_MEMORY;
    x->gr->counts = c;
    c->known = false;
    kf_tuple_map_free(&c->sums, x->g->mem);
    kf_tuple_map_init(&x->counts, x->gr->c.n_tuple);
    kerf_status st = look_at_all(x, b);
    c->sums = x->counts;
    c->known = st == KERF_OK;
    return st;
}

static counter counter_of(kf_grounder *g, kf_ground_rule *gr)
{
    return (counter){ .g = g, .gr = gr, .r = &g->d->m->rules.at[gr->rule], .status = KERF_OK };
}

static kerf_status take_both(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    KF_TRY(take_groups(g, gr, 0, out));
    return take_groups(g, gr, 1, out);
}

kerf_status kf_separate_count(kf_grounder *g, kf_ground_rule *gr, bool full, kf_separated *out)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    kf_ask a; /* for its binding */
    bool all = full || !gr->counts || !gr->counts->known, done = false;
    if (!full && !has_flips(&x)) return KERF_OK;
    if (all) KF_TRY(kf_count_violated(g, gr, full, &done)); /* else flips are for the sums */
    if (done) {
        if (gr->counts) gr->counts->known = false;
        return take_both(g, gr, out);
    }
    KF_TRY(kf_ask_begin(&a, g, gr, 0));
    kerf_status st = all ? KERF_OK : look_at_changes(&x, &a.binding, &all);
    if (st == KERF_OK && all) st = look_anew(&x, &a.binding);
    kf_ask_end(&a);
    return st == KERF_OK ? take_both(g, gr, out) : st;
}

/* Once and for all, without keeping sums. */
static kerf_status look_once(counter *x)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, 0));
    kf_tuple_map_init(&x->counts, x->gr->c.n_tuple);
    kerf_status st = look_at_all(x, &a.binding);
    kf_tuple_map_free(&x->counts, x->g->mem);
    kf_ask_end(&a);
    return st;
}

kerf_status kf_ground_groups(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    x.all = true;
    KF_TRY(look_once(&x));
    return take_both(g, gr, out);
}

kerf_status kf_count_unsatisfied(kf_grounder *g, kf_ground_rule *gr, uint64_t *groups, double *cost)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    bool done;
    x.only_count = true;
    KF_TRY(kf_count_violated_only(g, gr, groups, &done));
    if (done) { /* added up as below, to the last bit */
        *cost = 0;
        for (uint64_t i = 0; i < *groups; i++) *cost += fabs(x.r->weight);
        return KERF_OK;
    }
    KF_TRY(look_once(&x));
    *groups = x.groups;
    *cost = x.cost;
    return KERF_OK;
}

kerf_status kf_count_list_unsatisfied(kf_grounder *g, kf_ground_rule *gr, kf_emit_fn *emit,
                                      void *context)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    x.only_count = true;
    x.emit = emit;
    x.context = context;
    return look_once(&x);
}

/* ---- Groups of atoms that flipped ---- */

/* Groups that an atom which flipped may belong to. */
static kerf_status find_touched(shift *s, kf_ground_rule *gr)
{
    s->most = UINT32_MAX;
    return follow_all(s, gr);
}

static kerf_status add_if_holds(counter *x, const uint32_t *tuple, kf_binding *b, kf_tuple_map *out)
{
    const kf_compiled *c = &x->gr->c;
    uint64_t least, most, count = count_of(x, tuple);
    uint32_t found[KF_MOST_TUPLE + KF_MOST_ARITY];
    kf_count_bounds(x->r, &least, &most);
    if (!kf_count_holds(least, most, count)) return KERF_OK;
    for (uint32_t i = 0; i < c->n_tuple; i++) b->ids[c->tuple[i]] = found[i] = tuple[i];
    for (uint32_t i = 0; i < x->r->n_parameters; i++)
        found[c->n_tuple + i] = b->ids[x->r->parameters[i]];
    return kf_tuple_map_add(out, x->g->mem, found, 0, 1, kf_grounder_weight(x->g, x->gr, b));
}

/* Counts the groups that an atom which flipped may belong to, and looks at each: `out` takes those
 * whose bounds hold; NULL: to be shown. */
static kerf_status look_at_touched(counter *x, kf_tuple_map *out)
{
    shift s = { .g = x->g, .c = &x->gr->c };
    kf_ask a; /* for its binding */
    KF_TRY(kf_ask_begin(&a, x->g, x->gr, 0));
    kf_tuple_map_init(&s.touched, x->gr->c.n_tuple);
    kf_tuple_map_init(&x->counts, x->gr->c.n_tuple);
    kerf_status st = find_touched(&s, x->gr);
    uint32_t n = kf_tuple_map_count(&s.touched);
    if (st == KERF_OK && n > 0) st = count_groups(x, x->gr->c.n_tuple ? &s.touched : NULL);
    for (uint32_t i = 0; st == KERF_OK && i < n; i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(&s.touched, i);
        st = out ? add_if_holds(x, tuple, &a.binding, out)
                 : look_at(x, tuple, count_of(x, tuple), &a.binding);
    }
    kf_tuple_map_free(&s.touched, x->g->mem);
    kf_tuple_map_free(&x->counts, x->g->mem);
    kf_ask_end(&a);
    return st;
}

kerf_status kf_count_touched(kf_grounder *g, kf_ground_rule *gr, kf_tuple_map *out)
{
    assert(out && g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    return look_at_touched(&x, out);
}

kerf_status kf_count_list_touched(kf_grounder *g, kf_ground_rule *gr, kf_emit_fn *emit,
                                  void *context)
{
    assert(g->d->m->rules.at[gr->rule].kind == KF_RULE_COUNT);
    counter x = counter_of(g, gr);
    x.only_count = true;
    x.emit = emit;
    x.context = context;
    return look_at_touched(&x, NULL);
}

kerf_status kf_count_list_members(kf_grounder *g, kf_ground_rule *gr, const kf_binding *group,
                                  kf_emit_fn *emit, void *context)
{
    const kf_compiled *c = &gr->c;
    uint32_t tuple[KF_MOST_TUPLE];
    kf_ask a;
    kf_literal l;
    KF_TRY(kf_ask_begin(&a, g, gr, c->n_literals));
    kf_count_ask(&a, NULL);
    for (uint32_t i = 0; i < c->n_tuple; i++) tuple[i] = group->ids[c->tuple[i]];
    for (uint32_t v = 0; v < c->n_variables; v++) a.needed[v] = a.needed[v] || a.scope[v];
    for (uint32_t i = 0; i < c->n_literals; i++)
        for (uint32_t u = 0; u < c->literals[i].n_uses; u++)
            a.needed[c->literals[i].uses[u]] = true;
    kerf_status st = kf_count_group_literal(&a, &l);
    kf_seeds seeds = { 1, tuple };
    if (st == KERF_OK)
        st = kf_ask_run(&a, c->n_tuple ? &l : NULL, KF_NONE, c->n_tuple ? &seeds : NULL, emit,
                        context);
    kf_ask_end(&a);
    return st;
}
