/* copy_columns.c -- a feed of one chunk that is a copy of a caller's columns; see cells.h.
 *
 * Texts are copied one behind the other, and only where they are not null. Integers and offsets of
 * 64 bits become such of 32 where these hold them all: memory that is new costs more than the
 * look. */
#include "evidence/values/cells.h"

#include "base/check.h"

#include <string.h>

enum { PIECE = 512 }; /* integers */

typedef struct copy {
    kf_feed feed;
    kf_mem *mem;
    kf_arena arena;
    kf_chunk chunk;
    bool given; /* the chunk */
    kf_patience patience;
} copy;

static kerf_status next(kf_feed *f, kf_diags *diags, const kf_chunk **chunk)
{
    copy *x = (copy *)f;
    (void)diags;
    *chunk = x->given ? NULL : &x->chunk;
    x->given = true;
    return KERF_OK;
}

static void free_copy(kf_feed *f)
{
    copy *x = (copy *)f;
    kf_arena_free(&x->arena);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static bool is_text(const kf_cells *c)
{
    return c->kind == KF_CELLS_TEXT || c->kind == KF_CELLS_STRINGS;
}

/* False: out of patience. */
static bool copy_bytes(copy *x, char *to, const char *from, uint64_t n)
{
    enum { BLOCK = 1 << 16, BYTES_PER_STEP = 16 };
    for (uint64_t at = 0; at < n; at += BLOCK) {
        uint64_t part = n - at < BLOCK ? n - at : BLOCK;
        if (!kf_patience_spend(&x->patience, part / BYTES_PER_STEP)) return false;
        memcpy(to + at, from + at, part);
    }
    return true;
}

/* Bits from any offset to offset 0. */
static bool copy_valid(copy *x, const kf_cells *from, kf_cells *to)
{
    to->valid = NULL;
    if (!from->valid && from->kind != KF_CELLS_STRINGS) return true;
    uint8_t *bits = kf_arena_alloc(&x->arena, from->n / 8 + 1, 1);
    if (!bits) return false;
    for (uint64_t i = 0; i < from->n; i++) {
        if (!kf_rows_go_on(&x->patience, i)) return false;
        if (!kf_cells_is_null(from, i)) bits[i / 8] |= (uint8_t)(1U << (i % 8));
    }
    to->valid = bits;
    return true;
}

/* Text by text, into room for all of them. */
static bool copy_each(copy *x, const kf_cells *from, const uint64_t *offsets, char *text)
{
    char room[KF_CELL_ROOM];
    for (uint64_t i = 0; i < from->n; i++) {
        if (!kf_rows_go_on(&x->patience, i)) return false;
        if (offsets[i + 1] > offsets[i])
            memcpy(text + offsets[i], kf_cells_text(from, i, room).at, offsets[i + 1] - offsets[i]);
    }
    return true;
}

/* Where each text is to end. */
static bool set_offsets(copy *x, const kf_cells *from, uint64_t *offsets)
{
    char room[KF_CELL_ROOM];
    offsets[0] = 0;
    for (uint64_t i = 0; i < from->n; i++) {
        if (!kf_rows_go_on(&x->patience, i)) return false;
        size_t n = kf_cells_is_null(from, i) ? 0 : kf_cells_text(from, i, room).n;
        offsets[i + 1] = offsets[i] + n;
    }
    return true;
}

static bool copy_scattered(copy *x, const kf_cells *from, kf_cells *to)
{
    uint64_t *offsets = kf_arena_room(&x->arena, from->n + 1, sizeof *offsets);
    if (!offsets || !copy_valid(x, from, to) || !set_offsets(x, from, offsets)) return false;
    char *text = kf_arena_room(&x->arena, offsets[from->n] + 1, 1);
    to->width = 8;
    to->offsets = offsets;
    to->text = text;
    return text && copy_each(x, from, offsets, text);
}

static int64_t begin_of(const kf_cells *c, uint64_t row)
{
    int64_t span[2];
    if (row == c->n) return kf_cells_span(c, row - 1, span), span[1];
    kf_cells_span(c, row, span);
    return span[0];
}

/* Texts that lie one behind the other already, and are less than 2^31 bytes. */
static bool copy_dense(copy *x, const kf_cells *from, kf_cells *to)
{
    int64_t first = begin_of(from, 0), n = begin_of(from, from->n) - first, span[2];
    uint32_t *offsets = kf_arena_room(&x->arena, from->n + 1, sizeof *offsets);
    char *text = kf_arena_room(&x->arena, (size_t)n + 1, 1);
    assert(from->n > 0 && n >= 0 && n <= INT32_MAX);
    if (!offsets || !text) return false;
    offsets[0] = 0;
    for (uint64_t i = 0; i < from->n; i++) {
        if (!kf_rows_go_on(&x->patience, i)) return false;
        kf_cells_span(from, i, span);
        offsets[i + 1] = (uint32_t)(span[1] - first);
    }
    to->width = 4;
    to->offsets = offsets;
    to->text = text;
    return copy_bytes(x, text, from->text + first, (uint64_t)n);
}

static bool copy_texts(copy *x, const kf_cells *from, kf_cells *to)
{
    bool dense = from->kind == KF_CELLS_TEXT && !from->valid && from->n > 0
                 && begin_of(from, from->n) - begin_of(from, 0) <= INT32_MAX;
    to->kind = KF_CELLS_TEXT;
    to->values = NULL;
    return dense ? copy_dense(x, from, to) : copy_scattered(x, from, to);
}

/* Are all integers below 2^32, nulls included? */
static bool are_small(copy *x, const kf_cells *c)
{
    int64_t values[PIECE];
    uint64_t all = 0;
    for (uint64_t from = 0; from < c->n; from += PIECE) {
        uint32_t n = c->n - from < PIECE ? (uint32_t)(c->n - from) : PIECE;
        if (!kf_patience_spend(&x->patience, n)) return false;
        kf_cells_integers(c, from, n, values);
        for (uint32_t i = 0; i < n; i++) all |= (uint64_t)values[i];
        if (all > UINT32_MAX) return false;
    }
    return true;
}

static bool copy_small(copy *x, const kf_cells *c, uint32_t *to)
{
    int64_t values[PIECE];
    for (uint64_t from = 0; from < c->n; from += PIECE) {
        uint32_t n = c->n - from < PIECE ? (uint32_t)(c->n - from) : PIECE;
        if (!kf_patience_spend(&x->patience, n)) return false;
        kf_cells_integers(c, from, n, values);
        for (uint32_t i = 0; i < n; i++) to[from + i] = (uint32_t)values[i];
    }
    return true;
}

static bool narrow(copy *x, const kf_cells *from, kf_cells *to)
{
    uint32_t *values = kf_arena_room(&x->arena, from->n, sizeof *values);
    to->values = values;
    to->width = sizeof *values;
    to->is_signed = false;
    return values && copy_small(x, from, values) && copy_valid(x, from, to);
}

static bool copy_values(copy *x, const kf_cells *from, kf_cells *to)
{
    assert(from->kind == KF_CELLS_INT || from->kind == KF_CELLS_REAL);
    if (from->kind == KF_CELLS_INT && from->width == 8 && are_small(x, from))
        return narrow(x, from, to);
    const char *first = (const char *)from->values + from->offset * from->width;
    char *values = kf_arena_room(&x->arena, from->n, from->width);
    to->values = values;
    return values && copy_bytes(x, values, first, from->n * from->width) && copy_valid(x, from, to);
}

static bool copy_cells(copy *x, const kf_cells *from, kf_cells *to)
{
    *to = *from;
    to->offset = 0;
    to->name = kf_arena_string(&x->arena, kf_str_of(from->name));
    if (!to->name) return false;
    return is_text(from) ? copy_texts(x, from, to) : copy_values(x, from, to);
}

/* The dictionary of column i of a chunk; columns that share one share its copy. */
static bool copy_dictionary(copy *x, const kf_chunk *from, uint32_t i, kf_cells *cells)
{
    const kf_cells *wanted = from->columns[i].dictionary;
    if (!wanted) return true;
    for (uint32_t j = 0; j < i; j++) {
        if (!cells[j].dictionary || !kf_cells_are_same(from->columns[j].dictionary, wanted))
            continue;
        cells[i].dictionary = cells[j].dictionary;
        return true;
    }
    cells[i].dictionary = kf_arena_alloc(&x->arena, 1, sizeof *wanted);
    return cells[i].dictionary && copy_cells(x, wanted, cells[i].dictionary);
}

static bool copy_chunk(copy *x, const kf_chunk *from)
{
    kf_cells *cells = kf_arena_alloc(&x->arena, from->n_columns + 1, sizeof *cells);
    if (!cells) return false;
    for (uint32_t i = 0; i < from->n_columns; i++) {
        if (!copy_cells(x, &from->columns[i], &cells[i])) return false;
        if (!copy_dictionary(x, from, i, cells)) return false;
    }
    kf_cells *probability = &cells[from->n_columns];
    if (from->probability && !copy_cells(x, from->probability, probability)) return false;
    x->chunk = (kf_chunk){ .n = from->n,
                           .n_columns = from->n_columns,
                           .columns = cells,
                           .probability = from->probability ? probability : NULL };
    return true;
}

kerf_status kf_feed_copy(kf_feed **out, kf_mem *mem, const kf_chunk *chunk, bool nulls,
                         kf_stop *stop)
{
    assert(!chunk->valid);
    copy *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->mem = mem;
    kf_arena_init(&x->arena, mem);
    x->feed = (kf_feed){ .next = next, .free = free_copy };
    x->patience = kf_patience_of(stop);
    if (!copy_chunk(x, chunk)) {
        kerf_status status = x->patience.over ? KERF_INTERRUPTED : KERF_NO_MEMORY;
        free_copy(&x->feed);
        return status;
    }
    x->feed.shape = x->feed.whole = &x->chunk;
    x->feed.checked = true;
    x->feed.nulls = nulls;
    x->patience.stop = NULL; /* which may end before the feed */
    *out = &x->feed;
    return KERF_OK;
}
