/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_resource_use.c - what ranks used of their hosts: tables, and why one is
 * slow.
 *
 * Ranks of synthetic.h run for 4.0 s; the slow one, 2, works 3.5 s in
 * main/solve, the others 2.0 s.
 */
#include "advice_cases.h"

#define BINS 4

static const uint32_t all = (1u << SOURCE_POWER) - 1;

/* Bins of a second, all the same; memory 100 MiB. */
static struct profile *with_uses(uint32_t ranks)
{
    struct profile *profile = synthetic(ranks);

    for (uint32_t i = 0; i < ranks; i++) {
        struct resources *use = &profile->ranks[i].resources;

        *use =
            (struct resources){ .sources = all,
                                .readings = 10,
                                .cost_ns = 1000,
                                .bin_width = 1000 * MS,
                                .bins = BINS,
                                .value = calloc(BINS, sizeof(*use->value)) };
        CU_ASSERT_PTR_NOT_NULL_FATAL(use->value);
        for (int k = 0; k < BINS; k++) {
            use->value[k][RESOURCE_USER] = 750000;
            use->value[k][RESOURCE_SYSTEM] = 250000;
            use->value[k][RESOURCE_RESIDENT] = 100 << 10;
        }
    }
    return profile;
}

static uint64_t *use_in(struct profile *profile, uint32_t rank, int bin)
{
    return profile->ranks[rank].resources.value[bin];
}

static size_t row_of(const char *resource)
{
    return row_with("resources", "resource", resource);
}

UNIT_TEST(extremes_name_their_ranks)
{
    struct profile *profile = with_uses(4);
    size_t row;

    use_in(profile, 1, 2)[RESOURCE_RESIDENT] = 300 << 10;
    use_in(profile, 3, 0)[RESOURCE_WRITTEN] = 8 << 20;
    make_report(profile, NULL);
    row = row_of("resident memory, max");
    NUMBERS("resources", row, { "mean", 150 }, { "max", 300 },
            { "max_rank", 1 });
    row = row_of("written by calls");
    NUMBERS("resources", row, { "total", 8 }, { "max_rank", 3 });
    row = row_of("CPU time, user");
    NEAR(number_at("resources", row, "total"), 12);
    CU_ASSERT_EQUAL(row_count("resources"), 4); /* and kernel */
    NEAR(number_at("resources_per_rank", 1, "memory_bytes"), 300 << 20);
    NEAR(number_at("resources_per_rank", 0, "processor_share"), 1);
    EMPTY_AT("resources_per_rank", 0, "read_bytes");
    EMPTY_AT("resources_per_rank", 0, "energy_j");
}

UNIT_TEST(stretches_add_up_all_ranks)
{
    struct analyze_options rows = { .top = 2 };
    struct profile *profile = with_uses(4);

    use_in(profile, 1, 2)[RESOURCE_RESIDENT] = 300 << 10;
    use_in(profile, 1, 2)[RESOURCE_READ] = 1000;
    use_in(profile, 2, 3)[RESOURCE_READ] = 7;
    for (int i = 0; i < 4; i++)
        profile->ranks[i].begin = 0;
    make_report(profile, &rows);
    CU_ASSERT_EQUAL_FATAL(row_count("resources_over_time"), 2);
    NEAR(number_at("resources_over_time", 0, "width_s"), 2);
    NEAR(number_at("resources_over_time", 1, "begin_s"), 2);
    NUMBERS("resources_over_time", 0, { "processor_share", 1 },
            { "system_share", 0.25 }, { "read_bytes", 0 });
    NEAR(number_at("resources_over_time", 1, "read_bytes"), 1007);
    NEAR(number_at("resources_over_time", 0, "memory_bytes"), 400 << 20);
    NUMBERS("resources_over_time", 1, { "memory_bytes", 600 << 20 },
            { "memory_most_rank", 1 });
}

/* One begins half a second later, another has bins that are twice as wide. */
UNIT_TEST(ranks_need_not_have_the_same_bins)
{
    struct profile *profile = with_uses(3);

    for (int i = 0; i < 3; i++)
        profile->ranks[i].begin = i == 1 ? 500 * MS : 0;
    profile->ranks[2].resources.bin_width *= 2;
    profile->ranks[2].resources.bins = 2;
    for (int k = 0; k < BINS; k++)
        for (uint32_t i = 0; i < 3; i++)
            use_in(profile, i, k)[RESOURCE_READ] = 1000;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(row_count("resources_over_time"), 5);
    NEAR(number_at("resources_over_time", 0, "read_bytes"), 1000 + 500 + 500);
    NEAR(number_at("resources_over_time", 1, "read_bytes"), 1000 + 1000 + 500);
    NEAR(number_at("resources_over_time", 4, "read_bytes"), 500);
}

/* With sums of two of four, and each of them alone. */
UNIT_TEST(ranks_that_are_asked_for_are_those_of_stretches)
{
    struct ranklist wanted = { (int[]){ 1, 3 }, 2 };
    struct analyze_options options = { .ranks = &wanted,
                                       .detail =
                                           "resources_per_rank_over_time" };
    const char *name = "resources_per_rank_over_time";
    struct profile *profile = with_uses(4);

    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].begin = i == 3 ? 500 * MS : 0;
        use_in(profile, i, 2)[RESOURCE_READ] = 1000 << i;
    }
    use_in(profile, 3, 3)[RESOURCE_OFF] = 125000;
    use_in(profile, 3, 3)[RESOURCE_RESIDENT] = 300 << 10;
    profile->ranks[3].resources.sources &= ~(1u << SOURCE_QUEUE);
    profile->ranks[3].length = 3500 * MS;
    make_report(profile, &options);
    NEAR(number_at("resources_over_time", 2, "read_bytes"), 2000 + 4000);
    NEAR(number_at("resources_over_time", 3, "memory_bytes"), 400 << 20);
    CU_ASSERT_STRING_EQUAL(report_table(report, "resources_over_time")->note,
                           "2 of 4 ranks together, as asked for");
    CU_ASSERT_EQUAL_FATAL(row_count(name), 2 * BINS);
    NEAR(number_at(name, 3, "rank"), 1);
    NEAR(number_at(name, 2, "read_bytes"), 2000);
    NEAR(number_at(name, 6, "read_bytes"), 8000);
    NUMBERS(name, 7, { "rank", 3 }, { "begin_s", 3.5 }, { "width_s", 0.5 },
            { "processor_share", 2 }, { "off_share", 0.25 },
            { "memory_bytes", 300 << 20 });
    EMPTY_AT(name, 7, "queued_share");
    NEAR(number_at(name, 3, "queued_share"), 0);
}

/* One of each host knows its energy; 6 J in a second are 6 W. */
UNIT_TEST(energy_is_in_joule_and_watt)
{
    struct analyze_options options = { .detail =
                                           "resources_per_rank_over_time" };
    struct profile *profile = with_uses(4);
    size_t row;

    for (uint32_t i = 0; i < 4; i += 2)
        profile->ranks[i].resources.sources |= 1u << SOURCE_POWER;
    for (uint32_t i = 0; i < 4; i++)
        profile->ranks[i].begin = 0;
    use_in(profile, 0, 1)[RESOURCE_ENERGY] = 6000000; /* uJ */
    use_in(profile, 2, 1)[RESOURCE_ENERGY] = 1500000;
    make_report(profile, &options);
    row = row_of("energy");
    TEXT_IS("resources", row, "unit", "J");
    NUMBERS("resources", row, { "total", 7.5 }, { "mean", 3.75 });
    NEAR(number_at("resources_per_rank", 0, "energy_j"), 6);
    NEAR(number_at("resources_per_rank", 2, "energy_j"), 1.5);
    EMPTY_AT("resources_per_rank", 1, "energy_j");
    NEAR(number_at("resources_over_time", 1, "power_w"), 7.5);
    NEAR(number_at("resources_over_time", 0, "power_w"), 0);
    NEAR(number_at("resources_per_rank_over_time", 1, "power_w"), 6);
}

UNIT_TEST(without_readings_there_is_nothing)
{
    struct analyze_options inside = { .region = "solve" };

    whole_report(4);
    CU_ASSERT_PTR_NULL(report_table(report, "resources"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_per_rank"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_over_time"));
    make_report(with_uses(4), &inside);
    CU_ASSERT_PTR_NULL(report_table(report, "resources"));
    CU_ASSERT_PTR_NULL(report_table(report, "resources_over_time"));
}

UNIT_TEST(what_could_not_be_read_is_said)
{
    struct profile *profile = with_uses(4);

    profile->ranks[1].resources.failed[SOURCE_STATM] = 7;
    profile->ranks[2].resources.sources &= ~(1u << SOURCE_IO);
    make_report(profile, NULL);
    CU_ASSERT(
        in_notes("For 1 rank, the resident memory is known only in part: "
                 "/proc/self/statm could not be read in 7 "
                 "readings."));
    CU_ASSERT(in_notes("For 1 rank, the bytes read and written are unknown: "
                       "/proc/self/io could not be read."));
    CU_ASSERT_FALSE(in_notes("powercap"));
}

UNIT_TEST(shared_cores_are_the_first_caveat)
{
    static const char shared[] = "4 ranks shared 2 cores of host alpha";
    struct profile *profile = with_uses(4);

    profile->ranks[2].resources.sources &= ~(1u << SOURCE_IO);
    CU_ASSERT_EQUAL(remarks_add(&profile->remarks,
                                &(struct remark){ .code = REMARK_CORES_SHARED,
                                                  .numbers = { 4, 2 },
                                                  .texts = { "alpha" } }),
                    STATUS_OK);
    make_report(profile, NULL);
    CU_ASSERT_EQUAL_FATAL(report->completeness_count, 2);
    CU_ASSERT_NSTRING_EQUAL(report->completeness[0], shared, strlen(shared));
}

/* ---- why ---- */

static void slow_by(struct profile *profile, enum resource resource,
                    uint64_t value)
{
    use_in(profile, SYNTHETIC_SLOW_RANK, 1)[resource] = value;
}

static void is_said(struct profile *profile, const char *evidence,
                    const char *remedy)
{
    make_report(profile, NULL);
    says("unequal_work", "evidence", evidence);
    says("unequal_work", "remedy", remedy);
}

UNIT_TEST(others_on_its_core_are_told)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 1200000);
    slow_by(profile, RESOURCE_QUEUED, 1300000);
    slow_by(profile, RESOURCE_INVOLUNTARY, 432);
    is_said(
        profile,
        "Over the whole run its main thread was off-CPU for at least 1.20 "
        "s of its 3.70 s of useful time (other ranks: 0 s on average).  It "
        "spent 1.30 s runnable but waiting for a core (other ranks: 0 s on "
        "average), in MPI or not, and was preempted 432 times.",
        "Something else runs on its core");
    /* Also where all share cores: who waits for one does not sleep. */
    profile = with_uses(4);
    slow_by(profile, RESOURCE_OFF, 1200000);
    for (uint32_t rank = 0; rank < 4; rank++)
        use_in(profile, rank, 1)[RESOURCE_QUEUED] = 1300000;
    is_said(profile, "waiting for a core (other ranks: 1.30 s on average)",
            "Something else runs on its core");
}

/* As with four ranks on two cores, of which one sleeps in each step. */
UNIT_TEST(a_rank_that_sleeps_is_not_said_to_share_its_core)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 1200000);
    slow_by(profile, RESOURCE_VOLUNTARY, 100);
    for (uint32_t rank = 0; rank < 4; rank++)
        use_in(profile, rank, 1)[RESOURCE_QUEUED] = 700000;
    is_said(
        profile,
        "It gave up its core to wait for something 100 times (other ranks: "
        "0 on average).",
        "It sleeps");
}

/* Threads that poll in MPI keep cores busy on the other ranks. */
UNIT_TEST(a_rank_that_sleeps_is_not_said_to_have_fewer_threads)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 1200000);
    slow_by(profile, RESOURCE_VOLUNTARY, 100);
    for (uint32_t rank = 0; rank < 4; rank++) {
        use_in(profile, rank, 0)[RESOURCE_MAIN] = 100000;
        if (rank != SYNTHETIC_SLOW_RANK)
            use_in(profile, rank, 0)[RESOURCE_USER] += 20000000;
    }
    for (int k = 0; k < BINS; k++) {
        use_in(profile, SYNTHETIC_SLOW_RANK, k)[RESOURCE_USER] = 25000;
        use_in(profile, SYNTHETIC_SLOW_RANK, k)[RESOURCE_SYSTEM] = 0;
    }
    is_said(
        profile,
        "It gave up its core to wait for something 100 times (other ranks: "
        "0 on average).",
        "It sleeps");
}

/* Its first thread joins three others, one of which has most of the work. */
UNIT_TEST(a_rank_that_waits_for_its_own_threads_does_not_sleep)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 2700000);
    slow_by(profile, RESOURCE_VOLUNTARY, 100);
    for (uint32_t rank = 0; rank < 4; rank++) {
        use_in(profile, rank, 0)[RESOURCE_MAIN] = 1000000;
        use_in(profile, rank, 0)[RESOURCE_USER] +=
            rank == SYNTHETIC_SLOW_RANK ? 700000 : 3600000;
    }
    is_said(profile,
            "Over the whole run its threads kept 1.3 cores busy during its "
            "useful time (other ranks: 4.0 on average).",
            "that they share its work evenly");
    HAS(report->verdict[1], "Rank 2 works 1.8 times as long");
}

UNIT_TEST(pages_files_and_sleep_are_told)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 1200000);
    slow_by(profile, RESOURCE_MAJOR_FAULTS, 500);
    is_said(profile, "to be read from storage 500 times (other ranks: 0 on",
            "waits for pages of memory");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_OFF, 1200000);
    slow_by(profile, RESOURCE_WRITTEN, 32 << 20);
    is_said(profile,
            "It read 0 B and wrote 32.0 MiB by read(), write() and similar "
            "calls (other ranks: 0 B and 0 B on average).",
            "waits for files: let all");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_OFF, 1200000);
    is_said(profile, "for at least 1.20 s", "It likely sleeps");
}

/* Ranks run for 16 s in total. */
UNIT_TEST(time_off_cpu_is_no_useful_work_where_it_is_a_cause)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_OFF, 1200000);
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "64 % outside MPI (at least 7.5 % off-CPU), 36 % in MPI");
    HAS(report->verdict[1], "Rank 2 spends 1.8 times as long outside MPI");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_OFF, 120000);
    make_report(profile, NULL);
    HAS(report->verdict[0], "64 % useful work, 36 % in MPI");
    HAS(report->verdict[1], "Rank 2 works 1.8 times as long");
}

UNIT_TEST(files_are_a_remedy_only_where_files_were_used)
{
    for (int i = 0; i < 2; i++) {
        struct profile *profile = with_uses(4);
        const char *remedy;

        for (uint32_t k = 0; k < 4; k++)
            if (k != SYNTHETIC_SLOW_RANK)
                solve_of(&profile->ranks[k])->exclusive = 650 * MS;
        slow_by(profile, RESOURCE_WRITTEN, i == 0 ? 1000 : 2 << 20);
        make_report(profile, NULL);
        remedy = text_at("advice", row_with("advice", "rule", "serial_work"),
                         "remedy");
        HAS(remedy, "Split this work among all ranks");
        CU_ASSERT_EQUAL(strstr(remedy, "MPI-IO") != NULL, i == 1);
    }
}

UNIT_TEST(faults_in_the_kernel_are_told)
{
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_SYSTEM, 1250000);
    slow_by(profile, RESOURCE_MINOR_FAULTS, 100000);
    is_said(profile,
            "took a page fault 100000 times (other ranks: 0 on average).",
            "allocates and frees memory");
}

/* Files that are in memory take CPU time only. */
UNIT_TEST(files_in_the_kernel_are_told)
{
    static const char evidence[] =
        "Over the whole run it spent 2.00 s of CPU time in the kernel (other "
        "ranks: 1.00 s on average).  It read 3.00 GiB and wrote 0 B by read(), "
        "write() and similar calls (other ranks: 0 B and 0 B on average).";
    struct profile *profile = with_uses(4);

    slow_by(profile, RESOURCE_SYSTEM, 1250000);
    slow_by(profile, RESOURCE_READ, UINT64_C(3) << 30);
    slow_by(profile, RESOURCE_MINOR_FAULTS, 20000); /* of the pages read to */
    is_said(profile, evidence, "copies files to and from memory");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_SYSTEM, 1250000);
    slow_by(profile, RESOURCE_WRITTEN, 2 << 20); /* byte by byte */
    is_said(profile, "wrote 2.00 MiB by read()",
            "many small reads and writes");
}

static void is_not_said(struct profile *profile, const char *text)
{
    size_t row;

    make_report(profile, NULL);
    row = row_with("advice", "rule", "unequal_work");
    LACKS(text_at("advice", row, "evidence"), text);
    says("unequal_work", "remedy", "if the slow ranks execute more");
}

/* What the others have as much of, or explains little, is no reason. */
UNIT_TEST(what_explains_nothing_is_not_told)
{
    struct profile *profile = with_uses(4);

    for (uint32_t i = 0; i < 4; i++)
        use_in(profile, i, 0)[RESOURCE_OFF] = 1200000;
    is_not_said(profile, "off-CPU");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_OFF, 700000); /* it takes 1.5 s longer */
    is_not_said(profile, "off-CPU");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_SYSTEM, 1250000);
    slow_by(profile, RESOURCE_MINOR_FAULTS, 100); /* 10 ms each: no */
    is_not_said(profile, "page fault");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_SYSTEM, 1250000);
    for (uint32_t i = 0; i < 4; i++)
        use_in(profile, i, 0)[RESOURCE_WRITTEN] = 2000 << 20; /* all do */
    is_not_said(profile, "wrote");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_SYSTEM, 4250000); /* 2 us for each byte: no */
    slow_by(profile, RESOURCE_WRITTEN, 2 << 20);
    is_not_said(profile, "wrote");
    profile = with_uses(4);
    slow_by(profile, RESOURCE_WRITTEN, 2000 << 20); /* took no time */
    is_not_said(profile, "wrote");
}

/* ---- a core for each ---- */

/* That rank waits for 2.5 of 4.0 s, on the first core of two that its host
 * has. */
static void starve(struct profile *profile, uint32_t rank, uint32_t host)
{
    profile->ranks[rank].host = host;
    profile->ranks[rank].cores.online = 2;
    profile->ranks[rank].cores.words[0] = 1;
    use_in(profile, rank, 0)[RESOURCE_OFF] = 700000;
    use_in(profile, rank, 0)[RESOURCE_QUEUED] = 2500000;
    use_in(profile, rank, 0)[RESOURCE_MAIN] = 4000000;
}

/* Two ranks on core 0 of two, 2.2 of 4.0 s useful. */
static struct profile *on_one_core(void)
{
    struct profile *profile = with_uses(2);

    starve(profile, 0, 0);
    starve(profile, 1, 0);
    return profile;
}

#define BIND                                                               \
    "Bind each rank to cores of its own (mpiexec --bind-to core), or ask " \
    "the batch system for more cores."
#define FEWER                                                                \
    "Run no more ranks on a host than it has cores, each bound to cores of " \
    "its own (mpiexec --bind-to core), or use more hosts."

static void nothing_is_gained(const char *why)
{
    const struct table *advice = report_table(report, "advice");

    CU_ASSERT_PTR_NOT_NULL_FATAL(advice);
    CU_ASSERT_STRING_EQUAL(advice->note, why);
    for (size_t i = 0; i < advice->row_count; i++)
        EMPTY_AT("advice", i, "gain_s");
}

/* Each rank writes so many bytes and is off-CPU for 1.0 s, or 1.1 s. */
static struct profile *with_output(uint64_t bytes)
{
    struct profile *profile = with_uses(4);

    for (uint32_t i = 0; i < 4; i++) {
        use_in(profile, i, 0)[RESOURCE_WRITTEN] = bytes;
        use_in(profile, i, 0)[RESOURCE_OFF] = i == 1 ? 1000000 : 1100000;
        for (int k = 0; k < BINS; k++)
            use_in(profile, i, k)[RESOURCE_MAIN] = 1000000;
    }
    return profile;
}

UNIT_TEST(output_that_all_wait_for_is_told)
{
    struct profile *profile;

    fires(with_output(5000), "output_waits", 1.0);
    says("output_waits", "evidence",
         "Each rank writes 4.88 KiB or more by write() and similar calls, and "
         "its main thread is off-CPU for 1.00 s or more of its useful time "
         "(rank 1).");
    is_silent(with_output(4999), "output_waits"); /* more than 0.2 ms each */
    profile = with_output(5000);
    use_in(profile, 3, 0)[RESOURCE_WRITTEN] = 0; /* not all do */
    is_silent(profile, "output_waits");
    profile = with_output(5000);
    use_in(profile, 3, 0)[RESOURCE_QUEUED] = 1100000;
    is_silent(profile, "output_waits");
    profile = with_output(5000);
    use_in(profile, 3, 0)[RESOURCE_USER] += 1100000; /* of its threads */
    is_silent(profile, "output_waits");
    profile = with_output(5000);
    use_in(profile, 3, 0)[RESOURCE_READ] =
        5000; /* may wait for what it reads */
    is_silent(profile, "output_waits");
    profile = with_output(5000);
    profile->ranks[2].threads = 2;
    is_silent(profile, "output_waits");
    profile = with_output(5000);
    add_row(profile, 2, add_call(profile, "MPI_File_write", CALL_CLASS_IO, 0),
            1, MS, 905);
    is_silent(profile, "output_waits");
    is_silent_inside(with_output(5000), "output_waits");
}

/* Each rank has so many threads; those besides the first are on a core for that long.
 * The region solve becomes one of OpenMP. */
static struct profile *with_threads(uint32_t threads, uint64_t others_us)
{
    struct profile *profile = with_uses(4);
    struct definitions *names = profile->definitions;
    uint32_t region = definitions_region(names, "omp parallel", "", 0);
    uint32_t node =
        definitions_intern(names, DEFINITION_REGION_NODE, 0, region, NULL, 0);

    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].threads = threads;
        solve_of(&profile->ranks[i])->node = node;
        for (int k = 0; k < BINS; k++)
            use_in(profile, i, k)[RESOURCE_MAIN] = 1000000 - others_us / BINS;
    }
    return profile;
}

/* A tenth of the 2.2 s of useful time of a rank, for each of three threads. */
UNIT_TEST(a_main_thread_that_works_alone_is_told)
{
    struct profile *profile = with_threads(4, 640000);

    fires(profile, "one_thread", 0);
    says("one_thread", "evidence",
         "Each rank has 4 threads or more, but in useful time they keep 1.3 "
         "cores busy at most.");
    is_silent(with_threads(4, 670000), "one_thread");
    is_silent(with_threads(1, 0), "one_thread");
    profile = with_uses(4); /* no parallel regions */
    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].threads = 4;
        for (int k = 0; k < BINS; k++)
            use_in(profile, i, k)[RESOURCE_MAIN] = 1000000;
    }
    is_silent(profile, "one_thread");
}

static const char starved_note[] =
    "suggestions with a gain are withheld: ranks waited for a core";

UNIT_TEST(ranks_without_a_core_come_first_and_nothing_is_gained)
{
    static const char fact[] = "2 ranks shared core 0, and on average spent "
                               "62 % of the run waiting for it.";
    static const char *const spreads[] = { "imbalance_useful",
                                           "imbalance_procedures" };

    make_report(on_one_core(), NULL);
    CU_ASSERT_NSTRING_EQUAL(report->verdict[0], fact, strlen(fact));
    HAS(report->verdict[0],
        ".  The times below include that wait, so no gains are given.  " BIND);
    HAS(report->verdict[1], "2 ranks on 2 hosts, 4.00 s");
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    TEXT_IS("advice", 0, "rule", "no_core");
    TEXT_IS("advice", 0, "evidence", fact);
    TEXT_IS("advice", 0, "remedy", BIND);
    nothing_is_gained(starved_note);
    for (size_t i = 0; i < row_count("efficiency"); i++)
        EMPTY_AT("efficiency", i, "loss_s");
    LACKS(report_table(report, "efficiency")->note, "losses");
    for (size_t i = 0; i < sizeof(spreads) / sizeof(*spreads); i++)
        HAS(report_table(report, spreads[i])->note,
            "ranks waited for a core: avoidable times mostly show that, and "
            "cannot be gained");
}

UNIT_TEST(a_starved_run_says_what_is_missing_as_well)
{
    struct profile *profile = on_one_core();

    profile->ranks[1].cut = true;
    make_report(profile, NULL);
    HAS(report_table(report, "imbalance_useful")->note,
        "cannot be gained; partial: the data of some ranks is missing");
    LACKS(report_table(report, "imbalance_procedures")->note, "waiting");
}

/* Rank 1 works 1.6 s longer than the other, and waits for a core for less. */
UNIT_TEST(unequal_time_that_waits_for_cores_do_not_explain_is_said)
{
    struct profile *profile = on_one_core();

    profile->ranks[0].mpi[CALL_CLASS_P2P] += 1600 * MS;
    use_in(profile, 1, 0)[RESOURCE_QUEUED] = 1500000;
    use_in(profile, 0, 0)[RESOURCE_QUEUED] = 3500000;
    make_report(profile, NULL);
    HAS(report->verdict[2],
        "Rank 1 spent 2.20 s outside MPI, rank 0 only 600 ms: at least 100 ms more "
        "than its waits for a core explain.  Measure again on idle cores to see "
        "how much of this is work.");
    profile = on_one_core();
    profile->ranks[0].mpi[CALL_CLASS_P2P] += 1600 * MS;
    make_report(profile, NULL);
    CU_ASSERT_EQUAL(report->verdict_count, 2);
}

UNIT_TEST(regions_of_a_starved_run_gain_nothing_either)
{
    struct analyze_options inside = { .region = "solve" };

    make_report(on_one_core(), &inside);
    HAS(report->verdict[0],
        "2 ranks shared core 0, and on average spent 62 %");
    CU_ASSERT_EQUAL(report->verdict_count, 2);
    nothing_is_gained(starved_note);
}

/* Only so much of MPI time counts as can be waiting for a core: not that which
 * the rank with the most work had to wait for. */
UNIT_TEST(who_waits_for_more_work_is_not_starved)
{
    struct profile *profile = on_one_core();

    profile->ranks[0].mpi[CALL_CLASS_WAIT] = 0;
    profile->ranks[0].mpi[CALL_CLASS_COLLECTIVE] = 0;
    use_in(profile, 0, 0)[RESOURCE_QUEUED] = 0;
    use_in(profile, 1, 0)[RESOURCE_OFF] = 0;
    make_report(profile, NULL);
    CU_ASSERT_FALSE(in_verdict("waiting for"));
    CU_ASSERT_TRUE(in_verdict("would save"));
}

UNIT_TEST(a_rank_that_sleeps_is_not_starved)
{
    struct profile *profile = on_one_core();

    for (uint32_t i = 0; i < 2; i++) {
        use_in(profile, i, 0)[RESOURCE_OFF] = 2000000;
        use_in(profile, i, 0)[RESOURCE_QUEUED] = 20000;
    }
    make_report(profile, NULL);
    CU_ASSERT_FALSE(in_verdict("waiting for"));
}

UNIT_TEST(the_cure_depends_on_the_cores_that_there_are)
{
    struct profile *profile = on_one_core();

    for (uint32_t i = 0; i < 2; i++)
        profile->ranks[i].cores.online = 1;
    make_report(profile, NULL);
    HAS(report->verdict[0], FEWER);
    profile = on_one_core();
    for (uint32_t i = 0; i < 2; i++)
        profile->ranks[i].cores.online = 0;
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "On average, ranks spent 62 % of the run waiting for "
        "a core.");
    HAS(report->verdict[0], "How many cores they had is unknown");
    HAS(report->verdict[1], " outside MPI, ");
    HAS(report_table(report, "efficiency")->note,
        "waiting for a core is part of these values");
}

UNIT_TEST(who_took_the_cores_is_said_where_there_are_enough)
{
    struct profile *profile = on_one_core();

    profile->ranks[1].cores.words[0] = 2;
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "On average, ranks spent 62 % of the run waiting for a core.  There "
        "was one for each rank: other programs or threads ran there, too, or a CPU "
        "limit applied.");
    HAS(report->verdict[0], "Look for other programs on the host");
    profile = on_one_core();
    profile->ranks[1].cores.words[0] = 2;
    use_in(profile, 0, 0)[RESOURCE_USER] = 8000000;
    make_report(profile, NULL);
    HAS(report->verdict[0], "a core.  There was one for each rank, but other "
                            "threads of the ranks ran on these cores, too.");
    HAS(report->verdict[0], "Start fewer threads in each rank");
}

/* The start is long, for want of cores. */
UNIT_TEST(a_starved_run_does_not_blame_its_start)
{
    struct profile *profile = with_uses(2);

    profile->ranks[0].init = 1000 * MS;
    fires(profile, "start_and_end", 0);
    says("start_and_end", "remedy", "are read from");
    profile = on_one_core();
    profile->ranks[0].init = 1000 * MS;
    is_silent(profile, "start_and_end");
}

/* Nobody waited during the run itself. */
UNIT_TEST(a_start_with_too_few_cores_names_these)
{
    struct profile *profile = on_one_core();

    for (uint32_t i = 0; i < 2; i++) {
        use_in(profile, i, 0)[RESOURCE_QUEUED] = 0;
        use_in(profile, i, 0)[RESOURCE_OFF] = 0;
    }
    profile->ranks[0].init = 1000 * MS;
    fires(profile, "start_and_end", 0);
    says("start_and_end", "evidence",
         "2 ranks shared core 0, which makes both long.");
    says("start_and_end", "remedy", BIND);
}

/* Three ranks of a host with eight cores, all of them starved, or the last. */
static void report_bound(bool all, uint64_t first, uint64_t second,
                         uint64_t third)
{
    const uint64_t bound[] = { first, second, third };
    struct profile *profile = with_uses(3);

    for (uint32_t i = 0; i < 3; i++) {
        starve(profile, i, 0);
        use_in(profile, i, 0)[RESOURCE_OFF] = 2500000;
        if (!all)
            use_in(profile, i, 0)[RESOURCE_QUEUED] = i == 2 ? 2200000 : 0;
        profile->ranks[i].cores.online = 8;
        profile->ranks[i].cores.words[0] = bound[i];
    }
    make_report(profile, NULL);
}

UNIT_TEST(ranks_that_share_too_few_cores_are_told_from_others)
{
    report_bound(true, 1, 1, 0xfe);
    HAS(report->verdict[0],
        "2 ranks shared core 0, and on average spent 62 %");
    report_bound(true, 3, 1, 3);
    HAS(report->verdict[0],
        "3 ranks shared 2 cores, and on average spent 62 %");
    report_bound(true, 7, 1, 3);
    HAS(report->verdict[0],
        "waiting for a core.  There was one for each rank: other");
    report_bound(false, 0xfe, 1, 1);
    HAS(report->verdict[0], "2 ranks shared core 0, and rank 2 spent 55 %");
    report_bound(false, 1, 1, 0xfe);
    HAS(report->verdict[0],
        "Rank 2 spent 55 % of the run waiting for a core.");
}

/* Ranks 0 and 1 share core 0 of eight, rank 2 has others; us that they wait. */
static void report_pair(uint64_t pair, uint64_t third)
{
    struct profile *profile = with_uses(3);

    for (uint32_t i = 0; i < 3; i++) {
        starve(profile, i, 0);
        use_in(profile, i, 0)[RESOURCE_OFF] = i == 2 ? third : pair;
        use_in(profile, i, 0)[RESOURCE_QUEUED] = i == 2 ? third : pair;
        profile->ranks[i].cores.online = 8;
        profile->ranks[i].cores.words[0] = i == 2 ? 0xfe : 1;
    }
    make_report(profile, NULL);
}

/* 62 and 25 % of two of three are 42 and 17 % on average. */
UNIT_TEST(the_mean_is_that_of_the_ranks_that_share_cores)
{
    report_pair(2500000, 0);
    HAS(report->verdict[0],
        "2 ranks shared core 0, and on average spent 62 %");
    report_pair(1000000, 2500000);
    HAS(report->verdict[0],
        "On average, ranks spent 38 % of the run waiting for a core.");
}

UNIT_TEST(cores_beyond_the_first_word_count)
{
    struct profile *profile = on_one_core();

    for (uint32_t i = 0; i < 2; i++) {
        profile->ranks[i].cores.online = 256;
        profile->ranks[i].cores.words[0] = 0;
        profile->ranks[i].cores.words[2] = 1 << 5;
    }
    make_report(profile, NULL);
    HAS(report->verdict[0], "2 ranks shared core 133, and");
    profile = with_uses(4);
    for (uint32_t i = 0; i < 4; i++) {
        starve(profile, i, 0);
        profile->ranks[i].cores.online = 256;
        profile->ranks[i].cores.words[3] = UINT64_C(3) << 62;
    }
    make_report(profile, NULL);
    HAS(report->verdict[0], "4 ranks shared 3 cores, and on average");
}

/* The other host has more ranks for a core, but these hardly wait. */
UNIT_TEST(of_several_hosts_that_of_the_rank_that_waits_most_is_named)
{
    struct profile *profile = with_uses(5);

    for (uint32_t i = 0; i < 5; i++) {
        starve(profile, i, i >= 3);
        use_in(profile, i, 0)[RESOURCE_QUEUED] = i < 3 ? 100000 : 2400000;
        use_in(profile, i, 0)[RESOURCE_OFF] = 2100000;
    }
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "2 ranks shared core 0 of host beta, and on average "
        "spent 60 % of the run waiting for it.");
    HAS(report->verdict[0], BIND);
}

/* 62 % of one of four are 16 % on average. */
UNIT_TEST(one_rank_without_a_core_is_named)
{
    struct profile *profile = with_uses(4);

    use_in(profile, SYNTHETIC_SLOW_RANK, 0)[RESOURCE_OFF] = 2500000;
    use_in(profile, SYNTHETIC_SLOW_RANK, 0)[RESOURCE_QUEUED] = 2500000;
    make_report(profile, NULL);
    HAS(report->verdict[0],
        "Rank 2 of host beta spent 62 % of the run waiting "
        "for a core.");
}

UNIT_TEST(a_short_run_is_not_judged)
{
    struct profile *profile = synthetic(4);

    for (uint32_t i = 0; i < 4; i++) {
        profile->ranks[i].length = i == 2 ? 99 * MS : 50 * MS;
        memset(profile->ranks[i].mpi, 0, sizeof(profile->ranks[i].mpi));
    }
    make_report(profile, NULL);
    HAS(report->verdict[1], "too short to judge");
    CU_ASSERT_FALSE(in_verdict("would save"));
    nothing_is_gained("suggestions with a gain are withheld: the run is too "
                      "short");
}
