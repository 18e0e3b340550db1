/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_calls.c - stacks and graphs of calls, from the profile and its replay.
 */
#include "analyze/functions/time_tree.h"
#include "base/log.h"
#include "render/foreign/calls.h"
#include "tools/export/export.h"

static enum status add_rank(void *context, const struct rank_data *rank)
{
    struct time_tree *time = context;

    time_tree_add(time, rank);
    return time->tree.failed ? log_fail(STATUS_NO_MEMORY, "call paths")
                             : STATUS_OK;
}

/* Problems of a rank are reported when it is added. */
static void look_at_ranks(const struct exported *run, struct time_tree *time)
{
    for (size_t i = 0; i < run->ranks.count; i++) {
        const struct rank_data *rank;

        if (profile_rank(run->profile, (uint32_t)run->ranks.members[i],
                         &rank) == STATUS_OK &&
            !rank->missing)
            time_tree_look(time, rank);
    }
}

/* With regions below the functions that opened them; the caller clears it. */
static void begin_tree(const struct exported *run, unsigned how,
                       struct time_tree *time)
{
    time_tree_init(time, run->profile,
                   TIME_TREE_FUNCTIONS | TIME_TREE_OPENED | how);
    look_at_ranks(run, time);
}

/* All ranks in one tree. */
static enum status make_tree(const struct exported *run, unsigned how,
                             struct time_tree *time)
{
    begin_tree(run, how, time);
    return export_ranks(run, add_rank, time);
}

enum status export_folded(const struct exported *run, struct stream *stream,
                          struct strbuf *text)
{
    struct time_tree time;
    enum status status = make_tree(run, TIME_TREE_SITES, &time);

    (void)stream;
    if (status == STATUS_OK)
        render_folded(text, &time.tree);
    if (status == STATUS_OK && time.tree.failed)
        status = log_fail(STATUS_NO_MEMORY, "call paths");
    time_tree_clear(&time);
    return status;
}

typedef void render_function(struct strbuf *out,
                             const struct call_graph *graph,
                             const struct profile *profile);

static enum status export_graph(const struct exported *run,
                                struct strbuf *text, unsigned how,
                                render_function *render)
{
    struct call_graph graph;
    struct time_tree time;
    enum status status = make_tree(run, how, &time);

    if (status == STATUS_OK)
        status = call_graph_make(&time.tree, &graph);
    if (status == STATUS_OK) {
        render(text, &graph, run->profile);
        call_graph_clear(&graph);
    }
    time_tree_clear(&time);
    return status;
}

static void put_dot(struct strbuf *out, const struct call_graph *graph,
                    const struct profile *profile)
{
    (void)profile;
    render_dot(out, graph);
}

enum status export_dot(const struct exported *run, struct stream *stream,
                       struct strbuf *text)
{
    (void)stream;
    return export_graph(run, text, 0, put_dot);
}

static void put_callgrind(struct strbuf *out, const struct call_graph *graph,
                          const struct profile *profile)
{
    render_callgrind(out, graph,
                     profile->command == NULL ? "" : profile->command,
                     MPIPROF_VERSION);
}

enum status export_callgrind(const struct exported *run, struct stream *stream,
                             struct strbuf *text)
{
    (void)stream;
    return export_graph(run, text, TIME_TREE_LINES | TIME_TREE_LEVELS,
                        put_callgrind);
}

/* ---- a profile for each rank ---- */

struct speedscope {
    struct time_tree time;
    struct json json;
    struct stream *stream;
    struct strbuf *text;
};

static enum status put_rank(void *context, const struct rank_data *rank)
{
    struct speedscope *out = context;
    struct strbuf name = { 0 };
    enum status status;

    call_tree_zero(&out->time.tree);
    status = add_rank(&out->time, rank);
    if (status != STATUS_OK)
        return status;
    strbuf_printf(&name, "rank %u", rank->rank);
    render_speedscope_profile(&out->json, &out->time.tree, strbuf_text(&name));
    out->text->failed |= name.failed || out->time.tree.failed;
    strbuf_clear(&name);
    return stream_take(out->stream, out->text);
}

enum status export_speedscope(const struct exported *run,
                              struct stream *stream, struct strbuf *text)
{
    struct speedscope out = { .stream = stream, .text = text };
    enum status status;

    begin_tree(run, TIME_TREE_SITES, &out.time);
    render_speedscope_begin(&out.json, text);
    status = export_ranks(run, put_rank, &out);
    if (status == STATUS_OK)
        render_speedscope_end(&out.json, &out.time.tree);
    time_tree_clear(&out.time);
    return status;
}
