#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A C program linked to libmpiprof is counted exactly, by peer and communicator
# too; its trace has the same.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
for program in p2p collectives; do
    build_c $program "$program.c expect.c" "$(linked_flags)"
    expect_counts "$program.run" 3 "./$program"
    trace_agrees "$program.run"
done

# Who sent how much to whom: the three messages of 60, 61 and 62 numbers in a
# communicator with the ranks in reverse go to the left, all others, which the
# expected sums leave, to the right.
awk -F '\t' '$2 ~ /[Ss]end|Start/ { sum += $4 } END { print sum - 732 }
' p2p.run.expected.0.tsv >right || fail "no expectations of p2p"
tr ' ' '\t' >comm_matrix.tsv <<END
from to kind bytes
0 1 p2p $(cat right)
1 2 p2p $(cat right)
2 0 p2p $(cat right)
0 2 p2p 732
1 0 p2p 732
2 1 p2p 732
END
std_python "$e2e/check_table.py" p2p.run.json comm_matrix comm_matrix.tsv ||
    fail "who sent to whom"
tr ' ' '\t' >communicators.tsv <<'END'
communicator parent bytes_out bytes_in
comm_3 MPI_COMM_WORLD 720 720
comm_4 MPI_COMM_WORLD 732 732
comm_5 MPI_COMM_WORLD 744 744
END
sed -i 's/comm_/comm /' communicators.tsv
with_report p2p.run.json <<'END' >split.json || fail "no communicators"
table = report["tables"]["communicators"]
place = [column["name"] for column in table["columns"]].index("parent")
table["rows"] = [row for row in table["rows"] if row[place]]
json.dump(report, sys.stdout)
END
std_python "$e2e/check_table.py" split.json communicators communicators.tsv ||
    fail "bytes in the communicators"
