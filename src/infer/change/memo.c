/* memo.c -- components that an earlier run has solved; see memo.h. */
#include "infer/change/memo.h"

#include "base/check.h"

#include "ground/atoms.h"
#include "infer/components/extract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct value { /* of an atom, by its name */
    uint64_t name;
    bool is;
} value;

typedef struct entry {
    kf_hash_pair key;
    kf_component_record record;
    value *values; /* sorted by name; record.atoms of them */
} entry;

typedef struct table { /* open addressing; at most half full */
    entry **slots;
    size_t n, n_slots;
} table;

struct kf_memo {
    kf_mem *mem;
    const kf_grounder *g;
    kf_hash_pair how; /* solver and settings */
    table now, before;
};

/* ---- Tables -------------------------------------------------------------------------------- */

static void free_entry(kf_mem *mem, entry *e)
{
    if (!e) return;
    kf_mem_free(mem, e->values, e->record.atoms, sizeof *e->values);
    kf_mem_free(mem, e, 1, sizeof *e);
}

static void free_table(table *t, kf_mem *mem)
{
    for (size_t i = 0; i < t->n_slots; i++) free_entry(mem, t->slots[i]);
    kf_mem_free(mem, t->slots, t->n_slots, sizeof(entry *));
    *t = (table){ 0 };
}

static size_t slot_of(const table *t, kf_hash_pair key)
{
    size_t mask = t->n_slots - 1, at = (size_t)key.a & mask;
    assert((t->n_slots & mask) == 0 && t->n < t->n_slots); /* one slot is free */
    while (t->slots[at] && (t->slots[at]->key.a != key.a || t->slots[at]->key.b != key.b))
        at = (at + 1) & mask;
    return at;
}

static bool grow(table *t, kf_mem *mem)
{
    if (2 * (t->n + 1) <= t->n_slots) return true;
    table wider = { .n = t->n, .n_slots = t->n_slots ? 2 * t->n_slots : 64 };
    wider.slots = kf_mem_calloc(mem, wider.n_slots, sizeof(entry *));
    if (!wider.slots) return false;
    for (size_t i = 0; i < t->n_slots; i++)
        if (t->slots[i]) wider.slots[slot_of(&wider, t->slots[i]->key)] = t->slots[i];
    kf_mem_free(mem, t->slots, t->n_slots, sizeof(entry *));
    *t = wider;
    return true;
}

/* Takes the entry, or gives it up. */
static void put(table *t, kf_mem *mem, entry *e)
{
    if (!grow(t, mem)) {
        free_entry(mem, e);
        return;
    }
    size_t at = slot_of(t, e->key);
    if (t->slots[at]) free_entry(mem, t->slots[at]);
    else t->n++;
    t->slots[at] = e;
}

/* ---- Life ---------------------------------------------------------------------------------- */

kf_memo *kf_memo_new(kf_mem *mem)
{
    kf_memo *m = kf_mem_calloc(mem, 1, sizeof *m);
    if (m) m->mem = mem;
    return m;
}

void kf_memo_clear(kf_memo *m)
{
    free_table(&m->now, m->mem);
    free_table(&m->before, m->mem);
}

void kf_memo_free(kf_memo *m)
{
    if (!m) return;
    kf_memo_clear(m);
    kf_mem_free(m->mem, m, 1, sizeof *m);
}

kf_hash_pair kf_settings_hash(const kf_solver *solver, const kf_settings *s, bool simplify)
{
    kf_hash_pair h = { (uint64_t)solver->kind, s->off };
    const uint64_t all[] = { s->seed,    s->flips,        s->tries, kf_hash_bits(s->noise),
                             s->tabu,    s->random_start, s->nodes, s->questions,
                             s->lp_work, simplify };
    for (size_t i = 0; i < KF_LENGTH(all); i++) kf_hash_pair_add(&h, all[i]);
    return h;
}

void kf_memo_begin(kf_memo *m, const kf_grounder *g, const kf_solver *solver,
                   const kf_settings *settings, bool simplify)
{
    assert(g && solver && settings);
    kf_hash_pair how = kf_settings_hash(solver, settings, simplify);
    if (how.a != m->how.a || how.b != m->how.b) kf_memo_clear(m);
    m->how = how;
    m->g = g;
    free_table(&m->before, m->mem);
    m->before = m->now;
    m->now = (table){ 0 };
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static void add(kf_hash_pair *sum, kf_hash_pair x)
{
    sum->a += x.a;
    sum->b += x.b;
}

static kf_hash_pair hash_literals(const kf_lit *l, const uint32_t *coefficients, uint32_t n,
                                  const uint64_t *names)
{
    kf_hash_pair sum = { n, 0 };
    for (uint32_t i = 0; i < n; i++) {
        kf_hash_pair one = { l[i].code & 1, coefficients ? coefficients[i] : 0 };
        add(&sum, kf_hash_pair_mixed(one, names[l[i].code / 2]));
    }
    return sum;
}

static kf_hash_pair hash_content(const kf_component *p, const uint64_t *names)
{
    kf_hash_pair sum = { p->n_atoms, p->n_clauses };
    assert(p->n_cliques == 0); /* presolve makes them */
    for (uint32_t i = 0; i < p->n_atoms; i++) {
        kf_hash_pair atom = { kf_hash_bits(p->cost_true[i]), kf_hash_bits(p->cost_false[i]) };
        add(&sum, kf_hash_pair_mixed(atom, names[i]));
    }
    for (uint32_t i = 0; i < p->n_clauses; i++) {
        uint32_t from = p->start[i], n = p->start[i + 1] - from;
        kf_hash_pair clause = hash_literals(p->literals + from, NULL, n, names);
        add(&sum, kf_hash_pair_mixed(clause, kf_hash_bits(p->weight[i])));
    }
    for (uint32_t i = 0; i < p->n_counts; i++) {
        const kf_count *c = &p->counts[i];
        kf_hash_pair count = hash_literals(c->literals, c->coefficients, c->n, names);
        kf_hash_pair_add(&count, c->least);
        kf_hash_pair_add(&count, c->most);
        add(&sum, kf_hash_pair_mixed(count, kf_hash_bits(c->weight) + 1));
    }
    return sum;
}

/* By predicate and constants; 0: it is auxiliary. */
static uint64_t name_of(const kf_grounder *g, uint32_t atom)
{
    uint32_t row[KF_MOST_ARITY], predicate = kf_grounder_atom_row(g, atom, row);
    if (predicate == KF_NONE) return 0;
    uint64_t hash = kf_hash_add(KF_HASH_SEED, predicate);
    uint32_t arity = kf_grounder_model(g)->predicates.at[predicate].arity;
    for (uint32_t i = 0; i < arity; i++) hash = kf_hash_add(hash, row[i]);
    return hash | 1;
}

kf_memo_key kf_memo_key_of(kf_memo *m, kf_extracted *k)
{
    uint32_t n = k->component.n_atoms;
    kf_memo_key key = { .names = kf_arena_room(&k->arena, n, sizeof *key.names) };
    for (uint32_t i = 0; key.names && i < n; i++) {
        key.names[i] = name_of(m->g, k->atoms[i]);
        if (key.names[i] == 0) key.names = NULL; /* an auxiliary atom has none */
    }
    if (key.names) key.content = hash_content(&k->component, key.names);
    return key;
}

/* What is not proven is known as an answer of that effort only. */
static kf_hash_pair key_for(const kf_memo_key *key, bool proven, kf_effort effort)
{
    kf_hash_pair h = key->content;
    if (!proven) kf_hash_pair_add(&h, (uint64_t)effort + 1);
    return h;
}

/* ---- Finding and adding -------------------------------------------------------------------- */

static bool find_value(const entry *e, uint64_t name, bool *is)
{
    size_t from = 0, to = e->record.atoms;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (e->values[middle].name < name) from = middle + 1;
        else to = middle;
    }
    if (from == e->record.atoms || e->values[from].name != name) return false;
    *is = e->values[from].is;
    return true;
}

/* The assignment, if it is one of this component and costs what it is said to cost. */
static bool take(const entry *e, const kf_extracted *k, const uint64_t *names, bool *assignment)
{
    uint64_t broken;
    if (e->record.atoms != k->component.n_atoms) return false;
    for (uint32_t i = 0; i < k->component.n_atoms; i++)
        if (!find_value(e, names[i], &assignment[i])) return false;
    double cost = k->base + kf_component_cost(&k->component, assignment, &broken);
    return broken == e->record.broken
           && fabs(cost - e->record.cost) <= 1e-9 * fmax(1, e->record.cost);
}

static entry *look_up(kf_memo *m, kf_hash_pair key)
{
    if (m->now.n_slots > 0) {
        entry *found = m->now.slots[slot_of(&m->now, key)];
        if (found) return found;
    }
    if (m->before.n_slots == 0) return NULL;
    return m->before.slots[slot_of(&m->before, key)];
}

static entry *new_entry(kf_mem *mem, kf_hash_pair key, const kf_component_record *r)
{
    entry *e = kf_mem_calloc(mem, 1, sizeof *e);
    if (!e) return NULL;
    e->key = key;
    e->values = kf_mem_alloc(mem, r->atoms, sizeof *e->values);
    if (!e->values) {
        kf_mem_free(mem, e, 1, sizeof *e);
        return NULL;
    }
    e->record = *r;
    return e;
}

/* It is used: it stays for another run. */
static void keep(kf_memo *m, const entry *e)
{
    if (m->now.n_slots > 0 && m->now.slots[slot_of(&m->now, e->key)]) return;
    entry *copy = new_entry(m->mem, e->key, &e->record);
    if (!copy) return;
    memcpy(copy->values, e->values, e->record.atoms * sizeof *e->values);
    put(&m->now, m->mem, copy);
}

bool kf_memo_find(kf_memo *m, const kf_extracted *k, const kf_memo_key *key, kf_effort effort,
                  kf_component_record *record, bool *assignment)
{
    if (!key->names) return false;
    entry *e = look_up(m, key_for(key, true, effort));
    if (!e) e = look_up(m, key_for(key, false, effort));
    if (!e || !take(e, k, key->names, assignment)) return false;
    *record = e->record;
    keep(m, e);
    return true;
}

static int by_name(const void *a, const void *b)
{
    const value *x = a, *y = b;
    return x->name < y->name ? -1 : x->name > y->name;
}

void kf_memo_add(kf_memo *m, const kf_memo_key *key, kf_effort effort, const kf_component_record *r,
                 const bool *assignment)
{
    if (!key->names || !r->complete || !isfinite(r->bound)) return;
    bool proven = r->bound >= r->cost && r->broken == 0;
    assert(m->g && r->atoms > 0 && !isnan(r->cost));
    entry *e = new_entry(m->mem, key_for(key, proven, effort), r);
    if (!e) return;
    for (uint32_t i = 0; i < r->atoms; i++) e->values[i] = (value){ key->names[i], assignment[i] };
    qsort(e->values, r->atoms, sizeof *e->values, by_name);
    put(&m->now, m->mem, e);
}
