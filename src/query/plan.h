/* plan.h -- private to query/ and backend/: conjunctive queries as left-deep join plans.
 *
 * The backend in memory runs them, that in SQL takes their order. Callers see backend.h only.
 *
 * A query asks for the bindings of its needed variables, each with the number of ways in which the
 * other variables can be chosen. Steps are ordered by what the relations hold now, cheapest first,
 * every test as early as its variables allow. What is left when all needed variables are bound
 * falls into independent parts, which are counted apart and multiplied; a lone atom's part is one
 * index lookup. Nothing is allocated while a plan runs. */
#ifndef KF_PLAN_H
#define KF_PLAN_H

#include "query/backend.h"

typedef enum kf_step_kind {
    KF_STEP_SCAN,  /* every row */
    KF_STEP_PROBE, /* the rows with a key */
    KF_STEP_KEYS,  /* every distinct key of an index, with its number of rows */
    KF_STEP_COUNT, /* how many rows have a key */
    KF_STEP_TEST,  /* is it there (or, negated, is it not) */
    KF_STEP_COMPARE,
    KF_STEP_CONTAINS,
    KF_STEP_COMPUTE,
    KF_STEP_TREE,
    KF_STEP_TABLE,  /* has the weight table such a row */
    KF_STEP_DOMAIN, /* every constant of a type */
    KF_STEP_SEED,   /* the atoms that flipped */
    KF_STEP_TIMES,  /* a variable that nothing constrains: as often as its type has constants */
    KF_STEP_SIZE,   /* of a quotient: as often as the constant of a variable stands for others */
    KF_STEP_PARTS   /* count the steps inside, multiply */
} kf_step_kind;

typedef struct kf_column {
    uint32_t column;
    kf_arg arg;
} kf_column;

typedef struct kf_step {
    uint8_t kind;
    const kf_literal *literal;
    kf_relation *rel;
    kf_index *index;
    uint32_t mask; /* of the index: its columns */
    uint32_t n_key, n_set, n_same;
    kf_column *key;    /* columns that are known before */
    kf_column *set;    /* columns that bind variables */
    kf_column *same;   /* column must equal that of variable `arg`, bound by the same row */
    bool binds_number; /* literal->right is a variable that the row's number binds */
    uint32_t variable; /* DOMAIN, TIMES, SIZE, COMPUTE */
    bool check;        /* COMPUTE: the variable is bound already */
    bool whole;        /* COUNT, KEYS in a quotient: rows of the whole database are counted */
    uint32_t n_steps;  /* PARTS */
    struct kf_step *steps;
    double estimate; /* rows after this step */
    uint64_t rows;   /* rows met, all runs together */
} kf_step;

typedef struct kf_plan {
    const kf_compiled *c;
    uint32_t n_steps;
    kf_step *steps;
} kf_plan;

/* A plan lives in an arena, and is good as long as the database. Without indexes it cannot be run:
 * for backends that only go by its order of steps. */
kerf_status kf_plan_make(kf_plan **, kf_arena *, kf_database *, const kf_request *, bool indexes,
                         kf_stop *);

/* Over another database of the same model: the same steps, its relations and indexes. */
kerf_status kf_plan_rebind(kf_plan *, kf_database *, kf_stop *);

/* Part k of n of the first step's range; 0 of 1 is the whole. Slices in order give what the whole
 * gives. See kf_query_run(). */
kerf_status kf_plan_run(kf_plan *, const kf_backend *, const kf_rule *, const kf_seeds *,
                        kf_binding *, uint32_t k, uint32_t n, kf_emit_fn *, void *context);

/* Does every run meet a binding of the needed variables once at most? */
bool kf_plan_distinct(const kf_plan *, const bool *needed);

/* A copy with rows of its own, to be run by another thread; then its rows added to the original's.
 * Both share relations and indexes, which nothing may change meanwhile. */
kerf_status kf_plan_copy(kf_plan **, kf_arena *, const kf_plan *);
void kf_plan_add_rows(kf_plan *, const kf_plan *copy);

/* The steps in words, one a line, with estimated rows and, if it ran, those that were met. Lines
 * are indented by `indent` blanks and numbered. */
void kf_plan_print(kf_text *, const kf_model *, const kf_plan *, bool ran, uint32_t indent);
/* Rows after the last step, and rows of all steps together, as estimated: answers and work. */
double kf_plan_answers(const kf_plan *);
double kf_plan_work(const kf_plan *);
/* Answers with their multiplicity. */
double kf_plan_total(const kf_plan *, const kf_database *);

/* Asserts: a step uses no variable before it is bound nor binds one twice, columns are within their
 * relation, and every needed variable is bound at the end. */
void kf_plan_check(const kf_plan *, const bool *needed);

#endif
