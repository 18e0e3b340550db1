! SPDX-License-Identifier: BSD-3-Clause
! expectations.f90 - expect.h for programs in Fortran.
module expectations
    use, intrinsic :: iso_c_binding, only: c_char, c_int, c_int64_t, &
        c_null_char
    implicit none
    private
    public :: expect, expect_write

    interface
        subroutine expect_in_c(procedure, calls, bytes_out, bytes_in) &
                bind(c, name='expect')
            import :: c_char, c_int64_t
            character(kind=c_char), intent(in) :: procedure(*)
            integer(c_int64_t), value :: calls, bytes_out, bytes_in
        end subroutine expect_in_c

        subroutine expect_write_in_c(prefix, rank) &
                bind(c, name='expect_write')
            import :: c_char, c_int
            character(kind=c_char), intent(in) :: prefix(*)
            integer(c_int), value :: rank
        end subroutine expect_write_in_c
    end interface

    ! expect() keeps the address of a name.
    character(len=40), target, save :: names(200) = ''

contains

    subroutine expect(procedure, calls, bytes_out, bytes_in)
        character(len=*), intent(in) :: procedure
        integer, intent(in) :: calls, bytes_out, bytes_in
        character(len=40) :: name
        integer :: i

        name = procedure // c_null_char
        i = 1
        do while (names(i) /= name .and. names(i) /= '')
            i = i + 1
        end do
        names(i) = name
        call expect_in_c(names(i), int(calls, c_int64_t), &
            int(bytes_out, c_int64_t), int(bytes_in, c_int64_t))
    end subroutine expect

    subroutine expect_write(prefix, rank)
        character(len=*), intent(in) :: prefix
        integer, intent(in) :: rank

        call expect_write_in_c(trim(prefix) // c_null_char, int(rank, c_int))
    end subroutine expect_write

end module expectations
