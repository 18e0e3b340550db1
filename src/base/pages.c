#include "base/pages.h"

#include <sys/mman.h>

void *pages_reserve(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return pages == MAP_FAILED ? NULL : pages;
}

void pages_release(void *pages, size_t bytes)
{
    if (pages != NULL)
        munmap(pages, bytes);
}
