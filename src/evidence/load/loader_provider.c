/* loader_provider.c -- where the rows of a world are kept: memory, or the tables of a site.
 *
 * The provider is chosen before a world's first row. A site is opened before the first world is
 * read. If it holds what the sources hold, by a fingerprint of their bytes, they are not read;
 * without sources, whatever it holds will do. Else each world takes the place of what was there,
 * when it is complete. */
#include "evidence/load/loading.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void kf_loader_keep_in(kf_loader *l, const kf_backend_site *site)
{
    l->site = site;
}

/* ---- The fingerprint of what sources hold ---- */

static bool can_be_read_twice(const kf_evidence_source *source)
{
    struct stat info;
    if (source->kind != KF_FROM_FILE) return source->kind == KF_FROM_MEMORY;
    return strcmp(source->name, "-") != 0 && stat(source->name, &info) == 0
           && S_ISREG(info.st_mode);
}

static kerf_status add_content(kf_loader *l, const kf_evidence_source *source, kf_fingerprint *p)
{
    enum { BLOCK = 1 << 16 };
    size_t got = 0;
    const char *why = "unknown failure";
    l->file_name = source->name;
    KF_TRY(kf_loader_open_input(l, source));
    char *block = kf_mem_alloc(l->mem, BLOCK, 1);
    kerf_status st = block ? KERF_OK : KERF_NO_MEMORY;
    size_t n = BLOCK;
    while (st == KERF_OK && n == BLOCK) {
        for (n = 0, got = 1; st == KERF_OK && got > 0 && n < BLOCK; n += got)
            st = kf_input_read(l->input, block + n, BLOCK - n, &got, &why);
        if (st == KERF_OK) kf_fingerprint_add_text(p, (kf_str){ block, n });
    }
    if (st == KERF_IO)
        kf_diag_add(l->diags, KERF_ERROR, &(kf_place){ 0 }, NULL, "cannot read %s: %s",
                    l->file_name, why);
    kf_mem_free(l->mem, block, BLOCK, 1);
    kf_loader_close_source(l);
    return st;
}

/* All that sources hold, and what decides what is taken of it. */
static kerf_status take_print(kf_loader *l)
{
    kf_fingerprint *p = &l->print;
    bool *known = &l->known;
    *known = true;
    for (size_t i = 0; i < l->sources.n; i++) *known &= can_be_read_twice(&l->sources.at[i]);
    kf_fingerprint_begin(p);
    kf_fingerprint_add_model(p, l->model);
    kf_fingerprint_add(p, l->options.skip_unknown);
    kf_fingerprint_add(p, l->options.strict_types);
    kf_fingerprint_add(p, l->options.header);
    for (size_t i = 0; *known && i < l->sources.n; i++) {
        const kf_evidence_source *source = &l->sources.at[i];
        kf_fingerprint_add_text(p, kf_str_of(source->predicate ? source->predicate : ""));
        kf_fingerprint_add(p, source->apart);
        kf_fingerprint_add(p, source->predicate && kf_csv_has_tabs(source->name));
        KF_TRY(add_content(l, source, p));
    }
    return KERF_OK;
}

/* Of a world that cannot be found again by what its sources hold: no other has it. */
static void make_unique(const kf_loader *l, kf_fingerprint *print)
{
    double now = kf_now();
    uint64_t bits;
    memcpy(&bits, &now, sizeof bits);
    kf_fingerprint_add(print, bits);
    kf_fingerprint_add(print, (uint64_t)getpid());
    kf_fingerprint_add(print, l->delivered);
}

void kf_loader_end_world(kf_loader *l)
{
    kf_fingerprint print = l->print;
    if (!l->site) return;
    if (!l->known || !kf_loader_is_only(l)) make_unique(l, &print);
    kf_fingerprint_write(&print, l->fingerprint);
}

const char *kf_loader_fingerprint(const kf_loader *l)
{
    return l->fingerprint;
}

/* ---- Choosing ---- */

/* What no evidence has, so that it makes room. */
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

kerf_status kf_loader_look(kf_loader *l, bool *there)
{
    char text[KF_FINGERPRINT_TEXT];
    bool given = l->sources.n > 0 || l->imports.n > 0;
    *there = false;
    if (!given && is_missing(l->site->file)) return refuse_empty(l);
    KF_TRY(take_print(l));
    if (l->imports.n > 0) l->known = false; /* tables change */
    kf_fingerprint_write(&l->print, text);
    KF_TRY(open_site(l, !given ? NULL : l->known ? text : nothing, there));
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
