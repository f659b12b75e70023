/* proof_block.c -- what constraints that are taken together cost at least; see proof_block.h.
 *
 * First hard constraints decide what atoms they can. Then each variable gets its values: all
 * choices for its atoms that break no hard constraint within it. So a group of which one atom is
 * true has as many values as atoms. Every constraint becomes a table over its variables, or a sum
 * that is carried along, and the variables are eliminated in the order of the certificate. Leaving
 * worlds out that break something hard and rounding costs down, nothing comes out that is too
 * large. */
#include "verify/proof_block.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct listing { /* the values of a variable */
    struct building *g;
    uint32_t variable, n; /* atoms that are not decided */
    const uint32_t *atoms;
    KF_VEC(uint8_t) choices; /* by value and atom */
    uint32_t n_values, tries;
} listing;

typedef struct member { /* a constraint, as it is left */
    const kf_bound_constraint *c;
    uint64_t least, most, low, high; /* low, high: of its sum, by the atoms decided or chosen */
} member;

typedef struct occurrence {
    uint32_t member, coefficient;
    bool negated;
} occurrence;

typedef struct building {
    kf_block_run *r;
    const kf_block_task *task;
    uint32_t n_atoms; /* of the block, by place */
    int8_t *value;    /* by atom: -1, or decided */
    uint32_t *variable_of;
    member *members;
    uint32_t n_members;
    uint32_t *start; /* by atom: where its occurrences are */
    occurrence *occurs;
    uint32_t *queue, n_queue; /* members whose atoms have been decided */
    bool *queued;
    bool *inside;              /* by member: hard, and its open atoms are of one variable */
    uint32_t **atoms, *n_open; /* by variable: atoms that are open */
    uint8_t **choices;         /* by variable: by value and open atom */
    bool none;
} building;

/* ---- Constraints and atoms ---- */

static const kf_bound_term *terms_of(const building *g, const member *m)
{
    return g->task->b->terms.at + m->c->start;
}

static uint32_t place_of(const building *g, const kf_bound_term *t)
{
    return g->task->local[t->literal / 2 - g->task->component->first_atom];
}

/* -1: open. */
static int fixed_of(const building *g, const kf_bound_term *t)
{
    uint32_t place = place_of(g, t);
    return place == KF_NONE ? g->task->fixed[t->literal / 2 - g->task->component->first_atom]
                            : g->value[place];
}

static kerf_status add_member(building *g, uint32_t i)
{
    const kf_proof_block *block = g->task->block;
    const kf_bound *b = g->task->b;
    member *m = &g->members[i];
    m->c = &b->constraints.at[b->members.at[block->first_member + i].constraint];
    m->least = m->c->count ? m->c->least : 1;
    m->most = m->c->count ? m->c->most : KF_NO_LIMIT;
    for (uint32_t k = 0; k < m->c->n; k++) {
        const kf_bound_term *t = &terms_of(g, m)[k];
        int value = fixed_of(g, t);
        if (value < 0 && place_of(g, t) == KF_NONE)
            return kf_bound_blame(g->task->b, block->line,
                                  "this block does not eliminate all atoms of the constraint on "
                                  "line %u",
                                  m->c->line);
        bool sure = value >= 0 && value != (int)(t->literal & 1);
        if (sure) m->low += t->coefficient;
        if (sure || value < 0) m->high += t->coefficient;
        if (value < 0) g->start[place_of(g, t) + 1]++;
    }
    return KERF_OK;
}

static kerf_status add_members(building *g)
{
    kf_arena *arena = &g->r->arena;
    for (uint32_t i = 0; i < g->n_members; i++) KF_TRY(add_member(g, i));
    for (uint32_t a = 0; a < g->n_atoms; a++) g->start[a + 1] += g->start[a];
    g->occurs = kf_arena_alloc(arena, g->start[g->n_atoms], sizeof *g->occurs);
    uint32_t *next = kf_arena_copy(arena, g->start, g->n_atoms, sizeof *next);
    if (!g->occurs || !next) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < g->n_members; i++)
        for (uint32_t k = 0; k < g->members[i].c->n; k++) {
            const kf_bound_term *t = &terms_of(g, &g->members[i])[k];
            if (fixed_of(g, t) >= 0) continue;
            occurrence o = { i, t->coefficient, t->literal & 1 };
            g->occurs[next[place_of(g, t)]++] = o;
        }
    return KERF_OK;
}

static bool is_broken(const member *m)
{
    return m->c->hard && (m->high < m->least || m->low > m->most);
}

/* An atom gets a value, or loses it again. False: it breaks something hard, of what counts. */
static bool set(building *g, uint32_t atom, bool value, bool inside)
{
    bool good = true;
    for (uint32_t k = g->start[atom]; k < g->start[atom + 1]; k++) {
        const occurrence *o = &g->occurs[k];
        member *m = &g->members[o->member];
        if (value != o->negated) m->low += o->coefficient;
        else m->high -= o->coefficient;
        if (!inside || g->inside[o->member]) good &= !is_broken(m);
    }
    return good;
}

static void unset(building *g, uint32_t atom, bool value)
{
    for (uint32_t k = g->start[atom]; k < g->start[atom + 1]; k++) {
        const occurrence *o = &g->occurs[k];
        member *m = &g->members[o->member];
        if (value != o->negated) m->low -= o->coefficient;
        else m->high += o->coefficient;
    }
}

/* ---- What hard constraints decide ---- */

static void decide(building *g, uint32_t atom, bool value)
{
    g->value[atom] = value;
    g->none |= !set(g, atom, value, false);
    for (uint32_t k = g->start[atom]; k < g->start[atom + 1]; k++) {
        uint32_t m = g->occurs[k].member;
        if (g->queued[m] || !g->members[m].c->hard) continue;
        g->queued[m] = true;
        g->queue[g->n_queue++] = m;
    }
}

/* Every literal without which it cannot hold, or with which. */
static void decide_by(building *g, const member *m)
{
    for (uint32_t k = 0; k < m->c->n && !g->none; k++) {
        const kf_bound_term *t = &terms_of(g, m)[k];
        if (fixed_of(g, t) >= 0) continue;
        if (m->high - t->coefficient < m->least) decide(g, place_of(g, t), !(t->literal & 1));
        else if (m->low + t->coefficient > m->most) decide(g, place_of(g, t), t->literal & 1);
    }
}

static void decide_all(building *g)
{
    for (uint32_t i = 0; i < g->n_members; i++) {
        const member *m = &g->members[i];
        g->none |= is_broken(m);
        g->queued[i] = m->c->hard;
        if (m->c->hard) g->queue[g->n_queue++] = i;
    }
    while (g->n_queue > 0 && !g->none) {
        uint32_t i = g->queue[--g->n_queue];
        g->queued[i] = false;
        decide_by(g, &g->members[i]);
    }
}

/* ---- Values of a variable ---- */

static kerf_status list_values(listing *l, uint32_t depth, uint8_t *chosen)
{
    building *g = l->g;
    if (++l->tries > KF_BLOCK_TRIES || l->n_values > KF_BLOCK_VALUES)
        return kf_bound_blame(g->task->b, g->task->block->line,
                              "a variable of this block has too many values");
    if (depth == l->n) {
        l->n_values++;
        if (!kf_vec_reserve(g->r->mem, &l->choices, l->n)) return KERF_NO_MEMORY;
        if (l->n > 0) memcpy(l->choices.at + l->choices.n, chosen, l->n);
        l->choices.n += l->n;
        return KERF_OK;
    }
    kerf_status status = KERF_OK;
    for (int value = 0; value < 2 && status == KERF_OK; value++) {
        chosen[depth] = (uint8_t)value;
        if (set(g, l->atoms[depth], value, true)) status = list_values(l, depth + 1, chosen);
        unset(g, l->atoms[depth], value);
    }
    return status;
}

static kerf_status add_variable(building *g, uint32_t v)
{
    const kf_proof_block *block = g->task->block;
    const kf_proof_variable *from = &g->task->b->variables.at[block->first_variable + v];
    kf_arena *arena = &g->r->arena;
    uint32_t n = 0;
    uint32_t *atoms = kf_arena_alloc(arena, from->end - from->first, sizeof *atoms);
    uint8_t *chosen = kf_arena_alloc(arena, from->end - from->first, sizeof *chosen);
    if (!atoms || !chosen) return KERF_NO_MEMORY;
    for (size_t k = from->first; k < from->end; k++) {
        uint32_t place = (uint32_t)(k - block->first_atom);
        if (g->value[place] < 0) atoms[n++] = place;
    }
    g->atoms[v] = atoms;
    g->n_open[v] = n;
    listing l = { .g = g, .variable = v, .n = n, .atoms = atoms };
    kerf_status status = list_values(&l, 0, chosen);
    if (status == KERF_OK) {
        g->choices[v] = kf_arena_copy(arena, l.choices.at, l.choices.n, 1);
        if (!g->choices[v]) status = KERF_NO_MEMORY;
    }
    kf_vec_free(g->r->mem, &l.choices);
    g->r->size[v] = l.n_values;
    g->none |= l.n_values == 0;
    return status;
}

/* Hard constraints whose open atoms are of one variable: they leave it fewer values. */
static void find_inside(building *g)
{
    for (uint32_t i = 0; i < g->n_members; i++) {
        const member *m = &g->members[i];
        uint32_t variable = KF_NONE;
        g->inside[i] = m->c->hard;
        for (uint32_t k = 0; g->inside[i] && k < m->c->n; k++) {
            const kf_bound_term *t = &terms_of(g, m)[k];
            if (fixed_of(g, t) >= 0) continue;
            uint32_t v = g->variable_of[place_of(g, t)];
            g->inside[i] = variable == KF_NONE || variable == v;
            variable = v;
        }
    }
}

/* ---- Costs ---- */

/* Each cost that is there, after the other; 0: no more. */
static double next_cost(const building *g, uint32_t *i)
{
    while (*i < 2 * g->n_members + g->n_atoms) {
        uint32_t k = (*i)++;
        const kf_bound_constraint *c = k < 2 * g->n_members ? g->members[k / 2].c : NULL;
        double x = !c      ? fabs(g->task->price[k - 2 * g->n_members])
                   : k % 2 ? c->when_true.high
                           : c->when_false.high;
        if (x > 0) return x;
    }
    return 0;
}

/* All costs in sum are 2^KF_BLOCK_BITS units at most. */
static void choose_unit(building *g)
{
    double most = 0, sum = 0, x;
    int exponent, more;
    for (uint32_t i = 0; (x = next_cost(g, &i)) > 0;) most = fmax(most, x);
    frexp(most, &exponent);
    for (uint32_t i = 0; (x = next_cost(g, &i)) > 0;) sum += ldexp(x, -exponent);
    frexp(sum, &more);
    g->r->power = KF_BLOCK_BITS - exponent - more;
    if (g->r->power > 1000) g->r->power = 1000;
}

static double whole(const building *g, double x)
{
    return floor(ldexp(x, g->r->power));
}

static double cost_of(const building *g, const kf_low *x)
{
    return whole(g, x->high) + whole(g, x->low);
}

static kerf_status price_variable(building *g, uint32_t v)
{
    kf_block_run *r = g->r;
    r->unary[v] = kf_arena_alloc(&r->arena, r->size[v], sizeof **r->unary);
    if (!r->unary[v]) return KERF_NO_MEMORY;
    for (uint64_t a = 0; a < r->size[v]; a++)
        for (uint32_t k = 0; k < g->n_open[v]; k++)
            if (g->choices[v][a * g->n_open[v] + k])
                r->unary[v][a] += whole(g, g->task->price[g->atoms[v][k]]);
    return KERF_OK;
}

/* What hard constraints have made true pays all the same; what branches have is the caller's. */
static void pay_decided(building *g)
{
    const kf_block_task *t = g->task;
    for (uint32_t a = 0; a < g->n_atoms; a++) {
        uint32_t atom = t->b->block_atoms.at[t->block->first_atom + a];
        if (g->value[a] == 1 && t->fixed[atom - t->component->first_atom] < 0)
            g->r->total += whole(g, t->price[a]);
    }
}

/* ---- Rows ---- */

static kerf_status add_share(building *g, kf_proof_block_row *row, const kf_bound_term *t)
{
    kf_block_run *r = g->r;
    uint32_t place = place_of(g, t), v = g->variable_of[place], i = 0, k = 0;
    while (row->variable[i] != v) i++;
    while (g->atoms[v][k] != place) k++;
    if (!row->share[i]) {
        row->share[i] = kf_arena_alloc(&r->arena, r->size[v], sizeof **row->share);
        if (!row->share[i]) return KERF_NO_MEMORY;
    }
    for (uint64_t a = 0; a < r->size[v]; a++)
        if (g->choices[v][a * g->n_open[v] + k] != (t->literal & 1))
            row->share[i][a] += t->coefficient;
    return KERF_OK;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static kerf_status find_variables(building *g, kf_proof_block_row *row, const member *m)
{
    uint32_t n = 0;
    row->variable = kf_arena_alloc(&g->r->arena, m->c->n, sizeof *row->variable);
    row->share = kf_arena_alloc(&g->r->arena, m->c->n, sizeof *row->share);
    if (!row->variable || !row->share) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < m->c->n; k++) {
        const kf_bound_term *t = &terms_of(g, m)[k];
        if (fixed_of(g, t) < 0) row->variable[n++] = g->variable_of[place_of(g, t)];
    }
    if (n > 0) qsort(row->variable, n, sizeof *row->variable, by_number);
    for (uint32_t k = 0; k < n; k++)
        if (row->n == 0 || row->variable[row->n - 1] != row->variable[k])
            row->variable[row->n++] = row->variable[k];
    return KERF_OK;
}

/* What the variables from each one on contribute. */
static kerf_status add_ranges(building *g, kf_proof_block_row *row)
{
    kf_arena *arena = &g->r->arena;
    row->low = kf_arena_alloc(arena, row->n + (size_t)1, sizeof *row->low);
    row->high = kf_arena_alloc(arena, row->n + (size_t)1, sizeof *row->high);
    if (!row->low || !row->high) return KERF_NO_MEMORY;
    for (uint32_t i = row->n; i-- > 0;) {
        uint64_t low = UINT64_MAX, high = 0;
        for (uint64_t a = 0; a < g->r->size[row->variable[i]]; a++) {
            if (row->share[i][a] < low) low = row->share[i][a];
            if (row->share[i][a] > high) high = row->share[i][a];
        }
        row->low[i] = row->low[i + 1] + low;
        row->high[i] = row->high[i + 1] + high;
    }
    return KERF_OK;
}

/* A row without variables is a number. */
static kerf_status add_row(building *g, uint32_t i)
{
    const member *m = &g->members[i];
    kf_block_run *r = g->r;
    kf_proof_block_row row = { .line = m->c->line, .hard = m->c->hard };
    bool costs = g->task->costs[i];
    row.sum = g->task->b->members.at[g->task->block->first_member + i].sum;
    row.base = m->low;
    row.least = m->least;
    row.most = m->most;
    row.if_holds = costs ? cost_of(g, &m->c->when_true) : 0;
    row.if_not = row.hard ? INFINITY : costs ? cost_of(g, &m->c->when_false) : 0;
    KF_TRY(find_variables(g, &row, m));
    if (row.n == 0) {
        r->total += kf_block_cost(&row, row.base);
        return KERF_OK;
    }
    for (uint32_t k = 0; k < m->c->n; k++) {
        const kf_bound_term *t = &terms_of(g, m)[k];
        if (fixed_of(g, t) < 0) KF_TRY(add_share(g, &row, t));
    }
    if (row.sum) KF_TRY(add_ranges(g, &row));
    r->rows[r->n_rows++] = row;
    return row.sum ? kf_block_open_sum(r, r->n_rows - 1) : KERF_OK;
}

static kerf_status find_uses(kf_block_run *r)
{
    r->first = kf_arena_alloc(&r->arena, r->n_variables + (size_t)1, sizeof *r->first);
    if (!r->first) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_rows; i++)
        for (uint32_t k = 0; k < r->rows[i].n; k++) r->first[r->rows[i].variable[k] + 1]++;
    for (uint32_t v = 0; v < r->n_variables; v++) r->first[v + 1] += r->first[v];
    r->uses = kf_arena_alloc(&r->arena, r->first[r->n_variables], sizeof *r->uses);
    uint32_t *next = kf_arena_copy(&r->arena, r->first, r->n_variables, sizeof *next);
    if (!r->uses || !next) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n_rows; i++)
        for (uint32_t k = 0; k < r->rows[i].n; k++) r->uses[next[r->rows[i].variable[k]]++] = i;
    return KERF_OK;
}

/* ---- Tables ---- */

/* One over the same variables; NULL: there is none. */
static kf_proof_block_table *find_alike(const kf_block_run *r, const kf_proof_block_row *row)
{
    for (kf_proof_block_table *t = r->bucket[row->variable[0]]; t; t = t->next) {
        uint32_t i = 0;
        while (i < row->n && t->n == row->n && t->axis[i] == row->variable[row->n - 1 - i]) i++;
        if (i == row->n) return t;
    }
    return NULL;
}

static kerf_status open_table(kf_block_run *r, const kf_proof_block_row *row,
                              kf_proof_block_table **out)
{
    uint32_t *axis = kf_arena_alloc(&r->arena, row->n, sizeof *axis);
    uint64_t *size = kf_arena_alloc(&r->arena, row->n, sizeof *size);
    kerf_status status;
    if (!axis || !size) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < row->n; i++) {
        axis[i] = row->variable[row->n - 1 - i];
        size[i] = r->size[axis[i]];
    }
    *out = kf_block_open_table(r, row->n, axis, size, &status);
    if (!*out) return status;
    for (uint64_t c = 0; c < (*out)->n_cells; c++) (*out)->cells[c] = 0;
    kf_block_put(r, *out);
    return KERF_OK;
}

static kerf_status add_table(kf_block_run *r, const kf_proof_block_row *row)
{
    uint64_t *digit = kf_arena_alloc(&r->arena, row->n, sizeof *digit);
    kf_proof_block_table *t = find_alike(r, row);
    if (!digit) return KERF_NO_MEMORY;
    if (!t) KF_TRY(open_table(r, row, &t));
    r->work += t->n_cells;
    for (uint64_t c = 0; c < t->n_cells; c++) {
        uint64_t sum = row->base;
        for (uint32_t i = 0; i < row->n; i++) sum += row->share[row->n - 1 - i][digit[i]];
        t->cells[c] += kf_block_cost(row, sum);
        for (uint32_t i = row->n; i-- > 0;) { /* count on */
            if (++digit[i] < t->size[i]) break;
            digit[i] = 0;
        }
    }
    return KERF_OK;
}

/* ---- All of it ---- */

static kerf_status open_building(building *g)
{
    kf_block_run *r = g->r;
    const kf_proof_block *block = g->task->block;
    const kf_bound *b = g->task->b;
    kf_arena *arena = &r->arena;
    g->value = kf_arena_alloc(arena, g->n_atoms, sizeof *g->value);
    g->variable_of = kf_arena_alloc(arena, g->n_atoms, sizeof *g->variable_of);
    g->start = kf_arena_alloc(arena, g->n_atoms + (size_t)1, sizeof *g->start);
    g->members = kf_arena_alloc(arena, g->n_members, sizeof *g->members);
    g->queue = kf_arena_alloc(arena, g->n_members, sizeof *g->queue);
    g->queued = kf_arena_alloc(arena, g->n_members, sizeof *g->queued);
    g->inside = kf_arena_alloc(arena, g->n_members, sizeof *g->inside);
    g->atoms = kf_arena_alloc(arena, r->n_variables, sizeof *g->atoms);
    g->n_open = kf_arena_alloc(arena, r->n_variables, sizeof *g->n_open);
    g->choices = kf_arena_alloc(arena, r->n_variables, sizeof *g->choices);
    r->size = kf_arena_alloc(arena, r->n_variables, sizeof *r->size);
    r->unary = kf_arena_alloc(arena, r->n_variables, sizeof *r->unary);
    r->rows = kf_arena_alloc(arena, g->n_members, sizeof *r->rows);
    r->sums = kf_arena_alloc(arena, g->n_members, sizeof(kf_block_sums *));
    r->bucket = kf_arena_alloc(arena, r->n_variables, sizeof *r->bucket);
    if (!g->value || !g->variable_of || !g->start || !g->members || !g->queue || !g->queued
        || !g->inside || !g->atoms || !g->n_open || !g->choices || !r->size || !r->unary || !r->rows
        || !r->sums || !r->bucket)
        return KERF_NO_MEMORY;
    for (uint32_t v = 0; v < r->n_variables; v++) {
        const kf_proof_variable *x = &b->variables.at[block->first_variable + v];
        for (size_t k = x->first; k < x->end; k++) g->variable_of[k - block->first_atom] = v;
    }
    return KERF_OK;
}

static kerf_status build(building *g)
{
    kf_block_run *r = g->r;
    KF_TRY(add_members(g));
    decide_all(g);
    if (g->none) return KERF_OK;
    find_inside(g);
    for (uint32_t v = 0; v < r->n_variables; v++) KF_TRY(add_variable(g, v));
    if (g->none) return KERF_OK;
    choose_unit(g);
    for (uint32_t v = 0; v < r->n_variables; v++) KF_TRY(price_variable(g, v));
    pay_decided(g);
    for (uint32_t i = 0; i < g->n_members; i++) KF_TRY(add_row(g, i));
    KF_TRY(find_uses(r));
    for (uint32_t i = 0; i < r->n_rows; i++)
        if (!r->rows[i].sum) KF_TRY(add_table(r, &r->rows[i]));
    return KERF_OK;
}

/* Which atom of the block is where. */
static void set_places(const kf_block_task *t, bool in)
{
    for (size_t k = t->block->first_atom; k < t->block->end_atom; k++)
        t->local[t->b->block_atoms.at[k] - t->component->first_atom] =
            in ? (uint32_t)(k - t->block->first_atom) : KF_NONE;
}

static kerf_status run(kf_block_run *r, building *g, kf_dyadic *least, bool *none)
{
    KF_TRY(build(g));
    for (uint32_t v = 0; v < r->n_variables && !g->none; v++) KF_TRY(kf_block_eliminate(r, v));
    *none = g->none || isinf(r->total);
    if (*none) return KERF_OK;
    assert(fabs(r->total) <= 0x1p53 && r->total == floor(r->total));
    if (r->total < 0) kf_dyadic_subtract(least, ldexp(1, -r->power), (uint64_t)-r->total);
    else kf_dyadic_add(least, ldexp(1, -r->power), (uint64_t)r->total);
    return KERF_OK;
}

kerf_status kf_block_least(const kf_block_task *t, kf_dyadic *least, bool *none)
{
    kf_block_run r = { .task = t, .mem = t->b->mem };
    building g = { .r = &r, .task = t };
    kf_arena_init(&r.arena, r.mem);
    r.n_variables = (uint32_t)(t->block->end_variable - t->block->first_variable);
    g.n_atoms = (uint32_t)(t->block->end_atom - t->block->first_atom);
    g.n_members = (uint32_t)(t->block->end_member - t->block->first_member);
    kerf_status status = open_building(&g);
    if (status == KERF_OK) {
        set_places(t, true);
        for (uint32_t a = 0; a < g.n_atoms; a++)
            g.value[a] = (int8_t)t->fixed[t->b->block_atoms.at[t->block->first_atom + a]
                                          - t->component->first_atom];
        status = run(&r, &g, least, none);
        set_places(t, false);
        for (uint32_t v = 0; r.bucket && v < r.n_variables; v++)
            for (kf_proof_block_table *x = r.bucket[v]; x; x = x->next) kf_block_close_table(&r, x);
    }
    kf_arena_free(&r.arena);
    return status;
}
