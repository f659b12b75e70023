/* html.c -- text, numbers, tables and figures of a page; see html.h. */
#include "report/html/html.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Text ----------------------------------------------------------------------------------- */

enum { REPLACEMENT = 0xfffd };

/* What must not stand in a page is shown by its picture, or by the mark for what has none. */
static uint32_t shown_as(uint32_t code)
{
    if (code == '\t' || code == '\n') return code;
    if (code < 0x20) return 0x2400 + code;
    if (code == 0x7f) return 0x2421;
    bool noncharacter = (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
    return (code >= 0x80 && code < 0xa0) || noncharacter ? REPLACEMENT : code;
}

static void add_code(kf_text *to, uint32_t code)
{
    char bytes[4];
    switch (code) {
    case '<': kf_text_add(to, KF_STR("&lt;")); break;
    case '>': kf_text_add(to, KF_STR("&gt;")); break;
    case '&': kf_text_add(to, KF_STR("&amp;")); break;
    case '"': kf_text_add(to, KF_STR("&quot;")); break;
    case '\'': kf_text_add(to, KF_STR("&#39;")); break;
    default: kf_text_add(to, (kf_str){ bytes, kf_utf8_encode(shown_as(code), bytes) });
    }
}

void kf_html_add(kf_text *to, kf_str text)
{
    while (text.n > 0) {
        uint32_t code = REPLACEMENT;
        size_t n = kf_utf8_decode(text, &code);
        add_code(to, n > 0 ? code : REPLACEMENT);
        n = n > 0 ? n : 1;
        text.at += n;
        text.n -= n;
    }
}

void kf_html_adds(kf_text *to, const char *text)
{
    kf_html_add(to, kf_str_of(text));
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static const char SPACE[] = "\u202f"; /* narrow, and does not break */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* In groups of three digits, if five or more stand before its point. */
static void add_groups(kf_text *to, kf_str number)
{
    size_t sign = number.n > 0 && number.at[0] == '-', whole = sign;
    while (whole < number.n && is_digit(number.at[whole])) whole++;
    bool grouped = whole - sign >= 5;
    for (size_t i = 0; i < number.n; i++) {
        if (grouped && i > sign && i < whole && (whole - i) % 3 == 0) kf_html_adds(to, SPACE);
        kf_text_addc(to, number.at[i]);
    }
}

static void add_shown(kf_text *to, double number)
{
    if (!isfinite(number)) {
        kf_text_add(to, KF_STR("\u2013"));
        return;
    }
    kf_text text;
    kf_text_init(&text, to->mem);
    kf_text_add_number(&text, number + 0.0);
    add_groups(to, kf_text_get(&text));
    if (text.failed) to->failed = true;
    kf_text_free(&text);
}

void kf_html_rounded(kf_text *to, double number, int digits)
{
    add_shown(to, kf_number_rounded(number, digits));
}

void kf_html_number(kf_text *to, double number)
{
    add_shown(to, kf_number_shown(number));
}

static const char *unit_of(double *number)
{
    static const char *const units[] = { "", "\u202fM", "\u202fG", "\u202fT" };
    size_t unit = 0;
    double size = fabs(*number);
    if (!(size >= 999999.5) || size >= 1e15) return "";
    for (*number /= 1e6, unit = 1; unit < 3 && fabs(*number) >= 999.95; unit++) *number /= 1000;
    return units[unit];
}

void kf_html_short(kf_text *to, double number)
{
    const char *unit = unit_of(&number);
    double size = fabs(number);
    kf_html_rounded(to, number, size >= 1e4 && size < 1e6 ? (int)log10(size) + 1 : 4);
    kf_html_adds(to, unit);
}

/* Does the short form leave anything out? */
static bool is_shortened(double number)
{
    double size = fabs(number), scale = 1;
    if (!isfinite(number) || number == 0) return false;
    if (size < 1e4) scale = pow(10, 3 - floor(log10(size)));
    if (size >= 999999.5) return true;
    return fabs(round(number * scale) / scale - number) > 1e-10 * size;
}

void kf_html_brief(kf_text *to, double number)
{
    bool more = is_shortened(number);
    if (more) {
        kf_text_add(to, KF_STR("<span class=\"h\" title=\""));
        kf_html_number(to, number);
        kf_text_add(to, KF_STR("\">"));
    }
    kf_html_short(to, number);
    if (more) kf_text_add(to, KF_STR("</span>"));
}

void kf_html_place(kf_text *to, const char *file, uint32_t line)
{
    const char *slash = strrchr(file, '/');
    bool named = slash && slash[1] != '\0';
    if (named) {
        kf_text_add(to, KF_STR("<span class=\"h\" title=\""));
        kf_html_adds(to, file);
        kf_text_add(to, KF_STR("\">"));
    }
    kf_html_adds(to, named ? slash + 1 : file);
    if (line > 0) kf_text_addf(to, ":%u", line);
    if (named) kf_text_add(to, KF_STR("</span>"));
}

void kf_html_count(kf_text *to, uint64_t n)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%llu", (unsigned long long)n);
    add_groups(to, (kf_str){ text, (size_t)length });
}

void kf_html_plural(kf_text *to, uint64_t n, const char *what)
{
    kf_html_count(to, n);
    kf_text_addf(to, " %s%s", what, n == 1 ? "" : "s");
}

void kf_html_seconds(kf_text *to, double seconds)
{
    double s = seconds > 0 ? seconds : 0;
    kf_html_rounded(to, s >= 1 ? s : s >= 1e-3 ? s * 1e3 : round(s * 1e6), 3);
    kf_text_add(to, s >= 1 ? KF_STR(" s") : s >= 1e-3 ? KF_STR(" ms") : KF_STR(" \u00b5s"));
}

/* ---- Tables --------------------------------------------------------------------------------- */

void kf_html_table(kf_text *to, const char *caption, const kf_html_column *columns, size_t n)
{
    assert(n > 0);
    kf_text_add(to, KF_STR("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\""));
    kf_html_adds(to, caption);
    kf_text_add(to, KF_STR("\"><table class=\"sort\">\n<caption>"));
    kf_html_adds(to, caption);
    kf_text_add(to, KF_STR("</caption>\n<thead><tr>"));
    for (size_t i = 0; i < n; i++) {
        kf_text_addf(to, "<th scope=\"col\"%s>", columns[i].number ? " class=\"n\"" : "");
        kf_html_adds(to, columns[i].name);
        kf_text_add(to, KF_STR("</th>"));
    }
    kf_text_add(to, KF_STR("</tr></thead>\n<tbody>\n"));
}

void kf_html_table_end(kf_text *to)
{
    kf_text_add(to, KF_STR("</tbody></table></div>\n"));
}

void kf_html_cell(kf_text *to, kf_str text)
{
    kf_text_add(to, KF_STR("<td>"));
    kf_html_add(to, text);
    kf_text_add(to, KF_STR("</td>"));
}

/* The number itself goes along for sorting. */
static void begin_number(kf_text *to, double number)
{
    kf_text_add(to, KF_STR("<td class=\"n\" data-v=\""));
    if (isfinite(number)) kf_text_add_number(to, number);
    kf_text_add(to, KF_STR("\">"));
}

void kf_html_cell_number(kf_text *to, double number)
{
    begin_number(to, number);
    kf_html_brief(to, number);
    kf_text_add(to, KF_STR("</td>"));
}

void kf_html_cell_count(kf_text *to, uint64_t n)
{
    begin_number(to, (double)n);
    kf_html_count(to, n);
    kf_text_add(to, KF_STR("</td>"));
}

void kf_html_cell_seconds(kf_text *to, double seconds)
{
    begin_number(to, seconds);
    kf_html_seconds(to, seconds);
    kf_text_add(to, KF_STR("</td>"));
}

void kf_html_bar(kf_text *to, double share)
{
    assert(share >= 0 && share <= 1);
    kf_text_add(to, KF_STR("<span class=\"track\"><span class=\"bar\" style=\"width:"));
    kf_text_add_number(to, round(share * 1000) / 10);
    kf_text_add(to, KF_STR("%\"></span></span> "));
}

/* ---- Figures -------------------------------------------------------------------------------- */

static void begin_fact(kf_text *to, const char *name)
{
    kf_text_addf(to, "<div><dt>%s</dt><dd>", name);
}

static void end_fact(kf_text *to)
{
    kf_text_add(to, KF_STR("</dd></div>\n"));
}

void kf_html_fact_number(kf_text *to, const char *name, double number)
{
    begin_fact(to, name);
    kf_html_brief(to, number);
    end_fact(to);
}

void kf_html_fact_count(kf_text *to, const char *name, uint64_t n)
{
    begin_fact(to, name);
    kf_html_count(to, n);
    end_fact(to);
}

void kf_html_fact_seconds(kf_text *to, const char *name, double seconds)
{
    begin_fact(to, name);
    kf_html_seconds(to, seconds);
    end_fact(to);
}
