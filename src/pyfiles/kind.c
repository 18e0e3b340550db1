/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/kind.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file_at.h"
#include "base/text/affix.h"

#define LOOKED_AT 65536 /* bytes */
#define NEWEST 5        /* protocol of pickles */
#define OLD "ccopy"     /* how those of protocols 0 and 1 begin */

static const char *const names[] = {
    [PYFILES_UNKNOWN] = "an unknown kind",
    [PYFILES_PROFILE] = "cProfile",
    [PYFILES_LINES] = "line_profiler",
    [PYFILES_SNAPSHOT] = "tracemalloc",
    [PYFILES_MEMORY] = "memory_profiler (mprof)",
    [PYFILES_SAMPLES] = "folded stacks (py-spy)",
    [PYFILES_STACKS] = "stacks with times (speedscope, pyinstrument, torch)",
    [PYFILES_CHROME] =
        "Chrome's trace format (VizTracer, torch.profiler, py-spy)",
    [PYFILES_DAMAGED] = "gzip, and damaged",
};

const char *pyfiles_kind_name(enum pyfiles_kind kind)
{
    return names[kind];
}

/* Reads the start of a regular file, decompressed; 0: nothing, negative: it is
 * damaged. */
static int read_begin(const char *path, char *begin, size_t room)
{
    int file = file_open(path), got = 0;
    gzFile zipped;

    if (file < 0)
        return 0;
    zipped = gzdopen(file, "rb");
    if (zipped == NULL) {
        close(file);
        return 0;
    }
    got = gzread(zipped, begin, (unsigned)room);
    if (gzclose_r(zipped) == Z_BUF_ERROR && got == 0)
        got = -1;
    return got;
}

static bool has_word(const char *begin, size_t size, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(begin + i, word, length) == 0)
            return true;
    return false;
}

static bool is_pickle(const char *begin, size_t size)
{
    return size > 1 && (((unsigned char)begin[0] == 0x80 &&
                         (unsigned char)begin[1] <= NEWEST) ||
                        strncmp(begin, OLD, sizeof(OLD) - 1) == 0);
}

/* A table, with or without a flag that others refer to it. */
static bool is_marshal(const char *begin, size_t size)
{
    return size > 0 && (begin[0] & 0x7f) == '{';
}

/* JSON, and not a table in marshal, which begins with that bracket, too. */
static bool is_json(const char *begin)
{
    size_t blank = strspn(begin, " \t\r\n");
    char next;

    if (begin[blank] != '{' && begin[blank] != '[')
        return false;
    next = begin[blank + 1 + strspn(begin + blank + 1, " \t\r\n")];
    return begin[blank] == '{' ? next == '"' || next == '}'
                               : next == '{' || next == ']';
}

static enum pyfiles_kind kind_of_json(const char *begin, size_t size)
{
    return begin[strspn(begin, " \t\r\n")] == '[' ||
                   has_word(begin, size, "\"traceEvents\"")
               ? PYFILES_CHROME
               : PYFILES_STACKS;
}

/* "main;solve;dot 12": of the first line. */
static bool is_folded(const char *begin, size_t size)
{
    const char *end = memchr(begin, '\n', size), *digit;

    if (end == NULL)
        end = begin + size;
    for (digit = end; digit > begin && isdigit((unsigned char)digit[-1]);)
        digit--;
    return digit < end && digit > begin && digit[-1] == ' ' &&
           memchr(begin, '\0', (size_t)(end - begin)) == NULL;
}

/* Folded stacks of torch.profiler, which have times: "sim.py(12):_main;...". */
static bool is_torch(const char *begin, size_t size)
{
    const char *end = memchr(begin, ';', size);
    size_t length = end == NULL ? 0 : (size_t)(end - begin);

    return has_word(begin, length, ".py(") && has_word(begin, length, "):_");
}

/* begin: with a NUL behind it. */
static enum pyfiles_kind kind_of(const char *begin, size_t size)
{
    if (is_pickle(begin, size))
        return has_word(begin, size, "tracemalloc") ? PYFILES_SNAPSHOT
                                                    : PYFILES_LINES;
    if (is_json(begin))
        return kind_of_json(begin, size);
    if (starts_with(begin, "CMDLINE ") || starts_with(begin, "MEM ") ||
        starts_with(begin, "FUNC ") || starts_with(begin, "CHLD "))
        return PYFILES_MEMORY;
    if (is_marshal(begin, size))
        return PYFILES_PROFILE;
    if (!is_folded(begin, size))
        return PYFILES_UNKNOWN;
    return is_torch(begin, size) ? PYFILES_STACKS : PYFILES_SAMPLES;
}

enum pyfiles_kind pyfiles_kind_of(const char *path)
{
    char begin[LOOKED_AT + 1];
    int size = read_begin(path, begin, LOOKED_AT);

    if (size < 0)
        return PYFILES_DAMAGED;
    begin[size] = '\0';
    return kind_of(begin, (size_t)size);
}

enum pyfiles_kind pyfiles_kind_of_bytes(const void *data, size_t size)
{
    char begin[LOOKED_AT + 1];

    size = size < LOOKED_AT ? size : LOOKED_AT;
    memcpy(begin, data, size);
    begin[size] = '\0';
    return kind_of(begin, size);
}
