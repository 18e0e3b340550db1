/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "report_cells.h"
#include "symbols/cut_frame.h"

static void check_line(size_t line, const char *expected)
{
    CU_ASSERT_TRUE_FATAL(line < report->verdict_count);
    VERDICT_IS(line, expected);
}

UNIT_TEST(the_slow_rank_its_region_and_the_gain_are_named)
{
    whole_report(4);
    CU_ASSERT_EQUAL(report->verdict_count, 3);
    check_line(
        0,
        "heat2d, 4 ranks on 2 hosts, 4.00 s: on average 64 % useful work, 36 % in "
        "MPI (MPI_Wait*/Test* 33 %, collective 2.0 %, point-to-point 0.5 %)");
    check_line(
        1,
        "1. Rank 2 works 1.8 times as long as the others in region "
        "main/solve: 3.50 s against 2.00 s on average; it communicates "
        "as much as the others.  The others spend most of their MPI "
        "time in MPI_Waitall in exchange_halo (heat2d.c:90).  Estimated run time "
        "with this work spread evenly: 4.00 s -> 2.88 s (-28 %).  Run "
        "`MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC mpiexec ...' to count "
        "instructions: if the slow ranks execute more, spread the work "
        "evenly (by cost, not by number of items); if not, speed them up: each "
        "instruction takes longer there (memory and caches, the clock, other "
        "programs on the core).");
    check_line(2, "Parallel efficiency 64.4 % = load balance 69.6 % x "
                  "communication 92.5 %.");
    CU_ASSERT_EQUAL(report->severity[0], SEVERITY_NONE);
    CU_ASSERT_EQUAL(report->severity[1], SEVERITY_BAD);
    CU_ASSERT_EQUAL(report->severity[2], SEVERITY_NONE);
}

/* 601 calls of 0.832 ms are 0.5 s, less than what equal work gains; of 2 ms they
 * are more. */
UNIT_TEST(what_measuring_costs_comes_first_and_withholds_smaller_gains)
{
    struct profile *profile = synthetic(4);

    profile->hook_ns_x100 = 83200000;
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "Measuring took 500 ms of the 4.00 s that rank 0 ran (601 MPI calls, "
        "832000 ns each).  The times below are uncertain by that much, and smaller "
        "gains are left out.");
    CU_ASSERT_EQUAL(report->severity[0], SEVERITY_BAD);
    HAS(report->verdict[1], "heat2d, 4 ranks");
    HAS(report->verdict[2], "1. Rank 2 works 1.8 times");
    profile = synthetic(4);
    profile->hook_ns_x100 = 200000000;
    make_report(profile, NULL);
    HAS(report->verdict[0], "Measuring took 1.20 s");
    for (size_t i = 0; i < report->verdict_count; i++) {
        LACKS(report->verdict[i], "1. ");
        LACKS(report->verdict[i], "Estimated");
    }
    HAS(report->verdict[2], "neither unequal work nor MPI costs more than "
                            "30 % of its time.");
    whole_report(4);
    CU_ASSERT_FALSE(in_verdict("Measuring"));
}

/* One rank is there 4 s before the other, which has as much T: half of both. */
UNIT_TEST(a_long_wait_at_the_end_is_a_share_of_the_whole)
{
    struct profile *profile = synthetic(2);

    profile->ranks[0].finalize = 8000000000u;
    profile->ranks[1].finalize = 0;
    make_report(profile, NULL);
    HAS(report->verdict[0], "28 % useful work, 22 % in MPI");
    HAS(report->verdict[0], "), 50 % waiting in MPI_Finalize");
}

/* Where they wait for longer than in any call. */
UNIT_TEST(those_who_wait_at_the_end_are_said_to)
{
    struct profile *profile = synthetic(4);

    make_report(profile, NULL);
    HAS(report->verdict[1], "1. Rank 2 works 1.8 times");
    HAS(report->verdict[1], "The others spend most of their MPI time in ");
    profile = synthetic(4);
    for (int i = 0; i < 4; i++)
        profile->ranks[i].finalize = i == 2 ? 0 : 8000000000u;
    make_report(profile, NULL);
    HAS(report->verdict[1], "1. Rank 2 works 1.8 times");
    HAS(report->verdict[1], "The others wait in MPI_Finalize.");
    LACKS(report->verdict[1], "most of their MPI time");
}

/* Two ranks alike: 1.8 of 4.0 s are MPI on each. */
UNIT_TEST(balanced_ranks_in_mpi_are_told_the_call)
{
    whole_report(2);
    check_line(1, "MPI takes 45 % of the time even on the rank with the most "
                  "work (1.80 s of 4.00 s).");
    HAS(report->verdict[2], "MPI_Waitall");
}

UNIT_TEST(many_small_messages_are_told)
{
    struct profile *profile = synthetic(2);

    for (int i = 0; i < 2; i++) {
        struct row *sends = &profile->ranks[i].rows[1];

        sends->count = 100000;
        sends->out = (struct spread){ 100000 * 8, 8, 8 };
    }
    make_report(profile, NULL);
    HAS(report->verdict[1], "200000 messages of 8 B on average");
    whole_report(2);
    LACKS(report->verdict[1], "messages");
}

/* It is a row of its own, without what it transferred. */
UNIT_TEST(a_send_that_did_not_return_is_no_message)
{
    struct profile *profile = synthetic(2);
    struct rank_data *rank = &profile->ranks[0];
    struct row *open;

    for (int i = 0; i < 2; i++) {
        profile->ranks[i].rows[1].count = 100000;
        profile->ranks[i].rows[1].out = (struct spread){ 399999, 3, 4 };
    }
    rank->rows =
        realloc(rank->rows, (rank->row_count + 1) * sizeof(*rank->rows));
    CU_ASSERT_PTR_NOT_NULL_FATAL(rank->rows);
    open = &rank->rows[rank->row_count++];
    *open = (struct row){ .call = rank->rows[1].call,
                          .count = 1,
                          .time = { 1, 1, 1 } };
    open->out.min = open->in.min = UINT64_MAX;
    make_report(profile, NULL);
    HAS(report->verdict[1], " 200000 messages of 4 B on average");
}

UNIT_TEST(what_one_rank_does_alone_is_told)
{
    struct profile *profile = synthetic(4);

    for (int i = 0; i < 4; i++) {
        profile->ranks[i].region_count = 0;
        if (i != 2)
            profile->ranks[i].mpi[CALL_CLASS_WAIT] += 2000000000;
    }
    make_report(profile, NULL);
    HAS(report->verdict[1], "Is it doing serial work");
    whole_report(4);
    LACKS(report->verdict[1], "Is it doing serial work");
}

UNIT_TEST(a_run_without_problems_is_called_balanced)
{
    struct profile *profile = synthetic(2);

    for (int i = 0; i < 2; i++)
        memset(profile->ranks[i].mpi, 0, sizeof(profile->ranks[i].mpi));
    make_report(profile, NULL);
    HAS(report->verdict[1], "balanced");
}

UNIT_TEST(without_regions_the_run_as_a_whole_is_judged)
{
    struct profile *profile = synthetic(4);

    for (int i = 0; i < 4; i++)
        profile->ranks[i].region_count = 0;
    make_report(profile, NULL);
    check_line(
        1,
        "Rank 2 works 1.50 s longer than the other ranks on average "
        "(rank 2: 3.70 s; rank 0, the fastest: 2.20 s).  Spreading the work "
        "evenly would save up to 1.12 s of 4.00 s (28 %).");
}

UNIT_TEST(a_program_without_calls_has_a_verdict)
{
    struct profile *profile = synthetic(1);

    profile->ranks[0].row_count = 0;
    memset(profile->ranks[0].mpi, 0, sizeof(profile->ranks[0].mpi));
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    HAS(report->verdict[0], "1 rank on 1 host, ");
}

static enum status refuse_rank_one(struct profile *profile, uint32_t rank,
                                   const struct rank_data **out)
{
    struct rank_data *ranks = profile->load_context;

    if (rank == 1)
        return STATUS_BAD_FORMAT;
    *out = &ranks[rank];
    return STATUS_OK;
}

UNIT_TEST(a_rank_that_cannot_be_read_is_named)
{
    struct profile *profile = synthetic(4);
    struct rank_data *ranks = profile->ranks;

    profile->ranks = NULL;
    profile->load = refuse_rank_one;
    profile->load_context = ranks;
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    CU_ASSERT_EQUAL(report->verdict_count, 4);
    HAS(report->completeness[0], "1 of 4 ranks could not be read (1)");
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
    NUMBERS("imbalance_useful", 0, { "mean_s", 2.5 }, { "max_rank", 2 });
    profile_set_text(&profile->source, "trace");
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    HAS(report->completeness[0], "if they were traced (1)");
    profile->ranks = ranks;
    profile->load = NULL;
    profile_destroy(profile);
}

UNIT_TEST(ranks_that_were_not_traced_are_named)
{
    struct profile *profile = synthetic(4);

    profile_set_text(&profile->source, "trace");
    profile->ranks[1].missing = profile->ranks[2].missing = true;
    profile->ranks[1].untraced = true;
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    HAS(report->completeness[0],
        "1 of 4 ranks was not traced (1): no number includes them.");
    HAS(report->completeness[1], "if they were traced (2)");
    VERDICT_IS(report->verdict_count - 2,
               "Incomplete: no data for 1 of 4 ranks.");
    VERDICT_IS(report->verdict_count - 1,
               "Not traced, and so not included: 1 of 4 ranks.");
    CU_ASSERT_EQUAL(report->severity[report->verdict_count - 1],
                    SEVERITY_POOR);
    profile->ranks[1].missing = profile->ranks[2].missing = false;
    profile->ranks[0].trace_events = profile->ranks[1].trace_events = 9;
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->trace_file, "run.otf2");
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    CU_ASSERT_EQUAL(report->completeness_count, 1);
    CU_ASSERT_STRING_EQUAL(report->completeness[0],
                           "2 of 4 ranks were not traced (2,3).");
    profile_destroy(profile);
}

/* At the end of the run nobody has looked for the names yet. */
UNIT_TEST(names_that_come_later_are_no_fault)
{
    struct analyze_options options = { .in_run = true };
    struct profile *profile = synthetic(2);

    definitions_intern(profile->definitions, DEFINITION_FRAME, 0, 0, "x", 1);
    profile_setting(profile, "MPIPROF_SYMBOLS", "later", false);
    CU_ASSERT_EQUAL_FATAL(report_on(profile, &options), STATUS_OK);
    HAS(report->completeness[0], "with MPIPROF_SYMBOLS=later");
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    LACKS(report->completeness[0], "later");
    profile_destroy(profile);
}

UNIT_TEST(a_complete_run_has_no_remarks)
{
    whole_report(2);
    CU_ASSERT_EQUAL(report->completeness_count, 0);
}

/* However often a call had no room: for its path, and for its row. */
UNIT_TEST(calls_without_callers_are_those_of_their_rows)
{
    struct profile *profile = synthetic(2);
    struct definitions *table = profile->definitions;
    struct row *row = &profile->ranks[0].rows[1];
    uint32_t frame =
        definitions_get(table, DEFINITION_PATH, row->path).refs[1];
    uint32_t cut = definitions_intern(table, DEFINITION_PATH, 0,
                                      cut_frame_define(table), NULL, 0);
    char expected[64];

    row->path =
        definitions_intern(table, DEFINITION_PATH, cut, frame, NULL, 0);
    profile->ranks[0].lost_calls = 3 * row->count;
    snprintf(expected, sizeof(expected), "call paths of %llu calls on 1 rank:",
             (unsigned long long)row->count);
    make_report(profile, NULL);
    HAS(report->completeness[0], expected);
}

UNIT_TEST(what_was_lost_is_told)
{
    struct profile *profile = synthetic(2);

    profile->ranks[0].lost_calls = 7;
    profile->ranks[1].trace_stop = 1500000000;
    profile->ranks[1].open_requests = 3;
    REMARK(&profile->remarks, REMARK_COUNTERS_MISSING, .texts = { "SUN" });
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 4);
    HAS(report->completeness[0], "7 calls on 1 rank:");
    HAS(report->completeness[1], "(1): rank 1 after 1.50 s");
    HAS(report->completeness[2], "3 requests");
    CU_ASSERT_STRING_EQUAL(report->completeness[3],
                           "Not counted (MPIPROF_COUNTERS): SUN.");
}

/* The run of a rank of the synthetic profile takes 4 s. */
static void trace_rank(struct profile *profile, uint32_t rank,
                       uint64_t stop_ms, uint64_t mib)
{
    profile->ranks[rank].trace_events = 1000;
    profile->ranks[rank].trace_bytes = mib << 20;
    profile->ranks[rank].trace_stop = stop_ms * 1000000;
}

UNIT_TEST(the_trace_says_who_stopped_when_and_with_how_much)
{
    struct profile *profile = synthetic(6);

    trace_rank(profile, 0, 2000, 64);
    trace_rank(profile, 1, 1000, 64);
    trace_rank(profile, 2, 3000, 60);
    trace_rank(profile, 3, 0, 10);
    trace_rank(profile, 5, 2500, 64);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 1);
    CU_ASSERT_STRING_EQUAL(
        report->completeness[0],
        "Tracing stopped at its limit on 4 of 5 ranks that were traced "
        "(0-2 and 5): first on rank 1 after 1.00 s (25 % of its run), last on "
        "rank 2 after 3.00 s (75 % of its run), with 60.0 MiB to 64.0 MiB of "
        "trace each; the profile is complete.  To trace more, raise "
        "MPIPROF_TRACE_MB; to trace for longer, leave calls out "
        "(MPIPROF_TRACE_SKIP).");
}

UNIT_TEST(one_rank_that_stopped_is_the_first_and_the_last)
{
    struct profile *profile = synthetic(2);

    trace_rank(profile, 1, 400, 1);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 1);
    HAS(report->completeness[0],
        "on 1 of 1 rank that was traced (1): rank 1 "
        "after 400 ms (10 % of its run), with 1.00 MiB of trace; the profile");
}

UNIT_TEST(ranks_are_suggested_from_4096_locations_on)
{
    struct profile *profile = synthetic(1024);

    for (uint32_t i = 0; i < 1024; i++) {
        trace_rank(profile, i, 0, 1);
        profile->ranks[i].threads = 4;
    }
    profile->ranks[7].threads = 3;
    make_report(profile, NULL);
    CU_ASSERT_FALSE(in_notes("locations"));
    profile = synthetic(4096);
    for (uint32_t i = 0; i < 4096; i++)
        trace_rank(profile, i, 0, 1);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 1);
    HAS(report->completeness[0], "4096 locations (threads of ranks), with two "
                                 "files each: MPIPROF_TRACE=RANKS");
}

UNIT_TEST(errors_threads_and_leaks_are_told)
{
    struct profile *profile = synthetic(2);

    profile->ranks[0].open_comms = 3;
    profile->ranks[0].threads = 2;
    profile->ranks[1].rows[1].errors = 5;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 3);
    HAS(report->completeness[0],
        "3 communicator handles on 1 of 2 ranks were");
    HAS(report->completeness[1], "5 MPI calls returned an error, 5 of");
    HAS(report->completeness[2], "2 threads of a rank");
}

/* Ten of each of two ranks. */
UNIT_TEST(few_objects_that_are_left_are_no_cause)
{
    for (uint64_t left = 19; left <= 20; left++) {
        struct profile *profile = synthetic(2);

        profile->ranks[1].open_comms = left;
        make_report(profile, NULL);
        CU_ASSERT_EQUAL(row_count("advice"), 1);
        CU_ASSERT_EQUAL(in_verdict("never freed"), left == 20);
    }
}

UNIT_TEST(of_two_ranks_the_other_is_named)
{
    struct profile *profile = synthetic(2);

    for (int i = 0; i < 2; i++)
        profile->ranks[i].region_count = 0;
    profile->ranks[1].mpi[CALL_CLASS_WAIT] = 0;
    make_report(profile, NULL);
    HAS(report->verdict[1], "Rank 1 works");
    HAS(report->verdict[1], "than rank 0.  Spreading");
}

UNIT_TEST(half_a_trace_accuses_no_rank)
{
    struct profile *profile = synthetic(4);

    profile_set_text(&profile->source, "trace");
    profile->ranks[1].missing = true;
    profile->ranks[3].cut = true;
    make_report(profile, NULL);
    HAS(report->verdict[0], "trace of 3 of 4 ranks: heat2d, 3 ranks on");
    check_line(1, "Whether the ranks are balanced is unknown: data of 2 of "
                  "4 ranks is missing or ends early.");
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
    for (size_t i = 0; i < row_count("efficiency"); i++)
        EMPTY_AT("efficiency", i, "value");
    CU_ASSERT_EQUAL(row_count("efficiency"), 3);
    HAS(report_table(report, "efficiency")->note, "unknown: ");
    HAS(report_table(report, "imbalance_useful")->note, "partial");
}

static void paused_report(uint64_t rank_0, uint64_t others)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].paused = i == 0 ? rank_0 : others;
    make_report(profile, NULL);
}

UNIT_TEST(why_a_time_was_not_measured_is_said)
{
    struct profile *profile = synthetic(1);
    struct profile_call *call = &profile->calls[profile->ranks[0].rows->call];

    profile->ranks[0].paused = 1000000000;
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(report->completeness[0],
                           "Not measured, summed over ranks: 1.00 s (writing "
                           "the trace).");
    profile_set_text(&call->name, "MPI_Pcontrol");
    CU_ASSERT_EQUAL_FATAL(report_on(profile, NULL), STATUS_OK);
    HAS(report->completeness[0], "1.00 s (MPI_Pcontrol).");
    profile_set_text(&profile->trace_file, "run.otf2");
    make_report(profile, NULL);
    HAS(report->completeness[1],
        "1.00 s (MPI_Pcontrol and writing the trace).");
}

/* Rank 2 has 1.5 s more to do than the others, 1.125 s above the mean. */
UNIT_TEST(ranks_that_were_not_measured_alike_are_not_compared)
{
    paused_report(1000000000, 0);
    check_line(1, "Whether the ranks are balanced is unknown: some were "
                  "not measured for up to 1.00 s longer than others "
                  "(writing the trace).");
    paused_report(1000000000, 1000000000);
    HAS(report->verdict[1], "Rank 2 works");
    paused_report(200000000, 0);
    HAS(report->verdict[1], "Rank 2 works");
}

UNIT_TEST(nothing_readable_is_an_error)
{
    struct profile *profile = synthetic(1);

    profile->ranks[0].missing = true;
    CU_ASSERT_EQUAL(report_on(profile, NULL), STATUS_BAD_FORMAT);
    CU_ASSERT_PTR_NULL(report);
    profile_destroy(profile);
}

UNIT_TEST(of_chosen_regions_the_cost_of_mpi_is_not_claimed)
{
    struct analyze_options options = { .region = "main/halo" };

    make_report(synthetic(2), &options);
    HAS(report->verdict[0], "in the selected regions");
    CU_ASSERT_PTR_NULL(report_table(report, "comm_pairs"));
    HAS(report->completeness[0], "left out");
    check_line(1, "Work is balanced in the selected regions.");
}
