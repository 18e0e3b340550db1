/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_human.c - no quantity has digits that do not count, or none that do.
 */
#include "base/text/human.h"
#include "unit.h"

static void check_time(uint64_t ns, int digits, const char *expected)
{
    struct strbuf out = { 0 };

    human_time(&out, ns, digits);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

static void check_bytes(uint64_t bytes, const char *expected)
{
    struct strbuf out = { 0 };

    human_bytes(&out, bytes);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

UNIT_TEST(a_time_has_the_unit_that_fits)
{
    check_time(0, 3, "0 s");
    check_time(7, 3, "7 ns");
    check_time(999, 3, "999 ns");
    check_time(1000, 3, "1.00 us");
    check_time(240560400, 4, "240.6 ms");
    check_time(350000000, 3, "350 ms");
    check_time(3900000000, 3, "3.90 s");
    check_time(3900000000, 4, "3.900 s");
    check_time(12345678901, 3, "12.3 s");
    check_time(7200000000000, 3, "7200 s");
}

UNIT_TEST(rounding_does_not_add_a_digit)
{
    check_time(999499, 3, "999 us");
    check_time(999500, 3, "1.00 ms");
    check_time(9996000, 3, "10.0 ms");
    check_time(9994000, 3, "9.99 ms");
    check_time(99960000, 3, "100 ms");
}

UNIT_TEST(decimals_stop_where_they_are_told_to)
{
    CU_ASSERT_EQUAL(human_decimals(0.024, 4, 4), 4);
    CU_ASSERT_EQUAL(human_decimals(8.761, 4, 4), 3);
    CU_ASSERT_EQUAL(human_decimals(12.29, 4, 4), 2);
    CU_ASSERT_EQUAL(human_decimals(12345, 4, 4), 0);
    CU_ASSERT_EQUAL(human_decimals(0, 4, 4), 4);
}

UNIT_TEST(bytes_have_a_unit)
{
    check_bytes(0, "0 B");
    check_bytes(1023, "1023 B");
    check_bytes(1024, "1.00 KiB");
    check_bytes(12345678, "11.8 MiB");
    check_bytes(UINT64_MAX, "16.0 EiB");
}
