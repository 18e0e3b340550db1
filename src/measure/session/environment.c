/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "measure/comm/exchange.h"

#define PREFIX "MPIPROF_"

/* More than any setting needs. */
#define MOST_BYTES (1u << 20)

struct extent {
    uint32_t entries, bytes;
};

/* Takes rank 0's own; into: where the texts go, or NULL to measure only. */
static struct extent variables_take(char *const *own, char *into)
{
    struct extent extent = { 0, 0 };

    for (; own != NULL && *own != NULL; own++) {
        size_t size = strlen(*own) + 1;

        if (strncmp(*own, PREFIX, strlen(PREFIX)) != 0 ||
            size > MOST_BYTES - extent.bytes)
            continue;
        if (into != NULL)
            memcpy(into + extent.bytes, *own, size);
        extent.entries++;
        extent.bytes += (uint32_t)size;
    }
    return extent;
}

char **environment_share(MPI_Comm comm, char *const *own)
{
    struct extent extent = { 0, 0 };
    char **list;
    char *text;
    int rank;

    PMPI_Comm_rank(comm, &rank);
    if (rank == 0)
        extent = variables_take(own, NULL);
    exchange_share(comm, &extent, sizeof(extent));
    list = malloc((extent.entries + 1u) * sizeof(*list) + extent.bytes);
    if (!exchange_agree(comm, list != NULL)) {
        free(list);
        return NULL;
    }
    text = (char *)(list + extent.entries + 1);
    if (rank == 0)
        variables_take(own, text);
    exchange_share(comm, text, extent.bytes);
    for (uint32_t i = 0; i < extent.entries; i++) {
        list[i] = text;
        text += strlen(text) + 1;
    }
    list[extent.entries] = NULL;
    return list;
}
