/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_prefix.h - the folder below which this program is installed.
 */
#ifndef TOOLS_RUN_RUN_PREFIX_H
#define TOOLS_RUN_RUN_PREFIX_H

#include <stdbool.h>

#include "base/text/strbuf.h"

/* Appends PREFIX of the running PREFIX/bin/mpiprof-run, followed by below.
 * False: unknown. */
bool run_prefix(struct strbuf *path, const char *below);

#endif
