/* check_slices.c -- a query run in slices gives what it gives as a whole, byte by byte, and so does
 * a separation with several threads. */
#include "trial.h"

#include "base/hash.h"
#include "ground/ask/ask.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STREAM = 400000 };

typedef struct stream {
    const kf_ask *a;
    uint8_t *at;
    size_t n;
} stream;

static void add(stream *s, const void *bytes, size_t n)
{
    if (s->n + n > MOST_STREAM) return;
    memcpy(s->at + s->n, bytes, n);
    s->n += n;
}

static bool record(void *context, const kf_binding *b, uint64_t times)
{
    stream *s = context;
    const kf_compiled *c = &s->a->gr->c;
    for (uint32_t v = 0; v < c->n_variables; v++) {
        if (!s->a->needed[v]) continue;
        if (c->types[v] == KF_TYPE_NUMBER) add(s, &b->numbers[v], sizeof(double));
        else add(s, &b->ids[v], sizeof(uint32_t));
    }
    add(s, &times, sizeof times);
    return true;
}

static bool run_slices(trial *t, kf_ask *a, const kf_literal *seed, uint32_t seed_at,
                       const kf_seeds *seeds)
{
    kf_query *query = NULL;
    stream whole = { .a = a, .at = malloc(MOST_STREAM) },
           sum = { .a = a, .at = malloc(MOST_STREAM) };
    kerf_status st = whole.at && sum.at ? kf_ask_prepare(a, seed, seed_at, &query) : KERF_NO_MEMORY;
    if (st == KERF_OK) st = kf_query_run(query, seeds, &a->binding, record, &whole);
    bool same = true;
    for (uint32_t n = 1; st == KERF_OK && same && n <= 4; n++) {
        sum.n = 0;
        for (uint32_t k = 0; st == KERF_OK && k < n; k++)
            st = kf_query_run_slice(query, seeds, &a->binding, k, n, record, &sum);
        same = sum.n == whole.n && memcmp(sum.at, whole.at, whole.n) == 0;
    }
    kf_query_free(query);
    free(whole.at);
    free(sum.at);
    if (st != KERF_OK) return trial_wrong(t, "a query of rule %u: status %d", a->gr->rule, st);
    return same || trial_wrong(t, "rule %u: slices differ from the whole", a->gr->rule);
}

/* The query as it stands, and from every row of each hidden literal. */
static bool all_ways(trial *t, kf_ask *a)
{
    kf_ask_need_tuple(a);
    kf_ask_need_weight(a);
    if (!run_slices(t, a, NULL, KF_NONE, NULL)) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const kf_literal *l = &a->literals[i];
        uint32_t n = 0;
        if (l->kind != KF_LITERAL_ATOM || !l->hidden || l->n == 0) continue;
        uint32_t *rows = malloc((size_t)t->n_atoms * MOST_ROW * sizeof *rows + 1);
        for (uint32_t k = 0; rows && k < t->n_atoms; k++) {
            if (t->atoms[k].predicate != l->id || t->values[k] == l->negated) continue;
            memcpy(rows + (size_t)n++ * l->n, t->atoms[k].row, l->n * sizeof *rows);
        }
        const kf_seeds seeds = { n, rows };
        bool good = rows && run_slices(t, a, l, i, &seeds);
        free(rows);
        if (!good) return false;
    }
    return true;
}

/* The first n literals, turned or not, then one more as it stands. */
static bool query(trial *t, kf_ground_rule *gr, const kf_literal *list, uint32_t n, bool turned,
                  const kf_literal *next)
{
    kf_ask a;
    if (kf_ask_begin(&a, t->g, gr, n + 1) != KERF_OK) return trial_wrong(t, "no memory");
    for (uint32_t i = 0; i < n; i++) kf_ask_add(&a, &list[i], turned);
    if (next) kf_ask_add(&a, next, false);
    bool good = all_ways(t, &a);
    kf_ask_end(&a);
    return good;
}

static bool slice_rule(trial *t, kf_ground_rule *gr)
{
    const kf_compiled *c = &gr->c;
    if (t->engine.model->rules.at[gr->rule].kind == KF_RULE_COUNT)
        return query(t, gr, c->literals, c->n_literals, false, NULL);
    bool good = true;
    if (c->form == KF_FORM_CLAUSE) {
        good = query(t, gr, c->literals, c->n_literals, true, NULL);
        for (uint32_t i = c->n_observed; good && i < c->n_literals; i++)
            good = query(t, gr, c->literals, i, true, &c->literals[i]);
    }
    for (uint32_t i = 0; good && i < c->n_false; i++)
        good = query(t, gr, c->when_false[i].at, c->when_false[i].n, false, NULL);
    for (uint32_t i = 0; good && i < c->n_true; i++)
        good = query(t, gr, c->when_true[i].at, c->when_true[i].n, false, NULL);
    return good;
}

bool trial_slices(trial *t)
{
    for (size_t i = 0; i < t->g->rules.n; i++) {
        kf_ground_rule *gr = &t->g->rules.at[i];
        if (t->engine.model->rules.at[gr->rule].kind == KF_RULE_ACYCLIC) continue;
        if (!slice_rule(t, gr)) return false;
    }
    return true;
}

/* ---- Threads -------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    return n > 0 ? (hash ^ kf_hash_bytes(bytes, n)) * UINT64_C(0x9e3779b97f4a7c15) : hash + 1;
}

#define MIX(hash, vec) mix((hash), (vec).at, (vec).n * sizeof *(vec).at)

uint64_t trial_digest(const kf_grounder *g, const kf_separated *out)
{
    uint64_t h = mix(out->tuples, &out->cost, sizeof out->cost) + out->hard + out->groundings;
    for (size_t i = 0; i < g->rules.n; i++) {
        for (int side = 0; side < 2; side++) {
            const kf_tuple_map *u = &g->rules.at[i].tuples[side];
            h = MIX(h, u->tuples);
            h = MIX(h, u->times);
            h = MIX(h, u->weights);
        }
    }
    h = MIX(h, g->p->cost_true);
    h = MIX(h, g->p->cost_false);
    h = MIX(h, g->p->literals);
    return MIX(h, g->predicate_of);
}

static kerf_status separate_with(trial *t, uint32_t threads, uint64_t *hash)
{
    kf_problem *p = kf_problem_new(&t->engine.mem);
    kf_grounder *g = NULL;
    kf_separated out;
    kerf_status st =
        p ? kf_grounder_new(&g, &t->engine.mem, t->d, p, t->engine.diags) : KERF_NO_MEMORY;
    if (st == KERF_OK) {
        kf_grounder_set_threads(g, threads);
        kf_grounder_set_always_threads(g, true);
        st = kf_ground_local(g);
    }
    if (st == KERF_OK) st = kf_separate(g, true, &out);
    if (st == KERF_OK) *hash = trial_digest(g, &out);
    kf_grounder_free(g);
    kf_problem_free(p);
    return st;
}

bool trial_threads(trial *t)
{
    uint64_t alone, hash;
    kerf_status st = separate_with(t, 1, &alone);
    for (uint32_t n = 2; st == KERF_OK && n <= 4; n++) {
        st = separate_with(t, n, &hash);
        if (st == KERF_OK && hash != alone)
            return trial_wrong(t, "%u threads give other bytes than one", n);
    }
    return st == KERF_OK || trial_wrong(t, "threads: status %d", st);
}
