/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * demangle.h - C++ and Fortran names in readable form.
 *
 * C++: by the C++ runtime library, if there is one; a run with such names has
 * it loaded already.  Fortran: module procedures in gfortran's form
 * (__heat_MOD_step is heat::step).
 * Threads: one.
 */
#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

/* Whether a name looks mangled. */
int demangle_needed(const char *name);
/* Returns the readable form, which the caller frees, or NULL. */
char *demangle(const char *name);

#endif
