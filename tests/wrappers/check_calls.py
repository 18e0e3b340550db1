# SPDX-License-Identifier: BSD-3-Clause
"""calls.tsv is well-formed and fits the installed mpi.h.

usage: check_calls.py     MPICC names the compiler wrapper [mpicc]

The words of a row must be those of the enums of src/model/call.h; a position
must be there in the prototype and have the type its word says; a procedure
that mpi.h declares must be in the table (extensions, MPIX_, need not).
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("SRC_DIR") or os.path.dirname(os.path.dirname(HERE))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "wrappers"))
import generate  # noqa: E402

COUNT = ("int", "MPI_Count")
TYPES = {
    "count": COUNT, "send_count": COUNT, "recv_count": COUNT,
    "send_counts": COUNT, "recv_counts": COUNT, "outcount": ("int",),
    "partitions": ("int",), "dest": ("int",), "source": ("int",),
    "tag": ("int",), "send_tag": ("int",), "recv_tag": ("int",),
    "root": ("int",), "level": ("int",), "index": ("int",),
    "indices": ("int",), "flag": ("int",), "name": ("char",),
    "in_place": ("void",), "status": ("MPI_Status",),
    "statuses": ("MPI_Status",), "message": ("MPI_Message",),
    "comm": ("MPI_Comm",), "parent": ("MPI_Comm",),
    "newcomm": ("MPI_Comm",), "request": ("MPI_Request",),
    "requests": ("MPI_Request",), "type": ("MPI_Datatype",),
    "send_type": ("MPI_Datatype",), "recv_type": ("MPI_Datatype",),
    "send_types": ("MPI_Datatype",), "recv_types": ("MPI_Datatype",),
    "out_count": COUNT, "in_count": COUNT, "out_type": ("MPI_Datatype",),
    "in_type": ("MPI_Datatype",), "target": ("int",), "win": ("MPI_Win",),
    "op": ("MPI_Op",), "file": ("MPI_File",), "group": ("MPI_Group",),
    "lock_type": ("int",), "mode": ("int",), "offset": ("MPI_Offset",),
    "whence": ("int",), "code": ("int",),
}
# What prototypes call a parameter that a word may stand for.
NAMES = {
    "send_count": r"(send)?count|origin_count", "recv_count": r"(recv)?count",
    "send_type": r"(send|origin_?)?(data)?type",
    "recv_type": r"(recv)?(data)?type", "dest": r"dest|\w*rank",
    "source": r"source|dest|\w*rank", "root": r"root", "tag": r"\w*tag",
    "send_tag": r"sendtag", "recv_tag": r"recvtag",
    "send_counts": r"send_?counts", "recv_counts": r"recv_?counts?",
    "in_place": r"(send|recv)buf", "flag": r"flag", "index": r"indx?e?x?",
    "out_count": r"origin_count", "in_count": r"(origin|result)_count",
    "out_type": r"(origin_)?datatype",
    "in_type": r"((origin|result)_)?datatype", "target": r"(target_)?rank",
    "lock_type": r"lock_?type", "mode": r"amode", "whence": r"whence",
    "code": r"errorcode",
    "newcomm": r"new\w*|(\w*_)?comm(_\w+)?|newintracomm|intercomm",
}
FORTRAN = re.compile(r"-|none|cptr|args:[\d,]*( no_ierror)?")

errors = []


def complain(text, *values):
    errors.append(text % values)


def words_of_enum(header, enum, prefix):
    """The words that are left of an enum's constants without the prefix."""
    body = re.search(r"enum %s \{(.*?)\}" % enum, header, re.S).group(1)
    return set(re.findall(r"\b%s(\w+)" % prefix, body))


def check_words(rows):
    with open(os.path.join(TOP, "src", "model", "call.h")) as file:
        header = file.read()
    classes = set(re.findall(r"X\((\w+), \"", header))
    roles = words_of_enum(header, "call_role", "CALL_ROLE_")
    colls = words_of_enum(header, "call_coll", "CALL_COLL_")
    templates = {t for names in generate.GROUPS.values() for t in names}
    for row in rows:
        if row.call_class not in classes:
            complain("%s: no class %s", row.name, row.call_class)
        if row.role not in roles:
            complain("%s: no role %s", row.name, row.role)
        if row.coll not in colls:
            complain("%s: no collective %s", row.name, row.coll)
        if row.template not in templates | {generate.NOT_WRAPPED}:
            complain("%s: no template %s", row.name, row.template)
        if not FORTRAN.fullmatch(row.columns["fortran"]):
            complain("%s: Fortran %s", row.name, row.columns["fortran"])
        if (row.coll != "NONE") != (row.template == "collective"):
            complain("%s: only a collective has a collective", row.name)
        for role in row.arguments:
            if role not in TYPES:
                complain("%s: no argument %s", row.name, role)
        if row.flags - {"persistent", "writes"}:
            complain("%s: no flag %s", row.name, row.flags)


def check_names(rows):
    names = [row.name for row in rows]
    for name in set(names):
        if names.count(name) > 1:
            complain("%s is there twice", name)
        if not re.fullmatch(r"MPI_\w+", name):
            complain("%s is no name", name)


def check_arguments(row, prototype):
    for role, position in row.arguments.items():
        if position > len(prototype.parameters):
            complain("%s: no argument %d", row.name, position)
            continue
        parameter = prototype.parameters[position - 1]
        if parameter.base not in TYPES.get(role, ()):
            complain("%s: argument %d is no %s but %s %s", row.name,
                     position, role, parameter.type, parameter.name)
        elif (role in NAMES and not parameter.name.startswith("a%d" % position)
              and not re.fullmatch(NAMES[role], parameter.name)):
            complain("%s: argument %d is %s, not %s", row.name, position,
                     parameter.name, role)


def check_header(rows):
    mpicc = os.environ.get("MPICC") or "mpicc"
    prototypes = generate.read_prototypes(generate.preprocess(mpicc))
    known = {row.name for row in rows}
    if len(prototypes) < 300:
        complain("only %d prototypes in mpi.h of %s", len(prototypes), mpicc)
    for name in sorted(prototypes):
        if name not in known and not name.startswith("MPIX_"):
            complain("%s is in mpi.h and not in calls.tsv", name)
    for row in rows:
        if row.name in prototypes:
            check_arguments(row, prototypes[row.name])
    return len(prototypes)


def main():
    rows = generate.read_table(os.path.join(TOP, "wrappers", "calls.tsv"))
    check_words(rows)
    check_names(rows)
    declared = check_header(rows)
    print("\n".join(errors))
    print("%d rows, %d procedures in mpi.h, %d errors" %
          (len(rows), declared, len(errors)))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
