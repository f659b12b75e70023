/* change.c -- facts that come and go in closed evidence; see evidence.h.
 *
 * Of each constant it is counted what names it: rows, and lists of evidence. A constant of the
 * world whose count falls to 0 is gone: it is in no domain any more, as if no line had ever named
 * it. Its id stays until kf_evidence_compact(), since rows of other types need not be touched for
 * it. */
#include "evidence/evidence_state.h"

#include "base/check.h"

#include <string.h>

/* ---- Counting ------------------------------------------------------------------------------ */

bool kf_uses_has(const kf_evidence *w, uint32_t type, uint32_t id)
{
    const kf_uses *u = &w->uses[type];
    return !w->counted || id >= u->counts.n || u->counts.at[id] > 0;
}

void kf_uses_forget(kf_evidence *w)
{
    for (size_t i = 0; w->uses && i < w->n_types; i++) {
        kf_vec_free(w->mem, &w->uses[i].counts);
        kf_vec_free(w->mem, &w->uses[i].listed);
        kf_vec_free(w->mem, &w->uses[i].made);
        w->uses[i].gone = 0;
    }
    w->counted = false;
}

static bool is_listed(const kf_uses *u, uint32_t id)
{
    return id / 64 < u->listed.n && (u->listed.at[id / 64] >> (id % 64) & 1);
}

kerf_status kf_evidence_list_constant(kf_evidence *w, uint32_t type, uint32_t id)
{
    kf_uses *u = &w->uses[type];
    size_t words = (size_t)id / 64 + 1, more = words > u->listed.n ? words - u->listed.n : 0;
    assert(!w->counted);
    if (!kf_vec_reserve(w->mem, &u->listed, more)) return KERF_NO_MEMORY;
    while (u->listed.n < words) u->listed.at[u->listed.n++] = 0;
    u->listed.at[id / 64] |= UINT64_C(1) << (id % 64);
    return kf_evidence_constant(w, type, id);
}

uint32_t kf_evidence_next_listed(const kf_evidence *w, uint32_t type, uint32_t id)
{
    const kf_uses *u = &w->uses[type];
    for (size_t word = id / 64; word < u->listed.n; word++) {
        uint64_t bits = u->listed.at[word];
        if (word == id / 64) bits &= UINT64_MAX << (id % 64);
        if (bits) return (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(bits);
    }
    return KF_NONE;
}

/* A count for every constant that the type has now; new ones are named by nothing yet. */
static kerf_status extend(kf_evidence *w, uint32_t type)
{
    const kf_type *t = &w->model->types.at[type];
    kf_uses *u = &w->uses[type];
    uint32_t n = kf_symbols_count(t->constants);
    if (n <= u->counts.n) return KERF_OK;
    if (!kf_vec_reserve(w->mem, &u->counts, n - u->counts.n)) return KERF_NO_MEMORY;
    for (uint32_t id = (uint32_t)u->counts.n; id < n; id++) {
        u->counts.at[u->counts.n++] = 0;
        u->gone += id >= t->n_fixed;
    }
    return KERF_OK;
}

static void set_present(kf_evidence *w, uint32_t type, uint32_t id, bool present)
{
    const kf_type *t = &w->model->types.at[type];
    kf_presence *p = &w->present[type];
    if (id >= t->n_fixed) w->uses[type].gone += present ? UINT32_MAX : 1;
    if (id < t->n_model || id >= t->n_fixed || !p->bits) return;
    uint32_t index = id - t->n_model;
    uint64_t bit = UINT64_C(1) << (index % 64);
    bool was = (p->bits[index / 64] & bit) != 0;
    if (was == present) return;
    if (present) kf_presence_set(p, index);
    else p->bits[index / 64] ^= bit;
    p->count += present ? 1 : UINT32_MAX;
}

static void use(kf_evidence *w, uint32_t type, uint32_t id)
{
    kf_uses *u = &w->uses[type];
    assert(id < u->counts.n);
    if (u->counts.at[id]++ == 0) set_present(w, type, id, true);
}

static void disuse(kf_evidence *w, uint32_t type, uint32_t id)
{
    kf_uses *u = &w->uses[type];
    assert(id < u->counts.n && u->counts.at[id] > 0);
    if (--u->counts.at[id] == 0) set_present(w, type, id, false);
}

/* Rows of one table: which type each column has. */
static uint32_t column_type(const kf_model *m, kf_table t, uint32_t column)
{
    if (t.part != KF_SAID_VALUE) return m->predicates.at[t.id].slots[column].type;
    const kf_function *f = &m->functions.at[t.id];
    return column < f->arity ? f->slots[column].type : f->result;
}

typedef void column_fn(kf_evidence *, kf_facts *, uint32_t column, uint32_t type, void *context);

/* Every column of constants that there is. */
static void each_column(kf_evidence *w, column_fn *visit, void *context)
{
    const kf_model *m = w->model;
    for (uint32_t part = 0; part <= KF_SAID_VALUE; part++) {
        uint32_t n = (uint32_t)(part == KF_SAID_VALUE ? m->functions.n : m->predicates.n);
        for (uint32_t id = 0; id < n; id++) {
            kf_table t = { (kf_said)part, id };
            kf_facts *r = kf_provider_facts(w->memory, t);
            for (uint32_t c = 0; c < r->width; c++) visit(w, r, c, column_type(m, t, c), context);
        }
    }
}

static void count_column(kf_evidence *w, kf_facts *r, uint32_t column, uint32_t type, void *context)
{
    (void)context;
    for (uint32_t i = 0; i < r->n; i++) use(w, type, r->columns[column][i]);
}

/* Counts what names each constant, the first time. */
static kerf_status count_uses(kf_evidence *w)
{
    if (w->counted) return KERF_OK;
    for (uint32_t t = 1; t < w->n_types; t++) {
        kf_uses *u = &w->uses[t];
        kerf_status st = extend(w, t);
        if (st != KERF_OK) { /* what was counted so far is nothing to go by */
            for (uint32_t i = 1; i <= t; i++) {
                kf_vec_free(w->mem, &w->uses[i].counts);
                w->uses[i].gone = 0;
            }
            return st;
        }
        for (uint32_t id = 0; id < u->counts.n; id++)
            if (is_listed(u, id)) use(w, t, id);
        for (uint32_t i = 0; i < u->made.n; i++) use(w, t, u->made.at[i]);
    }
    w->counted = true;
    each_column(w, count_column, NULL);
    KF_CHECK(kf_evidence_check(w));
    return KERF_OK;
}

kerf_status kf_uses_copy(kf_evidence *w, const kf_evidence *from)
{
    assert(w->n_types == from->n_types && !w->counted);
    for (size_t i = 0; i < w->n_types; i++) {
        const kf_uses *x = &from->uses[i];
        kf_uses *u = &w->uses[i];
        if (!kf_vec_reserve(w->mem, &u->counts, x->counts.n)
            || !kf_vec_reserve(w->mem, &u->listed, x->listed.n)
            || !kf_vec_reserve(w->mem, &u->made, x->made.n))
            return KERF_NO_MEMORY;
        if (x->counts.n > 0) memcpy(u->counts.at, x->counts.at, x->counts.n * sizeof *u->counts.at);
        if (x->listed.n > 0) memcpy(u->listed.at, x->listed.at, x->listed.n * sizeof *u->listed.at);
        if (x->made.n > 0) memcpy(u->made.at, x->made.at, x->made.n * sizeof *u->made.at);
        u->counts.n = x->counts.n;
        u->listed.n = x->listed.n;
        u->made.n = x->made.n;
        u->gone = x->gone;
    }
    w->counted = from->counted;
    return KERF_OK;
}

/* ---- Constants that formulas make ---------------------------------------------------------- */

kerf_status kf_evidence_make(kf_evidence *w, uint32_t type, kf_str text, bool *made)
{
    assert(type != KF_TYPE_NUMBER && type < w->n_types);
    kf_uses *u = &w->uses[type];
    const kf_symbols *constants = w->model->types.at[type].constants;
    uint32_t id = kf_symbols_find(constants, text);
    *made = id == KF_NO_SYMBOL || !kf_evidence_has(w, type, id);
    if (!*made) return KERF_OK;
    if (!kf_vec_reserve(w->mem, &u->made, 1)) return KERF_NO_MEMORY;
    if (w->counted) {
        KF_TRY(kf_evidence_name(w, type, text, &id));
        use(w, type, id);
    } else {
        id = kf_symbols_add(w->model->types.at[type].constants, text);
        if (id == KF_NO_SYMBOL) return KERF_NO_MEMORY;
        KF_TRY(kf_evidence_constant(w, type, id));
    }
    u->made.at[u->made.n++] = id;
    return KERF_OK;
}

kerf_status kf_evidence_unmake(kf_evidence *w)
{
    KF_TRY(count_uses(w));
    for (uint32_t t = 1; t < w->n_types; t++) {
        kf_uses *u = &w->uses[t];
        while (u->made.n > 0) disuse(w, t, u->made.at[--u->made.n]);
    }
    return KERF_OK;
}

/* ---- Atoms --------------------------------------------------------------------------------- */

kerf_status kf_evidence_name(kf_evidence *w, uint32_t type, kf_str text, uint32_t *id)
{
    assert(kf_evidence_is_in_memory(w) && type != KF_TYPE_NUMBER && type < w->n_types);
    kf_type *t = &w->model->types.at[type];
    KF_TRY(count_uses(w));
    uint32_t before = kf_symbols_count(t->constants);
    uint32_t found = kf_symbols_add(t->constants, text);
    if (found == KF_NO_SYMBOL) return KERF_NO_MEMORY;
    if (extend(w, type) != KERF_OK) {
        kf_type_forget(t, before);
        return KERF_NO_MEMORY;
    }
    /* A bit for it, where it needs one, so that saying something of it cannot fail. */
    if (found >= t->n_model && found < t->n_fixed && w->uses[type].counts.at[found] == 0) {
        KF_TRY(kf_evidence_constant(w, type, found));
        set_present(w, type, found, false);
    }
    *id = found;
    return KERF_OK;
}

/* What is said of an atom: its part, or KF_SAID_VALUE for nothing. */
static kf_said find(const kf_evidence *w, uint32_t predicate, const uint32_t *row, double number,
                    uint32_t *at)
{
    for (uint32_t part = 0; part < KF_PREDICATE_PARTS; part++)
        if (kf_facts_find(kf_evidence_facts(w, predicate, (kf_said)part), row, number, at))
            return (kf_said)part;
    return KF_SAID_VALUE;
}

static void use_row(kf_evidence *w, uint32_t predicate, const uint32_t *row, bool more)
{
    const kf_predicate *p = &w->model->predicates.at[predicate];
    for (uint32_t i = 0; i < p->arity; i++) {
        if (more) use(w, p->slots[i].type, row[i]);
        else disuse(w, p->slots[i].type, row[i]);
    }
}

kerf_status kf_evidence_say(kf_evidence *w, uint32_t predicate, kf_said part, const kf_fact *fact,
                            bool *changed)
{
    assert(kf_evidence_is_in_memory(w) && part != KF_SAID_VALUE);
    uint32_t at = 0;
    KF_TRY(count_uses(w));
    kf_said was = find(w, predicate, fact->ids, fact->number, &at);
    kf_facts *to = kf_provider_facts(w->memory, (kf_table){ part, predicate });
    if (was == part) {
        *changed = part == KF_SAID_SOFT && to->probabilities[at] != fact->probability;
        if (*changed) to->probabilities[at] = fact->probability;
        return KERF_OK;
    }
    kf_facts *from = NULL;
    if (was != KF_SAID_VALUE) from = kf_provider_facts(w->memory, (kf_table){ was, predicate });
    if (from) KF_TRY(kf_facts_may_change(from, w->mem));
    KF_TRY(kf_facts_insert(to, w->mem, fact));
    if (from) kf_facts_remove(from, at);
    else use_row(w, predicate, fact->ids, true);
    *changed = true;
    return KERF_OK;
}

kerf_status kf_evidence_unsay(kf_evidence *w, uint32_t predicate, const uint32_t *row,
                              double number, bool *changed)
{
    assert(kf_evidence_is_in_memory(w));
    uint32_t at = 0;
    KF_TRY(count_uses(w));
    kf_said was = find(w, predicate, row, number, &at);
    *changed = was != KF_SAID_VALUE;
    if (!*changed) return KERF_OK;
    kf_facts *from = kf_provider_facts(w->memory, (kf_table){ was, predicate });
    KF_TRY(kf_facts_may_change(from, w->mem));
    kf_facts_remove(from, at);
    use_row(w, predicate, row, false);
    return KERF_OK;
}

/* ---- Constants that are gone --------------------------------------------------------------- */

uint32_t kf_evidence_gone(const kf_evidence *w)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < w->n_types; i++) sum += w->uses[i].gone;
    return sum;
}

typedef struct renaming {
    uint32_t type;
    uint32_t *new_ids;
} renaming;

static void rename_column(kf_evidence *w, kf_facts *r, uint32_t column, uint32_t type,
                          void *context)
{
    const renaming *x = context;
    (void)w;
    if (type == x->type) kf_facts_rename(r, column, x->new_ids);
}

/* The constants that are still there, in their order. */
static kf_symbols *copy_present(const kf_evidence *w, uint32_t type, uint32_t *new_ids)
{
    const kf_type *t = &w->model->types.at[type];
    kf_symbols *left = kf_symbols_new(w->model->mem);
    for (uint32_t id = 0; left && id < kf_symbols_count(t->constants); id++) {
        if (id >= t->n_fixed && !kf_uses_has(w, type, id)) continue;
        new_ids[id] = kf_symbols_add(left, kf_symbols_text(t->constants, id));
        if (new_ids[id] != KF_NO_SYMBOL) continue;
        kf_symbols_free(left);
        return NULL;
    }
    return left;
}

/* Counts and lists under the new ids, which are never above the old ones. */
static void move_uses(kf_uses *u, const kf_type *t, const uint32_t *new_ids, uint32_t n)
{
    for (uint32_t id = t->n_fixed; id < n; id++) {
        bool listed = is_listed(u, id);
        if (id / 64 < u->listed.n) u->listed.at[id / 64] &= ~(UINT64_C(1) << (id % 64));
        if (u->counts.at[id] == 0) continue;
        u->counts.at[new_ids[id]] = u->counts.at[id];
        if (listed) u->listed.at[new_ids[id] / 64] |= UINT64_C(1) << (new_ids[id] % 64);
    }
    u->counts.n = kf_symbols_count(t->constants);
    u->gone = 0;
}

static kerf_status compact_type(kf_evidence *w, uint32_t type)
{
    kf_type *t = &w->model->types.at[type];
    uint32_t n = (uint32_t)w->uses[type].counts.n;
    if (w->uses[type].gone == 0) return KERF_OK;
    assert(w->uses[type].made.n == 0); /* they are taken back before facts change */
    assert(n == kf_symbols_count(t->constants));
    renaming x = { type, kf_mem_alloc(w->mem, n, sizeof *x.new_ids) };
    kf_symbols *left = x.new_ids ? copy_present(w, type, x.new_ids) : NULL;
    if (left) {
        kf_symbols_free(t->constants);
        t->constants = left;
        if (t->values.n > t->n_fixed) t->values.n = t->n_fixed;
        each_column(w, rename_column, &x);
        move_uses(&w->uses[type], t, x.new_ids, n);
    }
    kf_mem_free(w->mem, x.new_ids, n, sizeof *x.new_ids);
    return left ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_evidence_compact(kf_evidence *w)
{
    kerf_status st = KERF_OK;
    for (uint32_t t = 1; t < w->n_types && st == KERF_OK; t++) st = compact_type(w, t);
    for (size_t i = 0; i < kf_table_count(w->model); i++) kf_facts_rehash(&w->memory->facts[i]);
    if (st == KERF_OK) KF_CHECK(kf_evidence_check(w));
    return st;
}

/* ---- Copies -------------------------------------------------------------------------------- */

static kerf_status copy_presence(kf_evidence *w, const kf_evidence *from)
{
    for (size_t i = 0; i < w->n_types; i++) {
        const kf_presence *x = &from->present[i];
        if (!x->bits) continue;
        assert(!w->present[i].bits); /* it is new */
        size_t size = kf_presence_size(x->words);
        w->present[i].bits = kf_mem_alloc(w->mem, size, sizeof *x->bits);
        if (!w->present[i].bits) return KERF_NO_MEMORY;
        w->present[i].words = x->words;
        w->present[i].count = x->count;
        memcpy(w->present[i].bits, x->bits, size * sizeof *x->bits);
    }
    return KERF_OK;
}

kerf_status kf_evidence_clone(kf_evidence *w, const kf_evidence *from, kf_stop *stop)
{
    uint32_t file;
    assert(w != from && w->files.n == 0 && kf_evidence_is_in_memory(from));
    for (size_t i = 0; i < from->files.n; i++) {
        KF_TRY(kf_evidence_file(w, from->files.at[i], &file));
        w->on_disk.at[file] = from->on_disk.at[i];
    }
    for (size_t i = 0; i < kf_table_count(w->model); i++) {
        if (kf_stop_ask(stop)) return KERF_INTERRUPTED;
        KF_TRY(kf_facts_copy(&w->memory->facts[i], w->mem, &from->memory->facts[i]));
    }
    KF_TRY(copy_presence(w, from));
    KF_TRY(kf_uses_copy(w, from));
    KF_CHECK(kf_evidence_check(w));
    return KERF_OK;
}
