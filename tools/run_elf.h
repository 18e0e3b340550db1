/*
 * run_elf.h - the shared libraries an executable is linked to, and whether it
 * holds a function itself.
 *
 * Reads DT_NEEDED and the symbol table of ELF files of this machine's word size
 * and byte order.  Untrusted input: every offset is checked.
 */
#ifndef TOOLS_RUN_ELF_H
#define TOOLS_RUN_ELF_H

#include <stdbool.h>

/* Calls visit() with each name until it answers true.  Whether it did; false
 * also for files that are no such ELF files. */
bool elf_needed(const char *path,
                bool (*visit)(const char *name, void *context),
                void *context);

/* Whether the file's own symbol table defines that name.  False also for
 * files that are no such ELF files, or whose symbols were stripped. */
bool elf_defines(const char *path, const char *symbol);

#endif
