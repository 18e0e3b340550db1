/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/terms.h"

const struct term terms[] = {
    { "T", "run time",
      "The longest time any rank took from the end of MPI_Init to the begin "
      "of MPI_Finalize, without what MPI_Pcontrol switched off and what "
      "writing the trace took.  With --region the longest time of a rank "
      "inside the chosen regions." },
    { "useful", "useful time",
      "The time of a rank outside MPI: computing, but also reading files, or "
      "waiting for a processor that others use.  Of a rank with threads it is "
      "that of its lead thread: the one that called MPI_Init, unless that "
      "spent more than half of the run in pthread_join or had ended while "
      "another thread called MPI." },
    { "mpi_time", "time in MPI",
      "The time inside MPI calls.  Little of it is transfer, most is waiting "
      "for other ranks; MPI_Init and MPI_Finalize do not count." },
    { "share", "of T",
      "A part of the sum of all ranks' total times; `of T' a part of T." },
    { "avoidable", "avoidable time",
      "Of times over ranks max - mean: what would be gained if the same work "
      "were spread evenly." },
    { "collective_bytes", "bytes of collectives",
      "What a rank gives to a collective counts as sent, what it gets as "
      "received.  With b = count x size of the datatype and P ranks, sent / "
      "received: Bcast root P b / b, others 0 / b; Scatter root P b / b, "
      "others 0 / b; Reduce and Gather root b / P b, others b / 0; Allreduce, "
      "Allgather and Alltoall P b / P b; Scan on rank r (P - r) b / "
      "(r + 1) b; the v forms the sums of their counts; Barrier 0 / 0.  "
      "MPI_IN_PLACE takes off the own part.  So one Allreduce of 8 bytes "
      "among 4 ranks counts 32 bytes sent and 32 received on each.  These are "
      "Score-P's conventions; how the MPI library really moves the data is "
      "not seen." },
    { "call_cost", "own cost",
      "What mpiprof takes per MPI call: the mean of every 64th, with the two "
      "readings of the clock.  It is part of the time outside MPI, so that "
      "useful time is too long by calls x call cost." },
    { "work_until", "work until",
      "What the program does itself, outside MPI, from the MPI call before to "
      "the one that is named; of a region as far as it is done there." },
    { "call_site", "call sites",
      "An MPI procedure together with the functions that lead to its call and "
      "the line of the call.  Copies that the compiler made of one line are "
      "one call site." },
    { "call_path", "callpath",
      "The functions that were active at an MPI call, outermost first, as "
      "many as MPIPROF_CALLPATH says." },
    { "region", "regions",
      "A phase that the program marks by MPIPROF_BEGIN and MPIPROF_END, or in "
      "Fortran by mpiprof_begin and mpiprof_end.  A path such as main/solve "
      "is region solve inside main; what is in no region is `(outside "
      "regions)'." },
    { "inclusive", "inclusive time", "With the regions inside it." },
    { "exclusive", "exclusive time", "Without the regions inside it." },
    { "p2p", "point-to-point",
      "The class of MPI_Send, MPI_Recv and the like, of what starts such "
      "messages without blocking, and of probes." },
    { "collective", "collectives",
      "The class of MPI_Barrier, MPI_Allreduce and the like, also of those "
      "that only start one." },
    { "wait", "wait/test",
      "The class of MPI_Wait, MPI_Test and their forms for many requests." },
    { "onesided", "one-sided",
      "The class of windows, MPI_Put, MPI_Get and their synchronisation." },
    { "io", "MPI-IO", "The class of files." },
    { "setup", "init/finalize",
      "The class of MPI_Init and MPI_Finalize; not part of T." },
    { "tool", "tool interface", "The class of MPI_T." },
    { "other", "other MPI",
      "The class of all other procedures: communicators, groups, datatypes, "
      "attributes, errors." },
    { "rank", "ranks",
      "A process of the program, by its number in MPI_COMM_WORLD." },
    { "deadlock", "waiting for each other",
      "Ranks that wait for each other, directly or through others, so that "
      "none of them can go on.  A rank waits for all that its MPI call needs "
      "(MPI_Waitall), or for one of them (MPI_Waitany, MPI_ANY_SOURCE); a "
      "send and a receive that fit each other wait for nothing, and of a "
      "collective call those are waited for that have not begun it.  It is "
      "called a deadlock when all of them had been in their calls for 1 s "
      "together; what is not known counts as able to go on.  Of several that a "
      "call needs (MPI_Waitall, MPI_Sendrecv) some may be done already: it is "
      "stuck only if none of them can go on, and never if it waits for more "
      "requests than are kept." },
    { "recover", "unfinished",
      "A run that does not come to the end of MPI_Finalize leaves a file of "
      "each rank in the folder unfinished of its directory (or where "
      "MPIPROF_SCRATCH says).  `mpiprof-report RUN' reads them, also while "
      "the job runs; `mpiprof-report recover RUN' makes run.mpiprof of them, "
      "and run.otf2 of the events of its trace." },
    { "snapshot", "snapshots",
      "The state of each rank of a running job at one moment, in the folder "
      "snapshot of the run's directory: made at SIGUSR1, at MPI_Pcontrol(2) "
      "and every MPIPROF_SNAPSHOT seconds, gone after MPI_Finalize.  The "
      "report has of each rank whatever is later, its file in unfinished or "
      "its snapshot, and says of when a snapshot is." },
    { "trace", "events",
      "The list of what happened when, in OTF2 format: run.otf2.  The tables "
      "come from the profile, which is complete also where the trace has "
      "reached its limit." },
};
const size_t term_count = sizeof(terms) / sizeof(terms[0]);
