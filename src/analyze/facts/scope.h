/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scope.h - data shared by all analyses of one report.
 *
 * Contains the request (ranks, region), the sums of the single pass over the
 * ranks by procedure, call site, region and communicator, and the times of
 * each rank.  Complete after the pass, i.e. in analysis.finish().  With a
 * region pattern, times and rows cover matching regions only.
 * Units: ns.  Threads: one owner.  Memory: scope_clear frees.  Errors: logged;
 * STATUS_BAD_VALUE if no region matches the pattern, else a lack of memory.
 */
#ifndef ANALYZE_FACTS_SCOPE_H
#define ANALYZE_FACTS_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "analyze/facts/analyze_options.h"
#include "analyze/facts/hangs/hang_ends.h"
#include "analyze/facts/samples/sampled_sums.h"
#include "analyze/facts/sites.h"
#include "analyze/facts/tallies.h"
#include "analyze/facts/resource_use.h"
#include "analyze/facts/hangs/hang_waits.h"
#include "report/table.h"

struct rank_times {
    uint32_t rank, host, threads, program;
    bool shown;                   /* selected by --ranks */
    uint64_t length, useful, mpi; /* mpi: all classes but SETUP */
    uint64_t polled;              /* WAIT_POLLING: neither useful nor MPI */
    uint64_t class[CALL_CLASS_COUNT];
    uint64_t begin, init, finalize, paused;
    uint64_t calls; /* all classes, for mpiprof overhead */
    struct overhead own;
    /* from struct rank_data, regardless of the selection */
    uint64_t trace_stop, trace_bytes, trace_events;
    uint64_t run_length, run_measured, run_useful;
};

struct scope {
    struct profile *profile;
    const struct analyze_options *options;
    bool *inside; /* by REGION_NODE id; NULL: all inside */
    uint32_t inside_count;
    struct rank_times *ranks;  /* ranks that were read, ascending */
    struct resource_use *uses; /* same order, whole run */
    struct core_set *cores;    /* same order */
    uint32_t rank_count;
    uint64_t run_ns;   /* T: the largest length */
    uint64_t total_ns; /* sum of all lengths */
    uint64_t useful_ns, mpi_ns, class_ns[CALL_CLASS_COUNT]; /* all ranks */
    uint64_t polled_ns;                                     /* same */
    bool polls;             /* some rank has such loops */
    uint64_t doubt_ns;      /* overheads_doubt(); set by analyze_run() */
    struct sites same;      /* call paths that look alike */
    struct tallies calls;   /* key: call */
    struct tallies sites;   /* key: site_key() */
    struct tallies regions; /* key: REGION_NODE */
    struct tallies comms;   /* key: COMM, without 0 */
    struct sampled sampled; /* functions and lines; filled by analyze_run() */
    int *unread;            /* ranks that could not be read */
    size_t unread_count;
    bool *untraced; /* by world rank: unread because tracing excluded it */
    size_t untraced_count;   /* number of these ranks */
    uint32_t cut_count;      /* ranks whose trace ends before the run did */
    struct hang_ends ends;   /* ranks that did not finalize */
    struct hang_waits waits; /* waits of these ranks, if any */
};

enum status scope_init(struct scope *scope, struct profile *profile,
                       const struct analyze_options *options);
void scope_clear(struct scope *scope);
/* Call for ranks in ascending order. */
enum status scope_add(struct scope *scope, const struct rank_data *rank);
enum status scope_add_unread(struct scope *scope, uint32_t rank,
                             bool untraced);
/* Call after the last rank. */
enum status scope_close(struct scope *scope);

/* Time of a rank in that region outside MPI, less what it spent between the calls
 * of loops that wait for a message, which only a replay knows. */
uint64_t scope_region_useful(const struct scope *scope, uint32_t rank,
                             const struct region_data *region);
/* Call site of a row: site_key() with the representative path. */
uint64_t scope_site(const struct scope *scope, const struct row *row);
bool scope_inside(const struct scope *scope, uint32_t region_node);
/* Whether the numbers cover the whole run: no selection of regions or
 * times. */
bool scope_is_whole(const struct scope *scope);
/* Whether there are regions, or chosen ones: numbers of the whole run are not
 * those of a region then. */
bool scope_has_regions(const struct scope *scope);
/* Whether the numbers cover less; a window may contain the whole run. */
bool scope_is_part(const struct scope *scope);
/* Whether data of a rank is missing or ends before the run did: ranks cannot
 * be compared. */
bool scope_is_partial(const struct scope *scope);
/* T of the whole run, regardless of the selection. */
uint64_t scope_whole_ns(const struct scope *scope);
/* Whether the run is so short that chance decides which rank took longer. */
bool scope_is_too_short(const struct scope *scope);
/* Time between the first and last end, or sign of life, of ranks, if too long
 * to compare them; else 0. */
uint64_t scope_ended_apart(const struct scope *scope);
/* Same, only over ranks with known ends. */
uint64_t scope_known_apart(const struct scope *scope);
/* Why the paused time was not measured: "MPI_Pcontrol". */
const char *scope_pause_reason(const struct scope *scope);
/* Whether all ranks that were read ran on one host. */
bool scope_on_one_host(const struct scope *scope);
/* Whether several threads of a rank called MPI: sums by procedure then exceed
 * the times of ranks. */
bool scope_has_threads(const struct scope *scope);
/* Notes this below a table with a column such as `share'. */
void scope_note_threads(struct table *table, const struct scope *scope);
double scope_share(uint64_t part, uint64_t whole); /* 0 of 0 is 0 */
/* sum / number of ranks; 0 without ranks. */
double scope_mean(const struct scope *scope, uint64_t sum);
/* Name of a procedure of the profile. */
const char *scope_call_name(const struct scope *scope, uint32_t call);
uint8_t scope_call_class(const struct scope *scope, uint32_t call);
/* Adds a cell with the share of `time' in all ranks' time; empty for calls
 * outside T (MPI_Init, MPI_Finalize). */
void scope_add_share(struct table *table, const struct scope *scope,
                     uint32_t call, uint64_t time);
/* Adds a cell with time / calls; empty if all calls began before a window. */
void scope_add_mean(struct table *table, uint64_t time, uint64_t calls);
/* Converts the tallies of a region or site to rank_stats_result, over all
 * ranks. */
struct rank_stats_result scope_stats(const struct scope *scope,
                                     const struct rank_stats *across);
/* Adds five cells: mean, minimum, maximum, the rank with the maximum, and
 * avoidable time. */
void scope_add_spread(struct table *table, const struct scope *scope,
                      const struct rank_stats_result *time);
/* Lists the ranks from the slowest, with the most useful time, to the fastest.
 * The caller frees the list; NULL (logged) without memory. */
const struct rank_times **scope_by_useful(const struct scope *scope);
/* Whether tables of ranks list all ranks shown; else only the slowest and the
 * fastest. */
bool scope_all_ranks(const struct scope *scope);
/* World rank at a position of rank_stats_result, and the position of a rank that
 * was read. */
uint32_t scope_rank_at(const struct scope *scope, uint32_t index);
uint32_t scope_index_of(const struct scope *scope, uint32_t rank);

#endif
