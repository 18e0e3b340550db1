/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pages.h - large tables that get physical memory page by page as they are
 * touched.
 *
 * Pages start zeroed.  An untouched page costs address space only, so a fixed
 * table can have its largest possible size.
 * Threads: any.
 */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

void *pages_reserve(size_t bytes); /* NULL: no address space */
/* Same; a child of fork() finds zeros (Linux 4.14 and later). */
void *pages_reserve_wiped(size_t bytes);
/* Touches all pages at once, at a tenth of the cost of touching them one by
 * one; does nothing where the system cannot. */
void pages_populate(void *pages, size_t bytes);
void pages_release(void *pages, size_t bytes); /* NULL does nothing */

#endif
