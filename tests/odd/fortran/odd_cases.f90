! SPDX-License-Identifier: BSD-3-Clause
! odd_cases.f90 - what a program of this collection counts and checks.
!
!     PROGRAM PREFIX [CASE]    all cases, or those whose name holds CASE
!
! No MPI is needed here.  Each rank writes PREFIX.RANK.tsv at its end: lines of
! rank, procedure, calls, bytes out and bytes in, "-" where the program says
! nothing of a procedure's bytes; and rank, mark, peer, messages and bytes for
! what it moved, as world ranks: "->" messages it sent, "=>" what it put into
! and "<=" what it got from the window of a peer.  Rank 0 prints the names of
! the cases, every rank what is wrong.
module odd_cases
    use, intrinsic :: iso_fortran_env, only: int64, output_unit
    implicit none
    private
    public :: open_cases, close_cases, starts, skip, check, counted, moved, &
        sent_to, put_to, got_from, failed, prefix

    type :: row
        character(len=40) :: procedure = ''
        integer(int64) :: calls = 0, bytes_out = 0, bytes_in = 0
        logical :: has_bytes = .false.
    end type row

    type :: pair
        integer(int64) :: messages = 0, bytes = 0
    end type pair

    integer, parameter :: most_rows = 500, most_ranks = 64
    type(row), save :: rows(most_rows)
    type(pair), save :: sent(0:most_ranks), put(0:most_ranks), &
        got(0:most_ranks)
    integer, save :: known = 0, last = 0, my_rank = 0, failures = 0
    character(len=40), save :: current = 'program'
    character(len=1000), save :: prefix = '', wanted = ''

    interface moved
        module procedure moved_here, moved_elsewhere
    end interface moved

contains

    ! Without a main program in Fortran there are no arguments to get.
    subroutine open_cases(rank, given_prefix)
        integer, intent(in) :: rank
        character(len=*), intent(in), optional :: given_prefix

        my_rank = rank
        call get_command_argument(1, prefix)
        if (present(given_prefix)) prefix = given_prefix
        call get_command_argument(2, wanted)
    end subroutine open_cases

    ! Before a case; false: it is not wanted.
    logical function starts(name)
        character(len=*), intent(in) :: name

        current = name
        starts = index(name, trim(wanted)) > 0
        if (starts .and. my_rank == 0) call say('case ' // name)
    end function starts

    subroutine skip(reason)
        character(len=*), intent(in) :: reason

        if (my_rank == 0) call say('skip ' // trim(current) // ': ' // reason)
    end subroutine skip

    subroutine check(holds, what)
        logical, intent(in) :: holds
        character(len=*), intent(in) :: what
        character(len=12) :: number

        if (holds) return
        failures = failures + 1
        write (number, '(i0)') my_rank
        call say('WRONG rank ' // trim(number) // ', ' // trim(current) // &
            ': ' // what)
    end subroutine check

    logical function failed()
        failed = failures > 0
    end function failed

    subroutine say(text)
        character(len=*), intent(in) :: text

        write (output_unit, '(a)') text
        flush (output_unit)
    end subroutine say

    integer function row_of(procedure)
        character(len=*), intent(in) :: procedure

        do row_of = 1, known
            if (rows(row_of)%procedure == procedure) return
        end do
        if (known == most_rows) error stop 'too many procedures'
        known = known + 1
        rows(known)%procedure = procedure
    end function row_of

    ! A call that the program is about to make.
    subroutine counted(procedure)
        character(len=*), intent(in) :: procedure

        last = row_of(procedure)
        rows(last)%calls = rows(last)%calls + 1
    end subroutine counted

    ! Bytes of the call that was counted last; once said of a procedure, its
    ! other calls move none.
    subroutine moved_here(bytes_out, bytes_in)
        integer, intent(in) :: bytes_out, bytes_in

        rows(last)%bytes_out = rows(last)%bytes_out + bytes_out
        rows(last)%bytes_in = rows(last)%bytes_in + bytes_in
        rows(last)%has_bytes = .true.
    end subroutine moved_here

    ! The same of a named procedure.
    subroutine moved_elsewhere(procedure, bytes_out, bytes_in)
        character(len=*), intent(in) :: procedure
        integer, intent(in) :: bytes_out, bytes_in

        last = row_of(procedure)
        call moved_here(bytes_out, bytes_in)
    end subroutine moved_elsewhere

    ! A message of the call that was counted last.
    subroutine sent_to(peer, bytes)
        integer, intent(in) :: peer, bytes

        call moved_here(bytes, 0)
        call add_to(sent(peer), bytes)
    end subroutine sent_to

    ! What the one-sided call that was counted last brings to a peer.
    subroutine put_to(peer, bytes)
        integer, intent(in) :: peer, bytes

        call moved_here(bytes, 0)
        call add_to(put(peer), bytes)
    end subroutine put_to

    ! What it gets; a call that fetches and adds does both.
    subroutine got_from(peer, bytes)
        integer, intent(in) :: peer, bytes

        call moved_here(0, bytes)
        call add_to(got(peer), bytes)
    end subroutine got_from

    subroutine add_to(moved_with, bytes)
        type(pair), intent(inout) :: moved_with
        integer, intent(in) :: bytes

        moved_with%messages = moved_with%messages + 1
        moved_with%bytes = moved_with%bytes + bytes
    end subroutine add_to

    subroutine write_row(unit, line)
        integer, intent(in) :: unit
        type(row), intent(in) :: line
        character(len=*), parameter :: tab = char(9)

        if (line%calls == 0) return
        if (line%has_bytes) then
            write (unit, '(i0, 2a, 3(a, i0))') my_rank, tab, &
                trim(line%procedure), tab, line%calls, tab, line%bytes_out, &
                tab, line%bytes_in
        else
            write (unit, '(i0, 3a, i0, 4a)') my_rank, tab, &
                trim(line%procedure), tab, line%calls, tab, '-', tab, '-'
        end if
    end subroutine write_row

    subroutine write_pairs(unit, mark, pairs)
        integer, intent(in) :: unit
        character(len=*), intent(in) :: mark
        type(pair), intent(in) :: pairs(0:)
        character(len=*), parameter :: tab = char(9)
        integer :: i

        do i = 0, ubound(pairs, 1)
            if (pairs(i)%messages > 0) &
                write (unit, '(i0, 3a, 2(i0, a), i0)') my_rank, tab, mark, &
                tab, i, tab, pairs(i)%messages, tab, pairs(i)%bytes
        end do
    end subroutine write_pairs

    subroutine close_cases()
        character(len=1020) :: path
        integer :: unit, i

        write (path, '(2a, i0, a)') trim(prefix), '.', my_rank, '.tsv'
        open (newunit=unit, file=path, status='replace', action='write')
        do i = 1, known
            call write_row(unit, rows(i))
        end do
        call write_pairs(unit, '->', sent)
        call write_pairs(unit, '=>', put)
        call write_pairs(unit, '<=', got)
        close (unit)
    end subroutine close_cases

end module odd_cases
