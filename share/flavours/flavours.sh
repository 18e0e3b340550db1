# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# flavours.sh - what flavours.tsv says of each MPI; sourced, with its path in
# $flavours_tsv.

# flavour_names: all of them, in the order of the table.
flavour_names()
{
    awk -F'\t' '/^[a-z]/ && $1 != "any" && !seen[$1]++ { print $1 }' \
        "$flavours_tsv"
}

# flavour_words FLAVOUR FACT: a line for each; FLAVOUR may be `all'.
flavour_words()
{
    awk -F'\t' -v flavour="$1" -v fact="$2" '
        $2 == fact && (flavour == "all" || $1 == flavour) {
            for (i = 3; i <= NF; i++) print $i }' "$flavours_tsv"
}

# flavour_of_library FILE-NAME: the MPI that a library is of; nothing: none.
flavour_of_library()
{
    awk -F'\t' -v name="$1" '$2 == "libraries" {
        for (i = 3; i <= NF; i++)
            if (index(name, $i) == 1 && length($i) > most) {
                most = length($i)
                found = $1
            } }
        END { print found }' "$flavours_tsv"
}
