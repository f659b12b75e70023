/* backend.c -- chooses the backend: by the provider of evidence, and by the option "store". */
#include "backend/sql/sql_provider.h"

#include <string.h>

static const char sqlite[] = "sqlite:";

static bool is_postgres(const char *where)
{
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

bool kf_backend_is_memory(const char *where)
{
    return !where || strcmp(where, "memory") == 0;
}

const char *kf_backend_file(const char *where)
{
    bool named = where && strncmp(where, sqlite, sizeof sqlite - 1) == 0;
    return named && where[sizeof sqlite - 1] ? where + sizeof sqlite - 1 : NULL;
}

bool kf_backend_is_known(const char *where)
{
    return kf_backend_is_memory(where) || is_postgres(where) || kf_backend_file(where);
}

kerf_status kf_sql_open(kf_sql_driver **out, kf_mem *mem, const kf_backend_site *site)
{
    const char *where = site->where;
    assert(!kf_backend_is_memory(where));
    if (!kf_backend_is_known(where)) return KERF_MISUSE;
    if (is_postgres(where)) return kf_postgres_open(out, mem, site);
    return kf_sqlite_open(out, mem, site, kf_backend_file(where));
}

kerf_status kf_backend_open(kf_backend **out, kf_mem *mem, kf_database *d,
                            const kf_backend_site *site)
{
    kf_provider *p = kf_evidence_provider(d->w);
    assert(p->m == d->m);
    assert(d->m->settled);
    if (kf_provider_is_sql(p)) return kf_sql_backend_new(out, mem, d, kf_sql_own(p), site);
    return kf_backend_is_memory(site->where) ? kf_memory_backend_new(out, mem, d) : KERF_MISUSE;
}
