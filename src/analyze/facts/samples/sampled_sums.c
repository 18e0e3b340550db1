/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/samples/sampled_sums.h"

#include <stdlib.h>
#include <string.h>

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
    free(sampled->frames);
    free(sampled->numbers);
    free(sampled->number_lines);
    free(sampled->seen);
    tallies_clear(&sampled->functions);
    tallies_clear(&sampled->lines);
    tallies_clear(&sampled->python);
    tallies_clear(&sampled->pickling);
    tallies_clear(&sampled->calls);
    map_clear(&sampled->by_region.items_map);
    free(sampled->squares);
    free(sampled->line_squares);
    free(sampled->python_squares);
    free(sampled->stamps);
    free(sampled->line_stamps);
    free(sampled->ranks);
    memset(sampled, 0, sizeof(*sampled));
}
