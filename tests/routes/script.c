/* script.c -- programs as text; see script.h. */
#include "script.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const headings[N_PARTS] = { NULL, "== weights\n", "== evidence\n" };

void *need(void *memory)
{
    if (memory) return memory;
    fputs("no memory\n", stderr);
    exit(2);
}

void script_free(script *s)
{
    for (uint32_t i = 0; i < s->n; i++) free(s->at[i].text);
    free(s->at);
    *s = (script){ 0 };
}

static void add(script *s, part p, char *text)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->at = need(realloc(s->at, s->room * sizeof *s->at));
    }
    s->at[s->n++] = (statement){ p, text };
}

static void add_copy(script *s, const statement *x)
{
    add(s, x->part, need(strdup(x->text)));
}

void script_add(script *s, part p, const char *format, ...)
{
    char text[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(s, p, need(strdup(text)));
}

void script_print(const script *s, FILE *to)
{
    for (int p = 0; p < N_PARTS; p++) {
        if (headings[p]) fputs(headings[p], to);
        for (uint32_t i = 0; i < s->n; i++)
            if ((int)s->at[i].part == p) fprintf(to, "%s\n", s->at[i].text);
    }
}

bool script_read(script *s, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) return false;
    char text[4000];
    part p = MODEL;
    while (fgets(text, sizeof text, in)) {
        if (strcmp(text, headings[WEIGHTS]) == 0) {
            p = WEIGHTS;
        } else if (strcmp(text, headings[EVIDENCE]) == 0) {
            p = EVIDENCE;
        } else if (text[0] != '#') {
            text[strcspn(text, "\n")] = '\0';
            add(s, p, need(strdup(text)));
        }
    }
    fclose(in);
    return true;
}

char *script_text(const script *s, part p, uint32_t share, uint64_t seed)
{
    size_t size = 1, n = 0;
    for (uint32_t i = 0; i < s->n; i++) size += strlen(s->at[i].text) + 1;
    char *text = need(malloc(size));
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->at[i].part != p) continue;
        if (share < 100 && random_bits(&seed) % 100 >= share) continue;
        size_t length = strlen(s->at[i].text);
        memcpy(text + n, s->at[i].text, length);
        n += length;
        text[n++] = '\n';
    }
    text[n] = '\0';
    return text;
}

/* ---- Making it smaller ---------------------------------------------------------------------- */

typedef struct shrinking {
    script *s;
    bool (*fails)(void *context, const script *);
    void *context;
} shrinking;

/* Keeps the changed script if it fails as well. */
static bool keep(shrinking *h, script *changed)
{
    if (h->fails(h->context, changed)) {
        script_free(h->s);
        *h->s = *changed;
        return true;
    }
    script_free(changed);
    return false;
}

static bool drop_lines(shrinking *h)
{
    bool any = false;
    for (uint32_t chunk = h->s->n / 2; chunk > 0; chunk /= 2) {
        for (uint32_t end = h->s->n; end > 0;) {
            uint32_t from = end > chunk ? end - chunk : 0;
            script smaller = { 0 };
            for (uint32_t i = 0; i < h->s->n; i++)
                if (i < from || i >= end) add_copy(&smaller, &h->s->at[i]);
            any |= keep(h, &smaller);
            end = from;
        }
    }
    return any;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Where the constant stands as a word of its own. */
static char *find_word(char *text, const char *word)
{
    size_t n = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += n)
        if ((at == text || !is_name(at[-1])) && !is_name(at[n])) return at;
    return NULL;
}

/* Out of the list of a type's constants, with the comma beside it. */
static void drop_from_list(char *text, const char *word)
{
    char *at = find_word(text, word), *end;
    if (!at) return;
    end = at + strlen(word);
    if (strncmp(end, ", ", 2) == 0) end += 2;
    else if (at - 2 >= text && strncmp(at - 2, ", ", 2) == 0) at -= 2;
    memmove(at, end, strlen(end) + 1);
}

static bool is_list(const char *text)
{
    const char *open = strstr(text, "= {");
    return open && strchr(open, '}');
}

static bool drop_constant(shrinking *h, const char *word)
{
    script smaller = { 0 };
    for (uint32_t i = 0; i < h->s->n; i++) {
        const statement *x = &h->s->at[i];
        if (is_list(x->text)) {
            add_copy(&smaller, x);
            drop_from_list(smaller.at[smaller.n - 1].text, word);
        } else if (!find_word(x->text, word)) {
            add_copy(&smaller, x);
        }
    }
    return keep(h, &smaller);
}

/* The constants of a list, one after the other. */
static bool drop_listed(shrinking *h, const char *list)
{
    bool any = false;
    char *text = need(strdup(list)), *rest = NULL;
    char *open = strchr(text, '{');
    for (char *word = strtok_r(open, "{}, ", &rest); word; word = strtok_r(NULL, "{}, ", &rest))
        any |= drop_constant(h, word);
    free(text);
    return any;
}

static bool drop_constants(shrinking *h)
{
    bool any = false;
    for (uint32_t i = 0; i < h->s->n; i++) {
        if (!is_list(h->s->at[i].text)) continue;
        char *list = need(strdup(h->s->at[i].text));
        any |= drop_listed(h, list);
        free(list);
    }
    return any;
}

void script_shrink(script *s, bool (*fails)(void *, const script *), void *context)
{
    shrinking h = { s, fails, context };
    bool again = true;
    for (int i = 0; again && i < 6; i++) {
        again = drop_lines(&h);
        again |= drop_constants(&h);
    }
}
