! SPDX-License-Identifier: BSD-3-Clause
! environment.F90 - before MPI_Init, strings, errors, info, memory, clocks,
! profiling control, and after MPI_Finalize.
!
!     mpiexec -n 2 ./environment PREFIX [CASE]
#include "odd.h"

module handlers
    use odd_world
    implicit none

    integer, save :: errors = 0, last_class = 0
    logical, save :: handle_is_right = .false.
    COMM, save :: expected

contains

    ! What follows the code is up to the implementation.
    subroutine comm_failed(comm, code)
        COMM :: comm
        integer :: code

        errors = errors + 1
        handle_is_right = comm == expected
        call MPI_Error_class(code, last_class ERROR)
    end subroutine comm_failed

    ! Not commutative: the left argument is kept where it is not zero.
#if defined(MPI_F08)
    subroutine leftmost(in_place, inout_place, length, type)
        type(c_ptr), value :: in_place, inout_place
        integer :: length
        DATATYPE :: type
        integer, pointer :: in(:), inout(:)

        if (type /= MPI_INTEGER) return
        call c_f_pointer(in_place, in, [length])
        call c_f_pointer(inout_place, inout, [length])
        where (in /= 0) inout = in
    end subroutine leftmost
#else
    subroutine leftmost(in, inout, length, type)
        integer :: length, type
        integer :: in(length), inout(length)

        if (type /= MPI_INTEGER) return
        where (in /= 0) inout = in
    end subroutine leftmost
#endif

end module handlers

module cases
    use odd_world
    use handlers
    implicit none

contains

    subroutine before_init()
        logical :: flag
        integer :: version, subversion, length
        character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: text

        call MPI_Initialized(flag ERROR)
        call check(.not. flag, 'not yet initialized')
        call MPI_Finalized(flag ERROR)
        call check(.not. flag, 'not yet finalized')
        call MPI_Get_version(version, subversion ERROR)
        call check(version >= 3, 'version')
        call MPI_Get_library_version(text, length ERROR)
        call check(length > 0 .and. len_trim(text) > 0, 'library')
    end subroutine before_init

    subroutine threads(granted)
        integer, intent(in) :: granted
        integer :: level
        logical :: flag

        call MPI_Query_thread(level ERROR)
        call check(level == granted, 'level of threads')
        call MPI_Is_thread_main(flag ERROR)
        call check(flag, 'main thread')
        call MPI_Initialized(flag ERROR)
        call check(flag, 'initialized')
        call check(granted >= MPI_THREAD_SINGLE .and. &
            granted <= MPI_THREAD_MULTIPLE, 'level granted')
    end subroutine threads

    subroutine host_name()
        character(len=MPI_MAX_PROCESSOR_NAME) :: name
        character(len=MPI_MAX_PROCESSOR_NAME + 20) :: longer
        integer :: length, same_length

        name = repeat('x', MPI_MAX_PROCESSOR_NAME)
        longer = ''
        CALL(MPI_Get_processor_name)(name, length ERROR)
        call check(length > 0 .and. len_trim(name) == length, 'name')
        CALL(MPI_Get_processor_name)(longer, same_length ERROR)
        call check(longer == name .and. same_length == length, &
            'name in a longer string')
    end subroutine host_name

    subroutine error_texts()
        character(len=MPI_MAX_ERROR_STRING) :: text
        integer :: length, class, code, found

        CALL(MPI_Error_string)(MPI_ERR_TRUNCATE, text, length ERROR)
        call check(length > 0 .and. len_trim(text) == length, 'text')
        CALL(MPI_Add_error_class)(class ERROR)
        call check(class > MPI_ERR_LASTCODE, 'class of our own')
        CALL(MPI_Add_error_code)(class, code ERROR)
        CALL(MPI_Add_error_string)(code, 'the sky falls   ' ERROR)
        CALL(MPI_Error_string)(code, text, length ERROR)
        call check(text == 'the sky falls' .and. length == 13, 'text of ours')
        CALL(MPI_Error_class)(code, found ERROR)
        call check(found == class, 'class of a code')
    end subroutine error_texts

    subroutine returned_errors()
        COMM :: comm
        integer :: code, number
        STATUS(status)

        call careful_world(comm)
        CALL(MPI_Send)(1, 1, MPI_INTEGER, ranks, 5, comm, code)
        call check(class_of(code) == MPI_ERR_RANK, 'rank')
        CALL(MPI_Send)(1, -1, MPI_INTEGER, 0, 5, comm, code)
        call check(class_of(code) == MPI_ERR_COUNT, 'count')
        CALL(MPI_Send)(1, 1, MPI_INTEGER, 0, -5, comm, code)
        call check(class_of(code) == MPI_ERR_TAG, 'tag')
        CALL(MPI_Send)(1, 1, MPI_DATATYPE_NULL, 0, 5, comm, code)
        call check(class_of(code) == MPI_ERR_TYPE, 'type')
        CALL(MPI_Bcast)(number, 1, MPI_INTEGER, -4711, comm, code)
        call check(class_of(code) == MPI_ERR_ROOT, 'root')
        CALL(MPI_Recv)(number, 1, MPI_INTEGER, ranks, 5, comm, status, code)
        call check(class_of(code) == MPI_ERR_RANK, 'rank to receive from')
        call free_comm(comm)
    end subroutine returned_errors

    subroutine own_handler()
        ERRHANDLER :: handler, found
        COMM :: comm
        integer :: code

        CALL(MPI_Comm_dup)(MPI_COMM_WORLD, comm ERROR)
        CALL(MPI_Comm_create_errhandler)(comm_failed, handler ERROR)
        CALL(MPI_Comm_set_errhandler)(comm, handler ERROR)
        errors = 0
        expected = comm
        CALL(MPI_Send)(1, 1, MPI_INTEGER, ranks, 5, comm, code)
        call check(errors == 1, 'calls of the handler')
        call check(last_class == MPI_ERR_RANK, 'class in the handler')
        call check(handle_is_right, 'communicator in the handler')
        CALL(MPI_Comm_call_errhandler)(comm, MPI_ERR_OTHER ERROR)
        call check(errors == 2 .and. last_class == MPI_ERR_OTHER, &
            'handler called by hand')
        CALL(MPI_Comm_get_errhandler)(comm, found ERROR)
        call check(found /= MPI_ERRHANDLER_NULL, 'handler of a communicator')
        CALL(MPI_Errhandler_free)(found ERROR)
        CALL(MPI_Errhandler_free)(handler ERROR)
        call check(handler == MPI_ERRHANDLER_NULL, 'handler freed')
        CALL(MPI_Send)(1, 1, MPI_INTEGER, ranks, 5, comm, code)
        call check(errors == 3, 'handler lives on in the communicator')
        call free_comm(comm)
    end subroutine own_handler

    subroutine pairs_of_strings()
        INFO :: info, copy
        character(len=20) :: value
        character(len=MPI_MAX_INFO_KEY) :: key
        integer :: n, length
        logical :: flag

        CALL(MPI_Info_create)(info ERROR)
        CALL(MPI_Info_set)(info, 'colour ', ' red  ' ERROR)
        CALL(MPI_Info_set)(info, 'form', 'a long value' ERROR)
        CALL(MPI_Info_get)(info, 'colour', 20, value, flag ERROR)
        call check(flag .and. value == 'red', 'value without blanks')
        value = 'unchanged'
        CALL(MPI_Info_get)(info, 'taste', 20, value, flag ERROR)
        call check(.not. flag .and. value == 'unchanged', 'no such key')
        CALL(MPI_Info_get_valuelen)(info, 'form', length, flag ERROR)
        call check(flag .and. length == 12, 'length of a value')
        CALL(MPI_Info_dup)(info, copy ERROR)
        CALL(MPI_Info_delete)(info, 'form' ERROR)
        CALL(MPI_Info_get_nkeys)(info, n ERROR)
        call check(n == 1, 'number of keys')
        CALL(MPI_Info_get_nthkey)(info, 0, key ERROR)
        call check(key == 'colour', 'key')
        CALL(MPI_Info_get_nkeys)(copy, n ERROR)
        call check(n == 2, 'number of keys of the copy')
        CALL(MPI_Info_free)(info ERROR)
        CALL(MPI_Info_free)(copy ERROR)
        call check(info == MPI_INFO_NULL, 'info freed')
    end subroutine pairs_of_strings

    subroutine clocks()
        double precision :: start, tick

        start = MPI_Wtime()
        tick = MPI_Wtick()
        call check(MPI_Wtime() >= start, 'time goes on')
        call check(tick > 0 .and. tick < 1, 'tick')
    end subroutine clocks

    subroutine addresses()
        integer, target :: numbers(10)
        integer(address) :: first, fifth

        call MPI_Get_address(numbers(1), first ERROR)
        call MPI_Get_address(numbers(5), fifth ERROR)
        call check(fifth - first == 16, 'difference of addresses')
    end subroutine addresses

    ! 0 is off, 1 is on; other levels change neither.
    subroutine profiling_control()
        CALL(MPI_Pcontrol)(1)
        CALL(MPI_Pcontrol)(2)
        CALL(MPI_Pcontrol)(7)
        call barrier()
        call MPI_Pcontrol(0)
        call MPI_Barrier(MPI_COMM_WORLD ERROR)
        call MPI_Pcontrol(2)
        call MPI_Pcontrol(7)
        call MPI_Barrier(MPI_COMM_WORLD ERROR)
        CALL(MPI_Pcontrol)(1)
        call barrier()
    end subroutine profiling_control

    subroutine operators()
        logical :: flag
        integer :: pair(2), result(2)
        integer, target :: there(2)

        CALL(MPI_Op_commutative)(MPI_SUM, flag ERROR)
        call check(flag, 'sums commute')
        pair = [10 * (ranks - me), me]
        CALL(MPI_Allreduce)(pair, result, 1, MPI_2INTEGER, MPI_MINLOC, &
            MPI_COMM_WORLD ERROR)
        call check(all(result == [10, ranks - 1]), 'least and its place')
        there = [1, 2]
        CALL(MPI_Reduce_local)([5, 6], there, 2, MPI_INTEGER, MPI_SUM ERROR)
        call check(all(there == [6, 8]), 'reduction without others')
        flag = me == 0
        CALL(MPI_Allreduce)(MPI_IN_PLACE, flag, 1, MPI_LOGICAL, MPI_LAND, &
            MPI_COMM_WORLD ERROR)
        call check(flag .eqv. ranks == 1, 'logical and')
    end subroutine operators

    subroutine own_operator()
        OPERATOR :: operator
        integer :: mine(3), got(3)
        logical :: flag

        CALL(MPI_Op_create)(leftmost, .false., operator ERROR)
        CALL(MPI_Op_commutative)(operator, flag ERROR)
        call check(.not. flag, 'not commutative')
        mine = [me + 1, merge(0, me, me == 0), 0]
        CALL(MPI_Allreduce)(mine, got, 3, MPI_INTEGER, operator, &
            MPI_COMM_WORLD ERROR)
        call check(all(got == [1, merge(1, 0, ranks > 1), 0]), 'reduction')
        CALL(MPI_Scan)(MPI_IN_PLACE, mine, 3, MPI_INTEGER, operator, &
            MPI_COMM_WORLD ERROR)
        call check(mine(1) == 1, 'scan')
        CALL(MPI_Op_free)(operator ERROR)
        call check(operator == MPI_OP_NULL, 'operator freed')
    end subroutine own_operator

    subroutine memory()
        BASE(base)
        integer, pointer :: numbers(:)

        CALL(MPI_Alloc_mem)(4000_address, MPI_INFO_NULL, base ERROR)
        call c_f_pointer(POINTER_OF(base), numbers, [1000])
        numbers = me
        CALL(MPI_Bcast)(numbers, 1000, MPI_INTEGER, 0, MPI_COMM_WORLD ERROR)
        call check(all(numbers == 0), 'memory of MPI')
        CALL(MPI_Free_mem)(numbers ERROR)
    end subroutine memory

    subroutine all_cases()
        if (starts('processor_name')) call host_name()
        if (starts('error_texts')) call error_texts()
        if (starts('errors_return')) call returned_errors()
        if (starts('error_handler')) call own_handler()
        if (starts('info')) call pairs_of_strings()
        if (starts('clocks')) call clocks()
        if (starts('addresses')) call addresses()
        if (starts('pcontrol')) call profiling_control()
        if (starts('operators')) call operators()
        if (starts('own_operator')) call own_operator()
        if (starts('memory')) call memory()
    end subroutine all_cases

    subroutine after_finalize()
        logical :: flag
        integer :: version, subversion

        call MPI_Initialized(flag ERROR)
        call check(flag, 'initialized after its end')
        call MPI_Finalized(flag ERROR)
        call check(flag, 'finalized')
        call MPI_Get_version(version, subversion ERROR)
        call check(version >= 3, 'version')
    end subroutine after_finalize

end module cases

program environment
    use cases
    implicit none
    integer :: granted

    call before_init()
    CALL(MPI_Init_thread)(MPI_THREAD_SERIALIZED, granted ERROR)
    call find_place()
    if (starts('threads')) call threads(granted)
    call all_cases()
    call counted('MPI_Finalize')
    call close_cases()
    call MPI_Finalize(ONLY_ERROR)
    call after_finalize()
    if (failed()) stop 1
end program environment
