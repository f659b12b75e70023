/* kerf_explain.h -- a chapter of kerf.h, which includes it: why an atom of the answer is as it
 * is. */
#ifndef KERF_EXPLAIN_H
#define KERF_EXPLAIN_H

#include "kerf.h"

#ifdef __cplusplus
extern "C" {
#endif

/* kerf_explain() takes an atom of the last answer and finds the best world in which it has the
 * other value. By how much that world costs more is what the value rests on; the contrast says for
 * what: groundings that one of the two worlds pays for and the other does not, with the evidence in
 * them, and the other hidden atoms that flip along. It starts from what kerf_map() has ground, and
 * solves only what the atom touches.
 *
 *     kerf_explanation e = { .size = sizeof e };
 *     if (kerf_explain(k, "Smokes(Bob)", NULL, &e) == KERF_OK && e.kind == KERF_EXPLAINED_COST)
 *         printf("the other value costs %g more\n", e.difference);
 */

typedef enum kerf_explained_kind {
    KERF_EXPLAINED_COST,      /* there are worlds with the other value: see `difference` */
    KERF_EXPLAINED_FORBIDDEN, /* none keeps the hard formulas: see kerf_explained_conflict() */
    KERF_EXPLAINED_EVIDENCE,  /* evidence says it, or the predicate is observed */
    KERF_EXPLAINED_FREE,      /* no formula pays for either value: nothing decides it */
    KERF_EXPLAINED_UNKNOWN    /* stopped before a world with the other value was found */
} kerf_explained_kind;
/* "cost", "forbidden", "evidence", "free", "unknown" */
KERF_API const char *kerf_explained_text(kerf_explained_kind);

typedef struct kerf_explain_options {
    size_t size;
    /* Asked often; non-zero: stop soon, with the best world so far. May be NULL. The option
     * "time-limit" holds for each call. */
    int (*stop)(void *context);
    void *context;
    /* Not NULL: names of predicates, separated by commas. A least change of what evidence says of
     * their atoms is looked for that flips the atom, see kerf_change_kind. */
    const char *least_change;
    uint32_t change_tries; /* so many changed worlds are solved at most; 0: 1000 */
} kerf_explain_options;

/* A change says something else of atoms that evidence gives. An atom of an observed predicate is
 * reversed; one of a hidden predicate becomes unknown, or is reversed, its probability p to 1 - p.
 * Constants stay in the world. A change flips the atom if all best worlds of the changed evidence
 * have it the other way: the changed world is solved, and what the old value would cost there. */
typedef enum kerf_change_kind {
    KERF_CHANGE_NOT_SOUGHT, /* nobody asked, or evidence decides the atom itself */
    KERF_CHANGE_LEAST, /* it flips the atom, and no change of fewer atoms does: all were tried */
    KERF_CHANGE_SOME,  /* it flips the atom; perhaps one of fewer atoms does, too */
    KERF_CHANGE_NONE,  /* all changes were tried: none does */
    KERF_CHANGE_NOT_FOUND, /* tries or time are over, or some change could not be decided */
    KERF_CHANGE_UNPROVED   /* the answer is not proven to be the best: none was looked for */
} kerf_change_kind;
/* "not sought", "least", "some", "none", "not found", "unproved" */
KERF_API const char *kerf_change_text(kerf_change_kind);

typedef struct kerf_explanation {
    size_t size;
    const char *atom; /* Smokes(Bob) */
    int value;        /* in the answer */
    kerf_explained_kind kind;
    /* Of the best world with the other value that was found; OPTIMAL: there is no better one. */
    kerf_outcome outcome;
    kerf_ending ending;
    double cost;                    /* of the answer */
    double other_cost;              /* of that world; INFINITY: there is none */
    double other_bound;             /* proven: no world with the other value costs less */
    double difference;              /* other_cost - cost, summed up grounding by grounding */
    double least_difference;        /* other_bound - cost, likewise */
    size_t answer_pays, other_pays; /* groundings that only the answer, only that world pays for */
    size_t flips;                   /* hidden atoms that flip along */
    size_t conflict;                /* FORBIDDEN: lines that say why */
    const char *file;               /* EVIDENCE: where it says so; NULL: nowhere */
    uint32_t line;
    uint32_t iterations;
    double seconds;
    kerf_change_kind change;
    size_t changes;           /* atoms that it changes: see kerf_explained_change() */
    size_t change_facts;      /* atoms that evidence gives of the predicates named */
    size_t change_complete;   /* all changes of so many atoms or fewer were tried */
    uint32_t change_tried;    /* changes that were tried */
    double change_difference; /* after it, the value of now costs so much more; INFINITY: it is
                               * forbidden */
} kerf_explanation;

/* The atom as in the evidence. Options NULL: no callback. KERF_OK also where it was stopped:
 * `kind`, `outcome` and `ending` tell. KERF_MISUSE: there is no answer, which kerf_map() gives.
 * KERF_INVALID: there is no such atom. A least change of evidence in a store is KERF_MISUSE, too.
 * The answer stays; *result may be NULL. */
KERF_API kerf_status kerf_explain(kerf *, const char *atom, const kerf_explain_options *,
                                  kerf_explanation *);
/* The same for every atom of soft evidence whose value in the answer is the less probable one. */
KERF_API kerf_status kerf_explain_departures(kerf *, const kerf_explain_options *);

/* All explanations of the last answer, by index from 0. */
KERF_API size_t kerf_explanation_count(const kerf *);
KERF_API kerf_status kerf_explanation_get(kerf *, size_t index, kerf_explanation *);

typedef struct kerf_explained_atom {
    size_t size;
    const char *predicate;
    uint32_t arity;
    const char *const *arguments; /* without quotes; a number is the last of them */
    const char *text;             /* Smokes(Anna) */
    int value, other_value;       /* in the answer, in the other world */
    int open;                     /* evidence leaves it open */
    const char *file;             /* where evidence says so; NULL: nowhere */
    uint32_t line;
    double probability; /* of soft evidence on it; NAN: there is none */
} kerf_explained_atom;

typedef struct kerf_explained_grounding {
    size_t size;
    size_t formula;    /* as kerf_formula_get() counts them; SIZE_MAX: soft evidence */
    const char *label; /* "evidence": soft evidence */
    const char *file;
    uint32_t line;
    double weight;    /* of the formula; what is paid is its size */
    const char *text; /* with constants in the place of free variables */
    size_t atoms;     /* of these, what is shown */
    int more;         /* there are more */
} kerf_explained_grounding;

typedef struct kerf_explained_note { /* why hard formulas forbid it: a formula, or evidence */
    size_t size;
    const char *file; /* NULL: none */
    uint32_t line, column;
    const char *text;
} kerf_explained_note;

typedef struct kerf_changed_fact { /* an atom of a change */
    size_t size;
    const char *predicate;
    uint32_t arity;
    const char *const *arguments;          /* without quotes; a number is the last of them */
    const char *text;                      /* Friends(Anna, Bob) */
    kerf_truth truth, other_truth;         /* what evidence says, and says after the change */
    double probability, other_probability; /* with KERF_PROBABLE; else NAN */
    const char *file;                      /* where evidence says it; "": a program did */
    uint32_t line;
} kerf_changed_fact;

/* Parts of an explanation, each by its own index from 0; KERF_MISUSE past the end. Texts are
 * borrowed until the answer goes. */
KERF_API kerf_status kerf_explained_flip(kerf *, size_t explanation, size_t index,
                                         kerf_explained_atom *);
/* other 0: groundings that only the answer pays for; 1: that only the other world does. */
KERF_API kerf_status kerf_explained_paid(kerf *, size_t explanation, int other, size_t index,
                                         kerf_explained_grounding *);
KERF_API kerf_status kerf_explained_paid_atom(kerf *, size_t explanation, int other, size_t index,
                                              size_t atom, kerf_explained_atom *);
KERF_API kerf_status kerf_explained_conflict(kerf *, size_t explanation, size_t index,
                                             kerf_explained_note *);
/* An atom of the least change that was asked for; kerf_assert_atom() makes it. */
KERF_API kerf_status kerf_explained_change(kerf *, size_t explanation, size_t index,
                                           kerf_changed_fact *);
/* All explanations of the last answer, as `kerf explain` prints them. */
KERF_API kerf_status kerf_write_explanations(kerf *, kerf_report_format, kerf_write_fn *,
                                             void *context);

#ifdef __cplusplus
}
#endif
#endif
