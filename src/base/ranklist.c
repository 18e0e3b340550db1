/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ranklist.c - a list is parsed into a mark per rank, then the marks into
 * members: order and repetition in the text do not matter.
 */
#include "base/ranklist.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"

/* The result of parsing a text. */
struct marks {
    int ranks;
    bool lenient;      /* ranks that are not there are no error */
    bool beyond;       /* there were such */
    unsigned char *of; /* a mark per rank */
};

#define LARGEST (1 << 30) /* stands for all that are larger */

static bool parse_rank(const char **at, int *out)
{
    long value = 0;

    if (!isdigit((unsigned char)**at))
        return false;
    for (; isdigit((unsigned char)**at); (*at)++) {
        value = value * 10 + (**at - '0');
        if (value > LARGEST)
            value = LARGEST;
    }
    *out = (int)value;
    return true;
}

static bool mark_range(struct marks *marks, int first, int last)
{
    if (last >= marks->ranks) {
        marks->beyond = true;
        last = marks->ranks - 1;
    }
    if (first <= last)
        memset(marks->of + first, 1, (size_t)(last - first) + 1);
    return marks->lenient || !marks->beyond;
}

/* One part, such as 3 or 0-15, that must end at a comma or the end. */
static bool parse_part(const char **at, struct marks *marks)
{
    int first, last;

    if (!parse_rank(at, &first))
        return false;
    last = first;
    if (**at == '-') {
        (*at)++;
        if (!parse_rank(at, &last) || last < first)
            return false;
    }
    return (**at == ',' || **at == '\0') && mark_range(marks, first, last);
}

static enum status refuse_part(const char *part, const struct marks *marks)
{
    int length = (int)strcspn(part, ",");

    if (marks->lenient)
        return log_fail(STATUS_BAD_VALUE,
                        "'%.*s' is not a rank or range such "
                        "as 0-15",
                        length, part);
    return log_fail(STATUS_BAD_VALUE,
                    "'%.*s' is not a rank or range within 0-%d", length, part,
                    marks->ranks - 1);
}

static enum status parse_marks(const char *text, struct marks *marks)
{
    const char *at = text;

    for (;;) {
        const char *part = at;

        if (!parse_part(&at, marks))
            return refuse_part(part, marks);
        if (*at == '\0')
            return STATUS_OK;
        at++;
    }
}

static enum status collect_members(const unsigned char *marks, int ranks,
                                   struct ranklist *out)
{
    out->count = 0;
    out->members = malloc((size_t)ranks * sizeof(int) + 1);
    if (out->members == NULL)
        return log_fail(STATUS_NO_MEMORY, "list of %d ranks", ranks);
    for (int rank = 0; rank < ranks; rank++)
        if (marks[rank])
            out->members[out->count++] = rank;
    return STATUS_OK;
}

static enum status parse_list(const char *text, struct marks *marks,
                              struct ranklist *out)
{
    enum status status = STATUS_OK;

    marks->of = calloc((size_t)marks->ranks + 1, 1);
    if (marks->of == NULL)
        return log_fail(STATUS_NO_MEMORY, "list of %d ranks", marks->ranks);
    if (text == NULL || strcmp(text, "all") == 0)
        memset(marks->of, 1, (size_t)marks->ranks);
    else
        status = parse_marks(text, marks);
    if (status == STATUS_OK)
        status = collect_members(marks->of, marks->ranks, out);
    free(marks->of);
    return status;
}

enum status ranklist_parse(const char *text, int ranks, struct ranklist *out)
{
    struct marks marks = { .ranks = ranks };

    return parse_list(text, &marks, out);
}

enum status ranklist_parse_part(const char *text, int ranks,
                                struct ranklist *out, bool *beyond)
{
    struct marks marks = { .ranks = ranks, .lenient = true };
    enum status status = parse_list(text, &marks, out);

    *beyond = marks.beyond;
    return status;
}

void ranklist_clear(struct ranklist *list)
{
    free(list->members);
    *list = (struct ranklist){ 0 };
}

int ranklist_has(const struct ranklist *list, int rank)
{
    return list->count > 0 && bsearch(&rank, list->members, list->count,
                                      sizeof(int), order_int) != NULL;
}

void ranklist_text_add(struct ranklist_text *text, uint32_t rank)
{
    if (text->count > 0 && (int)rank == text->last + 1) {
        text->count++;
        text->last++;
        return;
    }
    ranklist_text_end(text);
    strbuf_printf(text->out, "%s%d", text->count++ == 0 ? "" : ",", (int)rank);
    text->first = text->last = (int)rank;
}

size_t ranklist_text_end(struct ranklist_text *text)
{
    if (text->last > text->first)
        strbuf_printf(text->out, "%c%d",
                      text->last == text->first + 1 ? ',' : '-', text->last);
    return text->count;
}

void ranklist_print(struct strbuf *out, const int *members, size_t count)
{
    struct ranklist_text text = { .out = out };

    for (size_t i = 0; i < count; i++)
        ranklist_text_add(&text, (uint32_t)members[i]);
    ranklist_text_end(&text);
}

void ranklist_say(struct strbuf *out, const char *list)
{
    const char *last = strrchr(list, ',');

    for (; *list != '\0'; list++)
        if (*list != ',')
            strbuf_putc(out, *list);
        else
            strbuf_puts(out, list == last ? " and " : ", ");
}

void ranklist_name(struct strbuf *out, const char *list)
{
    strbuf_puts(out, strpbrk(list, ",-") == NULL ? "rank " : "ranks ");
    ranklist_say(out, list);
}
