# SPDX-License-Identifier: BSD-3-Clause
"""Calls MPI from known lines of Python, through ctypes.

    python_calls.py LIBRARY sites|threads|locked|stuck|again|several|collected

LIBRARY is python_native.c.  What is called must be libmpiprof's where that is
preloaded, so procedures are looked up in the whole program.  Lines that
python_calls.sh knows end with a comment: their name.
"""

import ctypes
import gc
import sys
import threading

MPI_THREAD_MULTIPLE = 3

native = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
locked = ctypes.PyDLL(sys.argv[1])
program = ctypes.CDLL(None)


def constant(ours, theirs):
    """A handle: an integer of MPICH, an address of Open MPI."""
    try:
        return ctypes.c_void_p(ctypes.addressof(
            ctypes.c_char.in_dll(program, theirs)))
    except ValueError:
        return ours


WORLD = constant(0x44000000, "ompi_mpi_comm_world")
SELF = constant(0x44000001, "ompi_mpi_comm_self")
INT = constant(0x4c000405, "ompi_mpi_int")
STATUS = ctypes.create_string_buffer(64)


def rank():
    value = ctypes.c_int()
    program.MPI_Comm_rank(WORLD, ctypes.byref(value))
    return value.value


def barrier():
    program.MPI_Barrier(WORLD)  # in barrier


class Heat:
    def step(self):
        program.MPI_Barrier(WORLD)  # in step

    def run(self, count):
        for _ in range(count):
            self.step()
            barrier()


def down(depth):
    if depth > 0:
        return down(depth - 1)
    return program.MPI_Barrier(WORLD)  # in down


def each(count):
    for _ in range(count):
        yield program.MPI_Barrier(WORLD)  # in each


def twice():
    program.MPI_Barrier(WORLD)  # in twice
    program.MPI_Barrier(WORLD)  # in twice again


def solve():
    return native.native_solve()


def sites():
    Heat().run(10)
    down(3)
    list(each(4))
    twice()
    (lambda: program.MPI_Barrier(WORLD))()  # in lambda
    exec(compile("\n\nprogram.MPI_Barrier(WORLD)", "made\nup", "exec"))
    for _ in range(6):
        solve()


def look(count):
    flag = ctypes.c_int()
    for _ in range(count):
        found = ctypes.byref(flag)
        program.MPI_Iprobe(0, 9, SELF, found, STATUS)  # in look


def look_too(count):
    look(count)


def threads():
    locked.native_solve()
    others = [threading.Thread(target=work, args=(500,))
              for work in (look, look_too)]
    for thread in others:
        thread.start()
    held = sys.getrefcount(look.__code__)
    look(500)
    for thread in others:
        thread.join()
    if sys.getrefcount(look.__code__) > held + 50:
        sys.exit("references are kept")


def waits_with_lock():
    """A thread of rank 0 is in MPI with Python's lock.  It waits for what
    rank 1 answers to another thread, which does without the lock."""
    sys.setswitchinterval(1e-5)
    for count, ms in ((1, 300), (2000, 0)):
        if rank() == 1:
            native.native_echo(count)
            continue
        sender = threading.Thread(target=native.native_send,
                                  args=(count, ms))
        sender.start()
        native.native_await_sender()
        if [locked.native_receive() for _ in range(count)] != \
                list(range(count)):
            sys.exit("wrong message")
        sender.join()


def keeps_lock():
    """A thread waits in machine code, with Python's lock, for the call of one
    that does without."""
    other = threading.Thread(target=native.native_call_when_kept)
    other.start()
    native.native_await_sender()
    locked.native_keep()
    other.join()


def stuck():
    value = ctypes.c_int()
    place, source = ctypes.byref(value), 1 - rank()
    program.MPI_Recv(place, 1, INT, source, 7, WORLD, STATUS)  # in stuck


def interpreters():
    try:
        import _interpreters as found
    except ImportError:
        import _xxsubinterpreters as found
    return found


def second_interpreter():
    """One that is gone again."""
    interpreters().destroy(interpreters().create())


def several():
    """Calls beside a second interpreter."""
    other = interpreters().create()
    look(7)
    interpreters().destroy(other)
    look(3)


def again():
    """Who has Python's lock is known after a second interpreter, too."""
    second_interpreter()
    other = threading.Thread(target=look_too, args=(20000,))
    other.start()
    while other.is_alive():
        look(10)
    other.join()


class Circle:
    """Only the collector finds it."""

    def __init__(self):
        self.circle = self

    def __del__(self):
        look(1)


def deep(depth):
    if depth > 0:
        return deep(depth - 1)
    return look_too(1)


def collected():
    """The collector is to run at each of the objects that come next."""
    for most in 6 * list(range(1, 51)):
        gc.collect()
        gc.set_threshold(most)
        Circle()
        deep(10)
    gc.collect()


if native.native_init(MPI_THREAD_MULTIPLE) < MPI_THREAD_MULTIPLE:
    sys.exit("no MPI_THREAD_MULTIPLE")
{"sites": sites, "threads": threads, "locked": waits_with_lock,
 "kept": keeps_lock, "stuck": stuck, "again": again,
 "several": several, "collected": collected}[sys.argv[2]]()
program.MPI_Finalize()
