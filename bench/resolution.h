/* resolution.h -- the entity resolution model of the benchmarks: 46 formulas over citations and
 * the strings of their author, title and venue, with weights from outside or our own. */
#ifndef BENCH_RESOLUTION_H
#define BENCH_RESOLUTION_H

#include "base/text.h"

enum { FIELDS = 3, BUCKETS = 6 };
static const char *const field_names[FIELDS] = { "Author", "Title", "Venue" };
static const char *const field_types[FIELDS] = { "author", "title", "venue" };
static const int bucket_names[BUCKETS] = { 100, 80, 60, 40, 20, 0 };

typedef struct weights {
    double not_bib;                /* !SameBib(b1,b2) */
    double not_field[FIELDS];      /* F(b1,x) ^ F(b2,y) => !SameF(x,y) */
    double field[FIELDS][BUCKETS]; /* F(b1,x) ^ F(b2,y) ^ FScoreK(x,y) => SameF(x,y) */
    double up[FIELDS];             /* F(b1,x) ^ F(b2,y) ^ SameF(x,y) => SameBib(b1,b2) */
    double down[FIELDS];           /* F(b1,x) ^ F(b2,y) ^ SameBib(b1,b2) => SameF(x,y) */
    double bib[FIELDS][BUCKETS];   /* F(b1,x) ^ F(b2,y) ^ FScoreK(x,y) => SameBib(b1,b2) */
} weights;

/* For generated citations: chosen by hand so that local solutions are mostly right, and wrong
 * often enough to violate something. */
static const weights plain_weights = {
    1.5,
    { 0.4, 1.5, 1.6 },
    { { 9, 7, 3, 1.5, 1, -6 }, { 9, 4, 3, 2, -5, -11 }, { 4, 2, 1, -1, -3, -4 } },
    { 1.5, 5, 5.5 },
    { 6.5, 8, 3.5 },
    { { 0.5, 0.7, 0.1, 0.1, -0.7, -6 },
      { 3, 3, 2.5, 1.5, -5, -11 },
      { 2, 1.5, 0.3, -0.4, -2.5, -3 } }
};

static const char resolution_hidden[] = "SameBib,SameAuthor,SameTitle,SameVenue";

/* The whole model; or only one formula, transitivity, beside the declarations. */
static void resolution_model(kf_text *to, const weights *w, bool only_transitivity)
{
    kf_text_addf(to, "SameBib(bib,bib)\n");
    for (int f = 0; f < FIELDS; f++) {
        const char *name = field_names[f], *type = field_types[f];
        kf_text_addf(to, "%s(bib,%s)\nSame%s(%s,%s)\n", name, type, name, type, type);
        for (int k = 0; k < BUCKETS; k++) {
            kf_text_addf(to, "%sScore%d(%s,%s)\n", name, bucket_names[k], type, type);
        }
    }
    kf_text_addf(to, "SameBib(b1,b2) ^ SameBib(b2,b3) => SameBib(b1,b3).\n");
    if (only_transitivity) return;
    kf_text_addf(to, "%.17g !SameBib(b1,b2)\n", w->not_bib);
    for (int f = 0; f < FIELDS; f++) {
        const char *n = field_names[f];
        kf_text_addf(to, "%.17g %s(b1,x) ^ %s(b2,y) => !Same%s(x,y)\n", w->not_field[f], n, n, n);
        kf_text_addf(to, "%.17g %s(b1,x) ^ %s(b2,y) ^ Same%s(x,y) => SameBib(b1,b2)\n", w->up[f], n,
                     n, n);
        kf_text_addf(to, "%.17g %s(b1,x) ^ %s(b2,y) ^ SameBib(b1,b2) => Same%s(x,y)\n", w->down[f],
                     n, n, n);
        for (int k = 0; k < BUCKETS; k++) {
            kf_text_addf(to, "%.17g %s(b1,x) ^ %s(b2,y) ^ %sScore%d(x,y) => Same%s(x,y)\n",
                         w->field[f][k], n, n, n, bucket_names[k], n);
            kf_text_addf(to, "%.17g %s(b1,x) ^ %s(b2,y) ^ %sScore%d(x,y) => SameBib(b1,b2)\n",
                         w->bib[f][k], n, n, n, bucket_names[k]);
        }
    }
}

#endif
