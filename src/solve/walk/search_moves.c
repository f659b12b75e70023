/* search_moves.c -- moves of local search; see searching.h.
 *
 * In a row "exactly one" or "at most one", making a literal true makes the one that was true false:
 * that is one move of two flips, and its score is what both change together. */
#include "solve/walk/searching.h"

#include "base/check.h"

enum { MOST_LOOKS = 64, MOST_PARTNERS = 24 };
static const double EQUAL = 1e-9;

/* ---- Partners ---- */

/* The row in which flipping this atom changes which member is so; KF_NO_ROW_HERE: none. */
static uint32_t group_after(const kf_search_rows *s, uint32_t atom, bool joins)
{
    uint32_t now = 2 * atom + !s->assignment[atom]; /* the literal that is true */
    return s->group[joins ? now ^ 1 : now];
}

/* The member that gives way when this atom begins to be one. */
static bool find_rival(const kf_search_rows *s, uint32_t atom, uint32_t *rival)
{
    uint32_t group = group_after(s, atom, true);
    if (group == KF_NO_ROW_HERE || kf_row_members(&s->rows[group]) != 1) return false;
    *rival = kf_row_member(&s->rows[group]);
    assert(*rival < s->component->n_atoms);
    return *rival != atom;
}

/* The group in which another has to begin when this atom ceases to be the one. */
static uint32_t group_left(const kf_search_rows *s, uint32_t atom)
{
    uint32_t group = group_after(s, atom, false);
    if (group == KF_NO_ROW_HERE || kf_row_members(&s->rows[group]) != 1) return KF_NO_ROW_HERE;
    return group;
}

/* ---- Choosing ---- */

/* Fewer broken, then cheaper, then longer unmoved. */
static bool is_better(const kf_searching *s, const kf_move *a, const kf_move *b)
{
    double hard = a->score.hard - b->score.hard, soft = a->score.soft - b->score.soft;
    if (hard < -EQUAL || hard > EQUAL) return hard < 0;
    if (soft < -EQUAL || soft > EQUAL) return soft < 0;
    return s->moved[a->atoms[0]] < s->moved[b->atoms[0]];
}

static void consider(kf_searching *s, kf_move_choices *c, kf_move m)
{
    if (c->left > 0) c->left--;
    if (c->some && !is_better(s, &m, &c->best)) return;
    c->best = m;
    c->some = true;
}

static void consider_pair(kf_searching *s, kf_move_choices *c, uint32_t atom, uint32_t other)
{
    kf_search_score both = kf_search_rows_both(&s->rows, &s->mark, atom, other);
    consider(s, c, (kf_move){ 2, { atom, other }, both });
}

static void consider_others(kf_searching *s, kf_move_choices *c, uint32_t atom, uint32_t group,
                            uint64_t before)
{
    const kf_search_row *r = &s->rows.rows[group];
    uint32_t from = kf_random_below(&s->random, r->n);
    uint32_t n = r->n < MOST_PARTNERS ? r->n : MOST_PARTNERS;
    for (uint32_t i = 0; i < n; i++) {
        kf_lit l = s->rows.literals[r->start + (from + i) % r->n];
        uint32_t other = kf_lit_atom(l).id;
        if (other != atom && s->moved[other] <= before) consider_pair(s, c, atom, other);
    }
}

static void consider_atom(kf_searching *s, kf_move_choices *c, uint32_t atom, uint64_t before)
{
    kf_search_rows *rows = &s->rows;
    uint32_t rival, group;
    consider(s, c, (kf_move){ 1, { atom, atom }, rows->score[atom] });
    bool joins = find_rival(rows, atom, &rival);
    group = group_left(rows, atom);
    if (!joins && group == KF_NO_ROW_HERE) return;
    kf_search_rows_mark(rows, &s->mark, atom);
    if (joins && s->moved[rival] <= before) consider_pair(s, c, atom, rival);
    if (group != KF_NO_ROW_HERE) consider_others(s, c, atom, group, before);
}

/* Does flipping it bring the row nearer? */
static bool helps(const kf_search_rows *s, const kf_search_row *r, uint32_t k)
{
    int64_t c = s->coefficients[k];
    if (kf_lit_true(s->literals[k], s->assignment)) c = -c;
    return kf_row_amount(r, r->sum + c) < kf_row_amount(r, r->sum);
}

bool kf_search_choose(kf_searching *s, uint32_t row, uint64_t before, kf_move *out)
{
    kf_move_choices c = { .left = MOST_LOOKS };
    assert(row < s->rows.n_rows);
    const kf_search_row *r = &s->rows.rows[row];
    if (r->n == 0) return false;
    uint32_t from = kf_random_below(&s->random, r->n);
    s->rows.work += r->n;
    for (uint32_t i = 0; i < r->n && c.left > 0; i++) {
        uint32_t k = r->start + (from + i) % r->n;
        uint32_t atom = kf_lit_atom(s->rows.literals[k]).id;
        if (s->moved[atom] <= before && helps(&s->rows, r, k)) consider_atom(s, &c, atom, before);
    }
    *out = c.best;
    return c.some;
}

/* ---- Any move ---- */

static uint32_t any_atom(kf_searching *s, uint32_t id)
{
    const kf_search_rows *rows = &s->rows;
    if (id >= rows->n_rows) return id - rows->n_rows;
    const kf_search_row *r = &rows->rows[id];
    if (r->n == 0) return kf_random_below(&s->random, rows->component->n_atoms);
    uint32_t from = kf_random_below(&s->random, r->n);
    for (uint32_t i = 0; i < r->n; i++) {
        uint32_t k = r->start + (from + i) % r->n;
        if (helps(rows, r, k)) return kf_lit_atom(rows->literals[k]).id;
    }
    return kf_lit_atom(rows->literals[r->start + from]).id;
}

static void pair_up(kf_searching *s, uint32_t atom, uint32_t other, kf_move *out)
{
    kf_search_rows_mark(&s->rows, &s->mark, atom);
    *out = (kf_move){ 2, { atom, other }, kf_search_rows_both(&s->rows, &s->mark, atom, other) };
}

void kf_search_propose(kf_searching *s, uint32_t id, kf_move *out)
{
    kf_search_rows *rows = &s->rows;
    assert(id < rows->n_rows + rows->component->n_atoms);
    uint32_t atom = any_atom(s, id), rival, group;
    *out = (kf_move){ 1, { atom, atom }, rows->score[atom] };
    if (find_rival(rows, atom, &rival)) {
        pair_up(s, atom, rival, out);
        return;
    }
    group = rows->score[atom].hard > EQUAL ? group_left(rows, atom) : KF_NO_ROW_HERE;
    if (group == KF_NO_ROW_HERE) return;
    const kf_search_row *r = &rows->rows[group];
    uint32_t other = kf_lit_atom(rows->literals[r->start + kf_random_below(&s->random, r->n)]).id;
    if (other != atom) pair_up(s, atom, other, out);
}
