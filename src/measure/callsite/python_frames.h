/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_frames.h - the calling thread's Python frames, read without Python's
 * lock, also in a signal handler.
 *
 * Nothing of the interpreter runs and no lock is taken: its structures are
 * copied by process_vm_readv(), so that a pointer that is just being changed
 * costs a frame and not the program; or, of a thread that has called us, simply
 * copied.  A thread's own frames do not change while
 * its handler runs, and each frame holds its code object.  At its first sight
 * the names and the table of lines of a code object are copied, too; what is
 * read later needs no interpreter.
 *
 * Shape: a frame is a word of 64 bits.  Bit 63 tells it from an address, bit 62
 * that the interpreter's loop was entered for this frame, i.e. that C code
 * called it.  Below are the code's number and the instruction; number 0 stands
 * for frames left out.
 * Threads: python_frames_read() in any, also in a handler; others, one at a
 * time.  Memory: of the process, never freed; 32 MiB of address space.
 */
#ifndef MEASURE_CALLSITE_PYTHON_FRAMES_H
#define MEASURE_CALLSITE_PYTHON_FRAMES_H

#include "measure/callsite/python.h"

#define PYTHON_FRAME_BIT (1ull << 63)
#define PYTHON_FRAME_ENTRY (1ull << 62)
#define PYTHON_FRAME_CUT PYTHON_FRAME_BIT

/* Frames kept of a stack: the innermost, a word for those left out, and the
 * outermost. */
#define PYTHON_FRAMES_INNER 48
#define PYTHON_FRAMES_OUTER 16
#define PYTHON_FRAMES_MOST (PYTHON_FRAMES_INNER + 1 + PYTHON_FRAMES_OUTER)

/* Words that a reader of frames gets: the frames are in the first ones, the others
 * are used meanwhile. */
#define PYTHON_FRAMES_ROOM 1024

/* Frames that are looked at: of a deeper stack the outermost are unknown. */
#define PYTHON_FRAMES_WALKED 256

/* Bytes kept for names and tables of lines. */
#define PYTHON_FRAMES_STORE ((size_t)32 << 20)

enum python_frames_state {
    PYTHON_FRAMES_OFF,
    PYTHON_FRAMES_UNKNOWN,   /* not this interpreter's */
    PYTHON_FRAMES_UNCHECKED, /* none are read yet */
    PYTHON_FRAMES_READ
};

/* For the interpreter found by python_find(). */
void python_frames_setup(python_lookup_function *lookup);
/* With Python's lock, while unchecked: compares what is read of the calling
 * thread's stack with what the interpreter's own functions return. */
void python_frames_check(void);
enum python_frames_state python_frames_state(void);
void python_frames_stop(void); /* unless unknown */
/* Frames left out because there was no room for their code objects. */
uint64_t python_frames_crowded(void);
/* Before a thread's handler may run: its first look at a thread's variables may
 * allocate memory. */
void python_frames_prepare(void);

/* Innermost first; returns their number, at most PYTHON_FRAMES_MOST.  words: of
 * PYTHON_FRAMES_ROOM. */
int python_frames_read(uint64_t *words);
/* Same, without system calls: for a thread that has called us, not one that a
 * signal has interrupted. */
int python_frames_here(uint64_t *words);

/* Whether a word of a sample's path is a frame, not an address. */
static inline bool python_word_is_frame(const void *word)
{
    return ((uint64_t)(uintptr_t)word & PYTHON_FRAME_BIT) != 0;
}

/* The caller clears.  False: no such code, or no memory. */
bool python_frame_names(uint64_t word, struct python_names *out);

#endif
