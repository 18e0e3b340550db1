/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * json_walk.h - a JSON file by jansson, and a Chrome trace event by event, so
 * that only one event is in memory as values.
 *
 * Threads: one owner.  Memory: json_decref() what is handed out.  Errors: noted
 * in the content, with the line of the file.
 */
#ifndef PYFILES_JSON_WALK_H
#define PYFILES_JSON_WALK_H

#include <jansson.h>

#include "pyfiles/content.h"

/* NULL: an error. */
json_t *json_walk_all(struct content *content, const char *data, size_t size);

/* event: of the trace, or the member of the outer object that has this name.
 * name: NULL for an event.  Returns whether to go on. */
typedef bool json_walk_visit(void *context, const char *name, json_t *event);
void json_walk_events(struct content *content, const char *data, size_t size,
                      json_walk_visit *visit, void *context);

/* Writes the id of a process, a thread or an arrow. */
void json_walk_id(struct strbuf *out, const json_t *id);
/* A text, or "". */
const char *json_walk_text(const json_t *object, const char *name);

#endif
