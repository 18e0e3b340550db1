/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_json.c - stacks of speedscope files and of pyinstrument, slices of
 * Chrome traces.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/map.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "pyfiles/json_walk.h"

#define SELF "[self]" /* pyinstrument: time of the frame around it */

/* ---- pyinstrument: frames in frames, with inclusive seconds ---- */

static double real_of(const json_t *object, const char *name)
{
    const json_t *number = json_object_get(object, name);

    return json_is_number(number) ? json_number_value(number) : 0;
}

static int64_t line_of(const json_t *object, const char *name)
{
    const json_t *line = json_object_get(object, name);

    return json_is_integer(line) && json_integer_value(line) > 0
               ? json_integer_value(line)
               : 0;
}

static uint32_t frame_of(struct content *content, const json_t *frame)
{
    const char *file = json_walk_text(frame, "file_path");
    struct strbuf name = { 0 };
    uint32_t number;

    if (file[0] == '\0') /* before version 4 */
        file = json_walk_text(frame, "file_path_short");

    strbuf_puts(&name, json_walk_text(frame, "class_name"));
    strbuf_puts(&name, name.length > 0 ? "." : "");
    strbuf_puts(&name, json_walk_text(frame, "function"));
    number =
        call_tree_frame(&content->tree, CALL_FRAME_FUNCTION,
                        strbuf_text(&name), file, line_of(frame, "line_no"));
    content->no_memory |= name.failed;
    strbuf_clear(&name);
    return number;
}

/* jansson has limited how deep files are nested. */
static void add_frame(struct content *content, const json_t *frame,
                      uint32_t parent)
{
    const json_t *children = json_object_get(frame, "children"), *child;
    double own = real_of(frame, "time");
    uint32_t node = CALL_TREE_NONE, number = frame_of(content, frame);
    size_t i;

    if (!content_failed(content))
        node = call_tree_node(&content->tree, parent, number, 0);
    if (content_failed(content))
        return;
    json_array_foreach(children, i, child)
    {
        if (strcmp(json_walk_text(child, "function"), SELF) == 0)
            continue;
        own -= real_of(child, "time");
        add_frame(content, child, node);
    }
    if (!content_failed(content) && own > 0)
        content->tree.nodes[node].own_ns += saturate_near(own * 1e9);
}

static void read_pyinstrument(struct content *content, const json_t *all)
{
    const json_t *root = json_object_get(all, "root_frame");

    if (json_is_object(root))
        add_frame(content, root, CALL_TREE_NONE);
}

/* ---- speedscope ---- */

struct speedscope {
    struct content *content;
    uint32_t *frames; /* of the tree, by number in the file */
    size_t frame_count;
    uint32_t *stack;
    size_t depth;
    double ns; /* of the profile's unit */
};

static void read_shared(struct speedscope *in, const json_t *frames)
{
    const json_t *frame;
    size_t i;

    in->frames = calloc(json_array_size(frames) + 1, sizeof(*in->frames));
    in->content->no_memory |= in->frames == NULL;
    if (in->frames == NULL)
        return;
    json_array_foreach(frames, i, frame)
    {
        const char *name = json_walk_text(frame, "name");

        in->frames[i] = strcmp(name, SELF) == 0
                            ? CALL_TREE_NONE
                            : content_frame(in->content, name,
                                            json_walk_text(frame, "file"),
                                            line_of(frame, "line"));
    }
    in->frame_count = json_array_size(frames);
}

static bool find_unit(struct speedscope *in, const char *name)
{
    static const struct unit {
        const char *name;
        double ns;
    } units[] = { { "seconds", 1e9 },
                  { "milliseconds", 1e6 },
                  { "microseconds", 1e3 },
                  { "nanoseconds", 1 } };

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (strcmp(units[i].name, name) == 0) {
            in->ns = units[i].ns;
            return true;
        }
    content_fail(in->content, "has a profile in %.20s, not in a unit of time",
                 name[0] == '\0' ? "no unit" : name);
    return false;
}

static void stack_push(struct speedscope *in, const json_t *frame)
{
    json_int_t number =
        json_is_integer(frame) ? json_integer_value(frame) : -1;

    if (number < 0 || (uint64_t)number >= in->frame_count)
        content_fail(in->content, "has a stack of frames that do not exist");
    else if (in->depth == CONTENT_DEPTH)
        content_fail(in->content, "has a stack of more than %d frames",
                     CONTENT_DEPTH);
    else if (!ARRAY_ADD(in->stack, in->depth, in->frames[number]))
        in->content->no_memory = true;
}

static void stack_charge(struct speedscope *in, double time)
{
    if (isfinite(time) && time > 0 && !content_failed(in->content))
        content_stack(in->content, in->stack, in->depth,
                      saturate_near(time * in->ns));
}

static void read_sampled(struct speedscope *in, const json_t *profile)
{
    const json_t *samples = json_object_get(profile, "samples");
    const json_t *weights = json_object_get(profile, "weights");
    const json_t *sample, *frame;
    size_t i, k;

    if (json_array_size(samples) != json_array_size(weights))
        content_fail(in->content, "does not have as many weights as samples");
    json_array_foreach(samples, i, sample)
    {
        in->depth = 0;
        json_array_foreach(sample, k, frame) if (!content_failed(in->content))
            stack_push(in, frame);
        stack_charge(in, json_number_value(json_array_get(weights, i)));
    }
}

static void stack_pop(struct speedscope *in, const json_t *frame)
{
    size_t depth = in->depth;

    stack_push(in, frame);
    if (content_failed(in->content))
        return;
    if (depth == 0 || in->stack[depth] != in->stack[depth - 1])
        content_fail(in->content, "closes a frame that is not the innermost");
    else
        in->depth = depth - 1;
}

static void read_evented(struct speedscope *in, const json_t *profile)
{
    const json_t *events = json_object_get(profile, "events"), *event;
    double last = real_of(profile, "startValue");
    size_t i;

    in->depth = 0;
    json_array_foreach(events, i, event)
    {
        const json_t *frame = json_object_get(event, "frame");
        double at = real_of(event, "at");

        stack_charge(in, at - last);
        last = at;
        if (content_failed(in->content))
            return;
        if (strcmp(json_walk_text(event, "type"), "O") == 0)
            stack_push(in, frame);
        else
            stack_pop(in, frame);
    }
}

static void read_speedscope(struct content *content, const json_t *all)
{
    struct speedscope in = { .content = content };
    const json_t *profiles = json_object_get(all, "profiles"), *profile;
    size_t i;

    read_shared(&in,
                json_object_get(json_object_get(all, "shared"), "frames"));
    json_array_foreach(profiles, i, profile)
    {
        const char *type = json_walk_text(profile, "type");

        if (content_failed(content) ||
            !find_unit(&in, json_walk_text(profile, "unit")))
            break;
        if (strcmp(type, "evented") == 0)
            read_evented(&in, profile);
        else if (type[0] == '\0' || strcmp(type, "sampled") == 0)
            read_sampled(&in, profile);
        else
            content_fail(content, "has a profile of the unknown type %.20s",
                         type);
    }
    FREE_ALL(in.frames, in.stack);
}

void content_read_stacks(struct content *content, const char *data,
                         size_t size)
{
    json_t *all = json_walk_all(content, data, size);

    if (all == NULL)
        return;
    if (json_object_get(all, "root_frame") != NULL)
        read_pyinstrument(content, all);
    else if (json_is_array(json_object_get(all, "profiles")))
        read_speedscope(content, all);
    else
        content_fail(content, "is JSON, but neither pyinstrument's nor "
                              "speedscope's; see mpiprof-report help "
                              "python-files");
    json_decref(all);
}

/* ---- Chrome traces ---- */

/* A slice; not the time for which PyTorch's profiler itself was recording. */
static bool is_slice(const json_t *event)
{
    return strcmp(json_walk_text(event, "ph"), "X") == 0 &&
           (strcmp(json_walk_text(event, "cat"), "Trace") != 0 ||
            !starts_with(json_walk_text(event, "name"), "PyTorch Profiler"));
}

struct open_slice {
    uint32_t outer; /* index + 1 of the slice around it; 0: none */
    uint32_t name, file;
    double us;
};

struct open_lane {
    uint32_t key;  /* the text of process and thread */
    uint32_t open; /* index + 1 of the innermost slice */
};

struct slices {
    struct content *content;
    MAP_OF(struct open_lane, lanes, lane_count);
    struct open_slice *open;
    size_t open_count;
};

static void add_slice(struct content *content, uint32_t name, uint32_t file,
                      double us)
{
    struct content_entry entry = { .key = { .name = name, .file = file },
                                   .count = 1,
                                   .value =
                                       us > 0 ? saturate_near(us * 1e3) : 0 };

    entry.cumulative = entry.value;
    content_add(content, &entry);
}

/* "solve (/x/app.py:12)", as VizTracer's; py-spy has the place in `args'. */
static uint32_t name_of(struct content *content, const json_t *event)
{
    const json_t *args = json_object_get(event, "args");
    const char *file = json_walk_text(args, "filename");
    struct strbuf name = { 0 };
    uint32_t number;

    strbuf_puts(&name, json_walk_text(event, "name"));
    if (file[0] != '\0')
        strbuf_printf(&name, " (%s:%lld)", file,
                      (long long)line_of(args, "line"));
    number = content_name(content, strbuf_text(&name));
    strbuf_end(&name, &content->no_memory);
    return number;
}

/* NULL: no memory. */
static struct open_lane *lane_of(struct slices *slices, const json_t *event)
{
    struct strbuf text = { 0 };
    struct open_lane *lane;
    uint32_t key;

    json_walk_id(&text, json_object_get(event, "pid"));
    strbuf_putc(&text, '/');
    json_walk_id(&text, json_object_get(event, "tid"));
    key = content_name(slices->content, strbuf_text(&text));
    strbuf_end(&text, &slices->content->no_memory);
    lane = map_get(&slices->lanes_map, sizeof(*lane), &key, sizeof(key));
    slices->content->no_memory |= lane == NULL;
    return lane;
}

static void begin_slice(struct slices *slices, const json_t *event)
{
    struct open_lane *lane = lane_of(slices, event);
    struct open_slice slice = {
        .name = name_of(slices->content, event),
        .file = content_name(slices->content, json_walk_text(event, "cat")),
        .us = real_of(event, "ts")
    };

    if (lane == NULL)
        return;
    slice.outer = lane->open;
    if (ARRAY_ADD(slices->open, slices->open_count, slice))
        lane->open = (uint32_t)slices->open_count;
    else
        slices->content->no_memory = true;
}

/* The innermost of that thread. */
static void end_slice(struct slices *slices, const json_t *event)
{
    struct open_lane *lane = lane_of(slices, event);
    struct open_slice slice;

    if (lane == NULL || lane->open == 0)
        return;
    slice = slices->open[lane->open - 1];
    lane->open = slice.outer;
    add_slice(slices->content, slice.name, slice.file,
              real_of(event, "ts") - slice.us);
}

static bool take_event(void *context, const char *name, json_t *event)
{
    struct slices *slices = context;
    struct content *content = slices->content;
    const char *kind = json_walk_text(event, "ph");

    if (name != NULL)
        return true;
    if (strcmp(kind, "B") == 0)
        begin_slice(slices, event);
    else if (strcmp(kind, "E") == 0)
        end_slice(slices, event);
    else if (is_slice(event))
        add_slice(content,
                  content_name(content, json_walk_text(event, "name")),
                  content_name(content, json_walk_text(event, "cat")),
                  real_of(event, "dur"));
    return !content_failed(content);
}

void content_read_chrome(struct content *content, const char *data,
                         size_t size)
{
    struct slices slices = { .content = content };

    json_walk_events(content, data, size, take_event, &slices);
    map_clear(&slices.lanes_map);
    free(slices.open);
    if (!content_failed(content) && content->entry_count == 0)
        content_fail(content,
                     "has no slices (events of the kinds X, B and E)");
}
