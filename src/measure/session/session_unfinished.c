/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "live/persist.h"
#include "base/log.h"
#include "measure/session/session_keep.h"

/* The rank that can make summary.txt is the one that speaks; with whatever
 * else may be wrong with the directory, all do. */
void session_tell_once(const char *format, ...)
{
    char path[OUTPUT_PATH_BYTES + 16];
    char text[512];
    va_list arguments;
    int file;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    snprintf(path, sizeof(path), "%s/summary.txt", session.directory);
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST)
        return;
    if (file >= 0) {
        dprintf(file, "%s\n", text);
        close(file);
    }
    if (session.settings.number[SETTING_VERBOSE] > 0) {
        log_set_level(1);
        log_warn("%s", text);
    }
}

static int exit_status = -1; /* unknown */

void session_note_exit(int status, void *context)
{
    (void)context;
    exit_status = status;
    keep_note_end(ENDING_EXIT, status);
}

void session_unfinished(enum hook_unfinished how, int code)
{
    const char *before =
        session.of_sessions ? "the last MPI_Session_finalize" : "MPI_Finalize";
    char what[64];

    if (how == HOOK_SIGNAL) {
        keep_note_end(ENDING_SIGNAL, code);
        return;
    }
    if (how == HOOK_ABORT) {
        keep_note_end(ENDING_ABORT, code);
        snprintf(what, sizeof(what), "MPI_Abort was called");
    } else {
        keep_note_end(ENDING_EXIT, exit_status);
        snprintf(what, sizeof(what), "the program ended");
    }
    if (persist_path() == NULL)
        session_tell_once("%s on rank %d before %s: the results of this run "
                          "could not be written",
                          what, session.rank, before);
    else
        session_tell_once("%s on rank %d before %s; to see what was measured "
                          "until then: mpiprof-report %s",
                          what, session.rank, before,
                          output_shown(session.directory));
}
