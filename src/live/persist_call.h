/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_call.h - the current MPI call of a thread, in persisted memory.
 *
 * The wrappers write it before each call, so that the call is known for a
 * killed or hanging process.  Handles are as given by the program: C handles,
 * or Fortran integers (see interface); requests are always C handles.
 * Units: ticks.  Threads: one writer.
 */
#ifndef LIVE_PERSIST_CALL_H
#define LIVE_PERSIST_CALL_H

#include <stdint.h>

#define PERSIST_REQUESTS 8

/* Bits for valid fields. */
enum call_given {
    PERSIST_COMM = 1,
    PERSIST_DEST = 2,    /* and tag */
    PERSIST_SOURCE = 4,  /* and source_tag */
    PERSIST_ANY = 8,     /* one completed request suffices */
    PERSIST_ALL = 16,    /* all requests are needed */
    PERSIST_WINDOW = 32, /* comm is a window instead of a communicator */
    PERSIST_JOINS = 64   /* outside MPI: blocked in pthread_join() since
                          * `begin' */
};

struct persist_call {
    uint64_t begin;
    uint32_t id;        /* row of call_table + 1; 0: outside MPI */
    uint32_t interface; /* enum hook_interface */
    uint64_t caller;    /* return address of the wrapper */
    uint64_t comm;
    int32_t dest, tag, source, source_tag;
    uint32_t given;         /* bits of enum call_given */
    uint32_t request_count; /* may exceed the number stored */
    uint64_t requests[PERSIST_REQUESTS];
};

#endif
