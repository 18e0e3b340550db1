! SPDX-License-Identifier: BSD-3-Clause
! requests.F90 - what the calls that wait and test are given.
!
!     mpiexec -n 2 ./requests PREFIX [CASE]    (2 ranks or more)
#include "odd.h"

module generalized
    use odd_world
    implicit none

    integer, save :: queries = 0, frees = 0, cancels = 0, errors = 0

contains

    subroutine own_query(extra, status, ierror)
        integer(address) :: extra
        STATUS_ARGUMENT :: status
        integer :: ierror

        queries = queries + 1
        call MPI_Status_set_elements(status, MPI_INTEGER, int(extra) ERROR)
        call MPI_Status_set_cancelled(status, .false. ERROR)
        SOURCE_OF(status) = 3
        TAG_OF(status) = 4
        ierror = MPI_SUCCESS
    end subroutine own_query

    subroutine own_free(extra, ierror)
        integer(address) :: extra
        integer :: ierror

        if (extra == 77) frees = frees + 1
        ierror = MPI_SUCCESS
    end subroutine own_free

    subroutine own_cancel(extra, complete, ierror)
        integer(address) :: extra
        logical :: complete
        integer :: ierror

        if (extra == 77 .and. .not. complete) cancels = cancels + 1
        ierror = MPI_SUCCESS
    end subroutine own_cancel

    subroutine count_error(comm, code)
        COMM :: comm
        integer :: code

        if (comm /= MPI_COMM_NULL .and. code /= MPI_SUCCESS) &
            errors = errors + 1
    end subroutine count_error

end module generalized

module cases
    use odd_world
    use generalized
    implicit none

    integer, parameter :: tag = 11
    integer, save, asynchronous :: data(1000), room(1000)
    integer, save :: first_index = 1

contains

    ! The right neighbour of each rank gets n times 100 numbers.
    subroutine post(n, requests)
        integer, intent(in) :: n
        REQUEST, intent(out) :: requests(2 * n)
        integer :: i

        data = me
        room = -1
        do i = 1, n
            CALL(MPI_Irecv)(room(1 + 10 * i), 10, MPI_INTEGER, left, tag + i, &
                MPI_COMM_WORLD, requests(i) ERROR)
        end do
        do i = 1, n
            CALL(MPI_Isend)(data, 10, MPI_INTEGER, right, tag + i, &
                MPI_COMM_WORLD, requests(n + i) ERROR)
        end do
    end subroutine post

    subroutine check_all(n, requests)
        integer, intent(in) :: n
        REQUEST, intent(in) :: requests(2 * n)
        integer :: i

        do i = 1, 2 * n
            call check(requests(i) == MPI_REQUEST_NULL, 'request at its end')
        end do
        call check(all(room(11:10 * n + 10) == left), 'data received')
        call check(room(10) == -1 .and. room(10 * n + 11) == -1, &
            'memory around')
    end subroutine check_all

    subroutine check_receive(statuses, n, i)
        integer, intent(in) :: n, i
        STATUSES(statuses, n)
        integer :: count

        call check(NTH_SOURCE(statuses, i) == left, 'source')
        call check(NTH_TAG(statuses, i) == tag + i, 'tag')
        call MPI_Get_count(NTH(statuses, i), MPI_INTEGER, count ERROR)
        call check(count == 10, 'count')
    end subroutine check_receive

    subroutine check_empty(status)
        STATUS_ARGUMENT, intent(in) :: status
        integer :: count
        logical :: flag

        call check(SOURCE_OF(status) == MPI_ANY_SOURCE, 'source of nothing')
        call check(TAG_OF(status) == MPI_ANY_TAG, 'tag of nothing')
        call MPI_Get_count(status, MPI_INTEGER, count ERROR)
        call check(count == 0, 'count of nothing')
        call MPI_Test_cancelled(status, flag ERROR)
        call check(.not. flag, 'nothing is not cancelled')
    end subroutine check_empty

    ! The first index is 1, but mpi_f08 of MPICH 4.0 starts with 0.
    subroutine find_first_index()
        REQUEST :: requests(1)

        CALL(MPI_Isend)(data, 0, MPI_INTEGER, MPI_PROC_NULL, tag, &
            MPI_COMM_WORLD, requests(1) ERROR)
        CALL(MPI_Waitany)(1, requests, first_index, MPI_STATUS_IGNORE ERROR)
        call check(first_index == 0 .or. first_index == 1, 'first index')
    end subroutine find_first_index

    ! MPICH 4.0 adds one to MPI_UNDEFINED, too, in mpif.h and mpi.
    logical function is_no_index(place)
        integer, intent(in) :: place

        is_no_index = place == MPI_UNDEFINED .or. place == MPI_UNDEFINED + 1
    end function is_no_index

    subroutine null_to_each()
        REQUEST :: request
        STATUS(status)
        logical :: flag

        request = MPI_REQUEST_NULL
        CALL(MPI_Wait)(request, status ERROR)
        call check_empty(status)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Test)(request, flag, status ERROR)
        call check(flag, 'test of null')
        call check_empty(status)
        CALL(MPI_Request_get_status)(request, flag, status ERROR)
        call check(flag, 'status of null')
        call check_empty(status)
    end subroutine null_to_each

    subroutine null_to_many()
        REQUEST :: requests(3)
        STATUS(status)
        STATUSES(statuses, 3)
        integer :: place, places(3), done
        logical :: flag

        requests = MPI_REQUEST_NULL
        CALL(MPI_Waitall)(3, requests, statuses ERROR)
        call check_empty(NTH(statuses, 3))
        CALL(MPI_Testall)(3, requests, flag, statuses ERROR)
        call check(flag, 'Testall of null')
        call check_empty(NTH(statuses, 1))
        CALL(MPI_Waitany)(3, requests, place, status ERROR)
        call check(is_no_index(place), 'Waitany of null')
        call check_empty(status)
        CALL(MPI_Testany)(3, requests, place, flag, status ERROR)
        call check(flag .and. is_no_index(place), 'Testany of null')
        call check_empty(status)
        CALL(MPI_Waitsome)(3, requests, done, places, statuses ERROR)
        call check(done == MPI_UNDEFINED, 'Waitsome of null')
        CALL(MPI_Testsome)(3, requests, done, places, statuses ERROR)
        call check(done == MPI_UNDEFINED, 'Testsome of null')
    end subroutine null_to_many

    subroutine no_requests()
        REQUEST :: requests(1)
        integer :: place, places(1), done
        logical :: flag

        requests = MPI_REQUEST_NULL
        CALL(MPI_Waitall)(0, requests, MPI_STATUSES_IGNORE ERROR)
        CALL(MPI_Testall)(0, requests, flag, MPI_STATUSES_IGNORE ERROR)
        call check(flag, 'Testall of none')
        CALL(MPI_Waitany)(0, requests, place, MPI_STATUS_IGNORE ERROR)
        call check(is_no_index(place), 'Waitany of none')
        CALL(MPI_Testany)(0, requests, place, flag, MPI_STATUS_IGNORE ERROR)
        call check(flag .and. is_no_index(place), 'Testany of none')
        CALL(MPI_Waitsome)(0, requests, done, places, &
            MPI_STATUSES_IGNORE ERROR)
        call check(done == MPI_UNDEFINED, 'Waitsome of none')
        CALL(MPI_Testsome)(0, requests, done, places, &
            MPI_STATUSES_IGNORE ERROR)
        call check(done == MPI_UNDEFINED, 'Testsome of none')
    end subroutine no_requests

    subroutine mixed_with_null()
        REQUEST :: requests(4), posted(2)
        STATUSES(statuses, 4)

        call post(1, posted)
        requests = MPI_REQUEST_NULL
        requests(2) = posted(2)
        requests(4) = posted(1)
        CALL(MPI_Waitall)(4, requests, statuses ERROR)
        call check_empty(NTH(statuses, 1))
        call check_empty(NTH(statuses, 3))
        call check(NTH_SOURCE(statuses, 4) == left, 'source')
        call check(NTH_TAG(statuses, 4) == tag + 1, 'tag')
        call check_all(1, requests([1, 2]))
        call check_all(1, requests([3, 4]))
    end subroutine mixed_with_null

    subroutine each()
        REQUEST :: requests(4)
        STATUSES(statuses, 4)
        STATUS(status)
        integer :: i
        logical :: flag

        call post(2, requests)
        CALL(MPI_Wait)(requests(1), NTH(statuses, 1) ERROR)
        call check_receive(statuses, 4, 1)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Test)(requests(2), flag, NTH(statuses, 2) ERROR)
        end do
        call check_receive(statuses, 4, 2)
        do i = 3, 4
            flag = .false.
            do while (.not. flag)
                CALL(MPI_Test)(requests(i), flag, MPI_STATUS_IGNORE ERROR)
            end do
        end do
        call check_all(2, requests)
        SOURCE_OF(status) = 1
        call check(SOURCE_OF(status) == 1, 'a status can be set')
    end subroutine each

    subroutine all_at_once()
        REQUEST :: requests(6)
        STATUSES(statuses, 6)
        logical :: flag
        integer :: i

        call post(3, requests)
        CALL(MPI_Waitall)(6, requests, statuses ERROR)
        do i = 1, 3
            call check_receive(statuses, 6, i)
        end do
        call check_all(3, requests)
        call post(3, requests)
        CALL(MPI_Waitall)(6, requests, MPI_STATUSES_IGNORE ERROR)
        call check_all(3, requests)
        call post(3, requests)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Testall)(6, requests, flag, statuses ERROR)
        end do
        call check_receive(statuses, 6, 2)
        call check_all(3, requests)
        call post(3, requests)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Testall)(6, requests, flag, MPI_STATUSES_IGNORE ERROR)
        end do
        call check_all(3, requests)
    end subroutine all_at_once

    ! The status goes with the index, which counts from one.
    subroutine any_of_them()
        REQUEST :: requests(6)
        STATUS(status)
        integer :: i, place
        logical :: seen(6), flag

        call post(3, requests)
        seen = .false.
        do i = 1, 6
            CALL(MPI_Waitany)(6, requests, place, status ERROR)
            call note(place, status, seen)
        end do
        call check(all(seen), 'each index once')
        call check_all(3, requests)
        call post(3, requests)
        seen = .false.
        do while (.not. all(seen))
            CALL(MPI_Testany)(6, requests, place, flag, status ERROR)
            if (flag) call note(place, status, seen)
            call check(flag .or. is_no_index(place), 'Testany: none yet')
        end do
        call check_all(3, requests)
        call any_ignoring()
    end subroutine any_of_them

    subroutine note(index, status, seen)
        integer, intent(in) :: index
        STATUS_ARGUMENT, intent(in) :: status
        logical, intent(inout) :: seen(6)
        integer :: place

        place = index - first_index + 1
        call check(place >= 1 .and. place <= 6, 'range of the index')
        if (place < 1 .or. place > 6) return
        call check(.not. seen(place), 'index given twice')
        seen(place) = .true.
        if (place > 3) return
        call check(SOURCE_OF(status) == left, 'source')
        call check(TAG_OF(status) == tag + place, 'tag')
    end subroutine note

    subroutine any_ignoring()
        REQUEST :: requests(6)
        integer :: place, done
        logical :: flag

        call post(3, requests)
        do done = 1, 3
            CALL(MPI_Waitany)(6, requests, place, MPI_STATUS_IGNORE ERROR)
        end do
        done = 3
        do while (done < 6)
            CALL(MPI_Testany)(6, requests, place, flag, &
                MPI_STATUS_IGNORE ERROR)
            if (flag) done = done + 1
        end do
        call check_all(3, requests)
    end subroutine any_ignoring

    subroutine some_of_them()
        REQUEST :: requests(6)
        STATUSES(statuses, 6)
        integer :: done, places(6), i
        logical :: seen(6)

        call post(3, requests)
        seen = .false.
        do while (.not. all(seen))
            CALL(MPI_Waitsome)(6, requests, done, places, statuses ERROR)
            do i = 1, done
                call note(places(i), NTH(statuses, i), seen)
            end do
        end do
        call check_all(3, requests)
        call post(3, requests)
        seen = .false.
        do while (.not. all(seen))
            CALL(MPI_Testsome)(6, requests, done, places, statuses ERROR)
            do i = 1, done
                call note(places(i), NTH(statuses, i), seen)
            end do
        end do
        call check_all(3, requests)
        call some_ignoring()
    end subroutine some_of_them

    subroutine some_ignoring()
        REQUEST :: requests(6)
        integer :: done, places(6), total

        call post(3, requests)
        total = 0
        do while (total < 3)
            CALL(MPI_Waitsome)(6, requests, done, places, &
                MPI_STATUSES_IGNORE ERROR)
            total = total + done
        end do
        do while (total < 6)
            CALL(MPI_Testsome)(6, requests, done, places, &
                MPI_STATUSES_IGNORE ERROR)
            total = total + done
        end do
        call check_all(3, requests)
    end subroutine some_ignoring

    ! More than fits on a stack, or in a tool's first guess.
    subroutine thousands()
        integer, parameter :: n = 3000
        REQUEST :: requests(2 * n)
        STATUSES(statuses, 2 * n)
        integer, asynchronous :: out(n), into(n)
        integer :: i

        out = [(me * n + i, i = 1, n)]
        into = -1
        do i = 1, n
            CALL(MPI_Irecv)(into(i), 1, MPI_INTEGER, left, tag, &
                MPI_COMM_WORLD, requests(i) ERROR)
            CALL(MPI_Isend)(out(i), 1, MPI_INTEGER, right, tag, &
                MPI_COMM_WORLD, requests(n + i) ERROR)
        end do
        CALL(MPI_Waitall)(2 * n, requests, statuses ERROR)
        call check(all(into == [(left * n + i, i = 1, n)]), 'data received')
        do i = 1, n
            call check(NTH_SOURCE(statuses, i) == left, 'source')
            call check(NTH_TAG(statuses, i) == tag, 'tag')
        end do
    end subroutine thousands

    subroutine persistent_modes()
        REQUEST :: out(3), into(3)
        integer, target, save, asynchronous :: memory(2000)
        integer :: i

        CALL(MPI_Buffer_attach)(memory, 8000 ERROR)
        CALL(MPI_Send_init)(data, 10, MPI_INTEGER, right, tag + 1, &
            MPI_COMM_WORLD, out(1) ERROR)
        CALL(MPI_Ssend_init)(data, 10, MPI_INTEGER, right, tag + 2, &
            MPI_COMM_WORLD, out(2) ERROR)
        CALL(MPI_Bsend_init)(data, 10, MPI_INTEGER, right, tag + 3, &
            MPI_COMM_WORLD, out(3) ERROR)
        do i = 1, 3
            CALL(MPI_Recv_init)(room(1 + 10 * i), 10, MPI_INTEGER, left, &
                tag + i, MPI_COMM_WORLD, into(i) ERROR)
        end do
        call inactive(into)
        do i = 1, 3
            call round(out, into)
        end do
        do i = 1, 3
            CALL(MPI_Request_free)(out(i) ERROR)
            CALL(MPI_Request_free)(into(i) ERROR)
            call check(out(i) == MPI_REQUEST_NULL, 'request freed')
        end do
        call detach()
        call ready_persistent()
    end subroutine persistent_modes

    subroutine detach()
        DETACHED(memory)
        integer :: bytes

        CALL(MPI_Buffer_detach)(memory, bytes ERROR)
        call check(bytes == 8000, 'size of the buffer detached')
    end subroutine detach

    ! Legal, and nothing to wait for.
    subroutine inactive(requests)
        REQUEST, intent(inout) :: requests(3)
        STATUSES(statuses, 3)
        STATUS(status)
        integer :: place, places(3), done
        logical :: flag

        CALL(MPI_Wait)(requests(1), status ERROR)
        call check_empty(status)
        CALL(MPI_Test)(requests(1), flag, status ERROR)
        call check(flag, 'test of an inactive request')
        CALL(MPI_Waitall)(3, requests, statuses ERROR)
        call check_empty(NTH(statuses, 2))
        CALL(MPI_Testall)(3, requests, flag, MPI_STATUSES_IGNORE ERROR)
        call check(flag, 'Testall of inactive requests')
        CALL(MPI_Waitany)(3, requests, place, status ERROR)
        call check(is_no_index(place), 'Waitany of inactive requests')
        CALL(MPI_Testany)(3, requests, place, flag, status ERROR)
        call check(is_no_index(place), 'Testany of inactive requests')
        CALL(MPI_Waitsome)(3, requests, done, places, statuses ERROR)
        call check(done == MPI_UNDEFINED, 'Waitsome of inactive requests')
        CALL(MPI_Testsome)(3, requests, done, places, statuses ERROR)
        call check(done == MPI_UNDEFINED, 'Testsome of inactive requests')
        call check(requests(1) /= MPI_REQUEST_NULL, 'request stays')
    end subroutine inactive

    subroutine round(out, into)
        REQUEST, intent(inout) :: out(3), into(3)
        STATUSES(statuses, 3)
        integer :: i

        data = me
        room = -1
        CALL(MPI_Startall)(3, into ERROR)
        do i = 1, 3
            CALL(MPI_Start)(out(i) ERROR)
        end do
        CALL(MPI_Waitall)(3, into, statuses ERROR)
        do i = 1, 3
            call check_receive(statuses, 3, i)
        end do
        CALL(MPI_Waitall)(3, out, MPI_STATUSES_IGNORE ERROR)
        call check(all(room(11:40) == left), 'data received')
    end subroutine round

    subroutine ready_persistent()
        REQUEST :: out, into

        room = -1
        CALL(MPI_Recv_init)(room, 10, MPI_INTEGER, MPI_ANY_SOURCE, &
            MPI_ANY_TAG, MPI_COMM_WORLD, into ERROR)
        CALL(MPI_Rsend_init)(data, 10, MPI_INTEGER, right, tag, &
            MPI_COMM_WORLD, out ERROR)
        CALL(MPI_Start)(into ERROR)
        call barrier()
        CALL(MPI_Start)(out ERROR)
        CALL(MPI_Wait)(out, MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Wait)(into, MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Request_free)(out ERROR)
        CALL(MPI_Request_free)(into ERROR)
        call check(all(room(:10) == left), 'data received')
        call barrier()
    end subroutine ready_persistent

    ! A send whose request is freed ends all the same.
    subroutine freed_while_active()
        REQUEST :: request
        integer :: i

        data = me
        do i = 1, 20
            CALL(MPI_Isend)(data, 10, MPI_INTEGER, right, tag, &
                MPI_COMM_WORLD, request ERROR)
            CALL(MPI_Request_free)(request ERROR)
            call check(request == MPI_REQUEST_NULL, 'request freed')
        end do
        do i = 1, 20
            CALL(MPI_Recv)(room, 10, MPI_INTEGER, left, tag, &
                MPI_COMM_WORLD, MPI_STATUS_IGNORE ERROR)
        end do
        call check(all(room(:10) == left), 'data received')
        call barrier()
    end subroutine freed_while_active

    subroutine looked_at()
        REQUEST :: requests(2)
        STATUS(status)
        logical :: flag

        call post(1, requests)
        flag = .false.
        do while (.not. flag)
            CALL(MPI_Request_get_status)(requests(1), flag, status ERROR)
        end do
        call check(SOURCE_OF(status) == left, 'source')
        call check(requests(1) /= MPI_REQUEST_NULL, 'request stays')
        CALL(MPI_Request_free)(requests(1) ERROR)
        CALL(MPI_Wait)(requests(2), MPI_STATUS_IGNORE ERROR)
        call check_all(1, requests)
    end subroutine looked_at

    ! Open MPI 4.1 leaves statuses of Fortran as they were if a call fails.
    subroutine truncated()
        COMM :: comm
        ERRHANDLER :: handler
        STATUS(status)
        integer :: code

        call careful_world(comm)
        data = me
        room = -1
        SOURCE_OF(status) = -99
        CALL(MPI_Sendrecv)(data, 10, MPI_INTEGER, right, tag, room, 5, &
            MPI_INTEGER, left, tag, comm, status, code)
        call check(class_of(code) == MPI_ERR_TRUNCATE, 'error of Sendrecv')
        call check(SOURCE_OF(status) == left .or. SOURCE_OF(status) == -99, &
            'source')
        call check(all(room(6:) == -1), 'memory after the message')
        CALL(MPI_Comm_create_errhandler)(count_error, handler ERROR)
        CALL(MPI_Comm_set_errhandler)(MPI_COMM_WORLD, handler ERROR)
        CALL(MPI_Errhandler_free)(handler ERROR)
        call truncated_of_many(comm)
        call truncated_of_some(comm)
        if (me == 0) print '(a, i0)', 'errors of the world: ', errors
        CALL(MPI_Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL &
            ERROR)
        call free_comm(comm)
    end subroutine truncated

    subroutine truncated_of_many(comm)
        COMM, intent(in) :: comm
        REQUEST :: requests(4)
        STATUSES(statuses, 4)
        integer :: code, i

        do i = 1, 2
            CALL(MPI_Irecv)(room(100 * i), 6 * i, MPI_INTEGER, left, tag + i, &
                comm, requests(i) ERROR)
        end do
        CALL(MPI_Barrier)(comm ERROR)
        do i = 1, 2
            CALL(MPI_Isend)(data, 10, MPI_INTEGER, right, tag + i, comm, &
                requests(2 + i) ERROR)
        end do
        NTH_ERROR(statuses, 1) = -99
        CALL(MPI_Waitall)(4, requests, statuses, code)
        call check(class_of(code) == MPI_ERR_IN_STATUS, 'error of Waitall')
        if (NTH_ERROR(statuses, 1) == -99) return
        code = NTH_ERROR(statuses, 1)
        call check(class_of(code) == MPI_ERR_TRUNCATE, 'error in a status')
        do i = 2, 4
            call check(NTH_ERROR(statuses, i) == MPI_SUCCESS .or. &
                NTH_ERROR(statuses, i) == MPI_ERR_PENDING, 'no error')
            if (NTH_ERROR(statuses, i) == MPI_ERR_PENDING) then
                CALL(MPI_Wait)(requests(i), MPI_STATUS_IGNORE ERROR)
            end if
        end do
        call check(all(room(200:209) == left), 'the message that fits')
    end subroutine truncated_of_many

    ! Indices and statuses of a failed call are nothing to build on here.
    subroutine truncated_of_some(comm)
        COMM, intent(in) :: comm
        REQUEST :: requests(1)
        STATUSES(statuses, 1)
        integer :: code, done, places(1)

        CALL(MPI_Irecv)(room, 5, MPI_INTEGER, left, tag, comm, &
            requests(1) ERROR)
        CALL(MPI_Barrier)(comm ERROR)
        CALL(MPI_Send)(data, 10, MPI_INTEGER, right, tag, comm ERROR)
        NTH_ERROR(statuses, 1) = -99
        CALL(MPI_Waitsome)(1, requests, done, places, statuses, code)
        call check(class_of(code) == MPI_ERR_IN_STATUS, 'error of Waitsome')
    end subroutine truncated_of_some

    subroutine requests_of_our_own()
        REQUEST :: request
        STATUS(status)
        integer :: count
        logical :: flag

        CALL(MPI_Grequest_start)(own_query, own_free, own_cancel, 77_address, &
            request ERROR)
        CALL(MPI_Test)(request, flag, status ERROR)
        call check(.not. flag, 'not complete')
        CALL(MPI_Cancel)(request ERROR)
        CALL(MPI_Grequest_complete)(request ERROR)
        CALL(MPI_Wait)(request, status ERROR)
        call check(SOURCE_OF(status) == 3, 'source set by the program')
        call check(TAG_OF(status) == 4, 'tag set by the program')
        call MPI_Get_count(status, MPI_INTEGER, count ERROR)
        call check(count == 77, 'count set by the program')
        call check(queries == 1 .and. frees == 1, 'calls of query and free')
        call check(cancels == 1, 'calls of cancel')
    end subroutine requests_of_our_own

    subroutine all_cases()
        call find_first_index()
        if (starts('null_to_each')) call null_to_each()
        if (starts('null_to_many')) call null_to_many()
        if (starts('no_requests')) call no_requests()
        if (starts('mixed_with_null')) call mixed_with_null()
        if (starts('wait_and_test')) call each()
        if (starts('waitall_testall')) call all_at_once()
        if (starts('waitany_testany')) call any_of_them()
        if (starts('waitsome_testsome')) call some_of_them()
        if (starts('thousands')) call thousands()
        if (starts('persistent')) call persistent_modes()
        if (starts('freed_while_active')) call freed_while_active()
        if (starts('get_status')) call looked_at()
        if (starts('truncated')) call truncated()
        if (starts('generalized')) call requests_of_our_own()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
