/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_layout.h - where CPython keeps what a stack of Python frames consists
 * of.
 *
 * 3.13 and later publish these offsets for profilers, at the start of
 * _PyRuntime (struct _Py_DebugOffsets).  For 3.8 to 3.12 they are in a table
 * here: they are the same in all releases of a minor version.
 * python_frames_check() compares the result with that of documented functions
 * before a layout is used, so that an unusual build is noticed.
 * Units: bytes; 64-bit processors alone.  Threads: any.  Memory: the caller's.
 * Errors: an interpreter whose layout is unknown, or unlikely, has none.
 */
#ifndef MEASURE_CALLSITE_PYTHON_LAYOUT_H
#define MEASURE_CALLSITE_PYTHON_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

/* Form of the instruction that a frame is at. */
enum python_step {
    PYTHON_STEP_BYTES, /* bytes from the start of the code */
    PYTHON_STEP_UNITS, /* instructions of two bytes */
    PYTHON_STEP_POINTER
};

/* Which frame is the first one of a call of the interpreter's loop. */
enum python_entry {
    PYTHON_ENTRY_EACH,
    PYTHON_ENTRY_FLAG,  /* the frame says so */
    PYTHON_ENTRY_OWNER, /* the one before a frame that C code owns */
};

/* Form of a code object's table of lines. */
enum python_table {
    PYTHON_TABLE_LNOTAB,   /* to 3.9 */
    PYTHON_TABLE_RANGES,   /* 3.10 */
    PYTHON_TABLE_LOCATIONS /* from 3.11 on */
};

struct python_layout {
    enum python_step step;
    enum python_entry entry;
    enum python_table table;
    bool indirect; /* the thread's frame is behind one more pointer */
    uint32_t thread_frame, indirect_frame;
    uint32_t frame_code, frame_back, frame_at, frame_entry;
    uint32_t frame_bytes; /* from the start to the end of all of these */
    uint32_t object_type;
    uint32_t code_file, code_name, code_line, code_table, code_start;
    uint32_t code_bytes; /* all but code_start */
    uint32_t text_length, text_state, text_ascii, text_other;
    uint32_t bytes_length, bytes_text;
};

#define PYTHON_FRAME_MOST 128u
#define PYTHON_CODE_MOST 256u
#define PYTHON_OWNED_BY_C 3 /* from here on */

/* version: as Py_GetVersion() returns it.  runtime: _PyRuntime, or NULL.
 * False: the layout is unknown. */
bool python_layout_find(const char *version, const void *runtime,
                        struct python_layout *out);

#endif
