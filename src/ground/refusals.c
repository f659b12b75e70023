/* refusals.c -- errors about models that cannot be ground or written out; see refusals.h. */
#include "ground/refusals.h"

#include "base/check.h"
#include "base/text.h"

kerf_status kf_ground_needs_weights(const kf_model *m, kf_diags *diags)
{
    size_t errors = kf_diags_errors(diags);
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->cost != KF_COST_LEARN) continue;
        kf_place place = kf_sources_place(m->program->sources, r->pos);
        kf_diag_add(diags, KERF_ERROR, &place,
                    "give it a weight or a dot, learn it (kerf learn), or read it with --weights",
                    "%.*s has no weight", (int)r->label.n, r->label.at);
    }
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

void kf_blame_functions(const kf_model *m, const kf_evidence *evidence, kf_mem *mem,
                        kf_diags *diags)
{
    for (uint32_t i = 0; i < m->functions.n; i++) {
        const kf_function *f = &m->functions.at[i];
        double applications = 1;
        kf_text sizes;
        kf_text_init(&sizes, mem);
        for (uint32_t a = 0; a < f->arity; a++) {
            uint32_t size = kf_evidence_type_size(evidence, f->slots[a].type);
            applications *= size;
            kf_text_addf(&sizes, "%s%u", a ? " x " : "", size);
        }
        if (kf_evidence_count_values(evidence, i) == 0 && applications >= UINT32_MAX) {
            kf_place place = kf_sources_place(m->program->sources, f->pos);
            kf_str name = kf_model_name(m, f->name);
            kf_diag_add(diags, KERF_ERROR, &place, "give its values in the evidence: A = f(B)",
                        "function %.*s has too many applications (%s)",
                        name.n > 60 ? 60 : (int)name.n, name.at, sizes.failed ? "" : sizes.at);
        }
        kf_text_free(&sizes);
    }
}

kerf_status kf_refuse_acyclic(const kf_model *m, kf_diags *diags)
{
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        if (r->kind != KF_RULE_ACYCLIC) continue;
        kf_place place = kf_sources_place(m->program->sources, r->pos);
        kf_diag_add(diags, KERF_ERROR, &place,
                    "leave it out, or let kerf find the best world: kerf map --ground=full",
                    "acyclicity is found cycle by cycle; it cannot be written out");
        return KERF_UNSUPPORTED;
    }
    return KERF_OK;
}
