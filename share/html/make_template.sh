#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make_template.sh - makes the page of the HTML report as a source of C.
#
#   make_template.sh SOURCE OUTPUT NPM NODE [INSTEAD]
#
# SOURCE: share/html; works in a folder beside OUTPUT, so that nothing is
# written to SOURCE.  npm fetches what package-lock.json names; where it cannot,
# as without a network, INSTEAD becomes the output.

source=$1 output=$2 npm=$3 node=$4 instead=${5:-}
work=$output.dir

fail()
{
    echo "make_template.sh: $*" >&2
    exit 1
}

rm -rf "$work"
mkdir -p "$work" || exit 1
for file in .npmrc package.json package-lock.json build.mjs; do
    cp "$source/$file" "$work" || exit 1
done
cp -R "$source/src" "$work" || exit 1
chmod -R u+w "$work"
(cd "$work" && "$npm" ci --ignore-scripts && "$node" build.mjs made.c) \
    > "$output.log" 2>&1 || {
    cat "$output.log" >&2
    rm -rf "$work" "$output.log"
    [ -n "$instead" ] ||
        fail "npm could not make the page; --without-html leaves it out"
    echo "make_template.sh: npm failed; --format html is left out" >&2
    cp "$instead" "$output"
    exit
}
mv "$work/made.c" "$output" || exit 1
rm -rf "$work" "$output.log"
