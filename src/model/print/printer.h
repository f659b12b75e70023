/* printer.h -- terms and formulas as text, in kerf's own syntax or another dialect's.
 *
 * For print_model.c, convert*.c and verify/. A printer is a small value on the stack; it borrows
 * everything. */
#ifndef KF_PRINTER_H
#define KF_PRINTER_H

#include "model/model.h"

typedef struct kf_printer {
    kf_text *to;
    const kf_model *model;
    const kf_rule *rule;
    kf_dialect dialect;
    const kf_str *names;   /* by variable; NULL: kerf's own, worked out at each use */
    const uint32_t *bound; /* by variable: the constant that stands for it, or KF_NONE; or NULL */
    const double *numbers; /* with `bound`: the values of number variables; or NULL */
    bool no_plus;          /* leave out the + of parameters */
    bool bare;             /* constants as evidence has them: a ground formula has no variables */
    bool arrows;           /* => and <=> where the author wrote them, not normal form */
    bool opposite;         /* what is printed is the negation of what is given */
} kf_printer;

void kf_printer_variable(const kf_printer *, uint32_t variable);
void kf_printer_constant(const kf_printer *, kf_str);
void kf_printer_expr(const kf_printer *, const kf_expr *);
void kf_printer_arguments(const kf_printer *, kf_expr *const *args, uint32_t n);
void kf_printer_logic(const kf_printer *, const kf_logic *);
void kf_printer_value(const kf_printer *, uint32_t variable); /* what a free one is bound to */
void kf_printer_content(const kf_printer *); /* the rule without label, weight and dot */
void kf_printer_written(const kf_printer *); /* the same as its author wrote it, where he did */
/* "+x, y" and so on are for terms; this is the list of a quantifier or a count: "x,y". */
void kf_printer_variables(const kf_printer *, const uint32_t *variables, uint32_t n);

/* Does some type list it? A variable of that name could be taken for the constant. */
bool kf_is_listed_constant(const kf_model *, kf_str);
/* Is the text a name that the dialect reads as a variable (and not as one of its words)? */
bool kf_spelled_as_variable(kf_dialect, kf_str);
/* A variable's source text made to fit: lower case, letters digits and _ only. Appended to `to`. */
void kf_spell_variable(kf_text *to, kf_str source);

#endif
