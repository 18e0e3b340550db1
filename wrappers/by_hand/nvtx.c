/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx.c - ranges and marks of NVTX, by the injection interface.
 *
 * A range of a domain is called "domain:range".  Pushed ranges end innermost
 * first, separately in each domain; started ones end by number.  Colours,
 * payloads and categories are ignored.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "nvtx_interface.h"
#include "ranges.h"
#include "start.h"
#include "base/cancel.h"

/* ---- names that NVTX has registered ---- */

/* A handle stays valid to the end of the process, also after its domain was
 * destroyed: open ranges refer to it.  The same name gives the same handle, so
 * creating one repeatedly takes no more memory.  NULL, without memory, acts as
 * the name "". */
enum { CHAINS = 256 };

struct nvtx_name {
    struct nvtx_name *next; /* in its chain */
    const struct nvtx_name *domain;
    char text[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct nvtx_name *chains[CHAINS];

static unsigned chain_of(const struct nvtx_name *domain, const char *text)
{
    uint32_t hash = (uint32_t)((uintptr_t)domain >> 4);

    for (; *text != '\0'; text++)
        hash = hash * 31 + (unsigned char)*text;
    return (hash ^ hash >> 16) % CHAINS;
}

/* With the lock held. */
static struct nvtx_name *name_find(struct nvtx_name *at,
                                   const struct nvtx_name *domain,
                                   const char *text)
{
    while (at != NULL && (at->domain != domain || strcmp(at->text, text) != 0))
        at = at->next;
    return at;
}

static struct nvtx_name *name_add(struct nvtx_name **chain,
                                  const struct nvtx_name *domain,
                                  const char *text)
{
    size_t size = strlen(text) + 1;
    struct nvtx_name *name = malloc(sizeof *name + size);

    if (name == NULL)
        return NULL;
    memcpy(name->text, text, size);
    name->domain = domain;
    name->next = *chain;
    *chain = name;
    return name;
}

/* domain: NULL for the default one, and for the name of a domain. */
static struct nvtx_name *nvtx_name_of(const struct nvtx_name *domain,
                                      const char *text)
{
    struct nvtx_name **chain = &chains[chain_of(domain, text)];
    struct nvtx_name *name;
    int before = cancel_lock(&lock);

    name = name_find(*chain, domain, text);
    if (name == NULL)
        name = name_add(chain, domain, text);
    cancel_unlock(&lock, before);
    return name;
}

static const char *nvtx_name_text(const struct nvtx_name *name)
{
    return name != NULL ? name->text : "";
}

/* Bytes of a code point in UTF-8. */
static size_t encode_utf8(uint32_t code, char bytes[4])
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        code = '?';
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    bytes[0] = (char)(0xf0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

/* Converts to UTF-8, cut to fit with its NUL; invalid characters become
 * `?'. */
static void nvtx_narrow(const wchar_t *wide, char *out, size_t size)
{
    size_t used = 0;

    for (; *wide != L'\0'; wide++) {
        char bytes[4];
        size_t length = encode_utf8((uint32_t)*wide, bytes);

        if (used + length >= size)
            break;
        memcpy(&out[used], bytes, length);
        used += length;
    }
    out[used] = '\0';
}

/* ---- ranges ---- */

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

static void begin_range(enum hook_source source, uint64_t id,
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

static int push_range(const struct nvtx_name *domain, const char *message)
{
    begin_range(HOOK_NVTX_PUSHED, domain_id(domain), domain, message);
    return NVTX_DEPTH_UNKNOWN;
}

static int pop_range(const struct nvtx_name *domain)
{
    ranges_end(HOOK_NVTX_PUSHED, domain_id(domain));
    return NVTX_DEPTH_UNKNOWN;
}

static uint64_t start_range(const struct nvtx_name *domain,
                            const char *message)
{
    uint64_t id = ranges_new_id();

    begin_range(HOOK_NVTX_STARTED, id, domain, message);
    return id;
}

static void mark_moment(const struct nvtx_name *domain, const char *message)
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

    mark_moment(domain, message_of(event, room));
}

static uint64_t domain_start(struct nvtx_name *domain,
                             const struct nvtx_event *event)
{
    char room[RANGE_NAME_ROOM];

    return start_range(domain, message_of(event, room));
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

    return push_range(domain, message_of(event, room));
}

static int domain_pop(struct nvtx_name *domain)
{
    return pop_range(domain);
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

static void destroy_domain(struct nvtx_name *domain)
{
    (void)domain; /* its names stay, see above */
}

/* ---- of the default domain ---- */

static void mark_ex(const struct nvtx_event *event)
{
    domain_mark(NULL, event);
}

static void mark_a(const char *message)
{
    mark_moment(NULL, message);
}

static void mark_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    mark_moment(NULL, room);
}

static uint64_t start_ex(const struct nvtx_event *event)
{
    return domain_start(NULL, event);
}

static uint64_t start_a(const char *message)
{
    return start_range(NULL, message);
}

static uint64_t start_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    return start_range(NULL, room);
}

static void end_range(uint64_t id)
{
    ranges_end(HOOK_NVTX_STARTED, id);
}

static int push_ex(const struct nvtx_event *event)
{
    return domain_push(NULL, event);
}

static int push_a(const char *message)
{
    return push_range(NULL, message);
}

static int push_w(const wchar_t *message)
{
    char room[RANGE_NAME_ROOM];

    nvtx_narrow(message != NULL ? message : L"", room, sizeof room);
    return push_range(NULL, room);
}

static int pop_default(void)
{
    return pop_range(NULL);
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
    PLACE(NVTX_CORE, NVTX_END, end_range),
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
    PLACE(NVTX_CORE2, NVTX_DOMAIN_DESTROY, destroy_domain),
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
