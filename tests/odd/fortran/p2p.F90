! SPDX-License-Identifier: BSD-3-Clause
! p2p.F90 - messages in all modes.  Bytes and peers are told in full.
!
!     mpiexec -n 3 ./p2p PREFIX [CASE]    (2 ranks or more)
#include "odd.h"

module cases
    use odd_world
    implicit none

    integer, parameter :: most = 1000, sent_tag = 7
    integer, save, asynchronous :: data(most), room(most)

contains

    ! What rank `from' sends in the message `tag'.
    subroutine fill(tag)
        integer, intent(in) :: tag
        integer :: i

        data = [(1000000 * (me + 1) + 1000 * tag + i, i = 1, most)]
        room = -1
    end subroutine fill

    ! Room holds n numbers of that rank and message, and no more.
    subroutine check_room(from, tag, n)
        integer, intent(in) :: from, tag, n
        integer :: i

        call check(all(room(:n) == [(1000000 * (from + 1) + 1000 * tag + i, &
            i = 1, n)]), 'data received')
        call check(all(room(n + 1:) == -1), 'memory after the message')
    end subroutine check_room

    subroutine check_status(status, from, tag, n)
        STATUS_ARGUMENT, intent(in) :: status
        integer, intent(in) :: from, tag, n

        call check(SOURCE_OF(status) == from, 'source')
        call check(TAG_OF(status) == tag, 'tag')
        call check_count(status, n)
    end subroutine check_status

    subroutine check_count(status, n)
        STATUS_ARGUMENT, intent(in) :: status
        integer, intent(in) :: n
        integer :: count

        call MPI_Get_count(status, MPI_INTEGER, count ERROR)
        call check(count == n, 'count')
    end subroutine check_count

    subroutine receive(from, tag, n)
        integer, intent(in) :: from, tag, n
        STATUS(status)

        CALL(MPI_Recv)(room, most, MPI_INTEGER, from, tag, &
            MPI_COMM_WORLD, status ERROR)
        call moved(0, 4 * n)
        call check_status(status, merge(left, from, from == MPI_ANY_SOURCE), &
            merge(sent_tag, tag, tag == MPI_ANY_TAG), n)
        call check_room(left, sent_tag, n)
    end subroutine receive

    subroutine send(n)
        integer, intent(in) :: n

        CALL(MPI_Send)(data, n, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD ERROR)
        call sent_to(right, 4 * n)
    end subroutine send

    subroutine blocking_modes()
        call fill(sent_tag)
        if (me > 0) call receive(left, sent_tag, 10)
        call send(10)
        if (me == 0) call receive(left, sent_tag, 10)
        call synchronous()
        call buffered()
        call ready()
    end subroutine blocking_modes

    subroutine synchronous()
        call fill(sent_tag)
        if (me > 0) call receive(left, sent_tag, 11)
        CALL(MPI_Ssend)(data, 11, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD ERROR)
        call sent_to(right, 44)
        if (me == 0) call receive(left, sent_tag, 11)
    end subroutine synchronous

    subroutine buffered()
        integer, target, save, asynchronous :: memory(4000)

        call fill(sent_tag)
        CALL(MPI_Buffer_attach)(memory, 16000 ERROR)
        CALL(MPI_Bsend)(data, 12, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD ERROR)
        call sent_to(right, 48)
        call receive(left, sent_tag, 12)
        call detach(16000)
    end subroutine buffered

    subroutine ready()
        REQUEST :: request

        call fill(sent_tag)
        CALL(MPI_Irecv)(room, most, MPI_INTEGER, left, sent_tag, &
            MPI_COMM_WORLD, request ERROR)
        call barrier()
        CALL(MPI_Rsend)(data, 13, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD ERROR)
        call sent_to(right, 52)
        call finish(request, 13)
    end subroutine ready

    ! Waits for a receive of n numbers, or for a send: n < 0.
    subroutine finish(request, n)
        REQUEST, intent(inout) :: request
        integer, intent(in) :: n
        STATUS(status)

        CALL(MPI_Wait)(request, status ERROR)
        call moved(0, max(0, 4 * n))
        call check(request == MPI_REQUEST_NULL, 'request after its wait')
        if (n < 0) return
        call check_status(status, left, sent_tag, n)
        call check_room(left, sent_tag, n)
    end subroutine finish

    subroutine post(request)
        REQUEST, intent(out) :: request

        call fill(sent_tag)
        CALL(MPI_Irecv)(room, most, MPI_INTEGER, MPI_ANY_SOURCE, sent_tag, &
            MPI_COMM_WORLD, request ERROR)
    end subroutine post

    subroutine nonblocking_modes()
        REQUEST :: into, out
        integer, target, save, asynchronous :: memory(4000)

        call post(into)
        CALL(MPI_Isend)(data, 20, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD, out ERROR)
        call sent_to(right, 80)
        call finish(into, 20)
        call finish(out, -1)
        call post(into)
        CALL(MPI_Issend)(data, 21, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD, out ERROR)
        call sent_to(right, 84)
        call finish(into, 21)
        call finish(out, -1)
        call post(into)
        CALL(MPI_Buffer_attach)(memory, 16000 ERROR)
        CALL(MPI_Ibsend)(data, 22, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD, out ERROR)
        call sent_to(right, 88)
        call finish(into, 22)
        call finish(out, -1)
        call detach(16000)
        call post(into)
        call barrier()
        CALL(MPI_Irsend)(data, 23, MPI_INTEGER, right, sent_tag, &
            MPI_COMM_WORLD, out ERROR)
        call sent_to(right, 92)
        call finish(into, 23)
        call finish(out, -1)
    end subroutine nonblocking_modes

    subroutine wildcards()
        call fill(sent_tag)
        if (me > 0) call receive(MPI_ANY_SOURCE, sent_tag, 30)
        call send(30)
        if (me == 0) call receive(MPI_ANY_SOURCE, sent_tag, 30)
        call fill(sent_tag)
        if (me > 0) call receive(MPI_ANY_SOURCE, MPI_ANY_TAG, 31)
        call send(31)
        if (me == 0) call receive(left, MPI_ANY_TAG, 31)
    end subroutine wildcards

    subroutine ignored_status()
        call fill(sent_tag)
        if (me > 0) call receive_ignoring(40)
        call send(40)
        if (me == 0) call receive_ignoring(40)
    end subroutine ignored_status

    subroutine receive_ignoring(n)
        integer, intent(in) :: n

        CALL(MPI_Recv)(room, most, MPI_INTEGER, MPI_ANY_SOURCE, &
            MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE ERROR)
        call moved(0, 4 * n)
        call check_room(left, sent_tag, n)
    end subroutine receive_ignoring

    ! A status of the program's must not be written where it is ignored.
    subroutine ignored_means_untouched()
        STATUS(status)

        call fill(sent_tag)
        SOURCE_OF(status) = 4711
        CALL(MPI_Sendrecv)(data, 5, MPI_INTEGER, right, sent_tag, room, most, &
            MPI_INTEGER, left, sent_tag, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE ERROR)
        call sent_to(right, 20)
        call moved(0, 20)
        call check(SOURCE_OF(status) == 4711, 'status not given')
        call check_room(left, sent_tag, 5)
    end subroutine ignored_means_untouched

    subroutine both_ways()
        STATUS(status)
        integer :: i

        call fill(sent_tag)
        CALL(MPI_Sendrecv)(data, 50, MPI_INTEGER, right, sent_tag, room, most, &
            MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &
            status ERROR)
        call sent_to(right, 200)
        call moved(0, 200)
        call check_status(status, left, sent_tag, 50)
        call check_room(left, sent_tag, 50)
        CALL(MPI_Sendrecv_replace)(data, 51, MPI_INTEGER, right, sent_tag, &
            left, sent_tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 204)
        call moved(0, 204)
        call check_status(status, left, sent_tag, 51)
        call check(all(data(:51) == [(1000000 * (left + 1) + &
            1000 * sent_tag + i, i = 1, 51)]), 'data replaced')
    end subroutine both_ways

    ! MPICH 4.0 sets no source where an Irecv from nobody ends.
    subroutine nobody()
        STATUS(status)
        REQUEST :: request
        logical :: flag

        call fill(sent_tag)
        CALL(MPI_Send)(data, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, &
            MPI_COMM_WORLD ERROR)
        CALL(MPI_Recv)(room, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, &
            MPI_COMM_WORLD, status ERROR)
        call check_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0)
        CALL(MPI_Isend)(data, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, &
            MPI_COMM_WORLD, request ERROR)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Irecv)(room, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, &
            MPI_COMM_WORLD, request ERROR)
        CALL(MPI_Wait)(request, status ERROR)
        call check_count(status, 0)
        CALL(MPI_Probe)(MPI_PROC_NULL, sent_tag, MPI_COMM_WORLD, status ERROR)
        call check_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0)
        CALL(MPI_Iprobe)(MPI_PROC_NULL, sent_tag, MPI_COMM_WORLD, flag, &
            status ERROR)
        call check(flag, 'probe of nobody')
        CALL(MPI_Sendrecv)(data, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, &
            room, 60, MPI_INTEGER, MPI_PROC_NULL, sent_tag, MPI_COMM_WORLD, &
            status ERROR)
        call check_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0)
        call matched_nobody()
    end subroutine nobody

    subroutine matched_nobody()
        MESSAGE :: message
        STATUS(status)

        CALL(MPI_Mprobe)(MPI_PROC_NULL, sent_tag, MPI_COMM_WORLD, message, &
            status ERROR)
        call check(message == MPI_MESSAGE_NO_PROC, 'message of nobody')
        CALL(MPI_Mrecv)(room, 60, MPI_INTEGER, message, status ERROR)
        call check_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0)
        call check(all(room == -1), 'memory after receiving from nobody')
    end subroutine matched_nobody

    ! An open line: the first rank receives from nobody, the last sends to.
    subroutine line_of_ranks()
        integer :: from, to
        STATUS(status)

        from = merge(MPI_PROC_NULL, left, me == 0)
        to = merge(MPI_PROC_NULL, right, me == ranks - 1)
        call fill(sent_tag)
        CALL(MPI_Sendrecv)(data, 9, MPI_INTEGER, to, sent_tag, room, most, &
            MPI_INTEGER, from, sent_tag, MPI_COMM_WORLD, status ERROR)
        if (me < ranks - 1) call sent_to(right, 36)
        call moved(0, merge(0, 36, me == 0))
        call check(SOURCE_OF(status) == from, 'source')
        call check_room(left, sent_tag, merge(0, 9, me == 0))
    end subroutine line_of_ranks

    subroutine nothing()
        call fill(sent_tag)
        if (me > 0) call receive(left, sent_tag, 0)
        call send(0)
        if (me == 0) call receive(left, sent_tag, 0)
    end subroutine nothing

    subroutine to_oneself()
        STATUS(status)
        REQUEST :: request

        call fill(sent_tag)
        CALL(MPI_Irecv)(room, most, MPI_INTEGER, 0, 0, MPI_COMM_SELF, &
            request ERROR)
        CALL(MPI_Send)(data, 70, MPI_INTEGER, 0, 0, MPI_COMM_SELF ERROR)
        call sent_to(me, 280)
        CALL(MPI_Wait)(request, status ERROR)
        call moved(0, 280)
        call check_status(status, 0, 0, 70)
        call check_room(me, sent_tag, 70)
    end subroutine to_oneself

    subroutine probes()
        STATUS(status)
        logical :: flag

        call fill(sent_tag)
        call send(80)
        CALL(MPI_Probe)(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &
            status ERROR)
        call check_status(status, left, sent_tag, 80)
        call receive(SOURCE_OF(status), TAG_OF(status), 80)
        call fill(sent_tag)
        call send(81)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Iprobe)(left, sent_tag, MPI_COMM_WORLD, flag, &
                status ERROR)
        end do
        call check_status(status, left, sent_tag, 81)
        CALL(MPI_Probe)(left, sent_tag, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE ERROR)
        call receive(left, sent_tag, 81)
    end subroutine probes

    subroutine matched_probes()
        STATUS(status)
        MESSAGE :: message

        call fill(sent_tag)
        call send(82)
        CALL(MPI_Mprobe)(MPI_ANY_SOURCE, sent_tag, MPI_COMM_WORLD, message, &
            status ERROR)
        call check_status(status, left, sent_tag, 82)
        CALL(MPI_Mrecv)(room, most, MPI_INTEGER, message, status ERROR)
        call moved(0, 328)
        call check(message == MPI_MESSAGE_NULL, 'message after Mrecv')
        call check_status(status, left, sent_tag, 82)
        call check_room(left, sent_tag, 82)
        call matched_without_waiting(message)
    end subroutine matched_probes

    subroutine matched_without_waiting(message)
        MESSAGE, intent(inout) :: message
        REQUEST :: request
        logical :: flag

        call fill(sent_tag)
        call send(83)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Improbe)(left, MPI_ANY_TAG, MPI_COMM_WORLD, flag, &
                message, MPI_STATUS_IGNORE ERROR)
        end do
        CALL(MPI_Imrecv)(room, most, MPI_INTEGER, message, request ERROR)
        call check(message == MPI_MESSAGE_NULL, 'message after Imrecv')
        call finish(request, 83)
    end subroutine matched_without_waiting

    subroutine cancelled()
        REQUEST :: request
        STATUS(status)
        logical :: flag

        call fill(sent_tag)
        CALL(MPI_Irecv)(room, most, MPI_INTEGER, MPI_ANY_SOURCE, 99, &
            MPI_COMM_WORLD, request ERROR)
        CALL(MPI_Cancel)(request ERROR)
        CALL(MPI_Wait)(request, status ERROR)
        call moved(0, 0)
        call MPI_Test_cancelled(status, flag ERROR)
        call check(flag, 'receive cancelled')
        call check(all(room == -1), 'memory of a cancelled receive')
    end subroutine cancelled

    ! Every other number of a row: bytes are those of the message.
    subroutine with_gaps()
        DATATYPE :: odds
        STATUS(status)
        integer :: count

        call fill(sent_tag)
        CALL(MPI_Type_vector)(100, 1, 2, MPI_INTEGER, odds ERROR)
        CALL(MPI_Type_commit)(odds ERROR)
        CALL(MPI_Sendrecv)(data, 1, odds, right, sent_tag, room, 1, odds, &
            left, sent_tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 400)
        call moved(0, 400)
        call MPI_Get_count(status, odds, count ERROR)
        call check(count == 1, 'count of derived types')
        CALL(MPI_Type_free)(odds ERROR)
        call check(odds == MPI_DATATYPE_NULL, 'type after its end')
        call check(all(room(1:199:2) - 1000000 * left == &
            data(1:199:2) - 1000000 * me), 'numbers sent')
        call check(all(room(2:200:2) == -1), 'gaps')
    end subroutine with_gaps

    ! Absolute addresses: the buffer is MPI_BOTTOM.
    subroutine from_bottom()
        DATATYPE :: there, here
        STATUS(status)

        call fill(sent_tag)
        call absolute(data(3), data(500), there)
        call absolute(room(3), room(500), here)
        CALL(MPI_Sendrecv)(MPI_BOTTOM, 1, there, right, sent_tag, MPI_BOTTOM, &
            1, here, left, sent_tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 48)
        call moved(0, 48)
        CALL(MPI_Type_free)(there ERROR)
        CALL(MPI_Type_free)(here ERROR)
        call check(SOURCE_OF(status) == left, 'source')
        call look_at(room)
        call check(all(room(3:6) - 1000000 * left == &
            data(3:6) - 1000000 * me), 'first block')
        call check(all(room(500:507) - 1000000 * left == &
            data(500:507) - 1000000 * me), 'second block')
        call check(count(room /= -1) == 12, 'memory around')
    end subroutine from_bottom

    ! Four numbers here, eight there.
    subroutine absolute(first, second, type)
        integer, intent(in), asynchronous, target :: first, second
        DATATYPE, intent(out) :: type
        integer(address) :: places(2)

        call MPI_Get_address(first, places(1) ERROR)
        call MPI_Get_address(second, places(2) ERROR)
        CALL(MPI_Type_create_hindexed)(2, [4, 8], places, MPI_INTEGER, &
            type ERROR)
        CALL(MPI_Type_commit)(type ERROR)
    end subroutine absolute

    ! The type goes while messages of it are on their way.
    subroutine freed_too_early()
        DATATYPE :: pairs_of
        REQUEST :: requests(2)

        call fill(sent_tag)
        CALL(MPI_Type_contiguous)(2, MPI_INTEGER, pairs_of ERROR)
        CALL(MPI_Type_commit)(pairs_of ERROR)
        CALL(MPI_Irecv)(room, 100, pairs_of, left, sent_tag, MPI_COMM_WORLD, &
            requests(1) ERROR)
        CALL(MPI_Isend)(data, 90, pairs_of, right, sent_tag, MPI_COMM_WORLD, &
            requests(2) ERROR)
        call sent_to(right, 720)
        CALL(MPI_Type_free)(pairs_of ERROR)
        CALL(MPI_Waitall)(2, requests, MPI_STATUSES_IGNORE ERROR)
        call moved(0, 720)
        call check_room(left, sent_tag, 180)
    end subroutine freed_too_early

    ! Not one cell after the other in memory.
    subroutine section()
        integer :: grid(10, 20), cells(10, 20), i
        STATUS(status)

        grid = reshape([(1000 * me + i, i = 1, 200)], [10, 20])
        cells = -1
        CALL(MPI_Sendrecv)(grid(3, :), 20, MPI_INTEGER, right, sent_tag, &
            cells(5, :), 20, MPI_INTEGER, left, sent_tag, MPI_COMM_WORLD, &
            status ERROR)
        call sent_to(right, 80)
        call moved(0, 80)
        call check(all(cells(5, :) == grid(3, :) - 1000 * (me - left)), &
            'a row of a grid')
        cells(5, :) = -1
        call check(all(cells == -1), 'the other rows')
    end subroutine section

    ! Other types, other shapes: a scalar, a word, a complex number, .true.
    subroutine kinds()
        character(len=11) :: word, got
        complex(kind(1.d0)) :: z
        logical :: yes

        word = 'rank       '
        write (word(6:), '(i0)') me
        CALL(MPI_Sendrecv)(word, 11, MPI_CHARACTER, right, sent_tag, got, 11, &
            MPI_CHARACTER, left, sent_tag, MPI_COMM_WORLD, &
            MPI_STATUS_IGNORE ERROR)
        call sent_to(right, 11)
        call moved(0, 11)
        write (word(6:), '(i0)') left
        call check(got == word, 'characters')
        z = cmplx(me, 2 * me, kind(1.d0))
        CALL(MPI_Sendrecv_replace)(z, 1, MPI_DOUBLE_COMPLEX, right, sent_tag, &
            left, sent_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE ERROR)
        call sent_to(right, 16)
        call moved(0, 16)
        call check(z == cmplx(left, 2 * left, kind(1.d0)), 'complex number')
        yes = me == 0
        CALL(MPI_Sendrecv_replace)(yes, 1, MPI_LOGICAL, right, sent_tag, &
            left, sent_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE ERROR)
        call sent_to(right, 4)
        call moved(0, 4)
        call check(yes .eqv. left == 0, 'logical')
    end subroutine kinds

    ! Ranks of a communicator are not those of the world.
    subroutine backwards()
        COMM :: comm
        integer :: rank, to
        STATUS(status)

        CALL(MPI_Comm_split)(MPI_COMM_WORLD, 0, ranks - me, comm ERROR)
        call MPI_Comm_rank(comm, rank ERROR)
        call check(rank == ranks - 1 - me, 'rank in the new order')
        to = mod(rank + 1, ranks)
        call fill(sent_tag)
        CALL(MPI_Sendrecv)(data, 17, MPI_INTEGER, to, sent_tag, room, most, &
            MPI_INTEGER, MPI_ANY_SOURCE, sent_tag, comm, status ERROR)
        call sent_to(left, 68)
        call moved(0, 68)
        call check_status(status, mod(rank + ranks - 1, ranks), sent_tag, 17)
        call check_room(right, sent_tag, 17)
        call free_comm(comm)
    end subroutine backwards

    ! Past every eager limit.
    subroutine big()
        integer, parameter :: n = 200000
        integer, allocatable :: out(:), into(:)
        STATUS(status)

        allocate (out(n), into(n))
        out = me
        into = -1
        CALL(MPI_Sendrecv)(out, n, MPI_INTEGER, right, sent_tag, into, n, &
            MPI_INTEGER, left, sent_tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 4 * n)
        call moved(0, 4 * n)
        call check(all(into == left), 'data received')
    end subroutine big

    ! Opaque to the compiler: memory may have changed.
    subroutine look_at(array)
        integer, intent(inout), asynchronous :: array(*)

        if (me < 0) array(1) = 0
    end subroutine look_at

    subroutine detach(size)
        integer, intent(in) :: size
        DETACHED(memory)
        integer :: bytes

        CALL(MPI_Buffer_detach)(memory, bytes ERROR)
        call check(bytes == size, 'size of the buffer detached')
    end subroutine detach

    subroutine all_cases()
        if (starts('blocking_modes')) call blocking_modes()
        if (starts('nonblocking_modes')) call nonblocking_modes()
        if (starts('wildcards')) call wildcards()
        if (starts('ignored_status')) call ignored_status()
        if (starts('untouched_status')) call ignored_means_untouched()
        if (starts('sendrecv')) call both_ways()
        if (starts('proc_null')) call nobody()
        if (starts('line_of_ranks')) call line_of_ranks()
        if (starts('zero_length')) call nothing()
        if (starts('self')) call to_oneself()
        if (starts('probe')) call probes()
        if (starts('mprobe')) call matched_probes()
        if (starts('cancel')) call cancelled()
        if (starts('derived_type')) call with_gaps()
        if (starts('bottom')) call from_bottom()
        if (starts('type_freed_early')) call freed_too_early()
        if (starts('section')) call section()
        if (starts('kinds')) call kinds()
        if (starts('other_ranks')) call backwards()
        if (starts('big')) call big()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
