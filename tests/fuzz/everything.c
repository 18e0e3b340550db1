/* SPDX-License-Identifier: BSD-3-Clause */
#include "everything.h"

#include <stdio.h>
#include <string.h>

#include "analyze/analyze.h"
#include "fuzz.h"
#include "profile_file/profile_file.h"
#include "render/render.h"

typedef void render_function(struct strbuf *out, const struct report *report,
                             const struct render_options *options);

static bool in_table(const struct definitions *names, uint32_t id,
                     enum definition_kind kind)
{
    return id < definitions_count(names, kind);
}

static bool is_object(const struct definitions *names, uint32_t object)
{
    if (object == 0)
        return true;
    return object_id(object) > 0 &&
           in_table(names, object_id(object),
                    object_kind(object) == OBJECT_FILE ? DEFINITION_FILE
                                                       : DEFINITION_WINDOW);
}

static void check_ending(const struct profile *profile,
                         const struct rank_ending *ending)
{
    const struct definitions *names = profile->definitions;
    bool whole = ending->how < ENDING_KINDS &&
                 in_table(names, ending->path, DEFINITION_PATH) &&
                 in_table(names, ending->comm, DEFINITION_COMM) &&
                 in_table(names, ending->region, DEFINITION_REGION_NODE) &&
                 (ending->how == ENDING_FINALIZED ||
                  ending->call == ENDING_NO_CALL ||
                  ending->call < profile->call_count);

    for (size_t i = 0; i < ending->wait_count; i++)
        whole = whole && ending->waits[i].kind < ENDING_WAIT_KINDS &&
                in_table(names, ending->waits[i].comm, DEFINITION_COMM) &&
                ending->waits[i].peer >= ENDING_NOBODY &&
                ending->waits[i].peer < (int32_t)profile->rank_count;
    fuzz_check(whole, "an ending refers to nothing that is not there");
}

static void check_rank(const struct profile *profile,
                       const struct rank_data *rank)
{
    const struct definitions *names = profile->definitions;
    bool whole = rank->timeline.bins <= PROFILE_TIMELINE_BINS;

    whole = whole && rank->resources.bins <= PROFILE_TIMELINE_BINS &&
            rank->resources.sources >> RESOURCE_SOURCES == 0;
    for (size_t i = 0; i < rank->row_count; i++)
        whole = whole && rank->rows[i].call < profile->call_count &&
                in_table(names, rank->rows[i].path, DEFINITION_PATH) &&
                in_table(names, rank->rows[i].comm, DEFINITION_COMM) &&
                in_table(names, rank->rows[i].region,
                         DEFINITION_REGION_NODE) &&
                is_object(names, rank->rows[i].object);
    for (size_t i = 0; i < rank->peer_count; i++)
        whole = whole && rank->peers[i].rank < profile->rank_count;
    for (size_t i = 0; i < rank->region_count; i++)
        whole = whole && in_table(names, rank->regions[i].node,
                                  DEFINITION_REGION_NODE);
    for (size_t i = 0; i < rank->samples.row_count; i++)
        whole = whole && rank->samples.rows[i].call <= profile->call_count &&
                in_table(names, rank->samples.rows[i].path,
                         DEFINITION_PATH) &&
                in_table(names, rank->samples.rows[i].region,
                         DEFINITION_REGION_NODE);
    fuzz_check(whole, "a rank refers to nothing that is not there");
    check_ending(profile, &rank->ending);
}

void everything_read(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        const struct rank_data *rank;
        struct bytes_writer out;
        int before = fuzz_lines();

        if (profile_rank(profile, i, &rank) != STATUS_OK) {
            fuzz_check(fuzz_lines() > before && fuzz_said("rank"),
                       "a rank is missed with a line");
            continue;
        }
        check_rank(profile, rank);
        bytes_writer_init(&out);
        profile_encode_rank(rank, (uint32_t)profile->counter_count, &out);
        bytes_writer_clear(&out);
    }
}

/* What would move the cursor of a terminal or end a string of JSON. */
static void check_text(const struct strbuf *text)
{
    const char *at = strbuf_text(text);

    fuzz_check(strlen(at) == text->length, "a report without zero bytes");
    for (; *at != '\0'; at++)
        fuzz_check(*at == '\n' || ((unsigned char)*at >= ' ' && *at != 127),
                   "a report without control characters");
}

static void make_report(struct profile *profile, render_function *render,
                        uint32_t top)
{
    struct analyze_options what = { .top = top,
                                    .detail = "*",
                                    .charts = render == render_html };
    struct render_options how = { .columns = 80 };
    struct report *report;
    struct strbuf text = { 0 };

    if (analyze_run(profile, &what, &report) != STATUS_OK)
        return;
    render(&text, report, &how);
    fuzz_check(!text.failed, "a report has room");
    if (render != render_csv)
        check_text(&text);
    strbuf_clear(&text);
    report_destroy(report);
}

void everything_of(struct profile *profile)
{
    struct bytes_writer out;

    everything_read(profile);
    bytes_writer_init(&out);
    profile_encode_run(profile, &out);
    bytes_writer_clear(&out);
    make_report(profile, render_text, 10);
    make_report(profile, render_json, 0);
    make_report(profile, render_csv, 0);
    if (render_html_is_there())
        make_report(profile, render_html, 0);
}

static bool was_seen(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(data, 1, sizeof(data), file) : 0;

    if (file != NULL)
        fclose(file);
    return size > 0 && size < sizeof(data) && fuzz_seen(data, size);
}

bool everything_again(struct profile *profile)
{
    const char *path = fuzz_file(NULL, 0);
    struct profile *got = NULL;

    fuzz_check(profile_save(profile, path) == STATUS_OK &&
                   profile_open(path, &got) == STATUS_OK,
               "what was read can be written and read again");
    everything_read(got);
    profile_destroy(got);
    return !was_seen(path);
}
