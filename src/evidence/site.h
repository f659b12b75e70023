/* site.h -- where a provider keeps rows, and its callbacks for progress and stopping. */
#ifndef KF_SITE_H
#define KF_SITE_H

#include "base/diag.h"
#include "base/stop.h"

typedef struct kf_backend_site {
    const char *where;  /* memory (or NULL), sqlite:FILE, or postgres://... */
    const char *file;   /* that it is in; NULL: in none */
    const char *schema; /* PostgreSQL: where evidence stays for later runs; or NULL */
    kf_diags *diags;
    kf_stop *stop;                   /* it ends with KERF_INTERRUPTED; or NULL */
    const char *world, *fingerprint; /* of evidence that is completed there */
    void (*progress)(void *context, uint64_t rows, uint64_t all); /* or NULL */
    void (*sorting)(void *context, size_t table, size_t all); /* before it is made a set; or NULL */
    /* Somebody else has locked it, and that so long already; told now and then; or NULL. */
    void (*waiting)(void *context, const char *why, double seconds);
    void *progress_context;
    void (*explain)(void *progress_context, const char *text); /* how a server goes about a query,
                                                                * told once for each; or NULL */
    uint32_t connections;                                      /* PostgreSQL: at most so many */
    bool distribute; /* the same: spread tables over a cluster */
} kf_backend_site;

#endif
