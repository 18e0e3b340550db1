/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/sampled_sums.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

enum status sampled_init(struct sampled *sampled,
                         const struct definitions *table)
{
    memset(sampled, 0, sizeof(*sampled));
    sampled->frame_count = definitions_count(table, DEFINITION_FRAME);
    sampled->frames =
        calloc(sampled->frame_count + 1u, sizeof(*sampled->frames));
    if (sampled->frames == NULL)
        return log_fail(STATUS_NO_MEMORY, "samples by function");
    return definitions_create(&sampled->names);
}

void sampled_clear(struct sampled *sampled)
{
    definitions_destroy(sampled->names);
    FREE_ALL(sampled->frames, sampled->numbers, sampled->number_lines,
             sampled->seen);
    tallies_clear(&sampled->functions);
    tallies_clear(&sampled->lines);
    tallies_clear(&sampled->python);
    tallies_clear(&sampled->pickling);
    tallies_clear(&sampled->calls);
    map_clear(&sampled->by_region.items_map);
    FREE_ALL(sampled->squares, sampled->line_squares, sampled->python_squares,
             sampled->stamps, sampled->line_stamps, sampled->ranks);
    memset(sampled, 0, sizeof(*sampled));
}
