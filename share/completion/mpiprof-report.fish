# SPDX-License-Identifier: BSD-3-Clause
# Completion for fish: `mpiprof-report --complete' knows the words.

function __mpiprof_report
    set -l last (commandline -ct)
    set -l before (string match -r -- '^--[^=]*=' $last)
    set -l word (string replace -- "$before" '' $last)
    for line in (mpiprof-report --complete (commandline -opc) "$last" 2>/dev/null)
        switch $line
            case :commands
                __fish_complete_command
            case :files
                for path in (__fish_complete_path "$word")
                    echo "$before$path"
                end
            case '*'
                echo "$before$line"
        end
    end
end

for name in mpiprof-report mpiprof-report-mpi mpiprof-run
    complete -c $name -f -a '(__mpiprof_report)'
end
