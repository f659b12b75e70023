/* same_file.c -- which file a path means; see same_file.h. */
#include "base/same_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_DESCRIPTOR = 1 << 20 };

/* ---- Descriptors ---- */

static int read_descriptor(const char *digits)
{
    int n = 0;
    if (*digits == '\0') return -1;
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9' || n > MOST_DESCRIPTOR) return -1;
        n = n * 10 + (*digits - '0');
    }
    return n;
}

int kf_path_descriptor(const char *path)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    if (!path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0) return STDERR_FILENO;
    for (size_t i = 0; i < KF_LENGTH(folders); i++) {
        size_t n = strlen(folders[i]);
        if (strncmp(path, folders[i], n) == 0) return read_descriptor(path + n);
    }
    return -1;
}

/* ---- Paths ---- */

size_t kf_path_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

int kf_path_follow(const char *path, char target[PATH_MAX])
{
    char link[PATH_MAX];
    size_t length = strlen(path);
    if (length >= PATH_MAX) return ENAMETOOLONG;
    memcpy(target, path, length + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t n = readlink(target, link, sizeof link);
        if (n < 0) return errno == EINVAL || errno == ENOENT ? 0 : errno;
        size_t keep = link[0] == '/' ? 0 : kf_path_directory(target);
        if (keep + (size_t)n >= PATH_MAX) return ENAMETOOLONG;
        memcpy(target + keep, link, (size_t)n);
        target[keep + (size_t)n] = '\0';
    }
    return ELOOP;
}

static kf_file_kind kind_of(mode_t mode)
{
    if (S_ISREG(mode)) return KF_FILE_REGULAR;
    if (S_ISCHR(mode)) return KF_FILE_DEVICE;
    return S_ISFIFO(mode) || S_ISSOCK(mode) || S_ISBLK(mode) ? KF_FILE_STREAM : KF_FILE_UNKNOWN;
}

/* A file that is not there: its folder and its last name. */
static void find_new(const char *path, kf_file *f)
{
    char target[PATH_MAX];
    struct stat folder;
    if (kf_path_follow(path, target) != 0) return;
    size_t n = kf_path_directory(target);
    size_t length = strlen(target + n);
    if (length == 0 || length > NAME_MAX) return;
    memcpy(f->name, target + n, length + 1);
    target[n] = '\0';
    if (stat(n > 0 ? target : ".", &folder) != 0) return;
    f->kind = KF_FILE_NEW;
    f->device = folder.st_dev;
    f->node = folder.st_ino;
}

void kf_file_find(const char *path, kf_file *f)
{
    struct stat info;
    *f = (kf_file){ .kind = KF_FILE_UNKNOWN, .descriptor = kf_path_descriptor(path) };
    int failed = f->descriptor >= 0 ? fstat(f->descriptor, &info) : stat(path, &info);
    if (failed && f->descriptor < 0 && errno == ENOENT) find_new(path, f);
    if (failed) return;
    f->kind = kind_of(info.st_mode);
    f->device = info.st_dev;
    f->node = info.st_ino;
}

bool kf_file_is_same(const kf_file *a, const kf_file *b)
{
    if (a->descriptor >= 0 && a->descriptor == b->descriptor) return true;
    if (a->kind != b->kind || a->kind == KF_FILE_UNKNOWN || a->kind == KF_FILE_DEVICE) return false;
    return a->device == b->device && a->node == b->node && strcmp(a->name, b->name) == 0;
}
