/*
 * log.h - the few lines that mpiprof prints on standard error.
 *
 * Every line starts with "mpiprof: "; what cannot be shown is spelled as in
 * escape.h, but for backslashes, which stay.  Threads: any (one write per
 * line).
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/status.h"

/* 0: nothing, 1: problems (default), 2: also what is being done. */
void log_set_level(int level);
/* With a prefix such as "rank 3: " in front of every message; NULL: none. */
void log_set_prefix(const char *prefix);

void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Logs the message as a problem and returns why.  The message says what is
 * wrong; only "out of memory" is added to it, as then there is no more to say
 * than what the memory was for. */
enum status log_fail(enum status why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line that a sink has got, as it is. */
void log_line(const char *line);

/* From here on log_fail() prints nothing, but keeps its first line: where much
 * depends on one cause, whoever knows what is lost says it all in one line. */
void log_hold(void);
/* The end of that: prints "<as>: <what was kept>"; as NULL: does not. */
void log_release(const char *as);

/* Sends every line to `sink` instead of standard error; NULL: back again. */
void log_set_sink(void (*sink)(const char *line, void *context),
                  void *context);

#endif
