#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# elsewhere.sh - a rank that sees a directory otherwise than others do.
#
#   elsewhere.sh read_only|other|missing DIRECTORY COMMAND...
#
# For it, DIRECTORY cannot be written, is another one, or has no entries and
# cannot be written.
how=$1
directory=$2
shift 2
test -n "${IS_ELSEWHERE-}" ||
    IS_ELSEWHERE=1 exec unshare -m "$0" "$how" "$directory" "$@"
case $how in
read_only)
    mount --bind "$directory" "$directory" &&
        mount -o remount,bind,ro "$directory"
    ;;
other) mount -t tmpfs none "$directory" ;;
missing) mount -t tmpfs -o ro none "$directory" ;;
esac || exit 99
exec "$@"
