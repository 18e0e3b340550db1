/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_demangle.c - C++ and Fortran names become readable where that can be
 * done.
 */
#include <stdlib.h>

#include "symbols/demangle.h"
#include "unit.h"

UNIT_TEST(a_mangled_name_is_recognised)
{
    CU_ASSERT(demangle_needed("_Z3foov"));
    CU_ASSERT_FALSE(demangle_needed("main"));
    CU_ASSERT_FALSE(demangle_needed("_start"));
}

/* Without a C++ runtime on this machine there is no answer, and that is one. */
UNIT_TEST(a_mangled_name_becomes_readable)
{
    char *name = demangle("_ZN4heat5solveERi");

    if (name != NULL)
        CU_ASSERT_STRING_EQUAL(name, "heat::solve(int&)");
    free(name);
}

UNIT_TEST(a_procedure_of_a_fortran_module_is_named_with_it)
{
    char *name = demangle("__heat_MOD_swap_halo");

    CU_ASSERT(demangle_needed("__heat_MOD_swap_halo"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(name);
    CU_ASSERT_STRING_EQUAL(name, "heat::swap_halo");
    free(name);
    CU_ASSERT_FALSE(demangle_needed("___MOD_"));
    CU_ASSERT_FALSE(demangle_needed("__MOD_step"));
    CU_ASSERT_FALSE(demangle_needed("heat_MOD_step"));
}

UNIT_TEST(what_is_not_mangled_has_no_answer)
{
    CU_ASSERT_PTR_NULL(demangle("_Z"));
    CU_ASSERT_PTR_NULL(demangle("_Znot a name"));
}
