! SPDX-License-Identifier: BSD-3-Clause
! bench_f08.f90 - nanoseconds per MPI call through the mpi_f08 module.
!
!     mpiexec -n 1|2 ./bench_f08 CALLS REPEATS
!
! The same cases and output as bench.c.
module bench_cases
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use mpi_f08
    implicit none

    integer, parameter :: depth = 8
    integer :: me
    integer, asynchronous :: data(2) = 0, room(2) = 0

    abstract interface
        subroutine bench_loop(calls)
            import :: int64
            integer(int64), intent(in) :: calls
        end subroutine bench_loop
    end interface

contains

    subroutine send_to_nobody(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls
            call MPI_Send(data, 1, MPI_INTEGER, MPI_PROC_NULL, 0, &
                MPI_COMM_WORLD)
        end do
    end subroutine send_to_nobody

    subroutine barrier_alone(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls
            call MPI_Barrier(MPI_COMM_SELF)
        end do
    end subroutine barrier_alone

    subroutine allreduce_alone(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls
            call MPI_Allreduce(data, room, 1, MPI_INTEGER, MPI_SUM, &
                MPI_COMM_SELF)
        end do
    end subroutine allreduce_alone

    subroutine pair(peer, comm)
        integer, intent(in) :: peer
        type(MPI_Comm), intent(in) :: comm
        type(MPI_Request) :: requests(2)

        call MPI_Isend(data, 1, MPI_INTEGER, peer, 0, comm, requests(1))
        call MPI_Irecv(room, 1, MPI_INTEGER, peer, 0, comm, requests(2))
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    end subroutine pair

    subroutine pair_with_nobody(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls
            call pair(MPI_PROC_NULL, MPI_COMM_WORLD)
        end do
    end subroutine pair_with_nobody

    subroutine pair_with_itself(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls
            call pair(0, MPI_COMM_SELF)
        end do
    end subroutine pair_with_itself

    subroutine ping_pong(calls)
        integer(int64), intent(in) :: calls
        integer(int64) :: i

        do i = 1, calls / 2
            if (me == 0) call MPI_Send(data, 2, MPI_INTEGER, 1, 0, &
                MPI_COMM_WORLD)
            call MPI_Recv(room, 2, MPI_INTEGER, 1 - me, 0, MPI_COMM_WORLD, &
                MPI_STATUS_IGNORE)
            if (me == 1) call MPI_Send(data, 2, MPI_INTEGER, 0, 0, &
                MPI_COMM_WORLD)
        end do
    end subroutine ping_pong

    recursive subroutine deeper(frames, loop, calls, time_ns)
        integer, intent(in) :: frames
        procedure(bench_loop) :: loop
        integer(int64), intent(in) :: calls
        real(real64), intent(out) :: time_ns
        integer(int64) :: begin, finish, rate

        if (frames > 0) then
            call deeper(frames - 1, loop, calls, time_ns)
        else
            call system_clock(begin, rate)
            call loop(calls)
            call system_clock(finish)
            time_ns = real(finish - begin, real64) * 1e9_real64 / &
                real(rate, real64)
        end if
        if (time_ns < 0) print *, 'the clock went back' ! no tail call
    end subroutine deeper

    subroutine measure(name, loop, calls, repeats)
        character(len=*), intent(in) :: name
        procedure(bench_loop) :: loop
        integer(int64), intent(in) :: calls
        integer, intent(in) :: repeats
        real(real64) :: time_ns, least
        integer :: i

        call deeper(depth - 2, loop, calls / 10, time_ns)
        least = huge(least)
        do i = 1, repeats
            call deeper(depth - 2, loop, calls, time_ns)
            least = min(least, time_ns)
        end do
        if (me == 0) print '(a, 1x, f0.2)', name, least / real(calls, real64)
    end subroutine measure

end module bench_cases

program bench_f08
    use bench_cases
    implicit none
    character(len=20) :: argument
    integer(int64) :: calls
    integer :: repeats, ranks

    call get_command_argument(1, argument)
    read (argument, *) calls
    call get_command_argument(2, argument)
    read (argument, *) repeats
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, me)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    if (ranks == 1) then
        call measure('send', send_to_nobody, calls, repeats)
        call measure('barrier', barrier_alone, calls, repeats)
        call measure('allreduce', allreduce_alone, calls, repeats)
        call measure('pair_null', pair_with_nobody, calls, repeats)
        call measure('pair_self', pair_with_itself, calls, repeats)
    else
        call measure('ping_pong', ping_pong, calls, repeats)
    end if
    call MPI_Finalize()
end program bench_f08
