/* fold.c -- formulas that differ only in constants become one rule with a weight table.
 *
 * Alchemy writes learned weights of P(+x) => Q(y) as one formula per constant. A million of these
 * are one feature with a million weights, and are kept so. Formulas are grouped by shape: the body
 * with every constant replaced by a hole. A group is folded into a formula of the same shape that
 * has + signs and no weight, or, if it has FOLD_LEAST members, into a new one whose parameters are
 * the holes in which the members differ. Every formula keeps its own weight, since costs go by the
 * formulas as written: one that repeats another, constants and all, goes to a further table, or
 * stays as it is. */
#include "base/check.h"
#include "model/builder.h"
#include "model/check_model.h"

#include <stdio.h>
#include <string.h>

enum { FOLD_LEAST = 8 };

typedef struct hole {
    uint32_t type, id;  /* id: the constant; of a template's parameter: KF_NONE */
    uint32_t parameter; /* index into the template's parameters, or KF_NONE */
} hole;

typedef struct member {
    uint32_t rule, shape, next; /* next of the same group */
    uint32_t holes, n_holes;    /* in folder.holes */
} member;

typedef struct group { /* members: at first all of a shape, then such that no two are the same */
    uint32_t first, last, count;
} group;

typedef struct folder {
    kf_builder *b;
    kf_text shape;
    kf_symbols *shapes;
    const kf_rule *rule; /* being described */
    uint32_t *seen;      /* variables by first occurrence */
    size_t seen_cap;
    uint32_t n_seen;
    KF_VEC(hole) holes;
    KF_VEC(member) members;
    KF_VEC(group) groups;      /* by shape */
    KF_VEC(uint32_t) template; /* by shape: a member */
    KF_VEC(group) layers;      /* of the shape at hand: the k-th has what comes for the k-th time */
    bool *gone;                /* by rule */
} folder;

/* ---- Shapes ---- */

static void put(folder *f, uint32_t value)
{
    kf_text_add(&f->shape, (kf_str){ (const char *)&value, sizeof value });
}

static uint32_t parameter_of(const kf_rule *r, uint32_t variable)
{
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        if (r->parameters[i] == variable) return i;
    }
    return KF_NONE;
}

static void put_hole(folder *f, uint32_t type, uint32_t id, uint32_t parameter)
{
    put(f, 'C');
    put(f, type);
    if (!kf_vec_push(f->b->mem, &f->holes, (hole){ type, id, parameter })) f->b->no_memory = true;
}

static void put_variable(folder *f, uint32_t id)
{
    uint32_t parameter = parameter_of(f->rule, id);
    if (parameter != KF_NONE) {
        put_hole(f, f->rule->variables[id].type, KF_NONE, parameter);
        return;
    }
    uint32_t k = 0;
    while (k < f->n_seen && f->seen[k] != id) k++;
    if (k == f->n_seen) f->seen[f->n_seen++] = id;
    put(f, 'V');
    put(f, k);
    put(f, f->rule->variables[id].type);
}

static void put_expr(folder *f, const kf_expr *e)
{
    if (e->kind == KF_EXPR_VARIABLE) {
        put_variable(f, e->id);
    } else if (e->kind == KF_EXPR_CONSTANT && e->type != KF_NONE) {
        put_hole(f, e->type, e->id, KF_NONE);
    } else {
        put(f, 'E');
        put(f, e->kind);
        put(f, e->op);
        put(f, e->made);
        put(f, e->type);
        put(f, e->kind == KF_EXPR_NUMBER ? 0 : e->id);
        kf_text_add(&f->shape, (kf_str){ (const char *)&e->number, sizeof e->number });
        put(f, e->n);
        for (uint32_t i = 0; i < e->n; i++) put_expr(f, e->args[i]);
    }
}

static void put_logic(folder *f, const kf_logic *l)
{
    put(f, 'L');
    put(f, l->kind);
    put(f, l->op);
    put(f, l->negated);
    put(f, l->n);
    if (l->kind == KF_LOGIC_ATOM) put(f, l->id);
    if (l->kind == KF_LOGIC_EXIST || l->kind == KF_LOGIC_FORALL) put_variable(f, l->id);
    for (uint32_t i = 0; i < l->n; i++) {
        if (kf_logic_has_terms(l)) {
            put_expr(f, l->args[i]);
        } else {
            put_logic(f, l->kids[i]);
        }
    }
}

/* May this rule be folded (or, with parameters, take others in)? */
static bool takes_part(const kf_rule *r)
{
    if (r->kind != KF_RULE_LOGIC) return false;
    if (r->n_parameters) return r->cost == KF_COST_LEARN;
    return r->cost == KF_COST_NUMBER && !r->fixed && r->sign == 0 && !r->labelled;
}

static bool grow_shapes(folder *f, uint32_t shape)
{
    if (shape < f->groups.n) return true;
    return kf_vec_push(f->b->mem, &f->groups, (group){ KF_NONE, KF_NONE, 0 })
           && kf_vec_push(f->b->mem, &f->template, KF_NONE);
}

static void append(folder *f, group *g, uint32_t id)
{
    f->members.at[id].next = KF_NONE;
    if (g->last == KF_NONE) g->first = id;
    else f->members.at[g->last].next = id;
    g->last = id;
    g->count++;
}

static bool describe(folder *f, uint32_t rule)
{
    kf_builder *b = f->b;
    f->rule = &b->model->rules.at[rule];
    uint32_t n = f->rule->n_variables;
    if (n > f->seen_cap) {
        uint32_t *more = kf_mem_resize(b->mem, f->seen, f->seen_cap, n, sizeof *more);
        if (!more) return kf_builder_out_of_memory(b);
        f->seen = more;
        f->seen_cap = n;
    }
    f->n_seen = 0;
    kf_text_clear(&f->shape);
    member m = { .rule = rule, .next = KF_NONE, .holes = (uint32_t)f->holes.n };
    put_logic(f, f->rule->body);
    m.n_holes = (uint32_t)f->holes.n - m.holes;
    if (m.n_holes == 0) return true;
    m.shape = f->shape.failed ? KF_NO_SYMBOL : kf_symbols_add(f->shapes, kf_text_get(&f->shape));
    if (m.shape == KF_NO_SYMBOL || b->no_memory || !grow_shapes(f, m.shape)
        || !kf_vec_push(b->mem, &f->members, m)) {
        return kf_builder_out_of_memory(b);
    }
    uint32_t id = (uint32_t)f->members.n - 1;
    if (f->rule->n_parameters) { /* templates of one shape are linked, too */
        f->members.at[id].next = f->template.at[m.shape];
        f->template.at[m.shape] = id;
        return true;
    }
    append(f, &f->groups.at[m.shape], id);
    return true;
}

/* ---- Folding ---- */

static kf_weight_table *new_table(kf_builder *b, uint32_t width)
{
    kf_weight_table *t = kf_weight_table_new(b->mem, width);
    if (t && kf_vec_push(b->mem, &b->model->tables, t)) return t;
    kf_weight_table_free(t);
    kf_builder_out_of_memory(b);
    return NULL;
}

static bool add_row(kf_builder *b, kf_weight_table *t, const uint32_t *key, double weight)
{
    return kf_weight_table_set(t, key, weight, NULL) == KERF_OK || kf_builder_out_of_memory(b);
}

/* The template's key for a member; false if the member does not fit it. */
static bool key_for(const folder *f, const member *template, const member *m, uint32_t width,
                    uint32_t *key)
{
    assert(template->shape == m->shape && template->n_holes == m->n_holes);
    for (uint32_t i = 0; i < width; i++) key[i] = KF_NONE;
    for (uint32_t i = 0; i < m->n_holes; i++) {
        const hole *t = &f->holes.at[template->holes + i], *h = &f->holes.at[m->holes + i];
        if (t->parameter == KF_NONE) {
            if (t->id != h->id) return false;
        } else if (key[t->parameter] == KF_NONE) {
            key[t->parameter] = h->id;
        } else if (key[t->parameter] != h->id) {
            return false;
        }
    }
    return true;
}

static bool fold_into_template(folder *f, const member *template)
{
    kf_builder *b = f->b;
    kf_rule *r = &b->model->rules.at[template->rule];
    uint32_t *key = kf_builder_new(b, r->n_parameters, sizeof *key);
    if (!key) return false;
    for (uint32_t i = f->groups.at[template->shape].first; i != KF_NONE;
         i = f->members.at[i].next) {
        const member *m = &f->members.at[i];
        if (f->gone[m->rule] || !key_for(f, template, m, r->n_parameters, key)) continue;
        if (!r->table && !(r->table = new_table(b, r->n_parameters))) return false;
        if (kf_weight_table_find(r->table, key) != KF_NONE) continue; /* a formula of its own */
        if (!add_row(b, r->table, key, b->model->rules.at[m->rule].weight)) return false;
        r->cost = KF_COST_TABLE;
        f->gone[m->rule] = true;
        b->model->folded++;
    }
    return true;
}

/* Which holes differ between members, and which of those always agree with an earlier one.
 * column[i]: the parameter of hole i, or KF_NONE for a constant. Returns their number. */
static uint32_t find_columns(const folder *f, const group *g, uint32_t *column)
{
    const member *first = &f->members.at[g->first];
    uint32_t n = 0;
    for (uint32_t i = 0; i < first->n_holes; i++) {
        column[i] = KF_NONE;
        for (uint32_t k = first->next; k != KF_NONE && column[i] == KF_NONE;
             k = f->members.at[k].next) {
            if (f->holes.at[f->members.at[k].holes + i].id != f->holes.at[first->holes + i].id) {
                column[i] = n;
            }
        }
        for (uint32_t e = 0; e < i && column[i] == n; e++) {
            if (column[e] == KF_NONE
                || f->holes.at[first->holes + e].type != f->holes.at[first->holes + i].type) {
                continue;
            }
            bool equal = true;
            for (uint32_t k = g->first; k != KF_NONE && equal; k = f->members.at[k].next) {
                uint32_t at = f->members.at[k].holes;
                equal = f->holes.at[at + e].id == f->holes.at[at + i].id;
            }
            if (equal) column[i] = column[e];
        }
        if (column[i] == n) n++;
    }
    return n;
}

/* Put variables into the holes, in the order in which put_logic found them. */
static void fill_expr(kf_expr *e, const uint32_t *variable, uint32_t *at)
{
    if (e->kind == KF_EXPR_CONSTANT && e->type != KF_NONE) {
        if (variable[*at] != KF_NONE) {
            e->kind = KF_EXPR_VARIABLE;
            e->id = variable[*at];
        }
        (*at)++;
    }
    for (uint32_t i = 0; i < e->n; i++) fill_expr(e->args[i], variable, at);
}

static void fill_logic(kf_logic *l, const uint32_t *variable, uint32_t *at)
{
    for (uint32_t i = 0; i < l->n; i++) {
        if (kf_logic_has_terms(l)) {
            fill_expr(l->args[i], variable, at);
        } else {
            fill_logic(l->kids[i], variable, at);
        }
    }
}

/* A name that no variable of the rule has and that its type does not list. */
static bool new_name(kf_builder *b, const kf_rule *r, uint32_t type, uint32_t number, kf_name *name)
{
    for (;; number++) {
        char text[16];
        snprintf(text, sizeof text, "c%u", number + 1);
        uint32_t id = kf_symbols_add(b->program->names, kf_str_of(text));
        if (id == KF_NO_SYMBOL) return kf_builder_out_of_memory(b);
        bool taken =
            kf_symbols_find(b->model->types.at[type].constants, kf_str_of(text)) != KF_NO_SYMBOL;
        for (uint32_t i = 0; i < r->n_variables; i++) taken |= r->variables[i].name.id == id;
        if (taken) continue;
        name->id = id; /* not before: it may be one of the rule's own */
        return true;
    }
}

/* Make the first member a rule with `width` parameters. */
static bool parametrise(folder *f, const member *m, const uint32_t *column, uint32_t width)
{
    kf_builder *b = f->b;
    kf_rule *r = &b->model->rules.at[m->rule];
    uint32_t n = r->n_variables + width;
    kf_variable *variables = kf_builder_new(b, n, sizeof *variables);
    uint32_t *map = kf_builder_new(b, r->n_variables ? r->n_variables : 1, sizeof *map);
    uint32_t *variable = kf_builder_new(b, m->n_holes, sizeof *variable);
    r->parameters = kf_builder_new(b, width, sizeof *r->parameters);
    if (!variables || !map || !variable || !r->parameters) return false;
    for (uint32_t i = 0; i < r->n_variables; i++) {
        map[i] = i < r->n_free ? i : i + width;
        variables[map[i]] = r->variables[i];
    }
    for (uint32_t i = 0; i < m->n_holes; i++) {
        variable[i] = column[i] == KF_NONE ? KF_NONE : r->n_free + column[i];
        if (column[i] != KF_NONE) variables[variable[i]].type = f->holes.at[m->holes + i].type;
    }
    r->body = kf_logic_copy(b, r->body, map);
    if (!r->body) return false;
    uint32_t at = 0;
    fill_logic(r->body, variable, &at);
    assert(at == m->n_holes);
    uint32_t n_free = r->n_free;
    r->variables = variables;
    r->n_variables = n;
    r->n_free += width;
    r->n_parameters = width;
    for (uint32_t i = 0; i < width; i++) variables[n_free + i].name.id = KF_NO_SYMBOL;
    for (uint32_t i = 0; i < width; i++) {
        r->parameters[i] = n_free + i;
        kf_variable *v = &variables[n_free + i];
        kf_name name = { KF_NO_SYMBOL };
        if (!new_name(b, r, v->type, i, &name)) return false;
        v->name = name;
    }
    r->cost = KF_COST_TABLE;
    r->closed = true;
    r->weight = 0;
    r->table = new_table(b, width);
    return r->table != NULL;
}

/* The members are rows of the first one's table now. */
static bool add_rows(folder *f, const group *g, const uint32_t *column, uint32_t width,
                     double first_weight)
{
    kf_builder *b = f->b;
    kf_weight_table *table = b->model->rules.at[f->members.at[g->first].rule].table;
    uint32_t *key = kf_builder_new(b, width, sizeof *key);
    if (!key) return false;
    for (uint32_t i = g->first; i != KF_NONE; i = f->members.at[i].next) {
        const member *m = &f->members.at[i];
        assert(!f->gone[m->rule]);
        for (uint32_t k = 0; k < m->n_holes; k++) {
            if (column[k] != KF_NONE) key[column[k]] = f->holes.at[m->holes + k].id;
        }
        double w = i == g->first ? first_weight : b->model->rules.at[m->rule].weight;
        if (!add_row(b, table, key, w)) return false;
        f->gone[m->rule] = i != g->first;
        b->model->folded++;
    }
    return true;
}

static bool fold_group(folder *f, const group *g)
{
    kf_builder *b = f->b;
    const member *first = &f->members.at[g->first];
    uint32_t *column = kf_builder_new(b, first->n_holes, sizeof *column);
    if (!column) return false;
    uint32_t width = find_columns(f, g, column);
    if (width == 0 || width > KF_MOST_ARITY) return true;
    const kf_rule *r = &b->model->rules.at[first->rule];
    double weight = r->weight;
    if (!parametrise(f, first, column, width) || !add_rows(f, g, column, width, weight))
        return false;
    KF_CHECK(kf_rule_check(b->model, r));
    assert(kf_weight_table_count(r->table) == g->count); /* no two have the same constants */
    kf_place place = kf_sources_place(b->program->sources, r->pos);
    kf_diag_add(b->diags, KERF_NOTE, &place, NULL,
                "%u formulas that differ from this one only in constants are read as one with a "
                "weight table",
                g->count - 1);
    return true;
}

/* Which time is it that a formula comes with these constants? 0: the first. */
static bool count_earlier(folder *f, kf_weight_table *seen, const member *m, uint32_t *key,
                          size_t *layer)
{
    double n = 0;
    for (uint32_t i = 0; i < m->n_holes; i++) key[i] = f->holes.at[m->holes + i].id;
    kf_weight_table_get(seen, key, &n);
    *layer = (size_t)n;
    assert(*layer <= f->layers.n);
    return kf_weight_table_set(seen, key, n + 1, NULL) == KERF_OK || kf_builder_out_of_memory(f->b);
}

/* What is left of a shape, in layers. */
static bool split_group(folder *f, const group *all, kf_weight_table *seen, uint32_t *key)
{
    f->layers.n = 0;
    for (uint32_t i = all->first, next; i != KF_NONE; i = next) {
        size_t layer;
        next = f->members.at[i].next;
        if (f->gone[f->members.at[i].rule]) continue;
        if (!count_earlier(f, seen, &f->members.at[i], key, &layer)) return false;
        if (layer == f->layers.n
            && !kf_vec_push(f->b->mem, &f->layers, (group){ KF_NONE, KF_NONE, 0 }))
            return kf_builder_out_of_memory(f->b);
        append(f, &f->layers.at[layer], i);
    }
    return true;
}

static bool fold_layers(folder *f, const group *all)
{
    uint32_t n_holes = f->members.at[all->first].n_holes;
    uint32_t *key = kf_builder_new(f->b, n_holes, sizeof *key);
    kf_weight_table *seen = kf_weight_table_new(f->b->mem, n_holes);
    bool good = key && seen ? split_group(f, all, seen, key) : kf_builder_out_of_memory(f->b);
    for (size_t i = 0; good && i < f->layers.n; i++) {
        if (f->layers.at[i].count >= FOLD_LEAST) good = fold_group(f, &f->layers.at[i]);
    }
    kf_weight_table_free(seen);
    return good;
}

/* The templates of a shape in the order in which they were written: the first takes its rows
 * first. */
static uint32_t templates_of(folder *f, uint32_t shape)
{
    uint32_t first = KF_NONE;
    for (uint32_t t = f->template.at[shape], next; t != KF_NONE; t = next) {
        next = f->members.at[t].next;
        f->members.at[t].next = first;
        first = t;
    }
    return f->template.at[shape] = first;
}

static bool fold_shape(folder *f, uint32_t shape)
{
    const group *all = &f->groups.at[shape];
    if (all->first == KF_NONE) return true;
    for (uint32_t t = templates_of(f, shape); t != KF_NONE; t = f->members.at[t].next) {
        if (!fold_into_template(f, &f->members.at[t])) return false;
    }
    return all->count < FOLD_LEAST || fold_layers(f, all);
}

static bool fold(folder *f)
{
    kf_model *m = f->b->model;
    for (uint32_t i = 0; i < m->rules.n; i++) {
        if (takes_part(&m->rules.at[i]) && !describe(f, i)) return false;
    }
    for (uint32_t s = 0; s < f->groups.n; s++) {
        if (!fold_shape(f, s)) return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < m->rules.n; i++) {
        if (!f->gone[i]) m->rules.at[kept++] = m->rules.at[i];
    }
    m->rules.n = kept;
    return true;
}

bool kf_fold_rules(kf_builder *b)
{
    size_t n = b->model->rules.n;
    folder f = { .b = b,
                 .shapes = kf_symbols_new(b->mem),
                 .gone = kf_mem_calloc(b->mem, n, sizeof(bool)) };
    kf_text_init(&f.shape, b->mem);
    bool good = f.shapes && f.gone ? fold(&f) : kf_builder_out_of_memory(b);
    kf_mem_free(b->mem, f.gone, n, sizeof(bool));
    kf_mem_free(b->mem, f.seen, f.seen_cap, sizeof *f.seen);
    kf_text_free(&f.shape);
    kf_symbols_free(f.shapes);
    kf_vec_free(b->mem, &f.holes);
    kf_vec_free(b->mem, &f.members);
    kf_vec_free(b->mem, &f.groups);
    kf_vec_free(b->mem, &f.template);
    kf_vec_free(b->mem, &f.layers);
    return good;
}
