/* answer_clusters.c -- the classes of an equivalence in the answer, as a table id,cluster.
 *
 * Connected constants are one class. That is what the answer says only if it has every pair of a
 * class in both orders: so many pairs are counted, and a class that lacks one is refused with the
 * atoms that show it. Whether a constant is related to itself says nothing. A class is called by
 * its first constant, in the order of texts, so that other classes may change beside it. */
#include "report/print/answer_clusters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct classes {
    kf_mem *mem;
    const kf_mapped *answer;
    const kf_model *model;
    const kf_evidence *evidence;
    const char *world; /* its name */
    kf_diags *diags;
    uint32_t predicate, type, n, span; /* n constants; ids are below span */
    uint32_t *ids;                     /* of the type, in this world */
    uint32_t *up;                      /* by id: union-find */
    uint64_t *pairs;                   /* of distinct constants, sorted */
    size_t n_pairs, room;
} classes;

/* ---- Which predicates ----------------------------------------------------------------------- */

static kerf_status refuse_unknown(const kf_model *m, const char *name, kf_diags *diags)
{
    kf_nearest near = { .wanted = kf_str_of(name) };
    char hint[200];
    for (uint32_t i = 0; i < m->predicates.n; i++) kf_nearest_try(&near, kf_predicate_name(m, i));
    bool found = near.best.n > 0 && near.best.n < 150;
    if (found) snprintf(hint, sizeof hint, "did you mean %.*s?", (int)near.best.n, near.best.at);
    kf_diag_add(diags, KERF_ERROR, &(kf_place){ 0 }, found ? hint : NULL,
                "%.100s has no clusters: there is no such predicate", name);
    return KERF_INVALID;
}

static kerf_status refuse(const char *predicate, const char *why, kf_diags *diags)
{
    kf_diag_add(diags, KERF_ERROR, &(kf_place){ 0 }, NULL, "%.100s has no clusters: %s", predicate,
                why);
    return KERF_INVALID;
}

kerf_status kf_clusters_admit(const kf_model *m, const char *name, const kf_asked *asked,
                              kf_diags *diags, uint32_t *predicate)
{
    *predicate = kf_model_find_predicate(m, kf_str_of(name));
    if (*predicate == KF_NONE) return refuse_unknown(m, name, diags);
    const kf_predicate *p = &m->predicates.at[*predicate];
    if (p->arity != 2 || p->number) return refuse(name, "it has not two arguments", diags);
    if (p->slots[0].type != p->slots[1].type)
        return refuse(name, "its arguments are not of one type", diags);
    if (!p->hidden) return refuse(name, "it is observed", diags);
    if (!asked || kf_asked_has_all(asked, *predicate)) return KERF_OK;
    return refuse(name, "--ask or --query leaves out some of its atoms", diags);
}

/* ---- Pairs and classes ---------------------------------------------------------------------- */

static uint32_t find(uint32_t *up, uint32_t id)
{
    while (up[id] != id) id = up[id] = up[up[id]];
    return id;
}

static uint64_t pair(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

static size_t first_at_least(const classes *c, uint64_t key)
{
    size_t low = 0, high = c->n_pairs;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->pairs[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool has(const classes *c, uint32_t a, uint32_t b)
{
    size_t at = first_at_least(c, pair(a, b));
    return at < c->n_pairs && c->pairs[at] == pair(a, b);
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static kerf_status gather(classes *c)
{
    const kf_mapped *m = c->answer;
    c->n = kf_evidence_type_size(c->evidence, c->type);
    c->room = m->atoms.n + 1;
    c->ids = kf_mem_alloc(c->mem, c->n + 1, sizeof *c->ids);
    c->pairs = kf_mem_alloc(c->mem, c->room, sizeof *c->pairs);
    if (!c->ids || !c->pairs) return KERF_NO_MEMORY;
    kf_evidence_constants(c->evidence, c->type, c->ids);
    c->span = c->n > 0 ? c->ids[c->n - 1] + 1 : 0;
    c->up = kf_mem_alloc(c->mem, c->span + 1, sizeof *c->up);
    if (!c->up) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < c->span; i++) c->up[i] = i;
    for (size_t i = 0; i < m->atoms.n; i++) {
        if (m->atoms.at[i].predicate != c->predicate) continue;
        uint32_t a = m->ids.at[m->atoms.at[i].ids], b = m->ids.at[m->atoms.at[i].ids + 1];
        assert(a < c->span && b < c->span);
        if (a == b) continue;
        c->pairs[c->n_pairs++] = pair(a, b);
        c->up[find(c->up, a)] = find(c->up, b);
    }
    if (c->n_pairs > 1) qsort(c->pairs, c->n_pairs, sizeof *c->pairs, by_key);
    return KERF_OK;
}

/* ---- Is it an equivalence? ------------------------------------------------------------------ */

static void add_atom(const classes *c, kf_text *to, uint32_t a, uint32_t b)
{
    uint32_t row[2] = { a, b };
    kf_print_fact(to, c->model, c->predicate, row);
}

/* a, b and b, c are there, and a, c is not; c == a: b, a is not. */
static kerf_status blame(const classes *x, uint32_t a, uint32_t b, uint32_t c)
{
    kf_text text, hint;
    kf_str name = kf_predicate_name(x->model, x->predicate);
    int n = name.n > 60 ? 60 : (int)name.n;
    kf_text_init(&text, x->mem);
    kf_text_init(&hint, x->mem);
    add_atom(x, &text, a, b);
    if (c == a) {
        kf_text_addf(&text, " is true and ");
        add_atom(x, &text, b, a);
        kf_text_addf(&hint, "make it symmetric: %.*s(x, y) => %.*s(y, x).", n, name.at, n, name.at);
    } else {
        kf_text_addf(&text, " and ");
        add_atom(x, &text, b, c);
        kf_text_addf(&text, " are true and ");
        add_atom(x, &text, a, c);
        kf_text_addf(&hint, "make it transitive: %.*s(x, y) ^ %.*s(y, z) => %.*s(x, z).", n,
                     name.at, n, name.at, n, name.at);
    }
    if (!text.failed && !hint.failed)
        kf_diag_add(x->diags, KERF_ERROR, &(kf_place){ 0 }, hint.at,
                    "%.*s is no equivalence: %s is not", n, name.at, text.at);
    bool failed = text.failed || hint.failed;
    kf_text_free(&text);
    kf_text_free(&hint);
    return failed ? KERF_NO_MEMORY : KERF_INVALID;
}

/* A constant that is not related to all of its class has a neighbour's neighbour that it lacks. */
static kerf_status blame_class(const classes *c, uint32_t a)
{
    for (size_t i = first_at_least(c, pair(a, 0)); i < c->n_pairs && c->pairs[i] >> 32 == a; i++) {
        uint32_t b = (uint32_t)c->pairs[i];
        size_t k = first_at_least(c, pair(b, 0));
        for (; k < c->n_pairs && c->pairs[k] >> 32 == b; k++) {
            uint32_t end = (uint32_t)c->pairs[k];
            if (end != a && !has(c, a, end)) return blame(c, a, b, end);
        }
    }
    assert(false); /* the class is connected */
    return KERF_INTERNAL;
}

static kerf_status check_classes(const classes *c)
{
    for (size_t i = 0; i < c->n_pairs; i++) {
        uint32_t a = (uint32_t)(c->pairs[i] >> 32), b = (uint32_t)c->pairs[i];
        if (!has(c, b, a)) return blame(c, a, b, a);
    }
    uint32_t *sizes = kf_mem_calloc(c->mem, c->span + 1, sizeof *sizes);
    if (!sizes) return KERF_NO_MEMORY;
    kerf_status status = KERF_OK;
    for (uint32_t i = 0; i < c->n; i++) sizes[find(c->up, c->ids[i])]++;
    for (uint32_t i = 0; i < c->n && status == KERF_OK; i++) {
        uint32_t a = c->ids[i];
        size_t degree = first_at_least(c, pair(a + 1, 0)) - first_at_least(c, pair(a, 0));
        if (degree + 1 != sizes[find(c->up, a)]) status = blame_class(c, a);
    }
    kf_mem_free(c->mem, sizes, c->span + 1, sizeof *sizes);
    return status;
}

/* ---- The table ------------------------------------------------------------------------------ */

typedef struct named {
    kf_str text;
    uint32_t id;
} named;

static int by_text(const void *a, const void *b)
{
    return kf_str_cmp(((const named *)a)->text, ((const named *)b)->text);
}

/* up: of a root, its first member, once that has come. */
static void add_rows(const classes *c, const named *names, named *first, kf_text *to)
{
    for (uint32_t i = 0; i < c->n && !to->failed; i++) {
        named *f = &first[find(c->up, names[i].id)];
        if (!f->text.at) *f = names[i];
        if (*c->world) {
            kf_print_csv(to, kf_str_of(c->world));
            kf_text_addc(to, ',');
        }
        kf_print_csv(to, names[i].text);
        kf_text_addc(to, ',');
        kf_print_csv(to, f->text);
        kf_text_addc(to, '\n');
    }
}

static kerf_status add_table(const classes *c, kf_text *to)
{
    kf_mem *mem = c->mem;
    named *names = kf_mem_calloc(mem, c->n + 1, sizeof *names);
    named *first = kf_mem_calloc(mem, c->span + 1, sizeof *first);
    bool world = *c->world != '\0', more = c->answer->runs.n > 1;
    if (names && first) {
        for (uint32_t i = 0; i < c->n; i++)
            names[i] = (named){ kf_constant_text(c->model, c->type, c->ids[i]), c->ids[i] };
        if (c->n > 1) qsort(names, c->n, sizeof *names, by_text);
        if (!world) kf_text_addf(to, "%sid,cluster\n", more ? "\n" : "");
        else if (!more) kf_text_addf(to, "world,id,cluster\n");
        add_rows(c, names, first, to);
    }
    bool good = names && first && !to->failed;
    kf_mem_free(mem, names, c->n + 1, sizeof *names);
    kf_mem_free(mem, first, c->span + 1, sizeof *first);
    return good ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_clusters_write(kf_text *to, const kf_mapped *answer, const kf_model *m,
                              const kf_evidence *evidence, uint32_t predicate, const char *world,
                              kf_diags *diags)
{
    classes c = { .mem = answer->mem,
                  .answer = answer,
                  .model = m,
                  .evidence = evidence,
                  .world = world,
                  .diags = diags,
                  .predicate = predicate,
                  .type = m->predicates.at[predicate].slots[0].type };
    kerf_status status = gather(&c);
    if (status == KERF_OK) status = check_classes(&c);
    if (status == KERF_OK) status = add_table(&c, to);
    kf_mem_free(c.mem, c.ids, c.n + 1, sizeof *c.ids);
    kf_mem_free(c.mem, c.pairs, c.room, sizeof *c.pairs);
    kf_mem_free(c.mem, c.up, c.span + 1, sizeof *c.up);
    return status;
}
