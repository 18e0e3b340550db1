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

/* Reads a number below limit; false when there is none. */
static bool parse_rank(const char **at, int limit, int *out)
{
    long value = 0;

    if (!isdigit((unsigned char)**at))
        return false;
    for (; isdigit((unsigned char)**at); (*at)++) {
        value = value * 10 + (**at - '0');
        if (value >= limit)
            return false;
    }
    *out = (int)value;
    return true;
}

/* One part, such as 3 or 0-15, that must end at a comma or the end. */
static bool parse_part(const char **at, int ranks, unsigned char *marks)
{
    int first, last;

    if (!parse_rank(at, ranks, &first))
        return false;
    last = first;
    if (**at == '-') {
        (*at)++;
        if (!parse_rank(at, ranks, &last) || last < first)
            return false;
    }
    if (**at != ',' && **at != '\0')
        return false;
    memset(marks + first, 1, (size_t)(last - first) + 1);
    return true;
}

static enum status parse_marks(const char *text, int ranks,
                               unsigned char *marks)
{
    const char *at = text;

    for (;;) {
        const char *part = at;

        if (!parse_part(&at, ranks, marks))
            return log_fail(STATUS_BAD_VALUE,
                            "'%.*s' is not a rank or range within 0-%d",
                            (int)strcspn(part, ","), part, ranks - 1);
        if (*at == '\0')
            return STATUS_OK;
        at++;
    }
}

static enum status collect(const unsigned char *marks, int ranks,
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

enum status ranklist_parse(const char *text, int ranks, struct ranklist *out)
{
    unsigned char *marks = calloc((size_t)ranks + 1, 1);
    enum status status = STATUS_OK;

    if (marks == NULL)
        return log_fail(STATUS_NO_MEMORY, "list of %d ranks", ranks);
    if (text == NULL || strcmp(text, "all") == 0)
        memset(marks, 1, (size_t)ranks);
    else
        status = parse_marks(text, ranks, marks);
    if (status == STATUS_OK)
        status = collect(marks, ranks, out);
    free(marks);
    return status;
}

void ranklist_clear(struct ranklist *list)
{
    free(list->members);
    *list = (struct ranklist){ 0 };
}

static int by_number(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;

    return (left > right) - (left < right);
}

int ranklist_has(const struct ranklist *list, int rank)
{
    return list->count > 0 && bsearch(&rank, list->members, list->count,
                                      sizeof(int), by_number) != NULL;
}

void ranklist_print(struct strbuf *out, const int *members, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t last = i;

        while (last + 1 < count && members[last + 1] == members[last] + 1)
            last++;
        strbuf_printf(out, "%s%d", i == 0 ? "" : ",", members[i]);
        if (last > i)
            strbuf_printf(out, "%c%d", last == i + 1 ? ',' : '-',
                          members[last]);
        i = last + 1;
    }
}
