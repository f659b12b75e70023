/* report_told.c -- the answer of a run on its page: true atoms by predicate, as clusters where they
 * are such, and where the answer goes against soft evidence. */
#include "report/pages/page.h"

enum {
    MOST_OPEN = 40,
    MOST_CARDS_OPEN = 30,
    MOST_CHANGES_OPEN = 15
}; /* that are seen at once; the others on a click */

/* ---- Lists ---------------------------------------------------------------------------------- */

static void begin_more(kf_text *to, uint64_t n, const char *what)
{
    kf_text_add(to, KF_STR("<details><summary>"));
    kf_html_plural(to, n, what);
    kf_text_add(to, KF_STR(" more</summary>\n"));
}

static void add_atoms(kf_text *to, const char *const *atoms, uint32_t n)
{
    kf_text_add(to, KF_STR("<ul class=\"list\">\n"));
    for (uint32_t i = 0; i < n; i++) {
        kf_text_add(to, KF_STR("<li class=\"i f\">"));
        kf_html_adds(to, atoms[i]);
        kf_text_add(to, KF_STR("</li>\n"));
    }
    kf_text_add(to, KF_STR("</ul>\n"));
}

static void add_cluster(kf_text *to, const kf_told_cluster *c)
{
    kf_text_add(to, KF_STR("<li class=\"i\"><b>"));
    kf_html_count(to, c->n);
    kf_text_add(to, KF_STR("</b> "));
    for (uint32_t i = 0; i < c->n_members; i++) {
        kf_text_add(to, KF_STR("<span class=\"f\">"));
        kf_html_adds(to, c->members[i]);
        kf_text_add(to, KF_STR("</span> "));
    }
    if (c->n > c->n_members) {
        kf_text_add(to, KF_STR("<span class=\"soft\">and "));
        kf_html_count(to, c->n - c->n_members);
        kf_text_add(to, KF_STR(" more</span>"));
    }
    kf_text_add(to, KF_STR("</li>\n"));
}

static void add_cards(kf_text *to, const kf_told_cluster *clusters, uint32_t n)
{
    kf_text_add(to, KF_STR("<ul class=\"cards\">\n"));
    for (uint32_t i = 0; i < n; i++) add_cluster(to, &clusters[i]);
    kf_text_add(to, KF_STR("</ul>\n"));
}

/* Where the rest is. */
static void add_rest(kf_text *to, uint64_t told, uint64_t all, const char *what)
{
    if (told >= all) return;
    kf_text_add(to, KF_STR("<p class=\"soft\">"));
    kf_html_count(to, told);
    kf_text_add(to, KF_STR(" of "));
    kf_html_plural(to, all, what);
    kf_text_add(to, KF_STR(" are on this page, so that it stays small. The answer that kerf wrote "
                           "has all of them.</p>\n"));
}

/* ---- One predicate -------------------------------------------------------------------------- */

static void add_head(kf_page *page, const kf_told_predicate *p)
{
    kf_text *to = page->to;
    kf_text_addf(to, "<h%d><span class=\"f\">", page->level + 1);
    kf_html_add(to, kf_predicate_name(page->m, p->predicate));
    kf_text_add(to, KF_STR("</span>: "));
    kf_html_count(to, p->n_true);
    kf_text_add(to, KF_STR(" true"));
    kf_text_addf(to, "</h%d>\n", page->level + 1);
}

/* Those that evidence gives: no news, but true. */
static void add_given(kf_text *to, const kf_told_predicate *p)
{
    if (p->n_given == 0) return;
    if (p->n_gifts == 0) {
        kf_text_add(to, KF_STR("<p class=\"soft\">"));
        kf_html_count(to, p->n_given);
        kf_text_add(to, KF_STR(" given by the evidence.</p>\n"));
        return;
    }
    kf_text_addf(to, "<details%s><summary>", p->n_given == p->n_true ? " open=\"open\"" : "");
    kf_html_count(to, p->n_given);
    kf_text_add(to, KF_STR(" given by the evidence</summary>\n"));
    add_atoms(to, p->given, p->n_gifts);
    add_rest(to, p->n_gifts, p->n_given, "atom");
    kf_text_add(to, KF_STR("</details>\n"));
}

static void add_clusters(kf_text *to, const kf_told_predicate *p)
{
    uint32_t open = p->n_clusters < MOST_CARDS_OPEN ? p->n_clusters : MOST_CARDS_OPEN;
    kf_text_add(to, KF_STR("<p>"));
    kf_html_plural(to, p->all_clusters, "cluster");
    kf_text_add(to, KF_STR(" of "));
    kf_html_plural(to, p->all_members, "constant");
    if (p->all_clusters > 1) kf_text_add(to, KF_STR(", the largest first"));
    kf_text_add(to, KF_STR(". Any two on a card are related, no two on different cards are. "
                           "A constant that is on no card stands alone.</p>\n"));
    add_cards(to, p->clusters, open);
    if (p->n_clusters > open) {
        begin_more(to, p->n_clusters - open, "cluster");
        add_cards(to, p->clusters + open, p->n_clusters - open);
        kf_text_add(to, KF_STR("</details>\n"));
    }
    add_rest(to, p->n_clusters, p->all_clusters, "cluster");
}

static void add_list(kf_text *to, const kf_told_predicate *p)
{
    uint64_t found = p->n_true - p->n_given;
    uint32_t open = p->n_atoms < MOST_OPEN ? p->n_atoms : MOST_OPEN;
    if (open > 0) add_atoms(to, p->atoms, open);
    if (p->n_atoms > open) {
        begin_more(to, p->n_atoms - open, "atom");
        add_atoms(to, p->atoms + open, p->n_atoms - open);
        kf_text_add(to, KF_STR("</details>\n"));
    }
    add_rest(to, p->n_atoms, found, "atom");
}

static void add_predicate(kf_page *page, const kf_told_predicate *p)
{
    kf_text *to = page->to;
    add_head(page, p);
    kf_text_add(to, KF_STR("<div data-find=\"Find in "));
    kf_html_add(to, kf_predicate_name(page->m, p->predicate));
    kf_text_add(to, KF_STR("\">\n"));
    if (p->is_clustering) add_clusters(to, p);
    else add_list(to, p);
    add_given(to, p);
    kf_text_add(to, KF_STR("</div>\n"));
}

/* ---- All of them ---------------------------------------------------------------------------- */

void kf_page_names(kf_page *page, const uint32_t *predicates, size_t n)
{
    enum { MOST_NAMES = 12 };
    for (size_t i = 0; i < n && i < MOST_NAMES; i++) {
        if (i > 0) kf_text_add(page->to, i + 1 == n ? KF_STR(" and ") : KF_STR(", "));
        kf_text_add(page->to, KF_STR("<span class=\"f\">"));
        kf_html_add(page->to, kf_predicate_name(page->m, predicates[i]));
        kf_text_add(page->to, KF_STR("</span>"));
    }
    if (n > MOST_NAMES) kf_text_addf(page->to, " and %zu more", n - MOST_NAMES);
}

/* Predicates without a true atom, in one line. */
static kerf_status add_empty(kf_page *page, const kf_told_answer *a)
{
    size_t n = 0;
    uint32_t *none = kf_arena_alloc(&page->scratch, (size_t)a->n_predicates + 1, sizeof *none);
    if (!none) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < a->n_predicates; i++)
        if (a->predicates[i].n_true == 0) none[n++] = a->predicates[i].predicate;
    if (n == 0) return KERF_OK;
    kf_text_add(page->to, KF_STR("<p>No atom of "));
    kf_page_names(page, none, n);
    kf_text_add(page->to, KF_STR(" is true.</p>\n"));
    return KERF_OK;
}

static void add_change(kf_text *to, const kf_told_change *c)
{
    kf_text_add(to, KF_STR("<tr class=\"i\"><td class=\"f\">"));
    kf_html_adds(to, c->text);
    kf_text_add(to, KF_STR("</td>"));
    kf_html_cell_number(to, c->p);
    kf_text_addf(to, "<td><span class=\"%s\">%s</span></td></tr>\n", c->value ? "yes" : "no",
                 c->value ? "true" : "false");
}

static void add_change_table(kf_text *to, const char *caption, const kf_told_change *c, uint32_t n)
{
    static const kf_html_column columns[] = { { "atom", false },
                                              { "evidence said", true },
                                              { "in the answer", false } };
    kf_html_table(to, caption, columns, KF_LENGTH(columns));
    for (uint32_t i = 0; i < n; i++) add_change(to, &c[i]);
    kf_html_table_end(to);
}

static void add_change_list(kf_text *to, const kf_told_answer *a)
{
    uint32_t open = a->n_changes < MOST_CHANGES_OPEN ? a->n_changes : MOST_CHANGES_OPEN;
    if (open == 0) return;
    kf_text_add(to, KF_STR("<div data-find=\"Find an atom\">\n"));
    add_change_table(to, "The strongest evidence first", a->changes, open);
    if (a->n_changes > open) {
        begin_more(to, a->n_changes - open, "atom");
        add_change_table(to, "Weaker evidence", a->changes + open, a->n_changes - open);
        kf_text_add(to, KF_STR("</details>\n"));
    }
    kf_text_add(to, KF_STR("</div>\n"));
    add_rest(to, a->n_changes, a->all_changes, "atom");
}

static void say_changes(kf_text *to, uint64_t changes, uint64_t soft)
{
    if (changes > 0) {
        kf_html_count(to, changes);
        kf_text_add(to, KF_STR(" of "));
        kf_html_plural(to, soft, "atom");
        kf_text_add(to, KF_STR(" that came with a probability "));
        kf_text_add(to, changes > 1 ? KF_STR("are") : KF_STR("is"));
        kf_text_add(to, KF_STR(" other than it makes likely: the formulas outweigh it.</p>\n"));
    } else if (soft == 1) {
        kf_text_add(to, KF_STR("The atom that came with a probability is as it makes likely."
                               "</p>\n"));
    } else {
        kf_text_add(to, KF_STR("All "));
        kf_html_plural(to, soft, "atom");
        kf_text_add(to, KF_STR(" that came with a probability are as it makes likely.</p>\n"));
    }
}

static void add_changes(kf_page *page, const kf_told_answer *a)
{
    kf_text *to = page->to;
    if (a->soft == 0) return;
    kf_text_addf(to, "<h%d>Against soft evidence</h%d>\n<p>", page->level + 1, page->level + 1);
    say_changes(to, a->all_changes, a->soft);
    add_change_list(to, a);
}

kerf_status kf_page_answer(kf_page *page, const kf_map_run *s)
{
    const kf_told_answer *a = &s->told;
    uint64_t some = 0;
    if (!a->there) return KERF_OK;
    for (uint32_t i = 0; i < a->n_predicates; i++) some += a->predicates[i].n_true > 0;
    if (some == 0) kf_text_add(page->to, KF_STR("<p>Every hidden atom is false.</p>\n"));
    for (uint32_t i = 0; i < a->n_predicates; i++)
        if (a->predicates[i].n_true > 0) add_predicate(page, &a->predicates[i]);
    if (some > 0) KF_TRY(add_empty(page, a));
    add_changes(page, a);
    return KERF_OK;
}
