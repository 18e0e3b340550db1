# SPDX-License-Identifier: BSD-3-Clause
"""A Python program that ends in many ways, after calls with known counts.

    python3 -m mpiprof modes.py MODE

On each rank: known() 7 times, inner() 21 times; the regions outer (7), inner
within it (21), failing (2, left by an exception), from_timed (4), steps (one
for each step of a generator: 4), again within itself (2).
"""

import os
import sys
import threading

import mpiprof
import some_mpi


def inner():
    with mpiprof.region("inner"):
        pass


def known():
    mpiprof.begin("outer")
    for _ in range(3):
        inner()
    mpiprof.end("outer")


def failing():
    try:
        with mpiprof.region("failing"):
            raise KeyError("seen by nobody")
    except KeyError:
        pass


@mpiprof.timed("from_timed")
def from_timed():
    return 5


@mpiprof.timed("steps")
def steps():
    yield 1
    yield 2
    yield 3


def in_threads(count, calls):
    def work():
        for _ in range(calls):
            known()
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def all_known():
    for _ in range(7):
        known()
    for _ in range(2):
        failing()
    assert [from_timed() for _ in range(4)] == [5] * 4
    assert list(steps()) == [1, 2, 3]
    again = mpiprof.region("again")
    with again, again:
        some_mpi.barrier()


def abort(library):
    some_mpi.barrier()
    if some_mpi.rank == 0:
        library.MPI_Abort(some_mpi.WORLD, 5)
    some_mpi.receive_for_ever()


def abort_while_others_work():
    def work():
        while True:
            inner()
    threading.Thread(target=work, daemon=True).start()
    abort(some_mpi.MPI)


def send_to_nobody():
    """MPI ends the job, by its default error handler."""
    some_mpi.barrier()
    if some_mpi.rank == 0:
        some_mpi.send_to(77)
    some_mpi.receive_for_ever()


def look_before_mpi_ends():
    import atexit
    import ctypes
    directory = ctypes.CDLL(None).mpiprof_run_directory
    directory.restype = ctypes.c_char_p
    path = os.path.join(directory().decode(), "cpu_%d.prof" % some_mpi.rank)
    assert not os.path.exists(path)
    atexit.register(lambda: print("there" if os.path.exists(path) else "not"))


def raise_error():
    raise ValueError("on purpose")


def end_mpi():
    some_mpi.finalize()
    known()


def fork():
    child = os.fork()
    if child == 0:
        known()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def fork_and_return():
    """The child comes to the end of the script, too."""
    child = os.fork()
    if child != 0:
        assert os.waitpid(child, 0)[1] == 0
        return
    # MPI does not end in it.
    import atexit
    atexit.unregister(some_mpi.finalize)
    sys.exit(0)


def join_threads():
    for thread in in_threads(3, 10):
        thread.join()


def leave_threads():
    """They go on when the script is at its end."""
    def work():
        import time
        time.sleep(0.3)
        known()
    threading.Thread(target=work).start()


def many_threads():
    for _ in range(150):
        in_threads(1, 1)[0].join()


def use_other_profiler():
    import cProfile
    profile = cProfile.Profile()
    profile.enable()
    inner()
    profile.disable()


def go_away():
    os.mkdir("elsewhere%d" % some_mpi.rank)
    os.chdir("elsewhere%d" % some_mpi.rank)


MODES = {
    "end": lambda: None,
    "raise": raise_error,
    "exit": lambda: sys.exit(3),
    "exit_now": lambda: (some_mpi.finalize(), os._exit(4)),
    "abort": lambda: abort(some_mpi.MPI),
    "abort_held": lambda: abort(some_mpi.HELD),
    "abort_busy": abort_while_others_work,
    "error": send_to_nobody,
    "in_time": look_before_mpi_ends,
    "end_mpi": end_mpi,
    "fork": fork,
    "fork_and_return": fork_and_return,
    "threads": join_threads,
    "leave_threads": leave_threads,
    "many_threads": many_threads,
    "other_profiler": use_other_profiler,
    "go_away": go_away,
}

if __name__ == "__main__":
    all_known()
    MODES[sys.argv[1]]()
