/* factors.c -- factors are added up, and variables with few neighbours eliminated; see factors.h.
 *
 * Eliminating a variable puts the least cost over its values, for each choice of its neighbours, in
 * place of its factors: the least cost of the rest is that of the whole. Its own value follows from
 * the others' at the end. All is in whole numbers, so nothing is lost. It makes the bound of
 * factor_messages.c stronger, since what is joined in one factor is minimised exactly. */
#include "solve/tables/factors.h"

#include "base/check.h"

#include <string.h>

/* Eliminated are variables with so many neighbours at most, whose joint cells are so many at
 * most. */
enum { MOST_NEIGHBOURS = 4, MOST_CELLS = 256 };

kerf_status kf_factors_open(kf_factors *t, uint32_t n, const uint32_t *sizes, kf_mem *mem)
{
    memset(t, 0, sizeof *t);
    t->mem = mem;
    kf_arena_init(&t->arena, mem);
    t->n_variables = n;
    t->sizes = kf_arena_copy(&t->arena, sizes, n, sizeof *sizes);
    t->uses = kf_arena_alloc(&t->arena, n, sizeof *t->uses);
    t->out = kf_arena_alloc(&t->arena, n, sizeof *t->out);
    return t->sizes && t->uses && t->out ? KERF_OK : KERF_NO_MEMORY;
}

void kf_factors_close(kf_factors *t)
{
    if (!t->mem) return;
    kf_vec_free(t->mem, &t->at);
    kf_vec_free(t->mem, &t->eliminated);
    kf_arena_free(&t->arena);
    t->mem = NULL;
}

/* A factor is found by way of several lists, each elsewhere in memory. */
enum { STEPS_PER_FACTOR = 8 };

static kerf_status spend(kf_factors *t, uint64_t steps)
{
    return kf_patience_spend(&t->patience, steps) ? KERF_OK : KERF_INTERRUPTED;
}

/* ---- Adding ---- */

static uint64_t count_cells(const kf_factors *t, uint32_t n, const uint32_t *scope)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < n; i++) cells *= t->sizes[scope[i]];
    return cells;
}

/* Adds costs over some of its variables to a factor. */
static void add_cells(const kf_factors *t, kf_whole_factor *to, uint32_t n, const uint32_t *scope,
                      const double *cells)
{
    uint32_t step[KF_FACTOR_VARIABLES] = { 0 }, digit[KF_FACTOR_VARIABLES] = { 0 };
    uint32_t stride = 1, at = 0;
    assert(n <= to->n && to->n <= KF_FACTOR_VARIABLES);
    for (uint32_t k = n; k-- > 0; stride *= t->sizes[scope[k]]) {
        uint32_t i = 0;
        while (to->scope[i] != scope[k]) i++;
        step[i] = stride;
    }
    for (uint32_t c = 0; c < to->size; c++) {
        double sum = to->cells[c] + cells[at];
        to->cells[c] = sum < KF_COST_LIMIT ? sum : INFINITY;
        for (uint32_t i = to->n; i-- > 0;) { /* count on */
            at += step[i];
            if (++digit[i] < t->sizes[to->scope[i]]) break;
            at -= step[i] * digit[i];
            digit[i] = 0;
        }
    }
}

static kf_whole_factor *new_factor(kf_factors *t, uint32_t n, const uint32_t *scope)
{
    kf_whole_factor *f = kf_arena_alloc(&t->arena, 1, sizeof *f);
    if (!f) return NULL;
    f->n = n;
    f->size = (uint32_t)count_cells(t, n, scope);
    f->scope = kf_arena_copy(&t->arena, scope, n, sizeof *scope);
    f->cells = kf_arena_alloc(&t->arena, f->size, sizeof *f->cells);
    return f->scope && f->cells ? f : NULL;
}

static bool has_all(const kf_whole_factor *f, uint32_t n, const uint32_t *scope)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < f->n && k < n; i++) k += f->scope[i] == scope[k];
    return k == n;
}

/* A factor with all of these variables; NULL: there is none. */
static kf_whole_factor *find_around(const kf_factors *t, uint32_t n, const uint32_t *scope)
{
    const struct kf_factor_ids *fewest = &t->uses[scope[0]];
    for (uint32_t i = 1; i < n; i++)
        if (t->uses[scope[i]].n < fewest->n) fewest = &t->uses[scope[i]];
    for (size_t k = 0; k < fewest->n; k++) {
        kf_whole_factor *f = t->at.at[fewest->at[k]];
        if (!f->gone && has_all(f, n, scope)) return f;
    }
    return NULL;
}

static bool add_use(kf_factors *t, struct kf_factor_ids *uses, uint32_t id)
{
    if (uses->n == uses->room) {
        uint32_t room = uses->room ? 2 * uses->room : 4;
        uint32_t *at = kf_arena_room(&t->arena, room, sizeof *at);
        if (!at) return false;
        if (uses->n > 0) memcpy(at, uses->at, uses->n * sizeof *at);
        uses->at = at;
        uses->room = room;
    }
    uses->at[uses->n++] = id;
    return true;
}

static kerf_status put(kf_factors *t, kf_whole_factor *f)
{
    uint32_t id = (uint32_t)t->at.n;
    if (!kf_vec_push(t->mem, &t->at, f)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < f->n; i++)
        if (!add_use(t, &t->uses[f->scope[i]], id)) return KERF_NO_MEMORY;
    return KERF_OK;
}

kerf_status kf_factors_add(kf_factors *t, uint32_t n, const uint32_t *scope, const double *cells)
{
    assert(n <= KF_FACTOR_VARIABLES);
    if (n == 0) {
        double sum = t->constant + cells[0];
        t->constant = sum < KF_COST_LIMIT ? sum : INFINITY;
        return KERF_OK;
    }
    KF_TRY(spend(t, STEPS_PER_FACTOR));
    kf_whole_factor *f = find_around(t, n, scope);
    if (!f) {
        f = new_factor(t, n, scope);
        if (!f) return KERF_NO_MEMORY;
        KF_TRY(put(t, f));
    }
    add_cells(t, f, n, scope, cells);
    return KERF_OK;
}

/* ---- Elimination ---- */

static void insert(uint32_t *scope, uint32_t *n, uint32_t variable)
{
    uint32_t j = *n;
    for (; j > 0 && scope[j - 1] > variable; j--) scope[j] = scope[j - 1];
    scope[j] = variable;
    ++*n;
}

/* The variables beside it in its factors, ascending; false: more than `most`. */
static bool find_neighbours(const kf_factors *t, uint32_t v, uint32_t most, uint32_t *scope,
                            uint32_t *n)
{
    const struct kf_factor_ids *uses = &t->uses[v];
    *n = 0;
    for (size_t k = 0; k < uses->n; k++) {
        const kf_whole_factor *f = t->at.at[uses->at[k]];
        for (uint32_t i = 0; i < f->n; i++) {
            uint32_t j = 0;
            while (j < *n && scope[j] != f->scope[i]) j++;
            if (j < *n || f->scope[i] == v) continue;
            if (*n == most) return false;
            insert(scope, n, f->scope[i]);
        }
    }
    return true;
}

/* Joins its factors, the variable last, and leaves the least over it. */
static kerf_status eliminate(kf_factors *t, uint32_t v, uint32_t n, uint32_t *scope)
{
    scope[n] = v;
    kf_whole_factor *joined = new_factor(t, n + 1, scope);
    if (!joined) return KERF_NO_MEMORY;
    for (size_t k = 0; k < t->uses[v].n; k++) {
        kf_whole_factor *f = t->at.at[t->uses[v].at[k]];
        add_cells(t, joined, f->n, f->scope, f->cells);
        f->gone = true;
    }
    t->out[v] = true;
    if (!kf_vec_push(t->mem, &t->eliminated, (kf_eliminated){ v, joined })) return KERF_NO_MEMORY;
    double least[MOST_CELLS];
    uint32_t d = t->sizes[v];
    uint32_t cells = joined->size / d;
    assert(cells >= 1 && cells <= MOST_CELLS);
    for (uint32_t c = 0; c < cells; c++) {
        least[c] = INFINITY;
        for (uint32_t a = 0; a < d; a++) least[c] = fmin(least[c], joined->cells[c * d + a]);
    }
    return kf_factors_add(t, n, scope, least);
}

static void forget_gone(kf_factors *t, uint32_t v)
{
    struct kf_factor_ids *uses = &t->uses[v];
    uint32_t n = 0;
    for (uint32_t k = 0; k < uses->n; k++)
        if (!t->at.at[uses->at[k]]->gone) uses->at[n++] = uses->at[k];
    uses->n = n;
}

/* All variables with so many neighbours at most, once. */
static kerf_status eliminate_all(kf_factors *t, uint32_t most, bool *some)
{
    uint32_t scope[MOST_NEIGHBOURS + 1], n;
    *some = false;
    for (uint32_t v = 0; v < t->n_variables; v++) {
        if (t->out[v]) continue;
        KF_TRY(spend(t, STEPS_PER_FACTOR * (1 + (uint64_t)t->uses[v].n)));
        forget_gone(t, v);
        if (!find_neighbours(t, v, most, scope, &n)) continue;
        if (count_cells(t, n, scope) * t->sizes[v] > MOST_CELLS) continue;
        KF_TRY(eliminate(t, v, n, scope));
        *some = true;
    }
    return KERF_OK;
}

static kerf_status merge_parts(kf_factors *t)
{
    for (size_t k = 0; k < t->at.n; k++) {
        kf_whole_factor *f = t->at.at[k];
        if (f->gone) continue;
        KF_TRY(spend(t, STEPS_PER_FACTOR));
        f->gone = true;
        kf_whole_factor *larger = find_around(t, f->n, f->scope);
        if (larger) add_cells(t, larger, f->n, f->scope, f->cells);
        f->gone = larger != NULL;
    }
    return KERF_OK;
}

kerf_status kf_factors_shrink(kf_factors *t)
{
    uint32_t most = 0;
    while (most <= MOST_NEIGHBOURS) { /* those with the fewest first */
        bool some;
        KF_TRY(eliminate_all(t, most, &some));
        most = some && most > 0 ? 1 : most + 1;
    }
    KF_TRY(merge_parts(t));
    for (uint32_t v = 0; v < t->n_variables; v++) {
        KF_TRY(spend(t, 1 + (uint64_t)t->uses[v].n));
        forget_gone(t, v);
    }
    KF_CHECK(kf_factors_check(t));
    return KERF_OK;
}

/* ---- Values ---- */

static uint32_t index_of(const kf_factors *t, const kf_whole_factor *f, const uint32_t *values)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < f->n; i++) at = at * t->sizes[f->scope[i]] + values[f->scope[i]];
    return at;
}

void kf_factors_extend(const kf_factors *t, uint32_t *values)
{
    for (size_t k = t->eliminated.n; k-- > 0;) {
        const kf_eliminated *e = &t->eliminated.at[k];
        uint32_t best = 0;
        values[e->variable] = 0;
        const double *cells = e->joined->cells + index_of(t, e->joined, values);
        for (uint32_t a = 1; a < t->sizes[e->variable]; a++)
            if (cells[a] < cells[best]) best = a;
        values[e->variable] = best;
    }
}

double kf_factors_cost(const kf_factors *t, const uint32_t *values)
{
    double cost = t->constant;
    for (size_t k = 0; k < t->at.n; k++) {
        const kf_whole_factor *f = t->at.at[k];
        if (!f->gone) cost += f->cells[index_of(t, f, values)];
    }
    return cost;
}

#ifndef NDEBUG
void kf_factors_check(const kf_factors *t)
{
    for (size_t k = 0; k < t->at.n; k++) {
        const kf_whole_factor *f = t->at.at[k];
        if (f->gone) continue;
        assert(f->n > 0 && f->n <= KF_FACTOR_VARIABLES
               && f->size == count_cells(t, f->n, f->scope));
        for (uint32_t i = 0; i < f->n; i++)
            assert(!t->out[f->scope[i]] && (i == 0 || f->scope[i - 1] < f->scope[i]));
        for (uint32_t c = 0; c < f->size; c++)
            assert(isinf(f->cells[c]) || (f->cells[c] == rint(f->cells[c]) && f->cells[c] >= 0));
    }
}
#endif
