! SPDX-License-Identifier: BSD-3-Clause
! odd_world.F90 - MPI and odd_cases for the programs of this collection, and
! the place of this rank in the world.
#include "odd.h"

module odd_world
    USE_MPI
    use, intrinsic :: iso_c_binding, only: c_associated, c_f_pointer, &
        c_int, c_loc, c_null_ptr, c_ptr
    use odd_cases
    implicit none
    INCLUDE_MPI

    integer, parameter :: address = MPI_ADDRESS_KIND
    integer, parameter :: integer_size = 4
    integer, save :: error = 0
    integer, save :: me, ranks, left, right

contains

    subroutine find_place(given_prefix)
        character(len=*), intent(in), optional :: given_prefix

        call MPI_Comm_rank(MPI_COMM_WORLD, me ERROR)
        call MPI_Comm_size(MPI_COMM_WORLD, ranks ERROR)
        right = mod(me + 1, ranks)
        left = mod(me + ranks - 1, ranks)
        call open_cases(me, given_prefix)
    end subroutine find_place

    subroutine enter_world()
        CALL(MPI_Init)(ONLY_ERROR)
        call find_place()
    end subroutine enter_world

    ! Ends the program with status 1 if a check failed.
    subroutine leave_world()
        call counted('MPI_Finalize')
        call close_cases()
        call MPI_Finalize(ONLY_ERROR)
        if (failed()) stop 1
    end subroutine leave_world

    subroutine barrier()
        CALL(MPI_Barrier)(MPI_COMM_WORLD ERROR)
        call moved(0, 0)
    end subroutine barrier

    ! A communicator with MPI_ERRORS_RETURN.
    subroutine careful_world(comm)
        COMM, intent(out) :: comm

        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        CALL(MPI_Comm_set_errhandler)(comm, MPI_ERRORS_RETURN ERROR)
    end subroutine careful_world

    subroutine free_comm(comm)
        COMM, intent(inout) :: comm

        CALL(MPI_Comm_free)(comm ERROR)
        call check(comm == MPI_COMM_NULL, 'handle of a freed communicator')
    end subroutine free_comm

    ! The class of an error code.
    integer function class_of(code)
        integer, intent(in) :: code

        CALL(MPI_Error_class)(code, class_of ERROR)
    end function class_of

end module odd_world
