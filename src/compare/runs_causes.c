/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "compare/runs_rows.h"

/* One suggestion of the run that is being added. */
struct found {
    const char *rule, *title;
    struct strbuf where, place, ranks;
    size_t order; /* of its call site among those of one function */
    double gain, most_gain;
    bool simulated;
    struct runs_row *row; /* NULL: not yet matched */
};

void runs_free_cause(struct runs_cause *cause, uint32_t room)
{
    if (cause == NULL)
        return;
    for (uint32_t i = 0; i < room; i++) {
        if (cause->where != NULL)
            free(cause->where[i]);
        if (cause->ranks != NULL)
            free(cause->ranks[i]);
    }
    FREE_ALL(cause->where, cause->ranks, cause->most_gain, cause->simulated,
             cause->title, cause->rule, cause);
}

/* ---- what makes two suggestions the same ---- */

/* Rules that may name one cause differently, when it becomes smaller. */
static const char *kind_of(const char *rule)
{
    static const char *const of_work[] = { "serial_work", "few_tasks",
                                           "master" };

    for (size_t i = 0; i < sizeof(of_work) / sizeof(*of_work); i++)
        if (strcmp(rule, of_work[i]) == 0)
            return "unequal_work";
    return rule;
}

/* Copies text without the number of each "file:number". */
static void put_without_lines(struct strbuf *out, const char *text)
{
    while (*text != '\0') {
        const char *next = text + 1;

        if (*text == ':')
            next += strspn(next, "0123456789");
        if (next == text + 1)
            strbuf_putc(out, *text);
        text = next;
    }
}

/* The same as in the sentence of a suggestion, without the line. */
static bool site_is_in(const struct table *sites, size_t row,
                       const char *where, struct strbuf *place)
{
    const char *procedure = runs_text_at(sites, row, "procedure");
    const char *function = runs_text_at(sites, row, "function");
    struct strbuf text = { 0 };
    bool is_in;

    if (strstr(where, procedure) == NULL || strstr(where, function) == NULL)
        return false;
    strbuf_printf(&text, "%s in %s (%s)", procedure, function,
                  runs_text_at(sites, row, "location"));
    is_in = strstr(where, strbuf_text(&text)) != NULL;
    put_without_lines(place, strbuf_text(&text));
    strbuf_clear(&text);
    return is_in;
}

/* Sets *line to the line of the call site in `where', and *place to its name
 * without the line; NAN: none. */
static void find_site(const struct table *sites, const char *where,
                      struct strbuf *place, double *line)
{
    *line = NAN;
    for (size_t i = 0; i < runs_rows_of(sites); i++) {
        strbuf_clear(place);
        if (site_is_in(sites, i, where, place)) {
            *line = runs_number_at(sites, i, "line");
            return;
        }
    }
    strbuf_clear(place);
}

/* How many lines before that one have such a call site. */
static size_t lines_before(const struct table *sites, const char *where,
                           const char *place, double line)
{
    double last = -1;
    size_t count = 0;

    for (bool more = true; more; count += more) {
        double next = line;

        for (size_t i = 0; i < runs_rows_of(sites); i++) {
            double here = runs_number_at(sites, i, "line");
            struct strbuf other = { 0 };

            if (here > last && here < next) {
                site_is_in(sites, i, where, &other);
                if (strcmp(strbuf_text(&other), place) == 0)
                    next = here;
            }
            strbuf_clear(&other);
        }
        more = next < line;
        last = next;
    }
    return count;
}

static size_t order_of(const struct table *sites, const char *where)
{
    struct strbuf place = { 0 };
    size_t order = 0;
    double line;

    find_site(sites, where, &place, &line);
    if (!isnan(line))
        order = lines_before(sites, where, strbuf_text(&place), line);
    strbuf_clear(&place);
    return order;
}

/* ---- the suggestions of a run ---- */

static void put_ranks(struct strbuf *out, const struct table *advice,
                      size_t row)
{
    const char *ranks = runs_text_at(advice, row, "ranks");
    double rank = runs_number_at(advice, row, "rank");

    if (ranks[0] != '\0')
        strbuf_puts(out, ranks);
    else if (!isnan(rank))
        strbuf_printf(out, "%.0f", rank);
}

/* Work outside regions is named by the calls that it comes before, or by those in
 * which others wait for it. */
static void put_where(struct strbuf *out, const struct table *advice,
                      size_t row)
{
    const char *region = runs_text_at(advice, row, "region");
    const char *before = runs_text_at(advice, row, "before");
    const char *waiting = runs_text_at(advice, row, "waiting");

    if (region[0] != '\0')
        strbuf_printf(out, "region %s", region);
    else if (before[0] != '\0')
        strbuf_printf(out, "before %s", before);
    else if (waiting[0] != '\0')
        strbuf_printf(out, "before %s", waiting);
    else
        strbuf_puts(out, runs_text_at(advice, row, "where"));
}

static void read_cause(const struct report *report, const struct table *advice,
                       size_t row, struct found *out)
{
    const char *basis = runs_text_at(advice, row, "basis");

    *out = (struct found){
        .rule = runs_text_at(advice, row, "rule"),
        .title = runs_text_at(advice, row, "advice"),
        .gain = runs_number_at(advice, row, "gain_s"),
        .most_gain = runs_number_at(advice, row, "most_gain_s"),
        .simulated = starts_with(basis, "simulated"),
    };
    if (isnan(out->most_gain)) /* what several gain together is no sum */
        out->most_gain =
            strcmp(basis, "simulated_together") == 0 ? 0 : out->gain;
    put_where(&out->where, advice, row);
    out->order =
        order_of(report_table(report, "call_sites"), strbuf_text(&out->where));
    put_without_lines(&out->place, strbuf_text(&out->where));
    put_ranks(&out->ranks, advice, row);
}

static size_t read_causes(const struct report *report,
                          const struct table *advice, struct found *causes)
{
    size_t count = 0;

    for (size_t i = 0; i < runs_rows_of(advice); i++)
        if (runs_number_at(advice, i, "gain_s") > 0)
            read_cause(report, advice, i, &causes[count++]);
    return count;
}

/* ---- matching them with those of other runs ---- */

/* Begins with what has to be the same; the ranks are behind it. */
static size_t put_name(struct strbuf *out, const struct found *cause)
{
    size_t length;

    strbuf_printf(out, "%s\n%s\n%zu\n", kind_of(cause->rule),
                  strbuf_text(&cause->place), cause->order);
    length = out->length;
    strbuf_puts(out, strbuf_text(&cause->ranks));
    return length;
}

/* Outside regions, and without a trace. */
static bool has_place(const struct found *cause)
{
    return strbuf_text(&cause->place)[0] != '(';
}

static bool is_free(const struct runs_row *row, uint32_t run)
{
    return row->set == RUNS_CAUSES && row->cause->where[run] == NULL;
}

/* exactly: with the same ranks. */
static struct runs_row *find_row(const struct runs *runs,
                                 const struct found *cause, bool exactly)
{
    struct strbuf name = { 0 };
    size_t length = put_name(&name, cause);
    struct runs_row *found = NULL;

    for (size_t i = 0; i < runs->row_count && found == NULL; i++) {
        struct runs_row *row = runs->rows[i];

        if (is_free(row, runs->count) &&
            (exactly ? strcmp(row->name, strbuf_text(&name)) == 0
                     : strncmp(row->name, strbuf_text(&name), length) == 0))
            found = row;
    }
    strbuf_clear(&name);
    return found;
}

static struct runs_cause *new_cause(uint32_t room)
{
    struct runs_cause *cause = calloc(1, sizeof(*cause));

    if (cause == NULL)
        return NULL;
    cause->where = calloc(room, sizeof(*cause->where));
    cause->ranks = calloc(room, sizeof(*cause->ranks));
    cause->most_gain = calloc(room, sizeof(*cause->most_gain));
    cause->simulated = calloc(room, sizeof(*cause->simulated));
    if (cause->where != NULL && cause->ranks != NULL &&
        cause->most_gain != NULL && cause->simulated != NULL)
        return cause;
    runs_free_cause(cause, room);
    return NULL;
}

static struct runs_row *new_row(struct runs *runs, const struct found *found)
{
    struct strbuf name = { 0 };
    struct runs_row *row;

    put_name(&name, found);
    row = name.failed ? NULL
                      : runs_get_row(runs, RUNS_CAUSES, strbuf_text(&name));
    strbuf_clear(&name);
    if (row != NULL && row->cause == NULL)
        row->cause = new_cause(runs->room);
    return row == NULL || row->cause == NULL ? NULL : row;
}

static enum status fill_row(const struct runs *runs, const struct found *found)
{
    struct runs_cause *cause = found->row == NULL ? NULL : found->row->cause;
    uint32_t run = runs->count;

    if (cause == NULL)
        return log_fail(STATUS_NO_MEMORY, "causes");
    if (cause->where[run] != NULL)
        return STATUS_OK;
    FREE_ALL(cause->title, cause->rule);
    cause->title = strdup(found->title);
    cause->rule = strdup(found->rule);
    cause->where[run] = strdup(strbuf_text(&found->where));
    cause->ranks[run] = strdup(strbuf_text(&found->ranks));
    cause->most_gain[run] = found->most_gain;
    cause->simulated[run] = found->simulated;
    found->row->value[run] = found->gain;
    return cause->title == NULL || cause->rule == NULL ||
                   cause->where[run] == NULL || cause->ranks[run] == NULL
               ? log_fail(STATUS_NO_MEMORY, "causes")
               : STATUS_OK;
}

/* Causes of the same ranks come first, so that others do not take their rows.
 * Among suggestions on one thing in a run the first has the largest gain. */
static enum status match_causes(struct runs *runs, struct found *causes,
                                size_t count)
{
    enum status status = STATUS_OK;

    for (int round = 0; round < 3 && status == STATUS_OK; round++)
        for (size_t i = 0; i < count && status == STATUS_OK; i++) {
            struct found *cause = &causes[i];

            if (cause->row != NULL || (round == 1 && !has_place(cause)))
                continue;
            cause->row = round == 2 ? new_row(runs, cause)
                                    : find_row(runs, cause, round == 0);
            if (cause->row != NULL || round == 2)
                status = fill_row(runs, cause);
        }
    return status;
}

static enum status add_all(struct runs *runs, const struct report *report)
{
    const struct table *advice = report_table(report, "advice");
    struct found *causes = calloc(runs_rows_of(advice) + 1, sizeof(*causes));
    enum status status;
    size_t count;

    if (causes == NULL)
        return log_fail(STATUS_NO_MEMORY, "causes");
    count = read_causes(report, advice, causes);
    status = match_causes(runs, causes, count);
    for (size_t i = 0; i < count; i++) {
        strbuf_clear(&causes[i].where);
        strbuf_clear(&causes[i].place);
        strbuf_clear(&causes[i].ranks);
    }
    free(causes);
    return status;
}

/* NULL: the causes are known. */
static const char *why_unknown(const struct run_about *about,
                               const struct table *gains)
{
    if (about->unfinished)
        return "the run did not finish";
    if (about->measured < about->ranks)
        return "data of some ranks is missing";
    if (runs_rows_of(gains) == 0)
        return "they were not looked for";
    if (strcmp(runs_text_at(gains, 0, "basis"), "withheld") == 0)
        return runs_text_at(gains, 0, "why");
    return NULL;
}

enum status runs_add_causes(struct runs *runs, const struct report *report)
{
    const struct table *gains = report_table(report, "gains");
    struct run_about *about = &runs->about[runs->count];
    const char *why = why_unknown(about, gains);

    about->unchanged = about->together = NAN;
    if (why == NULL) {
        about->unchanged = runs_number_at(gains, 0, "run_time_s");
        about->together = runs_number_at(gains, 0, "together_s");
        return add_all(runs, report);
    }
    about->withheld = strdup(why);
    return about->withheld == NULL ? log_fail(STATUS_NO_MEMORY, "causes")
                                   : STATUS_OK;
}
