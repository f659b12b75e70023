/* option_text.c -- the value of an option, read from its text as its line in the table wants it. */
#include "base/option_text.h"

#include "base/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

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

int kf_option_choices(const kerf_option *o)
{
    const char *rest = o->choices;
    int n = 0;
    while (next_choice(&rest).n > 0) n++;
    return n;
}
