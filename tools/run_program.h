/*
 * run_program.h - finds a program as a shell does.
 */
#ifndef TOOLS_RUN_PROGRAM_H
#define TOOLS_RUN_PROGRAM_H

#include <stdbool.h>

/* A path the caller frees: name itself if it has a slash and is there, else
 * the first executable file of that name in PATH.  NULL: not found. */
char *program_find(const char *name);
/* A file with permission to be executed. */
bool program_is_runnable(const char *path);

#endif
