# SPDX-License-Identifier: BSD-3-Clause
"""Where cpu_RANK.prof and memory_RANK.tsv go, and how they get there.

A file is complete when it has its name, and no other is overwritten: a second
run in the same directory makes cpu_run2_RANK.prof.
"""

import errno
import marshal
import os
import sys

# Those of share/flavours/flavours.tsv.
RANK_VARIABLES = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                  "MV2_COMM_WORLD_RANK", "SLURM_PROCID", "PALS_RANKID")
HOST_RANK_VARIABLES = ("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
                       "SLURM_LOCALID")
MOST_RUNS = 10000

# With a directory in such a state, all ranks that share it are in it.
_SHARED_TROUBLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOENT,
                   errno.ENOTDIR)


def _number(names):
    for name in names:
        if os.environ.get(name, "").isdecimal():
            return int(os.environ[name])
    return None


def launched_rank():
    """The rank by what the launcher has put into the environment, or None."""
    return _number(RANK_VARIABLES)


def is_first():
    return not launched_rank()


def is_first_on_host():
    local = _number(HOST_RANK_VARIABLES)
    return is_first() if local is None else local == 0


def say(text):
    if sys.stderr is not None and os.environ.get("MPIPROF_VERBOSE") != "0":
        try:
            sys.stderr.write("mpiprof: %s\n" % text)
            sys.stderr.flush()
        except (OSError, ValueError):  # closed
            pass


def _rank_of_mpi4py():
    module = sys.modules.get("mpi4py.MPI")
    if module is None or not module.Is_initialized() or module.Is_finalized():
        return None
    return module.COMM_WORLD.Get_rank()


def here():
    try:
        return os.getcwd()
    except OSError:  # it is gone
        return os.curdir


class Place:
    """The directory and this process' rank, which may show only later."""

    def __init__(self, library, wanted):
        self._library = library
        self._wanted = os.path.join(here(), wanted) if wanted else None
        self._here = here()

    def of_run(self):
        """The directory that libmpiprof writes to, or None."""
        return self._library.run_directory() if self._library else None

    def is_chosen(self):
        return bool(self._wanted or self.of_run())

    def directory(self):
        return self._wanted or self.of_run() or self._here

    def rank(self):
        if self.of_run():
            return self._library.run_rank()
        for rank in (_rank_of_mpi4py(), launched_rank()):
            if rank is not None:
                return rank
        return 0


def _take_name(temporary, path):
    """Gives the file that name if none has it: False, one has."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError:  # no hard links there
        if os.path.lexists(path):
            return False
        os.rename(temporary, path)
    else:
        os.unlink(temporary)
    return True


# Names of files, and what they are called in a sentence.
CPU = ("cpu_%s.prof", "Python profile")
MEMORY = ("memory_%s.tsv", "profile of Python's memory")


def _move(temporary, directory, name, rank):
    for run in range(1, MOST_RUNS):
        again = "" if run == 1 else "run%d_" % run
        path = os.path.join(directory, name % ("%s%d" % (again, rank)))
        if _take_name(temporary, path):
            return path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)


def _write(name, put, directory, rank, path):
    temporary = os.path.join(directory, ".%s.%s.%d" % (
        name % rank, os.uname().nodename, os.getpid()))
    try:
        with open(temporary, "wb") as file:
            put(file)
        if path is None:
            return _move(temporary, directory, name, rank)
        os.replace(temporary, path)
        return path
    except BaseException:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        raise


def _is_of_all(directory, error):
    return error.errno in _SHARED_TROUBLE or not os.access(directory, os.W_OK)


def write_file(kind, put, place, path):
    """kind: CPU or MEMORY; put: writes to an open file.  Returns the file's
    path, or None after a line that says why there is none.  path: that which
    was written before, or None."""
    directory, rank = place.directory(), place.rank()
    name, what = kind
    try:
        os.makedirs(directory, exist_ok=True)
        return _write(name, put, directory, rank, path)
    except OSError as error:
        if is_first_on_host() or not _is_of_all(directory, error):
            say("rank %d: cannot write %s: %s; there is no %s of this rank" % (
                rank, os.path.join(directory, name % rank),
                error.strerror or error, what))
    return None


def write(stats, place, path):
    return write_file(CPU, lambda file: marshal.dump(stats, file), place, path)
