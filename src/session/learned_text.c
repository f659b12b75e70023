/* learned_text.c -- the model with its learned weights as the user wrote it: comments, names and
 * formulas stay, and weights are replaced in their places.
 *
 * That is done for a model that is one text in kerf's dialect, recognised as such. A weight stands
 * before its formula, behind a label and a mark for learning:  label: @>=0 1.5 f. What was made is
 * read again, and must be the same model as the one that is written without regard to the text;
 * else that one is taken. */
#include "session/session.h"

#include "model/convert/convert.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Where the weight of a formula is, or would be: [begin, end). */
typedef struct place {
    size_t begin, end;
} place;

/* Behind the label, if there is one, and the mark. */
static size_t skip_label(kf_str text, size_t at, size_t end)
{
    size_t colon = at;
    while (colon < end && text.at[colon] != ':') colon++;
    if (colon < end) at = colon + 1;
    while (at < end && is_blank(text.at[at])) at++;
    if (end - at >= 4
        && (memcmp(text.at + at, "@>=0", 4) == 0 || memcmp(text.at + at, "@<=0", 4) == 0))
        at += 4;
    while (at < end && is_blank(text.at[at])) at++;
    return at;
}

/* A number with its sign; 0: there is none. */
static size_t scan_number(kf_str text)
{
    double number;
    size_t sign = text.n > 0 && (text.at[0] == '-' || text.at[0] == '+');
    size_t n = kf_number_scan((kf_str){ text.at + sign, text.n - sign }, &number);
    return n > 0 ? n + sign : 0;
}

/* False: something else stands before the formula. */
static bool find_weight(kf_str text, size_t formula, place *w)
{
    size_t line = formula, end = formula;
    while (line > 0 && text.at[line - 1] != '\n' && text.at[line - 1] != '\r') line--;
    while (end > line && (is_blank(text.at[end - 1]) || strchr("([", text.at[end - 1]))) end--;
    w->begin = skip_label(text, line, end);
    w->end = w->begin + scan_number((kf_str){ text.at + w->begin, end - w->begin });
    if (w->end > w->begin) return w->end == end;
    if (w->begin < end) return false;
    while (is_blank(text.at[end])) end++;
    *w = (place){ end, end };
    return true;
}

static bool is_learned(const kf_rule *r)
{
    return r->cost == KF_COST_NUMBER && !r->fixed && !r->implied;
}

/* False: it cannot be done. */
static bool write_text(const kf_model *m, kf_str text, kf_text *to)
{
    size_t done = 0;
    for (size_t i = 0; i < m->rules.n; i++) {
        const kf_rule *r = &m->rules.at[i];
        place w;
        if (!is_learned(r)) continue;
        if (r->pos.offset >= text.n || !find_weight(text, r->pos.offset, &w) || w.begin < done)
            return false;
        kf_text_add(to, (kf_str){ text.at + done, w.begin - done });
        kf_text_add_number(to, r->weight);
        if (w.end == w.begin) kf_text_addc(to, ' ');
        done = w.end;
    }
    kf_text_add(to, (kf_str){ text.at + done, text.n - done });
    return !to->failed;
}

/* Read again it must be what is written otherwise. */
static bool is_same(const kf_text *text, const kf_text *model, const kf_text *weights)
{
    const kerf_config config = { .size = sizeof config, .memory_limit = text->mem->limit };
    kf_text again, tables;
    kerf *k = kerf_new(&config);
    bool same = k && kerf_set(k, "weights", "-") == KERF_OK
                && kerf_read_model_memory(k, "learned", text->at, text->n) == KERF_OK;
    if (same && weights->n > 0)
        same = kerf_read_weights_memory(k, "weights", weights->at, weights->n) == KERF_OK;
    if (same) {
        kf_text_init(&again, &k->mem);
        kf_text_init(&tables, &k->mem);
        same = k->program->dialect == KF_DIALECT_KERF
               && kf_convert_learned(&again, &tables, k->model, k->diags) == KERF_OK
               && kf_str_eq(kf_text_get(&again), kf_text_get(model))
               && kf_str_eq(kf_text_get(&tables), kf_text_get(weights));
        kf_text_free(&again);
        kf_text_free(&tables);
    }
    kerf_free(k);
    return same;
}

bool kf_session_learned_text(const kerf *k, const kf_text *model, const kf_text *weights,
                             kf_text *to)
{
    const kf_sources *sources = k->program->sources;
    if (kf_sources_count(sources) != 1 || k->program->dialect != KF_DIALECT_KERF
        || k->model->split_cnf || model->failed || weights->failed)
        return false;
    return write_text(k->model, kf_sources_text(sources, 0), to) && is_same(to, model, weights);
}
