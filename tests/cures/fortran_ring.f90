! SPDX-License-Identifier: BSD-3-Clause
! fortran_ring.f90 - rank 1 works longer than the others in a ring of messages.
program fortran_ring
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none
    include 'work.inc'
    character(len=8) :: cure
    integer :: me, ranks, i

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call get_command_argument(1, cure)
    do i = 1, 20
        call relax()
    end do
    call MPI_Finalize()
contains
    subroutine relax()
        real(c_double) :: ms
        real :: out(500), in(500)

        ms = merge(12, 4, me == 1)
        if (cure == "1") ms = 6
        call work(ms)
        out = 1
        call MPI_Sendrecv(out, 500, MPI_REAL, modulo(me + 1, ranks), 0, in, &
            500, MPI_REAL, modulo(me - 1, ranks), 0, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE)
    end subroutine relax
end program fortran_ring
