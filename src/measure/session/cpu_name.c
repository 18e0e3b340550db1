/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/cpu_name.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct arm_core {
    unsigned long implementer, part;
    const char *name;
};

static const struct arm_core arm_cores[] = {
    { 0x41, 0xd03, "Arm Cortex-A53" },
    { 0x41, 0xd08, "Arm Cortex-A72" },
    { 0x41, 0xd0b, "Arm Cortex-A76" },
    { 0x41, 0xd0c, "Arm Neoverse N1" },
    { 0x41, 0xd40, "Arm Neoverse V1" },
    { 0x41, 0xd49, "Arm Neoverse N2" },
    { 0x41, 0xd4f, "Arm Neoverse V2" },
    { 0x43, 0x0af, "Cavium ThunderX2" },
    { 0x46, 0x001, "Fujitsu A64FX" },
    { 0x48, 0xd01, "HiSilicon Kunpeng 920" },
    { 0xc0, 0xac3, "Ampere-1" },
};

/* Returns the value of "key : value", NULL for the line of another key. */
static const char *value_of(const char *line, const char *key)
{
    size_t length = strlen(key);

    if (strncmp(line, key, length) != 0)
        return NULL;
    line += length;
    line += strspn(line, " \t");
    return line[0] == ':' ? line + 1 + strspn(line + 1, " \t") : NULL;
}

static bool take_name(char *name, size_t size, const char *line)
{
    static const char *const keys[] = { "model name", "cpu", "uarch" };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const char *value = value_of(line, keys[i]);

        if (value != NULL && value[0] != '\0') {
            snprintf(name, size, "%s", value);
            return true;
        }
    }
    return false;
}

static void name_arm_core(char *name, size_t size, unsigned long implementer,
                          unsigned long part)
{
    const size_t count = sizeof(arm_cores) / sizeof(arm_cores[0]);
    size_t i = 0;

    while (i < count && (arm_cores[i].implementer != implementer ||
                         arm_cores[i].part != part))
        i++;
    if (i < count)
        snprintf(name, size, "%s", arm_cores[i].name);
    else
        snprintf(name, size, "ARM implementer 0x%lx, part 0x%lx", implementer,
                 part);
}

void cpu_name_read(char *name, size_t size, FILE *cpuinfo)
{
    char line[512];
    unsigned long implementer = 0;
    const char *value;

    snprintf(name, size, "unknown");
    while (fgets(line, sizeof(line), cpuinfo) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (take_name(name, size, line))
            return;
        if ((value = value_of(line, "CPU implementer")) != NULL)
            implementer = strtoul(value, NULL, 16);
        if ((value = value_of(line, "CPU part")) != NULL) {
            name_arm_core(name, size, implementer, strtoul(value, NULL, 16));
            return;
        }
    }
}
