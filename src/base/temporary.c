/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* O_TMPFILE */
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *temporary_folder(void)
{
    const char *wanted = getenv("TMPDIR");

    return wanted == NULL || wanted[0] == '\0' ? "/tmp" : wanted;
}

/* For file systems that know no files without a name. */
static int open_and_unlink(void)
{
    char path[4096];
    int file;

    if (snprintf(path, sizeof(path), "%s/mpiprof-XXXXXX",
                 temporary_folder()) >= (int)sizeof(path)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    file = mkstemp(path);
    if (file >= 0)
        unlink(path);
    return file;
}

int temporary_open(void)
{
    int file = open(temporary_folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    return file >= 0 ? file : open_and_unlink();
}
