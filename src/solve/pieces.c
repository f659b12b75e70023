/* pieces.c -- what is left of a part, cut into independent pieces; see simplify.h. */
#include "solve/simplifying.h"

#include <math.h>
#include <string.h>

typedef struct cutter {
    kf_work *w;
    uint32_t *parent; /* by atom; then, of an open one, its number in its piece */
    uint32_t *piece;  /* by atom */
    struct sizes {
        uint32_t atoms, clauses, literals, counts;
    } * sizes; /* by piece */
} cutter;

static uint32_t root(uint32_t *parent, uint32_t atom)
{
    while (parent[atom] != atom) atom = parent[atom] = parent[parent[atom]];
    return atom;
}

static void join(uint32_t *parent, const kf_lit *l, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t a = root(parent, kf_lit_atom(l[0]).id), b = root(parent, kf_lit_atom(l[i]).id);
        if (a < b) parent[b] = a;
        else parent[a] = b;
    }
}

static bool is_open(const kf_simplified *s, uint32_t atom)
{
    return s->value[atom] < 0 && kf_lit_atom(s->stands[atom]).id == atom;
}

static uint32_t piece_of(const cutter *x, const kf_lit *l)
{
    return x->piece[kf_lit_atom(l[0]).id];
}

/* Pieces are numbered by their smallest atom. */
static void number_pieces(cutter *x)
{
    kf_work *w = x->w;
    kf_simplified *s = w->s;
    for (uint32_t i = 0; i < s->n_atoms; i++) x->parent[i] = i;
    for (uint32_t i = 0; i < w->n_clauses; i++) join(x->parent, w->literals + w->start[i], w->n[i]);
    for (uint32_t i = 0; i < w->n_counts; i++)
        join(x->parent, w->counts[i].literals, w->counts[i].n);
    for (uint32_t i = 0; i < s->n_atoms; i++) {
        if (!is_open(s, i)) continue;
        uint32_t r = root(x->parent, i);
        x->piece[i] = r == i ? s->n_pieces++ : x->piece[r];
    }
}

static void measure(cutter *x)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->s->n_atoms; i++)
        if (is_open(w->s, i)) x->parent[i] = x->sizes[x->piece[i]].atoms++;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        struct sizes *z = &x->sizes[piece_of(x, w->literals + w->start[i])];
        z->clauses++;
        z->literals += w->n[i];
    }
    for (uint32_t i = 0; i < w->n_counts; i++)
        x->sizes[piece_of(x, w->counts[i].literals)].counts++;
}

/* A piece with room for everything; its arrays are filled later, by way of these. */
typedef struct filling {
    double *cost_true, *cost_false, *weight;
    uint64_t *names;
    kf_ends *ends;
    uint32_t *start;
    kf_lit *literals;
    kf_count *counts;
} filling;

static kerf_status make_piece(kf_arena *a, kf_piece *p, const struct sizes *z, bool ends,
                              filling *f)
{
    *f = (filling){ kf_arena_room(a, z->atoms, sizeof(double)),
                    kf_arena_room(a, z->atoms, sizeof(double)),
                    kf_arena_room(a, z->clauses, sizeof(double)),
                    kf_arena_room(a, z->atoms, sizeof(uint64_t)),
                    ends ? kf_arena_room(a, z->atoms, sizeof(kf_ends)) : NULL,
                    kf_arena_room(a, z->clauses + 1, sizeof(uint32_t)),
                    kf_arena_room(a, z->literals, sizeof(kf_lit)),
                    kf_arena_alloc(a, z->counts, sizeof(kf_count)) };
    p->atoms = kf_arena_room(a, z->atoms, sizeof(uint32_t));
    if (!f->cost_true || !f->cost_false || !f->weight || !f->names || !f->start || !f->literals
        || !f->counts || !p->atoms || (ends && !f->ends)) {
        return KERF_NO_MEMORY;
    }
    f->start[0] = 0;
    p->part = (kf_part){ .n_atoms = z->atoms,
                         .cost_true = f->cost_true,
                         .cost_false = f->cost_false,
                         .start = f->start,
                         .literals = f->literals,
                         .weight = f->weight,
                         .counts = f->counts,
                         .ends = f->ends };
    return KERF_OK;
}

static kf_lit local(const cutter *x, kf_lit l)
{
    return kf_lit_of((kf_atom){ x->parent[kf_lit_atom(l).id] }, kf_lit_negated(l));
}

/* Of the two costs of an atom the smaller is certain. */
static void fill_atoms(cutter *x, filling *f)
{
    kf_work *w = x->w;
    for (uint32_t i = 0; i < w->s->n_atoms; i++) {
        if (!is_open(w->s, i)) continue;
        uint32_t p = x->piece[i], at = x->parent[i];
        double least = w->cost[0][i] < w->cost[1][i] ? w->cost[0][i] : w->cost[1][i];
        w->s->paid += least;
        f[p].cost_false[at] = w->cost[0][i] - least;
        f[p].cost_true[at] = w->cost[1][i] - least;
        w->s->pieces[p].atoms[at] = i;
        if (w->s->ends) f[p].ends[at] = w->s->ends[i];
        if (!w->s->names) continue;
        f[p].names[at] = w->s->names[i];
        w->s->pieces[p].part.names = f[p].names;
    }
}

static void fill_clauses(cutter *x, filling *f)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->n_clauses; i++) {
        const kf_lit *l = w->literals + w->start[i];
        uint32_t p = piece_of(x, l);
        kf_part *part = &w->s->pieces[p].part;
        uint32_t at = f[p].start[part->n_clauses];
        /* Atoms keep their order, so literals stay sorted. */
        for (uint32_t k = 0; k < w->n[i]; k++) f[p].literals[at + k] = local(x, l[k]);
        f[p].weight[part->n_clauses++] = w->weight[i];
        f[p].start[part->n_clauses] = at + w->n[i];
    }
}

static kerf_status fill_counts(cutter *x, filling *f, kf_arena *a)
{
    const kf_work *w = x->w;
    for (uint32_t i = 0; i < w->n_counts; i++) {
        const kf_work_count *c = &w->counts[i];
        uint32_t p = piece_of(x, c->literals);
        kf_lit *l = kf_arena_alloc(a, c->n, sizeof(kf_lit));
        uint32_t *coefficients = kf_arena_copy(a, c->coefficients, c->n, sizeof(uint32_t));
        if (!l || !coefficients) return KERF_NO_MEMORY;
        for (uint32_t k = 0; k < c->n; k++) l[k] = local(x, c->literals[k]);
        f[p].counts[w->s->pieces[p].part.n_counts++] =
            (kf_count){ c->n, l, coefficients, c->least, c->most, c->weight };
    }
    return KERF_OK;
}

static kerf_status cut(cutter *x, kf_arena *scratch)
{
    kf_simplified *s = x->w->s;
    x->parent = kf_arena_room(scratch, s->n_atoms, sizeof(uint32_t));
    x->piece = kf_arena_room(scratch, s->n_atoms, sizeof(uint32_t));
    if (!x->parent || !x->piece) return KERF_NO_MEMORY;
    number_pieces(x);
    x->sizes = kf_arena_alloc(scratch, s->n_pieces, sizeof *x->sizes);
    s->pieces = kf_arena_alloc(&s->arena, s->n_pieces, sizeof *s->pieces);
    filling *f = kf_arena_alloc(scratch, s->n_pieces, sizeof *f);
    if (!x->sizes || !s->pieces || !f) return KERF_NO_MEMORY;
    measure(x);
    for (uint32_t i = 0; i < s->n_pieces; i++)
        KF_TRY(make_piece(&s->arena, &s->pieces[i], &x->sizes[i], s->ends != NULL, &f[i]));
    fill_atoms(x, f);
    fill_clauses(x, f);
    return fill_counts(x, f, &s->arena);
}

kerf_status kf_work_pieces(kf_work *w, kf_mem *mem)
{
    cutter x = { .w = w };
    kf_arena scratch;
    kf_arena_init(&scratch, mem);
    kerf_status st = cut(&x, &scratch);
    kf_arena_free(&scratch);
    return st;
}
