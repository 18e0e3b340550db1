/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/progress_line.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_S 1.0
#define NEXT_S 0.2
#define TO_THE_END "\033[K" /* erases what is right of the cursor */

static double monotonic_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void put_rate(struct strbuf *out, const char *things, double rate)
{
    if (rate >= 1e6)
        strbuf_printf(out, ", %.1f million %s/s", rate / 1e6, things);
    else
        strbuf_printf(out, ", %.0f %s/s", rate, things);
}

static void put_left(struct strbuf *out, double seconds)
{
    if (seconds >= 90)
        strbuf_printf(out, ", %.0f min left", ceil(seconds / 60));
    else
        strbuf_printf(out, ", %.0f s left", ceil(seconds));
}

void progress_line_text(struct strbuf *out, const struct progress_line *line,
                        uint64_t done, uint64_t total, double seconds)
{
    double rate = seconds > 0 ? (double)done / seconds : 0;

    strbuf_puts(out, line->what);
    if (total == 0 || done > total)
        return;
    strbuf_printf(out, ": %.0f %%", floor(100 * (double)done / (double)total));
    if (!(rate > 0))
        return;
    put_rate(out, line->things, rate);
    put_left(out, (double)(total - done) / rate);
}

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    struct progress_line *line = context;
    double at = line->on_terminal ? monotonic_seconds() : 0;
    struct strbuf text = { 0 };

    if (!line->on_terminal || at - line->begin_s < FIRST_S ||
        (line->is_shown && at - line->shown_s < NEXT_S))
        return;
    progress_line_text(&text, line, done, total, at - line->begin_s);
    fprintf(stderr, "\r%s" TO_THE_END, strbuf_text(&text));
    fflush(stderr);
    strbuf_clear(&text);
    line->is_shown = true;
    line->shown_s = at;
}

void progress_line_begin(struct progress_line *line, const char *what,
                         const char *things)
{
    *line =
        (struct progress_line){ .progress = { show_progress, line },
                                .what = what,
                                .things = things,
                                .begin_s = monotonic_seconds(),
                                .on_terminal = isatty(STDERR_FILENO) == 1 };
}

void progress_line_end(struct progress_line *line)
{
    if (line->is_shown)
        fputs("\r" TO_THE_END, stderr);
    line->is_shown = false;
}
