! SPDX-License-Identifier: BSD-3-Clause
! sampled_parts.f90 - two parts of sampled.c; subroutines of a module.
module sampled_parts
    use iso_c_binding
    implicit none
    real(c_double), volatile :: total = 0
contains
    function used() result(seconds)
        real(c_double) :: seconds

        call cpu_time(seconds)
    end function used

    subroutine relax(seconds)
        real(c_double), intent(in) :: seconds
        real(c_double) :: end
        integer :: i

        end = used() + seconds
        do while (used() < end)
            do i = 1, 5000
                total = total + i ! LINE relax
            end do
        end do
    end subroutine relax

    subroutine settle(seconds)
        real(c_double), intent(in) :: seconds
        real(c_double) :: end
        integer :: i

        end = used() + seconds
        do while (used() < end)
            do i = 1, 5000
                total = total + 2 * i ! LINE settle
            end do
        end do
    end subroutine settle

    subroutine part_a(seconds) bind(c, name='part_a')
        real(c_double), value :: seconds

        call relax(seconds)
        total = 0
    end subroutine part_a

    subroutine part_b(seconds) bind(c, name='part_b')
        real(c_double), value :: seconds

        call settle(seconds)
        total = 0
    end subroutine part_b
end module sampled_parts
