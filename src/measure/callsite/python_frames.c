/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/callsite/python_frames.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/pages.h"
#include "base/text/strbuf.h"
#include "measure/callsite/python_lines.h"

#define SLOTS 65536u
#define TRIED_SLOTS 64
#define TEXT_MOST 1024u
#define TABLE_MOST (1u << 20)
#define FRAMES_AT_ONCE 8 /* divides PYTHON_FRAMES_WALKED */
#define BLOCK_BYTES 2048u

#define CODE_SHIFT 32
#define CODE_MASK ((1u << 24) - 1)

/* A code object whose memory was another one's differs in one of these. */
struct code_key {
    uint64_t code, name, file, table;
    int64_t first;
};

struct text {
    uint32_t count, width; /* characters, bytes of each */
};

/* Its name, file and table of lines follow. */
struct code {
    struct code_key key;
    struct text name, file;
    uint32_t table_bytes;
};

static struct {
    struct python_layout layout;
    void *(*this_thread)(void);
    uint64_t code_type;
    pid_t process;
    uint8_t *store;
    uint64_t used;    /* bytes of the store; atomic.  A code object's number is
                      * its offset there, in units of eight bytes. */
    uint32_t *slots;  /* numbers, 0: empty; atomic */
    uint64_t crowded; /* frames whose code found no room; atomic */
    enum python_frames_state state; /* atomic */
} state;

static uint64_t pointer_at(const uint8_t *bytes, uint32_t offset)
{
    uint64_t value;

    memcpy(&value, bytes + offset, sizeof(value));
    return value;
}

static int32_t int_at(const uint8_t *bytes, uint32_t offset)
{
    int32_t value;

    memcpy(&value, bytes + offset, sizeof(value));
    return value;
}

/* Also of memory that is not there: then false. */
static bool copy_by_kernel(uint64_t from, void *to, size_t bytes)
{
    struct iovec local = { to, bytes };
    struct iovec remote = { (void *)(uintptr_t)from, bytes };

    return process_vm_readv(state.process, &local, 1, &remote, 1, 0) ==
           (ssize_t)bytes;
}

/* A frame, and what it refers to. */
struct frame {
    uint8_t bytes[PYTHON_FRAME_MOST];
    uint64_t code; /* 0: none */
    uint8_t code_bytes[PYTHON_CODE_MOST];
};

/* 3.14 marks pointers in their lowest bits. */
static uint64_t code_of(const struct frame *frame)
{
    return pointer_at(frame->bytes, state.layout.frame_code) & ~3ull;
}

static const uint8_t *bytes_at(uint64_t address)
{
    return (const uint8_t *)(uintptr_t)address;
}

static bool frame_is_owned(const struct frame *frame)
{
    return state.layout.entry == PYTHON_ENTRY_OWNER &&
           frame->bytes[state.layout.frame_entry] >= PYTHON_OWNED_BY_C;
}

/* A copy of the memory around the last address read: from 3.11 on, frames lie side
 * by side.  A block does not cross a page, so all of it can be read or none. */
struct block {
    uint64_t low; /* 0: none */
    uint8_t bytes[BLOCK_BYTES];
};

static bool copy_through(struct block *block, uint64_t from, void *to,
                         size_t bytes)
{
    uint64_t low = from & ~(uint64_t)(BLOCK_BYTES - 1);

    if (from - low + bytes > BLOCK_BYTES)
        return copy_by_kernel(from, to, bytes);
    if (block->low != low || low == 0) {
        block->low = 0;
        if (!copy_by_kernel(low, block->bytes, BLOCK_BYTES))
            return false;
        block->low = low;
    }
    memcpy(to, block->bytes + (from - low), bytes);
    return true;
}

/* Copies the code objects of these frames.  One system call reads up to the first
 * that cannot be read; the next call goes on behind it. */
static void copy_codes(struct frame *frames, int count)
{
    size_t bytes = state.layout.code_bytes;
    struct iovec local[FRAMES_AT_ONCE], remote[FRAMES_AT_ONCE];
    int whole;

    for (int i = 0; i < count; i++) {
        local[i] = (struct iovec){ frames[i].code_bytes, bytes };
        remote[i] =
            (struct iovec){ (void *)(uintptr_t)code_of(&frames[i]), bytes };
        frames[i].code = 0;
    }
    for (int i = 0; i < count; i += whole + 1) {
        ssize_t got =
            process_vm_readv(state.process, local + i, (size_t)(count - i),
                             remote + i, (size_t)(count - i), 0);

        whole = got < 0 ? 0 : (int)((size_t)got / bytes);
        for (int k = i; k < i + whole; k++)
            if (pointer_at(frames[k].code_bytes, state.layout.object_type) ==
                state.code_type)
                frames[k].code = code_of(&frames[k]);
    }
}

/* The same for a thread at rest, whose frames are all there; those that C code
 * owns have no code object. */
static bool copy_directly(struct block *block, uint64_t from, void *to,
                          size_t bytes)
{
    (void)block;
    memcpy(to, bytes_at(from), bytes);
    return true;
}

static void copy_codes_directly(struct frame *frames, int count)
{
    const struct python_layout *layout = &state.layout;

    for (struct frame *at = frames; at < frames + count; at++) {
        uint64_t code = code_of(at);

        at->code = 0;
        if (!frame_is_owned(at) && code != 0 &&
            pointer_at(bytes_at(code), layout->object_type) ==
                state.code_type) {
            memcpy(at->code_bytes, bytes_at(code), layout->code_bytes);
            at->code = code;
        }
    }
}

/* How a stack is read. */
struct reader {
    bool (*bytes)(struct block *block, uint64_t from, void *to, size_t bytes);
    void (*codes)(struct frame *frames, int count);
};
static const struct reader by_kernel = { copy_through, copy_codes };
static const struct reader by_hand = { copy_directly, copy_codes_directly };

/* The address of the innermost frame; 0: there is none. */
static uint64_t first_frame(const struct reader *reader, struct block *block,
                            uint64_t thread)
{
    const struct python_layout *layout = &state.layout;
    uint64_t at;

    if (!reader->bytes(block, thread + layout->thread_frame, &at,
                       sizeof(at)) ||
        (layout->indirect && at != 0 &&
         !reader->bytes(block, at + layout->indirect_frame, &at, sizeof(at))))
        return 0;
    return at;
}

/* ---- code objects ---- */

static struct code *code_numbered(uint32_t number)
{
    return (struct code *)(state.store + (size_t)number * 8);
}

static uint8_t *rest_of(struct code *code)
{
    return (uint8_t *)(code + 1);
}

/* Where its characters are; false: not of the usual form. */
static bool look_at_text(uint64_t object, struct text *out, uint64_t *data)
{
    enum { WIDTH_SHIFT = 2, COMPACT = 1 << 5, ASCII = 1 << 6 };
    const struct python_layout *layout = &state.layout;
    uint8_t head[PYTHON_FRAME_MOST];
    uint32_t bits;
    uint64_t count;

    if (!copy_by_kernel(object, head, layout->text_ascii))
        return false;
    bits = (uint32_t)int_at(head, layout->text_state);
    count = pointer_at(head, layout->text_length);
    out->count = count > TEXT_MOST ? TEXT_MOST : (uint32_t)count;
    out->width = bits >> WIDTH_SHIFT & 7;
    *data = object + (bits & ASCII ? layout->text_ascii : layout->text_other);
    return bits & COMPACT &&
           (out->width == 1 || out->width == 2 || out->width == 4);
}

static bool look_at_table(uint64_t object, uint32_t *bytes, uint64_t *data)
{
    uint64_t count;

    if (!copy_by_kernel(object + state.layout.bytes_length, &count,
                        sizeof(count)))
        return false;
    *bytes = count > TABLE_MOST ? 0 : (uint32_t)count;
    *data = object + state.layout.bytes_text;
    return true;
}

static size_t text_bytes(const struct text *text)
{
    return (size_t)text->count * text->width;
}

/* Returns 0. */
static uint32_t count_crowded(void)
{
    __atomic_fetch_add(&state.crowded, 1, __ATOMIC_RELAXED);
    return 0;
}

/* 0: no room. */
static uint32_t store_take(size_t bytes)
{
    uint64_t padded = (bytes + 7) & ~(uint64_t)7;
    uint64_t at = __atomic_fetch_add(&state.used, padded, __ATOMIC_RELAXED);

    return at + padded > PYTHON_FRAMES_STORE ? count_crowded()
                                             : (uint32_t)(at / 8);
}

static uint32_t keep_code(const struct code_key *key)
{
    struct code code = { .key = *key }, *kept;
    uint64_t name, file, table;
    uint32_t number;
    uint8_t *rest;

    if (!look_at_text(key->name, &code.name, &name) ||
        !look_at_text(key->file, &code.file, &file) ||
        !look_at_table(key->table, &code.table_bytes, &table))
        return 0;
    number = store_take(sizeof(code) + text_bytes(&code.name) +
                        text_bytes(&code.file) + code.table_bytes);
    if (number == 0)
        return 0;
    kept = code_numbered(number);
    *kept = code;
    rest = rest_of(kept);
    if (!copy_by_kernel(name, rest, text_bytes(&code.name)) ||
        !copy_by_kernel(file, rest + text_bytes(&code.name),
                        text_bytes(&code.file)))
        return 0;
    rest += text_bytes(&code.name) + text_bytes(&code.file);
    return copy_by_kernel(table, rest, code.table_bytes) ? number : 0;
}

static bool code_is_of_key(uint32_t number, const struct code_key *key)
{
    return memcmp(&code_numbered(number)->key, key, sizeof(*key)) == 0;
}

/* Two threads that see a code object first at the same time both keep it.
 * 0: unreadable, or no room. */
static uint32_t code_number(const struct code_key *key)
{
    uint64_t hash = hash_bytes(key, sizeof(*key), 0);
    uint32_t made = 0;

    for (uint32_t i = 0; i < TRIED_SLOTS; i++) {
        uint32_t *slot = &state.slots[(hash + i) % SLOTS];
        uint32_t number = __atomic_load_n(slot, __ATOMIC_ACQUIRE);

        if (number == 0) {
            made = made != 0 ? made : keep_code(key);
            if (made == 0 || __atomic_compare_exchange_n(
                                 slot, &number, made, false, __ATOMIC_ACQ_REL,
                                 __ATOMIC_ACQUIRE))
                return made;
        }
        if (code_is_of_key(number, key))
            return number;
    }
    return count_crowded();
}

/* ---- the stack ---- */

static uint64_t instruction_of(const struct frame *frame)
{
    const struct python_layout *layout = &state.layout;
    int64_t at = int_at(frame->bytes, layout->frame_at);

    if (layout->step == PYTHON_STEP_UNITS)
        at *= 2;
    else if (layout->step == PYTHON_STEP_POINTER)
        at = (int64_t)(pointer_at(frame->bytes, layout->frame_at) -
                       frame->code - layout->code_start);
    return at < 0 || at > INT32_MAX ? 0 : (uint64_t)at;
}

/* 0: nothing that can be read. */
static uint64_t word_of(const struct frame *frame)
{
    const struct python_layout *layout = &state.layout;
    const uint8_t *bytes = frame->code_bytes;
    struct code_key key = {
        .code = frame->code,
        .name = pointer_at(bytes, layout->code_name),
        .file = pointer_at(bytes, layout->code_file),
        .table = pointer_at(bytes, layout->code_table),
        .first = int_at(bytes, layout->code_line),
    };
    uint64_t number = frame->code != 0 ? code_number(&key) : 0;

    return number == 0 ? 0
                       : PYTHON_FRAME_BIT | number << CODE_SHIFT |
                             instruction_of(frame);
}

struct walk {
    uint64_t *words;
    uint64_t outer[PYTHON_FRAMES_OUTER]; /* of those that did not fit, the last
                                          * ones */
    int seen;
};

static uint64_t *place_of(struct walk *walk, int i)
{
    return i < PYTHON_FRAMES_INNER
               ? &walk->words[i]
               : &walk->outer[(i - PYTHON_FRAMES_INNER) % PYTHON_FRAMES_OUTER];
}

/* The loop was entered for the frame seen last. */
static void mark_entry(struct walk *walk)
{
    if (walk->seen > 0)
        *place_of(walk, walk->seen - 1) |= PYTHON_FRAME_ENTRY;
}

static void see_frame(struct walk *walk, const struct frame *frame)
{
    const struct python_layout *layout = &state.layout;
    uint64_t word = 0;

    if (frame_is_owned(frame))
        mark_entry(walk);
    else
        word = word_of(frame);
    if (word == 0)
        return;
    *place_of(walk, walk->seen++) = word;
    if (layout->entry == PYTHON_ENTRY_EACH ||
        (layout->entry == PYTHON_ENTRY_FLAG &&
         frame->bytes[layout->frame_entry] != 0))
        mark_entry(walk);
}

/* whole: the last frame seen is the outermost one. */
static int close_walk(struct walk *walk, bool whole)
{
    int more = walk->seen - PYTHON_FRAMES_INNER, count = walk->seen;

    if (whole)
        mark_entry(walk);
    if (more <= 0)
        return count;
    count = PYTHON_FRAMES_INNER;
    if (more > PYTHON_FRAMES_OUTER || !whole)
        walk->words[count++] = PYTHON_FRAME_CUT;
    for (int i = more > PYTHON_FRAMES_OUTER ? more - PYTHON_FRAMES_OUTER : 0;
         whole && i < more; i++)
        walk->words[count++] = *place_of(walk, PYTHON_FRAMES_INNER + i);
    return count;
}

/* Behind the words: little is on the stack of a handler, which may be small. */
struct reading {
    struct frame frames[FRAMES_AT_ONCE];
    struct block block;
};
_Static_assert(PYTHON_FRAMES_WALKED % FRAMES_AT_ONCE == 0, "whole turns");
_Static_assert(PYTHON_FRAMES_MOST * sizeof(uint64_t) +
                       sizeof(struct reading) <=
                   PYTHON_FRAMES_ROOM * sizeof(uint64_t),
               "room for reading");

/* FRAMES_AT_ONCE from *at on, or fewer; *at becomes the next one's address, or 0. */
static int copy_frames(const struct reader *reader, struct reading *reading,
                       uint64_t *at)
{
    int count = 0;

    while (count < FRAMES_AT_ONCE && *at != 0) {
        uint8_t *bytes = reading->frames[count].bytes;

        if (!reader->bytes(&reading->block, *at, bytes,
                           state.layout.frame_bytes)) {
            *at = 0;
            break;
        }
        *at = pointer_at(bytes, state.layout.frame_back);
        count++;
    }
    reader->codes(reading->frames, count);
    return count;
}

static int read_stack(uint64_t *words, const struct reader *reader)
{
    uint64_t thread = (uint64_t)(uintptr_t)state.this_thread();
    struct reading *reading = (struct reading *)(words + PYTHON_FRAMES_MOST);
    struct walk walk = { .words = words };
    uint64_t at;

    reading->block.low = 0;
    at = thread == 0 ? 0 : first_frame(reader, &reading->block, thread);
    for (int looked = 0; at != 0 && looked < PYTHON_FRAMES_WALKED;
         looked += FRAMES_AT_ONCE) {
        int count = copy_frames(reader, reading, &at);

        for (int i = 0; i < count; i++)
            see_frame(&walk, &reading->frames[i]);
    }
    return close_walk(&walk, at == 0);
}

int python_frames_read(uint64_t *words)
{
    return python_frames_state() == PYTHON_FRAMES_READ
               ? read_stack(words, &by_kernel)
               : 0;
}

int python_frames_here(uint64_t *words)
{
    return python_frames_state() == PYTHON_FRAMES_READ
               ? read_stack(words, &by_hand)
               : 0;
}

/* ---- names ---- */

static void put_character(struct strbuf *out, uint32_t c)
{
    if (c < 0x80) {
        strbuf_putc(out, (char)c);
    } else if (c < 0x800) {
        strbuf_putc(out, (char)(0xc0 | c >> 6));
        strbuf_putc(out, (char)(0x80 | (c & 63)));
    } else if (c >= 0xd800 && c < 0xe000) {
        strbuf_printf(out, "\\u%04x", c);
    } else if (c < 0x10000) {
        strbuf_putc(out, (char)(0xe0 | c >> 12));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 63)));
        strbuf_putc(out, (char)(0x80 | (c & 63)));
    } else {
        strbuf_putc(out, (char)(0xf0 | (c >> 18 & 7)));
        strbuf_putc(out, (char)(0x80 | (c >> 12 & 63)));
        strbuf_putc(out, (char)(0x80 | (c >> 6 & 63)));
        strbuf_putc(out, (char)(0x80 | (c & 63)));
    }
}

/* NULL: no memory. */
static char *utf8_of(const struct text *text, const uint8_t *data)
{
    struct strbuf out = { 0 };
    char *copied;

    for (uint32_t i = 0; i < text->count; i++) {
        uint32_t c = 0;

        memcpy(&c, data + (size_t)i * text->width, text->width);
        if (c == 0)
            break;
        put_character(&out, c);
    }
    copied = out.failed ? NULL : strdup(strbuf_text(&out));
    strbuf_clear(&out);
    return copied;
}

bool python_frame_names(uint64_t word, struct python_names *out)
{
    uint32_t number = (uint32_t)(word >> CODE_SHIFT) & CODE_MASK;
    struct code *code = code_numbered(number);
    struct python_lines lines = { .form = state.layout.table };
    const uint8_t *rest;

    if (number == 0 ||
        number * 8ull >= __atomic_load_n(&state.used, __ATOMIC_RELAXED))
        return false;
    rest = rest_of(code);
    out->function = utf8_of(&code->name, rest);
    rest += text_bytes(&code->name);
    out->file = utf8_of(&code->file, rest);
    rest += text_bytes(&code->file);
    lines.table = rest;
    lines.bytes = code->table_bytes;
    lines.first = (int)code->key.first;
    out->first_line = lines.first > 0 ? lines.first : 0;
    out->line = python_line_at(&lines, (int)(uint32_t)word);
    if (out->function != NULL && out->file != NULL)
        return true;
    python_names_clear(out);
    return false;
}

/* ---- start ---- */

enum python_frames_state python_frames_state(void)
{
    return __atomic_load_n(&state.state, __ATOMIC_ACQUIRE);
}

static void set_state(enum python_frames_state now)
{
    __atomic_store_n(&state.state, now, __ATOMIC_RELEASE);
}

uint64_t python_frames_crowded(void)
{
    return __atomic_load_n(&state.crowded, __ATOMIC_RELAXED);
}

void python_frames_stop(void)
{
    if (python_frames_state() != PYTHON_FRAMES_UNKNOWN)
        set_state(PYTHON_FRAMES_OFF);
}

void python_frames_prepare(void)
{
    if (python_frames_state() >= PYTHON_FRAMES_UNCHECKED)
        state.this_thread();
}

static bool make_store(void)
{
    if (state.store == NULL)
        state.store = pages_reserve(PYTHON_FRAMES_STORE);
    if (state.slots == NULL)
        state.slots = pages_reserve(SLOTS * sizeof(*state.slots));
    if (state.used == 0)
        state.used = 8; /* no code has number 0 */
    return state.store != NULL && state.slots != NULL;
}

static bool interpreter_find(python_lookup_function *lookup)
{
    const char *(*version)(void);
    void *found[] = { lookup("Py_GetVersion"), lookup("PyCode_Type"),
                      lookup("PyGILState_GetThisThreadState") };

    if (found[0] == NULL || found[1] == NULL || found[2] == NULL)
        return false;
    memcpy(&version, &found[0], sizeof(version));
    memcpy(&state.this_thread, &found[2], sizeof(found[2]));
    state.code_type = (uint64_t)(uintptr_t)found[1];
    return python_layout_find(version(), lookup("_PyRuntime"), &state.layout);
}

void python_frames_setup(python_lookup_function *lookup)
{
    state.process = getpid();
    set_state(interpreter_find(lookup) && make_store()
                  ? PYTHON_FRAMES_UNCHECKED
                  : PYTHON_FRAMES_UNKNOWN);
}

static bool names_are_same(uint64_t word, const struct python_place *place)
{
    struct python_names ours, theirs;
    bool same;

    if (!python_name(place, &theirs))
        return false;
    same = python_frame_names(word, &ours);
    if (same) {
        same = strcmp(ours.function, theirs.function) == 0 &&
               strcmp(ours.file, theirs.file) == 0 &&
               ours.first_line == theirs.first_line &&
               ours.line == theirs.line;
        python_names_clear(&ours);
    }
    python_names_clear(&theirs);
    return same;
}

void python_frames_check(void)
{
    struct python_place places[PYTHON_FRAMES_INNER];
    uint64_t words[PYTHON_FRAMES_ROOM];
    int expected = python_stack(places, PYTHON_FRAMES_INNER), count;
    bool same;

    if (expected == 0)
        return;
    count = read_stack(words, &by_kernel);
    same = count == expected ||
           (count > expected && expected == PYTHON_FRAMES_INNER);
    for (int i = 0; same && i < expected; i++)
        same = names_are_same(words[i], &places[i]);
    python_release(places, expected);
    set_state(same ? PYTHON_FRAMES_READ : PYTHON_FRAMES_UNKNOWN);
}
