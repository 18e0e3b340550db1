! SPDX-License-Identifier: BSD-3-Clause
! mpiprof.f90 - marks regions of a Fortran program for mpiprof.
!
!     use mpiprof
!     call mpiprof_begin('solve')
!     ...
!     call mpiprof_end('solve')
!
! Regions nest; mpiprof_end names the innermost open one (a mismatch is
! reported in the summary, never fatal).  Any thread, any time.  Blanks at the
! end of a name do not count.
!
! Without libmpiprof these are no-ops.  Fortran has no weak symbols, so the
! library is looked up in the running program at the first call: a program
! linked to libmpiprof_fortran.a alone needs no libmpiprof to start, and is
! measured when libmpiprof is preloaded.
module mpiprof
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, &
        c_f_procpointer, c_funptr, c_null_char, c_null_ptr, c_ptr, c_size_t
    implicit none
    private
    public :: mpiprof_begin, mpiprof_end

    abstract interface
        subroutine region_call(name, name_length) bind(c)
            import :: c_char, c_size_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: name_length
        end subroutine region_call
    end interface

    interface
        ! The first argument is RTLD_DEFAULT, NULL on Linux.
        function dlsym(handle, symbol) bind(c, name='dlsym')
            import :: c_char, c_funptr, c_ptr
            type(c_ptr), value :: handle
            character(kind=c_char), intent(in) :: symbol(*)
            type(c_funptr) :: dlsym
        end function dlsym
    end interface

    ! Every thread would find the same values, so a race does no harm.
    logical, save :: looked_up = .false.
    procedure(region_call), pointer, save :: region_begin => null()
    procedure(region_call), pointer, save :: region_end => null()

contains

    subroutine mpiprof_begin(name)
        character(len=*), intent(in) :: name

        if (.not. looked_up) call look_up()
        if (associated(region_begin)) &
            call region_begin(name, len_trim(name, kind=c_size_t))
    end subroutine mpiprof_begin

    subroutine mpiprof_end(name)
        character(len=*), intent(in) :: name

        if (.not. looked_up) call look_up()
        if (associated(region_end)) &
            call region_end(name, len_trim(name, kind=c_size_t))
    end subroutine mpiprof_end

    subroutine look_up()
        call find('mpiprof_f_region_begin', region_begin)
        call find('mpiprof_f_region_end', region_end)
        looked_up = .true.
    end subroutine look_up

    subroutine find(symbol, found)
        character(len=*), intent(in) :: symbol
        procedure(region_call), pointer, intent(out) :: found
        type(c_funptr) :: address

        found => null()
        address = dlsym(c_null_ptr, symbol // c_null_char)
        if (c_associated(address)) call c_f_procpointer(address, found)
    end subroutine find

end module mpiprof
