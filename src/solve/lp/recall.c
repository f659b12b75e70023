/* recall.c -- see recall.h. */
#include "solve/lp/recall.h"

#include "base/check.h"

static size_t slot_of(const kf_recall *r, uint64_t key)
{
    size_t at = (size_t)(key >> 1) & (r->size - 1);
    while (r->keys[at] && r->keys[at] != key) at = (at + 1) & (r->size - 1);
    return at;
}

uint8_t kf_recall_get(const kf_recall *r, uint64_t key)
{
    return r->size ? r->values[slot_of(r, key)] : 0;
}

bool kf_recall_has(const kf_recall *r, uint64_t key)
{
    return r->size && r->keys[slot_of(r, key)] == key;
}

static kerf_status grow(kf_recall *r, kf_mem *mem, size_t more)
{
    size_t size = r->size ? r->size : 1024;
    while (size < 2 * (r->n + more)) size *= 2;
    if (size == r->size) return KERF_OK;
    kf_recall bigger = { .size = size, .n = r->n };
    bigger.keys = kf_mem_calloc(mem, size, sizeof *bigger.keys);
    bigger.values = kf_mem_calloc(mem, size, sizeof *bigger.values);
    if (!bigger.keys || !bigger.values) {
        kf_recall_free(&bigger, mem);
        return KERF_NO_MEMORY;
    }
    for (size_t i = 0; i < r->size; i++) {
        if (!r->keys[i]) continue;
        size_t at = slot_of(&bigger, r->keys[i]);
        bigger.keys[at] = r->keys[i];
        bigger.values[at] = r->values[i];
    }
    kf_recall_free(r, mem);
    *r = bigger;
    return KERF_OK;
}

kerf_status kf_recall_put(kf_recall *r, kf_mem *mem, const kf_notes *notes)
{
    KF_TRY(grow(r, mem, notes->n));
    for (size_t i = 0; i < notes->n; i++) {
        size_t at = slot_of(r, notes->at[i].key);
        assert(notes->at[i].key != 0 && r->n < r->size);
        r->n += !r->keys[at];
        r->keys[at] = notes->at[i].key;
        r->values[at] = notes->at[i].value;
    }
    return KERF_OK;
}

bool kf_recall_copy(kf_recall *r, kf_mem *mem, const kf_recall *from)
{
    kf_recall copy = { .size = from->size, .n = from->n };
    assert(r->size == 0);
    if (from->size == 0) return true;
    copy.keys = kf_mem_alloc(mem, copy.size, sizeof *copy.keys);
    copy.values = kf_mem_alloc(mem, copy.size, sizeof *copy.values);
    if (!copy.keys || !copy.values) {
        kf_recall_free(&copy, mem);
        return false;
    }
    kf_mem_copy(copy.keys, from->keys, copy.size * sizeof *copy.keys);
    kf_mem_copy(copy.values, from->values, copy.size * sizeof *copy.values);
    *r = copy;
    return true;
}

void kf_recall_free(kf_recall *r, kf_mem *mem)
{
    kf_mem_free(mem, r->keys, r->size, sizeof *r->keys);
    kf_mem_free(mem, r->values, r->size, sizeof *r->values);
    *r = (kf_recall){ 0 };
}
