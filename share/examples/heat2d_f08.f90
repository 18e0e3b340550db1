! SPDX-License-Identifier: BSD-3-Clause
! heat2d_f08.f90 - heat spreading in a square plate, on any number of ranks.
!
! The same program as heat2d.c, with the mpi_f08 module: Jacobi's iteration,
! a rectangle of the plate per rank, a halo exchange, a sweep and a global
! residual in every step.  --slow and --uneven make a load imbalance for a
! profiler to find; neither changes the result.
!
!     mpifort -O2 heat2d_f08.f90 -o heat2d_f08 -lmpiprof_fortran
!     mpiexec -n 4 ./heat2d_f08 --slow 2

module options_of_heat2d
    implicit none
    private
    public :: options_type, read_options, usage

    type :: options_type
        integer :: size = 3072      ! points in a row and column of the plate
        integer :: steps = 300
        integer :: slow_rank = -1   ! none
        integer :: slow_factor = 2  ! times that rank computes each step
        logical :: uneven = .false.
        logical :: help = .false.
    end type options_type

    character(len=*), parameter :: newline = new_line('a')
    character(len=*), parameter :: usage = 'usage: heat2d_f08 ' // &
        '[--size N] [--steps N] [--slow RANK[:FACTOR]] [--uneven]' // &
        newline // &
        '  --size N              points per side of the plate (3072)' // &
        newline // &
        '  --steps N             steps to compute (300)' // newline // &
        '  --slow RANK[:FACTOR]  RANK computes every step FACTOR times (2)' // &
        newline // &
        '  --uneven              the first ranks of the grid get more points'

contains

    ! bad is empty when all options are good, else it says what is wrong.
    subroutine read_options(ranks, options, bad)
        integer, intent(in) :: ranks
        type(options_type), intent(out) :: options
        character(len=*), intent(out) :: bad
        character(len=64) :: name, value
        integer :: i
        logical :: good

        bad = ''
        i = 1
        do while (i <= command_argument_count())
            call get_command_argument(i, name)
            call get_command_argument(i + 1, value)
            good = .true.
            select case (name)
            case ('--uneven')
                options%uneven = .true.
            case ('--help')
                options%help = .true.
            case default
                call read_value(name, value, options, good)
                i = i + 1
            end select
            if (.not. good) bad = 'bad option or value: ' // trim(name) // &
                ' ' // value
            i = i + 1
        end do
        if (bad == '' .and. options%slow_rank >= ranks) &
            write (bad, '(a, i0)') '--slow: there is no rank ', &
            options%slow_rank
    end subroutine read_options

    subroutine read_value(name, value, options, good)
        character(len=*), intent(in) :: name, value
        type(options_type), intent(inout) :: options
        logical, intent(out) :: good
        integer :: colon

        select case (name)
        case ('--size')
            call read_number(value, 1, options%size, good)
        case ('--steps')
            call read_number(value, 0, options%steps, good)
        case ('--slow')
            colon = index(value // ':', ':')
            call read_number(value(:colon - 1), 0, options%slow_rank, good)
            if (good .and. colon <= len(value)) call read_number( &
                value(colon + 1:), 1, options%slow_factor, good)
        case default
            good = .false.
        end select
    end subroutine read_value

    subroutine read_number(text, least, number, good)
        character(len=*), intent(in) :: text
        integer, intent(in) :: least
        integer, intent(inout) :: number
        logical, intent(out) :: good
        integer :: status

        good = len_trim(text) > 0 .and. verify(trim(text), '0123456789') == 0
        if (.not. good) return
        read (text, *, iostat=status) number
        good = status == 0 .and. number >= least .and. number <= 1000000
    end subroutine read_number

end module options_of_heat2d

module plate
    use mpi_f08
    use mpiprof
    use options_of_heat2d
    implicit none
    private
    public :: part_type, part_init, part_clear, step, mean_temperature

    integer, parameter :: real64 = kind(1d0)
    integer, parameter :: north = 1, south = 2, west = 3, east = 4
    real(real64), parameter :: edge_temperature = 100

    ! The rectangle of one rank, with a rim one point wide all around.
    ! Fortran stores columns: the first index runs from north to south.
    type :: part_type
        type(MPI_Comm) :: grid
        integer :: dims(2)
        integer :: neighbour(4)   ! MPI_PROC_NULL beyond the edge
        integer :: rows, columns  ! without the rim
        type(MPI_Datatype) :: row
        real(real64), allocatable :: now(:, :), next(:, :)
    end type part_type

contains

    subroutine part_init(part, ranks, options)
        type(part_type), intent(out) :: part
        integer, intent(in) :: ranks
        type(options_type), intent(in) :: options
        integer :: rank, coords(2)

        part%dims = 0
        call MPI_Dims_create(ranks, 2, part%dims)
        call MPI_Cart_create(MPI_COMM_WORLD, 2, part%dims, &
            [.false., .false.], .false., part%grid)
        call MPI_Comm_rank(part%grid, rank)
        call MPI_Cart_coords(part%grid, rank, 2, coords)
        call MPI_Cart_shift(part%grid, 0, 1, part%neighbour(north), &
            part%neighbour(south))
        call MPI_Cart_shift(part%grid, 1, 1, part%neighbour(west), &
            part%neighbour(east))
        part%rows = share_of(options%size, part%dims(1), coords(1), &
            options%uneven)
        part%columns = share_of(options%size, part%dims(2), coords(2), &
            options%uneven)
        call MPI_Type_vector(part%columns, 1, part%rows + 2, &
            MPI_DOUBLE_PRECISION, part%row)
        call MPI_Type_commit(part%row)
        allocate (part%now(0:part%rows + 1, 0:part%columns + 1))
        part%now = 0
        if (part%neighbour(north) == MPI_PROC_NULL) &
            part%now(0, :) = edge_temperature
        part%next = part%now
    end subroutine part_init

    subroutine part_clear(part)
        type(part_type), intent(inout) :: part

        deallocate (part%now, part%next)
        call MPI_Type_free(part%row)
        call MPI_Comm_free(part%grid)
    end subroutine part_clear

    ! How many of size points the part with this index (from 0) gets.
    pure integer function share_of(size, parts, index, uneven)
        integer, intent(in) :: size, parts, index
        logical, intent(in) :: uneven
        integer :: shares, first, last

        shares = parts
        first = index
        last = index + 1
        if (uneven) then
            shares = parts + 1
            if (index > 0) first = index + 1
            last = index + 2
        end if
        share_of = int(int(size, 8) * last / shares &
            - int(size, 8) * first / shares)
    end function share_of

    subroutine swap_halo(part)
        type(part_type), intent(inout), target, asynchronous :: part
        type(MPI_Request) :: requests(8)

        associate (t => part%now, m => part%rows, n => part%columns, &
                to => part%neighbour, double => MPI_DOUBLE_PRECISION, &
                grid => part%grid, row => part%row)
            call MPI_Irecv(t(0, 1), 1, row, to(north), 0, grid, requests(1))
            call MPI_Irecv(t(m + 1, 1), 1, row, to(south), 0, grid, &
                requests(2))
            call MPI_Irecv(t(1, 0), m, double, to(west), 0, grid, requests(3))
            call MPI_Irecv(t(1, n + 1), m, double, to(east), 0, grid, &
                requests(4))
            call MPI_Isend(t(1, 1), 1, row, to(north), 0, grid, requests(5))
            call MPI_Isend(t(m, 1), 1, row, to(south), 0, grid, requests(6))
            call MPI_Isend(t(1, 1), m, double, to(west), 0, grid, requests(7))
            call MPI_Isend(t(1, n), m, double, to(east), 0, grid, requests(8))
        end associate
        call MPI_Waitall(8, requests, MPI_STATUSES_IGNORE)
    end subroutine swap_halo

    ! Computes next from now, and the largest change of a point.
    subroutine sweep(part, largest)
        type(part_type), intent(inout) :: part
        real(real64), intent(out) :: largest
        integer :: row, column

        largest = 0
        do column = 1, part%columns
            do row = 1, part%rows
                part%next(row, column) = 0.25_real64 * ( &
                    part%now(row - 1, column) + part%now(row + 1, column) + &
                    part%now(row, column - 1) + part%now(row, column + 1))
                largest = max(largest, &
                    abs(part%next(row, column) - part%now(row, column)))
            end do
        end do
    end subroutine sweep

    subroutine solve(part, times, change)
        type(part_type), intent(inout) :: part
        integer, intent(in) :: times
        real(real64), intent(out) :: change
        real(real64), allocatable :: now(:, :)
        integer :: i

        do i = 1, times
            call sweep(part, change)
        end do
        call move_alloc(part%next, now)
        call move_alloc(part%now, part%next)
        call move_alloc(now, part%now)
    end subroutine solve

    subroutine step(part, times, residual)
        type(part_type), intent(inout) :: part
        integer, intent(in) :: times
        real(real64), intent(out) :: residual
        real(real64) :: change

        call mpiprof_begin('halo')
        call swap_halo(part)
        call mpiprof_end('halo')

        call mpiprof_begin('solve')
        call solve(part, times, change)
        call mpiprof_end('solve')

        call mpiprof_begin('residual')
        call MPI_Allreduce(change, residual, 1, MPI_DOUBLE_PRECISION, &
            MPI_MAX, part%grid)
        call mpiprof_end('residual')
    end subroutine step

    ! Defined on rank 0.
    subroutine mean_temperature(part, size, mean)
        type(part_type), intent(in) :: part
        integer, intent(in) :: size
        real(real64), intent(out) :: mean
        real(real64) :: own, all

        own = sum(part%now(1:part%rows, 1:part%columns))
        all = 0
        call MPI_Reduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, &
            part%grid)
        mean = all / size / size
    end subroutine mean_temperature

end module plate

program heat2d_f08
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi_f08
    use mpiprof
    use options_of_heat2d
    use plate
    implicit none
    type(options_type) :: options
    character(len=140) :: bad
    integer :: rank, ranks

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call read_options(ranks, options, bad)
    if (bad /= '') then
        if (rank == 0) write (error_unit, '(3a)') &
            'heat2d_f08: ', trim(bad), &
            new_line('a') // usage
    else if (options%help) then
        if (rank == 0) print '(a)', usage
    else
        call run()
    end if
    call MPI_Finalize()
    if (bad /= '') stop 2, quiet=.true.

contains

    subroutine run()
        type(part_type) :: part
        double precision :: start, residual, mean
        integer :: i, times

        start = MPI_Wtime()
        residual = 0
        times = merge(options%slow_factor, 1, rank == options%slow_rank)
        call mpiprof_begin('init')
        call part_init(part, ranks, options)
        call mpiprof_end('init')
        do i = 1, options%steps
            call step(part, times, residual)
        end do
        call mean_temperature(part, options%size, mean)
        if (rank == 0) print '(5(a, i0), 2(a, g0.6), a, f6.2, a)', &
            'heat2d_f08: ', options%size, ' x ', options%size, ' points on ', &
            part%dims(1), ' x ', part%dims(2), ' ranks, ', options%steps, &
            ' steps: residual ', residual, ', mean ', mean, ' degrees,', &
            MPI_Wtime() - start, ' s'
        call part_clear(part)
    end subroutine run

end program heat2d_f08
