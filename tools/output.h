/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * output.h - standard output, and what a path for output is.
 *
 * A pipe closed by its reader is no error.  Errors: logged, one line.
 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <signal.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/text/strbuf.h"

/* Writes it to standard output. */
enum status output_print(const struct strbuf *text);
/* Delay terminating signals while a file has its temporary name. */
void output_hold_signals(sigset_t *before);
void output_let_signals(const sigset_t *before);
/* Whether a path must not be replaced: a link (/dev/stdout is one, even if it
 * leads to a file), a device, a pipe. */
bool output_keeps_its_name(const char *path);
/* Whether the path is where standard output goes. */
bool output_is_standard(const char *path);
/* Sets the usual permissions on a file of mkstemp(), which is private to its
 * owner. */
void output_usual_mode(int file);
/* Standard output goes to mpiexec, which forwards it, although some make it
 * look like a terminal. */
void output_is_passed_on(void);
bool output_is_terminal(void);
/* COLUMNS, else the columns of the terminal on standard output, 0 if there is
 * none; otherwise 40 or more. */
int output_columns(void);
/* when: auto, always or never; false: other text. */
bool output_color(const char *when, bool to_file, bool *color);

#endif
