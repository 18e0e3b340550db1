/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * odd.h - what the collection of small, legal but odd MPI programs shares.
 *
 * A program has cases of one chapter of the standard:
 *
 *     odd_NAME --list                  a line per case: name, ranks, status
 *     odd_NAME [--counts PREFIX]       runs all cases that share a job
 *     odd_NAME [--counts PREFIX] CASE  runs this one
 *
 * It prints `ok CASE', `skip CASE: reason' or `FAIL ...' on standard output,
 * checks its own results, and counts its own calls: each rank writes
 * PREFIX.RANK.tsv (rank, procedure, calls, bytes out, bytes in).  run.py runs
 * it with and without mpiprof and compares; bytes only of programs that say
 * `odd-bytes: all' in a comment, and then of each procedure.
 * Threads: CALL and CHECK may be used by several at once.
 * Errors: a failed CHECK ends in exit status 1.
 */
#ifndef TESTS_ODD_ODD_H
#define TESTS_ODD_ODD_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

struct odd_case {
    const char *name;
    void (*run)(void);
    int ranks;  /* > 0: a job of its own, run is called before MPI_Init */
    int status; /* with which the launcher ends then */
    struct odd_case *next;
};

/* JOB(name, 2, 0) { ... } and CASE(name) { ... } are functions, run in the order
 * in which they stand. */
#define JOB(name, ranks, status)                                     \
    static void name(void);                                          \
    __attribute__((constructor)) static void add_##name(void)        \
    {                                                                \
        static struct odd_case one = { #name, name, ranks, status,   \
                                       NULL };                       \
                                                                     \
        odd_add(&one);                                               \
    }                                                                \
    static void name(void)
#define CASE(name) JOB(name, 0, 0)

/* Cases that this MPI cannot have. */
#define ABSENT(name, reason)  \
    CASE(name)                \
    {                         \
        odd_skip(reason);     \
    }

/* A call that the profile must count. */
#define CALL(procedure, ...) \
    (odd_count(#procedure, 1), procedure(__VA_ARGS__))

/* A call that moves as many bytes; which ones count where, says expect.h of
 * the end-to-end tests. */
#define MOVES(out, in, procedure, ...)                               \
    (odd_moved(#procedure, (out), (in)), CALL(procedure, __VA_ARGS__))

/* Names that are macros. */
#define CALL_OF(procedure, ...) CALL(procedure, __VA_ARGS__)
#define MOVES_OF(out, in, procedure, ...) \
    MOVES(out, in, procedure, __VA_ARGS__)

/* One that it must not: outside MPI_Init ... MPI_Finalize, in a callback,
 * while the measurement is switched off. */
#define UNSEEN(procedure, ...) \
    (odd_count(#procedure, 0), procedure(__VA_ARGS__))

#define CHECK(what) odd_check((what), #what, __FILE__, __LINE__)

/* Leaves the case; all ranks must decide alike. */
#define SKIP_IF(what, reason) \
    if (what) {               \
        odd_skip(reason);     \
        return;               \
    }

/* The rank and the size of MPI_COMM_WORLD, and the neighbours on a ring. */
extern int odd_rank, odd_ranks;
#define RIGHT ((odd_rank + 1) % odd_ranks)
#define LEFT ((odd_rank + odd_ranks - 1) % odd_ranks)

void odd_count(const char *procedure, long calls);
void odd_moved(const char *procedure, long long out, long long in);
bool odd_check(bool good, const char *what, const char *file, int line);
void odd_skip(const char *reason);
void odd_add(struct odd_case *one);
int odd_main(int argc, char **argv); /* for a program with a main() of its own */

/* For a case in a job of its own: what the other cases find done, and what
 * is done after them. */
void odd_init(void);
void odd_started(void); /* MPI_Init was called by the case */
void odd_finalize(void);
void odd_uncounted(void); /* it has no end: no report to compare with */
const char *odd_program(void); /* argv[0] */

#if MPI_VERSION >= 4
/* A communicator of mpi://WORLD, by calls that count. */
MPI_Comm odd_world_of(MPI_Session session);
#endif

#endif
