/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_flavours.c - an MPI is known by its libraries, its version text and its
 * launcher.
 */
#include <stdlib.h>

#include "base/flavours.h"
#include "unit.h"

#define IS(found, flavour) CU_ASSERT_STRING_EQUAL(found, flavour)

UNIT_TEST(libraries_tell_their_mpi)
{
    IS(flavours_of_library("libmpi.so.40"), "openmpi");
    IS(flavours_of_library("libmpi_mpifh.so.40"), "openmpi");
    IS(flavours_of_library("libmpich.so.12"), "mpich");
    IS(flavours_of_library("libmpichfort.so.12"), "mpich");
    IS(flavours_of_library("libmpi.so.12"), "mpich");
    CU_ASSERT_PTR_NULL(flavours_of_library("libc.so.6"));
    CU_ASSERT_PTR_NULL(flavours_of_library("libmpi.so"));
}

UNIT_TEST(modules_of_mpi_are_known)
{
    CU_ASSERT_TRUE(flavours_have_module("libmpi.so"));
    CU_ASSERT_TRUE(flavours_have_module("/lib/mca_btl_vader.so"));
    CU_ASSERT_FALSE(flavours_have_module("libmpiprof.so"));
}

UNIT_TEST(a_version_text_tells_whose_abi_it_is)
{
    IS(flavours_of_version("Open MPI v4.1.4, package: x"), "openmpi");
    IS(flavours_of_version("MPICH Version:\t4.0.2"), "mpich");
    IS(flavours_of_version("Intel(R) MPI Library 2021.8"), "mpich");
    CU_ASSERT_PTR_NULL(flavours_of_version("LAM"));
}

static void forget_launchers(void)
{
    for (const struct flavour *at = flavours;; at++) {
        for (int list = FLAVOUR_LAUNCHER; list < FLAVOUR_LISTS; list++)
            for (const char *const *name = at->words[list]; *name; name++)
                unsetenv(*name);
        if (at->name == NULL)
            return;
    }
}

UNIT_TEST(one_rank_of_a_host_speaks_for_it)
{
    forget_launchers();
    CU_ASSERT_TRUE(flavours_first_on_host());
    setenv("MPI_LOCALRANKID", "1", 1);
    CU_ASSERT_FALSE(flavours_first_on_host());
    setenv("MPI_LOCALRANKID", "0", 1);
    setenv("PMI_RANK", "3", 1);
    CU_ASSERT_TRUE(flavours_first_on_host());
    CU_ASSERT_FALSE(flavours_first_rank());
    forget_launchers();
}

UNIT_TEST(a_launcher_tells_its_mpi)
{
    forget_launchers();
    CU_ASSERT_PTR_NULL(flavours_of_launcher());
    CU_ASSERT_TRUE(flavours_first_rank());
    setenv("SLURM_PROCID", "2", 1);
    CU_ASSERT_PTR_NULL(flavours_of_launcher());
    CU_ASSERT_FALSE(flavours_first_rank());
    setenv("PMIX_RANK", "1", 1);
    IS(flavours_of_launcher(), "openmpi");
    setenv("PMI_RANK", "1", 1);
    IS(flavours_of_launcher(), "mpich");
    setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    IS(flavours_of_launcher(), "openmpi");
    CU_ASSERT_TRUE(flavours_first_rank());
    forget_launchers();
}
