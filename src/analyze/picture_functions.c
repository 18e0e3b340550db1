#include "analyze/picture_functions.h"

#include <string.h>

#include "base/log.h"
#include "base/whole.h"

#define LEAST_SHARE 0.005 /* of a rank's own times: what has a column */

static uint32_t first_column(const struct pictures *pictures)
{
    return pictures->call_count + PICTURE_REGIONS;
}

/* The position of a function; when there is none, and it takes enough of a rank,
 * one is made while there is room; or PICTURE_FUNCTIONS. */
static uint32_t position_of(struct picture_functions *functions,
                            uint32_t number, bool enough)
{
    uint32_t i = 0;

    while (i < functions->count && functions->numbers[i] != number)
        i++;
    if (i < functions->count)
        return i;
    if (!enough || i == PICTURE_FUNCTIONS)
        return PICTURE_FUNCTIONS;
    functions->numbers[functions->count++] = number;
    return i;
}

/* Of all functions of a rank. */
static double time_of(const struct tallies *all, uint32_t index)
{
    double sum = 0;

    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].time.open &&
            all->items[i].time.current_index == index)
            sum += all->items[i].time.current;
    return sum;
}

void picture_functions_add(struct picture_functions *functions,
                           const struct scope *scope,
                           struct pictures *pictures,
                           struct picture_line *line)
{
    const struct tallies *all = &scope->sampled.functions;
    uint32_t index = scope->rank_count - 1;
    double least = LEAST_SHARE * time_of(all, index);

    for (size_t i = 0; i < all->count; i++) {
        const struct across *time = &all->items[i].time;
        uint32_t position;

        if (!time->open || time->current_index != index)
            continue;
        position = position_of(functions, (uint32_t)all->items[i].key,
                               time->current >= least);
        if (position == PICTURE_FUNCTIONS)
            continue;
        position += first_column(pictures);
        line->columns[2 * position] += time->current;
        pictures->columns[position].used = true;
    }
}

enum status picture_functions_paths(const struct scope *scope,
                                    const struct rank_data *rank,
                                    struct picture_places *places)
{
    const struct samples *samples = &rank->samples;
    enum status status = STATUS_OK;
    double period;

    if (samples->source == SAMPLE_NONE)
        return STATUS_OK;
    period = sampled_period(samples);
    for (size_t i = 0; i < samples->row_count && status == STATUS_OK; i++) {
        const struct sample_row *row = &samples->rows[i];
        uint32_t path = sites_path(&scope->same, row->path);

        if (row->call == SAMPLE_NO_CALL && scope_inside(scope, row->region))
            status = picture_places_add(
                places, rank->rank, 0, site_key(PICTURE_CALL_SAMPLED, path),
                whole_near((double)row->count * period), row->count);
    }
    return status;
}

bool picture_functions_name(const struct picture_functions *functions,
                            const struct scope *scope,
                            struct pictures *pictures)
{
    bool named = true;

    for (uint32_t i = 0; i < functions->count; i++) {
        struct picture_column *column =
            &pictures->columns[first_column(pictures) + i];

        column->class = PICTURE_FUNCTION;
        column->name =
            strdup(sampled_function(scope, functions->numbers[i]).function);
        named = named && column->name != NULL;
    }
    return named;
}
