/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * removed.h - procedures that MPI 3.0 removed and libraries still export.
 *
 * Open MPI hides them in mpi.h; programs built long ago, and Fortran ones,
 * may call them.  generate.py reads these prototypes where mpi.h has none;
 * nothing includes this file.
 */
int MPI_Address(void *location, MPI_Aint *address);
int MPI_Errhandler_create(void *function, MPI_Errhandler *errhandler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent);
int MPI_Type_hindexed(int count, int lengths[], MPI_Aint displacements[],
                      MPI_Datatype oldtype, MPI_Datatype *newtype);
int MPI_Type_hvector(int count, int length, MPI_Aint stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype);
int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement);
int MPI_Type_struct(int count, int lengths[], MPI_Aint displacements[],
                    MPI_Datatype types[], MPI_Datatype *newtype);
int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement);
