/* mem.h -- the one allocator: counted, limited, and able to fail on request.
 *
 * Sizes are given back on release, so blocks carry no header and the count is exact. Every
 * allocation in the library goes through here; that is what makes a memory limit a status
 * instead of a kill, and what lets tests make the n-th allocation fail. */
#ifndef KF_MEM_H
#define KF_MEM_H

#include "base/base.h"
#include "base/check.h"

typedef struct kf_mem {
    size_t used;        /* bytes now held */
    size_t peak;        /* most ever held */
    size_t limit;       /* 0: none */
    int64_t fail_after; /* -1: never; n: n allocations succeed, then every one fails */
} kf_mem;

void kf_mem_init(kf_mem *, size_t limit);

/* n elements of the given size. NULL on overflow, at the limit, or when the system refuses.
 * n * each == 0 yields a valid non-NULL pointer that must not be dereferenced. */
void *kf_mem_alloc(kf_mem *, size_t n, size_t each);
void *kf_mem_calloc(kf_mem *, size_t n, size_t each);

/* Grow or shrink from old_n to new_n elements; on failure the old block is untouched. */
void *kf_mem_resize(kf_mem *, void *block, size_t old_n, size_t new_n, size_t each);
void kf_mem_free(kf_mem *, void *block, size_t n, size_t each); /* NULL is legal */
/* What `from` holds is counted by `to` from now on, limit or not, and given back to it. */
void kf_mem_adopt(kf_mem *to, kf_mem *from);

/* A vector: {at, n, cap} inside its owner. Small ones double, large ones grow by half. */
#define KF_VEC(type)                                                                               \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t n, cap;                                                                             \
    }

/* Make room for `extra` more elements; false when memory is refused (the vector is intact). */
#define kf_vec_reserve(mem, vec, extra)                                                            \
    kf_vec_room((mem), &(vec)->at, (vec)->n, &(vec)->cap, (extra), sizeof(*(vec)->at))
/* Append one element (an lvalue or a compound literal in parentheses). */
#define kf_vec_push(mem, vec, ...)                                                                 \
    (kf_vec_reserve((mem), (vec), 1) ? ((vec)->at[(vec)->n++] = (__VA_ARGS__), true) : false)
/* All of another one into one that is empty. False: no memory. */
#define kf_vec_copy(mem, to, from)                                                                 \
    (kf_vec_reserve((mem), (to), (from)->n)                                                        \
     && (kf_mem_copy((to)->at, (from)->at, (from)->n * sizeof(*(to)->at)), (to)->n = (from)->n,    \
         true))
#define kf_vec_free(mem, vec)                                                                      \
    (kf_mem_free((mem), (vec)->at, (vec)->cap, sizeof(*(vec)->at)), (vec)->at = NULL,              \
     (vec)->n = (vec)->cap = 0)

/* memcpy(), but nothing may be NULL. */
void kf_mem_copy(void *to, const void *from, size_t bytes);
/* For the macros: `at` is the address of the vector's pointer, whatever it points to. */
bool kf_vec_grow(kf_mem *, void *at, size_t n, size_t *cap, size_t extra, size_t each); /* always */
/* Grow if there is no room; nearly always there is. */
static inline bool kf_vec_room(kf_mem *mem, void *at, size_t n, size_t *cap, size_t extra,
                               size_t each)
{
    assert(n <= *cap);
    return extra <= *cap - n || kf_vec_grow(mem, at, n, cap, extra, each);
}

/* An arena: many small blocks with one end. Blocks are aligned for any type. */
typedef struct kf_arena {
    kf_mem *mem;
    struct kf_arena_block *blocks;
    char *at, *end;
} kf_arena;

void kf_arena_init(kf_arena *, kf_mem *);
void kf_arena_free(kf_arena *);  /* every block at once */
void kf_arena_clear(kf_arena *); /* the same, but one block is kept for later */
void *kf_arena_alloc(kf_arena *, size_t n, size_t each); /* zeroed; NULL when refused */
void *kf_arena_room(kf_arena *, size_t n, size_t each);  /* of any content */
void *kf_arena_copy(kf_arena *, const void *, size_t n, size_t each);
const char *kf_arena_string(kf_arena *, kf_str); /* a terminated copy */

/* What was taken since the mark is free to be taken again. Marks are used last in, first out. */
typedef struct kf_arena_mark {
    struct kf_arena_block *block, *next;
    char *at;
} kf_arena_mark;
kf_arena_mark kf_arena_get_mark(const kf_arena *);
void kf_arena_rewind(kf_arena *, kf_arena_mark);
/* Asserts: the rest of the current block lies in it, begins with zeros; all blocks are counted. */
void kf_arena_check(const kf_arena *);

#endif
