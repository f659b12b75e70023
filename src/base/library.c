/* library.c -- see library.h. */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

bool kf_library_load(const char *library, const char *const *names, size_t n, void *to)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return false;
    for (size_t i = 0; i < n; i++) {
        void *function = dlsym(handle, names[i]);
        if (!function) return false;
        memcpy((char *)to + i * sizeof function, &function, sizeof function);
    }
    return true;
}
