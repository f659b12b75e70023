/* rounding.c -- rounds a fractional point to a feasible assignment, where it can; see rounding.h.
 *
 * It rounds the atoms, those nearest to an integer first, and propagates hard clauses after each.
 * It repairs violated hard constraints by flipping atoms, the least harmful first and each at most
 * twice. It then flips atoms while that lowers the cost. It is cheap, and good near an optimum of
 * the linear program, where most columns are integers. */
#include "solve/primal/rounding.h"

#include "base/check.h"

#include <math.h>

#define FLIPS 2   /* of an atom, in the repair */
#define SWEEPS 20 /* downhill */
#define SHORT 8   /* clauses by which atoms adapt to each other */
#define CHAIN 100 /* flips of one move */
#define EFFORT 20 /* occurrences that moves may look at, for each that there is */

typedef struct occurrence {
    uint32_t constraint; /* clauses, then counts, then cliques */
    uint32_t coefficient;
    bool negated;
} occurrence;

struct kf_rounder {
    const kf_component *component;
    kf_mem *mem;
    size_t n_occurrences;
    uint32_t n_constraints;
    size_t *start;           /* by atom, and one more: its occurrences */
    occurrence *occurrences; /* by atom */
    uint64_t *sum;           /* by constraint: of the coefficients of its true literals */
    uint32_t *broken;        /* hard constraints that are broken */
    uint32_t *place;         /* by constraint: in that list; UINT32_MAX: not there */
    uint32_t n_broken;
    uint64_t effort; /* occurrences looked at */
    kf_patience patience;
    uint32_t from;   /* where the next look at a long constraint begins */
    uint8_t *flips;  /* by atom */
    uint32_t *order; /* atoms, as they are rounded */
    uint32_t *queue; /* atoms in the order in which they were set */
    bool *set;       /* by atom: it was rounded or forced */
    uint32_t *unset; /* by constraint: how many more may be false, and one, where hard clauses and
                      * cliques still force something; else 0 */
    uint32_t n_queue;
    uint32_t chain[CHAIN]; /* atoms that a move flipped */
    double *own, *more;    /* by atom: what its flip costs, and more once another has flipped */
    bool *assignment;      /* the caller's */
};

typedef struct change {
    int64_t broken;
    double cost;
} change;

void kf_rounder_free(kf_rounder *r)
{
    if (!r) return;
    kf_mem_free(r->mem, r->start, (size_t)r->component->n_atoms + 1, sizeof *r->start);
    kf_mem_free(r->mem, r->occurrences, r->n_occurrences, sizeof *r->occurrences);
    kf_mem_free(r->mem, r->sum, r->n_constraints, sizeof *r->sum);
    kf_mem_free(r->mem, r->broken, r->n_constraints, sizeof *r->broken);
    kf_mem_free(r->mem, r->place, r->n_constraints, sizeof *r->place);
    kf_mem_free(r->mem, r->flips, r->component->n_atoms, sizeof *r->flips);
    kf_mem_free(r->mem, r->order, r->component->n_atoms, sizeof *r->order);
    kf_mem_free(r->mem, r->queue, r->component->n_atoms, sizeof *r->queue);
    kf_mem_free(r->mem, r->set, r->component->n_atoms, sizeof *r->set);
    kf_mem_free(r->mem, r->own, r->component->n_atoms, sizeof *r->own);
    kf_mem_free(r->mem, r->more, r->component->n_atoms, sizeof *r->more);
    kf_mem_free(r->mem, r->unset, r->n_constraints, sizeof *r->unset);
    kf_mem_free(r->mem, r, 1, sizeof *r);
}

/* ---- Constraints, of all kinds ---- */

static const kf_count *count_at(const kf_component *p, uint32_t i) /* NULL: it is none */
{
    bool is = i >= p->n_clauses && i < p->n_clauses + p->n_counts;
    return is ? &p->counts[i - p->n_clauses] : NULL;
}

static const kf_clique *clique_at(const kf_component *p, uint32_t i)
{
    uint32_t first = p->n_clauses + p->n_counts;
    return i >= first ? &p->cliques[i - first] : NULL;
}

static uint32_t size_of(const kf_component *p, uint32_t i)
{
    if (i < p->n_clauses) return p->start[i + 1] - p->start[i];
    const kf_count *count = count_at(p, i);
    return count ? count->n : clique_at(p, i)->n;
}

static const kf_lit *literals_of(const kf_component *p, uint32_t i)
{
    if (i < p->n_clauses) return p->literals + p->start[i];
    const kf_count *count = count_at(p, i);
    return count ? count->literals : clique_at(p, i)->literals;
}

static uint32_t coefficient_of(const kf_component *p, uint32_t i, uint32_t k)
{
    if (i < p->n_clauses) return 1;
    const kf_count *count = count_at(p, i);
    return count ? count->coefficients[k] : clique_at(p, i)->coefficients[k];
}

static double weight_of(const kf_component *p, uint32_t i)
{
    if (i < p->n_clauses) return p->weight[i];
    const kf_count *count = count_at(p, i);
    return count ? count->weight : clique_at(p, i)->weight;
}

/* How often it pays its weight. */
static uint64_t pays(const kf_component *p, uint32_t i, uint64_t sum)
{
    bool holds = sum > 0;
    const kf_count *count = count_at(p, i);
    const kf_clique *clique = clique_at(p, i);
    if (clique) {
        uint64_t n = clique->most - sum;
        return n > 1 ? n * (n - 1) / 2 : 0;
    }
    if (count) holds = sum >= count->least && sum <= count->most;
    return weight_of(p, i) > 0 ? !holds : holds;
}

/* ---- Beginning ---- */

static void list_occurrences(kf_rounder *r)
{
    const kf_component *p = r->component;
    for (uint32_t i = 0; i < r->n_constraints; i++)
        for (uint32_t k = 0; k < size_of(p, i); k++)
            r->start[kf_lit_atom(literals_of(p, i)[k]).id + 1]++;
    for (uint32_t a = 0; a < p->n_atoms; a++) r->start[a + 1] += r->start[a];
    for (uint32_t i = r->n_constraints; i-- > 0;) { /* backwards: starts end up where they belong */
        for (uint32_t k = size_of(p, i); k-- > 0;) {
            kf_lit l = literals_of(p, i)[k];
            r->occurrences[--r->start[kf_lit_atom(l).id + 1]] =
                (occurrence){ i, coefficient_of(p, i, k), kf_lit_negated(l) };
        }
    }
    for (uint32_t a = 0; a < p->n_atoms; a++) r->start[a] = r->start[a + 1];
    r->start[p->n_atoms] = r->n_occurrences;
}

kerf_status kf_rounder_new(const kf_component *p, kf_mem *mem, kf_rounder **out)
{
    kf_rounder *r = kf_mem_calloc(mem, 1, sizeof *r);
    if (!r) return KERF_NO_MEMORY;
    r->component = p;
    r->mem = mem;
    r->n_constraints = p->n_clauses + p->n_counts + p->n_cliques;
    for (uint32_t i = 0; i < r->n_constraints; i++) r->n_occurrences += size_of(p, i);
    r->start = kf_mem_calloc(mem, (size_t)p->n_atoms + 1, sizeof *r->start);
    r->occurrences = kf_mem_alloc(mem, r->n_occurrences, sizeof *r->occurrences);
    r->sum = kf_mem_alloc(mem, r->n_constraints, sizeof *r->sum);
    r->broken = kf_mem_alloc(mem, r->n_constraints, sizeof *r->broken);
    r->place = kf_mem_alloc(mem, r->n_constraints, sizeof *r->place);
    r->flips = kf_mem_alloc(mem, p->n_atoms, sizeof *r->flips);
    r->order = kf_mem_alloc(mem, p->n_atoms, sizeof *r->order);
    r->queue = kf_mem_alloc(mem, p->n_atoms, sizeof *r->queue);
    r->set = kf_mem_alloc(mem, p->n_atoms, sizeof *r->set);
    r->unset = kf_mem_alloc(mem, r->n_constraints, sizeof *r->unset);
    r->own = kf_mem_alloc(mem, p->n_atoms, sizeof *r->own);
    r->more = kf_mem_alloc(mem, p->n_atoms, sizeof *r->more);
    if (!r->own || !r->more || !r->start || !r->occurrences || !r->sum || !r->broken || !r->place
        || !r->flips || !r->order || !r->queue || !r->set || !r->unset) {
        kf_rounder_free(r);
        return KERF_NO_MEMORY;
    }
    list_occurrences(r);
    *out = r;
    return KERF_OK;
}

void kf_rounder_on_stop(kf_rounder *r, kf_stop *stop)
{
    r->patience = kf_patience_of(stop);
}

/* ---- Flips ---- */

static uint64_t sum_after(const kf_rounder *r, const occurrence *o, bool now)
{
    bool counted = now != o->negated;
    assert(!counted || r->sum[o->constraint] >= o->coefficient);
    return counted ? r->sum[o->constraint] - o->coefficient
                   : r->sum[o->constraint] + o->coefficient;
}

/* A clause changes hands only where this literal is its only true one, or becomes so. */
static void change_clause(const kf_rounder *r, const occurrence *o, bool now, change *d)
{
    bool counted = now != o->negated;
    if (r->sum[o->constraint] != counted) return;
    double weight = r->component->weight[o->constraint];
    double paid = counted ? weight : -weight;
    if (isinf(weight)) d->broken += counted ? 1 : -1;
    else d->cost += paid;
}

static change change_of(kf_rounder *r, uint32_t atom)
{
    const kf_component *p = r->component;
    bool now = r->assignment[atom];
    double cost = p->cost_true[atom] - p->cost_false[atom];
    change d = { 0, now ? -cost : cost };
    r->effort += r->start[atom + 1] - r->start[atom];
    for (size_t k = r->start[atom]; k < r->start[atom + 1]; k++) {
        const occurrence *o = &r->occurrences[k];
        if (o->constraint < p->n_clauses) {
            change_clause(r, o, now, &d);
            continue;
        }
        int64_t before = (int64_t)pays(p, o->constraint, r->sum[o->constraint]);
        int64_t after = (int64_t)pays(p, o->constraint, sum_after(r, o, now));
        if (before == after) continue;
        double weight = weight_of(p, o->constraint);
        if (isinf(weight)) d.broken += after - before;
        else d.cost += fabs(weight) * (double)(after - before);
    }
    return d;
}

static void note(kf_rounder *r, uint32_t i)
{
    bool broken = isinf(weight_of(r->component, i)) && pays(r->component, i, r->sum[i]) > 0;
    bool listed = r->place[i] != UINT32_MAX;
    if (broken && !listed) {
        r->place[i] = r->n_broken;
        r->broken[r->n_broken++] = i;
    } else if (!broken && listed) {
        uint32_t last = r->broken[--r->n_broken];
        r->broken[r->place[i]] = last;
        r->place[last] = r->place[i];
        r->place[i] = UINT32_MAX;
    }
}

static void flip(kf_rounder *r, uint32_t atom)
{
    bool now = r->assignment[atom];
    for (size_t k = r->start[atom]; k < r->start[atom + 1]; k++) {
        const occurrence *o = &r->occurrences[k];
        uint64_t before = r->sum[o->constraint];
        r->sum[o->constraint] = sum_after(r, o, now);
        bool same =
            o->constraint < r->component->n_clauses && before > 0 && r->sum[o->constraint] > 0;
        if (!same) note(r, o->constraint);
    }
    r->assignment[atom] = !now;
}

/* After a look at the atom. */
static bool goes_on(kf_rounder *r, uint32_t atom)
{
    return kf_patience_spend(&r->patience, 4 * (1 + r->start[atom + 1] - r->start[atom]));
}

static bool better(change a, change b)
{
    return a.broken != b.broken ? a.broken < b.broken : a.cost < b.cost;
}

/* ---- Rounding ---- */

enum { STEPS = 64 }; /* of distance from an integer that are told apart */

static uint32_t distance(double x)
{
    double d = fmin(x, 1 - x) * 2 * STEPS;
    return d <= 0 ? 0 : d >= STEPS - 1 ? STEPS - 1 : (uint32_t)d;
}

/* Nearest first, else by number (a counting sort). */
static void order_atoms(kf_rounder *r, const double *x)
{
    uint32_t n = r->component->n_atoms, start[STEPS + 1] = { 0 };
    for (uint32_t a = 0; a < n; a++) assert(x[a] >= 0 && x[a] <= 1);
    for (uint32_t a = 0; a < n; a++) start[distance(x[a]) + 1]++;
    for (uint32_t i = 0; i < STEPS; i++) start[i + 1] += start[i];
    for (uint32_t a = 0; a < n; a++) r->order[start[distance(x[a])]++] = a;
}

static void set_atom(kf_rounder *r, uint32_t atom, bool value)
{
    assert(!r->set[atom]);
    r->set[atom] = true;
    r->assignment[atom] = value;
    r->queue[r->n_queue++] = atom;
}

/* No more may be false: the others are true. */
static void force_rest(kf_rounder *r, uint32_t constraint)
{
    const kf_lit *literals = literals_of(r->component, constraint);
    for (uint32_t k = 0; k < size_of(r->component, constraint); k++) {
        uint32_t atom = kf_lit_atom(literals[k]).id;
        if (!r->set[atom]) set_atom(r, atom, !kf_lit_negated(literals[k]));
    }
}

static void propagate(kf_rounder *r, uint32_t from)
{
    for (; from < r->n_queue; from++) {
        uint32_t atom = r->queue[from];
        for (size_t k = r->start[atom]; k < r->start[atom + 1]; k++) {
            const occurrence *o = &r->occurrences[k];
            if (r->unset[o->constraint] == 0) continue;
            if (r->assignment[atom] == o->negated) {
                if (--r->unset[o->constraint] == 1) force_rest(r, o->constraint);
            } else if (o->constraint < r->component->n_clauses) r->unset[o->constraint] = 0;
        }
    }
}

static void round_atoms(kf_rounder *r, const double *x, bool up)
{
    const kf_component *p = r->component;
    for (uint32_t i = 0; i < r->n_constraints; i++) {
        bool hard = isinf(weight_of(p, i)) && !count_at(p, i);
        r->unset[i] = !hard ? 0 : i < p->n_clauses ? size_of(p, i) : 2;
    }
    for (uint32_t a = 0; a < p->n_atoms; a++) r->set[a] = false;
    r->n_queue = 0;
    order_atoms(r, x);
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        uint32_t atom = r->order[i], from = r->n_queue;
        if (r->set[atom]) continue;
        set_atom(r, atom, up ? x[atom] >= 0.499 : x[atom] > 0.501);
        propagate(r, from);
    }
}

/* ---- Mending ---- */

static void count_true(kf_rounder *r)
{
    const kf_component *p = r->component;
    r->n_broken = 0;
    for (uint32_t i = 0; i < r->n_constraints; i++) {
        const kf_lit *literals = literals_of(p, i);
        r->sum[i] = 0;
        r->place[i] = UINT32_MAX;
        for (uint32_t k = 0; k < size_of(p, i); k++)
            if (kf_lit_true(literals[k], r->assignment)) r->sum[i] += coefficient_of(p, i, k);
        note(r, i);
    }
}

/* Would another value of this literal bring the constraint nearer to where it should be? */
static bool helps(const kf_rounder *r, uint32_t i, kf_lit l)
{
    const kf_count *c = count_at(r->component, i);
    if (clique_at(r->component, i)) return !kf_lit_true(l, r->assignment);
    if (!c || c->weight < 0) return true;
    return kf_lit_true(l, r->assignment) == (r->sum[i] > c->most);
}

/* The atom of a broken constraint whose flip harms least. false: all have had their flips. Of a
 * long constraint, which may need thousands of them, a few that help are looked at, from where the
 * last look ended. */
static bool choose_flip(kf_rounder *r, uint32_t i, uint8_t flips, uint32_t *atom, change *least)
{
    enum { LONG = 1000, A_FEW = 64 };
    uint32_t n = size_of(r->component, i), first = n > LONG ? r->from % n : 0, looked = 0;
    *least = (change){ INT64_MAX, INFINITY };
    for (uint32_t k = 0; k < n && looked < (n > LONG ? A_FEW : n); k++) {
        kf_lit l = literals_of(r->component, i)[first + k < n ? first + k : first + k - n];
        r->from = first + k + 1;
        uint32_t a = kf_lit_atom(l).id;
        if (r->flips[a] >= flips || !helps(r, i, l)) continue;
        looked++;
        change d = change_of(r, a);
        if (!better(d, *least)) continue;
        *least = d;
        *atom = a;
    }
    return least->broken != INT64_MAX;
}

static void repair(kf_rounder *r)
{
    uint32_t atom;
    change d;
    for (uint32_t a = 0; a < r->component->n_atoms; a++) r->flips[a] = 0;
    while (r->n_broken > 0 && choose_flip(r, r->broken[r->n_broken - 1], FLIPS, &atom, &d)) {
        r->flips[atom]++;
        flip(r, atom);
        if (!goes_on(r, atom)) return;
    }
}

/* Flips an atom and then others until nothing is broken; undone if that does not pay. */
static bool move(kf_rounder *r, uint32_t atom)
{
    change d = change_of(r, atom);
    double cost = 0;
    uint32_t n = 0;
    for (;;) {
        cost += d.cost;
        r->chain[n++] = atom;
        r->flips[atom] = 1;
        flip(r, atom);
        if (r->n_broken == 0 || n == CHAIN) break;
        if (!choose_flip(r, r->broken[r->n_broken - 1], 1, &atom, &d)) break;
    }
    bool pays_off = r->n_broken == 0 && cost < -1e-9;
    for (uint32_t i = n; i-- > 0;) {
        r->flips[r->chain[i]] = 0;
        if (!pays_off) flip(r, r->chain[i]);
    }
    return pays_off;
}

/* Atoms that the point would have otherwise, or is not sure of. */
static void make_moves(kf_rounder *r, const double *x)
{
    uint64_t end = r->effort + EFFORT * (uint64_t)r->n_occurrences;
    for (uint32_t a = 0; a < r->component->n_atoms; a++) r->flips[a] = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t a = 0; a < r->component->n_atoms; a++) {
            if (r->n_broken > 0 || r->effort > end || !goes_on(r, a)) return;
            if (fabs(x[a] - r->assignment[a]) > 0.2 && move(r, a)) moved = true;
        }
    }
}

static void descend(kf_rounder *r, const bool *held)
{
    bool moved = true;
    for (int sweep = 0; sweep < SWEEPS && moved; sweep++) {
        moved = false;
        for (uint32_t a = 0; a < r->component->n_atoms; a++) {
            if (held && held[a]) continue;
            if (!goes_on(r, a)) return;
            change d = change_of(r, a);
            if (d.broken > 0 || (d.broken == 0 && !(d.cost < -1e-12))) continue;
            flip(r, a);
            moved = true;
        }
    }
}

void kf_rounder_run(kf_rounder *r, const double *x, bool up, bool *assignment)
{
    r->assignment = assignment;
    round_atoms(r, x, up);
    count_true(r);
    repair(r);
    descend(r, NULL);
    make_moves(r, x);
    KF_CHECK(kf_rounder_check(r));
}

/* ---- For other ways to change an assignment ---- */

void kf_rounder_take(kf_rounder *r, bool *assignment)
{
    r->assignment = assignment;
    count_true(r);
}

double kf_rounder_gain(kf_rounder *r, uint32_t atom)
{
    assert(r->assignment && atom < r->component->n_atoms);
    change d = change_of(r, atom);
    return r->assignment[atom] ? d.cost : -d.cost;
}

/* What the flip of a literal's atom costs by a clause with so many true ones. */
static double flip_cost(uint64_t sum, bool counted, double weight)
{
    if (sum != counted) return 0;
    return counted ? weight : -weight;
}

/* Once the atom of the occurrence has flipped, its neighbours' flips cost more. */
static void flip_beside(kf_rounder *r, const occurrence *o, uint32_t atom, const bool *held)
{
    const kf_component *p = r->component;
    const kf_lit *literals = literals_of(p, o->constraint);
    uint64_t sum = r->sum[o->constraint], after = sum_after(r, o, r->assignment[atom]);
    for (uint32_t k = 0; k < size_of(p, o->constraint); k++) {
        uint32_t other = kf_lit_atom(literals[k]).id;
        if (other == atom || held[other]) continue;
        if (!r->set[other]) {
            r->set[other] = true;
            r->more[other] = 0;
            r->queue[r->n_queue++] = other;
        }
        bool counted = r->assignment[other] != kf_lit_negated(literals[k]);
        double weight = p->weight[o->constraint];
        r->more[other] += flip_cost(after, counted, weight) - flip_cost(sum, counted, weight);
    }
}

/* What its neighbours can make better once the atom has flipped, less what they can now. */
static double adapt(kf_rounder *r, uint32_t atom, const bool *held)
{
    const kf_component *p = r->component;
    double gain = 0;
    r->n_queue = 0;
    for (size_t k = r->start[atom]; k < r->start[atom + 1]; k++) {
        uint32_t i = r->occurrences[k].constraint;
        if (i < p->n_clauses && isfinite(p->weight[i]) && size_of(p, i) <= SHORT)
            flip_beside(r, &r->occurrences[k], atom, held);
    }
    while (r->n_queue > 0) {
        uint32_t other = r->queue[--r->n_queue];
        gain += fmax(0, -r->own[other] - r->more[other]) - fmax(0, -r->own[other]);
        r->set[other] = false;
    }
    return gain;
}

void kf_rounder_gains(kf_rounder *r, const bool *held, double *gain)
{
    uint32_t n = r->component->n_atoms;
    assert(r->assignment);
    for (uint32_t i = 0; i < n; i++) {
        change d = change_of(r, i);
        r->own[i] = d.broken > 0 ? INFINITY : d.cost;
        gain[i] = !held[i] ? 0 : r->assignment[i] ? d.cost : -d.cost;
        r->set[i] = false;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!held[i]) continue;
        double more = adapt(r, i, held);
        gain[i] += r->assignment[i] ? -more : more;
    }
}

void kf_rounder_set(kf_rounder *r, uint32_t atom, bool value)
{
    assert(r->assignment && atom < r->component->n_atoms);
    if (r->assignment[atom] != value) flip(r, atom);
}

void kf_rounder_descend(kf_rounder *r, const bool *held)
{
    assert(r->assignment);
    descend(r, held);
    KF_CHECK(kf_rounder_check(r));
}

#ifndef NDEBUG
void kf_rounder_check(const kf_rounder *r)
{
    const kf_component *p = r->component;
    uint32_t n_broken = 0;
    for (uint32_t i = 0; i < r->n_constraints; i++) {
        uint64_t sum = 0;
        for (uint32_t k = 0; k < size_of(p, i); k++)
            if (kf_lit_true(literals_of(p, i)[k], r->assignment)) sum += coefficient_of(p, i, k);
        assert(r->sum[i] == sum);
        bool broken = isinf(weight_of(p, i)) && pays(p, i, sum) > 0;
        n_broken += broken;
        assert(broken == (r->place[i] != UINT32_MAX));
        assert(!broken || (r->place[i] < r->n_broken && r->broken[r->place[i]] == i));
    }
    assert(n_broken == r->n_broken);
}
#endif
