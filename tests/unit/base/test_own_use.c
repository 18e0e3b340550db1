/*
 * test_own_use.c - what lies between begin and end is ours, and what is
 * written at an offset of a file.
 */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/file_at.h"
#include "base/own_use.h"
#include "unit.h"

#define BYTES (64u << 20)

/* Huge pages have 512 times fewer faults. */
UNIT_TEST(faults_between_begin_and_end_are_ours)
{
    uint64_t before = own_use_sum(OWN_MINOR_FAULTS);
    struct own_use use;
    char *pages = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    own_use_begin(&use);
    memset(pages, 1, BYTES / 2);
    own_use_end(&use);
    before = own_use_sum(OWN_MINOR_FAULTS) - before;
    CU_ASSERT(before >= BYTES / 2 / 4096 / 512);
    memset(pages + BYTES / 2, 1, BYTES / 2);
    CU_ASSERT_EQUAL(own_use_sum(OWN_MINOR_FAULTS), before);
    munmap(pages, BYTES);
}

UNIT_TEST(bytes_written_to_our_files_are_ours)
{
    FILE *file = tmpfile();

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT(file_write_at(fileno(file), "1234567", 7, 100));
    CU_ASSERT_EQUAL(own_use_sum(OWN_WRITTEN), 7);
    own_use_wrote(3);
    CU_ASSERT_EQUAL(own_use_sum(OWN_WRITTEN), 10);
    fclose(file);
}
