/* ordering.c -- clauses of a certificate that hold where a predicate has no cycle.
 *
 * The nodes of a relation without cycles can be ordered so that every edge goes forwards. A
 * certificate may speak of one such order: `order P(A, B)` is true where A is before B. So what
 * edges and the order say are arrows that all go forwards, and a clause holds if its opposite, with
 * the edges of evidence, has arrows in a circle. Some node is the last of any that the order has,
 * and one is the first: a clause that says so holds, too. */
#include "verify/open_walk.h"

#include <string.h>

typedef struct arrow {
    uint32_t from, to;
} arrow;

typedef struct circle {
    const kf_bound *b;
    const kf_facts *said;
    uint32_t predicate, n; /* constants of its type */
    arrow *arrows;
    uint32_t n_arrows;
    uint32_t *of, *seen;  /* room: by constant */
    bool *alive, *leaves; /* by constant */
} circle;

/* ---- What literals say ---------------------------------------------------------------------- */

static const kf_bound_definition *definition_of(const kf_bound *b, uint32_t literal)
{
    const kf_bound_atom *a = &b->atoms.at[literal / 2];
    return a->predicate == KF_NONE ? &b->definitions.at[a->row] : NULL;
}

/* The predicate that a literal is about; of a defined one, its first part. */
static uint32_t predicate_of(const kf_bound *b, uint32_t literal)
{
    const kf_bound_definition *d = definition_of(b, literal);
    const kf_bound_atom *a = &b->atoms.at[(d ? b->terms.at[d->start].literal : literal) / 2];
    return a->predicate == KF_BOUND_ORDER ? b->rows.at[a->row] : a->predicate;
}

/* Where the literal is true something leads forwards; false: it does not say so. */
static bool read_arrow(const circle *c, uint32_t literal, arrow *to)
{
    const kf_bound_atom *a = &c->b->atoms.at[literal / 2];
    const uint32_t *row = c->b->rows.at + a->row;
    if (a->predicate == KF_NONE || predicate_of(c->b, literal) != c->predicate) return false;
    bool order = a->predicate == KF_BOUND_ORDER, back = literal & 1;
    if (!order && back) return false;
    row += order;
    *to = back ? (arrow){ row[1], row[0] } : (arrow){ row[0], row[1] };
    return true;
}

/* ---- A circle ------------------------------------------------------------------------------- */

/* The arrows of the opposite of a clause. */
static bool read_arrows(circle *c, const kf_bound_term *t, uint32_t n)
{
    c->n_arrows = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t opposite = t[i].literal ^ 1;
        const kf_bound_definition *d = definition_of(c->b, opposite);
        if (d && opposite & 1) return false; /* not all of its parts */
        for (uint32_t k = 0; d && k < d->n; k++)
            if (!read_arrow(c, c->b->terms.at[d->start + k].literal, &c->arrows[c->n_arrows++]))
                return false;
        if (!d && !read_arrow(c, opposite, &c->arrows[c->n_arrows++])) return false;
    }
    return true;
}

/* Do they lead from the first one back to it, without evidence? A quick look, for most do. */
static bool lead_back(const circle *c)
{
    uint32_t at = c->arrows[0].to;
    for (uint32_t steps = 0; steps < c->n_arrows && at != c->arrows[0].from; steps++) {
        uint32_t k = 0;
        while (k < c->n_arrows && c->arrows[k].from != at) k++;
        if (k == c->n_arrows) return false;
        at = c->arrows[k].to;
    }
    return at == c->arrows[0].from;
}

static void see(circle *c, uint32_t from, uint32_t to)
{
    c->leaves[from] |= c->alive[from] && c->alive[to];
}

/* Removes constants without an arrow to one that is left, until none is; if some stay, there is a
 * circle. */
static bool find_circle(circle *c)
{
    uint32_t left = c->n, before;
    memset(c->alive, 1, c->n * sizeof *c->alive);
    do {
        before = left;
        left = 0;
        memset(c->leaves, 0, c->n * sizeof *c->leaves);
        for (uint32_t i = 0; i < c->said->n; i++)
            see(c, c->said->columns[0][i], c->said->columns[1][i]);
        for (uint32_t i = 0; i < c->n_arrows; i++) see(c, c->arrows[i].from, c->arrows[i].to);
        for (uint32_t i = 0; i < c->n; i++) left += c->alive[i] = c->leaves[i];
    } while (left > 0 && left < before);
    return left > 0;
}

/* ---- An end --------------------------------------------------------------------------------- */

/* The node that all of the others are before; last: or behind. KF_NONE: it is not defined so.
 * Edges do not say it: there need not be any. */
static uint32_t end_of(const circle *c, uint32_t literal, uint32_t others, bool last)
{
    const kf_bound_definition *d = definition_of(c->b, literal);
    uint32_t end = KF_NONE;
    if (!d || literal & 1 || d->n != others) return KF_NONE;
    for (uint32_t k = 0; k < d->n; k++) {
        uint32_t part = c->b->terms.at[d->start + k].literal;
        arrow a;
        if (c->b->atoms.at[part / 2].predicate != KF_BOUND_ORDER) return KF_NONE;
        if (!read_arrow(c, part, &a)) return KF_NONE;
        uint32_t here = last ? a.to : a.from;
        if (end != KF_NONE && here != end) return KF_NONE;
        end = here;
    }
    return end;
}

/* "One of these nodes is the last of them", or the first: each is the end of a part with all of the
 * others, and of no others. */
static bool says_end(const circle *c, const kf_bound_term *t, uint32_t n, bool last)
{
    memset(c->of, 0, c->n * sizeof *c->of);
    memset(c->seen, 0, c->n * sizeof *c->seen);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t end = end_of(c, t[i].literal, n - 1, last);
        if (end == KF_NONE || c->of[end]) return false;
        c->of[end] = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        const kf_bound_definition *d = definition_of(c->b, t[i].literal);
        for (uint32_t k = 0; k < d->n; k++) {
            arrow a;
            if (!read_arrow(c, c->b->terms.at[d->start + k].literal, &a)) return false;
            uint32_t other = last ? a.from : a.to;
            if (!c->of[other] || c->of[other] == i + 1 || c->seen[other] == i + 1) return false;
            c->seen[other] = i + 1;
        }
    }
    return true;
}

/* ---- A clause ------------------------------------------------------------------------------- */

bool kf_bound_has_order(const kf_bound *b, uint32_t predicate)
{
    const kf_model *m = b->v->model;
    for (size_t i = 0; i < m->rules.n; i++)
        if (m->rules.at[i].kind == KF_RULE_ACYCLIC && m->rules.at[i].predicate == predicate)
            return true;
    return false;
}

static bool judge(circle *c, const kf_bound_term *t, uint32_t n)
{
    if (read_arrows(c, t, n)) return lead_back(c) || find_circle(c);
    return n > 2 && (says_end(c, t, n, false) || says_end(c, t, n, true));
}

kerf_status kf_open_holds_in_order(const kf_bound *b, const kf_bound_constraint *clause,
                                   bool *holds)
{
    const kf_model *m = b->v->model;
    const kf_bound_term *t = b->terms.at + clause->start;
    circle c = { .b = b, .predicate = predicate_of(b, t[0].literal) };
    uint32_t most = 0;
    *holds = false;
    if (clause->count || c.predicate == KF_NONE || !kf_bound_has_order(b, c.predicate))
        return KERF_OK;
    for (uint32_t i = 0; i < clause->n; i++) {
        const kf_bound_definition *d = definition_of(b, t[i].literal);
        most += d ? d->n : 1;
    }
    c.n = kf_symbols_count(m->types.at[m->predicates.at[c.predicate].slots[0].type].constants);
    c.said = kf_evidence_facts(b->v->evidence, c.predicate, KF_SAID_TRUE);
    c.arrows = kf_mem_alloc(b->mem, most, sizeof *c.arrows);
    c.of = kf_mem_alloc(b->mem, c.n, 2 * sizeof *c.of);
    c.alive = kf_mem_alloc(b->mem, c.n, 2 * sizeof *c.alive);
    bool room = c.arrows && c.of && c.alive;
    if (room) {
        c.seen = c.of + c.n;
        c.leaves = c.alive + c.n;
        *holds = judge(&c, t, clause->n);
    }
    kf_mem_free(b->mem, c.arrows, most, sizeof *c.arrows);
    kf_mem_free(b->mem, c.of, c.n, 2 * sizeof *c.of);
    kf_mem_free(b->mem, c.alive, c.n, 2 * sizeof *c.alive);
    return room ? KERF_OK : KERF_NO_MEMORY;
}
