/* certify_tree.c -- a tree of linear programs that proves what a part costs at least; see certify.h.
 *
 * All rows are of the form "at least", those of doc/certificate.md. They are added when a point
 * violates them and stay for good. A leaf is cited with its multipliers when their bound reaches the
 * cutoff, or when they refute it; where the tree is cut short, a leaf is cited with what it has. */
#include "infer/certify.h"

#include "base/cardinality.h"
#include "solve/lp.h"
#include "solve/simplify.h"

#include <math.h>
#include <string.h>

#define VIOLATED 1e-7
#define INTEGRAL 1e-6

enum { MOST_DEPTH = 1000, FEW_ATOMS = 24, HALVINGS = 4 };

typedef struct line { /* a row of the program */
    uint32_t constraint, part;
    uint32_t depth; /* it holds below the branchings so far only; 0: everywhere */
    double lift;    /* of a count: what its payer is worth; in the program, of the row before */
} line;

typedef struct tree {
    const kf_to_cite *what;
    const kf_part *p;
    const bool *use, *world, *tied;
    const kf_limits *limits;
    kf_mem *mem;
    kf_citation *out;
    kf_lp lp;
    KF_VEC(line) lines;
    KF_VEC(line) found; /* rows that the point violates */
    bool *trial;        /* by atom: room for a world */
    bool *taken;        /* by atom: a hard row of this round has it */
    bool *busy;         /* by atom: a constraint that is used has it */
    int *fixed;         /* by atom: by branching, -1: not */
    bool *held;    /* by atom: it stays where the answer has it until its price says otherwise */
    int *payer;    /* by constraint, twice: the columns that pay; -1: none */
    bool *present; /* by literal of a clause (the first: its row when wanted) */
    double *lift;  /* by count and part: of the last row in the program; INFINITY: none */
    size_t n_literals;
    double goal, cutoff;
    uint32_t depth;
    uint64_t used;       /* lines of the certificate */
    kf_citation root;    /* what the program proves before any branching */
    bool stopped, plain; /* plain: without a library for linear programs */
    bool abandoned;      /* the tree is too long, or took too long */
} tree;

/* ---- Rows ---- */

static bool add_literal(tree *t, kf_lit l, double value, double *right)
{
    bool negated = kf_lit_negated(l);
    if (negated) *right -= value;
    return kf_lp_term(&t->lp, (int)kf_lit_atom(l).id, negated ? -value : value);
}

static bool add_payer(tree *t, uint32_t constraint, double weight, double value)
{
    int *column = &t->payer[2 * (size_t)constraint + (weight < 0)];
    if (isinf(weight) || value == 0) return true;
    if (*column < 0 && !kf_lp_column(&t->lp, fabs(weight), false, column)) return false;
    return kf_lp_term(&t->lp, *column, value);
}

static bool end_row(tree *t, double right, line of)
{
    return kf_lp_row(&t->lp, right, INFINITY) && kf_vec_push(t->mem, &t->lines, of);
}

static bool add_clause(tree *t, uint32_t i)
{
    const kf_part *p = t->p;
    double right = 1;
    t->present[p->start[i]] = true;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
        if (!add_literal(t, p->literals[k], 1, &right)) return false;
    return add_payer(t, i, p->weight[i], 1) && end_row(t, right, (line){ .constraint = i });
}

static bool add_unwanted(tree *t, uint32_t i, uint32_t k)
{
    double right = 0;
    t->present[k] = true;
    return add_payer(t, i, t->p->weight[i], 1) && add_literal(t, t->p->literals[k], -1, &right)
           && end_row(t, right, (line){ .constraint = i, .part = k - t->p->start[i] + 1 });
}

enum { PARTS = 6 };

/* The right side of a count's row, as doc/certificate.md has them. */
static double right_of(const kf_count *c, uint32_t part)
{
    switch (part) {
    case 1: return (double)c->least;
    case 2: return -(double)c->most;
    case 3: return 1 - (double)c->least;
    case 4: return (double)c->most + 1;
    default: return 1;
    }
}

static double sign_of(uint32_t part)
{
    return part == 2 || part == 3 ? -1 : part < 5 ? 1 : 0;
}

static bool add_count(tree *t, const line *of)
{
    uint32_t i = of->constraint - t->p->n_clauses;
    const kf_count *c = &t->p->counts[i];
    double *lift = &t->lift[PARTS * (size_t)i + of->part - 1];
    double right = right_of(c, of->part), sign = sign_of(of->part);
    line row = *of;
    row.depth = t->depth;
    row.lift = *lift;
    *lift = of->lift;
    for (uint32_t k = 0; k < c->n && sign != 0; k++)
        if (c->coefficients[k]
            && !add_literal(t, c->literals[k], sign * c->coefficients[k], &right))
            return false;
    return add_payer(t, of->constraint, c->weight, of->lift) && end_row(t, right, row);
}

/* ---- What a point violates ---- */

static double value_of(const tree *t, kf_lit l)
{
    double x = t->lp.x.at[kf_lit_atom(l).id];
    return kf_lit_negated(l) ? 1 - x : x;
}

static bool find(tree *t, uint32_t constraint, uint32_t part, double lift)
{
    line l = { .constraint = constraint, .part = part, .lift = lift };
    return kf_vec_push(t->mem, &t->found, l);
}

static bool see_clause(tree *t, uint32_t i)
{
    const kf_part *p = t->p;
    uint32_t first = p->start[i], end = p->start[i + 1];
    if (p->weight[i] > 0) {
        double missing = 1;
        if (t->present[first]) return true;
        for (uint32_t k = first; k < end && missing > VIOLATED; k++)
            missing -= value_of(t, p->literals[k]);
        return missing <= VIOLATED || find(t, i, 0, 0);
    }
    int z = t->payer[2 * (size_t)i + 1];
    double pays = z < 0 ? 0 : t->lp.x.at[z];
    for (uint32_t k = first; k < end; k++) {
        double excess = t->present[k] ? 0 : value_of(t, p->literals[k]) - pays;
        if (excess > VIOLATED && !find(t, i, k - first + 1, 0)) return false;
    }
    return true;
}

typedef struct range { /* of a sum, as atoms are fixed */
    uint64_t low, high;
} range;

static int fixed_value(const tree *t, kf_lit l)
{
    int value = t->fixed[kf_lit_atom(l).id];
    return value < 0 ? -1 : value != (int)kf_lit_negated(l);
}

static range range_of(const tree *t, const kf_count *c)
{
    range r = { 0, 0 };
    for (uint32_t k = 0; k < c->n; k++) {
        int value = fixed_value(t, c->literals[k]);
        if (value == 1) r.low += c->coefficients[k];
        if (value != 0) r.high += c->coefficients[k];
    }
    return r;
}

/* The rows that a count has where atoms are fixed so, as a mask of bits 1 to 6. */
static uint32_t parts_of(const kf_count *c, range r)
{
    bool wanted = c->weight > 0;
    switch (kf_count_mean(c->weight, c->least, c->most, r.low, r.high).kind) {
    case KF_COUNT_ALWAYS: return wanted ? 1 << 5 : 1 << 6;
    case KF_COUNT_AT_LEAST: return wanted ? 1 << 1 : 1 << 4;
    case KF_COUNT_AT_MOST: return wanted ? 1 << 2 : 1 << 3;
    case KF_COUNT_WITHIN: return 1 << 1 | 1 << 2;
    default: return 0; /* which side it will be is not known, or it pays nothing */
    }
}

/* By how much a payer at 1 must lift a row so that it says nothing. */
static double lift_of(const kf_count *c, range r, uint32_t part)
{
    switch (part) {
    case 1: return (double)(c->least - r.low);
    case 2: return (double)(r.high - c->most);
    case 3: return (double)(r.high - c->least) + 1;
    case 4: return (double)(c->most - r.low) + 1;
    default: return 1;
    }
}

static double payer_of(const tree *t, uint32_t constraint, double weight)
{
    int z = t->payer[2 * (size_t)constraint + (weight < 0)];
    return z < 0 ? 0 : t->lp.x.at[z];
}

/* A row is stronger the less it is lifted: below a branching it may come again. */
static bool see_count(tree *t, uint32_t i)
{
    const kf_count *c = &t->p->counts[i];
    range r = range_of(t, c);
    uint32_t parts = parts_of(c, r), id = t->p->n_clauses + i;
    double sum = 0, pays = payer_of(t, id, c->weight);
    if (!parts || (isinf(c->weight) && parts >= 1 << 5)) return true;
    for (uint32_t k = 0; k < c->n; k++) sum += c->coefficients[k] * value_of(t, c->literals[k]);
    for (uint32_t part = 1; part <= PARTS; part++) {
        if (!(parts >> part & 1)) continue;
        double lift = isinf(c->weight) ? 0 : lift_of(c, r, part);
        if (lift >= t->lift[PARTS * (size_t)i + part - 1]) continue;
        if (right_of(c, part) - sign_of(part) * sum - lift * pays <= VIOLATED) continue;
        if (!find(t, id, part, lift)) return false;
    }
    return true;
}

static bool add_line(tree *t, const line *c)
{
    uint32_t n = t->p->n_clauses;
    if (c->constraint >= n) return add_count(t, c);
    if (c->part == 0) return add_clause(t, c->constraint);
    return add_unwanted(t, c->constraint, t->p->start[c->constraint] + c->part - 1);
}

/* Hard rows that share atoms do much the same: one for each atom, and the others wait until the next
 * round shows that they are still needed, as in the search. On the union of the citations that is
 * half the rows and a quarter of the time. */
static bool must_wait(tree *t, const line *l)
{
    const kf_part *p = t->p;
    if (l->constraint >= p->n_clauses || isfinite(p->weight[l->constraint])) return false;
    uint32_t first = p->start[l->constraint], end = p->start[l->constraint + 1];
    for (uint32_t k = first; k < end; k++)
        if (t->taken[kf_lit_atom(p->literals[k]).id]) return true;
    for (uint32_t k = first; k < end; k++) t->taken[kf_lit_atom(p->literals[k]).id] = true;
    return false;
}

static kerf_status separate(tree *t, size_t *added)
{
    *added = 0;
    t->found.n = 0;
    memset(t->taken, 0, t->p->n_atoms * sizeof *t->taken);
    for (uint32_t i = 0; i < t->p->n_clauses; i++)
        if (t->use[i] && !see_clause(t, i)) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < t->p->n_counts; i++)
        if (t->use[t->p->n_clauses + i] && !see_count(t, i)) return KERF_NO_MEMORY;
    for (size_t i = 0; i < t->found.n; i++) {
        if (must_wait(t, &t->found.at[i])) continue;
        if (!add_line(t, &t->found.at[i])) return KERF_NO_MEMORY;
        ++*added;
    }
    return KERF_OK;
}

/* ---- Citing ---- */

static kerf_status cite_node(tree *t, kf_cited_kind kind, uint32_t atom)
{
    t->used++;
    kf_cited_node node = { kind, atom, t->out->rows.n, t->out->rows.n };
    return kf_vec_push(t->mem, &t->out->nodes, node) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status cite_row(tree *t, uint32_t constraint, uint32_t part, double multiplier)
{
    kf_cited_row row = { constraint, part, multiplier };
    if (multiplier <= 0) return KERF_OK;
    t->used += t->what->lines ? t->what->lines[constraint] : 1;
    if (!kf_vec_push(t->mem, &t->out->rows, row)) return KERF_NO_MEMORY;
    t->out->nodes.at[t->out->nodes.n - 1].end = t->out->rows.n;
    return KERF_OK;
}

static kerf_status cite_program(tree *t, kf_cited_kind kind, double bound)
{
    KF_TRY(cite_node(t, kind, 0));
    for (size_t i = 0; i < t->lines.n; i++)
        KF_TRY(cite_row(t, t->lines.at[i].constraint, t->lines.at[i].part, t->lp.y.at[i]));
    t->out->bound = fmin(t->out->bound, bound);
    return KERF_OK;
}

/* ---- Without a library: what is violated whatever the other atoms are ---- */

typedef struct violation { /* of a constraint in a leaf */
    uint32_t part;
    double multiplier, cost;
} violation;

static violation broken_clause(const tree *t, uint32_t i)
{
    const kf_part *p = t->p;
    double weight = p->weight[i], y = isinf(weight) ? 1 : fabs(weight);
    bool all_false = true;
    for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++) {
        int value = fixed_value(t, p->literals[k]);
        all_false &= value == 0;
        if (weight < 0 && value == 1) return (violation){ k - p->start[i] + 1, y, y };
    }
    return weight > 0 && all_false ? (violation){ 0, y, weight } : (violation){ 0, 0, 0 };
}

static violation broken_count(const tree *t, uint32_t i)
{
    const kf_count *c = &t->p->counts[i];
    double w = fabs(c->weight), y = isinf(w) ? 1 : w;
    uint32_t parts = parts_of(c, range_of(t, c));
    if (parts == 1 << 5) return (violation){ 5, y, w };
    if (parts == 1 << 6) return (violation){ 6, y, w };
    return (violation){ 0, 0, 0 };
}

static violation broken_constraint(const tree *t, uint32_t i)
{
    if (!t->use[i]) return (violation){ 0, 0, 0 };
    return i < t->p->n_clauses ? broken_clause(t, i) : broken_count(t, i - t->p->n_clauses);
}

/* What the fixed atoms make it pay; INFINITY: something hard is broken, by *hard. */
static double fixed_cost(const tree *t, uint32_t *hard)
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

static kerf_status cite_fixed(tree *t, double cost, uint32_t hard)
{
    KF_TRY(cite_node(t, isinf(cost) ? KF_CITED_REFUTE : KF_CITED_LEAF, 0));
    t->out->bound = fmin(t->out->bound, cost);
    for (uint32_t i = 0; i < t->p->n_clauses + t->p->n_counts; i++) {
        violation v = broken_constraint(t, i);
        if (!isinf(cost) || i == hard) KF_TRY(cite_row(t, i, v.part, v.multiplier));
    }
    return KERF_OK;
}

/* ---- Worlds ---- */

double kf_cited_cost(const kf_part *p, const bool *use, const bool *world)
{
    double cost = 0;
    for (uint32_t i = 0; i < p->n_atoms; i++) cost += world[i] ? p->cost_true[i] : p->cost_false[i];
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        bool holds = false;
        for (uint32_t k = p->start[i]; k < p->start[i + 1]; k++)
            holds |= kf_lit_true(p->literals[k], world);
        if (use[i] && isfinite(p->weight[i]) && holds == (p->weight[i] < 0))
            cost += fabs(p->weight[i]);
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (kf_lit_true(c->literals[k], world)) sum += c->coefficients[k];
        if (use[p->n_clauses + i] && isfinite(c->weight)
            && kf_count_pays(c->weight, c->least, c->most, sum))
            cost += fabs(c->weight);
    }
    return cost;
}

static bool is_between(const tree *t, uint32_t atom)
{
    return t->lp.x.at[atom] > INTEGRAL && t->lp.x.at[atom] < 1 - INTEGRAL;
}

/* What a leaf must prove for that: where costs go by steps, more than one step less. */
static double cutoff_of(const tree *t, double goal)
{
    double step = t->what->step;
    return step > 0 ? goal - step * (1 - 1e-6) : goal * (1 - 5e-10);
}

static double round_up(const tree *t, double bound)
{
    double step = t->what->step;
    return step > 0 && isfinite(bound) ? ceil(bound / step) * step : bound;
}

/* The point violates nothing: if it is a world, it may be a cheaper one than the answer, which pays
 * for formulas that cannot be cited. */
static void offer_point(tree *t)
{
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        if (is_between(t, i)) return;
        t->trial[i] = t->lp.x.at[i] > 0.5;
    }
    t->cutoff = fmin(t->cutoff, cutoff_of(t, kf_cited_cost(t->p, t->use, t->trial)));
}

/* ---- The tree ---- */

static kerf_status grow(tree *t);

/* Rows that hold further down only are taken out, the last first, so that lifts are as before. */
static kerf_status drop_local(tree *t)
{
    int *rows = kf_mem_alloc(t->mem, t->lines.n, sizeof *rows);
    size_t n = 0, kept = 0;
    if (!rows) return KERF_NO_MEMORY;
    for (size_t i = t->lines.n; i-- > 0;) {
        const line *l = &t->lines.at[i];
        if (l->depth <= t->depth) continue;
        t->lift[PARTS * (size_t)(l->constraint - t->p->n_clauses) + l->part - 1] = l->lift;
    }
    for (size_t i = 0; i < t->lines.n; i++) {
        if (t->lines.at[i].depth > t->depth) rows[n++] = (int)i;
        else t->lines.at[kept++] = t->lines.at[i];
    }
    if (n > 0) kf_lp_drop(&t->lp, rows, n);
    kf_mem_free(t->mem, rows, t->lines.n, sizeof *rows);
    t->lines.n = kept;
    return KERF_OK;
}

static kerf_status branch(tree *t, uint32_t atom)
{
    KF_TRY(cite_node(t, KF_CITED_BRANCH, atom));
    t->depth++;
    for (int value = 1; value >= 0; value--) {
        t->fixed[atom] = value;
        if (!t->out->stuck && !t->abandoned) KF_TRY(grow(t));
        t->fixed[atom] = -1;
        t->depth--;
        if (!t->plain) KF_TRY(drop_local(t));
        t->depth++;
    }
    t->depth--;
    return KERF_OK;
}

/* Time is up, or the tree is longer than it may be: nothing of it is used. */
static bool is_enough(tree *t)
{
    t->stopped = t->stopped || kf_limits_reached(t->limits);
    t->abandoned = t->stopped || t->used > t->what->most_lines || t->depth >= MOST_DEPTH;
    return t->abandoned;
}

/* An atom that no constraint has is where it costs nothing. */
static bool is_idle(const tree *t, uint32_t atom)
{
    return !t->busy[atom];
}

static bool is_tied(const tree *t, uint32_t atom)
{
    return t->tied && t->tied[atom];
}

/* Of a count that pays more than the program says: the atom that counts most. */
static uint32_t choose_counted(const tree *t)
{
    const kf_part *p = t->p;
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        uint64_t sum = 0;
        for (uint32_t k = 0; k < c->n; k++)
            if (value_of(t, c->literals[k]) > 0.5) sum += c->coefficients[k];
        if (!t->use[p->n_clauses + i] || !kf_count_pays(c->weight, c->least, c->most, sum)
            || payer_of(t, p->n_clauses + i, c->weight) > 1 - INTEGRAL)
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

/* The atom nearest to a half; with none in between, one of a count that pays too little, or any that
 * is free. */
static uint32_t choose_atom(const tree *t)
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

/* Columns as the tree has them, or as the library gets them: held ones do not move there. */
static void set_columns(tree *t, bool hold)
{
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        if (t->fixed[i] >= 0) kf_lp_fix(&t->lp, i, t->fixed[i]);
        else if (hold && t->held[i]) kf_lp_fix(&t->lp, i, t->world[i]);
        else kf_lp_unfix(&t->lp, i);
    }
}

/* Held columns that would be better off elsewhere, by the bound just computed. */
static size_t release(tree *t)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        double reduced = t->lp.reduced[i];
        if (!t->held[i] || (t->world[i] ? reduced <= 0 : reduced >= 0)) continue;
        t->held[i] = false;
        n++;
    }
    return n;
}

/* No point with the held columns where they are: they are all free from now on. */
static size_t release_all(tree *t)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->p->n_atoms; i++) {
        n += t->held[i];
        t->held[i] = false;
    }
    return n;
}

/* What is left if the tree gets too long. */
static kerf_status save_root(tree *t, double bound)
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
static kerf_status refute(tree *t, bool *done)
{
    double up = 0, down = 0;
    set_columns(t, false);
    KF_TRY(kf_lp_refuted(&t->lp, done));
    if (!*done) return KERF_OK;
    for (size_t i = 0; i < t->lines.n; i++) {
        if (t->lp.y.at[i] > 0) up += t->lp.y.at[i];
        else down -= t->lp.y.at[i];
    }
    for (size_t i = 0; up < down && i < t->lines.n; i++) t->lp.y.at[i] = -t->lp.y.at[i];
    return cite_program(t, KF_CITED_REFUTE, INFINITY);
}

/* The program with the atoms as they are fixed. *done: it was cited. */
static kerf_status solve(tree *t, bool *done)
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
        KF_TRY(separate(t, &added));
        added += release(t);
    }
    if (added == 0) offer_point(t);
    *done = bound >= t->cutoff;
    if (*done) return cite_program(t, KF_CITED_LEAF, bound);
    return t->depth == 0 && bound > t->root.bound ? save_root(t, bound) : KERF_OK;
}

/* Nothing is left to branch on but atoms that are tied. */
static bool is_stuck(tree *t, const kf_to_cite *what, uint32_t atom)
{
    if (!what->tied || t->plain) return false;
    if (atom != UINT32_MAX && is_between(t, atom)) return false;
    t->out->stuck = true;
    for (uint32_t i = 0; i < t->p->n_atoms; i++)
        what->fractional[i] = what->tied[i] && is_between(t, i);
    return true;
}

static kerf_status grow(tree *t)
{
    uint32_t hard = 0;
    double cost = fixed_cost(t, &hard);
    bool done = false;
    if (cost >= t->cutoff) return cite_fixed(t, cost, hard);
    if (!t->plain) KF_TRY(solve(t, &done));
    if (done) return KERF_OK;
    uint32_t atom = choose_atom(t);
    if (is_stuck(t, t->what, atom)) return KERF_OK;
    if (atom != UINT32_MAX) return is_enough(t) ? KERF_OK : branch(t, atom);
    t->cutoff = cost; /* one world is left, and it costs less */
    return cite_fixed(t, cost, hard);
}

/* ---- All of it ---- */

/* What simplification decides as the answer does need not be looked at, most likely. */
static kerf_status hold(tree *t)
{
    kf_simplified s;
    KF_TRY(kf_simplify(t->p, t->mem, true, &s));
    for (uint32_t i = 0; i < t->p->n_atoms; i++)
        t->held[i] = s.value[i] >= 0 && (s.value[i] != 0) == t->world[i];
    kf_simplified_free(&s);
    return KERF_OK;
}

static void find_busy(tree *t)
{
    const kf_part *p = t->p;
    for (uint32_t i = 0; i < p->n_clauses; i++)
        for (uint32_t k = p->start[i]; t->use[i] && k < p->start[i + 1]; k++)
            t->busy[kf_lit_atom(p->literals[k]).id] = true;
    for (uint32_t i = 0; i < p->n_counts; i++)
        for (uint32_t k = 0; t->use[p->n_clauses + i] && k < p->counts[i].n; k++)
            t->busy[kf_lit_atom(p->counts[i].literals[k]).id] = true;
}

static kerf_status open_tree(tree *t)
{
    const kf_part *p = t->p;
    size_t constraints = (size_t)p->n_clauses + p->n_counts;
    t->root.bound = 0;
    t->n_literals = p->n_clauses ? p->start[p->n_clauses] : 0;
    t->present = kf_mem_calloc(t->mem, t->n_literals, sizeof *t->present);
    t->lift = kf_mem_alloc(t->mem, PARTS * (size_t)p->n_counts, sizeof *t->lift);
    t->payer = kf_mem_alloc(t->mem, 2 * constraints, sizeof *t->payer);
    t->trial = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->trial);
    t->taken = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->taken);
    t->fixed = kf_mem_alloc(t->mem, p->n_atoms, sizeof *t->fixed);
    t->held = kf_mem_calloc(t->mem, p->n_atoms, sizeof *t->held);
    t->busy = kf_mem_calloc(t->mem, p->n_atoms, sizeof *t->busy);
    if (!t->present || !t->payer || !t->trial || !t->taken || !t->fixed || !t->held || !t->busy
        || !t->lift)
        return KERF_NO_MEMORY;
    for (size_t i = 0; i < PARTS * (size_t)p->n_counts; i++) t->lift[i] = INFINITY;
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
static kerf_status run(tree *t, double goal)
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
static kerf_status run_for_less(tree *t)
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

static kerf_status prove(tree *t)
{
    kerf_status status = run(t, t->goal);
    if (status == KERF_UNSUPPORTED && t->tied) { /* no library, so no point to split by */
        t->out->stuck = true;
        return KERF_OK;
    }
    if (status == KERF_UNSUPPORTED) { /* small parts can do without */
        t->plain = true;
        t->stopped = t->p->n_atoms > FEW_ATOMS;
        status = run(t, t->goal);
    }
    return status == KERF_OK && t->abandoned ? run_for_less(t) : status;
}

static void close_tree(tree *t)
{
    const kf_part *p = t->p;
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
    kf_mem_free(mem, t->lift, PARTS * (size_t)p->n_counts, sizeof *t->lift);
    kf_mem_free(mem, t->payer, 2 * ((size_t)p->n_clauses + p->n_counts), sizeof *t->payer);
}

kerf_status kf_certify_part(const kf_to_cite *what, const kf_limits *limits, kf_mem *mem,
                            kf_citation *out)
{
    tree t = { .what = what,
               .p = what->part,
               .use = what->use,
               .world = what->world,
               .tied = what->tied,
               .limits = limits,
               .mem = mem,
               .out = out,
               .goal = what->goal };
    kf_lp_init(&t.lp, mem);
    *out = (kf_citation){ .bound = 0, .complete = true };
    kerf_status status = open_tree(&t);
    if (status == KERF_OK && t.goal > 0 && t.p->n_atoms > FEW_ATOMS) status = hold(&t);
    if (status == KERF_OK && t.goal > 0) status = prove(&t);
    out->bound = round_up(&t, out->bound);
    close_tree(&t);
    return status;
}

void kf_citation_free(kf_citation *c, kf_mem *mem)
{
    kf_vec_free(mem, &c->nodes);
    kf_vec_free(mem, &c->rows);
}
