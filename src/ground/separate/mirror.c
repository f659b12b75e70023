/* mirror.c -- mirror images of groundings; see mirror.h. */
#include "ground/separate/mirror.h"

#include "base/check.h"

#include <string.h>

enum { MOST_LITERALS = 4, MOST_VARIABLES = 8 };

typedef struct mirror {
    const kf_compiled *c;
    uint32_t to[MOST_VARIABLES]; /* by variable: where it goes, or KF_NONE */
} mirror;

/* ---- The image of a formula ---- */

static bool is_pair(const kf_literal *l)
{
    return l->kind == KF_LITERAL_ATOM && l->hidden && l->n == 2 && !l->right
           && l->args[0].variable != KF_NONE && l->args[1].variable != KF_NONE;
}

static bool send(mirror *m, uint32_t from, uint32_t to)
{
    if (m->to[from] == KF_NONE) m->to[from] = to;
    return m->to[from] == to;
}

/* One literal onto the other, turned round. */
static bool turn(mirror *m, const kf_literal *from, const kf_literal *to)
{
    return from->id == to->id && from->negated == to->negated
           && send(m, from->args[0].variable, to->args[1].variable)
           && send(m, from->args[1].variable, to->args[0].variable);
}

/* Variables change places two by two, so that the image of an image is what it was. */
static bool is_swap(const mirror *m)
{
    for (uint32_t v = 0; v < m->c->n_variables; v++)
        if (m->to[v] == KF_NONE || m->to[m->to[v]] != v) return false;
    return true;
}

static bool is_image(const mirror *m, const kf_literal *l, const kf_literal *of)
{
    if (l->kind != KF_LITERAL_ATOM || of->kind != KF_LITERAL_ATOM || l->id != of->id
        || l->negated != of->negated || l->right || of->right)
        return false;
    for (uint32_t i = 0; i < l->n; i++) {
        kf_arg a = of->args[i], b = l->args[i];
        if (a.variable == KF_NONE ? b.variable != KF_NONE || a.constant != b.constant
                                  : b.variable != m->to[a.variable])
            return false;
    }
    return true;
}

/* Do they say the same of the image? */
static bool are_kept(const mirror *m, const kf_literal *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        bool found = false;
        for (uint32_t k = 0; k < n; k++) found |= is_image(m, &list[k], &list[i]);
        if (!found) return false;
    }
    return true;
}

/* From the hidden literal at this place on, onto those that are not taken. */
static bool match(mirror *m, uint32_t at, uint32_t taken)
{
    const kf_compiled *c = m->c;
    uint32_t n = c->n_literals - c->n_observed;
    const kf_literal *hidden = c->literals + c->n_observed;
    if (at == n)
        return is_swap(m) && are_kept(m, c->literals, c->n_observed)
               && are_kept(m, c->conditions, c->n_conditions);
    for (uint32_t i = 0; i < n; i++) {
        mirror next = *m;
        if (taken >> i & 1 || !turn(&next, &hidden[at], &hidden[i])) continue;
        if (!match(&next, at + 1, taken | 1u << i)) continue;
        *m = next;
        return true;
    }
    return false;
}

static bool find_mirror(const kf_grounder *g, const kf_ground_rule *gr, mirror *m)
{
    const kf_compiled *c = &gr->c;
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    uint32_t n = c->n_literals - c->n_observed;
    *m = (mirror){ .c = c };
    if (r->kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE || n == 0 || n > MOST_LITERALS
        || c->n_variables > MOST_VARIABLES || c->n_tuple != c->n_variables)
        return false;
    if (r->cost != KF_COST_NUMBER && r->cost != KF_COST_HARD) return false;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++)
        if (!is_pair(&c->literals[i])) return false;
    for (uint32_t v = 0; v < c->n_variables; v++) m->to[v] = KF_NONE;
    return match(m, 0, 0);
}

/* ---- Images of tuples ---- */

/* Where the tuple has each variable. */
static void find_places(const kf_compiled *c, uint32_t *place)
{
    for (uint32_t i = 0; i < c->n_tuple; i++) place[c->tuple[i]] = i;
}

static kerf_status add_images(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t from,
                              const mirror *m)
{
    kf_tuple_map *u = &gr->tuples[side];
    uint32_t n = kf_tuple_map_count(u), place[MOST_VARIABLES], image[MOST_VARIABLES];
    find_places(m->c, place);
    KF_TRY(kf_tuple_map_expect(u, g->mem, n - from));
    for (uint32_t i = from; i < n; i++) {
        const uint32_t *tuple = kf_tuple_map_tuple(u, i);
        for (uint32_t k = 0; k < m->c->n_tuple; k++)
            image[place[m->to[m->c->tuple[k]]]] = tuple[k];
        KF_TRY(kf_tuple_map_add(u, g->mem, image, kf_tuple_map_count(u), u->times.at[i],
                                u->weights.at[i]));
    }
    return KERF_OK;
}

kerf_status kf_mirror_tuples(kf_grounder *g, kf_ground_rule *gr, int side, uint32_t from,
                             kf_separated *out)
{
    kf_separated beside = { 0 };
    mirror m;
    assert(gr->done[side] == kf_tuple_map_count(&gr->tuples[side]));
    if (!g->mirrored || from == gr->done[side] || !find_mirror(g, gr, &m)) return KERF_OK;
    KF_TRY(add_images(g, gr, side, from, &m));
    KF_TRY(kf_take_tuples(g, gr, side, &beside));
    out->beside += beside.tuples;
    out->beside_groundings += beside.groundings;
    return KERF_OK;
}
