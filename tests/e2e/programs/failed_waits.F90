! SPDX-License-Identifier: BSD-3-Clause
! failed_waits.F90 - what failed_waits.c does, from all Fortran interfaces.
!
!     mpiexec -n 2 ./failed_waits
!
! Open MPI 4 does not set the handle of what has failed to null in Fortran; the
! program does it itself.
#include "fortran_interface.h"

program failed_waits
    USE_MPI
    implicit none
    INCLUDE_MPI
    integer, parameter :: long = 8, ways = 4
    integer, asynchronous :: short_room(1), long_room(long), data(long)
    integer :: rank, way, code, found, many, indices(2)
    logical :: flag
    REQUEST :: requests(2)
    integer :: error

    data = 0
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
    do way = 1, ways
        if (rank == 0) then
            call MPI_Irecv(short_room, 1, MPI_INTEGER, 1, 1, &
                MPI_COMM_WORLD, requests(1), error)
            call MPI_Irecv(long_room, long, MPI_INTEGER, 1, 2, &
                MPI_COMM_WORLD, requests(2), error)
        end if
        call MPI_Barrier(MPI_COMM_WORLD, error)
        if (rank == 1) call MPI_Send(data, long, MPI_INTEGER, 0, 1, &
            MPI_COMM_WORLD, error)
        code = MPI_SUCCESS
        do while (rank == 0 .and. code == MPI_SUCCESS)
            select case (way)
            case (1)
                call MPI_Waitany(2, requests, found, MPI_STATUS_IGNORE, code)
            case (2)
                call MPI_Testany(2, requests, found, flag, &
                    MPI_STATUS_IGNORE, code)
            case (3)
                call MPI_Waitsome(2, requests, many, indices, &
                    MPI_STATUSES_IGNORE, code)
            case (4)
                call MPI_Testsome(2, requests, many, indices, &
                    MPI_STATUSES_IGNORE, code)
            end select
        end do
        call MPI_Barrier(MPI_COMM_WORLD, error)
        if (rank == 1) then
            call MPI_Send(data, long, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, &
                error)
        else
            requests(1) = MPI_REQUEST_NULL
            call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
        end if
    end do
    call MPI_Finalize(error)
end program failed_waits
