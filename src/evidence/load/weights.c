/* weights.c -- reads weight tables: one line per weight, a million of them in a blink.
 *
 * A line is `label TAB constant ... TAB weight`; constants are raw text with \t \n \r \\ escapes.
 * Lines that start with // or # and blank lines are comments.
 *
 * Files of thebeast have a line `>label` instead, and behind it the weight, or a constant and its
 * weight, a line each. Of weight functions with several arguments they are not read: the order of
 * their arguments need not be that of the formula. */
#include "evidence/load/weights.h"

#include "base/check.h"
#include "lang/window.h"
#include "model/weight_table.h"

#include <math.h>
#include <string.h>

typedef KF_VEC(uint32_t) lines; /* by row of a table: the line it was given in, 0 for none */

typedef struct reader {
    kf_window window;
    kf_mem *mem;
    kf_model *model;
    kf_diags *diags;
    kf_symbols *labels; /* symbol i is rule i's */
    lines *given;       /* by rule; one row for a rule without parameters */
    uint32_t last;      /* the rule of the line before */
    kf_str section;     /* of thebeast's files: the label that lines belong to; at NULL: none */
    bool skips;         /* there is no formula of that name */
    bool strict;        /* a constant that a listed type lacks is an error */
    uint32_t warned;    /* the rule that was warned of such a constant last */
    size_t at;
    uint32_t line;
    uint64_t line_start;
    kf_str fields[KF_MOST_ARITY + 3];
    uint32_t n;
    uint64_t replaced; /* weights that the model says, of formulas without a label; the first: */
    uint32_t replaced_rule, replaced_line;
    double replaced_old, replaced_new;
} reader;

static kf_place place_of(const reader *r, kf_str at)
{
    if (kf_window_holds(&r->window, at.at))
        return kf_window_place(&r->window, at.at, at.n, r->line);
    return (kf_place){ .file = r->window.file, .line = r->line, .column = 1 };
}

__attribute__((format(printf, 4, 5))) static kerf_status
wrong(reader *r, kf_str at, const char *hint, const char *format, ...)
{
    kf_place place = place_of(r, at);
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(r->diags, KERF_ERROR, &place, hint, format, arguments);
    va_end(arguments);
    return kf_diags_full(r->diags) ? KERF_INVALID : KERF_OK;
}

static int width_of(kf_str text)
{
    return text.n > 200 ? 200 : (int)text.n;
}

/* ---- fields ------------------------------------------------------------------------------- */

static kf_str trim(kf_str text)
{
    while (text.n > 0 && (text.at[0] == ' ' || text.at[0] == '\t')) {
        text.at++;
        text.n--;
    }
    while (text.n > 0 && (text.at[text.n - 1] == ' ' || text.at[text.n - 1] == '\t')) text.n--;
    return text;
}

/* Cuts a line at its tabs. What does not fit is left in the last field. */
static void split(reader *r, kf_str line)
{
    const char *p = line.at, *end = line.at + line.n;
    r->n = 0;
    while (r->n + 1 < KF_LENGTH(r->fields)) {
        const char *tab = memchr(p, '\t', (size_t)(end - p));
        if (!tab) break;
        r->fields[r->n++] = (kf_str){ p, (size_t)(tab - p) };
        p = tab + 1;
    }
    r->fields[r->n++] = (kf_str){ p, (size_t)(end - p) };
    assert(r->n <= KF_LENGTH(r->fields) && p <= end);
}

/* A line below `>label`: cut at blanks, and quotes are left out. */
static void split_section(reader *r, kf_str line)
{
    const char *p = line.at, *end = line.at + line.n;
    r->fields[0] = r->section;
    r->n = 1;
    while (r->n < KF_LENGTH(r->fields)) {
        while (p < end && (*p == ' ' || *p == '\t')) p++;
        if (p == end) return;
        const char *close = *p == '"' ? memchr(p + 1, '"', (size_t)(end - p - 1)) : NULL;
        const char *begin = close ? p + 1 : p;
        p = close ? close : p;
        while (!close && p < end && *p != ' ' && *p != '\t') p++;
        r->fields[r->n++] = (kf_str){ begin, (size_t)(p - begin) };
        p += close != NULL;
    }
}

/* *ok false: a bad escape was reported. */
static kerf_status unescape(reader *r, kf_str *field, bool *ok)
{
    *ok = true;
    if (!memchr(field->at, '\\', field->n)) return KERF_OK;
    char *start = kf_window_spare(&r->window, field->n), *to = start;
    if (!start) return KERF_NO_MEMORY;
    for (const char *p = field->at, *end = p + field->n; p < end; p++) {
        if (*p != '\\') {
            *to++ = *p;
            continue;
        }
        if (p + 1 == end || !kf_unescape(p[1], to)) {
            *ok = false;
            return wrong(r, (kf_str){ p, 1 }, "write \\\\ for a backslash",
                         "there is no such escape; known are \\t \\n \\r \\\\");
        }
        to++;
        p++;
    }
    *field = (kf_str){ start, (size_t)(to - start) };
    return KERF_OK;
}

/* ---- one weight --------------------------------------------------------------------------- */

static kerf_status blame_label(reader *r, kf_str label)
{
    kf_nearest nearest = { .wanted = label };
    kf_text hint;
    kf_text_init(&hint, r->mem);
    for (size_t i = 0; i < r->model->rules.n; i++)
        kf_nearest_try(&nearest, r->model->rules.at[i].label);
    if (nearest.best.n > 0)
        kf_text_addf(&hint, "did you mean %.*s?", width_of(nearest.best), nearest.best.at);
    else if (r->n == 1)
        kf_text_addf(&hint, "a line is label, constants and weight, separated by tabs");
    kerf_status status = wrong(r, label, hint.failed ? NULL : hint.at, "no formula is called %.*s",
                               width_of(label), label.at);
    kf_text_free(&hint);
    return status;
}

/* Remembers that a row has its weight from this line; *first is the line that gave it one, or 0. */
static kerf_status note_given(reader *r, uint32_t rule, uint32_t row, uint32_t *first)
{
    lines *given = &r->given[rule];
    assert(rule < r->model->rules.n && r->line > 0);
    if (row >= given->n) {
        size_t more = (size_t)row + 1 - given->n;
        if (!kf_vec_reserve(r->mem, given, more)) return KERF_NO_MEMORY;
        memset(given->at + given->n, 0, more * sizeof *given->at);
        given->n += more;
    }
    *first = given->at[row];
    if (*first == 0) given->at[row] = r->line;
    return KERF_OK;
}

static kerf_status blame_repeat(reader *r, kf_str text, double weight, uint32_t first)
{
    kf_text was;
    kf_text_init(&was, r->mem);
    kf_text_add_number(&was, weight);
    kerf_status status = wrong(r, text, NULL, "the same weight was %s at %s:%u",
                               was.failed ? "another" : was.at, r->window.file, first);
    kf_text_free(&was);
    return status;
}

/* The labels F1, F2, ... go by place: a file that names one may mean another formula. What another
 * file has said is no weight of the model. */
static void note_replaced(reader *r, uint32_t index, double old, double weight)
{
    const kf_model *m = r->model;
    if (m->rules.at[index].labelled || old == weight) return;
    for (size_t i = 0; i < m->lines.n; i++)
        if (m->lines.at[i].rule == index) return;
    if (r->replaced++ > 0) return;
    r->replaced_rule = index;
    r->replaced_line = r->line;
    r->replaced_old = old;
    r->replaced_new = weight;
}

static void warn_of_replaced(const reader *r)
{
    if (r->replaced == 0) return;
    const kf_rule *rule = &r->model->rules.at[r->replaced_rule];
    kf_place place = { .file = r->window.file, .line = r->replaced_line, .column = 1 };
    kf_text change;
    kf_text_init(&change, r->mem);
    kf_text_add(&change, rule->label);
    kf_text_add(&change, KF_STR(" had "));
    kf_text_add_number(&change, kf_number_shown(r->replaced_old));
    kf_text_add(&change, KF_STR(" and gets "));
    kf_text_add_number(&change, kf_number_shown(r->replaced_new));
    kf_diag_add(r->diags, KERF_WARNING, &place,
                "labels such as F1 go by place: give a formula a label of its own",
                "this file replaces %llu weight%s that the model gives formulas without a label: "
                "%s",
                (unsigned long long)r->replaced, r->replaced == 1 ? "" : "s",
                change.failed ? "" : change.at);
    kf_text_free(&change);
}

/* Does the formula keep weights to the other sign? */
static bool breaks_sign(const kf_rule *rule, double weight)
{
    return (rule->sign > 0 && weight < 0) || (rule->sign < 0 && weight > 0);
}

static kerf_status blame_sign(reader *r, const kf_rule *rule, kf_str text)
{
    return wrong(r, text, NULL, "%.*s keeps its weight %s",
                 rule->label.n > 100 ? 100 : (int)rule->label.n, rule->label.at,
                 rule->sign > 0 ? ">= 0" : "<= 0");
}

static kerf_status set_number(reader *r, uint32_t index, double weight, kf_str text)
{
    kf_rule *rule = &r->model->rules.at[index];
    uint32_t first;
    if (breaks_sign(rule, weight)) return blame_sign(r, rule, text);
    KF_TRY(note_given(r, index, 0, &first));
    if (first != 0 && rule->weight != weight) return blame_repeat(r, text, rule->weight, first);
    if (first == 0 && rule->cost == KF_COST_NUMBER && !rule->steps && !rule->filed)
        note_replaced(r, index, rule->weight, weight);
    rule->filed = true;
    rule->weight = weight;
    rule->steps = NULL;
    rule->cost = KF_COST_NUMBER;
    return KERF_OK;
}

static kerf_status make_table(reader *r, kf_rule *rule)
{
    assert(rule->n_parameters > 0 && rule->cost != KF_COST_HARD);
    if (rule->cost == KF_COST_TABLE && rule->table) return KERF_OK;
    kf_weight_table *table = kf_weight_table_new(r->mem, rule->n_parameters);
    if (!table) return KERF_NO_MEMORY;
    if (!kf_vec_push(r->mem, &r->model->tables, table)) {
        kf_weight_table_free(table);
        return KERF_NO_MEMORY;
    }
    rule->table = table;
    rule->cost = KF_COST_TABLE;
    return KERF_OK;
}

static kerf_status blame_row(reader *r, const kf_rule *rule)
{
    return wrong(r, r->fields[1], "its weights are those of formulas in the model; write one more",
                 "%.*s stands for formulas of which none has these constants",
                 width_of(rule->label), rule->label.at);
}

void kf_weights_add_order(kf_text *text, const kf_model *m, const kf_rule *rule)
{
    kf_text_addf(text, "the constants of %.*s are, in this order: ", width_of(rule->label),
                 rule->label.at);
    for (uint32_t i = 0; i < rule->n_parameters; i++) {
        const kf_variable *v = &rule->variables[rule->parameters[i]];
        kf_str name = kf_model_name(m, v->name), type = kf_type_name(m, v->type);
        kf_text_addf(text, "%s%.*s (%.*s)", i ? ", " : "", width_of(name), name.at, width_of(type),
                     type.at);
    }
}

/* The type of a parameter lists constants, and this is none of them: an error where types are
 * strict, else a warning for the first of a rule. */
static kerf_status blame_constant(reader *r, uint32_t index, uint32_t parameter, kf_str written)
{
    const kf_rule *rule = &r->model->rules.at[index];
    uint32_t type = rule->variables[rule->parameters[parameter]].type;
    kf_str name = kf_type_name(r->model, type), text = r->fields[1 + parameter];
    kf_nearest nearest = { .wanted = text };
    kf_text hint;
    if (!r->strict && r->warned == index) return KERF_OK;
    r->warned = index;
    for (uint32_t i = 0; i < r->model->types.at[type].n_model; i++)
        kf_nearest_try(&nearest, kf_symbols_text(r->model->types.at[type].constants, i));
    kf_text_init(&hint, r->mem);
    if (nearest.best.n > 0)
        kf_text_addf(&hint, "did you mean %.*s?", width_of(nearest.best), nearest.best.at);
    else kf_weights_add_order(&hint, r->model, rule);
    const char *advice = hint.failed ? NULL : hint.at;
    kerf_status status = KERF_OK;
    if (r->strict) {
        status = wrong(r, written, advice, "unknown constant %.*s in type %.*s", width_of(text),
                       text.at, width_of(name), name.at);
    } else {
        kf_place place = place_of(r, written);
        kf_diag_add(r->diags, KERF_WARNING, &place, advice,
                    "%.*s is not among the constants listed for type %.*s: this weight counts "
                    "only where evidence has it",
                    width_of(text), text.at, width_of(name), name.at);
    }
    kf_text_free(&hint);
    return status;
}

static kerf_status set_row(reader *r, uint32_t index, double weight, kf_str text)
{
    kf_rule *rule = &r->model->rules.at[index];
    uint32_t key[KF_MOST_ARITY], row, first;
    if (breaks_sign(rule, weight)) return blame_sign(r, rule, text);
    for (uint32_t i = 0; i < rule->n_parameters; i++) {
        bool ok;
        kf_str written = r->fields[1 + i];
        KF_TRY(unescape(r, &r->fields[1 + i], &ok));
        if (!ok) return KERF_OK;
        const kf_type *t = &r->model->types.at[rule->variables[rule->parameters[i]].type];
        key[i] = kf_symbols_add(t->constants, r->fields[1 + i]);
        if (key[i] == KF_NO_SYMBOL) return KERF_NO_MEMORY;
        if (t->listed && key[i] >= t->n_model) KF_TRY(blame_constant(r, index, i, written));
    }
    double old = 0.0;
    KF_TRY(make_table(r, rule));
    if (rule->closed && kf_weight_table_find(rule->table, key) == KF_NONE)
        return blame_row(r, rule);
    KF_TRY(kf_weight_table_set(rule->table, key, weight, &old));
    row = isnan(old) ? kf_weight_table_count(rule->table) - 1
                     : kf_weight_table_find(rule->table, key);
    assert(kf_weight_table_find(rule->table, key) == row);
    KF_TRY(note_given(r, index, row, &first));
    if (first != 0 && old != weight) return blame_repeat(r, text, old, first);
    if (first == 0 && !isnan(old)) note_replaced(r, index, old, weight);
    return KERF_OK;
}

/* Can this rule have weights from here? If not, *refused is why. */
static const char *refusal(const kf_rule *rule)
{
    if (rule->cost == KF_COST_HARD) return "is hard and has no weight";
    if (rule->cost == KF_COST_VARIABLE) return "has its weights from the data";
    return NULL;
}

static uint32_t find_rule(reader *r, kf_str label)
{
    if (r->last < r->model->rules.n && kf_str_eq(r->model->rules.at[r->last].label, label))
        return r->last;
    uint32_t index = kf_symbols_find(r->labels, label);
    assert(index == KF_NO_SYMBOL || kf_str_eq(r->model->rules.at[index].label, label));
    if (index != KF_NO_SYMBOL) r->last = index;
    return index;
}

/* >label */
static kerf_status begin_section(reader *r, kf_str line)
{
    kf_str label = trim((kf_str){ line.at + 1, line.n - 1 });
    uint32_t index = find_rule(r, label);
    r->n = 0;
    r->skips = index == KF_NO_SYMBOL;
    if (r->skips) return blame_label(r, label);
    const kf_rule *rule = &r->model->rules.at[index];
    r->section = rule->label;
    r->skips = rule->n_parameters > 1;
    if (!r->skips) return KERF_OK;
    return wrong(r, label, "write label, constants and weight, separated by tabs, on each line",
                 "%.*s has %u parameters: below a line with > there can be one",
                 width_of(rule->label), rule->label.at, rule->n_parameters);
}

static kerf_status read_line(reader *r, kf_str line)
{
    if (line.at[0] == '>') return begin_section(r, line);
    if (r->skips) return KERF_OK;
    if (r->section.at) split_section(r, line);
    else split(r, line);
    bool ok;
    kf_str written = r->fields[0] = trim(r->fields[0]);
    KF_TRY(unescape(r, &r->fields[0], &ok));
    if (!ok) return KERF_OK;
    uint32_t index = find_rule(r, r->fields[0]);
    if (index == KF_NO_SYMBOL) return blame_label(r, r->fields[0]);
    kf_rule *rule = &r->model->rules.at[index];
    const char *why = refusal(rule);
    if (why) return wrong(r, written, NULL, "%.*s %s", width_of(rule->label), rule->label.at, why);
    if (r->n != rule->n_parameters + 2) {
        return wrong(r, written, "a line is label, constants and weight, separated by tabs",
                     "%.*s has %u parameter%s, so %u fields are expected, not %u",
                     width_of(rule->label), rule->label.at, rule->n_parameters,
                     rule->n_parameters == 1 ? "" : "s", rule->n_parameters + 2, r->n);
    }
    kf_str text = trim(r->fields[r->n - 1]);
    double weight;
    if (!kf_number_read(text, &weight))
        return wrong(r, text, NULL, "a weight is expected, not \"%.*s\"", width_of(text), text.at);
    if (!isfinite(weight)) return wrong(r, text, NULL, "this weight is out of range");
    weight += 0.0; /* -0 is 0 */
    if (rule->n_parameters == 0) return set_number(r, index, weight, text);
    return set_row(r, index, weight, text);
}

/* ---- the file ----------------------------------------------------------------------------- */

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_comment(kf_str line)
{
    if (trim(line).n == 0 || line.at[0] == '#') return true;
    return line.n >= 2 && line.at[0] == '/' && line.at[1] == '/';
}

/* Behind the line end at `at`. An LF after a CR is passed as an empty line without a number. */
static void pass_line_end(reader *r, size_t at)
{
    const char *text = r->window.text;
    bool second = text[at] == '\n' && at > 0 && text[at - 1] == '\r';
    assert(at >= r->at && is_line_end(text[at]));
    r->at = at + 1;
    r->line_start = r->window.base + r->at;
    if (!second) r->line++;
}

/* After a bad byte, or from a line that is too long: to its end, through any number of windows. */
static kerf_status skip_line(reader *r)
{
    kf_window *w = &r->window;
    if (kf_diags_full(r->diags)) return KERF_INVALID;
    for (;;) {
        kf_window_resume(w, w->end);
        while (r->at < w->end && !is_line_end(w->text[r->at])) r->at++;
        if (r->at < w->end) break;
        if (w->eof) return KERF_OK;
        KF_TRY(kf_window_fill(w, &r->at, r->line_start));
    }
    kf_window_resume(w, r->at);
    return KERF_OK;
}

static kerf_status blame_length(reader *r)
{
    return wrong(r, (kf_str){ r->window.text + r->at, 1 }, NULL, "this line is longer than 1 MiB");
}

static kerf_status fill(reader *r)
{
    kf_window *w = &r->window;
    bool first = w->base == 0 && w->end == 0;
    kerf_status status = kf_window_fill(w, &r->at, r->line_start);
    if (status == KERF_LIMIT) {
        KF_TRY(blame_length(r));
        return skip_line(r);
    }
    KF_TRY(status);
    if (first && w->limit >= 3 && memcmp(w->text, "\xef\xbb\xbf", 3) == 0) {
        r->at = 3;
        r->line_start = w->line_start = 3;
    }
    return KERF_OK;
}

static kerf_status read_lines(reader *r)
{
    kf_window *w = &r->window;
    for (;;) {
        size_t end = r->at;
        while (end < w->limit && !is_line_end(w->text[end])) end++;
        if (end == w->limit && w->bad) {
            kf_window_blame(w, r->line);
            KF_TRY(skip_line(r));
        } else if (end == w->limit && !w->eof) {
            KF_TRY(fill(r));
        } else {
            kf_str line = { w->text + r->at, end - r->at };
            if (!is_comment(line))
                KF_TRY(line.n > KF_WINDOW_ITEM ? blame_length(r) : read_line(r, line));
            if (end == w->limit) return KERF_OK;
            pass_line_end(r, end);
        }
    }
}

static kerf_status open_reader(reader *r, kf_input *input, const char *file)
{
    KF_TRY(kf_window_open(&r->window, r->mem, input, file, r->diags, KF_WINDOW_SIZE));
    r->labels = kf_symbols_new(r->mem);
    r->given = kf_mem_calloc(r->mem, r->model->rules.n, sizeof *r->given);
    if (!r->labels || !r->given) return KERF_NO_MEMORY;
    for (size_t i = 0; i < r->model->rules.n; i++) {
        if (kf_symbols_add(r->labels, r->model->rules.at[i].label) == KF_NO_SYMBOL)
            return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

static void forget_lines(kf_model *m, uint32_t rule)
{
    for (size_t i = 0; i < m->lines.n; i++) {
        if (m->lines.at[i].rule != rule) continue;
        kf_vec_free(m->mem, &m->lines.at[i].numbers);
        m->lines.at[i] = m->lines.at[--m->lines.n];
        return;
    }
}

/* The model remembers the lines of tables. */
static kerf_status keep_lines(reader *r)
{
    kf_model *m = r->model;
    const char *file = NULL;
    for (uint32_t i = 0; i < m->rules.n; i++) {
        lines *given = &r->given[i];
        if (m->rules.at[i].n_parameters == 0 || given->n == 0) continue;
        if (!file) file = kf_arena_copy(&m->arena, r->window.file, strlen(r->window.file) + 1, 1);
        if (!file) return KERF_NO_MEMORY;
        forget_lines(m, i);
        kf_weight_lines kept = { .rule = i, .file = file };
        kept.numbers.at = given->at;
        kept.numbers.n = given->n;
        kept.numbers.cap = given->cap;
        if (!kf_vec_push(r->mem, &m->lines, kept)) return KERF_NO_MEMORY;
        memset(given, 0, sizeof *given);
    }
    return KERF_OK;
}

static void close_reader(reader *r)
{
    for (size_t i = 0; r->given && i < r->model->rules.n; i++) kf_vec_free(r->mem, &r->given[i]);
    kf_mem_free(r->mem, r->given, r->model->rules.n, sizeof *r->given);
    kf_symbols_free(r->labels);
    kf_window_close(&r->window);
}

kerf_status kf_weights_read(kf_model *model, kf_input *input, const char *file, bool strict,
                            kf_diags *diags)
{
    reader r = { .mem = model->mem, .model = model, .diags = diags, .strict = strict };
    r.last = r.warned = KF_NONE;
    r.line = 1;
    size_t errors = kf_diags_errors(diags);
    kerf_status status = open_reader(&r, input, file);
    if (status == KERF_OK) status = read_lines(&r);
    if (status == KERF_OK) warn_of_replaced(&r);
    if (status == KERF_OK) status = keep_lines(&r);
    close_reader(&r);
    if (status == KERF_OK && kf_diags_errors(diags) > errors) status = KERF_INVALID;
    return status;
}
