/* provider.h -- who keeps the rows of evidence: memory, or the tables of a database.
 *
 * Evidence has one provider. It is chosen before the first row arrives and stays until evidence
 * is cleared. A row goes one way: kf_provider_add() takes it, kf_provider_close() makes sets and
 * reports contradictions, and from then on rows are only read. Two implementations:
 *   memory_provider.c          every row is in kf_provider.facts;
 *   backend/sql/sql_provider.c rows are in tables. Memory has the constants, the number of rows,
 *                              and what evidence says of hidden atoms; the rest is asked for, by
 *                              queries (query/backend.h) or row by row (below).
 * Readers that need rows in memory ask kf_provider_is_here() first, or know that only memory can
 * be (learning, verification). */
#ifndef KF_PROVIDER_H
#define KF_PROVIDER_H

#include "base/diag.h"
#include "base/text.h"
#include "evidence/facts.h"
#include "evidence/site.h"
#include "model/model.h"

typedef enum kf_said {
    KF_SAID_TRUE,
    KF_SAID_FALSE,
    KF_SAID_UNKNOWN,
    KF_SAID_SOFT,
    KF_SAID_VALUE /* of a function */
} kf_said;

enum { KF_PREDICATE_PARTS = KF_SAID_VALUE }; /* of what is said of one predicate */

typedef struct kf_table { /* the rows of one predicate and part, or of one function */
    kf_said part;
    uint32_t id; /* predicate or function */
} kf_table;

typedef struct kf_provider kf_provider;
struct kf_evidence;
struct kf_import;

/* false: no further. */
typedef bool kf_fact_fn(void *context, const kf_fact *);

/* Lists that are asked for; freed by kf_provider_free_ids() and kf_provider_free_numbers(). */
typedef struct kf_ids {
    uint32_t *at;
    size_t n, cap;
} kf_ids;
typedef struct kf_number_list {
    double *at;
    size_t n, cap;
} kf_number_list;

/* What an implementation fills in. Those from `settle` to `index` are NULL in
 * memory. */
typedef struct kf_provider_ops {
    uint32_t most_rows; /* of one table */
    void (*free)(kf_provider *);
    kerf_status (*add)(kf_provider *, kf_table, const kf_fact *);
    kerf_status (*close)(kf_provider *, struct kf_evidence *, kf_diags *);
    /* Hidden predicates are known: bring what evidence says of them into memory. */
    kerf_status (*settle)(kf_provider *, struct kf_evidence *, kf_diags *);
    uint32_t (*count)(const kf_provider *, kf_table);
    bool (*is_here)(const kf_provider *, kf_table);
    kerf_status (*find)(kf_provider *, kf_table, const uint32_t *row, double number, bool *found,
                        uint32_t *at);
    const kf_facts *(*cited)(const kf_provider *, kf_table);
    kerf_status (*each)(kf_provider *, kf_table, kf_fact_fn *, void *context);
    kerf_status (*import)(kf_provider *, struct kf_evidence *, struct kf_import *, uint32_t n,
                          bool strict, kf_diags *, kf_text *statements);
    kerf_status (*restore)(kf_provider *, struct kf_evidence *, kf_text *name, kf_diags *);
    /* Single rows; see kf_provider_has() and so on. */
    kerf_status (*status)(const kf_provider *);
    bool (*has)(kf_provider *, kf_table, const uint32_t *row);
    bool (*has_number)(kf_provider *, kf_table, const uint32_t *row, double number);
    bool (*call)(kf_provider *, kf_table, const uint32_t *args, uint32_t *result);
    void (*ids)(kf_provider *, kf_table, uint32_t mask, const uint32_t *row, uint32_t column,
                kf_ids *);
    void (*numbers)(kf_provider *, kf_table, uint32_t mask, const uint32_t *row, kf_number_list *);
    kerf_status (*index)(kf_provider *, kf_table, uint32_t mask);
    /* add() for many rows, none of them soft, and room for rows that are to come. Not NULL in
     * memory; NULL: rows are added one by one. */
    kerf_status (*add_rows)(kf_provider *, kf_table, const kf_fact_rows *);
    kerf_status (*reserve)(kf_provider *, kf_table, uint64_t rows);
} kf_provider_ops;

struct kf_provider { /* first member of an implementation's own */
    const kf_provider_ops *ops;
    kf_mem *mem;
    const kf_model *m;
    kf_facts *facts; /* by table: the rows that are in memory */
};

static inline size_t kf_table_count(const kf_model *m)
{
    return m->predicates.n * KF_PREDICATE_PARTS + m->functions.n;
}

static inline size_t kf_table_index(const kf_model *m, kf_table t)
{
    assert(t.id < (t.part == KF_SAID_VALUE ? m->functions.n : m->predicates.n));
    if (t.part == KF_SAID_VALUE) return m->predicates.n * KF_PREDICATE_PARTS + t.id;
    return (size_t)t.id * KF_PREDICATE_PARTS + t.part;
}

static inline kf_facts *kf_provider_facts(const kf_provider *p, kf_table t)
{
    return &p->facts[kf_table_index(p->m, t)];
}

/* ---- The two of them ---- */

kf_provider *kf_memory_provider_new(kf_mem *, const kf_model *); /* NULL: no memory */
void kf_memory_provider_clear(kf_provider *);                    /* of all rows */

/* Matches any evidence, of this model or another. */
#define KF_ANY_FINGERPRINT ""

/* Tables where the site says. *there: they hold the evidence with this fingerprint or, without
 * one, any evidence for this model: it is to be restored, not read. Else what they held makes
 * room, when all is complete, if a fingerprint was given; without one the provider can only be
 * freed. KERF_INVALID: they hold evidence for another model. */
kerf_status kf_sql_provider_open(kf_provider **, kf_mem *, const kf_model *,
                                 const kf_backend_site *, const char *fingerprint, bool *there);

/* Of the evidence that is there, or was committed. */
const char *kf_sql_provider_fingerprint(const kf_provider *);

/* For implementations: empty facts for every table of a model. NULL: no memory. */
kf_facts *kf_provider_new_facts(kf_mem *, const kf_model *);
void kf_provider_free_facts(kf_mem *, const kf_model *, kf_facts *);

static inline void kf_provider_free(kf_provider *p) /* rows that are not complete are dropped */
{
    if (p) p->ops->free(p);
}

/* ---- Filling ---- */

/* KERF_LIMIT: the table has ops->most_rows. */
static inline kerf_status kf_provider_add(kf_provider *p, kf_table t, const kf_fact *fact)
{
    return p->ops->add(p, t, fact);
}

/* ---- Reading ---- */

/* Rows of the set. */
static inline uint32_t kf_provider_count(const kf_provider *p, kf_table t)
{
    return p->ops->count ? p->ops->count(p, t) : kf_provider_facts(p, t)->n;
}

/* Are all rows of the table in kf_provider.facts? */
static inline bool kf_provider_is_here(const kf_provider *p, kf_table t)
{
    return !p->ops->is_here || p->ops->is_here(p, t);
}

static inline kerf_status kf_provider_settle(kf_provider *p, struct kf_evidence *w, kf_diags *diags)
{
    return p->ops->settle ? p->ops->settle(p, w, diags) : KERF_OK;
}

/* ---- Single rows of tables that are not here ----
 *
 * A failure cannot be returned here: it is kept, answers mean nothing from then on, and
 * kf_provider_status() tells. */

static inline kerf_status kf_provider_status(const kf_provider *p)
{
    return p->ops->status ? p->ops->status(p) : KERF_OK;
}

static inline bool kf_provider_has(kf_provider *p, kf_table t, const uint32_t *row)
{
    return p->ops->has(p, t, row);
}

static inline bool kf_provider_has_number(kf_provider *p, kf_table t, const uint32_t *row,
                                          double number)
{
    return p->ops->has_number(p, t, row, number);
}

/* The value of a function. */
static inline bool kf_provider_call(kf_provider *p, kf_table t, const uint32_t *args,
                                    uint32_t *result)
{
    return p->ops->call(p, t, args, result);
}

/* What a column holds, or numbers, in rows that have `row` in the columns of the mask; each
 * constant once, by the row that was said first. */
static inline void kf_provider_ids(kf_provider *p, kf_table t, uint32_t mask, const uint32_t *row,
                                   uint32_t column, kf_ids *ids)
{
    p->ops->ids(p, t, mask, row, column, ids);
}

static inline void kf_provider_numbers(kf_provider *p, kf_table t, uint32_t mask,
                                       const uint32_t *row, kf_number_list *numbers)
{
    p->ops->numbers(p, t, mask, row, numbers);
}

static inline void kf_provider_free_ids(kf_provider *p, kf_ids *ids)
{
    kf_vec_free(p->mem, ids);
}

static inline void kf_provider_free_numbers(kf_provider *p, kf_number_list *numbers)
{
    kf_vec_free(p->mem, numbers);
}

/* So that these are quick. */
static inline kerf_status kf_provider_index(kf_provider *p, kf_table t, uint32_t mask)
{
    return p->ops->index(p, t, mask);
}

#endif
