! SPDX-License-Identifier: BSD-3-Clause
! smoke.F90 - smoke.c in Fortran: the same calls in the same order.
!
! Compiled three times: -DINTERFACE=1 mpif.h, 2 use mpi, 3 use mpi_f08.
#if INTERFACE == 3
#define USED use mpi_f08
#define INCLUDED implicit none
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define MESSAGE type(MPI_Message)
#define DATATYPE type(MPI_Datatype)
#define STATUS(name) type(MPI_Status) :: name
#define STATUSES(name) type(MPI_Status) :: name(3)
#define ERR )
#elif INTERFACE == 2
#define USED use mpi
#define INCLUDED implicit none
#else
#define USED
#define INCLUDED include 'mpif.h'
#endif
#if INTERFACE < 3
#define COMM integer
#define REQUEST integer
#define MESSAGE integer
#define DATATYPE integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name) integer :: name(MPI_STATUS_SIZE, 3)
#define ERR , ierror)
#endif
#define WORLD MPI_COMM_WORLD

module state
    implicit none
    integer, save :: rank, other, ierror
    integer, save, asynchronous :: data(16), more(16)
end module state

subroutine point_to_point()
    use state
    USED
    INCLUDED
    STATUS(status)
    if (rank == 0) then
        call MPI_Send(data, 3, MPI_INTEGER, 1, 5, WORLD ERR
        call MPI_Ssend(data, 0, MPI_INTEGER, 1, 6, WORLD ERR
        call MPI_Send(data, 4, MPI_INTEGER, 1, 7, WORLD ERR
    else
        call MPI_Recv(data, 16, MPI_INTEGER, 0, 5, WORLD, &
            MPI_STATUS_IGNORE ERR
        call MPI_Recv(data, 16, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, &
            WORLD, status ERR
        call MPI_Probe(0, 7, WORLD, MPI_STATUS_IGNORE ERR
        call MPI_Recv(data, 16, MPI_INTEGER, MPI_ANY_SOURCE, 7, WORLD, &
            MPI_STATUS_IGNORE ERR
    end if
    call MPI_Recv(data, 1, MPI_INTEGER, MPI_PROC_NULL, 0, WORLD, status ERR
    call MPI_Sendrecv(data, 2, MPI_INTEGER, other, 8, more, 16, MPI_INTEGER, &
        other, 8, WORLD, MPI_STATUS_IGNORE ERR
    call MPI_Sendrecv_replace(data, 5, MPI_INTEGER, other, 9, other, 9, &
        WORLD, status ERR
end subroutine point_to_point

subroutine matched()
    use state
    USED
    INCLUDED
    MESSAGE :: found
    REQUEST :: req
    if (rank == 0) then
        call MPI_Send(data, 6, MPI_INTEGER, 1, 10, WORLD ERR
        call MPI_Send(data, 7, MPI_INTEGER, 1, 11, WORLD ERR
        return
    end if
    call MPI_Mprobe(0, 10, WORLD, found, MPI_STATUS_IGNORE ERR
    call MPI_Mrecv(data, 16, MPI_INTEGER, found, MPI_STATUS_IGNORE ERR
    call MPI_Mprobe(0, 11, WORLD, found, MPI_STATUS_IGNORE ERR
    call MPI_Imrecv(data, 16, MPI_INTEGER, found, req ERR
    call MPI_Wait(req, MPI_STATUS_IGNORE ERR
end subroutine matched

subroutine exchange(requests)
    use state
    USED
    INCLUDED
    REQUEST :: requests(3)
    requests(1) = MPI_REQUEST_NULL
    call MPI_Irecv(more, 16, MPI_INTEGER, other, 12, WORLD, requests(2) ERR
    call MPI_Isend(data, 2, MPI_INTEGER, other, 12, WORLD, requests(3) ERR
end subroutine exchange

subroutine wait_for_all()
    use state
    USED
    INCLUDED
    REQUEST :: requests(3)
    STATUSES(states)
    logical :: flag
    call exchange(requests)
    call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE ERR
    call exchange(requests)
    call MPI_Waitall(3, requests, states ERR
    call exchange(requests)
    flag = .false.
    do while (.not. flag)
        call MPI_Testall(3, requests, flag, MPI_STATUSES_IGNORE ERR
    end do
    call MPI_Waitall(0, requests, states ERR
end subroutine wait_for_all

subroutine wait_for_one()
    use state
    USED
    INCLUDED
    REQUEST :: requests(3)
    STATUS(status)
    logical :: flag
    integer :: number
    call exchange(requests)
    call MPI_Wait(requests(3), MPI_STATUS_IGNORE ERR
    call MPI_Waitany(3, requests, number, MPI_STATUS_IGNORE ERR
    call MPI_Waitany(3, requests, number, status ERR
    call exchange(requests)
    call MPI_Wait(requests(3), status ERR
    flag = .false.
    do while (.not. flag)
        call MPI_Testany(3, requests, number, flag, status ERR
    end do
    call MPI_Testany(3, requests, number, flag, MPI_STATUS_IGNORE ERR
    call exchange(requests)
    call MPI_Wait(requests(3), MPI_STATUS_IGNORE ERR
    flag = .false.
    do while (.not. flag)
        call MPI_Test(requests(2), flag, MPI_STATUS_IGNORE ERR
    end do
    call MPI_Test(requests(2), flag, status ERR
end subroutine wait_for_one

subroutine wait_for_some()
    use state
    USED
    INCLUDED
    REQUEST :: requests(3)
    STATUSES(states)
    integer :: numbers(3), found
    call exchange(requests)
    call MPI_Wait(requests(3), MPI_STATUS_IGNORE ERR
    call MPI_Waitsome(3, requests, found, numbers, MPI_STATUSES_IGNORE ERR
    call MPI_Waitsome(3, requests, found, numbers, states ERR
    call exchange(requests)
    call MPI_Wait(requests(3), MPI_STATUS_IGNORE ERR
    found = 0
    do while (found == 0)
        call MPI_Testsome(3, requests, found, numbers, states ERR
    end do
end subroutine wait_for_some

subroutine persistent()
    use state
    USED
    INCLUDED
    REQUEST :: requests(2)
    call MPI_Recv_init(more, 16, MPI_INTEGER, other, 13, WORLD, &
        requests(1) ERR
    call MPI_Send_init(data, 3, MPI_INTEGER, other, 13, WORLD, &
        requests(2) ERR
    call MPI_Startall(2, requests ERR
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE ERR
    call MPI_Start(requests(1) ERR
    call MPI_Start(requests(2) ERR
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE ERR
    call MPI_Request_free(requests(1) ERR
    call MPI_Request_free(requests(2) ERR
    call MPI_Irecv(more, 1, MPI_INTEGER, other, 99, WORLD, requests(1) ERR
    call MPI_Cancel(requests(1) ERR
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE ERR
end subroutine persistent

subroutine collectives()
    use state
    USED
    INCLUDED
    integer, asynchronous :: counts(2) = [1, 2], places(2) = [0, 1]
    REQUEST :: req
    call MPI_Barrier(WORLD ERR
    call MPI_Bcast(data, 9, MPI_INTEGER, 1, WORLD ERR
    call MPI_Allreduce(data, more, 4, MPI_INTEGER, MPI_SUM, WORLD ERR
    call MPI_Reduce(data, more, 4, MPI_INTEGER, MPI_SUM, 1, WORLD ERR
    call MPI_Gather(data, 2, MPI_INTEGER, more, 2, MPI_INTEGER, 0, WORLD ERR
    call MPI_Gatherv(data, counts(rank + 1), MPI_INTEGER, more, counts, &
        places, MPI_INTEGER, 0, WORLD ERR
    call MPI_Scatter(data, 2, MPI_INTEGER, more, 2, MPI_INTEGER, 0, WORLD ERR
    call MPI_Allgather(data, 3, MPI_INTEGER, more, 3, MPI_INTEGER, WORLD ERR
    call MPI_Alltoall(data, 2, MPI_INTEGER, more, 2, MPI_INTEGER, WORLD ERR
    call MPI_Scan(data, more, 1, MPI_INTEGER, MPI_SUM, WORLD ERR
    call MPI_Reduce_scatter(data, more, counts, MPI_INTEGER, MPI_SUM, &
        WORLD ERR
    call MPI_Reduce_scatter_block(data, more, 2, MPI_INTEGER, MPI_SUM, &
        WORLD ERR
    call MPI_Iallreduce(data, more, 4, MPI_INTEGER, MPI_SUM, WORLD, req ERR
    call MPI_Wait(req, MPI_STATUS_IGNORE ERR
    call MPI_Ibarrier(WORLD, req ERR
    call MPI_Wait(req, MPI_STATUS_IGNORE ERR
end subroutine collectives

subroutine all_to_all()
    use state
    USED
    INCLUDED
    integer, asynchronous :: equal(2) = [2, 2], places(2) = [0, 8]
    DATATYPE :: types(2)
    types = [MPI_INTEGER, MPI_INTEGER]
    call MPI_Alltoallv(data, equal, places, MPI_INTEGER, more, equal, &
        places, MPI_INTEGER, WORLD ERR
    call MPI_Alltoallw(data, equal, places, types, more, equal, places, &
        types, WORLD ERR
end subroutine all_to_all

subroutine in_place()
    use state
    USED
    INCLUDED
    REQUEST :: req
    call MPI_Allreduce(MPI_IN_PLACE, more, 4, MPI_INTEGER, MPI_SUM, WORLD ERR
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, more, 3, &
        MPI_INTEGER, WORLD ERR
    call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, more, 2, &
        MPI_INTEGER, WORLD ERR
    call MPI_Iallreduce(MPI_IN_PLACE, more, 4, MPI_INTEGER, MPI_SUM, &
        WORLD, req ERR
    call MPI_Wait(req, MPI_STATUS_IGNORE ERR
    if (rank == 0) then
        call MPI_Gather(MPI_IN_PLACE, 2, MPI_INTEGER, more, 2, MPI_INTEGER, &
            0, WORLD ERR
        call MPI_Scatter(data, 2, MPI_INTEGER, MPI_IN_PLACE, 2, &
            MPI_INTEGER, 0, WORLD ERR
        call MPI_Reduce(MPI_IN_PLACE, more, 4, MPI_INTEGER, MPI_SUM, 0, &
            WORLD ERR
    else
        call MPI_Gather(data, 2, MPI_INTEGER, more, 2, MPI_INTEGER, 0, &
            WORLD ERR
        call MPI_Scatter(data, 2, MPI_INTEGER, more, 2, MPI_INTEGER, 0, &
            WORLD ERR
        call MPI_Reduce(data, more, 4, MPI_INTEGER, MPI_SUM, 0, WORLD ERR
    end if
end subroutine in_place

subroutine neighbors()
    use state
    USED
    INCLUDED
    integer, asynchronous :: counts(2) = [1, 1]
    integer(MPI_ADDRESS_KIND), asynchronous :: places(2) = [0, 4]
    integer :: both(2)
    DATATYPE :: types(2)
    COMM :: ring, graph
    types = [MPI_INTEGER, MPI_INTEGER]
    both = other
    call MPI_Cart_create(WORLD, 1, [2], [.true.], .false., ring ERR
    call MPI_Neighbor_allgather(data, 1, MPI_INTEGER, more, 1, MPI_INTEGER, &
        ring ERR
    call MPI_Dist_graph_create_adjacent(WORLD, 2, both, MPI_UNWEIGHTED, 2, &
        both, MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph ERR
    call MPI_Neighbor_alltoallw(data, counts, places, types, more, counts, &
        places, types, graph ERR
    call MPI_Comm_free(graph ERR
    call MPI_Comm_free(ring ERR
end subroutine neighbors

subroutine objects()
    use state
    USED
    INCLUDED
    COMM :: twin, half
    DATATYPE :: pair
    REQUEST :: req
    call MPI_Comm_dup(WORLD, twin ERR
    call MPI_Comm_set_name(twin, 'the twin  ' ERR
    call MPI_Comm_split(twin, rank, 0, half ERR
    call MPI_Comm_free(half ERR
    call MPI_Comm_free(twin ERR
    call MPI_Comm_idup(WORLD, twin, req ERR
    call MPI_Wait(req, MPI_STATUS_IGNORE ERR
    call MPI_Comm_disconnect(twin ERR
    call MPI_Type_contiguous(2, MPI_INTEGER, pair ERR
    call MPI_Type_commit(pair ERR
    call MPI_Sendrecv(data, 1, pair, other, 14, more, 1, pair, other, 14, &
        WORLD, MPI_STATUS_IGNORE ERR
    call MPI_Type_free(pair ERR
end subroutine objects

subroutine region(name, begins)
    use, intrinsic :: iso_c_binding
    implicit none
    character(len=*), intent(in) :: name
    logical, intent(in) :: begins
    interface
        subroutine region_begin(name, length) &
                bind(c, name='mpiprof_f_region_begin')
            import :: c_char, c_size_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: length
        end subroutine region_begin
        subroutine region_end(name, length) &
                bind(c, name='mpiprof_f_region_end')
            import :: c_char, c_size_t
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: length
        end subroutine region_end
    end interface
    if (begins) then
        call region_begin(name, len(name, c_size_t))
    else
        call region_end(name, len(name, c_size_t))
    end if
end subroutine region

program smoke
    use state
    USED
    INCLUDED
#if INTERFACE == 3
    call MPI_Init()
#else
    call MPI_Init(ierror)
#endif
    call MPI_Comm_rank(WORLD, rank ERR
    other = 1 - rank
    data = 0
    more = 0
    call region('families  ', .true.)
    call point_to_point()
    call matched()
    call wait_for_all()
    call wait_for_one()
    call wait_for_some()
    call persistent()
    call collectives()
    call all_to_all()
    call in_place()
    call neighbors()
    call objects()
    call region('families', .false.)
    call MPI_Pcontrol(1)
#if INTERFACE == 3
    call MPI_Finalize()
#else
    call MPI_Finalize(ierror)
#endif
end program smoke
