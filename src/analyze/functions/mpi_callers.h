/*
 * mpi_callers.h - MPI time seen from the functions that call it, of any
 * language.
 *
 * A call is made directly by the innermost function of its call path; it is
 * also within every function on that path, once however often that calls
 * itself, as far as MPIPROF_CALLPATH allows.  MPI_Init, MPI_Finalize and the
 * like are outside of T and left out, as is what is outside --region.
 * Functions are numbered by who uses this, and known by frame.
 * Units: ns.  Threads: one owner.  Memory: clear frees; grows with call paths
 * and functions.  Errors: logged.
 */
#ifndef ANALYZE_FUNCTIONS_MPI_CALLERS_H
#define ANALYZE_FUNCTIONS_MPI_CALLERS_H

#include "analyze/facts/scope.h"

struct mpi_callers_frame {
    uint32_t first, count; /* in numbers */
};

struct mpi_callers_sum { /* of the rank that is being added, by function */
    uint64_t direct, calls, within, calls_within;
    uint64_t row; /* that it was met in last */
    bool met;
};

struct mpi_callers {
    struct mpi_callers_frame *frames; /* by FRAME */
    uint32_t frame_count;
    uint32_t *numbers; /* of functions, innermost first */
    size_t number_count;
    uint32_t *direct; /* by PATH: its innermost function + 1; 0: none */
    uint64_t *path_ns; /* by PATH: in calls made there, of all ranks */
    uint32_t path_count;
    uint32_t function_count; /* the greatest number + 1 */
    struct mpi_callers_sum *sums;
    uint32_t *met;
    uint32_t met_count;
    uint64_t row;
    struct tallies own, within, waits; /* by function: time, calls */
};

/* Tells the functions of a frame, innermost first, by mpi_callers_tell();
 * false: no memory. */
typedef bool mpi_callers_functions(void *context, struct mpi_callers *callers,
                                   const struct definitions *table,
                                   uint32_t frame);
bool mpi_callers_tell(struct mpi_callers *callers, uint32_t number);

/* *callers is zero before. */
enum status mpi_callers_init(struct mpi_callers *callers,
                             const struct definitions *table,
                             mpi_callers_functions *functions,
                             void *context);
/* Of a path, without its caller's. */
struct mpi_callers_frame mpi_callers_frame_of(
    const struct mpi_callers *callers, const struct definition *path);
void mpi_callers_clear(struct mpi_callers *callers);
/* The rank that was added to the scope last. */
enum status mpi_callers_add(struct mpi_callers *callers,
                            const struct scope *scope,
                            const struct rank_data *rank);
/* Waits for other ranks, of the replay if there is one; after the last rank. */
enum status mpi_callers_add_waits(struct mpi_callers *callers,
                                  const struct scope *scope);

/* Of the calls that it makes itself: calls, time, share of all ranks' time,
 * and what scope_add_spread() adds, but no rank where it makes none: eight
 * cells. */
void mpi_callers_put_direct(struct table *table, const struct scope *scope,
                            const struct mpi_callers *callers,
                            uint32_t number);
/* Time that these wait for others, the rank that waits most, how long: three,
 * empty where there are none. */
void mpi_callers_put_waits(struct table *table, const struct scope *scope,
                           const struct mpi_callers *callers,
                           uint32_t number);
/* Within it; zeros where there is nothing. */
struct rank_stats_result mpi_callers_within(const struct mpi_callers *callers,
                                            const struct scope *scope,
                                            uint32_t number);

#endif
