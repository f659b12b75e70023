/* test_input.c -- files, memory and streams; gzip whole, joined, padded, cut and corrupt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { SIZE = 300000 };
static unsigned char plain[SIZE];      /* compresses, but not to nothing */
static unsigned char packed[2 * SIZE]; /* its gzip form, and room for more */
static size_t packed_n;
static char folder[] = "/tmp/kerf-input-XXXXXX";
static char path[64];

static size_t gzip(const void *from, size_t n, unsigned char *to, size_t room)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)from;
    z.avail_in = (uInt)n;
    z.next_out = to;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t used = room - z.avail_out;
    deflateEnd(&z);
    return used;
}

static int setup(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (size_t i = 0; i < SIZE; i++) {
        seed = seed * 1664525 + 1013904223;
        plain[i] = (unsigned char)("abcdefgh(,)\n 0123"[(seed >> 24) % 17]);
    }
    packed_n = gzip(plain, SIZE, packed, sizeof packed);
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/file", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

/* A stream that gives a few bytes at a time, and may fail after some. */
typedef struct drip {
    const unsigned char *at;
    size_t n, step, fail_at, given;
} drip;

static ptrdiff_t drip_read(void *context, void *to, size_t n)
{
    drip *from = context;
    if (from->given >= from->fail_at) return -1;
    size_t give = n < from->step ? n : from->step;
    if (give > from->n - from->given) give = from->n - from->given;
    if (give > 0) memcpy(to, from->at + from->given, give);
    from->given += give;
    return (ptrdiff_t)give;
}

/* Reads to the end or the first error, `step` bytes at a time, and compares with `wanted`. */
static kerf_status drain(kf_input *input, size_t step, const void *wanted, size_t wanted_n,
                         const char **why)
{
    static unsigned char all[3 * SIZE];
    size_t n = 0, got = 1;
    while (got > 0) {
        size_t room = sizeof all - n < step ? sizeof all - n : step;
        kerf_status status = kf_input_read(input, all + n, room, &got, why);
        if (status != KERF_OK) {
            const char *again = NULL;
            assert_int_equal(kf_input_read(input, all, 1, &got, &again), status); /* it sticks */
            assert_string_equal(again, *why);
            return status;
        }
        n += got;
    }
    assert_int_equal(kf_input_read(input, all + n, 1, &got, why), KERF_OK);
    assert_int_equal(got, 0);
    assert_int_equal(n, wanted_n);
    assert_true(n == 0 || memcmp(all, wanted, n) == 0);
    return KERF_OK;
}

/* The same bytes from each kind of source, in pieces of several sizes. */
static void every_way(const void *bytes, size_t n, const void *wanted, size_t wanted_n,
                      const char *error)
{
    static const size_t steps[] = { 1, 2, 3, 1000, 70000, 2000000 };
    write_file(bytes, n);
    for (int way = 0; way < 5; way++) {
        for (size_t i = n > 10000 ? 2 : 0; i < KF_LENGTH(steps); i++) {
            kf_mem mem;
            kf_mem_init(&mem, 0);
            kf_input *input = NULL;
            const char *why = NULL;
            drip from = { bytes, n, way == 2 ? 1 : way == 3 ? 4096 : SIZE_MAX, SIZE_MAX, 0 };
            if (way == 0) {
                assert_int_equal(kf_input_open_file(&input, &mem, path, &why), KERF_OK);
            } else if (way == 1) {
                assert_int_equal(kf_input_open_memory(&input, &mem, bytes, n), KERF_OK);
            } else {
                assert_int_equal(kf_input_open_stream(&input, &mem, drip_read, &from), KERF_OK);
            }
            kerf_status status = drain(input, steps[i], wanted, wanted_n, &why);
            if (error) {
                assert_int_equal(status, KERF_IO);
                assert_string_equal(why, error);
            } else {
                assert_int_equal(status, KERF_OK);
            }
            kf_input_close(input);
            assert_int_equal(mem.used, 0);
        }
    }
}

static void plain_data(void **state)
{
    (void)state;
    every_way("", 0, "", 0, NULL);
    every_way("a", 1, "a", 1, NULL);
    every_way("ab", 2, "ab", 2, NULL);
    every_way("abc", 3, "abc", 3, NULL);
    every_way("\x1f", 1, "\x1f", 1, NULL);
    every_way("\x1f\x1f\x8b", 3, "\x1f\x1f\x8b", 3, NULL);
    every_way(plain, SIZE, plain, SIZE, NULL);
    kf_input_close(NULL);
}

static void gzip_data(void **state)
{
    (void)state;
    static unsigned char joined[2 * SIZE], twice[2 * SIZE];
    unsigned char small[64];
    every_way(packed, packed_n, plain, SIZE, NULL);
    size_t small_n = gzip("", 0, small, sizeof small);
    every_way(small, small_n, "", 0, NULL);
    small_n = gzip("x", 1, small, sizeof small);
    every_way(small, small_n, "x", 1, NULL);

    size_t n = 0; /* "x", nothing, all of it, "x" */
    memcpy(joined, small, small_n);
    n += small_n;
    n += gzip("", 0, joined + n, sizeof joined - n);
    memcpy(joined + n, packed, packed_n);
    n += packed_n;
    memcpy(joined + n, small, small_n);
    n += small_n;
    twice[0] = twice[SIZE + 1] = 'x';
    memcpy(twice + 1, plain, SIZE);
    every_way(joined, n, twice, SIZE + 2, NULL);
    memset(joined + n, 0, 1000);
    every_way(joined, n + 1, twice, SIZE + 2, NULL);
    every_way(joined, n + 1000, twice, SIZE + 2, NULL);
}

static void bad_gzip(void **state)
{
    (void)state;
    static unsigned char bytes[2 * SIZE];
    unsigned char small[64];
    size_t small_n = gzip("some text to be cut", 19, small, sizeof small);
    for (size_t n = 2; n < small_n; n++) every_way(small, n, "", 0, "gzip data is cut off");
    every_way(packed, packed_n - 1, "", 0, "gzip data is cut off");
    every_way(packed, packed_n / 2, "", 0, "gzip data is cut off");

    memcpy(bytes, small, small_n);
    bytes[small_n] = 'x';
    every_way(bytes, small_n + 1, "", 0, "there is something else after the gzip data");
    memcpy(bytes + small_n, "\0\0\0x", 4);
    every_way(bytes, small_n + 4, "", 0, "there is something else after the gzip data");
    memcpy(bytes + small_n, "\x1f\x00", 2);
    every_way(bytes, small_n + 2, "", 0, "gzip data is corrupt");
    memcpy(bytes + small_n, "\x1f\x8b", 2);
    every_way(bytes, small_n + 2, "", 0, "gzip data is cut off");

    memcpy(bytes, packed, packed_n);
    bytes[packed_n - 6] ^= 1; /* the checksum */
    every_way(bytes, packed_n, "", 0, "gzip data is corrupt");
    every_way("\x1f\x8b\x07nonsense", 11, "", 0, "gzip data is corrupt");
}

static void refuses(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    kf_input *input = NULL;
    const char *why = NULL;
    char missing[80];
    snprintf(missing, sizeof missing, "%s/missing", folder);
    assert_int_equal(kf_input_open_file(&input, &mem, missing, &why), KERF_IO);
    assert_string_equal(why, "no such file or directory");
    assert_int_equal(kf_input_open_file(&input, &mem, folder, &why), KERF_IO);
    assert_string_equal(why, "is a directory");
    assert_int_equal(kf_input_open_file(&input, &mem, folder, NULL), KERF_IO);
    assert_null(input);
    assert_int_equal(mem.used, 0);
}

static ptrdiff_t liar(void *context, void *to, size_t n)
{
    (void)context;
    (void)to;
    return (ptrdiff_t)n + 1;
}

static void stream_failures(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    static const size_t fail_at[] = { 0, 1, 2, 5000 };
    for (size_t i = 0; i < 2 * KF_LENGTH(fail_at); i++) {
        kf_input *input;
        const char *why = NULL;
        drip from = { i % 2 ? packed : plain, SIZE, 1, fail_at[i / 2], 0 };
        assert_int_equal(kf_input_open_stream(&input, &mem, drip_read, &from), KERF_OK);
        assert_int_equal(drain(input, 100, "", 0, &why), KERF_IO);
        assert_string_equal(why, "the reader failed");
        kf_input_close(input);
    }
    kf_input *input;
    const char *why = NULL;
    assert_int_equal(kf_input_open_stream(&input, &mem, liar, NULL), KERF_OK);
    assert_int_equal(drain(input, 100, "", 0, &why), KERF_IO);
    kf_input_close(input);
    assert_int_equal(mem.used, 0);
}

static void standard_input(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    int ends[2], saved = dup(0);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "from a pipe", 11), 11);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], 0), 0);
    close(ends[0]);
    kf_input *input;
    const char *why = NULL;
    assert_int_equal(kf_input_open_file(&input, &mem, "-", &why), KERF_OK);
    assert_int_equal(drain(input, 5, "from a pipe", 11, &why), KERF_OK);
    kf_input_close(input);
    struct stat info;
    assert_int_equal(fstat(0, &info), 0); /* still open */
    dup2(saved, 0);
    close(saved);
    assert_int_equal(mem.used, 0);
}

static void reads_all(void **state)
{
    (void)state;
    kf_mem mem;
    kf_mem_init(&mem, 0);
    for (int way = 0; way < 4; way++) {
        const unsigned char *bytes = way % 2 ? packed : plain;
        size_t n = way % 2 ? packed_n : SIZE;
        static const size_t most[] = { SIZE_MAX, SIZE, SIZE - 1, 10, 0 };
        write_file(bytes, n);
        for (size_t i = 0; i < KF_LENGTH(most); i++) {
            kf_input *input;
            const char *why = NULL;
            char *all = NULL;
            size_t all_n = 0;
            if (way < 2) assert_int_equal(kf_input_open_file(&input, &mem, path, &why), KERF_OK);
            else assert_int_equal(kf_input_open_memory(&input, &mem, bytes, n), KERF_OK);
            kerf_status status = kf_input_read_all(input, most[i], &all, &all_n, &why);
            assert_int_equal(status, most[i] >= SIZE ? KERF_OK : KERF_LIMIT);
            if (status == KERF_OK) {
                assert_int_equal(all_n, SIZE);
                assert_memory_equal(all, plain, SIZE);
                assert_int_equal(all[SIZE], 0);
                kf_mem_free(&mem, all, all_n + 1, 1);
            } else {
                assert_null(all);
            }
            kf_input_close(input);
            assert_int_equal(mem.used, 0);
        }
    }
    kf_input *input;
    char *all;
    size_t n;
    assert_int_equal(kf_input_open_memory(&input, &mem, NULL, 0), KERF_OK);
    assert_int_equal(kf_input_read_all(input, 0, &all, &n, NULL), KERF_OK);
    assert_int_equal(n, 0);
    assert_string_equal(all, "");
    kf_mem_free(&mem, all, 1, 1);
    kf_input_close(input);
    assert_int_equal(mem.used, 0);
}

static void survives_faults(void **state)
{
    (void)state;
    write_file(packed, packed_n);
    for (int way = 0; way < 3; way++) {
        for (int64_t fail = 0;; fail++) {
            kf_mem mem;
            kf_mem_init(&mem, 0);
            mem.fail_after = fail;
            kf_input *input = NULL;
            const char *why = NULL;
            char *all = NULL;
            size_t n = 0;
            drip from = { packed, packed_n, 999, SIZE_MAX, 0 };
            kerf_status status = way == 0   ? kf_input_open_file(&input, &mem, path, &why)
                                 : way == 1 ? kf_input_open_memory(&input, &mem, packed, packed_n)
                                            : kf_input_open_stream(&input, &mem, drip_read, &from);
            if (status == KERF_OK) status = kf_input_read_all(input, SIZE, &all, &n, &why);
            assert_true(status == KERF_OK || status == KERF_NO_MEMORY);
            if (status == KERF_OK) {
                assert_int_equal(n, SIZE);
                assert_memory_equal(all, plain, SIZE);
                kf_mem_free(&mem, all, n + 1, 1);
            }
            kf_input_close(input);
            assert_int_equal(mem.used, 0);
            if (status == KERF_OK) break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_data),      cmocka_unit_test(gzip_data),
        cmocka_unit_test(bad_gzip),        cmocka_unit_test(refuses),
        cmocka_unit_test(stream_failures), cmocka_unit_test(standard_input),
        cmocka_unit_test(reads_all),       cmocka_unit_test(survives_faults),
    };
    return cmocka_run_group_tests_name("test_input", tests, setup, teardown);
}
