/* page.c -- parts of every page: figures, and formulas as text; see page.h. */
#include "report/pages/page.h"

#include "model/print/printer.h"

#include <assert.h>
#include <stdio.h>

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

static kf_str content_of(kf_page *page, const kf_rule *r)
{
    kf_printer printer = {
        .to = &page->cell, .model = page->m, .rule = r, .dialect = KF_DIALECT_KERF
    };
    kf_text_clear(&page->cell);
    kf_printer_content(&printer);
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
    const char *copy = kf_arena_string(&page->scratch, text);
    if (!copy || page->cell.failed) return KERF_NO_MEMORY;
    *out = (kf_str){ copy, text.n };
    return KERF_OK;
}
