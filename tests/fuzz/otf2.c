/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2.c - an OTF2 archive, through the library.
 *
 * The bytes are files: of each its length as two bytes, the lower one first,
 * and what is in it; run.otf2, run.def, then the .def and .evt of locations
 * 0, 1 ...  They are read in this process, not apart as a report does, so a
 * finding may be one of the library's own; `make fuzz' says so.
 */
#include <string.h>

#include "everything.h"
#include "files.h"
#include "fuzz.h"
#include "archive/reader/otf2_source.h"
#include "archive/workers/read_workers.h"
#include "replay/replay.h"

/* Its buffers are as large as the archive says; a report sets the same limit
 * to the process that reads. */
#define LIBRARY_BYTES ((size_t)1 << 30)

/* The library does not free all when it finds damage. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libopen-trace-format2\nleak:libotf2\n";
}

/* What is refused on the way is told; a replay is only not made when there is
 * no memory. */
static void replay(struct replay_log *log, struct profile *profile)
{
    if (replay_log_open(log) == STATUS_OK)
        replay_run(log, profile, NULL, &profile->replay);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    static struct read_progress watch;
    const struct time_window window = { .given = size % 2 == 1,
                                        .from_set = size % 4 == 1,
                                        .from = 2000, .to = 5000000 };
    const struct read_workers one = { .count = 1, .window = window };
    const char *anchor = files_lay_out(data, size);
    struct profile *profile = NULL;
    struct replay_log *log = NULL;

    fuzz_allow(LIBRARY_BYTES);
    memset(&watch, 0, sizeof(watch));
    fuzz_check(replay_log_create(&log) == STATUS_OK, "a temporary file");
    if (read_trace_here(&otf2_source, anchor, &watch, &one, log, &profile) ==
        STATUS_OK) {
        profile->window = window;
        log->from = watch.log_from;
        log->to = watch.log_to;
        everything_again(profile); /* as it is handed over */
        replay(log, profile);
        everything_of(profile);
    } else {
        fuzz_check(fuzz_lines() > 0, "an archive is refused in a line");
    }
    replay_log_destroy(log);
    profile_destroy(profile);
    files_close();
}
