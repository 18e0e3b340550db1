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
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/flavours.h"
#include "base/log.h"
#include "base/text/strbuf.h"
#include "tools/run/run_elf.h"
#include "tools/run/run_library.h"
#include "tools/run/run_options.h"
#include "tools/run/run_prefix.h"

/* ---- the program, as a shell finds it ---- */

#define PATH_DEFAULT "/usr/local/bin:/usr/bin:/bin"

/* Whether path is a file with execute permission. */
static bool program_is_runnable(const char *path)
{
    struct stat facts;

    return access(path, X_OK) == 0 && stat(path, &facts) == 0 &&
           S_ISREG(facts.st_mode);
}

static bool takes_rights(const char *path)
{
    struct statvfs system;

    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 &&
           statvfs(path, &system) == 0 && !(system.f_flag & ST_NOSUID);
}

/* Whether its file gives it rights that we do not have (set-user-ID,
 * set-group-ID, capabilities): then the system preloads nothing into it. */
static bool program_gains_rights(const char *path)
{
    struct stat facts;

    if (stat(path, &facts) != 0 || !takes_rights(path))
        return false;
    return ((facts.st_mode & S_ISUID) != 0 && facts.st_uid != getuid()) ||
           ((facts.st_mode & S_ISGID) != 0 && facts.st_gid != getgid()) ||
           (getuid() != 0 &&
            getxattr(path, "security.capability", NULL, 0) > 0);
}

/* An empty part of PATH is the current directory. */
static char *try_directory(const char *directory, size_t length,
                           const char *name)
{
    struct strbuf path = { 0 };

    if (length == 0)
        strbuf_putc(&path, '.');
    strbuf_add(&path, directory, length);
    strbuf_printf(&path, "/%s", name);
    if (!path.failed && program_is_runnable(path.text))
        return path.text;
    strbuf_clear(&path);
    return NULL;
}

/* Returns a path the caller frees: name itself if it has a slash and exists,
 * else the first executable file with that name in PATH.  NULL: not found. */
static char *program_find(const char *name)
{
    const char *at = getenv("PATH");
    char *found = NULL;

    if (strchr(name, '/') != NULL)
        return access(name, F_OK) == 0 ? strdup(name) : NULL;
    if (at == NULL)
        at = PATH_DEFAULT;
    while (name[0] != '\0' && found == NULL) {
        size_t length = strcspn(at, ":");

        found = try_directory(at, length, name);
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return found;
}

/* ---- the module mpiprof, for Python programs ---- */

#define VARIABLE "PYTHONPATH"

/* A colon ends a folder's name there, with no way to quote. */
static bool has_module(const char *folder)
{
    struct strbuf file = { 0 };
    bool has;

    strbuf_printf(&file, "%s/mpiprof/__init__.py", folder);
    has = !file.failed && strchr(folder, ':') == NULL &&
          access(strbuf_text(&file), R_OK) == 0;
    strbuf_clear(&file);
    return has;
}

static bool find_module(struct strbuf *folder)
{
    if (run_prefix(folder, "/share/mpiprof/python") &&
        has_module(strbuf_text(folder)))
        return true;
    strbuf_truncate(folder, 0);
    strbuf_puts(folder, MPIPROF_PYTHONDIR);
    return folder->length > 0 && has_module(strbuf_text(folder));
}

static bool is_listed(const char *list, const char *folder)
{
    size_t length = strlen(folder);

    for (const char *at = list; at != NULL;) {
        if (strncmp(at, folder, length) == 0 &&
            (at[length] == ':' || at[length] == '\0'))
            return true;
        at = strchr(at, ':');
        at = at == NULL ? NULL : at + 1;
    }
    return false;
}

static void append_folder(const char *list, const char *folder)
{
    struct strbuf all = { 0 };

    if (list[0] != '\0')
        strbuf_printf(&all, "%s:", list);
    strbuf_puts(&all, folder);
    if (!all.failed)
        setenv(VARIABLE, strbuf_text(&all), 1);
    strbuf_clear(&all);
}

/* Appends its folder to PYTHONPATH, once.  Without the module PYTHONPATH stays
 * unchanged. */
static void python_offer_module(void)
{
    const char *list = getenv(VARIABLE);
    struct strbuf folder = { 0 };

    if (list == NULL)
        list = "";
    if (find_module(&folder) && !is_listed(list, strbuf_text(&folder)))
        append_folder(list, strbuf_text(&folder));
    strbuf_clear(&folder);
}

/* ---- preloading ---- */

#define EXIT_NOT_EXECUTABLE 126
#define EXIT_NOT_FOUND 127

/* Puts the library before what is preloaded already. */
static int preload_library(const char *library)
{
    const char *already = getenv("LD_PRELOAD");
    struct strbuf list = { 0 };
    int failed;

    strbuf_puts(&list, library);
    if (already != NULL && already[0] != '\0')
        strbuf_printf(&list, ":%s", already);
    failed = list.failed || setenv("LD_PRELOAD", strbuf_text(&list), 1) != 0;
    strbuf_clear(&list);
    return failed;
}

/* One rank speaks for all. */
static void say_unmeasured(const char *text)
{
    if (flavours_first_rank())
        log_warn("%s; the program runs unmeasured", text);
}

/* Programs that it starts may be measured all the same. */
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

static void measure_program(const struct run_request *request,
                            const char *program)
{
    struct strbuf library = { 0 }, problem = { 0 };

    if (elf_defines(program, "PMPI_Init"))
        strbuf_printf(
            &problem,
            "%s contains MPI itself (static linking), so preloading cannot "
            "intercept it: link it with libmpiprof and a shared MPI",
            program);
    if (problem.length > 0 ||
        !library_find(flavour_choose(request->mpi, program), &library,
                      &problem))
        say_unmeasured(strbuf_text(&problem));
    else if (preload_library(strbuf_text(&library)) != 0)
        say_unmeasured("out of memory");
    else
        tell_unreachable(program);
    strbuf_clear(&library);
    strbuf_clear(&problem);
}

/* Why a file that is there was not started. */
static int refuse_program(const char *program, int error)
{
    struct stat about;

    if (stat(program, &about) == 0 && S_ISDIR(about.st_mode))
        log_warn("%s: %s", program,
                 "this is a directory; give the path of a program");
    else if (!program_is_runnable(program))
        log_warn("%s: %s", program,
                 "this is not an executable file; use chmod +x, or start it "
                 "with its interpreter, such as python3");
    else if (error == ENOEXEC)
        log_warn("%s: %s", program,
                 "neither a program nor a script that begins with "
                 "#! and its interpreter");
    else if (error == ENOENT)
        log_warn("%s: %s", program,
                 "the interpreter that it names does not exist");
    else
        log_warn("%s: %s", program, strerror(error));
    return EXIT_NOT_EXECUTABLE;
}

/* The name alone is searched in PATH, where "." usually is not. */
static int refuse_name(const char *name)
{
    if (access(name, F_OK) != 0) {
        log_warn("%s: program not found%s", name,
                 strchr(name, '=') != NULL
                     ? "; put env before variables that are set for it"
                 : strchr(name, '/') != NULL
                     ? "; check its path"
                     : ", here or in PATH; give its path");
        return EXIT_NOT_FOUND;
    }
    if (!program_is_runnable(name))
        return refuse_program(name, EACCES);
    log_warn("%s: %s", name,
             "not in PATH; put ./ before its name to run the program in "
             "this directory");
    return EXIT_NOT_FOUND;
}

static int start_program(const struct run_request *request, char *program)
{
    if (program_is_runnable(program)) {
        measure_program(request, program);
        python_offer_module();
    }
    execv(program, request->arguments);
    return refuse_program(program, errno);
}

/* Becomes the program that has PAPI; once per host. */
static int list_counters(const char *mpi)
{
    char name[] = "mpiprof-counters", *const arguments[] = { name, NULL };
    struct strbuf program = { 0 }, problem = { 0 };

    if (!flavours_first_on_host())
        return EXIT_OK;
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
static int parse_request(int count, char **arguments,
                         struct run_request *request)
{
    int answer = command_parse(run_command(), count, arguments, request);

    if (answer < 0)
        answer = run_settings_set(request);
    if (answer < 0 && request->list_counters)
        return list_counters(request->mpi);
    if (answer < 0 && optind == count)
        answer = command_usage(run_command(), "no program given; put it after "
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
    answer = parse_request(count, arguments, &request);
    if (answer >= 0)
        return answer;
    program = program_find(request.arguments[0]);
    if (program == NULL)
        return refuse_name(request.arguments[0]);
    answer = start_program(&request, program);
    free(program);
    return answer;
}
