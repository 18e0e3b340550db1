#!/bin/bash
# Man pages and completion say what the programs say about themselves.
#
#     BUILD_DIR=... SRC_DIR=... docs.sh [--update]
. "$SRC_DIR/tests/lib.sh"
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

# options_of [COMMAND]: the long ones that its --help describes.
options_of() {
    # shellcheck disable=SC2086 # the report itself has no name
    mpiprof-report ${1-} --help | sed -n 's/^  -/-/p' | sed 's/   .*//' |
        grep -o -e '--[a-z-]*' |
        sort -u
}

# Every long option of each command has its place among those of the man page,
# which has no others.
for command in "" info recover compare python scaling export explain; do
    options_of "$command"
done | sort -u >options
test "$(wc -l <options)" -ge 19 || fail "options: $(cat options)"
sed -n '/^\.SH OPTIONS/,/^\.SH EXIT/p' "$SRC_DIR/share/man/mpiprof-report.1" |
    sed -n '/^\.TP/{n;s/\\-/-/gp;}' | grep -o -e '--[a-z-]*' | sort -u |
    diff - options || fail "mpiprof-report.1 and the options of --help differ"

# What is shown of a command fits a terminal of 80 columns.
for command in "" info recover compare python scaling export explain; do
    # shellcheck disable=SC2086
    mpiprof-report $command --help | awk 'length($0) > 80' >wide
    test ! -s wide || fail "$command --help: $(cat wide)"
done

# The examples of the page, and of the description of the formats, run.
"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
: >run.otf2
PYTHONPATH=$SRC_DIR/tests/pyprof "${PYTHON:-python3}" \
    "$SRC_DIR/tests/pyprof/make_set.py" results plain && cp results/* . ||
    fail "make_set.py"
sed -n '/^\.SH EXAMPLES/,/^\.fi/p' "$SRC_DIR/share/man/mpiprof-report.1" |
    grep '^mpiprof-report ' >examples
test "$(wc -l <examples)" -ge 4 || fail "examples: $(cat examples)"
while read -r example; do
    run=$(echo "$example" | grep -o 'mpiprof-heat2d-4-[0-9-]*')
    test -z "$run" || { mkdir -p "$run" && cp run.mpiprof "$run"; }
    sh -c "$example" >out 2>err </dev/null || fail "$example: $(cat err)"
    test -s out || test -s p.csv || fail "$example: shows nothing"
done <examples
"${PYTHON:-python3}" - "$SRC_DIR/share/doc/report-formats.md" <<'END' ||
import json, re, sys
text = open(sys.argv[1]).read()
said = json.loads(re.search("```json\n(.*?)```", text, re.S)[1])
real = json.load(open("report.json"))
names = {column["name"] for table in real["tables"].values()
         for column in table["columns"]} | {"note", "run"}
named = re.findall("`([a-z_]+)`", text[text.index("That happens to"):
                                       text.index("## JSON")])
unknown = set(named) - names - set(real["tables"]) - {"paused"}
def missing(said, real, where):
    if isinstance(said, dict):
        for key in said:
            if key not in real:
                print(where, key)
                return True
            if missing(said[key], real[key], where + "." + key):
                return True
    if type(said) != type(real) and (said is None) != (real is None):
        print(where, said, real)
        return True
    return False
print(unknown or "")
sys.exit(missing(said, real, "report") or len(named) < 12 or len(unknown) > 0)
END
    fail "report-formats.md is not what JSON looks like"

# The picture that README and html.md show is one, and a small file.
picture=$SRC_DIR/share/doc/report.png
test "$(head -c 8 "$picture" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a &&
    test "$(wc -c <"$picture")" -lt 300000 || fail "$picture is no small PNG"
for page in README share/doc/html.md; do
    grep -F report.png "$SRC_DIR/$page" >/dev/null ||
        fail "$page does not name report.png"
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
. "$SRC_DIR/share/completion/mpiprof-report-mpi"
# shellcheck source=/dev/null
. "$SRC_DIR/share/completion/mpiprof-run"
touch a_run
offers --format mpiprof-report --fo
offers json mpiprof-report --format j
offers procedures mpiprof-report --table proc
offers avoidable_s mpiprof-report --sort avo
offers load_balance mpiprof-report explain load
offers info mpiprof-report i
offers compare mpiprof-report co
offers compare_times mpiprof-report compare --table compare_t
offers python mpiprof-report py
offers --callers mpiprof-report python --call
offers cumulative mpiprof-report python --sort cum
offers speedscope mpiprof-report python --export s
offers chrome mpiprof-report export --format ch
offers --gzip mpiprof-report export --g
offers export mpiprof-report ex
offers a_run mpiprof-report a_
for command in info recover compare python scaling export explain; do
    complete_as mpiprof-report $command -- | tr -s ' ' '\n' | sed '/^$/d' |
        sort >offered
    options_of $command | diff - offered ||
        fail "completion of the options of $command"
done
complete_as mpiprof-report -- | tr -s ' ' '\n' | sed '/^$/d' | sort >offered
options_of | diff - offered || fail "completion of the options of a report"
offers --from-trace mpiprof-report-mpi --fr
offers procedures mpiprof-report-mpi --table proc
offers a_run mpiprof-report-mpi a_
offers --trace-mb mpiprof-run --trace-
offers tsc mpiprof-run --clock t
for name in $(flavour_names) auto; do
    offers "$name" mpiprof-run --mpi ''
    grep "^\.BR* $name\>" "$SRC_DIR/share/man/mpiprof-run.1" >/dev/null ||
        fail "mpiprof-run.1 does not name $name"
done
offers a_run mpiprof-run ./program a_

# The pages are good roff, where there is something to ask.
type groff >/dev/null 2>&1 || exit 0
for page in "$SRC_DIR"/share/man/*; do
    groff -man -ww -z "$page" 2>warnings
    test ! -s warnings || fail "$(cat warnings)"
done
