/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * json.h - writes JSON into a strbuf: commas, quoting and indentation.
 *
 * Output is valid for any input: control characters are escaped, bytes that
 * are not UTF-8 become U+FFFD, a double that is not finite becomes null.
 * Elements of the four outer levels get a line each, deeper ones share a line.
 * Nesting is limited to 31 levels; deeper nesting fails the strbuf.
 * Memory: none.
 */
#ifndef BASE_TEXT_JSON_H
#define BASE_TEXT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

struct json {
    struct strbuf *out;
    int depth;
    bool first[32];
    bool after_key;
};

void json_init(struct json *json, struct strbuf *out);
void json_open(struct json *json, char bracket);  /* '{' or '[' */
void json_close(struct json *json, char bracket); /* '}' or ']' */
/* Returns json, for the value that follows. */
struct json *json_key(struct json *json, const char *key);
void json_string(struct json *json, const char *text); /* NULL: writes null */
void json_unsigned(struct json *json, uint64_t value);
void json_signed(struct json *json, int64_t value);
void json_double(struct json *json, double value); /* shortest exact form */
void json_number(struct json *json, const char *digits); /* as written */
void json_null(struct json *json);

#endif
