/* told.h -- what a report tells of an answer: true atoms by predicate, clusters, and where the
 * answer goes against soft evidence.
 *
 * It is taken while the database is there. However large the answer is, all runs together keep
 * KF_TOLD_ATOMS texts; the counts are of everything. */
#ifndef KF_TOLD_H
#define KF_TOLD_H

#include "ground/grounder.h"

enum {
    KF_TOLD_ATOMS = 5000,   /* texts, of all runs together */
    KF_TOLD_GIVEN = 100,    /* of a predicate, that evidence gives */
    KF_TOLD_LETTERS = 300,  /* bytes of one; the rest is cut off */
    KF_TOLD_CLUSTERS = 300, /* of a predicate */
    KF_TOLD_MEMBERS = 60,   /* of a cluster */
    KF_TOLD_CHANGES = 100   /* of a run */
};

typedef struct kf_told_cluster {
    uint64_t n; /* members */
    const char *const *members;
    uint32_t n_members; /* that are told, sorted */
} kf_told_cluster;

typedef struct kf_told_predicate { /* a hidden one */
    uint32_t predicate;
    uint64_t n_true, n_given; /* true atoms, and those of them that evidence gives */
    const char *const *atoms; /* that evidence does not give, P2 before P10 */
    uint32_t n_atoms;         /* that are told */
    const char *const *given; /* that evidence gives, likewise */
    uint32_t n_gifts;
    bool is_clustering;    /* then these instead, the largest first; atoms: none */
    uint64_t all_clusters; /* of two constants or more */
    uint64_t all_members;  /* constants in them */
    kf_told_cluster *clusters;
    uint32_t n_clusters; /* that are told */
} kf_told_predicate;

typedef struct kf_told_change { /* likely by soft evidence, and not so in the answer; or reversed */
    const char *text;
    double p;   /* that evidence gives */
    bool value; /* in the answer */
} kf_told_change;

typedef struct kf_told_answer {
    bool there;                    /* false: nobody asked, or there is no answer */
    kf_told_predicate *predicates; /* in the order of the model */
    uint32_t n_predicates;
    const kf_told_change *changes; /* the strongest evidence first */
    uint32_t n_changes;            /* that are told */
    uint64_t all_changes, soft;    /* of so many soft atoms */
} kf_told_answer;

/* Cut off where it is long, at the beginning of a letter; NULL: no memory. */
const char *kf_told_text(kf_arena *, kf_str);

struct kf_mapped;
/* Of the assignment in the grounder's database, which was collected. Texts go to the arena;
 * `room`: how many may still be told. */
kerf_status kf_told_make(kf_told_answer *, kf_arena *, const kf_grounder *,
                         const struct kf_mapped *, uint32_t *room);
/* False: there was no room for any of its atoms. */
bool kf_told_has_room(const kf_told_answer *);
void kf_told_check(const kf_told_answer *); /* asserts: nothing is told more than there is */

#endif
