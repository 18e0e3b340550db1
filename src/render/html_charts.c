/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_parts.h"

#define LAYOUT 6             /* of the bytes; charts.js knows the same */
#define FINE_CELLS 400000    /* up to this many have 16 bits */
#define EXTREME_CELLS 131072 /* of ranks that stand for the others */
#define MOST_PAIRS 32768     /* cells of the matrix that are written */
#define MOST_BY_RANK 131072  /* times of places by rank */

static void put_classes(struct bytes_writer *out)
{
    bytes_put_number(out, PROFILE_TIMELINE_CLASSES);
    for (int i = 0; i < CALL_CLASS_COUNT; i++) {
        bytes_put_string(out, call_class_name((enum call_class)i));
        bytes_put_string(out, call_class_title((enum call_class)i));
    }
    bytes_put_string(out, "useful");
    bytes_put_string(out, "useful");
    bytes_put_string(out, "outside_wait");
    bytes_put_string(out, "waiting outside MPI");
}

static uint32_t used_columns(const struct charts *charts)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < charts->column_count; i++)
        used += charts->columns[i].used;
    return used;
}

static void put_columns(struct bytes_writer *out, const struct charts *charts)
{
    bytes_put_number(out, used_columns(charts));
    for (uint32_t i = 0; i < charts->column_count; i++)
        if (charts->columns[i].used) {
            html_put_name(out, charts->columns[i].name);
            bytes_put_number(out, charts->columns[i].class);
        }
    bytes_put_number(out, charts->region_total);
    bytes_put_number(out, charts->function_total);
}

/* ---- lines ---- */

static bool is_there(const struct chart_line *line)
{
    return line->times[CHART_RANKS] > 0;
}

static uint32_t lines_there(const struct chart_lines *lines)
{
    uint32_t there = 0;

    for (uint32_t i = 0; i < lines->count; i++)
        there += is_there(&lines->items[i]);
    return there;
}

/* Each as the number of ranks from the last one's end to its start, and its
 * length - 1: small numbers, which repeat if every n-th rank is of a line. */
static void put_spans(struct bytes_writer *out, const struct chart_line *line)
{
    uint32_t end = 0;

    bytes_put_number(out, line->span_count);
    for (uint32_t i = 0; i < line->span_count; i++) {
        const struct chart_span *span = &line->spans[i];

        bytes_put_number(out, span->first - end);
        bytes_put_number(out, span->last - span->first);
        end = span->last;
    }
}

static void put_heads(struct bytes_writer *out,
                      const struct chart_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct chart_line *line = &lines->items[i];

        if (!is_there(line))
            continue;
        bytes_put_number(out, i);
        put_spans(out, line);
        bytes_put_number(out, line->host);
        bytes_put_number(out, line->mixed);
        for (int k = 0; k < CHART_TIMES; k++)
            bytes_put_number(out, line->times[k]);
    }
}

/* For each column the times of all lines, then the calls. */
static void put_cells(struct bytes_writer *out, const struct charts *charts,
                      const struct chart_lines *lines)
{
    for (uint32_t column = 0; column < charts->column_count; column++)
        for (uint32_t what = 0; charts->columns[column].used && what < 2;
             what++)
            for (uint32_t i = 0; i < lines->count; i++)
                if (is_there(&lines->items[i]))
                    bytes_put_number(
                        out, lines->items[i].columns[2 * column + what]);
}

static uint64_t bin_of(const struct chart_line *line, uint32_t bin, int class)
{
    return line->bins[bin * PROFILE_TIMELINE_CLASSES + (unsigned)class];
}

/* Bins up to the last one that any line has. */
static uint32_t used_bins(const struct charts *charts)
{
    const struct chart_lines *lines = &charts->by_rank;
    uint32_t used = 0;

    for (uint32_t i = 0; i < lines->count; i++)
        for (uint32_t bin = used;
             is_there(&lines->items[i]) && bin < charts->bins; bin++)
            for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
                if (bin_of(&lines->items[i], bin, k) > 0)
                    used = bin + 1;
    return used;
}

static bool class_used(const struct chart_lines *lines, uint32_t bins,
                       int class)
{
    for (uint32_t i = 0; i < lines->count; i++)
        for (uint32_t bin = 0; is_there(&lines->items[i]) && bin < bins; bin++)
            if (bin_of(&lines->items[i], bin, class) > 0)
                return true;
    return false;
}

static void put_part(struct bytes_writer *out, double part, unsigned scale)
{
    double scaled = part * scale + 0.5;
    unsigned value = scaled < scale ? (unsigned)scaled : scale;
    uint8_t bytes[2] = { (uint8_t)(value & 255), (uint8_t)(value >> 8) };

    bytes_put(out, bytes, scale > 255 ? 2 : 1);
}

/* The part of one class in `step' bins together. */
static double part_of(const struct charts *charts,
                      const struct chart_line *line, uint32_t bin,
                      uint32_t step, int class)
{
    uint64_t sum = 0;

    for (uint32_t i = bin; i < bin + step; i++)
        sum += bin_of(line, i, class);
    return (double)sum / ((double)charts->bin_width * step *
                          (double)line->times[CHART_RANKS]);
}

/* step: bins that are written as one. */
static void put_bins(struct bytes_writer *out, const struct charts *charts,
                     const struct chart_lines *lines, uint32_t bins,
                     uint32_t step, unsigned scale)
{
    bytes_put_number(out, scale);
    for (int class = 0; class < PROFILE_TIMELINE_CLASSES; class ++) {
        bool used = class_used(lines, bins, class);

        bytes_put_number(out, used);
        for (uint32_t i = 0; used && i < lines->count; i++)
            for (uint32_t bin = 0; is_there(&lines->items[i]) && bin < bins;
                 bin += step)
                put_part(out,
                         part_of(charts, &lines->items[i], bin,
                                 bin + step <= bins ? step : bins - bin,
                                 class),
                         scale);
    }
}

static void put_lines(struct bytes_writer *out, const struct charts *charts,
                      const struct chart_lines *lines, uint32_t bins,
                      uint32_t step)
{
    uint32_t there = lines_there(lines);
    unsigned scale =
        (uint64_t)there * bins / step <= FINE_CELLS / 8 ? 65535 : 255;

    bytes_put_number(out, there);
    put_heads(out, lines);
    put_cells(out, charts, lines);
    put_bins(out, charts, lines, bins, step, scale);
}

/* ---- lines that ranks share ---- */

static void put_extreme_heads(struct bytes_writer *out,
                              const struct chart_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        const struct chart_line *line = &lines->items[i];

        if (!is_there(line))
            continue;
        PUT_NUMBERS(out, line->spans[0].first, line->host, line->beyond);
        for (int k = 0; k < CHART_TIMES; k++)
            bytes_put_number(out, line->times[k]);
    }
}

/* The most and the least time of a rank, for each column and line, as far as they
 * are from the mean, and which it is: its distance from the first of the line.
 * The last number is 0 if some ranks had no time at all. */
static void put_range(struct bytes_writer *out, const struct chart_line *line,
                      uint32_t column)
{
    static const struct chart_range none;
    const struct chart_range *range =
        line->ranges != NULL ? &line->ranges[column] : &none;
    uint64_t mean = line->columns[2 * column] / line->times[CHART_RANKS];
    bool all = range->seen == line->times[CHART_RANKS];
    uint64_t least = all ? range->least : 0;
    uint32_t first = line->spans[0].first;

    PUT_NUMBERS(out, range->most > mean ? range->most - mean : 0,
                range->seen > 0 ? range->most_rank - first : 0,
                mean > least ? mean - least : 0,
                all ? range->least_rank - first + 1 : 0);
}

static void put_ranges(struct bytes_writer *out, const struct charts *charts)
{
    const struct chart_lines *lines = &charts->by_rank;

    for (uint32_t column = 0; column < charts->column_count; column++)
        for (uint32_t i = 0; charts->columns[column].used && i < lines->count;
             i++)
            if (is_there(&lines->items[i]))
                put_range(out, &lines->items[i], column);
}

/* The rank with the most useful time of each line, then that with the least;
 * their stretches are longer than those of lines, as there are twice as many
 * ranks. */
static void put_extremes(struct bytes_writer *out, const struct charts *charts,
                         uint32_t bins)
{
    uint32_t step = 1;

    while (2 * lines_there(&charts->most) * (uint64_t)bins / step >
           EXTREME_CELLS)
        step *= 2;
    PUT_NUMBERS(out, charts->usual[0], charts->usual[1], step);
    put_extreme_heads(out, &charts->most);
    put_extreme_heads(out, &charts->least);
    put_bins(out, charts, &charts->most, bins, step, 255);
    put_bins(out, charts, &charts->least, bins, step, 255);
    put_ranges(out, charts);
}

/* ---- the matrix ---- */

/* One cell of a matrix in which `step' lines are one. */
static struct chart_pair cell_of(const struct chart_matrix *matrix,
                                 uint32_t step, uint32_t from, uint32_t to)
{
    struct chart_pair sum = { 0, 0, 0 };
    uint32_t side = matrix->side;

    for (uint32_t i = from * step; i < (from + 1) * step && i < side; i++)
        for (uint32_t k = to * step; k < (to + 1) * step && k < side; k++) {
            const struct chart_pair *pair =
                &matrix->pairs[(size_t)i * side + k];

            sum.messages += pair->messages;
            sum.bytes += pair->bytes;
            sum.time += pair->time;
        }
    return sum;
}

static uint32_t side_of(const struct chart_matrix *matrix, uint32_t step)
{
    return (matrix->side + step - 1) / step;
}

static size_t cells_there(const struct chart_matrix *matrix, uint32_t step)
{
    uint32_t side = side_of(matrix, step);
    size_t there = 0;

    for (uint32_t from = 0; from < side; from++)
        for (uint32_t to = 0; to < side; to++)
            there += cell_of(matrix, step, from, to).messages > 0;
    return there;
}

/* How many lines have to be merged for everything to be written.  Scattered
 * pairs rarely share a cell: the rest is counted. */
static uint32_t step_of(const struct chart_matrix *matrix)
{
    uint32_t step = 1;

    while (cells_there(matrix, step) > MOST_PAIRS)
        step *= 2;
    return step;
}

/* each: ranks or hosts of a line. */
static void put_matrix(struct bytes_writer *out,
                       const struct chart_matrix *matrix, uint32_t each)
{
    uint32_t step = step_of(matrix);
    uint32_t side = side_of(matrix, step);

    bytes_put_number(out, side);
    bytes_put_number(out, step * each);
    for (uint32_t from = 0; from < side; from++)
        for (uint32_t to = 0; to < side; to++) {
            struct chart_pair pair = cell_of(matrix, step, from, to);

            if (pair.messages == 0)
                continue;
            PUT_NUMBERS(out, pair.messages, from, to, pair.bytes, pair.time);
        }
    bytes_put_number(out, 0); /* no messages: the end */
}

/* For each procedure with a column the classes of sizes with messages: its
 * position + 1 and the messages; 0 at the end. */
static void put_sizes(struct bytes_writer *out, const struct charts *charts)
{
    for (uint32_t i = 0; i < charts->call_count; i++) {
        for (int bin = 0; charts->columns[i].used && bin < PROFILE_BINS; bin++)
            if (charts->sizes[i][bin] > 0) {
                bytes_put_number(out, (unsigned)bin + 1);
                bytes_put_number(out, charts->sizes[i][bin]);
            }
        if (charts->columns[i].used)
            bytes_put_number(out, 0);
    }
}

/* ---- places ---- */

static void put_nodes(struct bytes_writer *out,
                      const struct chart_nodes *nodes)
{
    bytes_put_number(out, nodes->count);
    for (uint32_t i = 1; i < nodes->count; i++) {
        bytes_put_number(out, nodes->items[i].parent);
        html_put_name(out, nodes->items[i].name);
        html_put_name(out, nodes->items[i].where);
    }
}

/* The position of a procedure among the columns that are written, + 1; what
 * was sampled is behind them. */
static uint32_t column_of(const struct charts *charts, uint32_t call)
{
    uint32_t position = 1;

    if (call == CHART_CALL_SAMPLED)
        return used_columns(charts) + 1;
    if (call >= charts->call_count)
        return 0; /* useful time */
    for (uint32_t i = 0; i < call; i++)
        position += charts->columns[i].used;
    return position;
}

/* How many of time, calls and counters are written by rank: all, the first two,
 * or none. */
static uint32_t numbers_by_rank(const struct charts *charts)
{
    uint64_t places = (uint64_t)charts->place_count * charts->rank_count;

    for (uint32_t i = 0; i < charts->place_count; i++)
        if (charts->places[i].by_rank == NULL)
            return 0;
    if (places > MOST_BY_RANK)
        return 0;
    return places * charts->counter_count > MOST_BY_RANK
               ? 2
               : 2 + charts->counter_count;
}

static void put_by_rank(struct bytes_writer *out, const struct charts *charts,
                        const struct chart_place *place, uint32_t numbers)
{
    for (uint32_t rank = 0; numbers > 0 && rank < charts->rank_count; rank++)
        for (uint32_t k = 0; k < numbers; k++)
            bytes_put_number(
                out, place->by_rank[(2 + charts->counter_count) * rank + k]);
}

/* Regions that wait for an accelerator, by their nodes. */
static void put_accelerators(struct bytes_writer *out,
                             const struct chart_nodes *regions)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < regions->count; i++)
        count += regions->items[i].accelerator;
    bytes_put_number(out, count);
    for (uint32_t i = 0; i < regions->count; i++)
        if (regions->items[i].accelerator)
            bytes_put_number(out, i);
}

/* How many kinds there are, and then each, with its time. */
static void put_place_waits(struct bytes_writer *out,
                            const struct chart_waits *waits)
{
    uint32_t kinds = 0;

    for (int kind = 0; waits != NULL && kind < WAIT_KINDS; kind++)
        kinds += waits->ns[kind] > 0;
    bytes_put_number(out, waits != NULL ? waits->caused : 0);
    bytes_put_number(out, kinds);
    for (int kind = 0; kinds > 0 && kind < WAIT_KINDS; kind++)
        if (waits->ns[kind] > 0) {
            bytes_put_number(out, (uint64_t)kind);
            bytes_put_number(out, waits->ns[kind]);
        }
}

static void put_kinds(struct bytes_writer *out)
{
    bytes_put_number(out, WAIT_KINDS);
    for (int kind = 0; kind < WAIT_KINDS; kind++) {
        bytes_put_string(out, wait_kind_title((enum wait_kind)kind));
        bytes_put_string(out, wait_kind_definition((enum wait_kind)kind));
        bytes_put_number(out, wait_kind_counts((enum wait_kind)kind));
    }
}

static void put_places(struct bytes_writer *out, const struct charts *charts)
{
    uint32_t by_rank = numbers_by_rank(charts);

    bytes_put_number(out, charts->counter_count);
    for (uint32_t i = 0; i < charts->counter_count; i++)
        html_put_name(out, charts->counters[i]);
    bytes_put_number(out, charts->place_count);
    bytes_put_number(out, by_rank);
    for (uint32_t i = 0; i < charts->place_count; i++) {
        const struct chart_place *place = &charts->places[i];

        PUT_NUMBERS(out, place->region, place->path,
                    column_of(charts, place->call), place->time, place->calls,
                    place->out_bytes, place->in_bytes);
        for (uint32_t k = 0; k < charts->counter_count; k++)
            bytes_put_number(out, place->counters[k]);
        put_place_waits(out, place->waits);
        put_by_rank(out, charts, place, by_rank);
    }
    bytes_put_number(out, charts->other_places);
    put_kinds(out);
    put_accelerators(out, &charts->regions);
}

static void put_terms(struct bytes_writer *out, const struct charts *charts)
{
    bytes_put_number(out, charts->term_count);
    for (size_t i = 0; i < charts->term_count; i++) {
        bytes_put_string(out, charts->terms[i].name);
        bytes_put_string(out, charts->terms[i].title);
        bytes_put_string(out, charts->terms[i].definition);
    }
}

/* Whole steps, as bins that nobody has are empty. */
static uint32_t round_up(uint32_t bins, uint32_t step)
{
    return (bins + step - 1) / step * step;
}

void html_charts(struct bytes_writer *out, const struct charts *charts,
                 uint32_t step)
{
    uint32_t bins = round_up(used_bins(charts), step);

    PUT_NUMBERS(out, LAYOUT, charts->rank_count, charts->each,
                charts->bin_width * step, bins / step);
    put_classes(out);
    bytes_put_number(out, charts->host_each);
    bytes_put_number(out, charts->host_count);
    for (uint32_t i = 0; i < charts->host_count; i++)
        html_put_name(out, charts->hosts[i]);
    put_columns(out, charts);
    put_lines(out, charts, &charts->by_rank, bins, step);
    put_lines(out, charts, &charts->by_host, bins, step);
    if (charts->each > 1)
        put_extremes(out, charts, bins);
    put_matrix(out, &charts->matrix, charts->matrix_each);
    put_matrix(out, &charts->host_matrix, charts->host_each);
    bytes_put_number(out, PROFILE_BINS);
    put_sizes(out, charts);
    put_nodes(out, &charts->regions);
    put_nodes(out, &charts->paths);
    put_places(out, charts);
    put_terms(out, charts);
}
