/* block_join.c -- eliminates one variable of a block; see proof_block.h.
 *
 * All tables with the variable are added up, cell by cell, and the least over its values is left.
 * Constraints that are carried along as sums have an axis: the sums of what eliminated variables
 * contribute. */
#include "verify/proof_block.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 256 };

typedef struct joining {
    kf_block_run *r;
    uint32_t variable;
    uint32_t n_in;
    kf_proof_block_table **in;
    kf_proof_block_table *out;
    kf_block_ways ways; /* to sums */
    uint32_t n_axes;    /* that stay as they are, descending; */
    uint32_t *axis;
    uint64_t *size;
    uint64_t **step; /* by table, the output last, and axis: cells apart */
    uint64_t **from; /* by table and way: cells apart */
    uint64_t *to;
    double *extra;
} joining;

/* ---- Tables ---- */

kerf_status kf_block_refuse(kf_block_run *r)
{
    return kf_bound_blame(r->task->b, r->task->block->line,
                          "this block takes more than the checker allows");
}

static kerf_status take_cells(kf_block_run *r, uint64_t cells)
{
    if (cells <= KF_BLOCK_CELLS && (r->live += cells) <= KF_BLOCK_CELLS) return KERF_OK;
    return kf_block_refuse(r);
}

static bool multiply(uint64_t *product, uint64_t by)
{
    if (*product > KF_BLOCK_WORK / (by ? by : 1)) return false;
    *product *= by;
    return true;
}

kf_proof_block_table *kf_block_open_table(kf_block_run *r, uint32_t n, const uint32_t *axis,
                                          const uint64_t *size, kerf_status *status)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < n; i++)
        if (!multiply(&cells, size[i])) cells = UINT64_MAX;
    *status = take_cells(r, cells);
    if (*status != KERF_OK) return NULL;
    kf_proof_block_table *t = kf_arena_alloc(&r->arena, 1, sizeof *t);
    if (t) {
        t->axis = kf_arena_copy(&r->arena, axis, n, sizeof *axis);
        t->size = kf_arena_copy(&r->arena, size, n, sizeof *size);
        t->cells = kf_mem_alloc(r->mem, cells, sizeof *t->cells);
        t->n = n;
        t->n_cells = cells;
    }
    if (t && t->axis && t->size && t->cells) return t;
    if (t && t->cells) kf_mem_free(r->mem, t->cells, cells, sizeof *t->cells);
    *status = KERF_NO_MEMORY;
    return NULL;
}

void kf_block_close_table(kf_block_run *r, kf_proof_block_table *t)
{
    r->live -= t->n_cells;
    kf_mem_free(r->mem, t->cells, t->n_cells, sizeof *t->cells);
}

/* The first to go of those that an axis waits for. */
static uint32_t next_of(const kf_block_run *r, uint32_t axis)
{
    uint32_t next = UINT32_MAX;
    if (axis < r->n_variables) return axis;
    const kf_block_sums *s = r->sums[axis - r->n_variables];
    assert(s->row[0] == axis - r->n_variables);
    for (uint32_t i = 0; i < s->n; i++) {
        const kf_proof_block_row *row = &r->rows[s->row[i]];
        if (row->variable[row->at] < next) next = row->variable[row->at];
    }
    return next;
}

void kf_block_put(kf_block_run *r, kf_proof_block_table *t)
{
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t v = next_of(r, t->axis[i]);
        if (v < next) next = v;
    }
    if (next == UINT32_MAX) {
        r->total += t->cells[0];
        kf_block_close_table(r, t);
        return;
    }
    t->next = r->bucket[next];
    r->bucket[next] = t;
}

/* Cells from one value of an axis to the next; 0: the table does not have it. */
static uint64_t step_of(const kf_proof_block_table *t, uint32_t axis)
{
    uint64_t step = 1;
    for (uint32_t i = t->n; i-- > 0; step *= t->size[i])
        if (t->axis[i] == axis) return step;
    return 0;
}

/* ---- Axes ---- */

static uint32_t axis_of(const joining *j, const kf_block_sums *s)
{
    return j->r->n_variables + s->row[0];
}

static bool is_moving(const joining *j, uint32_t axis)
{
    for (uint32_t m = 0; m < j->ways.n_before; m++)
        if (axis_of(j, j->ways.before[m]) == axis) return true;
    return axis == j->variable;
}

/* Into a list that descends, if it is not there. */
static void add_axis(uint32_t *axis, uint64_t *size, uint32_t *n, uint32_t x, uint64_t x_size)
{
    uint32_t i = *n;
    while (i > 0 && axis[i - 1] < x) i--;
    if (i > 0 && axis[i - 1] == x) return;
    memmove(axis + i + 1, axis + i, (*n - i) * sizeof *axis);
    memmove(size + i + 1, size + i, (*n - i) * sizeof *size);
    axis[i] = x;
    size[i] = x_size;
    ++*n;
}

static kerf_status find_axes(joining *j)
{
    kf_block_run *r = j->r;
    size_t most = 1;
    for (uint32_t k = 0; k < j->n_in; k++) most += j->in[k]->n;
    j->axis = kf_arena_alloc(&r->arena, most, sizeof *j->axis);
    j->size = kf_arena_alloc(&r->arena, most, sizeof *j->size);
    uint32_t *axis = kf_arena_alloc(&r->arena, most, sizeof *axis), n;
    uint64_t *size = kf_arena_alloc(&r->arena, most, sizeof *size);
    if (!j->axis || !j->size || !axis || !size) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < j->n_in; k++)
        for (uint32_t i = 0; i < j->in[k]->n; i++)
            if (!is_moving(j, j->in[k]->axis[i]))
                add_axis(j->axis, j->size, &j->n_axes, j->in[k]->axis[i], j->in[k]->size[i]);
    n = j->n_axes;
    memcpy(axis, j->axis, n * sizeof *axis);
    memcpy(size, j->size, n * sizeof *size);
    const kf_block_sums *after = j->ways.after;
    if (after->n > 0) add_axis(axis, size, &n, axis_of(j, after), after->n_states);
    kerf_status status;
    j->out = kf_block_open_table(r, n, axis, size, &status);
    return status;
}

static kerf_status find_steps(joining *j)
{
    kf_arena *arena = &j->r->arena;
    j->step = kf_arena_alloc(arena, j->n_in + (size_t)1, sizeof *j->step);
    if (!j->step) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k <= j->n_in; k++) {
        j->step[k] = kf_arena_alloc(arena, j->n_axes, sizeof **j->step);
        if (!j->step[k]) return KERF_NO_MEMORY;
        for (uint32_t i = 0; i < j->n_axes; i++)
            j->step[k][i] = step_of(k < j->n_in ? j->in[k] : j->out, j->axis[i]);
    }
    return KERF_OK;
}

/* Axes that lie behind each other in every table are one. */
static void merge_axes(joining *j)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->n_axes; i++) {
        bool merged = n > 0;
        for (uint32_t k = 0; merged && k <= j->n_in; k++)
            merged = j->step[k][n - 1] == j->step[k][i] * j->size[i];
        if (merged) n--;
        j->size[n] = merged ? j->size[n] * j->size[i] : j->size[i];
        for (uint32_t k = 0; k <= j->n_in; k++) j->step[k][n] = j->step[k][i];
        n++;
    }
    j->n_axes = n;
}

/* ---- Ways ---- */

/* Where the cells of each table are, for a value of the variable and the states of sums. */
static void find_way(joining *j, uint64_t way)
{
    const kf_block_ways *w = &j->ways;
    uint64_t value = way % j->r->size[j->variable];
    j->extra[way] = j->r->unary[j->variable][value] + w->cost[way];
    for (uint32_t k = 0; k < j->n_in; k++) j->from[k][way] = value * step_of(j->in[k], j->variable);
    for (uint32_t m = 0; m < w->n_before; m++) {
        uint64_t state = kf_block_state_of(j->r, w, m, way);
        uint32_t axis = axis_of(j, w->before[m]);
        for (uint32_t k = 0; k < j->n_in; k++) j->from[k][way] += state * step_of(j->in[k], axis);
    }
    if (w->after->n > 0) j->to[way] = w->state[way] * step_of(j->out, axis_of(j, w->after));
}

static kerf_status find_ways(joining *j)
{
    kf_arena *arena = &j->r->arena;
    uint64_t n = j->ways.n;
    j->from = kf_arena_alloc(arena, j->n_in, sizeof *j->from);
    j->to = kf_arena_alloc(arena, n, sizeof *j->to);
    j->extra = kf_arena_alloc(arena, n, sizeof *j->extra);
    if (!j->from || !j->to || !j->extra) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < j->n_in; k++) {
        j->from[k] = kf_arena_alloc(arena, n, sizeof **j->from);
        if (!j->from[k]) return KERF_NO_MEMORY;
    }
    for (uint64_t way = 0; way < n; way++) find_way(j, way);
    return KERF_OK;
}

/* ---- Cells ---- */

/* So many cells along the innermost axis, in one way. */
static void add_run(const joining *j, const uint64_t *at, uint64_t way, uint64_t first, uint64_t n)
{
    double sum[CHUNK];
    uint32_t last = j->n_axes - 1;
    assert(j->extra && way < j->ways.n);
    for (uint64_t i = 0; i < n; i++) sum[i] = j->extra[way];
    for (uint32_t k = 0; k < j->n_in; k++) {
        uint64_t step = j->step[k][last];
        const double *from = j->in[k]->cells + at[k] + j->from[k][way] + first * step;
        if (step == 1)
            for (uint64_t i = 0; i < n; i++) sum[i] += from[i];
        else
            for (uint64_t i = 0; i < n; i++) sum[i] += from[i * step];
    }
    uint64_t step = j->step[j->n_in][last];
    double *to = j->out->cells + at[j->n_in] + j->to[way] + first * step;
    for (uint64_t i = 0; i < n; i++) to[i * step] = sum[i] < to[i * step] ? sum[i] : to[i * step];
}

static void add_cells(const joining *j, uint64_t *at, uint64_t *digit)
{
    uint32_t last = j->n_axes - 1;
    for (;;) {
        for (uint64_t first = 0; first < j->size[last]; first += CHUNK) {
            uint64_t n = j->size[last] - first < CHUNK ? j->size[last] - first : CHUNK;
            for (uint64_t way = 0; way < j->ways.n; way++) add_run(j, at, way, first, n);
        }
        uint32_t i = last;
        for (; i > 0; i--) { /* count on */
            bool over = ++digit[i - 1] == j->size[i - 1];
            uint64_t back = over ? j->size[i - 1] - 1 : 0;
            for (uint32_t k = 0; k <= j->n_in; k++)
                at[k] += over ? -back * j->step[k][i - 1] : j->step[k][i - 1];
            if (!over) break;
            digit[i - 1] = 0;
        }
        if (i == 0) return;
    }
}

static kerf_status join(joining *j)
{
    kf_block_run *r = j->r;
    uint64_t cells = j->ways.n;
    uint64_t *at = kf_arena_alloc(&r->arena, j->n_in + (size_t)1, sizeof *at);
    uint64_t *digit = kf_arena_alloc(&r->arena, j->n_axes + (size_t)1, sizeof *digit);
    if (!at || !digit) return KERF_NO_MEMORY;
    if (j->n_axes == 0) { /* one that has one value */
        j->n_axes = 1;
        j->size[0] = 1;
        for (uint32_t k = 0; k <= j->n_in; k++) {
            j->step[k] = kf_arena_alloc(&r->arena, 1, sizeof **j->step);
            if (!j->step[k]) return KERF_NO_MEMORY;
        }
    }
    for (uint32_t i = 0; i < j->n_axes; i++)
        if (!multiply(&cells, j->size[i])) return take_cells(r, UINT64_MAX);
    r->work += cells;
    if (r->work > KF_BLOCK_WORK) return take_cells(r, UINT64_MAX);
    for (uint64_t i = 0; i < j->out->n_cells; i++) j->out->cells[i] = INFINITY;
    add_cells(j, at, digit);
    return KERF_OK;
}

/* ---- A variable ---- */

static kerf_status list_tables(joining *j)
{
    uint32_t tables = 0;
    for (kf_proof_block_table *t = j->r->bucket[j->variable]; t; t = t->next) tables++;
    j->in = kf_arena_alloc(&j->r->arena, tables, sizeof(kf_proof_block_table *));
    if (!j->in) return KERF_NO_MEMORY;
    for (kf_proof_block_table *t = j->r->bucket[j->variable]; t; t = t->next) j->in[j->n_in++] = t;
    return KERF_OK;
}

kerf_status kf_block_eliminate(kf_block_run *r, uint32_t variable)
{
    joining j = { .r = r, .variable = variable };
    KF_TRY(list_tables(&j));
    KF_TRY(kf_block_move_sums(r, variable, &j.ways));
    KF_TRY(find_axes(&j));
    kerf_status status = find_steps(&j);
    if (status == KERF_OK) status = find_ways(&j);
    if (status == KERF_OK) merge_axes(&j);
    if (status == KERF_OK) status = join(&j);
    for (uint32_t k = 0; status == KERF_OK && k < j.n_in; k++) kf_block_close_table(r, j.in[k]);
    if (status == KERF_OK) {
        r->bucket[variable] = NULL;
        kf_block_put(r, j.out);
    } else kf_block_close_table(r, j.out);
    return status;
}
