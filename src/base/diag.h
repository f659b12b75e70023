/* diag.h -- what kerf has to say about its input: errors, warnings and notes with a place.
 *
 * A diagnostic owns copies of all its text, so it outlives the file it speaks of. At most
 * KF_MOST_ERRORS errors are kept; after that kf_diags_full() tells readers to stop. Warnings are
 * kept up to KF_MOST_WARNINGS and counted beyond. A note belongs to the error or warning before
 * it and is kept or dropped with it, up to KF_MOST_NOTES. Text, hint and source are made fit for
 * a terminal: bytes that are not printable UTF-8 become '?' one for one, a tab in the source one
 * space. */
#ifndef KF_DIAG_H
#define KF_DIAG_H

#include "base/text.h"

enum { KF_MOST_ERRORS = 20, KF_MOST_WARNINGS = 50, KF_MOST_NOTES = 100 };

/* A place in some text. line and column count from 1, column in bytes; line 0: no line known. */
typedef struct kf_place {
    const char *file; /* borrowed for the call; NULL: no file */
    uint32_t line, column;
    uint32_t length;  /* bytes to underline; 0 is shown as 1 */
    kf_str source;    /* the source line (or a window of it), without its newline */
    uint32_t skipped; /* bytes of the line left out before `source` */
    bool withheld;    /* what stands there is not to be told: messages say no more than the place */
} kf_place;

typedef struct kf_diags kf_diags;

kf_diags *kf_diags_new(kf_mem *);
void kf_diags_free(kf_diags *);
void kf_diags_clear(kf_diags *);

/* Record one. hint may be NULL. Never fails loudly: if memory is refused the count still rises. */
void kf_diag_add(kf_diags *, kerf_severity, const kf_place *, const char *hint, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
void kf_diag_addv(kf_diags *, kerf_severity, const kf_place *, const char *hint, const char *format,
                  va_list);

/* What was said since a mark goes to the end of another list, as if it had been said there; its
 * text is given back here. Marks are used last in, first out. */
typedef struct kf_diags_mark {
    size_t kept, errors, warnings, notes;
    bool last_kept;
    kf_arena_mark text;
} kf_diags_mark;
kf_diags_mark kf_diags_get_mark(const kf_diags *);
void kf_diags_move(kf_diags *from, kf_diags_mark, kf_diags *to);
/* It is as if nothing had been said since. */
void kf_diags_rewind(kf_diags *, kf_diags_mark);

size_t kf_diags_count(const kf_diags *);                          /* kept ones */
const kerf_message *kf_diags_get(const kf_diags *, size_t index); /* in order of arrival */
size_t kf_diags_errors(const kf_diags *);                         /* all, kept or not */
size_t kf_diags_warnings(const kf_diags *);
bool kf_diags_full(const kf_diags *);  /* enough errors: stop reading */
void kf_diags_check(const kf_diags *); /* asserts: no more are kept than counted and allowed */

#endif
