/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_advice.c - each rule on work, and that on nodes, fires where it has to,
 * with the gain of its formula, and does not fire next to that.
 */
#include "advice_cases.h"
#include "model/notes/comm_note.h"

#include "analyze/advice/advice.h"

UNIT_TEST(what_gains_nothing_alone_comes_behind_what_does)
{
    struct finding masked = { .gain = 3, .masked = true },
                   least = { .gain = 1 }, most = { .gain = 2 };
    struct finding *findings[] = { &masked, &least, &most };

    findings_sort(findings, 3);
    CU_ASSERT_PTR_EQUAL(findings[0], &most);
    CU_ASSERT_PTR_EQUAL(findings[1], &least);
    CU_ASSERT_PTR_EQUAL(findings[2], &masked);
}

/* ---- balance ---- */

UNIT_TEST(two_alike_get_no_advice)
{
    make_report(synthetic(2), NULL);
    CU_ASSERT_EQUAL(row_count("advice"), 0);
}

UNIT_TEST(unequal_work_names_rank_region_and_gain)
{
    size_t row;

    make_report(synthetic(4), NULL);
    row = row_with("advice", "rule", "unequal_work");
    NUMBERS("advice", row, { "gain_s", 3.5 - 9.5 / 4 },
            { "gain_share", (3.5 - 9.5 / 4) / 4.0 }, { "rank", 2 });
    TEXT_IS("advice", row, "where", "main/solve");
    says("unequal_work", "evidence",
         "Rank 2 spends 3.50 s outside MPI there; the mean of all ranks is "
         "2.38 s, the minimum 2.00 s (rank 0).");
    LACKS(text_at("advice", row, "evidence"), "MPIPROF_COUNTERS");
    says("unequal_work", "remedy",
         "Run `MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC mpiexec ...' to "
         "count instructions: ");
    says("unequal_work", "remedy",
         "spread the work evenly (by cost, not by number of items)");
    CU_ASSERT_FALSE(has_rule("serial_work"));
}

/* The mean of the three others is 2.0 s. */
UNIT_TEST(two_percent_of_the_run_is_the_least)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        struct rank_data *slow = &profile->ranks[SYNTHETIC_SLOW_RANK];

        /* max - mean is three quarters of what is above the others */
        solve_of(slow)->exclusive = 2000 * MS + (i == 0 ? 107 : 106) * MS;
        if (i == 0)
            fires(profile, "unequal_work", 0.107 * 3 / 4);
        else
            is_silent(profile, "unequal_work");
    }
}

UNIT_TEST(work_of_one_alone_is_told_from_more_work)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        uint64_t others = (i == 0 ? 650 : 750) * MS;

        for (uint32_t k = 0; k < 4; k++)
            if (k != SYNTHETIC_SLOW_RANK)
                solve_of(&profile->ranks[k])->exclusive = others;
        make_report(profile, NULL);
        CU_ASSERT_EQUAL(has_rule("serial_work"), i == 0);
        CU_ASSERT_EQUAL(has_rule("unequal_work"), i == 1);
        if (i == 0)
            LACKS(text_at("advice", row_with("advice", "rule", "serial_work"),
                          "evidence"),
                  "MPIPROF_COUNTERS");
    }
}

UNIT_TEST(ranks_that_cannot_be_compared_are_not)
{
    struct profile *profile = synthetic(4);

    profile->ranks[0].cut = true;
    is_silent(profile, "unequal_work");
    profile = synthetic(4);
    profile->ranks[0].paused = 2000 * MS;
    is_silent(profile, "unequal_work");
}

/* A coupled program: nobody waits, whatever a region's times are. */
UNIT_TEST(who_never_waits_has_no_unequal_work)
{
    struct profile *profile = synthetic(4);

    for (uint32_t k = 0; k < 4; k++)
        memset(profile->ranks[k].mpi, 0, sizeof(profile->ranks[k].mpi));
    is_silent(profile, "unequal_work");
}

/* 4.0 s - 3.9 s are less than what solve is unequal by. */
UNIT_TEST(unequal_work_gains_no_more_than_is_lost)
{
    struct profile *profile = synthetic(4);

    for (uint32_t k = 0; k < 4; k++) {
        memset(profile->ranks[k].mpi, 0, sizeof(profile->ranks[k].mpi));
        profile->ranks[k].mpi[CALL_CLASS_WAIT] = 100 * MS;
    }
    fires(profile, "unequal_work", 0.1);
}

static void add_counter(struct profile *profile, const char *name)
{
    size_t count = profile->counter_count;
    char **names = realloc(profile->counters, (count + 1) * sizeof(*names));

    CU_ASSERT_PTR_NOT_NULL_FATAL(names);
    profile->counters = names;
    names[count] = strdup(name);
    profile->counter_count++;
}

/* In main/solve, of the slow rank and of each other. */
static struct profile *with_counters(const char *const names[2],
                                     const uint64_t slow[2],
                                     const uint64_t others[2])
{
    struct profile *profile = synthetic(4);

    for (int i = 0; i < 2 && names[i] != NULL; i++) {
        add_counter(profile, names[i]);
        for (uint32_t k = 0; k < 4; k++)
            solve_of(&profile->ranks[k])->counters[i] =
                k == SYNTHETIC_SLOW_RANK ? slow[i] : others[i];
    }
    return profile;
}

static void check_why(const uint64_t slow[2], const char *evidence,
                      const char *remedy)
{
    static const char *const names[2] = { "PAPI_TOT_CYC", "PAPI_TOT_INS" };
    static const uint64_t others[2] = { 4000, 8000 };

    make_report(with_counters(names, slow, others), NULL);
    says("unequal_work", "evidence", evidence);
    says("unequal_work", "remedy", remedy);
}

/* It takes 3.5 / 2.0 = 1.75 times as long as the others. */
UNIT_TEST(counters_tell_why_a_rank_is_longer)
{
    check_why((uint64_t[]){ 7000, 14000 },
              "1.75 times as long, with 1.75 times the instructions, 1.00 "
              "times the instructions per cycle, 1.00 times the clock",
              "more work");
    check_why((uint64_t[]){ 7000, 8000 },
              "1.00 times the instructions, 0.57 times the instructions per "
              "cycle, 1.00 times the clock",
              "memory");
    check_why((uint64_t[]){ 4000, 8000 },
              "1.00 times the instructions, 1.00 times the instructions per "
              "cycle, 0.57 times the clock",
              "core is likely slower");
}

/* Twice as many bytes as the others; more visits than they. */
UNIT_TEST(traffic_shows_who_has_more_work)
{
    struct profile *profile = synthetic(4);
    struct rank_data *slow = &profile->ranks[SYNTHETIC_SLOW_RANK];

    for (size_t i = 0; i < slow->row_count; i++) {
        slow->rows[i].out.sum *= 2;
        slow->rows[i].in.sum *= 2;
    }
    make_report(profile, NULL);
    HAS(report->verdict[1], ": 3.50 s against 2.00 s on average, with 2.0 "
                            "times as many bytes sent and received.");
    says("unequal_work", "remedy", "Divide this work so that all ranks");
    says("unequal_work", "evidence", "slower at it, run `MPIPROF_COUNTERS=");
    profile = synthetic(4);
    solve_of(&profile->ranks[SYNTHETIC_SLOW_RANK])->visits *= 3;
    make_report(profile, NULL);
    HAS(report->verdict[1], ", with 3.0 times as many visits.");
    says("unequal_work", "remedy", "There is more work");
    profile = synthetic(4);
    profile->ranks[SYNTHETIC_SLOW_RANK].rows[1].count *= 2;
    make_report(profile, NULL);
    HAS(report->verdict[1], ": 3.50 s against 2.00 s on average.  ");
    says("unequal_work", "remedy", "Divide this work so that all ranks");
}

UNIT_TEST(the_other_of_two_ranks_is_named)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(2);

        solve_of(&profile->ranks[1])->exclusive = 3500 * MS;
        for (uint32_t k = 0; i == 1 && k < 2; k++)
            for (size_t row = 0; row < profile->ranks[k].row_count; row++) {
                profile->ranks[k].rows[row].out.sum = 0;
                profile->ranks[k].rows[row].in.sum = 0;
            }
        make_report(profile, NULL);
        HAS(report->verdict[1],
            i == 0
                ? "1. Rank 1 works 1.8 times as long as rank 0 in region "
                  "main/solve: 3.50 s against 2.00 s; it makes as many MPI calls "
                  "as rank 0.  Rank 0 spends most of its MPI time in MPI_Waitall"
                : "; it makes as many MPI calls as rank 0.");
    }
}

UNIT_TEST(no_core_is_blamed_for_many_times_the_work)
{
    for (int times = 2; times <= 5; times += 3) {
        struct profile *profile = synthetic(4);
        uint64_t others = solve_of(&profile->ranks[0])->exclusive;

        solve_of(&profile->ranks[SYNTHETIC_SLOW_RANK])->exclusive =
            (uint64_t)times * others;
        make_report(profile, NULL);
        says("unequal_work", "remedy",
             times == 2 ? "Run `MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC "
                          "mpiexec ...' to count instructions: "
                        : "Cores hardly differ that much");
    }
}

/* 14000 / 8000 instructions in 1.75 times the time are more work, 8000 are as
 * much. */
UNIT_TEST(instructions_show_who_has_more_work_on_the_first_screen)
{
    static const char *const names[2] = { "PAPI_TOT_INS", NULL };

    make_report(with_counters(names, (uint64_t[]){ 14000, 0 },
                              (uint64_t[]){ 8000, 0 }),
                NULL);
    HAS(report->verdict[1], ", with 1.75 times the instructions.");
    HAS(report->verdict[1], "It likely has more work");
    make_report(
        with_counters(names, (uint64_t[]){ 8000, 0 }, (uint64_t[]){ 8000, 0 }),
        NULL);
    HAS(report->verdict[1], ", with 1.00 times the instructions.");
    HAS(report->verdict[1], "slower at it");
}

/* Of a rank that is in that region for longer, in MPI, they are not. */
UNIT_TEST(counters_are_of_the_rank_with_the_most_work)
{
    static const char *const names[2] = { "PAPI_TOT_CYC", "PAPI_TOT_INS" };
    struct profile *profile = with_counters(names, (uint64_t[]){ 7000, 14000 },
                                            (uint64_t[]){ 4000, 8000 });
    struct region_data *solve = solve_of(&profile->ranks[0]);

    solve->exclusive = 9000 * MS;
    solve->mpi = 7000 * MS;
    make_report(profile, NULL);
    says("unequal_work", "evidence",
         "1.75 times as long, with 1.75 times the instructions");
}

/* How long they take is not explained by how many they are. */
UNIT_TEST(instructions_alone_tell_more_work_from_slower)
{
    static const char *const names[2] = { "PAPI_TOT_INS", NULL };

    for (int i = 0; i < 2; i++) {
        uint64_t slow = i == 0 ? 14000 : 8100;

        make_report(with_counters(names, (uint64_t[]){ slow, 0 },
                                  (uint64_t[]){ 8000, 0 }),
                    NULL);
        says("unequal_work", "evidence",
             i == 0 ? "with 1.75 times the instructions."
                    : "with 1.01 times the instructions.");
        says("unequal_work", "remedy",
             i == 0 ? "It likely has more work" : "slower at it");
    }
}

UNIT_TEST(a_rank_without_processor_is_told)
{
    static const char *const names[2] = { "perf::TASK-CLOCK", NULL };

    for (int i = 0; i < 2; i++) {
        uint64_t slow = (i == 0 ? 1750 : 3400) * MS;
        const char *evidence;
        size_t row;

        make_report(with_counters(names, (uint64_t[]){ slow, 0 },
                                  (uint64_t[]){ 2000 * MS, 0 }),
                    NULL);
        row = row_with("advice", "rule", "unequal_work");
        evidence = text_at("advice", row, "evidence");
        CU_ASSERT_EQUAL(strstr(evidence, "on a core for only") != NULL,
                        i == 0);
        CU_ASSERT_EQUAL(strstr(evidence, "only 50 %") != NULL, i == 0);
    }
}

/* ---- nodes ---- */

/* Each rank sends only to the next of a ring of 8; nodes have 4. */
static struct profile *on_nodes(bool alternating)
{
    struct profile *profile = synthetic(8);

    for (uint32_t i = 0; i < 8; i++) {
        if (alternating)
            profile->ranks[i].host = i % 2;
        profile->ranks[i].mpi[CALL_CLASS_WAIT] = 1000 * MS;
        profile->ranks[i].mpi[CALL_CLASS_P2P] = 20 * MS;
    }
    return profile;
}

/* Of 8 edges 7 have distance 1: a quarter of these would go between nodes that
 * are filled in order, and the one of distance 7. */
UNIT_TEST(ranks_placed_in_turns_fire)
{
    double blocked = (7.0 / 4 + 1) / 8;

    fires(on_nodes(true), "placement", 1.02 * (1 - blocked));
    is_silent(on_nodes(false), "placement");
    is_silent_inside(on_nodes(true), "placement");
}

/* Rank 0 is beside ranks 1 and 7: two of eight edges are within a node. */
UNIT_TEST(bytes_between_nodes_are_a_part_of_all)
{
    struct profile *profile = on_nodes(true);

    profile->ranks[0].host = 1;
    make_report(profile, NULL);
    says("placement", "evidence",
         "9.38 MiB of the 12.5 MiB sent between ranks cross hosts (2 hosts)");
}

/* Each rank sends only to the one four ranks on, which is on the other node. */
UNIT_TEST(partners_half_of_the_ranks_away_fire)
{
    struct profile *profile = on_nodes(false);

    for (uint32_t i = 0; i < 8; i++) {
        profile->ranks[i].host = i / 4;
        for (uint32_t k = 0; k < profile->ranks[i].peer_count; k++)
            profile->ranks[i].peers[k].rank = (i + 4) % 8;
    }
    fires(profile, "placement", 1.02);
    says("placement", "evidence",
         "with ranks placed round-robin on the hosts");
    says("placement", "remedy", "--map-by node");
}

/* 6 of 40 edges go between nodes; 39 / 20 + 1 would, if they were filled in
 * order.  That is half as many, and yet less than a tenth of all. */
UNIT_TEST(few_bytes_between_nodes_are_no_wrong_placement)
{
    static const uint32_t ends[] = { 7, 14, 20, 26, 33, 40 };
    struct profile *profile = synthetic(40);

    for (uint32_t i = 0, arc = 0; i < 40; i++) {
        arc += i == ends[arc];
        profile->ranks[i].host = arc % 2;
        profile->ranks[i].mpi[CALL_CLASS_WAIT] = 1000 * MS;
    }
    is_silent(profile, "placement");
}

/* 4 of 8 edges go between nodes, 7 / 4 + 1 would. */
UNIT_TEST(not_much_more_bytes_are_no_wrong_placement)
{
    static const uint32_t hosts[8] = { 0, 0, 1, 1, 0, 0, 1, 1 };
    struct profile *profile = on_nodes(false);

    for (uint32_t i = 0; i < 8; i++)
        profile->ranks[i].host = hosts[i];
    is_silent(profile, "placement");
}

/* ---- all of them ---- */

/* A damaged file: nothing is told, or anything, and all of it is defined. */
UNIT_TEST(any_numbers_have_a_report)
{
    static const char *const names[] = { "MPI_Send", "MPI_Barrier", "MPI_Test",
                                         "MPI_File_write" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct profile *profile = with_calls(
            names[i], i == 3 ? CALL_CLASS_IO : CALL_CLASS_P2P,
            i == 1 ? CALL_COLL_BARRIER : 0, 1u << 31, UINT64_MAX, UINT64_MAX);
        struct rank_data *data = &profile->ranks[0];

        data->rows[data->row_count - 1].out.sum = 1u << 31;
        data->length = UINT64_MAX;
        data->init = data->finalize = UINT64_MAX;
        profile->hook_ns_x100 = UINT64_MAX;
        profile->ranks[1].peers[0] =
            (struct peer){ .rank = 0, .out_bytes = UINT64_MAX };
        profile->ranks[1].peer_count = 1;
        make_report(profile, NULL);
    }
}

/* Rank 0 does nothing but wait for messages: the others work 2.7 s on average,
 * and rank 2 in solve 1.625 s longer than the mean of all.  With no more messages than
 * the others it has no part of the work. */
UNIT_TEST(no_estimate_moves_work_to_a_master)
{
    for (uint64_t times = 1; times <= 3; times += 2) {
        struct profile *profile = synthetic(4);
        struct rank_data *master = &profile->ranks[0];

        master->mpi[CALL_CLASS_WAIT] += 2200000000;
        for (size_t i = 0; i < master->region_count; i++)
            master->regions[i].mpi = master->regions[i].exclusive;
        for (size_t i = 0; i < master->peer_count; i++)
            master->peers[i].in_messages *= times;
        fires(profile, "unequal_work", times == 1 ? 1.625 : 1.3);
        HAS(report->verdict[1], times == 1 ? ": 4.00 s -> 2.38 s (-41 %)."
                                           : ": 4.00 s -> 2.70 s (-32 %).");
    }
}

/* All messages go to rank 2 and from it. */
static struct profile *with_star(uint32_t ranks)
{
    struct profile *profile = synthetic(ranks);

    for (uint32_t i = 0; i < ranks; i++)
        if (i != SYNTHETIC_SLOW_RANK) {
            profile->ranks[i].peers[0] =
                (struct peer){ .rank = SYNTHETIC_SLOW_RANK,
                               .out_messages = 1,
                               .in_messages = 1 };
            profile->ranks[i].peer_count = 1;
        }
    return profile;
}

/* They work 10.3 s in total, and three of them 8.1 s, which two cannot do sooner. */
UNIT_TEST(no_estimate_gives_a_master_a_part_of_the_others_work)
{
    fires(with_star(4), "unequal_work", 4 - 10.3 / 3);
    HAS(report->verdict[1],
        "Estimated run time if the other ranks did this: 4.00 s -> 3.43 s");
    HAS(report->verdict[1],
        "If this rank hands out tasks, let the ranks that");
    fires(with_star(3), "unequal_work", 1.0);
    HAS(report->verdict[1],
        "if this were spread evenly, at best: 4.00 s -> 3.00 s");
}

/* That rank and the next send messages to each other, and wait for them, alone. */
static void make_team(struct profile *profile, uint32_t first,
                      const char *made_by)
{
    uint32_t members[] = { first, first + 1 };
    struct comm_note note = { .size = 2,
                              .members = members,
                              .made_by = (char *)made_by };
    const uint8_t key[8] = { (uint8_t)first, 1 };
    struct definitions *table = profile->definitions;
    uint32_t comm = definitions_intern(table, DEFINITION_COMM, 0, 0, key, 8);
    struct bytes_writer bytes;

    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(table, DEFINITION_COMM, comm, bytes.data, bytes.size, 1);
    bytes_writer_clear(&bytes);
    for (uint32_t i = first; i < first + 2; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++)
            if (profile->ranks[i].rows[k].comm != 0)
                profile->ranks[i].rows[k].comm = comm;
}

static struct profile *on_one_host(const char *made_by)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].host = 0;
    make_team(profile, 2, made_by);
    return profile;
}

/* Ranks 2 and 3 work 2.95 s on average. */
UNIT_TEST(an_estimate_shares_work_in_a_team)
{
    struct profile *profile = on_one_host("MPI_Comm_split");

    fires(profile, "unequal_work", 4 - 2.95);
    HAS(report->verdict[1],
        "with this work spread evenly in its communicator (ranks 2 and 3): ");
    profile = on_one_host("MPI_Comm_split");
    profile->ranks[3].rows[1].comm = 1; /* MPI_Waitall may be of all ranks */
    fires(profile, "unequal_work", 1.125);
}

UNIT_TEST(ranks_of_a_host_are_a_team_only_where_nobody_waits_for_others)
{
    struct profile *profile = synthetic(4);

    make_team(profile, 2, "MPI_Comm_create");
    fires(profile, "unequal_work", 1.125);
    HAS(report->verdict[1], "with this work spread evenly: ");
    fires(on_one_host("MPI_Comm_split_type"), "unequal_work", 1.125);
    profile = synthetic(4);
    make_team(profile, 2, "MPI_Comm_split_type");
    make_team(profile, 0, "MPI_Comm_split_type");
    fires(profile, "unequal_work", 4 - 2.95);
}
