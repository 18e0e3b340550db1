/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/python/python_times.h"

#include <stdlib.h>
#include <string.h>

void python_times_clear(struct python_times *times)
{
    for (size_t i = 0; i < times->count; i++) {
        free(times->items[i].file);
        free(times->items[i].function);
    }
    free(times->items);
    python_memory_clear(&times->memory);
    memset(times, 0, sizeof(*times));
}
