/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unit.h - a unit test: UNIT_TEST(what_it_proves) { ... } for each function,
 * and a main() that runs them as they follow and returns 0 when all hold.
 */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <CUnit/Basic.h>
#include <libgen.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A text has a part, or has it not. */
#define HAS(text, part) CU_ASSERT_PTR_NOT_NULL(strstr(text, part))
#define LACKS(text, part) CU_ASSERT_PTR_NULL(strstr(text, part))

/* The next number of a sequence that is the same each time; not from 0 on. */
static inline uint64_t unit_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

struct unit_test {
    const char *name;
    void (*function)(void);
    struct unit_test *next;
};

static struct {
    struct unit_test *first, **end;
    unsigned count;
} unit_tests = { .end = &unit_tests.first };

static inline void unit_add(struct unit_test *test)
{
    *unit_tests.end = test;
    unit_tests.end = &test->next;
    unit_tests.count++;
}

static void (*unit_after)(void);

static inline void unit_end(void)
{
    if (unit_after != NULL)
        unit_after();
}

/* UNIT_AFTER { ... } is done after each test of the program. */
#define UNIT_AFTER                                           \
    static void after_each(void);                            \
    __attribute__((constructor)) static void set_after(void) \
    {                                                        \
        unit_after = after_each;                             \
    }                                                        \
    static void after_each(void)

/* Before main(), so that no test can be left out of a list. */
#define UNIT_TEST(test_name)                                                  \
    static void test_name(void);                                              \
    static void run_##test_name(void)                                         \
    {                                                                         \
        test_name();                                                          \
        unit_end();                                                           \
    }                                                                         \
    __attribute__((constructor)) static void add_##test_name(void)            \
    {                                                                         \
        static struct unit_test test = { #test_name, run_##test_name, NULL }; \
                                                                              \
        unit_add(&test);                                                      \
    }                                                                         \
    static void test_name(void)

static inline int unit_run(CU_pSuite suite)
{
    for (struct unit_test *test = unit_tests.first; test; test = test->next) {
        if (CU_add_test(suite, test->name, test->function) == NULL)
            return 1;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    return CU_get_number_of_failures() != 0 || unit_tests.count == 0 ||
           CU_get_number_of_tests_run() != unit_tests.count;
}

int main(int argc, char **argv)
{
    int failed = 1;
    CU_pSuite suite;

    (void)argc;
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 1;
    suite = CU_add_suite(basename(argv[0]), NULL, NULL);
    if (suite != NULL)
        failed = unit_run(suite);
    CU_cleanup_registry();
    return failed;
}

#endif
