# shellcheck shell=sh
# hosts.sh - several hosts on this machine, with clocks of their own; sourced
# after lib.sh.
#
# Each host is a process that holds a mount, a network, a UTS and a time
# namespace.  Their network is a bridge in the first one's, so the machine's
# own stays as it is.  Needs root, ip (iproute2), unshare and nsenter.

# What holds the hosts, one line each: process, seconds that its clock is
# ahead, how much faster it runs in parts per million.
hosts_of=$work/hosts
host_address() { echo "10.77.0.$1"; }

end_hosts() {
    while read -r held_by _; do
        kill "$held_by" 2>/dev/null
    done <"$hosts_of"
    : >"$hosts_of"
}

inside() {
    inside_host=$1
    shift
    nsenter -t "$inside_host" -m -n -u -T -- "$@"
}

# add_host SECONDS PPM: one more host, named host1, host2 ...
add_host() {
    number=$(($(wc -l <"$hosts_of") + 1))
    unshare -m -n -u -T --monotonic "$1" sh -c "
        hostname host$number && mount -t sysfs sysfs /sys &&
            ip link set lo up && : >up$number &&
            exec sleep 600" 2>up.log &
    held_by=$!
    while test ! -e "up$number"; do
        kill -0 $held_by 2>/dev/null ||
            skip "no host of our own: $(cat up.log)"
        sleep 0.05
    done
    echo "$held_by $1 $2" >>"$hosts_of"
    connect_host "$number" "$held_by"
}

connect_host() {
    first=$(sed 's/ .*//;q' "$hosts_of")
    if test "$1" = 1; then
        inside "$first" ip link add bridge type bridge &&
            inside "$first" ip link set bridge up
        connected=bridge
    else
        connected=wire
        inside "$first" ip link add "wire$1" type veth peer name wire &&
            inside "$first" ip link set wire netns "$2" &&
            inside "$first" ip link set "wire$1" master bridge up
    fi
    inside "$2" ip address add "$(host_address "$1")/24" dev $connected &&
        inside "$2" ip link set $connected up ||
        skip "no network between hosts of our own"
}

# What the launchers use in place of ssh, and what makes clocks drift.
write_agent() {
    cat >agent <<END
#!/bin/sh
while test "\${1#-}" != "\$1"; do shift; done
line=\$(sed -n "\${1##*.}p" '$hosts_of')
shift
exec nsenter -t "\${line%% *}" -m -n -u -T -- sh -c "cd '$work' && \$*"
END
    cat >on_host <<END
#!/bin/sh
number=\$(hostname)
line=\$(sed -n "\${number#host}p" '$hosts_of')
CLOCK_PPM=\${line##* } LD_PRELOAD='$work/drift.so' exec "\$@"
END
    chmod +x agent on_host
    $CC -shared -fPIC -O1 "$programs/drift.c" -o drift.so ||
        fail "drift.c does not compile"
}

make_hosts() {
    test "$(id -u)" = 0 || skip "only root can make hosts"
    for tool in ip unshare nsenter; do
        command -v $tool >/dev/null || skip "no $tool"
    done
    : >"$hosts_of"
    trap 'check_status=$?; end_hosts; set --; check_archives' 0
    write_agent
}

# launch_on_hosts PROGRAM...: a rank on each, or ranks_per_host in turns, with
# the MPIPROF_ settings.
launch_on_hosts() {
    count=$(wc -l <"$hosts_of")
    each=${ranks_per_host:-1}
    list=
    for number in $(seq "$count"); do
        list=$list,$(host_address "$number")
        test "$MPI_FLAVOUR" = mpich || list=$list:$each
    done
    count=$((count * each))
    case $MPI_FLAVOUR in
    openmpi) set -- --mca plm_rsh_agent "$work/agent" \
        --mca btl_tcp_if_include 10.77.0.0/24 \
        --mca oob_tcp_if_include 10.77.0.0/24 \
        --mca mpi_yield_when_idle 1 $(settings_to_pass) \
        --map-by node --host "${list#,}" -n "$count" "$work/on_host" "$@" ;;
    # Real hosts share no memory; UCX would find that these do.
    mpich) set -- -genv UCX_TLS tcp,self -launcher rsh -launcher-exec "$work/agent" \
        -hosts "${list#,}" -n "$count" "$work/on_host" "$@" ;;
    esac
    # shellcheck disable=SC2086
    timeout 120 "$work/agent" "$(host_address 1)" \
        "$(env | sed -n "s/^\(MPIPROF_[A-Z_]*\)=\(.*\)/\1='\2'/p" |
            tr '\n' ' ')" $MPIEXEC "$@"
}

settings_to_pass() {
    env | sed -n 's/^\(MPIPROF_[A-Z_]*\)=.*/-x \1/p'
}
