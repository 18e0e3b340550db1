! SPDX-License-Identifier: BSD-3-Clause
! nonblocking.F90 - the collectives of collectives.F90 in their nonblocking
! form.  Their bytes are charged to the call that starts them.
!
!     mpiexec -n 3 ./nonblocking PREFIX [CASE]
#include "odd.h"
#define COLL(name_) call counted('MPI_I' // 'name_'); call MPI_I/**/name_
#define REQ , request
#include "collective_cases.h"

    subroutine finish()
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call moved(0, 0)
        call check(request == MPI_REQUEST_NULL, 'request after its wait')
    end subroutine finish

end module cases

#include "odd_main.inc"
