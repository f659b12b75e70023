/* cases.h -- private to ground/: the queries of separation, kept prepared.
 *
 * A side of a rule, where its clause is false or where it is true, is asked as a few disjoint
 * cases. A case is run as a whole, or from each place where a flipped atom can stand in it
 * (cases.c). */
#ifndef KF_CASES_H
#define KF_CASES_H

#include "ground/ask/ask.h"

typedef struct kf_start { /* where a flipped atom can stand in a case */
    const kf_literal *seed;
    uint32_t seed_at;
    bool up, down;        /* flips that matter */
    bool in_tree;         /* within a quantified part: several flips may lead to one tuple; then */
    kf_literal *literals; /* of its query: those of the case, and what guards the atom */
    uint32_t n;
    kf_query *query; /* NULL: not needed yet */
} kf_start;

typedef struct kf_case { /* one of the disjoint queries of a side */
    kf_ask a;
    bool tuple_only; /* nothing is needed but the tuple */
    bool decided;    /* by evidence: no literal is hidden */
    kf_query *whole; /* NULL: not needed yet */
    uint32_t n_starts;
    kf_start *starts;
} kf_case;

typedef struct kf_cases {
    uint32_t n, most;
    bool each; /* grounding by itself */
    kf_case *at;
} kf_cases;

/* A rule without free variables has one grounding: asking whether it holds is one answer, while
 * every one of its atoms would be a start. */
static inline bool kf_is_one_grounding(const kf_ground_rule *gr)
{
    return gr->c.n_free == 0;
}

/* That some hidden literal of a long clause without free variables is true, as one test: cases by
 * literal would be as long as the square of it. No clause of this kind: false. */
bool kf_clause_as_test(const kf_grounder *, const kf_ground_rule *, kf_literal *test);

/* Is a clause true everywhere, since no atom is true that one of its literals needs false? Only a
 * few true atoms are looked at: false means that nothing is known. */
bool kf_clause_holds(const kf_grounder *, const kf_ground_rule *);

/* The cases of a side, borrowed: a clause's by hidden literal, another formula's as compiled. */
kerf_status kf_cases_get(kf_grounder *, kf_ground_rule *, int side, kf_cases **);
/* The same, but every grounding comes by itself: all free variables are needed. */
kerf_status kf_cases_get_each(kf_grounder *, kf_ground_rule *, int side, kf_cases **);
void kf_cases_free(kf_grounder *, kf_cases *);
/* Borrowed; prepared anew if the backend wants that. */
kerf_status kf_case_whole(kf_case *, kf_query **);
kerf_status kf_case_start(kf_case *, kf_start *, kf_query **);

/* ---- Queries announced to the backend (ahead.c) ---- */

typedef struct kf_case_query {
    kf_query *query;
    kf_seeds seeds;
    bool seeded;
} kf_case_query;

typedef struct kf_ahead {
    kf_grounder *g;
    KF_VEC(kf_case_query) list;
    size_t next; /* the first that the backend has not begun with */
} kf_ahead;

bool kf_ahead_helps(const kf_grounder *);
/* One more, if it is worth it; a list that is made by hand begins as { .g = g }. */
kerf_status kf_ahead_note(kf_ahead *, kf_query *, kf_seeds, bool seeded);
/* All that a round of separation asks. */
kerf_status kf_ahead_begin(kf_ahead *, kf_grounder *, uint32_t stage, bool full);
kerf_status kf_ahead_go_on(kf_ahead *, const kf_ground_rule *); /* before this rule is looked at */
void kf_ahead_end(kf_ahead *);
/* The atoms of a predicate that became true, or false, since the last separation. */
kf_seeds kf_seeds_of(const kf_grounder *, uint32_t predicate, bool up);

#endif
