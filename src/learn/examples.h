/* examples.h -- training worlds: kept packed, unpacked one at a time into a database and a grounder.
 *
 * A world is read once, by whoever reads files, and packed: rows of constant ids, a few bytes each.
 * Constants of types that formulas have weights for (+x) stay with the model, so that weight tables
 * can go by their ids; those of other types belong to their world and are packed with it, as text.
 * What the world says of hidden predicates is the truth that is to be learned, and not evidence: its
 * database leaves every hidden atom open. */
#ifndef KF_EXAMPLES_H
#define KF_EXAMPLES_H

#include "ground/grounder.h"

typedef struct kf_examples kf_examples;

/* Of a settled model. Packed worlds are unpacked into `w`, which is the model's only world. */
kerf_status kf_examples_new(kf_examples **, kf_mem *, kf_model *, kf_evidence *w, kf_diags *);
void kf_examples_free(kf_examples *);
/* Pack the closed world that `w` holds; constants that weight tables may name stay with the model
 * when the world is cleared. name: of the world, for messages; may be "". */
kerf_status kf_examples_add(kf_examples *, const char *name);
uint32_t kf_examples_count(const kf_examples *);
const char *kf_examples_name(const kf_examples *, uint32_t index);
/* A hash of all worlds as they are packed. */
uint64_t kf_examples_fingerprint(const kf_examples *);
/* True atoms of hidden predicates. */
uint64_t kf_examples_truths(const kf_examples *, uint32_t index);

/* Worlds in which nothing but the truth names some constants of a type: when the truth is not there,
 * they will be missing. */
uint32_t kf_examples_leaks(const kf_examples *, uint32_t type);
/* Do constants of this type stay with the model? */
bool kf_examples_keeps(const kf_examples *, uint32_t type);
/* True atoms of a predicate, over all worlds. */
uint64_t kf_examples_true(const kf_examples *, uint32_t predicate);

typedef struct kf_lesson { /* one world at hand */
    kf_examples *in;
    uint32_t index;
    kf_problem *p;
    kf_database *d; /* every hidden atom is open, and false at first */
    kf_grounder *g; /* opened over these; groundings are not counted */
    bool kept;      /* local formulas are not asked: kf_locals_open() */
} kf_lesson;

/* One at a time. Afterwards kf_evidence_facts(x->d->w, predicate, KF_SAID_TRUE) is the truth of a
 * hidden predicate. unused: by predicate, those whose evidence nobody will ask for; or NULL. */
kerf_status kf_lesson_open(kf_examples *, uint32_t index, const bool *unused, kf_lesson *);
void kf_lesson_close(kf_lesson *);
/* Make the true atoms of the truth true, or false. */
kerf_status kf_lesson_set_truth(kf_lesson *, bool value);

#endif
