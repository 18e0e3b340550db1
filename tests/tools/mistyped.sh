#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What people mistype gets one line that says what to do.
. "$SRC_DIR/tests/lib.sh"

"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
mkdir run
mv run.mpiprof run
cp -r run other
mkdir -p none traced/run
: >traced/run.otf2
echo "int main;" >a.c
mkfifo pipe
PATH=$BUILD_DIR:$PATH

# answers FILE: each line has a command line, a tab, and its answer as a pattern.
answers() {
    while IFS="$(printf '\t')" read -r line wanted; do
        test -n "$line" || continue
        eval "set -- $line"
        "$@" >out 2>err </dev/null && fail "$line: no error"
        test ! -s out || fail "$line: prints $(head -n 3 out)"
        test "$(wc -l <err)" -eq 1 || fail "$line: not one line: $(cat err)"
        test "$(wc -c <err)" -le 240 || fail "$line: long: $(cat err)"
        grep -e "^mpiprof: $wanted" err >/dev/null ||
            fail "$line: no '$wanted' in: $(cat err)"
        count=$((count + 1))
    done <"$1"
}

count=0
sed 's/^R /mpiprof-report /; s/^X /mpiprof-run /' >lines <<'END'
R --tabel procedures run	there is no option --tabel; did you mean --table?
R --regoin main run	there is no option --regoin; did you mean --region?
R --colour=always run	there is no option --colour; did you mean --color?
R -version	there is no option -version; did you mean --version?
R -n 5 run	there is no option -n; did you mean --no-waits?
R --json run	there is no option --json; did you mean --format json?
R --table counters run	run: no table counters in this report: the run has no data
R python 'cpu_*.prof'	cpu_\*.prof: there is no such file; check the folder
X .	.: this is a directory; give the path of a program
R --verbose run	there is no option --verbose; .*usage: mpiprof-report
R --- run	there is no option ---; usage: mpiprof-report
R --=5 run	there is no option --; usage: mpiprof-report
R --w run	option --w is ambiguous: --waits, --window
R --help=compare	option --help takes no value
R run --sort	option --sort needs a value
R --gzip run	--gzip is an option of mpiprof-report export, not
R --fail-if 'T>1s' run	--fail-if is an option of mpiprof-report compare, not
R --table procedurs run	--table procedurs: did you mean procedures?
R --table frobnicate run	--table frobnicate: there is no such table; .*explain lists
R --sort tiem run	--sort tiem: did you mean time_s?
R --sort mean_cal --table procedures run	--sort mean_cal: did you mean mean_call_s?
R --sort frob --table procedures run	--sort frob: no table has .*explain procedures lists
R --format jsno run	--format jsno: did you mean json?
R --format pdf run	--format pdf: use text, json, csv or html
R --format chrome run	--format chrome: that is for mpiprof-report export; use text
R --color=pink run	--color pink: use auto, always or never
R --top ten run	--top ten: give a number from 1
R --jobs 0 run	--jobs 0: give a number from 1 to 256
R -o '' run	--output '': give the name of a file
R --ranks 0..3 run	--ranks: '0..3' is not a rank or range such as 0-15
R --from 1s run	--from 1s: give seconds of the run, such as 1.5
R --window 1:2 run	--window needs --format html or --open
R comapre run other	there is no command comapre and .* did you mean compare?
R explian	there is no command explian and .* did you mean explain?
R diff run other	diff is neither a command nor a run; mpiprof-report help
R --top 5 compare run other	the command comes first: mpiprof-report compare
R run other	other: one run at a time; mpiprof-report compare A B
R rnu	rnu: No such file or directory; give the directory of a run
R compare run	give two runs, A B
R compare --ranks 0 run other	--ranks is an option of mpiprof-report, not of
R whatif --format html run a=off	--format html: that is for mpiprof-report; use text, json or csv
R compare --format html --table compare_times run other	--table and --format html exclude
R compare --table procedures run other	--table procedures: did you mean compare_procedures?
R compare --fail-if 'T+5%' run other	--fail-if T+5%: write a condition such as
R scaling run	give two runs or more
R history	give the runs, in any order
R history --badge-shows time run	--badge-shows needs --badge FILE
R whatif run	give a run and what to change
R whatif --table whatfi run a=off	--table whatfi: did you mean whatif?
R export run	--format is required: .*speedscope
R export --format speedscop run	--format speedscop: did you mean speedscope?
R export -f json run	there is no option -f; did you mean --format, --from
R info run other	give one run
R python -j 2 run	-j is an option of mpiprof-report, not of
R python --export flames run	--export flames: use folded, dot, speedscope or chrome
R explain lod balance	lod balance: no such term; did you mean load_balance?
R explain frobnicate	frobnicate: no such term; mpiprof-report explain lists
R help smapling	smapling is neither .* did you mean sampling?
R help --tabel	there is no option --tabel; did you mean --table?
R help export formt	there is no option --formt; did you mean --format?
R help export weak	there is no option --weak
R help sampling waiting	give one word, or a command and its option
X --- true	there is no option ---; usage: mpiexec
X --tarce off true	there is no option --tarce; did you mean --trace?
X -n 4 ./sim	there is no option -n; usage: mpiexec -n RANKS mpiprof-run
X --mpi opnmpi true	--mpi opnmpi: did you mean openmpi?
X --mpi intel true	--mpi intel: use auto, openmpi or mpich
X --trace-mb 16M true	MPIPROF_TRACE_MB=16M is not a number in 1..1048576
X --clock tcs true	MPIPROF_CLOCK=tcs is not one of auto|tsc|posix
X --trace-skip MPI_Sned true	.*did you mean MPI_Send?
X --trace off	no program given; put it after
X ./simm	./simm: program not found; check its path
R -o nowhere/report.txt run	nowhere/report.txt: No such file or directory; make its directory first
R pipe	pipe: this is not a file; give the directory of a run
R python none	none: no file ends in .prof or .lprof; give the names
R -o none run	none: Is a directory; give the name of a file
R export --format folded -o none run	none: Is a directory; give the name of a file
R traced/run	traced/run: is a part of a run; give the directory that it is in
R traced/run/	traced/run/: is a part of a run; give the directory that it is in
R --waits --no-waits run	--waits and --no-waits exclude each other
R report run	there is no command report: mpiprof-report RUN makes it
R help MPIPROF_SAMPLE	MPIPROF_SAMPLE: mpiprof-report help settings lists the settings
R help ''	'' is neither a command nor a topic; mpiprof-report help lists them
R --ranks 3-1 run	--ranks: '3-1' is not a rank or range such as 0-15
R --ranks 99 run	--ranks: '99' is not a rank or range within 0-3
R --region nosuch run	no region of this run matches "nosuch"; the table "regions" lists them
R --program foo run	--program: .*; use --ranks LIST
R --from 5 --to 2 run	--from 5 is after --to 2: there is nothing between them
R --top 0 run	--top 0: give a number from 1
R a.c	a.c: this is not a profile of mpiprof; give the directory of a run
R compare run vs	give two runs, A B, or several of each side with vs between them
R scaling run other	all runs have the same number of ranks: give runs with different
R whatif run solve*0.5	run: this run has no trace, which is needed here; MPIPROF_TRACE=on
R recover run	run: this run has its results, .*mpiprof-report run shows it
R recover none	none: holds neither run.mpiprof nor run.otf2; give the directory
R python a.c	a.c: is not a file of cProfile, .*see mpiprof-report help python-files
X a.c	a.c: this is not an executable file; use chmod +x, or start it with
X --functions foo true	MPIPROF_FUNCTIONS: foo is not one of on, off, fold:CALLS/TIME
X FOO=1 true	FOO=1: program not found; put env before variables that are set for it
END
answers lines
test $count -ge 94 || fail "only $count lines"

# A condition is about runs that have been read: the report is there, too.
mpiprof-report compare --fail-if 'usefull>1s' run other >out 2>err
grep '^mpiprof: --fail-if usefull>1s: no run has usefull; did you mean useful?' \
    err >/dev/null || fail "--fail-if says $(cat err)"
