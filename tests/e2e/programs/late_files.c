/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_files.c - collective calls on files that one rank comes late to, for
 * check_waits.py.
 *
 *     mpiexec -n 3 ./late_files PREFIX
 *
 * Each call has a name; who waits for whom in it: see check_waits.py.  What an
 * MPI does without waiting, where it needs nobody else, waits nowhere.
 */
#include <mpi.h>
#include <stdio.h>

#include "moments.h"

#define WORLD MPI_COMM_WORLD
#define BYTES 4096

static char data[BYTES];

static void come(int late)
{
    together();
    if (me == late)
        nap(150);
}

static MPI_Offset place(void)
{
    return (MPI_Offset)me * BYTES;
}

static MPI_File open_file(const char *path)
{
    MPI_File file;

    come(1);
    enter("open");
    MPI_File_open(WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    leave();
    return file;
}

static void set_size(MPI_File file)
{
    come(2);
    CALLED("set_size", MPI_File_set_size(file, 3 * BYTES));
}

static void write_all(MPI_File file)
{
    come(0);
    enter("write_at_all");
    MPI_File_write_at_all(file, place(), data, BYTES, MPI_BYTE,
                          MPI_STATUS_IGNORE);
    leave();
}

/* Each for itself: nobody is waited for. */
static void write_alone(MPI_File file)
{
    come(1);
    enter("write_at");
    MPI_File_write_at(file, place(), data, BYTES, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    leave();
}

static void write_split(MPI_File file)
{
    come(1);
    enter("write_at_all_begin");
    MPI_File_write_at_all_begin(file, place(), data, BYTES, MPI_BYTE);
    leave();
    enter("write_at_all_end");
    MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
    leave();
}

static void write_nonblocking(MPI_File file)
{
    MPI_Request request;

    come(2);
    enter("iwrite_at_all");
    MPI_File_iwrite_at_all(file, place(), data, BYTES, MPI_BYTE, &request);
    leave();
    CALLED("iwrite_at_all wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void write_ordered(MPI_File file)
{
    come(1);
    enter("write_ordered");
    MPI_File_write_ordered(file, data, BYTES, MPI_BYTE, MPI_STATUS_IGNORE);
    leave();
}

static void sync_file(MPI_File file)
{
    come(2);
    CALLED("sync", MPI_File_sync(file));
}

static void close_file(MPI_File *file)
{
    come(0);
    CALLED("close", MPI_File_close(file));
}

int main(int argc, char **argv)
{
    char path[4096];
    MPI_File file;

    begin_run(&argc, &argv, MPI_THREAD_SINGLE);
    if (argc != 2 || ranks != 3)
        MPI_Abort(WORLD, 2);
    snprintf(path, sizeof path, "%s.data", argv[1]);
    file = open_file(path);
    set_size(file);
    write_all(file);
    write_alone(file);
    write_split(file);
    write_nonblocking(file);
    write_ordered(file);
    sync_file(file);
    close_file(&file);
    end_run(argv[1]);
    return 0;
}
