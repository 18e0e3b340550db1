/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_remove.c - deletes an archive that could not be completed.
 *
 * Such an archive is unreadable, and on a full disk the profile needs the
 * space: files are truncated first, since OTF2 may have them open.  Each rank
 * removes its own files, which may lie in a folder of its host.
 */
#include "measure/trace/trace_internal.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Without memory from the heap, which there may be none of. */
static void remove_file(const struct trace *trace, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s", trace->directory, name);
    if (truncate(path, 0) == 0) /* OTF2 has it open */
        unlink(path);
}

static void remove_location(const struct trace *trace, uint32_t thread)
{
    static const char *const ends[] = { "evt", "def" };
    char name[64];

    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof(name), "run/%llu.%s",
                 (unsigned long long)archive_location_id(
                     thread, (uint32_t)trace->collective.rank),
                 ends[i]);
        remove_file(trace, name);
    }
}

void trace_remove(const struct trace *trace)
{
    char path[PATH_MAX];

    for (const struct trace_writer *writer = trace->writers; writer != NULL;
         writer = writer->next)
        remove_location(trace, writer->thread);
    PMPI_Barrier(trace->collective.comm);
    if (trace->collective.rank > 0)
        return;
    remove_file(trace, "run.otf2");
    remove_file(trace, "run.def");
    snprintf(path, sizeof(path), "%s/run", trace->directory);
    rmdir(path);
}
