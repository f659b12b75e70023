/* world_check.c -- is a world's evidence in accord with what is observed and what hidden? */
#include "evidence/load/load.h"

typedef struct checker {
    const kf_model *m;
    const kf_evidence *evidence;
    bool *warned; /* by predicate */
    kf_diags *diags;
} checker;

/* A probability or a question mark makes sense only where there is something to find out. */
static void check_certain(const checker *x, uint32_t predicate, kf_said part)
{
    const kf_facts *rows = kf_evidence_facts(x->evidence, predicate, part);
    if (rows->n == 0) return;
    kf_str name = kf_predicate_name(x->m, predicate);
    kf_place place = kf_evidence_place(x->evidence, rows, 0);
    kf_diag_add(x->diags, KERF_ERROR, &place,
                "make it hidden with --query or --open, or say true or false",
                "%.*s is observed, so its evidence cannot be %s", (int)name.n, name.at,
                part == KF_SAID_SOFT ? "a probability" : "unknown");
}

/* The first world had nothing of this predicate; this one has. */
static void check_late(const checker *x, uint32_t predicate)
{
    const kf_predicate *p = &x->m->predicates.at[predicate];
    const kf_facts *rows = kf_evidence_facts(x->evidence, predicate, KF_SAID_TRUE);
    if (p->why != KF_WHY_NO_EVIDENCE || x->warned[predicate]) return;
    if (rows->n == 0) rows = kf_evidence_facts(x->evidence, predicate, KF_SAID_FALSE);
    if (rows->n == 0) return;
    x->warned[predicate] = true;
    kf_str name = kf_predicate_name(x->m, predicate);
    kf_place place = kf_evidence_place(x->evidence, rows, 0);
    kf_diag_add(x->diags, KERF_WARNING, &place, "name what is hidden with --query",
                "%.*s has evidence here but had none in the first world, so it was taken as hidden",
                (int)name.n, name.at);
}

kerf_status kf_check_world(const kf_model *m, const kf_evidence *w, bool *warned, kf_diags *diags)
{
    const checker x = { m, w, warned, diags };
    size_t errors = kf_diags_errors(diags);
    assert(m->settled);
    for (uint32_t p = 0; p < m->predicates.n; p++) {
        if (m->predicates.at[p].hidden) {
            check_late(&x, p);
        } else {
            check_certain(&x, p, KF_SAID_SOFT);
            check_certain(&x, p, KF_SAID_UNKNOWN);
        }
    }
    return kf_diags_errors(diags) > errors ? KERF_INVALID : KERF_OK;
}
