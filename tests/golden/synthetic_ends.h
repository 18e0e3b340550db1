/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * synthetic_ends.h - made-up runs that did not end with MPI_Finalize.
 *
 * ends_create() gives ranks that were all killed by SIGTERM after 10 s while
 * they computed in region "solve"; the other functions put them elsewhere.
 * Each procedure has one call site, in ring.c or solve.c.  Communicator 1 is
 * MPI_COMM_WORLD, 2 "even", the ranks with even numbers.
 * Memory: profile_destroy().  Without memory the program aborts.
 */
#ifndef TESTS_GOLDEN_SYNTHETIC_ENDS_H
#define TESTS_GOLDEN_SYNTHETIC_ENDS_H

#include "model/profile.h"

enum ends_call {
    ENDS_RECV,      /* ring.c:31 */
    ENDS_SSEND,     /* ring.c:32 ... */
    ENDS_PROBE,
    ENDS_WAITALL,
    ENDS_WAITANY,
    ENDS_BARRIER,
    ENDS_BCAST,
    ENDS_ALLREDUCE,
    ENDS_IBARRIER,
    ENDS_WAIT,
    ENDS_COMM_DUP,
    ENDS_FINALIZE,
    ENDS_CALLS
};

#define ENDS_WORLD 1
#define ENDS_EVEN 2

struct profile *ends_create(uint32_t ranks);
/* Puts a rank into a call on MPI_COMM_WORLD that began then. */
void ends_call(struct profile *profile, uint32_t rank, enum ends_call call,
               double since_s);
/* What the call waits for. */
void ends_wait(struct profile *profile, uint32_t rank,
               enum ending_wait_kind kind, int32_t peer, int32_t tag);
/* A collective call on a communicator, which waits for its members. */
void ends_collective(struct profile *profile, uint32_t rank,
                     enum ends_call call, uint32_t comm, double since_s);
/* So many such calls had been made before. */
void ends_made(struct profile *profile, uint32_t rank, enum ends_call call,
               uint32_t comm, uint64_t count);
/* How the rank ended, and when; at solve.c:88 if it is in no call. */
void ends_by(struct profile *profile, uint32_t rank, enum ending_kind how,
             int32_t code, double at_s);

/* Runs that have a name: "deadlock", "dead", "mismatch", "late"; NULL for
 * others. */
struct profile *ends_named(const char *name);

#endif
