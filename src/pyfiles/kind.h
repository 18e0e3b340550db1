/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kind.h - what wrote a file, by its beginning.
 */
#ifndef PYFILES_KIND_H
#define PYFILES_KIND_H

#include <stddef.h>

enum pyfiles_kind {
    PYFILES_UNKNOWN,
    PYFILES_PROFILE,  /* of cProfile: pyprof/pyprof.h reads it */
    PYFILES_LINES,    /* line_profiler */
    PYFILES_SNAPSHOT, /* tracemalloc */
    PYFILES_MEMORY,   /* memory_profiler's mprof */
    PYFILES_SAMPLES,  /* folded stacks, such as py-spy's raw ones */
    PYFILES_STACKS,   /* with times: speedscope, pyinstrument, torch */
    PYFILES_CHROME,   /* VizTracer, torch.profiler */
    PYFILES_DAMAGED   /* of gzip, and its start cannot be decompressed */
};

/* By the beginning of the file.  PYFILES_UNKNOWN also where it cannot be
 * read. */
enum pyfiles_kind pyfiles_kind_of(const char *path);
enum pyfiles_kind pyfiles_kind_of_bytes(const void *data, size_t size);
/* "line_profiler", for messages. */
const char *pyfiles_kind_name(enum pyfiles_kind kind);

#endif
