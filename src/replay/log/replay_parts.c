/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_parts.c - the parts of a log that several processes write.
 *
 * A process that writes a part starts as a copy of the joining process, and
 * inherits the files; or it is independent, and keeps its own file.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/temporary.h"
#include "replay/log/replay_log.h"

int replay_log_file(const struct replay_log *log, uint32_t part)
{
    return part == 0 ? log->file : log->parts[part - 1].file;
}

void replay_parts_clear(struct replay_log *log)
{
    for (uint32_t i = 0; i < log->part_count; i++) {
        if (log->parts[i].file >= 0)
            close(log->parts[i].file);
        free(log->parts[i].sites);
    }
    free(log->parts);
    log->parts = NULL;
    log->part_count = 0;
}

void replay_parts_reset(struct replay_log *log)
{
    for (uint32_t i = 0; i < log->part_count; i++)
        log->parts[i].site_count = 0;
}

uint32_t replay_log_divide(struct replay_log *log, uint32_t parts)
{
    replay_parts_clear(log);
    log->parts = calloc(parts, sizeof(*log->parts));
    for (uint32_t i = 0; log->parts != NULL && i < parts; i++) {
        int file = temporary_open();

        if (file < 0)
            break;
        log->parts[log->part_count++].file = file;
    }
    return log->part_count;
}

enum status replay_log_divide_among(struct replay_log *log, uint32_t parts,
                                    uint32_t mine)
{
    int file = temporary_open();

    replay_parts_clear(log);
    if (file < 0)
        return replay_log_refuse_folder(log);
    log->parts = calloc(parts, sizeof(*log->parts));
    if (log->parts == NULL) {
        close(file);
        return log_fail(STATUS_NO_MEMORY, "replay");
    }
    log->part_count = parts;
    for (uint32_t i = 0; i < parts; i++)
        log->parts[i].file = i + 1 == mine ? file : -1;
    return STATUS_OK;
}

void replay_log_use_part(struct replay_log *log, uint32_t part)
{
    log->part = part;
    replay_log_reset(log);
}

void replay_log_join_site(struct replay_log *log, uint32_t part,
                          const struct replay_site *site)
{
    struct replay_part *to = &log->parts[part - 1];

    if (!array_room(&to->sites, to->site_count, &to->site_room,
                    sizeof(*to->sites))) {
        replay_log_no_memory(log);
        return;
    }
    to->sites[to->site_count++] = replay_log_site(log, site);
}
