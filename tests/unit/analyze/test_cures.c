/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_cures.c - gains by simulation: which findings stay, with what gain.
 *
 * The simulation is one of the test's own, which knows how much each cure, and
 * all of them together, bring.
 */
#include <stdlib.h>

#include "advice_cases.h"
#include "base/saturate.h"
#include "synthetic_replay.h"

#define RANKS 4

/* What a run of `measured' takes without changes, without calls' waits or costs,
 * and with several changes; rank 2 does that work before MPI_Isend, each other a
 * third of it. */
static struct {
    uint64_t measured, unchanged, work, calls, together;
    uint32_t passes;
    bool fails, alone;      /* alone: the others do none of it */
    bool alike;             /* all but rank 0 do as much of it */
    uint32_t workers;       /* with which rank 2 was compared, last */
    struct packing packing; /* of small messages */
    struct rank_grid grid;  /* that it was given */
    uint64_t
        corner; /* bytes to the rank across, in a square of ranks; 0: a ring */
    double factor; /* of changes in the second pass, the least */
    bool accesses; /* the change of waits is also one of MPI_Allreduce's */
    uint64_t
        beside; /* rank 2's work before MPI_Allreduce, in the same region */
    uint64_t hidden; /* of rank 2's work, behind that of the others */
    bool evened;     /* in all of the region they do as much as rank 2 */
} plays;

static uint64_t work_of(uint32_t rank)
{
    return rank == 2 || (plays.alike && rank > 0) ? plays.work
           : plays.alone                          ? 0
                                                  : plays.work / 3;
}

/* The factor of rank 2's work before MPI_Isend. */
static double factor_in(const struct profile *profile,
                        const struct scenario *scenario)
{
    const struct change *change = &scenario->changes[0];
    const struct replay_result *replay = profile->replay;

    for (uint32_t i = 0; i < replay->site_count; i++)
        if (change->sites[i] && replay->sites[i].call == SYNTHETIC_ISEND)
            return change->factors[2] *
                   (change->step_factors == NULL
                        ? 1
                        : change->step_factors[2 * scenario->steps->count]);
    return 1;
}

static uint64_t length_in(const struct profile *profile,
                          const struct scenario *scenario)
{
    if (scenario->count == 0)
        return plays.unchanged;
    if (scenario->count > 1)
        return plays.together;
    if (scenario->changes[0].kind != CHANGE_WORK)
        return plays.calls;
    return plays.unchanged -
           saturate_near((double)(plays.work - plays.hidden) *
                         (1 - factor_in(profile, scenario)));
}

static bool changes_call(const struct profile *profile,
                         const struct change *change, uint32_t call)
{
    const struct replay_result *replay = profile->replay;

    for (uint32_t i = 0; i < replay->site_count; i++)
        if (change->sites[i] && replay->sites[i].call == call)
            return true;
    return false;
}

/* Whether the scenario is the second of work, that of all work in the region. */
static bool is_wide(const struct scenario *scenarios, uint32_t at)
{
    return at > 1 && scenarios[at].changes[0].kind == CHANGE_WORK &&
           scenarios[at - 1].changes[0].kind == CHANGE_WORK;
}

/* All work is in the first step. */
static enum status simulate(const struct profile *profile,
                            const struct scenario *scenarios, uint32_t count,
                            struct scenarios *out)
{
    *out = (struct scenarios){ .results = NULL };
    if (plays.fails)
        return STATUS_IO;
    *out = (struct scenarios){ .results = calloc(count, sizeof(*out->results)),
                               .changed = calloc((size_t)count * RANKS,
                                                 sizeof(*out->changed)),
                               .measured = plays.measured };
    CU_ASSERT_PTR_NOT_NULL_FATAL(out->results);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out->changed);
    CU_ASSERT_EQUAL(profile->rank_count, RANKS);
    for (uint32_t i = 0; i < count; i++) {
        out->results[i].length = length_in(profile, &scenarios[i]);
        if (scenarios[i].count > 0 &&
            scenarios[i].changes[0].kind == CHANGE_NO_WAIT)
            plays.accesses = changes_call(profile, &scenarios[i].changes[0],
                                          SYNTHETIC_ALLREDUCE);
        if (scenarios[i].packing != NULL) {
            plays.grid = scenarios[i].packing->grid;
            *scenarios[i].packing = plays.packing;
        }
        if (plays.passes == 1 && i % 2 == 0 &&
            scenarios[i].changes[0].factors[0] < plays.factor)
            plays.factor = scenarios[i].changes[0].factors[0];
        for (uint32_t k = 0; scenarios[i].behind != NULL && k < RANKS; k++)
            plays.workers = (k == 0 ? 0 : plays.workers) +
                            (k != 2 && scenarios[i].workers[k]);
        for (uint32_t k = 0; k < RANKS; k++) {
            out->changed[i * RANKS + k] = plays.evened && is_wide(scenarios, i)
                                              ? plays.work
                                              : work_of(k);
            if (scenarios[i].step_work != NULL)
                scenarios[i].step_work[k * scenarios[i].steps->count] =
                    work_of(k);
        }
    }
    plays.passes++;
    return STATUS_OK;
}

static void add_beside(struct replay_result *replay)
{
    replay->sites[4].region = replay->sites[1].region;
    replay->activities[2 * 4] = plays.beside;
    replay->delays[1] = (struct delay){ 2, 2 * 4, plays.beside, 0 };
}

static void play_off_with(struct profile *profile, uint64_t measured)
{
    const struct analyze_options options = { .simulate = simulate };

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    if (plays.beside > 0)
        add_beside(profile->replay);
    plays.measured = measured;
    plays.passes = 0;
    make_report(profile, &options);
}

static void play_off(uint64_t measured)
{
    play_off_with(synthetic(RANKS), measured);
}

static void play(void)
{
    play_off(plays.unchanged);
}

/* Evenly rank 2 works half as long, and as fast as the others a third. */
static void unequal(void)
{
    plays.unchanged = 4000 * MS;
    plays.work = 1500 * MS;
    plays.calls = 3400 * MS;
}

/* All others exchange messages with that rank alone. */
static struct profile *with_master(uint32_t master)
{
    struct profile *profile = synthetic(RANKS);

    for (uint32_t i = 0; i < RANKS; i++) {
        struct rank_data *rank = &profile->ranks[i];

        rank->peer_count = i == master ? 2 : 1;
        for (uint32_t k = 0; k < rank->peer_count; k++)
            rank->peers[k].rank =
                i == master ? (master + 1 + k) % RANKS : master;
    }
    return profile;
}

/* Sites of barriers that could go, 0.1 s of each rank in each. */
static struct profile *with_barriers(uint32_t count)
{
    struct profile *profile = synthetic(RANKS);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t call = add_call(profile, "MPI_Barrier", CALL_CLASS_COLLECTIVE,
                                 CALL_COLL_BARRIER);

        for (uint32_t k = 0; k < RANKS; k++)
            add_row(profile, k, call, 10, 100 * MS, 0);
    }
    return profile;
}

UNIT_TEST(what_there_is_no_room_to_simulate_is_counted)
{
    const char *note;

    unequal();
    plays.together = 3250 * MS;
    play_off_with(with_barriers(5), plays.unchanged);
    note = report_table(report, "advice")->note;
    CU_ASSERT_PTR_NULL(strstr(note, "left out"));
    play_off_with(with_barriers(40), plays.unchanged);
    note = report_table(report, "advice")->note;
    HAS(note, "more suggestions with smaller estimates, 100 ms at most, were "
              "not simulated and left out");
}

UNIT_TEST(what_adds_nothing_to_another_cure_is_dropped)
{
    size_t row;

    unequal();
    plays.together = 3250 * MS;
    play();
    row = row_with("advice", "rule", "unequal_work");
    NUMBERS("advice", row, { "gain_s", 0.75 }, { "most_gain_s", 1 });
    TEXT_IS("advice", row, "basis", "simulated");
    CU_ASSERT_FALSE(has_rule("late_messages"));
    CU_ASSERT_TRUE(
        in_verdict("1. Rank 2 works 3.0 times as long as the others"));
    CU_ASSERT_TRUE(in_verdict(": 1.50 s against 500 ms on average; it "
                              "communicates as much as the others."));
    CU_ASSERT_TRUE(
        in_verdict("Run time with this work spread evenly: 4.00 s -> "
                   "3.25 s (-19 %); or if rank 2 were as fast as the others: "
                   "3.00 s (-25 %)."));
    CU_ASSERT_FALSE(in_verdict("all of these changes"));
}

/* Rank 2 works 1.125 s more than the mean, and 2.5 ms of it before MPI_Isend:
 * sharing that gains nothing to speak of. */
UNIT_TEST(unequal_work_without_a_cause_is_said)
{
    plays.unchanged = 4000 * MS;
    plays.work = 5 * MS;
    plays.calls = 3990 * MS;
    play();
    CU_ASSERT_TRUE(in_verdict("None of the simulated changes shortens"));
    CU_ASSERT_TRUE(
        in_verdict("Unequal work costs up to 1.12 s (28 %), but not in "
                   "a single place: rank 2 works 3.70 s in total, "
                   "rank 0 only 2.20 s (--table imbalance_useful)."));
    unequal();
    play();
    CU_ASSERT_TRUE(
        in_verdict("Unequal work costs up to 375 ms (9.4 %) more, "));
    plays.work = 2000 * MS; /* half of it is gained: 1 s */
    play();
    CU_ASSERT_FALSE(in_verdict("Unequal work costs"));
}

/* With three times as many visits rank 2 has more work: as fast as the others it
 * cannot be. */
UNIT_TEST(more_work_is_not_promised_as_fast_as_less)
{
    struct profile *profile = synthetic(RANKS);

    unequal();
    play();
    CU_ASSERT_TRUE(in_verdict("; or if rank 2 were as fast as the others: "));
    solve_of(&profile->ranks[2])->visits *= 3;
    play_off_with(profile, plays.unchanged);
    CU_ASSERT_TRUE(in_verdict("with 3.0 times as many visits"));
    CU_ASSERT_FALSE(in_verdict("as fast as the others"));
}

UNIT_TEST(unequal_work_of_those_who_get_tasks_is_too_few_tasks)
{
    unequal();
    play_off_with(with_master(0), plays.unchanged);
    CU_ASSERT_EQUAL(plays.workers, 3);
    CU_ASSERT_TRUE(has_rule("few_tasks"));
    CU_ASSERT_FALSE(has_rule("unequal_work"));
    play();
    CU_ASSERT_FALSE(has_rule("few_tasks"));
    play_off_with(with_master(2), plays.unchanged); /* its own work */
    CU_ASSERT_FALSE(has_rule("few_tasks"));
    plays.alike = true;
    play_off_with(with_master(0), plays.unchanged);
    plays.alike = false;
    CU_ASSERT_FALSE(has_rule("few_tasks"));
    CU_ASSERT_TRUE(has_rule("unequal_work"));
}

/* It only hands out work. */
UNIT_TEST(nobody_is_compared_with_a_master)
{
    struct profile *profile = with_master(0);

    unequal();
    profile->ranks[0].mpi[CALL_CLASS_P2P] += 2100 * MS;
    play_off_with(profile, plays.unchanged);
    CU_ASSERT_EQUAL(plays.workers, 2);
}

/* It works 3.0 s alone, and the others 2.2 s meanwhile: more than T. */
UNIT_TEST(a_master_on_which_others_depend_is_the_bottleneck)
{
    unequal();
    plays.work = 3000 * MS;
    plays.alone = true;
    play_off_with(with_master(2), plays.unchanged);
    CU_ASSERT_TRUE(has_rule("master"));
    CU_ASSERT_TRUE(
        in_verdict("hands out work more slowly than the others process it"));
    play();
    CU_ASSERT_FALSE(has_rule("master"));
    CU_ASSERT_TRUE(has_rule("serial_work"));
    plays.work = 2000 * MS; /* no more than T: the others wait for it */
    play_off_with(with_master(2), plays.unchanged);
    CU_ASSERT_FALSE(has_rule("master"));
    plays.alone = false;
}

/* Only ranks 1 to 3 call MPI_Isend, and rank 2 alone works before that; before other
 * calls the others do as much. */
static void play_evened(uint64_t hidden)
{
    struct profile *profile = synthetic(RANKS);

    profile->ranks[0].rows[1].call = SYNTHETIC_IRECV;
    unequal();
    plays.work = 2000 * MS;
    plays.alone = plays.evened = true;
    plays.hidden = hidden;
    play_off_with(profile, plays.unchanged);
    plays.alone = plays.evened = false;
    plays.hidden = 0;
}

/* They wait for 60 and 40 % of it. */
UNIT_TEST(work_that_others_do_elsewhere_meanwhile_is_not_serial)
{
    play_evened(800 * MS);
    CU_ASSERT_TRUE(has_rule("serial_work"));
    play_evened(1200 * MS);
    CU_ASSERT_FALSE(has_rule("serial_work"));
    CU_ASSERT_FALSE(has_rule("unequal_work"));
}

/* Makes the calls of MPI_Isend those of a procedure that sends nothing. */
static void make_receive(struct profile *profile, const char *name, bool empty)
{
    free(profile->calls[SYNTHETIC_ISEND].name);
    profile->calls[SYNTHETIC_ISEND].name = strdup(name);
    for (uint32_t i = 0; i < RANKS; i++)
        for (size_t k = 0; k < profile->ranks[i].row_count; k++) {
            struct row *row = &profile->ranks[i].rows[k];

            if (row->call != SYNTHETIC_ISEND)
                continue;
            if (!empty)
                row->in = row->out;
            row->out = (struct spread){ .min = UINT64_MAX };
        }
}

/* Plays a run whose master works before such calls, and for so long before
 * MPI_Allreduce. */
static void play_master(const char *name, bool empty, uint64_t beside)
{
    struct profile *profile = with_master(2);

    make_receive(profile, name, empty);
    unequal();
    plays.work = 3000 * MS;
    plays.alone = true;
    plays.calls = plays.unchanged;
    plays.beside = beside;
    play_off_with(profile, plays.unchanged);
    plays.alone = false;
    plays.beside = 0;
}

/* They work 10.3 s in total, and one of them is the master. */
UNIT_TEST(what_a_master_does_after_its_answers_the_others_can_do)
{
    play_master("MPI_Recv", false, 0);
    NEAR(number_at("advice", row_with("advice", "rule", "master"), "gain_s"),
         4 - 10.3 / 3);
    CU_ASSERT_TRUE(in_verdict(
        "Run time with this work done by the ranks that get the tasks: 4.00 s -> "
        "3.43 s (-14 %); or without this work: 1.00 s (-75 %)."));
}

UNIT_TEST(a_master_looks_for_empty_messages_as_well)
{
    static const char *const names[] = { "MPI_Recv", "MPI_Probe", "MPI_Mprobe",
                                         "MPI_Iprobe" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        play_master(names[i], true, 0);
        CU_ASSERT_TRUE(in_verdict("done by the ranks that get the tasks"));
    }
    play_master("MPI_Isend", true, 0);
    CU_ASSERT_TRUE(in_verdict("with a tenth of this work"));
    play_master("MPI_Irecv", true, 0);
    CU_ASSERT_TRUE(in_verdict("with a tenth of this work"));
    play_master("MPI_Recv", false, 1500 * MS);
    CU_ASSERT_TRUE(in_verdict("with a tenth of this work"));
}

/* The master works for 2.44 s, and each of the others for 2.0 s.  Without the master's
 * work T would be 2.2 s; with a third of it on each of the others it is 8.44 / 3 s at
 * least, whatever else is changed. */
UNIT_TEST(with_other_changes_workers_still_do_the_master_s_work)
{
    struct profile *profile = with_master(2);

    for (uint32_t i = 0; i < RANKS; i++)
        profile->ranks[i].mpi[CALL_CLASS_P2P] += (i == 2 ? 1260 : 200) * MS;
    make_receive(profile, "MPI_Recv", false);
    unequal();
    plays.calls = 3800 * MS;
    plays.together = 2260 * MS;
    plays.work = 2440 * MS;
    plays.hidden = 640 * MS;
    plays.alone = true;
    play_off_with(profile, plays.unchanged);
    plays.alone = false;
    plays.hidden = 0;
    NEAR(number_at("advice", row_with("advice", "rule", "master"), "gain_s"),
         4 - 8.44 / 3);
    HAS(report_table(report, "advice")->note,
        "the run would take 2.81 s instead of 4.00 s");
}

/* Waits for MPI_Win_post, and waits in another call, in place of MPI_Allreduce.
 * Returns whether that also waits for nobody where nobody waits for the post. */
static bool is_without_waits(const char *name, enum wait_kind kind)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);
    struct profile_call *call = &profile->calls[SYNTHETIC_ALLREDUCE];
    struct replay_result *replay;

    free(call->name);
    call->name = strdup(name);
    call->class = CALL_CLASS_ONE_SIDED;
    call->coll = CALL_COLL_NONE;
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    replay = profile->replay;
    for (size_t i = 0; i < replay->row_count; i++)
        if (replay->rows[i].kind == WAIT_LATE_SENDER)
            replay->rows[i].kind = WAIT_LATE_POST;
    for (size_t i = 0; i < replay->cause_count; i++)
        if (replay->causes[i].kind == WAIT_LATE_SENDER)
            replay->causes[i].kind = WAIT_LATE_POST;
        else if (replay->causes[i].kind == WAIT_NXN)
            replay->causes[i].kind = kind;
    unequal();
    plays.work = 0;
    plays.measured = plays.unchanged;
    make_report(profile, &options);
    CU_ASSERT_TRUE(in_verdict(
        "Run time without these waits, at best: 4.00 s -> 3.40 s (-15 %)"));
    CU_ASSERT_TRUE(in_verdict("most libraries progress only inside MPI"));
    return plays.accesses;
}

UNIT_TEST(accesses_behind_a_late_post_wait_for_locks_alone)
{
    CU_ASSERT_TRUE(is_without_waits("MPI_Put", WAIT_LATE_POST));
    CU_ASSERT_FALSE(is_without_waits("MPI_Put", WAIT_LOCK));
    CU_ASSERT_FALSE(is_without_waits("MPI_Win_flush", WAIT_LATE_POST));
}

UNIT_TEST(what_adds_to_another_cure_is_the_next_cause)
{
    unequal();
    plays.together = 2800 * MS;
    play();
    CU_ASSERT_TRUE(has_rule("late_messages"));
    CU_ASSERT_TRUE(in_verdict(
        "2. MPI_Waitall in exchange_halo (heat2d.c:90) waits for late senders."));
    CU_ASSERT_TRUE(
        in_verdict("Run time with these calls overlapped with the work "
                   "that follows, at best: 4.00 s -> 3.40 s (-15 %)"));
    CU_ASSERT_TRUE(in_verdict(
        "Run time with all of these changes: 4.00 s -> 2.80 s (-30 %)"));
}

/* Without these waits T is that much shorter; an eighth of it is left of the waits. */
static void play_pipeline(uint64_t gain)
{
    struct profile *profile = synthetic(RANKS);
    const struct analyze_options options = { .simulate = simulate };
    struct replay_result *replay;

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    replay = profile->replay;
    replay->pair_count = 2;
    for (uint32_t i = 0; i < 2; i++)
        replay->pairs[i] = (struct wait_pair){ i + 1, i, replay->pairs[i].site,
                                               1500 * MS, 100 };
    unequal();
    plays.work = 0;
    plays.measured = plays.unchanged;
    plays.calls = plays.together = plays.unchanged - gain;
    make_report(profile, &options);
}

/* 80 ms are 2 % of T. */
UNIT_TEST(a_pipeline_of_small_pieces_has_no_gain)
{
    play_pipeline(92 * MS);
    NEAR(number_at("advice", row_with("advice", "rule", "pipeline"), "gain_s"),
         0.0805);
    CU_ASSERT_FALSE(in_verdict("Smaller pieces would gain less than 2 %"));
    play_pipeline(90 * MS);
    EMPTY_AT("advice", row_with("advice", "rule", "pipeline"), "gain_s");
    CU_ASSERT_TRUE(in_verdict("Smaller pieces would gain less than 2 %"));
    CU_ASSERT_TRUE(
        in_verdict("or more.  The following problems have no simulated "
                   "gain:"));
    play_pipeline(79 * MS);
    CU_ASSERT_FALSE(has_rule("pipeline"));
}

/* Each rank exchanges 10 messages of so many bytes, in 0.4 s; nobody waits.  gain:
 * what overlap with work brings. */
static void play_exchange(uint64_t bytes, uint64_t gain)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);
    uint32_t call = add_call(profile, "MPI_Sendrecv", CALL_CLASS_P2P, 0);

    for (uint32_t i = 0; i < RANKS; i++) {
        struct row *row = add_row(profile, i, call, 10, 400 * MS, 10 * bytes);

        row->in = row->out;
    }
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    profile->replay->row_count = profile->replay->delay_count = 0;
    unequal();
    plays.work = 0;
    plays.measured = plays.unchanged;
    plays.calls = plays.together = plays.unchanged - gain;
    make_report(profile, &options);
}

UNIT_TEST(transfers_of_all_ranks_can_overlap_with_work)
{
    play_exchange(4096, 500 * MS);
    NEAR(number_at("advice", row_with("advice", "rule", "blocking_transfers"),
                   "gain_s"),
         0.5);
    CU_ASSERT_TRUE(
        in_verdict("Transfers by MPI_Sendrecv could overlap with work"));
    play_exchange(4095, 500 * MS);
    CU_ASSERT_FALSE(has_rule("blocking_transfers"));
    play_exchange(4096, plays.unchanged / 10 - 1 * MS);
    CU_ASSERT_FALSE(has_rule("blocking_transfers"));
    play_exchange(4096, plays.unchanged / 10 + 1 * MS);
    CU_ASSERT_TRUE(has_rule("blocking_transfers"));
}

/* Each rank sends 100 bytes to the two beside it, and some to the one across. */
static void form_square(struct rank_data *rank)
{
    struct peer *peers = realloc(rank->peers, 3 * sizeof(*peers));

    CU_ASSERT_PTR_NOT_NULL_FATAL(peers);
    for (uint32_t i = 0; i < 3; i++)
        peers[i] = (struct peer){ .rank = rank->rank ^ (i + 1),
                                  .out_messages = 10,
                                  .out_bytes = i == 2 ? plays.corner : 100 };
    rank->peers = peers;
    rank->peer_count = 3;
}

/* Each rank sends 4000 empty messages, in 0.4 s; without their latency T is that much
 * shorter. */
static void play_messages(struct packing packing, uint64_t gain)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

    for (uint32_t i = 0; i < RANKS; i++) {
        add_row(profile, i, call, 4000, 400 * MS, 4000);
        if (plays.corner > 0)
            form_square(&profile->ranks[i]);
    }
    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    CU_ASSERT_EQUAL(replay_log_create(&profile->log), STATUS_OK);
    profile->replay->row_count = profile->replay->delay_count = 0;
    unequal();
    plays.work = 0;
    plays.packing = packing;
    plays.passes = 0;
    plays.factor = 1;
    plays.measured = plays.unchanged;
    plays.calls = plays.together = plays.unchanged - gain;
    make_report(profile, &options);
}

UNIT_TEST(messages_that_can_be_parts_of_others_are_saved)
{
    play_messages((struct packing){ .messages = 100, .again = 75 }, 300 * MS);
    CU_ASSERT_DOUBLE_EQUAL(plays.factor, 0.25, 0.005);
    CU_ASSERT_TRUE(in_verdict("with one message to each rank in an exchange"));
    CU_ASSERT_TRUE(in_verdict("On average 4.0 of them go to the same rank"));
    play_messages((struct packing){ .messages = 100, .again = 100 }, 200 * MS);
    CU_ASSERT_TRUE(in_verdict("All of them follow another message"));
    play_messages((struct packing){ .messages = 100, .detours = 50 },
                  200 * MS);
    CU_ASSERT_DOUBLE_EQUAL(plays.factor, 0.5, 0.005);
    CU_ASSERT_TRUE(in_verdict("50 % of them go to diagonal neighbours"));
    CU_ASSERT_TRUE(in_verdict("Exchange in one dimension after the other"));
}

static uint32_t width_with(uint64_t corner)
{
    plays.corner = corner;
    play_messages((struct packing){ .messages = 100, .again = 75 }, 300 * MS);
    plays.corner = 0;
    return plays.grid.length[0];
}

/* In a ring, ranks one apart would be across the square. */
UNIT_TEST(ranks_form_a_grid_if_all_messages_fit_it)
{
    CU_ASSERT_EQUAL(width_with(25), 2);
    CU_ASSERT_EQUAL(width_with(26), 0);
    CU_ASSERT_EQUAL(width_with(0), 0);
}

/* A tenth of T would be gained by half as many. */
UNIT_TEST(single_messages_that_are_answered_promise_nothing)
{
    const struct packing packing = { .messages = 100,
                                     .again = 24,
                                     .answers = 50 };

    play_messages(packing, 801 * MS);
    EMPTY_AT("advice", row_with("advice", "rule", "small_messages"), "gain_s");
    CU_ASSERT_TRUE(in_verdict("Exchange less often"));
    play_messages(packing, 799 * MS);
    CU_ASSERT_FALSE(has_rule("small_messages"));
    play_messages((struct packing){ .messages = 100, .answers = 49 },
                  799 * MS);
    CU_ASSERT_TRUE(has_rule("small_messages"));
}

UNIT_TEST(two_percent_are_the_least_gain)
{
    unequal();
    plays.calls = plays.unchanged;
    plays.work = 162 * MS;
    play();
    CU_ASSERT_TRUE(has_rule("unequal_work"));
    plays.work = 158 * MS;
    play();
    CU_ASSERT_FALSE(has_rule("unequal_work"));
    CU_ASSERT_TRUE(in_verdict("None of the simulated changes shortens"));
    CU_ASSERT_FALSE(in_verdict("The following problems"));
}

/* It takes 4.1 s in the simulation, of 4 s. */
UNIT_TEST(a_simulation_that_is_off_leaves_the_estimates)
{
    unequal();
    plays.together = 3250 * MS;
    plays.unchanged = 4100 * MS;
    play_off(4000 * MS);
    CU_ASSERT_EQUAL(plays.passes, 1);
    TEXT_IS("advice", row_with("advice", "rule", "unequal_work"), "basis",
            "estimated");
    CU_ASSERT_TRUE(in_verdict("Estimated run time"));
    CU_ASSERT_FALSE(in_verdict("Run time with"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(report_table(report, "advice")->note,
               "the simulation does not reproduce the run"));
}

UNIT_TEST(a_simulation_that_fails_leaves_the_estimates)
{
    unequal();
    plays.fails = true;
    play();
    plays.fails = false;
    TEXT_IS("advice", row_with("advice", "rule", "unequal_work"), "basis",
            "estimated");
}

/* The ranks work 2.575 s each on average. */
UNIT_TEST(no_cure_makes_less_work_of_it)
{
    unequal();
    plays.work = 3600 * MS;
    plays.together = 1000 * MS;
    play();
    NEAR(number_at("advice", row_with("advice", "rule", "unequal_work"),
                   "gain_s"),
         4 - 2.575);
}

UNIT_TEST(without_the_calls_of_the_run_nothing_is_simulated)
{
    const struct analyze_options options = { .simulate = simulate };
    struct profile *profile = synthetic(RANKS);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    plays.passes = 0;
    make_report(profile, &options);
    CU_ASSERT_EQUAL(plays.passes, 0);
    CU_ASSERT_TRUE(has_rule("unequal_work"));
}

/* ---- steps ---- */

#define STEPS 3
static const bool all[] = { true, true, true, true };

UNIT_TEST(work_of_each_step_is_shared_by_members)
{
    const struct steps steps = { .count = STEPS };
    const bool two[] = { true, true, false };
    const uint64_t work[3 * STEPS] = { 300, 100, 0, 100, 100, 50, 999, 0, 0 };
    double factors[3 * STEPS];

    steps_even(&steps, work, two, 3, factors);
    NEAR(factors[0], 200.0 / 300);
    NEAR(factors[STEPS], 2);
    NEAR(factors[1], 1);
    NEAR(factors[STEPS + 2], 0.5);
    NEAR(factors[2], 1);
    NEAR(factors[2 * STEPS], 1);
}

UNIT_TEST(who_gets_work_gets_as_much_again_at_most)
{
    const uint64_t work[] = { 1000, 10 };
    double factors[2];

    scenario_even(factors, work, all, 2);
    NEAR(factors[0], 0.505);
    NEAR(factors[1], 2);
}

UNIT_TEST(unequal_work_is_fixed_or_moves)
{
    const struct steps steps = { .count = STEPS };
    const uint64_t fixed[] = { 9, 1, 9, 1, 1, 1, 1, 1, 1 };
    const uint64_t moves[] = { 9, 1, 1, 1, 9, 1, 1, 1, 9 };

    NEAR(steps_fixed(&steps, fixed, all, 3), 1);
    NEAR(steps_fixed(&steps, moves, all, 3), 0);
}
