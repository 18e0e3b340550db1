/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_options.h - the command line of mpiprof-report python.
 *
 * Threads: one owner.  Memory: options_clear() of `given'.
 */
#ifndef TOOLS_PYTHON_PYTHON_OPTIONS_H
#define TOOLS_PYTHON_PYTHON_OPTIONS_H

#include "pyprof/pyprof.h"
#include "tools/options.h"

typedef enum status python_export(const struct pyprof *merged,
                                  const struct pyprof_limits *limits,
                                  struct strbuf *out);

struct python_options {
    struct options given;
    const char *merged;    /* the output file for -o NAME.prof, or NULL */
    python_export *export; /* NULL: a report */
    struct pyprof_limits limits;
    const char *sort; /* pstats keys; NULL: not given */
};

/* Returns -1 to continue with the words from optind on; else the exit
 * status. */
int python_options_parse(struct python_options *options, int count,
                         char **arguments);
/* The caller adds what the files lack, and whether all is shown. */
struct pyprof_view python_options_view(const struct python_options *options);
/* Files of profilers other than cProfile (python_files.c).  between: where "vs" is
 * among the words, or -1.  Returns the exit status; -1 if these are files of
 * cProfile, or of nothing that is known. */
int python_files(const struct python_options *options, char **words, int count,
                 int between);

#endif
