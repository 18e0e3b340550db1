/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hostile.c - regions, communicators, windows and files with names that break
 * what is careless with them.
 *
 *     mpiexec -n N ./hostile NAMES
 *
 * Writes the names of each, ended by NULs, into NAMES.regions, NAMES.comms,
 * NAMES.windows and NAMES.files.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tools/hostile_names.h"
#include "mpiprof.h"

static int rank;
static const char *prefix;

static FILE *open_list(const char *what)
{
    char path[4096];
    FILE *file;

    if (rank != 0)
        return NULL;
    snprintf(path, sizeof(path), "%s.%s", prefix, what);
    file = fopen(path, "wb");
    if (file == NULL)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return file;
}

static void list(FILE *file, const char *name)
{
    if (file != NULL)
        fwrite(name, 1, strlen(name) + 1, file);
}

static void mark_regions(void)
{
    FILE *names = open_list("regions");

    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        MPIPROF_BEGIN(hostile_names[i]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPIPROF_END(hostile_names[i]);
        list(names, hostile_names[i]);
    }
    if (names != NULL)
        fclose(names);
}

/* As much of a name as MPI takes. */
static const char *short_name(size_t i)
{
    static char name[MPI_MAX_OBJECT_NAME];

    snprintf(name, sizeof(name), "%s", hostile_names[i]);
    return name;
}

static void make_comms(void)
{
    FILE *names = open_list("comms");

    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        int one = 1, sum;
        MPI_Comm comm;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_name(comm, short_name(i));
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        MPI_Comm_free(&comm);
        list(names, short_name(i));
    }
    if (names != NULL)
        fclose(names);
}

static void make_windows(void)
{
    FILE *names = open_list("windows");

    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        int memory = 0, one = 1;
        MPI_Win window;

        MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL,
                       MPI_COMM_WORLD, &window);
        MPI_Win_set_name(window, short_name(i));
        MPI_Win_fence(0, window);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_fence(0, window);
        MPI_Win_free(&window);
        list(names, short_name(i));
    }
    if (names != NULL)
        fclose(names);
}

/* False: no name of one file.  Before a colon ROMIO looks for the name of a
 * file system. */
static int name_file(size_t i, char *name, size_t size)
{
    snprintf(name, size, "./%s", hostile_names[i]);
    return strpbrk(hostile_names[i], "/:") == NULL && strlen(name) < 200;
}

static void open_files(void)
{
    FILE *names = open_list("files");

    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < HOSTILE_COUNT; i++) {
        char name[4096];
        MPI_File file;

        if (!name_file(i, name, sizeof(name)) ||
            MPI_File_open(MPI_COMM_WORLD, name,
                          MPI_MODE_CREATE | MPI_MODE_WRONLY |
                              MPI_MODE_DELETE_ON_CLOSE,
                          MPI_INFO_NULL, &file) != MPI_SUCCESS)
            continue;
        MPI_File_write_at(file, rank, "x", 1, MPI_BYTE, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
        list(names, name);
    }
    if (names != NULL)
        fclose(names);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    prefix = argv[1];
    mark_regions();
    make_comms();
    make_windows();
    open_files();
    MPI_Finalize();
    return 0;
}
