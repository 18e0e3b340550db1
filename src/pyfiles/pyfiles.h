/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pyfiles.h - merges files of other Python profilers, one per rank.
 *
 * line_profiler, memory_profiler, tracemalloc, py-spy, pyinstrument, VizTracer
 * and torch.profiler.  Add files of one kind rank by rank, ascending; then make
 * tables (report/table.h), and exports of those that have stacks.  Memory grows
 * with rows and with ranks, not with their product.
 * Units: ns, bytes or samples, by kind.  Threads: one owner.  Memory: the
 * caller destroys.  Errors: logged, one line.
 */
#ifndef PYFILES_PYFILES_H
#define PYFILES_PYFILES_H

#include "base/status.h"
#include "base/text/strbuf.h"
#include "pyfiles/kind.h"
#include "report/table_form.h"

struct pyfiles;

enum status pyfiles_create(enum pyfiles_kind kind, struct pyfiles **out);
void pyfiles_destroy(struct pyfiles *merged);
/* Adds the file of a rank.  STATUS_NO_MEMORY is fatal; after any other error
 * the rank is noted as missing, and the next rank may follow. */
enum status pyfiles_add(struct pyfiles *merged, int rank, const char *path);
/* Same for two snapshots of a rank: rows are what has grown from one to the
 * other. */
enum status pyfiles_add_growth(struct pyfiles *merged, int rank,
                               const char *before, const char *after);
/* Same as pyfiles_add() from bytes in memory. */
enum status pyfiles_add_bytes(struct pyfiles *merged, int rank,
                              const char *path, const void *data, size_t size);
size_t pyfiles_rank_count(const struct pyfiles *merged);

/* Adds tables, verdict and remarks.  missing: "3,7-9", ranks without a file;
 * or NULL. */
enum status pyfiles_report(struct pyfiles *merged, const char *missing,
                           struct report *report);

/* Write the stacks of PYFILES_SAMPLES and PYFILES_STACKS, of all ranks together. */
enum status pyfiles_folded(struct pyfiles *merged, struct strbuf *out);
enum status pyfiles_speedscope(struct pyfiles *merged, struct strbuf *out);

extern const struct table_form pyfiles_forms[];
extern const size_t pyfiles_form_count;

#endif
