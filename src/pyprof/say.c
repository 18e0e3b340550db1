/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * say.c - remarks of a report on Python profiles, and what is said of two.
 */
#include <inttypes.h>
#include <string.h>

#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

#define NAMED_MOST 3    /* functions in one sentence */
#define REMARKS_MOST 20 /* of one kind */
static const char *plural_ending(uint64_t count)
{
    return count == 1 ? "" : "s";
}

void say_compared(const struct pyprof *a, const struct pyprof *b,
                  struct report *report)
{
    const struct py_rank *in_a = merged_longest(a), *in_b = merged_longest(b);
    uint64_t mean_a = merged_own_ns(a) / a->rank_count;
    uint64_t mean_b = merged_own_ns(b) / b->rank_count;

    report_verdict(report,
                   "T, the longest rank's time in Python functions, "
                   "is %s in A and %s in B.",
                   py_say_seconds(in_a->own_ns).text,
                   py_say_seconds(in_b->own_ns).text);
    if (mean_a > 0)
        report_verdict(report,
                       "The mean over ranks is %s in A and %s in B, "
                       "%.2f times as long.",
                       py_say_seconds(mean_a).text,
                       py_say_seconds(mean_b).text, py_share(mean_b, mean_a));
}

/* ---- completeness ---- */

static void say_folds(const struct pyprof *merged, const char *side,
                      struct report *report)
{
    for (size_t i = 0; i < merged->fold_count && i < REMARKS_MOST; i++) {
        const struct fold *fold = &merged->folds[i];

        report_completeness(report,
                            "%sFiles in %s count as those in %s "
                            "(%" PRIu32 " rank%s, the first is %d); --as-is "
                            "keeps them apart.",
                            side, fold->from, fold->to, fold->ranks,
                            plural_ending(fold->ranks), fold->first);
    }
    if (merged->fold_count > REMARKS_MOST)
        report_completeness(report, "%s%zu more folders count as others.",
                            side, merged->fold_count - REMARKS_MOST);
}

/* Appends the functions whose label others share: ", of f (a.py:3) and others". */
static void put_clashing(struct strbuf *out, const struct pyprof *merged)
{
    size_t count = 0;

    for (uint32_t i = 0; i < merged->function_count; i++) {
        if (merged->functions[i].clashes == 0)
            continue;
        if (count++ < NAMED_MOST) {
            strbuf_puts(out, count == 1 ? ", of " : ", ");
            label_said(out, merged, i);
        }
    }
    strbuf_puts(out, count > NAMED_MOST ? " and others" : "");
}

/* The function whose callees lost the most; PY_NONE: no such is known. */
static uint32_t greatest_loser(const struct pyprof *merged)
{
    uint32_t most = PY_NONE;

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (merged->functions[i].lost_s >
            (most == PY_NONE ? 0 : merged->functions[most].lost_s))
            most = i;
    return most;
}

static void say_clashes(const struct pyprof *merged, const char *side,
                        struct report *report)
{
    struct strbuf names = { 0 };
    uint32_t loser = greatest_loser(merged);

    if (merged->lossy_ranks == 0)
        return;
    put_clashing(&names, merged);
    if (loser != PY_NONE) {
        strbuf_puts(&names, names.length > 0 ? "; most in calls from "
                                             : ", most in calls from ");
        label_said(&names, merged, loser);
    }
    report_completeness(
        report,
        "%sAmong functions that share file, line and name, such as lambdas on "
        "one line or built-in class methods of one name, cProfile keeps one "
        "and loses the others: %s%son %" PRIu32 " rank%s%s.",
        side,
        merged->lost_s > 0 ? py_say_seconds(py_ns(merged->lost_s)).text : "",
        merged->lost_s > 0 ? " or more " : "", merged->lossy_ranks,
        plural_ending(merged->lossy_ranks), strbuf_text(&names));
    strbuf_clear(&names);
}

static void say_callers_only(const struct pyprof *merged, const char *side,
                             struct report *report)
{
    size_t count = 0, mixed = 0;

    for (size_t i = 0; i < merged->function_count; i++)
        count += !merged->functions[i].listed;
    for (size_t i = 0; i < merged->edge_count; i++)
        mixed += merged->edges[i].bare && merged->edges[i].full;
    if (count > 0)
        report_completeness(report,
                            "%s%zu function%s known only as %s; the "
                            "merged file lists %s with zeros.",
                            side, count, count == 1 ? " is" : "s are",
                            count == 1 ? "a caller" : "callers",
                            count == 1 ? "it" : "them");
    if (mixed > 0)
        report_completeness(report,
                            "%sSome ranks have no times for %zu caller%s; "
                            "sums cover the other ranks.",
                            side, mixed, plural_ending(mixed));
}

static bool uses_mpi4py(const struct pyprof *merged)
{
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (strstr(
                py_names_text(&merged->names, merged->functions[i].key.file),
                "/mpi4py/") != NULL)
            return true;
    return false;
}

bool merged_hides_mpi(const struct pyprof *merged)
{
    return merged_mpi_ns(merged) == 0 && uses_mpi4py(merged);
}

static uint64_t hidden_ns(const struct pyprof *merged)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < merged->function_count; i++)
        sum = py_add(sum, merged->functions[i].hidden_ns);
    return sum;
}

/* From version 4.1 on the methods of mpi4py.MPI do not call profilers. */
static void say_hidden(const struct pyprof *merged, const char *side,
                       struct report *report)
{
    uint64_t hidden = hidden_ns(merged);

    if (hidden > 0)
        report_completeness(
            report,
            "%sMPI does not show in the profiles (mpi4py hides its methods "
            "since version 4.1): work and MPI are separated by run.mpiprof, "
            "and exclusive times include %s in MPI.",
            side, py_say_seconds(hidden).text);
    else if (merged_hides_mpi(merged))
        report_completeness(
            report,
            "%smpi4py was used, but none of its methods is in the profiles: "
            "since version 4.1 it hides them, and the time in MPI is in the "
            "functions that call it.  So unequal work cannot be told from "
            "waiting.  Measure the run with mpiprof-run python3 -m mpiprof, "
            "and give its directory.",
            side);
    else if (merged->rank_count > 1 && merged_mpi_ns(merged) == 0)
        report_completeness(
            report,
            "%sNo method of mpi4py is in the profiles.  If the program calls "
            "MPI, its time is in the functions that call it, and a rank that "
            "seems to run longer may only wait: mpi4py hides its methods since "
            "version 4.1.  Measure the run with mpiprof-run to find out.",
            side);
}

/* petsc4py and slepc4py: what they call works and communicates. */
static void say_mixed(const struct pyprof *merged, const char *side,
                      struct report *report)
{
    double seconds = 0;

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (merged->functions[i].call == MPI_CALL_MIXED)
            seconds += merged->functions[i].total.own;
    if (seconds > 0)
        report_completeness(report,
                            "%sWork includes %s in methods of petsc4py and "
                            "slepc4py, part of which is MPI; mpiprof-run "
                            "separates the two.",
                            side, py_say_seconds(py_ns(seconds)).text);
    if (merged->parallel_h5py)
        report_completeness(report,
                            "%sMPI includes the I/O of h5py, as the program "
                            "opens parallel files.",
                            side);
}

static void say_odd(const struct pyprof *merged, const char *side,
                    struct report *report)
{
    if (merged->mixed_ranks > 0)
        report_completeness(report,
                            "%s%" PRIu32 " rank%s started threads.  From "
                            "Python 3.12 on cProfile mixes the calls of all "
                            "threads: times are wrong.",
                            side, merged->mixed_ranks,
                            plural_ending(merged->mixed_ranks));
    if (merged->bare_ranks > 0)
        report_completeness(report,
                            "%sOn %" PRIu32 " rank%s Python's module "
                            "profile was used: callers have calls, but no "
                            "times.",
                            side, merged->bare_ranks,
                            plural_ending(merged->bare_ranks));
    if (merged->ignored_ranks > 0)
        report_completeness(report,
                            "%sOn %" PRIu32 " rank%s the file has more "
                            "data after the profile; it was not read.",
                            side, merged->ignored_ranks,
                            plural_ending(merged->ignored_ranks));
    if (merged->by_rank.failed)
        report_completeness(report,
                            "%sThere was no room for times by function and "
                            "rank: quartiles and python_by_rank are missing.",
                            side);
    if (merged->odd_times > 0)
        report_completeness(report,
                            "%s%" PRIu64 " time%s negative or not a "
                            "number, and count%s as 0 in tables.",
                            side, merged->odd_times,
                            merged->odd_times == 1 ? " is" : "s are",
                            merged->odd_times == 1 ? "s" : "");
}

void say_completeness(const struct pyprof *merged, const char *missing,
                      const char *side, struct report *report)
{
    unread_files_say(&merged->unread, missing, side, report);
    say_clashes(merged, side, report);
    say_callers_only(merged, side, report);
    say_odd(merged, side, report);
    say_hidden(merged, side, report);
    say_mixed(merged, side, report);
    say_folds(merged, side, report);
}
