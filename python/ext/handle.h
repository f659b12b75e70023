/* handle.h -- one session of kerf.h as a Python object, and what every method of it does first and
 * last.
 *
 * A handle belongs to the process that made it: a child of fork() may drop it, and nothing else.
 * One call at a time works on it; a second one, from another thread, is refused rather than
 * queued. */
#ifndef KP_HANDLE_H
#define KP_HANDLE_H

#include "python.h"

struct kp_work;

typedef struct kp_handle {
    PyObject ob_base;
    kerf *k;        /* NULL: closed */
    long process;   /* that made it */
    int busy;       /* a call works on it; changed with the GIL held */
    int looking;    /* calls that look at it: some, where one meets the collection of garbage */
    size_t seen;    /* messages that Python has been told */
    size_t last;    /* the first of those of the last call */
    PyObject *kept; /* a list of what kerf borrows until the handle is closed */
    struct kp_work
        *working;         /* the long call that works on it, which may be told to stop; or NULL */
    struct kp_work *left; /* the same, when its caller has gone; or NULL */
} kp_handle;

/* Adds the type to the module. -1: an exception is set. */
int kp_handle_define(PyObject *module);
/* A handle of the session that `make` makes. The config lets work.h stop whatever it does. */
typedef kerf *kp_make(const kerf *from, const kerf_config *);
PyObject *kp_handle_new(kp_make *make, const kerf *from, size_t memory_limit);
/* The same in two steps: NULL with an exception; -1 without one, for any thread may fill it. */
kp_handle *kp_handle_empty(void);
int kp_handle_fill(kp_handle *, kp_make *make, const kerf *from, size_t memory_limit);
/* For "O&": the value as a kp_handle *, borrowed. */
int kp_is_handle(PyObject *value, void *handle);

/* -1 with an exception: it is of another process. */
int kp_own(const kp_handle *);
/* Before a call: NULL with an exception if it is closed, at work, or of another process. */
kerf *kp_enter(kp_handle *);
/* The same for a call that only looks, and never gives the GIL away by itself. */
kerf *kp_look(kp_handle *);
void kp_looked(kp_handle *);
/* After kp_enter(): says its messages to kerf._errors, which warns or raises. 0: go on; -1: an
 * exception is set. A status in `accepted` (a mask of 1 << status) raises nothing. */
int kp_leave(kp_handle *, kerf_status, unsigned accepted);
/* The same where there is nothing to return but None. */
PyObject *kp_none(kp_handle *, kerf_status);
/* What kerf borrows stays as long as the handle. -1: an exception is set. */
int kp_keep(kp_handle *, PyObject *);

/* Says on the exception that is set which row it is about, counted from 1; %zu in the format is
 * that. */
void kp_note_row(const char *format, size_t row);
/* Asked once for each row of a long loop that holds the GIL: -1, with an exception, if a signal
 * says so. */
static inline int kp_listen(size_t row)
{
    enum { ROWS = 1 << 14 }; /* between two looks */
    return row % ROWS == ROWS - 1 ? PyErr_CheckSignals() : 0;
}

/* Text of kerf, any bytes; NULL is None. */
PyObject *kp_text(const char *);
/* Text that is to be read back as UTF-8, surrogates for what is not. */
PyObject *kp_text_of(const char *, size_t);

/* ---- Functions of the module, by file; their first argument is a handle ---- */

extern PyMethodDef kp_reading[];    /* reading.c: models, evidence and options in */
extern PyMethodDef kp_tables[];     /* tables.c: tables in */
extern PyMethodDef kp_editing[];    /* editing.c: facts that come and go */
extern PyMethodDef kp_asking[];     /* asking.c: the long calls */
extern PyMethodDef kp_leaving[];    /* leaving.c: calls whose caller has gone */
extern PyMethodDef kp_looking[];    /* looking.c: what a session knows, as values */
extern PyMethodDef kp_answering[];  /* answering.c: probabilities as values */
extern PyMethodDef kp_explaining[]; /* explaining.c: why an atom is as it is */

#endif
