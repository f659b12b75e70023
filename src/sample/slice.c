/* slice.c -- see slice.h.
 *
 * Propagation comes first: what the slice fixes has its value already, since the present assignment
 * keeps the slice. What is left falls into connected components, which are independent of each
 * other. One that is narrow enough is drawn as one block, and then the step is exactly that of
 * MC-SAT. One that is not is drawn in several blocks: the distribution over the slice stays as it
 * is, and the chain right, if slower. */
#include "sample/slice.h"

#include <math.h>
#include <string.h>

static kerf_status open_soft(kf_slice *s, kf_arena *arena)
{
    const kf_sample_rows *rows = s->cover->block.chain->rows;
    s->soft = kf_arena_room(arena, rows->n_rows, sizeof *s->soft);
    s->kept = kf_arena_room(arena, rows->n_rows, sizeof *s->kept);
    s->threshold = kf_arena_room(arena, rows->n_rows, sizeof *s->threshold);
    if (!s->soft || !s->kept || !s->threshold) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < rows->n_rows; i++) {
        const kf_sample_row *r = &rows->rows[i];
        if (r->idle) continue;
        if (isinf(r->price)) {
            s->units.on[i] = true;
            continue;
        }
        s->threshold[s->n_soft] = (uint64_t)ldexp(exp(-r->price), 53);
        s->soft[s->n_soft++] = i;
    }
    return KERF_OK;
}

kerf_status kf_slice_open(kf_slice *s, kf_cover *cover, uint64_t key, kf_arena *arena)
{
    const kf_sample_rows *rows = cover->block.chain->rows;
    *s = (kf_slice){ .cover = cover, .key = key };
    KF_TRY(kf_units_open(&s->units, rows, arena));
    s->queue = kf_arena_room(arena, rows->n_variables, sizeof *s->queue);
    s->met = kf_arena_alloc(arena, rows->n_variables, sizeof *s->met);
    s->met_row = kf_arena_alloc(arena, rows->n_rows, sizeof *s->met_row);
    if (!s->queue || !s->met || !s->met_row) return KERF_NO_MEMORY;
    return open_soft(s, arena);
}

/* ---- Coins ---- */

static void keep_rows(kf_slice *s)
{
    const kf_chain *c = s->cover->block.chain;
    uint64_t key = kf_hash_add(s->key, ++s->sweep);
    for (uint32_t i = 0; i < s->n_soft; i++) {
        uint32_t row = s->soft[i];
        if (kf_row_pays(&c->rows->rows[row], c->sum[row])) continue;
        if (kf_hash_mix(kf_hash_add(key, row)) >> 11 < s->threshold[i]) continue;
        kf_units_add(&s->units, row);
        s->kept[s->n_kept++] = row;
    }
    kf_units_run(&s->units);
    assert(!s->units.conflict);
}

static void drop_rows(kf_slice *s)
{
    kf_units_undo(&s->units, 0);
    for (uint32_t i = 0; i < s->n_kept; i++) s->units.on[s->kept[i]] = false;
    s->n_kept = 0;
}

/* ---- Components ---- */

/* Can the open atoms still break it? */
static bool is_open(const kf_slice *s, uint32_t row)
{
    const kf_sample_row *r = &s->units.rows->rows[row];
    int64_t low = s->units.low[row], high = s->units.high[row];
    if (r->outside) return high >= r->least && low <= r->most;
    return low < r->least || high > r->most;
}

static void meet(kf_slice *s, uint32_t atom, uint32_t *n)
{
    uint32_t v = s->units.rows->variable_of[atom];
    if (v == KF_NO_VARIABLE || s->met[v] || s->units.value[atom] >= 0) return;
    s->met[v] = true;
    s->queue[(*n)++] = v;
}

static void meet_row(kf_slice *s, uint32_t row, uint32_t *n)
{
    const kf_sample_rows *rows = s->units.rows;
    const kf_sample_row *r = &rows->rows[row];
    if (s->met_row[row] || !kf_is_row_used(s->cover->block.chain, row) || !is_open(s, row)) return;
    s->met_row[row] = true;
    for (uint32_t k = 0; k < r->n; k++) meet(s, kf_lit_atom(rows->literals[r->start + k]).id, n);
}

/* The variables that are tied to the first of the queue. */
static uint32_t gather(kf_slice *s)
{
    const kf_sample_rows *rows = s->units.rows;
    uint32_t n = 1;
    for (uint32_t i = 0; i < n; i++) {
        const kf_sample_variable *v = &rows->variables[s->queue[i]];
        for (uint32_t m = 0; m < v->n; m++) {
            uint32_t atom = kf_lit_atom(kf_member(rows, v, m)).id;
            for (size_t k = rows->first[atom]; k < rows->first[atom + 1]; k++)
                meet_row(s, rows->uses[k].row, &n);
        }
    }
    return n;
}

static bool draw_whole(kf_slice *s, uint32_t n)
{
    kf_block *b = &s->cover->block;
    if (n > KF_BLOCK_VARIABLES) return false;
    kf_block_clear(b);
    for (uint32_t i = 0; i < n; i++) kf_block_add(b, s->queue[i]);
    bool drawn = kf_block_draw(b);
    kf_block_clear(b);
    return drawn;
}

static void draw_component(kf_slice *s, uint32_t variable)
{
    s->queue[0] = variable;
    s->met[variable] = true;
    uint32_t n = gather(s);
    if (n == 1) kf_chain_draw(s->cover->block.chain, variable);
    else if (!draw_whole(s, n)) kf_cover_draw(s->cover, s->queue, n);
}

/* Is there a choice left? Of a group, one of its open members may be the one. */
static bool has_choice(const kf_slice *s, const kf_sample_variable *v)
{
    for (uint32_t m = 0; m < v->n; m++)
        if (s->units.value[kf_lit_atom(kf_member(s->units.rows, v, m)).id] < 0) return true;
    return false;
}

static void draw_components(kf_slice *s)
{
    kf_chain *c = s->cover->block.chain;
    const kf_sample_rows *rows = c->rows;
    c->on = s->units.on;
    c->known = s->units.value;
    for (uint32_t i = 0; i < rows->n_variables; i++)
        if (!s->met[i] && has_choice(s, &rows->variables[i])) draw_component(s, i);
    c->on = NULL;
    c->known = NULL;
    memset(s->met, 0, rows->n_variables * sizeof *s->met);
    memset(s->met_row, 0, rows->n_rows * sizeof *s->met_row);
}

void kf_slice_sweep(kf_slice *s)
{
    keep_rows(s);
    draw_components(s);
    drop_rows(s);
}

void kf_slice_sweep_hard(kf_slice *s)
{
    assert(s->n_kept == 0);
    draw_components(s);
}
