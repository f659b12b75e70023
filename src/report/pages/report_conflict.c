/* report_conflict.c -- a contradiction on a page: a picture of formulas, evidence and open atoms,
 * then every grounding in words with the evidence behind it. */
#include "report/html/plot_draw.h"
#include "report/pages/page.h"

#include <math.h>
#include <string.h>

enum { MOST_LEFT = 24, MOST_RIGHT = 16, LEFT_LETTERS = 27, RIGHT_LETTERS = 10 };
static const double ROW = 24, LEFT_END = 212, RIGHT_BEGIN = 262, MARK = 10;

typedef struct node { /* at the left: evidence, or an atom that is open */
    const char *text;
    bool open;
    uint32_t atom; /* of an open one */
} node;

typedef struct picture {
    const kf_conflict *c;
    uint32_t n_left, n_right;
    node left[MOST_LEFT];
    const kf_conflict_line *right[MOST_RIGHT];
    bool lines[MOST_LEFT][MOST_RIGHT];
    bool dashed[MOST_LEFT][MOST_RIGHT]; /* a negated atom */
} picture;

/* ---- What is connected ---------------------------------------------------------------------- */

static const char SAYS[] = "evidence says that ";

/* "Smokes(Anna) is true" of what evidence says. */
static const char *short_reason(const char *text)
{
    return strncmp(text, SAYS, sizeof SAYS - 1) == 0 ? text + sizeof SAYS - 1 : text;
}

/* Does the grounding name the atom that the evidence is about? */
static bool names(const char *grounding, const char *reason)
{
    const char *text = short_reason(reason), *end = strstr(text, " is ");
    if (text == reason || !end) return false;
    size_t n = (size_t)(end - text);
    for (const char *at = grounding; (at = strchr(at, *text)); at++)
        if (strncmp(at, text, n) == 0) return true;
    return false;
}

static void add_evidence(picture *p)
{
    for (uint32_t i = 0; i < p->c->n_lines; i++) {
        const kf_conflict_line *l = &p->c->lines[i];
        if (l->kind == KF_SAID_GROUNDING) {
            if (p->n_right == MOST_RIGHT) return;
            p->right[p->n_right++] = l;
        }
        if (l->kind != KF_SAID_REASON || p->n_left == MOST_LEFT || p->n_right == 0) continue;
        p->left[p->n_left] = (node){ .text = l->text };
        p->lines[p->n_left++][p->n_right - 1] = true;
    }
    for (uint32_t i = 0; i < p->n_left; i++)
        for (uint32_t k = 0; k < p->n_right; k++)
            if (names(p->right[k]->text, p->left[i].text)) p->lines[i][k] = true;
}

static uint32_t place_of_unit(const picture *p, uint32_t unit)
{
    uint32_t k = 0;
    while (k < p->n_right && (unit == 0 || p->right[k]->unit != unit)) k++;
    return k;
}

static uint32_t place_of_atom(picture *p, const kf_conflict_link *l)
{
    uint32_t i = 0;
    while (i < p->n_left && !(p->left[i].open && p->left[i].atom == l->atom)) i++;
    if (i == p->n_left && i < MOST_LEFT)
        p->left[p->n_left++] = (node){ .text = l->text, .open = true, .atom = l->atom };
    return i;
}

static void add_open(picture *p)
{
    for (uint32_t i = 0; i < p->c->n_links; i++) {
        const kf_conflict_link *l = &p->c->links[i];
        uint32_t k = place_of_unit(p, l->unit);
        uint32_t at = k < p->n_right ? place_of_atom(p, l) : MOST_LEFT;
        if (at == MOST_LEFT) continue;
        p->lines[at][k] = true;
        p->dashed[at][k] = l->negated;
    }
}

/* ---- Drawing -------------------------------------------------------------------------------- */

static double height_of(const picture *p)
{
    uint32_t n = p->n_left > p->n_right ? p->n_left : p->n_right;
    return 12 + ROW * n;
}

/* The shorter column stands in the middle of the longer one. */
static double y_of(const picture *p, uint32_t i, uint32_t n)
{
    double all = height_of(p) - 12;
    return 6 + all * (i + 0.5) / n;
}

static void add_mark(kf_text *to, double x, double y, const char *class, const char *text)
{
    kf_text_addf(to, "<rect class=\"m %s mark\"", class);
    kf_plot_length(to, "x", x);
    kf_plot_length(to, "y", y - MARK / 2);
    kf_plot_length(to, "width", MARK);
    kf_plot_length(to, "height", MARK);
    kf_plot_length(to, "rx", strcmp(class, "c1") == 0 ? MARK / 2 : 2);
    kf_text_add(to, KF_STR("><title>"));
    kf_html_adds(to, text);
    kf_text_add(to, KF_STR("</title></rect>\n"));
}

static void add_curve(kf_text *to, const picture *p, uint32_t i, uint32_t k)
{
    double y1 = y_of(p, i, p->n_left), y2 = y_of(p, k, p->n_right);
    double middle = (LEFT_END + RIGHT_BEGIN) / 2;
    const double at[] = { LEFT_END, y1, middle, y1, middle, y2, RIGHT_BEGIN - 2, y2 };
    kf_text_addf(to, "<path class=\"l c%d d%d\" d=\"", p->left[i].open ? 1 : 0,
                 p->dashed[i][k] ? 1 : 0);
    for (size_t n = 0; n < KF_LENGTH(at); n++) {
        kf_text_addc(to, n == 0 ? 'M' : n == 2 ? 'C' : ' ');
        kf_text_add_number(to, round(at[n] * 10) / 10);
    }
    kf_text_add(to, KF_STR("\"/>\n"));
}

/* The number that it has below, and its formula. */
static void add_label(kf_page *page, double x, double y, const picture *p, uint32_t k)
{
    kf_text *to = page->to;
    kf_text_clear(&page->cell);
    if (p->n_right > 1) kf_text_addf(&page->cell, "%u. ", k + 1);
    kf_text_add(&page->cell, kf_str_of(p->right[k]->label));
    kf_plot_begin_text(to, x, y + 4, "start", "n");
    if (page->cell.failed) to->failed = true;
    else kf_plot_short(to, kf_text_get(&page->cell), RIGHT_LETTERS);
    kf_plot_end_text(to);
}

static bool cut_end(kf_str *text, kf_str end)
{
    if (text->n < end.n || memcmp(text->at + text->n - end.n, end.at, end.n) != 0) return false;
    text->n -= end.n;
    return true;
}

/* What evidence says, as a literal, so that it is not cut off: Smokes(Anna), !Cancer(Bob). */
static void add_literal(kf_page *page, const char *reason)
{
    kf_str text = kf_str_of(short_reason(reason));
    bool said = text.at != reason && !cut_end(&text, KF_STR(" is true"));
    kf_text_clear(&page->cell);
    if (said && cut_end(&text, KF_STR(" is false"))) kf_text_addc(&page->cell, '!');
    kf_text_add(&page->cell, text);
    if (page->cell.failed) page->to->failed = true;
    else kf_plot_short(page->to, kf_text_get(&page->cell), LEFT_LETTERS);
}

static void draw(kf_page *page, const picture *p)
{
    kf_text *to = page->to;
    kf_plot frame = { .id = "conflict", .title = "What contradicts what", .x_name = "" };
    kf_plot_begin(to, &frame, height_of(p));
    for (uint32_t i = 0; i < p->n_left; i++)
        for (uint32_t k = 0; k < p->n_right; k++)
            if (p->lines[i][k]) add_curve(to, p, i, k);
    for (uint32_t i = 0; i < p->n_left; i++) {
        double y = y_of(p, i, p->n_left);
        add_mark(to, LEFT_END - MARK, y, p->left[i].open ? "c1" : "c0", p->left[i].text);
        kf_plot_begin_text(to, LEFT_END - MARK - 5, y + 4, "end", "n");
        add_literal(page, p->left[i].text);
        kf_plot_end_text(to);
    }
    for (uint32_t k = 0; k < p->n_right; k++) {
        double y = y_of(p, k, p->n_right);
        add_mark(to, RIGHT_BEGIN, y, "c4", p->right[k]->text);
        add_label(page, RIGHT_BEGIN + MARK + 4, y, p, k);
    }
    kf_plot_end(to);
}

static kerf_status add_picture(kf_page *page, const kf_conflict *c)
{
    picture *p = kf_arena_alloc(&page->scratch, 1, sizeof *p);
    if (!p) return KERF_NO_MEMORY;
    p->c = c;
    add_evidence(p);
    add_open(p);
    if (p->n_right == 0 || p->n_left == 0) return KERF_OK;
    kf_text_add(page->to, KF_STR("<figure>\n<figcaption><strong>What contradicts what</strong>"
                                 "</figcaption>\n"));
    draw(page, p);
    kf_text_add(page->to,
                KF_STR("<p class=\"soft\">At the right, groundings of hard formulas; at the left, "
                       "what evidence says of their atoms (squares), and atoms that it leaves open "
                       "(circles; dashed: negated). No values of these make all of them "
                       "true.</p>\n</figure>\n"));
    return KERF_OK;
}

/* ---- In words ------------------------------------------------------------------------------- */

static void add_place(kf_text *to, const kf_conflict_line *l)
{
    if (!l->file) return;
    kf_text_add(to, KF_STR(" <span class=\"soft\">("));
    kf_html_place(to, l->file, l->line);
    kf_text_add(to, KF_STR(")</span>"));
}

static void add_words(kf_text *to, const kf_conflict *c)
{
    bool card = false, list = false;
    uint32_t groundings = 0, number = 0;
    for (uint32_t i = 0; i < c->n_lines; i++) groundings += c->lines[i].kind == KF_SAID_GROUNDING;
    bool several = groundings > 1;
    for (uint32_t i = 0; i < c->n_lines; i++) {
        const kf_conflict_line *l = &c->lines[i];
        bool says = l->kind == KF_SAID_GROUNDING;
        if (says && list) kf_text_add(to, KF_STR("</ul>"));
        if (says && card) kf_text_add(to, KF_STR("</div>\n"));
        if (says) kf_text_add(to, KF_STR("<div class=\"says\">"));
        if (!says && card && !list) kf_text_add(to, KF_STR("<ul>"));
        list = !says && card;
        card = card || says;
        kf_text_add(to, list ? KF_STR("<li>") : KF_STR("<p>"));
        if (says) {
            kf_text_add(to, KF_STR("<strong>"));
            if (several) kf_text_addf(to, "%u. ", ++number);
            kf_html_adds(to, l->label);
            kf_text_add(to, KF_STR("</strong> says <span class=\"f\">"));
        }
        kf_html_adds(to, l->text);
        if (says) kf_text_add(to, KF_STR("</span>"));
        add_place(to, l);
        kf_text_add(to, list ? KF_STR("</li>\n") : KF_STR("</p>\n"));
    }
    if (list) kf_text_add(to, KF_STR("</ul>"));
    if (card) kf_text_add(to, KF_STR("</div>\n"));
}

kerf_status kf_page_conflict(kf_page *page, const kf_map_run *s)
{
    if (!s->conflict) return KERF_OK;
    kf_text_addf(page->to, "<h%d>The conflict</h%d>\n", page->level, page->level);
    KF_TRY(add_picture(page, s->conflict));
    add_words(page->to, s->conflict);
    if (s->conflict->left_out > 0)
        kf_text_addf(page->to, "<p class=\"soft\">and %u more</p>\n", s->conflict->left_out);
    return KERF_OK;
}
