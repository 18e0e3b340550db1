/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call.c - the generated table of calls is found by name.
 */
#include <string.h>

#include "model/call.h"
#include "unit.h"

UNIT_TEST(every_row_is_found_by_its_name)
{
    CU_ASSERT(call_count > 400);
    for (uint32_t i = 0; i < call_count; i++)
        CU_ASSERT_EQUAL(call_find(call_table[i].name), (int)i);
}

UNIT_TEST(other_names_are_not_found)
{
    CU_ASSERT_EQUAL(call_find(""), -1);
    CU_ASSERT_EQUAL(call_find("MPI_Sen"), -1);
    CU_ASSERT_EQUAL(call_find("MPI_Send "), -1);
    CU_ASSERT_EQUAL(call_find("mpi_send_"), -1);
}

static void expect_spelled(const char *name, const char *as)
{
    int row = call_find_spelled(name);

    CU_ASSERT_EQUAL(row, call_find(as));
}

UNIT_TEST(other_producers_spell_names_their_way)
{
    expect_spelled("MPI_Send", "MPI_Send");
    expect_spelled("PMPI_Send() ", "MPI_Send");
    expect_spelled("MPI_Comm_create [{mpi.h} {3,1}-{9,1}]", "MPI_Comm_create");
    expect_spelled("mpi_file_write_at__", "MPI_File_write_at");
    expect_spelled("MPI_SEND()", "MPI_Send");
    expect_spelled("exchange_mpi_send [{a.c} {3,1}]", "");
    expect_spelled("mpi_send_all", "");
    expect_spelled("MPI_Send loop", "");
    expect_spelled("MPI_Send(int)", "");
    expect_spelled("MPI_", "");
    expect_spelled("P", "");
    expect_spelled("", "");
}

UNIT_TEST(a_procedure_that_is_not_known_has_a_name_all_the_same)
{
    size_t length;
    const char *name = call_spelled("PMPI_Frob_it_() [{x.h}]", &length);

    CU_ASSERT_FATAL(name != NULL);
    CU_ASSERT_EQUAL(length, strlen("MPI_Frob_it"));
    CU_ASSERT(strncmp(name, "MPI_Frob_it", length) == 0);
}

static void expect_row(const char *name, enum call_class class,
                       enum call_role role, enum call_coll coll)
{
    int row = call_find(name);

    CU_ASSERT_FATAL(row >= 0);
    CU_ASSERT_EQUAL(call_table[row].class, class);
    CU_ASSERT_EQUAL(call_table[row].role, role);
    CU_ASSERT_EQUAL(call_table[row].coll, coll);
}

UNIT_TEST(calls_have_their_class_role_and_collective)
{
    expect_row("MPI_Send", CALL_CLASS_P2P, CALL_ROLE_P2P, CALL_COLL_NONE);
    expect_row("MPI_Ibcast", CALL_CLASS_COLLECTIVE, CALL_ROLE_ONE2ALL,
               CALL_COLL_BCAST);
    expect_row("MPI_Barrier", CALL_CLASS_COLLECTIVE, CALL_ROLE_BARRIER,
               CALL_COLL_BARRIER);
}

UNIT_TEST(classes_have_names_and_titles)
{
    CU_ASSERT_STRING_EQUAL(call_class_name(CALL_CLASS_P2P), "p2p");
    CU_ASSERT_STRING_EQUAL(call_class_title(CALL_CLASS_P2P), "point-to-point");
    CU_ASSERT_STRING_EQUAL(call_class_name(CALL_CLASS_OTHER), "other");
    CU_ASSERT_STRING_EQUAL(call_class_name((enum call_class)200), "other");
}

UNIT_TEST(the_size_of_a_collective_is_what_its_kind_says)
{
    CU_ASSERT_EQUAL(call_coll_size(CALL_ROLE_ONE2ALL, 800, 8), 8);
    CU_ASSERT_EQUAL(call_coll_size(CALL_ROLE_ALL2ONE, 8, 800), 8);
    CU_ASSERT_EQUAL(call_coll_size(CALL_ROLE_ALL2ALL, 16, 32), 16);
}
