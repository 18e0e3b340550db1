! SPDX-License-Identifier: BSD-3-Clause
! mixed_c.F90 - the Fortran part of a C program, see mixed_c.c.
#include "odd.h"

module cases
    use odd_world
    use, intrinsic :: iso_c_binding, only: c_char, c_null_char
    implicit none

    integer, save, asynchronous :: data(10), room(10)

contains

    function text_of(string)
        character(kind=c_char), intent(in) :: string(*)
        character(len=200) :: text_of
        integer :: i

        text_of = ''
        do i = 1, 200
            if (string(i) == c_null_char) exit
            text_of(i:i) = string(i)
        end do
    end function text_of

    subroutine fortran_begin(given_prefix) bind(c)
        character(kind=c_char), intent(in) :: given_prefix(*)

        call find_place(trim(text_of(given_prefix)))
    end subroutine fortran_begin

    subroutine fortran_counted(procedure) bind(c)
        character(kind=c_char), intent(in) :: procedure(*)

        call counted(trim(text_of(procedure)))
    end subroutine fortran_counted

    subroutine fortran_moved(out, in) bind(c)
        integer(c_int), value :: out, in

        call moved(out, in)
    end subroutine fortran_moved

    subroutine fortran_check(holds, what) bind(c)
        integer(c_int), value :: holds
        character(kind=c_char), intent(in) :: what(*)

        call check(holds /= 0, trim(text_of(what)))
    end subroutine fortran_check

    ! Handles made in C, used here.
    subroutine fortran_exchange(comm_number, type_number) bind(c)
        integer(c_int), value :: comm_number, type_number
        COMM :: comm
        DATATYPE :: type
        STATUS(status)

        if (.not. starts('handles_from_c')) return
        comm = COMM_OF(comm_number)
        type = DATATYPE_OF(type_number)
        data = me
        room = -1
        CALL(MPI_Sendrecv)(data, 1, type, right, 5, room, 1, type, left, 5, &
            comm, status ERROR)
        call moved(40, 40)
        call check(SOURCE_OF(status) == left, 'source')
        call check(all(room == left), 'data')
    end subroutine fortran_exchange

    ! A receive that starts here, and ends in C.
    integer(c_int) function fortran_post(comm_number) bind(c)
        integer(c_int), value :: comm_number
        REQUEST :: request

        room = -1
        CALL(MPI_Irecv)(room, 10, MPI_INTEGER, left, 6, COMM_OF(comm_number), &
            request ERROR)
        fortran_post = NUMBER_OF(request)
    end function fortran_post

    ! A send that started in C.
    subroutine fortran_wait(request_number) bind(c)
        integer(c_int), value :: request_number
        REQUEST :: request

        request = REQUEST_OF(request_number)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call moved(0, 0)
    end subroutine fortran_wait

    subroutine fortran_look() bind(c)
        call check(all(room == left), 'data of a request that ended in C')
    end subroutine fortran_look

    integer(c_int) function fortran_end() bind(c)
        call counted('MPI_Finalize')
        call close_cases()
        call MPI_Finalize(ONLY_ERROR)
        fortran_end = merge(1, 0, failed())
    end function fortran_end

end module cases
