#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Communicators from every creator are in the report, by the names that the
# program gave them, however late, with their parents and makers; calls of the tool
# interface have a class of their own.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c comm_names comm_names.c "$(linked_flags)"
MPIPROF_TRACE=on measure run 3 ./comm_names
as_json run run

# See programs/comm_names.c; the two sides of a bridge have different parents.
tr ',' '\t' >communicators.tsv <<'END'
communicator,size,ranks,parent,made_by
first,3,3,MPI_COMM_WORLD,MPI_Comm_dup
second,3,3,first,MPI_Comm_idup
the first one,1,1,second,MPI_Comm_split
the others,2,2,second,MPI_Comm_split
comm 6,1,1,the first one,MPI_Comm_dup
comm 18,2,2,the others,MPI_Comm_dup
near,3,3,first,MPI_Comm_split_type
two of all,2,2,MPI_COMM_WORLD,MPI_Comm_create
only two,2,2,MPI_COMM_WORLD,MPI_Comm_create_group
grid,3,3,MPI_COMM_WORLD,MPI_Cart_create
all of the grid,3,3,grid,MPI_Cart_sub
graph,3,3,MPI_COMM_WORLD,MPI_Graph_create
ring,3,3,MPI_COMM_WORLD,MPI_Dist_graph_create_adjacent
bridge,1,3,None,MPI_Intercomm_create
merged,3,3,bridge,MPI_Intercomm_merge
rank 0 alone,1,3,None,None
END
std_python "$e2e/check_table.py" run.json communicators communicators.tsv ||
    fail "communicators"
echo "ok: C"

cat >tool.c <<'END'
#include <mpi.h>
int main(int count, char **arguments)
{
    int level, number;

    MPI_Init(&count, &arguments);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    MPI_T_cvar_get_num(&number);
    MPI_T_finalize();
    return MPI_Finalize();
}
END
# shellcheck disable=SC2046
$MPICC tool.c -o tool $(linked_flags) || fail "tool.c"
measure tool.run 2 ./tool
as_json tool.run tool
with_report tool.json <<'END' || fail "class of the tool interface"
tools = {row["procedure"]: row["class"] for row in rows_of(report, "procedures")
         if row["procedure"].startswith("MPI_T_")}
print(tools)
sys.exit(len(tools) != 3 or set(tools.values()) != {"tool interface"})
END
echo "ok: the tool interface"

test -n "$MPIFC" || exit 0
tr ',' '\t' >fortran.tsv <<'END'
communicator,parent
short,MPI_COMM_WORLD
padded with blanks,MPI_COMM_WORLD
padded,MPI_COMM_WORLD
two words,MPI_COMM_WORLD
END
for interface in MPIF_H MPI_MODULE MPI_F08; do
    test $interface != MPI_F08 || test "$HAVE_MPI_F08" = yes || break
    build_fortran "$interface" "$interface" "$(linked_flags)" comm_names.F90
    measure "$interface.run" 2 "./$interface"
    as_json "$interface.run" "$interface"
    std_python "$e2e/check_table.py" "$interface.json" communicators \
        fortran.tsv || fail "$interface"
    echo "ok: $interface"
done
