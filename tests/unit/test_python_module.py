# SPDX-License-Identifier: BSD-3-Clause
"""Unit tests of the pure parts of share/python/mpiprof.

Run by make check, with TEST_PYTHON, which has to be 3.8 or later.
"""

import asyncio
import collections
import contextlib
import errno
import cProfile
import functools
import gc
import inspect
import io
import os
import pstats
import sys
import tempfile
import threading
import tracemalloc
import types
import unittest
import weakref
from unittest import mock

for folder in ("flavours", "python"):
    sys.path.insert(0, os.path.join(os.environ["SRC_DIR"], "share", folder))

import flavours
from mpiprof import (_command, _ending, _load, _memory, _output, _profiler,
                     _regions, _snapshot, _timing)

Entry = collections.namedtuple(
    "Entry", "code callcount reccallcount totaltime inlinetime calls")


def code_of(text, file="f.py"):
    return compile(text, file, "exec")


class Marks:
    """What begin and end of the library are called with."""

    def __init__(self):
        self.seen = []

    def begin(self, name, file, line):
        self.seen.append("+" + name.decode())
        self.position = file, line

    def end(self, name):
        self.seen.append("-" + name.decode())

    def __str__(self):
        return " ".join(self.seen)


@contextlib.contextmanager
def with_library():
    marks = Marks()
    with mock.patch.multiple(_regions, _found=True, _begin=marks.begin,
                             _end=marks.end):
        yield marks


@contextlib.contextmanager
def without_library():
    with mock.patch.multiple(_regions, _found=False, _begin=None, _end=None):
        yield


class Regions(unittest.TestCase):
    def test_nest_and_close(self):
        with with_library() as marks:
            with _regions.region("a"):
                _regions.begin("b")
                _regions.end("b")
        self.assertEqual(str(marks), "+a +b -b -a")

    def test_an_exception_closes(self):
        with with_library() as marks:
            with self.assertRaises(KeyError):
                with _regions.region("a"):
                    raise KeyError
        self.assertEqual(str(marks), "+a -a")

    def test_may_be_entered_again_while_open(self):
        with with_library() as marks:
            same = _regions.region("a")
            with same, same:
                pass
        self.assertEqual(str(marks), "+a +a -a -a")

    def test_have_the_callers_position(self):
        with with_library() as marks:
            line = inspect.currentframe().f_lineno + 1
            with _regions.region("a"):
                pass
            self.assertEqual(marks.position, (__file__.encode(), line))
            first = marks.position[0]
            _regions.begin("b")
            self.assertIs(marks.position[0], first)

    def test_names_may_be_anything(self):
        with with_library() as marks:
            for name in (b"bytes", "\u00e4", 7):
                with _regions.region(name):
                    pass
        self.assertEqual(str(marks), "+bytes -bytes +\u00e4 -\u00e4 +7 -7")

    def test_without_the_library_are_nothing(self):
        def function():
            pass
        with without_library():
            self.assertIs(_regions.region("a"), _regions.region("b"))
            with _regions.region("a"):
                _regions.begin("b")
                _regions.end("b")
            self.assertIs(_regions.timed(function), function)
            self.assertIs(_regions.timed("x")(function), function)


class Timed(unittest.TestCase):
    def test_has_the_functions_name_or_its_own(self):
        with with_library() as marks:
            @_regions.timed
            def one(x, *, y):
                """What it is."""
                return x + y

            @_regions.timed("two")
            def other():
                raise KeyError

            self.assertEqual(one(1, y=2), 3)
            with self.assertRaises(KeyError):
                other()
        name = one.__qualname__
        self.assertEqual(str(marks), "+%s -%s +two -two" % (name, name))
        self.assertEqual(one.__doc__, "What it is.")
        self.assertEqual(one.__name__, "one")

    def test_methods_of_all_kinds(self):
        with with_library() as marks:
            class Some:
                @_regions.timed("a")
                def usual(self):
                    return self

                @_regions.timed("b")
                @staticmethod
                def static():
                    return 1

                @_regions.timed("c")
                @classmethod
                def of_class(cls):
                    return cls

            some = Some()
            self.assertIs(some.usual(), some)
            self.assertEqual(some.static(), 1)
            self.assertIs(some.of_class(), Some)
        self.assertEqual(str(marks), "+a -a +b -b +c -c")

    def test_what_is_no_function_is_refused(self):
        for what in (7, None, int):
            with self.assertRaises(TypeError):
                _regions.timed(what)

    def test_each_step_of_a_generator(self):
        seen = []
        with with_library() as marks:
            @_regions.timed("g")
            def steps():
                try:
                    seen.append((yield 1))
                    seen.append((yield 2))
                except KeyError:
                    yield 3
                finally:
                    marks.seen.append("finally")
                return 4

            self.assertTrue(inspect.isgeneratorfunction(steps))
            run = steps()
            self.assertEqual(str(marks), "")
            self.assertEqual(next(run), 1)
            self.assertEqual(str(marks), "+g -g")
            self.assertEqual(run.send("sent"), 2)
            self.assertEqual(run.throw(KeyError()), 3)
            with self.assertRaises(StopIteration) as stop:
                next(run)
            self.assertEqual(stop.exception.value, 4)
            closed = steps()
            next(closed)
            closed.close()
        self.assertEqual(seen, ["sent"])
        self.assertEqual(
            str(marks),
            "+g -g +g -g +g -g +g finally -g +g -g +g finally -g")

    def test_each_step_of_a_coroutine(self):
        with with_library() as marks:
            @_regions.timed("c")
            async def wait(number):
                await asyncio.sleep(0)
                if number == 3:
                    raise KeyError
                return number

            async def both():
                return await asyncio.gather(wait(1), wait(2))

            self.assertTrue(asyncio.iscoroutinefunction(wait) or
                            inspect.iscoroutinefunction(wait))
            self.assertEqual(asyncio.run(both()), [1, 2])
            with self.assertRaises(KeyError):
                asyncio.run(wait(3))
        # No step is within another: the tasks take turns.
        self.assertEqual(str(marks), " ".join(["+c -c"] * 6))

    def test_each_step_of_an_async_generator(self):
        with with_library() as marks:
            @_regions.timed("a")
            async def numbers():
                try:
                    for number in range(2):
                        await asyncio.sleep(0)
                        yield number
                finally:
                    marks.seen.append("finally")

            async def all_of_them():
                return [number async for number in numbers()]

            async def first():
                some = numbers()
                async for number in some:
                    break
                await some.aclose()
                return number

            self.assertEqual(asyncio.run(all_of_them()), [0, 1])
            self.assertEqual(
                str(marks), "+a -a +a -a +a -a +a -a +a finally -a")
            marks.seen.clear()
            self.assertEqual(asyncio.run(first()), 0)
        self.assertEqual(str(marks), "+a -a +a -a +a finally -a")

    def test_an_async_generator_gets_what_is_thrown(self):
        with with_library() as marks:
            @_regions.timed("a")
            async def numbers():
                try:
                    yield 1
                except KeyError:
                    yield 2

            async def thrown():
                some = numbers()
                return [await some.asend(None), await some.athrow(KeyError())]

            self.assertEqual(asyncio.run(thrown()), [1, 2])
        # The last step is the loop, which closes what is still open.
        self.assertEqual(str(marks), "+a -a +a -a +a -a")

    def test_has_the_line_of_the_function_that_is_wrapped(self):
        def function():
            pass

        @functools.wraps(function)
        def wrapper():
            return function()
        with with_library() as marks:
            _regions.timed(wrapper)()
            self.assertEqual(marks.position[1],
                             function.__code__.co_firstlineno)


def make(profiles):
    sums = _snapshot.Sums()
    for entries in profiles:
        sums.add(entries)
    copied = sums.copy()
    sums.add([Entry("of the copied one", 1, 0, 1.0, 1.0, None)])
    return copied.stats()


class Snapshot(unittest.TestCase):
    def test_is_what_cprofile_writes(self):
        namespace = {}
        exec(code_of("def leaf(n):\n    return n and leaf(n - 1)\n"
                     "def top():\n"
                     "    leaf(3)\n    len([])\n    leaf(0)\n"), namespace)
        profile = cProfile.Profile()
        profile.enable()
        namespace["top"]()
        namespace["top"]()
        profile.disable()
        made = make([profile.getstats()])
        profile.create_stats()
        self.assertEqual(made, profile.stats)
        row = made["f.py", 1, "leaf"]
        self.assertEqual(row[:2], (4, 10))
        self.assertEqual(row[4]["f.py", 3, "top"][:2], (4, 4))
        self.assertEqual(row[4]["f.py", 1, "leaf"][:2], (6, 2))

    def test_names_are_those_of_cprofile(self):
        class Some:
            def method(self):
                pass
        label = _snapshot._label(Some.method.__code__)
        self.assertEqual(label, cProfile.label(Some.method.__code__))
        self.assertEqual(label[2], "method")

    def test_a_copy_is_its_own(self):
        first = [Entry("a", 1, 0, 1.0, 1.0, [Entry("b", 1, 0, 1.0, 1.0,
                                                   None)]),
                 Entry("b", 1, 0, 1.0, 1.0, None)]
        sums = _snapshot.Sums()
        sums.add(first)
        copied = sums.copy()
        copied.add(first)
        self.assertEqual(sums.stats(), {
            ("~", 0, "a"): (1, 1, 1.0, 1.0, {}),
            ("~", 0, "b"): (1, 1, 1.0, 1.0,
                            {("~", 0, "a"): (1, 1, 1.0, 1.0)})})
        self.assertEqual(copied.stats()["~", 0, "b"],
                         (2, 2, 2.0, 2.0, {("~", 0, "a"): (2, 2, 2.0, 2.0)}))

    def test_functions_that_look_alike_are_added(self):
        made = make([[
            Entry("built", 3, 1, 4.0, 2.0, None),
            Entry("built", 5, 0, 1.0, 0.5, [Entry("callee", 2, 0, .5, .25,
                                                  None)])],
            [Entry("built", 7, 0, 1.0, 0.5, [Entry("callee", 4, 1, .5, .25,
                                                   None)])]])
        self.assertEqual(made["~", 0, "built"], (14, 15, 3.0, 6.0, {}))
        self.assertNotIn(("~", 0, "callee"), made)

    def test_callers_are_added(self):
        callee = Entry("callee", 6, 1, 1.0, 0.5, None)
        made = make([
            [Entry("a", 1, 0, 1.0, 0.0, [Entry("callee", 2, 0, .5, .25,
                                               None)]), callee],
            [Entry("a", 1, 0, 1.0, 0.0, [Entry("callee", 4, 1, .5, .25,
                                               None)])]])
        self.assertEqual(made["~", 0, "callee"][4],
                         {("~", 0, "a"): (6, 5, .5, 1.0)})

    def test_the_runner_is_left_out(self):
        own = Entry(_command.main.__code__, 1, 0, 1.0, 1.0,
                    [Entry("seen", 1, 0, 0.0, 0.0, None)])
        made = make([[own, Entry("seen", 1, 0, 0.0, 0.0, None)]])
        self.assertEqual(made, {("~", 0, "seen"): (1, 1, 0.0, 0.0, {})})

    def test_every_file_of_the_runner_is_known(self):
        folder = os.path.dirname(_snapshot.__file__)
        named = {os.path.basename(name) for name in _snapshot._OWN}
        users = {"__init__.py", "__main__.py", "_library.py", "_load.py",
                 "_regions.py", "_timing.py"}
        self.assertEqual(named | users, {
            name for name in os.listdir(folder) if name.endswith(".py")})


class FixedPlace:
    def __init__(self, directory, rank=0):
        self._directory, self._rank = directory, rank

    def directory(self):
        return self._directory

    def rank(self):
        return self._rank


class Memory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        self.memory = _memory.Memory()

    def allocate(self, size):
        made = {}
        exec(compile("\n" * 41 + "kept = bytearray(%d)" % size, "big.py",
                     "exec"), made)
        return made

    def rows(self):
        self.memory.write(FixedPlace(self.folder, 3))
        with open(os.path.join(self.folder, "memory_3.tsv")) as file:
            head, peak, *lines = file.read().splitlines()
        self.assertEqual(head, "mpiprof-python-memory\t1")
        self.peak = [int(word) for word in peak.split("\t")[1:]]
        found = {}
        for line in lines:
            words = line.split("\t")
            self.assertEqual(words[0], "line")
            found[words[6], int(words[5])] = [int(word) for word in words[1:5]]
        return found

    def test_a_line_that_holds_memory_at_the_end(self):
        kept = self.allocate(3000000)
        row = self.rows()["big.py", 42]
        self.assertEqual(len(kept["kept"]), 3000000)
        for size in row[0], row[2]:
            self.assertAlmostEqual(size, 3000000, delta=1000)

    def test_a_line_that_held_memory_when_there_was_most(self):
        kept = self.allocate(5000000)
        self.memory.look()
        kept.clear()
        row = self.rows()["big.py", 42]
        self.assertAlmostEqual(row[0], 5000000, delta=1000)
        self.assertEqual(row[2:], [0, 0])
        self.assertGreaterEqual(self.peak[0], 5000000)

    def test_less_is_not_looked_at(self):
        kept = self.allocate(5000000)
        self.memory.look()
        kept.clear()
        kept = self.allocate(1000000)
        with mock.patch.object(_memory, "_lines", side_effect=AssertionError):
            self.memory.look()

    def test_after_a_long_look_there_is_a_rest_unless_the_sum_doubles(self):
        kept = [self.allocate(3000000)]
        self.memory.look()
        self.memory._rested = float("inf")
        kept.append(self.allocate(1000000))
        with mock.patch.object(_memory, "_lines", side_effect=AssertionError):
            self.memory.look()
        kept.append(self.allocate(9000000))
        with mock.patch.object(_memory, "_lines", return_value={}) as lines:
            self.memory.look()
        self.assertEqual(lines.call_count, 1)

    def test_small_lines_are_one(self):
        rows = {("a\tb\n.py", 1): (900000, 3, 1, 1), ("c.py", 2): (5, 1, 0, 0),
                ("d.py", 3): (6, 2, 1, 1)}
        self.assertEqual(
            _memory._text(1000000, 900011, rows),
            b"mpiprof-python-memory\t1\npeak\t1000000\t900011\n"
            b"line\t900000\t3\t1\t1\t1\ta\\tb\\n.py\n"
            b"line\t11\t3\t1\t1\t0\t\n")

    def test_a_script_that_stops_tracemalloc_is_told(self):
        tracemalloc.stop()
        with mock.patch.object(sys, "stderr", io.StringIO()) as stderr:
            self.memory.write(FixedPlace(self.folder))
            self.memory.write(FixedPlace(self.folder))
        self.assertEqual(stderr.getvalue(), "mpiprof: the script has stopped "
                         "tracemalloc: there is no profile of Python's memory\n")
        self.assertEqual(os.listdir(self.folder), [])

    def test_when_it_is_wanted(self):
        for text, wanted in (("on", True), ("YES", True), ("off", False),
                             ("", False)):
            with mock.patch.dict(os.environ, MPIPROF_PYTHON_MEMORY=text):
                self.assertEqual(_memory.is_wanted(), wanted)


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_a_file_is_never_overwritten(self):
        place = FixedPlace(self.folder, 3)
        names = [os.path.basename(_output.write({}, place, None))
                 for _ in range(3)]
        self.assertEqual(names, ["cpu_3.prof", "cpu_run2_3.prof",
                                 "cpu_run3_3.prof"])
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_nor_where_there_are_no_hard_links(self):
        place = FixedPlace(self.folder)
        with mock.patch.object(os, "link", side_effect=PermissionError):
            for _ in range(2):
                _output.write({}, place, None)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["cpu_0.prof", "cpu_run2_0.prof"])

    def test_the_own_file_is_replaced(self):
        place = FixedPlace(self.folder)
        path = _output.write({}, place, None)
        row = {("f", 1, "x"): (1, 1, 0.0, 0.0, {})}
        self.assertEqual(_output.write(row, place, path), path)
        self.assertEqual(os.listdir(self.folder), ["cpu_0.prof"])
        self.assertEqual(pstats.Stats(path).stats, row)

    def test_a_failure_is_one_line_and_leaves_nothing(self):
        path = os.path.join(self.folder, "file")
        with open(path, "w"):
            pass
        for directory, wrong in ((os.path.join(path, "in"), None),
                                 (self.folder, OSError(28, "No space"))):
            with mock.patch.object(sys, "stderr", io.StringIO()) as stderr, \
                    mock.patch.object(_output.marshal, "dump",
                                      side_effect=wrong):
                self.assertIsNone(
                    _output.write({}, FixedPlace(directory), None))
                self.assertRegex(stderr.getvalue(),
                                 r"^mpiprof: rank 0: cannot write .*\n$")
        self.assertEqual(os.listdir(self.folder), ["file"])

    def test_trouble_that_all_ranks_have_is_told_once_on_a_host(self):
        def told(number, first, writable=True):
            with mock.patch.object(sys, "stderr", io.StringIO()) as stderr, \
                    mock.patch.object(_output, "is_first_on_host",
                                      return_value=first), \
                    mock.patch.object(os, "access", return_value=writable), \
                    mock.patch.object(_output.marshal, "dump",
                                      side_effect=OSError(number, "wrong")):
                _output.write({}, FixedPlace(self.folder), None)
                return stderr.getvalue() != ""
        self.assertTrue(told(errno.ENOSPC, True))
        self.assertFalse(told(errno.ENOSPC, False))
        self.assertFalse(told(errno.EACCES, False, writable=False))
        self.assertTrue(told(errno.EIO, False))

    def test_nobody_is_hurt_where_errors_go_nowhere(self):
        closed = io.StringIO()
        closed.close()
        for stream in (None, closed):
            with mock.patch.object(sys, "stderr", stream):
                _output.say("this")

    def test_the_rank_is_that_of_mpi_while_it_can_be_asked(self):
        def rank(initialized, finalized):
            world = types.SimpleNamespace(Get_rank=lambda: 7)
            module = types.SimpleNamespace(
                Is_initialized=lambda: initialized,
                Is_finalized=lambda: finalized, COMM_WORLD=world)
            with mock.patch.dict(sys.modules, {"mpi4py.MPI": module}), \
                    mock.patch.dict(os.environ, {"PMI_RANK": "3"}, clear=True):
                return _output.Place(None, None).rank()
        self.assertEqual(rank(True, False), 7)
        self.assertEqual(rank(True, True), 3)
        self.assertEqual(rank(False, False), 3)

    def test_the_rank_is_the_launchers(self):
        def rank(**variables):
            with mock.patch.dict(os.environ, variables, clear=True):
                return _output.launched_rank()
        self.assertIsNone(rank())
        self.assertIsNone(rank(PMI_RANK="none"))
        self.assertIsNone(rank(PMI_RANK="\u00b2"))
        self.assertEqual(rank(PMI_RANK="4"), 4)
        self.assertEqual(rank(OMPI_COMM_WORLD_RANK="2", PMIX_RANK="9"), 2)
        self.assertEqual(rank(SLURM_PROCID="0"), 0)

    def test_the_variables_are_those_of_all_launchers(self):
        self.assertEqual(list(_output.RANK_VARIABLES), flavours.words("rank"))
        self.assertEqual(list(_output.HOST_RANK_VARIABLES),
                         flavours.words("local_rank"))

    def test_one_rank_of_a_host_speaks(self):
        def first(**variables):
            with mock.patch.dict(os.environ, variables, clear=True):
                return _output.is_first_on_host()
        self.assertTrue(first())
        self.assertTrue(first(MPI_LOCALRANKID="0", PMI_RANK="5"))
        self.assertFalse(first(OMPI_COMM_WORLD_LOCAL_RANK="1"))


def counted():
    pass


class Threads(unittest.TestCase):
    @unittest.skipIf(_profiler.ONE_FOR_ALL, "one profile for all threads")
    def test_those_that_are_over_are_added_up_and_kept(self):
        profiler = _profiler.Profiler()
        profiler.watch_threads()
        started = 2 * _profiler.FOLD_FROM + 5
        for _ in range(started):
            thread = threading.Thread(target=counted)
            thread.start()
            thread.join()
        profiler.stop()
        label = _snapshot._label(counted.__code__)
        self.assertLessEqual(len(profiler._threads), _profiler.FOLD_FROM)
        left = weakref.ref(thread)
        del thread
        gc.collect()
        self.assertIsNone(left(), "a thread that is over was kept")
        self.assertEqual(profiler.stats()[label][:2], (started, started))
        self.assertEqual(profiler.stats()[label][:2], (started, started))

    def test_the_collector_is_left_as_it_was(self):
        profiler = _profiler.Profiler()
        self.assertTrue(gc.isenabled())
        profiler.stats()
        self.assertTrue(gc.isenabled())
        gc.disable()
        try:
            profiler.stats()
            self.assertFalse(gc.isenabled())
        finally:
            gc.enable()


class FakeProfiler:
    def __init__(self, threads=False):
        self.threads = threads
        self.main = mock.Mock()

    def stop(self):
        pass

    def flush_all(self):
        pass

    def has_live_threads(self):
        return self.threads

    def stats(self):
        return {}


class Ends(unittest.TestCase):
    def writes(self, wanted=lambda rank: True, **how):
        """The ending, and the list of what it has written"""
        written = []
        place = types.SimpleNamespace(rank=lambda: 5, of_run=lambda: "run")
        patch = mock.patch.object(
            _output, "write",
            lambda stats, place, path: written.append(path) or "file")
        patch.start()
        self.addCleanup(patch.stop)
        return _ending.Ending(FakeProfiler(**how), place, None,
                              wanted), written

    def test_is_written_once(self):
        ending, written = self.writes()
        ending.script_ends()
        self.assertTrue(ending.end_now())
        self.assertEqual(written, [None])

    def test_is_written_again_where_threads_went_on(self):
        ending, written = self.writes(threads=True)
        with mock.patch.object(_ending.atexit, "register") as register:
            ending.script_ends()
        register.assert_called_once_with(ending.end_now)
        ending.end_now()
        ending.end_now()
        self.assertEqual(written, [None, "file"])

    def test_not_of_other_ranks_nor_in_a_child(self):
        ending, written = self.writes(wanted=lambda rank: rank != 5)
        ending.script_ends()
        self.assertEqual(written, [])
        ending, written = self.writes()
        with mock.patch.object(os, "getpid", return_value=-1):
            self.assertTrue(ending.end_now())
        self.assertEqual(written, [])
        ending._forget()
        ending.end_now()
        self.assertEqual(written, [])

    def test_who_comes_in_between_does_not_wait(self):
        ending, written = self.writes()
        ending.when_idle = mock.Mock()
        with ending._busy:
            self.assertFalse(ending.end_now())
        ending.when_idle.assert_not_called()
        self.assertTrue(ending.end_now())
        ending.when_idle.assert_called_once_with()
        self.assertEqual(written, [None])


class CommandLine(unittest.TestCase):
    def test_options_end_at_the_program(self):
        request = _command.read_words(["-o", "d", "s.py", "-o", "--ranks"])
        self.assertEqual((request.output, request.words),
                         ("d", ["s.py", "-o", "--ranks"]))
        request = _command.read_words(["-m", "name", "--help"])
        self.assertEqual((request.module, request.words), ("name", ["--help"]))
        self.assertEqual(_command.read_words(["-mname"]).module, "name")
        self.assertEqual(_command.read_words(["--", "-s.py"]).words, ["-s.py"])

    def test_values_may_be_part_of_the_word(self):
        for words in (["--output=d"], ["--output", "d"], ["-od"], ["-o", "d"]):
            self.assertEqual(_command.read_words(words + ["s"]).output, "d")

    def test_ranks(self):
        request = _command.read_words(["--ranks", "0,4-6", "s.py"])
        self.assertEqual([rank for rank in range(9) if request.wants(rank)],
                         [0, 4, 5, 6])
        self.assertTrue(_command.read_words(["s.py"]).wants(12345))

    def test_what_is_wrong_is_refused(self):
        for words in ([], ["-o"], ["--output"], ["--output=", "s", "t"],
                      ["-o", "", "s"], ["--what", "s"], ["-x", "s"],
                      ["--ranks", "", "s"], ["--ranks=3-1", "s"],
                      ["--ranks=3-", "s"], ["--ranks=-3", "s"],
                      ["--ranks=\u00b2", "s"], ["--no-profile=1", "s"],
                      ["-m"]):
            with self.assertRaises(_command.BadUsage, msg=words):
                _command.read_words(words)


class Timing(unittest.TestCase):
    def setUp(self):
        self.now = 0.0
        for patch in (mock.patch.object(_timing, "_totals", {}),
                      mock.patch.object(_timing, "perf_counter",
                                        lambda: self.now)):
            patch.start()
            self.addCleanup(patch.stop)

    def test_a_region_that_takes_its_time(self):
        with with_library() as marks:
            with _timing.timing("solve") as solve:
                self.now += 2
            with solve:
                self.now += 3
        self.assertEqual(str(marks), "+solve -solve +solve -solve")
        self.assertEqual(os.path.basename(marks.position[0].decode()),
                         "test_python_module.py")
        self.assertEqual((solve.calls, solve.seconds, solve.last), (2, 5, 3))

    def test_an_exception_ends_it(self):
        with self.assertRaises(KeyError):
            with _timing.timing("solve") as solve:
                self.now += 1
                raise KeyError
        self.assertEqual((solve.calls, solve.seconds), (1, 1))

    def test_each_call_of_a_function(self):
        @_timing.timing("f")
        def function(steps):
            self.now += 1
            if steps > 0:
                function(steps - 1)

        class Some:
            @_timing.timing("s")
            @staticmethod
            def static():
                return 7

        function(2)
        self.assertEqual(Some.static(), 7)
        rows = {row.region: row for row in _timing.summary().rows}
        self.assertEqual((rows["f"].calls, rows["f"].max), (3, 6))
        self.assertEqual(rows["s"].calls, 1)
        with self.assertRaises(TypeError):
            _timing.timing("f")(int)

    def test_threads_have_begins_of_their_own(self):
        both = _timing.timing("both")
        inside, end = threading.Event(), threading.Event()

        def other():
            with both:
                inside.set()
                end.wait()

        thread = threading.Thread(target=other)
        thread.start()
        inside.wait()
        self.now += 1
        with both:
            self.now += 5
        self.assertEqual(both.last, 5)
        end.set()
        thread.join()
        self.assertEqual((both.calls, both.last), (2, 6))

    def test_a_table_over_ranks(self):
        made = _timing.Summary([{"a": (2, 1.0), "b": (1, 9.0)},
                                {"a": (3, 3.0)}, {}])
        self.assertEqual([row.region for row in made.rows], ["b", "a"])
        row = made.rows[1]
        self.assertEqual((row.calls, row.min, row.max, row.max_rank),
                         (5, 0, 3, 1))
        self.assertAlmostEqual(row.mean, 4 / 3)
        self.assertEqual(str(made).splitlines()[2].split(),
                         ["a", "5", "0", "1.333", "3", "1"])

    def test_a_communicator_gathers(self):
        comm = mock.Mock()
        comm.allgather = lambda here: [here, {"x": (1, 2.0)}]
        with _timing.timing("x"):
            self.now += 1
        row, = _timing.summary(comm).rows
        self.assertRegex(repr(row), "^<%s: [0-9]+ calls?, .* to .* s>$" %
                         row.region)
        self.assertEqual((row.calls, row.min, row.max), (2, 1, 2))


REPORT = """{"schema": "mpiprof-report", "run": {"ranks": 2},
 "verdict": ["slow"], "completeness": [], "tables": {"t": {"title": "A table",
 "note": null, "columns": [
  {"name": "name", "title": "name", "kind": "text", "definition": "N."},
  {"name": "calls", "title": "calls", "kind": "count", "definition": "C."},
  {"name": "time_s", "title": "time", "kind": "seconds", "definition": "T."},
  {"name": "most", "title": "most", "kind": "bytes", "definition": "M."}],
 "rows": [["a", 1, 0.5, null], ["b", 18446744073709551615, null, 4]]}}}"""


class Load(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.saved = os.path.join(folder.name, "saved.json")
        with open(self.saved, "w") as file:
            file.write(REPORT)
        self.tool = os.path.join(folder.name, "tool")
        with open(self.tool, "w") as file:
            file.write("#!/bin/sh\necho \"$*\" >%s/words\ncat %s\n"
                       "test $2 != bad || { echo mpiprof: no >&2; exit 1; }\n"
                       % (folder.name, self.saved))
        os.chmod(self.tool, 0o755)
        self.words = os.path.join(folder.name, "words")
        patch = mock.patch.dict(os.environ, MPIPROF_REPORT=self.tool)
        patch.start()
        self.addCleanup(patch.stop)

    def test_lists_where_there_is_no_numpy(self):
        with mock.patch.dict(sys.modules, numpy=None):
            report = _load.load(self.saved)
        self.assertEqual(report["t"], {
            "name": ["a", "b"], "calls": [1, 18446744073709551615],
            "time_s": [0.5, None], "most": [None, 4]})
        self.assertEqual(report["t"].columns["time_s"].kind, "seconds")
        self.assertEqual(report["t"].columns["time_s"].definition, "T.")
        self.assertEqual([row["name"] for row in report["t"].rows()],
                         ["a", "b"])
        self.assertEqual((report.run, report.verdict), ({"ranks": 2},
                                                        ["slow"]))

    def test_a_name_that_is_not_there(self):
        report = _load.load(self.saved)
        with self.assertRaisesRegex(KeyError, "no table tt; did you mean t"):
            report["tt"]
        with self.assertRaisesRegex(KeyError, "no column time; did you mean time_s"):
            report["t"]["time"]
        with self.assertRaisesRegex(KeyError, "no table x; there are t"):
            report["x"]
        self.assertIsNone(report.get("tt"))

    def test_arrays_of_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        table = _load.load(self.saved)["t"]
        self.assertEqual(table["calls"].dtype, numpy.uint64)
        self.assertEqual(table["most"].dtype, float)
        self.assertTrue(numpy.isnan(table["time_s"][1]))
        self.assertEqual(list(table["name"]), ["a", "b"])

    def test_the_tool_is_asked(self):
        _load.load("run", "--all", command="compare")
        with open(self.words) as file:
            self.assertEqual(file.read(), "compare run --all --format json\n")
        _load.load(self.saved, "--all")
        with open(self.words) as file:
            self.assertEqual(file.read(),
                             "%s --all --format json\n" % self.saved)

    def test_what_is_wrong_is_said(self):
        with self.assertRaisesRegex(ValueError, "^mpiprof: no$"):
            _load.load("run", "bad")
        with open(self.saved, "w") as file:
            file.write('{"a": 1}')
        with self.assertRaisesRegex(ValueError, "not a report of mpiprof"):
            _load.load(self.saved)
        with mock.patch.dict(os.environ, PATH="/nowhere"):
            del os.environ["MPIPROF_REPORT"]
            with self.assertRaisesRegex(FileNotFoundError, "MPIPROF_REPORT"):
                _load.load("run")


class Result(unittest.TextTestResult):
    """A line for each test, as tests/count counts them."""

    def addSuccess(self, test):
        super().addSuccess(test)
        print("ok: %s" % test.id())

    def addFailure(self, test, error):
        super().addFailure(test, error)
        print("not ok: %s" % test.id())

    addError = addFailure

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        print("skip %s: %s" % (test.id(), reason))


if __name__ == "__main__":
    # make runs what ends in .py with the Python of the build.
    wanted = os.environ.get("TEST_PYTHON")
    if wanted and not os.environ.get("PYTHON_MODULE_TESTED") and \
            os.path.realpath(wanted) != os.path.realpath(sys.executable):
        os.environ["PYTHON_MODULE_TESTED"] = "yes"
        os.execv(wanted, [wanted] + sys.argv)
    if sys.version_info < (3, 8):
        print("SKIP: this Python is older than 3.8")
        sys.exit(77)
    unittest.main(testRunner=unittest.TextTestRunner(
        resultclass=Result, stream=sys.stdout, verbosity=0))
