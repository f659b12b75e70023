/* source.c -- the model's texts and places in them; see source.h. */
#include "lang/source.h"

#include "base/check.h"
#include "base/mem.h"

#include <pthread.h>
#include <string.h>

/* Where the last question was answered. Questions mostly come in order, so lines are counted from
 * here, forwards or backwards, and asking for all of them costs one pass. */
typedef struct cursor {
    uint32_t line;    /* 0: not used yet */
    size_t at, start; /* [start, at] is within the line */
} cursor;

typedef struct source {
    char *name;
    size_t name_size;
    char *text;
    size_t n;
    bool withheld;  /* messages do not quote it */
    cursor *cursor; /* a block of its own: asking changes it, and not the sources */
} source;

struct kf_sources {
    kf_mem *mem;
    KF_VEC(source) list;
};

kf_sources *kf_sources_new(kf_mem *mem)
{
    kf_sources *s = kf_mem_calloc(mem, 1, sizeof *s);
    if (!s) return NULL;
    s->mem = mem;
    return s;
}

void kf_sources_free(kf_sources *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->list.n; i++) {
        kf_mem_free(s->mem, s->list.at[i].name, s->list.at[i].name_size, 1);
        kf_mem_free(s->mem, s->list.at[i].text, s->list.at[i].n + 1, 1);
        kf_mem_free(s->mem, s->list.at[i].cursor, 1, sizeof(cursor));
    }
    kf_vec_free(s->mem, &s->list);
    kf_mem_free(s->mem, s, 1, sizeof *s);
}

kerf_status kf_sources_add(kf_sources *s, const char *name, char *text, size_t n, uint32_t *id)
{
    size_t name_size = strlen(name) + 1;
    assert(text[n] == '\0');
    source added = { .name_size = name_size, .text = text, .n = n };
    added.name = kf_mem_alloc(s->mem, name_size, 1);
    added.cursor = kf_mem_calloc(s->mem, 1, sizeof *added.cursor);
    if (!added.name || !added.cursor || !kf_vec_push(s->mem, &s->list, added)) {
        kf_mem_free(s->mem, added.name, name_size, 1);
        kf_mem_free(s->mem, added.cursor, 1, sizeof *added.cursor);
        return KERF_NO_MEMORY;
    }
    memcpy(added.name, name, name_size);
    *id = (uint32_t)(s->list.n - 1);
    return KERF_OK;
}

void kf_sources_withhold(kf_sources *s, uint32_t id)
{
    if (id < s->list.n) s->list.at[id].withheld = true;
}

uint32_t kf_sources_count(const kf_sources *s)
{
    return (uint32_t)s->list.n;
}

const char *kf_sources_name(const kf_sources *s, uint32_t id)
{
    return id < s->list.n ? s->list.at[id].name : NULL;
}

kf_str kf_sources_text(const kf_sources *s, uint32_t id)
{
    return id < s->list.n ? (kf_str){ s->list.at[id].text, s->list.at[id].n } : (kf_str){ "", 0 };
}

/* A lone CR ends a line, too. */
static bool ends_line(kf_str text, size_t at)
{
    char c = text.at[at];
    return c == '\n' || (c == '\r' && !(at + 1 < text.n && text.at[at + 1] == '\n'));
}

static void go_back(cursor *c, kf_str text, size_t offset)
{
    for (c->at = c->start; c->at > offset; c->at--) c->line -= ends_line(text, c->at - 1);
    for (c->start = offset; c->start > 0 && !ends_line(text, c->start - 1);) c->start--;
}

static pthread_mutex_t moving = PTHREAD_MUTEX_INITIALIZER; /* of cursors */

static void move_to(cursor *c, kf_str text, size_t offset)
{
    if (c->line == 0 || offset < c->start / 2) *c = (cursor){ .line = 1 };
    if (offset < c->start) go_back(c, text, offset);
    for (; c->at < offset && c->at < text.n; c->at++) {
        if (!ends_line(text, c->at)) continue;
        c->line++;
        c->start = c->at + 1;
    }
    assert(c->line >= 1 && c->start <= c->at && c->at <= text.n);
}

/* The line of an offset that is not behind the text's end. */
static cursor find_line(const kf_sources *s, uint32_t source_id, size_t offset)
{
    if (source_id >= s->list.n) return (cursor){ .line = 1 };
    cursor *c = s->list.at[source_id].cursor;
    pthread_mutex_lock(&moving);
    move_to(c, kf_sources_text(s, source_id), offset);
    cursor found = *c;
    pthread_mutex_unlock(&moving);
    return found;
}

uint32_t kf_sources_line(const kf_sources *s, kf_pos pos)
{
    return find_line(s, pos.source, pos.offset).line;
}

kf_place kf_place_in(const char *file, kf_str text, size_t at, size_t length, uint32_t line,
                     size_t line_start)
{
    enum { BEFORE = 60, WINDOW = 160 };
    assert(at <= text.n && line_start <= text.n);
    size_t end = at < line_start ? line_start : at;
    while (end < text.n && end < at + WINDOW && text.at[end] != '\n' && text.at[end] != '\r') end++;
    size_t from = line_start;
    if (end - from > WINDOW && at - from > BEFORE) {
        from = at - BEFORE;
        while (from < at && ((unsigned char)text.at[from] & 0xc0) == 0x80) from++;
        if (end > from + WINDOW) end = from + WINDOW;
    } else if (end - from > WINDOW) {
        end = from + WINDOW;
    }
    while (end > at && end < text.n && ((unsigned char)text.at[end] & 0xc0) == 0x80) end--;
    size_t column = at - line_start + 1;
    assert(from <= end && end <= text.n);
    return (kf_place){ .file = file,
                       .line = line,
                       .column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column,
                       .length = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length,
                       .source = { text.at + from, end - from },
                       .skipped = (uint32_t)(from - line_start) };
}

kf_place kf_sources_place(const kf_sources *s, kf_pos pos)
{
    kf_str text = kf_sources_text(s, pos.source);
    size_t at = pos.offset > text.n ? text.n : pos.offset;
    cursor c = find_line(s, pos.source, at);
    kf_place place =
        kf_place_in(kf_sources_name(s, pos.source), text, at, pos.length, c.line, c.start);
    place.withheld = pos.source < s->list.n && s->list.at[pos.source].withheld;
    if (place.withheld) place.source = (kf_str){ NULL, 0 };
    return place;
}
