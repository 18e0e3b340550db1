#include "measure/reduce/exchange.h"

#include <stdlib.h>

#define TAG_SIZE 1
#define TAG_DATA 2
#define PIECE (1u << 30)

bool exchange_agree(MPI_Comm comm, bool yes)
{
    int mine = yes;
    int all = 0;

    PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm);
    return all != 0;
}

void exchange_send(MPI_Comm comm, int to, const void *data, size_t size)
{
    uint64_t length = size;
    const char *at = data;

    PMPI_Send(&length, 1, MPI_UINT64_T, to, TAG_SIZE, comm);
    for (; size > 0; at += PIECE) {
        size_t piece = size < PIECE ? size : PIECE;

        PMPI_Send(at, (int)piece, MPI_BYTE, to, TAG_DATA, comm);
        size -= piece;
    }
}

/* Somewhere for bytes that found no memory. */
static void drop(MPI_Comm comm, int from, uint64_t length)
{
    static char waste[1 << 16];

    /* A piece may be longer: our communicator returns errors, so MPI reports
     * the truncation and goes on. */
    while (length > 0) {
        PMPI_Recv(waste, sizeof(waste), MPI_BYTE, from, TAG_DATA, comm,
                  MPI_STATUS_IGNORE);
        length -= length < PIECE ? length : PIECE;
    }
}

void *exchange_recv(MPI_Comm comm, int from, size_t *size)
{
    uint64_t length = 0;
    uint64_t at = 0;
    char *data;

    PMPI_Recv(&length, 1, MPI_UINT64_T, from, TAG_SIZE, comm,
              MPI_STATUS_IGNORE);
    *size = 0;
    data = malloc(length + 1);
    if (data == NULL) {
        drop(comm, from, length);
        return NULL;
    }
    while (at < length) {
        uint64_t piece = length - at < PIECE ? length - at : PIECE;

        PMPI_Recv(data + at, (int)piece, MPI_BYTE, from, TAG_DATA, comm,
                  MPI_STATUS_IGNORE);
        at += piece;
    }
    *size = length;
    return data;
}
