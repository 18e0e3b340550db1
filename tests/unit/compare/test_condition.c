/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/condition.h"
#include "synthetic_runs.h"

#define S UINT64_C(1000000000)

static bool parses(const char *text)
{
    struct condition condition;
    struct strbuf problem = { 0 };
    bool good;

    good = condition_parse(text, &condition, &problem);
    CU_ASSERT_EQUAL(good, problem.length == 0);
    strbuf_clear(&problem);
    return good;
}

UNIT_TEST(conditions_are_read)
{
    struct condition condition;
    struct strbuf problem = { 0 };

    CU_ASSERT_TRUE(
        condition_parse("region:f<double> > +5.5 %", &condition, &problem));
    CU_ASSERT_STRING_EQUAL(condition.name, "region:f<double>");
    CU_ASSERT_TRUE(condition.is_more && condition.is_change &&
                   condition.is_percent && !condition.is_time);
    NEAR(condition.number, 0.055);
    CU_ASSERT_TRUE(condition_parse("T<20ms", &condition, &problem));
    CU_ASSERT_TRUE(!condition.is_more && !condition.is_change &&
                   condition.is_time);
    NEAR(condition.number, 20e6);
    CU_ASSERT_TRUE(condition_parse("load_balance<-3%", &condition, &problem));
    NEAR(condition.number, -0.03);
    strbuf_clear(&problem);
}

UNIT_TEST(nonsense_is_refused)
{
    static const char *const texts[] = {
        "",      "T",     "T>",    ">5%",    "T>5%%",  "T>x",
        "T>5 h", "T>inf", "T>nan", "T>+-5%", "T>0x10", "T>1e999s",
    };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        CU_ASSERT_FALSE(parses(texts[i]));
}

/* A: the first one and, unless NULL, the second; B: the third.  Takes them. */
static enum condition_answer asked(const char *text, struct profile *first,
                                   struct profile *again, struct profile *b,
                                   struct strbuf *what)
{
    uint32_t of_a = again == NULL ? 1 : 2;
    struct compare_sides sides = { group_of(0, of_a), group_of(of_a, 1),
                                   "in A", "in B", false };
    struct condition condition;

    begin_runs(3);
    add_run(first, "a");
    if (again != NULL)
        add_run(again, "a");
    add_run(b, "b");
    CU_ASSERT_TRUE_FATAL(condition_parse(text, &condition, what));
    return condition_ask(&condition, &runs, &sides, what);
}

/* Of A and a B in which rank 2 works 1 s longer; A has two runs that differ
 * by `noise'. */
static enum condition_answer ask(const char *text, uint64_t noise)
{
    enum condition_answer answer;
    struct strbuf what = { 0 };

    answer = asked(text, synthetic(4), slower(4, noise), slower(4, S), &what);
    CU_ASSERT_TRUE(what.length > 0);
    strbuf_clear(&what);
    return answer;
}

/* T 4 and 5 s, load balance 69.6 and 60.1 %, solve 2.375 and 2.625 s. */
UNIT_TEST(conditions_hold_or_do_not)
{
    static const struct {
        const char *text;
        enum condition_answer answer;
    } cases[] = {
        { "T>+24.9%", CONDITION_HOLDS },
        { "T>+25.1%", CONDITION_NO },
        { "T>+0.9s", CONDITION_HOLDS },
        { "run_time>+1.1s", CONDITION_NO },
        { "T>4.9s", CONDITION_HOLDS },
        { "T>5.1s", CONDITION_NO },
        { "T<5.1s", CONDITION_HOLDS },
        { "T<-0%", CONDITION_NO },
        { "load_balance<61%", CONDITION_HOLDS },
        { "load_balance<60%", CONDITION_NO },
        { "load_balance<-9%", CONDITION_HOLDS },
        { "load_balance<-10%", CONDITION_NO },
        { "region:main/solve>+240ms", CONDITION_HOLDS },
        { "region:main/solve>+260ms", CONDITION_NO },
        { "procedure:MPI_Allreduce>79ms", CONDITION_HOLDS },
        { "procedure:MPI_Allreduce>81ms", CONDITION_NO },
        { "calls:MPI_Isend>799", CONDITION_HOLDS },
        { "calls:MPI_Isend>+0", CONDITION_NO },
        { "rank:2>4.6s", CONDITION_HOLDS },
        { "rank:1>+0s", CONDITION_NO },
        { "T>5%", CONDITION_UNKNOWN },
        { "T>5", CONDITION_UNKNOWN },
        { "load_balance<0.8", CONDITION_UNKNOWN },
        { "calls:MPI_Isend>1s", CONDITION_UNKNOWN },
        { "rank:17>1s", CONDITION_UNKNOWN },
        { "no_such_thing>1s", CONDITION_UNKNOWN },
        { " Load Balance<61%", CONDITION_HOLDS },
        { "run time T>+900000us", CONDITION_HOLDS },
        { "run_time_s>+1100000000ns", CONDITION_NO },
        { "run_time_s>+900000000ns", CONDITION_HOLDS },
        { "point-to-point>19ms", CONDITION_HOLDS },
        { "calls:MPI_Barrier>0", CONDITION_NO },
        { "procedure:MPI_Barrier<1s", CONDITION_HOLDS },
        { "calls:MPI_No_such>0", CONDITION_UNKNOWN },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (ask(cases[i].text, 0) != cases[i].answer) {
            puts(cases[i].text);
            CU_FAIL("another answer");
        }
}

/* The two of A take 4 and 5.5 s, their mean is 4.75. */
UNIT_TEST(changes_within_the_noise_do_not_count)
{
    CU_ASSERT_EQUAL(ask("T>+1%", S * 3 / 2), CONDITION_NO);
    CU_ASSERT_EQUAL(ask("T>4.9s", S * 3 / 2), CONDITION_HOLDS);
}

/* A has 800 and 1600 calls. */
UNIT_TEST(calls_vary_too)
{
    struct strbuf what = { 0 };

    CU_ASSERT_EQUAL(asked("calls:MPI_Isend>+0", synthetic(4), synthetic(8),
                          synthetic(8), &what),
                    CONDITION_NO);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&what), "1200 in A, 1600 in B");
    strbuf_clear(&what);
}

/* A: one run of 4 ranks. */
static enum condition_answer ask_of(const char *text, struct profile *b)
{
    enum condition_answer answer;
    struct strbuf what = { 0 };

    answer = asked(text, synthetic(4), NULL, b, &what);
    strbuf_clear(&what);
    return answer;
}

UNIT_TEST(a_run_without_an_end_is_no_fast_one)
{
    struct profile *cut = synthetic(4), *killed = synthetic(4);

    cut->ranks[3].missing = true;
    killed->ranks[1].ending.how = ENDING_UNKNOWN;
    CU_ASSERT_EQUAL(ask_of("T>+5%", synthetic(4)), CONDITION_NO);
    CU_ASSERT_EQUAL(ask_of("T>+5%", cut), CONDITION_UNKNOWN);
    CU_ASSERT_EQUAL(ask_of("T>+5%", killed), CONDITION_UNKNOWN);
}

UNIT_TEST(what_one_side_lacks_is_not_known)
{
    CU_ASSERT_EQUAL(ask_of("rank:7>1s", synthetic(8)), CONDITION_UNKNOWN);
    CU_ASSERT_EQUAL(ask_of("rank:3>1s", synthetic(8)), CONDITION_HOLDS);
}
