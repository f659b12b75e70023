/* components_sums.c -- what components add up to, and which are the largest; see components.h.
 *
 * Most atoms of a large problem are components of their own. So sums are kept by block of atoms, in
 * the order of atoms, and after a change only the blocks are added up in which something did. */
#include "infer/components/components_state.h"

#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

typedef kf_component_record record;

/* ---- Sums ---- */

static void add_lone(const kf_problem *p, uint32_t atom, kf_standing *s)
{
    double t = p->cost_true.at[atom], f = p->cost_false.at[atom];
    s->cost += t < f ? t : f;
    s->bound += t < f ? t : f;
    if (t == f) s->unique = 0;
    else if (fabs(t - f) <= KF_TIE * (t + f) && s->unique == 1) s->unique = -1;
}

static void add_record(const record *r, kf_standing *s)
{
    s->cost += r->cost;
    s->bound += r->bound;
    if (r->bound < r->cost) s->gap += r->cost - r->bound;
    s->left += r->left;
    if (r->left) s->left_gap += r->cost - r->bound;
    s->broken += r->broken;
    if (s->unique != 0 && r->unique != 1) s->unique = r->unique;
    s->components += r->residuals;
    s->unique_components += r->unique_residuals;
    s->tied_components += r->tied_residuals;
    if (r->largest > s->largest) s->largest = r->largest;
    s->complete &= r->complete;
    if (r->trusted) s->trusted = r->trusted;
}

static void add_block(const kf_standing *b, kf_standing *s)
{
    s->cost += b->cost;
    s->bound += b->bound;
    s->gap += b->gap;
    s->left += b->left;
    s->left_gap += b->left_gap;
    s->broken += b->broken;
    if (s->unique != 0 && b->unique != 1) s->unique = b->unique;
    s->components += b->components;
    s->unique_components += b->unique_components;
    s->tied_components += b->tied_components;
    if (b->largest > s->largest) s->largest = b->largest;
    s->complete &= b->complete;
    if (b->trusted) s->trusted = b->trusted;
}

static kf_standing sum_block(const kf_components *c, size_t block)
{
    const kf_problem *p = c->p;
    kf_standing s = { .unique = 1, .complete = true };
    uint32_t from = (uint32_t)(block * KF_ATOM_BLOCK);
    for (uint32_t i = from; i < p->parent.n && i < from + KF_ATOM_BLOCK; i++) {
        if (p->parent.at[i] != i) continue;
        if (c->record_of.at[i] == KF_NONE) add_lone(p, i, &s);
        else add_record(&c->records.at[c->record_of.at[i]], &s);
    }
    return s;
}

#ifndef NDEBUG
static bool is_same(const kf_standing *a, const kf_standing *b)
{
    bool same_cost = a->cost == b->cost && a->bound == b->bound && a->gap == b->gap;
    return (same_cost || !isfinite(a->bound)) && a->broken == b->broken && a->unique == b->unique
           && a->components == b->components && a->left == b->left && a->complete == b->complete;
}
#endif

kerf_status kf_components_sum_up(kf_components *c, kf_standing *s)
{
    static const kf_block_sum none = { 0 };
    kf_problem *p = c->p;
    *s = (kf_standing){ .unique = 1, .complete = true };
    while (c->sums.n < p->regrouped.n)
        if (!kf_vec_push(c->mem, &c->sums, none)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < c->sums.n; i++) {
        kf_block_sum *b = &c->sums.at[i];
        if (!b->known || p->regrouped.at[i]) *b = (kf_block_sum){ true, sum_block(c, i) };
        p->regrouped.at[i] = false;
#ifndef NDEBUG
        kf_standing now = sum_block(c, i);
        assert(is_same(&now, &b->s));
#endif
        add_block(&b->s, s);
    }
    return KERF_OK;
}

/* ---- The largest ---- */

/* By size; of those alike, in the order of their atoms. */
static bool is_before(const kf_component_info *a, const kf_component_info *b)
{
    return a->atoms > b->atoms;
}

static kerf_status list_component(kf_mem *mem, kf_cpi_result *r, const kf_component_info *x)
{
    size_t n = r->listed.n;
    if (n == KF_MOST_LISTED) {
        r->unlisted++;
        if (!is_before(x, &r->listed.at[n - 1])) return KERF_OK;
        n--;
    } else if (!kf_vec_push(mem, &r->listed, *x)) {
        return KERF_NO_MEMORY;
    }
    for (; n > 0 && is_before(x, &r->listed.at[n - 1]); n--) r->listed.at[n] = r->listed.at[n - 1];
    r->listed.at[n] = *x;
    return KERF_OK;
}

/* Their roots, ascending. */
static kerf_status find_roots(kf_components *c)
{
    c->dirty.n = 0;
    for (size_t i = 0; i < c->records.n; i++)
        if (kf_components_has(c, i) && !kf_vec_push(c->mem, &c->dirty, c->records.at[i].root))
            return KERF_NO_MEMORY;
    return kf_numbers_sort_unique(c->mem, c->dirty.at, &c->dirty.n);
}

kerf_status kf_components_list(kf_components *c, kf_cpi_result *r)
{
    KF_TRY(find_roots(c));
    for (size_t i = 0; i < c->dirty.n; i++) {
        const record *k = &c->records.at[c->record_of.at[c->dirty.at[i]]];
        kf_component_info x = { k->atoms,  k->constraints, k->residuals, k->largest,
                                k->method, k->cost,        k->bound,     k->unique };
        KF_TRY(list_component(c->mem, r, &x));
    }
    return KERF_OK;
}

void kf_components_sizes(const kf_components *c, uint64_t *sizes)
{
    for (size_t i = 0; i < c->records.n; i++) {
        uint32_t log2 = 0, atoms = c->records.at[i].atoms;
        if (!kf_components_has(c, i)) continue;
        for (; atoms > 1; atoms >>= 1) log2++;
        sizes[log2]++;
    }
}
