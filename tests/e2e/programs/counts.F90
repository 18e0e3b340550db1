! SPDX-License-Identifier: BSD-3-Clause
! counts.F90 - calls with known counts and bytes, from all Fortran interfaces.
!
!     mpiexec -n 3 ./counts PREFIX    (2 ranks or more)
!
! The same source is compiled with mpif.h, use mpi and use mpi_f08; see
! fortran_interface.h.  Compare p2p.c and collectives.c, and expect.h for what
! PREFIX and expect() are.
#include "fortran_interface.h"

module ring
    USE_MPI
    use expectations
    implicit none
    private
    public :: ring_init, point_to_point, persistent, probes, nobody

    integer, parameter :: room_size = 1000, number_size = 4
    integer, save :: me, ranks, left, right
    integer, save, asynchronous :: data(room_size) = 0, room(room_size) = 0

contains

    subroutine ring_init(rank, size)
        integer, intent(in) :: rank, size

        me = rank
        ranks = size
        right = mod(me + 1, ranks)
        left = mod(me + ranks - 1, ranks)
    end subroutine ring_init

    pure integer function bytes(count)
        integer, intent(in) :: count

        bytes = count * number_size
    end function bytes

    subroutine receive(source, count)
        INCLUDE_MPI
        integer, intent(in) :: source, count
        STATUS(status)
        ERROR_DECLARED

        call MPI_Recv(room, room_size, MPI_INTEGER, source, 5, &
            MPI_COMM_WORLD, status ERROR)
        call expect('MPI_Recv', 1, 0, bytes(count))
    end subroutine receive

    subroutine start_pair(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        ERROR_DECLARED

        call MPI_Irecv(room, room_size, MPI_INTEGER, left, 5, &
            MPI_COMM_WORLD, requests(1) ERROR)
        call expect('MPI_Irecv', 1, 0, 0)
        call MPI_Isend(data, count, MPI_INTEGER, right, 5, MPI_COMM_WORLD, &
            requests(2) ERROR)
        call expect('MPI_Isend', 1, bytes(count), 0)
    end subroutine start_pair

    subroutine wait_all(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        ERROR_DECLARED

        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE ERROR)
        call expect('MPI_Waitall', 1, 0, bytes(count))
    end subroutine wait_all

    subroutine point_to_point()
        INCLUDE_MPI
        REQUEST :: requests(2)
        STATUS(status)
        ERROR_DECLARED

        if (me > 0) call receive(left, 10)
        call MPI_Send(data, 10, MPI_INTEGER, right, 5, MPI_COMM_WORLD ERROR)
        call expect('MPI_Send', 1, bytes(10), 0)
        if (me == 0) call receive(MPI_ANY_SOURCE, 10)
        if (me > 0) call receive(left, 11)
        call MPI_Ssend(data, 11, MPI_INTEGER, right, 5, MPI_COMM_WORLD ERROR)
        call expect('MPI_Ssend', 1, bytes(11), 0)
        if (me == 0) call receive(left, 11)
        call MPI_Sendrecv(data, 12, MPI_INTEGER, right, 5, room, room_size, &
            MPI_INTEGER, left, 5, MPI_COMM_WORLD, status ERROR)
        call expect('MPI_Sendrecv', 1, bytes(12), bytes(12))
        call MPI_Sendrecv_replace(data, 13, MPI_INTEGER, right, 5, left, 5, &
            MPI_COMM_WORLD, MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Sendrecv_replace', 1, bytes(13), bytes(13))
        call start_pair(requests, 14)
        call wait_all(requests, 14)
        call start_pair(requests, 15)
        call wait_each(requests, 15)
        call start_pair(requests, 16)
        call wait_any(requests, 16)
        call start_pair(requests, 17)
        call wait_some(requests, 17)
        call start_pair(requests, 18)
        call test_all(requests, 18)
    end subroutine point_to_point

    subroutine wait_each(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        STATUS(status)
        ERROR_DECLARED

        call MPI_Wait(requests(1), status ERROR)
        call expect('MPI_Wait', 1, 0, bytes(count))
        call MPI_Wait(requests(2), MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Wait', 1, 0, 0)
    end subroutine wait_each

    subroutine wait_any(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        integer :: place, i
        ERROR_DECLARED

        do i = 1, 2
            call MPI_Waitany(2, requests, place, MPI_STATUS_IGNORE ERROR)
            call expect('MPI_Waitany', 1, 0, merge(bytes(count), 0, place == 1))
        end do
    end subroutine wait_any

    subroutine wait_some(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        integer :: places(2), done, all_done
        ERROR_DECLARED

        all_done = 0
        do while (all_done < 2)
            call MPI_Waitsome(2, requests, done, places, &
                MPI_STATUSES_IGNORE ERROR)
            call expect('MPI_Waitsome', 1, 0, &
                merge(bytes(count), 0, any(places(:done) == 1)))
            all_done = all_done + done
        end do
    end subroutine wait_some

    subroutine test_all(requests, count)
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer, intent(in) :: count
        logical :: flag
        ERROR_DECLARED

        flag = .false.
        do while (.not. flag)
            call MPI_Testall(2, requests, flag, MPI_STATUSES_IGNORE ERROR)
            call expect('MPI_Testall', 1, 0, merge(bytes(count), 0, flag))
            if (.not. flag) call MPI_Barrier(MPI_COMM_SELF ERROR)
            if (.not. flag) call expect('MPI_Barrier', 1, 0, 0)
        end do
    end subroutine test_all

    subroutine persistent()
        INCLUDE_MPI
        REQUEST :: requests(2)
        integer :: i
        ERROR_DECLARED

        call MPI_Recv_init(room, room_size, MPI_INTEGER, left, 5, &
            MPI_COMM_WORLD, requests(1) ERROR)
        call expect('MPI_Recv_init', 1, 0, 0)
        call MPI_Send_init(data, 20, MPI_INTEGER, right, 5, MPI_COMM_WORLD, &
            requests(2) ERROR)
        call expect('MPI_Send_init', 1, 0, 0)
        do i = 1, 3
            call MPI_Startall(2, requests ERROR)
            call expect('MPI_Startall', 1, bytes(20), 0)
            call wait_all(requests, 20)
        end do
        do i = 1, 2
            call MPI_Start(requests(i) ERROR)
            call expect('MPI_Start', 1, merge(0, bytes(20), i == 1), 0)
        end do
        call wait_all(requests, 20)
        do i = 1, 2
            call MPI_Request_free(requests(i) ERROR)
        end do
        call expect('MPI_Request_free', 2, 0, 0)
    end subroutine persistent

    subroutine probes()
        INCLUDE_MPI
        MESSAGE :: message
        STATUS(status)
        ERROR_DECLARED

        call MPI_Send(data, 30, MPI_INTEGER, right, 5, MPI_COMM_WORLD ERROR)
        call expect('MPI_Send', 1, bytes(30), 0)
        call MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, status ERROR)
        call expect('MPI_Probe', 1, 0, 0)
        call receive(left, 30)
        call MPI_Send(data, 31, MPI_INTEGER, right, 5, MPI_COMM_WORLD ERROR)
        call expect('MPI_Send', 1, bytes(31), 0)
        call MPI_Mprobe(left, 5, MPI_COMM_WORLD, message, &
            MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Mprobe', 1, 0, 0)
        call MPI_Mrecv(room, room_size, MPI_INTEGER, message, status ERROR)
        call expect('MPI_Mrecv', 1, 0, bytes(31))
    end subroutine probes

    subroutine nobody()
        INCLUDE_MPI
        ERROR_DECLARED

        call MPI_Send(data, 40, MPI_INTEGER, MPI_PROC_NULL, 5, &
            MPI_COMM_WORLD ERROR)
        call expect('MPI_Send', 1, 0, 0)
        call receive(MPI_PROC_NULL, 0)
    end subroutine nobody

end module ring

module together
    USE_MPI
    use expectations
    implicit none
    private
    public :: all_in

    integer, parameter :: n = 10, b = 4 * n, most = 16
    integer, save :: data(most * n) = 1, room(most * n)
    integer, save :: counts(most), places(most), same(most), same_places(most)
    integer, save :: size, me, root, own, total
    logical, save :: is_root

contains

    subroutine group_init(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        integer :: i
        ERROR_DECLARED

        call MPI_Comm_size(comm, size ERROR)
        call MPI_Comm_rank(comm, me ERROR)
        root = size - 1
        is_root = me == root
        total = 0
        do i = 1, size
            counts(i) = i + 1
            places(i) = total / 4
            total = total + 4 * counts(i)
            same(i) = n
            same_places(i) = (i - 1) * n
        end do
        own = 4 * counts(me + 1)
    end subroutine group_init

    subroutine all_in(comm)
        COMM, intent(in) :: comm

        call group_init(comm)
        call one_root(comm)
        call one_root_in_place(comm)
        call everybody(comm)
        call everybody_in_place(comm)
        call not_waiting(comm)
    end subroutine all_in

    subroutine one_root(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        ERROR_DECLARED

        call MPI_Barrier(comm ERROR)
        call expect('MPI_Barrier', 1, 0, 0)
        call MPI_Bcast(data, n, MPI_INTEGER, root, comm ERROR)
        call expect('MPI_Bcast', 1, merge(size * b, 0, is_root), b)
        call MPI_Scatter(data, n, MPI_INTEGER, room, n, MPI_INTEGER, root, &
            comm ERROR)
        call expect('MPI_Scatter', 1, merge(size * b, 0, is_root), b)
        call MPI_Gatherv(data, counts(me + 1), MPI_INTEGER, room, counts, &
            places, MPI_INTEGER, root, comm ERROR)
        call expect('MPI_Gatherv', 1, own, merge(total, 0, is_root))
        call MPI_Reduce(data, room, n, MPI_INTEGER, MPI_MAX, root, comm ERROR)
        call expect('MPI_Reduce', 1, b, merge(size * b, 0, is_root))
    end subroutine one_root

    subroutine one_root_in_place(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        ERROR_DECLARED

        if (is_root) then
            call MPI_Gather(MPI_IN_PLACE, n, MPI_INTEGER, room, n, &
                MPI_INTEGER, root, comm ERROR)
            call MPI_Scatter(data, n, MPI_INTEGER, MPI_IN_PLACE, n, &
                MPI_INTEGER, root, comm ERROR)
            call MPI_Reduce(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_SUM, &
                root, comm ERROR)
        else
            call MPI_Gather(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
                root, comm ERROR)
            call MPI_Scatter(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
                root, comm ERROR)
            call MPI_Reduce(data, room, n, MPI_INTEGER, MPI_SUM, root, &
                comm ERROR)
        end if
        call expect('MPI_Gather', 1, merge(0, b, is_root), &
            merge((size - 1) * b, 0, is_root))
        call expect('MPI_Scatter', 1, merge((size - 1) * b, 0, is_root), &
            merge(0, b, is_root))
        call expect('MPI_Reduce', 1, merge(0, b, is_root), &
            merge((size - 1) * b, 0, is_root))
    end subroutine one_root_in_place

    subroutine everybody(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        ERROR_DECLARED

        call MPI_Allreduce(data, room, n, MPI_INTEGER, MPI_SUM, comm ERROR)
        call expect('MPI_Allreduce', 1, size * b, size * b)
        call MPI_Allgather(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm ERROR)
        call expect('MPI_Allgather', 1, size * b, size * b)
        call MPI_Alltoall(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm ERROR)
        call expect('MPI_Alltoall', 1, size * b, size * b)
        call MPI_Alltoallv(data, same, same_places, MPI_INTEGER, room, same, &
            same_places, MPI_INTEGER, comm ERROR)
        call expect('MPI_Alltoallv', 1, size * b, size * b)
        call MPI_Scan(data, room, n, MPI_INTEGER, MPI_SUM, comm ERROR)
        call expect('MPI_Scan', 1, (size - me) * b, (me + 1) * b)
    end subroutine everybody

    subroutine everybody_in_place(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        integer :: rest
        ERROR_DECLARED

        rest = (size - 1) * b
        call MPI_Allreduce(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_MAX, &
            comm ERROR)
        call expect('MPI_Allreduce', 1, rest, rest)
        call MPI_Allgather(MPI_IN_PLACE, n, MPI_INTEGER, room, n, &
            MPI_INTEGER, comm ERROR)
        call expect('MPI_Allgather', 1, rest, rest)
        call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, room, counts, &
            places, MPI_INTEGER, comm ERROR)
        call expect('MPI_Allgatherv', 1, (size - 1) * own, total - own)
        call MPI_Alltoall(MPI_IN_PLACE, n, MPI_INTEGER, room, n, &
            MPI_INTEGER, comm ERROR)
        call expect('MPI_Alltoall', 1, rest, rest)
    end subroutine everybody_in_place

    subroutine not_waiting(comm)
        INCLUDE_MPI
        COMM, intent(in) :: comm
        REQUEST :: request
        ERROR_DECLARED

        call MPI_Ibarrier(comm, request ERROR)
        call expect('MPI_Ibarrier', 1, 0, 0)
        call finish(request)
        call MPI_Ibcast(data, n, MPI_INTEGER, root, comm, request ERROR)
        call expect('MPI_Ibcast', 1, merge(size * b, 0, is_root), b)
        call finish(request)
        call MPI_Iallreduce(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_MAX, &
            comm, request ERROR)
        call expect('MPI_Iallreduce', 1, (size - 1) * b, (size - 1) * b)
        call finish(request)
    end subroutine not_waiting

    subroutine finish(request)
        INCLUDE_MPI
        REQUEST, intent(inout) :: request
        ERROR_DECLARED

        call MPI_Wait(request, MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Wait', 1, 0, 0)
    end subroutine finish

end module together

program counts
    USE_MPI
    use expectations
    use ring
    use together
    implicit none
    INCLUDE_MPI
    character(len=1000) :: prefix
    integer :: rank, size
    COMM :: comm
    ERROR_DECLARED

    call get_command_argument(1, prefix)
    call MPI_Init(ONLY_ERROR)
    call expect('MPI_Init', 1, 0, 0)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank ERROR)
    call MPI_Comm_size(MPI_COMM_WORLD, size ERROR)
    call ring_init(rank, size)
    call point_to_point()
    call persistent()
    call probes()
    call nobody()
    call all_in(MPI_COMM_WORLD)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), 0, comm ERROR)
    call expect('MPI_Comm_split', 1, 0, 0)
    call all_in(comm)
    call MPI_Comm_free(comm ERROR)
    call expect('MPI_Comm_free', 1, 0, 0)
    call expect('MPI_Finalize', 1, 0, 0)
    call expect_write(prefix, rank)
    call MPI_Finalize(ONLY_ERROR)
end program counts
