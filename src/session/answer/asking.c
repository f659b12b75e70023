/* asking.c -- what is asked for: the option "ask", or the patterns of "query". Only that is
 * told. */
#include "session/session.h"

#include "base/check.h"

#include <string.h>

/* --query says what is hidden. With arguments it also says which atoms are wanted. */
static const char *list_of(const kerf *k, const char **option)
{
    *option = k->options.ask ? "--ask" : "--query";
    if (k->options.ask) return k->options.ask;
    return k->options.query && strchr(k->options.query, '(') ? k->options.query : NULL;
}

kerf_status kf_session_asked(kerf *k, kf_asked **out)
{
    const char *option, *list = list_of(k, &option);
    assert(k->model->settled);
    *out = NULL;
    if (!list) return KERF_OK;
    KF_TRY(kf_asked_read(out, &k->mem, k->model, list, option, k->diags));
    if (*out) kf_asked_resolve(*out, k->diags);
    return KERF_OK;
}

void kf_mapped_narrow(kf_mapped *x, const kf_asked *asked)
{
    size_t n = 0;
    for (size_t i = 0; i < x->atoms.n; i++) {
        kf_answer_atom a = x->atoms.at[i];
        if (kf_asked_has(asked, a.predicate, x->ids.at + a.ids)) x->atoms.at[n++] = a;
    }
    x->atoms.n = n;
}

/* Atoms that no formula names are counted by predicate, where these are asked for as a whole; of
 * others those that are asked for have a name. */
void kf_chanced_narrow(kf_chanced *x, const kf_asked *asked)
{
    size_t n = 0, n_free = 0;
    for (size_t i = 0; i < x->atoms.n; i++) {
        kf_told_chance a = x->atoms.at[i];
        if (kf_asked_has(asked, a.atom.predicate, x->ids.at + a.atom.ids)) x->atoms.at[n++] = a;
    }
    for (size_t i = 0; i < x->free.n; i++)
        if (kf_asked_has_all(asked, x->free.at[i].predicate)) x->free.at[n_free++] = x->free.at[i];
    x->atoms.n = n;
    x->free.n = n_free;
}
