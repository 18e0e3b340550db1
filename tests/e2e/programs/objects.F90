! objects.F90 - windows and files with known counts and bytes, from all Fortran
! interfaces.
!
!     mpiexec -n 3 ./objects PREFIX    (2 ranks or more)
!
! Compare rma.c and io.c, and counts.F90 for how it is compiled.
#include "fortran_interface.h"

module one_sided
    USE_MPI
    use, intrinsic :: iso_c_binding, only: c_ptr
    use expectations
    implicit none
    private
    public :: one_sided_init, fenced, locked, with_requests

    integer, parameter :: room_size = 1000, number_size = 4
    integer, save :: right
    integer, save, asynchronous :: data(room_size) = 0, room(room_size) = 0
    integer, save, asynchronous :: memory(room_size) = 0

contains

    subroutine one_sided_init(rank, size)
        integer, intent(in) :: rank, size

        right = mod(rank + 1, size)
    end subroutine one_sided_init

    pure integer function bytes(count)
        integer, intent(in) :: count

        bytes = count * number_size
    end function bytes

    subroutine fence(win)
        INCLUDE_MPI
        WINDOW, intent(in) :: win
        ERROR_DECLARED

        call MPI_Win_fence(0, win ERROR)
        call expect('MPI_Win_fence', 1, 0, 0)
    end subroutine fence

    subroutine finish(request)
        INCLUDE_MPI
        REQUEST, intent(inout) :: request
        ERROR_DECLARED

        call MPI_Wait(request, MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Wait', 1, 0, 0)
    end subroutine finish

    subroutine release(win)
        INCLUDE_MPI
        WINDOW, intent(inout) :: win
        ERROR_DECLARED

        call MPI_Win_free(win ERROR)
        call expect('MPI_Win_free', 1, 0, 0)
    end subroutine release

    subroutine fenced()
        INCLUDE_MPI
        WINDOW :: win
        integer(kind=MPI_ADDRESS_KIND) :: window_size, zero
        ERROR_DECLARED

        window_size = room_size * number_size
        zero = 0
        call MPI_Win_create(memory, window_size, number_size, MPI_INFO_NULL, &
            MPI_COMM_WORLD, win ERROR)
        call expect('MPI_Win_create', 1, 0, 0)
        call MPI_Win_set_name(win, 'halo window' ERROR)
        call expect('MPI_Win_set_name', 1, 0, 0)
        call fence(win)
        call MPI_Put(data, 10, MPI_INTEGER, right, zero, 10, MPI_INTEGER, &
            win ERROR)
        call expect('MPI_Put', 1, bytes(10), 0)
        call MPI_Put(data, 10, MPI_INTEGER, MPI_PROC_NULL, zero, 10, &
            MPI_INTEGER, win ERROR)
        call expect('MPI_Put', 1, 0, 0)
        call fence(win)
        call MPI_Get(room, 20, MPI_INTEGER, right, zero, 20, MPI_INTEGER, &
            win ERROR)
        call expect('MPI_Get', 1, 0, bytes(20))
        call fence(win)
        call MPI_Accumulate(data, 30, MPI_INTEGER, right, zero, 30, &
            MPI_INTEGER, MPI_SUM, win ERROR)
        call expect('MPI_Accumulate', 1, bytes(30), 0)
        call fence(win)
        call release(win)
    end subroutine fenced

    subroutine locked()
        INCLUDE_MPI
        WINDOW :: win
        BASE_POINTER :: base
        integer(kind=MPI_ADDRESS_KIND) :: window_size, zero
        ERROR_DECLARED

        window_size = room_size * number_size
        zero = 0
        call MPI_Win_allocate(window_size, number_size, MPI_INFO_NULL, &
            MPI_COMM_WORLD, base, win ERROR)
        call expect('MPI_Win_allocate', 1, 0, 0)
        call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win ERROR)
        call expect('MPI_Win_lock', 1, 0, 0)
        call MPI_Get_accumulate(data, 7, MPI_INTEGER, room, 7, MPI_INTEGER, &
            right, zero, 7, MPI_INTEGER, MPI_SUM, win ERROR)
        call expect('MPI_Get_accumulate', 1, bytes(7), bytes(7))
        call MPI_Get_accumulate(data, 8, MPI_INTEGER, room, 8, MPI_INTEGER, &
            right, zero, 8, MPI_INTEGER, MPI_NO_OP, win ERROR)
        call expect('MPI_Get_accumulate', 1, 0, bytes(8))
        call MPI_Fetch_and_op(data, room, MPI_INTEGER, right, zero, MPI_SUM, &
            win ERROR)
        call expect('MPI_Fetch_and_op', 1, bytes(1), bytes(1))
        call MPI_Compare_and_swap(data, data(2:2), room, MPI_INTEGER, right, &
            zero, win ERROR)
        call expect('MPI_Compare_and_swap', 1, bytes(1), bytes(1))
        call MPI_Win_flush(right, win ERROR)
        call expect('MPI_Win_flush', 1, 0, 0)
        call MPI_Win_unlock(right, win ERROR)
        call expect('MPI_Win_unlock', 1, 0, 0)
        call release(win)
    end subroutine locked

    subroutine with_requests()
        INCLUDE_MPI
        WINDOW :: win
        REQUEST :: req
        integer(kind=MPI_ADDRESS_KIND) :: window_size, zero
        ERROR_DECLARED

        window_size = room_size * number_size
        zero = 0
        call MPI_Win_create(memory, window_size, number_size, MPI_INFO_NULL, &
            MPI_COMM_WORLD, win ERROR)
        call expect('MPI_Win_create', 1, 0, 0)
        call MPI_Win_lock_all(0, win ERROR)
        call expect('MPI_Win_lock_all', 1, 0, 0)
        call MPI_Rput(data, 11, MPI_INTEGER, right, zero, 11, MPI_INTEGER, &
            win, req ERROR)
        call expect('MPI_Rput', 1, bytes(11), 0)
        call finish(req)
        call MPI_Rget(room, 12, MPI_INTEGER, right, zero, 12, MPI_INTEGER, &
            win, req ERROR)
        call expect('MPI_Rget', 1, 0, bytes(12))
        call finish(req)
        call MPI_Win_unlock_all(win ERROR)
        call expect('MPI_Win_unlock_all', 1, 0, 0)
        call release(win)
    end subroutine with_requests

end module one_sided

module files
    USE_MPI
    use expectations
    implicit none
    private
    public :: files_init, written_and_read, nonblocking, split

    integer, parameter :: room_size = 1000, number_size = 4, share = 100
    integer, save :: me, ranks
    character(len=1000), save :: name
    integer, save, asynchronous :: data(room_size) = 0, room(room_size) = 0

contains

    subroutine files_init(rank, size, prefix)
        integer, intent(in) :: rank, size
        character(len=*), intent(in) :: prefix

        me = rank
        ranks = size
        name = trim(prefix) // '.data'
    end subroutine files_init

    pure integer function bytes(count)
        integer, intent(in) :: count

        bytes = count * number_size
    end function bytes

    subroutine open_file(fh)
        INCLUDE_MPI
        FILE_HANDLE, intent(out) :: fh
        ERROR_DECLARED

        call MPI_File_open(MPI_COMM_WORLD, name, &
            MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, fh ERROR)
        call expect('MPI_File_open', 1, 0, 0)
    end subroutine open_file

    subroutine close_file(fh)
        INCLUDE_MPI
        FILE_HANDLE, intent(inout) :: fh
        ERROR_DECLARED

        call MPI_File_close(fh ERROR)
        call expect('MPI_File_close', 1, 0, 0)
    end subroutine close_file

    subroutine written_and_read()
        INCLUDE_MPI
        FILE_HANDLE :: fh
        STATUS(status)
        integer(kind=MPI_OFFSET_KIND) :: place, all
        ERROR_DECLARED

        place = me * bytes(share)
        all = ranks * bytes(share)
        call open_file(fh)
        call MPI_File_write_at(fh, place, data, share, MPI_INTEGER, &
            status ERROR)
        call expect('MPI_File_write_at', 1, bytes(share), 0)
        call MPI_File_seek(fh, place, MPI_SEEK_SET ERROR)
        call expect('MPI_File_seek', 1, 0, 0)
        call MPI_File_write_all(fh, data, share, MPI_INTEGER, &
            MPI_STATUS_IGNORE ERROR)
        call expect('MPI_File_write_all', 1, bytes(share), 0)
        call MPI_Barrier(MPI_COMM_WORLD ERROR)
        call expect('MPI_Barrier', 1, 0, 0)
        call MPI_File_read_at(fh, place, room, 10, MPI_INTEGER, &
            MPI_STATUS_IGNORE ERROR)
        call expect('MPI_File_read_at', 1, 0, bytes(10))
        call MPI_File_read_at(fh, all - bytes(3), room, 50, MPI_INTEGER, &
            status ERROR)
        call expect('MPI_File_read_at', 1, 0, bytes(3))
        call MPI_File_read_at_all(fh, place, room, 11, MPI_INTEGER, &
            status ERROR)
        call expect('MPI_File_read_at_all', 1, 0, bytes(11))
        call close_file(fh)
    end subroutine written_and_read

    subroutine nonblocking()
        INCLUDE_MPI
        FILE_HANDLE :: fh
        REQUEST :: req
        STATUS(status)
        integer(kind=MPI_OFFSET_KIND) :: place
        ERROR_DECLARED

        place = me * bytes(share)
        call open_file(fh)
        call MPI_File_seek(fh, place, MPI_SEEK_SET ERROR)
        call expect('MPI_File_seek', 1, 0, 0)
        call MPI_File_iwrite(fh, data, 12, MPI_INTEGER, req ERROR)
        call expect('MPI_File_iwrite', 1, 0, 0)
        call MPI_Wait(req, MPI_STATUS_IGNORE ERROR)
        call expect('MPI_Wait', 1, bytes(12), 0)
        call MPI_File_iread_at(fh, place, room, 13, MPI_INTEGER, req ERROR)
        call expect('MPI_File_iread_at', 1, 0, 0)
        call MPI_Wait(req, status ERROR)
        call expect('MPI_Wait', 1, 0, bytes(13))
        call close_file(fh)
    end subroutine nonblocking

    subroutine split()
        INCLUDE_MPI
        FILE_HANDLE :: fh
        STATUS(status)
        integer(kind=MPI_OFFSET_KIND) :: place
        ERROR_DECLARED

        place = me * bytes(share)
        call open_file(fh)
        call MPI_File_write_at_all_begin(fh, place, data, 14, &
            MPI_INTEGER ERROR)
        call expect('MPI_File_write_at_all_begin', 1, 0, 0)
        call MPI_File_write_at_all_end(fh, data, status ERROR)
        call expect('MPI_File_write_at_all_end', 1, bytes(14), 0)
        call MPI_File_read_at_all_begin(fh, place, room, 15, &
            MPI_INTEGER ERROR)
        call expect('MPI_File_read_at_all_begin', 1, 0, 0)
        call MPI_File_read_at_all_end(fh, room, MPI_STATUS_IGNORE ERROR)
        call expect('MPI_File_read_at_all_end', 1, 0, bytes(15))
        call close_file(fh)
        call MPI_Barrier(MPI_COMM_WORLD ERROR)
        call expect('MPI_Barrier', 1, 0, 0)
        if (me == 0) then
            call MPI_File_delete(name, MPI_INFO_NULL ERROR)
            call expect('MPI_File_delete', 1, 0, 0)
        end if
    end subroutine split

end module files

program objects
    USE_MPI
    use expectations
    use one_sided
    use files
    implicit none
    INCLUDE_MPI
    character(len=990) :: prefix
    integer :: rank, size
    ERROR_DECLARED

    call get_command_argument(1, prefix)
    call MPI_Init(ONLY_ERROR)
    call expect('MPI_Init', 1, 0, 0)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank ERROR)
    call MPI_Comm_size(MPI_COMM_WORLD, size ERROR)
    call one_sided_init(rank, size)
    call files_init(rank, size, prefix)
    call fenced()
    call locked()
    call with_requests()
    call written_and_read()
    call nonblocking()
    call split()
    call expect('MPI_Finalize', 1, 0, 0)
    call expect_write(prefix, rank)
    call MPI_Finalize(ONLY_ERROR)
end program objects
