/* report_answer.c -- the answer: collected from the database, sorted, and written down. */
#include "session/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Collecting ----------------------------------------------------------------------------- */

void kf_mapped_forget(kf_mapped *m)
{
    m->answered = false;
    kf_text_free(&m->text);
    kf_vec_free(m->mem, &m->ids);
    kf_vec_free(m->mem, &m->atoms);
    kf_arena_free(&m->lent);
}

/* One atom as it is read back as evidence, with its end. */
static void add_text(kf_text *to, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    const kf_predicate *p = &m->predicates.at[predicate];
    kf_text_add(to, kf_predicate_name(m, predicate));
    for (uint32_t i = 0; i < p->arity; i++) {
        kf_text_add(to, i == 0 ? KF_STR("(") : KF_STR(", "));
        kf_print_constant(to, kf_constant_text(m, p->slots[i].type, row[i]));
    }
    if (p->arity > 0) kf_text_addc(to, ')');
    kf_text_addc(to, '\0');
}

static bool add_atom(kf_mapped *x, const kf_model *m, uint32_t predicate, const uint32_t *row)
{
    kf_answer_atom a = { .predicate = predicate, .ids = x->ids.n };
    uint32_t arity = m->predicates.at[predicate].arity;
    if (!kf_vec_reserve(x->mem, &x->ids, arity)) return false;
    if (arity > 0) memcpy(x->ids.at + x->ids.n, row, arity * sizeof *row);
    x->ids.n += arity;
    add_text(&x->text, m, predicate, row);
    return !x->text.failed && kf_vec_push(x->mem, &x->atoms, a);
}

static bool add_predicate(kf_mapped *x, const kf_database *d, uint32_t predicate)
{
    const kf_relation *atoms = d->atoms[predicate];
    uint32_t row[KF_MOST_ARITY] = { 0 }, n = atoms->width > 0 ? atoms->n : atoms->alive;
    for (uint32_t i = 0; i < n; i++) {
        if (atoms->dead && atoms->dead[i]) continue;
        for (uint32_t c = 0; c < atoms->width; c++) row[c] = atoms->columns[c][i];
        if (!add_atom(x, d->m, predicate, row)) return false;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const kf_answer_atom *)a)->text, ((const kf_answer_atom *)b)->text);
}

kerf_status kf_mapped_collect(kf_mapped *x, const kf_database *d)
{
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden && !add_predicate(x, d, p)) return KERF_NO_MEMORY;
    const char *at = x->text.at; /* it stays there from now on */
    for (size_t i = 0; i < x->atoms.n; i++, at += strlen(at) + 1) x->atoms.at[i].text = at;
    if (x->atoms.n > 1) qsort(x->atoms.at, x->atoms.n, sizeof *x->atoms.at, by_text);
    return KERF_OK;
}

bool kf_mapped_is_assignment(const kf_mapped *x, const kf_database *d)
{
    uint64_t alive = 0;
    for (uint32_t p = 0; p < d->n_predicates; p++)
        if (d->m->predicates.at[p].hidden) alive += d->atoms[p]->alive;
    for (size_t i = 0; i < x->atoms.n; i++) {
        const kf_answer_atom *a = &x->atoms.at[i];
        if (!kf_relation_has(d->atoms[a->predicate], x->ids.at + a->ids)) return false;
    }
    return alive == x->atoms.n;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static kf_str constant_of(const kf_mapped *x, const kf_model *m, const kf_answer_atom *a,
                          uint32_t argument)
{
    uint32_t type = m->predicates.at[a->predicate].slots[argument].type;
    return kf_constant_text(m, type, x->ids.at[a->ids + argument]);
}

static void add_row(kf_text *to, const kf_mapped *x, const kf_model *m, const kf_answer_atom *a)
{
    kf_print_escaped(to, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++) {
        kf_text_addc(to, '\t');
        kf_print_escaped(to, constant_of(x, m, a, i));
    }
    kf_text_addc(to, '\n');
}

static void add_json_atom(kf_text *to, const kf_mapped *x, const kf_model *m,
                          const kf_answer_atom *a)
{
    kf_text_addc(to, '[');
    kf_text_add_quoted(to, kf_predicate_name(m, a->predicate));
    for (uint32_t i = 0; i < m->predicates.at[a->predicate].arity; i++) {
        kf_text_addc(to, ',');
        kf_text_add_quoted(to, constant_of(x, m, a, i));
    }
    kf_text_addc(to, ']');
}

static void add_json_number(kf_text *to, const char *name, double number)
{
    kf_text_addf(to, ",\"%s\":", name);
    if (isfinite(number)) kf_text_add_number(to, number);
    else kf_text_add(to, KF_STR("null"));
}

/* One object on one line, so that several worlds are JSON lines. */
static void add_json(kf_text *to, const kf_mapped *x, const kf_model *m, const char *world)
{
    const kerf_result *r = &x->runs.at[x->runs.n - 1].result;
    kf_text_add(to, KF_STR("{\"world\":"));
    kf_text_add_quoted(to, kf_str_of(world));
    kf_text_addf(to, ",\"status\":\"%s\"", kerf_outcome_text(r->outcome));
    add_json_number(to, "score", r->score);
    add_json_number(to, "cost", r->cost);
    add_json_number(to, "bound", r->bound);
    kf_text_add(to, KF_STR(",\"atoms\":["));
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        if (i > 0) kf_text_addc(to, ',');
        add_json_atom(to, x, m, &x->atoms.at[i]);
    }
    kf_text_add(to, KF_STR("]}\n"));
}

void kf_report_answer(kf_text *to, const kf_mapped *x, const kf_model *m, kerf_answer_format format,
                      const char *world)
{
    if (format == KERF_ANSWER_JSON) {
        add_json(to, x, m, world);
        return;
    }
    if (*world) kf_text_addf(to, ">> %s\n", world);
    for (size_t i = 0; i < x->atoms.n && !to->failed; i++) {
        if (format == KERF_ANSWER_TSV) add_row(to, x, m, &x->atoms.at[i]);
        else kf_text_addf(to, "%s\n", x->atoms.at[i].text);
    }
}

kerf_status kerf_write_answer(kerf *k, kerf_answer_format format, kerf_write_fn *write,
                              void *context)
{
    KF_TRY(kf_session_begin(k));
    if (!k->mapped.answered)
        return kf_session_misuse(k, "there is no answer: kerf_map() gives one");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    if ((unsigned)format > KERF_ANSWER_JSON)
        return kf_session_misuse(k, "there is no format %d", (int)format);
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_answer(&text, &k->mapped, k->model, format, kerf_world_name(k));
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_certificate(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    if (k->mapped.certificate.n == 0)
        return kf_session_misuse(k, "there is no certificate: kerf_map() makes one if it is asked");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_text_add(&text, kf_text_get(&k->mapped.certificate));
    return kf_session_deliver(k, &text, write, context);
}

kerf_status kerf_write_statistics(kerf *k, kerf_write_fn *write, void *context)
{
    KF_TRY(kf_session_begin(k));
    if (k->mapped.runs.n == 0)
        return kf_session_misuse(k, "there are no statistics: kerf_map() makes them");
    if (!write) return kf_session_misuse(k, "writing needs a function that takes the text");
    kf_text text;
    kf_text_init(&text, &k->mem);
    kf_report_statistics(&text, &k->mapped, k->model);
    return kf_session_deliver(k, &text, write, context);
}
