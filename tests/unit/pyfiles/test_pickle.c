/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_pickle.c - what the reader makes of each opcode.
 */
#include "pyfiles/pickle.h"
#include "unit.h"

#define READ(text, out) read_bytes(text, sizeof(text) - 1, out)

static enum status read_bytes(const char *bytes, size_t size,
                              struct pickle *out)
{
    struct strbuf problem = { 0 };
    enum status status = pickle_read(bytes, size, out, &problem);

    CU_ASSERT_EQUAL(status == STATUS_OK, problem.length == 0);
    strbuf_clear(&problem);
    return status;
}

static int64_t whole_of(const char *bytes, size_t size)
{
    struct pickle pickle;
    int64_t whole = INT64_MIN;

    CU_ASSERT_EQUAL_FATAL(read_bytes(bytes, size, &pickle), STATUS_OK);
    CU_ASSERT_EQUAL(pickle.root.kind, PICKLE_WHOLE);
    whole = pickle.root.as.whole;
    pickle_clear(&pickle);
    return whole;
}

#define WHOLE(text) whole_of(text, sizeof(text) - 1)

static double real_of(const char *bytes, size_t size)
{
    struct pickle pickle;
    double real = -1;

    CU_ASSERT_EQUAL_FATAL(read_bytes(bytes, size, &pickle), STATUS_OK);
    CU_ASSERT_EQUAL(pickle.root.kind, PICKLE_REAL);
    CU_ASSERT_TRUE(pickle_real(&pickle.root, &real));
    pickle_clear(&pickle);
    return real;
}

#define REAL(text) real_of(text, sizeof(text) - 1)

static void is_text(const char *bytes, size_t size, const char *wanted)
{
    struct pickle pickle;

    CU_ASSERT_EQUAL_FATAL(read_bytes(bytes, size, &pickle), STATUS_OK);
    CU_ASSERT_STRING_EQUAL(pickle_text(&pickle, &pickle.root), wanted);
    pickle_clear(&pickle);
}

#define TEXT(text, wanted) is_text(text, sizeof(text) - 1, wanted)

UNIT_TEST(whole_numbers)
{
    CU_ASSERT_EQUAL(WHOLE("K\xff."), 255);
    CU_ASSERT_EQUAL(WHOLE("M\xff\xff."), 65535);
    CU_ASSERT_EQUAL(WHOLE("J\xff\xff\xff\xff."), -1);
    CU_ASSERT_EQUAL(WHOLE("\x8a\0."), 0);
    CU_ASSERT_EQUAL(WHOLE("\x8a\2\0\x80."), -32768);
    CU_ASSERT_EQUAL(WHOLE("\x8a\5\0\0\0\0\x01."), INT64_C(1) << 32);
    CU_ASSERT_EQUAL(WHOLE("\x8b\1\0\0\0\x80."), -128);
    CU_ASSERT_EQUAL(WHOLE("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f."),
                    INT64_MAX);
    CU_ASSERT_EQUAL(WHOLE("I42\n."), 42);
    CU_ASSERT_EQUAL(WHOLE("L-42L\n."), -42);
    CU_ASSERT_EQUAL(WHOLE("\x88."), 1);
    CU_ASSERT_EQUAL(WHOLE("\x89."), 0);
}

UNIT_TEST(fractions)
{
    CU_ASSERT_EQUAL(REAL("G\x3f\xf8\0\0\0\0\0\0."), 1.5);
    CU_ASSERT_EQUAL(REAL("F-0.25\n."), -0.25);
}

UNIT_TEST(texts)
{
    TEXT("\x8c\3abc.", "abc");
    TEXT("X\2\0\0\0\xc3\xbc.", "\xc3\xbc");
    TEXT("\x8d\1\0\0\0\0\0\0\0a.", "a");
    TEXT("U\1a.", "a");
    TEXT("T\1\0\0\0a.", "a");
    /* Latin-1, and escapes for the rest; a backslash of the text is one, too. */
    TEXT("V\xfc\\u20ac\\U0001f600\\u005cn\\x\n.",
         "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80\\n\\x");
}

UNIT_TEST(lists_are_filled_where_they_are)
{
    const struct pickle_value *fields[4];
    struct pickle pickle;
    uint32_t at;

    /* A list that is in a tuple twice, and is appended to after that. */
    CU_ASSERT_EQUAL_FATAL(READ("]\x94h\0K\1ah\0\x86.", &pickle), STATUS_OK);
    CU_ASSERT_TRUE_FATAL(pickle_fields(&pickle, &pickle.root, 2, fields));
    CU_ASSERT_EQUAL(fields[0]->id, fields[1]->id);
    at = pickle_open(&pickle, fields[0]);
    CU_ASSERT_NOT_EQUAL_FATAL(at, PICKLE_END);
    CU_ASSERT_EQUAL(pickle.items[at].value.as.whole, 1);
    CU_ASSERT_EQUAL(pickle_open(&pickle, fields[1]), PICKLE_END);
    CU_ASSERT_FALSE(pickle_fields(&pickle, &pickle.root, 3, fields));
    pickle_clear(&pickle);
}

UNIT_TEST(references_begin_with_0_or_1)
{
    CU_ASSERT_EQUAL(WHOLE("K\7q\1h\1."), 7);
    CU_ASSERT_EQUAL(WHOLE("K\7p0\nK\3p1\ng0\n."), 7);
    CU_ASSERT_EQUAL(WHOLE("K\7r\0\0\0\0K\3j\0\0\0\0."), 7);
}

UNIT_TEST(objects_have_members)
{
    const struct pickle_value *value;
    struct pickle pickle;

    CU_ASSERT_EQUAL_FATAL(
        READ("ccopy_reg\n_reconstructor\n(cline_profiler._line_profiler\n"
             "LineStats\nc__builtin__\nobject\nNtR(dVunit\nK\2sb.",
             &pickle),
        STATUS_OK);
    CU_ASSERT_EQUAL(pickle.root.kind, PICKLE_OBJECT);
    value = pickle_member(&pickle, &pickle.root, PICKLE_LINE_STATS, "unit");
    CU_ASSERT_PTR_NOT_NULL_FATAL(value);
    CU_ASSERT_EQUAL(value->as.whole, 2);
    CU_ASSERT_PTR_NULL(
        pickle_member(&pickle, &pickle.root, PICKLE_LINE_STATS, "timings"));
    CU_ASSERT_PTR_NULL(
        pickle_member(&pickle, &pickle.root, PICKLE_SNAPSHOT, "unit"));
    pickle_clear(&pickle);
}
