/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scoped_name.h - the name of a C++ function that has no mangled one, with the
 * namespaces, classes and functions it is in.
 *
 * Compilers give none to lambdas, to functions of one file, and to instances of
 * templates with such types: "main::{lambda at line 7}::operator()()",
 * "std::__invoke_r<void, ...>()".
 * Threads: the owner of the debug information.  Memory: the caller frees.
 */
#ifndef SYMBOLS_SCOPED_NAME_H
#define SYMBOLS_SCOPED_NAME_H

#include <elfutils/libdw.h>

/* The mangled name, of the function or its declaration; NULL: none. */
const char *linkage_name_of(Dwarf_Die *function);
/* NULL: a function of another language, or a plain name, in no scope. */
char *scoped_name(Dwarf_Die *function);

#endif
