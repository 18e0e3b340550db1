/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * source_location.h - names of regions, call paths, communicators, windows and
 * files in a report.
 *
 * Everything is appended to the caller's strbuf.  Ids unknown to the
 * definitions give "unknown", never a crash.
 */
#ifndef ANALYZE_FACTS_SOURCE_LOCATION_H
#define ANALYZE_FACTS_SOURCE_LOCATION_H

#include "base/text/strbuf.h"
#include "model/definitions.h"
#include "symbols/symbols.h"
#include "report/table.h"

/* Call site of an MPI procedure.  Points into the definitions and into itself:
 * do not copy. */
struct source_location {
    const char *function; /* NULL: no call path recorded */
    const char *file;     /* as in the debug information, or "" */
    int line;             /* 0: unknown */
    bool python;          /* a function of Python */
    char location[288]; /* "file.c:12", "file.c" without a line, of a function
                           * known by its start "heat+0x1234", or "" */
    char unnamed[288];  /* for an unnamed function: "heat+0x1234" */
};

/* The innermost function that is not of the C++ library; the leaf, if all are. */
void source_location_leaf(const struct definitions *table, uint32_t path,
                          struct source_location *out);
/* The function that called that one; without a name if there is none. */
void source_location_caller(const struct definitions *table, uint32_t path,
                            struct source_location *out);
/* The leaf itself, i = 0, and the functions into which it was inlined; false
 * past the last. */
bool source_location_symbol(const struct definitions *table, uint32_t path,
                            int i, struct source_location *out);
/* "main > solve > exchange", outermost first; nothing for path 0. */
void source_location_path(const struct definitions *table, uint32_t path,
                          struct strbuf *out);
/* "main/solve", or "(outside regions)" for node 0. */
void source_location_region(const struct definitions *table, uint32_t node,
                            struct strbuf *out);
/* The communicator's name, or "comm 3". */
void source_location_comm(const struct definitions *table, uint32_t comm,
                          struct strbuf *out);
/* The window's name, or "window 3". */
void source_location_window(const struct definitions *table, uint32_t window,
                            struct strbuf *out);
void source_location_file(const struct definitions *table, uint32_t file,
                          struct strbuf *out);

/* Same, as a table cell. */
typedef void source_location_name(const struct definitions *table, uint32_t id,
                                  struct strbuf *out);
void table_name(struct table *out, const struct definitions *table,
                uint32_t id, source_location_name *name);

#endif
