/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/callsite/python_layout.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/order.h"

#define PLAIN_OBJECT                                       \
    .object_type = 8, .text_length = 16, .text_state = 32, \
    .bytes_length = 16, .bytes_text = 32
#define FRAME_OBJECTS                                                  \
    PLAIN_OBJECT, .text_ascii = 48, .text_other = 72,                  \
                  .entry = PYTHON_ENTRY_EACH, .thread_frame = 24,      \
                  .frame_back = 24, .frame_code = 32, .code_line = 40, \
                  .code_file = 104, .code_name = 112, .code_table = 120

static const struct {
    int minor;
    struct python_layout layout;
} known[] = {
    { 8,
      { FRAME_OBJECTS, .step = PYTHON_STEP_BYTES, .frame_at = 104,
        .table = PYTHON_TABLE_LNOTAB } },
    { 9,
      { FRAME_OBJECTS, .step = PYTHON_STEP_BYTES, .frame_at = 104,
        .table = PYTHON_TABLE_LNOTAB } },
    { 10,
      { FRAME_OBJECTS, .step = PYTHON_STEP_UNITS, .frame_at = 96,
        .table = PYTHON_TABLE_RANGES } },
    { 11,
      { PLAIN_OBJECT, .text_ascii = 48, .text_other = 72,
        .entry = PYTHON_ENTRY_FLAG, .step = PYTHON_STEP_POINTER,
        .table = PYTHON_TABLE_LOCATIONS, .indirect = true, .thread_frame = 56,
        .indirect_frame = 8, .frame_code = 32, .frame_back = 48,
        .frame_at = 56, .frame_entry = 68, .code_line = 72, .code_file = 112,
        .code_name = 128, .code_table = 136, .code_start = 184 } },
    { 12,
      { PLAIN_OBJECT, .text_ascii = 40, .text_other = 56,
        .entry = PYTHON_ENTRY_OWNER, .step = PYTHON_STEP_POINTER,
        .table = PYTHON_TABLE_LOCATIONS, .indirect = true, .thread_frame = 56,
        .indirect_frame = 0, .frame_code = 0, .frame_back = 8, .frame_at = 56,
        .frame_entry = 70, .code_line = 68, .code_file = 112, .code_name = 128,
        .code_table = 136, .code_start = 192 } },
};

/* The numbers of struct _Py_DebugOffsets: which one has what.  Each member
 * begins with its size, which is not counted here. */
struct published {
    int minor;
    uint8_t thread_frame, frame_back, frame_code, frame_at, frame_owner;
    uint8_t code_file, code_qualname, code_table, code_line, code_start;
    uint8_t object_type, bytes_length, bytes_text;
    uint8_t text_state, text_length, text_ascii;
};

#define VERSION 1 /* PY_VERSION_HEX */
#define FREE_THREADED 2

static const struct published published[] = {
    { 13, 23, 29, 30, 31, 33, 35, 37, 38, 39, 43, 45, 65, 66, 68, 69, 70 },
    { 14, 26, 32, 33, 34, 36, 40, 42, 43, 44, 48, 51, 75, 76, 78, 79, 80 },
};

/* Unlikely offsets give more bytes than there is room for. */
static void measure_layout(struct python_layout *layout)
{
    layout->frame_bytes =
        8 + order_most(order_most(layout->frame_code, layout->frame_back),
                       order_most(layout->frame_at, layout->frame_entry));
    layout->code_bytes =
        8 + order_most(
                order_most(layout->code_file, layout->code_name),
                order_most(order_most(layout->code_table, layout->code_line),
                           layout->object_type));
}

static bool layout_is_likely(const struct python_layout *layout)
{
    return layout->frame_bytes <= PYTHON_FRAME_MOST &&
           layout->code_bytes <= PYTHON_CODE_MOST &&
           layout->thread_frame < 4096 && layout->code_start < 4096 &&
           layout->text_ascii <= PYTHON_FRAME_MOST &&
           layout->text_state + 4ull <= layout->text_ascii &&
           layout->text_length + 8ull <= layout->text_ascii &&
           layout->bytes_length < PYTHON_FRAME_MOST &&
           layout->bytes_text < PYTHON_FRAME_MOST;
}

static bool read_published(const struct published *at, const void *runtime,
                           struct python_layout *out)
{
    static const char cookie[8] = { 'x', 'd', 'e', 'b', 'u', 'g', 'p', 'y' };
    uint64_t numbers[96];

    if (runtime == NULL || memcmp(runtime, cookie, sizeof(cookie)) != 0)
        return false;
    memcpy(numbers, runtime, sizeof(numbers));
    if (numbers[VERSION] >> 16 != (3u << 8 | (unsigned)at->minor))
        return false; /* the runtime of another interpreter */
    if (numbers[FREE_THREADED] != 0)
        return false; /* threads have code of their own there */
    *out = (struct python_layout){
        .step = PYTHON_STEP_POINTER,
        .entry = PYTHON_ENTRY_OWNER,
        .table = PYTHON_TABLE_LOCATIONS,
        .thread_frame = (uint32_t)numbers[at->thread_frame],
        .frame_back = (uint32_t)numbers[at->frame_back],
        .frame_code = (uint32_t)numbers[at->frame_code],
        .frame_at = (uint32_t)numbers[at->frame_at],
        .frame_entry = (uint32_t)numbers[at->frame_owner],
        .code_file = (uint32_t)numbers[at->code_file],
        .code_name = (uint32_t)numbers[at->code_qualname],
        .code_table = (uint32_t)numbers[at->code_table],
        .code_line = (uint32_t)numbers[at->code_line],
        .code_start = (uint32_t)numbers[at->code_start],
        .object_type = (uint32_t)numbers[at->object_type],
        .bytes_length = (uint32_t)numbers[at->bytes_length],
        .bytes_text = (uint32_t)numbers[at->bytes_text],
        .text_state = (uint32_t)numbers[at->text_state],
        .text_length = (uint32_t)numbers[at->text_length],
        .text_ascii = (uint32_t)numbers[at->text_ascii],
    };
    out->text_other = out->text_ascii + 16;
    return true;
}

static bool layout_of_minor(int minor, const void *runtime,
                            struct python_layout *out)
{
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        if (known[i].minor == minor) {
            *out = known[i].layout;
            return true;
        }
    for (size_t i = 0; i < sizeof(published) / sizeof(*published); i++)
        if (published[i].minor == minor)
            return read_published(&published[i], runtime, out);
    return false;
}

bool python_layout_find(const char *version, const void *runtime,
                        struct python_layout *out)
{
    int minor = 0;

    if (sizeof(void *) != 8 || sscanf(version, "3.%d", &minor) != 1 ||
        !layout_of_minor(minor, runtime, out))
        return false;
    measure_layout(out);
    return layout_is_likely(out);
}
