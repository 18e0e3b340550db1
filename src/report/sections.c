/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/sections.h"

#include <stddef.h>

static const struct section sections[] = {
    [SECTION_VERDICT] = { "Verdict",
                          "Where the time went, what cost most of it and which ranks caused "
                          "that, what would be gained, and what to do.  Causes that cost less than "
                          "2 % of T are left out." },
    [SECTION_CAUSES] = { "Causes",
                         "Suggestions, by the time each would save; and, if the run did not "
                         "reach its end, where each rank ended and which ranks waited for "
                         "which." },
    [SECTION_EFFICIENCY] = { "Efficiency",
                             "What share of the ranks' time is useful, and how much of the rest is "
                             "due to unequal work and how much to communication (POP)." },
    [SECTION_RANKS] = { "Time per rank",
                        "Useful time and MPI time of each rank, and groups of ranks that "
                        "behave alike." },
    [SECTION_TIME] = { "Where time goes",
                       "MPI procedures, call sites, functions and regions, by time over all "
                       "ranks; how unequal the ranks are in each; and what single ranks "
                       "spend their time on." },
    [SECTION_WAITS] = { "Wait states",
                        "How much of the time in MPI was waiting for other ranks, for which "
                        "ranks, and what they did meanwhile; the critical path, which never "
                        "waits.  Needs a trace (MPIPROF_TRACE=on)." },
    [SECTION_COMMUNICATION] = { "Communication",
                                "Sizes of messages and collectives, which rank sends how much to "
                                "which, and what went through each communicator, window and "
                                "file." },
    [SECTION_RESOURCES] = { "Resources",
                            "CPU time, memory, page faults, context switches and bytes read and "
                            "written, by rank and over time." },
    [SECTION_RUN] = { "Run and settings",
                      "Which program ran, where, when and for how long, with which settings, "
                      "and what measuring it cost." },
    [SECTION_COMPLETENESS] = { "Caveats",
                               "What was not recorded, and what else limits the numbers." },
};

const struct section *section_of(int number)
{
    if (number < 0 ||
        (size_t)number >= sizeof(sections) / sizeof(sections[0]) ||
        sections[number].title == NULL)
        return NULL;
    return &sections[number];
}
