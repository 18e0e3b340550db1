/* SPDX-License-Identifier: BSD-3-Clause */
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
#include <unistd.h>

typedef ssize_t write_function(int, const void *, size_t, off64_t);
typedef FILE *open_function(const char *, const char *);

/* Programs that are built for large files call the functions with a 64. */
ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset)
{
    static write_function *next;
    const char *full = getenv("NO_ROOM");

    if (next == NULL)
        next = (write_function *)dlsym(RTLD_NEXT, "pwrite64");
    if (full != NULL && access(full, F_OK) == 0) {
        errno = getenv("NO_ROOM_QUOTA") != NULL ? EDQUOT : ENOSPC;
        return -1;
    }
    return next(file, data, size, offset);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t offset)
{
    return pwrite64(file, data, size, offset);
}

FILE *fopen64(const char *path, const char *mode)
{
    static open_function *next;
    const char *full = getenv("NO_ROOM_FOR");
    size_t length = strlen(path), end = full == NULL ? 0 : strlen(full);

    if (next == NULL)
        next = (open_function *)dlsym(RTLD_NEXT, "fopen64");
    if (mode[0] == 'w' && end > 0 && length >= end &&
        strcmp(path + length - end, full) == 0)
        path = "/dev/full";
    return next(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return fopen64(path, mode);
}

int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
