/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_share.c - data that all ranks share before they write: one round for
 * everything.
 */
#include "measure/session/session_ending.h"

#include <stdint.h>
#include <string.h>

#include "live/persist.h"
#include "measure/comm/exchange.h"
#include "measure/session/session_state.h"
#include "call_ids.h"
#include "measure/callsite/python.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/record_functions.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/record_left.h"
#include "measure/record/record_region.h"
#include "measure/record/recorder.h"
#include "measure/track/comms.h"
#include "measure/track/files.h"
#include "measure/track/requests.h"
#include "measure/track/windows.h"
#include "model/call.h"
#include "model/notes/remark.h"

/* ---- objects that are still open, and all else that each rank counts ---- */

#define OPEN_OBJECTS_WORDS (3 * REMARKS_COUNTED)

/* Where it was not found at MPI_Init nothing asks it, so looking again does no
 * harm. */
static bool python_is_late(void)
{
    return recorder.python_wanted && !recorder.python &&
           python_find(python_lookup);
}

/* Counts on this rank, by code. */
static void open_objects_count(uint64_t *counted)
{
    struct python_unnamed unnamed = python_calls_unnamed();
    struct functions_lost functions = functions_lost();

    counted[REMARK_WINDOWS_OPEN] = windows_open();
    counted[REMARK_FILES_OPEN] = files_open();
    counted[REMARK_REQUESTS_LOST] = requests_lost();
    counted[REMARK_COMMS_SHARED] = comms_shared();
    counted[REMARK_WINDOWS_SHARED] = windows_shared();
    counted[REMARK_COMMS_CROWDED] = comms_crowded();
    counted[REMARK_FILE_NAMES_CROWDED] = recorder.files_shared;
    counted[REMARK_REGIONS_CROWDED] = recorder.regions_shared;
    counted[REMARK_PYTHON_UNLOCKED] = unnamed.unlocked;
    counted[REMARK_PYTHON_SEVERAL] = unnamed.several;
    counted[REMARK_PYTHON_LATE] = python_is_late();
    counted[REMARK_PYTHON_UNREAD] =
        session.settings.number[SETTING_SAMPLE] != 0 &&
        python_frames_state() == PYTHON_FRAMES_UNKNOWN;
    counted[REMARK_PYTHON_CROWDED] = python_frames_crowded();
    counted[REMARK_PYTHON_DEEP] = unnamed.deep;
    counted[REMARK_PYTHON_MEMORY_OFF] =
        session.settings.number[SETTING_PYTHON_MEMORY] != 0 &&
        session.facts.bare_python;
    counted[REMARK_RANGES_CROSSED] = record_ranges_crossed();
    counted[REMARK_FUNCTIONS_NO_ROOM] = functions.no_room;
    counted[REMARK_FUNCTIONS_DEEP] = functions.too_deep;
    counted[REMARK_FUNCTIONS_LEFT] = functions.abandoned;
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        counted[REMARK_CALLS_LEFT] += record_left_count(i);
}

/* The words of this rank: whether it has any, how many, twice. */
static void open_objects_fold(const uint64_t *counted, uint64_t *words,
                              enum exchange_fold *folds)
{
    for (int i = 0; i < REMARKS_COUNTED; i++, words += 3, folds += 3) {
        words[0] = counted[i] > 0;
        words[1] = words[2] = counted[i];
        folds[0] = folds[1] = FOLD_SUM;
        folds[2] = FOLD_MOST;
    }
}

/* "MPI_Send 2, MPI_Recv 1"; collective. */
static void print_left(MPI_Comm comm, struct strbuf *out)
{
    static const enum exchange_fold sums[CALL_ID_COUNT]; /* FOLD_SUM */
    uint64_t left[CALL_ID_COUNT];

    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        left[i] = record_left_count(i);
    exchange_fold(comm, left, sums, CALL_ID_COUNT);
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        if (left[i] > 0)
            strbuf_printf(out, "%s%s %llu", out->length > 0 ? ", " : "",
                          call_table[i].name, (unsigned long long)left[i]);
}

/* Adds what the folded words say.  Collective over all ranks. */
static void open_objects_remark(MPI_Comm comm, const uint64_t *words,
                                struct remarks *remarks)
{
    /* clang-format off */
    static const uint64_t limits[REMARKS_COUNTED] = {
        [REMARK_REQUESTS_LOST] = REQUESTS_MOST,
        [REMARK_COMMS_SHARED] = COMMS_APART,
        [REMARK_WINDOWS_SHARED] = WINDOWS_APART,
        [REMARK_COMMS_CROWDED] = COMMS_MOST,
        [REMARK_FILE_NAMES_CROWDED] = FILES_APART,
        [REMARK_REGIONS_CROWDED] = REGIONS_APART,
        [REMARK_FUNCTIONS_DEEP] = REGIONS_DEEPEST - 1,
        [REMARK_PYTHON_CROWDED] = PYTHON_FRAMES_STORE >> 20,
        [REMARK_PYTHON_DEEP] = PYTHON_FRAMES_WALKED,
    };
    /* clang-format on */

    for (uint32_t i = 0; i < REMARKS_COUNTED; i++, words += 3) {
        struct strbuf left = { 0 };

        if (words[0] == 0)
            continue;
        if (i == REMARK_CALLS_LEFT)
            print_left(comm, &left);
        REMARK(remarks, i,
               .numbers = { words[0], words[1], words[2], limits[i] },
               .texts = { strbuf_text(&left) });
        strbuf_clear(&left);
    }
}

/* ---- one round for everything ---- */

enum word {
    READY,        /* there was memory so far */
    LOST_RANKS,   /* ranks whose kept tables are gone in part, */
    FIRST_LOST,   /* and the first of them */
    RUN_BEGIN,    /* when the first rank had left MPI_Init, run ticks */
    TICKS_PER_NS, /* of rank 0's clock, which is the run's: a double */
    START_TICKS,
    START_UNIX_NS, /* the same moment by it and by the calendar */
    ON_FIRST_HOST, /* ranks */
    CORES_THERE,   /* and the set of cores that those ranks may use */
    COST_PS = CORES_THERE + CORE_SET_WORDS,
    COST_SAMPLES, /* of our own work */
    OPEN_OBJECTS,
    WORDS = OPEN_OBJECTS + OPEN_OBJECTS_WORDS
};

/* Words that come from rank 0 alone are 0 elsewhere. */
static const enum exchange_fold own_folds[OPEN_OBJECTS] = {
    [READY] = FOLD_LEAST,        [LOST_RANKS] = FOLD_SUM,
    [FIRST_LOST] = FOLD_LEAST,   [RUN_BEGIN] = FOLD_LEAST,
    [TICKS_PER_NS] = FOLD_BITS,  [START_TICKS] = FOLD_BITS,
    [START_UNIX_NS] = FOLD_BITS, [ON_FIRST_HOST] = FOLD_SUM,
    [COST_PS] = FOLD_SUM,        [COST_SAMPLES] = FOLD_SUM,
};

static void take_own(uint64_t *words, enum exchange_fold *folds, bool ready)
{
    const struct clock_line *line = &session.clocks.line;
    double cost;

    memset(words, 0, WORDS * sizeof(*words));
    memcpy(folds, own_folds, sizeof(own_folds));
    for (int i = 0; i < CORE_SET_WORDS; i++)
        folds[CORES_THERE + i] = FOLD_BITS;
    words[READY] = ready;
    words[LOST_RANKS] = !persist_is_whole();
    words[FIRST_LOST] =
        words[LOST_RANKS] ? (uint64_t)session.rank : UINT64_MAX;
    words[RUN_BEGIN] = clock_line_to_run(line, recorder.begin);
    words[ON_FIRST_HOST] = session.clocks.own == 0 && !session.clocks.failed;
    if (words[ON_FIRST_HOST])
        memcpy(&words[CORES_THERE], session.facts.cores.words,
               sizeof(session.facts.cores.words));
    cost = record_cost_ns(&words[COST_SAMPLES]);
    words[COST_PS] = (uint64_t)(cost * 1000.0 * (double)words[COST_SAMPLES]);
    open_objects_count(session.counted);
    open_objects_fold(session.counted, words + OPEN_OBJECTS,
                      folds + OPEN_OBJECTS);
    if (session.rank > 0)
        return;
    memcpy(&words[TICKS_PER_NS], &recorder.rate.ticks_per_ns,
           sizeof(words[TICKS_PER_NS]));
    words[START_TICKS] = recorder.rate.start_ticks;
    words[START_UNIX_NS] = session.start_unix_ns;
}

/* More ranks than cores that they may use on rank 0's host, which is where the
 * reader looks: the operating system then takes turns, and no clock can
 * tell. */
static void check_cores(const uint64_t *words)
{
    struct core_set cores;
    uint32_t count;

    memcpy(cores.words, &words[CORES_THERE], sizeof(cores.words));
    count = core_set_count(&cores);
    if (count > 0 && words[ON_FIRST_HOST] > count)
        REMARK(&session.remarks, REMARK_CORES_SHARED,
               .numbers = { words[ON_FIRST_HOST], count },
               .texts = { session.facts.host });
}

/* From here on a tick of this rank is as long as the line to the run's clock
 * says, and counts from the same moment on all ranks. */
static void take_clock(const uint64_t *words, struct ending *ending)
{
    const struct clock_line *line = &session.clocks.line;
    double ticks_per_ns;

    memcpy(&ticks_per_ns, &words[TICKS_PER_NS], sizeof(ticks_per_ns));
    ending->rate = recorder.rate;
    ending->rate.ticks_per_ns = ticks_per_ns / clock_line_rate(line);
    ending->rate.start_ticks = clock_line_from_run(line, words[START_TICKS]);
    ending->start_ticks = words[RUN_BEGIN];
    ending->start_unix_ns =
        words[START_UNIX_NS] +
        (uint64_t)(int64_t)((double)(int64_t)(words[RUN_BEGIN] -
                                              words[START_TICKS]) /
                            ticks_per_ns);
    ending->begin_ns =
        (uint64_t)((double)(clock_line_to_run(line, recorder.begin) -
                            words[RUN_BEGIN]) /
                   ticks_per_ns);
}

bool ending_share(struct ending *ending, bool ready)
{
    enum exchange_fold folds[WORDS];
    uint64_t words[WORDS];

    clock_calibrate(&recorder.rate);
    clock_sync_end(session.comm, &recorder.rate, &session.clocks);
    take_own(words, folds, ready);
    exchange_fold(session.comm, words, folds, WORDS);
    take_clock(words, ending);
    ending->lost_ranks = words[LOST_RANKS];
    ending->first_lost = words[FIRST_LOST];
    ending->cost_ns =
        words[COST_SAMPLES] == 0
            ? 0
            : (double)words[COST_PS] / 1000.0 / (double)words[COST_SAMPLES];
    check_cores(words);
    open_objects_remark(session.comm, words + OPEN_OBJECTS, &session.remarks);
    if (session.clocks.failed)
        REMARK(&session.remarks, REMARK_CLOCKS_NOT_COMPARED);
    return words[READY] != 0 && words[LOST_RANKS] == 0;
}
