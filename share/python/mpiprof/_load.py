# SPDX-License-Identifier: BSD-3-Clause
"""A report as tables for Python: numpy arrays, pandas' frames, or lists."""

import os

_TOOL = "mpiprof-report"


class Column:
    """What a column is: `name', `title', `kind' (text, integer, count, seconds,
    bytes, ratio, real) and its `definition'."""

    def __init__(self, described):
        self.name = described["name"]
        self.title = described["title"]
        self.kind = described["kind"]
        self.definition = described["definition"]

    def __repr__(self):
        return "%s [%s]: %s" % (self.name, self.kind, self.definition)


class _Named(dict):
    """A name that it lacks is answered by the closest that it has."""

    def __missing__(self, name):
        import difflib
        close = difflib.get_close_matches(str(name), list(self), 1, 0.5)
        raise KeyError("there is no %s %s; %s" % (
            self.thing, name,
            "did you mean %s?" % close[0] if close
            else "there are " + ", ".join(self)))


def _array(kind, values):
    """A numpy array, or the list where there is no numpy.  Where a number is
    missing the array is of floats, with NaN."""
    try:
        import numpy
    except ImportError:
        return values
    if kind == "text":
        return numpy.array(values, dtype=object)
    if kind in ("integer", "count", "bytes") and None not in values:
        try:
            return numpy.array(values, dtype=numpy.int64)
        except OverflowError:
            return numpy.array(values, dtype=numpy.uint64)
    return numpy.array([float("nan") if value is None else value
                        for value in values], dtype=float)


class Table(_Named):
    """Columns by name; `columns' has what they are.

    `title' and `note' (or None) are those of the report.
    """
    thing = "column"

    def __init__(self, name, described):
        self.name = name
        self.title = described["title"]
        self.note = described["note"]
        self.columns = {column["name"]: Column(column)
                        for column in described["columns"]}
        rows = described["rows"]
        super().__init__(
            (column.name, _array(column.kind, [row[i] for row in rows]))
            for i, column in enumerate(self.columns.values()))
        self._length = len(rows)

    def rows(self):
        """Each row as a dictionary."""
        for i in range(self._length):
            yield {name: self[name][i] for name in self}

    def to_pandas(self):
        """A pandas.DataFrame; its attrs have title, note, and the kinds and
        definitions of the columns."""
        import pandas
        frame = pandas.DataFrame(dict(self))
        frame.attrs.update(
            title=self.title, note=self.note,
            kinds={c.name: c.kind for c in self.columns.values()},
            definitions={c.name: c.definition for c in self.columns.values()})
        return frame

    def __repr__(self):
        return "<%s: %s, %d rows of %s>" % (self.name, self.title,
                                            self._length, ", ".join(self))


class Report(_Named):
    """Tables by name, `run' (facts), `verdict' and `completeness'
    (sentences)."""
    thing = "table"

    def __init__(self, read):
        super().__init__((name, Table(name, table))
                         for name, table in read["tables"].items())
        self.run = read["run"]
        self.verdict = read["verdict"]
        self.completeness = read["completeness"]

    def to_pandas(self):
        """A pandas.DataFrame of each table, by name."""
        return {name: table.to_pandas() for name, table in self.items()}

    def __repr__(self):
        return "<mpiprof report: %s>" % ", ".join(self)


def _find_tool():
    """MPIPROF_REPORT, the one beside this module's prefix, or that of PATH."""
    import shutil
    here = os.path.dirname(os.path.realpath(__file__))
    installed = os.path.join(here, *[os.pardir] * 4, "bin", _TOOL)
    named = os.environ.get("MPIPROF_REPORT")
    if named:
        return named
    if os.access(installed, os.X_OK):
        return os.path.normpath(installed)
    found = shutil.which(_TOOL)
    if found is None:
        raise FileNotFoundError("%s is not in PATH: put its folder there, or "
                                "set MPIPROF_REPORT to its path" % _TOOL)
    return found


def _ask_tool(words):
    import subprocess
    done = subprocess.run([_find_tool(), *words, "--format", "json"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip() or
                         "%s ended with status %d" % (_TOOL, done.returncode))
    return done.stdout


def _saved(path):
    """The bytes of a saved report; None: it is none."""
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return file.read() if file.read(1) == b"{" and not file.seek(0) \
            else None


def load(run, *options, command=None):
    """The report of a run, as tables.

    run: what mpiprof-report takes, or a report that it has saved by --format
    json.  options: further words of its command line, such as "--all".
    command: one of its commands, such as "compare" or "python".
    """
    import json
    text = _saved(run) if not options and command is None else None
    if text is None:
        words = [] if command is None else [command]
        text = _ask_tool(words + [os.fspath(run), *options])
    read = json.loads(text.decode("utf-8"))
    if read.get("schema") != "mpiprof-report":
        raise ValueError("%s is JSON, but not a report of mpiprof" % (run,))
    return Report(read)
