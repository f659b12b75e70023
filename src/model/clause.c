/* clause.c -- negation, renaming and conjunctive normal form of formulas.
 *
 * Quantifiers: FORALL x f becomes f with x free, which is the same for a formula that must always
 * hold. EXIST x f stays, in front of the one clause that names x; it must not have to pass a
 * FORALL or to cover two clauses, because clauses are read one by one. */
#include "model/clause.h"

#include "base/check.h"

#include <string.h>

/* ---- Building formulas -------------------------------------------------------------------- */

kf_logic *kf_clause_join(kf_arena *arena, kf_logic_kind kind, kf_logic *const *kids, uint32_t n)
{
    assert(n > 0 ? kind >= KF_LOGIC_AND : kind <= KF_LOGIC_FALSE);
    kf_logic *f = kf_arena_alloc(arena, 1, sizeof *f);
    if (!f) return NULL;
    f->kind = (uint8_t)kind;
    f->n = n;
    f->kids = kf_arena_copy(arena, kids, n, sizeof *kids);
    return f->kids ? f : NULL;
}

kf_logic *kf_clause_quantify(kf_arena *arena, kf_logic_kind kind, uint32_t variable, kf_logic *kid)
{
    if (!kid) return NULL;
    kf_logic *f = kf_clause_join(arena, kind, &kid, 1);
    if (f) f->id = variable;
    return f;
}

kf_logic *kf_clause_compare(kf_arena *arena, kf_op op, uint32_t a, uint32_t b, uint32_t type)
{
    kf_logic *f = kf_arena_alloc(arena, 1, sizeof *f);
    kf_expr *terms = kf_arena_alloc(arena, 2, sizeof *terms);
    kf_expr **args = kf_arena_alloc(arena, 2, sizeof *args);
    if (!f || !terms || !args) return NULL;
    terms[0] = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = type, .id = a };
    terms[1] = (kf_expr){ .kind = KF_EXPR_VARIABLE, .type = type, .id = b };
    args[0] = &terms[0];
    args[1] = &terms[1];
    *f = (kf_logic){ .kind = KF_LOGIC_COMPARE, .op = (uint8_t)op, .n = 2, .args = args };
    return f;
}

kf_logic *kf_clause_negate(kf_arena *arena, const kf_logic *from)
{
    static const uint8_t kinds[] = {
        [KF_LOGIC_TRUE] = KF_LOGIC_FALSE,
        [KF_LOGIC_FALSE] = KF_LOGIC_TRUE,
        [KF_LOGIC_ATOM] = KF_LOGIC_ATOM,
        [KF_LOGIC_COMPARE] = KF_LOGIC_COMPARE,
        [KF_LOGIC_CONTAINS] = KF_LOGIC_CONTAINS,
        [KF_LOGIC_AND] = KF_LOGIC_OR,
        [KF_LOGIC_OR] = KF_LOGIC_AND,
        [KF_LOGIC_EXIST] = KF_LOGIC_FORALL,
        [KF_LOGIC_FORALL] = KF_LOGIC_EXIST,
    };
    kf_logic *f = kf_arena_copy(arena, from, 1, sizeof *f);
    if (!f) return NULL;
    f->kind = kinds[from->kind];
    if (f->kind == KF_LOGIC_ATOM || f->kind == KF_LOGIC_CONTAINS) f->negated = !from->negated;
    if (f->kind == KF_LOGIC_COMPARE) f->op = (uint8_t)kf_op_opposite((kf_op)from->op);
    if (!from->kids) return f;
    f->kids = kf_arena_alloc(arena, from->n, sizeof(kf_logic *));
    for (uint32_t i = 0; f->kids && i < from->n; i++) {
        if (!(f->kids[i] = kf_clause_negate(arena, from->kids[i]))) return NULL;
    }
    return f->kids ? f : NULL;
}

static kf_expr *rename_expr(kf_arena *arena, const kf_expr *from, const uint32_t *map)
{
    kf_expr *e = kf_arena_copy(arena, from, 1, sizeof *e);
    if (!e) return NULL;
    if (e->kind == KF_EXPR_VARIABLE) e->id = map[e->id];
    if (e->n == 0) return e;
    e->args = kf_arena_alloc(arena, e->n, sizeof(kf_expr *));
    for (uint32_t i = 0; e->args && i < e->n; i++) {
        if (!(e->args[i] = rename_expr(arena, from->args[i], map))) return NULL;
    }
    return e->args ? e : NULL;
}

kf_logic *kf_clause_rename(kf_arena *arena, const kf_logic *from, const uint32_t *map)
{
    kf_logic *f = kf_arena_copy(arena, from, 1, sizeof *f);
    if (!f) return NULL;
    if (f->kind == KF_LOGIC_EXIST || f->kind == KF_LOGIC_FORALL) f->id = map[f->id];
    if (from->kids) f->kids = kf_arena_alloc(arena, f->n, sizeof(kf_logic *));
    if (from->args) f->args = kf_arena_alloc(arena, f->n ? f->n : 1, sizeof(kf_expr *));
    if ((from->kids && !f->kids) || (from->args && !f->args)) return NULL;
    for (uint32_t i = 0; i < f->n; i++) {
        if (from->kids && !(f->kids[i] = kf_clause_rename(arena, from->kids[i], map))) return NULL;
        if (from->args && !(f->args[i] = rename_expr(arena, from->args[i], map))) return NULL;
    }
    return f;
}

/* ---- Looking at formulas ------------------------------------------------------------------ */

static bool same_term(const kf_expr *a, const kf_expr *b)
{
    if (a->kind != b->kind || a->op != b->op || a->n != b->n || a->type != b->type) return false;
    if (a->kind == KF_EXPR_NUMBER) return a->number == b->number;
    if (a->kind != KF_EXPR_OP && a->id != b->id) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_term(a->args[i], b->args[i])) return false;
    }
    return true;
}

/* 1: the same literal; -1: one negates the other; 0: neither. */
static int relation(const kf_logic *a, const kf_logic *b)
{
    if (a->kind != b->kind || a->n != b->n) return 0;
    if (a->kind == KF_LOGIC_ATOM && a->id != b->id) return 0;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!same_term(a->args[i], b->args[i])) return 0;
    }
    if (a->kind != KF_LOGIC_COMPARE) return a->negated == b->negated ? 1 : -1;
    if (a->op == b->op) return 1;
    return kf_op_opposite((kf_op)a->op) == (kf_op)b->op ? -1 : 0;
}

static bool expr_uses(const kf_expr *e, uint32_t variable)
{
    if (e->kind == KF_EXPR_VARIABLE) return e->id == variable;
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_uses(e->args[i], variable)) return true;
    }
    return false;
}

static bool clause_uses(const kf_formula_clause *c, uint32_t variable)
{
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t j = 0; j < c->literals[i]->n; j++) {
            if (expr_uses(c->literals[i]->args[j], variable)) return true;
        }
    }
    return false;
}

static bool atom_uses(const kf_logic *f, uint32_t variable)
{
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids && atom_uses(f->kids[i], variable)) return true;
        if (f->kind == KF_LOGIC_ATOM && expr_uses(f->args[i], variable)) return true;
    }
    return false;
}

static bool term_is_typed(const kf_expr *e, const kf_logic *const *list, uint32_t n)
{
    bool typed = e->kind != KF_EXPR_VARIABLE;
    for (uint32_t i = 0; i < n && !typed; i++) typed = atom_uses(list[i], e->id);
    for (uint32_t i = 0; i < e->n && typed; i++) typed = term_is_typed(e->args[i], list, n);
    return typed;
}

static bool part_is_typed(const kf_logic *f, const kf_logic *const *list, uint32_t n)
{
    bool compared = f->kind == KF_LOGIC_COMPARE || f->kind == KF_LOGIC_CONTAINS;
    for (uint32_t i = 0; i < f->n; i++) {
        if (f->kids && !part_is_typed(f->kids[i], list, n)) return false;
        if (compared && !term_is_typed(f->args[i], list, n)) return false;
    }
    return true;
}

bool kf_clause_is_typed(const kf_logic *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (!part_is_typed(list[i], list, n)) return false;
    }
    return true;
}

bool kf_clause_is_one(const kf_logic *f)
{
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_ATOM:
    case KF_LOGIC_COMPARE:
    case KF_LOGIC_CONTAINS: return true;
    case KF_LOGIC_OR:
    case KF_LOGIC_EXIST:
        for (uint32_t i = 0; i < f->n; i++) {
            if (!kf_clause_is_one(f->kids[i])) return false;
        }
        return true;
    default: return false;
    }
}

/* ---- Normal form -------------------------------------------------------------------------- */

/* One clause of those of the n formulas that are literals; no clause if it always holds. */
static kerf_status literal_clause(kf_arena *arena, kf_logic *const *from, uint32_t n,
                                  kf_clauses *out)
{
    kf_formula_clause *c = out->clauses = kf_arena_alloc(arena, 1, sizeof(kf_formula_clause));
    if (!c) return KERF_NO_MEMORY;
    c->literals = kf_arena_alloc(arena, n ? n : 1, sizeof(kf_logic *));
    if (!c->literals) return KERF_NO_MEMORY;
    out->n = 1;
    for (uint32_t i = 0; i < n; i++) {
        bool repeated = !kf_logic_has_terms(from[i]);
        for (uint32_t j = 0; j < c->n && !repeated; j++) {
            int how = relation(c->literals[j], from[i]);
            if (how > 0) repeated = true;
            if (how < 0) out->n = 0;
        }
        if (!repeated) c->literals[c->n++] = from[i];
    }
    return KERF_OK;
}

/* a v b without repeated literals; *tautology when it always holds. */
static kerf_status merge(kf_arena *arena, const kf_formula_clause *a, const kf_formula_clause *b,
                         kf_formula_clause *out, bool *tautology)
{
    out->literals = kf_arena_alloc(arena, (size_t)a->n + b->n + 1, sizeof(kf_logic *));
    out->exists = kf_arena_alloc(arena, (size_t)a->n_exists + b->n_exists + 1, sizeof(uint32_t));
    if (!out->literals || !out->exists) return KERF_NO_MEMORY;
    if (a->n) memcpy(out->literals, a->literals, a->n * sizeof(kf_logic *));
    out->n = a->n;
    *tautology = false;
    for (uint32_t i = 0; i < b->n; i++) {
        bool repeated = false;
        for (uint32_t j = 0; j < a->n; j++) {
            int how = relation(a->literals[j], b->literals[i]);
            if (how > 0) repeated = true;
            if (how < 0) *tautology = true;
        }
        if (!repeated) out->literals[out->n++] = b->literals[i];
    }
    for (uint32_t i = 0; i < a->n_exists; i++) out->exists[out->n_exists++] = a->exists[i];
    for (uint32_t i = 0; i < b->n_exists; i++) {
        bool repeated = false;
        for (uint32_t j = 0; j < a->n_exists; j++) {
            if (a->exists[j] == b->exists[i]) repeated = true;
        }
        if (!repeated) out->exists[out->n_exists++] = b->exists[i];
    }
    return KERF_OK;
}

/* (a1 ^ a2 ^ ...) v (b1 ^ b2 ^ ...) = (a1 v b1) ^ (a1 v b2) ^ ... */
static kerf_status multiply(kf_arena *arena, const kf_clauses *a, const kf_clauses *b,
                            kf_clauses *out, const char **why)
{
    if ((uint64_t)a->n * b->n > KF_MOST_WRITTEN) {
        *why = "as clauses it would be too long";
        return KERF_UNSUPPORTED;
    }
    out->clauses = kf_arena_alloc(arena, (size_t)a->n * b->n + 1, sizeof(kf_formula_clause));
    if (!out->clauses) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < a->n; i++) {
        for (uint32_t j = 0; j < b->n; j++) {
            kf_formula_clause clause = { 0 };
            bool tautology;
            KF_TRY(merge(arena, &a->clauses[i], &b->clauses[j], &clause, &tautology));
            if (!tautology) out->clauses[out->n++] = clause;
        }
    }
    out->forall = a->forall || b->forall;
    return KERF_OK;
}

static kerf_status bring_exist(kf_arena *arena, uint32_t variable, kf_clauses *cnf,
                               const char **why)
{
    kf_formula_clause *user = NULL;
    for (uint32_t i = 0; i < cnf->n; i++) {
        if (!clause_uses(&cnf->clauses[i], variable)) continue;
        if (user) {
            *why = "an EXIST covers a conjunction, which is more than one clause";
            return KERF_UNSUPPORTED;
        }
        user = &cnf->clauses[i];
    }
    if (!user) return KERF_OK;
    if (cnf->forall) {
        *why = "a FORALL stands inside an EXIST";
        return KERF_UNSUPPORTED;
    }
    uint32_t *exists = kf_arena_alloc(arena, (size_t)user->n_exists + 1, sizeof(uint32_t));
    if (!exists) return KERF_NO_MEMORY;
    exists[0] = variable;
    for (uint32_t i = 0; i < user->n_exists; i++) exists[i + 1] = user->exists[i];
    user->exists = exists;
    user->n_exists++;
    return KERF_OK;
}

static kerf_status make_or(kf_arena *arena, const kf_logic *f, kf_clauses *out, const char **why)
{
    KF_TRY(literal_clause(arena, f->kids, f->n, out));
    for (uint32_t i = 0; i < f->n && out->n > 0; i++) {
        kf_clauses kid, product = { 0 };
        if (kf_logic_has_terms(f->kids[i])) continue;
        KF_TRY(kf_clauses_make(arena, f->kids[i], &kid, why));
        KF_TRY(multiply(arena, out, &kid, &product, why));
        *out = product;
    }
    return KERF_OK;
}

static kerf_status make_and(kf_arena *arena, const kf_logic *f, kf_clauses *out, const char **why)
{
    size_t n = 0;
    kf_clauses *kids = kf_arena_alloc(arena, f->n, sizeof *kids);
    if (!kids) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < f->n; i++) {
        KF_TRY(kf_clauses_make(arena, f->kids[i], &kids[i], why));
        n += kids[i].n;
        out->forall = out->forall || kids[i].forall;
    }
    out->clauses = kf_arena_alloc(arena, n ? n : 1, sizeof(kf_formula_clause));
    if (!out->clauses) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < f->n; i++) {
        for (uint32_t j = 0; j < kids[i].n; j++) out->clauses[out->n++] = kids[i].clauses[j];
    }
    return KERF_OK;
}

kerf_status kf_clauses_make(kf_arena *arena, const kf_logic *f, kf_clauses *out, const char **why)
{
    kf_logic *self = (kf_logic *)(uintptr_t)f; /* only read */
    *out = (kf_clauses){ 0 };
    switch ((kf_logic_kind)f->kind) {
    case KF_LOGIC_TRUE: return KERF_OK;
    case KF_LOGIC_FALSE:
    case KF_LOGIC_ATOM:
    case KF_LOGIC_COMPARE:
    case KF_LOGIC_CONTAINS: return literal_clause(arena, &self, 1, out);
    case KF_LOGIC_AND: return make_and(arena, f, out, why);
    case KF_LOGIC_OR: return make_or(arena, f, out, why);
    case KF_LOGIC_FORALL:
        KF_TRY(kf_clauses_make(arena, f->kids[0], out, why));
        out->forall = true;
        return KERF_OK;
    case KF_LOGIC_EXIST:
        KF_TRY(kf_clauses_make(arena, f->kids[0], out, why));
        return bring_exist(arena, f->id, out, why);
    }
    return KERF_OK;
}
