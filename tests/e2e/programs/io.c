/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * io.c - every way of reading and writing files, with known counts and bytes.
 *
 *     mpiexec -n 3 ./io PREFIX
 *
 * Each rank has N ints of the file PREFIX.data.  Written bytes count as out,
 * read ones as in: at the call, the end of a split collective one, or the
 * Wait or Test that completes a request.
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#include "expect_main.h"

#define N 100
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int data[2 * N], room[2 * N];
static char name[4096];
static MPI_File file;

typedef int at_call(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                    MPI_Status *);
typedef int plain_call(MPI_File, void *, int, MPI_Datatype, MPI_Status *);
typedef int iat_call(MPI_File, MPI_Offset, void *, int, MPI_Datatype,
                     MPI_Request *);
typedef int iplain_call(MPI_File, void *, int, MPI_Datatype, MPI_Request *);

static MPI_Offset place(void)
{
    return me * (MPI_Offset)BYTES(N);
}

static void barrier(void)
{
    CALL(MPI_Barrier, MPI_COMM_WORLD);
}

static void open_file(int mode)
{
    CALL(MPI_File_open, MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file);
}

static void close_file(void)
{
    CALL(MPI_File_close, &file);
}

static void seek(void)
{
    CALL(MPI_File_seek, file, place(), MPI_SEEK_SET);
}

static void seek_shared(void)
{
    barrier();
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
}

/* ---- blocking ---- */

/* What ignored statuses hide must count as well. */
static void at(at_call *call, const char *procedure, int count, int writes)
{
    MPI_Status status;

    call(file, place(), writes ? data : room, count, MPI_INT, &status);
    expect(procedure, 1, writes ? BYTES(count) : 0,
           writes ? 0 : BYTES(count));
    call(file, place(), writes ? data : room, count, MPI_INT,
         MPI_STATUS_IGNORE);
    expect(procedure, 1, writes ? BYTES(count) : 0,
           writes ? 0 : BYTES(count));
}

static void here(plain_call *call, const char *procedure, int count,
                 int writes)
{
    MPI_Status status;

    call(file, writes ? data : room, count, MPI_INT, &status);
    expect(procedure, 1, writes ? BYTES(count) : 0,
           writes ? 0 : BYTES(count));
}

#define AT(name, count, writes) at((at_call *)name, #name, count, writes)
#define HERE(name, count, writes) \
    here((plain_call *)name, #name, count, writes)

static void blocking(void)
{
    AT(MPI_File_write_at, N, 1);
    AT(MPI_File_write_at_all, N, 1);
    seek();
    HERE(MPI_File_write, N, 1);
    seek();
    HERE(MPI_File_write_all, N, 1);
    HERE(MPI_File_write_all, 0, 1);
    barrier();
    AT(MPI_File_read_at, 10, 0);
    AT(MPI_File_read_at_all, 11, 0);
    seek();
    HERE(MPI_File_read, 12, 0);
    HERE(MPI_File_read_all, 13, 0);
    HERE(MPI_File_read_all, 0, 0);
}

static void shared_pointer(void)
{
    seek_shared();
    HERE(MPI_File_write_ordered, N, 1);
    seek_shared();
    HERE(MPI_File_write_shared, N, 1);
    seek_shared();
    HERE(MPI_File_read_ordered, 20, 0);
    seek_shared();
    HERE(MPI_File_read_shared, 21, 0);
    barrier();
}

/* Only what the file holds comes in. */
static void past_the_end(void)
{
    MPI_Offset size;
    MPI_Status status;

    CALL(MPI_File_get_size, file, &size);
    MOVES(0, BYTES(3), MPI_File_read_at, file, size - (MPI_Offset)BYTES(3),
          room, 50, MPI_INT, &status);
    CALL(MPI_File_read_at, file, size, room, 50, MPI_INT, MPI_STATUS_IGNORE);
}

/* ---- nonblocking ---- */

static void wait_for(MPI_Request *request, int count, int writes)
{
    MOVES(writes ? BYTES(count) : 0, writes ? 0 : BYTES(count), MPI_Wait,
          request, MPI_STATUS_IGNORE);
}

static void iat(iat_call *call, const char *procedure, int count, int writes)
{
    MPI_Request request;

    call(file, place(), writes ? data : room, count, MPI_INT, &request);
    expect(procedure, 1, 0, 0);
    wait_for(&request, count, writes);
}

static void ihere(iplain_call *call, const char *procedure, int count,
                  int writes)
{
    MPI_Request request;

    call(file, writes ? data : room, count, MPI_INT, &request);
    expect(procedure, 1, 0, 0);
    wait_for(&request, count, writes);
}

#define IAT(name, count, writes) iat((iat_call *)name, #name, count, writes)
#define IHERE(name, count, writes) \
    ihere((iplain_call *)name, #name, count, writes)

static void nonblocking(void)
{
    IAT(MPI_File_iwrite_at, 30, 1);
    IAT(MPI_File_iwrite_at_all, 31, 1);
    seek();
    IHERE(MPI_File_iwrite, 32, 1);
    seek();
    IHERE(MPI_File_iwrite_all, 33, 1);
    IAT(MPI_File_iread_at, 34, 0);
    IAT(MPI_File_iread_at_all, 35, 0);
    seek();
    IHERE(MPI_File_iread, 36, 0);
    seek();
    IHERE(MPI_File_iread_all, 37, 0);
    seek_shared();
    IHERE(MPI_File_iwrite_shared, N, 1);
    seek_shared();
    IHERE(MPI_File_iread_shared, 39, 0);
    barrier();
}

/* Messages and two files in one Waitall. */
static void mixed(MPI_File other)
{
    MPI_Request requests[4];
    MPI_Status statuses[4];

    CALL(MPI_Irecv, room, N, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_SELF,
         &requests[0]);
    MPI_File_iwrite_at(file, place(), data, 40, MPI_INT, &requests[1]);
    MPI_File_iwrite_at(other, 0, data, 41, MPI_INT, &requests[2]);
    expect("MPI_File_iwrite_at", 2, 0, 0);
    MOVES(BYTES(42), 0, MPI_Isend, data, 42, MPI_INT, 0, 0, MPI_COMM_SELF,
          &requests[3]);
    MOVES(BYTES(40 + 41), BYTES(42), MPI_Waitall, 4, requests, statuses);
}

static void by_test(void)
{
    MPI_Request request;
    int flag = 0;

    CALL(MPI_File_iread_at, file, place(), room, 43, MPI_INT, &request);
    for (; !flag; usleep(100))
        MOVES(0, flag ? BYTES(43) : 0, MPI_Test, &request, &flag,
              MPI_STATUS_IGNORE);
}

/* What it moves is known only as far as it was asked for.  MPICH's heap breaks now
 * and then if a request is freed while threads of libc still write to it: it has
 * time to end. */
static void freed(void)
{
    MPI_Request request;

    CALL(MPI_File_iwrite_at, file, place(), data, 44, MPI_INT, &request);
    usleep(100000);
    MOVES(BYTES(44), 0, MPI_Request_free, &request);
    CALL(MPI_File_iread_at, file, place(), room, 45, MPI_INT, &request);
    usleep(100000);
    MOVES(0, BYTES(45), MPI_Request_free, &request);
}

/* A file per rank; its name is one of its own. */
static void own_file(void)
{
    char own[4200];
    MPI_File other;

    snprintf(own, sizeof own, "%s.%d", name, me);
    CALL(MPI_File_open, MPI_COMM_SELF, own, MPI_MODE_CREATE | MPI_MODE_RDWR,
         MPI_INFO_NULL, &other);
    mixed(other);
    CALL(MPI_File_close, &other);
    CALL(MPI_File_delete, own, MPI_INFO_NULL);
}

/* ---- split collective ---- */

static void split(void)
{
    MPI_Status status;

    CALL(MPI_File_write_at_all_begin, file, place(), data, 50, MPI_INT);
    MOVES(BYTES(50), 0, MPI_File_write_at_all_end, file, data, &status);
    seek();
    CALL(MPI_File_write_all_begin, file, data, 51, MPI_INT);
    MOVES(BYTES(51), 0, MPI_File_write_all_end, file, data, MPI_STATUS_IGNORE);
    CALL(MPI_File_read_at_all_begin, file, place(), room, 52, MPI_INT);
    MOVES(0, BYTES(52), MPI_File_read_at_all_end, file, room, &status);
    seek();
    CALL(MPI_File_read_all_begin, file, room, 53, MPI_INT);
    MOVES(0, BYTES(53), MPI_File_read_all_end, file, room, &status);
}

static void split_ordered(void)
{
    MPI_Status status;

    seek_shared();
    CALL(MPI_File_write_ordered_begin, file, data, N, MPI_INT);
    MOVES(BYTES(N), 0, MPI_File_write_ordered_end, file, data, &status);
    seek_shared();
    CALL(MPI_File_read_ordered_begin, file, room, 55, MPI_INT);
    MOVES(0, BYTES(55), MPI_File_read_ordered_end, file, room, &status);
}

/* ---- what moves no data, and what fails ---- */

static void metadata(void)
{
    CALL(MPI_File_set_size, file, (MPI_Offset)(ranks * BYTES(N)));
    CALL(MPI_File_sync, file);
    CALL(MPI_File_set_view, file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    CALL(MPI_File_set_view, file, 0, MPI_BYTE, MPI_BYTE, "native",
         MPI_INFO_NULL);
}

/* Every second int of the file, and of the memory. */
static void strided(void)
{
    MPI_Datatype odd;
    MPI_Status status;

    CALL(MPI_Type_vector, 10, 1, 2, MPI_INT, &odd);
    CALL(MPI_Type_commit, &odd);
    CALL(MPI_File_set_view, file, place(), MPI_INT, odd, "native",
         MPI_INFO_NULL);
    MOVES(BYTES(10), 0, MPI_File_write_at_all, file, 0, data, 1, odd, &status);
    MOVES(0, BYTES(10), MPI_File_read_at_all, file, 0, room, 1, odd, &status);
    CALL(MPI_Type_free, &odd);
}

static void failing(void)
{
    MPI_File missing;

    if (MPI_File_open(MPI_COMM_SELF, "/nowhere/at/all", MPI_MODE_RDONLY,
                      MPI_INFO_NULL, &missing) == MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 3);
    expect("MPI_File_open", 1, 0, 0);
}

EXPECT_MAIN(1, MOST_RANKS)
{
    snprintf(name, sizeof name, "%s.data", prefix);
    open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    metadata();
    blocking();
    shared_pointer();
    past_the_end();
    nonblocking();
    by_test();
    freed();
    own_file();
    split();
    split_ordered();
    strided();
    close_file();
    open_file(MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE);
    AT(MPI_File_read_at, N, 0);
    close_file();
    failing();
}
