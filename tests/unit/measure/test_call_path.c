/*
 * test_call_path.c - which sampled paths reach to where the thread began.
 */
#define _GNU_SOURCE
#include "measure/record/call_path.h"

#include <dlfcn.h>
#include <execinfo.h>

#include "measure/callsite/modules.h"
#include "measure/record/recorder.h"
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
