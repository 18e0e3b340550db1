#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What --help, man pages, completion and `mpiprof-report help' say: all are made
# of one table (tools/options.c), and their examples run.
. "$SRC_DIR/tests/lib.sh"
PATH=$BUILD_DIR:$PATH
man=$BUILD_DIR/share/man
export BROWSER=true # what --open calls
commands="info recover compare scaling history whatif python export explain help"

# options_of PROGRAM [COMMAND]: the long ones, as a shell is offered them.
options_of() {
    mpiprof-report --complete "$@" -- | cut -f 1 | sort
}

# --help fits a terminal: the lines of MOST, and 80 columns; it has examples.
fits() {
    most=$1
    shift
    "$@" --help >help || fail "$* --help"
    awk 'length($0) > 80' help >wide
    test ! -s wide || fail "$* --help: $(cat wide)"
    test "$(wc -l <help)" -le "$most" || fail "$* --help: $(wc -l <help) lines"
    test "$(sed -n '/^Examples:/,$p' help | grep -c '^  mpi')" -eq 2 ||
        fail "$* --help: not two examples"
}

# Each line of --help says what it is about, also where it is cut.
mpiprof-run --help | tr -s '\n ' ' ' >words
for said in "--functions on|off|RULE,RULE... functions compiled with" \
    "--python-memory on|off which lines of Python hold memory"; do
    grep -F -e " $said" words >/dev/null || fail "mpiprof-run --help: no '$said'"
done

# An option of a command has its line in --help, and its place in the man page.
fits 43 mpiprof-report
fits 40 mpiprof-run
fits 33 mpiprof-report python
fits 26 mpiprof-report compare
fits 28 mpiprof-report history
fits 25 mpiprof-report scaling
fits 28 mpiprof-report export
for command in info recover whatif explain help; do
    fits 24 mpiprof-report $command
done
sed 's/\\-/-/g; s/\\f[BIR]//g' "$man"/* >pages
for command in "" $commands; do
    # shellcheck disable=SC2086 # the report itself has no name
    mpiprof-report $command --help |
        sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort >shown
    # shellcheck disable=SC2086
    options_of mpiprof-report $command >offered
    cmp -s shown offered || fail "options of '$command': $(diff shown offered)"
    for option in $(cat offered); do
        grep -e "^\(-., \)\{0,1\}$option\( \|\$\)" pages >/dev/null ||
            fail "no man page has $option"
    done
done
options_of mpiprof-report compare | grep -e --ranks -e --window &&
    fail "compare offers what it does not take"
for setting in $(mpiprof-report help settings | sed -n 's/^  \(MPIPROF_[A-Z_]*\)=.*/\1/p'); do
    grep "^.B $setting=" pages >/dev/null || fail "mpiprof.7 has no $setting"
done

# Each page for users is a topic, which is printed where it is installed.
mkdir -p bin share/doc/mpiprof
cp "$SRC_DIR"/share/doc/*.md share/doc/mpiprof
cp "$BUILD_DIR/.libs/mpiprof-report" bin 2>/dev/null ||
    cp "$BUILD_DIR/mpiprof-report" bin || fail "cp"
mpiprof-report help | sed '1,/^Topics/d; s/^  \([^ ]*\).*/\1/' >topics
for topic in $(grep -v settings topics); do
    bin/mpiprof-report help "$topic" >page || fail "help $topic"
    head -n 1 page
done | sort >titles
head -q -n 1 "$SRC_DIR"/share/doc/*.md | sort | diff - titles ||
    fail "pages of share/doc that are no topics"
gives 0 "exit status is 3" bin/mpiprof-report help --fail-if
gives 0 "usage: mpiprof-report compare" bin/mpiprof-report help compare
for option in format --format; do
    gives 0 "callgrind (KCachegrind" bin/mpiprof-report help export $option
    grep -q "HTML is one file" out && fail "help export $option: of the report"
done
gives 0 "^    text (default), json, csv or html$" \
    bin/mpiprof-report help compare format
rm -r share

# Words to type stay as they are where a sentence begins with them.
sed 's/\\f[BR]//g' "$man/mpiprof-report.1" >page
for word in "callgrind (KCachegrind" "folded (flame graphs)" "Write to FILE" \
    "Show the options"; do
    grep -q "^$word" page || fail "no sentence begins with '$word'"
done

# The examples of the page, and of the description of the formats, run.
"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
: >run.otf2
PYTHONPATH=$SRC_DIR/tests/pyprof std_python \
    "$SRC_DIR/tests/pyprof/make_set.py" results plain && cp results/* . ||
    fail "make_set.py"
for run in mpiprof-heat2d-4-20261121-090406 before after before1 before2 after1 \
    after2 run ci/1 ci/2; do
    mkdir -p $run && cp run.mpiprof $run
done
for ranks in 2 4 8; do
    mkdir "on$ranks" && "$BUILD_DIR/tests/golden/make_reports" "on$ranks" $ranks ||
        fail "make_reports $ranks"
done
sed 's/\\-/-/g' "$man/mpiprof-report.1" | sed -n '/^\.SH EXAMPLES/,/^\.fi/p' |
    grep '^mpiprof-report ' >examples
test "$(wc -l <examples)" -ge 14 || fail "examples: $(cat examples)"
test "$HAVE_HTML" = yes || sed -i '/--open/d' examples
while read -r example; do
    sh -c "$example" >out 2>err </dev/null
    status=$?
    case "$example $status" in
    *--fail-if*3 | *0) ;;
    *) fail "$example: $(cat err)" ;;
    esac
    test -s out || test -s p.csv || fail "$example: shows nothing"
done <examples
std_python - "$SRC_DIR/share/doc/report-formats.md" <<'END' ||
import json, re, sys
text = open(sys.argv[1]).read()
said = json.loads(re.search("```json\n(.*?)```", text, re.S)[1])
real = json.load(open("report.json"))
names = {column["name"] for table in real["tables"].values()
         for column in table["columns"]} | {"note", "run"}
named = re.findall("`([a-z_]+)`", text[text.index("Cells without a value are"):
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

# offers WANTED WORDS...: bash, and the others where there are some, offer it
# for the last word.
offers() {
    wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _mpiprof
    echo " ${COMPREPLY[*]} " | grep -F -e " $wanted " >/dev/null ||
        fail "completion of '$*' does not offer $wanted: ${COMPREPLY[*]}"
}

# shellcheck source=/dev/null
. "$SRC_DIR/share/completion/mpiprof-report"
touch a_run
offers --format mpiprof-report --fo
offers json mpiprof-report --format j
offers procedures mpiprof-report --table proc
offers avoidable_s mpiprof-report --sort avo
offers load_balance mpiprof-report explain load
offers info mpiprof-report i
offers compare_times mpiprof-report compare --table compare_t
offers --callers mpiprof-report python --call
offers cumulative mpiprof-report python --sort cum
offers speedscope mpiprof-report python --export s
offers chrome mpiprof-report export --format ch
offers sampling mpiprof-report help sam
offers a_run mpiprof-report a_
offers a_run mpiprof-report -o a_
offers json mpiprof-report --format = j
offers csv mpiprof-report --format =
offers --format=json mpiprof-report --format=j
offers a_run mpiprof-report --output = a_
offers --output=a_run mpiprof-report --output=a_
offers test mpiprof-run --trace = off tes
offers --clock=tsc mpiprof-run --clock=t
offers --gzip mpiprof-report help export --g
offers --from-trace mpiprof-report-mpi --fr
offers a_run mpiprof-report-mpi a_
offers --trace-mb mpiprof-run --trace-
offers tsc /usr/bin/mpiprof-run --clock t
for name in $(flavour_names) auto; do
    offers "$name" mpiprof-run --mpi ''
    grep "$name" "$man/mpiprof-run.1" >/dev/null ||
        fail "mpiprof-run.1 does not name $name"
done
offers test mpiprof-run --trace off tes
offers a_run mpiprof-run ./program a_
# Only where a file is expected.
for words in "--window" "compare --fail-if" "python --restrict" "--ranks"; do
    # shellcheck disable=SC2086 # words
    mpiprof-report --complete mpiprof-report $words a_ >out
    grep -q :files out && fail "$words: offers files"
done
if type fish >/dev/null 2>&1; then
    fish -c "source '$SRC_DIR/share/completion/mpiprof-report.fish'
        complete -C 'mpiprof-report co'; complete -C 'mpiprof-run --mpi o'
        complete -C 'mpiprof-report a_r'
        complete -C 'mpiprof-report --format=j'" >out || fail "fish: $(cat out)"
    for word in compare openmpi a_run --format=json; do
        grep "^$word" out >/dev/null || fail "fish does not offer $word"
    done
fi
! type zsh >/dev/null 2>&1 ||
    zsh -n "$SRC_DIR/share/completion/_mpiprof-report" || fail "zsh"

# The pages are good roff, where there is something to ask.
type groff >/dev/null 2>&1 || exit 0
for page in "$man"/*; do
    groff -man -ww -z "$page" 2>warnings
    test ! -s warnings || fail "$(cat warnings)"
done
