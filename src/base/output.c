/* output.c -- a file that appears whole or not at all.
 *
 * The temporary file lies beside the target, so that the rename stays within one file system.
 * A symbolic link is followed first: the file it points to is replaced, the link stays. The
 * first error sticks, so nothing half-written can be committed after it. */
#include "base/output.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/same_file.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER_SIZE = 64 * 1024, MOST_TRIES = 100, MOST_NAME = 200, TAIL = 6 };

struct kf_output {
    kf_mem *mem;
    int fd;
    bool close_fd;
    bool renames; /* target and temporary are in use */
    bool committed;
    const char *error; /* NULL: none yet */
    size_t n;
    char buffer[BUFFER_SIZE];
    char target[PATH_MAX];
    kf_temporary temporary;
};

static kerf_status say(const char **why, const char *text, kerf_status status)
{
    if (why) *why = text;
    return status;
}

static kerf_status fail(kf_output *output, int error, const char **why)
{
    output->error = kf_system_error(error);
    return say(why, output->error, KERF_IO);
}

/* ---- opening ---------------------------------------------------------------------------- */

static void random_tail(char to[TAIL])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    uint64_t bits;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != (ssize_t)sizeof bits) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        bits = kf_hash_mix((uint64_t)now.tv_nsec << 20 ^ (uint64_t)getpid());
    }
    for (int i = 0; i < TAIL; i++, bits /= 36) to[i] = letters[bits % 36];
}

/* Not mkostemp: that always gives mode 0600, and the umask that a new file should follow cannot
 * be asked for without changing it for the whole process. Returns 0 or an errno. */
static int open_temporary(kf_output *output, mode_t mode)
{
    size_t directory = kf_path_directory(output->target);
    const char *name = output->target + directory;
    size_t shown = strlen(name) < MOST_NAME ? strlen(name) : MOST_NAME;
    char *at = output->temporary.path;
    if (directory + shown + sizeof "..kerf-" + TAIL > PATH_MAX) return ENAMETOOLONG;
    memcpy(at, output->target, directory);
    int n = snprintf(at + directory, PATH_MAX - directory, ".%.*s.kerf-", (int)shown, name);
    char *tail = at + directory + n;
    tail[TAIL] = '\0';
    for (int i = 0; i < MOST_TRIES; i++) {
        random_tail(tail);
        output->fd = kf_temporary_open(&output->temporary, mode);
        if (output->fd >= 0) return 0;
        if (errno != EEXIST && errno != EINTR) break;
    }
    int error = errno;
    at[0] = '\0';
    return error;
}

/* A new file, or one that takes the place of the regular file described by `old`. */
static int open_beside(kf_output *output, const char *path, const struct stat *old)
{
    output->renames = true;
    if (!old) {
        int error = kf_path_follow(path, output->target);
        if (error == 0 && output->target[kf_path_directory(output->target)] == '\0') {
            error = output->target[0] == '\0' ? ENOENT : EISDIR;
        }
        return error ? error : open_temporary(output, 0666);
    }
    if (!realpath(path, output->target)) return errno;
    if (faccessat(AT_FDCWD, output->target, W_OK, AT_EACCESS) != 0) return errno;
    int error = open_temporary(output, old->st_mode & 0777);
    if (error) return error;
    /* Best effort: only root may give a file away, and then the mode must come second. */
    if (fchown(output->fd, old->st_uid, old->st_gid) != 0) errno = 0;
    return fchmod(output->fd, old->st_mode & 07777) == 0 ? 0 : errno;
}

static int open_in_place(kf_output *output, const char *path)
{
    do output->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    while (output->fd < 0 && errno == EINTR);
    return output->fd < 0 ? errno : 0;
}

/* Of the caller, and not one of our own files that happens to have the number. */
static int check_descriptor(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    if (flags < 0) return errno;
    return fd > STDERR_FILENO && (flags & FD_CLOEXEC) ? EBADF : 0;
}

static int open_path(kf_output *output, const char *path)
{
    struct stat info;
    if (output->fd >= 0) return check_descriptor(output->fd);
    if (stat(path, &info) != 0) {
        return errno == ENOENT ? open_beside(output, path, NULL) : errno;
    }
    if (S_ISDIR(info.st_mode)) return EISDIR;
    if (S_ISREG(info.st_mode)) return open_beside(output, path, &info);
    return open_in_place(output, path);
}

kerf_status kf_output_open(kf_output **out, kf_mem *mem, const char *path, const char **why)
{
    kf_output *output = kf_mem_alloc(mem, 1, sizeof *output);
    if (!output) return say(why, "out of memory", KERF_NO_MEMORY);
    output->mem = mem;
    output->fd = kf_path_descriptor(path);
    output->close_fd = output->fd < 0;
    output->renames = output->committed = false;
    output->error = NULL;
    output->n = 0;
    output->target[0] = output->temporary.path[0] = '\0';
    int error = open_path(output, path);
    if (error) {
        kf_output_close(output);
        return say(why, kf_system_error(error), KERF_IO);
    }
    *out = output;
    return KERF_OK;
}

/* ---- writing ---------------------------------------------------------------------------- */

static kerf_status put(kf_output *output, const char *at, size_t n, const char **why)
{
    assert(output->fd >= 0 && !output->committed);
    while (n > 0) {
        ssize_t put_n = write(output->fd, at, n < SSIZE_MAX ? n : SSIZE_MAX);
        if (put_n >= 0) {
            at += put_n;
            n -= (size_t)put_n;
        } else if (errno == EAGAIN) {
            struct pollfd ready = { .fd = output->fd, .events = POLLOUT };
            if (poll(&ready, 1, -1) < 0 && errno != EINTR) return fail(output, errno, why);
        } else if (errno != EINTR) {
            return fail(output, errno, why);
        }
    }
    return KERF_OK;
}

static kerf_status flush(kf_output *output, const char **why)
{
    size_t n = output->n;
    output->n = 0;
    return put(output, output->buffer, n, why);
}

kerf_status kf_output_write(kf_output *output, const void *at, size_t n, const char **why)
{
    if (output->committed) return say(why, "it is already committed", KERF_MISUSE);
    if (output->error) return say(why, output->error, KERF_IO);
    if (n > BUFFER_SIZE - output->n) KF_TRY(flush(output, why));
    if (n > BUFFER_SIZE) return put(output, at, n, why);
    if (n > 0) memcpy(output->buffer + output->n, at, n);
    output->n += n;
    assert(output->n <= BUFFER_SIZE);
    return KERF_OK;
}

/* Makes the rename itself survive a crash; where that cannot be had, the file is still whole. */
static void sync_directory(const char *target)
{
    char path[PATH_MAX] = ".";
    size_t n = kf_path_directory(target);
    if (n > 0) {
        memcpy(path, target, n);
        path[n] = '\0';
    }
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
}

kerf_status kf_output_commit(kf_output *output, const char **why)
{
    if (output->committed) return KERF_OK;
    if (output->error) return say(why, output->error, KERF_IO);
    KF_TRY(flush(output, why));
    if (output->renames && fsync(output->fd) != 0) return fail(output, errno, why);
    if (output->close_fd) {
        int closed = close(output->fd);
        output->fd = -1;
        if (closed != 0 && errno != EINTR) return fail(output, errno, why);
    }
    if (output->renames) {
        if (rename(output->temporary.path, output->target) != 0) return fail(output, errno, why);
        kf_temporary_forget(&output->temporary);
        sync_directory(output->target);
    }
    output->committed = true;
    return KERF_OK;
}

void kf_output_close(kf_output *output)
{
    if (!output) return;
    if (output->close_fd && output->fd >= 0) close(output->fd);
    kf_temporary_remove(&output->temporary);
    kf_mem_free(output->mem, output, 1, sizeof *output);
}
