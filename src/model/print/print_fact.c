/* print_fact.c -- atoms and constants as evidence has them. */
#include "model/model.h"

void kf_print_fact_constant(kf_text *to, kf_str text)
{
    bool bare = text.n > 0 && (text.at[0] < '0' || text.at[0] > '9');
    for (size_t i = 0; i < text.n; i++) {
        char c = text.at[i];
        bare &=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    if (bare) kf_text_add(to, text);
    else kf_print_constant(to, text);
}

void kf_print_fact(kf_text *to, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        kf_print_fact_constant(to, kf_constant_text(m, p->slots[i].type, row[i]));
    }
    if (p->arity > 0) kf_text_addc(to, ')');
}
