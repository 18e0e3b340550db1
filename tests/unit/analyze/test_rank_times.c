/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/outside_waits.h"
#include "report_cells.h"

UNIT_TEST(every_rank_has_its_times)
{
    whole_report(4);
    CU_ASSERT_EQUAL(row_count("rank_times"), 4);
    NUMBERS("rank_times", 2, { "rank", 2 }, { "useful_s", 3.7 },
            { "useful_share", 0.925 });
    NUMBERS("rank_times", 1, { "mpi_s", 1.8 }, { "wait_s", 1.7 },
            { "collective_s", 0.08 }, { "init_s", 0.5 });
    TEXT_IS("rank_times", 3, "host", "beta");
}

UNIT_TEST(of_many_ranks_the_extremes_are_shown)
{
    struct analyze_options options = { .top = 4 };

    make_report(synthetic(64), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 4);
    CU_ASSERT_EQUAL(report_table(report, "rank_times")->total_rows, 64);
    NEAR(number_at("rank_times", 0, "rank"), 2);
    NEAR(number_at("rank_times", 3, "rank"), 63);
}

UNIT_TEST(chosen_ranks_are_shown_alone)
{
    int members[] = { 1, 5 };
    struct ranklist ranks = { members, 2 };
    struct analyze_options options = { .ranks = &ranks, .detail = "*" };

    make_report(synthetic(8), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 2);
    NEAR(number_at("rank_times", 1, "rank"), 5);
    NEAR(number_at("calls_per_rank", 0, "rank"), 1);
    CU_ASSERT_EQUAL(row_count("calls_per_rank"), 10);
    NEAR(number_at("run", 0, "ranks"), 8);
}

UNIT_TEST(chosen_ranks_are_never_cut)
{
    int members[] = { 1, 5, 6 };
    struct ranklist ranks = { members, 3 };
    struct analyze_options options = { .ranks = &ranks, .top = 2 };

    make_report(synthetic(8), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
}

UNIT_TEST(alike_ranks_form_one_group)
{
    whole_report(1000);
    CU_ASSERT_EQUAL(row_count("rank_groups"), 2);
    TEXT_IS("rank_groups", 0, "ranks", "0,1,3-999");
    NUMBERS("rank_groups", 0, { "rank_count", 999 }, { "useful_s", 2.2 });
    TEXT_IS("rank_groups", 1, "ranks", "2");
}

UNIT_TEST(a_sort_column_orders_all_ranks)
{
    struct analyze_options options = { .sort = "useful_s", .top = 3 };

    make_report(synthetic(64), &options);
    CU_ASSERT_EQUAL(row_count("rank_times"), 3);
    NEAR(number_at("rank_times", 0, "rank"), 2);
    NEAR(number_at("rank_times", 1, "rank"), 0);
}

static void expect_wait(const char *name, enum outside_wait kind)
{
    CU_ASSERT_EQUAL(outside_wait_of_name(name), kind);
}

UNIT_TEST(calls_that_wait_outside_mpi_are_known_by_name)
{
    expect_wait("cudaStreamSynchronize", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("cuCtxSynchronize", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("hipDeviceSynchronize() [{x.cpp} {3,1}]",
                OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("cudaMemcpy", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("cudaMemcpy2D", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("cudaMemcpyToSymbol", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("hipMemcpyDtoH", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("cuMemcpyDtoH_v2", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("clFinish", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("acc_wait@solve.c:12", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("ACC_ASYNC_WAIT_ALL", OUTSIDE_WAIT_ACCELERATOR);
    expect_wait("shmem_barrier_all", OUTSIDE_WAIT_SHMEM);
    expect_wait("SHMEM_QUIET", OUTSIDE_WAIT_SHMEM);
    expect_wait("SHMEM_INT_WAIT_UNTIL", OUTSIDE_WAIT_SHMEM);
    expect_wait("cudaMemcpyAsync", OUTSIDE_WAIT_KINDS);
    expect_wait("cudaMemcpy2DAsync", OUTSIDE_WAIT_KINDS);
    expect_wait("cudaMemcpy3DPeer", OUTSIDE_WAIT_KINDS);
    expect_wait("hipMemcpyDtoD", OUTSIDE_WAIT_KINDS);
    expect_wait("acc_wait_all_async", OUTSIDE_WAIT_KINDS);
    expect_wait("acc_await_halo", OUTSIDE_WAIT_KINDS);
    expect_wait("cudaLaunchKernel", OUTSIDE_WAIT_KINDS);
    expect_wait("cubicSynchronize", OUTSIDE_WAIT_KINDS);
    expect_wait("shmem_put", OUTSIDE_WAIT_KINDS);
    expect_wait("main", OUTSIDE_WAIT_KINDS);
    expect_wait("", OUTSIDE_WAIT_KINDS);
}

/* The call is made in main/solve, which has no time but of it. */
static struct profile *with_accelerator(void)
{
    struct profile *profile = synthetic(4);
    struct definitions *table = profile->definitions;
    uint32_t region =
        definitions_region(table, "cudaDeviceSynchronize", "", 0);

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t *node = &profile->ranks[i].regions[2].node;

        *node = definitions_intern(table, DEFINITION_REGION_NODE, *node,
                                   region, NULL, 0);
    }
    return profile;
}

UNIT_TEST(waits_for_accelerators_are_told_apart_from_work)
{
    make_report(with_accelerator(), NULL);
    CU_ASSERT_EQUAL(row_count("outside_waits"), 1);
    TEXT_IS("outside_waits", 0, "region", "main/solve/cudaDeviceSynchronize");
    TEXT_IS("outside_waits", 0, "waits_for", "accelerator");
    NUMBERS("outside_waits", 0, { "time_s", 9.5 }, { "share", 9.5 / 16 },
            { "max_rank", 2 }, { "max_s", 3.5 });
    VERDICT_IS(
        0, "heat2d, 4 ranks on 2 hosts, 4.00 s: on average 64 % useful work "
           "(accelerator waits 59 %), 36 % in MPI (MPI_Wait*/Test* 33 %, "
           "collective 2.0 %, point-to-point 0.5 %)");
}

UNIT_TEST(without_such_calls_there_is_no_table_of_them)
{
    whole_report(4);
    CU_ASSERT_PTR_NULL(report_table(report, "outside_waits"));
}

UNIT_TEST(the_thread_that_stands_for_its_rank_is_said)
{
    struct profile *profile = synthetic(4);

    profile->ranks[1].threads = 2;
    make_report(profile, NULL);
    CU_ASSERT(in_notes("those of the first thread; calls"));
    profile = synthetic(4);
    profile->ranks[1].threads = 2;
    profile->ranks[1].lead = 1;
    make_report(profile, NULL);
    CU_ASSERT(in_notes(
        "the first thread or, on 1 rank where the first thread waited in "
        "pthread_join or had ended, of another thread; calls"));
}
