/* arrow_table.c -- a table as an Arrow stream of one array of structs; see arrow_table.h.
 *
 * An owner holds the memory of a table, another one that of a schema. Every struct that is not
 * released yet counts once, also those inside others: a consumer may move these out and keep
 * them. */
#include "report/print/arrow_table.h"

#include "base/check.h"
#include "kerf_arrow.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct owner {
    kf_mem mem;
    kf_arena arena;
    atomic_size_t refs;
} owner;

typedef struct column {
    const char *name, *format;
    const char *entries; /* format of its dictionary; NULL: it has none */
    struct ArrowArray array, dictionary;
} column;

struct kf_arrow_table {
    owner *own;
    uint64_t n;
    uint32_t n_columns, most;
    column *columns;
    struct ArrowArray root;
    kf_patience *patience; /* while it is made */
    bool given;
};

/* ---- Owners ---- */

static owner *new_owner(size_t limit, int64_t fail_after)
{
    kf_mem mem;
    kf_mem_init(&mem, limit);
    mem.fail_after = fail_after;
    owner *o = kf_mem_calloc(&mem, 1, sizeof *o);
    if (!o) return NULL;
    o->mem = mem; /* from here on the owner's own copy counts */
    kf_arena_init(&o->arena, &o->mem);
    atomic_init(&o->refs, 1);
    return o;
}

static void keep(owner *o)
{
    atomic_fetch_add(&o->refs, 1);
}

static void drop(owner *o)
{
    if (atomic_fetch_sub(&o->refs, 1) > 1) return;
    kf_arena_free(&o->arena);
    kf_mem mem = o->mem;
    kf_mem_free(&mem, o, 1, sizeof *o);
    assert(mem.used == 0);
}

/* ---- Making ---- */

kf_arrow_table *kf_arrow_table_new(const kf_mem *like, uint64_t n_rows, uint32_t most_columns,
                                   kf_patience *patience)
{
    if (like->limit > 0 && like->used >= like->limit) return NULL;
    owner *o = new_owner(like->limit > 0 ? like->limit - like->used : 0, like->fail_after);
    kf_arrow_table *t = o ? kf_arena_alloc(&o->arena, 1, sizeof *t) : NULL;
    column *columns = t ? kf_arena_alloc(&o->arena, most_columns, sizeof *columns) : NULL;
    if (!columns) {
        if (o) drop(o);
        return NULL;
    }
    *t = (kf_arrow_table){
        .own = o, .n = n_rows, .most = most_columns, .columns = columns, .patience = patience
    };
    return t;
}

void kf_arrow_table_free(kf_arrow_table *t)
{
    if (t) drop(t->own);
}

static void release_array(struct ArrowArray *a)
{
    for (int64_t i = 0; i < a->n_children; i++)
        if (a->children[i]->release) a->children[i]->release(a->children[i]);
    if (a->dictionary && a->dictionary->release) a->dictionary->release(a->dictionary);
    a->release = NULL;
    drop(a->private_data);
}

/* An array of n with room for its buffers. False: no memory. */
static bool start_array(kf_arrow_table *t, struct ArrowArray *a, uint64_t n, int64_t n_buffers)
{
    const void **buffers = kf_arena_alloc(&t->own->arena, (size_t)n_buffers, sizeof *buffers);
    if (!buffers) return false;
    *a = (struct ArrowArray){ .length = (int64_t)n,
                              .n_buffers = n_buffers,
                              .buffers = buffers,
                              .release = release_array,
                              .private_data = t->own };
    return true;
}

static column *add_column(kf_arrow_table *t, const char *name, const char *format)
{
    assert(t->n_columns < t->most);
    column *c = &t->columns[t->n_columns];
    c->name = kf_arena_string(&t->own->arena, kf_str_of(name));
    c->format = format;
    if (!c->name) return NULL;
    t->n_columns++;
    return c;
}

/* Texts one behind the other with their offsets, of 32 bits where that is enough: row i is
 * texts[codes[i]], or texts[i] without codes. */
static bool fill_texts(kf_arrow_table *t, struct ArrowArray *a, const kf_str *texts,
                       const uint32_t *codes, uint64_t n, const char **format)
{
    uint64_t bytes = 0, at = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (!kf_patience_spend(t->patience, 1)) return false;
        bytes += texts[codes ? codes[i] : i].n;
    }
    bool wide = bytes > INT32_MAX;
    void *offsets = kf_arena_alloc(&t->own->arena, n + 1, wide ? sizeof(int64_t) : sizeof(int32_t));
    char *text = offsets ? kf_arena_room(&t->own->arena, bytes + 1, 1) : NULL;
    if (!text || !start_array(t, a, n, 3)) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!kf_patience_spend(t->patience, 1)) return false;
        kf_str one = texts[codes ? codes[i] : i];
        if (one.n > 0) memcpy(text + at, one.at, one.n);
        at += one.n;
        if (wide) ((int64_t *)offsets)[i + 1] = (int64_t)at;
        else ((int32_t *)offsets)[i + 1] = (int32_t)at;
    }
    a->buffers[1] = offsets;
    a->buffers[2] = text;
    *format = wide ? "U" : "u";
    return true;
}

bool kf_arrow_table_add_texts(kf_arrow_table *t, const char *name, const kf_str *texts,
                              uint32_t n_texts, const uint32_t *codes, bool plain)
{
    assert(n_texts <= INT32_MAX);
    column *c = add_column(t, name, "i");
    if (!c) return false;
    if (plain) return fill_texts(t, &c->array, texts, codes, t->n, &c->format);
    if (!start_array(t, &c->array, t->n, 2)) return false;
    if (!fill_texts(t, &c->dictionary, texts, NULL, n_texts, &c->entries)) return false;
    c->array.dictionary = &c->dictionary;
    c->array.buffers[1] = kf_arena_copy(&t->own->arena, codes, t->n, sizeof *codes);
    return c->array.buffers[1] != NULL;
}

static bool set_nulls(kf_arrow_table *t, struct ArrowArray *a, const double *numbers)
{
    for (uint64_t i = 0; i < t->n; i++) a->null_count += isnan(numbers[i]) != 0;
    if (a->null_count == 0) return true;
    uint8_t *valid = kf_arena_alloc(&t->own->arena, t->n / 8 + 1, 1);
    if (!valid) return false;
    for (uint64_t i = 0; i < t->n; i++)
        if (!isnan(numbers[i])) valid[i / 8] |= (uint8_t)(1U << (i % 8));
    a->buffers[0] = valid;
    return true;
}

bool kf_arrow_table_add_numbers(kf_arrow_table *t, const char *name, const double *numbers)
{
    column *c = add_column(t, name, "g");
    if (!c || !start_array(t, &c->array, t->n, 2)) return false;
    c->array.buffers[1] = kf_arena_copy(&t->own->arena, numbers, t->n, sizeof *numbers);
    return c->array.buffers[1] && set_nulls(t, &c->array, numbers);
}

/* ---- Schemas ---- */

static void release_schema(struct ArrowSchema *s)
{
    for (int64_t i = 0; i < s->n_children; i++)
        if (s->children[i]->release) s->children[i]->release(s->children[i]);
    if (s->dictionary && s->dictionary->release) s->dictionary->release(s->dictionary);
    s->release = NULL;
    drop(s->private_data);
}

/* One that counts as a reference of its own. Formats are static text. NULL: no memory. */
static struct ArrowSchema *new_schema(owner *o, const char *format, const char *name)
{
    struct ArrowSchema *s = kf_arena_alloc(&o->arena, 1, sizeof *s);
    const char *copy = s ? kf_arena_string(&o->arena, kf_str_of(name)) : NULL;
    if (!copy) return NULL;
    *s = (struct ArrowSchema){ .format = format,
                               .name = copy,
                               .flags = ARROW_FLAG_NULLABLE,
                               .release = release_schema,
                               .private_data = o };
    keep(o);
    return s;
}

/* Fills `root`, which has the owner's first reference. False: no memory. */
static bool fill_schema(owner *o, const kf_arrow_table *t, struct ArrowSchema *root)
{
    struct ArrowSchema **children = kf_arena_alloc(&o->arena, t->n_columns, sizeof *children);
    *root = (struct ArrowSchema){
        .format = "+s", .name = "", .release = release_schema, .private_data = o
    };
    if (!children) return false;
    root->children = children;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const column *c = &t->columns[i];
        children[i] = new_schema(o, c->format, c->name);
        if (!children[i]) return false;
        root->n_children++;
        if (!c->entries) continue;
        children[i]->dictionary = new_schema(o, c->entries, "");
        if (!children[i]->dictionary) return false;
    }
    return true;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    const kf_arrow_table *t = stream->private_data;
    struct ArrowSchema root;
    owner *o = new_owner(0, -1);
    if (!o) return ENOMEM;
    if (!fill_schema(o, t, &root)) {
        release_schema(&root);
        return ENOMEM;
    }
    *out = root;
    return 0;
}

/* ---- The stream ---- */

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    kf_arrow_table *t = stream->private_data;
    memset(out, 0, sizeof *out); /* released: the end */
    if (t->given) return 0;
    t->given = true;
    keep(t->own);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        keep(t->own);
        if (t->columns[i].array.dictionary) keep(t->own);
    }
    *out = t->root;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    (void)stream;
    return "out of memory";
}

static void release_stream(struct ArrowArrayStream *stream)
{
    kf_arrow_table *t = stream->private_data;
    stream->release = NULL;
    drop(t->own);
}

bool kf_arrow_table_give(kf_arrow_table *t, struct ArrowArrayStream *out)
{
    owner *o = t->own;
    struct ArrowArray **children = kf_arena_alloc(&o->arena, t->n_columns, sizeof *children);
    if (!children || !start_array(t, &t->root, t->n, 1)) {
        drop(o);
        return false;
    }
    for (uint32_t i = 0; i < t->n_columns; i++) children[i] = &t->columns[i].array;
    t->root.n_children = t->n_columns;
    t->root.children = children;
    *out = (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = t };
    return true;
}
