/* editing.c -- the evidence of a program as a list of facts; see editing.h. */
#include "editing.h"

#include "generate.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool editing_wrong(editing *e, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(e->why, e->n_why, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The program ----------------------------------------------------------------------------- */

static void add_text(editing *e, section part, const char *text)
{
    size_t n = strlen(e->text[part]), room = sizeof e->text[part] - n;
    snprintf(e->text[part] + n, room, "%s\n", text);
}

static bool same_atom(const fact *a, const fact *b)
{
    bool same = a->n == b->n && strcmp(a->predicate, b->predicate) == 0;
    for (size_t i = 0; same && i < a->n; i++) same = strcmp(a->arguments[i], b->arguments[i]) == 0;
    return same;
}

static void add_fact(editing *e, const fact *f)
{
    for (uint32_t i = 0; i < e->n; i++)
        if (same_atom(&e->facts[i], f)) return;
    if (e->n < MOST_FACTS) e->facts[e->n++] = *f;
}

/* Its declaration has no star. */
static bool is_hidden(const program *p, const char *predicate)
{
    size_t n = strlen(predicate);
    for (uint32_t i = 0; i < p->n; i++) {
        const char *text = p->at[i].text;
        if (p->at[i].part != IN_MODEL || text[0] != '*') continue;
        if (strncmp(text + 1, predicate, n) == 0 && strchr("(", text[n + 1])) return false;
    }
    return true;
}

/* P(A, B), behind what is said of it. */
static void read_fact(editing *e, const char *at)
{
    fact f = { .said = SAID_TRUE };
    char *end;
    if (isdigit((unsigned char)*at)) {
        f.said = SAID_SOFT;
        f.p = strtod(at, &end);
        at = end + 1;
    } else if (*at == '!' || *at == '?') {
        f.said = *at++ == '!' ? SAID_FALSE : SAID_UNKNOWN;
    }
    size_t n = strcspn(at, "(");
    snprintf(f.predicate, sizeof f.predicate, "%.*s", (int)n, at);
    f.hidden = is_hidden(e->program, f.predicate);
    for (at += n; *at && *at != ')' && f.n < MOST_ARGUMENTS; at += n) {
        at += strspn(at, "(, ");
        n = strcspn(at, ",)");
        snprintf(f.arguments[f.n++], MOST_NAME, "%.*s", (int)n, at);
    }
    add_fact(e, &f);
}

static void read_program(editing *e)
{
    for (uint32_t i = 0; i < e->program->n; i++) {
        const line *l = &e->program->at[i];
        if (l->part == IN_EVIDENCE && !strchr(l->text, '=')) read_fact(e, l->text);
        else add_text(e, l->part, l->text);
    }
    for (uint32_t i = 0; i < MOST_LINES; i++) e->weights[i] = NAN;
}

/* Another constant in the place of one: of another fact, or one that nobody has named. */
static void vary(editing *e)
{
    if (e->n == 0) return;
    fact f = e->facts[random_below(&e->state, e->n)];
    const fact *other = &e->facts[random_below(&e->state, e->n)];
    f.said = SAID_NOTHING;
    if (f.n == 0) return;
    uint32_t at = random_below(&e->state, (uint32_t)f.n);
    char *argument = f.arguments[at];
    if (strcmp(other->predicate, f.predicate) == 0) {
        memcpy(argument, other->arguments[at], MOST_NAME);
    } else if (isalpha((unsigned char)argument[0])) {
        argument[1] = (char)('5' + random_below(&e->state, 4));
    } else {
        return;
    }
    add_fact(e, &f);
}

/* ---- Sessions
 * --------------------------------------------------------------------------------------- */

kerf_status editing_tell(kerf *k, const fact *f)
{
    const char *arguments[MOST_ARGUMENTS];
    static const kerf_truth truths[] = { [SAID_TRUE] = KERF_TRUE,
                                         [SAID_FALSE] = KERF_FALSE,
                                         [SAID_UNKNOWN] = KERF_UNKNOWN,
                                         [SAID_SOFT] = KERF_PROBABLE };
    for (size_t i = 0; i < f->n; i++) arguments[i] = f->arguments[i];
    if (f->said == SAID_NOTHING) return kerf_retract_atom(k, f->predicate, arguments, f->n);
    return kerf_assert_atom(k, f->predicate, arguments, f->n, truths[f->said], f->p);
}

kerf_status editing_open(editing *e, const kerf_config *config, kerf **k)
{
    *k = kerf_new(config);
    if (!*k) return KERF_NO_MEMORY;
    const char *weights = e->text[IN_WEIGHTS];
    kerf_status st = kerf_set(*k, "threads", "1");
    if (st == KERF_OK) st = kerf_set(*k, "dialect", "kerf");
    if (st == KERF_OK)
        st = kerf_read_model_memory(*k, "m.mln", e->text[IN_MODEL], strlen(e->text[IN_MODEL]));
    if (st == KERF_OK && *weights)
        st = kerf_read_weights_memory(*k, "m.weights", weights, strlen(weights));
    return st;
}

void editing_write_fact(char *to, size_t room, const fact *f)
{
    static const char *const signs[] = {
        [SAID_TRUE] = "", [SAID_FALSE] = "!", [SAID_UNKNOWN] = "?"
    };
    int n = f->said == SAID_SOFT ? snprintf(to, room, "%.17g ", f->p)
                                 : snprintf(to, room, "%s", signs[f->said]);
    n += snprintf(to + n, room - (size_t)n, "%s", f->predicate);
    for (size_t i = 0; i < f->n; i++)
        n += snprintf(to + n, room - (size_t)n, "%s%s", i ? ", " : "(", f->arguments[i]);
    snprintf(to + n, room - (size_t)n, "%s\n", f->n ? ")" : "");
}

void editing_write(const editing *e, char *to, size_t room)
{
    size_t n = (size_t)snprintf(to, room, "%s", e->text[IN_EVIDENCE]);
    for (uint32_t i = 0; i < e->n && n < room; i++) {
        if (e->facts[i].said == SAID_NOTHING) continue;
        editing_write_fact(to + n, room - n, &e->facts[i]);
        n += strlen(to + n);
    }
}

asked editing_ask(kerf *k, int (*stop)(void *), void *context)
{
    kerf_map_options o = { .size = sizeof o, .stop = stop, .context = context };
    asked a = { .r = { .size = sizeof a.r } };
    kerf_message_clear(k);
    a.status = kerf_map(k, &o, &a.r);
    return a;
}

kerf_status editing_load(editing *e, const char *more, char *world, size_t room, kerf **k)
{
    int given;
    kerf_status st = editing_open(e, NULL, k);
    editing_write(e, world, room);
    size_t n = strlen(world);
    snprintf(world + n, room - n, "%s", more);
    for (size_t i = 0; st == KERF_OK && i < kerf_formula_count(*k) && i < MOST_LINES; i++)
        if (!isnan(e->weights[i])) st = kerf_set_weight(*k, i, e->weights[i]);
    if (st == KERF_OK) st = kerf_add_evidence_memory(*k, "w.db", world, strlen(world));
    return st == KERF_OK ? kerf_next_world(*k, &given) : st;
}

asked editing_ask_fresh(editing *e, char *world, size_t room)
{
    kerf *k;
    asked a = { .status = editing_load(e, "", world, room, &k) };
    if (a.status == KERF_OK) a = editing_ask(k, NULL, NULL);
    kerf_free(k);
    return a;
}

editing *editing_new(const program *p, uint64_t seed, char *why, size_t n)
{
    editing *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->program = p;
    e->state = seed * UINT64_C(0x2545f4914f6cdd1d) + 1;
    e->why = why;
    e->n_why = n;
    read_program(e);
    for (uint32_t i = 0; i < 12; i++) vary(e);
    return e;
}
