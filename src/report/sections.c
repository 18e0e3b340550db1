/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/sections.h"

#include <stddef.h>

static const struct section sections[] = {
    [SECTION_VERDICT] = { "Verdict",
                          "Where the time went, the worst problem with whose it is and what it "
                          "costs, and what to look at next.  What costs less than 2 % of T is no "
                          "problem." },
    [SECTION_RUN] = { "Run",
                      "Which program ran, where, when and for how long, with which settings, "
                      "and what measuring it has cost." },
    [SECTION_EFFICIENCY] = { "Efficiency",
                             "What share of the ranks' time is useful, and how much of the rest is "
                             "due to unequal work and how much to communication (POP)." },
    [SECTION_RANKS] = { "Time per rank",
                        "Useful time and MPI time of each rank, and groups of ranks that "
                        "behave alike." },
    [SECTION_PROCEDURES] = { "MPI procedures",
                             "The MPI procedures that were called, by time over all ranks." },
    [SECTION_SITES] = { "Call sites",
                        "Where in the program MPI is called, by time over all ranks." },
    [SECTION_IMBALANCE] = { "Load imbalance",
                            "How unequal the ranks are, by the time that would be gained if they "
                            "were equal: in useful work, and in MPI, where the rank that waits "
                            "least is the one the others wait for." },
    [SECTION_HOT_SPOTS] = { "Hot spots",
                            "What single ranks spend their time on, and the regions of the "
                            "program." },
    [SECTION_WAITS] = { "Wait states",
                        "Which part of the time in MPI was waiting for other ranks, for whom, "
                        "and what those did instead; the critical path, which never waits.  "
                        "Needs a trace (MPIPROF_TRACE=on)." },
    [SECTION_SIZES] = { "Message sizes",
                        "How large messages and collectives are, by procedure, in classes that "
                        "are powers of two." },
    [SECTION_MATRIX] = { "Communication",
                         "Which rank sends how much to which; point-to-point messages and "
                         "one-sided transfers, not collectives." },
    [SECTION_OBJECTS] = { "Communicators, windows, files",
                          "What went through each communicator, window and file." },
    [SECTION_ADVICE] = { "Advice",
                         "What is likely wrong and what to do about it, by the seconds of T that "
                         "there are to gain; what would gain less than 2 % is left out." },
    [SECTION_COMPLETENESS] = { "Completeness",
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
