! SPDX-License-Identifier: BSD-3-Clause
! types.F90 - derived types, packing, and Fortran's own kinds.
!
!     mpiexec -n 2 ./types PREFIX [CASE]
#include "odd.h"

module cases
    use odd_world
    implicit none

    integer, parameter :: tag = 3
    integer, save, asynchronous :: data(1000), room(1000)

contains

    ! What one element of a type takes from data arrives at its place, in n
    ! numbers.  The type is freed.
    subroutine exchange(type, n)
        DATATYPE, intent(inout) :: type
        integer, intent(in) :: n
        integer :: bytes, i
        STATUS(status)

        data = [(i + 10000 * me, i = 1, 1000)]
        room = -1
        CALL(MPI_Type_commit)(type ERROR)
        CALL(MPI_Type_size)(type, bytes ERROR)
        call check(bytes == 4 * n, 'size of the type')
        CALL(MPI_Sendrecv)(data, 1, type, right, tag, room, 1, type, left, &
            tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 4 * n)
        call moved(0, 4 * n)
        call check(count(room /= -1) == n, 'how many arrive')
        call check(all(room == -1 .or. room == data - 10000 * (me - left)), &
            'where they arrive')
        CALL(MPI_Type_free)(type ERROR)
    end subroutine exchange

    subroutine check_extent(type, wanted)
        DATATYPE, intent(in) :: type
        integer, intent(in) :: wanted
        integer(address) :: lower, extent

        CALL(MPI_Type_get_extent)(type, lower, extent ERROR)
        call check(lower == 0 .and. extent == wanted, 'extent')
    end subroutine check_extent

    subroutine regular()
        DATATYPE :: type

        CALL(MPI_Type_contiguous)(10, MPI_INTEGER, type ERROR)
        call check_extent(type, 40)
        call exchange(type, 10)
        CALL(MPI_Type_vector)(4, 2, 5, MPI_INTEGER, type ERROR)
        call check_extent(type, 68)
        call exchange(type, 8)
        CALL(MPI_Type_create_hvector)(4, 2, 20_address, MPI_INTEGER, &
            type ERROR)
        call exchange(type, 8)
    end subroutine regular

    subroutine irregular()
        DATATYPE :: type
        integer :: lengths(3), places(3)
        integer(address) :: byte_places(3)

        lengths = [1, 0, 4]
        places = [2, 9, 20]
        byte_places = 4 * places
        CALL(MPI_Type_indexed)(3, lengths, places, MPI_INTEGER, type ERROR)
        call exchange(type, 5)
        CALL(MPI_Type_create_hindexed)(3, lengths, byte_places, &
            MPI_INTEGER, type ERROR)
        call exchange(type, 5)
        CALL(MPI_Type_create_indexed_block)(3, 2, places, MPI_INTEGER, &
            type ERROR)
        call exchange(type, 6)
        CALL(MPI_Type_create_hindexed_block)(3, 2, byte_places, MPI_INTEGER, &
            type ERROR)
        call exchange(type, 6)
    end subroutine irregular

    subroutine of_several()
        DATATYPE :: type, types(2)
        integer(address) :: places(2)

        types(1) = MPI_INTEGER
        types(2) = MPI_DOUBLE_PRECISION
        places = [0_address, 16_address]
        CALL(MPI_Type_create_struct)(2, [3, 2], places, types, type ERROR)
        call exchange(type, 7)
    end subroutine of_several

    subroutine parts_of_arrays()
        DATATYPE :: type

        CALL(MPI_Type_create_subarray)(2, [10, 20], [3, 4], [2, 5], &
            MPI_ORDER_FORTRAN, MPI_INTEGER, type ERROR)
        call check_extent(type, 800)
        call exchange(type, 12)
        CALL(MPI_Type_create_darray)(2, 0, 2, [10, 20], &
            [MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC], &
            [MPI_DISTRIBUTE_DFLT_DARG, 3], [2, 1], MPI_ORDER_FORTRAN, &
            MPI_INTEGER, type ERROR)
        call exchange(type, 100)
    end subroutine parts_of_arrays

    subroutine resized_and_copied()
        DATATYPE :: one, type, copy

        CALL(MPI_Type_create_resized)(MPI_INTEGER, 0_address, 12_address, &
            one ERROR)
        call check_extent(one, 12)
        CALL(MPI_Type_contiguous)(6, one, type ERROR)
        CALL(MPI_Type_dup)(type, copy ERROR)
        CALL(MPI_Type_free)(type ERROR)
        CALL(MPI_Type_free)(one ERROR)
        call exchange(copy, 6)
    end subroutine resized_and_copied

    ! Nothing in it; and many of it.
    subroutine empty()
        DATATYPE :: type

        CALL(MPI_Type_contiguous)(0, MPI_INTEGER, type ERROR)
        call exchange(type, 0)
    end subroutine empty

    subroutine parts_of_elements()
        DATATYPE :: type
        STATUS(status)
        integer :: elements

        room = -1
        CALL(MPI_Type_contiguous)(3, MPI_INTEGER, type ERROR)
        CALL(MPI_Type_commit)(type ERROR)
        CALL(MPI_Sendrecv)(data, 7, MPI_INTEGER, right, tag, room, 10, type, &
            left, tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, 28)
        call moved(0, 28)
        call MPI_Get_count(status, type, elements ERROR)
        call check(elements == MPI_UNDEFINED, 'count of a part')
        call MPI_Get_elements(status, type, elements ERROR)
        call check(elements == 7, 'elements')
        CALL(MPI_Type_free)(type ERROR)
    end subroutine parts_of_elements

    subroutine taken_apart()
        DATATYPE :: type, types(1)
        integer :: integers, addresses, of_types, combiner, values(10)
        integer(address) :: byte_places(1)

        CALL(MPI_Type_vector)(4, 2, 5, MPI_INTEGER, type ERROR)
        CALL(MPI_Type_get_envelope)(type, integers, addresses, of_types, &
            combiner ERROR)
        call check(integers == 3 .and. addresses == 0 .and. of_types == 1, &
            'envelope')
        call check(combiner == MPI_COMBINER_VECTOR, 'combiner')
        CALL(MPI_Type_get_contents)(type, 10, 1, 1, values, byte_places, &
            types ERROR)
        call check(all(values(:3) == [4, 2, 5]), 'contents')
        call check(types(1) == MPI_INTEGER, 'type inside')
        CALL(MPI_Type_free)(type ERROR)
    end subroutine taken_apart

    subroutine true_extents()
        DATATYPE :: type
        integer(address) :: lower, extent
        integer(MPI_COUNT_KIND) :: long_lower, long_extent, bytes

        CALL(MPI_Type_indexed)(1, [3], [5], MPI_INTEGER, type ERROR)
        CALL(MPI_Type_get_true_extent)(type, lower, extent ERROR)
        call check(lower == 20 .and. extent == 12, 'true extent')
        CALL(MPI_Type_get_extent_x)(type, long_lower, long_extent ERROR)
        call check(long_lower == 20 .and. long_extent == 12, 'extent_x')
        CALL(MPI_Type_get_true_extent_x)(type, long_lower, long_extent ERROR)
        call check(long_lower == 20 .and. long_extent == 12, 'true extent_x')
        CALL(MPI_Type_size_x)(type, bytes ERROR)
        call check(bytes == 12, 'size_x')
        CALL(MPI_Type_free)(type ERROR)
    end subroutine true_extents

    ! Bigger than an INTEGER, and nobody needs that much memory.
    subroutine huge_type()
        DATATYPE :: rows, cube
        integer(MPI_COUNT_KIND) :: bytes
        integer :: small

        if (storage_size(0_address) < 64) then
            call skip('sizes of types have 32 bits here')
            return
        end if
        CALL(MPI_Type_contiguous)(100000, MPI_INTEGER, rows ERROR)
        CALL(MPI_Type_contiguous)(100000, rows, cube ERROR)
        CALL(MPI_Type_size_x)(cube, bytes ERROR)
        call check(bytes == 40000000000_MPI_COUNT_KIND, 'size_x')
        CALL(MPI_Type_size)(cube, small ERROR)
        call check(small == MPI_UNDEFINED, 'size of a huge type')
        CALL(MPI_Type_free)(rows ERROR)
        CALL(MPI_Type_free)(cube ERROR)
    end subroutine huge_type

    subroutine names()
        DATATYPE :: type
        character(len=MPI_MAX_OBJECT_NAME) :: name
        integer :: length

        CALL(MPI_Type_get_name)(MPI_INTEGER, name, length ERROR)
        call check(name == 'MPI_INTEGER' .and. length == 11, 'own name')
        CALL(MPI_Type_contiguous)(2, MPI_INTEGER, type ERROR)
        name = 'something'
        CALL(MPI_Type_get_name)(type, name, length ERROR)
        call check(name == '' .and. length == 0, 'no name')
        CALL(MPI_Type_set_name)(type, '  two numbers   ' ERROR)
        CALL(MPI_Type_get_name)(type, name, length ERROR)
        call check(adjustl(name) == 'two numbers', 'name given')
        CALL(MPI_Type_free)(type ERROR)
    end subroutine names

    subroutine packed()
        character :: buffer(1000), got(1000)
        integer :: place, bytes, number, length
        double precision :: pi
        STATUS(status)

        CALL(MPI_Pack_size)(1, MPI_INTEGER, MPI_COMM_WORLD, bytes ERROR)
        call check(bytes >= 4, 'room for a number')
        place = 0
        CALL(MPI_Pack)(41 + me, 1, MPI_INTEGER, buffer, 1000, place, &
            MPI_COMM_WORLD ERROR)
        CALL(MPI_Pack)(3.25d0, 1, MPI_DOUBLE_PRECISION, buffer, 1000, place, &
            MPI_COMM_WORLD ERROR)
        length = place
        CALL(MPI_Sendrecv)(buffer, place, MPI_PACKED, right, tag, got, 1000, &
            MPI_PACKED, left, tag, MPI_COMM_WORLD, status ERROR)
        call sent_to(right, length)
        call moved(0, length)
        place = 0
        CALL(MPI_Unpack)(got, 1000, place, number, 1, MPI_INTEGER, &
            MPI_COMM_WORLD ERROR)
        CALL(MPI_Unpack)(got, 1000, place, pi, 1, MPI_DOUBLE_PRECISION, &
            MPI_COMM_WORLD ERROR)
        call check(number == 41 + left, 'number unpacked')
        call check(pi == 3.25d0, 'real unpacked')
        call check(place == length, 'all is unpacked')
    end subroutine packed

    subroutine packed_for_others()
        character :: buffer(100)
        integer(address) :: place, bytes
        integer :: numbers(3)

        CALL(MPI_Pack_external_size)('external32', 3, MPI_INTEGER, &
            bytes ERROR)
        call check(bytes == 12, 'size in external32')
        place = 0
        CALL(MPI_Pack_external)('external32', [1, 2, 3], 3, MPI_INTEGER, &
            buffer, 100_address, place ERROR)
        call check(place == 12, 'place after packing')
        call check(ichar(buffer(4)) == 1, 'big endian')
        place = 0
        CALL(MPI_Unpack_external)('external32', buffer, 100_address, place, &
            numbers, 3, MPI_INTEGER ERROR)
        call check(all(numbers == [1, 2, 3]), 'numbers unpacked')
    end subroutine packed_for_others

    subroutine own_kinds()
        DATATYPE :: type
        integer :: bytes

        CALL(MPI_Type_create_f90_real)(15, 307, type ERROR)
        CALL(MPI_Type_size)(type, bytes ERROR)
        call check(bytes == 8, 'real of 15 digits')
        CALL(MPI_Type_create_f90_integer)(9, type ERROR)
        CALL(MPI_Type_size)(type, bytes ERROR)
        call check(bytes == 4, 'integer of 9 digits')
        CALL(MPI_Type_create_f90_complex)(6, MPI_UNDEFINED, type ERROR)
        CALL(MPI_Type_size)(type, bytes ERROR)
        call check(bytes == 8, 'complex of 6 digits')
        CALL(MPI_Type_match_size)(MPI_TYPECLASS_REAL, 8, type ERROR)
        CALL(MPI_Type_size)(type, bytes ERROR)
        call check(bytes == 8, 'type of that size')
    end subroutine own_kinds

    subroutine all_cases()
        if (starts('regular')) call regular()
        if (starts('irregular')) call irregular()
        if (starts('struct')) call of_several()
        if (starts('subarray_darray')) call parts_of_arrays()
        if (starts('resized_dup')) call resized_and_copied()
        if (starts('empty')) call empty()
        if (starts('get_elements')) call parts_of_elements()
        if (starts('contents')) call taken_apart()
        if (starts('extents')) call true_extents()
        if (starts('huge')) call huge_type()
        if (starts('names')) call names()
        if (starts('pack')) call packed()
        if (starts('pack_external')) call packed_for_others()
        if (starts('f90_kinds')) call own_kinds()
    end subroutine all_cases

end module cases

#include "odd_main.inc"
