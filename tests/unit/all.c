/* all.c -- every unit test in one program; the name that it is called by says which of them runs.
 *
 * The build compiles each test_NAME.c with its main() renamed to main_of_test_NAME(), defines
 * UNIT_TESTS as TEST(test_NAME) for all of them, and makes build/unit/test_NAME a link to this. */
#include <stdio.h>
#include <string.h>

#ifndef UNIT_TESTS
#define UNIT_TESTS
#endif

#define TEST(name) int main_of_##name(void);
UNIT_TESTS
#undef TEST

#define TEST(name) { #name, main_of_##name },
static const struct {
    const char *name;
    int (*run)(void);
} TESTS[] = { UNIT_TESTS{ NULL, NULL } };
#undef TEST

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
    for (size_t i = 0; TESTS[i].name; i++)
        if (strcmp(TESTS[i].name, name) == 0) return TESTS[i].run();
    fprintf(stderr, "%s: no unit test has this name\n", name);
    return 2;
}
