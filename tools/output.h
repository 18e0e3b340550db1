/*
 * output.h - puts finished text where the user wants it.
 *
 * A file appears complete or not at all: it is written under another name
 * beside it and renamed, and Ctrl-C ends the program after that.  Links,
 * devices and pipes are written to directly.
 * A pipe that was closed by its reader is no error.
 * Errors: logged, one line.
 */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <signal.h>
#include <stdbool.h>

#include "base/status.h"
#include "base/strbuf.h"

/* path NULL or "-": standard output. */
enum status output_write(const char *path, const struct strbuf *text);
/* What ends the program waits while a file is written under another name. */
void output_hold_signals(sigset_t *before);
void output_let_signals(const sigset_t *before);
/* Names that must stay what they are: a link (/dev/stdout is one, also where
 * it leads to a file), a device, a pipe. */
bool output_keeps_its_name(const char *path);
/* Whether that is where standard output goes. */
bool output_is_standard(const char *path);
/* Of a file of mkstemp(), which is for its owner alone. */
void output_usual_mode(int file);
/* Standard output is mpiexec's, which passes it on, though some make it look
 * like a terminal. */
void output_is_passed_on(void);
/* Columns of the terminal that standard output is, 0 if it is none. */
int output_columns(void);
/* when: auto, always or never; false: none of these. */
bool output_color(const char *when, bool to_file, bool *color);

#endif
