/* problem.h -- the ground problem: atoms with costs, weighted clauses, cardinalities.
 *
 * Everything is a cost to be kept small. An atom pays cost_true when true and cost_false when
 * false. A clause with weight w > 0 pays w when all its literals are false; with w < 0 it pays |w|
 * when any is true; a hard one (w infinite) must not be where it would pay. Identical clauses are
 * merged by adding weights. A cardinality counts the true ones among weighted literals. Components
 * are kept by union-find as constraints arrive. The problem knows no logic, text or relations. */
#ifndef KF_PROBLEM_H
#define KF_PROBLEM_H

#include "base/mem.h"
#include "base/neumaier.h"
#include "base/stop.h"

typedef struct kf_atom {
    uint32_t id;
} kf_atom;

typedef struct kf_lit {
    uint32_t code; /* 2 * atom + (negated ? 1 : 0) */
} kf_lit;

static inline kf_lit kf_lit_of(kf_atom a, bool negated)
{
    return (kf_lit){ 2 * a.id + negated };
}
static inline kf_atom kf_lit_atom(kf_lit l)
{
    return (kf_atom){ l.code / 2 };
}
static inline bool kf_lit_negated(kf_lit l)
{
    return l.code & 1;
}
static inline kf_lit kf_lit_not(kf_lit l)
{
    return (kf_lit){ l.code ^ 1 };
}
static inline bool kf_lit_true(kf_lit l, const bool *assignment)
{
    return assignment[l.code / 2] != (l.code & 1);
}

void kf_lits_sort(kf_lit *, uint32_t n); /* ascending by code */

typedef struct kf_clause {
    uint32_t start, n; /* literals, ascending by code */
    double weight;     /* > 0, < 0, or +-INFINITY: hard; 0: it counts for nothing, and then n may
                        * be 0: it was dropped */
} kf_clause;

/* least <= sum of coefficients of true literals <= most, else pay `weight` (INFINITY: hard). With
 * w < 0, pay |w| when it does hold. */
typedef struct kf_cardinality {
    uint32_t start, n; /* in the literal and coefficient pools */
    uint64_t least, most;
    double weight;
} kf_cardinality;

/* Of an atom that relates two nodes: the relation is transitive in every assignment that counts,
 * whether the constraints that say so are in the problem or not. */
typedef struct kf_ends {
    uint32_t relation; /* KF_NO_RELATION: it is no such atom */
    uint32_t from, to;
    bool symmetric; /* the atom from `to` to `from` has the same value */
} kf_ends;

#define KF_NO_RELATION UINT32_MAX

typedef struct kf_clause_slot {
    uint32_t clause; /* UINT32_MAX: none */
    uint32_t tag;    /* of its literals: others are passed over without a look at theirs */
} kf_clause_slot;

/* A soft weight that was added, who added it, and where it is now. */
typedef enum kf_traced_kind { KF_TRACED_CLAUSE, KF_TRACED_COUNT, KF_TRACED_LITERAL } kf_traced_kind;
typedef struct kf_traced {
    uint32_t tracer;
    uint32_t kind;
    uint32_t at;   /* clause, cardinality, or a literal whose truth pays */
    double weight; /* > 0: what is paid */
} kf_traced;

typedef struct kf_problem {
    kf_mem *mem;
    KF_VEC(double) cost_true; /* by atom */
    KF_VEC(double) cost_false;
    KF_VEC(uint32_t) parent;       /* union-find over atoms */
    KF_VEC(uint32_t) next;         /* the atoms of a component, in a ring */
    KF_VEC(kf_ends) ends;          /* by atom; those beyond its end have none */
    KF_VEC(kf_lit) literals;       /* pool */
    KF_VEC(uint32_t) coefficients; /* of cardinalities, parallel to the pool where they use it */
    KF_VEC(kf_clause) clauses;
    KF_VEC(uint32_t) uses; /* by clause: how often it was added and not dropped */
    KF_VEC(kf_cardinality) cardinalities;
    kf_clause_slot *slots; /* clauses by hash of literals and hardness */
    kf_stop *stop;         /* who is asked while slots grow: a clause is then refused; or NULL */
    uint64_t n_slots;
    uint32_t n_dropped, n_buried; /* clauses and atoms that are there no more */
    KF_VEC(uint32_t) parted;      /* atoms of clauses that were dropped since kf_problem_part() */
    double soft;                  /* all weights that are not hard in sum, without their signs */
    bool tracing; /* somebody wants to know who adds what by clauses and cardinalities: */
    uint32_t tracer;
    KF_VEC(kf_traced) traced;
    /* What rounding takes from sums of weights, for who adds up all assignments. A cost is so much
     * more than it says, and so is |weight| of a clause. */
    bool exact;                                  /* these are kept: */
    KF_VEC(double) rest_true, rest_false, rests; /* by atom, and by clause */
    double more;  /* |weight| of the clauses that are added next, likewise; as a rule 0 */
    bool watched; /* somebody wants to know what changes: */
    /* Atoms that are new or whose cost or constraints are, of a new constraint one; some more than
     * once. */
    KF_VEC(uint32_t) touched;
    /* By block of atoms: others stand for components there than when somebody last looked. */
    KF_VEC(bool) regrouped;
} kf_problem;

enum { KF_ATOM_BLOCK = 1024 };

kf_problem *kf_problem_new(kf_mem *);
kf_problem *kf_problem_copy(const kf_problem *, kf_mem *); /* NULL: no memory */
void kf_problem_free(kf_problem *);

kerf_status kf_problem_add_atom(kf_problem *, kf_atom *);
kerf_status kf_problem_expect_atoms(kf_problem *, uint32_t n); /* room for n more, at once */
/* From now on rests are kept. There is nothing in the problem yet; nothing is taken back later. */
void kf_problem_keep_rests(kf_problem *);
/* A cost is so much more than was added. */
static inline void kf_problem_add_rest(kf_problem *p, kf_atom atom, double if_true, double if_false)
{
    if (!p->exact) return;
    p->rest_true.at[atom.id] += if_true;
    p->rest_false.at[atom.id] += if_false;
}
void kf_problem_add_exactly(kf_problem *, kf_atom, double if_true, double if_false);
static inline void kf_problem_add_cost(kf_problem *p, kf_atom atom, double if_true, double if_false)
{
    assert(atom.id < p->parent.n && if_true >= 0 && if_false >= 0);
    p->soft += if_true + if_false;
    if (p->exact) {
        kf_problem_add_exactly(p, atom, if_true, if_false);
        return;
    }
    if (if_true != 0) p->cost_true.at[atom.id] += if_true; /* one of them is, nearly always, and */
    if (if_false != 0)
        p->cost_false.at[atom.id] += if_false; /* not touching it saves a cache miss */
}

kerf_status kf_problem_set_ends(kf_problem *, kf_atom, kf_ends);

/* Literals in any order, repeats allowed. A clause that is always true is left out (w > 0 or +inf)
 * or recorded in *constant (w < 0: it always pays). An empty clause goes to *constant likewise;
 * hard ones make it INFINITY. */
kerf_status kf_problem_add_clause(kf_problem *, const kf_lit *, uint32_t n, double weight,
                                  double *constant);
/* The clause, a hard one, counts no more: its weight is 0. */
kerf_status kf_problem_withdraw_clause(kf_problem *, uint32_t clause);
/* Takes back one kf_problem_add_clause() with the same literals and weight. Components stay as they
 * were until kf_problem_part(). */
kerf_status kf_problem_drop_clause(kf_problem *, const kf_lit *, uint32_t n, double weight);
/* Takes back so much of kf_problem_add_cost(). */
void kf_problem_lower_cost(kf_problem *, kf_atom, double if_true, double if_false);
/* The costs of an atom have changed. */
kerf_status kf_problem_touch(kf_problem *, kf_atom);
/* The atom is there no more: no clause has it, it costs nothing, and it is false. */
kerf_status kf_problem_bury_atom(kf_problem *, kf_atom);
/* The atoms of a component are each a component of their own, and touched; then the caller joins
 * the atoms of every constraint that they still have. */
kerf_status kf_problem_part(kf_problem *, uint32_t root);
/* From now on the atoms of these literals are of one component, whatever ties them together. */
void kf_problem_join(kf_problem *, const kf_lit *, uint32_t n);
kerf_status kf_problem_add_cardinality(kf_problem *, const kf_lit *, const uint32_t *coefficients,
                                       uint32_t n, uint64_t least, uint64_t most, double weight);

/* Asserts: costs are finite and not negative, literals in range and those of clauses ascending, and
 * components partition the atoms: the rings of `next` are the classes of `parent`. */
void kf_problem_check(const kf_problem *);

typedef struct kf_extent { /* so many constraints */
    uint32_t clauses, cardinalities;
} kf_extent;

static inline kf_extent kf_problem_extent(const kf_problem *p)
{
    return (kf_extent){ (uint32_t)p->clauses.n, (uint32_t)p->cardinalities.n };
}

uint32_t kf_problem_component(const kf_problem *, kf_atom); /* a representative atom's id */
/* Soft cost of an assignment, and how many hard constraints it breaks. */
double kf_problem_cost(const kf_problem *, const bool *assignment, uint64_t *broken);

#endif
