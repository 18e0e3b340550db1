/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/python/python_run_mpi.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "profile_file/profile_file.h"
#include "symbols/python_frame.h"

void python_run_mpi_open(struct python_run_mpi *run, const char *folder)
{
    struct strbuf path = { 0 };

    *run = (struct python_run_mpi){ .profile = NULL };
    strbuf_printf(&path, "%s/run.mpiprof", folder);
    if (!path.failed && access(path.text, R_OK) == 0 &&
        profile_open(path.text, &run->profile) != STATUS_OK)
        run->profile = NULL;
    strbuf_clear(&path);
}

/* The innermost function of Python on a path. */
static bool find_function(const struct definitions *table, uint32_t at,
                          struct python_frame *out)
{
    while (at != 0) {
        struct definition path = definitions_get(table, DEFINITION_PATH, at);

        if (python_frame_of(table, path.refs[1], out))
            return true;
        at = path.refs[0];
    }
    return false;
}

static void add_row(struct python_run_mpi *run, const struct row *row)
{
    const struct profile *profile = run->profile;
    struct python_frame frame;

    if (row->call >= profile->call_count ||
        profile->calls[row->call].class == CALL_CLASS_SETUP ||
        !find_function(profile->definitions, row->path, &frame))
        return;
    run->mpi.items[run->mpi.count++] =
        (struct pyprof_mpi_time){ frame.file, part_after(frame.function, '.'),
                                  frame.first_line, row->time.sum };
}

const struct pyprof_mpi *python_run_mpi_rank(struct python_run_mpi *run,
                                             int rank)
{
    const struct rank_data *data;

    if (run->profile == NULL || rank < 0 ||
        (uint32_t)rank >= run->profile->rank_count ||
        profile_rank(run->profile, (uint32_t)rank, &data) != STATUS_OK)
        return NULL;
    free(run->mpi.items);
    run->mpi = (struct pyprof_mpi){
        calloc(data->row_count + 1, sizeof(*run->mpi.items)), 0
    };
    if (run->mpi.items == NULL)
        return NULL;
    for (size_t i = 0; i < data->row_count; i++)
        add_row(run, &data->rows[i]);
    pyprof_mpi_sort(&run->mpi);
    return &run->mpi;
}

void python_run_mpi_close(struct python_run_mpi *run)
{
    free(run->mpi.items);
    profile_destroy(run->profile);
    *run = (struct python_run_mpi){ .profile = NULL };
}
