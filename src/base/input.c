/* input.c -- bytes in, with gzip undone.
 *
 * Two bytes are read ahead, on the first read, to recognise gzip. Plain data then goes straight
 * from its source to the caller's block; only gzip data passes through a buffer of our own.
 * The first error sticks: every later read reports it again. */
#include "base/input.h"

#include "base/check.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    PACKED_SIZE = 64 * 1024, /* the buffer for compressed data */
    FIRST_BLOCK = 64 * 1024, /* of read_all, when the size is unknown */
    MOST_AT_ONCE = 1 << 30   /* bytes per system call, and per call of zlib */
};

typedef enum source { FROM_FILE, FROM_MEMORY, FROM_STREAM } source;
typedef enum form { UNKNOWN, PLAIN, GZIP } form;

struct kf_input {
    kf_mem *mem;
    source source;
    form form;
    int fd;
    bool close_fd;
    bool ended;                 /* the source has no more; it is not asked again */
    const unsigned char *bytes; /* FROM_MEMORY: what is left */
    size_t bytes_left;
    kerf_read_fn *read;
    void *context;
    unsigned char ahead[2]; /* read for recognition, not yet handed on */
    size_t ahead_n;
    unsigned char *packed; /* GZIP: PACKED_SIZE bytes */
    z_stream z;
    bool between;             /* GZIP: a member has ended and nothing of the next was seen */
    kf_input_watch_fn *watch; /* or NULL */
    void *watch_context;
    kerf_status error;
    const char *error_why;
};

static kerf_status say(const char **why, const char *text, kerf_status status)
{
    if (why) *why = text;
    return status;
}

static kerf_status fail(kf_input *input, const char **why, const char *text, kerf_status status)
{
    input->error = status;
    input->error_why = text;
    return say(why, text, status);
}

/* ---- opening ---------------------------------------------------------------------------- */

static kf_input *new_input(kf_mem *mem, source from)
{
    kf_input *input = kf_mem_calloc(mem, 1, sizeof *input);
    if (!input) return NULL;
    input->mem = mem;
    input->source = from;
    input->fd = -1;
    return input;
}

static int open_to_read(const char *path)
{
    int fd;
    do fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    return fd;
}

kerf_status kf_input_open_file(kf_input **out, kf_mem *mem, const char *path, const char **why)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat info;
    int fd = standard ? STDIN_FILENO : open_to_read(path);
    if (fd < 0 || fstat(fd, &info) != 0) {
        int error = errno;
        if (fd >= 0 && !standard) close(fd);
        return say(why, kf_system_error(error), KERF_IO);
    }
    kf_input *input = S_ISDIR(info.st_mode) ? NULL : new_input(mem, FROM_FILE);
    if (!input) {
        if (!standard) close(fd);
        if (S_ISDIR(info.st_mode)) return say(why, kf_system_error(EISDIR), KERF_IO);
        return say(why, "out of memory", KERF_NO_MEMORY);
    }
    input->fd = fd;
    input->close_fd = !standard;
    *out = input;
    return KERF_OK;
}

kerf_status kf_input_open_memory(kf_input **out, kf_mem *mem, const void *bytes, size_t n)
{
    kf_input *input = new_input(mem, FROM_MEMORY);
    if (!input) return KERF_NO_MEMORY;
    input->bytes = bytes;
    input->bytes_left = n;
    *out = input;
    return KERF_OK;
}

kerf_status kf_input_open_stream(kf_input **out, kf_mem *mem, kerf_read_fn *read, void *context)
{
    kf_input *input = new_input(mem, FROM_STREAM);
    if (!input) return KERF_NO_MEMORY;
    input->read = read;
    input->context = context;
    *out = input;
    return KERF_OK;
}

void kf_input_close(kf_input *input)
{
    if (!input) return;
    if (input->packed) {
        inflateEnd(&input->z);
        kf_mem_free(input->mem, input->packed, PACKED_SIZE, 1);
    }
    if (input->close_fd) close(input->fd);
    kf_mem_free(input->mem, input, 1, sizeof *input);
}

/* ---- the source ------------------------------------------------------------------------- */

/* read(), retried after a signal and, for a descriptor that does not block, after a wait. */
static ssize_t read_some(int fd, void *to, size_t n)
{
    for (;;) {
        ssize_t got = read(fd, to, n);
        if (got >= 0) return got;
        if (errno == EAGAIN) {
            struct pollfd ready = { .fd = fd, .events = POLLIN };
            if (poll(&ready, 1, -1) < 0 && errno != EINTR) return -1;
        } else if (errno != EINTR) {
            return -1;
        }
    }
}

/* Up to n > 0 bytes from the source as they are; *got == 0 only at its end. */
static kerf_status fetch(kf_input *input, void *to, size_t n, size_t *got, const char **why)
{
    ptrdiff_t took;
    if (n > MOST_AT_ONCE) n = MOST_AT_ONCE;
    *got = 0;
    if (input->ended) return KERF_OK;
    switch (input->source) {
    case FROM_FILE:
        took = read_some(input->fd, to, n);
        if (took < 0) return fail(input, why, kf_system_error(errno), KERF_IO);
        break;
    case FROM_STREAM:
        took = input->read(input->context, to, n);
        if (took < 0) return fail(input, why, "the reader failed", KERF_IO);
        if ((size_t)took > n) {
            return fail(input, why, "the reader gave more than it was asked for", KERF_IO);
        }
        break;
    default:
        took = (ptrdiff_t)(n < input->bytes_left ? n : input->bytes_left);
        if (took > 0) {
            memcpy(to, input->bytes, (size_t)took);
            input->bytes += took;
            input->bytes_left -= (size_t)took;
        }
    }
    input->ended = took == 0;
    *got = (size_t)took;
    return KERF_OK;
}

static kerf_status read_plain(kf_input *input, void *to, size_t n, size_t *got, const char **why)
{
    size_t first = input->ahead_n < n ? input->ahead_n : n;
    size_t more = 0;
    assert(input->ahead_n <= sizeof input->ahead);
    memcpy(to, input->ahead, first);
    memmove(input->ahead, input->ahead + first, input->ahead_n - first);
    input->ahead_n -= first;
    if (first < n) KF_TRY(fetch(input, (char *)to + first, n - first, &more, why));
    *got = first + more;
    return KERF_OK;
}

/* ---- gzip ------------------------------------------------------------------------------- */

/* zlib does not give sizes back, so its blocks carry theirs in front. */
typedef union zlib_head {
    size_t size;
    max_align_t align;
} zlib_head;

static voidpf zlib_alloc(voidpf mem, uInt n, uInt each)
{
    if (each != 0 && n > (SIZE_MAX - sizeof(zlib_head)) / each) return Z_NULL;
    size_t size = sizeof(zlib_head) + (size_t)n * each;
    zlib_head *head = kf_mem_calloc(mem, size, 1);
    if (!head) return Z_NULL;
    head->size = size;
    return head + 1;
}

static void zlib_free(voidpf mem, voidpf block)
{
    zlib_head *head = (zlib_head *)block - 1;
    kf_mem_free(mem, head, head->size, 1);
}

static kerf_status start_gzip(kf_input *input, const char **why)
{
    unsigned char *packed = kf_mem_alloc(input->mem, PACKED_SIZE, 1);
    if (!packed) return fail(input, why, "out of memory", KERF_NO_MEMORY);
    input->z = (z_stream){ .zalloc = zlib_alloc, .zfree = zlib_free, .opaque = input->mem };
    if (inflateInit2(&input->z, 15 + 16) != Z_OK) { /* the largest window; gzip only */
        kf_mem_free(input->mem, packed, PACKED_SIZE, 1);
        return fail(input, why, "out of memory", KERF_NO_MEMORY);
    }
    memcpy(packed, input->ahead, input->ahead_n);
    input->packed = packed;
    input->z.next_in = packed;
    input->z.avail_in = (uInt)input->ahead_n;
    return KERF_OK;
}

static kerf_status refill(kf_input *input, const char **why)
{
    size_t got;
    assert(input->z.avail_in == 0);
    KF_TRY(fetch(input, input->packed, PACKED_SIZE, &got, why));
    input->z.next_in = input->packed;
    input->z.avail_in = (uInt)got;
    return KERF_OK;
}

/* After a member: another one, zeros up to the end (tapes and some tools pad), or the end. */
static kerf_status start_member(kf_input *input, bool *at_end, const char **why)
{
    bool padded = false;
    for (;;) {
        if (input->z.avail_in == 0) KF_TRY(refill(input, why));
        *at_end = input->z.avail_in == 0;
        if (*at_end) return KERF_OK;
        if (*input->z.next_in != 0) break;
        padded = true;
        input->z.next_in++;
        input->z.avail_in--;
    }
    if (padded || *input->z.next_in != 0x1f) {
        return fail(input, why, "there is something else after the gzip data", KERF_IO);
    }
    inflateReset(&input->z);
    input->between = false;
    return KERF_OK;
}

static kerf_status read_gzip(kf_input *input, void *to, size_t n, size_t *got, const char **why)
{
    z_stream *z = &input->z;
    if (n > MOST_AT_ONCE) n = MOST_AT_ONCE;
    z->next_out = to;
    z->avail_out = (uInt)n;
    while (z->avail_out == n) {
        bool at_end = false;
        if (input->between) KF_TRY(start_member(input, &at_end, why));
        if (at_end) break;
        switch (inflate(z, Z_NO_FLUSH)) {
        case Z_OK:
        case Z_BUF_ERROR: /* not an error: no progress without more to read */
            if (z->avail_out < n || z->avail_in > 0) break;
            KF_TRY(refill(input, why));
            if (z->avail_in == 0) return fail(input, why, "gzip data is cut off", KERF_IO);
            break;
        case Z_STREAM_END: input->between = true; break;
        case Z_MEM_ERROR: return fail(input, why, "out of memory", KERF_NO_MEMORY);
        default: return fail(input, why, "gzip data is corrupt", KERF_IO);
        }
    }
    *got = n - z->avail_out;
    return KERF_OK;
}

/* ---- reading ---------------------------------------------------------------------------- */

static kerf_status recognise(kf_input *input, const char **why)
{
    while (input->ahead_n < sizeof input->ahead && !input->ended) {
        size_t got;
        KF_TRY(fetch(input, input->ahead + input->ahead_n, sizeof input->ahead - input->ahead_n,
                     &got, why));
        input->ahead_n += got;
    }
    bool gzip = input->ahead_n == 2 && input->ahead[0] == 0x1f && input->ahead[1] == 0x8b;
    if (gzip) KF_TRY(start_gzip(input, why));
    input->form = gzip ? GZIP : PLAIN;
    return KERF_OK;
}

kerf_status kf_input_read(kf_input *input, void *to, size_t n, size_t *got, const char **why)
{
    size_t took = 0;
    assert(to || n == 0);
    if (input->error != KERF_OK) return say(why, input->error_why, input->error);
    if (n > 0) {
        if (input->form == UNKNOWN) KF_TRY(recognise(input, why));
        if (input->form == GZIP) KF_TRY(read_gzip(input, to, n, &took, why));
        else KF_TRY(read_plain(input, to, n, &took, why));
    }
    assert(took <= n);
    if (input->watch && took > 0) input->watch(input->watch_context, to, took);
    *got = took;
    return KERF_OK;
}

void kf_input_watch(kf_input *input, kf_input_watch_fn *watch, void *context)
{
    assert(watch && !input->watch);
    assert(input->form == UNKNOWN); /* nothing was read */
    input->watch = watch;
    input->watch_context = context;
}

/* A guess at how much is to come, so that reading a plain file needs one block. */
static size_t expected_size(const kf_input *input)
{
    struct stat info;
    if (input->source == FROM_MEMORY) return input->bytes_left;
    if (input->source == FROM_FILE && fstat(input->fd, &info) == 0 && S_ISREG(info.st_mode)
        && (uintmax_t)info.st_size < SIZE_MAX / 2) {
        return (size_t)info.st_size;
    }
    return FIRST_BLOCK;
}

/* Appends up to the end, keeping room for the NUL. */
static kerf_status read_rest(kf_input *input, size_t most, kf_text *all, const char **why)
{
    for (;;) {
        size_t got;
        if (!kf_vec_reserve(input->mem, all, 2)) return say(why, "out of memory", KERF_NO_MEMORY);
        KF_TRY(kf_input_read(input, all->at + all->n, all->cap - all->n - 1, &got, why));
        if (got == 0) break;
        if (got > most - all->n) return say(why, "is too large", KERF_LIMIT);
        all->n += got;
    }
    char *exact = kf_mem_resize(input->mem, all->at, all->cap, all->n + 1, 1);
    if (!exact) return say(why, "out of memory", KERF_NO_MEMORY);
    all->at = exact;
    all->cap = all->n + 1;
    all->at[all->n] = '\0';
    return KERF_OK;
}

kerf_status kf_input_read_all(kf_input *input, size_t most, char **to, size_t *n, const char **why)
{
    kf_text all;
    kf_text_init(&all, input->mem);
    size_t expected = expected_size(input);
    if (expected > most) expected = most;
    /* Two more than expected: the NUL, and a byte to see the end or the excess with. */
    kerf_status status = expected < SIZE_MAX - 2 && kf_vec_reserve(input->mem, &all, expected + 2)
                             ? read_rest(input, most, &all, why)
                             : say(why, "out of memory", KERF_NO_MEMORY);
    if (status != KERF_OK) {
        kf_text_free(&all);
        return status;
    }
    *to = all.at;
    *n = all.n;
    return KERF_OK;
}
