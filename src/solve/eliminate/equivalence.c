/* equivalence.c -- probabilities of a relation that is transitive and symmetric; see equivalence.h.
 *
 * Three nodes share a clause wherever three pairs do, so no order of elimination is narrow. But an
 * assignment is a partition of the nodes, and its cost a sum over pairs: set_partitions.h adds up
 * all of them.
 *
 * Variables. Atoms that hard clauses of two literals make equal are one: the two directions of a
 * pair, and pairs of nodes that evidence has joined. Nodes are one where such pairs show that they
 * are. A pair without an atom is then never together. Pairs of a node with itself are true in every
 * block of two or more, and free in a block of one.
 *
 * Why exact: all this is a guess that is tested clause by clause. Each hard clause holds in every
 * partition in which no such pair is together. And for every three nodes there are clauses against
 * two pairs without the third. So the assignments that break nothing hard are these partitions, no
 * more and no less. Soft clauses are over one variable. Anything else: the component is none. */
#include "solve/eliminate/equivalence.h"

#include "base/check.h"
#include "solve/eliminate/set_partitions.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_NAMES = 64, LEAST_NODES = 5 };
enum { OPEN, IS_TRUE, IS_FALSE };
static const uint32_t NONE = UINT32_MAX;

typedef struct equivalence {
    const kf_component *p;
    kf_arena arena;
    uint32_t names[MOST_NAMES], n_names;
    uint32_t *from, *to;          /* by atom: names */
    uint8_t *value;               /* by atom: what units make of it */
    uint32_t *equal;              /* by atom: union-find */
    uint32_t *atom;               /* by two names: an open atom of either direction, or NONE */
    uint32_t node[MOST_NAMES], n; /* by name */
    uint32_t members[MOST_NAMES]; /* by node */
    uint32_t *variable;           /* by atom: u * n + v with u <= v; NONE: it has a value */
    uint32_t *of_equal;           /* by representative of equal atoms: their variable */
    uint32_t *owner;              /* by variable: that representative; NONE: there are none */
    bool *shown;                  /* by middle node and two others: they are joined, too; by two
                                   * nodes: the first is joined with itself then */
    double *cost_true, *cost_false, *units; /* by variable */
    double constant, constant_units;
    bool backwards; /* nodes are numbered from the last: for a second opinion */
} equivalence;

/* ---- Atoms and their names ---- */

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool add_name(equivalence *e, uint32_t name)
{
    uint32_t i = 0;
    while (i < e->n_names && e->names[i] != name) i++;
    if (i == MOST_NAMES) return false;
    if (i == e->n_names) e->names[e->n_names++] = name;
    return true;
}

static uint32_t find_name(const equivalence *e, uint32_t name)
{
    const uint32_t *at = bsearch(&name, e->names, e->n_names, sizeof name, by_number);
    assert(at);
    return (uint32_t)(at - e->names);
}

/* Pairs of one symmetric relation, and nothing else. */
static bool read_names(equivalence *e)
{
    const kf_component *p = e->p;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        const kf_ends *x = &p->ends[a];
        if (x->relation == KF_NO_RELATION || x->relation != p->ends[0].relation || !x->symmetric)
            return false;
        if (!add_name(e, x->from) || !add_name(e, x->to)) return false;
    }
    qsort(e->names, e->n_names, sizeof *e->names, by_number);
    return true;
}

static kerf_status open_atoms(equivalence *e)
{
    const kf_component *p = e->p;
    size_t n = p->n_atoms, pairs = (size_t)e->n_names * e->n_names;
    e->from = kf_arena_alloc(&e->arena, n, sizeof *e->from);
    e->to = kf_arena_alloc(&e->arena, n, sizeof *e->to);
    e->value = kf_arena_alloc(&e->arena, n, sizeof *e->value);
    e->equal = kf_arena_alloc(&e->arena, n, sizeof *e->equal);
    e->variable = kf_arena_alloc(&e->arena, n, sizeof *e->variable);
    e->of_equal = kf_arena_alloc(&e->arena, n, sizeof *e->of_equal);
    e->atom = kf_arena_alloc(&e->arena, pairs, sizeof *e->atom);
    if (!e->from || !e->to || !e->value || !e->equal || !e->variable || !e->of_equal || !e->atom)
        return KERF_NO_MEMORY;
    for (uint32_t a = 0; a < n; a++) {
        e->from[a] = find_name(e, p->ends[a].from);
        e->to[a] = find_name(e, p->ends[a].to);
        e->equal[a] = a;
        e->variable[a] = e->of_equal[a] = NONE;
    }
    for (size_t i = 0; i < pairs; i++) e->atom[i] = NONE;
    return KERF_OK;
}

/* ---- What units and equalities say ---- */

static bool is_hard(const equivalence *e, uint32_t clause)
{
    return isinf(e->p->weight[clause]);
}

/* Its open literals, up to two of them: how many; 0: it is true, or cannot be. */
static uint32_t open_literals(const equivalence *e, uint32_t clause, kf_lit out[2])
{
    const kf_component *p = e->p;
    uint32_t n = 0;
    for (uint32_t k = p->start[clause]; k < p->start[clause + 1]; k++) {
        kf_lit l = p->literals[k];
        uint8_t value = e->value[kf_lit_atom(l).id];
        if (value == (kf_lit_negated(l) ? IS_FALSE : IS_TRUE)) return 0;
        if (value != OPEN) continue;
        if (n < 2) out[n] = l;
        n++;
    }
    return n;
}

static void propagate_units(equivalence *e)
{
    bool some = true;
    while (some) {
        some = false;
        for (uint32_t i = 0; i < e->p->n_clauses; i++) {
            kf_lit l[2];
            if (!is_hard(e, i) || open_literals(e, i, l) != 1) continue;
            e->value[kf_lit_atom(l[0]).id] = kf_lit_negated(l[0]) ? IS_FALSE : IS_TRUE;
            some = true;
        }
    }
}

static uint32_t find_equal(equivalence *e, uint32_t a)
{
    while (e->equal[a] != a) a = e->equal[a] = e->equal[e->equal[a]];
    return a;
}

static int by_key(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* a implies b, and b implies a: both clauses are there. */
static kerf_status join_equals(equivalence *e)
{
    uint64_t *keys = kf_arena_alloc(&e->arena, e->p->n_clauses, sizeof *keys);
    size_t n = 0;
    if (!keys) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < e->p->n_clauses; i++) {
        kf_lit l[2];
        if (!is_hard(e, i) || open_literals(e, i, l) != 2) continue;
        if (kf_lit_negated(l[0]) == kf_lit_negated(l[1])) continue;
        uint64_t a = kf_lit_atom(l[kf_lit_negated(l[0]) ? 0 : 1]).id;
        uint64_t b = kf_lit_atom(l[kf_lit_negated(l[0]) ? 1 : 0]).id;
        keys[n++] = a << 32 | b;
    }
    if (n > 1) qsort(keys, n, sizeof *keys, by_key);
    for (size_t i = 0; i < n; i++) {
        uint32_t a = (uint32_t)(keys[i] >> 32), b = (uint32_t)keys[i];
        uint64_t back = (uint64_t)b << 32 | a;
        if (a < b && bsearch(&back, keys, n, sizeof back, by_key))
            e->equal[find_equal(e, b)] = find_equal(e, a);
    }
    return KERF_OK;
}

/* ---- Nodes and variables ---- */

static uint32_t atom_of(const equivalence *e, uint32_t x, uint32_t y)
{
    return e->atom[(size_t)x * e->n_names + y];
}

/* Are two names without an open pair one node? Then their pairs with others are equal. */
static bool are_joined(equivalence *e, uint32_t x, uint32_t y)
{
    if (atom_of(e, x, y) != NONE) return false;
    for (uint32_t z = 0; z < e->n_names; z++) {
        uint32_t a = atom_of(e, x, z), b = atom_of(e, y, z);
        if (z == x || z == y || a == NONE || b == NONE) continue;
        if (find_equal(e, a) == find_equal(e, b)) return true;
    }
    return false;
}

static void find_nodes(equivalence *e)
{
    for (uint32_t a = 0; a < e->p->n_atoms; a++) {
        if (e->value[a] != OPEN) continue;
        e->atom[(size_t)e->from[a] * e->n_names + e->to[a]] = a;
        e->atom[(size_t)e->to[a] * e->n_names + e->from[a]] = a;
    }
    for (uint32_t x = 0; x < e->n_names; x++) {
        uint32_t y = 0;
        while (y < x && !are_joined(e, y, x)) y++;
        e->node[x] = y < x ? e->node[y] : e->n++;
    }
    for (uint32_t x = 0; x < e->n_names; x++) {
        if (e->backwards) e->node[x] = e->n - 1 - e->node[x];
        e->members[e->node[x]]++;
    }
}

static uint32_t variable_of(const equivalence *e, uint32_t u, uint32_t v)
{
    return u < v ? u * e->n + v : v * e->n + u;
}

/* Equal atoms are one variable, and no others are. */
static bool place_atoms(equivalence *e)
{
    for (uint32_t a = 0; a < e->p->n_atoms; a++) {
        if (e->value[a] != OPEN) continue;
        uint32_t u = e->node[e->from[a]], v = e->node[e->to[a]], x = variable_of(e, u, v);
        uint32_t one = find_equal(e, a);
        if (u == v && e->members[u] > 1) return false;
        if (e->of_equal[one] == NONE) e->of_equal[one] = x;
        if (e->owner[x] == NONE) e->owner[x] = one;
        if (e->of_equal[one] != x || e->owner[x] != one) return false;
        e->variable[a] = x;
    }
    return true;
}

static kerf_status open_variables(equivalence *e)
{
    size_t n = e->n, pairs = n * n;
    e->owner = kf_arena_alloc(&e->arena, pairs, sizeof *e->owner);
    e->shown = kf_arena_alloc(&e->arena, pairs * n, sizeof *e->shown);
    e->cost_true = kf_arena_alloc(&e->arena, pairs, sizeof *e->cost_true);
    e->cost_false = kf_arena_alloc(&e->arena, pairs, sizeof *e->cost_false);
    e->units = kf_arena_alloc(&e->arena, pairs, sizeof *e->units);
    if (!e->owner || !e->shown || !e->cost_true || !e->cost_false || !e->units)
        return KERF_NO_MEMORY;
    for (size_t i = 0; i < pairs; i++) e->owner[i] = NONE;
    return KERF_OK;
}

static bool is_open(const equivalence *e, uint32_t u, uint32_t v)
{
    return e->owner[variable_of(e, u, v)] != NONE;
}

/* ---- Clauses ---- */

typedef struct mapped { /* a clause, of variables */
    bool holds;         /* whatever they are */
    uint32_t n;         /* more than three: three are here */
    uint32_t variable[3];
    bool negated[3];
} mapped;

static void add_literal(mapped *m, uint32_t variable, bool negated)
{
    for (uint32_t i = 0; i < m->n && i < 3; i++)
        if (m->variable[i] == variable) {
            m->holds |= m->negated[i] != negated;
            return;
        }
    if (m->n < 3) {
        m->variable[m->n] = variable;
        m->negated[m->n] = negated;
    }
    m->n++;
}

/* Negated ones come first. */
static mapped map_clause(const equivalence *e, uint32_t clause)
{
    const kf_component *p = e->p;
    mapped m = { 0 };
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t k = p->start[clause]; k < p->start[clause + 1]; k++) {
            kf_lit l = p->literals[k];
            uint32_t a = kf_lit_atom(l).id;
            bool negated = kf_lit_negated(l);
            if (negated != (pass == 0)) continue;
            if (e->value[a] == OPEN) add_literal(&m, e->variable[a], negated);
            else m.holds |= e->value[a] == (negated ? IS_FALSE : IS_TRUE);
        }
    return m;
}

/* A node of both pairs, and the other ends. */
static bool share_node(const equivalence *e, uint32_t x, uint32_t y, uint32_t *middle, uint32_t *u,
                       uint32_t *v)
{
    uint32_t a[2] = { x / e->n, x % e->n }, b[2] = { y / e->n, y % e->n };
    if (a[0] == a[1] || b[0] == b[1]) return false;
    for (uint32_t i = 0; i < 4; i++) {
        if (a[i & 1] != b[i >> 1]) continue;
        *middle = a[i & 1];
        *u = a[1 - (i & 1)];
        *v = b[1 - (i >> 1)];
        return true;
    }
    return false;
}

static bool *shown_at(const equivalence *e, uint32_t middle, uint32_t u, uint32_t v)
{
    uint32_t low = u < v ? u : v, high = u < v ? v : u;
    assert(middle < e->n && high < e->n);
    return &e->shown[((size_t)middle * e->n + low) * e->n + high];
}

/* Does it hold in every partition? Then what it says is noted if it is hard. */
static bool holds_always(const equivalence *e, const mapped *m, bool hard)
{
    uint32_t middle, u, v;
    if (m->holds) return true;
    if (m->n == 2 && m->negated[0] && !m->negated[1]) { /* a pair, then a node with itself */
        u = m->variable[0] / e->n;
        v = m->variable[0] % e->n;
        middle = m->variable[1] / e->n;
        if (m->variable[1] % e->n != middle || u == v || (u != middle && v != middle)) return false;
        if (hard) *shown_at(e, middle, middle, u == middle ? v : u) = true;
        return true;
    }
    if (m->n < 2 || m->n > 3 || !m->negated[0] || !m->negated[1]) return false;
    if (!share_node(e, m->variable[0], m->variable[1], &middle, &u, &v)) return false;
    if (m->n == 2 && is_open(e, u, v)) return false;
    if (m->n == 3 && (m->negated[2] || m->variable[2] != variable_of(e, u, v))) return false;
    if (hard) *shown_at(e, middle, u, v) = true;
    return true;
}

/* What a clause that is soft costs; one of either sign. */
static bool add_soft(equivalence *e, uint32_t clause, const mapped *m, double slack)
{
    double weight = e->p->weight[clause], size = fabs(weight);
    if (m->n == 0 || holds_always(e, m, false)) {
        bool pays = (m->n == 0 && !m->holds) == (weight > 0);
        if (pays) e->constant += size, e->constant_units += size * (slack + 2);
        return true;
    }
    if (m->n != 1) return false;
    bool when_true = m->negated[0] == (weight > 0);
    assert(e->owner[m->variable[0]] != NONE);
    (when_true ? e->cost_true : e->cost_false)[m->variable[0]] += size;
    e->units[m->variable[0]] += 1;
    return true;
}

static bool read_clauses(equivalence *e, double slack)
{
    for (uint32_t i = 0; i < e->p->n_clauses; i++) {
        mapped m = map_clause(e, i);
        bool fits = is_hard(e, i) ? holds_always(e, &m, true) : add_soft(e, i, &m, slack);
        if (!fits) return false;
    }
    return true;
}

/* Is every choice of values that is no partition forbidden? */
static bool are_partitions(const equivalence *e)
{
    for (uint32_t m = 0; m < e->n; m++)
        for (uint32_t u = 0; u < e->n; u++) {
            if (u == m || !is_open(e, m, u)) continue;
            if (is_open(e, m, m) && !*shown_at(e, m, m, u)) return false;
            for (uint32_t v = u + 1; v < e->n; v++)
                if (v != m && is_open(e, m, v) && !*shown_at(e, m, u, v)) return false;
        }
    return true;
}

/* ---- Costs ---- */

static void add_costs(equivalence *e, double slack)
{
    const kf_component *p = e->p;
    for (uint32_t a = 0; a < p->n_atoms; a++) {
        uint32_t x = e->variable[a];
        assert((x == NONE) == (e->value[a] != OPEN));
        if (x == NONE) {
            double paid = e->value[a] == IS_TRUE ? p->cost_true[a] : p->cost_false[a];
            e->constant += paid;
            e->constant_units += paid * (slack + 2);
            continue;
        }
        e->cost_true[x] += p->cost_true[a];
        e->cost_false[x] += p->cost_false[a];
        e->units[x] += 1;
    }
    for (uint32_t x = 0; x < e->n * e->n; x++)
        e->units[x] = (e->cost_true[x] + e->cost_false[x]) * (e->units[x] + slack + 3) + 2;
}

/* Where nothing is together, and each node is with itself: this is paid. */
static double base_cost(const equivalence *e)
{
    double sum = e->constant;
    for (uint32_t i = 0; i < e->n; i++) {
        for (uint32_t j = 0; j < e->n; j++) {
            uint32_t x = i * e->n + j;
            if (e->owner[x] != NONE) sum += i == j ? e->cost_true[x] : e->cost_false[x];
        }
    }
    return sum;
}

static void weigh(const equivalence *e, double *join, double *alone, double *units)
{
    *units = 0;
    for (uint32_t u = 0; u < e->n; u++)
        for (uint32_t v = 0; v < e->n; v++) {
            uint32_t x = variable_of(e, u, v);
            double more = e->cost_false[x] - e->cost_true[x];
            join[u * e->n + v] = is_open(e, u, v) ? more : -INFINITY;
            if (u <= v && is_open(e, u, v)) *units += e->units[x];
            if (u == v) alone[u] = is_open(e, u, u) ? log1p(exp(-more)) : 0;
            if (u == v && -more > 700) alone[u] = -more;
        }
}

/* ---- What comes out ---- */

static double share_error(double p, double units)
{
    static const double UNIT = 0x1p-53, TINY = 1e-80;
    double relative = 2.02 * units * UNIT;
    return relative < 0.1 ? 1.2 * relative * p * (1 - p) + 4 * UNIT * p + TINY : 1;
}

/* That a variable is true; a node is with itself in a block of several, or by its own costs. */
static void chance_of(const equivalence *e, const kf_partitions *s, uint32_t x, double *p,
                      double *error)
{
    double some = s->some[x], others = s->others[x], units = s->share_units;
    if (x / e->n == x % e->n) {
        double own = 1 / (1 + exp(e->cost_true[x] - e->cost_false[x]));
        some += others * own;
        others *= 1 / (1 + exp(e->cost_false[x] - e->cost_true[x]));
        units += e->units[x] + 4;
    }
    *p = some / (some + others);
    *error = share_error(*p, units);
}

static void tell_atoms(const equivalence *e, const kf_partitions *s, kf_beliefs *out)
{
    for (uint32_t a = 0; a < e->p->n_atoms; a++) {
        out->p[a] = e->value[a] == IS_TRUE;
        out->p_error[a] = 0;
        if (e->value[a] == OPEN) chance_of(e, s, e->variable[a], &out->p[a], &out->p_error[a]);
    }
}

static void tell_clauses(const equivalence *e, const kf_partitions *s, kf_beliefs *out)
{
    for (uint32_t i = 0; i < e->p->n_clauses; i++) {
        mapped m = map_clause(e, i);
        bool always = holds_always(e, &m, false);
        double p = always, error = 0; /* that it holds */
        if (!always && m.n == 1) chance_of(e, s, m.variable[0], &p, &error);
        if (!always && m.n == 1 && m.negated[0]) p = 1 - p;
        out->pays[i] = e->p->weight[i] > 0 ? 1 - p : p;
        out->pays_error[i] = error > 0 ? error + 0x1p-53 : 0;
    }
}

/* ---- All of it ---- */

static kerf_status look(equivalence *e, double slack, bool *fits)
{
    *fits = read_names(e);
    if (!*fits) return KERF_OK;
    KF_TRY(open_atoms(e));
    propagate_units(e);
    KF_TRY(join_equals(e));
    find_nodes(e);
    *fits = e->n >= LEAST_NODES && e->n <= KF_PARTITION_NODES;
    if (!*fits) return KERF_OK;
    KF_TRY(open_variables(e));
    *fits = place_atoms(e) && read_clauses(e, slack) && are_partitions(e);
    return KERF_OK;
}

static kerf_status sum_up(equivalence *e, const kf_belief_options *o, kf_mem *mem, kf_beliefs *out)
{
    size_t pairs = (size_t)e->n * e->n;
    double *join = kf_arena_alloc(&e->arena, pairs, sizeof *join);
    double *alone = kf_arena_alloc(&e->arena, e->n, sizeof *alone);
    kf_partitions s = { .n = e->n, .join = join, .alone = alone, .limits = o->limits };
    s.some = kf_arena_alloc(&e->arena, pairs, sizeof *s.some);
    s.others = kf_arena_alloc(&e->arena, pairs, sizeof *s.others);
    if (!join || !alone || !s.some || !s.others) return KERF_NO_MEMORY;
    add_costs(e, o->slack);
    weigh(e, join, alone, &s.units);
    KF_TRY(kf_partitions_sum(&s, mem));
    out->stopped = s.stopped;
    out->done = !s.stopped;
    if (s.stopped) return KERF_OK;
    double base = base_cost(e);
    out->log_z = s.log_z - base;
    out->error = s.error + 0x1p-53 * ((4.0 + e->p->n_atoms) * base + e->constant_units);
    if (out->p && !o->only_sum) tell_atoms(e, &s, out);
    if (out->pays && !o->only_sum) tell_clauses(e, &s, out);
    return KERF_OK;
}

static kerf_status run(equivalence *e, const kf_belief_options *o, kf_mem *mem, kf_beliefs *out,
                       bool *fits)
{
    KF_TRY(look(e, o->slack, fits));
    if (!*fits) return KERF_OK;
    out->entries = kf_partitions_work(e->n);
    out->bytes = kf_partitions_bytes(e->n);
    out->width = e->n;
    out->route = "partitions";
    out->done = out->stopped = false;
    if (o->only_forecast || out->entries > o->entries || out->bytes > o->bytes) return KERF_OK;
    return sum_up(e, o, mem, out);
}

kerf_status kf_believe_equivalence(const kf_component *p, const kf_belief_options *options,
                                   kf_mem *mem, kf_beliefs *out, bool *fits)
{
    enum { LEAST_ATOMS = LEAST_NODES * (LEAST_NODES - 1) / 2 };
    *fits = false;
    if (!p->ends || p->n_counts > 0 || p->n_cliques > 0 || p->n_atoms < LEAST_ATOMS) return KERF_OK;
    equivalence *e = kf_mem_calloc(mem, 1, sizeof *e);
    if (!e) return KERF_NO_MEMORY;
    e->p = p;
    e->backwards = options->skip > 0;
    kf_arena_init(&e->arena, mem);
    kerf_status st = run(e, options, mem, out, fits);
    kf_arena_free(&e->arena);
    kf_mem_free(mem, e, 1, sizeof *e);
    return st;
}
