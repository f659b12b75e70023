/* proof_check.c -- the dual bound that a certificate proves, by weak duality in exact arithmetic.
 *
 * In a leaf some atoms are fixed. Each row used states "sum of coefficients times columns >= right"
 * of every assignment there. Columns are atoms in [0, 1] and, of a soft constraint, a z in [0, 1]
 * that is 1 where the constraint costs. With multipliers y >= 0, every assignment of the leaf costs
 * at least
 *
 *     sum of y * right + sum over columns of the least of (cost - sum of y * coefficient) * column.
 *
 * The rows, by constraint and part:
 *
 *     clause, no part    literals + z >= 1                    pays when false, or hard without z
 *     clause, part k     z >= literal k                       pays when true
 *     count, 1           S + M z >= least,  M = least - (least S of the leaf)
 *     count, 2           -S + M z >= -most, M = (greatest S) - most
 *     count, 3           -S + M z >= 1 - least, pays when it holds; S <= most must be sure
 *     count, 4           S + M z >= most + 1,   pays when it holds; S >= least must be sure
 *     count, 5           z >= 1, pays when false; the fixed atoms must make it so
 *     count, 6           z >= 1, pays when it holds; likewise
 *
 * Constraints of a block (proof_block.c) are taken together: their costs, and the columns of atoms
 * that the block is the first to eliminate, count by the least that any choice of values pays for
 * all of it. Another block may eliminate the atom as well. What it pays for that, its price, is
 * taken off the column: whatever the prices are, they add up to nothing.
 *
 * A refutation needs hard rows only: with no costs, a bound above 0 shows that no assignment
 * satisfies them. */
#include "verify/bound.h"

#include "base/check.h"
#include "base/grain.h"

#include <math.h>
#include <string.h>

typedef struct entry { /* of one column: minus `value` times `times`, or plus */
    double value;
    uint64_t times;
    bool minus;
    uint32_t next;
} entry;

typedef struct blocks { /* of the component */
    uint32_t *home;     /* by atom: its place in the first block that eliminates it; KF_NONE */
    uint32_t *next;     /* by place: that of the same atom in the next block */
    double *given;      /* by place: the price, as the nodes above give it */
    double *price;      /* by place: what the block pays, as of the last look at it */
    int *fixed;         /* by place: likewise */
    bool *costs;        /* by member: this block pays for the constraint */
    bool *paid;         /* by constraint: a block does */
    size_t *first_term; /* by member: its place in `seen` */
    int8_t *seen;       /* by term of a member: what its atom was fixed to at the last look */
    kf_dyadic *least;   /* by block */
    bool *none, *known; /* by block: nothing is left in it; these are right */
    uint32_t *local;    /* room, by atom */
} blocks;

typedef struct price_before {
    uint32_t place;
    double value;
} price_before;

typedef struct checker {
    kf_bound *b;
    const kf_proof_component *c;
    const kf_proof_node *node;
    int *fixed;      /* by atom of the component: -1, or its value */
    uint32_t *first; /* by column: atoms, then two for each constraint; entries, or KF_NONE */
    size_t n_columns;
    KF_VEC(entry) entries;
    KF_VEC(uint32_t) path; /* 2 * atom + (its second side is on) */
    KF_VEC(size_t) marks;  /* by branch on it: prices before */
    KF_VEC(price_before) before;
    kf_arena arena;
    blocks blocks;
    size_t first_place; /* of the component, in `block_atoms` */
    uint32_t n_places;
    kf_dyadic bound; /* of the leaf */
} checker;

/* ---- Rows ----------------------------------------------------------------------------------- */

static kerf_status add_entry(checker *k, size_t column, double y, uint64_t times, bool negative)
{
    assert(column < k->n_columns && y >= 0);
    entry e = { y, times, !negative, k->first[column] };
    if (times == 0 || y == 0) return KERF_OK;
    if (k->entries.n >= INT32_MAX) return KERF_LIMIT;
    if (!kf_vec_push(k->b->mem, &k->entries, e)) return KERF_NO_MEMORY;
    k->first[column] = (uint32_t)k->entries.n - 1;
    return KERF_OK;
}

/* y times (sum of literals), or minus that. A literal !x is 1 - x: the 1 goes to the right. */
static kerf_status add_literals(checker *k, const kf_bound_term *t, uint32_t n, double y,
                                bool minus)
{
    for (uint32_t i = 0; i < n; i++) {
        bool negated = t[i].literal & 1;
        size_t column = t[i].literal / 2 - k->c->first_atom;
        KF_TRY(add_entry(k, column, y, t[i].coefficient, negated != minus));
        if (!negated) continue;
        if (minus) kf_dyadic_add(&k->bound, y, t[i].coefficient);
        else kf_dyadic_subtract(&k->bound, y, t[i].coefficient);
    }
    return KERF_OK;
}

static size_t payer(const checker *k, uint32_t constraint, bool when_true)
{
    assert(constraint >= k->c->first_constraint && constraint < k->c->end_constraint);
    size_t atoms = k->c->end_atom - k->c->first_atom;
    return atoms + 2 * (size_t)(constraint - k->c->first_constraint) + when_true;
}

static kerf_status blame_row(checker *k, const kf_bound_constraint *c)
{
    return kf_bound_blame(k->b, k->node->line,
                          "a row of this leaf does not hold of the constraint on line %u", c->line);
}

static kerf_status use_clause(checker *k, const kf_proof_row *r, const kf_bound_constraint *c)
{
    const kf_bound_term *t = k->b->terms.at + c->start;
    if (r->part == 0) {
        kf_dyadic_add(&k->bound, r->multiplier, 1);
        KF_TRY(add_literals(k, t, c->n, r->multiplier, false));
        if (c->hard) return KERF_OK;
        return add_entry(k, payer(k, r->constraint, false), r->multiplier, 1, false);
    }
    if (r->part > c->n) return blame_row(k, c);
    KF_TRY(add_literals(k, t + r->part - 1, 1, r->multiplier, true));
    return add_entry(k, payer(k, r->constraint, true), r->multiplier, 1, false);
}

typedef struct range { /* of the sum in this leaf */
    uint64_t least, most;
} range;

static range sum_range(const checker *k, const kf_bound_constraint *c)
{
    range s = { 0, 0 };
    for (uint32_t i = 0; i < c->n; i++) {
        const kf_bound_term *t = &k->b->terms.at[c->start + i];
        int fixed = k->fixed[t->literal / 2 - k->c->first_atom];
        int value = fixed < 0 ? -1 : fixed != (int)(t->literal & 1);
        if (value == 1) s.least += t->coefficient;
        if (value != 0) s.most += t->coefficient;
    }
    assert(s.least <= s.most);
    return s;
}

static uint64_t above(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* z >= 1, or 0 >= 1. */
static kerf_status use_sure(checker *k, const kf_proof_row *r, uint64_t z, bool holds)
{
    kf_dyadic_add(&k->bound, r->multiplier, 1);
    return add_entry(k, payer(k, r->constraint, holds), r->multiplier, z, false);
}

static kerf_status use_count(checker *k, const kf_proof_row *r, const kf_bound_constraint *c)
{
    range s = sum_range(k, c);
    bool limited = c->most != KF_NO_LIMIT, minus = false;
    bool holds = r->part == 3 || r->part == 4 || r->part == 6; /* that is when it pays */
    uint64_t right = 0, lift = 0;                              /* S >= right, or -S >= -right */
    switch (r->part) {
    case 1:
        right = c->least;
        lift = above(c->least, s.least);
        break;
    case 2:
        if (!limited) return blame_row(k, c);
        minus = true;
        right = c->most;
        lift = above(s.most, c->most);
        break;
    case 3:
        if (c->least == 0 || s.most > c->most) return blame_row(k, c);
        minus = true;
        right = c->least - 1;
        lift = above(s.most, c->least - 1);
        break;
    case 4:
        if (!limited || s.least < c->least) return blame_row(k, c);
        right = c->most + 1;
        lift = above(c->most + 1, s.least);
        break;
    case 5:
        if (s.most >= c->least && s.least <= c->most) return blame_row(k, c);
        return use_sure(k, r, c->hard ? 0 : 1, false);
    case 6:
        if (s.least < c->least || s.most > c->most) return blame_row(k, c);
        return use_sure(k, r, 1, true);
    default: return blame_row(k, c);
    }
    if (minus) kf_dyadic_subtract(&k->bound, r->multiplier, right);
    else kf_dyadic_add(&k->bound, r->multiplier, right);
    KF_TRY(add_literals(k, k->b->terms.at + c->start, c->n, r->multiplier, minus));
    if (c->hard && !holds) return KERF_OK;
    return add_entry(k, payer(k, r->constraint, holds), r->multiplier, lift, false);
}

static kerf_status use_rows(checker *k)
{
    for (size_t i = k->node->first_row; i < k->node->end; i++) {
        const kf_proof_row *r = &k->b->proof_rows.at[i];
        const kf_bound_constraint *c = &k->b->constraints.at[r->constraint];
        KF_TRY(c->count ? use_count(k, r, c) : use_clause(k, r, c));
    }
    return KERF_OK;
}

/* ---- Columns -------------------------------------------------------------------------------- */

static void add_low(kf_dyadic *d, const kf_low *x, bool minus)
{
    if (minus) {
        kf_dyadic_subtract(d, x->high, 1);
        kf_dyadic_subtract(d, x->low, 1);
    } else {
        kf_dyadic_add(d, x->high, 1);
        kf_dyadic_add(d, x->low, 1);
    }
}

/* The column at its best: 1 if that is less than 0, unless it is fixed. */
static void close_column(checker *k, size_t column, kf_dyadic *reduced, int fixed)
{
    for (uint32_t i = k->first[column]; i != KF_NONE; i = k->entries.at[i].next) {
        const entry *e = &k->entries.at[i];
        if (e->minus) kf_dyadic_subtract(reduced, e->value, e->times);
        else kf_dyadic_add(reduced, e->value, e->times);
    }
    k->first[column] = KF_NONE;
    if (fixed < 0 ? kf_dyadic_sign(reduced) < 0 : fixed == 1) kf_dyadic_join(&k->bound, reduced);
}

/* What an atom pays goes to the block that is the first to eliminate it, less what others pay. */
static void leave_to_block(checker *k, uint32_t atom, kf_dyadic *reduced)
{
    blocks *x = &k->blocks;
    uint32_t home = x->home[atom];
    for (uint32_t at = x->next[home]; at != KF_NONE; at = x->next[at]) {
        kf_dyadic_subtract(reduced, x->given[at], 1);
        if (k->fixed[atom] == 1) kf_dyadic_add(&k->bound, x->given[at], 1);
    }
    x->given[home] = 0;
    if (k->fixed[atom] >= 0) {
        if (k->fixed[atom] == 1) kf_dyadic_join(&k->bound, reduced);
        return;
    }
    x->given[home] = kf_dyadic_floor(reduced);
}

static void close_columns(checker *k, bool costs)
{
    uint32_t n = k->c->end_atom - k->c->first_atom;
    for (uint32_t i = 0; i < n; i++) {
        const kf_bound_atom *a = &k->b->atoms.at[k->c->first_atom + i];
        bool in_block = costs && k->blocks.home[i] != KF_NONE;
        kf_dyadic reduced = { 0 };
        if (costs) {
            add_low(&reduced, &a->if_true, false);
            add_low(&reduced, &a->if_false, true);
            add_low(&k->bound, &a->if_false, false);
        }
        close_column(k, i, &reduced, in_block ? 0 : k->fixed[i]);
        if (in_block) leave_to_block(k, i, &reduced);
    }
    for (size_t i = n; i < k->n_columns; i++) {
        const kf_bound_constraint *c = &k->b->constraints.at[k->c->first_constraint + (i - n) / 2];
        kf_dyadic reduced = { 0 };
        if (k->first[i] == KF_NONE) continue;
        if (costs && !k->blocks.paid[(i - n) / 2])
            add_low(&reduced, (i - n) % 2 ? &c->when_true : &c->when_false, false);
        close_column(k, i, &reduced, -1);
    }
    for (size_t i = 0; i < k->n_columns; i++) assert(k->first[i] == KF_NONE);
    k->entries.n = 0;
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* The first block that has a constraint pays for it, the first that has an atom for its column. */
static void list_blocks(checker *k)
{
    const kf_bound *b = k->b;
    blocks *x = &k->blocks;
    size_t members =
        k->c->first_block < k->c->end_block ? b->blocks.at[k->c->first_block].first_member : 0;
    for (uint32_t i = k->c->first_block; i < k->c->end_block; i++) {
        const kf_proof_block *block = &b->blocks.at[i];
        for (size_t m = block->first_member; m < block->end_member; m++) {
            bool *paid = &x->paid[b->members.at[m].constraint - k->c->first_constraint];
            x->costs[m - members] = !*paid;
            *paid = true;
        }
        for (size_t at = block->first_atom; at < block->end_atom; at++) {
            uint32_t *link = &x->home[b->block_atoms.at[at] - k->c->first_atom];
            while (*link != KF_NONE) link = &x->next[*link];
            *link = (uint32_t)(at - k->first_place);
        }
    }
}

/* What the atoms of constraints are fixed to: a block need not eliminate all of them. */
static kerf_status open_terms(checker *k, size_t first, size_t members)
{
    blocks *x = &k->blocks;
    size_t n = 0;
    x->first_term = kf_arena_alloc(&k->arena, members, sizeof *x->first_term);
    if (!x->first_term) return KERF_NO_MEMORY;
    for (size_t i = 0; i < members; i++) {
        x->first_term[i] = n;
        n += k->b->constraints.at[k->b->members.at[first + i].constraint].n;
    }
    x->seen = kf_arena_alloc(&k->arena, n, sizeof *x->seen);
    return x->seen ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status open_blocks(checker *k)
{
    const kf_bound *b = k->b;
    const kf_proof_component *c = k->c;
    blocks *x = &k->blocks;
    uint32_t atoms = c->end_atom - c->first_atom, n = c->end_block - c->first_block;
    size_t members = 0;
    if (n > 0) {
        const kf_proof_block *first = &b->blocks.at[c->first_block];
        const kf_proof_block *last = &b->blocks.at[c->end_block - 1];
        members = last->end_member - first->first_member;
        KF_TRY(open_terms(k, first->first_member, members));
        k->first_place = first->first_atom;
        k->n_places = (uint32_t)(last->end_atom - first->first_atom);
    }
    x->home = kf_arena_alloc(&k->arena, atoms, sizeof *x->home);
    x->local = kf_arena_alloc(&k->arena, atoms, sizeof *x->local);
    x->next = kf_arena_alloc(&k->arena, k->n_places, sizeof *x->next);
    x->given = kf_arena_alloc(&k->arena, k->n_places, sizeof *x->given);
    x->price = kf_arena_alloc(&k->arena, k->n_places, sizeof *x->price);
    x->fixed = kf_arena_alloc(&k->arena, k->n_places, sizeof *x->fixed);
    x->costs = kf_arena_alloc(&k->arena, members, sizeof *x->costs);
    x->paid = kf_arena_alloc(&k->arena, c->end_constraint - c->first_constraint, sizeof *x->paid);
    x->least = kf_arena_alloc(&k->arena, n, sizeof *x->least);
    x->none = kf_arena_alloc(&k->arena, n, sizeof *x->none);
    x->known = kf_arena_alloc(&k->arena, n, sizeof *x->known);
    if (!x->home || !x->local || !x->next || !x->given || !x->price || !x->fixed || !x->costs
        || !x->paid || !x->least || !x->none || !x->known)
        return KERF_NO_MEMORY;
    memset(x->home, 0xff, atoms * sizeof *x->home);
    memset(x->local, 0xff, atoms * sizeof *x->local);
    memset(x->next, 0xff, k->n_places * sizeof *x->next);
    list_blocks(k);
    return KERF_OK;
}

/* The same of the atoms that its constraints have, which other blocks or branches decide. */
static bool note_terms(checker *k, const kf_proof_block *block)
{
    const kf_bound *b = k->b;
    size_t members = b->blocks.at[k->c->first_block].first_member;
    bool stale = false;
    for (size_t m = block->first_member; m < block->end_member; m++) {
        const kf_bound_constraint *c = &b->constraints.at[b->members.at[m].constraint];
        int8_t *seen = k->blocks.seen + k->blocks.first_term[m - members];
        for (uint32_t t = 0; t < c->n; t++) {
            uint32_t atom = b->terms.at[c->start + t].literal / 2 - k->c->first_atom;
            int8_t fixed = (int8_t)k->fixed[atom];
            stale |= seen[t] != fixed;
            seen[t] = fixed;
        }
    }
    return stale;
}

/* Has something changed since it was looked at? */
static bool note_changes(checker *k, uint32_t i)
{
    const kf_proof_block *block = &k->b->blocks.at[k->c->first_block + i];
    blocks *x = &k->blocks;
    bool stale = note_terms(k, block) || !x->known[i];
    for (size_t at = block->first_atom; at < block->end_atom; at++) {
        size_t place = at - k->first_place;
        int fixed = k->fixed[k->b->block_atoms.at[at] - k->c->first_atom];
        stale |= x->fixed[place] != fixed || x->price[place] != x->given[place];
        x->fixed[place] = fixed;
        x->price[place] = x->given[place];
    }
    return stale;
}

static kerf_status check_block(checker *k, uint32_t i)
{
    const kf_proof_block *block = &k->b->blocks.at[k->c->first_block + i];
    blocks *x = &k->blocks;
    kf_block_task task = {
        .b = k->b,
        .component = k->c,
        .block = block,
        .fixed = k->fixed,
        .price = x->price + (block->first_atom - k->first_place),
        .costs = x->costs + (block->first_member - k->b->blocks.at[k->c->first_block].first_member),
        .local = x->local
    };
    for (size_t at = block->first_atom; at < block->end_atom; at++)
        if (!isfinite(x->given[at - k->first_place]))
            return kf_bound_blame(k->b, k->node->line, "prices are too large here");
    x->known[i] = true;
    memset(&x->least[i], 0, sizeof x->least[i]);
    return kf_block_least(&task, &x->least[i], &x->none[i]);
}

/* *none: in one of them nothing is left. */
static kerf_status add_blocks(checker *k, bool *none)
{
    for (uint32_t i = 0; i < k->c->end_block - k->c->first_block; i++) {
        if (note_changes(k, i)) KF_TRY(check_block(k, i));
        *none |= k->blocks.none[i];
        kf_dyadic_join(&k->bound, &k->blocks.least[i]);
    }
    return KERF_OK;
}

static kerf_status set_prices(checker *k)
{
    for (size_t i = k->node->first_price; i < k->node->end_price; i++) {
        const kf_proof_price *p = &k->b->prices.at[i];
        uint32_t place = (uint32_t)(p->place - k->first_place);
        price_before before = { place, k->blocks.given[place] };
        if (!kf_vec_push(k->b->mem, &k->before, before)) return KERF_NO_MEMORY;
        k->blocks.given[place] = p->value;
    }
    return KERF_OK;
}

static void undo_prices(checker *k, size_t mark)
{
    while (k->before.n > mark) {
        const price_before *x = &k->before.at[--k->before.n];
        k->blocks.given[x->place] = x->value;
    }
}

/* ---- Trees ---------------------------------------------------------------------------------- */

/* The bound of a leaf, in k->bound; *none: there is no world in it. */
static kerf_status check_leaf(checker *k, bool *none)
{
    bool refute = k->node->kind == KF_PROOF_REFUTE;
    size_t mark = k->before.n;
    memset(&k->bound, 0, sizeof k->bound);
    KF_TRY(set_prices(k));
    KF_TRY(use_rows(k));
    close_columns(k, !refute);
    *none = refute;
    if (!refute) KF_TRY(add_blocks(k, none));
    undo_prices(k, mark);
    if (refute && kf_dyadic_sign(&k->bound) <= 0)
        return kf_bound_blame(k->b, k->node->line,
                              "this leaf is said to hold no world, but its rows "
                              "do not show it");
    return KERF_OK;
}

static kerf_status go_down(checker *k)
{
    assert(k->node->atom >= k->c->first_atom && k->node->atom < k->c->end_atom);
    uint32_t atom = k->node->atom - k->c->first_atom;
    if (k->fixed[atom] >= 0)
        return kf_bound_blame(k->b, k->node->line, "the tree branches twice on one atom");
    if (!kf_vec_push(k->b->mem, &k->path, 2 * atom)
        || !kf_vec_push(k->b->mem, &k->marks, k->before.n))
        return KERF_NO_MEMORY;
    k->fixed[atom] = 1;
    return set_prices(k);
}

/* From a leaf to the next side that is not done. */
static void go_back(checker *k)
{
    while (k->path.n > 0) {
        uint32_t *last = &k->path.at[k->path.n - 1];
        if (*last % 2 == 0) {
            k->fixed[*last / 2] = 0;
            ++*last;
            return;
        }
        k->fixed[*last / 2] = -1;
        k->path.n--;
        undo_prices(k, k->marks.at[--k->marks.n]);
    }
}

/* The least bound of its leaves; *none: they are all empty. */
static kerf_status check_tree(checker *k, kf_dyadic *least, bool *none)
{
    *none = true;
    for (size_t i = k->c->first_node; i < k->c->end_node; i++) {
        bool empty;
        k->node = &k->b->nodes.at[i];
        if (k->node->kind == KF_PROOF_BRANCH) {
            KF_TRY(go_down(k));
            continue;
        }
        KF_TRY(check_leaf(k, &empty));
        if (!empty && (*none || kf_dyadic_compare(&k->bound, least) < 0)) *least = k->bound;
        *none &= empty;
        go_back(k);
    }
    assert(k->path.n == 0); /* both sides of every branching were visited */
    return KERF_OK;
}

static void add_grain(kf_grain *g, const kf_low *x)
{
    kf_grain_add(g, x->high);
    kf_grain_add(g, x->low);
}

/* What a world pays for the component is a whole number of times what divides all of its prices: no
 * world costs less than the next such number. */
static void round_up(const kf_bound *b, const kf_proof_component *c, kf_dyadic *least)
{
    kf_grain g = { 0 };
    for (uint32_t i = c->first_atom; i < c->end_atom; i++) {
        add_grain(&g, &b->atoms.at[i].if_true);
        add_grain(&g, &b->atoms.at[i].if_false);
    }
    for (uint32_t i = c->first_constraint; i < c->end_constraint; i++) {
        add_grain(&g, &b->constraints.at[i].when_true);
        add_grain(&g, &b->constraints.at[i].when_false);
    }
    if (g.odd > 0 && kf_dyadic_sign(least) > 0) kf_dyadic_round_up(least, g.odd, g.exponent);
}

static kerf_status check_component(kf_bound *b, const kf_proof_component *c, kf_dyadic *least)
{
    uint32_t atoms = c->end_atom - c->first_atom;
    checker k = { .b = b, .c = c };
    bool none = false;
    k.n_columns = atoms + 2 * (size_t)(c->end_constraint - c->first_constraint);
    k.fixed = kf_mem_alloc(b->mem, atoms, sizeof *k.fixed);
    k.first = kf_mem_alloc(b->mem, k.n_columns, sizeof *k.first);
    kf_arena_init(&k.arena, b->mem);
    kerf_status status = k.fixed && k.first ? open_blocks(&k) : KERF_NO_MEMORY;
    if (status == KERF_OK) {
        memset(k.fixed, -1, atoms * sizeof *k.fixed);
        memset(k.first, 0xff, k.n_columns * sizeof *k.first);
        status = check_tree(&k, least, &none);
    }
    if (kf_dyadic_sign(least) < 0) *least = (kf_dyadic){ 0 }; /* nothing costs less than nothing */
    if (status == KERF_OK) round_up(b, c, least);
    KF_CHECK(kf_dyadic_check(least));
    if (status == KERF_OK && none)
        status = kf_bound_blame(b, b->nodes.at[c->first_node].line,
                                "this tree says that no world keeps the hard formulas");
    kf_vec_free(b->mem, &k.entries);
    kf_vec_free(b->mem, &k.path);
    kf_vec_free(b->mem, &k.marks);
    kf_vec_free(b->mem, &k.before);
    kf_arena_free(&k.arena);
    kf_mem_free(b->mem, k.fixed, atoms, sizeof *k.fixed);
    kf_mem_free(b->mem, k.first, k.n_columns, sizeof *k.first);
    return status;
}

/* Atoms that the certificate does not name pay at least the lesser of their costs. */
static void add_others(kf_bound *b, kf_dyadic *sum)
{
    for (size_t i = b->n_listed; i < b->atoms.n; i++) {
        const kf_bound_atom *a = &b->atoms.at[i];
        kf_dyadic if_true = { 0 }, if_false = { 0 };
        if (a->if_true.high == 0 || a->if_false.high == 0) continue;
        add_low(&if_true, &a->if_true, false);
        add_low(&if_false, &a->if_false, false);
        kf_dyadic_join(sum, kf_dyadic_compare(&if_true, &if_false) < 0 ? &if_true : &if_false);
    }
}

kerf_status kf_proof_bound(kf_bound *b, kf_dyadic *sum)
{
    for (size_t i = 0; i < b->components.n; i++) {
        kf_dyadic least = { 0 };
        KF_TRY(check_component(b, &b->components.at[i], &least));
        kf_dyadic_join(sum, &least);
    }
    add_others(b, sum);
    return KERF_OK;
}
