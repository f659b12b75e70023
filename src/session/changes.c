/* changes.c -- a file of changes, batch by batch: kerf_open_changes(), kerf_next_changes().
 *
 * A line is a sign and an item of evidence. The lines of a batch go to the reader of evidence with
 * a blank in the place of the sign, so that items, comments and complaints are those of evidence;
 * the signs are kept beside, by line. */
#include "session/session.h"

#include "base/check.h"
#include "lang/db.h"

#include <string.h>

enum { BLOCK = 1 << 16 };

/* ---- The file ------------------------------------------------------------------------------- */

void kf_session_close_changes(kerf *k)
{
    kf_changes *c = k->changes;
    if (!c) return;
    kf_input_close(c->input);
    kf_text_free(&c->text);
    kf_text_free(&c->world);
    kf_mem_free(&k->mem, c->name, c->name ? strlen(c->name) + 1 : 0, 1);
    kf_mem_free(&k->mem, c, 1, sizeof *c);
    k->changes = NULL;
}

static kerf_status open_changes(kerf *k, const char *path)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    size_t n = strlen(name) + 1;
    kf_session_close_changes(k);
    KF_TRY(kf_session_claim(k, path));
    kf_changes *c = kf_mem_calloc(&k->mem, 1, sizeof *c);
    if (!c) return KERF_NO_MEMORY;
    k->changes = c;
    c->line = 1;
    c->file = KF_NONE;
    kf_text_init(&c->text, &k->mem);
    kf_text_init(&c->world, &k->mem);
    c->name = kf_mem_alloc(&k->mem, n, 1);
    kerf_status status = c->name ? kf_session_open(k, &c->input, path) : KERF_NO_MEMORY;
    if (c->name) memcpy(c->name, name, n);
    if (status == KERF_OK) status = kf_session_remember(k);
    if (status != KERF_OK) kf_session_close_changes(k);
    return status;
}

kerf_status kerf_open_changes(kerf *k, const char *path)
{
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    if (!path) return kf_session_misuse(k, "changes need a file name");
    return kf_session_end(k, open_changes(k, path));
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* More text behind what is left. */
static kerf_status read_more(kerf *k, kf_changes *c)
{
    char block[BLOCK];
    size_t got = 0;
    const char *why = NULL;
    assert(!c->ended && c->at <= c->text.n);
    if (c->at > 0) {
        memmove(c->text.at, c->text.at + c->at, c->text.n - c->at);
        c->text.n -= c->at;
        c->at = 0;
    }
    kerf_status status = kf_input_read(c->input, block, sizeof block, &got, &why);
    if (status == KERF_IO) return kf_session_io(k, "read", c->name, why);
    if (status != KERF_OK) return status;
    c->ended = got == 0;
    kf_text_add(&c->text, (kf_str){ block, got });
    return c->text.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* The next line, without its end, borrowed until the next one; false: there is none. */
static kerf_status next_line(kerf *k, kf_changes *c, kf_str *line, bool *there)
{
    size_t seen = 0;
    for (;;) {
        size_t left = c->text.n - c->at;
        const char *from = left > 0 ? c->text.at + c->at : "";
        const char *end = left > seen ? memchr(from + seen, '\n', left - seen) : NULL;
        if (end || (c->ended && left > 0)) {
            size_t n = end ? (size_t)(end - from) : left;
            *line = (kf_str){ from, n };
            c->at += end ? n + 1 : n;
            *there = true;
            return KERF_OK;
        }
        *there = false;
        if (c->ended) return KERF_OK;
        seen = left;
        KF_TRY(read_more(k, c));
    }
}

/* ---- A batch -------------------------------------------------------------------------------- */

typedef struct batch {
    kerf *k;
    kf_changes *c;
    kf_text text;       /* without signs */
    KF_VEC(char) signs; /* by line: + - or 0 */
    uint32_t first;     /* line */
    bool blank;         /* it ended at a blank line */
} batch;

static kerf_status no_sign(const batch *b, kf_str line, size_t at)
{
    kf_place place = { .file = b->c->name,
                       .line = b->c->line,
                       .column = (uint32_t)at + 1,
                       .length = 1,
                       .source = line };
    kf_diag_add(b->k->diags, KERF_ERROR, &place, "write +Atom or -Atom",
                "a change begins with + or -");
    return KERF_INVALID;
}

/* Its sign; a blank line ends the batch. */
static kerf_status take_line(batch *b, kf_str line)
{
    size_t at = 0;
    while (at < line.n && strchr(" \t\r", line.at[at])) at++;
    b->blank = at == line.n;
    if (b->blank) return KERF_OK;
    bool sign = line.at[at] == '+' || line.at[at] == '-';
    bool comment = line.at[at] == '/';
    if (!sign && !comment) return no_sign(b, line, at);
    if (!kf_vec_push(&b->k->mem, &b->signs, sign ? line.at[at] : '\0')) return KERF_NO_MEMORY;
    kf_text_add(&b->text, (kf_str){ line.at, at });
    if (sign) kf_text_addc(&b->text, ' ');
    kf_text_add(&b->text, (kf_str){ line.at + at + sign, line.n - at - sign });
    kf_text_addc(&b->text, '\n');
    return b->text.failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status read_batch(batch *b)
{
    kf_str line;
    bool there = true;
    b->first = b->c->line;
    while (!b->blank) {
        KF_TRY(next_line(b->k, b->c, &line, &there));
        if (!there) return KERF_OK;
        KF_TRY(take_line(b, line));
        b->c->line++;
    }
    return KERF_OK;
}

static kerf_status refuse(const batch *b, const kf_db *db, const char *hint, const char *text)
{
    kf_place place = kf_db_place(db, -1);
    kf_diag_add(b->k->diags, KERF_ERROR, &place, hint, "%s", text);
    return KERF_INVALID;
}

static kf_said part_of(const kf_db_item *item, double *probability)
{
    *probability = item->probability;
    if (!item->soft)
        return item->truth == KF_TRUE    ? KF_SAID_TRUE
               : item->truth == KF_FALSE ? KF_SAID_FALSE
                                         : KF_SAID_UNKNOWN;
    if (item->truth == KF_FALSE) *probability = 1 - item->probability;
    return *probability <= 0 ? KF_SAID_FALSE : *probability >= 1 ? KF_SAID_TRUE : KF_SAID_SOFT;
}

static kerf_status make_change(batch *b, const kf_db *db, const kf_db_item *item)
{
    kerf *k = b->k;
    double probability = 0;
    assert(item->line >= b->first && item->line - b->first < b->signs.n);
    bool back = b->signs.at[item->line - b->first] == '-';
    if (item->kind != KF_DB_ATOM)
        return refuse(b, db, NULL, "only atoms change: no functions, types or worlds");
    if (back && (item->soft || item->truth != KF_TRUE))
        return refuse(b, db, "-Atom takes back whatever was said of the atom",
                      "what is taken back is an atom and nothing else");
    kf_said part = back ? KF_SAID_VALUE : part_of(item, &probability);
    kf_place place = kf_db_place(db, -1);
    kf_said_atom from = { .place = &place, .file = b->c->file, .line = item->line };
    return kf_session_say_atom(k, item->name, item->args, item->n, part, probability, &from);
}

static kerf_status make_changes(batch *b, kf_db *db)
{
    kf_db_item item;
    size_t errors = kf_diags_errors(b->k->diags);
    for (;;) {
        KF_TRY(kf_db_next(db, &item));
        if (kf_diags_errors(b->k->diags) > errors) return KERF_INVALID;
        if (item.kind == KF_DB_END) return KERF_OK;
        KF_TRY(make_change(b, db, &item));
    }
}

static kerf_status apply_batch(batch *b)
{
    kerf *k = b->k;
    kf_input *input = NULL;
    kf_db *db = NULL;
    if (b->signs.n == 0) return KERF_OK;
    if (b->c->file == KF_NONE) KF_TRY(kf_evidence_file(k->evidence, b->c->name, &b->c->file));
    KF_TRY(kf_input_open_memory(&input, &k->mem, b->text.at, b->text.n));
    kerf_status status = kf_db_open(&db, &k->mem, input, b->c->name, k->diags);
    if (status == KERF_OK) {
        kf_db_begin_at(db, b->first);
        status = make_changes(b, db);
        kf_db_close(db);
    }
    kf_input_close(input);
    return status;
}

/* Answers are told apart by the number of the batch. */
static kerf_status name_world(kerf *k, kf_changes *c)
{
    const char *name = k->loader ? kf_loader_world_name(k->loader) : k->name ? k->name : "";
    kf_text_clear(&c->world);
    kf_text_addf(&c->world, "%s%s%u", name, *name ? " " : "", ++c->given);
    return c->world.failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status next_changes(kerf *k, bool *more)
{
    batch b = { .k = k, .c = k->changes };
    kf_text_init(&b.text, &k->mem);
    kerf_status status = kf_session_begin_change(k);
    if (status == KERF_OK) status = read_batch(&b);
    if (status == KERF_OK) status = apply_batch(&b);
    *more = b.blank || b.signs.n > 0 || b.c->given == 0;
    if (status == KERF_OK && *more) status = name_world(k, b.c);
    kf_vec_free(&k->mem, &b.signs);
    kf_text_free(&b.text);
    if (status != KERF_OK) kf_session_close_changes(k);
    return status;
}

kerf_status kerf_next_changes(kerf *k, int *more)
{
    bool got = false;
    KF_TRY(kf_session_begin(k));
    KF_TRY(kf_session_may_read(k));
    if (!more) return kf_session_misuse(k, "kerf_next_changes needs a place for its answer");
    if (!k->changes)
        return kf_session_misuse(k, "no changes are open: kerf_open_changes() opens some");
    kerf_status status = next_changes(k, &got);
    if (status == KERF_OK) *more = got;
    return kf_session_end(k, status);
}
