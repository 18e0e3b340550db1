/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/resources/powercap.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"
#include "measure/resources/usage.h"

static bool read_number(const char *path, uint64_t *out)
{
    char text[64], *end;

    if (usage_read_file(path, text, sizeof(text)) == 0)
        return false;
    *out = strtoull(text, &end, 10);
    return end != text;
}

/* Among the domains of a package only memory is outside the package; the whole
 * platform's domain includes both, and others are listed twice. */
static bool zone_counts(const char *root, const char *zone)
{
    char path[POWERCAP_PATH_BYTES], name[64];

    if (!starts_with(zone, "intel-rapl:") ||
        snprintf(path, sizeof(path), "%s/%s/name", root, zone) >=
            (int)sizeof(path) ||
        usage_read_file(path, name, sizeof(name)) == 0)
        return false;
    return starts_with(name, "package") || strcmp(name, "dram\n") == 0;
}

static bool open_zone(struct powercap_zone *zone, const char *root,
                      const char *name)
{
    char range[POWERCAP_PATH_BYTES];

    return snprintf(zone->path, sizeof(zone->path), "%s/%s/energy_uj", root,
                    name) < (int)sizeof(zone->path) &&
           snprintf(range, sizeof(range), "%s/%s/max_energy_range_uj", root,
                    name) < (int)sizeof(range) &&
           read_number(range, &zone->range) &&
           read_number(zone->path, &zone->last);
}

bool powercap_open(struct powercap *powercap, const char *root)
{
    const struct dirent *entry;
    DIR *folder = opendir(root);

    *powercap = (struct powercap){ 0 };
    while (folder != NULL && powercap->count < POWERCAP_ZONES &&
           (entry = readdir(folder)) != NULL)
        if (zone_counts(root, entry->d_name) &&
            open_zone(&powercap->zones[powercap->count], root, entry->d_name))
            powercap->count++;
    if (folder != NULL)
        closedir(folder);
    return powercap->count > 0;
}

bool powercap_read(struct powercap *powercap, uint64_t *energy)
{
    bool all = true;

    for (int i = 0; i < powercap->count; i++) {
        struct powercap_zone *zone = &powercap->zones[i];
        uint64_t now;

        if (!read_number(zone->path, &now)) {
            all = false;
            continue;
        }
        powercap->energy += now - zone->last;
        if (now < zone->last) /* it began anew */
            powercap->energy += zone->range;
        zone->last = now;
    }
    *energy = powercap->energy;
    return all;
}
