/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * history_badge.c - the newest run as a badge: an SVG for a README.
 *
 * Every text in it is ours, so nothing has to be escaped.
 */
#include "compare/history.h"

#include <math.h>
#include <string.h>

#include "analyze/facts/say.h"
#include "compare/compare_say.h"

#define GOOD 0.8 /* efficiencies, as the HTML report colours them */
#define POOR 0.5
#define HEIGHT 20
#define PER_LETTER 6.6 /* pixels, of 11 px text */
#define MARGIN 6

/* White text has a contrast of 4.5 or more on each. */
#define COLOR_GOOD "#00795a"
#define COLOR_POOR "#946200"
#define COLOR_BAD "#b53d00"
#define COLOR_UNKNOWN "#5b6570"

struct badge {
    const char *label, *color;
    struct strbuf value;
};

static void show_efficiency(struct badge *badge, const struct runs *runs,
                            const struct compare_sides *sides)
{
    struct compare_change change =
        compare_named(runs, RUNS_EFFICIENCY, "parallel_efficiency", sides);

    badge->label = "parallel efficiency";
    if (!change.b_known)
        return;
    strbuf_puts(&badge->value, say_percent(change.b).text);
    badge->color = change.b >= GOOD   ? COLOR_GOOD
                   : change.b >= POOR ? COLOR_POOR
                                      : COLOR_BAD;
}

/* "4.06 s (+28 %)" where that is more than noise. */
static void show_time(struct badge *badge, const struct runs *runs,
                      const struct compare_sides *sides)
{
    struct compare_change change =
        compare_named(runs, RUNS_TIMES, "run_time", sides);

    badge->label = "run time";
    if (!change.b_known)
        return;
    strbuf_puts(&badge->value, compare_say_time(change.b).text);
    if (!change.known)
        return;
    badge->color = change.more > change.noise ? COLOR_BAD : COLOR_GOOD;
    if (!compare_is_noise(&change))
        strbuf_printf(&badge->value, " (%c%s)", change.more > 0 ? '+' : '-',
                      say_percent(fabs(change.more) / change.a).text);
}

static double width_of(const char *text)
{
    return ceil(PER_LETTER * (double)strlen(text)) + 2 * MARGIN;
}

static void put_text(struct strbuf *out, const char *text, double left)
{
    double width = width_of(text);

    strbuf_printf(out, "<text x=\"%g\" y=\"14\" textLength=\"%g\">%s</text>\n",
                  left + width / 2, width - 2 * MARGIN, text);
}

static void put_badge(struct strbuf *out, const struct badge *badge)
{
    const char *value = strbuf_text(&badge->value);
    double label = width_of(badge->label), wide = width_of(value);

    strbuf_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" "
                  "height=\"%d\" role=\"img\" aria-label=\"%s: %s\">\n"
                  "<title>%s: %s</title>\n",
                  label + wide, HEIGHT, badge->label, value, badge->label,
                  value);
    strbuf_printf(out,
                  "<rect width=\"%g\" height=\"%d\" rx=\"3\" fill=\"%s\"/>\n"
                  "<path d=\"M3 0H%gV%dH3A3 3 0 0 1 0 %dV3A3 3 0 0 1 3 0Z\" "
                  "fill=\"#444c56\"/>\n",
                  label + wide, HEIGHT, badge->color, label, HEIGHT,
                  HEIGHT - 3);
    strbuf_puts(out,
                "<g fill=\"#fff\" text-anchor=\"middle\" font-size=\"11\" "
                "font-family=\"Verdana,DejaVu Sans,sans-serif\">\n");
    put_text(out, badge->label, 0);
    put_text(out, value, label);
    strbuf_puts(out, "</g>\n</svg>\n");
}

void history_badge(struct strbuf *out, const struct runs *runs,
                   const struct compare_sides *sides, enum history_badge what)
{
    const struct run_about *newest = &runs->about[sides->b.runs[0]];
    struct badge badge = { .color = COLOR_UNKNOWN };

    if (what == HISTORY_TIME)
        show_time(&badge, runs, sides);
    else
        show_efficiency(&badge, runs, sides);
    if (newest->unfinished || newest->measured < newest->ranks) {
        strbuf_truncate(&badge.value, 0);
        strbuf_puts(&badge.value, "not finished");
        badge.color = COLOR_BAD;
    } else if (badge.value.length == 0) {
        strbuf_puts(&badge.value, "unknown");
    }
    put_badge(out, &badge);
    out->failed = out->failed || badge.value.failed;
    strbuf_clear(&badge.value);
}
