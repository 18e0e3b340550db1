! SPDX-License-Identifier: BSD-3-Clause
! comms.F90 - groups, communicators, topologies, names and attributes.
!
!     mpiexec -n 3 ./comms PREFIX [CASE]    (2 ranks or more)
#include "odd.h"

module callbacks
    use odd_world
    implicit none

    integer, save :: copies = 0, deletes = 0
    integer(address), parameter :: extra_of_ours = huge(0_address) - 12345

contains

    subroutine copy_comm(old, key, extra, value, copy, flag, ierror)
        COMM :: old
        integer :: key, ierror
        integer(address) :: extra, value, copy
        logical :: flag

        copies = copies + 1
        copy = value + 1
        flag = extra == extra_of_ours .and. key /= MPI_KEYVAL_INVALID .and. &
            old /= MPI_COMM_NULL
        ierror = MPI_SUCCESS
    end subroutine copy_comm

    ! Open MPI gives any number as comm, MPI_COMM_NULL once in 1000 runs.
    subroutine delete_comm(comm, key, value, extra, ierror)
        COMM :: comm
        integer :: key, ierror
        integer(address) :: value, extra

        if (extra == extra_of_ours .and. value > 0 .and. &
            key /= MPI_KEYVAL_INVALID) deletes = deletes + 1
        ierror = MPI_SUCCESS
    end subroutine delete_comm

    subroutine refuse_to_delete(comm, key, value, extra, ierror)
        COMM :: comm
        integer :: key, ierror
        integer(address) :: value, extra

        ierror = MPI_ERR_OTHER
        if (extra < 0 .and. value < 0 .and. key < 0 .and. &
            comm == MPI_COMM_NULL) ierror = MPI_SUCCESS
    end subroutine refuse_to_delete

    subroutine copy_type(old, key, extra, value, copy, flag, ierror)
        DATATYPE :: old
        integer :: key, ierror
        integer(address) :: extra, value, copy
        logical :: flag

        copies = copies + 1
        copy = 10 * value
        flag = extra == extra_of_ours .and. key /= MPI_KEYVAL_INVALID .and. &
            old /= MPI_DATATYPE_NULL
        ierror = MPI_SUCCESS
    end subroutine copy_type

    ! Open MPI 4.1 gives any handle here.
    subroutine delete_type(type, key, value, extra, ierror)
        DATATYPE :: type
        integer :: key, ierror
        integer(address) :: value, extra

        if (extra == extra_of_ours .and. value > 0 .and. &
            key /= MPI_KEYVAL_INVALID) deletes = deletes + 1
        ierror = MPI_SUCCESS
    end subroutine delete_type

end module callbacks

module cases
    use odd_world
    use callbacks
    implicit none

contains

    ! Numbers travel, and the profile sees whose.
    subroutine use_comm(comm, size)
        COMM, intent(in) :: comm
        integer, intent(in) :: size
        integer :: total, members

        call MPI_Comm_size(comm, members ERROR)
        call check(members == size, 'size of the communicator')
        CALL(MPI_Allreduce)(1, total, 1, MPI_INTEGER, MPI_SUM, comm ERROR)
        call moved(4 * size, 4 * size)
        call check(total == size, 'sum over the members')
    end subroutine use_comm

    subroutine compare(a, b, wanted)
        COMM, intent(in) :: a, b
        integer, intent(in) :: wanted
        integer :: found

        CALL(MPI_Comm_compare)(a, b, found ERROR)
        call check(found == wanted, 'comparison')
    end subroutine compare

    subroutine groups()
        GROUP :: world, some, others, all
        integer :: size, rank, found, places(2)

        CALL(MPI_Comm_group)(MPI_COMM_WORLD, world ERROR)
        CALL(MPI_Group_size)(world, size ERROR)
        CALL(MPI_Group_rank)(world, rank ERROR)
        call check(size == ranks .and. rank == me, 'place in the group')
        CALL(MPI_Group_incl)(world, 2, [1, 0], some ERROR)
        CALL(MPI_Group_excl)(world, 1, [0], others ERROR)
        CALL(MPI_Group_translate_ranks)(some, 2, [0, 1], world, places ERROR)
        call check(all_equal(places, [1, 0]), 'translated ranks')
        CALL(MPI_Group_translate_ranks)(world, 2, [0, MPI_PROC_NULL], others, &
            places ERROR)
        call check(all_equal(places, [MPI_UNDEFINED, MPI_PROC_NULL]), &
            'ranks that are not there')
        CALL(MPI_Group_union)(some, others, all ERROR)
        CALL(MPI_Group_compare)(all, world, found ERROR)
        call check(found == MPI_SIMILAR, 'union')
        CALL(MPI_Group_free)(all ERROR)
        call check(all == MPI_GROUP_NULL, 'group freed')
        call subsets(some, others)
        CALL(MPI_Group_free)(some ERROR)
        CALL(MPI_Group_free)(others ERROR)
        call ranges(world)
        CALL(MPI_Group_free)(world ERROR)
    end subroutine groups

    logical function all_equal(a, b)
        integer, intent(in) :: a(:), b(:)

        all_equal = all(a == b)
    end function all_equal

    subroutine subsets(some, others)
        GROUP, intent(in) :: some, others
        GROUP :: result
        integer :: size, found

        CALL(MPI_Group_intersection)(some, others, result ERROR)
        CALL(MPI_Group_size)(result, size ERROR)
        call check(size == 1, 'intersection')
        CALL(MPI_Group_free)(result ERROR)
        CALL(MPI_Group_difference)(some, some, result ERROR)
        CALL(MPI_Group_compare)(result, MPI_GROUP_EMPTY, found ERROR)
        call check(found == MPI_IDENT, 'difference')
    end subroutine subsets

    subroutine ranges(world)
        GROUP, intent(in) :: world
        GROUP :: result
        integer :: triplet(3, 1), size

        triplet(:, 1) = [ranks - 1, 0, -1]
        CALL(MPI_Group_range_incl)(world, 1, triplet, result ERROR)
        CALL(MPI_Group_size)(result, size ERROR)
        call check(size == ranks, 'range')
        CALL(MPI_Group_free)(result ERROR)
        triplet(:, 1) = [0, 0, 1]
        CALL(MPI_Group_range_excl)(world, 1, triplet, result ERROR)
        CALL(MPI_Group_size)(result, size ERROR)
        call check(size == ranks - 1, 'all but a range')
        CALL(MPI_Group_free)(result ERROR)
    end subroutine ranges

    subroutine duplicates()
        COMM :: comm, again
        REQUEST :: request
        INFO :: info

        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        call compare(comm, MPI_COMM_WORLD, MPI_CONGRUENT)
        call use_comm(comm, ranks)
        CALL(MPI_Comm_idup)(comm, again, request ERROR)
        CALL(MPI_Wait)(request, MPI_STATUS_IGNORE ERROR)
        call use_comm(again, ranks)
        call free_comm(again)
        CALL(MPI_Info_create)(info ERROR)
        CALL(MPI_Info_set)(info, 'mpi_assert_no_any_tag', 'true' ERROR)
        CALL(MPI_Comm_dup_with_info)(comm, info, again ERROR)
        CALL(MPI_Info_free)(info ERROR)
        call use_comm(again, ranks)
        CALL(MPI_Comm_get_info)(again, info ERROR)
        call check(info /= MPI_INFO_NULL, 'info of a communicator')
        CALL(MPI_Comm_set_info)(again, info ERROR)
        CALL(MPI_Info_free)(info ERROR)
        call free_comm(again)
        call free_comm(comm)
    end subroutine duplicates

    subroutine parts()
        COMM :: comm
        integer :: size, evens

        evens = (ranks + 1) / 2
        CALL(MPI_Comm_split)(MPI_COMM_WORLD, mod(me, 2), -me, comm ERROR)
        call use_comm(comm, merge(evens, ranks - evens, mod(me, 2) == 0))
        call free_comm(comm)
        CALL(MPI_Comm_split)(MPI_COMM_WORLD, merge(MPI_UNDEFINED, 0, me == 0), &
            0, comm ERROR)
        call check((comm == MPI_COMM_NULL) .eqv. me == 0, 'left out')
        if (me > 0) then
            call use_comm(comm, ranks - 1)
            call free_comm(comm)
        end if
        CALL(MPI_Comm_split_type)(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, &
            MPI_INFO_NULL, comm ERROR)
        call MPI_Comm_size(comm, size ERROR)
        call use_comm(comm, size)
        call free_comm(comm)
    end subroutine parts

    subroutine from_groups()
        COMM :: comm
        GROUP :: world, some

        CALL(MPI_Comm_group)(MPI_COMM_WORLD, world ERROR)
        CALL(MPI_Group_incl)(world, 2, [1, 0], some ERROR)
        CALL(MPI_Comm_create)(MPI_COMM_WORLD, some, comm ERROR)
        call check((comm == MPI_COMM_NULL) .eqv. me > 1, 'left out')
        if (me < 2) then
            call use_comm(comm, 2)
            call free_comm(comm)
            CALL(MPI_Comm_create_group)(MPI_COMM_WORLD, some, 17, comm ERROR)
            call use_comm(comm, 2)
            call free_comm(comm)
        end if
        CALL(MPI_Group_free)(some ERROR)
        CALL(MPI_Group_free)(world ERROR)
    end subroutine from_groups

    ! Handles come back; the profile must not take the new for the old.
    subroutine again_and_again()
        COMM :: comm
        integer :: i

        do i = 1, 60
            CALL(MPI_Comm_split)(MPI_COMM_WORLD, 0, i * me, comm ERROR)
            call free_comm(comm)
        end do
        CALL(MPI_Comm_dup)(MPI_COMM_SELF, comm ERROR)
        call use_comm(comm, 1)
        CALL(MPI_Comm_disconnect)(comm ERROR)
        call check(comm == MPI_COMM_NULL, 'communicator disconnected')
    end subroutine again_and_again

    ! A receive outlives the handle of its communicator.
    subroutine freed_while_in_use()
        COMM :: comm
        REQUEST :: request
        integer, asynchronous :: number
        STATUS(status)

        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        CALL(MPI_Irecv)(number, 1, MPI_INTEGER, left, 5, comm, request ERROR)
        CALL(MPI_Send)(me, 1, MPI_INTEGER, right, 5, comm ERROR)
        call free_comm(comm)
        CALL(MPI_Wait)(request, status ERROR)
        call moved(0, 4)
        call check(SOURCE_OF(status) == left .and. number == left, 'message')
        CALL(MPI_Comm_split)(MPI_COMM_WORLD, me, 0, comm ERROR)
        call free_comm(comm)
    end subroutine freed_while_in_use

    subroutine names()
        COMM :: comm
        character(len=MPI_MAX_OBJECT_NAME) :: name
        character(len=5) :: short
        integer :: length

        CALL(MPI_Comm_get_name)(MPI_COMM_WORLD, name, length ERROR)
        call check(name == 'MPI_COMM_WORLD' .and. length == 14, 'own name')
        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        short = 'ring'
        CALL(MPI_Comm_set_name)(comm, short ERROR)
        CALL(MPI_Comm_get_name)(comm, name, length ERROR)
        call check(name == 'ring' .and. length == 4, 'blanks at the end')
        CALL(MPI_Comm_set_name)(comm, 'a name with blanks' // &
            repeat(' ', 40) ERROR)
        CALL(MPI_Comm_get_name)(comm, name, length ERROR)
        call check(name == 'a name with blanks' .and. length == 18, &
            'blanks inside')
        CALL(MPI_Comm_set_name)(comm, '' ERROR)
        CALL(MPI_Comm_get_name)(comm, name, length ERROR)
        call check(name == '' .and. length == 0, 'no name')
        CALL(MPI_Comm_set_name)(comm, 'halo exchange' ERROR)
        call use_comm(comm, ranks)
        call free_comm(comm)
    end subroutine names

    subroutine attributes()
        COMM :: comm, copy
        integer :: key, code
        integer(address) :: value
        logical :: flag

        copies = 0
        deletes = 0
        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        CALL(MPI_Comm_create_keyval)(copy_comm, delete_comm, key, &
            extra_of_ours ERROR)
        CALL(MPI_Comm_get_attr)(comm, key, value, flag ERROR)
        call check(.not. flag, 'no attribute yet')
        CALL(MPI_Comm_set_attr)(comm, key, huge(0_address) - 10 ERROR)
        CALL(MPI_Comm_dup)(comm, copy ERROR)
        CALL(MPI_Comm_get_attr)(copy, key, value, flag ERROR)
        call check(flag .and. value == huge(0_address) - 9, 'copied attribute')
        call check(copies == 1, 'calls of the copy function')
        call free_comm(copy)
        call check(deletes == 1, 'deleted with the communicator')
        CALL(MPI_Comm_delete_attr)(comm, key ERROR)
        call check(deletes == 2, 'deleted by hand')
        CALL(MPI_Comm_set_attr)(comm, key, 6_address ERROR)
        CALL(MPI_Comm_set_attr)(comm, key, 7_address ERROR)
        call check(deletes == 3, 'deleted by the next value')
        CALL(MPI_Comm_free_keyval)(key, code)
        call check(key == MPI_KEYVAL_INVALID .and. code == MPI_SUCCESS, &
            'key freed')
        call free_comm(comm)
        call check(deletes == 4, 'deleted after the key')
    end subroutine attributes

    subroutine stubborn_attribute()
        COMM :: comm
        integer :: key, code

        call careful_world(comm)
        CALL(MPI_Comm_create_keyval)(MPI_COMM_DUP_FN, refuse_to_delete, key, &
            0_address ERROR)
        CALL(MPI_Comm_set_attr)(comm, key, 1_address ERROR)
        CALL(MPI_Comm_delete_attr)(comm, key, code)
        call check(code /= MPI_SUCCESS, 'attribute that stays')
        CALL(MPI_Comm_free_keyval)(key ERROR)
    end subroutine stubborn_attribute

    subroutine given_attributes()
        COMM :: copy
        integer(address) :: value
        integer :: key
        logical :: flag

        CALL(MPI_Comm_get_attr)(MPI_COMM_WORLD, MPI_TAG_UB, value, flag ERROR)
        call check(flag .and. value >= 32767, 'greatest tag')
        CALL(MPI_Comm_get_attr)(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, value, &
            flag ERROR)
        call check(.not. flag .or. value == 0 .or. value == 1, 'clock')
        CALL(MPI_Comm_create_keyval)(MPI_COMM_NULL_COPY_FN, &
            MPI_COMM_NULL_DELETE_FN, key, 0_address ERROR)
        CALL(MPI_Comm_set_attr)(MPI_COMM_SELF, key, 3_address ERROR)
        CALL(MPI_Comm_dup)(MPI_COMM_SELF, copy ERROR)
        CALL(MPI_Comm_get_attr)(copy, key, value, flag ERROR)
        call check(.not. flag, 'attribute that is not copied')
        call free_comm(copy)
        CALL(MPI_Comm_delete_attr)(MPI_COMM_SELF, key ERROR)
        CALL(MPI_Comm_free_keyval)(key ERROR)
    end subroutine given_attributes

    subroutine type_attributes()
        DATATYPE :: type, copy
        integer :: key
        integer(address) :: value
        logical :: flag

        copies = 0
        deletes = 0
        CALL(MPI_Type_contiguous)(3, MPI_REAL, type ERROR)
        CALL(MPI_Type_create_keyval)(copy_type, delete_type, key, &
            extra_of_ours ERROR)
        CALL(MPI_Type_set_attr)(type, key, 4_address ERROR)
        CALL(MPI_Type_dup)(type, copy ERROR)
        CALL(MPI_Type_get_attr)(copy, key, value, flag ERROR)
        call check(flag .and. value == 40, 'copied attribute')
        CALL(MPI_Type_delete_attr)(copy, key ERROR)
        CALL(MPI_Type_free_keyval)(key ERROR)
        CALL(MPI_Type_free)(type ERROR)
        CALL(MPI_Type_free)(copy ERROR)
        call check(copies == 1 .and. deletes == 2, 'calls of the functions')
    end subroutine type_attributes

    subroutine cartesian()
        COMM :: grid, row
        integer :: dims(2), coordinates(2), rank, from, to, kind, n
        logical :: periods(2)

        dims = 0
        CALL(MPI_Dims_create)(ranks, 2, dims ERROR)
        call check(product(dims) == ranks, 'dimensions')
        CALL(MPI_Cart_map)(MPI_COMM_WORLD, 2, dims, [.false., .true.], &
            rank ERROR)
        CALL(MPI_Cart_create)(MPI_COMM_WORLD, 2, dims, [.false., .true.], &
            .false., grid ERROR)
        CALL(MPI_Topo_test)(grid, kind ERROR)
        call check(kind == MPI_CART, 'kind of topology')
        CALL(MPI_Cartdim_get)(grid, n ERROR)
        call check(n == 2, 'number of dimensions')
        CALL(MPI_Cart_get)(grid, 2, dims, periods, coordinates ERROR)
        call check(periods(2) .and. .not. periods(1), 'logical arrays')
        CALL(MPI_Cart_rank)(grid, coordinates, rank ERROR)
        call check(rank == me, 'rank of coordinates')
        CALL(MPI_Cart_coords)(grid, me, 2, coordinates ERROR)
        CALL(MPI_Cart_shift)(grid, 0, 1, from, to ERROR)
        call check((from == MPI_PROC_NULL) .eqv. coordinates(1) == 0, 'edge')
        CALL(MPI_Cart_sub)(grid, [.true., .false.], row ERROR)
        call use_comm(row, dims(1))
        call use_comm(grid, ranks)
        call free_comm(row)
        call free_comm(grid)
    end subroutine cartesian

    subroutine graph()
        COMM :: ring
        integer :: ends(ranks), edges(2 * ranks), i, n, edge_count, near(2)

        ends = [(2 * i, i = 1, ranks)]
        edges = [(mod(i + ranks - 1, ranks), mod(i + 1, ranks), &
            i = 0, ranks - 1)]
        CALL(MPI_Graph_map)(MPI_COMM_WORLD, ranks, ends, edges, n ERROR)
        CALL(MPI_Graph_create)(MPI_COMM_WORLD, ranks, ends, edges, .false., &
            ring ERROR)
        CALL(MPI_Graphdims_get)(ring, n, edge_count ERROR)
        call check(n == ranks .and. edge_count == 2 * ranks, 'dimensions')
        CALL(MPI_Graph_get)(ring, ranks, 2 * ranks, ends, edges ERROR)
        CALL(MPI_Graph_neighbors_count)(ring, me, n ERROR)
        CALL(MPI_Graph_neighbors)(ring, me, n, near ERROR)
        call check(all_equal(near, [left, right]), 'neighbours')
        call use_comm(ring, ranks)
        call free_comm(ring)
    end subroutine graph

    subroutine distributed_graph()
        COMM :: ring
        integer :: in, out, sources(1), targets(1), weights(1), others(1)
        logical :: weighted

        CALL(MPI_Dist_graph_create)(MPI_COMM_WORLD, 1, [me], [1], [right], &
            MPI_UNWEIGHTED, MPI_INFO_NULL, .false., ring ERROR)
        CALL(MPI_Dist_graph_neighbors_count)(ring, in, out, weighted ERROR)
        call check(in == 1 .and. out == 1 .and. .not. weighted, 'degrees')
        CALL(MPI_Dist_graph_neighbors)(ring, 1, sources, MPI_UNWEIGHTED, 1, &
            targets, MPI_UNWEIGHTED ERROR)
        call check(sources(1) == left .and. targets(1) == right, 'neighbours')
        call free_comm(ring)
        CALL(MPI_Dist_graph_create_adjacent)(MPI_COMM_WORLD, 1, [left], [3], &
            1, [right], [4], MPI_INFO_NULL, .false., ring ERROR)
        CALL(MPI_Dist_graph_neighbors)(ring, 1, sources, weights, 1, targets, &
            others ERROR)
        call check(weights(1) == 3 .and. others(1) == 4, 'weights')
        call use_comm(ring, ranks)
        call free_comm(ring)
    end subroutine distributed_graph

    subroutine two_sides()
        COMM :: half, inter, all
        GROUP :: theirs
        integer :: side, size, number
        logical :: flag
        STATUS(status)

        side = merge(0, 1, me == 0)
        CALL(MPI_Comm_split)(MPI_COMM_WORLD, side, 0, half ERROR)
        CALL(MPI_Intercomm_create)(half, 0, MPI_COMM_WORLD, 1 - side, 9, &
            inter ERROR)
        CALL(MPI_Comm_test_inter)(inter, flag ERROR)
        call check(flag, 'intercommunicator')
        CALL(MPI_Comm_remote_size)(inter, size ERROR)
        call check(size == merge(ranks - 1, 1, side == 0), 'remote size')
        CALL(MPI_Comm_remote_group)(inter, theirs ERROR)
        CALL(MPI_Group_size)(theirs, size ERROR)
        CALL(MPI_Group_free)(theirs ERROR)
        if (me < 2) then
            CALL(MPI_Sendrecv)(me, 1, MPI_INTEGER, 0, 5, number, 1, &
                MPI_INTEGER, 0, 5, inter, status ERROR)
            call moved(4, 4)
            call check(number == 1 - me, 'message from the other side')
        end if
        CALL(MPI_Intercomm_merge)(inter, side == 0, all ERROR)
        call use_comm(all, ranks)
        call free_comm(all)
        call free_comm(inter)
        call free_comm(half)
    end subroutine two_sides

    subroutine all_cases()
        if (starts('groups')) call groups()
        if (starts('dup')) call duplicates()
        if (starts('split')) call parts()
        if (starts('create')) call from_groups()
        if (starts('again_and_again')) call again_and_again()
        if (starts('freed_while_in_use')) call freed_while_in_use()
        if (starts('names')) call names()
        if (starts('attributes')) call attributes()
        if (starts('attribute_that_stays')) call stubborn_attribute()
        if (starts('given_attributes')) call given_attributes()
        if (starts('type_attributes')) call type_attributes()
        if (starts('cartesian')) call cartesian()
        if (starts('graph')) call graph()
        if (starts('distributed_graph')) call distributed_graph()
        if (starts('intercommunicator')) call two_sides()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
