/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/record/samples/sample_merge.h"

#include <dlfcn.h>
#include <link.h>

#include "base/cancel.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/paths/call_path.h"
#include "measure/record/recorder.h"

_Static_assert(SAMPLER_FRAMES_MOST >= PYTHON_FRAMES_MOST, "room for frames");

/* Words kept for addresses. */
#define NATIVE_MOST (SAMPLE_MERGED_MOST - PYTHON_FRAMES_MOST)

static struct {
    uintptr_t low, high;
} loop; /* the interpreter's */

struct merge {
    struct recorder *recorder;
    const struct sample_path *sample;
    void **words;
    int count, native; /* words, addresses among them */
    int next;          /* Python frame */
    bool each;         /* each call of the loop has its frames */
};

void sample_merge_setup(void)
{
    void *start = dlsym(RTLD_DEFAULT, "_PyEval_EvalFrameDefault");
    const ElfW(Sym) *symbol = NULL;
    Dl_info info;

    loop.low = loop.high = 0;
    if (start == NULL ||
        dladdr1(start, &info, (void **)&symbol, RTLD_DL_SYMENT) == 0 ||
        symbol == NULL)
        return;
    loop.low = (uintptr_t)start;
    loop.high = loop.low + symbol->st_size;
}

/* A return address is behind the call. */
static bool address_is_in_loop(const void *address)
{
    return (uintptr_t)address > loop.low && (uintptr_t)address <= loop.high;
}

static enum module_kind kind_of(const struct merge *merge, int i)
{
    return call_path_kind(merge->recorder, merge->sample->addresses[i]);
}

static bool word_is_cut(uint64_t word)
{
    return (word & ~PYTHON_FRAME_ENTRY) == PYTHON_FRAME_CUT;
}

static void word_put(struct merge *merge, uint64_t word)
{
    merge->words[merge->count++] =
        (void *)(uintptr_t)(word & ~PYTHON_FRAME_ENTRY);
}

/* A damaged stack has any numbers for addresses: none is a frame of Python. */
static void *native_word(const void *address)
{
    return (void *)((uintptr_t)address & ~(uintptr_t)PYTHON_FRAME_BIT);
}

static void put_native(struct merge *merge, int i)
{
    if (merge->native++ < NATIVE_MOST)
        merge->words[merge->count++] =
            native_word(merge->sample->addresses[i]);
}

/* Those of one call of the loop, or all; not beyond frames left out, as these
 * may be of several calls. */
static void put_frames(struct merge *merge, bool all)
{
    const struct sample_path *sample = merge->sample;
    bool more = merge->next < sample->frame_count;

    while (more && (all || !word_is_cut(sample->frames[merge->next]))) {
        uint64_t word = sample->frames[merge->next++];

        word_put(merge, word);
        more = merge->next < sample->frame_count &&
               (all || !(word & PYTHON_FRAME_ENTRY));
    }
}

/* Whether the stack has as many calls of the loop as the Python frames have;
 * either may lack the outer ones. */
static bool calls_fit(const struct merge *merge, bool whole)
{
    const struct sample_path *sample = merge->sample;
    int calls = 0, entries = 0;
    bool cut = false;

    for (int i = 0; i < sample->count; i++)
        calls += address_is_in_loop(sample->addresses[i]);
    for (int i = 0; i < sample->frame_count; i++) {
        cut = cut || word_is_cut(sample->frames[i]);
        entries += (sample->frames[i] & PYTHON_FRAME_ENTRY) != 0;
    }
    return cut || calls == entries || (calls < entries && !whole);
}

static bool has_kind(const struct merge *merge, int i, enum module_kind kind)
{
    return i < merge->sample->count && kind_of(merge, i) == kind;
}

/* From there on to the interpreter's frames: libc's, none but these. */
static bool is_called_by_python(const struct merge *merge, int i)
{
    while (has_kind(merge, i, MODULE_START))
        i++;
    return has_kind(merge, i, MODULE_PYTHON) ||
           has_kind(merge, i, MODULE_MPI4PY);
}

/* A call of mpi4py gets a single frame, the outermost. */
static bool address_is_method(const struct merge *merge, int i)
{
    return !has_kind(merge, i + 1, MODULE_MPI4PY) &&
           (merge->each || merge->next == 0);
}

static void merge_address(struct merge *merge, int i)
{
    switch (kind_of(merge, i)) {
    case MODULE_PYTHON:
        if (!merge->each || address_is_in_loop(merge->sample->addresses[i]))
            put_frames(merge, !merge->each);
        break;
    case MODULE_MPI4PY:
        if (address_is_method(merge, i))
            put_native(merge, i);
        break;
    case MODULE_START:
        if (!is_called_by_python(merge, i))
            put_native(merge, i);
        break;
    default: put_native(merge, i);
    }
}

static int copy_addresses(const struct sample_path *sample, void **words)
{
    for (int i = 0; i < sample->count; i++)
        words[i] = native_word(sample->addresses[i]);
    return sample->count;
}

int sample_merge(struct recorder *recorder, const struct sample_path *sample,
                 void **words)
{
    struct merge merge = { .recorder = recorder,
                           .sample = sample,
                           .words = words };
    bool whole;
    int before;

    if (sample->frame_count == 0)
        return copy_addresses(sample, words);
    whole = call_path_is_whole(recorder, sample->addresses, sample->count,
                               sample->ended);
    merge.each = calls_fit(&merge, whole);
    before = cancel_lock(&recorder->lock);
    for (int i = 0; i < sample->count; i++)
        merge_address(&merge, i);
    cancel_unlock(&recorder->lock, before);
    put_frames(&merge, true);
    return merge.count;
}

bool sample_is_whole(struct recorder *recorder,
                     const struct sample_path *sample)
{
    if (sample->frame_count > 0)
        return !word_is_cut(sample->frames[sample->frame_count - 1]);
    return call_path_is_whole(recorder, sample->addresses, sample->count,
                              sample->ended);
}
