/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * say.h - numbers and names formatted for sentences.
 *
 * The text is inside the struct, so that say_seconds(ns).text can be an
 * argument of a printf-like call.
 */
#ifndef ANALYZE_FACTS_SAY_H
#define ANALYZE_FACTS_SAY_H

#include <stdint.h>

#include "base/text/strbuf.h"
#include "model/time_window.h"

struct said {
    char text[64];
};

struct said say_seconds(uint64_t ns);  /* "3.90 s", "12.3 ms" */
struct said say_bytes(uint64_t bytes); /* "800 KiB" */
struct said say_percent(double ratio); /* "29 %", "0.4 %" */
/* "1 rank", "4 ranks"; thing is singular. */
struct said say_count(uint64_t count, const char *thing);
/* "seconds 1.5 to 2 of the run" */
struct said say_window(const struct time_window *window);
/* Shortens a long name at its end; tables show it in full. */
void say_name(struct strbuf *out, const char *name);
/* The same for a function, without namespaces: "CommBrick::reverse_comm". */
void say_function_name(struct strbuf *out, const char *function);

/* "heat2d.c:120"; "heat2d.c" if the line is unknown (0); "" without a file. */
struct said_location {
    char text[288];
};

struct said_location say_location(const char *file, int line);
/* "solve (heat2d.c:120)", as far as known. */
void say_function(struct strbuf *out, const char *function, const char *file,
                  int line);

#endif
