/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_python_memory.c - files of Python's memory are read, or refused, and
 * become rows.
 */
#include <stdlib.h>

#include "model/python/python_times.h"
#include "report_cells.h"
#include "synthetic.h"

#define NAME "python_memory"
#define BY_RANK "python_memory_by_rank"
#define HEAD "mpiprof-python-memory\t1\n"
#define MIB 1048576

static struct python_memory memory;

static enum status add(uint32_t rank, const char *text)
{
    char *copied = strdup(text);
    enum status status = python_memory_add(&memory, rank, copied, "a file");

    free(copied);
    return status;
}

UNIT_TEST(a_file_is_read)
{
    CU_ASSERT_EQUAL(add(3,
                        HEAD "peak\t900\t800\nline\t700\t7\t60\t6\t12\ta\\tb"
                             "\\\\.py\nline\t5\t4\t3\t2\t0\t\n"),
                    STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(memory.rank_count, 1);
    CU_ASSERT_EQUAL(memory.ranks[0].rank, 3);
    CU_ASSERT_EQUAL(memory.ranks[0].peak, 900);
    CU_ASSERT_EQUAL(memory.ranks[0].looked, 800);
    CU_ASSERT_EQUAL_FATAL(memory.line_count, 2);
    CU_ASSERT_STRING_EQUAL(memory.lines[0].file, "a\tb\\.py");
    CU_ASSERT_EQUAL(memory.lines[0].line, 12);
    CU_ASSERT_EQUAL(memory.lines[0].peak.bytes, 700);
    CU_ASSERT_EQUAL(memory.lines[0].peak.blocks, 7);
    CU_ASSERT_EQUAL(memory.lines[0].end.bytes, 60);
    CU_ASSERT_EQUAL(memory.lines[0].end.blocks, 6);
    CU_ASSERT_STRING_EQUAL(memory.lines[1].file, "");
    python_memory_clear(&memory);
}

UNIT_TEST(a_damaged_file_leaves_nothing)
{
    static const char *const texts[] = {
        "",
        "mpiprof-python-memory\t2\n",
        HEAD "peak\t900\n",
        HEAD "peak\t900\t800",
        HEAD "peak\t-1\t800\n",
        HEAD "peak\t99999999999999999999\t800\n",
        HEAD "line\t1\t2\t3\t4\n",
        HEAD "line\t1\t2\t3\t4\t9999999999\tf.py\n",
        HEAD "line\t1\t2\t3\t4\t5\tf.py\nline\t1\t2\tx\t4\t5\tf.py\n",
        HEAD "what\t1\t2\n",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        CU_ASSERT_EQUAL(add(0, texts[i]), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(memory.rank_count, 0);
    CU_ASSERT_EQUAL(memory.line_count, 0);
    python_memory_clear(&memory);
}

/* Rank 2 holds more; one line is of rank 1 alone. */
static void report_of_three(void)
{
    static struct python_times times;
    struct analyze_options options = { .python = &times, .detail = "" };

    add(0, HEAD "peak\t5242880\t4194304\n"
                "line\t1048576\t4\t0\t0\t7\t/app/a.py\n");
    add(1, HEAD "peak\t5242880\t4194304\n"
                "line\t1048576\t4\t0\t0\t7\t/app/a.py\n"
                "line\t3145728\t6\t3145728\t6\t9\t/app/a.py\n");
    add(2, HEAD "peak\t9437184\t8388608\n"
                "line\t4194304\t5\t0\t0\t7\t/app/a.py\n"
                "line\t10\t1\t10\t1\t0\t\n");
    times.memory = memory;
    make_report(synthetic(3), &options);
    python_memory_clear(&memory);
}

UNIT_TEST(lines_of_all_ranks_are_one_row)
{
    report_of_three();
    CU_ASSERT_EQUAL_FATAL(row_count(NAME), 3);
    TEXT_IS(NAME, 0, "location", "a.py:7");
    NUMBERS(NAME, 0, { "mean_bytes", 2 * MIB }, { "min_bytes", MIB },
            { "max_bytes", 4 * MIB }, { "max_rank", 2 }, { "blocks", 5 },
            { "end_mean_bytes", 0 });
    NUMBERS(NAME, 1, { "mean_bytes", MIB }, { "min_bytes", 0 },
            { "max_bytes", 3 * MIB }, { "max_rank", 1 },
            { "end_mean_bytes", MIB }, { "end_max_bytes", 3 * MIB });
    TEXT_IS(NAME, 2, "location", "others");
    HAS(report_table(report, NAME)->note,
        "of 3 ranks; the peak is 9.00 MiB, on rank 2, which held ");
}

UNIT_TEST(each_rank_has_its_lines)
{
    report_of_three();
    CU_ASSERT_EQUAL_FATAL(row_count(BY_RANK), 5);
    NUMBERS(BY_RANK, 2, { "rank", 1 }, { "peak_bytes", 3 * MIB },
            { "peak_blocks", 6 }, { "end_bytes", 3 * MIB });
}

UNIT_TEST(without_files_there_is_no_table)
{
    make_report(synthetic(1), NULL);
    CU_ASSERT_PTR_NULL(report_table(report, NAME));
}
