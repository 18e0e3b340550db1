/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mixed_c.c - a C program that shares handles with Fortran: mixed_c.F90.
 *
 *     mpiexec -n 2 ./mixed_c PREFIX
 *
 * MPI is initialized here and finalized there.  Counts and checks are kept by
 * the Fortran part.
 */
#include <mpi.h>

void fortran_begin(const char *prefix);
void fortran_counted(const char *procedure);
void fortran_moved(int out, int in);
void fortran_check(int holds, const char *what);
void fortran_exchange(MPI_Fint comm, MPI_Fint type);
MPI_Fint fortran_post(MPI_Fint comm);
void fortran_wait(MPI_Fint request);
void fortran_look(void);
int fortran_end(void);

#define CALL(name, ...) (fortran_counted(#name), name(__VA_ARGS__))

static void share_handles(MPI_Comm comm)
{
    MPI_Datatype type;

    CALL(MPI_Type_contiguous, 10, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    fortran_exchange(MPI_Comm_c2f(comm), MPI_Type_c2f(type));
    CALL(MPI_Type_free, &type);
}

/* Fortran receives, C sends; each waits for the other's. */
static void share_requests(MPI_Comm comm)
{
    int rank, size, source, numbers[10];
    MPI_Fint from_fortran = fortran_post(MPI_Comm_c2f(comm));
    MPI_Request in = MPI_Request_f2c(from_fortran), out;
    MPI_Status status;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < 10; i++)
        numbers[i] = rank;
    CALL(MPI_Isend, numbers, 10, MPI_INT, (rank + 1) % size, 6, comm, &out);
    fortran_moved(40, 0);
    CALL(MPI_Wait, &in, &status);
    fortran_moved(0, 40);
    source = (rank + size - 1) % size;
    fortran_check(status.MPI_SOURCE == source, "source seen in C");
    fortran_wait(MPI_Request_c2f(out));
    fortran_look();
}

int main(int argc, char **argv)
{
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    fortran_begin(argc > 1 ? argv[1] : "mixed_c");
    fortran_counted("MPI_Init");
    CALL(MPI_Comm_dup, MPI_COMM_WORLD, &comm);
    share_handles(comm);
    share_requests(comm);
    CALL(MPI_Comm_free, &comm);
    return fortran_end();
}
