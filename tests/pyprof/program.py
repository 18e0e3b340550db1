# SPDX-License-Identifier: BSD-3-Clause
"""What is profiled: recursion, generators, exceptions, lambdas, the standard
library, functions that are built in.

    program.py RANK OUTPUT [cProfile|profile]

For Python 2.7 and 3.
"""
import json
import sys


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def fail():
    raise ValueError("on purpose")


def numbers(n):
    for i in range(n):
        yield i


class Worker(object):
    def run(self, rank):
        items = [i * 7919 % (1000 + rank) for i in range(1000)]
        return sorted(items, key=lambda item: -item)


def work(rank):
    fibonacci(8 + rank % 4)
    even(20)
    Worker().run(rank)
    json.loads(json.dumps({str(i): list(range(i)) for i in range(10)}))
    sum(numbers(50))
    try:
        fail()
    except ValueError:
        pass
    if rank == 1:
        odd(11)


def main(rank, output, module="cProfile"):
    profiler = __import__(module).Profile()
    profiler.runcall(work, rank)
    profiler.dump_stats(output)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
