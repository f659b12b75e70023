/* certify.c -- the certificate of one answer as text; see certify.h.
 *
 * It holds only the constraints that leaves cite, and their atoms. Where the problem holds a
 * constraint twice (hard and soft, or two equal counts), the certificate names it once, as the
 * checker sees it. */
#include "prove/certify.h"

#include "base/check.h"
#include "ground/atoms.h"
#include "ground/auxiliary.h"
#include "ground/print/print_ground.h"
#include "ground/score/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct certifier {
    kf_grounder *g;
    const kf_task *how;
    kf_text *to;
    kf_certified *out;
    kf_mem *mem;
    kf_hooks hooks;
    kf_definitions definitions;
    double step; /* of all weights; 0: none */
    bool *assignment;
    bool *extra; /* by atom: it pays in any case, and is not named yet */
} certifier;

typedef struct names { /* of one component, from 1; 0: none yet */
    const kf_extracted *x;
    const kf_citable *what;
    const kf_component *p;
    uint32_t *atom, *constraint;
    uint32_t n_atoms, n_constraints;
    uint32_t *same; /* slots: constraints by what they look like, from 1 */
    size_t n_slots;
    bool *met;        /* constraints whose atoms are written */
    uint32_t *sorted; /* names of the atoms of one clause, which is sorted_of - 1 */
    uint32_t sorted_of;
} names;

/* ---- What may be used ---- */

/* Counts of atoms that are there twice, or of numbers that the format has not, are left out. */
static bool is_usable_count(const kf_count *k, uint32_t *seen)
{
    static const uint64_t MOST = UINT64_C(1) << 62;
    bool fits = k->least <= MOST && (k->most <= MOST || k->most == UINT64_MAX) && k->n > 0;
    for (uint32_t i = 0; i < k->n; i++) {
        fits &= k->coefficients[i] > 0;
        fits &= ++seen[kf_lit_atom(k->literals[i]).id] == 1;
    }
    for (uint32_t i = 0; i < k->n; i++) seen[kf_lit_atom(k->literals[i]).id] = 0;
    return fits;
}

static void choose_usable(certifier *c, const kf_component *p, bool *use, uint32_t *seen)
{
    for (uint32_t i = 0; i < p->n_clauses; i++) use[i] = p->weight[i] != 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        bool *usable = &use[p->n_clauses + i];
        *usable = is_usable_count(&p->counts[i], seen);
        c->out->partial |= !*usable;
    }
}

/* ---- Names ---- */

typedef struct shape { /* of a constraint */
    uint32_t n;
    const kf_lit *literals;
    const uint32_t *coefficients; /* NULL: a clause */
    uint64_t least, most;
} shape;

static shape shape_of(const kf_component *p, uint32_t constraint)
{
    if (constraint < p->n_clauses) {
        uint32_t start = p->start[constraint];
        return (shape){ p->start[constraint + 1] - start, p->literals + start, NULL, 0, 0 };
    }
    const kf_count *c = &p->counts[constraint - p->n_clauses];
    uint64_t total = 0;
    for (uint32_t i = 0; i < c->n; i++) total += c->coefficients[i];
    uint64_t most = c->most < total ? c->most : UINT64_MAX;
    return (shape){ c->n, c->literals, c->coefficients, c->least, most };
}

/* Mostly it is where it is looked for first. */
static bool has_term(const shape *s, kf_lit l, uint32_t coefficient, uint32_t first)
{
    for (uint32_t k = 0, i = first; k < s->n; k++, i = i + 1 < s->n ? i + 1 : 0)
        if (s->literals[i].code == l.code)
            return !s->coefficients || s->coefficients[i] == coefficient;
    return false;
}

/* The terms of counts may be in any order. */
static bool is_alike(const shape *a, const shape *b)
{
    if (a->n != b->n || !a->coefficients != !b->coefficients || a->least != b->least
        || a->most != b->most)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!has_term(b, a->literals[i], a->coefficients ? a->coefficients[i] : 1, i)) return false;
    return true;
}

static uint64_t hash_shape(const shape *s)
{
    uint64_t h = s->least * 3 + s->most + 1;
    for (uint32_t i = 0; i < s->n; i++) h += kf_recall_mix(1, s->literals[i].code);
    return h;
}

/* The number of a constraint; *first: it is new. */
static uint32_t name_constraint(names *n, uint32_t constraint, bool *first)
{
    *first = false;
    assert(constraint < n->p->n_clauses + n->p->n_counts);
    if (n->constraint[constraint]) return n->constraint[constraint];
    shape s = shape_of(n->p, constraint);
    size_t at = hash_shape(&s) & (n->n_slots - 1);
    for (; n->same[at]; at = (at + 1) & (n->n_slots - 1)) {
        shape other = shape_of(n->p, n->same[at] - 1);
        if (is_alike(&s, &other)) return n->constraint[constraint] = n->constraint[n->same[at] - 1];
    }
    n->same[at] = constraint + 1;
    *first = true;
    return n->constraint[constraint] = ++n->n_constraints;
}

/* ---- Writing ---- */

static void write_literal(kf_text *to, const names *n, kf_lit l)
{
    assert(n->atom[kf_lit_atom(l).id] > 0); /* atoms are named before they are used */
    kf_text_addf(to, " %s%u", kf_lit_negated(l) ? "-" : "", n->atom[kf_lit_atom(l).id]);
}

/* A ground atom by its name, another by the atoms that it is made of, which come first. */
static void write_atom(certifier *c, names *n, uint32_t atom)
{
    const kf_cited_definition *d = &n->what->definitions[atom];
    if (n->atom[atom]) return;
    for (uint32_t i = 0; i < d->n; i++) write_atom(c, n, d->literals[i] / 2);
    n->atom[atom] = ++n->n_atoms;
    c->extra[n->x->atoms[atom]] = false;
    if (d->n > 0) {
        kf_text_add(c->to, KF_STR("define"));
        for (uint32_t i = 0; i < d->n; i++) write_literal(c->to, n, (kf_lit){ d->literals[i] });
    } else {
        kf_atom is = { n->x->atoms[atom] };
        bool order = kf_grounder_is_auxiliary(c->g, is.id); /* others are defined */
        kf_text_add(c->to, order ? KF_STR("order ") : KF_STR("atom "));
        bool named =
            order ? kf_print_order_atom(c->to, c->g, is) : kf_print_ground_atom(c->to, c->g, is);
        assert(named);
        (void)named;
    }
    kf_text_addc(c->to, '\n');
}

static void write_constraint(kf_text *to, const names *n, uint32_t constraint)
{
    shape s = shape_of(n->p, constraint);
    if (s.coefficients) {
        kf_text_addf(to, "count %llu ", (unsigned long long)s.least);
        if (s.most != UINT64_MAX) kf_text_addf(to, "%llu", (unsigned long long)s.most);
        else kf_text_addc(to, '-');
    } else {
        kf_text_add(to, KF_STR("clause"));
    }
    for (uint32_t i = 0; i < s.n; i++) {
        if (s.coefficients) kf_text_addf(to, " %u", s.coefficients[i]);
        write_literal(to, n, s.literals[i]);
    }
    kf_text_addc(to, '\n');
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The names of a clause's atoms in order, kept while rows are of the same clause. */
static void sort_names(names *n, uint32_t clause, const shape *s)
{
    if (n->sorted_of == clause + 1) return;
    n->sorted_of = clause + 1;
    for (uint32_t i = 0; i < s->n; i++) n->sorted[i] = n->atom[kf_lit_atom(s->literals[i]).id];
    qsort(n->sorted, s->n, sizeof *n->sorted, by_number);
}

/* The place of a clause's literal is by the order of names, which may not be that of the
 * component. */
static uint32_t part_of(names *n, const kf_cited_row *r)
{
    if (r->part == 0 || r->constraint >= n->p->n_clauses) return r->part;
    shape s = shape_of(n->p, r->constraint);
    uint32_t atom = n->atom[kf_lit_atom(s.literals[r->part - 1]).id], low = 0, high = s.n;
    sort_names(n, r->constraint, &s);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (n->sorted[middle] < atom) low = middle + 1;
        else high = middle;
    }
    assert(low < s.n && n->sorted[low] == atom);
    return low + 1;
}

static void write_tree(kf_text *to, names *n, const kf_citation *tree)
{
    static const char *const words[] = { "branch", "leaf", "refute" };
    for (size_t i = 0; i < tree->nodes.n && !to->failed; i++) {
        const kf_cited_node *node = &tree->nodes.at[i];
        kf_text_add(to, kf_str_of(words[node->kind]));
        if (node->kind == KF_CITED_BRANCH) kf_text_addf(to, " %u", n->atom[node->atom]);
        kf_text_addc(to, '\n');
        for (size_t k = node->first_row; k < node->end; k++) {
            const kf_cited_row *r = &tree->rows.at[k];
            uint32_t part = part_of(n, r);
            assert(n->constraint[r->constraint] > 0);
            kf_text_addf(to, "row %u", n->constraint[r->constraint]);
            if (part) kf_text_addf(to, ".%u", part);
            kf_text_addc(to, ' ');
            kf_text_add_number(to, r->multiplier);
            kf_text_addc(to, '\n');
        }
    }
}

/* The atoms of a constraint, which is cited here for the first time or again. */
static void write_atoms(certifier *c, names *n, uint32_t constraint)
{
    shape s = shape_of(n->p, constraint);
    if (n->met[constraint]) return;
    n->met[constraint] = true;
    for (uint32_t k = 0; k < s.n; k++) write_atom(c, n, kf_lit_atom(s.literals[k]).id);
}

static void cite_constraint(certifier *c, names *n, uint32_t constraint)
{
    bool first;
    name_constraint(n, constraint, &first);
    if (first) write_constraint(c->to, n, constraint);
}

static void write_block(kf_text *to, const names *n, const kf_citation *tree,
                        const kf_cited_block *block)
{
    kf_text_add(to, KF_STR("block"));
    for (size_t i = block->first_member; i < block->end_member; i++) {
        const kf_cited_member *m = &tree->members.at[i];
        kf_text_addf(to, m->sum ? " +%u" : " %u", n->constraint[m->constraint]);
    }
    kf_text_addc(to, '\n');
    for (size_t i = block->first_variable; i < block->end_variable; i++) {
        kf_text_add(to, KF_STR("eliminate"));
        for (size_t k = tree->variables.at[i].first; k < tree->variables.at[i].end; k++)
            kf_text_addf(to, " %u", n->atom[tree->atoms.at[k]]);
        kf_text_addc(to, '\n');
    }
}

static void write_component(certifier *c, names *n, const kf_citation *tree)
{
    kf_text_add(c->to, KF_STR("component\n"));
    for (size_t i = 0; i < tree->nodes.n; i++)
        if (tree->nodes.at[i].kind == KF_CITED_BRANCH) write_atom(c, n, tree->nodes.at[i].atom);
    for (size_t i = 0; i < tree->rows.n; i++) write_atoms(c, n, tree->rows.at[i].constraint);
    for (size_t i = 0; i < tree->members.n; i++) write_atoms(c, n, tree->members.at[i].constraint);
    for (size_t i = 0; i < tree->atoms.n; i++) write_atom(c, n, tree->atoms.at[i]);
    for (size_t i = 0; i < tree->rows.n; i++) cite_constraint(c, n, tree->rows.at[i].constraint);
    for (size_t i = 0; i < tree->members.n; i++)
        cite_constraint(c, n, tree->members.at[i].constraint);
    for (size_t i = 0; i < tree->blocks.n; i++) write_block(c->to, n, tree, &tree->blocks.at[i]);
    write_tree(c->to, n, tree);
    kf_text_add(c->to, KF_STR("end\n"));
}

static kerf_status write_named(certifier *c, const kf_extracted *x, const kf_citable *what,
                               const kf_citation *tree)
{
    const kf_component *p = &what->component;
    size_t constraints = (size_t)p->n_clauses + p->n_counts, longest = 1;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        if (p->start[i + 1] - p->start[i] > longest) longest = p->start[i + 1] - p->start[i];
    names n = { .x = x, .what = what, .p = p, .n_slots = 16 };
    while (n.n_slots < 2 * constraints) n.n_slots *= 2;
    n.atom = kf_mem_calloc(c->mem, p->n_atoms, sizeof *n.atom);
    n.constraint = kf_mem_calloc(c->mem, constraints, sizeof *n.constraint);
    n.same = kf_mem_calloc(c->mem, n.n_slots, sizeof *n.same);
    n.met = kf_mem_calloc(c->mem, constraints, sizeof *n.met);
    n.sorted = kf_mem_calloc(c->mem, longest, sizeof *n.sorted);
    bool there = n.atom && n.constraint && n.same && n.met && n.sorted;
    if (there) write_component(c, &n, tree);
    kf_mem_free(c->mem, n.atom, p->n_atoms, sizeof *n.atom);
    kf_mem_free(c->mem, n.constraint, constraints, sizeof *n.constraint);
    kf_mem_free(c->mem, n.same, n.n_slots, sizeof *n.same);
    kf_mem_free(c->mem, n.met, constraints, sizeof *n.met);
    kf_mem_free(c->mem, n.sorted, longest, sizeof *n.sorted);
    return there && !c->to->failed ? KERF_OK : KERF_NO_MEMORY;
}

/* ---- Components ---- */

static kerf_status prove_component(certifier *c, const kf_extracted *x, const kf_citable *what,
                                   bool *use, uint32_t *seen)
{
    kf_citation tree;
    choose_usable(c, &what->component, use, seen);
    c->out->partial |= what->partial;
    double step = kf_certify_step(&what->component, use, c->step);
    kerf_status status =
        kf_certify_folded(&what->component, use, what->assignment, step, c->how, c->mem, &tree);
    if (status == KERF_OK) KF_CHECK(kf_citation_check(&tree, &what->component, use));
    if (status == KERF_OK && tree.nodes.n > 0) { /* what is not written is not proven */
        status = write_named(c, x, what, &tree);
        c->out->bound += what->base + tree.bound;
    }
    c->out->complete &= tree.complete;
    kf_citation_free(&tree, c->mem);
    return status;
}

static kerf_status certify_component(certifier *c, const kf_extracted *x, kf_arena *arena)
{
    const kf_component *p = &x->component;
    size_t constraints = (size_t)p->n_clauses + p->n_counts;
    if (constraints == 0) return KERF_OK;
    kf_citable what = { .assignment = kf_arena_alloc(arena, p->n_atoms, sizeof(bool)) };
    bool *use = kf_arena_alloc(arena, constraints, sizeof *use);
    uint32_t *seen = kf_arena_alloc(arena, p->n_atoms, sizeof *seen);
    if (!what.assignment || !use || !seen) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->n_atoms; i++) what.assignment[i] = c->assignment[x->atoms[i]];
    KF_TRY(kf_citable_make(c->g, x, &c->definitions, &c->hooks, arena, &what));
    KF_CHECK(kf_citable_check(&what));
    return prove_component(c, x, &what, use, seen);
}

static kerf_status certify_components(certifier *c)
{
    const kf_problem *p = kf_grounder_problem(c->g);
    KF_TRY(kf_hooks_extend(&c->hooks, p));
    for (uint32_t i = 0; i < p->parent.n; i++) {
        if (kf_problem_component(p, (kf_atom){ i }) != i) continue;
        kf_extracted x;
        kerf_status status = kf_extract_component(&x, c->mem, p, &c->hooks, i);
        if (status == KERF_OK) {
            c->out->bound += x.base;
            status = certify_component(c, &x, &x.arena);
        }
        kf_extracted_free(&x);
        KF_TRY(status);
    }
    return KERF_OK;
}

/* ---- The whole ---- */

/* Atoms that pay whatever they are, by formulas that the checker passes over unless it is told to
 * look: these have other hidden atoms, which evidence decides. */
static void write_extra(certifier *c)
{
    bool first = true;
    for (uint32_t i = 0; i < kf_grounder_problem(c->g)->parent.n; i++) {
        if (!c->extra[i]) continue;
        if (first) kf_text_add(c->to, KF_STR("component\n"));
        first = false;
        kf_text_add(c->to, KF_STR("atom "));
        kf_print_ground_atom(c->to, c->g, (kf_atom){ i });
        kf_text_addc(c->to, '\n');
    }
    if (!first) kf_text_add(c->to, KF_STR("leaf\nend\n"));
}

/* What the reader is to find; rounding may have taken a little of it away. */
static void write_claim(certifier *c)
{
    double claim = c->out->bound - 1e-9 * fmax(1, c->out->bound);
    if (claim <= 0) return;
    kf_text_add(c->to, KF_STR("bound "));
    kf_text_add_number(c->to, claim);
    kf_text_addc(c->to, '\n');
}

static void read_assignment(certifier *c)
{
    const kf_grounder *g = c->g;
    const kf_problem *p = kf_grounder_problem(g);
    for (uint32_t i = 0; i < p->parent.n; i++) {
        c->assignment[i] = kf_grounder_holds(g, i);
        c->extra[i] =
            !kf_grounder_is_auxiliary(g, i) && p->cost_true.at[i] > 0 && p->cost_false.at[i] > 0;
    }
    kf_grounder_complete(g, c->assignment);
}

kerf_status kf_certify(kf_grounder *g, const kf_task *how, kf_text *to, kf_certified *out)
{
    kf_mem *mem = kf_grounder_mem(g);
    size_t n = kf_grounder_problem(g)->parent.n;
    assert(how->settings);
    certifier c = { .g = g, .how = how, .to = to, .out = out, .mem = mem };
    *out = (kf_certified){ .bound = kf_grounder_unnamed_cost(g), .complete = true };
    c.assignment = kf_mem_alloc(mem, n, sizeof *c.assignment);
    c.extra = kf_mem_alloc(mem, n, sizeof *c.extra);
    kerf_status status = c.assignment && c.extra ? KERF_OK : KERF_NO_MEMORY;
    if (status == KERF_OK) status = kf_definitions_find(&c.definitions, g);
    if (status == KERF_OK) {
        read_assignment(&c);
        c.step = kf_weights_step(g);
        kf_text_add(to, KF_STR("world\n"));
        status = certify_components(&c);
    }
    if (status == KERF_OK) {
        assert(isfinite(out->bound));
        write_extra(&c);
        write_claim(&c);
    }
    kf_hooks_free(&c.hooks, mem);
    kf_definitions_free(&c.definitions, mem);
    kf_mem_free(mem, c.assignment, n, sizeof *c.assignment);
    kf_mem_free(mem, c.extra, n, sizeof *c.extra);
    return status == KERF_OK && to->failed ? KERF_NO_MEMORY : status;
}

void kf_certify_warn(const kf_grounder *g, const kf_cpi_result *found, const kf_certified *proof)
{
    double missing = found->cost_bound - proof->bound;
    assert(!isnan(missing));
    if (missing <= 1e-9 * fmax(kf_grounder_cost_scale(g), found->cost_bound)) return;
    kf_text bound;
    kf_text_init(&bound, kf_grounder_mem(g));
    kf_text_add_number(&bound, proof->bound);
    kf_diag_add(kf_grounder_diags(g), KERF_WARNING, NULL,
                proof->complete ? NULL
                                : "it was cut short: all of it would take more time, or more lines "
                                  "than the size of the problem allows",
                "the certificate proves less than was found: that no world costs less than %s",
                bound.at ? bound.at : "?");
    kf_text_free(&bound);
}
