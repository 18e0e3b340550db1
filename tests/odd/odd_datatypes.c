/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_datatypes.c - derived types: every constructor, freed early, empty,
 * huge, packed, and what can be asked about them. */
#include "odd.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

/* Sends count of type to the right, and returns the bytes that arrive. */
static int bytes_around(const void *data, int count, MPI_Datatype type)
{
    char room[4096];
    MPI_Status status;
    int bytes = -1;

    CALL(MPI_Sendrecv, data, count, type, RIGHT, 1, room, sizeof(room),
         MPI_PACKED, LEFT, 1, WORLD, &status);
    CALL(MPI_Get_count, &status, MPI_BYTE, &bytes);
    return bytes;
}

static int committed_size(MPI_Datatype *type)
{
    int size = -1;

    CALL(MPI_Type_commit, type);
    CALL(MPI_Type_size, *type, &size);
    return size;
}

static void check_type(MPI_Datatype *type, int size)
{
    static const int data[256];

    CHECK(committed_size(type) == size);
    CHECK(bytes_around(data, 1, *type) == size);
    CALL(MPI_Type_free, type);
    CHECK(*type == MPI_DATATYPE_NULL);
}

CASE(simple_constructors)
{
    MPI_Datatype type;

    CALL(MPI_Type_contiguous, 5, MPI_INT, &type);
    check_type(&type, 20);
    CALL(MPI_Type_vector, 3, 2, 4, MPI_INT, &type);
    check_type(&type, 24);
    CALL(MPI_Type_create_hvector, 3, 1, 17, MPI_CHAR, &type);
    check_type(&type, 3);
    CALL(MPI_Type_dup, MPI_DOUBLE, &type);
    check_type(&type, 8);
}

CASE(indexed_constructors)
{
    int lengths[] = { 1, 0, 3 }, starts[] = { 8, 2, 0 };
    MPI_Aint bytes[] = { 100, 4, 0 };
    MPI_Datatype type, types[] = { MPI_CHAR, MPI_INT, MPI_SHORT };

    CALL(MPI_Type_indexed, 3, lengths, starts, MPI_INT, &type);
    check_type(&type, 16);
    CALL(MPI_Type_create_hindexed, 3, lengths, bytes, MPI_INT, &type);
    check_type(&type, 16);
    CALL(MPI_Type_create_indexed_block, 3, 2, (int[]){ 0, 5, 9 }, MPI_INT,
         &type);
    check_type(&type, 24);
    CALL(MPI_Type_create_hindexed_block, 3, 1, bytes, MPI_INT, &type);
    check_type(&type, 12);
    CALL(MPI_Type_create_struct, 3, lengths, bytes, types, &type);
    check_type(&type, 7);
}

CASE(arrays)
{
    int sizes[] = { 6, 8 }, part[] = { 2, 3 }, start[] = { 1, 2 };
    int how[] = { MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_NONE };
    int args[] = { MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG };
    int grid[] = { 2, 1 };
    MPI_Datatype type;

    CALL(MPI_Type_create_subarray, 2, sizes, part, start, MPI_ORDER_C,
         MPI_INT, &type);
    check_type(&type, 24);
    CALL(MPI_Type_create_darray, 2, odd_rank % 2, 2, sizes, how, args, grid,
         MPI_ORDER_FORTRAN, MPI_INT, &type);
    check_type(&type, 96);
}

CASE(extents)
{
    MPI_Aint lower = -1, extent = -1;
    MPI_Count lower_x = -1, extent_x = -1, size_x = -1;
    MPI_Datatype type;

    CALL(MPI_Type_create_resized, MPI_INT, -4, 32, &type);
    CALL(MPI_Type_get_extent, type, &lower, &extent);
    CHECK(lower == -4 && extent == 32);
    CALL(MPI_Type_get_true_extent, type, &lower, &extent);
    CHECK(lower == 0 && extent == 4);
    CALL(MPI_Type_get_extent_x, type, &lower_x, &extent_x);
    CHECK(extent_x == 32);
    CALL(MPI_Type_get_true_extent_x, type, &lower_x, &extent_x);
    CALL(MPI_Type_size_x, type, &size_x);
    CHECK(size_x == 4);
    check_type(&type, 4);
}

CASE(freed_before_use_ends)
{
    int data[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, room[8], count = -1;
    MPI_Datatype type;
    MPI_Request all[2];
    MPI_Status statuses[2];

    memset(room, -1, sizeof(room));
    CALL(MPI_Type_vector, 4, 1, 2, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Irecv, room, 1, type, LEFT, 2, WORLD, &all[0]);
    CALL(MPI_Isend, data, 1, type, RIGHT, 2, WORLD, &all[1]);
    CALL(MPI_Type_free, &type);
    CALL(MPI_Waitall, 2, all, statuses);
    CALL(MPI_Get_count, &statuses[0], MPI_INT, &count);
    CHECK(count == 4 && room[2] == 2 && room[1] == -1);
}

CASE(persistent_with_a_freed_type)
{
    int data[2] = { 4, 5 }, room[2] = { 0 };
    MPI_Datatype type;
    MPI_Request all[2];

    CALL(MPI_Type_contiguous, 2, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Recv_init, room, 1, type, LEFT, 3, WORLD, &all[0]);
    CALL(MPI_Send_init, data, 1, type, RIGHT, 3, WORLD, &all[1]);
    CALL(MPI_Type_free, &type);
    for (int i = 0; i < 3; i++) {
        CALL(MPI_Startall, 2, all);
        CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    }
    CHECK(room[1] == 5);
    CALL(MPI_Request_free, &all[0]);
    CALL(MPI_Request_free, &all[1]);
}

CASE(handles_come_again)
{
    static const char data[4000];
    MPI_Datatype type;

    for (int i = 1; i <= 500; i++) {
        CALL(MPI_Type_contiguous, i, MPI_CHAR, &type);
        CALL(MPI_Type_commit, &type);
        CHECK(bytes_around(data, 2, type) == 2 * i);
        CALL(MPI_Type_free, &type);
    }
}

CASE(empty_types)
{
    MPI_Datatype type;

    CALL(MPI_Type_contiguous, 0, MPI_INT, &type);
    CHECK(committed_size(&type) == 0);
    CHECK(bytes_around(NULL, 1000, type) == 0);
    CALL(MPI_Type_free, &type);
    CALL(MPI_Type_create_struct, 0, NULL, NULL, NULL, &type);
    CHECK(committed_size(&type) == 0);
    CALL(MPI_Type_free, &type);
}

CASE(count_in_an_empty_type)
{
    MPI_Datatype type;
    MPI_Status status;
    int count = -1;

    CALL(MPI_Type_contiguous, 0, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Sendrecv, NULL, 3, type, RIGHT, 4, NULL, 3, type, LEFT, 4,
         WORLD, &status);
    CALL(MPI_Get_count, &status, type, &count);
    CHECK(count == 0);
    CALL(MPI_Type_free, &type);
}

CASE(absolute_addresses)
{
    int a = 1, b = 2, room[2] = { 0 };
    MPI_Aint places[2];
    MPI_Datatype type;

    CALL(MPI_Get_address, &a, &places[0]);
    CALL(MPI_Get_address, &b, &places[1]);
    CHECK(CALL(MPI_Aint_add, places[0], 8) == places[0] + 8);
    CHECK(CALL(MPI_Aint_diff, places[1], places[0]) ==
          places[1] - places[0]);
    CALL(MPI_Type_create_hindexed, 2, (int[]){ 1, 1 }, places, MPI_INT,
         &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Sendrecv, MPI_BOTTOM, 1, type, RIGHT, 5, room, 2, MPI_INT, LEFT,
         5, WORLD, MPI_STATUS_IGNORE);
    CHECK(room[0] == 1 && room[1] == 2);
    a = 10 * (odd_rank + 1);
    CALL(MPI_Bcast, MPI_BOTTOM, 1, type, 0, WORLD);
    CHECK(a == 10 && b == 2);
    CALL(MPI_Type_free, &type);
}

CASE(packed)
{
    int numbers[3] = { 1, 2, 3 }, size = 0, at = 0, number = 0;
    double real = 2.5, back = 0;
    char buffer[256];

    CALL(MPI_Pack_size, 3, MPI_INT, WORLD, &size);
    CHECK(size >= 12);
    CALL(MPI_Pack, numbers, 3, MPI_INT, buffer, 256, &at, WORLD);
    CALL(MPI_Pack, &real, 1, MPI_DOUBLE, buffer, 256, &at, WORLD);
    CALL(MPI_Sendrecv_replace, buffer, at, MPI_PACKED, RIGHT, 6, LEFT, 6,
         WORLD, MPI_STATUS_IGNORE);
    at = 0;
    CALL(MPI_Unpack, buffer, 256, &at, &number, 1, MPI_INT, WORLD);
    CALL(MPI_Unpack, buffer, 256, &at, numbers, 2, MPI_INT, WORLD);
    CALL(MPI_Unpack, buffer, 256, &at, &back, 1, MPI_DOUBLE, WORLD);
    CHECK(number == 1 && numbers[1] == 3 && back == 2.5);
}

CASE(packed_external)
{
    int number = 77, back = 0;
    MPI_Aint size = 0, at = 0;
    char buffer[64];

    CALL(MPI_Pack_external_size, "external32", 1, MPI_INT, &size);
    CHECK(size == 4);
    CALL(MPI_Pack_external, "external32", &number, 1, MPI_INT, buffer, 64,
         &at);
    CHECK(at == 4 && buffer[3] == 77);
    at = 0;
    CALL(MPI_Unpack_external, "external32", buffer, 64, &at, &back, 1,
         MPI_INT);
    CHECK(back == 77);
}

CASE(looked_into)
{
    int integers = 0, addresses = 0, types = 0, combiner = 0, numbers[3];
    MPI_Datatype type, old;
    MPI_Aint places[1];

    CALL(MPI_Type_vector, 3, 2, 4, MPI_INT, &type);
    CALL(MPI_Type_get_envelope, type, &integers, &addresses, &types,
         &combiner);
    CHECK(combiner == MPI_COMBINER_VECTOR && integers == 3 && types == 1);
    CALL(MPI_Type_get_contents, type, 3, 0, 1, numbers, places, &old);
    CHECK(numbers[2] == 4 && old == MPI_INT);
    CALL(MPI_Type_free, &type);
}

CASE(parts_of_an_element)
{
    struct pair { int a; double b; } pairs[4], room[4];
    MPI_Datatype type, types[] = { MPI_INT, MPI_DOUBLE };
    MPI_Aint places[] = { offsetof(struct pair, a), offsetof(struct pair, b) };
    MPI_Status status;
    int count = 0, elements = 0;

    memset(pairs, 0, sizeof(pairs));
    CALL(MPI_Type_create_struct, 2, (int[]){ 1, 1 }, places, types, &type);
    CALL(MPI_Type_commit, &type);
    /* One pair and the first half of another. */
    CALL(MPI_Send, pairs, 1, type, RIGHT, 7, WORLD);
    CALL(MPI_Recv, room, 4, type, LEFT, 7, WORLD, &status);
    CALL(MPI_Get_elements, &status, type, &elements);
    CALL(MPI_Get_count, &status, type, &count);
    CHECK(elements == 2 && count == 1);
    CALL(MPI_Sendrecv, &odd_rank, 1, MPI_INT, RIGHT, 8, room, 4, type, LEFT,
         8, WORLD, &status);
    CALL(MPI_Get_count, &status, type, &count);
    CALL(MPI_Get_elements, &status, type, &elements);
    CHECK(count == MPI_UNDEFINED && elements == 1);
    CALL(MPI_Type_free, &type);
}

CASE(types_of_fortran)
{
    MPI_Datatype type;
    int size = 0;

    CALL(MPI_Type_match_size, MPI_TYPECLASS_REAL, 8, &type);
    CALL(MPI_Type_size, type, &size);
    CHECK(size == 8);
    CALL(MPI_Type_create_f90_real, 12, 100, &type);
    CALL(MPI_Type_create_f90_complex, 5, 10, &type);
    CALL(MPI_Type_create_f90_integer, 5, &type);
    CALL(MPI_Type_size, type, &size);
    CHECK(size == 4);
}

CASE(named_types)
{
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    MPI_Datatype type;

    CALL(MPI_Type_get_name, MPI_INT, name, &length);
    CHECK(strcmp(name, "MPI_INT") == 0);
    CALL(MPI_Type_contiguous, 3, MPI_INT, &type);
    CALL(MPI_Type_set_name, type, "triple");
    CALL(MPI_Type_get_name, type, name, &length);
    CHECK(strcmp(name, "triple") == 0 && length == 6);
    CALL(MPI_Type_free, &type);
}

CASE(more_than_31_bits_of_type)
{
    MPI_Datatype block, huge;
    MPI_Count size = 0;
    int small = 0;

    CALL(MPI_Type_contiguous, 1 << 30, MPI_CHAR, &block);
    CALL(MPI_Type_contiguous, 5, block, &huge);
    CALL(MPI_Type_commit, &huge);
    CALL(MPI_Type_size_x, huge, &size);
    CHECK(size == 5 * ((MPI_Count)1 << 30));
    CALL(MPI_Type_size, huge, &small);
    CHECK(small == MPI_UNDEFINED);
    CALL(MPI_Send, &small, 3, huge, MPI_PROC_NULL, 1, WORLD);
    CALL(MPI_Type_free, &huge);
    CALL(MPI_Type_free, &block);
}

/* 2.4 GB of a message in one megabyte of memory: every block of the type is
 * at the same place. */
JOB(huge_message, 2, 0)
{
    enum { BLOCK = 1 << 20, BLOCKS = 2400 };
    char *memory = calloc(1, BLOCK);
    MPI_Datatype block, same_place;
    MPI_Request request;
    MPI_Status status;
    MPI_Count bytes = 0;

    odd_init();
    CALL(MPI_Type_contiguous, BLOCK, MPI_CHAR, &block);
    CALL(MPI_Type_create_resized, block, 0, 0, &same_place);
    CALL(MPI_Type_commit, &same_place);
    if (odd_rank == 0) {
        CALL(MPI_Send, memory, BLOCKS, same_place, 1, 9, WORLD);
    } else {
        CALL(MPI_Irecv, memory, BLOCKS, same_place, 0, 9, WORLD, &request);
        CALL(MPI_Wait, &request, &status);
        CALL(MPI_Get_elements_x, &status, MPI_CHAR, &bytes);
        printf("%lld bytes\n", (long long)bytes);
    }
    CALL(MPI_Type_free, &same_place);
    CALL(MPI_Type_free, &block);
    free(memory);
    odd_finalize();
}
