/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/outside_wait.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define NAME_MOST 256 /* the names of interest are shorter */

/* `*' is any text, `^' an upper-case letter.  Plain ASCII: fnmatch() would follow
 * the program's locale, where an I may be no i. */
struct pattern {
    const char *text;
    enum outside_wait kind;
    bool any_case; /* as Fortran and its compilers spell it */
};

#define EXACT false
#define ANY_CASE true

/* The first that fits.  Copies return when they are done, unless they are named
 * Async or stay on devices. */
static const struct pattern patterns[] = {
    { "*Async*", OUTSIDE_WAIT_KINDS, EXACT },
    { "*Memcpy*Peer*", OUTSIDE_WAIT_KINDS, EXACT },
    { "*MemcpyDtoD*", OUTSIDE_WAIT_KINDS, EXACT },
    { "acc_wait*async*", OUTSIDE_WAIT_KINDS, ANY_CASE },
    { "cu^*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "cuda^*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "hip^*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "ze^*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "cudaMemcpy*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "hipMemcpy*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "cuMemcpy*", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "clFinish", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "clWaitForEvents", OUTSIDE_WAIT_ACCELERATOR, EXACT },
    { "acc_wait*", OUTSIDE_WAIT_ACCELERATOR, ANY_CASE },
    { "acc_async_wait*", OUTSIDE_WAIT_ACCELERATOR, ANY_CASE },
    { "acc_implicit_wait*", OUTSIDE_WAIT_ACCELERATOR, ANY_CASE },
    { "shmem*barrier*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*quiet*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*sync*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*wait*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*set_lock*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*broadcast*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*collect*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*alltoall*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*_to_all*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
    { "shmem*reduce*", OUTSIDE_WAIT_SHMEM, ANY_CASE },
};

const char *outside_wait_title(enum outside_wait kind)
{
    return kind == OUTSIDE_WAIT_SHMEM ? "SHMEM" : "accelerator";
}

static bool letter_fits(char wanted, char letter, bool any_case)
{
    bool upper = letter >= 'A' && letter <= 'Z';

    if (wanted == '^')
        return upper;
    return wanted == (upper && any_case ? letter - 'A' + 'a' : letter);
}

static bool name_fits(const char *name, const struct pattern *pattern)
{
    const char *wanted = pattern->text, *star = NULL, *resume = name;

    while (*name != '\0')
        if (*wanted == '*') {
            star = wanted++;
            resume = name;
        } else if (letter_fits(*wanted, *name, pattern->any_case)) {
            wanted++;
            name++;
        } else if (star == NULL) {
            return false;
        } else {
            wanted = star + 1;
            name = ++resume;
        }
    while (*wanted == '*')
        wanted++;
    return *wanted == '\0';
}

enum outside_wait outside_wait_of_name(const char *name)
{
    size_t length = strcspn(name, "( [@");
    char plain[NAME_MOST];

    if (length >= sizeof(plain))
        return OUTSIDE_WAIT_KINDS;
    memcpy(plain, name, length);
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
        if (name_fits(plain, &patterns[i]))
            return patterns[i].kind;
    return OUTSIDE_WAIT_KINDS;
}
