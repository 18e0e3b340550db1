/*
 * py_profile.h - what one profile of Python's cProfile or profile holds.
 *
 * Names are in one arena, without zero bytes: a zero byte is C0 80, and a byte
 * that is not UTF-8 (of Python 2) the surrogate that Python 3 makes of it.
 * Units: seconds, as in the file.  Threads: one owner.
 * Memory: at most 256 bytes for each byte of the file.
 * Errors: py_profile_read() answers with what is wrong and logs nothing.
 */
#ifndef PYPROF_PY_PROFILE_H
#define PYPROF_PY_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"

/* (file, line, name): file and name are numbers of texts. */
struct py_key {
    uint32_t file, name;
    int64_t line;
};

struct py_numbers {
    uint64_t calls, primitive; /* nc, cc: all, and those that did not recur */
    double own, cumulative;    /* tt, ct */
};

struct py_caller {
    uint32_t key;
    bool bare; /* the `profile' module counts calls and nothing else */
    struct py_numbers numbers;
};

struct py_entry {
    uint32_t key;
    size_t first_caller, caller_count;
    struct py_numbers numbers;
};

struct py_profile {
    struct strbuf arena;
    size_t *texts; /* where each begins in the arena */
    struct py_key *keys;
    struct py_entry *entries;
    struct py_caller *callers;
    size_t text_count, key_count, entry_count, caller_count;
    size_t text_room, key_room, entry_room, caller_room;
    size_t ignored; /* bytes of the file behind the profile */
};

/* Reads the bytes of a file; on an error *problem says what is wrong with
 * them, without the name of the file. */
enum status py_profile_read(const void *data, size_t size,
                            struct py_profile *out, struct strbuf *problem);
void py_profile_clear(struct py_profile *profile);
const char *py_profile_text(const struct py_profile *profile, uint32_t text);

#endif
