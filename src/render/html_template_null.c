/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * html_template_null.c - no HTML page: mpiprof was built without npm.
 */
#include <stddef.h>

#include "render/html_template.h"

const char *const html_template = NULL;
