/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_py_profile.c - what the reader makes of each kind of item.
 */
#include <string.h>

#include "pyprof/files/py_profile.h"
#include "unit.h"

#define KEY ")\3z\1fi\1\0\0\0z\1g"
#define OTHER ")\3z\1fi\2\0\0\0z\1h"
#define ONE "i\1\0\0\0"
#define TIME "g\0\0\0\0\0\0\xf0?" /* 1.0 */
#define NUMBERS ")\5" ONE ONE TIME TIME
#define READ(text, out) read_bytes(text, sizeof(text) - 1, out)
#define LONG(lowest, highest) "l\5\0\0\0" lowest lowest lowest lowest highest

static enum status read_bytes(const char *bytes, size_t size,
                              struct py_profile *out)
{
    struct strbuf problem = { 0 };
    enum status status;

    status = py_profile_read(bytes, size, out, &problem);
    CU_ASSERT_EQUAL(status == STATUS_OK, problem.length == 0);
    strbuf_clear(&problem);
    return status;
}

static void refuses(const char *bytes, size_t size)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL(read_bytes(bytes, size, &profile), STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(profile.entry_count, 0);
}

#define REFUSES(text) refuses(text, sizeof(text) - 1)

UNIT_TEST(numbers_may_have_63_bits)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(
        READ("{)\3z\1fl\xfd\xff\xff\xff\0\0\0\0\1\0z\1g)\5" LONG(
                 "\xff\x7f", "\7\0") LONG("\0\0", "\4\0") TIME TIME "{00",
             &profile),
        STATUS_OK);
    CU_ASSERT_EQUAL(profile.keys[0].line, -(INT64_C(1) << 30));
    CU_ASSERT_EQUAL(profile.entries[0].numbers.primitive, INT64_MAX);
    CU_ASSERT_EQUAL(profile.entries[0].numbers.calls, UINT64_C(1) << 62);
    py_profile_clear(&profile);
    REFUSES("{" KEY ")\5" LONG("\0\0", "\10\0") ONE TIME TIME "{00");
    REFUSES("{" KEY ")\5l\1\0\0\0\0\x80" ONE TIME TIME "{00");
    REFUSES("{" KEY ")\5l\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" ONE TIME TIME
            "{00");
}

UNIT_TEST(times_may_be_whole_or_text)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(READ("{" KEY ")\5" ONE ONE "i\3\0\0\0f\4"
                               "2.25{00",
                               &profile),
                          STATUS_OK);
    CU_ASSERT_EQUAL(profile.entries[0].numbers.own, 3);
    CU_ASSERT_EQUAL(profile.entries[0].numbers.cumulative, 2.25);
    py_profile_clear(&profile);
    REFUSES("{" KEY ")\5" ONE ONE TIME "f\0{00");
    REFUSES("{" KEY ")\5" ONE ONE TIME "f\3"
            "1.x{00");
    REFUSES("{" KEY ")\5" ONE ONE TIME "f\101"
            "11111111111111111111111111111111"
            "111111111111111111111111111111111{00");
    REFUSES("{" KEY ")\5" ONE ONE TIME "N{00");
}

UNIT_TEST(callers_may_be_none_bare_or_shared)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS "N0", &profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile.entries[0].caller_count, 0);
    py_profile_clear(&profile);
    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS "{" OTHER "i\7\0\0\0"
                               "00",
                               &profile),
                          STATUS_OK);
    CU_ASSERT_TRUE(profile.callers[0].bare);
    CU_ASSERT_EQUAL(profile.callers[0].numbers.calls, 7);
    py_profile_clear(&profile);
    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS "{" KEY
                               "\xa9\4i\5\0\0\0i\3\0\0\0" TIME TIME OTHER
                               "r\0\0\0\0"
                               "00",
                               &profile),
                          STATUS_OK);
    CU_ASSERT_EQUAL(profile.entries[0].caller_count, 2);
    CU_ASSERT_EQUAL(profile.callers[1].numbers.calls, 5);
    CU_ASSERT_EQUAL(profile.callers[1].numbers.primitive, 3);
    CU_ASSERT_EQUAL(profile.callers[1].numbers.own, 1);
    py_profile_clear(&profile);
    REFUSES("{" KEY NUMBERS "{" OTHER "i\xff\xff\xff\xff"
            "00");
    REFUSES("{" KEY NUMBERS "{" OTHER "N00");
}

/* The name of the second is the first text that has a slot; Python gives None
 * none, whatever its flag says. */
UNIT_TEST(references_count_what_has_a_slot)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS
                               "\xce)\3\xfa\3abci\2\0\0\0r\0\0\0\0" NUMBERS
                               "{00",
                               &profile),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile.entry_count, 2);
    CU_ASSERT_STRING_EQUAL(py_profile_text(&profile, profile.keys[1].name),
                           "abc");
    py_profile_clear(&profile);
}

UNIT_TEST(texts_of_python_2_are_counted_apart)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(READ("{)\3s\1\0\0\0ai\1\0\0\0t\1\0\0\0b" NUMBERS "{0"
                               ")\3R\0\0\0\0i\2\0\0\0t\1\0\0\0c" NUMBERS "{00",
                               &profile),
                          STATUS_OK);
    CU_ASSERT_STRING_EQUAL(py_profile_text(&profile, profile.keys[1].file),
                           "b");
    py_profile_clear(&profile);
    REFUSES("{)\3s\1\0\0\0ai\1\0\0\0R\0\0\0\0" NUMBERS "{00");
}

UNIT_TEST(what_is_behind_is_counted)
{
    struct py_profile profile;

    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS "{00", &profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile.ignored, 0);
    py_profile_clear(&profile);
    CU_ASSERT_EQUAL_FATAL(READ("{" KEY NUMBERS "{00abc", &profile), STATUS_OK);
    CU_ASSERT_EQUAL(profile.ignored, 3);
    py_profile_clear(&profile);
}
