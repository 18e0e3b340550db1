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

/* Where it was not found at MPI_Init nothing asks it, so looking again does no
 * harm. */
static bool is_python_late(void)
{
    return recorder.python_wanted && !recorder.python &&
           python_find(python_lookup);
}

void open_objects_count(uint64_t *counted)
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
    counted[REMARK_PYTHON_LATE] = is_python_late();
    counted[REMARK_RANGES_CROSSED] = record_ranges_crossed();
    counted[REMARK_FUNCTIONS_NO_ROOM] = functions.no_room;
    counted[REMARK_FUNCTIONS_DEEP] = functions.too_deep;
    counted[REMARK_FUNCTIONS_LEFT] = functions.abandoned;
    for (uint32_t i = 0; i < CALL_ID_COUNT; i++)
        counted[REMARK_CALLS_LEFT] += record_left_count(i);
}

void open_objects_fold(const uint64_t *counted, uint64_t *words,
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

void open_objects_remark(MPI_Comm comm, const uint64_t *words,
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
    };
    /* clang-format on */

    for (uint32_t i = 0; i < REMARKS_COUNTED; i++, words += 3) {
        struct strbuf left;

        if (words[0] == 0)
            continue;
        strbuf_init(&left);
        if (i == REMARK_CALLS_LEFT)
            print_left(comm, &left);
        REMARK(remarks, i,
               .numbers = { words[0], words[1], words[2], limits[i] },
               .texts = { strbuf_text(&left) });
        strbuf_clear(&left);
    }
}
