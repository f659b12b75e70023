/* facts.c -- rows of constants in columns; see facts.h. They are made a set by facts_close.c. */
#include "evidence/facts.h"

#include "evidence/facts_rows.h"
#include "model/model.h"

#include <string.h>

enum { FIRST_ROWS = 8 };

void kf_facts_init(kf_facts *r, uint32_t width, uint32_t key, bool number, bool soft)
{
    assert(key <= width && width <= KF_MOST_ARITY + 1);
    *r = (kf_facts){ .width = width, .key = key, .number = number, .soft = soft };
}

/* ---- room --------------------------------------------------------------------------------- */

static void array_set(kf_facts *r, uint32_t i, void *at)
{
    if (i < r->width) r->columns[i] = at;
    else if (i == r->width) r->lines = at;
    else if (i == last_array(r)) r->row_files = at;
    else if (i == r->width + 1 && r->number) r->numbers = at;
    else r->probabilities = at;
}

static void free_arrays(kf_facts *r, kf_mem *mem, uint32_t resized, uint32_t new_cap)
{
    uint32_t n = r->columns ? array_count(r) : 0; /* the files are one of them until they go */
    for (uint32_t i = 0; i < n; i++) {
        kf_mem_free(mem, array_get(r, i), i < resized ? new_cap : r->cap, array_each(r, i));
        array_set(r, i, NULL);
    }
    kf_mem_free(mem, r->columns, r->width + 1, sizeof *r->columns);
    r->columns = NULL;
    r->n = r->cap = 0;
}

/* All arrays get the same capacity; if one cannot, all are given up. */
kerf_status kf_facts_set_capacity(kf_facts *r, kf_mem *mem, uint32_t cap)
{
    assert(cap >= r->n);
    if (!r->columns) {
        r->columns = kf_mem_calloc(mem, r->width + 1, sizeof *r->columns);
        if (!r->columns) return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < array_count(r); i++) {
        void *moved = kf_mem_resize(mem, array_get(r, i), r->cap, cap, array_each(r, i));
        if (!moved) {
            free_arrays(r, mem, i, cap);
            return KERF_NO_MEMORY;
        }
        array_set(r, i, moved);
    }
    r->cap = cap;
    return KERF_OK;
}

void kf_facts_free(kf_facts *r, kf_mem *mem)
{
    free_arrays(r, mem, 0, 0);
    kf_mem_free(mem, r->slots, (size_t)r->slot_cap, sizeof *r->slots);
    kf_segments_free(&r->files, mem);
    kf_facts_init(r, r->width, r->key, r->number, r->soft);
}

void kf_facts_clear(kf_facts *r, kf_mem *mem)
{
    if (r->cap > KF_FACTS_LITTLE || r->slot_cap > 2 * KF_FACTS_LITTLE || r->row_files)
        kf_facts_free(r, mem);
    r->n = r->files.n = 0;
    r->n_slots = 0;
}

kerf_status kf_facts_reserve(kf_facts *r, kf_mem *mem, uint64_t rows)
{
    uint64_t cap = (uint64_t)r->cap + r->cap / 2, needed = r->n + rows;
    if (needed > KF_MOST_ROWS) return KERF_LIMIT;
    if (needed <= r->cap) return KERF_OK;
    if (cap < FIRST_ROWS) cap = FIRST_ROWS;
    if (cap < needed) cap = needed;
    if (cap > KF_MOST_ROWS) cap = KF_MOST_ROWS;
    return kf_facts_set_capacity(r, mem, (uint32_t)cap);
}

/* ---- adding ------------------------------------------------------------------------------- */

kerf_status kf_segments_note(kf_segments *s, kf_mem *mem, uint32_t first, uint32_t file)
{
    assert(s->n == 0 ? first == 0 : first >= s->at[s->n - 1].first);
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? 2 * s->cap : 1;
        kf_segment *moved = kf_mem_resize(mem, s->at, s->cap, cap, sizeof *s->at);
        if (!moved) return KERF_NO_MEMORY;
        s->at = moved;
        s->cap = cap;
    }
    s->at[s->n++] = (kf_segment){ first, file };
    return KERF_OK;
}

uint32_t kf_segments_file(const kf_segments *s, uint32_t row)
{
    uint32_t i = s->n;
    while (i > 0 && s->at[i - 1].first > row) i--;
    return i > 0 ? s->at[i - 1].file : 0;
}

void kf_segments_free(kf_segments *s, kf_mem *mem)
{
    kf_mem_free(mem, s->at, s->cap, sizeof *s->at);
    *s = (kf_segments){ 0 };
}

static inline kerf_status note_file(kf_facts *r, kf_mem *mem, uint32_t file)
{
    if (r->files.n > 0 && r->files.at[r->files.n - 1].file == file) return KERF_OK;
    return kf_segments_note(&r->files, mem, r->n, file);
}

kerf_status kf_facts_push(kf_facts *r, kf_mem *mem, const kf_fact *fact)
{
    assert(!r->soft || (fact->probability > 0 && fact->probability < 1));
    assert(r->n_slots == 0);
    if (r->n == r->cap) KF_TRY(kf_facts_reserve(r, mem, 1));
    KF_TRY(note_file(r, mem, fact->file));
    for (uint32_t c = 0; c < r->width; c++) r->columns[c][r->n] = fact->ids[c];
    r->lines[r->n] = fact->line;
    if (r->number) r->numbers[r->n] = fact->number;
    if (r->soft) r->probabilities[r->n] = fact->probability;
    r->n++;
    return KERF_OK;
}

kerf_status kf_facts_push_rows(kf_facts *r, kf_mem *mem, const kf_fact_rows *rows)
{
    assert(!r->soft && r->number == (rows->numbers != NULL) && r->n_slots == 0);
    KF_TRY(kf_facts_reserve(r, mem, rows->n));
    KF_TRY(note_file(r, mem, rows->file));
    for (uint32_t c = 0; c < r->width; c++)
        memcpy(r->columns[c] + r->n, rows->columns[c], rows->n * sizeof **r->columns);
    memcpy(r->lines + r->n, rows->lines, rows->n * sizeof *r->lines);
    if (r->number) memcpy(r->numbers + r->n, rows->numbers, rows->n * sizeof *r->numbers);
    r->n += rows->n;
    return KERF_OK;
}

void kf_facts_drop_rows(kf_facts *r)
{
    assert(r->n_slots == 0);
    r->n = r->files.n = 0;
}

kf_fact kf_facts_get(const kf_facts *r, uint32_t row, uint32_t *ids)
{
    assert(row < r->n);
    for (uint32_t c = 0; c < r->width; c++) ids[c] = r->columns[c][row];
    return (kf_fact){ .ids = ids,
                      .number = r->number ? r->numbers[row] : 0.0,
                      .probability = r->soft ? r->probabilities[row] : 0.0,
                      .file = kf_facts_file(r, row),
                      .line = r->lines[row] };
}

uint32_t kf_facts_file(const kf_facts *r, uint32_t row)
{
    return r->row_files ? r->row_files[row] : kf_segments_file(&r->files, row);
}

/* ---- slots -------------------------------------------------------------------------------- */

kerf_status kf_facts_make_slots(kf_facts *r, kf_mem *mem, uint32_t rows)
{
    assert(rows >= r->n && rows > 0);
    uint64_t n_slots = (uint64_t)rows + rows / 2 + 1;
    if (n_slots > UINT64_C(1) << 32) n_slots = UINT64_C(1) << 32;
    if (n_slots > SIZE_MAX) return KERF_NO_MEMORY;
    if (r->n_slots > 0 || n_slots > r->slot_cap) {
        uint32_t *slots = kf_mem_calloc(mem, (size_t)n_slots, sizeof *slots);
        if (!slots) return KERF_NO_MEMORY;
        kf_mem_free(mem, r->slots, (size_t)r->slot_cap, sizeof *slots);
        r->slots = slots;
        r->slot_cap = n_slots;
    } else {
        memset(r->slots, 0, (size_t)n_slots * sizeof *r->slots);
    }
    r->row_mask = 1;
    while (r->row_mask < rows) r->row_mask = r->row_mask * 2 + 1;
    r->n_slots = n_slots;
    return KERF_OK;
}

bool kf_facts_find(const kf_facts *r, const uint32_t *row, double number, uint32_t *at)
{
    if (r->n_slots == 0) return false;
    uint64_t hash = hash_row(r, row, number);
    uint32_t tag = slot_tag(r, hash);
    for (uint32_t i = slot_home(r, hash); r->slots[i] != 0; i = slot_after(r, i)) {
        if ((r->slots[i] & ~r->row_mask) != tag) continue;
        uint32_t found = (r->slots[i] & r->row_mask) - 1, c = 0;
        while (c < r->key && r->columns[c][found] == row[c]) c++;
        if (c < r->key || (r->number && r->numbers[found] != number)) continue;
        if (at) *at = found;
        return true;
    }
    return false;
}

/* ---- changing ----------------------------------------------------------------------------- */

/* The slot of a row that is there. */
static uint32_t slot_of(const kf_facts *r, uint32_t row)
{
    uint64_t hash;
    hash_rows(r, row, 1, &hash);
    uint32_t at = slot_home(r, hash), wanted = slot_tag(r, hash) | (row + 1);
    while (r->slots[at] != wanted) at = slot_after(r, at);
    return at;
}

/* Empties a slot; those behind it that were pushed past it move up. */
static void empty_slot(kf_facts *r, uint32_t hole)
{
    uint64_t n = r->n_slots;
    for (uint32_t at = slot_after(r, hole); r->slots[at] != 0; at = slot_after(r, at)) {
        uint64_t hash;
        hash_rows(r, (r->slots[at] & r->row_mask) - 1, 1, &hash);
        uint64_t from_home = (at + n - slot_home(r, hash)) % n, from_hole = (at + n - hole) % n;
        if (from_home < from_hole) continue;
        r->slots[hole] = r->slots[at];
        hole = at;
    }
    r->slots[hole] = 0;
}

kerf_status kf_facts_may_change(kf_facts *r, kf_mem *mem)
{
    if (r->row_files || !r->columns) return KERF_OK;
    uint32_t *files = kf_mem_alloc(mem, r->cap, sizeof *files);
    if (!files) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n; i++) files[i] = kf_segments_file(&r->files, i);
    r->row_files = files;
    kf_segments_free(&r->files, mem);
    return KERF_OK;
}

/* All arrays anew, or none of them. */
static kerf_status move_arrays(kf_facts *r, kf_mem *mem, uint32_t cap)
{
    void *moved[KF_MOST_ARITY + 5] = { NULL };
    uint32_t n = array_count(r), done = 0;
    for (; done < n; done++) {
        moved[done] = kf_mem_alloc(mem, cap, array_each(r, done));
        if (!moved[done]) break;
    }
    if (done < n) {
        while (done-- > 0) kf_mem_free(mem, moved[done], cap, array_each(r, done));
        return KERF_NO_MEMORY;
    }
    for (uint32_t i = 0; i < n; i++) {
        void *old = array_get(r, i);
        if (r->n > 0) memcpy(moved[i], old, r->n * array_each(r, i));
        kf_mem_free(mem, old, r->cap, array_each(r, i));
        array_set(r, i, moved[i]);
    }
    r->cap = cap;
    return KERF_OK;
}

void kf_facts_rehash(kf_facts *r)
{
    uint64_t hash;
    if (r->n_slots == 0) return;
    memset(r->slots, 0, (size_t)r->n_slots * sizeof *r->slots);
    for (uint32_t row = 0; row < r->n; row++) {
        hash_rows(r, row, 1, &hash);
        r->slots[find_slot(r, row, hash)] = slot_tag(r, hash) | (row + 1);
    }
    KF_CHECK(kf_facts_check(r));
}

/* Room for one more row, in arrays and slots. */
static kerf_status make_room(kf_facts *r, kf_mem *mem)
{
    if (r->n == KF_MOST_ROWS) return KERF_LIMIT;
    if (!r->columns) KF_TRY(kf_facts_set_capacity(r, mem, FIRST_ROWS));
    KF_TRY(kf_facts_may_change(r, mem));
    uint64_t more = (uint64_t)r->n + r->n / 2 + 1;
    uint32_t rows = more < FIRST_ROWS     ? FIRST_ROWS
                    : more > KF_MOST_ROWS ? KF_MOST_ROWS
                                          : (uint32_t)more;
    if (r->n == r->cap) KF_TRY(move_arrays(r, mem, rows));
    if (r->n < r->row_mask && (uint64_t)r->n + 1 < r->n_slots - r->n_slots / 4) return KERF_OK;
    KF_TRY(kf_facts_make_slots(r, mem, rows));
    kf_facts_rehash(r);
    return KERF_OK;
}

kerf_status kf_facts_insert(kf_facts *r, kf_mem *mem, const kf_fact *fact)
{
    assert(!kf_facts_find(r, fact->ids, fact->number, NULL));
    KF_TRY(make_room(r, mem));
    uint32_t row = r->n++;
    uint64_t hash;
    for (uint32_t c = 0; c < r->width; c++) r->columns[c][row] = fact->ids[c];
    r->lines[row] = fact->line;
    r->row_files[row] = fact->file;
    if (r->number) r->numbers[row] = fact->number;
    if (r->soft) r->probabilities[row] = fact->probability;
    hash_rows(r, row, 1, &hash);
    r->slots[find_slot(r, row, hash)] = slot_tag(r, hash) | (row + 1);
    return KERF_OK;
}

void kf_facts_remove(kf_facts *r, uint32_t row)
{
    assert(row < r->n && r->row_files && r->n_slots > 0);
    uint32_t last = r->n - 1;
    empty_slot(r, slot_of(r, row));
    if (row < last) {
        uint32_t at = slot_of(r, last);
        r->slots[at] = (r->slots[at] & ~r->row_mask) | (row + 1);
        move_row(r, row, last);
    }
    r->n--;
}

void kf_facts_rename(kf_facts *r, uint32_t column, const uint32_t *new_ids)
{
    for (uint32_t i = 0; i < r->n; i++) r->columns[column][i] = new_ids[r->columns[column][i]];
}

kerf_status kf_facts_copy(kf_facts *r, kf_mem *mem, const kf_facts *from)
{
    assert(!r->columns && r->width == from->width && r->number == from->number);
    if (from->n == 0) return KERF_OK;
    KF_TRY(kf_facts_set_capacity(r, mem, from->n));
    kerf_status st = kf_facts_may_change(r, mem);
    if (st == KERF_OK) st = kf_facts_make_slots(r, mem, from->n);
    if (st != KERF_OK) {
        kf_facts_free(r, mem);
        return st;
    }
    r->n = from->n;
    for (uint32_t i = 0; i < last_array(r); i++)
        memcpy(array_get(r, i), array_get(from, i), r->n * array_each(r, i));
    for (uint32_t i = 0; i < r->n; i++) r->row_files[i] = kf_facts_file(from, i);
    kf_facts_rehash(r);
    return KERF_OK;
}

/* ---- checking ----------------------------------------------------------------------------- */

#ifndef NDEBUG
static void check_segments(const kf_facts *r)
{
    if (r->row_files) {
        assert(r->files.n == 0);
        return;
    }
    for (uint32_t i = 0; i < r->files.n; i++) {
        assert(i == 0 ? r->files.at[i].first == 0
                      : r->files.at[i].first >= r->files.at[i - 1].first);
        assert(r->files.at[i].first <= r->n);
    }
    assert(r->n == 0 || r->files.n > 0);
}

void kf_facts_check(const kf_facts *r)
{
    uint32_t row[KF_MOST_ARITY + 1], at;
    assert(r->key <= r->width && r->width <= KF_MOST_ARITY + 1);
    assert(r->n <= r->cap);
    check_segments(r);
    for (uint32_t i = 0; r->n > 0 && i < array_count(r); i++) assert(array_get(r, i));
    for (uint32_t i = 0; r->n_slots > 0 && i < r->n; i++) {
        kf_fact fact = kf_facts_get(r, i, row);
        assert(kf_facts_find(r, row, fact.number, &at) && at == i);
        assert(!r->soft || (fact.probability > 0 && fact.probability < 1));
    }
}
#endif
