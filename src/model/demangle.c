/*
 * demangle.c - asks the C++ runtime at run time, so that C programs are not
 * linked to it.
 */
#include "model/demangle.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef char *demangle_function(const char *name, char *buffer,
                                size_t *length, int *status);

/* NULL: there is none. */
static demangle_function *find_demangler(void)
{
    static const char *const libraries[] = { "libstdc++.so.6",
                                             "libc++abi.so.1" };

    for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
        void *symbol =
            library == NULL ? NULL : dlsym(library, "__cxa_demangle");

        if (symbol != NULL)
            return (demangle_function *)(uintptr_t)symbol;
    }
    return NULL;
}

int demangle_needed(const char *name)
{
    return strncmp(name, "_Z", 2) == 0;
}

char *demangle(const char *name)
{
    static demangle_function *demangler;
    static int searched;
    int status = -1;

    if (!searched) {
        searched = 1;
        demangler = find_demangler();
    }
    return demangler == NULL ? NULL : demangler(name, NULL, NULL, &status);
}
