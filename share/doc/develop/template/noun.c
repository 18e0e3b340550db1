/* SPDX-License-Identifier: BSD-3-Clause */
#include "noun.h" /* in a folder of src: "folder/noun.h" */

#include <stdlib.h>

#include "base/log.h"

struct noun {
    uint32_t ranks;
    uint64_t *bytes;
};

enum status noun_create(uint32_t ranks, struct noun **out)
{
    struct noun *noun = calloc(1, sizeof(*noun));

    if (noun != NULL)
        noun->bytes = calloc(ranks + 1u, sizeof(*noun->bytes));
    if (noun == NULL || noun->bytes == NULL) {
        noun_destroy(noun);
        return log_fail(STATUS_NO_MEMORY, "noun");
    }
    noun->ranks = ranks;
    *out = noun;
    return STATUS_OK;
}

void noun_destroy(struct noun *noun)
{
    if (noun == NULL)
        return;
    free(noun->bytes);
    free(noun);
}

void noun_add(struct noun *noun, uint32_t rank, uint64_t bytes)
{
    if (rank < noun->ranks)
        noun->bytes[rank] += bytes;
}

uint64_t noun_bytes(const struct noun *noun, uint32_t rank)
{
    return rank < noun->ranks ? noun->bytes[rank] : 0;
}
