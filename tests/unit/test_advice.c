/*
 * test_advice.c - each rule of section 13 fires where it has to, with the gain
 * of its formula, and does not fire next to that.
 *
 * Two ranks of synthetic.h run for 4.0 s and work 2.2 s of it, so that no more
 * than 1.8 s can be gained in MPI; 2 % of T are 0.08 s.
 */
#include <stdlib.h>

#include "analyze/advice/rules.h"
#include "model/comm_note.h"
#include "model/definitions.h"
#include "report_cells.h"
#include "synthetic_replay.h"

#define MS UINT64_C(1000000)

static uint32_t add_call(struct profile *profile, const char *name,
                         enum call_class class, enum call_coll coll)
{
    size_t count = profile->call_count;
    struct profile_call *calls =
        realloc(profile->calls, (count + 1) * sizeof(*calls));

    CU_ASSERT_PTR_NOT_NULL_FATAL(calls);
    profile->calls = calls;
    calls[count] = (struct profile_call){ strdup(name), (uint8_t)class,
                                          CALL_ROLE_FUNCTION, (uint8_t)coll };
    profile->call_count++;
    return (uint32_t)count;
}

/* One more row of that rank; bytes are sent. */
static struct row *add_row(struct profile *profile, uint32_t rank,
                           uint32_t call, uint64_t count, uint64_t ns,
                           uint64_t bytes)
{
    struct rank_data *data = &profile->ranks[rank];
    struct row *row;

    data->rows = realloc(data->rows,
                         (data->row_count + 1) * sizeof(*data->rows));
    CU_ASSERT_PTR_NOT_NULL_FATAL(data->rows);
    row = &data->rows[data->row_count++];
    *row = (struct row){ .call = call, .count = count,
                         .time = { ns, ns / count, ns / count } };
    row->out.min = row->in.min = UINT64_MAX;
    if (bytes > 0)
        row->out = (struct spread){ bytes, bytes / count, bytes / count };
    return row;
}

/* On both ranks of such a run. */
static struct profile *with_calls(const char *name, enum call_class class,
                                  enum call_coll coll, uint64_t count,
                                  uint64_t ns, uint64_t bytes)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, name, class, coll);

    for (uint32_t i = 0; i < 2; i++)
        add_row(profile, i, call, count, ns, bytes);
    return profile;
}

static bool has_rule(const struct report *report, const char *rule)
{
    for (size_t i = 0; i < row_count(report, "advice"); i++)
        if (strcmp(text_at(report, "advice", i, "rule"), rule) == 0)
            return true;
    return false;
}

/* Takes the profile.  gain in seconds; 0: not known. */
static void fires(struct profile *profile, const char *rule, double gain)
{
    struct report *report = report_of(profile, NULL);
    size_t row = row_with(report, "advice", "rule", rule);

    if (gain > 0) {
        NEAR(number_at(report, "advice", row, "gain_s"), gain);
        NEAR(number_at(report, "advice", row, "gain_share"), gain / 4.0);
    } else {
        CU_ASSERT_EQUAL(cell_at(report, "advice", row, "gain_s")->kind,
                        CELL_EMPTY);
    }
    report_destroy(report);
}

static void is_silent(struct profile *profile, const char *rule)
{
    struct report *report = report_of(profile, NULL);

    CU_ASSERT_FALSE(has_rule(report, rule));
    report_destroy(report);
}

/* With --region solve: what is of the whole run is not told. */
static void is_silent_inside(struct profile *profile, const char *rule)
{
    struct analyze_options options = { .region = "solve" };
    struct report *report = report_of(profile, &options);

    CU_ASSERT_FALSE(has_rule(report, rule));
    report_destroy(report);
}

static void says(const struct report *report, const char *rule,
                 const char *column, const char *text)
{
    size_t row = row_with(report, "advice", "rule", rule);

    CU_ASSERT_PTR_NOT_NULL(
        strstr(text_at(report, "advice", row, column), text));
}

/* ---- balance ---- */

static void two_alike_get_no_advice(void)
{
    struct report *report = report_of(synthetic(2), NULL);

    CU_ASSERT_EQUAL(row_count(report, "advice"), 0);
    report_destroy(report);
}

static void unequal_work_names_rank_region_and_gain(void)
{
    struct report *report = report_of(synthetic(4), NULL);
    size_t row = row_with(report, "advice", "rule", "unequal_work");

    NEAR(number_at(report, "advice", row, "gain_s"), 3.5 - 9.5 / 4);
    NEAR(number_at(report, "advice", row, "gain_share"),
         (3.5 - 9.5 / 4) / 4.0);
    NEAR(number_at(report, "advice", row, "rank"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "advice", row, "where"),
                           "main/solve");
    says(report, "unequal_work", "evidence",
         "Rank 2 works 3.50 s there, all ranks 2.38 s on average, and 2.00 s "
         "at least (rank 0).");
    says(report, "unequal_work", "evidence", "MPIPROF_COUNTERS");
    says(report, "unequal_work", "remedy", "Spread the work of that region");
    CU_ASSERT_FALSE(has_rule(report, "serial_work"));
    report_destroy(report);
}

static struct region_data *solve_of(struct rank_data *rank)
{
    uint64_t time = rank->rank == SYNTHETIC_SLOW_RANK ? 3500 * MS : 2000 * MS;

    for (size_t i = 0; i < rank->region_count; i++)
        if (rank->regions[i].exclusive == time)
            return &rank->regions[i];
    CU_FAIL_FATAL("no such region");
    return NULL;
}

/* The mean of the three others is 2.0 s. */
static void two_percent_of_the_run_is_the_least(void)
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

static void work_of_one_alone_is_told_from_more_work(void)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        uint64_t others = (i == 0 ? 650 : 750) * MS;
        struct report *report;

        for (uint32_t k = 0; k < 4; k++)
            if (k != SYNTHETIC_SLOW_RANK)
                solve_of(&profile->ranks[k])->exclusive = others;
        report = report_of(profile, NULL);
        CU_ASSERT_EQUAL(has_rule(report, "serial_work"), i == 0);
        CU_ASSERT_EQUAL(has_rule(report, "unequal_work"), i == 1);
        if (i == 0)
            CU_ASSERT_PTR_NULL(
                strstr(text_at(report, "advice",
                               row_with(report, "advice", "rule",
                                        "serial_work"), "evidence"),
                       "MPIPROF_COUNTERS"));
        report_destroy(report);
    }
}

static void ranks_that_cannot_be_compared_are_not(void)
{
    struct profile *profile = synthetic(4);

    profile->ranks[0].cut = true;
    is_silent(profile, "unequal_work");
    profile = synthetic(4);
    profile->ranks[0].paused = 2000 * MS;
    is_silent(profile, "unequal_work");
}

/* A coupled program: nobody waits, whatever a region's times are. */
static void who_never_waits_has_no_unequal_work(void)
{
    struct profile *profile = synthetic(4);

    for (uint32_t k = 0; k < 4; k++)
        memset(profile->ranks[k].mpi, 0, sizeof(profile->ranks[k].mpi));
    is_silent(profile, "unequal_work");
}

/* 4.0 s - 3.9 s are less than what solve is unequal by. */
static void unequal_work_gains_no_more_than_is_lost(void)
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
    struct report *report =
        report_of(with_counters(names, slow, others), NULL);

    says(report, "unequal_work", "evidence", evidence);
    says(report, "unequal_work", "remedy", remedy);
    report_destroy(report);
}

/* It takes 3.5 / 2.0 = 1.75 times as long as the others. */
static void counters_tell_why_a_rank_is_longer(void)
{
    check_why((uint64_t[]){ 7000, 14000 },
              "1.75 times as long, with 1.75 times the instructions, 1.00 "
              "times the instructions per cycle, 1.00 times the clock",
              "more work");
    check_why((uint64_t[]){ 7000, 8000 },
              "1.00 times the instructions, 0.57 times the instructions per "
              "cycle, 1.00 times the clock", "memory");
    check_why((uint64_t[]){ 4000, 8000 },
              "1.00 times the instructions, 1.00 times the instructions per "
              "cycle, 0.57 times the clock", "processor is likely slower");
}

/* Of a rank that is in that region for longer, in MPI, they are not. */
static void counters_are_of_the_rank_with_the_most_work(void)
{
    static const char *const names[2] = { "PAPI_TOT_CYC", "PAPI_TOT_INS" };
    struct profile *profile =
        with_counters(names, (uint64_t[]){ 7000, 14000 },
                      (uint64_t[]){ 4000, 8000 });
    struct region_data *solve = solve_of(&profile->ranks[0]);
    struct report *report;

    solve->exclusive = 9000 * MS;
    solve->mpi = 7000 * MS;
    report = report_of(profile, NULL);
    says(report, "unequal_work", "evidence",
         "1.75 times as long, with 1.75 times the instructions");
    report_destroy(report);
}

/* How long they take is not explained by how many they are. */
static void instructions_alone_tell_more_work_from_slower(void)
{
    static const char *const names[2] = { "PAPI_TOT_INS", NULL };

    for (int i = 0; i < 2; i++) {
        uint64_t slow = i == 0 ? 14000 : 8100;
        struct report *report =
            report_of(with_counters(names, (uint64_t[]){ slow, 0 },
                                    (uint64_t[]){ 8000, 0 }), NULL);

        says(report, "unequal_work", "evidence",
             i == 0 ? "with 1.75 times the instructions."
                    : "with 1.01 times the instructions.");
        says(report, "unequal_work", "remedy",
             i == 0 ? "It likely has more work" : "slower at it");
        report_destroy(report);
    }
}

static void a_rank_without_processor_is_told(void)
{
    static const char *const names[2] = { "perf::TASK-CLOCK", NULL };

    for (int i = 0; i < 2; i++) {
        uint64_t slow = (i == 0 ? 1750 : 3400) * MS;
        struct report *report =
            report_of(with_counters(names, (uint64_t[]){ slow, 0 },
                                    (uint64_t[]){ 2000 * MS, 0 }), NULL);
        size_t row = row_with(report, "advice", "rule", "unequal_work");
        const char *evidence = text_at(report, "advice", row, "evidence");

        CU_ASSERT_EQUAL(strstr(evidence, "a processor for only") != NULL,
                        i == 0);
        CU_ASSERT_EQUAL(strstr(evidence, "only 50 %") != NULL, i == 0);
        report_destroy(report);
    }
}

/* ---- messages ---- */

/* 4000 messages of each rank in 4 s are 1000 a second. */
static void many_small_messages_fire(void)
{
    fires(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS,
                     4000 * 1024), "small_messages", 0.4 * 3 / 4);
    is_silent(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 3999, 400 * MS,
                         3999 * 1024), "small_messages");
    is_silent(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS,
                         4000 * 4096), "small_messages");
    is_silent(with_calls("MPI_Sendrecv", CALL_CLASS_P2P, 0, 4000, 400 * MS,
                         4000 * 1024), "small_messages");
}

/* The rows' smallest is that of something sent. */
static void messages_without_bytes_are_small_ones(void)
{
    struct profile *profile =
        with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 400 * MS, 0);

    for (int i = 0; i < 2; i++) {
        struct rank_data *data = &profile->ranks[i];

        data->rows[data->row_count - 1].out.min = 0;
    }
    fires(profile, "small_messages", 0.4);
}

static void the_rate_is_that_of_a_rank_that_sends(void)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);
    struct report *report;

    add_row(profile, 0, call, 4000, 400 * MS, 4000 * 1024);
    report = report_of(profile, NULL);
    says(report, "small_messages", "evidence",
         "1000 a second of each of 1 rank that sends there; 400 ms in");
    report_destroy(report);
}

static void more_than_all_of_mpi_is_never_promised(void)
{
    struct profile *profile = with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000,
                                         4000 * MS, 4000 * 1024);

    profile->ranks[1].mpi[CALL_CLASS_WAIT] -= 1000 * MS;
    fires(profile, "small_messages", 0.8);
    fires(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 4000, 4000 * MS,
                     4000 * 1024), "small_messages", 1.8);
}

static void asking_again_and_again_fires(void)
{
    fires(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 40000, 300 * MS, 0),
          "spinning", 0.3);
    fires(with_calls("MPI_Iprobe", CALL_CLASS_P2P, 0, 40000, 300 * MS, 0),
          "spinning", 0.3);
    is_silent(with_calls("MPI_Test", CALL_CLASS_WAIT, 0, 39999, 300 * MS, 0),
              "spinning");
    is_silent(with_calls("MPI_Wait", CALL_CLASS_WAIT, 0, 40000, 300 * MS, 0),
              "spinning");
}

/* 0.4 GB in each rank need 0.4 s. */
static void large_messages_below_one_gigabyte_per_second_fire(void)
{
    struct profile *profile = synthetic(4);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 600 * MS, 400000000);
    fires(profile, "slow_messages", 0.2);
    is_silent(with_calls("MPI_Send", CALL_CLASS_P2P, 0, 400, 600 * MS,
                         400000000), "slow_messages");
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
static void messages_below_256_kib_are_not_large(void)
{
    for (uint64_t bytes = 262143; bytes <= 262144; bytes++) {
        struct profile *profile = synthetic(4);
        uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);
        struct report *report;

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        for (uint32_t i = 0; i < 4; i++)
            add_row(profile, i, call, 20, 600 * MS, 20 * bytes);
        report = report_of(profile, NULL);
        CU_ASSERT_EQUAL(has_rule(report, "slow_messages"), bytes == 262144);
        report_destroy(report);
    }
}

/* A site of that procedure, without any time of its own. */
static uint32_t add_site(struct replay_result *replay, uint32_t call)
{
    size_t count = replay->site_count;
    struct replay_site *sites =
        realloc(replay->sites, (count + 1) * sizeof(*sites));
    uint64_t *activities = realloc(replay->activities,
                                   2 * (count + 1) * sizeof(*activities));

    CU_ASSERT_PTR_NOT_NULL_FATAL(sites);
    CU_ASSERT_PTR_NOT_NULL_FATAL(activities);
    sites[count] = (struct replay_site){ call, 0, 0 };
    activities[2 * count] = activities[2 * count + 1] = 0;
    replay->sites = sites;
    replay->activities = activities;
    return replay->site_count++;
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
        (struct overlap){ .site = add_site(replay, call), .calls = 400,
                          .work = worked, .messages = 400,
                          .bytes = 4000000000 };
    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 100, 200 * MS, 0);
    return profile;
}

/* Less than a tenth of 0.8 s. */
static void waiting_right_after_posting_fires(void)
{
    fires(with_overlap("MPI_Wait", 79 * MS), "no_overlap", 0.2);
    is_silent(with_overlap("MPI_Wait", 81 * MS), "no_overlap");
    is_silent(with_overlap("MPI_Testall", 79 * MS), "no_overlap");
}

/* 400 messages and 0.3 GB take 8 ms and 0.3 s. */
static void no_more_than_messages_take_can_be_hidden(void)
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
static void no_more_than_what_is_no_wait_can_be_hidden(void)
{
    struct profile *profile = with_overlap("MPI_Wait", 500 * MS);
    struct replay_result *replay = profile->replay;

    for (uint32_t i = 0; i < replay->site_count; i++)
        if (replay->sites[i].call == SYNTHETIC_WAITALL)
            replay->overlaps[0].site = i;
    fires(profile, "no_overlap", 0.7 / 4);
}

/* Each rank works 0.1 s. */
static void no_more_work_than_there_is_can_hide_it(void)
{
    struct profile *profile = with_overlap("MPI_Wait", 1 * MS);

    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].mpi[CALL_CLASS_OTHER] +=
            i == SYNTHETIC_SLOW_RANK ? 3600 * MS : 2100 * MS;
    fires(profile, "no_overlap", 0.1);
}

/* What is not in the trace would count as no wait. */
static void a_trace_of_a_part_tells_nothing_of_what_is_no_wait(void)
{
    struct profile *profile = with_overlap("MPI_Wait", 79 * MS);
    uint32_t call = add_call(profile, "MPI_Send", CALL_CLASS_P2P, 0);
    struct report *report;

    for (uint32_t i = 0; i < 4; i++)
        add_row(profile, i, call, 400, 600 * MS, 400000000);
    profile->replay->cut = true;
    report = report_of(profile, NULL);
    CU_ASSERT_FALSE(has_rule(report, "no_overlap"));
    CU_ASSERT_FALSE(has_rule(report, "slow_messages"));
    CU_ASSERT_TRUE(has_rule(report, "late_messages"));
    report_destroy(report);
}

/* 4.6 of 5.3 s in MPI_Waitall are waits, of two kinds; 0.2 GB need 0.2 s. */
static void all_waits_are_taken_from_the_time_of_messages(void)
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

/* ---- collectives ---- */

static void barriers_gain_the_least_time_of_a_rank(void)
{
    struct profile *profile = with_calls("MPI_Barrier", CALL_CLASS_COLLECTIVE,
                                         CALL_COLL_BARRIER, 10, 300 * MS, 0);
    struct report *report;

    profile->ranks[1].rows[profile->ranks[1].row_count - 1].time.sum =
        200 * MS;
    report = report_of(profile, NULL);
    says(report, "barriers", "evidence",
         "20 calls, 250 ms per rank on average, 200 ms at least (rank 1).");
    NEAR(number_at(report, "advice",
                   row_with(report, "advice", "rule", "barriers"), "gain_s"),
         0.2);
    report_destroy(report);
    is_silent(with_calls("MPI_Barrier", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_BARRIER, 10, 79 * MS, 0), "barriers");
    is_silent(with_calls("MPI_Bcast", CALL_CLASS_COLLECTIVE, CALL_COLL_BCAST,
                         10, 300 * MS, 0), "barriers");
}

/* Each of two ranks counts twice what it gives. */
static void small_frequent_collectives_fire(void)
{
    fires(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                     CALL_COLL_ALLREDUCE, 400, 200 * MS, 400 * 2 * 1023),
          "small_collectives", 0.2);
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 400, 200 * MS,
                         400 * 2 * 1024), "small_collectives");
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 399, 200 * MS,
                         399 * 2 * 8), "small_collectives");
    is_silent(with_calls("MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_COLL_ALLREDUCE, 400, 79 * MS, 400 * 2 * 8),
              "small_collectives");
    is_silent(with_calls("MPI_Bcast", CALL_CLASS_COLLECTIVE, CALL_COLL_BCAST,
                         400, 200 * MS, 400 * 2 * 8), "small_collectives");
}

static uint32_t add_comm(struct profile *profile, uint32_t size,
                         uint32_t remote)
{
    uint32_t members[8] = { 0, 1, 0, 1, 0, 1, 0, 1 };
    struct comm_note note = { .name = (char *)"", .size = size,
                              .members = members, .remote_size = remote,
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

/* As many members as get it, each counts once. */
static void what_each_gives_is_by_the_communicators_size(void)
{
    static const struct {
        enum call_coll coll;
        uint32_t size, remote;
    } of[] = { { CALL_COLL_ALLREDUCE, 4, 0 }, { CALL_COLL_ALLGATHER, 4, 0 },
               { CALL_COLL_ALLTOALL, 4, 0 }, { CALL_COLL_ALLGATHER, 2, 4 } };

    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        for (uint64_t bytes = 1023; bytes <= 1024; bytes++) {
            struct profile *profile =
                with_calls("MPI_Allthing", CALL_CLASS_COLLECTIVE, of[i].coll,
                           400, 200 * MS, 400 * 4 * bytes);
            uint32_t comm = add_comm(profile, of[i].size, of[i].remote);

            for (int k = 0; k < 2; k++)
                profile->ranks[k].rows[profile->ranks[k].row_count - 1].comm =
                    comm;
            if (bytes < 1024)
                fires(profile, "small_collectives", 0.2);
            else
                is_silent(profile, "small_collectives");
        }
}

/* ---- objects, files, the run ---- */

/* 0.2 and 0.3 s. */
static void without_them_the_rank_with_the_least_time_gains(void)
{
    static const struct {
        const char *call, *rule;
    } of[] = { { "MPI_Test", "spinning" },
               { "MPI_Comm_dup", "creation_in_loop" } };

    for (int i = 0; i < 2; i++) {
        struct profile *profile = with_calls(of[i].call, CALL_CLASS_WAIT, 0,
                                             40000, 200 * MS, 0);

        profile->ranks[1].rows[profile->ranks[1].row_count - 1].time.sum =
            300 * MS;
        fires(profile, of[i].rule, 0.2);
    }
}

static void objects_made_in_a_loop_fire(void)
{
    fires(with_calls("MPI_Comm_dup", CALL_CLASS_OTHER, 0, 101, 200 * MS, 0),
          "creation_in_loop", 0.2);
    is_silent(with_calls("MPI_Comm_dup", CALL_CLASS_OTHER, 0, 100, 200 * MS,
                         0), "creation_in_loop");
    fires(with_calls("MPI_Type_vector", CALL_CLASS_OTHER, 0, 101, 200 * MS,
                     0), "creation_in_loop", 0.2);
    is_silent(with_calls("MPI_Comm_rank", CALL_CLASS_OTHER, 0, 101, 200 * MS,
                         0), "creation_in_loop");
}

static void what_is_never_freed_is_told(void)
{
    struct profile *profile = synthetic(2);
    struct report *report;
    uint32_t call;

    profile->ranks[1].open_requests = 3;
    profile->ranks[0].open_comms = profile->ranks[1].open_comms = 2;
    report = report_of(profile, NULL);
    says(report, "leaks", "evidence",
         "3 requests on 1 rank, 4 communicators on 2 ranks, summed over");
    report_destroy(report);
    fires(with_calls("MPI_Type_dup", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0),
          "leaks", 0);
    profile = with_calls("MPI_Type_dup", CALL_CLASS_OTHER, 0, 101, 1 * MS, 0);
    call = add_call(profile, "MPI_Type_free", CALL_CLASS_OTHER, 0);
    add_row(profile, 0, call, 2, 1 * MS, 0);
    is_silent(profile, "leaks");
    is_silent(with_calls("MPI_Type_free", CALL_CLASS_OTHER, 0, 101, 1 * MS,
                         0), "leaks");
}

static void who_was_killed_has_no_leaks(void)
{
    struct profile *profile = synthetic(2);

    profile->ranks[1].open_requests = 3;
    profile->ranks[1].ending.how = ENDING_SIGNAL;
    is_silent(profile, "leaks");
}

static void leaks_are_those_of_the_whole_run(void)
{
    struct profile *profile = synthetic(2);

    profile->ranks[1].open_requests = 3;
    is_silent_inside(profile, "leaks");
}

static void small_reads_and_writes_fire(void)
{
    fires(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 101, 400 * MS,
                     101 * 16384), "small_io", 0.4 * 3 / 4);
    is_silent(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 100, 400 * MS,
                         100 * 16384), "small_io");
    is_silent(with_calls("MPI_File_write", CALL_CLASS_IO, 0, 101, 400 * MS,
                         101 * 65536), "small_io");
    is_silent(with_calls("MPI_File_write_all", CALL_CLASS_IO, 0, 101,
                         400 * MS, 101 * 16384), "small_io");
    is_silent(with_calls("MPI_File_write_ordered", CALL_CLASS_IO, 0, 101,
                         400 * MS, 101 * 16384), "small_io");
    is_silent(with_calls("MPI_Put", CALL_CLASS_ONE_SIDED, 0, 101, 400 * MS,
                         101 * 16384), "small_io");
}

/* It alone reads 101 times; its 0.4 s are 0.2 s of each. */
static void small_reads_of_one_rank_fire(void)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_File_read", CALL_CLASS_IO, 0);
    struct row *row = add_row(profile, 1, call, 101, 400 * MS, 0);

    row->in = (struct spread){ 101 * 16384, 16384, 16384 };
    fires(profile, "small_io", 0.2 * 3 / 4);
}

/* 1 s and 10 s of all. */
static void a_long_start_is_told(void)
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

/* The end counts, too, and of the other rank neither is long. */
static void a_long_end_is_told_of_the_whole_run(void)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(2);
        struct report *report;

        profile->ranks[1].init = 900 * MS;
        profile->ranks[1].finalize = 300 * MS;
        if (i == 0) {
            is_silent_inside(profile, "start_and_end");
            continue;
        }
        report = report_of(profile, NULL);
        says(report, "start_and_end", "evidence", "up to 1.20 s of 5.20 s.");
        report_destroy(report);
    }
}

/* 5 % of 4 s are 0.2 s. */
static void measuring_that_costs_too_much_is_told(void)
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
static void the_busiest_rank_tells_what_measuring_costs(void)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, "MPI_Comm_rank", CALL_CLASS_OTHER, 0);
    struct report *report;

    add_row(profile, 1, call, 1000, 1 * MS, 0);
    profile->hook_ns_x100 = 34000000;
    report = report_of(profile, NULL);
    NEAR(number_at(report, "advice",
                   row_with(report, "advice", "rule", "own_overhead"),
                   "rank"), 1);
    says(report, "own_overhead", "evidence",
         "1601 calls of rank 1, 340000 ns each: 544 ms of 4.00 s.");
    report_destroy(report);
}

/* A damaged file: nothing is told, or anything, and all of it is defined. */
static void any_numbers_have_a_report(void)
{
    static const char *const names[] = { "MPI_Send", "MPI_Barrier",
                                         "MPI_Test", "MPI_File_write" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct profile *profile =
            with_calls(names[i], i == 3 ? CALL_CLASS_IO : CALL_CLASS_P2P,
                       i == 1 ? CALL_COLL_BARRIER : 0, 1u << 31, UINT64_MAX,
                       UINT64_MAX);
        struct rank_data *data = &profile->ranks[0];

        data->rows[data->row_count - 1].out.sum = 1u << 31;
        data->length = UINT64_MAX;
        data->init = data->finalize = UINT64_MAX;
        profile->hook_ns_x100 = UINT64_MAX;
        profile->ranks[1].peers[0] =
            (struct peer){ .rank = 0, .out_bytes = UINT64_MAX };
        profile->ranks[1].peer_count = 1;
        report_destroy(report_of(profile, NULL));
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
static void ranks_placed_in_turns_fire(void)
{
    double blocked = (7.0 / 4 + 1) / 8;

    fires(on_nodes(true), "placement", 1.02 * (1 - blocked));
    is_silent(on_nodes(false), "placement");
    is_silent_inside(on_nodes(true), "placement");
}

/* 6 of 40 edges go between nodes; 39 / 20 + 1 would, if they were filled in
 * order.  That is half as many, and yet less than a tenth of all. */
static void few_bytes_between_nodes_are_no_wrong_placement(void)
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
static void not_much_more_bytes_are_no_wrong_placement(void)
{
    static const uint32_t hosts[8] = { 0, 0, 1, 1, 0, 0, 1, 1 };
    struct profile *profile = on_nodes(false);

    for (uint32_t i = 0; i < 8; i++)
        profile->ranks[i].host = hosts[i];
    is_silent(profile, "placement");
}

/* ---- waits ---- */

static struct report *replayed(void)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    return report_of(profile, NULL);
}

/* 4.6 s of four ranks; the work that causes them is known without a trace. */
static void late_senders_point_to_who_works_longer(void)
{
    struct report *report = replayed();
    size_t row = row_with(report, "advice", "rule", "late_messages");

    CU_ASSERT_EQUAL(cell_at(report, "advice", row, "gain_s")->kind,
                    CELL_EMPTY);
    NEAR(number_at(report, "advice", row, "rank"), 2);
    CU_ASSERT_STRING_EQUAL(text_at(report, "advice", row, "where"),
                           "MPI_Waitall in exchange_halo (heat2d.c:90)");
    says(report, "late_messages", "evidence",
         "4 of 4 ranks wait 4.60 s there, 4.50 s of it for rank 2, "
         "until that came to MPI_Isend in exchange_halo (heat2d.c:83).");
    says(report, "late_messages", "evidence",
         "Rank 2 works longer than the others: see to that first");
    CU_ASSERT_FALSE(has_rule(report, "late_rank"));
    report_destroy(report);
}

/* Of 4.6 s; rank 2 works longer, but most of these waits are for others. */
static void one_of_many_who_are_late_has_not_to_change(void)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = synthetic(4);
        struct report *report;
        size_t row;

        CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
        for (size_t k = 0; k < profile->replay->cause_count; k++)
            if (profile->replay->causes[k].kind == WAIT_LATE_SENDER)
                profile->replay->causes[k].ns =
                    profile->replay->causes[k].rank == SYNTHETIC_SLOW_RANK
                        ? (i == 0 ? 2299 : 2300) * MS : 0;
        report = report_of(profile, NULL);
        row = row_with(report, "advice", "rule", "late_messages");
        CU_ASSERT_EQUAL(cell_at(report, "advice", row, "rank")->kind,
                        i == 0 ? CELL_EMPTY : CELL_INTEGER);
        CU_ASSERT_EQUAL(cell_at(report, "advice", row, "gain_s")->kind,
                        i == 0 ? CELL_NS : CELL_EMPTY);
        report_destroy(report);
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

static void each_kind_of_wait_has_its_rule(void)
{
    static const struct {
        enum wait_kind kind;
        const char *rule;
    } of[] = {
        { WAIT_LATE_SENDER, "late_messages" },
        { WAIT_WRONG_ORDER, "order_of_receives" },
        { WAIT_WRONG_SOURCE, "order_of_receives" },
        { WAIT_LATE_RECEIVER, "late_receives" },
        { WAIT_LATE_BROADCAST, "root_waits" },
        { WAIT_EARLY_REDUCE, "root_waits" },
    };

    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
        struct profile *profile = equal_but_late();

        set_kind(profile, of[i].kind);
        fires(profile, of[i].rule, 4.6 / 4);
    }
    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
        is_silent(synthetic(4), of[i].rule);
}

/* Without unequal regions what made rank 2 late is what is known. */
static void a_late_rank_is_told_where_work_is_equal(void)
{
    struct report *report = report_of(equal_but_late(), NULL);
    size_t row = row_with(report, "advice", "rule", "late_rank");

    NEAR(number_at(report, "advice", row, "rank"), 2);
    NEAR(number_at(report, "advice", row, "gain_s"), (1.2 + 2 * 0.3) / 4);
    says(report, "late_rank", "where", "its work until MPI_Isend");
    report_destroy(report);
}

/* 0.11 s of work x 3 / 4 are not why rank 2 is late by 0.45 s, nor why others
 * wait 1.15 s each for it. */
static void a_little_more_work_does_not_explain_long_waits(void)
{
    struct profile *profile = synthetic(4);
    struct report *report;

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    solve_of(&profile->ranks[SYNTHETIC_SLOW_RANK])->exclusive = 2110 * MS;
    report = report_of(profile, NULL);
    CU_ASSERT_TRUE(has_rule(report, "unequal_work"));
    CU_ASSERT_TRUE(has_rule(report, "late_rank"));
    NEAR(number_at(report, "advice",
                   row_with(report, "advice", "rule", "late_messages"),
                   "gain_s"), 4.6 / 4);
    report_destroy(report);
}

/* It has more work outside of regions, and is late in main/solve. */
static void more_work_elsewhere_does_not_explain_a_late_rank(void)
{
    struct profile *profile = equal_but_late();

    profile->ranks[SYNTHETIC_SLOW_RANK].regions[0].exclusive += 1000 * MS;
    fires(profile, "late_rank", (1.2 + 2 * 0.3) / 4);
}

static void work_of_one_alone_explains_why_it_is_late(void)
{
    struct profile *profile = synthetic(4);

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    for (uint32_t i = 0; i < 4; i++)
        if (i != SYNTHETIC_SLOW_RANK)
            solve_of(&profile->ranks[i])->exclusive = 500 * MS;
    is_silent(profile, "late_rank");
}

/* In two regions, of which the other comes first. */
static void a_rank_that_works_longer_twice_is_not_called_late(void)
{
    struct profile *profile = synthetic(4);
    struct rank_data *slow = &profile->ranks[SYNTHETIC_SLOW_RANK];
    struct report *report;

    CU_ASSERT_EQUAL(synthetic_replay(profile), STATUS_OK);
    slow->regions[0].exclusive += 1000 * MS;
    report = report_of(profile, NULL);
    CU_ASSERT_EQUAL(row_count(report, "advice"), 3);
    CU_ASSERT_TRUE(has_rule(report, "serial_work"));
    CU_ASSERT_TRUE(has_rule(report, "unequal_work"));
    CU_ASSERT_FALSE(has_rule(report, "late_rank"));
    report_destroy(report);
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

static void who_is_late_inside_mpi_has_another_remedy(void)
{
    struct report *report = report_of(late_inside("MPI_Allreduce"), NULL);
    size_t row = row_with(report, "advice", "rule", "late_rank");

    NEAR(number_at(report, "advice", row, "gain_s"), 1.0 / 4);
    NEAR(number_at(report, "advice", row, "rank"), 1);
    says(report, "late_rank", "where", "the time inside MPI_Allreduce");
    says(report, "late_rank", "remedy", "It is inside MPI there");
    report_destroy(report);
}

/* It waits for whoever sends: its time there is not its own. */
static void who_is_in_a_probe_is_not_late(void)
{
    is_silent(late_inside("MPI_Probe"), "late_rank");
    is_silent(late_inside("MPI_Mprobe"), "late_rank");
}

static void what_was_done_before_a_probe_can_be_late(void)
{
    struct profile *profile = equal_but_late();

    free(profile->calls[SYNTHETIC_ISEND].name);
    profile->calls[SYNTHETIC_ISEND].name = strdup("MPI_Probe");
    fires(profile, "late_rank", (1.2 + 2 * 0.3) / 4);
}

static void a_trace_of_a_part_names_no_late_rank(void)
{
    struct profile *profile = equal_but_late();

    profile->replay->cut = true;
    is_silent(profile, "late_rank");
}

/* Of rank 1 inside MPI_Allreduce; 5 % of T are 0.2 s. */
static void a_rank_late_inside_mpi_needs_more_to_be_told(void)
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

static void the_greatest_gain_comes_first(void)
{
    struct report *report = report_of(equal_but_late(), NULL);
    double before = 1e9;

    CU_ASSERT_TRUE(row_count(report, "advice") >= 2);
    for (size_t i = 0; i < row_count(report, "advice"); i++) {
        double gain = number_at(report, "advice", i, "gain_s");

        CU_ASSERT_TRUE(gain <= before);
        before = gain;
    }
    report_destroy(report);
}

UNIT_MAIN("advice", two_alike_get_no_advice,
          unequal_work_names_rank_region_and_gain,
          two_percent_of_the_run_is_the_least,
          work_of_one_alone_is_told_from_more_work,
          ranks_that_cannot_be_compared_are_not,
          who_never_waits_has_no_unequal_work,
          unequal_work_gains_no_more_than_is_lost,
          counters_tell_why_a_rank_is_longer,
          counters_are_of_the_rank_with_the_most_work,
          instructions_alone_tell_more_work_from_slower,
          a_rank_without_processor_is_told,
          many_small_messages_fire,
          messages_without_bytes_are_small_ones,
          the_rate_is_that_of_a_rank_that_sends,
          more_than_all_of_mpi_is_never_promised,
          asking_again_and_again_fires,
          large_messages_below_one_gigabyte_per_second_fire,
          messages_below_256_kib_are_not_large,
          no_more_than_messages_take_can_be_hidden,
          no_more_than_what_is_no_wait_can_be_hidden,
          no_more_work_than_there_is_can_hide_it,
          all_waits_are_taken_from_the_time_of_messages,
          waiting_right_after_posting_fires,
          a_trace_of_a_part_tells_nothing_of_what_is_no_wait,
          barriers_gain_the_least_time_of_a_rank,
          small_frequent_collectives_fire,
          what_each_gives_is_by_the_communicators_size,
          without_them_the_rank_with_the_least_time_gains,
          objects_made_in_a_loop_fire,
          what_is_never_freed_is_told,
          who_was_killed_has_no_leaks,
          leaks_are_those_of_the_whole_run,
          small_reads_and_writes_fire,
          small_reads_of_one_rank_fire,
          a_long_start_is_told,
          a_long_end_is_told_of_the_whole_run,
          measuring_that_costs_too_much_is_told,
          the_busiest_rank_tells_what_measuring_costs,
          any_numbers_have_a_report,
          ranks_placed_in_turns_fire,
          few_bytes_between_nodes_are_no_wrong_placement,
          not_much_more_bytes_are_no_wrong_placement,
          late_senders_point_to_who_works_longer,
          one_of_many_who_are_late_has_not_to_change,
          each_kind_of_wait_has_its_rule,
          a_late_rank_is_told_where_work_is_equal,
          who_is_late_inside_mpi_has_another_remedy,
          who_is_in_a_probe_is_not_late,
          what_was_done_before_a_probe_can_be_late,
          a_trace_of_a_part_names_no_late_rank,
          a_little_more_work_does_not_explain_long_waits,
          more_work_elsewhere_does_not_explain_a_late_rank,
          work_of_one_alone_explains_why_it_is_late,
          a_rank_that_works_longer_twice_is_not_called_late,
          a_rank_late_inside_mpi_needs_more_to_be_told,
          the_greatest_gain_comes_first)
