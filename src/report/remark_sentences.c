/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * remark_sentences.c - the table of sentences.
 *
 * In a sentence {name} is that value, {list} ranks, {name thing} a number of
 * things, which has an s at its end unless there is one; {name=A|B} is A if the
 * number is 1 or the text empty, else B.
 */
#include "report/remark_sentences.h"

#include <string.h>

#include "base/ranklist.h"
#include "base/text/affix.h"
#include "base/text/human.h"
#include "model/notes/counter_refusal.h"
#include "model/samples.h"

#define DIGITS 3

struct row {
    const char *name;
    const char *numbers[REMARK_NUMBERS], *texts[REMARK_TEXTS];
    const char *sentence;
};

/* clang-format off */
#define COUNTED { "ranks", "sum", "most", "limit" }
#define NONE { NULL }
#define OPEN(what, done) \
    "{sum " what " handle} on {ranks rank} {sum=was|were} not " done " by " \
    "MPI_Finalize."
#define SHARED(what) \
    "Only the first {limit} " what " have a row each; the other {most}, on " \
    "the rank that made the most, share one."
#define CROWDED(what, row) \
    "There were more than {limit} different " what " on a rank: later " \
    "ones, counted up to {most} times on one rank, share the row (" row ")."
#define PYTHON(why) \
    "{sum call}, summed over ranks, {sum=has|have} no Python line: " why "."
#define FUNCTIONS "{sum call} of functions, summed over ranks, "
#define WITHOUT "left out of the trace by {setting}={rules}"
#define DAMAGED "The trace of rank {rank} is "
#define ENDS "The trace of {ranks=rank|ranks} {list} ends earlier: "
#define SNAPSHOT \
    "{ranks=Rank|Ranks} {list}: this is a snapshot, taken {first_ns}"
#define NO_SAMPLES \
    "No samples of rank {rank}, though MPIPROF_SAMPLE={hz} asks for them: "
#define STARTED "Spawn call number {call}, {procedure}, started " \
    "{processes} {processes=process|processes}: "

static const struct row rows[REMARK_CODES] = {
    [REMARK_TEXT] = { "text", NONE, { "text" }, "{text}" },
    [REMARK_WINDOWS_OPEN] = { "windows_open", COUNTED, NONE,
        OPEN("window", "freed") },
    [REMARK_FILES_OPEN] = { "files_open", COUNTED, NONE,
        OPEN("file", "closed") },
    [REMARK_REQUESTS_LOST] = { "requests_lost", COUNTED, NONE,
        "More than {limit} requests were open at once: {sum} of them, summed "
        "over ranks, were not tracked, and the data they received is not "
        "counted." },
    [REMARK_COMMS_SHARED] = { "communicators_shared", COUNTED, NONE,
        SHARED("communicators of the same parent and members") },
    [REMARK_WINDOWS_SHARED] = { "windows_shared", COUNTED, NONE,
        SHARED("windows of the same communicator") },
    [REMARK_COMMS_CROWDED] = { "communicators_crowded", COUNTED, NONE,
        CROWDED("communicators", "other communicators") },
    [REMARK_FILE_NAMES_CROWDED] = { "file_names_crowded", COUNTED, NONE,
        CROWDED("names of files", "other files") },
    [REMARK_REGIONS_CROWDED] = { "regions_crowded", COUNTED, NONE,
        CROWDED("regions", "other regions") },
    [REMARK_PYTHON_UNLOCKED] = { "python_unlocked", COUNTED, NONE,
        PYTHON("native code made such calls without Python's lock, which "
               "another thread may have held") },
    [REMARK_PYTHON_SEVERAL] = { "python_several", COUNTED, NONE,
        PYTHON("there were several interpreters") },
    [REMARK_PYTHON_LATE] = { "python_late", COUNTED, NONE,
        "On {ranks rank} Python was loaded after MPI_Init: no call there has "
        "a Python line." },
    [REMARK_RANGES_CROSSED] = { "ranges_crossed", COUNTED, NONE,
        "{sum range} of NVTX or Kokkos, summed over ranks, did not nest: "
        "ended before one that began later, or by a thread that had not begun "
        "{sum=it|them}.  Their regions end where the thread that began them "
        "next ends an enclosing one or starts another." },
    [REMARK_FUNCTIONS_NO_ROOM] = { "functions_no_room", COUNTED, NONE,
        FUNCTIONS "found no room in the tables: {sum=its|their} time is that "
        "of the {sum=caller|callers}." },
    [REMARK_FUNCTIONS_DEEP] = { "functions_deep", COUNTED, NONE,
        FUNCTIONS "{sum=was|were} nested more than {limit} deep: "
        "{sum=its|their} time is charged to the function at that depth." },
    [REMARK_FUNCTIONS_LEFT] = { "functions_left", COUNTED, NONE,
        FUNCTIONS "{sum=was|were} left without returning, for example by "
        "longjmp: each ends where a function around it ends, or where one "
        "starts further out in the stack." },
    [REMARK_CALLS_LEFT] = { "calls_left", COUNTED, { "procedures" },
        "The program left {sum MPI call}, summed over ranks, without "
        "returning, for example by longjmp or an exception: {procedures}." },
    [REMARK_EARLY_TRANSFERS] = { "early_transfers", COUNTED, NONE,
        "On {ranks rank}, {sum communication procedure} {sum=was|were} called "
        "before there was a communicator of all processes: their time is "
        "counted, but their bytes are not." },
    [REMARK_EARLY_LOST] = { "early_lost", COUNTED, NONE,
        "{sum call} on {ranks rank} before there was a communicator of all "
        "processes {sum=is|are} not counted." },
    [REMARK_NO_SNAPSHOTS] = { "no_snapshots", COUNTED, NONE,
        "{ranks rank} made no snapshots (MPIPROF_SNAPSHOT): no thread could "
        "be started." },
    [REMARK_PYTHON_UNREAD] = { "python_unread", COUNTED, NONE,
        "Samples on {ranks rank} show the interpreter's own functions, not the "
        "program's: stacks of this Python cannot be read (only CPython 3.8 to "
        "3.14 is supported, without free threading)." },
    [REMARK_PYTHON_CROWDED] = { "python_crowded", COUNTED, NONE,
        "{sum frame} of Python, summed over ranks, {sum=is|are} missing from "
        "call paths and samples, as {sum=its name|their names} found no room "
        "in {limit} MiB: {sum=its|their} time is that of "
        "{sum=its caller|their callers}." },
    [REMARK_PYTHON_DEEP] = { "python_deep", COUNTED, NONE,
        "{sum call}, summed over ranks, {sum=was|were} made by {limit} nested "
        "Python functions or more: the outermost functions are unknown and "
        "lack the time of {sum=this call|these calls}." },
    [REMARK_PYTHON_MEMORY_OFF] = { "python_memory_off", COUNTED, NONE,
        "MPIPROF_PYTHON_MEMORY had no effect on {ranks rank}: start the "
        "program with python3 -m mpiprof." },
    [REMARK_ALONE] = { "alone", { "processes" }, NONE,
        "{processes} processes were started, but for this MPI each is alone, "
        "in a run of its own: does the launcher belong to another MPI?" },
    [REMARK_COUNTERS_MISSING] = { "counters_missing", NONE, { "counters" },
        "Not counted (MPIPROF_COUNTERS): {counters}." },
    [REMARK_NO_SAMPLES] = { "no_samples", { "rank", "hz" }, { "reason" },
        NO_SAMPLES "{reason}." },
    [REMARK_CORES_SHARED] = { "cores_shared", { "ranks", "cores" }, { "host" },
        "{ranks rank} shared {cores core} of host {host}: useful and MPI times "
        "include waiting for a core." },
    [REMARK_CLOCKS_NOT_COMPARED] = { "clocks_not_compared", NONE, NONE,
        "For lack of memory the hosts' clocks were not compared: times of "
        "different hosts may not agree." },
    [REMARK_SPAWNED_BY] = { "spawned_by", { "call" }, { "run", "procedure" },
        "These ranks were started by the run {run}, in its spawn call number "
        "{call}, {procedure}; no matrix has the messages between the two runs." },
    [REMARK_SPAWNED_BY_UNKNOWN] = { "spawned_by_unknown", NONE, NONE,
        "These ranks were started by MPI_Comm_spawn of another run, whose "
        "report is not next to this one; messages between the two runs are in "
        "no matrix." },
    [REMARK_SPAWNED] = { "spawned", { "call", "processes" },
        { "procedure", "run" }, STARTED "the run {run}." },
    [REMARK_SPAWNED_UNKNOWN] = { "spawned_unknown", { "call", "processes" },
        { "procedure" }, STARTED "their report is not next to this one." },
    [REMARK_TRACE_NO_OTF2] = { "trace_no_otf2", NONE, NONE,
        "No trace: this mpiprof was built without OTF2." },
    [REMARK_TRACE_NO_ARCHIVE] = { "trace_no_archive", NONE, NONE,
        "No trace: the archive could not be made." },
    [REMARK_TRACE_NO_RULES] = { "trace_no_rules", NONE, NONE,
        "No memory for the rules of the trace: nothing was left out of it." },
    [REMARK_TRACE_NO_LIST] = { "trace_no_list", NONE, { "value" },
        "MPIPROF_TRACE={value} is neither on, off nor a list of ranks: all "
        "were traced." },
    [REMARK_TRACE_NO_SUCH_RANK] = { "trace_no_such_rank", { "last" },
        { "value" },
        "MPIPROF_TRACE={value}: the ranks of this run are 0-{last}; there is "
        "no trace." },
    [REMARK_TRACE_FEWER_RANKS] = { "trace_fewer_ranks", { "last" },
        { "value", "list" },
        "MPIPROF_TRACE={value}: the ranks of this run are 0-{last}; traced: "
        "{list}." },
    [REMARK_TRACE_INCOMPLETE] = { "trace_incomplete", NONE, NONE,
        "The trace could not be completed." },
    [REMARK_TRACE_REMOVED] = { "trace_removed", NONE, NONE,
        "The trace was removed: there was no room for it and the profile." },
    [REMARK_TRACE_LEFT_OUT] = { "trace_left_out", { "calls" },
        { "setting", "rules" },
        "{calls call} {calls=was|were} " WITHOUT "; the profile has all." },
    [REMARK_TRACE_NONE_LEFT_OUT] = { "trace_none_left_out", NONE,
        { "setting", "rules" },
        "No call was " WITHOUT ": it matched only calls that must stay "
        "because they complete others in the trace, are one end of a message, "
        "or start or end the run or a part of it." },
    [REMARK_TRACE_WITHOUT] = { "trace_without", { "calls", "whole" },
        { "setting", "rules" },
        "{calls call}{whole= of the whole run|} {calls=was|were} " WITHOUT
        ": no number here includes {calls=it|them}." },
    [REMARK_TRACE_WITHOUT_SOME] = { "trace_without_some", { "whole" },
        { "setting", "rules" },
        "An unknown number of calls{whole= of the whole run|} were " WITHOUT
        ": no number here includes them." },
    [REMARK_TRACE_ENDS_EARLY] = { "trace_ends_early", { "ranks", "of_ranks" },
        NONE,
        "The trace of {ranks} of {of_ranks} ranks ends before the run did; "
        "times of these ranks cannot be compared with those of others." },
    [REMARK_TRACE_NO_SAMPLES] = { "trace_no_samples", { "samples", "whole" },
        NONE,
        "{samples sample}{whole= of the whole run|} {samples=is|are} not in "
        "the trace, because {samples=its|their} thread calls no MPI and marks "
        "no region, or because it was left out or came after the trace ended; "
        "times of functions and lines do not include {samples=it|them}." },
    [REMARK_SAMPLES_INCOMPLETE] = { "samples_incomplete", { "lost", "cut" },
        NONE,
        "In the whole run {lost} samples found no room, and {cut} have no or an "
        "incomplete call path; how many of them belong to the part shown is "
        "unknown." },
    [REMARK_RANK_DAMAGED] = { "rank_damaged",
        { "rank", "events", "of_events", "location" }, { "reason" },
        DAMAGED "damaged after {events} of {of_events} events; the rest of it "
        "is left out; copy {location}.evt again ({reason=it holds fewer than "
        "it should|}{reason})." },
    [REMARK_RANK_CRASHES] = { "rank_crashes", { "rank", "location" }, NONE,
        DAMAGED "damaged and left out: reading {location}.evt crashes; copy "
        "it again." },
    [REMARK_RANK_STUCK] = { "rank_stuck", { "rank", "location" }, NONE,
        DAMAGED "damaged and left out: reading {location}.evt does not end; "
        "copy it again." },
    [REMARK_RANK_UNMAPPED] = { "rank_unmapped", { "rank", "location" }, NONE,
        DAMAGED "left out: {location}.def, which defines its names, is "
        "empty; copy it again." },
    [REMARK_RECOVERED] = { "recovered", NONE, NONE,
        "The trace was recovered from the data that the ranks left, and ends "
        "where each of them did." },
    [REMARK_RECOVERED_CUT] = { "recovered_cut", { "ranks" }, { "list" },
        ENDS "what comes after was lost." },
    [REMARK_RECOVERED_OFF] = { "recovered_off", { "ranks" }, { "list" },
        ENDS "recording had stopped, because of the limit of the trace "
        "(MPIPROF_TRACE_MB), MPI_Pcontrol, or a region that is left out." },
    [REMARK_RECOVERED_LOST] = { "recovered_lost", { "ranks" }, { "list" },
        "The trace of {ranks=rank|ranks} {list} lacks the first events: they "
        "cannot be read." },
    [REMARK_RECOVERED_MISSING] = { "recovered_missing", { "ranks" },
        { "list" },
        "The trace has no events of {ranks=rank|ranks} {list}." },
    [REMARK_LEFT_CUT] = { "left_cut", { "ranks" }, NONE,
        "Not all tables of {ranks rank} were kept: there was no room for the "
        "file." },
    [REMARK_LEFT_DAMAGED] = { "left_damaged", { "ranks" }, NONE,
        "Not all names of {ranks rank} could be read: the file is damaged." },
    [REMARK_LEFT_UNREAD] = { "left_unread", { "ranks" }, NONE,
        "The file of {ranks rank} could not be read." },
    [REMARK_LEFT_NOT_ASKED] = { "left_not_asked", { "ranks" }, NONE,
        "Whether {ranks rank} still {ranks=runs|run} cannot be seen from here: "
        "run this command on {ranks=its|their} host." },
    [REMARK_SNAPSHOT] = { "snapshot", { "ranks", "first_ns" }, { "list" },
        SNAPSHOT " after the start of the run." },
    [REMARK_SNAPSHOTS] = { "snapshots", { "ranks", "first_ns", "last_ns" },
        { "list" },
        SNAPSHOT " to {last_ns} after the start of the run." },
    [REMARK_WAITS_UNKNOWN] = { "waits_unknown", NONE, NONE,
        "Wait states are unknown: the trace could not be replayed." },
    [REMARK_WAITS_LARGE] = { "waits_large", { "trace_bytes" }, NONE,
        "Wait states were not looked for, as the trace has {trace_bytes}; use "
        "--waits to look for them." },
    [REMARK_RULES_UNMET] = { "rules_unmet", NONE, { "setting", "rules" },
        "{setting}: {rules} matched nothing in this run." },
    [REMARK_RULES_KEPT_SKIP] = { "rules_kept_skip", NONE, { "procedures" },
        "MPIPROF_TRACE_SKIP: {procedures} stayed in the trace, as messages "
        "need both ends there and other sends or receives stay; the rule p2p "
        "leaves out all sends and receives." },
    [REMARK_RULES_KEPT_ONLY] = { "rules_kept_only", NONE, { "procedures" },
        "MPIPROF_TRACE_ONLY: {procedures} stayed in the trace, as messages "
        "need both ends there and other sends or receives are named; "
        "MPIPROF_TRACE_SKIP=p2p leaves out all sends and receives." },
    [REMARK_TRACE_OUTSIDE_CALLS] = { "trace_outside_calls",
        { "ranks", "records" }, NONE,
        "{records record} of messages or collectives on {ranks rank} "
        "{records=lies|lie} outside every MPI call of the trace: the "
        "communication matrix counts such messages, but no procedure has "
        "their bytes, and wait states do not include them." },
    [REMARK_TRACE_NO_COLLECTIVES] = { "trace_no_collectives",
        { "ranks", "calls" }, NONE,
        "The trace has no record of the bytes and the communicator of {calls "
        "collective call} on {ranks rank}: the bytes are not counted, and "
        "mpiprof assumes the only communicator that the trace defines." },
    [REMARK_TRACE_DEEP] = { "trace_deep", { "ranks", "regions" }, NONE,
        "{regions region} of the trace on {ranks rank} {regions=is|are} "
        "nested too deeply: {regions=its|their} time counts for the region "
        "around {regions=it|them}." },
    [REMARK_TRACE_UNUSED_EVENTS] = { "trace_unused_events", { "events" },
        { "kinds" },
        "{events event} of the trace {events=is|are} of kinds that mpiprof "
        "does not evaluate: {kinds}." },
    [REMARK_TRACE_UNUSED_DEFINITIONS] = { "trace_unused_definitions",
        { "definitions" }, { "kinds" },
        "{definitions definition} of the trace {definitions=is|are} of kinds "
        "that mpiprof does not evaluate: {kinds}." },
    [REMARK_TRACE_LOCATIONS] = { "trace_locations", { "locations", "events" },
        NONE,
        "{locations location} of the trace, with {events event}, "
        "{locations=is|are} left out because {locations=it belongs|they belong} "
        "to no MPI process, or {locations=is neither a thread nor an "
        "accelerator stream|are neither threads nor accelerator streams}." },
    [REMARK_COUNTER_MISSING] = { "counter_missing",
        { "counter_refusal", "first_number", "second_number" }, { "counter" },
        "Not counted (MPIPROF_COUNTERS): {counter} ({counter_refusal})." },
    [REMARK_SAMPLES_NO_MEMORY] = { "samples_no_memory", { "rank", "hz" }, NONE,
        NO_SAMPLES "no memory." },
    [REMARK_SAMPLES_REFUSED] = { "samples_refused",
        { "rank", "hz", "sample_refusals", "no_registers" }, NONE,
        NO_SAMPLES "{sample_refusals}, and {no_registers=on this processor a "
        "signal does not show what it interrupted|no real-time signal is "
        "free}." },
};
/* clang-format on */

static const struct row *row_of(const struct remark *remark)
{
    static const struct row unknown = {
        "unknown", NONE, NONE,
        "This run has a remark that only a newer mpiprof knows."
    };
    const struct row *row =
        remark->code < REMARK_CODES ? &rows[remark->code] : &unknown;

    return row->name == NULL ? &unknown : row;
}

const char *remark_name(const struct remark *remark)
{
    return row_of(remark)->name;
}

bool remark_value(const struct remark *remark, int at,
                  struct remark_value *out)
{
    const struct row *row = row_of(remark);
    int numbers = 0;

    while (numbers < REMARK_NUMBERS && row->numbers[numbers] != NULL)
        numbers++;
    if (at < numbers) {
        *out = (struct remark_value){ .name = row->numbers[at],
                                      .number = remark->numbers[at] };
        return true;
    }
    at -= numbers;
    if (at >= REMARK_TEXTS || row->texts[at] == NULL)
        return false;
    *out = (struct remark_value){ .name = row->texts[at],
                                  .text = remark->texts[at] == NULL
                                              ? ""
                                              : remark->texts[at] };
    return true;
}

/* The value of a name that ends at any of " =}". */
static struct remark_value value_of(const struct remark *remark,
                                    const char *name)
{
    size_t length = strcspn(name, " =}");
    struct remark_value value;

    for (int i = 0; remark_value(remark, i, &value); i++)
        if (strncmp(value.name, name, length) == 0 &&
            value.name[length] == '\0')
            return value;
    return (struct remark_value){ .name = "", .text = "?" };
}

static void put_value(const struct remark *remark,
                      const struct remark_value *value, struct strbuf *out)
{
    if (value->text != NULL && strcmp(value->name, "list") == 0)
        ranklist_say(out, value->text);
    else if (value->text != NULL)
        strbuf_puts(out, value->text);
    else if (strcmp(value->name, "counter_refusal") == 0)
        counter_refusal_say((struct counter_refusal){ (uint32_t)value->number,
                                                      { remark->numbers[1],
                                                        remark->numbers[2] } },
                            out);
    else if (strcmp(value->name, "sample_refusals") == 0)
        samples_say_refused((uint32_t)value->number, out);
    else if (ends_with(value->name, "_ns"))
        human_time(out, value->number, DIGITS);
    else if (ends_with(value->name, "_bytes"))
        human_bytes(out, value->number);
    else
        strbuf_printf(out, "%llu", (unsigned long long)value->number);
}

/* Handles the text between braces. */
static void say_value(const struct remark *remark, const char *at, int length,
                      struct strbuf *out)
{
    struct remark_value value = value_of(remark, at);
    int name = (int)strcspn(at, " =}"), first;
    bool one = value.text != NULL ? *value.text == '\0' : value.number == 1;

    if (at[name] != '=')
        put_value(remark, &value, out);
    if (at[name] == ' ')
        strbuf_printf(out, "%.*s%s", length - name, at + name, one ? "" : "s");
    if (at[name] != '=')
        return;
    first = (int)strcspn(at, "|");
    if (one)
        strbuf_add(out, at + name + 1, (size_t)(first - name - 1));
    else
        strbuf_add(out, at + first + 1, (size_t)(length - first - 1));
}

void remark_say(const struct remark *remark, struct strbuf *out)
{
    const char *at = row_of(remark)->sentence;

    while (*at != '\0') {
        size_t length = strcspn(at, "{");

        strbuf_add(out, at, length);
        at += length;
        if (*at == '{') {
            length = strcspn(++at, "}");
            say_value(remark, at, (int)length, out);
            at += length + 1;
        }
    }
}
