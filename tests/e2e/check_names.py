#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_names.py REPORT.json [FILE...]

See programs/named_by_threads.c: the report has the last name of each
communicator, and the ranks' FILEs no name that nobody gave.
"""

import re
import sys

from report_rows import read_report, rows_of

LETTERS = 'QRSTUVWX'
GIVEN = {letter * (20 + 3 * i + more)
         for i, letter in enumerate(LETTERS) for more in (0, 1)}
LAST = sorted(letter * (21 + 3 * i) + ' at last'
              for i, letter in enumerate(LETTERS))

names = {}
for row in rows_of(read_report(sys.argv[1]), 'communicators'):
    if row['made_by'] == 'MPI_Comm_dup':
        names.setdefault(row['parent'], []).append(row['communicator'])
if sorted(set(names['MPI_COMM_SELF'])) != LAST:
    sys.exit('those of a thread each: %s' % names['MPI_COMM_SELF'])
if len(names['MPI_COMM_WORLD']) != 1 or \
        names['MPI_COMM_WORLD'][0] not in LAST:
    sys.exit('that of all threads: %s' % names['MPI_COMM_WORLD'])

# MALLOC_PERTURB_ makes a or Z of what is not in use.
pattern = re.compile(rb'[Q-XZa\xa5]*[Q-X]{8}[Q-XZa\xa5]*|[Z\xa5]{8,}')
seen = 0
for path in sys.argv[2:]:
    with open(path, 'rb') as file:
        data = re.sub(rb'\0{2,}', b'\0', file.read())  # most of it
    for found in pattern.findall(data):
        text = found.decode('latin-1').split(' ')[0]
        seen += 1
        if text not in GIVEN:
            sys.exit('%s: a name that nobody gave: %r' % (path, text))
if len(sys.argv) > 2 and seen < 100:
    sys.exit('only %d names were kept' % seen)
