! SPDX-License-Identifier: BSD-3-Clause
! mixed_fortran.F90 - a Fortran program that calls MPI from C, too.
!
!     mpiexec -n 2 ./mixed_fortran PREFIX [CASE]
#include "odd.h"

module c_part
    use, intrinsic :: iso_c_binding, only: c_int
    implicit none

    interface
        ! The sum over the ranks, from C, on a communicator of Fortran.
        integer(c_int) function c_sum(comm, number) bind(c)
            import :: c_int
            integer(c_int), value :: comm, number
        end function c_sum

        ! A communicator made by C.
        integer(c_int) function c_duplicate(comm) bind(c)
            import :: c_int
            integer(c_int), value :: comm
        end function c_duplicate

        ! Runs a procedure of Fortran between two calls of MPI.
        subroutine c_calls_back(comm, back) bind(c)
            import :: c_int
            integer(c_int), value :: comm
            interface
                subroutine back(comm) bind(c)
                    import :: c_int
                    integer(c_int), value :: comm
                end subroutine back
            end interface
        end subroutine c_calls_back

        subroutine c_finalize() bind(c)
        end subroutine c_finalize
    end interface
end module c_part

module cases
    use odd_world
    use c_part
    implicit none

contains

    subroutine sum_in_c()
        integer :: total

        total = c_sum(NUMBER_OF(MPI_COMM_WORLD), me)
        call counted('MPI_Allreduce')
        call moved(4 * ranks, 4 * ranks)
        call check(total == ranks * (ranks - 1) / 2, 'sum made in C')
    end subroutine sum_in_c

    subroutine comm_of_c()
        COMM :: comm
        integer :: number

        comm = COMM_OF(c_duplicate(NUMBER_OF(MPI_COMM_WORLD)))
        call counted('MPI_Comm_dup')
        number = me
        CALL(MPI_Bcast)(number, 1, MPI_INTEGER, 1, comm ERROR)
        call moved(merge(4 * ranks, 0, me == 1), 4)
        call check(number == 1, 'Bcast')
        call free_comm(comm)
    end subroutine comm_of_c

    subroutine forth_and_back()
        call counted('MPI_Barrier')
        call counted('MPI_Barrier')
        call moved(0, 0)
        call c_calls_back(NUMBER_OF(MPI_COMM_WORLD), back)
    end subroutine forth_and_back

    subroutine back(comm_number) bind(c)
        integer(c_int), value :: comm_number
        integer :: number

        CALL(MPI_Allreduce)(me, number, 1, MPI_INTEGER, MPI_MAX, &
            COMM_OF(comm_number) ERROR)
        call moved(4 * ranks, 4 * ranks)
        call check(number == ranks - 1, 'Allreduce called by C')
    end subroutine back

end module cases

program mixed_fortran
    use cases
    implicit none

    call enter_world()
    if (starts('sum_in_c')) call sum_in_c()
    if (starts('comm_of_c')) call comm_of_c()
    if (starts('forth_and_back')) call forth_and_back()
    call counted('MPI_Finalize')
    call close_cases()
    call c_finalize()
    if (failed()) stop 1
end program mixed_fortran
