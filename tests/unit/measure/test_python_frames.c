/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_python_frames.c - stacks of a made-up interpreter are read as they are,
 * and damage in them costs frames and nothing else.
 */
#include "measure/callsite/python_frames.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "measure/callsite/python_lines.h"
#include "unit.h"

/* ---- tables of lines, as Python has made them for one function ---- */

static void lines_are(enum python_table form, const uint8_t *table,
                      size_t bytes, const int *wanted, int count)
{
    struct python_lines lines = {
        .form = form, .table = table, .bytes = bytes, .first = 2
    };

    for (int i = 0; i < count; i++)
        CU_ASSERT_EQUAL(python_line_at(&lines, 2 * i), wanted[i]);
    CU_ASSERT_EQUAL(python_line_at(&lines, -1), 2);
    for (size_t cut = 0; cut < bytes; cut++) { /* no byte behind its end */
        uint8_t *copied = malloc(cut + 1);

        memcpy(copied, table, cut);
        lines.table = copied;
        lines.bytes = cut;
        CU_ASSERT(python_line_at(&lines, 1000) >= 0);
        free(copied);
    }
}

#define LINES_ARE(form, table, wanted)            \
    lines_are(form, table, sizeof(table), wanted, \
              (int)(sizeof(wanted) / sizeof(*(wanted))))

static const int short_code[] = { 3, 3, 4, 4, 4, 4, 7, 7, 8,
                                  8, 8, 7, 7, 7, 7, 9, 9 };

UNIT_TEST(lines_of_python_3_9)
{
    static const uint8_t table[] = { 0x00, 0x01, 0x04, 0x01, 0x08, 0x03,
                                     0x04, 0x01, 0x06, 0xff, 0x08, 0x02 };

    LINES_ARE(PYTHON_TABLE_LNOTAB, table, short_code);
}

UNIT_TEST(lines_of_python_3_10)
{
    static const uint8_t table[] = { 0x04, 0x01, 0x08, 0x01, 0x04, 0x03,
                                     0x06, 0x01, 0x08, 0xff, 0x04, 0x02 };
    static const uint8_t none[] = { 0x02, 0x80, 0x02, 0x01 };
    static const int wanted[] = { 0, 3 };

    LINES_ARE(PYTHON_TABLE_RANGES, table, short_code);
    LINES_ARE(PYTHON_TABLE_RANGES, none, wanted);
}

UNIT_TEST(lines_of_python_3_11)
{
    static const uint8_t table[] = {
        0x80, 0x00, 0xd8, 0x08, 0x09, 0x80, 0x41, 0xd8, 0x0d, 0x0e, 0xf0, 0x00,
        0x04, 0x05, 0x14, 0xf0, 0x00, 0x04, 0x05, 0x14, 0x88, 0x01, 0xf0, 0x06,
        0x00, 0x09, 0x0a, 0x88, 0x61, 0xdd, 0x0e, 0x0f, 0x90, 0x01, 0x89, 0x64,
        0x8c, 0x64, 0xf1, 0x03, 0x01, 0x0f, 0x13, 0xf1, 0x00, 0x01, 0x09, 0x14,
        0x88, 0x01, 0x88, 0x01, 0xe0, 0x0b, 0x0c, 0x80, 0x48
    };
    static const int wanted[] = { 2, 3, 3, 4, 4, 4, 4, 7, 7, 8, 8,
                                  8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
                                  8, 7, 7, 7, 7, 7, 7, 9, 9 };
    static const uint8_t none[] = { 0xf8 };
    static const int nothing[] = { 0 };

    LINES_ARE(PYTHON_TABLE_LOCATIONS, table, wanted);
    LINES_ARE(PYTHON_TABLE_LOCATIONS, none, nothing);
}

/* ---- offsets ---- */

#if UINTPTR_MAX == UINT32_MAX

UNIT_TEST(frames_of_32_bits_are_not_known)
{
    struct python_layout layout;

    CU_ASSERT_FALSE(python_layout_find("3.8.18 (default)", NULL, &layout));
}

#else

UNIT_TEST(versions_that_are_known)
{
    struct python_layout layout;
    uint64_t runtime[96] = { 0 };

    CU_ASSERT(python_layout_find("3.8.18 (default)", NULL, &layout));
    CU_ASSERT_EQUAL(layout.table, PYTHON_TABLE_LNOTAB);
    CU_ASSERT(python_layout_find("3.12.1", NULL, &layout));
    CU_ASSERT_EQUAL(layout.entry, PYTHON_ENTRY_OWNER);
    CU_ASSERT_FALSE(python_layout_find("3.7.16", NULL, &layout));
    CU_ASSERT_FALSE(python_layout_find("3.99.0", NULL, &layout));
    CU_ASSERT_FALSE(python_layout_find("2.7.18", NULL, &layout));
    CU_ASSERT_FALSE(python_layout_find("3.13.0", NULL, &layout));
    CU_ASSERT_FALSE(python_layout_find("3.13.0", runtime, &layout));
    memcpy(runtime, "xdebugpy", 8);
    runtime[23] = 72; /* current_frame */
    runtime[35] = 112;
    runtime[68] = runtime[78] = 32; /* state of a text */
    runtime[69] = runtime[79] = 16;
    runtime[70] = runtime[80] = 40; /* its characters */
    CU_ASSERT_FALSE(python_layout_find("3.13.0", runtime, &layout));
    runtime[1] = 0x030d00f0;
    CU_ASSERT(python_layout_find("3.13.0", runtime, &layout));
    CU_ASSERT_EQUAL(layout.thread_frame, 72);
    CU_ASSERT_EQUAL(layout.code_file, 112);
    runtime[35] = 1 << 20; /* no such structure */
    CU_ASSERT_FALSE(python_layout_find("3.13.0", runtime, &layout));
    runtime[35] = 112;
    runtime[70] = 32; /* characters over the state */
    CU_ASSERT_FALSE(python_layout_find("3.13.0", runtime, &layout));
    runtime[70] = 40;
    runtime[2] = 1; /* free-threaded */
    CU_ASSERT_FALSE(python_layout_find("3.13.0", runtime, &layout));
    runtime[2] = 0;
    runtime[26] = 80;
    CU_ASSERT_FALSE(python_layout_find("3.14.0", runtime, &layout));
    runtime[1] = 0x030e00f0;
    CU_ASSERT(python_layout_find("3.14.0", runtime, &layout));
    CU_ASSERT_EQUAL(layout.thread_frame, 80);
}

/* The start of _PyRuntime in CPython 3.13.0 and 3.14.10, behind the cookie; what
 * is expected are the offsets of the structures in their headers. */
static const uint64_t published_3_13[] = {
    51183856, 0,    283320, 608,  632, 194968, 7272, 7264, 7344, 7400, 7656,
    7640,     7648, 16,     7752, 0,   7768,   7760, 304,  0,    8,    16,
    72,       152,  160,    232,  32,  80,     8,    0,    56,   72,   70,
    208,      112,  120,    128,  136, 68,     52,   96,   104,  200,  16,
    8,        416,  24,     88,   168, 32,     24,   16,   40,   24,   16,
    48,       32,   40,     24,   16,  32,     16,   24,   40,   16,   32,
    64,       32,   16,     40,   240, 200
};
static const uint64_t published_3_14[] = {
    51251952, 0,    316616, 784, 808,  225864, 7280, 7272, 7344, 7360, 7408,
    7688,     7672, 7680,   16,  7784, 0,      7800, 7792, 7992, 0,    832,
    0,        8,    16,     72,  152,  160,    232,  32,   88,   8,    0,
    56,       80,   74,     64,  0,    216,    112,  120,  128,  136,  68,
    52,       96,   104,    208, 0,    16,     8,    416,  24,   88,   168,
    40,       32,   16,     40,  24,   16,     200,  24,   40,   32,   48,
    32,       40,   24,     16,  32,   16,     24,   40,   16,   32,   64,
    32,       16,   40,     264, 192,  160,    24,   72,   67,   0,    8
};

static void layout_is(const char *version, const uint64_t *numbers,
                      size_t count, uint32_t owner, uint32_t start)
{
    struct python_layout layout;
    uint64_t runtime[96] = { 0 };

    memcpy(runtime, "xdebugpy", 8);
    memcpy(runtime + 1, numbers, count * sizeof(*numbers));
    CU_ASSERT_FATAL(python_layout_find(version, runtime, &layout));
    CU_ASSERT_EQUAL(layout.frame_entry, owner);
    CU_ASSERT_EQUAL(layout.code_start, start);
    CU_ASSERT_EQUAL(layout.thread_frame, 72);
    CU_ASSERT_EQUAL(layout.frame_back, 8);
    CU_ASSERT_EQUAL(layout.frame_code, 0);
    CU_ASSERT_EQUAL(layout.frame_at, 56);
    CU_ASSERT_EQUAL(layout.code_file, 112);
    CU_ASSERT_EQUAL(layout.code_name, 128);
    CU_ASSERT_EQUAL(layout.code_table, 136);
    CU_ASSERT_EQUAL(layout.code_line, 68);
    CU_ASSERT_EQUAL(layout.object_type, 8);
    CU_ASSERT_EQUAL(layout.bytes_length, 16);
    CU_ASSERT_EQUAL(layout.bytes_text, 32);
    CU_ASSERT_EQUAL(layout.text_state, 32);
    CU_ASSERT_EQUAL(layout.text_length, 16);
    CU_ASSERT_EQUAL(layout.text_ascii, 40);
    CU_ASSERT_EQUAL(layout.text_other, 56);
}

UNIT_TEST(offsets_that_interpreters_publish)
{
    layout_is("3.13.0", published_3_13,
              sizeof(published_3_13) / sizeof(*published_3_13), 70, 200);
    layout_is("3.14.10", published_3_14,
              sizeof(published_3_14) / sizeof(*published_3_14), 74, 208);
}

/* ---- an interpreter as 3.8, of objects of ours ---- */

struct text {
    uint64_t references, type, count, hash, state, wide;
    char ascii[64];
};

struct table {
    uint64_t references, type, count, hash;
    uint8_t bytes[8];
};

struct code {
    uint64_t references, type, numbers[3];
    int32_t first, pad;
    uint64_t others[7];
    struct text *file, *name;
    struct table *lines;
};

struct frame {
    uint64_t references, type, count;
    struct frame *back;
    struct code *code;
    uint64_t others[8];
    int32_t instruction, pad;
};

struct thread {
    uint64_t others[3];
    struct frame *frame;
};

static uint64_t code_type;
static struct thread this_thread;
static struct frame *looked_at; /* by the documented functions */
static const char *version_text = "3.8.18 (default)";

#define TEXT(characters)                                                    \
    {                                                                       \
        .count = sizeof(characters) - 1, .state = 1 << 2 | 1 << 5 | 1 << 6, \
        .ascii = characters                                                 \
    }

static struct text file = TEXT("a/prog.py"), outer_name = TEXT("main"),
                   inner_name = TEXT("solve");
/* A line every four bytes. */
static struct table lines = { .count = 8,
                              .bytes = { 4, 1, 4, 1, 4, 1, 4, 1 } };
static struct code outer_code = {
    .first = 10, .file = &file, .name = &outer_name, .lines = &lines
};
static struct code inner_code = {
    .first = 20, .file = &file, .name = &inner_name, .lines = &lines
};
static struct frame outer = { .code = &outer_code, .instruction = 4 };
static struct frame inner = { .back = &outer,
                              .code = &inner_code,
                              .instruction = 8 };

static const char *get_version(void)
{
    return version_text;
}

static void *get_thread(void)
{
    return &this_thread;
}

static void *get_frame(void *thread)
{
    (void)thread;
    return looked_at;
}

static void *get_back(struct frame *frame)
{
    return frame->back;
}

static void *get_code(struct frame *frame)
{
    return frame->code;
}

static int get_line(struct frame *frame)
{
    return frame->code->first + frame->instruction / 4;
}

static void *get_attribute(struct code *code, const char *name)
{
    if (strcmp(name, "co_name") == 0)
        return code->name->ascii;
    if (strcmp(name, "co_filename") == 0)
        return code->file->ascii;
    return strcmp(name, "co_firstlineno") == 0 ? &code->first : NULL;
}

static void *encode(void *text, const char *encoding, const char *errors)
{
    (void)encoding;
    (void)errors;
    return text;
}

static char *get_bytes(void *bytes)
{
    return bytes;
}

static long get_number(const int32_t *number)
{
    return *number;
}

static void *nothing(void)
{
    return NULL;
}

#define FAKE(name, function)             \
    {                                    \
        name, (void (*)(void))(function) \
    }

static void *lookup(const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } fakes[] = {
        FAKE("Py_GetVersion", get_version),
        FAKE("PyGILState_GetThisThreadState", get_thread),
        FAKE("PyThreadState_GetFrame", get_frame),
        FAKE("PyFrame_GetBack", get_back),
        FAKE("PyFrame_GetCode", get_code),
        FAKE("PyFrame_GetLineNumber", get_line),
        FAKE("PyObject_GetAttrString", get_attribute),
        FAKE("PyUnicode_AsEncodedString", encode),
        FAKE("PyBytes_AsString", get_bytes),
        FAKE("PyLong_AsLong", get_number),
    };
    void *found;

    if (strcmp(name, "PyCode_Type") == 0)
        return &code_type;
    if (name[0] == '_' || strcmp(name, "Py_Version") == 0 ||
        strcmp(name, "PyFrame_GetLasti") == 0)
        return strcmp(name, "_Py_NoneStruct") == 0 ? &code_type : NULL;
    for (size_t i = 0; i < sizeof(fakes) / sizeof(*fakes); i++)
        if (strcmp(fakes[i].name, name) == 0) {
            memcpy(&found, &fakes[i].function, sizeof(found));
            return found;
        }
    *(void *(**)(void)) & found = nothing;
    return found;
}

static void start(void)
{
    inner_code.type = outer_code.type = (uint64_t)(uintptr_t)&code_type;
    inner = (struct frame){ .back = &outer,
                            .code = &inner_code,
                            .instruction = 8 };
    outer = (struct frame){ .code = &outer_code, .instruction = 4 };
    this_thread.frame = looked_at = &inner;
    version_text = "3.8.18 (default)";
    CU_ASSERT_FATAL(python_find(lookup));
    python_frames_setup(lookup);
    CU_ASSERT_EQUAL_FATAL(python_frames_state(), PYTHON_FRAMES_UNCHECKED);
    python_frames_check();
    CU_ASSERT_EQUAL_FATAL(python_frames_state(), PYTHON_FRAMES_READ);
}

static void frame_is(uint64_t word, const char *function, int first, int line)
{
    struct python_names names;

    CU_ASSERT((word & PYTHON_FRAME_BIT) != 0);
    CU_ASSERT_FATAL(python_frame_names(word, &names));
    CU_ASSERT_STRING_EQUAL(names.function, function);
    CU_ASSERT_STRING_EQUAL(names.file, "a/prog.py");
    CU_ASSERT_EQUAL(names.first_line, first);
    CU_ASSERT_EQUAL(names.line, line);
    python_names_clear(&names);
}

UNIT_TEST(frames_are_read_with_names_and_lines)
{
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    frame_is(words[0], "solve", 20, 22);
    frame_is(words[1], "main", 10, 11);
    CU_ASSERT((words[0] & PYTHON_FRAME_ENTRY) != 0);
    inner.instruction = 12;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    frame_is(words[0], "solve", 20, 23);
    python_frames_stop();
    CU_ASSERT_EQUAL(python_frames_read(words), 0);
    CU_ASSERT_EQUAL(python_frames_here(words), 0);
}

/* A thread at rest has no damaged frames, but some without code. */
UNIT_TEST(frames_at_rest_are_the_same)
{
    uint64_t words[PYTHON_FRAMES_ROOM], here[PYTHON_FRAMES_ROOM];

    start();
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    CU_ASSERT_EQUAL_FATAL(python_frames_here(here), 2);
    CU_ASSERT_EQUAL(memcmp(words, here, 2 * sizeof(*words)), 0);
    inner.code = (struct code *)&file; /* some other object */
    CU_ASSERT_EQUAL_FATAL(python_frames_here(here), 1);
    frame_is(here[0], "main", 10, 11);
    inner.code = NULL;
    CU_ASSERT_EQUAL(python_frames_here(here), 1);
}

UNIT_TEST(a_thread_without_frames_has_none)
{
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    this_thread.frame = NULL;
    CU_ASSERT_EQUAL(python_frames_read(words), 0);
}

/* The code of a function is gone, and another one's lies in its memory. */
UNIT_TEST(code_in_the_memory_of_another_is_another)
{
    uint64_t words[PYTHON_FRAMES_ROOM], before;

    start();
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    before = words[0];
    inner_code.first = 30;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    frame_is(words[0], "solve", 30, 32);
    frame_is(before, "solve", 20, 22);
    inner_code.first = 20;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    CU_ASSERT_EQUAL(words[0], before);
}

/* As while a call begins: its frame is half made. */
UNIT_TEST(damaged_frames_are_left_out)
{
    char *gone =
        mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    inner.code = (struct code *)gone;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 1);
    frame_is(words[0], "main", 10, 11);
    inner.code = (struct code *)&file; /* some other object */
    CU_ASSERT_EQUAL(python_frames_read(words), 1);
    inner.code = NULL;
    CU_ASSERT_EQUAL(python_frames_read(words), 1);
    inner.code = &inner_code;
    inner.back = (struct frame *)gone;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 1);
    frame_is(words[0], "solve", 20, 22);
    this_thread.frame = (struct frame *)gone;
    CU_ASSERT_EQUAL(python_frames_read(words), 0);
    munmap(gone, 4096);
}

UNIT_TEST(of_an_endless_stack_the_innermost_are_kept)
{
    uint64_t words[PYTHON_FRAMES_ROOM];
    int count;

    start();
    inner.back = &inner;
    count = python_frames_read(words);
    CU_ASSERT_EQUAL(count, PYTHON_FRAMES_INNER + 1);
    CU_ASSERT_EQUAL(python_frames_here(words), count);
    frame_is(words[PYTHON_FRAMES_INNER - 1], "solve", 20, 22);
    CU_ASSERT_EQUAL(words[PYTHON_FRAMES_INNER], PYTHON_FRAME_CUT);
}

UNIT_TEST(of_a_deep_stack_the_middle_is_left_out)
{
    enum { DEEP = 200 };
    static struct frame deep[DEEP];
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    for (int i = 0; i < DEEP; i++)
        deep[i] =
            (struct frame){ .code = &inner_code,
                            .back = i + 1 < DEEP ? &deep[i + 1] : &outer };
    this_thread.frame = deep;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), PYTHON_FRAMES_MOST);
    CU_ASSERT_EQUAL(words[PYTHON_FRAMES_INNER], PYTHON_FRAME_CUT);
    frame_is(words[0], "solve", 20, 20);
    frame_is(words[PYTHON_FRAMES_MOST - 2], "solve", 20, 20);
    frame_is(words[PYTHON_FRAMES_MOST - 1], "main", 10, 11);
}

UNIT_TEST(a_word_that_is_none_of_these_has_no_names)
{
    struct python_names names;

    start();
    CU_ASSERT_FALSE(python_frame_names(UINT64_MAX - 7, &names));
    CU_ASSERT_FALSE(python_frame_names(PYTHON_FRAME_CUT, &names));
}

/* A build that has other fields than usual. */
UNIT_TEST(an_interpreter_that_says_otherwise_is_not_read)
{
    static struct frame other = { .code = &outer_code };
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    python_frames_setup(lookup);
    looked_at = &other;
    python_frames_check();
    CU_ASSERT_EQUAL(python_frames_state(), PYTHON_FRAMES_UNKNOWN);
    CU_ASSERT_EQUAL(python_frames_read(words), 0);
    version_text = "3.99.0";
    python_frames_setup(lookup);
    CU_ASSERT_EQUAL(python_frames_state(), PYTHON_FRAMES_UNKNOWN);
}

UNIT_TEST(names_beyond_ascii_are_utf8)
{
    static struct {
        struct text head;
        uint16_t more[16];
    } wide = { .head = { .count = 3, .state = 2 << 2 | 1 << 5 } };
    static const uint16_t characters[] = { 0x4f, 0x3b1, 0xdc80 };
    struct code code;
    struct python_names names;
    uint64_t words[PYTHON_FRAMES_ROOM];

    start();
    memcpy((char *)&wide + 72, characters, sizeof(characters));
    code = inner_code;
    code.name = &wide.head;
    inner.code = &code;
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 2);
    CU_ASSERT_FATAL(python_frame_names(words[0], &names));
    CU_ASSERT_STRING_EQUAL(names.function, "O\xce\xb1\\udc80");
    python_names_clear(&names);
}

/* The last test: the store stays full. */
UNIT_TEST(code_that_finds_no_room_is_counted)
{
    enum { LARGE = 1 << 20 };
    static struct {
        uint64_t references, type, count, hash;
        uint8_t bytes[LARGE];
    } large = { .count = LARGE };
    uint64_t words[PYTHON_FRAMES_ROOM];
    int first = 1000;

    start();
    CU_ASSERT_EQUAL(python_frames_crowded(), 0);
    inner_code.lines = (struct table *)&large;
    for (; python_frames_crowded() == 0 && first < 1100; first++) {
        inner_code.first = first;
        python_frames_read(words);
    }
    CU_ASSERT_EQUAL((size_t)(first - 1000), PYTHON_FRAMES_STORE / LARGE);
    CU_ASSERT_EQUAL(python_frames_crowded(), 1);
    CU_ASSERT_EQUAL_FATAL(python_frames_read(words), 1);
    frame_is(words[0], "main", 10, 11);
    CU_ASSERT_EQUAL(python_frames_crowded(), 2);
    inner_code.first = 1000; /* one that has room */
    CU_ASSERT_EQUAL(python_frames_read(words), 2);
}

#endif
