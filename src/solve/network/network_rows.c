/* network_rows.c -- constraints as rows over the variables of a network; see network.h.
 *
 * A clause is a count of its true literals with least 1, whatever the sign of its weight. A clique
 * counts what is false. Variables that contribute the same with every value go to the base. */
#include "solve/network/networking.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

typedef struct terms { /* of a constraint */
    const kf_lit *literals;
    const uint32_t *coefficients; /* NULL: 1 each */
    uint32_t n;
    bool negated; /* false literals are counted */
} terms;

static uint32_t coefficient(const terms *t, uint32_t i)
{
    return t->coefficients ? t->coefficients[i] : 1;
}

static const kf_atom_value *place_of(const kf_row_reader *r, kf_lit l)
{
    return &r->net->place[kf_lit_atom(l).id];
}

/* ---- The next constraint ---- */

static terms clause(const kf_component *p, uint32_t i, kf_row *row)
{
    row->least = 1;
    row->most = UINT64_MAX;
    row->weight = p->weight[i];
    row->rest = p->weight_rest ? p->weight_rest[i] : 0;
    return (terms){ p->literals + p->start[i], NULL, p->start[i + 1] - p->start[i], false };
}

static terms count(const kf_count *c, kf_row *row)
{
    row->least = c->least;
    row->most = c->most;
    row->weight = c->weight;
    return (terms){ c->literals, c->coefficients, c->n, false };
}

static terms clique(const kf_clique *c, kf_row *row)
{
    row->weight = c->weight;
    row->pairs = true;
    return (terms){ c->literals, c->coefficients, c->n, true };
}

static bool next_terms(kf_row_reader *r, terms *t, kf_row *row)
{
    const kf_component *p = r->component;
    uint32_t i = row->constraint = r->next++;
    if (i < p->n_clauses) *t = clause(p, i, row);
    else if ((i -= p->n_clauses) < p->n_counts) *t = count(&p->counts[i], row);
    else if ((i -= p->n_counts) < p->n_cliques) *t = clique(&p->cliques[i], row);
    else return false;
    return true;
}

/* ---- Its scope ---- */

static kerf_status find_scope(kf_row_reader *r, const terms *t)
{
    kf_mem *mem = r->net->mem;
    size_t values = 0;
    r->scope.n = r->shares.n = r->share.n = 0;
    if (!kf_vec_reserve(mem, &r->scope, t->n)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t v = place_of(r, t->literals[i])->variable;
        if (r->slot[v]) continue;
        r->slot[v] = 1;
        r->scope.at[r->scope.n++] = v;
        values += r->net->size.at[v];
    }
    kf_numbers_sort(r->scope.at, r->scope.n);
    assert(r->scope.n <= t->n);
    if (!kf_vec_reserve(mem, &r->shares, values)) return KERF_NO_MEMORY;
    if (!kf_vec_reserve(mem, &r->share, r->scope.n)) return KERF_NO_MEMORY;
    if (values) memset(r->shares.at, 0, values * sizeof *r->shares.at);
    for (uint32_t i = 0; i < r->scope.n; i++) {
        r->slot[r->scope.at[i]] = i + 1;
        r->share.at[r->share.n++] = r->shares.at + r->shares.n;
        r->shares.n += r->net->size.at[r->scope.at[i]];
    }
    assert(r->shares.n == values);
    return KERF_OK;
}

/* A literal is true with one value of its variable, or with all but one. */
static void add_shares(kf_row_reader *r, const terms *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        kf_lit l = { t->literals[i].code ^ t->negated };
        const kf_atom_value *at = place_of(r, l);
        bool but_one = at->negated != kf_lit_negated(l);
        uint64_t *share = r->shares.at + (r->share.at[r->slot[at->variable] - 1] - r->shares.at);
        for (uint32_t x = 0; x < r->net->size.at[at->variable]; x++)
            if ((x == at->value) != but_one) share[x] += coefficient(t, i);
    }
    for (uint32_t i = 0; i < r->scope.n; i++) r->slot[r->scope.at[i]] = 0;
}

static bool is_constant(const uint64_t *share, uint32_t n)
{
    for (uint32_t x = 1; x < n; x++)
        if (share[x] != share[0]) return false;
    return true;
}

/* Drops variables that make no difference. *low, *high: sums that are reached. */
static void settle(kf_row_reader *r, kf_row *row, uint64_t *low, uint64_t *high)
{
    uint32_t n = 0;
    *low = *high = 0;
    for (uint32_t i = 0; i < r->scope.n; i++) {
        const uint64_t *share = r->share.at[i];
        uint32_t size = r->net->size.at[r->scope.at[i]];
        uint64_t least = share[0], most = share[0];
        for (uint32_t x = 1; x < size; x++) {
            if (share[x] < least) least = share[x];
            if (share[x] > most) most = share[x];
        }
        *low += least;
        *high += most;
        if (is_constant(share, size)) {
            row->base += share[0];
            continue;
        }
        r->scope.at[n] = r->scope.at[i];
        r->share.at[n++] = share;
    }
    r->scope.n = r->share.n = row->n = n;
    assert(*low <= *high && row->base <= *low);
    row->scope = r->scope.at;
    row->share = r->share.at;
}

/* A count that pays everywhere or nowhere depends on nothing. */
static void drop_scope(kf_row *row, uint64_t low, uint64_t high)
{
    if (row->pairs) return;
    kf_count_kind kind = kf_count_mean(row->weight, row->least, row->most, low, high).kind;
    if (kind != KF_COUNT_NEVER && kind != KF_COUNT_ALWAYS) return;
    row->n = 0;
    row->base = low; /* pays as every other sum does */
}

kerf_status kf_row_read(kf_row_reader *r, kf_row *row, bool *more)
{
    terms t;
    uint64_t low, high;
    *row = (kf_row){ 0 };
    *more = next_terms(r, &t, row);
    if (!*more) return KERF_OK;
    KF_TRY(find_scope(r, &t));
    add_shares(r, &t);
    settle(r, row, &low, &high);
    drop_scope(row, low, high);
    return KERF_OK;
}

kerf_status kf_row_reader_open(kf_row_reader *r, const kf_network *net, const kf_component *p)
{
    *r = (kf_row_reader){ .net = net, .component = p };
    r->slot = kf_mem_calloc(net->mem, net->size.n, sizeof *r->slot);
    return r->slot ? KERF_OK : KERF_NO_MEMORY;
}

void kf_row_reader_close(kf_row_reader *r)
{
    kf_mem *mem = r->net->mem;
    kf_mem_free(mem, r->slot, r->net->size.n, sizeof *r->slot);
    kf_vec_free(mem, &r->scope);
    kf_vec_free(mem, &r->shares);
    kf_vec_free(mem, &r->share);
}

double kf_row_cost(const kf_row *row, uint64_t sum)
{
    if (row->pairs) {
        if (sum < 2) return 0;
        return isinf(row->weight) ? INFINITY : row->weight * ((double)sum * (double)(sum - 1) / 2);
    }
    return kf_count_pays(row->weight, row->least, row->most, sum) ? fabs(row->weight) : 0;
}
