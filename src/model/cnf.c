/* cnf.c -- Alchemy's reading of a weighted formula: the clauses of its conjunctive normal form.
 *
 * Tautologies are left out, as Alchemy does. A FORALL outside every EXIST is dropped: its variable
 * becomes a free variable of the clause. Clauses are disjunctions of literals and of existential
 * parts, which stay whole. The number of clauses can be exponential in the formula, so it is
 * limited. */
#include "base/check.h"
#include "model/builder.h"

#include <stdio.h>
#include <string.h>

/* ---- Universal variables ---- */

static bool is_named(const kf_rule *r, uint32_t but, kf_name name, bool free_only)
{
    for (uint32_t i = 0; i < r->n_variables; i++) {
        if (i == but || (free_only && r->variables[i].quantified)) continue;
        if (r->variables[i].name.id == name.id) return true;
    }
    return false;
}

/* Out of its quantifier, a variable may meet another of its name. */
static bool set_free(kf_builder *b, kf_rule *r, uint32_t id)
{
    kf_variable *v = &r->variables[id];
    assert(v->quantified);
    v->quantified = false;
    if (!is_named(r, id, v->name, true)) return true;
    kf_str old = kf_program_name(b->program, v->name);
    kf_name name;
    uint32_t number = 1;
    do {
        char text[80];
        snprintf(text, sizeof text, "%.*s_%u", KF_SHOW(old), number++);
        name.id = kf_symbols_add(b->program->names, kf_str_of(text));
        if (name.id == KF_NO_SYMBOL) return kf_builder_out_of_memory(b);
        old = kf_program_name(b->program, v->name); /* adding may have moved it */
    } while (is_named(r, id, name, false));
    v->name = name;
    return true;
}

static kf_logic *drop_forall(kf_builder *b, kf_rule *r, kf_logic *f)
{
    while (f->kind == KF_LOGIC_FORALL) {
        if (!set_free(b, r, f->id)) return NULL;
        f = f->kids[0];
    }
    if (f->kind != KF_LOGIC_AND && f->kind != KF_LOGIC_OR) return f;
    size_t from = b->stack.n;
    for (uint32_t i = 0; i < f->n; i++) {
        if (!kf_builder_push(b, drop_forall(b, r, f->kids[i]))) return NULL;
    }
    return kf_logic_join(b, (kf_logic_kind)f->kind, from, f->pos);
}

/* ---- Clauses ---- */

typedef struct clause { /* parts in the arena */
    uint32_t n;
    kf_logic **parts;
} clause;

typedef struct clauses {
    uint32_t n;
    clause *at;
} clauses;

static bool cnf(kf_builder *, kf_logic *, kf_pos, clauses *);

static bool too_many(kf_builder *b, kf_pos pos)
{
    return kf_builder_error(b, pos, "split the formula yourself, or read it as kerf does",
                            "this formula has more than %d clauses", KF_MOST_CLAUSES);
}

static bool cnf_and(kf_builder *b, const kf_logic *f, kf_pos pos, clauses *out)
{
    *out = (clauses){ 0 };
    for (uint32_t i = 0; i < f->n; i++) {
        clauses kid;
        if (!cnf(b, f->kids[i], pos, &kid)) return false;
        if (out->n + kid.n > KF_MOST_CLAUSES) return too_many(b, pos);
        clause *both = kf_builder_new(b, out->n + kid.n, sizeof *both);
        if (!both) return false;
        if (out->n) memcpy(both, out->at, out->n * sizeof *both);
        if (kid.n) memcpy(both + out->n, kid.at, kid.n * sizeof *both);
        out->at = both;
        out->n += kid.n;
    }
    return true;
}

/* Every clause of the one with every clause of the other. */
static bool product(kf_builder *b, const clauses *x, const clauses *y, kf_pos pos, clauses *out)
{
    if ((uint64_t)x->n * y->n > KF_MOST_CLAUSES) return too_many(b, pos);
    clauses all = { 0, kf_builder_new(b, (size_t)x->n * y->n, sizeof *all.at) };
    if (!all.at) return false;
    for (uint32_t i = 0; i < x->n; i++) {
        for (uint32_t j = 0; j < y->n; j++) {
            uint32_t nx = x->at[i].n, ny = y->at[j].n;
            clause *c = &all.at[all.n++];
            c->n = nx + ny;
            c->parts = kf_builder_new(b, c->n, sizeof(kf_logic *));
            if (!c->parts) return false;
            memcpy(c->parts, x->at[i].parts, nx * sizeof(kf_logic *));
            memcpy(c->parts + nx, y->at[j].parts, ny * sizeof(kf_logic *));
        }
    }
    *out = all;
    return true;
}

static bool cnf(kf_builder *b, kf_logic *f, kf_pos pos, clauses *out)
{
    if (f->kind == KF_LOGIC_AND) return cnf_and(b, f, pos, out);
    if (f->kind == KF_LOGIC_OR) {
        if (!cnf(b, f->kids[0], pos, out)) return false;
        for (uint32_t i = 1; i < f->n; i++) {
            clauses kid;
            if (!cnf(b, f->kids[i], pos, &kid) || !product(b, out, &kid, pos, out)) return false;
        }
        return true;
    }
    clause *c = kf_builder_new(b, 1, sizeof *c);
    kf_logic **parts = kf_builder_new(b, 1, sizeof(kf_logic *));
    if (!c || !parts) return false;
    parts[0] = f;
    c->n = 1;
    c->parts = parts;
    *out = (clauses){ 1, c };
    return true;
}

/* Drop repeated parts; a clause with an atom and its negation is always true. */
static bool reduce(clause *c)
{
    uint32_t kept = 0;
    assert(c->n > 0);
    for (uint32_t i = 0; i < c->n; i++) {
        bool again = false;
        for (uint32_t k = 0; k < kept && !again; k++) {
            if (!kf_logic_equal(c->parts[i], c->parts[k])) continue;
            if (c->parts[i]->negated != c->parts[k]->negated) return false;
            again = true;
        }
        if (!again) c->parts[kept++] = c->parts[i];
    }
    c->n = kept;
    return true;
}

kf_logic **kf_cnf(kf_builder *b, kf_rule *r, kf_pos pos, uint32_t *n)
{
    clauses all;
    kf_logic *f = drop_forall(b, r, r->body);
    if (!f || !cnf(b, f, pos, &all)) return NULL;
    kf_logic **list = kf_builder_new(b, all.n, sizeof(kf_logic *));
    if (!list) return NULL;
    *n = 0;
    for (uint32_t i = 0; i < all.n; i++) {
        if (!reduce(&all.at[i])) continue;
        size_t from = b->stack.n;
        for (uint32_t k = 0; k < all.at[i].n; k++) {
            if (!kf_builder_push(b, all.at[i].parts[k])) return NULL;
        }
        list[*n] = kf_logic_join(b, KF_LOGIC_OR, from, pos);
        if (!list[(*n)++]) return NULL;
    }
    return list;
}
