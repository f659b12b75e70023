/* window.h -- a text file of any size seen through a block of bounded size.
 *
 * The readers of evidence, tables and weights share it. Bytes in text[0 .. limit) are checked:
 * UTF-8 and no NUL; text[limit] is a NUL that stands guard, so scanners need no other end test.
 * What is at the guard: the end of the window (kf_window_fill() gets more), the end of the file
 * (`eof` is set and limit == end), or a byte that must not be there (`bad`). */
#ifndef KF_WINDOW_H
#define KF_WINDOW_H

#include "base/diag.h"
#include "base/input.h"

enum {
    KF_WINDOW_SIZE = 256 * 1024,
    KF_WINDOW_ITEM = 1024 * 1024, /* the longest item (atom, row, line) that is read */
    KF_WINDOW_SLACK = 16          /* readable zero bytes behind the block, for wide loads */
};

typedef struct kf_window {
    kf_mem *mem;
    kf_input *input; /* borrowed */
    kf_diags *diags; /* borrowed */
    char *file;      /* for messages; a copy */
    char *text;
    size_t size;  /* of the block */
    size_t end;   /* bytes in it */
    size_t limit; /* see above */
    bool eof, bad;
    char guarded;        /* what stood at the guard's place */
    uint64_t base;       /* bytes of the file before text[0] */
    uint64_t line_start; /* of the line at text[0], or of a later one in the window */
    char *spare;         /* room for what is not in the file as it is meant: unescaped text */
    size_t spare_n, spare_size;
} kf_window;

/* size: KF_WINDOW_SIZE; tests take less. The window is empty until the first fill. */
kerf_status kf_window_open(kf_window *, kf_mem *, kf_input *, const char *file, kf_diags *,
                           size_t size);
void kf_window_close(kf_window *); /* legal on a zeroed window */

/* More text. Bytes before `keep` may go (a few stay for messages); *keep becomes its new place.
 * line_start is that of the line at `keep`. Slices of the text and the spare end here. KERF_LIMIT:
 * nothing moved, what starts at `keep` is longer than an item may be. KERF_IO is in diags. */
kerf_status kf_window_fill(kf_window *, size_t *keep, uint64_t line_start);

/* After a bad byte: go on, checking from `from` only. */
void kf_window_check(kf_window *, size_t from);
/* The error for the bad byte at the guard. */
void kf_window_blame(const kf_window *, uint32_t line);

/* n bytes that stay until the next fill. All that is asked for between two fills may sum up to
 * the size of the window. NULL: no memory. */
char *kf_window_spare(kf_window *, size_t n);

bool kf_window_holds(const kf_window *, const char *at);
/* The place of n bytes of the window in a line of that number. */
kf_place kf_window_place(const kf_window *, const char *at, size_t n, uint32_t line);

#endif
