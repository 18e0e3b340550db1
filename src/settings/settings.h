/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * settings.h - the MPIPROF_* settings: one table for all uses.
 *
 * The parser, `mpiprof-run --help', the man page's list and the copy stored
 * with each run use this table.
 * Threads: read at start by one.
 */
#ifndef SETTINGS_SETTINGS_H
#define SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text/strbuf.h"

/* X(id, type, default, values, help); the variable is MPIPROF_ followed by id.
 * help: up to its first ; or : it is what `mpiprof-run --help' says.
 * type: FLAG on|off, NUMBER with a range lo..hi in values, RATE off or such a
 * number, with off|lo..hi in values, SECONDS the same with a decimal point,
 * and on for the default, CHOICE a|b|c, TEXT anything. */
#define SETTINGS_LIST(X)                                                       \
    X(ENABLE, FLAG, "on", "on|off",                                            \
      "whether to measure; off: calls go straight to MPI")                     \
    X(OUTPUT, TEXT, "mpiprof-%e-%n-%t", "DIRECTORY",                           \
      "where results go; %e program, %n ranks, %t start time, %j job id, "     \
      "%h host, %p process id, %% a percent sign")                             \
    X(TRACE, TEXT, "on", "on|off|RANKS",                                       \
      "write an OTF2 trace; RANKS such as 0-15,64: only of these ranks")       \
    X(TRACE_MB, NUMBER, "64", "1..1048576",                                    \
      "largest trace of a rank in MiB; beyond it tracing stops, the profile "  \
      "goes on; each thread may add up to 1 MiB")                              \
    X(TRACE_BUFFER_MB, NUMBER, "4", "1..65536",                                \
      "memory of a rank for trace events in MiB; written out when full; "      \
      "where MPIPROF_SCRATCH keeps them, in steps of 4 for each thread")       \
    X(TRACE_SKIP, TEXT, "", "RULE,RULE...",                                    \
      "calls that are left out of the trace: procedures with * and ?, "        \
      "classes (p2p collective wait onesided io setup tool other), size<1K, "  \
      "size>=2M, region:PATTERN")                                              \
    X(TRACE_ONLY, TEXT, "", "RULE,RULE...",                                    \
      "only these calls, and those that the trace requires, are in the trace") \
    X(CALLPATH, NUMBER, "32", "0..64",                                         \
      "largest number of frames kept of a call path; a deeper path keeps its " \
      "outermost quarter and its innermost frames; 0: none")                   \
    X(PYTHON, FLAG, "on", "on|off",                                            \
      "charge calls to functions and lines of Python; off: to the machine "    \
      "code of the interpreter")                                               \
    X(PYTHON_MEMORY, FLAG, "off", "on|off",                                    \
      "which lines of Python hold memory; needs python3 -m mpiprof, and "      \
      "slows programs down (tracemalloc)")                                     \
    X(FUNCTIONS, TEXT, "on", "on|off|RULE,RULE...",                            \
      "functions compiled with -finstrument-functions are regions; "           \
      "fold:10000/1us, as with on: those with more calls, and less time per "  \
      "call, are only counted; fold:off: all are regions; only:PATTERN, "      \
      "skip:PATTERN: choose functions by name")                                \
    X(COUNTERS, TEXT, "", "NAME,NAME...",                                      \
      "up to 8 counters: presets and native events of PAPI, and perf:: "       \
      "events, which the kernel counts where PAPI does not; mpiprof-run "      \
      "--list-counters shows what works here")                                 \
    X(SAMPLE, RATE, "off", "off|1..10000",                                     \
      "samples per second of CPU time of each thread; they show which "        \
      "functions and lines take the time; 100 is a good rate")                 \
    X(RESOURCES, SECONDS, "0.1", "off|0.01..3600",                             \
      "minimum seconds between readings of resources: memory, page faults, "   \
      "CPU time, context switches, bytes read and written, energy of each "    \
      "rank")                                                                  \
    X(CLOCK, CHOICE, "auto", "auto|tsc|posix",                                 \
      "time stamp counter, or clock_gettime")                                  \
    X(MEMORY, NUMBER, "16", "1..65536",                                        \
      "memory of a rank for the profile in MiB")                               \
    X(SYMBOLS, CHOICE, "now", "now|later|off",                                 \
      "when functions and lines are looked up: at MPI_Finalize, or in the "    \
      "report; off: never, call sites are addresses")                          \
    X(HTML, FLAG, "off", "on|off",                                             \
      "write an HTML report, too: report.html beside summary.txt")             \
    X(SCRATCH, TEXT, "on", "on|off|DIRECTORY",                                 \
      "where a rank keeps its profile while it runs; it survives if the "      \
      "job is killed; on: in the output directory, DIRECTORY: one that may "   \
      "be local to a host, off: in memory alone")                              \
    X(SNAPSHOT, NUMBER, "", "1..1000000",                                      \
      "seconds between snapshots of the profile: each rank writes one at "     \
      "this interval; none: at SIGUSR1 and MPI_Pcontrol(2) only")              \
    X(WAIT, NUMBER, "60", "1..1000000",                                        \
      "seconds to wait for other MPI sessions: the end of the last "           \
      "MPI session waits this long for those that have not ended theirs, "     \
      "unless the run took longer than that")                                  \
    X(VERBOSE, NUMBER, "1", "0..2",                                            \
      "how much is printed; 0: nothing, 1: problems and three closing lines, " \
      "2: also where results go and how long MPI_Finalize took")

enum setting {
#define X(id, type, fallback, values, help) SETTING_##id,
    SETTINGS_LIST(X)
#undef X
        SETTING_COUNT
};

/* clang-format off */
enum setting_type { SETTING_FLAG, SETTING_NUMBER, SETTING_RATE,
                    SETTING_SECONDS, SETTING_CHOICE, SETTING_TEXT };
/* clang-format on */

struct setting_info {
    const char *name; /* "MPIPROF_ENABLE" */
    enum setting_type type;
    const char *fallback, *values, *help;
};

extern const struct setting_info setting_table[SETTING_COUNT];

struct settings {
    const char *text[SETTING_COUNT]; /* as given, or the default */
    bool given[SETTING_COUNT];
    int64_t number[SETTING_COUNT]; /* FLAG: 0 or 1; RATE: 0 is off; SECONDS:
                                    * ms, 0 is off; CHOICE: index */
};

/* Reads an array such as environ.  An unknown MPIPROF_ name or a bad value
 * appends one line to problems, naming the closest valid name or the range,
 * and the default is used; an empty value is the default.  Words are
 * case-insensitive; a FLAG also accepts 1|0, yes|no, true|false.  Strings stay
 * the environment's. */
void settings_read(struct settings *settings, char *const *environment,
                   struct strbuf *problems);
/* Whether text is on|off, yes|no or true|false; stores which. */
bool settings_word(const char *text, bool *on);
/* Whether text is a number in a range such as 1..100; stores it. */
bool settings_number(const char *text, const char *range, int64_t *number);
/* End of a message about an invalid rule. */
#define SETTINGS_RULE_IGNORED "  The rule is ignored."
/* Number of names in a list separated by commas or blanks. */
int settings_count(const char *list);
/* Appends the list for --help: name, values, default, help; wrapped to
 * columns. */
void settings_help(struct strbuf *out, int columns);

#endif
