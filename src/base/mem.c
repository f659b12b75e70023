/* mem.c -- the counted allocator, vectors and arenas.
 *
 * Invariant: `used` is the sum of the sizes asked for and not yet given back. A resize counts as
 * one allocation, shrinking ones too, so that tests can make every one of them fail. */
#include "base/mem.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 4, LEAST_BYTES = 128, SMALL_BYTES = 4096 }; /* of vectors */
enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 64 * 1024 };

typedef struct kf_arena_block {
    struct kf_arena_block *next;
    size_t size; /* of the whole allocation */
    alignas(max_align_t) char bytes[];
} kf_arena_block;

void kf_mem_init(kf_mem *mem, size_t limit)
{
    *mem = (kf_mem){ .limit = limit, .fail_after = -1 };
}

static bool fault_due(kf_mem *mem)
{
    if (mem->fail_after < 0) return false;
    if (mem->fail_after == 0) return true;
    mem->fail_after--;
    return false;
}

/* May `more` bytes be added? Objects stay below PTRDIFF_MAX so that pointers can be subtracted. */
static bool allowed(kf_mem *mem, size_t more)
{
    if (fault_due(mem) || more > PTRDIFF_MAX || more > SIZE_MAX - mem->used) return false;
    return mem->limit == 0 || more == 0 || mem->used + more <= mem->limit;
}

static void count(kf_mem *mem, size_t more)
{
    mem->used += more;
    if (mem->used > mem->peak) mem->peak = mem->used;
}

static bool product(size_t n, size_t each, size_t *size)
{
    if (each != 0 && n > SIZE_MAX / each) return false;
    *size = n * each;
    return true;
}

void *kf_mem_alloc(kf_mem *mem, size_t n, size_t each)
{
    size_t size;
    if (!product(n, each, &size) || !allowed(mem, size)) return NULL;
    void *block = malloc(size ? size : 1);
    if (block) count(mem, size);
    return block;
}

void *kf_mem_calloc(kf_mem *mem, size_t n, size_t each)
{
    size_t size;
    if (!product(n, each, &size) || !allowed(mem, size)) return NULL;
    void *block = calloc(size ? size : 1, 1);
    if (block) count(mem, size);
    return block;
}

void *kf_mem_resize(kf_mem *mem, void *block, size_t old_n, size_t new_n, size_t each)
{
    size_t old_size = old_n * each, new_size;
    assert(block || old_size == 0);
    assert(mem->used >= old_size);
    if (!product(new_n, each, &new_size) || new_size > PTRDIFF_MAX) return NULL;
    if (!allowed(mem, new_size > old_size ? new_size - old_size : 0)) return NULL;
    void *moved = realloc(block, new_size ? new_size : 1);
    if (!moved) return NULL;
    mem->used -= old_size;
    count(mem, new_size);
    return moved;
}

void kf_mem_free(kf_mem *mem, void *block, size_t n, size_t each)
{
    if (!block) return;
    assert((each == 0 || n <= SIZE_MAX / each) && mem->used >= n * each);
    mem->used -= n * each;
    free(block);
}

void kf_mem_adopt(kf_mem *to, kf_mem *from)
{
    assert(to != from);
    count(to, from->used);
    from->used = 0;
}

/* `at` is the address of a pointer to some object type. It is read and written as bytes, since
 * reading a `T *` through a `void **` would break the aliasing rules. */
static void *pointer_get(const void *at)
{
    void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

/* Small problems have many vectors of some dozen elements: these should be moved seldom. */
static size_t next_capacity(size_t cap, size_t each)
{
    if (cap == 0) {
        size_t some = each == 0 ? 0 : LEAST_BYTES / each;
        return some > LEAST_CAPACITY ? some : LEAST_CAPACITY;
    }
    size_t more = cap < SMALL_BYTES && cap * each < SMALL_BYTES ? cap : cap / 2 + 1;
    return cap > SIZE_MAX - more ? SIZE_MAX : cap + more;
}

void kf_mem_copy(void *to, const void *from, size_t bytes)
{
    if (bytes > 0) memcpy(to, from, bytes);
}

bool kf_vec_grow(kf_mem *mem, void *at, size_t n, size_t *cap, size_t extra, size_t each)
{
    if (extra > SIZE_MAX - n) return false;
    size_t wanted = next_capacity(*cap, each);
    if (wanted < n + extra) wanted = n + extra;
    void *moved = kf_mem_resize(mem, pointer_get(at), *cap, wanted, each);
    if (!moved) return false;
    memcpy(at, &moved, sizeof moved);
    *cap = wanted;
    return true;
}

void kf_arena_check(const kf_arena *arena)
{
    (void)arena;
#ifndef NDEBUG
    const kf_arena_block *current = arena->blocks;
    size_t held = 0;
    for (const kf_arena_block *b = current; b; b = b->next) held += b->size;
    assert(held <= arena->mem->used);
    if (!current) return;
    assert(current->bytes <= arena->at && arena->at <= arena->end);
    assert(arena->end == (const char *)current + current->size);
#endif
}

void kf_arena_init(kf_arena *arena, kf_mem *mem)
{
    *arena = (kf_arena){ .mem = mem };
}

static void free_until(kf_arena *arena, kf_arena_block *block, const kf_arena_block *end)
{
    while (block != end) {
        kf_arena_block *next = block->next;
        kf_mem_free(arena->mem, block, block->size, 1);
        block = next;
    }
}

void kf_arena_free(kf_arena *arena)
{
    free_until(arena, arena->blocks, NULL);
    kf_arena_init(arena, arena->mem);
}

void kf_arena_clear(kf_arena *arena)
{
    kf_arena_block *kept = arena->blocks;
    if (!kept) return;
    free_until(arena, kept->next, NULL);
    kept->next = NULL;
    arena->at = kept->bytes;
    KF_CHECK(kf_arena_check(arena));
}

kf_arena_mark kf_arena_get_mark(const kf_arena *arena)
{
    return (kf_arena_mark){ arena->blocks, arena->blocks ? arena->blocks->next : NULL, arena->at };
}

/* Newer blocks stand before the marked one, larger ones right behind it. */
void kf_arena_rewind(kf_arena *arena, kf_arena_mark mark)
{
    if (!mark.block) {
        kf_arena_clear(arena);
        return;
    }
    assert(arena->blocks != mark.block || mark.at <= arena->at); /* last in, first out */
    free_until(arena, arena->blocks, mark.block);
    free_until(arena, mark.block->next, mark.next);
    mark.block->next = mark.next;
    arena->blocks = mark.block;
    arena->at = mark.at;
    arena->end = (char *)mark.block + mark.block->size;
    KF_CHECK(kf_arena_check(arena));
}

/* A new block with room for size bytes. One that is larger than usual goes behind the current
 * block, whose rest stays in use; the first is large enough for more. */
static char *add_block(kf_arena *arena, size_t size, bool zeros)
{
    const size_t head = offsetof(kf_arena_block, bytes);
    size_t usual = arena->blocks ? 2 * arena->blocks->size : FIRST_BLOCK;
    if (size > SIZE_MAX - head) return NULL;
    while (!arena->blocks && usual < LARGEST_BLOCK && size > (usual - head) / 2) usual *= 2;
    if (usual > LARGEST_BLOCK) usual = LARGEST_BLOCK;
    bool large = size > (usual - head) / (arena->blocks ? 4 : 1);
    size_t whole = large ? head + size : usual;
    kf_arena_block *block =
        large && zeros ? kf_mem_calloc(arena->mem, whole, 1) : kf_mem_alloc(arena->mem, whole, 1);
    if (!block) return NULL;
    if (zeros && !large) memset(block->bytes, 0, size);
    block->size = whole;
    if (large && arena->blocks) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else { /* also a large one, if it is the first: then nothing is left of it */
        block->next = arena->blocks;
        arena->blocks = block;
        arena->at = block->bytes + size;
        arena->end = (char *)block + whole;
    }
    KF_CHECK(kf_arena_check(arena));
    return block->bytes;
}

/* Bytes are zeroed when they are handed out: small worlds use little of the blocks that they
 * get. */
static char *take(kf_arena *arena, size_t size, size_t alignment, bool zeros)
{
    if (arena->blocks) {
        size_t used = (size_t)(arena->at - arena->blocks->bytes);
        size_t start = (used + alignment - 1) & ~(alignment - 1);
        size_t room = (size_t)(arena->end - arena->blocks->bytes);
        if (start <= room && size <= room - start) {
            arena->at = arena->blocks->bytes + start + size;
            if (zeros) memset(arena->blocks->bytes + start, 0, size);
            return arena->blocks->bytes + start;
        }
    }
    return add_block(arena, size, zeros);
}

void *kf_arena_alloc(kf_arena *arena, size_t n, size_t each)
{
    size_t size;
    if (!product(n, each, &size)) return NULL;
    return take(arena, size, alignof(max_align_t), true);
}

void *kf_arena_room(kf_arena *arena, size_t n, size_t each)
{
    size_t size;
    if (!product(n, each, &size)) return NULL;
    return take(arena, size, alignof(max_align_t), false);
}

void *kf_arena_copy(kf_arena *arena, const void *from, size_t n, size_t each)
{
    void *to = kf_arena_room(arena, n, each);
    if (to && n != 0 && each != 0) memcpy(to, from, n * each);
    return to;
}

const char *kf_arena_string(kf_arena *arena, kf_str text)
{
    if (text.n == SIZE_MAX) return NULL;
    char *to = take(arena, text.n + 1, 1, false);
    if (!to) return NULL;
    if (text.n != 0) memcpy(to, text.at, text.n);
    to[text.n] = '\0';
    return to;
}
