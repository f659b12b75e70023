/* patience.h -- work that takes long asks every so often whether to go on.
 *
 * Asking may take a call and a look at the clock, so that it is done every some ten thousand steps
 * only; a step is about what a row takes in a query. Each thread has its own. */
#ifndef KF_PATIENCE_H
#define KF_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { KF_STEPS_PER_QUESTION = 1 << 15 };

typedef struct kf_patience {
    bool (*stop)(void *context); /* true: no further; NULL: nobody is asked */
    void *context;
    int64_t left; /* steps until the next question */
    bool over;    /* the answer was to stop */
} kf_patience;

static inline kf_patience kf_patience_of(bool (*stop)(void *context), void *context)
{
    return (kf_patience){ stop, context, KF_STEPS_PER_QUESTION, false };
}

__attribute__((noinline, unused)) static bool kf_patience_ask(kf_patience *p)
{
    p->over = p->over || (p->stop && p->stop(p->context));
    p->left = p->over ? 0 : KF_STEPS_PER_QUESTION;
    return !p->over;
}

/* So many steps are about to be taken: false if they should not. */
static inline bool kf_patience_spend(kf_patience *p, uint64_t steps)
{
    p->left -= (int64_t)steps;
    return p->left >= 0 || kf_patience_ask(p);
}

#endif
