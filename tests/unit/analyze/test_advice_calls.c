/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_advice_calls.c - each rule on collectives, objects, files, the start and
 * the end, and on what measuring costs, fires where it has to, with the gain of
 * its formula, and does not fire next to that.
 */
#include "advice_cases.h"
#include "model/definitions.h"
#include "model/notes/comm_note.h"

/* ---- collectives ---- */

UNIT_TEST(barriers_gain_the_least_time_of_a_rank)
{
    struct profile *profile = with_calls("MPI_Barrier", CALL_CLASS_COLLECTIVE,
                                         CALL_COLL_BARRIER, 10, 300 * MS, 0);

    profile->ranks[1].rows[profile->ranks[1].row_count - 1].time.sum =
        200 * MS;
    make_report(profile, NULL);
    says(
        "barriers", "evidence",
        "20 calls take 250 ms per rank on average and at least 200 ms (rank 1).");
    NEAR(number_at("advice", row_with("advice", "rule", "barriers"), "gain_s"),
         0.2);
    is_silent(with_calls("MPI_Barrier", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_BARRIER, 10, 79 * MS, 0),
              "barriers");
    is_silent(with_calls("MPI_Bcast", CALL_CLASS_COLLECTIVE, CALL_COLL_BCAST,
                         10, 300 * MS, 0),
              "barriers");
}

/* Ranks receive about as often, and would wait there instead: of ten barriers the
 * shortest takes 12 ms. */
UNIT_TEST(barriers_gain_little_where_ranks_wait_elsewhere)
{
    for (uint64_t calls = 10; calls <= 100000; calls *= 10000) {
        struct profile *profile =
            with_calls("MPI_Barrier", CALL_CLASS_COLLECTIVE, CALL_COLL_BARRIER,
                       calls, 300 * MS, 0);

        for (uint32_t i = 0; i < 2; i++) {
            struct rank_data *rank = &profile->ranks[i];

            rank->rows[rank->row_count - 1].time.min = (120 + i) * MS / calls;
        }
        fires(profile, "barriers", calls == 10 ? 0.12 : 0.3);
    }
}

/* Each of two ranks counts twice what it gives. */
UNIT_TEST(small_frequent_collectives_fire)
{
    fires(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                     CALL_COLL_ALLREDUCE, 400, 200 * MS, 400 * 2 * 1023),
          "small_collectives", 0.1);
    says(
        "small_collectives", "evidence",
        "take 200 ms on each rank; each rank makes 100 calls per second, of 1023 "
        "B each.");
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 400, 200 * MS, 400 * 2 * 1024),
              "small_collectives");
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 399, 200 * MS, 399 * 2 * 8),
              "small_collectives");
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 400, 79 * MS, 400 * 2 * 8),
              "small_collectives");
    is_silent(with_calls("MPI_Scan", CALL_CLASS_COLLECTIVE, CALL_COLL_SCAN,
                         400, 200 * MS, 400 * 2 * 8),
              "small_collectives");
}

static uint32_t add_comm(struct profile *profile, uint32_t size,
                         uint32_t remote)
{
    uint32_t members[8] = { 0, 1, 0, 1, 0, 1, 0, 1 };
    struct comm_note note = { .name = (char *)"",
                              .size = size,
                              .members = members,
                              .remote_size = remote,
                              .remote_members = members };
    struct definitions *table = profile->definitions;
    uint32_t comm = definitions_intern(table, DEFINITION_COMM, 0, 0,
                                       "\2\0\0\0\0\0\0\0", 8);
    struct bytes_writer bytes;

    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(table, DEFINITION_COMM, comm, bytes.data, bytes.size, 1);
    bytes_writer_clear(&bytes);
    return comm;
}

/* As many members as get it, each counts once; where there is a root, ranks send a
 * share once, on average. */
UNIT_TEST(what_each_gives_is_by_the_communicators_size)
{
    static const struct {
        enum call_coll coll;
        uint32_t size, remote, times;
    } of[] = {
        { CALL_COLL_ALLREDUCE, 4, 0, 4 }, { CALL_COLL_ALLGATHER, 4, 0, 4 },
        { CALL_COLL_ALLTOALL, 4, 0, 4 },  { CALL_COLL_ALLGATHER, 2, 4, 4 },
        { CALL_COLL_BCAST, 4, 0, 1 },     { CALL_COLL_GATHER, 4, 0, 1 },
        { CALL_COLL_REDUCE, 4, 0, 1 },    { CALL_COLL_SCATTER, 4, 0, 1 }
    };

    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        for (uint64_t bytes = 1023; bytes <= 1024; bytes++) {
            struct profile *profile =
                with_calls("MPI_Allthing", CALL_CLASS_COLLECTIVE, of[i].coll,
                           400, 200 * MS, 400 * of[i].times * bytes);
            uint32_t comm = add_comm(profile, of[i].size, of[i].remote);

            for (int k = 0; k < 2; k++)
                profile->ranks[k].rows[profile->ranks[k].row_count - 1].comm =
                    comm;
            if (bytes < 1024)
                fires(profile, "small_collectives", 0.1);
            else
                is_silent(profile, "small_collectives");
        }
}

/* ---- objects, files, the run ---- */

/* 0.2 and 0.3 s. */
UNIT_TEST(without_them_the_rank_with_the_least_time_gains)
{
    struct profile *profile =
        with_calls("MPI_Comm_dup", CALL_CLASS_WAIT, 0, 40000, 200 * MS, 0);

    profile->ranks[1].rows[profile->ranks[1].row_count - 1].time.sum =
        300 * MS;
    fires(profile, "creation_in_loop", 0.2);
}

UNIT_TEST(objects_made_in_a_loop_fire)
{
    fires(with_calls("MPI_Comm_dup", CALL_CLASS_OTHER, 0, 11, 200 * MS, 0),
          "creation_in_loop", 0.2);
    is_silent(with_calls("MPI_Comm_dup", CALL_CLASS_OTHER, 0, 10, 200 * MS, 0),
              "creation_in_loop");
    fires(with_calls("MPI_Type_vector", CALL_CLASS_OTHER, 0, 11, 200 * MS, 0),
          "creation_in_loop", 0.2);
    is_silent(
        with_calls("MPI_Comm_rank", CALL_CLASS_OTHER, 0, 11, 200 * MS, 0),
        "creation_in_loop");
}

UNIT_TEST(what_is_never_freed_is_told)
{
    struct profile *profile = synthetic(2);
    uint32_t call;

    profile->ranks[1].open_requests = 3;
    profile->ranks[0].open_comms = profile->ranks[1].open_comms = 2;
    make_report(profile, NULL);
    says("leaks", "evidence",
         "3 requests on 1 rank, 4 communicators on 2 ranks in total");
    fires(with_calls("MPI_Type_dup", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0),
          "leaks", 0);
    says("leaks", "where", "most of them made by MPI_Type_dup");
    profile = with_calls("MPI_Comm_split", CALL_CLASS_OTHER, 0, 3, 1 * MS, 0);
    profile->ranks[0].open_comms = 3;
    fires(profile, "leaks", 0);
    says("leaks", "where", "most of them made by MPI_Comm_split");
    profile = with_calls("MPI_Type_dup", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0);
    call = add_call(profile, "MPI_Type_free", CALL_CLASS_OTHER, 0);
    add_row(profile, 0, call, 2, 1 * MS, 0);
    is_silent(profile, "leaks");
    is_silent(with_calls("MPI_Type_free", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0),
              "leaks");
}

UNIT_TEST(who_was_killed_has_no_leaks)
{
    struct profile *profile = synthetic(2);

    profile->ranks[1].open_requests = 3;
    profile->ranks[1].ending.how = ENDING_SIGNAL;
    is_silent(profile, "leaks");
}

UNIT_TEST(leaks_are_those_of_the_whole_run)
{
    struct profile *profile = synthetic(2);

    profile->ranks[1].open_requests = 3;
    is_silent_inside(profile, "leaks");
    is_silent_in_a_part(
        with_calls("MPI_Type_dup", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0),
        "leaks");
}

UNIT_TEST(small_reads_and_writes_fire)
{
    fires(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 101, 400 * MS,
                     101 * 16384),
          "small_io", 0.4 * 3 / 4);
    is_silent(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 100, 400 * MS,
                         100 * 16384),
              "small_io");
    is_silent(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 101, 400 * MS,
                         101 * 65536),
              "small_io");
    is_silent(with_calls("MPI_File_write_all", CALL_CLASS_IO, 0, 101, 400 * MS,
                         101 * 16384),
              "small_io");
    is_silent(with_calls("MPI_File_write_ordered", CALL_CLASS_IO, 0, 101,
                         400 * MS, 101 * 16384),
              "small_io");
    is_silent(with_calls("MPI_Put", CALL_CLASS_ONE_SIDED, 0, 101, 400 * MS,
                         101 * 16384),
              "small_io");
}

/* The slow ones of so many ranks, from and to, move that many bytes more than the
 * 1000 of each other. */
static struct profile *with_pair(uint32_t from, uint32_t to, uint64_t more)
{
    struct profile *profile = synthetic(6);
    uint32_t call = add_call(profile, "MPI_Alltoallv", CALL_CLASS_COLLECTIVE,
                             CALL_COLL_ALLTOALLV);

    for (uint32_t i = 0; i < 6; i++) {
        struct row *row = add_row(profile, i, call, 10,
                                  i == from || i == to ? 400 * MS : 40 * MS,
                                  1000 + (i == from ? more : 0));
        uint64_t received = 1000 + (i == to ? more : 0);

        row->in = (struct spread){ received, received / 10, received / 10 };
    }
    return profile;
}

UNIT_TEST(two_ranks_that_exchange_most_are_told)
{
    struct profile *profile;

    fires(with_pair(4, 1, 999000), "one_pair", 0.3); /* of MPI on rank 2 */
    says("one_pair", "evidence",
         "Rank 4 sends 977 KiB there and rank 1 receives 977 KiB in total; "
         "half of the ranks send no more than 1000 B.");
    LACKS(
        text_at("advice", row_with("advice", "rule", "one_pair"), "evidence"),
        "to itself");
    profile = with_pair(4, 1, 999000);
    for (uint32_t i = 1; i < 6; i += 3) {
        struct row *row =
            &profile->ranks[i].rows[profile->ranks[i].row_count - 1];

        row->in.sum = row->out.sum = 1000000;
    }
    fires(profile, "one_pair", 0.4 * (1 - 0.334));
    says(
        "one_pair", "evidence",
        "  Both send and receive that much: to each other, or each to itself.");
    is_silent(with_pair(4, 4, 999000), "one_pair"); /* to itself */
    is_silent(with_pair(4, 1, 654000), "one_pair"); /* 64 KiB a call */
    profile = with_pair(4, 1, 999000);
    for (uint32_t i = 2; i < 4; i++)
        profile->ranks[i].rows[profile->ranks[i].row_count - 1].out.sum =
            250000;
    is_silent(profile, "one_pair");
    profile = with_pair(4, 1, 999000);
    profile->ranks[5].row_count--; /* no median of all ranks */
    is_silent(profile, "one_pair");
}

/* To all others, or from all of them. */
UNIT_TEST(one_rank_that_moves_most_is_told)
{
    for (int sends = 0; sends < 2; sends++) {
        struct profile *profile = with_pair(4, 1, 999000);
        struct rank_data *usual = &profile->ranks[sends ? 1 : 4];
        struct row *row = &usual->rows[usual->row_count - 1];

        row->in.sum = row->out.sum = 1000;
        make_report(profile, NULL);
        NEAR(number_at("advice", row_with("advice", "rule", "one_pair"),
                       "rank"),
             sends ? 4 : 1);
        says(
            "one_pair", "evidence",
            sends
                ? "It sends 977 KiB there in total; half of the ranks send no "
                  "more than 1000 B."
                : "It receives 977 KiB there in total; half of the ranks "
                  "receive no more than 1000 B.");
    }
}

/* It alone reads 101 times; its 0.4 s are 0.2 s of each. */
UNIT_TEST(small_reads_of_one_rank_fire)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_File_read", CALL_CLASS_IO, 0);
    struct row *row = add_row(profile, 1, call, 101, 400 * MS, 0);

    row->in = (struct spread){ 101 * 16384, 16384, 16384 };
    fires(profile, "small_io", 0.2 * 3 / 4);
}

/* 1 s and 10 s of all. */
UNIT_TEST(a_long_start_is_told)
{
    for (int i = 0; i < 3; i++) {
        struct profile *profile = synthetic(2);

        for (uint32_t k = 0; k < 2; k++) {
            profile->ranks[k].init = (i == 1 ? 998 : 1000) * MS;
            profile->ranks[k].finalize = 0;
            if (i == 2)
                profile->ranks[k].length = 9001 * MS;
        }
        if (i == 0)
            fires(profile, "start_and_end", 0);
        else
            is_silent(profile, "start_and_end");
    }
}

/* Rank 1 calls MPI_Init 0.8 s after rank 0, or 0.3 s, which explains little, or 0.6 s,
 * for which rank 0 does not wait. */
UNIT_TEST(a_long_start_names_the_rank_that_calls_last)
{
    for (int i = 0; i < 3; i++) {
        struct profile *profile = synthetic(2);

        profile->ranks[0].init = (i == 2 ? 500 : 1200) * MS;
        profile->ranks[1].init = (i == 0 ? 500 : i == 1 ? 1000 : 1200) * MS;
        profile->ranks[1].begin = (i == 2 ? 1300 : 100) * MS;
        fires(profile, "start_and_end", 0);
        says("start_and_end", "remedy",
             i == 0 ? "do before MPI_Init" : "are read from");
        if (i == 0)
            says("start_and_end", "evidence",
                 "Rank 1 calls MPI_Init 800 ms after rank 0, which waits for "
                 "it there.");
    }
}

/* The end counts, too, as far as all ranks spend it there: longer than that they wait
 * for one that comes late. */
UNIT_TEST(a_long_end_is_told_of_the_whole_run)
{
    for (int i = 0; i < 4; i++) {
        struct profile *profile = synthetic(2);

        profile->ranks[1].init = 900 * MS;
        profile->ranks[1].finalize = 400 * MS;
        profile->ranks[0].finalize = i == 3 ? 50 * MS : 300 * MS;
        if (i == 3) {
            is_silent(profile, "start_and_end");
            continue;
        }
        if (i == 0) {
            is_silent_inside(profile, "start_and_end");
            continue;
        }
        if (i == 1) {
            is_silent_in_a_part(profile, "start_and_end");
            continue;
        }
        make_report(profile, NULL);
        says("start_and_end", "evidence", "up to 1.20 s of 5.20 s.");
    }
}

/* 5 % of 4 s are 0.2 s. */
UNIT_TEST(measuring_that_costs_too_much_is_told)
{
    struct profile *profile = synthetic(2);

    profile->hook_ns_x100 = 34000000;
    fires(profile, "own_overhead", 0);
    profile = synthetic(2);
    profile->hook_ns_x100 = 32000000;
    is_silent(profile, "own_overhead");
    profile = synthetic(2);
    profile->hook_ns_x100 = 34000000;
    is_silent_inside(profile, "own_overhead");
}

/* Rank 1 makes 1000 calls more than the 601 of each. */
UNIT_TEST(the_busiest_rank_tells_what_measuring_costs)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_Comm_rank", CALL_CLASS_OTHER, 0);

    add_row(profile, 1, call, 1000, 1 * MS, 0);
    profile->hook_ns_x100 = 34000000;
    make_report(profile, NULL);
    NEAR(number_at("advice", row_with("advice", "rule", "own_overhead"),
                   "rank"),
         1);
    says("own_overhead", "evidence",
         "544 ms of 4.00 s on rank 1: 1601 MPI calls, 340000 ns each.");
    says("own_overhead", "remedy", "MPIPROF_CALLPATH=1");
}

/* 40 + 150 + 6 + 3 + 2 = 201 ms of rank 1, which makes no more calls. */
UNIT_TEST(all_that_measuring_costs_adds_up)
{
    struct profile *profile = synthetic(2);
    struct overhead *own = &profile->ranks[1].own;

    profile->hook_ns_x100 = 10000;
    *own = (struct overhead){ .calls = 400000,
                              .function_events = 5000000,
                              .function_ns = 150 * MS,
                              .region_events = 100000,
                              .region_ns = 6 * MS,
                              .sample_ns = 3 * MS,
                              .resource_ns = 2 * MS,
                              .finalize_ns = 900 * MS };
    make_report(profile, NULL);
    says("own_overhead", "evidence",
         "201 ms of 4.00 s on rank 1: 400000 MPI "
         "calls, 100 ns each; 5000000 starts and ends of functions, 30 ns "
         "each; 100000 starts and ends of regions, 60 ns each; samples 3.00 "
         "ms; readings of resources 2.00 ms.");
    says("own_overhead", "remedy", "MPIPROF_FUNCTIONS=skip:NAME");
    profile = synthetic(2);
    profile->ranks[1].own = (struct overhead){ .function_events = 1,
                                               .function_ns = 199 * MS,
                                               .finalize_ns = 900 * MS };
    is_silent(profile, "own_overhead");
}
