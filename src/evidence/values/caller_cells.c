/* caller_cells.c -- a caller's column, described as cells where it is; see cells.h. */
#include "evidence/values/cells.h"

/* `strings`, or `text` with `offsets`: n of them. */
static bool describe_texts(const kerf_column *from, size_t n, kf_cells *to)
{
    to->n = n;
    if (from->strings) {
        to->kind = KF_CELLS_STRINGS;
        to->values = from->strings;
    } else {
        to->kind = KF_CELLS_TEXT;
        to->width = 8;
        to->offsets = from->offsets;
        to->text = from->text ? from->text : "";
    }
    return to->values || to->offsets || n == 0;
}

void kf_cells_describe(const void *values, kf_cells_kind kind, uint8_t width, kf_cells *to)
{
    to->kind = kind;
    to->width = width;
    to->is_signed = kind == KF_CELLS_INT;
    to->values = values;
}

kf_column_fault kf_cells_of_column(const kerf_column *from, kf_cells *to, kf_cells *dictionary)
{
    kerf_column plain = *from;
    bool there = true;
    switch (from->kind) {
    case KERF_COLUMN_STRINGS: there = describe_texts(from, to->n, to); break;
    case KERF_COLUMN_TEXT:
        plain.strings = NULL;
        there = describe_texts(&plain, to->n, to);
        break;
    case KERF_COLUMN_CODES:
        kf_cells_describe(from->codes, KF_CELLS_INT, sizeof *from->codes, to);
        to->below_is_null = true;
        to->dictionary = dictionary;
        there = describe_texts(from, from->n_entries, dictionary);
        break;
    case KERF_COLUMN_INTEGERS:
        kf_cells_describe(from->integers, KF_CELLS_INT, sizeof *from->integers, to);
        break;
    case KERF_COLUMN_NUMBERS:
        kf_cells_describe(from->numbers, KF_CELLS_REAL, sizeof *from->numbers, to);
        break;
    default: return KF_COLUMN_NO_KIND;
    }
    if (from->kind == KERF_COLUMN_STRINGS && !from->strings && to->n > 0) there = false;
    bool valued = to->kind != KF_CELLS_INT && to->kind != KF_CELLS_REAL;
    return there && (valued || to->values || to->n == 0) ? KF_COLUMN_RIGHT : KF_COLUMN_EMPTY;
}
