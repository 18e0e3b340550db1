/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pickle_read.c - the opcodes of pickles that line_profiler and tracemalloc
 * write.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/text/utf8.h"
#include "pyfiles/pickle_machine.h"
#include "pyprof/files/py_text.h"

#define NEWEST 5       /* protocol */
#define NUMBER_MOST 64 /* bytes of a number that is written as text */

/* ---- lists ---- */

static void push_mark(struct pickle_machine *in, int argument)
{
    (void)argument;
    if (!ARRAY_ADD(in->marks, in->mark_count, in->depth))
        machine_no_memory(in);
}

static void push_empty(struct pickle_machine *in, int kind)
{
    machine_push(in, machine_list(in, kind));
}

static void push_marked(struct pickle_machine *in, int kind)
{
    size_t from = machine_pop_mark(in);
    struct pickle_value list = machine_list(in, kind);

    if (kind == PICKLE_DICT && (in->depth - from) % 2 != 0)
        machine_fail(in, "has a key without a value");
    machine_fill(in, list, from);
    machine_push(in, list);
}

static void push_tuple(struct pickle_machine *in, int count)
{
    struct pickle_value list = machine_list(in, PICKLE_LIST);

    if (!in->failed && in->depth - machine_floor(in) < (size_t)count)
        machine_fail(in, "takes a value that is not there");
    if (!in->failed)
        machine_fill(in, list, in->depth - (size_t)count);
    machine_push(in, list);
}

/* Adds values above the mark to the list or dictionary below it. */
static void extend_object(struct pickle_machine *in, int kind)
{
    size_t from = machine_pop_mark(in);

    if (in->failed)
        return;
    if (from == machine_floor(in) || in->stack[from - 1].kind != kind ||
        (kind == PICKLE_DICT && (in->depth - from) % 2 != 0))
        machine_fail(in, "adds to an object of the wrong kind");
    else
        machine_fill(in, in->stack[from - 1], from);
}

static void append_object(struct pickle_machine *in, int kind)
{
    size_t count = kind == PICKLE_DICT ? 2 : 1, from;

    if (in->depth - machine_floor(in) < count + 1) {
        machine_fail(in, "takes a value that is not there");
        return;
    }
    from = in->depth - count;
    if (in->stack[from - 1].kind != kind)
        machine_fail(in, "adds to an object of the wrong kind");
    else
        machine_fill(in, in->stack[from - 1], from);
}

/* ---- numbers ---- */

static void push_whole(struct pickle_machine *in, int64_t whole)
{
    machine_push(
        in, (struct pickle_value){ .kind = PICKLE_WHOLE, .as.whole = whole });
}

static void push_unsigned(struct pickle_machine *in, int bytes)
{
    push_whole(in, (int64_t)machine_number(in, (size_t)bytes));
}

static void push_int32(struct pickle_machine *in, int bytes)
{
    push_whole(in, (int32_t)(uint32_t)machine_number(in, (size_t)bytes));
}

static void push_constant(struct pickle_machine *in, int whole)
{
    push_whole(in, whole);
}

static void push_none(struct pickle_machine *in, int argument)
{
    (void)argument;
    machine_push(in, (struct pickle_value){ .kind = PICKLE_NONE });
}

/* Two's complement of any length, of which 64 bits are used. */
static void push_long(struct pickle_machine *in, int length_bytes)
{
    uint64_t length = machine_number(in, (size_t)length_bytes), value = 0;
    const uint8_t *bytes;

    if (!in->failed && length > sizeof(value))
        machine_fail(in, "has too large a number");
    bytes = machine_bytes(in, length);
    if (bytes == NULL)
        return;
    for (uint64_t i = 0; i < sizeof(value); i++)
        value |= (uint64_t)(i < length                               ? bytes[i]
                            : length > 0 && bytes[length - 1] & 0x80 ? 0xff
                                                                     : 0)
                 << (8 * i);
    push_whole(in, (int64_t)value);
}

static void push_real(struct pickle_machine *in, int bytes)
{
    const uint8_t *from = machine_bytes(in, (size_t)bytes);
    struct pickle_value value = { .kind = PICKLE_REAL };
    uint64_t bits = 0;

    for (int i = 0; from != NULL && i < bytes; i++)
        bits = bits << 8 | from[i];
    memcpy(&value.as.real, &bits, sizeof(bits));
    machine_push(in, value);
}

/* Numbers of protocol 0; what: I, L or F. */
static void push_spelled(struct pickle_machine *in, int what)
{
    struct pickle_value value = { .kind = PICKLE_WHOLE };
    char text[NUMBER_MOST + 1], *end = text;
    const char *line;
    size_t length = 0;

    line = machine_line(in, &length);
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
    if (length == 0 || length > NUMBER_MOST || end != text + length ||
        errno != 0)
        machine_fail(in, "has no number, or one that is too large,");
    machine_push(in, value);
}

/* ---- texts ---- */

static void text_add(struct pickle_machine *in, const void *bytes,
                     size_t length)
{
    struct pickle *out = in->out;
    struct pickle_value value = { .kind = PICKLE_TEXT };

    if (out->text_count >= UINT32_MAX ||
        !array_more(&out->texts, out->text_count, sizeof(*out->texts))) {
        machine_no_memory(in);
        return;
    }
    out->texts[out->text_count] = out->arena.length;
    py_text_take(&out->arena, bytes, length);
    strbuf_putc(&out->arena, '\0');
    if (out->arena.failed)
        machine_no_memory(in);
    value.id = (uint32_t)out->text_count++;
    machine_push(in, value);
}

static void push_text(struct pickle_machine *in, int length_bytes)
{
    uint64_t length = machine_number(in, (size_t)length_bytes);
    const uint8_t *bytes;

    if (!in->failed && length > in->size - in->at)
        machine_fail(in, "is cut off in the text that begins");
    bytes = machine_bytes(in, length);
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
static void push_text_line(struct pickle_machine *in, int argument)
{
    struct strbuf text = { 0 };
    const char *line;
    size_t length = 0;

    (void)argument;
    line = machine_line(in, &length);
    if (line == NULL)
        return;
    for (const char *at = line; at < line + length;) {
        char bytes[4];

        strbuf_add(&text, bytes,
                   (size_t)utf8_write(code_next(&at, line + length), bytes));
    }
    if (text.failed)
        machine_no_memory(in);
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

static void push_class(struct pickle_machine *in, const char *module,
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
                          "line_profiler or tracemalloc does; none of it "
                          "was executed",
                          (int)(module_length > 80 ? 80 : module_length),
                          module, (int)(name_length > 80 ? 80 : name_length),
                          name);
        in->failed = true;
        return;
    }
    value.class = (uint8_t)classes[i].class;
    machine_push(in, value);
}

static void push_global(struct pickle_machine *in, int argument)
{
    size_t module_length = 0, name_length = 0;
    const char *module = machine_line(in, &module_length), *name;

    (void)argument;
    name = machine_line(in, &name_length);
    if (name != NULL)
        push_class(in, module, module_length, name, name_length);
}

static void push_stack_global(struct pickle_machine *in, int argument)
{
    struct pickle_value name = machine_pop(in), module = machine_pop(in);
    const char *texts[2];

    (void)argument;
    texts[0] = pickle_text(in->out, &module);
    texts[1] = pickle_text(in->out, &name);
    if (texts[0] == NULL || texts[1] == NULL)
        machine_fail(in, "has no name");
    if (!in->failed)
        push_class(in, texts[0], strlen(texts[0]), texts[1], strlen(texts[1]));
}

static void push_object(struct pickle_machine *in, uint8_t class)
{
    struct pickle_value object = machine_list(in, PICKLE_OBJECT);

    object.class = class;
    machine_push(in, object);
}

static void make_object(struct pickle_machine *in, int argument)
{
    struct pickle_value arguments = machine_pop(in), class = machine_pop(in);

    (void)argument;
    if (!in->failed &&
        (arguments.kind != PICKLE_LIST || class.kind != PICKLE_CLASS ||
         class.class >= PICKLE_PLAIN))
        machine_fail(in, "makes an object of no known class");
    push_object(in, class.class);
}

/* Only what protocols 0 and 1 make of an object: _reconstructor(class, object,
 * None). */
static void reduce_object(struct pickle_machine *in, int argument)
{
    struct pickle_value arguments = machine_pop(in),
                        function = machine_pop(in);
    const struct pickle_value *fields[3];

    (void)argument;
    if (in->failed)
        return;
    if (function.kind != PICKLE_CLASS ||
        function.class != PICKLE_RECONSTRUCTOR ||
        !pickle_fields(in->out, &arguments, 3, fields) ||
        fields[0]->kind != PICKLE_CLASS || fields[0]->class >= PICKLE_PLAIN) {
        machine_fail(
            in,
            "is a pickle that calls a function, which mpiprof never does,");
        return;
    }
    push_object(in, fields[0]->class);
}

static void build_object(struct pickle_machine *in, int argument)
{
    struct pickle_value state = machine_pop(in), *object = machine_top(in);

    (void)argument;
    if (object == NULL)
        return;
    if (object->kind != PICKLE_OBJECT || state.kind != PICKLE_DICT)
        machine_fail(in, "sets the state of something that is not an object");
    else
        machine_add(in, *object, state);
}

/* ---- the memo ---- */

static void memo_put(struct pickle_machine *in, uint64_t which)
{
    const struct pickle_value *value = machine_top(in);

    if (value == NULL)
        return;
    /* Python numbers them one by one, from 0 or 1 on. */
    if (which > in->memo_count + 1) {
        machine_fail(in, "has a reference out of order");
        return;
    }
    if (!array_reach(&in->memo, which, &in->memo_room, sizeof(*in->memo))) {
        machine_no_memory(in);
        return;
    }
    in->memo[which] = *value;
    if (which >= in->memo_count)
        in->memo_count = which + 1;
}

static void memo_get(struct pickle_machine *in, uint64_t which)
{
    if (in->failed)
        return;
    if (which >= in->memo_count)
        machine_fail(in, "refers to an object that does not exist");
    else
        machine_push(in, in->memo[which]);
}

static void memoize_top(struct pickle_machine *in, int argument)
{
    (void)argument;
    memo_put(in, in->memo_count);
}

static void put_bytes(struct pickle_machine *in, int bytes)
{
    memo_put(in, machine_number(in, (size_t)bytes));
}

static void get_bytes(struct pickle_machine *in, int bytes)
{
    memo_get(in, machine_number(in, (size_t)bytes));
}

static uint64_t take_spelled_index(struct pickle_machine *in)
{
    size_t length = 0;
    const char *line = machine_line(in, &length);
    uint64_t value = length == 0 || length > 10 ? UINT64_MAX : 0;

    for (size_t i = 0; line != NULL && i < length && value != UINT64_MAX; i++)
        value = line[i] < '0' || line[i] > '9'
                    ? UINT64_MAX
                    : value * 10 + (uint64_t)(line[i] - '0');
    return value;
}

static void put_spelled(struct pickle_machine *in, int argument)
{
    (void)argument;
    memo_put(in, take_spelled_index(in));
}

static void get_spelled(struct pickle_machine *in, int argument)
{
    (void)argument;
    memo_get(in, take_spelled_index(in));
}

/* ---- the file ---- */

static void check_protocol(struct pickle_machine *in, int argument)
{
    (void)argument;
    if (machine_number(in, 1) > NEWEST)
        machine_fail(in, "is a pickle of an unknown protocol,");
}

/* Lengths of frames are for readers of pipes. */
static void skip_frame(struct pickle_machine *in, int bytes)
{
    machine_bytes(in, (size_t)bytes);
}

static void stop_reading(struct pickle_machine *in, int argument)
{
    (void)argument;
    in->out->root = machine_pop(in);
    in->done = true;
}

static const struct opcode {
    void (*run)(struct pickle_machine *in, int argument);
    int argument;
} opcodes[256] = {
    [0x80] = { check_protocol, 0 },
    [0x95] = { skip_frame, 8 },
    ['.'] = { stop_reading, 0 },
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
    ['a'] = { append_object, PICKLE_LIST },
    ['s'] = { append_object, PICKLE_DICT },
    ['e'] = { extend_object, PICKLE_LIST },
    ['u'] = { extend_object, PICKLE_DICT },
    ['c'] = { push_global, 0 },
    [0x93] = { push_stack_global, 0 },
    [0x81] = { make_object, 0 },
    ['R'] = { reduce_object, 0 },
    ['b'] = { build_object, 0 },
    [0x94] = { memoize_top, 0 },
    ['q'] = { put_bytes, 1 },
    ['r'] = { put_bytes, 4 },
    ['p'] = { put_spelled, 0 },
    ['h'] = { get_bytes, 1 },
    ['j'] = { get_bytes, 4 },
    ['g'] = { get_spelled, 0 },
};

/* Each makes one value at most. */
#define OPCODES_MOST (1u << 26)

static void read_opcode(struct pickle_machine *in)
{
    const uint8_t *code;

    in->opcode_at = in->at;
    code = machine_bytes(in, 1);
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
    struct pickle_machine in = {
        .data = data, .size = size, .out = out, .problem = problem
    };

    *out = (struct pickle){ 0 };
    for (uint32_t i = 0; !in.failed && !in.done; i++)
        if (i < OPCODES_MOST)
            read_opcode(&in);
        else
            machine_fail(&in, "has more than 67 million values: the last");
    FREE_ALL(in.stack, in.memo, in.marks);
    if (!in.failed)
        return STATUS_OK;
    pickle_clear(out);
    return in.no_memory ? STATUS_NO_MEMORY : STATUS_BAD_FORMAT;
}
