/* columns.c -- how fast facts enter a session as values, beside the same facts as text, and how
 * fast an answer leaves it.
 *
 * Usage: columns [ROWS [WAY]]     default 10,000,000, and every way; else the one that begins so
 *
 * A predicate of two arguments over a tenth as many constants as there are rows. Each line is one
 * way in: kerf_add_columns() or an Arrow array and kerf_next_world() after it, timed in CPU seconds
 * of this thread; `add` is the first of the two. Or it is a way out: kerf_answer_arrow() for an
 * answer that has these rows, and the first array of its stream. Rows are drawn at random; about
 * one in a few thousand comes twice. MB are bytes of text in the cells, as they would be in a
 * file. */
#include "kerf.h"
#include "kerf_arrow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char model[] = "*Link(page, page)\nGood(page)\n1 Link(x, y) ^ Good(x) => Good(y)\n";

typedef struct facts {
    size_t n;
    uint32_t n_constants;
    int32_t *codes[2];
    int64_t *integers[2];
    char *dictionary; /* "page123" one behind the other */
    uint64_t *entry_offsets;
    int32_t *small_offsets;
    char *text[2];
    uint64_t *offsets[2];
    size_t bytes;
} facts;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *need(void *p)
{
    if (p) return p;
    fprintf(stderr, "columns: no memory\n");
    exit(1);
}

static uint64_t step(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static void make_dictionary(facts *f)
{
    uint64_t at = 0;
    f->dictionary = need(malloc((size_t)f->n_constants * 16));
    f->entry_offsets = need(calloc((size_t)f->n_constants + 1, sizeof *f->entry_offsets));
    f->small_offsets = need(calloc((size_t)f->n_constants + 1, sizeof *f->small_offsets));
    for (uint32_t i = 0; i < f->n_constants; i++) {
        at += (uint64_t)snprintf(f->dictionary + at, 16, "page%" PRIu32, i);
        f->entry_offsets[i + 1] = at;
        f->small_offsets[i + 1] = (int32_t)at;
    }
}

static void make_column(facts *f, int c, uint64_t *state)
{
    uint64_t at = 0;
    f->codes[c] = need(malloc(f->n * sizeof *f->codes[c]));
    f->integers[c] = need(malloc(f->n * sizeof *f->integers[c]));
    f->offsets[c] = need(calloc(f->n + 1, sizeof *f->offsets[c]));
    f->text[c] = need(malloc(f->n * 16));
    for (size_t i = 0; i < f->n; i++) {
        uint32_t code = (uint32_t)(step(state) % f->n_constants);
        uint64_t from = f->entry_offsets[code], n = f->entry_offsets[code + 1] - from;
        f->codes[c][i] = (int32_t)code;
        f->integers[c][i] = code;
        memcpy(f->text[c] + at, f->dictionary + from, n);
        at += n;
        f->offsets[c][i + 1] = at;
    }
    f->bytes += at;
}

static kerf *start(void)
{
    kerf *k = need(kerf_new(NULL));
    if (kerf_read_model_memory(k, "model", model, sizeof model - 1) != KERF_OK) exit(1);
    return k;
}

static void finish(kerf *k, kerf_status status, const facts *f, const char *way, double begun)
{
    double added = now() - begun;
    int more = 0;
    if (status == KERF_OK) status = kerf_next_world(k, &more);
    double all = now() - begun;
    if (status != KERF_OK) {
        fprintf(stderr, "columns: %s\n", kerf_error(k));
        exit(1);
    }
    kerf_predicate_info p = { .size = sizeof p };
    kerf_predicate_get(k, 0, &p);
    printf("%-28s %6.2f s  add %5.2f s  %6.1f M rows/s  %6.0f MB/s  %zu atoms\n", way, all, added,
           1e-6 * (double)f->n / all, 1e-6 * (double)f->bytes / all, p.true_atoms);
    kerf_free(k);
}

static void by_columns(const facts *f, kerf_column_kind kind, const char *way)
{
    kerf_column columns[2];
    for (int c = 0; c < 2; c++) {
        int codes = kind == KERF_COLUMN_CODES;
        columns[c] = (kerf_column){ .size = sizeof(kerf_column),
                                    .kind = kind,
                                    .codes = f->codes[c],
                                    .n_entries = f->n_constants,
                                    .integers = f->integers[c],
                                    .text = codes ? f->dictionary : f->text[c],
                                    .offsets = codes ? f->entry_offsets : f->offsets[c] };
    }
    kerf *k = start();
    double begun = now();
    finish(k, kerf_add_columns(k, "Link", columns, 2, f->n, NULL), f, way, begun);
}

/* ---- Arrow ---- */

static void release_array(struct ArrowArray *a)
{
    a->release = NULL;
}

static void release_schema(struct ArrowSchema *s)
{
    s->release = NULL;
}

static void by_arrow(const facts *f, const char *way)
{
    struct ArrowSchema entries = { .format = "u", .name = "", .release = release_schema };
    struct ArrowSchema columns[2], *inside[2], table = { .format = "+s", .n_children = 2 };
    const void *dictionary_buffers[] = { NULL, f->small_offsets, f->dictionary };
    struct ArrowArray dictionary = { .length = f->n_constants,
                                     .n_buffers = 3,
                                     .buffers = dictionary_buffers,
                                     .release = release_array };
    const void *buffers[2][2] = { { NULL, f->codes[0] }, { NULL, f->codes[1] } }, *none = NULL;
    struct ArrowArray cells[2], *children[2], all = { .n_buffers = 1, .n_children = 2 };
    for (int c = 0; c < 2; c++) {
        columns[c] = (struct ArrowSchema){
            .format = "i", .name = "page", .dictionary = &entries, .release = release_schema
        };
        cells[c] = (struct ArrowArray){ .length = (int64_t)f->n,
                                        .n_buffers = 2,
                                        .buffers = buffers[c],
                                        .dictionary = &dictionary,
                                        .release = release_array };
        inside[c] = &columns[c];
        children[c] = &cells[c];
    }
    table.children = inside;
    table.release = release_schema;
    all.length = (int64_t)f->n;
    all.buffers = &none;
    all.children = children;
    all.release = release_array;
    kerf *k = start();
    double begun = now();
    finish(k, kerf_add_arrow(k, "Link", &table, &all, NULL), f, way, begun);
}

/* ---- Text ---- */

static void by_text(const facts *f, const char *way)
{
    char *csv = need(malloc(f->bytes + 2 * f->n));
    size_t at = 0;
    for (size_t i = 0; i < f->n; i++) {
        for (int c = 0; c < 2; c++) {
            size_t n = (size_t)(f->offsets[c][i + 1] - f->offsets[c][i]);
            memcpy(csv + at, f->text[c] + f->offsets[c][i], n);
            at += n;
            csv[at++] = c == 0 ? ',' : '\n';
        }
    }
    kerf *k = start();
    double begun = now();
    finish(k, kerf_add_table_memory(k, "Link", "link.csv", csv, at), f, way, begun);
    free(csv);
}

/* ---- Out ---- */

static void fail(kerf *k)
{
    fprintf(stderr, "columns: %s\n", kerf_error(k));
    exit(1);
}

/* All rows are true in the answer, since evidence says so. */
static kerf *start_answered(const facts *f)
{
    static const char hidden[] = "Link(page, page)\nGood(page)\n1 Good(x)\n";
    kerf_column columns[2];
    kerf_result r = { .size = sizeof r };
    int more = 0;
    kerf *k = need(kerf_new(NULL));
    for (int c = 0; c < 2; c++)
        columns[c] = (kerf_column){ .size = sizeof(kerf_column),
                                    .kind = KERF_COLUMN_CODES,
                                    .codes = f->codes[c],
                                    .n_entries = f->n_constants,
                                    .text = f->dictionary,
                                    .offsets = f->entry_offsets };
    if (kerf_set(k, "query", "Link,Good") != KERF_OK
        || kerf_read_model_memory(k, "model", hidden, sizeof hidden - 1) != KERF_OK
        || kerf_add_columns(k, "Link", columns, 2, f->n, NULL) != KERF_OK
        || kerf_next_world(k, &more) != KERF_OK || kerf_map(k, NULL, &r) != KERF_OK)
        fail(k);
    return k;
}

static void out_by_arrow(const facts *f, int plain, const char *way)
{
    struct ArrowArrayStream stream;
    struct ArrowArray rows;
    kerf *k = start_answered(f);
    double begun = now();
    if (kerf_answer_arrow(k, "Link", plain, &stream) != KERF_OK) fail(k);
    if (stream.get_next(&stream, &rows) != 0) exit(1);
    double all = now() - begun;
    printf("%-28s %6.2f s  %27.1f M rows/s  %6.0f MB/s  %lld atoms\n", way, all,
           1e-6 * (double)rows.length / all, 1e-6 * (double)f->bytes / all, (long long)rows.length);
    rows.release(&rows);
    stream.release(&stream);
    kerf_free(k);
}

enum { WAYS = 7, OUT = 5 };
static const char *const ways[WAYS] = {
    "codes of a dictionary", "Arrow, dictionary-encoded", "integers",
    "text with offsets",     "a table as text",           "out: Arrow, dictionary",
    "out: Arrow, plain text"
};

static void take(const facts *f, int way)
{
    static const kerf_column_kind kinds[OUT] = { KERF_COLUMN_CODES, 0, KERF_COLUMN_INTEGERS,
                                                 KERF_COLUMN_TEXT, 0 };
    if (way >= OUT) out_by_arrow(f, way > OUT, ways[way]);
    else if (way == 1) by_arrow(f, ways[way]);
    else if (way == 4) by_text(f, ways[way]);
    else by_columns(f, kinds[way], ways[way]);
}

int main(int argc, char **argv)
{
    facts f = { .n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000 };
    uint64_t state = 1;
    if (f.n < 10) return 2;
    f.n_constants = (uint32_t)(f.n / 10);
    make_dictionary(&f);
    for (int c = 0; c < 2; c++) make_column(&f, c, &state);
    for (int way = 0; way < WAYS; way++)
        if (argc < 3 || strncmp(ways[way], argv[2], strlen(argv[2])) == 0) take(&f, way);
    for (int c = 0; c < 2; c++) {
        free(f.codes[c]);
        free(f.integers[c]);
        free(f.text[c]);
        free(f.offsets[c]);
    }
    free(f.dictionary);
    free(f.entry_offsets);
    free(f.small_offsets);
    return 0;
}
