/* window.h -- a sliding window over a text file of any size.
 *
 * The readers of evidence, tables and weights share it. The window holds a block of bounded size.
 * text[limit] is a NUL, the guard, so scanners need no other end test. The text before it that was
 * not scanned yet is valid UTF-8 without NUL. The guard stands at the end of the window
 * (kf_window_fill() reads more), at the end of the file (`eof` is set and limit == end), or at an
 * invalid byte (`bad`). */
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
    size_t limit; /* of the guard */
    bool eof, bad;
    char guarded;        /* what stood at the guard's place */
    uint64_t base;       /* bytes of the file before text[0] */
    uint64_t line_start; /* of the line at text[0], or of a later one in the window */
    char *spare;         /* room for unescaped text, which the file does not hold */
    size_t spare_n, spare_size;
} kf_window;

/* size: KF_WINDOW_SIZE; tests take less. The window is empty until the first fill. */
kerf_status kf_window_open(kf_window *, kf_mem *, kf_input *, const char *file, kf_diags *,
                           size_t size);
void kf_window_close(kf_window *); /* legal on a zeroed window */

/* Reads more text. Bytes before `keep` are dropped, but for a few that messages quote; *keep
 * becomes its new place. line_start is that of the line at `keep`. Slices of the text and of the
 * spare room become invalid. KERF_LIMIT: nothing moved, and the item that starts at `keep` is too
 * long. KERF_IO is in diags. */
kerf_status kf_window_fill(kf_window *, size_t *keep, uint64_t line_start);

/* Go on after an invalid byte: validate the text from `from` on. */
void kf_window_resume(kf_window *, size_t from);
/* Report the invalid byte at the guard. */
void kf_window_blame(const kf_window *, uint32_t line);

/* n bytes that stay valid until the next fill. Between two fills at most the size of the window may
 * be taken. NULL: no memory. */
char *kf_window_spare(kf_window *, size_t n);

bool kf_window_holds(const kf_window *, const char *at);
/* The place of n bytes of the window in a line of that number. */
kf_place kf_window_place(const kf_window *, const char *at, size_t n, uint32_t line);

/* Asserts the invariant above, and that block and spare room hold what they say. */
void kf_window_check(const kf_window *);

#endif
