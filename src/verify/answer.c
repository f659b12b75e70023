/* answer.c -- an answer's text to a world of atoms, checked against model and evidence.
 *
 * Worlds: `>> name` starts one and `---` separates two, as in evidence. The evidence says how many
 * there are, so nothing has to be guessed about empty ones; only separators before the first world
 * and after the last are passed over. */
#include "verify/answer.h"

#include "lang/db.h"

#include <math.h>
#include <string.h>

enum { MOST_CONTRADICTIONS = 10 }; /* that are reported; all are counted */

struct kf_answer {
    kf_mem *mem;
    kf_model *model;
    kf_diags *diags;
    kf_input *input;
    kf_db *db;
    const char *file_name;
    kf_db_item item;
    bool begun, ended;
    bool at_world; /* the item starts a world and has not been used */
    uint64_t worlds, contradictions;
    /* The world that is being filled. */
    const kf_verifier *verifier;
    const kf_evidence *evidence;
    const char *name;
    kf_evidence *said; /* the atoms of the answer */
    uint32_t file;
};

kerf_status kf_answer_open(kf_answer **out, kf_mem *mem, kf_model *model, kf_input *input,
                           const char *file, kf_diags *diags)
{
    kf_answer *a = kf_mem_calloc(mem, 1, sizeof *a);
    if (!a) {
        kf_input_close(input);
        return KERF_NO_MEMORY;
    }
    *a = (kf_answer){
        .mem = mem, .model = model, .diags = diags, .input = input, .file_name = file
    };
    kerf_status status = kf_db_open(&a->db, mem, input, file, diags);
    if (status != KERF_OK) {
        kf_answer_close(a);
        return status;
    }
    *out = a;
    return KERF_OK;
}

void kf_answer_close(kf_answer *a)
{
    if (!a) return;
    kf_evidence_free(a->said);
    kf_db_close(a->db);
    kf_input_close(a->input);
    kf_mem_free(a->mem, a, 1, sizeof *a);
}

uint64_t kf_answer_contradictions(const kf_answer *a)
{
    return a->contradictions;
}

/* ---- Messages ------------------------------------------------------------------------------- */

static int width_of(kf_str text)
{
    return text.n > 200 ? 200 : (int)text.n;
}

/* About an argument of the item, its name (-2) or all of it (-1). */
__attribute__((format(printf, 4, 5))) static void blame(kf_answer *a, int argument,
                                                        const char *hint, const char *format, ...)
{
    kf_place place = kf_db_place(a->db, argument);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(a->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
}

static const char *did_you_mean(kf_text *hint, const kf_nearest *near)
{
    if (near->best.n == 0) return NULL;
    kf_text_addf(hint, "did you mean %.*s?", width_of(near->best), near->best.at);
    return hint->failed ? NULL : hint->at;
}

static void blame_predicate(kf_answer *a)
{
    kf_nearest near = { .wanted = a->item.name };
    kf_text hint;
    kf_text_init(&hint, a->mem);
    for (uint32_t i = 0; i < a->model->predicates.n; i++)
        kf_nearest_try(&near, kf_predicate_name(a->model, i));
    const char *advice = did_you_mean(&hint, &near);
    if (kf_str_eq(a->item.name, KF_STR("kerf"))) advice = "a certificate is for --bound=FILE";
    blame(a, -2, advice, "predicate %.*s is not declared", width_of(a->item.name), a->item.name.at);
    kf_text_free(&hint);
}

static void blame_constant(kf_answer *a, uint32_t argument, uint32_t type)
{
    kf_str text = a->item.args[argument], type_name = kf_type_name(a->model, type);
    kf_nearest near = { .wanted = text };
    kf_text hint;
    kf_text_init(&hint, a->mem);
    for (uint32_t i = 0; i < kf_verifier_size(a->verifier, type); i++)
        kf_nearest_try(
            &near, kf_constant_text(a->model, type, kf_verifier_constant(a->verifier, type, i)));
    const char *advice = did_you_mean(&hint, &near);
    if (!advice) advice = "evidence that names it stands before the answer, which is the last file";
    blame(a, (int)argument, advice, "unknown constant %.*s in type %.*s", width_of(text), text.at,
          width_of(type_name), type_name.at);
    kf_text_free(&hint);
}

static void blame_arity(kf_answer *a, uint32_t takes)
{
    const kf_db_item *item = &a->item;
    blame(a, -2, NULL, "%.*s takes %u argument%s, %u %s given", width_of(item->name), item->name.at,
          takes, takes == 1 ? "" : "s", item->n, item->n == 1 ? "is" : "are");
}

static void blame_contradiction(kf_answer *a, bool truth)
{
    const kf_db_item *item = &a->item;
    if (++a->contradictions > MOST_CONTRADICTIONS) return;
    kf_text atom;
    kf_text_init(&atom, a->mem);
    kf_text_add(&atom, item->name);
    for (uint32_t i = 0; i < item->n; i++) {
        kf_text_add(&atom, i > 0 ? KF_STR(", ") : KF_STR("("));
        kf_text_add(&atom, item->args[i]);
    }
    if (item->n > 0) kf_text_addc(&atom, ')');
    blame(a, -1, NULL, "evidence says %s is %s", atom.at ? atom.at : "this",
          truth ? "false" : "true");
    kf_text_free(&atom);
}

/* ---- Atoms ---------------------------------------------------------------------------------- */

/* The truth that the item gives its atom. False: none, and that was said. */
static bool read_truth(kf_answer *a, bool *truth)
{
    const kf_db_item *item = &a->item;
    double p = item->soft ? item->probability : 1.0;
    if (item->truth == KF_UNKNOWN) {
        blame(a, -1, NULL, "an answer says what is true, not what is unknown");
        return false;
    }
    if (p != 0.0 && p != 1.0) {
        blame(a, -1, NULL, "an answer says 0 or 1, not a probability");
        return false;
    }
    *truth = (item->truth == KF_TRUE) == (p == 1.0);
    return true;
}

static bool read_number(kf_answer *a, uint32_t argument, double *number)
{
    kf_str text = a->item.args[argument];
    if (kf_number_read(text, number) && isfinite(*number)) return *number += 0.0, true;
    blame(a, (int)argument, NULL, "the last argument of %.*s is a number, not %.*s",
          width_of(a->item.name), a->item.name.at, width_of(text), text.at);
    return false;
}

/* The constants of the atom. False: one is wrong, and that was said. */
static bool read_row(kf_answer *a, const kf_predicate *p, uint32_t *row, double *number)
{
    if (a->item.n != p->arity + p->number) return blame_arity(a, p->arity + p->number), false;
    *number = 0.0;
    for (uint32_t i = 0; i < p->arity; i++) {
        uint32_t type = p->slots[i].type;
        row[i] = kf_symbols_find(a->model->types.at[type].constants, a->item.args[i]);
        if (row[i] == KF_NO_SYMBOL || !kf_verifier_has(a->verifier, type, row[i]))
            return blame_constant(a, i, type), false;
    }
    return !p->number || read_number(a, p->arity, number);
}

static bool evidence_has(const kf_answer *a, uint32_t predicate, kf_said part, const uint32_t *row,
                         double number)
{
    return kf_facts_find(kf_evidence_facts(a->evidence, predicate, part), row, number, NULL);
}

static kerf_status take_atom(kf_answer *a)
{
    uint32_t row[KF_MOST_ARITY], index = kf_model_find_predicate(a->model, a->item.name);
    double number;
    bool truth;
    if (index == KF_NONE) return blame_predicate(a), KERF_OK;
    const kf_predicate *p = &a->model->predicates.at[index];
    if (!read_row(a, p, row, &number) || !read_truth(a, &truth)) return KERF_OK;
    bool said_true = evidence_has(a, index, KF_SAID_TRUE, row, number);
    bool said_false = p->hidden ? evidence_has(a, index, KF_SAID_FALSE, row, number) : !said_true;
    if (truth ? said_false : said_true) return blame_contradiction(a, truth), KERF_OK;
    if (!p->hidden) return KERF_OK;
    return kf_evidence_add(a->said, index, truth ? KF_SAID_TRUE : KF_SAID_FALSE, row, 0.0, 0.0,
                           a->file, a->item.line);
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static void check_name(kf_answer *a)
{
    kf_str here = a->item.name, there = kf_str_of(a->name);
    if (!a->item.named || here.n == 0 || there.n == 0 || kf_str_eq(here, there)) return;
    blame(a, -1, "the worlds of an answer stand in the order of the evidence",
          "this world is called %.*s, but the evidence has %.*s", width_of(here), here.at,
          width_of(there), there.at);
}

/* Where the next world begins; false: the answer has none left. */
static bool begin_world(kf_answer *a)
{
    if (!a->begun) return a->begun = true;
    if (a->at_world) {
        check_name(a);
        a->at_world = false;
        return true;
    }
    kf_place place = { .file = a->file_name };
    kf_diag_add(a->diags, KERF_ERROR, &place, NULL,
                "the answer ends after world %llu, but the evidence has more",
                (unsigned long long)a->worlds);
    return false;
}

/* Items up to the next world. */
static kerf_status fill_world(kf_answer *a)
{
    bool here = a->worlds > 0; /* in a world, and not before the first one */
    while (!a->ended) {
        KF_TRY(kf_db_next(a->db, &a->item));
        switch (a->item.kind) {
        case KF_DB_END: a->ended = true; break;
        case KF_DB_WORLD:
            if (here) return a->at_world = true, KERF_OK;
            check_name(a);
            here = a->item.named;
            break;
        case KF_DB_DOMAIN: break;
        case KF_DB_MAPPING:
            blame(a, -1, NULL, "an answer holds atoms only, no mappings of functions");
            break;
        default:
            here = true;
            KF_TRY(take_atom(a));
            break;
        }
    }
    return KERF_OK;
}

static kerf_status read_world(kf_answer *a)
{
    size_t errors = kf_diags_errors(a->diags);
    uint64_t reported = a->contradictions;
    if (!begin_world(a)) return KERF_INVALID;
    KF_TRY(kf_evidence_file(a->said, a->file_name, &a->file));
    KF_TRY(fill_world(a));
    kerf_status status = kf_evidence_close(a->said, a->diags);
    if (status != KERF_OK && status != KERF_INVALID) return status;
    /* Errors that are no contradictions. */
    errors += a->contradictions < MOST_CONTRADICTIONS ? a->contradictions : MOST_CONTRADICTIONS;
    errors -= reported < MOST_CONTRADICTIONS ? reported : MOST_CONTRADICTIONS;
    return kf_diags_errors(a->diags) > errors ? KERF_INVALID : KERF_OK;
}

kerf_status kf_answer_next(kf_answer *a, const kf_verifier *verifier, const kf_evidence *evidence,
                           const char *name, kf_evidence **out)
{
    a->verifier = verifier;
    a->evidence = evidence;
    a->name = name;
    kf_evidence_free(a->said);
    a->said = kf_evidence_new(a->mem, a->model);
    if (!a->said) return KERF_NO_MEMORY;
    KF_TRY(read_world(a));
    a->worlds++;
    *out = a->said;
    a->said = NULL;
    return KERF_OK;
}

kerf_status kf_answer_finish(kf_answer *a)
{
    size_t errors = kf_diags_errors(a->diags);
    while (!a->ended) {
        bool extra = a->at_world ? a->item.named : a->item.kind != KF_DB_WORLD;
        if (extra) {
            blame(a, -1, NULL, "the answer has more worlds than the evidence");
            return KERF_INVALID;
        }
        a->at_world = false;
        KF_TRY(kf_db_next(a->db, &a->item));
        a->ended = a->item.kind == KF_DB_END;
        a->at_world = a->item.kind == KF_DB_WORLD;
    }
    return kf_diags_errors(a->diags) > errors ? KERF_INVALID : KERF_OK;
}
