/*
 * source_location.h - how regions, call paths, communicators, windows and files
 * are called in a report.
 *
 * Everything is appended to a strbuf of the caller.  Ids that the definitions
 * do not have give "unknown", never a crash.
 */
#ifndef ANALYZE_FACTS_SOURCE_LOCATION_H
#define ANALYZE_FACTS_SOURCE_LOCATION_H

#include "base/strbuf.h"
#include "model/definitions.h"
#include "symbols/symbols.h"
#include "report/table.h"

/* Where an MPI procedure was called.  Points into the definitions and itself:
 * not to be copied. */
struct source_location {
    const char *function; /* NULL: no call path was recorded */
    const char *file;     /* as the debug information has it, or "" */
    int line;             /* 0: unknown */
    char location[288];   /* "file.c:12", "file.c" without a line, or "" */
    char unnamed[288];    /* function without a name: "heat+0x1234" */
};

void source_location_leaf(const struct definitions *table, uint32_t path,
                          struct source_location *out);
/* The same of the functions that one was inlined into: i = 1, 2 ...; false:
 * there are no more. */
bool source_location_symbol(const struct definitions *table, uint32_t path,
                            int i, struct source_location *out);
/* "main > solve > exchange", outermost first; nothing for path 0. */
void source_location_path(const struct definitions *table, uint32_t path,
                          struct strbuf *out);
/* "main/solve", or "(outside regions)" for node 0. */
void source_location_region(const struct definitions *table, uint32_t node,
                            struct strbuf *out);
/* Its name, or "comm 3". */
void source_location_comm(const struct definitions *table, uint32_t comm,
                          struct strbuf *out);
/* Its name, or "window 3". */
void source_location_window(const struct definitions *table, uint32_t window,
                            struct strbuf *out);
void source_location_file(const struct definitions *table, uint32_t file,
                          struct strbuf *out);

/* The same as cells of a table. */
void table_path(struct table *out, const struct definitions *table,
                uint32_t path);
void table_region(struct table *out, const struct definitions *table,
                  uint32_t node);
void table_comm(struct table *out, const struct definitions *table,
                uint32_t comm);
void table_window(struct table *out, const struct definitions *table,
                  uint32_t window);
void table_file(struct table *out, const struct definitions *table,
                uint32_t file);

#endif
