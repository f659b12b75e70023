/* options.c -- the option table: look up, parse strictly, store, give back.
 *
 * An option is one line of options.def. Its value is kept twice: parsed, in its field of
 * kf_options, and as the text that was given, for kerf_get(). */
#include "session/session.h"

#include "base/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const kerf_option table[] = {
#define X(type, field, name, standard, least, most, choices, argument, phase, help)                \
    { name, KERF_OPTION_##type, standard, choices, least, most, argument, help },
#include "session/options.def"
#undef X
};

enum { BEFORE_MODEL, BEFORE_EVIDENCE, BEFORE_WORLD, BEFORE_ALWAYS };

static const struct place {
    size_t offset; /* in kf_options */
    int until;
} places[] = {
#define X(type, field, name, standard, least, most, choices, argument, phase, help)                \
    { offsetof(kf_options, field), BEFORE_##phase },
#include "session/options.def"
#undef X
};

size_t kerf_option_count(void)
{
    return KF_OPTION_COUNT;
}

const kerf_option *kerf_option_get(size_t index)
{
    return index < KF_OPTION_COUNT ? &table[index] : NULL;
}

const kerf_option *kerf_option_find(const char *name)
{
    for (size_t i = 0; name && i < KF_OPTION_COUNT; i++)
        if (strcmp(table[i].name, name) == 0) return &table[i];
    return NULL;
}

/* ---- Parsing -------------------------------------------------------------------------------- */

static bool parse_flag(const char *text, bool *value)
{
    static const char *const words[] = { "0", "1", "no", "yes", "false", "true", "off", "on" };
    for (size_t i = 0; i < KF_LENGTH(words); i++)
        if (strcmp(text, words[i]) == 0) return *value = i % 2 == 1, true;
    return false;
}

/* The next of "a|b|c"; an empty slice at the end. */
static kf_str next_choice(const char **choices)
{
    kf_str word = { *choices, strcspn(*choices, "|") };
    *choices += word.n;
    if (**choices == '|') ++*choices;
    return word;
}

static bool parse_choice(const kerf_option *o, kf_str text, int *value, char *why, size_t n)
{
    kf_nearest nearest = { text, { NULL, 0 }, 0 };
    const char *rest = o->choices;
    int index = 0;
    for (kf_str word; (word = next_choice(&rest)).n > 0; index++) {
        if (kf_str_eq(word, text)) return *value = index, true;
        kf_nearest_try(&nearest, word);
    }
    if (nearest.best.n > 0)
        snprintf(why, n, "did you mean '%.*s'?", (int)nearest.best.n, nearest.best.at);
    else snprintf(why, n, "expected one of %s", o->choices);
    return false;
}

/* A number and one of K, M, G, T; what is not a whole number of bytes is rounded down. */
static bool parse_size(kf_str text, size_t *value)
{
    double number, unit = 1;
    size_t used = kf_number_scan(text, &number);
    if (used == 0 || !(number >= 0)) return false;
    if (used + 1 == text.n) {
        const char *units = "KMGT";
        char c = text.at[used] >= 'a' ? (char)(text.at[used] - 'a' + 'A') : text.at[used];
        const char *at = c != '\0' ? strchr(units, c) : NULL;
        if (!at) return false;
        unit = ldexp(1, 10 * (int)(at - units + 1));
    } else if (used != text.n) {
        return false;
    }
    if (number * unit >= ldexp(1, 8 * (int)sizeof(size_t))) return false;
    *value = (size_t)(number * unit);
    return true;
}

static bool parse_list(const char *text)
{
    for (;; text++) {
        size_t blanks = strspn(text, " \t");
        if (text[blanks] == ',' || text[blanks] == '\0') return false; /* an empty name */
        text += strcspn(text, ",");
        if (*text == '\0') return true;
    }
}

static bool parse_range(const kerf_option *o, double number, char *why, size_t n)
{
    if (number >= o->least && number <= o->most) return true;
    if (o->most >= 1e9 && number < o->least) snprintf(why, n, "it must be at least %g", o->least);
    else snprintf(why, n, "it must be from %g to %g", o->least, o->most);
    return false;
}

bool kf_option_parse(const kerf_option *o, const char *text, kf_value *value, char *why, size_t n)
{
    kf_str slice = kf_str_of(text);
    assert((o->type == KERF_OPTION_CHOICE) == (o->choices != NULL));
    switch (o->type) {
    case KERF_OPTION_FLAG:
        snprintf(why, n, "expected yes or no");
        return parse_flag(text, &value->flag);
    case KERF_OPTION_INT:
        snprintf(why, n, "expected a whole number");
        return kf_integer_read(slice, &value->integer)
               && parse_range(o, (double)value->integer, why, n);
    case KERF_OPTION_REAL:
        snprintf(why, n, "expected a number");
        return kf_number_read(slice, &value->real) && parse_range(o, value->real, why, n);
    case KERF_OPTION_SIZE:
        snprintf(why, n, "expected a number of bytes such as 1000, 500M or 8G");
        return parse_size(slice, &value->size);
    case KERF_OPTION_LIST:
        snprintf(why, n, "expected names separated by commas");
        return parse_list(text);
    case KERF_OPTION_FILE: snprintf(why, n, "expected a file name"); return *text != '\0';
    case KERF_OPTION_CHOICE: return parse_choice(o, slice, &value->choice, why, n);
    case KERF_OPTION_TEXT: break;
    }
    return true;
}

/* ---- Storing -------------------------------------------------------------------------------- */

static void store(kf_options *options, size_t index, kf_value value, const char *text)
{
    assert(index < KF_OPTION_COUNT);
    void *field = (char *)options + places[index].offset;
    switch (table[index].type) {
    case KERF_OPTION_FLAG: *(bool *)field = value.flag; break;
    case KERF_OPTION_INT: *(int64_t *)field = value.integer; break;
    case KERF_OPTION_REAL: *(double *)field = value.real; break;
    case KERF_OPTION_SIZE: *(size_t *)field = value.size; break;
    case KERF_OPTION_CHOICE: *(int *)field = value.choice; break;
    case KERF_OPTION_TEXT:
    case KERF_OPTION_LIST:
    case KERF_OPTION_FILE: *(const char **)field = text; break;
    }
}

static void store_default(kf_options *options, size_t index)
{
    kf_value value = { 0 };
    char why[128];
    if (table[index].standard != NULL) {
        bool fits = kf_option_parse(&table[index], table[index].standard, &value, why, sizeof(why));
        assert(fits); /* the table contradicts itself */
        (void)fits;
    }
    store(options, index, value, table[index].standard);
}

void kf_options_init(kf_options *options)
{
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < KF_OPTION_COUNT; i++) store_default(options, i);
    KF_CHECK(kf_options_check(options));
}

static void free_text(kf_options *options, kf_mem *mem, size_t index)
{
    char *text = options->texts[index];
    if (text) kf_mem_free(mem, text, strlen(text) + 1, 1);
    options->texts[index] = NULL;
}

void kf_options_free(kf_options *options, kf_mem *mem)
{
    for (size_t i = 0; i < KF_OPTION_COUNT; i++) free_text(options, mem, i);
}

static kerf_status replace(kerf *k, size_t index, const char *text)
{
    kf_value value = { 0 };
    char why[192];
    if (!kf_option_parse(&table[index], text, &value, why, sizeof(why)))
        return kf_session_misuse(k, "bad value '%.200s' for option --%s: %s", text,
                                 table[index].name, why);
    size_t n = strlen(text) + 1, limit = k->mem.limit;
    k->mem.limit = 0; /* a few bytes for the option itself: a limit must be able to be raised */
    char *copy = kf_mem_alloc(&k->mem, n, 1);
    k->mem.limit = limit;
    if (!copy) return KERF_NO_MEMORY;
    memcpy(copy, text, n);
    free_text(&k->options, &k->mem, index);
    k->options.texts[index] = copy;
    store(&k->options, index, value, copy);
    return KERF_OK;
}

/* ---- The invariant -------------------------------------------------------------------------- */

#ifndef NDEBUG
static int count_choices(const char *choices)
{
    int n = 0;
    while (next_choice(&choices).n > 0) n++;
    return n;
}

static void check_option(const kf_options *options, size_t index)
{
    const kerf_option *o = &table[index];
    const void *field = (const char *)options + places[index].offset;
    const char *text = options->texts[index] ? options->texts[index] : o->standard;
    switch (o->type) {
    case KERF_OPTION_INT: {
        double value = (double)*(const int64_t *)field;
        assert(value >= o->least && value <= o->most);
        break;
    }
    case KERF_OPTION_REAL:
        assert(*(const double *)field >= o->least && *(const double *)field <= o->most);
        break;
    case KERF_OPTION_CHOICE:
        assert(*(const int *)field >= 0 && *(const int *)field < count_choices(o->choices));
        break;
    case KERF_OPTION_TEXT:
    case KERF_OPTION_LIST:
    case KERF_OPTION_FILE: assert(*(const char *const *)field == text); break;
    case KERF_OPTION_FLAG:
    case KERF_OPTION_SIZE: assert(text); break;
    }
}

void kf_options_check(const kf_options *options)
{
    for (size_t i = 0; i < KF_OPTION_COUNT; i++) check_option(options, i);
}
#endif

/* ---- Setting and getting -------------------------------------------------------------------- */

static kerf_status unknown_option(kerf *k, const char *name)
{
    kf_nearest nearest = { kf_str_of(name), { NULL, 0 }, 0 };
    for (size_t i = 0; i < KF_OPTION_COUNT; i++) kf_nearest_try(&nearest, kf_str_of(table[i].name));
    if (nearest.best.n == 0) return kf_session_misuse(k, "unknown option '%.200s'", name);
    return kf_session_misuse(k, "unknown option '%.200s'; did you mean '%.*s'?", name,
                             (int)nearest.best.n, nearest.best.at);
}

static kerf_status check_time(kerf *k, size_t index)
{
    const char *name = table[index].name;
    if (places[index].until == BEFORE_MODEL && k->phase >= KF_PHASE_MODEL)
        return kf_session_misuse(k, "option %s must be set before the model is read", name);
    if (places[index].until == BEFORE_EVIDENCE && k->phase >= KF_PHASE_EVIDENCE)
        return kf_session_misuse(k, "option %s must be set before evidence is added", name);
    if (places[index].until == BEFORE_WORLD && (k->begun || k->phase >= KF_PHASE_END))
        return kf_session_misuse(k, "option %s must be set before the first world is read", name);
    return KERF_OK;
}

static kerf_status set(kerf *k, const char *name, const char *value)
{
    if (!name) return kf_session_misuse(k, "kerf_set needs the name of an option");
    const kerf_option *o = kerf_option_find(name);
    if (!o) return unknown_option(k, name);
    size_t index = (size_t)(o - table);
    KF_TRY(check_time(k, index));
    if (value) {
        KF_TRY(replace(k, index, value));
    } else {
        free_text(&k->options, &k->mem, index);
        store_default(&k->options, index);
    }
    k->mem.limit = k->options.memory_limit;
    KF_CHECK(kf_options_check(&k->options));
    return KERF_OK;
}

kerf_status kerf_set(kerf *k, const char *name, const char *value)
{
    KF_TRY(kf_session_begin(k));
    return kf_session_end(k, set(k, name, value));
}

const char *kerf_get(const kerf *k, const char *name)
{
    const kerf_option *o = kerf_option_find(name);
    if (!k || !o) return NULL;
    const char *text = k->options.texts[o - table];
    return text ? text : o->standard;
}
