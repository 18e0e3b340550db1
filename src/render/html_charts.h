/*
 * html_charts.h - the pictures of a report as bytes, for its page.
 *
 * share/html/src/pictures.js reads them and says what they are.  Numbers are
 * exact but for the bins of the time line, which are parts of a bin in 8 or
 * 16 bits.
 */
#ifndef RENDER_HTML_CHARTS_H
#define RENDER_HTML_CHARTS_H

#include "base/bytes.h"
#include "report/charts.h"

void html_pictures(struct bytes_writer *out, const struct pictures *pictures);

#endif
