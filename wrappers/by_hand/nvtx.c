/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx.c - ranges and marks of NVTX, by the injection interface.
 *
 * A range of a domain is called "domain:range".  Pushed ranges end innermost
 * first, separately in each domain; started ones end by number.  Colours,
 * payloads and categories are ignored.
 */
#include <stdio.h>

#include "nvtx_interface.h"
#include "nvtx_names.h"
#include "ranges.h"
#include "start.h"

EXPORTED int InitializeInjectionNvtx2(nvtx_tables_function *tables);

static const char *message_of(const struct nvtx_event *event, char *room)
{
    const char *text = NULL;

    if (event == NULL || event->message.string == NULL)
        return "";
    switch (event->message_type) {
    case NVTX_MESSAGE_A: text = event->message.a; break;
    case NVTX_MESSAGE_W:
        nvtx_narrow(event->message.w, room, RANGE_NAME_ROOM);
        text = room;
        break;
    case NVTX_MESSAGE_STRING:
        text = nvtx_name_text(event->message.string);
        break;
    }
    return text != NULL ? text : "";
}

/* domain: NULL is the default one, without a name. */
static const char *range_name(const struct nvtx_name *domain,
                              const char *message, char *room)
{
    if (domain == NULL)
        return message;
    snprintf(room, RANGE_NAME_ROOM, "%s:%s", nvtx_name_text(domain), message);
    return room;
}

static void begin(enum hook_source source, uint64_t id,
                  const struct nvtx_name *domain, const char *message)
{
    char room[RANGE_NAME_ROOM];

    ranges_begin(source, id,
                 range_name(domain, message != NULL ? message : "", room));
}

static uint64_t domain_id(const struct nvtx_name *domain)
{
    return (uint64_t)(uintptr_t)domain;
}

static int push(const struct nvtx_name *domain, const char *message)
{
    begin(HOOK_NVTX_PUSHED, domain_id(domain), domain, message);
    return NVTX_DEPTH_UNKNOWN;
}

static int pop(const struct nvtx_name *domain)
{
    ranges_end(HOOK_NVTX_PUSHED, domain_id(domain));
    return NVTX_DEPTH_UNKNOWN;
}

static uint64_t start(const struct nvtx_name *domain, const char *message)
{
    uint64_t id = ranges_new_id();

    begin(HOOK_NVTX_STARTED, id, domain, message);
    return id;
}

static void mark(const struct nvtx_name *domain, const char *message)
{
    char room[RANGE_NAME_ROOM];

    ranges_moment(HOOK_NVTX_PUSHED,
                  range_name(domain, message != NULL ? message : "", room));
}

/* ---- of a domain ---- */

static void domain_mark(struct nvtx_name *domain,
                        const struct nvtx_event *event)
{
    char room[RANGE_NAME_ROOM];

    mark(domain, message_of(event, room));
}

static uint64_t domain_start(struct nvtx_name *domain,
                             const struct nvtx_event *event)
{
    char room[RANGE_NAME_ROOM];

    return start(domain, message_of(event, room));
}

static void domain_end(struct nvtx_name *domain, uint64_t id)
{
    (void)domain;
    ranges_end(HOOK_NVTX_STARTED, id);
}

static int domain_push(struct nvtx_name *domain,
                       const struct nvtx_event *event)
{
    char room[RANGE_NAME_ROOM];

    return push(domain, message_of(event, room));
}

static int domain_pop(struct nvtx_name *domain)
{
    return pop(domain);
}

static struct nvtx_name *register_a(struct nvtx_name *domain, const char *text)
{
    return nvtx_name_of(domain, text != NULL ? text : "");
}

static struct nvtx_name *register_w(struct nvtx_name *domain,
                                    const wchar_t *text)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(text != NULL ? text : L"", room, sizeof room);
    return nvtx_name_of(domain, room);
}

static struct nvtx_name *create_a(const char *name)
{
    return register_a(NULL, name);
}

static struct nvtx_name *create_w(const wchar_t *name)
{
    return register_w(NULL, name);
}

static void destroy(struct nvtx_name *domain)
{
    (void)domain; /* see nvtx_names.h */
}

/* ---- of the default domain ---- */

static void mark_ex(const struct nvtx_event *event)
{
    domain_mark(NULL, event);
}

static void mark_a(const char *message)
{
    mark(NULL, message);
}

static void mark_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    mark(NULL, room);
}

static uint64_t start_ex(const struct nvtx_event *event)
{
    return domain_start(NULL, event);
}

static uint64_t start_a(const char *message)
{
    return start(NULL, message);
}

static uint64_t start_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    return start(NULL, room);
}

static void end(uint64_t id)
{
    ranges_end(HOOK_NVTX_STARTED, id);
}

static int push_ex(const struct nvtx_event *event)
{
    return domain_push(NULL, event);
}

static int push_a(const char *message)
{
    return push(NULL, message);
}

static int push_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    return push(NULL, room);
}

static int pop_default(void)
{
    return pop(NULL);
}

/* ---- where the program finds them ---- */

struct source_location {
    int module, place;
    nvtx_function *function;
};

/* clang-format off */
#define PLACE(module, place, function) \
    { module, place, (nvtx_function *)(void *)(function) }
/* clang-format on */

static const struct source_location places[] = {
    PLACE(NVTX_CORE, NVTX_MARK_EX, mark_ex),
    PLACE(NVTX_CORE, NVTX_MARK_A, mark_a),
    PLACE(NVTX_CORE, NVTX_MARK_W, mark_w),
    PLACE(NVTX_CORE, NVTX_START_EX, start_ex),
    PLACE(NVTX_CORE, NVTX_START_A, start_a),
    PLACE(NVTX_CORE, NVTX_START_W, start_w),
    PLACE(NVTX_CORE, NVTX_END, end),
    PLACE(NVTX_CORE, NVTX_PUSH_EX, push_ex),
    PLACE(NVTX_CORE, NVTX_PUSH_A, push_a),
    PLACE(NVTX_CORE, NVTX_PUSH_W, push_w),
    PLACE(NVTX_CORE, NVTX_POP, pop_default),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_MARK_EX, domain_mark),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_START_EX, domain_start),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_END, domain_end),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_PUSH_EX, domain_push),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_POP, domain_pop),
    PLACE(NVTX_CORE2, NVTX_REGISTER_STRING_A, register_a),
    PLACE(NVTX_CORE2, NVTX_REGISTER_STRING_W, register_w),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_CREATE_A, create_a),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_CREATE_W, create_w),
    PLACE(NVTX_CORE2, NVTX_DOMAIN_DESTROY, destroy),
};

static void callback_put(const struct nvtx_callbacks *callbacks,
                         const struct source_location *place)
{
    nvtx_function ***table = NULL;
    unsigned count = 0;

    if (callbacks->module_table(place->module, &table, &count) == 0 ||
        table == NULL || (unsigned)place->place >= count ||
        table[place->place] == NULL)
        return;
    *table[place->place] = place->function;
}

/* Also once for each file of the program that has the headers to itself.  0:
 * the program's own functions then do nothing. */
int InitializeInjectionNvtx2(nvtx_tables_function *tables)
{
    const struct nvtx_callbacks *callbacks;

    if (!start_is_wanted() || tables == NULL)
        return 0;
    callbacks = tables(NVTX_TABLE_CALLBACKS);
    if (callbacks == NULL || callbacks->size < sizeof *callbacks)
        return 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        callback_put(callbacks, &places[i]);
    return 1;
}
