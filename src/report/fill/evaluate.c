/* evaluate.c -- precision, recall and F1 of an answer.
 *
 * No model is needed: atoms are compared by their text, unescaped. World by world every true atom
 * of either file becomes a key in one table, with a bit for each file that has it. */
#include "report/fill/evaluate.h"

#include "base/check.h"
#include "lang/db.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { IN_TRUTH = 1, IN_ANSWER = 2 };

/* ---- Two files, world by world -------------------------------------------------------------- */

typedef struct reader {
    const char *name; /* for messages */
    kf_db *db;
    kf_db_item item;
    bool begun, ended;
    bool at_world; /* the item starts a world and has not been used */
    uint8_t bit;   /* IN_TRUTH or IN_ANSWER */
    kf_text world; /* name of the current world */
    uint64_t worlds;
} reader;

typedef struct evaluation {
    kf_mem *mem;
    const kf_model *model; /* or NULL */
    kf_diags *diags;
    kf_evaluated *e;
    reader truth, answer;
    kf_symbols *atoms; /* of this world: predicate, then arguments, each with its length */
    KF_VEC(uint8_t) bits;
    KF_VEC(uint32_t) predicate_of;
    kf_text key;
} evaluation;

__attribute__((format(printf, 4, 5))) static void blame(evaluation *x, const reader *r,
                                                        const char *hint, const char *format, ...)
{
    kf_place place = kf_db_place(r->db, -1);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(x->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
}

#ifndef NDEBUG
/* Every atom of the world has its bits, every predicate its counts. */
static void check(const evaluation *x)
{
    assert(x->bits.n == kf_symbols_count(x->atoms) && x->bits.n == x->predicate_of.n);
    assert(x->e->predicates.n == kf_symbols_count(x->e->names));
    assert(x->truth.bit != x->answer.bit);
    assert(!(x->truth.ended && x->truth.at_world) && !(x->answer.ended && x->answer.at_world));
    assert(x->answer.worlds <= x->truth.worlds && x->e->worlds <= x->answer.worlds);
}
#endif

static uint32_t find_predicate(evaluation *x, kf_str name)
{
    kf_evaluated *e = x->e;
    uint32_t id = kf_symbols_add(e->names, name);
    assert(id == KF_NO_SYMBOL || id <= e->predicates.n);
    if (id != KF_NO_SYMBOL && id == e->predicates.n
        && !kf_vec_push(x->mem, &e->predicates, ((kf_scored){ 0 })))
        return KF_NO_SYMBOL;
    return id;
}

static void add_part(kf_text *key, kf_str part)
{
    uint32_t n = (uint32_t)part.n;
    kf_text_add(key, (kf_str){ (const char *)&n, sizeof n });
    kf_text_add(key, part);
}

/* False: it says nothing here: a pair of equals. */
static bool make_key(evaluation *x, const kf_db_item *item, uint32_t predicate)
{
    bool turned = false;
    if (x->e->predicates.at[predicate].symmetric && item->n == 2) {
        int order = kf_str_cmp(item->args[0], item->args[1]);
        if (order == 0) return false;
        turned = order > 0;
    }
    kf_text_clear(&x->key);
    kf_text_add(&x->key, (kf_str){ (const char *)&predicate, sizeof predicate });
    for (uint32_t i = 0; i < item->n; i++) add_part(&x->key, item->args[turned ? 1 - i : i]);
    return true;
}

/* 1: true, 0: false, -1: neither, and that was said. */
static int truth_of(evaluation *x, const reader *r)
{
    const kf_db_item *item = &r->item;
    double p = item->soft ? item->probability : 1.0;
    if (item->truth == KF_UNKNOWN) {
        blame(x, r, NULL, "only what is true or false can be compared, not what is unknown");
        return -1;
    }
    if (p != 0.0 && p != 1.0) {
        blame(x, r, NULL, "only 0 or 1 can be compared, not a probability");
        return -1;
    }
    return (item->truth == KF_TRUE) == (p == 1.0);
}

static kerf_status take_atom(evaluation *x, reader *r)
{
    uint32_t predicate = find_predicate(x, r->item.name);
    if (predicate == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    kf_scored *s = &x->e->predicates.at[predicate];
    if (r->bit == IN_ANSWER) s->answered = true;
    else s->known = true;
    if (truth_of(x, r) != 1 || !make_key(x, &r->item, predicate)) return KERF_OK;
    if (x->key.failed) return KERF_NO_MEMORY;
    uint32_t id = kf_symbols_add(x->atoms, kf_text_get(&x->key));
    if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    assert(id <= x->bits.n && x->bits.n == x->predicate_of.n);
    if (id == x->bits.n) {
        if (!kf_vec_push(x->mem, &x->bits, 0) || !kf_vec_push(x->mem, &x->predicate_of, predicate))
            return KERF_NO_MEMORY;
    }
    x->bits.at[id] |= r->bit;
    return KERF_OK;
}

static kerf_status read_item(reader *r)
{
    do KF_TRY(kf_db_next(r->db, &r->item));
    while (r->item.kind == KF_DB_DOMAIN);
    r->ended = r->item.kind == KF_DB_END;
    r->at_world = r->item.kind == KF_DB_WORLD;
    return KERF_OK;
}

static kerf_status take_name(reader *r)
{
    kf_text_clear(&r->world);
    kf_text_add(&r->world, r->item.named ? r->item.name : KF_STR(""));
    return r->world.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* Where the next world begins; *more false: there is none. Separators before the first world and
 * after the last are passed over. */
static kerf_status begin_world(reader *r, bool *more)
{
    bool first = !r->begun, named = false;
    assert(first || r->ended || r->at_world); /* all of the last one was taken */
    r->begun = true;
    kf_text_clear(&r->world);
    if (first) KF_TRY(read_item(r));
    while (r->at_world && !named) {
        named = r->item.named;
        KF_TRY(take_name(r));
        KF_TRY(read_item(r));
        if (!first) break;
    }
    *more = first || named || !r->ended;
    if (*more) r->worlds++;
    return KERF_OK;
}

static kerf_status fill_world(evaluation *x, reader *r)
{
    while (!r->ended && !r->at_world) {
        if (r->item.kind == KF_DB_MAPPING)
            blame(x, r, NULL, "only atoms can be compared, no mappings of functions");
        else KF_TRY(take_atom(x, r));
        KF_TRY(read_item(r));
    }
    return KERF_OK;
}

static void check_names(evaluation *x)
{
    kf_str a = kf_text_get(&x->truth.world), b = kf_text_get(&x->answer.world);
    if (a.n == 0 || b.n == 0 || kf_str_eq(a, b)) return;
    kf_place place = { .file = x->answer.name };
    kf_diag_add(x->diags, KERF_ERROR, &place, "the worlds of both files stand in the same order",
                "world %llu is called %.*s, but in the truth %.*s",
                (unsigned long long)x->answer.worlds, b.n > 200 ? 200 : (int)b.n, b.at,
                a.n > 200 ? 200 : (int)a.n, a.at);
}

static void count_world(evaluation *x)
{
    KF_CHECK(check(x));
    for (size_t i = 0; i < x->bits.n; i++) {
        kf_scored *s = &x->e->predicates.at[x->predicate_of.at[i]];
        assert(x->bits.at[i] != 0);
        s->right += x->bits.at[i] == (IN_TRUTH | IN_ANSWER);
        s->wrong += x->bits.at[i] == IN_ANSWER;
        s->missed += x->bits.at[i] == IN_TRUTH;
    }
    x->bits.n = x->predicate_of.n = 0;
    kf_symbols_truncate(x->atoms, 0);
    x->e->worlds++;
}

static kerf_status compare_worlds(evaluation *x)
{
    size_t errors = kf_diags_errors(x->diags);
    for (;;) {
        bool more_truth, more_answer;
        KF_TRY(begin_world(&x->truth, &more_truth));
        KF_TRY(begin_world(&x->answer, &more_answer));
        if (more_truth != more_answer) {
            kf_place place = { .file = more_truth ? x->answer.name : x->truth.name };
            kf_diag_add(x->diags, KERF_ERROR, &place, NULL,
                        "it ends after world %llu, but %s has more",
                        (unsigned long long)x->e->worlds, more_truth ? "the truth" : "the answer");
            return KERF_INVALID;
        }
        if (!more_truth) break;
        check_names(x);
        KF_TRY(fill_world(x, &x->truth));
        KF_TRY(fill_world(x, &x->answer));
        count_world(x);
    }
    return kf_diags_errors(x->diags) > errors ? KERF_INVALID : KERF_OK;
}

/* ---- Which predicates ----------------------------------------------------------------------- */

static kerf_status mark_list(evaluation *x, const char *list, bool symmetric)
{
    for (kf_str name; list && (name = kf_str_next_item(&list)).n > 0;) {
        uint32_t id = find_predicate(x, name);
        if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
        kf_scored *s = &x->e->predicates.at[id];
        if (symmetric) s->symmetric = true;
        else s->wanted = true;
    }
    return KERF_OK;
}

static kerf_status mark_hidden(evaluation *x)
{
    const kf_model *m = x->model;
    for (uint32_t i = 0; m && m->settled && i < m->predicates.n; i++) {
        if (!m->predicates.at[i].hidden) continue;
        uint32_t id = find_predicate(x, kf_predicate_name(m, i));
        if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
        x->e->predicates.at[id].wanted = true;
    }
    return KERF_OK;
}

typedef struct named {
    kf_str name;
    uint32_t id;
} named;

static int by_name(const void *a, const void *b)
{
    return kf_str_cmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Those that count, by name. */
static kerf_status choose(evaluation *x, bool listed)
{
    kf_evaluated *e = x->e;
    size_t n = 0, all = e->predicates.n;
    named *list = kf_mem_alloc(x->mem, all, sizeof *list);
    if (!list) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < all; i++) {
        const kf_scored *s = &e->predicates.at[i];
        if (s->wanted || (!listed && s->known && s->answered))
            list[n++] = (named){ kf_symbols_text(e->names, i), i };
    }
    if (n > 1) qsort(list, n, sizeof *list, by_name);
    bool fits = kf_vec_reserve(x->mem, &e->shown, n);
    for (size_t i = 0; fits && i < n; i++) e->shown.at[e->shown.n++] = list[i].id;
    kf_mem_free(x->mem, list, all, sizeof *list);
    return fits ? KERF_OK : KERF_NO_MEMORY;
}

static bool is_shown(const kf_evaluated *e, uint32_t id)
{
    for (size_t i = 0; i < e->shown.n; i++)
        if (e->shown.at[i] == id) return true;
    return false;
}

/* Why a predicate is not in the table. */
typedef enum { SHOWN, NOT_LISTED, NOT_KNOWN, NOT_ANSWERED } absence;

static absence absence_of(const kf_evaluated *e, uint32_t id, bool listed)
{
    const kf_scored *s = &e->predicates.at[id];
    if (is_shown(e, id) || !(s->known || s->answered)) return SHOWN;
    if (listed) return NOT_LISTED;
    return s->known ? NOT_ANSWERED : NOT_KNOWN;
}

/* One note names all predicates that are left out for one reason, in order of first sight. */
static void note_absence(evaluation *x, bool listed, absence reason, const char *why)
{
    const kf_place nowhere = { 0 };
    kf_text names;
    kf_text_init(&names, x->mem);
    for (uint32_t i = 0; i < x->e->predicates.n; i++) {
        if (absence_of(x->e, i, listed) != reason) continue;
        if (names.n > 0) kf_text_add(&names, KF_STR(", "));
        kf_text_add(&names, kf_symbols_text(x->e->names, i));
    }
    if (names.n > 0)
        kf_diag_add(x->diags, KERF_NOTE, &nowhere,
                    listed ? NULL : "to count it nevertheless, name it with --query",
                    "left out%s: %.200s", why, names.at);
    kf_text_free(&names);
}

/* A name that was mistyped would change nothing, silently. */
static void warn_of_strangers(evaluation *x)
{
    const kf_place nowhere = { 0 };
    for (uint32_t i = 0; i < x->e->predicates.n; i++) {
        const kf_scored *s = &x->e->predicates.at[i];
        kf_str name = kf_symbols_text(x->e->names, i);
        if (!s->symmetric || s->wanted || s->known || s->answered) continue;
        kf_diag_add(x->diags, KERF_WARNING, &nowhere, NULL,
                    "--symmetric names %.*s, which neither the answer nor the truth has",
                    name.n > 100 ? 100 : (int)name.n, name.at);
    }
}

static void note_choice(evaluation *x, bool listed)
{
    const kf_place nowhere = { 0 };
    if (!listed && x->e->shown.n == 0)
        kf_diag_add(x->diags, KERF_WARNING, &nowhere, "name predicates with --query",
                    "nothing is evaluated: the answer and the truth have no predicate in common");
    warn_of_strangers(x);
    note_absence(x, listed, NOT_LISTED, "");
    note_absence(x, listed, NOT_KNOWN, ", the truth has none of it");
    note_absence(x, listed, NOT_ANSWERED, ", the answer has none of it");
}

/* ---- All of it ------------------------------------------------------------------------------ */

static kerf_status open_reader(evaluation *x, reader *r, const kf_rated_file *file, uint8_t bit)
{
    r->bit = bit;
    r->name = file->name;
    kf_text_init(&r->world, x->mem);
    return kf_db_open(&r->db, x->mem, file->input, r->name, x->diags);
}

static void close_reader(reader *r)
{
    if (r->db) kf_db_close(r->db);
    if (r->world.mem) kf_text_free(&r->world);
}

static kerf_status evaluate(evaluation *x, const kf_rated_file *truth, const kf_rated_file *answer,
                            const kerf_evaluate_options *o)
{
    bool listed = o->predicates != NULL;
    x->atoms = kf_symbols_new(x->mem);
    if (!x->atoms) return KERF_NO_MEMORY;
    KF_TRY(open_reader(x, &x->truth, truth, IN_TRUTH));
    KF_TRY(open_reader(x, &x->answer, answer, IN_ANSWER));
    KF_TRY(mark_list(x, o->symmetric, true));
    if (listed) KF_TRY(mark_list(x, o->predicates, false));
    else KF_TRY(mark_hidden(x));
    KF_TRY(compare_worlds(x));
    KF_TRY(choose(x, listed));
    note_choice(x, listed);
    KF_CHECK(kf_evaluated_check(x->e));
    return KERF_OK;
}

kerf_status kf_evaluated_compare(kf_evaluated *e, const kf_rated_file *truth,
                                 const kf_rated_file *answer, const kerf_evaluate_options *o,
                                 const kf_model *m, kf_diags *diags)
{
    evaluation x = { .mem = e->mem, .model = m, .diags = diags, .e = e };
    assert(e->predicates.n == 0 && e->worlds == 0);
    kf_text_init(&x.key, x.mem);
    kerf_status status = evaluate(&x, truth, answer, o);
    close_reader(&x.truth);
    close_reader(&x.answer);
    kf_symbols_free(x.atoms);
    kf_vec_free(x.mem, &x.bits);
    kf_vec_free(x.mem, &x.predicate_of);
    kf_text_free(&x.key);
    return status;
}
