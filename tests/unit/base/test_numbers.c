/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>

#include "base/text/numbers.h"
#include "unit.h"

#define CHECK(call, expected)                                \
    do {                                                     \
        struct strbuf out;                                   \
        strbuf_init(&out);                                   \
        call;                                                \
        CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected); \
        strbuf_clear(&out);                                  \
    } while (0)

UNIT_TEST(seconds_have_all_their_digits)
{
    CHECK(numbers_seconds(&out, 0), "0");
    CHECK(numbers_seconds(&out, 1), "0.000000001");
    CHECK(numbers_seconds(&out, 3500000000), "3.5");
    CHECK(numbers_seconds(&out, UINT64_MAX), "18446744073.709551615");
}

UNIT_TEST(doubles_read_back_the_same)
{
    CHECK(numbers_double(&out, 0.1), "0.1");
    CHECK(numbers_double(&out, 1.0 / 3), "0.3333333333333333");
    CHECK(numbers_double(&out, 1e300), "1e+300");
    CHECK(numbers_double(&out, NAN), "");
}
