/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_mpi_start.c - mpiprof-report-mpi as users call it: executes the
 * program for the MPI whose mpiexec started it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_at.h"
#include "base/flavours.h"
#include "base/log.h"
#include "tools/run/run_library.h"

#define PROGRAM "mpiprof-report-mpi"

/* One line of all processes. */
static int refuse_start(const struct strbuf *problem)
{
    if (flavours_first_rank())
        log_warn(PROGRAM ": %s", strbuf_text(problem));
    return EXIT_FAILURE;
}

static void become_program(char **arguments, const struct strbuf *program,
                           struct strbuf *problem)
{
    /* MPIPROF_LIBDIR may name the folder of this program. */
    if (file_same(strbuf_text(program), "/proc/self/exe")) {
        strbuf_printf(problem,
                      "%s is this program, not the one that is "
                      "installed for an MPI (%s); see MPIPROF_LIBDIR",
                      strbuf_text(program), flavour_choice);
        return;
    }
    execv(strbuf_text(program), arguments);
    strbuf_printf(problem, "%s: %s", strbuf_text(program), strerror(errno));
}

int main(int count, char **arguments)
{
    struct strbuf program = { 0 }, problem = { 0 };
    int answer;

    (void)count;
    if (library_find_program(flavours_of_launcher(), PROGRAM, &program,
                             &problem))
        become_program(arguments, &program, &problem);
    answer = refuse_start(&problem);
    strbuf_clear(&program);
    strbuf_clear(&problem);
    return answer;
}
