! SPDX-License-Identifier: BSD-3-Clause
! io.F90 - files: each way to read and write, and what can be asked of them.
!
!     mpiexec -n 2 ./io PREFIX [CASE]
!
! Rank r writes n numbers at its place; offsets are in numbers.
#include "odd.h"

module callbacks
    use odd_world
    implicit none

    integer, save :: errors = 0

contains

    subroutine file_failed(file, code)
        FILEHANDLE :: file
        integer :: code

        errors = errors + 1
        if (file /= MPI_FILE_NULL .and. code == MPI_SUCCESS) errors = -1
    end subroutine file_failed

end module callbacks

module cases
    use odd_world
    use callbacks
    implicit none

    integer, parameter :: n = 10, offset = MPI_OFFSET_KIND
    integer, save, asynchronous :: data(n), room(n)
    character(len=20), parameter :: path = 'odd.data'

contains

    subroutine open_file(file)
        FILEHANDLE, intent(out) :: file

        data = me
        room = -1
        CALL(MPI_File_open)(MPI_COMM_WORLD, path, &
            MPI_MODE_RDWR + MPI_MODE_CREATE, MPI_INFO_NULL, file ERROR)
        CALL(MPI_File_set_size)(file, 0_offset ERROR)
        CALL(MPI_File_set_view)(file, 0_offset, MPI_INTEGER, MPI_INTEGER, &
            'native', MPI_INFO_NULL ERROR)
        call barrier()
    end subroutine open_file

    subroutine close_file(file)
        FILEHANDLE, intent(inout) :: file

        CALL(MPI_File_close)(file ERROR)
        call check(file == MPI_FILE_NULL, 'file closed')
    end subroutine close_file

    integer(offset) function place(rank)
        integer, intent(in) :: rank

        place = int(n, offset) * rank
    end function place

    subroutine check_room(wanted, what)
        integer, intent(in) :: wanted
        character(len=*), intent(in) :: what

        call check(all(room == wanted), what)
        room = -1
    end subroutine check_room

    ! The call that was counted last wrote or read all numbers.
    subroutine wrote()
        call moved(4 * n, 0)
    end subroutine wrote

    subroutine got()
        call moved(0, 4 * n)
    end subroutine got

    subroutine check_status(status)
        STATUS_ARGUMENT, intent(in) :: status
        integer :: numbers

        call MPI_Get_count(status, MPI_INTEGER, numbers ERROR)
        call check(numbers == n, 'count')
    end subroutine check_status

    subroutine settle(file)
        FILEHANDLE, intent(in) :: file

        CALL(MPI_File_sync)(file ERROR)
        call barrier()
    end subroutine settle

    subroutine at_places()
        FILEHANDLE :: file
        STATUS(status)

        call open_file(file)
        CALL(MPI_File_write_at)(file, place(me), data, n, MPI_INTEGER, &
            status ERROR)
        call wrote()
        call check_status(status)
        call settle(file)
        CALL(MPI_File_read_at)(file, place(right), room, n, MPI_INTEGER, &
            status ERROR)
        call got()
        call check_status(status)
        call check_room(right, 'read_at')
        CALL(MPI_File_write_at_all)(file, place(me), data, n, MPI_INTEGER, &
            MPI_STATUS_IGNORE ERROR)
        call wrote()
        call settle(file)
        CALL(MPI_File_read_at_all)(file, place(right), room, n, MPI_INTEGER, &
            MPI_STATUS_IGNORE ERROR)
        call got()
        call check_room(right, 'read_at_all')
        call close_file(file)
    end subroutine at_places

    subroutine own_pointer()
        FILEHANDLE :: file
        STATUS(status)
        integer(offset) :: where

        call open_file(file)
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_write)(file, data, n, MPI_INTEGER, status ERROR)
        call wrote()
        call check_status(status)
        CALL(MPI_File_get_position)(file, where ERROR)
        call check(where == place(me + 1), 'position')
        call settle(file)
        CALL(MPI_File_seek)(file, place(right), MPI_SEEK_SET ERROR)
        CALL(MPI_File_read)(file, room, n, MPI_INTEGER, status ERROR)
        call got()
        call check_room(right, 'read')
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_write_all)(file, data, n, MPI_INTEGER, status ERROR)
        call wrote()
        call settle(file)
        CALL(MPI_File_seek)(file, place(left), MPI_SEEK_SET ERROR)
        CALL(MPI_File_read_all)(file, room, n, MPI_INTEGER, &
            MPI_STATUS_IGNORE ERROR)
        call got()
        call check_room(left, 'read_all')
        call close_file(file)
    end subroutine own_pointer

    subroutine not_waiting()
        FILEHANDLE :: file
        REQUEST :: request
        STATUS(status)

        call open_file(file)
        CALL(MPI_File_iwrite_at)(file, place(me), data, n, MPI_INTEGER, &
            request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, status ERROR)
        call wrote()
        call check_status(status)
        call settle(file)
        CALL(MPI_File_iread_at)(file, place(right), room, n, MPI_INTEGER, &
            request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call got()
        call check_room(right, 'iread_at')
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_iwrite)(file, data, n, MPI_INTEGER, request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call wrote()
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_iread)(file, room, n, MPI_INTEGER, request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, status ERROR)
        call got()
        call check_room(me, 'iread')
        call close_file(file)
    end subroutine not_waiting

    subroutine not_waiting_together()
        FILEHANDLE :: file
        REQUEST :: request
        STATUS(status)

        call open_file(file)
        CALL(MPI_File_iwrite_at_all)(file, place(me), data, n, MPI_INTEGER, &
            request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, status ERROR)
        call wrote()
        call settle(file)
        CALL(MPI_File_iread_at_all)(file, place(right), room, n, MPI_INTEGER, &
            request ERROR)
        call moved(0, 0)
        CALL(MPI_Wait)(request, status ERROR)
        call got()
        call check_room(right, 'iread_at_all')
        call close_file(file)
    end subroutine not_waiting_together

    subroutine in_two_steps()
        FILEHANDLE :: file
        STATUS(status)

        call open_file(file)
        CALL(MPI_File_write_at_all_begin)(file, place(me), data, n, &
            MPI_INTEGER ERROR)
        call moved(0, 0)
        CALL(MPI_File_write_at_all_end)(file, data, status ERROR)
        call wrote()
        call check_status(status)
        call settle(file)
        CALL(MPI_File_read_at_all_begin)(file, place(right), room, n, &
            MPI_INTEGER ERROR)
        call moved(0, 0)
        CALL(MPI_File_read_at_all_end)(file, room, MPI_STATUS_IGNORE ERROR)
        call got()
        call check_room(right, 'read_at_all')
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_write_all_begin)(file, data, n, MPI_INTEGER ERROR)
        call moved(0, 0)
        CALL(MPI_File_write_all_end)(file, data, status ERROR)
        call wrote()
        CALL(MPI_File_seek)(file, place(me), MPI_SEEK_SET ERROR)
        CALL(MPI_File_read_all_begin)(file, room, n, MPI_INTEGER ERROR)
        call moved(0, 0)
        CALL(MPI_File_read_all_end)(file, room, status ERROR)
        call got()
        call check_room(me, 'read_all')
        call close_file(file)
    end subroutine in_two_steps

    subroutine shared_pointer()
        FILEHANDLE :: file
        STATUS(status)
        integer(offset) :: where

        call open_file(file)
        CALL(MPI_File_write_shared)(file, data, n, MPI_INTEGER, status ERROR)
        call wrote()
        call check_status(status)
        call settle(file)
        CALL(MPI_File_get_position_shared)(file, where ERROR)
        call check(where == place(ranks), 'position')
        call barrier()
        CALL(MPI_File_seek_shared)(file, 0_offset, MPI_SEEK_SET ERROR)
        CALL(MPI_File_write_ordered)(file, data, n, MPI_INTEGER, status ERROR)
        call wrote()
        call settle(file)
        CALL(MPI_File_seek_shared)(file, 0_offset, MPI_SEEK_SET ERROR)
        CALL(MPI_File_read_ordered)(file, room, n, MPI_INTEGER, status ERROR)
        call got()
        call check_room(me, 'read_ordered')
        CALL(MPI_File_seek_shared)(file, 0_offset, MPI_SEEK_SET ERROR)
        CALL(MPI_File_read_shared)(file, room, n, MPI_INTEGER, status ERROR)
        call got()
        call check(all(room == room(1)), 'read_shared')
        call close_file(file)
    end subroutine shared_pointer

    ! Each rank sees every other number only.
    subroutine views()
        FILEHANDLE :: file
        DATATYPE :: type, etype
        STATUS(status)
        integer(offset) :: where, bytes
        character(len=MPI_MAX_DATAREP_STRING) :: name
        integer :: all_numbers(2 * n)

        call open_file(file)
        CALL(MPI_Type_create_subarray)(1, [2], [1], [mod(me, 2)], &
            MPI_ORDER_FORTRAN, MPI_INTEGER, type ERROR)
        CALL(MPI_Type_commit)(type ERROR)
        CALL(MPI_File_set_view)(file, 0_offset, MPI_INTEGER, type, 'native', &
            MPI_INFO_NULL ERROR)
        CALL(MPI_Type_free)(type ERROR)
        if (me < 2) then
            CALL(MPI_File_write)(file, data, n, MPI_INTEGER, status ERROR)
            call wrote()
            call check_status(status)
        end if
        CALL(MPI_File_get_byte_offset)(file, 3_offset, bytes ERROR)
        call check(bytes == 24 + 4 * mod(me, 2), 'byte offset')
        name = 'x'
        CALL(MPI_File_get_view)(file, where, etype, type, name ERROR)
        call check(where == 0 .and. name == 'native', 'view')
        CALL(MPI_Type_free)(type ERROR)
        CALL(MPI_File_set_view)(file, 0_offset, MPI_INTEGER, MPI_INTEGER, &
            'native', MPI_INFO_NULL ERROR)
        call settle(file)
        CALL(MPI_File_read_at)(file, 0_offset, all_numbers, 2 * n, &
            MPI_INTEGER, status ERROR)
        call moved(0, 8 * n)
        call check(all(all_numbers(1::2) == 0), 'numbers of rank 0')
        call check(all(all_numbers(2::2) == 1), 'numbers of rank 1')
        call close_file(file)
    end subroutine views

    subroutine what_it_is()
        FILEHANDLE :: file
        GROUP :: group
        INFO :: info
        integer(offset) :: bytes
        integer(address) :: extent
        integer :: mode, size
        logical :: flag

        call open_file(file)
        CALL(MPI_File_preallocate)(file, 800_offset ERROR)
        CALL(MPI_File_get_size)(file, bytes ERROR)
        call check(bytes == 800, 'size')
        CALL(MPI_File_get_amode)(file, mode ERROR)
        call check(mode == MPI_MODE_RDWR + MPI_MODE_CREATE, 'mode')
        CALL(MPI_File_get_group)(file, group ERROR)
        CALL(MPI_Group_size)(group, size ERROR)
        call check(size == ranks, 'group')
        CALL(MPI_Group_free)(group ERROR)
        CALL(MPI_File_set_atomicity)(file, .true. ERROR)
        CALL(MPI_File_get_atomicity)(file, flag ERROR)
        call check(flag, 'atomicity')
        CALL(MPI_File_get_type_extent)(file, MPI_INTEGER, extent ERROR)
        call check(extent == 4, 'extent')
        CALL(MPI_File_get_info)(file, info ERROR)
        CALL(MPI_File_set_info)(file, info ERROR)
        CALL(MPI_Info_free)(info ERROR)
        call close_file(file)
    end subroutine what_it_is

    ! Errors of files return unless somebody says otherwise.
    subroutine failing()
        FILEHANDLE :: file
        ERRHANDLER :: handler, found
        integer :: code

        CALL(MPI_File_open)(MPI_COMM_WORLD, 'there is no such file', &
            MPI_MODE_RDONLY, MPI_INFO_NULL, file, code)
        call check(class_of(code) == MPI_ERR_NO_SUCH_FILE, 'no such file')
        CALL(MPI_File_get_errhandler)(MPI_FILE_NULL, found ERROR)
        call check(found == MPI_ERRORS_RETURN, 'handler of all files')
        call open_file(file)
        CALL(MPI_File_create_errhandler)(file_failed, handler ERROR)
        CALL(MPI_File_set_errhandler)(file, handler ERROR)
        CALL(MPI_Errhandler_free)(handler ERROR)
        errors = 0
        CALL(MPI_File_seek)(file, -5_offset, MPI_SEEK_SET, code)
        call check(errors == 1, 'calls of the handler')
        call check(code /= MPI_SUCCESS, 'place before the file')
        CALL(MPI_File_call_errhandler)(file, MPI_ERR_OTHER ERROR)
        call check(errors == 2, 'handler called by hand')
        call close_file(file)
    end subroutine failing

    subroutine deleted()
        integer :: code

        call barrier()
        if (me == 0) then
            CALL(MPI_File_delete)(path, MPI_INFO_NULL ERROR)
            CALL(MPI_File_delete)(path, MPI_INFO_NULL, code)
            call check(class_of(code) == MPI_ERR_NO_SUCH_FILE, 'deleted twice')
        end if
        call barrier()
    end subroutine deleted

    subroutine all_cases()
        if (starts('at')) call at_places()
        if (starts('own_pointer')) call own_pointer()
        if (starts('nonblocking')) call not_waiting()
        if (starts('together')) call not_waiting_together()
        if (starts('split')) call in_two_steps()
        if (starts('shared_pointer')) call shared_pointer()
        if (starts('views')) call views()
        if (starts('questions')) call what_it_is()
        if (starts('errors')) call failing()
        if (starts('delete')) call deleted()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
