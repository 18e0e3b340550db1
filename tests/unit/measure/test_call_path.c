/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_call_path.c - which sampled paths reach to where the thread began.
 */
#define _GNU_SOURCE
#include "measure/record/paths/call_path.h"

#include <dlfcn.h>
#include <execinfo.h>

#include "measure/callsite/modules.h"
#include "measure/callsite/python_frames.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/sample_merge.h"
#include "unit.h"

static void *in_libc(const char *name)
{
    void *address = dlsym(RTLD_DEFAULT, name);

    CU_ASSERT_PTR_NOT_NULL_FATAL(address);
    return (char *)address + 1;
}

static void set_up(void)
{
    if (recorder.modules == NULL)
        recorder.modules = modules_create();
    CU_ASSERT_PTR_NOT_NULL_FATAL(recorder.modules);
    call_path_setup();
}

static bool is_whole(void *inner, void *outer, bool ended)
{
    void *addresses[] = { inner, outer };

    return call_path_is_whole(&recorder, addresses, 2, ended);
}

UNIT_TEST(one_frame_is_no_path)
{
    void *copying = in_libc("memcpy");

    set_up();
    CU_ASSERT_FALSE(call_path_is_whole(&recorder, &copying, 1, false));
    CU_ASSERT_FALSE(call_path_is_whole(&recorder, &copying, 1, true));
    CU_ASSERT_FALSE(call_path_is_whole(&recorder, &copying, 0, true));
}

UNIT_TEST(a_path_that_stops_in_libc_is_cut)
{
    void *own = (char *)(uintptr_t)set_up + 1;

    set_up();
    CU_ASSERT_FALSE(is_whole(own, in_libc("qsort"), false));
    CU_ASSERT_FALSE(is_whole(in_libc("memcpy"), own, false));
    CU_ASSERT_FALSE(is_whole(in_libc("memcpy"), own, true));
    CU_ASSERT(is_whole(own, in_libc("clone"), true));
}

/* As frame pointers lead there, which do not say that it is the end. */
UNIT_TEST(what_calls_main_is_the_end)
{
    void *addresses[64];
    int count = backtrace(addresses, 64), found = 0;

    set_up();
    CU_ASSERT_FATAL(count > 3);
    for (int i = 2; i < count; i++)
        found += call_path_is_whole(&recorder, addresses, i, false);
    CU_ASSERT(found > 0);
    CU_ASSERT(call_path_is_whole(&recorder, addresses, count, false));
    CU_ASSERT_FALSE(call_path_is_whole(&recorder, addresses, 2, false));
}

/* ---- Python frames among return addresses, which have 64 bits ---- */

#if UINTPTR_MAX > UINT32_MAX

#define FRAME(n) (PYTHON_FRAME_BIT | (uint64_t)(n) << 32)

static int merge(void **addresses, int count, const uint64_t *frames,
                 int frame_count, void **words)
{
    struct sample_path path = { .addresses = addresses,
                                .count = count,
                                .frames = frames,
                                .frame_count = frame_count };

    set_up();
    return sample_merge(&recorder, &path, words);
}

static bool is_frame(const void *word, int n)
{
    return (uint64_t)(uintptr_t)word == FRAME(n);
}

/* There is no interpreter here: what is called by it is not known. */
UNIT_TEST(python_frames_lie_outside_of_native_ones)
{
    void *own = (char *)(uintptr_t)set_up + 1;
    void *addresses[] = { own, own };
    const uint64_t frames[] = { FRAME(1), FRAME(2) | PYTHON_FRAME_ENTRY };
    void *words[SAMPLE_MERGED_MOST];

    CU_ASSERT_EQUAL_FATAL(merge(addresses, 2, frames, 2, words), 4);
    CU_ASSERT_PTR_EQUAL(words[0], own);
    CU_ASSERT_PTR_EQUAL(words[1], own);
    CU_ASSERT(is_frame(words[2], 1));
    CU_ASSERT(is_frame(words[3], 2));
}

UNIT_TEST(addresses_of_a_damaged_stack_are_no_frames_of_python)
{
    void *addresses[] = { (void *)(uintptr_t)-8, (void *)(uintptr_t)-1 };
    const uint64_t frame = FRAME(1);
    void *words[SAMPLE_MERGED_MOST];

    CU_ASSERT_EQUAL_FATAL(merge(addresses, 2, NULL, 0, words), 2);
    CU_ASSERT_FALSE(python_word_is_frame(words[0]));
    CU_ASSERT_FALSE(python_word_is_frame(words[1]));
    CU_ASSERT_EQUAL_FATAL(merge(addresses, 2, &frame, 1, words), 3);
    CU_ASSERT_FALSE(python_word_is_frame(words[0]));
    CU_ASSERT(python_word_is_frame(words[2]));
}

UNIT_TEST(a_deep_stack_has_room)
{
    void *addresses[SAMPLER_DEEPEST], *words[SAMPLE_MERGED_MOST];
    uint64_t frames[PYTHON_FRAMES_MOST];

    for (int i = 0; i < SAMPLER_DEEPEST; i++)
        addresses[i] = (char *)(uintptr_t)set_up + 1;
    for (int i = 0; i < PYTHON_FRAMES_MOST; i++)
        frames[i] = FRAME(i + 1);
    CU_ASSERT_EQUAL_FATAL(
        merge(addresses, SAMPLER_DEEPEST, frames, PYTHON_FRAMES_MOST, words),
        SAMPLE_MERGED_MOST);
    CU_ASSERT(is_frame(words[SAMPLE_MERGED_MOST - 1], PYTHON_FRAMES_MOST));
}

#endif
