/* SPDX-License-Identifier: BSD-3-Clause */
#include "report_cells.h"

UNIT_TEST(sizes_fall_into_powers_of_two)
{
    const char *name = "message_sizes";

    whole_report(4);
    CU_ASSERT_EQUAL(row_count(name), 2);
    TEXT_IS(name, 0, "procedure", "MPI_Isend");
    NUMBERS(name, 0, { "from_bytes", 8192 }, { "below_bytes", 16384 },
            { "calls", 800 }, { "share", 1 });
}

UNIT_TEST(empty_and_huge_messages_have_their_class)
{
    struct profile *profile = synthetic(1);
    uint64_t *bins = profile->ranks[0].rows[1].size_bins;

    memset(bins, 0, PROFILE_BINS * sizeof(*bins));
    bins[0] = 1;
    bins[PROFILE_BINS - 1] = 3;
    make_report(profile, NULL);
    NUMBERS("message_sizes", 0, { "from_bytes", 0 }, { "below_bytes", 1 },
            { "share", 0.25 });
    EMPTY_AT("message_sizes", 1, "below_bytes");
}

UNIT_TEST(the_matrix_has_sender_and_receiver)
{
    const char *name = "comm_matrix";

    whole_report(4);
    CU_ASSERT_EQUAL(row_count(name), 8);
    NEAR(number_at(name, 0, "from"), 0);
    NEAR(number_at(name, 0, "to"), 1);
    NEAR(number_at(name, 1, "to"), 3);
    NUMBERS(name, 0, { "messages", 100 }, { "bytes", 819200 },
            { "mean_bytes", 8192 });
    NEAR(number_at("comm_pairs", 0, "share"), 0.125);
}

UNIT_TEST(a_small_run_has_a_picture)
{
    const char *note;

    whole_report(4);
    note = report_table(report, "comm_pairs")->note;
    CU_ASSERT_PTR_NOT_NULL_FATAL(note);
    HAS(note, "\n        1|@ @ |\n");
    whole_report(40);
    CU_ASSERT_PTR_NULL(report_table(report, "comm_pairs")->note);
}

UNIT_TEST(shades_tell_little_from_much)
{
    struct profile *profile = synthetic(4);
    const char *note;

    profile->ranks[0].peers[0].out_bytes = 10;
    make_report(profile, NULL);
    note = report_table(report, "comm_pairs")->note;
    HAS(note, "\n        0| . @|\n");
}

UNIT_TEST(what_a_get_brings_comes_from_its_target)
{
    struct profile *profile = synthetic(4);
    struct peer *peer = &profile->ranks[1].peers[0];
    size_t row;

    *peer = (struct peer){
        .rank = 3, .kind = PEER_ONE_SIDED, .in_messages = 2, .in_bytes = 64
    };
    make_report(profile, &(struct analyze_options){ .detail = "*" });
    row = row_with("comm_matrix", "kind", "one-sided");
    NUMBERS("comm_matrix", row, { "from", 3 }, { "to", 1 }, { "bytes", 64 });
}

/* Rank 3 puts into rank 1, which gets from rank 3: one pair. */
UNIT_TEST(both_ends_of_one_sided_traffic_are_one_pair)
{
    struct profile *profile = synthetic(4);
    size_t row;

    profile->ranks[1].peers[0] = (struct peer){
        .rank = 3, .kind = PEER_ONE_SIDED, .in_messages = 2, .in_bytes = 64
    };
    profile->ranks[3].peers[0] = (struct peer){
        .rank = 1, .kind = PEER_ONE_SIDED, .out_messages = 1, .out_bytes = 36
    };
    make_report(profile, &(struct analyze_options){ .detail = "*" });
    row = row_with("comm_matrix", "kind", "one-sided");
    NUMBERS("comm_matrix", row, { "messages", 3 }, { "bytes", 100 });
    CU_ASSERT_EQUAL(row_count("comm_matrix"), 7);
    CU_ASSERT_EQUAL(report_table(report, "comm_pairs")->total_rows, 0);
}

UNIT_TEST(of_many_pairs_the_greatest_are_kept)
{
    struct analyze_options options = { .top = 5 };
    struct profile *profile = synthetic(20000);

    profile->ranks[777].peers[0].out_bytes = 1u << 30;
    make_report(profile, &options);
    CU_ASSERT_EQUAL(row_count("comm_pairs"), 5);
    CU_ASSERT_EQUAL(report_table(report, "comm_pairs")->total_rows, 40000);
    NEAR(number_at("comm_pairs", 0, "from"), 777);
}

UNIT_TEST(communicators_list_their_members)
{
    const char *name = "communicators";

    whole_report(4);
    CU_ASSERT_EQUAL(row_count(name), 1);
    TEXT_IS(name, 0, "communicator", "MPI_COMM_WORLD");
    TEXT_IS(name, 0, "members", "0-3");
    NUMBERS(name, 0, { "size", 4 }, { "calls", 4 * 500 },
            { "time_s", 4 * 0.1 });
}

UNIT_TEST(what_waits_receive_is_told_of_communicators)
{
    struct profile *profile = synthetic(4);

    for (int i = 0; i < 4; i++) {
        struct row *rows = profile->ranks[i].rows;

        rows[3].in = rows[2].in; /* MPI_Waitall brings it, not MPI_Irecv */
        rows[2].in = (struct spread){ 0 };
    }
    profile->ranks[1].threads = 2;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(number_at("communicators", 0, "bytes_in"), 4 * 100 * 32);
    HAS(report_table(report, "communicators")->note,
        "and the 6.25 MiB that they received");
    HAS(report_table(report, "communicators")->note,
        "times are of all threads");
}
