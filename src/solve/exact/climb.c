/* climb.c -- changes single atoms of a whole assignment for the better; see linear.h.
 *
 * The exact solver begins with what this makes of the hint and of the first bound's choices; where
 * nothing is feasible it is the answer. It also tells cheaply whether a neighbour of the best
 * assignment is as good. */
#include "solve/exact/linear.h"

#include "base/check.h"

#include <math.h>

enum { ROUNDS = 16 };

typedef struct change {
    int64_t broken;    /* hard rows */
    double cost, size; /* size: of what was added and taken away */
} change;

static void sum_rows(const kf_linear *r, const bool *assignment, int64_t *sum)
{
    for (uint32_t c = 0; c < r->n_rows; c++) {
        const kf_linear_row *row = &r->rows[c];
        sum[c] = 0;
        for (uint32_t i = row->start; i < row->start + row->n; i++)
            if (kf_lit_true(r->literals[i], assignment)) sum[c] += r->coefficients[i];
    }
}

static void weigh(change *by, const kf_linear_row *row, bool breaks)
{
    double w = row->weight;
    if (isinf(w)) {
        by->broken += breaks ? 1 : -1;
    } else {
        by->cost += breaks ? w : -w;
        by->size += w;
    }
}

/* What making this literal false, and its negation true, would change. */
static change flipping(const kf_linear *r, const int64_t *sum, kf_lit now)
{
    uint32_t atom = kf_lit_atom(now).id;
    double t = r->cost_true[atom], f = r->cost_false[atom];
    change by = { 0, kf_lit_negated(now) ? t - f : f - t, t + f };
    for (uint32_t k = r->first[now.code]; k < r->first[now.code + 1]; k++) {
        const kf_linear_row *row = &r->rows[r->uses[k].row];
        int64_t s = sum[r->uses[k].row];
        if (s >= row->goal && s - r->uses[k].coefficient < row->goal) weigh(&by, row, true);
    }
    uint32_t then = now.code ^ 1;
    for (uint32_t k = r->first[then]; k < r->first[then + 1]; k++) {
        const kf_linear_row *row = &r->rows[r->uses[k].row];
        int64_t s = sum[r->uses[k].row];
        if (s < row->goal && s + r->uses[k].coefficient >= row->goal) weigh(&by, row, false);
    }
    return by;
}

static void flip(const kf_linear *r, int64_t *sum, kf_lit now, bool *assignment)
{
    uint32_t then = now.code ^ 1;
    assert(kf_lit_true(now, assignment));
    for (uint32_t k = r->first[now.code]; k < r->first[now.code + 1]; k++)
        sum[r->uses[k].row] -= r->uses[k].coefficient;
    for (uint32_t k = r->first[then]; k < r->first[then + 1]; k++)
        sum[r->uses[k].row] += r->uses[k].coefficient;
    assignment[kf_lit_atom(now).id] = kf_lit_negated(now);
}

void kf_climb(const kf_linear *r, int64_t *sum, bool *assignment)
{
    bool changed = true;
    sum_rows(r, assignment, sum);
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t a = 0; a < r->n_atoms; a++) {
            kf_lit now = { 2 * a + !assignment[a] };
            change by = flipping(r, sum, now);
            if (by.broken > 0 || (by.broken == 0 && by.cost >= -1e-12 * by.size)) continue;
            flip(r, sum, now, assignment);
            changed = true;
        }
    }
}

bool kf_climb_tie(const kf_linear *r, int64_t *sum, const bool *assignment, double within)
{
    if (r->n_atoms > r->n_given) return false; /* the assignment does not say what those are */
    sum_rows(r, assignment, sum);
    for (uint32_t a = 0; a < r->n_given; a++) {
        change by = flipping(r, sum, (kf_lit){ 2 * a + !assignment[a] });
        if (by.broken == 0 && fabs(by.cost) <= within) return true;
    }
    return false;
}
