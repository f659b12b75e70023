/* cases.c -- the queries of separation, kept prepared.
 *
 * A side of a rule is a list of disjoint cases, each a conjunctive query. A case is run as a whole
 * or, after flips, once for each place where a flipped atom can stand: a hidden literal, or an atom
 * within a quantified part. A query is prepared when it is first needed, and kept; the backend says
 * when it should be prepared anew. */
#include "ground/ask/cases.h"

/* ---- Clauses that need no query ---- */

static bool has_constants(const kf_relation *rel, uint32_t at, const kf_literal *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->args[i].variable == KF_NONE && rel->columns[i][at] != l->args[i].constant)
            return false;
    }
    return true;
}

/* Is there a true atom with the literal's constants? Where there are many: perhaps. */
static bool may_match(const kf_relation *rel, const kf_literal *l)
{
    enum { FEW = 16 };
    if (rel->alive == 0 || rel->n > FEW || rel->width == 0) return rel->alive > 0;
    for (uint32_t i = 0; i < rel->n; i++)
        if (!(rel->dead && rel->dead[i]) && has_constants(rel, i, l)) return true;
    return false;
}

/* In Role(n, "A5") ^ Role(m, "A5") => n = m nothing is violated while no atom Role(_, "A5") is
 * true. A violated grounding has all literals false, so the atom of a negated one is true. */
bool kf_clause_holds(const kf_grounder *g, const kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    if (c->form != KF_FORM_CLAUSE) return false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->kind != KF_LITERAL_ATOM || !l->hidden || !l->negated) continue;
        if (!may_match(g->d->atoms[l->id], l)) return true;
    }
    return false;
}

/* ---- Where flipped atoms can stand ---- */

/* How many starts a quantified part has. */
static uint32_t count_atoms(const kf_grounder *g, const kf_logic *t)
{
    uint32_t n = 0;
    if (t->kind == KF_LOGIC_ATOM) return g->d->m->predicates.at[t->id].hidden;
    if (t->kind == KF_LOGIC_COMPARE || t->kind == KF_LOGIC_CONTAINS) return 0;
    for (uint32_t i = 0; i < t->n; i++) n += count_atoms(g, t->kids[i]);
    return n;
}

/* Flips of any atom inside a quantified part may change it, in either direction. The query has what
 * must hold beside it, for this start only. */
static kerf_status start_in_tree(void *context, kf_ask *a, const kf_literal *pattern)
{
    kf_case *x = context;
    kf_start *s = &x->starts[x->n_starts++];
    *s = (kf_start){ .up = true, .down = true, .in_tree = true, .seed_at = KF_NONE };
    s->seed = kf_arena_copy(&a->scratch, pattern, 1, sizeof *pattern);
    s->literals = a->literals;
    s->n = a->n;
    return s->seed ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status find_starts(kf_case *x)
{
    kf_ask *a = &x->a;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        const kf_literal *l = &a->literals[i];
        if (l->hidden) n += l->kind == KF_LITERAL_TREE ? count_atoms(a->g, l->tree) : 1;
    }
    if (n == 0) return KERF_OK;
    x->starts = kf_arena_alloc(&a->scratch, n, sizeof *x->starts);
    if (!x->starts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < a->n; i++) {
        const kf_literal *l = &a->literals[i];
        if (!l->hidden) continue;
        if (l->kind == KF_LITERAL_TREE) {
            KF_TRY(kf_tree_atoms(a, l->tree, start_in_tree, x));
        } else {
            x->starts[x->n_starts++] =
                (kf_start){ .seed = l, .seed_at = i, .up = !l->negated, .down = l->negated };
        }
    }
    assert(x->n_starts == n);
    return KERF_OK;
}

/* ---- Cases ---- */

/* Is nothing needed but the tuple? Weights may need more, and then a tuple comes several times. */
static bool is_tuple(const kf_ask *a)
{
    const kf_compiled *c = &a->gr->c;
    uint32_t needed = 0;
    for (uint32_t v = 0; v < c->n_variables; v++) needed += a->needed[v];
    return needed == c->n_tuple;
}

/* n literals that hold or, turned, do not; then one more that holds, or NULL. */
static kerf_status add_case(kf_grounder *g, kf_ground_rule *gr, kf_cases *to,
                            const kf_literal *literals, uint32_t n, bool turned,
                            const kf_literal *next)
{
    assert(to->n < to->most);
    kf_case *x = &to->at[to->n];
    KF_TRY(kf_ask_begin(&x->a, g, gr, n + 1));
    to->n++;
    for (uint32_t i = 0; i < n; i++) kf_ask_add(&x->a, &literals[i], turned);
    if (next) kf_ask_add(&x->a, next, false);
    kf_ask_need_tuple(&x->a);
    for (uint32_t v = 0; to->each && v < gr->c.n_free; v++) x->a.needed[v] = true;
    kf_ask_need_weight(&x->a);
    x->tuple_only = is_tuple(&x->a);
    x->decided = true;
    for (uint32_t i = 0; i < x->a.n; i++) x->decided &= !x->a.literals[i].hidden;
    return KERF_OK;
}

static kerf_status add_started(kf_grounder *g, kf_ground_rule *gr, kf_cases *to,
                               const kf_literal *literals, uint32_t n, bool turned,
                               const kf_literal *next)
{
    KF_TRY(add_case(g, gr, to, literals, n, turned, next));
    return find_starts(&to->at[to->n - 1]);
}

/* Where observed literals are false, the formula is as true as the hidden ones make it. */
bool kf_clause_as_test(const kf_grounder *g, const kf_ground_rule *gr, kf_literal *test)
{
    enum { MOST_LITERALS = 32 };
    const kf_compiled *c = &gr->c;
    if (!kf_is_one_grounding(gr) || c->n_literals <= c->n_observed + MOST_LITERALS) return false;
    *test = (kf_literal){ .kind = KF_LITERAL_TREE,
                          .negated = c->flipped,
                          .hidden = true,
                          .tree = g->d->m->rules.at[gr->rule].body };
    return true;
}

/* Every literal false; or the observed ones and the first hidden ones false, the next true. */
static kerf_status clause_cases(kf_grounder *g, kf_ground_rule *gr, int side, kf_cases *to)
{
    const kf_compiled *c = &gr->c;
    kf_literal test;
    if (side == 0) return add_started(g, gr, to, c->literals, c->n_literals, true, NULL);
    if (kf_clause_as_test(g, gr, &test))
        return add_case(g, gr, to, c->literals, c->n_observed, true, &test);
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        KF_TRY(kf_grounder_spend(g, i));
        KF_TRY(add_started(g, gr, to, c->literals, i, true, &c->literals[i]));
    }
    return KERF_OK;
}

static kerf_status other_cases(kf_grounder *g, kf_ground_rule *gr, int side, kf_cases *to)
{
    const kf_conjunction *list = side ? gr->c.when_true : gr->c.when_false;
    uint32_t n = side ? gr->c.n_true : gr->c.n_false;
    for (uint32_t i = 0; i < n; i++) {
        KF_TRY(kf_grounder_spend(g, list[i].n));
        KF_TRY(add_started(g, gr, to, list[i].at, list[i].n, false, NULL));
    }
    return KERF_OK;
}

static uint32_t most_cases(const kf_compiled *c, int side)
{
    if (c->form != KF_FORM_CLAUSE) return side ? c->n_true : c->n_false;
    return side ? c->n_literals - c->n_observed : 1;
}

static kerf_status make_cases(kf_grounder *g, kf_ground_rule *gr, int side, bool each,
                              kf_cases **out)
{
    uint32_t n = most_cases(&gr->c, side);
    kf_cases *x = kf_mem_calloc(g->mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->most = n;
    x->each = each;
    x->at = kf_mem_calloc(g->mem, n, sizeof *x->at);
    kerf_status st = x->at ? KERF_OK : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        st = gr->c.form == KF_FORM_CLAUSE ? clause_cases(g, gr, side, x)
                                          : other_cases(g, gr, side, x);
    }
    if (st != KERF_OK) {
        kf_cases_free(g, x);
        return st;
    }
    *out = x;
    return KERF_OK;
}

kerf_status kf_cases_get(kf_grounder *g, kf_ground_rule *gr, int side, kf_cases **out)
{
    assert(side == 0 || side == 1);
    if (!gr->cases[side]) KF_TRY(make_cases(g, gr, side, false, &gr->cases[side]));
    *out = gr->cases[side];
    return KERF_OK;
}

kerf_status kf_cases_get_each(kf_grounder *g, kf_ground_rule *gr, int side, kf_cases **out)
{
    assert(side == 0 || side == 1);
    if (!gr->each[side]) KF_TRY(make_cases(g, gr, side, true, &gr->each[side]));
    *out = gr->each[side];
    return KERF_OK;
}

void kf_cases_free(kf_grounder *g, kf_cases *x)
{
    if (!x) return;
    for (uint32_t i = 0; x->at && i < x->n; i++) {
        kf_case *one = &x->at[i];
        kf_query_free(one->whole);
        for (uint32_t k = 0; k < one->n_starts; k++) kf_query_free(one->starts[k].query);
        kf_ask_end(&one->a);
    }
    kf_mem_free(g->mem, x->at, x->most, sizeof *x->at);
    kf_mem_free(g->mem, x, 1, sizeof *x);
}

/* ---- Queries ---- */

kerf_status kf_case_whole(kf_case *x, kf_query **out)
{
    KF_TRY(x->whole ? kf_query_refresh(x->whole) : kf_ask_prepare(&x->a, NULL, KF_NONE, &x->whole));
    *out = x->whole;
    return KERF_OK;
}

kerf_status kf_case_start(kf_case *x, kf_start *s, kf_query **out)
{
    assert(s >= x->starts && s < x->starts + x->n_starts);
    kf_ask a = x->a;
    if (s->in_tree) { /* guarded */
        a.literals = s->literals;
        a.n = s->n;
    }
    KF_TRY(s->query ? kf_query_refresh(s->query)
                    : kf_ask_prepare(&a, s->seed, s->seed_at, &s->query));
    *out = s->query;
    return KERF_OK;
}
