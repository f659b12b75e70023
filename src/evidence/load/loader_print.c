/* loader_print.c -- the fingerprint of the sources, by which a later run finds their evidence.
 *
 * It covers the model, the options that decide what is taken, and every byte of every source. The
 * bytes go by while the sources are read (kf_loader_print_on_reading), or in a reading of their own
 * (kf_loader_print_sources). They are hashed in blocks of one size, so both give the same value. */
#include "base/clock.h"
#include "evidence/load/loading.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

static bool can_be_read_twice(const kf_evidence_source *source)
{
    struct stat info;
    if (source->kind == KF_FROM_VALUES) return source->feed->whole != NULL;
    if (source->kind != KF_FROM_FILE) return source->kind == KF_FROM_MEMORY;
    return strcmp(source->name, "-") != 0 && stat(source->name, &info) == 0
           && S_ISREG(info.st_mode);
}

void kf_loader_begin_print(kf_loader *l)
{
    kf_fingerprint *p = &l->print;
    assert(l->current == 0 && !l->input);
    l->known = l->imports.n == 0; /* tables change */
    for (size_t i = 0; i < l->sources.n; i++) l->known &= can_be_read_twice(&l->sources.at[i]);
    kf_fingerprint_begin(p);
    kf_fingerprint_add_model(p, l->model);
    kf_fingerprint_add(p, l->options.skip_unknown);
    kf_fingerprint_add(p, l->options.strict_types);
    kf_fingerprint_add(p, l->options.header);
    kf_fingerprint_add(p, l->options.blank);
    kf_fingerprint_add(p, l->options.merge);
}

/* ---- Bytes ---- */

static void add_block(kf_loader *l)
{
    kf_fingerprint_add_text(&l->print, (kf_str){ l->block, l->n_block });
    l->n_block = 0;
}

static void add_bytes(void *context, const void *bytes, size_t n)
{
    kf_loader *l = context;
    for (const char *at = bytes; n > 0;) {
        assert(l->block && l->n_block < BLOCK);
        size_t part = n < BLOCK - l->n_block ? n : BLOCK - l->n_block;
        memcpy(l->block + l->n_block, at, part);
        l->n_block += part;
        at += part;
        n -= part;
        if (l->n_block == BLOCK) add_block(l);
    }
}

void kf_loader_watch_source(kf_loader *l, const kf_evidence_source *source)
{
    if (!l->block) return;
    assert(l->known && l->n_block == 0);
    kf_fingerprint_add_text(&l->print, kf_str_of(source->predicate ? source->predicate : ""));
    kf_fingerprint_add_text(&l->print, kf_str_of(source->columns ? source->columns : ""));
    kf_fingerprint_add(&l->print, source->apart);
    kf_fingerprint_add(&l->print, source->predicate && kf_csv_has_tabs(source->name));
    kf_input_watch(l->input, add_bytes, l);
}

kerf_status kf_loader_print_values(kf_loader *l, const kf_evidence_source *source)
{
    if (!l->block) return KERF_OK;
    assert(source->feed && source->feed->whole);
    kf_fingerprint_add_text(&l->print, kf_str_of(source->predicate));
    kf_fingerprint_add(&l->print, source->said.truth);
    kf_fingerprint_add(&l->print, source->said.skip_nulls);
    return kf_chunk_print(source->feed->whole, &l->print, l->options.stop);
}

kerf_status kf_loader_end_print(kf_loader *l)
{
    const char *why = "unknown failure";
    char rest[4096];
    kerf_status st = KERF_OK;
    if (!l->block || l->values) return KERF_OK;
    for (size_t got = 1; st == KERF_OK && got > 0;)
        st = kf_input_read(l->input, rest, sizeof rest, &got, &why);
    if (st == KERF_OK) add_block(l);
    if (st == KERF_IO)
        kf_diag_add(l->diags, KERF_ERROR, &(kf_place){ 0 }, NULL, "cannot read %s: %s",
                    l->file_name, why);
    return st;
}

/* ---- Sources ---- */

kerf_status kf_loader_print_on_reading(kf_loader *l)
{
    assert(l->known && !l->block);
    l->block = kf_mem_alloc(l->mem, BLOCK, 1);
    return l->block ? KERF_OK : KERF_NO_MEMORY;
}

void kf_loader_free_block(kf_loader *l)
{
    kf_mem_free(l->mem, l->block, BLOCK, 1);
    l->block = NULL;
    l->n_block = 0;
}

kerf_status kf_loader_print_source(kf_loader *l, const kf_evidence_source *source)
{
    if (!l->block) return KERF_OK;
    if (source->kind == KF_FROM_VALUES) return kf_loader_print_values(l, source);
    l->file_name = source->name;
    KF_TRY(kf_loader_open_input(l, source));
    kerf_status st = kf_loader_end_print(l);
    kf_loader_close_source(l);
    return st;
}

kerf_status kf_loader_print_sources(kf_loader *l)
{
    kerf_status st = kf_loader_print_on_reading(l);
    for (size_t i = 0; st == KERF_OK && i < l->sources.n; i++)
        st = kf_loader_print_source(l, &l->sources.at[i]);
    kf_loader_free_block(l);
    return st;
}

/* ---- Worlds ---- */

/* For evidence that cannot be found again by its sources: no other has this fingerprint. */
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
