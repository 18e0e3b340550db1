/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_own_use.c - what lies between begin and end is ours, and what is
 * written at an offset of a file.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* A temporary file may be in memory, too. */
UNIT_TEST(bytes_stored_are_those_of_files_on_storage)
{
    static char block[1 << 20];
    int memory = memfd_create("memory", MFD_CLOEXEC);
    uint64_t before = own_use_sum(OWN_STORED);
    FILE *file = tmpfile();

    CU_ASSERT_FATAL(file != NULL && memory >= 0);
    CU_ASSERT(file_write_at(memory, block, sizeof(block), 0));
    CU_ASSERT_EQUAL(own_use_sum(OWN_STORED), before);
    CU_ASSERT(file_write_at(fileno(file), block, sizeof(block), 0));
    CU_ASSERT_EQUAL(own_use_sum(OWN_STORED) - before,
                    own_use_stores(fileno(file)) ? sizeof(block) : 0);
    fclose(file);
    close(memory);
}

UNIT_TEST(bytes_written_to_our_files_are_ours)
{
    uint64_t before = own_use_sum(OWN_WRITTEN);
    FILE *file = tmpfile();

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT(file_write_at(fileno(file), "1234567", 7, 100));
    CU_ASSERT_EQUAL(own_use_sum(OWN_WRITTEN) - before, 7);
    own_use_wrote(3);
    CU_ASSERT_EQUAL(own_use_sum(OWN_WRITTEN) - before, 10);
    fclose(file);
}
