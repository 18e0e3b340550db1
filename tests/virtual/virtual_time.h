/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * virtual_time.h - one clock for all ranks of a test, which moves only when
 * nobody has anything to do.
 *
 *     VIRTUAL_TIME=FILE LD_PRELOAD="libmpiprof.so libvirtual.so" ./program
 *
 * The clock stands still while a program computes or MPI moves data.  When each
 * thread either sleeps or polls MPI in vain, it jumps to the moment at which the
 * first of them is to wake.  So a rank that sleeps for 300 ms before it sends
 * makes its receiver wait for 0.300000 s on any machine, however busy, and the
 * run takes some milliseconds.  MPI is not modelled: it runs as it is, and each
 * of its calls sleeps for a fixed time at its end.  (A conservative simulation
 * of parallel programs whose lookahead is the next end of a sleep: Fujimoto,
 * Parallel discrete event simulation, 1990.)
 *
 *   virtual_time.c     the clock, and who does what
 *   virtual_clock.c    clock_gettime() and the sleeps, as the program and
 *                      libmpiprof see them (MPIPROF_CLOCK has to be posix)
 *   virtual_usage.c    CPU time, as libmpiprof sees it
 *   virtual_mpi.c      below libmpiprof: calls, and polls in vain
 *   virtual_threads.c  threads of the program, and what they wait for
 *
 * Shape: FILE is mapped by all ranks; a slot for each thread.  Units:
 * nanoseconds.  Threads: any.  Errors: a message, exit status 99.
 */
#ifndef TESTS_VIRTUAL_VIRTUAL_TIME_H
#define TESTS_VIRTUAL_VIRTUAL_TIME_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* What a thread does.  RUNNING holds up the clock until it polls in vain;
 * in MPI_Init and MPI_Finalize that is so from when the first rank has left
 * it.  WAITING: for something of its own process. */
enum doing {
    NOTHING, RUNNING, SLEEPING, IN_INIT, IN_FINALIZE, WAITING
};

/* Whether this process has virtual time; otherwise nothing below is called. */
extern bool virtual_on;

uint64_t virtual_now_ns(void);
/* In a sleep of the program, and while it waits for another one of its process, a
 * thread takes no CPU time; otherwise it does all the time, also while MPI waits. */
enum sleep { SLEEPS, COMPUTES };
void virtual_sleep_until(uint64_t wake_ns, enum sleep how);

/* Of the calling thread, or of its process. */
struct usage {
    uint64_t cpu_ns, sleeps;
};
struct usage virtual_usage(bool process);

void virtual_enter(enum doing doing);
enum doing virtual_doing(void);

/* WAITING until virtual_wake() of the same thing, or virtual_run(). */
void virtual_wait(const void *thing);
void virtual_wake(const void *thing);
void virtual_run(void);

/* Around a poll of MPI. */
uint64_t virtual_poll_begin(void);
void virtual_poll_end(uint64_t begun, bool found);

/* A slot is taken for a thread before it begins, so that no jump misses it,
 * used by it, and given back at its end.  NULL: of the calling thread. */
struct slot;
struct slot *virtual_slot_take(void);
void virtual_thread_begin(struct slot *slot);
void virtual_thread_end(void);
bool virtual_has_thread(pthread_t thread);
void virtual_slot_give_back(struct slot *slot);
/* Whether another thread of this process has one. */
bool virtual_has_others(void);

/* Whether an instruction is of the program, or at least of libmpiprof. */
bool virtual_is_program(const void *caller);
bool virtual_measures(const void *caller);
bool virtual_is_measured(const void *caller);

/* The next definition of a function; there has to be one. */
void *virtual_next(const char *name);
void virtual_fail(const char *what);

#endif
