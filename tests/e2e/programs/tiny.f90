! SPDX-License-Identifier: BSD-3-Clause
! tiny.f90 - refers to nothing of the MPI libraries but procedures that
! libmpiprof has too: a linker that leaves out libraries it does not need must
! not leave out MPI.
program tiny
  use mpi_f08
  use mpiprof
  implicit none
  call MPI_Init()
  call mpiprof_begin("phase")
  call MPI_Barrier(MPI_COMM_WORLD)
  call mpiprof_end("phase")
  call MPI_Finalize()
end program tiny
