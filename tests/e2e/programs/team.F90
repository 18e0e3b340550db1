! SPDX-License-Identifier: BSD-3-Clause
! team.F90 - what team.c does, from all Fortran interfaces.
!
!     mpiexec -n 2 ./team PREFIX
#include "fortran_interface.h"

module team_work
    USE_MPI
    use expectations
    implicit none

    integer, parameter :: team = 4, rounds = 10, number_size = 4
    integer, save :: other
    integer, save, asynchronous :: out(team, team) = 0, in(team, team) = 0
    REQUEST, save :: requests(2, team)

contains

    subroutine exchange(member)
        INCLUDE_MPI
        integer, intent(in) :: member
        integer :: mine(team), room(team), i
        STATUS(status)
        ERROR_DECLARED

        mine = 0
        do i = 1, rounds * member
            call MPI_Sendrecv(mine, member, MPI_INTEGER, other, member, &
                room, team, MPI_INTEGER, other, member, MPI_COMM_WORLD, &
                status ERROR)
        end do
    end subroutine exchange

    subroutine start(member)
        INCLUDE_MPI
        integer, intent(in) :: member
        ERROR_DECLARED

        call MPI_Irecv(in(:, member), team, MPI_INTEGER, other, team + &
            member, MPI_COMM_WORLD, requests(1, member) ERROR)
        call MPI_Isend(out(:, member), member, MPI_INTEGER, other, team + &
            member, MPI_COMM_WORLD, requests(2, member) ERROR)
    end subroutine start

    subroutine finish(member)
        INCLUDE_MPI
        integer, intent(in) :: member
        ERROR_DECLARED

        call MPI_Wait(requests(2, member), MPI_STATUS_IGNORE ERROR)
        call MPI_Wait(requests(1, member), MPI_STATUS_IGNORE ERROR)
    end subroutine finish

    subroutine run()
        integer, external :: omp_get_thread_num
        integer :: member

        !$omp parallel num_threads(team) private(member)
        member = omp_get_thread_num() + 1
        call exchange(member)
        !$omp barrier
        call start(member)
        !$omp barrier
        call finish(mod(member + team - 2, team) + 1)
        !$omp end parallel
    end subroutine run

    subroutine expect_all()
        integer :: member, numbers, exchanges, started

        numbers = 0
        exchanges = 0
        started = 0
        do member = 1, team
            exchanges = exchanges + rounds * member
            numbers = numbers + rounds * member * member
            started = started + member
        end do
        call expect('MPI_Init_thread', 1, 0, 0)
        call expect('MPI_Sendrecv', exchanges, numbers * number_size, &
            numbers * number_size)
        call expect('MPI_Irecv', team, 0, 0)
        call expect('MPI_Isend', team, started * number_size, 0)
        call expect('MPI_Wait', 2 * team, 0, started * number_size)
        call expect('MPI_Finalize', 1, 0, 0)
    end subroutine expect_all

end module team_work

program many_at_once
    use team_work
    implicit none
    INCLUDE_MPI
    character(len=4096) :: prefix
    integer :: level, again, rank
    ERROR_DECLARED

    call MPI_Init_thread(MPI_THREAD_MULTIPLE, level ERROR)
    call MPI_Query_thread(again ERROR)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank ERROR)
    if (level /= again) call MPI_Abort(MPI_COMM_WORLD, 1 ERROR)
    other = 1 - rank
    if (level == MPI_THREAD_MULTIPLE) then
        call run()
        call expect_all()
        call get_command_argument(1, prefix)
        call expect_write(prefix, rank)
    end if
    call MPI_Finalize(ONLY_ERROR)
    if (level /= MPI_THREAD_MULTIPLE) stop 77
end program many_at_once
