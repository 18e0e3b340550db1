/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_large_objects.c - types, packing, files and windows with counts of type
 * MPI_Count (MPI 4), with the bytes of each call:
 * odd-bytes: all */
#include "odd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define N 10
#define BYTES ((long long)(N * sizeof(int)))

#if MPI_VERSION >= 4
static int data[N], room[N];

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        data[i] = 100 * odd_rank + i;
        room[i] = -1;
    }
}

/* ---- types ---- */

/* To oneself, so that the size that mpiprof takes for it shows. */
static void use_type(MPI_Datatype type, long long size)
{
    static char from[4096], to[4096];

    CALL(MPI_Type_commit, &type);
    MOVES(size, size, MPI_Sendrecv_c, from, 1, type, odd_rank, 1, to, 1, type,
          odd_rank, 1, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Type_free, &type);
}

CASE(types_of_blocks)
{
    MPI_Count lengths[2] = { 1, 2 }, places[2] = { 0, 4 };
    MPI_Count bytes[2] = { 0, 16 };
    MPI_Datatype type;

    CALL(MPI_Type_indexed_c, 2, lengths, places, MPI_INT, &type);
    use_type(type, 12);
    CALL(MPI_Type_create_indexed_block_c, 2, 3, places, MPI_INT, &type);
    use_type(type, 24);
    CALL(MPI_Type_create_hindexed_c, 2, lengths, bytes, MPI_INT, &type);
    use_type(type, 12);
    CALL(MPI_Type_create_hindexed_block_c, 2, 3, bytes, MPI_INT, &type);
    use_type(type, 24);
    CALL(MPI_Type_create_hvector_c, 3, 2, 20, MPI_INT, &type);
    use_type(type, 24);
    CALL(MPI_Type_vector_c, 3, 1, 4, MPI_DOUBLE, &type);
    use_type(type, 24);
}

CASE(types_of_arrays)
{
    MPI_Count lengths[2] = { 1, 2 }, bytes[2] = { 0, 16 };
    MPI_Count sizes[1] = { 10 }, parts[1] = { 4 }, starts[1] = { 3 };
    MPI_Datatype both[2] = { MPI_INT, MPI_DOUBLE }, type, wide;
    int how[1] = { MPI_DISTRIBUTE_BLOCK }, arguments[1], grid[1] = { 1 };
    MPI_Count lower = -1, extent = -1;

    arguments[0] = MPI_DISTRIBUTE_DFLT_DARG;
    CALL(MPI_Type_create_struct_c, 2, lengths, bytes, both, &type);
    use_type(type, 20);
    CALL(MPI_Type_create_subarray_c, 1, sizes, parts, starts, MPI_ORDER_C,
         MPI_INT, &type);
    use_type(type, 16);
    CALL(MPI_Type_create_darray_c, 1, 0, 1, sizes, how, arguments, grid,
         MPI_ORDER_C, MPI_INT, &type);
    use_type(type, 40);
    CALL(MPI_Type_contiguous_c, 3, MPI_INT, &type);
    CALL(MPI_Type_create_resized_c, type, 0, 64, &wide);
    CALL(MPI_Type_get_true_extent_c, wide, &lower, &extent);
    CHECK(lower == 0 && extent == 12);
    CALL(MPI_Type_free, &type);
    use_type(wide, 12);
}

CASE(looked_into)
{
    MPI_Count integers = 0, addresses = 0, larges = 0, types = 0, large[3];
    int combiner = -1, numbers[3];
    MPI_Datatype type, old[1];
    MPI_Aint places[1];

    CALL(MPI_Type_vector_c, 2, 1, 3, MPI_INT, &type);
    CALL(MPI_Type_get_envelope_c, type, &integers, &addresses, &larges,
         &types, &combiner);
    CHECK(combiner == MPI_COMBINER_VECTOR && types == 1);
    CHECK(integers + larges == 3);
    CALL(MPI_Type_get_contents_c, type, integers, addresses, larges, types,
         numbers, places, large, old);
    CHECK(larges == 0 || (large[0] == 2 && large[2] == 3));
    CALL(MPI_Type_free, &type);
}

CASE(packed)
{
    char buffer[200];
    MPI_Count size = 0, place = 0;

    fill();
    CALL(MPI_Pack_size_c, N, MPI_INT, WORLD, &size);
    CHECK(size >= BYTES);
    CALL(MPI_Pack_c, data, N, MPI_INT, buffer, sizeof(buffer), &place, WORLD);
    MOVES(place, place, MPI_Sendrecv_replace_c, buffer, place, MPI_PACKED,
          RIGHT, 1, LEFT, 1, WORLD, MPI_STATUS_IGNORE);
    place = 0;
    CALL(MPI_Unpack_c, buffer, sizeof(buffer), &place, room, N, MPI_INT,
         WORLD);
    CHECK(room[N - 1] == 100 * LEFT + N - 1);
}

CASE(packed_for_others)
{
    char buffer[200];
    MPI_Count size = 0, place = 0;

    fill();
    CALL(MPI_Pack_external_size_c, "external32", N, MPI_INT, &size);
    CHECK(size == BYTES);
    CALL(MPI_Pack_external_c, "external32", data, N, MPI_INT, buffer,
         sizeof(buffer), &place);
    CHECK(place == BYTES);
    place = 0;
    CALL(MPI_Unpack_external_c, "external32", buffer, BYTES, &place, room, N,
         MPI_INT);
    CHECK(room[N - 1] == data[N - 1]);
}

static void larger(void *in, void *both, MPI_Count *count, MPI_Datatype *type)
{
    (void)type;
    for (MPI_Count i = 0; i < *count; i++)
        if (((int *)in)[i] > ((int *)both)[i])
            ((int *)both)[i] = ((int *)in)[i];
}

CASE(own_operator)
{
    long long all = odd_ranks * BYTES;
    MPI_Op op;

    fill();
    CALL(MPI_Op_create_c, larger, 1, &op);
    MOVES(all, all, MPI_Allreduce_c, data, room, N, MPI_INT, op, WORLD);
    CHECK(room[0] == 100 * (odd_ranks - 1));
    CALL(MPI_Op_free, &op);
}

CASE(requests)
{
    MPI_Request all[4], one;
    MPI_Status status;
    MPI_Count elements = -1;
    char buffer[200];
    MPI_Count size;
    void *back;

    SKIP_IF(sizeof(MPI_Aint) < 8, "MPICH 4.2 waits for ever in 32 bits");
    fill();
    CALL(MPI_Buffer_attach_c, buffer, sizeof(buffer));
    for (int i = 0; i < 2; i++)
        CALL(MPI_Recv_init_c, &room[i], 1, MPI_INT, LEFT, i, WORLD, &all[i]);
    CALL(MPI_Bsend_init_c, &data[0], 1, MPI_INT, RIGHT, 0, WORLD, &all[2]);
    CALL(MPI_Rsend_init_c, &data[1], 1, MPI_INT, RIGHT, 1, WORLD, &all[3]);
    CALL(MPI_Startall, 2, all);
    CALL(MPI_Barrier, WORLD);
    MOVES(8, 0, MPI_Startall, 2, all + 2);
    MOVES(0, 8, MPI_Waitall, 4, all, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 4; i++)
        CALL(MPI_Request_free, &all[i]);
    CALL(MPI_Buffer_detach_c, &back, &size);
    MOVES(BYTES, 0, MPI_Isendrecv_c, data, N, MPI_INT, RIGHT, 2, room, N,
          MPI_INT, LEFT, 2, WORLD, &one);
    MOVES(0, BYTES, MPI_Wait, &one, MPI_STATUS_IGNORE);
    CHECK(room[1] == 100 * LEFT + 1);
    MOVES(BYTES, 0, MPI_Isendrecv_replace_c, data, N, MPI_INT, RIGHT, 3, LEFT,
          3, WORLD, &one);
    MOVES(0, BYTES, MPI_Wait, &one, &status);
    CALL(MPI_Get_elements_c, &status, MPI_INT, &elements);
    CHECK(data[1] == room[1]);
}

/* ---- windows ---- */

static void use_window(MPI_Win win)
{
    MPI_Request request;

    CALL(MPI_Win_lock_all, 0, win);
    MOVES(BYTES, 0, MPI_Accumulate_c, data, N, MPI_INT, RIGHT, 0, N, MPI_INT,
          MPI_SUM, win);
    MOVES(BYTES, BYTES, MPI_Get_accumulate_c, data, N, MPI_INT, room, N,
          MPI_INT, RIGHT, 0, N, MPI_INT, MPI_SUM, win);
    CALL(MPI_Win_flush, RIGHT, win);
    MOVES(BYTES, 0, MPI_Rput_c, data, N, MPI_INT, RIGHT, 0, N, MPI_INT, win,
          &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Win_flush, RIGHT, win);
    MOVES(0, BYTES, MPI_Rget_c, room, N, MPI_INT, RIGHT, 0, N, MPI_INT, win,
          &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(memcmp(data, room, sizeof(data)) == 0);
    MOVES(BYTES, 0, MPI_Raccumulate_c, data, N, MPI_INT, RIGHT, 0, N, MPI_INT,
          MPI_SUM, win, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    MOVES(0, BYTES, MPI_Rget_accumulate_c, data, N, MPI_INT, room, N, MPI_INT,
          RIGHT, 0, N, MPI_INT, MPI_NO_OP, win, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Win_unlock_all, win);
}

CASE(created_window)
{
    static int cells[N];
    MPI_Win win;

    fill();
    CALL(MPI_Win_create_c, cells, sizeof(cells), sizeof(int), MPI_INFO_NULL,
         WORLD, &win);
    use_window(win);
    CALL(MPI_Win_free, &win);
}

CASE(shared_window)
{
    int *cells = NULL, *theirs = NULL;
    MPI_Aint size = 0;
    MPI_Aint unit = 0;
    MPI_Comm near;
    MPI_Win win;

    CALL(MPI_Comm_split_type, WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
         &near);
    CALL(MPI_Win_allocate_shared_c, sizeof(data), sizeof(int), MPI_INFO_NULL,
         near, &cells, &win);
    CALL(MPI_Win_shared_query_c, win, 0, &size, &unit, &theirs);
    CHECK(size == (MPI_Aint)sizeof(data) && theirs != NULL);
    CALL(MPI_Win_fence, 0, win);
    CALL(MPI_Win_free, &win);
    CALL(MPI_Comm_free, &near);
}

/* ---- files ---- */

static MPI_File file;
static int files;

static void open_file(void)
{
    char name[64];

    fill();
    snprintf(name, sizeof(name), "odd_large.%d.data", ++files);
    CALL(MPI_File_open, WORLD, name,
         MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
         MPI_INFO_NULL, &file);
    CALL(MPI_File_set_view, file, odd_rank * BYTES, MPI_INT, MPI_INT,
         "native", MPI_INFO_NULL);
}

static void close_file(void)
{
    CHECK(memcmp(data, room, sizeof(data)) == 0);
    CALL(MPI_File_close, &file);
    CALL(MPI_Barrier, WORLD);
}

static void rewind_file(void)
{
    CALL(MPI_File_seek, file, 0, MPI_SEEK_SET);
}

#define WROTE(procedure, ...) \
    MOVES(BYTES, 0, procedure, __VA_ARGS__, MPI_STATUS_IGNORE)
#define DID_READ(procedure, ...) \
    MOVES(0, BYTES, procedure, __VA_ARGS__, MPI_STATUS_IGNORE)

CASE(blocking_files)
{
    MPI_Count extent = 0;

    open_file();
    CALL(MPI_File_get_type_extent_c, file, MPI_INT, &extent);
    CHECK(extent == sizeof(int));
    WROTE(MPI_File_write_c, file, data, N, MPI_INT);
    rewind_file();
    DID_READ(MPI_File_read_c, file, room, N, MPI_INT);
    WROTE(MPI_File_write_at_c, file, 0, data, N, MPI_INT);
    DID_READ(MPI_File_read_at_c, file, 0, room, N, MPI_INT);
    WROTE(MPI_File_write_at_all_c, file, 0, data, N, MPI_INT);
    DID_READ(MPI_File_read_at_all_c, file, 0, room, N, MPI_INT);
    rewind_file();
    WROTE(MPI_File_write_all_c, file, data, N, MPI_INT);
    rewind_file();
    DID_READ(MPI_File_read_all_c, file, room, N, MPI_INT);
    close_file();
}

CASE(split_files)
{
    open_file();
    CALL(MPI_File_write_at_all_begin_c, file, 0, data, N, MPI_INT);
    WROTE(MPI_File_write_at_all_end, file, data);
    CALL(MPI_File_read_at_all_begin_c, file, 0, room, N, MPI_INT);
    DID_READ(MPI_File_read_at_all_end, file, room);
    rewind_file();
    CALL(MPI_File_write_all_begin_c, file, data, N, MPI_INT);
    WROTE(MPI_File_write_all_end, file, data);
    rewind_file();
    CALL(MPI_File_read_all_begin_c, file, room, N, MPI_INT);
    DID_READ(MPI_File_read_all_end, file, room);
    close_file();
}

#define LATER(out, in, procedure, ...)                          \
    do {                                                        \
        MPI_Request request;                                    \
                                                                \
        CALL(procedure, __VA_ARGS__, &request);                 \
        MOVES(out, in, MPI_Wait, &request, MPI_STATUS_IGNORE);  \
    } while (0)

CASE(nonblocking_files)
{
    open_file();
    LATER(BYTES, 0, MPI_File_iwrite_at_c, file, 0, data, N, MPI_INT);
    LATER(0, BYTES, MPI_File_iread_at_c, file, 0, room, N, MPI_INT);
    LATER(BYTES, 0, MPI_File_iwrite_c, file, data, N, MPI_INT);
    rewind_file();
    LATER(0, BYTES, MPI_File_iread_c, file, room, N, MPI_INT);
    LATER(BYTES, 0, MPI_File_iwrite_at_all_c, file, 0, data, N, MPI_INT);
    LATER(0, BYTES, MPI_File_iread_at_all_c, file, 0, room, N, MPI_INT);
    rewind_file();
    LATER(BYTES, 0, MPI_File_iwrite_all_c, file, data, N, MPI_INT);
    rewind_file();
    LATER(0, BYTES, MPI_File_iread_all_c, file, room, N, MPI_INT);
    close_file();
}

static void rewind_shared(void)
{
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
}

CASE(shared_pointer)
{
    fill();
    CALL(MPI_File_open, WORLD, "odd_large.shared.data",
         MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
         MPI_INFO_NULL, &file);
    WROTE(MPI_File_write_ordered_c, file, data, N, MPI_INT);
    rewind_shared();
    DID_READ(MPI_File_read_ordered_c, file, room, N, MPI_INT);
    rewind_shared();
    CALL(MPI_File_write_ordered_begin_c, file, data, N, MPI_INT);
    WROTE(MPI_File_write_ordered_end, file, data);
    rewind_shared();
    CALL(MPI_File_read_ordered_begin_c, file, room, N, MPI_INT);
    DID_READ(MPI_File_read_ordered_end, file, room);
    rewind_shared();
    WROTE(MPI_File_write_shared_c, file, data, N, MPI_INT);
    LATER(BYTES, 0, MPI_File_iwrite_shared_c, file, data, N, MPI_INT);
    rewind_shared();
    DID_READ(MPI_File_read_shared_c, file, room, N, MPI_INT);
    LATER(0, BYTES, MPI_File_iread_shared_c, file, room, N, MPI_INT);
    memcpy(room, data, sizeof(data)); /* whose numbers came, depends */
    close_file();
}

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra)
{
    (void)type;
    (void)extra;
    *extent = sizeof(int);
    return MPI_SUCCESS;
}

static int convert(void *user, MPI_Datatype type, MPI_Count count,
                   void *inside, MPI_Offset position, void *extra)
{
    (void)type;
    (void)extra;
    memcpy((int *)user + position, inside, (size_t)count * sizeof(int));
    return MPI_SUCCESS;
}

JOB(data_representation, 1, 0)
{
    odd_init();
    CALL(MPI_Register_datarep_c, "odd large", convert, convert, extent_of,
         NULL);
    odd_finalize();
}
#else
ABSENT(large_counts, "MPI_Type_indexed_c is not in mpi.h")
#endif
