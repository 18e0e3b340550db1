"""The wrappers made for sample_mpi.h are those kept in golden/.

usage: check_golden.py [--update]

One golden file for each template shows its wrappers in C, for mpif.h and for
mpi_f08 with array descriptors, where there are such; --update writes them anew, to be read before they are committed.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.environ.get("SRC_DIR") or os.path.dirname(os.path.dirname(HERE))
GOLDEN = os.path.join(HERE, "golden")

# template: the procedures whose wrappers its golden file shows
SAMPLES = {
    "abort": ["MPI_Abort"],
    "cancel": ["MPI_Cancel"],
    "collective": ["MPI_Gatherv", "MPI_Ialltoallw", "MPIX_Barrier"],
    "comm_created": ["MPI_Comm_idup", "MPI_Comm_join"],
    "comm_freed": ["MPI_Comm_free"],
    "comm_named": ["MPI_Comm_set_name"],
    "file_closed": ["MPI_File_close"],
    "file_deleted": ["MPI_File_delete"],
    "file_opened": ["MPI_File_open"],
    "file_sought": ["MPI_File_seek"],
    "finalize": ["MPI_Finalize"],
    "imrecv": ["MPI_Imrecv"],
    "init": ["MPI_Init_thread"],
    "io": ["MPI_File_write_at", "MPI_File_read_all_end"],
    "io_begun": ["MPI_File_read_all_begin"],
    "io_started": ["MPI_File_iwrite"],
    "irecv": ["MPI_Recv_init"],
    "isend": ["MPI_Isend", "MPI_Psend_init"],
    "isendrecv": ["MPI_Isendrecv_replace"],
    "mprobe": ["MPI_Improbe"],
    "mrecv": ["MPI_Mrecv"],
    "on_file": ["MPI_File_set_size"],
    "on_window": ["MPI_Win_attach"],
    "pcontrol": ["MPI_Pcontrol"],
    "plain": ["MPI_Info_get", "MPI_Brand_new"],
    "recv": ["MPI_Recv"],
    "request_free": ["MPI_Request_free"],
    "rma": ["MPI_Rget_accumulate", "MPI_Fetch_and_op"],
    "send": ["MPI_Send"],
    "sendrecv": ["MPI_Sendrecv"],
    "session_finalize": ["MPI_Session_finalize"],
    "session_init": ["MPI_Session_init"],
    "start": ["MPI_Start"],
    "startall": ["MPI_Startall"],
    "type_freed": ["MPI_Type_free"],
    "wait_all": ["MPI_Waitall"],
    "wait_any": ["MPI_Testany"],
    "wait_one": ["MPI_Test"],
    "wait_some": ["MPI_Waitsome"],
    "window_created": ["MPI_Win_allocate"],
    "window_freed": ["MPI_Win_free"],
    "window_named": ["MPI_Win_set_name"],
    "window_synced": ["MPI_Win_fence", "MPI_Win_start", "MPI_Win_test",
                      "MPI_Win_lock"],
}


def generated_text(folder):
    subprocess.run(
        [sys.executable, os.path.join(TOP, "wrappers", "generate.py"),
         "--header", os.path.join(HERE, "sample_mpi.h"), "--out", folder],
        check=True)
    text = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            text[name] = file.read()
    return text


def wrappers_of(text, procedure):
    """The text of the chief wrappers of a procedure, in all files."""
    described = procedure.lower() + "_f08ts_"
    if not any(" %s(" % described in t for t in text.values()):
        described = procedure.lower() + "_f08_"
    symbol = re.compile(r"(^|\W)(c_%s|%s_|%s)\(" %
                        (procedure, procedure.lower(), described))
    found = []
    for name in sorted(text):
        if not name.startswith("wrappers_"):
            continue
        for part in re.split(r"(?<=\n}\n)\n", text[name]):
            part = part[part.find('.h"\n\n') + 5:] if '.h"\n\n' in part \
                else part
            if symbol.search(part.split("{", 1)[0]):
                found.append(part)
    return "\n".join(found)


def check_one(template, new, update):
    path = os.path.join(GOLDEN, template + ".txt")
    if update:
        with open(path, "w") as file:
            file.write(new)
    with open(path) as file:
        old = file.read()
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(),
                                 path, "generated", lineterm="")
    for line in lines:
        print(line)
    return old == new


def facts_hold(text):
    """What no single wrapper shows."""
    facts = {
        "a function of MPI converts handles where mpi.h declares one":
            "NEXT_PMPI_Comm_f2c" in text["handles.h"],
        "a handle is an integer where there is no such function":
            "return (MPI_Datatype)handle;" in text["handles.h"],
        "a handle that is the address of a variable is looked up":
            'next_variable("sample_comm_world")' in text["handles.h"],
        "what mpi.h alone declares is a row of class OTHER":
            '"MPI_Brand_new", CALL_CLASS_OTHER' in text["call_table.c"],
        "a procedure of MPIX has the row of its MPI twin":
            '"MPIX_Barrier", CALL_CLASS_COLLECTIVE' in text["call_table.c"],
        "rows that mpi.h lacks are in the table":
            '"MPI_Bcast_init_c"' in text["call_table.c"],
        "no clock is wrapped":
            not any("MPI_Wtime(" in t for t in text.values()),
        "a template stands in GROUPS once":
            set(SAMPLES) == set(t[:-5] for t in os.listdir(
                os.path.join(TOP, "wrappers", "templates"))),
    }
    for fact, holds in facts.items():
        if not holds:
            print("not so:", fact)
    return all(facts.values())


def main(update):
    with tempfile.TemporaryDirectory() as folder:
        text = generated_text(folder)
    good = facts_hold(text)
    for template, procedures in SAMPLES.items():
        new = "\n".join(wrappers_of(text, p) for p in procedures)
        if not new.strip():
            print("no wrapper of", procedures)
            good = False
        good = check_one(template, new, update) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main("--update" in sys.argv[1:]))
