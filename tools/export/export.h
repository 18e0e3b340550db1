/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export.h - exports a run to formats of other tools.
 *
 * cmd_export.c reads the options, the other files write one kind of format
 * each.
 * Errors: logged.
 */
#ifndef TOOLS_EXPORT_EXPORT_H
#define TOOLS_EXPORT_EXPORT_H

#include "base/ranklist.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "tools/options.h"
#include "tools/stream.h"

struct export_format;

struct export_request {
    struct options options;
    const struct export_format *format;
    const char *run;
    struct time_window window; /* of a trace that is read as a whole */
};

/* The exported run and ranks. */
struct exported {
    const struct export_request *request;
    struct profile *profile;
    const struct replay_log *log; /* the trace, if the format needs one; else
                                   * NULL */
    struct ranklist ranks;
    const char *what; /* description of the input */
};

/* Visits each readable rank, in ascending order. */
typedef enum status export_rank(void *context, const struct rank_data *rank);
enum status export_ranks(const struct exported *run, export_rank *visit,
                         void *context);

/* Writes to a stream. */
typedef enum status export_write(const struct exported *run,
                                 struct stream *stream, struct strbuf *text);
export_write export_callgrind;
export_write export_chrome;
export_write export_csv;
export_write export_dot;
export_write export_folded;
export_write export_json;
export_write export_speedscope;
/* Writes to a folder. */
typedef enum status export_write_folder(const struct exported *run);
export_write_folder export_tau;

/* Host of a rank; "": unknown. */
const char *export_host(const struct profile *profile,
                        const struct rank_data *rank);

#endif
