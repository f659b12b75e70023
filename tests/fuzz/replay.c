/* replay.c -- feeds saved inputs to a fuzz target without libFuzzer, as a TAP program.
 *
 * Usage: replay_NAME [FILE|DIRECTORY]...
 * A directory stands for the regular files in it, in name order. Each input is announced before
 * it is tried, so that after a crash the last line names the culprit. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned tried, failed;

static void report(int ok, const char *path)
{
    if (!ok) failed++;
    printf("%sok %u - %s\n", ok ? "" : "not ", ++tried, path);
    fflush(stdout);
}

/* The buffer has exactly the size of the input, so that a read past the end is caught. */
static int replay_file(const char *path, size_t size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
    int ok = f != NULL && data != NULL && fread(data, 1, size, f) == size;
    if (ok) LLVMFuzzerTestOneInput(data, size);
    free(data);
    if (f != NULL) fclose(f);
    return ok;
}

static void replay(const char *path);

static void replay_directory(const char *path)
{
    struct dirent **entries = NULL;
    int n = scandir(path, &entries, NULL, alphasort);
    if (n < 0) report(0, path);
    for (int i = 0; i < n; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') replay(name);
        free(entries[i]);
    }
    free(entries);
}

static void replay(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) {
        report(0, path);
    } else if (S_ISDIR(st.st_mode)) {
        replay_directory(path);
    } else {
        printf("# %s\n", path);
        fflush(stdout);
        report(replay_file(path, (size_t)st.st_size), path);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) replay(argv[i]);
    printf("1..%u\n", tried);
    return failed != 0;
}
