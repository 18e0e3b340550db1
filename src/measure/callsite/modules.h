/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * modules.h - maps addresses to loaded files.
 *
 * An address becomes (file, build, offset), which stays valid under PIE,
 * ASLR and on other ranks.  Offset: run address minus load bias.  The list of
 * loaded objects is read at first use, and again for an unknown address
 * (dlopen).
 * Threads: the caller serialises.  Memory: owned by the table.
 */
#ifndef MEASURE_CALLSITE_MODULES_H
#define MEASURE_CALLSITE_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/* Kind of code, from the view of a reader of call paths. */
enum module_kind {
    MODULE_PROGRAM, /* the program and its libraries */
    MODULE_OURS,    /* libmpiprof */
    MODULE_MPI,     /* the MPI library, its Fortran layer */
    MODULE_PYTHON,  /* an interpreter, ctypes */
    MODULE_MPI4PY,  /* its machine code */
    MODULE_START    /* libc and the loader: the callers of main */
};

struct module {
    uint64_t low, high; /* run addresses of its loaded segments */
    uint64_t bias;
    enum module_kind kind;
    char *path;
    char *build_id;      /* hex, or a layout_id.h */
    uint32_t definition; /* MODULE id, for the user of this table */
    bool defined;        /* definition is set */
};

/* Derives the kind from the file name. */
enum module_kind modules_kind(const char *path);

struct modules;

struct modules *modules_create(void); /* NULL: out of memory */
void modules_destroy(struct modules *modules);
/* Returns the module of an address; NULL for addresses outside all files
 * (generated code).  Valid until the next call. */
struct module *modules_find(struct modules *modules, const void *address);

/* Whether a module of the list was unloaded since the last query. */
bool modules_were_unloaded(struct modules *modules);

/* Called for all modules whenever the list is read, and at once for those
 * already known. */
typedef void modules_watch_function(void *context,
                                    const struct module *module);
void modules_watch(struct modules *modules, modules_watch_function *watch,
                   void *context);

#endif
