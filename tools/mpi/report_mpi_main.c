/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_mpi_main.c - mpiprof-report-mpi for one MPI: the report, with the
 * trace read by all processes started by mpiexec.
 *
 * Process 0 is mpiprof-report; the others read and keep their share for it.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/log.h"
#include "tools/cmd_report.h"
#include "tools/mpi/mpi_group.h"
#include "tools/output.h"

static struct process_group group;

/* As in a program that mpiprof measures. */
static void set_log_level(void)
{
    const char *level = getenv("MPIPROF_VERBOSE");

    if (level != NULL && level[0] >= '0' && level[0] <= '2' &&
        level[1] == '\0')
        log_set_level(level[0] - '0');
}

/* Process 0 has a file of each other. */
static void raise_file_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int count, char **arguments)
{
    int status;

    signal(SIGPIPE, SIG_IGN); /* a reader that has enough is no error */
    set_log_level();
    raise_file_limit();
    output_is_passed_on();
    mpi_group_begin(&group, &count, &arguments);
    if (group.mine != 0) {
        status = mpi_group_serve(&group);
    } else {
        status = report_run(&cmd_report_mpi, &group, count, arguments);
        mpi_group_dismiss(&group, status);
    }
    mpi_group_end();
    return status;
}
