/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_recover.c - mpiprof-report recover: recovers a run from data left by
 * killed ranks, and shows it.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/log.h"
#include "profile_file/profile_file.h"
#include "recover/recover_run.h"
#include "recover/recover_trace.h"
#include "tools/open_run.h"
#include "tools/options.h"
#include "tools/output.h"

/* Still running: what is there now is no end. */
static size_t count_running(struct profile *profile)
{
    size_t running = 0;

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;

        if (profile_rank(profile, i, &rank) == STATUS_OK)
            running += rank->ending.how == ENDING_RUNNING;
    }
    return running;
}

static enum status refuse_running(struct profile *profile, const char *run,
                                  bool force)
{
    size_t running = count_running(profile);
    uint32_t not_asked = recover_run_not_asked(profile);

    if (running == 0 && not_asked > 0 && !force)
        return log_fail(STATUS_BAD_VALUE,
                        "%s: whether %u of its ranks still "
                        "run cannot be checked from here; use --force if "
                        "the job has ended",
                        run, not_asked);
    if (running == 0)
        return STATUS_OK;
    return log_fail(STATUS_BAD_VALUE,
                    "%s: %zu of its ranks still run; "
                    "mpiprof-report %s shows where they are",
                    run, running, run);
}

/* A run whose trace cannot be made has a profile all the same; not when
 * somebody else makes both at this moment. */
static enum status make_trace(struct profile *profile, const char *run)
{
    enum status status = recover_trace_make(profile, run);

    if (status == STATUS_OK)
        profile_set_text(&profile->trace_file, "run.otf2");
    return status == STATUS_BAD_VALUE ? status : STATUS_OK;
}

static enum status save_profile(struct profile *profile, const char *run,
                                const char *path)
{
    enum status status;
    sigset_t before;

    if (access(path, F_OK) == 0 && !profile_is_torn(path))
        return log_fail(STATUS_BAD_VALUE,
                        "%s already exists; use -o FILE "
                        "to write elsewhere",
                        path);
    status = make_trace(profile, run);
    if (status != STATUS_OK)
        return status;
    output_hold_signals(&before);
    status = profile_save(profile, path);
    output_let_signals(&before);
    return status;
}

static int report_file(int count, char **arguments)
{
    optind = 0; /* getopt starts again */
    return cmd_report.run(count, arguments);
}

/* As MPI_Finalize writes it; until now it said that the run had no end. */
static void write_summary(const char *run, const char *path)
{
    struct strbuf summary = { 0 };
    char *arguments[] = { (char *)"report", (char *)"-o", NULL, (char *)path,
                          NULL };

    strbuf_printf(&summary, "%s/summary.txt", run);
    arguments[2] = summary.text;
    if (!summary.failed)
        report_file(4, arguments);
    strbuf_clear(&summary);
}

/* The report of the file, as everybody will read it. */
static int show_recovered(const char *path)
{
    char *arguments[] = { (char *)"report", (char *)path, NULL };

    fprintf(stderr, "mpiprof: recovered to %s\n", path);
    return report_file(2, arguments);
}

static int recover_directory(char *const *arguments, int count,
                             const char *output, bool force)
{
    const char *run = arguments[0];
    struct profile *profile = NULL;
    struct strbuf path = { 0 }, what = { 0 };
    enum status status;
    int answer = EXIT_FAILED;

    if (output != NULL)
        strbuf_puts(&path, output);
    else
        strbuf_printf(&path, "%s/run.mpiprof", run);
    status = open_recovered(run, (const char *const *)arguments + 1,
                            (size_t)count - 1, &profile, &what);
    if (status == STATUS_OK)
        status = refuse_running(profile, run, force);
    if (status == STATUS_OK)
        status = save_profile(profile, run, strbuf_text(&path));
    profile_destroy(profile);
    if (status == STATUS_OK && output == NULL)
        write_summary(run, strbuf_text(&path));
    if (status == STATUS_OK)
        answer = show_recovered(strbuf_text(&path));
    strbuf_clear(&path);
    strbuf_clear(&what);
    return answer;
}

static int run_recover(int count, char **arguments)
{
    struct options options;
    int answer = options_parse(&options, &cmd_recover, count, arguments);

    if (answer >= 0)
        return answer;
    if (optind >= count)
        return command_usage(&cmd_recover, "give the directory of a run "
                                           "that did not finish");
    return recover_directory(arguments + optind, count - optind,
                             options.show.output, options.force);
}

const struct command cmd_recover = {
    .name = "recover",
    .called = "mpiprof-report recover",
    .program = &program_report,
    .bit = FOR_RECOVER,
    .usage = "mpiprof-report recover [options] RUN [FOLDER...]",
    .title = "run.mpiprof and run.otf2 from what a killed job left",
    .summary =
        "Makes run.mpiprof and run.otf2 of a run that did not reach the "
        "end of\nMPI_Finalize, from what its ranks left, and shows it.  "
        "FOLDER: where more of\ntheir files are, if MPIPROF_SCRATCH was "
        "a directory on each host.  Without -o\nRUN/summary.txt is "
        "written, too.",
    .examples = "mpiprof-report recover mpiprof-heat2d-4-20261121-090406\n"
                "mpiprof-report recover -f -o all.mpiprof RUN host1 host2\n",
    .run = run_recover,
};
