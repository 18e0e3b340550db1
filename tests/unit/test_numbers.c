#include <math.h>

#include "render/numbers.h"
#include "unit.h"

#define CHECK(call, expected)                                  \
    do {                                                       \
        struct strbuf out;                                     \
        strbuf_init(&out);                                     \
        call;                                                  \
        CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);   \
        strbuf_clear(&out);                                    \
    } while (0)

static void seconds_have_all_their_digits(void)
{
    CHECK(numbers_seconds(&out, 0), "0");
    CHECK(numbers_seconds(&out, 1), "0.000000001");
    CHECK(numbers_seconds(&out, 3500000000), "3.5");
    CHECK(numbers_seconds(&out, UINT64_MAX), "18446744073.709551615");
}

static void doubles_read_back_the_same(void)
{
    CHECK(numbers_double(&out, 0.1), "0.1");
    CHECK(numbers_double(&out, 1.0 / 3), "0.3333333333333333");
    CHECK(numbers_double(&out, 1e300), "1e+300");
    CHECK(numbers_double(&out, NAN), "");
}

static void bytes_have_a_unit(void)
{
    CHECK(numbers_bytes(&out, 0), "0 B");
    CHECK(numbers_bytes(&out, 1023), "1023 B");
    CHECK(numbers_bytes(&out, 1024), "1.00 KiB");
    CHECK(numbers_bytes(&out, 12345678), "11.8 MiB");
    CHECK(numbers_bytes(&out, UINT64_MAX), "16.0 EiB");
}

static void the_largest_time_decides_the_unit(void)
{
    struct time_unit unit = numbers_time_unit(3900000000);

    CHECK(numbers_time(&out, &unit, 3900000000), "3.9000");
    CU_ASSERT_STRING_EQUAL(unit.name, "s");
    unit = numbers_time_unit(123456);
    CU_ASSERT_STRING_EQUAL(unit.name, "us");
    CHECK(numbers_time(&out, &unit, 123456), "123.5");
    unit = numbers_time_unit(123456789);
    CU_ASSERT_STRING_EQUAL(unit.name, "ms");
}

static void small_times_beside_large_ones_keep_digits(void)
{
    struct time_unit unit = numbers_time_unit(500000000);

    numbers_refine(&unit, 50000);
    CHECK(numbers_time(&out, &unit, 50000), "0.050");
    CHECK(numbers_time(&out, &unit, 500000000), "500.000");
    numbers_refine(&unit, 1);
    CU_ASSERT_EQUAL(unit.decimals, 4);
}

UNIT_MAIN("numbers", seconds_have_all_their_digits,
          doubles_read_back_the_same, bytes_have_a_unit,
          the_largest_time_decides_the_unit,
          small_times_beside_large_ones_keep_digits)
