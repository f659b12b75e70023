/* sample_variables.c -- atoms and groups of atoms as variables; see sample_rows.h.
 *
 * A hard count that leaves exactly one or at most one of its open literals true makes one variable
 * of them, the largest count first, unless one of them is a member of another. The row holds for
 * every value of that variable, and is absorbed. */
#include "sample/sample_rows.h"

#include <math.h>
#include <string.h>

/* Does the row make a group of its open literals? *none: none of them may be true, too. */
static bool is_group(const kf_sample_rows *s, uint32_t row, bool *none)
{
    const kf_sample_row *r = &s->rows[row];
    if (r->idle || r->outside || !isinf(r->price) || r->n < 2) return false;
    int64_t base = s->low[row]; /* what is fixed counts already */
    if (r->most == INT64_MAX || r->most - base != 1) return false;
    *none = r->least <= base;
    for (size_t k = r->start; k < r->start + r->n; k++) {
        uint32_t atom = kf_lit_atom(s->literals[k]).id;
        if (s->fixed[atom] >= 0) continue;
        if (s->coefficients[k] != 1 || s->variable_of[atom] != KF_NO_VARIABLE) return false;
    }
    return true;
}

static void add_group(kf_sample_rows *s, uint32_t row, uint32_t *n_members, bool none)
{
    kf_sample_row *r = &s->rows[row];
    kf_sample_variable *v = &s->variables[s->n_variables];
    *v = (kf_sample_variable){ .start = *n_members, .group = true };
    for (size_t k = r->start; k < r->start + r->n; k++) {
        uint32_t atom = kf_lit_atom(s->literals[k]).id;
        if (s->fixed[atom] >= 0) continue;
        s->members[(*n_members)++] = s->literals[k];
        s->variable_of[atom] = s->n_variables;
        v->n++;
    }
    v->values = v->n + none;
    r->absorbed = true;
    s->n_variables++;
}

/* The longest first, by powers of two. */
static void add_groups(kf_sample_rows *s, uint32_t *n_members)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < s->n_rows; i++)
        if (isinf(s->rows[i].price) && s->rows[i].n > longest) longest = s->rows[i].n;
    for (; longest > 1; longest /= 2)
        for (uint32_t i = 0; i < s->n_rows; i++) {
            bool none;
            if (s->rows[i].n > longest || s->rows[i].n <= longest / 2) continue;
            if (is_group(s, i, &none)) add_group(s, i, n_members, none);
        }
}

static void add_atoms(kf_sample_rows *s, uint32_t *n_members)
{
    for (uint32_t a = 0; a < s->component->n_atoms; a++) {
        if (s->fixed[a] >= 0 || s->variable_of[a] != KF_NO_VARIABLE) continue;
        s->variables[s->n_variables] =
            (kf_sample_variable){ .start = *n_members, .n = 1, .values = 2 };
        s->members[(*n_members)++] = kf_lit_of((kf_atom){ a }, false);
        s->variable_of[a] = s->n_variables++;
    }
}

kerf_status kf_sample_variables_make(kf_sample_rows *s)
{
    uint32_t n = s->component->n_atoms, n_members = 0;
    s->variables = kf_arena_room(&s->arena, n, sizeof *s->variables);
    s->members = kf_arena_room(&s->arena, n, sizeof *s->members);
    s->variable_of = kf_arena_room(&s->arena, n, sizeof *s->variable_of);
    if (!s->variables || !s->members || !s->variable_of) return KERF_NO_MEMORY;
    memset(s->variable_of, 0xff, n * sizeof *s->variable_of);
    add_groups(s, &n_members);
    add_atoms(s, &n_members);
    for (uint32_t i = 0; i < s->n_variables; i++)
        if (s->variables[i].values > s->most_values) s->most_values = s->variables[i].values;
    return KERF_OK;
}
