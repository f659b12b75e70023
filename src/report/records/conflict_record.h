/* conflict_record.h -- the record of a contradiction: groundings of hard formulas, the evidence
 * behind each of them, and the open atoms that they share.
 *
 * explain.c fills it beside the messages, as far as these go; pages draw it. */
#ifndef KF_CONFLICT_RECORD_H
#define KF_CONFLICT_RECORD_H

#include "base/diag.h"
#include "model/model.h"

enum { KF_MOST_SAID = 24, KF_MOST_LINKS = 400 };

typedef enum kf_said_kind {
    KF_SAID_REMARK,    /* how many there are, or what was left out */
    KF_SAID_GROUNDING, /* of a hard formula */
    KF_SAID_REASON     /* evidence behind the grounding before */
} kf_said_kind;

typedef struct kf_conflict_line {
    kf_said_kind kind;
    const kf_rule *rule; /* GROUNDING: its formula */
    const char *label;   /* GROUNDING: of its formula */
    const char *text;    /* the grounding, the evidence, or the remark */
    const char *file;    /* where it is written; NULL: nowhere */
    uint32_t line;
    uint32_t unit; /* GROUNDING: its number in links; 0: none */
} kf_conflict_line;

typedef struct kf_conflict_link { /* an open atom that a grounding names */
    uint32_t unit, atom;
    bool negated;
    const char *text; /* of the atom */
} kf_conflict_link;

typedef struct kf_conflict {
    kf_arena *to; /* all texts */
    uint32_t n_lines, n_links;
    kf_conflict_line lines[KF_MOST_SAID];
    kf_conflict_link links[KF_MOST_LINKS];
    uint32_t left_out; /* lines that the messages have no room for */
    bool failed;       /* no memory for some of it */
} kf_conflict;

kf_conflict *kf_conflict_new(kf_arena *); /* NULL: no memory */
/* What is beyond the room is left out. NULL is legal: nobody keeps it. */
void kf_conflict_say(kf_conflict *, kf_conflict_line, const kf_place *);
void kf_conflict_link_to(kf_conflict *, kf_conflict_link);
void kf_conflict_clear(kf_conflict *); /* the lines, not the links */

#endif
