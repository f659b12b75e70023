/* conflict_record.c -- the record of a contradiction; see conflict_record.h. */
#include "report/records/conflict_record.h"

kf_conflict *kf_conflict_new(kf_arena *to)
{
    kf_conflict *c = kf_arena_alloc(to, 1, sizeof *c);
    if (c) c->to = to;
    return c;
}

static const char *copy(kf_conflict *c, const char *text)
{
    if (!text) return NULL;
    const char *own = kf_arena_string(c->to, kf_str_of(text));
    if (!own) c->failed = true;
    return own;
}

void kf_conflict_say(kf_conflict *c, kf_conflict_line line, const kf_place *place)
{
    if (!c || c->n_lines == KF_MOST_SAID) return;
    line.text = copy(c, line.text);
    line.label = copy(c, line.label);
    line.file = copy(c, place->file);
    line.line = place->line;
    if (line.text) c->lines[c->n_lines++] = line;
}

void kf_conflict_link_to(kf_conflict *c, kf_conflict_link link)
{
    if (!c || c->n_links == KF_MOST_LINKS) return;
    link.text = copy(c, link.text);
    if (link.text) c->links[c->n_links++] = link;
}

void kf_conflict_clear(kf_conflict *c)
{
    if (c) c->n_lines = 0;
}
