/* cora_files.c -- model and evidence files for map.py.
 *
 * Usage: cora_files FOLDER
 *
 *     model.mln               the entity resolution model; SameBib and the others are hidden
 *     fold1.db ... fold5.db   the Cora citations, fold by fold
 *     union.db                all of them as one world
 *     first25.db, 50, 100     the first citations of the first fold
 *
 * Prints "cora". Where there are no Cora citations (see cora.h for the place), it says so on
 * standard error, writes generated ones of the same number instead, and prints "generated". Idf is
 * over the strings of the file at hand. */
#include "citations.h"
#include "cora.h"

enum { A_FOLD = 259, ALL = 1295 };

typedef struct part {
    const char *name;
    int first, last; /* folds */
    uint32_t most;   /* citations; 0: all */
    uint32_t n;      /* how many to generate instead */
} part;

static const part parts[] = {
    { "fold1", 1, 1, 0, A_FOLD }, { "fold2", 2, 2, 0, A_FOLD }, { "fold3", 3, 3, 0, A_FOLD },
    { "fold4", 4, 4, 0, A_FOLD }, { "fold5", 5, 5, 0, A_FOLD }, { "union", 1, 5, 0, ALL },
    { "first25", 1, 1, 25, 25 },  { "first50", 1, 1, 50, 50 },  { "first100", 1, 1, 100, 100 },
};

static void save(const char *folder, const char *name, const kf_text *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    bool good = file && !text->failed && fwrite(text->at, 1, text->n, file) == text->n;
    if (file) good &= fclose(file) == 0;
    if (good) return;
    fprintf(stderr, "cora_files: %s cannot be written\n", path);
    exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: cora_files FOLDER\n");
        return 2;
    }
    kf_mem mem;
    kf_text text;
    weights w = plain_weights;
    const char *corpora = cora_folder();
    kf_mem_init(&mem, 0);
    kf_text_init(&text, &mem);
    bool real = cora_weights(corpora, &w) && cora_write(corpora, 1, 1, 1, &mem, &text);
    if (!real) {
        w = plain_weights;
        fprintf(stderr, "no Cora citations in %s: generated ones stand in\n", corpora);
    }
    kf_text_free(&text);
    kf_text_init(&text, &mem);
    resolution_model(&text, &w, false);
    save(argv[1], "model.mln", &text);
    for (size_t i = 0; i < KF_LENGTH(parts); i++) {
        const part *p = &parts[i];
        char name[32];
        kf_text_free(&text);
        kf_text_init(&text, &mem);
        if (!real) citations_write(&text, p->n, i + 1);
        else if (!cora_write(corpora, p->first, p->last, p->most, &mem, &text)) return 1;
        snprintf(name, sizeof name, "%s.db", p->name);
        save(argv[1], name, &text);
    }
    kf_text_free(&text);
    printf("%s\n", real ? "cora" : "generated");
    return 0;
}
