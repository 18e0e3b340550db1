/*
 * demangle.h - C++ names as people write them.
 *
 * Uses the C++ runtime library where there is one: a run whose names need it
 * has it loaded already.  Threads: one.
 */
#ifndef MODEL_DEMANGLE_H
#define MODEL_DEMANGLE_H

/* Whether a name looks mangled. */
int demangle_needed(const char *name);
/* The readable form, which the caller frees, or NULL. */
char *demangle(const char *name);

#endif
