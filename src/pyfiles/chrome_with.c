/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/chrome_with.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "pyfiles/json_walk.h"
#include "render/foreign/chrome.h"

#define BASE \
    "baseTimeNanoseconds" /* torch.profiler, and VizTracer below that */
#define VIZTRACER "viztracer_metadata"
#define SINCE_1970_NS 1000000000000000000 /* times from here on are dates */
#define TIME_MOST_NS 2.2e18               /* in 2039 */
#define FIRST_THREAD 1000u /* the measured run's threads have small numbers */

struct event_lane {
    uint32_t key;             /* the text of process and thread */
    uint32_t process, thread; /* names, or PY_NONE */
    bool announced;
};

struct moving {
    const struct chrome_onto *onto;
    struct content content;
    struct py_names names;
    MAP_OF(struct event_lane, lanes, lane_count);
    int64_t base_ns;
    bool based, any;
    int64_t first_ns, last_ns;
    enum status status;
};

/* ---- times ---- */

/* Microseconds of the file in ns; false: there are none. */
static bool time_of(const json_t *number, int64_t *ns)
{
    double us = json_number_value(number);

    if (!json_is_number(number) || !(fabs(us) < TIME_MOST_NS / 1e3))
        return false;
    *ns = json_is_integer(number) ? json_integer_value(number) * 1000
                                  : llround(us * 1e3);
    return true;
}

static bool is_kind(const json_t *event, const char *kind)
{
    return strcmp(json_walk_text(event, "ph"), kind) == 0;
}

static int64_t end_of(const json_t *event, int64_t begin)
{
    int64_t duration;

    if (is_kind(event, "X") &&
        time_of(json_object_get(event, "dur"), &duration) && duration > 0)
        return begin + duration;
    return begin;
}

static void take_base(struct moving *moving, const char *name,
                      const json_t *value)
{
    const json_t *base = strcmp(name, BASE) == 0 ? value
                         : strcmp(name, VIZTRACER) == 0
                             ? json_object_get(value, BASE)
                             : NULL;

    if (!json_is_integer(base) || json_integer_value(base) <= 0 ||
        (double)json_integer_value(base) > TIME_MOST_NS)
        return;
    moving->base_ns = json_integer_value(base);
    moving->based = true;
}

/* ---- names of threads ---- */

/* NULL: no memory.  whole: of the thread; otherwise of its process. */
static struct event_lane *lane_of(struct moving *moving, const json_t *event,
                                  bool whole)
{
    struct strbuf text = { 0 };
    struct event_lane *lane = NULL;
    uint32_t key;

    json_walk_id(&text, json_object_get(event, "pid"));
    if (whole) {
        strbuf_putc(&text, '/');
        json_walk_id(&text, json_object_get(event, "tid"));
    }
    key = content_name(&moving->content, strbuf_text(&text));
    if (!text.failed && !content_failed(&moving->content))
        lane = map_get(&moving->lanes_map, sizeof(*lane), &key, sizeof(key));
    moving->content.no_memory |= lane == NULL;
    strbuf_clear(&text);
    if (lane != NULL && lane->process == 0 && lane->thread == 0)
        lane->process = lane->thread = PY_NONE;
    return lane;
}

static void take_name(struct moving *moving, const json_t *event)
{
    bool thread = strcmp(json_walk_text(event, "name"), "thread_name") == 0;
    const char *name = json_walk_text(json_object_get(event, "args"), "name");
    struct event_lane *lane;
    uint32_t number;

    if (!thread && strcmp(json_walk_text(event, "name"), "process_name") != 0)
        return;
    number = content_name(&moving->content, name);
    lane = lane_of(moving, event, thread);
    if (lane != NULL)
        *(thread ? &lane->thread : &lane->process) = number;
}

/* "MainProcess, MainThread", or else "77/78". */
static void put_lane_name(struct strbuf *out, struct moving *moving,
                          const json_t *event, const struct event_lane *lane)
{
    uint32_t key = lane->key, thread = lane->thread;
    const struct event_lane *process = lane_of(moving, event, false);

    if (process != NULL && process->process != PY_NONE) {
        strbuf_puts(out, py_names_text(&moving->names, process->process));
        strbuf_puts(out, ", ");
    }
    strbuf_puts(
        out, py_names_text(&moving->names, thread == PY_NONE ? key : thread));
}

/* ---- first pass: base, span and names ---- */

static bool look_at(void *context, const char *name, json_t *event)
{
    struct moving *moving = context;
    int64_t begin;

    if (name != NULL) {
        take_base(moving, name, event);
    } else if (is_kind(event, "M")) {
        take_name(moving, event);
    } else if (time_of(json_object_get(event, "ts"), &begin)) {
        int64_t end = end_of(event, begin);

        if (!moving->any || begin < moving->first_ns)
            moving->first_ns = begin;
        if (!moving->any || end > moving->last_ns)
            moving->last_ns = end;
        moving->any = true;
    }
    return !content_failed(&moving->content);
}

/* ---- second pass: events ---- */

/* Ids of arrows are those of one rank. */
static void change_id(const struct moving *moving, json_t *event)
{
    const json_t *id = json_object_get(event, "id");
    struct strbuf text = { 0 };

    if (id == NULL)
        return;
    json_walk_id(&text, id);
    json_object_set_new(event, "id",
                        json_sprintf("rank %" PRIu32 ", %s",
                                     moving->onto->rank, strbuf_text(&text)));
    strbuf_clear(&text);
}

static void announce_lane(struct moving *moving,
                          const struct chrome_place *place,
                          const json_t *event, struct event_lane *lane)
{
    struct strbuf name = { 0 };

    lane->announced = true;
    put_lane_name(&name, moving, event, lane);
    chrome_named_thread(moving->onto->text, place, strbuf_text(&name));
    moving->content.no_memory |= name.failed;
    strbuf_clear(&name);
}

/* Everything but the event's place, time and id stays as it is. */
static void put_event(struct moving *moving, json_t *event,
                      const struct chrome_place *place, uint64_t at_ns)
{
    char *rest;

    json_object_del(event, "pid");
    json_object_del(event, "tid");
    json_object_del(event, "ts");
    change_id(moving, event);
    rest = json_dumps(event, JSON_COMPACT);
    if (rest == NULL) {
        moving->content.no_memory = true;
        return;
    }
    chrome_other(moving->onto->text, place, at_ns, rest);
    free(rest);
}

static bool move_event(void *context, const char *name, json_t *event)
{
    struct moving *moving = context;
    const struct chrome_onto *onto = moving->onto;
    struct chrome_place place = { .rank = onto->rank };
    struct event_lane *lane;
    int64_t begin, end;

    if (name != NULL || is_kind(event, "M") ||
        !time_of(json_object_get(event, "ts"), &begin))
        return true;
    end = end_of(event, begin) + moving->base_ns + onto->shift_ns;
    begin += moving->base_ns + onto->shift_ns;
    if (begin < 0 || end < (int64_t)onto->from || (uint64_t)begin > onto->to)
        return true;
    lane = lane_of(moving, event, true);
    if (lane == NULL)
        return false;
    place.thread =
        FIRST_THREAD + map_index(&moving->lanes_map, sizeof(*lane), lane);
    if (!lane->announced)
        announce_lane(moving, &place, event, lane);
    put_event(moving, event, &place, (uint64_t)begin);
    moving->status = onto->take(onto->context, onto->text);
    return moving->status == STATUS_OK && !content_failed(&moving->content);
}

/* ---- files ---- */

static void moving_init(struct moving *moving)
{
    *moving = (struct moving){ 0 };
    content_init(&moving->content, &moving->names);
}

/* Logs what is wrong. */
static enum status moving_finish(struct moving *moving, const char *path)
{
    struct content *content = &moving->content;
    enum status status = moving->status;

    if (status == STATUS_OK && content->no_memory)
        status = log_fail(STATUS_NO_MEMORY, "%s", path);
    else if (status == STATUS_OK && content_failed(content))
        status = log_fail(STATUS_BAD_FORMAT, "%s: %s", path,
                          strbuf_text(&content->problem));
    map_clear(&moving->lanes_map);
    py_names_clear(&moving->names);
    content_clear(content);
    return status;
}

static void look_at_file(struct moving *moving, const char *data, size_t size)
{
    json_walk_events(&moving->content, data, size, look_at, moving);
    if (!content_failed(&moving->content) && !moving->any)
        content_fail(&moving->content, "has no event with a time");
    moving->based |= moving->first_ns >= SINCE_1970_NS;
}

enum status chrome_with_look(const char *path, struct chrome_facts *out)
{
    struct moving moving;
    void *data;
    size_t size;

    moving_init(&moving);
    if (content_load(&moving.content, path, &data, &size)) {
        look_at_file(&moving, data, size);
        free(data);
    }
    out->dated = moving.based;
    out->first_ns = moving.first_ns + moving.base_ns;
    out->last_ns = moving.last_ns + moving.base_ns;
    return moving_finish(&moving, path);
}

enum status chrome_with_write(const char *path, const struct chrome_onto *onto)
{
    struct moving moving;
    void *data;
    size_t size;

    moving_init(&moving);
    moving.onto = onto;
    if (content_load(&moving.content, path, &data, &size)) {
        look_at_file(&moving, data, size);
        if (!content_failed(&moving.content))
            json_walk_events(&moving.content, data, size, move_event, &moving);
        free(data);
    }
    return moving_finish(&moving, path);
}
