/* model.c -- makes, shares and frees models; looks up names and constants. */
#include "model/model.h"

#include "base/check.h"
#include "model/check_model.h"
#include "model/weight_table.h"

#include <math.h>
#include <string.h>

kf_model *kf_model_new(kf_mem *mem)
{
    kf_model *m = kf_mem_calloc(mem, 1, sizeof *m);
    if (!m) return NULL;
    m->mem = mem;
    kf_arena_init(&m->arena, mem);
    m->labels = kf_symbols_new(mem);
    if (m->labels) return m;
    kf_model_free(m);
    return NULL;
}

static bool copy_constants(const kf_type *from, kf_type *to, kf_mem *mem)
{
    *to = *from;
    memset(&to->values, 0, sizeof to->values);
    to->constants = NULL;
    if (!from->constants) return true;
    to->constants = kf_symbols_new(mem);
    for (uint32_t i = 0; to->constants && i < from->n_fixed; i++)
        if (kf_symbols_add(to->constants, kf_symbols_text(from->constants, i)) != i) return false;
    return to->constants != NULL;
}

/* A formula and its parts, but nothing below these. */
static kf_logic *copy_top(kf_arena *arena, const kf_logic *f)
{
    kf_logic *copy = kf_arena_copy(arena, f, 1, sizeof *f);
    if (!copy || kf_logic_has_terms(f)) return copy;
    copy->kids = kf_arena_copy(arena, f->kids, f->n, sizeof *f->kids);
    for (uint32_t i = 0; copy->kids && i < f->n; i++) {
        copy->kids[i] = kf_arena_copy(arena, f->kids[i], 1, sizeof *f);
        if (!copy->kids[i]) return NULL;
    }
    return copy->kids ? copy : NULL;
}

/* Settling turns the bodies of these round where they are: each has its own. */
static bool copy_turned(kf_model *share, const kf_model *owner)
{
    for (size_t i = 0; i < share->rules.n; i++) {
        kf_rule *r = &share->rules.at[i];
        if (!r->clause_form && r->body == owner->rules.at[i].body) continue;
        r->body = copy_top(&share->arena, r->body);
        if (!r->body) return false;
    }
    return true;
}

static bool copy_settled(kf_model *share, const kf_model *m, const kf_model *owner, kf_mem *mem)
{
    memset(&share->predicates, 0, sizeof share->predicates);
    memset(&share->rules, 0, sizeof share->rules);
    if (!kf_vec_reserve(mem, &share->predicates, m->predicates.n)
        || !kf_vec_reserve(mem, &share->rules, m->rules.n))
        return false;
    for (size_t i = 0; i < m->predicates.n; i++)
        share->predicates.at[share->predicates.n++] = m->predicates.at[i];
    for (size_t i = 0; i < m->rules.n; i++) share->rules.at[share->rules.n++] = m->rules.at[i];
    return copy_turned(share, owner);
}

kf_model *kf_model_share(const kf_model *m, const kf_model *owner, kf_mem *mem)
{
    assert(m->rules.n == owner->rules.n);
    kf_model *share = kf_mem_alloc(mem, 1, sizeof *share);
    if (!share) return NULL;
    *share = *m;
    share->mem = mem;
    kf_arena_init(&share->arena, mem);
    memset(&share->types, 0, sizeof share->types);
    bool good =
        copy_settled(share, m, owner, mem) && kf_vec_reserve(mem, &share->types, m->types.n);
    for (size_t i = 0; good && i < m->types.n; i++)
        good = copy_constants(&m->types.at[i], &share->types.at[share->types.n++], mem);
    share->compiled = NULL;
    if (good && m->compiled && m == owner) {
        share->compiled =
            kf_arena_copy(&share->arena, m->compiled, m->rules.n, sizeof *m->compiled);
        good = share->compiled != NULL;
    }
    if (good) {
        KF_CHECK(kf_model_check(share));
        return share;
    }
    kf_model_free_share(share);
    return NULL;
}

kerf_status kf_model_copy_constants(kf_model *share, const kf_model *m, const uint32_t *counts,
                                    kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    assert(share->types.n == m->types.n);
    for (size_t t = 1; t < m->types.n; t++) {
        const kf_symbols *from = m->types.at[t].constants;
        kf_symbols *to = share->types.at[t].constants;
        uint32_t n = counts ? counts[t] : kf_symbols_count(from);
        for (uint32_t i = m->types.at[t].n_fixed; i < n; i++) {
            if (!kf_patience_spend(&patience, 1)) return KERF_INTERRUPTED;
            if (kf_symbols_add(to, kf_symbols_text(from, i)) != i) return KERF_NO_MEMORY;
        }
    }
    return KERF_OK;
}

static void free_types(kf_model *m)
{
    for (size_t i = 0; i < m->types.n; i++) {
        kf_symbols_free(m->types.at[i].constants);
        kf_vec_free(m->mem, &m->types.at[i].values);
    }
    kf_vec_free(m->mem, &m->types);
}

void kf_model_free_share(kf_model *m)
{
    if (!m) return;
    free_types(m);
    kf_vec_free(m->mem, &m->predicates);
    kf_vec_free(m->mem, &m->rules);
    kf_arena_free(&m->arena);
    kf_mem_free(m->mem, m, 1, sizeof *m);
}

void kf_model_free(kf_model *m)
{
    if (!m) return;
    free_types(m);
    for (size_t i = 0; i < m->tables.n; i++) kf_weight_table_free(m->tables.at[i]);
    for (size_t i = 0; i < m->lines.n; i++) kf_vec_free(m->mem, &m->lines.at[i].numbers);
    kf_vec_free(m->mem, &m->predicates);
    kf_vec_free(m->mem, &m->functions);
    kf_vec_free(m->mem, &m->rules);
    kf_vec_free(m->mem, &m->tables);
    kf_vec_free(m->mem, &m->lines);
    kf_mem_free(m->mem, m->predicate_of_name, m->n_names, sizeof(uint32_t));
    kf_mem_free(m->mem, m->function_of_name, m->n_names, sizeof(uint32_t));
    kf_mem_free(m->mem, m->type_of_name, m->n_names, sizeof(uint32_t));
    kf_symbols_free(m->labels);
    kf_arena_free(&m->arena);
    kf_mem_free(m->mem, m, 1, sizeof *m);
}

static uint32_t find_in(const kf_model *m, const uint32_t *of_name, kf_str name)
{
    uint32_t id = m->program ? kf_symbols_find(m->program->names, name) : KF_NO_SYMBOL;
    return id < m->n_names ? of_name[id] : KF_NONE;
}

uint32_t kf_model_find_predicate(const kf_model *m, kf_str name)
{
    return find_in(m, m->predicate_of_name, name);
}

uint32_t kf_model_find_function(const kf_model *m, kf_str name)
{
    return find_in(m, m->function_of_name, name);
}

uint32_t kf_model_find_type(const kf_model *m, kf_str name)
{
    return find_in(m, m->type_of_name, name);
}

uint32_t kf_model_find_rule(const kf_model *m, kf_str label)
{
    return kf_symbols_find(m->labels, label);
}

kf_str kf_model_name(const kf_model *m, kf_name name)
{
    return kf_program_name(m->program, name);
}

kf_str kf_type_name(const kf_model *m, uint32_t type)
{
    assert(type < m->types.n);
    return type == KF_TYPE_NUMBER ? KF_STR("number") : kf_model_name(m, m->types.at[type].name);
}

kf_str kf_predicate_name(const kf_model *m, uint32_t predicate)
{
    assert(predicate < m->predicates.n);
    return kf_model_name(m, m->predicates.at[predicate].name);
}

kf_str kf_constant_text(const kf_model *m, uint32_t type, uint32_t id)
{
    if (type == KF_NONE) return kf_model_name(m, (kf_name){ id }); /* a text of its own */
    assert(type != KF_TYPE_NUMBER && type < m->types.n);
    assert(id < kf_symbols_count(m->types.at[type].constants));
    return kf_symbols_text(m->types.at[type].constants, id);
}

void kf_model_fix_constants(kf_model *m)
{
    for (size_t i = 1; i < m->types.n; i++) {
        m->types.at[i].n_fixed = kf_symbols_count(m->types.at[i].constants);
    }
}

void kf_type_forget(kf_type *t, uint32_t count)
{
    assert(count >= t->n_fixed);
    kf_symbols_truncate(t->constants, count);
    if (t->values.n > count) t->values.n = count;
}

void kf_model_forget_world(kf_model *m)
{
    for (size_t i = 1; i < m->types.n; i++) kf_type_forget(&m->types.at[i], m->types.at[i].n_fixed);
}

kerf_status kf_type_values(kf_type *t, kf_mem *mem)
{
    uint32_t all = kf_symbols_count(t->constants);
    assert(t->values.n <= all);
    if (!kf_vec_reserve(mem, &t->values, all - t->values.n)) return KERF_NO_MEMORY;
    for (uint32_t id = (uint32_t)t->values.n; id < all; id++) {
        double value;
        bool number = kf_number_read(kf_symbols_text(t->constants, id), &value) && isfinite(value);
        t->values.at[t->values.n++] = number ? value : (double)NAN;
    }
    return KERF_OK;
}

kerf_status kf_model_too_heavy(const kf_model *m, const kf_rule *r, kf_diags *diags)
{
    kf_place place = { 0 };
    if (r) place = kf_sources_place(m->program->sources, r->pos);
    kf_diag_add(diags, KERF_ERROR, &place,
                r ? "divide all weights by the same number: that changes no answer"
                  : "divide all weights, and costs that learning is given, by the same number",
                "the weights add up to more than 1e304 over all groundings%s",
                r ? ", with those of this formula" : "");
    return KERF_INVALID;
}
