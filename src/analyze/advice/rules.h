/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rules.h - the rules of suggestions: condition and remedy of each.
 *
 * A rule reports only gains of at least ADVICE_LEAST of T, if the gain is
 * known.  Gains are seconds of T, simulated (cures.h) or estimated by the formula
 * of the definition; findings can overlap, so gains do not add up.
 * Threads: constant data.
 */
#ifndef ANALYZE_ADVICE_RULES_H
#define ANALYZE_ADVICE_RULES_H

#define ADVICE_LEAST 0.02      /* fraction of T */
#define LATE_INSIDE_LEAST 0.05 /* of T, for a rank delayed inside MPI */

/* Limits; the definitions that use a limit repeat its number in words. */
#define PIECES 8 /* of a piece that is passed on at once */
#define COMBINING_MOST \
    0.25 /* of useful time, in a chain that combines values */
#define SMALL_MESSAGE_BYTES 4096u
#define SMALL_MESSAGES_PER_SECOND 1000.0 /* per sending rank */
#define LARGE_MESSAGE_BYTES (256u << 10)
#define LARGE_BYTES_PER_SECOND 1e9
#define LARGE_COLLECTIVE_LEAST 0.1 /* of T, gained by half of their bytes */
#define OVERLAP_LEAST 0.1          /* of T, gained by transfers during work */
#define BOUND_SHARE 0.5  /* of latency in calls that are latency-bound */
#define SLOWER_LEAST 1.5 /* times the fitted time, of calls that are slow */
#define SMALL_COLLECTIVE_BYTES 1024.0
#define COLLECTIVES_PER_SECOND 100.0 /* per rank */
#define CALLS_IN_ONE 10              /* small calls that one can replace */
#define GRID_RANKS 8u                /* make a grid with rows and columns */
#define PAIR_TIMES 4                 /* as many bytes as the median rank */
#define PAIR_BYTES (64u << 10)       /* of a call of such a rank, at least */
#define TESTS_PER_RANK 100u          /* more are a loop */
#define MESSAGE_NS 20000.0           /* cost of an empty message */
#define LITTLE_OVERLAP 0.1           /* fraction of the time in the waits */
#define OBJECTS_PER_RANK 10u         /* made at a site: more are a loop */
#define TYPES_PER_RANK 100u          /* made, and not freed */
#define LEFT_PER_RANK 10u            /* less are not on the first screen */
#define SMALL_IO_BYTES (64u << 10)
#define SMALL_IO_PER_RANK 100u
#define PICKLED_LEAST_NS 5000u  /* per MPI call: buffers cost less */
#define PICKLED_NS_PER_BYTE 10u /* of dicts more, of arrays less */
#define PICKLING_REMEDY                                                      \
    "Move arrays with the upper-case methods (Send, Recv, Bcast, Gather), "  \
    "which take numpy arrays and buffers without pickling them; send other " \
    "objects less often, and only the parts that are needed."
#define OUTPUT_LEAST 4096u       /* bytes of each rank */
#define OUTPUT_BYTE_MOST_US 200u /* that it takes to write one */
#define PLACEMENT_TIMES 1.5
#define PLACEMENT_SHARE 0.1 /* fraction of all bytes */
#define START_SHARE 0.1 /* of the time from MPI_Init to MPI_Finalize's end */
#define START_LEAST_NS UINT64_C(1000000000)

/* code, name, title, definition, remedy */
#define RULE_LIST(X)                                                             \
    X(STARVED, "no_core", "ranks waiting for a core",                            \
      "Ranks could have run but had to wait for a core, for more than 20 % "     \
      "of T on average, or one of them for more than 50 %: in useful work, "     \
      "and in MPI up to T - the greatest useful time.  Times then "              \
      "include that wait, so suggestions with a gain are withheld.",             \
      "Run no more ranks on a host than it has cores, each bound to cores "      \
      "of its own.")                                                             \
    X(IMBALANCE, "unequal_work", "unequal work",                                 \
      "One rank has more useful time in a region than the mean of all.  "        \
      "Gain: max - mean of useful time there, or T - mean useful time of the "   \
      "ranks that can share it, if that is less.",                               \
      "Divide this work so that all ranks compute for the same time; equal "     \
      "amounts "                                                                 \
      "of data need not take equal time.")                                       \
    X(SERIAL, "serial_work", "work of one rank alone",                           \
      "In a region the others have on average less than a fifth of one rank's "  \
      "useful time; with a trace, less than 2 % of the work that they wait "     \
      "for.  Gain: as for unequal_work.",                                        \
      "Split this work among all ranks (change the domain decomposition), or "   \
      "do it while the others have work of their own.")                          \
    X(MASTER, "master", "a master that is the bottleneck",                       \
      "All others send messages only to one rank and receive some from it; "     \
      "they "                                                                    \
      "wait for it while it works, and work meanwhile: both together take "      \
      "more than 1.1 times T; needs the trace.  Gain: simulated, with a tenth "  \
      "of that work; of work after the answers, and where the others could do "  \
      "all work in less than 0.8 T, with all of it done by the others.",         \
      "Hand out several tasks at once, let workers do what the master does "     \
      "for each task, or use more than one master.")                             \
    X(TASKS, "few_tasks", "too few tasks",                                       \
      "All others send messages only to one rank and receive some from it, and " \
      "one of them works longer than the rest; needs the trace.  Gain: that "    \
      "rank's work - the mean of those that get tasks.",                         \
      "Hand out more and smaller tasks, the longest ones first, so that all "    \
      "ranks end together.")                                                     \
    X(LATE_RANK, "late_rank", "late rank",                                       \
      "The others wait because a rank takes longer for an activity than "        \
      "they do: its delay costs, direct and propagated (table root_causes), "    \
      "inside MPI only above 5 % of T; needs the trace.  Gain: delay costs / "   \
      "number of ranks.  Where the gain is simulated, work that takes longer "   \
      "is unequal_work or serial_work, and MPI-IO of one rank is shared by "     \
      "all.",                                                                    \
      "Shorten what this rank does there, or move some of it to others.")        \
    X(MOVING, "moving_imbalance", "unequal work that moves",                     \
      "Over the whole run all ranks work for about the same time, but in each "  \
      "step "                                                                    \
      "a different one works longer, and the others wait for it; needs the "     \
      "trace.  It fires if less than half of the ranks' excess over each "       \
      "step's mean remains when the steps are added up.  Gain: simulated, with " \
      "the work of each step shared evenly, less what one rank works longer "    \
      "than the mean over the whole run.",                                       \
      "Balance the work dynamically (smaller pieces, handed out on "             \
      "demand), or synchronise less often, so that it evens out; where the "     \
      "work itself is equal, look for what disturbs the ranks.")                 \
    X(PIPELINE, "pipeline", "ranks that work one after another",                 \
      "Late senders at a call site form a chain of three ranks or more: "        \
      "each rank waits for one that itself waits there, and there is no "        \
      "cycle (pipeline, wavefront, sweep); all such call sites count as one.  "  \
      "Needs the trace.  Gain: 7/8 of the time that T loses to these waits, "    \
      "which is what pieces an eighth of their size save, less the latency of "  \
      "the further messages.",                                                   \
      "Let each rank pass on its results in smaller pieces, so that the next "   \
      "one starts earlier, or sweep from several sides at once; where ranks "    \
      "only take turns, let all go on at once.")                                 \
    X(CHAIN, "sum_in_chain", "values combined along a chain",                    \
      "A chain as for pipeline along which each rank passes one message for "    \
      "each call of a collective that all ranks make: the last rank of the "     \
      "chain is the root of a broadcast that the others wait for, or the work "  \
      "between a receive and the next send is less than a quarter of the "       \
      "useful time; needs the trace.  Gain: simulated.  In a tree, the N - 1 "   \
      "messages of a chain of N ranks become log2(N), rounded up, which take "   \
      "as long each as these do.",                                               \
      "Where each rank only combines its own values with what it receives, "     \
      "use MPI_Reduce, MPI_Allreduce or MPI_Scan, or a tree of messages; where " \
      "it works on what it receives, pass it on in smaller pieces.")             \
    X(TURNS, "turns", "ranks that take turns",                                   \
      "A chain as for pipeline whose messages have no more than 4 bytes on "     \
      "average, while each rank waits there for more than 0.1 ms a message and " \
      "rank before it: what is passed on is the turn, and no data.  The same "   \
      "with 8 bytes, if that is at least 3/4 of the work before each such "      \
      "message: in a pipeline, several pieces would follow one another.  Or a "  \
      "ring of ranks that wait for such messages of one another, if the work "   \
      "before all of these takes no longer than T.  Or unequal work that moves " \
      "from rank to rank between barriers, if for more than half of the excess " \
      "nobody else works.  Needs the trace.  Gain: "                             \
      "simulated, with no rank waiting for its turn.",                           \
      "Let all ranks do this at the same time, or have one rank do it for all "  \
      "while the others go on.")                                                 \
    X(EXCHANGE, "serial_exchange", "messages one after another",                 \
      "Ranks wait for others that are still in blocking sends to further "       \
      "ranks, or in a chain of receives, without working in between: "           \
      "messages that could be under way at once follow one another; needs "      \
      "the trace.  Gain: simulated.  The receives start together with the "      \
      "first call that the rank makes without working in between; in a chain "   \
      "of receives the sends do, too, and the gain is then an upper limit, as "  \
      "ranks may send what they have just received.  Or one rank, not a "        \
      "master, sends to all others in turn, which wait for it while it is in "   \
      "these sends; gain: simulated, with a tree of messages: log2(N) in place " \
      "of N - 1, rounded up.",                                                   \
      "Start all receives first (MPI_Irecv), then all sends (MPI_Isend), and "   \
      "complete them with MPI_Waitall, or use MPI_Sendrecv.")                    \
    X(LATE_SENDER, "late_messages", "late senders",                              \
      "Receives at a call site wait for messages that have not been sent "       \
      "yet (wait state late_sender); needs the trace.  Gain: these waits "       \
      "/ number of ranks.  An estimated gain is left out if at least "           \
      "half of the waits are for one rank, and evening out that rank's "         \
      "work gains half as much.",                                                \
      "Send earlier, as soon as the data is there, or do other work before "     \
      "receiving.")                                                              \
    X(WRONG_ORDER, "order_of_receives", "receives in the wrong order",           \
      "Receives at a call site wait although other messages have arrived "       \
      "(wait states late_sender_wrong_order, late_sender_wrong_source); "        \
      "needs the trace.  Gain: simulated, with the messages received in the "    \
      "order of arrival.  Estimated: these waits / number of ranks, limited to " \
      "the useful work between such a receive and the next one that should "     \
      "have preceded it: without such work another order gains nothing.",        \
      "Receive in the order in which messages arrive: MPI_ANY_SOURCE, or all "   \
      "receives posted first and MPI_Waitany.")                                  \
    X(LATE_RECEIVER, "late_receives", "late receivers",                          \
      "Sends at a call site wait for receives that are not posted yet (wait "    \
      "state late_receiver); needs the trace.  Gain: these waits / number "      \
      "of ranks.",                                                               \
      "Post receives before the messages arrive (MPI_Irecv), and send with "     \
      "MPI_Isend.")                                                              \
    X(LATE_PROGRESS, "late_progress", "messages that do not progress",           \
      "Sends at a call site wait because their receivers compute, whether the "  \
      "receives are posted or not (wait state late_progress); needs the "        \
      "trace.  "                                                                 \
      "Gain: as for late_messages; simulated, without these waits.",             \
      "Let the receiver call MPI_Testall now and then while it computes, or "    \
      "complete its receives earlier; or enable asynchronous progress in the "   \
      "library (MPICH_ASYNC_PROGRESS=1, I_MPI_ASYNC_PROGRESS=1), or raise its "  \
      "eager limit (UCX_RNDV_THRESH; --mca btl_vader_eager_limit).")             \
    X(LATE_ROOT, "root_waits", "waiting for a root, or at it",                   \
      "Ranks wait in a collective for the root's data, or the root waits "       \
      "for the data of the others (wait states late_broadcast, "                 \
      "early_reduce); needs the trace.  Gain: these waits / number of "          \
      "ranks.",                                                                  \
      "Let the root do less before the call, or start the call earlier as "      \
      "nonblocking "                                                             \
      "(MPI_Ibcast, MPI_Ireduce).")                                              \
    X(WINDOW_WAITS, "window_waits", "waiting for others at windows",             \
      "One-sided calls at a call site wait for ranks that have not entered the " \
      "matching call, or hold a lock (wait states late_post, early_wait, "       \
      "late_complete, lock_contention, wait_at_create, wait_at_free, "           \
      "wait_at_fence); needs the trace.  Gain: as for late_messages; "           \
      "simulated, without the waits for MPI_Win_post of all epochs where it is " \
      "late, at best.",                                                          \
      "Begin epochs when the target is ready, and synchronise less often "       \
      "(MPI_Win_lock_all with MPI_Win_flush).")                                  \
    X(CONVOY, "lock_convoy", "lock convoy",                                      \
      "Three ranks or more wait at a call site for a lock that another rank "    \
      "holds (wait state lock_contention), one after another; needs the "        \
      "trace.  Gain: as for late_messages.",                                     \
      "Hold the lock for less time (compute before MPI_Win_lock) and less "      \
      "often (several updates at once), spread the data over windows of "        \
      "several ranks, and use MPI_LOCK_SHARED where no two ranks write the "     \
      "same data.")                                                              \
    X(FILE_WAITS, "file_waits", "waiting for others at files",                   \
      "Collective calls on files at a call site wait for ranks that come "       \
      "later (wait state wait_at_collective_io); needs the trace.  Gain: as "    \
      "for late_messages.",                                                      \
      "Balance the work before the call (see unequal work), start the "          \
      "transfer without blocking (MPI_File_iwrite_all), or put the ranks that "  \
      "write into a communicator of their own, with a file of their own.")       \
    X(SMALL_MESSAGES, "small_messages", "many small messages",                   \
      "Messages sent at a call site are latency-bound: by the lines of the "     \
      "table network at least half of their time is latency.  Where these are "  \
      "unknown, messages are smaller than 4 KiB on average, and each rank that " \
      "sends there sends at least 1000 a second.  Calls that may wait for "      \
      "others, such as MPI_Sendrecv, need the trace, and count without their "   \
      "wait states.  Gain: time in these sends / "                               \
      "number of ranks x share of latency x (1 - mean size / packed size); "     \
      "the packed size is 4 KiB, or the bytes that take as long as the latency." \
      "  Simulated: without the messages that could be parts of others, to the " \
      "same rank without work in between or to a diagonal neighbour, and with "  \
      "what they cost their receivers.",                                         \
      "Send fewer, larger messages: pack data for the same rank, or exchange "   \
      "several steps or fields at once.")                                        \
    X(BANDWIDTH, "slow_messages", "large messages that are slow",                \
      "Messages of 256 KiB and more that are bandwidth-bound: by the lines of "  \
      "the table network their bytes take more time than latency; needs the "    \
      "whole trace.  Gain: from halving their bytes or, if they take 1.5 times " \
      "as long as the fitted lines say, from taking only as long as those; "     \
      "collectives count only where half of their bytes gain 10 % of T.  "       \
      "Where the lines are unknown: messages that take longer than at 1 GB/s, "  \
      "not counting the time before the other side had arrived; gain: (that "    \
      "time - bytes / 1 GB/s) / number of ranks.",                               \
      "Compare with the network's bandwidth; look at memory copies (derived "    \
      "datatypes, unpinned memory) and at ranks that share a link.")             \
    X(OVERLAP, "no_overlap", "waiting right after posting",                      \
      "Between the start of requests and the call that completes them the work " \
      "takes less than a tenth of the time in that call, and the other side "    \
      "was not late; needs the whole trace.  Gain: (time in these calls - wait " \
      "states) / number of ranks, or useful time / number of ranks if that is "  \
      "less; for messages limited to their bytes / 1 GB/s + 20 us each.  For "   \
      "collectives waits count, too, and half of the simulated gain is "         \
      "promised: some of the work that follows needs the result, and "           \
      "libraries progress collectives only in part while ranks work.",           \
      "Between posting and waiting, do work that does not need the data, such "  \
      "as the inner points of a grid.")                                          \
    X(TRANSFERS, "blocking_transfers",                                           \
      "transfers that could overlap with work",                                  \
      "Calls that send and receive, and wait for both (MPI_Sendrecv, "           \
      "MPI_Sendrecv_replace), of 4 KiB and more that are not latency-bound, "    \
      "spend more time moving bytes than waiting for others; needs the whole "   \
      "trace.  Gain: simulated, with these transfers under way during the work " \
      "that follows.",                                                           \
      "Start them before the work (MPI_Irecv, MPI_Isend), into a second buffer " \
      "if that work uses the first one, and complete them after it.")            \
    X(SPINNING, "spinning", "spinning",                                          \
      "Ranks that call MPI_Test, MPI_Iprobe and the like at a call site do "     \
      "so more than 100 times each, on average, and each for 2 % of T or "       \
      "more.  Gain, with a trace: the least time of a rank there - the waits "   \
      "found there / number of ranks; simulated, with tests that only wait.",    \
      "Use a blocking call (MPI_Wait, MPI_Waitsome, MPI_Probe), or do more "     \
      "work "                                                                    \
      "between two tests.")                                                      \
    X(BARRIER, "barriers", "barriers that may be unnecessary",                   \
      "Even the rank that waits least spends time in barriers at a call "        \
      "site.  Gain: the minimum over ranks of the time there; if the gain is "   \
      "estimated and ranks receive messages as often, the shortest call x "      \
      "calls of a rank, since longer calls may wait, and waits would move.",     \
      "Messages and collectives need no barrier before or after them.  Keep "    \
      "only barriers that order something else, such as access to files.")       \
    X(SMALL_COLLECTIVES, "small_collectives", "small frequent collectives",      \
      "Less than 1 KiB on average goes from one rank to another in Allreduce, "  \
      "Allgather, Alltoall, Bcast, Gather, Reduce or Scatter at a call site, "   \
      "and that at least 100 times a second.  Gain: half of the least time of "  \
      "a rank there; simulated with a tenth as many calls, or, if a quarter of " \
      "the calls or more directly follow another one of their procedure, or a "  \
      "Bcast a Reduce or Gather, with less than half of the mean work in "       \
      "between, without these.",                                                 \
      "Put several values into one call, call it only every few steps, or "      \
      "start it earlier (MPI_Iallreduce).")                                      \
    X(PAIR, "one_pair", "one or two ranks move far more bytes",                  \
      "In MPI_Alltoallv or MPI_Alltoallw at a call site of all ranks, one of "   \
      "four or more sends over four times as many bytes as the median rank, "    \
      "one other receives as many (or both do both, maybe what each keeps for "  \
      "itself), and that 64 KiB a call or more.  Or one rank alone sends, or "   \
      "receives, that many.  Gain: the longest time of a "                       \
      "rank there x (1 - mean bytes of the ranks / bytes of that rank).",        \
      "Divide the data so that no rank moves that much, or let these "           \
      "messages go by MPI_Isend and MPI_Irecv while the others go on.")          \
    X(PLACEMENT, "placement", "ranks on the wrong hosts",                        \
      "More than 1.5 times as many bytes go between hosts as would if "          \
      "neighbouring ranks filled one host after the other, or if ranks were "    \
      "placed round-robin on the hosts, and 10 % of all bytes.  Gain: the "      \
      "least time of a rank in point-to-point and waits x "                      \
      "the part of these bytes that would stay inside x (1 - the time that "     \
      "their calls take inside a host / between hosts, by the lines of the "     \
      "table network); where these are unknown, an upper limit, as if calls "    \
      "inside a host took no time.",                                             \
      "Place ranks by host (mpiexec --map-by core, or a block distribution "     \
      "in the batch system).")                                                   \
    X(CREATION, "creation_in_loop", "objects made again and again",              \
      "Each rank makes more than 10 communicators, windows or datatypes at "     \
      "a call site.  Gain: the least time of a rank there.",                     \
      "Create them once, before the loop, and reuse them.")                      \
    X(FENCES, "needless_fences", "fences that may be unnecessary",               \
      "Fences of a window in which no rank has transferred anything since the "  \
      "previous fence; needs the trace, and ranks with one thread.  Not where "  \
      "ranks share the memory of windows.  Gain: the least time of a rank "      \
      "there x the share of such fences.",                                       \
      "Keep one fence before the transfers and one after them, and the "         \
      "fences that order a rank's loads and stores in its own memory.")          \
    X(FLUSHES, "needless_flushes", "flushes that may be unnecessary",            \
      "Calls of MPI_Win_flush and its variants that had no transfer to "         \
      "complete; needs the trace, without rules for sizes.  Not where ranks "    \
      "share the memory of windows.  Gain: the least time of a rank there x "    \
      "the share of such calls.",                                                \
      "Flush once after several transfers, and only targets that had one.")      \
    X(SMALL_IO, "small_io", "many small reads and writes",                       \
      "Reads or writes of MPI-IO that are not collective move less than 64 "     \
      "KiB on average, more than 100 times per rank.  Gain: time in them / "     \
      "number of ranks x (1 - mean size / 64 KiB).",                             \
      "Write larger blocks, or collectively (MPI_File_write_all).")              \
    X(PICKLING, "pickling", "objects that are pickled",                          \
      "Lower-case methods of mpi4py (send, recv, bcast, gather) pickle, which "  \
      "takes more than 5 us per MPI call; needs samples, or the cProfile "       \
      "profiles of all ranks with mpi4py before 4.1.  Gain: the time in mpi4py " \
      "outside MPI, mean over ranks.  Without either the gain is unknown, and "  \
      "the rule fires where recv() gets more bytes than 100 MB/s moves in 2 % "  \
      "of T.",                                                                   \
      PICKLING_REMEDY)                                                           \
    X(OUTPUT, "output_waits", "all ranks wait for their output",                 \
      "Each rank writes 4 KiB or more by write() and similar calls, besides "    \
      "all that MPI-IO writes, and more than it reads, and was off-CPU in "      \
      "useful time, neither waiting for a core nor while other threads "         \
      "worked, for no more than 0.2 ms per byte; needs resources.  Not where "   \
      "several threads of a rank are seen, or ranks wait for accelerators.  "    \
      "Gain: the least such time of a rank.",                                    \
      "Write less often and in larger pieces: no flush after each record "       \
      "(setvbuf, fflush), the records of many steps at once; or let one rank, "  \
      "or MPI-IO, write for all.")                                               \
    X(ONE_THREAD, "one_thread", "the main thread works alone",                   \
      "OpenMP's runtime reports parallel regions (OMPT), but in useful time "    \
      "the threads of each rank besides the first keep less than a tenth of a "  \
      "core busy each; needs resources.  No seconds: how much of the work they " \
      "could share is unknown.",                                                 \
      "Put more of the work into parallel regions, share it evenly among "       \
      "threads, check OMP_NUM_THREADS, or run more ranks with fewer threads.")   \
    X(START, "start_and_end", "starting takes long",                             \
      "MPI_Init and what each rank spends in MPI_Finalize take more than a "     \
      "tenth of the time from the start of the one to the end of the other, "    \
      "and more than 1 s.  They are not part of T.  The last rank to call "      \
      "MPI_Init is named if it does so later than the first by half of that, "   \
      "and the first spends at least as long in MPI_Init.  Not where ranks "     \
      "waited for cores during the run.",                                        \
      "Use fewer ranks for short runs, or do more work per run; check "          \
      "where the program and its libraries are read from.")                      \
    X(LEAKS, "leaks", "objects that are never freed",                            \
      "Requests or communicators are still open at MPI_Finalize, or a rank "     \
      "makes over 100 datatypes more than it frees; fewer than 10 per rank are " \
      "not on the first screen.  The gain is unknown: memory grows, and "        \
      "communicators run out.",                                                  \
      "Complete each request (MPI_Wait, or MPI_Request_free) and free "          \
      "communicators and datatypes when they are no longer needed.")             \
    X(OVERHEAD, "own_overhead", "measuring costs too much",                      \
      "The overhead of mpiprof on a rank (overhead_s of the table run: MPI "     \
      "calls, functions and regions, samples, resources) is more than 5 % "      \
      "of T.  Suggestions that gain less than that are left out.",               \
      "To reduce overhead, set MPIPROF_CALLPATH=1 or MPIPROF_TRACE=off, "        \
      "or read fewer counters; for functions MPIPROF_FUNCTIONS=skip:NAME or "    \
      "off, for samples a lower MPIPROF_SAMPLE.")

enum rule {
#define X(code, name, title, definition, remedy) RULE_##code,
    RULE_LIST(X)
#undef X
        RULES
};

struct rule_about {
    const char *name, *title, *definition, *remedy;
};

extern const struct rule_about rules[RULES];

#endif
