/* memory.c -- how the process takes memory from the system.
 *
 * Most systems give large pages only to those who ask for them. Where memory comes in small ones,
 * a sixth of a short inference is spent on taking them one by one; so the heap is begun with a
 * stretch of addresses for which large pages are asked, and what is freed there is kept. That a
 * system has none of this, or gives none of it, changes nothing but the time. */
#include "cli.h"

#if defined(__GLIBC__) && defined(__LP64__)

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    STRETCH = 1 << 30, /* addresses only: memory is what is written to */
    PIECE = 1 << 20,   /* taken from the system at a time, beyond the stretch */
    APART = 32 << 20,  /* so large a block is mapped by itself, the most that glibc allows */
    KEPT = STRETCH + STRETCH / 2, /* free at the end of the heap before it is given back: more than
                                     the stretch, or the first block that is freed ends it */
    LARGE_PAGE = 2 << 20,
};

/* The part of the heap that is to be made of large pages. */
static size_t begin_heap(void **begin)
{
    void *first = malloc(PIECE);
    uintptr_t at = (uintptr_t)first, end = (uintptr_t)sbrk(0);
    free(first);
    if (!first || end < at || end - at < STRETCH) return 0;
    at += LARGE_PAGE - at % LARGE_PAGE;
    *begin = (void *)at; /* NOLINT(performance-no-int-to-ptr): the block itself is freed */
    return end - at;
}

void prepare_memory(void)
{
    void *begin;
    mallopt(M_MMAP_THRESHOLD, APART);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, STRETCH);
    size_t n = begin_heap(&begin);
    mallopt(M_TOP_PAD, PIECE);
    if (n > 0) (void)!madvise(begin, n, MADV_HUGEPAGE);
}

#else

void prepare_memory(void)
{
}

#endif
