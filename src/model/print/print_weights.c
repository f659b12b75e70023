/* print_weights.c -- weight tables as text: label, constants and weight, a line each. */
#include "model/model.h"

#include "model/weight_table.h"

#include <stdlib.h>
#include <string.h>

typedef struct row { /* with all that is needed to compare two */
    const kf_model *m;
    const kf_rule *r;
    uint32_t at;
} row;

static int by_constants(const void *a, const void *b)
{
    const row *x = a, *y = b;
    const uint32_t *p = kf_weight_table_key(x->r->table, x->at),
                   *q = kf_weight_table_key(y->r->table, y->at);
    for (uint32_t i = 0; i < x->r->n_parameters; i++) {
        if (p[i] == q[i]) continue;
        uint32_t type = x->r->variables[x->r->parameters[i]].type;
        kf_str s = kf_constant_text(x->m, type, p[i]), t = kf_constant_text(x->m, type, q[i]);
        int order = memcmp(s.at, t.at, s.n < t.n ? s.n : t.n);
        return order != 0 ? order : s.n < t.n ? -1 : 1;
    }
    return 0;
}

void kf_print_escaped(kf_text *to, kf_str s)
{
    static const char plain[] = "\t\n\r\\", letters[] = "tnr\\";
    for (size_t i = 0; i < s.n; i++) {
        const char *at = memchr(plain, s.at[i], sizeof plain - 1);
        if (at) kf_text_addc(to, '\\');
        kf_text_addc(to, at ? letters[at - plain] : s.at[i]);
    }
}

void kf_print_csv(kf_text *to, kf_str cell)
{
    bool plain = cell.n > 0 && cell.at[0] != ' ' && cell.at[cell.n - 1] != ' ';
    for (size_t i = 0; i < cell.n; i++)
        plain &= cell.at[i] == '\0' || !strchr("\",;\t\r\n", cell.at[i]);
    if (plain) {
        kf_text_add(to, cell);
        return;
    }
    kf_text_addc(to, '"');
    for (size_t i = 0; i < cell.n; i++) {
        if (cell.at[i] == '"') kf_text_addc(to, '"');
        kf_text_addc(to, cell.at[i]);
    }
    kf_text_addc(to, '"');
}

bool kf_unescape(char letter, char *c)
{
    switch (letter) {
    case 't': return *c = '\t', true;
    case 'n': return *c = '\n', true;
    case 'r': return *c = '\r', true;
    case '\\': return *c = '\\', true;
    default: return false;
    }
}

static void print_row(kf_text *to, const kf_model *m, const kf_rule *r, uint32_t at)
{
    const uint32_t *key = kf_weight_table_key(r->table, at);
    kf_print_label(to, r);
    for (uint32_t i = 0; i < r->n_parameters; i++) {
        kf_text_addc(to, '\t');
        kf_print_escaped(to, kf_constant_text(m, r->variables[r->parameters[i]].type, key[i]));
    }
    kf_text_addc(to, '\t');
    kf_text_add_number(to, kf_weight_table_weight(r->table, at));
    kf_text_addc(to, '\n');
}

kerf_status kf_print_weights(kf_text *to, const kf_model *m, const kf_rule *r)
{
    uint32_t n = kf_weight_table_count(r->table);
    row *rows = kf_mem_alloc(m->mem, n, sizeof *rows);
    if (!rows) return KERF_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++) rows[i] = (row){ m, r, i };
    qsort(rows, n, sizeof *rows, by_constants);
    for (uint32_t i = 0; i < n; i++) print_row(to, m, r, rows[i].at);
    kf_mem_free(m->mem, rows, n, sizeof *rows);
    return to->failed ? KERF_NO_MEMORY : KERF_OK;
}
