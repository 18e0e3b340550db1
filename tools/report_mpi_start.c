/*
 * report_mpi_start.c - mpiprof-report-mpi as users call it: becomes that of the
 * MPI whose mpiexec has started it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "run_flavour.h"
#include "run_library.h"

#define PROGRAM "mpiprof-report-mpi"

/* One line of all processes. */
static int refuse(const struct strbuf *problem)
{
    if (flavour_is_first_rank())
        log_warn(PROGRAM ": %s", strbuf_text(problem));
    return EXIT_FAILURE;
}

int main(int count, char **arguments)
{
    struct strbuf program, problem;
    int answer;

    (void)count;
    strbuf_init(&program);
    strbuf_init(&problem);
    if (library_find_program(flavour_of_launcher(), PROGRAM, &program,
                             &problem)) {
        execv(strbuf_text(&program), arguments);
        strbuf_printf(&problem, "%s: %s", strbuf_text(&program),
                      strerror(errno));
    }
    answer = refuse(&problem);
    strbuf_clear(&program);
    strbuf_clear(&problem);
    return answer;
}
