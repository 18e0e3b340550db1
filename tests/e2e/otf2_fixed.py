# SPDX-License-Identifier: BSD-3-Clause
"""The Python bindings of OTF2, able to read intercommunicators.

Those of 3.0.2 list the fields of INTER_COMM wrongly and cannot read any: here
each becomes a communicator of its first group, and remote_group() knows the
second one.
"""

import otf2
from otf2 import definitions

REMOTE = {}


def construct_intercomm(_, known, ref, name, group, remote, parent, flags):
    REMOTE[ref] = known.groups[remote]
    return definitions.Comm._construct(known, ref, name, group, parent, flags)


def groups_of(comm):
    """Both of an intercommunicator; of others the only one."""
    return [comm.group] + [REMOTE[ref] for ref in [comm._ref] if ref in REMOTE]


def peer_group(comm, location):
    """To which the ranks belong that this location names."""
    groups = groups_of(comm)
    return groups[-1] if location in groups[0].members else groups[0]


def open_archive(path):
    REMOTE.clear()
    return otf2.reader.open(path)


definitions.InterComm._construct = classmethod(construct_intercomm)
