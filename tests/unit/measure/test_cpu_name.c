/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_cpu_name.c - the processor's name in /proc/cpuinfo of several architectures.
 */
#include "measure/session/cpu_name.h"
#include "unit.h"

static void is_named(char *cpuinfo, const char *wanted)
{
    FILE *file = fmemopen(cpuinfo, strlen(cpuinfo), "r");
    char name[64];

    cpu_name_read(name, sizeof(name), file);
    fclose(file);
    CU_ASSERT_STRING_EQUAL(name, wanted);
}

UNIT_TEST(x86_has_a_model_name)
{
    is_named("processor\t: 0\ncpu family\t: 6\nmodel\t\t: 106\n"
             "model name\t: Intel(R) Xeon(R) Platinum 8358\ncpu MHz\t: 2600\n",
             "Intel(R) Xeon(R) Platinum 8358");
}

UNIT_TEST(power_and_riscv_have_other_keys)
{
    is_named("processor\t: 0\ncpu\t\t: POWER9, altivec supported\n",
             "POWER9, altivec supported");
    is_named("processor\t: 0\nhart\t\t: 2\nuarch\t\t: sifive,u74-mc\n",
             "sifive,u74-mc");
}

UNIT_TEST(arm_has_numbers)
{
    is_named(
        "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\n"
        "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n"
        "CPU part\t: 0xd4f\n",
        "Arm Neoverse V2");
    is_named("CPU implementer\t: 0x46\nCPU part\t: 0x001\n", "Fujitsu A64FX");
    is_named("CPU implementer\t: 0x77\nCPU part\t: 0x123\n",
             "ARM implementer 0x77, part 0x123");
}

UNIT_TEST(nothing_said_is_unknown)
{
    is_named("processor : 0\n", "unknown");
    is_named("model name\t:\n", "unknown");
    is_named("CPU implementer : 0x41\n", "unknown");
}
