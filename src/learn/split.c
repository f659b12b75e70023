/* split.c -- a training world as independent parts; see split.h.
 *
 * Types are of three kinds. Of a common type the model has all constants: they are in every part.
 * If that gives one part only, labels are common as well: Tag(word, tag!) has no other tags.
 * An entity has hidden atoms: it belongs to one part. The rest are words, which only observed atoms
 * have: each part has those that its rows name. A formula that only words would tie together, two
 * positions with the same word, makes these words entities. */
#include "learn/split.h"

#include "base/check.h"
#include "learn/split_rule.h"

#include <string.h>

enum {
    SAID = 4,         /* relations of a predicate */
    MOST_LABELS = 256 /* of a type: each part has all of them */
};

typedef struct listing { /* rows by part: `at` from starts[part] on */
    uint32_t *at, *starts;
    uint32_t n;
} listing;

struct kf_split {
    kf_mem *mem;
    const kf_model *m;
    const kf_evidence *w;
    uint8_t *kinds;   /* by type: kf_split_kind */
    uint32_t *first;  /* by type, and the end: its constants in `parent` */
    uint32_t *parent; /* union-find over all constants; then the part, or n_parts: of none */
    uint32_t n_parts;
    const kf_rule *obstacle;
    listing *lists;  /* by relation */
    listing members; /* constants of `parent`, instead of rows */
};

/* ---- Relations ---- */

uint32_t kf_split_relations(const kf_split *s)
{
    return (uint32_t)(s->m->predicates.n * SAID + s->m->functions.n);
}

const kf_facts *kf_split_relation(const kf_split *s, uint32_t relation, uint32_t *types)
{
    const kf_model *m = s->m;
    uint32_t of_predicates = (uint32_t)m->predicates.n * SAID;
    if (relation < of_predicates) {
        const kf_predicate *p = &m->predicates.at[relation / SAID];
        for (uint32_t i = 0; i < p->arity; i++) types[i] = p->slots[i].type;
        const kf_facts *rows = kf_evidence_facts(s->w, relation / SAID, (kf_said)(relation % SAID));
        assert(rows->width == p->arity);
        return rows;
    }
    const kf_function *f = &m->functions.at[relation - of_predicates];
    for (uint32_t i = 0; i < f->arity; i++) types[i] = f->slots[i].type;
    types[f->arity] = f->result;
    const kf_facts *rows = kf_evidence_function(s->w, relation - of_predicates);
    assert(rows->width == f->arity + 1);
    return rows;
}

/* ---- Kinds of types ---- */

static bool has_hidden_atoms(const kf_model *m, uint32_t type)
{
    for (size_t p = 0; p < m->predicates.n; p++)
        for (uint32_t i = 0; m->predicates.at[p].hidden && i < m->predicates.at[p].arity; i++)
            if (m->predicates.at[p].slots[i].type == type) return true;
    return false;
}

/* Is a constant of it never more than the label of something, Tag(word, tag!)? */
static bool is_label(const kf_model *m, uint32_t type)
{
    bool label = kf_symbols_count(m->types.at[type].constants) <= MOST_LABELS;
    for (size_t i = 0; label && i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        bool marked = false, others = false;
        for (uint32_t a = 0; a < p->arity; a++) {
            bool is = p->slots[a].type == type;
            if (is && (!p->hidden || p->slots[a].mark == KF_MARK_NONE)) label = false;
            marked |= is;
            others |= !is;
        }
        label &= !marked || others;
    }
    for (size_t i = 0; label && i < m->functions.n; i++) label = m->functions.at[i].result != type;
    return label;
}

/* Constants that the model names are in every part: those of an entity must not be. */
static bool find_kinds(kf_split *s, bool labels)
{
    const kf_model *m = s->m;
    for (uint32_t t = 1; t < m->types.n; t++) {
        uint32_t all = kf_symbols_count(m->types.at[t].constants), given = m->types.at[t].n_model;
        bool common = all == given || (labels && is_label(m, t));
        s->kinds[t] = common                   ? KF_SPLIT_COMMON
                      : has_hidden_atoms(m, t) ? KF_SPLIT_ENTITY
                                               : KF_SPLIT_WORD;
        if (s->kinds[t] == KF_SPLIT_ENTITY && given > 0) return false;
    }
    return true;
}

/* ---- Parts ---- */

static uint32_t root_of(const kf_split *s, uint32_t x)
{
    while (s->parent[x] != x) x = s->parent[x] = s->parent[s->parent[x]];
    return x;
}

/* Ties the entities of a row together; returns one of them, or KF_NONE. */
static uint32_t tie_row(kf_split *s, const kf_facts *r, const uint32_t *types, uint32_t row)
{
    uint32_t one = KF_NONE;
    for (uint32_t c = 0; c < r->width; c++) {
        if (s->kinds[types[c]] != KF_SPLIT_ENTITY) continue;
        uint32_t x = root_of(s, s->first[types[c]] + r->columns[c][row]);
        if (one != KF_NONE) s->parent[x] = root_of(s, one);
        one = root_of(s, x);
    }
    return one;
}

/* Roots become parts, numbered by their first constants. */
static void number_parts(kf_split *s)
{
    uint32_t all = s->first[s->m->types.n], n = 0;
    for (uint32_t x = 0; x < all; x++) s->parent[x] = root_of(s, x);
    /* A root that has its number is marked by standing beyond all constants. */
    for (uint32_t t = 1; t < s->m->types.n; t++) {
        for (uint32_t x = s->first[t]; x < s->first[t + 1]; x++) {
            uint32_t root = s->parent[x];
            if (s->kinds[t] != KF_SPLIT_ENTITY) s->parent[x] = KF_NONE; /* yet */
            else if (root < all && s->parent[root] == root) s->parent[root] = all + n++;
            if (s->kinds[t] == KF_SPLIT_ENTITY && root < all) s->parent[x] = s->parent[root];
        }
    }
    for (uint32_t x = 0; x < all; x++)
        s->parent[x] = s->parent[x] == KF_NONE ? n : s->parent[x] - all;
    s->n_parts = n;
}

/* Rows without an entity are in all parts; but a hidden atom, which no formula has, in one. */
static uint32_t part_of_row(const kf_split *s, uint32_t relation, const kf_facts *r,
                            const uint32_t *types, uint32_t row)
{
    uint32_t p = relation / SAID;
    for (uint32_t c = 0; c < r->width; c++)
        if (s->kinds[types[c]] == KF_SPLIT_ENTITY)
            return s->parent[s->first[types[c]] + r->columns[c][row]];
    return p < s->m->predicates.n && s->m->predicates.at[p].hidden ? 0 : s->n_parts;
}

/* 0, 1, ... in the order of their parts, by counting; n_parts: of all parts. */
static kerf_status list_by_part(kf_split *s, const uint32_t *parts, uint32_t n, listing *l)
{
    uint32_t bins = s->n_parts + 2;
    l->n = n;
    l->at = kf_mem_alloc(s->mem, n, sizeof *l->at);
    l->starts = kf_mem_calloc(s->mem, bins, sizeof *l->starts);
    if (!l->at || !l->starts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) l->starts[parts[i] + 1]++;
    for (uint32_t i = 1; i < bins; i++) l->starts[i] += l->starts[i - 1];
    for (uint32_t i = 0; i < n; i++) l->at[l->starts[parts[i]]++] = i;
    for (uint32_t i = bins - 1; i > 0; i--) l->starts[i] = l->starts[i - 1]; /* as they were */
    l->starts[0] = 0;
    return KERF_OK;
}

static kerf_status list_rows(kf_split *s, uint32_t relation)
{
    uint32_t types[KF_MOST_ARITY + 1];
    const kf_facts *r = kf_split_relation(s, relation, types);
    if (r->n == 0) return KERF_OK;
    uint32_t *parts = kf_mem_alloc(s->mem, r->n, sizeof *parts);
    if (!parts) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < r->n; i++) parts[i] = part_of_row(s, relation, r, types, i);
    kerf_status st = list_by_part(s, parts, r->n, &s->lists[relation]);
    kf_mem_free(s->mem, parts, r->n, sizeof *parts);
    return st;
}

static kerf_status find_parts(kf_split *s)
{
    uint32_t types[KF_MOST_ARITY + 1], n = kf_split_relations(s);
    for (uint32_t i = 0; i < s->first[s->m->types.n]; i++) s->parent[i] = i;
    for (uint32_t relation = 0; relation < n; relation++) {
        const kf_facts *r = kf_split_relation(s, relation, types);
        for (uint32_t i = 0; i < r->n; i++) tie_row(s, r, types, i);
    }
    number_parts(s);
    if (s->n_parts <= 1) return KERF_OK;
    for (uint32_t relation = 0; relation < n; relation++) KF_TRY(list_rows(s, relation));
    return list_by_part(s, s->parent, s->first[s->m->types.n], &s->members);
}

/* ---- Life ---- */

/* Every formula that open atoms can change is tied together, if need be by words. */
static kerf_status find_obstacle(kf_split *s)
{
    for (size_t i = 0; i < s->m->rules.n && !s->obstacle;) {
        const kf_rule *r = &s->m->rules.at[i];
        bool tied;
        uint32_t word = KF_NONE;
        KF_TRY(kf_split_ties(s->mem, s->m, r, s->kinds, &tied, &word));
        if (tied) {
            i++;
        } else if (word != KF_NONE) {
            s->kinds[word] = KF_SPLIT_ENTITY;
            if (s->m->types.at[word].n_model > 0) s->obstacle = r;
            i = 0;
        } else {
            s->obstacle = r;
        }
    }
    return KERF_OK;
}

static kerf_status try(kf_split *s, bool labels)
{
    s->obstacle = NULL;
    s->n_parts = 1;
    if (!find_kinds(s, labels)) return KERF_OK;
    KF_TRY(find_obstacle(s));
    if (s->obstacle) return KERF_OK;
    KF_TRY(find_parts(s));
    if (s->n_parts == 0) s->n_parts = 1;
    return KERF_OK;
}

static kerf_status split(kf_split *s)
{
    size_t n = s->m->types.n;
    s->n_parts = 1;
    s->kinds = kf_mem_calloc(s->mem, n, sizeof *s->kinds);
    s->first = kf_mem_calloc(s->mem, n + 1, sizeof *s->first);
    s->lists = kf_mem_calloc(s->mem, kf_split_relations(s), sizeof *s->lists);
    if (!s->kinds || !s->first || !s->lists) return KERF_NO_MEMORY;
    for (size_t t = 1; t < n; t++)
        s->first[t + 1] = s->first[t] + kf_symbols_count(s->m->types.at[t].constants);
    s->parent = kf_mem_alloc(s->mem, s->first[n], sizeof *s->parent);
    if (!s->parent) return KERF_NO_MEMORY;
    KF_TRY(try(s, false));
    const kf_rule *obstacle = s->obstacle;
    if (s->n_parts == 1) KF_TRY(try(s, true));
    if (s->n_parts == 1 && obstacle) s->obstacle = obstacle;
    return KERF_OK;
}

kerf_status kf_split_new(kf_split **out, kf_mem *mem, const kf_model *m, const kf_evidence *w)
{
    assert(m->settled);
    kf_split *s = kf_mem_calloc(mem, 1, sizeof *s);
    if (!s) return KERF_NO_MEMORY;
    *s = (kf_split){ .mem = mem, .m = m, .w = w };
    kerf_status st = split(s);
    if (st != KERF_OK) kf_split_free(s);
    else *out = s;
    return st;
}

static void free_list(kf_split *s, listing *l)
{
    kf_mem_free(s->mem, l->at, l->n, sizeof *l->at);
    kf_mem_free(s->mem, l->starts, s->n_parts + 2, sizeof *l->starts);
}

void kf_split_free(kf_split *s)
{
    if (!s) return;
    size_t n = s->m->types.n;
    for (uint32_t i = 0; s->lists && i < kf_split_relations(s); i++) free_list(s, &s->lists[i]);
    free_list(s, &s->members);
    kf_mem_free(s->mem, s->lists, kf_split_relations(s), sizeof *s->lists);
    if (s->first) kf_mem_free(s->mem, s->parent, s->first[n], sizeof *s->parent);
    kf_mem_free(s->mem, s->first, n + 1, sizeof *s->first);
    kf_mem_free(s->mem, s->kinds, n, sizeof *s->kinds);
    kf_mem_free(s->mem, s, 1, sizeof *s);
}

/* ---- What a part has ---- */

uint32_t kf_split_parts(const kf_split *s)
{
    return s->n_parts;
}

bool kf_split_shares(const kf_split *s, uint32_t type)
{
    const kf_type *t = &s->m->types.at[type];
    return s->kinds[type] == KF_SPLIT_COMMON && kf_symbols_count(t->constants) > t->n_model;
}

const kf_rule *kf_split_obstacle(const kf_split *s)
{
    return s->obstacle;
}

kf_split_rows kf_split_rows_of(const kf_split *s, uint32_t relation, uint32_t part)
{
    const listing *l = &s->lists[relation];
    assert(relation < kf_split_relations(s) && part <= s->n_parts);
    if (l->n == 0) return (kf_split_rows){ NULL, 0 };
    return (kf_split_rows){ l->at + l->starts[part], l->starts[part + 1] - l->starts[part] };
}

kf_split_rows kf_split_members(const kf_split *s, uint32_t part)
{
    const listing *l = &s->members;
    assert(part < s->n_parts && s->n_parts > 1);
    return (kf_split_rows){ l->at + l->starts[part], l->starts[part + 1] - l->starts[part] };
}

uint32_t kf_split_constant(const kf_split *s, uint32_t number, uint32_t *type)
{
    size_t from = 1, to = s->m->types.n;
    while (from + 1 < to) {
        size_t middle = from + (to - from) / 2;
        if (s->first[middle] <= number) from = middle;
        else to = middle;
    }
    *type = (uint32_t)from;
    return number - s->first[from];
}

void kf_split_warn_whole(const kf_split *s, const kf_model *m, kf_diags *diags)
{
    const kf_rule *rule = kf_split_obstacle(s);
    if (!rule) {
        kf_diag_add(diags, KERF_WARNING, NULL, NULL,
                    "--split: a training world is one part: its rows relate all constants, or the "
                    "model names some");
        return;
    }
    kf_place place = kf_sources_place(m->program->sources, rule->pos);
    kf_diag_add(diags, KERF_WARNING, &place,
                "a condition that relates its variables, of an observed predicate, would do",
                "--split: a training world is one part: %.*s relates constants that no evidence "
                "relates",
                (int)rule->label.n, rule->label.at);
}
