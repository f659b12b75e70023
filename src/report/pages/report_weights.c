/* report_weights.c -- the weights that were learned: the largest of all, and of every formula. */
#include "report/pages/page.h"

#include "model/weight_table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_WEIGHTS = 30, MOST_FORMULAS = 200 };

typedef struct weight {
    const kf_rule *r;
    uint32_t row; /* of its table, if it has one */
    double value;
} weight;

typedef struct formula {
    const kf_rule *r;
    uint32_t n, zero; /* weights, and those that are 0 */
    weight largest;
} formula;

static double weight_of(const kf_rule *r, uint32_t row)
{
    assert(r->table || row == 0);
    return r->table ? kf_weight_table_weight(r->table, row) : r->weight;
}

/* By size; of equal ones the first in the model. */
static int by_size(const void *a, const void *b)
{
    const weight *x = a, *y = b;
    double p = fabs(x->value), q = fabs(y->value);
    if (p > q || p < q) return p > q ? -1 : 1;
    if (x->r != y->r) return x->r < y->r ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static int by_largest(const void *a, const void *b)
{
    const formula *x = a, *y = b;
    return by_size(&x->largest, &y->largest);
}

/* Keeps the list sorted; what falls off its end is lost. */
static void keep(weight *list, uint32_t *n, weight w)
{
    uint32_t at = *n;
    assert(at <= MOST_WEIGHTS && !isnan(w.value));
    if (at == MOST_WEIGHTS && by_size(&list[at - 1], &w) < 0) return;
    if (at == MOST_WEIGHTS) at--;
    else ++*n;
    for (; at > 0 && by_size(&list[at - 1], &w) > 0; at--) list[at] = list[at - 1];
    list[at] = w;
}

/* ---- Cells ---------------------------------------------------------------------------------- */

/* The constants of its +variables; nothing where the formula has one weight. */
static void add_constants(kf_page *page, const weight *w)
{
    const kf_rule *r = w->r;
    const uint32_t *key = r->table ? kf_weight_table_key(r->table, w->row) : NULL;
    kf_text_clear(&page->cell);
    for (uint32_t i = 0; key && i < r->n_parameters; i++) {
        if (i > 0) kf_text_add(&page->cell, KF_STR(", "));
        kf_print_fact_constant(
            &page->cell, kf_constant_text(page->m, r->variables[r->parameters[i]].type, key[i]));
    }
    kf_text_add(page->to, KF_STR("<td class=\"f\">"));
    kf_html_add(page->to, kf_text_get(&page->cell));
    kf_text_add(page->to, KF_STR("</td>"));
    if (page->cell.failed) page->to->failed = true;
}

/* ---- Tables --------------------------------------------------------------------------------- */

static void add_largest(kf_page *page, const weight *list, uint32_t n)
{
    static const kf_html_column columns[] = { { "weight", true },
                                              { "formula", false },
                                              { "constants", false } };
    kf_text_add(page->to, KF_STR("<h2>The largest weights</h2>\n"));
    kf_html_table(page->to, "The largest weights, by their size", columns, KF_LENGTH(columns));
    for (uint32_t i = 0; i < n; i++) {
        kf_text_add(page->to, KF_STR("<tr>"));
        kf_html_cell_number(page->to, list[i].value);
        kf_text_add(page->to, KF_STR("<td class=\"f\">"));
        if (list[i].r->labelled) kf_html_add(page->to, list[i].r->label);
        else kf_page_content(page, list[i].r);
        kf_text_add(page->to, KF_STR("</td>"));
        add_constants(page, &list[i]);
        kf_text_add(page->to, KF_STR("</tr>\n"));
    }
    kf_html_table_end(page->to);
}

static void add_formula(kf_page *page, const formula *f, bool tables)
{
    kf_text_add(page->to, KF_STR("<tr>"));
    kf_html_cell(page->to, f->r->label);
    if (tables) kf_html_cell_count(page->to, f->n);
    if (tables) kf_html_cell_count(page->to, f->zero);
    kf_html_cell_number(page->to, f->n > 0 ? f->largest.value : NAN);
    if (tables && f->n > 0) add_constants(page, &f->largest);
    else if (tables) kf_html_cell(page->to, KF_STR(""));
    kf_text_add(page->to, KF_STR("<td class=\"f\">"));
    kf_page_content(page, f->r);
    kf_text_add(page->to, KF_STR("</td></tr>\n"));
}

/* tables: there are weights by constant; else one for each formula. */
static void add_formulas(kf_page *page, const formula *all, size_t n, bool tables)
{
    static const kf_html_column wide[] = {
        { "label", false },  { "weights", true },    { "at 0", true },
        { "largest", true }, { "constants", false }, { "formula", false },
    };
    static const kf_html_column plain[] = { { "label", false },
                                            { "weight", true },
                                            { "formula", false } };
    kf_text_add(page->to, KF_STR("<h2>Formulas that were learned</h2>\n"));
    if (tables) kf_html_table(page->to, "Formulas by their largest weight", wide, KF_LENGTH(wide));
    else kf_html_table(page->to, "Formulas by their weight", plain, KF_LENGTH(plain));
    for (size_t i = 0; i < n && i < MOST_FORMULAS; i++) add_formula(page, &all[i], tables);
    kf_html_table_end(page->to);
    if (n <= MOST_FORMULAS) return;
    kf_text_add(page->to, KF_STR("<p class=\"soft\">and "));
    kf_html_count(page->to, n - MOST_FORMULAS);
    kf_text_add(page->to, KF_STR(" more</p>\n"));
}

static formula look_at(const kf_rule *r, weight *list, uint32_t *n_list)
{
    formula f = { .r = r,
                  .n = r->table ? kf_weight_table_count(r->table) : 1,
                  .largest = { .r = r } };
    for (uint32_t row = 0; row < f.n; row++) {
        weight w = { r, row, weight_of(r, row) };
        f.zero += w.value == 0;
        if (row == 0 || by_size(&w, &f.largest) < 0) f.largest = w;
        if (w.value != 0) keep(list, n_list, w);
    }
    return f;
}

kerf_status kf_page_weights(kf_page *page, const kf_learn_record *l)
{
    weight list[MOST_WEIGHTS];
    assert(l->n_rules == page->m->rules.n);
    uint32_t n_list = 0;
    size_t n = 0;
    formula *all = kf_arena_alloc(&page->scratch, l->n_rules + 1, sizeof *all);
    if (!all) return KERF_NO_MEMORY;
    for (size_t i = 0; i < l->n_rules; i++)
        if (l->rules[i]) all[n++] = look_at(&page->m->rules.at[i], list, &n_list);
    qsort(all, n, sizeof *all, by_largest);
    bool tables = false;
    for (size_t i = 0; i < n; i++) tables |= all[i].r->table != NULL;
    if (n_list > 0 && tables) add_largest(page, list, n_list);
    add_formulas(page, all, n, tables);
    return KERF_OK;
}
