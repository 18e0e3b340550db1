! SPDX-License-Identifier: BSD-3-Clause
! comm_names.F90 - names of communicators with blanks behind them, and before
! them, and names given late, from all Fortran interfaces.
!
!     mpiexec -n 2 ./comm_names
#include "fortran_interface.h"

module naming
    USE_MPI
    implicit none
    private
    public :: named

contains

    subroutine named(name)
        INCLUDE_MPI
        character(len=*), intent(in) :: name
        COMM :: comm
        ERROR_DECLARED

        call MPI_Comm_dup(MPI_COMM_WORLD, comm ERROR)
        call MPI_Barrier(comm ERROR)
        call MPI_Comm_set_name(comm, name ERROR)
        call MPI_Comm_free(comm ERROR)
    end subroutine named

end module naming

program comm_names
    USE_MPI
    use naming
    implicit none
    INCLUDE_MPI
    character(len=40) :: padded = 'padded with blanks'
    ERROR_DECLARED

    call MPI_Init(ONLY_ERROR)
    call named('short')
    call named(padded)
    call named(padded(:6))
    call named('two words  ')
    call MPI_Finalize(ONLY_ERROR)
end program comm_names
