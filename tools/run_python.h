/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_python.h - makes the module mpiprof available to Python programs.
 *
 * Searches ../share/mpiprof/python beside this program, then the configured
 * installation folder.
 */
#ifndef TOOLS_RUN_PYTHON_H
#define TOOLS_RUN_PYTHON_H

/* Appends its folder to PYTHONPATH, once.  Without the module PYTHONPATH stays
 * unchanged. */
void python_offer_module(void);

#endif
