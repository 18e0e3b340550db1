/*
 * nvtx_names.h - domains and registered strings of NVTX: names for ever.
 *
 * A handle stays valid to the end of the process, also after its domain was
 * destroyed: ranges that are open refer to it.  The same name gives the same
 * handle, so that making one again and again takes no more memory.
 * Threads: any.  Errors: NULL without memory, which is a name like "".
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

/* In UTF-8, cut to what fits with its NUL; what is no character is a `?'. */
void nvtx_narrow(const wchar_t *wide, char *out, size_t size);

#endif
