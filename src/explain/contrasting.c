/* contrasting.c -- the contrast of two worlds in words: groundings with their atoms, flips, soft
 * evidence.
 *
 * A probability in the evidence is a formula of its own on its atom, of weight ln(p / (1 - p)): the
 * world that does not follow it pays the size of that. */
#include "explain/contrasting.h"

#include "base/check.h"
#include "base/neumaier.h"
#include "ground/atoms.h"
#include "ground/score/instances.h"
#include "model/print/printer.h"
#include "report/conflict/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct teller {
    kf_grounder *g;
    const kf_model *m;
    kf_arena *to;
    kf_mem *mem;
    kf_text text; /* for the moment */
    const uint32_t *flips;
    size_t n_flips;
    KF_VEC(kf_explained_grounding) list;
    kf_explained_grounding now; /* being told */
    uint64_t count;             /* of a cardinality */
    kf_neumaier sum;            /* of what is paid */
} teller;

/* ---- Atoms ---- */

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

static bool is_flip(const teller *t, uint32_t predicate, const uint32_t *row)
{
    uint32_t arity = t->m->predicates.at[predicate].arity;
    for (size_t i = 0; i < t->n_flips; i++) {
        uint32_t other[KF_MOST_ARITY];
        if (kf_grounder_atom_row(t->g, t->flips[i], other) == predicate
            && memcmp(row, other, arity * sizeof *row) == 0)
            return true;
    }
    return false;
}

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

static kerf_status tell_atom(teller *t, const kf_instance_atom *a, kerf_explained_atom *out)
{
    bool flips = a->open && is_flip(t, a->predicate, a->row);
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

static kf_instance_atom atom_of(const teller *t, uint32_t atom)
{
    kf_instance_atom a = { .open = true };
    a.predicate = kf_grounder_atom_row(t->g, atom, a.row);
    assert(a.predicate != KF_NONE); /* auxiliary atoms are no flips */
    a.value = kf_grounder_holds(t->g, atom);
    return a;
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
        kerf_explained_atom told;
        KF_TRY(tell_atom(t, &a, &told));
        if (isnan(told.probability)) continue;
        assert(told.probability > 0 && told.probability < 1);
        double w = log(told.probability / (1 - told.probability));
        bool value = a.value != (which == 1);
        if (w == 0 || value == (w > 0)) continue;
        kf_explained_grounding g = {
            .rule = KF_NONE, .weight = w, .n_atoms = 1, .text = told.text
        };
        g.atoms = kf_arena_copy(t->to, &told, 1, sizeof told);
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
    return strcmp(((const kerf_explained_atom *)a)->text, ((const kerf_explained_atom *)b)->text);
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
    kerf_status st = tell_flips(&t, asked, e);
    for (int which = 0; st == KERF_OK && which < 2; which++) {
        st = tell_world(&t, c, which, e);
        out->paid[which] = kf_neumaier_get(&t.sum);
    }
    kf_vec_free(t.mem, &t.list);
    kf_text_free(&t.text);
    return st;
}
