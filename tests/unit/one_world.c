/* one_world.c -- a session with one world, and text that it writes; see one_world.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "one_world.h"

#include <string.h>

kerf *with_store(const char *store, const char *model, const char *evidence)
{
    int more = 0;
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    assert_int_equal(kerf_set(k, "store", store), KERF_OK);
    assert_int_equal(kerf_read_model_memory(k, "m.mln", model, strlen(model)), KERF_OK);
    assert_int_equal(kerf_add_evidence_memory(k, "e.db", evidence, strlen(evidence)), KERF_OK);
    assert_int_equal(kerf_next_world(k, &more), KERF_OK);
    assert_int_equal(more, 1);
    return k;
}

kerf *with(const char *model, const char *evidence)
{
    return with_store("memory", model, evidence);
}

bool has_feature(const char *name)
{
    for (size_t i = 0; kerf_feature(i); i++)
        if (strcmp(kerf_feature(i), name) == 0) return true;
    return false;
}

int collect(void *context, const char *text, size_t n)
{
    buffer *b = context;
    assert_true(b->n + n < sizeof b->text);
    memcpy(b->text + b->n, text, n);
    b->n += n;
    b->text[b->n] = '\0';
    return 0;
}
