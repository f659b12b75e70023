/* html.h -- private to report/: an HTML page in one file: its frame, text, numbers and tables.
 *
 * What is written is well-formed XML, too. Text of users goes through kf_html_add(). */
#ifndef KF_HTML_H
#define KF_HTML_H

#include "base/text.h"

void kf_html_begin(kf_text *, kf_str title); /* up to and with the heading */
void kf_html_end(kf_text *);

void kf_html_add(kf_text *, kf_str); /* as text or as an attribute: < is &lt; and so on */
void kf_html_adds(kf_text *, const char *);

/* Numbers as people read them; a dash if they are not finite. None breaks at the end of a line. */
void kf_html_number(kf_text *, double); /* up to ten digits */
void kf_html_rounded(kf_text *, double, int digits);
void kf_html_short(kf_text *, double);   /* four digits or all before the point; 168.4 M */
void kf_html_brief(kf_text *, double);   /* the same, with all digits on hover; not inside a plot */
void kf_html_count(kf_text *, uint64_t); /* in groups of three digits */
void kf_html_plural(kf_text *, uint64_t, const char *what); /* "3 worlds" */
/* model.mln:7, with its folder on hover; line 0: none */
void kf_html_place(kf_text *, const char *file, uint32_t line);
void kf_html_seconds(kf_text *, double); /* 1.25 s, 3.1 ms, 40 µs */

/* A table; a click on a heading sorts it where there are scripts. */
typedef struct kf_html_column {
    const char *name;
    bool number; /* to the right */
} kf_html_column;
void kf_html_table(kf_text *, const char *caption, const kf_html_column *, size_t n);
void kf_html_table_end(kf_text *);
/* A cell, between the tags of a row: */
void kf_html_cell(kf_text *, kf_str text);
void kf_html_cell_number(kf_text *, double);
void kf_html_cell_count(kf_text *, uint64_t);
void kf_html_cell_seconds(kf_text *, double);

void kf_html_bar(kf_text *, double share); /* before a number: 0 to 1 */

/* A figure with its name, between the tags of <dl class="facts">: */
void kf_html_fact_number(kf_text *, const char *name, double);
void kf_html_fact_count(kf_text *, const char *name, uint64_t);
void kf_html_fact_seconds(kf_text *, const char *name, double);

#endif
