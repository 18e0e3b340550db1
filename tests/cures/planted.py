# SPDX-License-Identifier: BSD-3-Clause
"""What is planted by cures.tsv, and the reports of its runs."""

import csv
import json
import os
import subprocess

# The rules, or kinds of cause, by which a report may call what was planted.
KINDS = {
    "unequal": {"unequal_work", "late_rank"},
    "slow_node": {"unequal_work"},
    "idle": {"unequal_work", "late_rank"},
    "serial": {"serial_work", "unequal_work", "late_rank", "root_waits"},
    "late_receiver": {"late_receives"},
    "late_post": {"window_waits"},
    "pipeline": {"pipeline"},
    "exchange": {"serial_exchange"},
    "chain": {"sum_in_chain"},
    "order": {"order_of_receives"},
    "moving": {"moving_imbalance"},
    "master": {"master"},
    "tasks": {"few_tasks"},
    "small_messages": {"small_messages"},
    "large_messages": {"slow_messages"},
    "small_collectives": {"small_collectives"},
    "small_io": {"small_io"},
    "pair": {"one_pair"},
    "output": {"output_waits"},
    "barrier": {"barriers"},
    "creation": {"creation_in_loop"},
    "overlap": {"no_overlap", "late_messages"},
    "lock": {"lock_convoy"},
    "fences": {"needless_fences"},
    "flushes": {"needless_flushes"},
    "late_progress": {"late_progress"},
    "transfers": {"blocking_transfers"},
    "turns": {"turns"},
    "queue": {"unequal_work"},
}


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def report_of(program, run):
    """As JSON; made once for all scripts, and again for another program or run."""
    path = run + ".json"
    changed = max(map(os.path.getmtime,
                      (program, os.path.join(run, "run.mpiprof"))))
    if not os.path.exists(path) or os.path.getmtime(path) < changed:
        subprocess.check_call([program, "--format", "json", "-o", path, run])
    with open(path, encoding="utf-8") as file:
        return json.load(file)
