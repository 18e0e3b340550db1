# SPDX-License-Identifier: BSD-3-Clause
"""Uses known shares of processor time in functions of Python and of C.

    python_samples.py LIBRARY

LIBRARY is python_burn.c.  Prints a JSON object: for each function the seconds
of processor time that it used, with all that it calls.
"""

import ctypes
import json
import sys
import threading
import time

burn = ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
program = ctypes.CDLL(None)
used = {}
CALLBACK = ctypes.CFUNCTYPE(None)


def counted(function, *arguments):
    begin = time.thread_time()
    function(*arguments)
    name = function.__name__
    used[name] = used.get(name, 0) + time.thread_time() - begin


def loop(seconds):
    end = time.thread_time() + seconds
    total = 0
    while time.thread_time() < end:
        for i in range(20000):
            total += i * i
    return total


def python_alone(seconds):
    loop(seconds)


def calls_native(seconds):
    burn.burn_for(ctypes.c_double(seconds))


def called_back():
    loop(0.3)


def calls_back():
    burn.burn_and_call(CALLBACK(called_back))


def sorts():
    end = time.thread_time() + 0.3
    while time.thread_time() < end:
        sorted(range(20000), key=lambda x: -x)


def generates():
    def values():
        yield loop(0.1)
        yield loop(0.1)
    list(values())


def goes_down(depth):
    if depth > 0:
        return goes_down(depth - 1)
    return loop(0.2)


def in_thread():
    counted(calls_native, 0.1)
    loop(0.4)


def main():
    counted(python_alone, 0.5)
    counted(calls_native, 0.4)
    counted(calls_back)
    counted(sorts)
    counted(generates)
    counted(goes_down, 100)
    thread = threading.Thread(target=counted, args=(in_thread,))
    thread.start()
    thread.join()


program.MPI_Init(None, None)
main()
program.MPI_Finalize()
print(json.dumps(used))
