/* checkpoint.c -- where an online learner stands, as a file from which it goes on to the same
 * bytes.
 *
 *     kerf checkpoint 1
 *     method=mira k=1 ...                        what a run must have in common with the one before
 *     epoch world steps parameters best_epoch best_f1
 *     loss updates violated right wrong missed proven    of the epoch that has begun
 *     label constants... weight sum best          for each parameter
 *
 * Fields are separated by tabs. Numbers are written such that they read back the same. */
#include "learn/checkpoint.h"

#include "base/input.h"
#include "base/output.h"
#include "model/weight_table.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static const char TITLE[] = "kerf checkpoint 1";

/* ---- Writing -------------------------------------------------------------------------------- */

static void add_number(kf_text *to, double x)
{
    kf_text_addc(to, '\t');
    kf_text_add_number(to, x);
}

static void add_parameter(kf_text *to, const kf_checkpoint *c, const kf_learn_state *s, uint32_t id)
{
    const kf_model *m = c->model;
    const kf_rule *r = &m->rules.at[kf_parameters_rule(c->p, id)];
    kf_print_escaped(to, r->label);
    if (r->table) {
        const uint32_t *key = kf_weight_table_key(r->table, kf_parameters_row(c->p, id));
        for (uint32_t i = 0; i < r->n_parameters; i++) {
            uint32_t type = r->variables[r->parameters[i]].type;
            kf_text_addc(to, '\t');
            kf_print_escaped(to, kf_constant_text(m, type, key[i]));
        }
    }
    add_number(to, kf_parameters_get(c->p, id));
    add_number(to, s->sums[id]);
    add_number(to, s->best[id]);
    kf_text_addc(to, '\n');
}

static void add_head(kf_text *to, const kf_checkpoint *c, const kf_learn_state *s)
{
    const kerf_learn_progress *now = &s->now;
    kf_text_addf(to, "%s\n", TITLE);
    kf_text_add(to, kf_text_get(&c->settings));
    kf_text_addf(to, "\n%u\t%u\t%llu\t%u\t%u", s->epoch, s->world, (unsigned long long)s->steps,
                 s->n, s->best_epoch);
    add_number(to, s->best_f1);
    kf_text_addc(to, '\n');
    kf_text_add_number(to, now->loss);
    kf_text_addf(to, "\t%llu", (unsigned long long)now->updates);
    add_number(to, now->violated);
    kf_text_addf(to, "\t%llu\t%llu\t%llu\t%llu\n", (unsigned long long)now->right,
                 (unsigned long long)now->wrong, (unsigned long long)now->missed,
                 (unsigned long long)now->proven);
}

static kerf_status write_text(kf_checkpoint *c, const kf_learn_state *s, kf_output *out,
                              const char **why)
{
    enum { BLOCK = 1 << 16 };
    kf_text text;
    kf_text_init(&text, c->mem);
    add_head(&text, c, s);
    kerf_status status = KERF_OK;
    for (uint32_t i = 0; status == KERF_OK && i <= s->n; i++) {
        if (i < s->n) add_parameter(&text, c, s, i);
        if (text.failed) status = KERF_NO_MEMORY;
        if (status != KERF_OK || (i < s->n && text.n < BLOCK)) continue;
        status = kf_output_write(out, text.at, text.n, why);
        kf_text_clear(&text);
    }
    kf_text_free(&text);
    return status == KERF_OK ? kf_output_commit(out, why) : status;
}

kerf_status kf_checkpoint_write(kf_checkpoint *c, const kf_learn_state *s)
{
    assert(s->n == kf_parameters_count(c->p));
    kf_output *out = NULL;
    const char *why = "unknown failure";
    kerf_status status = kf_output_open(&out, c->mem, c->path, &why);
    if (status == KERF_OK) status = write_text(c, s, out, &why);
    kf_output_close(out);
    if (status != KERF_IO) return status;
    const kf_place nowhere = { 0 };
    if (!c->failed)
        kf_diag_add(c->diags, KERF_WARNING, &nowhere, "learning goes on without it",
                    "cannot write the checkpoint %s: %s", c->path, why);
    c->failed = true;
    return KERF_OK;
}

/* ---- Reading -------------------------------------------------------------------------------- */

typedef struct reader {
    kf_checkpoint *c;
    kf_str rest; /* of the text */
    uint32_t line;
    kf_text field; /* unescaped */
} reader;

static kerf_status blame(const reader *r, const char *what)
{
    kf_place place = { .file = r->c->path, .line = r->line };
    kf_diag_add(r->c->diags, KERF_ERROR, &place, "remove the file to begin anew", "%s", what);
    return KERF_INVALID;
}

static kf_str next_until(kf_str *from, char end)
{
    const char *at = from->n > 0 ? memchr(from->at, end, from->n) : NULL;
    kf_str part = { from->at, at ? (size_t)(at - from->at) : from->n };
    size_t used = part.n + (at ? 1 : 0);
    *from = (kf_str){ from->at + used, from->n - used };
    return part;
}

static kf_str next_line(reader *r)
{
    r->line++;
    return next_until(&r->rest, '\n');
}

static bool next_number(kf_str *line, double *x)
{
    return kf_number_read(next_until(line, '\t'), x);
}

static bool next_count(kf_str *line, uint64_t *n)
{
    int64_t value;
    if (!kf_integer_read(next_until(line, '\t'), &value) || value < 0) return false;
    *n = (uint64_t)value;
    return true;
}

static kf_str next_text(reader *r, kf_str *line)
{
    kf_str part = next_until(line, '\t');
    kf_text_clear(&r->field);
    for (size_t i = 0; i < part.n; i++) {
        char c = part.at[i];
        if (c == '\\' && i + 1 < part.n && kf_unescape(part.at[i + 1], &c)) i++;
        kf_text_addc(&r->field, c);
    }
    return kf_text_get(&r->field);
}

/* The parameter that a line is about, or KF_NONE. */
static uint32_t find_parameter(reader *r, kf_str *line)
{
    const kf_model *m = r->c->model;
    uint32_t key[KF_MOST_ARITY], rule = kf_model_find_rule(m, next_text(r, line));
    if (rule == KF_NONE) return KF_NONE;
    const kf_rule *is = &m->rules.at[rule];
    for (uint32_t i = 0; i < is->n_parameters; i++) {
        const kf_type *t = &m->types.at[is->variables[is->parameters[i]].type];
        key[i] = kf_symbols_find(t->constants, next_text(r, line));
        if (key[i] == KF_NO_SYMBOL) return KF_NONE;
    }
    return kf_parameters_find(r->c->p, rule, key);
}

/* One that the parameter may have. */
static bool next_weight(const reader *r, kf_str *line, uint32_t id, double *weight)
{
    return next_number(line, weight) && isfinite(*weight)
           && kf_parameters_allowed(r->c->p, id, *weight) == *weight;
}

static kerf_status read_parameters(reader *r, kf_learn_state *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        kf_str line = next_line(r);
        uint32_t id = find_parameter(r, &line);
        double weight, sum, best;
        if (id == KF_NONE) return blame(r, "this weight is not one of those to be learned");
        if (!next_weight(r, &line, id, &weight) || !next_number(&line, &sum) || !isfinite(sum)
            || !next_weight(r, &line, id, &best))
            return blame(r, "the checkpoint is damaged here");
        kf_parameters_set(r->c->p, id, weight);
        s->sums[id] = sum;
        s->best[id] = best;
    }
    return r->rest.n > 0 ? blame(r, "the checkpoint has more weights than there are to be learned")
                         : KERF_OK;
}

static kerf_status read_head(reader *r, kf_learn_state *s)
{
    uint64_t epoch, world, n, best_epoch;
    kerf_learn_progress *now = &s->now;
    kf_str line = next_line(r);
    if (!kf_str_eq(line, KF_STR(TITLE))) return blame(r, "this is no checkpoint of kerf");
    line = next_line(r);
    if (!kf_str_eq(line, kf_text_get(&r->c->settings))) {
        blame(r, "the checkpoint was made with other settings, another model or other worlds");
        kf_diag_add(r->c->diags, KERF_NOTE, &(kf_place){ 0 }, NULL, "there %.*s",
                    line.n > 400 ? 400 : (int)line.n, line.at);
        kf_diag_add(r->c->diags, KERF_NOTE, &(kf_place){ 0 }, NULL, "here  %s", r->c->settings.at);
        return KERF_INVALID;
    }
    line = next_line(r);
    if (!next_count(&line, &epoch) || !next_count(&line, &world) || !next_count(&line, &s->steps)
        || !next_count(&line, &n) || !next_count(&line, &best_epoch)
        || !next_number(&line, &s->best_f1))
        return blame(r, "the checkpoint is damaged here");
    if (n != s->n) return blame(r, "the checkpoint has another number of weights");
    s->epoch = (uint32_t)epoch;
    s->world = (uint32_t)world;
    s->best_epoch = (uint32_t)best_epoch;
    line = next_line(r);
    if (!next_number(&line, &now->loss) || !next_count(&line, &now->updates)
        || !next_number(&line, &now->violated) || !next_count(&line, &now->right)
        || !next_count(&line, &now->wrong) || !next_count(&line, &now->missed)
        || !next_count(&line, &now->proven))
        return blame(r, "the checkpoint is damaged here");
    return KERF_OK;
}

static kerf_status read_text(kf_checkpoint *c, kf_str text, kf_learn_state *s)
{
    reader r = { .c = c, .rest = text };
    kf_text_init(&r.field, c->mem);
    kerf_status status = read_head(&r, s);
    if (status == KERF_OK) status = read_parameters(&r, s);
    if (r.field.failed) status = KERF_NO_MEMORY;
    kf_text_free(&r.field);
    if (status != KERF_OK) return status;
    const kf_place place = { .file = c->path };
    kf_diag_add(c->diags, KERF_NOTE, &place, NULL, "learning goes on after %u epoch%s", s->epoch,
                s->epoch == 1 ? "" : "s");
    return KERF_OK;
}

static kerf_status refuse(kf_checkpoint *c, const char *why)
{
    const kf_place nowhere = { 0 };
    kf_diag_add(c->diags, KERF_ERROR, &nowhere, NULL, "cannot read %s: %s", c->path, why);
    return KERF_IO;
}

kerf_status kf_checkpoint_read(kf_checkpoint *c, kf_learn_state *s)
{
    assert(s->n == kf_parameters_count(c->p));
    kf_input *in = NULL;
    struct stat info;
    char *text;
    size_t n;
    const char *why = "unknown failure";
    if (stat(c->path, &info) != 0) return KERF_OK;
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return refuse(c, "it is not an ordinary file");
    kerf_status status = kf_input_open_file(&in, c->mem, c->path, &why);
    if (status == KERF_OK) status = kf_input_read_all(in, SIZE_MAX / 2, &text, &n, &why);
    kf_input_close(in);
    if (status == KERF_IO) return refuse(c, why);
    if (status != KERF_OK) return status;
    status = read_text(c, (kf_str){ text, n }, s);
    kf_mem_free(c->mem, text, n + 1, 1);
    return status;
}
