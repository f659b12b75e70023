/* ground_model.h -- a model and evidence from text up to a grounder, for unit tests. */
#ifndef KF_TEST_GROUND_MODEL_H
#define KF_TEST_GROUND_MODEL_H

#include "evidence/load/loader.h"
#include "ground/full.h"
#include "ground/grounding.h"
#include "ground/local/local.h"
#include "model_text.h"

#include <math.h>

#define assert_near(a, b, distance) assert_true(fabs((a) - (b)) <= (distance))

typedef struct ground_model {
    kf_mem mem;
    kf_diags *diags;
    test_model m;
    kf_evidence *world;
    kf_loader *loader;
    kf_database *d;
    kf_problem *p;
    kf_grounder *g;
} ground_model;

/* A fresh grounder over the database as it is, asking the backend of where evidence is. */
static void ground_again(ground_model *f)
{
    const kf_backend_site site = { .diags = f->diags };
    kf_backend *backend;
    kf_grounder_free(f->g);
    kf_problem_free(f->p);
    f->p = kf_problem_new(&f->mem);
    assert_int_equal(kf_grounder_open(&f->g, &f->mem, f->d, f->p, f->diags), KERF_OK);
    if (!kf_evidence_is_in_memory(f->world)) {
        assert_int_equal(kf_backend_open(&backend, &f->mem, f->d, &site), KERF_OK);
        kf_grounder_take_backend(f->g, backend);
    }
    assert_int_equal(kf_grounder_count(f->g), KERF_OK);
}

/* where: of evidence, as the option "store" says it; NULL: in memory. */
static void ground_open_in(ground_model *f, const char *model, const char *evidence,
                           const char *hidden, const char *where)
{
    *f = (ground_model){ 0 };
    kf_mem_init(&f->mem, 0);
    f->diags = kf_diags_new(&f->mem);
    kerf_status status = test_model_open(&f->m, &f->mem, model, f->diags);
    if (status != KERF_OK) print_error("%s\n", kf_diags_get(f->diags, 0)->text);
    assert_int_equal(status, KERF_OK);
    f->world = kf_evidence_new(&f->mem, f->m.model);
    kf_loader_options loading = { 0 };
    const kf_backend_site site = { .where = where, .diags = f->diags };
    kf_settle_options settling = { .query = hidden };
    kf_seen seen[16] = { { 0 } };
    bool more;
    assert_true(f->m.model->predicates.n <= KF_LENGTH(seen));
    assert_int_equal(kf_loader_new(&f->loader, &f->mem, f->m.model, f->world, &loading, f->diags),
                     KERF_OK);
    assert_int_equal(kf_loader_add_memory(f->loader, "e.db", evidence, strlen(evidence)), KERF_OK);
    if (where) kf_loader_keep_in(f->loader, &site);
    assert_int_equal(kf_loader_next(f->loader, &more), KERF_OK);
    kf_loader_keep_in(f->loader, NULL);
    kf_evidence_seen(f->world, seen);
    assert_int_equal(kf_model_settle(f->m.model, &settling, seen, f->diags), KERF_OK);
    assert_int_equal(kf_evidence_settle(f->world, f->diags), KERF_OK);
    assert_int_equal(kf_database_new(&f->d, &f->mem, f->m.model, f->world), KERF_OK);
    ground_again(f);
}

static inline void ground_open(ground_model *f, const char *model, const char *evidence,
                               const char *hidden)
{
    ground_open_in(f, model, evidence, hidden, NULL);
}

static void ground_close(ground_model *f)
{
    kf_grounder_free(f->g);
    kf_problem_free(f->p);
    kf_database_free(f->d);
    kf_loader_free(f->loader);
    kf_evidence_free(f->world);
    test_model_close(&f->m);
    kf_diags_free(f->diags);
    assert_int_equal(f->mem.used, 0);
}

static inline uint32_t ground_predicate(const ground_model *f, const char *name)
{
    uint32_t p = kf_model_find_predicate(f->m.model, kf_str_of(name));
    assert_true(p != KF_NONE);
    return p;
}

#endif
