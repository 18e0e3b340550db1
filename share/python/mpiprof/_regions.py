# SPDX-License-Identifier: BSD-3-Clause
"""Regions: what is done between begin and end, per thread."""

import functools
import inspect
import sys
import types

from mpiprof import _library

# The library, which is looked for at the first mark; False: it is not there.
_found = None
_begin = None
_end = None

# The library tells files apart by their address: one text for each.
_files = {}


def _look():
    global _found, _begin, _end
    _found = _library.find() or False
    if _found:
        _begin = _found.region_begin
        _end = _found.region_end
    return _found


def _text(name):
    if isinstance(name, bytes):
        return name
    return str(name).encode("utf-8", "surrogateescape")


def _file(name):
    try:
        return _files[name]
    except KeyError:
        return _files.setdefault(name, _text(name))


class _Region:
    __slots__ = ("_name", "_file", "_line")

    def __init__(self, name, file, line):
        self._name = _text(name)
        self._file = _file(file)
        self._line = line

    def __enter__(self):
        _begin(self._name, self._file, self._line)
        return self

    def __exit__(self, *_):
        _end(self._name)


class _Nothing:
    __slots__ = ()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


_NOTHING = _Nothing()


def region(name):
    """with mpiprof.region("solve"): what is done inside is that region.

    The same object may be entered again, also while it is open.  In an async
    function no `await' belongs inside: what other tasks do meanwhile would
    count as well; use @mpiprof.timed for the function.
    """
    if not (_look() if _found is None else _found):
        return _NOTHING
    frame = sys._getframe(1)
    return _Region(name, frame.f_code.co_filename, frame.f_lineno)


def region_at(name, file, line):
    """The same for a place that the caller knows."""
    if not (_look() if _found is None else _found):
        return _NOTHING
    return _Region(name, file, line)


def begin(name):
    """Opens a region, where `with' does not fit; end() must follow."""
    if _look() if _found is None else _found:
        frame = sys._getframe(1)
        _begin(_text(name), _file(frame.f_code.co_filename), frame.f_lineno)


def end(name):
    """Closes the innermost region of that name."""
    if _look() if _found is None else _found:
        _end(_text(name))


def _steps(within, body):
    """Runs a generator or coroutine; each of its steps is within the region,
    what happens between them is not."""
    step, argument = body.send, None
    while True:
        try:
            with within:
                result = step(argument)
        except StopIteration as stop:
            return stop.value
        try:
            argument = yield result
            step = body.send
        except GeneratorExit:
            with within:
                body.close()
            raise
        except BaseException as error:
            step, argument = body.throw, error


_steps_of_coroutine = types.coroutine(_steps)


class _Awaited:
    """A step of an async generator as something that _steps can run."""

    def __init__(self, step):
        self._iterator = step.__await__()
        self.close = getattr(self._iterator, "close", None)

    def send(self, value):
        return self._iterator.send(value)

    def throw(self, error):
        return self._iterator.throw(error)


async def _async_steps(within, body):
    step = body.asend(None)
    while True:
        try:
            item = await _steps_of_coroutine(within, _Awaited(step))
        except StopAsyncIteration:
            return
        try:
            step = body.asend((yield item))
        except GeneratorExit:
            await _steps_of_coroutine(within, _Awaited(body.aclose()))
            raise
        except BaseException as error:
            step = body.athrow(error)


def _wrap(function, within):
    if inspect.isasyncgenfunction(function):
        def wrapper(*args, **kwargs):
            return _async_steps(within, function(*args, **kwargs))
    elif inspect.iscoroutinefunction(function):
        async def wrapper(*args, **kwargs):
            return await _steps_of_coroutine(within,
                                             function(*args, **kwargs))
    elif inspect.isgeneratorfunction(function):
        def wrapper(*args, **kwargs):
            return (yield from _steps(within, function(*args, **kwargs)))
    else:
        def wrapper(*args, **kwargs):
            with within:
                return function(*args, **kwargs)
    return functools.wraps(function)(wrapper)


def apply(function, wrapper):
    """wrapper(function), also of what static and class methods call."""
    if isinstance(function, (staticmethod, classmethod)):
        return type(function)(apply(function.__func__, wrapper))
    if not callable(function) or isinstance(function, type):
        raise TypeError("regions are for functions, not for %r"
                        % (function,))
    return wrapper(function)


def wrap(function, within):
    """Each call (each step of a generator or async function) is in `within'."""
    return apply(function, lambda inner: _wrap(inner, within))


def _timed(function, name):
    if not (_look() if _found is None else _found):
        return function
    code = getattr(inspect.unwrap(function), "__code__", None)
    if name is None:
        name = getattr(function, "__qualname__", repr(function))
    return _wrap(function, _Region(name, code.co_filename if code else "",
                                   code.co_firstlineno if code else 0))


def timed(what):
    """@mpiprof.timed, @mpiprof.timed("name"): each call is a region.

    Of generators and async functions each step is one: from where they go on
    to where they yield or wait next.  Without libmpiprof the function stays
    what it is.
    """
    if isinstance(what, (str, bytes)):
        return lambda function: apply(function,
                                      lambda inner: _timed(inner, what))
    return apply(what, lambda inner: _timed(inner, None))
