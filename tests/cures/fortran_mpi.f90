! SPDX-License-Identifier: BSD-3-Clause
! fortran_mpi.f90 - rank 0 prepares alone what it then broadcasts.
program fortran_mpi
    use mpi
    use, intrinsic :: iso_c_binding
    implicit none
    include 'work.inc'
    character(len=8) :: cure
    integer :: me, i, ierror

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierror)
    call get_command_argument(1, cure)
    do i = 1, 6
        call assemble()
        call work(10.0_c_double)
    end do
    call MPI_Finalize(ierror)
contains
    subroutine assemble()
        real :: matrix(4) = 0

        if (cure == "1") then
            call work(5.0_c_double)
        else if (me == 0) then
            call work(20.0_c_double)
        end if
        call MPI_Bcast(matrix, 4, MPI_REAL, 0, MPI_COMM_WORLD, ierror)
    end subroutine assemble
end program fortran_mpi
