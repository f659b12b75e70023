/* converter.h -- private to convert*.c: what the writers of all dialects share. */
#ifndef KF_CONVERTER_H
#define KF_CONVERTER_H

#include "model/clause.h"
#include "model/convert/convert.h"
#include "model/print/printer.h"
#include "model/weight_table.h"

typedef struct kf_converter {
    kf_text *to;
    const kf_model *model;
    kf_dialect dialect;
    const char *system; /* "Alchemy", for messages and comments */
    bool partial;
    kf_text *apart; /* weights of tables are written there; NULL: in their place */
    bool refused;   /* something could not be written */
    bool starred;   /* some predicate is written with a star */
    kf_diags *diags;
    kf_arena keep;    /* for the whole conversion */
    kf_arena scratch; /* for one rule */
    kf_str *types;    /* by type: its name in the dialect */
    bool *inlined;    /* by rule, kerf's own dialect: its table is written out */
    bool *unwritten;  /* by predicate: its declaration was refused */
    bool comments;    /* the user's are kept */
    bool commented;   /* `last` is a line whose comments were written */
    kf_pos last;
    size_t top; /* where the comment at the top of the model ends */
} kf_converter;

/* One per dialect: all of the model after the header. KERF_NO_MEMORY or KERF_OK. */
kerf_status kf_convert_kerf(kf_converter *);
kerf_status kf_convert_alchemy(kf_converter *);
kerf_status kf_convert_lomrf(kf_converter *); /* convert_alchemy.c */
kerf_status kf_convert_tuffy(kf_converter *);
kerf_status kf_convert_rockit(kf_converter *);

/* "cannot be written for Alchemy: why", as an error or as a warning and a comment. */
void kf_convert_refuse(kf_converter *, kf_pos, const char *why, const char *what);
void kf_convert_refuse_rule(kf_converter *, const kf_rule *, const char *why);

bool kf_convert_observed(const kf_converter *, uint32_t predicate);

/* Writes the predicate's declaration from the dialect's point of view, or refuses it. `marks`:
 * ! is kept; `number`: what a trailing number is called, NULL if there is none. */
kerf_status kf_convert_predicates(kf_converter *, bool stars, bool marks, const char *number);

/* A soft rule as one clause: its body, or the negation of it with the weight's sign changed. *why
 * says why there is none. */
typedef struct kf_one_clause {
    kf_clauses cnf;
    bool negated;
} kf_one_clause;
kerf_status kf_convert_one_clause(kf_converter *, const kf_rule *, kf_one_clause *,
                                  const char **why);

/* Does the rule use a predicate that was refused, or (if !calls) a function? NULL: no. */
const char *kf_convert_obstacle(const kf_converter *, const kf_rule *, bool calls);
bool kf_convert_computes(const kf_logic *); /* an operation inside an atom */

/* Will the types of the variables be found when the rule is read again? KERF_UNSUPPORTED: no, and
 * it was refused. `rows`: constants will stand for the parameters. (convert_types.c) */
kerf_status kf_convert_check_types(kf_converter *, const kf_rule *, bool rows);

/* All rules, one after another; each has the scratch for itself. */
typedef kerf_status kf_rule_writer(kf_converter *, const kf_rule *);
kerf_status kf_convert_rules(kf_converter *, kf_rule_writer *);
/* The dialect has no functions: each is refused. */
void kf_convert_refuse_functions(kf_converter *);

/* A printer of the rule that writes no +. */
kerf_status kf_convert_printer(kf_converter *, const kf_rule *, kf_printer *);
/* Variable names for the dialect, all different, in scratch. NULL: no memory. */
const kf_str *kf_convert_names(kf_converter *, const kf_rule *);
/* A weight without (tuffy: with a dot before) an exponent. */
void kf_convert_weight(kf_converter *, double);

/* A hard cardinality as formulas: at most one, at least one, exactly one, none. `out` is the
 * rule as a hard LOGIC rule with more variables. KERF_UNSUPPORTED: *why. */
kerf_status kf_convert_count(kf_converter *, const kf_rule *, kf_rule *out, const char **why);

/* Calls `row` for each weight of the rule: once, or per table row with the parameters bound. */
typedef kerf_status kf_weight_row(kf_converter *, const kf_printer *, const void *context, double);
kerf_status kf_convert_rows(kf_converter *, kf_printer *, kf_weight_row *, const void *context);

/* The user's comments above and behind a statement, once (convert_comments.c); and those at the top
 * of the model. */
void kf_convert_comments(kf_converter *, kf_pos);
void kf_convert_top_comments(kf_converter *);

/* Comments before a soft rule: what learning is to keep, and that it is written negated. */
void kf_convert_remarks(kf_converter *, const kf_rule *, bool negated);

/* A soft rule that is one clause: a line per weight, each with the clause as `write` says it. */
typedef kerf_status kf_clause_writer(kf_converter *, const kf_printer *, const kf_formula_clause *);
kerf_status kf_convert_soft(kf_converter *, const kf_rule *, const kf_one_clause *,
                            kf_clause_writer *);

#endif
