/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/pages.h"

#include <errno.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14 */
#endif
#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18 /* Linux 4.14 */
#endif

void *pages_reserve(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return pages == MAP_FAILED ? NULL : pages;
}

void *pages_reserve_wiped(size_t bytes)
{
    void *pages = pages_reserve(bytes);
    int saved = errno;

    if (pages != NULL)
        madvise(pages, bytes, MADV_WIPEONFORK);
    errno = saved;
    return pages;
}

void pages_populate(void *pages, size_t bytes)
{
    int saved = errno;

    madvise(pages, bytes, MADV_POPULATE_WRITE);
    errno = saved;
}

void pages_release(void *pages, size_t bytes)
{
    if (pages != NULL)
        munmap(pages, bytes);
}
