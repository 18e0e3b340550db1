/*
 * run_main.c - mpiprof-run: starts a program with libmpiprof preloaded.
 *
 * Runs once per rank, under mpiexec or srun, and becomes the program.  What
 * goes wrong with the measurement never stops the program: then it runs
 * unmeasured, and one rank says why.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "run_elf.h"
#include "run_flavour.h"
#include "run_library.h"
#include "run_options.h"
#include "run_program.h"

#define EXIT_NOT_EXECUTABLE 126
#define EXIT_NOT_FOUND 127

/* Puts the library before what is preloaded already. */
static int preload(const char *library)
{
    const char *already = getenv("LD_PRELOAD");
    struct strbuf list;
    int failed;

    strbuf_init(&list);
    strbuf_puts(&list, library);
    if (already != NULL && already[0] != '\0')
        strbuf_printf(&list, ":%s", already);
    failed = list.failed || setenv("LD_PRELOAD", strbuf_text(&list), 1) != 0;
    strbuf_clear(&list);
    return failed;
}

/* One rank speaks for all. */
static void say(const char *text)
{
    if (flavour_is_first_rank())
        log_warn("%s; the program runs unmeasured", text);
}

static void measure(const struct run_request *request, const char *program)
{
    struct strbuf library, problem;

    strbuf_init(&library);
    strbuf_init(&problem);
    if (elf_defines(program, "PMPI_Init"))
        strbuf_printf(&problem, "%s holds MPI itself (static linking), where "
                      "preloading cannot come between: link it to libmpiprof "
                      "and a shared MPI", program);
    if (problem.length > 0 || !library_find(flavour_choose(request->mpi, program), &library,
                      &problem))
        say(strbuf_text(&problem));
    else if (preload(strbuf_text(&library)) != 0)
        say("out of memory");
    strbuf_clear(&library);
    strbuf_clear(&problem);
    unsetenv("MPIPROF_LIBDIR"); /* ours, not a setting of the library */
}

static int start(const struct run_request *request, char *program)
{
    measure(request, program);
    execv(program, request->arguments);
    log_warn("%s: %s", program, strerror(errno));
    return errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

int main(int count, char **arguments)
{
    struct run_request request;
    char *program;
    int answer = run_options_parse(count, arguments, &request);

    if (answer >= 0)
        return answer;
    program = program_find(request.arguments[0]);
    if (program == NULL) {
        log_warn("%s: program not found", request.arguments[0]);
        return EXIT_NOT_FOUND;
    }
    answer = start(&request, program);
    free(program);
    return answer;
}
