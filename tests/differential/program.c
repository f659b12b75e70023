/* program.c -- programs as text, read from and written to files, loaded; see program.h. */
#include "program.h"

#include "base/check.h"
#include "lang/check_tree.h"
#include "model/check_model.h"
#include "query/backend.h"
#include "evidence/load/weights.h"

#include <string.h>

static const char *const headings[PARTS] = { NULL, "== weights\n", "== evidence\n" };

void program_print(const program *p, FILE *to)
{
    for (int part = 0; part < PARTS; part++) {
        if (headings[part]) fputs(headings[part], to);
        for (uint32_t i = 0; i < p->n; i++)
            if ((int)p->at[i].part == part) fprintf(to, "%s\n", p->at[i].text);
    }
}

bool program_read(program *p, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in) return false;
    char text[MOST_LINE];
    section part = IN_MODEL;
    p->n = 0;
    while (fgets(text, sizeof text, in)) {
        if (strcmp(text, headings[IN_WEIGHTS]) == 0) {
            part = IN_WEIGHTS;
        } else if (strcmp(text, headings[IN_EVIDENCE]) == 0) {
            part = IN_EVIDENCE;
        } else if (p->n < MOST_LINES) {
            line *l = &p->at[p->n++];
            l->part = part;
            text[strcspn(text, "\n")] = '\0';
            memcpy(l->text, text, sizeof text);
        }
    }
    fclose(in);
    return true;
}

/* ---- Loading -------------------------------------------------------------------------------- */

static bool gather(loaded *l, const program *p)
{
    size_t n[PARTS] = { 0 };
    for (uint32_t i = 0; i < p->n; i++) {
        section part = p->at[i].part;
        size_t length = strlen(p->at[i].text);
        if (n[part] + length + 2 > sizeof l->text[part]) return false;
        memcpy(l->text[part] + n[part], p->at[i].text, length);
        n[part] += length;
        l->text[part][n[part]++] = '\n';
        l->text[part][n[part]] = '\0';
    }
    return true;
}

void loaded_check(const loaded *l)
{
    kf_program_check(l->syntax);
    kf_model_check(l->model);
}

static kerf_status read_model(loaded *l)
{
    kf_input *input = NULL;
    const kf_parse_options parsing = { .dialect = KF_DIALECT_KERF };
    const kf_build_options building = { 0 };
    KF_TRY(kf_input_open_memory(&input, &l->mem, l->text[IN_MODEL], strlen(l->text[IN_MODEL])));
    kerf_status st = kf_parse(l->syntax, input, "m.mln", &parsing, l->diags);
    kf_input_close(input);
    if (st == KERF_OK) KF_CHECK(kf_program_check(l->syntax));
    if (st == KERF_OK) st = kf_model_build(l->model, l->syntax, &building, l->diags);
    if (st != KERF_OK) return st;
    KF_CHECK(kf_model_check(l->model));
    KF_TRY(kf_input_open_memory(&input, &l->mem, l->text[IN_WEIGHTS], strlen(l->text[IN_WEIGHTS])));
    st = kf_weights_read(l->model, input, "m.weights", false, l->diags);
    kf_input_close(input);
    if (st == KERF_OK) kf_model_fix_constants(l->model);
    if (st == KERF_OK) KF_CHECK(loaded_check(l));
    return st;
}

/* again: from where it was stored, without the text. */
static kerf_status read_world(loaded *l, bool again)
{
    const kf_loader_options loading = { 0 };
    const char *text = l->text[IN_EVIDENCE];
    kf_backend_site site = { 0 };
    bool more;
    KF_TRY(kf_loader_new(&l->loader, &l->mem, l->model, l->world, &loading, l->diags));
    if (!again) KF_TRY(kf_loader_add_memory(l->loader, "e.db", text, strlen(text)));
    if (l->site) {
        site = *l->site;
        site.diags = l->diags;
        kf_loader_keep_in(l->loader, &site);
    }
    kerf_status st = kf_loader_next(l->loader, &more);
    kf_loader_keep_in(l->loader, NULL);
    return st;
}

static kerf_status read_evidence(loaded *l, bool again)
{
    const kf_settle_options settling = { 0 };
    kf_seen seen[32] = { { 0 } };
    l->world = kf_evidence_new(&l->mem, l->model);
    if (!l->world || l->model->predicates.n > KF_LENGTH(seen)) return KERF_NO_MEMORY;
    KF_TRY(read_world(l, again));
    kf_evidence_seen(l->world, seen);
    KF_TRY(kf_model_settle(l->model, &settling, seen, l->diags));
    KF_TRY(kf_evidence_settle(l->world, l->diags));
    KF_CHECK(loaded_check(l));
    return KERF_OK;
}

kerf_status loaded_open_in(loaded *l, const program *p, const kf_backend_site *site, bool again)
{
    memset(l, 0, sizeof *l);
    kf_mem_init(&l->mem, 0);
    l->site = site;
    l->diags = kf_diags_new(&l->mem);
    l->syntax = kf_program_new(&l->mem);
    l->model = kf_model_new(&l->mem);
    if (!l->diags || !l->syntax || !l->model) return KERF_NO_MEMORY;
    if (!gather(l, p)) return KERF_LIMIT;
    KF_TRY(read_model(l));
    return read_evidence(l, again);
}

kerf_status loaded_open(loaded *l, const program *p)
{
    return loaded_open_in(l, p, NULL, false);
}

void loaded_close(loaded *l)
{
    kf_loader_free(l->loader);
    kf_evidence_free(l->world);
    kf_model_free(l->model);
    kf_program_free(l->syntax);
    kf_diags_free(l->diags);
    l->loader = NULL;
    l->world = NULL;
    l->model = NULL;
    l->syntax = NULL;
    l->diags = NULL;
}
