/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libfuzzer.c - a format under libFuzzer; memory is counted and bounded.
 */
#include <sanitizer/allocator_interface.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "fuzz_main.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    int counting;
    size_t now, limit;
} memory;

static void on_malloc(const volatile void *block, size_t size)
{
    if (!memory.counting || block == NULL)
        return;
    memory.now += size;
    if (memory.now <= memory.limit)
        return;
    memory.counting = 0;
    fprintf(stderr, "fuzz: %zu bytes of memory, more than %zu\n", memory.now,
            memory.limit);
    abort();
}

/* What was there before is freed, too: counted down to nothing at most. */
static void on_free(const volatile void *block)
{
    size_t size;

    if (!memory.counting || block == NULL)
        return;
    size = __sanitizer_get_allocated_size(block);
    memory.now -= size < memory.now ? size : memory.now;
}

void fuzz_allow(size_t bytes)
{
    memory.limit += bytes;
}

bool fuzz_seen(const void *data, size_t size)
{
    (void)data;
    (void)size;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int prepared;

    if (!prepared)
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    prepared = 1;
    memory.now = 0;
    memory.limit = FUZZ_BASE_BYTES + FUZZ_BYTES_PER_BYTE * size;
    memory.counting = 1;
    fuzz_call(data, size);
    memory.counting = 0;
    return 0;
}
