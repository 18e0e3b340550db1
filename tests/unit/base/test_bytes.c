/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_bytes.c - what is put is got back, in the same bytes on every machine.
 */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "unit.h"

UNIT_TEST(numbers_come_back)
{
    static const uint64_t values[] = { 0,     1,     127,        128,
                                       16383, 16384, UINT32_MAX, UINT64_MAX };
    struct bytes_writer out;
    struct bytes_reader in;

    bytes_writer_init(&out);
    for (int i = 0; i < 8; i++) {
        bytes_put_number(&out, values[i]);
        bytes_put_signed(&out, (int64_t)values[i]);
    }
    bytes_put_signed(&out, INT64_MIN);
    bytes_put_double(&out, -DBL_MIN);
    bytes_reader_init(&in, out.data, out.size);
    for (int i = 0; i < 8; i++) {
        CU_ASSERT_EQUAL(bytes_get_number(&in), values[i]);
        CU_ASSERT_EQUAL(bytes_get_signed(&in), (int64_t)values[i]);
    }
    CU_ASSERT_EQUAL(bytes_get_signed(&in), INT64_MIN);
    CU_ASSERT_EQUAL(bytes_get_double(&in), -DBL_MIN);
    CU_ASSERT_FALSE(in.failed);
    CU_ASSERT_EQUAL(in.at, in.size);
    bytes_writer_clear(&out);
}

UNIT_TEST(the_bytes_are_those_of_the_format)
{
    static const uint8_t wanted[] = { 0xac, 0x02, 0x01, 0x04, 0x03, 0x02,
                                      0x01, 0,    0,    0,    0,    0,
                                      0,    0xf0, 0x3f, 2,    'h',  'i' };
    struct bytes_writer out;

    bytes_writer_init(&out);
    bytes_put_number(&out, 300);
    bytes_put_signed(&out, -1);
    bytes_put_fixed32(&out, 0x01020304);
    bytes_put_double(&out, 1.0);
    bytes_put_string(&out, "hi");
    CU_ASSERT_EQUAL_FATAL(out.size, sizeof(wanted));
    CU_ASSERT(memcmp(out.data, wanted, sizeof(wanted)) == 0);
    bytes_writer_clear(&out);
}

UNIT_TEST(what_is_sized_comes_back)
{
    struct bytes_writer out;
    struct bytes_reader in;
    size_t size;

    bytes_writer_init(&out);
    bytes_put_sized(&out, "a\0b", 3);
    bytes_put_sized(&out, NULL, 0);
    bytes_put_number(&out, 3); /* and then nothing */
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT(memcmp(bytes_get_sized(&in, &size), "a\0b", 3) == 0);
    CU_ASSERT_EQUAL(size, 3);
    CU_ASSERT_PTR_NOT_NULL(bytes_get_sized(&in, &size));
    CU_ASSERT_EQUAL(size, 0);
    CU_ASSERT_FALSE(in.failed);
    CU_ASSERT_PTR_NULL(bytes_get_sized(&in, &size));
    CU_ASSERT(in.failed);
    CU_ASSERT_EQUAL(size, 0);
    bytes_writer_clear(&out);
}

UNIT_TEST(reading_past_the_end_fails_for_good)
{
    struct bytes_reader in;

    bytes_reader_init(&in, "\x05", 1);
    CU_ASSERT_EQUAL(bytes_get_fixed32(&in), 0);
    CU_ASSERT(in.failed);
    CU_ASSERT_EQUAL(bytes_get_number(&in), 0); /* the byte is there */
    CU_ASSERT_PTR_NULL(bytes_get(&in, 1));
}

UNIT_TEST(a_number_of_more_than_64_bits_fails)
{
    struct bytes_reader in;

    bytes_reader_init(&in, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10);
    CU_ASSERT_EQUAL(bytes_get_number(&in), UINT64_MAX);
    bytes_reader_init(&in, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10);
    CU_ASSERT_EQUAL(bytes_get_number(&in), 0);
    CU_ASSERT(in.failed);
    bytes_reader_init(&in, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11);
    bytes_get_number(&in);
    CU_ASSERT(in.failed);
}

UNIT_TEST(a_count_that_cannot_be_fails)
{
    struct bytes_reader in;

    bytes_reader_init(&in, "\x03xxxxxx", 7);
    CU_ASSERT_EQUAL(bytes_get_count(&in, 2), 3);
    bytes_reader_init(&in, "\x04xxxxxx", 7);
    CU_ASSERT_EQUAL(bytes_get_count(&in, 2), 0);
    CU_ASSERT(in.failed);
}

UNIT_TEST(a_number_is_below_its_limit_or_fails)
{
    struct bytes_reader in;

    bytes_reader_init(&in, "\x02\x03\xff\xff\xff\xff\x0f", 7);
    CU_ASSERT_EQUAL(bytes_get_below(&in, 3), 2);
    CU_ASSERT_EQUAL(bytes_get_below(&in, 4), 3);
    CU_ASSERT_EQUAL(bytes_get_below(&in, (uint64_t)UINT32_MAX + 1),
                    UINT32_MAX);
    CU_ASSERT_FALSE(in.failed);
    bytes_reader_init(&in, "\x03", 1);
    CU_ASSERT_EQUAL(bytes_get_below(&in, 3), 0);
    CU_ASSERT(in.failed);
}

UNIT_TEST(a_string_ends_where_it_says)
{
    struct bytes_reader in;
    char *text;

    bytes_reader_init(&in, "\x02hi\x00\x02z\x00", 7);
    text = bytes_get_string(&in);
    CU_ASSERT_STRING_EQUAL(text, "hi");
    free(text);
    text = bytes_get_string(&in);
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
    CU_ASSERT_PTR_NULL(bytes_get_string(&in)); /* has a zero byte in it */
    CU_ASSERT(in.failed);
}

UNIT_TEST(a_writer_without_memory_fails_for_good)
{
    struct bytes_writer out;

    bytes_writer_init(&out);
    bytes_put(&out, NULL, SIZE_MAX / 2);
    CU_ASSERT(out.failed);
    bytes_put_number(&out, 1);
    CU_ASSERT_EQUAL(out.size, 0);
    bytes_writer_clear(&out);
}

UNIT_TEST(several_numbers_come_back_in_their_order)
{
    struct bytes_writer out = { 0 };
    struct bytes_reader in;

    PUT_NUMBERS(&out, 3, UINT64_MAX, 0);
    bytes_reader_init(&in, out.data, out.size);
    CU_ASSERT_EQUAL(bytes_get_number(&in), 3);
    CU_ASSERT_EQUAL(bytes_get_number(&in), UINT64_MAX);
    CU_ASSERT_EQUAL(bytes_get_number(&in), 0);
    CU_ASSERT_EQUAL(in.at, in.size);
    bytes_writer_clear(&out);
}
