/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cpu_name.h - the name of the processor, from /proc/cpuinfo.
 *
 * x86 and LoongArch have a line `model name', POWER `cpu', RISC-V `uarch'.  ARM has
 * only numbers, of which the common ones of servers are known here; others are
 * reported as they are.  Numbers: Arm, "Main ID Register" (MIDR_EL1), and the manuals
 * of the cores.
 *
 * Threads: any.  No memory, no errors.
 */
#ifndef MEASURE_SESSION_CPU_NAME_H
#define MEASURE_SESSION_CPU_NAME_H

#include <stddef.h>
#include <stdio.h>

/* Reads the first processor of `cpuinfo' to the end of its lines.  `name' is "unknown"
 * where nothing is said. */
void cpu_name_read(char *name, size_t size, FILE *cpuinfo);

#endif
