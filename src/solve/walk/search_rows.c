/* search_rows.c -- sums and scores of local search, updated by each flip; see search_rows.h. */
#include "solve/walk/search_rows.h"

#include "base/check.h"

#include <math.h>
#include <string.h>

/* ---- Amounts ---- */

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t distance_out(const kf_search_row *r, int64_t sum)
{
    bool below = r->least > 0, above = r->most < r->total;
    int64_t down = sum - r->least + 1, up = r->most - sum + 1;
    if (sum < r->least || sum > r->most) return 0;
    if (!r->hard || !(below || above)) return 1;
    if (below && above) return down < up ? down : up;
    return below ? down : up;
}

static double pairs_of(const kf_search_row *r, int64_t sum)
{
    double n = (double)(r->total - sum);
    if (n <= 1) return 0;
    return r->hard ? n - 1 : n * (n - 1) / 2;
}

double kf_row_amount(const kf_search_row *r, int64_t sum)
{
    switch ((kf_row_kind)r->kind) {
    case KF_ROW_ANY: return sum == 0;
    case KF_ROW_NONE: return sum > 0;
    case KF_ROW_WITHIN:
        if (!r->hard) return sum < r->least || sum > r->most;
        return (double)larger(0, larger(r->least - sum, sum - r->most));
    case KF_ROW_OUTSIDE: return (double)distance_out(r, sum);
    case KF_ROW_PAIRS: return pairs_of(r, sum);
    }
    return 0;
}

/* ---- Opening ---- */

typedef struct sizes {
    uint64_t rows, literals, hard;
} sizes;

static sizes measure(const kf_component *p)
{
    sizes s = { .rows = (uint64_t)p->n_clauses + p->n_counts + p->n_cliques,
                .literals = p->n_clauses ? p->start[p->n_clauses] : 0 };
    for (uint32_t i = 0; i < p->n_clauses; i++) s.hard += isinf(p->weight[i]) != 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        s.literals += p->counts[i].n;
        s.hard += isinf(p->counts[i].weight) != 0;
    }
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        s.literals += p->cliques[i].n;
        s.hard += isinf(p->cliques[i].weight) != 0;
    }
    return s;
}

static bool allocate(kf_search_rows *s, const sizes *z)
{
    kf_arena *a = &s->arena;
    size_t n = s->component->n_atoms;
    s->assignment = kf_arena_alloc(a, n, sizeof *s->assignment);
    s->rows = kf_arena_alloc(a, z->rows, sizeof *s->rows);
    s->literals = kf_arena_room(a, z->literals, sizeof *s->literals);
    s->coefficients = kf_arena_room(a, z->literals, sizeof *s->coefficients);
    s->first = kf_arena_alloc(a, n + 2, sizeof *s->first);
    s->uses = kf_arena_room(a, z->literals, sizeof *s->uses);
    s->score = kf_arena_alloc(a, n, sizeof *s->score);
    s->price = kf_arena_room(a, n, sizeof *s->price);
    s->paid = kf_arena_room(a, n, sizeof *s->paid);
    s->group = kf_arena_room(a, 2 * n, sizeof *s->group);
    s->hard.at = kf_arena_room(a, z->hard, sizeof *s->hard.at);
    s->soft.at = kf_arena_room(a, z->rows - z->hard + n, sizeof *s->soft.at);
    return s->assignment && s->rows && s->literals && s->coefficients && s->first && s->uses
           && s->score && s->price && s->paid && s->group && s->hard.at && s->soft.at;
}

/* Starts a row with its literals; NULL coefficients: each counts once. */
static kf_search_row *add_row(kf_search_rows *s, const kf_lit *l, const uint32_t *coefficients,
                              uint32_t n, double weight)
{
    uint32_t start = s->n_rows ? s->rows[s->n_rows - 1].start + s->rows[s->n_rows - 1].n : 0;
    kf_search_row *r = &s->rows[s->n_rows++];
    *r = (kf_search_row){ .start = start, .n = n, .hard = isinf(weight), .unit = fabs(weight) };
    for (uint32_t i = 0; i < n; i++) {
        uint32_t c = coefficients ? coefficients[i] : 1;
        s->literals[start + i] = l[i];
        s->coefficients[start + i] = c;
        r->total += c;
        if (c > r->largest) r->largest = c;
        r->atoms ^= kf_lit_atom(l[i]).id;
    }
    r->most = r->total + 1;
    return r;
}

static int64_t limit_of(uint64_t limit, int64_t total)
{
    return limit > (uint64_t)total + 1 ? total + 1 : (int64_t)limit;
}

static bool copy_rows(kf_search_rows *s, kf_patience *patience)
{
    const kf_component *p = s->component;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        if (!kf_patience_spend(patience, 1)) return false;
        uint32_t n = p->start[i + 1] - p->start[i];
        kf_search_row *r = add_row(s, p->literals + p->start[i], NULL, n, p->weight[i]);
        r->kind = p->weight[i] > 0 ? KF_ROW_ANY : KF_ROW_NONE;
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        kf_search_row *r = add_row(s, c->literals, c->coefficients, c->n, c->weight);
        r->kind = c->weight > 0 ? KF_ROW_WITHIN : KF_ROW_OUTSIDE;
        r->least = limit_of(c->least, r->total);
        r->most = limit_of(c->most, r->total);
    }
    for (uint32_t i = 0; i < p->n_cliques; i++) {
        const kf_clique *c = &p->cliques[i];
        kf_search_row *r = add_row(s, c->literals, c->coefficients, c->n, c->weight);
        r->kind = KF_ROW_PAIRS;
    }
    return true;
}

static bool list_uses(kf_search_rows *s, kf_patience *patience)
{
    size_t *start = s->first;
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_search_row *r = &s->rows[i];
        if (!kf_patience_spend(patience, 1)) return false;
        for (uint32_t k = 0; k < r->n; k++) start[kf_lit_atom(s->literals[r->start + k]).id + 2]++;
    }
    for (size_t a = 2; a < (size_t)s->component->n_atoms + 2; a++) start[a] += start[a - 1];
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_search_row *r = &s->rows[i];
        if (!kf_patience_spend(patience, 1)) return false;
        for (uint32_t k = 0; k < r->n; k++) {
            kf_lit l = s->literals[r->start + k];
            int32_t c = (int32_t)s->coefficients[r->start + k];
            s->uses[start[kf_lit_atom(l).id + 1]++] =
                (kf_search_use){ i, kf_lit_negated(l) ? -c : c };
        }
    }
    return true;
}

/* At most one of its literals may be true, or, of a clique, false. */
static bool is_group(const kf_search_row *r)
{
    bool count = r->kind == KF_ROW_WITHIN && r->most == 1;
    return r->hard && r->largest == 1 && r->total == r->n && (count || r->kind == KF_ROW_PAIRS);
}

static void find_groups(kf_search_rows *s)
{
    for (size_t i = 0; i < 2 * (size_t)s->component->n_atoms; i++) s->group[i] = KF_NO_ROW_HERE;
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_search_row *r = &s->rows[i];
        for (uint32_t k = 0; is_group(r) && k < r->n; k++) {
            uint32_t *group = &s->group[s->literals[r->start + k].code ^ (r->kind == KF_ROW_PAIRS)];
            if (*group == KF_NO_ROW_HERE || s->rows[*group].n < r->n) *group = i;
        }
    }
}

void kf_search_rows_forget(kf_search_rows *s)
{
    for (uint32_t i = 0; i < s->n_rows; i++) {
        kf_search_row *r = &s->rows[i];
        if (r->hard) r->unit = r->total > 0 ? (double)r->n / (double)r->total : 1;
    }
}

kerf_status kf_search_rows_open(kf_search_rows *s, const kf_component *p, kf_patience *patience,
                                kf_mem *mem)
{
    sizes z = measure(p);
    *s = (kf_search_rows){ .component = p };
    kf_arena_init(&s->arena, mem);
    if (z.rows + p->n_atoms >= UINT32_MAX || z.literals >= UINT32_MAX) return KERF_LIMIT;
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; k < p->counts[i].n; k++)
            if (p->counts[i].coefficients[k] > INT32_MAX) return KERF_LIMIT;
    if (!allocate(s, &z)) return KERF_NO_MEMORY;
    if (!copy_rows(s, patience) || !list_uses(s, patience)) return KERF_LIMIT;
    find_groups(s);
    kf_search_rows_forget(s);
    for (uint32_t a = 0; a < p->n_atoms; a++) s->price[a] = p->cost_true[a] - p->cost_false[a];
    return kf_patience_spend(patience, z.rows + p->n_atoms) ? KERF_OK : KERF_LIMIT;
}

void kf_search_rows_close(kf_search_rows *s)
{
    kf_arena_free(&s->arena);
}

/* ---- Lists of what is violated ---- */

static void list(kf_search_rows *s, kf_search_list *l, uint32_t id, uint32_t *place, bool violated)
{
    if (violated == (*place != KF_NO_ROW_HERE)) return;
    if (violated) {
        *place = l->n;
        l->at[l->n++] = id;
        return;
    }
    uint32_t last = l->at[--l->n];
    l->at[*place] = last;
    *(last < s->n_rows ? &s->rows[last].place : &s->paid[last - s->n_rows]) = *place;
    *place = KF_NO_ROW_HERE;
}

static void note_row(kf_search_rows *s, uint32_t id)
{
    kf_search_row *r = &s->rows[id];
    list(s, r->hard ? &s->hard : &s->soft, id, &r->place, kf_row_amount(r, r->sum) > 0);
}

static void note_price(kf_search_rows *s, uint32_t a)
{
    bool pays = s->assignment[a] ? s->price[a] > 0 : s->price[a] < 0;
    list(s, &s->soft, s->n_rows + a, &s->paid[a], pays);
}

/* ---- Scores ---- */

static void add(kf_search_rows *s, const kf_search_row *r, uint32_t atom, double by)
{
    *(r->hard ? &s->score[atom].hard : &s->score[atom].soft) += by;
}

static int64_t step_of(const kf_search_rows *s, uint32_t at)
{
    int64_t c = s->coefficients[at];
    return kf_lit_true(s->literals[at], s->assignment) ? -c : c;
}

/* What each of its atoms would change in this row alone. */
static void add_row_scores(kf_search_rows *s, const kf_search_row *r, double unit)
{
    double now = kf_row_amount(r, r->sum);
    s->work += r->n;
    for (uint32_t k = r->start; k < r->start + r->n; k++) {
        double then = kf_row_amount(r, r->sum + step_of(s, k));
        if (then != now) add(s, r, kf_lit_atom(s->literals[k]).id, unit * (then - now));
    }
}

static void derive_row(kf_search_rows *s, uint32_t id)
{
    kf_search_row *r = &s->rows[id];
    r->sum = 0;
    r->truths = 0;
    r->place = KF_NO_ROW_HERE;
    for (uint32_t k = r->start; k < r->start + r->n; k++) {
        if (!kf_lit_true(s->literals[k], s->assignment)) continue;
        r->sum += s->coefficients[k];
        r->truths ^= kf_lit_atom(s->literals[k]).id;
    }
    add_row_scores(s, r, r->unit);
    note_row(s, id);
}

void kf_search_rows_derive(kf_search_rows *s)
{
    uint64_t broken;
    s->hard.n = s->soft.n = 0;
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        s->score[a] = (kf_search_score){ 0, s->assignment[a] ? -s->price[a] : s->price[a] };
        s->paid[a] = KF_NO_ROW_HERE;
        note_price(s, a);
    }
    for (uint32_t i = 0; i < s->n_rows; i++) derive_row(s, i);
    s->cost = kf_component_cost(s->component, s->assignment, &broken);
    KF_CHECK(kf_search_rows_check(s));
}

void kf_search_rows_raise(kf_search_rows *s, uint32_t id, double by)
{
    assert(id < s->n_rows && s->rows[id].hard && by > 0);
    s->rows[id].unit += by;
    add_row_scores(s, &s->rows[id], by);
}

/* ---- One flip ---- */

/* A clause changes for its other atoms only where the number of its true literals is or was 0, and
 * for one of them where it is or was 1. */
static void move_clause(kf_search_rows *s, const kf_search_row *r, uint32_t atom, int64_t was)
{
    double unit = r->kind == KF_ROW_ANY ? r->unit : -r->unit;
    if (was == 0 || r->sum == 0) {
        double by = was == 0 ? unit : -unit;
        s->work += r->n;
        for (uint32_t k = r->start; k < r->start + r->n; k++)
            add(s, r, kf_lit_atom(s->literals[k]).id, by);
        return;
    }
    if (was == 1) add(s, r, r->truths ^ atom, -unit);
    if (r->sum == 1) add(s, r, r->truths, unit);
}

/* 0: some flip may change what the row pays by another amount than a moment ago; else on which side
 * of its limits all of them stay. */
static int region(const kf_search_row *r, int64_t sum)
{
    int64_t reach = r->largest;
    if (r->kind == KF_ROW_PAIRS) return r->hard && r->total - sum > reach + 1 ? 1 : 0;
    if (r->least > r->most) return 0;
    if (sum + reach < r->least) return r->kind == KF_ROW_WITHIN || !r->hard ? 1 : 4;
    if (sum - reach > r->most) return 2;
    bool inside = sum - reach >= r->least && sum + reach <= r->most;
    return inside && (r->kind == KF_ROW_WITHIN || !r->hard) ? 3 : 0;
}

static void move_others(kf_search_rows *s, const kf_search_row *r, uint32_t atom, int64_t was)
{
    int far = region(r, was);
    if (far != 0 && far == region(r, r->sum)) return;
    double before = kf_row_amount(r, was), now = kf_row_amount(r, r->sum);
    s->work += r->n;
    for (uint32_t k = r->start; k < r->start + r->n; k++) {
        uint32_t other = kf_lit_atom(s->literals[k]).id;
        int64_t step = step_of(s, k);
        if (other == atom) continue; /* its score turns round as a whole */
        double by = kf_row_amount(r, r->sum + step) - now - kf_row_amount(r, was + step) + before;
        if (by != 0) add(s, r, other, r->unit * by);
    }
}

void kf_search_rows_flip(kf_search_rows *s, uint32_t atom)
{
    kf_search_score was = s->score[atom];
    assert(atom < s->component->n_atoms);
    size_t end = s->first[atom + 1];
    s->work += end - s->first[atom] + 1;
    for (size_t k = s->first[atom]; k < end; k++) {
        const kf_search_use *u = &s->uses[k];
        kf_search_row *r = &s->rows[u->row];
        int64_t sum = r->sum;
        r->sum += kf_use_step(s, atom, u);
        r->truths ^= atom;
        if (r->kind <= KF_ROW_NONE) move_clause(s, r, atom, sum);
        else move_others(s, r, atom, sum);
        note_row(s, u->row);
    }
    s->assignment[atom] = !s->assignment[atom];
    s->cost += was.soft;
    s->score[atom] = (kf_search_score){ -was.hard, -was.soft };
    note_price(s, atom);
}

/* ---- Two flips at once ---- */

kerf_status kf_search_rows_mark_open(kf_search_rows_mark_set *m, kf_search_rows *s)
{
    m->now = 0;
    m->when = kf_arena_alloc(&s->arena, s->n_rows, sizeof *m->when);
    m->step = kf_arena_room(&s->arena, s->n_rows, sizeof *m->step);
    return m->when && m->step ? KERF_OK : KERF_NO_MEMORY;
}

void kf_search_rows_mark(kf_search_rows *s, kf_search_rows_mark_set *m, uint32_t atom)
{
    m->now++;
    s->work += s->first[atom + 1] - s->first[atom];
    for (size_t k = s->first[atom]; k < s->first[atom + 1]; k++) {
        m->when[s->uses[k].row] = m->now;
        m->step[s->uses[k].row] = kf_use_step(s, atom, &s->uses[k]);
    }
}

kf_search_score kf_search_rows_both(kf_search_rows *s, const kf_search_rows_mark_set *m,
                                    uint32_t marked, uint32_t other)
{
    kf_search_score sum = { s->score[marked].hard + s->score[other].hard,
                            s->score[marked].soft + s->score[other].soft };
    s->work += s->first[other + 1] - s->first[other];
    for (size_t k = s->first[other]; k < s->first[other + 1]; k++) {
        const kf_search_use *u = &s->uses[k];
        if (m->when[u->row] != m->now) continue;
        const kf_search_row *r = &s->rows[u->row];
        int64_t a = m->step[u->row], b = kf_use_step(s, other, u);
        double by = kf_row_amount(r, r->sum + a + b) - kf_row_amount(r, r->sum + a)
                    - kf_row_amount(r, r->sum + b) + kf_row_amount(r, r->sum);
        *(r->hard ? &sum.hard : &sum.soft) += r->unit * by;
    }
    return sum;
}

/* ---- Invariant ---- */

#ifndef NDEBUG
void kf_search_rows_check(const kf_search_rows *s)
{
    for (uint32_t i = 0; i < s->n_rows; i++) {
        const kf_search_row *r = &s->rows[i];
        const kf_search_list *list = r->hard ? &s->hard : &s->soft;
        int64_t sum = 0;
        for (uint32_t k = r->start; k < r->start + r->n; k++)
            if (kf_lit_true(s->literals[k], s->assignment)) sum += s->coefficients[k];
        assert(r->sum == sum);
        assert((r->place == KF_NO_ROW_HERE) == (kf_row_amount(r, r->sum) == 0));
        assert(r->place == KF_NO_ROW_HERE || (r->place < list->n && list->at[r->place] == i));
    }
}
#endif
