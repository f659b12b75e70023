/* print_cells.c -- the fingerprint of a chunk: what every cell holds, by the way that it holds it.
 *
 * The same values in another layout may have another fingerprint. Then a store is filled once more;
 * equal fingerprints always mean equal rows. */
#include "evidence/values/cells.h"

#include "base/check.h"

static bool add_nulls(const kf_cells *c, kf_fingerprint *print, kf_patience *patience)
{
    uint64_t word = 0;
    for (uint64_t i = 0; i < c->n; i++) {
        if (!kf_rows_go_on(patience, i)) return false;
        word = word << 1 | kf_cells_is_null(c, i);
        if (i % 64 == 63 || i + 1 == c->n) kf_fingerprint_add(print, word);
    }
    return true;
}

static bool add_texts(const kf_cells *c, kf_fingerprint *print, kf_patience *patience)
{
    char room[KF_CELL_ROOM];
    for (uint64_t i = 0; i < c->n; i++) {
        if (!kf_rows_go_on(patience, i)) return false;
        if (!kf_cells_is_null(c, i)) kf_fingerprint_add_text(print, kf_cells_text(c, i, room));
    }
    return true;
}

static bool add_cells(const kf_cells *c, kf_fingerprint *print, kf_patience *patience)
{
    kf_fingerprint_add(print, c->kind);
    kf_fingerprint_add(print, c->width);
    kf_fingerprint_add(print, c->is_signed);
    kf_fingerprint_add(print, c->n);
    if (!add_nulls(c, print, patience)) return false;
    if (c->kind == KF_CELLS_INT || c->kind == KF_CELLS_REAL) {
        const char *first = (const char *)c->values + c->offset * c->width;
        kf_fingerprint_add_text(print, (kf_str){ first, (size_t)c->n * c->width });
    } else if (c->kind != KF_CELLS_NULL && !add_texts(c, print, patience)) {
        return false;
    }
    kf_fingerprint_add(print, c->dictionary != NULL);
    return !c->dictionary || add_cells(c->dictionary, print, patience);
}

kerf_status kf_chunk_print(const kf_chunk *x, kf_fingerprint *print, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    bool more = true;
    assert(x->n_columns < UINT32_MAX);
    kf_fingerprint_add(print, x->n);
    for (uint64_t i = 0; more && x->valid && i < x->n; i++) {
        more = kf_rows_go_on(&patience, i);
        kf_fingerprint_add(print, kf_bit_get(x->valid, x->offset + i));
    }
    for (uint32_t i = 0; more && i < x->n_columns; i++)
        more = add_cells(&x->columns[i], print, &patience);
    kf_fingerprint_add(print, x->probability != NULL);
    if (more && x->probability) more = add_cells(x->probability, print, &patience);
    return more ? KERF_OK : KERF_INTERRUPTED;
}
