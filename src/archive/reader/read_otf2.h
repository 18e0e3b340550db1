/*
 * read_otf2.h - a profile computed from the events of an OTF2 archive.
 *
 * Gives the same numbers as the profile file of the same run wherever the
 * trace is complete.  Reads archives of other writers (Score-P) too, as far as
 * they carry the standard records.  Without OTF2 (read_otf2_null.c) answers
 * STATUS_UNSUPPORTED.
 *
 * Reads in a process of its own, because damaged archives can make the OTF2
 * library crash, loop or take all memory: then what can be read without is
 * read, or the archive is refused, in one line.  share/doc/robustness.md has
 * the limits.
 * Threads: the caller's process has no others.  Memory: the caller destroys
 * *out.  Errors: logged.
 */
#ifndef READ_OTF2_H
#define READ_OTF2_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "model/time_window.h"

struct process_group; /* archive/workers/process_group.h */

/* Who reads it, all locations of a rank in one process; what comes of it is
 * the same.  And what of it. */
struct readers {
    uint32_t jobs; /* processes that are made for it; 0: as many as suit the
                    * archive and this machine */
    const struct process_group *group; /* instead of them; or NULL */
    struct time_window window; /* what is read: all of it, if it is not given.
                           * Then all numbers are of it but those of struct
                           * rank_data that say how it was recorded: threads,
                           * trace_events and so on.  A call, its bytes and its
                           * messages count where it begins inside: from `from'
                           * on, before `to'; times as far as they are inside.
                           * The log has all calls. */
};

/* readers: NULL: as if all of it were 0.  progress: of its events; may be NULL.
 * log: gets all calls, ready to be read; NULL: nobody wants them. */
enum status read_otf2(const char *anchor_file, const struct readers *readers,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out);

#endif
