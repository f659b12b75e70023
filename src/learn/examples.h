/* examples.h -- training examples: kept packed, unpacked one at a time into a database and a
 * grounder.
 *
 * A training example is the evidence of one world together with its truth: the atoms of hidden
 * predicates that are true. It is read once and packed: rows of constant ids, a few bytes each.
 * Constants of types that formulas have weights for (+x) stay with the model, since weight tables
 * go by their ids; those of other types are packed with the example, as text. The truth is not
 * evidence: the database of an example leaves every hidden atom open. */
#ifndef KF_EXAMPLES_H
#define KF_EXAMPLES_H

#include "ground/grounder.h"
#include "learn/split.h"

typedef struct kf_examples kf_examples;

/* Examples are packed from `w` and unpacked into it. */
kerf_status kf_examples_new(kf_examples **, kf_mem *, kf_model *, kf_evidence *w, kf_diags *);
void kf_examples_free(kf_examples *);
/* Packs the closed evidence in `w`, of a settled model; constants that weight tables may name stay
 * with the model when it is cleared. name: of the world, for messages; may be "". */
kerf_status kf_examples_add(kf_examples *, const char *name);
/* The same, each part of the evidence by itself, of which there are several. */
kerf_status kf_examples_add_parts(kf_examples *, const char *name, const kf_split *);
uint32_t kf_examples_count(const kf_examples *);
bool kf_examples_has_parts(const kf_examples *); /* some are parts of a world */
const char *kf_examples_name(const kf_examples *, uint32_t index);
/* A hash of all packed examples. */
uint64_t kf_examples_fingerprint(const kf_examples *);
/* True atoms of hidden predicates. */
uint64_t kf_examples_truths(const kf_examples *, uint32_t index);

/* Examples in which only the truth names some constants of a type: without the truth they are
 * missing. */
uint32_t kf_examples_leaks(const kf_examples *, uint32_t type);
/* Do constants of this type stay with the model? */
bool kf_examples_keeps(const kf_examples *, uint32_t type);
/* True atoms of a predicate, over all examples. */
uint64_t kf_examples_true(const kf_examples *, uint32_t predicate);

/* Asserts that packed examples follow each other without a gap, and that their true atoms add
 * up. */
void kf_examples_check(const kf_examples *);

typedef struct kf_example { /* unpacked */
    kf_examples *in;
    uint32_t index;
    kf_problem *p;
    kf_database *d; /* every hidden atom is open, and false at first */
    kf_grounder *g; /* opened over these; groundings are not counted */
    bool kept;      /* local formulas are not asked: kf_locals_open() */
} kf_example;

/* One at a time. Afterwards kf_evidence_facts(x->d->w, predicate, KF_SAID_TRUE) is the truth of a
 * hidden predicate. unused: by predicate, those whose evidence nobody will ask for; or NULL. */
kerf_status kf_example_open(kf_examples *, uint32_t index, const bool *unused, kf_example *);
void kf_example_close(kf_example *);
/* Make the true atoms of the truth true, or false. */
kerf_status kf_example_set_truth(kf_example *, bool value);

#endif
