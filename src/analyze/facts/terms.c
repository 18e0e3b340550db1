/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/terms.h"

const struct term terms[] = {
    { "T", "run time",
      "The longest time of a rank from the end of MPI_Init to the start of "
      "MPI_Finalize, excluding time switched off by MPI_Pcontrol and time "
      "spent writing the trace.  With --region the longest time of a rank "
      "inside the selected regions." },
    { "useful", "useful time",
      "The time of a rank outside MPI: computing, but also sleeping, reading files, "
      "or waiting for a core that others use.  For a rank with threads it "
      "is the time of its lead thread: the one that called MPI_Init, unless "
      "that thread spent more than half of the run in pthread_join, or had "
      "ended, while another thread called MPI." },
    { "outside_wait", "waiting outside MPI",
      "Time in calls that wait for an accelerator (CUDA, HIP, OpenCL, OpenACC, "
      "Level Zero) or in SHMEM, known by the names of regions, such as "
      "cudaDeviceSynchronize.  The time line shows it as a class of its own; "
      "everywhere else it is part of useful time." },
    { "mpi_time", "time in MPI",
      "The time inside MPI calls, without MPI_Init and MPI_Finalize.  Most of "
      "this time is usually spent waiting for other ranks, and little of it "
      "transferring data." },
    { "share", "of total",
      "A fraction of the sum of all ranks' total times; in a table with a row "
      "for each rank, of the total time of that rank.  Other headings name "
      "another whole: `of T' the run time T, `of rank' the total time of "
      "that rank, `of CPU' the CPU time of all functions." },
    { "avoidable", "avoidable time",
      "Maximum of a time over ranks - its mean: the gain if the same work "
      "were spread evenly." },
    { "collective_bytes", "bytes of collectives",
      "Bytes that a rank contributes to a collective count as sent, bytes "
      "that it gets from it as received.  With b = count x size of the "
      "datatype and P ranks, sent / "
      "received: Bcast root P b / b, others 0 / b; Scatter root P b / b, "
      "others 0 / b; Reduce and Gather root b / P b, others b / 0; Allreduce, "
      "Allgather and Alltoall P b / P b; Scan on rank r (P - r) b / (r + 1) "
      "b; the v forms the sums of their counts; Barrier 0 / 0.  MPI_IN_PLACE "
      "leaves out the rank's own part.  So one Allreduce of 8 bytes among 4 "
      "ranks counts 32 bytes sent and 32 received on each.  These are "
      "Score-P's conventions; how the MPI library really moves the data is "
      "unknown." },
    { "call_cost", "mpiprof overhead",
      "Time that mpiprof takes per MPI call: the mean of every 64th call, "
      "including two readings of the clock.  It counts as time outside MPI, "
      "so useful time is too long by calls x overhead per call." },
    { "work_before", "work before",
      "The program's own work, outside MPI, from the previous MPI call to "
      "the named one; with a region, only the work in that region." },
    { "call_site", "call sites",
      "An MPI procedure together with the functions that lead to its call and "
      "the line of the call.  Copies that the compiler made of one line are "
      "one call site." },
    { "call_path", "callpath",
      "The functions that were active at an MPI call, outermost first, as "
      "many as MPIPROF_CALLPATH says." },
    { "region", "regions",
      "A phase that the program marks with MPIPROF_BEGIN and MPIPROF_END, "
      "or in Fortran with mpiprof_begin and mpiprof_end.  The path "
      "main/solve is region solve inside main; everything outside marked "
      "regions is `(outside regions)'." },
    { "inclusive", "inclusive time",
      "The time in a region or function, with that of the regions or "
      "functions inside it." },
    { "exclusive", "exclusive time",
      "The time in a region or function, without that of the regions or "
      "functions inside it; but functions of the C++ library count as part of "
      "the function that calls them." },
    { "p2p", "point-to-point",
      "The class of calls that send and receive messages, such as MPI_Send, "
      "MPI_Recv and MPI_Isend, and of probes." },
    { "collective", "collectives",
      "The class of collective calls, such as MPI_Barrier and MPI_Allreduce, "
      "and of those that only start one, such as MPI_Iallreduce." },
    { "wait", "wait/test",
      "The class of calls that complete requests: MPI_Wait, MPI_Test and their "
      "variants for several requests." },
    { "onesided", "one-sided",
      "The class of calls on windows: MPI_Put, MPI_Get and their "
      "synchronisation." },
    { "io", "MPI-IO", "The class of calls on files." },
    { "setup", "init/finalize",
      "The class of MPI_Init and MPI_Finalize, which are not part of T." },
    { "tool", "tool interface",
      "The class of calls of the MPI tool interface, MPI_T." },
    { "other", "other MPI",
      "The class of all other procedures: communicators, groups, datatypes, "
      "attributes, errors." },
    { "rank", "ranks",
      "A process of the program, and its number in MPI_COMM_WORLD." },
    { "deadlock", "waiting for each other",
      "Ranks that wait for each other, directly or through others, so that "
      "none of them can continue.  A rank waits for all ranks that its MPI "
      "call needs (MPI_Waitall), or for one of them (MPI_Waitany, "
      "MPI_ANY_SOURCE).  A matching send and receive wait for nothing; in a "
      "collective call, ranks wait for those that have not started it.  It "
      "is reported as a deadlock once all of these ranks have been in their "
      "calls for 1 s at the same time; a rank whose state is unknown counts "
      "as able to continue.  If a call needs several partners (MPI_Waitall, "
      "MPI_Sendrecv), some may be done already: it is stuck only if none of "
      "them can continue, and never if it waits for more requests than are "
      "recorded." },
    { "recover", "unfinished",
      "A run that does not reach the end of MPI_Finalize leaves a file for "
      "each rank in the folder `unfinished' of its directory (or in "
      "MPIPROF_SCRATCH).  `mpiprof-report RUN' reads these files, also "
      "while the job runs; `mpiprof-report recover RUN' makes run.mpiprof "
      "and run.otf2 from them." },
    { "snapshot", "snapshots",
      "The state of each rank of a running job at one moment, in the folder "
      "`snapshot' of the run's directory.  It is made at SIGUSR1, at "
      "MPI_Pcontrol(2) and every MPIPROF_SNAPSHOT seconds, and removed "
      "after MPI_Finalize.  The report uses the later of a rank's snapshot "
      "and its file in `unfinished', and says when a snapshot was made." },
    { "trace", "events",
      "The list of all events in their order, in OTF2 format: run.otf2.  "
      "The tables come from the profile, which is complete even if the "
      "trace has reached its limit." },
};
const size_t term_count = sizeof(terms) / sizeof(terms[0]);
