/* loader_provider.c -- chooses the provider of a world's evidence: memory, or the tables of a site.
 *
 * The choice comes before the world's first row. The site is opened before the first world. If it
 * holds the evidence of the sources, by their fingerprint (loader_print.c), the sources are not
 * read; without sources, any evidence will do. Else each world replaces what was stored, once its
 * evidence is complete. */
#include "evidence/load/loading.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

void kf_loader_keep_in(kf_loader *l, const kf_backend_site *site)
{
    l->site = site;
}

/* ---- Choosing ---- */

/* A fingerprint that no evidence has: what is stored makes room. */
static const char nothing[] = "-";

static kerf_status open_site(kf_loader *l, const char *fingerprint, bool *there)
{
    assert(!l->provider);
    return kf_sql_provider_open(&l->provider, l->mem, l->model, l->site, fingerprint, there);
}

kerf_status kf_loader_choose_provider(kf_loader *l)
{
    bool there;
    if (!l->site) return KERF_OK;
    if (!l->provider) KF_TRY(open_site(l, nothing, &there));
    kf_evidence_take_provider(l->evidence, l->provider);
    l->provider = NULL;
    return KERF_OK;
}

/* The site has the first world, and there is no other. */
static kerf_status restore(kf_loader *l)
{
    assert(l->delivered == 0 && l->provider);
    kf_text name;
    kf_evidence_clear(l->evidence);
    KF_TRY(kf_loader_choose_provider(l));
    kf_text_init(&name, l->mem);
    kerf_status st = kf_evidence_restore(l->evidence, &name, l->diags);
    if (st == KERF_OK) st = kf_loader_name_world(l, kf_text_get(&name));
    kf_text_free(&name);
    l->current = l->sources.n;
    l->delivered = 1;
    kf_loader_end_world(l);
    return st;
}

static kerf_status refuse_empty(const kf_loader *l)
{
    kf_diag_add(l->diags, KERF_ERROR, NULL, "name the evidence; kerf load keeps it for later runs",
                "there is no evidence in the store, nor was any given");
    return KERF_INVALID;
}

/* A file that is not there; it would appear by being opened. */
static bool is_missing(const char *file)
{
    return file && access(file, F_OK) != 0 && errno == ENOENT;
}

/* The fingerprint of the sources costs a reading of its own: only stored evidence is worth it. An
 * empty store gets the one that is taken while they are read. */
static kerf_status look_for_sources(kf_loader *l, bool *there)
{
    char text[KF_FINGERPRINT_TEXT];
    KF_TRY(open_site(l, KF_ANY_FINGERPRINT, there));
    if (!*there) return kf_loader_print_on_reading(l);
    KF_TRY(kf_loader_print_sources(l));
    kf_fingerprint_write(&l->print, text);
    *there = strcmp(text, kf_sql_provider_fingerprint(l->provider)) == 0;
    if (*there) return KERF_OK;
    kf_provider_free(l->provider);
    l->provider = NULL;
    return open_site(l, text, there); /* other evidence makes room */
}

kerf_status kf_loader_look(kf_loader *l, bool *there)
{
    bool given = l->sources.n > 0 || l->imports.n > 0;
    assert(l->site && !l->provider);
    *there = false;
    if (!given && is_missing(l->site->file)) return refuse_empty(l);
    kf_loader_begin_print(l);
    if (given && l->known) KF_TRY(look_for_sources(l, there));
    else KF_TRY(open_site(l, given ? nothing : NULL, there));
    if (*there) return restore(l);
    return given ? KERF_OK : refuse_empty(l);
}

/* ---- Tables of the server ---- */

kerf_status kf_loader_add_import(kf_loader *l, const kf_import *one)
{
    kf_import copy = *one;
    copy.query = kf_arena_string(&l->arena, kf_str_of(one->query));
    copy.file = kf_arena_string(&l->arena, kf_str_of(one->file));
    if (!copy.query || !copy.file) return KERF_NO_MEMORY;
    return kf_vec_push(l->mem, &l->imports, copy) ? KERF_OK : KERF_NO_MEMORY;
}

kerf_status kf_loader_import(kf_loader *l)
{
    if (l->imports.n == 0) return KERF_OK;
    kf_text_free(&l->statements);
    kf_text_init(&l->statements, l->mem);
    kerf_status st = kf_evidence_import(l->evidence, l->imports.at, (uint32_t)l->imports.n,
                                        l->options.strict_types, l->diags, &l->statements);
    if (st == KERF_OK && l->statements.failed) return KERF_NO_MEMORY;
    if (st != KERF_UNSUPPORTED) return st;
    const kf_place place = { .file = l->imports.at[0].file, .line = l->imports.at[0].line };
    kf_diag_add(l->diags, KERF_ERROR, &place,
                "name the server: --store=postgres://USER@HOST/DATABASE",
                "tables can be used in place on a PostgreSQL server only");
    return KERF_INVALID;
}

kf_str kf_loader_statements(const kf_loader *l)
{
    return kf_text_get(&l->statements);
}
