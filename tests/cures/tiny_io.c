/* SPDX-License-Identifier: BSD-3-Clause */
/* tiny_io.c - all ranks write their part of a file in pieces of 64 bytes.  The cure:
 * one collective write. */
#include "cures.h"

#define PIECE 64
#define PIECES 200

static char part[PIECE * PIECES];
static MPI_File file;

static void save(int step)
{
    MPI_Offset at = (MPI_Offset)(step * ranks + me) * (MPI_Offset)sizeof(part);

    if (CURED(1))
        MPI_File_write_at_all(file, at, part, sizeof(part), MPI_BYTE,
                              MPI_STATUS_IGNORE);
    for (int i = 0; !CURED(1) && i < PIECES; i++)
        MPI_File_write_at(file, at + (MPI_Offset)i * PIECE, part + i * PIECE,
                          PIECE, MPI_BYTE, MPI_STATUS_IGNORE);
}

static void run(void)
{
    MPI_File_open(WORLD, "tiny.out", MPI_MODE_CREATE | MPI_MODE_WRONLY,
                  MPI_INFO_NULL, &file);
    for (int i = 0; i < 5; i++) {
        work(20);
        save(i);
    }
    MPI_File_close(&file);
}
