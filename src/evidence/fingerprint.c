/* fingerprint.c -- two running hashes; see fingerprint.h. Stores keep them: those of base/hash.h
 * serve tables in memory, and may change. */
#include "evidence/fingerprint.h"

#include "base/hash.h"

#include <assert.h>
#include <stdio.h>

enum { FORMAT = 3 }; /* of the tables: another one is another fingerprint */

void kf_fingerprint_begin(kf_fingerprint *p)
{
    *p = (kf_fingerprint){ FORMAT, 0 };
}

void kf_fingerprint_add(kf_fingerprint *p, uint64_t word)
{
    p->a = (p->a ^ word) * 0x9e3779b97f4a7c15u;
    p->a ^= p->a >> 29;
    p->b = (p->b + word) * 0xd6e8feb86659fd93u;
    p->b ^= p->b >> 32;
}

void kf_fingerprint_add_text(kf_fingerprint *p, kf_str text)
{
    kf_fingerprint_add(p, text.n);
    kf_fingerprint_add(p, kf_hash_bytes(text.at, text.n));
}

static void add_type(kf_fingerprint *p, const kf_model *m, uint32_t type)
{
    const kf_type *t = &m->types.at[type];
    kf_fingerprint_add_text(p, kf_type_name(m, type));
    kf_fingerprint_add(p, (uint64_t)t->n_model << 32 | t->n_fixed);
    for (uint32_t i = 0; t->constants && i < t->n_fixed; i++)
        kf_fingerprint_add_text(p, kf_symbols_text(t->constants, i));
}

static void add_slots(kf_fingerprint *p, kf_str name, const kf_slot *slots, uint32_t n)
{
    kf_fingerprint_add_text(p, name);
    kf_fingerprint_add(p, n);
    for (uint32_t i = 0; i < n; i++) kf_fingerprint_add(p, slots[i].type);
}

/* Formulas that make constants tell which constants there are. */
static void add_rules(kf_fingerprint *p, const kf_model *m)
{
    for (uint32_t i = 0; m->makes && i < m->rules.n; i++) {
        kf_pos pos = m->rules.at[i].pos;
        kf_str text = kf_sources_text(m->program->sources, pos.source);
        assert(pos.offset + pos.length <= text.n);
        kf_fingerprint_add_text(p, (kf_str){ text.at + pos.offset, pos.length });
    }
}

void kf_fingerprint_add_model(kf_fingerprint *p, const kf_model *m)
{
    kf_fingerprint_add(p, m->types.n);
    for (uint32_t i = 0; i < m->types.n; i++) add_type(p, m, i);
    kf_fingerprint_add(p, m->predicates.n);
    for (uint32_t i = 0; i < m->predicates.n; i++) {
        const kf_predicate *x = &m->predicates.at[i];
        add_slots(p, kf_predicate_name(m, i), x->slots, x->arity);
        kf_fingerprint_add(p, x->number);
    }
    kf_fingerprint_add(p, m->functions.n);
    for (uint32_t i = 0; i < m->functions.n; i++) {
        const kf_function *f = &m->functions.at[i];
        add_slots(p, kf_model_name(m, f->name), f->slots, f->arity);
        kf_fingerprint_add(p, f->result);
    }
    add_rules(p, m);
}

void kf_fingerprint_write(const kf_fingerprint *p, char to[KF_FINGERPRINT_TEXT])
{
    snprintf(to, KF_FINGERPRINT_TEXT, "%016llx%016llx", (unsigned long long)p->a,
             (unsigned long long)p->b);
}
