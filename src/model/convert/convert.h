/* convert.h -- the model in kerf's dialect or another system's.
 *
 * The meaning is kept exactly, or the statement is refused: kerf gives a weighted formula one
 * feature per grounding, and what a system would split, ignore or read otherwise is not written
 * for it. Adding a constant to the score of every world is allowed, and said in a comment. */
#ifndef KF_CONVERT_H
#define KF_CONVERT_H

#include "base/diag.h"
#include "model/model.h"

/* Appends to the text. Targets are KERF, ALCHEMY, TUFFY and ROCKIT; others: KERF_MISUSE. What
 * cannot be expressed is an error at its line, nothing is appended and KERF_UNSUPPORTED returned;
 * if `partial`, it is a warning, and a comment takes its place. */
kerf_status kf_convert(kf_text *, const kf_model *, kf_dialect, bool partial, kf_diags *);
/* In kerf's dialect for reading with a .weights file, which has the weights of tables: sorted by
 * their constants; it stays empty where there are none. Formulas that this file is to find have
 * labels. `comments`: with those of the user. Nothing is partial: KERF_UNSUPPORTED if something
 * cannot be expressed. */
kerf_status kf_convert_learned(kf_text *model, kf_text *weights, const kf_model *, bool comments,
                               kf_diags *);
/* The user's own text with the weights of the model in their places (learned_text.c). False: it
 * cannot be done. */
bool kf_convert_in_place(kf_text *, const kf_model *);

#endif
