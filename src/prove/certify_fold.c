/* certify_fold.c -- certifies a folded component, and divides its multipliers among the members of
 * each class; see certify.h.
 *
 * Where the tree would have to branch on a class of several atoms, these become classes of their
 * own, as in the search, and the proof starts again. The last try is without folding. */
#include "prove/certify.h"

#include "base/check.h"
#include "solve/symmetry/lift.h"

#include <string.h>

enum { LEAST_ATOMS = 4, MOST_LEVELS = 6 };
enum { LINES_EACH = 10, LINES_ANYWAY = 1000 }; /* of a tree: for each atom and literal, and more */
static const double WORTH = 0.75;

typedef struct folding {
    kf_component component; /* what may be cited of the whole */
    uint32_t *origin;       /* by constraint of it: of the whole */
    const bool *assignment;
    double goal, step;
    const kf_task *how; /* settings and limits */
    kf_mem *mem;
    kf_arena base;          /* of the component */
    kf_arena arena;         /* of one level */
    bool *alone;            /* by atom: a class of its own */
    kf_citation eliminated; /* instead of a tree; none: nothing is cited */
    bool tried;
    /* ---- of one level ---- */
    kf_classes c;
    kf_component small;
    uint32_t *size;   /* by class */
    uint32_t *member; /* by class: one of its atoms */
    bool *use, *tied, *folded, *fractional;
    uint32_t *first, *next; /* constraints of the component by what they became: lists */
    uint32_t *sharers;      /* by constraint of the small component: how many became it */
} folding;

/* How long the tree of a component may be: in proportion to what the component itself takes. */
static uint64_t most_lines(const kf_component *p)
{
    uint64_t size = p->n_atoms + (p->n_clauses ? (uint64_t)p->start[p->n_clauses] : 0);
    for (uint32_t i = 0; i < p->n_counts; i++) size += p->counts[i].n;
    return LINES_EACH * size + LINES_ANYWAY;
}

static uint32_t n_constraints(const kf_component *p)
{
    return p->n_clauses + p->n_counts;
}

/* ---- What may be cited, as a component of its own ---- */

static kerf_status restrict_component(folding *f, const kf_component *p, const bool *use)
{
    uint32_t literals = p->n_clauses ? p->start[p->n_clauses] : 0, n = 0, at = 0;
    uint32_t *start = kf_arena_alloc(&f->base, p->n_clauses + (size_t)1, sizeof *start);
    kf_lit *to = kf_arena_alloc(&f->base, literals, sizeof *to);
    double *weight = kf_arena_alloc(&f->base, p->n_clauses, sizeof *weight);
    kf_count *counts = kf_arena_alloc(&f->base, p->n_counts, sizeof *counts);
    f->origin = kf_arena_alloc(&f->base, n_constraints(p), sizeof *f->origin);
    if (!start || !to || !weight || !counts || !f->origin) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t length = p->start[i + 1] - p->start[i];
        if (!use[i]) continue;
        memcpy(to + at, p->literals + p->start[i], length * sizeof *to);
        f->origin[n] = i;
        weight[n++] = p->weight[i];
        start[n] = at += length;
    }
    f->component = (kf_component){ .n_atoms = p->n_atoms,
                                   .cost_true = p->cost_true,
                                   .cost_false = p->cost_false,
                                   .n_clauses = n,
                                   .start = start,
                                   .literals = to,
                                   .weight = weight,
                                   .counts = counts };
    for (uint32_t i = 0; i < p->n_counts; i++) {
        if (!use[p->n_clauses + i]) continue;
        f->origin[n++] = p->n_clauses + i;
        counts[f->component.n_counts++] = p->counts[i];
    }
    return KERF_OK;
}

/* ---- One level ---- */

static uint64_t total_of(const kf_count *c)
{
    uint64_t total = 0;
    for (uint32_t k = 0; k < c->n; k++) total += c->coefficients[k];
    return total;
}

/* A count in which a class has both signs is another one folded: its rows are not those of the
 * counts that became it. */
static void choose_usable(folding *f)
{
    for (uint32_t i = 0; i < n_constraints(&f->small); i++) f->use[i] = true;
    for (uint32_t i = 0; i < f->component.n_counts; i++) {
        uint32_t became = f->c.became[f->component.n_clauses + i];
        assert(became >= f->small.n_clauses); /* a count becomes a count */
        const kf_count *count = &f->small.counts[became - f->small.n_clauses];
        f->use[became] &= total_of(count) == total_of(&f->component.counts[i]);
    }
}

static kerf_status open_lists(folding *f)
{
    uint32_t n = n_constraints(&f->component), m = n_constraints(&f->small);
    f->use = kf_arena_alloc(&f->arena, m, sizeof(bool));
    f->first = kf_arena_alloc(&f->arena, m, sizeof *f->first);
    f->sharers = kf_arena_alloc(&f->arena, m, sizeof *f->sharers);
    f->next = kf_arena_alloc(&f->arena, n, sizeof *f->next);
    if (!f->use || !f->first || !f->sharers || !f->next) return KERF_NO_MEMORY;
    memset(f->first, 0xff, m * sizeof *f->first);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t became = f->c.became[i];
        assert(became < m);
        f->next[i] = f->first[became];
        f->first[became] = i;
        f->sharers[became]++;
    }
    choose_usable(f);
    return KERF_OK;
}

static kerf_status open_level(folding *f, bool *worth)
{
    uint32_t n = f->component.n_atoms;
    KF_TRY(kf_refine(&f->component, f->alone, NULL, &f->arena, &f->c));
    *worth = f->c.n <= WORTH * n;
    if (!*worth) return KERF_OK;
    f->c.became = kf_arena_alloc(&f->arena, n_constraints(&f->component), sizeof *f->c.became);
    f->size = kf_arena_alloc(&f->arena, f->c.n, sizeof *f->size);
    f->member = kf_arena_alloc(&f->arena, f->c.n, sizeof *f->member);
    f->tied = kf_arena_alloc(&f->arena, f->c.n, sizeof(bool));
    f->folded = kf_arena_alloc(&f->arena, f->c.n, sizeof(bool));
    f->fractional = kf_arena_alloc(&f->arena, f->c.n, sizeof(bool));
    if (!f->c.became || !f->size || !f->member || !f->tied || !f->folded || !f->fractional)
        return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) {
        f->size[f->c.of[i]]++;
        f->member[f->c.of[i]] = i;
        f->folded[f->c.of[i]] |= f->assignment[i];
    }
    for (uint32_t i = 0; i < f->c.n; i++) f->tied[i] = f->size[i] > 1;
    kerf_status status = kf_fold(&f->component, &f->c, &f->arena, &f->small);
    *worth = status == KERF_OK;
    if (status == KERF_UNSUPPORTED) return KERF_OK;
    return status == KERF_OK ? open_lists(f) : status;
}

/* ---- Sharing out ---- */

static kerf_status cite(folding *f, kf_citation *to, uint32_t constraint, uint32_t part, double y)
{
    kf_cited_row row = { f->origin[constraint], part, y };
    return kf_vec_push(f->mem, &to->rows, row) ? KERF_OK : KERF_NO_MEMORY;
}

/* The rows of a clause that pays when it is true, for the literals of one class. */
static kerf_status share_literal(folding *f, kf_citation *to, uint32_t i, kf_lit class, double y)
{
    const kf_component *p = &f->component;
    uint32_t n = 0;
    for (int go = 0; go < 2; go++) {
        assert(go == 0 || n > 0);
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
            kf_lit l = p->literals[k];
            if (f->c.of[kf_lit_atom(l).id] != kf_lit_atom(class).id) continue;
            if (go) KF_TRY(cite(f, to, i, k - p->start[i] + 1, y / n));
            else n++;
        }
    }
    return KERF_OK;
}

static kerf_status share_row(folding *f, kf_citation *to, const kf_cited_row *r)
{
    const kf_component *small = &f->small;
    assert(f->sharers[r->constraint] > 0);
    double y = r->multiplier / f->sharers[r->constraint];
    bool unwanted = r->constraint < small->n_clauses && r->part > 0;
    for (uint32_t i = f->first[r->constraint]; i != UINT32_MAX; i = f->next[i]) {
        if (unwanted) {
            kf_lit l = small->literals[small->start[r->constraint] + r->part - 1];
            KF_TRY(share_literal(f, to, i, l, y));
        } else { /* a clause may have become a count, whose only row is the clause's */
            KF_TRY(cite(f, to, i, i < f->component.n_clauses ? 0 : r->part, y));
        }
    }
    return KERF_OK;
}

static kerf_status share_out(folding *f, const kf_citation *from, kf_citation *to)
{
    to->bound = from->bound;
    to->complete = from->complete;
    for (size_t i = 0; i < from->nodes.n; i++) {
        kf_cited_node node = from->nodes.at[i];
        size_t first = node.first_row, end = node.end;
        node.first_row = to->rows.n;
        for (size_t k = first; k < end; k++) KF_TRY(share_row(f, to, &from->rows.at[k]));
        node.end = to->rows.n;
        assert(node.kind != KF_CITED_BRANCH || f->size[node.atom] == 1);
        if (node.kind == KF_CITED_BRANCH) node.atom = f->member[node.atom];
        if (!kf_vec_push(f->mem, &to->nodes, node)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* ---- All of it ---- */

/* Instead of a tree that would be too long. */
static kerf_status eliminate_instead(void *context, bool *done)
{
    folding *f = context;
    if (!f->tried && kf_uses(f->how, KF_ELIMINATE)) {
        f->tried = true;
        KF_TRY(kf_certify_eliminated(&f->component, f->origin, f->assignment, f->how, f->mem,
                                     &f->eliminated));
    }
    *done = f->eliminated.nodes.n > 0;
    return KERF_OK;
}

/* *more: with more classes it may do better. */
static kerf_status try_level(folding *f, kf_citation *out, bool *done, bool *more)
{
    bool worth;
    *more = false;
    KF_TRY(open_level(f, &worth));
    if (!worth) return KERF_OK;
    kf_to_cite what = { .component = &f->small,
                        .use = f->use,
                        .assignment = f->folded,
                        .goal = f->goal,
                        .tied = f->tied,
                        .fractional = f->fractional,
                        .step = f->step,
                        .most_lines = most_lines(&f->component),
                        .lines = f->sharers,
                        .instead = eliminate_instead,
                        .context = f };
    kf_citation tree;
    kerf_status status = kf_certify_component(&what, &f->how->limits, f->mem, &tree);
    *done = !tree.stuck || f->eliminated.nodes.n > 0;
    if (status == KERF_OK && *done && f->eliminated.nodes.n == 0) status = share_out(f, &tree, out);
    for (uint32_t i = 0; !*done && i < f->component.n_atoms; i++) {
        if (!f->fractional[f->c.of[i]]) continue;
        f->alone[i] = true;
        *more = true;
    }
    kf_citation_free(&tree, f->mem);
    return status;
}

static kerf_status certify_levels(folding *f, kf_citation *out)
{
    bool done = false, more = f->component.n_atoms >= LEAST_ATOMS && kf_uses(f->how, KF_LIFT);
    kerf_status status = KERF_OK;
    for (int level = 0; status == KERF_OK && more && level < MOST_LEVELS; level++) {
        kf_arena_init(&f->arena, f->mem);
        status = try_level(f, out, &done, &more);
        kf_arena_free(&f->arena);
    }
    return status;
}

kerf_status kf_certify_folded(const kf_component *p, const bool *use, const bool *assignment,
                              double step, const kf_task *how, kf_mem *mem, kf_citation *out)
{
    folding f = { .assignment = assignment, .step = step, .how = how, .mem = mem };
    assert(p->n_cliques == 0 && step >= 0);
    *out = (kf_citation){ .bound = 0, .complete = true };
    f.goal = kf_cited_cost(p, use, assignment);
    if (f.goal <= 0) return KERF_OK;
    kf_arena_init(&f.base, mem);
    f.alone = kf_arena_alloc(&f.base, p->n_atoms, sizeof(bool));
    kerf_status status = f.alone ? restrict_component(&f, p, use) : KERF_NO_MEMORY;
    if (status == KERF_OK) KF_CHECK(kf_component_check(&f.component));
    if (status == KERF_OK) status = certify_levels(&f, out);
    if (status == KERF_OK && out->nodes.n == 0 && f.eliminated.nodes.n == 0) {
        kf_to_cite what = { .component = p,
                            .use = use,
                            .assignment = assignment,
                            .goal = f.goal,
                            .step = step,
                            .most_lines = most_lines(p),
                            .instead = eliminate_instead,
                            .context = &f };
        status = kf_certify_component(&what, &how->limits, mem, out);
    }
    kf_arena_free(&f.base);
    if (f.eliminated.nodes.n > 0) {
        kf_citation_free(out, mem);
        *out = f.eliminated;
    } else kf_citation_free(&f.eliminated, mem);
    return status;
}
