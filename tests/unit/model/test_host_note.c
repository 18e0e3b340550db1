/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_host_note.c - what is known of a host comes back.
 */
#include <string.h>

#include "log_lines.h"
#include "model/notes/host_note.h"
#include "unit.h"

static void round_trip(const struct host_note *note)
{
    struct bytes_writer out;
    struct host_note copy;

    bytes_writer_init(&out);
    host_note_encode(note, &out);
    CU_ASSERT_EQUAL_FATAL(host_note_decode(out.data, out.size, &copy),
                          STATUS_OK);
    CU_ASSERT_STRING_EQUAL(copy.cpu, note->cpu);
    CU_ASSERT_EQUAL(copy.compared, note->compared);
    CU_ASSERT_EQUAL(copy.ahead_ns, note->ahead_ns);
    CU_ASSERT_EQUAL(copy.error_ns, note->error_ns);
    CU_ASSERT_EQUAL(copy.drift, note->drift);
    CU_ASSERT_EQUAL(copy.memory_bytes, note->memory_bytes);
    host_note_clear(&copy);
    bytes_writer_clear(&out);
}

UNIT_TEST(a_note_comes_back)
{
    round_trip(&(struct host_note){ .cpu = (char *)"" });
    round_trip(&(struct host_note){ .cpu = (char *)"a processor" });
    round_trip(&(struct host_note){ (char *)"b", true, -10800000000000, 12345,
                                    -500000, 0 });
    round_trip(&(struct host_note){ (char *)"", true, INT64_MAX, UINT64_MAX,
                                    INT64_MIN, UINT64_MAX });
    round_trip(
        &(struct host_note){ .cpu = (char *)"c", .memory_bytes = 1u << 30 });
}

UNIT_TEST(a_clock_cut_short_is_refused)
{
    struct log_lines lines;
    struct host_note note;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL(host_note_decode("cpu\0\x01\x02", 6, &note),
                    STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(host_note_decode("cpu\0\x01\x02\x03\x04\x05", 9, &note),
                    STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(lines.count, 2);
}
