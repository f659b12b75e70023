/* relation_copy.c -- a relation with the same rows at the same places; see relation.h.
 *
 * Columns and indexes are blocks of numbers, so that a copy takes as long as reading them. */
#include "query/relation.h"

#include "base/check.h"

#include <string.h>

static bool copy_words(kf_mem *mem, uint32_t **to, const uint32_t *from, size_t n)
{
    if (!from) return true;
    *to = kf_mem_alloc(mem, n, sizeof **to);
    if (*to && n > 0) memcpy(*to, from, n * sizeof **to);
    return *to != NULL;
}

/* What is known of each row's place in its run; only where rows change. */
static bool copy_places(kf_mem *mem, kf_index *to, const kf_index *from, uint32_t rows)
{
    if (!from->where) return true;
    if (!kf_vec_room(mem, &to->where, 0, &to->where_cap, rows, sizeof *to->where)) return false;
    if (rows > 0) memcpy(to->where, from->where, rows * sizeof *to->where);
    return true;
}

static bool copy_block(kf_mem *mem, kf_index *to, const kf_index *from)
{
    const uint32_t *at = from->keys ? (const uint32_t *)(const void *)from->keys : from->heads;
    uint32_t *block = NULL;
    if (!copy_words(mem, &block, at, kf_index_words(from->size, from->keys, from->counts)))
        return false;
    to->keys = from->keys ? (uint64_t *)(void *)block : NULL;
    to->heads = block + (from->heads - at);
    to->counts = from->counts ? to->heads + from->size : NULL;
    to->starts = from->counts ? to->counts + from->size : NULL;
    return true;
}

static void free_index(kf_mem *mem, kf_index *ix)
{
    uint32_t *block = ix->keys ? (uint32_t *)(void *)ix->keys : ix->heads;
    kf_mem_free(mem, block, block ? kf_index_words(ix->size, ix->keys, ix->counts) : 0,
                sizeof *block);
    kf_mem_free(mem, ix->rooms, ix->rooms ? ix->size : 0, sizeof *ix->rooms);
    kf_vec_free(mem, &ix->pool);
    kf_mem_free(mem, ix->where, ix->where_cap, sizeof *ix->where);
    kf_mem_free(mem, ix, 1, sizeof *ix);
}

static kf_index *copy_index(kf_mem *mem, const kf_index *from, uint32_t rows)
{
    kf_index *to = kf_mem_calloc(mem, 1, sizeof *to);
    if (!to) return NULL;
    *to = (kf_index){ .mask = from->mask,
                      .columns = from->columns,
                      .direct = from->direct,
                      .stride = from->stride,
                      .lists = from->lists,
                      .size = from->size,
                      .used = from->used };
    bool good = copy_block(mem, to, from) && copy_words(mem, &to->rooms, from->rooms, from->size)
                && kf_vec_reserve(mem, &to->pool, from->pool.n) && copy_places(mem, to, from, rows);
    if (!good) {
        free_index(mem, to);
        return NULL;
    }
    if (from->pool.n > 0) memcpy(to->pool.at, from->pool.at, from->pool.n * sizeof *to->pool.at);
    to->pool.n = from->pool.n;
    return to;
}

static kerf_status copy_rows(kf_relation *r, const kf_relation *from)
{
    for (uint32_t c = 0; c < from->width; c++) {
        if (!kf_vec_room(r->mem, &r->columns[c], 0, &r->column_caps[c], from->n, sizeof(uint32_t)))
            return KERF_NO_MEMORY;
        if (from->n > 0) memcpy(r->columns[c], from->columns[c], from->n * sizeof(uint32_t));
    }
    if (!kf_vec_room(r->mem, &r->dead, 0, &r->dead_cap, from->n, sizeof(bool)))
        return KERF_NO_MEMORY;
    if (from->n > 0 && from->dead) memcpy(r->dead, from->dead, from->n * sizeof(bool));
    else if (from->n > 0) memset(r->dead, 0, from->n * sizeof(bool));
    r->n = from->n;
    r->alive = from->alive;
    r->free_row = from->free_row;
    return KERF_OK;
}

static kerf_status copy_indexes(kf_relation *r, const kf_relation *from)
{
    r->indexes = kf_mem_calloc(r->mem, from->n_indexes, sizeof(kf_index *));
    if (!r->indexes) return KERF_NO_MEMORY;
    r->n_indexes = from->n_indexes;
    for (uint32_t i = 0; i < from->n_indexes; i++) {
        r->indexes[i] = copy_index(r->mem, from->indexes[i], from->n);
        if (!r->indexes[i]) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status copy_set(kf_relation *r, const kf_relation *from)
{
    if (r->set) free_index(r->mem, r->set);
    r->set = from->set ? copy_index(r->mem, from->set, from->n) : NULL;
    return r->set || !from->set ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_relation_copy(kf_relation **out, kf_mem *mem, const kf_relation *from, bool indexes)
{
    kf_relation *r;
    assert(!from->numbers && !from->provider && !from->borrowed);
    KF_TRY(kf_relation_new(&r, mem, from->width, from->constants, NULL));
    kerf_status st = copy_rows(r, from);
    if (st == KERF_OK) st = copy_set(r, from);
    if (st == KERF_OK && indexes && from->n_indexes > 0) st = copy_indexes(r, from);
    if (st != KERF_OK) {
        kf_relation_free(r);
        return st;
    }
    KF_CHECK(kf_relation_check(r));
    *out = r;
    return KERF_OK;
}

kerf_status kf_relation_copy_over(kf_relation **out, kf_mem *mem, const kf_relation *from,
                                  const kf_facts *evidence)
{
    kf_relation *r;
    assert(from->borrowed && !from->provider && evidence->n == from->n);
    assert(from->n == 0 || (from->numbers == NULL) == (evidence->numbers == NULL));
    KF_TRY(kf_relation_new(&r, mem, from->width, from->constants, NULL));
    r->borrowed = true;
    r->n = r->alive = evidence->n;
    r->numbers = evidence->numbers;
    for (uint32_t c = 0; c < r->width && r->n > 0; c++) r->columns[c] = evidence->columns[c];
    kerf_status st = copy_set(r, from);
    if (st == KERF_OK && from->n_indexes > 0) st = copy_indexes(r, from);
    if (st != KERF_OK) {
        kf_relation_free(r);
        return st;
    }
    KF_CHECK(kf_relation_check(r));
    *out = r;
    return KERF_OK;
}

bool kf_relation_same_places(const kf_relation *a, const kf_relation *b, uint32_t from,
                             uint32_t end)
{
    assert(a->width == b->width && from < end);
    if (a->width == 0 || end > a->n || end > b->n) return false;
    for (uint32_t c = 0; c < a->width; c++)
        if (memcmp(a->columns[c] + from, b->columns[c] + from, (end - from) * sizeof(uint32_t))
            != 0) {
            return false;
        }
    return memcmp(a->dead + from, b->dead + from, (end - from) * sizeof(bool)) == 0;
}
