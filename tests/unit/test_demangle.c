/*
 * test_demangle.c - C++ names become readable where that can be done.
 */
#include <stdlib.h>

#include "model/demangle.h"
#include "unit.h"

static void a_mangled_name_is_recognised(void)
{
    CU_ASSERT(demangle_needed("_Z3foov"));
    CU_ASSERT_FALSE(demangle_needed("main"));
    CU_ASSERT_FALSE(demangle_needed("_start"));
}

/* Without a C++ runtime on this machine there is no answer, and that is one. */
static void a_mangled_name_becomes_readable(void)
{
    char *name = demangle("_ZN4heat5solveERi");

    if (name != NULL)
        CU_ASSERT_STRING_EQUAL(name, "heat::solve(int&)");
    free(name);
}

static void what_is_not_mangled_has_no_answer(void)
{
    CU_ASSERT_PTR_NULL(demangle("_Z"));
    CU_ASSERT_PTR_NULL(demangle("_Znot a name"));
}

UNIT_MAIN("demangle", a_mangled_name_is_recognised,
          a_mangled_name_becomes_readable, what_is_not_mangled_has_no_answer)
