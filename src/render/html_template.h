/*
 * html_template.h - the page of the HTML report, without its data.
 *
 * Made from share/html by npm; html_template_null.c is there where it cannot
 * be.  Threads: constant data.
 */
#ifndef RENDER_HTML_TEMPLATE_H
#define RENDER_HTML_TEMPLATE_H

#include <stddef.h>

/* Ends with a zero; NULL: this build has none. */
extern const char *const html_template;

/* Where the data goes. */
#define HTML_DATA_HERE "<!--mpiprof-data-->"

#endif
