/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call.h - the MPI procedures that mpiprof knows, one row each.
 *
 * The table is generated at build time from wrappers/calls.tsv and mpi.h
 * (gen/call_table.c, gen/call_ids.h): first all of calls.tsv in file order,
 * then procedures that only the installed mpi.h declares, with class OTHER.
 * Threads: constant data.  Memory: static.
 */
#ifndef MODEL_CALL_H
#define MODEL_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Class that a call's time is charged to.  One list gives codes, names and
 * titles. */
#define CALL_CLASS_LIST(X)                    \
    X(P2P, "p2p", "point-to-point")           \
    X(COLLECTIVE, "collective", "collective") \
    X(WAIT, "wait", "wait/test")              \
    X(ONE_SIDED, "onesided", "one-sided")     \
    X(IO, "io", "MPI-IO")                     \
    X(SETUP, "setup", "init/finalize")        \
    X(TOOL, "tool", "tool interface")         \
    X(OTHER, "other", "other MPI")

enum call_class {
#define X(code, name, title) CALL_CLASS_##code,
    CALL_CLASS_LIST(X)
#undef X
        CALL_CLASS_COUNT
};

/* Role of a call, named as OTF2's region roles. */
enum call_role {
    CALL_ROLE_FUNCTION,
    CALL_ROLE_P2P,
    CALL_ROLE_BARRIER,
    CALL_ROLE_ONE2ALL,
    CALL_ROLE_ALL2ONE,
    CALL_ROLE_ALL2ALL,
    CALL_ROLE_COLL_OTHER,
    CALL_ROLE_RMA,
    CALL_ROLE_ATOMIC,
    CALL_ROLE_ALLOCATE,
    CALL_ROLE_DEALLOCATE,
    CALL_ROLE_FILE_IO,
    CALL_ROLE_FILE_IO_METADATA
};

/* Collective that a call performs (including its I... and ..._init forms). */
enum call_coll {
    CALL_COLL_NONE,
    CALL_COLL_BARRIER,
    CALL_COLL_BCAST,
    CALL_COLL_GATHER,
    CALL_COLL_GATHERV,
    CALL_COLL_SCATTER,
    CALL_COLL_SCATTERV,
    CALL_COLL_ALLGATHER,
    CALL_COLL_ALLGATHERV,
    CALL_COLL_ALLTOALL,
    CALL_COLL_ALLTOALLV,
    CALL_COLL_ALLTOALLW,
    CALL_COLL_ALLREDUCE,
    CALL_COLL_REDUCE,
    CALL_COLL_REDUCE_SCATTER,
    CALL_COLL_REDUCE_SCATTER_BLOCK,
    CALL_COLL_SCAN,
    CALL_COLL_EXSCAN,
    CALL_COLL_NEIGHBOR_ALLGATHER,
    CALL_COLL_NEIGHBOR_ALLGATHERV,
    CALL_COLL_NEIGHBOR_ALLTOALL,
    CALL_COLL_NEIGHBOR_ALLTOALLV,
    CALL_COLL_NEIGHBOR_ALLTOALLW
};

struct call_info {
    const char *name; /* canonical, "MPI_Send", also for Fortran */
    uint8_t class;    /* enum call_class */
    uint8_t role;     /* enum call_role */
    uint8_t coll;     /* enum call_coll */
    uint8_t untimed;  /* 1: not measured; in no profile and no trace */
};

extern const struct call_info call_table[];
extern const uint32_t call_count;

/* Returns the row of a procedure; -1 if neither source has it. */
int call_find(const char *name);
/* Returns the part of a region's name that is a procedure of MPI, as others
 * spell it: "MPI_Send" of "PMPI_Send() [{mpi.h} {7}]", "mpi_send" of
 * "mpi_send_"; NULL for all other names. */
const char *call_spelled(const char *name, size_t *length);
/* Same as call_find(), for such a name. */
int call_find_spelled(const char *name);

/* Procedures that look for messages, and the receives that get these. */
enum call_poll {
    CALL_POLL_NONE,
    CALL_POLL_PROBE,
    CALL_POLL_MPROBE,
    CALL_POLL_IPROBE,
    CALL_POLL_IMPROBE,
    CALL_POLL_TEST,    /* MPI_Test, MPI_Testall, MPI_Testany, MPI_Testsome */
    CALL_POLL_RECEIVE, /* MPI_Recv or MPI_Irecv */
    CALL_POLL_MRECEIVE /* MPI_Mrecv or MPI_Imrecv */
};

enum call_poll call_poll_of(const char *name);
/* Whether the procedure makes a persistent request: MPI_Send_init. */
bool call_makes_persistent(const char *name);

/* Whether calls of that class may wait for other ranks. */
static inline bool call_class_waits(unsigned class)
{
    return class < CALL_CLASS_SETUP;
}

const char *call_class_name(enum call_class class);  /* "p2p" */
const char *call_class_title(enum call_class class); /* "point-to-point" */

/* Returns the bytes of a collective that count as its message size: incoming
 * bytes for one-to-all calls, outgoing bytes for all others.  Profiles and
 * profiles rebuilt from a trace use the same size classes. */
uint64_t call_coll_size(enum call_role role, uint64_t out_bytes,
                        uint64_t in_bytes);

#endif
