/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/notes/remark.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/text/strbuf.h"

static void texts_free(struct remark *remark)
{
    for (int i = 0; i < REMARK_TEXTS; i++)
        free((char *)remark->texts[i]);
}

enum status remarks_add(struct remarks *remarks, const struct remark *remark)
{
    struct remark copy = *remark;
    bool copied = array_more(&remarks->list, remarks->count, sizeof(copy));

    for (int i = 0; i < REMARK_TEXTS; i++) {
        const char *text = remark->texts[i];

        copy.texts[i] = strdup(text == NULL ? "" : text);
        copied = copied && copy.texts[i] != NULL;
    }
    if (!copied) {
        texts_free(&copy);
        return STATUS_NO_MEMORY;
    }
    remarks->list[remarks->count++] = copy;
    return STATUS_OK;
}

enum status remarks_take(struct remarks *remarks, const struct remarks *from,
                         uint32_t first, uint32_t last)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < from->count && status == STATUS_OK; i++)
        if (from->list[i].code >= first && from->list[i].code <= last)
            status = remarks_add(remarks, &from->list[i]);
    return status == STATUS_OK ? status : log_fail(status, "a remark");
}

/* The first of the `count' with that code and, unless it is NULL, text. */
static struct remark *find_first(struct remarks *remarks, size_t count,
                                 uint32_t code, const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (remarks->list[i].code == code &&
            (text == NULL || strcmp(remarks->list[i].texts[0], text) == 0))
            return &remarks->list[i];
    return NULL;
}

/* Those with that code become the first of them; by_text: the first with the
 * same text. */
static void unite_remarks(struct remarks *remarks, uint32_t code, bool by_text)
{
    size_t kept = 0;

    for (size_t i = 0; i < remarks->count; i++) {
        struct remark *one = &remarks->list[i], *first = NULL;

        if (one->code == code)
            first = find_first(remarks, kept, code,
                               by_text ? one->texts[0] : NULL);
        if (first == NULL) {
            remarks->list[kept++] = *one;
            continue;
        }
        for (int k = 0; k < REMARK_NUMBERS; k++)
            first->numbers[k] += one->numbers[k];
        texts_free(one);
    }
    remarks->count = kept;
}

void remarks_add_up(struct remarks *remarks, uint32_t code)
{
    unite_remarks(remarks, code, true);
}

void remarks_list(struct remarks *remarks, uint32_t code)
{
    struct strbuf list;
    struct remark *first;

    strbuf_init(&list);
    for (size_t i = 0; i < remarks->count; i++)
        if (remarks->list[i].code == code)
            strbuf_printf(&list, "%s%s (%llu)", list.length > 0 ? ", " : "",
                          remarks->list[i].texts[0],
                          (unsigned long long)remarks->list[i].numbers[0]);
    unite_remarks(remarks, code, false);
    first = find_first(remarks, remarks->count, code, NULL);
    if (first == NULL || list.failed) {
        strbuf_clear(&list);
        return;
    }
    free((char *)first->texts[0]);
    first->texts[0] = list.text;
}

void remarks_clear(struct remarks *remarks)
{
    for (size_t i = 0; i < remarks->count; i++)
        texts_free(&remarks->list[i]);
    free(remarks->list);
    *remarks = (struct remarks){ 0 };
}

/* Begins with the sentence, as in format version 1; "": a code follows. */
static void remark_encode(const struct remark *remark,
                          struct bytes_writer *out)
{
    if (remark->code == REMARK_TEXT && *remark->texts[0] != '\0') {
        bytes_put_string(out, remark->texts[0]);
        return;
    }
    bytes_put_string(out, "");
    PUT_NUMBERS(out, remark->code, REMARK_NUMBERS);
    for (int i = 0; i < REMARK_NUMBERS; i++)
        bytes_put_number(out, remark->numbers[i]);
    bytes_put_number(out, REMARK_TEXTS);
    for (int i = 0; i < REMARK_TEXTS; i++)
        bytes_put_string(out, remark->texts[i]);
}

void remarks_encode(const struct remarks *remarks, size_t from,
                    struct bytes_writer *out)
{
    bytes_put_number(out, remarks->count - from);
    for (; from < remarks->count; from++)
        remark_encode(&remarks->list[from], out);
}

/* Values beyond those of today are skipped. */
static void values_decode(struct bytes_reader *in, struct remark *out)
{
    size_t count;

    out->code = bytes_get_below(in, (uint64_t)UINT32_MAX + 1);
    count = bytes_get_count(in, 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t number = bytes_get_number(in);

        if (i < REMARK_NUMBERS)
            out->numbers[i] = number;
    }
    count = bytes_get_count(in, 1);
    for (size_t i = 0; i < count; i++) {
        char *text = bytes_get_string(in);

        if (i < REMARK_TEXTS)
            out->texts[i] = text;
        else
            free(text);
    }
}

enum status remarks_decode(struct bytes_reader *in, struct remarks *remarks)
{
    size_t count = bytes_get_count(in, 1);
    enum status status = STATUS_OK;

    for (size_t i = 0; i < count && !in->failed && status == STATUS_OK; i++) {
        struct remark remark = { .texts = { bytes_get_string(in) } };

        if (remark.texts[0] != NULL && *remark.texts[0] == '\0') {
            texts_free(&remark);
            remark.texts[0] = NULL;
            values_decode(in, &remark);
        }
        if (!in->failed)
            status = remarks_add(remarks, &remark);
        texts_free(&remark);
    }
    return status == STATUS_OK ? status : log_fail(status, "a remark");
}
