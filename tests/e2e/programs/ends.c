/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ends.c - asks about its run, and has something to do before its end.
 *
 *     ./ends PREFIX HOW     HOW: finalize, abort, exit, stuck, child, signal,
 *                           taken_back
 *
 * Writes PREFIX.RANK.asked (directory and rank before MPI_Init, between, and
 * after MPI_Finalize), and PREFIX.RANK.last in what is called before the end.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *prefix;
static FILE *asked;
static int rank, stuck;

static void ask(const char *when)
{
    const char *directory = MPIPROF_RUN_DIRECTORY();

    fprintf(asked, "%s %s %d\n", when, directory ? directory : "-",
            MPIPROF_RUN_RANK());
}

static void last(void)
{
    char name[4096];
    FILE *file;

    snprintf(name, sizeof name, "%s.%d.last", prefix, rank);
    file = fopen(name, "a");
    if (file != NULL)
        fprintf(file, "called\n");
    fclose(file);
    if (stuck)
        for (;;)
            pause();
}

static void ask_in_child(void)
{
    pid_t child = fork();

    if (child == 0) {
        ask("child");
        fclose(asked);
        exit(0); /* last() is not for a child */
    }
    waitpid(child, NULL, 0);
}

static void open_asked(void)
{
    char name[4096];

    snprintf(name, sizeof name, "%s.%d.asked", prefix, (int)getpid());
    asked = fopen(name, "a");
    if (asked == NULL)
        exit(1);
    setvbuf(asked, NULL, _IOLBF, 0);
}

static void end(const char *how)
{
    stuck = strcmp(how, "stuck") == 0;
    if (strcmp(how, "child") == 0)
        ask_in_child();
    if (strcmp(how, "taken_back") == 0)
        MPIPROF_BEFORE_END(NULL);
    if (strcmp(how, "signal") == 0 && rank == 0) {
        MPIPROF_NOTE_SIGNAL(SIGUSR2);
        signal(SIGUSR2, SIG_DFL);
        raise(SIGUSR2);
    }
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "abort") == 0 || strcmp(how, "taken_back") == 0 || stuck)
        if (rank == 0)
            MPI_Abort(MPI_COMM_WORLD, 4);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    prefix = argv[1];
    open_asked();
    ask("before");
    MPIPROF_BEFORE_END(last);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ask("between");
    MPI_Barrier(MPI_COMM_WORLD);
    end(argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    ask("after");
    MPIPROF_BEFORE_END(NULL);
    fclose(asked);
    return 0;
}
