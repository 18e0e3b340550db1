/*
 * no_room.c - a disk that is full as long as there is a trace, or always.
 *
 *     NO_ROOM=FILE ./no_room      where FILE exists, pwrite() finds no room
 *     NO_ROOM_QUOTA=1             the user's quota is used up, not the disk
 *     NO_ROOM_FOR=END ./no_room   files that are opened by fopen() and whose
 *                                 paths end in END have no room
 *
 * Needs to be linked with -rdynamic, so that mpiprof and OTF2 call these
 * functions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    const char *full = getenv("NO_ROOM");

    if (full != NULL && access(full, F_OK) == 0) {
        errno = getenv("NO_ROOM_QUOTA") != NULL ? EDQUOT : ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, data, size, offset);
}

FILE *fopen(const char *path, const char *mode)
{
    static FILE *(*next)(const char *, const char *);
    const char *full = getenv("NO_ROOM_FOR");
    size_t length = strlen(path), end = full == NULL ? 0 : strlen(full);

    if (next == NULL)
        next = (FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT,
                                                            "fopen");
    if (mode[0] == 'w' && end > 0 && length >= end &&
        strcmp(path + length - end, full) == 0)
        path = "/dev/full";
    return next(path, mode);
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
