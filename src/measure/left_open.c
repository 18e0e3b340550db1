#include "measure/left_open.h"

#include <stdbool.h>
#include <stdint.h>

#include "measure/track/comms.h"
#include "measure/track/files.h"
#include "measure/track/requests.h"
#include "measure/track/windows.h"

enum { WINDOWS, FILES, KINDS, LOST = 2 * KINDS, SUMS };

static void tell_open(struct strbuf *remarks, const char *what,
                      const char *not_done, unsigned long long ranks,
                      unsigned long long handles)
{
    if (ranks > 0)
        strbuf_printf(remarks, "On %llu rank%s %s had not been %s at "
                      "MPI_Finalize: %llu handle%s, summed over ranks.\n",
                      ranks, ranks == 1 ? "" : "s", what, not_done, handles,
                      handles == 1 ? "" : "s");
}

static void tell_shared(struct strbuf *remarks, const char *what,
                        const char *like, int apart,
                        unsigned long long number)
{
    if (number > 0)
        strbuf_printf(remarks, "Of the %s %s only the first %d have a row "
                      "each; the %llu others, on the rank that made most, "
                      "count as one.\n", what, like, apart, number);
}

static void tell_lost(struct strbuf *remarks, unsigned long long lost)
{
    if (lost > 0)
        strbuf_printf(remarks, "More than %u requests were open at once: the "
                      "ends of %llu, summed over ranks, were not followed, "
                      "and what these received is not counted.\n",
                      REQUESTS_MOST, lost);
}

void left_open_tell(MPI_Comm comm, struct strbuf *remarks)
{
    uint64_t open[SUMS] = { windows_open(), files_open(),
                            windows_open() > 0, files_open() > 0,
                            requests_lost() };
    uint64_t shared[2] = { comms_shared(), windows_shared() };
    uint64_t sums[SUMS] = { 0 };
    uint64_t most[2] = { 0 };
    int rank;

    PMPI_Reduce(open, sums, SUMS, MPI_UINT64_T, MPI_SUM, 0, comm);
    PMPI_Reduce(shared, most, 2, MPI_UINT64_T, MPI_MAX, 0, comm);
    PMPI_Comm_rank(comm, &rank);
    if (rank != 0)
        return;
    tell_open(remarks, "windows", "freed", sums[KINDS + WINDOWS],
              sums[WINDOWS]);
    tell_open(remarks, "files", "closed", sums[KINDS + FILES], sums[FILES]);
    tell_lost(remarks, sums[LOST]);
    tell_shared(remarks, "communicators", "of the same parent and members",
                COMMS_APART, most[0]);
    tell_shared(remarks, "windows", "of the same communicator",
                WINDOWS_APART, most[1]);
}
