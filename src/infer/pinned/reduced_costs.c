/* reduced_costs.c -- reduced costs of the atoms of a best assignment; see reduced_costs.h.
 *
 * The dual solution is found atom by atom: one that owes asks the clauses that it alone makes true,
 * and those take it from their other atoms, which may ask in turn. That is a search for augmenting
 * paths with little work for each, and little for all, so debts may stay that another dual solution
 * has not. Work is counted in places that were looked at. */
#include "infer/pinned/reduced_costs.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

#define NOWHERE UINT32_MAX
/* The work for one atom and one depth; for all atoms, by the size of the problem. */
enum { MOST_DEPTH = 16, MOST_MOVES = 50000, OPEN_SHARE = 16, UPDATE_PART = 4 };

void kf_reduced_free(kf_reduced *x)
{
    kf_vec_free(x->mem, &x->first);
    kf_vec_free(x->mem, &x->next);
    kf_vec_free(x->mem, &x->owner);
    kf_vec_free(x->mem, &x->gain);
    kf_vec_free(x->mem, &x->cost);
    kf_vec_free(x->mem, &x->tried);
    kf_vec_free(x->mem, &x->listed);
    kf_vec_free(x->mem, &x->priced);
    kf_vec_free(x->mem, &x->pays);
    kf_vec_free(x->mem, &x->weights);
    kf_vec_free(x->mem, &x->moved);
    kf_vec_free(x->mem, &x->holder);
    kf_vec_free(x->mem, &x->debts);
    kf_vec_free(x->mem, &x->broken);
    kf_vec_free(x->mem, &x->changed);
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* ---- What constraints charge ---- */

/* Of all literals that a clause was listed with: of one that was dropped the problem knows them no
 * more. */
static uint32_t count_true(const kf_reduced *x, uint32_t id, uint32_t *last)
{
    uint32_t n = 0;
    for (uint32_t i = x->p->clauses.at[id].start; i < x->owner.n && x->owner.at[i] == id; i++) {
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

/* Does a clause without a holder pay in the answer? A hard one that is broken charges nothing: its
 * atoms are wanted in every part. */
static bool clause_pays(const kf_reduced *x, uint32_t id)
{
    uint32_t last;
    double weight = x->weights.at[id];
    if (weight == 0 || isinf(weight)) return false;
    return (count_true(x, id, &last) == 0) == (weight > 0);
}

/* What a constraint charges the atom of a literal. pays: for a clause without a holder, as
 * clause_pays() has it, so that it is counted once for all of its literals. */
static double share_of(const kf_reduced *x, uint32_t owner, kf_lit l, bool pays)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    if (owner & KF_OWNER_COUNT) {
        double weight = fabs(x->p->cardinalities.at[id].weight);
        return x->pays.at[id] && !isinf(weight) ? -weight : 0;
    }
    if (x->holder.at[id] != NOWHERE)
        return x->holder.at[id] == kf_lit_atom(l).id ? x->moved.at[id] : -x->moved.at[id];
    if (!pays || (x->weights.at[id] < 0 && !kf_lit_true(l, x->answer))) return 0;
    return -fabs(x->weights.at[id]);
}

bool kf_reduced_pays(const kf_reduced *x, uint32_t owner)
{
    return !(owner & KF_OWNER_COUNT) && x->holder.at[owner] == NOWHERE && clause_pays(x, owner);
}

double kf_reduced_share(const kf_reduced *x, uint32_t place, bool pays)
{
    return share_of(x, x->owner.at[place], x->p->literals.at[place], pays);
}

static double own_gain(const kf_reduced *x, uint32_t atom)
{
    double gain = x->p->cost_true.at[atom] - x->p->cost_false.at[atom];
    return x->answer[atom] ? -gain : gain;
}

/* A clause that moves nothing, or that the answer does not pay for, charges nobody: most do not. */
static void charge(kf_reduced *x, uint32_t start, uint32_t owner, int sign)
{
    bool clause = !(owner & KF_OWNER_COUNT), held = clause && x->holder.at[owner] != NOWHERE;
    if (held && x->moved.at[owner] == 0) return;
    bool pays = clause && !held && clause_pays(x, owner);
    if (clause && !held && !pays) return;
    for (uint32_t i = start; i < x->owner.n && x->owner.at[i] == owner; i++) {
        kf_lit l = x->p->literals.at[i];
        x->cost.at[kf_lit_atom(l).id] += sign * share_of(x, owner, l, pays);
    }
}

/* ---- New constraints ---- */

/* With a little more, so that few new ones do not move them all. */
static bool room(kf_reduced *x)
{
    enum { MORE = 16 };
    const kf_problem *p = x->p;
    size_t atoms = p->parent.n, places = p->literals.n, clauses = p->clauses.n;
    if (x->first.n == 0) {
        atoms += atoms / MORE;
        places += places / MORE;
        clauses += clauses / MORE;
    }
    return kf_vec_reserve(x->mem, &x->first, atoms - x->first.n)
           && kf_vec_reserve(x->mem, &x->gain, atoms - x->gain.n)
           && kf_vec_reserve(x->mem, &x->cost, atoms - x->cost.n)
           && kf_vec_reserve(x->mem, &x->tried, atoms - x->tried.n)
           && kf_vec_reserve(x->mem, &x->listed, atoms - x->listed.n)
           && kf_vec_reserve(x->mem, &x->priced, atoms - x->priced.n)
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
        x->tried.at[i] = 0;
        x->listed.at[i] = x->priced.at[i] = false;
    }
    x->first.n = x->gain.n = x->cost.n = x->tried.n = x->p->parent.n;
    x->listed.n = x->priced.n = x->p->parent.n;
}

/* How many of its literals are true, and the last such. */
static uint32_t list(kf_reduced *x, uint32_t start, uint32_t n, uint32_t owner, uint32_t *last)
{
    const kf_lit *lits = x->p->literals.at;
    uint32_t *owners = x->owner.at, *next = x->next.at, *first = x->first.at, n_true = 0;
    for (uint32_t i = start; i < start + n; i++) {
        uint32_t atom = kf_lit_atom(lits[i]).id;
        owners[i] = owner;
        next[i] = first[atom];
        first[atom] = i;
        if (!kf_lit_true(lits[i], x->answer)) continue;
        *last = atom;
        n_true++;
    }
    return n_true;
}

static kerf_status note_broken(kf_reduced *x, bool broken, uint32_t owner)
{
    return !broken || kf_vec_push(x->mem, &x->broken, owner) ? KERF_OK : KERF_NO_MEMORY;
}

/* As it is now; nothing is moved but what was, to the same holder. */
static kerf_status charge_clause(kf_reduced *x, uint32_t id)
{
    const kf_clause *c = &x->p->clauses.at[id];
    uint32_t holder = NOWHERE, n_true = count_true(x, id, &holder);
    bool one = c->weight > 0 && n_true == 1 && id < x->n_moving;
    bool same = one && x->holder.at[id] == holder;
    bool broken = isinf(c->weight) && (c->weight > 0 ? n_true == 0 : n_true > 0);
    x->weights.at[id] = c->weight;
    x->holder.at[id] = one ? holder : NOWHERE;
    x->moved.at[id] = same ? fmin(x->moved.at[id], c->weight) : 0;
    charge(x, c->start, id, 1);
    return note_broken(x, broken, id);
}

/* One that the answer pays for. */
static void charge_new(kf_reduced *x, const kf_clause *c)
{
    const kf_lit *lits = x->p->literals.at + c->start;
    for (uint32_t i = 0; i < c->n; i++)
        if (c->weight > 0 || kf_lit_true(lits[i], x->answer))
            x->cost.at[kf_lit_atom(lits[i]).id] -= fabs(c->weight);
}

/* To a holder that owes, what all others have. */
static double move_new(kf_reduced *x, const kf_clause *c, uint32_t holder)
{
    const kf_lit *lits = x->p->literals.at + c->start;
    double *cost = x->cost.at, by = least(-cost[holder], c->weight);
    for (uint32_t i = 0; i < c->n && by > 0; i++) {
        uint32_t atom = kf_lit_atom(lits[i]).id;
        if (atom != holder) by = least(by, cost[atom]);
    }
    if (!(by > 0)) return 0;
    for (uint32_t i = 0; i < c->n; i++) cost[kf_lit_atom(lits[i]).id] -= by;
    cost[holder] += 2 * by;
    return by;
}

/* As charge_clause() does it, which need not look for what a new clause moves. */
static kerf_status add_clause(kf_reduced *x, uint32_t id)
{
    const kf_clause *c = &x->p->clauses.at[id];
    uint32_t holder = NOWHERE, n_true = list(x, c->start, c->n, id, &holder);
    bool one = c->weight > 0 && n_true == 1 && id < x->n_moving;
    bool pays = (c->weight > 0) == (n_true == 0);
    x->weights.at[id] = c->weight;
    x->holder.at[id] = one ? holder : NOWHERE;
    x->moved.at[id] = one && x->cost.at[holder] < 0 ? move_new(x, c, holder) : 0;
    if (!pays) return KERF_OK;
    if (c->weight != 0 && !isinf(c->weight)) charge_new(x, c);
    return note_broken(x, isinf(c->weight), id);
}

static kerf_status charge_count(kf_reduced *x, uint32_t id)
{
    const kf_cardinality *c = &x->p->cardinalities.at[id];
    x->pays.at[id] = count_pays(x, c);
    charge(x, c->start, id | KF_OWNER_COUNT, 1);
    return note_broken(x, x->pays.at[id] && isinf(c->weight), id | KF_OWNER_COUNT);
}

static kerf_status add_count(kf_reduced *x, uint32_t id)
{
    const kf_cardinality *c = &x->p->cardinalities.at[id];
    uint32_t last;
    list(x, c->start, c->n, id | KF_OWNER_COUNT, &last);
    return charge_count(x, id);
}

static kerf_status extend(kf_reduced *x, const bool *answer)
{
    const kf_problem *p = x->p;
    uint32_t clause = (uint32_t)x->weights.n, count = (uint32_t)x->pays.n;
    if (p->clauses.n >= KF_OWNER_COUNT || p->cardinalities.n >= KF_OWNER_COUNT) return KERF_LIMIT;
    if (!room(x)) return KERF_NO_MEMORY;
    x->answer = answer;
    x->near = 1e-9 * fmin(1, p->soft);
    add_atoms(x);
    /* Literals of clauses that were dropped before they were seen here belong to nobody. */
    for (size_t i = x->owner.n; i < p->literals.n; i++) x->owner.at[i] = NOWHERE;
    x->next.n = x->owner.n = p->literals.n;
    x->weights.n = x->moved.n = x->holder.n = p->clauses.n;
    x->pays.n = p->cardinalities.n;
    for (; clause < p->clauses.n; clause++) KF_TRY(add_clause(x, clause));
    for (; count < p->cardinalities.n; count++) KF_TRY(add_count(x, count));
    return KERF_OK;
}

/* ---- Debts ---- */

static void spend(kf_reduced *x, uint32_t steps)
{
    x->work -= steps < x->work ? steps : x->work;
}

static void move(kf_reduced *x, uint32_t clause, double amount)
{
    const kf_clause *c = &x->p->clauses.at[clause];
    const kf_lit *lits = x->p->literals.at + c->start;
    double was = x->moved.at[clause], now = was + amount;
    now = least(c->weight, now > 0 ? now : 0); /* rounding */
    x->moved.at[clause] = now;
    spend(x, c->n);
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t atom = kf_lit_atom(lits[i]).id;
        x->cost.at[atom] += atom == x->holder.at[clause] ? now - was : was - now;
    }
}

static void raise(kf_reduced *x, uint32_t atom, double by, uint32_t depth);

/* As much of `by` as the atom can spare. */
static double spare(kf_reduced *x, uint32_t atom, double by, uint32_t depth)
{
    double has = x->cost.at[atom];
    bool more = has < by && depth > 0 && x->tried.at[atom] != x->search;
    if (more) raise(x, atom, by - has, depth - 1);
    has = least(by, x->cost.at[atom]);
    return has > 0 ? has : 0;
}

/* From the other atoms of a clause to its holder. What one of them spares another may take from
 * it. */
static void take_from(kf_reduced *x, uint32_t clause, double by, uint32_t depth)
{
    const kf_clause *c = &x->p->clauses.at[clause];
    spend(x, c->n);
    for (int again = 0; again < 2; again++) {
        by = least(by, c->weight - x->moved.at[clause]);
        for (uint32_t i = c->start; i < c->start + c->n && by > 0; i++) {
            uint32_t other = kf_lit_atom(x->p->literals.at[i]).id;
            if (other == x->holder.at[clause]) continue;
            by = spare(x, other, by, again ? 0 : depth);
        }
    }
    if (by > 0) move(x, clause, by);
}

/* What was moved goes back, if the holder can spare it. */
static void give_back(kf_reduced *x, uint32_t clause, double by, uint32_t depth)
{
    by = spare(x, x->holder.at[clause], least(by, x->moved.at[clause]), depth);
    by = least(by, x->moved.at[clause]);
    if (by > 0) move(x, clause, -by);
}

/* Makes the reduced cost of an atom greater by so much, or as much as there is within so many
 * steps. */
static void raise(kf_reduced *x, uint32_t atom, double by, uint32_t depth)
{
    const uint32_t *next = x->next.at, *owner = x->owner.at, *holders = x->holder.at;
    double goal = x->cost.at[atom] + by, left = by;
    x->tried.at[atom] = x->search;
    for (uint32_t at = x->first.at[atom]; at != NOWHERE && x->work > 0 && left > 0; at = next[at]) {
        uint32_t id = owner[at], holder = id & KF_OWNER_COUNT ? NOWHERE : holders[id];
        x->work--;
        if (holder == NOWHERE || (holder != atom && x->moved.at[id] <= 0)) continue;
        if (holder == atom) take_from(x, id, left, depth);
        else give_back(x, id, left, depth);
        left = goal - x->cost.at[atom];
    }
    if (goal <= x->cost.at[atom]) x->tried.at[atom] = 0; /* there may be more where it came from */
}

static void settle_within(kf_reduced *x, uint32_t atom, uint32_t depth)
{
    if (!kf_reduced_owes(x, atom)) return;
    uint32_t most = x->left < MOST_MOVES ? (uint32_t)x->left : MOST_MOVES;
    x->work = most;
    x->search++;
    raise(x, atom, -x->cost.at[atom], depth);
    x->left -= most - x->work;
}

/* What it could not settle before the work is spent stays a debt. */
static kerf_status note_debt(kf_reduced *x, uint32_t atom)
{
    if (!kf_reduced_owes(x, atom) || x->listed.at[atom]) return KERF_OK;
    x->listed.at[atom] = true;
    return kf_vec_push(x->mem, &x->debts, atom) ? KERF_OK : KERF_NO_MEMORY;
}

/* Some of what owed owes no more. */
static void tidy_debts(kf_reduced *x)
{
    size_t n = 0;
    for (size_t i = 0; i < x->debts.n; i++) {
        uint32_t atom = x->debts.at[i];
        x->listed.at[atom] = kf_reduced_owes(x, atom);
        if (x->listed.at[atom]) x->debts.at[n++] = atom;
    }
    x->debts.n = n;
}

/* Near paths first, for all atoms: those of one take less of what others need. So small steps leave
 * less that owes than doubling does, and take less work. Nobody else owes afterwards, unless by
 * rounding. */
static kerf_status settle_all(kf_reduced *x)
{
    static const uint32_t depths[] = { 0, 1, 2, 3, 4, 6, 8, 12, MOST_DEPTH };
    assert(x->debts.n == 0);
    for (uint32_t i = 0; i < x->first.n; i++)
        if (kf_reduced_owes(x, i)) KF_TRY(note_debt(x, i));
    for (size_t d = 0; d < KF_LENGTH(depths); d++)
        for (size_t i = 0; i < x->debts.n; i++) settle_within(x, x->debts.at[i], depths[d]);
    for (uint32_t i = 0; i < x->first.n; i++)
        if (kf_reduced_owes(x, i)) KF_TRY(note_debt(x, i));
    tidy_debts(x);
    return KERF_OK;
}

static kerf_status settle(kf_reduced *x, uint32_t atom)
{
    for (uint32_t depth = 1; depth <= MOST_DEPTH; depth *= 2) settle_within(x, atom, depth);
    return note_debt(x, atom);
}

static kerf_status settle_changed(kf_reduced *x)
{
    KF_TRY(kf_numbers_sort_unique(x->mem, x->changed.at, &x->changed.n));
    for (size_t i = 0; i < x->changed.n; i++) x->priced.at[x->changed.at[i]] = false;
    for (size_t i = 0; i < x->changed.n; i++) KF_TRY(settle(x, x->changed.at[i]));
    x->changed.n = 0;
    tidy_debts(x);
    return KERF_OK;
}

/* ---- Life ---- */

kerf_status kf_reduced_open(kf_reduced *x, kf_mem *mem, const kf_problem *p, const bool *answer,
                            uint32_t n_moving)
{
    *x = (kf_reduced){ .mem = mem, .p = p, .n_moving = n_moving };
    KF_TRY(extend(x, answer));
    x->left = MOST_MOVES + OPEN_SHARE * (uint64_t)(p->parent.n + p->literals.n);
    KF_TRY(settle_all(x));
    KF_CHECK(kf_reduced_check(x));
    return KERF_OK;
}

static bool copy_vectors(kf_reduced *x, const kf_reduced *from)
{
    return kf_vec_copy(x->mem, &x->first, &from->first)
           && kf_vec_copy(x->mem, &x->next, &from->next)
           && kf_vec_copy(x->mem, &x->owner, &from->owner)
           && kf_vec_copy(x->mem, &x->gain, &from->gain)
           && kf_vec_copy(x->mem, &x->cost, &from->cost)
           && kf_vec_copy(x->mem, &x->tried, &from->tried)
           && kf_vec_copy(x->mem, &x->listed, &from->listed)
           && kf_vec_copy(x->mem, &x->priced, &from->priced)
           && kf_vec_copy(x->mem, &x->pays, &from->pays)
           && kf_vec_copy(x->mem, &x->weights, &from->weights)
           && kf_vec_copy(x->mem, &x->moved, &from->moved)
           && kf_vec_copy(x->mem, &x->holder, &from->holder)
           && kf_vec_copy(x->mem, &x->debts, &from->debts)
           && kf_vec_copy(x->mem, &x->broken, &from->broken);
}

kerf_status kf_reduced_copy(kf_reduced *x, kf_mem *mem, const kf_reduced *from, const kf_problem *p,
                            const bool *answer)
{
    *x = (kf_reduced){ .mem = mem, .p = p, .answer = answer, .near = from->near };
    x->search = from->search;
    x->n_moving = from->n_moving;
    return copy_vectors(x, from) ? KERF_OK : KERF_NO_MEMORY;
}

static void look_at_costs(kf_reduced *x, uint32_t atom)
{
    double gain = own_gain(x, atom);
    x->cost.at[atom] += gain - x->gain.at[atom];
    x->gain.at[atom] = gain;
}

/* Its atoms are charged otherwise. */
static kerf_status note_changed(kf_reduced *x, uint32_t start, uint32_t owner)
{
    for (uint32_t i = start; i < x->owner.n && x->owner.at[i] == owner; i++)
        if (!kf_vec_push(x->mem, &x->changed, kf_lit_atom(x->p->literals.at[i]).id))
            return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status look(kf_reduced *x, uint32_t atom)
{
    look_at_costs(x, atom);
    for (uint32_t at = x->first.at[atom]; at != NOWHERE; at = x->next.at[at]) {
        uint32_t id = x->owner.at[at];
        if ((id & KF_OWNER_COUNT) || x->weights.at[id] == x->p->clauses.at[id].weight) continue;
        charge(x, x->p->clauses.at[id].start, id, -1);
        KF_TRY(charge_clause(x, id));
        KF_TRY(note_changed(x, x->p->clauses.at[id].start, id));
    }
    return kf_vec_push(x->mem, &x->changed, atom) ? KERF_OK : KERF_NO_MEMORY;
}

uint32_t kf_reduced_start(const kf_reduced *x, uint32_t owner)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    return owner & KF_OWNER_COUNT ? x->p->cardinalities.at[id].start : x->p->clauses.at[id].start;
}

static kerf_status charge_again(kf_reduced *x, uint32_t owner)
{
    uint32_t id = owner & ~KF_OWNER_COUNT;
    return owner & KF_OWNER_COUNT ? charge_count(x, id) : charge_clause(x, id);
}

static kerf_status flip(kf_reduced *x, bool *answer, uint32_t atom)
{
    uint32_t at;
    for (at = x->first.at[atom]; at != NOWHERE; at = x->next.at[at])
        charge(x, kf_reduced_start(x, x->owner.at[at]), x->owner.at[at], -1);
    answer[atom] = !answer[atom];
    for (at = x->first.at[atom]; at != NOWHERE; at = x->next.at[at]) {
        KF_TRY(charge_again(x, x->owner.at[at]));
        KF_TRY(note_changed(x, kf_reduced_start(x, x->owner.at[at]), x->owner.at[at]));
    }
    look_at_costs(x, atom);
    return kf_vec_push(x->mem, &x->changed, atom) ? KERF_OK : KERF_NO_MEMORY;
}

static bool is_broken(const kf_reduced *x, uint32_t owner)
{
    uint32_t id = owner & ~KF_OWNER_COUNT, last;
    if (owner & KF_OWNER_COUNT) return x->pays.at[id] && isinf(x->p->cardinalities.at[id].weight);
    double weight = x->weights.at[id];
    return isinf(weight) && (count_true(x, id, &last) == 0) == (weight > 0);
}

/* Flips have mended some of what was broken, or it is no more. */
static kerf_status tidy_broken(kf_reduced *x)
{
    size_t n = 0;
    KF_TRY(kf_numbers_sort_unique(x->mem, x->broken.at, &x->broken.n));
    for (size_t i = 0; i < x->broken.n; i++)
        if (is_broken(x, x->broken.at[i])) x->broken.at[n++] = x->broken.at[i];
    x->broken.n = n;
    return KERF_OK;
}

/* Where nothing flips, what is new the answer does not pay for, so that nothing costs less than
 * before; if it does, there are debts. */
kerf_status kf_reduced_update(kf_reduced *x, bool *answer, const uint32_t *touched, size_t n,
                              const uint32_t *flips, size_t n_flips)
{
    uint32_t places = (uint32_t)x->next.n;
    KF_TRY(extend(x, answer));
    x->left = MOST_MOVES + (x->p->parent.n + x->p->literals.n) / UPDATE_PART;
    for (size_t i = 0; i < n; i++) KF_TRY(look(x, touched[i]));
    for (size_t i = 0; i < n_flips; i++) KF_TRY(flip(x, answer, flips[i]));
    for (; places < x->next.n; places++)
        if (!kf_vec_push(x->mem, &x->changed, kf_lit_atom(x->p->literals.at[places]).id))
            return KERF_NO_MEMORY;
    KF_TRY(tidy_broken(x));
    return settle_changed(x);
}

void kf_reduced_check(const kf_reduced *x)
{
#ifndef NDEBUG
    assert(x->first.n == x->p->parent.n && x->weights.n == x->p->clauses.n);
    for (uint32_t i = 0; i < x->first.n; i++) {
        double sum = own_gain(x, i), size = fabs(sum);
        for (uint32_t at = x->first.at[i]; at != NOWHERE; at = x->next.at[at]) {
            double share = kf_reduced_share(x, at, kf_reduced_pays(x, x->owner.at[at]));
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
