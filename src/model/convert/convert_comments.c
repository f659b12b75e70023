/* convert_comments.c -- the user's comments in what is written for another system.
 *
 * A statement takes along the lines of // comments above it, up to the statement before, and the
 * one behind it on its line; the comment at the top of the model stays there. All dialects have
 * these comments. What stands between slashes and stars is left out. */
#include "model/convert/converter.h"

#include <string.h>

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static size_t line_begin(kf_str text, size_t at)
{
    while (at > 0 && !is_line_end(text.at[at - 1])) at--;
    return at;
}

static size_t line_end(kf_str text, size_t at)
{
    while (at < text.n && !is_line_end(text.at[at])) at++;
    return at;
}

/* The line without blanks around it. */
static kf_str line_at(kf_str text, size_t begin)
{
    kf_str line = { text.at + begin, line_end(text, begin) - begin };
    while (line.n > 0 && (line.at[0] == ' ' || line.at[0] == '\t')) {
        line.at++;
        line.n--;
    }
    while (line.n > 0 && (line.at[line.n - 1] == ' ' || line.at[line.n - 1] == '\t')) line.n--;
    return line;
}

static bool starts_with(kf_str line, const char *word)
{
    size_t n = strlen(word);
    return line.n >= n && memcmp(line.at, word, n) == 0;
}

/* Also a line that an earlier conversion has written is no comment of the user's. */
static bool is_comment(kf_str line)
{
    return starts_with(line, "//") && !starts_with(line, "// written by kerf for ");
}

/* The line before the one that begins here; false: there is none. */
static bool line_before(kf_str text, size_t *begin)
{
    size_t at = *begin;
    if (at == 0) return false;
    at--;
    if (at > 0 && text.at[at] == '\n' && text.at[at - 1] == '\r') at--;
    *begin = line_begin(text, at);
    return true;
}

static void write_line(kf_converter *c, kf_str line)
{
    kf_text_add(c->to, line);
    kf_text_addc(c->to, '\n');
}

/* Where a // begins behind what stands in the line, or its end. */
static size_t find_behind(kf_str text, size_t begin)
{
    size_t end = line_end(text, begin);
    char quote = '\0';
    for (size_t at = begin; at + 1 < end; at++) {
        char x = text.at[at];
        if (quote != '\0') {
            if (x == '\\') at++;
            else if (x == quote) quote = '\0';
        } else if (x == '"') {
            quote = x;
        } else if (x == '/' && text.at[at + 1] == '/') {
            return at;
        }
    }
    return end;
}

void kf_convert_comments(kf_converter *c, kf_pos pos)
{
    if (!c->comments || pos.source >= kf_sources_count(c->model->program->sources)) return;
    kf_str text = kf_sources_text(c->model->program->sources, pos.source);
    size_t line = line_begin(text, pos.offset), first = line, above = line;
    if (c->commented && c->last.source == pos.source && c->last.offset == line) return;
    c->commented = true; /* formulas that one statement makes: once */
    c->last = (kf_pos){ pos.source, (uint32_t)line, 0 };
    size_t top = pos.source == 0 ? c->top : 0;
    while (line_before(text, &above) && above >= top) {
        kf_str before = line_at(text, above);
        if (is_comment(before)) first = above;
        else if (before.n > 0) break;
    }
    for (size_t at = first; at < line;) {
        if (line_at(text, at).n > 0) write_line(c, line_at(text, at));
        at = line_end(text, at);
        at += text.n - at >= 2 && text.at[at] == '\r' && text.at[at + 1] == '\n' ? 2 : 1;
    }
    size_t behind = find_behind(text, line);
    kf_str rest = line_at(text, behind);
    if (behind > line && is_comment(rest)) write_line(c, rest);
}

void kf_convert_top_comments(kf_converter *c)
{
    if (!c->comments || kf_sources_count(c->model->program->sources) == 0) return;
    kf_str text = kf_sources_text(c->model->program->sources, 0);
    size_t at = 0, n = 0;
    while (at < text.n && starts_with(line_at(text, at), "//")) {
        at = line_end(text, at);
        at += text.n - at >= 2 && text.at[at] == '\r' && text.at[at + 1] == '\n' ? 2 : 1;
        n++;
    }
    /* Those directly above a statement are the statement's. */
    if (n == 0 || (at < text.n && line_at(text, at).n > 0)) return;
    c->top = at;
    for (size_t i = 0; n > 0; n--) {
        if (is_comment(line_at(text, i))) write_line(c, line_at(text, i));
        i = line_end(text, i);
        i += text.n - i >= 2 && text.at[i] == '\r' && text.at[i + 1] == '\n' ? 2 : 1;
    }
    kf_text_addc(c->to, '\n');
}
