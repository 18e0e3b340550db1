/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_lines.h - the line of an instruction, by a code object's own table.
 *
 * Threads: any.  Memory: the caller's.
 */
#ifndef MEASURE_CALLSITE_PYTHON_LINES_H
#define MEASURE_CALLSITE_PYTHON_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "measure/callsite/python_layout.h"

struct python_lines {
    enum python_table form;
    const uint8_t *table;
    size_t bytes;
    int first; /* line of the function */
};

/* at: bytes from the start of the code, as f_lasti.  0: the instruction has no
 * line. */
int python_line_at(const struct python_lines *lines, int at);

#endif
