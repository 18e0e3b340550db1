! SPDX-License-Identifier: BSD-3-Clause
! deadlock.f90 - two ranks that wait for each other, on a communicator that has
! other handles in Fortran than in C.
program deadlock
    use mpi
    implicit none
    integer :: comm, rank, data, error

    call MPI_Init(error)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
    call MPI_Comm_set_name(comm, "fortran", error)
    call MPI_Comm_rank(comm, rank, error)
    call MPI_Recv(data, 1, MPI_INTEGER, 1 - rank, 9, comm, &
                  MPI_STATUS_IGNORE, error)
    call MPI_Finalize(error)
end program deadlock
