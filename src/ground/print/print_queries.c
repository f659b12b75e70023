/* print_queries.c -- every query of a rule as the backend plans it: in full, and from flips. */
#include "ground/ask/cases.h"
#include "ground/count/count.h"
#include "ground/print/print_ground.h"

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

/* The query as it begins, run. */
static kerf_status show_whole(show *s, kf_ask *a, kf_query *query)
{
    answers x = { 0 };
    kerf_status st = kf_query_run(query, NULL, &a->binding, count_answer, &x);
    bool cut = x.cut || st == KERF_LIMIT;
    if (st != KERF_OK && !cut) return st;
    kf_query_describe(query, s->to, true, 4);
    kf_text_addf(s->to, "    gives %llu%s", (unsigned long long)x.n, cut ? " and more" : "");
    if (x.groundings != x.n && !cut && !kf_query_filters(query)) {
        kf_text_addf(s->to, ", with multiplicity %llu", (unsigned long long)x.groundings);
    }
    kf_text_addc(s->to, '\n');
    return KERF_OK;
}

/* One that is asked once, and not kept. */
static kerf_status show_once(show *s, kf_ask *a)
{
    kf_query *query;
    KF_TRY(kf_ask_prepare(a, NULL, KF_NONE, &query));
    kerf_status st = show_whole(s, a, query);
    kf_query_free(query);
    return st;
}

/* How it goes on from flips of the atoms that stand in one place. */
static kerf_status show_start(show *s, kf_case *x, kf_start *start)
{
    kf_query *query;
    kf_literal plain = *start->seed;
    plain.negated = false;
    KF_TRY(kf_case_start(x, start, &query));
    kf_text_add(s->to, KF_STR("  when "));
    kf_print_literal(s->to, s->g->d->m, &s->gr->c, &plain);
    kf_text_addf(s->to, " becomes %s\n",
                 start->up && start->down ? "true or false"
                 : start->down            ? "false"
                                          : "true");
    kf_query_describe(query, s->to, false, 4);
    return KERF_OK;
}

static kerf_status show_case(show *s, kf_case *x)
{
    kf_query *query;
    KF_TRY(kf_case_whole(x, &query));
    KF_TRY(show_whole(s, &x->a, query));
    for (uint32_t i = 0; i < x->n_starts; i++) KF_TRY(show_start(s, x, &x->starts[i]));
    return KERF_OK;
}

/* ---- One rule ---- */

/* Where the case holds: "true", "true, first by Smokes(x)", "false, case 1 of 2". */
static void title(show *s, int side, uint32_t i, uint32_t n)
{
    const kf_compiled *c = &s->gr->c;
    bool clause = c->form == KF_FORM_CLAUSE;
    kf_text_addf(s->to, "  where it is %s",
                 (side == 1) != (clause && c->flipped) ? "true" : "false");
    if (!clause) kf_text_addf(s->to, ", case %u of %u", i + 1, n);
    if (clause && side == 1) {
        kf_literal shown = c->literals[c->n_observed + i]; /* as it stands in the formula */
        if (c->flipped) shown.negated = !shown.negated;
        kf_text_add(s->to, KF_STR(", first by "));
        kf_print_literal(s->to, s->g->d->m, c, &shown);
    }
    kf_text_addc(s->to, '\n');
}

static kerf_status show_cases(show *s)
{
    for (int side = 0; side < 2; side++) {
        kf_cases *cases;
        if (side ? !s->gr->when_true : !s->gr->when_false) continue;
        KF_TRY(kf_cases_get(s->g, s->gr, side, &cases));
        for (uint32_t i = 0; i < cases->n; i++) {
            if (cases->at[i].decided) continue; /* evidence decides it */
            title(s, side, i, cases->n);
            KF_TRY(show_case(s, &cases->at[i]));
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
    kerf_status st = show_once(s, &a);
    kf_ask_end(&a);
    return st;
}

static kerf_status show_count(show *s)
{
    const kf_compiled *c = &s->gr->c;
    kf_ask a;
    kf_text_add(s->to, KF_STR("  what is counted\n"));
    KF_TRY(kf_ask_begin(&a, s->g, s->gr, c->n_literals));
    kf_range bounds;
    kf_count_ask(&a, kf_count_is_plain(s->g, s->gr, &bounds) ? &bounds : NULL);
    kerf_status st = show_once(s, &a);
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
    return show_cases(s);
}

kerf_status kf_print_queries(kf_text *to, kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        show s = { to, g, &g->rules.at[i] };
        KF_TRY(show_rule(&s));
    }
    return KERF_OK;
}
