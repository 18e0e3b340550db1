/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counts_file.h - how many MPI calls a thread has come back from, at any time
 * in the file PREFIX.<rank>, or PREFIX.<rank>.<thread>, as text of 8 digits;
 * it is there when the program is not.  Threads: each has a file of its own.
 */
#ifndef TESTS_FAULTS_PROGRAMS_COUNTS_FILE_H
#define TESTS_FAULTS_PROGRAMS_COUNTS_FILE_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DIGITS 8
#define ONLY_THREAD (-1)

static __thread char *counted;

static void open_counts(const char *prefix, int rank, int thread)
{
    char path[4096];
    int file, length = snprintf(path, sizeof(path), "%s.%d", prefix, rank);

    if (thread != ONLY_THREAD)
        snprintf(path + length, sizeof(path) - (size_t)length, ".%d", thread);
    file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || ftruncate(file, DIGITS) != 0)
        exit(9);
    counted = mmap(NULL, DIGITS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (counted == MAP_FAILED)
        exit(9);
    memset(counted, '0', DIGITS);
    close(file);
}

static void count(void)
{
    int at = DIGITS;

    while (at-- > 0 && counted[at] == '9')
        counted[at] = '0';
    counted[at]++;
}

#endif
