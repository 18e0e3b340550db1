# SPDX-License-Identifier: BSD-3-Clause
# mpiprofConfig.cmake - a target for each MPI that mpiprof is installed for.
#
#   find_package(MPI REQUIRED COMPONENTS CXX)
#   find_package(mpiprof REQUIRED COMPONENTS openmpi)
#   target_link_libraries(sim MPI::MPI_CXX mpiprof::openmpi)   # in any order

file(GLOB _mpiprof_files "${CMAKE_CURRENT_LIST_DIR}/mpiprof-*.cmake")
foreach(_mpiprof_file IN LISTS _mpiprof_files)
    include("${_mpiprof_file}")
endforeach()
unset(_mpiprof_files)
unset(_mpiprof_file)

foreach(_mpiprof_mpi IN LISTS mpiprof_FIND_COMPONENTS)
    if(TARGET mpiprof::${_mpiprof_mpi})
        set(mpiprof_${_mpiprof_mpi}_FOUND TRUE)
    elseif(mpiprof_FIND_REQUIRED_${_mpiprof_mpi})
        set(mpiprof_FOUND FALSE)
        set(mpiprof_NOT_FOUND_MESSAGE
            "mpiprof is not installed for an MPI named ${_mpiprof_mpi}")
    endif()
endforeach()
unset(_mpiprof_mpi)
