#include "run_library.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run_prefix.h"

#define LIBRARY "libmpiprof.so"

static const char *const flavours[] = { "openmpi", "mpich" };

static bool try_path(const char *directory, const char *flavour,
                     struct strbuf *library)
{
    strbuf_truncate(library, 0);
    strbuf_printf(library, "%s/%s%s" LIBRARY, directory,
                  flavour ? flavour : "", flavour ? "/" : "");
    return !library->failed && access(strbuf_text(library), R_OK) == 0;
}

/* Without a flavour the only one that is installed will do. */
static bool try_any(const char *directory, struct strbuf *library)
{
    int found = -1;

    for (int i = 0; i < 2; i++) {
        if (!try_path(directory, flavours[i], library))
            continue;
        if (found >= 0)
            return false; /* either could be right */
        found = i;
    }
    return found >= 0 && try_path(directory, flavours[found], library);
}

static bool try_directory(const char *directory, const char *flavour,
                          struct strbuf *library)
{
    if (flavour == NULL)
        return try_any(directory, library);
    return try_path(directory, flavour, library);
}

static bool holds_any(const char *directory, struct strbuf *library)
{
    return try_path(directory, flavours[0], library) ||
           try_path(directory, flavours[1], library);
}

/* Where to look: what was installed together with this program, or else
 * where configure said that it would be. */
static void installed(struct strbuf *directory, struct strbuf *library)
{
    if (run_prefix(directory, "/lib/mpiprof") &&
        holds_any(strbuf_text(directory), library))
        return;
    strbuf_truncate(directory, 0);
    strbuf_puts(directory, MPIPROF_LIBDIR);
}

/* MPIPROF_LIBDIR may also be the folder of one build. */
static bool search(const char *flavour, struct strbuf *library)
{
    const char *given = getenv("MPIPROF_LIBDIR");
    struct strbuf directory;
    bool found;

    if (given != NULL && given[0] != '\0')
        return try_directory(given, flavour, library) ||
               try_path(given, NULL, library);
    strbuf_init(&directory);
    installed(&directory, library);
    found = try_directory(strbuf_text(&directory), flavour, library);
    strbuf_clear(&directory);
    return found;
}

/* Where it was to be, if somebody has said so. */
static void add_given(struct strbuf *problem)
{
    const char *given = getenv("MPIPROF_LIBDIR");

    if (given != NULL && given[0] != '\0')
        strbuf_printf(problem, " (MPIPROF_LIBDIR=%s has no " LIBRARY
                      ", nor has openmpi or mpich in it)", given);
}

bool library_find(const char *flavour, struct strbuf *library,
                  struct strbuf *problem)
{
    if (!search(flavour, library)) {
        if (flavour == NULL)
            strbuf_puts(problem, "cannot tell which MPI the program uses: "
                        "give --mpi openmpi or --mpi mpich");
        else
            strbuf_printf(problem, "mpiprof is not installed for %s",
                          flavour);
        add_given(problem);
        return false;
    }
    /* LD_PRELOAD is split there, with no way to quote. */
    if (strpbrk(strbuf_text(library), " :") != NULL) {
        strbuf_printf(problem, "%s: a path with blanks or colons cannot be "
                      "preloaded", strbuf_text(library));
        return false;
    }
    return true;
}
