#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of the HTML report: its numbers are those of JSON, its views are
# linked, nothing leaves it, and bad input gives a useful page.
# Takes longer than 30 s: a browser opens some 20 pages.
. "$SRC_DIR/tests/lib.sh"
needs_browser

for kind in four sixty-four wide many one silent missing short used long \
    regions cyclic dense scattered hot; do
    "$BUILD_DIR/tests/html/make_runs" $kind $kind.mpiprof ||
        fail "make_runs $kind"
done
"$BUILD_DIR/tests/tools/make_hostile" hostile.mpiprof names ||
    fail "make_hostile"
for kind in four wide hostile; do
    "$report" --format json --all $kind.mpiprof >$kind.json ||
        fail "JSON of $kind"
    "$report" --format json --top 1024 $kind.mpiprof >$kind.top.json ||
        fail "JSON of the first rows of $kind"
done
page missing.mpiprof missing.html 2>/dev/null ||
    fail "missing"
for kind in four sixty-four wide many one silent short used long regions \
    cyclic dense scattered hot hostile; do
    page $kind.mpiprof $kind.html
done
page four.mpiprof region.html --region main/solve
page wide.mpiprof top.html --top 3
page four.mpiprof some.html --ranks 1,2
"$BUILD_DIR/tests/golden/make_reports" . deadlock >/dev/null ||
    fail "make_reports deadlock"
page deadlock.mpiprof deadlock.html
test "${HAVE_OTF2-no}" != yes || {
    gzip -d <"$SRC_DIR/tests/recorded/runs/heat-openmpi.tar.gz" | tar -x -o -f -
    page heat-openmpi traced.html
}

# The licences of what npm bundles ask for their text in each copy.
for words in "Arjun Barrett" "Permission is hereby granted, free of charge" \
    "Mike Bostock" "Permission to use, copy, modify, and/or distribute"; do
    grep -F "$words" four.html >/dev/null || fail "no '$words' in a page"
done

# What a mailer cuts off is said to be cut off.
head -c 90000 wide.html >cut.html
# In the middle of the data, which is base64.
sed '/id="picture-data"/s/AA*/zz/g' wide.html >damaged.html
cmp -s wide.html damaged.html && fail "damaged: is as it was"

"$NODE" page.mjs || fail "page.mjs"
