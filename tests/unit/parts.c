/* parts.c -- see parts.h. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void part_begin(made_component *m, uint32_t n_atoms)
{
    memset(m, 0, sizeof(*m));
    m->component = (kf_component){ .n_atoms = n_atoms,
                                   .cost_true = m->cost_true,
                                   .cost_false = m->cost_false,
                                   .start = m->start,
                                   .literals = m->literals,
                                   .weight = m->weight,
                                   .counts = m->counts };
}

static int by_code(const void *a, const void *b)
{
    const kf_lit *x = a, *y = b;
    return (x->code > y->code) - (x->code < y->code);
}

void part_clause(made_component *m, const uint32_t *codes, uint32_t n, double weight)
{
    uint32_t i = m->component.n_clauses, from = m->start[i];
    if (i == PART_CLAUSES || from + n > PART_LITERALS) abort();
    for (uint32_t k = 0; k < n; k++) m->literals[from + k].code = codes[k];
    qsort(m->literals + from, n, sizeof(kf_lit), by_code);
    m->weight[i] = weight;
    m->start[i + 1] = from + n;
    m->component.n_clauses++;
}

void part_count(made_component *m, const uint32_t *codes, const uint32_t *coefficients, uint32_t n,
                uint64_t least, uint64_t most, double weight)
{
    uint32_t from = m->n_count_literals;
    if (m->component.n_counts == PART_COUNTS || from + n > PART_COUNT_LITERALS) abort();
    for (uint32_t k = 0; k < n; k++) {
        m->count_literals[from + k].code = codes[k];
        m->coefficients[from + k] = coefficients[k];
    }
    m->counts[m->component.n_counts++] =
        (kf_count){ n, m->count_literals + from, m->coefficients + from, least, most, weight };
    m->n_count_literals += n;
}

/* n atoms of all, none twice, as literals of either sign. */
static void draw(kf_random *r, uint32_t n_atoms, uint32_t *codes, uint32_t n)
{
    for (uint32_t i = 0; i < n;) {
        uint32_t code = kf_random_below(r, 2 * n_atoms);
        bool again = false;
        for (uint32_t k = 0; k < i; k++) again |= codes[k] / 2 == code / 2;
        if (!again) codes[i++] = code;
    }
}

static double magnitude(kf_random *r, uint32_t style)
{
    if (style == 0) return 1 + kf_random_below(r, 3);           /* many ties */
    if (style == 1) return pow(10, 12 * kf_random_unit(r) - 6); /* 1e-6 to 1e6 */
    return 0.01 + 2 * kf_random_unit(r);
}

static void random_clause(made_component *m, kf_random *r, uint32_t style, uint32_t hard)
{
    uint32_t codes[5], most = m->component.n_atoms < 5 ? m->component.n_atoms : 5;
    uint32_t n = 1 + kf_random_below(r, kf_random_below(r, 2) && most > 3 ? 3 : most);
    double w = magnitude(r, style);
    draw(r, m->component.n_atoms, codes, n);
    if (kf_random_below(r, 8) < hard) w = INFINITY;
    else if (kf_random_below(r, 3) == 0) w = -w;
    part_clause(m, codes, n, w);
}

static void random_count(made_component *m, kf_random *r, uint32_t style)
{
    uint32_t codes[12], by[12], n = kf_random_below(r, m->component.n_atoms + 1);
    uint64_t sum = 0, most = UINT64_MAX, least;
    double w = kf_random_below(r, 3) ? magnitude(r, style) : INFINITY;
    bool ones = kf_random_below(r, 2);
    if (n > 12) n = 12;
    draw(r, m->component.n_atoms, codes, n);
    for (uint32_t i = 0; i < n; i++) sum += by[i] = ones ? 1 : kf_random_below(r, 5);
    least = kf_random_below(r, 3) ? kf_random_below(r, (uint32_t)sum / 2 + 2) : 0;
    if (kf_random_below(r, 2)) most = least + kf_random_below(r, (uint32_t)sum / 2 + 2);
    if (kf_random_below(r, 20) == 0) most = kf_random_below(r, 3);
    part_count(m, codes, by, n, least, most, kf_random_below(r, 3) ? w : -w);
}

static void random_costs(made_component *m, kf_random *r, uint32_t style)
{
    for (uint32_t i = 0; i < m->component.n_atoms; i++) {
        uint32_t which = kf_random_below(r, 5);
        if (which > 0) (which < 3 ? m->cost_true : m->cost_false)[i] = magnitude(r, style);
    }
}

void part_random(made_component *m, kf_random *r, uint32_t most_atoms)
{
    uint32_t n = kf_random_below(r, most_atoms + 1), style = kf_random_below(r, 3);
    uint32_t clauses = kf_random_below(r, 3 * n + 1), hard = kf_random_below(r, 5);
    uint32_t counts = kf_random_below(r, 2) ? kf_random_below(r, 4) : 0;
    part_begin(m, n);
    random_costs(m, r, style);
    for (uint32_t i = 0; i < clauses; i++) random_clause(m, r, style, hard);
    for (uint32_t i = 0; i < counts; i++) random_count(m, r, style);
    for (uint32_t a = 0, pairs = kf_random_below(r, 3) == 0; pairs && a + 3 < n; a += 3)
        for (uint32_t k = 0; k < 3; k++) { /* overlapping cliques */
            uint32_t codes[2] = { 2 * (a + k) + 1, 2 * (a + (k + 1) % 4) + 1 };
            part_clause(m, codes, 2, INFINITY);
            codes[1] = 2 * (a + (k + 2) % 4) + 1;
            if (codes[0] != codes[1]) part_clause(m, codes, 2, INFINITY);
        }
}

void part_sparse(made_component *m, kf_random *r, uint32_t atoms, uint32_t clauses)
{
    uint32_t codes[3];
    part_begin(m, atoms);
    random_costs(m, r, 2);
    for (uint32_t i = 0; i < clauses; i++) {
        uint32_t n = 2 + kf_random_below(r, 2);
        draw(r, atoms, codes, n);
        part_clause(m, codes, n, kf_random_below(r, 10) ? magnitude(r, 2) : INFINITY);
    }
}

static void not_both(made_component *m, uint32_t a, uint32_t b)
{
    uint32_t codes[2] = { 2 * a + 1, 2 * b + 1 };
    part_clause(m, codes, 2, INFINITY);
}

static void at_most_one(made_component *m, const uint32_t *atoms, uint32_t n, bool as_count)
{
    uint32_t codes[64], ones[64];
    for (uint32_t i = 0; i < n; i++) codes[i] = 2 * atoms[i], ones[i] = 1;
    if (as_count) part_count(m, codes, ones, n, 0, 1, INFINITY);
    else
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = i + 1; k < n; k++) not_both(m, atoms[i], atoms[k]);
}

void part_frame(made_component *m, kf_random *r, uint32_t candidates, uint32_t labels,
                bool as_counts)
{
    part_begin(m, candidates * labels);
    for (uint32_t a = 0; a < candidates * labels; a++) {
        double x = 4 * kf_random_unit(r) - 2;
        if (x > 0) m->cost_true[a] = x;
        else m->cost_false[a] = -x;
    }
    for (uint32_t c = 0; c < candidates; c++) {
        uint32_t atoms[64];
        for (uint32_t k = 0; k < labels; k++) atoms[k] = c * labels + k;
        at_most_one(m, atoms, labels, as_counts);
    }
    for (uint32_t i = 0; i < candidates / 2; i++) { /* overlaps: not both have a label */
        uint32_t a = kf_random_below(r, candidates), b = kf_random_below(r, candidates);
        for (uint32_t k = 0; a != b && k < labels; k++)
            for (uint32_t j = 0; j < labels; j++) not_both(m, a * labels + k, b * labels + j);
    }
    for (uint32_t k = 0; k < labels / 2; k++) { /* core labels once */
        uint32_t atoms[64];
        for (uint32_t c = 0; c < candidates; c++) atoms[c] = c * labels + k;
        at_most_one(m, atoms, candidates, as_counts);
    }
}

double part_cost(const kf_component *p, const bool *world, bool *feasible)
{
    double cost = 0;
    *feasible = true;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        if (world[a]) cost += p->cost_true[a];
        if (!world[a]) cost += p->cost_false[a];
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t any = 0;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            any += world[p->literals[k].code / 2] == (p->literals[k].code % 2 == 0);
        if (p->weight[i] < 0 && any) cost -= p->weight[i];
        if (p->weight[i] > 0 && !any && isinf(p->weight[i])) *feasible = false;
        if (p->weight[i] > 0 && !any && !isinf(p->weight[i])) cost += p->weight[i];
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (world[c->literals[k].code / 2] == (c->literals[k].code % 2 == 0))
                sum += c->coefficients[k];
        bool inside = c->least <= sum && sum <= c->most;
        if (inside == (c->weight > 0)) continue;
        if (isinf(c->weight)) *feasible = false;
        else cost += fabs(c->weight);
    }
    return cost;
}

bool part_pays(const kf_component *p, uint32_t constraint, const bool *world)
{
    bool is_clause = constraint < p->n_clauses;
    const kf_count *c = is_clause ? NULL : &p->counts[constraint - p->n_clauses];
    const kf_lit *literals = is_clause ? p->literals + p->start[constraint] : c->literals;
    uint32_t n = is_clause ? p->start[constraint + 1] - p->start[constraint] : c->n;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < n; k++)
        if (kf_lit_true(literals[k], world)) sum += is_clause ? 1 : c->coefficients[k];
    bool holds = is_clause ? sum > 0 : c->least <= sum && sum <= c->most;
    return holds != ((is_clause ? p->weight[constraint] : c->weight) > 0);
}

void part_long(made_component *m, kf_random *r)
{
    uint32_t n = m->component.n_atoms;
    for (uint32_t i = kf_random_below(r, 4); n >= 3 && i > 0; i--) {
        uint32_t codes[PART_ATOMS], by[PART_ATOMS], k = 0, from = kf_random_below(r, n - 2);
        uint32_t ones = kf_random_below(r, 3), flip = kf_random_below(r, 2);
        while (from < n) {
            codes[k] = 2 * from++ + (flip ? kf_random_below(r, 2) : 0);
            by[k++] = ones ? 1 : kf_random_below(r, 9);
        }
        double weight = kf_random_below(r, 2) ? INFINITY : 0.1 + 3 * kf_random_unit(r);
        uint64_t least = kf_random_below(r, 4), most = least + kf_random_below(r, 3);
        if (kf_random_below(r, 4) == 0) weight = -weight;
        if (kf_random_below(r, 4) == 0) most = UINT64_MAX;
        if (kf_random_below(r, 4) == 0 && weight > -INFINITY) part_clause(m, codes, k, weight);
        else if (kf_random_below(r, 3) == 0)
            part_count(m, codes, by, k, kf_random_below(r, 2), 1, INFINITY);
        else part_count(m, codes, by, k, least, most, weight);
    }
}
