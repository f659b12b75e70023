/* twins.c -- which constants are twins, and whether the model lets them be merged; see twins.h. */
#include "ground/twins/twins.h"

#include "base/check.h"
#include "ground/grounding.h"
#include "ground/graph/graph.h"
#include "ground/tuple_map.h"
#include "ground/twins/gains.h"

#include <stdlib.h>
#include <string.h>

/* ---- The model ---- */

/* Has the rule a variable of the type, or an atom with an argument of it? */
static bool concerns(const kf_grounder *g, const kf_ground_rule *gr, uint32_t type)
{
    const kf_model *m = g->d->m;
    const kf_rule *r = &m->rules.at[gr->rule];
    if (r->kind == KF_RULE_ACYCLIC)
        return kf_predicate_slots_of(&m->predicates.at[r->predicate], type) > 0;
    for (uint32_t i = 0; i < r->n_variables; i++)
        if (r->variables[i].type == type) return true;
    for (uint32_t i = 0; i < m->predicates.n; i++)
        if (kf_predicate_slots_of(&m->predicates.at[i], type) > 0 && kf_logic_names(r->body, i))
            return true;
    return false;
}

/* An atom whose arguments of the type are variables. */
static bool is_plain(const kf_grounder *g, const kf_literal *l, uint32_t type)
{
    if (l->kind != KF_LITERAL_ATOM) return false;
    for (uint32_t i = 0; i < l->n; i++)
        if (g->d->m->predicates.at[l->id].slots[i].type == type && l->args[i].variable == KF_NONE)
            return false;
    return true;
}

static bool are_plain(const kf_grounder *g, const kf_literal *l, uint32_t n, uint32_t type)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_plain(g, &l[i], type)) return false;
    return true;
}

/* At most one atom of the predicate, of two variables. coupled: beside another hidden one. */
static bool is_linear(const kf_ground_rule *gr, uint32_t predicate, bool *coupled)
{
    const kf_compiled *c = &gr->c;
    uint32_t n = 0;
    for (uint32_t i = c->n_observed; i < c->n_literals; i++) {
        const kf_literal *l = &c->literals[i];
        if (l->id != predicate) continue;
        if (l->right || l->args[0].variable == l->args[1].variable) return false;
        n++;
    }
    *coupled |= n == 1 && c->n_literals > c->n_observed + 1;
    return n <= 1;
}

static bool rule_fits(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate,
                      uint32_t type, bool *coupled)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    uint32_t related = KF_NONE;
    if (!concerns(g, gr, type)) return true;
    if (r->kind != KF_RULE_LOGIC || c->form != KF_FORM_CLAUSE || gr->product) return false;
    if (r->cost != KF_COST_NUMBER && r->cost != KF_COST_HARD) return false;
    if (!are_plain(g, c->conditions, c->n_conditions, type)
        || !are_plain(g, c->literals, c->n_literals, type))
        return false;
    if (kf_relating_of(g->d->m, c, &related) && related == predicate) return true;
    return is_linear(gr, predicate, coupled);
}

bool kf_twins_look_at(const kf_grounder *g, uint32_t predicate)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_rule *r = &g->d->m->rules.at[g->rules.at[i].rule];
        if (r->kind != KF_RULE_ACYCLIC && kf_logic_names(r->body, predicate)) return true;
    }
    return false;
}

/* Observed predicates tell constants of the type one at a time; no other predicate is hidden. */
static bool predicates_fit(const kf_grounder *g, uint32_t predicate, uint32_t type)
{
    const kf_model *m = g->d->m;
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *p = &m->predicates.at[i];
        uint32_t n = kf_predicate_slots_of(p, type);
        if (g->d->atoms[i]->provider) return false;
        if (n == 0 || i == predicate) continue;
        if (p->hidden || ((n > 1 || p->number) && kf_twins_look_at(g, i))) return false;
    }
    return true;
}

static bool is_pairs(const kf_grounder *g, uint32_t predicate, uint32_t least)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    return p->hidden && (g->relation[predicate] & KF_TRANSITIVE_RELATION) && p->arity == 2
           && !p->number && p->slots[0].type == p->slots[1].type
           && g->d->domains[p->slots[0].type].n >= least;
}

/* A predicate that nothing couples to others has better ways (infer/clusters/clusters.c). */
static bool predicate_fits(const kf_grounder *g, uint32_t predicate)
{
    bool coupled = false;
    uint32_t type = g->d->m->predicates.at[predicate].slots[0].type;
    if (!predicates_fit(g, predicate, type)) return false;
    for (size_t i = 0; i < g->rules.n; i++)
        if (!rule_fits(g, &g->rules.at[i], predicate, type, &coupled)) return false;
    return coupled;
}

/* ---- What evidence says of each constant ---- */

typedef struct saying { /* a constant, and what is said of it: predicate and other arguments */
    uint32_t id, what;
} saying;

typedef struct said {
    uint32_t id, n;
    const saying *at;
} said;

typedef struct search {
    kf_grounder *g;
    kf_mem *mem;
    uint32_t predicate, n;
    const kf_domain *domain;
    KF_VEC(saying) sayings;
    uint32_t n_whats;
    said *list;    /* by constant of the domain; then in the order of what is said */
    uint32_t *ids; /* the first of each class of two or more */
    bool *positive;
} search;

static kerf_status add_saying(search *s, uint32_t id, uint32_t what)
{
    saying x = { id, what };
    return kf_vec_push(s->mem, &s->sayings, x) ? KERF_OK : KERF_NO_MEMORY;
}

/* Rows of an observed predicate: what is left of one without its constant has a number. */
static kerf_status read_rows(search *s, const kf_relation *rel, uint32_t column,
                             kf_tuple_map *whats)
{
    for (uint32_t i = 0; i < rel->n; i++) {
        uint32_t rest[KF_MOST_ARITY], n = 0;
        if (rel->dead && rel->dead[i]) continue;
        for (uint32_t c = 0; c < rel->width; c++)
            if (c != column) rest[n++] = rel->columns[c][i];
        uint32_t what = kf_tuple_map_find(whats, rest);
        if (what == UINT32_MAX) {
            what = kf_tuple_map_count(whats);
            KF_TRY(kf_tuple_map_add(whats, s->mem, rest, 0, 1, 0));
        }
        KF_TRY(add_saying(s, rel->columns[column][i], s->n_whats + what));
    }
    s->n_whats += kf_tuple_map_count(whats);
    return KERF_OK;
}

static kerf_status read_predicate(search *s, uint32_t predicate, uint32_t type)
{
    const kf_predicate *p = &s->g->d->m->predicates.at[predicate];
    kf_tuple_map whats;
    uint32_t column = 0;
    while (p->slots[column].type != type) column++;
    kf_tuple_map_init(&whats, p->arity - 1);
    kerf_status st = read_rows(s, s->g->d->atoms[predicate], column, &whats);
    kf_tuple_map_free(&whats, s->mem);
    return st;
}

/* Constants that evidence of the predicate itself names have no twins. */
static kerf_status set_apart(search *s, uint32_t **columns, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t c = 0; c < 2; c++) KF_TRY(add_saying(s, columns[c][i], s->n_whats++));
    return KERF_OK;
}

static int by_saying(const void *a, const void *b)
{
    const saying *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->what > y->what) - (x->what < y->what);
}

static int compare_said(const said *x, const said *y)
{
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    for (uint32_t i = 0; i < x->n; i++)
        if (x->at[i].what != y->at[i].what) return x->at[i].what < y->at[i].what ? -1 : 1;
    return 0;
}

static int by_said(const void *a, const void *b)
{
    const said *x = a, *y = b;
    int order = compare_said(x, y);
    return order ? order : (x->id > y->id) - (x->id < y->id);
}

static kerf_status read_evidence(search *s, uint32_t type)
{
    const kf_database *d = s->g->d;
    const kf_relation *fixed[] = { d->fixed_true[s->predicate], d->fixed_false[s->predicate] };
    const kf_facts *soft = kf_evidence_facts(d->w, s->predicate, KF_SAID_SOFT);
    for (uint32_t i = 0; i < d->n_predicates; i++)
        if (i != s->predicate && kf_predicate_slots_of(&d->m->predicates.at[i], type) > 0
            && kf_twins_look_at(s->g, i))
            KF_TRY(read_predicate(s, i, type));
    for (int i = 0; i < 2; i++) KF_TRY(set_apart(s, fixed[i]->columns, fixed[i]->n));
    return set_apart(s, soft->columns, soft->n);
}

/* Twins come to stand side by side. */
static kerf_status sort_constants(search *s)
{
    size_t at = 0;
    if (s->sayings.n > 1) qsort(s->sayings.at, s->sayings.n, sizeof *s->sayings.at, by_saying);
    for (uint32_t i = 0; i < s->n; i++) {
        said *x = &s->list[i];
        *x = (said){ .id = s->domain->ids[i] };
        while (at < s->sayings.n && s->sayings.at[at].id < x->id) at++;
        x->at = s->sayings.at + at;
        while (at + x->n < s->sayings.n && s->sayings.at[at + x->n].id == x->id) x->n++;
        KF_TRY(kf_grounder_spend(s->g, x->n + 1));
    }
    qsort(s->list, s->n, sizeof *s->list, by_said);
    return KERF_OK;
}

/* ---- Classes ---- */

/* Where the class that begins at this place of the list ends. */
static uint32_t end_of(const search *s, uint32_t from)
{
    uint32_t to = from + 1;
    while (to < s->n && compare_said(&s->list[from], &s->list[to]) == 0) to++;
    return to;
}

/* How many classes there would be, if all were merged; and those of two or more. */
static uint32_t count_classes(search *s, uint32_t *merged)
{
    uint32_t n = 0;
    *merged = 0;
    for (uint32_t from = 0, to; from < s->n; from = to, n++) {
        to = end_of(s, from);
        if (to > from + 1) s->ids[(*merged)++] = s->list[from].id;
    }
    return n;
}

static bool is_worth(const search *s, uint32_t least, uint32_t n)
{
    const double most = 0.75;
    return least == 0 || (double)n * n <= most * s->n * s->n;
}

static void merge(kf_twin_classes *c, const said *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        c->first[list[i].id] = list[0].id;
        c->next[list[i].id] = i + 1 < n ? list[i + 1].id : KF_NONE;
        c->sizes[list[i].id] = i == 0 ? n : 0;
    }
}

/* Those that may be merged; returns how many classes that leaves. */
static uint32_t fill_classes(const search *s, kf_twin_classes *c)
{
    uint32_t which = 0, n = 0;
    for (uint32_t from = 0, to; from < s->n; from = to) {
        to = end_of(s, from);
        bool whole = to > from + 1 && s->positive[which++];
        for (uint32_t i = from; !whole && i < to; i++) merge(c, &s->list[i], 1);
        if (whole) merge(c, &s->list[from], to - from);
        n += whole ? 1 : to - from;
    }
    return n;
}

static kerf_status new_classes(search *s, uint32_t type, kf_twin_classes *c)
{
    uint32_t n = s->g->d->atoms[s->predicate]->constants[0];
    *c = (kf_twin_classes){ .type = type };
    return kf_twin_classes_widen(c, s->mem, n);
}

static kerf_status find(search *s, uint32_t least, kf_twin_classes *c, bool *found)
{
    uint32_t type = s->g->d->m->predicates.at[s->predicate].slots[0].type, merged;
    s->list = kf_mem_alloc(s->mem, s->n, sizeof *s->list);
    s->ids = kf_mem_alloc(s->mem, s->n, sizeof *s->ids);
    s->positive = kf_mem_calloc(s->mem, s->n, sizeof *s->positive);
    if (!s->list || !s->ids || !s->positive) return KERF_NO_MEMORY;
    KF_TRY(read_evidence(s, type));
    KF_TRY(sort_constants(s));
    uint32_t n = count_classes(s, &merged);
    if (merged == 0 || !is_worth(s, least, n)) return KERF_OK;
    KF_TRY(kf_gains_are_positive(s->g, s->predicate, s->ids, merged, s->positive));
    kerf_status st = new_classes(s, type, c);
    if (st == KERF_OK) {
        n = fill_classes(s, c);
        *found = n < s->n && is_worth(s, least, n);
    }
    if (!*found) kf_twin_classes_free(c, s->mem);
    return st;
}

static kerf_status search_predicate(kf_grounder *g, uint32_t predicate, uint32_t least,
                                    kf_twin_classes *c, bool *found)
{
    search s = { .g = g, .mem = g->mem, .predicate = predicate };
    s.domain = &g->d->domains[g->d->m->predicates.at[predicate].slots[0].type];
    s.n = s.domain->n;
    assert(s.n >= 2);
    kerf_status st = find(&s, least, c, found);
    kf_vec_free(s.mem, &s.sayings);
    kf_mem_free(s.mem, s.list, s.list ? s.n : 0, sizeof *s.list);
    kf_mem_free(s.mem, s.ids, s.ids ? s.n : 0, sizeof *s.ids);
    kf_mem_free(s.mem, s.positive, s.positive ? s.n : 0, sizeof *s.positive);
    return st;
}

/* type: the one to look at; KF_NONE: any. */
static kerf_status search_all(kf_grounder *g, uint32_t type, uint32_t least, kf_twin_classes *c,
                              bool *found)
{
    assert(!g->separated && !g->costs_known);
    *found = false;
    if (g->d->n_functions > 0 || g->d->open || g->backend->ops->far || g->d->whole) return KERF_OK;
    for (uint32_t i = 0; i < g->d->n_predicates && !*found; i++) {
        if (!is_pairs(g, i, least < 2 ? 2 : least)) continue;
        if (type != KF_NONE && g->d->m->predicates.at[i].slots[0].type != type) continue;
        if (predicate_fits(g, i)) KF_TRY(search_predicate(g, i, least, c, found));
    }
    return KERF_OK;
}

kerf_status kf_twins_find(kf_grounder *g, uint32_t least, kf_twin_classes *c, bool *found)
{
    return search_all(g, KF_NONE, least, c, found);
}

kerf_status kf_twins_find_again(kf_grounder *g, uint32_t type, kf_twin_classes *c, bool *found)
{
    return search_all(g, type, 0, c, found);
}
