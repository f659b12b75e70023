/* units.c -- see units.h.
 *
 * Whether a row can fix anything is told by its largest coefficient in constant time; only then are
 * its literals looked at. */
#include "sample/units.h"

#include "base/check.h"

#include <string.h>

kerf_status kf_units_open(kf_units *u, const kf_sample_rows *s, kf_arena *arena)
{
    uint32_t n_atoms = s->component->n_atoms;
    *u = (kf_units){ .rows = s };
    u->value = kf_arena_copy(arena, s->fixed, n_atoms, sizeof *u->value);
    u->low = kf_arena_copy(arena, s->low, s->n_rows, sizeof *u->low);
    u->high = kf_arena_copy(arena, s->high, s->n_rows, sizeof *u->high);
    u->on = kf_arena_alloc(arena, s->n_rows, sizeof *u->on);
    u->trail = kf_arena_room(arena, n_atoms, sizeof *u->trail);
    u->queue = kf_arena_room(arena, s->n_rows, sizeof *u->queue);
    u->queued = kf_arena_alloc(arena, s->n_rows, sizeof *u->queued);
    bool all = u->value && u->low && u->high && u->on && u->trail && u->queue && u->queued;
    return all ? KERF_OK : KERF_NO_MEMORY;
}

/* What the sum must be; false: any sum will do, or nothing can be said yet. */
static bool find_range(const kf_units *u, uint32_t row, int64_t *least, int64_t *most)
{
    const kf_sample_row *r = &u->rows->rows[row];
    *least = r->least;
    *most = r->most;
    if (!r->outside) return true;
    if (u->low[row] >= r->least) {
        *least = r->most == INT64_MAX ? INT64_MAX : r->most + 1;
        *most = INT64_MAX;
    } else if (u->high[row] <= r->most) {
        *least = INT64_MIN;
        *most = r->least - 1;
    } else {
        return false;
    }
    return true;
}

static void enqueue(kf_units *u, uint32_t row)
{
    if (!u->on[row] || u->queued[row]) return;
    assert(u->n_queue < u->rows->n_rows);
    u->queued[row] = true;
    u->queue[u->n_queue++] = row;
}

void kf_units_add(kf_units *u, uint32_t row)
{
    u->on[row] = true;
    enqueue(u, row);
}

/* The sums of an atom's rows, as it becomes fixed (sign 1) or open again (-1). */
static void count(kf_units *u, uint32_t atom, bool value, int sign)
{
    const kf_sample_rows *s = u->rows;
    for (size_t i = s->first[atom]; i < s->first[atom + 1]; i++) {
        const kf_sample_use *use = &s->uses[i];
        int64_t c = use->step > 0 ? use->step : -use->step;
        if ((use->step > 0) == value) u->low[use->row] += sign * c;
        else u->high[use->row] -= sign * c;
        if (sign > 0) enqueue(u, use->row);
    }
}

void kf_units_fix(kf_units *u, uint32_t atom, bool value)
{
    if (u->value[atom] >= 0) {
        u->conflict |= u->value[atom] != value;
        return;
    }
    assert(u->n_trail < u->rows->component->n_atoms);
    u->value[atom] = value;
    u->trail[u->n_trail++] = atom;
    count(u, atom, value, 1);
}

/* Fixes the literals that a row leaves no choice. */
static void look(kf_units *u, uint32_t row)
{
    const kf_sample_row *r = &u->rows->rows[row];
    int64_t least, most;
    assert(u->on[row] && u->low[row] <= u->high[row]);
    if (!find_range(u, row, &least, &most)) return;
    if (u->high[row] < least || u->low[row] > most) {
        u->conflict = true;
        return;
    }
    bool too_much = u->low[row] > most - r->largest, too_little = u->high[row] < least + r->largest;
    if (most == INT64_MAX) too_much = false;
    if (least == INT64_MIN) too_little = false;
    for (uint32_t k = 0; k < r->n && (too_much || too_little) && !u->conflict; k++) {
        kf_lit l = u->rows->literals[r->start + k];
        int64_t c = u->rows->coefficients[r->start + k];
        uint32_t atom = kf_lit_atom(l).id;
        if (u->value[atom] >= 0 || c == 0) continue;
        if (too_much && u->low[row] > most - c) kf_units_fix(u, atom, kf_lit_negated(l));
        else if (too_little && u->high[row] < least + c) kf_units_fix(u, atom, !kf_lit_negated(l));
    }
}

void kf_units_run(kf_units *u)
{
    while (u->n_queue > 0 && !u->conflict) {
        uint32_t row = u->queue[--u->n_queue];
        u->queued[row] = false;
        look(u, row);
    }
    for (; u->n_queue > 0; u->n_queue--) u->queued[u->queue[u->n_queue - 1]] = false;
}

void kf_units_undo(kf_units *u, uint32_t mark)
{
    assert(mark <= u->n_trail);
    for (; u->n_trail > mark; u->n_trail--) {
        uint32_t atom = u->trail[u->n_trail - 1];
        assert(u->value[atom] >= 0 && u->rows->fixed[atom] < 0); /* it was open before */
        count(u, atom, u->value[atom], -1);
        u->value[atom] = -1;
    }
    u->conflict = false;
}
