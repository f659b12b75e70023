/* arrow_made.c -- see arrow_made.h. */
#include "arrow_made.h"

#include <errno.h>
#include <stddef.h>

struct made_counts released;

static void release_schema(struct ArrowSchema *s)
{
    released.schemas++;
    for (int64_t i = 0; i < s->n_children; i++)
        if (s->children[i]->release) s->children[i]->release(s->children[i]);
    if (s->dictionary && s->dictionary->release) s->dictionary->release(s->dictionary);
    s->release = NULL;
}

static void release_array(struct ArrowArray *a)
{
    released.arrays++;
    for (int64_t i = 0; i < a->n_children; i++)
        if (a->children[i]->release) a->children[i]->release(a->children[i]);
    if (a->dictionary && a->dictionary->release) a->dictionary->release(a->dictionary);
    a->release = NULL;
}

struct ArrowSchema schema(const char *format, const char *name)
{
    return (struct ArrowSchema){ .format = format, .name = name, .release = release_schema };
}

struct ArrowArray array(int64_t length, int64_t n_buffers, const void **buffers)
{
    return (struct ArrowArray){ .length = length,
                                .null_count = -1,
                                .n_buffers = n_buffers,
                                .buffers = buffers,
                                .release = release_array };
}

void make_table(table *t)
{
    static const char *const names[] = { "who", "p", "n" }, *const formats[] = { "u", "g", "f" };
    *t = (table){ .offsets = { 0, 1, 5, 8, 12 },
                  .p = { 9, 0.25, 0.75, 0.5 },
                  .n = { 9, 10, 20, 30 },
                  .valid = { 0x0f } };
    t->buffers[0][1] = t->offsets;
    t->buffers[0][2] = "xAnnaBobCarl";
    t->buffers[1][1] = t->p;
    t->buffers[2][1] = t->n;
    for (int i = 0; i < 3; i++) {
        t->schemas[i] = schema(formats[i], names[i]);
        t->inside[i] = &t->schemas[i];
        t->arrays[i] = array(4, i == 0 ? 3 : 2, t->buffers[i]);
        t->children[i] = &t->arrays[i];
    }
    t->own[0] = t->valid;
    t->schema = schema("+s", "");
    t->schema.n_children = 3;
    t->schema.children = t->inside;
    t->array = array(3, 1, t->own);
    t->array.offset = 1;
    t->array.n_children = 3;
    t->array.children = t->children;
}

/* ---- Streams ---- */

static int get_schema(struct ArrowArrayStream *s, struct ArrowSchema *out)
{
    feed *f = s->private_data;
    if (f->fail_at < 0) return EIO;
    *out = f->t[0].schema;
    return 0;
}

static int get_next(struct ArrowArrayStream *s, struct ArrowArray *out)
{
    feed *f = s->private_data;
    if (f->at == f->fail_at) return EIO;
    if (f->at == f->n) out->release = NULL;
    else *out = f->t[f->at++].array;
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *s)
{
    (void)s;
    return "the cable is cut";
}

static void release_stream(struct ArrowArrayStream *s)
{
    released.streams++;
    s->release = NULL;
}

struct ArrowArrayStream make_stream(feed *f, int n, int fail_at)
{
    *f = (feed){ .n = n, .fail_at = fail_at };
    for (int i = 0; i < 3; i++) make_table(&f->t[i]);
    released.schemas = released.arrays = released.streams = 0;
    return (struct ArrowArrayStream){ .get_schema = get_schema,
                                      .get_next = get_next,
                                      .get_last_error = get_last_error,
                                      .release = release_stream,
                                      .private_data = f };
}
