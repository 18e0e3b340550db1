/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/pickle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/utf8.h"
#include "pyprof/py_text.h"

#define NEWEST 5       /* protocol */
#define NUMBER_MOST 64 /* bytes of a number that is written as text */
#define MEMBERS_MOST 8 /* that are looked at in an object */

struct reading {
    const uint8_t *data;
    size_t size, at, opcode_at;
    struct pickle *out;
    struct pickle_value *stack, *memo;
    size_t *marks;
    size_t depth, room, memo_count, memo_room, mark_count, mark_room;
    struct strbuf *problem;
    bool failed, no_memory, done;
};

/* ---- errors ---- */

static void fail(struct reading *in, const char *what)
{
    if (!in->failed)
        strbuf_printf(in->problem, "%s at byte %zu", what, in->opcode_at);
    in->failed = true;
}

static void fail_memory(struct reading *in)
{
    in->failed = in->no_memory = true;
}

/* ---- bytes ---- */

static const uint8_t *bytes_take(struct reading *in, size_t size)
{
    const uint8_t *bytes = in->data + in->at;

    if (in->failed)
        return NULL;
    if (size > in->size - in->at) {
        fail(in, "is cut off in what begins");
        return NULL;
    }
    in->at += size;
    return bytes;
}

static uint64_t take_number(struct reading *in, size_t size)
{
    const uint8_t *bytes = bytes_take(in, size);
    uint64_t value = 0;

    for (size_t i = 0; bytes != NULL && i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* A line without its end; NULL: there is none. */
static const char *take_line(struct reading *in, size_t *length)
{
    const uint8_t *begin = in->data + in->at, *end;

    if (in->failed)
        return NULL;
    end = memchr(begin, '\n', in->size - in->at);
    if (end == NULL) {
        fail(in, "is cut off in what begins");
        return NULL;
    }
    *length = (size_t)(end - begin);
    in->at += *length + 1;
    return (const char *)begin;
}

/* ---- the stack ---- */

static void push(struct reading *in, struct pickle_value value)
{
    if (in->failed)
        return;
    if (array_room(&in->stack, in->depth, &in->room, sizeof(*in->stack)))
        in->stack[in->depth++] = value;
    else
        fail_memory(in);
}

/* Values above the last mark. */
static size_t floor_of(const struct reading *in)
{
    return in->mark_count == 0 ? 0 : in->marks[in->mark_count - 1];
}

static struct pickle_value pop(struct reading *in)
{
    struct pickle_value none = { .kind = PICKLE_NONE };

    if (!in->failed && in->depth == floor_of(in))
        fail(in, "takes a value that is not there");
    return in->failed ? none : in->stack[--in->depth];
}

static struct pickle_value *top(struct reading *in)
{
    if (!in->failed && in->depth == floor_of(in))
        fail(in, "uses a value that is not there");
    return in->failed ? NULL : &in->stack[in->depth - 1];
}

static void push_mark(struct reading *in, int argument)
{
    (void)argument;
    if (array_room(&in->marks, in->mark_count, &in->mark_room,
                   sizeof(*in->marks)))
        in->marks[in->mark_count++] = in->depth;
    else
        fail_memory(in);
}

/* Where the values above the mark begin; the mark is gone. */
static size_t pop_mark(struct reading *in)
{
    if (!in->failed && in->mark_count == 0)
        fail(in, "uses a mark that is not there");
    return in->failed ? in->depth : in->marks[--in->mark_count];
}

/* ---- lists ---- */

static struct pickle_value list_create(struct reading *in, int kind)
{
    struct pickle *out = in->out;
    struct pickle_value value = { .kind = (uint8_t)kind };

    if (out->list_count >= UINT32_MAX ||
        !array_room(&out->lists, out->list_count, &out->list_room,
                    sizeof(*out->lists))) {
        fail_memory(in);
        return value;
    }
    out->lists[out->list_count] =
        (struct pickle_list){ .first = PICKLE_END, .last = PICKLE_END };
    value.id = (uint32_t)out->list_count++;
    return value;
}

static void list_add(struct reading *in, struct pickle_value list,
                     struct pickle_value value)
{
    struct pickle *out = in->out;
    struct pickle_list *to;

    if (in->failed)
        return;
    if (out->item_count >= PICKLE_END ||
        !array_room(&out->items, out->item_count, &out->item_room,
                    sizeof(*out->items))) {
        fail_memory(in);
        return;
    }
    to = &out->lists[list.id];
    out->items[out->item_count] = (struct pickle_item){ value, PICKLE_END };
    if (to->last == PICKLE_END)
        to->first = (uint32_t)out->item_count;
    else
        out->items[to->last].next = (uint32_t)out->item_count;
    to->last = (uint32_t)out->item_count++;
    to->count++;
}

/* Moves the values from there on into the list. */
static void list_fill(struct reading *in, struct pickle_value list,
                      size_t from)
{
    for (size_t i = from; i < in->depth && !in->failed; i++)
        list_add(in, list, in->stack[i]);
    in->depth = from < in->depth ? from : in->depth;
}

static void push_empty(struct reading *in, int kind)
{
    push(in, list_create(in, kind));
}

static void push_marked(struct reading *in, int kind)
{
    size_t from = pop_mark(in);
    struct pickle_value list = list_create(in, kind);

    if (kind == PICKLE_DICT && (in->depth - from) % 2 != 0)
        fail(in, "has a key without a value");
    list_fill(in, list, from);
    push(in, list);
}

static void push_tuple(struct reading *in, int count)
{
    struct pickle_value list = list_create(in, PICKLE_LIST);

    if (!in->failed && in->depth - floor_of(in) < (size_t)count)
        fail(in, "takes a value that is not there");
    if (!in->failed)
        list_fill(in, list, in->depth - (size_t)count);
    push(in, list);
}

/* Adds values above the mark to the list or dictionary below it. */
static void extend(struct reading *in, int kind)
{
    size_t from = pop_mark(in);

    if (in->failed)
        return;
    if (from == floor_of(in) || in->stack[from - 1].kind != kind ||
        (kind == PICKLE_DICT && (in->depth - from) % 2 != 0))
        fail(in, "adds to what is no such list");
    else
        list_fill(in, in->stack[from - 1], from);
}

static void append(struct reading *in, int kind)
{
    size_t count = kind == PICKLE_DICT ? 2 : 1, from;

    if (in->depth - floor_of(in) < count + 1) {
        fail(in, "takes a value that is not there");
        return;
    }
    from = in->depth - count;
    if (in->stack[from - 1].kind != kind)
        fail(in, "adds to what is no such list");
    else
        list_fill(in, in->stack[from - 1], from);
}

/* ---- numbers ---- */

static void push_whole(struct reading *in, int64_t whole)
{
    push(in, (struct pickle_value){ .kind = PICKLE_WHOLE, .as.whole = whole });
}

static void push_unsigned(struct reading *in, int bytes)
{
    push_whole(in, (int64_t)take_number(in, (size_t)bytes));
}

static void push_int32(struct reading *in, int bytes)
{
    push_whole(in, (int32_t)(uint32_t)take_number(in, (size_t)bytes));
}

static void push_constant(struct reading *in, int whole)
{
    push_whole(in, whole);
}

static void push_none(struct reading *in, int argument)
{
    (void)argument;
    push(in, (struct pickle_value){ .kind = PICKLE_NONE });
}

/* Two's complement of any length, of which 64 bits are used. */
static void push_long(struct reading *in, int length_bytes)
{
    uint64_t length = take_number(in, (size_t)length_bytes), value = 0;
    const uint8_t *bytes;

    if (!in->failed && length > sizeof(value))
        fail(in, "has too large a number");
    bytes = bytes_take(in, length);
    if (bytes == NULL)
        return;
    for (uint64_t i = 0; i < sizeof(value); i++)
        value |= (uint64_t)(i < length                               ? bytes[i]
                            : length > 0 && bytes[length - 1] & 0x80 ? 0xff
                                                                     : 0)
                 << (8 * i);
    push_whole(in, (int64_t)value);
}

static void push_real(struct reading *in, int bytes)
{
    const uint8_t *from = bytes_take(in, (size_t)bytes);
    struct pickle_value value = { .kind = PICKLE_REAL };
    uint64_t bits = 0;

    for (int i = 0; from != NULL && i < bytes; i++)
        bits = bits << 8 | from[i];
    memcpy(&value.as.real, &bits, sizeof(bits));
    push(in, value);
}

/* Numbers of protocol 0; what: I, L or F. */
static void push_spelled(struct reading *in, int what)
{
    struct pickle_value value = { .kind = PICKLE_WHOLE };
    char text[NUMBER_MOST + 1], *end = text;
    const char *line;
    size_t length = 0;

    line = take_line(in, &length);
    if (line == NULL)
        return;
    if (length > 0 && what == 'L' && line[length - 1] == 'L')
        length--;
    if (length > 0 && length <= NUMBER_MOST) {
        memcpy(text, line, length);
        text[length] = '\0';
        errno = 0;
        if (what == 'F') {
            value.kind = PICKLE_REAL;
            value.as.real = strtod(text, &end);
            errno = 0;
        } else {
            value.as.whole = strtoll(text, &end, 10);
        }
    }
    if (end != text + length || length == 0 || errno != 0)
        fail(in, "has no number, or too large a one,");
    push(in, value);
}

/* ---- texts ---- */

static void text_add(struct reading *in, const void *bytes, size_t length)
{
    struct pickle *out = in->out;
    struct pickle_value value = { .kind = PICKLE_TEXT };

    if (out->text_count >= UINT32_MAX ||
        !array_room(&out->texts, out->text_count, &out->text_room,
                    sizeof(*out->texts))) {
        fail_memory(in);
        return;
    }
    out->texts[out->text_count] = out->arena.length;
    py_text_take(&out->arena, bytes, length);
    strbuf_putc(&out->arena, '\0');
    if (out->arena.failed)
        fail_memory(in);
    value.id = (uint32_t)out->text_count++;
    push(in, value);
}

static void push_text(struct reading *in, int length_bytes)
{
    uint64_t length = take_number(in, (size_t)length_bytes);
    const uint8_t *bytes;

    if (!in->failed && length > in->size - in->at)
        fail(in, "is cut off in the text that begins");
    bytes = bytes_take(in, length);
    if (bytes != NULL)
        text_add(in, bytes, length);
}

/* The character at *at: a byte of Latin-1, or \uHHHH or \UHHHHHHHH. */
static uint32_t code_next(const char **at, const char *end)
{
    size_t digits = end - *at < 2 || **at != '\\' ? 0
                    : (*at)[1] == 'u'             ? 4
                    : (*at)[1] == 'U'             ? 8
                                                  : 0;
    char text[9] = "", *rest = text;
    unsigned long code = 0;

    if (digits > 0 && (size_t)(end - *at) >= digits + 2) {
        memcpy(text, *at + 2, digits);
        code = strtoul(text, &rest, 16);
    }
    if (rest == text || rest != text + digits) {
        code = (unsigned char)**at;
        digits = 0;
    }
    *at += digits > 0 ? digits + 2 : 1;
    return (uint32_t)code;
}

/* A text of protocol 0. */
static void push_text_line(struct reading *in, int argument)
{
    struct strbuf text = { 0 };
    const char *line;
    size_t length = 0;

    (void)argument;
    line = take_line(in, &length);
    if (line == NULL)
        return;
    for (const char *at = line; at < line + length;) {
        char bytes[4];

        strbuf_add(&text, bytes,
                   (size_t)utf8_write(code_next(&at, line + length), bytes));
    }
    if (text.failed)
        fail_memory(in);
    else
        text_add(in, strbuf_text(&text), text.length);
    strbuf_clear(&text);
}

/* ---- names and objects ---- */

/* All that these files name.  Nothing is imported: the names say what the lists
 * behind them are. */
static const struct known_class {
    const char *module, *name;
    enum pickle_class class;
} classes[] = {
    { "line_profiler._line_profiler", "LineStats", PICKLE_LINE_STATS },
    { "line_profiler.line_profiler", "LineStats", PICKLE_LINE_STATS },
    { "_line_profiler", "LineStats", PICKLE_LINE_STATS },
    { "tracemalloc", "Snapshot", PICKLE_SNAPSHOT },
    { "tracemalloc", "_Traces", PICKLE_TRACES },
    { "builtins", "object", PICKLE_PLAIN },
    { "__builtin__", "object", PICKLE_PLAIN },
    { "copyreg", "_reconstructor", PICKLE_RECONSTRUCTOR },
    { "copy_reg", "_reconstructor", PICKLE_RECONSTRUCTOR },
};

static bool is_text(const char *text, const char *bytes, size_t length)
{
    return strlen(text) == length && memcmp(text, bytes, length) == 0;
}

static void push_class(struct reading *in, const char *module,
                       size_t module_length, const char *name,
                       size_t name_length)
{
    struct pickle_value value = { .kind = PICKLE_CLASS };
    size_t i = 0, count = sizeof(classes) / sizeof(classes[0]);

    while (i < count && (!is_text(classes[i].module, module, module_length) ||
                         !is_text(classes[i].name, name, name_length)))
        i++;
    if (i == count) {
        if (!in->failed)
            strbuf_printf(in->problem,
                          "is a pickle that names %.*s.%.*s, which no file of "
                          "line_profiler or tracemalloc does; nothing of it "
                          "was executed",
                          (int)(module_length > 80 ? 80 : module_length),
                          module, (int)(name_length > 80 ? 80 : name_length),
                          name);
        in->failed = true;
        return;
    }
    value.class = (uint8_t)classes[i].class;
    push(in, value);
}

static void push_global(struct reading *in, int argument)
{
    size_t module_length = 0, name_length = 0;
    const char *module = take_line(in, &module_length), *name;

    (void)argument;
    name = take_line(in, &name_length);
    if (name != NULL)
        push_class(in, module, module_length, name, name_length);
}

static void push_stack_global(struct reading *in, int argument)
{
    struct pickle_value name = pop(in), module = pop(in);
    const char *texts[2];

    (void)argument;
    texts[0] = pickle_text(in->out, &module);
    texts[1] = pickle_text(in->out, &name);
    if (texts[0] == NULL || texts[1] == NULL)
        fail(in, "has no name");
    if (!in->failed)
        push_class(in, texts[0], strlen(texts[0]), texts[1], strlen(texts[1]));
}

static void push_object(struct reading *in, uint8_t class)
{
    struct pickle_value object = list_create(in, PICKLE_OBJECT);

    object.class = class;
    push(in, object);
}

static void make_object(struct reading *in, int argument)
{
    struct pickle_value arguments = pop(in), class = pop(in);

    (void)argument;
    if (!in->failed &&
        (arguments.kind != PICKLE_LIST || class.kind != PICKLE_CLASS ||
         class.class >= PICKLE_PLAIN))
        fail(in, "makes an object of no known class");
    push_object(in, class.class);
}

/* Only what protocols 0 and 1 make of an object: _reconstructor(class, object,
 * None). */
static void reduce(struct reading *in, int argument)
{
    struct pickle_value arguments = pop(in), function = pop(in);
    const struct pickle_value *fields[3];

    (void)argument;
    if (in->failed)
        return;
    if (function.kind != PICKLE_CLASS ||
        function.class != PICKLE_RECONSTRUCTOR ||
        !pickle_fields(in->out, &arguments, 3, fields) ||
        fields[0]->kind != PICKLE_CLASS || fields[0]->class >= PICKLE_PLAIN) {
        fail(in, "is a pickle that calls a function, which is never done,");
        return;
    }
    push_object(in, fields[0]->class);
}

static void build(struct reading *in, int argument)
{
    struct pickle_value state = pop(in), *object = top(in);

    (void)argument;
    if (object == NULL)
        return;
    if (object->kind != PICKLE_OBJECT || state.kind != PICKLE_DICT)
        fail(in, "gives a state to what is no object");
    else
        list_add(in, *object, state);
}

/* ---- the memo ---- */

static void memo_put(struct reading *in, uint64_t which)
{
    const struct pickle_value *value = top(in);

    if (value == NULL)
        return;
    /* Python numbers them one by one, from 0 or 1 on. */
    if (which > in->memo_count + 1) {
        fail(in, "has a reference out of order");
        return;
    }
    if (!array_reach(&in->memo, which, &in->memo_room, sizeof(*in->memo))) {
        fail_memory(in);
        return;
    }
    in->memo[which] = *value;
    if (which >= in->memo_count)
        in->memo_count = which + 1;
}

static void memo_get(struct reading *in, uint64_t which)
{
    if (in->failed)
        return;
    if (which >= in->memo_count)
        fail(in, "refers to what is not there");
    else
        push(in, in->memo[which]);
}

static void memoize(struct reading *in, int argument)
{
    (void)argument;
    memo_put(in, in->memo_count);
}

static void put_bytes(struct reading *in, int bytes)
{
    memo_put(in, take_number(in, (size_t)bytes));
}

static void get_bytes(struct reading *in, int bytes)
{
    memo_get(in, take_number(in, (size_t)bytes));
}

static uint64_t take_spelled_index(struct reading *in)
{
    size_t length = 0;
    const char *line = take_line(in, &length);
    uint64_t value = length == 0 || length > 10 ? UINT64_MAX : 0;

    for (size_t i = 0; line != NULL && i < length && value != UINT64_MAX; i++)
        value = line[i] < '0' || line[i] > '9'
                    ? UINT64_MAX
                    : value * 10 + (uint64_t)(line[i] - '0');
    return value;
}

static void put_spelled(struct reading *in, int argument)
{
    (void)argument;
    memo_put(in, take_spelled_index(in));
}

static void get_spelled(struct reading *in, int argument)
{
    (void)argument;
    memo_get(in, take_spelled_index(in));
}

/* ---- the file ---- */

static void check_protocol(struct reading *in, int argument)
{
    (void)argument;
    if (take_number(in, 1) > NEWEST)
        fail(in, "is a pickle of a protocol that is not known,");
}

/* Lengths of frames are for readers of pipes. */
static void skip_frame(struct reading *in, int bytes)
{
    bytes_take(in, (size_t)bytes);
}

static void stop(struct reading *in, int argument)
{
    (void)argument;
    in->out->root = pop(in);
    in->done = true;
}

static const struct opcode {
    void (*run)(struct reading *in, int argument);
    int argument;
} opcodes[256] = {
    [0x80] = { check_protocol, 0 },
    [0x95] = { skip_frame, 8 },
    ['.'] = { stop, 0 },
    ['('] = { push_mark, 0 },
    ['N'] = { push_none, 0 },
    [0x88] = { push_constant, 1 },
    [0x89] = { push_constant, 0 },
    ['K'] = { push_unsigned, 1 },
    ['M'] = { push_unsigned, 2 },
    ['J'] = { push_int32, 4 },
    [0x8a] = { push_long, 1 },
    [0x8b] = { push_long, 4 },
    ['G'] = { push_real, 8 },
    ['I'] = { push_spelled, 'I' },
    ['L'] = { push_spelled, 'L' },
    ['F'] = { push_spelled, 'F' },
    [0x8c] = { push_text, 1 },
    ['X'] = { push_text, 4 },
    [0x8d] = { push_text, 8 },
    ['U'] = { push_text, 1 },
    ['T'] = { push_text, 4 },
    ['V'] = { push_text_line, 0 },
    ['}'] = { push_empty, PICKLE_DICT },
    [']'] = { push_empty, PICKLE_LIST },
    [')'] = { push_empty, PICKLE_LIST },
    ['d'] = { push_marked, PICKLE_DICT },
    ['l'] = { push_marked, PICKLE_LIST },
    ['t'] = { push_marked, PICKLE_LIST },
    [0x85] = { push_tuple, 1 },
    [0x86] = { push_tuple, 2 },
    [0x87] = { push_tuple, 3 },
    ['a'] = { append, PICKLE_LIST },
    ['s'] = { append, PICKLE_DICT },
    ['e'] = { extend, PICKLE_LIST },
    ['u'] = { extend, PICKLE_DICT },
    ['c'] = { push_global, 0 },
    [0x93] = { push_stack_global, 0 },
    [0x81] = { make_object, 0 },
    ['R'] = { reduce, 0 },
    ['b'] = { build, 0 },
    [0x94] = { memoize, 0 },
    ['q'] = { put_bytes, 1 },
    ['r'] = { put_bytes, 4 },
    ['p'] = { put_spelled, 0 },
    ['h'] = { get_bytes, 1 },
    ['j'] = { get_bytes, 4 },
    ['g'] = { get_spelled, 0 },
};

static void read_opcode(struct reading *in)
{
    const uint8_t *code;

    in->opcode_at = in->at;
    code = bytes_take(in, 1);
    if (code == NULL)
        return;
    if (opcodes[*code].run != NULL) {
        opcodes[*code].run(in, opcodes[*code].argument);
        return;
    }
    strbuf_printf(in->problem,
                  "is a pickle with the opcode 0x%02x at byte %zu, which no "
                  "file of line_profiler or tracemalloc has",
                  *code, in->opcode_at);
    in->failed = true;
}

enum status pickle_read(const void *data, size_t size, struct pickle *out,
                        struct strbuf *problem)
{
    struct reading in = {
        .data = data, .size = size, .out = out, .problem = problem
    };

    *out = (struct pickle){ 0 };
    while (!in.failed && !in.done)
        read_opcode(&in);
    free(in.stack);
    free(in.memo);
    free(in.marks);
    if (!in.failed)
        return STATUS_OK;
    pickle_clear(out);
    return in.no_memory ? STATUS_NO_MEMORY : STATUS_BAD_FORMAT;
}

void pickle_clear(struct pickle *pickle)
{
    strbuf_clear(&pickle->arena);
    free(pickle->texts);
    free(pickle->lists);
    free(pickle->items);
    *pickle = (struct pickle){ 0 };
}

/* ---- what is in it ---- */

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
