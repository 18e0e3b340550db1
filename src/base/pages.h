/*
 * pages.h - large tables whose memory is taken page by page as it is touched.
 *
 * Zeroed.  What is never touched costs address space only, so that a fixed
 * table can be as large as it may ever need to be.  Threads: any.
 */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

void *pages_reserve(size_t bytes); /* NULL: no address space */
/* The same; a child of fork() finds zeros (from Linux 4.14 on). */
void *pages_reserve_wiped(size_t bytes);
/* Touches all of them at once, which costs a tenth of touching one by one;
 * where the system cannot, nothing happens. */
void pages_populate(void *pages, size_t bytes);
void pages_release(void *pages, size_t bytes); /* NULL does nothing */

#endif
