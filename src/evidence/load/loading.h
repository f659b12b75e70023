/* loading.h -- private to evidence/load/: the loader's state, shared by loader.c (sources and
 * worlds), loader_batch.c (items to rows), loader_domain.c (lists of constants), loader_table.c
 * (CSV and TSV to items), loader_values.c (columns to rows), loader_provider.c (which provider
 * keeps rows) and loader_print.c (the sources' fingerprint). */
#ifndef KF_LOADING_H
#define KF_LOADING_H

#include "base/check.h"
#include "evidence/load/loader.h"
#include "evidence/load/table_columns.h"
#include "lang/db.h"
#include "lang/window.h"

/* ---- Tables (loader_table.c): rows as items, like kf_db_next_held() ------------------------- */

typedef struct kf_csv kf_csv;

typedef struct kf_csv_options {
    kf_header_choice header;
    kf_blank_choice blank;
    char *columns; /* the list of those that are chosen, which is changed; NULL: all */
} kf_csv_options;

typedef struct kf_row_counts { /* rows of a table that are no atoms, and the first of each kind */
    uint64_t wrong, blank;     /* with too few or too many columns; with an empty cell */
    uint32_t wrong_line, wrong_columns, blank_line;
    size_t n_text;
    char text[120]; /* of the first wrong one */
} kf_row_counts;

/* `file` is copied; everything else is borrowed. */
kerf_status kf_csv_open(kf_csv **, kf_mem *, kf_input *, const char *file, const kf_model *,
                        uint32_t predicate, const kf_csv_options *, kf_diags *);
void kf_csv_close(kf_csv *);
kerf_status kf_csv_next_held(kf_csv *, kf_db_item *);
kf_place kf_csv_place_of(const kf_csv *, kf_str, uint32_t line);
uint64_t kf_csv_bytes(const kf_csv *);
bool kf_csv_has_tabs(const char *file); /* by its name; else the first line tells what separates */
bool kf_csv_is_table(const char *file); /* by its name */

/* ---- The loader ----------------------------------------------------------------------------- */

typedef enum kf_source_kind {
    KF_FROM_FILE,
    KF_FROM_MEMORY,
    KF_FROM_STREAM,
    KF_FROM_VALUES
} kf_source_kind;

typedef struct kf_evidence_source {
    kf_source_kind kind;
    const char *name;      /* a path or a name for messages */
    const char *predicate; /* of a table; NULL: it is a .db */
    const char *columns;   /* of a table: the list behind its name; empty: all */
    bool apart;            /* a new world begins with it */
    const void *memory;
    size_t n;
    kerf_read_fn *read;
    void *context;
    kf_feed *feed; /* VALUES: owned until it is read */
    kf_said_rows said;
    bool nulls; /* rows of it are to be skipped; known of a feed that is whole */
} kf_evidence_source;

typedef struct kf_value_feed kf_value_feed; /* a feed that is being read (loader_values.c) */

typedef struct kf_queue { /* the texts of one type's constants in the batch, in order */
    KF_VEC(kf_str) texts;
    KF_VEC(uint32_t) ids;
    KF_VEC(uint32_t) lines; /* listed types only: for messages */
    size_t next;            /* the first id that no row has taken */
    bool warned;            /* a listed type got a constant; said once */
    uint32_t reported;      /* listed types: unknown constants below this id were reported */
} kf_queue;

typedef struct kf_pending { /* an item of the batch; its constants are in the queues */
    uint32_t index;         /* predicate or function */
    uint32_t line;
    kf_said part;
    bool mapping;
    double number, probability;
} kf_pending;

typedef struct kf_undeclared { /* an undeclared name */
    uint32_t line, column;
    uint32_t file;
    uint64_t skipped;
    bool function;
} kf_undeclared;

enum { KF_BATCH = 512, KF_NAME_CACHE = 256, KF_CACHED_NAME = 40 };

typedef struct kf_cached_name {
    char text[KF_CACHED_NAME];
    uint32_t n; /* 0: empty */
    uint32_t predicate;
} kf_cached_name;

struct kf_loader {
    kf_mem *mem;
    kf_model *model;
    kf_evidence *evidence;
    kf_diags *diags;
    kf_loader_options options;
    /* Sources; their names live in the arena. */
    kf_arena arena;
    KF_VEC(kf_evidence_source) sources;
    size_t current; /* index of the source that is open or comes next */
    kf_input *input;
    kf_db *db; /* one of these three is open, or none */
    kf_csv *csv;
    kf_value_feed *values;
    const char *file_name;
    uint32_t file;            /* in the world */
    uint64_t bytes, progress; /* of closed sources; where progress was last reported */
    /* Worlds. */
    kf_db_item item;
    bool held;        /* item was read but belongs to a later world */
    uint32_t empties; /* worlds without anything that come before it */
    int begun;        /* how the world that comes next began, see loader.c */
    size_t delivered;
    kf_patience patience; /* of the one who waits for it */
    kf_text name, next_name;
    /* Where rows are kept. */
    const kf_backend_site *site; /* NULL: in memory */
    kf_provider *provider;       /* for the world that comes; NULL: not open yet */
    kf_fingerprint print;        /* of the sources, as far as they were read */
    bool known;                  /* it can be taken again: by it evidence is found */
    char *block;                 /* bytes for `print`; NULL: it is not being taken */
    size_t n_block;
    char fingerprint[KF_FINGERPRINT_TEXT]; /* of the world at hand */
    KF_VEC(kf_import) imports;
    kf_text statements; /* of these, for the world at hand */
    /* The batch. */
    kf_queue *queues; /* by type */
    size_t n_queues;
    KF_VEC(uint32_t) touched; /* types with a queue that is not empty */
    KF_VEC(kf_pending) pending;
    kf_cached_name cache[KF_NAME_CACHE];
    /* Undeclared names. */
    kf_symbols *unknown_names;
    KF_VEC(kf_undeclared) unknowns; /* by symbol */
    size_t unknowns_reported;
};

/* loader.c */
kf_place kf_loader_place_of(const kf_loader *, kf_str, uint32_t line);
kerf_status kf_loader_open_input(kf_loader *, const kf_evidence_source *);
void kf_loader_close_source(kf_loader *);
kerf_status kf_loader_name_world(kf_loader *, kf_str name);
/* Is the world at hand the first and, as far as one knows, the only one? */
bool kf_loader_is_only(const kf_loader *);

/* loader_provider.c */
kerf_status kf_loader_look(kf_loader *,
                           bool *there); /* before the first world; see kf_loader_next() */
kerf_status kf_loader_choose_provider(kf_loader *); /* for evidence that is empty */
kerf_status kf_loader_import(kf_loader *);          /* tables of the server */

/* loader_print.c */
void kf_loader_begin_print(kf_loader *);             /* model and options; decides l->known */
kerf_status kf_loader_print_on_reading(kf_loader *); /* bytes are added while they are read */
kerf_status kf_loader_print_sources(kf_loader *);    /* or now, by a reading of their own */
/* While the fingerprint is taken (else these do nothing): add the source whose input was just
 * opened; its last bytes, before it is closed; a source that is not read otherwise. */
void kf_loader_watch_source(kf_loader *, const kf_evidence_source *);
kerf_status kf_loader_end_print(kf_loader *);
kerf_status kf_loader_print_values(kf_loader *, const kf_evidence_source *); /* of a whole feed */
kerf_status kf_loader_print_source(kf_loader *, const kf_evidence_source *);
void kf_loader_free_block(kf_loader *);
void kf_loader_end_world(kf_loader *); /* the fingerprint of its evidence */

/* loader_domain.c: type = { constants } */
kerf_status kf_loader_take_domain(kf_loader *, const kf_db_item *);

/* loader_values.c: rows of a feed, as items of kind KF_DB_ROWS, of KF_BATCH rows at most */
kerf_status kf_value_feed_open(kf_value_feed **, kf_loader *, kf_evidence_source *);
void kf_value_feed_close(kf_value_feed *); /* NULL is legal */
kerf_status kf_value_feed_next_held(kf_value_feed *, kf_db_item *);
kerf_status kf_value_feed_take(kf_value_feed *, kf_loader *); /* the rows of the item at hand */
kf_place kf_value_feed_place_of(const kf_value_feed *, kf_str, uint32_t line);
uint64_t kf_value_feed_bytes(const kf_value_feed *); /* about, for progress */

/* loader_batch.c */
kerf_status kf_loader_take(kf_loader *, const kf_db_item *); /* check and queue one item */
kerf_status kf_loader_flush(kf_loader *);                    /* intern, add to the world */
void kf_loader_report_unknown(kf_loader *);                  /* at the end of a world */
void kf_loader_blame_name(kf_loader *, const kf_place *, kf_str name, bool function);
void kf_loader_free_batch(kf_loader *);
/* For rows that have their constants interned themselves: queue them, intern all, take their ids in
 * the same order, forget them. */
static inline __attribute__((always_inline)) kerf_status
kf_loader_queue(kf_loader *l, uint32_t type, kf_str text, uint32_t line)
{
    kf_queue *q = &l->queues[type];
    if (q->texts.n == 0 && !kf_vec_push(l->mem, &l->touched, type)) return KERF_NO_MEMORY;
    if (!kf_vec_push(l->mem, &q->texts, text)) return KERF_NO_MEMORY;
    if (l->model->types.at[type].listed && !kf_vec_push(l->mem, &q->lines, line))
        return KERF_NO_MEMORY;
    return KERF_OK;
}

kerf_status kf_loader_intern(kf_loader *);

static inline uint32_t kf_loader_next_id(kf_loader *l, uint32_t type)
{
    kf_queue *q = &l->queues[type];
    assert(q->next < q->ids.n); /* items are dealt what they have queued */
    return q->ids.at[q->next++];
}

void kf_loader_end_batch(kf_loader *);
/* A predicate or function has too many rows. */
void kf_loader_blame_rows(kf_loader *, kf_name, uint32_t line);

#endif
