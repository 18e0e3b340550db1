! SPDX-License-Identifier: BSD-3-Clause
! onesided.F90 - windows of all kinds, and each way to synchronize them.
!
!     mpiexec -n 3 ./onesided PREFIX [CASE]
#include "odd.h"

module callbacks
    use odd_world
    implicit none

    integer, save :: errors = 0, deletes = 0

contains

    subroutine win_failed(win, code)
        WIN :: win
        integer :: code

        if (win /= MPI_WIN_NULL .and. code /= MPI_SUCCESS) errors = errors + 1
    end subroutine win_failed

    subroutine copy_win(old, key, extra, value, copy, flag, ierror)
        WIN :: old
        integer :: key, ierror
        integer(address) :: extra, value, copy
        logical :: flag

        copy = value + extra + key
        flag = old /= MPI_WIN_NULL
        ierror = MPI_SUCCESS
    end subroutine copy_win

    ! Open MPI 4.1 gives any handle here.
    subroutine delete_win(win, key, value, extra, ierror)
        WIN :: win
        integer :: key, ierror
        integer(address) :: value, extra

        if (value == 8 .and. extra == 9 .and. key /= MPI_KEYVAL_INVALID) &
            deletes = deletes + 1
        ierror = MPI_SUCCESS
    end subroutine delete_win

end module callbacks

module cases
    use odd_world
    use callbacks
    implicit none

    integer, parameter :: n = 10
    integer, save, asynchronous, target :: shown(100), data(100), room(100)

contains

    subroutine open_window(win)
        WIN, intent(out) :: win

        shown = me
        data = 100 + me
        room = -1
        CALL(MPI_Win_create)(shown, 400_address, 4, MPI_INFO_NULL, &
            MPI_COMM_WORLD, win ERROR)
    end subroutine open_window

    subroutine close_window(win)
        WIN, intent(inout) :: win

        CALL(MPI_Win_free)(win ERROR)
        call check(win == MPI_WIN_NULL, 'window freed')
    end subroutine close_window

    subroutine fences()
        WIN :: win

        call open_window(win)
        CALL(MPI_Win_fence)(MPI_MODE_NOPRECEDE, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, 5_address, n, MPI_INTEGER, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Get)(room, 5, MPI_INTEGER, right, 50_address, 5, &
            MPI_INTEGER, win ERROR)
        call got_from(right, 20)
        CALL(MPI_Accumulate)(data, n, MPI_INTEGER, right, 20_address, n, &
            MPI_INTEGER, MPI_SUM, win ERROR)
        call put_to(right, 40)
        CALL(MPI_Put)(data, n, MPI_INTEGER, MPI_PROC_NULL, 0_address, n, &
            MPI_INTEGER, win ERROR)
        CALL(MPI_Win_fence)(MPI_MODE_NOSUCCEED, win ERROR)
        call check(all(room(:5) == right) .and. room(6) == -1, 'Get')
        call check(all(shown(6:15) == 100 + left), 'Put')
        call check(shown(5) == me .and. shown(16) == me, 'memory around')
        call check(all(shown(21:30) == 100 + left + me), 'Accumulate')
        call close_window(win)
    end subroutine fences

    subroutine derived()
        WIN :: win
        DATATYPE :: odds

        call open_window(win)
        CALL(MPI_Type_vector)(n, 1, 2, MPI_INTEGER, odds ERROR)
        CALL(MPI_Type_commit)(odds ERROR)
        CALL(MPI_Win_fence)(0, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, 0_address, 1, odds, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Type_free)(odds ERROR)
        CALL(MPI_Win_fence)(0, win ERROR)
        call check(all(shown(1:2 * n:2) == 100 + left), 'Put')
        call check(all(shown(2:2 * n:2) == me), 'gaps')
        call close_window(win)
    end subroutine derived

    subroutine post_and_start()
        WIN :: win
        GROUP :: world, near
        logical :: flag

        call open_window(win)
        CALL(MPI_Win_get_group)(win, world ERROR)
        CALL(MPI_Group_incl)(world, 1, [left], near ERROR)
        CALL(MPI_Win_post)(near, 0, win ERROR)
        CALL(MPI_Group_free)(near ERROR)
        CALL(MPI_Group_incl)(world, 1, [right], near ERROR)
        CALL(MPI_Win_start)(near, 0, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, 0_address, n, MPI_INTEGER, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Win_complete)(win ERROR)
        flag = .false.
        if (me == 0) then
            CALL(MPI_Win_wait)(win ERROR)
            flag = .true.
        end if
        do while (.not. flag)
            CALL(MPI_Win_test)(win, flag ERROR)
        end do
        call check(all(shown(:n) == 100 + left), 'Put')
        CALL(MPI_Group_free)(near ERROR)
        CALL(MPI_Group_free)(world ERROR)
        call close_window(win)
    end subroutine post_and_start

    subroutine locks()
        WIN :: win

        call open_window(win)
        CALL(MPI_Win_lock)(MPI_LOCK_EXCLUSIVE, right, 0, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, 0_address, n, MPI_INTEGER, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Win_flush)(right, win ERROR)
        CALL(MPI_Get)(room, n, MPI_INTEGER, right, 0_address, n, MPI_INTEGER, &
            win ERROR)
        call got_from(right, 40)
        CALL(MPI_Win_flush_local)(right, win ERROR)
        CALL(MPI_Win_unlock)(right, win ERROR)
        call check(all(room(:n) == 100 + me), 'Get after Put')
        call barrier()
        CALL(MPI_Win_lock_all)(MPI_MODE_NOCHECK, win ERROR)
        CALL(MPI_Get_accumulate)(data, 1, MPI_INTEGER, room, 1, MPI_INTEGER, &
            right, 60_address, 1, MPI_INTEGER, MPI_SUM, win ERROR)
        call put_to(right, 4)
        call got_from(right, 4)
        CALL(MPI_Win_flush_all)(win ERROR)
        call check(room(1) == right, 'value before it was summed')
        CALL(MPI_Get_accumulate)(data, 0, MPI_INTEGER, room, 1, MPI_INTEGER, &
            right, 60_address, 1, MPI_INTEGER, MPI_NO_OP, win ERROR)
        call got_from(right, 4)
        CALL(MPI_Win_flush_local_all)(win ERROR)
        call check(room(1) == right + 100 + me, 'value after')
        CALL(MPI_Win_sync)(win ERROR)
        CALL(MPI_Win_unlock_all)(win ERROR)
        call close_window(win)
    end subroutine locks

    subroutine single_numbers()
        WIN :: win
        integer, asynchronous :: old, new, expected

        call open_window(win)
        CALL(MPI_Win_lock)(MPI_LOCK_SHARED, right, 0, win ERROR)
        new = 7
        CALL(MPI_Fetch_and_op)(new, old, MPI_INTEGER, right, 3_address, &
            MPI_SUM, win ERROR)
        call put_to(right, 4)
        call got_from(right, 4)
        CALL(MPI_Win_flush)(right, win ERROR)
        call check(old == right, 'number fetched')
        expected = right + 7
        new = 4711
        CALL(MPI_Compare_and_swap)(new, expected, old, MPI_INTEGER, right, &
            3_address, win ERROR)
        call put_to(right, 4)
        call got_from(right, 4)
        CALL(MPI_Win_unlock)(right, win ERROR)
        call check(old == right + 7, 'number swapped')
        call barrier()
        call check(shown(4) == 4711, 'new number')
        call close_window(win)
    end subroutine single_numbers

    subroutine with_requests()
        WIN :: win
        REQUEST :: requests(2)

        call open_window(win)
        CALL(MPI_Win_lock_all)(0, win ERROR)
        CALL(MPI_Rput)(data, n, MPI_INTEGER, right, 0_address, n, &
            MPI_INTEGER, win, requests(1) ERROR)
        call put_to(right, 40)
        CALL(MPI_Rget)(room, n, MPI_INTEGER, right, 50_address, n, &
            MPI_INTEGER, win, requests(2) ERROR)
        call got_from(right, 40)
        CALL(MPI_Waitall)(2, requests, MPI_STATUSES_IGNORE ERROR)
        call check(all(room(:n) == right), 'Rget')
        CALL(MPI_Raccumulate)(data, n, MPI_INTEGER, right, 20_address, n, &
            MPI_INTEGER, MPI_SUM, win, requests(1) ERROR)
        call put_to(right, 40)
        CALL(MPI_Wait)(requests(1), MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Rget_accumulate)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            right, 40_address, n, MPI_INTEGER, MPI_REPLACE, win, &
            requests(1) ERROR)
        call put_to(right, 40)
        call got_from(right, 40)
        CALL(MPI_Wait)(requests(1), MPI_STATUS_IGNORE ERROR)
        CALL(MPI_Win_unlock_all)(win ERROR)
        call barrier()
        call check(all(shown(:n) == 100 + left), 'Rput')
        call check(all(shown(21:30) == 100 + left + me), 'Raccumulate')
        call check(all(shown(41:50) == 100 + left), 'Rget_accumulate')
        call close_window(win)
    end subroutine with_requests

    subroutine memory_of_mpi()
        WIN :: win
        BASE(base)
        integer, pointer :: numbers(:)

        CALL(MPI_Win_allocate)(400_address, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &
            base, win ERROR)
        call c_f_pointer(POINTER_OF(base), numbers, [100])
        numbers = me
        data = me
        CALL(MPI_Win_fence)(0, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, 0_address, n, MPI_INTEGER, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Win_fence)(0, win ERROR)
        call check(all(numbers(:n) == left), 'Put')
        call close_window(win)
    end subroutine memory_of_mpi

    subroutine shared()
        WIN :: win
        COMM :: node
        BASE(base)
        integer, pointer :: theirs(:)
        integer(address) :: bytes
        integer :: unit, rank, size

        CALL(MPI_Comm_split_type)(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, &
            MPI_INFO_NULL, node ERROR)
        call MPI_Comm_rank(node, rank ERROR)
        call MPI_Comm_size(node, size ERROR)
        CALL(MPI_Win_allocate_shared)(400_address, 4, MPI_INFO_NULL, node, &
            base, win ERROR)
        call c_f_pointer(POINTER_OF(base), theirs, [100])
        CALL(MPI_Win_fence)(0, win ERROR)
        theirs = rank
        CALL(MPI_Win_fence)(0, win ERROR)
        CALL(MPI_Win_shared_query)(win, mod(rank + 1, size), bytes, unit, &
            base ERROR)
        call check(bytes == 400 .and. unit == 4, 'size and unit')
        call c_f_pointer(POINTER_OF(base), theirs, [100])
        call check(all(theirs == mod(rank + 1, size)), 'memory of another')
        CALL(MPI_Win_fence)(0, win ERROR)
        call close_window(win)
        call free_comm(node)
    end subroutine shared

    subroutine dynamic()
        WIN :: win
        integer(address) :: here, there
        STATUS(status)

        shown = me
        data = 30 + me
        CALL(MPI_Win_create_dynamic)(MPI_INFO_NULL, MPI_COMM_WORLD, win ERROR)
        CALL(MPI_Win_attach)(win, shown, 400_address ERROR)
        call MPI_Get_address(shown, here ERROR)
        CALL(MPI_Sendrecv)(here, 1, MPI_AINT, left, 5, there, 1, MPI_AINT, &
            right, 5, MPI_COMM_WORLD, status ERROR)
        call sent_to(left, storage_size(here) / 8)
        call moved(0, storage_size(here) / 8)
        CALL(MPI_Win_fence)(0, win ERROR)
        CALL(MPI_Put)(data, n, MPI_INTEGER, right, there, n, MPI_INTEGER, &
            win ERROR)
        call put_to(right, 40)
        CALL(MPI_Win_fence)(0, win ERROR)
        call check(all(shown(:n) == 30 + left), 'Put')
        CALL(MPI_Win_detach)(win, shown ERROR)
        call close_window(win)
    end subroutine dynamic

    ! mpi_f08 of Open MPI 4.1 gives the length of a name and no name.
    subroutine names_and_attributes()
        WIN :: win
        integer(address) :: value
        integer :: key, length
        logical :: flag
        character(len=MPI_MAX_OBJECT_NAME) :: name
        INFO :: info

        call open_window(win)
        CALL(MPI_Win_set_name)(win, 'halo   ' ERROR)
        CALL(MPI_Win_get_name)(win, name, length ERROR)
        call check(length == 4, 'length of the name')
        CALL(MPI_Win_get_attr)(win, MPI_WIN_DISP_UNIT, value, flag ERROR)
        call check(flag .and. value == 4, 'unit')
        CALL(MPI_Win_create_keyval)(copy_win, delete_win, key, &
            9_address ERROR)
        CALL(MPI_Win_set_attr)(win, key, 8_address ERROR)
        CALL(MPI_Win_get_attr)(win, key, value, flag ERROR)
        call check(flag .and. value == 8, 'attribute')
        CALL(MPI_Win_delete_attr)(win, key ERROR)
        call check(deletes == 1, 'attribute deleted')
        CALL(MPI_Win_free_keyval)(key ERROR)
        CALL(MPI_Win_get_info)(win, info ERROR)
        CALL(MPI_Win_set_info)(win, info ERROR)
        CALL(MPI_Info_free)(info ERROR)
        call close_window(win)
    end subroutine names_and_attributes

    subroutine failing()
        WIN :: win
        ERRHANDLER :: handler, found
        integer :: code

        call open_window(win)
        CALL(MPI_Win_create_errhandler)(win_failed, handler ERROR)
        CALL(MPI_Win_set_errhandler)(win, handler ERROR)
        CALL(MPI_Win_get_errhandler)(win, found ERROR)
        CALL(MPI_Errhandler_free)(found ERROR)
        CALL(MPI_Errhandler_free)(handler ERROR)
        errors = 0
        CALL(MPI_Win_fence)(0, win ERROR)
        CALL(MPI_Put)(data, -1, MPI_INTEGER, right, 0_address, 1, &
            MPI_INTEGER, win, code)
        call check(errors == 1, 'calls of the handler')
        call check(class_of(code) == MPI_ERR_COUNT, 'count')
        CALL(MPI_Win_call_errhandler)(win, MPI_ERR_OTHER ERROR)
        call check(errors == 2, 'handler called by hand')
        CALL(MPI_Win_fence)(0, win ERROR)
        call close_window(win)
    end subroutine failing

    subroutine all_cases()
        if (starts('fence')) call fences()
        if (starts('derived_type')) call derived()
        if (starts('post_start')) call post_and_start()
        if (starts('locks')) call locks()
        if (starts('single_numbers')) call single_numbers()
        if (starts('requests')) call with_requests()
        if (starts('allocate')) call memory_of_mpi()
        if (starts('shared')) call shared()
        if (starts('dynamic')) call dynamic()
        if (starts('names_attributes')) call names_and_attributes()
        if (starts('error_handler')) call failing()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
