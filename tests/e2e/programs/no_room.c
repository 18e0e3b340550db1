/*
 * no_room.c - a disk that is full as long as there is a trace, or always.
 *
 *     NO_ROOM=FILE ./no_room      where FILE exists, pwrite() finds no room
 *
 * Needs to be linked with -rdynamic, so that mpiprof calls this pwrite().
 */
#define _GNU_SOURCE
#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    const char *full = getenv("NO_ROOM");

    if (full != NULL && access(full, F_OK) == 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, data, size, offset);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset)
{
    return pwrite(file, data, size, offset);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
