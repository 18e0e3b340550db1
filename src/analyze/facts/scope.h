/*
 * scope.h - what all analyses of one report share.
 *
 * What was asked (ranks, region), what the one pass over the ranks has summed
 * by procedure, call site, region and communicator, and the times of each
 * rank.  Complete when the pass is over, that is in analysis.finish().
 * With a region pattern times and rows are those inside matching regions.
 * Units: ns.  Threads: one owner.  Memory: scope_clear frees.
 */
#ifndef ANALYZE_FACTS_SCOPE_H
#define ANALYZE_FACTS_SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "analyze/facts/analyze_options.h"
#include "analyze/facts/hang_ends.h"
#include "analyze/facts/sampled.h"
#include "analyze/facts/sites.h"
#include "analyze/facts/tallies.h"
#include "analyze/facts/resource_use.h"
#include "analyze/facts/hang_waits.h"
#include "report/table.h"

struct rank_times {
    uint32_t rank, host, threads;
    bool shown; /* by --ranks */
    uint64_t length, useful, mpi; /* mpi: all classes but SETUP */
    uint64_t class[CALL_CLASS_COUNT];
    uint64_t init, finalize, paused;
    uint64_t calls; /* of all classes, for the own overhead */
    struct overhead own;
    /* of struct rank_data, whatever was asked for */
    uint64_t trace_stop, trace_bytes, trace_events, run_length;
};

struct scope {
    struct profile *profile;
    const struct analyze_options *options;
    bool *inside;          /* by REGION_NODE id; NULL: all are */
    uint32_t inside_count;
    struct rank_times *ranks; /* of the ranks that were read, ascending */
    struct resource_use *uses; /* likewise, of the whole run */
    uint32_t rank_count;
    uint64_t run_ns;   /* T: the greatest length */
    uint64_t total_ns; /* all lengths */
    uint64_t useful_ns, mpi_ns, class_ns[CALL_CLASS_COUNT]; /* all ranks */
    struct sites same;      /* call paths that read the same */
    struct tallies calls;   /* key: call */
    struct tallies sites;   /* key: site_key() */
    struct tallies regions; /* key: REGION_NODE */
    struct tallies comms;   /* key: COMM, without 0 */
    struct sampled sampled; /* functions and lines */
    int *unread; /* ranks that could not be read */
    size_t unread_count;
    bool *untraced; /* by world rank: unread, since there was to be nothing */
    size_t untraced_count; /* of the unread */
    uint32_t cut_count; /* ranks whose trace ends before the run did */
    struct hang_ends ends;   /* of ranks that did not finalize */
    struct hang_waits waits; /* of them, if there are any */
};

enum status scope_init(struct scope *scope, struct profile *profile,
                       const struct analyze_options *options);
void scope_clear(struct scope *scope);
/* Ranks in ascending order. */
enum status scope_add(struct scope *scope, const struct rank_data *rank);
enum status scope_add_unread(struct scope *scope, uint32_t rank,
                             bool untraced);
/* After the last rank. */
enum status scope_close(struct scope *scope);

/* The site of a row: site_key() with the path that stands for its own. */
uint64_t scope_site(const struct scope *scope, const struct row *row);
bool scope_inside(const struct scope *scope, uint32_t region_node);
/* The numbers are those of all of the run: no regions or times were chosen. */
bool scope_is_whole(const struct scope *scope);
/* They are of less; a window may have all of it. */
bool scope_is_part(const struct scope *scope);
/* Data of a rank is missing or ends before the run did: ranks cannot be
 * compared. */
bool scope_is_partial(const struct scope *scope);
/* How long before others some ranks ended, or gave their last sign of life, if
 * that is too long to compare them; else 0. */
uint64_t scope_ended_apart(const struct scope *scope);
/* Likewise, of the ranks alone whose ends are known. */
uint64_t scope_known_apart(const struct scope *scope);
/* Several threads of a rank called MPI: what is summed by procedure is more
 * than what the times of ranks hold. */
bool scope_has_threads(const struct scope *scope);
/* Says so under a table with a column `share' or the like. */
void scope_note_threads(struct table *table, const struct scope *scope);
double scope_share(uint64_t part, uint64_t whole); /* 0 of nothing is 0 */
/* sum / number of ranks; 0 without ranks. */
double scope_mean(const struct scope *scope, uint64_t sum);
/* The name of a procedure of the profile. */
const char *scope_call_name(const struct scope *scope, uint32_t call);
uint8_t scope_call_class(const struct scope *scope, uint32_t call);
/* A cell with the share of `time` in all ranks' time; none for calls that are
 * outside T (MPI_Init, MPI_Finalize). */
void scope_add_share(struct table *table, const struct scope *scope,
                     uint32_t call, uint64_t time);
/* A cell with time / calls; none of calls that all began before a window. */
void scope_add_mean(struct table *table, uint64_t time, uint64_t calls);
/* The tallies of a region or site as rank_stats_result, over all ranks. */
struct rank_stats_result scope_stats(const struct scope *scope,
                                     const struct rank_stats *across);
/* Five cells: its mean, least and greatest, the rank that has it, and what is
 * avoidable. */
void scope_add_spread(struct table *table, const struct scope *scope,
                      const struct rank_stats_result *time);
/* The ranks from the slowest, that is with the most useful time, to the
 * fastest.  The caller frees it; NULL (logged) without memory. */
const struct rank_times **scope_by_useful(const struct scope *scope);
/* Whether tables of ranks show all that are shown; else the slowest and the
 * fastest. */
bool scope_all_ranks(const struct scope *scope);
/* The world rank at a position of rank_stats_result. */
uint32_t scope_rank_at(const struct scope *scope, uint32_t index);

#endif
