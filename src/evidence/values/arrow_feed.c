/* arrow_feed.c -- tables by the Arrow C data interface as a feed of chunks; see cells.h.
 *
 * The schema is read once: it tells what kind of cells each column has, and is released. Arrays are
 * described in place; nothing of them is copied. Each is released before the next is asked for,
 * or with the feed. */
#include "evidence/values/cells.h"

#include "kerf_arrow.h"

#include <string.h>

typedef struct arrow_feed {
    kf_feed feed;
    kf_mem *mem;
    kf_arena arena;
    const char *name; /* for messages */
    bool table;       /* arrays of structs; else of one column */
    bool blanks_are_null;
    int64_t n_children;
    uint32_t n;         /* columns that are used: arguments, then the probability */
    uint32_t n_columns; /* arguments */
    int64_t *children;  /* by column: the child that it is */
    kf_cells *cells;
    kf_chunk shape, chunk;
    struct ArrowArray array; /* that the chunk describes; released: none */
    struct ArrowArrayStream stream;
    bool given; /* the only array */
} arrow_feed;

/* ---- Life ---- */

static void release_schema(struct ArrowSchema *s)
{
    if (s && s->release) s->release(s);
}

static void release_array(struct ArrowArray *a)
{
    if (a && a->release) a->release(a);
}

static void release_stream(struct ArrowArrayStream *s)
{
    if (s && s->release) s->release(s);
}

static void free_arrow(kf_feed *f)
{
    arrow_feed *x = (arrow_feed *)f;
    release_array(&x->array);
    release_stream(&x->stream);
    kf_arena_free(&x->arena);
    kf_mem_free(x->mem, x, 1, sizeof *x);
}

static kerf_status new_feed(arrow_feed **out, kf_mem *mem, const char *name)
{
    arrow_feed *x = kf_mem_calloc(mem, 1, sizeof *x);
    if (!x) return KERF_NO_MEMORY;
    x->mem = mem;
    kf_arena_init(&x->arena, mem);
    x->name = kf_arena_string(&x->arena, kf_str_of(name));
    x->feed.free = free_arrow;
    x->feed.shape = &x->shape;
    *out = x;
    if (x->name) return KERF_OK;
    free_arrow(&x->feed);
    return KERF_NO_MEMORY;
}

__attribute__((format(printf, 4, 5))) static kerf_status
refuse(const arrow_feed *x, kf_diags *diags, kerf_status status, const char *format, ...)
{
    const kf_place place = { .file = x->name };
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(diags, KERF_ERROR, &place, NULL, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- Types ---- */

typedef struct type {
    const char *format;
    kf_cells_kind kind;
    uint8_t width;
    bool is_signed;
} type;

static const type types[] = {
    { "n", KF_CELLS_NULL, 0, false },  { "b", KF_CELLS_BOOL, 0, false },
    { "c", KF_CELLS_INT, 1, true },    { "C", KF_CELLS_INT, 1, false },
    { "s", KF_CELLS_INT, 2, true },    { "S", KF_CELLS_INT, 2, false },
    { "i", KF_CELLS_INT, 4, true },    { "I", KF_CELLS_INT, 4, false },
    { "l", KF_CELLS_INT, 8, true },    { "L", KF_CELLS_INT, 8, false },
    { "f", KF_CELLS_REAL, 4, false },  { "g", KF_CELLS_REAL, 8, false },
    { "u", KF_CELLS_TEXT, 4, false },  { "U", KF_CELLS_TEXT, 8, false },
    { "vu", KF_CELLS_VIEW, 0, false },
};

static const type *find_type(const char *format)
{
    for (size_t i = 0; format && i < KF_LENGTH(types); i++)
        if (strcmp(types[i].format, format) == 0) return &types[i];
    return NULL;
}

/* What a format that is not in the table stands for. */
static const char *other_type(const char *format)
{
    switch (format[0]) {
    case '+': return format[1] == 'r' ? "run-end encoded values" : "nested values";
    case 'z':
    case 'Z':
    case 'w': return "bytes";
    case 'v': return "bytes";
    case 'd': return "decimal numbers";
    case 't': return "times";
    case 'e': return "numbers of 16 bits";
    default: return "values of a type that is not known";
    }
}

static kerf_status refuse_type(const arrow_feed *x, const kf_cells *c, const char *format,
                               kf_diags *diags)
{
    if (!format) format = "";
    return refuse(x, diags, KERF_UNSUPPORTED,
                  "column %u%s%.100s%s holds %s (Arrow format '%.40s'): facts are text, integers, "
                  "numbers and booleans",
                  c->column, c->name[0] ? " (" : "", c->name, c->name[0] ? ")" : "",
                  other_type(format), format);
}

static kerf_status describe_type(arrow_feed *x, kf_cells *c, const struct ArrowSchema *s,
                                 kf_diags *diags)
{
    const type *t = find_type(s->format);
    if (!t || s->n_children > 0) return refuse_type(x, c, s->format, diags);
    c->kind = t->kind;
    c->width = t->width;
    c->is_signed = t->is_signed;
    c->blank_is_null = x->blanks_are_null;
    if (!s->dictionary) return KERF_OK;
    if (t->kind != KF_CELLS_INT || s->dictionary->dictionary)
        return refuse_type(x, c, s->dictionary->format, diags);
    kf_cells *dictionary = kf_arena_alloc(&x->arena, 1, sizeof *dictionary);
    if (!dictionary) return KERF_NO_MEMORY;
    dictionary->column = c->column;
    dictionary->name = c->name;
    c->dictionary = dictionary;
    return describe_type(x, dictionary, s->dictionary, diags);
}

/* ---- The schema ---- */

static const struct ArrowSchema *child_schema(const arrow_feed *x, const struct ArrowSchema *s,
                                              int64_t i)
{
    return x->table ? s->children[i] : s;
}

static const char *child_name(const arrow_feed *x, const struct ArrowSchema *s, int64_t i)
{
    const char *name = child_schema(x, s, i)->name;
    return name ? name : "";
}

/* The child of that name; -1: a message says that there is none. */
static int64_t find_child(const arrow_feed *x, const struct ArrowSchema *s, const char *name,
                          kf_diags *diags)
{
    kf_nearest near = { .wanted = kf_str_of(name) };
    for (int64_t i = 0; i < x->n_children; i++) {
        if (strcmp(child_name(x, s, i), name) == 0) return i;
        kf_nearest_try(&near, kf_str_of(child_name(x, s, i)));
    }
    refuse(x, diags, KERF_INVALID, "there is no column %.100s%s%.*s%s", name,
           near.best.n > 0 ? ": did you mean " : "", (int)near.best.n,
           near.best.at ? near.best.at : "", near.best.n > 0 ? "?" : "");
    return -1;
}

/* Which children are used, the probability last. */
static kerf_status choose(arrow_feed *x, const struct ArrowSchema *s, const kf_arrow_choice *choice,
                          kf_diags *diags)
{
    size_t named = 0;
    while (choice->arguments && choice->arguments[named]) named++;
    size_t room = (choice->arguments ? named : (size_t)x->n_children) + 1;
    int64_t probability = -1;
    x->children = kf_arena_alloc(&x->arena, room, sizeof *x->children);
    if (!x->children) return KERF_NO_MEMORY;
    if (choice->probability) {
        probability = find_child(x, s, choice->probability, diags);
        if (probability < 0) return KERF_INVALID;
    }
    for (size_t i = 0; i < named; i++) {
        int64_t child = find_child(x, s, choice->arguments[i], diags);
        if (child < 0) return KERF_INVALID;
        x->children[x->n++] = child;
    }
    for (int64_t i = 0; !choice->arguments && i < x->n_children; i++)
        if (i != probability) x->children[x->n++] = i;
    x->n_columns = x->n;
    if (probability >= 0) x->children[x->n++] = probability;
    return KERF_OK;
}

static kerf_status describe_columns(arrow_feed *x, const struct ArrowSchema *s, kf_diags *diags)
{
    x->cells = kf_arena_alloc(&x->arena, x->n, sizeof *x->cells);
    if (!x->cells) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < x->n; i++) {
        kf_cells *c = &x->cells[i];
        c->column = (uint32_t)x->children[i] + 1;
        c->name = kf_arena_string(&x->arena, kf_str_of(child_name(x, s, x->children[i])));
        if (!c->name) return KERF_NO_MEMORY;
        KF_TRY(describe_type(x, c, child_schema(x, s, x->children[i]), diags));
    }
    x->shape = (kf_chunk){ .n_columns = x->n_columns,
                           .columns = x->cells,
                           .probability = x->n > x->n_columns ? &x->cells[x->n_columns] : NULL };
    return KERF_OK;
}

static kerf_status read_schema(arrow_feed *x, const struct ArrowSchema *s,
                               const kf_arrow_choice *choice, kf_diags *diags)
{
    enum { MOST_COLUMNS = 1 << 20 };
    x->table = s->format && strcmp(s->format, "+s") == 0;
    x->n_children = x->table ? s->n_children : 1;
    x->blanks_are_null = choice->blanks_are_null;
    bool right = x->n_children >= 0 && x->n_children <= MOST_COLUMNS
                 && (!x->table || x->n_children == 0 || s->children);
    for (int64_t i = 0; right && i < x->n_children; i++) right = child_schema(x, s, i) != NULL;
    if (!right)
        return refuse(x, diags, KERF_INVALID, "the Arrow schema has no columns that can be read");
    KF_TRY(choose(x, s, choice, diags));
    return describe_columns(x, s, diags);
}

/* ---- Arrays ---- */

static int64_t buffers_of(const kf_cells *c)
{
    switch (c->kind) {
    case KF_CELLS_NULL: return 0;
    case KF_CELLS_TEXT: return 3;
    case KF_CELLS_VIEW: return 3; /* or more */
    default: return 2;
    }
}

static bool has_buffers(const kf_cells *c, const struct ArrowArray *a)
{
    int64_t n = buffers_of(c);
    bool fits = c->kind == KF_CELLS_VIEW ? a->n_buffers >= n : a->n_buffers == n;
    if (c->kind == KF_CELLS_NULL) return true;
    if (!fits || !a->buffers) return false;
    if (a->length == 0 && a->offset == 0) return true;
    return a->buffers[1] != NULL;
}

/* Rows first, first + 1, ... of an array, n of them. False: it does not hold what it promises. */
static bool describe(kf_cells *c, const struct ArrowArray *a, int64_t first, int64_t n)
{
    if (!a || a->length < 0 || a->offset < 0 || first < 0 || n > a->length - first) return false;
    if (!has_buffers(c, a) || (c->dictionary && !a->dictionary)) return false;
    c->n = (uint64_t)n;
    c->offset = (uint64_t)a->offset + (uint64_t)first;
    if (c->kind == KF_CELLS_NULL) return true;
    c->valid = a->null_count == 0 ? NULL : a->buffers[0];
    c->values = c->offsets = a->buffers[1];
    if (c->kind == KF_CELLS_TEXT) c->text = a->buffers[2] ? a->buffers[2] : "";
    if (c->kind == KF_CELLS_VIEW) {
        c->pages = a->buffers + 2;
        c->n_pages = (uint32_t)(a->n_buffers - 3);
        c->page_sizes = a->buffers[a->n_buffers - 1];
    }
    if (!c->dictionary) return true;
    return describe(c->dictionary, a->dictionary, 0, a->dictionary->length);
}

/* x->chunk from x->array. */
static kerf_status describe_array(arrow_feed *x, kf_diags *diags)
{
    const struct ArrowArray *a = &x->array;
    bool right = a->length >= 0 && a->offset >= 0;
    if (x->table) right = right && a->n_children == x->n_children && (a->children || x->n == 0);
    for (uint32_t i = 0; right && i < x->n; i++) {
        const struct ArrowArray *child = x->table ? a->children[x->children[i]] : a;
        right = describe(&x->cells[i], child, x->table ? a->offset : 0, a->length);
    }
    if (!right) return refuse(x, diags, KERF_INVALID, "an Arrow array does not fit its schema");
    x->chunk = x->shape;
    x->chunk.n = (uint64_t)a->length;
    x->chunk.offset = (uint64_t)a->offset;
    bool maskable = x->table && a->null_count != 0 && a->buffers && a->n_buffers > 0;
    x->chunk.valid = maskable ? a->buffers[0] : NULL;
    return KERF_OK;
}

static kerf_status next_of_array(kf_feed *f, kf_diags *diags, const kf_chunk **chunk)
{
    arrow_feed *x = (arrow_feed *)f;
    (void)diags;
    *chunk = x->given ? NULL : &x->chunk;
    x->given = true;
    return KERF_OK;
}

static kerf_status stream_failed(arrow_feed *x, int error, kf_diags *diags)
{
    const char *why = x->stream.get_last_error ? x->stream.get_last_error(&x->stream) : NULL;
    return refuse(x, diags, KERF_IO, "the Arrow stream failed: %.400s",
                  why && why[0] ? why : kf_system_error(error));
}

static kerf_status next_of_stream(kf_feed *f, kf_diags *diags, const kf_chunk **chunk)
{
    arrow_feed *x = (arrow_feed *)f;
    release_array(&x->array);
    memset(&x->array, 0, sizeof x->array);
    int error = x->stream.get_next(&x->stream, &x->array);
    if (error != 0) {
        x->array.release = NULL;
        return stream_failed(x, error, diags);
    }
    *chunk = NULL;
    if (!x->array.release) return KERF_OK;
    KF_TRY(describe_array(x, diags));
    *chunk = &x->chunk;
    return KERF_OK;
}

/* ---- Opening ---- */

kerf_status kf_feed_arrow(kf_feed **out, kf_mem *mem, struct ArrowSchema *schema,
                          struct ArrowArray *array, const kf_arrow_choice *choice,
                          const kf_said_rows *said, kf_diags *diags)
{
    arrow_feed *x;
    kerf_status st = new_feed(&x, mem, said->name);
    if (st != KERF_OK) {
        release_schema(schema);
        release_array(array);
        return st;
    }
    x->array = *array;
    array->release = NULL;
    st = read_schema(x, schema, choice, diags);
    release_schema(schema);
    if (st == KERF_OK) st = describe_array(x, diags);
    if (st != KERF_OK) {
        free_arrow(&x->feed);
        return st;
    }
    x->feed.next = next_of_array;
    x->feed.whole = &x->chunk;
    *out = &x->feed;
    return KERF_OK;
}

static kerf_status open_stream(arrow_feed *x, const kf_arrow_choice *choice, kf_diags *diags)
{
    struct ArrowSchema schema = { 0 };
    int error = x->stream.get_schema(&x->stream, &schema);
    if (error != 0) return stream_failed(x, error, diags);
    kerf_status st = read_schema(x, &schema, choice, diags);
    release_schema(&schema);
    return st;
}

kerf_status kf_feed_arrow_stream(kf_feed **out, kf_mem *mem, struct ArrowArrayStream *stream,
                                 const kf_arrow_choice *choice, const kf_said_rows *said,
                                 kf_diags *diags)
{
    arrow_feed *x;
    kerf_status st = new_feed(&x, mem, said->name);
    if (st != KERF_OK) {
        release_stream(stream);
        return st;
    }
    x->stream = *stream;
    stream->release = NULL;
    st = open_stream(x, choice, diags);
    if (st != KERF_OK) {
        free_arrow(&x->feed);
        return st;
    }
    x->feed.next = next_of_stream;
    *out = &x->feed;
    return KERF_OK;
}
