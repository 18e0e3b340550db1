/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols.h - names and lines of code addresses, by libdw.
 *
 * A frame is (module, offset in the module's file image as in the ELF file's
 * virtual addresses, i.e. run address minus load bias).  Offsets of call paths
 * are return addresses; the resolver looks up offset - 1.  Result in the note
 * of FRAME definitions: see struct symbol below.  Without libdw
 * (symbols_null.c) frames remain "module+0xoffset".
 * Threads: one owner.  Memory: the resolver owns its cache.  Errors: only a
 * lack of memory, which is logged; a frame that cannot be looked up is counted
 * in *unresolved.
 */
#ifndef SYMBOLS_SYMBOLS_H
#define SYMBOLS_SYMBOLS_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "model/definitions.h"

#define SYMBOLS_MOST \
    64 /* limit on inlined functions per frame; blocks in them
        * count, too */

/* Fields of a FRAME's note, in this order, each NUL-terminated:
 * function, file, line (decimal).  Inlined callers follow as further triples,
 * innermost first. */
struct symbol {
    const char *function; /* demangled; "" unknown */
    const char *file;     /* "": unknown */
    int line;             /* 0: unknown */
};

/* Offset of a FRAME. */
uint64_t symbols_offset(const struct definition *frame);
/* Whether a FRAME's function has a name of its own, and not only, from a file
 * without symbols, an address: "sim: function at 0x4a2c00". */
bool symbols_has_name(const struct definitions *table, uint32_t frame);

/* Whether frames can be resolved: false without libdw. */
bool symbols_available(void);

/* Resolves every FRAME without a note, from the files named by MODULE notes,
 * or files below `folders' (separated by colons, NULL: none; search order in
 * symbols_files.h).  Frames of files that are missing or whose build-id
 * differs are skipped and counted, and so are functions without a symbol, which
 * are named by where they start, if that is known.  C++ names are demangled if there is a C++
 * runtime library, else shortened. */
enum status symbols_resolve(struct definitions *table, const char *folders,
                            uint32_t *unresolved);

/* Whether a MODULE's file is found as symbols_resolve() does.  Without libdw: same. */
enum symbols_file {
    SYMBOLS_FILE_SAME,
    SYMBOLS_FILE_CHANGED,
    SYMBOLS_FILE_MISSING
};
enum symbols_file symbols_file_of(const struct definitions *table,
                                  uint32_t module, const char *folders);

/* Appends the name of a function without a symbol. */
void symbols_name_start(struct strbuf *out, const struct definition *module,
                        uint64_t start);

/* Writes "sim+0x4a2c34", the address in its file. */
void symbols_name_address(const struct definitions *table, uint32_t frame,
                          char *buffer, size_t size);

/* Stores the i-th symbol of a frame (0: innermost); returns 0 past the last.
 * For a frame without names and i = 0, the function is module+0xoffset, in the
 * caller's buffer. */
int symbols_of_frame(const struct definitions *table, uint32_t frame, int i,
                     char *buffer, size_t size, struct symbol *out);

#endif
