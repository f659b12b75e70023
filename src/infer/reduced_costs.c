/* reduced_costs.c -- reduced costs of the atoms of a best assignment; see reduced_costs.h.
 *
 * The dual solution is found atom by atom: one that owes asks the clauses that it alone makes true,
 * and those take it from their other atoms, which may ask in turn. That is a search for augmenting
 * paths with little work for each, so debts may stay that another dual solution has not. */
#include "infer/reduced_costs.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

#define NOWHERE UINT32_MAX
enum { MOST_DEPTH = 16, MOST_MOVES = 50000 };

void kf_reduced_free(kf_reduced *x)
{
    kf_vec_free(x->mem, &x->first);
    kf_vec_free(x->mem, &x->next);
    kf_vec_free(x->mem, &x->owner);
    kf_vec_free(x->mem, &x->gain);
    kf_vec_free(x->mem, &x->cost);
    kf_vec_free(x->mem, &x->busy);
    kf_vec_free(x->mem, &x->listed);
    kf_vec_free(x->mem, &x->pays);
    kf_vec_free(x->mem, &x->weights);
    kf_vec_free(x->mem, &x->moved);
    kf_vec_free(x->mem, &x->holder);
    kf_vec_free(x->mem, &x->debts);
}

/* ---- What constraints charge ---- */

static uint32_t count_true(const kf_reduced *x, const kf_clause *c, uint32_t *last)
{
    uint32_t n = 0;
    for (uint32_t i = c->start; i < c->start + c->n; i++) {
        if (!kf_lit_true(x->p->literals.at[i], x->answer)) continue;
        *last = kf_lit_atom(x->p->literals.at[i]).id;
        n++;
    }
    return n;
}

static bool count_pays(const kf_reduced *x, const kf_cardinality *c)
{
    uint64_t sum = 0;
    for (uint32_t i = c->start; i < c->start + c->n; i++)
        if (kf_lit_true(x->p->literals.at[i], x->answer)) sum += x->p->coefficients.at[i];
    return (sum >= c->least && sum <= c->most) == (c->weight < 0);
}

/* Does the clause pay in the answer, and could this literal save that? */
static bool could_save(const kf_reduced *x, uint32_t id, kf_lit l)
{
    uint32_t last;
    double weight = x->weights.at[id];
    if (weight < 0) return kf_lit_true(l, x->answer);
    return weight > 0 && count_true(x, &x->p->clauses.at[id], &last) == 0;
}

double kf_reduced_share(const kf_reduced *x, uint32_t place)
{
    uint32_t owner = x->owner.at[place], id = owner & ~KF_OWNER_COUNT;
    kf_lit l = x->p->literals.at[place];
    if (owner & KF_OWNER_COUNT) {
        return x->pays.at[id] ? -fabs(x->p->cardinalities.at[id].weight) : 0;
    }
    if (x->holder.at[id] != NOWHERE)
        return x->holder.at[id] == kf_lit_atom(l).id ? x->moved.at[id] : -x->moved.at[id];
    return could_save(x, id, l) ? -fabs(x->weights.at[id]) : 0;
}

static double own_gain(const kf_reduced *x, uint32_t atom)
{
    double gain = x->p->cost_true.at[atom] - x->p->cost_false.at[atom];
    return x->answer[atom] ? -gain : gain;
}

static void charge(kf_reduced *x, uint32_t start, uint32_t n, int sign)
{
    for (uint32_t i = start; i < start + n; i++)
        x->cost.at[kf_lit_atom(x->p->literals.at[i]).id] += sign * kf_reduced_share(x, i);
}

/* ---- New constraints ---- */

static bool room(kf_reduced *x)
{
    const kf_problem *p = x->p;
    size_t atoms = p->parent.n, places = p->literals.n, clauses = p->clauses.n;
    return kf_vec_reserve(x->mem, &x->first, atoms - x->first.n)
           && kf_vec_reserve(x->mem, &x->gain, atoms - x->gain.n)
           && kf_vec_reserve(x->mem, &x->cost, atoms - x->cost.n)
           && kf_vec_reserve(x->mem, &x->busy, atoms - x->busy.n)
           && kf_vec_reserve(x->mem, &x->listed, atoms - x->listed.n)
           && kf_vec_reserve(x->mem, &x->pays, p->cardinalities.n - x->pays.n)
           && kf_vec_reserve(x->mem, &x->next, places - x->next.n)
           && kf_vec_reserve(x->mem, &x->owner, places - x->owner.n)
           && kf_vec_reserve(x->mem, &x->weights, clauses - x->weights.n)
           && kf_vec_reserve(x->mem, &x->moved, clauses - x->moved.n)
           && kf_vec_reserve(x->mem, &x->holder, clauses - x->holder.n);
}

static void add_atoms(kf_reduced *x)
{
    for (uint32_t i = (uint32_t)x->first.n; i < x->p->parent.n; i++) {
        x->first.at[i] = NOWHERE;
        x->gain.at[i] = x->cost.at[i] = own_gain(x, i);
        x->busy.at[i] = x->listed.at[i] = false;
    }
    x->first.n = x->gain.n = x->cost.n = x->busy.n = x->listed.n = x->p->parent.n;
}

static void list(kf_reduced *x, uint32_t start, uint32_t n, uint32_t owner)
{
    for (uint32_t i = start; i < start + n; i++) {
        uint32_t atom = kf_lit_atom(x->p->literals.at[i]).id;
        x->owner.at[i] = owner;
        x->next.at[i] = x->first.at[atom];
        x->first.at[atom] = i;
    }
}

/* As it is now; nothing is moved but what was. */
static void charge_clause(kf_reduced *x, uint32_t id)
{
    const kf_clause *c = &x->p->clauses.at[id];
    uint32_t holder = NOWHERE;
    bool one = c->weight > 0 && count_true(x, c, &holder) == 1;
    x->weights.at[id] = c->weight;
    x->holder.at[id] = one ? holder : NOWHERE;
    x->moved.at[id] = one ? fmin(x->moved.at[id], c->weight) : 0;
    charge(x, c->start, c->n, 1);
}

static void add_clause(kf_reduced *x, uint32_t id)
{
    const kf_clause *c = &x->p->clauses.at[id];
    list(x, c->start, c->n, id);
    x->moved.at[id] = 0;
    charge_clause(x, id);
}

static void add_count(kf_reduced *x, uint32_t id)
{
    const kf_cardinality *c = &x->p->cardinalities.at[id];
    list(x, c->start, c->n, id | KF_OWNER_COUNT);
    x->pays.at[id] = count_pays(x, c);
    charge(x, c->start, c->n, 1);
}

static kerf_status extend(kf_reduced *x, const bool *answer)
{
    const kf_problem *p = x->p;
    uint32_t clause = (uint32_t)x->weights.n, count = (uint32_t)x->pays.n;
    if (p->clauses.n >= KF_OWNER_COUNT || p->cardinalities.n >= KF_OWNER_COUNT) return KERF_LIMIT;
    if (!room(x)) return KERF_NO_MEMORY;
    x->answer = answer;
    add_atoms(x);
    x->next.n = x->owner.n = p->literals.n;
    x->weights.n = x->moved.n = x->holder.n = p->clauses.n;
    x->pays.n = p->cardinalities.n;
    for (; clause < p->clauses.n; clause++) add_clause(x, clause);
    for (; count < p->cardinalities.n; count++) add_count(x, count);
    return KERF_OK;
}

/* ---- Debts ---- */

static void move(kf_reduced *x, uint32_t clause, double amount)
{
    const kf_clause *c = &x->p->clauses.at[clause];
    charge(x, c->start, c->n, -1);
    x->moved.at[clause] = fmax(0, x->moved.at[clause] + amount);
    charge(x, c->start, c->n, 1);
}

static void raise(kf_reduced *x, uint32_t atom, double by, uint32_t depth);

/* As much of `by` as the atom can spare. */
static double spare(kf_reduced *x, uint32_t atom, double by, uint32_t depth)
{
    double has = x->cost.at[atom];
    if (has < by && depth > 0 && !x->busy.at[atom]) raise(x, atom, by - has, depth - 1);
    return fmax(0, fmin(by, x->cost.at[atom]));
}

/* From the other atoms of a clause to its holder. What one of them spares another may take from
 * it. */
static void take_from(kf_reduced *x, uint32_t clause, double by, uint32_t depth)
{
    const kf_clause *c = &x->p->clauses.at[clause];
    for (int again = 0; again < 2; again++) {
        by = fmin(by, c->weight - x->moved.at[clause]);
        for (uint32_t i = c->start; i < c->start + c->n && by > 0; i++) {
            uint32_t other = kf_lit_atom(x->p->literals.at[i]).id;
            if (other != x->holder.at[clause]) by = spare(x, other, by, again ? 0 : depth);
        }
    }
    if (by > 0) move(x, clause, by);
}

/* What was moved goes back, if the holder can spare it. */
static void give_back(kf_reduced *x, uint32_t clause, double by, uint32_t depth)
{
    by = spare(x, x->holder.at[clause], fmin(by, x->moved.at[clause]), depth);
    by = fmin(by, x->moved.at[clause]);
    if (by > 0) move(x, clause, -by);
}

/* Makes the reduced cost of an atom greater by so much, or as much as there is within so many
 * steps. */
static void raise(kf_reduced *x, uint32_t atom, double by, uint32_t depth)
{
    double goal = x->cost.at[atom] + by;
    x->busy.at[atom] = true;
    for (uint32_t at = x->first.at[atom]; at != NOWHERE && x->work > 0; at = x->next.at[at]) {
        uint32_t id = x->owner.at[at];
        double left = goal - x->cost.at[atom];
        if (left <= 0) break;
        if (id & KF_OWNER_COUNT || x->holder.at[id] == NOWHERE) continue;
        x->work--;
        if (x->holder.at[id] == atom) take_from(x, id, left, depth);
        else if (x->moved.at[id] > 0) give_back(x, id, left, depth);
    }
    x->busy.at[atom] = false;
}

static kerf_status settle(kf_reduced *x, uint32_t atom)
{
    if (!kf_reduced_owes(x, atom)) return KERF_OK;
    for (uint32_t depth = 1; depth <= MOST_DEPTH && kf_reduced_owes(x, atom); depth *= 2) {
        x->work = MOST_MOVES;
        raise(x, atom, -x->cost.at[atom], depth);
    }
    if (!kf_reduced_owes(x, atom) || x->listed.at[atom]) return KERF_OK;
    x->listed.at[atom] = true;
    return kf_vec_push(x->mem, &x->debts, atom) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status settle_all(kf_reduced *x, uint32_t start, uint32_t n)
{
    for (uint32_t i = start; i < start + n; i++)
        KF_TRY(settle(x, kf_lit_atom(x->p->literals.at[i]).id));
    return KERF_OK;
}

/* ---- Life ---- */

kerf_status kf_reduced_open(kf_reduced *x, kf_mem *mem, const kf_problem *p, const bool *answer)
{
    *x = (kf_reduced){ .mem = mem, .p = p };
    KF_TRY(extend(x, answer));
    for (uint32_t i = 0; i < p->parent.n; i++) KF_TRY(settle(x, i));
    KF_CHECK(kf_reduced_check(x));
    return KERF_OK;
}

static kerf_status look(kf_reduced *x, uint32_t atom)
{
    double gain = own_gain(x, atom);
    x->cost.at[atom] += gain - x->gain.at[atom];
    x->gain.at[atom] = gain;
    for (uint32_t at = x->first.at[atom]; at != NOWHERE; at = x->next.at[at]) {
        uint32_t id = x->owner.at[at];
        if ((id & KF_OWNER_COUNT) || x->weights.at[id] == x->p->clauses.at[id].weight) continue;
        const kf_clause *c = &x->p->clauses.at[id];
        charge(x, c->start, c->n, -1);
        charge_clause(x, id);
        KF_TRY(settle_all(x, c->start, c->n));
    }
    return settle(x, atom);
}

/* What is new the answer does not pay for, so that nothing costs less than before; if it does,
 * there are debts. */
kerf_status kf_reduced_update(kf_reduced *x, const bool *answer, const uint32_t *touched, size_t n)
{
    uint32_t places = (uint32_t)x->next.n;
    KF_TRY(extend(x, answer));
    for (size_t i = 0; i < n; i++) KF_TRY(look(x, touched[i]));
    KF_TRY(settle_all(x, places, (uint32_t)x->next.n - places));
    return KERF_OK;
}

void kf_reduced_check(const kf_reduced *x)
{
#ifndef NDEBUG
    assert(x->first.n == x->p->parent.n && x->weights.n == x->p->clauses.n);
    for (uint32_t i = 0; i < x->first.n; i++) {
        double sum = own_gain(x, i), size = fabs(sum);
        for (uint32_t at = x->first.at[i]; at != NOWHERE; at = x->next.at[at]) {
            double share = kf_reduced_share(x, at);
            sum += share;
            size += fabs(share);
        }
        assert(fabs(sum - x->cost.at[i]) <= 1e-9 * (1 + size));
    }
    for (size_t i = 0; i < x->weights.n; i++)
        assert(x->holder.at[i] == NOWHERE || x->moved.at[i] <= x->weights.at[i]);
#else
    (void)x;
#endif
}
