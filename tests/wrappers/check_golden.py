# SPDX-License-Identifier: BSD-3-Clause
"""The wrappers made for sample_mpi.h are those kept in golden/.

usage: check_golden.py [--update]

One golden file for each template shows its wrappers in C, for mpif.h and for
mpi_f08 with array descriptors, where there are such; --update writes them anew,
to be read before they are committed.  FRAMES says what all wrappers share; in
golden files a word stands for it, as in a template.  So what a golden file has
word for word is its template's own, or a frame that is not as it should be.  Of
mpi_f08 it shows the lines that are not those of mpif.h.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile
import textwrap

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


# What stands for a frame: its text, in one line.  {given}: the names of the
# parameters, {declared}: with their types.
C_FRAMES = {
    "int {name}({declared})":
        'int c_{name}({declared}) EXPORTED_AS("{name}");'
        " int c_{name}({declared}) {{",
    "@locals@":
        "struct hook_call call;",
    "@enter@":
        "if (!hook_enter(&call, CALL_{name}, HOOK_C, CALLER))"
        " return NEXT_C({name})({given});",
    "@call@":
        "hook_begin(&call); call.result = NEXT_C({name})({given});"
        " hook_end(&call);",
    "@leave@":
        "hook_leave(&call); return call.result; }}",
}
F_FRAMES = {
    "void {stem}({given})":
        "EXPORTED void {symbol}({declared}); ALIAS({symbol}, {stem});"
        " ALIAS({symbol}, {stem}__); ALIAS({symbol}, {upper});"
        " void {symbol}({declared}) {{",
    "@locals@":
        "struct hook_call call;",
    "@enter@":
        "if (!hook_enter(&call, CALL_{name}, HOOK_FORTRAN, CALLER)) {{"
        " NEXT_F({symbol})({given}); return; }}",
    "@call@":
        "hook_begin(&call); NEXT_F({symbol})({given}); hook_end(&call);"
        " call.result = f_integer(ierror);",
    "@leave@":
        "hook_leave(&call); }}",
}
F08_FRAMES = {
    "void {stem}({given})":
        "EXPORTED void {symbol}({declared}); void {symbol}({declared}) {{",
    "@locals@":
        "struct hook_call call; MPI_Fint own_error;",
    "@enter@":
        "if (!hook_enter(&call, CALL_{name}, HOOK_F08, CALLER)) {{"
        " NEXT_F({symbol})({given}); return; }}",
    "@call@":
        "hook_begin(&call); if (ierror == NULL) ierror = &own_error;"
        " NEXT_F({symbol})({given}); hook_end(&call);"
        " call.result = f_integer(ierror);",
    "@leave@":
        "hook_leave(&call); }}",
}


def all_wrappers(text):
    """{symbol: the text of its wrapper}"""
    wrappers = {}
    for name in sorted(text):
        if name.startswith("wrappers_"):
            for part in re.split(r"(?<=\n}\n)\n", text[name]):
                part = part.split('.h"\n\n')[-1]
                symbol = re.match(r"(?:EXPORTED )?\w+ (\w+)\(", part)
                wrappers[symbol.group(1)] = part
    return wrappers


def wrapped(line):
    """Broken between parameters only."""
    line = line.replace(" ", "~").replace(",~", ", ")
    return textwrap.fill(line, 80, subsequent_indent=8 * " ").replace("~", " ")


def with_frames(wrapper, procedure, symbol, frames):
    """The text of a wrapper with the words that stand for its frames."""
    declared = re.search(r"\((.*?)\)\n?[;\s]", wrapper, re.S).group(1)
    words = {"name": procedure, "symbol": symbol,
             "stem": procedure.lower(), "upper": procedure.upper(),
             "declared": " ".join(declared.split()),
             "given": ", ".join(re.findall(r"(\w+)(?:\[\])*(?:,|$)",
                                           declared.replace("void", "")))}
    for word, frame in frames.items():
        frame = frame.format_map(words)
        wrapper = re.sub(r"\s+".join(map(re.escape, frame.split())),
                         lambda _: wrapped(word.format_map(words)), wrapper)
    return re.sub(r"\n +@locals@\n?(?=\n)", "", wrapper)


def shown_of(wrappers, procedure):
    """What a golden file shows of the chief wrappers of a procedure."""
    stem = procedure.lower()
    f08 = stem + "_f08ts_" if stem + "_f08ts_" in wrappers else stem + "_f08_"
    shown = [with_frames(wrappers[symbol], procedure, symbol, frames)
             for symbol, frames in (("c_" + procedure, C_FRAMES),
                                    (stem + "_", F_FRAMES), (f08, F08_FRAMES))
             if symbol in wrappers]
    if f08 in wrappers:
        shown.append(like_mpif_h(shown[-2], stem + "_", shown.pop(), f08))
    return "\n".join(shown)


def like_mpif_h(fortran, symbol, described, f08):
    """How the wrapper for mpi_f08 differs from that for mpif.h."""
    differs = difflib.ndiff(fortran.replace(symbol, "@symbol@").splitlines(),
                            described.replace(f08, "@symbol@").splitlines())
    differs = [line.rstrip() for line in differs if line[0] in "-+"]
    return "\n".join(["%s: like %s%s" % (f08, symbol, " but for"
                      if differs else "")] + differs) + "\n"


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
            'next_anywhere("sample_comm_world")' in text["handles.h"],
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
    wrappers = all_wrappers(text)
    for template, procedures in SAMPLES.items():
        new = "\n".join(shown_of(wrappers, p) for p in procedures)
        if not new.strip():
            print("no wrapper of", procedures)
            good = False
        good = check_one(template, new, update) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main("--update" in sys.argv[1:]))
