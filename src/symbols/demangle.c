/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * demangle.c - demangles C++ names by its runtime, looked up at run time, so
 * that C programs are not linked to it.
 */
#include "symbols/demangle.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MODULE "_MOD_"

typedef char *demangle_function(const char *name, char *buffer, size_t *length,
                                int *status);

/* NULL: none */
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

static int is_fortran(const char *name)
{
    const char *split =
        strncmp(name, "__", 2) == 0 ? strstr(name + 2, MODULE) : NULL;

    return split != NULL && split > name + 2 &&
           split[sizeof(MODULE) - 1] != '\0';
}

static char *demangle_fortran(const char *name)
{
    const char *split = strstr(name + 2, MODULE);
    size_t module = (size_t)(split - name) - 2;
    const char *procedure = split + sizeof(MODULE) - 1;
    char *text = malloc(module + 2 + strlen(procedure) + 1);

    if (text == NULL)
        return NULL;
    memcpy(text, name + 2, module);
    memcpy(text + module, "::", 2);
    strcpy(text + module + 2, procedure);
    return text;
}

int demangle_needed(const char *name)
{
    return strncmp(name, "_Z", 2) == 0 || is_fortran(name);
}

static char *demangle_cxx(const char *name)
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

char *demangle(const char *name)
{
    return is_fortran(name) ? demangle_fortran(name) : demangle_cxx(name);
}
