/* test_output.c -- whole or not at all: commits, abandonment, links, devices, refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/output.h"
#include "base/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/kerf-output-XXXXXX";
static kf_mem mem;

static const char *inside(const char *name)
{
    static char paths[4][512];
    static int next;
    next = (next + 1) % 4;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static int entries(void)
{
    int n = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(dir);
    return n;
}

static void holds(const char *path, const char *wanted)
{
    char text[100] = "";
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = '\0';
    assert_string_equal(text, wanted);
}

static mode_t mode_of(const char *path)
{
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode;
}

static void put(const char *path, const char *text)
{
    kf_output *output;
    const char *why = NULL;
    assert_int_equal(kf_output_open(&output, &mem, path, &why), KERF_OK);
    assert_int_equal(kf_output_write(output, text, strlen(text), &why), KERF_OK);
    assert_int_equal(kf_output_commit(output, &why), KERF_OK);
    assert_int_equal(kf_output_commit(output, &why), KERF_OK); /* once more is harmless */
    assert_int_equal(kf_output_write(output, "x", 1, &why), KERF_MISUSE);
    kf_output_close(output);
    assert_int_equal(mem.used, 0);
}

static int setup(void **state)
{
    (void)state;
    kf_mem_init(&mem, 0);
    return mkdtemp(folder) ? 0 : -1;
}

static int each_setup(void **state)
{
    (void)state;
    DIR *dir = opendir(folder);
    if (!dir) return -1;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            if (remove(inside(entry->d_name)) != 0) return -1;
        }
    }
    return closedir(dir);
}

static int teardown(void **state)
{
    return each_setup(state) == 0 ? rmdir(folder) : -1;
}

static void commits(void **state)
{
    (void)state;
    mode_t mask = umask(027);
    put(inside("a"), "first");
    umask(mask);
    holds(inside("a"), "first");
    assert_int_equal(mode_of(inside("a")) & 07777, 0640);
    assert_int_equal(chmod(inside("a"), 0604), 0);
    put(inside("a"), "second");
    holds(inside("a"), "second");
    assert_int_equal(mode_of(inside("a")) & 07777, 0604);
    put(inside("a"), "");
    holds(inside("a"), "");
    assert_int_equal(entries(), 1);
}

static void writes_much(void **state)
{
    (void)state;
    static char big[200000];
    kf_output *output;
    const char *why = NULL;
    for (size_t i = 0; i < sizeof big; i++) big[i] = (char)(i * 7 + i / 1000);
    assert_int_equal(kf_output_open(&output, &mem, inside("big"), &why), KERF_OK);
    size_t n = 0;
    for (size_t step = 0; n < sizeof big; step = step * 3 + 1) {
        if (step > sizeof big - n) step = sizeof big - n;
        assert_int_equal(kf_output_write(output, big + n, step, &why), KERF_OK);
        n += step;
    }
    assert_int_equal(kf_output_write(output, NULL, 0, &why), KERF_OK);
    assert_int_equal(kf_output_commit(output, &why), KERF_OK);
    kf_output_close(output);
    static char again[sizeof big + 1];
    FILE *file = fopen(inside("big"), "rb");
    assert_non_null(file);
    assert_int_equal(fread(again, 1, sizeof again, file), sizeof big);
    fclose(file);
    assert_memory_equal(again, big, sizeof big);
}

static void abandons(void **state)
{
    (void)state;
    static char big[100000];
    kf_output *output;
    const char *why = NULL;
    put(inside("a"), "old");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(kf_output_open(&output, &mem, inside(i ? "new" : "a"), &why), KERF_OK);
        assert_int_equal(kf_output_write(output, big, sizeof big, &why), KERF_OK);
        assert_int_equal(entries(), 2);
        holds(inside("a"), "old");
        kf_output_close(output);
        assert_int_equal(entries(), 1);
        holds(inside("a"), "old");
    }
    kf_output_close(NULL);
    assert_int_equal(mem.used, 0);
}

static void end_process(int signal_number)
{
    (void)signal_number;
    kf_temporary_remove_all();
    _exit(7);
}

/* Opens and drops files until the process ends. */
static void *keep_opening(void *name)
{
    kf_mem own;
    const char *why;
    kf_mem_init(&own, 0);
    for (kf_output *output;;) {
        if (kf_output_open(&output, &own, inside(name), &why) != KERF_OK) continue;
        kf_output_close(output);
    }
    return NULL;
}

/* In a process of its own: a signal ends it while other threads open files all the time. */
static void end_amid_opening(void)
{
    enum { MANY = 40 }; /* open for good */
    pthread_t thread;
    kf_output *output;
    const char *why;
    signal(SIGALRM, end_process);
    for (int i = 0; i < MANY; i++)
        if (kf_output_open(&output, &mem, inside("many"), &why) != KERF_OK) _exit(1);
    for (int i = 0; i < 3; i++)
        if (pthread_create(&thread, NULL, keep_opening, "other") != 0) _exit(1);
    ualarm(20000, 0);
    keep_opening("own");
}

static void leaves_nothing_at_a_signal(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) end_amid_opening();
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 7);
        assert_int_equal(entries(), 0);
    }
}

/* A child that ends by a signal has a copy of the list. */
static void children_leave_files_alone(void **state)
{
    (void)state;
    kf_output *output;
    const char *why = NULL;
    int status = 0;
    assert_int_equal(kf_output_open(&output, &mem, inside("a"), &why), KERF_OK);
    pid_t child = fork();
    if (child == 0) end_process(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(entries(), 1);
    assert_int_equal(kf_output_commit(output, &why), KERF_OK);
    kf_output_close(output);
    holds(inside("a"), "");
}

static void follows_links(void **state)
{
    (void)state;
    put(inside("file"), "old");
    assert_int_equal(symlink("file", inside("link")), 0);
    assert_int_equal(symlink(inside("link"), inside("link2")), 0);
    put(inside("link2"), "new");
    holds(inside("file"), "new");
    assert_true(S_ISLNK(mode_of(inside("link"))) && S_ISLNK(mode_of(inside("link2"))));
    assert_true(S_ISREG(mode_of(inside("file"))));
    assert_int_equal(unlink(inside("file")), 0);
    put(inside("link2"), "made"); /* the link leads to nothing: that is made */
    holds(inside("file"), "made");
    assert_true(S_ISLNK(mode_of(inside("link"))) && S_ISLNK(mode_of(inside("link2"))));
    assert_int_equal(entries(), 3);
    kf_output *output;
    const char *why = NULL;
    assert_int_equal(symlink("loop", inside("loop")), 0);
    assert_int_equal(kf_output_open(&output, &mem, inside("loop"), &why), KERF_IO);
    assert_string_equal(why, "too many levels of symbolic links");
}

static void in_the_current_folder(void **state)
{
    (void)state;
    int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(chdir(folder), 0);
    put("bare", "text");
    put("bare", "text 2");
    assert_int_equal(fchdir(here), 0);
    close(here);
    holds(inside("bare"), "text 2");
    assert_int_equal(entries(), 1);
    char name[251];
    memset(name, 'n', 250);
    name[250] = '\0';
    put(inside(name), "long"); /* the temporary's name still fits */
    holds(inside(name), "long");
}

static void devices_in_place(void **state)
{
    (void)state;
    static char big[100000];
    kf_output *output;
    const char *why = NULL;
    put("/dev/null", "gone");
    assert_true(S_ISCHR(mode_of("/dev/null")));
    assert_int_equal(kf_output_open(&output, &mem, "/dev/full", &why), KERF_OK);
    assert_int_equal(kf_output_write(output, "x", 1, &why), KERF_OK);
    assert_int_equal(kf_output_commit(output, &why), KERF_IO);
    assert_string_equal(why, "no space left on the device");
    kf_output_close(output);
    assert_int_equal(kf_output_open(&output, &mem, "/dev/full", &why), KERF_OK);
    assert_int_equal(kf_output_write(output, big, sizeof big, &why), KERF_IO);
    why = NULL;
    assert_int_equal(kf_output_write(output, "x", 1, &why), KERF_IO); /* it sticks */
    assert_string_equal(why, "no space left on the device");
    assert_int_equal(kf_output_commit(output, &why), KERF_IO);
    kf_output_close(output);
    assert_int_equal(mem.used, 0);
}

static void standard_output(void **state)
{
    (void)state;
    static const char *const names[] = { NULL, "-", "/dev/stdout" };
    fflush(stdout);
    int saved = dup(1);
    int file = open(inside("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(saved >= 0 && file >= 0);
    assert_int_equal(dup2(file, 1), 1);
    for (int i = 0; i < 3; i++) put(names[i], "text ");
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    close(file);
    holds(inside("out"), "text text text ");
    assert_int_equal(entries(), 1);
}

static void refuses(void **state)
{
    (void)state;
    kf_output *output = NULL;
    const char *why = NULL;
    assert_int_equal(kf_output_open(&output, &mem, inside("no/such"), &why), KERF_IO);
    assert_string_equal(why, "no such file or directory");
    assert_int_equal(kf_output_open(&output, &mem, folder, &why), KERF_IO);
    assert_string_equal(why, "is a directory");
    assert_int_equal(kf_output_open(&output, &mem, inside("new/"), &why), KERF_IO);
    assert_int_equal(kf_output_open(&output, &mem, "", &why), KERF_IO);
    put(inside("a"), "old");
    assert_int_equal(kf_output_open(&output, &mem, inside("a/b"), &why), KERF_IO);
    assert_string_equal(why, "a part of the path is not a directory");
    assert_int_equal(kf_output_open(&output, &mem, inside("no/such"), NULL), KERF_IO);
    mem.fail_after = 0;
    assert_int_equal(kf_output_open(&output, &mem, inside("a"), &why), KERF_NO_MEMORY);
    mem.fail_after = -1;
    assert_null(output);
    holds(inside("a"), "old");
    assert_int_equal(entries(), 1);
    assert_int_equal(mem.used, 0);
}

static void respects_permissions(void **state)
{
    (void)state;
    if (geteuid() == 0) skip();
    kf_output *output = NULL;
    const char *why = NULL;
    put(inside("a"), "old");
    assert_int_equal(chmod(inside("a"), 0400), 0);
    assert_int_equal(kf_output_open(&output, &mem, inside("a"), &why), KERF_IO);
    assert_string_equal(why, "permission denied");
    assert_int_equal(chmod(folder, 0500), 0);
    kerf_status status = kf_output_open(&output, &mem, inside("new"), &why);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(status, KERF_IO);
    assert_string_equal(why, "permission denied");
    holds(inside("a"), "old");
    assert_int_equal(entries(), 1);
    assert_int_equal(mem.used, 0);
}

/* The folder goes away before the commit: an error, and nothing left open. */
static void rename_fails(void **state)
{
    (void)state;
    kf_output *output;
    const char *why = NULL;
    assert_int_equal(mkdir(inside("sub"), 0700), 0);
    assert_int_equal(kf_output_open(&output, &mem, inside("sub/a"), &why), KERF_OK);
    assert_int_equal(mkdir(inside("sub/a"), 0700), 0); /* now a folder is in the way */
    assert_int_equal(kf_output_commit(output, &why), KERF_IO);
    assert_string_equal(why, "is a directory");
    kf_output_close(output);
    assert_int_equal(rmdir(inside("sub/a")), 0);
    assert_int_equal(rmdir(inside("sub")), 0); /* the temporary is gone, so this works */
    assert_int_equal(mem.used, 0);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup(test, each_setup)
    const struct CMUnitTest tests[] = {
        EACH(commits),
        EACH(writes_much),
        EACH(abandons),
        EACH(leaves_nothing_at_a_signal),
        EACH(children_leave_files_alone),
        EACH(follows_links),
        EACH(in_the_current_folder),
        EACH(devices_in_place),
        EACH(standard_output),
        EACH(refuses),
        EACH(respects_permissions),
        EACH(rename_fails),
    };
    return cmocka_run_group_tests_name("test_output", tests, setup, teardown);
}
