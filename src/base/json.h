/* json.h -- writes JSON into a text, without blanks: {"name":"a \"b\"","costs":[1.5,null]}.
 *
 * The writer puts the commas and knows which bracket closes. Inside an object every value has a
 * name, inside an array none has (NULL). A refused allocation is remembered by the text. */
#ifndef KF_JSON_H
#define KF_JSON_H

#include "base/text.h"

enum { KF_JSON_DEPTH = 64 };

typedef struct kf_json {
    kf_text *to;
    uint32_t depth;   /* objects and arrays that are open; 0: one value was or can be written */
    uint64_t objects; /* by depth: is it an object? */
    bool comma;       /* something stands before the next value */
} kf_json;

kf_json kf_json_to(kf_text *); /* one value; borrowed */
void kf_json_object(kf_json *, const char *name);
void kf_json_array(kf_json *, const char *name);
void kf_json_close(kf_json *); /* the last object or array that is open */

void kf_json_string(kf_json *, const char *name, kf_str);
void kf_json_text(kf_json *, const char *name, const char *text); /* NULL: null */
void kf_json_count(kf_json *, const char *name, uint64_t);
void kf_json_number(kf_json *, const char *name, double); /* not finite: null */
/* To the microsecond. */
void kf_json_seconds(kf_json *, const char *name, double);
void kf_json_bool(kf_json *, const char *name, bool);
void kf_json_null(kf_json *, const char *name);

#endif
