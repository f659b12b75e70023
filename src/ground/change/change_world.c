/* change_world.c -- facts and constants that come and go, one after the other; see change.h.
 *
 * Each change is made between two questions: before it, which groundings it closes, after it, which
 * it opens. Formulas that are asked atom by atom come first: an atom that is named later takes what
 * they say then. */
#include "ground/change/change.h"

#include "ground/change/change_ask.h"
#include "ground/local/penalty.h"
#include "ground/score/recount.h"

static const double MOST_ANSWERS = 1e6; /* that one seed may lead to */

/* ---- Who follows ---- */

static bool names(const kf_logic *f, uint32_t predicate)
{
    if (!f) return false;
    if (f->kind == KF_LOGIC_ATOM) return f->id == predicate;
    if (f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS) return false;
    for (uint32_t i = 0; i < f->n; i++)
        if (names(f->kids[i], predicate)) return true;
    return false;
}

static bool concerns(const kf_grounder *g, const kf_ground_rule *gr, uint32_t predicate)
{
    const kf_rule *r = &g->d->m->rules.at[gr->rule];
    const kf_compiled *c = &gr->c;
    if (r->kind == KF_RULE_ACYCLIC) return r->predicate == predicate;
    for (uint32_t i = 0; i < c->n_within; i++)
        if (c->within[i].kind == KF_LITERAL_ATOM && c->within[i].id == predicate) return true;
    return names(r->body, predicate);
}

bool kf_grounder_can_change(const kf_grounder *g, uint32_t predicate)
{
    const kf_predicate *p = &g->d->m->predicates.at[predicate];
    if (p->hidden || p->number || g->d->n_functions > 0 || g->pair_costs || g->backend->ops->far)
        return false;
    for (size_t i = 0; i < g->rules.n; i++) {
        const kf_ground_rule *gr = &g->rules.at[i];
        if (concerns(g, gr, predicate) && !kf_rule_can_change(g, gr)) return false;
    }
    return true;
}

static bool has_type(const kf_grounder *g, const kf_ground_rule *gr, uint32_t type)
{
    const kf_model *m = g->d->m;
    const kf_rule *r = &m->rules.at[gr->rule];
    for (uint32_t i = 0; i < r->n_variables; i++)
        if (r->variables[i].type == type) return true;
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        if (!concerns(g, gr, p)) continue;
        for (uint32_t i = 0; i < m->predicates.at[p].arity; i++)
            if (m->predicates.at[p].slots[i].type == type) return true;
    }
    return false;
}

/* Can constants of the type come and go? */
static bool can_change_type(const kf_grounder *g, uint32_t type)
{
    for (size_t i = 0; i < g->rules.n; i++)
        if (has_type(g, &g->rules.at[i], type) && !kf_rule_can_change(g, &g->rules.at[i]))
            return false;
    return true;
}

/* ---- Asking one rule ---- */

static kerf_status ask(kf_effect *x, kf_change_ask *from, const kf_seeds *seed, bool *anew)
{
    x->x = from;
    if (kf_query_estimate(from->query).answers > MOST_ANSWERS) {
        *anew = true;
        return KERF_OK;
    }
    kerf_status st = kf_query_run(from->query, seed, &from->a.binding, kf_effect_emit, x);
    *anew = x->anew;
    if (x->status != KERF_OK) return x->status;
    if (x->anew) return KERF_OK;
    KF_TRY(st);
    KF_TRY(kf_effect_end(x));
    *anew = x->anew;
    return KERF_OK;
}

typedef struct change {
    kf_grounder *g;
    bool fact;   /* else a constant */
    uint32_t id; /* predicate or type */
    const uint32_t *row;
    bool value;    /* it comes */
    int64_t *open; /* by rule: groundings that are open since, or no more */
    bool anew;
    /* Over a quotient, where the fact is about a class: of all its members the whole database says
     * the same, for rows are counted there. Else NULL. */
    kf_database *whole;
    const kf_twin_classes *of;
    kf_grounder *shared; /* where it is about other constants: whose relations these are, too */
} change;

static kerf_status ask_facts(change *c, size_t rule, bool gained)
{
    kf_ground_rule *gr = &c->g->rules.at[rule];
    const kf_seeds seed = { 1, c->row };
    for (uint32_t i = 0; i < gr->c.n_observed && !c->anew; i++) {
        const kf_literal *l = &gr->c.literals[i];
        if (l->kind != KF_LITERAL_ATOM || l->id != c->id) continue;
        if ((kf_is_asked_true(l) == c->value) != gained) continue;
        kf_effect x = { .g = c->g, .gr = gr, .gained = gained, .start = i, .row = c->row };
        kf_change_ask *from;
        KF_TRY(kf_change_ask_fact(c->g, gr, i, &from));
        KF_TRY(ask(&x, from, &seed, &c->anew));
        c->open[rule] += gained ? (int64_t)x.open : -(int64_t)x.open;
    }
    return KERF_OK;
}

/* Where no literal is observed, all tuples with the constant go. */
static kerf_status drop_tuples(change *c, kf_ground_rule *gr)
{
    for (int side = 0; side < 2; side++) {
        kf_tuple_map *u = &gr->tuples[side];
        assert(gr->done[side] <= kf_tuple_map_count(u));
        for (uint32_t i = gr->done[side]; i-- > 0 && !c->anew;) {
            const uint32_t *tuple = kf_tuple_map_tuple(u, i);
            bool has = false;
            for (uint32_t k = 0; k < gr->c.n_tuple; k++)
                has |= tuple[k] == *c->row && gr->c.types[gr->c.tuple[k]] == c->id;
            if (!has) continue;
            kf_effect x = { .g = c->g, .gr = gr };
            KF_TRY(kf_change_tuple(&x, side, i, u->times.at[i]));
            c->anew = x.anew;
        }
    }
    return KERF_OK;
}

static kerf_status ask_constants(change *c, size_t rule, bool gained)
{
    kf_ground_rule *gr = &c->g->rules.at[rule];
    const kf_compiled *k = &gr->c;
    const kf_seeds seed = { 1, c->row };
    bool bare = k->n_observed == 0 && !gr->local && k->n_literals > 0;
    if (gained != c->value || (gr->local && kf_local_is_default(c->g, gr))) return KERF_OK;
    for (uint32_t v = 0; v < k->n_free && bare; v++)
        c->anew |= k->types[v] == c->id && !kf_is_in_tuple(k, v);
    if (bare && !gained) return drop_tuples(c, gr);
    for (uint32_t v = 0; v < k->n_free && !c->anew; v++) {
        if (k->types[v] != c->id || kf_is_guarded(k, v)) continue;
        kf_effect x = { .g = c->g, .gr = gr, .gained = gained, .start = v, .constant = *c->row };
        kf_change_ask *from;
        KF_TRY(kf_change_ask_constant(c->g, gr, v, &from));
        KF_TRY(ask(&x, from, &seed, &c->anew));
        c->open[rule] += gained ? (int64_t)x.open : -(int64_t)x.open;
    }
    return KERF_OK;
}

/* Those that are asked atom by atom, then the others. */
static kerf_status ask_rules(change *c, bool gained)
{
    for (int penalties = 1; penalties >= 0; penalties--) {
        for (size_t i = 0; i < c->g->rules.n && !c->anew; i++) {
            kf_ground_rule *gr = &c->g->rules.at[i];
            if ((gr->penalty != NULL) != (penalties == 1) || !kf_rule_can_change(c->g, gr))
                continue;
            KF_TRY(c->fact ? ask_facts(c, i, gained) : ask_constants(c, i, gained));
        }
    }
    return KERF_OK;
}

/* ---- Constants ---- */

static kerf_status widen_names(kf_grounder *g, uint32_t type, uint32_t id)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        const kf_predicate *is = &g->d->m->predicates.at[p];
        for (uint32_t c = 0; g->atoms[p] && c < is->arity; c++)
            if (is->slots[c].type == type && id >= g->atoms[p]->constants[c])
                KF_TRY(kf_relation_widen(g->atoms[p], c, kf_database_room(g->d, type)));
    }
    return KERF_OK;
}

/* Atoms that by default are better off true have names, and so must those of a new constant. */
static bool wants_names(const kf_grounder *g, uint32_t type)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        const kf_predicate *is = &g->d->m->predicates.at[p];
        for (uint32_t c = 0; is->hidden && c < is->arity; c++)
            if (is->slots[c].type == type && g->default_false[p] > g->default_true[p]) return true;
    }
    return false;
}

static kerf_status name_new(kf_grounder *g, bool *anew)
{
    const uint64_t most = 1 << 16;
    for (uint32_t p = 0; p < g->d->n_predicates && !*anew; p++) {
        if (!g->d->m->predicates.at[p].hidden || g->default_false[p] <= g->default_true[p])
            continue;
        *anew = kf_grounder_open_atoms(g, p) > most;
        if (!*anew) KF_TRY(kf_grounder_name_all(g, p));
    }
    return KERF_OK;
}

/* Atoms with a constant that has left the world. */
static kerf_status bury_atoms(kf_grounder *g, uint32_t type, uint32_t id)
{
    for (uint32_t p = 0; p < g->d->n_predicates; p++) {
        const kf_predicate *is = &g->d->m->predicates.at[p];
        kf_relation *rel = g->atoms[p];
        for (uint32_t c = 0; rel && c < is->arity; c++) {
            if (is->slots[c].type != type) continue;
            for (uint32_t i = 0; i < rel->n; i++) {
                uint32_t row[KF_MOST_ARITY], atom = g->atom_of[p].at[i];
                bool changed;
                if (rel->columns[c][i] != id || atom == KF_NONE) continue;
                kf_grounder_atom_row(g, atom, row);
                KF_TRY(kf_backend_set(g->backend, p, row, false, &changed));
                g->changes += changed;
                KF_TRY(kf_grounder_unname(g, atom));
            }
        }
    }
    return KERF_OK;
}

/* ---- One change ---- */

static kerf_status make(change *c)
{
    kf_grounder *g = c->g;
    if (c->fact) {
        if (c->of) KF_TRY(kf_class_say(c->whole, c->of, c->id, c->row, c->value));
        return kf_recount_set(c->shared ? c->shared : g, c->id, c->row, c->value);
    }
    if (!c->value) {
        KF_TRY(kf_recount_leave(g, c->id, *c->row));
        KF_TRY(bury_atoms(g, c->id, *c->row));
        kf_database_remove_constant(g->d, c->id, *c->row);
        return KERF_OK;
    }
    KF_TRY(kf_database_add_constant(g->d, c->id, *c->row));
    return widen_names(g, c->id, *c->row);
}

static kerf_status add_up(change *c)
{
    for (size_t i = 0; i < c->g->rules.n; i++) {
        kf_ground_rule *gr = &c->g->rules.at[i];
        bool sizes = !c->fact && has_type(c->g, gr, c->id);
        if (!kf_rule_can_change(c->g, gr) || (c->open[i] == 0 && !sizes)) continue;
        KF_TRY(kf_ground_totals_change(c->g, gr, c->open[i]));
    }
    return KERF_OK;
}

static kerf_status change_one(change *c)
{
    for (size_t i = 0; i < c->g->rules.n; i++) c->open[i] = 0;
    KF_TRY(ask_rules(c, false));
    if (c->anew) return KERF_OK;
    KF_TRY(make(c));
    KF_TRY(ask_rules(c, true));
    if (!c->anew && !c->fact && c->value && wants_names(c->g, c->id))
        KF_TRY(name_new(c->g, &c->anew));
    if (c->anew) return KERF_OK;
    return add_up(c);
}

/* ---- All of them ---- */

static bool is_said(const kf_grounder *g, const kf_changed_atom *a)
{
    return kf_facts_find(kf_evidence_facts(g->d->w, a->predicate, KF_SAID_TRUE), a->row, 0, NULL);
}

/* A constant that has come and gone between two questions has no place in the relation. */
static bool is_there(const kf_grounder *g, const kf_changed_atom *a)
{
    const kf_relation *rel = g->d->atoms[a->predicate];
    for (uint32_t i = 0; i < rel->width; i++)
        if (a->row[i] >= rel->constants[i]) return false;
    return kf_relation_has(rel, a->row);
}

static kerf_status change_constant(change *c, uint32_t type, const uint32_t *id, bool come)
{
    c->fact = false;
    c->id = type;
    c->row = id;
    c->value = come;
    c->anew = !can_change_type(c->g, type);
    return c->anew ? KERF_OK : change_one(c);
}

static kerf_status change_fact(change *c, uint32_t predicate, const uint32_t *row, bool come)
{
    c->fact = true;
    c->id = predicate;
    c->row = row;
    c->value = come;
    return change_one(c);
}

/* Constants of the atoms that have come, or gone. but: of this type others take care. */
static kerf_status change_constants(change *c, const kf_changed_atom *atoms, size_t n, bool come,
                                    uint32_t but)
{
    kf_grounder *g = c->g;
    for (size_t i = 0; i < n && !c->anew; i++) {
        const kf_predicate *p = &g->d->m->predicates.at[atoms[i].predicate];
        for (uint32_t k = 0; k < p->arity && !c->anew; k++) {
            uint32_t type = p->slots[k].type, id = atoms[i].row[k];
            bool now = kf_evidence_has(g->d->w, type, id);
            if (now != come || now == kf_database_has_constant(g->d, type, id)) continue;
            if (type != but) KF_TRY(change_constant(c, type, &atoms[i].row[k], come));
        }
    }
    return KERF_OK;
}

/* but: those that say something of this type's constants are left to others. */
static kerf_status change_facts(change *c, const kf_changed_atom *atoms, size_t n, bool come,
                                uint32_t but)
{
    for (size_t i = 0; i < n && !c->anew; i++) {
        const kf_changed_atom *a = &atoms[i];
        bool now = is_said(c->g, a);
        if (now != come || now == is_there(c->g, a)) continue;
        if (kf_predicate_slots_of(&c->g->d->m->predicates.at[a->predicate], but) > 0) continue;
        KF_TRY(change_fact(c, a->predicate, a->row, come));
    }
    return KERF_OK;
}

/* Groups are completed from what is found from now on: members may have left. */
static void forget_groups(kf_grounder *g)
{
    for (size_t i = 0; i < g->rules.n; i++) {
        kf_ground_rule *gr = &g->rules.at[i];
        if (!kf_rule_can_change(g, gr)) continue;
        kf_tuple_map_free(&gr->members, g->mem);
        gr->grouped = gr->done[0];
    }
}

static kerf_status change_all(change *c, const kf_changed_atom *atoms, size_t n)
{
    KF_TRY(change_constants(c, atoms, n, true, KF_NONE));
    if (!c->anew) KF_TRY(change_facts(c, atoms, n, false, KF_NONE));
    if (!c->anew) KF_TRY(change_facts(c, atoms, n, true, KF_NONE));
    if (!c->anew) KF_TRY(change_constants(c, atoms, n, false, KF_NONE));
    return KERF_OK;
}

static kerf_status begin(change *c)
{
    kf_grounder *g = c->g;
    assert(g->costs_known);
    if (!g->d->whole) KF_TRY(kf_recount_begin(g));
    KF_TRY(kf_grounder_recover(g)); /* what was looked for when it was last stopped */
    g->separated = true;
    for (uint32_t p = 0; p < g->d->n_predicates; p++) g->flips[p].up.n = g->flips[p].down.n = 0;
    forget_groups(g);
    g->all_ground = false;
    c->open = kf_mem_calloc(g->mem, g->rules.n, sizeof *c->open);
    return c->open ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status end(change *c, kerf_status st, bool *anew)
{
    kf_grounder *g = c->g;
    kf_mem_free(g->mem, c->open, g->rules.n, sizeof *c->open);
    if (st == KERF_OK && !c->anew) st = kf_grounder_check_weights(g, NULL);
    if (st == KERF_OK && !c->anew) KF_CHECK(kf_grounder_check(g));
    *anew = c->anew;
    return st;
}

kerf_status kf_grounder_change(kf_grounder *g, const kf_changed_atom *atoms, size_t n, bool *anew)
{
    change c = { .g = g };
    KF_TRY(begin(&c));
    return end(&c, change_all(&c, atoms, n), anew);
}

/* ---- Over a quotient ---- */

kerf_status kf_grounder_change_others(kf_grounder *g, kf_grounder *whole, uint32_t type,
                                      const kf_changed_atom *atoms, size_t n, bool *anew)
{
    change c = { .g = g, .shared = whole };
    KF_TRY(begin(&c));
    kerf_status st = change_constants(&c, atoms, n, true, type);
    if (st == KERF_OK && !c.anew) st = change_facts(&c, atoms, n, false, type);
    if (st == KERF_OK && !c.anew) st = change_facts(&c, atoms, n, true, type);
    return end(&c, st, anew);
}

kerf_status kf_grounder_drop_others(kf_grounder *g, uint32_t type, const kf_changed_atom *atoms,
                                    size_t n, bool *anew)
{
    change c = { .g = g };
    KF_TRY(begin(&c));
    return end(&c, change_constants(&c, atoms, n, false, type), anew);
}

kerf_status kf_grounder_move_class(kf_grounder *g, kf_database *whole, const kf_twin_classes *of,
                                   uint32_t first, bool come, const kf_changed_atom *facts,
                                   size_t n, bool *anew)
{
    change c = { .g = g, .whole = whole, .of = of };
    assert(g->d->whole == whole && kf_database_has_constant(g->d, of->type, first) != come);
    KF_TRY(begin(&c));
    kerf_status st = come ? change_constant(&c, of->type, &first, true) : KERF_OK;
    for (size_t i = 0; i < n && st == KERF_OK && !c.anew; i++)
        st = change_fact(&c, facts[i].predicate, facts[i].row, come);
    if (st == KERF_OK && !c.anew && !come) st = change_constant(&c, of->type, &first, false);
    return end(&c, st, anew);
}

static kerf_status catch_up_constant(kf_grounder *g, uint32_t type, uint32_t id, bool come)
{
    bool now = kf_evidence_has(g->d->w, type, id);
    if (now != come || now == kf_database_has_constant(g->d, type, id)) return KERF_OK;
    if (come) {
        KF_TRY(kf_database_add_constant(g->d, type, id));
        return widen_names(g, type, id);
    }
    KF_TRY(kf_recount_leave(g, type, id));
    kf_database_remove_constant(g->d, type, id);
    return KERF_OK;
}

static kerf_status catch_up_constants(kf_grounder *g, const kf_changed_atom *atoms, size_t n,
                                      bool come)
{
    for (size_t i = 0; i < n; i++) {
        const kf_predicate *p = &g->d->m->predicates.at[atoms[i].predicate];
        for (uint32_t k = 0; k < p->arity; k++)
            KF_TRY(catch_up_constant(g, p->slots[k].type, atoms[i].row[k], come));
    }
    return KERF_OK;
}

kerf_status kf_grounder_catch_up(kf_grounder *g, const kf_changed_atom *atoms, size_t n)
{
    KF_TRY(catch_up_constants(g, atoms, n, true));
    for (size_t i = 0; i < n; i++) {
        bool now = is_said(g, &atoms[i]);
        if (now != is_there(g, &atoms[i]))
            KF_TRY(kf_recount_set(g, atoms[i].predicate, atoms[i].row, now));
    }
    return catch_up_constants(g, atoms, n, false);
}
