/* block_sums.c -- sums that are carried along while the variables of a block are eliminated; see
 * proof_block.h.
 *
 * Sums to which one variable contributes are carried along together from there on, with one state
 * for each combination that can be: two counts of the same atoms have as many as one of them. Sums
 * from which the same follows, whatever the other variables are, count as one. With the last
 * variable of a constraint its sum is known, and so is its cost. */
#include "verify/proof_block.h"

#include "base/check.h"

#include <stdlib.h>
#include <string.h>

/* ---- Sums ---- */

double kf_block_cost(const kf_proof_block_row *row, uint64_t sum)
{
    return sum >= row->least && sum <= row->most ? row->if_holds : row->if_not;
}

/* A sum that stands for all from which the same follows, with so many variables gone. */
static uint64_t canonical(const kf_proof_block_row *row, uint64_t sum, uint32_t gone)
{
    uint64_t low = sum + row->low[gone], high = sum + row->high[gone];
    if (low > row->most) return row->most + 1;
    if (high < row->least) return 0;
    if (low >= row->least && high <= row->most)
        return row->least > row->low[gone] ? row->least - row->low[gone] : 0;
    return sum;
}

kerf_status kf_block_open_sum(kf_block_run *r, uint32_t row)
{
    kf_arena *arena = &r->arena;
    kf_block_sums *s = kf_arena_alloc(arena, 1, sizeof *s);
    if (!s) return KERF_NO_MEMORY;
    *s = (kf_block_sums){ .n = 1, .n_states = 1 };
    s->row = kf_arena_copy(arena, &row, 1, sizeof row);
    s->states = kf_arena_copy(arena, &r->rows[row].base, 1, sizeof *s->states);
    r->sums[row] = s;
    return s->row && s->states ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Ways ---- */

uint64_t kf_block_state_of(const kf_block_run *r, const kf_block_ways *w, uint32_t group,
                           uint64_t way)
{
    way /= r->size[w->variable];
    for (uint32_t m = 0; m < group; m++) way /= w->before[m]->n_states;
    return way % w->before[group]->n_states;
}

static bool is_moved(const kf_block_run *r, const kf_block_ways *w, uint32_t row)
{
    const kf_proof_block_row *x = &r->rows[row];
    return x->variable[x->at] == w->variable;
}

/* Its sum in that way, with the variable. `at`: of a row of a group. */
static uint64_t sum_of(const kf_block_run *r, const kf_block_ways *w, uint32_t group, uint32_t at,
                       uint64_t way)
{
    const kf_block_sums *s = w->before[group];
    const kf_proof_block_row *row = &r->rows[s->row[at]];
    uint64_t sum = s->states[kf_block_state_of(r, w, group, way) * s->n + at];
    if (!is_moved(r, w, s->row[at])) return sum;
    return canonical(row, sum + row->share[row->at][way % r->size[w->variable]], row->at + 1);
}

/* What is to be paid where the sum is known now. */
static double cost_of(const kf_block_run *r, const kf_block_ways *w, uint32_t group, uint32_t at,
                      uint64_t way)
{
    const kf_block_sums *s = w->before[group];
    const kf_proof_block_row *row = &r->rows[s->row[at]];
    uint64_t sum = s->states[kf_block_state_of(r, w, group, way) * s->n + at];
    return kf_block_cost(row, sum + row->share[row->at][way % r->size[w->variable]]);
}

static bool goes_on(const kf_block_run *r, const kf_block_ways *w, uint32_t row)
{
    const kf_proof_block_row *x = &r->rows[row];
    return x->at + is_moved(r, w, row) < x->n;
}

/* ---- States ---- */

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each number becomes its place among those that differ; `room` is for as many. Returns how many
 * differ. */
static uint64_t rank(uint64_t *numbers, uint64_t n, uint64_t *room)
{
    uint64_t kept = 0;
    memcpy(room, numbers, n * sizeof *room);
    qsort(room, n, sizeof *room, by_number);
    for (uint64_t i = 0; i < n; i++)
        if (kept == 0 || room[kept - 1] != room[i]) room[kept++] = room[i];
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t *found = bsearch(&numbers[i], room, kept, sizeof *room, by_number);
        assert(found);
        numbers[i] = (uint64_t)(found - room);
    }
    return kept;
}

typedef struct ranking {
    kf_block_run *r;
    kf_block_ways *w;
    uint64_t *numbers, *room; /* by way */
} ranking;

/* Ways in which the sum differs, too, lead to different states. */
static kerf_status tell_apart(ranking *k, uint32_t group, uint32_t at)
{
    kf_block_ways *w = k->w;
    for (uint64_t i = 0; i < w->n; i++) k->numbers[i] = sum_of(k->r, w, group, at, i);
    uint64_t n = rank(k->numbers, w->n, k->room);
    if (n > KF_BLOCK_STATES) return kf_block_refuse(k->r);
    for (uint64_t i = 0; i < w->n; i++) w->state[i] = w->state[i] * n + k->numbers[i];
    w->after->n_states = rank(w->state, w->n, k->room);
    w->after->row[w->after->n++] = w->before[group]->row[at];
    return KERF_OK;
}

static kerf_status find_states(ranking *k)
{
    kf_block_ways *w = k->w;
    for (uint32_t g = 0; g < w->n_before; g++)
        for (uint32_t a = 0; a < w->before[g]->n; a++)
            if (goes_on(k->r, w, w->before[g]->row[a])) KF_TRY(tell_apart(k, g, a));
    return KERF_OK;
}

static kerf_status list_states(const kf_block_run *r, kf_block_ways *w, kf_arena *arena)
{
    kf_block_sums *to = w->after;
    uint32_t n = 0;
    if (to->n == 0) return KERF_OK;
    to->states = kf_arena_alloc(arena, to->n_states * to->n, sizeof *to->states);
    if (!to->states) return KERF_NO_MEMORY;
    for (uint32_t g = 0; g < w->n_before; g++)
        for (uint32_t a = 0; a < w->before[g]->n; a++) {
            if (!goes_on(r, w, w->before[g]->row[a])) continue;
            for (uint64_t i = 0; i < w->n; i++)
                to->states[w->state[i] * to->n + n] = sum_of(r, w, g, a, i);
            n++;
        }
    return KERF_OK;
}

static kerf_status make_states(kf_block_run *r, kf_block_ways *w)
{
    ranking k = { .r = r, .w = w };
    k.numbers = kf_mem_alloc(r->mem, w->n, sizeof *k.numbers);
    k.room = kf_mem_alloc(r->mem, w->n, sizeof *k.room);
    kerf_status status = k.numbers && k.room ? find_states(&k) : KERF_NO_MEMORY;
    kf_mem_free(r->mem, k.numbers, w->n, sizeof *k.numbers);
    kf_mem_free(r->mem, k.room, w->n, sizeof *k.room);
    return status == KERF_OK ? list_states(r, w, &r->arena) : status;
}

/* ---- A variable goes ---- */

static void add_group(kf_block_ways *w, kf_block_sums *s)
{
    uint32_t i = 0;
    while (i < w->n_before && w->before[i] != s) i++;
    if (i == w->n_before) w->before[w->n_before++] = s;
}

static kerf_status open_ways(kf_block_run *r, kf_block_ways *w)
{
    uint32_t first = r->first[w->variable], end = r->first[w->variable + 1], rows = 0;
    w->before = kf_arena_alloc(&r->arena, end - first, sizeof(kf_block_sums *));
    w->after = kf_arena_alloc(&r->arena, 1, sizeof *w->after);
    if (!w->before || !w->after) return KERF_NO_MEMORY;
    for (uint32_t i = first; i < end; i++)
        if (r->rows[r->uses[i]].sum) add_group(w, r->sums[r->uses[i]]);
    w->n = r->size[w->variable];
    for (uint32_t g = 0; g < w->n_before; g++) {
        if (w->before[g]->n_states > KF_BLOCK_CELLS / w->n) return kf_block_refuse(r);
        w->n *= w->before[g]->n_states;
        rows += w->before[g]->n;
    }
    *w->after = (kf_block_sums){ .n_states = 1 };
    w->after->row = kf_arena_alloc(&r->arena, rows, sizeof *w->after->row);
    w->state = kf_arena_alloc(&r->arena, w->n, sizeof *w->state);
    w->cost = kf_arena_alloc(&r->arena, w->n, sizeof *w->cost);
    return w->after->row && w->state && w->cost ? KERF_OK : KERF_NO_MEMORY;
}

static void pay(const kf_block_run *r, kf_block_ways *w)
{
    for (uint32_t g = 0; g < w->n_before; g++)
        for (uint32_t a = 0; a < w->before[g]->n; a++) {
            if (goes_on(r, w, w->before[g]->row[a])) continue;
            for (uint64_t i = 0; i < w->n; i++) w->cost[i] += cost_of(r, w, g, a, i);
        }
}

static void move_on(kf_block_run *r, kf_block_ways *w)
{
    for (uint32_t g = 0; g < w->n_before; g++)
        for (uint32_t a = 0; a < w->before[g]->n; a++) {
            uint32_t row = w->before[g]->row[a];
            r->rows[row].at += is_moved(r, w, row);
            r->sums[row] = w->after;
        }
}

kerf_status kf_block_move_sums(kf_block_run *r, uint32_t variable, kf_block_ways *w)
{
    *w = (kf_block_ways){ .variable = variable };
    KF_TRY(open_ways(r, w));
    if (w->n_before == 0) return KERF_OK;
    KF_TRY(make_states(r, w));
    pay(r, w);
    move_on(r, w);
    return KERF_OK;
}
