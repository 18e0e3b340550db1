/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_python.h - the bytes of a python_chart for the page, which
 * share/html/src/python.js reads.
 *
 * Threads: any, one writer each.  Errors: out of memory sticks in the writer.
 */
#ifndef RENDER_HTML_PYTHON_H
#define RENDER_HTML_PYTHON_H

#include "base/bytes.h"
#include "report/python_chart.h"

void html_python(struct bytes_writer *out, const struct python_chart *chart);

#endif
