/* pll.c -- pseudo-likelihood on four Cora folds, then inference on the fifth: time, memory, F1.
 *
 *     pll [FOLD [SHARE]]      5 1
 *
 * The 46 soft formulas learn from all folds but FOLD, with SHARE of the false atoms; the result is
 * tried on FOLD. Where there are no Cora citations (see cora.h for the place), it says so and that
 * is all. Files are written to the current folder and removed. CPU time of the process. */
#include "cora.h"
#include "kerf.h"

#include <sys/resource.h>
#include <time.h>

static const char hidden[] = "SameBib,SameAuthor,SameTitle,SameVenue";
static const char learned[] = "pll-bench.mln", answer[] = "pll-bench-answer.db";
static const char truth[] = "pll-bench-truth.db";

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void check(kerf *k, kerf_status status)
{
    if (status == KERF_OK) return;
    fprintf(stderr, "pll: %s\n", kerf_error(k));
    exit(1);
}

/* What the fold says of hidden predicates. */
static void add_truth(const char *corpora, int fold, kf_text *to)
{
    char path[1024], line[4096];
    snprintf(path, sizeof path, "%s/cora/fold%d.db", corpora, fold);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "Same", 4) == 0) kf_text_addf(to, "%s", line);
    if (file) fclose(file);
}

static void save(const char *path, const kf_text *text)
{
    FILE *file = fopen(path, "w");
    bool good = file && !text->failed && fwrite(text->at, 1, text->n, file) == text->n;
    if (file) good &= fclose(file) == 0;
    if (good) return;
    perror(path);
    exit(1);
}

static void learn(const kf_text *model, const kf_text *worlds, const char *share)
{
    kerf *k = kerf_new(NULL);
    kerf_learned r;
    struct rusage usage;
    double began = now();
    if (!k) exit(1);
    check(k, kerf_set(k, "method", "pll"));
    check(k, kerf_set(k, "negatives", share));
    check(k, kerf_set(k, "query", hidden));
    check(k, kerf_read_model_memory(k, "cora.mln", model->at, model->n));
    check(k, kerf_add_evidence_memory(k, "folds.db", worlds->at, worlds->n));
    check(k, kerf_learn(k, NULL, &r));
    getrusage(RUSAGE_SELF, &usage);
    printf("%u worlds, %.0f hidden atoms of %llu kinds, %llu weights, %u steps\n", r.worlds,
           r.atoms, (unsigned long long)r.groups, (unsigned long long)r.parameters, r.epochs);
    printf("log pseudo-likelihood %.3f, standard error %.3g\n", r.likelihood, r.likelihood_error);
    printf("%-28s %8.2f s, %.0f MB counted, %.0f MB at most\n", "learning", now() - began,
           (double)kerf_memory_peak(k) / (1 << 20), (double)usage.ru_maxrss / 1024);
    check(k, kerf_write_learned(k, learned));
    kerf_free(k);
}

static int write_to(void *context, const char *text, size_t n)
{
    return fwrite(text, 1, n, context) != n;
}

static void predict(const kf_text *evidence)
{
    kerf *k = kerf_new(NULL);
    kerf_result r;
    kerf_evaluation all;
    int more;
    double began = now();
    if (!k) exit(1);
    check(k, kerf_read_model(k, learned));
    check(k, kerf_add_evidence_memory(k, "fold.db", evidence->at, evidence->n));
    check(k, kerf_next_world(k, &more));
    check(k, kerf_map(k, NULL, &r));
    printf("%-28s %8.2f s\n", "inference", now() - began);
    FILE *file = fopen(answer, "w");
    if (!file) exit(1);
    check(k, kerf_write_answer(k, KERF_ANSWER_DB, write_to, file));
    if (fclose(file) != 0) exit(1);
    check(k, kerf_evaluate(k, truth, answer, NULL, &all));
    for (size_t i = 0; i < kerf_evaluated_count(k); i++) {
        kerf_evaluation e;
        check(k, kerf_evaluated_get(k, i, &e));
        printf("%-28s precision %.4f, recall %.4f, F1 %.4f\n", e.predicate ? e.predicate : "all",
               e.precision, e.recall, e.f1);
    }
    kerf_free(k);
}

int main(int argc, char **argv)
{
    int left_out = argc > 1 ? (int)strtol(argv[1], NULL, 10) : CORA_FOLDS;
    const char *corpora = cora_folder();
    kf_mem mem;
    kf_text model, worlds, evidence, right;
    weights w = plain_weights;
    kf_mem_init(&mem, 0);
    kf_text_init(&model, &mem);
    kf_text_init(&worlds, &mem);
    kf_text_init(&evidence, &mem);
    kf_text_init(&right, &mem);
    bool real =
        cora_weights(corpora, &w) && cora_write(corpora, left_out, left_out, 0, &mem, &evidence);
    resolution_model(&model, &w, false); /* the weights are learned anew */
    for (int i = 1; real && i <= CORA_FOLDS; i++) {
        if (i == left_out) continue;
        kf_text_addf(&worlds, ">> fold%d\n", i);
        real = cora_write(corpora, i, i, 0, &mem, &worlds);
        add_truth(corpora, i, &worlds);
    }
    if (real) {
        add_truth(corpora, left_out, &right);
        save(truth, &right);
        learn(&model, &worlds, argc > 2 ? argv[2] : "1");
        predict(&evidence);
        remove(truth);
        remove(answer);
        remove(learned);
    } else {
        printf("no Cora citations in %s: nothing is measured\n", corpora);
    }
    kf_text_free(&model);
    kf_text_free(&worlds);
    kf_text_free(&evidence);
    kf_text_free(&right);
    return 0;
}
