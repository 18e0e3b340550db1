/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_whatif.c - mpiprof-report whatif RUN CHANGE...: how long a run would
 * take with changes.
 */
#include <getopt.h>

#include "base/progress_line.h"
#include "tools/open_run.h"
#include "tools/options.h"
#include "whatif/changes.h"
#include "whatif/whatif.h"

static int show_whatif(const struct options *options, const char *run,
                       struct report *report)
{
    int answer;

    show_shorten(&options->show, report);
    answer = show_report(&options->show, report, run);
    report_destroy(report);
    return answer;
}

static int simulate_changes(const struct options *options, const char *run,
                            struct profile *profile,
                            const struct replay_log *log,
                            struct changes *changes, const char *doubt)
{
    struct progress_line line;
    struct report *report;
    enum status status = STATUS_OK;

    progress_line_begin(&line, "simulating the run", "calls");
    if (changes->fitted)
        status = changes_fit(changes, profile, log, &line.progress);
    if (status == STATUS_OK && sharing_wanted(changes))
        status = sharing_set(changes, profile, log, &line.progress);
    if (status == STATUS_OK)
        status =
            whatif_run(profile, log, changes, doubt, &line.progress, &report);
    progress_line_end(&line);
    return status == STATUS_OK ? show_whatif(options, run, report)
                               : EXIT_FAILED;
}

static int change_run(const struct options *options, char **words,
                      size_t count, struct profile *profile,
                      const struct replay_log *log, struct profile *of_run)
{
    struct strbuf doubt = { 0 };
    struct changes changes;
    enum status status = changes_read(
        profile, log, (const char *const *)words + 1, count - 1, &changes);
    int answer = status == STATUS_BAD_VALUE ? EXIT_USAGE : EXIT_FAILED;

    if (status == STATUS_OK) {
        whatif_doubt(of_run, &doubt);
        answer = simulate_changes(options, words[0], profile, log, &changes,
                                  strbuf_text(&doubt));
    }
    strbuf_clear(&doubt);
    changes_clear(&changes);
    return answer;
}

static int open_and_change(const struct options *options, char **words,
                           size_t count)
{
    struct replay_log *log = NULL;
    struct profile *profile = NULL, *of_run = NULL;
    int answer = EXIT_FAILED;

    if (replay_log_create(&log) == STATUS_OK &&
        open_trace(words[0], &options->readers, log, &profile, &of_run) ==
            STATUS_OK &&
        log->status == STATUS_OK)
        answer = change_run(options, words, count, profile, log, of_run);
    profile_destroy(of_run);
    profile_destroy(profile);
    replay_log_destroy(log);
    return answer;
}

static int check_words(struct options *options, char **words, int count)
{
    if (count < 2 || words[0][0] == '\0')
        return command_usage(options->command,
                             "give a run and what to change in it, such as "
                             "'solve@2*0.5'");
    return show_check(&options->show);
}

static int run_whatif(int count, char **arguments)
{
    struct options options;
    int answer = options_parse(&options, &cmd_whatif, count, arguments);

    if (answer < 0) {
        answer = check_words(&options, arguments + optind, count - optind);
        if (answer == EXIT_OK)
            answer = open_and_change(&options, arguments + optind,
                                     (size_t)(count - optind));
    }
    options_clear(&options);
    return answer;
}

const struct command cmd_whatif = {
    .name = "whatif",
    .called = "mpiprof-report whatif",
    .program = &program_report,
    .bit = FOR_WHATIF,
    .tables = TABLES_WHATIF,
    .usage = "mpiprof-report whatif [options] RUN CHANGE...",
    .title = "how long a run would take if something were changed",
    .summary =
        "Simulates from its trace how long the run would take with "
        "changes.  CHANGE is\nNAME@RANKS*FACTOR or NAME@RANKS=even (work "
        "in a region, or\nbefore calls in a function or at FILE:LINE), "
        "NAME@RANKS=even-total,\nPROCEDURE@FILE:LINE=off, "
        "overlap:FILE:LINE,\nnetwork=ideal, network=latency*FACTOR or "
        "network=bandwidth*FACTOR; @RANKS and\n@FILE:LINE may be left out.",
    .examples = "mpiprof-report whatif run 'solve@2*0.5'\n"
                "mpiprof-report whatif run MPI_Barrier@heat2d.c:281=off "
                "'network=latency*0.5'\n",
    .run = run_whatif,
};
