/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scripted_core.h - drives the recording core as the wrappers do, without MPI
 * and by a scripted clock.
 *
 * The test is a rank: it begins, works (script_pass), calls MPI procedures
 * that take as long as it says, marks regions, enters functions, and ends; what
 * was recorded comes out as the rank's part of a profile.  Several ranks one
 * after the other make a run.  The few questions the core asks of MPI are
 * answered in scripted_core.c: all there is is MPI_COMM_WORLD and
 * MPI_COMM_SELF, and types of a byte.
 * Units: ns.  Threads: core_begin() and core_end() the same; a helper is a
 * thread that does what it is given while who gives it waits, so that the
 * script says what comes first.
 * Memory: what core_end() found is in `rank', until the next core_run() or until
 * core_profile() takes it; core_end_as() fills what the caller gives to that.
 * Errors: fail the test.
 */
#ifndef TESTS_UNIT_SCRIPTED_CORE_H
#define TESTS_UNIT_SCRIPTED_CORE_H

#include "measure/record/hook.h"
#include "measure/record/recorder.h"
#include "model/profile.h"
#include "scripted_clock.h"

struct core_script {
    uint32_t rank, ranks;  /* 0 ranks: one */
    int callpath;          /* 0: without; 1: the caller alone */
    const char *functions; /* MPIPROF_FUNCTIONS; NULL: none are recorded */
    int64_t resources_ms;  /* 0: they are not read */
    unsigned sample_hz;    /* 0: nothing is sampled */
    uint64_t memory_bytes; /* of the tables; 0: 4 MiB */
    uint64_t init_ns;      /* MPI_Init took so long */
    void (*starts)(void);  /* meanwhile; NULL: nothing happens */
};

extern struct rank_data rank; /* of the last run of one rank */

/* What was recorded before; before a run of several ranks. */
void core_forget(void);
/* A run of one rank, by a clock that starts; what was before is forgotten. */
void core_run(const struct core_script *script);
/* The run starts where the clock is. */
void core_begin(const struct core_script *script);
/* MPI_Finalize begins. */
void core_end(void);
void core_end_as(struct rank_data *out);
/* What a recorded call costs, as core_end() found it. */
double core_call_cost_ns(void);
/* A run of those ranks, whose rows it takes, with all names so far. */
struct profile *core_profile(struct rank_data *ranks, uint32_t count);

/* A call of the calling thread; place: where the program made it. */
void core_call(uint32_t id, uint64_t ns);
void core_call_at(const void *place, uint32_t id, uint64_t ns);
/* The same in steps, for what happens meanwhile. */
void core_call_begin(struct hook_call *call, uint32_t id);
void core_call_over(struct hook_call *call, uint64_t ns);
/* It is left without returning after that time. */
void core_call_left(uint32_t id, uint64_t ns);
void core_send(int dest, int bytes, uint64_t ns);
void core_recv(int source, int bytes, uint64_t ns);
void core_barrier(uint64_t ns);
void core_pcontrol(int level);

void core_mark(const char *name);
void core_mark_end(const char *name);
void core_range(enum hook_source source, uint64_t id, const char *name);
void core_range_end(enum hook_source source, uint64_t id);
/* frame: where its stack is; less is deeper. */
void core_enter(void *function, uintptr_t frame);
void core_leave(void *function, uintptr_t frame);

struct helper;
struct helper *helper_start(void);
void helper_does(struct helper *helper, void (*what)(void));
void helper_ends(struct helper *helper);

/* Of `rank'; NULL: there is none.  region: the last part of its name. */
const struct row *core_row(uint32_t call);
const struct region_data *core_region(const char *name);
/* Of an instrumented function: its timed calls, or those that are folded. */
const struct region_data *core_function(const void *function, bool folded);

#endif
