/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/say.h"

#include <stdio.h>

#include "base/text/human.h"
#include "base/text/escape.h"
#include "symbols/file_names.h"

#define DIGITS 3
#define NAME_COLUMNS 80

static struct said said_of(struct strbuf *text)
{
    struct said said;

    snprintf(said.text, sizeof(said.text), "%s", strbuf_text(text));
    strbuf_clear(text);
    return said;
}

struct said say_seconds(uint64_t ns)
{
    struct strbuf text = { 0 };

    human_time(&text, ns, DIGITS);
    return said_of(&text);
}

struct said say_bytes(uint64_t bytes)
{
    struct strbuf text = { 0 };

    human_bytes(&text, bytes);
    return said_of(&text);
}

struct said say_percent(double ratio)
{
    double percent = 100 * ratio;
    struct said said;

    if (percent > 0 && percent < 0.05)
        snprintf(said.text, sizeof(said.text), "less than 0.1 %%");
    else
        snprintf(said.text, sizeof(said.text), "%.*f %%",
                 (percent >= 9.95 && !(percent >= 99.45 && percent < 99.95)) ||
                         percent == 0
                     ? 0
                     : 1,
                 percent);
    return said;
}

struct said say_count(uint64_t count, const char *thing)
{
    struct said said;

    snprintf(said.text, sizeof(said.text), "%llu %s%s",
             (unsigned long long)count, thing, count == 1 ? "" : "s");
    return said;
}

struct said say_window(const struct time_window *window)
{
    struct said said;

    snprintf(said.text, sizeof(said.text), "seconds %.9g to %.9g of the run",
             (double)window->from / 1e9, (double)window->to / 1e9);
    return said;
}

void say_name(struct strbuf *out, const char *name)
{
    escape_put_short(out, name, NAME_COLUMNS);
}

void say_function_name(struct strbuf *out, const char *function)
{
    const char *outer = function,
               *inner = function; /* of the last two parts */
    int depth = 0;

    for (const char *at = function; *at != '\0' && *at != '('; at++) {
        depth += (*at == '<') - (*at == '>');
        if (depth == 0 && at[0] == ':' && at[1] == ':') {
            outer = inner;
            inner = ++at + 1;
        }
    }
    say_name(out, outer);
}

struct said_location say_location(const char *file, int line)
{
    struct said_location said;
    int size = snprintf(said.text, sizeof(said.text), "%.256s",
                        file_names_shown(file));

    if (size > 0 && line > 0)
        snprintf(said.text + size, sizeof(said.text) - (size_t)size, ":%d",
                 line);
    return said;
}

void say_function(struct strbuf *out, const char *function, const char *file,
                  int line)
{
    struct said_location location = say_location(file, line);

    say_function_name(out, function);
    if (location.text[0] == '\0')
        return;
    strbuf_puts(out, " (");
    say_name(out, location.text);
    strbuf_putc(out, ')');
}
