/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file_at.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/own_use.h"

int file_open(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;

    if (file < 0 || (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode)))
        return file;
    close(file);
    errno = EINVAL;
    return -1;
}

bool file_same(const char *a, const char *b)
{
    struct stat left, right;

    return stat(a, &left) == 0 && stat(b, &right) == 0 &&
           left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

bool file_write_at(int file, const void *from, size_t bytes, uint64_t offset)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t wrote = pwrite(file, (const char *)from + done, bytes - done,
                               (off_t)(offset + done));

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote == 0)
            errno = ENOSPC;
        if (wrote <= 0)
            return false;
        done += (size_t)wrote;
        own_use_wrote((uint64_t)wrote);
        if (own_use_stores(file))
            own_use_stored((uint64_t)wrote);
    }
    return true;
}

int64_t file_read_at(int file, void *to, size_t bytes, uint64_t offset)
{
    size_t done = 0;

    while (done < bytes) {
        ssize_t got = pread(file, (char *)to + done, bytes - done,
                            (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (int64_t)done;
}

bool file_fits(off_t size)
{
    if ((uint64_t)size <= SIZE_MAX)
        return true;
    errno = EFBIG;
    return false;
}
