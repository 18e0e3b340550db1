/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_template.h - the HTML report page without its data.
 *
 * Built from share/html by npm; html_template_null.c replaces it where npm is
 * missing.
 * Threads: constant data.
 */
#ifndef RENDER_HTML_TEMPLATE_H
#define RENDER_HTML_TEMPLATE_H

/* NUL-terminated; NULL: not part of this build. */
extern const char *const html_template;

/* Placeholder for the data. */
#define HTML_DATA_HERE "<!--mpiprof-data-->"

#endif
