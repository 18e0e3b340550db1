! SPDX-License-Identifier: BSD-3-Clause
! f08_only.F90 - what mpi_f08 alone has: sections in calls that do not wait,
! keywords, a left-out ierror anywhere, types of their own.
!
!     mpiexec -n 2 ./f08_only PREFIX [CASE]
#include "odd.h"

module cases
    use odd_world
    implicit none

    integer, parameter :: tag = 4

contains

    ! With descriptors, a section is sent from and received to its place.
    subroutine sections()
        integer, asynchronous :: grid(10, 12), cells(10, 12)
        REQUEST :: requests(2)
        integer :: i, ierror

        grid = reshape([(1000 * me + i, i = 1, 120)], [10, 12])
        cells = -1
        CALL(MPI_Irecv)(cells(4, :), 12, MPI_INTEGER, left, tag, &
            MPI_COMM_WORLD, requests(1), ierror)
        CALL(MPI_Isend)(grid(2, :), 12, MPI_INTEGER, right, tag, &
            MPI_COMM_WORLD, requests(2))
        call sent_to(right, 48)
        CALL(MPI_Waitall)(2, requests, MPI_STATUSES_IGNORE, ierror)
        call moved(0, 48)
        call check(all(cells(4, :) == grid(2, :) - 1000 * (me - left)), &
            'row received')
        cells(4, :) = -1
        call check(all(cells == -1), 'other rows')
        call blocks(grid, cells)
    end subroutine sections

    ! Gaps in both dimensions, and a derived type on top of it.
    subroutine blocks(grid, cells)
        integer, intent(in), asynchronous :: grid(:, :)
        integer, intent(inout), asynchronous :: cells(:, :)
        type(MPI_Request) :: requests(2)
        type(MPI_Status) :: statuses(2)
        integer :: numbers

        CALL(MPI_Irecv)(cells(1:9:2, 2:8:3), 15, MPI_INTEGER, left, tag, &
            MPI_COMM_WORLD, requests(1))
        CALL(MPI_Isend)(grid(1:9:2, 2:8:3), 15, MPI_INTEGER, right, tag, &
            MPI_COMM_WORLD, requests(2))
        call sent_to(right, 60)
        CALL(MPI_Waitall)(2, requests, statuses)
        call moved(0, 60)
        call MPI_Get_count(statuses(1), MPI_INTEGER, numbers)
        call check(numbers == 15 .and. statuses(1)%MPI_SOURCE == left, &
            'status')
        call check(all(cells(1:9:2, 2:8:3) == grid(1:9:2, 2:8:3) - &
            1000 * (me - left)), 'block received')
        call check(count(cells /= -1) == 15, 'memory around')
    end subroutine blocks

    ! MPICH 4.0 makes a type of a section: not for reductions, and not for
    ! a section with room for several blocks.
    subroutine together()
        integer :: matrix(4, 8), blocks(8 * ranks)
        integer :: i

        matrix = me
        blocks = -1
        CALL(MPI_Allgather)(matrix(3, :), 8, MPI_INTEGER, blocks, 8, &
            MPI_INTEGER, MPI_COMM_WORLD)
        call moved(32 * ranks, 32 * ranks)
        call check(all(blocks == [((i - 1) / 8, i = 1, 8 * ranks)]), &
            'Allgather')
        CALL(MPI_Bcast)(matrix(2, :), 8, MPI_INTEGER, 0, MPI_COMM_WORLD)
        call moved(merge(32 * ranks, 0, me == 0), 32)
        call check(all(matrix(2, :) == 0), 'Bcast')
        call check(all(matrix(1, :) == me), 'memory around Bcast')
    end subroutine together

    subroutine keywords()
        integer :: number, ierror
        type(MPI_Status) :: status

        ierror = -1
        number = me
        CALL(MPI_Sendrecv_replace)(buf=number, count=1, &
            datatype=MPI_INTEGER, sendtag=tag, dest=right, recvtag=tag, &
            source=left, comm=MPI_COMM_WORLD, ierror=ierror, status=status)
        call sent_to(right, 4)
        call moved(0, 4)
        call check(ierror == MPI_SUCCESS, 'ierror given by name')
        call check(number == left .and. status%MPI_TAG == tag, 'message')
    end subroutine keywords

    subroutine statuses()
        type(MPI_Status) :: status, copy
        integer :: number
        logical :: flag

        CALL(MPI_Sendrecv)(me, 1, MPI_INTEGER, right, tag, number, 1, &
            MPI_INTEGER, left, tag, MPI_COMM_WORLD, status)
        call sent_to(right, 4)
        call moved(0, 4)
        copy = status
        status%MPI_SOURCE = -5
        call check(copy%MPI_SOURCE == left .and. copy%MPI_TAG == tag, &
            'copy of a status')
        call MPI_Test_cancelled(copy, flag)
        call check(.not. flag, 'not cancelled')
        call MPI_Get_count(copy, MPI_INTEGER, number)
        call check(number == 1, 'count of a copy')
    end subroutine statuses

    subroutine handles()
        type(MPI_Comm) :: comm
        integer :: old

        comm = MPI_COMM_WORLD
        old = comm%MPI_VAL
        comm%MPI_VAL = old
        call check(comm == MPI_COMM_WORLD, 'handle by its integer')
        CALL(MPI_Comm_dup)(MPI_Comm(old), comm)
        call check(comm /= MPI_COMM_WORLD, 'another communicator')
        call free_comm(comm)
    end subroutine handles

    ! Scalars, constants, expressions and whole structures as buffers.
    subroutine any_buffer()
        type, bind(c) :: point
            integer(c_int) :: x, y
        end type point
        type(point) :: mine, theirs
        real :: sum

        mine = point(me, -me)
        CALL(MPI_Sendrecv)(mine, 2, MPI_INTEGER, right, tag, theirs, 2, &
            MPI_INTEGER, left, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
        call sent_to(right, 8)
        call moved(0, 8)
        call check(theirs%x == left .and. theirs%y == -left, 'structure')
        CALL(MPI_Reduce)(0.5 + me, sum, 1, MPI_REAL, MPI_SUM, 0, &
            MPI_COMM_WORLD)
        call moved(4, merge(4 * ranks, 0, me == 0))
        if (me == 0) call check(sum == 0.5 * ranks + &
            ranks * (ranks - 1) / 2, 'expression')
    end subroutine any_buffer

    subroutine strings()
        type(MPI_Info) :: info
        character(len=:), allocatable :: value
        logical :: flag

        allocate (character(len=6) :: value)
        CALL(MPI_Info_create)(info)
        CALL(MPI_Info_set)(info, 'key' // 's', repeat('v', 6))
        CALL(MPI_Info_get)(info, 'keys', len(value), value, flag)
        call check(flag .and. value == 'vvvvvv', 'string of its own length')
        CALL(MPI_Info_free)(info)
    end subroutine strings

    ! All of these leave ierror out by themselves.
    subroutine all_cases()
        logical :: done

        done = starts('sections')
        if (done .and. MPI_SUBARRAYS_SUPPORTED) call sections()
        if (.not. MPI_SUBARRAYS_SUPPORTED) &
            call skip('MPI_SUBARRAYS_SUPPORTED is false')
        if (starts('together')) call together()
        if (starts('keywords')) call keywords()
        if (starts('statuses')) call statuses()
        if (starts('handles')) call handles()
        if (starts('any_buffer')) call any_buffer()
        if (starts('strings')) call strings()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
