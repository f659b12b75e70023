/* facts.h -- sessions that take facts as values, for tests: what they read must mean the same as a
 * text. */
#ifndef KF_TEST_FACTS_H
#define KF_TEST_FACTS_H

#include "one_world.h"

extern const char facts_model[]; /* Friends, Age, Rain, Likes; Smokes is hidden */

kerf *start(void);                     /* with that model */
kerf *start_with(const kerf_config *); /* NULL: there is no memory */

/* What a world comes to: counts of evidence, the score and the answer. */
void finish(kerf *, buffer *);
/* Ends the session. */
void same_as_text(kerf *, const char *evidence);
void assert_error(kerf *, kerf_status got, kerf_status expected, const char *text);

/* Columns: entries of a dictionary of Anna, Bob, Carl and Dan; texts; numbers. */
kerf_column codes(const int32_t *);
kerf_column strings(const char *const *);
kerf_column numbers(const double *);

#endif
