/* json.c -- see json.h. Invariant: a comma is due before a value exactly when the last thing
 * written is a value or a closing bracket, so one flag serves all depths. */
#include "base/json.h"

#include "base/check.h"

#include <math.h>

static bool in_object(const kf_json *j)
{
    return j->depth > 0 && (j->objects >> (j->depth - 1) & 1);
}

/* The comma and the name that stand before a value. */
static void begin(kf_json *j, const char *name)
{
    assert(j->depth > 0 || !j->comma); /* one value in all */
    assert(in_object(j) == (name != NULL));
    if (j->comma) kf_text_addc(j->to, ',');
    j->comma = true;
    if (!name) return;
    kf_text_add_quoted(j->to, kf_str_of(name));
    kf_text_addc(j->to, ':');
}

static void put(kf_json *j, const char *name, kf_str value)
{
    begin(j, name);
    kf_text_add(j->to, value);
}

static void nest(kf_json *j, const char *name, bool object)
{
    assert(j->depth < KF_JSON_DEPTH);
    begin(j, name);
    kf_text_addc(j->to, object ? '{' : '[');
    uint64_t bit = UINT64_C(1) << j->depth++;
    j->objects = object ? j->objects | bit : j->objects & ~bit;
    j->comma = false;
}

kf_json kf_json_to(kf_text *to)
{
    return (kf_json){ .to = to };
}

void kf_json_object(kf_json *j, const char *name)
{
    nest(j, name, true);
}

void kf_json_array(kf_json *j, const char *name)
{
    nest(j, name, false);
}

void kf_json_close(kf_json *j)
{
    assert(j->depth > 0);
    kf_text_addc(j->to, in_object(j) ? '}' : ']');
    j->depth--;
    j->comma = true;
}

void kf_json_string(kf_json *j, const char *name, kf_str text)
{
    begin(j, name);
    kf_text_add_quoted(j->to, text);
}

void kf_json_text(kf_json *j, const char *name, const char *text)
{
    if (text) kf_json_string(j, name, kf_str_of(text));
    else kf_json_null(j, name);
}

void kf_json_count(kf_json *j, const char *name, uint64_t n)
{
    begin(j, name);
    kf_text_addf(j->to, "%llu", (unsigned long long)n);
}

void kf_json_number(kf_json *j, const char *name, double number)
{
    if (!isfinite(number)) {
        kf_json_null(j, name);
        return;
    }
    begin(j, name);
    kf_text_add_number(j->to, number);
}

void kf_json_seconds(kf_json *j, const char *name, double seconds)
{
    kf_json_number(j, name, round(seconds * 1e6) / 1e6);
}

void kf_json_bool(kf_json *j, const char *name, bool is)
{
    put(j, name, is ? KF_STR("true") : KF_STR("false"));
}

void kf_json_null(kf_json *j, const char *name)
{
    put(j, name, KF_STR("null"));
}
