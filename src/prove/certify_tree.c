/* certify_tree.c -- a branch and bound tree whose leaves prove a dual bound of a component.
 *
 * A leaf cites multipliers whose bound reaches the cutoff, or that prove the leaf infeasible. A
 * tree that exceeds its number of lines or its time is given up; then a tree for a lower bound is
 * tried.
 *
 * The tree of the search (solve/lp/branch.c) cannot serve here. It keeps the rows that any node
 * adds, branches on columns that are no atoms, and fixes columns by reduced cost; none of that can
 * be cited. A certificate has one line for each branch, on an atom, true side first, and a leaf has
 * rows of the component alone; so rows go with the node that needed them, and few lines count for
 * more than few pivots. The linear program and its bound are shared (solve/lp/lp.h). */
#include "prove/certify_tree.h"

#include "base/cardinality.h"
#include "base/check.h"
#include "solve/presolve/simplify.h"

#include <math.h>
#include <string.h>

#define INTEGRAL 1e-6
#define ROUNDING                                                                                   \
    1e-7 /* of a step: what sums of rows may be beside a multiple; the checker's are exact */

enum { MOST_DEPTH = 1000, FEW_ATOMS = 24, HALVINGS = 4 };

/* ---- Citing ---- */

static kerf_status cite_node(kf_proof *t, kf_cited_kind kind, uint32_t atom)
{
    t->used++;
    kf_cited_node node = { kind, atom, t->out->rows.n, t->out->rows.n };
    return kf_vec_push(t->mem, &t->out->nodes, node) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status cite_row(kf_proof *t, uint32_t constraint, uint32_t part, double multiplier)
{
    kf_cited_row row = { constraint, part, multiplier };
    assert(t->use[constraint] || multiplier == 0);
    if (multiplier <= 0) return KERF_OK;
    t->used += t->what->lines ? t->what->lines[constraint] : 1;
    if (!kf_vec_push(t->mem, &t->out->rows, row)) return KERF_NO_MEMORY;
    t->out->nodes.at[t->out->nodes.n - 1].end = t->out->rows.n;
    return KERF_OK;
}

static kerf_status cite_program(kf_proof *t, kf_cited_kind kind, double bound)
{
    KF_TRY(cite_node(t, kind, 0));
    for (size_t i = 0; i < t->lines.n; i++)
        KF_TRY(cite_row(t, t->lines.at[i].constraint, t->lines.at[i].part, t->lp.y.at[i]));
    t->out->bound = fmin(t->out->bound, bound);
    return KERF_OK;
}

/* ---- Without Clp: what is violated whatever the other atoms are ---- */

typedef struct violation { /* of a constraint in a leaf */
    uint32_t part;         /* of the constraint, as in the certificate */
    double multiplier, cost;
} violation;

static violation broken_clause(const kf_proof *t, uint32_t i)
{
    const kf_component *p = t->p;
    double weight = p->weight[i], y = isinf(weight) ? 1 : fabs(weight);
    bool all_false = true;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
        int value = kf_proof_fixed(t, p->literals[k]);
        all_false &= value == 0;
        if (weight < 0 && value == 1) return (violation){ k - p->start[i] + 1, y, y };
    }
    return weight > 0 && all_false ? (violation){ 0, y, weight } : (violation){ 0, 0, 0 };
}

static violation broken_count(const kf_proof *t, uint32_t i)
{
    const kf_count *c = &t->p->counts[i];
    double w = fabs(c->weight), y = isinf(w) ? 1 : w;
    uint32_t parts = kf_proof_parts(t, c);
    if (parts == 1 << 5) return (violation){ 5, y, w };
    if (parts == 1 << 6) return (violation){ 6, y, w };
    return (violation){ 0, 0, 0 };
}

static violation broken_constraint(const kf_proof *t, uint32_t i)
{
    if (!t->use[i]) return (violation){ 0, 0, 0 };
    return i < t->p->n_clauses ? broken_clause(t, i) : broken_count(t, i - t->p->n_clauses);
}

/* What the fixed atoms make it pay; INFINITY: something hard is broken, by *hard. */
static double fixed_cost(const kf_proof *t, uint32_t *hard)
{
    double cost = 0;
    for (uint32_t i = 0; i < t->p->n_atoms; i++)
        if (t->fixed[i] >= 0) cost += t->fixed[i] ? t->p->cost_true[i] : t->p->cost_false[i];
    for (uint32_t i = 0; i < t->p->n_clauses + t->p->n_counts; i++) {
        violation v = broken_constraint(t, i);
        if (isinf(v.cost)) {
            *hard = i;
            return INFINITY;
        }
        cost += v.cost;
    }
    return cost;
}

static kerf_status cite_fixed(kf_proof *t, double cost, uint32_t hard)
{
    KF_TRY(cite_node(t, isinf(cost) ? KF_CITED_REFUTE : KF_CITED_LEAF, 0));
    t->out->bound = fmin(t->out->bound, cost);
    for (uint32_t i = 0; i < t->p->n_clauses + t->p->n_counts; i++) {
        violation v = broken_constraint(t, i);
        if (!isinf(cost) || i == hard) KF_TRY(cite_row(t, i, v.part, v.multiplier));
    }
    return KERF_OK;
}

/* ---- Assignments ---- */

double kf_cited_cost(const kf_component *p, const bool *use, const bool *assignment)
{
    double cost = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++)
        cost += assignment[i] ? p->cost_true[i] : p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        bool holds = false;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            holds |= kf_lit_true(p->literals[k], assignment);
        if (use[i] && isfinite(p->weight[i]) && holds == (p->weight[i] < 0))
            cost += fabs(p->weight[i]);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (kf_lit_true(c->literals[k], assignment)) sum += c->coefficients[k];
        if (use[p->n_clauses + i] && isfinite(c->weight)
            && kf_count_pays(c->weight, c->least, c->most, sum))
            cost += fabs(c->weight);
    }
    return cost;
}

static bool is_between(const kf_proof *t, uint32_t atom)
{
    return t->lp.x.at[atom] > INTEGRAL && t->lp.x.at[atom] < 1 - INTEGRAL;
}

/* What a leaf must prove for that: where costs go by steps, more than one step less. */
static double cutoff_of(const kf_proof *t, double goal)
{
    double step = t->what->step;
    return step > 0 ? goal - step * (1 - 1e-6) : goal * (1 - 5e-10);
}

static double round_up(const kf_proof *t, double bound)
{
    double step = t->what->step;
    return step > 0 && isfinite(bound) ? ceil(bound / step - ROUNDING) * step : bound;
}

/* The point violates nothing: if it is an assignment, it may be a cheaper one than the answer,
 * which pays for formulas that cannot be cited. */
static void offer_point(kf_proof *t)
{
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        if (is_between(t, i)) return;
        t->trial[i] = t->lp.x.at[i] > 0.5;
    }
    t->cutoff = fmin(t->cutoff, cutoff_of(t, kf_cited_cost(t->p, t->use, t->trial)));
}

/* ---- The tree ---- */

static kerf_status grow(kf_proof *t);

static bool is_tied(const kf_proof *t, uint32_t atom)
{
    return t->tied && t->tied[atom];
}

static kerf_status branch(kf_proof *t, uint32_t atom)
{
    assert(t->fixed[atom] < 0 && !is_tied(t, atom));
    KF_TRY(cite_node(t, KF_CITED_BRANCH, atom));
    t->depth++;
    for (int value = 1; value >= 0; value--) {
        t->fixed[atom] = value;
        if (!t->out->stuck && !t->abandoned) KF_TRY(grow(t));
        t->fixed[atom] = -1;
        t->depth--;
        if (!t->plain) KF_TRY(kf_proof_drop(t));
        t->depth++;
    }
    t->depth--;
    return KERF_OK;
}

/* Asks the limits. Where time is up, or the tree is longer than it may be, nothing of it is
 * used. */
static void ask_limits(kf_proof *t)
{
    t->stopped = t->stopped || kf_limits_reached(t->limits);
    t->abandoned = t->stopped || t->used > t->what->most_lines || t->depth >= MOST_DEPTH;
}

/* An atom that no constraint has is where it costs nothing. */
static bool is_idle(const kf_proof *t, uint32_t atom)
{
    return !t->busy[atom];
}

/* Of a count that pays more than the program says: the atom that counts most. */
static uint32_t choose_counted(const kf_proof *t)
{
    const kf_component *p = t->p;
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (kf_proof_value(t, c->literals[k]) > 0.5) sum += c->coefficients[k];
        if (!t->use[p->n_clauses + i] || !kf_count_pays(c->weight, c->least, c->most, sum)
            || kf_proof_payer(t, p->n_clauses + i, c->weight) > 1 - INTEGRAL)
            continue;
        for (uint32_t k = 0; k < c->n; k++) {
            uint32_t atom = kf_lit_atom(c->literals[k]).id;
            if (t->fixed[atom] >= 0 || is_tied(t, atom) || c->coefficients[k] <= most) continue;
            most = c->coefficients[k];
            best = atom;
        }
    }
    return best;
}

/* The atom nearest to a half; with none in between, one of a count that pays too little, or any
 * that is free. */
static uint32_t choose_atom(const kf_proof *t)
{
    uint32_t best = UINT32_MAX;
    double most = -1;
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        if (t->fixed[i] >= 0 || is_tied(t, i) || is_idle(t, i)) continue;
        double x = t->lp.x.at[i], merit = fmin(x, 1 - x);
        if (merit <= most) continue;
        most = merit;
        best = i;
    }
    if (t->plain || best == UINT32_MAX || most > INTEGRAL) return best;
    uint32_t counted = choose_counted(t);
    return counted == UINT32_MAX ? best : counted;
}

/* Columns as the tree has them, or as Clp gets them: held ones do not move there. */
static void set_columns(kf_proof *t, bool hold)
{
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        if (t->fixed[i] >= 0) kf_lp_fix(&t->lp, i, t->fixed[i]);
        else if (hold && t->held[i]) kf_lp_fix(&t->lp, i, t->assignment[i]);
        else kf_lp_unfix(&t->lp, i);
    }
}

/* Held columns that would be better off elsewhere, by the bound just computed. */
static size_t release(kf_proof *t)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        double reduced = t->lp.reduced[i];
        if (!t->held[i] || (t->assignment[i] ? reduced <= 0 : reduced >= 0)) continue;
        t->held[i] = false;
        n++;
    }
    return n;
}

/* No point with the held columns where they are: they are all free from now on. */
static size_t release_all(kf_proof *t)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        n += t->held[i];
        t->held[i] = false;
    }
    return n;
}

/* What is left if the tree gets too long. */
static kerf_status save_root(kf_proof *t, double bound)
{
    kf_citation *r = &t->root;
    kf_cited_node leaf = { .kind = KF_CITED_LEAF };
    r->nodes.n = r->rows.n = 0;
    for (size_t i = 0; i < t->lines.n; i++) {
        kf_cited_row row = { t->lines.at[i].constraint, t->lines.at[i].part, t->lp.y.at[i] };
        if (row.multiplier > 0 && !kf_vec_push(t->mem, &r->rows, row)) return KERF_NO_MEMORY;
    }
    leaf.end = r->rows.n;
    r->bound = bound;
    return kf_vec_push(t->mem, &r->nodes, leaf) ? KERF_OK : KERF_NO_MEMORY;
}

/* Cites the refutation just found; *done false: it is none. */
static kerf_status refute(kf_proof *t, bool *done)
{
    set_columns(t, false);
    KF_TRY(kf_lp_refuted(&t->lp, done));
    return *done ? cite_program(t, KF_CITED_REFUTE, INFINITY) : KERF_OK;
}

/* The program with the atoms as they are fixed. *done: it was cited. */
static kerf_status solve(kf_proof *t, bool *done)
{
    size_t added = 1;
    double bound = 0;
    *done = false;
    while (added > 0) {
        kf_lp_status status;
        set_columns(t, true);
        KF_TRY(kf_lp_solve(&t->lp, t->limits, &status));
        t->stopped |= status == KF_LP_STOPPED;
        if (status == KF_LP_STOPPED || status == KF_LP_FAILED) break;
        if (status == KF_LP_INFEASIBLE) {
            KF_TRY(refute(t, done));
            if (*done) return KERF_OK;
            if (release_all(t) == 0) break;
            continue;
        }
        set_columns(t, false);
        KF_TRY(kf_lp_bound(&t->lp, &bound));
        if (bound >= t->cutoff) break;
        KF_TRY(kf_proof_separate(t, &added));
        added += release(t);
    }
    if (added == 0) offer_point(t);
    *done = bound >= t->cutoff;
    if (*done) return cite_program(t, KF_CITED_LEAF, bound);
    return t->depth == 0 && bound > t->root.bound ? save_root(t, bound) : KERF_OK;
}

/* Nothing is left to branch on but atoms that are tied: then these are listed. */
static bool note_stuck(kf_proof *t, const kf_to_cite *what, uint32_t atom)
{
    if (!what->tied || t->plain) return false;
    if (atom != UINT32_MAX && is_between(t, atom)) return false;
    t->out->stuck = true;
    for (uint32_t i = 0; i < t->p->n_atoms; i++)
        what->fractional[i] = what->tied[i] && is_between(t, i);
    return true;
}

static kerf_status grow(kf_proof *t)
{
    uint32_t hard = 0;
    double cost = fixed_cost(t, &hard);
    bool done = false;
    if (cost >= t->cutoff) return cite_fixed(t, cost, hard);
    if (!t->plain) KF_TRY(solve(t, &done));
    if (done) return KERF_OK;
    uint32_t atom = choose_atom(t);
    if (note_stuck(t, t->what, atom)) return KERF_OK;
    if (atom != UINT32_MAX) {
        ask_limits(t);
        return t->abandoned ? KERF_OK : branch(t, atom);
    }
    assert(isfinite(cost));
    t->cutoff = cost; /* one assignment is left, and it costs less */
    return cite_fixed(t, cost, hard);
}

/* ---- All of it ---- */

/* What simplification decides as the answer does need not be looked at, most likely. */
static kerf_status hold(kf_proof *t)
{
    kf_simplified s;
    KF_TRY(kf_simplify(t->p, t->mem, true, NULL, &s));
    for (uint32_t i = 0; i < t->p->n_atoms; i++)
        t->held[i] = s.value[i] >= 0 && (s.value[i] != 0) == t->assignment[i];
    kf_simplified_free(&s);
    return KERF_OK;
}

static void find_busy(kf_proof *t)
{
    const kf_component *p = t->p;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; t->use[i] && k < p->start[i + 1]; k++)
            t->busy[kf_lit_atom(p->literals[k]).id] = true;
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; t->use[p->n_clauses + i] && k < p->counts[i].n; k++)
            t->busy[kf_lit_atom(p->counts[i].literals[k]).id] = true;
}

static kerf_status open_tree(kf_proof *t)
{
    const kf_component *p = t->p;
    size_t constraints = (size_t)p->n_clauses + p->n_counts;
    t->root.bound = 0;
    t->n_literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    t->present = kf_mem_calloc(t->mem, t->n_literals, sizeof *t->present);
    t->lift = kf_mem_alloc(t->mem, KF_COUNT_ROWS * (size_t)p->n_counts, sizeof *t->lift);
    t->payer = kf_mem_alloc(t->mem, 2 * constraints, sizeof *t->payer);
    t->trial = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->trial);
    t->taken = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->taken);
    t->fixed = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->fixed);
    t->held = kf_mem_calloc(t->mem, p->n_atoms, sizeof *t->held);
    t->busy = kf_mem_calloc(t->mem, p->n_atoms, sizeof *t->busy);
    if (!t->present || !t->payer || !t->trial || !t->taken || !t->fixed || !t->held || !t->busy
        || !t->lift)
        return KERF_NO_MEMORY;
    for (size_t i = 0; i < KF_COUNT_ROWS * (size_t)p->n_counts; i++) t->lift[i] = INFINITY;
    find_busy(t);
    for (size_t i = 0; i < 2 * constraints; i++) t->payer[i] = -1;
    for (uint32_t i = 0; i < p->n_atoms; i++) t->fixed[i] = -1;
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        int column;
        if (!kf_lp_column(&t->lp, p->cost_true[i] - p->cost_false[i], true, &column))
            return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* A tree that proves so much. */
static kerf_status run(kf_proof *t, double goal)
{
    t->out->nodes.n = t->out->rows.n = 0;
    t->out->bound = INFINITY;
    t->cutoff = cutoff_of(t, goal);
    t->used = 0;
    t->abandoned = false;
    return grow(t);
}

/* The tree for all of it is too long: as much as one of the length that is allowed can prove, by
 * halving, and at least what needs none. */
static kerf_status run_for_less(kf_proof *t)
{
    kf_citation best = t->root;
    double low = round_up(t, best.bound), high = t->goal;
    t->root = (kf_citation){ .bound = INFINITY };
    kerf_status status = KERF_OK;
    for (int i = 0; i < HALVINGS && status == KERF_OK && !t->stopped && !t->plain; i++) {
        double middle = round_up(t, low + (high - low) / 2);
        if (middle >= high) break;
        status = run(t, middle);
        if (t->abandoned || t->out->stuck || status != KERF_OK) {
            t->out->stuck = false;
            high = middle;
            continue;
        }
        kf_citation other = best;
        low = middle;
        best = *t->out;
        *t->out = other;
    }
    kf_citation_free(t->out, t->mem);
    *t->out = best;
    t->out->complete = false;
    return status;
}

static kerf_status prove(kf_proof *t)
{
    kerf_status status = run(t, t->goal);
    if (status == KERF_UNSUPPORTED && t->tied) { /* no Clp, so no point to split by */
        t->out->stuck = true;
        return KERF_OK;
    }
    if (status == KERF_UNSUPPORTED) { /* small components can do without */
        t->plain = true;
        t->stopped = t->p->n_atoms > FEW_ATOMS;
        status = run(t, t->goal);
    }
    bool done = false;
    if (status != KERF_OK || !t->abandoned) return status;
    if (t->what->instead) KF_TRY(t->what->instead(t->what->context, &done));
    if (!done) return run_for_less(t);
    t->out->nodes.n = t->out->rows.n = 0;
    t->out->bound = 0;
    return KERF_OK;
}

static void close_tree(kf_proof *t)
{
    const kf_component *p = t->p;
    kf_mem *mem = t->mem;
    kf_lp_free(&t->lp);
    kf_citation_free(&t->root, mem);
    kf_vec_free(mem, &t->lines);
    kf_vec_free(mem, &t->found);
    kf_mem_free(mem, t->fixed, p->n_atoms, sizeof *t->fixed);
    kf_mem_free(mem, t->held, p->n_atoms, sizeof *t->held);
    kf_mem_free(mem, t->busy, p->n_atoms, sizeof *t->busy);
    kf_mem_free(mem, t->trial, p->n_atoms, sizeof *t->trial);
    kf_mem_free(mem, t->taken, p->n_atoms, sizeof *t->taken);
    kf_mem_free(mem, t->present, t->n_literals, sizeof *t->present);
    kf_mem_free(mem, t->lift, KF_COUNT_ROWS * (size_t)p->n_counts, sizeof *t->lift);
    kf_mem_free(mem, t->payer, 2 * ((size_t)p->n_clauses + p->n_counts), sizeof *t->payer);
}

kerf_status kf_certify_component(const kf_to_cite *what, const kf_limits *limits, kf_mem *mem,
                                 kf_citation *out)
{
    kf_proof t = { .what = what,
                   .p = what->component,
                   .use = what->use,
                   .assignment = what->assignment,
                   .tied = what->tied,
                   .limits = limits,
                   .mem = mem,
                   .out = out,
                   .goal = what->goal };
    assert(what->component->n_cliques == 0 && what->step >= 0 && !what->tied == !what->fractional);
    kf_lp_init(&t.lp, mem);
    *out = (kf_citation){ .bound = 0, .complete = true };
    kerf_status status = open_tree(&t);
    if (status == KERF_OK && t.goal > 0 && t.p->n_atoms > FEW_ATOMS) status = hold(&t);
    if (status == KERF_OK && t.goal > 0) status = prove(&t);
    if (status == KERF_OK) KF_CHECK(kf_citation_check(out, t.p, t.use));
    out->bound = round_up(&t, out->bound);
    close_tree(&t);
    return status;
}

void kf_citation_free(kf_citation *c, kf_mem *mem)
{
    kf_vec_free(mem, &c->nodes);
    kf_vec_free(mem, &c->rows);
    kf_vec_free(mem, &c->blocks);
    kf_vec_free(mem, &c->members);
    kf_vec_free(mem, &c->variables);
    kf_vec_free(mem, &c->atoms);
}

#ifndef NDEBUG
static void check_row(const kf_cited_row *r, const kf_component *p, const bool *use)
{
    uint32_t i = r->constraint;
    assert(i < p->n_clauses + p->n_counts && use[i]);
    assert(r->multiplier > 0 && isfinite(r->multiplier)); /* all rows say "at least" */
    if (i >= p->n_clauses) assert(r->part >= 1 && r->part <= KF_COUNT_ROWS);
    else if (p->weight[i] > 0) assert(r->part == 0);
    else assert(r->part >= 1 && r->part <= p->start[i + 1] - p->start[i]);
}

void kf_citation_check(const kf_citation *c, const kf_component *p, const bool *use)
{
    size_t open = 1, row = 0; /* subtrees to come, rows so far */
    if (c->stuck || c->nodes.n == 0) return;
    for (size_t i = 0; i < c->nodes.n; i++) {
        const kf_cited_node *node = &c->nodes.at[i];
        bool branch = node->kind == KF_CITED_BRANCH;
        assert(open > 0 && node->first_row == row && node->end >= row);
        assert(!branch || (node->atom < p->n_atoms && node->end == row));
        row = node->end;
        open = branch ? open + 1 : open - 1;
    }
    assert(open == 0 && row == c->rows.n);
    for (size_t i = 0; i < c->rows.n; i++) check_row(&c->rows.at[i], p, use);
}
#endif
