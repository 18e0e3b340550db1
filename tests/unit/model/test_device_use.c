/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include "model/resources/device_use.h"

UNIT_TEST(rows_of_a_file_with_one_key_are_added_up)
{
    struct device_row rows[] = {
        { .call = 3, .count = 2, .time = 9, .longest = 8, .bytes = 5 },
        { .call = 3, .count = 1, .time = 4, .longest = 4, .bytes = 6 }
    };
    char *streams[] = { (char *)"stream" };
    const struct device_use use = {
        .streams = streams, .stream_count = 1, .rows = rows, .row_count = 2
    };
    struct device_use copy = { 0 };
    struct bytes_writer out;
    struct bytes_reader in;

    bytes_writer_init(&out);
    device_use_encode(&use, &out);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL_FATAL(device_use_decode(&in, 4, &copy), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(copy.row_count, 1);
    CU_ASSERT_EQUAL(copy.rows[0].call, 3);
    CU_ASSERT_EQUAL(copy.rows[0].count, 3);
    CU_ASSERT_EQUAL(copy.rows[0].time, 13);
    CU_ASSERT_EQUAL(copy.rows[0].longest, 8);
    CU_ASSERT_EQUAL(copy.rows[0].bytes, 11);
    device_use_clear(&copy);
    bytes_writer_clear(&out);
}
