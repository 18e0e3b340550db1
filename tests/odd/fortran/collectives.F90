! SPDX-License-Identifier: BSD-3-Clause
! collectives.F90 - blocking collectives, with their bytes, in the world, in it
! backwards and alone.
!
!     mpiexec -n 3 ./collectives PREFIX [CASE]
#include "odd.h"
#define COLL(name_) call counted('MPI_' // 'name_'); call MPI_/**/name_
#define REQ
#include "collective_cases.h"

    subroutine finish()
    end subroutine finish

end module cases

#include "odd_main.inc"
