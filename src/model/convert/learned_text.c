/* learned_text.c -- the model with its learned weights as the user wrote it: comments, names and
 * formulas stay, and weights are replaced in their places.
 *
 * A weight stands before its formula, behind a label and a mark for learning:  label: @>=0 1.5 f.
 * Files that are included take the place of the line that does so: the result is one file. Whoever
 * asks for it reads it again: it must be the same model, in the same dialect, as the one that is
 * written without regard to the text; else that one is taken. */
#include "model/convert/convert.h"

#include "base/check.h"

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

static bool is_learned(const kf_rule *r)
{
    return r->cost == KF_COST_NUMBER && !r->fixed && !r->implied;
}

typedef struct writer {
    const kf_model *m;
    const kf_sources *sources;
    kf_text *to;
    size_t rule;     /* the next one */
    uint32_t source; /* the last one that was begun: they are in the order of their includes */
} writer;

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

/* The text from `from` to `to` with the weights that stand there. False: it cannot be done. */
static bool write_weights(writer *w, kf_str text, uint32_t source, size_t from, size_t to)
{
    for (; w->rule < w->m->rules.n; w->rule++) {
        const kf_rule *r = &w->m->rules.at[w->rule];
        place at;
        if (!is_learned(r)) continue;
        if (r->pos.source != source || r->pos.offset >= to) break;
        if (r->pos.offset < from || !find_weight(text, r->pos.offset, &at) || at.begin < from)
            return false;
        kf_text_add(w->to, (kf_str){ text.at + from, at.begin - from });
        assert(at.begin <= at.end && at.end <= text.n);
        kf_text_add_number(w->to, r->weight);
        if (at.end == at.begin) kf_text_addc(w->to, ' ');
        from = at.end;
    }
    kf_text_add(w->to, (kf_str){ text.at + from, to - from });
    return true;
}

static bool write_source(writer *w)
{
    uint32_t source = w->source;
    kf_str text = kf_sources_text(w->sources, source);
    for (size_t from = 0; from < text.n;) {
        size_t line = find_include(text, from), end = line;
        if (!write_weights(w, text, source, from, line)) return false;
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
    writer w = { .m = m, .sources = m->program->sources, .to = to };
    if (!write_source(&w) || w.source + 1 != kf_sources_count(w.sources)) return false;
    while (w.rule < w.m->rules.n && !is_learned(&w.m->rules.at[w.rule])) w.rule++;
    return w.rule == w.m->rules.n;
}
