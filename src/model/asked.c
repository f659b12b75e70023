/* asked.c -- patterns of atoms that a user asks for; see asked.h.
 *
 * A name that begins with a capital or a digit, or stands in quotes, is a constant; every other is
 * a variable. Constants are kept as text and looked up in each world. */
#include "model/asked.h"

#include "base/check.h"

#include <stdio.h>
#include <string.h>

typedef struct term {
    kf_str text;
    bool constant;
    uint32_t first; /* a variable: the argument where it occurs first, perhaps this one */
    uint32_t id;    /* a constant: in the current world; KF_NONE: it has none such */
} term;

typedef struct pattern {
    uint32_t predicate;
    bool all;   /* every atom of it */
    bool never; /* a constant is not there */
    const char *text;
    term *terms; /* by argument */
} pattern;

struct kf_asked {
    kf_mem *mem;
    const kf_model *m;
    const char *option;
    kf_diags *diags; /* while it is read */
    kf_arena arena;
    KF_VEC(pattern) patterns;
};

/* ---- Messages ---- */

static const char form[] = "write Predicate, or Predicate(Constant, variable, _), with commas "
                           "between them; a constant has a capital, or quotes";

__attribute__((format(printf, 3, 4))) static kerf_status refuse(kf_asked *a, const char *hint,
                                                                const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    kf_diag_add(a->diags, KERF_ERROR, NULL, hint, "%s %s", a->option, text);
    return KERF_INVALID;
}

static int width_of(kf_str text)
{
    return text.n > 60 ? 60 : (int)text.n;
}

static kerf_status refuse_name(kf_asked *a, kf_str name)
{
    kf_nearest near = { .wanted = name };
    char hint[128];
    for (uint32_t i = 0; i < a->m->predicates.n; i++)
        kf_nearest_try(&near, kf_predicate_name(a->m, i));
    snprintf(hint, sizeof hint, "did you mean %.*s?", width_of(near.best),
             near.best.n ? near.best.at : "");
    return refuse(a, near.best.n ? hint : NULL, "names %.*s, which is not a predicate of the model",
                  width_of(name), name.at);
}

/* ---- Reading ---- */

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

size_t kf_asked_name(const kf_model *m, const char *at, uint32_t *predicate)
{
    size_t n = strcspn(at, " \t\r\n,("), slash = strcspn(at, "/"), digits = 0;
    *predicate = kf_model_find_predicate(m, (kf_str){ at, n });
    if (*predicate != KF_NONE || slash + 1 >= n) return n;
    unsigned arity = 0;
    for (; digits < 3 && at[slash + 1 + digits] >= '0' && at[slash + 1 + digits] <= '9'; digits++)
        arity = arity * 10 + (unsigned)(at[slash + 1 + digits] - '0');
    if (slash + 1 + digits != n) return n;
    uint32_t named = kf_model_find_predicate(m, (kf_str){ at, slash });
    if (named != KF_NONE && m->predicates.at[named].arity == arity) *predicate = named;
    return n;
}

const char *kf_asked_skip(const char *at)
{
    assert(*at == '(');
    for (bool quoted = false; *at; at++) {
        if (quoted && *at == '\\' && at[1]) at++;
        else if (*at == '"') quoted = !quoted;
        else if (*at == ')' && !quoted) return at + 1;
    }
    return at;
}

/* A quoted constant: \" and \\ stand for the second. */
static bool read_quoted(kf_asked *a, const char **at, kf_str *text)
{
    size_t n = 0;
    char *to = kf_arena_room(&a->arena, strlen(*at) + 1, 1);
    if (!to) return false;
    for ((*at)++; **at && **at != '"'; (*at)++) {
        if (**at == '\\' && (*at)[1]) (*at)++;
        to[n++] = **at;
    }
    if (**at == '"') (*at)++;
    *text = (kf_str){ to, n };
    return true;
}

static bool is_constant(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+'
           || (unsigned char)c >= 0x80;
}

static kerf_status read_term(kf_asked *a, const char **at, term *t)
{
    skip_blanks(at);
    *t = (term){ .constant = true, .id = KF_NONE };
    if (**at == '"') return read_quoted(a, at, &t->text) ? KERF_OK : KERF_NO_MEMORY;
    size_t n = strcspn(*at, " \t\r\n,()\"");
    if (n == 0) return refuse(a, form, "asks for something that is no atom");
    t->constant = is_constant(**at);
    t->text = (kf_str){ kf_arena_copy(&a->arena, *at, n, 1), n };
    *at += n;
    return t->text.at ? KERF_OK : KERF_NO_MEMORY;
}

/* A variable that was there before is the same. */
static void number_variable(const pattern *p, uint32_t i)
{
    term *t = &p->terms[i];
    bool any = t->text.n == 1 && t->text.at[0] == '_';
    t->first = i;
    for (uint32_t k = 0; k < i && !t->constant && !any; k++) {
        if (p->terms[k].constant || !kf_str_eq(p->terms[k].text, t->text)) continue;
        t->first = k;
        return;
    }
}

static kerf_status read_terms(kf_asked *a, const char **at, pattern *p)
{
    const kf_predicate *is = &a->m->predicates.at[p->predicate];
    kf_str name = kf_model_name(a->m, is->name);
    uint32_t n = 0;
    p->terms = kf_arena_alloc(&a->arena, is->arity, sizeof *p->terms);
    if (!p->terms) return KERF_NO_MEMORY;
    for ((*at)++;; (*at)++) {
        term t;
        KF_TRY(read_term(a, at, &t));
        if (n < is->arity) p->terms[n] = t;
        n++;
        skip_blanks(at);
        if (**at != ',') break;
    }
    if (**at != ')') return refuse(a, form, "asks for something that is no atom");
    (*at)++;
    if (n != is->arity)
        return refuse(a, NULL, "asks for %.*s with %u argument%s, it has %u", width_of(name),
                      name.at, n, n == 1 ? "" : "s", is->arity);
    p->all = true;
    for (uint32_t i = 0; i < n; i++) {
        number_variable(p, i);
        p->all &= !p->terms[i].constant && p->terms[i].first == i;
    }
    return KERF_OK;
}

static kerf_status read_pattern(kf_asked *a, const char **at)
{
    pattern p = { .all = true };
    kf_str name = { *at, kf_asked_name(a->m, *at, &p.predicate) };
    const char *begin = *at;
    if (name.n == 0) return refuse(a, form, "asks for something that is no atom");
    if (p.predicate == KF_NONE) return refuse_name(a, name);
    if (!a->m->predicates.at[p.predicate].hidden)
        return refuse(a, NULL, "asks for %.*s, which is observed", width_of(name), name.at);
    *at += name.n;
    const char *after = *at + strspn(*at, " \t");
    if (*after == '(') {
        *at = after;
        KF_TRY(read_terms(a, at, &p));
    }
    p.text = kf_arena_string(&a->arena, (kf_str){ begin, (size_t)(*at - begin) });
    return p.text && kf_vec_push(a->mem, &a->patterns, p) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status read_list(kf_asked *a, const char *list)
{
    for (const char *at = list; *at;) {
        at += strspn(at, " \t\r\n,");
        if (*at) KF_TRY(read_pattern(a, &at));
    }
    return KERF_OK;
}

static bool asks_all(const kf_asked *a)
{
    for (uint32_t p = 0; p < a->m->predicates.n; p++)
        if (a->m->predicates.at[p].hidden && !kf_asked_has_all(a, p)) return false;
    return true;
}

kerf_status kf_asked_read(kf_asked **out, kf_mem *mem, const kf_model *m, const char *list,
                          const char *option, kf_diags *diags)
{
    assert(m->settled);
    kf_asked *a = kf_mem_calloc(mem, 1, sizeof *a);
    if (!a) return KERF_NO_MEMORY;
    a->mem = mem;
    a->m = m;
    a->option = option;
    a->diags = diags;
    kf_arena_init(&a->arena, mem);
    kerf_status status = read_list(a, list);
    *out = a;
    if (status == KERF_OK && !asks_all(a)) return KERF_OK;
    kf_asked_free(a);
    *out = NULL;
    return status;
}

void kf_asked_free(kf_asked *a)
{
    if (!a) return;
    kf_vec_free(a->mem, &a->patterns);
    kf_arena_free(&a->arena);
    kf_mem_free(a->mem, a, 1, sizeof *a);
}

/* ---- In a world ---- */

static void warn_of_constant(const kf_asked *a, const pattern *p, const term *t, uint32_t type,
                             kf_diags *diags)
{
    const kf_symbols *constants = a->m->types.at[type].constants;
    kf_str name = kf_type_name(a->m, type);
    kf_nearest near = { .wanted = t->text };
    char hint[128];
    for (uint32_t i = 0; i < kf_symbols_count(constants); i++)
        kf_nearest_try(&near, kf_symbols_text(constants, i));
    snprintf(hint, sizeof hint, "did you mean %.*s?", width_of(near.best),
             near.best.n ? near.best.at : "");
    bool letter = t->text.n == 1 && t->text.at[0] >= 'A' && t->text.at[0] <= 'Z';
    kf_diag_add(diags, KERF_WARNING, NULL,
                letter        ? "a variable begins with a small letter"
                : near.best.n ? hint
                              : NULL,
                "nothing matches %.100s: %.*s has no constant %.*s", p->text, width_of(name),
                name.at, width_of(t->text), t->text.at);
}

static void warn_of_variable(const pattern *p, const term *t, kf_diags *diags)
{
    kf_diag_add(diags, KERF_WARNING, NULL, "for the constant, put it into quotes",
                "in %.100s, %.*s stands for any constant, though there is one of that name",
                p->text, width_of(t->text), t->text.at);
}

static void resolve(const kf_asked *a, pattern *p, kf_diags *diags)
{
    const kf_predicate *is = &a->m->predicates.at[p->predicate];
    p->never = false;
    for (uint32_t i = 0; p->terms && i < is->arity; i++) {
        term *t = &p->terms[i];
        uint32_t type = is->slots[i].type;
        t->id = kf_symbols_find(a->m->types.at[type].constants, t->text);
        if (!t->constant && t->id != KF_NO_SYMBOL && t->first == i) warn_of_variable(p, t, diags);
        if (!t->constant || t->id != KF_NO_SYMBOL) continue;
        warn_of_constant(a, p, t, type, diags);
        p->never = true;
    }
}

void kf_asked_resolve(kf_asked *a, kf_diags *diags)
{
    for (size_t i = 0; i < a->patterns.n; i++) resolve(a, &a->patterns.at[i], diags);
}

static bool matches(const pattern *p, const uint32_t *row, uint32_t arity)
{
    if (p->all) return true;
    for (uint32_t i = 0; i < arity && !p->never; i++) {
        const term *t = &p->terms[i];
        if (t->constant ? row[i] != t->id : row[i] != row[t->first]) return false;
    }
    return !p->never;
}

bool kf_asked_has(const kf_asked *a, uint32_t predicate, const uint32_t *row)
{
    uint32_t arity = a->m->predicates.at[predicate].arity;
    for (size_t i = 0; i < a->patterns.n; i++) {
        const pattern *p = &a->patterns.at[i];
        if (p->predicate == predicate && matches(p, row, arity)) return true;
    }
    return false;
}

bool kf_asked_has_all(const kf_asked *a, uint32_t predicate)
{
    for (size_t i = 0; i < a->patterns.n; i++)
        if (a->patterns.at[i].predicate == predicate && a->patterns.at[i].all) return true;
    return false;
}

bool kf_asked_next(const kf_asked *a, size_t *at, kf_asked_part *out)
{
    for (; *at < a->patterns.n; (*at)++) {
        const pattern *p = &a->patterns.at[*at];
        if (p->never || kf_asked_has_all(a, p->predicate)) continue;
        out->predicate = p->predicate;
        for (uint32_t i = 0; i < a->m->predicates.at[p->predicate].arity; i++) {
            out->constants[i] = p->terms[i].constant ? p->terms[i].id : KF_NONE;
            out->first[i] = p->terms[i].first;
        }
        (*at)++;
        return true;
    }
    return false;
}
