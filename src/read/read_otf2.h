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
#include "model/replay_log.h"

/* jobs: as many processes read it, all locations of a rank in one of them; 0:
 * what suits the archive and this machine.  What comes of it is the same.
 * progress: of its events; may be NULL.  log: gets all calls, ready to be read;
 * NULL: nobody wants them. */
enum status read_otf2(const char *anchor_file, uint32_t jobs,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out);

#endif
