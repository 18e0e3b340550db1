/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx_names.h - permanent names of NVTX domains and registered strings.
 *
 * A handle stays valid to the end of the process, also after its domain was
 * destroyed: open ranges refer to it.  The same name gives the same handle, so
 * creating one repeatedly takes no more memory.
 * Threads: any.  Errors: NULL without memory, which acts as the name "".
 */
#ifndef WRAPPERS_NVTX_NAMES_H
#define WRAPPERS_NVTX_NAMES_H

#include <stddef.h>
#include <wchar.h>

struct nvtx_name;

/* domain: NULL for the default one, and for the name of a domain. */
struct nvtx_name *nvtx_name_of(const struct nvtx_name *domain,
                               const char *text);
const char *nvtx_name_text(const struct nvtx_name *name); /* NULL: "" */

/* Converts to UTF-8, cut to fit with its NUL; invalid characters become
 * `?'. */
void nvtx_narrow(const wchar_t *wide, char *out, size_t size);

#endif
