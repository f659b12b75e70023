/* contrasting.c -- the contrast of two worlds in words: groundings with their atoms, flips, soft
 * evidence.
 *
 * A probability in the evidence is a formula of its own on its atom, of weight ln(p / (1 - p)): the
 * world that does not follow it pays the size of that. */
#include "explain/contrasting.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/neumaier.h"
#include "ground/atoms.h"
#include "ground/score/instances.h"
#include "model/print/printer.h"
#include "report/conflict/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An atom is in many groundings, and told once. */
typedef struct told {
    kf_hash_pair key; /* of predicate and arguments */
    bool flips;       /* between the two worlds */
    bool known;       /* what is told of it is here */
    kerf_explained_atom is;
} told;

typedef struct teller {
    kf_grounder *g;
    const kf_model *m;
    kf_arena *to;
    kf_mem *mem;
    kf_text text; /* for the moment */
    const uint32_t *flips;
    size_t n_flips;
    KF_VEC(told) atoms;
    uint32_t *slots; /* a hash table of their numbers; UINT32_MAX: free */
    size_t n_slots;
    KF_VEC(kf_explained_grounding) list;
    kf_explained_grounding now; /* being told */
    uint64_t count;             /* of a cardinality */
    kf_neumaier sum;            /* of what is paid */
} teller;

static const char *take_text(teller *t)
{
    const char *copy = t->text.failed ? NULL : kf_arena_string(t->to, kf_text_get(&t->text));
    kf_text_clear(&t->text);
    return copy;
}

const char *kf_contrasting_atom(const kf_model *m, const kf_asked_atom *a, kf_arena *to)
{
    teller t = { .m = m, .to = to };
    kf_text_init(&t.text, to->mem);
    kf_explain_atom(&t.text, m, a->predicate, a->row, a->number);
    const char *text = take_text(&t);
    kf_text_free(&t.text);
    return text;
}

/* ---- Told atoms ---- */

static kf_hash_pair key_of(const teller *t, const kf_instance_atom *a)
{
    const kf_predicate *p = &t->m->predicates.at[a->predicate];
    kf_hash_pair key = { a->predicate, p->arity };
    for (uint32_t i = 0; i < p->arity; i++) kf_hash_pair_add(&key, a->row[i]);
    if (p->number) kf_hash_pair_add(&key, kf_hash_bits(a->number));
    return key;
}

static uint32_t *slot_of(const teller *t, kf_hash_pair key)
{
    size_t mask = t->n_slots - 1, at = key.a & mask;
    assert(t->n_slots > 0 && (t->n_slots & mask) == 0 && t->atoms.n < t->n_slots);
    for (; t->slots[at] != UINT32_MAX; at = (at + 1) & mask) {
        const told *is = &t->atoms.at[t->slots[at]];
        if (is->key.a == key.a && is->key.b == key.b) break;
    }
    return &t->slots[at];
}

static kerf_status make_slots(teller *t)
{
    enum { LEAST = 64 };
    size_t old = t->n_slots, n = old ? 2 * old : LEAST;
    if (2 * (t->atoms.n + 1) <= old) return KERF_OK;
    uint32_t *slots = kf_mem_alloc(t->mem, n, sizeof *slots);
    if (!slots) return KERF_NO_MEMORY;
    memset(slots, 0xff, n * sizeof *slots);
    kf_mem_free(t->mem, t->slots, old, sizeof *slots);
    t->slots = slots;
    t->n_slots = n;
    for (uint32_t i = 0; i < t->atoms.n; i++) *slot_of(t, t->atoms.at[i].key) = i;
    return KERF_OK;
}

/* Its place, which is good until the next one is looked up. */
static kerf_status look_up(teller *t, const kf_instance_atom *a, told **out)
{
    kf_hash_pair key = key_of(t, a);
    KF_TRY(make_slots(t));
    uint32_t *slot = slot_of(t, key);
    if (*slot == UINT32_MAX) {
        if (!kf_vec_push(t->mem, &t->atoms, (told){ .key = key })) return KERF_NO_MEMORY;
        *slot = (uint32_t)t->atoms.n - 1;
    }
    *out = &t->atoms.at[*slot];
    return KERF_OK;
}

static kf_instance_atom atom_of(const teller *t, uint32_t atom)
{
    kf_instance_atom a = { .open = true };
    a.predicate = kf_grounder_atom_row(t->g, atom, a.row);
    assert(a.predicate != KF_NONE); /* auxiliary atoms are no flips */
    a.value = kf_grounder_holds(t->g, atom);
    return a;
}

static kerf_status note_flips(teller *t)
{
    for (size_t i = 0; i < t->n_flips; i++) {
        kf_instance_atom a = atom_of(t, t->flips[i]);
        told *is;
        KF_TRY(look_up(t, &a, &is));
        assert(!is->flips);
        is->flips = true;
    }
    return KERF_OK;
}

/* ---- What is told of them ---- */

static kerf_status tell_arguments(teller *t, const kf_instance_atom *a, kerf_explained_atom *out)
{
    const kf_predicate *p = &t->m->predicates.at[a->predicate];
    out->arity = p->arity + (p->number ? 1 : 0);
    const char **list = kf_arena_alloc(t->to, out->arity + (size_t)1, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < p->arity; i++) {
        list[i] = kf_arena_string(t->to, kf_constant_text(t->m, p->slots[i].type, a->row[i]));
        if (!list[i]) return KERF_NO_MEMORY;
    }
    if (p->number) {
        kf_text_add_number(&t->text, a->number);
        list[p->arity] = take_text(t);
        if (!list[p->arity]) return KERF_NO_MEMORY;
    }
    out->arguments = list;
    out->predicate = kf_arena_string(t->to, kf_predicate_name(t->m, a->predicate));
    return out->predicate ? KERF_OK : KERF_NO_MEMORY;
}

/* Where evidence says it, if it does. */
static kerf_status tell_place(teller *t, const kf_instance_atom *a, kerf_explained_atom *out)
{
    kf_evidence *w = kf_grounder_database(t->g)->w;
    static const kf_said open[] = { KF_SAID_SOFT }, given[] = { KF_SAID_TRUE, KF_SAID_FALSE };
    const kf_said *said = a->open ? open : given;
    for (size_t i = 0; i < (a->open ? KF_LENGTH(open) : KF_LENGTH(given)); i++) {
        bool found;
        uint32_t at;
        KF_TRY(kf_evidence_find(w, a->predicate, said[i], a->row, a->number, &found, &at));
        if (!found) continue;
        const kf_facts *rows = kf_evidence_cited(w, said[i], a->predicate);
        const char *file = kf_evidence_file_name(w, kf_facts_file(rows, at));
        out->file = kf_arena_string(t->to, kf_str_of(file));
        out->line = rows->lines[at];
        if (a->open) out->probability = kf_evidence_probability(w, a->predicate, at);
        return out->file ? KERF_OK : KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static kerf_status tell_new(teller *t, const kf_instance_atom *a, bool flips,
                            kerf_explained_atom *out)
{
    *out = (kerf_explained_atom){ .size = sizeof *out,
                                  .value = a->value,
                                  .other_value = a->value != flips,
                                  .open = a->open,
                                  .probability = NAN };
    kf_explain_atom(&t->text, t->m, a->predicate, a->row, a->number);
    out->text = take_text(t);
    if (!out->text) return KERF_NO_MEMORY;
    KF_TRY(tell_arguments(t, a, out));
    return tell_place(t, a, out);
}

static kerf_status tell_atom(teller *t, const kf_instance_atom *a, kerf_explained_atom *out)
{
    told *is;
    KF_TRY(look_up(t, a, &is));
    if (!is->known) KF_TRY(tell_new(t, a, a->open && is->flips, &is->is));
    assert(!is->known || (is->is.value == a->value && is->is.open == a->open));
    is->known = true;
    *out = is->is;
    return KERF_OK;
}

/* ---- Groundings ---- */

static kerf_status tell_instance(void *context, const kf_instance *i)
{
    teller *t = context;
    const kf_rule *r = &t->m->rules.at[t->now.rule];
    kf_explained_grounding *out = &t->now;
    assert(i->n > 0 || i->more == 0);
    kf_printer printer = { .to = &t->text,
                           .model = t->m,
                           .rule = r,
                           .dialect = KF_DIALECT_KERF,
                           .bound = i->binding->ids,
                           .numbers = i->binding->numbers,
                           .no_plus = true };
    kf_printer_written(&printer);
    if (r->kind == KF_RULE_COUNT && (r->n_condition == 0 || out->weight > 0))
        kf_text_addf(&t->text, ", and it is %llu", (unsigned long long)t->count);
    out->text = take_text(t);
    out->n_atoms = i->n;
    out->more = i->more;
    out->atoms = kf_arena_alloc(t->to, i->n + (size_t)1, sizeof *out->atoms);
    if (!out->text || !out->atoms) return KERF_NO_MEMORY;
    for (uint32_t k = 0; k < i->n; k++) KF_TRY(tell_atom(t, &i->atoms[k], &out->atoms[k]));
    return KERF_OK;
}

static kerf_status tell_grounding(void *context, kf_ground_rule *gr, const kf_binding *b,
                                  double weight, uint64_t count)
{
    teller *t = context;
    t->now = (kf_explained_grounding){ .rule = kf_ground_rule_id(gr), .weight = weight };
    t->count = count;
    KF_TRY(kf_ground_describe(t->g, gr, b, tell_instance, t));
    if (!isinf(weight)) kf_neumaier_add(&t->sum, fabs(weight));
    return kf_vec_push(t->mem, &t->list, t->now) ? KERF_OK : KERF_NO_MEMORY;
}

/* Of one of the two worlds: atoms that flip against what evidence finds probable. */
static kerf_status tell_soft(teller *t, int which)
{
    for (size_t i = 0; i < t->n_flips; i++) {
        kf_instance_atom a = atom_of(t, t->flips[i]);
        kerf_explained_atom is;
        KF_TRY(tell_atom(t, &a, &is));
        if (isnan(is.probability)) continue;
        assert(is.probability > 0 && is.probability < 1);
        double w = log(is.probability / (1 - is.probability));
        bool value = a.value != (which == 1);
        if (w == 0 || value == (w > 0)) continue;
        kf_explained_grounding g = { .rule = KF_NONE, .weight = w, .n_atoms = 1, .text = is.text };
        g.atoms = kf_arena_copy(t->to, &is, 1, sizeof is);
        if (!g.atoms || !kf_vec_push(t->mem, &t->list, g)) return KERF_NO_MEMORY;
        kf_neumaier_add(&t->sum, fabs(w));
    }
    return KERF_OK;
}

/* What weighs most comes first; then in the order of the model. */
static int by_weight(const void *a, const void *b)
{
    const kf_explained_grounding *x = a, *y = b;
    double p = fabs(x->weight), q = fabs(y->weight);
    if (p != q) return p > q ? -1 : 1;
    if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
    return strcmp(x->text, y->text);
}

static kerf_status tell_world(teller *t, const kf_contrast *c, int which, kf_explanation *e)
{
    t->list.n = 0;
    t->sum = (kf_neumaier){ 0 };
    KF_TRY(kf_contrast_list(c, which, tell_grounding, t));
    KF_TRY(tell_soft(t, which));
    size_t n = t->list.n;
    if (n > 1) qsort(t->list.at, n, sizeof *t->list.at, by_weight);
    e->paid[which] = kf_arena_alloc(t->to, n + 1, sizeof *e->paid[which]);
    if (!e->paid[which]) return KERF_NO_MEMORY;
    if (n > 0) memcpy(e->paid[which], t->list.at, n * sizeof *t->list.at);
    *(which ? &e->is.other_pays : &e->is.answer_pays) = n;
    return KERF_OK;
}

static int by_text(const void *a, const void *b)
{
    const kerf_explained_atom *x = a, *y = b;
    return strcmp(x->text, y->text);
}

static kerf_status tell_flips(teller *t, uint32_t asked, kf_explanation *e)
{
    e->flips = kf_arena_alloc(t->to, t->n_flips + 1, sizeof *e->flips);
    if (!e->flips) return KERF_NO_MEMORY;
    assert(e->is.flips == 0);
    for (size_t i = 0; i < t->n_flips; i++) {
        if (t->flips[i] == asked) continue;
        kf_instance_atom a = atom_of(t, t->flips[i]);
        KF_TRY(tell_atom(t, &a, &e->flips[e->is.flips++]));
    }
    assert(e->is.flips + 1 == t->n_flips); /* all but the one asked about */
    if (e->is.flips > 1) qsort(e->flips, e->is.flips, sizeof *e->flips, by_text);
    return KERF_OK;
}

kerf_status kf_contrasting_tell(kf_grounder *g, const kf_contrast *c, const uint32_t *flips,
                                size_t n, uint32_t asked, kf_explained *to, kf_explanation *e,
                                kf_contrasted *out)
{
    teller t = { .g = g,
                 .m = kf_grounder_model(g),
                 .to = &to->arena,
                 .mem = kf_grounder_mem(g),
                 .flips = flips,
                 .n_flips = n };
    kf_text_init(&t.text, t.mem);
    kerf_status st = note_flips(&t);
    if (st == KERF_OK) st = tell_flips(&t, asked, e);
    for (int which = 0; st == KERF_OK && which < 2; which++) {
        st = tell_world(&t, c, which, e);
        out->paid[which] = kf_neumaier_get(&t.sum);
    }
    kf_vec_free(t.mem, &t.list);
    kf_vec_free(t.mem, &t.atoms);
    kf_mem_free(t.mem, t.slots, t.n_slots, sizeof *t.slots);
    kf_text_free(&t.text);
    return st;
}
