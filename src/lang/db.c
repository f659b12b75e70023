/* db.c -- reads evidence: blanks, comments and lines. db_item.c scans the items between them.
 *
 * A state machine over the window. Where an item goes on behind the window's end, the window slides
 * and the item is scanned again from its start: items are short, and so no scanner has to stop in
 * the middle. Comments and the rest of a line with an error may be longer than any window: they are
 * states. */
#include "lang/db_scan.h"

#include "base/check.h"

#include <string.h>

kerf_status kf_db_open_sized(kf_db **out, kf_mem *mem, kf_input *input, const char *file,
                             kf_diags *diags, size_t window)
{
    kf_db *db = kf_mem_calloc(mem, 1, sizeof *db);
    if (!db) return KERF_NO_MEMORY;
    kerf_status status = kf_window_open(&db->window, mem, input, file, diags, window);
    if (status != KERF_OK) {
        kf_mem_free(mem, db, 1, sizeof *db);
        return status;
    }
    db->line = 1;
    *out = db;
    return KERF_OK;
}

kerf_status kf_db_open(kf_db **out, kf_mem *mem, kf_input *input, const char *file, kf_diags *diags)
{
    return kf_db_open_sized(out, mem, input, file, diags, KF_WINDOW_SIZE);
}

void kf_db_begin_at(kf_db *db, uint32_t line)
{
    assert(db->line == 1 && db->at == 0);
    db->line = line;
}

void kf_db_close(kf_db *db)
{
    if (!db) return;
    kf_mem *mem = db->window.mem;
    for (size_t i = 0; i < db->lists.n; i++)
        kf_mem_free(mem, (char *)db->lists.at[i].at, db->lists.at[i].n, 1);
    kf_vec_free(mem, &db->lists);
    kf_window_close(&db->window);
    kf_mem_free(mem, db, 1, sizeof *db);
}

void kf_db_check(const kf_db *db)
{
    (void)db;
#ifndef NDEBUG
    const kf_window *w = &db->window;
    kf_window_check(w);
    assert(db->at <= w->end);
    assert(db->at <= w->limit || db->state == KF_DB_WRONG_LINE);
    assert(db->line >= 1 && db->line_start <= w->base + w->end);
    assert(db->n_args <= KF_DB_MOST_ARGS && db->n_escaped <= KF_LENGTH(db->escaped));
#endif
}

#ifndef NDEBUG
/* A slice of the window, or of its spare room. */
static bool is_held(const kf_window *w, kf_str s)
{
    return kf_window_holds(w, s.at)
           || (w->spare && s.at >= w->spare && s.at + s.n <= w->spare + w->spare_n);
}

/* Of an item that was scanned just now. */
static void check_item(const kf_db *db, const kf_db_item *item)
{
    const kf_window *w = &db->window;
    kf_db_check(db);
    if (item->kind == KF_DB_END || item->kind == KF_DB_PAUSE) return;
    assert(db->item_start < db->at && item->line == db->item_line);
    assert(item->probability >= 0 && item->probability <= 1);
    assert(!item->soft || (item->kind == KF_DB_ATOM && item->truth != KF_UNKNOWN));
    assert(item->kind != KF_DB_MAPPING || (item->truth == KF_TRUE && is_held(w, item->result)));
    assert(item->kind == KF_DB_WORLD ? item->n == 0 : item->name.n > 0);
    assert(item->kind == KF_DB_DOMAIN || db->list > 0 || is_held(w, item->name));
    for (uint32_t i = 0; i < item->n; i++) assert(is_held(w, item->args[i]));
}
#endif

uint64_t kf_db_bytes(const kf_db *db)
{
    return db->window.base + db->at;
}

/* ---- places ------------------------------------------------------------------------------- */

kf_place kf_db_place_of(const kf_db *db, kf_str slice, uint32_t line)
{
    const kf_window *w = &db->window;
    if (kf_window_holds(w, slice.at)) return kf_window_place(w, slice.at, slice.n, line);
    /* Unescaped text is found by where it lies; only that of the current item is remembered. */
    for (uint32_t i = 0; i < db->n_escaped; i++) {
        const kf_db_escaped *e = &db->escaped[i];
        if (e->text == slice.at) return kf_window_place(w, w->text + e->at, e->n, line);
    }
    return (kf_place){ .file = w->file, .line = line, .column = 1 };
}

kf_place kf_db_place(const kf_db *db, int argument)
{
    const kf_window *w = &db->window;
    assert(argument >= -2 && db->item_start <= db->at);
    if (argument >= 0 && (uint32_t)argument < db->n_args)
        return kf_db_place_of(db, db->args[argument], db->item_line);
    if (argument == -2 && db->name.n > 0) return kf_db_place_of(db, db->name, db->item_line);
    return kf_window_place(w, w->text + db->item_start, db->at - db->item_start, db->item_line);
}

/* ---- the machine -------------------------------------------------------------------------- */

static inline void end_line(kf_db *db, size_t after)
{
    db->line++;
    db->line_start = db->window.base + after;
    db->mode = KF_DB_AT_START;
}

/* A line end at `at`: LF, CR or CRLF. Returns how many bytes it has; the LF of a CRLF may come
 * later, behind a window's end, and is then a line end of no weight. */
static inline size_t pass_line_end(kf_db *db, size_t at)
{
    const char *text = db->window.text;
    if (text[at] == '\n' && at > 0 && text[at - 1] == '\r') {
        db->line_start = db->window.base + at + 1;
        return 1;
    }
    size_t n = text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
    end_line(db, at + n);
    return n;
}

/* Skips an error's line, whatever bytes are in it. True: the next line is there. */
static bool skip_wrong_line(kf_db *db)
{
    kf_window *w = &db->window;
    kf_window_resume(w, w->end); /* lift the guard: here any byte may stand */
    while (db->at < w->end && w->text[db->at] != '\n' && w->text[db->at] != '\r') db->at++;
    if (db->at == w->end) return false;
    kf_window_resume(w, db->at);
    return true;
}

static bool skip_line_comment(kf_db *db)
{
    kf_window *w = &db->window;
    while (db->at < w->limit && w->text[db->at] != '\n' && w->text[db->at] != '\r') db->at++;
    return db->at < w->limit;
}

static bool skip_block_comment(kf_db *db)
{
    kf_window *w = &db->window;
    while (db->at < w->limit) {
        char c = w->text[db->at];
        if (c == '\n' || c == '\r') {
            db->at += pass_line_end(db, db->at);
        } else if (c != '*') {
            db->at++;
        } else if (db->at + 1 == w->limit) {
            return false;
        } else if (w->text[++db->at] == '/') {
            db->at++;
            return true;
        }
    }
    return false;
}

/* Where an open comment began, for the case that it never ends. */
static void note_comment(kf_db *db)
{
    kf_window *w = &db->window;
    kf_place place = kf_window_place(w, w->text + db->at, 2, db->line);
    db->comment = place;
    if (place.source.n > sizeof db->comment_source) place.source.n = sizeof db->comment_source;
    memcpy(db->comment_source, place.source.at, place.source.n);
    db->comment.source = (kf_str){ db->comment_source, place.source.n };
}

static kf_db_state at_slash(kf_db *db)
{
    const char *p = db->window.text + db->at;
    if (p[1] == '/') return KF_DB_LINE_COMMENT;
    if (p[1] != '*') return KF_DB_PLAIN;
    note_comment(db);
    db->at += 2;
    return KF_DB_BLOCK_COMMENT;
}

/* Blanks and line ends; stops at anything else. */
static void skip_blanks(kf_db *db)
{
    const char *text = db->window.text;
    size_t at = db->at;
    for (;; at++) {
        char c = text[at];
        if (c == '\n' && (at == 0 || text[at - 1] != '\r')) {
            end_line(db, at + 1);
        } else if (c == '\n' || c == '\r') {
            at += pass_line_end(db, at) - 1;
        } else if (!(kf_db_class[(unsigned char)c] & KF_DB_BLANK)) {
            break;
        }
    }
    db->at = at;
}

static kf_db_state wrong_line(kf_db *db)
{
    db->n_domain = 0;
    db->at = db->wrong_at;
    return KF_DB_WRONG_LINE;
}

/* The byte at the guard must not be there: say so and leave its line. */
static kf_db_state bad_byte(kf_db *db)
{
    kf_window_blame(&db->window, db->line);
    db->wrong_at = db->window.limit;
    return wrong_line(db);
}

/* In a comment any letters may stand: go on behind the byte. */
static void pass_byte(kf_db *db)
{
    db->at = db->window.limit + 1;
    kf_window_resume(&db->window, db->at);
}

static bool is_in_comment(const kf_db *db)
{
    return db->state == KF_DB_LINE_COMMENT || db->state == KF_DB_BLOCK_COMMENT;
}

/* On to the next item, if the window has it. MORE: it ends before. */
static kf_db_outcome step(kf_db *db, kf_db_item *item)
{
    kf_window *w = &db->window;
    switch (db->state) {
    case KF_DB_WRONG_LINE:
        if (!skip_wrong_line(db)) return KF_DB_MORE;
        break;
    case KF_DB_LINE_COMMENT:
        if (!skip_line_comment(db)) return KF_DB_MORE;
        break;
    case KF_DB_BLOCK_COMMENT:
        if (!skip_block_comment(db)) return KF_DB_MORE;
        break;
    default: break;
    }
    db->state = KF_DB_PLAIN;
    for (;;) {
        skip_blanks(db);
        if (db->at == w->limit) return KF_DB_MORE;
        if (w->text[db->at] != '/') {
            kf_db_outcome outcome = kf_db_scan_item(db, item);
            if (outcome == KF_DB_HEADING) continue;
            return outcome;
        }
        if (db->at + 1 == w->limit && !w->bad && !w->eof) return KF_DB_MORE;
        db->state = at_slash(db);
        if (db->state == KF_DB_PLAIN) return kf_db_scan_item(db, item);
        bool ended =
            db->state == KF_DB_LINE_COMMENT ? skip_line_comment(db) : skip_block_comment(db);
        if (!ended) return KF_DB_MORE;
        db->state = KF_DB_PLAIN;
    }
}

static void skip_byte_order_mark(kf_db *db)
{
    const kf_window *w = &db->window;
    if (w->limit >= 3 && memcmp(w->text, "\xef\xbb\xbf", 3) == 0) {
        db->at = 3;
        db->line_start = 3;
        db->window.line_start = 3;
    }
}

static kerf_status fill(kf_db *db)
{
    kf_window *w = &db->window;
    bool first = w->base == 0 && w->end == 0;
    kerf_status status = kf_window_fill(w, &db->at, db->line_start);
    if (status == KERF_LIMIT) {
        kf_place place = kf_window_place(w, w->text + db->at, 1, db->line);
        kf_diag_add(w->diags, KERF_ERROR, &place, NULL, "this item is longer than 1 MiB");
        db->wrong_at = db->at;
        db->state = wrong_line(db);
        return KERF_OK;
    }
    KF_TRY(status);
    if (first) skip_byte_order_mark(db);
    return KERF_OK;
}

/* The machine wants text behind the guard. True: it is the end of the file. */
static bool at_end(kf_db *db)
{
    const kf_window *w = &db->window;
    if (!w->eof) return false;
    if (db->state == KF_DB_BLOCK_COMMENT) {
        kf_diag_add(w->diags, KERF_ERROR, &db->comment, "close it with */",
                    "this comment has no end");
        db->state = KF_DB_PLAIN;
    }
    if (db->n_domain > 0) {
        kf_place place = kf_window_place(w, w->text + w->limit, 1, db->line);
        kf_diag_add(w->diags, KERF_ERROR, &place, "close it with }",
                    "the list of the constants of %s has no end", db->domain);
        db->n_domain = 0;
    }
    return true;
}

static kerf_status next(kf_db *db, kf_db_item *item, bool held)
{
    kf_window *w = &db->window;
    if (db->paused) KF_TRY(fill(db));
    db->paused = false;
    for (;;) {
        kf_db_outcome outcome = step(db, item);
        if (outcome == KF_DB_DONE) return KERF_OK;
        if (outcome == KF_DB_REFUSED) return KERF_NO_MEMORY;
        bool binary = w->bad && w->guarded == '\0'; /* no text: do not look for its next line */
        if (outcome == KF_DB_WRONG) {
            if (binary && db->wrong_at == w->limit) return KERF_INVALID;
            db->state = wrong_line(db);
        } else if (w->bad && !binary && is_in_comment(db)) {
            pass_byte(db);
        } else if (w->bad && db->state != KF_DB_WRONG_LINE) {
            db->state = bad_byte(db);
            if (binary) return KERF_INVALID;
        } else if (at_end(db)) {
            if (kf_diags_full(w->diags)) return KERF_INVALID;
            *item = (kf_db_item){ .kind = KF_DB_END, .line = db->line };
            return KERF_OK;
        } else if (held) {
            db->paused = true;
            *item = (kf_db_item){ .kind = KF_DB_PAUSE, .line = db->line };
            return KERF_OK;
        } else {
            KF_TRY(fill(db));
        }
        if (kf_diags_full(w->diags)) return KERF_INVALID;
    }
}

kerf_status kf_db_next(kf_db *db, kf_db_item *item)
{
    KF_TRY(next(db, item, false));
    KF_CHECK(check_item(db, item));
    return KERF_OK;
}

kerf_status kf_db_next_held(kf_db *db, kf_db_item *item)
{
    KF_TRY(next(db, item, true));
    KF_CHECK(check_item(db, item));
    return KERF_OK;
}
