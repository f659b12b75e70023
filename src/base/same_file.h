/* same_file.h -- which file a path means, by device and inode, also where it is not there yet.
 *
 * A file that is not there is known by its folder and its last name, after links to nothing have
 * been followed. "-", /dev/stdout, /dev/fd/N and the like mean an open descriptor. */
#ifndef KF_SAME_FILE_H
#define KF_SAME_FILE_H

#include "base/base.h"

#include <limits.h>
#include <sys/types.h>

typedef enum kf_file_kind {
    KF_FILE_UNKNOWN, /* it cannot be looked at, nor be written */
    KF_FILE_NEW,     /* not there yet */
    KF_FILE_REGULAR,
    KF_FILE_STREAM, /* a pipe or a socket: what is written there is mixed */
    KF_FILE_DEVICE  /* /dev/null: takes anything */
} kf_file_kind;

typedef struct kf_file {
    kf_file_kind kind;
    int descriptor; /* that the path names; -1: a path like any other */
    dev_t device;
    ino_t node;              /* of the folder, where the file is not there yet */
    char name[NAME_MAX + 1]; /* of a file that is not there yet; else "" */
} kf_file;

/* The descriptor that a path of an output names; NULL and "-" are standard output. -1: none. */
int kf_path_descriptor(const char *path);
/* The length of the directory part, with its slash; 0 if there is none. */
size_t kf_path_directory(const char *path);
/* The file that a link to nothing (yet) means; 0 or an errno. */
int kf_path_follow(const char *path, char target[PATH_MAX]);

void kf_file_find(const char *path, kf_file *);
/* Would one output overwrite the other, or be mixed with it? */
bool kf_file_is_same(const kf_file *, const kf_file *);

#endif
