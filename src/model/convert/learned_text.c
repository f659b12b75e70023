/* learned_text.c -- the model with its learned weights as the user wrote it: comments, names and
 * formulas stay, and weights are replaced in their places. Observed predicates get their stars, and
 * formulas with +x a label, by which the file of weights names them.
 *
 * A weight stands before its formula, behind a label and a mark for learning:  label: @>=0 1.5 f.
 * Files that are included take the place of the line that does so: the result is one file. Whoever
 * asks for it reads it again: it must be the same model, in the same dialect, as the one that is
 * written without regard to the text; else that one is taken. */
#include "model/convert/convert.h"

#include "base/check.h"

#include <stdlib.h>
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
    if (w->end > w->begin && w->end == end) return true;
    if (w->begin < end) { /* an expression; were it something else, the model would differ */
        w->end = end;
        return text.at[w->begin] != '/';
    }
    while (is_blank(text.at[end])) end++;
    *w = (place){ end, end };
    return true;
}

/* What takes the place of [begin, end) of a source: the weight of a rule, a label for its rows in
 * the file of weights, or (no rule) the star of an observed predicate. */
typedef struct edit {
    uint32_t source;
    place at;
    const kf_rule *rule;
} edit;

typedef struct writer {
    const kf_model *m;
    const kf_sources *sources;
    kf_text *to;
    edit *edits;
    size_t n, written;
    uint32_t source; /* the last one that was begun: they are in the order of their includes */
} writer;

static bool has_rows(const kf_rule *r)
{
    return r->cost == KF_COST_TABLE && !r->labelled && !r->closed;
}

static bool add_rule(writer *w, const kf_rule *r)
{
    bool learned = r->cost == KF_COST_NUMBER && !r->fixed;
    if (r->implied || (!learned && !has_rows(r))) return true;
    edit *e = &w->edits[w->n++];
    *e = (edit){ .source = r->pos.source, .rule = r };
    if (!find_weight(kf_sources_text(w->sources, e->source), r->pos.offset, &e->at)) return false;
    if (has_rows(r)) e->at.end = e->at.begin;
    return true;
}

/* What -q or evidence has settled is written as stars. */
static void add_predicate(writer *w, const kf_predicate *p)
{
    if (!w->m->settled || p->hidden || p->stars > 0 || p->pos.length == 0) return;
    w->edits[w->n++] = (edit){ .source = p->pos.source, .at = { p->pos.offset, p->pos.offset } };
}

static int by_place(const void *a, const void *b)
{
    const edit *x = a, *y = b;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    return (x->at.begin > y->at.begin) - (x->at.begin < y->at.begin);
}

static bool collect(writer *w)
{
    for (size_t i = 0; i < w->m->rules.n; i++)
        if (!add_rule(w, &w->m->rules.at[i])) return false;
    for (size_t i = 0; i < w->m->predicates.n; i++) add_predicate(w, &w->m->predicates.at[i]);
    if (w->n > 1) qsort(w->edits, w->n, sizeof *w->edits, by_place);
    return true;
}

/* Where the next line that includes a file begins, or the end. */
static size_t find_include(kf_str text, size_t from)
{
    static const char word[] = "#include";
    for (size_t at = from; at < text.n; at++) {
        size_t left = text.n - at;
        if (at > 0 && text.at[at - 1] != '\n' && text.at[at - 1] != '\r') continue;
        if (left >= sizeof word && memcmp(text.at + at, word, sizeof word - 1) == 0) return at;
    }
    return text.n;
}

static void write_edit(writer *w, const edit *e)
{
    if (!e->rule) {
        kf_text_addc(w->to, '*');
    } else if (has_rows(e->rule)) {
        kf_text_add(w->to, e->rule->label);
        kf_text_add(w->to, KF_STR(": "));
    } else {
        kf_text_add_number(w->to, e->rule->weight);
        if (e->at.end == e->at.begin) kf_text_addc(w->to, ' ');
    }
}

/* The text from `from` to `to` with what is to stand there. */
static void write_part(writer *w, kf_str text, uint32_t source, size_t from, size_t to)
{
    for (size_t i = 0; i < w->n; i++) {
        const edit *e = &w->edits[i];
        if (e->source != source || e->at.begin < from || e->at.begin >= to) continue;
        assert(e->at.begin <= e->at.end && e->at.end <= text.n);
        kf_text_add(w->to, (kf_str){ text.at + from, e->at.begin - from });
        write_edit(w, e);
        w->written++;
        from = e->at.end;
    }
    kf_text_add(w->to, (kf_str){ text.at + from, to - from });
}

static bool write_source(writer *w)
{
    uint32_t source = w->source;
    kf_str text = kf_sources_text(w->sources, source);
    for (size_t from = 0; from < text.n;) {
        size_t line = find_include(text, from), end = line;
        write_part(w, text, source, from, line);
        if (line == text.n) break;
        if (++w->source >= kf_sources_count(w->sources) || !write_source(w)) return false;
        while (end < text.n && text.at[end] != '\n') end++;
        if (w->to->n > 0 && w->to->at[w->to->n - 1] == '\n' && end < text.n) end++;
        from = end;
    }
    return !w->to->failed;
}

bool kf_convert_in_place(kf_text *to, const kf_model *m)
{
    size_t room = m->rules.n + m->predicates.n + 1;
    writer w = { .m = m, .sources = m->program->sources, .to = to };
    w.edits = kf_mem_alloc(m->mem, room, sizeof *w.edits);
    bool good = w.edits && collect(&w) && write_source(&w) && w.written == w.n
                && w.source + 1 == kf_sources_count(w.sources);
    kf_mem_free(m->mem, w.edits, room, sizeof *w.edits);
    return good;
}
