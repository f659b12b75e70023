/* loader_values.c -- rows of a feed (evidence/values/cells.h) into evidence, KF_BATCH at a time.
 *
 * Constants that are codes of a dictionary, or small integers, are interned once: a memo has their
 * ids. Columns of one type share it, if they have the same dictionary or are integers. What no memo
 * has goes through the queues of loader_batch.c, row by row, so that constants
 * get their ids in order of first sight, as they do from text. */
#include "evidence/load/loading.h"

#include "base/check.h"

#include <string.h>

enum { PAUSE = 1 << 20 }; /* rows between two looks at the progress */

typedef struct memo { /* by code or integer: its id, or KF_NONE */
    uint32_t *ids;
    size_t n, cap; /* n is 0: there is none for this chunk */
    size_t known;  /* integers: how many were set, which later chunks find there */
} memo;

struct kf_value_feed {
    kf_mem *mem;
    kf_feed *feed;
    kf_said_rows said;
    const kf_model *model;
    const kf_predicate *predicate;
    kf_stop *stop; /* or NULL */
    kf_diags *diags;
    const kf_chunk *chunk; /* NULL: there is none, or none yet */
    bool nulls;            /* rows of the chunk are to be skipped */
    uint64_t at;           /* rows of it that were taken */
    uint64_t before;       /* rows of the chunks before it */
    uint64_t paused;       /* rows at the last pause */
    memo *memos;           /* by argument */
    uint32_t *memo_of;     /* by argument: which of them is its memo */
    /* The batch. */
    uint32_t n;              /* rows */
    uint32_t rows[KF_BATCH]; /* from `at` on */
    uint32_t n_lacking;
    uint32_t lacking[KF_BATCH]; /* rows with a cell whose id is KF_NONE, by their place in `rows` */
    bool lacks[KF_BATCH];       /* by place: is it one of these? */
    uint32_t *ids;              /* KF_BATCH by argument */
    int64_t *codes;             /* the same, of rows from `at` on: codes or integers of memos */
    char (*rooms)[KF_CELL_ROOM];
};

/* ---- Life ---- */

void kf_value_feed_close(kf_value_feed *v)
{
    if (!v) return;
    size_t cells = (size_t)v->predicate->arity * KF_BATCH;
    for (uint32_t i = 0; v->memos && i < v->predicate->arity; i++)
        kf_mem_free(v->mem, v->memos[i].ids, v->memos[i].cap, sizeof(uint32_t));
    kf_mem_free(v->mem, v->memos, v->predicate->arity, sizeof *v->memos);
    kf_mem_free(v->mem, v->memo_of, v->predicate->arity, sizeof *v->memo_of);
    kf_mem_free(v->mem, v->ids, cells, sizeof *v->ids);
    kf_mem_free(v->mem, v->codes, cells, sizeof *v->codes);
    kf_mem_free(v->mem, v->rooms, cells, sizeof *v->rooms);
    kf_feed_free(v->feed);
    kf_mem_free(v->mem, v, 1, sizeof *v);
}

kerf_status kf_value_feed_open(kf_value_feed **out, kf_loader *l, kf_evidence_source *source)
{
    assert(source->feed && source->said.predicate < l->model->predicates.n);
    kf_value_feed *v = kf_mem_calloc(l->mem, 1, sizeof *v);
    if (!v) return KERF_NO_MEMORY;
    v->mem = l->mem;
    v->model = l->model;
    v->predicate = &l->model->predicates.at[source->said.predicate];
    v->stop = l->options.stop;
    v->diags = l->diags;
    v->said = source->said;
    v->nulls = source->nulls;
    size_t cells = (size_t)v->predicate->arity * KF_BATCH;
    v->memos = kf_mem_calloc(v->mem, v->predicate->arity, sizeof *v->memos);
    v->memo_of = kf_mem_calloc(v->mem, v->predicate->arity, sizeof *v->memo_of);
    v->ids = kf_mem_alloc(v->mem, cells, sizeof *v->ids);
    v->codes = kf_mem_alloc(v->mem, cells, sizeof *v->codes);
    v->rooms = kf_mem_alloc(v->mem, cells, sizeof *v->rooms);
    if (!v->memos || !v->memo_of || !v->ids || !v->codes || !v->rooms) {
        kf_value_feed_close(v);
        return KERF_NO_MEMORY;
    }
    v->feed = source->feed;
    source->feed = NULL;
    *out = v;
    return KERF_OK;
}

uint64_t kf_value_feed_bytes(const kf_value_feed *v)
{
    return (v->before + v->at) * v->feed->shape->n_columns * sizeof(uint32_t);
}

/* The text is one of the row's. */
kf_place kf_value_feed_place_of(const kf_value_feed *v, kf_str text, uint32_t line)
{
    char room[KF_CELL_ROOM];
    uint64_t row = line - 1 - v->before;
    assert(v->chunk && line > v->before && row < v->chunk->n);
    for (uint32_t c = 0; c < v->predicate->arity; c++)
        if (kf_str_eq(kf_cells_text(&v->chunk->columns[c], row, room), text))
            return kf_cell_place(&v->said, line - 1, v->chunk->columns[c].column);
    return kf_cell_place(&v->said, line - 1, 0);
}

/* ---- Chunks ---- */

/* How many integers a memo is to have: all are from 0 on, and not much more than there are rows so
 * far. 0: it would be too large, or the loader is about to be stopped. */
static size_t integers_of(const kf_cells *c, uint64_t rows, kf_stop *stop)
{
    kf_patience patience = kf_patience_of(stop);
    int64_t values[KF_BATCH];
    uint64_t most = 0, limit = 4 * rows + (1 << 16);
    for (uint64_t from = 0; from < c->n; from += KF_BATCH) {
        uint32_t n = c->n - from < KF_BATCH ? (uint32_t)(c->n - from) : KF_BATCH;
        kf_cells_integers(c, from, n, values);
        for (uint32_t i = 0; i < n; i++)
            most = (uint64_t)values[i] > most ? (uint64_t)values[i] : most;
        if (most >= limit || !kf_patience_spend(&patience, n)) return 0;
    }
    return (size_t)most + 1;
}

static size_t memo_size(const kf_value_feed *v, uint32_t argument)
{
    const kf_cells *c = &v->chunk->columns[argument];
    if (c->kind != KF_CELLS_INT) return 0;
    return c->dictionary ? (size_t)c->dictionary->n : integers_of(c, v->before + c->n, v->stop);
}

/* Does the same code mean the same constant in both? */
static bool are_alike(const kf_value_feed *v, uint32_t a, uint32_t b)
{
    const kf_cells *x = &v->chunk->columns[a], *y = &v->chunk->columns[b];
    if (v->predicate->slots[a].type != v->predicate->slots[b].type) return false;
    if (!x->dictionary || !y->dictionary) return !x->dictionary && !y->dictionary;
    return kf_cells_are_same(x->dictionary, y->dictionary);
}

static kerf_status size_memo(kf_value_feed *v, uint32_t argument, size_t n)
{
    memo *m = &v->memos[argument];
    m->n = 0;
    if (n > m->cap) {
        uint32_t *moved = kf_mem_resize(v->mem, m->ids, m->cap, n, sizeof *m->ids);
        if (!moved) return KERF_NO_MEMORY;
        m->ids = moved;
        m->cap = n;
    }
    if (v->chunk->columns[argument].dictionary) m->known = 0; /* each chunk has its own */
    if (n > m->known) {
        memset(m->ids + m->known, 0xff, (n - m->known) * sizeof *m->ids);
        m->known = n;
    }
    m->n = n;
    return KERF_OK;
}

static kerf_status start_memos(kf_value_feed *v)
{
    size_t sizes[KF_MOST_ARITY];
    for (uint32_t i = 0; i < v->predicate->arity; i++) {
        uint32_t j = 0;
        sizes[i] = memo_size(v, i);
        while (j < i && (sizes[j] == 0 || sizes[i] == 0 || !are_alike(v, j, i))) j++;
        v->memo_of[i] = j;
        if (sizes[j] < sizes[i]) sizes[j] = sizes[i];
    }
    for (uint32_t i = 0; i < v->predicate->arity; i++)
        KF_TRY(size_memo(v, i, v->memo_of[i] == i ? sizes[i] : 0));
    return KERF_OK;
}

static kerf_status next_chunk(kf_value_feed *v)
{
    if (v->chunk) v->before += v->chunk->n;
    v->at = 0;
    KF_TRY(v->feed->next(v->feed, v->diags, &v->chunk));
    if (!v->chunk) return KERF_OK;
    if (!v->feed->whole)
        KF_TRY(kf_chunk_check_values(v->chunk, v->model, &v->said, v->before, &v->nulls, v->stop,
                                     v->diags));
    return start_memos(v);
}

kerf_status kf_value_feed_next_held(kf_value_feed *v, kf_db_item *item)
{
    while (!v->chunk || v->at == v->chunk->n) {
        KF_TRY(next_chunk(v));
        if (!v->chunk) {
            *item = (kf_db_item){ .kind = KF_DB_END };
            return KERF_OK;
        }
    }
    bool pause = v->before + v->at - v->paused >= PAUSE;
    if (pause) v->paused = v->before + v->at;
    *item = (kf_db_item){ .kind = pause ? KF_DB_PAUSE : KF_DB_ROWS };
    return KERF_OK;
}

/* ---- Batches ---- */

static uint32_t line_of(const kf_value_feed *v, uint32_t i)
{
    uint64_t line = v->before + v->at + v->rows[i] + 1;
    return line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
}

static uint32_t *ids_of(const kf_value_feed *v, uint32_t argument)
{
    return v->ids + (size_t)argument * KF_BATCH;
}

static int64_t *codes_of(const kf_value_feed *v, uint32_t argument)
{
    return v->codes + (size_t)argument * KF_BATCH;
}

static memo *memo_for(const kf_value_feed *v, uint32_t argument)
{
    return &v->memos[v->memo_of[argument]];
}

/* Rows of the batch, but for those that are skipped. Returns how many were looked at. */
static uint32_t choose_rows(kf_value_feed *v)
{
    uint64_t left = v->chunk->n - v->at;
    uint32_t seen = left < KF_BATCH ? (uint32_t)left : KF_BATCH;
    v->n = 0;
    for (uint32_t i = 0; i < seen; i++) {
        if (v->nulls && kf_chunk_has_null(v->chunk, v->at + i)) continue;
        v->rows[v->n++] = i;
    }
    return seen;
}

/* Ids that memos have; the others become KF_NONE. */
static void recall(kf_value_feed *v, uint32_t argument, uint32_t seen)
{
    const kf_cells *c = &v->chunk->columns[argument];
    const memo *m = memo_for(v, argument);
    uint32_t *ids = ids_of(v, argument);
    int64_t *codes = codes_of(v, argument);
    if (m->n == 0) {
        for (uint32_t i = 0; i < v->n; i++) ids[i] = KF_NONE;
        memset(v->lacks, true, v->n * sizeof *v->lacks);
        return;
    }
    kf_cells_integers(c, v->at, seen, codes);
    for (uint32_t i = 0; i < v->n; i++) {
        assert((uint64_t)codes[v->rows[i]] < m->n);
        ids[i] = m->ids[codes[v->rows[i]]];
        v->lacks[i] |= ids[i] == KF_NONE;
    }
}

/* Of all columns; then lists the rows that lack an id. Few do once most constants were seen. */
static void recall_all(kf_value_feed *v, uint32_t seen)
{
    memset(v->lacks, 0, sizeof v->lacks);
    for (uint32_t c = 0; c < v->predicate->arity; c++) recall(v, c, seen);
    v->n_lacking = 0;
    for (uint32_t i = 0; i < v->n; i++) {
        v->lacking[v->n_lacking] = i;
        v->n_lacking += v->lacks[i];
    }
}

typedef struct lane { /* what the loops below need of a column, at hand */
    const kf_cells *cells;
    const int64_t *codes;
    uint32_t *ids;
    kf_queue *queue;
    memo *memo;
    char (*rooms)[KF_CELL_ROOM];
    bool listed;
} lane;

/* And room in the queues for all of their cells. */
static kerf_status open_lanes(const kf_value_feed *v, kf_loader *l, lane *lanes)
{
    size_t most = (size_t)v->n_lacking * v->predicate->arity;
    for (uint32_t c = 0; c < v->predicate->arity; c++) {
        uint32_t type = v->predicate->slots[c].type;
        kf_queue *q = &l->queues[type];
        bool listed = l->model->types.at[type].listed;
        lanes[c] = (lane){ .cells = &v->chunk->columns[c],
                           .codes = codes_of(v, c),
                           .ids = ids_of(v, c),
                           .queue = q,
                           .memo = memo_for(v, c),
                           .rooms = v->rooms + (size_t)c * KF_BATCH,
                           .listed = listed };
        bool seen = false;
        for (uint32_t i = 0; i < c; i++) seen |= lanes[i].queue == q;
        assert(q->texts.n == 0);
        if (!seen && !kf_vec_push(l->mem, &l->touched, type)) return KERF_NO_MEMORY;
        if (!kf_vec_reserve(l->mem, &q->texts, most)) return KERF_NO_MEMORY;
        if (listed && !kf_vec_reserve(l->mem, &q->lines, most)) return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* The text of row i of the batch; numbers are written into the cell's own room. */
static inline kf_str text_of(const kf_value_feed *v, const lane *x, uint32_t i)
{
    const kf_cells *c = x->cells;
    uint64_t row = v->at + v->rows[i];
    int64_t span[2];
    if (c->dictionary && x->memo->n > 0) {
        c = c->dictionary;
        row = (uint64_t)x->codes[v->rows[i]];
    }
    if (c->kind != KF_CELLS_TEXT) return kf_cells_text(c, row, x->rooms[i]);
    kf_cells_span(c, row, span);
    return (kf_str){ c->text + span[0], (size_t)(span[1] - span[0]) };
}

/* Asks for the entries of a dictionary that will be read: their offsets, then their text. */
static void fetch_entries(const kf_value_feed *v, const lane *x)
{
    const kf_cells *d = x->cells->dictionary;
    int64_t span[2];
    if (!d || d->kind != KF_CELLS_TEXT || x->memo->n == 0) return;
    for (uint32_t k = 0; k < v->n_lacking; k++) {
        uint32_t i = v->lacking[k];
        if (x->ids[i] == KF_NONE) kf_cells_fetch_span(d, (uint64_t)x->codes[v->rows[i]]);
    }
    for (uint32_t k = 0; k < v->n_lacking; k++) {
        uint32_t i = v->lacking[k];
        if (x->ids[i] != KF_NONE) continue;
        kf_cells_span(d, (uint64_t)x->codes[v->rows[i]], span);
        __builtin_prefetch(d->text + span[0]);
    }
}

static void queue_missing(const kf_value_feed *v, const lane *lanes)
{
    const lane *end = lanes + v->predicate->arity;
    for (const lane *x = lanes; x < end; x++) fetch_entries(v, x);
    for (uint32_t k = 0; k < v->n_lacking; k++) {
        uint32_t i = v->lacking[k];
        for (const lane *x = lanes; x < end; x++) {
            kf_queue *q = x->queue;
            if (x->ids[i] != KF_NONE) continue;
            assert(q->texts.n < q->texts.cap);
            q->texts.at[q->texts.n++] = text_of(v, x, i);
            if (x->listed) q->lines.at[q->lines.n++] = line_of(v, i);
        }
    }
}

static kerf_status intern_missing(const kf_value_feed *v, kf_loader *l)
{
    lane lanes[KF_MOST_ARITY];
    const lane *end = lanes + v->predicate->arity;
    KF_TRY(open_lanes(v, l, lanes));
    queue_missing(v, lanes);
    KF_TRY(kf_loader_intern(l));
    for (uint32_t k = 0; k < v->n_lacking; k++) {
        uint32_t i = v->lacking[k];
        for (const lane *x = lanes; x < end; x++) {
            if (x->ids[i] != KF_NONE) continue;
            x->ids[i] = x->queue->ids.at[x->queue->next++];
            if (x->memo->n > 0) x->memo->ids[x->codes[v->rows[i]]] = x->ids[i];
        }
    }
    kf_loader_end_batch(l);
    return KERF_OK;
}

/* Room for the constants that a chunk may well bring: those of dictionaries, and integers; but not
 * for one that hardly any row has. */
static kerf_status reserve_constants(const kf_value_feed *v, kf_loader *l)
{
    for (uint32_t i = 0; i < v->predicate->arity; i++) {
        uint64_t n = v->memos[i].n, some = v->chunk->n / 4;
        kf_type *t = &l->model->types.at[v->predicate->slots[i].type];
        if (n > some) n = some;
        if (n > KF_BATCH && n < UINT32_MAX / 2 && !kf_symbols_reserve(t->constants, (uint32_t)n))
            return KERF_NO_MEMORY;
    }
    return KERF_OK;
}

/* Before the first row of a chunk. */
static kerf_status reserve(const kf_value_feed *v, kf_loader *l, kf_said part)
{
    if (v->chunk->probability) return KERF_OK;
    KF_TRY(reserve_constants(v, l));
    return kf_evidence_reserve(l->evidence, v->said.predicate, part, v->nulls ? 0 : v->chunk->n);
}

/* ---- Rows ---- */

static const kf_said parts[] = {
    [KF_FALSE] = KF_SAID_FALSE, [KF_TRUE] = KF_SAID_TRUE, [KF_UNKNOWN] = KF_SAID_UNKNOWN
};

static double number_of(const kf_cells *c, uint64_t row)
{
    double number = 0;
    bool read = kf_cells_number(c, row, &number);
    assert(read);
    (void)read;
    return number + 0.0; /* -0 is 0 */
}

/* As loader_batch.c has it of text: 0 and 1 are certain. */
static kf_said part_of(const kf_value_feed *v, uint64_t row, double *probability)
{
    double p = number_of(v->chunk->probability, row);
    *probability = v->said.truth == KF_FALSE ? 1.0 - p : p;
    if (*probability <= 0.0) return KF_SAID_FALSE;
    return *probability >= 1.0 ? KF_SAID_TRUE : KF_SAID_SOFT;
}

/* A row with a probability. */
static kerf_status add_row(const kf_value_feed *v, kf_loader *l, uint32_t i)
{
    uint32_t row[KF_MOST_ARITY];
    uint64_t at = v->at + v->rows[i];
    uint32_t arity = v->predicate->arity;
    double probability;
    for (uint32_t c = 0; c < arity; c++) row[c] = ids_of(v, c)[i];
    kf_said part = part_of(v, at, &probability);
    return kf_evidence_add(l->evidence, v->said.predicate, part, row, 0, probability, l->file,
                           line_of(v, i));
}

/* All rows of the batch, where none has a probability. */
static kerf_status add_rows(const kf_value_feed *v, kf_loader *l)
{
    const uint32_t *columns[KF_MOST_ARITY];
    uint32_t lines[KF_BATCH], arity = v->predicate->arity;
    double numbers[KF_BATCH];
    for (uint32_t c = 0; c < arity; c++) columns[c] = ids_of(v, c);
    for (uint32_t i = 0; i < v->n; i++) lines[i] = line_of(v, i);
    for (uint32_t i = 0; v->predicate->number && i < v->n; i++)
        numbers[i] = number_of(&v->chunk->columns[arity], v->at + v->rows[i]);
    const kf_fact_rows rows = { .n = v->n,
                                .columns = columns,
                                .numbers = v->predicate->number ? numbers : NULL,
                                .lines = lines,
                                .file = l->file };
    return kf_evidence_add_rows(l->evidence, v->said.predicate, parts[v->said.truth], &rows);
}

static kerf_status add_batch(const kf_value_feed *v, kf_loader *l)
{
    if (!v->chunk->probability) return add_rows(v, l);
    for (uint32_t i = 0; i < v->n; i++) KF_TRY(add_row(v, l, i));
    return KERF_OK;
}

kerf_status kf_value_feed_take(kf_value_feed *v, kf_loader *l)
{
    KF_TRY(kf_loader_flush(l)); /* what came before, from text */
    assert(v->chunk && v->at < v->chunk->n);
    if (v->at == 0) KF_TRY(reserve(v, l, parts[v->said.truth]));
    uint32_t seen = choose_rows(v);
    recall_all(v, seen);
    if (v->n_lacking > 0) KF_TRY(intern_missing(v, l));
    kerf_status status = v->n > 0 ? add_batch(v, l) : KERF_OK;
    if (status == KERF_LIMIT) kf_loader_blame_rows(l, v->predicate->name, line_of(v, 0));
    v->at += seen;
    return status;
}
