/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * options.c - the commands of mpiprof-report, and the table of their options.
 */
#include "tools/options.h"

#include <getopt.h>
#include <stdlib.h>

#include "base/array_room.h"

#define ONE_RUN (FOR_REPORT | FOR_REPORT_MPI)
#define SEVERAL (FOR_COMPARE | FOR_SCALING | FOR_HISTORY)
#define WAITS (ONE_RUN | FOR_COMPARE | FOR_HISTORY)
#define SHOWS (ONE_RUN | SEVERAL | FOR_WHATIF | FOR_PYTHON)
#define READS (ONE_RUN | SEVERAL | FOR_INFO | FOR_EXPORT)
#define OTHERS (FOR_RECOVER | FOR_WHATIF | FOR_PYTHON | FOR_EXPLAIN | FOR_HELP)

#define OPTION_VALUES struct options

static const struct option_row rows[] = {
    TAKES("format", 0, WORD, "FORMAT", "text json csv html",
          ONE_RUN | FOR_PYTHON, show.format_name, NULL,
          "JSON and CSV hold all rows, times in seconds, sizes in bytes, "
          "shares as fractions, and some tables that text leaves out. HTML "
          "is one file that needs no network, with charts and all tables, "
          "for any browser; give -o or --open. Its --top is 1024; --all "
          "adds the data of its charts as tables."),
    TAKES("format", 0, WORD, "FORMAT", "text json csv html", SEVERAL,
          show.format_name, NULL,
          "HTML is one file that needs no network; give -o or --open."),
    TAKES("format", 0, WORD, "FORMAT", "text json csv", FOR_WHATIF,
          show.format_name, NULL, NULL),
    TAKES("format", 0, WORD, "FORMAT",
          "callgrind chrome csv dot folded json speedscope tau", FOR_EXPORT,
          show.format_name,
          "callgrind (KCachegrind: who calls whom), chrome (Perfetto: the "
          "trace as a time line), csv, json (every table of the report), dot "
          "(graphviz: who calls whom), folded (stacks for flame graphs), "
          "speedscope (stacks of each rank), tau (ParaProf, pprof: a folder)",
          "Where the run was sampled, stacks and call graphs divide useful "
          "time among the functions of the program."),
    TAKES("output", 'o', FILE, "FILE", NULL, ONE_RUN | SEVERAL | FOR_WHATIF,
          show.output, "write to FILE; - is standard output",
          "FILE appears complete or not at all; links, devices and pipes are "
          "written to directly."),
    TAKES("output", 'o', LIST, "FILE", NULL, FOR_PYTHON, outputs,
          "write to FILE; to NAME.prof the merged profile",
          "The merged profile is for pstats, SnakeViz and gprof2dot; a "
          "further -o is where the report goes."),
    TAKES("output", 'o', FILE, "FILE", NULL, FOR_EXPORT, show.output,
          "write to FILE; FILE.gz is compressed; - is standard output",
          "The format tau needs a new folder."),
    TAKES("output", 'o', FILE, "FILE", NULL, FOR_RECOVER, show.output,
          "write to FILE instead of RUN/run.mpiprof", NULL),
    FLAG("gzip", 0, FOR_EXPORT, gzip, "compress, whatever the name", NULL),
    FLAG("open", 0, ONE_RUN | FOR_PYTHON, show.open,
         "write an HTML report (RUN/report.html, or -o), open it",
         "It is opened by the first command in BROWSER that works, or by "
         "xdg-open. Colons separate the commands; %s stands for the report, "
         "which is otherwise appended. A browser that keeps running is not "
         "waited for."),
    FLAG("open", 0, SEVERAL, show.open,
         "write an HTML report (report.html, or -o), open it",
         "It is opened like the report of one run."),
    TAKES("table", 0, TABLE, "NAME", NULL, SHOWS, show.table,
          "only this table, whole; mpiprof-report explain lists all",
          "Text leaves out calls_per_rank, comm_matrix, timeline, "
          "resources_per_rank_over_time, waits_per_rank, wait_pairs, hosts, "
          "settings, gains, compare_promise of compare, scaling_values of "
          "scaling and history_times of history; --table shows them."),
    TAKES("top", 0, NUMBER, "N", "1..1000000000", SHOWS, show.top,
          "rows per table (text: 5, with --full 10; otherwise all)", NULL),
    FLAG("full", 0, ONE_RUN | SEVERAL | FOR_PYTHON, show.full,
         "text: every section; without it the short report", NULL),
    FLAG("all", 0, SHOWS, show.all,
         "everything: all rows, and in JSON and CSV more tables",
         "The tables are the time line and the resources of each rank over "
         "time. --all excludes --top."),
    TAKES("sort", 0, COLUMN, "COLUMN", NULL, ONE_RUN | SEVERAL | FOR_WHATIF,
          show.sort, "sort by this column, in tables that have it",
          "COLUMN is a name as in JSON and CSV, such as avoidable_s, or a "
          "title as in text, such as avoidable; of several columns with that "
          "title the first counts. Numbers are sorted in descending order."),
    TAKES("sort", 0, COLUMN, "KEYS",
          "calls cumulative filename line name nfl pcalls stdname time",
          FOR_PYTHON, show.sort,
          "sort by a column, or keys of pstats: cumulative,calls ...",
          "The keys are calls, cumulative, filename, line, name, nfl, "
          "pcalls, stdname and time."),
    TAKES("color", 0, WORD, "WHEN", "auto always never", SHOWS, show.color,
          NULL, "auto: on a terminal, unless NO_COLOR is set and not empty."),
    TAKES("ranks", 0, TEXT, "LIST", NULL, ONE_RUN, ranks,
          "only rows of these ranks, such as 0-15,64",
          "That applies to tables with a row for each rank, and to "
          "resources_over_time. Sums, means and shares elsewhere remain those "
          "of all ranks."),
    TAKES("program", 0, TEXT, "NAME", NULL, ONE_RUN, program,
          "only rows of the ranks that ran program NAME",
          "NAME is a name in the table programs, which run.mpiprof has. It "
          "applies to the same tables as --ranks; with both, rows are of the "
          "ranks in LIST that ran NAME."),
    TAKES("ranks", 0, TEXT, "LIST", NULL, FOR_EXPORT | FOR_PYTHON, ranks,
          "only these ranks, such as 0-15,64",
          "In csv and json of export this applies to tables with a row for "
          "each rank; other tables cover all ranks."),
    TAKES("region", 0, TEXT, "PATTERN", NULL, ONE_RUN | SEVERAL, region,
          "only regions that match 'main/solve' or '*halo*'",
          "Reports only on regions whose path or name matches the shell "
          "pattern, and on regions inside them. Names match as they are and "
          "as the report shows them, with escapes such as \\x1b for "
          "unprintable characters. All times are then those inside these "
          "regions, including the run time."),
    TAKES("from", 0, TEXT, "S", NULL, ONE_RUN | FOR_EXPORT, from,
          "only from this second of the run on, by its trace",
          "Seconds such as 1.5 count from when the first rank leaves "
          "MPI_Init, as on the time line of the HTML report; without --from "
          "earlier times are included, and without --to also those after the "
          "end. Times count as far as they are inside; a call counts, with "
          "its bytes and messages, where it begins inside; regions that are "
          "open when the part begins count from there. Critical path, root "
          "causes, resources and how ranks ended are left out. The report "
          "says which seconds it covers. chrome of export shows what lies at "
          "least partly between them. Not for HTML; see --window."),
    TAKES("to", 0, TEXT, "S", NULL, ONE_RUN | FOR_EXPORT, to,
          "only up to this second of the run, by its trace", NULL),
    FLAG("from-trace", 0, READS, from_trace,
         "read the trace even where there is a profile", NULL),
    FLAG("waits", 0, WAITS, all_waits,
         "look for wait states even in traces of more than 2 GiB",
         "Without it that is done only if RUN is the trace itself, since "
         "it may take minutes."),
    FLAG("no-waits", 0, WAITS, no_waits,
         "do not look for wait states in the trace (faster)",
         "The report then has no wait states, and gains are not simulated."),
    TAKES("window", 0, LIST, "FROM:TO", NULL, ONE_RUN, windows,
          "the HTML report has single calls of these seconds, too",
          "Calls and messages of these seconds, such as 1.5:1.75 of the time "
          "line; may be repeated, up to 16 times. The HTML report has all "
          "calls of the run if they fit; otherwise the calls of these seconds "
          "come first, then those around the largest waits. It needs a trace, "
          "and looks for wait states as --waits does. With more than 1024 "
          "ranks it needs --ranks with 1024 or fewer, since single calls need "
          "a row for each rank."),
    TAKES("budget", 0, TEXT, "SIZE", NULL, ONE_RUN, budget,
          "size of the HTML report, such as 10M (default: 3M)",
          "A number of bytes from 100K to 100M; K stands for thousands, M for "
          "millions. What pictures and tables leave free is used for single "
          "calls: of the whole run, or of as much of it as fits. Pictures and "
          "tables are never cut. Single calls may need 70 times that memory "
          "while the report is made, at most 2 GiB."),
    TAKES("source", 0, LIST, "DIR", NULL, ONE_RUN | FOR_PYTHON, show.sources,
          "show source code in the HTML report, also from DIR",
          "A few lines around each of the hottest lines, functions and call "
          "sites, with their times. Files are read where the report is made, "
          "from the place that the debug information or Python names, or if "
          "they are no longer there, from DIR, such as . or the top of the "
          "source tree; the option may be repeated. The report says which "
          "files were not found, and which changed after the run."),
    TAKES(
        "jobs", 'j', NUMBER, "N", "1..256",
        FOR_REPORT | SEVERAL | FOR_WHATIF | FOR_INFO | FOR_EXPORT,
        readers.jobs,
        "read the trace with N processes (default: cores, up to 8)",
        "Each process reads some of the ranks; a small trace is read by one. "
        "The report does not depend on N. mpiprof-report-mpi has the trace "
        "read by the processes of mpiexec, on several hosts."),
    TAKES("fail-if", 0, LIST, "COND", NULL, SEVERAL, conditions,
          "exit status 3 if 'T>+5%', 'speedup<12' ... holds",
          "May be repeated: the exit status is 3 if any condition holds, "
          "and a line on standard error says so. A condition is a name, < or "
          ">, and a number. Names are T, those of times and efficiencies "
          "(useful, p2p, load_balance ...; the column name of compare_times "
          "and compare_efficiency), in scaling also speedup and the "
          "efficiencies of the table scaling, and region:PATH, "
          "procedure:NAME, calls:NAME (a number, over all ranks) and "
          "rank:NUMBER (useful time). A number with + or - is the change "
          "from A to B: 5% of A, for efficiencies percentage points, or 0.5s "
          "(ms, us, ns); a change no larger than the noise of equal runs "
          "does not count. Without a sign it is the value of B. In scaling A "
          "are the runs with the fewest ranks and B those with the most; in "
          "history B is the newest run and A the median of those before it, "
          "and changes are checked only if there are 5. A condition that "
          "cannot be evaluated is an error, and so is any condition on a run "
          "that did not finish or lacks ranks."),
    TAKES("badge", 0, FILE, "FILE", NULL, FOR_HISTORY, badge,
          "write a badge of the newest run, an SVG for a README",
          "Its colour says whether the efficiency is 80 % or more, 50 % or "
          "more, or less; for run time, whether it is longer than usual."),
    TAKES("badge-shows", 0, WORD, "WHAT", "efficiency time", FOR_HISTORY,
          badge_shows, "the parallel efficiency, or the run time", NULL),
    FLAG("weak", 0, FOR_SCALING, weak, "the problem grows with the ranks",
         NULL),
    FLAG("procedures", 0, FOR_INFO, procedures,
         "also the MPI procedures called, and those not measured",
         "Not measured are those that the MPI library exports and that do "
         "not go through mpiprof."),
    FLAG("force", 'f', FOR_RECOVER, force,
         "even if ranks may still run on other hosts", NULL),
    TAKES("restrict", 0, LIST, "R", NULL, FOR_PYTHON, restrictions,
          "only functions that match R, the first N, or a share 0.N",
          "R is a regular expression, a number of functions, or a fraction "
          "of them; several are applied in turn, as in pstats."),
    TAKES("callers", 0, TEXT, "F", NULL, FOR_PYTHON, callers,
          "which functions call those that match F", NULL),
    TAKES("callees", 0, TEXT, "F", NULL, FOR_PYTHON, callees,
          "which functions those that match F call", NULL),
    TAKES("with", 0, LIST, "FILE", NULL, FOR_EXPORT, with,
          "chrome: also VizTracer's or torch.profiler's trace of a rank",
          "FILE may be a pattern, and the option repeated; one file for each "
          "rank. Their events are put beside the calls of the rank, by the "
          "time of day."),
    TAKES("rank-pattern", 0, TEXT, "R", NULL, FOR_PYTHON | FOR_EXPORT,
          rank_pattern, "regular expression whose ( ) is the rank in a path",
          "Without it the rank is the last number in a file's name."),
    TAKES("map", 0, LIST, "OLD=NEW", NULL, FOR_PYTHON, maps,
          "files in folder OLD count as those in NEW", NULL),
    FLAG("as-is", 0, FOR_PYTHON, as_is,
         "keep addresses in names, and folders that differ by host", NULL),
    TAKES("export", 0, WORD, "FORMAT", "folded dot speedscope chrome",
          FOR_PYTHON, export,
          "folded (flame graphs), dot (graphviz), speedscope, chrome",
          "Instead of a report. The stacks of folded and speedscope are an "
          "estimate if the files are cProfile's. chrome merges Chrome traces "
          "of ranks."),
    TAKES("node-threshold", 0, TEXT, "P", NULL, FOR_PYTHON, node_threshold,
          "least percentage of total time of a function in dot (0.5)", NULL),
    TAKES("edge-threshold", 0, TEXT, "P", NULL, FOR_PYTHON, edge_threshold,
          "the same for a call (0.1)", NULL),
    TELLS("help", 'h', HELP, READS | OTHERS, "show the options"),
    TELLS("version", 0, VERSION, ONE_RUN, "show the version of mpiprof"),
    { .name = NULL },
};

static const struct command *const commands[] = {
    &cmd_report,  &cmd_report_mpi, &cmd_info,   &cmd_recover, &cmd_compare,
    &cmd_scaling, &cmd_history,    &cmd_whatif, &cmd_python,  &cmd_export,
    &cmd_explain, &cmd_help,       NULL
};

const struct program program_report = {
    .options = rows,
    .commands = commands,
    .footer = "More: mpiprof-report help (lists topics, such as help "
              "sampling), explain TERM.\n",
};

int options_parse(struct options *options, const struct command *command,
                  int count, char **arguments)
{
    *options = (struct options){ .command = command };
    show_init(&options->show, command);
    return command_parse(command, count, arguments, options);
}

void options_clear(struct options *options)
{
    FREE_ALL(options->show.sources.words, options->windows.words,
             options->conditions.words, options->with.words,
             options->outputs.words, options->maps.words,
             options->restrictions.words);
}

int options_run(const struct options *options, int count, char **arguments,
                const char **run)
{
    *run = arguments[optind];
    return optind + 1 == count && **run != '\0'
               ? -1
               : command_usage(options->command,
                               "give one run: its directory, "
                               "run.otf2 or run.mpiprof");
}
