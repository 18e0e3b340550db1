#!/bin/bash
# Man pages and completion say what the programs say about themselves.
#
#     BUILD_DIR=... SRC_DIR=... docs.sh [--update]
. "$(dirname "$0")/lib.sh"
page=$SRC_DIR/share/man/mpiprof.7
PATH=$BUILD_DIR:$PATH

# The settings of --help as lines of a man page: lines that are indented more
# belong to the line above.
settings_as_page() {
    mpiprof-run --help | awk '
        /^  MPIPROF_/ {
            if (text != "") print text
            text = ""
            name = $1
            $1 = ""
            sub(/^ +/, "")
            print ".TP\n.B " name "\n" $0 "."
            print ".br"
            next
        }
        name != "" && /^      / { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
        END { print text }' | sed 's/^-/\\-/'
}

settings_of_page() {
    sed -n '/^\.\\" settings/,/^\.\\" end/p' "$page" | sed '1d;$d'
}

settings_as_page >wanted
if test "${1-}" = --update; then
    sed -e '/^\.\\" settings/r wanted' -e '/^\.\\" settings/,/^\.\\" end/{
        /^\.\\"/!d
    }' "$page" >new && cp new "$page"
    exit
fi
settings_of_page | diff - wanted ||
    fail "mpiprof.7 and mpiprof-run --help differ; docs.sh --update"

# Every long option of --help has its place in the man page and completion.
for option in $(mpiprof-report --help | grep -o -e '--[a-z-]*' | sort -u); do
    sed 's/\\-/-/g' "$SRC_DIR/share/man/mpiprof-report.1" |
        grep -e "$option" >/dev/null || fail "mpiprof-report.1: $option"
    grep -e "$option" "$SRC_DIR/share/completion/mpiprof-report" \
        >/dev/null || fail "completion: $option"
done

# complete_as WORDS...: what bash offers for the last one.
complete_as() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    "_${1//-/_}"
    echo " ${COMPREPLY[*]} "
}

# offers WANTED WORDS...
offers() {
    wanted=$1
    shift
    complete_as "$@" | grep -F -e " $wanted " >/dev/null ||
        fail "completion of '$*' does not offer $wanted: $(complete_as "$@")"
}

# shellcheck source=/dev/null
. "$SRC_DIR/share/completion/mpiprof-report"
# shellcheck source=/dev/null
. "$SRC_DIR/share/completion/mpiprof-run"
touch a_run
offers --format mpiprof-report --fo
offers json mpiprof-report --format j
offers procedures mpiprof-report --table proc
offers avoidable_s mpiprof-report --sort avo
offers load_balance mpiprof-report explain load
offers info mpiprof-report i
offers a_run mpiprof-report a_
offers --trace-mb mpiprof-run --trace-
offers tsc mpiprof-run --clock t
offers mpich mpiprof-run --mpi m
offers a_run mpiprof-run ./program a_

# The pages are good roff, where there is something to ask.
type groff >/dev/null 2>&1 || exit 0
for page in "$SRC_DIR"/share/man/*; do
    groff -man -ww -z "$page" 2>warnings
    test ! -s warnings || fail "$(cat warnings)"
done
