/* evidence.c -- one world: four relations per predicate, one per function, who is present, and what
 * contradicts what.
 *
 * Presence: constants of the model are in every world and constants interned after n_fixed are
 * there because this world's evidence named them. Only those between, which weight tables
 * brought in, need a bit each. */
#include "evidence/evidence_state.h"

#include "base/input.h"

#include <assert.h>
#include <string.h>

/* ---- life --------------------------------------------------------------------------------- */

static void init_relations(kf_evidence *w)
{
    for (size_t p = 0; p < w->n_predicates; p++) {
        const kf_predicate *predicate = &w->model->predicates.at[p];
        for (size_t part = 0; part < PARTS; part++) {
            kf_facts_init(&w->relations[p * PARTS + part], predicate->arity, predicate->arity,
                          predicate->number, part == KF_SAID_SOFT);
        }
    }
    for (size_t f = 0; f < w->n_functions; f++) {
        uint32_t arity = w->model->functions.at[f].arity;
        kf_facts_init(&w->functions[f], arity + 1, arity, false, false);
    }
}

kf_evidence *kf_evidence_new(kf_mem *mem, kf_model *model)
{
    kf_evidence *w = kf_mem_calloc(mem, 1, sizeof *w);
    if (!w) return NULL;
    w->mem = mem;
    w->model = model;
    w->n_predicates = model->predicates.n;
    w->n_functions = model->functions.n;
    w->n_types = model->types.n;
    w->relations = kf_mem_calloc(mem, w->n_predicates * PARTS, sizeof *w->relations);
    w->functions = kf_mem_calloc(mem, w->n_functions, sizeof *w->functions);
    w->present = kf_mem_calloc(mem, w->n_types, sizeof *w->present);
    w->line = kf_mem_alloc(mem, MOST_LINE, 1);
    if (!w->relations || !w->functions || !w->present || !w->line) {
        kf_evidence_free(w);
        return NULL;
    }
    init_relations(w);
    return w;
}

static void empty(kf_evidence *w)
{
    for (size_t i = 0; w->relations && i < w->n_predicates * PARTS; i++)
        kf_facts_free(&w->relations[i], w->mem);
    for (size_t i = 0; w->functions && i < w->n_functions; i++)
        kf_facts_free(&w->functions[i], w->mem);
    for (size_t i = 0; w->present && i < w->n_types; i++) {
        kf_mem_free(w->mem, w->present[i].bits, w->present[i].words, sizeof(uint64_t));
        w->present[i] = (presence){ 0 };
    }
    for (size_t i = 0; i < w->files.n; i++)
        kf_mem_free(w->mem, w->files.at[i], strlen(w->files.at[i]) + 1, 1);
    w->files.n = w->on_disk.n = 0;
    kf_vault_free(w->vault);
    w->vault = NULL;
}

void kf_evidence_free(kf_evidence *w)
{
    if (!w) return;
    empty(w);
    kf_vec_free(w->mem, &w->files);
    kf_vec_free(w->mem, &w->on_disk);
    kf_mem_free(w->mem, w->line, MOST_LINE, 1);
    kf_mem_free(w->mem, w->relations, w->n_predicates * PARTS, sizeof *w->relations);
    kf_mem_free(w->mem, w->functions, w->n_functions, sizeof *w->functions);
    kf_mem_free(w->mem, w->present, w->n_types, sizeof *w->present);
    kf_mem_free(w->mem, w, 1, sizeof *w);
}

void kf_evidence_clear(kf_evidence *w)
{
    empty(w);
    kf_model_forget_world(w->model);
}

/* ---- filling ------------------------------------------------------------------------------ */

kerf_status kf_evidence_file(kf_evidence *w, const char *name, uint32_t *file)
{
    size_t n = strlen(name) + 1;
    char *copy = kf_mem_alloc(w->mem, n, 1);
    if (!copy) return KERF_NO_MEMORY;
    memcpy(copy, name, n);
    if (!kf_vec_reserve(w->mem, &w->files, 1) || !kf_vec_reserve(w->mem, &w->on_disk, 1)) {
        kf_mem_free(w->mem, copy, n, 1);
        return KERF_NO_MEMORY;
    }
    w->files.at[w->files.n++] = copy;
    w->on_disk.at[w->on_disk.n++] = false;
    *file = (uint32_t)(w->files.n - 1);
    return KERF_OK;
}

void kf_evidence_on_disk(kf_evidence *w, uint32_t file)
{
    w->on_disk.at[file] = true;
}

static kerf_status mark_present(kf_evidence *w, uint32_t type, uint32_t index, uint32_t room)
{
    presence *p = &w->present[type];
    if (!p->bits) {
        size_t words = ((size_t)room + 63) / 64;
        p->bits = kf_mem_calloc(w->mem, words, sizeof *p->bits);
        if (!p->bits) return KERF_NO_MEMORY;
        p->words = words;
    }
    uint64_t bit = UINT64_C(1) << (index % 64);
    if (!(p->bits[index / 64] & bit)) p->count++;
    p->bits[index / 64] |= bit;
    return KERF_OK;
}

kerf_status kf_evidence_constant(kf_evidence *w, uint32_t type, uint32_t id)
{
    const kf_type *t = &w->model->types.at[type];
    if (id < t->n_model || id >= t->n_fixed) return KERF_OK;
    return mark_present(w, type, id - t->n_model, t->n_fixed - t->n_model);
}

kerf_status kf_evidence_add(kf_evidence *w, uint32_t predicate, kf_said part, const uint32_t *row,
                            double number, double probability, uint32_t file, uint32_t line)
{
    assert(predicate < w->n_predicates);
    const kf_predicate *p = &w->model->predicates.at[predicate];
    kf_facts *r = &w->relations[(size_t)predicate * PARTS + part];
    for (uint32_t i = 0; i < p->arity; i++)
        KF_TRY(kf_evidence_constant(w, p->slots[i].type, row[i]));
    KF_TRY(kf_facts_push(r, w->mem, row, number, probability, file, line));
    if (!w->vault || r->n < SPILL_ROWS || part > KF_SAID_FALSE) return KERF_OK;
    return kf_evidence_spill(w, (kf_held){ (kf_held_part)part, predicate });
}

kerf_status kf_evidence_map(kf_evidence *w, uint32_t function, const uint32_t *args,
                            uint32_t result, uint32_t file, uint32_t line)
{
    assert(function < w->n_functions);
    const kf_function *f = &w->model->functions.at[function];
    uint32_t row[KF_MOST_ARITY + 1];
    assert(f->arity <= KF_MOST_ARITY);
    for (uint32_t i = 0; i < f->arity; i++) {
        KF_TRY(kf_evidence_constant(w, f->slots[i].type, args[i]));
        row[i] = args[i];
    }
    KF_TRY(kf_evidence_constant(w, f->result, result));
    row[f->arity] = result;
    kf_facts *r = &w->functions[function];
    KF_TRY(kf_facts_push(r, w->mem, row, 0.0, 0.0, file, line));
    if (!w->vault || r->n < SPILL_ROWS) return KERF_OK;
    return kf_evidence_spill(w, (kf_held){ KF_HELD_FUNCTION, function });
}

/* ---- contradictions ----------------------------------------------------------------------- */

typedef struct said { /* a row and where it was said */
    uint32_t file, line;
    kf_said part;
    double probability;
} said;

static said said_of(const kf_facts *r, kf_said part, uint32_t row)
{
    double probability = r->soft ? r->probabilities[row] : 0.0;
    return (said){ kf_facts_file(r, row), r->lines[row], part, probability };
}

static bool is_before(const said *a, const said *b)
{
    return a->file != b->file ? a->file < b->file : a->line < b->line;
}

static void add_arguments(kf_text *text, const kf_model *m, const kf_slot *slots, const kf_facts *r,
                          uint32_t row)
{
    if (r->key == 0 && !r->number) return;
    kf_text_addc(text, '(');
    for (uint32_t c = 0; c < r->key; c++) {
        if (c > 0) kf_text_addc(text, ',');
        kf_print_constant(text, kf_constant_text(m, slots[c].type, r->columns[c][row]));
    }
    if (r->number) {
        if (r->key > 0) kf_text_addc(text, ',');
        kf_text_add_number(text, r->numbers[row]);
    }
    kf_text_addc(text, ')');
}

static void add_value(kf_text *text, const said *s, bool with_verb)
{
    static const char *const words[] = { "true", "false", "unknown" };
    if (s->part == KF_SAID_SOFT) {
        kf_text_addf(text, "has probability ");
        kf_text_add_number(text, s->probability);
    } else {
        kf_text_addf(text, "%s%s", with_verb ? "is " : "", words[s->part]);
    }
}

static const char *file_name(const kf_evidence *w, uint32_t file)
{
    return file < w->files.n ? w->files.at[file] : "";
}

static void report(kf_evidence *w, kf_text *text, const said *first, const said *second)
{
    kf_place place = kf_evidence_file_place(w, second->file, second->line, 1);
    kf_text_addf(text, " at %s:%u", file_name(w, first->file), first->line);
    kf_diag_add(w->diags, KERF_ERROR, &place, NULL, "%s",
                text->failed || !text->at ? "this contradicts an earlier line" : text->at);
    kf_text_free(text);
}

/* "Smokes(Anna) is false here but true at e.db:3" */
static void report_atom(kf_evidence *w, uint32_t predicate, const kf_facts *r, uint32_t row, said a,
                        said b)
{
    const kf_predicate *p = &w->model->predicates.at[predicate];
    said first = is_before(&b, &a) ? b : a, second = is_before(&b, &a) ? a : b;
    kf_text text;
    kf_text_init(&text, w->mem);
    kf_text_add(&text, kf_model_name(w->model, p->name));
    add_arguments(&text, w->model, p->slots, r, row);
    kf_text_addc(&text, ' ');
    add_value(&text, &second, true);
    kf_text_addf(&text, " here but ");
    add_value(&text, &first, second.part == KF_SAID_SOFT);
    report(w, &text, &first, &second);
}

typedef struct closing {
    kf_evidence *evidence;
    uint32_t index; /* of the predicate or function */
} closing;

static bool two_probabilities(void *context, const kf_facts *r, uint32_t first, uint32_t second,
                              uint32_t second_file)
{
    closing *c = context;
    said a = said_of(r, KF_SAID_SOFT, first);
    said b = { second_file, r->lines[second], KF_SAID_SOFT, r->probabilities[second] };
    report_atom(c->evidence, c->index, r, first, a, b);
    return !kf_diags_full(c->evidence->diags);
}

static bool two_results(void *context, const kf_facts *r, uint32_t first, uint32_t second,
                        uint32_t second_file)
{
    closing *c = context;
    kf_evidence *w = c->evidence;
    const kf_function *f = &w->model->functions.at[c->index];
    said a = said_of(r, KF_SAID_TRUE, first);
    said b = { second_file, r->lines[second], KF_SAID_TRUE, 0.0 };
    kf_text text;
    kf_text_init(&text, w->mem);
    kf_text_add(&text, kf_model_name(w->model, f->name));
    add_arguments(&text, w->model, f->slots, r, first);
    kf_text_addf(&text, " is ");
    kf_print_constant(&text, kf_constant_text(w->model, f->result, r->columns[r->key][second]));
    kf_text_addf(&text, " here but ");
    kf_print_constant(&text, kf_constant_text(w->model, f->result, r->columns[r->key][first]));
    report(w, &text, &a, &b);
    return !kf_diags_full(w->diags);
}

/* Of those rows alone that contradict others, all that there are count (stored_evidence.c). */
static uint32_t size_of(const kf_facts *r)
{
    return r->stored > r->n ? r->stored : r->n;
}

/* Rows that two parts of a predicate have in common. */
static void compare_parts(kf_evidence *w, uint32_t predicate, kf_said a, kf_said b)
{
    const kf_facts *small = kf_evidence_facts(w, predicate, a);
    const kf_facts *large = kf_evidence_facts(w, predicate, b);
    kf_said small_part = a, large_part = b;
    if (size_of(small) > size_of(large)) {
        const kf_facts *swap = small;
        small = large;
        large = swap;
        small_part = b;
        large_part = a;
    }
    uint32_t row[KF_MOST_ARITY], at;
    assert(small->width <= KF_MOST_ARITY);
    for (uint32_t i = 0; i < small->n && !kf_diags_full(w->diags); i++) {
        for (uint32_t c = 0; c < small->width; c++) row[c] = small->columns[c][i];
        if (kf_facts_find(large, row, small->number ? small->numbers[i] : 0.0, &at)) {
            report_atom(w, predicate, small, i, said_of(small, small_part, i),
                        said_of(large, large_part, at));
        }
    }
}

kerf_status kf_evidence_close_predicate(kf_evidence *w, uint32_t predicate)
{
    closing c = { w, predicate };
    kf_facts *parts = &w->relations[(size_t)predicate * PARTS];
    for (uint32_t part = 0; part < PARTS; part++) {
        bool soft = part == KF_SAID_SOFT;
        KF_TRY(kf_facts_close(&parts[part], w->mem, soft ? two_probabilities : NULL, &c));
    }
    for (uint32_t b = 1; b < PARTS; b++) {
        for (uint32_t a = 0; a < b; a++) compare_parts(w, predicate, (kf_said)a, (kf_said)b);
    }
    return KERF_OK;
}

kerf_status kf_evidence_close_function(kf_evidence *w, uint32_t function)
{
    closing c = { w, function };
    return kf_facts_close(&w->functions[function], w->mem, two_results, &c);
}

static kerf_status close_here(kf_evidence *w)
{
    for (uint32_t p = 0; p < w->n_predicates; p++) KF_TRY(kf_evidence_close_predicate(w, p));
    for (uint32_t f = 0; f < w->n_functions; f++) KF_TRY(kf_evidence_close_function(w, f));
    return KERF_OK;
}

kerf_status kf_evidence_close(kf_evidence *w, kf_diags *diags)
{
    size_t errors = kf_diags_errors(diags);
    w->diags = diags;
    KF_TRY(w->vault ? kf_evidence_close_far(w) : close_here(w));
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}

/* ---- looking ------------------------------------------------------------------------------ */

const kf_facts *kf_evidence_facts(const kf_evidence *w, uint32_t predicate, kf_said part)
{
    assert(predicate < w->n_predicates);
    return &w->relations[(size_t)predicate * PARTS + part];
}

const kf_facts *kf_evidence_function(const kf_evidence *w, uint32_t function)
{
    assert(function < w->n_functions);
    return &w->functions[function];
}

double kf_evidence_probability(const kf_evidence *w, uint32_t predicate, uint32_t row)
{
    const kf_facts *r = kf_evidence_facts(w, predicate, KF_SAID_SOFT);
    assert(row < r->n);
    return r->probabilities[row];
}

/* The beginning of a line, read from the file once more: rows keep their line's number only. */
static kf_str read_line(const kf_evidence *w, const char *path, uint32_t line)
{
    kf_input *in = NULL;
    const char *why;
    size_t kept = 0, got = 0;
    uint32_t at = 1;
    char block[4096];
    if (!w->line || kf_input_open_file(&in, w->mem, path, &why) != KERF_OK) return (kf_str){ 0 };
    char before = 0;
    while (at <= line && kept < MOST_LINE
           && kf_input_read(in, block, sizeof block, &got, &why) == KERF_OK && got > 0) {
        for (size_t i = 0; i < got && at <= line; i++) {
            char c = block[i];
            bool second = c == '\n' && before == '\r'; /* of one line end */
            before = c;
            if (second) continue;
            if (c == '\n' || c == '\r') at++;
            else if (at == line && kept < MOST_LINE) w->line[kept++] = c;
        }
    }
    kf_input_close(in);
    while (kept == MOST_LINE && kept > 0 && ((unsigned char)w->line[kept - 1] & 0xc0) == 0x80)
        kept--;
    return (kf_str){ w->line, kept };
}

kf_place kf_evidence_file_place(const kf_evidence *w, uint32_t file, uint32_t line, uint32_t column)
{
    kf_place place = { .file = file_name(w, file), .line = line, .column = column };
    if (file < w->on_disk.n && w->on_disk.at[file]) place.source = read_line(w, place.file, line);
    return place;
}

kf_place kf_evidence_place(const kf_evidence *w, const kf_facts *r, uint32_t row)
{
    assert(row < r->n);
    return kf_evidence_file_place(w, kf_facts_file(r, row), r->lines[row], 1);
}

uint32_t kf_evidence_type_size(const kf_evidence *w, uint32_t type)
{
    const kf_type *t = &w->model->types.at[type];
    if (!t->constants) return 0;
    return t->n_model + w->present[type].count + (kf_symbols_count(t->constants) - t->n_fixed);
}

bool kf_evidence_has(const kf_evidence *w, uint32_t type, uint32_t id)
{
    const kf_type *t = &w->model->types.at[type];
    if (!t->constants || id >= kf_symbols_count(t->constants)) return false;
    if (id < t->n_model || id >= t->n_fixed) return true;
    uint32_t index = id - t->n_model;
    const presence *p = &w->present[type];
    return p->bits && (p->bits[index / 64] >> (index % 64) & 1);
}

void kf_evidence_constants(const kf_evidence *w, uint32_t type, uint32_t *ids)
{
    const kf_type *t = &w->model->types.at[type];
    const presence *p = &w->present[type];
    if (!t->constants) return;
    for (uint32_t id = 0; id < t->n_model; id++) *ids++ = id;
    for (size_t word = 0; p->bits && word < p->words; word++) {
        for (uint64_t bits = p->bits[word]; bits; bits &= bits - 1)
            *ids++ = t->n_model + (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(bits);
    }
    for (uint32_t id = t->n_fixed; id < kf_symbols_count(t->constants); id++) *ids++ = id;
}

void kf_evidence_seen(const kf_evidence *w, kf_seen *seen)
{
    for (uint32_t p = 0; p < w->n_predicates; p++) {
        const kf_facts *parts = &w->relations[(size_t)p * PARTS];
        seen[p].hard =
            kf_facts_rows(&parts[KF_SAID_TRUE]) > 0 || kf_facts_rows(&parts[KF_SAID_FALSE]) > 0;
        seen[p].soft = parts[KF_SAID_UNKNOWN].n > 0 || parts[KF_SAID_SOFT].n > 0;
    }
}

size_t kf_evidence_rows(const kf_evidence *w)
{
    size_t rows = 0;
    for (size_t i = 0; i < w->n_predicates * PARTS; i++) rows += kf_facts_rows(&w->relations[i]);
    return rows;
}
