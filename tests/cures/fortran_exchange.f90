! SPDX-License-Identifier: BSD-3-Clause
! fortran_exchange.f90 - each rank but the last sends its edge to the next one by
! MPI_Send, which waits for the receiver, before it receives.  The cure:
! MPI_Sendrecv.
program fortran_exchange
    use mpi_f08
    use, intrinsic :: iso_c_binding
    implicit none
    include 'work.inc'
    integer, parameter :: n = 65536
    character(len=8) :: cure
    real(c_double) :: edge(n) = 0, ghost(n) = 0, total
    integer :: me, ranks, i

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call get_command_argument(1, cure)
    do i = 1, 20
        call work(5.0_c_double)
        call exchange(me - 1, me + 1)
        if (mod(i, 5) == 0) call MPI_Allreduce(edge, total, 1, MPI_DOUBLE_PRECISION, &
                                               MPI_SUM, MPI_COMM_WORLD)
    end do
    call MPI_Finalize()
contains
    subroutine exchange(left, right)
        integer, intent(in) :: left, right

        if (cure == "1") then
            call MPI_Sendrecv(edge, n, MPI_DOUBLE_PRECISION, peer(right), 0, &
                              ghost, n, MPI_DOUBLE_PRECISION, peer(left), 0, &
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE)
            return
        end if
        if (right < ranks) call MPI_Send(edge, n, MPI_DOUBLE_PRECISION, right, 0, &
                                         MPI_COMM_WORLD)
        if (left >= 0) call MPI_Recv(ghost, n, MPI_DOUBLE_PRECISION, left, 0, &
                                     MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end subroutine exchange

    integer function peer(rank)
        integer, intent(in) :: rank

        peer = merge(rank, MPI_PROC_NULL, rank >= 0 .and. rank < ranks)
    end function peer
end program fortran_exchange
