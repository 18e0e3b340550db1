/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_trace_rules.c - rules of what the trace is without are understood, a
 * wrong one gets one line, and the verdicts keep both ends of a message.
 */
#include "model/call.h"
#include "settings/trace_rules.h"
#include "problems.h"
#include "unit.h"

static struct trace_rules *rules;

static void read_these(const char *skip, const char *only)
{
    trace_rules_destroy(rules);
    strbuf_clear(&problems);
    CU_ASSERT_EQUAL_FATAL(trace_rules_read(skip, only, &rules, &problems),
                          STATUS_OK);
}

static int verdict(const char *name)
{
    return rules->calls[call_find(name)];
}

static int size_verdict(uint64_t bytes)
{
    return (int)trace_rules_size(rules, bytes, NULL);
}

UNIT_TEST(without_rules_there_is_nothing)
{
    read_these("", "");
    CU_ASSERT_PTR_NULL(rules);
    read_these(" , ,", ",");
    CU_ASSERT_PTR_NULL(rules);
    CU_ASSERT_EQUAL(lines(), 0);
}

UNIT_TEST(a_procedure_is_named_in_any_case_and_by_pattern)
{
    read_these("mpi_iprobe, MPI_Test*", "");
    CU_ASSERT_EQUAL(lines(), 0);
    CU_ASSERT_EQUAL(verdict("MPI_Iprobe"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Testsome"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Probe"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_IN);
    CU_ASSERT_TRUE(rules->messages);
    read_these("MPI_?test*", "");
    CU_ASSERT_PTR_NULL(rules);
    CU_ASSERT_TRUE(says("matches no MPI procedure"));
}

UNIT_TEST(a_procedure_has_its_large_form_with_it)
{
    read_these("MPI_Bcast", "");
    CU_ASSERT_EQUAL(verdict("MPI_Bcast_c"), TRACE_SKIPPED);
    read_these("MPI_Bcast_c", "");
    CU_ASSERT_EQUAL(verdict("MPI_Bcast"), TRACE_IN);
}

UNIT_TEST(a_class_is_named_as_the_report_does)
{
    read_these("one-sided", "");
    CU_ASSERT_EQUAL(verdict("MPI_Put"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Win_fence"), TRACE_SKIPPED);
    read_these("Wait/Test", "");
    CU_ASSERT_EQUAL(verdict("MPI_Waitall"), TRACE_SKIPPED);
    read_these("p2p", "");
    CU_ASSERT_EQUAL(verdict("MPI_Isend"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Wait"), TRACE_IN);
    CU_ASSERT_FALSE(rules->messages);
    CU_ASSERT_EQUAL(lines(), 0);
}

UNIT_TEST(only_leaves_out_the_others_and_skip_wins)
{
    read_these("MPI_Barrier", "collective,MPI_Win_fence");
    CU_ASSERT_EQUAL(verdict("MPI_Bcast"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Barrier"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_NOT_ONLY);
    CU_ASSERT_EQUAL(verdict("MPI_Put"), TRACE_NOT_ONLY);
    CU_ASSERT_EQUAL(verdict("MPI_Win_fence"), TRACE_IN);
    CU_ASSERT_FALSE(rules->messages);
}

UNIT_TEST(messages_have_both_ends_or_none)
{
    read_these("MPI_Send", "");
    CU_ASSERT_TRUE(rules->messages);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Recv"), TRACE_IN);
    CU_ASSERT_EQUAL(lines(), 0);
    read_these("MPI_Send", "p2p,size>1K");
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_BY_SIZE);
    read_these("", "MPI_Send,MPI_Recv");
    CU_ASSERT_TRUE(rules->messages);
    CU_ASSERT_EQUAL(verdict("MPI_Isend"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Iprobe"), TRACE_NOT_ONLY);
    CU_ASSERT_EQUAL(verdict("MPI_Barrier"), TRACE_NOT_ONLY);
    read_these("MPI_*send*,MPI_*recv*", "");
    CU_ASSERT_FALSE(rules->messages);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(rules->kept_count, 0);
    read_these("MPI_Send_init,MPI_Start,MPI_Probe,MPI_Cancel,wait", "");
    CU_ASSERT_TRUE(rules->messages);
    CU_ASSERT_EQUAL(rules->kept_count, 0);
    CU_ASSERT_EQUAL(lines(), 0);
}

static uint64_t kept(const char *name)
{
    return trace_rules_kept(rules, (uint32_t)call_find(name));
}

/* The last remark, for ONLY comes after SKIP. */
static void told(uint64_t bits, size_t count, uint32_t code, const char *names)
{
    struct remarks remarks = { 0 };

    trace_rules_tell_kept(rules, bits, &remarks);
    CU_ASSERT_EQUAL_FATAL(remarks.count, count);
    if (count > 0) {
        CU_ASSERT_EQUAL(remarks.list[count - 1].code, code);
        CU_ASSERT_STRING_EQUAL(remarks.list[count - 1].texts[0], names);
    }
    remarks_clear(&remarks);
}

UNIT_TEST(what_stays_in_spite_of_a_rule_is_named)
{
    read_these("MPI_Ssend,MPI_Barrier", "");
    CU_ASSERT_EQUAL(kept("MPI_Send"), 0);
    CU_ASSERT_EQUAL(kept("MPI_Barrier"), 0);
    CU_ASSERT_NOT_EQUAL(kept("MPI_Ssend"), 0);
    told(0, 0, 0, "");
    told(kept("MPI_Ssend"), 1, REMARK_RULES_KEPT_SKIP, "MPI_Ssend");
    read_these("MPI_Isend", "MPI_Send,MPI_Recv");
    told(kept("MPI_Isend") | kept("MPI_Irecv") | kept("MPI_Mrecv"), 2,
         REMARK_RULES_KEPT_ONLY, "MPI_Irecv, MPI_Mrecv");
    told(kept("MPI_Isend"), 1, REMARK_RULES_KEPT_SKIP, "MPI_Isend");
    CU_ASSERT_TRUE(trace_rules_any(rules, true, 6));
    CU_ASSERT_FALSE(trace_rules_any(rules, true, 1));
}

UNIT_TEST(windows_stay_in_step_while_there_are_transfers)
{
    read_these("MPI_Win_*", "");
    CU_ASSERT_EQUAL(verdict("MPI_Win_fence"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Win_unlock"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Win_test"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Win_get_info"), TRACE_SKIPPED);
    read_these("", "MPI_Put");
    CU_ASSERT_EQUAL(verdict("MPI_Win_fence"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Win_get_info"), TRACE_NOT_ONLY);
}

UNIT_TEST(sizes_are_intervals)
{
    read_these("size<1K", "");
    CU_ASSERT_EQUAL(size_verdict(0), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(size_verdict(1023), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(size_verdict(1024), TRACE_IN);
    CU_ASSERT_EQUAL(rules->least, 1024);
    read_these("size <= 2k", "size<3M");
    CU_ASSERT_EQUAL(size_verdict(2048), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(size_verdict(2049), TRACE_IN);
    CU_ASSERT_EQUAL(size_verdict(3 << 20), TRACE_NOT_ONLY);
    CU_ASSERT_EQUAL(rules->least, 2049);
    read_these("size=0,size>1G", "");
    CU_ASSERT_EQUAL(size_verdict(0), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(size_verdict(1u << 30), TRACE_IN);
    CU_ASSERT_EQUAL(size_verdict((1u << 30) + 1), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(rules->least, 1);
    read_these("size>=0", "");
    CU_ASSERT_EQUAL(rules->least, UINT64_MAX);
    CU_ASSERT_EQUAL(lines(), 0);
}

UNIT_TEST(sizes_decide_about_transfers_only)
{
    read_these("size<1K", "");
    CU_ASSERT_EQUAL(verdict("MPI_Recv"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_Sendrecv_replace"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_Startall"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_Waitall"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_Get_accumulate"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_File_iwrite_at"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_File_write_at_all"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_File_read_ordered_end"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Bcast"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Send_init"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Iprobe"), TRACE_IN);
    CU_ASSERT_EQUAL(verdict("MPI_Win_lock"), TRACE_IN);
    CU_ASSERT_TRUE(rules->messages);
}

UNIT_TEST(kinds_of_only_agree)
{
    read_these("", "p2p,size>=1K,region:solve");
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_BY_SIZE);
    CU_ASSERT_EQUAL(verdict("MPI_Bcast"), TRACE_NOT_ONLY);
    CU_ASSERT_TRUE(rules->only_regions);
    read_these("", "size>=1K");
    CU_ASSERT_EQUAL(verdict("MPI_Bcast"), TRACE_IN);
    CU_ASSERT_FALSE(rules->only_regions);
}

UNIT_TEST(regions_match_by_name_and_by_path)
{
    uint64_t met = 0;

    read_these("region:hal*,region:main/io", "region:main");
    CU_ASSERT_EQUAL(trace_rules_region(rules, "main/halo", "halo", &met),
                    TRACE_REGION_SKIPPED);
    CU_ASSERT_EQUAL(met, 1);
    CU_ASSERT_EQUAL(trace_rules_region(rules, "main/io", "io", &met),
                    TRACE_REGION_SKIPPED);
    CU_ASSERT_EQUAL(trace_rules_region(rules, "io", "io", &met), 0);
    CU_ASSERT_EQUAL(trace_rules_region(rules, "main", "main", &met),
                    TRACE_REGION_ONLY);
    CU_ASSERT_EQUAL(met, 7);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_IN);
}

static void wrong(const char *rule, const char *words)
{
    read_these(rule, "");
    CU_ASSERT_PTR_NULL(rules);
    CU_ASSERT_EQUAL(lines(), 1);
    CU_ASSERT_TRUE(says(rule));
    CU_ASSERT_TRUE(says(words));
    CU_ASSERT_TRUE(says("MPIPROF_TRACE_SKIP: "));
}

UNIT_TEST(a_wrong_rule_is_told_and_left_out)
{
    wrong("MPI_Iprob", "did you mean MPI_Iprobe?");
    wrong("Iprobe", "did you mean MPI_Iprobe?");
    wrong("send", "did you mean MPI_Send?");
    wrong("colective", "did you mean collective?");
    wrong("everything that is there", "nor a class: p2p, collective, wait");
    wrong("size<", "size<1K");
    wrong("size<0", "size<1K");
    wrong("size<-1", "size<1K");
    wrong("size>1T", "size<1K");
    wrong("size>99999999999999999999", "size<1K");
    wrong("size", "size<1K");
    wrong("region:", "region:PATTERN");
    wrong("region:(outside regions)", "MPIPROF_TRACE_ONLY=region:*");
    wrong("MPI_Comm_rank", "is not measured");
    wrong("mpi_wti*", "is not measured");
    wrong("MPI_Barier", "The rule is ignored.");
    read_these("MPI_Nothing,wait", "MPI_Nowhere");
    CU_ASSERT_EQUAL(lines(), 2);
    CU_ASSERT_EQUAL(rules->count, 1);
    CU_ASSERT_EQUAL(verdict("MPI_Wait"), TRACE_SKIPPED);
    CU_ASSERT_EQUAL(verdict("MPI_Send"), TRACE_IN);
}

UNIT_TEST(there_are_not_too_many)
{
    struct strbuf list = { 0 };

    for (int i = 0; i < TRACE_RULES_MOST + 2; i++)
        strbuf_puts(&list, "MPI_Barrier,");
    read_these(strbuf_text(&list), "");
    CU_ASSERT_EQUAL(rules->count, TRACE_RULES_MOST);
    CU_ASSERT_EQUAL(lines(), 2);
    CU_ASSERT_TRUE(says("too many"));
    strbuf_clear(&list);
}

UNIT_TEST(what_matched_nothing_is_named)
{
    struct remarks unmet = { 0 };

    read_these("MPI_Barrier,io,size<1K", "region:x");
    trace_rules_unmet(rules, 15, &unmet);
    CU_ASSERT_EQUAL(unmet.count, 0);
    trace_rules_unmet(rules, 1, &unmet);
    CU_ASSERT_EQUAL_FATAL(unmet.count, 2);
    CU_ASSERT_STRING_EQUAL(unmet.list[0].texts[0], "MPIPROF_TRACE_SKIP");
    CU_ASSERT_STRING_EQUAL(unmet.list[0].texts[1], "io, size<1K");
    CU_ASSERT_STRING_EQUAL(unmet.list[1].texts[0], "MPIPROF_TRACE_ONLY");
    CU_ASSERT_STRING_EQUAL(unmet.list[1].texts[1], "region:x");
    CU_ASSERT_EQUAL(
        trace_rules_call(rules, (uint32_t)call_find("MPI_File_open")), 2);
    CU_ASSERT_EQUAL(
        trace_rules_call(rules, (uint32_t)call_find("MPI_Barrier")), 1);
    remarks_clear(&unmet);
}
