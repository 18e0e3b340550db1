/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_main.c - mpiprof-run: starts a program with libmpiprof preloaded.
 *
 * Runs once per rank, under mpiexec or srun, and becomes the program.  A
 * failure of the measurement never stops the program, which then runs
 * unmeasured, and one rank prints the reason.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/flavours.h"
#include "base/log.h"
#include "base/strbuf.h"
#include "run_elf.h"
#include "run_flavour.h"
#include "run_library.h"
#include "run_options.h"
#include "run_program.h"
#include "run_python.h"
#include "run_settings.h"

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
    if (flavours_first_rank())
        log_warn("%s; the program runs unmeasured", text);
}

/* What it starts may be measured all the same. */
static void tell_unreachable(const char *program)
{
    if (!flavours_first_rank())
        return;
    if (program_gains_rights(program))
        log_warn("%s has privileges of its own (set-user-ID, set-group-ID or "
                 "file capabilities), so the system ignores LD_PRELOAD: link "
                 "it with libmpiprof, or run a copy without these privileges; "
                 "it runs unmeasured",
                 program);
    else if (elf_is_static(program))
        log_warn("%s is linked statically, so nothing can be preloaded: if "
                 "it calls MPI, link it with libmpiprof and a shared MPI; "
                 "it runs unmeasured",
                 program);
}

static void measure(const struct run_request *request, const char *program)
{
    struct strbuf library, problem;

    strbuf_init(&library);
    strbuf_init(&problem);
    if (elf_defines(program, "PMPI_Init"))
        strbuf_printf(
            &problem,
            "%s holds MPI itself (static linking), where "
            "preloading cannot come between: link it with libmpiprof "
            "and a shared MPI",
            program);
    if (problem.length > 0 ||
        !library_find(flavour_choose(request->mpi, program), &library,
                      &problem))
        say(strbuf_text(&problem));
    else if (preload(strbuf_text(&library)) != 0)
        say("out of memory");
    else
        tell_unreachable(program);
    strbuf_clear(&library);
    strbuf_clear(&problem);
    unsetenv("MPIPROF_LIBDIR"); /* ours, not a setting of the library */
}

/* Why a file that is there was not started. */
static int refuse(const char *program, int error)
{
    if (!program_is_runnable(program))
        log_warn("%s: %s", program, "this is not an executable file");
    else if (error == ENOEXEC)
        log_warn("%s: %s", program,
                 "neither a program nor a script that begins with "
                 "#! and its interpreter");
    else if (error == ENOENT)
        log_warn("%s: %s", program,
                 "the interpreter that it asks for is not there");
    else
        log_warn("%s: %s", program, strerror(error));
    return EXIT_NOT_EXECUTABLE;
}

/* The name alone is searched in PATH, where "." usually is not. */
static int refuse_name(const char *name)
{
    if (access(name, F_OK) != 0) {
        log_warn("%s: %s", name, "program not found");
        return EXIT_NOT_FOUND;
    }
    if (!program_is_runnable(name))
        return refuse(name, EACCES);
    log_warn("%s: %s", name,
             "not in PATH; with ./ before its name the program in "
             "this directory is taken");
    return EXIT_NOT_FOUND;
}

static int start(const struct run_request *request, char *program)
{
    if (program_is_runnable(program)) {
        measure(request, program);
        python_offer_module();
    }
    execv(program, request->arguments);
    return refuse(program, errno);
}

/* Becomes the program that has PAPI; once per host. */
static int list_counters(const char *mpi)
{
    char name[] = "mpiprof-counters", *const arguments[] = { name, NULL };
    struct strbuf program, problem;

    if (!flavours_first_on_host())
        return EXIT_OK;
    strbuf_init(&program);
    strbuf_init(&problem);
    if (library_find_program(flavour_choose(mpi, ""), name, &program,
                             &problem)) {
        execv(strbuf_text(&program), arguments);
        strbuf_printf(&problem, "%s: %s", strbuf_text(&program),
                      strerror(errno));
    }
    log_warn("%s", strbuf_text(&problem));
    strbuf_clear(&program);
    strbuf_clear(&problem);
    return EXIT_FAILED;
}

/* -1: go on; else the exit status. */
static int parse(int count, char **arguments, struct run_request *request)
{
    int answer = command_parse(run_command(), count, arguments, request);

    if (answer < 0)
        answer = run_settings_set(request);
    if (answer < 0 && request->list_counters)
        return list_counters(request->mpi);
    if (answer < 0 && optind == count)
        answer = command_usage(run_command(), "which program?  Put it behind "
                                              "the options");
    request->arguments = arguments + optind;
    return answer;
}

int main(int count, char **arguments)
{
    struct run_request request = { .mpi = "auto" };
    char *program;
    int answer;

    /* All that a host starts have the same command line: one complains. */
    log_set_level(flavours_first_on_host() ? 1 : 0);
    answer = parse(count, arguments, &request);
    if (answer >= 0)
        return answer;
    program = program_find(request.arguments[0]);
    if (program == NULL)
        return refuse_name(request.arguments[0]);
    answer = start(&request, program);
    free(program);
    return answer;
}
