/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * log.h - the few lines that mpiprof prints on standard error.
 *
 * Every line starts with "mpiprof: "; unprintable text is spelled as in
 * escape.h, except that backslashes stay.
 * Threads: any (one write per line).
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/status.h"

/* Level 0: nothing, 1: problems (default), 2: also progress. */
void log_set_level(int level);
/* Puts a prefix such as "rank 3: " in front of every message; NULL: none. */
void log_set_prefix(const char *prefix);

void log_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void log_info(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Logs the message as a problem and returns why.  The message says what is
 * wrong; the text of the status is added only for "out of memory", where the
 * message can only name what the memory was for. */
enum status log_fail(enum status why, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints a line that a sink has received, unchanged. */
void log_line(const char *line);

/* Holds back log_fail(): prints nothing from here on but keeps the first line.
 * For a cause with many consequences: the caller who knows what is lost
 * reports both in one line. */
void log_hold(void);
/* Ends log_hold() and prints "<as>: <kept line>"; NULL prints nothing. */
void log_release(const char *as);

/* Sends every line to `sink' instead of standard error; NULL: back to standard
 * error. */
void log_set_sink(void (*sink)(const char *line, void *context),
                  void *context);

#endif
