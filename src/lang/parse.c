/* parse.c -- the parser's frame: files, includes, statements, and recovery after errors.
 *
 * After an error in a statement the parser skips to the next line that can begin one, so that one
 * run reports several errors. */
#include "lang/parse.h"

#include "base/check.h"
#include "lang/check_tree.h"
#include "lang/parser.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_TEXT = 1 << 30 };

/* ---- Programs ---- */

kf_program *kf_program_new(kf_mem *mem)
{
    kf_program *p = kf_mem_calloc(mem, 1, sizeof *p);
    if (!p) return NULL;
    p->mem = mem;
    kf_arena_init(&p->arena, mem);
    p->sources = kf_sources_new(mem);
    p->names = kf_symbols_new(mem);
    if (p->sources && p->names) return p;
    kf_program_free(p);
    return NULL;
}

void kf_program_free(kf_program *p)
{
    if (!p) return;
    kf_vec_free(p->mem, &p->statements);
    kf_symbols_free(p->names);
    kf_sources_free(p->sources);
    kf_arena_free(&p->arena);
    kf_mem_free(p->mem, p, 1, sizeof *p);
}

kf_str kf_program_name(const kf_program *p, kf_name name)
{
    return name.id == KF_NO_SYMBOL ? (kf_str){ "", 0 } : kf_symbols_text(p->names, name.id);
}

/* ---- Tokens, errors, memory ---- */

void kf_parser_advance(kf_parser *p)
{
    p->end = p->token.offset + p->token.length;
    p->token = kf_lexer_next(&p->lexer);
}

kf_token kf_parser_peek(const kf_parser *p)
{
    kf_lexer ahead = p->lexer;
    return kf_lexer_next(&ahead);
}

kf_str kf_parser_text(const kf_parser *p, kf_token t)
{
    assert(t.offset <= p->lexer.n && t.length <= p->lexer.n - t.offset);
    return (kf_str){ p->lexer.text + t.offset, t.length };
}

bool kf_parser_is(const kf_parser *p, kf_token t, const char *word)
{
    return t.kind == KF_TOKEN_NAME && kf_str_eq_nocase(kf_parser_text(p, t), kf_str_of(word));
}

kf_pos kf_parser_pos(const kf_parser *p, kf_token t)
{
    return (kf_pos){ p->source, t.offset, t.length };
}

bool kf_parser_accept(kf_parser *p, kf_token_kind kind)
{
    if (p->token.kind != kind) return false;
    kf_parser_advance(p);
    return true;
}

bool kf_parser_error(kf_parser *p, kf_token t, const char *hint, const char *format, ...)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    va_list args;
    va_start(args, format);
    kf_diag_addv(p->diags, KERF_ERROR, &place, hint, format, args);
    va_end(args);
    return false;
}

bool kf_parser_unexpected(kf_parser *p, const char *wanted)
{
    kf_token t = p->token;
    if (t.kind == KF_TOKEN_ERROR) return kf_parser_error(p, t, t.hint, "%s", t.problem);
    if (t.kind == KF_TOKEN_END) {
        t = (kf_token){ .offset = p->end, .length = 1 }; /* behind the last thing that was said */
        return kf_parser_error(p, t, NULL, "the text ends where %s should stand", wanted);
    }
    kf_str text = kf_parser_text(p, t);
    int shown = text.n > 40 ? 40 : (int)text.n;
    return kf_parser_error(p, t, kf_parser_foreign_hint(p, t), "expected %s, found `%.*s`%s",
                           wanted, shown, text.at, text.n > 40 ? "..." : "");
}

bool kf_parser_expect(kf_parser *p, kf_token_kind kind, const char *what)
{
    return kf_parser_accept(p, kind) || kf_parser_unexpected(p, what);
}

bool kf_parser_out_of_memory(kf_parser *p)
{
    p->no_memory = true;
    return false;
}

bool kf_parser_name(kf_parser *p, kf_str text, kf_name *name)
{
    name->id = kf_symbols_add(p->program->names, text);
    return name->id != KF_NO_SYMBOL || kf_parser_out_of_memory(p);
}

void *kf_parser_new(kf_parser *p, size_t n, size_t each)
{
    void *block = kf_arena_alloc(p->arena, n, each);
    if (!block) p->no_memory = true;
    return block;
}

kf_statement *kf_parser_statement(kf_parser *p, kf_statement_kind kind, kf_token t)
{
    kf_statement *s = kf_parser_new(p, 1, sizeof *s);
    if (!s) return NULL;
    s->kind = (uint8_t)kind;
    s->pos = kf_parser_pos(p, t);
    s->name.id = s->label.id = s->result.id = KF_NO_SYMBOL;
    return s;
}

bool kf_parser_push(kf_parser *p, void *node)
{
    return node && (kf_vec_push(p->mem, &p->stack, node) || kf_parser_out_of_memory(p));
}

void *kf_parser_pop(kf_parser *p, size_t from, uint32_t *n)
{
    assert(from <= p->stack.n);
    size_t count = p->stack.n - from;
    void *list = kf_parser_new(p, count ? count : 1, sizeof(void *));
    if (list && count) memcpy(list, p->stack.at + from, count * sizeof(void *));
    p->stack.n = from;
    *n = (uint32_t)count;
    return list;
}

/* The letter v between formulas. Before a colon it is a label or a weight, and before a comparison
 * a variable. */
static bool is_or(const kf_parser *p, kf_token t)
{
    if (t.length != 1 || p->lexer.text[t.offset] != 'v') return false;
    kf_lexer ahead = { .text = p->lexer.text, .at = t.offset + 1, .n = p->lexer.n };
    uint8_t next = kf_lexer_next(&ahead).kind;
    return next != KF_TOKEN_COLON && next != KF_TOKEN_COMPARE;
}

bool kf_parser_joins(const kf_parser *p, kf_token t)
{
    switch (t.kind) {
    case KF_TOKEN_AND:
    case KF_TOKEN_OR:
    case KF_TOKEN_IMPLIES:
    case KF_TOKEN_IFF:
    case KF_TOKEN_COMMA:
    case KF_TOKEN_RULE:
    case KF_TOKEN_ASSIGN:
    case KF_TOKEN_COMPARE: return true;
    case KF_TOKEN_NAME: return is_or(p, t);
    default: return false;
    }
}

bool kf_parser_at_end(const kf_parser *p, kf_token t)
{
    return t.kind == KF_TOKEN_END || (t.newline && !kf_parser_joins(p, t));
}

/* ---- Includes ---- */

static bool parse_text(kf_parser *, uint32_t source);

/* Read a text and make it a source. `name` is what messages call it. */
static bool add_source(kf_parser *p, kf_input *input, const char *name, const kf_place *from,
                       uint32_t *source)
{
    char *text;
    size_t n;
    const char *why = NULL;
    const kf_place nowhere = { 0 };
    kerf_status st = kf_input_read_all(input, MOST_TEXT, &text, &n, &why);
    if (st == KERF_NO_MEMORY) return kf_parser_out_of_memory(p);
    if (st == KERF_LIMIT) why = "it is larger than 1 GiB, too large for a model";
    if (st != KERF_OK) {
        kf_diag_add(p->diags, KERF_ERROR, from ? from : &nowhere, NULL, "cannot read %s: %s", name,
                    why);
        p->unreadable = !from;
        return false;
    }
    if (kf_sources_add(p->program->sources, name, text, n, source) != KERF_OK) {
        kf_mem_free(p->mem, text, n + 1, 1);
        return kf_parser_out_of_memory(p);
    }
    return true;
}

/* The folder of the including file, joined with what is included. */
static bool include_path(kf_parser *p, kf_str file, kf_text *path)
{
    const char *self = kf_sources_name(p->program->sources, p->source);
    assert(self); /* the text that is being parsed is a source */
    const char *slash = strrchr(self, '/');
    if (slash && !(file.n && file.at[0] == '/')) {
        kf_text_add(path, (kf_str){ self, (size_t)(slash - self) + 1 });
    }
    kf_text_add(path, file);
    return !path->failed || kf_parser_out_of_memory(p);
}

/* Has this file been read, or is it being read? Sets *skip for the former. */
static bool check_included(kf_parser *p, const char *path, kf_token t, bool *skip)
{
    struct stat info;
    *skip = false;
    if (stat(path, &info) != 0) return true;              /* opening it will say why */
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) /* a pipe might wait for ever */
        return kf_parser_error(p, t, NULL, "cannot read %s: it is not an ordinary file", path);
    for (size_t i = 0; i < p->included.n; i++) {
        const kf_included *seen = &p->included.at[i];
        if (seen->device != (uint64_t)info.st_dev || seen->inode != (uint64_t)info.st_ino) continue;
        if (seen->open) {
            return kf_parser_error(p, t, "remove one of the includes", "%s includes itself", path);
        }
        kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
        kf_diag_add(p->diags, KERF_WARNING, &place, NULL, "%s was already read; it is skipped here",
                    path);
        *skip = true;
        return true;
    }
    return kf_vec_push(p->mem, &p->included,
                       (kf_included){ (uint64_t)info.st_dev, (uint64_t)info.st_ino, true })
           || kf_parser_out_of_memory(p);
}

/* Does the file lie outside of the folder of the model, after links? */
static bool is_outside(const kf_parser *p, const char *path)
{
    char folder[PATH_MAX], file[PATH_MAX];
    const char *model = kf_sources_name(p->program->sources, 0), *slash = strrchr(model, '/');
    size_t n = slash ? (size_t)(slash - model) + 1 : 0;
    if (n >= sizeof file) return true;
    memcpy(file, model, n);
    file[n] = '\0';
    if (!realpath(n > 0 ? file : ".", folder) || !realpath(path, file)) return true;
    n = strlen(folder);
    if (n > 1) folder[n++] = '/'; /* in the place of the NUL */
    return strncmp(file, folder, n) != 0;
}

static bool read_included(kf_parser *p, const char *path, kf_token t)
{
    kf_place place = kf_sources_place(p->program->sources, kf_parser_pos(p, t));
    kf_input *input = NULL;
    const char *why = NULL;
    kerf_status st = kf_input_open_file(&input, p->mem, path, &why);
    if (st == KERF_NO_MEMORY) return kf_parser_out_of_memory(p);
    if (st != KERF_OK && p->program->dialect == KF_DIALECT_THEBEAST) {
        kf_diag_add(p->diags, KERF_WARNING, &place,
                    "types come from evidence; predicates that it declares are read from their use",
                    "cannot read %s: %s; it is left out", path, why);
        return p->missing = true;
    }
    if (st != KERF_OK) {
        kf_diag_add(p->diags, KERF_ERROR, &place, NULL, "cannot read %s: %s", path, why);
        return false;
    }
    uint32_t source;
    bool good = add_source(p, input, path, &place, &source);
    kf_input_close(input);
    if (good && is_outside(p, path)) kf_sources_withhold(p->program->sources, source);
    return good && parse_text(p, source);
}

bool kf_parser_include_file(kf_parser *p, kf_str file, kf_token t)
{
    if (p->include_depth >= KF_MOST_INCLUDES) {
        return kf_parser_error(p, t, NULL, "files include each other more than %d deep",
                               KF_MOST_INCLUDES);
    }
    kf_text path;
    kf_text_init(&path, p->mem);
    bool skip = false;
    size_t self = p->included.n; /* its entry, if it can be found at all */
    bool good = include_path(p, file, &path) && check_included(p, path.at, t, &skip);
    if (good && !skip) {
        kf_lexer lexer = p->lexer;
        kf_token token = p->token;
        uint32_t source = p->source;
        p->include_depth++;
        good = read_included(p, path.at, t);
        p->include_depth--;
        p->lexer = lexer;
        p->token = token;
        p->source = source;
        if (self < p->included.n) p->included.at[self].open = false;
    }
    kf_text_free(&path);
    return good;
}

/* #include "file" or <file>; the current token is the word. */
bool kf_parser_include(kf_parser *p)
{
    kf_token t = p->token;
    const char *text = p->lexer.text;
    uint32_t at = p->lexer.at, n = p->lexer.n;
    while (at < n && (text[at] == ' ' || text[at] == '\t')) at++;
    char close = at < n && text[at] == '"' ? '"' : at < n && text[at] == '<' ? '>' : '\0';
    uint32_t from = at + 1, end = from;
    while (close && end < n && text[end] != close && text[end] != '\n' && text[end] != '\r') end++;
    if (!close || end >= n || text[end] != close || end == from) {
        return kf_parser_error(p, t, "write #include \"file.mln\"", "the file's name is missing");
    }
    t.offset = at;
    t.length = end + 1 - at;
    p->lexer.at = end + 1;
    kf_parser_advance(p);
    if (!kf_parser_at_end(p, p->token)) return kf_parser_unexpected(p, "the end of the line");
    return kf_parser_include_file(p, (kf_str){ text + from, end - from }, t);
}

/* ---- Statements ---- */

/* On to the next line that can begin a statement. The token that failed may begin it already,
 * unless it is the one that the failed statement began with. */
static void skip_statement(kf_parser *p, uint32_t start)
{
    if (p->token.offset == start && p->token.kind != KF_TOKEN_END) kf_parser_advance(p);
    while (!kf_parser_at_end(p, p->token)) kf_parser_advance(p);
}

static bool statement(kf_parser *p)
{
    if (p->token.kind == KF_TOKEN_HASH) return kf_parser_directive(p);
    if (kf_parser_at_constant(p)) return kf_parser_take_constant(p);
    bool done = false;
    kf_statement *s = kf_parser_declaration(p, &done);
    if (!done) s = kf_parser_rule(p);
    if (!s) return false;
    KF_CHECK(kf_statement_check(p->program, s));
    return kf_vec_push(p->mem, &p->program->statements, s) || kf_parser_out_of_memory(p);
}

/* The end of the comment that begins at `at`; `at` itself if there is none. */
static size_t comment_end(kf_str text, size_t at)
{
    bool block = at + 1 < text.n && text.at[at + 1] == '*';
    if (text.at[at] != '/' || at + 1 == text.n || (!block && text.at[at + 1] != '/')) return at;
    for (size_t i = at + 2; i < text.n; i++) {
        bool line_end = text.at[i] == '\n' || text.at[i] == '\r';
        if (block ? text.at[i] == '/' && i > at + 2 && text.at[i - 1] == '*' : line_end) return i;
    }
    return text.n;
}

/* The first byte that is not UTF-8, from `at` on, which is outside of comments. In a comment any
 * letters may stand. */
static size_t find_bad(kf_str text, size_t at, size_t bad)
{
    bool quoted = false;
    while (bad < text.n && at < bad) {
        char c = text.at[at];
        size_t end = quoted ? at : comment_end(text, at);
        if (c == '\\' && quoted) at++;
        else if (c == '"') quoted = !quoted;
        else if (c == '\n') quoted = false;
        if (end > bad) bad = end + kf_utf8_check(text.at + end, text.n - end);
        at = end > at ? end : at + 1;
    }
    return bad;
}

/* Bytes that no model holds: say so once, with the place, and do not go on. */
static bool check_bytes(kf_parser *p, kf_str text)
{
    if (text.n > 4 && memcmp(text.at, "PK\3\4", 4) == 0)
        return kf_parser_error(p, (kf_token){ 0 }, "unzip it, and read the model that is inside",
                               "this is an archive, such as a project of pracmln");
    const char *nul = memchr(text.at, '\0', text.n);
    size_t good = nul ? (size_t)(nul - text.at) : text.n;
    size_t bad = kf_utf8_check(text.at, good);
    if (bad < good) bad = find_bad((kf_str){ text.at, good }, 0, bad);
    if (bad == text.n) return true;
    kf_token t = { .offset = (uint32_t)bad, .length = 1 };
    if (nul && bad == good) return kf_parser_error(p, t, NULL, "a NUL byte: is this a text file?");
    return kf_parser_error(p, t, "save the file as UTF-8", "this is not valid UTF-8");
}

static bool parse_text(kf_parser *p, uint32_t source)
{
    kf_str text = kf_sources_text(p->program->sources, source);
    p->source = source;
    p->lexer = (kf_lexer){ .text = text.at, .n = (uint32_t)text.n };
    p->lexer.loose = p->program->dialect == KF_DIALECT_PRACMLN;
    p->lexer.quotes = p->program->dialect == KF_DIALECT_THEBEAST;
    if (!check_bytes(p, text)) return false;
    if (text.n >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0) p->lexer.at = 3;
    kf_parser_advance(p);
    p->token.newline = true;
    bool good = true;
    while (p->token.kind != KF_TOKEN_END && !p->no_memory && !kf_diags_full(p->diags)) {
        if (!kf_patience_spend(&p->patience, KF_STEPS_PER_STATEMENT)) return false;
        p->depth = p->parens = p->operations = p->parts = 0;
        p->count_clause = p->in_count = false;
        uint32_t start = p->token.offset;
        if (p->program->dialect == KF_DIALECT_THEBEAST) {
            good &= kf_parser_beast(p);
        } else if (statement(p)) {
            assert(p->stack.n == 0 && p->depth == 0 && p->parens == 0);
        } else {
            good &= p->left_out;
            p->left_out = false;
            p->stack.n = 0;
            if (!p->no_memory) skip_statement(p, start);
        }
    }
    return kf_parser_end_unique(p) && good;
}

/* ---- The whole ---- */

static bool is_beast(const char *name)
{
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".pml") == 0;
}

static void settle_dialect(kf_parser *p, const kf_parse_options *options, uint32_t source)
{
    kf_program *program = p->program;
    program->dialect = options->dialect;
    if (options->dialect == KF_DIALECT_AUTO
        && is_beast(kf_sources_name(program->sources, source))) {
        kf_place place = { .file = kf_sources_name(program->sources, source) };
        program->dialect = KF_DIALECT_THEBEAST;
        kf_diag_add(p->diags, KERF_NOTE, &place, "--dialect=NAME overrides this",
                    "read as thebeast because of its ending");
    } else if (options->dialect == KF_DIALECT_AUTO) {
        kf_token where = { 0 };
        program->dialect = kf_dialect_detect(kf_sources_text(program->sources, source), &where);
        kf_place place = { .file = kf_sources_name(program->sources, source) };
        if (program->dialect != KF_DIALECT_KERF) {
            kf_str text = kf_sources_text(program->sources, source);
            place =
                kf_sources_place(program->sources, (kf_pos){ source, where.offset, where.length });
            kf_diag_add(p->diags, KERF_NOTE, &place, "--dialect=NAME overrides this",
                        "read as %s because of `%.*s`", kf_dialect_name(program->dialect),
                        (int)where.length, text.at + where.offset);
        } else {
            kf_diag_add(p->diags, KERF_NOTE, &place, NULL,
                        "read as kerf; nothing in it calls for another dialect");
        }
        p->warn_mix = true;
    }
    p->or_binds_tighter = program->dialect == KF_DIALECT_PRACMLN;
}

/* Remember the main file, so that a file that includes it is a cycle. */
static bool remember_main(kf_parser *p, const char *name)
{
    struct stat info;
    kf_included self = { .open = true };
    if (strcmp(name, "-") != 0 && stat(name, &info) == 0) {
        self.device = (uint64_t)info.st_dev;
        self.inode = (uint64_t)info.st_ino;
    }
    return kf_vec_push(p->mem, &p->included, self) || kf_parser_out_of_memory(p);
}

kerf_status kf_parse(kf_program *program, kf_input *input, const char *name,
                     const kf_parse_options *options, kf_diags *diags)
{
    kf_parser p = {
        .program = program, .mem = program->mem, .arena = &program->arena, .diags = diags
    };
    assert(program->statements.n == 0 && options->dialect <= KF_DIALECT_THEBEAST);
    size_t errors = kf_diags_errors(diags);
    uint32_t source;
    bool good = add_source(&p, input, name, NULL, &source) && remember_main(&p, name);
    if (good) {
        p.source = source;
        p.lexer.text = kf_sources_text(program->sources, source).at;
        p.standard = options->standard;
        p.skip_unsupported = options->skip_unsupported;
        p.patience = kf_patience_of(options->stop);
        settle_dialect(&p, options, source);
        good = parse_text(&p, source) && kf_parser_end_beast(&p) && kf_parser_define(&p)
               && kf_parser_constrain(&p) && kf_parser_complete(&p);
    }
    kf_vec_free(p.mem, &p.declared);
    kf_vec_free(p.mem, &p.included);
    kf_vec_free(p.mem, &p.constants);
    kf_vec_free(p.mem, &p.weights);
    kf_vec_free(p.mem, &p.typed);
    kf_vec_free(p.mem, &p.awaited);
    kf_vec_free(p.mem, &p.stack);
    if (p.no_memory) return KERF_NO_MEMORY;
    if (p.unreadable) return KERF_IO;
    if (p.patience.over) return KERF_INTERRUPTED;
    if (good) KF_CHECK(kf_program_check(program));
    return good && kf_diags_errors(diags) == errors ? KERF_OK : KERF_INVALID;
}
