/* page.c -- parts of every page: figures, times, and formulas as text; see page.h. */
#include "report/pages/page.h"

#include "model/print/printer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

kerf_status kf_page_figure(kf_page *page, kf_draw_fn *draw, kf_plot *p, const char *caption)
{
    kf_text *to = page->to;
    char id[32];
    snprintf(id, sizeof id, "plot%u", ++page->plots);
    p->id = kf_arena_string(&page->scratch, kf_str_of(id));
    if (!p->id) return KERF_NO_MEMORY;
    kf_text_add(to, KF_STR("<figure>\n<figcaption><strong>"));
    kf_html_adds(to, p->title);
    kf_text_add(to, KF_STR("</strong></figcaption>\n"));
    draw(to, p);
    kf_text_add(to, KF_STR("<p class=\"soft\">"));
    kf_html_adds(to, caption);
    kf_text_add(to, KF_STR("</p>\n</figure>\n"));
    return KERF_OK;
}

kerf_status kf_page_series(kf_page *page, kf_draw_fn *draw, kf_plot p, kf_str of,
                           const double *values, const char *caption)
{
    kf_series series = { of, values };
    assert(p.n_series == 0);
    if (!p.x_name) p.x_name = "";
    p.n_series = 1;
    p.series = &series;
    return kf_page_figure(page, draw, &p, caption);
}

kerf_status kf_page_times(kf_page *page, const kf_times *t, const char *caption)
{
    kf_str names[KF_MOST_STEPS + 1];
    double values[KF_MOST_STEPS + 1], rest = t->total;
    size_t n = 0;
    assert(t->n <= KF_MOST_STEPS);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->steps[i].before) rest -= t->steps[i].seconds;
        if (t->steps[i].seconds <= 0) continue; /* it did not take place */
        names[n] = kf_str_of(t->steps[i].name);
        values[n++] = t->steps[i].seconds;
    }
    names[n] = KF_STR("other");
    values[n++] = fmax(0, rest);
    kf_plot p = { .title = "Where the time went", .n = n, .names = names, .seconds = true };
    return kf_page_series(page, kf_plot_rows, p, KF_STR("time"), values, caption);
}

static kf_str content_of(kf_page *page, const kf_rule *r)
{
    kf_printer printer = {
        .to = &page->cell, .model = page->m, .rule = r, .dialect = KF_DIALECT_KERF
    };
    kf_text_clear(&page->cell);
    kf_printer_written(&printer);
    if (page->cell.failed) page->to->failed = true;
    return kf_text_get(&page->cell);
}

void kf_page_content(kf_page *page, const kf_rule *r)
{
    kf_html_add(page->to, content_of(page, r));
}

kerf_status kf_page_rule_name(kf_page *page, const kf_rule *r, kf_str *out)
{
    assert(r->label.n > 0);
    *out = r->label;
    if (r->labelled) return KERF_OK;
    kf_str text = content_of(page, r);
    /* Long formulas are cut off, and alike in their beginnings: the label tells them apart. */
    bool cut = text.n > KF_PLOT_NAME;
    size_t n = (cut ? r->label.n + 1 : 0) + text.n;
    char *name = kf_arena_alloc(&page->scratch, n + 1, 1);
    if (!name || page->cell.failed) return KERF_NO_MEMORY;
    if (cut) memcpy(name, r->label.at, r->label.n);
    if (cut) name[r->label.n] = ' ';
    memcpy(name + n - text.n, text.at, text.n);
    *out = (kf_str){ name, n };
    return KERF_OK;
}

void kf_page_heading(kf_page *page, const char *text)
{
    kf_text_addf(page->to, "<h%d>%s</h%d>\n", page->level, text, page->level);
}
