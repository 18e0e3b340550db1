/*
 * run_program.h - finds a program as a shell does.
 */
#ifndef TOOLS_RUN_PROGRAM_H
#define TOOLS_RUN_PROGRAM_H

/* A path the caller frees: name itself if it has a slash and is there, else
 * the first executable file of that name in PATH.  NULL: not found. */
char *program_find(const char *name);

#endif
