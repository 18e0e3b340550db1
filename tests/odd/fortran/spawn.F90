! SPDX-License-Identifier: BSD-3-Clause
! spawn.F90 - programs that start others, and those that meet by a port.
!
!     mpiexec -n 2 ./spawn PREFIX [CASE]
!
! A spawned program is this one again: its first argument is `child'.  It is
! a world of its own, so what it calls is not told.
#include "odd.h"

module cases
    use odd_world
    implicit none

contains

    subroutine child()
        COMM :: parent
        character(len=100) :: words(2)
        integer :: rank, number

        call MPI_Comm_rank(MPI_COMM_WORLD, rank ERROR)
        call MPI_Comm_get_parent(parent ERROR)
        call get_command_argument(2, words(1))
        call get_command_argument(3, words(2))
        number = merge(1, 0, words(1) == 'two words' .and. words(2) == 'x')
        call MPI_Send(number, 1, MPI_INTEGER, 0, 5, parent ERROR)
        call MPI_Recv(number, 1, MPI_INTEGER, 0, 6, parent, &
            MPI_STATUS_IGNORE ERROR)
        call MPI_Comm_disconnect(parent ERROR)
        call MPI_Finalize(ONLY_ERROR)
    end subroutine child

    ! Errors of the calls that not each installation can do return.
    subroutine careful(on)
        logical, intent(in) :: on

        if (on) then
            CALL(MPI_Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_RETURN &
                ERROR)
        else
            CALL(MPI_Comm_set_errhandler)(MPI_COMM_WORLD, &
                MPI_ERRORS_ARE_FATAL ERROR)
        end if
    end subroutine careful

    subroutine spawned()
        COMM :: children
        character(len=20) :: arguments(4)
        character(len=200) :: program
        integer :: codes(1), remote, code

        call get_command_argument(0, program)
        arguments = ''
        arguments(1) = 'child'
        arguments(2) = 'two words'
        arguments(3) = 'x'
        call careful(.true.)
        CALL(MPI_Comm_spawn)(program, arguments, 1, MPI_INFO_NULL, 0, &
            MPI_COMM_WORLD, children, codes, code)
        call careful(.false.)
        if (code /= MPI_SUCCESS) then
            call skip('MPI_Comm_spawn fails here')
            return
        end if
        CALL(MPI_Comm_remote_size)(children, remote ERROR)
        call check(remote == 1 .and. codes(1) == MPI_SUCCESS, 'one child')
        call talk(children)
    end subroutine spawned

    subroutine talk(children)
        COMM, intent(inout) :: children
        integer :: number

        if (me == 0) then
            CALL(MPI_Recv)(number, 1, MPI_INTEGER, 0, 5, children, &
                MPI_STATUS_IGNORE ERROR)
            call moved(0, 4)
            call check(number == 1, 'arguments of the child')
            CALL(MPI_Send)(number, 1, MPI_INTEGER, 0, 6, children ERROR)
        end if
        CALL(MPI_Comm_disconnect)(children ERROR)
        call check(children == MPI_COMM_NULL, 'disconnected')
    end subroutine talk

    subroutine spawned_ignoring()
        COMM :: children
        character(len=20) :: arguments(4)
        character(len=200) :: program
        integer :: code

        call get_command_argument(0, program)
        arguments = ''
        arguments(1) = 'child'
        arguments(2) = 'two words'
        arguments(3) = 'x'
        call careful(.true.)
        CALL(MPI_Comm_spawn)(program, arguments, 1, MPI_INFO_NULL, 0, &
            MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, code)
        call careful(.false.)
        if (code /= MPI_SUCCESS) then
            call skip('MPI_Comm_spawn fails here')
            return
        end if
        call talk(children)
    end subroutine spawned_ignoring

    subroutine no_parent()
        COMM :: parent

        CALL(MPI_Comm_get_parent)(parent ERROR)
        call check(parent == MPI_COMM_NULL, 'no parent')
    end subroutine no_parent

    ! Rank 0 waits at a port for rank 1.
    subroutine by_a_port()
        character(len=MPI_MAX_PORT_NAME) :: port
        COMM :: half, other
        integer :: remote, number, code

        CALL(MPI_Comm_split)(MPI_COMM_WORLD, me, 0, half ERROR)
        port = ''
        if (me == 0) then
            call careful(.true.)
            CALL(MPI_Open_port)(MPI_INFO_NULL, port, code)
            call careful(.false.)
            if (code /= MPI_SUCCESS) port = ''
        end if
        CALL(MPI_Bcast)(port, len(port), MPI_CHARACTER, 0, &
            MPI_COMM_WORLD ERROR)
        if (port == '') then
            call skip('MPI_Open_port fails here')
            call free_comm(half)
            return
        end if
        if (me == 0) then
            CALL(MPI_Comm_accept)(port, MPI_INFO_NULL, 0, half, other ERROR)
            CALL(MPI_Close_port)(port ERROR)
        else
            CALL(MPI_Comm_connect)(port, MPI_INFO_NULL, 0, half, other ERROR)
        end if
        CALL(MPI_Comm_remote_size)(other, remote ERROR)
        call check(remote == 1, 'the other side')
        CALL(MPI_Allreduce)(me, number, 1, MPI_INTEGER, MPI_SUM, other ERROR)
        call check(number == 1 - me, 'number of the other side')
        CALL(MPI_Comm_disconnect)(other ERROR)
        call free_comm(half)
    end subroutine by_a_port

    subroutine all_cases()
        if (starts('no_parent')) call no_parent()
        if (starts('port') .and. ranks == 2) call by_a_port()
        if (starts('spawn')) call spawned()
        if (starts('spawn_ignoring')) call spawned_ignoring()
    end subroutine all_cases

end module cases

program spawn
    use cases
    implicit none
    character(len=20) :: word

    CALL(MPI_Init)(ONLY_ERROR)
    call get_command_argument(1, word)
    if (word == 'child') then
        call child()
        stop
    end if
    call find_place()
    call all_cases()
    call leave_world()
end program spawn
