/* SPDX-License-Identifier: BSD-3-Clause */
#include "nvtx_names.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/cancel.h"

enum { CHAINS = 256 };

struct nvtx_name {
    struct nvtx_name *next; /* in its chain */
    const struct nvtx_name *domain;
    char text[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct nvtx_name *chains[CHAINS];

static unsigned chain_of(const struct nvtx_name *domain, const char *text)
{
    uint32_t hash = (uint32_t)((uintptr_t)domain >> 4);

    for (; *text != '\0'; text++)
        hash = hash * 31 + (unsigned char)*text;
    return (hash ^ hash >> 16) % CHAINS;
}

/* With the lock held. */
static struct nvtx_name *name_find(struct nvtx_name *at,
                                   const struct nvtx_name *domain,
                                   const char *text)
{
    while (at != NULL && (at->domain != domain || strcmp(at->text, text) != 0))
        at = at->next;
    return at;
}

static struct nvtx_name *name_add(struct nvtx_name **chain,
                                  const struct nvtx_name *domain,
                                  const char *text)
{
    size_t size = strlen(text) + 1;
    struct nvtx_name *name = malloc(sizeof *name + size);

    if (name == NULL)
        return NULL;
    memcpy(name->text, text, size);
    name->domain = domain;
    name->next = *chain;
    *chain = name;
    return name;
}

struct nvtx_name *nvtx_name_of(const struct nvtx_name *domain,
                               const char *text)
{
    struct nvtx_name **chain = &chains[chain_of(domain, text)];
    struct nvtx_name *name;
    int before = cancel_lock(&lock);

    name = name_find(*chain, domain, text);
    if (name == NULL)
        name = name_add(chain, domain, text);
    cancel_unlock(&lock, before);
    return name;
}

const char *nvtx_name_text(const struct nvtx_name *name)
{
    return name != NULL ? name->text : "";
}

/* Bytes of a code point in UTF-8. */
static size_t encode(uint32_t code, char bytes[4])
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        code = '?';
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    bytes[0] = (char)(0xf0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

void nvtx_narrow(const wchar_t *wide, char *out, size_t size)
{
    size_t used = 0;

    for (; *wide != L'\0'; wide++) {
        char bytes[4];
        size_t length = encode((uint32_t)*wide, bytes);

        if (used + length >= size)
            break;
        memcpy(&out[used], bytes, length);
        used += length;
    }
    out[used] = '\0';
}
