/* print_cells.c -- the fingerprint of a chunk: what every cell holds, by the way that it holds it.
 *
 * The same values in another layout may have another fingerprint. Then a store is filled once more;
 * equal fingerprints always mean equal rows. */
#include "evidence/values/cells.h"

#include "base/check.h"

static void add_nulls(const kf_cells *c, kf_fingerprint *print)
{
    uint64_t word = 0;
    for (uint64_t i = 0; i < c->n; i++) {
        word = word << 1 | kf_cells_is_null(c, i);
        if (i % 64 == 63 || i + 1 == c->n) kf_fingerprint_add(print, word);
    }
}

static void add_texts(const kf_cells *c, kf_fingerprint *print)
{
    char room[KF_CELL_ROOM];
    for (uint64_t i = 0; i < c->n; i++)
        if (!kf_cells_is_null(c, i)) kf_fingerprint_add_text(print, kf_cells_text(c, i, room));
}

static void add_cells(const kf_cells *c, kf_fingerprint *print)
{
    kf_fingerprint_add(print, c->kind);
    kf_fingerprint_add(print, c->width);
    kf_fingerprint_add(print, c->is_signed);
    kf_fingerprint_add(print, c->n);
    add_nulls(c, print);
    if (c->kind == KF_CELLS_INT || c->kind == KF_CELLS_REAL) {
        const char *first = (const char *)c->values + c->offset * c->width;
        kf_fingerprint_add_text(print, (kf_str){ first, (size_t)c->n * c->width });
    } else if (c->kind != KF_CELLS_NULL) {
        add_texts(c, print);
    }
    kf_fingerprint_add(print, c->dictionary != NULL);
    if (c->dictionary) add_cells(c->dictionary, print);
}

void kf_chunk_print(const kf_chunk *x, kf_fingerprint *print)
{
    assert(x->n_columns < UINT32_MAX);
    kf_fingerprint_add(print, x->n);
    for (uint64_t i = 0; x->valid && i < x->n; i++)
        kf_fingerprint_add(print, kf_bit_get(x->valid, x->offset + i));
    for (uint32_t i = 0; i < x->n_columns; i++) add_cells(&x->columns[i], print);
    kf_fingerprint_add(print, x->probability != NULL);
    if (x->probability) add_cells(x->probability, print);
}
