/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_advice_waits.c - each rule on wait states fires where it has to, with
 * the gain of its formula, and does not fire next to that.
 */
#include "advice_cases.h"
#include "synthetic_replay.h"

static void replayed(void)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    make_report(profile, NULL);
}

/* 4.6 s of four ranks; the work that causes them is known without a trace. */
UNIT_TEST(late_senders_point_to_who_works_longer)
{
    size_t row;

    replayed();
    row = row_with("advice", "rule", "late_messages");
    EMPTY_AT("advice", row, "gain_s");
    NEAR(number_at("advice", row, "rank"), 2);
    TEXT_IS("advice", row, "where",
            "MPI_Waitall in exchange_halo (heat2d.c:90)");
    says("late_messages", "evidence",
         "All 4 ranks wait there, 4.60 s in total, 4.50 s of it because rank "
         "2 is late at MPI_Isend in exchange_halo (heat2d.c:83).");
    says(
        "late_messages", "evidence",
        "Rank 2 spends longer outside MPI than the others: fix that first; these "
        "waits may disappear with it.");
    CU_ASSERT_FALSE(has_rule("late_rank"));
}

/* Of 4.6 s; rank 2 works longer, but most of these waits are for others. */
UNIT_TEST(one_of_many_who_are_late_has_not_to_change)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        size_t row;

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        for (size_t k = 0; k < profile->replay->cause_count; k++)
            if (profile->replay->causes[k].kind == WAIT_LATE_SENDER)
                profile->replay->causes[k].ns =
                    profile->replay->causes[k].rank == SYNTHETIC_SLOW_RANK
                        ? (i == 0 ? 2299 : 2300) * MS
                        : 0;
        make_report(profile, NULL);
        row = row_with("advice", "rule", "late_messages");
        CU_ASSERT_EQUAL(cell_at("advice", row, "rank")->kind,
                        i == 0 ? CELL_EMPTY : CELL_INTEGER);
        CU_ASSERT_EQUAL(cell_at("advice", row, "gain_s")->kind,
                        i == 0 ? CELL_NS : CELL_EMPTY);
    }
}

/* All work 2.0 s in main/solve; the waits are the same. */
static struct profile *equal_but_late(void)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    solve_of(&profile->ranks[SYNTHETIC_SLOW_RANK])->exclusive = 2000 * MS;
    return profile;
}

static void set_kind(struct profile *profile, enum wait_kind kind)
{
    struct replay_result *replay = profile->replay;

    for (size_t i = 0; i < replay->row_count; i++)
        if (replay->rows[i].kind == WAIT_LATE_SENDER)
            replay->rows[i].kind = kind;
    for (size_t i = 0; i < replay->cause_count; i++)
        if (replay->causes[i].kind == WAIT_LATE_SENDER)
            replay->causes[i].kind = kind;
}

/* Between receives in the wrong order. */
static void work_between(struct profile *profile, uint64_t ns)
{
    struct replay_result *replay = profile->replay;

    replay->overlaps = calloc(1, sizeof(*replay->overlaps));
    CU_ASSERT_PTR_NOT_NULL_FATAL(replay->overlaps);
    replay->overlaps[replay->overlap_count++] =
        (struct overlap){ .site = replay->rows[0].site, .reordered = ns };
}

UNIT_TEST(another_order_of_receives_gains_the_work_between_them)
{
    struct profile *profile = equal_but_late();

    set_kind(profile, WAIT_WRONG_SOURCE);
    is_silent(profile, "order_of_receives");
    profile = equal_but_late();
    set_kind(profile, WAIT_WRONG_SOURCE);
    work_between(profile, 2000 * MS);
    fires(profile, "order_of_receives", 2.0 / 4);
}

UNIT_TEST(each_kind_of_wait_has_its_rule)
{
    static const struct {
        enum wait_kind kind;
        const char *rule;
    } of[] = {
        { WAIT_LATE_SENDER, "late_messages" },
        { WAIT_WRONG_ORDER, "order_of_receives" },
        { WAIT_WRONG_SOURCE, "order_of_receives" },
        { WAIT_LATE_RECEIVER, "late_receives" },
        { WAIT_LATE_PROGRESS, "late_progress" },
        { WAIT_LATE_BROADCAST, "root_waits" },
        { WAIT_EARLY_REDUCE, "root_waits" },
        { WAIT_LATE_POST, "window_waits" },
        { WAIT_EARLY_WAIT, "window_waits" },
        { WAIT_LATE_COMPLETE, "window_waits" },
        { WAIT_LOCK, "lock_convoy" },
        { WAIT_CREATE, "window_waits" },
        { WAIT_FREE, "window_waits" },
        { WAIT_FENCE, "window_waits" },
        { WAIT_IO, "file_waits" },
    };

    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
        struct profile *profile = equal_but_late();

        set_kind(profile, of[i].kind);
        work_between(profile, 5000 * MS);
        fires(profile, of[i].rule, 4.6 / 4);
    }
    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        is_silent(synthetic(4), of[i].rule);
}

UNIT_TEST(who_waits_at_the_root_is_said)
{
    struct profile *profile = equal_but_late();

    set_kind(profile, WAIT_LATE_BROADCAST);
    work_between(profile, 5000 * MS);
    make_report(profile, NULL);
    HAS(report->verdict[1],
        "1. The other ranks wait for the root of MPI_Waitall "
        "in exchange_halo (heat2d.c:90).");
    profile = equal_but_late();
    set_kind(profile, WAIT_EARLY_REDUCE);
    work_between(profile, 5000 * MS);
    make_report(profile, NULL);
    HAS(report->verdict[1], "1. The root of MPI_Waitall in exchange_halo "
                            "(heat2d.c:90) waits for the other ranks.");
}

static void set_steps(struct profile *profile, uint64_t steps)
{
    for (uint32_t i = 0; i < profile->rank_count; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++)
            if (profile->ranks[i].rows[k].call == SYNTHETIC_ALLREDUCE)
                profile->ranks[i].rows[k].count = steps;
}

/* The first `links' of ranks 1 to 3 wait for the rank before them, in all 100 steps,
 * twice in each. */
static struct profile *chain_of(uint32_t links)
{
    struct profile *profile = equal_but_late();
    struct replay_result *replay = profile->replay;

    replay->pair_count = links;
    for (uint32_t i = 0; i < links; i++)
        replay->pairs[i] = (struct wait_pair){ i + 1, i, replay->pairs[i].site,
                                               1500 * MS, 100 };
    set_steps(profile, 50);
    return profile;
}

/* 4.6 s of four ranks; the first piece has an eighth of it. */
UNIT_TEST(three_ranks_one_after_another_are_a_pipeline)
{
    fires(chain_of(3), "pipeline", 4.6 / 4 * 7 / 8);
    says("pipeline", "evidence",
         "for the preceding rank, in chains of up to 4 ranks");
    fires(chain_of(2), "pipeline", 4.6 / 4 * 7 / 8);
    is_silent(chain_of(1), "pipeline");
    is_silent(equal_but_late(),
              "pipeline"); /* rank 2 waits for 1, and 1 for 2 */
}

/* The same with that number of steps. */
static struct profile *chain_of_values(uint32_t links, uint64_t steps)
{
    struct profile *profile = chain_of(links);

    set_steps(profile, steps);
    return profile;
}

/* The same call, from somewhere else. */
static uint32_t another_site(struct replay_result *replay, uint32_t site,
                             uint32_t from)
{
    uint32_t made = replay->site_count++;

    replay->sites =
        realloc(replay->sites, replay->site_count * sizeof(*replay->sites));
    replay->activities =
        realloc(replay->activities,
                2 * replay->site_count * sizeof(*replay->activities));
    replay->sites[made] = replay->sites[site];
    replay->sites[made].path = replay->sites[from].path;
    replay->activities[2 * made] = replay->activities[2 * made + 1] = 0;
    return made;
}

/* Ranks 1 to 3 wait 0.3 s for the rank before them, there, too. */
static void chain_at_site(struct replay_result *replay, uint32_t site)
{
    size_t count = replay->row_count;
    struct wait_row *rows = calloc(count + 3, sizeof(*rows));

    replay->row_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct wait_row row = replay->rows[i];

        rows[replay->row_count++] = row;
        if (row.kind != WAIT_LATE_SENDER || row.rank == 0)
            continue;
        row.site = site;
        row.ns = 300 * MS;
        rows[replay->row_count++] = row;
        replay->pairs[replay->pair_count++] =
            (struct wait_pair){ row.rank, row.rank - 1, site, 300 * MS, 100 };
    }
    free(replay->rows);
    replay->rows = rows;
}

UNIT_TEST(chains_at_two_call_sites_are_one_pipeline)
{
    struct profile *profile = chain_of(3);
    struct replay_result *replay = profile->replay;

    replay->pairs = realloc(replay->pairs, 6 * sizeof(*replay->pairs));
    chain_at_site(replay, another_site(replay, replay->pairs[0].site,
                                       replay->causes[2].site));
    fires(profile, "pipeline", 5.5 / 4 * 7 / 8);
    says("pipeline", "evidence", "so do ranks at 1 other call site; 5.50 s");
    says("pipeline", "evidence", "costs rank 1 up to 1.80 s");
}

/* Of 4.6 s, a tree of 2 levels saves 1 of 3 messages.  A rank waits 1.5 s at most: for
 * each of 3 ranks before it less than a quarter of the mean useful time, 2.6 s, and
 * for each of 2 ranks more. */
UNIT_TEST(values_that_go_along_a_chain_once_a_step_need_a_tree)
{
    fires(chain_of_values(3, 100), "sum_in_chain", 4.6 / 4 * 1 / 3);
    says("sum_in_chain", "evidence",
         "One message per step is passed along 4 ranks: ");
    is_silent(chain_of_values(3, 50), "sum_in_chain");
    is_silent(chain_of_values(2, 100), "sum_in_chain");
}

/* The chain of all, in MPI_Recv of so many bytes. */
static struct profile *chain_of_receives(uint64_t bytes)
{
    struct profile *profile = chain_of(3);
    struct profile_call *call = &profile->calls[SYNTHETIC_WAITALL];

    free((void *)call->name);
    call->name = strdup("MPI_Recv");
    call->class = CALL_CLASS_P2P;
    for (uint32_t i = 0; i < profile->rank_count; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++) {
            struct row *row = &profile->ranks[i].rows[k];

            if (row->call == SYNTHETIC_WAITALL)
                row->in = (struct spread){ bytes * row->count, bytes, bytes };
        }
    return profile;
}

UNIT_TEST(messages_too_small_for_data_pass_on_turns)
{
    fires(chain_of_receives(4), "turns", 4.6 / 4);
    says("turns", "evidence",
         "A message too short to carry data is passed along 4 ");
    is_silent(chain_of_receives(8), "turns");
    fires(chain_of_receives(8), "pipeline", 4.6 / 4 * 7 / 8);
}

/* 100 calls of each of four ranks, which take it 0.8 s; `quiet' of the 400 are
 * behind no transfers. */
static struct profile *with_quiet(const char *name, uint64_t quiet)
{
    struct profile *profile = synthetic(4);
    uint32_t call = add_call(profile, name, CALL_CLASS_ONE_SIDED, 0);
    struct replay_result *replay;
    uint32_t site;

    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 100, 800 * MS, 0);
    CU_ASSERT_EQUAL_FATAL(synthetic_replay(profile), STATUS_OK);
    replay = profile->replay;
    site = replay->site_count - 1; /* MPI_Allreduce becomes that call */
    replay->sites[site] = (struct replay_site){ .call = call };
    replay->overlaps = calloc(1, sizeof(*replay->overlaps));
    CU_ASSERT_PTR_NOT_NULL_FATAL(replay->overlaps);
    replay->overlaps[replay->overlap_count++] =
        (struct overlap){ .site = site, .quiet = quiet };
    return profile;
}

/* No more can be gained than the 0.3 s of MPI of rank 2. */
UNIT_TEST(fences_and_flushes_behind_no_transfers_are_told)
{
    struct profile *profile;
    uint32_t call;

    fires(with_quiet("MPI_Win_fence", 100), "needless_fences", 0.8 / 4);
    says("needless_fences", "evidence", "In 100 of 400 calls, no rank had");
    CU_ASSERT_FALSE(has_rule("needless_flushes"));
    fires(with_quiet("MPI_Win_flush_all", 100), "needless_flushes", 0.8 / 4);
    says("needless_flushes", "evidence",
         "100 of 400 calls had no transfer to complete.");
    CU_ASSERT_FALSE(has_rule("needless_fences"));
    is_silent(with_quiet("MPI_Win_fence", 0), "needless_fences");
    is_silent(with_quiet("MPI_Win_flush_all", 0), "needless_flushes");
    is_silent(with_quiet("MPI_Win_fence", 401), "needless_fences");
    for (int i = 0; i < 2; i++) {
        profile = with_quiet(i == 0 ? "MPI_Win_fence" : "MPI_Win_flush", 100);
        call = add_call(profile, "MPI_Win_shared_query", CALL_CLASS_OTHER, 0);
        add_row(profile, 0, call, 1, 1 * MS, 0);
        is_silent(profile, i == 0 ? "needless_fences" : "needless_flushes");
    }
}

UNIT_TEST(a_late_rank_is_told_where_work_is_equal)
{
    size_t row;

    make_report(equal_but_late(), NULL);
    row = row_with("advice", "rule", "late_rank");
    NUMBERS("advice", row, { "rank", 2 }, { "gain_s", (1.2 + 2 * 0.3) / 4 });
    says("late_rank", "where", "its work before MPI_Isend");
}

/* 0.11 s of work x 3 / 4 are not why rank 2 is late by 0.45 s, nor why others
 * wait 1.15 s each for it. */
UNIT_TEST(a_little_more_work_does_not_explain_long_waits)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    solve_of(&profile->ranks[SYNTHETIC_SLOW_RANK])->exclusive = 2110 * MS;
    make_report(profile, NULL);
    CU_ASSERT_TRUE(has_rule("unequal_work"));
    CU_ASSERT_TRUE(has_rule("late_rank"));
    NEAR(number_at("advice", row_with("advice", "rule", "late_messages"),
                   "gain_s"),
         4.6 / 4);
}

/* It has more work outside of regions, and is late in main/solve. */
UNIT_TEST(more_work_elsewhere_does_not_explain_a_late_rank)
{
    struct profile *profile = equal_but_late();

    profile->ranks[SYNTHETIC_SLOW_RANK].regions[0].exclusive += 1000 * MS;
    fires(profile, "late_rank", (1.2 + 2 * 0.3) / 4);
}

UNIT_TEST(work_of_one_alone_explains_why_it_is_late)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        if (i != SYNTHETIC_SLOW_RANK)
            solve_of(&profile->ranks[i])->exclusive = 500 * MS;
    is_silent(profile, "late_rank");
}

/* In two regions, of which the other comes first. */
UNIT_TEST(a_rank_that_works_longer_twice_is_not_called_late)
{
    struct profile *profile = synthetic(4);
    struct rank_data *slow = &profile->ranks[SYNTHETIC_SLOW_RANK];

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    slow->regions[0].exclusive += 1000 * MS;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(row_count("advice"), 3);
    CU_ASSERT_TRUE(has_rule("serial_work"));
    CU_ASSERT_TRUE(has_rule("unequal_work"));
    CU_ASSERT_FALSE(has_rule("late_rank"));
}

/* 1 s of rank 1 inside MPI_Allreduce, which has more work in that region. */
static struct profile *late_inside(const char *procedure)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (size_t i = 0; i < profile->replay->delay_count; i++)
        if (profile->replay->delays[i].rank == 1)
            profile->replay->delays[i].direct = 1000 * MS;
    free(profile->calls[SYNTHETIC_ALLREDUCE].name);
    profile->calls[SYNTHETIC_ALLREDUCE].name = strdup(procedure);
    for (size_t i = 0; i < profile->ranks[1].region_count; i++)
        if (profile->ranks[1].regions[i].exclusive == 80 * MS)
            profile->ranks[1].regions[i].exclusive = 1080 * MS;
    return profile;
}

UNIT_TEST(who_is_late_inside_mpi_has_another_remedy)
{
    size_t row;

    make_report(late_inside("MPI_Allreduce"), NULL);
    row = row_with("advice", "rule", "late_rank");
    NUMBERS("advice", row, { "gain_s", 1.0 / 4 }, { "rank", 1 });
    says("late_rank", "where", "its time inside MPI_Allreduce");
    says("late_rank", "remedy", "The time is spent inside MPI");
}

static void send_to_others(struct rank_data *rank, uint32_t ranks,
                           uint64_t messages)
{
    rank->peers = realloc(rank->peers, ranks * sizeof(*rank->peers));
    rank->peer_count = ranks - 1;
    for (uint32_t i = 0; i < ranks - 1; i++)
        rank->peers[i] = (struct peer){ .rank = (rank->rank + 1 + i) % ranks,
                                        .kind = PEER_P2P,
                                        .out_messages = messages };
}

/* Rank 2 alone sends that many messages, for which the others wait 2 s. */
static struct profile *fan_of(uint64_t messages, uint32_t from)
{
    struct profile *profile = late_inside("MPI_Send");
    uint32_t receive = add_call(profile, "MPI_Recv", CALL_CLASS_P2P, 0);

    profile->replay->delays[1] =
        (struct delay){ from, profile->replay->delays[1].activity, 2000 * MS,
                        0 };
    for (uint32_t i = 0; i < profile->rank_count; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++) {
            struct row *row = &profile->ranks[i].rows[k];

            if (row->call == SYNTHETIC_ALLREDUCE && i == from)
                row->count = messages;
            else if (row->call == SYNTHETIC_ALLREDUCE)
                row->call = receive;
        }
    send_to_others(&profile->ranks[from], profile->rank_count, messages / 3);
    return profile;
}

/* A tree of 2 levels saves 1 of 3 messages. */
UNIT_TEST(one_rank_that_sends_to_all_others_needs_a_tree)
{
    struct profile *profile;

    fires(fan_of(99, SYNTHETIC_SLOW_RANK), "serial_exchange", 2.0 / 4 / 3);
    says("serial_exchange", "evidence",
         "Rank 2 sends to each of the 3 others in turn; they wait 2.00 s");
    says("serial_exchange", "remedy", "Use MPI_Bcast if all ranks get the ");
    CU_ASSERT_FALSE(has_rule("late_rank"));
    is_silent(fan_of(100, SYNTHETIC_SLOW_RANK), "serial_exchange");
    is_silent(fan_of(99, 1), "serial_exchange"); /* one rank waits for it */
    profile = fan_of(99, SYNTHETIC_SLOW_RANK);   /* all of them to two ranks */
    profile->ranks[SYNTHETIC_SLOW_RANK].peers[1].out_messages = 0;
    is_silent(profile, "serial_exchange");
}

UNIT_TEST(a_trace_of_a_part_names_no_late_rank)
{
    struct profile *profile = equal_but_late();

    profile->replay->cut = true;
    is_silent(profile, "late_rank");
}

/* Of rank 1 inside MPI_Allreduce; 5 % of T are 0.2 s. */
UNIT_TEST(a_rank_late_inside_mpi_needs_more_to_be_told)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        struct replay_result *replay;

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        replay = profile->replay;
        for (size_t k = 0; k < replay->delay_count; k++)
            if (replay->delays[k].activity % 2 == 1)
                replay->delays[k].direct = (i == 0 ? 4 * 201 : 4 * 199) * MS;
        if (i == 0)
            fires(profile, "late_rank", 0.201);
        else
            is_silent(profile, "late_rank");
    }
}

UNIT_TEST(the_greatest_gain_comes_first)
{
    double before = 1e9;

    make_report(equal_but_late(), NULL);
    CU_ASSERT_TRUE(row_count("advice") >= 2);
    for (size_t i = 0; i < row_count("advice"); i++) {
        double gain = number_at("advice", i, "gain_s");

        CU_ASSERT_TRUE(gain <= before);
        before = gain;
    }
}
