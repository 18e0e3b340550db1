/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/json_walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define EVENTS "traceEvents"
#define MEMORY_MOST ((size_t)2 << 30) /* bytes of one value's parts */

/* Bytes that jansson may still ask for to read the value at hand, those given
 * back included; a few bytes of a file can become hundreds. */
static size_t left;

static void *part_allocate(size_t bytes)
{
    if (bytes > left) {
        left = 0;
        return NULL;
    }
    left -= bytes;
    return malloc(bytes);
}

static json_t *value_load(const char *data, size_t size, size_t flags,
                          json_error_t *error)
{
    json_t *value;

    left = MEMORY_MOST;
    json_set_alloc_funcs(part_allocate, free);
    value = json_loadb(data, size, flags, error);
    json_set_alloc_funcs(malloc, free);
    return value;
}

struct walk {
    struct content *content;
    const char *data;
    size_t size, at;
    json_walk_visit *visit;
    void *context;
};

static void refuse_json(struct content *content, const json_error_t *error,
                        size_t at)
{
    enum json_error_code code = json_error_code(error);

    if (code == json_error_out_of_memory && left == 0)
        content_fail(content, "takes more than 2 GiB of memory to read");
    else if (code == json_error_out_of_memory)
        content->no_memory = true;
    else if (code == json_error_stack_overflow)
        content_fail(content, "is nested too deeply");
    else if (code == json_error_premature_end_of_input)
        content_fail(content, "is cut off");
    else
        content_fail(content, "is not valid JSON at byte %zu: %s",
                     at + (size_t)(error->position > 0 ? error->position : 0),
                     error->text);
}

json_t *json_walk_all(struct content *content, const char *data, size_t size)
{
    json_error_t error;
    json_t *all = value_load(data, size, 0, &error);

    if (all == NULL)
        refuse_json(content, &error, 0);
    return all;
}

/* ---- event by event ---- */

/* The next character that is no blank; it stays. */
static char peek_letter(struct walk *walk)
{
    while (walk->at < walk->size &&
           strchr(" \t\r\n", walk->data[walk->at]) != NULL &&
           walk->data[walk->at] != '\0')
        walk->at++;
    return walk->at < walk->size ? walk->data[walk->at] : '\0';
}

static bool char_take(struct walk *walk, char wanted)
{
    if (peek_letter(walk) != wanted) {
        if (walk->at == walk->size)
            content_fail(walk->content, "is cut off");
        else
            content_fail(walk->content,
                         "is not valid JSON at byte %zu: '%c' expected",
                         walk->at, wanted);
        return false;
    }
    walk->at++;
    return true;
}

static json_t *next_value(struct walk *walk)
{
    json_error_t error;
    json_t *value =
        value_load(walk->data + walk->at, walk->size - walk->at,
                   JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, &error);

    if (value == NULL)
        refuse_json(walk->content, &error, walk->at);
    else
        walk->at += (size_t)error.position;
    return value;
}

/* A comma goes on, the bracket ends; false: the end, or an error. */
static bool goes_on(struct walk *walk, char bracket)
{
    if (peek_letter(walk) == bracket) {
        walk->at++;
        return false;
    }
    return char_take(walk, ',');
}

/* Tools that are killed leave the array of a trace open, which viewers
 * accept. */
static bool ends_open(struct walk *walk, bool outermost)
{
    return outermost && peek_letter(walk) == '\0' && walk->at == walk->size;
}

static bool walk_array(struct walk *walk, bool outermost)
{
    bool more = char_take(walk, '[') && peek_letter(walk) != ']';

    if (!more && !content_failed(walk->content))
        walk->at++;
    while (more && !content_failed(walk->content)) {
        json_t *event = next_value(walk);

        more = event != NULL && walk->visit(walk->context, NULL, event);
        if (event == NULL)
            return false;
        json_decref(event);
        if (!more)
            return false;
        if (ends_open(walk, outermost))
            return true;
        more = goes_on(walk, ']');
        if (more && ends_open(walk, outermost))
            return true;
    }
    return !content_failed(walk->content);
}

static bool walk_member(struct walk *walk)
{
    json_t *name = next_value(walk), *value = NULL;
    bool more = false;

    if (name != NULL && !json_is_string(name))
        content_fail(walk->content,
                     "is not valid JSON at byte %zu: a name expected",
                     walk->at);
    if (!content_failed(walk->content) && char_take(walk, ':')) {
        if (strcmp(json_string_value(name), EVENTS) == 0 &&
            peek_letter(walk) == '[')
            more = walk_array(walk, false);
        else if (peek_letter(walk) != '\0' &&
                 (value = next_value(walk)) != NULL)
            more = walk->visit(walk->context, json_string_value(name), value);
        else
            content_fail(walk->content, "is cut off");
    }
    json_decref(name);
    json_decref(value);
    return more;
}

void json_walk_events(struct content *content, const char *data, size_t size,
                      json_walk_visit *visit, void *context)
{
    struct walk walk = { content, data, size, 0, visit, context };
    bool more;

    if (peek_letter(&walk) == '[') {
        walk_array(&walk, true);
        return;
    }
    more = char_take(&walk, '{') && peek_letter(&walk) != '}';
    while (more)
        more = walk_member(&walk) && goes_on(&walk, '}');
}

void json_walk_id(struct strbuf *out, const json_t *id)
{
    if (json_is_string(id))
        strbuf_puts(out, json_string_value(id));
    else
        strbuf_printf(out, "%" PRId64, (int64_t)json_integer_value(id));
}

const char *json_walk_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text == NULL ? "" : text;
}
