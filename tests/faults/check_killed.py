#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""usage: check_killed.py REPORT.json COUNTS [RANK=ENDED...]

The report of a run that was stopped has of each rank the calls that the
program itself had counted, or one more: the one it was in.  RANK=ENDED: what
the table of endings is to say of a rank; ENDED may be a list, a|b.
"""

import json
import sys


def table(report, name):
    one = report['tables'][name]
    columns = [column['name'] for column in one['columns']]
    return [dict(zip(columns, row)) for row in one['rows']]


def ranks_of(text):
    ranks = []
    for part in str(text).split(','):
        first, _, last = part.partition('-')
        ranks += range(int(first), int(last or first) + 1)
    return ranks


def main():
    with open(sys.argv[1]) as file:
        report = json.load(file)
    calls = {}
    for row in table(report, 'calls_per_rank'):
        calls[row['rank']] = calls.get(row['rank'], 0) + row['calls']
    ended = {}
    for row in table(report, 'endings'):
        for rank in ranks_of(row['ranks']):
            ended[rank] = row['ended']
    wrong = []
    for rank in sorted(calls):
        with open('%s.%d' % (sys.argv[2], rank)) as file:
            own = int(file.read())
        if not own <= calls[rank] <= own + 1:
            wrong.append('rank %d: %d calls, it counted %d' %
                         (rank, calls[rank], own))
    for word in sys.argv[3:]:
        rank, _, wanted = word.partition('=')
        if ended.get(int(rank)) not in wanted.split('|'):
            wrong.append('rank %s: ended by %r, not %s' %
                         (rank, ended.get(int(rank)), wanted))
    if wrong or not calls:
        sys.exit('\n'.join(wrong) or 'no calls')


main()
