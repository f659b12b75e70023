/* factor_messages.h -- private to solve/tables/: a dual bound of a network of factors, by messages
 * from factors to variables, with exact undo.
 *
 *     cost(x) = bound + sum over variables of unary(x) + sum over factors of what is left in them
 *
 * holds for every assignment of values that are left, in whole numbers, and nothing on the right is
 * negative. A message is what a factor has given to one of its variables, by value: what is left in
 * it are its cells less its messages. So any messages give a valid bound. */
#ifndef KF_FACTOR_MESSAGES_H
#define KF_FACTOR_MESSAGES_H

#include "solve/tables/factors.h"

typedef struct kf_use { /* of a variable in a factor */
    uint32_t factor, position;
    double *message; /* by value; -INFINITY: the value is removed */
} kf_use;

typedef struct kf_sender { /* a factor; its variables in the order of sweeps */
    uint32_t n, size;
    const double *cells;
    uint32_t *scope, *sizes;
    double **message; /* by position */
    double *block;    /* all of them */
    uint32_t n_block;
    uint64_t stamp;   /* level at which the block was saved last */
    bool two;         /* each variable has two values */
    bool far;         /* messages have been so large that it takes no part any more */
    double conflicts; /* in which it had a part, and 1 */
} kf_sender;

typedef struct kf_receiver { /* a variable */
    uint32_t n_values, n_left;
    double *unary;   /* by value; INFINITY: removed. The reduced costs follow in the same block */
    double *reduced; /* by value: what any assignment with it costs more than the bound, as of the
                      * last update */
    kf_use *uses;
    uint32_t n_uses;
    double ahead, behind; /* 1 / what its shares add up to in a sweep up, and down */
    uint64_t stamp;
    uint32_t variable; /* of the kf_factors */
} kf_receiver;

typedef struct kf_saved { /* a block as it was */
    double *block;
    size_t first; /* in `kept` */
    uint32_t n;
    uint32_t receiver, n_left; /* UINT32_MAX: of a factor */
    uint64_t *stamp, old_stamp;
} kf_saved;

typedef struct kf_messages {
    kf_mem *mem;
    kf_arena arena;
    uint32_t n_receivers, n_senders;
    kf_receiver *receivers; /* in the order of sweeps */
    kf_sender *senders;
    double bound;
    double top;      /* assignments that cost so much are of no interest */
    uint64_t *awake; /* bits by receiver: something has changed around it */
    uint64_t *mask;  /* bits by receiver: may it wake up? */
    double *room, *sum, *pulled;
    uint32_t *left; /* room */
    KF_VEC(kf_saved) saved;
    KF_VEC(double) kept;
    uint64_t level, last_level; /* stamps: each is used once, however long the search */
    uint64_t steps;             /* cells looked at */
    bool failed;                /* no memory: nothing here counts any more */
    kf_patience patience;       /* with the stop of the factors; over: a sweep ends early */
} kf_messages;

/* The variables of factors that are not eliminated. */
kerf_status kf_messages_open(kf_messages *, const kf_factors *, kf_mem *);
void kf_messages_close(kf_messages *); /* also after a failure */

/* Begins with the messages of the same factors in a unit that is `scale` times as large. Values
 * that are removed there are removed here. */
void kf_messages_adopt(kf_messages *, const kf_messages *from, double scale);

typedef struct kf_messages_mark {
    size_t saved, kept;
    double bound;
} kf_messages_mark;
/* What is done after the mark can be undone, again and again. */
kf_messages_mark kf_messages_get_mark(kf_messages *);
void kf_messages_undo(kf_messages *, kf_messages_mark);
size_t kf_messages_trail(const kf_messages *); /* bytes */

void kf_messages_remove(kf_messages *, uint32_t receiver, uint32_t value);
static inline bool kf_messages_has(const kf_messages *s, uint32_t receiver, uint32_t value)
{
    return !isinf(s->receivers[receiver].unary[value]);
}

/* Updates what is awake, in the order of variables or against it, as long as there is patience.
 * False: no assignment of interest is left. */
bool kf_messages_sweep(kf_messages *, bool forward);
void kf_messages_wake_all(kf_messages *);
void kf_messages_rest(kf_messages *); /* nothing is awake any more */

/* Asserts: what is left in factors and variables is not negative, removed values are removed
 * everywhere. */
void kf_messages_check(const kf_messages *);

#endif
