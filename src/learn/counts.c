/* counts.c -- counts the groundings that each atom decides, and groups atoms alike; see
 * counts.h. */
#include "learn/counts.h"

#include "base/check.h"
#include "base/hash.h"
#include "ground/ground_rule.h"
#include "ground/influence/influence.h"
#include "ground/tuple_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct part { /* of what an atom decides */
    uint32_t atom, id;
    double value;
} part;

typedef KF_VEC(uint32_t) numbers;

typedef struct counting { /* of one example */
    kf_groups *to;
    kf_example *x;
    kf_mem *mem;
    uint32_t n_predicates;
    /* Atoms are numbered: first one for each predicate, which stands for all of its atoms, then
     * true ones, then others as they are met. */
    kf_tuple_map *rows;       /* by predicate: atoms that are named */
    numbers *number_of;       /* by predicate, by row */
    KF_VEC(uint32_t) kept;    /* by atom: its predicate; KF_NONE: it is not in the sample */
    KF_VEC(double) offsets;   /* by atom */
    KF_VEC(part) parts;       /* rule by rule */
    kf_tuple_map sums;        /* of the rule at hand: atom, parameter */
    kf_ground_rule *gr;       /* that is */
    uint32_t n_true;          /* atoms below this number are true, but for those of predicates */
    KF_VEC(kf_entry) entries; /* of the atom at hand */
} counting;

/* ---- Atoms ---- */

static bool is_sampled(const counting *c, uint32_t predicate, const uint32_t *row, uint32_t arity)
{
    if (c->to->share >= 1) return true;
    uint64_t h = kf_hash_add(KF_HASH_SEED ^ c->to->seed, c->x->index);
    h = kf_hash_add(h, predicate);
    for (uint32_t i = 0; i < arity; i++) h = kf_hash_add(h, row[i]);
    return (double)(kf_hash_add(h, arity) >> 11) * 0x1p-53 < c->to->share;
}

static kerf_status add_number(counting *c, uint32_t predicate)
{
    if (c->kept.n >= KF_NONE) return KERF_LIMIT;
    return kf_vec_push(c->mem, &c->kept, predicate) && kf_vec_push(c->mem, &c->offsets, 0)
               ? KERF_OK
               : KERF_NO_MEMORY;
}

static kerf_status number_atom(counting *c, uint32_t predicate, const uint32_t *row, bool truth,
                               uint32_t *number)
{
    kf_tuple_map *rows = &c->rows[predicate];
    uint32_t at = kf_tuple_map_find(rows, row);
    if (at != UINT32_MAX) {
        *number = c->number_of[predicate].at[at];
        assert(*number >= c->n_predicates);
        return KERF_OK;
    }
    *number = (uint32_t)c->kept.n;
    if (!kf_vec_push(c->mem, &c->number_of[predicate], *number)) return KERF_NO_MEMORY;
    KF_TRY(kf_tuple_map_add(rows, c->mem, row, 0, 1, 0));
    bool kept = truth || is_sampled(c, predicate, row, rows->width);
    return add_number(c, kept ? predicate : KF_NONE);
}

static kerf_status number_true(counting *c, uint32_t predicate)
{
    const kf_relation *now = c->x->d->atoms[predicate];
    uint32_t n = now->width > 0 ? now->n : now->alive;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row[KF_MOST_ARITY], number;
        if (now->dead && now->dead[i]) continue;
        for (uint32_t k = 0; k < now->width; k++) row[k] = now->columns[k][i];
        KF_TRY(number_atom(c, predicate, row, true, &number));
    }
    return KERF_OK;
}

/* Soft evidence is a formula of its own on its atom. */
static kerf_status add_soft_evidence(counting *c, uint32_t predicate)
{
    const kf_facts *soft = kf_evidence_facts(c->x->d->w, predicate, KF_SAID_SOFT);
    for (uint32_t i = 0; i < soft->n; i++) {
        uint32_t row[KF_MOST_ARITY], number;
        for (uint32_t k = 0; k < soft->width; k++) row[k] = soft->columns[k][i];
        KF_TRY(number_atom(c, predicate, row, false, &number));
        double q = kf_evidence_probability(c->x->d->w, predicate, i);
        c->offsets.at[number] += log(q / (1 - q));
    }
    return KERF_OK;
}

static kerf_status number_known(counting *c)
{
    const kf_model *m = c->x->d->m;
    for (uint32_t i = 0; i < c->n_predicates; i++) KF_TRY(add_number(c, i));
    for (uint32_t i = 0; i < c->n_predicates; i++)
        if (m->predicates.at[i].hidden) KF_TRY(number_true(c, i));
    c->n_true = (uint32_t)c->kept.n;
    for (uint32_t i = 0; i < c->n_predicates; i++)
        if (m->predicates.at[i].hidden) KF_TRY(add_soft_evidence(c, i));
    return KERF_OK;
}

/* ---- Rules ---- */

static kerf_status note(void *context, uint32_t predicate, const uint32_t *row, const kf_binding *b,
                        double change)
{
    counting *c = context;
    uint32_t unit[2] = { predicate, kf_parameters_of(c->to->p, kf_ground_rule_id(c->gr), b) };
    double w = unit[1] == KF_NONE ? kf_grounder_weight(c->x->g, c->gr, b) : 0;
    if (unit[1] == KF_NONE && w == 0) return KERF_OK;
    if (row) KF_TRY(number_atom(c, predicate, row, false, &unit[0]));
    assert(unit[0] < c->kept.n && c->kept.n == c->offsets.n);
    if (c->kept.at[unit[0]] == KF_NONE) return KERF_OK;
    if (unit[1] != KF_NONE) return kf_tuple_map_add(&c->sums, c->mem, unit, 0, 0, change);
    c->offsets.at[unit[0]] += w * change;
    return KERF_OK;
}

static kerf_status add_rule(counting *c, kf_ground_rule *gr)
{
    c->gr = gr;
    kf_tuple_map_clear(&c->sums);
    KF_TRY(kf_ground_influence(c->x->g, gr, note, c));
    for (uint32_t i = 0; i < kf_tuple_map_count(&c->sums); i++) {
        const uint32_t *unit = kf_tuple_map_tuple(&c->sums, i);
        part p = { unit[0], unit[1], c->sums.weights.at[i] };
        if (p.value != 0 && !kf_vec_push(c->mem, &c->parts, p)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* ---- Groups ---- */

static uint64_t hash_group(const kf_group *g, const kf_entry *entries)
{
    uint64_t h = kf_hash_add(kf_hash_add(KF_HASH_SEED, g->truth), kf_hash_bits(g->offset));
    for (uint32_t i = 0; i < g->n; i++)
        h = kf_hash_add(kf_hash_add(h, entries[i].id), kf_hash_bits(entries[i].value));
    return h;
}

static bool same_group(const kf_groups *to, const kf_group *a, const kf_group *b,
                       const kf_entry *entries)
{
    const kf_entry *own = to->entries.at + a->start;
    if (a->n != b->n || a->truth != b->truth || a->offset != b->offset) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (own[i].id != entries[i].id || own[i].value != entries[i].value) return false;
    return true;
}

static kerf_status grow_slots(kf_groups *to)
{
    size_t n = to->n_slots ? 2 * to->n_slots : 64;
    uint32_t *slots = kf_mem_alloc(to->mem, n, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    memset(slots, 0xff, n * sizeof *slots);
    for (uint32_t i = 0; i < to->all.n; i++) {
        const kf_group *g = &to->all.at[i];
        size_t at = hash_group(g, to->entries.at + g->start) & (n - 1);
        while (slots[at] != KF_NONE) at = (at + 1) & (n - 1);
        slots[at] = i;
    }
    kf_mem_free(to->mem, to->slots, to->n_slots, sizeof *slots);
    to->slots = slots;
    to->n_slots = n;
    return KERF_OK;
}

/* So many atoms more of the group that has these entries; `like` has the rest. */
static kerf_status add_to_group(kf_groups *to, kf_group like, const kf_entry *entries)
{
    if (2 * (to->all.n + 1) > to->n_slots) KF_TRY(grow_slots(to));
    size_t at = hash_group(&like, entries) & (to->n_slots - 1);
    while (to->slots[at] != KF_NONE && !same_group(to, &to->all.at[to->slots[at]], &like, entries))
        at = (at + 1) & (to->n_slots - 1);
    if (to->slots[at] != KF_NONE) {
        to->all.at[to->slots[at]].times += like.times;
        to->all.at[to->slots[at]].sampled += like.sampled;
        return KERF_OK;
    }
    if (to->all.n >= KF_NONE) return KERF_LIMIT;
    like.start = to->entries.n;
    if (!kf_vec_reserve(to->mem, &to->entries, like.n) || !kf_vec_reserve(to->mem, &to->all, 1))
        return KERF_NO_MEMORY;
    if (like.n > 0) memcpy(to->entries.at + to->entries.n, entries, like.n * sizeof *entries);
    to->entries.n += like.n;
    to->slots[at] = (uint32_t)to->all.n;
    to->all.at[to->all.n++] = like;
    return KERF_OK;
}

#ifndef NDEBUG
static void check_group(const kf_groups *to, const kf_group *g)
{
    const kf_entry *e = to->entries.at + g->start;
    assert(g->start + g->n <= to->entries.n);
    assert(g->times >= 0 && g->times + (double)g->sampled > 0);
    assert(to->share < 1 || g->sampled == 0);
    for (uint32_t i = 0; i < g->n; i++) {
        assert(e[i].id < kf_parameters_count(to->p) && e[i].value != 0);
        assert(i == 0 || e[i - 1].id < e[i].id);
    }
}
#endif

void kf_groups_check(const kf_groups *to)
{
    (void)to;
#ifndef NDEBUG
    double atoms = 0;
    size_t used = 0;
    assert(2 * to->all.n <= to->n_slots && (to->n_slots & (to->n_slots - 1)) == 0);
    for (size_t i = 0; i < to->all.n; i++) {
        check_group(to, &to->all.at[i]);
        atoms += to->all.at[i].times;
    }
    for (size_t i = 0; i < to->n_slots; i++) used += to->slots[i] != KF_NONE;
    assert(used == to->all.n);
    assert(to->share < 1 || fabs(atoms - to->atoms) <= 1e-9 * fmax(1, to->atoms));
#endif
}

/* ---- From parts to groups ---- */

static int by_id(const void *a, const void *b)
{
    uint32_t x = ((const part *)a)->id, y = ((const part *)b)->id;
    return x < y ? -1 : x > y;
}

/* The parts of each atom side by side, by parameter; starts[atom] is where they begin. */
static kerf_status sort_parts(counting *c, part **sorted, size_t *starts)
{
    size_t n = c->parts.n, atoms = c->kept.n;
    *sorted = kf_mem_alloc(c->mem, n, sizeof **sorted);
    if (!*sorted) return KERF_NO_MEMORY;
    memset(starts, 0, (atoms + 1) * sizeof *starts);
    for (size_t i = 0; i < n; i++) starts[c->parts.at[i].atom + 1]++;
    for (size_t i = 0; i < atoms; i++) starts[i + 1] += starts[i];
    for (size_t i = 0; i < n; i++) (*sorted)[starts[c->parts.at[i].atom]++] = c->parts.at[i];
    memmove(starts + 1, starts, atoms * sizeof *starts);
    starts[0] = 0;
    assert(starts[atoms] == n);
    for (size_t i = 0; i < atoms; i++)
        if (starts[i + 1] > starts[i] + 1)
            qsort(*sorted + starts[i], starts[i + 1] - starts[i], sizeof **sorted, by_id);
    return KERF_OK;
}

/* What the atom decides, and what all atoms of its predicate do. */
static kerf_status merge(counting *c, const part *a, size_t n_a, const part *b, size_t n_b)
{
    c->entries.n = 0;
    if (!kf_vec_reserve(c->mem, &c->entries, n_a + n_b)) return KERF_NO_MEMORY;
    for (size_t i = 0, k = 0; i < n_a || k < n_b;) {
        kf_entry e = { 0 };
        bool first = i < n_a && (k == n_b || a[i].id <= b[k].id);
        bool second = k < n_b && (i == n_a || b[k].id <= a[i].id);
        e.id = first ? a[i].id : b[k].id;
        if (first) e.value += a[i++].value;
        if (second) e.value += b[k++].value;
        if (e.value != 0) c->entries.at[c->entries.n++] = e;
    }
    return KERF_OK;
}

static kerf_status group_atom(counting *c, uint32_t atom, const part *sorted, const size_t *starts)
{
    uint32_t all = c->kept.at[atom]; /* the predicate: the atom that stands for its atoms */
    if (all == KF_NONE) return KERF_OK;
    bool truth = atom < c->n_true, certain = truth || c->to->share >= 1;
    KF_TRY(merge(c, sorted + starts[atom], starts[atom + 1] - starts[atom], sorted + starts[all],
                 starts[all + 1] - starts[all]));
    kf_group like = { .n = (uint32_t)c->entries.n,
                      .truth = truth,
                      .offset = c->offsets.at[atom] + c->offsets.at[all],
                      .times = certain ? 1 : 0,
                      .sampled = certain ? 0 : 1 };
    return add_to_group(c->to, like, c->entries.at);
}

/* All atoms of the predicate; too many for an integer is no harm. */
static double count_atoms(const counting *c, uint32_t predicate)
{
    const kf_predicate *p = &c->x->d->m->predicates.at[predicate];
    double n = 1;
    for (uint32_t i = 0; i < p->arity; i++) n *= c->x->d->domains[p->slots[i].type].n;
    return n;
}

static kerf_status group_unnamed(counting *c, uint32_t predicate, const part *sorted,
                                 const size_t *starts)
{
    double all = count_atoms(c, predicate), left = all - kf_tuple_map_count(&c->rows[predicate]);
    size_t from = starts[predicate], n = starts[predicate + 1] - from;
    c->to->atoms += all;
    if (left <= 0) return KERF_OK;
    KF_TRY(merge(c, sorted + from, n, NULL, 0));
    kf_group like = { .n = (uint32_t)c->entries.n,
                      .offset = c->offsets.at[predicate],
                      .times = left };
    return add_to_group(c->to, like, c->entries.at);
}

static kerf_status group_sorted(counting *c, const part *sorted, const size_t *starts)
{
    for (uint32_t i = 0; i < c->n_predicates; i++)
        if (c->x->d->m->predicates.at[i].hidden) KF_TRY(group_unnamed(c, i, sorted, starts));
    for (uint32_t i = c->n_predicates; i < c->kept.n; i++) KF_TRY(group_atom(c, i, sorted, starts));
    return KERF_OK;
}

static kerf_status group_all(counting *c)
{
    size_t n = c->parts.n, atoms = c->kept.n;
    part *sorted = NULL;
    size_t *starts = kf_mem_alloc(c->mem, atoms + 1, sizeof *starts);
    kerf_status st = starts ? sort_parts(c, &sorted, starts) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = group_sorted(c, sorted, starts);
    kf_mem_free(c->mem, sorted, n, sizeof *sorted);
    kf_mem_free(c->mem, starts, atoms + 1, sizeof *starts);
    return st;
}

/* ---- An example ---- */

static kerf_status count_example(counting *c)
{
    const kf_model *m = c->x->d->m;
    for (uint32_t i = 0; i < c->n_predicates; i++)
        kf_tuple_map_init(&c->rows[i], m->predicates.at[i].arity);
    KF_TRY(number_known(c));
    for (size_t i = 0; i < kf_grounder_n_rules(c->x->g); i++) {
        kf_ground_rule *gr = kf_grounder_rule(c->x->g, i);
        if (m->rules.at[kf_ground_rule_id(gr)].cost != KF_COST_HARD) KF_TRY(add_rule(c, gr));
    }
    return group_all(c);
}

static void close_counting(counting *c)
{
    for (uint32_t i = 0; i < c->n_predicates; i++) {
        if (c->rows) kf_tuple_map_free(&c->rows[i], c->mem);
        if (c->number_of) kf_vec_free(c->mem, &c->number_of[i]);
    }
    kf_mem_free(c->mem, c->rows, c->n_predicates, sizeof *c->rows);
    kf_mem_free(c->mem, c->number_of, c->n_predicates, sizeof *c->number_of);
    kf_vec_free(c->mem, &c->kept);
    kf_vec_free(c->mem, &c->offsets);
    kf_vec_free(c->mem, &c->parts);
    kf_vec_free(c->mem, &c->entries);
    kf_tuple_map_free(&c->sums, c->mem);
}

kerf_status kf_groups_add_example(kf_groups *to, kf_example *x)
{
    counting c = { .to = to, .x = x, .mem = to->mem, .n_predicates = x->d->n_predicates };
    kf_tuple_map_init(&c.sums, 2);
    c.rows = kf_mem_calloc(c.mem, c.n_predicates, sizeof *c.rows);
    c.number_of = kf_mem_calloc(c.mem, c.n_predicates, sizeof *c.number_of);
    kerf_status st = c.rows && c.number_of ? count_example(&c) : KERF_NO_MEMORY;
    close_counting(&c);
    if (st == KERF_OK) KF_CHECK(kf_groups_check(to));
    return st;
}

void kf_groups_init(kf_groups *to, kf_mem *mem, const kf_parameters *p, double share, uint64_t seed)
{
    assert(share > 0 && share <= 1);
    *to = (kf_groups){ .mem = mem, .p = p, .share = share, .seed = seed };
}

void kf_groups_free(kf_groups *to)
{
    kf_vec_free(to->mem, &to->all);
    kf_vec_free(to->mem, &to->entries);
    kf_mem_free(to->mem, to->slots, to->n_slots, sizeof *to->slots);
}
