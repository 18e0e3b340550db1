/*
 * unit.h - the main() of a unit test: UNIT_MAIN("suite", first, second, ...)
 * runs functions named by what they prove and returns 0 when all hold.
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <CUnit/Basic.h>
#include <stdio.h>

typedef void unit_function(void);

/* names: the functions as written in UNIT_MAIN, split at commas. */
static inline int unit_add(CU_pSuite suite, const char *names,
                           unit_function *const tests[], int count)
{
    for (int i = 0; i < count; i++) {
        char name[128];
        int length = 0;

        sscanf(names, " %127[^, ]%n", name, &length);
        names += length;
        names += *names == ',';
        if (CU_add_test(suite, name, tests[i]) == NULL)
            return -1;
    }
    return 0;
}

static inline int unit_main(const char *title, const char *names,
                            unit_function *const tests[], int count)
{
    int failed = 1;
    CU_pSuite suite;

    if (CU_initialize_registry() != CUE_SUCCESS)
        return 1;
    suite = CU_add_suite(title, NULL, NULL);
    if (suite != NULL && unit_add(suite, names, tests, count) == 0) {
        CU_basic_set_mode(CU_BRM_VERBOSE);
        CU_basic_run_tests();
        failed = CU_get_number_of_failures() != 0 ||
                 CU_get_number_of_tests_run() != (unsigned)count;
    }
    CU_cleanup_registry();
    return failed;
}

#define UNIT_MAIN(title, ...)                                            \
    int main(void)                                                       \
    {                                                                    \
        static unit_function *const tests[] = { __VA_ARGS__ };           \
        return unit_main(title, #__VA_ARGS__, tests,                     \
                         (int)(sizeof tests / sizeof *tests));           \
    }

#endif
