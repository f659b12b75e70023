/* diag.c -- the list of diagnostics.
 *
 * All text lives in one arena. It is made fit for a terminal on the way in, byte for byte, so
 * that columns and underlines stay right: whoever wrote the input must not be able to drive the
 * reader's terminal. Nor must it show a password that stands in an address. */
#include "base/diag.h"

#include "base/redact.h"

#include <string.h>

struct kf_diags {
    kf_mem *mem;
    kf_arena arena;
    KF_VEC(kerf_message) kept;
    size_t errors, warnings, notes;
    bool last_kept; /* the last error or warning: its notes share its fate */
};

kf_diags *kf_diags_new(kf_mem *mem)
{
    kf_diags *diags = kf_mem_calloc(mem, 1, sizeof *diags);
    if (!diags) return NULL;
    diags->mem = mem;
    diags->last_kept = true;
    kf_arena_init(&diags->arena, mem);
    return diags;
}

void kf_diags_free(kf_diags *diags)
{
    if (!diags) return;
    kf_arena_free(&diags->arena);
    kf_vec_free(diags->mem, &diags->kept);
    kf_mem_free(diags->mem, diags, 1, sizeof *diags);
}

void kf_diags_check(const kf_diags *diags)
{
    (void)diags;
#ifndef NDEBUG
    size_t kept[KERF_NOTE + 1] = { 0 };
    for (size_t i = 0; i < diags->kept.n; i++) {
        const kerf_message *m = &diags->kept.at[i];
        assert(m->severity <= KERF_NOTE && m->text && m->length > 0);
        kept[m->severity]++;
    }
    assert(kept[KERF_ERROR] <= KF_MOST_ERRORS && kept[KERF_ERROR] <= diags->errors);
    assert(kept[KERF_WARNING] <= KF_MOST_WARNINGS && kept[KERF_WARNING] <= diags->warnings);
    assert(kept[KERF_NOTE] <= KF_MOST_NOTES && kept[KERF_NOTE] <= diags->notes);
#endif
}

void kf_diags_clear(kf_diags *diags)
{
    kf_arena_free(&diags->arena);
    diags->kept.n = 0;
    diags->errors = diags->warnings = diags->notes = 0;
    diags->last_kept = true;
}

/* C0 and C1 controls, and the marks that change the direction of the text that follows. */
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e)
           || (code >= 0x2066 && code <= 0x2069);
}

/* A terminated copy in which every byte of what is not printable text is a '?', a tab `tab`. */
static char *clean_copy(kf_arena *arena, kf_str text, char tab)
{
    if (text.n == SIZE_MAX) return NULL;
    char *to = kf_arena_alloc(arena, text.n + 1, 1);
    if (!to) return NULL;
    for (size_t i = 0; i < text.n;) {
        uint32_t code = 0;
        size_t length = kf_utf8_decode((kf_str){ text.at + i, text.n - i }, &code);
        bool bad = length == 0 || is_control(code);
        if (length == 0) length = 1;
        if (bad) memset(to + i, code == '\t' ? tab : '?', length);
        else memcpy(to + i, text.at + i, length);
        i += length;
    }
    return to;
}

/* Counts one; true if it is to be kept. */
static bool count_one(kf_diags *diags, kerf_severity severity)
{
    switch (severity) {
    case KERF_ERROR: return diags->last_kept = diags->errors++ < KF_MOST_ERRORS;
    case KERF_WARNING: return diags->last_kept = diags->warnings++ < KF_MOST_WARNINGS;
    default: return diags->last_kept && diags->notes++ < KF_MOST_NOTES;
    }
}

static bool keep(kf_diags *diags, kerf_severity severity, const kf_place *place, const char *hint,
                 kf_str text)
{
    kf_arena *arena = &diags->arena;
    kerf_message message = { .severity = severity, .length = 1 };
    char *clean = clean_copy(arena, text, '?');
    if (!clean) return false;
    kf_redact(clean);
    message.text = clean;
    if (hint && !(message.hint = clean_copy(arena, kf_str_of(hint), '?'))) return false;
    if (place) {
        message.line = place->line;
        message.column = place->column;
        message.skipped = place->skipped;
        if (place->length > 0) message.length = place->length;
        if (place->file && !(message.file = kf_arena_string(arena, kf_str_of(place->file)))) {
            return false;
        }
        if (place->source.at && !(message.source = clean_copy(arena, place->source, ' '))) {
            return false;
        }
    }
    return kf_vec_push(diags->mem, &diags->kept, message);
}

/* A model of a stranger may include any file that its reader can read. What is wrong with that file
 * is told to those who ask for it by its name. */
static void withhold(kf_text *text, kf_text *hint, kerf_severity severity, const kf_place *place)
{
    kf_text_addf(text, "there is %s here; files outside the model's folder are not quoted",
                 severity == KERF_ERROR ? "a mistake" : "something to note");
    kf_text_addf(hint, "kerf check %s tells more", place->file);
}

void kf_diag_addv(kf_diags *diags, kerf_severity severity, const kf_place *place, const char *hint,
                  const char *format, va_list arguments)
{
    kf_text text, other;
    if (!count_one(diags, severity)) return;
    kf_text_init(&text, diags->mem);
    kf_text_init(&other, diags->mem);
    bool withheld = place && place->withheld;
    if (withheld) withhold(&text, &other, severity, place);
    else kf_text_addv(&text, format, arguments);
    bool kept = !text.failed && !other.failed
                && keep(diags, severity, place, withheld ? other.at : hint, kf_text_get(&text));
    if (severity != KERF_NOTE) diags->last_kept = kept;
    kf_text_free(&text);
    kf_text_free(&other);
    KF_CHECK(kf_diags_check(diags));
}

void kf_diag_add(kf_diags *diags, kerf_severity severity, const kf_place *place, const char *hint,
                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kf_diag_addv(diags, severity, place, hint, format, arguments);
    va_end(arguments);
}

kf_diags_mark kf_diags_get_mark(const kf_diags *diags)
{
    return (kf_diags_mark){ diags->kept.n, diags->errors,    diags->warnings,
                            diags->notes,  diags->last_kept, kf_arena_get_mark(&diags->arena) };
}

void kf_diags_rewind(kf_diags *diags, kf_diags_mark mark)
{
    assert(mark.kept <= diags->kept.n && mark.errors <= diags->errors);
    assert(mark.warnings <= diags->warnings && mark.notes <= diags->notes);
    diags->kept.n = mark.kept;
    diags->errors = mark.errors;
    diags->warnings = mark.warnings;
    diags->notes = mark.notes;
    diags->last_kept = mark.last_kept;
    kf_arena_rewind(&diags->arena, mark.text);
    KF_CHECK(kf_diags_check(diags));
}

void kf_diags_move(kf_diags *from, kf_diags_mark mark, kf_diags *to)
{
    size_t kept[KERF_NOTE + 1] = { 0 };
    for (size_t i = mark.kept; i < from->kept.n; i++) {
        const kerf_message *m = &from->kept.at[i];
        kf_place place = { .file = m->file,
                           .line = m->line,
                           .column = m->column,
                           .length = m->length,
                           .skipped = m->skipped };
        if (m->source) place.source = kf_str_of(m->source);
        kf_diag_add(to, m->severity, &place, m->hint, "%s", m->text);
        kept[m->severity]++;
    }
    to->errors += from->errors - mark.errors - kept[KERF_ERROR]; /* said, but not kept */
    to->warnings += from->warnings - mark.warnings - kept[KERF_WARNING];
    kf_diags_rewind(from, mark);
}

size_t kf_diags_count(const kf_diags *diags)
{
    return diags->kept.n;
}

const kerf_message *kf_diags_get(const kf_diags *diags, size_t index)
{
    return index < diags->kept.n ? &diags->kept.at[index] : NULL;
}

size_t kf_diags_errors(const kf_diags *diags)
{
    return diags->errors;
}

size_t kf_diags_warnings(const kf_diags *diags)
{
    return diags->warnings;
}

bool kf_diags_full(const kf_diags *diags)
{
    return diags->errors >= KF_MOST_ERRORS;
}
