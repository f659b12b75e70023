/* chance_file.c -- a file of probabilities, as kerf marginal writes it, world by world. */
#include "verify/chances/chances.h"

#include "base/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lines ---- */

static kerf_status say_wrong(const kf_chance_file *c, const char *what)
{
    kf_place place = { .file = c->path, .line = c->line };
    kf_diag_add(c->diags, KERF_ERROR, &place, "a line is an atom and its probability", "%s", what);
    return KERF_INVALID;
}

static bool next_line(kf_chance_file *c, kf_str *line)
{
    if (c->at == c->end) return false;
    const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
    line->at = c->at;
    line->n = (size_t)((stop ? stop : c->end) - c->at);
    c->at = stop ? stop + 1 : c->end;
    c->line++;
    while (line->n > 0 && strchr(" \t\r", line->at[line->n - 1])) line->n--;
    return true;
}

static kerf_status take_chance(kf_chance_file *c, kf_str atom, const kf_claim *claim)
{
    kf_said_chance x = { .line = c->line, .claim = *claim };
    x.text = kf_arena_string(&c->w.arena, atom);
    return x.text && kf_vec_push(c->mem, &c->w.said, x) ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status take_db_line(kf_chance_file *c, kf_str line)
{
    size_t cut = line.n;
    kf_claim said = { NAN, NAN, NAN, NAN, NAN, KF_CLAIM_NONE };
    while (cut > 0 && line.at[cut - 1] != ' ' && line.at[cut - 1] != '\t') cut--;
    kf_str number = { line.at + cut, line.n - cut };
    if (cut == 0 || !kf_number_read(number, &said.p) || !(said.p >= 0 && said.p <= 1))
        return say_wrong(c, "there is no probability at the end of this line");
    while (cut > 0 && strchr(" \t", line.at[cut - 1])) cut--;
    return take_chance(c, (kf_str){ line.at, cut }, &said);
}

static kerf_status keep_free(kf_chance_file *c, const kf_text *name, double atoms)
{
    kf_said_free x = { .atoms = atoms };
    x.predicate = name->failed ? NULL : kf_arena_string(&c->w.arena, kf_text_get(name));
    bool kept = x.predicate && kf_vec_push(c->mem, &c->w.said_free, x);
    return kept ? KERF_OK : KERF_NO_MEMORY;
}

static kerf_status take_row(kf_chance_file *c, kf_str line, kf_text *atom)
{
    kf_claim said;
    double atoms;
    if (kf_chance_line_free(line, atom, &atoms)) return keep_free(c, atom, atoms);
    kf_text_clear(atom);
    if (!kf_chance_line_row(line, atom, &said))
        return say_wrong(c, "this is no line as kerf marginal --format=tsv writes it");
    return atom->failed ? KERF_NO_MEMORY : take_chance(c, kf_text_get(atom), &said);
}

static kerf_status take_free(kf_chance_file *c, kf_text *name)
{
    double atoms;
    kf_text_clear(name);
    while (kf_chance_next_free(&c->w.object, name, &atoms)) {
        KF_TRY(keep_free(c, name, atoms));
        kf_text_clear(name);
    }
    return KERF_OK;
}

/* A world on one line. */
static kerf_status take_object(kf_chance_file *c, kf_str line, kf_text *atom)
{
    kf_chance_object *o = &c->w.object;
    kf_claim said;
    *o = (kf_chance_object){ .at = line.at, .end = line.at + line.n };
    c->w.json = true;
    c->w.line = c->line;
    while (kf_chance_next(o, atom, &said)) {
        if (atom->failed) return KERF_NO_MEMORY;
        KF_TRY(take_chance(c, kf_text_get(atom), &said));
        kf_text_clear(atom);
    }
    KF_TRY(take_free(c, atom));
    if (o->wrong) return say_wrong(c, "this is no object as kerf marginal --format=json writes it");
    return KERF_OK;
}

static kerf_status take_line(kf_chance_file *c, kf_str line)
{
    kf_text atom;
    if (*line.at != '{' && !kf_is_chance_row(line)) return take_db_line(c, line);
    kf_text_init(&atom, c->mem);
    kerf_status st = *line.at == '{' ? take_object(c, line, &atom) : take_row(c, line, &atom);
    kf_text_free(&atom);
    return st;
}

/* Up to where the next world begins. */
static kerf_status take_lines(kf_chance_file *c)
{
    kf_str line;
    for (bool first = true;; first = false) {
        const char *before = c->at;
        if (!next_line(c, &line)) return KERF_OK;
        bool world = line.n >= 2 && memcmp(line.at, ">>", 2) == 0;
        if (world && !first) {
            c->at = before;
            c->line--;
            return KERF_OK;
        }
        bool comment = line.n >= 2 && memcmp(line.at, "//", 2) == 0;
        if (line.n > 0 && !world && !comment) KF_TRY(take_line(c, line));
        if (line.n > 0 && *line.at == '{') return KERF_OK;
    }
}

/* ---- World by world ---- */

void kf_chance_file_open(kf_chance_file *f, kf_mem *mem, kf_model *m, kf_diags *diags,
                         const char *path, kf_str text)
{
    *f = (kf_chance_file){
        .mem = mem, .model = m, .diags = diags, .path = path, .at = text.at, .end = text.at + text.n
    };
    kf_arena_init(&f->w.arena, mem);
}

void kf_chance_file_close(kf_chance_file *f)
{
    kf_vec_free(f->mem, &f->w.known);
    kf_vec_free(f->mem, &f->w.said);
    kf_vec_free(f->mem, &f->w.said_free);
    kf_arena_free(&f->w.arena);
}

static void clear_world(kf_chance_world *w, uint32_t line)
{
    w->known.n = w->said.n = w->said_free.n = 0;
    w->json = false;
    w->line = line + 1;
    kf_arena_clear(&w->arena);
}

kerf_status kf_chance_file_next(kf_chance_file *f)
{
    assert(f->at <= f->end);
    clear_world(&f->w, f->line);
    return take_lines(f);
}

kerf_status kf_chance_file_end(kf_chance_file *f)
{
    kf_str line;
    while (next_line(f, &line))
        if (line.n > 0) return say_wrong(f, "there are more worlds here than in the evidence");
    return KERF_OK;
}

/* ---- What is known -------------------------------------------------------------------------- */

kerf_status kf_chances_add_known(kf_chance_file *f, const kf_known_chance *known)
{
    kf_known_chance x = *known;
    kf_text text;
    kf_text_init(&text, f->mem);
    assert(x.predicate < f->model->predicates.n && !x.text);
    kf_print_fact(&text, f->model, x.predicate, x.row);
    x.text = text.failed ? NULL : kf_arena_string(&f->w.arena, kf_text_get(&text));
    kf_text_free(&text);
    return x.text && kf_vec_push(f->mem, &f->w.known, x) ? KERF_OK : KERF_NO_MEMORY;
}

void kf_chances_sort_known(kf_chance_world *w)
{
    if (w->known.n > 1) qsort(w->known.at, w->known.n, sizeof *w->known.at, kf_known_by_text);
}
