/* sessions.h -- a model, its evidence and a folder for tests of the public interface. */
#ifndef KF_TEST_SESSIONS_H
#define KF_TEST_SESSIONS_H

#include "kerf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model[] = "Friends(person, person)\n"
                            "Smokes(person)\n"
                            "Near(person, place)\n"
                            "Good(place)\n"
                            "1.5 Friends(x,y) ^ Smokes(x) => Smokes(y)\n"
                            "!Friends(x,x).\n"
                            "habit: Near(x,+p) => Smokes(x)\n"
                            "Smokes(x) v Good(Home)\n";
static const char weights[] = "habit\tBar\t0.5\nhabit\tHome\t-0.25\n";
static const char evidence[] = ">> one\nFriends(Anna, Bob)\nSmokes(Anna) !Smokes(Carl)\n"
                               ">> two\nFriends(Bob, Dan) Friends(Dan, Bob)\nNear(Dan, Bar)\n";

static inline kerf *new_session(void)
{
    kerf *k = kerf_new(NULL);
    assert_non_null(k);
    return k;
}

static inline kerf *with_model(const char *text)
{
    kerf *k = new_session();
    kerf_status status = kerf_read_model_memory(k, "m.mln", text, strlen(text));
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    return k;
}

static inline int next(kerf *k)
{
    int more = -1;
    kerf_status status = kerf_next_world(k, &more);
    if (status != KERF_OK) print_message("%s\n", kerf_error(k));
    assert_int_equal(status, KERF_OK);
    return more;
}

static inline kerf_predicate_info predicate(kerf *k, const char *name)
{
    kerf_predicate_info p = { .size = sizeof p };
    for (size_t i = 0; i < kerf_predicate_count(k); i++) {
        assert_int_equal(kerf_predicate_get(k, i, &p), KERF_OK);
        if (strcmp(p.name, name) == 0) return p;
    }
    fail_msg("no predicate %s", name);
    return p;
}

static char folder[] = "/tmp/kerf-test-XXXXXX";

static inline const char *path_of(const char *name)
{
    static char paths[4][128];
    static int turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline void write_file(const char *name, const char *text)
{
    FILE *f = fopen(path_of(name), "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

#endif
