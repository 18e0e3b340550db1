/* SPDX-License-Identifier: BSD-3-Clause */
/* fortran_interface.h - which interface of MPI a Fortran source uses:
 * -DMPIF_H, -DMPI_MODULE or -DMPI_F08.  With mpi_f08, the error argument is
 * left out everywhere, as it is optional there. */
#if defined(MPI_F08)
#define USE_MPI use mpi_f08
#define INCLUDE_MPI
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define MESSAGE type(MPI_Message)
#define STATUS(name) type(MPI_Status) :: name
#define ERROR_DECLARED
#define ERROR
#define ONLY_ERROR
#else
#if defined(MPIF_H)
#define USE_MPI
#define INCLUDE_MPI include 'mpif.h'
#else
#define USE_MPI use mpi
#define INCLUDE_MPI
#endif
#define COMM integer
#define REQUEST integer
#define MESSAGE integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define ERROR_DECLARED integer :: error
#define ERROR , error
#define ONLY_ERROR error
#endif
