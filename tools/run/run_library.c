/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_library.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/flavours.h"
#include "tools/run/run_prefix.h"

#define LIBRARY "libmpiprof.so"

/* The file wanted; path: where it was found, or looked for last. */
struct wanted {
    const char *name;
    struct strbuf *path;
};

static bool try_path(const char *directory, const char *flavour,
                     const struct wanted *wanted)
{
    strbuf_truncate(wanted->path, 0);
    strbuf_printf(wanted->path, "%s/%s%s%s", directory, flavour ? flavour : "",
                  flavour ? "/" : "", wanted->name);
    return !wanted->path->failed &&
           access(strbuf_text(wanted->path), R_OK) == 0;
}

/* Without a flavour the only one that is installed will do. */
static bool try_any(const char *directory, const struct wanted *wanted)
{
    const char *found = NULL;

    for (const struct flavour *at = flavours; at->name != NULL; at++) {
        if (!try_path(directory, at->name, wanted))
            continue;
        if (found != NULL)
            return false; /* either could be right */
        found = at->name;
    }
    return found != NULL && try_path(directory, found, wanted);
}

static bool try_directory(const char *directory, const char *flavour,
                          const struct wanted *wanted)
{
    if (flavour == NULL)
        return try_any(directory, wanted);
    return try_path(directory, flavour, wanted);
}

static bool holds_any(const char *directory, const struct wanted *wanted)
{
    for (const struct flavour *at = flavours; at->name != NULL; at++)
        if (try_path(directory, at->name, wanted))
            return true;
    return false;
}

/* Where to look: what was installed together with this program, or else
 * where configure said that it would be. */
static void installed_folder(struct strbuf *directory,
                             const struct wanted *wanted)
{
    if (run_prefix(directory, "/lib/mpiprof") &&
        holds_any(strbuf_text(directory), wanted))
        return;
    strbuf_truncate(directory, 0);
    strbuf_puts(directory, MPIPROF_LIBDIR);
}

/* MPIPROF_LIBDIR may also be the folder of one build. */
static bool search_library(const char *flavour, const struct wanted *wanted)
{
    const char *given = getenv("MPIPROF_LIBDIR");
    struct strbuf directory = { 0 };
    bool found;

    if (given != NULL && given[0] != '\0')
        return try_directory(given, flavour, wanted) ||
               try_path(given, NULL, wanted);
    installed_folder(&directory, wanted);
    found = try_directory(strbuf_text(&directory), flavour, wanted);
    strbuf_clear(&directory);
    return found;
}

/* Where it was to be, if somebody has said so. */
static void add_given(const char *name, struct strbuf *problem)
{
    const char *given = getenv("MPIPROF_LIBDIR");

    if (given != NULL && given[0] != '\0')
        strbuf_printf(problem,
                      " (MPIPROF_LIBDIR=%s has no %s, nor has a folder %s in "
                      "it)",
                      given, name, flavour_choice);
}

bool library_find(const char *flavour, struct strbuf *library,
                  struct strbuf *problem)
{
    struct wanted wanted = { LIBRARY, library };

    if (!search_library(flavour, &wanted)) {
        if (flavour == NULL)
            strbuf_printf(problem,
                          "cannot tell which MPI the program uses: give "
                          "--mpi with %s",
                          flavour_choice);
        else
            strbuf_printf(problem, "mpiprof is not installed for %s", flavour);
        add_given(LIBRARY, problem);
        return false;
    }
    /* LD_PRELOAD is split there, with no way to quote. */
    if (strpbrk(strbuf_text(library), " :") != NULL) {
        strbuf_printf(problem,
                      "%s: a path with spaces or colons cannot be preloaded",
                      strbuf_text(library));
        return false;
    }
    return true;
}

/* For a program any MPI will do, if its flavour is NULL. */
static bool search_program(const char *flavour, const struct wanted *wanted)
{
    if (flavour != NULL)
        return search_library(flavour, wanted);
    for (const struct flavour *at = flavours; at->name != NULL; at++)
        if (search_library(at->name, wanted))
            return true;
    return false;
}

bool library_find_program(const char *flavour, const char *name,
                          struct strbuf *program, struct strbuf *problem)
{
    struct wanted wanted = { name, program };

    if (search_program(flavour, &wanted))
        return true;
    strbuf_printf(problem, "mpiprof is not installed for %s",
                  flavour == NULL ? "any MPI" : flavour);
    add_given(name, problem);
    return false;
}
