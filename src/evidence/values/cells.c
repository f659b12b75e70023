/* cells.c -- one cell of a column: is it null, its text, its number; see cells.h. */
#include "evidence/values/cells.h"

#include "base/check.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* Buffers need not be aligned, so elements are loaded by memcpy(), which costs nothing. */
static inline const void *element(const void *buffer, uint64_t at, size_t width)
{
    return (const char *)buffer + at * width;
}

/* ---- Integers and numbers ---- */

#define LOAD(type)                                                                                 \
    for (uint32_t i = 0; i < n; i++) {                                                             \
        type value;                                                                                \
        memcpy(&value, element(c->values, at + i, sizeof value), sizeof value);                    \
        to[i] = (int64_t)value;                                                                    \
    }

void kf_cells_integers(const kf_cells *c, uint64_t from, uint32_t n, int64_t *to)
{
    uint64_t at = c->offset + from;
    assert(c->kind == KF_CELLS_INT && from + n <= c->n);
    switch (c->is_signed ? -c->width : c->width) {
    case -1: LOAD(int8_t) break;
    case -2: LOAD(int16_t) break;
    case -4: LOAD(int32_t) break;
    case -8: LOAD(int64_t) break;
    case 1: LOAD(uint8_t) break;
    case 2: LOAD(uint16_t) break;
    case 4: LOAD(uint32_t) break;
    default: LOAD(uint64_t) break;
    }
}

static int64_t integer_at(const kf_cells *c, uint64_t row)
{
    int64_t value;
    kf_cells_integers(c, row, 1, &value);
    return value;
}

static double real_at(const kf_cells *c, uint64_t row)
{
    uint64_t at = c->offset + row;
    assert(c->kind == KF_CELLS_REAL && row < c->n);
    double real;
    float small;
    if (c->width == 8) {
        memcpy(&real, element(c->values, at, sizeof real), sizeof real);
        return real;
    }
    memcpy(&small, element(c->values, at, sizeof small), sizeof small);
    return (double)small;
}

/* ---- Nulls ---- */

static bool is_blank(kf_str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.at[i] != ' ' && text.at[i] != '\t') return false;
    return true;
}

/* Of columns that hold text, which need not be checked yet: what is nowhere is not blank. */
static bool has_blank(const kf_cells *c, uint64_t row)
{
    kf_str text = { 0 };
    int64_t span[2];
    switch (c->kind) {
    case KF_CELLS_TEXT:
        if (!kf_cells_span(c, row, span)) return false;
        return is_blank((kf_str){ c->text + span[0], (size_t)(span[1] - span[0]) });
    case KF_CELLS_VIEW: return kf_cells_view(c, row, &text) && is_blank(text);
    case KF_CELLS_STRINGS:
        return is_blank(kf_str_of(((const char *const *)c->values)[c->offset + row]));
    default: return false;
    }
}

bool kf_cells_is_null(const kf_cells *c, uint64_t row)
{
    assert(row < c->n);
    if (c->valid && !kf_bit_get(c->valid, c->offset + row)) return true;
    switch (c->kind) {
    case KF_CELLS_NULL: return true;
    case KF_CELLS_REAL: return isnan(real_at(c, row));
    case KF_CELLS_STRINGS:
        if (!((const char *const *)c->values)[c->offset + row]) return true;
        return c->blank_is_null && has_blank(c, row);
    case KF_CELLS_INT: break;
    default: return c->blank_is_null && has_blank(c, row);
    }
    if (!c->dictionary) return false;
    int64_t code = integer_at(c, row);
    if (code < 0) return c->below_is_null;
    return (uint64_t)code < c->dictionary->n && kf_cells_is_null(c->dictionary, (uint64_t)code);
}

bool kf_chunk_has_null(const kf_chunk *x, uint64_t row)
{
    assert(row < x->n);
    if (x->valid && !kf_bit_get(x->valid, x->offset + row)) return true;
    for (uint32_t i = 0; i < x->n_columns; i++)
        if (kf_cells_is_null(&x->columns[i], row)) return true;
    return x->probability && kf_cells_is_null(x->probability, row);
}

bool kf_cells_are_same(const kf_cells *a, const kf_cells *b)
{
    return a->kind == b->kind && a->width == b->width && a->is_signed == b->is_signed
           && a->n == b->n && a->offset == b->offset && a->valid == b->valid
           && a->values == b->values && a->offsets == b->offsets && a->text == b->text
           && a->pages == b->pages && a->blank_is_null == b->blank_is_null && !a->dictionary
           && !b->dictionary;
}

/* ---- Text ---- */

static kf_str text_at(const kf_cells *c, uint64_t row)
{
    int64_t span[2];
    kf_cells_span(c, row, span);
    return (kf_str){ c->text + span[0], (size_t)(span[1] - span[0]) };
}

bool kf_cells_view(const kf_cells *c, uint64_t row, kf_str *text)
{
    struct {
        int32_t n, prefix, page, offset;
    } v;
    const void *at = element(c->values, c->offset + row, sizeof v);
    assert(c->kind == KF_CELLS_VIEW);
    memcpy(&v, at, sizeof v);
    *text = (kf_str){ (const char *)at + sizeof v.n, (size_t)v.n };
    if (v.n >= 0 && v.n <= 12) return true;
    if (v.n < 0 || v.page < 0 || (uint32_t)v.page >= c->n_pages || v.offset < 0) return false;
    int64_t size = INT64_MAX;
    if (c->page_sizes)
        memcpy(&size, element(c->page_sizes, (uint64_t)v.page, sizeof size), sizeof size);
    if (!c->pages[v.page] || (int64_t)v.offset + v.n > size) return false;
    text->at = (const char *)c->pages[v.page] + v.offset;
    return true;
}

/* In the decimal system, at the end of `room`. */
static kf_str write_integer(int64_t value, bool is_signed, char room[KF_CELL_ROOM])
{
    bool below = is_signed && value < 0;
    uint64_t left = below ? -(uint64_t)value : (uint64_t)value;
    char *at = room + KF_CELL_ROOM;
    do *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (below) *--at = '-';
    return (kf_str){ at, (size_t)(room + KF_CELL_ROOM - at) };
}

kf_str kf_cells_text(const kf_cells *c, uint64_t row, char room[KF_CELL_ROOM])
{
    uint64_t at = c->offset + row;
    kf_str text = { 0 };
    assert(!kf_cells_is_null(c, row));
    switch (c->kind) {
    case KF_CELLS_TEXT: return text_at(c, row);
    case KF_CELLS_VIEW: kf_cells_view(c, row, &text); return text;
    case KF_CELLS_STRINGS: return kf_str_of(((const char *const *)c->values)[at]);
    case KF_CELLS_BOOL: return kf_bit_get(c->values, at) ? KF_STR("true") : KF_STR("false");
    default: break;
    }
    assert(c->kind == KF_CELLS_INT);
    int64_t value = integer_at(c, row);
    if (c->dictionary) return kf_cells_text(c->dictionary, (uint64_t)value, room);
    return write_integer(value, c->is_signed, room);
}

bool kf_cells_number(const kf_cells *c, uint64_t row, double *number)
{
    char room[KF_CELL_ROOM];
    assert(!kf_cells_is_null(c, row));
    if (c->kind == KF_CELLS_INT && c->dictionary)
        return kf_cells_number(c->dictionary, (uint64_t)integer_at(c, row), number);
    switch (c->kind) {
    case KF_CELLS_REAL: *number = real_at(c, row); break;
    case KF_CELLS_BOOL: *number = kf_bit_get(c->values, c->offset + row); break;
    case KF_CELLS_INT:
        *number = c->is_signed ? (double)integer_at(c, row) : (double)(uint64_t)integer_at(c, row);
        break;
    default: return kf_number_read(kf_cells_text(c, row, room), number);
    }
    return true;
}
