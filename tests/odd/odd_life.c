/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_life.c - how programs start and end, and what must stay theirs: exit
 * status, errno, signal handlers, floating point, environment.
 * odd-flags: -lm */
#define _GNU_SOURCE
#include "odd.h"

#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD

JOB(init_of_nothing, 2, 0)
{
    odd_init();
    odd_finalize();
}

JOB(init_with_arguments, 2, 0)
{
    char *words[] = { "odd", "one", "two", NULL }, **argv = words;
    int argc = 3;

    CALL(MPI_Init, &argc, &argv);
    odd_started();
    CHECK(argc == 3 && strcmp(argv[2], "two") == 0);
    odd_finalize();
}

JOB(before_and_after, 2, 0)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int flag = 5, version, subversion, length;

    UNSEEN(MPI_Initialized, &flag);
    CHECK(flag == 0);
    UNSEEN(MPI_Finalized, &flag);
    CHECK(flag == 0);
    UNSEEN(MPI_Get_version, &version, &subversion);
    UNSEEN(MPI_Get_library_version, text, &length);
    odd_init();
    CALL(MPI_Initialized, &flag);
    CHECK(flag);
    odd_finalize();
    UNSEEN(MPI_Initialized, &flag);
    CHECK(flag);
    UNSEEN(MPI_Finalized, &flag);
    CHECK(flag);
    UNSEEN(MPI_Get_version, &version, &subversion);
    CHECK(version == MPI_VERSION);
}

JOB(never_starts_mpi, 1, 0)
{
    int flag = 5;

    UNSEEN(MPI_Initialized, &flag);
    CHECK(flag == 0);
}

JOB(ends_with_three, 1, 3)
{
    odd_init();
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
}

JOB(exit_after_finalize, 2, 0)
{
    odd_init();
    odd_finalize();
    if (odd_rank == 0)
        printf("the end\n");
    exit(0);
}

static void at_exit(void)
{
    int initialized = 0, finalized = 0;

    UNSEEN(MPI_Initialized, &initialized);
    UNSEEN(MPI_Finalized, &finalized);
    if (odd_rank == 0)
        printf("at exit %d %d\n", initialized, finalized);
}

JOB(asks_at_exit, 2, 0)
{
    atexit(at_exit);
    odd_init();
    odd_finalize();
}

static void finalize_if_needed(void)
{
    int finalized = 1;

    CALL(MPI_Finalized, &finalized);
    if (!finalized)
        odd_finalize();
}

JOB(finalize_at_exit, 2, 0)
{
    odd_init();
    atexit(finalize_if_needed);
    CALL(MPI_Barrier, WORLD);
    exit(0);
}

/* With some MPIs a rank gets to exit(), with others a signal ends it. */
JOB(aborts, 2, 7)
{
    odd_uncounted();
    odd_init();
    CALL(MPI_Barrier, WORLD);
    PMPI_Barrier(WORLD);
    if (odd_rank == 0)
        UNSEEN(MPI_Abort, WORLD, 7);
    sleep(20);
}

JOB(errno_is_kept, 2, 0)
{
    int flag, room = 0;

    odd_init();
    errno = 4711;
    CALL(MPI_Initialized, &flag);
    CALL(MPI_Send, &room, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD);
    CALL(MPI_Comm_rank, WORLD, &room);
    CALL(MPI_Recv, &room, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD,
         MPI_STATUS_IGNORE);
    CHECK(errno == 4711);
    odd_finalize();
}

static volatile sig_atomic_t caught;

static void catch(int number)
{
    caught += number == SIGUSR1;
}

/* Between MPI_Init and MPI_Finalize mpiprof takes a note of signals that end a
 * process, before the default action or a handler of MPI; neither is one of the
 * program. */
static const char *text_of(void (*handler)(int))
{
    static const char *const others[] = { "libmpi", "libopen-", "libuc" };
    Dl_info of;

    if (handler == SIG_DFL || handler == SIG_IGN)
        return handler == SIG_DFL ? "default" : "ignored";
    if (dladdr((void *)handler, &of) == 0 || of.dli_fname == NULL)
        return "handled";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(of.dli_fname, others[i]) != NULL)
            return "default";
    return "handled";
}

/* The action of every signal, as text. */
static void list_signals(const char *when)
{
    struct sigaction action;
    sigset_t blocked;

    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int i = 1; i < 32 && odd_rank == 0; i++) {
        sigaction(i, NULL, &action);
        printf("%s %d: %s%s\n", when, i,
               text_of(action.sa_handler),
               sigismember(&blocked, i) ? ", blocked" : "");
    }
}

JOB(signals_are_the_programs, 2, 0)
{
    struct sigaction action = { .sa_handler = catch };

    list_signals("before");
    sigaction(SIGUSR1, &action, NULL);
    odd_init();
    list_signals("in MPI");
    raise(SIGUSR1);
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
    raise(SIGUSR1);
    list_signals("after");
    CHECK(caught == 2);
}

JOB(floating_point_and_locale, 2, 0)
{
    double data = 1, sum = 0;

    setlocale(LC_ALL, "");
    odd_init();
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_UPWARD);
    for (int i = 0; i < 10; i++)
        CALL(MPI_Allreduce, &data, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    CHECK(fegetround() == FE_UPWARD);
    CHECK(!fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW));
    if (odd_rank == 0)
        printf("%s\n", setlocale(LC_ALL, NULL));
    odd_finalize();
}

extern char **environ;

JOB(environment_and_folder, 2, 0)
{
    char before[4096], after[4096];

    CHECK(getcwd(before, sizeof(before)) != NULL);
    odd_init();
    odd_finalize();
    CHECK(getcwd(after, sizeof(after)) != NULL);
    CHECK(strcmp(before, after) == 0);
    CHECK(environ != NULL);
}

JOB(closes_its_output, 2, 0)
{
    odd_init();
    if (odd_rank == 0)
        printf("last words\n");
    fflush(stdout);
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
    fclose(stdin);
}

JOB(child_of_the_program, 2, 0)
{
    int status = -1;
    pid_t child;

    odd_init();
    CALL(MPI_Barrier, WORLD);
    fflush(stdout);
    child = fork();
    if (child == 0)
        _exit(3);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK(system("exit 5") == 5 << 8);
    CALL(MPI_Barrier, WORLD);
    odd_finalize();
}

static void deep(int depth)
{
    volatile char room[256];

    memset((char *)room, depth, sizeof(room));
    if (depth > 0)
        deep(depth - 1);
    else
        CALL(MPI_Barrier, WORLD);
    room[0] = 1;
}

JOB(deep_in_the_stack, 2, 0)
{
    odd_init();
    deep(2000);
    odd_finalize();
}
