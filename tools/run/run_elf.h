/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_elf.h - lists the shared libraries of an executable, and checks whether
 * it defines a function or is linked statically.
 *
 * Reads DT_NEEDED and the symbol table of ELF files with this machine's word
 * size and byte order.  Untrusted input: every offset is checked.
 */
#ifndef TOOLS_RUN_RUN_ELF_H
#define TOOLS_RUN_RUN_ELF_H

#include <stdbool.h>

/* Calls visit() with each name until it returns true, and returns whether it
 * did; false also for other files. */
bool elf_needed(const char *path,
                bool (*visit)(const char *name, void *context), void *context);

/* Whether the file's own symbol table defines that name.  False also for other
 * files, or stripped ones. */
bool elf_defines(const char *path, const char *symbol);

/* Whether the file is a program that runs without the dynamic linker, which is
 * what preloads. */
bool elf_is_static(const char *path);

#endif
