/* change_file.h -- private to evidence/ and session/: a file of changes, batch by batch.
 *
 * A line is a sign and an item of evidence; a blank line ends a batch. The lines of a batch go to
 * the reader of evidence with a blank in the place of the sign, so that items, comments and
 * complaints are those of evidence; the signs are kept beside, by line. */
#ifndef KF_CHANGE_FILE_H
#define KF_CHANGE_FILE_H

#include "base/input.h"
#include "evidence/evidence.h"
#include "lang/db.h"

typedef struct kf_change_file kf_change_file;

typedef struct kf_change_line { /* what is said of an atom; texts are borrowed until the next one */
    bool there;                 /* false: the batch is at its end, and so is all of this */
    kf_str predicate;
    const kf_str *arguments;
    uint32_t n;
    kf_said part; /* KF_SAID_VALUE: nothing any more */
    double probability;
    kf_place place;
    uint32_t line;
} kf_change_line;

/* The input is the file's; it is closed even if there is no memory. */
kerf_status kf_change_file_open(kf_change_file **, kf_mem *, kf_input *, const char *name,
                                kf_diags *);
void kf_change_file_close(kf_change_file *); /* NULL is legal */
const char *kf_change_file_name(const kf_change_file *);

/* The lines of the next batch. *there: it has some, or a blank line has ended it. KERF_IO: *why
 * says why. KERF_INVALID: a line without a sign; a message says so. */
kerf_status kf_change_file_read(kf_change_file *, bool *there, const char **why);
/* The changes of this batch, one after the other. KERF_INVALID: that is no change; a message says
 * so. */
kerf_status kf_change_file_next(kf_change_file *, kf_change_line *);

#endif
