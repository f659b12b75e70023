/* query_check.c -- the invariants of plans and relations; see kf_plan_check(),
 * kf_relation_check(). */
#include "query/plan.h"
#include "query/relation.h"

#include "base/check.h"

#ifndef NDEBUG

/* ---- Plans ---- */

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

/* ---- Relations ---- */

static bool is_alive(const kf_relation *r, uint32_t at)
{
    return !r->dead || !r->dead[at];
}

static void check_index(const kf_relation *r, const kf_index *ix)
{
    uint64_t rows = 0;
    uint32_t row[KF_MOST_ARITY], count;
    for (uint64_t slot = 0; slot < ix->size; slot++) {
        if (ix->heads[slot] >= KF_DEAD_KEY) continue;
        assert(ix->heads[slot] < r->n && is_alive(r, ix->heads[slot]));
        rows += ix->lists ? ix->counts[slot] : 1;
    }
    assert(rows == r->alive);
    for (uint32_t at = 0; at < r->n; at++) {
        if (!is_alive(r, at)) continue;
        for (uint32_t c = 0; c < r->width; c++) row[c] = r->columns[c][at];
        const uint32_t *run = kf_index_rows(r, ix, row, &count);
        assert(count > 0);
        if (ix->lists && ix->where) assert(ix->where[at] < count && run[ix->where[at]] == at);
        if (!ix->lists) assert(run[0] == at);
    }
}

void kf_relation_check(const kf_relation *r)
{
    uint32_t dead = 0, linked = 0;
    if (r->provider || r->width == 0) return;
    for (uint32_t at = 0; at < r->n; at++) dead += !is_alive(r, at);
    for (uint32_t at = r->free_row; at != KF_NO_ROW; at = r->columns[0][at]) {
        assert(at < r->n && r->dead[at]);
        assert(++linked <= dead);
    }
    assert(linked == dead && r->alive + dead == r->n);
    if (r->set) check_index(r, r->set);
    for (uint32_t i = 0; i < r->n_indexes; i++) check_index(r, r->indexes[i]);
}

#endif
