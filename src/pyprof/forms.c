/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * forms.c - the columns of the tables of Python profiles.
 */
#include "pyprof/tables.h"

#define FUNCTION_COLUMNS                                                        \
    { "function", "function", CELL_TEXT, "Name of the Python function." },      \
    {                                                                           \
        "location", "location", CELL_TEXT,                                      \
            "Last part of its file, and the line where it begins; or built-in." \
    }
/* clang-format off */
#define MORE_COLUMNS                                                        \
    { "file", NULL, CELL_TEXT, "The whole path of the file." },             \
    { "line", NULL, CELL_INTEGER, "The line where the function begins." },  \
    { "name", NULL, CELL_TEXT, "The name as the profile has it." }
/* clang-format on */
/* clang-format off */
#define SPREAD_COLUMNS                                                      \
    { "min_s", "min", CELL_NS, "Smallest time of a rank." },                \
    { "low_s", "25 %", CELL_NS,                                             \
      "A quarter of the ranks take no longer (numpy.percentile)." },        \
    { "median_s", "median", CELL_NS, "Half of the ranks take no longer." }, \
    { "high_s", "75 %", CELL_NS,                                            \
      "Three quarters of the ranks take no longer." },                      \
    { "max_s", "max", CELL_NS, "Greatest time of a rank." },                \
    { "max_rank", "on rank", CELL_INTEGER,                                      \
      "The rank with the greatest time." },                                 \
    { "mean_s", "mean", CELL_NS, "Mean of the ranks' times." },             \
    { "avoidable_s", "avoidable", CELL_NS,                                  \
      "max - mean: what would be gained if it were spread evenly; empty "  \
      "for MPI and for inclusive time of MPI's callers: ranks wait there." }, \
    { "avoidable_share", "of T", CELL_RATIO,                                \
      "Avoidable time / T, the longest rank's time in Python functions." }, \
    { "ranks", "rank count", CELL_COUNT,                                         \
      "Ranks that called it; the others count as zero." },                  \
    { "deviation_s", "std dev", CELL_NS,                                    \
      "Standard deviation of the ranks' times." },                          \
    { "min_rank", "min on", CELL_INTEGER,                                      \
      "The rank with the smallest time." }
/* clang-format on */
/* clang-format off */
#define CALL_COLUMNS                                                        \
    { "calls", "calls", CELL_COUNT, "Calls over all ranks." },              \
    { "primitive_calls", "primitive", CELL_COUNT,                           \
      "Calls that were not made while the function itself was running." }
/* clang-format on */

static const struct column run_columns[] = {
    { "ranks", "rank count", CELL_COUNT, "Ranks whose profiles were read." },
    { "missing", "missing ranks", CELL_TEXT,
      "Ranks without a file, from gaps in the numbering." },
    { "functions", "functions", CELL_COUNT,
      "Functions that were called on any rank." },
    CALL_COLUMNS,
    { "own_s", "time of all", CELL_NS,
      "Exclusive time of all functions over all ranks: the time of the profiles." },
    { "mean_s", "mean", CELL_NS, "The same as a mean over ranks." },
    { "longest_s", "longest, T", CELL_NS, "Time of the longest rank." },
    { "longest_rank", "longest on", CELL_INTEGER,
      "Rank with the longest time." },
    { "mpi_s", "MPI", CELL_NS,
      "Time of all ranks in methods of mpi4py.MPI, in transfers of petsc4py "
      "and in parallel files of h5py: waiting and transfers, not work; empty "
      "if no such method was called." },
    { "mpi_share", "MPI of total", CELL_RATIO, "MPI time / total time." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "By the name of the file." },
    { "own_s", "time", CELL_NS, "Exclusive time of all its functions." },
    { "share", "of T", CELL_RATIO,
      "That time / T, the time of the longest rank." },
    { "work_s", "work", CELL_NS,
      "That time without MPI: what can be spread evenly over ranks." },
    { "mpi_s", "MPI", CELL_NS,
      "Time in methods that communicate; where mpi4py hides them, by the MPI "
      "profile of the run." },
    { "group", "group", CELL_COUNT, "Its group of similar ranks." },
    { "top_function", "longest function", CELL_TEXT,
      "The function with the most exclusive time." },
    { "top_s", "its time", CELL_NS, "Exclusive time in that function." },
    CALL_COLUMNS,
    { "functions", "functions", CELL_COUNT, "Functions that it called." },
    { "path", NULL, CELL_TEXT, "The file." },
};

static const struct column group_columns[] = {
    { "group", "group", CELL_COUNT,
      "Ranks that differ from the first of them by at most 5 % of its time, "
      "in the exclusive time of each function and in total." },
    { "rank_count", "count", CELL_COUNT, "How many ranks." },
    { "mean_s", "mean", CELL_NS, "Mean time of its ranks." },
    { "work_s", "work", CELL_NS, "Mean time without MPI." },
    { "mpi_s", "MPI", CELL_NS, "Mean time in MPI." },
    { "share", "of total", CELL_RATIO, "Their time / the time of all ranks." },
    { "ranks", "ranks", CELL_TEXT, "The ranks." },
};

static const struct column function_columns[] = {
    FUNCTION_COLUMNS,
    CALL_COLUMNS,
    { "own_s", "exclusive", CELL_NS,
      "Time in the function itself, over all ranks (pstats: tottime)." },
    { "own_share", "of total", CELL_RATIO,
      "Exclusive time / the time of all." },
    { "cumulative_s", "inclusive", CELL_NS,
      "Time in it and in what it calls, over all ranks (pstats: cumtime)." },
    { "cumulative_share", "of total", CELL_RATIO,
      "Inclusive time / the time of all." },
    { "own_per_call_s", "excl/call", CELL_NS, "Exclusive time / calls." },
    { "cumulative_per_call_s", "incl/call", CELL_NS,
      "Inclusive time / primitive calls." },
    { "ranks", NULL, CELL_COUNT, "Ranks that called it." },
    MORE_COLUMNS,
};

/* clang-format off */
static const struct column spread_columns[] = {
    FUNCTION_COLUMNS, SPREAD_COLUMNS, MORE_COLUMNS,
};
/* clang-format on */

/* clang-format off */
#define OTHER_NUMBERS                                                       \
    { "calls", "calls", CELL_COUNT, "Calls of the callee by the caller." },     \
    { "primitive_calls", "primitive", CELL_COUNT,                           \
      "Those not made while the same call was running." },                  \
    { "own_s", "exclusive", CELL_NS,                                              \
      "Exclusive time of the callee, in these calls." },              \
    { "cumulative_s", "inclusive", CELL_NS,                                \
      "Inclusive time of the callee, in these calls." },                      \
    { "share", "of callee", CELL_RATIO,                                         \
      "Inclusive time / all inclusive time of the callee." },            \
    { "min_s", "min", CELL_NS,                                              \
      "Inclusive time of these calls on the rank with the least." },       \
    { "mean_s", "mean", CELL_NS, "The same, mean over ranks." },            \
    { "max_s", "max", CELL_NS, "The same on the rank with the most." },     \
    { "max_rank", "on rank", CELL_INTEGER, "The rank with the most." },         \
    MORE_COLUMNS,                                                           \
    { "other_file", NULL, CELL_TEXT, "The whole path of the other's file." }, \
    { "other_line", NULL, CELL_INTEGER, "The line where the other starts." }, \
    { "other_name", NULL, CELL_TEXT, "Its name as the profile has it." }
/* clang-format on */

static const struct column caller_columns[] = {
    FUNCTION_COLUMNS,
    { "caller", "is called by", CELL_TEXT, "The function that calls it." },
    { "caller_location", "at", CELL_TEXT, "Where the caller starts." },
    OTHER_NUMBERS,
};
static const struct column callee_columns[] = {
    FUNCTION_COLUMNS,
    { "callee", "calls", CELL_TEXT, "A function that it calls." },
    { "callee_location", "at", CELL_TEXT, "Where the callee starts." },
    OTHER_NUMBERS,
};

static const struct column by_rank_columns[] = {
    FUNCTION_COLUMNS,
    { "rank", "rank", CELL_INTEGER, "By the name of the file." },
    { "calls", "calls", CELL_COUNT, "Calls on that rank." },
    { "primitive_calls", "primitive", CELL_COUNT,
      "Calls that were not made while the function itself was running." },
    { "own_s", "exclusive", CELL_NS,
      "Time in the function itself, on that rank." },
    { "cumulative_s", "inclusive", CELL_NS,
      "Time in it and in what it calls, on that rank." },
    { "work_s", "work", CELL_NS,
      "Functions of the program: exclusive time, and that of the built-in functions "
      "and libraries that it calls, without MPI, on that rank." },
    MORE_COLUMNS,
};

static const struct column cause_columns[] = {
    { "cause", "cause", CELL_TEXT, "What takes time that could be saved." },
    { "rank", "rank", CELL_INTEGER, "The rank that works longest there." },
    { "function", "function", CELL_TEXT, "The function in which that is." },
    { "location", "location", CELL_TEXT,
      "Last part of its file, and the line where it begins." },
    { "most_s", "most", CELL_NS, "Time of that rank there." },
    { "mean_s", "mean", CELL_NS, "Time of the ranks there, on average." },
    { "gain_s", "gain", CELL_NS,
      "By how much T, the longest rank's time, would shrink; not more than "
      "the mean time in MPI, where that is known." },
    { "gain_share", "of T", CELL_RATIO, "Gain / T." },
    { "evidence", NULL, CELL_TEXT, "The whole sentence." },
    { "remedy", NULL, CELL_TEXT, "What to do." },
};

static const struct column compare_run_columns[] = {
    { "side", "side", CELL_TEXT, "A or B; differences are B - A." },
    { "ranks", "rank count", CELL_COUNT, "Ranks whose profiles were read." },
    { "functions", "functions", CELL_COUNT, "Functions that were called." },
    { "calls", "calls", CELL_COUNT, "Calls over all ranks." },
    { "mean_s", "mean", CELL_NS, "Time in functions, mean over ranks." },
    { "longest_s", "longest, T", CELL_NS, "Time of the longest rank." },
    { "longest_rank", "longest on", CELL_INTEGER,
      "Rank with the longest time." },
};

static const struct column compare_columns[] = {
    FUNCTION_COLUMNS,
    { "a_own_s", "exclusive in A", CELL_NS,
      "Exclusive time, mean over the ranks of A." },
    { "b_own_s", "in B", CELL_NS, "The same of B." },
    { "difference_s", "B - A", CELL_NS_MORE, "How much longer B takes." },
    { "ratio", "B / A", CELL_TIMES, "How many times as long B takes." },
    { "a_cumulative_s", "inclusive in A", CELL_NS,
      "Inclusive time, mean over the ranks of A." },
    { "b_cumulative_s", "in B", CELL_NS, "The same of B." },
    { "cumulative_difference_s", "B - A", CELL_NS_MORE,
      "How much longer B takes with all that is called." },
    { "a_calls", "calls of A", CELL_REAL, "Calls, mean over the ranks of A." },
    { "b_calls", "of B", CELL_REAL, "The same of B." },
    { "a_line", NULL, CELL_INTEGER, "Where it begins in A." },
    { "b_line", NULL, CELL_INTEGER,
      "Where it begins in B.  Functions are the same by file and name, and "
      "those of one name by their order: lines may move." },
    { "file", NULL, CELL_TEXT, "The whole path of the file." },
    { "name", NULL, CELL_TEXT, "The name as the profile has it." },
};

const struct table_form pyprof_forms[] = {
    [PY_RUN] = TABLE_FORM("python_run", "Python profiles", SECTION_VERDICT,
                          run_columns),
    [PY_RANKS] = TABLE_FORM_BRIEF("python_ranks", "Python functions per rank",
                                  SECTION_RANKS, rank_columns),
    [PY_CAUSES] = TABLE_FORM("python_causes", "Causes of lost time in Python",
                             SECTION_CAUSES, cause_columns),
    [PY_WORK_SPREAD] = TABLE_FORM_BRIEF(
        "python_work",
        "Work of functions over ranks, with libraries, without MPI",
        SECTION_TIME, spread_columns),
    [PY_BY_RANK] = TABLE_FORM("python_by_rank", "Python functions by rank",
                              SECTION_TIME, by_rank_columns),
    [PY_GROUPS] = TABLE_FORM_BRIEF(
        "python_groups", "Groups of ranks that behave alike in Python",
        SECTION_RANKS, group_columns),
    [PY_IMBALANCE] =
        TABLE_FORM("python_imbalance", "Exclusive time of Python functions",
                   SECTION_TIME, spread_columns),
    [PY_IMBALANCE_CUMULATIVE] = TABLE_FORM(
        "python_imbalance_cumulative", "Inclusive time of Python functions",
        SECTION_TIME, spread_columns),
    [PY_FUNCTIONS] = TABLE_FORM_BRIEF("python_functions", "Python functions",
                                      SECTION_TIME, function_columns),
    [PY_CALLERS] =
        TABLE_FORM_BRIEF("python_callers", "Callers of Python functions",
                         SECTION_TIME, caller_columns),
    [PY_CALLEES] =
        TABLE_FORM_BRIEF("python_callees", "Callees of Python functions",
                         SECTION_TIME, callee_columns),
    [PY_COMPARE_RUNS] =
        TABLE_FORM_BRIEF("python_compare_runs", "Sets of profiles",
                         SECTION_VERDICT, compare_run_columns),
    [PY_COMPARE] =
        TABLE_FORM_BRIEF("python_compare", "Python functions, mean over ranks",
                         SECTION_TIME, compare_columns),
};
const size_t pyprof_form_count = PY_TABLES;
