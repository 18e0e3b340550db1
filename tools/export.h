/*
 * export.h - a run in a format of other programs.
 *
 * cmd_export.c reads the options, the others write one kind of format each.
 * Errors: logged.
 */
#ifndef TOOLS_EXPORT_H
#define TOOLS_EXPORT_H

#include <stdbool.h>

#include "base/ranklist.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "archive/reader/read_otf2.h"
#include "stream.h"

struct export_format;

struct export_request {
    const struct export_format *format;
    const char *run, *output, *ranks;
    bool gzip, from_trace;
    struct time_window window; /* of a trace that is read as a whole */
    struct readers readers;
};

/* What is exported: a run that was opened, and those of its ranks. */
struct exported {
    const struct export_request *request;
    struct profile *profile;
    const struct replay_log *log; /* of the trace, if the format is made of
                                   * it; else NULL */
    struct ranklist ranks;
    const char *what; /* that was read */
};

/* In this order; each rank that can be read. */
typedef enum status export_rank(void *context, const struct rank_data *rank);
enum status export_ranks(const struct exported *run, export_rank *visit,
                         void *context);

/* To a stream. */
typedef enum status export_write(const struct exported *run,
                                 struct stream *stream, struct strbuf *text);
export_write export_callgrind;
export_write export_chrome;
export_write export_csv;
export_write export_dot;
export_write export_folded;
export_write export_json;
export_write export_speedscope;
/* On which host a rank was; "": unknown. */
const char *export_host(const struct profile *profile,
                        const struct rank_data *rank);
/* To a folder. */
enum status export_tau(const struct exported *run);

#endif
