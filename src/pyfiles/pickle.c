/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/pickle.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define MEMBERS_MOST 8 /* that are looked at in an object */

void pickle_clear(struct pickle *pickle)
{
    strbuf_clear(&pickle->arena);
    FREE_ALL(pickle->texts, pickle->lists, pickle->items);
    *pickle = (struct pickle){ 0 };
}

static bool is_list(const struct pickle_value *value)
{
    return value->kind == PICKLE_LIST || value->kind == PICKLE_DICT ||
           value->kind == PICKLE_OBJECT;
}

const char *pickle_text(const struct pickle *pickle,
                        const struct pickle_value *value)
{
    return value->kind != PICKLE_TEXT
               ? NULL
               : pickle->arena.text + pickle->texts[value->id];
}

bool pickle_real(const struct pickle_value *value, double *out)
{
    *out =
        value->kind == PICKLE_WHOLE ? (double)value->as.whole : value->as.real;
    return value->kind == PICKLE_WHOLE || value->kind == PICKLE_REAL;
}

uint32_t pickle_open(struct pickle *pickle, const struct pickle_value *value)
{
    struct pickle_list *list;

    if (!is_list(value))
        return PICKLE_END;
    list = &pickle->lists[value->id];
    if (list->opened)
        return PICKLE_END;
    list->opened = true;
    return list->first;
}

bool pickle_fields(const struct pickle *pickle,
                   const struct pickle_value *value, size_t count,
                   const struct pickle_value *out[])
{
    uint32_t at = is_list(value) ? pickle->lists[value->id].first : PICKLE_END;

    for (size_t i = 0; i < count; i++) {
        if (at == PICKLE_END)
            return false;
        out[i] = &pickle->items[at].value;
        at = pickle->items[at].next;
    }
    return true;
}

const struct pickle_value *pickle_member(const struct pickle *pickle,
                                         const struct pickle_value *object,
                                         enum pickle_class class,
                                         const char *name)
{
    const struct pickle_value *state, *pair[2];
    uint32_t at;

    if (object->kind != PICKLE_OBJECT || object->class != class ||
        !pickle_fields(pickle, object, 1, &state))
        return NULL;
    at = pickle->lists[state->id].first;
    for (int i = 0; i < MEMBERS_MOST && at != PICKLE_END; i++) {
        const char *text;

        pair[0] = &pickle->items[at].value;
        at = pickle->items[at].next;
        pair[1] = &pickle->items[at].value; /* pairs are whole */
        at = pickle->items[at].next;
        text = pickle_text(pickle, pair[0]);
        if (text != NULL && strcmp(text, name) == 0)
            return pair[1];
    }
    return NULL;
}
