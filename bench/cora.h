/* cora.h -- the Cora citations and the weights of the 46 formulas, read in place from the folder
 * of corpora; nothing of either is in this repository.
 *
 * Similarity evidence is made from the words: the cosine of idf-weighted word sets, in buckets. */
#ifndef BENCH_CORA_H
#define BENCH_CORA_H

#include "base/symbols.h"
#include "resolution.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CORA_FOLDS = 5 };

typedef struct cora_field {
    kf_symbols *strings, *words;
    KF_VEC(uint32_t) has; /* string, word, string, word */
} cora_field;

/* ---- Weights: the table in the corpora's own README ---- */

/* The numbers of a table row's last cell: first[f] for each field named in it, in order. */
static void cora_numbers(const char *cell, double *to, int per_field)
{
    for (int f = 0; f < FIELDS; f++) {
        const char *at = strstr(cell, field_names[f]);
        for (int k = 0; at && k < per_field; k++) {
            while (*at && !isdigit((unsigned char)*at) && *at != '-') at++;
            char *end;
            to[f * per_field + k] = strtod(at, &end);
            at = end;
        }
    }
}

static bool cora_weights(const char *folder, weights *w)
{
    static const struct {
        const char *begins;
        size_t at;
        int per_field;
    } rows[] = {
        { "`F(b1,x) ^ F(b2,y) => !SameF(x,y)`", offsetof(weights, not_field), 1 },
        { "`F(b1,x) ^ F(b2,y) ^ FScoreK(x,y) => SameF(x,y)`", offsetof(weights, field), BUCKETS },
        { "`F(b1,x) ^ F(b2,y) ^ SameF(x,y) => SameBib(b1,b2)`", offsetof(weights, up), 1 },
        { "`F(b1,x) ^ F(b2,y) ^ SameBib(b1,b2) => SameF(x,y)`", offsetof(weights, down), 1 },
        { "`F(b1,x) ^ F(b2,y) ^ FScoreK(x,y) => SameBib(b1,b2)`", offsetof(weights, bib), BUCKETS },
    };
    char path[1024], line[4096];
    snprintf(path, sizeof path, "%s/README.md", folder);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t found = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '|') continue;
        const char *cell = strrchr(line, '`');
        cell = cell ? strchr(cell, '|') : NULL;
        if (!cell) continue;
        if (strncmp(line + 2, "`!SameBib(b1,b2)`", 17) == 0) {
            w->not_bib = strtod(cell + 1, NULL);
            found++;
        }
        for (size_t i = 0; i < KF_LENGTH(rows); i++) {
            if (strncmp(line + 2, rows[i].begins, strlen(rows[i].begins)) != 0) continue;
            cora_numbers(cell, (double *)(void *)((char *)w + rows[i].at), rows[i].per_field);
            found++;
        }
    }
    fclose(file);
    return found == KF_LENGTH(rows) + 1;
}

/* ---- Words to buckets ---- */

static int cora_bucket(double s, bool same)
{
    if (same) return 0;
    if (s < 1e-12) return 5;
    return s > 0.8 ? 0 : s > 0.6 ? 1 : s > 0.4 ? 2 : s > 0.2 ? 3 : 4;
}

static void cora_scores(kf_text *to, int field, const cora_field *c)
{
    uint32_t n = kf_symbols_count(c->strings), m = kf_symbols_count(c->words);
    double *idf = calloc(m + 1, sizeof *idf), *length = calloc(n + 1, sizeof *length);
    bool *has = calloc((size_t)n * m + 1, 1);
    if (!idf || !length || !has) exit(1);
    for (size_t i = 0; i < c->has.n; i += 2)
        has[(size_t)c->has.at[i] * m + c->has.at[i + 1]] = true;
    for (uint32_t w = 0; w < m; w++) {
        for (uint32_t s = 0; s < n; s++) idf[w] += has[(size_t)s * m + w];
        idf[w] = log((double)n / idf[w]);
    }
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t w = 0; w < m; w++) length[s] += has[(size_t)s * m + w] ? idf[w] * idf[w] : 0;
        length[s] = sqrt(length[s]);
    }
    for (uint32_t s = 0; s < n; s++) {
        for (uint32_t t = 0; t < n; t++) {
            double dot = 0;
            for (uint32_t w = 0; w < m; w++) {
                if (has[(size_t)s * m + w] && has[(size_t)t * m + w]) dot += idf[w] * idf[w];
            }
            double cosine = dot > 0 ? dot / (length[s] * length[t]) : 0;
            kf_text_addf(to, "%sScore%d(", field_names[field],
                         bucket_names[cora_bucket(cosine, s == t)]);
            kf_text_add(to, kf_symbols_text(c->strings, s));
            kf_text_addf(to, ",");
            kf_text_add(to, kf_symbols_text(c->strings, t));
            kf_text_addf(to, ")\n");
        }
    }
    free(idf);
    free(length);
    free(has);
}

/* What is taken of the folds: all citations, or only the first few. */
typedef struct cora_part {
    kf_symbols *bibs;
    uint32_t most; /* 0: all */
    cora_field fields[FIELDS];
} cora_part;

/* Field(bib,string): copied, if the citation is among those taken. */
static void cora_field_line(kf_text *to, cora_part *part, const char *line)
{
    const char *open = strchr(line, '('), *comma = strchr(line, ','), *end = strchr(line, ')');
    if (!open || !comma || !end) return;
    for (int f = 0; f < FIELDS; f++) {
        size_t n = strlen(field_names[f]);
        if ((size_t)(open - line) != n || strncmp(line, field_names[f], n) != 0) continue;
        kf_str bib = { open + 1, (size_t)(comma - open - 1) };
        uint32_t which = kf_symbols_add(part->bibs, bib);
        if (part->most > 0 && which >= part->most) continue;
        kf_text_addf(to, "%s", line);
        kf_symbols_add(part->fields[f].strings, (kf_str){ comma + 1, (size_t)(end - comma - 1) });
    }
}

/* HasWordField(string,word): kept, if the string is one of those copied. */
static void cora_word_line(kf_mem *mem, cora_part *part, const char *line)
{
    const char *open = strchr(line, '('), *comma = strchr(line, ','), *end = strchr(line, ')');
    if (strncmp(line, "HasWord", 7) != 0 || !open || !comma || !end) return;
    for (int f = 0; f < FIELDS; f++) {
        cora_field *field = &part->fields[f];
        size_t n = strlen(field_names[f]);
        if ((size_t)(open - line) != 7 + n || strncmp(line + 7, field_names[f], n) != 0) continue;
        uint32_t s =
            kf_symbols_find(field->strings, (kf_str){ open + 1, (size_t)(comma - open - 1) });
        if (s == KF_NO_SYMBOL) continue;
        uint32_t w = kf_symbols_add(field->words, (kf_str){ comma + 1, (size_t)(end - comma - 1) });
        if (!kf_vec_push(mem, &field->has, s) || !kf_vec_push(mem, &field->has, w)) exit(1);
    }
}

/* Folds `first` to `last` as one world; only the first `most` citations of them, if that is not 0.
 * The truth is passed over. False: there are no such files. */
static bool cora_write(const char *folder, int first, int last, uint32_t most, kf_mem *mem,
                       kf_text *to)
{
    cora_part part = { .bibs = kf_symbols_new(mem), .most = most };
    bool good = part.bibs != NULL;
    for (int f = 0; f < FIELDS; f++) {
        part.fields[f].strings = kf_symbols_new(mem);
        part.fields[f].words = kf_symbols_new(mem);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = first; good && i <= last; i++) {
            char path[1024], line[4096];
            snprintf(path, sizeof path, "%s/cora/fold%d.db", folder, i);
            FILE *file = fopen(path, "r");
            good = file != NULL;
            while (good && fgets(line, sizeof line, file)) {
                if (pass == 0) cora_field_line(to, &part, line);
                else cora_word_line(mem, &part, line);
            }
            if (file) fclose(file);
        }
    }
    for (int f = 0; f < FIELDS; f++) {
        if (good) cora_scores(to, f, &part.fields[f]);
        kf_symbols_free(part.fields[f].strings);
        kf_symbols_free(part.fields[f].words);
        kf_vec_free(mem, &part.fields[f].has);
    }
    kf_symbols_free(part.bibs);
    return good;
}

/* ---- The folder ---- */

static const char *cora_folder(void)
{
    static const char *const places[] = { "../shared/corpora", "../../../../shared/corpora" };
    const char *given = getenv("KERF_CORPORA");
    if (given) return given;
    for (size_t i = 0; i < KF_LENGTH(places); i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/README.md", places[i]);
        FILE *file = fopen(path, "r");
        if (!file) continue;
        fclose(file);
        return places[i];
    }
    return places[0];
}

#endif
