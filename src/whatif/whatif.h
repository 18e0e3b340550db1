/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * whatif.h - the report on how long a run would take with changes.
 *
 * Rows: the run as it was, with all changes, and, of several, each alone.
 * Units: ns.  Threads: one owner.  Memory: the caller destroys *out.  Errors:
 * logged; without gains where the simulation does not reproduce the run.
 */
#ifndef WHATIF_WHATIF_H
#define WHATIF_WHATIF_H

#include "base/progress.h"
#include "report/table_form.h"
#include "whatif/changes.h"

extern const struct table_form whatif_forms[];
extern const size_t whatif_form_count;

/* Appends why measured times, and so simulated ones, say little about the program:
 * ranks waited for a core.  of_run: the run's own profile, which knows that, or NULL. */
void whatif_doubt(struct profile *of_run, struct strbuf *doubt);

/* Simulates them, and makes the report, which begins with the doubt, if any. */
enum status whatif_run(const struct profile *profile,
                       const struct replay_log *log, struct changes *changes,
                       const char *doubt, const struct progress *progress,
                       struct report **out);

/* In the results, each row has two scenarios: itself, and on an ideal
 * network. */
enum { WHATIF_CHANGED, WHATIF_UNCHANGED, WHATIF_WORDS };

/* Makes the report of results that are there. */
enum status whatif_report(const struct profile *profile,
                          const struct replay_log *log,
                          const struct changes *changes, const char *doubt,
                          const struct scenarios *found, struct report **out);

#endif
