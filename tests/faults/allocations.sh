#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Memory that mpiprof asks for and does not get, at every place where it asks:
# everything from there on, or only that once; on rank 0 or on the other.
# FAULTS=all goes through all places, else through some of them: a quarter as many
# with the second MPI, which can only change how the job ends.
# Takes longer than 30 s: some 45 jobs.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
build_job
plain launch $job_ranks ./job
build_c no_memory.so ../../faults/programs/no_memory.c "-shared -fPIC"
# The job, beside what the launcher preloads: ranks give way while they wait.
cat >injured_job <<END
#!/bin/sh
LD_PRELOAD="$work/no_memory.so \$LD_PRELOAD" exec ./job_measured
END
chmod +x injured_job

# without HOW N RANK: what is left, in the file outcomes.
without() (
    trap - 0
    injured_in "$1.$2.$3" "$1.$2.$3" launch $job_ranks env \
        "NO_MEMORY_$1=$2" NO_MEMORY_RANK="$3" ./injured_job
    left "$1.$2.$3" "$1.$2.$3"
    echo "$what_is_left" >>outcomes
    rm -rf "$1.$2.$3"*
)

NO_MEMORY_LIST=$work/requests
export NO_MEMORY_LIST
injured_in complete complete launch $job_ranks ./injured_job
unset NO_MEMORY_LIST
left complete complete
test -s requests.0 && test -s requests.1 || fail "nothing was asked for"
echo "requests of rank 0: $(wc -l <requests.0), of 1: $(wc -l <requests.1)"

# places RANK: the first request of each caller, and the last.
places() {
    awk '!seen[$2]++ { print $1 } { last[$2] = $1 }
        END { for (place in last) print last[place] }' "requests.$1" |
        sort -nu
}

case ${FAULTS-}$MPI_FLAVOUR in
all*) step=1 ;;
"$(flavour_names | head -n 1)") step=12 ;;
*) step=48 ;;
esac
bad=
for rank in 0 1; do
    for number in $(places $rank | awk -v step=$step \
        -v first=$((1 + 3 * rank)) 'NR % step == first % step'); do
        for how in FROM AT; do
            without $how "$number" $rank || bad="$bad $how.$number.$rank"
        done
    done
done
echo "what is left, and how often:"
sort outcomes | uniq -c
test -z "$bad" || fail "$bad"
