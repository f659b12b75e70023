/* triangles.c -- separates transitivity at a fractional point.
 *
 * The point of a relaxation violates triangles, P(x,y) + P(y,z) - P(x,z) > 1, that the assignments
 * of many iterations need not violate. All are looked at; for each P(x,z) the most violated one is
 * ground. */
#include "ground/graph/graph.h"

#include <string.h>

enum { MOST_NODES = 1500, STEPS_PER_ROW = 64 };
static const float VIOLATED = 0.02f;

typedef struct triangles {
    kf_grounder *g;
    kf_ground_rule *gr;
    const double *x; /* by atom of the problem */
    uint32_t predicate;
    KF_VEC(uint32_t) nodes; /* constants, ascending */
    size_t cells;           /* nodes by nodes */
    float *value;           /* by pair */
    uint32_t *place;        /* by constant of the relation, less the first: its node */
    size_t n_places;
    uint32_t *related; /* room: nodes y with P(x,y) above 0 */
    float *worst;      /* room: by z, by how much the most violated triangle is violated */
    uint32_t *by;      /* room: its y */
} triangles;

static void free_room(triangles *t)
{
    kf_mem *mem = t->g->mem;
    kf_mem_free(mem, t->value, t->cells, sizeof *t->value);
    kf_mem_free(mem, t->place, t->n_places, sizeof *t->place);
    kf_mem_free(mem, t->related, t->nodes.n, sizeof *t->related);
    kf_mem_free(mem, t->worst, t->nodes.n, sizeof *t->worst);
    kf_mem_free(mem, t->by, t->nodes.n, sizeof *t->by);
    kf_vec_free(mem, &t->nodes);
}

/* ---- Nodes and pairs ---- */

static const kf_relation *pairs(const triangles *t)
{
    return t->g->atoms[t->predicate];
}

static bool is_named(const triangles *t, uint32_t row)
{
    return t->g->atom_of[t->predicate].at[row] != KF_NONE;
}

static double value_of(const triangles *t, uint32_t row)
{
    return t->x[t->g->atom_of[t->predicate].at[row]];
}

/* The constants of pairs that are not quite false: others are in no violated triangle but as the
 * ends of a pair that is missing there. */
static kerf_status list_nodes(triangles *t)
{
    const kf_relation *rel = pairs(t);
    uint32_t n = (uint32_t)t->g->atom_of[t->predicate].n, most = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < 2 && is_named(t, i); k++)
            if (rel->columns[k][i] >= most) most = rel->columns[k][i] + 1;
    t->n_places = most;
    t->place = kf_mem_alloc(t->g->mem, most, sizeof *t->place);
    if (!t->place) return KERF_NO_MEMORY;
    memset(t->place, 0xff, most * sizeof *t->place);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_named(t, i) || value_of(t, i) <= VIOLATED) continue;
        for (uint32_t k = 0; k < 2; k++) t->place[rel->columns[k][i]] = 0;
    }
    for (uint32_t c = 0; c < most; c++) {
        if (t->place[c] == UINT32_MAX) continue;
        t->place[c] = (uint32_t)t->nodes.n;
        if (!kf_vec_push(t->g->mem, &t->nodes, c)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status place_pairs(triangles *t)
{
    const kf_relation *rel = pairs(t);
    size_t n = t->nodes.n;
    t->cells = n * n;
    t->value = kf_mem_calloc(t->g->mem, t->cells, sizeof *t->value);
    t->related = kf_mem_alloc(t->g->mem, n, sizeof *t->related);
    t->worst = kf_mem_alloc(t->g->mem, n, sizeof *t->worst);
    t->by = kf_mem_alloc(t->g->mem, n, sizeof *t->by);
    if (!t->value || !t->related || !t->worst || !t->by) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < t->g->atom_of[t->predicate].n; i++) {
        if (!is_named(t, i)) continue;
        uint32_t from = t->place[rel->columns[0][i]], to = t->place[rel->columns[1][i]];
        if (from == UINT32_MAX || to == UINT32_MAX) continue;
        t->value[from * n + to] = (float)value_of(t, i);
    }
    return KERF_OK;
}

/* ---- Triangles ---- */

/* The tuple of the grounding; the literals may be in any order. */
static void read_tuple(triangles *t, const uint32_t *at, uint32_t *tuple)
{
    const kf_compiled *c = &t->gr->c;
    assert(c->n_literals == 3);
    const kf_literal *whole = c->literals, *first = c->literals; /* both are found */
    for (uint32_t i = 0; i < c->n_literals; i++)
        if (!c->literals[i].negated) whole = &c->literals[i];
    for (uint32_t i = 0; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->negated && l->args[0].variable == whole->args[0].variable) first = l;
    }
    t->g->binding.ids[first->args[0].variable] = t->nodes.at[at[0]];
    t->g->binding.ids[first->args[1].variable] = t->nodes.at[at[1]];
    t->g->binding.ids[whole->args[1].variable] = t->nodes.at[at[2]];
    kf_tuple_read(c, &t->g->binding, tuple);
}

static bool is_known(triangles *t, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t at[] = { x, y, z }, tuple[2 * KF_MOST_TUPLE];
    read_tuple(t, at, tuple);
    return kf_tuple_map_find(&t->gr->tuples[0], tuple) != UINT32_MAX;
}

/* What evidence makes true is in no violated triangle; what it makes false has no value but 0. */
static bool may_be_false(const triangles *t, uint32_t x, uint32_t z)
{
    uint32_t row[] = { t->nodes.at[x], t->nodes.at[z] };
    return kf_database_fixed(t->g->d, t->predicate, row) != KF_TRUE;
}

static void look_at(triangles *t, uint32_t x)
{
    size_t n = t->nodes.n;
    const float *from = t->value + x * n;
    uint32_t related = 0;
    for (uint32_t y = 0; y < n; y++)
        if (from[y] > VIOLATED) t->related[related++] = y;
    for (uint32_t z = 0; z < n; z++) t->worst[z] = VIOLATED;
    for (uint32_t k = 0; k < related; k++) {
        uint32_t y = t->related[k];
        const float *onwards = t->value + y * n;
        float least = 1 - from[y];
        for (uint32_t z = 0; z < n; z++) {
            float violation = onwards[z] - from[z] - least;
            if (violation <= t->worst[z] || y == x || y == z || is_known(t, x, y, z)) continue;
            t->worst[z] = violation;
            t->by[z] = y;
        }
    }
}

static kerf_status add_found(triangles *t, uint32_t x)
{
    for (uint32_t z = 0; z < t->nodes.n; z++) {
        uint32_t at[] = { x, t->by[z], z }, tuple[2 * KF_MOST_TUPLE];
        if (t->worst[z] <= VIOLATED || !may_be_false(t, x, z)) continue;
        assert(t->by[z] < t->nodes.n && t->by[z] != x && t->by[z] != z);
        read_tuple(t, at, tuple);
        KF_TRY(kf_tuple_map_add(&t->gr->tuples[0], t->g->mem, tuple, UINT32_MAX, 1, INFINITY));
    }
    return KERF_OK;
}

static kerf_status separate(triangles *t, kf_separated *out)
{
    KF_TRY(list_nodes(t));
    if (t->nodes.n < 2 || t->nodes.n > MOST_NODES) return KERF_OK;
    KF_TRY(place_pairs(t));
    for (uint32_t x = 0; x < t->nodes.n; x++) {
        KF_TRY(kf_grounder_spend(t->g, STEPS_PER_ROW));
        look_at(t, x);
        KF_TRY(add_found(t, x));
    }
    uint64_t before = out->tuples;
    KF_TRY(kf_take_tuples(t->g, t->gr, 0, out));
    t->gr->added += out->tuples - before;
    return KERF_OK;
}

kerf_status kf_separate_triangles(kf_grounder *g, const double *x, kf_separated *out)
{
    *out = (kf_separated){ .decided_rule = KF_NONE };
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        triangles t = { .g = g, .gr = gr, .x = x };
        bool counted = gr->product && gr->product->active;
        if (counted || kf_relating_of(g->d->m, &gr->c, &t.predicate) != KF_TRANSITIVE_RELATION)
            continue;
        kerf_status st = separate(&t, out);
        free_room(&t);
        KF_TRY(st);
    }
    return KERF_OK;
}
