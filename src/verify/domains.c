/* domains.c -- the constants that each type has in this world.
 *
 * First those of the evidence and the model. Then, in order of declaration, one for each
 * application of a function that has no mapping, named f(A,B). Its arguments are constants of the
 * first kind only, so applications do not nest. They are added to the model's type;
 * kf_domains_close() removes them. */
#include "verify/verifier.h"

#include "base/check.h"

bool kf_domains_is_open(const kf_domains *d, uint32_t function)
{
    return kf_evidence_function(d->evidence, function)->n == 0;
}

void kf_domains_check(const kf_domains *d)
{
    (void)d;
#ifndef NDEBUG
    for (uint32_t t = KF_TYPE_NUMBER + 1; t < d->n_types; t++) {
        const kf_world_domain *x = &d->types[t];
        size_t here = 0;
        assert(x->n_base <= x->ids.n && x->n_base <= x->n_before);
        assert(x->position.n <= kf_symbols_count(d->model->types.at[t].constants));
        for (uint32_t i = 0; i < x->ids.n; i++) {
            assert(kf_domain_position(d, t, x->ids.at[i]) == i);
            assert(kf_constant_text(d->model, t, x->ids.at[i]).n <= x->longest);
        }
        for (size_t i = 0; i < x->position.n; i++) here += x->position.at[i] != KF_NONE;
        assert(here == x->ids.n);
    }
#endif
}

static bool append(kf_domains *d, uint32_t type, uint32_t id)
{
    assert(type != KF_TYPE_NUMBER && type < d->n_types);
    kf_world_domain *domain = &d->types[type];
    while (domain->position.n <= id)
        if (!kf_vec_push(d->mem, &domain->position, KF_NONE)) return false;
    if (domain->position.at[id] != KF_NONE) return true;
    domain->position.at[id] = (uint32_t)domain->ids.n;
    size_t length = kf_constant_text(d->model, type, id).n;
    if (length > domain->longest) domain->longest = length;
    return kf_vec_push(d->mem, &domain->ids, id);
}

static kerf_status add_base(kf_domains *d, uint32_t type)
{
    kf_world_domain *domain = &d->types[type];
    for (uint32_t id = 0; id < domain->n_before; id++)
        if (kf_evidence_has(d->evidence, type, id) && !append(d, type, id)) return KERF_NO_MEMORY;
    domain->n_base = (uint32_t)domain->ids.n;
    return KERF_OK;
}

/* ---- Applications --------------------------------------------------------------------------- */

/* The applications of a function; false if they are more than ids can tell apart. */
static bool count_applications(const kf_domains *d, const kf_function *f, uint64_t *n)
{
    const uint64_t most = UINT32_MAX - 2 - d->types[f->result].ids.n;
    bool none = false, fits = true;
    *n = 1;
    for (uint32_t i = 0; i < f->arity; i++) {
        uint64_t size = d->types[f->slots[i].type].n_base;
        none |= size == 0;
        if (fits && size > 0 && *n > most / size) fits = false;
        if (fits && size > 0) *n *= size;
    }
    if (none) *n = 0;
    return none || fits;
}

static kerf_status refuse(const kf_domains *d, const kf_function *f, kf_diags *diags)
{
    kf_place place = kf_sources_place(d->model->program->sources, f->pos);
    kf_str name = kf_model_name(d->model, f->name);
    kf_text sizes;
    kf_text_init(&sizes, d->mem);
    for (uint32_t i = 0; i < f->arity; i++)
        kf_text_addf(&sizes, "%s%u", i > 0 ? " x " : "", d->types[f->slots[i].type].n_base);
    kf_diag_add(diags, KERF_ERROR, &place, "give its mappings: A = f(B)",
                "%.*s has no mappings, and its %s applications are too many constants", (int)name.n,
                name.at, sizes.at ? sizes.at : "");
    kf_text_free(&sizes);
    return KERF_LIMIT;
}

static kerf_status add_application(kf_domains *d, const kf_function *f, const uint32_t *at,
                                   kf_text *text)
{
    kf_text_clear(text);
    kf_text_add(text, kf_model_name(d->model, f->name));
    kf_text_addc(text, '(');
    for (uint32_t i = 0; i < f->arity; i++) {
        uint32_t type = f->slots[i].type;
        if (i > 0) kf_text_addc(text, ',');
        kf_text_add(text, kf_constant_text(d->model, type, d->types[type].ids.at[at[i]]));
    }
    kf_text_addc(text, ')');
    if (text->failed) return KERF_NO_MEMORY;
    uint32_t id = kf_symbols_add(d->model->types.at[f->result].constants, kf_text_get(text));
    return id != KF_NO_SYMBOL && append(d, f->result, id) ? KERF_OK : KERF_NO_MEMORY;
}

/* Nested loops over the arguments, the last one fastest. */
static kerf_status add_applications(kf_domains *d, const kf_function *f, kf_diags *diags)
{
    uint32_t at[KF_MOST_ARITY] = { 0 };
    uint64_t n;
    if (!count_applications(d, f, &n)) return refuse(d, f, diags);
    kerf_status status = KERF_OK;
    kf_text text;
    kf_text_init(&text, d->mem);
    for (uint64_t k = 0; status == KERF_OK && k < n; k++) {
        status = add_application(d, f, at, &text);
        for (uint32_t i = f->arity; i-- > 0;) {
            if (++at[i] < d->types[f->slots[i].type].n_base) break;
            at[i] = 0;
        }
    }
    kf_text_free(&text);
    return status;
}

/* ---- Life ----------------------------------------------------------------------------------- */

static kerf_status fill(kf_domains *d, kf_diags *diags)
{
    for (uint32_t t = KF_TYPE_NUMBER + 1; t < d->n_types; t++) KF_TRY(add_base(d, t));
    for (uint32_t f = 0; f < d->model->functions.n; f++)
        if (kf_domains_is_open(d, f))
            KF_TRY(add_applications(d, &d->model->functions.at[f], diags));
    return KERF_OK;
}

kerf_status kf_domains_open(kf_domains *d, kf_mem *mem, kf_model *model,
                            const kf_evidence *evidence, kf_diags *diags)
{
    *d =
        (kf_domains){ .mem = mem, .model = model, .evidence = evidence, .n_types = model->types.n };
    d->types = kf_mem_calloc(mem, d->n_types, sizeof *d->types);
    if (!d->types) return KERF_NO_MEMORY;
    for (uint32_t t = KF_TYPE_NUMBER + 1; t < d->n_types; t++)
        d->types[t].n_before = kf_symbols_count(model->types.at[t].constants);
    kerf_status status = fill(d, diags);
    if (status != KERF_OK) kf_domains_close(d);
    else KF_CHECK(kf_domains_check(d));
    return status;
}

void kf_domains_close(kf_domains *d)
{
    if (!d->types) return;
    assert(d->n_types == d->model->types.n);
    for (uint32_t t = KF_TYPE_NUMBER + 1; t < d->n_types; t++) {
        kf_type_forget(&d->model->types.at[t], d->types[t].n_before);
        kf_vec_free(d->mem, &d->types[t].ids);
        kf_vec_free(d->mem, &d->types[t].position);
    }
    kf_mem_free(d->mem, d->types, d->n_types, sizeof *d->types);
    d->types = NULL;
}
