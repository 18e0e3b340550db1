# SPDX-License-Identifier: BSD-3-Clause
"""Runs a script or a module as `python3 script.py' and `python3 -m module' do:
the same __main__, sys.argv, sys.path, messages and tracebacks."""

import builtins
import importlib.machinery
import io
import os
import pkgutil
import runpy
import sys
import types

from mpiprof._output import here

ABSOLUTE = sys.version_info >= (3, 9)  # the path of the script


class Missing(Exception):
    """The script cannot be read; its text is Python's message."""


def _fresh_main():
    module = types.ModuleType("__main__")
    module.__builtins__ = builtins
    if sys.version_info < (3, 14):
        module.__annotations__ = {}
    sys.modules["__main__"] = module
    return module


def _read_code(path):
    with io.open_code(path) as file:
        code = pkgutil.read_code(file)
    if code is not None:
        return code
    with io.open_code(path) as file:
        return compile(file.read(), path, "exec", dont_inherit=True)


def _as_python_has_it(path):
    return os.path.join(here(), path) if ABSOLUTE else path


class Module:
    """-m name"""

    def __init__(self, name, arguments):
        self._name = name
        sys.argv[:] = ["-m"] + arguments

    def prepare(self):
        _fresh_main()

    def run(self, profile):
        if profile is not None:
            profile.enable()
        runpy._run_module_as_main(self._name)


class Folder:
    """A directory or zip file with __main__.py in it."""

    def __init__(self, path):
        self._path = _as_python_has_it(path)

    def prepare(self):
        _fresh_main()
        _set_first_path(self._path)

    def run(self, profile):
        if profile is not None:
            profile.enable()
        runpy._run_module_as_main("__main__", alter_argv=False)


def _set_first_path(path):
    """In place of the current directory, which -m has put there."""
    if getattr(sys.flags, "safe_path", False) or sys.flags.isolated:
        return
    sys.path[0:1] = [path]


class Script:
    def __init__(self, path):
        self._given = path
        self._path = _as_python_has_it(path)
        self._namespace = None
        self._code = None

    def _fill(self, module):
        module.__file__ = self._path
        module.__cached__ = None
        module.__loader__ = importlib.machinery.SourceFileLoader(
            "__main__", self._path)
        self._namespace = module.__dict__

    def prepare(self):
        try:
            self._code = _read_code(self._path)
        except OSError as error:
            self._missing(error.errno)
        self._fill(_fresh_main())
        _set_first_path(os.path.dirname(os.path.realpath(self._given)))

    def _missing(self, number):
        raise Missing("%s: can't open file %r: [Errno %d] %s" % (
            sys.executable, self._path, number, os.strerror(number)))

    def run(self, profile):
        if profile is not None:
            profile.enable()
        exec(self._code, self._namespace)


def of_script(path, arguments):
    sys.argv[:] = [path] + arguments
    if pkgutil.get_importer(path) is not None:
        return Folder(path)
    return Script(path)


_HEADS = frozenset(function.__code__ for function in (
    _read_code, Module.run, Folder.run, Script.run))


def _last_of_ours(traceback):
    last = None
    while traceback is not None:
        if traceback.tb_frame.f_code in _HEADS:
            last = traceback
        traceback = traceback.tb_next
    return last


def failed_at_import(error):
    """Whether no function of the program has begun: it is modules that import
    each other, down to the error."""
    ours = _last_of_ours(error.__traceback__)
    traceback = error.__traceback__ if ours is None else ours.tb_next
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_name != "<module>" and \
                not code.co_filename.startswith("<frozen "):
            return False
        traceback = traceback.tb_next
    return True


def hide_frames(error):
    """What is shown of the error begins at the program, as it does without
    mpiprof; the program's own sys.excepthook gets it that way, too."""
    shown = sys.excepthook

    def hook(kind, value, traceback):
        ours = _last_of_ours(traceback)
        if value is error and ours is not None:
            traceback = ours.tb_next
            value = value.with_traceback(traceback)
        shown(kind, value, traceback)

    sys.excepthook = hook
