/* acyclic.c -- directed cycles among the true atoms of a predicate, each forbidden by a clause.
 *
 * A depth-first search; every edge back to a node on the path closes a cycle. None is looked for
 * in advance. */
#include "ground/grounding.h"

#include <math.h>
#include <string.h>

typedef struct search {
    kf_grounder *g;
    uint32_t predicate;
    const kf_rel *rel;
    const kf_index *out;
    uint32_t *path, *next,
        *place; /* nodes on the path, which edge each goes on with; place by node */
    uint32_t n; /* constants of the type */
    uint32_t length;
    kf_lit *lits;
} search;

enum { NEW = 0 }; /* place: 0 not seen, n + 1 done, else position on the path + 1 */

/* The cycle from `from` (a position) to the end of the path, as a clause. */
static kerf_status forbid(search *s, uint32_t from, kf_separated *out)
{
    uint32_t n = 0;
    double constant = 0;
    for (uint32_t i = from; i < s->length; i++) {
        uint32_t pair[2] = { s->path[i], s->path[i + 1 < s->length ? i + 1 : from] };
        if (kf_database_fixed(s->g->d, s->predicate, pair) == KF_TRUE) continue;
        kf_atom atom;
        KF_TRY(kf_grounder_atom(s->g, s->predicate, pair, &atom));
        s->lits[n++] = kf_lit_of(atom, true);
    }
    size_t before = s->g->p->clauses.n;
    KF_TRY(kf_problem_add_clause(s->g->p, s->lits, n, INFINITY, &constant));
    out->hard++;
    if (s->g->p->clauses.n > before) {
        out->units++;
        out->groundings++;
    }
    return KERF_OK;
}

static const uint32_t *edges(const search *s, uint32_t node, uint32_t *count)
{
    uint32_t key[2] = { node, 0 };
    return kf_index_rows(s->rel, s->out, key, count);
}

static void enter(search *s, uint32_t node)
{
    s->path[s->length] = node;
    s->next[s->length] = 0;
    s->place[node] = ++s->length;
}

static kerf_status from_root(search *s, uint32_t root, kf_separated *out)
{
    enter(s, root);
    while (s->length) {
        uint32_t top = s->length - 1, count;
        const uint32_t *rows = edges(s, s->path[top], &count);
        if (s->next[top] == count) {
            s->place[s->path[top]] = s->n + 1;
            s->length--;
            continue;
        }
        uint32_t to = s->rel->columns[1][rows[s->next[top]++]];
        if (s->place[to] == NEW) enter(s, to);
        else if (s->place[to] <= s->length) KF_TRY(forbid(s, s->place[to] - 1, out));
    }
    return KERF_OK;
}

kerf_status kf_separate_acyclic(kf_grounder *g, kf_ground_rule *gr, kf_separated *out)
{
    search s = { .g = g, .predicate = g->d->m->rules.at[gr->rule].predicate };
    kf_rel *rel = g->d->atoms[s.predicate];
    kf_index *index;
    KF_TRY(kf_rel_index(rel, 1, &index));
    s.rel = rel;
    s.out = index;
    s.n = rel->constants[0];
    s.path = kf_mem_alloc(g->mem, s.n, sizeof *s.path);
    s.next = kf_mem_alloc(g->mem, s.n, sizeof *s.next);
    s.place = kf_mem_calloc(g->mem, s.n, sizeof *s.place);
    s.lits = kf_mem_alloc(g->mem, s.n, sizeof *s.lits);
    kerf_status st = s.path && s.next && s.place && s.lits ? KERF_OK : KERF_NO_MEMORY;
    for (uint32_t i = 0; st == KERF_OK && i < s.n; i++) {
        uint32_t count;
        edges(&s, i, &count);
        if (s.place[i] == NEW && count) st = from_root(&s, i, out);
    }
    kf_mem_free(g->mem, s.path, s.n, sizeof *s.path);
    kf_mem_free(g->mem, s.next, s.n, sizeof *s.next);
    kf_mem_free(g->mem, s.place, s.n, sizeof *s.place);
    kf_mem_free(g->mem, s.lits, s.n, sizeof *s.lits);
    return st;
}
