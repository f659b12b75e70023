/* options.c -- the option table: look up, read, store, give back; and options for inference.
 *
 * An option is one line of options.def. Its value is kept twice: parsed, in its field of
 * kf_options, and as the text that was given, for kerf_get(). */
#include "session/session.h"

#include "base/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
        assert(*(const int *)field >= 0 && *(const int *)field < kf_option_choices(o));
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

/* ---- For inference -------------------------------------------------------------------------- */

enum { MOST_THREADS = 64 };

/* The system is asked once: it opens a file for that, which a tiny world would notice. */
uint32_t kf_session_threads(kerf *k)
{
    if (k->options.threads > 0) return (uint32_t)k->options.threads;
    if (k->cores == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        k->cores = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (uint32_t)cores;
    }
    return k->cores;
}

kerf_status kf_session_solver(kerf *k, const kf_solver **out)
{
    const kf_solver *solver = kf_solver_find(kerf_get(k, "solver"));
    assert(solver); /* its names are the choices of the option */
    if (solver->lacks) {
        snprintf(k->error, sizeof k->error,
                 "solver %s needs %s, and this kerf was built without it", solver->name,
                 solver->lacks);
        return KERF_UNSUPPORTED;
    }
    *out = solver;
    return KERF_OK;
}

static uint32_t switched_off(const kf_options *o)
{
    const struct {
        bool on;
        kf_mechanism is;
    } all[] = {
        { o->ascent, KF_ASCENT },         { o->branch, KF_BRANCH },
        { o->cliques, KF_CLIQUES },       { o->clustering, KF_CLUSTERING },
        { o->eliminate, KF_ELIMINATE },   { o->fixing, KF_FIXING },
        { o->fractional, KF_FRACTIONAL }, { o->lift, KF_LIFT },
        { o->parts, KF_PARTS },           { o->tables, KF_TABLES },
        { o->transitive, KF_TRANSITIVE }, { o->warm, KF_WARM },
    };
    uint32_t off = 0;
    for (size_t i = 0; i < KF_LENGTH(all); i++) off |= all[i].on ? 0 : (uint32_t)all[i].is;
    return off;
}

kf_cpi_options kf_session_inference(kerf *k, const kf_solver *solver)
{
    const kf_options *o = &k->options;
    assert(o->seed >= 0 && o->flips >= 0 && o->tries >= 0 && o->max_iterations >= 1);
    return (kf_cpi_options){
        .solver = solver,
        .settings = { .off = switched_off(o),
                      .seed = (uint64_t)o->seed,
                      .flips = (uint64_t)o->flips,
                      .tries = (uint32_t)o->tries,
                      .noise = o->noise,
                      .tabu = (uint32_t)o->tabu,
                      .random_start = o->start == KF_START_RANDOM },
        .full = o->ground == KF_GROUND_FULL,
        .choose = o->ground == KF_GROUND_AUTO,
        .simplify = o->texts[KF_OPTION_simplify] ? o->simplify : !solver->bare,
        .threads = kf_session_threads(k),
        .gap = o->gap,
        .max_iterations = (uint32_t)o->max_iterations,
        .mend = (uint32_t)o->mend,
        .deadline = INFINITY,
    };
}
