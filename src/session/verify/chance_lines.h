/* chance_lines.h -- private to session/: atoms and their probabilities out of files that kerf
 * marginal wrote as tsv or json. */
#ifndef KF_CHANCE_LINES_H
#define KF_CHANCE_LINES_H

#include "base/text.h"

/* Is a line one of a tsv file, with a name and tabs? */
bool kf_is_chance_row(kf_str line);
/* The atom of such a line as db files have it is added to the text. False: it is no such line. */
bool kf_chance_line_row(kf_str line, kf_text *atom, double *p);

/* An object of JSON, which is a world: its atoms, one after the other. */
typedef struct kf_chance_object {
    const char *at, *end; /* what is left */
    bool begun, wrong;    /* wrong: this is no object that kerf writes */
} kf_chance_object;
/* False: there is none left, or it is wrong. */
bool kf_chance_next(kf_chance_object *, kf_text *atom, double *p);

#endif
