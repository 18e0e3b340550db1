! SPDX-License-Identifier: BSD-3-Clause
! left_calls.f90 - a send to a rank that does not exist.
subroutine send_in_fortran(comm)
    use mpi
    integer, intent(in) :: comm
    integer :: none(1), error

    none = 0
    call MPI_Send(none, 1, MPI_INTEGER, 1000000, 0, comm, error)
end subroutine
