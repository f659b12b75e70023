/* database.c -- relations and domains over one world's evidence; see database.h. */
#include "query/database.h"

#include "base/check.h"
#include "model/weight_table.h"

/* ---- Domains ---- */

static kerf_status fill_domain(kf_database *d, uint32_t type)
{
    assert(type > 0 && type < d->n_types);
    kf_domain *dom = &d->domains[type];
    dom->n = dom->room = kf_evidence_type_size(d->w, type);
    dom->ids = kf_mem_alloc(d->mem, dom->n, sizeof *dom->ids);
    if (!dom->ids) return KERF_NO_MEMORY;
    kf_evidence_constants(d->w, type, dom->ids);
    KF_TRY(kf_type_values(&d->m->types.at[type], d->m->mem));
    dom->values = d->m->types.at[type].values.at;
    return KERF_OK;
}

/* ---- Functions ---- */

/* The text of f(a, b). */
static void application(kf_text *to, const kf_model *m, const kf_function *f, const uint32_t *row)
{
    kf_str name = kf_model_name(m, f->name);
    kf_text_add(to, name);
    kf_text_addc(to, '(');
    for (uint32_t i = 0; i < f->arity; i++) {
        if (i) kf_text_addc(to, ',');
        kf_text_add(to, kf_constant_text(m, f->slots[i].type, row[i]));
    }
    kf_text_addc(to, ')');
}

static bool next_row(const kf_domain **domains, uint32_t n, uint32_t *at)
{
    for (uint32_t i = n; i-- > 0;) {
        if (++at[i] < domains[i]->n) return true;
        at[i] = 0;
    }
    return false;
}

/* A function without a mapping: every application is its own constant. */
static kerf_status apply_everywhere(kf_database *d, const kf_function *f, kf_relation *rel)
{
    assert(rel->width == f->arity + 1 && rel->alive == 0);
    const kf_domain *domains[KF_MOST_ARITY];
    uint32_t at[KF_MOST_ARITY] = { 0 }, row[KF_MOST_ARITY + 1];
    for (uint32_t i = 0; i < f->arity; i++) {
        domains[i] = &d->domains[f->slots[i].type];
        if (domains[i]->n == 0) return KERF_OK;
    }
    kf_text text;
    kf_text_init(&text, d->mem);
    kerf_status st = KERF_OK;
    do {
        for (uint32_t i = 0; i < f->arity; i++) row[i] = domains[i]->ids[at[i]];
        kf_text_clear(&text);
        application(&text, d->m, f, row);
        row[f->arity] =
            text.failed ? KF_NO_SYMBOL
                        : kf_symbols_add(d->m->types.at[f->result].constants, kf_text_get(&text));
        bool added;
        st = row[f->arity] == KF_NO_SYMBOL ? KERF_NO_MEMORY
                                           : kf_evidence_constant(d->w, f->result, row[f->arity]);
        if (st == KERF_OK) st = kf_relation_insert(rel, row, &added);
    } while (st == KERF_OK && next_row(domains, f->arity, at));
    kf_text_free(&text);
    return st;
}

static void slot_sizes(const kf_database *d, const kf_slot *slots, uint32_t n, uint32_t *sizes)
{
    for (uint32_t i = 0; i < n; i++) {
        sizes[i] = kf_symbols_count(d->m->types.at[slots[i].type].constants);
    }
}

static bool is_mapped(const kf_database *d, uint32_t function)
{
    return kf_evidence_count_values(d->w, function) > 0;
}

/* How many constants each type will have once functions without a mapping have added theirs. */
static kerf_status final_sizes(const kf_database *d, uint64_t *sizes)
{
    for (uint32_t i = 1; i < d->n_types; i++) {
        sizes[i] = kf_symbols_count(d->m->types.at[i].constants);
    }
    for (uint32_t i = 0; i < d->n_functions; i++) {
        const kf_function *f = &d->m->functions.at[i];
        if (is_mapped(d, i)) continue;
        uint64_t rows = 1;
        bool none = false, fits = true;
        for (uint32_t a = 0; a < f->arity; a++) {
            uint32_t size = d->domains[f->slots[a].type].n;
            none |= size == 0;
            fits = fits && !__builtin_mul_overflow(rows, size, &rows);
        }
        if (none) continue;
        fits = fits && !__builtin_add_overflow(sizes[f->result], rows, &sizes[f->result]);
        if (!fits || sizes[f->result] >= KF_NO_SYMBOL) return KERF_LIMIT;
    }
    return KERF_OK;
}

/* Mapped ones are evidence; the others are made, which adds constants, so they come first and
 * their relations are built over the sizes that the types will have. */
static kerf_status make_functions(kf_database *d, const uint64_t *last)
{
    for (uint32_t i = 0; i < d->n_functions; i++) {
        const kf_function *f = &d->m->functions.at[i];
        if (is_mapped(d, i)) continue;
        uint32_t sizes[KF_MOST_ARITY + 1];
        for (uint32_t a = 0; a < f->arity; a++) sizes[a] = (uint32_t)last[f->slots[a].type];
        sizes[f->arity] = (uint32_t)last[f->result];
        KF_TRY(kf_relation_new(&d->functions[i], d->mem, f->arity + 1, sizes, NULL));
        KF_TRY(apply_everywhere(d, f, d->functions[i]));
    }
    return KERF_OK;
}

static kerf_status unmapped_functions(kf_database *d)
{
    uint64_t *last = kf_mem_calloc(d->mem, d->n_types, sizeof *last);
    kerf_status st = last ? final_sizes(d, last) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = make_functions(d, last);
    kf_mem_free(d->mem, last, d->n_types, sizeof *last);
    return st;
}

/* A relation that does not change, wherever its rows are. */
static kerf_status over_evidence(const kf_database *d, kf_relation **rel, uint32_t width,
                                 const uint32_t *sizes, kf_table t)
{
    kf_provider *p = kf_evidence_provider(d->w);
    if (!kf_provider_is_here(p, t)) return kf_relation_new_remote(rel, d->mem, width, sizes, p, t);
    return kf_relation_new(rel, d->mem, width, sizes, kf_provider_facts(p, t));
}

static kerf_status mapped_functions(kf_database *d)
{
    for (uint32_t i = 0; i < d->n_functions; i++) {
        const kf_function *f = &d->m->functions.at[i];
        if (d->functions[i]) continue;
        uint32_t sizes[KF_MOST_ARITY + 1];
        slot_sizes(d, f->slots, f->arity, sizes);
        sizes[f->arity] = kf_symbols_count(d->m->types.at[f->result].constants);
        KF_TRY(over_evidence(d, &d->functions[i], f->arity + 1, sizes,
                             (kf_table){ KF_SAID_VALUE, i }));
    }
    return KERF_OK;
}

/* ---- Predicates ---- */

static kerf_status make_predicate(kf_database *d, uint32_t i)
{
    assert(!d->atoms[i]);
    const kf_predicate *p = &d->m->predicates.at[i];
    uint32_t sizes[KF_MOST_ARITY];
    slot_sizes(d, p->slots, p->arity, sizes);
    if (!p->hidden)
        return over_evidence(d, &d->atoms[i], p->arity, sizes, (kf_table){ KF_SAID_TRUE, i });
    const kf_facts *yes = kf_evidence_facts(d->w, i, KF_SAID_TRUE);
    const kf_facts *no = kf_evidence_facts(d->w, i, KF_SAID_FALSE);
    KF_TRY(kf_relation_new(&d->atoms[i], d->mem, p->arity, sizes, NULL));
    KF_TRY(kf_relation_new(&d->fixed_true[i], d->mem, p->arity, sizes, d->open ? NULL : yes));
    KF_TRY(kf_relation_new(&d->fixed_false[i], d->mem, p->arity, sizes, d->open ? NULL : no));
    for (uint32_t k = 0; !d->open && k < yes->n; k++) {
        uint32_t row[KF_MOST_ARITY];
        bool added;
        for (uint32_t c = 0; c < p->arity; c++) row[c] = yes->columns[c][k];
        KF_TRY(kf_relation_insert(d->atoms[i], row, &added));
    }
    return KERF_OK;
}

/* ---- Weight tables ---- */

static bool is_here(const kf_database *d, uint32_t type, uint32_t id)
{
    return id < d->m->types.at[type].n_model || kf_database_has_constant(d, type, id);
}

static kerf_status fill_table(const kf_database *d, const kf_rule *r, kf_relation *rel)
{
    for (uint32_t i = 0; i < kf_weight_table_count(r->table); i++) {
        const uint32_t *key = kf_weight_table_key(r->table, i);
        bool here = true, added;
        for (uint32_t k = 0; here && k < r->n_parameters; k++)
            here = is_here(d, r->variables[r->parameters[k]].type, key[k]);
        if (here) KF_TRY(kf_relation_insert(rel, key, &added));
    }
    return KERF_OK;
}

kerf_status kf_database_table(kf_database *d, uint32_t rule, kf_relation **out)
{
    assert(rule < d->n_rules && d->m->rules.at[rule].table);
    const kf_rule *r = &d->m->rules.at[rule];
    *out = d->tables[rule];
    if (*out) return KERF_OK;
    uint32_t sizes[KF_MOST_ARITY];
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        uint32_t type = r->variables[r->parameters[i]].type;
        sizes[i] = kf_symbols_count(d->m->types.at[type].constants);
    }
    KF_TRY(kf_relation_new(out, d->mem, r->n_parameters, sizes, NULL));
    kerf_status st = fill_table(d, r, *out);
    if (st == KERF_OK) d->tables[rule] = *out;
    else kf_relation_free(*out);
    return st;
}

static void free_domains(kf_database *d)
{
    for (uint32_t i = 0; d->domains && i < d->n_types; i++) {
        kf_mem_free(d->mem, d->domains[i].ids, d->domains[i].room, sizeof(uint32_t));
        d->domains[i] = (kf_domain){ 0 };
    }
}

static kerf_status fill_domains(kf_database *d)
{
    free_domains(d);
    for (uint32_t i = 1; i < d->n_types; i++) KF_TRY(fill_domain(d, i));
    return KERF_OK;
}

kerf_status kf_database_make_lists(kf_database *d)
{
    d->n_before = kf_mem_calloc(d->mem, d->n_types, sizeof(uint32_t));
    d->atoms = kf_mem_calloc(d->mem, d->n_predicates, sizeof(kf_relation *));
    d->fixed_true = kf_mem_calloc(d->mem, d->n_predicates, sizeof(kf_relation *));
    d->fixed_false = kf_mem_calloc(d->mem, d->n_predicates, sizeof(kf_relation *));
    d->tables = kf_mem_calloc(d->mem, d->n_rules, sizeof(kf_relation *));
    d->domains = kf_mem_calloc(d->mem, d->n_types, sizeof(kf_domain));
    for (uint32_t i = 1; d->n_before && i < d->n_types; i++) /* what a failure must not forget */
        d->n_before[i] = kf_symbols_count(d->m->types.at[i].constants);
    if (!d->n_before || !d->atoms || !d->fixed_true || !d->fixed_false || !d->tables || !d->domains)
        return KERF_NO_MEMORY;
    return KERF_OK;
}

static kerf_status fill(kf_database *d)
{
    KF_TRY(kf_database_make_lists(d));
    d->functions = kf_mem_calloc(d->mem, d->n_functions, sizeof(kf_relation *));
    if (!d->functions) return KERF_NO_MEMORY;
    KF_TRY(fill_domains(d));
    if (d->n_functions > 0) {
        KF_TRY(unmapped_functions(d));
        KF_TRY(fill_domains(d)); /* with what functions added */
    }
    KF_TRY(mapped_functions(d));
    for (uint32_t i = 0; i < d->n_predicates; i++) KF_TRY(make_predicate(d, i));
    return KERF_OK;
}

static kerf_status make(kf_database **out, kf_mem *mem, kf_model *m, kf_evidence *w, bool open)
{
    kf_database *d = kf_mem_calloc(mem, 1, sizeof *d);
    assert(m->settled);
    if (!d) return KERF_NO_MEMORY;
    *d = (kf_database){ .mem = mem,
                        .m = m,
                        .w = w,
                        .open = open,
                        .n_predicates = (uint32_t)m->predicates.n,
                        .n_functions = (uint32_t)m->functions.n,
                        .n_types = (uint32_t)m->types.n,
                        .n_rules = (uint32_t)m->rules.n };
    kerf_status st = fill(d);
    if (st != KERF_OK) {
        kf_database_free(d);
        return st;
    }
    *out = d;
    return KERF_OK;
}

kerf_status kf_database_new(kf_database **out, kf_mem *mem, kf_model *m, kf_evidence *w)
{
    return make(out, mem, m, w, false);
}

kerf_status kf_database_new_open(kf_database **out, kf_mem *mem, kf_model *m, kf_evidence *w)
{
    return make(out, mem, m, w, true);
}

/* lent: by whom some of the relations are, or NULL. */
static void free_rels(kf_database *d, kf_relation **list, kf_relation **lent, uint32_t n)
{
    for (uint32_t i = 0; list && i < n; i++)
        if (!lent || list[i] != lent[i]) kf_relation_free(list[i]);
    kf_mem_free(d->mem, list, n, sizeof(kf_relation *));
}

void kf_database_free(kf_database *d)
{
    if (!d) return;
    const kf_database *w = d->whole;
    free_rels(d, d->atoms, w ? w->atoms : NULL, d->n_predicates);
    free_rels(d, d->fixed_true, w ? w->fixed_true : NULL, d->n_predicates);
    free_rels(d, d->fixed_false, w ? w->fixed_false : NULL, d->n_predicates);
    free_rels(d, d->functions, NULL, d->n_functions);
    free_rels(d, d->tables, NULL, d->n_rules);
    free_domains(d);
    for (uint32_t i = 1; d->n_before && d->n_functions > 0 && i < d->n_types; i++) {
        kf_type_forget(&d->m->types.at[i], d->n_before[i]);
    }
    kf_mem_free(d->mem, d->n_before, d->n_types, sizeof(uint32_t));
    kf_mem_free(d->mem, d->domains, d->n_types, sizeof(kf_domain));
    kf_mem_free(d->mem, d, 1, sizeof *d);
}

kerf_status kf_database_set(kf_database *d, uint32_t predicate, const uint32_t *row, bool value,
                            bool *changed)
{
    assert(predicate < d->n_predicates && d->m->predicates.at[predicate].hidden);
    if (value) return kf_relation_insert(d->atoms[predicate], row, changed);
    *changed = kf_relation_remove(d->atoms[predicate], row);
    return KERF_OK;
}

static kerf_status reset_relation(kf_database *d, uint32_t predicate, kf_patience *patience)
{
    const kf_relation *atoms = d->atoms[predicate];
    uint32_t row[KF_MOST_ARITY], n = kf_relation_places(atoms);
    assert(atoms->width == d->m->predicates.at[predicate].arity && !atoms->borrowed);
    for (uint32_t i = 0; i < n; i++) {
        bool changed;
        if (kf_relation_is_dead(atoms, i)) continue;
        if (!kf_patience_spend(patience, 4)) return KERF_INTERRUPTED;
        kf_relation_read(atoms, i, row);
        if (kf_database_fixed(d, predicate, row) == KF_UNKNOWN)
            KF_TRY(kf_database_set(d, predicate, row, false, &changed));
    }
    return KERF_OK;
}

kerf_status kf_database_reset(kf_database *d, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden) KF_TRY(reset_relation(d, p, &patience));
    return KERF_OK;
}

bool kf_database_holds(const kf_database *d, uint32_t predicate, const uint32_t *row)
{
    assert(predicate < d->n_predicates);
    return kf_relation_has(d->atoms[predicate], row);
}

kf_truth kf_database_fixed(const kf_database *d, uint32_t predicate, const uint32_t *row)
{
    assert(predicate < d->n_predicates && d->m->predicates.at[predicate].hidden);
    if (kf_relation_has(d->fixed_true[predicate], row)) return KF_TRUE;
    return kf_relation_has(d->fixed_false[predicate], row) ? KF_FALSE : KF_UNKNOWN;
}
