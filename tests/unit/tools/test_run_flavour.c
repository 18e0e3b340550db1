/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/run/run_elf.h"
#include "tools/run/run_library.h"
#include "unit.h"

static bool is_libc(const char *name, void *context)
{
    (void)context;
    return strncmp(name, "libc.", 5) == 0;
}

static bool count(const char *name, void *context)
{
    (void)name;
    ++*(int *)context;
    return false;
}

UNIT_TEST(this_program_needs_the_c_library)
{
    int libraries = 0;

    CU_ASSERT_TRUE(elf_needed("/proc/self/exe", is_libc, NULL));
    CU_ASSERT_FALSE(elf_needed("/proc/self/exe", count, &libraries));
    CU_ASSERT_TRUE(libraries >= 1);
}

UNIT_TEST(what_is_no_elf_file_needs_nothing)
{
    int libraries = 0;

    CU_ASSERT_FALSE(elf_needed("/proc/self/cmdline", count, &libraries));
    CU_ASSERT_FALSE(elf_needed("/etc/passwd", count, &libraries));
    CU_ASSERT_FALSE(elf_needed("/nonexistent", count, &libraries));
    CU_ASSERT_EQUAL(libraries, 0);
}

/* Every prefix and many damaged copies of this very program. */
UNIT_TEST(a_damaged_elf_file_is_survived)
{
    static unsigned char data[1 << 16];
    char path[] = "/tmp/mpiprof-elf-XXXXXX";
    int libraries = 0, file = mkstemp(path);
    FILE *self = fopen("/proc/self/exe", "rb");
    size_t size = self ? fread(data, 1, sizeof(data), self) : 0;

    CU_ASSERT_TRUE_FATAL(file >= 0 && size > 4096);
    srand(1);
    for (int round = 0; round < 400; round++) {
        size_t keep = round < 200 ? size : (size_t)rand() % size;
        size_t at = (size_t)rand() % 1024;
        unsigned char old = data[at];

        data[at] = (unsigned char)rand();
        CU_ASSERT_EQUAL_FATAL(pwrite(file, data, keep, 0), (ssize_t)keep);
        CU_ASSERT_EQUAL_FATAL(ftruncate(file, (off_t)keep), 0);
        elf_needed(path, count, &libraries);
        data[at] = old;
    }
    fclose(self);
    close(file);
    unlink(path);
}

UNIT_TEST(scripts_follow_their_launcher)
{
    CU_ASSERT_STRING_EQUAL(flavour_choose("mpich", "/etc/passwd"), "mpich");
    setenv("OMPI_COMM_WORLD_RANK", "0", 1);
    CU_ASSERT_STRING_EQUAL(flavour_choose("auto", "/etc/passwd"), "openmpi");
}
