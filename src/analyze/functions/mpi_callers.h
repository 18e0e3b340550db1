/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpi_callers.h - MPI time by calling function, in any language.
 *
 * The innermost function of a call path makes the call directly; the call is
 * also within every function on that path, once even if recursive, as far as
 * MPIPROF_CALLPATH allows.  MPI_Init, MPI_Finalize and other calls outside T
 * are excluded, as is everything outside --region.  The user of this module
 * numbers functions, by frame.
 * Units: ns.  Threads: one owner.  Memory: clear frees; grows with call paths
 * and functions.  Errors: logged.
 */
#ifndef ANALYZE_FUNCTIONS_MPI_CALLERS_H
#define ANALYZE_FUNCTIONS_MPI_CALLERS_H

#include "analyze/facts/scope.h"

struct mpi_callers_frame {
    uint32_t first, count; /* range in numbers */
};

struct mpi_callers_sum { /* current rank, by function */
    uint64_t direct, calls, within, calls_within;
    uint64_t row; /* row in which the function was last seen */
    bool met;
};

struct mpi_callers {
    struct mpi_callers_frame *frames; /* by FRAME */
    uint32_t frame_count;
    uint32_t *numbers; /* of functions, innermost first */
    size_t number_count;
    uint32_t *direct;  /* by PATH: its innermost function + 1; 0: none */
    uint64_t *path_ns; /* by PATH: in calls made there, of all ranks */
    uint32_t path_count;
    uint32_t function_count; /* largest number + 1 */
    struct mpi_callers_sum *sums;
    uint32_t *met;
    uint32_t met_count;
    uint64_t row;
    struct tallies own, within, waits; /* by function: time, calls */
};

/* Reports the functions of a frame, innermost first, by mpi_callers_tell();
 * false without memory. */
typedef bool mpi_callers_functions(void *context, struct mpi_callers *callers,
                                   const struct definitions *table,
                                   uint32_t frame);
bool mpi_callers_tell(struct mpi_callers *callers, uint32_t number);

/* *callers must be zero. */
enum status mpi_callers_init(struct mpi_callers *callers,
                             const struct definitions *table,
                             mpi_callers_functions *functions, void *context);
/* Functions of a path's last frame, without its callers. */
struct mpi_callers_frame
mpi_callers_frame_of(const struct mpi_callers *callers,
                     const struct definition *path);
void mpi_callers_clear(struct mpi_callers *callers);
/* Adds the rank last added to the scope. */
enum status mpi_callers_add(struct mpi_callers *callers,
                            const struct scope *scope,
                            const struct rank_data *rank);
/* Adds waits for other ranks from the replay, if any; call after the last
 * rank. */
enum status mpi_callers_add_waits(struct mpi_callers *callers,
                                  const struct scope *scope);

/* Adds eight cells on calls that the function makes directly: calls, time,
 * share of all ranks' time, and the cells of scope_add_spread(), without a
 * rank if there are no calls. */
void mpi_callers_put_direct(struct table *table, const struct scope *scope,
                            const struct mpi_callers *callers,
                            uint32_t number);
/* Adds three cells: time that these calls wait for others, the rank that waits
 * longest, its time; empty without waits. */
void mpi_callers_put_waits(struct table *table, const struct scope *scope,
                           const struct mpi_callers *callers, uint32_t number);
/* Time within the function; zeros if none. */
struct rank_stats_result mpi_callers_within(const struct mpi_callers *callers,
                                            const struct scope *scope,
                                            uint32_t number);

#endif
