/* SPDX-License-Identifier: BSD-3-Clause */
! collective_cases.h - the module of collectives.F90 and of nonblocking.F90.
!
! COLL(name) calls MPI_name or MPI_Iname, REQ is the further argument of the
! latter, and finish() waits for it.  With P members, me of them and b bytes a
! member, bytes out / in are P b / b at the root of a Bcast or Scatter and
! 0 / b elsewhere, b / P b and b / 0 for a Gather or Reduce, P b / P b where all
! send to all, and MPI_IN_PLACE drops the own share.
module cases
    use odd_world
    implicit none

    integer, parameter :: n = 5, b = 4 * n, most = 16
    integer, save :: size, rank, root, total, own
    integer, save :: counts(most), places(most)
    integer, save :: same(most), same_places(most), byte_places(most)
    integer, save, asynchronous :: data(most * most), room(most * most)
    COMM, save :: comm
    DATATYPE, save :: types(most)
    REQUEST, save :: request
    logical, save :: is_root

contains

    subroutine set_comm(given, root_rank)
        COMM, intent(in) :: given
        integer, intent(in) :: root_rank
        integer :: i

        comm = given
        call MPI_Comm_size(comm, size ERROR)
        call MPI_Comm_rank(comm, rank ERROR)
        root = mod(root_rank, size)
        is_root = rank == root
        counts(:size) = [(i, i = 1, size)]
        places(:size) = [(i * (i - 1) / 2, i = 1, size)]
        same = n
        same_places = [(n * (i - 1), i = 1, most)]
        byte_places = 4 * same_places
        types = MPI_INTEGER
        total = 4 * size * (size + 1) / 2
        own = 4 * counts(rank + 1)
    end subroutine set_comm

    ! Block i holds n numbers start + i, i from 0.
    function blocks(start)
        integer, intent(in) :: start
        integer :: blocks(n * size), i

        blocks = [(start + (i - 1) / n, i = 1, n * size)]
    end function blocks

    ! Block i holds i + 1 numbers start + i.
    function uneven(start)
        integer, intent(in) :: start
        integer :: uneven(total / 4), i, j

        uneven = [((start + i, j = 0, i), i = 0, size - 1)]
    end function uneven

    integer function sum_of_ranks()
        sum_of_ranks = size * (size - 1) / 2
    end function sum_of_ranks

    subroutine one_to_all()
        data = -1
        if (is_root) data(:n) = 100 + root
        COLL(Bcast)(data, n, MPI_INTEGER, root, comm REQ ERROR)
        call moved(merge(size * b, 0, is_root), b)
        call finish()
        call check(all(data(:n) == 100 + root), 'Bcast')
        room = -1
        if (is_root) data(:n * size) = blocks(200)
        COLL(Scatter)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, root, &
            comm REQ ERROR)
        call moved(merge(size * b, 0, is_root), b)
        call finish()
        call check(all(room(:n) == 200 + rank), 'Scatter')
        room = -1
        if (is_root) data(:total / 4) = uneven(300)
        COLL(Scatterv)(data, counts, places, MPI_INTEGER, room, rank + 1, &
            MPI_INTEGER, root, comm REQ ERROR)
        call moved(merge(total, 0, is_root), own)
        call finish()
        call check(all(room(:rank + 1) == 300 + rank), 'Scatterv')
        call check(room(rank + 2) == -1, 'memory after Scatterv')
    end subroutine one_to_all

    subroutine all_to_one()
        data = rank
        room = -1
        COLL(Gather)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, root, &
            comm REQ ERROR)
        call moved(b, merge(size * b, 0, is_root))
        call finish()
        if (is_root) call check(all(room(:n * size) == blocks(0)), 'Gather')
        room = -1
        COLL(Gatherv)(data, rank + 1, MPI_INTEGER, room, counts, places, &
            MPI_INTEGER, root, comm REQ ERROR)
        call moved(own, merge(total, 0, is_root))
        call finish()
        if (is_root) call check(all(room(:total / 4) == uneven(0)), 'Gatherv')
        room = -1
        COLL(Reduce)(data, room, n, MPI_INTEGER, MPI_SUM, root, &
            comm REQ ERROR)
        call moved(b, merge(size * b, 0, is_root))
        call finish()
        call check(all(room(:n) == merge(sum_of_ranks(), -1, is_root)), &
            'Reduce')
    end subroutine all_to_one

    ! Only the root says MPI_IN_PLACE.  What others say of its side is wrong
    ! on purpose: it does not matter there.
    subroutine one_root_in_place()
        if (is_root) then
            call root_in_place()
        else
            call others_of_in_place()
        end if
    end subroutine one_root_in_place

    subroutine root_in_place()
        integer :: rest

        rest = (size - 1) * b
        data(:n * size) = blocks(0)
        COLL(Scatter)(data, n, MPI_INTEGER, MPI_IN_PLACE, -1, &
            MPI_DATATYPE_NULL, root, comm REQ ERROR)
        call moved(rest, 0)
        call finish()
        data(:total / 4) = uneven(0)
        COLL(Scatterv)(data, counts, places, MPI_INTEGER, MPI_IN_PLACE, -1, &
            MPI_DATATYPE_NULL, root, comm REQ ERROR)
        call moved(total - own, 0)
        call finish()
        room(:n * size) = merge(blocks(0), -1, blocks(0) == root)
        COLL(Gather)(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, room, n, &
            MPI_INTEGER, root, comm REQ ERROR)
        call moved(0, rest)
        call finish()
        call check(all(room(:n * size) == blocks(0)), 'Gather')
        room(:total / 4) = merge(uneven(0), -1, uneven(0) == root)
        COLL(Gatherv)(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, room, counts, &
            places, MPI_INTEGER, root, comm REQ ERROR)
        call moved(0, total - own)
        call finish()
        call check(all(room(:total / 4) == uneven(0)), 'Gatherv')
        room = rank
        COLL(Reduce)(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_SUM, root, &
            comm REQ ERROR)
        call moved(0, rest)
        call finish()
        call check(all(room(:n) == sum_of_ranks()), 'Reduce')
        call check(room(n + 1) == rank, 'memory after Reduce')
    end subroutine root_in_place

    subroutine others_of_in_place()
        integer :: nothing(1)

        nothing = -77
        COLL(Scatter)(nothing, -1, MPI_DATATYPE_NULL, room, n, MPI_INTEGER, &
            root, comm REQ ERROR)
        call moved(0, b)
        call finish()
        call check(all(room(:n) == rank), 'Scatter')
        COLL(Scatterv)(nothing, nothing, nothing, MPI_DATATYPE_NULL, room, &
            rank + 1, MPI_INTEGER, root, comm REQ ERROR)
        call moved(0, own)
        call finish()
        call check(all(room(:rank + 1) == rank), 'Scatterv')
        data = rank
        COLL(Gather)(data, n, MPI_INTEGER, nothing, -1, MPI_DATATYPE_NULL, &
            root, comm REQ ERROR)
        call moved(b, 0)
        call finish()
        COLL(Gatherv)(data, rank + 1, MPI_INTEGER, nothing, nothing, nothing, &
            MPI_DATATYPE_NULL, root, comm REQ ERROR)
        call moved(own, 0)
        call finish()
        COLL(Reduce)(data, nothing, n, MPI_INTEGER, MPI_SUM, root, &
            comm REQ ERROR)
        call moved(b, 0)
        call finish()
        call check(nothing(1) == -77, 'buffer that does not matter')
    end subroutine others_of_in_place

    subroutine all_gather()
        data = rank
        room = -1
        COLL(Allgather)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check(all(room(:n * size) == blocks(0)), 'Allgather')
        room = -1
        COLL(Allgatherv)(data, rank + 1, MPI_INTEGER, room, counts, places, &
            MPI_INTEGER, comm REQ ERROR)
        call moved(size * own, total)
        call finish()
        call check(all(room(:total / 4) == uneven(0)), 'Allgatherv')
        room(:n * size) = merge(blocks(0), -1, blocks(0) == rank)
        COLL(Allgather)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, room, n, &
            MPI_INTEGER, comm REQ ERROR)
        call moved((size - 1) * b, (size - 1) * b)
        call finish()
        call check(all(room(:n * size) == blocks(0)), 'Allgather in place')
        room(:total / 4) = merge(uneven(0), -1, uneven(0) == rank)
        COLL(Allgatherv)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, room, counts, &
            places, MPI_INTEGER, comm REQ ERROR)
        call moved((size - 1) * own, total - own)
        call finish()
        call check(all(room(:total / 4) == uneven(0)), 'Allgatherv in place')
    end subroutine all_gather

    subroutine all_to_all()
        data(:n * size) = blocks(100 * rank)
        room = -1
        COLL(Alltoall)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check_exchanged('Alltoall')
        COLL(Alltoallv)(data, same, same_places, MPI_INTEGER, room, same, &
            same_places, MPI_INTEGER, comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check_exchanged('Alltoallv')
        COLL(Alltoallw)(data, same, byte_places, types, room, same, &
            byte_places, types, comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check_exchanged('Alltoallw')
    end subroutine all_to_all

    subroutine check_exchanged(what)
        character(len=*), intent(in) :: what
        integer :: i

        do i = 0, size - 1
            call check(all(room(n * i + 1:n * i + n) == 100 * i + rank), what)
        end do
        call check(room(n * size + 1) == -1, 'memory after ' // what)
        room = -1
    end subroutine check_exchanged

    subroutine all_to_all_in_place()
        integer :: rest, nothing(1)

        rest = (size - 1) * b
        nothing = -1
        room = -1
        room(:n * size) = blocks(100 * rank)
        COLL(Alltoall)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, room, n, &
            MPI_INTEGER, comm REQ ERROR)
        call moved(rest, rest)
        call finish()
        call check_exchanged('Alltoall in place')
        room(:n * size) = blocks(100 * rank)
        COLL(Alltoallv)(MPI_IN_PLACE, nothing, nothing, MPI_DATATYPE_NULL, &
            room, same, same_places, MPI_INTEGER, comm REQ ERROR)
        call moved(rest, rest)
        call finish()
        call check_exchanged('Alltoallv in place')
        room(:n * size) = blocks(100 * rank)
        COLL(Alltoallw)(MPI_IN_PLACE, same, byte_places, types, room, same, &
            byte_places, types, comm REQ ERROR)
        call moved(rest, rest)
        call finish()
        call check_exchanged('Alltoallw in place')
    end subroutine all_to_all_in_place

    ! Member i sends i + 1 numbers to each.
    subroutine uneven_exchange()
        integer :: out(most), into_places(most)

        out = rank + 1
        into_places(:size) = places(:size)
        data = rank
        room = -1
        COLL(Alltoallv)(data, out, same_places, MPI_INTEGER, room, counts, &
            into_places, MPI_INTEGER, comm REQ ERROR)
        call moved(size * own, total)
        call finish()
        call check(all(room(:total / 4) == uneven(0)), 'Alltoallv')
        call check(room(total / 4 + 1) == -1, 'memory after Alltoallv')
    end subroutine uneven_exchange

    subroutine reductions()
        data = rank
        room = -1
        COLL(Allreduce)(data, room, n, MPI_INTEGER, MPI_SUM, comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check(all(room(:n) == sum_of_ranks()), 'Allreduce')
        room = rank
        COLL(Allreduce)(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_MAX, &
            comm REQ ERROR)
        call moved((size - 1) * b, (size - 1) * b)
        call finish()
        call check(all(room(:n) == size - 1), 'Allreduce in place')
        call check(room(n + 1) == rank, 'memory after Allreduce')
    end subroutine reductions

    subroutine scattered_reductions()
        data(:total / 4) = uneven(rank)
        room = -1
        COLL(Reduce_scatter)(data, room, counts, MPI_INTEGER, MPI_SUM, &
            comm REQ ERROR)
        call moved(total, size * own)
        call finish()
        call check(all(room(:rank + 1) == size * rank + sum_of_ranks()), &
            'Reduce_scatter')
        room(:total / 4) = uneven(rank)
        COLL(Reduce_scatter)(MPI_IN_PLACE, room, counts, MPI_INTEGER, &
            MPI_SUM, comm REQ ERROR)
        call moved(total - own, (size - 1) * own)
        call finish()
        call check(all(room(:rank + 1) == size * rank + sum_of_ranks()), &
            'Reduce_scatter in place')
        data(:n * size) = blocks(rank)
        COLL(Reduce_scatter_block)(data, room, n, MPI_INTEGER, MPI_SUM, &
            comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check(all(room(:n) == size * rank + sum_of_ranks()), &
            'Reduce_scatter_block')
        room(:n * size) = blocks(rank)
        COLL(Reduce_scatter_block)(MPI_IN_PLACE, room, n, MPI_INTEGER, &
            MPI_SUM, comm REQ ERROR)
        call moved((size - 1) * b, (size - 1) * b)
        call finish()
        call check(all(room(:n) == size * rank + sum_of_ranks()), &
            'Reduce_scatter_block in place')
    end subroutine scattered_reductions

    subroutine scans()
        integer :: before, after

        before = rank * b
        after = (size - 1 - rank) * b
        data = 1
        room = -1
        COLL(Scan)(data, room, n, MPI_INTEGER, MPI_SUM, comm REQ ERROR)
        call moved(after + b, before + b)
        call finish()
        call check(all(room(:n) == rank + 1), 'Scan')
        room = 1
        COLL(Scan)(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_SUM, &
            comm REQ ERROR)
        call moved(after, before)
        call finish()
        call check(all(room(:n) == rank + 1), 'Scan in place')
        room = -1
        COLL(Exscan)(data, room, n, MPI_INTEGER, MPI_SUM, comm REQ ERROR)
        call moved(after, before)
        call finish()
        if (rank > 0) call check(all(room(:n) == rank), 'Exscan')
        room = 1
        COLL(Exscan)(MPI_IN_PLACE, room, n, MPI_INTEGER, MPI_SUM, &
            comm REQ ERROR)
        call moved(after, before)
        call finish()
        if (rank > 0) call check(all(room(:n) == rank), 'Exscan in place')
    end subroutine scans

    subroutine nothing_at_all()
        integer :: none(most)

        none = 0
        room = -1
        COLL(Barrier)(comm REQ ERROR)
        call moved(0, 0)
        call finish()
        COLL(Bcast)(data, 0, MPI_INTEGER, root, comm REQ ERROR)
        call finish()
        COLL(Allreduce)(data, room, 0, MPI_INTEGER, MPI_SUM, comm REQ ERROR)
        call finish()
        COLL(Alltoallv)(data, none, none, MPI_INTEGER, room, none, none, &
            MPI_INTEGER, comm REQ ERROR)
        call finish()
        COLL(Gatherv)(data, 0, MPI_INTEGER, room, none, none, MPI_INTEGER, &
            root, comm REQ ERROR)
        call finish()
        COLL(Reduce_scatter)(data, room, none, MPI_INTEGER, MPI_SUM, &
            comm REQ ERROR)
        call finish()
        call check(all(room == -1), 'memory')
    end subroutine nothing_at_all

    ! Sides that describe the same data by other types.
    subroutine other_types()
        DATATYPE :: spaced
        integer :: i

        CALL(MPI_Type_vector)(n, 1, 2, MPI_INTEGER, spaced ERROR)
        CALL(MPI_Type_commit)(spaced ERROR)
        data = [(merge(rank, -5, mod(i, 2) == 1), i = 1, most * most)]
        room = -1
        COLL(Allgather)(data, 1, spaced, room, n, MPI_INTEGER, comm REQ ERROR)
        call moved(size * b, size * b)
        call finish()
        call check(all(room(:n * size) == blocks(0)), 'Allgather')
        room = -1
        COLL(Gather)(data, 1, spaced, room, b, MPI_BYTE, root, comm REQ ERROR)
        call moved(b, merge(size * b, 0, is_root))
        call finish()
        if (is_root) call check(all(room(:n * size) == blocks(0)), 'Gather')
        CALL(MPI_Type_free)(spaced ERROR)
    end subroutine other_types

    ! A ring: the left neighbour's data comes first.
    subroutine neighbours()
        COMM :: world

        world = comm
        CALL(MPI_Cart_create)(world, 1, [size], [.true.], .false., comm ERROR)
        data(:n) = rank
        data(n + 1:2 * n) = 10 + rank
        room = -1
        COLL(Neighbor_allgather)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm REQ ERROR)
        call moved(2 * b, 2 * b)
        call finish()
        call check(all(room(:n) == mod(rank + size - 1, size)), &
            'Neighbor_allgather from the left')
        call check(all(room(n + 1:2 * n) == mod(rank + 1, size)), &
            'Neighbor_allgather from the right')
        COLL(Neighbor_allgatherv)(data, n, MPI_INTEGER, room, same, &
            same_places, MPI_INTEGER, comm REQ ERROR)
        call moved(2 * b, 2 * b)
        call finish()
        call check(all(room(n + 1:2 * n) == mod(rank + 1, size)), &
            'Neighbor_allgatherv from the right')
        call free_comm(comm)
        if (size > 1) call neighbours_exchange(world)
        comm = world
    end subroutine neighbours

    ! What goes to the left arrives there from the right.  Open MPI 4.1 reads
    ! as many types as there are members: no less than neighbours here.
    ! mpi_f08 of MPICH 4.0 takes each topology for a distributed graph.
    subroutine neighbours_exchange(world)
        COMM, intent(in) :: world
        integer(address), save :: far_places(2) = [0_address, 20_address]
        integer :: both(2)

        both = [mod(rank + size - 1, size), mod(rank + 1, size)]
        CALL(MPI_Dist_graph_create_adjacent)(world, 2, both, MPI_UNWEIGHTED, &
            2, both, MPI_UNWEIGHTED, MPI_INFO_NULL, .false., comm ERROR)
        room = -1
        COLL(Neighbor_alltoall)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            comm REQ ERROR)
        call moved(2 * b, 2 * b)
        call finish()
        call check_neighbours('Neighbor_alltoall')
        COLL(Neighbor_alltoallv)(data, same, same_places, MPI_INTEGER, room, &
            same, same_places, MPI_INTEGER, comm REQ ERROR)
        call moved(2 * b, 2 * b)
        call finish()
        call check_neighbours('Neighbor_alltoallv')
        COLL(Neighbor_alltoallw)(data, same, far_places, types, room, same, &
            far_places, types, comm REQ ERROR)
        call moved(2 * b, 2 * b)
        call finish()
        call check_neighbours('Neighbor_alltoallw')
        call free_comm(comm)
    end subroutine neighbours_exchange

    subroutine check_neighbours(what)
        character(len=*), intent(in) :: what

        call check(all(room(:n) == 10 + mod(rank + size - 1, size)) .or. &
            size < 3, what // ' from the left')
        call check(all(room(n + 1:2 * n) == mod(rank + 1, size)) .or. &
            size < 3, what // ' from the right')
        room = -1
    end subroutine check_neighbours

    ! The root is on one side, all data on the other.
    subroutine between_two()
        COMM :: world, half, inter
        integer :: side, others, remote

        world = comm
        side = merge(0, 1, rank == 0)
        others = merge(size - 1, 1, side == 0)
        CALL(MPI_Comm_split)(world, side, 0, half ERROR)
        remote = merge(1, 0, side == 0)
        CALL(MPI_Intercomm_create)(half, 0, world, remote, 5, inter ERROR)
        call inter_rooted(inter, side, others)
        data = rank
        room = -1
        COLL(Allgather)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, &
            inter REQ ERROR)
        call moved(others * b, others * b)
        call finish()
        call check(all(room(:n) == merge(1, 0, side == 0)), 'Allgather')
        COLL(Allreduce)(data, room, n, MPI_INTEGER, MPI_SUM, inter REQ ERROR)
        call moved(others * b, others * b)
        call finish()
        call check(all(room(:n) == merge(sum_of_ranks(), 0, side == 0)), &
            'Allreduce')
        COLL(Barrier)(inter REQ ERROR)
        call finish()
        call free_comm(inter)
        call free_comm(half)
    end subroutine between_two

    subroutine inter_rooted(inter, side, others)
        COMM, intent(in) :: inter
        integer, intent(in) :: side, others
        integer :: to, from

        to = merge(MPI_ROOT, 0, side == 0)
        data = 7 * side
        if (side == 0) data = 40
        COLL(Bcast)(data, n, MPI_INTEGER, to, inter REQ ERROR)
        call moved(merge(others * b, 0, side == 0), merge(0, b, side == 0))
        call finish()
        call check(all(data(:n) == 40), 'Bcast')
        data = rank
        room = -1
        COLL(Gather)(data, n, MPI_INTEGER, room, n, MPI_INTEGER, to, &
            inter REQ ERROR)
        call moved(merge(0, b, side == 0), merge(others * b, 0, side == 0))
        call finish()
        if (side == 0) call check(all(room(:n) == 1), 'Gather')
        from = merge(0, merge(MPI_ROOT, MPI_PROC_NULL, rank == 1), side == 0)
        COLL(Reduce)(data, room, n, MPI_INTEGER, MPI_SUM, from, &
            inter REQ ERROR)
        call moved(merge(b, 0, side == 0), merge(b, 0, rank == 1))
        call finish()
        if (rank == 1) call check(all(room(:n) == 0), 'Reduce')
    end subroutine inter_rooted

    subroutine in_comm(given, root_rank, where)
        COMM, intent(in) :: given
        character(len=*), intent(in) :: where
        integer, intent(in) :: root_rank

        call set_comm(given, root_rank)
        if (starts('one_to_all' // where)) call one_to_all()
        if (starts('all_to_one' // where)) call all_to_one()
        if (starts('root_in_place' // where)) call one_root_in_place()
        if (starts('allgather' // where)) call all_gather()
        if (starts('alltoall' // where)) call all_to_all()
        if (starts('alltoall_in_place' // where)) call all_to_all_in_place()
        if (starts('uneven' // where)) call uneven_exchange()
        if (starts('allreduce' // where)) call reductions()
        if (starts('reduce_scatter' // where)) call scattered_reductions()
        if (starts('scan' // where)) call scans()
        if (starts('zero' // where)) call nothing_at_all()
        if (starts('other_types' // where)) call other_types()
        if (starts('neighbours' // where)) call neighbours()
    end subroutine in_comm

    subroutine all_cases()
        COMM :: backwards

        call in_comm(MPI_COMM_WORLD, ranks - 1, '')
        CALL(MPI_Comm_split)(MPI_COMM_WORLD, 0, -me, backwards ERROR)
        call in_comm(backwards, 0, '_backwards')
        call free_comm(backwards)
        call in_comm(MPI_COMM_SELF, 0, '_alone')
        call set_comm(MPI_COMM_WORLD, 0)
        if (starts('intercommunicator') .and. ranks > 1) call between_two()
    end subroutine all_cases
