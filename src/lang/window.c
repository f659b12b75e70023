/* window.c -- the sliding window under all readers of bulk text; see window.h.
 *
 * Invariant: text[limit] is NUL, and `guarded` is the byte that it replaced. A function that moves
 * or reads raw bytes lifts the guard first and sets it again at its end. */
#include "lang/window.h"

#include "base/check.h"
#include "base/mem.h"
#include "base/text.h"

#include <string.h>

enum {
    BEFORE = 160, /* bytes kept for messages */
    SHOWN = 160,
    SHOWN_BEFORE = 60,
    LEAST = 4,        /* bytes: a byte order mark and one more */
    LOOK_AHEAD = 4096 /* bytes that a reader may want to see after an item */
};

static void lift_guard(kf_window *w)
{
    w->text[w->limit] = w->guarded;
}

static void set_guard(kf_window *w, size_t limit)
{
    w->limit = limit;
    w->guarded = w->text[limit];
    w->text[limit] = '\0';
}

void kf_window_check(const kf_window *w)
{
    (void)w;
#ifndef NDEBUG
    assert(w->limit <= w->end && w->end <= w->size);
    assert(w->text[w->limit] == '\0');
    assert(w->bad ? w->limit < w->end : !w->eof || w->limit == w->end);
    assert(w->end - w->limit < 4 || w->bad); /* else a sequence is cut off, and shorter */
    assert(w->spare || w->spare_n == 0);
    assert(w->spare_n <= w->spare_size || !w->spare);
#endif
}

kerf_status kf_window_open(kf_window *w, kf_mem *mem, kf_input *input, const char *file,
                           kf_diags *diags, size_t size)
{
    size_t n = strlen(file) + 1;
    assert(mem && input && diags);
    if (size < LEAST) size = LEAST;
    *w = (kf_window){ .mem = mem, .input = input, .diags = diags, .size = size };
    w->file = kf_mem_alloc(mem, n, 1);
    if (w->file) memcpy(w->file, file, n);
    w->text = kf_mem_calloc(mem, size + KF_WINDOW_SLACK, 1);
    if (w->file && w->text) return KERF_OK;
    kf_window_close(w);
    return KERF_NO_MEMORY;
}

void kf_window_close(kf_window *w)
{
    if (w->file) kf_mem_free(w->mem, w->file, strlen(w->file) + 1, 1);
    if (w->text) kf_mem_free(w->mem, w->text, w->size + KF_WINDOW_SLACK, 1);
    if (w->spare) kf_mem_free(w->mem, w->spare, w->spare_size, 1);
    *w = (kf_window){ .mem = w->mem };
}

static kerf_status grow(kf_window *w)
{
    size_t size = 2 * w->size;
    char *text =
        kf_mem_resize(w->mem, w->text, w->size + KF_WINDOW_SLACK, size + KF_WINDOW_SLACK, 1);
    if (!text) return KERF_NO_MEMORY;
    memset(text + w->size, 0, size + KF_WINDOW_SLACK - w->size);
    w->text = text;
    w->size = size;
    return KERF_OK;
}

static void drop_spare(kf_window *w)
{
    w->spare_n = 0;
    if (w->spare && w->spare_size < w->size) {
        kf_mem_free(w->mem, w->spare, w->spare_size, 1);
        w->spare = NULL;
    }
}

static kerf_status read_block(kf_window *w)
{
    while (w->end < w->size && !w->eof) {
        const char *why = "unknown failure";
        size_t got = 0;
        kerf_status status =
            kf_input_read(w->input, w->text + w->end, w->size - w->end, &got, &why);
        if (status == KERF_IO) {
            const kf_place place = { .file = w->file }; /* how far it is good is not known yet */
            kf_diag_add(w->diags, KERF_ERROR, &place, NULL, "cannot read on: %s", why);
        }
        KF_TRY(status);
        w->end += got;
        w->eof = got == 0;
    }
    return KERF_OK;
}

kerf_status kf_window_fill(kf_window *w, size_t *keep, uint64_t line_start)
{
    size_t from = *keep > BEFORE ? *keep - BEFORE : 0;
    size_t checked = w->limit;
    assert(*keep <= w->end && !w->eof);
    if (w->end - *keep >= KF_WINDOW_ITEM + LOOK_AHEAD) return KERF_LIMIT;
    lift_guard(w);
    if (from > 0) {
        memmove(w->text, w->text + from, w->end - from);
        w->end -= from;
        w->base += from;
        *keep -= from;
    }
    w->line_start = line_start;
    checked = checked > from ? checked - from : 0;
    kerf_status status = w->end == w->size ? grow(w) : KERF_OK;
    drop_spare(w);
    if (status == KERF_OK) status = read_block(w);
    w->text[w->end] = '\0';
    set_guard(w, w->end);
    KF_TRY(status);
    kf_window_resume(w, checked < *keep ? *keep : checked);
    return KERF_OK;
}

void kf_window_resume(kf_window *w, size_t from)
{
    assert(from <= w->end);
    lift_guard(w);
    size_t n = kf_utf8_check(w->text + from, w->end - from);
    const char *nul = n > 0 ? memchr(w->text + from, '\0', n) : NULL;
    size_t limit = nul ? (size_t)(nul - w->text) : from + n;
    w->bad = limit < w->end;
    /* A sequence that the end of the window cuts in two is good or bad only with more text. */
    if (!nul && !w->eof && w->end - limit < 4) w->bad = false;
    set_guard(w, limit);
    KF_CHECK(kf_window_check(w));
}

void kf_window_blame(const kf_window *w, uint32_t line)
{
    assert(w->bad);
    kf_place place = kf_window_place(w, w->text + w->limit, 1, line);
    unsigned byte = (unsigned char)w->guarded;
    bool wide = w->base + w->limit < 2 && (byte == 0xff || byte == 0xfe);
    const char *hint = wide ? "this looks like UTF-16: save the file as UTF-8"
                       : byte == 0
                           ? "files must be text in UTF-8"
                           : "files must be text in UTF-8: iconv -f latin1 -t utf8 converts";
    if (byte == 0) kf_diag_add(w->diags, KERF_ERROR, &place, hint, "there is a NUL byte here");
    else kf_diag_add(w->diags, KERF_ERROR, &place, hint, "byte 0x%02x is not valid UTF-8", byte);
}

char *kf_window_spare(kf_window *w, size_t n)
{
    if (!w->spare) {
        w->spare = kf_mem_alloc(w->mem, w->size, 1);
        if (!w->spare) return NULL;
        w->spare_size = w->size;
    }
    assert(n <= w->spare_size - w->spare_n);
    char *at = w->spare + w->spare_n;
    w->spare_n += n;
    return at;
}

bool kf_window_holds(const kf_window *w, const char *at)
{
    return (uintptr_t)at >= (uintptr_t)w->text && (uintptr_t)at <= (uintptr_t)w->text + w->end;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static uint32_t clamp(uint64_t n)
{
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

kf_place kf_window_place(const kf_window *w, const char *at, size_t n, uint32_t line)
{
    assert(kf_window_holds(w, at));
    size_t here = (size_t)(at - w->text), start = here, end = here;
    while (start > 0 && !is_line_end(w->text[start - 1])) start--;
    uint64_t line_start = w->base + start;
    if (start == 0 && w->line_start <= w->base + here) {
        line_start = w->line_start; /* before the window, or behind a byte order mark */
        if (line_start > w->base) start = (size_t)(line_start - w->base);
    }
    while (end < w->end && end < here + SHOWN && !is_line_end(w->text[end])) end++;
    if (end - start > SHOWN) {
        if (here - start > SHOWN_BEFORE) start = here - SHOWN_BEFORE;
        while (start < here && continues(w->text[start])) start++;
        if (end > start + SHOWN) end = start + SHOWN;
        while (end > here && end < w->end && continues(w->text[end])) end--;
    }
    return (kf_place){ .file = w->file,
                       .line = line,
                       .column = clamp(w->base + here - line_start + 1),
                       .length = clamp(n),
                       .source = { w->text + start, end - start },
                       .skipped = clamp(w->base + start - line_start) };
}
