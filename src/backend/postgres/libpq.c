/* libpq.c -- loads libpq; see libpq.h. */
#ifdef HAVE_POSTGRES

#include "backend/postgres/libpq.h"

#include "base/library.h"

#include <pthread.h>

kf_pq_functions kf_pq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static void load(void)
{
#define NAME(name) #name,
    static const char *const names[] = { KF_PQ_FUNCTIONS(NAME) };
#undef NAME
    loaded = kf_library_load(LIBPQ, names, sizeof names / sizeof *names, &kf_pq);
}

bool kf_pq_load(void)
{
    pthread_once(&once, load);
    return loaded;
}

#endif
