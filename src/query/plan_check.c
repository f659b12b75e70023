/* plan_check.c -- the invariant of plans; see kf_plan_check(). */
#include "query/plan.h"

#include "base/check.h"

#ifndef NDEBUG

enum { MOST_VARIABLES = 256 };

typedef struct checker {
    const kf_plan *p;
    bool bound[MOST_VARIABLES]; /* by the steps so far */
} checker;

static void check_columns(const checker *c, const kf_step *s, const kf_column *columns, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        assert(columns[i].column < s->literal->n);
        assert(columns[i].arg.variable == KF_NONE
               || columns[i].arg.variable < c->p->c->n_variables);
    }
}

static void check_step(checker *c, const kf_step *s)
{
    check_columns(c, s, s->key, s->n_key);
    check_columns(c, s, s->set, s->n_set);
    check_columns(c, s, s->same, s->n_same);
    for (uint32_t i = 0; i < s->n_key; i++)
        assert(s->key[i].arg.variable == KF_NONE || c->bound[s->key[i].arg.variable]);
    for (uint32_t i = 0; i < s->n_set; i++) c->bound[s->set[i].arg.variable] = true;
    if (s->binds_number) c->bound[s->literal->right->id] = true;
    if (s->kind == KF_STEP_DOMAIN || s->kind == KF_STEP_TIMES || s->kind == KF_STEP_COMPUTE) {
        assert(s->variable < c->p->c->n_variables);
        assert(s->kind == KF_STEP_COMPUTE ? s->check == c->bound[s->variable]
                                          : !c->bound[s->variable]);
        c->bound[s->variable] = true;
    }
    if (s->kind == KF_STEP_SIZE) assert(c->bound[s->variable]);
    assert(s->estimate >= 0);
    assert(s->index == NULL || s->rel != NULL);
    for (uint32_t i = 0; i < s->n_steps; i++) check_step(c, &s->steps[i]);
}

void kf_plan_check(const kf_plan *p, const bool *needed)
{
    checker c = { .p = p };
    if (p->c->n_variables > MOST_VARIABLES) return;
    for (uint32_t i = 0; i < p->n_steps; i++) check_step(&c, &p->steps[i]);
    for (uint32_t v = 0; v < p->c->n_variables; v++) assert(!needed[v] || c.bound[v]);
}

#endif
