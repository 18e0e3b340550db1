/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * calls_stacks.c - stacks for flame graphs and for speedscope.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/text/escape.h"
#include "render/foreign/calls.h"

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

#define WIDTH_MOST 200

void render_frame(struct strbuf *out, const char *name)
{
    struct strbuf safe = { 0 };

    escape_put(&safe, name);
    escape_put_short(out, strbuf_text(&safe), WIDTH_MOST);
    strbuf_end(&safe, &out->failed);
}

/* A semicolon, which parts frames, as \x3b. */
static void put_frame(struct strbuf *out, const char *name)
{
    struct strbuf shown = { 0 };

    render_frame(&shown, name);
    for (const char *at = strbuf_text(&shown); *at != '\0'; at++)
        if (*at == ';')
            strbuf_puts(out, "\\x3b");
        else
            strbuf_putc(out, *at);
    strbuf_end(&shown, &out->failed);
}

/* ---- folded ---- */

void render_folded(struct strbuf *out, struct call_tree *tree)
{
    uint32_t *path = NULL;
    size_t room = 0;

    for (uint32_t i = 0; i < tree->node_count; i++) {
        size_t depth;

        if (tree->nodes[i].own_ns == 0)
            continue;
        depth = call_tree_path(tree, i, &path, &room);
        for (size_t k = 0; k < depth; k++) {
            strbuf_puts(out, k == 0 ? "" : ";");
            put_frame(out, tree->frames[tree->nodes[path[k]].frame].name);
        }
        strbuf_printf(out, " %" PRIu64 "\n", tree->nodes[i].own_ns);
    }
    free(path);
}

/* ---- speedscope ---- */

static void put_shared(struct json *json, const struct call_frame *frame)
{
    struct strbuf text = { 0 };

    put_frame(&text, frame->name);
    json_open(json, '{');
    json_string(json_key(json, "name"), strbuf_text(&text));
    if (frame->line > 0) {
        strbuf_truncate(&text, 0);
        escape_put(&text, frame->file);
        json_string(json_key(json, "file"), strbuf_text(&text));
        json_signed(json_key(json, "line"), frame->line);
    }
    json_close(json, '}');
    strbuf_end(&text, &json->out->failed);
}

void render_speedscope_begin(struct json *json, struct strbuf *out)
{
    json_init(json, out);
    json_open(json, '{');
    json_string(json_key(json, "$schema"), SCHEMA);
    json_string(json_key(json, "exporter"), "mpiprof-report");
    json_open(json_key(json, "profiles"), '[');
}

static void put_samples(struct json *json, struct call_tree *tree)
{
    uint32_t *path = NULL;
    size_t room = 0;

    json_open(json_key(json, "samples"), '[');
    for (uint32_t i = 0; i < tree->node_count; i++) {
        size_t depth;

        if (tree->nodes[i].own_ns == 0)
            continue;
        depth = call_tree_path(tree, i, &path, &room);
        json_open(json, '[');
        for (size_t k = 0; k < depth; k++)
            json_unsigned(json, tree->nodes[path[k]].frame);
        json_close(json, ']');
    }
    json_close(json, ']');
    free(path);
}

static uint64_t put_weights(struct json *json, const struct call_tree *tree)
{
    uint64_t sum = 0;

    json_open(json_key(json, "weights"), '[');
    for (uint32_t i = 0; i < tree->node_count; i++) {
        if (tree->nodes[i].own_ns == 0)
            continue;
        json_unsigned(json, tree->nodes[i].own_ns);
        sum += tree->nodes[i].own_ns;
    }
    json_close(json, ']');
    return sum;
}

void render_speedscope_profile(struct json *json, struct call_tree *tree,
                               const char *name)
{
    uint64_t sum;

    json_open(json, '{');
    json_string(json_key(json, "type"), "sampled");
    json_string(json_key(json, "name"), name);
    json_string(json_key(json, "unit"), "nanoseconds");
    put_samples(json, tree);
    sum = put_weights(json, tree);
    json_unsigned(json_key(json, "startValue"), 0);
    json_unsigned(json_key(json, "endValue"), sum);
    json_close(json, '}');
}

void render_speedscope_end(struct json *json, const struct call_tree *tree)
{
    json_close(json, ']');
    json_open(json_key(json, "shared"), '{');
    json_open(json_key(json, "frames"), '[');
    for (size_t i = 0; i < tree->frame_count; i++)
        put_shared(json, &tree->frames[i]);
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
}
