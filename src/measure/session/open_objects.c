/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/open_objects.h"

#include "call_ids.h"
#include "measure/callsite/python.h"
#include "measure/record/functions.h"
#include "measure/record/python_calls.h"
#include "measure/record/record_left.h"
#include "measure/record/record_region.h"
#include "measure/record/recorder.h"
#include "measure/track/comms.h"
#include "measure/track/files.h"
#include "measure/track/requests.h"
#include "measure/track/windows.h"
#include "model/call.h"

/* clang-format off */
enum { WINDOWS, FILES, WITH_WINDOWS, WITH_FILES, LOST, COMMS_SHARED,
       WINDOWS_SHARED, COMMS_CROWDED, FILES_SHARED, REGIONS_SHARED,
       UNNAMED, SEVERAL_PYTHONS, LATE_PYTHON, CROSSED,
       FUNCTIONS_LOST, FUNCTIONS_DEEP, FUNCTIONS_LEFT,
       CALLS_LEFT };
/* clang-format on */

const enum exchange_fold open_objects_folds[OPEN_OBJECTS_WORDS] = {
    FOLD_SUM,  FOLD_SUM,  FOLD_SUM,  FOLD_SUM,  FOLD_SUM, FOLD_MOST,
    FOLD_MOST, FOLD_MOST, FOLD_MOST, FOLD_MOST, FOLD_SUM, FOLD_SUM,
    FOLD_SUM,  FOLD_SUM,  FOLD_SUM,  FOLD_SUM,  FOLD_SUM, FOLD_SUM,
};

static void tell_open(struct strbuf *remarks, const char *what,
                      const char *not_done, unsigned long long ranks,
                      unsigned long long handles)
{
    if (ranks > 0)
        strbuf_printf(remarks,
                      "On %llu rank%s %s had not been %s at "
                      "MPI_Finalize: %llu handle%s, summed over ranks.\n",
                      ranks, ranks == 1 ? "" : "s", what, not_done, handles,
                      handles == 1 ? "" : "s");
}

static void tell_shared(struct strbuf *remarks, const char *what,
                        const char *like, int apart, unsigned long long number)
{
    if (number > 0)
        strbuf_printf(remarks,
                      "Of the %s %s only the first %d have a row "
                      "each; the %llu others, on the rank that made most, "
                      "count as one.\n",
                      what, like, apart, number);
}

static void tell_others(struct strbuf *remarks, const char *what,
                        const char *row, int apart, unsigned long long number)
{
    if (number > 0)
        strbuf_printf(remarks,
                      "There were more than %d different %s on a "
                      "rank: those that came later, up to %llu times on one "
                      "rank, share the row %s.\n",
                      apart, what, number, row);
}

static void tell_lost(struct strbuf *remarks, unsigned long long lost)
{
    if (lost > 0)
        strbuf_printf(remarks,
                      "More than %u requests were open at once: the "
                      "ends of %llu, summed over ranks, were not followed, "
                      "and what these received is not counted.\n",
                      REQUESTS_MOST, lost);
}

static void tell_unnamed(struct strbuf *remarks, unsigned long long calls,
                         const char *why)
{
    if (calls > 0)
        strbuf_printf(remarks,
                      "%llu call%s, summed over ranks, %s no line of "
                      "Python: %s.\n",
                      calls, calls == 1 ? "" : "s",
                      calls == 1 ? "has" : "have", why);
}

static void tell_late(struct strbuf *remarks, unsigned long long ranks)
{
    if (ranks > 0)
        strbuf_printf(remarks,
                      "On %llu rank%s Python was loaded after "
                      "MPI_Init: no call has a line of it there.\n",
                      ranks, ranks == 1 ? "" : "s");
}

/* Where it was not found at MPI_Init nothing asks it, so looking again does no
 * harm. */
static bool is_python_late(void)
{
    return recorder.python_wanted && !recorder.python &&
           python_find(python_lookup);
}

static void tell_crossed(struct strbuf *remarks, unsigned long long ranges)
{
    if (ranges > 0)
        strbuf_printf(remarks,
                      "%llu range%s of NVTX or Kokkos, summed over "
                      "ranks, did not nest: ended before one that began "
                      "later, or by a thread that had not begun %s.  Their "
                      "regions end where the thread that began them next "
                      "ends one around them or begins another.\n",
                      ranges, ranges == 1 ? "" : "s",
                      ranges == 1 ? "it" : "them");
}

static void tell_functions(struct strbuf *remarks, unsigned long long no_room,
                           unsigned long long deep, unsigned long long left)
{
    if (no_room > 0)
        strbuf_printf(remarks,
                      "%llu calls of functions, summed over ranks, "
                      "found no room in the tables: their time is their "
                      "callers'.\n",
                      no_room);
    if (deep > 0)
        strbuf_printf(remarks,
                      "%llu calls of functions, summed over ranks, "
                      "were nested more than %d deep: their time is that of "
                      "the function there.\n",
                      deep, REGIONS_DEEPEST - 1);
    if (left > 0)
        strbuf_printf(remarks,
                      "%llu calls of functions, summed over ranks, "
                      "were left without an end, as by longjmp: they end "
                      "where a function around them does, or where one begins "
                      "further out in the stack.\n",
                      left);
}

void open_objects_count(uint64_t *words)
{
    struct python_unnamed unnamed = python_calls_unnamed();
    struct functions_lost functions = functions_lost();

    words[WINDOWS] = windows_open();
    words[FILES] = files_open();
    words[WITH_WINDOWS] = words[WINDOWS] > 0;
    words[WITH_FILES] = words[FILES] > 0;
    words[LOST] = requests_lost();
    words[COMMS_SHARED] = comms_shared();
    words[WINDOWS_SHARED] = windows_shared();
    words[COMMS_CROWDED] = comms_crowded();
    words[FILES_SHARED] = recorder.files_shared;
    words[REGIONS_SHARED] = recorder.regions_shared;
    words[UNNAMED] = unnamed.unlocked;
    words[SEVERAL_PYTHONS] = unnamed.several;
    words[LATE_PYTHON] = is_python_late();
    words[CROSSED] = record_ranges_crossed();
    words[FUNCTIONS_LOST] = functions.no_room;
    words[FUNCTIONS_DEEP] = functions.too_deep;
    words[FUNCTIONS_LEFT] = functions.abandoned;
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        words[CALLS_LEFT] += record_left_count(i);
}

void open_objects_tell(const uint64_t *words, struct strbuf *remarks)
{
    tell_open(remarks, "windows", "freed", words[WITH_WINDOWS],
              words[WINDOWS]);
    tell_open(remarks, "files", "closed", words[WITH_FILES], words[FILES]);
    tell_lost(remarks, words[LOST]);
    tell_shared(remarks, "communicators", "of the same parent and members",
                COMMS_APART, words[COMMS_SHARED]);
    tell_shared(remarks, "windows", "of the same communicator", WINDOWS_APART,
                words[WINDOWS_SHARED]);
    tell_others(remarks, "communicators", COMMS_OTHERS, COMMS_MOST,
                words[COMMS_CROWDED]);
    tell_others(remarks, "names of files", FILES_OTHERS, FILES_APART,
                words[FILES_SHARED]);
    tell_others(remarks, "regions", REGIONS_OTHERS, REGIONS_APART,
                words[REGIONS_SHARED]);
    tell_unnamed(remarks, words[UNNAMED],
                 "machine code made such calls "
                 "without Python's lock, which another thread may have had");
    tell_unnamed(remarks, words[SEVERAL_PYTHONS],
                 "there were several "
                 "interpreters");
    tell_late(remarks, words[LATE_PYTHON]);
    tell_crossed(remarks, words[CROSSED]);
    tell_functions(remarks, words[FUNCTIONS_LOST], words[FUNCTIONS_DEEP],
                   words[FUNCTIONS_LEFT]);
}

static void tell_left(struct strbuf *remarks, unsigned long long all,
                      const uint64_t *left)
{
    const char *before = ":";

    strbuf_printf(remarks,
                  "The program left %llu MPI call%s, summed over ranks, "
                  "without a return, as by longjmp or an exception",
                  all, all == 1 ? "" : "s");
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++) {
        if (left[i] == 0)
            continue;
        strbuf_printf(remarks, "%s %s %llu", before, call_table[i].name,
                      (unsigned long long)left[i]);
        before = ",";
    }
    strbuf_puts(remarks, ".\n");
}

void open_objects_tell_left(MPI_Comm comm, const uint64_t *words,
                            struct strbuf *remarks)
{
    static const enum exchange_fold sums[CALL_ID_COUNT]; /* FOLD_SUM */
    uint64_t left[CALL_ID_COUNT];

    if (words[CALLS_LEFT] == 0)
        return;
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        left[i] = record_left_count(i);
    exchange_fold(comm, left, sums, CALL_ID_COUNT);
    tell_left(remarks, words[CALLS_LEFT], left);
}
