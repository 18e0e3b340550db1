/*
 * demangle.h - C++ and Fortran names as people write them.
 *
 * C++: by the C++ runtime library where there is one; a run whose names need
 * it has it loaded already.  Fortran: procedures of modules, as gfortran
 * names them (__heat_MOD_step is heat::step).  Threads: one.
 */
#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

/* Whether a name looks mangled. */
int demangle_needed(const char *name);
/* The readable form, which the caller frees, or NULL. */
char *demangle(const char *name);

#endif
