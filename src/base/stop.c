/* stop.c -- see stop.h. */
#include "base/stop.h"

#include "base/check.h"
#include "base/clock.h"

#include <math.h>
#include <stddef.h>

kf_stop kf_stop_when(int (*ask)(void *context), void *context)
{
    return (kf_stop){ .ask = ask, .context = context, .thread = pthread_self() };
}

kf_stop kf_stop_at(kf_stop *above, double deadline)
{
    assert(!isnan(deadline));
    return (kf_stop){ .above = above, .deadline = deadline };
}

/* Does whoever started the work want it to end? */
static bool ask_starter(kf_stop *s)
{
    if (!s->ask) return false;
    bool own = pthread_equal(pthread_self(), s->thread);
    if (own && !atomic_load(&s->stopped) && s->ask(s->context)) atomic_store(&s->stopped, true);
    return atomic_load(&s->stopped);
}

bool kf_stop_ask(kf_stop *s)
{
    if (!s) return false;
    assert(s->above != s);
    if (s->most > 0 && ++s->asked > s->most) return true;
    if (kf_stop_ask(s->above) || ask_starter(s)) return true;
    return s->deadline > 0 && !isinf(s->deadline) && kf_now() >= s->deadline;
}
