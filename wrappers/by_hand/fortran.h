/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fortran.h - Fortran arguments as C values.
 *
 * A Fortran wrapper has pointers only.  These functions read the values behind
 * them: integers, handles (converted by the MPI library), statuses, the
 * special addresses MPI_IN_PLACE and MPI_STATUS(ES)_IGNORE, which are
 * variables in Fortran, with different addresses in mpif.h and mpi_f08 and in
 * each MPI.
 *
 * Threads: any.  Memory: static; arrays are in the thread's scratch memory.
 * Errors: none.  INTEGER must be an int.
 */
#ifndef WRAPPERS_BY_HAND_FORTRAN_H
#define WRAPPERS_BY_HAND_FORTRAN_H

#include "handles.h"
#include "scratch.h"
#include "wrap.h"

#define PATH_ROOM 4096 /* bytes of a file name */

_Static_assert(sizeof(MPI_Fint) == sizeof(int),
               "mpiprof needs an MPI whose Fortran INTEGER is a C int");

/* Special addresses; [0] for mpif.h and mpi, [1] for mpi_f08. */
struct fortran_addresses {
    const void *in_place[2];
    const void *status_ignore[2];
    const void *statuses_ignore[2];
};

/* Addresses in this process; looked up at the first use. */
extern struct fortran_addresses fortran_found;
extern bool fortran_is_found;
void fortran_find(void);

static inline const struct fortran_addresses *fortran_addresses(void)
{
    if (!__atomic_load_n(&fortran_is_found, __ATOMIC_ACQUIRE))
        fortran_find();
    return &fortran_found;
}

static inline bool is_either(const void *const pair[2], const void *address)
{
    return address == pair[0] || address == pair[1];
}

static inline bool f_in_place(const void *buffer)
{
    return is_either(fortran_addresses()->in_place, buffer);
}

/* Same for a buffer given by an array descriptor, TS 29113: the address is the
 * first member of every CFI_cdesc_t. */
static inline bool f_in_place_described(const void *descriptor)
{
    return f_in_place(*(void *const *)descriptor);
}

static inline MPI_Fint f_integer(const void *value)
{
    return *(const MPI_Fint *)value;
}

static inline int64_t f_count(const void *value)
{
    return *(const MPI_Count *)value;
}

static inline MPI_Comm f_comm(const void *value)
{
    return handle_comm(f_integer(value));
}

static inline MPI_Datatype f_type(const void *value)
{
    return handle_type(f_integer(value));
}

static inline MPI_Request f_request(const void *value)
{
    return handle_request(f_integer(value));
}

static inline MPI_Win f_win(const void *value)
{
    return handle_win(f_integer(value));
}

static inline MPI_File f_file(const void *value)
{
    return handle_file(f_integer(value));
}

static inline MPI_Group f_group(const void *value)
{
    return handle_group(f_integer(value));
}

static inline MPI_Op f_op(const void *value)
{
    return handle_op(f_integer(value));
}

static inline MPI_Message f_message(const void *value)
{
    return handle_message(f_integer(value));
}

/* Where the procedure should write its status(es): own if ignored.  A Fortran
 * status is an array of ints with the size of the C one. */
static inline void *f_status_place(void *status, MPI_Status *own)
{
    return is_either(fortran_addresses()->status_ignore, status) ? own
                                                                 : status;
}

void *f_statuses_place(void *statuses, struct scratch *scratch);

/* Converts the status to C; own may be the same memory. */
const MPI_Status *f_status(const void *status, MPI_Status *own);
const MPI_Status *f_statuses(const void *statuses, struct scratch *scratch,
                             int count);

/* Returns copies of request handles, NULL without memory. */
struct scratch *f_requests(int count, const void *requests);

/* See completion.h. */
void f_find_ended(struct scratch *scratch, int count, const void *requests);

static inline void f_note_ended(const struct hook_call *call,
                                struct scratch *scratch, int count,
                                const void *requests)
{
    if (__builtin_expect(call->result != MPI_SUCCESS, 0))
        f_find_ended(scratch, count, requests);
}

/* Fortran counts from 1. mpi_f08 of MPICH 4.0 returns the 0 of C; the first
 * index returned by mpi_f08 tells which. */
int f08_first_index(void);

static inline int index_from(int first, const void *index)
{
    return f_integer(index) == MPI_UNDEFINED ? MPI_UNDEFINED
                                             : f_integer(index) - first;
}

static inline int f_index(const void *index)
{
    return index_from(1, index);
}

static inline int f08_index(const void *index)
{
    return index_from(f08_first_index(), index);
}

/* Converts indices to count from 0, in scratch. */
const int *indices_from(int first, const void *indices,
                        struct scratch *scratch, int count);

static inline const int *f_indices(const void *indices,
                                   struct scratch *scratch, int count)
{
    return indices_from(1, indices, scratch, count);
}

static inline const int *f08_indices(const void *indices,
                                     struct scratch *scratch, int count)
{
    return indices_from(f08_first_index(), indices, scratch, count);
}

/* Returns the types of an Alltoallw, one per peer; which: 0 to send, 1 to
 * receive.  NULL without memory. */
const MPI_Datatype *f_types(const void *types, MPI_Comm comm, bool neighbor,
                            int which);

/* Converts a CHARACTER argument to a C string, without trailing blanks, cut to
 * fit into room. */
const char *f_string(const char *text, size_t length, char *room, size_t size);

#endif
