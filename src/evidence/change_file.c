/* change_file.c -- see change_file.h. */
#include "evidence/change_file.h"

#include "base/check.h"

#include <string.h>

enum { BLOCK = 1 << 16 };

struct kf_change_file {
    kf_mem *mem;
    kf_diags *diags;
    kf_input *input;
    char *name;
    kf_text text;  /* read and not used yet */
    size_t at;     /* of it */
    uint32_t line; /* of what comes next */
    bool ended;    /* nothing is left to read */
    /* The batch. */
    kf_text batch;      /* without signs */
    KF_VEC(char) signs; /* by line: + - or 0 */
    uint32_t first;     /* line */
    bool blank;         /* it ended at a blank line */
    kf_input *lines;    /* of the batch; NULL: not looked at yet, */
    kf_db *db;          /* or its end was reached */
};

/* ---- The file ------------------------------------------------------------------------------- */

static void end_batch(kf_change_file *f)
{
    if (f->db) kf_db_close(f->db);
    kf_input_close(f->lines);
    f->db = NULL;
    f->lines = NULL;
    f->signs.n = 0;
    kf_text_clear(&f->batch);
}

void kf_change_file_close(kf_change_file *f)
{
    if (!f) return;
    kf_mem *mem = f->mem;
    end_batch(f);
    kf_input_close(f->input);
    kf_text_free(&f->text);
    kf_text_free(&f->batch);
    kf_vec_free(mem, &f->signs);
    kf_mem_free(mem, f->name, f->name ? strlen(f->name) + 1 : 0, 1);
    kf_mem_free(mem, f, 1, sizeof *f);
}

kerf_status kf_change_file_open(kf_change_file **out, kf_mem *mem, kf_input *input,
                                const char *name, kf_diags *diags)
{
    size_t n = strlen(name) + 1;
    kf_change_file *f = kf_mem_calloc(mem, 1, sizeof *f);
    if (!f) {
        kf_input_close(input);
        return KERF_NO_MEMORY;
    }
    f->mem = mem;
    f->diags = diags;
    f->input = input;
    f->line = 1;
    kf_text_init(&f->text, mem);
    kf_text_init(&f->batch, mem);
    f->name = kf_mem_alloc(mem, n, 1);
    if (!f->name) {
        kf_change_file_close(f);
        return KERF_NO_MEMORY;
    }
    memcpy(f->name, name, n);
    *out = f;
    return KERF_OK;
}

const char *kf_change_file_name(const kf_change_file *f)
{
    return f->name;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* More text behind what is left. */
static kerf_status read_more(kf_change_file *f, const char **why)
{
    char block[BLOCK];
    size_t got = 0;
    assert(!f->ended && f->at <= f->text.n);
    if (f->at > 0) {
        memmove(f->text.at, f->text.at + f->at, f->text.n - f->at);
        f->text.n -= f->at;
        f->at = 0;
    }
    kerf_status status = kf_input_read(f->input, block, sizeof block, &got, why);
    if (status != KERF_OK) return status;
    f->ended = got == 0;
    kf_text_add(&f->text, (kf_str){ block, got });
    return f->text.failed ? KERF_NO_MEMORY : KERF_OK;
}

/* The next line, without its end, borrowed until the next one; false: there is none. */
static kerf_status next_line(kf_change_file *f, kf_str *line, bool *there, const char **why)
{
    size_t seen = 0;
    for (;;) {
        size_t left = f->text.n - f->at;
        const char *from = left > 0 ? f->text.at + f->at : "";
        const char *end = left > seen ? memchr(from + seen, '\n', left - seen) : NULL;
        if (end || (f->ended && left > 0)) {
            size_t n = end ? (size_t)(end - from) : left;
            *line = (kf_str){ from, n };
            f->at += end ? n + 1 : n;
            *there = true;
            return KERF_OK;
        }
        *there = false;
        if (f->ended) return KERF_OK;
        seen = left;
        KF_TRY(read_more(f, why));
    }
}

/* ---- A batch -------------------------------------------------------------------------------- */

static kerf_status no_sign(const kf_change_file *f, kf_str line, size_t at)
{
    kf_place place = {
        .file = f->name, .line = f->line, .column = (uint32_t)at + 1, .length = 1, .source = line
    };
    kf_diag_add(f->diags, KERF_ERROR, &place, "write +Atom or -Atom",
                "a change begins with + or -");
    return KERF_INVALID;
}

/* Its sign; a blank line ends the batch. */
static kerf_status take_line(kf_change_file *f, kf_str line)
{
    size_t at = 0;
    while (at < line.n && strchr(" \t\r", line.at[at])) at++;
    f->blank = at == line.n;
    if (f->blank) return KERF_OK;
    bool sign = line.at[at] == '+' || line.at[at] == '-';
    bool comment = line.at[at] == '/';
    if (!sign && !comment) return no_sign(f, line, at);
    if (!kf_vec_push(f->mem, &f->signs, sign ? line.at[at] : '\0')) return KERF_NO_MEMORY;
    kf_text_add(&f->batch, (kf_str){ line.at, at });
    if (sign) kf_text_addc(&f->batch, ' ');
    kf_text_add(&f->batch, (kf_str){ line.at + at + sign, line.n - at - sign });
    kf_text_addc(&f->batch, '\n');
    return f->batch.failed ? KERF_NO_MEMORY : KERF_OK;
}

static kerf_status read_batch(kf_change_file *f, const char **why)
{
    kf_str line;
    bool there = true;
    end_batch(f);
    f->first = f->line;
    f->blank = false;
    while (!f->blank) {
        KF_TRY(next_line(f, &line, &there, why));
        if (!there) return KERF_OK;
        KF_TRY(take_line(f, line));
        f->line++;
    }
    return KERF_OK;
}

kerf_status kf_change_file_read(kf_change_file *f, bool *there, const char **why)
{
    KF_TRY(read_batch(f, why));
    *there = f->blank || f->signs.n > 0;
    return KERF_OK;
}

/* ---- Its changes ---------------------------------------------------------------------------- */

static kerf_status refuse(const kf_change_file *f, const char *hint, const char *text)
{
    kf_place place = kf_db_place(f->db, -1);
    kf_diag_add(f->diags, KERF_ERROR, &place, hint, "%s", text);
    return KERF_INVALID;
}

static kf_said part_of(const kf_db_item *item, double *probability)
{
    *probability = item->probability;
    if (!item->soft)
        return item->truth == KF_TRUE    ? KF_SAID_TRUE
               : item->truth == KF_FALSE ? KF_SAID_FALSE
                                         : KF_SAID_UNKNOWN;
    if (item->truth == KF_FALSE) *probability = 1 - item->probability;
    return *probability <= 0 ? KF_SAID_FALSE : *probability >= 1 ? KF_SAID_TRUE : KF_SAID_SOFT;
}

static kerf_status take_item(const kf_change_file *f, const kf_db_item *item, kf_change_line *out)
{
    double probability = 0;
    assert(item->line >= f->first && item->line - f->first < f->signs.n);
    bool back = f->signs.at[item->line - f->first] == '-';
    if (item->kind != KF_DB_ATOM)
        return refuse(f, NULL, "only atoms change: no functions, types or worlds");
    if (back && (item->soft || item->truth != KF_TRUE))
        return refuse(f, "-Atom takes back whatever was said of the atom",
                      "what is taken back is an atom and nothing else");
    kf_said part = back ? KF_SAID_VALUE : part_of(item, &probability);
    *out = (kf_change_line){ .there = true,
                             .predicate = item->name,
                             .arguments = item->args,
                             .n = item->n,
                             .part = part,
                             .probability = probability,
                             .place = kf_db_place(f->db, -1),
                             .line = item->line };
    return KERF_OK;
}

static kerf_status open_batch(kf_change_file *f)
{
    KF_TRY(kf_input_open_memory(&f->lines, f->mem, f->batch.at, f->batch.n));
    KF_TRY(kf_db_open(&f->db, f->mem, f->lines, f->name, f->diags));
    kf_db_begin_at(f->db, f->first);
    return KERF_OK;
}

kerf_status kf_change_file_next(kf_change_file *f, kf_change_line *out)
{
    kf_db_item item;
    *out = (kf_change_line){ .there = false };
    if (f->signs.n == 0) return KERF_OK;
    size_t errors = kf_diags_errors(f->diags);
    if (!f->db) KF_TRY(open_batch(f));
    KF_TRY(kf_db_next(f->db, &item));
    if (kf_diags_errors(f->diags) > errors) return KERF_INVALID;
    if (item.kind != KF_DB_END) return take_item(f, &item, out);
    end_batch(f);
    return KERF_OK;
}
