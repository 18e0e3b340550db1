/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * py_profile.h - the contents of one profile of Python's cProfile or profile.
 *
 * Names are in one arena, without zero bytes: a zero byte becomes C0 80, and a
 * byte that is not UTF-8 (from Python 2) the surrogate that Python 3 uses.
 * Units: seconds, as in the file.  Threads: one owner.  Memory: at most 256
 * bytes for each byte of the file.  Errors: py_profile_read() returns the
 * problem and logs nothing.
 */
#ifndef PYPROF_FILES_PY_PROFILE_H
#define PYPROF_FILES_PY_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "pyprof/files/py_text.h"

/* (file, line, name): file and name are text numbers. */
struct py_key {
    uint32_t file, name;
    int64_t line;
};

struct py_numbers {
    uint64_t calls, primitive; /* nc, cc: all calls, and primitive
                                * (non-recursive) ones */
    double own, cumulative;    /* tt, ct */
};

struct py_caller {
    uint32_t key;
    bool bare; /* counts only, from the `profile' module */
    struct py_numbers numbers;
};

struct py_entry {
    uint32_t key;
    size_t first_caller, caller_count;
    struct py_numbers numbers;
};

struct py_profile {
    struct py_texts texts;
    struct py_key *keys;
    struct py_entry *entries;
    struct py_caller *callers;
    size_t key_count, entry_count, caller_count;
    size_t ignored; /* extra bytes behind the profile */
};

/* Reads the bytes of a file; after an error *problem describes it, without the
 * file name. */
enum status py_profile_read(const void *data, size_t size,
                            struct py_profile *out, struct strbuf *problem);
void py_profile_clear(struct py_profile *profile);
const char *py_profile_text(const struct py_profile *profile, uint32_t text);

#endif
