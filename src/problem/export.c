/* export.c -- what the writers of problem files share: output, comments, the offset. */
#include "problem/writing.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENOUGH = 1 << 16 };

static void hand_over(kf_sink *s)
{
    kf_str all = kf_text_get(&s->text);
    if (s->status == KERF_OK && s->text.failed) s->status = KERF_NO_MEMORY;
    if (s->status == KERF_OK && all.n && s->e->put(s->e->to, all.at, all.n) != 0)
        s->status = KERF_IO;
    kf_text_clear(&s->text);
}

void kf_sink_open(kf_sink *s, const kf_export *e)
{
    *s = (kf_sink){ .e = e, .status = KERF_OK };
    kf_text_init(&s->text, e->p->mem);
}

void kf_sink_line(kf_sink *s)
{
    kf_text_addc(&s->text, '\n');
    if (s->text.n >= ENOUGH || s->text.failed) hand_over(s);
}

kerf_status kf_sink_close(kf_sink *s)
{
    hand_over(s);
    kf_text_free(&s->text);
    return s->status;
}

/* ---- The offset ---- */

/* Sums of many terms lose little when what rounding takes away is carried along (Neumaier). */
double kf_export_base(const kf_problem *p, bool linear)
{
    double sum = 0, lost = 0;
    for (size_t i = 0; i < p->cost_false.n; i++) {
        double x = p->cost_false.at[i];
        if (!linear && p->cost_true.at[i] < x) x = p->cost_true.at[i];
        double next = sum + x;
        bool larger = sum >= x; /* no cost is negative */
        lost += larger ? (sum - next) + x : (x - next) + sum;
        sum = next;
    }
    return sum + lost;
}

/* Printed and read in whatever locale there is, so that only the value counts. */
void kf_add_cost(kf_text *to, double x)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.15g", x);
    kf_text_add_number(to, strtod(digits, NULL));
}

/* ---- Comments ---- */

static void comment(kf_sink *s, const char *mark, const char *text)
{
    kf_text_addf(&s->text, "%s %s", mark, text);
    kf_sink_line(s);
}

static void relation(kf_sink *s, const char *mark, double offset, double scale, double error)
{
    kf_text_addf(&s->text, "%s score = ", mark);
    kf_add_cost(&s->text, offset);
    kf_text_add(&s->text, KF_STR(" - objective"));
    if (scale != 1) {
        kf_text_add(&s->text, KF_STR(" / "));
        kf_text_add_number(&s->text, scale);
    }
    kf_sink_line(s);
    if (error <= 0) return;
    kf_text_addf(&s->text, "%s weights are rounded to integers: the score is at most ", mark);
    kf_add_cost(&s->text, error);
    kf_text_add(&s->text, KF_STR(" off"));
    kf_sink_line(s);
}

/* A name may hold any text: a line break in it would end the comment. Names are quoted where they
 * are not plain, so that none is there; this makes sure. */
static void one_line(kf_text *text, size_t from)
{
    for (size_t i = from; i < text->n; i++)
        if (text->at[i] == '\n' || text->at[i] == '\r') text->at[i] = ' ';
}

void kf_sink_comments(kf_sink *s, const char *mark, double offset, double scale, double error)
{
    comment(s, mark, "a ground Markov logic network, written by kerf; minimise the objective");
    relation(s, mark, offset, scale, error);
    comment(s, mark, "variables that are not named here are auxiliary");
    for (uint32_t i = 0; i < s->e->p->parent.n && s->status == KERF_OK; i++) {
        size_t before = s->text.n;
        kf_text_addf(&s->text, "%s x%u = ", mark, i + 1);
        size_t from = s->text.n;
        if (s->e->name && s->e->name(s->e->names, (kf_atom){ i }, &s->text)) {
            one_line(&s->text, from);
            kf_sink_line(s);
        } else if (!s->text.failed) {
            s->text.n = before;
            s->text.at[before] = '\0';
        }
    }
}
