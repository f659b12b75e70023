/* stop.c -- see stop.h. */
#include "base/stop.h"

#include "base/check.h"
#include "base/clock.h"

#include <math.h>

kf_stop kf_stop_when(int (*ask)(void *context), void *context)
{
    return (kf_stop){ .ask = ask, .context = context, .thread = pthread_self() };
}

kf_stop kf_stop_at(kf_stop *above, double deadline)
{
    assert(!isnan(deadline));
    return (kf_stop){ .above = above, .deadline = deadline };
}

void kf_stop_set(kf_stop *s)
{
    atomic_store(&s->stopped, true);
}

/* Does whoever started the work want it to end? */
static bool ask_starter(kf_stop *s)
{
    if (atomic_load(&s->stopped)) return true;
    if (!s->ask || !pthread_equal(pthread_self(), s->thread) || !s->ask(s->context)) return false;
    kf_stop_set(s);
    return true;
}

bool kf_stop_ask(kf_stop *s)
{
    if (!s) return false;
    assert(s->above != s);
    if (s->most > 0 && atomic_fetch_add(&s->asked, 1) >= s->most) return true;
    if (kf_stop_ask(s->above) || ask_starter(s)) return true;
    return s->deadline > 0 && !isinf(s->deadline) && kf_now() >= s->deadline;
}

bool kf_patience_ask(kf_patience *p)
{
    p->over = p->over || kf_stop_ask(p->stop);
    p->left = p->over ? 0 : KF_STEPS_PER_QUESTION;
    return !p->over;
}
