/*
 * run_prefix.h - the folder that this program is installed below.
 */
#ifndef TOOLS_RUN_PREFIX_H
#define TOOLS_RUN_PREFIX_H

#include <stdbool.h>

#include "base/strbuf.h"

/* PREFIX of PREFIX/bin/mpiprof-run, as it runs now, with below after it.
 * False: not known. */
bool run_prefix(struct strbuf *path, const char *below);

#endif
