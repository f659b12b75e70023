/* text.c -- growing text and UTF-8. Numbers are in number.c.
 *
 * Invariant: cap is 0 and at NULL, or n < cap and at[n] is NUL. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_ROOM = 63 };

void kf_text_check(const kf_text *text)
{
    (void)text;
#ifndef NDEBUG
    assert((text->cap == 0) == (text->at == NULL));
    assert(text->cap == 0 ? text->n == 0 : text->n < text->cap && text->at[text->n] == '\0');
#endif
}

void kf_text_init(kf_text *text, kf_mem *mem)
{
    *text = (kf_text){ .mem = mem };
}

void kf_text_free(kf_text *text)
{
    kf_mem_free(text->mem, text->at, text->cap, 1);
    kf_text_init(text, text->mem);
}

void kf_text_clear(kf_text *text)
{
    text->n = 0;
    if (text->at) text->at[0] = '\0';
}

/* Room for `more` bytes and the NUL. */
static bool reserve(kf_text *text, size_t more)
{
    if (text->failed) return false;
    if (text->cap == 0 && more < FIRST_ROOM) more = FIRST_ROOM;
    if (more < SIZE_MAX && kf_vec_reserve(text->mem, text, more + 1)) return true;
    text->failed = true;
    return false;
}

void kf_text_add(kf_text *text, kf_str more)
{
    assert(more.n == 0 || !text->at || more.at + more.n <= text->at
           || more.at >= text->at + text->cap); /* not of this very text */
    if (!reserve(text, more.n)) return;
    if (more.n != 0) memcpy(text->at + text->n, more.at, more.n);
    text->n += more.n;
    text->at[text->n] = '\0';
    KF_CHECK(kf_text_check(text));
}

void kf_text_addc(kf_text *text, char c)
{
    if (!reserve(text, 1)) return;
    text->at[text->n++] = c;
    text->at[text->n] = '\0';
    KF_CHECK(kf_text_check(text));
}

void kf_text_addf(kf_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    kf_text_addv(text, format, arguments);
    va_end(arguments);
}

void kf_text_addv(kf_text *text, const char *format, va_list arguments)
{
    va_list again;
    if (!reserve(text, 0)) return;
    va_copy(again, arguments);
    int wanted = vsnprintf(text->at + text->n, text->cap - text->n, format, arguments);
    if (wanted < 0) {
        text->failed = true;
    } else if ((size_t)wanted >= text->cap - text->n && reserve(text, (size_t)wanted)) {
        (void)vsnprintf(text->at + text->n, text->cap - text->n, format, again);
    }
    va_end(again);
    if (text->failed) {
        text->at[text->n] = '\0'; /* undo the half that fitted */
    } else {
        text->n += (size_t)wanted;
    }
    KF_CHECK(kf_text_check(text));
}

void kf_text_add_quoted(kf_text *text, kf_str more)
{
    static const char digits[] = "0123456789abcdef";
    kf_text_addc(text, '"');
    size_t plain = 0; /* start of the run that needs no escape */
    for (size_t i = 0; i < more.n; i++) {
        unsigned char c = (unsigned char)more.at[i];
        if (c >= 0x20 && c != 0x7f && c != '"' && c != '\\') continue;
        kf_text_add(text, (kf_str){ more.at + plain, i - plain });
        plain = i + 1;
        switch (c) {
        case '"': kf_text_add(text, KF_STR("\\\"")); break;
        case '\\': kf_text_add(text, KF_STR("\\\\")); break;
        case '\n': kf_text_add(text, KF_STR("\\n")); break;
        case '\t': kf_text_add(text, KF_STR("\\t")); break;
        case '\r': kf_text_add(text, KF_STR("\\r")); break;
        default:
            kf_text_add(text, KF_STR("\\u00"));
            kf_text_addc(text, digits[c >> 4]);
            kf_text_addc(text, digits[c & 15]);
        }
    }
    if (plain < more.n) kf_text_add(text, (kf_str){ more.at + plain, more.n - plain });
    kf_text_addc(text, '"');
}

kf_str kf_text_get(const kf_text *text)
{
    return text->at ? (kf_str){ text->at, text->n } : (kf_str){ "", 0 };
}

/* ---- UTF-8 ------------------------------------------------------------------------------ */

static bool is_tail(unsigned char c)
{
    return (c & 0xc0) == 0x80;
}

size_t kf_utf8_decode(kf_str text, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)text.at;
    if (text.n == 0) return 0;
    if (at[0] < 0x80) {
        *code = at[0];
        return 1;
    }
    size_t length = at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    if (length == 0 || length > text.n) return 0;
    uint32_t value = at[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if (!is_tail(at[i])) return 0;
        value = value << 6 | (at[i] & 0x3fU);
    }
    if (length == 3 && (value < 0x800 || (value >= 0xd800 && value < 0xe000))) return 0;
    if (length == 4 && (value < 0x10000 || value > 0x10ffff)) return 0;
    *code = value;
    return length;
}

size_t kf_utf8_encode(uint32_t code, char out[4])
{
    static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if ((code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return 0;
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(lead[length] | code);
    return length;
}

size_t kf_utf8_check(const char *at, size_t n)
{
    size_t i = 0;
    while (i < n) {
        uint64_t word;
        while (n - i >= sizeof word) {
            memcpy(&word, at + i, sizeof word);
            if (word & UINT64_C(0x8080808080808080)) break;
            i += sizeof word;
        }
        if (i == n) break;
        uint32_t code;
        size_t length = kf_utf8_decode((kf_str){ at + i, n - i }, &code);
        if (length == 0) return i;
        i += length;
    }
    return n;
}
