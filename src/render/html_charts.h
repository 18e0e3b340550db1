/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_charts.h - encodes the charts of a report for the HTML page.
 *
 * share/html/src/charts.js decodes them and documents the format.  Numbers
 * are exact except in the bins of the time line, which are fractions of a bin
 * in 8 or 16 bits.
 */
#ifndef RENDER_HTML_CHARTS_H
#define RENDER_HTML_CHARTS_H

#include "base/bytes.h"
#include "report/charts.h"

/* step: 1, or, where each rank has a line, 2: bins that are written as one. */
void html_charts(struct bytes_writer *out, const struct charts *charts,
                 uint32_t step);

#endif
