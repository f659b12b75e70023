/* stalls.c -- see stalls.h. */
#include "solve/lp/stalls.h"

#include "base/check.h"

#include <math.h>

/* How large a component is, on a scale that fits into a note. */
static uint8_t magnitude(const kf_component *p)
{
    assert(p->n_atoms > 0);
    return (uint8_t)(1 + 7 * log2(p->n_atoms));
}

static uint64_t stall_key(const kf_component *p, uint32_t atom)
{
    return kf_recall_mix(p->names[atom], 0x57a11);
}

bool kf_stall_is_noted(const kf_task *task)
{
    const kf_component *p = task->component;
    uint32_t n = 0;
    if (!task->recall || !p->names || !kf_uses(task, KF_ASCENT)) return false;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        uint8_t value = kf_recall_get(task->recall, stall_key(p, i));
        n += value > 0 && value <= magnitude(p) + 2;
    }
    return n > p->n_atoms / 2;
}

kerf_status kf_stall_note(const kf_task *task)
{
    const kf_component *p = task->component;
    if (!task->notes || !p->names) return KERF_OK;
    for (uint32_t i = 0; i < p->n_atoms; i++)
        if (!kf_vec_push(task->mem, task->notes, (kf_note){ stall_key(p, i), magnitude(p) }))
            return KERF_NO_MEMORY;
    return KERF_OK;
}
