! SPDX-License-Identifier: BSD-3-Clause
! fortran_f08.f90 - rank 2 works three times as long as the others.
program fortran_f08
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none
    include 'work.inc'
    character(len=8) :: cure
    integer :: me, i

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call get_command_argument(1, cure)
    do i = 1, 8
        call solve()
    end do
    call MPI_Finalize()
contains
    subroutine solve()
        real(c_double) :: ms
        real :: part = 1, total

        ms = merge(30, 10, me == 2)
        if (cure == "1") ms = 15
        call work(ms)
        call MPI_Allreduce(part, total, 1, MPI_REAL, MPI_SUM, MPI_COMM_WORLD)
    end subroutine solve
end program fortran_f08
