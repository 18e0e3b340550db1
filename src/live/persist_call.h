/*
 * persist_call.h - the MPI call that a thread is in, as it is left behind.
 *
 * The wrappers write it before each call, so that it is known of a process
 * that was killed, or of one that waits for ever.  Handles are as the program
 * gave them: C handles, or the integers of Fortran (see interface); requests
 * are always C handles.  Units: ticks.  Threads: one writer.
 */
#ifndef LIVE_PERSIST_CALL_H
#define LIVE_PERSIST_CALL_H

#include <stdint.h>

#define PERSIST_REQUESTS 8

/* Which fields hold. */
enum call_given {
    PERSIST_COMM = 1,
    PERSIST_DEST = 2,   /* and tag */
    PERSIST_SOURCE = 4, /* and source_tag */
    PERSIST_ANY = 8,    /* one of the requests is enough */
    PERSIST_ALL = 16,   /* all are needed */
    PERSIST_WINDOW = 32 /* comm is not a communicator but a window */
};

struct persist_call {
    uint64_t begin;
    uint32_t id;        /* row of call_table + 1; 0: in the program */
    uint32_t interface; /* enum hook_interface */
    uint64_t caller;    /* return address of the wrapper */
    uint64_t comm;
    int32_t dest, tag, source, source_tag;
    uint32_t given;         /* bits of enum call_given */
    uint32_t request_count; /* there may be more than fit */
    uint64_t requests[PERSIST_REQUESTS];
};

#endif
