/* SPDX-License-Identifier: BSD-3-Clause */
/* odd.h - one text for the three interfaces of MPI: -DMPIF_H, -DMPI_MODULE or
 * -DMPI_F08.
 *
 * With mpi_f08 the ERROR argument is left out, as it is optional there; a case
 * that looks at it writes `, error' in all of them.  CALL(name)(arguments) is
 * a call that is counted, and two statements: never the action of a one-line
 * if.  The traditional preprocessor of Fortran puts its argument into the
 * string, too. */
#define CALL(name_) call counted('name_'); call name_

#if defined(MPI_F08)
#define USE_MPI use mpi_f08
#define INCLUDE_MPI
#define COMM type(MPI_Comm)
#define DATATYPE type(MPI_Datatype)
#define ERRHANDLER type(MPI_Errhandler)
#define FILEHANDLE type(MPI_File)
#define GROUP type(MPI_Group)
#define INFO type(MPI_Info)
#define MESSAGE type(MPI_Message)
#define OPERATOR type(MPI_Op)
#define REQUEST type(MPI_Request)
#define WIN type(MPI_Win)
#define STATUS(name_) type(MPI_Status) :: name_
#define STATUSES(name_, n_) type(MPI_Status) :: name_(n_)
#define SOURCE_OF(status_) status_%MPI_SOURCE
#define TAG_OF(status_) status_%MPI_TAG
#define NTH(statuses_, i_) statuses_(i_)
#define NTH_SOURCE(statuses_, i_) statuses_(i_)%MPI_SOURCE
#define NTH_TAG(statuses_, i_) statuses_(i_)%MPI_TAG
#define NTH_ERROR(statuses_, i_) statuses_(i_)%MPI_ERROR
#define STATUS_ARGUMENT type(MPI_Status)
#define DETACHED(name_) type(c_ptr) :: name_
#define BASE(name_) type(c_ptr) :: name_
#define POINTER_OF(base_) base_
#define NUMBER_OF(handle_) handle_%MPI_VAL
#define COMM_OF(number_) MPI_Comm(number_)
#define DATATYPE_OF(number_) MPI_Datatype(number_)
#define REQUEST_OF(number_) MPI_Request(number_)
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
#define DATATYPE integer
#define ERRHANDLER integer
#define FILEHANDLE integer
#define GROUP integer
#define INFO integer
#define MESSAGE integer
#define OPERATOR integer
#define REQUEST integer
#define WIN integer
#define STATUS(name_) integer :: name_(MPI_STATUS_SIZE)
#define STATUSES(name_, n_) integer :: name_(MPI_STATUS_SIZE, n_)
#define SOURCE_OF(status_) status_(MPI_SOURCE)
#define TAG_OF(status_) status_(MPI_TAG)
#define NTH(statuses_, i_) statuses_(:, i_)
#define NTH_SOURCE(statuses_, i_) statuses_(MPI_SOURCE, i_)
#define NTH_TAG(statuses_, i_) statuses_(MPI_TAG, i_)
#define NTH_ERROR(statuses_, i_) statuses_(MPI_ERROR, i_)
#define STATUS_ARGUMENT integer, dimension(MPI_STATUS_SIZE)
#define DETACHED(name_) integer(MPI_ADDRESS_KIND) :: name_(4)
#define BASE(name_) integer(MPI_ADDRESS_KIND) :: name_
#define POINTER_OF(base_) transfer(base_, c_null_ptr)
#define NUMBER_OF(handle_) handle_
#define COMM_OF(number_) number_
#define DATATYPE_OF(number_) number_
#define REQUEST_OF(number_) number_
#define ERROR , error
#define ONLY_ERROR error
#endif
