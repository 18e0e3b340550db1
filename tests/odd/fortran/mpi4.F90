! SPDX-License-Identifier: BSD-3-Clause
! mpi4.F90 - what MPI 4 added: partitioned communication, Isendrecv,
! persistent collectives; with mpi_f08 also counts of MPI_COUNT_KIND.
!
!     mpiexec -n 3 ./mpi4 PREFIX [CASE]
#include "odd.h"

module cases
    use odd_world
    implicit none

    integer, parameter :: tag = 6, room_size = 200
    integer, save, asynchronous :: data(room_size), room(room_size)

contains

    subroutine fill()
        integer :: i

        data = [(1000 * me + i, i = 1, room_size)]
        room = -1
    end subroutine fill

    subroutine finish(request, bytes)
        REQUEST, intent(inout) :: request
        integer, intent(in) :: bytes

        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call moved(0, bytes)
    end subroutine finish

    ! A persistent collective, twice.
    subroutine run(request, bytes_out, bytes_in)
        REQUEST, intent(inout) :: request
        integer, intent(in) :: bytes_out, bytes_in
        integer :: i

        do i = 1, 2
            CALL(MPI_Start)(request ERROR)
            call moved(bytes_out, bytes_in)
            call finish(request, 0)
        end do
        CALL(MPI_Request_free)(request ERROR)
    end subroutine run

    subroutine partitioned()
        REQUEST :: requests(2)
        integer(MPI_COUNT_KIND) :: two, three
        integer :: list(1)
        logical :: flag

        call fill()
        two = 2
        three = 3
        list = 5
        CALL(MPI_Psend_init)(data, 6, two, MPI_INTEGER, right, tag, &
            MPI_COMM_WORLD, MPI_INFO_NULL, requests(1) ERROR)
        CALL(MPI_Precv_init)(room, 4, three, MPI_INTEGER, left, tag, &
            MPI_COMM_WORLD, MPI_INFO_NULL, requests(2) ERROR)
        CALL(MPI_Startall)(2, requests ERROR)
        call sent_to(right, 48)
        CALL(MPI_Pready)(4, requests(1) ERROR)
        CALL(MPI_Pready_range)(0, 3, requests(1) ERROR)
        CALL(MPI_Pready_list)(1, list, requests(1) ERROR)
        ! MPICH 4.0: the module mpi wants an integer for the flag.
#ifndef MPI_MODULE
        CALL(MPI_Parrived)(requests(2), 0, flag ERROR)
#endif
        CALL(MPI_Waitall)(2, requests, MPI_STATUSES_IGNORE ERROR)
        call moved(0, 48)
        call check(room(12) == 1000 * left + 12 .and. room(13) == -1, 'data')
        CALL(MPI_Request_free)(requests(1) ERROR)
        CALL(MPI_Request_free)(requests(2) ERROR)
    end subroutine partitioned

    subroutine both_ways()
        REQUEST :: request

        call fill()
        CALL(MPI_Isendrecv)(data, 10, MPI_INTEGER, right, tag, room, 10, &
            MPI_INTEGER, left, tag, MPI_COMM_WORLD, request ERROR)
        call sent_to(right, 40)
        call finish(request, 40)
        call check(room(10) == 1000 * left + 10, 'received')
        CALL(MPI_Isendrecv_replace)(data, 7, MPI_INTEGER, right, tag, left, &
            tag, MPI_COMM_WORLD, request ERROR)
        call sent_to(right, 28)
        call finish(request, 28)
        call check(data(7) == 1000 * left + 7, 'replaced')
    end subroutine both_ways

    subroutine persistent()
        REQUEST :: request

        call fill()
        CALL(MPI_Allreduce_init)(data, room, 5, MPI_INTEGER, MPI_SUM, &
            MPI_COMM_WORLD, MPI_INFO_NULL, request ERROR)
        call run(request, 20 * ranks, 20 * ranks)
        CALL(MPI_Allreduce_init)(MPI_IN_PLACE, room, 5, MPI_INTEGER, &
            MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request ERROR)
        call run(request, 20 * (ranks - 1), 20 * (ranks - 1))
        CALL(MPI_Allgather_init)(data, 3, MPI_INTEGER, room, 3, &
            MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, request ERROR)
        call run(request, 12 * ranks, 12 * ranks)
        call check(room(4) == 1001, 'gathered')
        CALL(MPI_Scan_init)(data, room, 4, MPI_INTEGER, MPI_SUM, &
            MPI_COMM_WORLD, MPI_INFO_NULL, request ERROR)
        call run(request, 16 * (ranks - me), 16 * (me + 1))
        CALL(MPI_Barrier_init)(MPI_COMM_WORLD, MPI_INFO_NULL, request ERROR)
        call run(request, 0, 0)
    end subroutine persistent

    subroutine neighbours()
        COMM :: ring
        REQUEST :: request
        integer :: dimensions(1), two(2), back(2), places(2)
        logical :: periodic(1)

        call fill()
        dimensions = ranks
        periodic = .true.
        two = [3, 4]
        back = [4, 3]
        places = [0, 4]
        CALL(MPI_Cart_create)(MPI_COMM_WORLD, 1, dimensions, periodic, &
            .false., ring ERROR)
        CALL(MPI_Neighbor_alltoall_init)(data, 3, MPI_INTEGER, room, 3, &
            MPI_INTEGER, ring, MPI_INFO_NULL, request ERROR)
        call run(request, 24, 24)
        CALL(MPI_Neighbor_alltoallv_init)(data, two, places, MPI_INTEGER, &
            room, back, places, MPI_INTEGER, ring, MPI_INFO_NULL, &
            request ERROR)
        call run(request, 28, 28)
        call check(room(1) == 1000 * left + 5, 'from the left')
        call free_comm(ring)
    end subroutine neighbours

#ifdef MPI_F08
    ! The profile calls them by their names in C.
    subroutine large_messages()
        REQUEST :: requests(2)
        STATUS(status)
        integer(MPI_COUNT_KIND) :: ten, all

        call fill()
        ten = 10
        all = room_size
        call counted('MPI_Irecv_c')
        call MPI_Irecv(room, all, MPI_INTEGER, left, tag, MPI_COMM_WORLD, &
            requests(1))
        call counted('MPI_Isend_c')
        call MPI_Isend(data, ten, MPI_INTEGER, right, tag, MPI_COMM_WORLD, &
            requests(2))
        call sent_to(right, 40)
        CALL(MPI_Waitall)(2, requests, MPI_STATUSES_IGNORE)
        call moved(0, 40)
        call check(room(10) == 1000 * left + 10, 'received')
        call counted('MPI_Sendrecv_c')
        call MPI_Sendrecv(data(1:19:2), ten, MPI_INTEGER, right, tag, room, &
            all, MPI_INTEGER, left, tag, MPI_COMM_WORLD, status)
        call sent_to(right, 40)
        call moved(0, 40)
        call check(room(10) == 1000 * left + 19, 'section')
    end subroutine large_messages

    subroutine large_collectives()
        integer(MPI_COUNT_KIND) :: five, counts(ranks)
        integer(MPI_ADDRESS_KIND) :: places(ranks)
        integer :: i

        call fill()
        five = 5
        counts = 2
        places = [(2 * i, i = 0, ranks - 1)]
        call counted('MPI_Allreduce_c')
        call MPI_Allreduce(data, room, five, MPI_INTEGER, MPI_SUM, &
            MPI_COMM_WORLD)
        call moved(20 * ranks, 20 * ranks)
        call counted('MPI_Allreduce_c')
        call MPI_Allreduce(MPI_IN_PLACE, room, five, MPI_INTEGER, MPI_SUM, &
            MPI_COMM_WORLD)
        call moved(20 * (ranks - 1), 20 * (ranks - 1))
        call counted('MPI_Bcast_c')
        call MPI_Bcast(room, five, MPI_INTEGER, 0, MPI_COMM_WORLD)
        call moved(merge(20 * ranks, 0, me == 0), 20)
        call counted('MPI_Alltoallv_c')
        call MPI_Alltoallv(data, counts, places, MPI_INTEGER, room, counts, &
            places, MPI_INTEGER, MPI_COMM_WORLD)
        call moved(8 * ranks, 8 * ranks)
        call check(room(3) == 1000 + 2 * me + 1, 'exchanged')
    end subroutine large_collectives

    ! MPICH 4.0 has no files with large counts here.
    subroutine large_window()
        WIN :: window
        integer(MPI_COUNT_KIND) :: ten
        integer(MPI_ADDRESS_KIND) :: start, bytes
        integer, asynchronous :: cells(100)

        call fill()
        cells = me
        ten = 10
        bytes = 400
        start = 0
        ! With addresses as long as an integer both forms are the same.
        call counted(trim(merge('MPI_Win_create_c', 'MPI_Win_create  ', &
            MPI_ADDRESS_KIND > kind(1))))
        call MPI_Win_create(cells, bytes, 4_MPI_ADDRESS_KIND, MPI_INFO_NULL, &
            MPI_COMM_WORLD, window)
        CALL(MPI_Win_fence)(0, window)
        call counted('MPI_Put_c')
        call MPI_Put(data, ten, MPI_INTEGER, right, start, ten, MPI_INTEGER, &
            window)
        call put_to(right, 40)
        call counted('MPI_Get_c')
        call MPI_Get(room, 3_MPI_COUNT_KIND, MPI_INTEGER, left, &
            50_MPI_ADDRESS_KIND, 3_MPI_COUNT_KIND, MPI_INTEGER, window)
        call got_from(left, 12)
        call counted('MPI_Accumulate_c')
        call MPI_Accumulate(data, ten, MPI_INTEGER, right, &
            20_MPI_ADDRESS_KIND, ten, MPI_INTEGER, MPI_SUM, window)
        call put_to(right, 40)
        CALL(MPI_Win_fence)(0, window)
        call check(cells(10) == 1000 * left + 10, 'put')
        call check(all(room(:3) == left) .and. room(4) == -1, 'got')
        call check(cells(30) == 1000 * left + 10 + me, 'accumulated')
        call large_requests(window)
        CALL(MPI_Win_free)(window)
        call check(cells(51) == 1000 * left + 1, 'put with a request')
        call check(cells(62) == 1000 * left + 2 + me, 'summed with a request')
    end subroutine large_window

    subroutine large_requests(window)
        WIN, intent(in) :: window
        REQUEST :: requests(4)
        integer(MPI_COUNT_KIND), parameter :: two = 2
        integer(MPI_ADDRESS_KIND), parameter :: at = 50, sum = 60, old = 70

        CALL(MPI_Win_lock_all)(0, window)
        call counted('MPI_Rput_c')
        call MPI_Rput(data, two, MPI_INTEGER, right, at, two, MPI_INTEGER, &
            window, requests(1))
        call put_to(right, 8)
        call counted('MPI_Rget_c')
        call MPI_Rget(room, two, MPI_INTEGER, left, old, two, MPI_INTEGER, &
            window, requests(2))
        call got_from(left, 8)
        call counted('MPI_Raccumulate_c')
        call MPI_Raccumulate(data, two, MPI_INTEGER, right, sum, two, &
            MPI_INTEGER, MPI_SUM, window, requests(3))
        call put_to(right, 8)
        call counted('MPI_Rget_accumulate_c')
        call MPI_Rget_accumulate(data, two, MPI_INTEGER, room(11), two, &
            MPI_INTEGER, right, old + 10, two, MPI_INTEGER, MPI_SUM, window, &
            requests(4))
        call put_to(right, 8)
        call got_from(right, 8)
        CALL(MPI_Waitall)(4, requests, MPI_STATUSES_IGNORE)
        call counted('MPI_Get_accumulate_c')
        call MPI_Get_accumulate(data, two, MPI_INTEGER, room(21), two, &
            MPI_INTEGER, right, old + 10, two, MPI_INTEGER, MPI_SUM, window)
        call put_to(right, 8)
        call got_from(right, 8)
        CALL(MPI_Win_unlock_all)(window)
        call check(all(room(:2) == left), 'got with a request')
        call check(all(room(11:12) == right), 'fetched')
        call check(room(22) == right + data(2), 'fetched again')
    end subroutine large_requests
#endif

end module cases

program mpi4
    use odd_world
    use cases
    implicit none

    call enter_world()
    if (starts('partitioned')) call partitioned()
    if (starts('both_ways')) call both_ways()
    if (starts('persistent')) call persistent()
    if (starts('neighbours')) call neighbours()
#ifdef MPI_F08
    if (starts('large_messages')) call large_messages()
    if (starts('large_collectives')) call large_collectives()
    if (starts('large_window')) call large_window()
#endif
    call leave_world()
end program mpi4
