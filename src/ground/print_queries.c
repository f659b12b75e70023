/* print_queries.c -- every query that a rule asks, as a plan: how it is begun, and how it goes on
 * from what flipped. */
#include "ground/grounding.h"

#define MOST_ANSWERS 100000000u /* a run that gives more is cut short */

typedef struct show {
    kf_text *to;
    kf_grounder *g;
    kf_ground_rule *gr;
} show;

typedef struct answers {
    uint64_t n, groundings;
    bool cut;
} answers;

static bool count_answer(void *context, const kf_binding *b, uint64_t times)
{
    answers *x = context;
    (void)b;
    x->n++;
    x->cut = x->n > MOST_ANSWERS || __builtin_add_overflow(x->groundings, times, &x->groundings);
    return !x->cut;
}

/* The plan as it begins, run. */
static kerf_status show_full(show *s, kf_ask *a)
{
    kf_plan *plan;
    answers x = { 0 };
    KF_TRY(kf_ask_plan(a, NULL, KF_NONE, &plan));
    kerf_status st = kf_ask_go(a, plan, NULL, count_answer, &x);
    bool cut = x.cut || st == KERF_LIMIT;
    if (st != KERF_OK && !cut) return st;
    kf_plan_print(s->to, s->g->d->m, plan, true, 4);
    kf_text_addf(s->to, "    gives %llu%s", (unsigned long long)x.n, cut ? " and more" : "");
    if (x.groundings != x.n && !cut) {
        kf_text_addf(s->to, ", with multiplicity %llu", (unsigned long long)x.groundings);
    }
    kf_text_addc(s->to, '\n');
    return KERF_OK;
}

/* The plan that starts from flips of a literal's atoms. */
static kerf_status show_delta(show *s, kf_ask *a, const kf_literal *seed, uint32_t at, bool either)
{
    kf_plan *plan;
    kf_literal plain = *seed;
    plain.negated = false;
    KF_TRY(kf_ask_plan(a, seed, at, &plan));
    kf_text_add(s->to, KF_STR("  when "));
    kf_print_literal(s->to, s->g->d->m, &s->gr->c, &plain);
    kf_text_addf(s->to, " becomes %s\n",
                 either          ? "true or false"
                 : seed->negated ? "false"
                                 : "true");
    kf_plan_print(s->to, s->g->d->m, plan, false, 4);
    return KERF_OK;
}

static kerf_status show_tree(void *context, kf_ask *a, const kf_literal *pattern)
{
    return show_delta(context, a, pattern, KF_NONE, true);
}

static kerf_status show_query(show *s, kf_ask *a)
{
    KF_TRY(show_full(s, a));
    for (uint32_t i = 0; i < a->n; i++) {
        const kf_literal *l = &a->literals[i];
        if (!l->hidden) continue;
        KF_TRY(l->kind == KF_LITERAL_TREE ? kf_tree_atoms(a, l->tree, show_tree, s)
                                          : show_delta(s, a, l, i, false));
    }
    return KERF_OK;
}

/* ---- One rule ---- */

/* Literals that must be false, then one that must be true (NULL: none). */
static kerf_status show_clause(show *s, uint32_t n_false, const kf_literal *then)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, s->g, s->gr, n_false + 1));
    for (uint32_t i = 0; i < n_false; i++) kf_ask_add(&a, &s->gr->c.literals[i], true);
    if (then) kf_ask_add(&a, then, false);
    kf_ask_need_tuple(&a);
    kf_ask_need_weight(&a);
    kerf_status st = show_query(s, &a);
    kf_ask_end(&a);
    return st;
}

static kerf_status show_clauses(show *s)
{
    const kf_compiled *c = &s->gr->c;
    const char *no = c->flipped ? "true" : "false", *yes = c->flipped ? "false" : "true";
    if (s->gr->when_false) {
        kf_text_addf(s->to, "  where it is %s\n", no);
        KF_TRY(show_clause(s, c->n_literals, NULL));
    }
    for (uint32_t i = c->n_observed; s->gr->when_true && i < c->n_literals; i++) {
        kf_literal shown = c->literals[i]; /* as it stands in the formula */
        if (c->flipped) shown.negated = !shown.negated;
        kf_text_addf(s->to, "  where it is %s, first by ", yes);
        kf_print_literal(s->to, s->g->d->m, c, &shown);
        kf_text_addc(s->to, '\n');
        KF_TRY(show_clause(s, i, &c->literals[i]));
    }
    return KERF_OK;
}

static kerf_status show_conjunction(show *s, const kf_conjunction *x)
{
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, s->g, s->gr, x->n));
    for (uint32_t i = 0; i < x->n; i++) kf_ask_add(&a, &x->at[i], false);
    kf_ask_need_tuple(&a);
    kf_ask_need_weight(&a);
    kerf_status st = show_query(s, &a);
    kf_ask_end(&a);
    return st;
}

static kerf_status show_cases(show *s)
{
    const kf_compiled *c = &s->gr->c;
    for (int side = 0; side < 2; side++) {
        const kf_conjunction *list = side ? c->when_true : c->when_false;
        uint32_t n = side ? c->n_true : c->n_false;
        for (uint32_t i = 0; (side ? s->gr->when_true : s->gr->when_false) && i < n; i++) {
            if (!list[i].hidden) continue; /* evidence decides it */
            kf_text_addf(s->to, "  where it is %s, case %u of %u\n", side ? "true" : "false", i + 1,
                         n);
            KF_TRY(show_conjunction(s, &list[i]));
        }
    }
    return KERF_OK;
}

static kerf_status show_local(show *s)
{
    const kf_compiled *c = &s->gr->c;
    if (kf_local_is_default(s->g, s->gr)) {
        kf_str name = kf_predicate_name(s->g->d->m, c->literals[c->n_observed].id);
        kf_text_addf(s->to, "  every atom of %.*s has the same cost: nothing is asked\n",
                     (int)name.n, name.at);
        return KERF_OK;
    }
    kf_text_add(s->to, KF_STR("  atoms that it gives a cost\n"));
    kf_ask a;
    KF_TRY(kf_ask_begin(&a, s->g, s->gr, c->n_observed));
    for (uint32_t i = 0; i < c->n_observed; i++) kf_ask_add(&a, &c->literals[i], true);
    kf_ask_need_tuple(&a);
    kf_ask_need_weight(&a);
    kerf_status st = show_full(s, &a);
    kf_ask_end(&a);
    return st;
}

static kerf_status show_count(show *s)
{
    const kf_compiled *c = &s->gr->c;
    kf_ask a;
    kf_text_add(s->to, KF_STR("  what is counted\n"));
    KF_TRY(kf_ask_begin(&a, s->g, s->gr, c->n_literals));
    for (uint32_t i = 0; i < c->n_literals; i++) kf_ask_add(&a, &c->literals[i], false);
    kf_ask_need_tuple(&a);
    kerf_status st = show_full(s, &a);
    kf_ask_end(&a);
    return st;
}

static kerf_status show_rule(show *s)
{
    const kf_model *m = s->g->d->m;
    const kf_rule *r = &m->rules.at[s->gr->rule];
    const kf_compiled *c = &s->gr->c;
    if (s->to->n > 0) kf_text_addc(s->to, '\n');
    kf_text_addf(s->to, "%.*s  ", (int)r->label.n, r->label.at);
    kf_print_content(s->to, m, r);
    kf_text_addc(s->to, '\n');
    if (r->kind == KF_RULE_COUNT) return show_count(s);
    if (r->kind == KF_RULE_ACYCLIC) {
        kf_text_add(s->to, KF_STR("  a search for cycles among the true atoms\n"));
        return KERF_OK;
    }
    if (s->gr->local) return show_local(s);
    if (c->form == KF_FORM_CLAUSE && c->n_literals == c->n_observed) {
        kf_text_add(s->to, KF_STR("  evidence decides it: nothing is asked\n"));
        return KERF_OK;
    }
    return c->form == KF_FORM_CLAUSE ? show_clauses(s) : show_cases(s);
}

kerf_status kf_print_queries(kf_text *to, kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        show s = { to, g, &g->rules.at[i] };
        KF_TRY(show_rule(&s));
    }
    return KERF_OK;
}
