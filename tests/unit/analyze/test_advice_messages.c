/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_advice_messages.c - each rule on what messages cost fires where it has
 * to, with the gain of its formula, and does not fire next to that.
 */
#include "advice_cases.h"
#include "synthetic_replay.h"

/* 4000 messages of each rank in 4 s are 1000 a second. */
UNIT_TEST(many_small_messages_fire)
{
    fires(
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS, 4000 * 1024),
        "small_messages", 0.4 * 3 / 4);
    is_silent(
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 3999, 400 * MS, 3999 * 1024),
        "small_messages");
    is_silent(
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS, 4000 * 4096),
        "small_messages");
    is_silent(with_calls("MPI_Sendrecv", CALL_CLASS_P2P, 0, 4000, 400 * MS,
                         4000 * 1024),
              "small_messages");
}

/* The rows' smallest is that of something sent. */
UNIT_TEST(messages_without_bytes_are_small_ones)
{
    struct profile *profile =
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS, 0);

    for (int i = 0; i < 2; i++) {
        struct rank_data *data = &profile->ranks[i];

        data->rows[data->row_count - 1].out.min = 0;
    }
    fires(profile, "small_messages", 0.4);
}

UNIT_TEST(the_rate_is_that_of_a_rank_that_sends)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

    add_row(profile, 0, call, 4000, 400 * MS, 4000 * 1024);
    make_report(profile, NULL);
    says("small_messages", "evidence",
         "on average, 1000 per second each, which take 400 ms in total");
}

UNIT_TEST(more_than_all_of_mpi_is_never_promised)
{
    struct profile *profile = with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000,
                                         4000 * MS, 4000 * 1024);

    profile->ranks[1].mpi[CALL_CLASS_WAIT] -= 1000 * MS;
    fires(profile, "small_messages", 0.8);
    fires(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 4000 * MS,
                     4000 * 1024),
          "small_messages", 1.8);
}

/* Without a trace nobody knows how much of that is waiting. */
UNIT_TEST(asking_again_and_again_fires)
{
    fires(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 40000, 300 * MS, 0),
          "spinning", 0);
    says("spinning", "evidence", "How much of that is waiting");
    fires(with_calls("MPI_Iprobe", CALL_CLASS_P2P, 0, 40000, 300 * MS, 0),
          "spinning", 0);
    fires(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 101, 1600 * MS, 0),
          "spinning", 0); /* slow, but it takes 40 % of T */
    is_silent(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 40000, 79 * MS, 0),
              "spinning");
    is_silent(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 100, 300 * MS, 0),
              "spinning");
    is_silent(with_calls("MPI_Wait", CALL_CLASS_WAIT, 0, 40000, 300 * MS, 0),
              "spinning");
}

/* A trace without waits there. */
UNIT_TEST(tests_that_do_not_wait_gain_their_time)
{
    struct profile *profile =
        with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 40000, 300 * MS, 0);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    fires(profile, "spinning", 0.3);
}

/* 0.4 GB in each rank need 0.4 s. */
UNIT_TEST(large_messages_below_one_gigabyte_per_second_fire)
{
    struct profile *profile = synthetic(4);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 600 * MS, 400000000);
    fires(profile, "slow_messages", 0.2);
    is_silent(
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 400, 600 * MS, 400000000),
        "slow_messages");
    profile = synthetic(4);
    call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 400 * MS, 400000000);
    is_silent(profile, "slow_messages");
    profile = synthetic(4);
    call = add_call(profile, "MPI_File_write", CALL_CLASS_IO, 0);
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 600 * MS, 400000000);
    is_silent(profile, "slow_messages");
}

/* 256 KiB are large; 20 of them need 5 ms. */
UNIT_TEST(messages_below_256_kib_are_not_large)
{
    for (uint64_t bytes = 262143; bytes <= 262144; bytes++) {
        struct profile *profile = synthetic(4);
        uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        for (uint32_t i = 0; i < 4; i++)
            add_row(profile, i, call, 20, 600 * MS, 20 * bytes);
        make_report(profile, NULL);
        CU_ASSERT_EQUAL(has_rule("slow_messages"), bytes == 262144);
    }
}

/* A site of that procedure, without any time of its own. */
static uint32_t add_site(struct replay_result *replay, uint32_t call)
{
    size_t count = replay->site_count;
    struct replay_site *sites =
        realloc(replay->sites, (count + 1) * sizeof(*sites));
    uint64_t *activities =
        realloc(replay->activities, 2 * (count + 1) * sizeof(*activities));

    CU_ASSERT_PTR_NOT_NULL_FATAL(sites);
    CU_ASSERT_PTR_NOT_NULL_FATAL(activities);
    sites[count] = (struct replay_site){ call, 0, 0 };
    activities[2 * count] = activities[2 * count + 1] = 0;
    replay->sites = sites;
    replay->activities = activities;
    return replay->site_count++;
}

/* 4000 calls of that size on each of four ranks, for that long, of which latency
 * takes that much and bytes the rest; elsewhere ten without bytes. */
static struct profile *with_costs(const char *name, enum call_class class,
                                  uint64_t bytes, uint64_t ns,
                                  double latency_us)
{
    struct profile *profile = synthetic(4);
    uint32_t call = add_call(profile, name, class, 0), site[2];
    struct replay_result *replay;

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    replay = profile->replay;
    for (int i = 0; i < 2; i++)
        site[i] = add_site(replay, call);
    replay->sites[site[0]].path = 1;
    replay->transfers = calloc(2, sizeof(*replay->transfers));
    replay->transfer_count = 2;
    for (uint64_t i = 0; i < 2; i++)
        replay->transfers[i] =
            (struct transfer){ .site = site[i],
                               .bytes = i * bytes,
                               .calls = i == 0 ? 10 : 16000,
                               .ns = i == 0 ? (uint64_t)(10 * 1e3 * latency_us)
                                            : 4 * ns };
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 4000, ns, 4000 * bytes);
    return profile;
}

/* Of messages, 50 us each. */
static struct profile *with_network_of(const char *name, uint64_t bytes,
                                       double latency_us)
{
    return with_costs(name, CALL_CLASS_P2P, bytes, 200 * MS, latency_us);
}

static struct profile *with_network(uint64_t bytes, double latency_us)
{
    return with_network_of("MPI_Send", bytes, latency_us);
}

/* Packed to 4 KiB, or to what costs as much as the latency: nine times as much. */
UNIT_TEST(latency_bound_messages_are_small_ones)
{
    fires(with_network(1024, 45), "small_messages", 0.2 * 0.9 * (1 - 1.0 / 9));
    fires(with_network(16384, 45), "small_messages",
          0.2 * 0.9 * (1 - 1.0 / 9));
    make_report(with_network(1024, 45), NULL);
    says("small_messages", "evidence",
         "In a call, latency takes 45.0 us and the bytes take 5.00 us (table "
         "network): the calls are latency-bound.");
    is_silent(with_network(1024, 24), "small_messages");
}

/* Five of the site's messages went to another node, which is too few to say what
 * they cost: nothing is said of the others, either. */
UNIT_TEST(a_site_with_messages_of_unknown_cost_has_no_bound)
{
    struct profile *profile = with_network(1024, 45);
    struct replay_result *replay = profile->replay;

    replay->transfers =
        realloc(replay->transfers, 3 * sizeof(*replay->transfers));
    CU_ASSERT_PTR_NOT_NULL_FATAL(replay->transfers);
    replay->transfers[replay->transfer_count++] =
        (struct transfer){ .site = replay->transfers[1].site,
                           .apart = 1,
                           .bytes = 1024,
                           .calls = 5,
                           .ns = 5 * 50000 };
    make_report(profile, NULL);
    LACKS(text_at("advice", row_with("advice", "rule", "small_messages"),
                  "evidence"),
          "table network");
}

/* With a trace their waits are known. */
UNIT_TEST(messages_that_are_exchanged_can_be_small_ones)
{
    static const char *const names[] = { "MPI_Sendrecv",
                                         "MPI_Sendrecv_replace", "MPI_Ssend",
                                         "MPI_Issend" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        fires(with_network_of(names[i], 1024, 45), "small_messages",
              0.2 * 0.9 * (1 - 1.0 / 9));
    is_silent(with_network_of("MPI_Recv", 1024, 45), "small_messages");
}

/* Half of 0.2 s x 0.9. */
UNIT_TEST(bandwidth_bound_messages_gain_by_fewer_bytes)
{
    fires(with_network(1 << 20, 5), "slow_messages", 0.09);
    make_report(with_network(1 << 20, 5), NULL);
    says("slow_messages", "remedy", "Move fewer bytes");
    is_silent(with_network(1 << 20, 26), "slow_messages");
    is_silent(with_network(1 << 10, 5), "slow_messages");
}

/* Each of so many ranks makes 400 calls of 1 ms; the replay knows what they cost if it
 * saw enough of them. */
static struct profile *with_transposes(uint32_t ranks, uint64_t seen)
{
    struct profile *profile = synthetic(ranks);
    uint32_t call = add_call(profile, "MPI_Alltoall", CALL_CLASS_COLLECTIVE,
                             CALL_COLL_ALLTOALL);
    struct replay_result *replay;

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    replay = profile->replay;
    replay->transfers = calloc(1, sizeof(*replay->transfers));
    CU_ASSERT_PTR_NOT_NULL_FATAL(replay->transfers);
    replay->transfer_count = 1;
    replay->transfers[0] = (struct transfer){ .site = add_site(replay, call),
                                              .bytes = 128,
                                              .calls = seen,
                                              .ns = seen * MS };
    for (uint32_t i = 0; i < ranks; i++)
        add_row(profile, i, call, 400, 400 * MS, 400 * 32 * ranks);
    return profile;
}

static const char *remedy_for(struct profile *profile)
{
    make_report(profile, NULL);
    return text_at("advice", row_with("advice", "rule", "small_collectives"),
                   "remedy");
}

UNIT_TEST(latency_bound_transposes_are_better_among_fewer_ranks)
{
    HAS(remedy_for(with_transposes(8, 400)), "pencils in place of slabs");
    LACKS(remedy_for(with_transposes(7, 400)), "pencils");
    LACKS(remedy_for(with_transposes(8, 9)), "pencils");
}

/* Half of 1 s x 0.98, and half of 0.8 s x 0.975: 10 % of T is 0.4 s. */
static struct profile *with_collectives(uint64_t bytes, uint64_t ns)
{
    struct profile *profile =
        with_costs("MPI_Allgather", CALL_CLASS_COLLECTIVE, bytes, ns, 5);

    profile->ranks[SYNTHETIC_SLOW_RANK].mpi[CALL_CLASS_OTHER] += 2000 * MS;
    return profile;
}

UNIT_TEST(large_collectives_gain_by_fewer_bytes_where_they_take_long)
{
    fires(with_collectives(1 << 20, 1000 * MS), "slow_messages", 0.49);
    make_report(with_collectives(1 << 20, 1000 * MS), NULL);
    says("slow_messages", "remedy", "only to the ranks that need it");
    is_silent(with_collectives(1 << 20, 800 * MS), "slow_messages");
    is_silent(with_collectives(1 << 17, 1000 * MS), "slow_messages");
    is_silent(with_calls("MPI_Allgather", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLGATHER, 400, 1000 * MS, 400000000),
              "slow_messages");
}

/* 0.4 s of Waitall in each rank that nobody is to blame for. */
static struct profile *with_overlap(const char *name, uint64_t worked)
{
    struct profile *profile = synthetic(4);
    struct replay_result *replay;
    uint32_t call = add_call(profile, name, CALL_CLASS_WAIT, 0);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    replay = profile->replay;
    replay->overlaps = calloc(1, sizeof(*replay->overlaps));
    CU_ASSERT_PTR_NOT_NULL_FATAL(replay->overlaps);
    replay->overlaps[replay->overlap_count++] =
        (struct overlap){ .site = add_site(replay, call),
                          .calls = 400,
                          .work = worked,
                          .messages = 400,
                          .bytes = 4000000000 };
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 100, 200 * MS, 0);
    return profile;
}

/* Less than a tenth of 0.8 s. */
UNIT_TEST(waiting_right_after_posting_fires)
{
    fires(with_overlap("MPI_Wait", 79 * MS), "no_overlap", 0.2);
    is_silent(with_overlap("MPI_Wait", 81 * MS), "no_overlap");
    is_silent(with_overlap("MPI_Testall", 79 * MS), "no_overlap");
}

/* 400 messages and 0.3 GB take 8 ms and 0.3 s. */
UNIT_TEST(no_more_than_messages_take_can_be_hidden)
{
    struct profile *profile = with_overlap("MPI_Wait", 1 * MS);

    profile->replay->overlaps[0].bytes = 400000000;
    fires(profile, "no_overlap", (0.4 + 0.008) / 4);
    profile = with_overlap("MPI_Wait", 1 * MS);
    profile->replay->overlaps[0].bytes = 300000000;
    is_silent(profile, "no_overlap");
    profile = with_overlap("MPI_Wait", 1 * MS);
    profile->replay->overlaps[0].bytes = 300000000;
    profile->replay->overlaps[0].collectives = true;
    fires(profile, "no_overlap", 0.2);
}

/* 4.6 of 5.3 s in MPI_Waitall are waits; of 5.3 s is the tenth. */
UNIT_TEST(no_more_than_what_is_no_wait_can_be_hidden)
{
    struct profile *profile = with_overlap("MPI_Wait", 500 * MS);
    struct replay_result *replay = profile->replay;

    for (uint32_t i = 0; i < replay->site_count; i++)
        if (replay->sites[i].call == SYNTHETIC_WAITALL)
            replay->overlaps[0].site = i;
    fires(profile, "no_overlap", 0.7 / 4);
}

/* Each rank works 0.1 s. */
UNIT_TEST(no_more_work_than_there_is_can_hide_it)
{
    struct profile *profile = with_overlap("MPI_Wait", 1 * MS);

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].mpi[CALL_CLASS_OTHER] +=
            i == SYNTHETIC_SLOW_RANK ? 3600 * MS : 2100 * MS;
    fires(profile, "no_overlap", 0.1);
}

/* What is not in the trace would count as no wait. */
UNIT_TEST(a_trace_of_a_part_tells_nothing_of_what_is_no_wait)
{
    struct profile *profile = with_overlap("MPI_Wait", 79 * MS);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 600 * MS, 400000000);
    profile->replay->cut = true;
    make_report(profile, NULL);
    CU_ASSERT_FALSE(has_rule("no_overlap"));
    CU_ASSERT_FALSE(has_rule("slow_messages"));
    CU_ASSERT_TRUE(has_rule("late_messages"));
}

/* 4.6 of 5.3 s in MPI_Waitall are waits, of two kinds; 0.2 GB need 0.2 s. */
UNIT_TEST(all_waits_are_taken_from_the_time_of_messages)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (size_t i = 0; i < profile->replay->row_count; i++)
        if (profile->replay->rows[i].kind == WAIT_LATE_SENDER &&
            profile->replay->rows[i].rank == 0)
            profile->replay->rows[i].kind = WAIT_WRONG_ORDER;
    for (uint32_t i = 0; i < 4; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++)
            if (profile->ranks[i].rows[k].call == SYNTHETIC_WAITALL)
                profile->ranks[i].rows[k].in.sum = 50000000;
    fires(profile, "slow_messages", (5.3 - 4.6 - 0.2) / 4);
}

/* Neighbours are on two nodes in turn, and spend 1.02 s in messages, which between
 * nodes take four times as long as inside them. */
static struct profile *on_nodes_in_turn(void)
{
    struct profile *profile = synthetic(8);
    struct replay_result *replay;

    for (uint32_t i = 0; i < 8; i++) {
        profile->ranks[i].host = i % 2;
        profile->ranks[i].mpi[CALL_CLASS_WAIT] = 1000 * MS;
        profile->ranks[i].mpi[CALL_CLASS_P2P] = 20 * MS;
    }
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    replay = profile->replay;
    replay->transfers = calloc(4, sizeof(*replay->transfers));
    replay->transfer_count = 4;
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t bytes = i % 2 == 0 ? 0 : 100000;

        replay->transfers[i] =
            (struct transfer){ .apart = i / 2,
                               .bytes = bytes,
                               .calls = 100,
                               .ns = 100 * (i < 2 ? 1 : 4) * (10000 + bytes) };
    }
    return profile;
}

/* Of 8 edges 7 have distance 1: a quarter of these would go between nodes that are
 * filled in order, and the one of distance 7. */
UNIT_TEST(messages_inside_a_node_are_not_free)
{
    fires(on_nodes_in_turn(), "placement",
          1.02 * (1 - (7.0 / 4 + 1) / 8) * 0.75);
}
