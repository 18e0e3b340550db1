/*
 * run_python.h - lets Python programs find the module mpiprof.
 *
 * Looked for in ../share/mpiprof/python beside this program, then where it was
 * configured to be installed.
 */
#ifndef TOOLS_RUN_PYTHON_H
#define TOOLS_RUN_PYTHON_H

/* Puts its folder behind all that PYTHONPATH has, once.  Without the module
 * PYTHONPATH stays as it is. */
void python_offer_module(void);

#endif
