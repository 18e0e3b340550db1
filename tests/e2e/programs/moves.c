/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moves.c - goes to another directory, or to one that then is no more.
 *
 *     ./moves [before|after DIRECTORY | gone]
 *
 * before, after: MPI_Init.  Messages go round ten times.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int go_where_nothing_is(int me)
{
    char name[32];

    snprintf(name, sizeof(name), "gone%d", me);
    return mkdir(name, 0777) != 0 || chdir(name) != 0 ||
           rmdir(strcat(strcpy(name, "../gone"), me ? "1" : "0")) != 0;
}

int main(int count, char **words)
{
    const char *way = count > 1 ? words[1] : "";
    int me, all, other, failed = 0;

    if (strcmp(way, "before") == 0)
        failed = chdir(words[2]);
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (strcmp(way, "after") == 0)
        failed = chdir(words[2]);
    if (strcmp(way, "gone") == 0)
        failed = go_where_nothing_is(me);
    for (int i = 0; i < 10; i++)
        MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % all, 0, &other, 1, MPI_INT,
                     (me + all - 1) % all, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_Finalize();
    return failed != 0;
}
