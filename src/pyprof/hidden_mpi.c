/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hidden_mpi.c - MPI time that cProfile adds to the functions that call MPI.
 *
 * From version 4.1 on methods of mpi4py do not call profilers; nor do calls
 * through ctypes.  The MPI profile of the run has their times.
 */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "pyprof/merged.h"

ORDER(by_key, struct pyprof_mpi_time, A_TO_Z(file) UP(line) A_TO_Z(name));

void pyprof_mpi_sort(struct pyprof_mpi *mpi)
{
    size_t kept = 0;

    if (mpi->count == 0)
        return;
    qsort(mpi->items, mpi->count, sizeof(*mpi->items), by_key);
    for (size_t i = 1; i < mpi->count; i++)
        if (by_key(&mpi->items[kept], &mpi->items[i]) == 0)
            mpi->items[kept].ns += mpi->items[i].ns;
        else
            mpi->items[++kept] = mpi->items[i];
    mpi->count = kept + 1;
}

void pyprof_next_mpi(struct pyprof *merged, const struct pyprof_mpi *mpi)
{
    merged->mpi = mpi;
}

static bool sees_mpi(const struct pyprof *merged,
                     const struct py_profile *profile,
                     const uint32_t *functions)
{
    for (size_t i = 0; i < profile->entry_count; i++)
        if (merged_is_method_of_mpi(merged,
                                    functions[profile->entries[i].key]))
            return true;
    return false;
}

static uint64_t find_ns(const struct pyprof *merged,
                        const struct py_profile *profile,
                        const struct py_key *key)
{
    struct pyprof_mpi_time wanted = {
        .file = py_profile_text(profile, key->file),
        .name = py_profile_text(profile, key->name),
        .line = (int)key->line,
    };
    const struct pyprof_mpi_time *found =
        bsearch(&wanted, merged->mpi->items, merged->mpi->count,
                sizeof(wanted), by_key);

    return found == NULL ? 0 : found->ns;
}

void hidden_mpi_take(struct pyprof *merged, const struct py_profile *profile,
                     const uint32_t *functions, uint64_t *hidden_ns)
{
    if (merged->mpi != NULL && merged->mpi->count > 0 &&
        !sees_mpi(merged, profile, functions))
        for (size_t i = 0; i < profile->entry_count; i++) {
            const struct py_entry *entry = &profile->entries[i];
            uint32_t function = functions[entry->key];
            uint64_t own = py_ns(py_counted(entry->numbers.own));
            uint64_t ns = find_ns(merged, profile, &profile->keys[entry->key]);

            ns = ns > own ? own : ns; /* clocks differ a little */
            ns = merged_is_mpi(merged, function) ? 0 : ns;
            hidden_ns[function] += ns;
            merged->functions[function].hidden_ns += ns;
        }
    merged->mpi = NULL;
}
